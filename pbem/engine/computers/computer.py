"""Computer players: their own chance, copies of a game to try a turn on, and a whole turn written down as text.

A computer player sees what a person sees, the open question, and its choices come from labelled words of a seed: the
same seed plays the same on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from pbem.core.chance import SeedChance, below
from pbem.core.errors import RevealAhead
from pbem.core.interpreter import Run
from pbem.core.procedures import AskAll, Procedure
from pbem.core.questions import Keys, Pick, Question, Seat, answer_line
from pbem.core.table import Live, Table
from pbem.core.titles import Title
from pbem.engine.play import Play

Chooser = Callable[[Table, Seat, Question], Keys]


class Luck:
    """The players' own chance, apart from the game's."""

    def __init__(self, seed: bytes) -> None:
        self._words: Iterator[int] = SeedChance(seed, "fuzz").words("player", 0)

    def below(self, n: int) -> int:
        return below(self._words, n)

    def one_in(self, n: int) -> bool:
        return self.below(n) == 0

    def order(self, things: list[str]) -> list[str]:
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in things]

    def answer(self, question: Question) -> Keys:
        """Choose any legal answer; all sizes are equally likely, and of one size all answers."""
        options = list(question.options)
        most = min(question.high, len(options))
        keys = self.order(options)[: question.low + self.below(most - question.low + 1)]
        while question.clash is not None and not question.allows(keys):
            if len(keys) <= question.low:
                return self._agreeing(question)
            keys.pop()
        return keys

    def _agreeing(self, question: Question) -> Keys:
        """Choose options that go together, as few as there must be."""
        options = self.order(list(question.options))
        sizes = range(max(question.low, 1), min(question.high, len(options)) + 1)
        found = (list(keys) for size in sizes for keys in combinations(options, size))
        return next(keys for keys in found if question.allows(keys))


class Itself:
    """Questions of a seat that answered themselves while its turn was found, each with the number of answers before."""

    def __init__(self, run: Run, seat: Seat, given: Sequence[tuple[Question, Keys]]) -> None:
        self.seat, self.given = seat, given
        self.met: list[tuple[int, Question]] = []
        run.on_forced = self

    def __call__(self, seat: Seat, question: Question) -> None:
        if seat == self.seat:
            self.met.append((len(self.given), question))

    def said(self, at: int) -> list[str]:
        """Write lines for the questions that came before an answer: only where a later line would be taken for such a
        question, because it says the same."""
        return [
            answer_line(question, question.forced or [])
            for place, question in self.met
            if place == at and any(self._same(question, *later) for later in self.given[at:])
        ]

    def _same(self, question: Question, other: Question, keys: Keys) -> bool:
        return other.name == question.name and sorted(keys) == sorted(question.forced or [])


class TurnEnd:
    """Stops a copy where the seat's turn is over."""

    class Over(Exception):
        pass

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def __call__(self, seat: Seat) -> None:
        if seat == self.seat:
            raise self.Over


def copied(play: Play, *, preview: bool = False) -> Run:
    """Write the game's table, read it back and open it again."""
    return opened(play.title, play.table, play.table.live, preview=preview)


def opened(title: Title, given: Table, live: Live, *, preview: bool, stack: list[Procedure] | None = None) -> Run:
    """Write a table, read it back and open it again, with other things to do if a stack is given."""
    table = title.table_model.model_validate_json(given.model_dump_json())
    table.live = live.anew()
    table.live.preview = preview
    if stack is not None:
        table.stack = stack
    run = Run(table)
    run.advance()
    return run


def first_question(run: Run, seat: Seat) -> Question | None:
    """Return what a submission of the seat would answer first."""
    if seat in run.questions():
        return run.questions()[seat]
    if run.owed(seat):
        run.take_up(seat)
        return run.questions().get(seat)
    return run.changeable().get(seat)


def turn_text(play: Play, seat: Seat, choose: Chooser) -> str:
    """Write a whole turn of a computer player as text, found on a copy: up to its end or the first reveal."""
    answers: list[tuple[Question, Keys]] = []
    along: dict[int, list[str]] = {}
    run = copied(play, preview=True)
    ended, itself = TurnEnd(seat), Itself(run, seat, answers)
    run.on_turn_over = ended
    try:
        question = first_question(run, seat)
        while question is not None:
            keys = choose(run.table, seat, question)
            answers.append((question, keys))
            if choose == play.title.prefer:
                along[len(answers) - 1] = play.title.along(run.table, seat, question)
            last = isinstance(run.open, AskAll)
            run.give(seat, keys)
            question = None if last else run.questions().get(seat)
    except (ended.Over, RevealAhead):
        pass
    said: list[str] = []
    for n, (question, keys) in enumerate(answers):
        said += [*itself.said(n), *along.get(n, ())]
        if _is_said(question, keys, answers[n + 1 :]):
            said.append(answer_line(question, keys))
    return "; ".join(said or [answer_line(*pair) for pair in answers[:1]])  # an empty text is no move


def _is_said(question: Question, keys: Keys, later: Sequence[tuple[Question, Keys]]) -> bool:
    """Tell whether an answer needs its line: a default does only if the next line of its name would be taken for it,
    and refused."""
    if keys != question.default:
        return True
    named = (said for other, said in later if other.name == question.name and said != other.default)
    following = next(named, None)
    return following is not None and isinstance(question, Pick) and not set(following) <= set(question.options)
