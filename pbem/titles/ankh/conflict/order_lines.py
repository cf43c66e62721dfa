"""What may be said of a Conflict before it is asked: the lines of an order (A-PBEM-4, A-PBEM-6).

Words are accepted that may come to be possible: any space, any card, any number. Which of them are, is decided when
their question comes: the first member of a line that is possible and whose condition holds is used.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any

from pbem.core.questions import Amount, Pick, Question, Seat
from pbem.titles.ankh.components import MONUMENTS
from pbem.titles.ankh.conflict.orders import SEALED, facts, occasions
from pbem.titles.ankh.notation import CLAWS, claws_spelled, move_key, read_move
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording import battle_words as words
from pbem.titles.ankh.wording.call import call_lines

__all__ = [
    *("amun", "bid", "build", "card", "claws", "keep", "mummy", "order", "relocate", "sun", "tiebreak", "trap"),
    *("underworld", "worship"),
]

ANYWHERE = ("trap",)
"""Asked of Battles of others, too (A-RUL-13)."""
MOST_BID = 99
"""The highest number that a bid on file may name; it is cut to what is owned when it falls due (A-PBEM-5)."""


class Moves(Container[str]):
    """Every move that can be written."""

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and read_move(word.lower()) is not None


def foreseen(t: Ankh, seat: Seat, name: str, prompt: str, options: Sequence[str], **more: Any) -> list[Question]:
    """Return the question as it may be answered ahead; nothing if no Conflict comes that this seat could take part
    in."""
    side = t.side(seat)
    ahead = occasions(t, side if name not in ANYWHERE else None)
    if not ahead or side not in t.ladder:
        return []
    return [Pick(name, prompt, options, occasions=ahead, facts=facts(t, side), **more)]


def order(t: Ankh, seat: Seat) -> Iterable[Question]:
    if t.options.conflict_mode != SEALED or (t.conflict is not None and t.conflict.token):
        return []
    found = foreseen(t, seat, "order", words.order_prompt(t), ["ready"], confirm=True)
    for question in found:
        question.occasions = question.occasions[-1:]
        question.brief = lambda: call_lines(t, t.side(seat))
    return found


def card(t: Ankh, seat: Seat) -> Iterable[Question]:
    side = t.side(seat)
    return foreseen(
        t, seat, "card", words.cards_prompt(), t.data.preferred, high=2 if t.has(side, "announce") else 1,
        text=lambda key: words.card_text(t, side, key),
    )  # fmt: skip


def bid(t: Ankh, seat: Seat) -> Iterable[Question]:
    side = t.side(seat)
    ahead = occasions(t, side)
    if not ahead or side not in t.ladder:
        return []
    amounts = {"all": lambda: t.gods[side].followers, "outbid": lambda: None}
    found = Amount("bid", words.bids_prompt(), 0, MOST_BID, occasions=ahead, facts=facts(t, side), amounts=amounts)
    found.capped = True
    return [found]


def build(t: Ankh, seat: Seat) -> Iterable[Question]:
    options = [f"{kind} {place}" for kind in MONUMENTS for place in t.data.board.land]
    return foreseen(t, seat, "build", words.build_prompt(t.data.build_cost), options, low=0,
                    spelled=words.spelled_building)  # fmt: skip


def relocate(t: Ankh, seat: Seat) -> Iterable[Question]:
    side = t.side(seat)
    if not t.has(side, "relocate"):
        return []
    obelisks = t.monuments_of(side, "obelisk")
    spaces = sorted({at for place in obelisks for at in t.lay.adjacent[place] if t.open_to(side, at)})
    options = [move_key(t.units[start].kind, start, end) for start in t.units_of(side) for end in spaces]
    return foreseen(
        t, seat, "relocate", words.relocations_prompt(), options, low=0, known=Moves(),
        spelled=lambda text: words.spelled_move(t, side, text),
    )  # fmt: skip


def claws(t: Ankh, seat: Seat) -> Iterable[Question]:
    """Ask ahead for the claws of a Scorpion that is relocated (A-DEC-24): directions, since its space is not known
    yet."""
    side = t.side(seat)
    if not t.has(side, "relocate") or not owns(t, side, "claws"):
        return []
    spelled = claws_spelled(t.data.board, "")
    return foreseen(t, seat, "claws", words.claws_ahead_prompt(), CLAWS, spelled=spelled)


def owns(t: Ankh, side: Seat, window: str) -> bool:
    """Tell whether a side has a Guardian with this window, on the map or in its pool."""
    kinds = t.book.guardians.windows.get(window, {})
    return any(kind in kinds for kind in t.guardians_with(side))


def amun(t: Ankh, seat: Seat) -> Iterable[Question]:
    if not t.has(t.side(seat), "announce"):
        return []
    tokens = [str(token) for token in sorted(t.tokens.values())]
    found = foreseen(t, seat, "amun", words.amun_prompt(), tokens, low=0)
    for question in found:
        question.occasions = question.occasions[-1:]
    return found


def tiebreak(t: Ankh, seat: Seat) -> Iterable[Question]:
    return foreseen(t, seat, "tiebreak", words.ties_prompt(), ["yes", "no"])


def keep(t: Ankh, seat: Seat) -> Iterable[Question]:
    return _spaces(t, seat, "keep", "protect", words.keep_prompt(), low=0, high=len(t.data.board.hexes))


def underworld(t: Ankh, seat: Seat) -> Iterable[Question]:
    return _spaces(t, seat, "underworld", "underworld", words.underworld_prompt(), low=0, known=Moves())


def _spaces(t: Ankh, seat: Seat, name: str, window: str, prompt: str, **more: Any) -> list[Question]:
    if not t.has(t.side(seat), window):
        return []
    return foreseen(t, seat, name, prompt, t.data.board.hexes, **more)


def mummy(t: Ankh, seat: Seat) -> Iterable[Question]:
    returning = t.book.guardians.windows.get("return", {})
    if not any(kind in returning for kind in t.guardians):
        return []
    return foreseen(t, seat, "mummy", words.mummy_prompt(t, seat), t.data.board.land)


def sun(t: Ankh, seat: Seat) -> Iterable[Question]:
    """Ask ahead about the Sun token for a Mummy that comes back (A-DEC-18)."""
    side = t.side(seat)
    if not t.has(side, "sun") or not owns(t, side, "return"):
        return []
    return foreseen(t, seat, "sun", words.sun_ahead_prompt(), ["yes", "no"])


def trap(t: Ankh, seat: Seat) -> Iterable[Question]:
    side = t.side(seat)
    if not t.has(side, "trap"):
        return []
    return foreseen(t, seat, "trap", words.trap_prompt(), t.enemies(side)[::-1], low=0, known=t.gods)


def worship(t: Ankh, seat: Seat) -> Iterable[Question]:
    if not t.has(t.side(seat), "worship"):
        return []
    return foreseen(t, seat, "worship", words.worship_prompt(2), ["no", "yes"])
