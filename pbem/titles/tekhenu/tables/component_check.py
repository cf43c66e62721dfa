"""The thorough check of a component table: shape by models, then sense by hand. Loaded only when a table is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from pydantic import ValidationError

from pbem.core.errors import Fault
from pbem.core.overlay import unmarked
from pbem.core.shapes import shape_faults
from pbem.core.words import Listed, Say, Verbatim
from pbem.titles.tekhenu.components import OVERLAY_RULES, default_raw
from pbem.titles.tekhenu.tables.board_models import Table
from pbem.titles.tekhenu.tables.box_models import Source

SOURCES: tuple[str, ...] = get_args(Source)


def check(raw: Mapping[str, Any]) -> list[str]:
    """Find all faults of a table, each with its path; sense is tested only where the shape is right."""
    try:
        Table.model_validate(dict(raw))
    except ValidationError as error:
        return sorted({_misshapen(_path(fault["loc"]), fault) for fault in error.errors()})
    return list(shape_faults(raw["bot"], default_raw()["bot"], OVERLAY_RULES, "bot")) or list(_sense(raw))


def _path(loc: tuple[int | str, ...]) -> str:
    """Write `temple.spaces.list[3].reward`, without the names of union branches."""
    path = ""
    for part in loc:
        if isinstance(part, int):
            path += f"[{part}]"
        elif not part.startswith(("Value[", "constrained-", "literal[", "dict[")):
            path += f".{part}" if path else part
    return path


def _misshapen(path: str, fault: Any) -> Fault:
    """Put the common faults into our wording: the words of the checking library change between its releases."""
    kind, value, context = fault["type"], repr(fault["input"]), fault.get("ctx", {})
    match kind:
        case "missing":
            return Fault("{path}: is missing", path=path)
        case "extra_forbidden":
            return Fault("{path}: is not a known key", path=path)
        case "greater_than_equal":
            return Fault("{path}: {value} is below {least}", path=path, value=value, least=context["ge"])
        case "less_than_equal":
            return Fault("{path}: {value} is above {most}", path=path, value=value, most=context["le"])
        case "literal_error":
            known = _either(context["expected"])
            return Fault("{path}: {value} is not one of {known}", path=path, value=value, known=known)
        case "too_short":
            return Fault("{path}: has fewer than {n} entries", path=path, n=context["min_length"])
        case "too_long":
            return Fault("{path}: has more than {n} entries", path=path, n=context["max_length"])
    return Fault("{path}: {value} is of the wrong kind ({kind})", path=path, value=value, kind=kind)


def _either(expected: str) -> Listed:
    """List what the checking library names, `'a', 'b' or 'c'`, with a conjunction that languages change."""
    return Listed([Verbatim(one) for one in expected.replace(" or ", ", ").split(", ")], Say(" or "))


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
            yield Fault("{path}: {n} entries, expected {expected}", path=key, n=len(raw[key]), expected=expected)
    costs = raw["statues"]["costs_granite_left_to_right"]["value"]
    if len(costs) != pieces["statues"]:
        path = "statues.costs_granite_left_to_right"
        yield Fault("{path}: {n} costs for {statues} statues", path=path, n=len(costs), statues=pieces["statues"])
    if len(raw["statues"]["scoring_by_count"]["value"]) != pieces["statues"] + 1:
        path = "statues.scoring_by_count"
        yield Fault("{path}: one value for 0 statues and one for each statue is needed", path=path)
    slots = [slot["slot"] for slot in raw["building_row"]["left_to_right"]]
    if slots != list(range(1, pieces["buildings"] + 1)):
        path, last = "building_row.left_to_right", pieces["buildings"]
        yield Fault("{path}: slots {slots}, expected 1 to {last} in order", path=path, slots=slots, last=last)


def _dice(raw: Mapping[str, Any]) -> Iterator[str]:
    colours = ("white", "yellow", "black", "brown", "grey")
    dice = raw["dice"]
    counts = {colour: dice["per_colour"][colour] for colour in colours}
    total, expected = sum(counts.values()), dice["total"]["value"]
    if total != expected:
        yield Fault("{path}: {n} dice, expected {expected}", path="dice.per_colour", n=total, expected=expected)
    for players in (2, 3, 4):
        removed = unmarked(dice["removed_by_player_count"][str(players)])
        left, expected = total - sum(removed.values()), 18 + 2 * players
        if left != expected:
            path = f"dice.removed_by_player_count.{players}"
            yield Fault("{path}: {n} dice in the bag, expected {expected}", path=path, n=left, expected=expected)
    for colour in colours:
        if set(unmarked(dice["purity"][colour])) != {"sunny", "shaded", "dark"}:
            yield Fault("{path}: one entry for each light is needed", path=f"dice.purity.{colour}")


def _temple(raw: Mapping[str, Any]) -> Iterator[str]:
    temple = raw["temple"]
    known = set(temple["edge_colours"]["value"])
    places = Counter((entry["row"], entry["col"]) for entry in temple["spaces"]["list"])
    for row in range(1, 6):
        for col in range(1, 6):
            if places[row, col] != 1:
                yield _present(f"temple.spaces.list[row={row},col={col}]", places[row, col])
    for side in ("N_west_to_east", "E_north_to_south", "S_west_to_east", "W_north_to_south"):
        for i, colour in enumerate(temple["outer_edges"][side]):
            if colour not in known:
                yield _not_one_of(f"temple.outer_edges.{side}[{i}]", colour, "temple.edge_colours")
    taken: set[tuple[str, int]] = set()
    spots = [(s["id"], s["side"], s["line"], s["line_no"], "building_spots") for s in temple["building_spots"]["list"]]
    spots += [
        (s["id"], s["side"]["value"], s["line"], s["line_no"], "statue_spots") for s in temple["statue_spots"]["list"]
    ]
    for ident, side, line, number, table in spots:
        where = f"temple.{table}.list[id={ident}]"
        if (line == "row") != (side in "EW"):
            yield Fault("{path}: side {side} does not face a {line}", path=where, side=side, line=line)
        if (side, number) in taken:
            yield Fault("{path}: side {side} {number} is used twice", path=where, side=side, number=number)
        taken.add((side, number))
    for ident, times in Counter(spot[0] for spot in spots).items():
        if times > 1:
            yield Fault("{path}: spot id {id} is used {n} times", path="temple", id=ident, n=times)


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
                yield _not_one_of(f"{where}.edges.{side}", tile["edges"][side], "temple.edge_colours")
        ability = tile["ability"]
        if (ability["light"] is None) != (ability["effect"] is None):
            yield Fault("{path}: light and effect come together or not at all", path=f"{where}.ability")
        for key in set(ability["effect"] or ()) - abilities:
            yield Fault("{path}: is not a known effect", path=f"{where}.ability.effect.{key}")


def _cards(raw: Mapping[str, Any]) -> Iterator[str]:
    types = set(raw["decree_types"]["value"])
    letters = {"blessings": "B", "technologies": "T", "decrees": "D", "starting_cards": "S", "destiny_cards": "A"}
    for table, letter in letters.items():
        yield from _unique(table, raw[table])
        for card in raw[table]:
            where, rule = f"{table}[id={card['id']}]", f"T-CARD-{card['id']}"
            if not card["id"].startswith(letter):
                yield Fault("{path}: ids of this table begin with {letter}", path=where, letter=letter)
            if card["rule"] != rule:
                yield Fault("{path}: expected {expected}", path=f"{where}.rule", expected=rule)
    for card in raw["decrees"]:
        kind = card.get("type")
        if kind is None or kind["value"] not in types:
            yield Fault("{path}: is not one of {known}", path=f"decrees[id={card['id']}].type", known="decree_types")
    for table, field in (("starting_cards", "initiative"), ("destiny_cards", "ankh")):
        values = Counter(card.get(field) for card in raw[table])
        for value, times in values.items():
            if value is None:
                yield Fault("{path}: {field} {value} is missing", path=table, field=field, value=value)
            elif times > 1:
                yield Fault("{path}: {field} {value} appears twice", path=table, field=field, value=value)
    ids = {card["id"] for table in letters for card in raw[table]}
    for card_id in raw["market"]["removed_2p_and_solo"]:
        if card_id not in ids:
            yield Fault("{path}: there is no card {card}", path="market.removed_2p_and_solo", card=card_id)


def _tracks(raw: Mapping[str, Any]) -> Iterator[str]:
    track = raw["people_track"]
    top = track["max"]["value"]
    thresholds = track["triangles"]["thresholds"]
    if sorted(set(thresholds)) != thresholds:
        yield Fault("{path}: must rise", path="people_track.triangles.thresholds")
    if thresholds[-1] > top:
        yield Fault("{path}: {n} lies below the last triangle", path="people_track.max", n=top)
    if raw["player_start"]["happiness"] > raw["player_start"]["population"]:
        yield Fault("{path}: lies above population", path="player_start.happiness")
    if not any("extra_action" in entry["gain"] for entry in track["happiness_rewards"]):
        yield Fault("{path}: the extra action is missing", path="people_track.happiness_rewards")
    for table, name in ((raw["market"]["thoth"], "market.thoth"), (_ra(raw), "ra_display.spaces_left_to_right")):
        values = sorted(die for entry in table for die in entry["die"])
        if values != [1, 2, 3, 4, 5, 6]:
            yield Fault("{path}: die values {values}, each of 1 to 6 is needed once", path=name, values=values)
    if sum(1 for entry in raw["maat"]["balance_penalty"] if entry["from"] is None) != 1:
        yield Fault("{path}: exactly one entry has no lower end", path="maat.balance_penalty")


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
            yield Fault("{path}: each god is needed once", path=path)
    positions = sorted(entry["position"] for entry in raw["horus"]["positions"])
    if positions != [1, 2, 3, 4, 5, 6]:
        path = "horus.positions"
        yield Fault("{path}: positions {values}, each of 1 to 6 is needed once", path=path, values=positions)
    cells = Counter((entry["row"], entry["district"]) for entry in raw["osiris"]["grid"])
    for row in range(1, 7):
        for district in raw["osiris"]["districts_left_to_right"]["value"]:
            if cells[row, district] != 1:
                yield _present(f"osiris.grid[row={row},district={district}]", cells[row, district])
    yield from _sources(raw)


def _sources(raw: Mapping[str, Any]) -> Iterator[str]:
    """Find marks that name no source."""
    sources = raw["public_sources"]
    if not isinstance(sources, Mapping):
        yield Fault("{path}: an object is needed", path="public_sources")
        return
    for path, key in _named(raw, "where", ""):
        if not isinstance(key, str) or key not in sources:
            yield _not_one_of(f"{path}.where", str(key)[:60], "public_sources")
    for path, key in _named(raw, "source", ""):
        if key not in SOURCES:
            named = repr(str(key)[:60])
            yield Fault(
                "{path}: {value} is none of {known}", path=f"{path}.source", value=named, known=", ".join(SOURCES)
            )
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
        yield Fault("{path}: has no source", path=path)


def _unique(table: str, entries: list[Mapping[str, Any]]) -> Iterator[str]:
    for ident, times in Counter(entry["id"] for entry in entries).items():
        if times > 1:
            yield _present(f"{table}[id={ident}]", times)


def _present(path: str, times: int) -> Fault:
    return Fault("{path}: present {n} times", path=path, n=times)


def _not_one_of(path: str, value: Any, known: str) -> Fault:
    return Fault("{path}: {value} is not one of {known}", path=path, value=repr(value), known=known)
