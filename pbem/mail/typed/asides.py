"""Find what looks like an answer in text that is not read: below a signature, in a quote, attached, in a message.

Such lines are always named, because their writer believes that they count. Answers below a signature or footer make the
mail NOT COUNTED, because half a move is not what its writer meant. In a quote or an attachment they may be somebody
else's, so they are only named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from pbem.engine.submission.lines import fold, unmark
from pbem.mail.reading.tail import is_contact
from pbem.mail.typed.commands import Command, Script, Vocabulary, parse_on
from pbem.mail.typed.spelling import FREE, takes

if TYPE_CHECKING:
    from pbem.mail.reading.reply import Dropped

PLACES = {
    "signature": "aside-signature", "sent from": "aside-signature", "footer": "aside-footer",
    "disclaimer": "aside-footer", "banner": "aside-footer", "attribution": "aside-attribution", "quote": "aside-quote",
    "too long": "aside-quote", "attached text": "aside-attached",
}  # fmt: skip
"""From the reason why a line was dropped to the frame text that says where it stood."""
TYPED = frozenset({"signature", "sent from", "footer", "disclaimer", "banner", "attribution"})
"""Reasons that concern the writer's own text. An answer there was typed beside the move, so the mail is refused."""
OWN = frozenset({"signature", "sent from", "attached text", ""})
"""Reasons that concern lines of a person, not of a program: there a misspelt answer is named, too. Elsewhere programs
write `Caution:` and `Subject:`, which resemble names of questions."""
MOST_LINES = 400
FEW_TRIALS = 3
"""Lines that are tried on a copy, where only the rules know whether they are answers: each trial takes milliseconds."""

FEW_WORDS = 3
"""More words behind the name of a question are a sentence: `Keep calm and carry on`."""


@dataclass(frozen=True, slots=True)
class Aside:
    """One line that looks like an answer and was not read."""

    text: str
    reason: str
    sure: bool = False
    """It is an answer; otherwise it only resembles one."""
    verb: str = ""
    """The command whose text holds it; empty elsewhere."""

    @property
    def refuses(self) -> bool:
        return self.sure and self.reason in TYPED


def find_asides(dropped: Iterable[Dropped], script: Script, vocabulary: Vocabulary) -> list[Aside]:
    """List all such lines in the order of the mail; those inside messages come last."""
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
    seen = parse_on(text, vocabulary, script, trials=FEW_TRIALS if reason in OWN else 0)
    for _, piece in seen.answers:
        yield Aside(piece.strip(), reason, sure=True)
    for near in seen.nearly if reason in OWN else ():
        if not near.verb:
            yield Aside(near.text.strip(), reason)
    for line in seen.unread if reason in OWN else ():
        if _begins_an_answer(line, script, vocabulary):
            yield Aside(line.strip(), reason)
    if reason in TYPED:
        if seen.wish or seen.preview:
            yield Aside(seen.wish or "preview", reason, sure=True)
        for command in seen.commands:
            if command.verb == "say" or takes(command.verb, command.text, vocabulary.names):
                yield Aside(f"{command.verb} {command.text}".strip(), reason, sure=command.verb in FREE)


def _begins_an_answer(line: str, script: Script, vocabulary: Vocabulary) -> bool:
    """Tell whether a few words begin with the name of a question asked now or next, whatever follows it (`keep red`).
    Above, such a line would be shown as not read."""
    words = fold(unmark(line)).split()
    if not 1 < len(words) <= FEW_WORDS or words[0] not in vocabulary.names:
        return False
    following = vocabulary.after(script.move).question
    return words[0] in {question.name for question in [*vocabulary.questions, *([following] if following else [])]}


def _swallowed(command: Command) -> list[str]:
    """Find the free text of a command that may hold a move: the lines of a message, and what follows a `;`."""
    if command.block:
        return [command.text]
    if command.verb in FREE - {"say"} and ";" in command.text:
        return ["\n".join(command.text.split(";")[1:])]
    return []
