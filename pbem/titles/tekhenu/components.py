"""The component tables as the rules use them: plain frozen objects with everything looked up beforehand.

`components.json` holds the values with their sources; `build` turns such a table into `Components`. The hot path
imports only the standard library; the thorough check (`check_components`) loads its models when it is called. The
objects are compared by identity and not printed, because making those methods is most of what a cold start would pay.

Conventions: gods, sections of the wheel and districts are numbered from 0 in the order of the table; temple spaces are
numbered 0 to 24 row by row from the north-west and named by column letter and row number (`a1` to `e5`); lines of the
temple are 0 to 4 for rows and 5 to 9 for columns; sides are always north, east, south, west. Die values and Horus
positions stay 1 to 6, so tables indexed by them have an unused entry 0.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pbem.core.overlay import OverlayError, OverlayRules, digest_of, overlay

__all__ = [
    "OVERLAY_RULES",
    "SIDES",
    "Ability",
    "Bot",
    "BuildingSpot",
    "Card",
    "Components",
    "MarketSection",
    "OptionSpec",
    "OsirisSpace",
    "OverlayError",
    "PeopleSpot",
    "Space",
    "Tile",
    "build",
    "check_components",
    "corrected",
    "default_components",
    "default_raw",
    "digest_of",
    "overlay",
]

Amounts = Mapping[str, int]

SIDES = ("n", "e", "s", "w")
LIGHTS = ("sunny", "shaded", "dark")
#: The order in which several gains of one effect are given, whatever the order of keys in a stored table: Population
#: before Happiness, because Happiness cannot pass it (T-PEOPLE-2, T-CARD-T06, T-CARD-S11).
GAINS = ("papyrus", "bread", "limestone", "granite", "gold", "scribe", "faith", "vp", "population", "happiness")
COLOURS = ("white", "yellow", "black", "brown", "grey")
BASIC = ("papyrus", "bread", "limestone", "granite")
CARD_KINDS = ("blessing", "technology", "decree", "starting", "destiny")

#: Rewards and the like are exchanged whole; Building spots may be added or struck out (HV-05 is a house layout).
OVERLAY_RULES = OverlayRules(
    whole=frozenset({"reward", "bonus", "advance", "gain", "effect"}),
    extendable=frozenset({"temple.building_spots.list"}),
)


@dataclass(frozen=True, eq=False, repr=False)
class Space:
    """A temple space (HV-03, HV-04)."""

    index: int
    name: str
    row: int
    col: int
    corner: bool
    reward: Amounts
    #: Index of the neighbouring space to the n, e, s, w; -1 where the border is.
    neighbours: tuple[int, int, int, int]
    #: Colour of the temple border to the n, e, s, w; empty where a space lies there.
    border: tuple[str, str, str, str]
    #: Its row (0 to 4) and its column (5 to 9).
    lines: tuple[int, int]


@dataclass(frozen=True, eq=False, repr=False)
class BuildingSpot:
    """A place for a Building beside the temple (HV-05)."""

    id: str
    side: str
    line: int
    min_players: int
    bread: int


@dataclass(frozen=True, eq=False, repr=False)
class PeopleSpot:
    """A place for a Statue for the people: at the temple (`line` 0 to 9) or above two districts (`districts`)."""

    id: str
    at_temple: bool
    side: str
    line: int
    districts: tuple[int, ...]
    gold: int


@dataclass(frozen=True, eq=False, repr=False)
class OsirisSpace:
    """A space of the Osiris area (T-OSIRIS-3 to T-OSIRIS-8)."""

    index: int
    row: int
    district: int
    #: Steps on the production tracks; `any_steps` go to a track of choice.
    advance: Amounts
    any_steps: int
    gain: Amounts


@dataclass(frozen=True, eq=False, repr=False)
class Ability:
    """What a Pillar tile does at T-RA-5.

    kind: `gain` (amounts), `matching_edges` (vp each), `buildings_in_line` (vp each), `god` (god, values, optional),
    `draw` (a card kind), `repeat_space` (resources and Faith once more).
    """

    light: str
    kind: str
    gain: Amounts
    vp_each: int = 0
    god: str = ""
    values: tuple[int, ...] = ()
    optional: bool = False
    draw: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Tile:
    """A Pillar tile (T-TILE-P01 to T-TILE-P27)."""

    id: str
    rule: str
    text: str
    limestone: int
    #: Edge colours n, e, s, w for 0 to 3 quarter turns clockwise.
    turned: tuple[tuple[str, str, str, str], ...]
    ability: Ability | None

    @property
    def edges(self) -> tuple[str, str, str, str]:
        """The edges as the tile is drawn."""
        return self.turned[0]


@dataclass(frozen=True, eq=False, repr=False)
class Card:
    """A card of any kind; the fields a kind lacks stay empty."""

    id: str
    kind: str
    rule: str
    text: str
    when: tuple[str, ...]
    effect: Mapping[str, Any]
    #: Decree symbol (HV-12).
    type: str = ""
    initiative: int = 0
    ankh: int = 0
    min_players: int = 1


@dataclass(frozen=True, eq=False, repr=False)
class MarketSection:
    """A section of the card market (T-MARKET-1)."""

    id: str
    colour: str
    slots: tuple[str, ...]
    needs_happiness: int
    #: Population that opens it; 0 = open from set-up.
    opens_population: int


@dataclass(frozen=True, eq=False, repr=False)
class OptionSpec:
    """A ruling that is a value; with alternatives it is a game option."""

    name: str
    value: Any
    alternatives: tuple[Any, ...]
    ruling: str
    source: str


@dataclass(frozen=True, eq=False, repr=False)
class Bot:
    """The solo opponent (T-BOT)."""

    name: str
    vp: int
    happiness: int
    population: int
    scribe: int
    statue_position: int
    god_tiles: tuple[str, ...]
    resource_tiles: tuple[tuple[str, ...], ...]
    pyramid: tuple[tuple[int, ...], ...]
    up_right: Mapping[int, int]
    right: Mapping[int, int]
    #: Indexed by Horus position 1 to 6.
    horus_bonus: tuple[Amounts, ...]
    #: Indexed by Maat phase 1 to 4.
    balance: tuple[int, ...]
    ankh: int
    thoth_priority: tuple[str, ...]
    blessing_vp: int
    technology_vp: int
    decree_vp: int
    decree_vp_hard: int
    scribes_per_vp: int
    #: Difficulty -> raw list of extra pieces (T-BOT-LEVEL-1 to T-BOT-LEVEL-3).
    difficulty: Mapping[str, tuple[Any, ...]]


@dataclass(frozen=True, eq=False, repr=False)
class Components:
    """Everything in the box, ready for use."""

    digest: str
    title: str
    #: Ids of the house values (HV) that no owner has confirmed or corrected.
    house: frozenset[str]
    options: Mapping[str, OptionSpec]
    colours: tuple[str, ...]

    # wheel and dice
    gods: tuple[str, ...]
    god_index: Mapping[str, int]
    opposite: tuple[int, ...]
    #: Light of the section that lies `i` sections clockwise from the arrow (T-DICE-2).
    light_pattern: tuple[str, ...]
    #: Sections clockwise from the starting arrow at which scoring markers 1 and 2 lie (already modulo 6).
    scoring_offsets: tuple[int, int]
    dice: Mapping[str, int]
    dice_removed: Mapping[int, Mapping[str, int]]
    dice_per_section: int
    purity: Mapping[str, Mapping[str, str]]
    produces: Mapping[str, str]
    rounds: int
    rounds_per_rotation: int
    rotations_per_maat: int
    maat_per_scoring: int
    scorings: int

    # players
    buildings: int
    pillars: int
    statues: int
    start: Amounts
    production_start: int
    production_max: int
    statue_costs: tuple[int, ...]
    statue_scoring: tuple[int, ...]
    god_spots: Mapping[int, int]
    #: Bread and VP uncovered on the Building row, slot 1 first (HV-02).
    row_bread: tuple[int, ...]
    row_vp: tuple[int, ...]

    # people track
    track_max: int
    triangles: tuple[int, ...]
    happiness_vp: tuple[int, ...]
    #: Happiness -> gain; the last one is the extra action.
    happiness_gains: Mapping[int, Amounts]
    extra_action_at: int

    # Maat and scoring
    penalties: tuple[tuple[int, int], ...]
    scoring: Mapping[str, int]

    # market
    sections: tuple[MarketSection, ...]
    thoth_cards: tuple[int, ...]
    thoth_papyrus: tuple[int, ...]
    refresh_papyrus: int
    removed_2p: tuple[str, ...]
    starting_dealt: Mapping[int, int]
    starting_dealt_solo: int

    # temple and Ra
    spaces: tuple[Space, ...]
    space_by_name: Mapping[str, int]
    line_spaces: tuple[tuple[int, ...], ...]
    edge_colours: tuple[str, ...]
    building_spots: tuple[BuildingSpot, ...]
    spot_by_id: Mapping[str, BuildingSpot]
    people_spots: tuple[PeopleSpot, ...]
    people_spot_by_id: Mapping[str, PeopleSpot]
    hathor_pillar_vp: int
    statue_pillar_vp: int
    corner_factor: int
    #: Display place (0 left, 1 middle, 2 right) for a die value.
    ra_place: tuple[int, ...]
    ra_vp: tuple[int, int, int]
    tiles: Mapping[str, Tile]

    # Horus
    #: Bonus by position 1 to 6 (HV-06).
    horus_bonus: tuple[Amounts, ...]
    #: God on position 1 to 6 in the beginner layout (HV-07).
    horus_printed: tuple[str, ...]
    #: Player count -> occasions of a bonus.
    horus_when: Mapping[int, tuple[str, ...]]

    # Osiris
    districts: tuple[str, ...]
    workshops: tuple[int, ...]
    quarries: tuple[int, ...]
    osiris: tuple[OsirisSpace, ...]
    row2_gold: int
    osiris_happiness: int

    # cards
    cards: Mapping[str, Card]
    blessings: tuple[str, ...]
    technologies: tuple[str, ...]
    decrees: tuple[str, ...]
    decree_types: tuple[str, ...]
    starting_cards: tuple[str, ...]
    destiny_cards: tuple[str, ...]

    bot: Bot

    def light(self, section: int, arrow: int) -> str:
        """Light of a section while the arrow stands before section `arrow` (T-DICE-2)."""
        return self.light_pattern[(section - arrow) % 6]

    def purity_of(self, colour: str, section: int, arrow: int) -> str:
        """Purity of a die of that colour lying in that section (T-DICE-3)."""
        return self.purity[colour][self.light_pattern[(section - arrow) % 6]]

    def bag(self, players: int) -> dict[str, int]:
        """Dice in the bag by colour (T-SETUP-7); solo uses the two-player bag (T-BOT-SETUP-1)."""
        removed = self.dice_removed[max(2, players)]
        return {colour: count - removed.get(colour, 0) for colour, count in self.dice.items()}

    def spots_open(self, players: int) -> tuple[BuildingSpot, ...]:
        """Building spots that this player count may use (HV-05)."""
        return tuple(spot for spot in self.building_spots if spot.min_players <= max(2, players))

    def penalty(self, balance: int) -> int:
        """VP lost for a balance (T-MAAT-4), 0 or more."""
        for lowest, loss in self.penalties:
            if balance >= lowest:
                return loss
        return self.penalties[-1][1]

    def triangles_reached(self, marker: int) -> int:
        """How many triangles a marker on the people track is worth (T-PEOPLE-6)."""
        return sum(1 for threshold in self.triangles if marker >= threshold)

    def happiness_score(self, happiness: int) -> int:
        """VP of T-SCORE-4."""
        reached = self.triangles_reached(happiness)
        return self.happiness_vp[reached - 1] if reached else 0

    def osiris_at(self, row: int, district: int) -> OsirisSpace:
        """The space of a row (1 to 6) in a district (0 to 3)."""
        return self.osiris[(row - 1) * 4 + district]

    def market_reach(self, happiness: int) -> int:
        """How many sections, counted from I, this Happiness gives access to (T-THOTH-2)."""
        return sum(1 for section in self.sections if happiness >= section.needs_happiness)


def default_path() -> Path:
    """The table shipped with the title."""
    return Path(__file__).with_name("components.json")


def default_raw() -> dict[str, Any]:
    """A fresh copy of the shipped table, sources included."""
    raw: dict[str, Any] = json.loads(default_path().read_text(encoding="utf-8"))
    return raw


@cache
def default_components() -> Components:
    """The shipped table, built once."""
    return build(default_raw())


def corrected(corrections: Mapping[str, Any] | None) -> dict[str, Any]:
    """The shipped table with an owner's corrections laid over it. Raises `OverlayError`."""
    return overlay(default_raw(), corrections, OVERLAY_RULES) if corrections else default_raw()


