"""The six actions of Botankhamun, bonuses, and actions that are not possible (T-BOT-HORUS to T-BOT-BLOCKED)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.core.interpreter import Run
from pbem.core.procedures import Procedure
from pbem.titles.tekhenu.actions.bastet import Bastet
from pbem.titles.tekhenu.solo.actions import impact, osiris_space, ra_space, touching
from pbem.titles.tekhenu.solo.part import BOT, solo
from pbem.titles.tekhenu.solo.turn import BotTurn
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.turn import Turn
from tests.titles.tekhenu.build import Game
from tests.titles.tekhenu.solos import ME, SEEDS, act, bare, bot, me, told, turn
from tests.titles.tekhenu.tables import build_osiris, build_pillars, build_temple, hold

PEOPLE = ("TE", "TN", "OW", "OQ")


def mine(t: Tekhenu, action: Procedure) -> None:
    """An action of the player, who has just what it costs."""
    me(t).stock = dict.fromkeys(me(t).stock, 0) | {"papyrus": 2, "bread": 2}
    t.stack = []
    Game(t, action).finish()


# -- Horus -------------------------------------------------------------------------------------------------------------


def test_a_statue_at_the_god_of_the_value() -> None:
    """T-BOT-HORUS-1: if the one spot there is free; without a cost."""
    t = act(bare(), "horus", "white 5")
    assert t.statues["thoth"] == [BOT] and bot(t).statues == 5
    act(t, "horus", "yellow 5")
    assert t.statues["thoth"] == [BOT] and bot(t).statues == 4 and len(t.people) == 1


def taken(t: Tekhenu, *spots: str) -> Tekhenu:
    """Spots for the people taken by the player, and the gods' spots too."""
    for spot in spots:
        t.people[spot] = ME
    for god in t.statues:
        t.statues[god] = [ME]
    return t


def test_the_osiris_statue_counts_empty_districts_and_ties() -> None:
    """T-BOT-HORUS-2, RUL-52: an empty district turns to the bot, and so does a tie, since its Statue stands above."""
    t = taken(bare())
    assert (impact(t, "OW"), impact(t, "OQ")) == (2, 2)
    build_osiris(t, ME, "3 papyrus", "1 bread", "2 bread", "3 limestone")
    assert impact(t, "OW") == 1  # papyrus: one against one, the topmost piece decides; bread: two against one
    assert impact(t, "OQ") == 2  # a tie and an empty district
    build_osiris(t, BOT, "6 granite")
    assert impact(t, "OQ") == 1  # a district that it has already does not change
    assert t.people == {}


def test_more_districts_first_then_chance() -> None:
    """T-BOT-HORUS-2: the spot that turns more; of equals by chance."""
    for seed in SEEDS[:4]:
        t = taken(bare(seed=seed))
        build_osiris(t, ME, "1 bread", "2 bread")
        act(t, "horus", "white 1")
        assert t.people == {"OQ": BOT} and "OQ" not in t.gold_on and not bot(t).stock["gold"]
    assert {next(iter(act(taken(bare(seed=seed)), "horus", "white 1").people)) for seed in SEEDS} == {"OW", "OQ"}


def no_effect(t: Tekhenu) -> Tekhenu:
    """Every district is the player's by two pieces."""
    for district in t.data.districts:
        build_osiris(t, ME, f"1 {district}", f"2 {district}")
    return t


def test_a_free_spot_without_effect_is_never_used() -> None:
    """T-BOT-HORUS-3: then the temple spot with more of its Pillars in line, 3 VP for each; of equals by chance."""
    for seed in SEEDS[:4]:
        t = no_effect(taken(bare(seed=seed)))
        build_pillars(t, BOT, "1,3", "5,3", "3,1")
        act(t, "horus", "white 1")
        assert t.people == {"TN": BOT} and bot(t).vp == 16
    found = {next(iter(act(no_effect(taken(bare(seed=seed))), "horus", "white 1").people)) for seed in SEEDS}
    assert found == {"TE", "TN"}


def test_three_vp_instead_of_a_statue() -> None:
    """T-BOT-HORUS-4, T-BOT-RUL-1: even with a free Osiris spot that turns nothing, and whatever RUL-50 gives; no Statue
    pays."""
    for given in (3, 0):
        t = no_effect(taken(bare(bot_blocked_action_vp=given), "TE", "TN"))
        gold = me(t).stock["gold"]
        act(t, "horus", "white 1")
        assert (bot(t).vp, bot(t).statues, sorted(t.people)) == (13, 6, ["TE", "TN"])
        assert (me(t).stock["gold"], me(t).stock["faith"]) == (gold, 0)


