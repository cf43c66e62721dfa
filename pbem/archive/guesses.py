"""What a copy without secrets leaves open, guessed: the order of piles that lie face down, and sealed answers.

Nobody can tell two cards apart that nobody has seen. So whoever plays a public record again may lay a hidden pile in
any order; when the record shows a card where another lies, the two change places, wherever they lie unseen. A sealed
answer may be anything until it is opened. What everybody knows stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, NamedTuple

from pbem.core.chance import ChanceSource, whole_order
from pbem.core.errors import Fault
from pbem.core.questions import Amount, Keys, Question
from pbem.engine.gamefile import DrawRecord

Leaf = tuple[tuple[str | int, ...], Any]
FAR = 10_000
MANY, FEW = 60, 6
"""How many combinations of a sealed answer are tried, and how many things of one name."""


class Exchange(NamedTuple):
    """Two hidden things that change places. Of things of which there are several, `at` says which ones are meant,
    counted from the top of a pile and from the beginning of a table; without it all of them."""

    wanted: str
    found: str
    at: tuple[int, int] | None = None


class GuessedChance(ChanceSource):
    """Open draws as the record tells them; piles that are shuffled face down keep their order, but for things that
    change places."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, int], DrawRecord] = {}
        self.exchanged: Sequence[Exchange] = ()
        self.piles: list[list[str]] = []
        """What was shuffled face down since `begin`."""

    def begin(self, told: Sequence[DrawRecord], exchanged: Sequence[Exchange]) -> None:
        """Prepare for an entry with these open draws, which is played next."""
        self.told = {(draw.label, draw.counter): draw for draw in told}
        self.exchanged, self.piles = exchanged, []

    def number(self, label: str, counter: int, of: int) -> int:
        draw = self.told.get((label, counter))
        if draw is None or draw.value is None or draw.of != of or not 0 <= draw.value < of:
            raise LookupError(
                Fault("the record gives no draw {label} number {counter} of {of}", label=label, counter=counter, of=of)
            )
        return draw.value

    def order(self, label: str, counter: int, of: int) -> list[int]:
        return self.arrange(label, counter, [""] * of)

    def arrange(self, label: str, counter: int, things: Sequence[object]) -> list[int]:
        draw, of = self.told.get((label, counter)), len(things)
        if draw is not None:
            return whole_order(draw.order if draw.of == of else None, label, counter, of)
        order = list(range(of))
        names = [str(thing) for thing in things]
        self.piles.append(names)
        for exchange in self.exchanged:
            _exchange(order, names, exchange)
        return order


def _exchange(order: list[int], names: Sequence[str], exchange: Exchange) -> None:
    """Let two things of a pile change places, if they are in it; the top of a pile is its end."""
    deep, high = exchange.at or (0, 0)
    below = [at for at, thing in enumerate(order) if names[thing] == exchange.wanted]
    above = [at for at, thing in enumerate(order) if names[thing] == exchange.found][::-1]
    if deep < len(below) and high < len(above):
        here, there = below[deep], above[high]
        order[here], order[there] = order[there], order[here]


@dataclass(frozen=True)
class Guess:
    """One way to fill what an entry leaves open: hidden things that change places, on the table before it or in piles
    that it shuffles, and its sealed answers by their place."""

    on_table: tuple[Exchange, ...] = ()
    in_piles: tuple[Exchange, ...] = ()
    sealed: Mapping[int, Keys] = field(default_factory=dict)
    past: Mapping[int, tuple[str, Guess]] = field(default_factory=dict)
    """Earlier entries whose sealed answers were others than supposed: the table after each, and its guess."""

    def applied(self, state: str) -> str:
        """Return the table before the entry, as this guess has it."""
        for exchange in self.on_table:
            state = swapped(state, exchange)
        return state

    def exchanged(self, exchange: Exchange, piles: Sequence[Sequence[str]]) -> Guess:
        """Make the same with two hidden things in each other's place."""
        if any(exchange.wanted in pile and exchange.found in pile for pile in piles):
            return replace(self, in_piles=(*self.in_piles, exchange))
        return replace(self, on_table=(*self.on_table, exchange))

    def answered(self, place: int, keys: Keys) -> Guess:
        """Make the same with another sealed answer."""
        return replace(self, sealed={**self.sealed, place: keys})

    def exchanges(self, wanted: str, found: str, state: str, piles: Sequence[Sequence[str]]) -> Iterator[Guess]:
        """Yield all ways in which two things may change places."""
        if wanted == found:
            return
        pile = next((pile for pile in piles if wanted in pile and found in pile), None)
        texts = pile or re.findall(r'"((?:[^"\\]|\\.)*)"', state)
        counts = texts.count(wanted), texts.count(found)
        if counts != (1, 1):
            several = ((deep, high) for high in range(min(counts[1], FEW)) for deep in range(min(counts[0], FEW)))
            yield from (self.exchanged(Exchange(wanted, found, at), piles) for at in several)
        if pile is None or counts == (1, 1):
            yield self.exchanged(Exchange(wanted, found), piles)


