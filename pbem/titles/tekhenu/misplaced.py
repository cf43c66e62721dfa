"""Why a line has no place in a move: a card not held, a moment that has passed, one answer too many."""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.titles.tekhenu.board import ANUBIS, ANUBIS_SCRIBES, VALUES
from pbem.titles.tekhenu.pay import funds
from pbem.titles.tekhenu.show.turn import OUT_OF_RANGE
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turn import OPEN, Turn

__all__ = ["misplaced"]

PLACES = {
    "keep": ("two Decrees are dealt once, and one of them is kept", "T-SETUP-11"),
    "start": ("Starting cards are taken in the draft only", "T-SETUP-12A"),
    "mix": ("only some Starting cards give a mix of your choice", "DEC-05"),
    "destiny": ("a Destiny card is taken once in a Maat phase", "T-MAAT-8"),
    "die": ("dice are taken once the rounds have begun, one die in a turn", "T-TURN-2"),
    "as": ("how a die counts is said while it is taken", "T-TURN-3"),
    "value": ("its value is changed while the die is taken", "T-TURN-3"),
    "action": ("a die serves one standard action", "T-TURN-5"),
    "first": ("only T19 lets you produce first", "T-CARD-T19"),
    "extra": ("an extra action needs a Blessing held as you took the die, and means for both actions", "RUL-26"),
    "play": ("you have no Blessing for this moment", "T-CARD-0a"),
    "pay": ("here is nothing to choose in paying", "T-PAY-4"),
    "bonus": ("only happiness 21 gives an extra action, once", "T-PEOPLE-5"),
    "statue": ("a statue is built by a Horus action, one by each", "T-HORUS-1"),
    "space": ("a tile is laid by a Ra action, one by each", "T-RA-0"),
    "turn": ("a tile is turned by a Ra action, as it is laid", "T-RA-0"),
    "ability": ("only P12 and P15 leave a choice, and only if they work now", "RUL-40"),
    "spot": ("a Hathor action builds at the temple, once", "T-HATHOR-0"),
    "refresh": ("sections are refreshed in a Thoth action, for papyrus, before the cards are taken", "T-THOTH-3"),
    "section": ("cards come from one section, in a Thoth action", "T-THOTH-2"),
    "cards": ("cards are taken by a Thoth action, from one section", "T-THOTH-1"),
    "district": ("an Osiris action builds in one district", "T-OSIRIS-2"),
    "raise": ("only row 6 raises a production of your choice", "T-OSIRIS-8"),
    "faith": ("faith is laid down in a Maat phase", "T-MAAT-2"),
    "bread": ("bread is paid in a scoring", "T-SCORE-7"),
    "decree": ("only D23 is used ahead of the final scoring", "T-SCORE-0"),
    "score": ("at most three Decrees score, and only one of each type", "T-END-1"),
    "tribute": ("only D04 is paid for with resources", "T-CARD-D04"),
    "again": ("only D03 scores a Decree again", "RUL-01"),
}
"""Where a question of each name has its place, for lines that are elsewhere."""


def misplaced(t: Tekhenu, seat: Seat, name: str, words: str) -> tuple[str, str] | None:
    """The reason why a line answers no question, with its rule."""
    for word in words.replace(",", " ").upper().split():
        if word in t.book.blessings and name not in ("cards", "keep"):
            if word not in t.players[seat].blessings:
                return f"you do not hold {word}", "T-CARD-0a"
            return f"{word} cannot be played at this moment", t.data.cards[word].rule
    scribes = funds(t, seat, "scribe")
    if words == ANUBIS and scribes < ANUBIS_SCRIBES:
        return f"an Anubis action costs {ANUBIS_SCRIBES} scribes", "T-ANUBIS-1"
    if name == "value" and words.lstrip("-").isdecimal() and words not in map(str, VALUES):
        return OUT_OF_RANGE
    if name == "value" and not scribes:
        return "a value is changed with scribes or by cards, and you have none", "T-SCRIBE-1"
    if name in ("as", "value") and any(isinstance(frame, Turn) and frame.stage != OPEN for frame in t.stack):
        return "the die lies on the scale already", "T-TURN-4"
    return PLACES.get(name)
