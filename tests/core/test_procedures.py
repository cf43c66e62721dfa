"""The interpreter of procedures: each outcome, forced and simultaneous answers, owed choices, frames in files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from pydantic import Field, ValidationError

from pbem.core import interpreter, procedures
from pbem.core.chance import SeedChance
from pbem.core.errors import RevealAhead, RulesBug
from pbem.core.interpreter import Run
from pbem.core.procedures import (
    Ask,
    AskAll,
    Call,
    Done,
    Next,
    Outcome,
    Procedure,
    Settle,
    TurnOver,
    dump_frame,
    load_frame,
)
from pbem.core.questions import Amount, Keys, Pick
from pbem.core.table import Live, Table


class Board(Table):
    log: list[str] = Field(default_factory=list)


def board(*stack: Procedure, preview: bool = False) -> Board:
    live = Live(SeedChance(bytes(32), "test"), {}, None)
    live.preview = preview
    return Board(seats=["red", "blue", "green"], stack=list(stack), live=live)


def begun(*stack: Procedure, **kwargs: Any) -> Run:
    run = Run(board(*stack), **kwargs)
    run.advance()
    return run


def reopened(run: Run) -> Run:
    """The table as the next process finds it."""
    table = Board.model_validate_json(run.table.model_dump_json())
    table.live = run.table.live
    again = Run(table)
    again.advance()
    return again


@dataclass
class Say(Procedure):
    """Asks one seat for a word and logs it."""

    kind: ClassVar[str] = "core.say"
    seat: str
    words: list[str] = field(default_factory=lambda: ["a", "b"])

    def start(self, t: Board) -> Outcome:
        return Ask(self.seat, Pick("word", "Say", self.words), then=self.said)

    def said(self, t: Board, keys: Keys) -> Outcome:
        t.log.append(f"{self.seat} {keys[0]}")
        return Next(self.done)


@dataclass
class Several(Procedure):
    """Runs procedures one after the other; `left` are seats that say something."""

    kind: ClassVar[str] = "core.several"
    left: list[str]

    def start(self, t: Board) -> Outcome:
        if not self.left:
            return Done()
        return Call(Say(self.left.pop(0)), then=self.back)

    def back(self, t: Board) -> Outcome:
        t.log.append("back")
        return Next(self.start)


@dataclass
class Bid(Procedure):
    kind: ClassVar[str] = "core.bid"
    most: dict[str, int]
    sealed: bool = True

    def start(self, t: Board) -> Outcome:
        return AskAll({s: Amount("bid", "?", 0, n) for s, n in self.most.items()}, then=self.bids, sealed=self.sealed)

    def bids(self, t: Board, answers: dict[str, Keys]) -> Outcome:
        t.log += [f"{seat} {keys[0]}" for seat, keys in answers.items()]
        return Next(self.done)


@dataclass
class Owing(Procedure):
    """Owes choices to seats, then asks `ask` or settles."""

    kind: ClassVar[str] = "core.owing"
    owed: list[str]
    ask: str = ""

    def start(self, t: Board) -> Outcome:
        for seat in self.owed:
            t.owe(Say(seat, ["x", "y"]))
        return Next(self.go_on)

    def go_on(self, t: Board) -> Outcome:
        if self.ask:
            return Ask(self.ask, Pick("own", "?", ["1", "2"]), then=self.told)
        return Settle(then=self.settled)

    def told(self, t: Board, keys: Keys) -> Outcome:
        t.log.append(f"{self.ask} {keys[0]}")
        return Next(self.done)

    def settled(self, t: Board) -> Outcome:
        t.log.append("settled")
        return Done()


# -- outcomes -------------------------------------------------------------------------------------------------------


def test_ask_goes_on_with_the_answer() -> None:
    run = begun(Say("red"))
    assert list(run.questions()) == ["red"]
    assert run.questions()["red"].name == "word"
    run.give("red", ["b"])
    assert run.table.log == ["red b"]  # type: ignore[attr-defined]
    assert run.over and run.questions() == {}


def test_call_returns_to_its_step() -> None:
    run = begun(Several(["red", "blue"]))
    assert [frame.kind for frame in run.table.stack] == ["core.several", "core.say"]
    assert run.table.stack[0].step == "back"
    run.give("red", ["a"])
    assert list(run.questions()) == ["blue"]
    run.give("blue", ["b"])
    assert run.table.log == ["red a", "back", "blue b", "back"]  # type: ignore[attr-defined]
    assert run.over


def test_turn_over_is_announced_and_goes_on() -> None:
    @dataclass
    class Turns(Procedure):
        kind: ClassVar[str] = "core.turns"
        seats: list[str]

        def start(self, t: Board) -> Outcome:
            return Call(Say(self.seats[0]), then=self.over)

        def over(self, t: Board) -> Outcome:
            return TurnOver(self.seats.pop(0), then=self.after)

        def after(self, t: Board) -> Outcome:
            t.log.append("after")
            return Next(self.start) if self.seats else Done()

    heard: list[tuple[str, int]] = []
    run = Run(board(Turns(["red", "blue"])))
    run.on_turn_over = lambda seat: heard.append((seat, len(run.table.log)))  # type: ignore[attr-defined]
    run.advance()
    run.give("red", ["a"])
    assert heard == [("red", 1)]  # before `after` ran
    assert run.table.log == ["red a", "after"]  # type: ignore[attr-defined]
    assert run.table.stack[0].step == "over"
    run.give("blue", ["a"])
    assert [seat for seat, _ in heard] == ["red", "blue"] and run.over


def test_nothing_is_run_behind_a_turn_over_that_objects() -> None:
    """The engine judges left-over lines there; if it raises, the step behind has not run."""

    @dataclass
    class Ends(Procedure):
        kind: ClassVar[str] = "core.ends"

        def start(self, t: Board) -> Outcome:
            return TurnOver("red", then=self.behind)

        def behind(self, t: Board) -> Outcome:
            t.log.append("revealed")
            return Done()

    def object_(seat: str) -> None:
        raise KeyError(seat)

    run = Run(board(Ends()), on_turn_over=object_)
    with pytest.raises(KeyError):
        run.advance()
    assert run.table.log == []  # type: ignore[attr-defined]


# -- the list is the judge ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "keys"), [("red", ["c"]), ("red", []), ("red", ["a", "b"]), ("blue", ["a"])])
def test_an_unlisted_answer_is_refused(seat: str, keys: Keys) -> None:
    run = begun(Say("red"))
    with pytest.raises(RulesBug, match="is no answer of"):
        run.give(seat, keys)
    assert list(run.questions()) == ["red"]


def test_nobody_can_answer_nothing() -> None:
    with pytest.raises(RulesBug, match="nobody is asked"):
        begun().give("red", ["a"])


def test_a_single_answer_answers_itself() -> None:
    run = begun(Say("red", ["only"]), Say("blue", ["one"]))
    assert run.over
    assert run.table.log == ["blue one", "red only"]  # type: ignore[attr-defined]


def test_an_empty_question_is_a_bug() -> None:
    with pytest.raises(RulesBug, match=r"core\.say\.start: the question word is empty"):
        begun(Say("red", []))


def test_a_question_that_wants_more_than_it_lists_is_a_bug() -> None:
    @dataclass
    class Greedy(Procedure):
        kind: ClassVar[str] = "core.greedy"

        def start(self, t: Board) -> Outcome:
            return Ask("red", Pick("two", "?", ["a"], low=2, high=2), then=self.took)

        def took(self, t: Board, keys: Keys) -> Outcome:
            return Done()

    with pytest.raises(RulesBug, match=r"core\.greedy\.start: the question two wants 2 answers of 1"):
        begun(Greedy())


def test_an_empty_simultaneous_question_is_a_bug() -> None:
    with pytest.raises(RulesBug, match=r"core\.bid\.start: the question bid is empty"):
        begun(Bid({"red": 3, "blue": -1}))


def test_a_runaway_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass
    class Round(Procedure):
        kind: ClassVar[str] = "core.round"

        def start(self, t: Board) -> Outcome:
            return Next(self.start)

    monkeypatch.setattr(interpreter, "RUNAWAY", 50)
    with pytest.raises(RulesBug, match=r"run away in core.round.start"):
        begun(Round())


@pytest.mark.parametrize("forced", [False, True])
def test_asking_in_the_step_that_takes_an_answer_is_a_bug(forced: bool) -> None:
    """Such a question could not be made anew after a load: its step would want the answer again."""

    @dataclass
    class AsksTwice(Procedure):
        kind: ClassVar[str] = "core.asks-twice"
        words: list[str]

        def start(self, t: Board) -> Outcome:
            return Ask("red", Pick("one", "?", self.words), then=self.second)

        def second(self, t: Board, keys: Keys) -> Outcome:
            return Ask("red", Pick("two", "?", ["a", "b"]), then=self.third)

        def third(self, t: Board, keys: Keys) -> Outcome:
            return Done()

    run = Run(board(AsksTwice(["a"] if forced else ["a", "b"])))
    with pytest.raises(RulesBug, match="must not ask"):
        run.advance() or run.give("red", ["a"])  # type: ignore[func-returns-value]


def test_a_procedure_without_first_step_is_a_bug() -> None:
    @dataclass
    class Empty(Procedure):
        kind: ClassVar[str] = "core.empty"

    with pytest.raises(RulesBug, match=r"core.empty has no first step"):
        begun(Empty())


# -- simultaneous questions ------------------------------------------------------------------------------------------


def test_all_answer_in_any_order() -> None:
    run = begun(Bid({"red": 3, "blue": 3, "green": 3}))
    run.give("green", ["2"])
    assert sorted(run.questions()) == ["blue", "red"]
    run = reopened(run)
    assert sorted(run.questions()) == ["blue", "red"]
    run.give("red", ["0"])
    run.give("blue", ["3"])
    assert run.table.log == ["red 0", "blue 3", "green 2"]  # type: ignore[attr-defined]


def test_an_answer_may_be_changed_until_the_last_is_in() -> None:
    run = begun(Bid({"red": 3, "blue": 3}))
    run.give("red", ["1"])
    assert list(run.changeable()) == ["red"]
    run.give("red", ["2"])
    assert run.table.stack[-1].given == {"red": ["2"]}
    run.give("blue", ["0"])
    assert run.table.log == ["red 2", "blue 0"]  # type: ignore[attr-defined]
    assert run.changeable() == {}


def test_sealed_answers_are_a_reveal_when_the_last_is_in() -> None:
    run = begun(Bid({"red": 3, "blue": 3}))
    assert run.sealed
    run.give("red", ["1"])
    assert run.table.live.reveals == 0
    run.give("blue", ["1"])
    assert run.table.live.reveals == 1
    assert not run.sealed


def test_open_simultaneous_answers_reveal_nothing() -> None:
    run = begun(Bid({"red": 3, "blue": 3}, sealed=False))
    assert not run.sealed
    run.give("red", ["1"])
    run.give("blue", ["1"])
    assert run.over and run.table.live.reveals == 0


def test_a_preview_does_not_unseal() -> None:
    run = begun(Bid({"red": 3, "blue": 3}))
    run.give("red", ["1"])
    run.table.live.preview = True
    with pytest.raises(RevealAhead):
        run.give("blue", ["2"])
    assert run.table.log == []  # type: ignore[attr-defined]


def test_seats_with_one_answer_are_not_waited_for() -> None:
    run = begun(Bid({"red": 0, "blue": 3}))
    assert list(run.questions()) == ["blue"]
    assert run.changeable() == {}
    run.give("blue", ["1"])
    assert run.table.log == ["red 0", "blue 1"]  # type: ignore[attr-defined]


def test_if_nobody_has_a_choice_nothing_is_asked_or_revealed() -> None:
    run = begun(Bid({"red": 0, "blue": 0}))
    assert run.over and run.table.live.reveals == 0


def test_an_answer_that_a_patch_made_impossible_is_asked_again() -> None:
    """The question is made anew from the table, so what was answered before must still be in its list."""
    run = begun(Bid({"red": 3, "blue": 3, "green": 3}))
    run.give("red", ["3"])
    run.give("blue", ["1"])
    run.table.stack[-1].most = {"red": 2, "blue": 2, "green": 2}  # type: ignore[attr-defined]
    run.reopen()
    assert sorted(run.questions()) == ["green", "red"]
    assert list(run.changeable()) == ["blue"]


def test_a_stranger_cannot_answer() -> None:
    run = begun(Bid({"red": 3, "blue": 3}))
    for seat, keys in (("green", ["1"]), ("red", ["4"])):
        with pytest.raises(RulesBug, match="is no answer of"):
            run.give(seat, keys)
    assert run.table.stack[-1].given == {}


# -- owed choices -----------------------------------------------------------------------------------------------------


def test_an_owed_choice_comes_before_its_owners_next_question() -> None:
    run = begun(Owing(["red"], ask="red"))
    assert run.questions()["red"].name == "word"
    assert not run.owed("red")  # it was taken up
    run = reopened(run)
    run.give("red", ["x"])
    assert run.questions()["red"].name == "own"
    run.give("red", ["2"])
    assert run.table.log == ["red x", "red 2"]  # type: ignore[attr-defined]


def test_an_owed_choice_does_not_stop_others() -> None:
    run = begun(Owing(["blue"], ask="red"))
    assert list(run.questions()) == ["red"]
    assert run.owed("blue") and not run.owed("green")
    run.give("red", ["1"])
    assert run.over
    assert [frame.kind for frame in run.table.owed] == ["core.say"]


def test_an_owner_may_answer_early() -> None:
    """Taking it up puts it on top; afterwards the other seat is asked again as before."""
    run = begun(Owing(["blue", "blue"], ask="red"))
    run.take_up("blue")
    assert list(run.questions()) == ["blue"]
    run.give("blue", ["y"])
    run.give("blue", ["x"])
    assert list(run.questions()) == ["red"] and run.questions()["red"].name == "own"
    assert run.table.log == ["blue y", "blue x"]  # type: ignore[attr-defined]


def test_taking_up_during_simultaneous_answers_loses_none() -> None:
    run = begun(Bid({"red": 3, "blue": 3}))
    run.give("red", ["2"])
    run.table.owe(Say("blue", ["x", "y"]))
    run.take_up("blue")
    assert run.questions()["blue"].name == "word"
    run.give("blue", ["x"])
    assert run.questions()["blue"].name == "bid"
    run.give("blue", ["1"])
    assert run.table.log == ["blue x", "red 2", "blue 1"]  # type: ignore[attr-defined]


def test_settle_asks_all_owed_choices_in_order() -> None:
    run = begun(Owing(["blue", "red"]))
    for seat in ("blue", "red"):
        assert list(run.questions()) == [seat]
        run = reopened(run)
        run.give(seat, ["y"])
    assert run.table.log == ["blue y", "red y", "settled"]  # type: ignore[attr-defined]
    assert run.over


def test_settle_with_nothing_owed_goes_on() -> None:
    run = begun(Owing([]))
    assert run.over and run.table.log == ["settled"]  # type: ignore[attr-defined]


# -- resting in a file ------------------------------------------------------------------------------------------------


def test_a_question_is_made_anew_from_the_table() -> None:
    """A patch or ruling between load and answer changes what is asked."""
    run = begun(Say("red"))
    run.table.stack[-1].words.append("c")  # type: ignore[attr-defined]
    run.reopen()
    assert list(run.questions()["red"].options) == ["a", "b", "c"]


def test_asking_again_changes_nothing() -> None:
    run = begun(Several(["red", "blue"]))
    written = run.table.model_dump_json()
    for _ in range(3):
        run.reopen()
        run = reopened(run)
    assert run.table.model_dump_json() == written


def test_frames_round_trip() -> None:
    frame = Bid({"red": 2}, step="start", given={"red": ["1"]})
    raw = dump_frame(frame)
    assert raw["kind"] == "core.bid" and raw["given"] == {"red": ["1"]}
    assert load_frame(raw) == frame
    assert load_frame(frame) is frame


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("say", "needs a kind"),
        ({}, "needs a kind"),
        ({"kind": 3}, "needs a kind"),
        ({"kind": "core.nonsense"}, "unknown procedure 'core.nonsense'"),
        ({"kind": "core.say", "seat": "red", "step": "shout"}, "core.say has no step 'shout'"),
        ({"kind": "core.say", "seat": "red", "step": "seat"}, "has no step"),
        ({"kind": "core.say", "seat": "red", "step": "__init__"}, "has no step"),
        ({"kind": "core.say", "seat": "red", "step": "kind"}, "has no step"),
        ({"kind": "core.say", "seat": "red", "step": "said"}, "has no step 'said'"),
        ({"kind": "core.say"}, "seat"),
        ({"kind": "core.say", "seat": 3}, "seat"),
        ({"kind": "core.say", "seat": "red", "words": ["a", 1]}, "words"),
        ({"kind": "core.say", "seat": "red", "extra": 1}, "extra"),
        ({"kind": "core.say", "seat": "red", "given": {"red": "a"}}, "given"),
    ],
)
def test_a_frame_that_cannot_be_resumed_is_refused(raw: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_frame(raw)


@pytest.mark.parametrize("stack", [3, {"kind": "core.say"}, [None], [{"kind": "core.nonsense"}]])
def test_a_table_with_a_broken_stack_is_refused(stack: Any) -> None:
    with pytest.raises(ValidationError, match="stack"):
        Board.model_validate({"seats": ["red"], "stack": stack})


def test_a_renamed_step_is_found() -> None:
    @dataclass
    class Renamed(Procedure):
        kind: ClassVar[str] = "core.renamed"
        renamed: ClassVar[dict[str, str]] = {"begin": "start"}

        def start(self, t: Board) -> Outcome:
            return Done()

    assert load_frame({"kind": "core.renamed", "step": "begin"}).step == "start"


def test_kinds_are_registered_once_named() -> None:
    """A base class without a kind of its own is no kind in files."""

    @dataclass
    class Shared(Procedure):
        seat: str = ""

    @dataclass
    class Concrete(Shared):
        kind: ClassVar[str] = "core.concrete"

    assert procedures.REGISTRY["core.concrete"] is Concrete
    assert Shared not in procedures.REGISTRY.values()


def test_every_outcome_names_a_step_that_can_be_stored() -> None:
    """What `then` names is a method of the procedure: that name is all the file keeps."""
    frame = Several(["red"])
    outcomes: list[Callable[[], Outcome]] = [lambda: frame.start(board()), lambda: frame.back(board())]
    for make in outcomes:
        outcome = make()
        step = outcome.step if isinstance(outcome, Next) else outcome.then  # type: ignore[union-attr]
        assert getattr(frame, step.__name__) == step


def test_a_kind_belongs_to_one_class() -> None:
    """An expansion that took a kind of the base game would load the frames of every game of this process."""
    known = procedures.REGISTRY["core.say"]
    with pytest.raises(TypeError, match=f"{known.kind} is the kind of {known.__module__}.{known.__qualname__} already"):
        type("Copied", (Procedure,), {"kind": known.kind, "__module__": "elsewhere"})
    assert procedures.REGISTRY[known.kind] is known
