"""The one error of the clock's own words: it carries what was read, why not, and what is possible."""

from __future__ import annotations

from pbem.core.errors import PlayerError
from pbem.core.words import Say, Text, Verbatim


class ClockProblem(PlayerError, ValueError):
    """A clock option, duration, date or extension that cannot be used.

    The parts are kept apart, so a mail, a command line and a JSON refusal can each say them in their own way. It is a
    ValueError too, so that it may be raised where a model is validated.
    """

    kind = "not-understood"

    def __init__(self, key: str, value: str, why: str, possible: str = "") -> None:
        text = Say('{option}: "{value}" {why}.', option=Verbatim(key), value=Verbatim(value), why=why)
        if possible:
            text = Say(
                "{problem} Possible: {possible}.",
                problem=text,
                possible=possible if isinstance(possible, Text) else Verbatim(possible),
            )
        super().__init__(text, text=value, expected=[possible] if possible else [])
        self.key = key
        self.value = value
        self.why = why
        self.possible = possible
