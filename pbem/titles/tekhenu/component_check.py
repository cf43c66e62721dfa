"""The thorough check of a component table: shape by models, then sense by hand. Loaded only when a table is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

T = TypeVar("T")

God = Literal["horus", "ra", "hathor", "bastet", "thoth", "osiris"]
Basic = Literal["papyrus", "bread", "limestone", "granite"]
Colour = Literal["white", "yellow", "black", "brown", "grey"]
Light = Literal["sunny", "shaded", "dark"]
Purity = Literal["pure", "tainted", "forbidden"]
DeckKind = Literal["blessing", "technology", "decree"]
Goods = Literal["papyrus", "bread", "limestone", "granite", "gold", "scribe", "faith", "vp", "population", "happiness"]
Side = Literal["N", "E", "S", "W"]
Source = Literal["rulebook", "public", "house", "owner"]
Count = Annotated[int, Field(ge=0, le=99)]
Die = Annotated[int, Field(ge=1, le=6)]
Five = Annotated[int, Field(ge=1, le=5)]
Amounts = dict[Goods, Annotated[int, Field(ge=1, le=20)]]


class Marked(BaseModel):
    """Any object of the table: its fields and the marks that say where it comes from."""

    model_config = ConfigDict(extra="forbid", strict=True)

    source: Source | None = None
    where: list[str] | None = None
    note: str | None = None
    house: str | None = None
    ruling: str | None = None


class Value(Marked, Generic[T]):
    value: T


class Option(Marked):
    value: bool | int | str
    alternatives: list[bool | int | str] = []
    ruling: str


class PlayerColour(Marked):
    id: str


class Players(Marked):
    min: Literal[2]
    max: Literal[4]
    solo: Literal[1]
    colours: Annotated[list[PlayerColour], Field(min_length=4, max_length=4)]


class Resource(Marked):
    id: Literal["papyrus", "bread", "limestone", "granite", "gold"]
    die: Colour | None
    district: bool
    wild: bool = False


class TokenKinds(Marked):
    ids: list[Literal["scribe", "faith"]]


class Denominations(Marked):
    ones: Count
    fives: Count


class BoxCounts(Marked):
    scribe: Value[Count]
    faith: Value[Count]
    each_basic_resource: Denominations
    gold: Value[Count]


class TokenSupply(Marked):
    limited: bool
    counts_in_box: BoxCounts


class GodEntry(Marked):
    id: God
    index: Die
    opposite: God


class Arrow(Marked):
    meaning: str
    start: Literal["random"]


class Rotation(Marked):
    direction: Literal["clockwise"]
    steps: Literal[1]


class ScoringMarkers(Marked):
    first_offset_from_start_arrow: Literal[4]
    second_offset_from_start_arrow: Literal[8]
    modulo: Literal[6]
    effect: str


class Wheel(Marked):
    sections_clockwise: Value[Annotated[list[God], Field(min_length=6, max_length=6)]]
    light_clockwise_from_arrow: Value[Annotated[list[Light], Field(min_length=6, max_length=6)]]
    arrow: Arrow
    rotation: Rotation
    scoring_markers: ScoringMarkers


class Structure(Marked):
    rounds: Literal[16]
    rounds_per_rotation: Literal[2]
    rotations_per_maat: Literal[2]
    maat_per_scoring: Literal[2]
    scorings: Literal[2]


class PerColour(Marked):
    white: Count
    yellow: Count
    black: Count
    brown: Count
    grey: Count


class Removed(Marked):
    two: dict[Colour, Count] = Field(alias="2")
    three: dict[Colour, Count] = Field(alias="3")
    four: dict[Colour, Count] = Field(alias="4")


class PurityTable(Marked):
    white: dict[Light, Purity]
    yellow: dict[Light, Purity]
    black: dict[Light, Purity]
    brown: dict[Light, Purity]
    grey: dict[Light, Purity]


class Produces(Marked):
    white: Basic | None
    yellow: Basic | None
    black: Basic | None
    brown: Basic | None
    grey: None


class Dice(Marked):
    total: Value[Count]
    per_colour: PerColour
    removed_by_player_count: Removed
    initial_per_section: Value[Literal[3]]
    refill_per_shaded_section: Value[Literal["player_count"]]
    faces: Value[list[Die]]
    purity: PurityTable
    produces: Produces


class Pieces(Marked):
    buildings: Count
    pillars: Count
    statues: Count
    production_markers: Literal[4]


class Start(Marked):
    vp: Count
    happiness: Count
    population: Count
    gold: Count
    scribe: Count
    production: Count


class ProductionTrack(Marked):
    min: Count
    max: Count
    values: list[Count]


class GodSpots(Marked):
    two: Count = Field(alias="2")
    three: Count = Field(alias="3")
    four: Count = Field(alias="4")


class Statues(Marked):
    costs_granite_left_to_right: Value[list[Count]]
    scoring_by_count: Value[list[Count]]
    god_spots_per_god: GodSpots


class RowSlot(Marked):
    slot: Annotated[int, Field(ge=1, le=10)]
    bread: Count
    vp: Count


class BuildingRow(Marked):
    left_to_right: list[RowSlot]


class Triangles(Marked):
    thresholds: Annotated[list[Count], Field(min_length=5, max_length=5)]


class Unlock(Marked):
    III: Count
    IV: Count


class HappinessReward(Marked):
    at: Count
    gain: dict[Literal["gold", "scribe", "extra_action"], int | str]


class PeopleTrack(Marked):
    min: Value[Literal[0]]
    max: Value[Count]
    triangles: Triangles
    happiness_scoring_vp: Value[Annotated[list[Count], Field(min_length=5, max_length=5)]]
    market_unlock_population: Unlock
    happiness_rewards: list[HappinessReward]


class Penalty(Marked):
    lowest: int | None = Field(alias="from")
    highest: int = Field(alias="to")
    vp: Annotated[int, Field(le=0)]


class Maat(Marked):
    balance_penalty: list[Penalty]
    order_key: str


class Scoring(Marked):
    district_vp: Count
    temple_building_or_statue_vp: Count
    temple_pillar_vp_per_own_aligned_piece: Count
    production_at_max_vp: Count
    unpaid_bread_vp: Annotated[int, Field(le=0)]
    end_first_in_order_vp: Count
    end_second_in_order_vp_3_or_4_players: Count
    max_decrees: Count
    max_decrees_per_type: Count


class Section(Marked):
    id: Literal["I", "II", "III", "IV"]
    colour: Value[str]
    slots: Annotated[list[DeckKind], Field(min_length=1)]
    needs_happiness: Count
    opens: Literal["setup"] | dict[Literal["population"], Count]


class ThothRow(Marked):
    die: list[Die]
    cards: Count
    papyrus: Count


class Refresh(Marked):
    papyrus: Count
    max_per_section_per_thoth_action: Literal[1]


class Market(Marked):
    sections: Annotated[list[Section], Field(min_length=4, max_length=4)]
    slot_order: Value[str]
    thoth: list[ThothRow]
    refresh: Refresh
    removed_2p_and_solo: list[str]


class Size(Marked):
    rows: Literal[5]
    cols: Literal[5]


class SpaceEntry(Marked):
    row: Five
    col: Five
    ring: Literal["corner", "edge", "inner", "centre"]
    reward: Amounts


class SpaceList(Marked):
    list: list[SpaceEntry]


class OuterEdges(Marked):
    N_west_to_east: Annotated[list[str], Field(min_length=5, max_length=5)]
    E_north_to_south: Annotated[list[str], Field(min_length=5, max_length=5)]
    S_west_to_east: Annotated[list[str], Field(min_length=5, max_length=5)]
    W_north_to_south: Annotated[list[str], Field(min_length=5, max_length=5)]


MinPlayers = Annotated[int, Field(ge=2, le=4)]
BreadCost = Annotated[int, Field(ge=2, le=4)]


class Spot(Marked):
    id: str
    side: Side
    line: Literal["row", "col"]
    line_no: Five
    min_players: Value[MinPlayers] | MinPlayers
    bread: Value[BreadCost] | BreadCost


class SpotList(Marked):
    list: Annotated[list[Spot], Field(min_length=1)]


class TempleStatueSpot(Marked):
    id: str
    side: Value[Side]
    line: Literal["row", "col"]
    line_no: Five


class TempleStatueSpots(Marked):
    list: Annotated[list[TempleStatueSpot], Field(min_length=2, max_length=2)]
    gold_at_setup: Count


class Temple(Marked):
    size: Size
    spaces: SpaceList
    outer_edges: OuterEdges
    edge_colours: Value[Annotated[list[str], Field(min_length=1)]]
    building_spots: SpotList
    statue_spots: TempleStatueSpots
    hathor_vp_per_own_pillar: Value[Count]
    statue_vp_per_own_pillar: Value[Count]
    corner_edge_multiplier: Value[Count]


class RaSpace(Marked):
    id: Literal["left", "middle", "right"]
    die: list[Die]
    vp: Count


class RaDisplay(Marked):
    spaces_left_to_right: Annotated[list[RaSpace], Field(min_length=3, max_length=3)]


class TileAbility(Marked):
    light: Light | None
    effect: dict[str, Any] | None


class TileCost(Marked):
    limestone: Count


class TileEdges(Marked):
    n: str
    e: str
    s: str
    w: str


class TileEntry(Marked):
    id: Annotated[str, Field(pattern=r"^P\d\d$")]
    rule: str
    ability: TileAbility
    text: str
    cost: TileCost
    edges: TileEdges


class HorusPosition(Marked):
    position: Die
    bonus: Amounts


class Preprinted(Marked):
    p1: God = Field(alias="1")
    p2: God = Field(alias="2")
    p3: God = Field(alias="3")
    p4: God = Field(alias="4")
    p5: God = Field(alias="5")
    p6: God = Field(alias="6")


Occasion = Literal["other_player_performs_action", "immediately_when_built", "owner_performs_action"]


class BonusWhen(Marked):
    two: list[Occasion] = Field(alias="2")
    three: list[Occasion] = Field(alias="3")
    four: list[Occasion] = Field(alias="4")


class Horus(Marked):
    tiles: Value[list[God]]
    positions: Annotated[list[HorusPosition], Field(min_length=6, max_length=6)]
    preprinted: Preprinted
    bonus_when: BonusWhen


class Kinds(Marked):
    workshop: list[Basic]
    quarry: list[Basic]


class GridEntry(Marked):
    row: Die
    district: Basic
    advance: dict[Literal["papyrus", "bread", "limestone", "granite", "any"], Count]
    gain: Amounts


class OsirisStatueSpot(Marked):
    id: str
    above: Annotated[list[Basic], Field(min_length=2, max_length=2)]


class OsirisStatueSpots(Marked):
    list: Annotated[list[OsirisStatueSpot], Field(min_length=2, max_length=2)]
    gold_at_setup: Count
    rank: str


class Osiris(Marked):
    districts_left_to_right: Value[list[Basic]]
    rows_top_to_bottom: Value[list[Die]]
    kinds: Kinds
    grid: Annotated[list[GridEntry], Field(min_length=24, max_length=24)]
    row2_first_building_gold: Value[Count]
    statue_spots: OsirisStatueSpots
    happiness_cost: Value[Count]


class Windows(Marked):
    list: dict[str, str]


class CardEntry(Marked):
    id: Annotated[str, Field(pattern=r"^[BTDSA]\d\d$")]
    rule: str
    text: str
    effect: dict[str, Any]
    when: list[str] | None = None
    type: Value[str] | None = None
    removed: bool = False
    initiative: Count | None = None
    ankh: Count | None = None
    min_players: Count | None = None


class Dealt(Marked):
    two: Count = Field(alias="2")
    three: Count = Field(alias="3")
    four: Count = Field(alias="4")
    solo: Count


class Decks(Marked):
    blessing: Count
    technology: Count
    decree: Count
    starting: Count
    destiny: Count
    total: Count
    pillar_tiles: Count
    horus_tiles: Count
    scoring_markers: Count
    bot_tiles: Count


class Table(BaseModel):
    """The whole table."""

    model_config = ConfigDict(extra="forbid", strict=True)

    schema_: str = Field(alias="schema")
    game: Literal["tekhenu"]
    title: str
    source_convention: dict[str, str]
    public_sources: dict[str, str]
    options: dict[str, Option]
    players: Players
    resources: list[Resource]
    non_resource_tokens: TokenKinds
    token_supply: TokenSupply
    gods: list[GodEntry]
    wheel: Wheel
    structure: Structure
    dice: Dice
    player_pieces: Pieces
    player_start: Start
    production_track: ProductionTrack
    statues: Statues
    building_row: BuildingRow
    people_track: PeopleTrack
    maat: Maat
    scoring: Scoring
    market: Market
    temple: Temple
    ra_display: RaDisplay
    pillar_tiles: list[TileEntry]
    horus: Horus
    osiris: Osiris
    timing_windows: Windows
    blessings: list[CardEntry]
    technologies: list[CardEntry]
    decrees: list[CardEntry]
    decree_types: Value[list[str]]
    starting_cards: list[CardEntry]
    starting_cards_dealt: Dealt
    destiny_cards: list[CardEntry]
    bot: dict[str, Any]
    decks: Decks


def check(raw: Mapping[str, Any]) -> list[str]:
    """All faults of a table, each with its path; sense is tested only where the shape is right."""
    try:
        Table.model_validate(dict(raw))
    except ValidationError as error:
        return sorted({f"{_path(fault['loc'])}: {_reason(fault)}" for fault in error.errors()})
    return list(_sense(raw))


def _path(loc: tuple[int | str, ...]) -> str:
    """`temple.spaces.list[3].reward`, without the names of union branches."""
    path = ""
    for part in loc:
        if isinstance(part, int):
            path += f"[{part}]"
        elif not part.startswith(("Value[", "constrained-", "literal[", "dict[")):
            path += f".{part}" if path else part
    return path


def _reason(fault: Any) -> str:
    """Our wording for the common faults: the words of the checking library change between its releases."""
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
    """What no single field shows: counts, each thing once, references that lead somewhere."""
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
    for path, key in _where(raw, ""):
        if key not in raw["public_sources"]:
            yield f"{path}.where: {key!r} is not one of public_sources"
    yield from _marks(raw)


def _where(node: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, Mapping):
        for key in node.get("where", ()):
            yield path, key
        for name, below in node.items():
            yield from _where(below, f"{path}.{name}" if path else name)
    elif isinstance(node, list):
        for i, below in enumerate(node):
            yield from _where(below, f"{path}[{i}]")


def _marks(raw: Mapping[str, Any]) -> Iterator[str]:
    """Every value has a source, on itself or above it."""
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
