"""Answers sent before their question: which lines are kept, for which occasion, and when they are used.

A line that is left over when a seat's part is done may answer a question that the title foresees. It is kept for the
occasion it was written for (`card-2` for region 2, `card` for the whole conflict), the most particular one that fits is
used, and it lapses when the title no longer knows its occasion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace

from pbem.core.errors import NotAsked, NotUnderstood, PlayerError, unchanged
from pbem.core.interpreter import Run
from pbem.core.questions import ALWAYS, NONE, Keys, Occasion, Question, Seat, answer_line, occasion_of
from pbem.core.records import record
from pbem.core.table import Table
from pbem.core.titles import Title
from pbem.core.words import Listed, Say
from pbem.engine.gamefile import Ahead, Orders
from pbem.engine.submission import lines as reading
from pbem.engine.submission import picks, reasons
from pbem.engine.submission.conditions import split_member
from pbem.engine.submission.lines import Line


@record()
class Sent:
    """An answer sent ahead as it was written, with the lines right behind it that answer what it sets in motion."""

    name: str
    keys: list[str]
    raw: str
    inner: list[str] = field(default_factory=list)
    occasion: Occasion = ALWAYS

    def same(self, sent: Ahead) -> bool:
        """Tell whether an answer on file is for the same question and occasion, so that this one replaces it."""
        return (sent.name, sent.occasion) == (self.name, self.occasion.mark)

    def filed(self, entry: int) -> Ahead:
        return Ahead(
            name=self.name, keys=self.keys, entry=entry, lines=self.inner,
            occasion=self.occasion.mark, word=self.occasion.word,
        )  # fmt: skip


class Foresight:
    """The lines of one submission that are kept for later."""

    def __init__(self, title: Title, seat: str) -> None:
        self.title = title
        self.seat = seat
        self.sent: list[Sent] = []
        self.unneeded: list[str] = []
        """Lines for questions that were foreseen when the move was written, and that it did away with."""
        self._at_first: set[str] = set()

    def look(self, table: Table) -> None:
        """Note what is foreseen before the first line is used."""
        for question in self.title.foresee(table, self.seat):
            self._at_first |= names_of(question)

    def forget(self) -> None:
        """Drop what was kept, after a rewind."""
        self.sent, self.unneeded = [], []

    def keep(
        self,
        table: Table,
        left: Sequence[Line],
        answering: Question | None,
        answered: set[str],
        use: Callable[[Line], None],
        surplus: Callable[[Line], PlayerError],
    ) -> None:
        """Keep lines that answer a foreseen question, and behind it those for what it leads to; any other is an error.
        What is being answered this moment is not foreseen any more (fault 176), but for its other occasions."""
        coming = list(_behind(self.title.foresee(table, self.seat), answering))
        now = names_of(answering) if answering is not None else set()
        leading: Sent | None = None
        for line in left:
            found = _foreseen(coming, line) if line.name is None or line.name not in now else None
            if found is None and line.name in self._at_first - now - answered:
                # The mail offered it, and the player could not know that it would not be asked after all.
                self.unneeded.append(line.raw)
                leading = None
            elif found is None:
                if leading is None or line.name not in table.live.book.questions:
                    raise surplus(line)
                leading.inner.append(line.raw)
            else:
                question, occasion = found
                sent = self._add(question, occasion, line)
                leading = sent if question.leads is not None and sent.keys != [NONE] else None
            use(line)

    def wrong_occasion(self, table: Table, line: Line) -> NotAsked | None:
        """Return the refusal of a line for an occasion that does not come, with those that do; None for other lines."""
        coming = (question for question in self.title.foresee(table, self.seat) if question.occasions)
        meant = next((one for one in coming if (line.name or "").startswith(f"{one.name}-")), None)
        if meant is None or line.name in names_of(meant):
            return None
        names = [*(f"{meant.name}-{one.word}" for one in meant.occasions if one.word), meant.name]
        found = self.title.misplaced(table, self.seat, meant.name, line.words)
        return NotAsked(
            unchanged(
                Say(
                    'Line {number}: "{shown}" answers no question: it may be written for {names}.{reason}',
                    **line.said(), names=Listed(names), reason=reasons.further(*found) if found else "",
                )
            ),
            line=line.number, text=line.raw, rule=found[1] if found else None,
            expected=[f"{name}: {line.words}" for name in names[:3]],
        )  # fmt: skip

    def all_later(self, table: Table, left: Sequence[Line]) -> bool:
        """Tell whether all these lines are for questions foreseen, so that none is left for the move itself."""
        coming = self.title.foresee(table, self.seat) if left else []
        leading = False
        for line in left:
            found = _foreseen(coming, line)
            if found is None and not leading:
                return False
            leading = leading if found is None else found[0].leads is not None
        return True

    def carry_on(self, question: Question, ranking: list[str], used: Keys, raw: str) -> None:
        """Keep the rest of a ranking for the next question of the same name, where the title says that it serves."""
        rest = [key for key in (reading.known_key(question, reading.fold(word)) for word in ranking) if key not in used]
        if question.again and rest:
            self.sent.append(Sent(question.name, [key for key in rest if key], raw))

    def _add(self, question: Question, occasion: Occasion, line: Line) -> Sent:
        """Keep a line for its question. Picks may stand in several lines; two answers where one is taken are none."""
        keys = ahead_keys(question, line)
        before = next((one for one in self.sent if (one.name, one.occasion) == (question.name, occasion)), None)
        if before is None:
            self.sent.append(Sent(question.name, keys, line.raw, occasion=occasion))
            return self.sent[-1]
        if NONE in (*before.keys, *keys) or set(before.keys) & set(keys) or len(before.keys + keys) > question.high:
            raise NotUnderstood(
                unchanged(
                    Say(
                        'Lines for {name} contradict each other: "{before}" and "{shown}". Write one line, as a '
                        "ranking if you like.",
                        name=line.name or question.name, before=before.raw, shown=line.shown(),
                    )
                ),
                line=line.number, text=line.raw, expected=[before.raw, line.raw],
            )  # fmt: skip
        before.keys += keys
        before.raw = f"{line.name or question.name}: {', '.join(before.keys)}"
        return before


def names_of(question: Question) -> set[str]:
    """Collect every name under which a line for a question may be written."""
    return {question.name, *(f"{question.name}-{one.word}" for one in question.occasions if one.word)}


def _behind(foreseen: Iterable[Question], answering: Question | None) -> Iterator[Question]:
    """Yield what comes behind the question that is being answered: that one only for occasions of which it is none."""
    for question in foreseen:
        if answering is None or question.name != answering.name:
            yield question
            continue
        marks = {one.mark for one in answering.occasions}
        later = [one for one in question.occasions if one.word and one.mark not in marks]
        if later:
            yield replace(question, occasions=later)


def _foreseen(coming: Sequence[Question], line: Line) -> tuple[Question, Occasion] | None:
    if line.name is not None:
        named = ((question, occasion_of(question, line.name)) for question in coming)
        return next(((question, occasion) for question, occasion in named if occasion is not None), None)
    fitting = [question for question in coming if reading.reads(question, line.words)]
    if len(fitting) != 1:
        return None
    return fitting[0], occasion_of(fitting[0], fitting[0].name) or ALWAYS


def ahead_keys(question: Question, line: Line) -> list[str]:
    """Read the members of a line sent ahead: each a word that the question may come to know, each condition
    readable."""
    parts = [part.strip() for part in line.words.split(",") if part.strip()]
    if not parts:
        raise reading.refusal(question, line, line.words)
    return picks.check_members(question, line, parts)


def filed_answer(orders: Orders | None, question: Question) -> tuple[Keys, Ahead | None] | None:
    """Find the answer that a seat's orders give: answers sent ahead, from the particular occasion to the general, then
    standing orders."""
    if orders is None:
        return None
    for occasion in question.occasions or (ALWAYS,):
        for sent in orders.ahead:
            if (sent.name, sent.occasion) == (question.name, occasion.mark):
                keys = picks.rank(question, sent.keys)
                if keys is not None:
                    return keys, sent
    if question.implied:
        named = [sent for sent in orders.ahead if said_name(sent) in question.implied and _is_for(question, sent)]
        if named and (not question.heeds or any(_heeds(question.heeds, sent) for sent in named)):
            return [question.implied[said_name(named[0])]], None
        ordered = next((name for name in orders.standing if name in question.implied), None)
        if ordered is not None and not question.heeds:
            return [question.implied[ordered]], None
    standing = orders.standing.get(question.name)
    if standing is not None:
        keys = picks.rank(question, standing)
        if keys is not None:
            return keys, None
    return None


def _is_for(question: Question, sent: Ahead) -> bool:
    """Tell whether a line on file is for what a question is asked for, or a part of it: a correction of the table may
    have left one of another occasion there."""
    marks = [one.mark for one in question.occasions]
    return not (marks and sent.occasion) or any(f"{sent.occasion},".startswith(f"{mark},") for mark in marks)


def _heeds(fact: str, sent: Ahead) -> bool:
    """Tell whether one of the members of an answer on file depends on a fact."""
    return any(re.search(rf"(?<![\w-]){re.escape(fact)}(?![\w-])", split_member(key)[1]) for key in sent.keys)


def drop_lapsed(orders: Orders, occasions: set[str]) -> list[Ahead]:
    """Take answers off file whose occasion is over, and note them until their writer is heard of again; return those
    taken."""
    gone = [sent for sent in orders.ahead if sent.occasion and sent.occasion not in occasions]
    if gone:
        orders.ahead = [sent for sent in orders.ahead if sent not in gone]
        unused = [f"{said_name(sent)}: {', '.join(sent.keys)}" for sent in gone if not (sent.used or sent.line)]
        whole = [f"{said_name(sent)}: {', '.join(sent.keys)}" for sent in gone if not sent.used and sent.line]
        orders.lapsed += [*unused, *(["; ".join(whole)] if whole else [])]
    return gone


def said_name(sent: Ahead) -> str:
    """Return the name under which an answer on file was written."""
    return f"{sent.name}-{sent.word}" if sent.word else sent.name


# -- seats that nobody reads for ---------------------------------------------------------------------------------------


def unattended(
    run: Run, computers: Collection[Seat], tried: Collection[Seat], on_file: Callable[[Seat, Question], object]
) -> Seat | None:
    """Find a seat that is asked and needs nobody to answer: an automaton's, or one with orders on file. Such orders may
    also propose an answer to a partner. An automaton leaves to a person what both are asked, and answers as that
    person did, though its own answer would go before."""
    spoken, given = run.spoken(computers), run.given
    for seat, partner in spoken.items():
        if seat not in tried and partner in given and given.get(seat) != given[partner]:
            return seat
    for seat, question in run.questions().items():
        if seat in tried:
            continue
        if seat in spoken:
            if question.lapses and on_file(spoken[seat], question) is None:
                return seat
        elif seat in computers:
            if set(run.sharing(seat)) <= set(computers):
                return seat
        elif question.lapses or on_file(seat, question) is not None:
            return seat
    for seat, question in run.invited().items():
        if seat not in tried and seat not in computers and on_file(seat, question) is not None:
            return seat
    return None


def proposed(run: Run, seat: Seat, partner: Seat | None) -> list[Line]:
    """Write as a line what the partner of an automaton answered for their side; no line if there is no answer."""
    question = run.changeable().get(partner) if partner is not None else None
    if question is None or partner not in run.given:
        return []
    return reading.split_lines(answer_line(question, run.given[partner]))
