"""Pieces and colours of Ankh's picture, on the shapes of the kit.

Owners are told apart by colour and by two letters, kinds by their outline; Guardians have two letters more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.core.questions import Seat
from pbem.kit.svg import INK, circle, line, rect, shape, text

__all__ = ["CAMEL", "GROUND", "RIVER", "UNDERWORLD", "camel", "colour", "monument", "sun", "token", "unit"]

SIDES = {"amun": "#2463b4", "anubis": "#3c3743", "isis": "#8e3c97", "osiris": "#1d6b3a", "ra": "#b3460f"}
GROUND = {"desert": "#f0d896", "flood": "#b5cf86", "water": "#8fc1e3"}
RIVER, CAMEL, UNDERWORLD, NEUTRAL = "#2a78bd", "#7a4a1d", "#8d7ba3", "#f7f2e6"
WHITE, NOBODYS = "#ffffff", "#f3c52f"
Points = Sequence[tuple[float, float]]

GOD: Points = ((-1, 1), (-0.6, -0.2), (-0.9, -0.55), (0, -1), (0.9, -0.55), (0.6, -0.2), (1, 1))
GUARDIAN: Points = ((0, -1), (1, -0.2), (0.65, 1), (-0.65, 1), (-1, -0.2))
OBELISK: Points = ((-0.75, 1), (-0.5, -0.55), (0, -1), (0.5, -0.55), (0.75, 1))
PYRAMID: Points = ((-1.2, 1), (0, -1), (1.2, 1))
TEMPLE: Points = ((-1.15, 1), (-1.15, -0.3), (0, -1), (1.15, -0.3), (1.15, 1))
SLAB: Points = ((-1, 1), (-0.8, -0.8), (0.8, -0.8), (1, 1))
HUMPS: Points = (
    (-1, 1), (-0.75, 0.1), (-0.5, -0.7), (-0.15, 0), (0.2, -0.7), (0.5, 0.1), (0.75, -0.9), (1.2, -0.8), (1.15, -0.45),
    (0.95, -0.4), (0.75, 0.35), (0.55, 1), (0.35, 0.45), (-0.55, 0.45), (-0.75, 1),
)  # fmt: skip


def colour(owner: Seat) -> str:
    """Return the colour of a side; white for neutral pieces."""
    return SIDES.get(owner, "#666666") if owner else NEUTRAL


def _outline(x: float, y: float, half: float, points: Points, fill: str) -> str:
    return shape([(x + half * a, y + half * b) for a, b in points], fill, INK)


def unit(x: float, y: float, kind: str, owner: Seat, mark: str, name: str, half: float = 17) -> str:
    """Draw a figure: a God is crowned, a Warrior round, a Guardian has five corners and letters of its own."""
    fill = colour(owner)
    if kind == "god":
        return _outline(x, y, half * 1.15, GOD, fill) + text(x, y + 8, mark, 14, fill=WHITE, bold=True)
    if kind == "warrior":
        return circle(x, y, half * 0.85, fill, INK) + text(x, y + 4.5, mark, 13, fill=WHITE, bold=True)
    body = _outline(x, y, half * 1.2, GUARDIAN, fill)
    return body + text(x, y, name, 12, fill=WHITE, bold=True) + text(x, y + 13, mark, 12, fill=WHITE)


def neutral(x: float, y: float, mark: str, half: float = 17) -> str:
    """Draw what belongs to nobody: a diamond with letters."""
    points = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
    return shape(points, NOBODYS, INK) + text(x, y + 4.5, mark, 12, bold=True)


def monument(x: float, y: float, kind: str, owner: Seat, mark: str, name: str, half: float = 17) -> str:
    """Draw a building in its owner's colour, or white."""
    fill, ink = colour(owner), WHITE if owner else INK
    draw = MONUMENTS.get(kind)
    if draw is None:
        return _outline(x, y, half, SLAB, fill) + text(x, y + 5, mark or name, 12, fill=ink, bold=True)
    return draw(x, y, half, fill) + text(x, y + half - 3, mark, 12, fill=ink, bold=True)


def _temple(x: float, y: float, half: float, fill: str) -> str:
    """Draw a gable on a beam."""
    return _outline(x, y, half, TEMPLE, fill) + line(
        x - half * 1.15, y - half * 0.3, x + half * 1.15, y - half * 0.3, INK
    )


MONUMENTS: dict[str, Callable[[float, float, float, str], str]] = {
    "obelisk": lambda x, y, half, fill: _outline(x, y, half * 1.1, OBELISK, fill),
    "temple": _temple,
    "pyramid": lambda x, y, half, fill: _outline(x, y, half, PYRAMID, fill),
}


def sun(x: float, y: float) -> str:
    return circle(x, y, 5, "#f3c52f", INK)


def camel(x: float, y: float, half: float = 10) -> str:
    """Draw a Camel that looks east, whichever way its edge lies."""
    return _outline(x, y, half, HUMPS, "#d9a45b")


def token(x: float, y: float, number: int, size: float = 11) -> str:
    """Draw a Conflict Order token."""
    face = rect(x - size, y - size, 2 * size, 2 * size, "#fff7d6", INK, 4, width=2)
    return face + text(x, y + size * 0.48, str(number), size * 1.35, bold=True)
