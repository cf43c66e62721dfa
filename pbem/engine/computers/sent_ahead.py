"""What a computer player sends ahead: rankings for what the title foresees, and orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.core.errors import RevealAhead
from pbem.core.procedures import Procedure
from pbem.core.questions import ANY, NONE, Amount, Question, Seat, answer_line
from pbem.core.table import Table
from pbem.core.titles import Title
from pbem.engine.computers.computer import Chooser, Luck, opened
from pbem.engine.submission.lines import bare_name

Along = Callable[[Table, Seat, Question], list[str]]
"""The lines that a player writes with an answer."""
RANKED = 6
"""Answers that a computer names in a ranking; `any` stands for the rest."""


class SentAhead:
    """Writes lines for questions that are not asked yet."""

    def __init__(self, title: Title, luck: Luck, choose: Chooser, answer: Chooser, along: Along) -> None:
        self.title, self.luck, self.along = title, luck, along
        self.choose, self.answer = choose, answer
        """What the player likes best of what may be possible, and of what is (checked)."""

    def lines(self, table: Table, seat: Seat, foreseen: list[Question], written: Iterable[str]) -> list[str]:
        """Write rankings for what may come, best first, as things stand now; none where an order says it, or what was
        written before."""
        lines = [line for question in foreseen for line in self.along(table, seat, question)]
        said = {bare_name(line.partition(":")[0]) for line in (*lines, *written)}
        for question in foreseen:
            if question.name in said:
                continue
            if question.leads is not None:
                lines += self._rehearsed(table, seat, question.leads())
                continue
            best = self.choose(table, seat, question)
            others = self.luck.order([key for key in question.options if key not in best])
            ranking = [*best, *others[: RANKED - len(best)]] if best else [NONE]
            if best and len(ranking) < len(question.options) and not isinstance(question, Amount):
                ranking.append(ANY)
            if question.facts:
                ranking = self._conditional(question, ranking)
            words = [one.word for one in question.occasions]
            word = words[self.luck.below(len(words))] if words else ""
            lines.append(f"{question.name}{word and f'-{word}'}: {', '.join(ranking)}")
        return lines

    def _conditional(self, question: Question, ranking: list[str]) -> list[str]:
        """Return the ranking with a member in front that depends on a fact, or that stands for a number."""
        facts = list(question.facts or ())
        fact = facts[self.luck.below(len(facts))]
        test = ("{}", "not {}", "{}>=3", "{} < 2")[self.luck.below(4)].format(fact)
        amounts = list(question.amounts or ()) if isinstance(question, Amount) else []
        first = amounts[self.luck.below(len(amounts))] if amounts else ranking[-1]
        return [f"{first} if {test}", *ranking]

    def _rehearsed(self, table: Table, seat: Seat, procedure: Procedure) -> list[str]:
        """Write the lines for what a question foreseen leads to, as it would go now; `any` where that is gone by then.
        A window before that question has no line: the table may stand in a turn that will be over by then."""
        run = opened(self.title, table, table.live, preview=True, stack=[procedure])
        lines: list[str] = []
        try:
            while seat in run.questions():
                question = run.questions()[seat]
                if not lines and question.default is not None:
                    run.give(seat, list(question.default))
                    continue
                keys = self.answer(run.table, seat, question)
                any_other = [ANY] if lines and keys and not isinstance(question, Amount) else []
                lines.append(answer_line(question, [*keys, *any_other]))
                run.give(seat, keys)
        except RevealAhead:
            pass  # what it would show is not known yet
        return lines
