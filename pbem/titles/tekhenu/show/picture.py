"""The board as one self-contained SVG, drawn from the public part of a view.

Everybody gets the same picture: the reader's own secrets are never looked at. Letters on pieces and titles on parts
help those who see no colours or hear the page. All coordinates stand in `AT` and in the sizes beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.core.book import Mark, Strip
from pbem.core.words import Count, Listed, Name, Say, Things, Word
from pbem.kit.svg import drawing, speaking, strips_below
from pbem.titles.tekhenu.board import DICE, HOUSE, card_said, counted, steps, words
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.show import drawn_shapes as s
from pbem.titles.tekhenu.show.brief import short
from pbem.titles.tekhenu.show.market_picture import market
from pbem.titles.tekhenu.show.osiris_picture import osiris, people_place
from pbem.titles.tekhenu.show.player_picture import PLAYER, player_parts
from pbem.titles.tekhenu.show.wording import COLOURS, marked, printed_on, signed, tiles_left
from pbem.titles.tekhenu.views.view_models import PlayerView, SectionView, SpaceView, TekhenuView, TileView

__all__ = ["picture", "speaking"]

WIDTH, HEIGHT = 1400, 1222

#: Upper left corners; of the wheel its middle.
AT: dict[str, tuple[float, float]] = {
    "head": (20, 30),
    "wheel": (270, 330),
    "temple": (590, 125),
    "ra": (545, 560),
    "osiris": (1048, 125),
    "track": (40, 690),
    "market": (40, 775),
    "players": (20, 957),
}
BOX: dict[str, tuple[float, float, float, float]] = {
    "head": (12, 4, 344, 78),
    "wheel": (18, 78, 504, 552),
    "temple": (536, 38, 478, 514),
}
"""What the panels cover."""
WHEEL = (52.0, 225.0, 250.0)
"""Radii: the obelisk in the middle, the sections, the rim."""
SPACE = 74.0
TILE = 178.0
BAND = 9.0
"""A temple space, and the width of a coloured edge."""
TRACK = 1320.0
ASIDE = 84.0
"""How far from the wheel's upright line a section is written on: two lines side by side do not touch."""
NAME = 16
"""Letters of a section's name that there is room for; longer ones are written smaller."""
SPREAD = 6
"""Spaces of the people track that a panel shows."""


def picture(
    v: TekhenuView, data: Components, strips: Sequence[Strip] = (), marks: Mapping[str, Mark] | None = None
) -> str:
    """Draw the board with what modules lay on its places, and below it their strips. Before the table is laid out there
    is little to see."""
    height = HEIGHT + sum(strip[0] for strip in strips)
    parts = [s.rect(0, 0, WIDTH, height, s.PAPER, s.PAPER), s.panel(head(v), *BOX["head"])]
    if v.house:
        house = Say("(h) house value: not found in print")
        words = s.text(WIDTH - 20, AT["head"][1], house, 11, "end")
        parts.append(s.panel([words], WIDTH - 400, AT["head"][1] - 12, 384, 16, words=house))
    if v.players:
        laid = marks or {}
        boards = (("wheel", wheel(v)), ("temple", temple(v, laid)))
        parts += [s.panel([*shapes, *marked_places(v, name, laid)], *BOX[name], whole=True) for name, shapes in boards]
        parts += [*display(v, data), *osiris(v, *AT["osiris"]), *track(v), *market(v, data, *AT["market"])]
        parts += players(v)
        parts += strips_below(strips, HEIGHT, WIDTH)
    return drawing(parts, WIDTH, height, title(v), description(v))


def title(v: TekhenuView) -> str:
    if v.phase == "over":
        return Say("Tekhenu, final position")
    return Say("Tekhenu, round {n} of {rounds}", n=v.round, rounds=v.rounds) if v.round else Say("Tekhenu, set-up")


