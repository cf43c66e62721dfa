"""Pieces and colours of Tekhenu's picture, on the shapes of the kit."""

from __future__ import annotations

from pbem.core.words import Caps
from pbem.kit.svg import (
    EMPTY,
    INK,
    LINE,
    PAPER,
    SAND,
    SMALLEST,
    circle,
    group,
    label,
    line,
    num,
    panel,
    polar,
    rect,
    sector,
    shape,
    spoken,
    strip,
    text,
    wrapped,
    written,
)

__all__ = [
    "CARDS",
    "DICE",
    "EDGES",
    "EMPTY",
    "FAINT",
    "FOLLOWERS",
    "INK",
    "LAID",
    "LIGHTS",
    "LINE",
    "PAPER",
    "PURITY",
    "RESOURCES",
    "SAND",
    "SEATS",
    "SMALL",
    "SMALLEST",
    "building",
    "circle",
    "die",
    "figure",
    "group",
    "label",
    "laid_tile",
    "letter",
    "line",
    "num",
    "panel",
    "pillar",
    "polar",
    "rect",
    "seat_colour",
    "sector",
    "shape",
    "spoken",
    "statue",
    "strip",
    "text",
    "wrapped",
    "written",
]

SEATS = {"orange": "#e8841a", "blue": "#2f6fc4", "red": "#c8342c", "green": "#2f8f4a", "violet": "#7a4fa3"}
EDGES = {"red": "#d9534a", "blue": "#4f86d6", "green": "#62b067", "purple": "#9560c0"}
DICE = {
    "white": ("#ffffff", "#222222"),
    "yellow": ("#f3c52f", "#222222"),
    "black": ("#2a2a2a", "#ffffff"),
    "brown": ("#8a5a2e", "#ffffff"),
    "grey": ("#a3a3a3", "#222222"),
    "red": ("#c0392b", "#ffffff"),
    "blue": ("#2e6bb8", "#ffffff"),
    "green": ("#3c9a55", "#ffffff"),
}
"""Face and pips."""
LIGHTS = {"sunny": "#fbe39a", "shaded": "#cbb591", "dark": "#7d7088"}
RESOURCES = {"papyrus": "#f3c52f", "bread": "#8a5a2e", "limestone": "#ffffff", "granite": "#2a2a2a"}
FOLLOWERS = {"warrior": "#b3372c", "priest": "#2f62ad"}
CARDS = {"blessing": "#f6e3b4", "technology": "#cfe0f3", "decree": "#e9d0ec"}
PURITY = {"pure": "#1d8a3a", "tainted": "#b07a00", "forbidden": "#b3261e", "anubis": "#444444"}
LAID = "#d9a877"
"""Tiles of modules."""
FAINT = "#77684a"
"""Names of places that nobody looks for first."""
SMALL = 8
"""Letters smaller than this cannot be read and are left out."""


def seat_colour(seat: str) -> str:
    return SEATS.get(seat, "#777777")


def die(x: float, y: float, colour: str, value: int, size: float = 20, rim: str = LINE) -> str:
    """Draw a die with its value; the rim says its purity."""
    face, pips = DICE.get(colour, DICE["grey"])
    value_at = text(x + size / 2, y + size * 0.74, str(value), size * 0.66, fill=pips, bold=True)
    return f'<g class="die">{rect(x, y, size, size, face, rim, size / 5, width=2.5)}{value_at}</g>'


def building(x: float, y: float, seat: str, size: float = 20) -> str:
    """Draw a house, like all pieces with the letter of its owner unless it is very small."""
    half = size / 2
    points = [(x + half * a, y + half * b) for a, b in ((-1, 1), (-1, -0.25), (0, -1), (1, -0.25), (1, 1))]
    return shape(points, seat_colour(seat), INK) + letter(x, y + size * 0.34, seat, size * 0.6)


def pillar(x: float, y: float, seat: str, size: float = 22) -> str:
    """Draw a round pillar with the letter of its owner."""
    return circle(x, y, size / 2, seat_colour(seat), INK) + letter(x, y + size * 0.22, seat, size * 0.6)


def statue(x: float, y: float, seat: str, size: float = 22) -> str:
    """Draw a tall figure with the letter of its owner."""
    half = size / 2
    across = ((-0.8, 1), (-0.4, -0.6), (0, -1), (0.4, -0.6), (0.8, 1))
    points = [(x + half * a, y + half * b) for a, b in across]
    return shape(points, seat_colour(seat), INK) + letter(x, y + half * 0.8, seat, size * 0.5)


def letter(x: float, y: float, seat: str, size: float) -> str:
    return "" if size < SMALL else text(x, y, Caps(seat, 1), max(size, SMALLEST), fill="#ffffff", bold=True)


def figure(x: float, y: float, words: str, said: str) -> str:
    """Draw a figure that belongs to nobody, with its letter."""
    body = shape([(x - 12, y + 14), (x - 5, y - 6), (x + 5, y - 6), (x + 12, y + 14)], "#4b2a6b", "#ffffff")
    name = text(x, y + 11, words, 12, fill="#ffffff", bold=True)
    return group([body, circle(x, y - 9, 6, "#4b2a6b", "#ffffff"), name], said)


def laid_tile(x: float, y: float, size: float, place: str, words: str, said: str) -> str:
    """Draw a tile that lies on a place and hides what is printed there: its name, and what it brings."""
    first, _, rest = spoken(words).partition(" ")
    parts = [rect(x + 3, y + 3, size - 6, size - 6, LAID, INK, 5)]
    parts.append(text(x + size / 2, y + 18, f"{place}: {first}", 12, bold=True, short=first))
    for number, row in enumerate(row for part in rest.split(", ") for row in wrapped(part, 12, 3)):
        short, below = (" ", "") if number else ("", said)
        parts.append(text(x + size / 2, y + 31 + 12 * number, row, SMALLEST, short=short, below=below))
    return group(parts, said)
