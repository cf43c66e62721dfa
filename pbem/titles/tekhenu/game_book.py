"""The book of a game of Tekhenu: what its modules registered, and nothing that another game of the process has.

Rules reach it as `t.book`. They find actions, cards, phases and services by name there, so a module may add to each of
them; and none of them has to import those that come after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.book import Book, Register
from pbem.core.cards import Deck, Decks

if TYPE_CHECKING:
    from pbem.core.procedures import Ask, Procedure
    from pbem.core.questions import Seat

KINDS = ("blessing", "technology", "decree", "destiny", "starting")
"""Kinds of cards, each with a deck of declarations."""


class TekhenuBook(Book):
    """Decks, actions, procedures and steps of one box."""

    def __init__(self, modules: Sequence[str] = ()) -> None:
        super().__init__(modules)
        self.decks = Decks({kind: Deck(kind) for kind in KINDS})
        self.blessings = self.decks["blessing"]
        self.technologies = self.decks["technology"]
        self.decrees = self.decks["decree"]
        self.destiny = self.decks["destiny"]
        self.starting = self.decks["starting"]
        self.actions: Register[Any] = Register("actions")
        """God -> the procedure of its action (a subclass of `GodAction`)."""
        self.abilities: Register[Callable[..., Any]] = Register("abilities of Pillar tiles")
        self.procedures: Register[Callable[..., Procedure]] = Register("procedures")
        """Parts of the game by name: what a phase, a turn or a choice is played by."""
        self.layout: Register[Callable[[Any], None]] = Register("steps of the set-up")
        """Laid out in this order, before anybody is asked (T-SETUP)."""
        self.maat_start: Register[Callable[[Any], None]] = Register("what a Maat phase begins with")
        self.clearing: Register[Callable[[Any], None]] = Register("what the Maat phase clears")
        self.scoring: Register[Callable[[Any, Seat], int]] = Register("scoring lines")
        """What a seat gets for what stands on the board, by what it is for (T-SCORE)."""
        self.worth: Register[Callable[[Any, Seat, int], float]] = Register("what the computer thinks of actions")
        self.numbers: Register[Callable[..., Any]] = Register("numbers")
        """Figures of a seat that modules may reckon otherwise: balance, penalty, ankh, bread due, bonus."""
        self.scored: Register[Callable[[Any], None]] = Register("what follows the points of a scoring")
        self.end_points: Register[Callable[[Any], None]] = Register("points at the end, after the Decrees")
        self.elsewhere: Register[Callable[[Any], list[str]]] = Register("cards that lie in parts of modules")
        self.buildings: Register[Callable[[Any], list[Seat]]] = Register("Buildings on boards of modules")
        self.problems: Register[Callable[[Any], Iterable[str]]] = Register("invariants of modules")
        self._for_modules()

    def _for_modules(self) -> None:
        """Make registers that are empty, or nobody's, until a module registers something."""
        self.automata: frozenset[Seat] = frozenset()
        """Seats whose turns decide nothing: they are asked nothing, and dealt nothing to choose from."""
        self.bot_actions: Register[Callable[[Any, str, int], int | None]] = Register("actions of the automaton")
        """God -> what the automaton does there with a die; the VP that it gets instead if it cannot."""
        self.bot: Register[Callable[..., Any]] = Register("how the automaton chooses")
        self.reached: Register[Callable[[Any, int], None]] = Register("what a Population marker sets off")
        self.hands: Register[tuple[Callable[[Any, Seat], Sequence[str]], Deck]] = Register("further cards to play")
        """Cards of modules that are played in the windows of Blessings: where a seat has them, and their deck."""
        self.played: Register[Callable[[Any, Seat, str], bool]] = Register("where played cards go")
        """Takes a card that is no Blessing out of the hand it is played from; False if it was not there."""
        self.words: Register[Callable[[Any, Seat], list[str]]] = Register("what cards of any moment are played for")
        self.performed: Register[Callable[[Any, Any, Sequence[str]], None]] = Register("what follows a god action")
        """Table, action, Technologies that work for it; in their order (T-TURN-8)."""
        self.bonuses: Register[Callable[[Any, Seat], None]] = Register("bonuses of Statues that are no fixed amounts")
        self.taken: Register[Callable[[Any, Seat, str], None]] = Register("what follows the taking of a die")
        self.prospects: Register[Callable[[Any, Seat, int], Mapping[str, int]]] = Register("what actions bring at most")
        self.playing: tuple[str, ...] = ("produce",)
        """Windows in which a card is named by `play`, beside that of any moment."""
        self.placing: frozenset[str] = frozenset()
        """Questions where to put something that brings nothing by itself: all answers lead to the same."""
        self.hiding: Register[Callable[[Any], None]] = Register("what trials must not know")
        self.secrets: Register[Callable[[Any, str], None]] = Register("face-down piles of modules")
        """Shuffles each anew; the text is the beginning of the label."""
        self.menus: Register[Callable[[Any, Seat, list[int]], Any]] = Register("what actions of modules ask, for menus")
        self.counts: Register[Callable[[Any, Seat, Any], int]] = Register("what Decrees count")
        self.exempt: frozenset[str] | None = None
        """Events whose reactions are not limited to one in a turn, where a module limits all others (S-TRIG-1)."""
        self.offer: Callable[..., Ask] = _nobody
        """Ask within a turn, without the answers after which it could not be completed."""
        self.narrow: Callable[..., None] = _nobody
        self.together: Callable[..., bool] = _nobody
        self.careful: Callable[..., Any] = _nobody
        self.leads_on: Callable[..., bool] = _nobody

    def declared(self, card: str) -> Any:
        """Return the declaration of a card in whichever deck it is; None if no module has it."""
        return next((deck.cards[card] for deck in self.decks.values() if card in deck), None)


def _nobody(*_: Any, **__: Any) -> Any:
    raise AssertionError("this book was not opened by the title")
