"""The board drawn with letters: tables and the temple grid, at most 78 columns of ASCII.

Seats stand in capitals (BLUE, in the grid BLU), edge colours of tiles in small letters (b); `(h)` marks house values.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.titles.tekhenu.board import BASIC, words
from pbem.titles.tekhenu.view_models import SectionView, TekhenuView
from pbem.titles.tekhenu.wording import (
    HOUSE,
    ability_words,
    card_words,
    cards_words,
    code,
    dice_words,
    has_decrees,
    letter_of,
    light_at_ra,
    lines_of,
    marked,
    name,
    people_words,
    pieces_words,
    row,
    row_words,
    scale_words,
    second,
    steps,
    wheel_head,
)

WHEEL = (8, 7, 19, 24, 20)
HORUS = (9, 15, 15, 9, 15, 15)
OSIRIS = (7, 11, 11, 11, 11, 27)
HOLDINGS = (10, 4, 6, 9, 9, 9, 9, 6, 7, 6)
"""Widths of columns."""
CELL, BETWEEN, SIDE = 9, 3, 7
"""Of the temple grid: a space, the edges between two spaces, what stands beside the temple."""
APART = (" " * BETWEEN,) * 6
"""A line of the temple grid in which nothing stands between two spaces."""


def wheel(v: TekhenuView) -> list[str]:
    lines = [*wheel_head(v), *row(["", "light", "pure", "tainted", "forbidden"], WHEEL)]
    for section in v.wheel:
        dice = [dice_words(pile) or "-" for pile in (section.pure, section.tainted, section.forbidden)]
        lines += row([name(section.god), section.light, *dice], WHEEL)
    return lines


def horus(v: TekhenuView) -> list[str]:
    """Positions with their god, bonus and Statues, two a line, and the places for the people's Statues."""
    if not v.wheel[0].position:
        return []
    spots = v.wheel[0].spots
    lines = [f"HORUS die, god, bonus{marked(v, 'HV-06')}, statues ({spots} spot{'s' * (spots > 1)} each)"]
    sections = sorted(v.wheel, key=lambda section: section.position)
    for left, right in zip(sections[:3], sections[3:], strict=True):
        lines += row([*horus_cells(left), *horus_cells(right)], HORUS)
    people = "; ".join(people_words(spot, spot.owner.upper()) for spot in v.people)
    return lines + lines_of(f"for the people: {people}", " ", "  ")


def horus_cells(section: SectionView) -> list[str]:
    owners = " ".join(code(seat) for seat in section.statues)
    return [f"{section.position} {name(section.god)}", steps(section.bonus), owners or "-"]


def market(v: TekhenuView) -> list[str]:
    piles = ", ".join(f"{kind[0].upper()} {n}" for kind, n in v.decks.items())
    types = f"; decree [type]{marked(v, 'HV-12')}" if has_decrees(v) else ""
    lines = lines_of(f"MARKET with happiness needed{types}; decks {piles}")
    for section in v.market:
        label = f"{section.id} {section.needs_happiness}+"
        if not section.is_open:
            lines.append(f" {label:8}opens when a population reaches {section.opens_population}")
        for card in section.cards:
            lines += lines_of(card_words(card) if card else "-", f" {label:8}", " " * 13)
            label = ""
    return lines


def ra(v: TekhenuView) -> list[str]:
    house = marked(v, "HV-08", "HV-09")
    lines = lines_of(f"RA light now {light_at_ra(v)}; cost and edges n/e/s/w{house}; {v.tiles_left} tiles left")
    for tile in v.ra:
        label = f" {tile.values[0]}-{tile.values[-1]} {tile.place:6} +{tile.vp} VP "
        if not tile.id:
            lines.append(f"{label} no tile")
            continue
        edges = "/".join(map(letter_of, tile.edges))
        lines += lines_of(
            f"{tile.id} {tile.limestone} limestone, {edges}, {ability_words(v, tile)}", label, " " * (len(label) + 4)
        )
    return lines


def temple(v: TekhenuView) -> list[str]:
    """The grid: what a space gives, or its tile and owner; between two spaces the edges that face each other."""
    spots = f"building spots, bread to pay{marked(v, 'HV-05')}"
    lines = [f"TEMPLE space rewards{marked(v, 'HV-03')}; {spots}; TN, TE statues"]
    lines.append(grid_line("", [f"{letter}   " for letter in "abcde"], APART, ""))
    north, east, south, west = (beside(v, side) for side in "NESW")
    lines.append(grid_line("", north, APART, ""))
    for at in range(5):
        lines.append(grid_line("", [facing_north(v, at, col) for col in range(5)], APART, ""))
        cells = [space_words(v, at * 5 + col) for col in range(5)]
        lines.append(grid_line(west[at], cells, [facing_west(v, at, col) for col in range(6)], east[at]))
    lines.append(grid_line("", [facing_north(v, 5, col) for col in range(5)], APART, ""))
    lines.append(grid_line("", south, APART, ""))
    letters = sorted({edge for space in v.temple for edge in (*space.border, *space.edges) if edge})
    key = ", ".join(f"{letter_of(colour)} {colour}" for colour in letters)
    return [*lines, *lines_of(f"Edges{marked(v, 'HV-04', 'HV-09')}: {key}. x:y differ, x=x match.")]


