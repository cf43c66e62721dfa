"""What follows a Conflict: the merge of gods, forgotten gods, the end of the game (A-MERGE, A-FORGET, A-WIN)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.ankh.conflict.orders import TABLE, ask_side
from pbem.titles.ankh.notation import label
from pbem.titles.ankh.state import GOD, WARRIOR, Ankh
from pbem.titles.ankh.wording import battle_words as words

__all__ = ["AFTER", "ASKED", "End", "Forget", "Merge", "remove_figures"]


def remove_figures(t: Ankh, side: Seat) -> None:
    """Remove God, Warriors and trapped Warriors of a god from the game; Sun tokens return to the board (A-RUL-15)."""
    for place in t.units_of(side):
        unit = t.units[place]
        if unit.kind in (GOD, WARRIOR):
            del t.units[place]
            t.suns += unit.sun
            t.leave(f"{side} {unit.kind}")
    god = t.gods[side]
    trapped = t.trapped.count(side)
    t.trapped = [owner for owner in t.trapped if owner != side]
    t.leave(f"{side} warrior", god.warriors + trapped)
    god.warriors = 0


def remove_board(t: Ankh, side: Seat) -> None:
    """Remove cards and Ankh tokens of a god from the game (A-MERGE-2)."""
    god = t.gods[side]
    t.leave(f"{side} card", len(god.hand) + len(god.used))
    god.hand, god.used = [], []
    t.leave(f"{side} ankh", god.ankhs + t.data.ankhs_on_board)
    god.ankhs = 0


def destroy_all(t: Ankh, side: Seat, why: str) -> None:
    for place in t.monuments_of(side):
        monument = t.destroy(place)
        t.tell("destroyed", side, place=place, monument=monument.kind, owner=side, why=why)


@dataclass(eq=False, repr=False)
class Merge(Procedure):
    """The least god joins the one above it, if the game began with enough players."""

    kind: ClassVar[str] = "ankh.merge"

    def start(self, t: Ankh) -> Outcome:
        """Find the two gods, destroy the lesser's Monuments and remove its pieces (A-MERGE-1 to A-MERGE-3)."""
        if len(t.seats) < t.data.merge_min_players:
            return Done()
        lesser, greater = t.ladder[:2]
        t.tell("merged", greater, lesser=lesser)
        destroy_all(t, lesser, "merge")
        remove_figures(t, lesser)
        remove_board(t, lesser)
        god = t.gods[lesser]
        t.gods[greater].followers += god.followers
        god.followers = 0
        for leave in t.book.joining.values():
            leave(t, lesser, greater)
        self.join(t, lesser, greater)
        return Next(self.choose)

    def join(self, t: Ankh, lesser: Seat, greater: Seat) -> None:
        """Join markers, powers, abilities (A-MERGE-5 to A-MERGE-8): the pair stands where the lesser god stood, under
        every other marker of that space, and has the greater god's powers; those that only the lesser had unlocked are
        gone. Trapped Warriors of the greater god are freed if Anubis is the lesser (A-GOD-ANUBIS-4)."""
        t.devotion[greater] = t.devotion[lesser]
        t.ladder.remove(lesser)
        t.greater, t.lesser = greater, lesser
        t.gods[lesser].powers = []
        if lesser == "anubis":
            t.gods[greater].warriors += t.trapped.count(greater)
            t.trapped = [owner for owner in t.trapped if owner != greater]

    def choose(self, t: Ankh) -> Outcome:
        """Ask for Guardians of the lesser god, limited by bases (A-MERGE-4, A-DEC-21)."""
        figures = lesser_guardians(t)
        if not figures:
            return Next(self.finish)
        question = Pick(
            "take",
            words.take_prompt(t),
            list(figures),
            low=0,
            high=len(figures),
            default=fitting(t, figures),
            text=lambda key: words.take_text(t, figures[key]),
            clash=lambda keys: too_many(t, [figures[key] for key in keys]),
            lapses=t.options.conflict_mode != TABLE,
        )
        return ask_side(t, t.greater, question, self.chosen)

    def chosen(self, t: Ankh, keys: Keys) -> Outcome:
        """Take the chosen Guardians over: on the map they stay where they are, from pool to pool otherwise; the rest
        leaves the game."""
        figures, pool = lesser_guardians(t), t.gods[t.lesser].guardians
        for key, kind in figures.items():
            place = key.split()[-1]
            on_map = place in t.units
            if key in keys and on_map:
                t.turn_unit(place, owner=t.greater)
            elif key in keys:
                t.gods[t.greater].guardians.append(kind)
            else:
                t.leave(kind)
            if on_map and key not in keys:
                t.suns += t.units.pop(place).sun
        pool.clear()
        t.tell("guardians_taken", t.greater, guardians=[figures[key] for key in keys])
        return Next(self.finish)

    def finish(self, t: Ankh) -> Outcome:
        return Done()


