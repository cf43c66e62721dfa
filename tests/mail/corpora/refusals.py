"""How often a good move is refused because of the words around it: NOT COUNTED where nothing was wrong.

Every mail of the corpora is written under a whole legal move, as people chat under theirs, and read as the post reads
it. Nobody who wrote these mails meant a move, so whatever refuses the move, or only previews it, is a false alarm.
Reasons are counted apart: `doubt` is the reply reader's, the others come from the words themselves.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from pbem.core.titles import get_title
from pbem.desk.commands.vocabulary import vocabulary
from pbem.engine.computers.computer import Luck, turn_text
from pbem.engine.create import create_game
from pbem.mail.reading import read_message, reply_text
from pbem.mail.typed.asides import find_asides
from pbem.mail.typed.commands import Vocabulary, parse
from tests.mail.corpora import classes, replies
from tests.mail.corpora.score import Score
from tests.mail.support import NOW

MARKS = re.compile(r"^[\s>|]+")


@cache
def position() -> tuple[Vocabulary, str]:
    """A Tekhenu game in its third round, what its next seat may say, and a whole turn of that seat."""
    title = get_title("tekhenu")
    play = create_game(
        title, game_id="karnak", players=["Ania", "Bela"], moderator=None, observers=[], options={}, clock={},
        seed=b"c" * 32, raw_data=title.components(), now=NOW,
    )  # fmt: skip
    luck = Luck(b"l" * 32)
    while True:
        seat = next(iter(play.questions()))
        move = turn_text(play, seat, lambda _table, _seat, question: luck.answer(question)).replace("; ", "\n")
        if play.game.entry > 12 and move.startswith("die:") and move.count("\n") > 1:
            return vocabulary(play, seat), move
        play.submit(seat, move, NOW)


def verdict(raw: bytes) -> str:
    """Why the move of a mail would not be played; '' if it would."""
    words, move = position()
    reply = reply_text(read_message(raw))
    if reply.uncertain:
        return "doubt"
    fresh = Vocabulary(lambda: words.questions, words.names, words.after)
    script = parse(reply.typed, fresh)
    if script.nearly:
        return f"nearly: {script.nearly[0].text!r} for {script.nearly[0].meant[0]!r}"
    if script.preview:
        return f"preview: {script.wish!r}"
    asides = find_asides(reply.aside, script, fresh)
    if any(aside.refuses for aside in asides):
        return f"aside: {asides[0].text!r} in {asides[0].reason}"
    return "" if [piece for _, piece in script.answers] == move.split("\n") else "other answers"


def mails() -> Iterator[tuple[str, bytes]]:
    """All mails, with the move above their words."""
    _, move = position()
    replies.talon()
    replies.quotequail()
    for number, (text, kind) in enumerate(replies.SEEN):
        rows = "".join(f"<div>{html.escape(row)}</div>" for row in move.split("\n"))
        above = f"{move}\n\n" if kind == "plain" else rows
        yield f"reply {number}", replies.as_mail(above.encode() + text, kind)
    for file in classes.people_files():
        mail = read_message(file.read_bytes())
        yield file.name, replies.as_mail(f"{move}\n\n{mail.text}".encode(), "plain")


def alarms() -> Score:
    """Mails whose move is played as it should be, and those where the words around it are in the way."""
    score = Score()
    for name, raw in mails():
        score.count(name, "", verdict(raw))
    return score


def named() -> Score:
    """Mails in whose answer nothing is named as looking like an answer, and those where something is, for nothing."""
    words, _ = position()
    score = Score()
    for name, raw in mails():
        reply = reply_text(read_message(raw))
        fresh = Vocabulary(lambda: words.questions, words.names, words.after)
        asides = find_asides(reply.aside, parse(reply.typed, fresh), fresh)
        score.count(name, "", "; ".join(f"{aside.text!r} in {aside.reason}" for aside in asides))
    return score


def lines() -> Score:
    """The same for every single line of the mails, quoted ones among them: each stands alone under the move."""
    _, move = position()
    rows: Counter[str] = Counter()
    for _, raw in mails():
        rows.update(MARKS.sub("", row).strip() for row in read_message(raw).text.split("\n"))
    score = Score()
    for row in sorted(set(rows) - set(move.split("\n")) - {""}):
        score.count(row[:60], "", verdict(replies.as_mail(f"{move}\n{row}\n".encode(), "plain")))
    return score
