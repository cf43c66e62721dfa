"""The Osiris area in the picture, and the places for the people beside it and beside the temple."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.words import Listed, Name, Say, Word
from pbem.titles.tekhenu.board import counted, words
from pbem.titles.tekhenu.show import drawn_shapes as s
from pbem.titles.tekhenu.show.wording import marked, offered
from pbem.titles.tekhenu.views.view_models import TekhenuView, WorksView

__all__ = ["osiris", "people_place"]

WORKS = (85.0, 52.0)
"""Width and height of a space."""


def osiris(v: TekhenuView, x: float, y: float) -> Iterator[str]:
    """Draw the area in two halves of two districts, then the cards that lie beside it."""
    w, h = WORKS
    districts = list(dict.fromkeys(space.district for space in v.osiris))
    name = Name("osiris") + marked(v, "HV-11")
    yield s.panel([s.text(x + 2 * w, y - 68, name, 16, bold=True)], x, y - 84, 4 * w, 22, words=name)
    for first in range(0, len(districts), 2):
        last = min(first + 2, len(districts))
        left, right = x + first * w - (0 if first else 44), x + last * w
        parts = [part for at in range(first, last) for part in district_parts(v, districts, at, x, y)]
        parts += [] if first else rows_parts(v, x, y)
        yield s.panel(parts, left - 2, y - 66, right - left + 4, 6 * h + 68)
    below = y + 6 * h + 18
    for what, cards in ((Say("Starting cards"), v.starting), (Say("Destiny cards"), offered(v))):
        if cards:
            listed = Say("{what}: {cards}", what=what, cards=Listed((card.id for card in cards), " "))
            for line in s.wrapped(listed, 40, 4):
                yield s.written(x, below, line, 11)
                below += 16


def district_parts(v: TekhenuView, districts: Sequence[str], at: int, x: float, y: float) -> Iterator[str]:
    """Draw a column of the area, with the place for the people that begins above it."""
    w, h = WORKS
    for people in v.people:
        columns = [districts.index(district) for district in people.districts]
        if columns and min(columns) == at:
            middle = x + (sum(columns) / len(columns) + 0.5) * w
            yield people_place(middle, y - 36, people.id, people.owner, people.gold)
    district, left = districts[at], x + at * w
    yield s.rect(left, y - 15, w, 15, s.RESOURCES.get(district, s.SAND), s.INK)
    ink = "#ffffff" if district in ("bread", "granite") else s.INK
    yield s.text(left + w / 2, y - 4, Word(district), 12, fill=ink)
    for space in v.osiris:
        if space.district == district:
            yield s.group(works_parts(space, left, y + (space.row - 1) * h), works_title(space))


def rows_parts(v: TekhenuView, x: float, y: float) -> Iterator[str]:
    """Draw the numbers of the rows, and the Gold beside one."""
    h = WORKS[1]
    for number in range(1, 7):
        yield s.text(x - 10, y + (number - 0.5) * h + 5, str(number), 14, bold=True)
    if v.row2_gold:
        a, b = x - 28, y + 1.5 * h
        coin = [s.circle(a, b, 9, "#e9b820", s.INK), s.text(a, b + 4, str(v.row2_gold), 11)]
        yield s.group(coin, Say("Gold beside row 2"))


def works_title(space: WorksView) -> str:
    place = Say("{district} row {n}", district=space.district, n=space.row)
    if space.owner:
        return Say("{place}: {seat}", place=place, seat=space.owner)
    what = Listed(Say("{resource} production +{n}", resource=name, n=n) for name, n in space.advance.items())
    return Say("{place}: free, {production}, gain {gain}", place=place, production=what, gain=words(space.gain))


def works_parts(space: WorksView, left: float, top: float) -> Iterator[str]:
    w, h = WORKS
    yield s.rect(left, top, w, h, "#f7eed9")
    if space.owner:
        yield s.building(left + w / 2, top + h / 2, space.owner, 32)
        return
    lines: list[str] = [Say("{what} +{n}", what=name, n=n) for name, n in space.advance.items()]
    if space.any_steps:
        lines.append(Say("any +{n}", n=space.any_steps))
    gain = [str(n) if name == space.district else words({name: n}) for name, n in space.gain.items()]
    for number, line in enumerate([*lines, Say("gain {gain}", gain=Listed(gain))]):
        yield s.text(left + w / 2, top + 14 + 12.5 * number, line, s.SMALLEST)


def people_place(a: float, b: float, ident: str, owner: str, gold: int) -> str:
    """Draw a place for a Statue for the people, with the Gold lying there."""
    if owner:
        parts = [s.statue(a, b, owner, 30), s.text(a, b - 18, ident, 12)]
        return s.group(parts, Say("{place}: statue of {seat}", place=ident, seat=owner))
    parts = [s.circle(a, b, 14, s.PAPER), s.text(a, b - 18, ident, 12)]
    if gold:
        parts += [s.circle(a, b, 8, "#e9b820", s.INK), s.text(a, b + 4.5, str(gold), 12, bold=True)]
    return s.group(parts, Say("{place}: place for a statue, {gold}", place=ident, gold=counted(gold, "gold")))
