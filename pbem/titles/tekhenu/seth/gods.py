"""Horus, Ra and Hathor with the expansion (S-HORUS, S-RA, S-HATHOR): Statues on the Seth board, Conquest tiles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Call, Done, Outcome, Procedure
from pbem.core.questions import Keys, Seat
from pbem.core.words import Count, Listed, Say
from pbem.titles.tekhenu.actions.god import OWN_ACTION
from pbem.titles.tekhenu.actions.hathor import SHOWN, Hathor
from pbem.titles.tekhenu.actions.horus import Horus, statue_cost
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth, reachable
from pbem.titles.tekhenu.board import counted, house_mark, words
from pbem.titles.tekhenu.cards.pillars import TileAction
from pbem.titles.tekhenu.fixes import IN_TURN
from pbem.titles.tekhenu.seth.actions import draw_for, effect_said
from pbem.titles.tekhenu.seth.components import PRIEST
from pbem.titles.tekhenu.seth.owed import resources, settled
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.state import AT_ONCE, Tekhenu
from pbem.titles.tekhenu.turns.pay import can_pay

# -- Horus -------------------------------------------------------------------------------------------------------------


def seth_spot_free(t: Tekhenu) -> bool:
    """Tell whether another Statue in honour of Seth finds a spot (S-R-13)."""
    return len(t.statues[SETH]) < tables(t).statue_spots[max(2, len(t.seats))]


def column_actions(t: Tekhenu, column: str) -> int:
    """Count the regions of the column that hold a Building of anyone (S-HORUS-2)."""
    return sum(1 for region in tables(t).columns[column] if seth(t).regions[region - 1])


@dataclass(eq=False, repr=False)
class SethHorus(Horus):
    """Horus may also build on the Seth board, with any value (S-HORUS-1): below a column for the people, or in honour
    of Seth for Priests besides."""

    kind: ClassVar[str] = "tekhenu.seth_horus"
    module: ClassVar[str] = SETH

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        found = super().price(t, seat, value, waive)
        if found is None and t.players[seat].statues and cls.may_honour(t, seat):
            return 0 if waive else statue_cost(t, seat)
        return found

    @classmethod
    def thinkable(cls, t: Tekhenu, seat: Seat, value: int) -> bool:
        """Tell whether the action may become possible: Priests may still come."""
        return bool(t.players[seat].statues) and (super().price(t, seat, value) is not None or seth_spot_free(t))

    @classmethod
    def may_honour(cls, t: Tekhenu, seat: Seat) -> bool:
        """Tell whether there is a free spot, and the Priests, which nothing waives (S-HORUS-3, S-R-20)."""
        return seth_spot_free(t) and t.players[seat].stock[PRIEST] >= tables(t).statue_priests

    def spots(self, t: Tekhenu) -> list[str]:
        """Find where the Statue may stand, in honour of Seth too (SD-10)."""
        return super().spots(t) + ([SETH] if self.may_honour(t, self.seat) else [])

    def build(self, t: Tekhenu) -> Outcome:
        if self.at == SETH:
            t.players[self.seat].stock[PRIEST] -= tables(t).statue_priests
            t.tell("paid", self.seat, mix={PRIEST: tables(t).statue_priests}, cost=PRIEST)
        elif self.at in tables(t).columns:
            t.players[self.seat].statues -= 1
            self.for_people(t)
            left = column_actions(t, self.at)
            return Call(ColumnActions(seat=self.seat, left=left), self.finish) if left else self.finish(t)
        return super().build(t)

    def finish(self, t: Tekhenu) -> Outcome:
        """Have the bonus of Seth named as the Statue is built, with three players (S-HORUS-4)."""
        super().finish(t)
        return settled(t, self.seat, self.done)

    def told(self, t: Tekhenu, key: str) -> str:
        granite = counted(statue_cost(t, self.seat), "granite")
        price = Say("for nothing") if self.waive else Say("for {cost}", cost=granite)
        if key == SETH:
            cost = Say("{price} and {priests}", price=price, priests=counted(tables(t).statue_priests, PRIEST))
            if self.seat in t.statues[SETH]:
                return Say("{price}: your second there, no further bonus", price=cost)
            brings = {"price": cost, "what": Listed(resources(t), Say(" or "))}
            when = t.data.horus_when[len(t.seats)]
            if AT_ONCE in when:
                return Say("{price}: 1 {what} now and for each Seth action of others", **brings)
            if OWN_ACTION in when:
                return Say("{price}: 1 {what} for each Seth action", **brings)
            return Say("{price}: 1 {what} for each Seth action of others", **brings)
        if key in tables(t).columns:
            actions = Count(column_actions(t, key), "{n} Thoth action", "{n} Thoth actions")
            return Say(
                "for the people, below the {column} column, {price}: {actions} with {value}",
                column=key, price=price, actions=actions, value=tables(t).people_value,
            )  # fmt: skip
        return super().told(t, key)

    def text(self, t: Tekhenu, key: str) -> str:
        if key == SETH or key in tables(t).columns:
            return self.told(t, key) + house_mark(t.data, self.house, "S-HV-02" if key == SETH else "S-HV-01")
        return super().text(t, key)

    def why_not(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        word = key.lower()
        if word == SETH:
            if not seth_spot_free(t):
                return Say("All spots in honour of Seth are taken"), "S-R-13"
            priests, have = tables(t).statue_priests, t.players[self.seat].stock[PRIEST]
            return Say(
                "A statue in honour of Seth also costs {priests}, and you have {have}",
                priests=counted(priests, PRIEST), have=have,
            ), "S-HORUS-3"  # fmt: skip
        if word in tables(t).columns and word in t.people:
            taken = {"column": word, "seat": t.people[word]}
            return Say("The spot below the {column} column is taken by {seat}", **taken), "S-R-13"
        return super().why_not(t, key)


@dataclass(eq=False, repr=False)
class ColumnActions(Procedure):
    """The Thoth actions of a People's Statue below a column, one after another (S-HORUS-2, S-R-15)."""

    kind: ClassVar[str] = "tekhenu.seth_column"
    module: ClassVar[str] = SETH
    seat: Seat
    left: int

    def start(self, t: Tekhenu) -> Outcome:
        value = tables(t).people_value
        if not self.left or not Thoth.possible(t, self.seat, value):
            return Done()
        self.left -= 1
        return Call(FreeThoth(seat=self.seat, value=value), self.start)


