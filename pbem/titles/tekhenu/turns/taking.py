"""Taking a die (T-TURN-2 to T-TURN-4): which one, as what, with what value, and onto the scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Next, Outcome
from pbem.core.questions import Keys, Pick, Sifted
from pbem.core.trial import supposed
from pbem.core.words import Say
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.board import (
    ANUBIS,
    ANUBIS_SCRIBES,
    BARREN,
    DICE,
    FORBIDDEN,
    GREEDY,
    MISPLACED,
    PURE,
    SCRIBE_REACH,
    TAINTED,
    VALUES,
    die,
    legal_colours,
)
from pbem.titles.tekhenu.cards import adjusted, held, play, played_gold, react
from pbem.titles.tekhenu.fixes import EXACT
from pbem.titles.tekhenu.show import turn_words as words
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns import moments, outlook
from pbem.titles.tekhenu.turns.means import BEFORE, GOD, PRODUCE, VALUE, Means, by_scribes
from pbem.titles.tekhenu.turns.pay import Cost, funds, payable, paying
from pbem.titles.tekhenu.turns.prospects import hopeless

__all__ = ["Taking"]


ASKED = (
    Asked(
        "die",
        (Say("dice are taken once the rounds have begun, one die in a turn"), "T-TURN-2"),
        mind=f"{GREEDY}:mind_die",
    ),
    Asked(
        "as",
        (Say("how a die counts is said while it is taken"), "T-TURN-3"),
        mind=f"{GREEDY}:mind_way",
        misplaced=f"{MISPLACED}:way",
    ),
    Asked(
        "value",
        (Say("its value is changed while the die is taken"), "T-TURN-3"),
        mind=f"{GREEDY}:mind_value",
        misplaced=f"{MISPLACED}:value",
    ),
)
"""The questions of this module."""

TAKE = Say("Take a die")


@dataclass(eq=False, repr=False)
class Taking(Means):
    """The part of a turn that takes its die."""

    # -- which die ---------------------------------------------------------------------------------------------------

    def choose_die(self, t: Tekhenu) -> Outcome:
        """Ask which die to take (DEC-10)."""
        return Ask(
            self.seat,
            Pick(
                "die",
                TAKE,
                self.dice(t),
                text=lambda key: self.die_text(t, key),
                why_not=lambda key: self.why_not_die(t, key),
                spelled=self.spelled,
            ),
            self.take,
        )

    def die_text(self, t: Tekhenu, key: str) -> str:
        return words.die_text(self, t, key)

    def why_not_die(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        return words.why_not_die(t, self.seat, key)

    def spelled(self, said: str) -> str | None:
        """Read how else a die may be named."""
        return None

    def dice(self, t: Tekhenu) -> Sequence[str]:
        """List dice that can be taken and used (T-TURN-2, T-TURN-6), or placed without an action (RUL-15).

        Dice that can be used as they lie come first. Production is always possible, so only grey dice need a look at
        their god's action; Anubis and a change of colour make any die usable.
        """
        seat = self.seat
        any_die = funds(t, seat, "scribe") >= ANUBIS_SCRIBES
        any_die = any_die or bool(held(t, seat, "anubis")) or bool(held(t, seat, "colour"))
        tolerant = any_die or bool(adjusted(t, seat, "forbidden", ()))
        options: dict[str, Callable[[], bool] | None] = {}
        others: dict[str, Callable[[], bool] | None] = {}
        for god, legal in legal_colours(t.data, t.arrow).items():
            for lying in t.dice[god]:
                colour, face = DICE[lying]
                key = f"{god} {lying}"
                if not legal[colour]:
                    if tolerant:
                        others[key] = None
                elif colour not in BARREN:
                    options[key] = None
                elif any_die:
                    others[key] = None
                else:
                    others[key] = partial(self.grey_serves, t, god, face)
        if options or not self.no_action(t):
            return Sifted({**options, **others})
        lies = [(god, text) for god, dice in t.dice.items() for text in dice]
        free = [(god, text) for god, text in lies if t.purity(god, DICE[text][0]) != FORBIDDEN]
        return list(dict.fromkeys([*Sifted(others), *(f"{god} {text}" for god, text in free or lies)]))

    def grey_serves(self, t: Tekhenu, god: str, face: int) -> bool:
        return self.grey_works(t, god, face) or self.grey_helped(t, god, face)

    def grey_works(
        self,
        t: Tekhenu,
        god: str,
        face: int,
        waivers: bool = True,
        steps: int = 0,
        colour: str = "grey",
        shown: str = "",
    ) -> bool:
        """Tell whether a die that cannot produce can be used for its god's action, with any value it can be given and
        paid for; `shown` is its own colour where it counts as another."""
        if self.acts(t, god, colour, face, 0, waivers):
            return True
        steps += adjusted(t, self.seat, "free god", 0)
        turning = waivers and bool(held(t, self.seat, "value"))
        purse = funds(t, self.seat, "scribe")
        for value in t.data.values_of(shown or colour):
            if value == face:
                continue
            scribes = 0 if turning else by_scribes(max(0, abs(value - face) - steps))
            if scribes > purse:
                continue
            if self.acts(t, god, colour, value, scribes, waivers):
                return True
        return False

    def acts(self, t: Tekhenu, god: str, colour: str, value: int, scribes: int, waivers: bool) -> bool:
        """Tell whether a die of that colour and value serves a god's action after spending Scribes."""
        if not scribes:
            return possible(t, self.seat, god, value, waivers=waivers)
        cost = t.book.actions[god].cost(t, self.seat, value)
        return cost is not None and payable(t, self.seat, [Cost("scribe", scribes), cost], waivers)

    def has_cards(self, t: Tekhenu) -> bool:
        """Tell whether the seat has cards to play."""
        return bool(t.players[self.seat].blessings)

    def grey_helped(self, t: Tekhenu, god: str, face: int, colour: str = "grey") -> bool:
        """Tell whether cards that act between die and action, or with the taking of it, make a grey die usable."""
        if not self.has_cards(t):
            return False
        if EXACT not in t.live.fixes and not self.hopes(t):
            return False  # games before this fix asked the turn before it had a die, when it has no extra action
        probe = copy(self)
        probe.section, probe.colour, probe.shown = god, colour, colour
        probe.face = probe.value = face
        probe.held = held(t, self.seat, "extra")
        return probe.usable(t)

    def no_action(self, t: Tekhenu) -> bool:
        """Tell whether no action is possible but by playing Blessings, which nobody has to do (RUL-15)."""
        legal = legal_colours(t.data, t.arrow)
        for god, dice in t.dice.items():
            for text in dice:
                colour, _ = DICE[text]
                if colour not in BARREN and legal[god][colour]:
                    return False  # it can produce
        lies = [(god, *DICE[text]) for god, dice in t.dice.items() for text in dice]
        if funds(t, self.seat, "scribe") >= ANUBIS_SCRIBES:
            return False
        if bool(adjusted(t, self.seat, "forbidden", ())) and any(not legal[god][colour] for god, colour, _ in lies):
            return False
        return not any(self.grey_works(t, god, face, waivers=False) for god, colour, face in lies if colour == "grey")

    def idles(self, t: Tekhenu, key: str) -> bool:
        """Tell whether a die may be placed without an action (RUL-15)."""
        return self.no_action(t)

    def take(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.idle = self.idles(t, keys[0])
        self.section, self.colour, face = keys[0].split()
        self.shown = self.colour
        self.face = self.value = int(face)
        self.held = held(t, self.seat, "extra")
        return moments.then(t, self.seat, self.choose_way)

    # -- as what -----------------------------------------------------------------------------------------------------

    def choose_way(self, t: Tekhenu) -> Outcome:
        """Ask how to take the die (T-TURN-3, DEC-11, DEC-13, DEC-14): required where it cannot be used as it lies, else
        a window."""
        if self.way:
            return self.choose_value(t)
        forbidden = t.purity(self.section, self.colour) == FORBIDDEN
        options = self.ways(t, forbidden)
        if not options:
            return self.choose_value(t)
        needed = not self.idle and (forbidden or not (self.can_produce or self.usable(t)))
        return Ask(
            self.seat,
            Pick(
                "as",
                self.way_prompt(needed),
                options,
                low=1 if needed else 0,
                default=None if needed else [],
                text=lambda key: self.way_text(t, key),
                why_not=lambda key: self.why_not_way(t, key),
            ),
            self.set_way,
        )

    def way_prompt(self, needed: bool) -> str:
        taken = {"die": die(self.colour, self.face), "section": self.section}
        if needed:
            return Say("Take the {die} of {section} (it cannot be used as it lies) as", **taken)
        return Say("Take the {die} of {section} as", **taken)

    def ways(self, t: Tekhenu, forbidden: bool) -> list[str]:
        """List how else the die may be taken than as it lies."""
        options: list[str] = list(adjusted(t, self.seat, "forbidden", ())) if forbidden else []
        if funds(t, self.seat, "scribe") >= ANUBIS_SCRIBES:
            options.append(ANUBIS)
        return options + held(t, self.seat, "anubis") + self.colours(t)

    def way_text(self, t: Tekhenu, key: str) -> str:
        return words.way_text(self, t, key)

    def why_not_way(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        return words.why_not_way(self, t, key)

    def colours(self, t: Tekhenu) -> list[str]:
        """List `B11 white`: colours that a Blessing may give the die and with which it can be used (RUL-25)."""
        cards = held(t, self.seat, "colour")
        if not cards:
            return []
        tolerant = bool(adjusted(t, self.seat, "forbidden", ()))
        return [
            f"{card} {colour}"
            for colour in t.data.dice
            if colour != self.colour and (tolerant or t.purity(self.section, colour) != FORBIDDEN)
            for card in cards
            if colour not in BARREN or self.works_as(t, card, colour)
        ]

    def works_as(self, t: Tekhenu, card: str, colour: str) -> bool:
        """Tell whether a die that counts as one that cannot produce serves the action of its section."""
        steps = self.steps + t.data.cards[card].effect["adjust_die_optional"]
        with self.spent(t, card):
            works = self.grey_works(t, self.section, self.face, steps=steps, colour=colour, shown=self.shown)
        if works or self.idle or not self.hopes(t):
            return works or self.idle
        return outlook.completes(t, self, lambda twin, table: twin.set_way(table, [f"{card} {colour}"]))

    def set_way(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return moments.then(t, self.seat, self.choose_value)
        key = keys[0]
        if key in (PURE, TAINTED):
            self.way = key
            return moments.then(t, self.seat, self.choose_value)
        if key == ANUBIS:
            return paying(t, self.seat, "scribe", ANUBIS_SCRIBES, self.call_anubis)
        card, _, colour = key.partition(" ")
        play(t, self.seat, card, colour)
        if not colour:
            return Next(self.call_anubis)
        self.colour = colour
        self.steps += t.data.cards[card].effect["adjust_die_optional"]
        return moments.then(t, self.seat, self.choose_way)

    def call_anubis(self, t: Tekhenu) -> Outcome:
        """Call Anubis: from now on only the value matters (T-ANUBIS-1)."""
        self.way = ANUBIS
        react(t, self.seat, "anubis")
        return moments.then(t, self.seat, self.choose_value)

    # -- with what value ---------------------------------------------------------------------------------------------

    def choose_value(self, t: Tekhenu) -> Outcome:
        """Ask for one value for the whole turn (DEC-12, DEC-24, RUL-14), by the cheapest way; named Blessings only if
        played. Scribes may change an Anubis die too (T-ANUBIS-3)."""
        seat = self.seat
        if self.taint(t) == FORBIDDEN:
            return self.place(t)  # RUL-15: it will do nothing
        if not (self.steps or t.players[seat].technologies or self.has_cards(t) or funds(t, seat, "scribe")):
            return self.place(t)
        options = self.value_options(t)
        default = str(self.face)
        if not (options.reaches(2) if default in options else supposed(t) or options.reaches(1)):
            return self.place(t)
        return Ask(
            seat,
            Pick(
                "value",
                Say("Value of the die, now {face}", face=self.face),
                options,
                default=[default] if default in options else None,
                text=lambda key: words.value_text(self, t, key),
                why_not=lambda key: self.why_not_value(t, key),
            ),
            self.set_value,
        )

    def why_not_value(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        return words.why_not_value(self, t, key)

    def value_options(self, t: Tekhenu) -> Sifted:
        """List the values by free steps and Scribes, and those that a Blessing turns the die to."""
        shown = self.values_shown(t)
        options: dict[str, Callable[[], bool] | None]
        if self.can_produce and not self.free(t, [GOD, PRODUCE]):  # a production asks for nothing but the Scribes
            reach = SCRIBE_REACH * funds(t, self.seat, "scribe") + self.steps
            options = {str(value): None for value in shown if abs(value - self.face) <= reach}
        else:
            options = {str(value): partial(self.within_reach, t, value) for value in shown}
        for card in held(t, self.seat, "value"):
            options.update({f"{card} {v}": partial(self.turns, t, card, v) for v in shown if v != self.face})
        return Sifted(options)

    def usable(self, t: Tekhenu) -> bool:
        """Tell whether there are any: found sooner than all of them, and most often as the die lies."""
        nearest = sorted(self.values_shown(t), key=lambda value: abs(value - self.face))
        if any(self.price(t, value) is not None for value in nearest):
            return True
        alike = {played_gold(t, self.seat, card): card for card in held(t, self.seat, "value")}
        cards = alike.values()
        return any(self.turns(t, card, value) for card in cards for value in nearest[1:])

    def within_reach(self, t: Tekhenu, value: int) -> bool:
        """Tell whether free steps and Scribes bring the die to a value."""
        return self.price(t, value) is not None

    def values_shown(self, t: Tekhenu) -> tuple[int, ...]:
        """Return the values that the die itself can show."""
        return t.data.values_of(self.shown) if t.data.faces else VALUES

    def price(self, t: Tekhenu, value: int) -> tuple[int, int] | None:
        """Find the cheapest way to a value (EX-11): Scribes, and steps left to an action's free change. None: no
        way."""
        need = max(0, abs(value - self.face) - self.steps)
        if not need:
            return (0, 0) if self.can_produce or self.completes(t, value) else None
        free, purse = self.free(t, [GOD, PRODUCE]), funds(t, self.seat, "scribe")
        if self.can_produce and not free:  # a production asks for nothing more
            spent = by_scribes(need)
            return (spent, 0) if spent <= purse else None
        for spent in range(min(purse, by_scribes(need)) + 1):
            debt = max(0, need - SCRIBE_REACH * spent)
            if debt <= free and self.completes(t, value, debt, spent):
                return spent, debt
        return None

    def completes(self, t: Tekhenu, value: int, debt: int = 0, spent: int = 0) -> bool:
        """Tell whether the turn can be completed with a value, if Scribes are spent now and steps are left to be
        covered."""
        before = self.value, self.debt
        self.value, self.debt = value, debt
        try:
            if self.finishes(t, [Cost("scribe", spent)] if spent else []):
                return True
            if not self.hopes(t) or not (self.spared(t) or self.thinkable(t, value)):
                return False
            if hopeless(t, self):
                return False
            return outlook.completes(t, self, lambda twin, table: twin.pay_value(table, spent))
        finally:
            self.value, self.debt = before

    def thinkable(self, t: Tekhenu, value: int) -> bool:
        return any(t.book.actions[god].thinkable(t, self.seat, value) for god in self.gods(t))

    def turns(self, t: Tekhenu, card: str, value: int) -> bool:
        """Tell the same if a Blessing turns the die."""
        with self.spent(t, card):
            return self.completes(t, value)

    def set_value(self, t: Tekhenu, keys: Keys) -> Outcome:
        parts = keys[0].split()
        if parts[0] in t.data.cards:
            self.value = int(parts[1])
            play(t, self.seat, parts[0], parts[1])
            return Next(self.place)
        value = int(parts[0])
        spent, self.debt = self.price(t, value) or (0, 0)
        self.value = value
        return self.pay_value(t, spent)

    def pay_value(self, t: Tekhenu, spent: int) -> Outcome:
        self.pending = VALUE
        return paying(t, self.seat, "scribe", spent, self.place)

    # -- onto the scale ----------------------------------------------------------------------------------------------

    def place(self, t: Tekhenu) -> Outcome:
        """Place the die: pure left, tainted right, Anubis (and a forbidden die of RUL-15) below the scale
        (T-TURN-4)."""
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
        for follow in t.book.taken.values():
            follow(t, self.seat, self.section)
        if self.purity == PURE:
            react(t, self.seat, "took pure")
        elif self.purity == FORBIDDEN:
            self.held = []
        self.stage = BEFORE
        return Next(self.windows)


def anubis_said(t: Tekhenu) -> dict[str, str]:
    """Say how Anubis is called with a die, for menus."""
    return {ANUBIS: Say("for {n} scribes: any die, any god or resource", n=ANUBIS_SCRIBES)}
