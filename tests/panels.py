"""Panels of pictures: a phone shows what lies in the box that a panel declares, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from pbem.desk.site.stacked import EDGE, ROOM, panels

SVG = "{http://www.w3.org/2000/svg}"
Corners = tuple[float, float, float, float]
NEAR = 3.0
"""How far a line's own width may reach beyond a box."""


def beyond(root: ElementTree.Element) -> list[str]:
    """Shapes that a panel draws outside its box, with the box."""
    found = []
    for panel in root.iter(f"{SVG}g"):
        if panel.get("class") != "panel":
            continue
        x, y, w, h = map(float, str(panel.get("data-box")).split())
        for shape in _shapes(panel):
            left, top, right, bottom = _corners(shape)
            if left < x - NEAR or right > x + w + NEAR or top < y - NEAR or bottom > y + h + NEAR:
                found.append(
                    f"{shape.tag.removeprefix(SVG)} {left:.0f},{top:.0f}..{right:.0f},{bottom:.0f} in {x, y, w, h}"
                )
    return found


def too_wide(picture: str) -> list[str]:
    """Panels that a phone could show in slices only: neither narrow nor kept whole nor said in words."""
    wide = [panel for panel in panels(picture) if panel.least > ROOM + EDGE and not panel.whole and not panel.spoken]
    return [f"{panel.box}: {panel.least:.0f} pixels, {panel.inner[:80]}" for panel in wide]


def _shapes(part: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """What is drawn in a part, as far as it stands in the coordinates of the panel."""
    for child in part:
        if child.get("transform") is None:
            yield from _shapes(child) if child.tag == f"{SVG}g" else ()
            if child.tag in {f"{SVG}{name}" for name in ("rect", "circle", "text", "polygon", "line")}:
                yield child


def _corners(shape: ElementTree.Element) -> Corners:
    def of(name: str) -> float:
        return float(shape.get(name) or 0)

    kind = shape.tag.removeprefix(SVG)
    if kind == "circle":
        return of("cx") - of("r"), of("cy") - of("r"), of("cx") + of("r"), of("cy") + of("r")
    if kind == "polygon":
        points = [tuple(map(float, point.split(","))) for point in str(shape.get("points")).split()]
        xs, ys = [point[0] for point in points], [point[1] for point in points]
        return min(xs), min(ys), max(xs), max(ys)
    if kind == "line":
        return min(of("x1"), of("x2")), min(of("y1"), of("y2")), max(of("x1"), of("x2")), max(of("y1"), of("y2"))
    return of("x"), of("y"), of("x") + of("width"), of("y") + of("height")
