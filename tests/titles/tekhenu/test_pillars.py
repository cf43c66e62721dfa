"""Ra and the Pillar tiles: every tile with an ability has a row that fails when its effect is removed."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.components import default_components
from tests.titles.tekhenu.build import ME, YOU, Game, tekhenu, why_not
from tests.titles.tekhenu.test_blessings import look

ARROW = {"sunny": 1, "shaded": 0, "dark": 4}
"""Where the arrow must stand for that light at Ra."""
LIGHTS = tuple(ARROW)

# tile, space, extra lines, what it changes beside the plain tile
ROWS: list[tuple[str, str, list[str], dict[str, int]]] = [
    ("P01", "b2", [], {"population": 3}),
    ("P02", "b2", [], {"scribe": 1}),
    ("P03", "b2", [], {"happiness": 2}),
    ("P04", "b5", [], {"vp": 1}),
    ("P05", "a1", [], {"vp": 2}),
    ("P06", "b2", [], {"vp": 2}),
    ("P07", "b2", [], {"vp": 1}),
    ("P08", "b2", [], {"vp": 1}),
    ("P09", "b2", [], {"vp": 1}),
    ("P10", "b2", ["cards: B24"], {"blessings": 1}),
    ("P11", "b2", ["cards: B24"], {"blessings": 1}),
    ("P12", "b2", ["ability: horus", "statue: OW"], {"statues": -1, "granite": -2, "gold": 1}),
    ("P13", "b2", [], {"decrees": 1}),
    ("P14", "b2", [], {"decrees": 1}),
    ("P15", "b2", ["ability: osiris", "district: bread"], {"buildings": -1, "happiness": -1, "bread": 1}),
    ("P16", "b2", [], {"gold": 2}),
    ("P17", "b2", [], {"gold": 2}),
    ("P18", "b2", [], {"gold": 2}),
    ("P19", "c2", [], {"granite": 2}),
    ("P20", "c3", [], {"faith": 3}),
    ("P21", "b1", [], {"faith": 2}),
]


def build(tile: str, light: str, space: str, lines: list[str]) -> dict[str, Any]:
    t = tekhenu(limestone=3, granite=4)
    t.buildings = {"W2": YOU, "S2": YOU, "W4": YOU}
    t.arrow = ARROW[light]
    t.ra[0] = tile
    game = Game(t, Ra(seat=ME, value=6)).say(f"space: {space}", "turn: 0", *lines)
    me = game.me
    return {**look(game), "blessings": len(me.blessings), "decrees": len(me.decrees)}


@pytest.mark.parametrize(("tile", "space", "lines", "change"), ROWS, ids=[row[0] for row in ROWS])
def test_tile(tile: str, space: str, lines: list[str], change: dict[str, int]) -> None:
    """T-RA-5: the ability works under its light at Ra and under no other."""
    ability = default_components().tiles[tile].ability
    assert ability is not None
    dark_one, other = (light for light in LIGHTS if light != ability.light)
    without = build(tile, dark_one, space, [])
    assert without == build(tile, other, space, [])
    after = build(tile, ability.light, space, lines)
    numbers = [name for name, n in without.items() if isinstance(n, int)]
    assert {name: after[name] - without[name] for name in numbers if after[name] != without[name]} == change


def test_every_tile_is_tested_or_plain() -> None:
    tiles = default_components().tiles
    assert {tile.id for tile in tiles.values() if tile.ability} == {row[0] for row in ROWS}
    assert [tile.id for tile in tiles.values() if not tile.ability] == ["P22", "P23", "P24", "P25", "P26", "P27"]


@pytest.mark.parametrize("tile", ["P22", "P23", "P24", "P25", "P26", "P27"])
def test_plain_tiles_do_the_same_under_any_light(tile: str) -> None:
    assert build(tile, "sunny", "b2", []) == build(tile, "shaded", "b2", []) == build(tile, "dark", "b2", [])


def test_ra_steps_in_order_and_their_points() -> None:
    """T-RA-1 to T-RA-4, T-RA-6: Buildings of any owner, edges, the covered space, the display, the Pillar."""
    t = tekhenu(limestone=3)
    t.buildings = {"W2": YOU, "S2": ME, "W4": YOU}
    t.people["TE"] = YOU
    t.ra = ["P25", "P22", "P23"]
    # P22 turned once shows blue, red, red, blue from the north; the tile on c2 shows red to it, that on b3 purple.
    t.tiles[7], t.turns[7], t.pillars[7] = "P26", 1, YOU
    t.tiles[11], t.turns[11], t.pillars[11] = "P27", 1, YOU
    game = Game(t, Ra(seat=ME, value=4)).say("space: b2", "turn: 1")
    event = game.event("built_pillar")
    assert event["tile"] == "P22"
    assert event["buildings"] == 2
    assert event["edges"] == 1
    assert event["display"] == 2
    assert event["amounts"] == {"limestone": 2}
    assert game.me.vp == 10 + event["buildings"] + event["edges"] + 2
    assert (t.tiles[6], t.turns[6], t.pillars[6], game.me.pillars) == ("P22", 1, ME, 7)
    assert game.me.stock["limestone"] == 3 - 1 + 2


@pytest.mark.parametrize(("value", "place", "vp"), [(6, 0, 3), (5, 0, 3), (4, 1, 2), (3, 1, 2), (2, 2, 1), (1, 2, 1)])
def test_value_picks_the_tile_and_the_display_slides(value: int, place: int, vp: int) -> None:
    """T-RA-0, T-RA-4, T-RA-7."""
    t = tekhenu(limestone=1)
    before, top = list(t.ra), t.tile_stack[-1]
    game = Game(t, Ra(seat=ME, value=value)).say("space: c3", "turn: 0")
    assert game.event("built_pillar")["tile"] == before[place]
    assert game.event("built_pillar")["display"] == vp
    del before[place]
    assert t.ra == [top, *before]


def test_rul_43_empty_places_of_the_display() -> None:
    """With the stack empty the tiles slide right and the left place stays empty: no Ra with 5 or 6."""
    t = tekhenu(limestone=5)
    t.tile_stack = []
    Game(t, Ra(seat=ME, value=3)).say("space: c3", "turn: 0")
    assert t.ra == ["", "P22", "P24"]
    assert [Ra.possible(t, ME, value) for value in range(1, 7)] == [True] * 4 + [False] * 2


def test_rul_40_costly_abilities_may_be_declined_in_so_many_words() -> None:
    t = tekhenu(limestone=3, granite=2)
    t.ra[0] = "P12"
    game = Game(t, Ra(seat=ME, value=6)).say("space: b2", "turn: 0")
    assert game.asked[1].default is None
    game.say("ability: none")
    assert (game.me.statues, t.pillars[6]) == (6, ME)


def test_rul_40_ability_comes_before_the_pillar() -> None:
    """A temple statue by P12 does not count the Pillar just being built; an older one in line counts."""
    t = tekhenu(limestone=3, granite=2)
    t.ra[0] = "P12"
    spot = next(spot for spot in t.data.people_spots if spot.at_temple)
    new, old = t.data.line_spaces[spot.line][:2]
    t.tiles[old], t.pillars[old] = "P26", ME
    game = Game(t, Ra(seat=ME, value=6)).say(f"space: {t.data.spaces[new].name}", "turn: 0")
    game.say("ability: horus", f"statue: {spot.id}")
    assert game.event("built_statue") == {"at": spot.id, "vp": 3, "gold": 1}


def test_rul_40_impossible_ability_fizzles() -> None:
    t = tekhenu(limestone=3)
    t.ra[0] = "P12"
    assert Game(t, Ra(seat=ME, value=6)).say("space: b2", "turn: 0").me.statues == 6
    assert t.pillars[6] == ME


def test_rul_30_p12_names_the_best_value() -> None:
    """For a people's statue value 1 is named (T11), at a god the god's position."""
    for statue, vp in (("OW", 2), ("horus", 2), ("ra", 0)):
        t = tekhenu(limestone=3, granite=2, technologies=["T11"])
        t.ra[0] = "P12"
        game = Game(t, Ra(seat=ME, value=6)).say("space: b2", "turn: 0", "ability: horus")
        assert game.options("statue")[:3] == ["horus", "ra", "hathor"]
        base = game.me.vp
        assert game.say(f"statue: {statue}").me.vp == base + vp


def test_rul_64_waiver_does_not_cover_the_nested_action() -> None:
    t = tekhenu(blessings=["B13", "B14"], granite=2)
    t.ra[0] = "P12"
    game = Game(t, Ra(seat=ME, value=6)).say("space: b2", "turn: 0", "pay: B13", "ability: horus", "statue: OW")
    assert game.options("pay") == ["2 granite", "B14"]
    t = tekhenu(granite=1)
    t.ra[0] = "P12"
    game = Game(t, Ra(seat=ME, value=6, waive=True)).say("space: b2", "turn: 0")
    assert game.me.statues == 6  # two granite would be due


def test_rul_41_corner_with_an_edge_ability() -> None:
    """P05 on the north-west corner under its light: 2 + 1 VP per matching edge."""
    t = tekhenu(limestone=3)
    t.arrow = ARROW["dark"]
    t.ra[0] = "P05"
    game = Game(t, Ra(seat=ME, value=6)).say("space: a1", "turn: 0")
    assert game.me.vp == 10 + 3 + 2 * 3


def test_rul_41_repeated_space_gives_no_scribe_twice() -> None:
    """P19 to P21 repeat resources and Faith only."""
    t = tekhenu(limestone=3)
    t.ra[0] = "P20"
    assert Game(t, Ra(seat=ME, value=6)).say("space: e2", "turn: 0").me.stock["scribe"] == 1


def test_secret_decree_of_a_tile() -> None:
    """P14: the owner learns the card, the others that one was drawn."""
    t = tekhenu(limestone=3)
    t.arrow = ARROW["dark"]
    t.ra[0] = "P14"
    game = Game(t, Ra(seat=ME, value=6)).say("space: b2", "turn: 0")
    event = next(event for event in t.live.events if event.kind == "drew_decree")
    own, others = event.seen_by(ME), event.seen_by(YOU)
    assert own is not None and own.data["card"] == game.me.decrees[0]
    assert others is not None and "card" not in others.data


def test_taken_space_is_refused() -> None:
    t = tekhenu(limestone=3)
    t.tiles[6], t.pillars[6] = "P26", YOU
    question = Game(t, Ra(seat=ME, value=6)).question("space")
    assert "b2" not in question.options
    assert why_not(question, "b2") == ("b2 is taken by tile P26", "T-RA-0")
    assert question.describe("a1").startswith("P22 for 1 limestone, turn 0: +7 VP, 1 bread")
