"""The book of a game of Ankh: what its modules registered, and nothing that another game of the process has.

Rules reach it as `t.book`. They find actions, events, phases and declarations by name there, so a module may add to
each of them; and none of them has to import those that come after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.book import Book, Register
from pbem.core.cards import Deck, Decks

if TYPE_CHECKING:
    from pbem.core.procedures import Procedure
    from pbem.core.questions import Question, Seat

KINDS = ("power", "god", "card", "guardian", "standing")


class AnkhBook(Book):
    """Declarations, actions, events and phases of one box."""

    def __init__(self, modules: Sequence[str] = ()) -> None:
        super().__init__(modules)
        self.decks = Decks({kind: Deck(kind) for kind in KINDS})
        self.powers = self.decks["power"]
        self.gods = self.decks["god"]
        self.cards = self.decks["card"]
        self.guardians = self.decks["guardian"]
        self.standing = self.decks["standing"]
        """What changes values for every side while it is in force."""
        self.in_force: Callable[[Any], Sequence[str]] = lambda t: ()
        """Which of them are in force now."""
        self.actions: Register[Callable[..., Procedure]] = Register("actions")
        """Track -> the procedure of its action, from top to bottom (A-TURN-2)."""
        self.inner: Register[Callable[..., Procedure]] = Register("procedures within others")
        """What a module put something around: the procedure within, by its name."""
        self.events: Register[Callable[..., Procedure]] = Register("events")
        """Type of an event space -> its procedure (A-EVT)."""
        self.after: Register[Callable[..., Procedure]] = Register("what follows a Conflict")
        """Merge of gods, forgotten gods, the end of the game."""
        self.opening: Register[Callable[[Any], None]] = Register("what a Conflict begins with")
        self.phases: Register[Callable[..., Procedure]] = Register("phases of a Battle")
        """Procedures in their order (A-BATTLE)."""
        self.setup: Register[Callable[[Any], None]] = Register("steps of the set-up")
        self.prelude: Register[Callable[..., Procedure]] = Register("what is decided before the first turn")
        self.closing: Register[Callable[..., Procedure]] = Register("what a Conflict ends with")
        """After everything else, merge and forgotten gods included."""
        self.doomed: Callable[[Any, int, Seat], list[str]] = _nobody
        """Where units stand that a resolution kills, given the region and the winner (A-BATTLE-5e)."""
        self.dominated: Callable[[Any, int, Seat], list[str]] = _nobody
        """The same when a region is dominated."""
        self.windows: Register[frozenset[str]] = Register("windows")
        """Powers and abilities of gods by the window that they open."""
        self._for_modules()

    def _for_modules(self) -> None:
        """Make registers that are empty, or the base game's, until a module registers something."""
        self.fills: Register[Callable[[Any], Mapping[str, str]]] = Register("what fills spaces")
        """Spaces that neither a unit nor a Monument fills, with what does: nobody may end there (A-MAP-3)."""
        self.counts_as: Register[frozenset[str]] = Register("Monuments that stand for others")
        """Kinds of Monuments that a kind stands for besides its own, wherever a kind is asked for but in majorities."""
        self.grounds: Register[Callable[[Any, Seat], tuple[set[str], set[str]]]] = Register("where units are summoned")
        """By permission: land spaces, and Water for units that may be summoned there."""
        self.neutralising: Register[Callable[[Any, str], bool]] = Register("what takes the strength of a unit")
        self.order_of_regions: Callable[[Any], list[int]] = lambda t: sorted(t.tokens.values())
        """Order tokens in the order in which a Conflict resolves their regions (A-CONF-2)."""
        self.recovering: Register[Callable[[Any, Seat], None]] = Register("what comes back with used Battle cards")
        self.joining: Register[Callable[[Any, Seat, Seat], None]] = Register("what becomes of the lesser god's things")
        self.forgetting: Register[Callable[[Any, Seat], None]] = Register("what becomes of a forgotten god's things")
        self.forms: Register[Callable[[Any, Seat], list[Question]]] = Register("what a turn mail offers to send ahead")
        self.problems: Register[Callable[[Any], Iterator[str]]] = Register("invariants")
        self.conserved: Register[Callable[[Any, dict[str, int]], None]] = Register("counts that never change")
        self.piles: Register[Callable[[Any], list[list[str]]]] = Register("piles that lie face down")
        self.event_names: Register[str] = Register("names of events")
        """What spaces of the event track are called where a module plays them otherwise."""
        self.event_followers: Callable[[Any], dict[int, int]] = lambda t: {}
        """Followers that lie on spaces of the event track, by index."""

    def close(self) -> None:
        windows: dict[str, set[str]] = {}
        for deck in (self.powers, self.gods):
            for window, cards in deck.windows.items():
                windows.setdefault(window, set()).update(cards)
        self.windows.include({window: frozenset(idents) for window, idents in windows.items()})


def _nobody(*_: Any, **__: Any) -> Any:
    raise AssertionError("this book was not opened by the title")
