"""The expansion's strip of the picture: chambers with their Priests, face-up cards, hands."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.words import Say
from pbem.kit import svg as s
from pbem.titles.ankh.components import Components
from pbem.titles.ankh.pharaoh.show.display import CourtView, board, called, chamber_line, named, pharaoh_lines
from pbem.titles.ankh.show import pieces

__all__ = ["HEIGHT", "parts"]

HEIGHT = 250.0
ROOM = (320.0, 84.0)
LEFT, TOP = 20.0, 44.0
PRIEST = 11.0
LINE = 100
"""Characters in a line of cards."""


def parts(v: CourtView, data: Components) -> Iterator[str]:
    yield from palace(v, data)
    yield from aside(v, data)


def palace(v: CourtView, data: Components) -> Iterator[str]:
    yield s.written(LEFT, 18, Say("Palace"), 16, bold=True)
    yield s.written(LEFT + 70, 18, pharaoh_lines(v, data)[0], 12)
    for at, one in enumerate(v.chambers):
        x, y = LEFT + (at % 2) * (ROOM[0] + 8), TOP + (at // 2) * (ROOM[1] + 8) - 14
        name = Say("{no} {name}", no=one.no, name=called(data, one.id))
        shapes = [s.rect(x, y, *ROOM, "#f7f2e6", s.INK, 6), s.text(x + 8, y + 18, name, 13, "start")]
        row = 0
        for side, n in one.priests.items():
            for _ in range(n):
                across = x + 20 + row * 2.4 * PRIEST
                shapes.append(s.circle(across, y + 46, PRIEST, pieces.colour(side), s.INK))
                letters = side[:2].capitalize()
                shapes.append(s.text(across, y + 50, letters, 12, fill="#ffffff", bold=True))
                row += 1
        yield s.panel([s.group(shapes, chamber_line(data, one))], x - 2, y - 2, ROOM[0] + 4, ROOM[1] + 4)


def aside(v: CourtView, data: Components) -> Iterator[str]:
    """Write cards and hands in words."""
    beside = LEFT + 2 * ROOM[0] + 36
    words = [getattr(block, "text", "") for block in board(v, data)[0].blocks[1 + len(v.chambers) :]]
    lines = [line for text in words for line in s.wrapped(text, LINE, 3)]
    for number, line in enumerate(lines[:13]):
        yield s.written(beside, TOP + 15 * number, line, 11)
    yield s.group([], Say("Policies face up: {cards}", cards=named(data, [card for card in v.row if card])))
