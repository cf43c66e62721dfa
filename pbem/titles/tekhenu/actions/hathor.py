"""Hathor: one Building at the temple (T-HATHOR)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Outcome
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.actions.god import GodAction
from pbem.titles.tekhenu.board import RESOURCES, WORTH, counted, house_mark, open_spots, words
from pbem.titles.tekhenu.cards import adjusted, held
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import then
from pbem.titles.tekhenu.turns.pay import can_pay, paying

SHOWN = frozenset((*RESOURCES, "faith"))
"""T-HATHOR-2: spaces that show something else give nothing."""


ASKED = (
    Asked("spot", (Say("a Hathor action builds at the temple, once"), "T-HATHOR-0"), judge=f"{WORTH}:temple_spot"),
)
"""The questions of this module."""


@dataclass(eq=False, repr=False)
class Hathor(GodAction):
    """Choose a spot, pay its Bread, build; the value raises Population and does not restrict the spot (T-HATHOR-0)."""

    kind: ClassVar[str] = "tekhenu.hathor"
    god: ClassVar[str] = "hathor"
    paid_in: ClassVar[str] = "bread"
    house: ClassVar[str] = "HV-05"
    needs: ClassVar[str] = Say("there is no building left or no free spot for it")
    spot: str = ""

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        if not t.players[seat].buildings:
            return None
        taken = t.buildings
        costs = [spot.bread for spot in open_spots(t.live.data, len(t.seats)) if spot.id not in taken]
        return (0 if waive else min(costs)) if costs else None

    @classmethod
    def thinkable(cls, t: Tekhenu, seat: Seat, value: int) -> bool:
        return cls.price(t, seat, value) is not None

    @classmethod
    def said(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> str:
        costs = [spot.bread for spot in open_spots(t.live.data, len(t.seats)) if spot.id not in t.buildings]
        cost = (
            Say("for nothing")
            if waive
            else Say(
                "from {bread}{house}",
                bread=counted(min(costs, default=0), "bread"),
                house=house_mark(t.data, cls.house),
            )
        )
        return Say("a building at the temple {cost}, population +{value}", cost=cost, value=value)

    def act(self, t: Tekhenu) -> Outcome:
        return then(t, self.seat, self.choose)

    def choose(self, t: Tekhenu) -> Outcome:
        """Ask where to build (DEC-20). Bread that comes first has come already, so it is not counted once more here."""
        taken = t.buildings
        options = [
            spot.id
            for spot in open_spots(t.live.data, len(t.seats))
            if spot.id not in taken and self.affordable(t, spot.bread)
        ]
        return t.book.offer(
            t,
            self,
            Pick(
                "spot",
                Say("Build at the temple (population +{value})", value=self.value),
                options,
                text=lambda key: self.text(t, key),
                why_not=lambda key: self.why_not(t, key),
            ),
            self.pay,
        )

    def affordable(self, t: Tekhenu, bread: int) -> bool:
        if self.waive:
            return True
        return can_pay(t, self.seat, "bread", bread) or bool(held(t, self.seat, "waive hathor"))

    def pay(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.spot = keys[0]
        return paying(t, self.seat, "bread", t.data.spot_by_id[self.spot].bread, self.build, self.god, self.waive)

    def build(self, t: Tekhenu) -> Outcome:
        """Build, and gain what the line of the temple gives (T-HATHOR-1 to T-HATHOR-3); symbols uncovered on the
        Building row are ignored now."""
        vp, found = t.book.numbers["temple line"](t, self.seat, t.data.spot_by_id[self.spot].line)
        player = t.players[self.seat]
        player.buildings -= 1
        t.buildings[self.spot] = self.seat
        player.vp += vp
        t.gain(self.seat, found)
        steps = min(self.value, t.data.track_max - player.population)
        t.tell("built_building", self.seat, spot=self.spot, vp=vp, amounts=dict(found), population=steps)
        self.found_cards(t)
        t.add_population(self.seat, self.value)
        return self.finish(t)

    def found_cards(self, t: Tekhenu) -> None:
        """Give what else the line of the temple brings, before Population rises."""

    def text(self, t: Tekhenu, key: str) -> str:
        spot = t.data.spot_by_id[key]
        vp, found = t.book.numbers["temple line"](t, self.seat, spot.line)
        pillars = t.own_pillars_in(spot.line, self.seat)
        gains: list[str] = [Say("{pillars} of your pillars in line, +{vp} VP", pillars=pillars, vp=vp)] if vp else []
        if found:
            gains.append(words(found))
        gains.append(Say("population +{n}", n=min(self.value, t.data.track_max - t.players[self.seat].population)))
        cost = Say("for nothing") if self.waive else Say("for {cost}", cost=counted(spot.bread, "bread"))
        shown = (*(() if self.waive else (self.house,)), *(("HV-03",) if found else ()))
        return Say(
            "build at {key} {cost}: {gains}{house}",
            key=key,
            cost=cost,
            gains=Listed(gains, "; "),
            house=house_mark(t.data, *shown),
        )

    def why_not(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        spot = t.data.spot_by_id.get(key.upper())
        if spot is None:
            return None
        if spot.id in t.buildings:
            return Say("{spot} is taken by {owner}", spot=spot.id, owner=t.buildings[spot.id]), "T-HATHOR-0"
        if spot.min_players > len(t.seats):
            return Say("{spot} is closed with {n} players", spot=spot.id, n=len(t.seats)), "T-HATHOR-0"
        return Say("You cannot pay {cost}", cost=counted(spot.bread, "bread")), "T-PAY-2"


def printed_reward(t: Tekhenu, space: int) -> Mapping[str, int]:
    """Return what an empty space shows (T-TEMPLE-2)."""
    return t.data.spaces[space].reward


def space_kind(t: Tekhenu, space: int) -> str:
    """Say what tells a space from others that bring the same."""
    return repr(t.data.spaces[space].reward)


def rewards(t: Tekhenu, seat: Seat, line: int) -> tuple[int, dict[str, int]]:
    """Reckon VP for own Pillars in a line, and one of what each empty space of it shows (T-HATHOR-1, T-HATHOR-2)."""
    data = t.data
    shown = t.book.numbers["space"]
    pillars = 0
    found: dict[str, int] = {}
    for space in data.line_spaces[line]:
        if t.pillars[space] == seat:
            pillars += 1
        elif not t.tiles[space]:
            for what in shown(t, space):
                if what in SHOWN:
                    found[what] = found.get(what, 0) + 1
    return (pillars * adjusted(t, seat, "pillar vp", data.hathor_pillar_vp) if pillars else 0), found