def check_components(raw: Mapping[str, Any]) -> list[str]:
    """Everything wrong with a table, one message with its path for each; empty = good."""
    from pbem.titles.tekhenu.component_check import check

    return check(raw)


def build(raw: Mapping[str, Any]) -> Components:
    """Components from a table that `check_components` accepts."""
    gods = tuple(raw["wheel"]["sections_clockwise"]["value"])
    god_index = {god: i for i, god in enumerate(gods)}
    districts = tuple(raw["osiris"]["districts_left_to_right"]["value"])
    district_index = {name: i for i, name in enumerate(districts)}
    cards = _cards(raw)
    spaces = _spaces(raw["temple"])
    spots = tuple(_building_spot(entry) for entry in raw["temple"]["building_spots"]["list"])
    people_spots = _people_spots(raw, district_index)
    markers = raw["wheel"]["scoring_markers"]
    return Components(
        digest=digest_of(raw),
        title=raw["title"],
        house=frozenset(_house_ids(raw)),
        options={name: _option(name, entry) for name, entry in raw["options"].items()},
        colours=tuple(entry["id"] for entry in raw["players"]["colours"]),
        gods=gods,
        god_index=god_index,
        opposite=tuple(god_index[entry["opposite"]] for entry in sorted(raw["gods"], key=lambda e: god_index[e["id"]])),
        light_pattern=tuple(raw["wheel"]["light_clockwise_from_arrow"]["value"]),
        scoring_offsets=(
            markers["first_offset_from_start_arrow"] % markers["modulo"],
            markers["second_offset_from_start_arrow"] % markers["modulo"],
        ),
        dice=_in_order(_numbers(raw["dice"]["per_colour"]), COLOURS),
        dice_removed={int(k): dict(v) for k, v in raw["dice"]["removed_by_player_count"].items() if k.isdigit()},
        dice_per_section=raw["dice"]["initial_per_section"]["value"],
        purity={colour: row for colour, row in raw["dice"]["purity"].items() if isinstance(row, dict)},
        produces={colour: raw["dice"]["produces"][colour] or "" for colour in _numbers(raw["dice"]["per_colour"])},
        rounds=raw["structure"]["rounds"],
        rounds_per_rotation=raw["structure"]["rounds_per_rotation"],
        rotations_per_maat=raw["structure"]["rotations_per_maat"],
        maat_per_scoring=raw["structure"]["maat_per_scoring"],
        scorings=raw["structure"]["scorings"],
        buildings=raw["player_pieces"]["buildings"],
        pillars=raw["player_pieces"]["pillars"],
        statues=raw["player_pieces"]["statues"],
        start={k: v for k, v in _numbers(raw["player_start"]).items() if k != "production"},
        production_start=raw["player_start"]["production"],
        production_max=raw["production_track"]["max"],
        statue_costs=tuple(raw["statues"]["costs_granite_left_to_right"]["value"]),
        statue_scoring=tuple(raw["statues"]["scoring_by_count"]["value"]),
        god_spots={int(k): v for k, v in _numbers(raw["statues"]["god_spots_per_god"]).items()},
        row_bread=tuple(slot["bread"] for slot in raw["building_row"]["left_to_right"]),
        row_vp=tuple(slot["vp"] for slot in raw["building_row"]["left_to_right"]),
        track_max=raw["people_track"]["max"]["value"],
        triangles=tuple(raw["people_track"]["triangles"]["thresholds"]),
        happiness_vp=tuple(raw["people_track"]["happiness_scoring_vp"]["value"]),
        happiness_gains={
            entry["at"]: entry["gain"]
            for entry in raw["people_track"]["happiness_rewards"]
            if "extra_action" not in entry["gain"]
        },
        extra_action_at=next(
            entry["at"] for entry in raw["people_track"]["happiness_rewards"] if "extra_action" in entry["gain"]
        ),
        penalties=_penalties(raw["maat"]["balance_penalty"]),
        scoring=_numbers(raw["scoring"]),
        sections=tuple(_section(entry) for entry in raw["market"]["sections"]),
        thoth_cards=_by_die(raw["market"]["thoth"], "cards"),
        thoth_papyrus=_by_die(raw["market"]["thoth"], "papyrus"),
        refresh_papyrus=raw["market"]["refresh"]["papyrus"],
        removed_2p=tuple(raw["market"]["removed_2p_and_solo"]),
        starting_dealt={int(k): v for k, v in _numbers(raw["starting_cards_dealt"]).items() if k.isdigit()},
        starting_dealt_solo=raw["starting_cards_dealt"]["solo"],
        spaces=spaces,
        space_by_name={space.name: space.index for space in spaces},
        line_spaces=tuple(tuple(s.index for s in spaces if line in s.lines) for line in range(10)),
        edge_colours=tuple(raw["temple"]["edge_colours"]["value"]),
        building_spots=spots,
        spot_by_id={spot.id: spot for spot in spots},
        people_spots=people_spots,
        people_spot_by_id={spot.id: spot for spot in people_spots},
        hathor_pillar_vp=raw["temple"]["hathor_vp_per_own_pillar"]["value"],
        statue_pillar_vp=raw["temple"]["statue_vp_per_own_pillar"]["value"],
        corner_factor=raw["temple"]["corner_edge_multiplier"]["value"],
        ra_place=_ra_places(raw["ra_display"]["spaces_left_to_right"]),
        ra_vp=_three(tuple(entry["vp"] for entry in raw["ra_display"]["spaces_left_to_right"])),
        tiles={entry["id"]: _tile(entry) for entry in raw["pillar_tiles"]},
        horus_bonus=_horus_bonus(raw["horus"]["positions"]),
        horus_printed=("", *(raw["horus"]["preprinted"][str(position)] for position in range(1, 7))),
        horus_when={int(k): tuple(v) for k, v in raw["horus"]["bonus_when"].items() if k.isdigit()},
        districts=districts,
        workshops=tuple(district_index[name] for name in raw["osiris"]["kinds"]["workshop"]),
        quarries=tuple(district_index[name] for name in raw["osiris"]["kinds"]["quarry"]),
        osiris=_osiris(raw["osiris"]["grid"], district_index),
        row2_gold=raw["osiris"]["row2_first_building_gold"]["value"],
        osiris_happiness=raw["osiris"]["happiness_cost"]["value"],
        cards=cards,
        blessings=_ids(cards, "blessing"),
        technologies=_ids(cards, "technology"),
        decrees=_ids(cards, "decree"),
        decree_types=tuple(raw["decree_types"]["value"]),
        starting_cards=_ids(cards, "starting"),
        destiny_cards=_ids(cards, "destiny"),
        bot=_bot(raw["bot"]),
    )


