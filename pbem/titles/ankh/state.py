"""The table of Ankh: everything that lies on it, and the small changes all rules are made of.

Seats are gods. A *side* owns pieces, scores and wins; it is named by its god, after the merge by the greater one, and
the lesser god's seat acts for it (A-ENG-6). `units`, `monuments` and tokens are found by hex, regions by their anchor
(the first hex). `ladder` is the strict order of Devotion from least to most (A-DEV-1): within one space it is the
stack from the bottom to the top. Followers have no supply of their own unless an option limits them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from pbem.core.errors import Fault, GameFileProblem
from pbem.core.questions import Seat
from pbem.core.table import Known, Model, Piece, Table, is_empty, no_dict, no_list
from pbem.titles.ankh.components import ACTIONS, MONUMENTS, Components
from pbem.titles.ankh.game_book import AnkhBook
from pbem.titles.ankh.map.geometry import Lay

if TYPE_CHECKING:
    from pbem.titles.ankh.options import Options

__all__ = ["GOD", "NEUTRAL", "WARRIOR", "Ankh", "Battle", "Conflict", "God", "Monument", "Unit"]

GOD = "god"
WARRIOR = "warrior"
NEUTRAL = ""


class Unit(Piece):
    """A figure on the map: `god`, `warrior` or the kind of a Guardian (A-UNIT-1). `sun` marks a Radiant unit, `claws`
    the two directions in which a Giant Scorpion points (`N-NE`)."""

    known: ClassVar[Known] = Known(open=("kind", "owner", "sun", "claws"))

    kind: str
    owner: Seat
    sun: bool = Field(default=False, exclude_if=is_empty)
    claws: str = Field(default="", exclude_if=is_empty)


class Monument(Piece):
    """A Monument on the map; without an owner it is neutral (A-MON-1)."""

    known: ClassVar[Known] = Known(open=("kind", "owner"))

    kind: str
    owner: Seat = Field(default=NEUTRAL, exclude_if=is_empty)


class God(Model):
    """What one god has beside the map. Of a lesser god nothing is left but its name."""

    known: ClassVar[Known] = Known(open=("followers", "warriors", "guardians", "ankhs", "powers", "hand", "used"))

    followers: int = Field(default=0, ge=0)
    warriors: int = Field(default=0, ge=0)
    """In the pool."""
    guardians: list[str] = Field(default_factory=no_list)
    """In the pool, each on a base of this god."""
    ankhs: int = Field(default=0, ge=0)
    """Ankh tokens in the pool; those on the God board are counted by `powers`."""
    powers: list[str] = Field(default_factory=no_list)
    """Unlocked with own tokens, in their order."""
    hand: list[str] = Field(default_factory=no_list)
    used: list[str] = Field(default_factory=no_list)
    """Battle cards, in hand and face up; both are public (A-BATTLE-7)."""


class Conflict(Model):
    """A Conflict that is being resolved."""

    known: ClassVar[Known] = Known(open=("number", "holder", "tie_breaker", "announced", "amun", "token"))

    number: int
    holder: Seat
    """The side with the Tie-breaker."""
    tie_breaker: bool = True
    """Still face up."""
    announced: int = 0
    """Order token of the region for which two cards were announced (A-GOD-AMUN-1)."""
    amun: bool = True
    """The Amun token is still face up."""
    token: int = 0
    """Order token of the region that is resolved, or was resolved last."""


class Battle(Model):
    """A Battle that is being fought."""

    known: ClassVar[Known] = Known(
        open=("token", "sides", "cards", "bids", "flooded", "killed", "strengths", "winner"),
    )

    token: int
    sides: list[Seat] = Field(default_factory=no_list)
    """Who played a card: fixed at the card step (A-ENG-3)."""
    cards: dict[Seat, list[str]] = Field(default_factory=no_dict)
    bids: list[dict[Seat, int]] = Field(default_factory=no_list)
    """One row for each Plague that was resolved."""
    flooded: list[str] = Field(default_factory=no_list)
    """Spaces of units that Flood protects (A-RUL-21)."""
    killed: dict[Seat, int] = Field(default_factory=no_dict)
    """Units killed in this Battle, for Miracle (A-ENG-4)."""
    strengths: dict[Seat, int] = Field(default_factory=no_dict)
    winner: Seat = ""


def _tracks() -> dict[str, int]:
    return dict.fromkeys(ACTIONS, 0)


class Ankh(Table):
    """The whole table; of it everything is public but sealed answers, which wait in procedures."""

    guessable: ClassVar[bool] = True

    known: ClassVar[Known] = Known(
        open=(
            "order", "active", "turn", "ladder", "devotion", "tracks", "event", "camels", "tokens", "spare", "supply",
            "guardians", "trapped", "suns", "underworld", "greater", "lesser", "forgotten", "out", "winner", "over",
        ),
        nested=("gods", "units", "monuments", "conflict", "battle"),
        ordered=("gods",),
    )  # fmt: skip

    gods: dict[Seat, God] = Field(default_factory=no_dict)
    order: list[Seat] = Field(default_factory=no_list)
    """Turn order, the first player first."""
    active: Seat = ""
    turn: int = Field(default=0, ge=0)
    """How many turns were begun."""
    ladder: list[Seat] = Field(default_factory=no_list)
    """Sides in the game from least to most Devotion."""
    devotion: dict[Seat, int] = Field(default_factory=no_dict)
    """Space of each side's marker; the last one of sides that are out."""
    tracks: dict[str, int] = Field(default_factory=_tracks)
    """Steps of each action marker from its start space (A-TURN-3)."""
    event: int = Field(default=0, ge=0)
    """Index of the event that was triggered last."""
    units: dict[str, Unit] = Field(default_factory=no_dict)
    monuments: dict[str, Monument] = Field(default_factory=no_dict)
    camels: list[str] = Field(default_factory=no_list)
    """Edges with a Camel, in order."""
    tokens: dict[str, int] = Field(default_factory=no_dict)
    """Conflict Order token of each region, by anchor (A-REG-2)."""
    spare: list[int] = Field(default_factory=no_list)
    """Order tokens in the supply, the lowest first."""
    supply: dict[str, int] = Field(default_factory=no_dict)
    """Monuments of each kind in the supply."""
    guardians: dict[str, int] = Field(default_factory=no_dict)
    """Figures left on the three Guardian cards of the game, by kind, level 1 first."""
    trapped: list[Seat] = Field(default_factory=no_list)
    """Owners of the Warriors in Anubis' slots."""
    suns: int = Field(default=0, ge=0)
    """Sun tokens that lie with Ra."""
    underworld: list[str] = Field(default_factory=no_list)
    """Spaces with an Underworld token."""
    greater: Seat = ""
    lesser: Seat = ""
    """The merged gods, once there are some."""
    forgotten: list[Seat] = Field(default_factory=no_list)
    """Sides that are out (A-FORGET-1)."""
    out: dict[str, int] = Field(default_factory=no_dict)
    """Pieces that left the game, by name."""
    conflict: Conflict | None = None
    battle: Battle | None = None
    winner: Seat = ""
    over: bool = False

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def data(self) -> Components:
        """The component tables."""
        data: Components = self.live.data
        return data

    @property
    def book(self) -> AnkhBook:
        """What this game is played by."""
        book: AnkhBook = self.live.book
        return book

    @property
    def options(self) -> Options:
        options: Options = self.live.options
        return options

    @property
    def lay(self) -> Lay:
        """What follows from the Camels: adjacency and regions (A-ENG-2)."""
        return self.live.data.board.lay(self.camels)  # type: ignore[no-any-return]

    def side(self, seat: Seat) -> Seat:
        """Return the side that a seat acts for."""
        return self.greater if seat == self.lesser else seat

    def members(self, side: Seat) -> list[Seat]:
        """List the seats of a side, the one that decides disputes first (A-MERGE-10)."""
        return [side, self.lesser] if side == self.greater else [side]

    def holder(self, god: str) -> Seat | None:
        """Find the side that has a god's ability, if it is still in the game (A-MERGE-7)."""
        side = self.side(god)
        return side if side in self.ladder else None

    def held(self, side: Seat) -> Iterator[str]:
        """Yield powers and abilities of a side; each applies once (A-MERGE-8)."""
        yield from self.gods[side].powers
        yield from self.members(side)

    def has(self, side: Seat, window: str) -> bool:
        """Tell whether a side has something that opens a window of the rules."""
        idents = self.live.book.windows.get(window)
        if not idents:
            return False
        return not (idents.isdisjoint(self.gods[side].powers) and idents.isdisjoint(self.members(side)))

    def enemies(self, side: Seat) -> list[Seat]:
        """List the other sides, from least to most Devotion (A-RUL-41)."""
        return [other for other in self.ladder if other != side]

    def is_red(self, side: Seat) -> bool:
        return self.devotion[side] <= self.data.last_red

    def ascending(self, sides: Iterable[Seat]) -> list[Seat]:
        """Order sides from least to most Devotion as things stand: a snapshot (A-DEV-3)."""
        wanted = set(sides)
        return [side for side in self.ladder if side in wanted]

    # -- the map -----------------------------------------------------------------------------------------------------

    def anchor_of(self, token: int) -> str:
        for anchor, number in self.tokens.items():
            if number == token:
                return anchor
        raise GameFileProblem(Fault("no region has the order token {token}", token=token))

    def region(self, token: int) -> frozenset[str]:
        """Return all hexes of a region, the water that it touches among them."""
        return self.lay.within[self.anchor_of(token)]

    def tokens_at(self, place: str) -> list[int]:
        """List the order tokens of the regions that a hex belongs to."""
        return sorted(self.tokens[anchor] for anchor in self.lay.regions_of[place])

    def units_of(self, side: Seat) -> list[str]:
        """Say where a side's units stand, in the order of the map."""
        return sorted([place for place, unit in self.units.items() if unit.owner == side])

    def units_in(self, token: int, side: Seat | None = None) -> list[str]:
        """Say where units stand in a region: of one side or of all."""
        within = self.region(token)
        return sorted(
            [place for place, unit in self.units.items() if place in within and (side is None or unit.owner == side)]
        )

    def sides_in(self, token: int) -> list[Seat]:
        """List the sides with at least one unit in a region, ascending (A-CONF-2)."""
        within = self.region(token)
        there = {unit.owner for place, unit in self.units.items() if place in within}
        return [side for side in self.ladder if side in there]

    def monuments_of(self, side: Seat, kind: str | None = None) -> list[str]:
        return sorted(
            place
            for place, monument in self.monuments.items()
            if monument.owner == side and (kind in (None, monument.kind) or self.stands_for(monument, kind))
        )

    def stands_for(self, monument: Monument, kind: str | None) -> bool:
        """Tell whether a Monument of another kind counts as one of this kind."""
        return kind in self.book.counts_as.get(monument.kind, ())

    def god_at(self, side: Seat) -> str | None:
        """Say where the God of a side stands."""
        return next((at for at, unit in self.units.items() if unit.kind == GOD and unit.owner == side), None)

    def is_empty(self, place: str) -> bool:
        """Tell whether a space is empty; it holds nothing, one unit or one Monument (A-MAP-3)."""
        return place not in self.units and place not in self.monuments and not self.filled(place)

    def filled(self, place: str) -> str:
        """Say what else stands on a space, if anything."""
        return self.filling().get(place, "") if len(self.book.fills) else ""

    def filling(self) -> dict[str, str]:
        """Return the spaces that neither a unit nor a Monument fills, with what does."""
        return {place: what for fill in self.book.fills.values() for place, what in fill(self).items()}

    def open_to(self, side: Seat, place: str) -> bool:
        """Tell whether a unit of a side may end on a space: empty, no Water, no Underworld of others (A-MOVE-3,
        A-RUL-8)."""
        return (
            place not in self.units
            and place not in self.monuments
            and place not in self.data.board.is_water
            and not self.closed_to(side, place)
            and not self.filled(place)
        )

    def shut_to(self, side: Seat) -> set[str]:
        """Find land spaces on which no unit of a side may end even if nobody stands there: Monuments, the Underworld of
        others, what else fills a space (A-MOVE-3, A-RUL-8)."""
        closed = self.underworld if self.underworld and self.holder("osiris") != side else ()
        return {*self.monuments, *closed, *self.filling()}

    def closed_to(self, side: Seat, place: str) -> bool:
        """Tell whether an Underworld token of somebody else lies there (A-GOD-OSIRIS-3, A-RUL-8)."""
        return place in self.underworld and self.holder("osiris") != side

    def terrain(self, place: str) -> str:
        """Return desert, flood or water; a space with an Underworld token is none of them (A-GOD-OSIRIS-3)."""
        return "underworld" if place in self.underworld else self.data.board.terrain[place]

    def guardians_with(self, side: Seat) -> list[str]:
        """List the kinds of a side's Guardians, in the pool and on the map: each binds a base (A-RUL-17)."""
        on_map = [unit.kind for unit in self.units.values() if unit.owner == side and unit.kind in self.data.guardians]
        return self.gods[side].guardians + on_map

    def bases_left(self, side: Seat, size: str) -> int:
        known = self.data.guardians
        return self.data.bases[size] - sum(known[kind].base == size for kind in self.guardians_with(side))

    @property
    def camels_left(self) -> int:
        return self.data.camels - len(self.camels)

    # -- changing ----------------------------------------------------------------------------------------------------

    def gain_followers(self, side: Seat, n: int) -> int:
        """Give Followers; say how many there were to give (A-FOL-1)."""
        if self.options.followers_limited:
            n = min(n, self.data.follower_tokens - sum(god.followers for god in self.gods.values()))
        self.gods[side].followers += n
        return n

    def pay_followers(self, side: Seat, n: int) -> None:
        self.gods[side].followers -= n

    def shift(self, side: Seat, space: int) -> None:
        """Put a marker on a space, on top of those that lie there (A-DEV-2)."""
        self.ladder.remove(side)
        self.devotion[side] = space
        below = sum(self.devotion[other] <= space for other in self.ladder)
        self.ladder.insert(below, side)

    def lose_devotion(self, side: Seat, n: int) -> int:
        """Move a marker down, not below 0; one that does not move keeps its place (A-DEV-4). Say how far it went."""
        lost = min(n, self.devotion[side])
        if lost:
            self.shift(side, self.devotion[side] - lost)
        return lost

    def gain_devotion(self, side: Seat, n: int) -> int:
        """Move a marker up; who enters the top space wins at once (A-DEV-5, A-WIN-1)."""
        gained = min(n, self.data.top - self.devotion[side])
        if gained > 0:
            self.shift(side, self.devotion[side] + gained)
            if self.devotion[side] == self.data.top:
                self.winner, self.over = side, True
        return gained

    def leave(self, what: str, n: int = 1) -> None:
        """Note pieces that leave the game."""
        if n:
            self.out[what] = self.out.get(what, 0) + n

    def turn_unit(self, place: str, **changes: str | bool) -> None:
        """Put a changed unit in the place of the one that stands there: another owner, a Sun token, other claws."""
        self.units[place] = self.units[place].with_changes(**changes)

    def destroy(self, place: str) -> Monument:
        """Put a Monument into the supply, its Ankh token into its owner's pool (A-MON-2)."""
        monument = self.monuments.pop(place)
        self.supply[monument.kind] += 1
        if monument.owner:
            self.gods[monument.owner].ankhs += 1
        return monument

    def raise_monument(self, place: str, kind: str, owner: Seat = NEUTRAL) -> None:
        """Raise a Monument from the supply, with an Ankh token from the owner's pool."""
        self.supply[kind] -= 1
        self.monuments[place] = Monument(kind=kind, owner=owner)
        if owner:
            self.gods[owner].ankhs -= 1

    def claim(self, place: str, side: Seat) -> Seat:
        """Take control of a Monument; say whose it was (A-CTRL-1, A-CTRL-2)."""
        monument = self.monuments[place]
        before = monument.owner
        self.monuments[place] = monument.with_changes(owner=side)
        self.gods[side].ankhs -= 1
        if before:
            self.gods[before].ankhs += 1
        return before

    def to_pool(self, unit: Unit) -> None:
        """Put a figure back into its owner's pool; its Sun token returns (A-UNIT-3, A-GOD-RA-1)."""
        if unit.sun:
            self.suns += 1
        if unit.kind == WARRIOR:
            self.gods[unit.owner].warriors += 1
        else:
            self.gods[unit.owner].guardians.append(unit.kind)

    def kinds_with(self, side: Seat) -> dict[str, int]:
        """Count how many Monuments of each kind a side controls on the whole map."""
        return {kind: len(self.monuments_of(side, kind)) for kind in MONUMENTS}
