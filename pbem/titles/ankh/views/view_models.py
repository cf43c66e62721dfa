"""What a reader may know of a game of Ankh, as models.

All of the table is public but for sealed answers, which stand in no view. So every reader sees the same, apart from
`reader` and `side`. Conventions:

- a *seat* is a god (`ra`); a *side* owns pieces and is named by its god, after the merge by the greater one;
- a hex is `D4` (column letter, row number from the north), an edge `D4|E4`;
- a region is known by the number of its Conflict Order token (`token`);
- lists of sides by Devotion run from least to most; a Devotion stack runs from bottom to top;
- `claws` are two neighbouring directions, `N-NE`; `kind` of a unit is `god`, `warrior` or the id of a Guardian, `kind`
  of a Monument is `obelisk`, `temple` or `pyramid` (or what an expansion adds).
"""

from __future__ import annotations

from pydantic import Field

from pbem.core.questions import Seat
from pbem.core.table import PartViews, View, is_empty

__all__ = [
    "AnkhView",
    "BattleView",
    "ConflictView",
    "EventView",
    "GodView",
    "GuardianView",
    "HexView",
    "MonumentView",
    "PowerView",
    "RegionView",
    "ShareView",
    "StackView",
    "TrackView",
    "UnitView",
]


class UnitView(View):
    """A unit on the map. `strength` is what it counts in a Battle now, 0 beside an enemy Androsphinx."""

    kind: str
    owner: Seat
    sun: bool
    claws: str
    strength: int


class MonumentView(View):
    """A Monument; `owner` is empty for a neutral one."""

    kind: str
    owner: Seat


class HexView(View):
    """One space. `tokens` are the regions it belongs to: one for land, several for water. `underworld`: one of
    Osiris' tokens lies there, so the space is neither desert nor flood and closed to others."""

    id: str
    col: int
    row: int
    terrain: str
    tokens: list[int]
    unit: UnitView | None
    monument: MonumentView | None
    underworld: bool
    filled: str = ""
    """What else fills the space: `pharaoh`, `infantry`; empty in the base game."""


class ShareView(View):
    """What one side has in a region, and what it would bring if a Conflict came now without cards.

    `units` counts its units there (water included), `strength` is theirs with Temple-Attuned and without a card,
    `majorities` are the kinds of Monuments of which it has the most, `devotion` what majorities, dominance and a
    won Battle would give (no cards, no Bountiful).
    """

    side: Seat
    units: int
    strength: int
    monuments: dict[str, int]
    majorities: list[str]
    devotion: int


class RegionView(View):
    """One region. `outcome` is what a Conflict would do there now: `skip`, `dominance` or `battle`; `leader` who would
    win without cards (empty: nobody). `names` are the parts of the country it lies in (delta, west, east)."""

    token: int
    spaces: list[str]
    waters: list[str]
    size: int
    desert: int
    flood: int
    names: list[str]
    neutral: dict[str, int]
    outcome: str
    leader: Seat
    shares: list[ShareView]


class TrackView(View):
    """An action track: `at` steps were made from the start space, the event comes with step `steps`. `labels` are the
    printed spaces (`5` to `2`, empty, `event`); `place` is where the marker stands among them."""

    action: str
    at: int
    steps: int
    labels: list[str]
    place: int


class EventView(View):
    """A space of the event track. `type` is `control`, `camel`, `consolidate` or `conflict`; `conflict` is the number
    of a Conflict, `after` what follows it (`merge_gods`, `forgotten_gods`, `game_end`); `followers` lie on it."""

    index: int
    type: str
    conflict: int
    after: str
    done: bool
    followers: int


class StackView(View):
    """Markers on one space of the Devotion track, bottom to top."""

    space: int
    sides: list[Seat]


class PowerView(View):
    """An unlocked power."""

    id: str
    level: int


class GodView(View):
    """One seat with what its god has. Of the lesser god the pieces are gone and everything is with its `side`.

    `status` is `playing`, `lesser` or `forgotten`. `next_level` is the level of the next power (0: none left),
    `next_cost` its price, `next_powers` the powers to choose from, `next_guardian` the Guardian that comes with it.
    `gain` is what a Gain action would bring now. `units` counts figures on the map by kind, `monuments` Monuments by
    kind. `bases` are those still free by size. `trapped`, `suns` and `underworlds` are what this seat's own ability
    holds: owners of trapped Warriors, Sun tokens left, Underworld tokens left (None if the god has no such thing).
    """

    seat: Seat
    side: Seat
    status: str
    followers: int
    warriors: int
    guardians: list[str]
    ankhs: int
    powers: list[PowerView]
    next_level: int
    next_cost: int
    next_powers: list[str]
    next_guardian: str
    hand: list[str]
    used: list[str]
    devotion: int
    red: bool
    gain: int
    units: dict[str, int]
    monuments: dict[str, int]
    bases: dict[str, int]
    trapped: list[Seat] | None
    suns: int | None
    underworlds: int | None


class GuardianView(View):
    """One of the three Guardians of the game; `left` figures lie on its card."""

    kind: str
    level: int
    base: str
    left: int


class ConflictView(View):
    """A Conflict that is being resolved: who holds the Tie-breaker and whether it is unused, the region for which two
    cards were announced (0: none), the region resolved now or last."""

    number: int
    holder: Seat
    tie_breaker: bool
    announced: int
    token: int


class BattleView(View):
    """A Battle as far as it is public: cards once revealed, bids of resolved Plagues, units killed so far."""

    token: int
    sides: list[Seat]
    cards: dict[Seat, list[str]]
    bids: list[dict[Seat, int]]
    killed: dict[Seat, int]
    strengths: dict[Seat, int]


class AnkhView(View):
    """The whole table.

    `phase` is `set-up`, `turns`, `conflict` or `over`. `order` is the turn order from the first player; `next` lists
    seats as they will play, the active one first. `first` is the first seat of the game. `sides` maps seats to sides.
    `merged` is [greater, lesser] once gods have merged. How ids are called (gods, powers, cards, Guardians, Monuments,
    scenarios) the tables say (`Components.names`).
    """

    reader: Seat | None
    side: Seat | None
    scenario: str
    conflict_mode: str
    phase: str
    turn: int
    active: Seat
    order: list[Seat]
    next: list[Seat]
    sides: dict[Seat, Seat]
    merged: list[Seat]
    forgotten: list[Seat]
    winner: Seat
    hexes: list[HexView]
    rivers: list[str]
    camels: list[str]
    camels_left: int
    regions: list[RegionView]
    spare_tokens: list[int]
    tracks: list[TrackView]
    events: list[EventView]
    event: int
    to_conflict: int
    """How many events until the next Conflict, that one included; 0 if there is none."""
    ladder: list[Seat]
    stacks: list[StackView]
    last_red: int
    top: int
    gods: list[GodView]
    supply: dict[str, int]
    guardians: list[GuardianView]
    conflict: ConflictView | None
    battle: BattleView | None
    card_strengths: dict[str, int]
    parts: PartViews = Field(default_factory=dict, exclude_if=is_empty)
    """What modules show, each under its name."""
