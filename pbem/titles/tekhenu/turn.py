"""A turn (T-TURN): take a die, change it, put it on the scale, perform the action, and all that may come between.

The questions in the order of a mail: `play` (Blessings of any moment), `die`, `as` (Anubis, another colour, a forbidden
die), `value`, `extra` and `play` before, `action`, `first`, the lines of the action, `bonus` at happiness 21, `extra`
and `play` after. Windows are asked only of a seat that could use them. The start-of-turn Blessings (T-TURN-1) are
named in `as`: nothing happens between the start of a turn and the taking of its die that they could change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure, TurnOver
from pbem.core.questions import Keys, Pick, Seat
from pbem.titles.tekhenu.actions import ACTIONS, Produce, possible
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.actions.produce import produced, why_not_card
from pbem.titles.tekhenu.actions.thoth import gaps, reachable
from pbem.titles.tekhenu.board import (
    ANUBIS,
    ANUBIS_SCRIBES,
    BASIC,
    DICE,
    FORBIDDEN,
    PURE,
    SCRIBE_REACH,
    TAINTED,
    VALUES,
    die,
    legal_colours,
    words,
)
from pbem.titles.tekhenu.cards import adjusted, held, holder, play, react
from pbem.titles.tekhenu.market import refill
from pbem.titles.tekhenu.pay import Cost, funds, payable, paying
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["OffTurn", "Turn"]

TRACKS = ("happiness", "population")
GOD, PRODUCE, NOTHING = "god", "produce", "nothing"
OPEN, BEFORE, AFTER = "open", "before", "after"
VALUE, FIRST, SETTLE, CARD, EXTRA = "value", "first", "settle", "card", "extra"
"""What is being paid or performed while the turn still has something to do: see `Turn.completable`."""


@dataclass(eq=False, repr=False)
class Turn(Procedure):
    """One turn of one seat.

    The die has three facts (section, colour, value) of which Anubis keeps the value only. `colour` is what the die is
    treated as, `shown` and `face` are how it lay there. `debt` are steps of a changed value that are left to the free
    changes of the actions performed with the die (RUL-14); what they do not cover costs Scribes as the standard action
    is chosen, or right after a production, where an extra action may still cover it.

    Nothing is offered that could leave the turn unfinished (T-TURN-6): while something is paid or performed ahead of
    the standard action, `pending` says what, and `completable` is asked before anything is spent.
    """

    kind: ClassVar[str] = "tekhenu.turn"
    seat: Seat
    stage: str = OPEN
    section: str = ""
    shown: str = ""
    face: int = 0
    colour: str = ""
    value: int = 0
    way: str = ""
    """How the die is taken: as it lies (empty), pure or tainted by a Technology, or anubis."""
    purity: str = ""
    steps: int = 0
    """Free steps of value that came with a change of colour."""
    debt: int = 0
    did: list[str] = field(default_factory=list)
    """Kinds of action performed with the die so far: god, produce."""
    held: list[str] = field(default_factory=list)
    """Blessings for extra actions that were in hand as the die was taken (RUL-26)."""
    action: str = ""
    pending: str = ""
    idle: bool = False
    """RUL-15: no legal action was left, so the die may be placed without one."""

    def start(self, t: Tekhenu) -> Outcome:
        t.active = self.seat
        t.used = []
        t.tell("turn_began", self.seat)
        return Next(self.windows)

    # -- windows before, between and after -------------------------------------------------------------------------

    def windows(self, t: Tekhenu) -> Outcome:
        """The extra action of happiness 21 as soon as what brought it is finished (DEC-27, RUL-22), then `extra`,
        before or after the standard action (DEC-16), and `play`."""
        self.pending = ""
        if self.debt and self.stage == AFTER:
            return self.cover(t)
        if t.extra and self.seat in t.extra:
            t.extra.remove(self.seat)
            self.pending = EXTRA if self.stage == BEFORE else ""
            self.action = ""
            return Call(AnyAction(seat=self.seat), self.windows)
        options = list(self.extras(t)) if self.held else None
        if not options:
            return self.play_window(t)
        return Ask(
            self.seat,
            Pick(
                "extra",
                "Extra action by a blessing",
                options,
                low=0,
                default=[],
                text=lambda key: self.extra_text(t, key),
                why_not=lambda key: self.why_not_extra(t, key),
            ),
            self.set_extra,
        )

    def play_window(self, t: Tekhenu) -> Outcome:
        """Blessings of any moment of the own turn (DEC-26)."""
        cards = held(t, self.seat, "any")
        if not cards:
            return self.go_on(t)
        data = t.data.cards
        options = [f"{card} {word}" for card in cards for choice in data[card].effect["choose_one"] for word in choice]
        return Ask(
            self.seat,
            Pick(
                "play",
                "Play a blessing now",
                options,
                low=0,
                default=[],
                text=lambda key: self.play_text(t, key),
                why_not=lambda key: why_not_card(t, self.seat, key),
            ),
            self.set_play,
        )

    def set_play(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Next(self.go_on)
        card, word = keys[0].split()
        play(t, self.seat, card, word)
        return Next(self.windows)

    def go_on(self, t: Tekhenu) -> Outcome:
        if self.stage == OPEN:
            return self.choose_die(t)
        if self.stage == BEFORE:
            return self.choose_action(t)
        return TurnOver(self.seat, self.clean_up)

    def clean_up(self, t: Tekhenu) -> Outcome:
        """End of the turn (T-TURN-9): the market first, then extra actions of others (RUL-68)."""
        t.active = ""
        t.used = []
        refill(t)
        return Call(OffTurn(), self.done) if t.extra else Done()

    # -- the die -----------------------------------------------------------------------------------------------------

    def choose_die(self, t: Tekhenu) -> Outcome:
        """DEC-10."""
        return Ask(
            self.seat,
            Pick(
                "die",
                "Take a die",
                self.dice(t)[0],
                text=lambda key: self.die_text(t, key),
                why_not=lambda key: self.why_not_die(t, key),
            ),
            self.take,
        )

    def dice(self, t: Tekhenu) -> tuple[list[str], bool]:
        """Dice that can be taken and used (T-TURN-2, T-TURN-6); whether no action is possible at all (RUL-15).

        Dice that can be used as they lie come first. Production is always possible, so only grey dice need a look at
        their god's action; Anubis and a change of colour make any die usable.
        """
        seat = self.seat
        anubis = funds(t, seat, "scribe") >= ANUBIS_SCRIBES
        any_die = anubis or bool(held(t, seat, "anubis")) or bool(held(t, seat, "colour"))
        lenient = bool(adjusted(t, seat, "forbidden", ()))
        tolerant = any_die or lenient
        options: dict[str, None] = {}
        others: dict[str, None] = {}
        coloured = False
        works: dict[tuple[str, int], bool] = {}
        for god, legal in legal_colours(t.data, t.arrow).items():
            for lying in t.dice[god]:
                colour, face = DICE[lying]
                if not legal[colour]:
                    if tolerant:
                        others[f"{god} {lying}"] = None
                        coloured = coloured or lenient
                elif colour != "grey":
                    coloured = True
                    options[f"{god} {lying}"] = None
                elif any_die:
                    others[f"{god} {lying}"] = None
                else:
                    if (god, face) not in works:
                        works[god, face] = self.grey_works(t, god, face)
                    if works[god, face]:
                        others[f"{god} {lying}"] = None
        options |= others
        if coloured or anubis:
            return list(options), False
        return self.idle_dice(t, options)

    def grey_works(self, t: Tekhenu, god: str, face: int, waivers: bool = True, steps: int = 0) -> bool:
        """Whether a grey die can be used for its god's action, with any value it can be given and paid for."""
        if possible(t, self.seat, god, face, waivers=waivers):
            return True
        steps += adjusted(t, self.seat, "free god", 0)
        turning = waivers and bool(held(t, self.seat, "value"))
        purse = funds(t, self.seat, "scribe")
        for value in VALUES:
            scribes = 0 if turning else _by_scribes(max(0, abs(value - face) - steps))
            if scribes > purse:
                continue
            cost = ACTIONS[god].cost(t, self.seat, value)
            if cost is not None and payable(t, self.seat, [Cost("scribe", scribes), cost], waivers):
                return True
        return False

    def idle_dice(self, t: Tekhenu, options: dict[str, None]) -> tuple[list[str], bool]:
        """RUL-15: if only Blessings could make an action possible, any die that is not forbidden may be placed without
        one; if there is none, any die."""
        lying = [(god, text) for god, dice in t.dice.items() for text in dice]
        free = [(god, text) for god, text in lying if t.purity(god, DICE[text][0]) != FORBIDDEN]
        if any(self.grey_works(t, god, DICE[text][1], waivers=False) for god, text in free):
            return list(options), False
        for god, text in free or lying:
            options[f"{god} {text}"] = None
        return list(options), True

    def coloured_die(self, t: Tekhenu) -> bool:
        """Whether a die that can produce lies there for everybody: then RUL-15 is far."""
        legal = legal_colours(t.data, t.arrow)
        return any(
            legal[god][DICE[lying][0]] for god, dice in t.dice.items() for lying in dice if DICE[lying][0] != "grey"
        )

    def take(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.idle = not self.coloured_die(t) and self.dice(t)[1]
        self.section, self.colour, face = keys[0].split()
        self.shown = self.colour
        self.face = self.value = int(face)
        self.held = held(t, self.seat, "extra")
        return Next(self.choose_way)

    def choose_way(self, t: Tekhenu) -> Outcome:
        """T-TURN-3 (DEC-11, DEC-13, DEC-14): required where the die cannot be used as it lies, else a window."""
        if self.way:
            return self.choose_value(t)
        forbidden = t.purity(self.section, self.colour) == FORBIDDEN
        options: list[str] = list(adjusted(t, self.seat, "forbidden", ())) if forbidden else []
        if funds(t, self.seat, "scribe") >= ANUBIS_SCRIBES:
            options.append(ANUBIS)
        options += held(t, self.seat, "anubis")
        options += self.colours(t)
        if not options:
            return self.choose_value(t)
        needed = not self.idle and (forbidden or not self.workable(t))
        return Ask(
            self.seat,
            Pick(
                "as",
                f"Take the {self.colour} {self.face} of {self.section}"
                + (" (it cannot be used as it lies)" if needed else "")
                + " as",
                options,
                low=1 if needed else 0,
                default=None if needed else [],
                text=lambda key: self.way_text(t, key),
                why_not=lambda key: self.why_not_way(t, key),
            ),
            self.set_way,
        )

    def colours(self, t: Tekhenu) -> list[str]:
        """`B11 white`: colours that a Blessing may give the die and with which it can be used (RUL-25)."""
        cards = held(t, self.seat, "colour")
        if not cards:
            return []
        tolerant = bool(adjusted(t, self.seat, "forbidden", ()))
        found = []
        stock = t.players[self.seat].stock
        more = adjusted(t, self.seat, "play gold", 0)
        for colour in t.data.dice:
            if colour == self.colour or (t.purity(self.section, colour) == FORBIDDEN and not tolerant):
                continue
            for card in cards:
                steps = self.steps + t.data.cards[card].effect["adjust_die_optional"]
                stock["gold"] += more
                if colour != "grey" or self.grey_works(t, self.section, self.face, steps=steps):
                    found.append(f"{card} {colour}")
                stock["gold"] -= more
        return found

    def workable(self, t: Tekhenu) -> bool:
        """Whether some action is possible with the die as it is treated now."""
        return self.can_produce or bool(self.values(t))

    @property
    def can_produce(self) -> bool:
        """Grey dice cannot produce (T-PROD-1); an Anubis die always can (RUL-24)."""
        return self.colour != "grey" or self.way == ANUBIS

    def set_way(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Next(self.choose_value)
        key = keys[0]
        if key in (PURE, TAINTED):
            self.way = key
            return Next(self.choose_value)
        if key == ANUBIS:
            return paying(t, self.seat, "scribe", ANUBIS_SCRIBES, self.call_anubis)
        card, _, colour = key.partition(" ")
        play(t, self.seat, card, colour)
        if not colour:
            return Next(self.call_anubis)
        self.colour = colour
        self.steps += t.data.cards[card].effect["adjust_die_optional"]
        return Next(self.choose_way)

    def call_anubis(self, t: Tekhenu) -> Outcome:
        """T-ANUBIS-1: from now on only the value matters."""
        self.way = ANUBIS
        react(t, self.seat, "anubis")
        return Next(self.choose_value)

    # -- its value ---------------------------------------------------------------------------------------------------

    def choose_value(self, t: Tekhenu) -> Outcome:
        """DEC-12, DEC-24: one value for the whole turn (RUL-14), by the cheapest way; named Blessings only if played.
        Scribes may change an Anubis die too (T-ANUBIS-3)."""
        seat = self.seat
        if self.taint(t) == FORBIDDEN:
            return self.place(t)  # RUL-15: it will do nothing
        if not (self.steps or t.players[seat].technologies or t.players[seat].blessings or funds(t, seat, "scribe")):
            return self.place(t)
        options = self.values(t)
        turning = held(t, seat, "value")
        for card in turning:
            options += [f"{card} {value}" for value in VALUES if value != self.face and self.completes(t, value)]
        default = str(self.face)
        if not options or options == [default]:
            return self.place(t)
        return Ask(
            seat,
            Pick(
                "value",
                f"Value of the die, now {self.face}",
                options,
                default=[default] if default in options else None,
                text=lambda key: self.value_text(t, key),
                why_not=lambda key: self.why_not_value(t, key),
            ),
            self.set_value,
        )

    def values(self, t: Tekhenu) -> list[str]:
        """Values within reach of free steps and Scribes."""
        found = [str(value) for value in VALUES if self.price(t, value) is not None]
        if not found and self.idle:
            found.append(str(self.face))
        return found

    def price(self, t: Tekhenu, value: int) -> tuple[int, int] | None:
        """The cheapest way to a value (EX-11): Scribes, and steps left to an action's free change. None: no way."""
        need = max(0, abs(value - self.face) - self.steps)
        if not need:
            return (0, 0) if self.completes(t, value) else None
        free = self.free(t, [GOD, PRODUCE])
        for spent in range(min(funds(t, self.seat, "scribe"), _by_scribes(need)) + 1):
            debt = max(0, need - SCRIBE_REACH * spent)
            if debt <= free and self.completes(t, value, debt, spent):
                return spent, debt
        return None

    def free(self, t: Tekhenu, kinds: list[str]) -> int:
        """Steps that kinds of action change for nothing."""
        if not t.players[self.seat].technologies:
            return 0
        return sum(adjusted(t, self.seat, f"free {kind}", 0) for kind in dict.fromkeys(kinds))

    def completes(self, t: Tekhenu, value: int, debt: int = 0, spent: int = 0) -> bool:
        """Whether some action is possible with a value, if Scribes are spent now and steps are left to be covered."""
        before = self.value, self.debt
        self.value, self.debt = value, debt
        try:
            return self.finishes(t, [Cost("scribe", spent)] if spent else [], self.did)
        finally:
            self.value, self.debt = before

    # -- what the turn still has to do -------------------------------------------------------------------------------

    def completable(self, t: Tekhenu, costs: Sequence[Cost], god: str = "", value: int = 0) -> bool:
        """Whether the turn can be completed if these costs are paid now, and a god's action is performed with them."""
        if self.pending == FIRST:
            return payable(t, self.seat, [*costs, *self.first_costs(t)])
        if self.pending == SETTLE:
            return payable(t, self.seat, [*costs, *self.god_costs(t, self.action)])
        if self.pending == CARD:
            cost = ACTIONS[self.action].cost(t, self.seat, self.value)
            assert cost is not None, f"{self.action} was offered and is impossible"
            costs, god, value = [*costs, cost], self.action, self.value
            if self.stage == AFTER:
                return payable(t, self.seat, costs)
        did = [*self.did, GOD] if self.pending == CARD else self.did
        if self.action == "hathor" and self.pending == EXTRA:
            god = god or self.action  # paid for, and the building is still to be taken
        if god:
            return self.finishes_after(t, costs, did, god, value)
        return self.finishes(t, costs, did)

    def finishes(self, t: Tekhenu, costs: Sequence[Cost], did: list[str], avoid: str = "") -> bool:
        """Whether a standard action is possible after costs: production, a god action, or both by a Technology."""
        seat = self.seat
        if self.can_produce:
            due = self.due(t, [*did, PRODUCE])
            if not due and not costs:
                return True
            if payable(t, seat, [*costs, Cost("scribe", due)]) or (due and self.coverable(t, costs)):
                return True
        scribes = self.due(t, [*did, GOD])
        for god in t.data.gods if self.way == ANUBIS else (self.section,):
            cost = ACTIONS[god].cost(t, seat, self.value) if god != avoid else None
            if cost is not None and payable(t, seat, [*costs, Cost("scribe", scribes), cost]):
                return True
        return avoid != self.section and self.may_produce_first(t) and self.first_payable(t, costs, did)

    def finishes_after(self, t: Tekhenu, costs: Sequence[Cost], did: list[str], god: str, value: int) -> bool:
        """The same after a god action. What that action brings is not certain, so it is left out; a second Statue or
        Pillar depends on where the first goes and what comes to light, so it does not count either."""
        player = t.players[self.seat]
        before = player.buildings, player.happiness
        player.buildings -= god in ("hathor", "osiris")
        player.happiness -= t.data.osiris_happiness if god == "osiris" else 0
        try:
            if god != "thoth":
                return self.finishes(t, costs, did, god if god in ("horus", "ra") else "")
            n = t.data.thoth_cards[value]
            for section in reachable(t, self.seat, n):
                with gaps(t, section, n):
                    if self.finishes(t, costs, did):
                        return True
            return self.finishes(t, costs, did, god)
        finally:
            player.buildings, player.happiness = before

    def coverable(self, t: Tekhenu, costs: Sequence[Cost] = (), resource: str = "") -> bool:
        """Whether an extra action right after a production covers, by its free change, what the production leaves."""
        if not self.held or not self.can_produce or self.due(t, [*self.did, PRODUCE, GOD]):
            return False
        resources = [resource] if resource else BASIC if self.way == ANUBIS else [t.data.produces[self.colour]]
        made = [Cost("scribe", 0, before=produced(t, self.seat, what, self.value)) for what in resources]
        return any(
            self.extra_payable(t, card, god, [*costs, gain]) for card, god in self.extra_pairs(t) for gain in made
        )

    def god_costs(self, t: Tekhenu, god: str) -> list[Cost]:
        cost = ACTIONS[self.section if god == GOD else god].cost(t, self.seat, self.value)
        assert cost is not None, f"{god} was offered and is impossible"
        return [cost]

    def set_value(self, t: Tekhenu, keys: Keys) -> Outcome:
        parts = keys[0].split()
        if parts[0] in t.data.cards:
            self.value = int(parts[1])
            play(t, self.seat, parts[0], parts[1])
            return Next(self.place)
        self.value = int(parts[0])
        spent, self.debt = self.price(t, self.value) or (0, 0)
        self.pending = VALUE
        return paying(t, self.seat, "scribe", spent, self.place)

    def taint(self, t: Tekhenu) -> str:
        """What the die counts as (RUL-25, RUL-61); Anubis dice are neither pure nor tainted (RUL-24)."""
        return self.way or t.purity(self.section, self.colour)

    def place(self, t: Tekhenu) -> Outcome:
        """T-TURN-4: pure left, tainted right, Anubis (and a forbidden die of RUL-15) below the scale."""
        t.dice[self.section].remove(die(self.shown, self.face))
        self.purity = self.taint(t)
        self.pending = ""
        player = t.players[self.seat]
        pan = player.left if self.purity == PURE else player.right if self.purity == TAINTED else player.below
        pan.append(die(self.shown, self.value if t.options.modified_die_value_on_scale else self.face))
        t.tell(
            "took_die",
            self.seat,
            god=self.section,
            die=die(self.shown, self.face),
            colour=self.colour,
            value=self.value,
            purity=self.purity,
        )
        if self.purity == PURE:
            react(t, self.seat, "took pure")
        elif self.purity == FORBIDDEN:
            self.held = []
        self.stage = BEFORE
        return Next(self.windows)

    # -- the standard action -----------------------------------------------------------------------------------------

    def choose_action(self, t: Tekhenu) -> Outcome:
        """DEC-15."""
        options = self.actions(t)
        return Ask(
            self.seat,
            Pick(
                "action",
                f"Use the {self.colour if self.way != ANUBIS else 'Anubis'} {self.value} for",
                options,
                text=lambda key: self.action_text(t, key),
                why_not=lambda key: self.why_not_action(t, key),
                aliases=None if self.way == ANUBIS else {self.section: GOD, t.data.produces[self.colour]: PRODUCE},
            ),
            self.set_action,
        )

    def actions(self, t: Tekhenu) -> list[str]:
        """T-TURN-5, T-TURN-6: the god of the section or production; by Anubis any god or any basic resource.
        Production costs nothing, so it comes first: it is what the clock plays for somebody absent."""
        options: list[str] = []
        if self.purity == FORBIDDEN:
            return [NOTHING]
        due = self.due(t, [*self.did, GOD])
        if self.way == ANUBIS:
            options += [god for god in ACTIONS if self.can_act(t, god, due)]
            options += [resource for resource in BASIC if self.produces(t, resource)]
        else:
            if self.colour != "grey" and self.produces(t, t.data.produces[self.colour]):
                options.append(PRODUCE)
            if self.can_act(t, self.section, due) or self.first_possible(t):
                options.append(GOD)
        if self.idle and not self.due(t, self.did):
            options.append(NOTHING)
        return options

    def produces(self, t: Tekhenu, resource: str) -> bool:
        """Whether a production's share of the value can be paid, or covered by an extra action after it."""
        due = self.due(t, [*self.did, PRODUCE])
        return not due or due <= funds(t, self.seat, "scribe") or self.coverable(t, resource=resource)

    def due(self, t: Tekhenu, kinds: list[str]) -> int:
        """Scribes that the value still costs if these kinds of action are performed with the die (RUL-14)."""
        return _by_scribes(max(0, self.debt - self.free(t, kinds))) if self.debt else 0

    def can_act(self, t: Tekhenu, god: str, scribes: int = 0) -> bool:
        """Whether a god action is possible after spending Scribes."""
        if not scribes:
            return possible(t, self.seat, god, self.value)
        cost = ACTIONS[god].cost(t, self.seat, self.value)
        return cost is not None and payable(t, self.seat, [Cost("scribe", scribes), cost])

    def set_action(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.action = keys[0]
        return Next(self.choose_first)

    def choose_first(self, t: Tekhenu) -> Outcome:
        """DEC-25: with a tainted die used for a god action, production may come first (T19, RUL-28)."""
        if self.action != GOD or not t.players[self.seat].technologies or not self.first_possible(t):
            return self.settle(t)
        needed = not self.can_act(t, self.section, self.due(t, [*self.did, GOD]))
        resource = t.data.produces[self.colour]
        return Ask(
            self.seat,
            Pick(
                "first",
                f"First produce {self.value} {resource} with the same die",
                [PRODUCE],
                low=1 if needed else 0,
                default=None if needed else [],
                text=lambda key: f"produce {self.value} {resource} first for {words(self.first_cost(t))}",
            ),
            self.set_first,
        )

    def first_cost(self, t: Tekhenu) -> dict[str, int]:
        none: dict[str, int] = {}
        return adjusted(t, self.seat, "first", none)

    def may_produce_first(self, t: Tekhenu) -> bool:
        """Not with grey dice, not with Anubis, not for extra actions (RUL-28)."""
        if not t.players[self.seat].technologies or self.colour == "grey" or self.taint(t) != TAINTED:
            return False
        return bool(self.first_cost(t))

    def first_possible(self, t: Tekhenu) -> bool:
        """Whether production may come first and the god action is possible after it."""
        return self.may_produce_first(t) and self.first_payable(t, [], self.did)

    def first_payable(self, t: Tekhenu, costs: Sequence[Cost], did: list[str]) -> bool:
        if ACTIONS[self.section].price(t, self.seat, self.value) is None:
            return False
        first = [Cost(what, n) for what, n in self.first_cost(t).items()]
        return payable(t, self.seat, [*costs, *first, *self.first_costs(t, did)])

    def first_costs(self, t: Tekhenu, did: list[str] | None = None) -> list[Cost]:
        """What is to be paid after producing first: the rest of the value, and the god action."""
        made = produced(t, self.seat, t.data.produces[self.colour], self.value)
        due = self.due(t, [*(self.did if did is None else did), GOD, PRODUCE])
        return [Cost("scribe", due, before=made), *self.god_costs(t, GOD)]

    def set_first(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Next(self.settle)
        ((what, n),) = self.first_cost(t).items()
        self.pending = FIRST
        return paying(t, self.seat, what, n, self.produce_first)

    def produce_first(self, t: Tekhenu) -> Outcome:
        self.did.append(PRODUCE)
        self.pending = ""
        return Call(Produce(seat=self.seat, resource=t.data.produces[self.colour], value=self.value), self.settle)

    def settle(self, t: Tekhenu) -> Outcome:
        """Scribes for that part of the value which no free change of the actions performed covers (RUL-14)."""
        if self.action == NOTHING:
            self.debt = 0
            return self.act(t)
        kind = self.kind_of_action
        due = self.due(t, [*self.did, kind])
        if due and kind == PRODUCE and self.coverable(t, resource=self.action if self.action in BASIC else ""):
            return self.act(t)  # `cover` comes right after it
        self.debt = 0
        self.pending = SETTLE if kind == GOD else ""
        return paying(t, self.seat, "scribe", due, self.act) if due else self.act(t)

    @property
    def kind_of_action(self) -> str:
        return PRODUCE if self.action == PRODUCE or self.action in BASIC else GOD

    def act(self, t: Tekhenu) -> Outcome:
        self.pending = ""
        if self.action == NOTHING:
            return Next(self.acted)
        if self.action == PRODUCE:
            return Call(Produce(seat=self.seat, resource=t.data.produces[self.colour], value=self.value), self.acted)
        if self.action in BASIC:
            return Call(Produce(seat=self.seat, resource=self.action, value=self.value), self.acted)
        god = self.section if self.action == GOD else self.action
        return Call(ACTIONS[god](seat=self.seat, value=self.value), self.acted)

    def acted(self, t: Tekhenu) -> Outcome:
        self.stage = AFTER
        self.did.append(self.kind_of_action)
        return Next(self.windows)

    def cover(self, t: Tekhenu) -> Outcome:
        """After a production whose value was changed further than its free change goes: an extra action with a free
        change of its own (RUL-14), or Scribes."""
        due = self.due(t, self.did)
        options = list(self.extras(t))
        pays = funds(t, self.seat, "scribe") >= due
        return Ask(
            self.seat,
            Pick(
                "extra",
                f"Extra action by a blessing; without one the value {self.value} costs {_scribes(due)}",
                options,
                low=0 if pays else 1,
                default=[] if pays else None,
                text=lambda key: self.extra_text(t, key),
                why_not=lambda key: self.why_not_extra(t, key),
            ),
            self.set_cover,
        )

    def set_cover(self, t: Tekhenu, keys: Keys) -> Outcome:
        due, self.debt = self.due(t, self.did), 0
        return self.set_extra(t, keys) if keys else paying(t, self.seat, "scribe", due, self.windows)

    # -- extra actions -----------------------------------------------------------------------------------------------

    def extras(self, t: Tekhenu) -> Iterator[str]:
        """`B17 ra`: extra god actions that can be performed now, cost included (T-TURN-7, RUL-26)."""
        if self.stage == OPEN:
            return
        for card, god in self.extra_pairs(t):
            if self.extra_possible(t, card, god):
                yield f"{card} {god}"

    def extra_pairs(self, t: Tekhenu) -> Iterator[tuple[str, str]]:
        """Blessings in hand since the die was taken, with the gods they reach."""
        hand = t.players[self.seat].blessings
        for card in self.held:
            if card in hand:
                for god in self.extra_gods(t, card):
                    yield card, god

    def extra_gods(self, t: Tekhenu, card: str) -> list[str]:
        """Sections beside or opposite the section that the die came from (also with Anubis, RUL-24)."""
        data = t.data
        at = data.god_index[self.section]
        if data.cards[card].effect["extra_god_action"] == "opposite_section":
            return [data.gods[data.opposite[at]]]
        return [data.gods[(at - 1) % 6], data.gods[(at + 1) % 6]]

    def extra_possible(self, t: Tekhenu, card: str, god: str) -> bool:
        """Whether the extra action can be performed and paid, and the standard action after it (RUL-26, T-TURN-6)."""
        return self.extra_payable(t, card, god, [], before=self.stage == BEFORE)

    def extra_payable(self, t: Tekhenu, card: str, god: str, costs: Sequence[Cost], before: bool = False) -> bool:
        """The same after other costs; a played Blessing may bring Gold first."""
        tokens = {what: n for what, n in t.data.cards[card].effect["cost"].items() if what not in TRACKS}
        with self.tracks_paid(t, card) as paid:
            cost = ACTIONS[god].cost(t, self.seat, self.value) if paid else None
            if cost is None:
                return False
            gold = adjusted(t, self.seat, "play gold", 0)
            costs = [*costs, Cost("scribe", tokens.get("scribe", 0), before={"gold": gold}), cost]
            if not before:
                return payable(t, self.seat, costs)
            return payable(t, self.seat, costs) and self.finishes_after(t, costs, [*self.did, GOD], god, self.value)

    @contextmanager
    def tracks_paid(self, t: Tekhenu, card: str) -> Iterator[bool]:
        """Suppose that the Happiness and Population that a card costs were lost; False if there is too little."""
        player = t.players[self.seat]
        before = player.happiness, player.population
        cost = t.data.cards[card].effect["cost"]
        try:
            if player.happiness < cost.get("happiness", 0) or player.population < cost.get("population", 0):
                yield False
            else:
                player.happiness -= cost.get("happiness", 0)
                player.population -= cost.get("population", 0)
                player.happiness = min(player.happiness, player.population)
                yield True
        finally:
            player.happiness, player.population = before

    def set_extra(self, t: Tekhenu, keys: Keys) -> Outcome:
        """The card, its cost (Population, not some other track: RUL-57) and what reacts to it fall due as the extra
        action starts (RUL-26)."""
        if not keys:
            return Next(self.play_window)
        card, self.action = keys[0].split()
        play(t, self.seat, card, self.action)
        scribes = 0
        for what, n in t.data.cards[card].effect["cost"].items():
            if what == "happiness":
                t.lose_happiness(self.seat, n)
            elif what == "population":
                t.lose_population(self.seat, n)
            else:
                scribes = n
        self.pending = CARD
        return paying(t, self.seat, "scribe", scribes, self.act_extra)

    def act_extra(self, t: Tekhenu) -> Outcome:
        """With the die's value, without the scale."""
        self.did.append(GOD)
        self.pending = EXTRA if self.stage == BEFORE else ""
        return Call(ACTIONS[self.action](seat=self.seat, value=self.value), self.windows)

    # -- words -------------------------------------------------------------------------------------------------------

    def die_text(self, t: Tekhenu, key: str) -> str:
        god, colour, value = key.split()
        purity = t.purity(god, colour)
        if purity == FORBIDDEN:
            return f"{colour} {value} at {god}, forbidden ({t.light(god)}); usable by {self.ways_out(t)}"
        resource = t.data.produces[colour]
        uses = []
        if possible(t, self.seat, god, int(value)):
            uses.append(f"{god} action")
        elif self.grey_works(t, god, int(value)):
            uses.append(f"{god} action with another value")
        if resource:
            uses.append(f"{value} {resource}")
        return f"{colour} {value} at {god}, {purity}: {' or '.join(uses) or self.ways_out(t) or 'no action'}"

    def ways_out(self, t: Tekhenu) -> str:
        """How a die can be used that cannot be used as it lies."""
        ways = [f"Anubis for {ANUBIS_SCRIBES} scribes"] if funds(t, self.seat, "scribe") >= ANUBIS_SCRIBES else []
        technology = holder(t, self.seat, "forbidden")
        ways += [technology] if technology else []
        ways += held(t, self.seat, "anubis") + held(t, self.seat, "colour")
        return " or ".join(ways)

    def way_text(self, t: Tekhenu, key: str) -> str:
        if key == ANUBIS:
            return f"Anubis for {ANUBIS_SCRIBES} scribes: any god or any resource, below the scale"
        if key in (PURE, TAINTED):
            return f"treat the forbidden die as {key}"
        card, _, colour = key.partition(" ")
        if not colour:
            return f"play {card}: Anubis without scribes, any god or any resource, below the scale"
        return f"play {card}: a {colour} die, {t.purity(self.section, colour)}; value 1 up or down if you like"

    def value_text(self, t: Tekhenu, key: str) -> str:
        parts = key.split()
        if parts[0] in t.data.cards:
            return f"play {parts[0]}: turn the die to {parts[1]}"
        if key == str(self.face):
            return f"{key}, as it lies"
        spent, debt = self.price(t, int(key)) or (0, 0)
        more = [
            f"{_scribes(_by_scribes(debt - self.free(t, [kind])))} more with {kind}"
            for kind in (GOD, PRODUCE)
            if debt > self.free(t, [kind])
        ]
        return f"{key} for {_scribes(spent) if spent else 'nothing'}" + (f", {' and '.join(more)}" if more else "")

    def action_text(self, t: Tekhenu, key: str) -> str:
        if key == NOTHING:
            return "place the die and do nothing: no action is possible"
        god = self.section if key == GOD else key
        due = self.due(t, [*self.did, GOD if god in ACTIONS else PRODUCE])
        price = f" (value: {_scribes(due)})" if due else ""
        if god in ACTIONS:
            return f"{god} action with {self.value}{price}: {ACTIONS[god].said(t, self.seat, self.value)}"
        resource = key if key in BASIC else t.data.produces[self.colour]
        over = max(0, self.value - t.players[self.seat].production[resource])
        return f"produce {self.value} {resource}{price}" + (f", {over} of them overproduced" if over else "")

    def extra_text(self, t: Tekhenu, key: str) -> str:
        card, god = key.split()
        cost = t.data.cards[card].effect["cost"]
        return f"play {card} for {words(cost)}: {god} action, {ACTIONS[god].said(t, self.seat, self.value)}"

    def play_text(self, t: Tekhenu, key: str) -> str:
        card, word = key.split()
        choice = next(one for one in t.data.cards[card].effect["choose_one"] if word in one)
        return f"play {card}: +{choice[word]} {word}"

    # -- reasons -----------------------------------------------------------------------------------------------------

    def why_not_die(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        god, _, lying = key.lower().partition(" ")
        if god not in t.dice or lying not in DICE:
            return None
        if lying not in t.dice[god]:
            return f"There is no {lying} at {god}; there lie: {', '.join(t.dice[god]) or 'no dice'}", "T-TURN-2"
        colour = DICE[lying][0]
        if t.purity(god, colour) == FORBIDDEN:
            return f"The {lying} at {god} is forbidden: {colour} dice are while {god} is {t.light(god)}", "T-TURN-2"
        return f"You cannot perform the {god} action completely, and grey dice cannot produce", "T-TURN-6"

    def why_not_way(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        word, _, colour = key.lower().partition(" ")
        if word == ANUBIS:
            return f"An Anubis action costs {ANUBIS_SCRIBES} scribes", "T-ANUBIS-1"
        if word in (PURE, TAINTED):
            return "A die is pure or tainted by its colour and the light of its section", "T-DICE-3"
        if word.upper() in t.players[self.seat].blessings and colour in t.data.dice:
            return f"The die cannot be used as {colour} in {self.section}", "T-TURN-2"
        return why_not_card(t, self.seat, key)

    def why_not_value(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        word = key.split()[0] if key.split() else ""
        if not word.lstrip("-").isdecimal():
            return why_not_card(t, self.seat, key)
        if int(word) not in VALUES:
            return "A die shows 1 to 6; 6 is not next to 1", "T-SCRIBE-2"
        scribes = funds(t, self.seat, "scribe")
        return f"{word} is out of reach of {self.face} with {_scribes(scribes)}, or of no use", "T-SCRIBE-1"

    def why_not_action(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        word = key.lower()
        if word == PRODUCE or word in BASIC:
            if self.way != ANUBIS and self.colour == "grey":
                return "Grey dice cannot produce", "T-PROD-1"
            if self.way != ANUBIS and word != PRODUCE:
                return f"A {self.colour} die produces {t.data.produces[self.colour]}: say produce", "T-PROD-1"
            return f"The value {self.value} needs more scribes for a production", "RUL-14"
        god = self.section if word == GOD else word
        if god not in ACTIONS:
            return None
        if self.way != ANUBIS and (god != self.section or (word != GOD and GOD in self.actions(t))):
            return f"A die from {self.section} serves the {self.section} action: say god", "T-TURN-5"
        if not possible(t, self.seat, god, self.value):
            return f"You cannot perform the {god} action with {self.value} completely, its cost included", "T-TURN-6"
        return f"The value {self.value} needs more scribes for a god action", "RUL-14"

    def why_not_extra(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        card, _, god = key.upper().partition(" ")
        if card in self.held and card in t.players[self.seat].blessings and god.lower() in ACTIONS:
            if god.lower() not in self.extra_gods(t, card):
                return f"{card} reaches only: {', '.join(self.extra_gods(t, card))}", t.data.cards[card].rule
            return f"The cost of {card} or of its action cannot be paid", "T-TURN-6"
        return why_not_card(t, self.seat, key)


def _by_scribes(steps: int) -> int:
    """Scribes for a number of steps (T-SCRIBE-1)."""
    return (steps + SCRIBE_REACH - 1) // SCRIBE_REACH


def _scribes(n: int) -> str:
    return "1 scribe" if n == 1 else f"{n} scribes"


@dataclass(eq=False, repr=False)
class OffTurn(Procedure):
    """Extra actions of seats whose happiness reached 21 outside their own turn, in turn order (DEC-30, RUL-22).

    The market is full before each, and filled again right after it (RUL-68).
    """

    kind: ClassVar[str] = "tekhenu.off_turn"
    seat: Seat = ""

    def start(self, t: Tekhenu) -> Outcome:
        refill(t)
        if not t.extra:
            return Done()
        self.seat = next(seat for seat in [*t.order, *t.seats] if seat in t.extra)
        t.extra.remove(self.seat)
        return Call(AnyAction(seat=self.seat), self.acted)

    def acted(self, t: Tekhenu) -> Outcome:
        return TurnOver(self.seat, self.start)
