"""Models of the component tables: temple, tiles, statues, works, cards, and the whole file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pbem.titles.tekhenu.tables.box_models import (
    Amounts,
    Basic,
    BuildingRow,
    Count,
    Dice,
    Die,
    Five,
    God,
    GodEntry,
    Light,
    Maat,
    Marked,
    Market,
    Option,
    PeopleTrack,
    Pieces,
    Players,
    ProductionTrack,
    Resource,
    Scoring,
    Side,
    Start,
    Statues,
    Structure,
    TokenKinds,
    TokenSupply,
    Value,
    Wheel,
)


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
