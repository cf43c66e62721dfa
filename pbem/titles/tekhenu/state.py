"""The Tekhenu table: everything that lies on it, and the small changes all rules are made of.

A die is a text `yellow 4`; an empty place is an empty text. Piles are lists whose top is the end. Temple spaces and
Osiris spaces are numbered as in the component tables (`t.data`). Steps of the people track go through `add_population`
and `add_happiness`, because they may open the market or bring a reward at any moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from pbem.core.questions import Seat
from pbem.core.table import Known, Model, Table, no_dict, no_list
from pbem.titles.tekhenu.board import BASIC, CARD_KINDS, DICE, SECTIONS, TOKENS, line_spots
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.fixes import ONCE
from pbem.titles.tekhenu.game_book import TekhenuBook

if TYPE_CHECKING:
    from pbem.titles.tekhenu.options import Options

__all__ = ["AT_ONCE", "EXEMPT", "Player", "Tekhenu"]


def _piles() -> dict[str, list[str]]:
    return {kind: [] for kind in CARD_KINDS}


def _closed_market() -> dict[str, list[str]]:
    return {section: [] for section in SECTIONS}


AT_ONCE = "immediately_when_built"
"""The bonus of a Statue that comes as it is built."""
EXEMPT = frozenset(("played", "horus bonus", "took pure", "maat start", "after maat", "swapped", AT_ONCE))
"""S-R-16, S-R-43: events whose reactions are not limited to once in a turn."""


class Player(Model):
    """What one player has. `left`, `right` and `below` are the scale; `reached` are happiness rewards already had."""

    known: ClassVar[Known] = Known(
        open=(
            "vp", "happiness", "population", "stock", "production", "buildings", "pillars", "statues", "blessings",
            "technologies", "destiny", "drafted", "shown", "scored", "marker", "left", "right", "below", "overproduced",
            "reached",
        ),
        counted=("decrees", "drawn"),
    )  # fmt: skip

    vp: int = Field(default=0, ge=0)
    happiness: int = Field(default=0, ge=0)
    population: int = Field(default=0, ge=0)
    stock: dict[str, int] = Field(default_factory=lambda: dict.fromkeys(TOKENS, 0))
    """Papyrus, bread, limestone, granite, gold; scribe and faith, which are no resources."""
    production: dict[str, int] = Field(default_factory=lambda: dict.fromkeys(BASIC, 0))
    buildings: int = Field(default=0, ge=0)
    pillars: int = Field(default=0, ge=0)
    statues: int = Field(default=0, ge=0)
    """Pieces not yet built."""
    blessings: list[str] = Field(default_factory=no_list)
    technologies: list[str] = Field(default_factory=no_list)
    decrees: list[str] = Field(default_factory=no_list)
    """Secret."""
    destiny: str = ""
    drafted: list[str] = Field(default_factory=no_list)
    """Starting cards taken, until their rewards are given."""
    drawn: list[str] = Field(default_factory=no_list)
    """Cards drawn for S05 and S06, one of each kind to be kept. Secret."""
    shown: list[str] = Field(default_factory=no_list)
    """Decrees of `decrees` that everybody knows: D23 once used, all at the end."""
    scored: dict[str, int] = Field(default_factory=no_dict)
    """VP by Decree, at the end of the game."""
    marker: int | None = None
    """Where the Maat marker lies on its track: the balance of the last Maat phase (T-MAAT-3)."""
    left: list[str] = Field(default_factory=no_list)
    right: list[str] = Field(default_factory=no_list)
    below: list[str] = Field(default_factory=no_list)
    overproduced: dict[str, int] = Field(default_factory=lambda: dict.fromkeys(BASIC, 0))
    reached: list[int] = Field(default_factory=no_list)

    @property
    def dice(self) -> int:
        """Dice for T-FLOW-3: on the scale and below it."""
        return len(self.left) + len(self.right) + len(self.below)

    @property
    def balance(self) -> int:
        """T-MAAT-1, before Faith is placed; dice below the scale count 0 (T-ANUBIS-2)."""
        left = sum(DICE[die][1] for die in self.left)
        right = sum(DICE[die][1] for die in self.right)
        return left - right - sum(self.overproduced.values())


class Tekhenu(Table):
    """The whole table."""

    guessable: ClassVar[bool] = True

    known: ClassVar[Known] = Known(
        open=(
            "order", "active", "round", "rotation", "maat", "scoring", "arrow", "markers", "over", "dice", "market",
            "discards", "starting", "destinies", "ra", "tiles", "turns", "pillars", "buildings", "osiris", "people",
            "gold_on", "horus", "statues", "extra",
        ),
        nested=("players",),
        loose=("bag", "removed"),
        counted=("decks", "tile_stack"),
        phases=("tekhenu.scoring", "tekhenu.maat", "tekhenu.rotation", "tekhenu.end"),
    )  # fmt: skip

    players: dict[str, Player] = Field(default_factory=no_dict)
    order: list[Seat] = Field(default_factory=no_list)
    """Turn order, first to last."""
    active: Seat = ""
    """Whose turn is running; empty between turns and off turn."""
    round: int = Field(default=0, ge=0)
    rotation: int = Field(default=0, ge=0)
    maat: int = Field(default=0, ge=0)
    scoring: int = Field(default=0, ge=0)
    """How many rounds were begun, and how many rotations, Maat phases and scorings were begun."""
    arrow: int = Field(default=0, ge=0, le=5)
    markers: list[int] = Field(default_factory=no_list)
    """Sections of the scoring markers still in play, lowest number first."""
    over: bool = False

    dice: dict[str, list[str]] = Field(default_factory=no_dict)
    """Dice on the wheel, by god."""
    bag: list[str] = Field(default_factory=no_list)
    """Colours of the dice in the bag."""

    market: dict[str, list[str]] = Field(default_factory=_closed_market)
    """Card or gap in each slot; a section that is not open yet has no slots."""
    decks: dict[str, list[str]] = Field(default_factory=_piles)
    discards: dict[str, list[str]] = Field(default_factory=_piles)
    removed: list[str] = Field(default_factory=no_list)
    """Cards out of the game for good, known to all."""
    unused: list[str] = Field(default_factory=no_list)
    """Starting cards that were not dealt: face down in the box."""
    starting: list[str] = Field(default_factory=no_list)
    """Starting cards on offer."""
    destinies: list[str] = Field(default_factory=no_list)
    """Destiny cards on offer."""

    ra: list[str] = Field(default_factory=lambda: ["", "", ""])
    """Display of Pillar tiles: left, middle, right."""
    tile_stack: list[str] = Field(default_factory=no_list)
    tiles: list[str] = Field(default_factory=lambda: [""] * 25)
    turns: list[int] = Field(default_factory=lambda: [0] * 25)
    """Quarter turns clockwise of the tile on each temple space."""
    pillars: list[Seat] = Field(default_factory=lambda: [""] * 25)
    buildings: dict[str, Seat] = Field(default_factory=no_dict)
    """Owner of the Building on each taken spot beside the temple."""
    osiris: list[Seat] = Field(default_factory=lambda: [""] * 24)
    people: dict[str, Seat] = Field(default_factory=no_dict)
    """Owner of the Statue on each taken spot for the people."""
    gold_on: dict[str, int] = Field(default_factory=no_dict)
    """Gold lying on spots for the people's statues and beside Osiris row 2."""
    horus: list[str] = Field(default_factory=no_list)
    """God on Horus positions 1 to 6."""
    statues: dict[str, list[Seat]] = Field(default_factory=no_dict)
    """Owners of the Statues at each god, in the order built."""

    used: list[str] = Field(default_factory=no_list)
    """What may happen once per turn and did, `seat what`; emptied as a turn begins."""
    extra: list[Seat] = Field(default_factory=no_list)
    """Who is due the extra action of happiness 21 (RUL-22)."""

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def data(self) -> Components:
        """The component tables."""
        data: Components = self.live.data
        return data

    @property
    def book(self) -> TekhenuBook:
        """What this game is played by."""
        book: TekhenuBook = self.live.book
        return book

    @property
    def options(self) -> Options:
        options: Options = self.live.options
        return options

    @property
    def deciders(self) -> list[Seat]:
        """The seats that people or computer players decide for."""
        automata = self.book.automata
        return [seat for seat in self.seats if seat not in automata]

    def light(self, god: str) -> str:
        """Return the light of a section now (T-DICE-2)."""
        data: Components = self.live.data
        return data.light_pattern[(data.god_index[god] - self.arrow) % 6]

    def purity(self, god: str, colour: str) -> str:
        """Return the purity of a die of that colour in that section now (T-DICE-3, T-DICE-5)."""
        data: Components = self.live.data
        at = data.god_index.get(god)
        if at is None:
            beside: str = self.live.book.numbers["purity beside"](self, god, colour)
            return beside
        return data.purity[colour][data.light_pattern[(at - self.arrow) % 6]]

    def others(self, seat: Seat) -> list[Seat]:
        """List the other seats, in turn order from this one."""
        order = self.order or self.seats
        at = order.index(seat)
        return order[at + 1 :] + order[:at]

    def position_of(self, god: str) -> int:
        """Find the Horus position 1 to 6 whose bonus belongs to this god (RUL-13)."""
        return self.horus.index(god) + 1

    def own_pillars_in(self, line: int, seat: Seat) -> int:
        pillars = self.pillars
        return sum(1 for space in self.data.line_spaces[line] if pillars[space] == seat)

    def buildings_at(self, line: int, seat: Seat | None = None) -> int:
        """Count the Buildings standing at a line: of one owner, or of all (T-TERM-3)."""
        buildings = self.buildings
        spots = line_spots(self.live.data, len(self.seats))[line]
        if seat is None:
            return sum(1 for spot in spots if spot in buildings)
        return sum(1 for spot in spots if buildings.get(spot) == seat)

    def temple_buildings(self, seat: Seat) -> int:
        return sum(1 for owner in self.buildings.values() if owner == seat)

    def statues_for_gods(self, seat: Seat) -> int:
        return sum(owners.count(seat) for owners in self.statues.values())

    def statues_for_people(self, seat: Seat) -> int:
        return sum(1 for owner in self.people.values() if owner == seat)

    def statues_built(self, seat: Seat) -> int:
        return self.data.statues - self.players[seat].statues

    def buildings_built(self, seat: Seat) -> int:
        return self.data.buildings - self.players[seat].buildings

    def pillars_built(self, seat: Seat) -> int:
        return self.data.pillars - self.players[seat].pillars

    def section_open(self, section: str) -> bool:
        return bool(self.market[section])

    def once(self, seat: Seat, what: str) -> bool:
        """Tell whether this is the first time in this turn."""
        key = f"{seat} {what}"
        if key in self.used:
            return False
        self.used.append(key)
        return True

    def triggers(self, seat: Seat, what: str, event: str = "") -> bool:
        """Tell whether an effect that reacts to something works now: where the option or a module says so, once in a
        turn (RUL-16, S-TRIG-1)."""
        exempt = self.live.book.exempt
        if exempt is None:
            if not self.options.once:
                return True
            exempt = EXEMPT if ONCE in self.live.fixes else frozenset()
        return event in exempt or self.once(seat, what)

    def untriggered(self, seat: Seat, what: str) -> None:
        """Note that an effect found nothing to react to, so it may still work in this turn (S-TRIG-3)."""
        if self.fitting and f"{seat} {what}" in self.used:
            self.used.remove(f"{seat} {what}")

    @property
    def single(self) -> bool:
        """Whether effects work once in a turn."""
        return self.live.book.exempt is not None or self.options.once

    @property
    def fitting(self) -> bool:
        """Whether only occasions that fit use up an effect that works once in a turn; games begun before that was
        corrected do without it."""
        return self.live.book.exempt is not None or (self.options.once and ONCE in self.live.fixes)

    def new_window(self) -> None:
        """Begin an action outside the own turn: it triggers what it triggers anew (S-R-21)."""
        if self.fitting:
            self.used = []

    # -- changing ----------------------------------------------------------------------------------------------------

    def gain(self, seat: Seat, amounts: Mapping[str, int], why: str = "") -> None:
        """Give tokens, VP and steps of the people track, in the order listed (tokens never run out: RUL-12)."""
        player = self.players[seat]
        stock = player.stock
        for what, n in amounts.items():
            if what in stock:
                stock[what] += n
                if what in self.live.data.caps:
                    stock[what] = min(stock[what], self.live.data.caps[what])
            elif what == "vp":
                player.vp += n
            elif what == "population":
                self.add_population(seat, n)
            elif what == "happiness":
                self.add_happiness(seat, n)
            else:
                raise AssertionError(f"nobody can gain {what}")
        if why:
            self.tell("gained", seat, amounts=dict(amounts), why=why)

    def add_vp(self, seat: Seat, n: int) -> None:
        self.players[seat].vp += n

    def lose_vp(self, seat: Seat, n: int) -> int:
        """Take VP away, never below 0: the rest of this loss is ignored (T-TERM-2, RUL-48). Say how many went."""
        player = self.players[seat]
        lost = min(n, player.vp)
        player.vp -= lost
        return lost

    def add_population(self, seat: Seat, n: int) -> int:
        """Move a Population marker up (T-PEOPLE-3 caps it) and open market sections it reaches (T-PEOPLE-4, RUL-21)."""
        player = self.players[seat]
        data: Components = self.live.data
        steps = min(n, data.track_max - player.population)
        if steps <= 0:
            return 0
        player.population += steps
        for reached in self.live.book.reached.values():
            reached(self, player.population)
        return steps

    def lose_population(self, seat: Seat, n: int) -> None:
        """Lower Population; Happiness follows if it would stand above (T-PEOPLE-2)."""
        player = self.players[seat]
        player.population = max(0, player.population - n)
        player.happiness = min(player.happiness, player.population)

    def add_happiness(self, seat: Seat, n: int) -> int:
        """Move a Happiness marker up, not above Population (T-PEOPLE-2), and give what it reaches (T-PEOPLE-5)."""
        player = self.players[seat]
        before = player.happiness
        after = min(before + n, player.population)
        if after <= before:
            return 0
        player.happiness = after
        data: Components = self.live.data
        for threshold, amounts in data.happiness_gains.items():
            if after >= threshold and threshold not in player.reached:
                player.reached.append(threshold)
                self.gain(seat, amounts)
                self.tell("happiness_reward", seat, at=threshold, amounts=dict(amounts))
        if after >= data.extra_action_at and data.extra_action_at not in player.reached:
            player.reached.append(data.extra_action_at)
            self.extra.append(seat)
            self.tell("extra_action_due", seat, at=data.extra_action_at)
        return after - before

    def lose_happiness(self, seat: Seat, n: int) -> None:
        player = self.players[seat]
        player.happiness = max(0, player.happiness - n)

    def raise_production(self, seat: Seat, resource: str, steps: int) -> None:
        """Move a production marker; steps beyond the top are lost (T-OSIRIS-9)."""
        production = self.players[seat].production
        production[resource] = min(self.live.data.production_max, production[resource] + steps)

    def produce(self, seat: Seat, resource: str, value: int) -> int:
        """Take what a die produces: what the track shows is kept, the rest lies on the right pan (T-PROD-2, T-PROD-4).
        Say how many were overproduced."""
        player = self.players[seat]
        kept = min(value, player.production[resource])
        player.stock[resource] += kept
        player.overproduced[resource] += value - kept
        return value - kept

    def take_gold_at(self, seat: Seat, place: str) -> int:
        """Take the Gold lying at a people's statue spot or beside Osiris row 2, if it still lies there (T-HORUS-8)."""
        gold = self.gold_on.pop(place, 0)
        self.players[seat].stock["gold"] += gold
        return gold

    def discard(self, cards: Iterable[str]) -> None:
        """Put cards on the discard piles of their kinds (T-MARKET-7)."""
        for card in cards:
            self.discards[self.data.cards[card].kind].append(card)
