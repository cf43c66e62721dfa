"""A turn with the expansion (S-DICE, S-SET-1, S-ANUBIS): dice that give Warriors and Priests, dice of the Seth board,
the colour named with Anubis, Artifacts.

`as: anubis red` or `as: anubis blue` uses Anubis for a god action, the colour named at once (S-ANUBIS-1); `as: anubis`
alone uses it to produce, which gives neither Warriors nor Priests (S-R-05).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Call, Next, Outcome
from pbem.core.questions import Keys, Sifted
from pbem.core.trial import supposed
from pbem.core.words import Say
from pbem.titles.tekhenu.actions.god import GodAction, possible
from pbem.titles.tekhenu.actions.osiris import Osiris, free_districts
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.board import ANUBIS, ANUBIS_SCRIBES, BARREN, DICE, FORBIDDEN, PURE, TAINTED, VALUES
from pbem.titles.tekhenu.cards import adjusted, held, play, react
from pbem.titles.tekhenu.fixes import ONCE
from pbem.titles.tekhenu.seth import dice_words
from pbem.titles.tekhenu.seth.part import SETH, tables
from pbem.titles.tekhenu.seth.seth_cards import ACTION, PURE_DIE
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns import moments, outlook
from pbem.titles.tekhenu.turns.means import EXTRA, NOTHING, by_scribes
from pbem.titles.tekhenu.turns.pay import Cost, funds, paying
from pbem.titles.tekhenu.turns.turn import Turn

GREEN = "green"
HELPING = ("any", ACTION)
"""Windows of cards that may bring something between die and action."""
STEPS_ONLY = frozenset(("B07", "B08"))
"""Cards of any moment that move the people track and nothing else; the base game reckons with them."""
MIND = "pbem.titles.tekhenu.seth.mind"
ASKED = (
    Asked(
        "reward",
        (Say("only a Conquest tile under a new Pillar leaves that choice"), "S-RA-2"),
        judge=f"{MIND}:judge_reward",
    ),
)
"""The questions of this module."""


@dataclass(eq=False, repr=False)
class SethTurn(Turn):
    """One turn. `named` is the colour said with Anubis; `waiting`: what the die gives waits for an action, because none
    was possible as it was taken (S-R-39)."""

    kind: ClassVar[str] = "tekhenu.seth_turn"
    module: ClassVar[str] = SETH
    named: str = ""
    waiting: bool = False

    # -- what the die is for -----------------------------------------------------------------------------------------

    @property
    def can_produce(self) -> bool:
        """Not with red, blue and green dice (S-DICE-3), not with those of the Seth board (S-R-06); with Anubis unless a
        colour was named for a god action."""
        if self.way == ANUBIS:
            return not self.named
        return self.section != SETH and self.colour not in BARREN

    def gods(self, t: Tekhenu) -> Sequence[str]:
        if self.way == ANUBIS:
            return tuple(t.book.actions) if self.named else ()
        return (self.section,)

    def countless(self, t: Tekhenu) -> bool:
        return True

    def hopes(self, t: Tekhenu) -> bool:
        """Tell whether cards may act between die and action: those that bring Warriors, Priests or tokens, and actions
        by Artifacts, too."""
        if any(card not in STEPS_ONLY for window in HELPING for card in held(t, self.seat, window)):
            return True
        return super().hopes(t)

    def has_cards(self, t: Tekhenu) -> bool:
        return super().has_cards(t) or any(hand(t, self.seat) for hand, _ in t.book.hands.values())

    # -- what the die gives ------------------------------------------------------------------------------------------

    def gift(self, t: Tekhenu, colour: str, value: int) -> dict[str, int]:
        """Return Warriors or Priests equal to the final value, with what a Technology adds (S-DICE-2, S-ANUBIS-1)."""
        what = tables(t).gives.get(colour)
        return {what: adjusted(t, self.seat, "die gives", value)} if what else {}

    @contextmanager
    def gifted(self, t: Tekhenu, colour: str, value: int) -> Iterator[None]:
        """Suppose that the die had given what it gives: it comes before the cost is judged (S-R-40)."""
        stock = t.players[self.seat].stock
        before = {what: stock[what] for what in self.gift(t, colour, value)}
        for what, n in self.gift(t, colour, value).items():
            stock[what] = min(stock[what] + n, tables(t).track_max)
        try:
            yield
        finally:
            stock.update(before)

    @property
    def giving(self) -> str:
        """The colour by which the die gives something."""
        return self.named if self.way == ANUBIS else self.colour

    def give(self, t: Tekhenu) -> None:
        what = tables(t).gives.get(self.giving)
        self.waiting = False
        if what:
            t.gain(self.seat, {what: self.value})
            t.tell("seth/gave", self.seat, what=what, n=self.value)
            react(t, self.seat, "die gave", what=what)

    def acts(self, t: Tekhenu, god: str, colour: str, value: int, scribes: int, waivers: bool) -> bool:
        with self.gifted(t, colour, value):
            if god == SETH and not waivers:
                return funds(t, self.seat, "scribe") >= scribes and possible(t, self.seat, god, value, waivers=False)
            return super().acts(t, god, colour, value, scribes, waivers)

    def finishes(self, t: Tekhenu, costs: Sequence[Cost] = ()) -> bool:
        if self.purity:
            return super().finishes(t, costs)
        with self.gifted(t, self.giving, self.value):
            return super().finishes(t, costs)

    def can_act(self, t: Tekhenu, god: str, scribes: int = 0) -> bool:
        if not self.waiting:
            return super().can_act(t, god, scribes)
        with self.gifted(t, self.giving, self.value):
            return super().can_act(t, god, scribes)

    # -- which die ---------------------------------------------------------------------------------------------------

    def dice(self, t: Tekhenu) -> Sequence[str]:
        """List the dice of the wheel and of the Seth board that can be used (SD-06, S-R-12), or taken without an
        action."""
        options: dict[str, Callable[[], bool] | None] = {}
        others: dict[str, Callable[[], bool] | None] = {}
        for god, dice in t.dice.items():
            for lying in dice:
                colour, face = DICE[lying]
                if god != SETH and colour not in BARREN and t.purity(god, colour) != FORBIDDEN:
                    options[f"{god} {lying}"] = None
                else:
                    others[f"{god} {lying}"] = partial(self.serves, t, god, colour, face)
        if options or not self.no_action(t):
            return Sifted({**options, **others})
        return list(dict.fromkeys([*Sifted(others), *self.idle_dice(t)]))

    def serves(self, t: Tekhenu, god: str, colour: str, face: int) -> bool:
        """Tell whether a die that cannot simply produce can be used in some way."""
        probe = copy(self)
        probe.section, probe.colour, probe.shown = god, colour, colour
        probe.face = probe.value = face
        probe.held = held(t, self.seat, "extra")
        if god != SETH:
            if probe.anubis_means(t) or held(t, self.seat, "colour"):
                return True
            if t.purity(god, colour) == FORBIDDEN:
                return bool(adjusted(t, self.seat, "forbidden", ())) or bool(held(t, self.seat, PURE_DIE))
        if self.grey_works(t, god, face, colour=colour) or self.grey_helped(t, god, face, colour):
            return True
        return god == SETH and bool(probe.colours(t) or probe.anubis_ways(t))

    def idle_dice(self, t: Tekhenu) -> list[str]:
        """List dice of the wheel; of the Seth board only if the wheel offers none (S-R-39)."""
        lies = [(god, text) for god, dice in t.dice.items() for text in dice if god != SETH]
        lies = lies or [(SETH, text) for text in t.dice[SETH]]
        free = [(god, text) for god, text in lies if t.purity(god, DICE[text][0]) != FORBIDDEN]
        return [f"{god} {text}" for god, text in free or lies]

    def idles(self, t: Tekhenu, key: str) -> bool:
        """Tell whether a die may be placed without an action; any other has to be used, by whatever card (S-R-39);
        games of before F4 go on without that."""
        return super().idles(t, key) and (key in self.idle_dice(t) or ONCE not in t.live.fixes)

    def no_action(self, t: Tekhenu) -> bool:
        """Tell whether no action is possible (RUL-15), with the dice of the expansion."""
        lies = [(god, *DICE[text]) for god, dice in t.dice.items() for text in dice]
        anubis = funds(t, self.seat, "scribe") >= ANUBIS_SCRIBES
        tolerant = bool(adjusted(t, self.seat, "forbidden", ()))
        for god, colour, face in lies:
            if god != SETH and anubis and colour != GREEN:
                return False
            if t.purity(god, colour) == FORBIDDEN:
                if tolerant:
                    return False
            elif (god != SETH and colour not in BARREN) or self.grey_works(t, god, face, waivers=False, colour=colour):
                return False
        return True

    def spelled(self, said: str) -> str | None:
        """Read `seth 3`: all dice there are grey."""
        god, _, rest = said.partition(" ")
        return f"{SETH} grey {rest}" if god == SETH and rest.isdecimal() else None

    # -- as what -----------------------------------------------------------------------------------------------------

    def ways(self, t: Tekhenu, forbidden: bool) -> list[str]:
        options: list[str] = list(adjusted(t, self.seat, "forbidden", ())) if forbidden else []
        if self.section != SETH and t.purity(self.section, self.colour) != PURE:
            options += held(t, self.seat, PURE_DIE)
        return options + self.anubis_ways(t) + self.colours(t)

    def colours(self, t: Tekhenu) -> list[str]:
        """List any of the eight colours; with a die of the Seth board each has to serve a Seth action (S-R-07)."""
        if self.section != SETH:
            return super().colours(t)
        return [
            f"{card} {colour}"
            for colour in t.data.dice
            if colour != self.colour
            for card in held(t, self.seat, "colour")
            if self.works_as(t, card, colour)
        ]

    def anubis_means(self, t: Tekhenu) -> list[str]:
        """Say how Anubis can be called: never with the green die (S-ANUBIS-3), and for a die of the Seth board by
        option only (S-R-06)."""
        if self.shown == GREEN or (self.section == SETH and not t.options.anubis_may_take_seth_die):
            return []
        means = [ANUBIS] if funds(t, self.seat, "scribe") >= ANUBIS_SCRIBES else []
        return means + held(t, self.seat, "anubis")

    def anubis_ways(self, t: Tekhenu) -> list[str]:
        """List what Anubis is called for: to produce, or for a god action with a colour (S-ANUBIS-1, SD-08)."""
        means = self.anubis_means(t)
        named = [f"{how} {colour}" for how in means for colour in tables(t).gives if self.anubis_acts(t, how, colour)]
        return (means if self.section != SETH else []) + named

    def anubis_acts(self, t: Tekhenu, how: str, colour: str) -> bool:
        """Tell whether a god action is possible by Anubis with a colour named."""
        if supposed(t):
            return True
        probe = copy(self)
        probe.way, probe.named = ANUBIS, colour
        price = ANUBIS_SCRIBES if how == ANUBIS else 0
        for value in self.values_shown(t):
            probe.value = value
            scribes = price + by_scribes(max(0, abs(value - self.face) - self.steps))
            if scribes <= funds(t, self.seat, "scribe") and probe.finishes(t, [Cost("scribe", scribes)]):
                return True
        return outlook.completes(t, self, lambda twin, table: twin.set_way(table, [f"{how} {colour}"]))

    def set_way(self, t: Tekhenu, keys: Keys) -> Outcome:
        word, _, colour = keys[0].partition(" ") if keys else ("", "", "")
        if word in t.book.decks["artifact"]:
            play(t, self.seat, word)
            self.way = PURE
            return moments.then(t, self.seat, self.choose_value)
        if word != ANUBIS and word not in held(t, self.seat, "anubis"):
            return super().set_way(t, keys)
        self.named = colour
        if word == ANUBIS:
            return paying(t, self.seat, "scribe", ANUBIS_SCRIBES, self.call_anubis)
        play(t, self.seat, word, colour)
        return Next(self.call_anubis)

    # -- onto the scale ----------------------------------------------------------------------------------------------

    def place(self, t: Tekhenu) -> Outcome:
        """Place the die; what it gives comes as it is taken (S-R-40), nothing without an action (S-R-39)."""
        outcome = super().place(t)
        if self.idle and self.way != ANUBIS:
            self.waiting = self.purity != FORBIDDEN
        else:
            self.give(t)
        return outcome

    def set_action(self, t: Tekhenu, keys: Keys) -> Outcome:
        if self.waiting and keys[0] != NOTHING:
            self.give(t)
        return super().set_action(t, keys)

    # -- actions by Artifacts ----------------------------------------------------------------------------------------

    def extra_options(self, t: Tekhenu) -> list[str]:
        return super().extra_options(t) + [
            key for card in held(t, self.seat, ACTION) for key in self.by_artifact(t, card)
        ]

    def by_artifact(self, t: Tekhenu, card: str) -> list[str]:
        """List `R07 thoth`, `R08 osiris 4`: actions that an Artifact allows now, before or after that of the turn."""
        action = t.data.cards[card].effect["action"]
        if action["god"] == "osiris":
            values = VALUES if action["value"] == "any" else [action["value"]]
            rows = [row for row in values if free_districts(t, row, [])] if t.players[self.seat].buildings else []
            return [f"{card} osiris {row}" for row in rows]
        waive = "papyrus" in action["waive"]
        return [f"{card} thoth"] if Thoth.possible(t, self.seat, action["value"], waive=waive) else []

    def set_extra(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys or keys[0].split()[0] not in t.book.decks["artifact"]:
            return super().set_extra(t, keys)
        card, god, *row = keys[0].split()
        play(t, self.seat, card, " ".join([god, *row]))
        self.action = ""
        self.pending = EXTRA if self.unfinished(t) else ""
        printed = t.data.cards[card].effect["action"]
        value, waived = int(row[0]) if row else printed["value"], printed["waive"]
        action: GodAction = (
            Osiris(seat=self.seat, value=value, free="happiness" in waived)
            if god == "osiris"
            else Thoth(seat=self.seat, value=value, waive="papyrus" in waived)
        )
        return Call(action, self.windows)

    # -- words -------------------------------------------------------------------------------------------------------

    def extra_text(self, t: Tekhenu, key: str) -> str:
        card = key.split()[0]
        if card not in t.book.decks["artifact"]:
            return super().extra_text(t, key)
        return dice_words.use_text(t, card)

    def die_text(self, t: Tekhenu, key: str) -> str:
        return dice_words.die_text(self, t, key)

    def why_not_die(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        return dice_words.why_not_die(self, t, key) or super().why_not_die(t, key)

    def way_text(self, t: Tekhenu, key: str) -> str:
        return dice_words.way_text(self, t, key) or super().way_text(t, key)

    def why_not_way(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        return dice_words.why_not_way(self, t, key) or super().why_not_way(t, key)

    def why_never(self, t: Tekhenu, said: str) -> tuple[str, str] | None:
        return dice_words.never_way(self, t, said)

    def why_not_value(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        return dice_words.why_not_value(self, t, key) or super().why_not_value(t, key)

    def why_not_action(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        return dice_words.why_not_action(self, t, key) or super().why_not_action(t, key)


def anubis_said(t: Tekhenu) -> dict[str, str]:
    """Say how Anubis is called with a die, for menus (SD-08)."""
    cost = {"n": ANUBIS_SCRIBES}
    return {
        f"{ANUBIS} red": Say("for {n} scribes: any god; Warriors equal to its value", **cost),
        f"{ANUBIS} blue": Say("for {n} scribes: any god; Priests equal to its value", **cost),
        ANUBIS: Say("for {n} scribes: any resource", **cost),
    }


def purity_beside(t: Tekhenu, god: str, colour: str) -> str:
    """Return Tainted for dice of the Seth board (S-SET-1), Pure for one that counts as green (S-R-07)."""
    return PURE if colour == GREEN else TAINTED