def grid_line(west: str, cells: Sequence[str], between: Sequence[str], east: str) -> str:
    middle = between[0] + "".join(cell.center(CELL) + gap for cell, gap in zip(cells, between[1:], strict=True))
    return f"{west:{SIDE}}{middle} {east}".rstrip()


def beside(v: TekhenuView, side: str) -> list[str]:
    """What stands on one side of the temple, by line: owner, or id and cost."""
    found = [""] * 5
    for spot in v.spots:
        if spot.side == side:
            found[spot.line % 5] = f"{spot.id} {code(spot.owner) or spot.bread}"
    for statue in v.people:
        if statue.side == side:
            found[statue.line % 5] = f"{statue.id} {code(statue.owner) or 'free'}"
    return found


def facing(one: str, other: str) -> str:
    """`r:b`, `r=r`, `r:` where two things meet."""
    if not one and not other:
        return " . "
    return f"{letter_of(one)}{'=' if one == other else ':'}{letter_of(other)}"


def facing_north(v: TekhenuView, at: int, col: int) -> str:
    """The edges above row `at` (0 to 5) of a column: of what lies above and of what lies below."""
    above = v.temple[(at - 1) * 5 + col] if at else None
    below = v.temple[at * 5 + col] if at < 5 else None
    one = above.edges[2] if above else below.border[0] if below else ""
    other = below.edges[0] if below else above.border[2] if above else ""
    return facing(one, other)


def facing_west(v: TekhenuView, at: int, col: int) -> str:
    """The edges left of column `col` (0 to 5) of a row: of what lies to the left and to the right."""
    left = v.temple[at * 5 + col - 1] if col else None
    right = v.temple[at * 5 + col] if col < 5 else None
    one = left.edges[1] if left else right.border[3] if right else ""
    other = right.edges[3] if right else left.border[1] if left else ""
    return facing(one, other)


def space_words(v: TekhenuView, index: int) -> str:
    space = v.temple[index]
    if space.tile:
        return f"{space.tile} {code(space.owner)}"
    text = words(space.reward)
    if len(text) > CELL:
        room = CELL - 3 if len(space.reward) == 1 else 2
        text = ",".join(f"{n} {what[:room]}." for what, n in space.reward.items())
    return text[:CELL]


def osiris(v: TekhenuView) -> list[str]:
    districts = list(dict.fromkeys(space.district for space in v.osiris))
    lines = row(["OSIRIS", *districts, "production; gain"], OSIRIS)
    for number in sorted({space.row for space in v.osiris}):
        spaces = [space for space in v.osiris if space.row == number]
        cells = [space.owner.upper() or second(space) or "." for space in spaces]
        lines += row([f" {number}", *cells, row_words(v, number, spaces)], OSIRIS)
    return lines


def players(v: TekhenuView) -> list[str]:
    """One line of numbers for each, then the scale, pieces and cards of each."""
    house = f"; statue cost, row{HOUSE}" if marked(v, "HV-01", "HV-02") else ""
    lines = [f"PLAYERS happiness/population, stock (production){house}"]
    lines += row(["", "VP", "h/pop", "papyrus", "bread", "limest.", "granite", "gold", "scribe", "faith"], HOLDINGS)
    for p in v.players:
        stock = [f"{p.stock[kind]} ({p.production[kind]})" for kind in BASIC]
        rest = [str(p.stock[kind]) for kind in ("gold", "scribe", "faith")]
        lines += row([f"{p.seat.upper()}", str(p.vp), f"{p.happiness}/{p.population}", *stock, *rest], HOLDINGS)
    for p in v.players:
        if v.phase == "set-up":
            lines += lines_of(f"{p.seat.upper()} {cards_words(p)}", "", "  ")
            continue
        lines += lines_of(f"{p.seat.upper()} {scale_words(p)}", "", "  ")
        lines += lines_of(pieces_words(p), "  ", "  ")
        lines += lines_of(cards_words(p), "  ", "  ")
    return lines


BOARD = (players, wheel, horus, ra, temple, osiris, market)
"""The parts of the board in their order."""
