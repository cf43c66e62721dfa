"""The worked examples of the digest of Time of Seth, each as a test of its name."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.titles.tekhenu.actions.thoth import reachable
from pbem.titles.tekhenu.board import DICE
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.phases.rotation import shaded_sections
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth.destiny_offers import SethDestiny
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.seth.phases import refill, region_points, scale
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import FOURTH, ME, THIRD, YOU, Game, why_not
from tests.titles.tekhenu.seths import build_in, cover, laid, statue, stock, table


def dice_lying(t: Tekhenu) -> Counter[str]:
    return Counter(DICE[die][0] for god, dice in t.dice.items() for die in dice if god != SETH)


@pytest.mark.parametrize(
    ("seats", "pool", "on_board", "left"), [(4, 30, 4, 8), (3, 27, 3, 6)], ids=["four players", "three players"]
)
def test_x_01_dice_of_four_players(seats: int, pool: int, on_board: int, left: int) -> None:
    """S-SETUP-3, S-COMP-3: pool, Seth board, wheel and bag; faces of the new dice (S-SETUP-4)."""
    for seed in ("a", "b", "c", "d"):
        t = laid(seats, seed)
        assert sum(t.data.bag(seats).values()) == pool
        assert len(t.dice[SETH]) == on_board and all(die.startswith("grey ") for die in t.dice[SETH])
        assert sum(dice_lying(t).values()) == 18 and len(t.bag) == left
        every = dice_lying(t) + Counter(t.bag)
        assert (every["red"], every["blue"], every["green"]) == (2, 2, 1)
        shown = [DICE[die] for dice in t.dice.values() for die in dice]
        assert all(2 <= value <= 5 for colour, value in shown if colour in ("red", "blue", "green"))
    wanted = {4: (5, 5, 5, 5, 1), 3: (4, 4, 4, 4, 3)}[seats]
    assert tuple(every[colour] for colour in ("white", "black", "yellow", "brown", "grey")) == wanted


def test_x_02_dice_of_two_players() -> None:
    """S-SETUP-3."""
    t = laid(2)
    assert sum(t.data.bag(2).values()) == 24
    assert (len(t.dice[SETH]), sum(dice_lying(t).values()), len(t.bag)) == (2, 18, 4)
    every = dice_lying(t) + Counter(t.bag)
    assert (every["white"], every["grey"]) == (4, 1)


@pytest.mark.parametrize(("on_scale", "shown"), [(True, "red 5"), (False, "red 4")])
def test_x_03_a_red_die_raised(on_scale: bool, shown: str) -> None:
    """S-DICE-1, S-DICE-2, S-R-03: Warriors, action and scale use the final value."""
    t = table(dice="ra red 4", options={"modified_die_value_on_scale": on_scale}, scribe=1, limestone=9)
    game = Game(t).say("die: ra red 4", "value: 5")
    assert stock(game, WARRIOR) == 5 and game.me.right == [shown]
    game.say("action: god")
    assert game.event("took_die")["value"] == 5
    assert game.question("space").prompt == "Place tile " + t.ra[t.data.ra_place[5]]


def test_x_04_values_that_the_new_dice_do_not_show() -> None:
    """S-DICE-4: a blue 5 cannot become 6, a green 2 cannot become 1."""
    game = Game(table(dice="ra blue 5", scribe=3, limestone=9)).say("die: ra blue 5")
    question = game.question("value")
    assert list(question.options) == ["2", "3", "4", "5"]
    assert why_not(question, "6")[1] == "S-DICE-4"
    game = Game(table(dice="ra green 2", scribe=3, limestone=9)).say("die: ra green 2")
    assert why_not(game.question("value"), "1")[1] == "S-DICE-4"


def test_x_05_the_track_ends_at_10() -> None:
    """S-WP-1."""
    game = Game(table(dice="ra red 4", warrior=8, limestone=9)).say("die: ra red 4")
    assert stock(game, WARRIOR) == 10


def test_x_06_a_seth_action() -> None:
    """S-SET-2 to S-SET-7, SD-09: no VP of the spot now; S-R-14."""
    t = table(3, "seth grey 3", warrior=5)
    statue(t, "west", YOU)
    part = seth(t)
    game = Game(t).say("die: seth grey 3", "action: god", "tile: b2")
    assert stock(game, WARRIOR) == 1 and part.regions[2] == [ME] and game.me.buildings == 9
    assert (game.me.population, game.me.happiness) == (7, 3)
    assert game.me.vp == 10 + 3 and part.blood[ME] == 1
    assert part.covers[t.data.space_by_name["b2"]] == "C01" and part.face == "C02"
    assert game.me.right == ["grey 3"] and t.dice[SETH] == []


@pytest.mark.parametrize(("seats", "cost"), [(2, 5), (3, 3), (4, 3)])
def test_x_07_the_second_building_of_a_region(seats: int, cost: int) -> None:
    """S-SET-3, S-SETUP-1."""
    t = table(seats, "seth grey 5", warrior=6)
    build_in(t, 5, YOU)
    game = Game(t).say("die: seth grey 5", "tile: b2")
    assert stock(game, WARRIOR) == 6 - cost and seth(t).regions[4] == [YOU, ME]


def test_x_08_a_building_of_ones_own() -> None:
    """S-SET-2: one building in a region; a scribe leads to another."""
    t = table(2, "seth grey 2, osiris white 3", warrior=9)
    build_in(t, 2, ME)
    question = Game(t).question("die")
    assert "seth grey 2" not in question.options
    assert why_not(question, "seth grey 2") == (
        "You cannot perform the Seth action completely: you have a building in region 2 (Kush) already",
        "S-R-12",
    )
    t = table(2, "seth grey 2", warrior=9, scribe=1)
    build_in(t, 2, ME)
    assert Game(t).say("die: seth grey 2").options("value") == ["1", "3", "4"]


def test_x_09_anubis_performs_seth() -> None:
    """S-ANUBIS-1, S-ANUBIS-2, S-R-40, SD-08: what the die gives pays; the Blood is placed."""
    t = table(2, "hathor black 4", scribe=2)
    before = scale(t, ME)
    game = Game(t).say("die: hathor black 4", "as: anubis red")
    assert stock(game, WARRIOR) == 4 and game.me.below == ["black 4"]
    game.say("action: seth", "tile: b2")
    assert stock(game, WARRIOR) == 0 and seth(t).regions[3] == [ME]
    assert stock(game, PRIEST) == 3  # the reward of region 4
    assert scale(t, ME) == before - 1


def test_x_10_the_green_die() -> None:
    """S-ANUBIS-3, S-DICE-5, with B23 too (S-R-46); pure at a dark section."""
    t = table(2, "hathor green 3", scribe=5, bread=9, blessings=["B23"])
    game = Game(t).say("die: hathor green 3")
    assert t.light("hathor") == "dark" and t.purity("hathor", "green") == "pure"
    assert not game.run.questions() or game.asked[1].name != "as"
    assert game.me.left == ["green 3"] or game.say("value: 3").me.left == ["green 3"]


def test_x_11_effects_once_in_a_turn() -> None:
    """S-TRIG-1 to S-TRIG-3, S-HORUS-2: the first rulebook example."""
    t = table(4, "horus grey 2", granite=9, technologies=["T03"])
    build_in(t, 1, YOU)
    build_in(t, 3, THIRD)
    t.horus = list(t.data.gods)
    thoth = next(p for p, bonus in enumerate(t.data.horus_bonus) if p and set(bonus) == {"scribe"})
    horus = next(p for p, bonus in enumerate(t.data.horus_bonus) if p and set(bonus) == {"gold"})
    rest = [god for god in t.data.gods if god not in ("thoth", "horus")]
    t.horus = ["thoth" if p == thoth else "horus" if p == horus else rest.pop() for p in range(1, 7)]
    statue(t, "thoth", FOURTH)
    statue(t, "horus", FOURTH)
    before = dict(t.players[FOURTH].stock)
    first, second = t.market["I"][0], t.market["I"][1]
    game = Game(t).say("die: horus grey 2", "statue: west", "section: I", f"cards: {first}")
    game.say("section: I", f"cards: {second}").finish()
    assert game.me.vp == 10 + 2
    after = t.players[FOURTH].stock
    assert {what: after[what] - before[what] for what in after if after[what] != before[what]} == {
        what: n for bonus in (t.data.horus_bonus[thoth], t.data.horus_bonus[horus]) for what, n in bonus.items()
    }


def test_x_12_a_bonus_between_two_nested_actions() -> None:
    """S-TRIG-3, S-RA-2, S-R-42, S-TILE-C10: the second rulebook example; the second action needs the bonus of the
    first. Step T-RA-3 comes before T-RA-5."""
    t = table(2, "ra white 1", limestone=9, technologies=["T09"], happiness=1, population=9)
    osiris = next(tile for tile, entry in t.data.tiles.items() if entry.ability and entry.ability.god == "osiris")
    place = t.data.ra_place[1]
    t.tile_stack.remove(osiris)
    t.tile_stack.append(t.ra[place])
    t.ra[place] = osiris
    position = next(p for p, bonus in enumerate(t.data.horus_bonus) if bonus.get("happiness") == 2)
    rest = [god for god in t.data.gods if god != "osiris"]
    t.horus = ["osiris" if p == position else rest.pop() for p in range(1, 7)]
    statue(t, "osiris", ME)
    cover(t, "b2", "C10")
    game = Game(t).say("die: ra white 1", "action: god", "space: b2", "turn: 0")
    game.say("reward: osiris", "district: bread")
    assert game.me.happiness == 2
    name = game.asked[1].name
    if name == "ability":
        game.say("ability: osiris")
    game.say(f"district: {game.options('district')[0]}")
    assert game.me.happiness == 1 and game.kinds().count("horus_bonus") == 1


def drawing(t: Tekhenu, *colours: str) -> None:
    """Let exactly these colours lie in the bag, in every order the same for what is asked."""
    t.bag = list(colours)


def test_x_13_refill_of_the_seth_board() -> None:
    """S-ROT-1 to S-ROT-3, S-R-23: one grey die, though two are lacking."""
    t = table(3, "seth grey 6", spare=False)
    drawing(t, "grey", "grey", "white")
    god = shaded_sections(t)[0]
    rolled = refill(t, god, 0)
    assert len(t.dice[SETH]) == 2 and t.dice[SETH][0] == "grey 6"
    assert sorted(die.split()[0] for die in rolled) == ["grey", "white"] and t.dice[god] == rolled


def test_x_14_a_full_seth_board() -> None:
    """S-ROT-2, S-ROT-5."""
    t = table(2, "seth grey 6, seth grey 1", spare=False)
    drawing(t, "grey", "grey")
    assert len(refill(t, "ra", 0)) == 2 and t.dice[SETH] == ["grey 6", "grey 1"]


def test_x_15_only_the_first_shaded_section() -> None:
    """S-ROT-4."""
    t = table(2, "seth grey 6", spare=False)
    first, second = shaded_sections(t)
    drawing(t, "white", "black")
    refill(t, first, 0)
    drawing(t, "grey", "white")
    assert len(refill(t, second, 1)) == 2 and t.dice[SETH] == ["grey 6"]


def test_x_16_blood_in_the_balance() -> None:
    """S-MAAT-1 to S-MAAT-3."""
    t = table(2, left=["white 4", "white 3"], right=["grey 5"], blood=2, spare=False)
    t.players[ME].overproduced["bread"] = 1
    t.players[ME].stock["faith"] = 1
    t.markers = [3]
    game = Game(t, Maat())
    game.say("faith: 1 left")
    assert game.me.marker == 0
    game.say("destiny: gold", "destiny: faith")
    assert seth(t).blood[ME] == 2 and not game.me.right


def test_x_17_an_artifact_with_its_destiny_card() -> None:
    """S-MAAT-5, S-MAAT-6, S-R-27."""
    t = table(2, priest=4)
    t.destinies = list(t.data.destiny_cards)
    game = Game(t, SethDestiny(seat=ME)).say("destiny: R06")
    assert stock(game, PRIEST) == 0 and game.me.destiny == "A03" and seth(t).held[ME] == ["R06"]
    assert (game.me.population, game.me.happiness) == (5, 2)
    assert t.data.cards[game.me.destiny].ankh == 2
    t.players[YOU].stock[PRIEST] = 9
    t.stack = [SethDestiny(seat=YOU)]
    question = Game(t).question("destiny")
    assert "R05" in seth(t).artifacts and "R05" not in question.options
    assert why_not(question, "R05")[1] == "S-MAAT-5"


def test_x_18_the_destiny_card_is_gone() -> None:
    """S-MAAT-5."""
    t = table(2, priest=9)
    t.destinies = ["A02", "A03", "A04"]
    question = Game(t, SethDestiny(seat=ME)).question("destiny")
    assert why_not(question, "R01") == ("R01 goes with A01, which is no longer on offer", "S-MAAT-5")
    assert "R01" not in question.options and "R03" in question.options


def test_x_19_hathor_and_conquest_tiles() -> None:
    """S-HATHOR-1, S-SET-8, S-TILE-C01, S-TILE-C10: own pillar, C01, C10, a printed space, a foreign pillar."""
    t = table(3, "hathor black 2", bread=9)
    row = next(r for r in range(5) if any(set(t.data.spaces[s].reward) == {"granite"} for s in t.data.line_spaces[r]))
    spaces = list(t.data.line_spaces[row])
    printed = next(s for s in spaces if set(t.data.spaces[s].reward) == {"granite"})
    others = [t.data.spaces[s].name for s in spaces if s != printed]
    mine, first, second, foreign = others
    for name, owner, tile in ((mine, ME, "P25"), (foreign, YOU, "P26")):
        at = t.data.space_by_name[name]
        t.tiles[at], t.pillars[at] = tile, owner
    cover(t, first, "C01")
    cover(t, second, "C10")
    spot = next(spot for spot in t.data.building_spots if spot.line == row)
    game = Game(t).say("die: hathor black 2", "action: god", f"spot: {spot.id}").finish()
    assert game.me.vp == 10 + 3
    assert game.event("built_building")["amounts"] == {"granite": 2, "limestone": 1}


def test_x_20_a_doubled_conquest_tile() -> None:
    """S-R-18, S-RA-2: P20 under shaded Ra on C01."""
    t = table(2, "ra white 1", limestone=9)
    place = t.data.ra_place[1]
    t.tile_stack.remove("P20")
    t.tile_stack.append(t.ra[place])
    t.ra[place] = "P20"
    assert t.light("ra") == "shaded"
    cover(t, "b2", "C01")
    granite, limestone = t.players[ME].stock["granite"], 9 - t.data.tiles["P20"].limestone
    game = Game(t).say("die: ra white 1", "action: god", "space: b2", "turn: 0")
    assert stock(game, "granite") == granite + 4 and stock(game, "limestone") == limestone + 2


def owed(t: Tekhenu, seat: str) -> int:
    return sum(1 for frame in t.owed if frame.__dict__.get("seat") == seat)


def test_x_21_the_bonus_of_seth() -> None:
    """S-HORUS-3 to S-HORUS-5, S-R-10, S-R-43."""
    t = table(4, "seth grey 3", warrior=10, blessings=[], happiness=20, population=21)
    t.players[ME].reached = [16, 19]
    statue(t, SETH, YOU)
    game = Game(t).say("die: seth grey 3", "tile: b2")  # happiness comes to 21: a second Seth action
    game.say("bonus: seth 1", "tile: c2")
    assert seth(t).regions[0] == [ME] and owed(t, YOU) == 1
    t = table(4, "seth grey 3", warrior=10)
    statue(t, SETH, ME)
    Game(t).say("die: seth grey 3", "tile: b2")
    assert owed(t, ME) == 0 and t.players[ME].stock["granite"] == 0
    t = table(2, "seth grey 3", warrior=10)
    statue(t, SETH, ME)
    game = Game(t).say("die: seth grey 3", "tile: b2", "owed: bread")
    assert stock(game, "bread") == 1


@pytest.mark.parametrize(("seats", "now"), [(2, 0), (3, 1), (4, 0)])
def test_x_21_as_it_is_built(seats: int, now: int) -> None:
    """S-HORUS-4."""
    t = table(seats, "horus grey 2", granite=9, priest=2)
    game = Game(t).say("die: horus grey 2", "statue: seth")
    if now:
        game.say("owed: bread")
    game.finish()
    assert stock(game, "bread") == now and stock(game, PRIEST) == 0 and t.statues[SETH] == [ME]


def test_x_22_followers_once_in_a_turn() -> None:
    """S-FP-1 to S-FP-3, S-TRIG-1, S-CARD-F02."""
    t = table(3, "ra white 1", limestone=9, follower="F02")
    t.extra = [ME]
    game = Game(t).say("bonus: ra 1", "space: c2", "turn: 0")
    game.say("die: ra white 1", "action: god", "space: b2", "turn: 0")
    assert t.pillars_built(ME) == 2
    assert stock(game, WARRIOR) == 2
    assert [stock(game, WARRIOR, seat) for seat in (YOU, THIRD)] == [1, 1]


def test_x_26_three_free_cards() -> None:
    """S-HORUS-2, S-R-15: sections I and II at happiness 6."""
    t = table(2, "horus grey 2", granite=9, happiness=6, population=9)
    for region in (1, 2, 3):
        build_in(t, region, YOU)
    assert reachable(t, ME, 1) == ["I", "II"]
    game = Game(t).say("die: horus grey 2", "statue: west")
    taken = []
    for section in ("I", "II", "II"):
        card = next(card for card in t.market[section] if card)
        taken.append(card)
        game.say(f"section: {section}", f"cards: {card}")
    assert game.run.over or game.finish().run.over
    hand = game.me.blessings + game.me.technologies + game.me.decrees
    assert sorted(hand) == sorted(taken)


def test_x_26_each_may_be_declined() -> None:
    """SD-11, S-R-15; with happiness 0 none is possible and the Statue stands all the same."""
    t = table(2, "horus grey 2", granite=9)
    build_in(t, 1, YOU)
    game = Game(t).say("die: horus grey 2", "statue: west", "section: none").finish()
    assert t.people["west"] == ME and not game.me.blessings + game.me.technologies + game.me.decrees
    t = table(2, "horus grey 2", granite=9, happiness=0)
    build_in(t, 1, YOU)
    Game(t).say("die: horus grey 2", "statue: west").finish()
    assert t.people["west"] == ME


def test_x_27_points_of_the_regions() -> None:
    """S-SCORE-1."""
    t = table(3)
    build_in(t, 1, ME)
    build_in(t, 6, YOU, ME)
    assert region_points(t, ME) == 7 and region_points(t, YOU) == tables(t).spots(6, 3)[0][1]
