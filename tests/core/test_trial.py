"""Copies for trying out share nothing that can change."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel, Field, PrivateAttr

import tests.fair
import tests.toy  # noqa: F401  (register the titles)
from pbem.core.procedures import Ask, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick
from pbem.core.table import Live, Model, Piece, Table, no_dict, no_list
from pbem.core.titles import get_title
from pbem.core.trial import SHARED, NoChance, all_answers, likely_first, previews, suppose, supposed, twin
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz
from pbem.engine.create import box_of


class Corner(Model):
    cards: list[str] = Field(default_factory=no_list)


class Pebble(Piece):
    colour: str


class Pouch(Piece):
    """A piece of which a part can change, so that it is copied after all."""

    stones: list[str] = Field(default_factory=no_list)


class Odd(Table):
    """Every shape that a field of a table may have."""

    pairs: list[tuple[str, int]] = Field(default_factory=no_list)
    nested: dict[str, dict[str, list[int]]] = Field(default_factory=no_dict)
    corners: dict[str, Corner] = Field(default_factory=no_dict)
    corner: Corner | None = None
    stacks: list[list[str]] = Field(default_factory=no_list)
    free: Any = None
    pebbles: dict[str, Pebble] = Field(default_factory=no_dict)
    pouches: dict[str, Pouch] = Field(default_factory=no_dict)


def places(value: Any, path: str = "") -> list[tuple[str, Any]]:
    """Everything below a value that can change, with its path."""
    found: list[tuple[str, Any]] = []
    if isinstance(value, BaseModel | Procedure):
        rows = [(name, item) for name, item in value.__dict__.items() if name != "live"]
        if not isinstance(value, Piece):  # that itself refuses to be changed; what it holds might not
            found.append((path, value))
    elif isinstance(value, dict):
        rows = list(value.items())
        found.append((path, value))
    elif isinstance(value, list):
        rows = list(enumerate(value))
        found.append((path, value))
    else:
        rows = list(enumerate(value)) if isinstance(value, tuple) else []
    for name, item in rows:
        found += places(item, f"{path}.{name}")
    return found


def shared(one: Table, other: Table) -> list[str]:
    """Paths of what two tables share although it can change."""
    known = {id(item) for _, item in places(one)}
    return [path for path, item in places(other) if id(item) in known]


def test_only_the_surroundings_are_shared() -> None:
    """Whoever shares another field changes this line, too."""
    assert {"live"} == SHARED


def test_every_shape_of_field_is_copied() -> None:
    table = Odd(
        seats=["a"], pairs=[("x", 1)], nested={"a": {"b": [1]}}, corners={"a": Corner(cards=["c"])},
        corner=Corner(cards=["d"]), stacks=[["e"]], free={"list": [1, {"deep": []}]},
        pebbles={"p": Pebble(colour="red")}, pouches={"q": Pouch(stones=["s"])},
    )  # fmt: skip
    copy = twin(table)
    assert copy.model_dump_json() == table.model_dump_json()
    assert shared(table, copy) == []
    assert copy.pebbles["p"] is table.pebbles["p"]


class Seen(Model):
    """What is no field can change, too."""

    cards: list[str] = Field(default_factory=no_list)
    _looked_at: list[str] = PrivateAttr(default_factory=list)

    @cached_property
    def doubled(self) -> list[str]:
        return [card * 2 for card in self.cards]


class Glass(Piece):
    colour: str
    _looked_at: list[str] = PrivateAttr(default_factory=list)


class Showcase(Table):
    seen: Seen
    glasses: dict[str, Glass] = Field(default_factory=no_dict)
    _handled: dict[str, list[int]] = PrivateAttr(default_factory=dict)


def test_what_is_no_field_is_not_shared_either() -> None:
    table = Showcase(seats=["a"], seen=Seen(cards=["x"]), glasses={"g": Glass(colour="red")})
    table._handled["a"] = [1]
    table.seen._looked_at.append("x")
    assert table.seen.doubled == ["xx"]
    copy = twin(table)
    copy._handled["a"].append(2)
    copy.seen._looked_at.append("y")
    copy.seen.cards.append("y")
    copy.glasses["g"]._looked_at.append("y")
    assert (copy._handled, copy.seen._looked_at, copy.seen.doubled) == ({"a": [1, 2]}, ["x", "y"], ["xx", "yy"])
    assert (table._handled, table.seen._looked_at, table.seen.doubled) == ({"a": [1]}, ["x"], ["xx"])
    assert table.glasses["g"]._looked_at == []


def test_a_kind_of_piece_has_no_kinds_of_its_own() -> None:
    """A field of pebbles is shared, as pebbles cannot change; a pebble that can would be shared with it."""
    with pytest.raises(TypeError, match="Gem: a kind of piece has no kinds of its own"):
        type("Gem", (Pebble,), {"__module__": __name__})


@dataclass(eq=False, repr=False)
class Joint(Procedure):
    """Two questions of one side, one after the other; whoever of it answers first answers for both."""

    kind: ClassVar[str] = "trial.joint"

    def start(self, t: Odd) -> Outcome:
        return Ask("a", Pick("first", "First", ["x", "y"]), then=self.more, also=["b"])

    def more(self, t: Odd, keys: Keys) -> Outcome:
        return Next(self.second)

    def second(self, t: Odd) -> Outcome:
        return Ask("a", Pick("second", "Second", ["x", "y"]), then=self.end, also=["b"])

    def end(self, t: Odd, keys: Keys) -> Outcome:
        return Done()


def test_a_menu_is_previewed_for_everybody_who_may_answer() -> None:
    table = Odd(seats=["a", "b", "c"], stack=[Joint()])
    table.live = Live(NoChance(), {}, None)
    menus = {seat: [question.name for question in previews(table, seat)] for seat in table.seats}
    assert menus == {"a": ["second"], "b": ["second"], "c": []}


BOXES: list[tuple[str, int, dict[str, Any]]] = [
    *(("toy", 3, {}), ("fair", 5, {"expansion": "kites"}), ("fair", 1, {})),
    *(("tekhenu", 4, {}), ("tekhenu", 1, {"expansion": "seth"}), ("tekhenu", 2, {"expansion": "seth", "vizier": True})),
    *(("ankh", 3, {"scenario": "peoples-revolt"}), ("ankh", 2, {"expansion": "pharaoh"})),
]
"""Every module is in one of them (`test_every_module_is_tried`)."""


def test_every_module_is_tried() -> None:
    for name in {name for name, *_ in BOXES}:
        title = get_title(name)
        boxes = [box_of(title, options, players) for other, players, options in BOXES if other == name]
        assert {module for box in boxes for module in box} == set(title.modules_at), name


@pytest.mark.parametrize(("name", "players", "options"), BOXES)
def test_a_trial_of_a_game_shares_nothing_that_can_change(name: str, players: int, options: dict[str, Any]) -> None:
    game = Fuzz(get_title(name), players, "trial", "random", False, NO_CHECKS, options)
    for _ in range(12):
        copy = suppose(game.table)
        assert supposed(copy) and not supposed(game.table)
        assert copy.model_dump_json() == game.table.model_dump_json()
        assert shared(game.table, copy) == []
        if not game.play_of.run.over:
            game._submit()


def test_all_answers_are_those_that_are_allowed() -> None:
    question = Pick("cards", "Take", ["a", "b", "c"], low=0, high=2)
    question.clash = lambda keys: ("they clash", "X") if {"a", "b"} <= set(keys) else None
    answers = list(all_answers(question))
    assert answers == [[], ["a", "c"], ["b", "c"], ["a"], ["b"], ["c"]]


def test_a_search_begins_with_what_led_to_an_end_before() -> None:
    """And leaves nothing out, nor tries what is no answer now."""
    question = Pick("cards", "Take", ["a", "b", "c"], low=0, high=1)
    answers = [[], ["a"], ["b"], ["c"]]
    known = [["b"], ["gone"], []]
    assert list(likely_first(question, answers, known)) == [["b"], [], ["a"], ["c"]]
    assert list(likely_first(question, answers, [["gone"]])) == answers


def test_a_menu_is_previewed_where_the_title_says_nothing() -> None:
    """What follows the first answers of a turn, without anything that would come to light."""
    title = get_title("toy")
    game = Fuzz(title, 3, "menu", "random", False, NO_CHECKS, {})
    while not any(question.name == "float" for question in game.play_of.questions().values()):
        game._submit()
    seat = next(iter(game.play_of.questions()))
    written = game.table.model_dump_json()
    menu = previews(game.table, seat)
    assert {question.name for question in menu} <= {"shelter", "rest"} and "rest" in {q.name for q in menu}
    assert game.table.model_dump_json() == written
    assert "keep" not in {question.name for question in menu}, "what is drawn comes to light first"
