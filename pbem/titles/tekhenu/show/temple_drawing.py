"""The temple: its grid as a drawing, and the same in words for reading aloud."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from pbem.core.document import Drawing, Later, Para, Section
from pbem.core.rendering.columns import Cell, Fitting, Laid
from pbem.core.words import Listed, Say, Word
from pbem.titles.tekhenu.board import counted, words
from pbem.titles.tekhenu.show.wording import COMING, code, letter_of, listed, marked, said
from pbem.titles.tekhenu.views.view_models import Edges, SpaceView, TekhenuView

SIDES = ("north", "east", "south", "west")
CELL, BETWEEN, SIDE = 9, 3, 7
"""Of the temple grid: a space, the edges between two spaces, what stands beside the temple."""
APART = (" " * BETWEEN,) * 6
"""A line of the temple grid in which nothing stands between two spaces."""


Edge = tuple[str, str]
"""The colours of two edges that face each other."""
Piece = tuple[str, str, str]
"""A place beside the temple, who owns it, and what it costs while it is free."""
NOTHING: Piece = ("", "", "")
Lying = tuple[str, str, tuple[tuple[str, int], ...]]
"""What lies on a space: its tile and the owner, or what the space gives."""
Heard = tuple[str, Lying, Edges]
"""A space as it is read aloud: its name, what lies there, the edges of its tile or those beside it."""


def temple(v: TekhenuView) -> Section:
    """Describe the grid: what a space gives, or its tile and owner; between two spaces the edges that face each
    other."""
    letters = sorted({edge for space in v.temple for edge in (*space.border, *space.edges) if edge})
    edges = Listed(Say("{letter} {colour}", letter=letter_of(colour), colour=colour) for colour in letters)
    key = Say("Edges{mark}: {edges}. x:y differ, x=x match.", mark=marked(v, "HV-04", "HV-09"), edges=edges)
    return Section(
        Say("TEMPLE"),
        [Drawing([*grid(v), Para(key)], Later(lambda: temple_aloud(v)))],
        Say(
            "space rewards{rewards}; building spots, bread to pay{bread}; TN, TE statues{statues}",
            rewards=marked(v, "HV-03"),
            bread=marked(v, "HV-05"),
            statues=marked(v, "HV-13"),
        ),
        Para(
            Say(
                "TEMPLE Columns a to e from west to east, rows 1 to 5 from north to south. A tile with its edges "
                "north, east, south, west; an empty space with what it gives{mark} and what lies beside it.",
                mark=marked(v, "HV-03"),
            )
        ),
    )


def temple_aloud(v: TekhenuView) -> list[Para]:
    rows = [row_aloud(tuple([heard(v, at) for at in range(row, row + 5)])) for row in range(0, 25, 5)]
    prices = sorted({spot.bread for spot in v.spots if not spot.owner})
    free = [
        Say(
            "for {cost} {spots}",
            cost=counted(bread, "bread"),
            spots=Listed(spot.id for spot in v.spots if spot.bread == bread and not spot.owner),
        )
        for bread in prices
    ]
    taken = [Say("{spot} {seat}", spot=spot.id, seat=spot.owner) for spot in v.spots if spot.owner]
    spots = Listed(free, "; ") or Say("none")
    return [
        *rows,
        Para(Say("Free building spots{mark}: {spots}.", mark=marked(v, "HV-05"), spots=spots)),
        Para(Say("Buildings at the temple: {spots}.", spots=listed(taken))),
    ]


def heard(v: TekhenuView, at: int) -> Heard:
    return v.temple[at].name, lying(v.temple[at]), touching(v, at)


@lru_cache(maxsize=COMING)
def row_aloud(spaces: tuple[Heard, ...]) -> Para:
    return said(Say("{text}.", text=Listed([temple_space(*space) for space in spaces], "; ")))


def temple_space(name: str, there: Lying, edges: Edges) -> str:
    """Write `a1 P17 of blue, red red blue green`, `c1 1 papyrus, north blue`."""
    tile, owner, reward = there
    if tile:
        seat = owner or Say("nobody")
        return Say("{space} {tile} of {seat}, {edges}", space=name, tile=tile, seat=seat, edges=Listed(edges, " "))
    beside = [
        Say("{side} {colour}", side=side, colour=colour) for side, colour in zip(SIDES, edges, strict=True) if colour
    ]
    return Listed([Say("{space} {reward}", space=name, reward=words(dict(reward)) or Say("nothing")), *beside])


def touching(v: TekhenuView, index: int) -> Edges:
    """Return the edges of a tile, or what an empty space touches: edges of tiles beside it and the border."""
    space = v.temple[index]
    if space.tile:
        return space.edges
    r, c = divmod(index, 5)
    return (
        v.temple[index - 5].edges[2] if r else space.border[0],
        v.temple[index + 1].edges[3] if c < 4 else space.border[1],
        v.temple[index + 5].edges[0] if r < 4 else space.border[2],
        v.temple[index - 1].edges[1] if c else space.border[3],
    )


def grid(v: TekhenuView) -> list[str]:
    lines = [column_names()]
    north, east, south, west = (beside(v, side) for side in "NESW")
    lines.append(pieces_line(north))
    for at in range(5):
        lines.append(edges_line(tuple([facing_north(v, at, col) for col in range(5)])))
        cells = tuple([lying(space) for space in v.temple[at * 5 : at * 5 + 5]])
        lines.append(spaces_line(west[at], cells, tuple([facing_west(v, at, col) for col in range(6)]), east[at]))
    lines.append(edges_line(tuple([facing_north(v, 5, col) for col in range(5)])))
    lines.append(pieces_line(south))
    return lines


# Lines of the grid are made once for what stands in them: a turn changes few of them, most games begin alike.


@cache
def column_names() -> str:
    return grid_line("", [f"{letter}   " for letter in "abcde"], APART, "")


@lru_cache(maxsize=COMING)
def pieces_line(pieces: tuple[Piece, ...]) -> str:
    return grid_line("", list(map(piece_words, pieces)), APART, "")


@lru_cache(maxsize=COMING)
def edges_line(edges: tuple[Edge, ...]) -> str:
    return grid_line("", [facing(*edge) for edge in edges], APART, "")


@lru_cache(maxsize=COMING)
def spaces_line(west: Piece, spaces: tuple[Lying, ...], edges: tuple[Edge, ...], east: Piece) -> str:
    between = [facing(*edge) for edge in edges]
    return grid_line(piece_words(west), [space_words(*space) for space in spaces], between, piece_words(east))


def grid_line(west: str, cells: Sequence[str], between: Sequence[str], east: str) -> str:
    middle = [part for cell, gap in zip(cells, between[1:], strict=True)
              for part in (Cell(cell, CELL, "^"), Cell(gap, BETWEEN, "!"))]  # fmt: skip
    return Laid([Cell(west, SIDE, "!"), Cell(between[0], BETWEEN, "!"), *middle, Cell(" ", 1), Cell(east, 0, "!")])


def beside(v: TekhenuView, side: str) -> tuple[Piece, ...]:
    """Return what stands on one side of the temple, by line."""
    found = [NOTHING] * 5
    for spot in v.spots:
        if spot.side == side:
            found[spot.line % 5] = spot.id, spot.owner, str(spot.bread)
    for statue in v.people:
        if statue.side == side:
            found[statue.line % 5] = statue.id, statue.owner, ""
    return tuple(found)


def piece_words(piece: Piece) -> str:
    """Write the owner, or id and cost; a place for a Statue is free."""
    ident, owner, cost = piece
    return Listed((ident, code(owner) or cost or Say("free")), " ") if ident else ""


@cache
def facing(one: str, other: str) -> str:
    """Write `r:b`, `r=r`, `r:` where two things meet."""
    if not one and not other:
        return " . "
    return Listed((letter_of(one), letter_of(other)), "=" if one == other else ":")


def facing_north(v: TekhenuView, at: int, col: int) -> Edge:
    """Return the edges above row `at` (0 to 5) of a column: of what lies above and of what lies below."""
    above = v.temple[(at - 1) * 5 + col] if at else None
    below = v.temple[at * 5 + col] if at < 5 else None
    one = above.edges[2] if above else below.border[0] if below else ""
    other = below.edges[0] if below else above.border[2] if above else ""
    return one, other


def facing_west(v: TekhenuView, at: int, col: int) -> Edge:
    """Return the edges left of column `col` (0 to 5) of a row: of what lies to the left and to the right."""
    left = v.temple[at * 5 + col - 1] if col else None
    right = v.temple[at * 5 + col] if col < 5 else None
    one = left.edges[1] if left else right.border[3] if right else ""
    other = right.edges[3] if right else left.border[1] if left else ""
    return one, other


def lying(space: SpaceView) -> Lying:
    return (space.tile, space.owner, ()) if space.tile else ("", "", tuple(space.reward.items()))


def space_words(tile: str, owner: str, reward: tuple[tuple[str, int], ...]) -> str:
    return Listed((tile, code(owner)), " ") if tile else reward_words(reward)


@lru_cache(maxsize=COMING)
def reward_words(reward: tuple[tuple[str, int], ...]) -> str:
    room = CELL - 3 if len(reward) == 1 else 2
    cut = [Say("{n} {what}.", n=n, what=Word(what, room)) for what, n in reward]
    return Fitting((words(dict(reward)), Listed(cut, ",")), CELL)
