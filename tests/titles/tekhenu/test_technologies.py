"""Every Technology has a row that fails when its effect is removed: the same lines with and without it differ."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.procedures import Procedure
from pbem.titles.tekhenu.actions.bastet import Bastet
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.hathor import Hathor
from pbem.titles.tekhenu.actions.horus import Horus
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.actions.produce import Produce
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.cards import adjusted, react
from pbem.titles.tekhenu.cards.technologies import TECHNOLOGIES
from pbem.titles.tekhenu.components import default_components
from tests.titles.tekhenu.build import ME, YOU, Game, tekhenu, why_not
from tests.titles.tekhenu.test_blessings import look

Change = dict[str, int]

ACTIONS: list[tuple[str, Procedure, dict[str, Any], list[str], Change]] = [
    ("T01", Osiris(seat=ME, value=1), {}, ["district: bread"], {"vp": 2}),
    ("T02", Ra(seat=ME, value=1), {"limestone": 1}, ["space: b2", "turn: 0"], {"vp": 2}),
    ("T03", Thoth(seat=ME, value=1), {}, ["cards: B24"], {"vp": 2}),
    ("T04", Horus(seat=ME, value=1), {"granite": 2}, ["statue: OQ"], {"vp": 2, "granite": 1}),
    ("T06", Bastet(seat=ME, value=6), {"papyrus": 2}, [], {"vp": 2, "population": 1, "happiness": 1}),
    ("T11", Osiris(seat=ME, value=1), {}, ["district: bread"], {"vp": 2}),
    ("T11", Produce(seat=ME, resource="bread", value=1), {}, [], {"vp": 2}),
    ("T11", Osiris(seat=ME, value=2), {}, ["district: bread"], {}),
    ("T12", Produce(seat=ME, resource="bread", value=5), {}, [], {"vp": 3}),
    ("T13", Produce(seat=ME, resource="bread", value=5), {}, [], {"bread": 1}),
    ("T17", Produce(seat=ME, resource="bread", value=2), {}, [], {"vp": 2}),
    ("T17", Produce(seat=ME, resource="papyrus", value=2), {}, [], {}),
    ("T20", Thoth(seat=ME, value=1), {}, ["refresh: none", "cards: B24"], {"papyrus": 1}),
    ("T21", Hathor(seat=ME, value=1), {"bread": 2}, ["spot: W1"], {"bread": 1}),
]


def play(procedure: Procedure, lines: list[str], mine: dict[str, Any]) -> dict[str, Any]:
    fresh = type(procedure)(**{k: v for k, v in vars(procedure).items() if k not in ("step", "given")})
    game = Game(tekhenu(**mine), fresh)
    if not mine.get("technologies"):
        lines = [line for line in lines if line != "refresh: none"]
    return look(game.say(*lines).finish())


@pytest.mark.parametrize(
    ("card", "procedure", "mine", "lines", "change"), ACTIONS, ids=[f"{r[0]}-{r[1].kind}" for r in ACTIONS]
)
def test_reaction_to_an_action(
    card: str, procedure: Procedure, mine: dict[str, Any], lines: list[str], change: Change
) -> None:
    before = play(procedure, lines, mine)
    after = play(procedure, lines, {**mine, "technologies": [card]})
    numbers = [name for name, n in before.items() if isinstance(n, int)]
    assert {name: after[name] - before[name] for name in numbers if after[name] != before[name]} == change


def turn(dice: str, *lines: str, **mine: Any) -> Game:
    return Game(tekhenu(dice=dice, **mine)).say(f"die: {dice}", *lines)


def t05() -> None:
    """5 instead of 3 VP per own Pillar in line, at Hathor only."""
    t = tekhenu(bread=2, technologies=["T05"])
    t.tiles[6], t.pillars[6] = "P22", ME
    t.tiles[7], t.pillars[7] = "P23", YOU
    t.players[ME].stock["bread"] = 3
    assert Game(t, Hathor(seat=ME, value=1)).say("spot: W2").me.vp == 15


def t07() -> None:
    """1 Granite with each Horus bonus, also outside the own turn."""
    t = tekhenu(technologies=["T07"])
    t.statues["osiris"] = [ME]
    game = Game(t, Osiris(seat=YOU, value=1)).say("district: bread")
    assert game.me.stock["granite"] == 1
    assert game.me.vp == 12


def t08() -> None:
    """RUL-61: the forbidden die is what it is taken as."""
    game = turn("horus black 3", "as: pure", technologies=["T08", "T18"])
    assert (game.me.left, game.me.vp) == (["black 3"], 11)
    game = turn("horus black 3", "as: tainted", technologies=["T08"])
    assert game.me.right == ["black 3"]


def t09() -> None:
    """Abilities work under any light: P18 is a dark one, Ra is shaded."""
    t = tekhenu(limestone=3, technologies=["T09"])
    t.ra[0] = "P18"
    assert Game(t, Ra(seat=ME, value=6)).say("space: b2", "turn: 0").me.stock["gold"] == 2


def t10() -> None:
    """RUL-29: Scribes wherever Gold may be spent and the other way round; one VP a turn."""
    game = turn("bastet black 3", "value: 3", "action: god", "pay: 2 scribe", technologies=["T10"], scribe=2)
    assert (game.me.happiness, game.me.vp) == (5, 11)
    game = turn("horus black 3", "pay: 1 scribe 1 gold", "action: bread", technologies=["T10"], scribe=1, gold=1)
    assert (game.me.below, game.me.vp, game.me.stock["gold"]) == (["black 3"], 11, 0)


def t13_change() -> None:
    """±1 for a production; the god action then is not offered (RUL-14)."""
    game = turn("thoth yellow 2", "value: 3", technologies=["T13"])
    assert (game.me.left, game.me.stock["papyrus"], game.me.overproduced["papyrus"]) == (["yellow 3"], 3, 1)


def t14() -> None:
    """±2 for a god action; production then is not offered (RUL-14)."""
    game = turn("osiris yellow 4", technologies=["T14"])
    assert game.options("value") == ["2", "3", "4", "5", "6"]
    game.say("value: 6", "action: god", "district: bread", "raise: bread").finish()
    assert game.t.osiris[21] == ME
    assert game.me.right == ["yellow 6"]


def t15() -> None:
    t = tekhenu(technologies=["T15"])
    react(t, ME, "maat start")
    assert t.players[ME].stock["faith"] == 2
    assert adjusted(t, ME, "ankh", 0) == 5
    assert adjusted(t, YOU, "ankh", 3) == 3


def t16() -> None:
    """RUL-31: first in order 2 VP, last 1 Gold, else nothing."""
    for place, gain in enumerate(((12, 0), (10, 0), (10, 1))):
        t = tekhenu(3, technologies=["T16"])
        t.order.remove(ME)
        t.order.insert(place, ME)
        react(t, ME, "after maat")
        assert (t.players[ME].vp, t.players[ME].stock["gold"]) == gain


def t17_bread() -> None:
    assert adjusted(tekhenu(technologies=["T17"]), ME, "bread due", 3) == 0


def t18() -> None:
    assert turn("horus white 3", technologies=["T18"]).me.vp == 11
    assert turn("horus yellow 3", technologies=["T18"]).me.vp == 10


def t19() -> None:
    """A tainted die used for a god action produces first, for 1 Scribe (RUL-28)."""
    game = turn("osiris yellow 2", "value: 2", "action: god", "first: produce", "district: bread",
                technologies=["T19"], scribe=1)  # fmt: skip
    assert (game.me.stock["papyrus"], game.me.stock["scribe"], game.me.buildings) == (2, 0, 9)


def t22() -> None:
    """Limestone pays for Granite; one VP, once in a turn."""
    game = turn("horus white 3", "action: god", "statue: OW", "pay: 1 granite 1 limestone",
                technologies=["T22"], granite=1, limestone=1)  # fmt: skip
    assert (game.me.statues, game.me.vp) == (5, 11)


def t23() -> None:
    assert turn("horus black 3", "action: bread", technologies=["T23"], scribe=2).me.vp == 13


def t24() -> None:
    """Gold for a Blessing, at once: it pays for the very action it was played for."""
    game = turn("ra white 1", "value: 1", "extra: B17 hathor", "spot: W1",
                technologies=["T24"], blessings=["B17"], scribe=1, bread=1)  # fmt: skip
    assert (game.me.stock["gold"], game.me.buildings) == (0, 9)


OTHERS = [t05, t07, t08, t09, t10, t13_change, t14, t15, t16, t17_bread, t18, t19, t22, t23, t24]


@pytest.mark.parametrize("row", OTHERS, ids=lambda row: row.__name__)
def test_technology(row: Any) -> None:
    row()


def test_every_technology_is_declared_and_tested() -> None:
    cards = set(default_components().technologies)
    assert set(TECHNOLOGIES.cards) == cards
    assert {row[0] for row in ACTIONS} | {row.__name__[:3].upper() for row in OTHERS} == cards


@pytest.mark.parametrize(
    ("card", "god", "value", "mine"),
    [
        ("T04", "horus", 1, {"granite": 1}),
        ("T20", "thoth", 3, {"papyrus": 1}),
        ("T21", "hathor", 1, {"bread": 1}),
        ("T22", "horus", 1, {"limestone": 2}),
        ("T22", "ra", 1, {"granite": 1}),
        ("T10", "bastet", 1, {"scribe": 2}),
    ],
)
def test_best_payment_decides(card: str, god: str, value: int, mine: dict[str, int]) -> None:
    """T-PAY-2, T-TURN-6: resources that come first and exchanges count."""
    assert not possible(tekhenu(**mine), ME, god, value)
    assert possible(tekhenu(technologies=[card], **mine), ME, god, value)


def test_what_came_first_counts_once() -> None:
    """T21's bread is in the stock when the spot is chosen: with 2 loaves it pays for 3, not for 4."""
    game = Game(tekhenu(technologies=["T21"], bread=2), Hathor(seat=ME, value=1))
    assert game.options("spot") == ["W1", "W2", "W4", "W5", "S1", "S2", "S4", "S5"]


