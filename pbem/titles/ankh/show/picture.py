"""The board as one self-contained SVG, drawn from a view.

Nothing on the table is secret, so everybody gets the same picture. Letters on pieces and titles on parts help those who
see no colours or hear the page. The map lies in the west, tracks east of it, god boards below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from math import hypot, sqrt

from pbem.core.book import Strip
from pbem.core.questions import Seat
from pbem.core.words import Count, Listed, Say
from pbem.kit import svg as s
from pbem.kit.svg import speaking
from pbem.titles.ankh.components import Components
from pbem.titles.ankh.show import panels, pieces
from pbem.titles.ankh.show.boards import head
from pbem.titles.ankh.show.map import direction, kind_name, kinds_on, marks, owner_name
from pbem.titles.ankh.views.view_models import AnkhView, HexView, RegionView

__all__ = ["picture", "speaking"]

WIDTH, HEIGHT = 1400, 1200
RADIUS = 46.0
"""From the middle of a hex to a corner."""
AT = {"head": (20.0, 32.0), "map": (20.0, 76.0)}
LETTER = 7.4
"""The width of a letter of the heading."""
MAP = (70.0, 866.0)
"""Upper edge and height of the panels of the map."""
HALF = 6
"""Columns of the western half of the map: a narrow page shows one half below the other."""
TURNS = {"N": 0, "NE": 60, "SE": 120, "S": 180, "SW": 240, "NW": 300}
"""Directions as degrees from the top."""


def picture(v: AnkhView, data: Components, strips: Sequence[Strip] = ()) -> str:
    """Draw the board, and below it the strips of modules. Before the table is laid out there is little to see."""
    height = HEIGHT + sum(strip[0] for strip in strips)
    parts = [s.rect(0, 0, WIDTH, height, s.PAPER, s.PAPER), *heading(v, data), *land(v, data)]
    if v.gods:
        parts += panels.beside(v, data)
        parts += panels.gods(v, data)
    parts += s.strips_below(strips, HEIGHT, WIDTH)
    return s.drawing(parts, WIDTH, height, title(v), description(v, data))


def title(v: AnkhView) -> str:
    if v.phase == "over":
        return Say("Ankh, final position")
    if not v.turn:
        return Say("Ankh, set-up")
    if v.conflict is not None:
        return Say("Ankh, turn {turn}, Conflict {n}", turn=v.turn, n=v.conflict.number)
    return Say("Ankh, turn {turn}", turn=v.turn)


def description(v: AnkhView, data: Components) -> str:
    """Say what somebody should know who cannot see the picture."""
    regions = Count(len(v.regions), "{n} region", "{n} regions")
    camels = Count(len(v.camels), "{n} Camel", "{n} Camels")
    units = Count(sum(h.unit is not None for h in v.hexes), "{n} unit", "{n} units")
    monuments = Count(sum(h.monument is not None for h in v.hexes), "{n} Monument", "{n} Monuments")
    return Say(
        "Devotion in turn order: {scores}. On the map: {things}.",
        scores=Listed(Say("{god} {n}", god=data.names[god.seat], n=god.devotion) for god in v.gods),
        things=Listed([regions, camels, units, monuments], Say(" and ")),
    )


def heading(v: AnkhView, data: Components) -> Iterator[str]:
    x, y = AT["head"]
    yield s.panel([s.text(x, y, title(v), 22, "start", bold=True)], x - 6, y - 24, 328, 30)
    words = " ".join(s.spoken(getattr(block, "text", "")) for block in head(v, data).blocks)
    for said in words.removesuffix(".").split(". "):  # sentences can stand below each other where there is little room
        yield s.written(x, y + 24, f"{said}.", 13)
        x += LETTER * (len(said) + 2)


# -- the map ---------------------------------------------------------------------------------------------------------


def middle(h: HexView) -> tuple[float, float]:
    """Find the middle of a hex; columns with an odd number lie half a hex lower."""
    x, y = AT["map"]
    high = RADIUS * sqrt(3)
    return x + RADIUS * (1 + 1.5 * h.col), y + high * (h.row + 0.5 + h.col % 2 / 2)


def land(v: AnkhView, data: Components) -> Iterator[str]:
    """Draw the western and the eastern half; what lies on the line between them belongs to both."""
    tokens = [order_token(v, region) for region in v.regions]
    for half in ([h for h in v.hexes if h.col < HALF], [h for h in v.hexes if h.col >= HALF]):
        if half:
            here = {h.id for h in half}
            across = [middle(h)[0] for h in half]
            west, east = min(across) - RADIUS - 6, max(across) + RADIUS + 6
            lying = [drawn for place, drawn in tokens if place in here]
            yield s.panel([*region_of(v, data, half, here), *lying], west, MAP[0], east - west, MAP[1], whole=True)


def region_of(v: AnkhView, data: Components, half: Sequence[HexView], here: Set[str]) -> Iterator[str]:
    """Draw ground first, then what divides it, then what stands on it."""
    owners, kinds = marks(data, v.order), marks(data, kinds_on(v))
    for h in half:
        yield s.group(ground(h), hex_title(data, h))
    yield from borders(v, here)
    for h in half:
        yield from standing(data, h, owners, kinds)


def ground(h: HexView) -> Iterator[str]:
    x, y = middle(h)
    corners = [s.polar(x, y, RADIUS, degrees) for degrees in range(30, 390, 60)]
    yield s.shape(corners, pieces.GROUND.get(h.terrain, s.EMPTY))
    if h.underworld:
        yield s.circle(x, y, RADIUS * 0.68, pieces.UNDERWORLD, s.INK)
    yield s.text(x, y - RADIUS * 0.43, h.id, 13)


def hex_title(data: Components, h: HexView) -> str:
    """Write `D4, desert, region 2: Warrior of Ra`."""
    facts: list[str] = [h.id, Say("Underworld") if h.underworld else Say(h.terrain)]
    if h.tokens:
        facts.append(Say("region {tokens}", tokens=Listed(map(str, h.tokens), " ")))
    where, what = Listed(facts), standing_words(data, h)
    return Say("{place}: {what}", place=where, what=Listed(what)) if what else where


def standing_words(data: Components, h: HexView) -> list[str]:
    """Say what stands on a hex, in a few words each."""
    if h.unit is not None:
        kind, owner = kind_name(data, h.unit.kind), owner_name(data, h.unit.owner)
        said: list[str] = [Say("{kind} of {owner}", kind=kind, owner=owner)]
        said.append(Say("strength {n}", n=h.unit.strength))
        said += [Say("Sun token")] if h.unit.sun else []
        return [*said, *([Say("claws {directions}", directions=h.unit.claws)] if h.unit.claws else [])]
    if h.monument is not None:
        owner = h.monument.owner
        return [
            kind_name(data, h.monument.kind),
            Say("of {owner}", owner=owner_name(data, owner)) if owner else Say("neutral"),
        ]
    return [kind_name(data, h.filled)] if h.filled else []


def borders(v: AnkhView, here: Set[str]) -> Iterator[str]:
    """Draw rivers and Camels along the edges of these spaces."""
    at = {h.id: h for h in v.hexes}
    for name in v.rivers:
        if here.isdisjoint(name.split("|")):
            continue
        yield s.group([s.line(*ends(at, name), pieces.RIVER, 9)], Say("River {edge}", edge=name))
    for name in v.camels:
        if here.isdisjoint(name.split("|")):
            continue
        a, b, c, d = ends(at, name)
        parts = [s.line(a, b, c, d, pieces.CAMEL, 5), pieces.camel((a + c) / 2, (b + d) / 2)]
        yield s.group(parts, Say("Camel {edge}", edge=name))


def ends(at: Mapping[str, HexView], edge: str) -> tuple[float, float, float, float]:
    """Find both corners of an edge."""
    one, other = (at[name] for name in edge.split("|"))
    x, y = middle(one)
    turn = TURNS[direction(one, other)]
    return (*s.polar(x, y, RADIUS, turn - 30), *s.polar(x, y, RADIUS, turn + 30))


def standing(data: Components, h: HexView, owners: Mapping[Seat, str], kinds: Mapping[str, str]) -> Iterator[str]:
    """Draw a unit or a Monument; the claws of a Giant Scorpion point at two edges."""
    x, y = middle(h)
    if h.monument is not None:
        kind, owner = h.monument.kind, h.monument.owner
        yield s.group([pieces.monument(x, y + 6, kind, owner, owners.get(owner, ""), kinds[kind])], hex_title(data, h))
    if h.unit is not None:
        parts = [claw(x, y, TURNS[name]) for name in h.unit.claws.split("-") if name in TURNS]
        parts.append(pieces.unit(x, y + 6, h.unit.kind, h.unit.owner, owners.get(h.unit.owner, ""), kinds[h.unit.kind]))
        parts += [pieces.sun(x + 18, y - 10)] if h.unit.sun else []
        yield s.group(parts, hex_title(data, h))
    if h.filled:
        yield s.group([pieces.neutral(x, y + 6, kinds[h.filled])], hex_title(data, h))


def claw(x: float, y: float, turn: float) -> str:
    """Draw a tip before the edge at which a Giant Scorpion points."""
    sides = [s.polar(x, y, RADIUS * 0.68, turn + away) for away in (-14, 14)]
    return s.shape([s.polar(x, y, RADIUS * 0.86, turn), *sides], s.INK, s.INK)


def order_token(v: AnkhView, region: RegionView) -> tuple[str, str]:
    """Draw the token of a region on an empty space near its middle, and return that space."""
    at = {h.id: h for h in v.hexes}
    lying = [at[name] for name in region.spaces]
    points = [middle(h) for h in lying]
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    free = [h for h in lying if h.unit is None and h.monument is None and not h.filled] or lying

    def far(h: HexView) -> float:
        a, b = middle(h)
        return hypot(a - x, b - y)

    place = min(free, key=far)
    a, b = middle(place)
    names = Listed(Say(name.capitalize()) for name in region.names)
    said = Say("Order token {token}: {names}", token=region.token, names=names)
    return place.id, s.group([pieces.token(a, b + 7, region.token, 14)], said)
