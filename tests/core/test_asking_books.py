"""Asking a book for a name that no module of the box registered gives nothing; whoever must have it is told so in a
sentence. Held against every register and deck of every book there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import pytest

from pbem.core.book import Book, Register
from pbem.core.cards import Deck, Decks
from pbem.core.errors import GameFileProblem, Unregistered
from pbem.core.titles import SHIPPED, Title, get_title
from tests.fair.title import TITLE as FAIR
from tests.toy.title import Lanterns

NOBODY = "nobody registered this"
TITLES: dict[str, Title] = {**{name: get_title(name) for name in SHIPPED}, "fair": FAIR, "lanterns": Lanterns()}


def books() -> Iterator[tuple[str, Book]]:
    """Of each title its base game, and its box with each module that needs no other."""
    for name, title in TITLES.items():
        alone = [module for module in title.modules_at if not title.module(module).needs]
        yield from ((" ".join([name, *box]), title.book(box)) for box in [[], *([module] for module in alone)])


BOOKS = dict(books())


def decks(book: Book) -> list[Deck]:
    held = vars(book).values()
    kinds = chain(*(one.values() for one in held if isinstance(one, Decks)))
    return [*(one for one in held if isinstance(one, Deck)), *kinds]


def test_there_is_something_to_ask() -> None:
    assert {"ankh", "ankh pharaoh", "tekhenu", "tekhenu seth", "fair"} <= set(BOOKS)
    assert sum(len(decks(book)) for book in BOOKS.values()) > 20


@pytest.mark.parametrize("box", BOOKS)
def test_a_card_that_nobody_declared_does_nothing(box: str) -> None:
    for deck in decks(BOOKS[box]):
        card = deck[NOBODY]
        assert (card.id, card.window, card.play, card.scores) == (NOBODY, "", None, None)
        assert not card.reacts and not card.adjusts
        assert NOBODY not in deck and deck.held(NOBODY, deck.cards) == []
        indexes: tuple[Mapping[str, Mapping[str, Any]], ...] = (deck.reacting, deck.adjusting, deck.windows)
        for index in indexes:
            assert index[NOBODY] == {} and NOBODY not in index, "asking leaves nothing behind"


@pytest.mark.parametrize("box", BOOKS)
def test_a_name_that_nobody_registered_is_nothing_or_a_sentence(box: str) -> None:
    registers = [held for held in vars(BOOKS[box]).values() if isinstance(held, Register)]
    assert registers
    for register in registers:
        assert register.get(NOBODY) is None and NOBODY not in register
        for need in (register.__getitem__, register.next_to):
            with pytest.raises(Unregistered) as caught:
                need(NOBODY)
            assert caught.value.message.startswith(f"{register.what}: {NOBODY} is not registered; known: ")


@pytest.mark.parametrize("box", BOOKS)
def test_a_kind_without_cards_is_an_empty_deck(box: str) -> None:
    for held in vars(BOOKS[box]).values():
        if isinstance(held, Decks):
            assert list(held[NOBODY]) == [] and NOBODY not in held


@pytest.mark.parametrize("box", BOOKS)
def test_a_book_keeps_nothing_that_answers_otherwise(box: str) -> None:
    """A plain dict of a book would answer with a bare KeyError."""
    held = vars(BOOKS[box])
    assert [name for name, one in held.items() if isinstance(one, dict) and not isinstance(one, Register | Decks)] == []


def test_what_stops_a_game_is_said_as_a_broken_game() -> None:
    """So it ends with exit code 3, the sentence and an untouched file, wherever the name came from."""
    register: Register[Any] = Register("actions")
    with pytest.raises(GameFileProblem, match="actions: dance is not registered; known: nothing") as caught:
        register["dance"]
    assert caught.value.exit_code == 3
    register.include({"move": 1, "gain": 2})
    with pytest.raises(GameFileProblem, match="known: move, gain"):
        register["dance"]