def test_rul_29_point_for_an_exchange_once_a_turn_and_never_off_turn() -> None:
    t = tekhenu(technologies=["T22"], granite=8, limestone=8)
    t.active = ME
    Game(t, Horus(seat=ME, value=1)).say("statue: OW", "pay: 2 limestone")
    Game(t, Horus(seat=ME, value=1)).say("statue: OQ", "pay: 2 limestone")
    assert t.players[ME].vp == 11
    t.active, t.used = YOU, []
    Game(t, Ra(seat=ME, value=1)).say("space: a1", "turn: 0", "pay: 1 granite")
    assert t.players[ME].vp == 11 + 1 + sum(t.live.events[-2].data[k] for k in ("buildings", "edges"))  # display 1


def test_rul_16_each_effect_once_a_turn_if_so_agreed() -> None:
    """`trigger_once_per_turn`: the second Osiris action of a turn triggers neither Technology nor Statue."""
    results = []
    for agreed in (False, True):
        t = tekhenu(technologies=["T01"], options={"trigger_once_per_turn": agreed}, happiness=5)
        t.horus = ["osiris", "ra", "hathor", "bastet", "thoth", "horus"]
        t.statues["osiris"] = [YOU]
        for district in ("bread", "papyrus"):
            Game(t, Osiris(seat=ME, value=2)).say(f"district: {district}")
        results.append((t.players[ME].vp, t.players[YOU].stock["faith"]))
    assert results == [(14, 2), (12, 1)]


