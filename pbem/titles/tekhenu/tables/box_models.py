"""Models of the component tables: what lies in the box, the tracks, the phases and the market."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pbem.core.overlay import unmarked

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
Unmarked = Annotated[T, BeforeValidator(lambda found: unmarked(found) if isinstance(found, dict) else found)]
"""An object whose keys are data: the marks that a correction puts beside them are none."""
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
    two: Unmarked[dict[Colour, Count]] = Field(alias="2")
    three: Unmarked[dict[Colour, Count]] = Field(alias="3")
    four: Unmarked[dict[Colour, Count]] = Field(alias="4")


class PurityTable(Marked):
    white: Unmarked[dict[Light, Purity]]
    yellow: Unmarked[dict[Light, Purity]]
    black: Unmarked[dict[Light, Purity]]
    brown: Unmarked[dict[Light, Purity]]
    grey: Unmarked[dict[Light, Purity]]


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
    opens: Literal["setup"] | Unmarked[dict[Literal["population"], Count]]


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
