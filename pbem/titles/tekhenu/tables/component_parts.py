"""The parts of the component tables as the rules meet them: spaces, spots, tiles, cards, and all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from pbem.core.records import record

Amounts = Mapping[str, int]

SIDES = ("n", "e", "s", "w")
LIGHTS = ("sunny", "shaded", "dark")
#: The order in which several gains of one effect are given, whatever the order of keys in a stored table: Population
#: before Happiness, because Happiness cannot pass it (T-PEOPLE-2, T-CARD-T06, T-CARD-S11).
GAINS = ("papyrus", "bread", "limestone", "granite", "gold", "scribe", "faith", "vp", "population", "happiness")
COLOURS = ("white", "yellow", "black", "brown", "grey")
BASIC = ("papyrus", "bread", "limestone", "granite")
CARD_KINDS = ("blessing", "technology", "decree", "starting", "destiny")


@record(frozen=True, slots=False, eq=False, repr=False)
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


@record(frozen=True, slots=False, eq=False, repr=False)
class BuildingSpot:
    """A place for a Building beside the temple (HV-05)."""

    id: str
    side: str
    line: int
    min_players: int
    bread: int


@record(frozen=True, slots=False, eq=False, repr=False)
class PeopleSpot:
    """A place for a Statue for the people: at the temple (`line` 0 to 9) or above two districts (`districts`)."""

    id: str
    at_temple: bool
    side: str
    line: int
    districts: tuple[int, ...]
    gold: int


@record(frozen=True, slots=False, eq=False, repr=False)
class OsirisSpace:
    """A space of the Osiris area (T-OSIRIS-3 to T-OSIRIS-8)."""

    index: int
    row: int
    district: int
    #: Steps on the production tracks; `any_steps` go to a track of choice.
    advance: Amounts
    any_steps: int
    gain: Amounts


@record(frozen=True, slots=False, eq=False, repr=False)
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


@record(frozen=True, slots=False, eq=False, repr=False)
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


@record(frozen=True, slots=False, eq=False, repr=False)
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


@record(frozen=True, slots=False, eq=False, repr=False)
class MarketSection:
    """A section of the card market (T-MARKET-1)."""

    id: str
    colour: str
    slots: tuple[str, ...]
    needs_happiness: int
    #: Population that opens it; 0 = open from set-up.
    opens_population: int


@record(frozen=True, slots=False, eq=False, repr=False)
class OptionSpec:
    """A ruling that is a value; with alternatives it is a game option."""

    name: str
    value: Any
    alternatives: tuple[Any, ...]
    ruling: str
    source: str


@record(frozen=True, slots=False, eq=False, repr=False)
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


@record(frozen=True, slots=False, eq=False, repr=False)
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

    # what modules bring
    #: Faces of dice that do not show 1 to 6, by colour.
    faces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    #: Most of a token that a player can have.
    caps: Mapping[str, int] = field(default_factory=dict)
    #: Prepared tables of modules, under their names.
    parts: Mapping[str, Any] = field(default_factory=dict)

    def light(self, section: int, arrow: int) -> str:
        """Return light of a section while the arrow stands before section `arrow` (T-DICE-2)."""
        return self.light_pattern[(section - arrow) % 6]

    def purity_of(self, colour: str, section: int, arrow: int) -> str:
        """Return the purity of a die of that colour lying in that section (T-DICE-3)."""
        return self.purity[colour][self.light_pattern[(section - arrow) % 6]]

    def values_of(self, colour: str) -> tuple[int, ...]:
        """Return the values that a die of that colour can show."""
        return tuple(dict.fromkeys(self.faces.get(colour, (1, 2, 3, 4, 5, 6))))

    def bag(self, players: int) -> dict[str, int]:
        """Count dice in the bag by colour (T-SETUP-7); solo uses the two-player bag (T-BOT-SETUP-1)."""
        removed = self.dice_removed[max(2, players)]
        return {colour: count - removed.get(colour, 0) for colour, count in self.dice.items()}

    def spots_open(self, players: int) -> tuple[BuildingSpot, ...]:
        """List the Building spots that this player count may use (HV-05)."""
        return tuple(spot for spot in self.building_spots if spot.min_players <= max(2, players))

    def penalty(self, balance: int) -> int:
        """Return the VP lost for a balance (T-MAAT-4), 0 or more."""
        for lowest, loss in self.penalties:
            if balance >= lowest:
                return loss
        return self.penalties[-1][1]

    def triangles_reached(self, marker: int) -> int:
        """Say how many triangles a marker on the people track is worth (T-PEOPLE-6)."""
        return sum(1 for threshold in self.triangles if marker >= threshold)

    def happiness_score(self, happiness: int) -> int:
        """Return the VP of T-SCORE-4."""
        reached = self.triangles_reached(happiness)
        return self.happiness_vp[reached - 1] if reached else 0

    def osiris_at(self, row: int, district: int) -> OsirisSpace:
        """Return the space of a row (1 to 6) in a district (0 to 3)."""
        return self.osiris[(row - 1) * 4 + district]
