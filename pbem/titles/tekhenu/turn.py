"""A turn (T-TURN): take a die, change it, put it on the scale, perform the action, and all that may come between.

The questions in the order of a mail: `play` (Blessings of any moment), `die`, `as` (Anubis, another colour, a forbidden
die), `value`, `extra` and `play` before, `action`, `first`, the lines of the action, `bonus` at happiness 21, `extra`
and `play` after. Windows are asked only of a seat that could use them. The start-of-turn Blessings (T-TURN-1) are
named in `as`: nothing happens between the start of a turn and the taking of its die that they could change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure, TurnOver
from pbem.core.questions import Keys, Pick, Seat
from pbem.titles.tekhenu.actions import ACTIONS, Produce, possible
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.actions.produce import why_not_card
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
from pbem.titles.tekhenu.pay import can_pay, funds, paying
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["OffTurn", "Turn"]

GOD, PRODUCE, NOTHING = "god", "produce", "nothing"
OPEN, BEFORE, AFTER = "open", "before", "after"


@dataclass
class Turn(Procedure):
    """One turn of one seat.

    The die has three facts (section, colour, value) of which Anubis keeps the value only. `colour` is what the die is
    treated as, `shown` and `face` are how it lay there. `debt` are steps of a changed value that are left to the free
    change of the action (RUL-14); an action without such a change costs the missing Scribes as it is chosen.
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
        if t.extra and self.seat in t.extra:
            t.extra.remove(self.seat)
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
                elif any_die or self.grey_works(t, god, face):
                    others[f"{god} {lying}"] = None
        options |= others
        if coloured or anubis:
            return list(options), False
        return self.idle_dice(t, options)

    def grey_works(self, t: Tekhenu, god: str, face: int, waivers: bool = True, steps: int = 0) -> bool:
        """Whether a grey die can be used for its god's action, with any value it can be given."""
        if possible(t, self.seat, god, face, waivers=waivers):
            return True
        if waivers and held(t, self.seat, "value"):
            reach = 6
        else:
            reach = SCRIBE_REACH * funds(t, self.seat, "scribe") + adjusted(t, self.seat, "free god", 0) + steps
        return any(
            possible(t, self.seat, god, value, waivers=waivers)
            for value in range(max(1, face - reach), min(6, face + reach) + 1)
        )

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
        for colour in t.data.dice:
            if colour == self.colour or (t.purity(self.section, colour) == FORBIDDEN and not tolerant):
                continue
            for card in cards:
                steps = self.steps + t.data.cards[card].effect["adjust_die_optional"]
                if colour != "grey" or self.grey_works(t, self.section, self.face, steps=steps):
                    found.append(f"{card} {colour}")
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
            options += [f"{card} {value}" for value in VALUES if value != self.face and self.usable(t, value)]
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
            return (0, 0) if self.usable(t, value) else None
        free = self.free(t, [GOD, PRODUCE])
        for spent in range(min(funds(t, self.seat, "scribe"), _by_scribes(need)) + 1):
            debt = max(0, need - SCRIBE_REACH * spent)
            if debt <= free and self.usable(t, value, debt, spent):
                return spent, debt
        return None

    def free(self, t: Tekhenu, kinds: list[str]) -> int:
        """Steps that kinds of action change for nothing."""
        if not t.players[self.seat].technologies:
            return 0
        return sum(adjusted(t, self.seat, f"free {kind}", 0) for kind in dict.fromkeys(kinds))

    def usable(self, t: Tekhenu, value: int, debt: int = 0, spent: int = 0) -> bool:
        """Whether some action is possible with a value, if steps of it must still be covered by the action's kind."""
        if self.can_produce and (not debt or debt <= self.free(t, [PRODUCE])):
            return True
        stock = t.players[self.seat].stock
        lent = min(spent, stock["scribe"])
        stock["scribe"] -= lent
        try:
            return self.god_usable(t, value, debt)
        finally:
            stock["scribe"] += lent

    def god_usable(self, t: Tekhenu, value: int, debt: int) -> bool:
        gods = t.data.gods if self.way == ANUBIS else (self.section,)
        if not debt or debt <= self.free(t, [GOD]):
            return any(possible(t, self.seat, god, value) for god in gods)
        return (
            debt <= self.free(t, [GOD, PRODUCE])
            and self.may_produce_first(t, self.taint(t))
            and possible(t, self.seat, self.section, value)
        )

    def set_value(self, t: Tekhenu, keys: Keys) -> Outcome:
        parts = keys[0].split()
        if parts[0] in t.data.cards:
            self.value = int(parts[1])
            play(t, self.seat, parts[0], parts[1])
            return Next(self.place)
        self.value = int(parts[0])
        spent, self.debt = self.price(t, self.value) or (0, 0)
        return paying(t, self.seat, "scribe", spent, self.place)

    def taint(self, t: Tekhenu) -> str:
        """What the die counts as (RUL-25, RUL-61); Anubis dice are neither pure nor tainted (RUL-24)."""
        return self.way or t.purity(self.section, self.colour)

    def place(self, t: Tekhenu) -> Outcome:
        """T-TURN-4: pure left, tainted right, Anubis (and a forbidden die of RUL-15) below the scale."""
        t.dice[self.section].remove(die(self.shown, self.face))
        self.purity = self.taint(t)
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
        if not options:
            # Only after an extra action that took the means of the standard one.
            return Next(self.acted)
        return Ask(
            self.seat,
            Pick(
                "action",
                f"Use the {self.colour if self.way != ANUBIS else 'Anubis'} {self.value} for",
                options,
                text=lambda key: self.action_text(t, key),
                why_not=lambda key: self.why_not_action(t, key),
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
        produces = not self.debt or self.due(t, [*self.did, PRODUCE]) <= funds(t, self.seat, "scribe")
        if self.way == ANUBIS:
            options += [god for god in ACTIONS if self.can_act(t, god, due)]
            if produces:
                options += BASIC
        else:
            if self.colour != "grey" and produces:
                options.append(PRODUCE)
            if self.can_act(t, self.section, due) or self.first_possible(t):
                options.append(GOD)
        if self.idle:
            options.append(NOTHING)
        return options

    def due(self, t: Tekhenu, kinds: list[str]) -> int:
        """Scribes that the value still costs if these kinds of action are performed with the die (RUL-14)."""
        return _by_scribes(max(0, self.debt - self.free(t, kinds))) if self.debt else 0

    def can_act(self, t: Tekhenu, god: str, scribes: int = 0, resource: str = "papyrus", more: int = 0) -> bool:
        """Whether a god action is possible after spending Scribes (or Gold for them) and producing a resource."""
        if not scribes and not more:
            return possible(t, self.seat, god, self.value)
        if funds(t, self.seat, "scribe") < scribes:
            return False
        stock = t.players[self.seat].stock
        before = dict(stock)
        by_gold = max(0, scribes - stock["scribe"])
        stock["scribe"] -= scribes - by_gold
        stock["gold"] -= by_gold
        stock[resource] += more
        try:
            return possible(t, self.seat, god, self.value)
        finally:
            stock.update(before)

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

    def may_produce_first(self, t: Tekhenu, purity: str) -> bool:
        """Not with grey dice, not with Anubis, not for extra actions (RUL-28)."""
        if purity != TAINTED or self.colour == "grey":
            return False
        cost = self.first_cost(t)
        return bool(cost) and all(can_pay(t, self.seat, what, n) for what, n in cost.items())

    def first_possible(self, t: Tekhenu) -> bool:
        """Whether production may come first and the god action is possible after it."""
        if not t.players[self.seat].technologies or not self.may_produce_first(t, self.purity):
            return False
        resource = t.data.produces[self.colour]
        kept = min(self.value, t.players[self.seat].production[resource])
        scribes = self.due(t, [*self.did, GOD, PRODUCE]) + sum(self.first_cost(t).values())
        return self.can_act(t, self.section, scribes, resource, kept)

    def set_first(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Next(self.settle)
        ((what, n),) = self.first_cost(t).items()
        return paying(t, self.seat, what, n, self.produce_first)

    def produce_first(self, t: Tekhenu) -> Outcome:
        self.did.append(PRODUCE)
        return Call(Produce(seat=self.seat, resource=t.data.produces[self.colour], value=self.value), self.settle)

    def settle(self, t: Tekhenu) -> Outcome:
        """Scribes for that part of the value which no free change of the actions performed covers (RUL-14)."""
        if self.action == NOTHING:
            return self.act(t)
        kind = PRODUCE if self.action == PRODUCE or self.action in BASIC else GOD
        due, self.debt = self.due(t, [*self.did, kind]), 0
        return paying(t, self.seat, "scribe", due, self.act) if due else self.act(t)

    def act(self, t: Tekhenu) -> Outcome:
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
        return Next(self.windows)

    # -- extra actions -----------------------------------------------------------------------------------------------

    def extras(self, t: Tekhenu) -> Iterator[str]:
        """`B17 ra`: extra god actions that can be performed now, cost included (T-TURN-7, RUL-26)."""
        if self.stage == OPEN:
            return
        hand = t.players[self.seat].blessings
        for card in self.held:
            if card in hand:
                for god in self.extra_gods(t, card):
                    if self.extra_possible(t, card, god):
                        yield f"{card} {god}"

    def extra_gods(self, t: Tekhenu, card: str) -> list[str]:
        """Sections beside or opposite the section that the die came from (also with Anubis, RUL-24)."""
        data = t.data
        at = data.god_index[self.section]
        if data.cards[card].effect["extra_god_action"] == "opposite_section":
            return [data.gods[data.opposite[at]]]
        return [data.gods[(at - 1) % 6], data.gods[(at + 1) % 6]]

    def extra_possible(self, t: Tekhenu, card: str, god: str) -> bool:
        """Try on a purse from which the cost was taken; a played Blessing may bring Gold first (RUL-26)."""
        player = t.players[self.seat]
        cost = t.data.cards[card].effect["cost"]
        stock, happiness, population = dict(player.stock), player.happiness, player.population
        player.stock["gold"] += adjusted(t, self.seat, "play gold", 0)
        try:
            for what, n in cost.items():
                if what == "happiness":
                    if player.happiness < n:
                        return False
                    player.happiness -= n
                elif what == "population":
                    if player.population < n:
                        return False
                    t.lose_population(self.seat, n)
                elif not can_pay(t, self.seat, what, n):
                    return False
                else:
                    player.stock[what if player.stock[what] >= n else "gold"] -= n
            return possible(t, self.seat, god, self.value)
        finally:
            player.stock.update(stock)
            player.happiness, player.population = happiness, population

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
        return paying(t, self.seat, "scribe", scribes, self.act_extra)

    def act_extra(self, t: Tekhenu) -> Outcome:
        """With the die's value, without the scale."""
        self.did.append(GOD)
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
        if self.way != ANUBIS and god != self.section:
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


@dataclass
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
