"""The thorough check of a component table: shape by models, then sense by hand. Loaded only when a table is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from pydantic import ValidationError

from pbem.titles.tekhenu.tables.board_models import Table
from pbem.titles.tekhenu.tables.box_models import Source

SOURCES: tuple[str, ...] = get_args(Source)


def check(raw: Mapping[str, Any]) -> list[str]:
    """Find all faults of a table, each with its path; sense is tested only where the shape is right."""
    try:
        Table.model_validate(dict(raw))
    except ValidationError as error:
        return sorted({f"{_path(fault['loc'])}: {_reason(fault)}" for fault in error.errors()})
    return list(_sense(raw))


def _path(loc: tuple[int | str, ...]) -> str:
    """Write `temple.spaces.list[3].reward`, without the names of union branches."""
    path = ""
    for part in loc:
        if isinstance(part, int):
            path += f"[{part}]"
        elif not part.startswith(("Value[", "constrained-", "literal[", "dict[")):
            path += f".{part}" if path else part
    return path


def _reason(fault: Any) -> str:
    """Put the common faults into our wording: the words of the checking library change between its releases."""
    kind = fault["type"]
    context = fault.get("ctx", {})
    words = {
        "missing": "is missing",
        "extra_forbidden": "is not a known key",
        "greater_than_equal": f"{fault['input']!r} is below {context.get('ge')}",
        "less_than_equal": f"{fault['input']!r} is above {context.get('le')}",
        "literal_error": f"{fault['input']!r} is not one of {context.get('expected')}",
        "too_short": f"has fewer than {context.get('min_length')} entries",
        "too_long": f"has more than {context.get('max_length')} entries",
    }
    return words.get(kind, f"{fault['input']!r} is of the wrong kind ({kind})")


def _sense(raw: Mapping[str, Any]) -> Iterator[str]:
    """Find what no single field shows: counts, each thing once, references that lead somewhere."""
    yield from _counts(raw)
    yield from _dice(raw)
    yield from _temple(raw)
    yield from _tiles(raw)
    yield from _cards(raw)
    yield from _tracks(raw)
    yield from _references(raw)


def _counts(raw: Mapping[str, Any]) -> Iterator[str]:
    decks, pieces = raw["decks"], raw["player_pieces"]
    lengths = {
        "blessings": decks["blessing"],
        "technologies": decks["technology"],
        "decrees": decks["decree"],
        "starting_cards": decks["starting"],
        "destiny_cards": decks["destiny"],
        "pillar_tiles": decks["pillar_tiles"],
        "gods": 6,
        "resources": 5,
    }
    for key, expected in lengths.items():
        if len(raw[key]) != expected:
            yield f"{key}: {len(raw[key])} entries, expected {expected}"
    costs = raw["statues"]["costs_granite_left_to_right"]["value"]
    if len(costs) != pieces["statues"]:
        yield f"statues.costs_granite_left_to_right: {len(costs)} costs for {pieces['statues']} statues"
    if len(raw["statues"]["scoring_by_count"]["value"]) != pieces["statues"] + 1:
        yield "statues.scoring_by_count: one value for 0 statues and one for each statue is needed"
    slots = [slot["slot"] for slot in raw["building_row"]["left_to_right"]]
    if slots != list(range(1, pieces["buildings"] + 1)):
        yield f"building_row.left_to_right: slots {slots}, expected 1 to {pieces['buildings']} in order"


def _dice(raw: Mapping[str, Any]) -> Iterator[str]:
    colours = ("white", "yellow", "black", "brown", "grey")
    dice = raw["dice"]
    counts = {colour: dice["per_colour"][colour] for colour in colours}
    if sum(counts.values()) != dice["total"]["value"]:
        yield f"dice.per_colour: {sum(counts.values())} dice, expected {dice['total']['value']}"
    for players in (2, 3, 4):
        removed = dice["removed_by_player_count"][str(players)]
        left = sum(counts.values()) - sum(removed.values())
        if left != 18 + 2 * players:
            yield f"dice.removed_by_player_count.{players}: {left} dice in the bag, expected {18 + 2 * players}"
    for colour in colours:
        if set(dice["purity"][colour]) != {"sunny", "shaded", "dark"}:
            yield f"dice.purity.{colour}: one entry for each light is needed"


def _temple(raw: Mapping[str, Any]) -> Iterator[str]:
    temple = raw["temple"]
    known = set(temple["edge_colours"]["value"])
    places = Counter((entry["row"], entry["col"]) for entry in temple["spaces"]["list"])
    for row in range(1, 6):
        for col in range(1, 6):
            if places[row, col] != 1:
                yield f"temple.spaces.list[row={row},col={col}]: present {places[row, col]} times"
    for side in ("N_west_to_east", "E_north_to_south", "S_west_to_east", "W_north_to_south"):
        for i, colour in enumerate(temple["outer_edges"][side]):
            if colour not in known:
                yield f"temple.outer_edges.{side}[{i}]: {colour!r} is not one of temple.edge_colours"
    taken: set[tuple[str, int]] = set()
    spots = [(s["id"], s["side"], s["line"], s["line_no"], "building_spots") for s in temple["building_spots"]["list"]]
    spots += [
        (s["id"], s["side"]["value"], s["line"], s["line_no"], "statue_spots") for s in temple["statue_spots"]["list"]
    ]
    for ident, side, line, number, table in spots:
        where = f"temple.{table}.list[id={ident}]"
        if (line == "row") != (side in "EW"):
            yield f"{where}: side {side} does not face a {line}"
        if (side, number) in taken:
            yield f"{where}: side {side} {number} is used twice"
        taken.add((side, number))
    for ident, times in Counter(spot[0] for spot in spots).items():
        if times > 1:
            yield f"temple: spot id {ident} is used {times} times"


def _tiles(raw: Mapping[str, Any]) -> Iterator[str]:
    known = set(raw["temple"]["edge_colours"]["value"])
    abilities = {
        "vp_per_matching_edge",
        "vp_per_building_in_line_any_owner",
        "god_action",
        "as_value",
        "pay_cost",
        "optional",
        "draw_keep",
        "repeat_space_reward",
        *("population", "happiness", "scribe", "gold", "vp", "faith", "papyrus", "bread", "limestone", "granite"),
    }
    yield from _unique("pillar_tiles", raw["pillar_tiles"])
    for tile in raw["pillar_tiles"]:
        where = f"pillar_tiles[id={tile['id']}]"
        for side in "nesw":
            if tile["edges"][side] not in known:
                yield f"{where}.edges.{side}: {tile['edges'][side]!r} is not one of temple.edge_colours"
        ability = tile["ability"]
        if (ability["light"] is None) != (ability["effect"] is None):
            yield f"{where}.ability: light and effect come together or not at all"
        for key in set(ability["effect"] or ()) - abilities:
            yield f"{where}.ability.effect.{key}: is not a known effect"


def _cards(raw: Mapping[str, Any]) -> Iterator[str]:
    types = set(raw["decree_types"]["value"])
    letters = {"blessings": "B", "technologies": "T", "decrees": "D", "starting_cards": "S", "destiny_cards": "A"}
    for table, letter in letters.items():
        yield from _unique(table, raw[table])
        for card in raw[table]:
            if not card["id"].startswith(letter):
                yield f"{table}[id={card['id']}]: ids of this table begin with {letter}"
            if card["rule"] != f"T-CARD-{card['id']}":
                yield f"{table}[id={card['id']}].rule: expected T-CARD-{card['id']}"
    for card in raw["decrees"]:
        kind = card.get("type")
        if kind is None or kind["value"] not in types:
            yield f"decrees[id={card['id']}].type: is not one of decree_types"
    for table, field in (("starting_cards", "initiative"), ("destiny_cards", "ankh")):
        values = Counter(card.get(field) for card in raw[table])
        for value, times in values.items():
            if value is None or times > 1:
                yield f"{table}: {field} {value} {'is missing' if value is None else 'appears twice'}"
    ids = {card["id"] for table in letters for card in raw[table]}
    for card_id in raw["market"]["removed_2p_and_solo"]:
        if card_id not in ids:
            yield f"market.removed_2p_and_solo: there is no card {card_id}"


def _tracks(raw: Mapping[str, Any]) -> Iterator[str]:
    track = raw["people_track"]
    top = track["max"]["value"]
    thresholds = track["triangles"]["thresholds"]
    if sorted(set(thresholds)) != thresholds:
        yield "people_track.triangles.thresholds: must rise"
    if thresholds[-1] > top:
        yield f"people_track.max: {top} lies below the last triangle"
    if raw["player_start"]["happiness"] > raw["player_start"]["population"]:
        yield "player_start.happiness: lies above population"
    if not any("extra_action" in entry["gain"] for entry in track["happiness_rewards"]):
        yield "people_track.happiness_rewards: the extra action is missing"
    for table, name in ((raw["market"]["thoth"], "market.thoth"), (_ra(raw), "ra_display.spaces_left_to_right")):
        values = sorted(die for entry in table for die in entry["die"])
        if values != [1, 2, 3, 4, 5, 6]:
            yield f"{name}: die values {values}, each of 1 to 6 is needed once"
    if sum(1 for entry in raw["maat"]["balance_penalty"] if entry["from"] is None) != 1:
        yield "maat.balance_penalty: exactly one entry has no lower end"


def _ra(raw: Mapping[str, Any]) -> Any:
    return raw["ra_display"]["spaces_left_to_right"]


def _references(raw: Mapping[str, Any]) -> Iterator[str]:
    gods = {"horus", "ra", "hathor", "bastet", "thoth", "osiris"}
    for path, values in (
        ("wheel.sections_clockwise", raw["wheel"]["sections_clockwise"]["value"]),
        ("horus.tiles", raw["horus"]["tiles"]["value"]),
        ("horus.preprinted", [raw["horus"]["preprinted"][str(i)] for i in range(1, 7)]),
        ("gods", [entry["id"] for entry in raw["gods"]]),
    ):
        if set(values) != gods or len(values) != 6:
            yield f"{path}: each god is needed once"
    positions = sorted(entry["position"] for entry in raw["horus"]["positions"])
    if positions != [1, 2, 3, 4, 5, 6]:
        yield f"horus.positions: positions {positions}, each of 1 to 6 is needed once"
    cells = Counter((entry["row"], entry["district"]) for entry in raw["osiris"]["grid"])
    for row in range(1, 7):
        for district in raw["osiris"]["districts_left_to_right"]["value"]:
            if cells[row, district] != 1:
                yield f"osiris.grid[row={row},district={district}]: present {cells[row, district]} times"
    sources = raw["public_sources"]
    if not isinstance(sources, Mapping):
        yield "public_sources: an object is needed"
        return
    for path, key in _named(raw, "where", ""):
        if not isinstance(key, str) or key not in sources:
            yield f"{path}.where: {str(key)[:60]!r} is not one of public_sources"
    for path, key in _named(raw, "source", ""):
        if key not in SOURCES:
            yield f"{path}.source: {str(key)[:60]!r} is none of {', '.join(SOURCES)}"
    yield from _marks(raw)


def _named(node: Any, mark: str, path: str) -> Iterator[tuple[str, Any]]:
    """Yield everything that a mark names, with its place; an owner may have written anything there."""
    if isinstance(node, Mapping):
        named = node.get(mark, [])
        for key in named if isinstance(named, list) and mark == "where" else [named] if mark in node else []:
            yield path, key
        for name, below in node.items():
            yield from _named(below, mark, f"{path}.{name}" if path else name)
    elif isinstance(node, list):
        for i, below in enumerate(node):
            yield from _named(below, mark, f"{path}[{i}]")


def _marks(raw: Mapping[str, Any]) -> Iterator[str]:
    """Check that every value has a source, on itself or above it."""
    plain = {"schema", "game", "title", "source_convention", "public_sources"}
    for key, node in raw.items():
        if key not in plain:
            yield from _unmarked(node, key)


def _unmarked(node: Any, path: str) -> Iterator[str]:
    if isinstance(node, Mapping):
        if "source" in node:
            return
        for key, below in node.items():
            yield from _unmarked(below, f"{path}.{key}")
    elif isinstance(node, list):
        for i, below in enumerate(node):
            yield from _unmarked(below, f"{path}[{i}]")
    else:
        yield f"{path}: has no source"


def _unique(table: str, entries: list[Mapping[str, Any]]) -> Iterator[str]:
    for ident, times in Counter(entry["id"] for entry in entries).items():
        if times > 1:
            yield f"{table}[id={ident}]: present {times} times"
