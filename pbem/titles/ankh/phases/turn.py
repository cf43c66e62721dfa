"""A turn: one or two actions, and the event that one of them may trigger (A-TURN)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure, TurnOver
from pbem.core.questions import Keys, Pick
from pbem.core.words import Say
from pbem.titles.ankh.components import ACTIONS, CONFLICT
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording import turn_words as words

__all__ = ["ASKED", "Turn"]

IMPLIED = {"move": "move", "summon": "summon", "unlock": "unlock"}
"""A line for what an action asks names the action, too."""

ASKED = (
    Asked(
        "action",
        (Say("a turn has one action, or two on different tracks"), "A-TURN-5"),
        judge="pbem.titles.ankh.computer.greedy:action",
    ),
)


@dataclass(eq=False, repr=False)
class Turn(Procedure):
    """One turn of one seat. `did` are the actions taken; the last one is being resolved."""

    kind: ClassVar[str] = "ankh.turn"
    seat: str
    did: list[str] = field(default_factory=list)

    def start(self, t: Ankh) -> Outcome:
        t.turn += 1
        t.active = self.seat
        t.tell("turn_began", self.seat, number=t.turn)
        return Next(self.choose)

    def choose(self, t: Ankh) -> Outcome:
        """Ask for an action: any track first, then one strictly below it (A-TURN-2, A-TURN-5)."""
        question = Pick(
            "action",
            words.action_prompt(t, self.did),
            self.tracks(t),
            text=lambda key: words.action_text(t, self.seat, key),
            why_not=lambda key: words.why_no_action(t, self.did, key),
            implied=IMPLIED,
        )
        return Ask(self.seat, question, self.chosen)

    def tracks(self, t: Ankh) -> list[str]:
        below = ACTIONS.index(self.did[-1]) + 1 if self.did else 0
        return list(ACTIONS[below:])

    def chosen(self, t: Ankh, keys: Keys) -> Outcome:
        """Move the marker, whatever comes of the action (A-TURN-6)."""
        action = keys[0]
        self.did.append(action)
        t.tracks[action] += 1
        t.tell("acted", self.seat, action=action, left=steps_of(t, action) - t.tracks[action])
        return Next(self.act)

    def act(self, t: Ankh) -> Outcome:
        return Call(t.book.actions[self.did[-1]](seat=self.seat), then=self.acted)

    def acted(self, t: Ankh) -> Outcome:
        """End the turn after an event; else ask for a second action, unless this was the last track or one of two
        merged players (A-TURN-3 to A-TURN-5, A-TURN-7)."""
        if t.over:
            return Done()
        action = self.did[-1]
        if t.tracks[action] == steps_of(t, action):
            return Next(self.trigger)
        if len(self.did) == 1 and action != ACTIONS[-1] and not self.merged(t):
            return Next(self.choose)
        return TurnOver(self.seat, then=self.done)

    def merged(self, t: Ankh) -> bool:
        """Tell whether the seat is one of two merged players (A-MERGE-9)."""
        return self.seat in (t.greater, t.lesser)

    def trigger(self, t: Ankh) -> Outcome:
        """Trigger the event. A Conflict concerns everybody (A-EVT-2), so the player's own part is over before the event
        marker moves: what is left of the mail is an order for this Conflict."""
        if t.data.events[t.event].type == CONFLICT:
            return TurnOver(self.seat, then=self.advance)
        return Next(self.advance)

    def advance(self, t: Ankh) -> Outcome:
        """Move the event marker on by one (A-TURN-3)."""
        t.event += 1
        event = t.data.events[t.event - 1]
        t.tell("event", self.seat, index=event.index, type=event.type, conflict=event.conflict)
        return Next(self.resolve)

    def resolve(self, t: Ankh) -> Outcome:
        event = t.data.events[t.event - 1]
        return Call(t.book.events[event.type](seat=self.seat), then=self.resolved)

    def resolved(self, t: Ankh) -> Outcome:
        """Put the action marker back to its start (A-TURN-3)."""
        t.tracks[self.did[-1]] = 0
        if t.data.events[t.event - 1].type == CONFLICT:
            return Done()
        return TurnOver(self.seat, then=self.done)
