"""The Pharaoh in play: set-up, what he changes while he reigns, and what he does at the end of Conflicts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.cards import Card, Deck
from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure, TurnOver
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.ankh.hooks import Award, Reward
from pbem.titles.ankh.notation import hex_spelled
from pbem.titles.ankh.options import RANDOM
from pbem.titles.ankh.pharaoh.components import SPHINX
from pbem.titles.ankh.pharaoh.part import NAME, Court, box, court, his_region, in_play, refill, ruler
from pbem.titles.ankh.pharaoh.show import prompts
from pbem.titles.ankh.pharaoh.verbs.effects import ASKED as WAITED
from pbem.titles.ankh.pharaoh.verbs.effects import LAPSE, Effects
from pbem.titles.ankh.pharaoh.verbs.gains import changed
from pbem.titles.ankh.state import Ankh

__all__ = ["ASKED", "FLOCK", "STANDING", "EndOfConflict", "PlacePharaoh", "blocked", "favoured", "in_force", "set_up"]

CHANGE = "changed action"
FLOCK = "flock"
"""The permission to summon in the Pharaoh's region (P-AKH-2)."""

# -- set-up ------------------------------------------------------------------------------------------------------------


def set_up(t: Ankh) -> None:
    """Set up deck and row, Priests, Sphinxes, the Pharaoh and his tokens (P-SETUP-1 to P-SETUP-4)."""
    tables = box(t)
    part = t.parts[NAME] = Court(deck=t.shuffle("pharaoh/policies", tables.deck()), row=[""] * tables.slots)
    wish = t.options.pharaoh
    names = list(tables.pharaohs)
    part.ruler = wish if wish != RANDOM else names[t.chance("pharaoh", len(names))]
    refill(t)
    part.chambers = {chamber: {} for chamber in tables.chambers}
    law = next(iter(tables.chambers))
    for seat in t.order:
        part.priests[seat] = tables.priests_in_pool
        part.chambers[law][seat] = tables.priests_in_law
        part.hand[seat], part.used[seat] = [], []
    if in_play(t, "common pool"):
        for seat in t.order:
            t.gods[seat].warriors += part.priests[seat]
            part.priests[seat] = 0
    t.supply[SPHINX] = tables.sphinxes
    spaces = {event.conflict: event.index for event in t.data.events if event.conflict}
    part.tokens = [spaces[number] for number in ruler(t).tokens_on]
    part.death = next((spaces[number] for number in ruler(t).death_on), 0)


@dataclass(eq=False, repr=False)
class PlacePharaoh(Procedure):
    """The last player places him, Xerxes the first (P-SETUP-4, P-XERXES-1, P-DEC-1)."""

    kind: ClassVar[str] = "ankh.place_pharaoh"
    module: ClassVar[str] = NAME

    def start(self, t: Ankh) -> Outcome:
        seat = t.order[0 if ruler(t).placed_by == "first" else -1]
        question = Pick(
            "pharaoh", prompts.placing_prompt(t), [place for place in t.data.board.land if t.is_empty(place)],
            text=lambda key: prompts.space_text(t, key), spelled=hex_spelled(t.data.board),
            why_not=lambda text: prompts.why_not_there(t, text, "P-SETUP-4"),
        )  # fmt: skip
        return Ask(seat, question, self.placed)

    def placed(self, t: Ankh, keys: Keys) -> Outcome:
        seat = t.order[0 if ruler(t).placed_by == "first" else -1]
        court(t).at = keys[0]
        t.tell("pharaoh/placed", seat, place=keys[0])
        return TurnOver(seat, then=self.done)


# -- what he changes ---------------------------------------------------------------------------------------------------


def in_force(t: Ankh) -> list[str]:
    """List standing changes of the Pharaoh in play, and that of a Policy card while its action lasts."""
    if NAME not in t.parts:
        return []
    found = list(ruler(t).standing)
    return [*found, CHANGE] if court(t).change else found


def beloved(t: Ankh, side: Seat, ident: str, reward: Reward) -> Reward:
    """Add to all other bonuses in the Pharaoh's region (P-AMENHOTEP-1)."""
    if reward.token == his_region(t):
        reward.more += ruler(t).standing[ident].facts["n"]
    return reward


def tyranny(t: Ankh, side: Seat, ident: str, gain: Award) -> Award:
    """Cancel gains whose cause is in his region; others are made in none (P-XERXES-2, P-RUL-11)."""
    if gain.token and gain.token == his_region(t):
        gain.n = 0
    return gain


def flock(t: Ankh, side: Seat, ident: str, summons: list[str]) -> list[str]:
    """Add a summon in the Pharaoh's region while he is on the map (P-AKH-2, P-DEC-12)."""
    return [*summons, FLOCK] if court(t).at else summons


def flocking(t: Ankh, side: Seat) -> tuple[set[str], set[str]]:
    """Find the land of the Pharaoh's region, and its Water for Apep."""
    token = his_region(t)
    if not token:
        return set(), set()
    anchor = t.anchor_of(token)
    spaces = set(t.lay.spaces[anchor])
    return spaces, set(t.lay.within[anchor]) - spaces


STANDING = Deck("standing")
STANDING.add(
    Card("bonus", adjusts={"win": beloved, "dominance": beloved}),
    Card("no devotion", adjusts={"devotion": tyranny}),
    Card("more summons", adjusts={"summons": flock}),
    Card("blockade"),
    Card("region first"),
    Card("common pool"),
    Card("closed chamber"),
    Card(
        CHANGE,
        adjusts={
            "reach": lambda t, side, ident, far: changed(t, "reach", far),
            "unlock cost": lambda t, side, ident, cost: changed(t, "cost", cost),
            "must unlock": lambda t, side, ident, must: bool(changed(t, "must", int(must))),
        },
    ),
)


def blocked(t: Ankh, place: str) -> bool:
    """Tell whether Infantry blocks a unit: one beside it has no strength, on Water in all its Battles (P-RAMESSES-3,
    P-RUL-40)."""
    if not in_play(t, "blockade"):
        return False
    infantry = court(t).infantry
    return any(other in infantry for other in t.lay.adjacent[place])


def favoured(t: Ankh) -> list[int]:
    """Order the regions: his first, then the rest in the order of their tokens (P-TUT-2, P-RUL-12)."""
    first = his_region(t) if in_play(t, "region first") else 0
    return sorted(t.tokens.values(), key=lambda token: (token != first, token))


# -- the end of a Conflict ---------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class EndOfConflict(Procedure):
    """After all other effects at the end of a Conflict: what its Pharaoh token or Death token says (P-RUL-32). `at`
    counts abilities that had their turn."""

    kind: ClassVar[str] = "ankh.end_of_conflict"
    module: ClassVar[str] = NAME
    at: int = 0

    def start(self, t: Ankh) -> Outcome:
        abilities = ruler(t).abilities
        if t.over or self.at >= len(abilities):
            return Done()
        ability = abilities[self.at]
        self.at += 1
        part = court(t)
        due = (ability.at == "token" and t.event in part.tokens) or (ability.at == "death" and t.event == part.death)
        if not due:
            return Next(self.start)
        t.tell("pharaoh/ability", ability=ability.id)
        manner = WAITED if t.options.palace_mode == WAITED else LAPSE
        return Call(Effects(seat=t.ladder[0], source=f"ability {ability.id}", manner=manner), then=self.start)


ASKED = (
    Asked(
        "pharaoh", (Say("the Pharaoh is placed before the first turn"), "P-SETUP-4"),
        mind="pbem.titles.ankh.pharaoh.minds:place_pharaoh",
    ),
)  # fmt: skip