def description(v: TekhenuView) -> str:
    """Say what somebody should know who cannot see the picture."""
    return Say(
        "Victory points in turn order: {scores}. Light: {light}. {pillars} in the temple, {buildings} beside it, "
        "{works} in the Osiris area.",
        scores=Listed(Say("{seat} {n}", seat=p.seat, n=p.vp) for p in v.players),
        light=Listed(Say("{god} {light}", god=Name(section.god), light=section.light) for section in v.wheel),
        pillars=Count(sum(1 for space in v.temple if space.tile), "{n} Pillar", "{n} Pillars"),
        buildings=Count(sum(1 for spot in v.spots if spot.owner), "{n} Building", "{n} Buildings"),
        works=sum(1 for space in v.osiris if space.owner),
    )


def head(v: TekhenuView) -> Iterator[str]:
    x, y = AT["head"]
    yield s.text(x, y, title(v), 22, "start", bold=True)
    done = [Say("rotation {n}", n=v.rotation), Say("Maat {n}", n=v.maat), Say("scoring {n}", n=v.scoring)]
    yield s.text(x, y + 24, Listed(done, " \u00b7 "), 14, "start")
    yield s.text(x, y + 44, Say("turn order: {seats}", seats=Listed(v.order)), 14, "start")


# -- wheel -----------------------------------------------------------------------------------------------------------


def wheel(v: TekhenuView) -> Iterator[str]:
    x, y = AT["wheel"]
    inner, _, rim = WHEEL
    yield s.circle(x, y, rim, s.SAND)
    turn = 360 / len(v.wheel)
    for at, section in enumerate(v.wheel):  # all of them first: a long name may reach over an edge
        yield s.sector(x, y, inner, WHEEL[1], at * turn, (at + 1) * turn, s.LIGHTS.get(section.light, s.SAND))
    for at, section in enumerate(v.wheel):
        yield s.group(section_parts(section, at * turn, turn), section_title(section))
    yield s.circle(x, y, inner, s.SAND, s.INK)
    arrow = next(at for at, section in enumerate(v.wheel) if section.god == v.arrow) * turn
    tip, left, right = s.polar(x, y, inner + 26, arrow), s.polar(x, y, 18, arrow - 90), s.polar(x, y, 18, arrow + 90)
    yield s.group([s.shape([tip, left, right], s.INK, s.INK)], Say("Arrow before {god}", god=Name(v.arrow)))
    bag = Things(v.bag, COLOURS)
    yield s.text(x, y + rim + 22, Say("Bag: {dice}", dice=bag) if bag else Say("Bag: empty"), 12)
    house = [Say("Bonuses of statues")] if marked(v, "HV-06") else []
    house += [Say("gods on positions")] if v.printed_gods and marked(v, "HV-07") else []
    if house:
        yield s.text(x, y + rim + 44, Listed(house) + HOUSE, 12)


def section_title(section: SectionView) -> str:
    piles = (("pure", section.pure), ("tainted", section.tainted), ("forbidden", section.forbidden))
    dice = Listed((Say("{kind} {dice}", kind=kind, dice=Listed(pile)) for kind, pile in piles if pile), "; ")
    return Say("{god}, {light}: {dice}", god=Name(section.god), light=section.light, dice=dice or Say("no dice"))


