"""The component tables: complete, sound, and as the rulebooks print them."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from pbem.core.overlay import OverlayError
from pbem.core.words import said
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import (
    Components,
    build,
    corrected,
    default_components,
    default_raw,
    digest_of,
)
from pbem.titles.tekhenu.tables.component_check import check as check_components
from pbem.titles.tekhenu.tables.component_parts import BASIC


@pytest.fixture(scope="module")
def box() -> Components:
    return default_components()


@pytest.fixture
def raw() -> dict[str, Any]:
    return default_raw()


def test_shipped_tables_are_sound(raw: dict[str, Any]) -> None:
    assert check_components(raw) == []


def test_the_digest_names_the_tables(box: Components, raw: dict[str, Any]) -> None:
    assert box.digest == digest_of(raw)


def test_nothing_names_the_files_it_was_made_from(raw: dict[str, Any]) -> None:
    assert ".txt" not in str(raw)


def test_counts(box: Components, raw: dict[str, Any]) -> None:
    """T-COMP-1 to T-COMP-4."""
    assert sum(box.dice.values()) == 26
    decks = raw["decks"]
    assert len(box.tiles) == decks["pillar_tiles"]
    kinds = {
        "blessing": box.blessings, "technology": box.technologies, "decree": box.decrees,
        "starting": box.starting_cards, "destiny": box.destiny_cards,
    }  # fmt: skip
    assert {kind: len(cards) for kind, cards in kinds.items()} == {kind: decks[kind] for kind in kinds}
    assert len(box.cards) == sum(map(len, kinds.values())) == decks["total"]
    assert (box.buildings, box.pillars, box.statues) == (10, 8, 6)


def test_bag_and_purity(box: Components) -> None:
    """T-SETUP-7 and T-DICE-3."""
    assert [sum(box.bag(players).values()) for players in (1, 2, 3, 4)] == [22, 22, 24, 26]
    assert box.bag(3)["grey"] == 4
    assert box.bag(2)["yellow"] == 4
    assert box.bag(2)["grey"] == 6
    horus = box.god_index["horus"]
    assert [box.light(section, 0) for section in range(6)] == ["sunny", "shaded", "dark", "dark", "shaded", "sunny"]
    assert [box.purity_of("white", section, 0) for section in (0, 1, 2)] == ["pure", "tainted", "forbidden"]
    assert box.purity_of("black", horus, 4) == "pure"
    assert {box.purity_of("grey", s, a) for s in range(6) for a in range(6)} == {"tainted"}


def test_opposite_sections(box: Components) -> None:
    """T-DICE-1."""
    pairs = {box.gods[i]: box.gods[box.opposite[i]] for i in range(6)}
    assert pairs["horus"] == "bastet"
    assert pairs["ra"] == "thoth"
    assert pairs["hathor"] == "osiris"
    assert all(box.opposite[box.opposite[i]] == i for i in range(6))


def test_tables_by_value(box: Components) -> None:
    """TAB-03, TAB-04, TAB-05, TAB-07, TAB-08, TAB-11 as far as tables go."""
    assert [box.penalty(b) for b in (5, 0, -1, -2, -3, -5, -6, -8, -9, -15)] == [0, 0, 0, 0, 1, 1, 2, 2, 3, 3]
    assert [section.needs_happiness for section in box.sections] == [1, 5, 9, 13]
    assert box.thoth_cards[1:] == (1, 1, 2, 2, 3, 3)
    assert box.thoth_papyrus[1:] == (0, 0, 2, 2, 3, 3)
    assert box.statue_scoring == (0, 1, 3, 6, 10, 15, 21)
    assert [box.happiness_score(h) for h in (8, 9, 12, 13, 16, 19, 21)] == [0, 3, 3, 6, 9, 12, 15]
    assert [6 * box.god_spots[players] for players in (2, 3, 4)] == [6, 12, 18]
    assert [box.starting_dealt[players] for players in (2, 3, 4)] == [5, 7, 9]
    assert box.starting_dealt_solo == 3
    assert [box.ra_place[die] for die in range(1, 7)] == [2, 2, 1, 1, 0, 0]
    assert box.ra_vp == (3, 2, 1)


def test_the_temple_hangs_together(box: Components) -> None:
    for space in box.spaces:
        for side, other in enumerate(space.neighbours):
            assert (other == -1) == bool(space.border[side])
            if other >= 0:
                assert box.spaces[other].neighbours[(side + 2) % 4] == space.index
    assert [s.name for s in box.spaces if s.corner] == ["a1", "e1", "a5", "e5"]
    assert box.line_spaces[1] == (5, 6, 7, 8, 9)
    assert box.line_spaces[6] == (1, 6, 11, 16, 21)
    north_west = box.spaces[box.space_by_name["a1"]]
    assert (north_west.border[0], north_west.border[3]) == ("red", "blue"), "EX-14"


def test_spots(box: Components) -> None:
    """HV-05 and T-HORUS-8."""
    assert [len(box.spots_open(players)) for players in (1, 2, 3, 4)] == [10, 10, 14, 18]
    assert {spot.bread for spot in box.building_spots} == {2, 3, 4}
    assert box.spot_by_id["N2"].line == 6
    assert box.spot_by_id["E5"].line == 4
    lines = sorted(spot.line for spot in box.people_spots if spot.at_temple)
    assert lines == [2, 7]
    assert [spot.districts for spot in box.people_spots if not spot.at_temple] == [(0, 1), (2, 3)]
    assert sum(spot.gold for spot in box.people_spots) + box.row2_gold == 5, "T-SETUP-6"


def test_tiles_turn_clockwise(box: Components) -> None:
    tile = box.tiles["P01"]
    assert tile.edges == ("red", "blue", "green", "purple")
    assert tile.turned[1] == ("purple", "red", "blue", "green")
    assert tile.turned[2] == ("green", "purple", "red", "blue")
    assert tile.turned[3] == ("blue", "green", "purple", "red")


@pytest.mark.usefixtures("as_printed")
def test_tile_rings_are_different_ones_with_each_colour_once_a_tile() -> None:
    """HV-09."""
    box = default_components()
    n = len(box.tiles)
    assert len({min(tile.turned) for tile in box.tiles.values()}) == n
    assert Counter(edge for tile in box.tiles.values() for edge in tile.edges) == dict.fromkeys(box.edge_colours, n)


@pytest.mark.parametrize(
    ("tile", "light", "kind"),
    [
        ("P01", "sunny", "gain"),
        ("P05", "dark", "matching_edges"),
        ("P06", "shaded", "buildings_in_line"),
        ("P10", "dark", "god"),
        ("P14", "dark", "draw"),
        ("P20", "shaded", "repeat_space"),
    ],
)
def test_abilities(box: Components, tile: str, light: str, kind: str) -> None:
    ability = box.tiles[tile].ability
    assert ability is not None
    assert (ability.light, ability.kind) == (light, kind)


def test_horus_by_p12_is_optional_and_thoth_by_p10_is_not(box: Components) -> None:
    """RUL-40."""
    p12, p10 = box.tiles["P12"].ability, box.tiles["P10"].ability
    assert p12 is not None
    assert p10 is not None
    assert (p12.god, p12.values, p12.optional) == ("horus", (1, 2, 3), True)
    assert (p10.god, p10.values, p10.optional) == ("thoth", (1,), False)
    assert box.tiles["P22"].ability is None


def test_osiris(box: Components) -> None:
    """T-OSIRIS-3 to T-OSIRIS-8."""
    for district, resource in enumerate(box.districts):
        steps = [sum(box.osiris_at(row, district).advance.values()) for row in range(1, 7)]
        assert steps == [1, 1, 2, 2, 2, 2]
        assert [box.osiris_at(row, district).gain[resource] for row in range(1, 7)] == [1, 1, 1, 1, 2, 2]
        assert box.osiris_at(4, district).gain["gold"] == 1
        assert box.osiris_at(6, district).any_steps == 1
        assert box.osiris_at(3, district).advance[resource] == 1
    assert box.districts == BASIC


def test_horus_positions(box: Components) -> None:
    """T-TILE-H2 and T-TILE-H3."""
    assert box.horus_bonus[4] == {"gold": 1}
    assert box.horus_bonus[1] == {"faith": 1}
    assert box.horus_printed[4] == "hathor"
    assert box.horus_when[3] == ("other_player_performs_action", "immediately_when_built")


def test_people_track(box: Components) -> None:
    """T-PEOPLE-5 and T-PEOPLE-6."""
    assert box.happiness_gains == {16: {"gold": 1}, 19: {"scribe": 1}}
    assert box.extra_action_at == 21
    assert [box.triangles_reached(n) for n in (8, 9, 13, 16, 19, 21)] == [0, 1, 2, 3, 4, 5]


def test_market(box: Components) -> None:
    """T-MARKET-1 and T-MARKET-3."""
    assert [Counter(section.slots) for section in box.sections] == [
        {"blessing": 2, "technology": 1},
        {"blessing": 2, "technology": 2},
        {"blessing": 1, "technology": 2, "decree": 1},
        {"blessing": 1, "technology": 1, "decree": 2},
    ]
    assert [section.opens_population for section in box.sections] == [0, 0, 9, 13]


def test_cards(box: Components) -> None:
    assert box.cards["D07"].type == "treasury"
    assert box.cards["T16"].min_players == 3
    assert box.removed_2p == ("T16", "D20")
    assert [box.cards[card].ankh for card in box.destiny_cards][:4] == [0, 1, 2, 3]
    order = [box.cards[card].initiative for card in box.starting_cards]
    assert order == list(range(1, len(order) + 1))
    assert {box.cards[card].type for card in box.decrees} == set(box.decree_types)
    assert all(card.text and card.rule == f"T-CARD-{card.id}" for card in box.cards.values())


def test_bot(box: Components) -> None:
    """TAB-12, TAB-13 and TAB-15."""
    assert box.bot.balance[1:] == (3, 2, 1, 1)
    assert box.bot.horus_bonus[1] == {"scribe": 1}
    assert box.bot.horus_bonus[6] == {"scribe": 1, "vp": 1}
    paths = ["0"]
    for _ in range(3):
        paths = [p + str(step[int(p[-1])]) for p in paths for step in (box.bot.right, box.bot.up_right)]
    assert sorted(paths) == ["0123", "0126", "0156", "0158", "0456", "0458", "0478", "0479"]


def test_seat_colours_are_no_die_colours(box: Components) -> None:
    assert len(set(box.colours)) == 4
    assert not set(box.colours) & set(box.dice)


# -- corrections of an owner


def test_corrections_reach_the_rules() -> None:
    tables = corrected(
        {
            "statues": {"costs_granite_left_to_right": [1, 2, 2, 3, 3, 4]},
            "temple": {
                "spaces": {"list": [{"row": 2, "col": 2, "reward": {"gold": 1}}]},
                "building_spots": {"list": [{"id": "E5", "remove": True}, {"id": "W1", "bread": 4}]},
            },
            "horus": {"positions": [{"position": 6, "bonus": {"vp": 1}}]},
        }
    )
    assert check_components(tables) == []
    box = build(tables)
    assert box.statue_costs == (1, 2, 2, 3, 3, 4)
    assert box.spaces[box.space_by_name["b2"]].reward == {"gold": 1}
    assert box.spot_by_id["W1"].bread == 4
    assert "E5" not in box.spot_by_id
    assert box.horus_bonus[6] == {"vp": 1}
    assert box.digest != default_components().digest
    assert default_components().statue_costs == (2, 2, 3, 3, 4, 4)


def test_no_corrections_leave_the_digest() -> None:
    assert digest_of(corrected(None)) == digest_of(corrected({})) == default_components().digest


def test_a_spot_can_be_added() -> None:
    new = {"id": "E3b", "side": "S", "line": "col", "line_no": 3, "min_players": 4, "bread": 3}
    tables = corrected({"temple": {"building_spots": {"list": [{"id": "S3", "remove": True}, new]}}})
    assert check_components(tables) == []
    assert build(tables).spot_by_id["E3b"].line == 7


def test_misspelt_corrections_are_refused_with_their_path() -> None:
    with pytest.raises(OverlayError) as refused:
        corrected({"pillar_tiles": [{"id": "P01", "cost": {"granite": 1}}]})
    assert refused.value.path == "pillar_tiles[id=P01].cost.granite"


# -- faults in tables


def at(node: Any, path: str) -> Any:
    for part in path.split("."):
        node = node[int(part) if part.isdigit() and isinstance(node, list) else part]
    return node


def changed(path: str, value: Any) -> dict[str, Any]:
    tables = copy.deepcopy(default_raw())
    parent, _, last = path.rpartition(".")
    node = at(tables, parent) if parent else tables
    node[int(last) if isinstance(node, list) else last] = value
    return tables


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("statues.costs_granite_left_to_right.value", [1, 2], "statues.costs_granite_left_to_right: 2 costs"),
        ("statues.costs_granite_left_to_right.value.0", "x", "statues.costs_granite_left_to_right.value[0]"),
        ("dice.per_colour.grey", 7, "dice.per_colour: 27 dice"),
        ("temple.spaces.list.3.row", 2, "temple.spaces.list[row=1,col=4]"),
        ("temple.spaces.list.3.reward", {"beer": 1}, "temple.spaces.list[3].reward.beer"),
        ("temple.outer_edges.N_west_to_east.2", "pink", "temple.outer_edges.N_west_to_east[2]"),
        ("temple.building_spots.list.0.bread.value", 7, "temple.building_spots.list[0].bread"),
        ("temple.building_spots.list.0.line", "col", "temple.building_spots.list[id=W1]: side W"),
        ("temple.building_spots.list.1.line_no", 1, "temple.building_spots.list[id=W2]: side W 1 is used twice"),
        ("pillar_tiles.0.edges.n", "pink", "pillar_tiles[id=P01].edges.n"),
        ("pillar_tiles.0.ability.light", None, "pillar_tiles[id=P01].ability"),
        ("pillar_tiles.0.ability.effect", {"beer": 1}, "pillar_tiles[id=P01].ability.effect.beer"),
        ("pillar_tiles.1.id", "P01", "pillar_tiles[id=P01]: present 2 times"),
        ("decrees.4.type.value", "cats", "decrees[id=D05].type"),
        ("decrees.4.rule", "T-CARD-D06", "decrees[id=D05].rule"),
        ("blessings", [], "blessings: 0 entries, expected "),
        ("starting_cards.0.initiative", 2, "starting_cards: initiative 2 appears twice"),
        ("horus.positions.0.position", 2, "horus.positions: positions [2, 2"),
        ("horus.preprinted.1", "ra", "horus.preprinted: each god"),
        ("osiris.grid.0.row", 2, "osiris.grid[row=1,district=papyrus]: present 0 times"),
        ("people_track.max.value", 20, "people_track.max: 20"),
        ("people_track.triangles.thresholds.0", 14, "people_track.triangles.thresholds: must rise"),
        ("player_start.happiness", 9, "player_start.happiness"),
        ("market.thoth.0.die", [1, 3], "market.thoth: die values"),
        ("market.removed_2p_and_solo", ["T99"], "market.removed_2p_and_solo: there is no card T99"),
        ("building_row.left_to_right.0.slot", 2, "building_row.left_to_right: slots"),
        ("wheel.sections_clockwise.where", ["nobody"], "wheel.sections_clockwise.where: 'nobody'"),
        ("structure.source", None, "structure.rounds: has no source"),
        ("surprise", 1, "surprise: is not a known key"),
    ],
)
def test_faults_are_found_and_named(path: str, value: Any, message: str) -> None:
    tables = changed(path, value)
    if value is None and path.endswith(".source"):
        del tables["structure"]["source"]
    faults = check_components(tables)
    assert any(fault.startswith(message) for fault in faults), faults
    assert [fault for fault in faults if fault in (said(fault, TITLE.words(other)) for other in ("pl", "hu"))] == []


def test_a_fault_is_told_in_the_readers_language() -> None:
    """Numbers agree, a conjunction is the reader's; paths and what stands in the tables stay as they are."""
    row = changed("statues.costs_granite_left_to_right.value", [1, 2])
    kind = changed("pillar_tiles.0.ability.light", "pink")
    faults = [*check_components(row)[:1], *check_components(kind)]
    assert faults[1] == "pillar_tiles[0].ability.light: 'pink' is not one of 'sunny', 'shaded' or 'dark'"
    assert [said(fault, TITLE.words("pl")) for fault in faults] == [
        "statues.costs_granite_left_to_right: 2 koszty na 6 posągów",
        "pillar_tiles[0].ability.light: 'pink' nie jest żadnym z: 'sunny', 'shaded' lub 'dark'",
    ]
    assert said(faults[0], TITLE.words("hu")) == "statues.costs_granite_left_to_right: 2 költség, pedig 6 szobor van"


@pytest.mark.parametrize("key", sorted(default_raw()))
def test_every_part_is_needed(key: str) -> None:
    tables = default_raw()
    del tables[key]
    assert f"{key}: is missing" in check_components(tables)
