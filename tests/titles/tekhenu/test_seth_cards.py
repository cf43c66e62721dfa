"""Every card, tile, region and Follower Power of Time of Seth: a row that fails when its effect is taken away."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.submission.lines import match
from pbem.titles.tekhenu.cards.decrees import Claim, points
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.phases.setup import Rewards
from pbem.titles.tekhenu.seth.actions import effect_said
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth.destiny_offers import SethDestiny
from pbem.titles.tekhenu.seth.part import seth, tables
from pbem.titles.tekhenu.seth.phases import region_points
from pbem.titles.tekhenu.seth.setup import mark_tracks
from tests.titles.tekhenu.build import ME, SEATS, YOU, Game
from tests.titles.tekhenu.seths import build_in, cover, statue, stock, table

# -- Blessings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "what"), [("B25", WARRIOR), ("B26", PRIEST)])
def test_soldiers_at_any_moment(card: str, what: str) -> None:
    """S-CARD-B25, S-CARD-B26, SD-07."""
    game = Game(table(blessings=[card])).say(f"play: {card}")
    assert stock(game, what) == 3 and game.t.discards["blessing"] == [card]


def test_b25_makes_a_seth_die_possible() -> None:
    """S-R-40: cards of any moment count when a die is judged."""
    t = table(2, "seth grey 3", warrior=1, blessings=["B25"])
    assert "seth grey 3" in Game(t).options("die")
    game = Game(table(2, "seth grey 3", warrior=1, blessings=["B25"]))
    game.say("die: seth grey 3", "play: B25", "action: god", "tile: b2")
    assert stock(game, WARRIOR) == 0
    assert "seth grey 3" not in table_options(warrior=0, blessings=["B25"])


def table_options(**mine: Any) -> list[str]:
    return Game(table(2, "seth grey 3, osiris white 3", **mine)).options("die")


def test_b27_pays_the_warriors() -> None:
    """S-CARD-B27, S-R-41: no Warriors, Blood as ever."""
    assert "seth grey 3" in table_options(blessings=["B27"]) and "seth grey 3" not in table_options()
    game = Game(table(2, "seth grey 3", warrior=2, blessings=["B27"])).say("die: seth grey 3", "play: B27", "tile: b2")
    assert stock(game, WARRIOR) == 2 and seth(game.t).blood[ME] == 1


def test_b28_keeps_blood_away() -> None:
    """S-CARD-B28."""
    t = table(2, "seth grey 3", warrior=4, blessings=["B28"], blood=2)
    game = Game(t).say("die: seth grey 3", "play: B28", "tile: b2")
    assert seth(t).blood[ME] == 1 and stock(game, WARRIOR) == 0
    game = Game(table(2, "seth grey 3", warrior=4, blessings=["B28"], blood=2)).say("die: seth grey 3", "tile: b2")
    assert seth(game.t).blood[ME] == 3


# -- Technologies ------------------------------------------------------------------------------------------------------


def test_t25_points_for_seth() -> None:
    """S-CARD-T25, S-SET-9."""
    game = Game(table(2, "seth grey 3", warrior=4, technologies=["T25"])).say("die: seth grey 3", "tile: b2")
    assert game.me.vp == 12


@pytest.mark.parametrize(("had", "has"), [(0, 5), (6, 10)])
def test_t26_one_more_from_a_die(had: int, has: int) -> None:
    """S-CARD-T26, S-R-41: up to 10."""
    t = table(2, "ra red 4", warrior=had, limestone=9, technologies=["T26"])
    game = Game(t).say("die: ra red 4")
    assert stock(game, WARRIOR) == has and game.me.vp == 11


def test_t26_counts_when_a_cost_is_judged() -> None:
    """S-CARD-T26, S-R-40, S-R-41: 1 Warrior, a 2 named red and one more pay a region of 4."""
    t = table(2, "seth grey 2, osiris white 3", warrior=1, technologies=["T26"], blessings=["B11"])
    assert "seth grey 2" in Game(t).options("die")
    t = table(2, "seth grey 2, osiris white 3", warrior=0, technologies=["T26"], blessings=["B11"])
    assert "seth grey 2" in Game(t).options("die")  # as red 3: 3 and 1 more
    t = table(2, "seth grey 2, osiris white 3", warrior=0, blessings=["B11"])
    assert "seth grey 2" not in Game(t).options("die")


def test_t27_one_warrior_less_on_the_first_seth_action() -> None:
    """S-CARD-T27, S-R-41."""
    t = table(2, "seth grey 3", warrior=7, technologies=["T27"])
    t.extra = [ME]
    game = Game(t).say("bonus: seth 1", "tile: a1")
    assert stock(game, WARRIOR) == 4
    game.say("die: seth grey 3", "tile: b2")
    assert stock(game, WARRIOR) == 0


@pytest.mark.parametrize(
    ("line", "marker"), [("faith: auto", 0), ("faith: 1 left blood 1", -1), ("faith: none blood 0", -3)]
)
def test_t28_leaves_blood_out(line: str, marker: int) -> None:
    """S-CARD-T28, SD-16."""
    t = table(2, blood=3, technologies=["T28"], spare=False)
    t.players[ME].stock["faith"] = 1
    t.markers = [3]
    game = Game(t, Maat())
    question = game.question("faith")
    words = line.removeprefix("faith: ")
    assert question.spelled is not None
    game.say(f"faith: {words if words in question.options else question.spelled(words)}")
    assert game.me.marker == marker


def test_t28_without_faith() -> None:
    """S-CARD-T28, SD-16."""
    t = table(2, blood=3, technologies=["T28"], spare=False)
    t.markers = [3]
    game = Game(t, Maat())
    assert game.options("blood") == ["2", "1", "0"]
    game.say("blood: 2")
    assert game.me.marker == -1


def test_t29_and_artifacts() -> None:
    """S-CARD-T29: a Priest less, and the reward of the Destiny card; A03 leaves a choice."""
    t = table(2, priest=4, technologies=["T29"])
    t.destinies = list(t.data.destiny_cards)
    game = Game(t, SethDestiny(seat=ME))
    assert {"R06 population", "R06 happiness"} <= set(game.options("destiny"))
    game.say("destiny: R06 happiness")
    assert stock(game, PRIEST) == 1 and game.me.happiness == 3
    t = table(2, priest=1, technologies=["T29"])
    t.destinies = list(t.data.destiny_cards)
    game = Game(t, SethDestiny(seat=ME)).say("destiny: R01")
    assert stock(game, PRIEST) == 0 and stock(game, "scribe") == 1


# -- Decrees -----------------------------------------------------------------------------------------------------------


DECREES = [
    ("D25", 6),
    ("D26", 9),
    ("D27", 6),
    ("D28", 8),
]


@pytest.mark.parametrize(("card", "vp"), DECREES)
def test_decrees(card: str, vp: int) -> None:
    """S-CARD-D25 to S-CARD-D28."""
    t = table(2, warrior=4, priest=5)
    build_in(t, 1, ME)
    build_in(t, 4, ME)
    t.buildings[t.data.building_spots[0].id] = ME
    seth(t).taken[ME] = 2
    assert points(t, ME, card, Claim((card,), t.players[ME].stock)) == vp


def test_d26_is_capped() -> None:
    """S-CARD-D26."""
    t = table(2, warrior=10, priest=10)
    assert points(t, ME, "D26", Claim(("D26",), t.players[ME].stock)) == 12


@pytest.mark.parametrize(
    ("card", "vp"),
    [("D16", "god"), ("D19", "people"), ("D18", "all"), ("D21", "built"), ("D11", "none"), ("D12", "none")],
)
def test_s_r_19_what_base_decrees_count(card: str, vp: str) -> None:
    """S-R-19, S-SCORE-2, S-SCORE-3."""
    t = table(2)
    without = points(t, ME, card, Claim((card,), t.players[ME].stock))
    statue(t, "seth", ME)
    statue(t, "west", ME)
    build_in(t, 2, ME)
    each = next(iter(t.data.cards[card].effect["per"].values()))
    count = {"god": 1, "people": 1, "all": 2, "built": 1, "none": 0}[vp]
    assert points(t, ME, card, Claim((card,), t.players[ME].stock)) - without == count * each


def test_s_r_19_the_switch_of_d21() -> None:
    """`d21_counts_seth_buildings`."""
    t = table(2, options={"d21_counts_seth_buildings": False})
    build_in(t, 2, ME)
    assert points(t, ME, "D21", Claim(("D21",), t.players[ME].stock)) == 0


# -- Starting cards ----------------------------------------------------------------------------------------------------

WORKS, QUARRIES = ["papyrus", "bread"], ["limestone", "granite"]
START: dict[str, tuple[dict[str, int], str, list[str]]] = {
    "S13": ({WARRIOR: 1}, "district: bread", WORKS + QUARRIES),
    "S14": ({PRIEST: 2}, "district: granite", QUARRIES),
    "S15": ({WARRIOR: 2}, "district: bread", WORKS),
    "S16": ({WARRIOR: 1, PRIEST: 1}, "mix: 4 papyrus", WORKS + QUARRIES),
    "S17": ({PRIEST: 1}, "keep", ["technology"]),
    "S18": ({WARRIOR: 2}, "keep", ["blessing"]),
    "S19": ({PRIEST: 2, "scribe": 1, "gold": 1}, "", []),
    "S20": ({WARRIOR: 1, "papyrus": 1, "bread": 1, "limestone": 1, "granite": 1}, "", []),
    "S21": ({WARRIOR: 1, PRIEST: 1}, "mix: 3 granite", QUARRIES),
    "S22": ({WARRIOR: 2}, "mix: 3 bread", WORKS),
    "S23": ({PRIEST: 2, "population": 3, "happiness": 2}, "", []),
    "S24": ({WARRIOR: 2, PRIEST: 1, "gold": 2}, "", []),
}
"""What each gives, the line that answers its question, and what that may name."""


@pytest.mark.parametrize("card", START)
def test_starting_cards(card: str) -> None:
    """S-CARD-S13 to S-CARD-S24, S-SETUP-12, S-R-01: soldiers first, then the reward; S-R-42: Osiris at happiness 0."""
    amounts, line, among = START[card]
    t = table(2, happiness=0, spare=False)
    t.round = 0
    t.players[ME].drafted = [card]
    t.destinies = list(t.data.destiny_cards)
    if line == "keep":
        (kind,) = among
        t.players[ME].drawn = [t.decks[kind].pop(), t.decks[kind].pop()]
        line = f"keep: {t.players[ME].drawn[0]}"
    mark_tracks(t)
    tracks = {what: n for what, n in amounts.items() if what in (WARRIOR, PRIEST)}
    assert {what: n for what, n in t.players[ME].stock.items() if n} == tracks
    game = Game(t, Rewards(seat=ME)).say("destiny: faith")
    if line:
        asked = game.options(line.partition(": ")[0])
        assert {what for what in (*WORKS, *QUARRIES) if what in " ".join(asked).split()} == {*WORKS, *QUARRIES} & {
            *among
        }
        game.say(line)
    found = {**game.me.stock, "population": game.me.population - 5, "happiness": game.me.happiness}
    assert {what: found[what] for what in amounts} == amounts
    name, _, words = line.partition(": ")
    if name == "district":
        assert game.me.buildings == 9 and game.event("built_works")["row"] == (5 if card == "S13" else 3)
    elif name == "mix":
        n, what = words.split()
        assert stock(game, what) == int(n)
    elif name == "keep":
        back = next(card for card in asked if card != words)
        assert words in game.me.blessings + game.me.technologies and back in t.decks[kind]
    assert t.data.cards[card].initiative == [*START].index(card) + 1


# -- Follower Powers ---------------------------------------------------------------------------------------------------

DONE = {
    "F01": ("horus grey 2", ["statue: seth"], {"vp": 3}, {"vp": 1}),
    "F02": ("ra grey 2", ["space: b2", "turn: 0"], {WARRIOR: 2, "vp": 1}, {WARRIOR: 1}),
    "F03": ("hathor grey 2", ["spot: "], {PRIEST: 2, "vp": 1}, {PRIEST: 1}),
    "F04": ("bastet grey 2", [], {"gold": 1, "vp": 1}, {"papyrus": 1}),
    "F05": ("thoth grey 3", ["section: I", "cards: "], {"scribe": 1, "vp": 2}, {"bread": 1}),
    "F06": ("osiris grey 2", ["district: bread"], {WARRIOR: 2}, {WARRIOR: 1}),
    "F07": ("seth grey 4", ["tile: b2"], {PRIEST: 2, "gold": 1}, {"vp": 1}),
}


@pytest.mark.parametrize("card", DONE)
def test_follower_powers(card: str) -> None:
    """S-CARD-F01 to S-CARD-F07, S-FP-2, S-R-22, SD-15: the owner, then each other player, and nobody is asked."""
    die, lines, mine, others = DONE[card]
    found = []
    for power in ("", card):
        t = table(3, die, granite=9, limestone=9, bread=9, papyrus=9, priest=2, warrior=4, follower=power, spare=False)
        before = {seat: dict(t.players[seat].stock, vp=t.players[seat].vp) for seat in SEATS[:3]}
        n = t.data.thoth_cards[int(die.split()[-1])]
        said = [f"cards: {', '.join(t.market['I'][:n])}" if line == "cards: " else line for line in lines]
        said = [f"spot: {t.data.building_spots[0].id}" if line == "spot: " else line for line in said]
        game = Game(t)
        game.say(*said)
        if card == "F01":
            game.say("owed: bread")
        after = {seat: dict(t.players[seat].stock, vp=t.players[seat].vp) for seat in SEATS[:3]}
        found.append({seat: {what: after[seat][what] - before[seat][what] for what in after[seat]} for seat in after})
    more = {seat: {what: n - found[0][seat][what] for what, n in found[1][seat].items()} for seat in found[0]}
    assert {what: n for what, n in more[ME].items() if n} == mine
    assert all({what: n for what, n in more[seat].items() if n} == others for seat in SEATS[1:3])


def test_f05_needs_two_cards() -> None:
    """S-CARD-F05."""
    t = table(2, "thoth grey 1", follower="F05", spare=False)
    card = t.market["I"][0]
    game = Game(t).say("section: I", f"cards: {card}")
    assert "seth/followers" not in game.kinds()


# -- Artifacts ---------------------------------------------------------------------------------------------------------

COSTS = [("R01", 2), ("R02", 3), ("R03", 2), ("R04", 3), ("R05", 3), ("R06", 4), ("R07", 4), ("R08", 5)]


@pytest.mark.parametrize(("card", "priests"), COSTS)
def test_what_an_artifact_costs(card: str, priests: int) -> None:
    """S-CARD-R01 to S-CARD-R08, S-MAAT-5."""
    t = table(2, priest=priests)
    t.destinies = list(t.data.destiny_cards)
    game = Game(t, SethDestiny(seat=ME)).say(f"destiny: {card}")
    assert stock(game, PRIEST) == 0 and seth(t).held[ME] == [card]
    t = table(2, priest=priests - 1)
    t.destinies = list(t.data.destiny_cards)
    assert card not in Game(t, SethDestiny(seat=ME)).options("destiny")


def test_r01_scribes_and_gold() -> None:
    """S-CARD-R01, S-MAAT-7: used once and gone."""
    game = Game(table(artifacts=["R01"])).say("play: R01")
    assert (stock(game, "scribe"), stock(game, "gold")) == (2, 1)
    assert seth(game.t).held[ME] == [] and seth(game.t).used == ["R01"]


def test_r01_is_no_blessing() -> None:
    """S-R-16: T24 answers Blessings only."""
    game = Game(table(artifacts=["R01"], technologies=["T24"])).say("play: R01")
    assert stock(game, "gold") == 1


def test_r02_a_cheaper_seth_action_without_blood() -> None:
    """S-CARD-R02, S-R-41: together with B27 and T27, not below 0."""
    t = table(2, "seth grey 3", warrior=1, artifacts=["R02"])
    game = Game(t).say("die: seth grey 3", "play: R02", "tile: b2")
    assert stock(game, WARRIOR) == 0 and seth(t).blood[ME] == 0
    t = table(2, "seth grey 3", warrior=2, artifacts=["R02"], technologies=["T27"], blessings=["B27"])
    game = Game(t).say("die: seth grey 3", "play: R02, B27", "tile: b2")
    assert stock(game, WARRIOR) == 2 and seth(t).blood[ME] == 0


def test_r03_people() -> None:
    """S-CARD-R03: Population first, so Happiness has room."""
    game = Game(table(artifacts=["R03"], happiness=5, population=5)).say("play: R03")
    assert (game.me.population, game.me.happiness) == (7, 7)


def test_r04_any_face() -> None:
    """S-CARD-R04: a red die shows 2 to 5 only."""
    t = table(2, "ra red 2", limestone=9, artifacts=["R04"])
    game = Game(t).say("die: ra red 2")
    assert [key for key in game.options("value") if key.startswith("R04")] == ["R04 3", "R04 4", "R04 5"]
    game.say("value: R04 5")
    assert stock(game, WARRIOR) == 5 and game.me.vp == 12


@pytest.mark.parametrize(("word", "left"), [("2", 1), ("1", 2), ("0", 3)])
def test_r05_blood_goes_back(word: str, left: int) -> None:
    """S-CARD-R05."""
    game = Game(table(artifacts=["R05"], blood=3)).say(f"play: R05 {word}")
    assert seth(game.t).blood[ME] == left and game.me.vp == 12


def test_r06_a_pure_die() -> None:
    """S-CARD-R06: a forbidden die of the wheel, or a tainted one; red ones still give."""
    t = table(2, "horus black 4, osiris white 3", artifacts=["R06"])
    assert t.purity("horus", "black") == "forbidden"
    game = Game(t).say("die: horus black 4", "as: R06")
    assert game.me.left == ["black 4"]
    game = Game(table(2, "ra red 4", limestone=9, artifacts=["R06"])).say("die: ra red 4", "as: R06")
    assert game.me.left == ["red 4"] and stock(game, WARRIOR) == 4
    t = table(2, "seth grey 3", warrior=4, artifacts=["R06"])
    game = Game(t).say("die: seth grey 3", "tile: b2")
    assert game.me.right == ["grey 3"]


def test_r07_a_thoth_action() -> None:
    """S-CARD-R07, S-R-42: two cards without papyrus, before or after the action."""
    t = table(2, artifacts=["R07"], happiness=6, population=9)
    n = t.data.thoth_cards[3]
    cards = ", ".join(t.market["I"][:n])
    game = Game(t).say("extra: R07 thoth", "section: I", f"cards: {cards}")
    assert len(game.me.blessings + game.me.technologies + game.me.decrees) == n and stock(game, "papyrus") == 0


def test_r08_an_osiris_action() -> None:
    """S-CARD-R08, S-R-26, S-R-42: any row, no happiness lost, and an action for triggers."""
    t = table(2, artifacts=["R08"], happiness=0, technologies=["T01"])
    game = Game(t)
    assert "R08 thoth" not in game.options("extra")
    assert [key for key in game.options("extra") if key.startswith("R08")] == [
        f"R08 osiris {row}" for row in range(1, 7)
    ]
    game.say("extra: R08 osiris 4", "district: bread")
    assert game.me.buildings == 9 and game.me.happiness == 0 and game.me.vp == 12
    game = Game(table(2, artifacts=["R08"], happiness=5)).say("extra: R08 osiris 4", "district: bread")
    assert game.me.buildings == 9 and game.me.happiness == 5


def test_s_maat_7_only_in_the_own_turn() -> None:
    """S-MAAT-7, S-MAAT-8, S-R-26, SD-13: two in one turn; none outside it."""
    t = table(artifacts=["R01", "R03"])
    game = Game(t).say("play: R01", "play: R03")
    assert seth(t).used == ["R01", "R03"]
    t = table(artifacts=["R01"], happiness=6, population=9)
    t.active = ""
    t.extra = [ME]
    game = Game(t, t.book.procedures["off_turn"]())
    assert game.asked[1].name == "bonus"


# -- Conquest tiles ----------------------------------------------------------------------------------------------------

TILES = {
    "C01": ({"granite": 2, "limestone": 1}, {"granite": 1, "limestone": 1}),
    "C02": ({"limestone": 2, "granite": 1}, {"limestone": 1, "granite": 1}),
    "C03": ({"bread": 2, "papyrus": 1}, {"bread": 1, "papyrus": 1}),
    "C04": ({"papyrus": 2, "bread": 1}, {"papyrus": 1, "bread": 1}),
    "C05": ({"gold": 2}, {"gold": 1}),
    "C06": ({"papyrus": 1, "limestone": 1, "gold": 1}, {"papyrus": 1, "limestone": 1, "gold": 1}),
}


@pytest.mark.parametrize("tile", TILES)
def test_tiles_of_resources(tile: str) -> None:
    """S-TILE-C01 to S-TILE-C06, S-RA-1, S-RA-2, S-HATHOR-1."""
    under, beside = TILES[tile]
    t = table(2, "ra white 1", limestone=9, spare=False)
    cover(t, "b2", tile)
    Game(t).say("action: god", "space: b2", "turn: 0")
    events = {event.kind: event.data for event in t.live.events}
    assert events["built_pillar"]["amounts"] == under
    t = table(2, "hathor black 2", bread=9, spare=False)
    spot = next(spot for spot in t.data.building_spots if spot.line == 1)
    for space in t.data.line_spaces[1][1:]:
        t.tiles[space] = "P25"
    cover(t, t.data.spaces[t.data.line_spaces[1][0]].name, tile)
    game = Game(t).say("action: god", f"spot: {spot.id}")
    assert game.event("built_building")["amounts"] == beside


@pytest.mark.parametrize(("tile", "kind"), [("C07", "blessing"), ("C08", "technology"), ("C09", "decree")])
def test_tiles_of_cards(tile: str, kind: str) -> None:
    """S-TILE-C07 to S-TILE-C09, S-HATHOR-1, S-R-25: under a pillar and beside a building; a Decree is secret."""
    for die, god in (("ra white 1", "ra"), ("hathor black 2", "hathor")):
        t = table(2, die, limestone=9, bread=9, spare=False)
        cover(t, "b2", tile)
        top = t.decks[kind][-1]
        game = Game(t).say("action: god")
        if god == "ra":
            game.say("space: b2", "turn: 0")
        else:
            spot = next(spot for spot in t.data.building_spots if spot.line == 1)
            game.say(f"spot: {spot.id}")
        hand = {"blessing": game.me.blessings, "technology": game.me.technologies, "decree": game.me.decrees}[kind]
        assert hand == [top]
        told = next(event for event in t.live.events if event.kind in ("card_kept", "drew_decree"))
        assert (told.to == [ME]) == (kind == "decree")


@pytest.mark.parametrize(
    ("tile", "lines", "kind"),
    [
        ("C10", ["reward: osiris", "district: bread"], "built_works"),
        ("C11", ["reward: thoth", "section: I", "cards"], "took_cards"),
        ("C12", ["reward: bastet"], "festival"),
    ],
)
def test_tiles_of_actions(tile: str, lines: list[str], kind: str) -> None:
    """S-TILE-C10 to S-TILE-C12, SD-12: performed or declined; nothing for Hathor."""
    t = table(2, "ra white 1", limestone=9, papyrus=2, happiness=3, spare=False)
    cover(t, "b2", tile)
    said = [f"cards: {t.market['I'][0]}" if line == "cards" else line for line in lines]
    game = Game(t).say("action: god", "space: b2", "turn: 0", *said)
    assert kind in game.kinds()
    told = {"built_works": ("row", 3), "took_cards": ("cards", [t.live.events and said[-1].removeprefix("cards: ")]),
            "festival": ("happiness", 2)}[kind]  # fmt: skip
    assert game.event(kind)[told[0]] == told[1]
    t = table(2, "ra white 1", limestone=9, papyrus=2, happiness=3, spare=False)
    cover(t, "b2", tile)
    game = Game(t).say("action: god", "space: b2", "turn: 0", "reward: none")
    assert kind not in game.kinds() and t.pillars_built(ME) == 1


# -- regions -----------------------------------------------------------------------------------------------------------

REGIONS = {
    1: ({"gold": 1, "scribe": 1}, (2, 3), (3, 2)),
    2: ({"gold": 2}, (2, 3), (3, 2)),
    3: ({"population": 2, "happiness": 1}, (3, 4), (4, 3)),
    4: ({PRIEST: 3}, (3, 4), (4, 3)),
    5: ({}, (4, 5), (5, 4)),
    6: ({"limestone": 1, "granite": 1, "scribe": 1}, (4, 5), (5, 4)),
}


@pytest.mark.parametrize("region", REGIONS)
def test_regions(region: int) -> None:
    """S-REGION-1 to S-REGION-6, S-SET-2, S-SET-4, S-SCORE-1, S-HV-01: reward, Warriors and VP of the first and of the
    second spot."""
    amounts, two, three = REGIONS[region]
    for seats, vp in ((2, two), (3, three), (4, three)):
        t = table(seats, f"seth grey {region}", warrior=4, spare=False)
        before = {**t.players[ME].stock, "population": 5, "happiness": 2}
        top = t.decks["blessing"][-1]
        game = Game(t).say("tile: b2")
        after = {**game.me.stock, "population": game.me.population, "happiness": game.me.happiness}
        gained = {what: after[what] - before[what] for what in after if after[what] != before[what] and what != WARRIOR}
        assert gained == amounts and game.me.blessings == ([top] if region == 5 else [])
        assert game.me.vp == 10 and region_points(t, ME) == vp[0] and stock(game, WARRIOR) == 0
        t = table(seats, f"seth grey {region}", warrior=9, spare=False)
        build_in(t, region, YOU)
        assert stock(Game(t).say("tile: b2"), WARRIOR) == 9 - (5 if seats == 2 else 3)
        assert region_points(t, ME) == vp[1] and region_points(t, YOU) == vp[0]
    assert effect_said(tables(t).regions[region - 1].reward)


def test_an_artifact_named_before_t29_was_there() -> None:
    """S-CARD-T29: a ranking that names it alone is still read, with the first reward; nonsense behind it is none."""
    t = table(2, priest=9, technologies=["T29"])
    t.destinies = list(t.data.destiny_cards)
    question = Game(t, SethDestiny(seat=ME)).question("destiny")
    assert {"R06 population", "R06 happiness"} <= set(question.options) and "R06" not in question.options
    assert match(question, "r06") == "R06 population" and match(question, "r06 happiness") == "R06 happiness"
    assert match(question, "r06 gold") is None and match(question, "r99") is None
    t.players[ME].technologies = []
    question = Game(t, SethDestiny(seat=ME)).question("destiny")
    assert match(question, "r06 happiness") == "R06" == match(question, "r06")