def section_parts(section: SectionView, start: float, turn: float) -> Iterator[str]:
    """Draw god, dice by purity, Statues on the rim with the bonus they bring, scoring marker."""
    x, y = AT["wheel"]
    _, outer, _ = WHEEL
    middle = start + turn / 2
    ink = "#ffffff" if section.light == "dark" else s.INK
    # Below the middle the god's name is what lies nearest to the obelisk.
    a, b = s.polar(x, y, outer - (72 if 90 < middle < 270 else 84), middle)
    a = x + max(a - x, ASIDE) if a > x else x - max(x - a, ASIDE)
    piles = [("pure", section.pure), ("tainted", section.tainted), ("forbidden", section.forbidden)]
    rows = [(kind, pile[at : at + 5]) for kind, pile in piles for at in range(0, len(pile), 5)]
    top = b - 4 - 12 * len(rows)
    name = s.spoken(Say("{god} ({light})", god=Name(section.god), light=section.light))
    size = 14 if len(name) <= NAME else 12
    yield s.text(a, top - 15, name, size, fill=ink, bold=True, short=Name(section.god))
    if section.position:
        bonus = Say("statue {n}: {bonus}", n=section.position, bonus=steps(section.bonus))
        yield s.text(a, top, bonus, 12, fill=ink, below=f"{name}, {s.spoken(bonus)}")
    for number, (kind, pile) in enumerate(rows):
        left = a - 12 * len(pile)
        for at, die in enumerate(pile):
            colour, value = DICE[die]
            yield s.die(left + 24 * at + 2, top + 8 + 25 * number, colour, value, 20, s.PURITY[kind])
    yield from rim_parts(section, start, turn)


def rim_parts(section: SectionView, start: float, turn: float) -> Iterator[str]:
    x, y = AT["wheel"]
    _, outer, rim = WHEEL
    middle = start + turn / 2
    for at in range(section.spots):
        a, b = s.polar(x, y, (outer + rim) / 2, middle + (at - (section.spots - 1) / 2) * 9)
        yield s.statue(a, b, section.statues[at], 24) if at < len(section.statues) else s.circle(a, b, 7, s.PAPER)
    if section.marker:
        a, b = s.polar(x, y, outer - 24, start + 7)
        disc = s.circle(a, b, 11, "#ffffff", s.PURITY["forbidden"], 2.5)
        parts = [disc, s.text(a, b + 5, str(section.marker), 13, bold=True)]
        yield s.group(parts, Say("Scoring marker {n}", n=section.marker))


# -- pieces of modules -------------------------------------------------------------------------------------------------


def marked_places(v: TekhenuView, board: str, marks: Mapping[str, Mark]) -> Iterator[str]:
    """Draw what modules have on the wheel or in the temple: figures beside the dice of a section, tiles on free
    spaces."""
    if board == "wheel":
        for at, section in enumerate(v.wheel):
            if section.god in marks:
                end = s.polar(*AT["wheel"], WHEEL[1] - 26, (at + 1) * 360 / len(v.wheel) - 7)
                yield s.figure(*end, *marks[section.god][1:])
        return
    for space in v.temple:
        if space.name in marks and not space.tile:
            left, top = AT["temple"][0] + (space.col - 1) * SPACE, AT["temple"][1] + (space.row - 1) * SPACE
            yield s.laid_tile(left, top, SPACE, *marks[space.name])


# -- temple and Ra ---------------------------------------------------------------------------------------------------


def temple(v: TekhenuView, marks: Mapping[str, Mark]) -> Iterator[str]:
    x, y = AT["temple"]
    size = 5 * SPACE
    yield s.text(x + size / 2, y - 73, Say("Temple") + marked(v, "HV-03", "HV-04", "HV-05", "HV-13"), 16, bold=True)
    yield s.rect(x - BAND, y - BAND, size + 2 * BAND, size + 2 * BAND, s.SAND)
    for space in v.temple:
        yield s.group(space_parts(space, space.name in marks), space_title(space))
    for spot in v.spots:
        a, b = beside(spot.side, spot.line)
        if spot.owner:
            yield s.group(
                [s.building(a, b, spot.owner, 28)], Say("{place}: building of {seat}", place=spot.id, seat=spot.owner)
            )
        else:
            parts = [s.rect(a - 14, b - 14, 28, 28, s.PAPER, dash=True), s.text(a, b + 5, str(spot.bread), 14)]
            yield s.group(parts, Say("{place}: free, {bread}", place=spot.id, bread=counted(spot.bread, "bread")))
        yield s.text(a, b - 18, spot.id, 12)
    for people in v.people:
        if not people.districts:
            yield people_place(*beside(people.side, people.line), people.id, people.owner, people.gold)


