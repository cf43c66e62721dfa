"""Every error that pbem raises on purpose.

Errors carry data; the words a person reads are made here from that data, in a fixed order: what was read, why not,
what is possible, what was kept. Exit codes are those of README.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.words import Say, Text, Verbatim, as_said


class PbemError(Exception):
    """Root of all errors with a message meant for people."""

    exit_code = 1
    kind = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def data(self) -> dict[str, object]:
        """Return the `error` object of `--json` output."""
        return {"kind": self.kind, "message": self.message, "line": None, "expected": [], "rule": None}


class PlayerError(PbemError):
    """A submission that cannot be taken; nothing changed because of it."""

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        text: str | None = None,
        expected: Sequence[str] = (),
        rule: str | None = None,
    ) -> None:
        super().__init__(message)
        self.line = line
        self.text = text
        self.expected = list(expected)
        self.rule = rule

    def data(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "message": self.message,
            "line": self.line,
            "expected": self.expected,
            "rule": self.rule,
        }


class NotUnderstood(PlayerError):
    """Words that fit no answer at all."""

    kind = "not-understood"


class NotPossible(PlayerError):
    """Words that name a real thing which is not possible now."""

    kind = "not-possible"


class Ambiguous(PlayerError):
    """Words that fit two questions or two answers."""

    kind = "ambiguous"


class NotAsked(PlayerError):
    """A seat that is asked nothing, or a line that answers no question."""

    kind = "not-asked"


class Unfinished(PlayerError):
    """A submission that stops before its turn is over."""

    kind = "unfinished"


class OutOfDate(PlayerError):
    """An answer to a question that is closed."""

    kind = "stale"


class AlreadyCounted(OutOfDate):
    """The same answer once more, to a question that is still open to others: it is on file, and stays there."""

    def __init__(self, message: str, entry: int) -> None:
        super().__init__(message)
        self.entry = entry


class NotSeated(PlayerError):
    """A name that belongs to no seat of the game."""

    kind = "not-seated"


class ModeratorError(PbemError):
    """Something for the operator or moderator."""


class UnknownGame(ModeratorError):
    kind = "unknown-game"


class Refused(ModeratorError):
    """A command that cannot be carried out; nothing changed."""

    kind = "refused"


class Misuse(ModeratorError):
    """A wrong argument on the command line; where a title's rule is behind it, with its id and what is possible."""

    exit_code = 2
    kind = "misuse"

    def __init__(self, message: str, *, expected: Sequence[str] = (), rule: str | None = None) -> None:
        super().__init__(message)
        self.expected = list(expected)
        self.rule = rule

    def data(self) -> dict[str, object]:
        return {**super().data(), "expected": self.expected, "rule": self.rule}


class GameFileProblem(ModeratorError):
    """A game file, journal or archive that is broken; it was not touched."""

    exit_code = 3
    kind = "broken"


class Unregistered(GameFileProblem):
    """A name that something must be found under, and that no module in the box of the game has registered."""


class Busy(ModeratorError):
    """Another process holds the game."""

    exit_code = 4
    kind = "busy"


class MailProblem(PbemError):
    """Mail that could not be handed over; it stays in the outbox."""

    exit_code = 5
    kind = "mail"


class Flaw(Say):
    """A broken invariant, `place: what is wrong there`, for whoever mends a game; its values are named, so that what a
    reader may not know can be left out."""

    __slots__ = ()


class Fault(Say):
    """What is wrong with a file, a setting, a server: what it names (paths, keys, values, words of a library) stands
    there as it is and is no id of a title. An error among the values gives its own words."""

    __slots__ = ()

    def __new__(cls, key: str, /, **values: object) -> Fault:
        made = super().__new__(cls, key, **{name: _as_it_is(value) for name, value in values.items()})
        assert isinstance(made, Fault)
        return made


def _as_it_is(value: object) -> object:
    if isinstance(value, Exception):
        value = own_words(value)
    return value if isinstance(value, Text | int | float) else Verbatim(value)


def own_words(error: Exception) -> str:
    """Return what an error says, with its key if it has one."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Text) else str(error)


class Unchanged(Say):
    """A refusal with a promise at its end."""

    __slots__ = ()


def unchanged(text: str) -> str:
    """Join the promise that nothing was changed to a refusal."""
    return Unchanged("{refusal} Nothing was changed.", refusal=text)


def without_promise(message: str) -> str:
    """Return a refusal's words, in any reader's language, for a moment when something was changed after all."""
    refusal: str = message.values["refusal"] if isinstance(message, Unchanged) else message
    return refusal


class Undone(PbemError):
    """Something behind a commit that could not be done: the change itself is saved and counts."""

    exit_code = 5
    kind = "undone"

    def __init__(self, kind: str, what: str, cause: Exception | None = None) -> None:
        stop = "" if what.endswith((".", "!", "?")) else "."
        super().__init__(Say("saved, but {what}{stop}", what=as_said(what), stop=Verbatim(stop)))
        self.kind = kind
        self.cause = cause

    def row(self) -> dict[str, str]:
        """Return one of the `undone` of `--json` output."""
        return {"kind": self.kind, "message": self.message}


class RulesBug(PbemError):
    """A broken invariant, an unknown step, a runaway: our fault, never the player's."""

    exit_code = 3
    kind = "bug"


class RevealAhead(Exception):
    """Raised in a preview where the next thing would be revealed."""
