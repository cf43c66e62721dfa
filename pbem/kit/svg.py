"""Shapes of SVG pictures: text out, nothing else. Everything that people or tables supply is escaped here.

Words of a picture are said in one language, that of `speaking`; outside of it they are English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from html import escape
from math import cos, radians, sin
from textwrap import wrap

from pbem.core.words import Catalogue, said

INK, PAPER, SAND, LINE, EMPTY = "#33291c", "#fffaf0", "#efe2c6", "#9c8a68", "#e4d9bf"
"""Colours of ink, paper, ground, lines and empty places."""
SMALLEST = 10.5
"""The smallest letters: a picture 1,400 wide fills a window of 1,280 pixels, where these have nine."""

BROAD = 0.72
"""The width of a letter at most, in its height."""
NARROW = 0.62
"""The width of a letter in a long word, in its height."""

_words: ContextVar[Catalogue | None] = ContextVar("words of pictures", default=None)


@contextmanager
def speaking(words: Catalogue | None) -> Iterator[None]:
    """Label everything drawn inside in the language of a catalogue (None: English)."""
    before = _words.set(words)
    try:
        yield
    finally:
        _words.reset(before)


def spoken(text: str) -> str:
    """Say a text in the language of the picture."""
    return said(text, _words.get())


def label(text: str) -> str:
    """Say a text in the language of the picture, as it may stand in a file."""
    return escape(spoken(text))


@cache
def num(value: float) -> str:
    """Write a coordinate in few characters."""
    return f"{value:.1f}".removesuffix(".0")


def polar(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """Find a point on a circle; 0 degrees is at the top, clockwise."""
    return x + radius * sin(radians(degrees)), y - radius * cos(radians(degrees))


def group(parts: Iterable[str], title: str = "", **attributes: str) -> str:
    given = "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    head = f"<title>{label(title)}</title>" if title else ""
    return f"<g{given}>{head}{''.join(parts)}</g>"


def panel(parts: Iterable[str], x: float, y: float, w: float, h: float, *, whole: bool = False, words: str = "") -> str:
    """Draw a part of a picture that can stand alone: where there is no room for the whole, pages show panel below
    panel. One that is too wide even there is kept `whole` and gets larger letters, or its `words` stand in its
    place."""
    box = " ".join(map(num, (x, y, w, h)))
    kept = ' data-whole=""' if whole else ""
    said = f' data-words="{label(words)}"' if words else ""
    return f'<g class="panel" data-box="{box}"{kept}{said}>{"".join(parts)}</g>'


def written(x: float, y: float, words: str, size: float, *, bold: bool = False) -> str:
    """Draw a line of words as a panel: pages with little room break it like any other sentence."""
    wide = len(spoken(words)) * size * BROAD
    return panel([text(x, y, words, size, "start", bold=bold)], x - 2, y - size - 1, wide + 4, 1.4 * size, words=words)


def strip(shapes: Sequence[str], top: float, width: float, height: float) -> str:
    """Draw what a module adds below a board: a panel, unless it is made of several."""
    parts = shapes if any('class="panel"' in part for part in shapes) else [panel(shapes, 0, 0, width, height)]
    return group(parts, transform=f"translate(0 {num(top)})")


def strips_below(strips: Sequence[tuple[float, Sequence[str]]], top: float, width: float) -> list[str]:
    """Draw what modules add, one below the other from `top` on."""
    parts = []
    for high, shapes in strips:
        parts.append(strip(shapes, top, width, high))
        top += high
    return parts


def drawing(parts: Sequence[str], width: float, height: float, title: str, description: str) -> str:
    """Draw the whole picture: named for who hears it, described for who asks."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" role="img" '
        f'aria-labelledby="board-title board-desc" font-family="Verdana, DejaVu Sans, sans-serif" fill="{INK}">'
        f'<title id="board-title">{label(title)}</title>'
        f'<desc id="board-desc">{label(description)}</desc>{"".join(parts)}</svg>'
    )


def rect(
    x: float, y: float, w: float, h: float, fill: str, stroke: str = LINE, round_: float = 0,
    *, dash: bool = False, width: float = 1,
) -> str:  # fmt: skip
    corner = f' rx="{num(round_)}"' if round_ else ""
    dashed = ' stroke-dasharray="3 3"' if dash else ""
    thick = f' stroke-width="{num(width)}"' if width != 1 else ""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"{corner} fill="{fill}" '
        f'stroke="{stroke}"{thick}{dashed}/>'
    )


def circle(x: float, y: float, r: float, fill: str, stroke: str = LINE, width: float = 1) -> str:
    thick = f' stroke-width="{num(width)}"' if width != 1 else ""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}" stroke="{stroke}"{thick}/>'


def shape(points: Iterable[tuple[float, float]], fill: str, stroke: str = LINE) -> str:
    path = " ".join(f"{num(x)},{num(y)}" for x, y in points)
    return f'<polygon points="{path}" fill="{fill}" stroke="{stroke}"/>'


def line(x: float, y: float, to_x: float, to_y: float, stroke: str, width: float = 1) -> str:
    """Draw a straight line with round ends, so that lines that meet look like one."""
    ends = f'x1="{num(x)}" y1="{num(y)}" x2="{num(to_x)}" y2="{num(to_y)}"'
    return f'<line {ends} stroke="{stroke}" stroke-width="{num(width)}" stroke-linecap="round"/>'


def sector(x: float, y: float, inner: float, outer: float, start: float, end: float, fill: str) -> str:
    """Draw a piece of a ring between two directions less than half a turn apart."""
    (a, b), (c, d) = polar(x, y, outer, start), polar(x, y, outer, end)
    (e, f), (g, h) = polar(x, y, inner, end), polar(x, y, inner, start)
    path = (
        f"M{num(a)} {num(b)}A{num(outer)} {num(outer)} 0 0 1 {num(c)} {num(d)}L{num(e)} {num(f)}"
        f"A{num(inner)} {num(inner)} 0 0 0 {num(g)} {num(h)}Z"
    )
    return f'<path d="{path}" fill="{fill}" stroke="{LINE}"/>'


def text(
    x: float, y: float, words: str, size: float = 12, anchor: str = "middle", fill: str = INK, bold: bool = False,
    *, short: str = "", below: str = "", fit: float = 0, room: float = 0,
) -> str:  # fmt: skip
    """Write words; ink is what the whole picture is written in, so it need not be said. In a panel that a narrow page
    keeps whole, `short` stands in their place (a space: nothing does), or they go away and `below` is said under the
    panel, or they lose letters until they `fit`. Words that some language has longer than their `room` are smaller; the
    smallest letters of a panel say how far a narrow page may shrink it before it must slice it."""
    if room and words:
        size = max(SMALLEST, min(size, room / NARROW / len(spoken(words))))
    weight = ' font-weight="bold"' if bold else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    colour = "" if fill == INK else f' fill="{fill}"'
    narrow = "".join(f' data-{key}="{label(said)}"' for key, said in (("short", short), ("below", below)) if said)
    narrow += f' data-fit="{num(fit)}"' if fit else ""
    place = f'x="{num(x)}" y="{num(y)}" font-size="{num(size)}"'
    return f"<text {place}{where}{colour}{weight}{narrow}>{label(words)}</text>"


def wrapped(words: str, width: int, most: int) -> list[str]:
    """Break words into at most so many short lines."""
    lines = wrap(spoken(words), width)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1][: width - 2]}.."]