def _numbers(entry: Mapping[str, Any]) -> dict[str, int]:
    """The whole numbers of an object that also carries marks."""
    return {key: value for key, value in entry.items() if isinstance(value, int) and not isinstance(value, bool)}


def _gains(entry: Mapping[str, int]) -> dict[str, int]:
    return _in_order(entry, GAINS)


def _effect(effect: Mapping[str, Any]) -> Mapping[str, Any]:
    """A card's effect, its gains in their order."""
    return {**effect, "gain": _gains(effect["gain"])} if isinstance(effect.get("gain"), dict) else effect


def _in_order(entry: Mapping[str, int], order: tuple[str, ...]) -> dict[str, int]:
    """Keys in a fixed order: stored tables have theirs sorted, and lists of answers must not depend on it."""
    return {key: entry[key] for key in (*order, *sorted(set(entry) - set(order))) if key in entry}


def _house_ids(raw: Mapping[str, Any]) -> set[str]:
    """House values by their id, wherever they stand in the table. Quick, because every start of the program asks."""
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
    """The value of `{"value": x, ...}`, or the value itself: an owner may add a spot without marks."""
    return value["value"] if isinstance(value, Mapping) else value


def _building_spot(entry: Mapping[str, Any]) -> BuildingSpot:
    return BuildingSpot(
        entry["id"], entry["side"], _line(entry), _plain(entry["min_players"]), _plain(entry["bread"])
    )


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
    """(lowest balance, VP lost), best balance first; the last entry has no lower end."""
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
        up_right={int(k): v for k, v in raw["pyramid"]["up_right"].items()},
        right={int(k): v for k, v in raw["pyramid"]["right"].items()},
        horus_bonus=({}, *(raw["horus_bonus_by_position"][str(position)] for position in range(1, 7))),
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
