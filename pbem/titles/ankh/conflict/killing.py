"""Killings: one step in which units die together, and what it sets in motion (A-ENG-4).

Each Plague is one, and each resolution. In this order: the units leave the map, Anubis may trap one Warrior, Mummies
come back, Cat Mummies cost the others Devotion.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Seat
from pbem.core.words import Say
from pbem.titles.ankh.conflict import order_lines
from pbem.titles.ankh.conflict.orders import ask_side, conflict_pick
from pbem.titles.ankh.notation import hex_spelled
from pbem.titles.ankh.rules.devotion import curse
from pbem.titles.ankh.state import GOD, WARRIOR, Ankh, Unit
from pbem.titles.ankh.wording import battle_words as words

__all__ = ["ASKED", "Killing", "Slaying", "mortal", "protected", "return_spaces"]


def return_spaces(t: Ankh, side: Seat) -> list[str]:
    """Find where a Mummy may come back: empty spaces adjacent to its owner's God, clockwise from the north
    (A-GUARD-MUMMY-1, A-DEC-18)."""
    god = t.god_at(side)
    return [place for place in t.lay.adjacent[god] if t.open_to(side, place)] if god else []


def protected(t: Ankh, places: list[str]) -> list[str]:
    """Find units of Isis that stand beside an enemy unit, in whatever region that is (A-GOD-ISIS-1, A-GOD-ISIS-2)."""
    return [
        place
        for place in places
        if t.has(t.units[place].owner, "protect")
        and any(at in t.units and t.units[at].owner != t.units[place].owner for at in t.lay.adjacent[place])
    ]


@dataclass(eq=False, repr=False)
class Killing(Procedure):
    """`places` are where the dead stand; `warriors` counts dead Warriors by owner, `returning` owners of Mummies that
    may come back, `cursed` dead Cat Mummies by owner."""

    kind: ClassVar[str] = "ankh.killing"
    places: list[str]
    warriors: dict[str, int] = field(default_factory=dict)
    returning: list[str] = field(default_factory=list)
    cursed: dict[str, int] = field(default_factory=dict)
    place: str = ""

    def start(self, t: Ankh) -> Outcome:
        """Kill all at once (A-BATTLE-5e); bases stay on Guardians, Sun tokens return (A-UNIT-3)."""
        dead = [(place, t.units.pop(place)) for place in self.places]
        guardians = t.book.guardians.windows
        back: list[Seat] = []
        for place, unit in dead:
            self.bury(t, place, unit)
            if unit.kind in guardians.get("return", {}):
                back.append(unit.owner)
            if unit.kind in guardians.get("curse", {}):
                self.cursed[unit.owner] = self.cursed.get(unit.owner, 0) + 1
        self.warriors = dict(Counter(unit.owner for _, unit in dead if unit.kind == WARRIOR))
        self.returning = [side for side in t.ascending(back) for _ in range(back.count(side))]
        if dead:
            t.tell("killed", units=[[unit.owner, unit.kind, place] for place, unit in dead])
        return Next(self.judge)

    def bury(self, t: Ankh, place: str, unit: Unit) -> None:
        t.to_pool(unit)
        if t.battle is not None:
            t.battle.killed[unit.owner] = t.battle.killed.get(unit.owner, 0) + 1
            t.battle.flooded = [at for at in t.battle.flooded if at != place]

    # -- Anubis --------------------------------------------------------------------------------------------------------

    def judge(self, t: Ankh) -> Outcome:
        """Ask Anubis to trap one enemy Warrior of this killing, wherever it was (A-GOD-ANUBIS-1, A-RUL-13,
        A-DEC-17)."""
        anubis = next((side for side in t.ladder if t.has(side, "trap")), None)
        owners = [side for side in reversed(t.ladder) if side != anubis and self.warriors.get(side)]
        if anubis is None or not owners or len(t.trapped) >= t.data.slots:
            return Next(self.raise_up)
        question = conflict_pick(
            t, anubis, "trap", words.trap_prompt(), owners, low=0, default=owners[:1],
            text=lambda key: words.trap_text(t, key),
        )  # fmt: skip
        return ask_side(t, anubis, question, self.judged)

    def judged(self, t: Ankh, keys: Keys) -> Outcome:
        for owner in keys:
            t.gods[owner].warriors -= 1
            t.trapped.append(owner)
            t.tell("trapped", t.holder("anubis"), owner=owner)
        return Next(self.raise_up)

    # -- Mummies -------------------------------------------------------------------------------------------------------

    def raise_up(self, t: Ankh) -> Outcome:
        """Bring Mummies back after the dead are removed, ascending by owner (A-RUL-14); one without a space stays in
        the pool."""
        if not self.returning:
            return Next(self.mourn)
        side = self.returning[0]
        spaces = return_spaces(t, side)
        if not spaces:
            self.returning.pop(0)
            return Next(self.raise_up)
        question = conflict_pick(
            t, side, "mummy", words.mummy_prompt(t, side), spaces, default=spaces[:1],
            text=lambda key: words.space_text(t, key), spelled=hex_spelled(t.data.board),
        )  # fmt: skip
        return ask_side(t, side, question, self.raised)

    def raised(self, t: Ankh, keys: Keys) -> Outcome:
        side = self.returning[0]
        self.place = keys[0]
        kind = next(kind for kind in t.gods[side].guardians if kind in t.book.guardians.windows.get("return", {}))
        t.gods[side].guardians.remove(kind)
        t.units[self.place] = Unit(kind=kind, owner=side)
        t.tell("returned", side, unit=kind, place=self.place)
        return Next(self.shine)

    def shine(self, t: Ankh) -> Outcome:
        """Let Ra make a Mummy Radiant: coming back counts as being summoned (A-GOD-RA-1, A-GUARD-MUMMY-1)."""
        side = self.returning[0]
        if not t.suns or not t.has(side, "sun"):
            self.returning.pop(0)
            return Next(self.raise_up)
        question = conflict_pick(t, side, "sun", words.sun_prompt(t, self.place), ["yes", "no"], default=["yes"])
        return ask_side(t, side, question, self.shone)

    def shone(self, t: Ankh, keys: Keys) -> Outcome:
        side = self.returning.pop(0)
        if keys == ["yes"]:
            t.suns -= 1
            t.turn_unit(self.place, sun=True)
            t.tell("radiant", side, place=self.place)
        return Next(self.raise_up)

    def mourn(self, t: Ankh) -> Outcome:
        """Curse the other gods for Cat Mummies that died (A-BATTLE-5f, A-RUL-27)."""
        if self.cursed:
            curse(t, self.cursed)
        return Done()


@dataclass(eq=False, repr=False)
class Slaying(Procedure):
    """The killing of a resolution: Isis may keep Protected units, judged before anything is removed (A-DEC-16)."""

    kind: ClassVar[str] = "ankh.slaying"
    places: list[str]

    def start(self, t: Ankh) -> Outcome:
        kept = protected(t, self.places)
        if not kept:
            return Next(self.kill)
        side = t.units[kept[0]].owner
        question = conflict_pick(
            t, side, "keep", words.keep_prompt(), kept, low=0, high=len(kept), default=list(kept),
            text=lambda key: words.unit_text(t, key), spelled=hex_spelled(t.data.board),
        )  # fmt: skip
        return ask_side(t, side, question, self.keep)

    def keep(self, t: Ankh, keys: Keys) -> Outcome:
        self.places = [place for place in self.places if place not in keys]
        if keys:
            t.tell("kept", t.units[keys[0]].owner, places=list(keys))
        return Next(self.kill)

    def kill(self, t: Ankh) -> Outcome:
        if not self.places:
            return Done()
        return Call(Killing(places=self.places), then=self.done)


def mortal(t: Ankh, places: list[str]) -> list[str]:
    """Choose the units that can be killed: never Gods (A-UNIT-2), nor whom Flood protects in a resolution
    (A-CARD-FLOOD)."""
    flooded = t.battle.flooded if t.battle is not None else []
    return [place for place in places if t.units[place].kind != GOD and place not in flooded]


ASKED = (
    Asked(
        "trap",
        (Say("Anubis traps a Warrior when enemy Warriors are killed"), "A-GOD-ANUBIS-1"),
        ahead=order_lines.trap,
        late=words.why_late,
        pledged=True,
        judge="pbem.titles.ankh.computer.greedy:trap",
    ),
    Asked(
        "mummy",
        (Say("a Mummy comes back when it was killed"), "A-GUARD-MUMMY-1"),
        ahead=order_lines.mummy,
        late=words.why_late,
        pledged=True,
        judge="pbem.titles.ankh.computer.greedy:mummy",
    ),
    Asked(
        "keep",
        (Say("Isis keeps Protected units when a resolution would kill them"), "A-GOD-ISIS-1"),
        ahead=order_lines.keep,
        late=words.why_late,
        pledged=True,
        judge="pbem.titles.ankh.computer.greedy:keep",
    ),
)