def swapped(state: str, exchange: Exchange) -> str:
    """Return the JSON of a table with two names exchanged: wherever they stand, or in one place each."""
    other = {exchange.wanted: exchange.found, exchange.found: exchange.wanted}
    if exchange.at is None:
        form = re.compile(rf"(?<![\w-])(?:{re.escape(exchange.wanted)}|{re.escape(exchange.found)})(?![\w-])")
        return form.sub(lambda found: other[found[0]], state)
    places = [
        [found.span() for found in re.finditer(f'"{re.escape(name)}"', state)]
        for name in (exchange.wanted, exchange.found)
    ]
    if any(at >= len(found) for at, found in zip(exchange.at, places, strict=True)):
        return state
    first, second = (found[at] for at, found in zip(exchange.at, places, strict=True))
    cuts = sorted([(first, exchange.found), (second, exchange.wanted)])
    (start, end), (then, last) = cuts[0][0], cuts[1][0]
    return f'{state[:start]}"{cuts[0][1]}"{state[end:then]}"{cuts[1][1]}"{state[last:]}'


# -- comparing ---------------------------------------------------------------------------------------------------------


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Leaf]:
    """Yield every text and number of a JSON value, with its place; pairs, as facts tell dicts, have the first for a
    place."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list | tuple):
        for at, each in enumerate(value):
            if _is_pair(each):
                yield from leaves(each[1], (*path, each[0]))
            else:
                yield from leaves(each, (*path, at))
    elif isinstance(value, str) and ", " in value:
        yield from ((path, each) for each in value.split(", "))
    else:
        yield path, value


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list | tuple) and len(value) == 2 and isinstance(value[0], str) and type(value[1]) is not str
    )


def distance(told: Any, found: Any) -> float:
    """Count how many texts and numbers of two JSON values have no partner in the other; those that only stand elsewhere
    in a list count little."""
    listed = [list(leaves(value)) for value in (told, found)]
    exact = _unlike(*listed)
    loose = _unlike(*([(_loosely(path), leaf) for path, leaf in each] for each in listed))
    return loose + exact / FAR


def _unlike(one: Iterable[Any], other: Iterable[Any]) -> int:
    counts = Counter(one), Counter(other)
    return ((counts[0] - counts[1]) + (counts[1] - counts[0])).total()


def _loosely(path: tuple[str | int, ...]) -> tuple[str, ...]:
    return tuple(part for part in path if isinstance(part, str))


def pairs(told: Any, found: Any) -> list[tuple[str, str]]:
    """Pair what the record tells and what was found in the same place, where they differ."""
    there = dict(leaves(found))
    missing = object()
    listed = ((leaf, there.get(path, missing)) for path, leaf in leaves(told))
    return [(str(leaf), str(other)) for leaf, other in listed if other is not missing and leaf != other]


def names(value: Any) -> Counter[str]:
    """Count every text of a JSON value, as often as it stands there."""
    return Counter(leaf for _, leaf in leaves(value) if isinstance(leaf, str))


def words(value: Any) -> set[str]:
    """Collect every name in a JSON value, and those that are parts of a text."""
    texts = [str(leaf) for _, leaf in leaves(value)]
    return {*texts, *(word for text in texts for word in re.split(r"[^\w-]+", text))} | _keys(value)


def _keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {*map(str, value), *(key for each in value.values() for key in _keys(each))}
    return {key for each in value for key in _keys(each)} if isinstance(value, list | tuple) else set()


# -- sealed answers ----------------------------------------------------------------------------------------------------


def answers(guess: Guess, place: int, question: Question, hints: set[str], unseen: Iterable[str]) -> Iterator[Guess]:
    """Yield guesses with another answer to a sealed question, what the hints name first; then such as hold what the
    record names and nobody has seen (`unseen`) in the place of what was supposed, and answer with that."""
    yield from (guess.answered(place, keys) for keys in choices(question, hints))
    held = [key for key in question.options if key in unseen]
    for thing in sorted(hints.intersection(unseen) - set(question.options)):
        yield from (guess.exchanged(Exchange(thing, key), ()).answered(place, [thing]) for key in held[:1])


def choices(question: Question, hints: set[str]) -> Iterator[Keys]:
    """Yield what may have been answered, what the hints name first."""
    if isinstance(question, Amount):
        numbers = [str(number) for number in range(question.min, question.max + 1)]
        yield from ([number] for number in sorted(numbers, key=lambda number: number not in hints))
        return
    options = sorted(question.options, key=lambda key: not (key in hints or words(key) <= hints))
    sizes = range(question.low, min(question.high, len(options)) + 1)
    found = (list(keys) for size in sizes for keys in combinations(options, size))
    yield from (keys for keys, _ in zip((keys for keys in found if question.allows(keys)), range(MANY), strict=False))
