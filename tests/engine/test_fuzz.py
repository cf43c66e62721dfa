"""The computer's games notice what they are there to notice: each row breaks the test title in one way."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pbem.core.procedures import Ask, Next, Outcome
from pbem.core.questions import Amount, Pick, Question
from pbem.engine.computers.computer import Luck
from pbem.engine.computers.fuzz import NO_CHECKS, BrokenGame, Checks, play_game
from tests.toy import rules
from tests.toy.rules import Turn
from tests.toy.state import River
from tests.toy.title import TITLE, Lanterns, RiverView

EVERY = Checks(1, 1, 1, 1, 1, 1, 1)


def some_games(title: Lanterns, players: int) -> None:
    for seed in range(10):
        play_game(title, players, str(seed), checks=EVERY, chooser="greedy" if seed == 0 else "random")


class ShowsTheDeck(Lanterns):
    def view(self, table: River, seat: str | None) -> RiverView:
        return super().view(table, seat).model_copy(update={"hand": table.deck[-1:]})


class ShowsSealedBids(Lanterns):
    def scores(self, table: River) -> Mapping[str, int]:
        return {seat: int(keys[0]) for frame in table.stack for seat, keys in frame.given.items()}


class ForeseesOthersHands(Lanterns):
    def foresee(self, table: River, seat: str) -> list[Question]:
        other = next(s for s in table.seats if s != seat)
        return [Pick("float", "Somebody's lanterns", list(table.hands[other]))] if table.hands[other] else []


class CountsOnlyTheBank(Lanterns):
    def conserved(self, table: River) -> Mapping[str, int]:
        return {"bank": table.bank}


class HasNoResult(Lanterns):
    def result(self, table: River) -> None:
        return None


class FindsFault(Lanterns):
    def problems(self, table: River) -> list[str]:
        return ["night: too dark"] if table.night > 1 else []


class PrefersNonsense(Lanterns):
    def prefer(self, table: River, seat: str, question: Question) -> list[str]:
        return ["nonsense"]


@pytest.mark.parametrize(
    ("title", "message"),
    [
        (ShowsTheDeck(), "exchanged, differs in"),
        (ShowsSealedBids(), "exchanged, differs in scores"),
        (ForeseesOthersHands(), "exchanged, differs in foreseen"),
        (CountsOnlyTheBank(), "the game began with"),
        (HasNoResult(), "has no result"),
        (FindsFault(), "night: too dark"),
        (PrefersNonsense(), "does not list it"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Lanterns) else None,
)
def test_a_broken_title_is_found(title: Lanterns, message: str) -> None:
    with pytest.raises(BrokenGame, match=message):
        some_games(title, 3)


def asks_and_counts(self: Turn, t: River) -> Outcome:
    """A step that asks and changes something."""
    t.counters["asked"] = t.counters.get("asked", 0) + 1
    return Ask(self.seat, rules.rest_question(t), then=self.rested)


def asks_in_public(t: River, seat: str) -> Pick:
    """A list that shows a hand, and does not say so."""
    return Pick("float", "Set one lantern afloat", list(t.hands[seat]))


@pytest.mark.parametrize(
    ("where", "name", "instead", "message"),
    [
        (Turn, "rest", asks_and_counts, "asked again, the table is another"),
        (rules, "float_question", asks_in_public, "exchanged, differs in answers of"),
        (rules, "thanks_question", lambda t: Pick("thanks", "?", ["a; b", "c"]), "is read as"),
        (rules, "thanks_question", lambda t: Pick("thanks", "?", ["a, b", "c, b", "b"], 2, 2), "is read as"),
        (rules, "thanks_question", lambda t: Pick("thanks", "?", ["coin"], 2, 2), "wants 2 answers of 1"),
        (rules, "thanks_question", lambda t: Pick("thanks", "?", ["coin", "coin"]), "lists an answer twice"),
        (rules, "thanks_question", lambda t: Pick("thanks", "?", []), "is empty|has no answer"),
        (rules, "thanks_question", lambda t: Amount("thanks", "?", 2, 1), "is empty|has no answer"),
        (rules, "shelter_question", lambda: Pick("shelter", "?", ["yes"], 0, 1, ["no"]), "a default|is no answer"),
        (Turn, "over", lambda self, t: Next(self.rest), "rules run away"),
    ],
    ids=["asking changes", "hand shown", "unreadable", "commas", "too few", "twice", "empty", "no number", "default",
         "endless"],
)  # fmt: skip
def test_broken_rules_are_found(
    where: Any, name: str, instead: Callable[..., Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    instead.__name__ = name  # steps are known by their names
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(BrokenGame, match=message):
        some_games(TITLE, 4)


def test_a_broken_game_brings_its_reproduction() -> None:
    """The failure holds the game as it stood, which loads, and its journal so far."""
    with pytest.raises(BrokenGame) as caught:
        play_game(FindsFault(), 2, "x")
    broken = caught.value
    table = River.model_validate(json.loads(broken.game.model_dump_json())["table"])
    assert table.night == 2
    assert broken.entries[-1].n == broken.game.entry
    assert f"entry {broken.game.entry}:" in broken.message


def test_checks_do_not_change_the_game() -> None:
    plain = play_game(TITLE, 3, "same", checks=NO_CHECKS)
    checked = play_game(TITLE, 3, "same", checks=EVERY)
    assert checked.game.head == plain.game.head
    assert checked.stops == plain.stops == plain.submissions


def test_a_turn_is_one_submission() -> None:
    """Three nights of two seats: a bid and a turn each, one more where a draw is looked at, thanks, and changed bids;
    a greedy player's whole turn never takes more submissions than its answers."""
    report = play_game(TITLE, 2, "count", chooser="greedy", checks=NO_CHECKS)
    moves = [entry for entry in report.entries if entry.kind == "move"]
    assert len(moves) == report.submissions
    assert report.submissions >= 3 * 2 * 2
    floats = [entry for entry in moves if entry.answers[0].name == "float"]
    assert floats and all(entry.answers[-1].name == "rest" for entry in floats)


def test_ahead_needs_fewer_submissions() -> None:
    alone = [play_game(TITLE, 4, str(seed), checks=NO_CHECKS).submissions for seed in range(5)]
    ahead = [play_game(TITLE, 4, str(seed), checks=NO_CHECKS, ahead=True).submissions for seed in range(5)]
    assert sum(ahead) < sum(alone)


def test_luck_reaches_every_answer() -> None:
    luck = Luck(b"x" * 32)
    question = Pick("q", "?", ["a", "b", "c"], low=0, high=2)
    found = {frozenset(luck.answer(question)) for _ in range(500)}
    assert len(found) == 1 + 3 + 3
    assert all(question.allows(luck.answer(question)) for _ in range(100))
