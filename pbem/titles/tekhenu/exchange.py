"""Exchanging what somebody knows nothing of: the same table with other secrets.

Hidden are the order of the decks and of the tile stack, Decrees in other hands, and cards others have drawn but not
chosen from. Dice in the bag have no order. A Decree that is itself the question (D23 before the final scoring) stays.
"""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.core.table import Live
from pbem.kit.hidden import exchange as exchange_cards
from pbem.titles.tekhenu.board import CARD_KINDS
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["expose", "refresh", "reshuffle"]


def reshuffle(t: Tekhenu, seat: Seat | None, live: Live) -> Tekhenu:
    """Make a copy in which everything hidden from this seat (None: from a spectator) is exchanged."""
    copy = Tekhenu.model_validate_json(t.model_dump_json())
    copy.live = live
    copy.tile_stack = copy.shuffle("reshuffle/tiles", sorted(copy.tile_stack))
    for secret in copy.book.secrets.values():
        secret(copy, "reshuffle")
    for kind in CARD_KINDS:
        exchange(copy, seat, kind)
    answer_anew(t, copy, seat)
    return copy


def refresh(t: Tekhenu) -> None:
    """Put every face-down pile into a new order, in place; hands and what lies open stay."""
    t.tile_stack = t.shuffle("refresh/tiles", sorted(t.tile_stack))
    for secret in t.book.secrets.values():
        secret(t, "refresh")
    for kind in CARD_KINDS:
        t.decks[kind] = t.shuffle(f"refresh/{kind}", sorted(t.decks[kind]))


def expose(t: Tekhenu) -> dict[Seat, list[str]]:
    """Show Decrees in hand and cards drawn but not chosen from; the Decrees lie open from now on."""
    found: dict[Seat, list[str]] = {}
    for seat, player in t.players.items():
        hidden = [card for card in player.decrees if card not in player.shown]
        found[seat] = [*hidden, *player.drawn]
        player.shown += hidden
    return found


def exchange(t: Tekhenu, seat: Seat | None, kind: str) -> None:
    """Shuffle a deck together with all cards of its kind that others hold unseen, and deal as many back."""
    fixed = {frame.__dict__.get("card") for frame in t.stack if frame.kind == "tekhenu.decree"}
    hands: list[list[str]] = []
    for owner, player in t.players.items():
        if owner == seat:
            continue
        hands.append(player.drawn)
        if kind == "decree":
            hands.append(player.decrees)
    hidden = [
        card
        for hand in hands
        for card in hand
        if t.data.cards[card].kind == kind and card not in fixed and not is_shown(t, card)
    ]
    t.decks[kind] = exchange_cards(t, f"reshuffle/{kind}", t.decks[kind], hands, hidden)


def is_shown(t: Tekhenu, card: str) -> bool:
    return any(card in player.shown for player in t.players.values())


def answer_anew(before: Tekhenu, after: Tekhenu, seat: Seat | None) -> None:
    """Let a sealed choice of a Decree, which names a card of the hand as it was, name the card now in that place."""
    if not after.stack or after.stack[-1].step != "ask_decrees":
        return
    for owner, keys in after.stack[-1].given.items():
        if owner != seat:
            at = before.players[owner].decrees.index(keys[0])
            after.stack[-1].given[owner] = [after.players[owner].decrees[at]]
