"""Exchanging what a reader knows nothing of: hidden cards in a pile and in other hands, for tests of secrecy."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.table import Table


def exchange(t: Table, label: str, pile: list[str], hands: Iterable[list[str]], hidden: Iterable[str]) -> list[str]:
    """Shuffle a face-down pile together with the hidden cards of some hands and deal as many back, in place. The pile
    that is left is returned."""
    lying = {card: hand for hand in hands for card in hand if card in set(hidden)}
    pool = t.shuffle(label, sorted([*pile, *lying]))
    for card, hand in lying.items():
        hand[hand.index(card)] = f"?{card}"
    for card, hand in lying.items():
        hand[hand.index(f"?{card}")] = pool.pop()
    return pool
