"""Words that look like answers in text that is not read: below a signature, in a quote, attached, inside a message.

They are always named, because their writer believes that they count. Answers below a signature or its like make the
mail NOT COUNTED: half a move is not what its writer meant. In a quote or an attachment they may be somebody else's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from pbem.mail.commands import Command, Script, Vocabulary, parse_on
from pbem.mail.reading.tail import is_contact
from pbem.mail.spelling import FREE, takes

if TYPE_CHECKING:
    from pbem.mail.reading.reply import Dropped

PLACES = {
    "signature": "aside-signature", "sent from": "aside-signature", "footer": "aside-footer",
    "disclaimer": "aside-footer", "banner": "aside-footer", "attribution": "aside-attribution", "quote": "aside-quote",
    "too long": "aside-quote", "attached text": "aside-attached",
}  # fmt: skip
"""Where a line stood, by the reason for which it was dropped: keys of the frame texts."""
TYPED = frozenset({"signature", "sent from", "footer", "disclaimer", "banner", "attribution"})
"""Reasons for which lines are dropped that the writer of the mail typed beside the move, or nobody did."""
OWN = frozenset({"signature", "sent from", "attached text", ""})
"""Reasons for which a person's own lines are dropped: there a misspelt answer is named, too. Programs write `Caution:`
and `Subject:` elsewhere, which are near many names."""
MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class Aside:
    """One line that looks like an answer and was not read."""

    text: str
    reason: str
    sure: bool = False
    """It is an answer, not only like one."""
    verb: str = ""
    """The command in whose text it stands."""

    @property
    def refuses(self) -> bool:
        return self.sure and self.reason in TYPED


def find_asides(dropped: Iterable[Dropped], script: Script, vocabulary: Vocabulary) -> list[Aside]:
    """All of them, in the order of the mail; those inside messages last."""
    found: list[Aside] = []
    for reason, parts in groupby(dropped, key=lambda part: part.reason):
        lines = [line for part in parts for line in part.text.split("\n")][:MOST_LINES]
        found += _in_text("\n".join(line for line in lines if not is_contact(line)), reason, script, vocabulary)
    for command in script.commands:
        for text in _swallowed(command):
            for aside in _in_text(text, "", script, vocabulary):
                found.append(Aside(aside.text, "", aside.sure, command.verb))
    return list(dict.fromkeys(found))


def _in_text(text: str, reason: str, script: Script, vocabulary: Vocabulary) -> Iterator[Aside]:
    seen = parse_on(text, vocabulary, script)
    for _, piece in seen.answers:
        yield Aside(piece.strip(), reason, sure=True)
    for near in seen.nearly if reason in OWN else ():
        if not near.verb:
            yield Aside(near.text.strip(), reason)
    if reason in TYPED:
        if seen.wish or seen.preview:
            yield Aside(seen.wish or "preview", reason, sure=True)
        for command in seen.commands:
            if command.verb == "say" or takes(command.verb, command.text, vocabulary.names):
                yield Aside(f"{command.verb} {command.text}".strip(), reason, sure=command.verb in FREE)


def _swallowed(command: Command) -> list[str]:
    """What a command took as its free text, though it may be a move: the lines of a message, what stands behind `;`."""
    if command.block:
        return [command.text]
    if command.verb in FREE - {"say"} and ";" in command.text:
        return ["\n".join(command.text.split(";")[1:])]
    return []
