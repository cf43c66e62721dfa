"""Every Blessing has a row that fails when its effect is removed."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.titles.tekhenu.cards.blessings import BLESSINGS
from pbem.titles.tekhenu.components import default_components
from tests.titles.tekhenu.build import ME, Game, tekhenu, why_not

Look = dict[str, object]


def look(game: Game) -> Look:
    """Everything a row may speak of."""
    me = game.me
    return {
        **me.stock,
        **{f"over {what}": n for what, n in me.overproduced.items()},
        "vp": me.vp,
        "happiness": me.happiness,
        "population": me.population,
        "buildings": me.buildings,
        "pillars": me.pillars,
        "statues": me.statues,
        "left": me.left,
        "right": me.right,
        "below": me.below,
        "discarded": game.t.discards["blessing"],
    }


ROWS: list[tuple[str, str, dict[str, int], list[str], Look]] = [
    ("B01", "thoth yellow 3", {}, ["action: produce", "play: B01"], {"limestone": 4, "over limestone": 0}),
    ("B02", "thoth yellow 3", {}, ["action: produce", "play: B02"], {"granite": 4, "over granite": 0}),
    ("B03", "thoth brown 3", {}, ["action: produce", "play: B03"], {"bread": 6, "over bread": 1}),
    ("B04", "thoth yellow 3", {}, ["action: produce", "play: B04"], {"papyrus": 6, "over papyrus": 1}),
    ("B05", "thoth yellow 3", {}, ["action: produce", "play: B05"], {"gold": 3}),
    ("B06", "thoth yellow 3", {}, ["action: produce", "play: B06"], {"scribe": 2}),
    ("B07", "thoth yellow 3", {}, ["play: B07 population", "die: thoth yellow 3"], {"population": 8, "happiness": 2}),
    ("B07", "thoth yellow 3", {}, ["die: thoth yellow 3", "play: B07 happiness"], {"population": 5, "happiness": 5}),
    ("B08", "thoth yellow 3", {}, ["die: thoth yellow 3", "play: B08 happiness"], {"happiness": 5}),
    ("B08", "thoth yellow 3", {}, ["die: thoth yellow 3", "play: B08 population"], {"population": 8}),
    ("B09", "thoth yellow 2", {}, ["value: B09 6", "action: produce"], {"left": ["yellow 6"], "over papyrus": 4}),
    ("B10", "thoth yellow 5", {}, ["value: B10 1", "action: produce"], {"left": ["yellow 1"], "over papyrus": 0}),
    ("B11", "thoth yellow 2", {}, ["as: B11 white", "action: produce"], {"limestone": 2, "right": ["yellow 2"]}),
    ("B11", "horus black 4", {}, ["as: B11 white", "value: 5", "action: produce"], {"left": ["black 5"]}),
    ("B12", "thoth yellow 2", {}, ["as: B12 black", "value: 3", "action: produce"], {"granite": 2, "over granite": 1}),
    ("B13", "ra white 1", {}, ["action: god", "space: b2", "turn: 0"], {"pillars": 7, "limestone": 2}),
    ("B14", "horus white 6", {}, ["action: god", "statue: OW"], {"statues": 5, "gold": 1}),
    ("B15", "bastet black 4", {}, ["action: god"], {"happiness": 5, "papyrus": 0, "scribe": 1}),
    ("B16", "hathor black 1", {}, ["action: god", "spot: W1"], {"buildings": 9, "population": 6}),
    (
        "B17",
        "hathor black 3",
        {"scribe": 1, "limestone": 1},
        ["value: 3", "action: produce", "extra: B17 ra", "space: b2", "turn: 0"],
        {"pillars": 7, "granite": 2, "over granite": 1, "scribe": 0, "left": ["black 3"]},
    ),
    (
        "B18",
        "hathor black 4",
        {"scribe": 1, "papyrus": 2},
        ["value: 4", "extra: B18 bastet", "action: produce"],
        {"happiness": 5, "scribe": 1, "granite": 2, "papyrus": 0},
    ),
    (
        "B19",
        "hathor black 3",
        {},
        ["action: produce", "extra: B19 osiris", "district: bread"],
        {"buildings": 9, "happiness": 0, "population": 4, "left": ["black 3"]},
    ),
    (
        "B20",
        "ra black 1",
        {},
        ["extra: B20 thoth", "cards: B24", "action: produce"],
        {"happiness": 1, "population": 4, "granite": 1},
    ),
    ("B21", "thoth yellow 3", {}, ["action: produce", "play: B21"], {"papyrus": 4, "over papyrus": 2}),
    ("B22", "thoth yellow 2", {}, ["action: produce", "play: B22"], {"papyrus": 4, "over papyrus": 0}),
    ("B23", "horus black 4", {}, ["action: bread"], {"bread": 2, "over bread": 2, "below": ["black 4"]}),
    ("B24", "horus white 4", {}, ["as: B24", "action: osiris", "district: bread"], {"below": ["white 4"], "gold": 1}),
]


@pytest.mark.parametrize(("card", "die", "stock", "lines", "expected"), ROWS, ids=[f"{r[0]}-{r[1]}" for r in ROWS])
def test_blessing(card: str, die: str, stock: dict[str, int], lines: list[str], expected: Look) -> None:
    game = Game(tekhenu(dice=die, blessings=[card], **stock))
    if not any(line.startswith("die:") for line in lines):
        lines = [f"die: {die}", *lines]
    game.say(*lines).finish()
    expected = {**expected, "discarded": [card]}
    assert expected == {name: look(game)[name] for name in expected}
    assert game.event("played")["card"] == card


def test_every_blessing_is_declared_and_tested() -> None:
    cards = set(default_components().blessings)
    assert set(BLESSINGS.cards) == cards
    assert {row[0] for row in ROWS} == cards


@pytest.mark.parametrize("die", [row[1] for row in ROWS if row[0] in "B13 B14 B15 B16"])
def test_waivers_are_the_only_way_there(die: str) -> None:
    """Without the card the action is not offered: T-TURN-6."""
    game = Game(tekhenu(dice=die)).say(f"die: {die}").finish()
    assert game.me.pillars == 8 and game.me.statues == 6 and game.me.buildings == 10
    assert "produced" in game.kinds()


def test_waiver_is_one_way_to_pay_of_several() -> None:
    """DEC-17: the printed resource is the default, the card is kept."""
    game = Game(tekhenu(dice="bastet black 3", blessings=["B15"], papyrus=1, gold=2))
    game.say("die: bastet black 3", "action: god")
    assert game.options("pay") == ["1 papyrus 1 gold", "2 gold", "B15"]
    assert why_not(game.question("pay"), "B16") == ("You do not hold B16", "T-CARD-0a")
    game.finish()
    assert game.me.blessings == ["B15"]
    assert (game.me.stock["papyrus"], game.me.stock["gold"]) == (0, 1)


def test_rul_27_repeated_production_with_an_added_gain() -> None:
    """B21 and B22 together produce three times; B04 pays once."""
    game = Game(tekhenu(dice="thoth yellow 3", blessings=["B04", "B21", "B22"]))
    game.say("die: thoth yellow 3", "action: produce", "play: B04, B21, B22").finish()
    assert (game.me.stock["papyrus"], game.me.overproduced["papyrus"]) == (10, 3)


def test_rul_25_new_colour_decides_purity_and_product() -> None:
    """A forbidden black die treated as white in a sunny section is pure; grey is offered only if its god acts."""
    game = Game(tekhenu(dice="horus black 4", blessings=["B11"])).say("die: horus black 4")
    assert game.options("as") == ["B11 white", "B11 yellow"]
    game.say("as: B11 white").finish()
    assert game.me.left == ["black 4"]
    assert game.me.stock["limestone"] == 2


def test_rul_26_only_cards_held_as_the_die_was_taken() -> None:
    """A B17 taken by the turn's own Thoth action comes too late (RUL-46)."""
    t = tekhenu(dice="thoth yellow 1", scribe=1, limestone=1)
    t.market["I"][0] = "B17"
    game = Game(t).say("die: thoth yellow 1", "action: god", "cards: B17").finish()
    assert "B17" in game.me.blessings


