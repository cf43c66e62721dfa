"""A turn (T-TURN): take a die, change it, put it on the scale, perform the action, and all that may come between.

The questions in the order of a mail: `play` (Blessings of any moment), `die`, `as` (Anubis, another colour, a forbidden
die), `value`, `extra` and `play` before, `action`, `first`, the lines of the action, `bonus` at happiness 21, `extra`
and `play` after. Windows are asked only of a seat that could use them. The start-of-turn Blessings (T-TURN-1) are
named in `as`: nothing happens between the start of a turn and the taking of its die that they could change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.errors import RulesBug
from pbem.core.procedures import Ask, Call, Done, Next, Outcome, TurnOver
from pbem.core.questions import Keys, Pick
from pbem.core.trial import supposed
from pbem.core.words import Say
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.actions.god import GodAction, possible
from pbem.titles.tekhenu.actions.produce import Produce
from pbem.titles.tekhenu.board import ANUBIS, BASIC, FORBIDDEN, GREEDY, counted, die
from pbem.titles.tekhenu.cards import held, play
from pbem.titles.tekhenu.fixes import WHOLE
from pbem.titles.tekhenu.phases.market import refill
from pbem.titles.tekhenu.phases.off_turn import OffTurn
from pbem.titles.tekhenu.show import turn_words as words
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns import moments, outlook
from pbem.titles.tekhenu.turns.means import (
    AFTER,
    BEFORE,
    CARD,
    EXTRA,
    FIRST,
    GOD,
    NOTHING,
    OPEN,
    PRODUCE,
    SETTLE,
    scribes_said,
)
from pbem.titles.tekhenu.turns.pay import funds, paying
from pbem.titles.tekhenu.turns.taking import Taking

__all__ = ["OPEN", "OffTurn", "Turn"]


ASKED = (
    Asked("action", (Say("a die serves one standard action"), "T-TURN-5"), judge=f"{GREEDY}:judge_action"),
    Asked("first", (Say("only T19 lets you produce first"), "T-CARD-T19"), judge=f"{GREEDY}:judge_first"),
    Asked(
        "extra",
        (Say("an extra action needs a Blessing held as you took the die, and means for both actions"), "RUL-26"),
        judge=f"{GREEDY}:judge_extra",
    ),
    Asked("play", (Say("you have no Blessing for this moment"), "T-CARD-0a"), judge=f"{GREEDY}:judge_play"),
)
"""The questions of this module."""


@dataclass(eq=False, repr=False)
class Turn(Taking):
    """One turn of one seat: its windows, the standard action and the extra ones."""

    kind: ClassVar[str] = "tekhenu.turn"

    def start(self, t: Tekhenu) -> Outcome:
        t.active = self.seat
        t.used = []
        t.tell("turn_began", self.seat)
        return Next(self.windows)

    # -- windows before, between and after -------------------------------------------------------------------------

    def windows(self, t: Tekhenu) -> Outcome:
        """Offer the extra action of happiness 21 as soon as what brought it is finished (DEC-27, RUL-22), then `extra`,
        before or after the standard action (DEC-16), and `play`."""
        self.pending = ""
        if t.extra and self.seat in t.extra:
            t.extra.remove(self.seat)
            self.pending = EXTRA if self.unfinished(t) else ""
            self.action = ""
            return Call(AnyAction(seat=self.seat), self.windows)
        options = self.extra_options(t)
        if not options:
            return self.play_window(t)
        question = Pick(
            "extra",
            self.extra_prompt(t),
            options,
            low=0,
            default=[],
            text=lambda key: self.extra_text(t, key),
            why_not=lambda key: words.why_not_extra(self, t, key),
        )
        if self.narrowed(t):
            outlook.narrow(t, self, question, self.set_extra)
            if not question.options:
                return self.play_window(t)
        return Ask(self.seat, question, self.set_extra)

    def unfinished(self, t: Tekhenu) -> bool:
        """Tell whether the turn still has something to do that could fail."""
        return self.stage == BEFORE or (self.stage == AFTER and bool(self.due(t, self.did)))

    def narrowed(self, t: Tekhenu) -> bool:
        """Tell whether the windows have to be looked at with care: no way to complete the turn is certain."""
        return self.unfinished(t) and not self.easy(t) and not supposed(t)

    def extra_prompt(self, t: Tekhenu) -> str:
        """Prompt for the extra action, with a changed value that waits for its free change, or else for Scribes
        (RUL-14)."""
        due = self.due(t, self.did) if self.stage == AFTER else 0
        if not due:
            return Say("Extra action by a blessing")
        scribes = scribes_said(due)
        return Say(
            "Extra action by a blessing; without one the value {value} costs {scribes}",
            value=self.value,
            scribes=scribes,
        )

    def play_window(self, t: Tekhenu) -> Outcome:
        """Offer Blessings of any moment of the own turn (DEC-26)."""
        if not held(t, self.seat, "any"):
            return self.go_on(t)
        question = moments.play_question(t, self.seat)
        if self.narrowed(t):
            outlook.narrow(t, self, question, self.set_play)
            if not question.options:
                return self.go_on(t)
        return Ask(self.seat, question, self.set_play)

    def set_play(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Next(self.go_on)
        card, _, word = keys[0].partition(" ")
        play(t, self.seat, card, word)
        return Next(self.windows)

    def go_on(self, t: Tekhenu) -> Outcome:
        if self.stage == OPEN:
            return self.choose_die(t)
        if self.stage == BEFORE:
            return self.choose_action(t)
        due, self.debt = self.due(t, self.did), 0
        return self.spend_scribes(t, due, self.over) if due else self.over(t)

    def over(self, t: Tekhenu) -> Outcome:
        return TurnOver(self.seat, self.clean_up)

    def clean_up(self, t: Tekhenu) -> Outcome:
        """End the turn (T-TURN-9): the market first, then extra actions of others (RUL-68)."""
        t.active = ""
        t.used = []
        refill(t)
        return Call(OffTurn(), self.done) if t.extra else Done()

    # -- the standard action -----------------------------------------------------------------------------------------

    def choose_action(self, t: Tekhenu) -> Outcome:
        """Ask what the die is used for (DEC-15)."""
        options = self.actions(t)
        if not options and not supposed(t):
            options = [NOTHING]  # RUL-15: what could have been done was lost to what came to light
        return Ask(
            self.seat,
            Pick(
                "action",
                Say("Use the {die} for", die=die(self.colour if self.way != ANUBIS else "Anubis", self.value)),
                options,
                text=lambda key: words.action_text(self, t, key),
                why_not=lambda key: self.why_not_action(t, key),
                aliases=None if self.way == ANUBIS else {self.section: GOD, t.data.produces[self.colour]: PRODUCE},
            ),
            self.set_action,
        )

    def why_not_action(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        return words.why_not_action(self, t, key)

    def why_never(self, t: Tekhenu, said: str) -> tuple[str, str] | None:
        """Say why the die named can never be taken in the way that a line says, where that is more than bad timing."""
        return None

    def actions(self, t: Tekhenu) -> list[str]:
        """List the god of the section or production; by Anubis any god or any basic resource (T-TURN-5, T-TURN-6).
        Production costs nothing, so it comes first: it is what the clock plays for somebody absent."""
        options: list[str] = []
        if self.purity == FORBIDDEN:
            return [NOTHING]
        due = self.due(t, [*self.did, GOD])
        if self.way == ANUBIS:
            options += [god for god in self.gods(t) if self.can_act(t, god, due)]
            options += [resource for resource in BASIC if self.can_produce and self.produces(t, resource)]
        else:
            if self.can_produce and self.produces(t, PRODUCE):
                options.append(PRODUCE)
            if self.can_act(t, self.section, due) or self.first_possible(t):
                options.append(GOD)
        if self.idle and self.nothing_else(t) and self.settles(t, NOTHING, self.due(t, self.did)):
            options.append(NOTHING)
        return options

    def nothing_else(self, t: Tekhenu) -> bool:
        """Tell whether still no action is possible without playing a Blessing (RUL-15)."""
        return not self.can_produce and not possible(t, self.seat, self.section, self.value, waivers=False)

    def produces(self, t: Tekhenu, key: str) -> bool:
        """Tell whether a production's share of the value can be paid, or covered by an extra action after it."""
        return self.settles(t, key, self.due(t, [*self.did, PRODUCE]))

    def settles(self, t: Tekhenu, key: str, due: int) -> bool:
        if due <= funds(t, self.seat, "scribe"):
            return True
        if not any(self.extra_pairs(t)) and not (self.pays_to_play(t) and held(t, self.seat, "any")):
            return False
        return supposed(t) or outlook.completes(t, self, lambda twin, table: twin.set_action(table, [key]))

    def set_action(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.action = keys[0]
        return Next(self.choose_first)

    def choose_first(self, t: Tekhenu) -> Outcome:
        """Ask whether production comes first, with a tainted die used for a god action (DEC-25, T19, RUL-28)."""
        if self.action != GOD or not t.players[self.seat].technologies or not self.first_possible(t):
            return self.settle(t)
        return moments.first(t, self.seat, self.ask_first)

    def ask_first(self, t: Tekhenu) -> Outcome:
        needed = not self.can_act(t, self.section, self.due(t, [*self.did, GOD]))
        return Ask(
            self.seat,
            Pick(
                "first",
                Say(
                    "First produce {amount} with the same die",
                    amount=counted(self.value, t.data.produces[self.colour]),
                ),
                [PRODUCE],
                low=1 if needed else 0,
                default=None if needed else [],
                text=lambda key: words.first_text(self, t),
            ),
            self.set_first,
        )

    def set_first(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Next(self.settle)
        ((what, n),) = self.first_cost(t).items()
        self.pending = FIRST
        return paying(t, self.seat, what, n, self.produce_first)

    def produce_first(self, t: Tekhenu) -> Outcome:
        """Produce first; what is still to be paid may hang on the Blessings of this production."""
        self.did.append(PRODUCE)
        self.pending = "" if self.can_act(t, self.section, self.due(t, [*self.did, GOD])) else FIRST
        return Call(Produce(seat=self.seat, resource=t.data.produces[self.colour], value=self.value), self.settle)

    def settle(self, t: Tekhenu) -> Outcome:
        """Pay Scribes for that part of the value which no free change of the actions performed covers (RUL-14). What an
        extra action may still cover falls due at the end of the turn."""
        if self.action == NOTHING:
            return self.act(t)
        kind = self.kind_of_action
        due = self.due(t, [*self.did, kind])
        if due and kind == PRODUCE and any(self.extra_pairs(t)) and self.due(t, [*self.did, kind, GOD]) < due:
            return self.act(t)
        self.debt = 0
        self.pending = SETTLE if kind == GOD else ""
        return self.spend_scribes(t, due, self.act) if due else self.act(t)

    def act(self, t: Tekhenu) -> Outcome:
        self.pending = EXTRA if self.due(t, self.done_then) else ""  # an extra action has to follow, or scribes
        if self.action == NOTHING:
            return Next(self.acted)
        if self.action == PRODUCE:
            return Call(Produce(seat=self.seat, resource=t.data.produces[self.colour], value=self.value), self.acted)
        if self.action in BASIC:
            return Call(Produce(seat=self.seat, resource=self.action, value=self.value), self.acted)
        return Call(self.god_action(t, self.section if self.action == GOD else self.action), self.acted)

    def acted(self, t: Tekhenu) -> Outcome:
        self.did = self.done_then
        self.stage = AFTER
        return Next(self.windows)

    # -- extra actions -----------------------------------------------------------------------------------------------

    def extra_options(self, t: Tekhenu) -> list[str]:
        return list(self.extras(t)) if self.held and self.stage != OPEN else []

    def extra_text(self, t: Tekhenu, key: str) -> str:
        return words.extra_text(self, t, key)

    def extras(self, t: Tekhenu) -> Iterator[str]:
        """Yield `B17 ra`: extra god actions that can be performed now, cost included (T-TURN-7, RUL-26)."""
        for card, god in self.extra_pairs(t):
            if self.extra_payable(t, card, god):
                yield f"{card} {god}"

    def set_extra(self, t: Tekhenu, keys: Keys) -> Outcome:
        """Start the extra action: the card, its cost (Population, not some other track: RUL-57) and what reacts to it
        fall due now (RUL-26)."""
        if not keys:
            return Next(self.play_window)
        card, self.action = keys[0].split()
        play(t, self.seat, card, self.action)
        if WHOLE in t.live.fixes:
            self.held.remove(card)  # should a refresh bring it back, its time has passed (RUL-46)
        scribes = 0
        for what, n in t.data.cards[card].effect["cost"].items():
            if what == "happiness":
                t.lose_happiness(self.seat, n)
            elif what == "population":
                t.lose_population(self.seat, n)
            else:
                scribes = n
        self.pending = CARD
        return self.spend_scribes(t, scribes, self.act_extra)

    def act_extra(self, t: Tekhenu) -> Outcome:
        """Perform the extra action with the die's value, without the scale."""
        self.did.append(GOD)
        self.pending = EXTRA if self.unfinished(t) else ""
        return Call(self.god_action(t, self.action), self.windows)

    # -- paying and performing ---------------------------------------------------------------------------------------

    def spend_scribes(self, t: Tekhenu, n: int, then: Callable[[Tekhenu], Outcome]) -> Outcome:
        if n > funds(t, self.seat, "scribe"):
            raise RulesBug(f"{self.seat} cannot spend {n} scribes")
        return paying(t, self.seat, "scribe", n, then)

    def god_action(self, t: Tekhenu, god: str) -> GodAction:
        if not possible(t, self.seat, god, self.value):
            raise RulesBug(f"{self.seat} cannot perform the {god} action with {self.value}")
        action: GodAction = t.book.actions[god](seat=self.seat, value=self.value)
        return action
