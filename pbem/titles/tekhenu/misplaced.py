"""Why a line has no place in a move: a card not held, a moment that has passed, one answer too many."""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.board import ANUBIS, ANUBIS_SCRIBES, VALUES
from pbem.titles.tekhenu.cards import holding_rule, in_hand
from pbem.titles.tekhenu.show.turn import OUT_OF_RANGE
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.pay import funds
from pbem.titles.tekhenu.turns.turn import OPEN, Turn

__all__ = ["misplaced"]


def misplaced(t: Tekhenu, seat: Seat, name: str, words: str) -> tuple[str, str] | None:
    """Give the reason why a line answers no question, with its rule."""
    turn = next((frame for frame in t.stack if isinstance(frame, Turn)), None)
    never = turn.why_never(t, words) if turn is not None and turn.section and name == "as" else None
    if never is not None:
        return never
    for word in words.replace(",", " ").upper().split():
        if playable(t, word) and name not in ("cards", "keep", "destiny", "start"):
            if not in_hand(t, seat, word):
                return Say("you do not hold {word}", word=word), holding_rule(t, word)
            return Say("{word} cannot be played at this moment", word=word), t.data.cards[word].rule
    scribes = funds(t, seat, "scribe")
    if words.partition(" ")[0] == ANUBIS and scribes < ANUBIS_SCRIBES:
        return Say("an Anubis action costs {n} scribes", n=ANUBIS_SCRIBES), "T-ANUBIS-1"
    if name == "value" and words.lstrip("-").isdecimal() and words not in map(str, VALUES):
        return OUT_OF_RANGE
    if name == "value" and not scribes:
        return Say("a value is changed with scribes or by cards, and you have none"), "T-SCRIBE-1"
    if name in ("as", "value") and turn is not None and turn.stage != OPEN:
        return Say("the die lies on the scale already"), "T-TURN-4"
    kind = t.book.questions.get(name)
    return kind.place if kind is not None else None


def playable(t: Tekhenu, card: str) -> bool:
    """Tell whether it is a card that somebody may hold and play."""
    return card in t.book.blessings or any(card in deck for _, deck in t.book.hands.values())