def lesser_guardians(t: Ankh) -> dict[str, str]:
    """List `satet E5`, `mummy pool`: the lesser god's Guardians with their kinds, the highest level first."""
    found = [(t.units[place].kind, place) for place in t.units_of(t.lesser)]
    found += [(kind, "pool") for kind in t.gods[t.lesser].guardians]
    found.sort(key=lambda pair: (-t.data.guardians[pair[0]].level, pair))
    keys: dict[str, str] = {}
    for kind, place in found:
        key = f"{label(kind)} {place}"
        while key in keys:
            key += "+"
        keys[key] = kind
    return keys


def too_many(t: Ankh, kinds: Sequence[str]) -> tuple[str, str] | None:
    """Say why Guardians cannot be taken together: bases are missing (A-MERGE-4)."""
    for size in t.data.bases:
        if sum(t.data.guardians[kind].base == size for kind in kinds) > t.bases_left(t.greater, size):
            return words.no_base(t, size), "A-MERGE-4"
    return None


def fitting(t: Ankh, figures: dict[str, str]) -> list[str]:
    """Choose all that fit, the highest level first."""
    keys: list[str] = []
    for key in figures:
        if too_many(t, [figures[one] for one in (*keys, key)]) is None:
            keys.append(key)
    return keys


@dataclass(eq=False, repr=False)
class Forget(Procedure):
    """Every god whose marker is still red is out; two or more play on, one wins, none: nobody does (A-FORGET)."""

    kind: ClassVar[str] = "ankh.forget"

    def start(self, t: Ankh) -> Outcome:
        for side in [side for side in t.ladder if t.is_red(side)]:
            self.forget(t, side)
        if len(t.ladder) < 2:
            t.over = True
            t.winner = t.ladder[0] if t.ladder else ""
        return Done()

    def forget(self, t: Ankh, side: Seat) -> None:
        """Remove the units of a side from the game, destroy its Monuments, put its Followers into the supply
        (A-FORGET-1); what abilities hold goes back (A-GOD-ANUBIS-4, A-GOD-OSIRIS-4)."""
        t.tell("forgotten", side, devotion=t.devotion[side])
        abilities = t.members(side)
        destroy_all(t, side, "forgotten")
        remove_figures(t, side)
        for place in t.units_of(side):
            unit = t.units.pop(place)
            t.suns += unit.sun
            t.leave(unit.kind)
        for kind in t.gods[side].guardians:
            t.leave(kind)
        t.gods[side].guardians = []
        t.gods[side].followers = 0
        if "anubis" in abilities:
            for owner in t.trapped:
                t.gods[owner].warriors += 1
            t.trapped = []
        if "osiris" in abilities:
            t.underworld = []
        for leave in t.book.forgetting.values():
            leave(t, side)
        t.ladder.remove(side)
        t.forgotten.append(side)


@dataclass(eq=False, repr=False)
class End(Procedure):
    """After the last Conflict the highest marker wins (A-WIN-3)."""

    kind: ClassVar[str] = "ankh.end"

    def start(self, t: Ankh) -> Outcome:
        t.over, t.winner = True, t.ladder[-1]
        return Done()


AFTER: dict[str, Callable[..., Procedure]] = {"merge_gods": Merge, "forgotten_gods": Forget, "game_end": End}

ASKED = (Asked("take", (Say("Guardians of the lesser god are taken at the merge"), "A-MERGE-4")),)
