"""Summon (A-SUMMON): a unit from the pool beside own units or Monuments, and what powers and abilities add.

Every summon of the action is covered by one permission: the regular one, one for each Pyramid, one for the Underworld.
The player names unit and space only; a summon is legal if all summons of the action can be covered together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.ankh.actions.claws import Claws, has_claws
from pbem.titles.ankh.conflict import order_lines
from pbem.titles.ankh.hooks import adjusted
from pbem.titles.ankh.notation import KINDS, label, series
from pbem.titles.ankh.state import WARRIOR, Ankh, Unit
from pbem.titles.ankh.wording import turn_words as words
from pbem.titles.ankh.wording.lists import by_unit

__all__ = ["ASKED", "GROUNDS", "RANSOM", "REGULAR", "UNDERWORLD", "Summon", "covered", "sun_question"]

REGULAR = "regular"
UNDERWORLD = "underworld"
RANSOM = "ransom"
"""A Warrior that Anubis holds, for a Follower (A-SUMMON-3)."""

ASKED = (
    Asked(
        "summon",
        (Say("units are summoned in a Summon action only"), "A-TURN-2"),
        mind="pbem.titles.ankh.computer.greedy:summon",
    ),
    Asked(
        "sun",
        (Say("only a unit that Ra has just summoned can become Radiant"), "A-GOD-RA-1"),
        ahead=order_lines.sun,
        pledged=True,
    ),
)


def covered(summons: Sequence[Sequence[str]]) -> bool:
    """Tell whether every summon can have a permission of its own."""
    given: dict[str, int] = {}

    def place(at: int, tried: set[str]) -> bool:
        for permission in summons[at]:
            if permission not in tried:
                tried.add(permission)
                if permission not in given or place(given[permission], tried):
                    given[permission] = at
                    return True
        return False

    return all(place(at, set()) for at in range(len(summons)))


def beside_own(t: Ankh, side: Seat) -> tuple[set[str], set[str]]:
    """Find the spaces beside own units and Monuments; for Apep any Water (A-SUMMON-1, A-GUARD-APEP-1)."""
    own = [*t.units_of(side), *t.monuments_of(side)]
    return {at for place in own for at in t.lay.adjacent[place]}, set(t.data.board.water)


def on_gates(t: Ankh, side: Seat) -> tuple[set[str], set[str]]:
    """Find the spaces of the Underworld (A-GOD-OSIRIS-2)."""
    return set(t.underworld), set()


GROUNDS: dict[str, Callable[[Ankh, Seat], tuple[set[str], set[str]]]] = {REGULAR: beside_own, UNDERWORLD: on_gates}
"""Land and Water by permission; one that is not named here is a space, and means what lies beside it."""


class Ground:
    """Where a side may summon now, by permission."""

    def __init__(self, t: Ankh, side: Seat, permissions: Sequence[str]) -> None:
        self.t, self.side, self.permissions = t, side, permissions
        self.land: dict[str, set[str]] = {}
        self.water: dict[str, set[str]] = {}
        self.dry: dict[str, list[str]] | None = None
        for permission in self.permissions:
            ground = t.book.grounds.get(permission)
            near = set(t.lay.adjacent[permission]) if ground is None else set()
            self.land[permission], self.water[permission] = ground(t, side) if ground is not None else (near, near)

    def spaces(self, kind: str) -> dict[str, list[str]]:
        """Map each space to the permissions that cover a summon of this kind there (A-SUMMON-1, A-GUARD-APEP-1)."""
        if self.dry is None:
            self.dry = self._dry()
        if kind not in self.t.book.guardians.windows.get("water", {}):
            return self.dry
        t, found = self.t, {place: list(permissions) for place, permissions in self.dry.items()}
        for permission in self.permissions:
            for place in self.water[permission]:
                if place in t.data.board.is_water and place not in t.units:
                    found.setdefault(place, []).append(permission)
        return found

    def _dry(self) -> dict[str, list[str]]:
        """Map the same on land, for every kind."""
        t, found = self.t, dict[str, list[str]]()
        shut = t.shut_to(self.side) | t.units.keys() | t.data.board.is_water
        for permission in self.permissions:
            for place in self.land[permission] - shut:
                found.setdefault(place, []).append(permission)
        return found


def available(t: Ankh, side: Seat) -> dict[str, str]:
    """Return words for the units that a side could summon, with their kinds."""
    god = t.gods[side]
    found = {label(kind): kind for kind in god.guardians}
    if god.warriors:
        found[WARRIOR] = WARRIOR
    if side in t.trapped and god.followers:
        found[RANSOM] = WARRIOR
    return found


def sun_question(t: Ankh, place: str) -> Pick:
    return Pick("sun", words.sun_prompt(t, place), ["yes", "no"], default=["yes"])


@dataclass(eq=False, repr=False)
class Summon(Procedure):
    """`made` holds, for each summon of the action, the permissions that cover it; `place` is the last one's space.
    `must`: one unit is summoned, and no more."""

    kind: ClassVar[str] = "ankh.summon"
    must: ClassVar[bool] = False
    seat: str
    made: list[list[str]] = field(default_factory=list)
    place: str = ""

    def start(self, t: Ankh) -> Outcome:
        side = t.side(self.seat)
        options = list(self.options(t, side))
        if not options or (self.must and self.made):
            return Done()
        question = Pick(
            "summon",
            words.summon_prompt(t, side, self.made),
            options,
            low=int(self.must),
            default=[] if self.made else None,
            text=lambda key: words.summon_text(t, side, key),
            why_not=lambda text: self.why_not(t, side, text),
            spelled=spelled,
            series=series("summon"),
            brief=lambda: by_unit("summon", options),
            whole=True,
        )
        return Ask(self.seat, question, self.chosen)

    def why_not(self, t: Ankh, side: Seat, text: str) -> words.Why:
        """Say why something that somebody typed is no summon."""
        return words.why_no_summon(t, side, text)

    def permissions(self, t: Ankh, side: Seat) -> list[str]:
        """List what may be summoned, one unit for each (A-SUMMON-2)."""
        return adjusted(t, side, "summons", [REGULAR])

    def options(self, t: Ankh, side: Seat) -> dict[str, list[str]]:
        """Map each summon that leaves all permissions covered, `warrior D4`, to those that cover it."""
        ground = Ground(t, side, self.permissions(t, side))
        known: dict[tuple[str, ...], bool] = {}
        found: dict[str, list[str]] = {}
        for word, kind in available(t, side).items():
            for place, permissions in sorted(ground.spaces(kind).items()):
                key = tuple(permissions)
                if key not in known:
                    known[key] = covered([*self.made, permissions])
                if known[key]:
                    found[f"{word} {place}"] = permissions
        return found

    def chosen(self, t: Ankh, keys: Keys) -> Outcome:
        if not keys:
            if not self.made:
                t.tell("declined", self.seat, what="summon")
            return Next(self.done)
        side = t.side(self.seat)
        word, self.place = keys[0].split()
        kind = available(t, side)[word]
        permissions = list(Ground(t, side, self.permissions(t, side)).spaces(kind)[self.place])
        if word == RANSOM:
            self.ransom(t, side)
        elif kind == WARRIOR:
            t.gods[side].warriors -= 1
        else:
            t.gods[side].guardians.remove(kind)
        self.made.append(permissions)
        t.units[self.place] = Unit(kind=kind, owner=side)
        t.tell("summoned", self.seat, unit=kind, place=self.place, ransom=word == RANSOM)
        return Next(self.shine)

    def ransom(self, t: Ankh, side: Seat) -> None:
        """Ransom a Warrior: the Follower goes to Anubis, a transfer and no sacrifice (A-SUMMON-3, A-GOD-ANUBIS-3,
        A-RUL-29)."""
        t.trapped.remove(side)
        t.pay_followers(side, 1)
        judge = t.holder("anubis")
        if judge is not None:
            t.gods[judge].followers += 1

    def shine(self, t: Ankh) -> Outcome:
        """Let Ra make the unit Radiant (A-GOD-RA-1)."""
        if not t.suns or not t.has(t.side(self.seat), "sun"):
            return self.aim(t)
        return Ask(self.seat, sun_question(t, self.place), self.shone)

    def shone(self, t: Ankh, keys: Keys) -> Outcome:
        if keys == ["yes"]:
            t.suns -= 1
            t.turn_unit(self.place, sun=True)
            t.tell("radiant", self.seat, place=self.place)
        return Next(self.aim)

    def aim(self, t: Ankh) -> Outcome:
        if has_claws(t, self.place):
            return Call(Claws(seat=self.seat, place=self.place), then=self.start)
        return Next(self.start)


def spelled(text: str) -> str | None:
    """Read `w2 d4`, `giant scorpion d4`: the key that a summon has in the list."""
    word, _, place = text.rpartition(" ")
    word = word.rstrip("0123456789 ")
    return f"{label(KINDS.get(word, word))} {place.upper()}"