@pytest.mark.parametrize(
    ("position", "scribes", "vp"), [(1, 1, 0), (2, 1, 0), (3, 0, 1), (4, 0, 1), (5, 1, 1), (6, 1, 1)]
)
def test_tab_13_bonus_of_the_bot(position: int, scribes: int, vp: int) -> None:
    """TAB-13, T-BOT-HORUS-5: by position, for its own actions and for the player's."""
    t = bare()
    t.horus = ["horus", "ra", "hathor", "bastet", "thoth", "osiris"]
    t.horus[3], t.horus[position - 1] = t.horus[position - 1], t.horus[3]
    t.statues["bastet"] = [BOT]
    before = bot(t).stock["scribe"], bot(t).vp
    act(t, "bastet", "black 6")
    assert (bot(t).stock["scribe"] - before[0], bot(t).vp - before[1]) == (scribes, vp)
    mine(t, Bastet(seat=ME, value=6))
    assert (bot(t).stock["scribe"] - before[0], bot(t).vp - before[1]) == (2 * scribes, 2 * vp)


def test_both_sides_actions_pay_both_sides() -> None:
    """T-BOT-HORUS-5: the player gets the usual bonus of the position, by the bot's actions too."""
    t = bare()
    t.statues["bastet"] = [ME]
    me(t).stock["gold"] = 0
    act(t, "bastet", "black 6")
    assert me(t).stock["gold"] == 1
    mine(t, Bastet(seat=ME, value=6))
    assert me(t).stock["gold"] == 1


def test_the_statue_just_built_does_not_pay() -> None:
    """T-BOT-HORUS-5, RUL-17: with two players the Statue must have stood before."""
    t = bare()
    act(t, "horus", "white 1")
    assert t.statues["horus"] == [BOT] and bot(t).stock["scribe"] == 1
    act(t, "horus", "white 2")
    assert bot(t).stock["scribe"] == 2


# -- Ra ----------------------------------------------------------------------------------------------------------------


def test_where_the_tile_scores_most() -> None:
    """T-BOT-RA-1, RUL-51: Buildings of any owner in line, touching edges of any colour, no doubling in corners, and the
    display; the tile is not turned."""
    for owners in ((ME, ME), (ME, BOT)):
        t = bare()
        build_temple(t, owners[0], "W1")
        build_temple(t, owners[1], "S1")
        tile = t.ra[0]
        act(t, "ra", "yellow 6")
        space = t.tiles.index(tile)
        assert (t.data.spaces[space].name, t.turns[space], t.pillars[space]) == ("a1", 0, BOT)
        assert told(t, "built_pillar")[0]["vp"] == bot(t).vp - 10 == 2 + 2 + 3
        assert bot(t).pillars == 7
    assert touching(bare(), 0) == 2 and touching(bare(), 12) == 0


@pytest.mark.parametrize(("value", "place", "vp"), [(6, 0, 3), (5, 0, 3), (4, 1, 2), (3, 1, 2), (2, 2, 1), (1, 2, 1)])
def test_the_display_counts(value: int, place: int, vp: int) -> None:
    """T-BOT-RA-1: on an empty temple a corner touches two edges, so 2 VP and those of the display; rewards and
    abilities of the space are ignored (T-BOT-RA-2), the display slides."""
    t = bare()
    shown, stock, top = list(t.ra), dict(bot(t).stock), t.tile_stack[-1]
    act(t, "ra", f"yellow {value}")
    assert bot(t).vp == 10 + 2 + vp and bot(t).stock == stock
    assert t.data.spaces[t.tiles.index(shown[place])].corner
    left = [tile for at, tile in enumerate(shown) if at != place]
    assert t.ra == [top, *left]


def full_but(t: Tekhenu, *free: str) -> Tekhenu:
    """A temple whose other spaces are taken."""
    for space in t.data.spaces:
        if space.name not in free:
            t.tiles[space.index] = "P01"
    return t