def test_rul_03_how_far_t13_changes_a_value() -> None:
    game = turn("thoth yellow 3", technologies=["T13"], options={"T13_adjust": 2})
    assert game.options("value") == ["1", "2", "3", "4", "5"]


def test_rul_14_a_free_change_serves_its_own_kind_of_action() -> None:
    """T14 changes for nothing if a god action is performed; for a production the same value costs Scribes."""
    game = turn("osiris yellow 4", technologies=["T14"], scribe=1)
    question = game.question("value")
    assert list(question.options) == ["1", "2", "3", "4", "5", "6"]
    assert question.describe("6") == "6 for nothing, 1 scribe more with produce"
    assert question.describe("1") == "1 for 1 scribe, 1 scribe more with produce"
    for action, scribes in (("god", 1), ("produce", 0)):
        game = turn("osiris yellow 4", "value: 6", f"action: {action}", technologies=["T14"], scribe=1)
        assert game.me.stock["scribe"] == scribes
    game = turn("osiris yellow 4", "value: 1", technologies=["T14"], scribe=1)
    assert game.options("district")  # no Scribe is left for a production with 1


def test_rul_14_both_free_changes_with_production_first() -> None:
    """T13 and T14 together change by 3 if T19 makes both actions happen."""
    mine: dict[str, Any] = {"technologies": ["T13", "T14", "T19"], "scribe": 1}
    game = turn("osiris yellow 1", "value: 4", "action: god", "first: produce", "district: bread", **mine)
    assert (game.me.stock["scribe"], game.me.buildings, game.me.right) == (0, 9, ["yellow 4"])


def test_rul_14_a_changed_value_on_the_scale_is_an_option() -> None:
    mine: dict[str, Any] = {"options": {"modified_die_value_on_scale": False}, "scribe": 1}
    assert turn("osiris yellow 4", "value: 5", **mine).me.right == ["yellow 4"]


def test_rul_28_production_first_can_be_what_pays_the_god_action() -> None:
    """`first` then is no window: it answers itself."""
    game = turn("thoth white 3", "value: 3", technologies=["T19"], scribe=1, papyrus=2)
    assert game.options("action") == ["produce", "god"]
    game = turn("ra black 3", "value: 3", technologies=["T19", "T22"], scribe=1)
    game.say("action: god", "first: produce", "space: b2", "turn: 0").finish()
    assert (game.me.pillars, game.me.stock["granite"], game.me.overproduced["granite"]) == (7, 1, 1)


def test_rul_28_not_with_grey_pure_or_anubis_dice() -> None:
    for dice, lines in (
        ("osiris grey 2", []),
        ("osiris white 2", ["action: god"]),
        ("osiris yellow 2", ["as: anubis", "action: osiris"]),
    ):
        game = turn(dice, *lines, technologies=["T19"], scribe=3)
        assert game.options("district")
        assert game.me.stock["papyrus"] == 0


def test_rul_62_no_change_for_named_values() -> None:
    """T14 changes a die that was taken; an action as with a 3 stays one with a 3."""
    game = Game(tekhenu(technologies=["T14"]), Osiris(seat=ME, value=3))
    assert game.asked[1].name == "district"


def test_rul_63_production_first_with_a_one_pays_t11() -> None:
    game = turn("osiris yellow 1", "value: 1", "action: god", "first: produce", "district: bread",
                technologies=["T19", "T11"], scribe=1)  # fmt: skip
    assert game.me.vp == 14


def test_t08_refusal_without_it() -> None:
    game = Game(tekhenu(dice="horus black 3, horus white 2"))
    assert why_not(game.question("die"), "horus black 3")[1] == "T-TURN-2"
