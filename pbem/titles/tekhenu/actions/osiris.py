"""Osiris: a workshop or quarry (T-OSIRIS)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Outcome
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.actions.god import GodAction
from pbem.titles.tekhenu.board import BASIC, GREEDY, ROW2, counted, house_mark, words
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import then

ASKED = (
    Asked("district", (Say("an Osiris action builds in one district"), "T-OSIRIS-2"), judge=f"{GREEDY}:judge_district"),
    Asked("raise", (Say("only row 6 raises a production of your choice"), "T-OSIRIS-8"), judge=f"{GREEDY}:judge_raise"),
)
"""The questions of this module."""


@dataclass(eq=False, repr=False)
class Osiris(GodAction):
    """Lose Happiness, build in the row of the value, in a district of choice.

    `free`: no Happiness is lost; `districts`: only these are allowed (both for Starting cards).
    """

    kind: ClassVar[str] = "tekhenu.osiris"
    god: ClassVar[str] = "osiris"
    free: bool = False
    districts: list[str] = field(default_factory=list)
    district: str = ""

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        """Reckon the price (T-OSIRIS-1); Happiness is no resource, so no waiver covers it (RUL-35)."""
        player = t.players[seat]
        if player.happiness < t.data.osiris_happiness or not player.buildings:
            return None
        return 0 if "" in t.osiris[value * 4 - 4 : value * 4] else None

    @classmethod
    def thinkable(cls, t: Tekhenu, seat: Seat, value: int) -> bool:
        return t.players[seat].buildings > 0 and bool(free_districts(t, value, []))

    @classmethod
    def cost_said(cls, t: Tekhenu, seat: Seat, value: int) -> str:
        return counted(t.data.osiris_happiness, "happiness")

    @classmethod
    def lack(cls, t: Tekhenu, seat: Seat, value: int) -> str:
        player = t.players[seat]
        if not player.buildings:
            return Say("you have no building left")
        if not free_districts(t, value, []):
            return Say("row {value} is full", value=value)
        return Say(
            "it costs {cost}, and you have {happiness}",
            cost=counted(t.data.osiris_happiness, "happiness"),
            happiness=player.happiness,
        )

    @classmethod
    def said(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> str:
        """Say what it costs; Happiness is lost even where resources are waived (RUL-35)."""
        return Say(
            "a workshop or quarry in row {row} for {cost}",
            row=value,
            cost=counted(t.data.osiris_happiness, "happiness"),
        )

    def act(self, t: Tekhenu) -> Outcome:
        return then(t, self.seat, self.choose)

    def choose(self, t: Tekhenu) -> Outcome:
        """Ask for the district, with `raise` (DEC-22)."""
        return t.book.offer(
            t,
            self,
            Pick(
                "district",
                self.prompt(),
                free_districts(t, self.value, self.districts),
                text=lambda key: self.text(t, key),
                why_not=lambda key: self.why_not(t, key),
            ),
            self.build,
        )

    def prompt(self) -> str:
        place: str = Say("Build in row {row}", row=self.value)
        if self.districts:
            place = Listed((place, Listed(self.districts, Say(" or "))))
        return place if self.free else Say("{place} for 1 happiness", place=place)

    def build(self, t: Tekhenu, keys: Keys) -> Outcome:
        """Build in the district (T-OSIRIS-2); the table says what T-OSIRIS-3, T-OSIRIS-4, T-OSIRIS-5, T-OSIRIS-6,
        T-OSIRIS-7 and T-OSIRIS-8 give. In rows 3 and 4 both resources shown rise, the district's is gained (RUL-42)."""
        self.district = keys[0]
        seat = self.seat
        space = t.data.osiris_at(self.value, t.data.districts.index(self.district))
        if not self.free:
            t.lose_happiness(seat, t.data.osiris_happiness)
        t.players[seat].buildings -= 1
        t.osiris[space.index] = seat
        for resource, steps in space.advance.items():
            t.raise_production(seat, resource, steps)
        t.gain(seat, space.gain)
        gold = t.take_gold_at(seat, ROW2) if self.value == 2 else 0
        t.tell(
            "built_works",
            seat,
            row=self.value,
            district=self.district,
            production=dict(space.advance),
            amounts=dict(space.gain),
            gold=gold,
            free=self.free,
        )
        return then(t, self.seat, self.ask_raise) if space.any_steps else self.finish(t)

    def ask_raise(self, t: Tekhenu) -> Outcome:
        production = t.players[self.seat].production
        return t.book.offer(
            t,
            self,
            Pick(
                "raise",
                Say("Raise one production by 1"),
                BASIC,
                text=lambda key: Say(
                    "{resource} production {now} to {then}",
                    resource=key,
                    now=production[key],
                    then=min(6, production[key] + 1),
                ),
            ),
            self.lift,
        )

    def lift(self, t: Tekhenu, keys: Keys) -> Outcome:
        """Raise a production of choice, which may be of the same resource (T-OSIRIS-8); at the top the step is lost
        (T-OSIRIS-9)."""
        space = t.data.osiris_at(self.value, t.data.districts.index(self.district))
        t.raise_production(self.seat, keys[0], space.any_steps)
        t.tell("raised_production", self.seat, resource=keys[0], steps=space.any_steps)
        return self.finish(t)

    def text(self, t: Tekhenu, key: str) -> str:
        space = t.data.osiris_at(self.value, t.data.districts.index(key))
        rise = Listed(Say("{what} +{n}", what=what, n=n) for what, n in space.advance.items())
        any_one = Say(", any +{n}", n=space.any_steps) if space.any_steps else ""
        gold = Say(", the gold lying there") if self.value == 2 and ROW2 in t.gold_on else ""
        cost = (
            Say("for nothing") if self.free else Say("for {cost}", cost=counted(t.data.osiris_happiness, "happiness"))
        )
        house = house_mark(t.data, "HV-11") if len(space.advance) > 1 else ""
        return Say(
            "{cost}: production {rise}{any_one}; gain {gain}{gold}{house}",
            cost=cost,
            rise=rise,
            any_one=any_one,
            gain=words(space.gain),
            gold=gold,
            house=house,
        )

    def why_not(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        if key not in t.data.districts:
            return None
        owner = t.osiris[t.data.osiris_at(self.value, t.data.districts.index(key)).index]
        if owner:
            return Say(
                "Row {row} of the {district} district is taken by {owner}", row=self.value, district=key, owner=owner
            ), "T-OSIRIS-2"
        return Say("This action allows only: {districts}", districts=Listed(self.districts)), "T-OSIRIS-2"


def free_districts(t: Tekhenu, row: int, among: list[str]) -> list[str]:
    """List districts whose space in a row is empty."""
    at = row * 4 - 4
    names = t.data.districts
    return [names[i] for i in range(4) if not t.osiris[at + i] and (not among or names[i] in among)]