def test_order_of_the_tie_breaks_of_ra() -> None:
    """T-BOT-RA-2: VP, then a Building of the bot in line, then off the border, then chance."""

    def spaces(prepare: Callable[[Tekhenu], object], *free: str) -> set[str]:
        found = set()
        for seed in SEEDS:
            t = full_but(bare(seed=seed), *free)
            prepare(t)
            found.add(t.data.spaces[ra_space(t, "P27")].name)
        return found

    # Four edges each: c3 lies inside, a5 and e1 are corners.
    assert spaces(lambda t: None, "c3", "a5", "e1") == {"c3"}
    assert spaces(lambda t: build_temple(t, BOT, "W1"), "c3", "a5", "e1") == {"e1"}
    assert spaces(lambda t: build_temple(t, ME, "W3"), "c3", "a5", "e1") == {"c3"}
    # A Building of the bot in line of one, of the player in line of the others: equal VP, its own decides.
    both = spaces(lambda t: [build_temple(t, BOT, "S1"), build_temple(t, ME, "W3", "W1")], "c3", "a5", "e1")
    assert both == {"a5"}
    assert spaces(lambda t: build_temple(t, BOT, "W1", "S1"), "c3", "a5", "e1") == {"a5", "e1"}
    assert spaces(lambda t: None, "a5", "e1") == {"a5", "e1"}
    # More VP go before everything.
    assert spaces(lambda t: [build_temple(t, BOT, "W1"), build_temple(t, ME, "W3", "S3")], "c3", "e1") == {"c3"}


# -- Hathor, Bastet ----------------------------------------------------------------------------------------------------


def test_hathor_where_its_pillars_score() -> None:
    """T-BOT-HATHOR-1: 3 VP for each own Pillar in line; Population by the value, no resources, no Faith."""
    t = bare()
    build_pillars(t, BOT, "1,4", "2,4", "3,1")
    build_pillars(t, ME, "5,2", "4,2", "2,2")
    stock = dict(bot(t).stock)
    act(t, "hathor", "black 2")
    assert t.buildings == {"S4": BOT} and bot(t).vp == 16
    assert (bot(t).population, bot(t).stock, bot(t).buildings) == (9, stock, 9)


def test_hathor_by_chance_among_equals() -> None:
    """T-BOT-HATHOR-1."""
    assert len({next(iter(act(bare(seed=seed), "hathor", "black 1").buildings)) for seed in SEEDS}) > 2


def test_its_population_opens_the_market_for_all() -> None:
    """RUL-60, T-PEOPLE-4: section III at 9, section IV at 13."""
    t = act(bare(), "hathor", "black 2")
    assert t.section_open("III") and not t.section_open("IV")
    act(t, "hathor", "black 4")
    assert t.section_open("IV")
    t = bare()
    bot(t).happiness, bot(t).population = 8, 8
    assert act(t, "bastet", "black 1").section_open("III")


def test_tab_14_bastet_step_by_step() -> None:
    """TAB-14, T-BOT-BASTET-1: from Happiness 6 and Population 7 a 4 goes 7/7, 7/8, 8/8, 8/9, and section III opens."""
    ways = []
    for value in range(1, 5):
        t = bare()
        bot(t).happiness = 6
        act(t, "bastet", f"black {value}")
        ways.append((bot(t).happiness, bot(t).population))
    assert ways == [(7, 7), (7, 8), (8, 8), (8, 9)]
    assert t.section_open("III")


@pytest.mark.parametrize(("value", "scribes"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 0), (6, 0)])
def test_bastet_brings_scribes_and_no_track_rewards(value: int, scribes: int) -> None:
    """T-BOT-BASTET-1: Scribes for 1 to 4 as usual (TAB-06); what the track gives at 16, 19 and 21 is ignored."""
    t = bare()
    bot(t).happiness, bot(t).population = 15, 21
    act(t, "bastet", f"black {value}")
    assert bot(t).happiness == 15 + value
    assert (bot(t).stock["scribe"], bot(t).stock["gold"], t.extra, bot(t).reached) == (1 + scribes, 0, [], [])


def test_bastet_at_the_end_of_the_track() -> None:
    """T-BOT-RUL-7: a step with both markers on 21 is lost; the Scribes come."""
    t = bare()
    bot(t).happiness, bot(t).population = 20, 21
    act(t, "bastet", "black 2")
    assert (bot(t).happiness, bot(t).population, bot(t).stock["scribe"]) == (21, 21, 3)


# -- Thoth -------------------------------------------------------------------------------------------------------------


def lay(t: Tekhenu, **sections: str) -> Tekhenu:
    """Cards on the market, the gaps as `-`."""
    for section in ("I", "II", "III", "IV"):
        cards = sections.get(section, "").split()
        t.market[section] = ["" if card == "-" else card for card in cards]
    return t


