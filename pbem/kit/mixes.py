"""Payments in several kinds: every way to pay, as answers such as `2 bread 1 gold`."""

from __future__ import annotations

from functools import lru_cache

from pbem.core.questions import NONE


def mixes(purse: list[tuple[str, int]], most: int) -> list[str]:
    """List all ways to pay up to `most` from the purse: the fullest first, and first those with most of its first
    kinds."""
    return list(_mixes(tuple(purse), most))


@lru_cache(maxsize=256)
def _mixes(purse: tuple[tuple[str, int], ...], most: int) -> tuple[str, ...]:
    """List the ways once, though a question is asked, listed in a mail and looked at again."""
    found: list[tuple[int, ...]] = [()]
    for _, have in purse:
        found = [(*mix, n) for mix in found for n in range(min(have, most - sum(mix)), -1, -1)]
    found.sort(key=lambda mix: -sum(mix))
    kinds = [kind for kind, _ in purse]
    return tuple(" ".join(f"{n} {kind}" for n, kind in zip(mix, kinds, strict=True) if n) or NONE for mix in found)


def read_mix(key: str) -> dict[str, int]:
    """Read `2 bread 1 gold` as amounts."""
    said = [] if key == NONE else key.split()
    return {said[at + 1]: int(said[at]) for at in range(0, len(said), 2)}
