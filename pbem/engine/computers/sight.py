"""What checks ask of an open question and of a reader's sight of a game; computer games and tests share it."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import Any

from pbem.core.errors import PlayerError
from pbem.core.interpreter import Run
from pbem.core.procedures import AskAll
from pbem.core.questions import Keys, Question, Seat
from pbem.core.table import Table
from pbem.core.titles import Title
from pbem.engine.computers.computer import Luck
from pbem.engine.submission import lines as reading
from pbem.engine.submission import picks


def unanswerable(question: Question) -> str | None:
    """Say what is wrong with a question that stands open, if anything."""
    options = list(question.options)
    if not options:
        return "has no answer"
    if len(set(options)) != len(options):
        return "lists an answer twice"
    if not question.low <= len(options) or not question.low <= question.high:
        return f"wants {question.low} to {question.high} of {len(options)}"
    if question.forced is not None:
        return "has one answer only and should have answered itself"
    if question.default is not None and not question.allows(question.default):
        return f"has a default, {question.default}, that it does not list"
    return None


def with_key(question: Question, key: str) -> Keys:
    """Find the smallest answer with this key in it; of those that must go together the first that do."""
    others = [option for option in question.options if option != key]
    more = max(question.low - 1, 0)
    if question.clash is None or not more:
        return [key, *others[:more]]
    return next([key, *some] for some in combinations(others, more) if question.clash([key, *some]) is None)


def bare(keys: Keys) -> str:
    return ", ".join(keys)


def understood(question: Question, text: str) -> Keys | str:
    """Say how a typed answer is read."""
    found = reading.split_lines(text)
    if len(found) != 1 or not reading.fits(question, found[0]):
        return "no answer to it"
    try:
        return picks.read_keys(question, found[0], found[0].words)
    except PlayerError as error:
        return error.message


def asked(run: Run, reader: Seat | None, *, show_all: bool = False) -> dict[str, Any]:
    """Return the open questions as a reader may know them."""
    shown: dict[str, Any] = {}
    for seat, question in run.questions().items():
        shown[f"question of {seat}"] = (question.name, question.prompt)
        if show_all or seat == reader or not question.private:
            shown[f"answers of {seat}"] = worded(question)
    return shown


def worded(question: Question) -> tuple[Any, ...]:
    options = [(key, question.describe(key)) for key in question.options]
    return question.name, question.prompt, question.low, question.high, question.default, options


def seen(title: Title, run: Run, reader: Seat | None, *, texts: bool = True) -> dict[str, Any]:
    """Collect everything that reaches a reader from the table. Texts are made of the view, and of tables that
    everybody knows, so they may be left out."""
    view, data = title.view(run.table, reader), run.table.live.data
    shown: dict[str, Any] = {"view": view.model_dump(mode="json"), "scores": dict(title.scores(run.table))}
    if texts:
        for plain in (False, True):
            shown[f"summary, plain {plain}"] = title.summary(view, data, plain)
            shown[f"own things, plain {plain}"] = title.own(view, data, plain)
        shown["picture"] = title.picture(view, data)
    if reader is not None:
        shown["foreseen"] = [worded(question) for question in title.foresee(run.table, reader)]
    return {**shown, **asked(run, reader)}


def opened_anew(table: Table, mine: Collection[Seat], luck: Luck) -> Run:
    """Open an exchanged table, the sealed answers of others, which may name what was exchanged, given otherwise."""
    given = table.stack[-1].given if table.stack else {}
    answered = [seat for seat in given if seat not in mine]
    taken = {seat: given.pop(seat) for seat in answered}
    run = Run(table)
    run.advance()
    ask = run.open
    if isinstance(ask, AskAll):
        for seat in answered:
            question = ask.questions.get(seat) or ask.questions[ask.partners[seat]]
            given[seat] = luck.answer(question) if ask.sealed or question.private else taken[seat]
    return run