@pytest.mark.parametrize(
    ("happiness", "value", "cards"),
    [
        (4, 1, "T01"),  # section I: Technologies before Blessings
        (4, 6, "T01 B01 B02"),
        (5, 4, "T02 T03"),  # the highest section in reach, its Technologies from the left
        (9, 1, "D01"),  # Decrees first
        (9, 6, "D01 T04 T05"),
        (13, 4, "D02 D04"),
    ],
)
def test_thoth_takes_decrees_first(happiness: int, value: int, cards: str) -> None:
    """T-BOT-THOTH-1: 1, 2 or 3 cards by value, Decrees, Technologies, Blessings, leftmost first; nothing is paid, no
    card works."""
    t = bare()
    lay(t, I="B01 B02 T01", II="B03 B04 T02 T03", III="B05 T04 T05 D01", IV="B06 T06 D02 D04")
    bot(t).happiness, bot(t).population = happiness, 21
    act(t, "thoth", f"yellow {value}")
    assert told(t, "solo/cards") == [{"cards": cards.split()}]
    assert sorted(solo(t).cards()) == sorted(cards.split())
    assert (bot(t).technologies, bot(t).blessings, bot(t).decrees) == ([], [], [])


def test_thoth_chooses_the_section_before_the_type() -> None:
    """T-BOT-RUL-6, RUL-59: a Blessing of the highest section with a card goes before Decrees below; the rest comes from
    the next lower section."""
    t = bare()
    lay(t, I="B01 B02 T01", II="B03 - - T03", III="- - - D01", IV="B06 - - -")
    bot(t).happiness, bot(t).population = 13, 13
    act(t, "thoth", "yellow 6")
    assert told(t, "solo/cards") == [{"cards": ["B06", "D01", "T03"]}]
    t = bare()
    lay(t, I="B01 B02 T01", II="B03 - - -", III="- - - D01")
    bot(t).happiness, bot(t).population = 8, 9
    act(t, "thoth", "yellow 6")
    assert told(t, "solo/cards") == [{"cards": ["B03", "T01", "B01"]}]


def test_the_cards_of_the_bot_never_fire() -> None:
    """T-BOT-THOTH-1, T-BOT-RUL-10: neither Technologies in its actions nor T15 in the Maat phase."""
    t = bare()
    lay(t, I="T06 T07 T15", II="T18 T04 T20 T21")
    bot(t).happiness, bot(t).population = 4, 7
    act(t, "thoth", "yellow 6")
    assert solo(t).technologies == ["T06", "T07", "T15"]
    t.statues["bastet"] = [BOT]
    act(t, "bastet", "black 5")
    assert (bot(t).vp, {token for token, n in bot(t).stock.items() if n}) == (11, {"scribe"})
    for begin in t.book.maat_start.values():
        begin(t)
    assert bot(t).stock["faith"] == 0 and t.book.numbers["ankh"](t, BOT) == 4


# -- Osiris ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "space"),
    [("yellow 1", (1, 0)), ("brown 2", (2, 1)), ("white 3", (3, 2)), ("black 6", (6, 3)), ("grey 4", (4, 0))],
)
def test_osiris_by_value_and_colour(die: str, space: tuple[int, int]) -> None:
    """T-BOT-OSIRIS-1, T-BOT-OSIRIS-3: no Happiness lost, no production, no resources."""
    t = bare()
    stock = dict(bot(t).stock)
    act(t, "osiris", die)
    assert t.osiris[space[0] * 4 - 4 + space[1]] == BOT and bot(t).buildings == 9
    assert (bot(t).happiness, bot(t).stock, sum(bot(t).production.values())) == (4, stock, 0)


def test_grey_goes_where_fewest_buildings_stand() -> None:
    """T-BOT-OSIRIS-1: those of both sides count, Statues do not; the leftmost of equals."""
    t = bare()
    build_osiris(t, ME, "1 papyrus")
    build_osiris(t, BOT, "2 bread")
    t.people["OQ"] = ME
    assert osiris_space(t, "grey", 3) == (3, 2)
    build_osiris(t, ME, "1 limestone", "1 granite")
    assert osiris_space(t, "grey", 3) == (3, 0)


def test_osiris_goes_right_then_up() -> None:
    """T-BOT-OSIRIS-2: round to the first district; from a full row to the one above, from the first to the sixth, each
    time from the wanted district."""
    t = bare()
    build_osiris(t, ME, "2 limestone", "2 granite")
    assert osiris_space(t, "white", 2) == (2, 0)
    build_osiris(t, ME, "2 papyrus", "2 bread")
    assert osiris_space(t, "white", 2) == (1, 2)
    for district in t.data.districts:
        build_osiris(t, BOT, f"1 {district}")
    assert osiris_space(t, "white", 2) == (6, 2)
    build_osiris(t, BOT, "6 limestone")
    assert osiris_space(t, "white", 2) == (6, 3)


