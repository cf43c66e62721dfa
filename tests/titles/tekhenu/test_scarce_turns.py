"""Turns with little to spend and many ways to spend it: whatever is paid, the turn can be completed (T-TURN-6).

Gold, scribes and stone stand in for each other (T10, T22), values change for nothing (T13, T14) or for scribes, a
production or an extra action may come first (T19, B17 to B20): each payment must leave enough for what follows.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.board import TOKENS
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.pay import Cost, mix_of, payable, ways
from tests.titles.tekhenu.build import ME, Game, tekhenu
from tests.titles.tekhenu.test_rich_turns import counted, play_on, rich

TECHNOLOGIES = ("T04", "T10", "T13", "T14", "T19", "T20", "T21", "T22", "T24")
BLESSINGS = ("B02", "B07", "B09", "B11", "B13", "B15", "B17", "B18", "B19", "B23")


def scarce(random: Random) -> Tekhenu:
    """A rich position, but for the purse; often with grey dice only."""
    t = rich(random)
    me = t.players[ME]
    for token in TOKENS:
        me.stock[token] = random.choice((0, 0, 1, 1, 2, 3))
    for kind, hand, cards in (("technology", me.technologies, TECHNOLOGIES), ("blessing", me.blessings, BLESSINGS)):
        for card in cards:
            if card in t.decks[kind] and random.random() < 0.5:
                t.decks[kind].remove(card)
                hand.append(card)
    if random.random() < 0.6:
        for god in t.dice:
            t.dice[god] = [f"grey {random.randint(1, 6)}"] if random.random() < 0.7 else []
        t.dice["horus"] = t.dice["horus"] or ["grey 3"]
    if random.random() < 0.3:
        me.buildings = 1
    return t


@pytest.mark.parametrize("part", range(6))
def test_scarce_turns(part: int) -> None:
    """No question is empty, no payment impossible, and the die is always used, placed and paid for."""
    random = Random(f"scarce {part}")
    for _ in range(30):
        t = scarce(random)
        before = counted(t)
        game = play_on(Game(t), random, Counter())
        assert counted(game.t) == before
        assert game.me.dice == 1
        kinds = game.kinds()
        idle = all("grey" in die for dice in t.dice.values() for die in dice)  # RUL-15
        assert "paid" in kinds or "produced" in kinds or len(kinds) > 2 or idle


def every_order(t: Tekhenu, costs: list[Cost]) -> bool:
    """Whether costs can be paid one after another, by trying every mix."""
    if not costs:
        return True
    stock = t.players[ME].stock
    for token, n in costs[0].before.items():
        stock[token] += n
    found = False
    for words in ways(t, ME, costs[0].what, costs[0].n) if costs[0].n else [""]:
        mix = mix_of(words)
        for token, n in mix.items():
            stock[token] -= n
        found = found or every_order(t, costs[1:])
        for token, n in mix.items():
            stock[token] += n
    for token, n in costs[0].before.items():
        stock[token] -= n
    return found


@pytest.mark.parametrize("technologies", [[], ["T10"], ["T22"], ["T10", "T22"], ["T22", "T10"]], ids=" ".join)
def test_payable_is_exact(technologies: list[str]) -> None:
    """Against trying everything, for all small purses and pairs of costs."""
    t = tekhenu(technologies=technologies)
    stock = t.players[ME].stock
    yes = no = 0
    for scribe, gold, granite, limestone in product(range(3), range(3), range(3), range(2)):
        stock.update(scribe=scribe, gold=gold, granite=granite, limestone=limestone)
        for value, stone, first in product(range(3), (1, 3), ({}, {"granite": 1}, {"gold": 1})):
            costs = [Cost("scribe", value), Cost("granite", stone, before=first)]
            expected = every_order(t, costs)
            assert payable(t, ME, costs, waivers=False) == expected
            yes, no = yes + expected, no + (not expected)
    assert yes and no


def test_payable_with_a_waiver() -> None:
    """RUL-26, T-CARD-T24: a waiver frees the tokens for the other cost, and its gold helps with what comes later."""
    t = tekhenu(technologies=["T10"], blessings=["B13"], gold=1)
    costs = [Cost("scribe", 1), Cost("granite", 2, "horus")]
    assert payable(t, ME, costs)
    assert not payable(t, ME, costs, waivers=False)
    later = [Cost("granite", 2, "horus"), Cost("scribe", 2)]
    assert not payable(t, ME, later)
    t.players[ME].technologies.append("T24")
    assert payable(t, ME, later)
    assert payable(t, ME, [Cost("granite", 2, "horus"), Cost("scribe", 3, before={"scribe": 1}), Cost("bread", 0)])
    assert not payable(t, ME, [Cost("granite", 2, "horus"), Cost("scribe", 4, before={"scribe": 1})])


def test_t10_and_t19_keep_the_means_of_the_god_action() -> None:
    """A scribe for producing first may be paid in gold, but not with the token that the statue needs."""
    stock: dict[str, Any] = {"granite": 1, "gold": 1, "scribe": 1}
    game = Game(tekhenu(dice="horus yellow 3", technologies=["T10", "T19"], **stock))
    game.say("die: horus yellow 3", "action: god", "first: produce", "pay: 1 gold", "statue: OW").finish()
    assert [game.me.stock[token] for token in stock] == [0, 1, 0], "the gold of the spot came back"
    game = Game(tekhenu(dice="horus yellow 3", technologies=["T10", "T19"], granite=1, scribe=1))
    game.say("die: horus yellow 3", "action: god")
    assert game.asked[1].name == "statue", "the one scribe is needed for the statue, so nothing is asked"


def test_value_keeps_the_means_of_the_only_action() -> None:
    """A grey die: the scribe of a change may not be paid with the gold that its action needs."""
    mine: dict[str, Any] = {"technologies": ["T10"], "scribe": 1, "gold": 1, "papyrus": 2}
    game = Game(tekhenu(dice="thoth grey 3", **mine)).say("die: thoth grey 3")
    assert game.options("value") == ["1", "2", "3", "4", "5"], "a 6 would cost both tokens, and a card is 1 short then"
    game.say("value: 5", "pay: 1 gold", "section: I").finish()
    assert (game.me.stock["gold"], game.me.stock["scribe"], game.me.stock["papyrus"]) == (0, 0, 0)


@pytest.mark.parametrize(("technologies", "possible"), [(["T19"], False), (["T19", "T13"], True)])
def test_t19_brings_the_means_of_the_god_action(technologies: list[str], possible: bool) -> None:
    """What production brings first counts, the one more of T13 included; then it must come first."""
    game = Game(tekhenu(dice="hathor brown 1", technologies=technologies, scribe=1)).say("die: hathor brown 1")
    game.question("value")
    game.say("value: 1")
    if not possible:
        assert ("action", ["produce"]) in game.run.forced
        return
    game.say("action: god", "first: produce", "spot: W1").finish()
    assert (game.me.buildings, game.me.stock["scribe"]) == (9, 0)


# -- free changes of value (RUL-14) ---------------------------------------------------------------------------------


def extra_thoth(**mine: Any) -> Game:
    """A yellow 3 at Ra whose own action cannot be paid; B19 reaches Thoth."""
    mine = {"blessings": ["B19"], "papyrus": 1, "happiness": 3, **mine}
    return Game(tekhenu(dice="ra yellow 3", **mine)).say("die: ra yellow 3")


def test_rul_14_free_change_by_an_extra_action_after() -> None:
    """T14 may be used by the extra action alone: production, then Thoth, both with 5."""
    assert extra_thoth().asked[1].name != "value"
    game = extra_thoth(technologies=["T14"])
    assert game.options("value") == ["1", "2", "3", "4", "5"]
    game.say("value: 5", "action: produce")
    assert ("extra", ["B19 thoth"]) in game.run.forced, "no scribe could pay for the value"
    game.finish() if game.run.over else game.say("section: I").finish()
    assert game.me.right + game.me.left == ["yellow 5"]
    assert len(game.me.blessings) + len(game.me.technologies) == 1 + 3
    assert game.me.stock["papyrus"] == 0


def test_rul_14_free_change_by_an_extra_action_before() -> None:
    game = extra_thoth(technologies=["T14"], papyrus=3)
    game.say("value: 5", "extra: B19 thoth", "action: produce").finish()
    assert (game.me.stock["papyrus"], game.me.overproduced["papyrus"]) == (2, 3)


def test_rul_14_without_the_extra_action_the_value_costs_scribes() -> None:
    game = extra_thoth(technologies=["T14"], scribe=1)
    game.say("value: 5", "action: produce")
    question = game.question("extra")
    assert question.default == [] and "costs 1 scribe" in question.prompt
    game.finish()
    assert (game.me.stock["scribe"], game.me.blessings) == (0, ["B19"])


@pytest.mark.parametrize(("technologies", "highest"), [(["T13"], "4"), (["T14"], "5"), (["T13", "T14"], "6")])
def test_rul_14_changes_add_up(technologies: list[str], highest: str) -> None:
    """T13 and T14 together move a value by 3 where a production and a god action are performed with the die."""
    assert extra_thoth(technologies=technologies).options("value")[-1] == highest
    mine: dict[str, Any] = {"technologies": [*technologies, "T19"], "scribe": 1}
    game = Game(tekhenu(dice="osiris yellow 3", **mine)).say("die: osiris yellow 3")
    assert "6" in game.options("value")
    game.say("value: 6")
    if highest == "6":
        assert game.me.stock["scribe"] == 1
        game.say("action: god", "first: produce", "district: bread", "raise: bread").finish()
        assert (game.me.stock["scribe"], game.me.buildings, game.me.right) == (0, 9, ["yellow 6"])


# -- extra actions before (RUL-26, T-TURN-6) --------------------------------------------------------------------------


def grey_bastet(**mine: Any) -> Game:
    mine = {"blessings": ["B17"], "scribe": 1, "happiness": 1, **mine}
    return Game(tekhenu(dice="bastet grey 3", **mine)).say("die: bastet grey 3")


@pytest.mark.usefixtures("as_printed")
def test_extra_before_leaves_the_cost_of_the_standard_action() -> None:
    """Two cards for 2 papyrus ahead of a festival for 2: with 3 papyrus neither order works, with 4 both do, and then
    nothing is left for a refresh."""
    game = grey_bastet(papyrus=3)
    assert game.run.over or "extra" not in [name for name, _ in game.run.forced]
    assert game.finish().me.blessings == ["B17"]
    game = grey_bastet(papyrus=4)
    assert game.options("extra") == ["B17 thoth"]
    game.say("extra: B17 thoth")
    assert game.asked[1].name == "cards"
    game.say(f"cards: {', '.join(list(game.asked[1].options)[:2])}").finish()
    assert (game.me.stock["papyrus"], game.me.happiness) == (0, 4)
    game = grey_bastet(papyrus=5).say("extra: B17 thoth")
    assert game.asked[1].name == "refresh"


def test_extra_before_leaves_the_waiver_of_the_standard_action() -> None:
    """B15 could pay for either: it is kept for the festival, which has nothing else."""
    game = grey_bastet(blessings=["B17", "B15"], bread=2)
    game.say("extra: B17 hathor")
    assert "pay" not in game.asked[1].name
    game.say("spot: W1").finish()
    assert (game.me.buildings, game.me.happiness, game.me.blessings, game.me.stock["bread"]) == (9, 4, [], 1)


def test_bonus_before_leaves_the_standard_action() -> None:
    """Happiness 21 by B07 between die and action: an action that takes the papyrus of the festival is not offered."""
    game = grey_bastet(blessings=["B07"], papyrus=2, population=21, happiness=18, reached=[16])
    game.say("play: B07 happiness")
    options = game.options("bonus")
    assert "bastet 1" not in options and "papyrus 3" in options and "thoth 1" in options
    assert "thoth 3" not in options


@pytest.mark.parametrize(("papyrus", "taken"), [(3, 3), (4, 4), (5, 4)])
def test_an_inner_card_leaves_enough_for_the_standard_action(papyrus: int, taken: int) -> None:
    """A grey 5 at Thoth, the only section in reach holds 3 cards, and P11 takes one ahead of them: with papyrus for a
    refresh of the gap it works, and that papyrus is kept for it; else it is lost, as it cannot be carried out."""
    mine: dict[str, Any] = {"blessings": ["B19"], "happiness": 3, "limestone": 3, "papyrus": papyrus}
    t = tekhenu(dice="thoth grey 5", **mine)
    t.arrow, t.ra[0] = 1, "P11"
    game = Game(t).say("die: thoth grey 5", "extra: B19 ra", "space: c3", "turn: 0")
    names = []
    while not game.run.over:
        seat, question = game.asked
        names.append(question.name)
        game.run.give(seat, question.harmless())
    assert len(game.me.blessings) + len(game.me.technologies) == taken
    assert ("refresh" in names) == (papyrus == 5)
    assert game.me.stock["papyrus"] == (0 if papyrus < 5 else 1)


# -- Thoth with too few cards (RUL-47, RUL-66) -------------------------------------------------------------------------


def thin_market(**mine: Any) -> Tekhenu:
    """Section I, the only one in reach, has one card left."""
    t = tekhenu(dice="thoth grey 3", **{"happiness": 3, **mine})
    t.discards["blessing"].append(t.market["I"][0])
    t.discards["technology"].append(t.market["I"][2])
    t.market["I"][0] = t.market["I"][2] = ""
    return t


def test_rul_47_too_few_cards() -> None:
    assert Thoth.price(thin_market(), ME, 2) == 0
    assert not possible(thin_market(papyrus=2), ME, "thoth", 3)


def test_rul_66_a_refresh_fills_the_gaps_and_makes_it_possible() -> None:
    """For 1 papyrus more; it must come then."""
    t = thin_market(papyrus=3)
    assert possible(t, ME, "thoth", 3)
    game = Game(t).say("die: thoth grey 3")
    assert ("refresh", ["I"]) in game.run.forced
    cards = list(game.question("cards").options)
    assert len(cards) == 3
    game.say(f"cards: {', '.join(cards[:2])}").finish()
    assert game.me.stock["papyrus"] == 0


def test_rul_66_no_cards_for_the_places() -> None:
    """What no pile holds cannot be filled in."""
    t = thin_market(papyrus=3)
    t.decks["blessing"], t.decks["technology"] = [], []
    t.discards["blessing"], t.discards["technology"] = [], []
    assert not possible(t, ME, "thoth", 3)
    t.discards["technology"] = ["T01"]
    assert possible(t, ME, "thoth", 3)


def test_p10_may_be_declined_if_only_a_refresh_brings_a_card() -> None:
    t = tekhenu(dice="ra yellow 1", happiness=3, limestone=2, papyrus=1)
    t.ra[2], t.arrow = "P10", 4
    t.dice = {god: [] for god in t.dice} | {"hathor": ["black 1"], "osiris": ["white 1"]}
    t.market["I"] = ["", "", ""]
    action = Ra(seat=ME, value=1)
    assert t.light("ra") == "dark", t.light("ra")
    game = Game(t, action).say("space: c3", "turn: 0")
    question = game.question("ability")
    assert (question.low, list(question.options)) == (0, ["thoth"])
    game.say("ability: none").finish()
    assert game.me.stock["papyrus"] == 1
