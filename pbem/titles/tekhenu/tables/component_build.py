"""Components made from a table: one function for each part of the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.overlay import digest_of, unmarked
from pbem.titles.tekhenu.tables.component_parts import (
    CARD_KINDS,
    COLOURS,
    GAINS,
    SIDES,
    Ability,
    Amounts,
    Bot,
    BuildingSpot,
    Card,
    Components,
    MarketSection,
    OptionSpec,
    OsirisSpace,
    PeopleSpot,
    Space,
    Tile,
)


def build(raw: Mapping[str, Any]) -> Components:
    """Build components from a table that `component_check` accepts."""
    return Components(**_frame_of(raw), **_tracks_of(raw), **_temple_of(raw), **_places_of(raw))


def _district_index(raw: Mapping[str, Any]) -> dict[str, int]:
    return {name: i for i, name in enumerate(raw["osiris"]["districts_left_to_right"]["value"])}


def _options(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Collect the switches of the base game and of the modules in the box."""
    found = dict(raw["options"])
    for tables in raw.values():
        if isinstance(tables, dict) and isinstance(tables.get("options"), dict):
            found |= tables["options"]
    return found


def _frame_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Build the game as a whole: wheel, dice, structure, what players begin with."""
    gods = tuple(raw["wheel"]["sections_clockwise"]["value"])
    god_index = {god: i for i, god in enumerate(gods)}
    markers = raw["wheel"]["scoring_markers"]
    return {
        "digest": digest_of(raw),
        "title": raw["title"],
        "house": frozenset(_house_ids(raw)),
        "options": {name: _option(name, entry) for name, entry in _options(raw).items()},
        "colours": tuple(entry["id"] for entry in raw["players"]["colours"]),
        "gods": gods,
        "god_index": god_index,
        "opposite": tuple(
            god_index[entry["opposite"]] for entry in sorted(raw["gods"], key=lambda e: god_index[e["id"]])
        ),
        "light_pattern": tuple(raw["wheel"]["light_clockwise_from_arrow"]["value"]),
        "scoring_offsets": (
            markers["first_offset_from_start_arrow"] % markers["modulo"],
            markers["second_offset_from_start_arrow"] % markers["modulo"],
        ),
        "dice": _in_order(_numbers(raw["dice"]["per_colour"]), COLOURS),
        "dice_removed": {int(k): unmarked(v) for k, v in raw["dice"]["removed_by_player_count"].items() if k.isdigit()},
        "dice_per_section": raw["dice"]["initial_per_section"]["value"],
        "purity": {colour: unmarked(row) for colour, row in unmarked(raw["dice"]["purity"]).items()},
        "produces": {colour: raw["dice"]["produces"][colour] or "" for colour in _numbers(raw["dice"]["per_colour"])},
        "rounds": raw["structure"]["rounds"],
        "rounds_per_rotation": raw["structure"]["rounds_per_rotation"],
        "rotations_per_maat": raw["structure"]["rotations_per_maat"],
        "maat_per_scoring": raw["structure"]["maat_per_scoring"],
        "scorings": raw["structure"]["scorings"],
        "buildings": raw["player_pieces"]["buildings"],
        "pillars": raw["player_pieces"]["pillars"],
        "statues": raw["player_pieces"]["statues"],
        "start": {k: v for k, v in _numbers(raw["player_start"]).items() if k != "production"},
        "production_start": raw["player_start"]["production"],
        "production_max": raw["production_track"]["max"],
    }


def _tracks_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Build Statues, the building row, the people track, phases and the market."""
    return {
        "statue_costs": tuple(raw["statues"]["costs_granite_left_to_right"]["value"]),
        "statue_scoring": tuple(raw["statues"]["scoring_by_count"]["value"]),
        "god_spots": {int(k): v for k, v in _numbers(raw["statues"]["god_spots_per_god"]).items()},
        "row_bread": tuple(slot["bread"] for slot in raw["building_row"]["left_to_right"]),
        "row_vp": tuple(slot["vp"] for slot in raw["building_row"]["left_to_right"]),
        "track_max": raw["people_track"]["max"]["value"],
        "triangles": tuple(raw["people_track"]["triangles"]["thresholds"]),
        "happiness_vp": tuple(raw["people_track"]["happiness_scoring_vp"]["value"]),
        "happiness_gains": {
            entry["at"]: entry["gain"]
            for entry in raw["people_track"]["happiness_rewards"]
            if "extra_action" not in entry["gain"]
        },
        "extra_action_at": next(
            entry["at"] for entry in raw["people_track"]["happiness_rewards"] if "extra_action" in entry["gain"]
        ),
        "penalties": _penalties(raw["maat"]["balance_penalty"]),
        "scoring": _numbers(raw["scoring"]),
        "sections": tuple(_section(entry) for entry in raw["market"]["sections"]),
        "thoth_cards": _by_die(raw["market"]["thoth"], "cards"),
        "thoth_papyrus": _by_die(raw["market"]["thoth"], "papyrus"),
        "refresh_papyrus": raw["market"]["refresh"]["papyrus"],
        "removed_2p": tuple(raw["market"]["removed_2p_and_solo"]),
        "starting_dealt": {int(k): v for k, v in _numbers(raw["starting_cards_dealt"]).items() if k.isdigit()},
        "starting_dealt_solo": raw["starting_cards_dealt"]["solo"],
    }