# -- not possible ------------------------------------------------------------------------------------------------------


def without_statues(t: Tekhenu) -> None:
    bot(t).statues = 0


def without_buildings(t: Tekhenu) -> None:
    bot(t).buildings = 0


def without_pillars(t: Tekhenu) -> None:
    bot(t).pillars = 0


def without_tile(t: Tekhenu) -> None:
    t.ra[2] = ""


def without_space(t: Tekhenu) -> None:
    full_but(t)


def without_spots(t: Tekhenu) -> None:
    t.buildings = {f"{side}{n}": ME for side in "WS" for n in range(1, 6)}


def without_rows(t: Tekhenu) -> None:
    t.osiris = [ME] * 24


def without_cards(t: Tekhenu) -> None:
    lay(t)


BLOCKED = [
    ("horus", without_statues), ("ra", without_pillars), ("ra", without_tile), ("ra", without_space),
    ("hathor", without_buildings), ("hathor", without_spots), ("osiris", without_buildings),
    ("osiris", without_rows), ("thoth", without_cards),
]  # fmt: skip


@pytest.mark.parametrize(("god", "prepare"), BLOCKED)
def test_blocked_actions(god: str, prepare: Callable[[Tekhenu], None]) -> None:
    """T-BOT-BLOCKED, RUL-50, T-BOT-RUL-1, HV-15: 3 VP (or 0) and nothing else: no Statue pays, no Population moves, the
    display stays; the die is taken."""
    for given in (3, 0):
        t = bare(f"{god} grey 2", bot_blocked_action_vp=given)
        prepare(t)
        t.statues[god] = [ME]
        before = t.model_copy(deep=True)
        before.live = t.live
        turn(t, god)
        assert bot(t).vp == 10 + given and bot(t).below == ["grey 2"]
        assert told(t, "solo/blocked") == [{"god": god, "vp": given, "legal": True}]
        assert (me(t), t.ra, t.tiles, t.buildings, t.osiris) == (
            before.players[ME], before.ra, before.tiles, before.buildings, before.osiris,
        )  # fmt: skip
        assert (bot(t).population, bot(t).happiness, bot(t).stock) == (7, 4, before.players[BOT].stock)


# -- what the player gets in the bot's turn ----------------------------------------------------------------------------


def test_happiness_21_is_asked_behind_its_turn_once() -> None:
    """T-BOT-RUL-10, T-BOT-TURN-5: a bonus of the bot's action brings Happiness 21; the market is filled first, the
    extra action is asked for behind the turn and only once."""
    t = bare("hathor black 1")
    t.horus = ["horus", "ra", "hathor", "bastet", "thoth", "osiris"]
    t.statues["hathor"] = [ME]
    me(t).happiness, me(t).population, me(t).reached = 20, 21, [16, 19]
    t.market["I"][0] = ""
    running = turn(t, "hathor")
    assert list(running.questions()) == [ME]
    assert all(card for slots in t.market.values() for card in slots)
    assert t.active == "" and bot(t).below == ["black 1"]
    question = running.questions()[ME]
    assert question.name == "bonus"
    running.give(ME, ["none"] if "none" in question.options else [])
    assert running.over and me(t).reached == [16, 19, 21]
    t.dice["hathor"].append("black 1")
    t.stack = [BotTurn()]
    solo(t).at, solo(t).pyramid = -1, ["hathor", *(tile for tile in solo(t).pyramid if tile != "hathor")]
    again = Run(t)
    again.advance()
    assert again.over


def test_t07_answers_every_bonus_from_the_bot() -> None:
    """T-BOT-RUL-10: the player's T07 works when the bot's action pays the player's Statue."""
    t = bare()
    hold(t, ME, "T07")
    t.statues["bastet"] = [ME]
    me(t).stock["gold"] = 0
    for n in (1, 2):
        act(t, "bastet", "black 6")
        assert (me(t).stock["gold"], me(t).stock["granite"]) == (n, n)


def test_the_player_pays_no_statue_by_producing() -> None:
    """T-BOT-HORUS-5, T-HORUS-5: only the god's action pays, as with two players."""
    t = bare()
    t.statues["osiris"], t.dice["osiris"] = [BOT], ["white 2", "yellow 1"]
    before = bot(t).model_dump_json()
    Game(t, Turn(seat=ME)).say("die: osiris white 2", "action: produce").finish()
    assert me(t).stock["limestone"] == 2 and bot(t).model_dump_json() == before
