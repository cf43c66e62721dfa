"""Verbs that move and summon units, unlock powers and take Monuments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Call, Done, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.titles.ankh.actions.claws import Claws, has_claws
from pbem.titles.ankh.actions.move import Move
from pbem.titles.ankh.actions.summon import REGULAR, Ground, Summon, available
from pbem.titles.ankh.actions.unlock import Unlock
from pbem.titles.ankh.notation import hex_spelled, move_key
from pbem.titles.ankh.pharaoh.actions import can_move
from pbem.titles.ankh.pharaoh.components import Effect
from pbem.titles.ankh.pharaoh.palace.palace_questions import put
from pbem.titles.ankh.pharaoh.part import NAME, court
from pbem.titles.ankh.pharaoh.riddle import SummonByRiddle
from pbem.titles.ankh.pharaoh.show import denials, prompts
from pbem.titles.ankh.pharaoh.verbs.effect_values import least, one_of
from pbem.titles.ankh.pharaoh.verbs.effects import VERBS, Effects, Verb
from pbem.titles.ankh.pharaoh.verbs.gains import can_unlock
from pbem.titles.ankh.state import NEUTRAL, WARRIOR, Ankh
from pbem.titles.ankh.wording.turn_words import Why, spelled_move, why_no_summon

__all__ = ["ClawsOfMany", "MoveOne", "SummonOne", "UnlockOne", "beside_pharaoh"]

BESIDE = "beside pharaoh"
BESIDE_SPHINXES = "beside each sphinx"


def beside_pharaoh(t: Ankh) -> list[str]:
    """List the spaces adjacent to the Pharaoh; none if he is not on the map (P-RUL-33)."""
    return list(t.lay.adjacent[court(t).at]) if court(t).at else []


# -- one more unit moves or is summoned --------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class MoveOne(Move):
    """One unit moves once more, by the rules of a Move action: Satet may push (P-RUL-23)."""

    kind: ClassVar[str] = "ankh.move_one"
    module: ClassVar[str] = NAME
    must: ClassVar[bool] = True
    far: int = 3

    def reach(self, t: Ankh, side: Seat) -> int:
        return self.far


@dataclass(eq=False, repr=False)
class SummonOne(Summon):
    """One unit more: by the normal rules, or beside the Pharaoh; Sun token, claws and ransom as ever (P-RUL-24)."""

    kind: ClassVar[str] = "ankh.summon_one"
    module: ClassVar[str] = NAME
    must: ClassVar[bool] = True
    where: str = "normal"
    only: str = ""

    def permissions(self, t: Ankh, side: Seat) -> list[str]:
        return permitted(t, self.where)

    def options(self, t: Ankh, side: Seat) -> dict[str, list[str]]:
        return summons(t, side, self.where, self.only)

    def why_not(self, t: Ankh, side: Seat, text: str) -> Why:
        return (denials.why_no_guard if self.where == BESIDE else why_no_summon)(t, side, text)


def permitted(t: Ankh, where: str) -> list[str]:
    """Return the one permission of such a summon; none if the Pharaoh is not on the map (P-RUL-33)."""
    at = court(t).at if where == BESIDE else REGULAR
    return [at] if at else []


def summons(t: Ankh, side: Seat, where: str, only: str = "") -> dict[str, list[str]]:
    """Map `warrior D4` to the permissions that cover it."""
    ground = Ground(t, side, permitted(t, where))
    found: dict[str, list[str]] = {}
    for word, kind in available(t, side).items():
        if only in ("", kind):
            spaces = ground.spaces(kind)
            dry = [place for place in sorted(spaces) if where != BESIDE or place in t.lay.anchor]
            found |= {f"{word} {place}": spaces[place] for place in dry}
    return found


def can_summon_one(t: Ankh, side: Seat, effect: Effect) -> bool:
    if effect["where"] == BESIDE_SPHINXES:
        options = SummonByRiddle(seat=side).options(t, side)
        return bool(options)
    return bool(summons(t, side, effect["where"], effect.get("kind", "")))


def summon_one(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    effect = run.effect(t)
    if effect["where"] == BESIDE_SPHINXES:
        return SummonByRiddle(seat=run.seat, manner=run.manner)
    return SummonOne(seat=run.seat, where=effect["where"], only=effect.get("kind", ""))


@dataclass(eq=False, repr=False)
class UnlockOne(Unlock):
    """One power more, at its price."""

    kind: ClassVar[str] = "ankh.unlock_one"
    module: ClassVar[str] = NAME
    must: ClassVar[bool] = True


# -- units put elsewhere: no Move, no push (P-RUL-23) ------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class ClawsOfMany(Procedure):
    """Scorpions among units that were put elsewhere are aimed again, one after another."""

    kind: ClassVar[str] = "ankh.claws_of_many"
    module: ClassVar[str] = NAME
    seat: str
    places: list[str]

    def start(self, t: Ankh) -> Outcome:
        if not self.places:
            return Done()
        return Call(Claws(seat=self.seat, place=self.places.pop(0)), then=self.start)


def aimed(t: Ankh, seat: Seat, places: Sequence[str]) -> Procedure | None:
    clawed = [place for place in places if has_claws(t, place)]
    return ClawsOfMany(seat=seat, places=clawed) if clawed else None


def escorts(t: Ankh, side: Seat) -> list[str]:
    """List escorts: own units from anywhere to open spaces beside the Pharaoh."""
    spaces = [place for place in beside_pharaoh(t) if t.open_to(side, place)]
    return [move_key(t.units[start].kind, start, end) for start in t.units_of(side) for end in sorted(spaces)]


def ask_escort(t: Ankh, run: Effects) -> Pick | None:
    side = t.side(run.seat)
    return put(
        t, run, "escort", prompts.escort_prompt(), escorts(t, side), text=lambda key: prompts.move_text(t, key),
        spelled=lambda text: spelled_move(t, side, text),
        why_not=lambda text: denials.why_no_escort(t, side, text),
    )  # fmt: skip


def escort(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    start, end = keys[0].split()[-1].split("-")
    t.units[end] = t.units.pop(start)
    t.tell("pharaoh/escorted", run.seat, unit=t.units[end].kind, start=start, end=end)
    return aimed(t, run.seat, [end])


def ferries(t: Ankh, side: Seat) -> list[str]:
    """List `D4-F5`: two own units on land."""
    places = [place for place in t.units_of(side) if place in t.lay.anchor]
    return [f"{one}-{other}" for at, one in enumerate(places) for other in places[at + 1 :]]


def ask_ferry(t: Ankh, run: Effects) -> Pick | None:
    side = t.side(run.seat)
    return put(
        t, run, "ferry", prompts.ferry_prompt(), ferries(t, side), text=lambda key: prompts.ferry_text(t, key),
        spelled=prompts.spelled_spaces, why_not=lambda text: denials.why_no_ferry(t, side, text),
    )  # fmt: skip


def ferry(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    one, other = keys[0].split("-")
    t.units[one], t.units[other] = t.units[other], t.units[one]
    t.tell("pharaoh/ferried", run.seat, one=one, other=other)
    return aimed(t, run.seat, [one, other])


def warriors_of(t: Ankh, side: Seat) -> list[str]:
    return [place for place in t.units_of(side) if t.units[place].kind == WARRIOR]


def ask_burial(t: Ankh, run: Effects) -> Pick | None:
    side = t.side(run.seat)
    return put(
        t, run, "bury", prompts.burial_prompt(), warriors_of(t, side), text=lambda key: prompts.space_text(t, key),
        spelled=hex_spelled(t.data.board), why_not=lambda text: denials.why_no_burial(t, side, text),
    )  # fmt: skip


def bury(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    """Put a unit back into the pool; that is no kill. Its Sun token returns."""
    t.to_pool(t.units.pop(keys[0]))
    t.tell("pharaoh/buried", run.seat, place=keys[0])
    return None


# -- Monuments ---------------------------------------------------------------------------------------------------------


def claimable(t: Ankh, side: Seat) -> list[str]:
    """List the neutral Monuments beside an own unit, with an Ankh token to put on them."""
    if not t.gods[side].ankhs:
        return []
    own = {at for place in t.units_of(side) for at in t.lay.adjacent[place]}
    return sorted(place for place, monument in t.monuments.items() if monument.owner == NEUTRAL and place in own)


def ask_claim(t: Ankh, run: Effects) -> Pick | None:
    return put(
        t, run, "claim", prompts.claim_prompt(), claimable(t, t.side(run.seat)),
        text=lambda key: prompts.monument_text(t, key), spelled=hex_spelled(t.data.board),
        why_not=lambda text: denials.why_no_claim(t, text),
    )  # fmt: skip


def claim(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    t.claim(keys[0], t.side(run.seat))
    t.tell("controlled", run.seat, place=keys[0], monument=t.monuments[keys[0]].kind, before=NEUTRAL)
    return None


VERBS |= {
    "move_unit": Verb(
        lambda t, run, keys: MoveOne(seat=run.seat, far=run.effect(t)["reach"]),
        lambda t, side, effect: can_move(t, side, effect["reach"]), params={"reach": least(1)},
    ),
    "summon": Verb(
        summon_one, can_summon_one,
        params={"where": one_of("normal", BESIDE, BESIDE_SPHINXES), "kind": one_of("warrior")},
    ),
    "unlock": Verb(lambda t, run, keys: UnlockOne(seat=run.seat), lambda t, side, effect: can_unlock(t, side)),
    "put_unit": Verb(
        escort, lambda t, side, effect: bool(escorts(t, side)), ask_escort, params={"where": one_of(BESIDE)}
    ),
    "swap_units": Verb(ferry, lambda t, side, effect: bool(ferries(t, side)), ask_ferry),
    "unit_to_pool": Verb(bury, lambda t, side, effect: bool(warriors_of(t, side)), ask_burial),
    "control": Verb(claim, lambda t, side, effect: bool(claimable(t, side)), ask_claim),
}  # fmt: skip