def _temple_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Build the temple and its tiles."""
    spaces = _spaces(raw["temple"])
    spots = tuple(_building_spot(entry) for entry in raw["temple"]["building_spots"]["list"])
    people_spots = _people_spots(raw, _district_index(raw))
    return {
        "spaces": spaces,
        "space_by_name": {space.name: space.index for space in spaces},
        "line_spaces": tuple(tuple(s.index for s in spaces if line in s.lines) for line in range(10)),
        "edge_colours": tuple(raw["temple"]["edge_colours"]["value"]),
        "building_spots": spots,
        "spot_by_id": {spot.id: spot for spot in spots},
        "people_spots": people_spots,
        "people_spot_by_id": {spot.id: spot for spot in people_spots},
        "hathor_pillar_vp": raw["temple"]["hathor_vp_per_own_pillar"]["value"],
        "statue_pillar_vp": raw["temple"]["statue_vp_per_own_pillar"]["value"],
        "corner_factor": raw["temple"]["corner_edge_multiplier"]["value"],
        "ra_place": _ra_places(raw["ra_display"]["spaces_left_to_right"]),
        "ra_vp": _three(tuple(entry["vp"] for entry in raw["ra_display"]["spaces_left_to_right"])),
        "tiles": {entry["id"]: _tile(entry) for entry in raw["pillar_tiles"]},
    }


def _places_of(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Build Horus, the Osiris area, cards and the bot."""
    district_index = _district_index(raw)
    cards = _cards(raw)
    return {
        "horus_bonus": _horus_bonus(raw["horus"]["positions"]),
        "horus_printed": ("", *(raw["horus"]["preprinted"][str(position)] for position in range(1, 7))),
        "horus_when": {int(k): tuple(v) for k, v in raw["horus"]["bonus_when"].items() if k.isdigit()},
        "districts": tuple(district_index),
        "workshops": tuple(district_index[name] for name in raw["osiris"]["kinds"]["workshop"]),
        "quarries": tuple(district_index[name] for name in raw["osiris"]["kinds"]["quarry"]),
        "osiris": _osiris(raw["osiris"]["grid"], district_index),
        "row2_gold": raw["osiris"]["row2_first_building_gold"]["value"],
        "osiris_happiness": raw["osiris"]["happiness_cost"]["value"],
        "cards": cards,
        "blessings": _ids(cards, "blessing"),
        "technologies": _ids(cards, "technology"),
        "decrees": _ids(cards, "decree"),
        "decree_types": tuple(raw["decree_types"]["value"]),
        "starting_cards": _ids(cards, "starting"),
        "destiny_cards": _ids(cards, "destiny"),
        "bot": _bot(raw["bot"]),
    }


def _numbers(entry: Mapping[str, Any]) -> dict[str, int]:
    """Return the whole numbers of an object that also carries marks."""
    return {key: value for key, value in entry.items() if isinstance(value, int) and not isinstance(value, bool)}


def _gains(entry: Mapping[str, int]) -> dict[str, int]:
    return _in_order(entry, GAINS)