def beside(side: str, line: int) -> tuple[float, float]:
    """Find the middle of a place beside the temple."""
    x, y = AT["temple"]
    along = (line % 5 + 0.5) * SPACE
    away = BAND + 24
    far = 5 * SPACE + away
    if side in "NS":
        return x + along, y - away if side == "N" else y + far + 6
    return x - away if side == "W" else x + far, y + along


def space_title(space: SpaceView) -> str:
    if space.tile:
        owner = Word(space.owner) if space.owner else Say("nobody")
        return Say("{space}: {tile} of {owner}, edges {edges}", space=space.name, tile=space.tile, owner=owner,
                   edges=Listed(space.edges))  # fmt: skip
    return Say("{space}: empty, {reward}", space=space.name, reward=words(space.reward))


def space_parts(space: SpaceView, covered: bool) -> Iterator[str]:
    """Draw a space of the temple; what is printed on it cannot be read under a tile."""
    x0, y0 = AT["temple"]
    x, y = x0 + (space.col - 1) * SPACE, y0 + (space.row - 1) * SPACE
    yield s.rect(x, y, SPACE, SPACE, "#f7eed9")
    yield from border(space, x, y)
    if not space.tile:
        if covered:
            return
        rewards = list(space.reward.items())
        lines: list[str] = [str(rewards[0][1]), Word(rewards[0][0])] if len(rewards) == 1 else []
        lines = lines or [counted(n, what) for what, n in rewards]
        for at, said in enumerate(lines):
            big = len(rewards) == 1 and at == 0
            yield s.text(x + SPACE / 2, y + SPACE / 2 - 2 + 15 * at, said, 15 if big else 12, bold=big, fit=SPACE - 3)
        yield s.text(x + 4, y + 14, space.name, 12, "start", s.FAINT)
        return
    yield from edges(x, y, SPACE, space.edges)
    yield s.text(x + SPACE / 2, y + 25, space.tile, 12)
    if space.owner:
        yield s.pillar(x + SPACE / 2, y + SPACE / 2 + 8, space.owner, 26)


def border(space: SpaceView, x: float, y: float) -> Iterator[str]:
    north, east, south, west = (s.EDGES.get(colour, colour) for colour in space.border)
    if north:
        yield s.rect(x, y - BAND, SPACE, BAND, north)
    if east:
        yield s.rect(x + SPACE, y, BAND, SPACE, east)
    if south:
        yield s.rect(x, y + SPACE, SPACE, BAND, south)
    if west:
        yield s.rect(x - BAND, y, BAND, SPACE, west)


def edges(x: float, y: float, size: float, colours: tuple[str, str, str, str]) -> Iterator[str]:
    """Draw the coloured edges of a tile, mitred at its corners."""
    n, e, w, z = x, x + size, y, y + size
    a, b, c, d = x + BAND, x + size - BAND, y + BAND, y + size - BAND
    north, east, south, west = (s.EDGES.get(colour, "#bbbbbb") for colour in colours)
    yield s.rect(x, y, size, size, "#e3d3ad", s.INK)
    yield s.shape([(n, w), (e, w), (b, c), (a, c)], north)
    yield s.shape([(e, w), (e, z), (b, d), (b, c)], east)
    yield s.shape([(e, z), (n, z), (a, d), (b, d)], south)
    yield s.shape([(n, z), (n, w), (a, c), (a, d)], west)


def display(v: TekhenuView, data: Components) -> Iterator[str]:
    x, y = AT["ra"]
    light = next(section.light for section in v.wheel if section.god == "ra")
    house = marked(v, "HV-08", "HV-09")
    said = Say("Ra display{house}, light {light}, {left}", house=house, light=light, left=tiles_left(v.tiles_left))
    yield s.written(x, y + 4, said, 13, bold=True)
    for at, tile in enumerate(v.ra):
        left = x + at * TILE
        printed = printed_on(data, tile)
        drawn = s.group(tile_parts(tile, printed, left, y + 14), tile_title(tile, printed))
        yield s.panel([drawn], left - 2, y + 12, TILE - 2, 84)


