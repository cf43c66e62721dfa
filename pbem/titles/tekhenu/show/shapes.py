"""Shapes of the SVG board: text out, nothing else. Everything that people or tables supply is escaped here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from math import cos, radians, sin
from textwrap import wrap

SEATS = {"orange": "#e8841a", "blue": "#2f6fc4", "red": "#c8342c", "green": "#2f8f4a", "violet": "#7a4fa3"}
EDGES = {"red": "#d9534a", "blue": "#4f86d6", "green": "#62b067", "purple": "#9560c0"}
DICE = {
    "white": ("#ffffff", "#222222"),
    "yellow": ("#f3c52f", "#222222"),
    "black": ("#2a2a2a", "#ffffff"),
    "brown": ("#8a5a2e", "#ffffff"),
    "grey": ("#a3a3a3", "#222222"),
}
"""Face and pips."""
LIGHTS = {"sunny": "#fbe39a", "shaded": "#cbb591", "dark": "#7d7088"}
RESOURCES = {"papyrus": "#f3c52f", "bread": "#8a5a2e", "limestone": "#ffffff", "granite": "#2a2a2a"}
CARDS = {"blessing": "#f6e3b4", "technology": "#cfe0f3", "decree": "#e9d0ec"}
PURITY = {"pure": "#1d8a3a", "tainted": "#b07a00", "forbidden": "#b3261e", "anubis": "#444444"}
SMALL = 8
"""Letters smaller than this cannot be read and are left out."""
INK, PAPER, SAND, LINE, EMPTY = "#33291c", "#fffaf0", "#efe2c6", "#9c8a68", "#e4d9bf"


@cache
def num(value: float) -> str:
    """A coordinate in few characters."""
    return f"{value:.1f}".removesuffix(".0")


def polar(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """A point on a circle; 0 degrees is at the top, clockwise."""
    return x + radius * sin(radians(degrees)), y - radius * cos(radians(degrees))


def group(parts: Iterable[str], title: str = "", **attributes: str) -> str:
    said = "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
    head = f"<title>{escape(title)}</title>" if title else ""
    return f"<g{said}>{head}{''.join(parts)}</g>"


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


def sector(x: float, y: float, inner: float, outer: float, start: float, end: float, fill: str) -> str:
    """A piece of a ring between two directions less than half a turn apart."""
    (a, b), (c, d) = polar(x, y, outer, start), polar(x, y, outer, end)
    (e, f), (g, h) = polar(x, y, inner, end), polar(x, y, inner, start)
    path = (
        f"M{num(a)} {num(b)}A{num(outer)} {num(outer)} 0 0 1 {num(c)} {num(d)}L{num(e)} {num(f)}"
        f"A{num(inner)} {num(inner)} 0 0 0 {num(g)} {num(h)}Z"
    )
    return f'<path d="{path}" fill="{fill}" stroke="{LINE}"/>'


def text(
    x: float, y: float, words: str, size: float = 12, anchor: str = "middle", fill: str = INK, bold: bool = False
) -> str:
    """Words; ink is what the whole picture is written in, so it need not be said."""
    weight = ' font-weight="bold"' if bold else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    colour = "" if fill == INK else f' fill="{fill}"'
    return f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}"{where}{colour}{weight}>{escape(words)}</text>'


def seat_colour(seat: str) -> str:
    return SEATS.get(seat, "#777777")


def die(x: float, y: float, colour: str, value: int, size: float = 20, rim: str = LINE) -> str:
    """A die with its value; the rim says its purity."""
    face, pips = DICE.get(colour, DICE["grey"])
    value_at = text(x + size / 2, y + size * 0.74, str(value), size * 0.66, fill=pips, bold=True)
    return f'<g class="die">{rect(x, y, size, size, face, rim, size / 5, width=2.5)}{value_at}</g>'


def building(x: float, y: float, seat: str, size: float = 20) -> str:
    """A house, like all pieces with the letter of its owner unless it is very small."""
    half = size / 2
    points = [(x + half * a, y + half * b) for a, b in ((-1, 1), (-1, -0.25), (0, -1), (1, -0.25), (1, 1))]
    return shape(points, seat_colour(seat), INK) + letter(x, y + size * 0.34, seat, size * 0.6)


def pillar(x: float, y: float, seat: str, size: float = 22) -> str:
    """A round pillar with the letter of its owner."""
    return circle(x, y, size / 2, seat_colour(seat), INK) + letter(x, y + size * 0.22, seat, size * 0.6)


def statue(x: float, y: float, seat: str, size: float = 22) -> str:
    """A tall figure with the letter of its owner."""
    half = size / 2
    across = ((-0.8, 1), (-0.4, -0.6), (0, -1), (0.4, -0.6), (0.8, 1))
    points = [(x + half * a, y + half * b) for a, b in across]
    return shape(points, seat_colour(seat), INK) + letter(x, y + half * 0.8, seat, size * 0.5)


def letter(x: float, y: float, seat: str, size: float) -> str:
    return "" if size < SMALL else text(x, y, seat[:1].upper(), size, fill="#ffffff", bold=True)


def wrapped(words: str, width: int, most: int) -> list[str]:
    """Words in at most so many short lines."""
    lines = wrap(words, width)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1][: width - 2]}.."]