@dataclass(eq=False, repr=False)
class FreeThoth(Thoth):
    """A Thoth action that may be declined: `section: none` (S-R-15). What comes ahead of it waits until it is begun, by
    a refresh or a section."""

    kind: ClassVar[str] = "tekhenu.seth_thoth"
    module: ClassVar[str] = SETH
    least: ClassVar[int] = 0
    waiting: bool = False
    """Nobody knows yet whether it is done."""
    later: ClassVar[tuple[str, ...]] = (*Thoth.later, "waiting")

    def announce(self, t: Tekhenu) -> None:
        if IN_TURN in t.live.fixes:
            self.waiting = True
        else:
            super().announce(t)

    def begin(self, t: Tekhenu) -> None:
        if self.waiting:
            self.waiting = False
            super().announce(t)

    def affords_refresh(self, t: Tekhenu) -> bool:
        """Tell whether a refresh can be paid, with the papyrus that comes ahead of it."""
        if not self.waiting:
            return super().affords_refresh(t)
        return can_pay(t, self.seat, self.paid_in, t.data.refresh_papyrus, self.god, waivers=False)

    def pay_refresh(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys and not reachable(t, self.seat, t.data.thoth_cards[self.value]):
            return Done()
        if keys:
            self.begin(t)
        return super().pay_refresh(t, keys)

    def enter(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Done()
        self.begin(t)
        return super().enter(t, keys)


# -- Ra ----------------------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class ConquestAction(TileAction):
    """The action on a Conquest tile under a new Pillar; it pays its cost and may be declined (SD-12, S-R-42)."""

    kind: ClassVar[str] = "tekhenu.seth_tile_action"
    module: ClassVar[str] = SETH
    name: ClassVar[str] = "reward"


@dataclass(eq=False, repr=False)
class SethRa(Ra):
    """A Pillar on a Conquest tile brings the full reward of the tile in place of the printed one (S-RA-2)."""

    kind: ClassVar[str] = "tekhenu.seth_ra"
    module: ClassVar[str] = SETH

    def rewarded(self, t: Tekhenu) -> Outcome:
        """Draw cards and perform actions at T-RA-3, before the ability of the Pillar tile (SD-12)."""
        tile = seth(t).covers[self.space]
        effect = tables(t).tiles[tile] if tile else None
        if effect is None or not (effect.draw or effect.god):
            return self.use_ability(t)
        if effect.draw:
            draw_for(t, self.seat, effect.draw, tile)
            return self.use_ability(t)
        if not t.book.actions[effect.god].possible(t, self.seat, effect.value):
            return self.use_ability(t)
        action = ConquestAction(seat=self.seat, god=effect.god, values=[effect.value], optional=True)
        return Call(action, self.use_ability)

    def reward_said(self, t: Tekhenu, space: int) -> str:
        tile = seth(t).covers[space]
        if not tile:
            return super().reward_said(t, space)
        effect = effect_said(tables(t).tiles[tile])
        return Say("{tile}: {effect}{house}", tile=tile, effect=effect, house=house_mark(t.data, "S-HV-04"))


def shown_reward(t: Tekhenu, space: int) -> Mapping[str, int]:
    """Return what a space gives: amounts on the Conquest tile that covers it, else what is printed."""
    tile = seth(t).covers[space]
    return tables(t).tiles[tile].gain if tile else t.data.spaces[space].reward


def space_kind(t: Tekhenu, space: int) -> str:
    """Say what tells a space from others that bring the same."""
    tile = seth(t).covers[space]
    effect = tables(t).tiles[tile] if tile else None
    return repr((shown_reward(t, space), (effect.draw, effect.god, effect.value) if effect else ()))


# -- Hathor ------------------------------------------------------------------------------------------------------------


def open_tiles(t: Tekhenu, line: int) -> list[str]:
    """List the Conquest tiles without a Pillar in a line of the temple."""
    covers = seth(t).covers
    return [covers[space] for space in t.data.line_spaces[line] if covers[space] and not t.tiles[space]]


def line_rewards(t: Tekhenu, seat: Seat, line: int, found: tuple[int, dict[str, int]]) -> tuple[int, dict[str, int]]:
    """Count the Resources of all Conquest tiles of a line once, not once a tile, if the option says so (S-R-24)."""
    if t.options.hathor_resources_per_tile:
        return found
    vp, amounts = found
    kinds = [what for tile in open_tiles(t, line) for what in tables(t).tiles[tile].gain if what in SHOWN]
    return vp, {what: n - max(0, kinds.count(what) - 1) for what, n in amounts.items()}


@dataclass(eq=False, repr=False)
class SethHathor(Hathor):
    """Conquest tiles in the line of the new Building pay too (S-HATHOR-1)."""

    kind: ClassVar[str] = "tekhenu.seth_hathor"
    module: ClassVar[str] = SETH

    def found_cards(self, t: Tekhenu) -> None:
        """Draw one card for each tile that shows a deck; tiles that show an action pay nothing."""
        for tile in open_tiles(t, t.data.spot_by_id[self.spot].line):
            if tables(t).tiles[tile].draw:
                draw_for(t, self.seat, tables(t).tiles[tile].draw, tile)

    def text(self, t: Tekhenu, key: str) -> str:
        cards = [tables(t).tiles[tile].draw for tile in open_tiles(t, t.data.spot_by_id[key].line)]
        drawn = words({kind: cards.count(kind) for kind in dict.fromkeys(cards) if kind})
        return super().text(t, key) + (Say("; draw {cards}", cards=drawn) if drawn else "")
