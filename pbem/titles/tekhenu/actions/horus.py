"""Horus: one Statue, at a god or for the people (T-HORUS)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Outcome
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.actions.god import OWN_ACTION, GodAction, horus_bonus
from pbem.titles.tekhenu.board import WORTH, counted, house_mark, words
from pbem.titles.tekhenu.state import AT_ONCE, Tekhenu
from pbem.titles.tekhenu.turns.moments import then
from pbem.titles.tekhenu.turns.pay import paying

ASKED = (
    Asked("statue", (Say("a statue is built by a Horus action, one by each"), "T-HORUS-1"), judge=f"{WORTH}:statue"),
)
"""The questions of this module."""


@dataclass(eq=False, repr=False)
class Horus(GodAction):
    """Pay the Granite under the leftmost Statue and place it (T-HORUS-1, T-HORUS-2).

    `values`: the values that may be named, where there is no die (P12); the named value is the position of the god, and
    for a people's statue the lowest, which is the best for the owner.
    """

    kind: ClassVar[str] = "tekhenu.horus"
    god: ClassVar[str] = "horus"
    paid_in: ClassVar[str] = "granite"
    house: ClassVar[str] = "HV-01"
    needs: ClassVar[str] = Say("there is no statue left or no free spot for it")
    values: list[int] = field(default_factory=list)
    at: str = ""

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        if not t.players[seat].statues:
            return None
        if len(t.people) == len(t.data.people_spots) and not free_at(t, t.horus[value - 1]):
            return None
        return 0 if waive else statue_cost(t, seat)

    @classmethod
    def thinkable(cls, t: Tekhenu, seat: Seat, value: int) -> bool:
        return cls.price(t, seat, value) is not None

    @classmethod
    def said(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> str:
        return cls.said_of(t, seat, [value], waive)

    @classmethod
    def said_of(cls, t: Tekhenu, seat: Seat, values: Sequence[int], waive: bool = False) -> str:
        """Say the same where one of several values may be named."""
        spots = [Say("at {god}", god=t.horus[value - 1]) for value in values if free_at(t, t.horus[value - 1])]
        spots += [Say("for the people")] if len(t.people) < len(t.data.people_spots) else []
        cost = (
            Say("nothing")
            if waive
            else Say(
                "{cost}{house}",
                cost=counted(statue_cost(t, seat), "granite"),
                house=house_mark(t.data, cls.house),
            )
        )
        return Say("a statue {spots} for {cost}", spots=Listed(spots, Say(" or ")), cost=cost)

    @classmethod
    def with_values(cls, seat: Seat, values: list[int]) -> Horus:
        return cls(seat=seat, value=values[0], values=values if len(values) > 1 else [])

    def act(self, t: Tekhenu) -> Outcome:
        return then(t, self.seat, self.choose)

    def choose(self, t: Tekhenu) -> Outcome:
        """Ask where the Statue stands (DEC-18)."""
        options = self.spots(t)
        price = Say("nothing") if self.waive else counted(statue_cost(t, self.seat), "granite")
        return t.book.offer(
            t,
            self,
            Pick(
                "statue",
                Say("Build a statue for {price}: at a god or for the people", price=price),
                options,
                text=lambda key: self.text(t, key),
                why_not=lambda key: self.why_not(t, key),
            ),
            self.pay,
        )

    def spots(self, t: Tekhenu) -> list[str]:
        """Find where the Statue may stand."""
        options = [god for god in self.gods(t) if free_at(t, god)]
        return options + [spot.id for spot in t.data.people_spots if spot.id not in t.people]

    def gods(self, t: Tekhenu) -> list[str]:
        """List the gods on the positions of the value (T-HORUS-3)."""
        return [t.horus[value - 1] for value in self.values or [self.value]]

    def pay(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.at = keys[0]
        if self.values:
            self.value = t.position_of(self.at) if self.at in t.horus else min(self.values)
        return paying(t, self.seat, "granite", statue_cost(t, self.seat), self.build, self.god, self.waive)

    def build(self, t: Tekhenu) -> Outcome:
        t.players[self.seat].statues -= 1
        if self.at in t.statues:
            self.honour(t)
        else:
            self.for_people(t)
        return self.finish(t)

    def honour(self, t: Tekhenu) -> None:
        """Build at a god; with three players the bonus comes once at once, for the first own Statue there (RUL-18)."""
        owners = t.statues[self.at]
        first = self.seat not in owners
        owners.append(self.seat)
        t.tell("built_statue", self.seat, at=self.at, vp=0, gold=0)
        if first and AT_ONCE in t.data.horus_when[len(t.seats)]:
            horus_bonus(t, self.seat, self.at, at_once=True)

    def for_people(self, t: Tekhenu) -> None:
        """Build for the people: take Gold lying there; at the temple gain VP for own Pillars in line (T-HORUS-8 to
        T-HORUS-10, RUL-06)."""
        vp = people_vp(t, self.seat, self.at)
        t.people[self.at] = self.seat
        gold = t.take_gold_at(self.seat, self.at)
        t.add_vp(self.seat, vp)
        t.tell("built_statue", self.seat, at=self.at, vp=vp, gold=gold)

    def text(self, t: Tekhenu, key: str) -> str:
        cost = () if self.waive else (self.house,)
        if key in t.statues:
            shown = () if self.seat in t.statues[key] else ("HV-06",)
        else:
            shown = ("HV-13",) if t.data.people_spot_by_id[key].at_temple else ()
        return self.told(t, key) + house_mark(t.data, *cost, *shown)

    def told(self, t: Tekhenu, key: str) -> str:
        cost = counted(statue_cost(t, self.seat), "granite")
        price = Say("for nothing") if self.waive else Say("for {cost}", cost=cost)
        if key in t.statues:
            bonus = words(t.data.horus_bonus[t.position_of(key)])
            if self.seat in t.statues[key]:
                return Say("{price}: your second there, no further bonus", price=price)
            when = t.data.horus_when[len(t.seats)]
            brings = {"price": price, "bonus": bonus, "god": key}
            if AT_ONCE in when:
                return Say("{price}: {bonus} now and for each {god} action of others", **brings)
            if OWN_ACTION in when:
                return Say("{price}: {bonus} for each {god} action", **brings)
            return Say("{price}: {bonus} for each {god} action of others", **brings)
        gold = t.gold_on.get(key, 0)
        spot = t.data.people_spot_by_id[key]
        districts = Listed((t.data.districts[at] for at in spot.districts), Say(" and "))
        place = Say("at the temple") if spot.at_temple else districts
        vp = people_vp(t, self.seat, key)
        gains = Listed(([counted(gold, "gold")] if gold else []) + ([Say("+{vp} VP", vp=vp)] if vp else []))
        return Say(
            "for the people, {place}, {price}: {gains}", place=place, price=price, gains=gains or Say("nothing at once")
        )

    def why_not(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        if key in t.statues:
            if key not in self.gods(t):
                return Say(
                    "{key} is on Horus position {position}; the value must name it",
                    key=key,
                    position=t.position_of(key),
                ), "T-HORUS-3"
            return Say("All statue spots at {key} are taken", key=key), "T-HORUS-3"
        spot = key.upper()
        if spot in t.people:
            return Say("{spot} is taken by {owner}", spot=spot, owner=t.people[spot]), "T-HORUS-8"
        return None


def statue_cost(t: Tekhenu, seat: Seat) -> int:
    """Return granite under the leftmost Statue left (T-HORUS-1, T-LIMIT-4, HV-01)."""
    data = t.data
    return data.statue_costs[data.statues - t.players[seat].statues]


def free_at(t: Tekhenu, god: str) -> bool:
    """Tell whether a Statue spot at a god is free (TAB-11)."""
    return len(t.statues[god]) < t.data.god_spots[len(t.seats)]


def people_vp(t: Tekhenu, seat: Seat, spot: str) -> int:
    """Reckon the VP for a Statue for the people (T-HORUS-9)."""
    entry = t.data.people_spot_by_id[spot]
    return t.data.statue_pillar_vp * t.own_pillars_in(entry.line, seat) if entry.at_temple else 0
