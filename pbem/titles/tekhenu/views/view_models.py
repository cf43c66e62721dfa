"""The models of what one reader may know; `view.py` fills them. Text and picture see nothing else but the tables of the
game, for the texts of cards and tiles.

So they also carry the numbers printed on the board of this game (an owner may have corrected the tables), and `house`
names the house values among it.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ConfigDict, Field

from pbem.core.questions import Seat
from pbem.core.table import PartViews, View, is_empty

Edges = tuple[str, str, str, str]
"""Colours to the north, east, south and west; an empty text where there is none."""
NO_EDGES: Edges = ("", "", "", "")


class Still(View):
    """A part that never changes once it is made, so that all views of a process share it.

    What it holds is typed as read-only too: a change of it would be seen in every later view.
    """

    model_config = ConfigDict(frozen=True)


class CardView(Still):
    """A card that the reader may see."""

    id: str
    kind: str
    type: str = ""
    initiative: int = 0
    ankh: int = 0


class TileView(Still):
    """A Pillar tile on the Ra display, `vp` and `values` belonging to its place."""

    place: str
    vp: int
    values: tuple[int, ...]
    id: str = ""
    limestone: int = 0
    edges: Edges = NO_EDGES
    light: str = ""


class SectionView(View):
    """A section of the wheel, with the Statues at its god."""

    god: str
    light: str
    pure: list[str]
    tainted: list[str]
    forbidden: list[str]
    marker: int = 0
    """Number of the scoring marker lying there, 0 for none."""
    position: int = 0
    bonus: dict[str, int] = Field(default_factory=dict)
    spots: int = 0
    statues: list[Seat] = Field(default_factory=list)


class SpaceView(Still):
    """A temple space; `edges` are those of its tile, `border` those of the temple border beside it."""

    name: str
    row: int
    col: int
    corner: bool
    reward: Mapping[str, int]
    border: Edges
    tile: str = ""
    edges: Edges = NO_EDGES
    owner: Seat = ""


class SpotView(Still):
    """A place for a Building beside the temple."""

    id: str
    side: str
    line: int
    bread: int
    owner: Seat = ""


class PeopleView(Still):
    """A place for a Statue for the people: beside the temple (`side`, `line`) or above two districts."""

    id: str
    side: str
    line: int
    districts: tuple[str, ...]
    gold: int
    owner: Seat = ""


class WorksView(Still):
    """A space of the Osiris area."""

    row: int
    district: str
    advance: Mapping[str, int]
    any_steps: int
    gain: Mapping[str, int]
    owner: Seat = ""


class MarketView(View):
    """A section of the card market; empty slots are None."""

    id: str
    needs_happiness: int
    opens_population: int
    is_open: bool
    cards: list[CardView | None]


class PlayerView(View):
    """What everybody knows of a player."""

    seat: Seat
    vp: int
    happiness: int
    population: int
    stock: dict[str, int]
    production: dict[str, int]
    buildings: int
    pillars: int
    statues: int
    blessings: list[CardView]
    technologies: list[CardView]
    decrees: int
    drawn: int
    shown: list[CardView]
    scored: dict[str, int]
    drafted: list[CardView]
    destiny: CardView | None
    ankh: int | None
    left: list[str]
    right: list[str]
    below: list[str]
    overproduced: dict[str, int]
    dice: int
    balance: int
    marker: int | None
    statue_cost: int | None
    bread_due: int
    row_vp: int
    reached: list[int]


class OwnView(View):
    """What only the reader knows: Decrees in hand, and cards drawn of which some are to be kept."""

    seat: Seat
    decrees: list[CardView]
    drawn: list[CardView]


class TekhenuView(View):
    """The whole table as one reader may know it."""

    reader: Seat | None
    own: OwnView | None
    phase: str
    """set-up, turns, rotation, maat, scoring or over."""
    active: Seat
    order: list[Seat]
    round: int
    rounds: int
    rotation: int
    maat: int
    scoring: int
    rounds_per_rotation: int
    rotations_per_maat: int
    maat_per_scoring: int
    players: list[PlayerView]
    """In turn order."""
    extra: list[Seat]

    arrow: str
    wheel: list[SectionView]
    bag: dict[str, int]
    market: list[MarketView]
    decks: dict[str, int]
    discards: dict[str, list[str]]
    removed: list[str]
    starting: list[CardView]
    destinies: list[CardView]

    ra: list[TileView]
    tiles_left: int
    temple: list[SpaceView]
    spots: list[SpotView]
    people: list[PeopleView]
    osiris: list[WorksView]
    row2_gold: int
    track_max: int
    triangles: list[int]
    house: list[str]
    """Ids of house values (HV) in the tables of this game."""
    printed_gods: bool = Field(default=False, exclude_if=is_empty)
    """The gods stand on the positions printed for first games, and not on Horus tiles."""
    parts: PartViews = Field(default_factory=dict, exclude_if=is_empty)
    """What modules show, by their names."""