def tile_title(tile: TileView, printed: str) -> str:
    if not tile.id:
        return Say("{place}: no tile", place=tile.place)
    light = Word(tile.light) if tile.light else Say("any light")
    cost = counted(tile.limestone, "limestone")
    return Say("{tile}, {cost}, {light}: {text}", tile=tile.id, cost=cost, light=light, text=card_said(printed))


def tile_parts(tile: TileView, printed: str, x: float, y: float) -> Iterator[str]:
    size = 66.0
    yield s.rect(x, y, size, size, s.PAPER, dash=True)
    if tile.id:
        yield from edges(x, y, size, tile.edges)
        yield s.text(x + size / 2, y + 30, tile.id, 12, bold=True)
        yield s.text(x + size / 2, y + 46, Say("cost {n}", n=tile.limestone), 11)
    die = Say("die {low}-{high}", low=tile.values[0], high=tile.values[-1])
    yield s.text(x + size + 4, y + 12, die, 11, "start")
    yield s.text(x + size + 4, y + 26, Say("+{n} VP", n=tile.vp), 11, "start", bold=True)
    if tile.id:
        text = Say(short(printed))
        ability = Say("{light}: {text}", light=tile.light, text=text) if tile.light else text
        for number, line in enumerate(s.wrapped(ability, 15, 4)):
            yield s.text(x + size + 4, y + 40 + 12.5 * number, line, s.SMALLEST, "start")


# -- people track and market -----------------------------------------------------------------------------------------


def track(v: TekhenuView) -> Iterator[str]:
    """Draw Population above, Happiness below the line of numbers."""
    x, y = AT["track"]
    yield s.written(x, y - 28, Say("Population above, happiness below"), 13.5, bold=True)
    step = TRACK / (v.track_max + 1)
    for low in range(0, v.track_max + 1, SPREAD):
        spaces = range(low, min(low + SPREAD, v.track_max + 1))
        parts = [part for at in spaces for part in track_space(v, at, x + at * step, step)]
        yield s.panel(parts, x + low * step - 1, y - 24, SPREAD * step + 2, 76)


def track_space(v: TekhenuView, at: int, left: float, step: float) -> Iterator[str]:
    """Draw a number of the track with the markers of all players above and below it."""
    y = AT["track"][1]
    opened = next((f" ({section.id})" for section in v.market if section.opens_population == at and at), "")
    yield s.rect(left, y, step, 26, "#f2d9a0" if at in v.triangles else s.SAND)
    yield s.text(left + step / 2, y + 18, f"{at}{opened}", 13.5)
    for what, top, mark in (("population", y - 11, s.pillar), ("happiness", y + 38, s.building)):
        seats = [p.seat for p in seated(v) if getattr(p, what) == at]
        for number, seat in enumerate(seats):
            place = left + step / 2 + (number - (len(seats) - 1) / 2) * 15
            yield s.group([mark(place, top, seat, 22)], Say("{seat}: {what} {n}", seat=seat, what=what, n=at))


# -- players ---------------------------------------------------------------------------------------------------------


def seated(v: TekhenuView) -> list[PlayerView]:
    """Order the players by their colours: a new turn order moves nobody's board."""
    places = list(s.SEATS)
    return sorted(v.players, key=lambda p: (places.index(p.seat) if p.seat in places else len(places), p.seat))


def players(v: TekhenuView) -> Iterator[str]:
    x, y = AT["players"]
    for at, player in enumerate(seated(v)):
        left = x + at * (PLAYER[0] + 7)
        said = Say("{seat}: {vp} VP, balance {balance}", seat=player.seat, vp=player.vp, balance=signed(player.balance))
        board = s.group(player_parts(v, player, left, y), said)
        yield s.panel([board], left - 2, y - 2, PLAYER[0] + 4, PLAYER[1] + 4)
