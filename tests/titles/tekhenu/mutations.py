"""Takes the effect of each card and tile away, hook by hook, and breaks each rule; looks whether a test notices.

`python -m tests.titles.tekhenu.mutations [B | T | D | S | A | P]` prints every hook whose loss went unnoticed,
`python -m tests.titles.tekhenu.mutations rules [ID ...]` what became of each break in `rules.mut` and, for Time of Seth
and the Vizier, in `seth.mut`; `S-BOT-` stands for all ids that begin so. Slow (some minutes each), so they are run by
hand when rules, cards or their tests have changed.
"""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.core.cards import Deck
from pbem.titles.tekhenu.cards.blessings import BLESSINGS
from pbem.titles.tekhenu.cards.decrees import DECREES
from pbem.titles.tekhenu.cards.destiny_cards import DESTINY
from pbem.titles.tekhenu.cards.starting import STARTING
from pbem.titles.tekhenu.cards.technologies import TECHNOLOGIES
from pbem.titles.tekhenu.components import default_components
from tests.titles.tekhenu import rule_mutations

FOLDER = Path(__file__).parent
FILES = {
    "B": ["test_blessings.py"],
    "T": ["test_technologies.py", "test_maat.py", "test_scoring.py", "test_scarce_turns.py"],
    "D": ["test_end.py", "test_scoring.py"],
    "S": ["test_setup.py"],
    "A": ["test_setup.py", "test_maat.py"],
    "P": ["test_pillars.py"],
}
Change = tuple[str, Callable[[], None], Callable[[], None]]


def without(table: dict[str, Any], card: str, name: str) -> Change:
    kept = table[card]

    def away() -> None:
        del table[card]

    def back() -> None:
        table[card] = kept

    return name, away, back


def hooks(deck: Deck) -> Iterator[Change]:
    """Every reaction, adjustment, window and effect of a deck."""
    starting = deck.name == STARTING.name
    windows = {} if starting else deck.windows  # a Starting card's window is read from the card itself
    tables: dict[str, Any]
    for kind, tables in (("reacts", deck.reacting), ("adjusts", deck.adjusting), ("window", windows)):
        for name, table in tables.items():
            yield from (without(table, card, f"{card} {kind} {name}") for card in list(table))
    for ident, card in deck.cards.items():
        for part in ("play", "scores"):
            if getattr(card, part) is not None:
                yield emptied(deck, ident, part)
        if starting and card.window:
            yield emptied(deck, ident, "window")


def emptied(deck: Deck, ident: str, part: str) -> Change:
    card = deck.cards[ident]

    def away() -> None:
        changes: dict[str, Any] = {part: "" if part == "window" else None}
        deck.cards[ident] = replace(card, **changes)

    def back() -> None:
        deck.cards[ident] = card

    return f"{ident} {part}", away, back


def abilities() -> Iterator[Change]:
    tiles: Any = default_components().tiles
    for ident, tile in list(tiles.items()):
        if tile.ability is not None:
            yield plain(tiles, ident)


def plain(tiles: dict[str, Any], ident: str) -> Change:
    tile = tiles[ident]

    def away() -> None:
        tiles[ident] = replace(tile, ability=None)

    def back() -> None:
        tiles[ident] = tile

    return f"{ident} ability", away, back


def noticed(files: list[str]) -> bool:
    """Whether some test of the files fails."""
    silent = io.StringIO()
    with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
        arguments = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *(str(FOLDER / name) for name in files)]
        return pytest.main(arguments) == pytest.ExitCode.TESTS_FAILED


def main(wanted: str) -> int:
    changes = [
        *hooks(BLESSINGS), *hooks(TECHNOLOGIES), *hooks(DECREES), *hooks(STARTING), *hooks(DESTINY), *abilities(),
    ]  # fmt: skip
    unnoticed = 0
    for name, away, back in changes:
        if name[0] not in wanted:
            continue
        away()
        try:
            if not noticed(FILES[name[0]]):
                unnoticed += 1
                print("unnoticed:", name, flush=True)
        finally:
            back()
    print(f"{unnoticed} of {sum(name[0] in wanted for name, _, _ in changes)} went unnoticed")
    return unnoticed


if __name__ == "__main__":
    if sys.argv[1:2] == ["rules"]:
        sys.exit(bool(rule_mutations.run(sys.argv[2:])))
    sys.exit(bool(main("".join(sys.argv[1:]) or "BTDSAP")))
