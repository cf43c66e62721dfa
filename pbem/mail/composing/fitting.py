"""How long a mail may be, and what is cut until it fits.

An order form has as many lines as its title allows. Receipts, reminders and refusals fit a phone; the rest is mailed on
request (`show`, `options`). What somebody asked for is never cut, and a receipt that tells what came of sealed orders
is no short one: it is the report that everybody waited for.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.records import record
from pbem.engine.submission.pledges import DEFAULTS, OPENED
from pbem.mail.composing.context import MailContext
from pbem.mail.composing.layout import LIST_LIMIT
from pbem.mail.words import COUNTED, NOT_COUNTED

SHORT = 25
LONGEST = 199
"""Lines of any other mail."""


@record(frozen=True)
class Cut:
    """How far a mail is cut."""

    answers: int = LIST_LIMIT
    """Answers listed for each question that may follow; 0: the names of these questions; below: explanations that take
    lines of their own go, too. In a short mail: answers to the open question."""
    most: int | None = None
    """Answers listed for the open question; None: all."""
    news: int = 60
    """Lines of news."""
    board: int = 0
    """1: no empty lines in the board; above: so many lines fewer."""
    close: bool = False
    """Lists of the board and of own things run on."""
    short: bool = False
    part: int = 400
    """Lines of a free section of a short mail."""


FORM = (
    Cut(), *(Cut(answers, news=news) for answers, news in ((8, 40), (6, 30), (4, 20), (3, 16))),
    *(Cut(answers, news=news, board=1) for answers, news in ((3, 16), (2, 12), (1, 12), (0, 12), (0, 8), (-1, 8))),
    *(Cut(-1, most, news, 1, close=True) for most, news in ((None, 6), (24, 6), (16, 6), (16, 4), (12, 4))),
)  # fmt: skip
"""For order forms: lists of what may follow shrink, then old news, empty lines of the board, explanations; lists on the
board run on, long lists of answers are cut; only then the board loses its last lines."""
REPORT = (Cut(news=120), Cut(news=90))
"""For mails that only tell: what happened is what they are for, so it goes before the rest as long as there is room."""
BRIEF = tuple(
    Cut(answers, news=news, short=True, part=part)
    for answers, news, part in (
        (8, 10, 12), (6, 8, 10), (4, 6, 8), (3, 4, 6), (2, 3, 5), (1, 2, 4), (0, 2, 3), (0, 1, 2), (0, 0, 1)
    )
)  # fmt: skip


def is_short(context: MailContext) -> bool:
    """Tell whether a mail is a receipt, a reminder or a refusal, unless its reader asked for more in the same mail."""
    if context.kind == "answer":
        told = context.note.get("verdict") in (COUNTED, NOT_COUNTED)
        return told and not context.note.get("long") and not context.note.get("draft") and not _opens_orders(context)
    return context.kind in ("receipt", "reminder")


def _opens_orders(context: MailContext) -> bool:
    """Tell whether sealed orders were played out in what this mail tells."""
    return any(OPENED in entry.note or DEFAULTS in entry.note for entry in context.entries)


ORDER_FORMS = frozenset({"start", "turn", "question"})


def cuts(context: MailContext) -> Iterator[tuple[Cut, int]]:
    """Yield ways to cut a mail, the mildest first, each with the lines that it may have."""
    if is_short(context):
        yield from ((cut, SHORT) for cut in BRIEF)
        return
    most = context.title.mail_lines(len(context.game.table.seats)) + context.play.table.live.book.mail_lines
    if context.kind not in ORDER_FORMS:
        most = max(most, LONGEST)
        yield from ((cut, most) for cut in REPORT)
    elif context.reader.plain:
        most += context.title.aloud_lines
    yield from ((cut, most) for cut in FORM)
