"""A picture for phones: its panels below each other, without a script.

The pages of a site show the whole picture where there is room for it. Where there is not, each panel stands alone,
drawn from the very shapes of the whole (`use`), and sentences are sentences. A panel that is kept whole has larger
letters, so it is written out once more. `templates/page.html` does the same with the browser's own measures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape, unescape

__all__ = ["ROOM", "Panel", "panels", "stacked"]

ROOM = 334.0
"""Pixels that a phone of 360 has for a picture."""
LEAST = 12.3
"""Pixels of the smallest letters."""
LARGEST = 1.2
"""No panel is drawn larger than this."""
EDGE = 8.0
"""The line around a panel and no more: as much may be missing."""
BROAD = 0.54
"""The width of a letter, in its height."""
_PANEL = re.compile(r'<g class="panel" data-box="([^"]*)"( data-whole="")?(?: data-words="([^"]*)")?>')
_GROUP = re.compile(r"<g[ >]|</g>")
_TEXT = re.compile(r"<text ([^>]*)>([^<]*)</text>")
_SIZE = re.compile(r'font-size="([^"]*)"')
_DRAWN = re.compile(r"<(?:rect|circle|polygon|path|line) ")
_UPRIGHT = re.compile(
    r'<rect [^>]*?y="(?P<top>[^"]*)"[^>]*?height="(?P<high>[^"]*)"|'
    r'<text [^>]*?y="(?P<line>[^"]*)" font-size="(?P<size>[^"]*)"|'
    r'<circle [^>]*?cy="(?P<middle>[^"]*)" r="(?P<half>[^"]*)"|<polygon points="(?P<points>[^"]*)"'
)
"""Where a shape begins and ends, as far as that can be read off it."""


@dataclass(slots=True)
class Panel:
    """A panel as a picture has it."""

    start: int
    box: tuple[float, float, float, float]
    whole: bool
    words: str
    """What is said in its place where it is too wide, as HTML."""
    inner: str

    @property
    def least(self) -> float:
        """The pixels that its smallest letters need it to be wide."""
        sizes = [float(size) for size in _SIZE.findall(self.inner)]
        return self.box[2] * LEAST / min([*sizes, 40.0])

    @property
    def spoken(self) -> bool:
        """Whether a phone says it in words."""
        return bool(self.words) and (self.least > ROOM + EDGE or not _DRAWN.search(self.inner))


def _height(panel: Panel) -> tuple[float, float]:
    """Find what of a panel's height has something on it: the upper end and how much."""
    _, y, _, h = panel.box
    if "<path" in panel.inner or "<line" in panel.inner:
        return y, h
    reach: list[float] = []
    for found in _UPRIGHT.finditer(panel.inner):
        top, high, line, size, middle, half, points = (found[name] for name in _UPRIGHT.groupindex)
        if top:
            reach += [float(top), float(top) + float(high)]
        elif line:
            reach += [float(line) - float(size), float(line) + 0.3 * float(size)]
        elif middle:
            reach += [float(middle) - float(half), float(middle) + float(half)]
        else:
            reach += [float(point.split(",")[1]) for point in points.split()]
    if not reach:
        return y, h
    upper, lower = max(y, min(reach) - 3), min(y + h, max(reach) + 3)
    return upper, lower - upper


def panels(picture: str) -> Iterator[Panel]:
    """Yield the panels of a picture, in its order."""
    for found in _PANEL.finditer(picture):
        depth, end = 1, found.end()
        while depth:
            tag = _GROUP.search(picture, end)
            if tag is None:
                return
            depth += -1 if tag[0] == "</g>" else 1
            end = tag.end()
        x, y, w, h = map(float, found[1].split())
        inner = picture[found.end() : end - len("</g>")]
        yield Panel(found.start(), (x, y, w, h), found[2] is not None, found[3] or "", inner)


def stacked(picture: str) -> tuple[str, str]:
    """Draw the picture with names on its panels, and the panels below each other."""
    head = re.match(r"<svg [^>]*>", picture)
    found = list(panels(picture))
    if head is None or not found:
        return picture, ""
    ink = "".join(f' {name}="{value}"' for name, value in re.findall(r'(font-family|fill)="([^"]*)"', head[0]))
    parts = [part for at, panel in enumerate(found) for part in _shown(panel, f"panel-{at}", ink)]
    for at, panel in reversed(list(enumerate(found))):
        place = panel.start + len("<g")
        picture = f'{picture[:place]} id="panel-{at}"{picture[place:]}'
    said = " ".join(unescape(text) for text in re.findall(r"<(?:title|desc) id=[^>]*>([^<]*)<", picture))
    return picture, f'<div class="stack" role="group" aria-label="{escape(said)}">{"".join(parts)}</div>'


def _shown(panel: Panel, name: str, ink: str) -> Iterator[str]:
    if panel.spoken:
        bold = all('font-weight="bold"' in attributes for attributes, _ in _TEXT.findall(panel.inner))
        yield f'<p class="{"head" if bold else "said"}">{panel.words}</p>'
        return
    x, _, w, _ = panel.box
    y, h = _height(panel)
    scale = max(panel.least / w, min(LARGEST, ROOM / w))
    drawn, below = f'<use href="#{name}"/>', list[str]()
    if panel.whole and panel.least > ROOM:
        scale = ROOM / w
        drawn, below = _larger(panel, LEAST / scale)
    box = f"{x:g} {y:g} {w:g} {h:g}"
    yield f'<svg viewBox="{box}" width="{w * scale:.0f}" aria-hidden="true"{ink}>{drawn}</svg>'
    yield from (f'<p class="said">{words}</p>' for words in below)


def _larger(panel: Panel, least: float) -> tuple[str, list[str]]:
    """Draw a panel with letters of at least so much, and return what they leave no room for."""
    below: list[str] = []

    def grown(found: re.Match[str]) -> str:
        attributes: str = found[1]
        said: dict[str, str] = dict(re.findall(r'data-(short|below|fit)="([^"]*)"', attributes))
        words: str = said.get("short", found[2])
        size = max(least, float(_SIZE.findall(attributes)[0]))
        if "fit" in said:
            most = int(float(said["fit"]) / size / BROAD)
            plain = unescape(words)
            words = words if len(plain) <= most else escape(plain[: most - 1]) + "."
        if "below" in said or len(unescape(words)) * size * BROAD > panel.box[2]:
            below.append(said.get("below", words))
            return ""
        attributes = _SIZE.sub(f'font-size="{size:.1f}"', attributes)
        return f"<text {attributes}>{words}</text>" if words.strip() else ""

    return _TEXT.sub(grown, panel.inner), below
