"""Why a line has no place in a move: a card not held, a moment that has passed, one answer too many."""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.board import ANUBIS, ANUBIS_SCRIBES, VALUES
from pbem.titles.tekhenu.cards import holding_rule, in_hand
from pbem.titles.tekhenu.show.turn_words import OUT_OF_RANGE
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.pay import funds
from pbem.titles.tekhenu.turns.turn import OPEN, Turn

__all__ = ["misplaced", "value", "way"]


def misplaced(t: Tekhenu, seat: Seat, name: str, words: str) -> tuple[str, str] | None:
    """Give the reason why a line answers no question, with its rule."""
    kind = t.book.questions.get(name)
    if kind is not None and kind.misplaced is not None:
        return kind.why_not_here(t, seat, words)
    return _played(t, seat, name, words) or (kind.place if kind is not None else None)


def way(t: Tekhenu, seat: Seat, words: str) -> tuple[str, str] | None:
    """Give the reason why `as` has no place in a move."""
    turn = _turn(t)
    never = turn.why_never(t, words) if turn is not None and turn.section else None
    return never or _played(t, seat, "as", words) or _too_late(turn)


def value(t: Tekhenu, seat: Seat, words: str) -> tuple[str, str] | None:
    """Give the reason why `value` has no place in a move."""
    played = _played(t, seat, "value", words)
    if played is not None:
        return played
    if words.lstrip("-").isdecimal() and words not in map(str, VALUES):
        return OUT_OF_RANGE
    if not funds(t, seat, "scribe"):
        return Say("a value is changed with scribes or by cards, and you have none"), "T-SCRIBE-1"
    return _too_late(_turn(t))


def _turn(t: Tekhenu) -> Turn | None:
    return next((frame for frame in t.stack if isinstance(frame, Turn)), None)


def _too_late(turn: Turn | None) -> tuple[str, str] | None:
    if turn is not None and turn.stage != OPEN:
        return Say("the die lies on the scale already"), "T-TURN-4"
    return None


def _played(t: Tekhenu, seat: Seat, name: str, words: str) -> tuple[str, str] | None:
    """Give the reason why cards or an Anubis action in a line cannot be played, whatever the line answers."""
    for word in words.replace(",", " ").upper().split():
        if playable(t, word) and name not in ("cards", "keep", "destiny", "start"):
            if not in_hand(t, seat, word):
                return Say("you do not hold {word}", word=word), holding_rule(t, word)
            return Say("{word} cannot be played at this moment", word=word), t.data.cards[word].rule
    if words.partition(" ")[0] == ANUBIS and funds(t, seat, "scribe") < ANUBIS_SCRIBES:
        return Say("an Anubis action costs {n} scribes", n=ANUBIS_SCRIBES), "T-ANUBIS-1"
    return None


def playable(t: Tekhenu, card: str) -> bool:
    """Tell whether it is a card that somebody may hold and play."""
    return card in t.book.blessings or any(card in deck for _, deck in t.book.hands.values())