def _effect(effect: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a card's effect, its gains in their order."""
    return {**effect, "gain": _gains(effect["gain"])} if isinstance(effect.get("gain"), dict) else effect


def _in_order(entry: Mapping[str, int], order: tuple[str, ...]) -> dict[str, int]:
    """Put keys into a fixed order: stored tables have theirs sorted, and lists of answers must not depend on it."""
    return {key: entry[key] for key in (*order, *sorted(set(entry) - set(order))) if key in entry}


def _house_ids(raw: Mapping[str, Any]) -> set[str]:
    """Find house values by their id, wherever they stand in the table. Quick, because every start of the program
    asks."""
    found = set()
    rest: list[Any] = list(raw.values())
    while rest:
        node = rest.pop()
        if type(node) is dict:
            if node.get("source") == "house" and "house" in node:
                found.add(node["house"])
            rest.extend(node.values())
        elif type(node) is list:
            rest.extend(node)
    return found


def _option(name: str, entry: Mapping[str, Any]) -> OptionSpec:
    return OptionSpec(name, entry["value"], tuple(entry.get("alternatives", ())), entry["ruling"], entry["source"])


def _ids(cards: Mapping[str, Card], kind: str) -> tuple[str, ...]:
    return tuple(card.id for card in cards.values() if card.kind == kind)


def _cards(raw: Mapping[str, Any]) -> dict[str, Card]:
    tables = ("blessings", "technologies", "decrees", "starting_cards", "destiny_cards")
    windows = {"starting": ("setup",), "destiny": ("setup", "maat")}
    result: dict[str, Card] = {}
    for kind, table in zip(CARD_KINDS, tables, strict=True):
        for entry in raw[table]:
            result[entry["id"]] = Card(
                id=entry["id"],
                kind=kind,
                rule=entry["rule"],
                text=entry["text"],
                when=tuple(entry.get("when", windows.get(kind, ()))),
                effect=_effect(entry["effect"]),
                type=entry["type"]["value"] if "type" in entry else "",
                initiative=entry.get("initiative", 0),
                ankh=entry.get("ankh", 0),
                min_players=entry.get("min_players", 1),
            )
    return result


def _spaces(temple: Mapping[str, Any]) -> tuple[Space, ...]:
    edges = temple["outer_edges"]
    result = []
    for entry in sorted(temple["spaces"]["list"], key=lambda e: (e["row"], e["col"])):
        r, c = entry["row"] - 1, entry["col"] - 1
        index = r * 5 + c
        result.append(
            Space(
                index=index,
                name=f"{'abcde'[c]}{r + 1}",
                row=r + 1,
                col=c + 1,
                corner=r in (0, 4) and c in (0, 4),
                reward=_gains(entry["reward"]),
                neighbours=(
                    index - 5 if r > 0 else -1,
                    index + 1 if c < 4 else -1,
                    index + 5 if r < 4 else -1,
                    index - 1 if c > 0 else -1,
                ),
                border=(
                    edges["N_west_to_east"][c] if r == 0 else "",
                    edges["E_north_to_south"][r] if c == 4 else "",
                    edges["S_west_to_east"][c] if r == 4 else "",
                    edges["W_north_to_south"][r] if c == 0 else "",
                ),
                lines=(r, 5 + c),
            )
        )
    return tuple(result)


def _line(entry: Mapping[str, Any]) -> int:
    return int(entry["line_no"]) - 1 + (5 if entry["line"] == "col" else 0)


def _plain(value: Any) -> Any:
    """Return the value of `{"value": x, ...}`, or the value itself: an owner may add a spot without marks."""
    return value["value"] if isinstance(value, Mapping) else value


def _building_spot(entry: Mapping[str, Any]) -> BuildingSpot:
    return BuildingSpot(entry["id"], entry["side"], _line(entry), _plain(entry["min_players"]), _plain(entry["bread"]))


def _people_spots(raw: Mapping[str, Any], district_index: Mapping[str, int]) -> tuple[PeopleSpot, ...]:
    temple, osiris = raw["temple"]["statue_spots"], raw["osiris"]["statue_spots"]
    return (
        *(
            PeopleSpot(entry["id"], True, entry["side"]["value"], _line(entry), (), temple["gold_at_setup"])
            for entry in temple["list"]
        ),
        *(
            PeopleSpot(
                entry["id"], False, "", -1, tuple(district_index[n] for n in entry["above"]), osiris["gold_at_setup"]
            )
            for entry in osiris["list"]
        ),
    )


def _penalties(table: list[Mapping[str, Any]]) -> tuple[tuple[int, int], ...]:
    """Return (lowest balance, VP lost), best balance first; the last entry has no lower end."""
    steps = sorted(((e["from"], -e["vp"]) for e in table if e["from"] is not None), reverse=True)
    open_end = next(-e["vp"] for e in table if e["from"] is None)
    return ((0, 0), *steps, (-1_000_000, open_end))


def _section(entry: Mapping[str, Any]) -> MarketSection:
    opens = entry["opens"]
    return MarketSection(
        id=entry["id"],
        colour=entry["colour"]["value"],
        slots=tuple(entry["slots"]),
        needs_happiness=entry["needs_happiness"],
        opens_population=opens["population"] if isinstance(opens, Mapping) else 0,
    )


def _by_die(table: list[Mapping[str, Any]], field: str) -> tuple[int, ...]:
    values = {die: int(entry[field]) for entry in table for die in entry["die"]}
    return (0, *(values[die] for die in range(1, 7)))


def _ra_places(table: list[Mapping[str, Any]]) -> tuple[int, ...]:
    values = {die: place for place, entry in enumerate(table) for die in entry["die"]}
    return (-1, *(values[die] for die in range(1, 7)))


def _three(values: tuple[int, ...]) -> tuple[int, int, int]:
    left, middle, right = values
    return left, middle, right


def _tile(entry: Mapping[str, Any]) -> Tile:
    n, e, s, w = (entry["edges"][side] for side in SIDES)
    return Tile(
        id=entry["id"],
        rule=entry["rule"],
        text=entry["text"],
        limestone=entry["cost"]["limestone"],
        turned=((n, e, s, w), (w, n, e, s), (s, w, n, e), (e, s, w, n)),
        ability=_ability(entry["ability"]),
    )


def _ability(entry: Mapping[str, Any]) -> Ability | None:
    effect = entry["effect"]
    if not effect:
        return None
    light = entry["light"]
    if "vp_per_matching_edge" in effect:
        return Ability(light, "matching_edges", {}, vp_each=effect["vp_per_matching_edge"])
    if "vp_per_building_in_line_any_owner" in effect:
        return Ability(light, "buildings_in_line", {}, vp_each=effect["vp_per_building_in_line_any_owner"])
    if "god_action" in effect:
        optional = effect.get("optional", False)
        return Ability(light, "god", {}, god=effect["god_action"], values=tuple(effect["as_value"]), optional=optional)
    if "draw_keep" in effect:
        return Ability(light, "draw", {}, draw=effect["draw_keep"])
    if "repeat_space_reward" in effect:
        return Ability(light, "repeat_space", {})
    return Ability(light, "gain", _gains(effect))


def _horus_bonus(positions: list[Mapping[str, Any]]) -> tuple[Amounts, ...]:
    return ({}, *(_gains(entry["bonus"]) for entry in sorted(positions, key=lambda entry: int(entry["position"]))))


def _osiris(grid: list[Mapping[str, Any]], district_index: Mapping[str, int]) -> tuple[OsirisSpace, ...]:
    result = []
    for entry in sorted(grid, key=lambda e: (e["row"], district_index[e["district"]])):
        district = district_index[entry["district"]]
        result.append(
            OsirisSpace(
                index=(entry["row"] - 1) * 4 + district,
                row=entry["row"],
                district=district,
                advance=_gains({k: v for k, v in entry["advance"].items() if k != "any"}),
                any_steps=entry["advance"].get("any", 0),
                gain=_gains(entry["gain"]),
            )
        )
    return tuple(result)


def _bot(raw: Mapping[str, Any]) -> Bot:
    start = raw["start"]
    scoring = raw["scoring"]
    return Bot(
        name=raw["name"]["value"],
        vp=start["vp"]["value"],
        happiness=start["happiness"]["value"],
        population=start["population"]["value"],
        scribe=start["scribe"]["value"],
        statue_position=start["god_statue_at_horus_position"]["value"],
        god_tiles=tuple(raw["tiles"]["god"]["value"]),
        resource_tiles=tuple(tuple(tile) for tile in raw["tiles"]["resource"]["value"]),
        pyramid=tuple(tuple(row) for row in raw["pyramid"]["index_layout"]),
        up_right={int(k): v for k, v in unmarked(raw["pyramid"]["up_right"]).items()},
        right={int(k): v for k, v in unmarked(raw["pyramid"]["right"]).items()},
        horus_bonus=({}, *(unmarked(raw["horus_bonus_by_position"][str(position)]) for position in range(1, 7))),
        balance=(0, *(raw["maat_balance"][str(phase)] for phase in range(1, 5))),
        ankh=raw["ankh"]["value"],
        thoth_priority=tuple(raw["thoth_priority"]["value"]),
        blessing_vp=scoring["blessing"]["vp"],
        technology_vp=scoring["technology"]["vp"],
        decree_vp=scoring["decree"]["vp"],
        decree_vp_hard=scoring["decree"]["hard_variant"],
        scribes_per_vp=scoring["scribes_per_vp"],
        difficulty={level: tuple(raw["difficulty"][level]["extra"]) for level in ("easy", "medium", "hard")},
    )