def test_rul_46_blessing_of_any_moment_may_be_used_at_once() -> None:
    t = tekhenu(dice="thoth yellow 1")
    t.market["I"][0] = "B07"
    game = Game(t).say("die: thoth yellow 1", "action: god", "cards: B07", "play: B07 happiness").finish()
    assert game.me.happiness == 5


def test_rul_26_both_kinds_of_extra_action_in_one_turn() -> None:
    game = Game(tekhenu(dice="hathor black 2", blessings=["B17", "B19"], scribe=1, papyrus=2))
    game.say("die: hathor black 2", "value: 2")
    game.say("extra: B17 bastet", "action: produce", "extra: B19 osiris", "district: bread").finish()
    # Festival of 2 and back to 4, B19 and Osiris take one each.
    assert (game.me.happiness, game.me.population, game.me.buildings) == (2, 4, 9)


def test_extra_action_is_offered_only_with_its_cost() -> None:
    """T-TURN-7 with T-TURN-6: no Scribe, no B17."""
    game = Game(tekhenu(dice="hathor black 3", blessings=["B17"], limestone=1)).say("die: hathor black 3").finish()
    assert game.me.blessings == ["B17"]


def test_extra_action_after_anubis_uses_the_section_of_the_die() -> None:
    """RUL-24."""
    game = Game(tekhenu(dice="hathor black 3", blessings=["B19"], scribe=2)).say("die: hathor black 3", "as: anubis")
    game.say("action: granite")
    assert game.options("extra") == ["B19 osiris"]


def test_extra_action_must_leave_the_standard_one_possible() -> None:
    """T-TURN-6, RUL-26: a grey die whose god action would lose its means; it may come after that action,
    if it is possible then."""
    mine: dict[str, Any] = {"blessings": ["B19"], "bread": 2, "happiness": 2}
    game = Game(tekhenu(dice="hathor grey 2", buildings=1, **mine)).say("die: hathor grey 2", "spot: W1").finish()
    assert (game.me.buildings, game.me.blessings) == (0, ["B19"])
    game = Game(tekhenu(dice="hathor grey 2", buildings=2, **mine)).say("die: hathor grey 2")
    game.say("extra: B19 osiris", "district: bread", "spot: W1").finish()
    assert (game.me.buildings, game.turn_over) == (0, [ME])
