"""The strip of the picture for Time of Seth: regions with buildings, dice, Statues, tracks and the Conquest tile."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.book import Mark
from pbem.core.words import Listed, Say, Word
from pbem.titles.tekhenu.board import counted
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.seth.actions import effect_said
from pbem.titles.tekhenu.seth.display import RegionView, SethView, SideView, covered, region_name
from pbem.titles.tekhenu.show import drawn_shapes as s

HEIGHT = 236.0
LEFT, TOP = 20.0, 26.0
BOX = (184.0, 74.0)
BESIDE = LEFT + 3 * BOX[0] + 60
WIDE = 150
"""Characters in a line of tiles."""
LETTER = 7.5
"""The width that a letter of a side's line takes at most."""


def parts(v: SethView, data: Components) -> Iterator[str]:
    yield from lands(v, data)
    yield from aside(v)
    covers = Listed((covered(v, space, tile) for space, tile in v.covers.items()), "; ")
    rows = s.wrapped(Say("On temple spaces: {covers}", covers=covers or Say("nothing")), WIDE, 2)
    for number, row in enumerate(rows):
        yield s.written(LEFT, TOP + 186 + 14 * number, row, 11)


def laid_tiles(v: SethView) -> list[Mark]:
    """Draw Conquest tiles on temple spaces, for the temple of the base game."""
    said = {tile: effect_said(v.tiles[tile]) for tile in v.covers.values()}
    return [
        (
            space,
            Listed([tile, said[tile]], " "),
            Say("{space}: Conquest tile {tile}, {effect}", space=space, tile=tile, effect=said[tile]),
        )
        for space, tile in v.covers.items()
    ]


def lands(v: SethView, data: Components) -> Iterator[str]:
    yield s.written(LEFT, 16, Say("Seth board: Warriors to pay, VP in each scoring"), 13, bold=True)
    people = list(v.people.items())
    for at, region in enumerate(v.regions):
        x, y = LEFT + at % 3 * BOX[0], TOP + at // 3 * (BOX[1] + 18)
        name = region_name(data, region)
        parts, wide = [s.group(region_box(region, name, x, y), said(region, name))], BOX[0] - 4
        if at % 3 == 2 and at // 3 < len(people):  # beside the last region of a row
            parts.append(statue_place(*people[at // 3], x + BOX[0] + 14, y + 30))
            wide += 32
        yield s.panel(parts, x - 2, y - 2, wide, BOX[1] + 4)


def statue_place(column: str, owner: str, x: float, y: float) -> str:
    owned = Say("Statue below the {column} column: {seat}", column=column, seat=Word(owner) if owner else Say("none"))
    return s.group(spot(owner, x, y), owned)


def aside(v: SethView) -> Iterator[str]:
    lying = Say("Dice of the Seth board: {dice}", dice=Listed(v.dice) or Say("none"))
    wide = 40.0 + 28 * len(v.dice)
    yield s.panel([s.group(dice(v), lying)], BESIDE - 4, TOP - 4, wide + 4, 28, words=lying)
    seats = Listed(v.statues) or Say("none")
    stands = Say("Statues in honour of Seth: {seats} of {n}", seats=seats, n=v.statue_spots)
    yield s.panel([s.group(honour(v), stands)], BESIDE - 4, TOP + 25, 136 + 28 * v.statue_spots, 26, words=stands)
    if v.face:
        tile = Say("Conquest tile {tile}: {effect}; {n} in the stack", tile=v.face, effect=effect_said(v.tiles[v.face]),
                   n=v.tiles_left)  # fmt: skip
        shapes = [
            s.rect(BESIDE, TOP + 53, 34, 18, s.LAID, s.INK, 3),
            s.text(BESIDE + 17, TOP + 66, v.face, 12, bold=True),
        ]
        parts = [s.group([*shapes, s.text(BESIDE + 42, TOP + 66, tile, 12, "start")], tile)]
        yield s.panel(parts, BESIDE - 2, TOP + 52, 46 + LETTER * len(s.spoken(tile)), 21, words=tile)
    else:
        yield s.written(BESIDE, TOP + 66, Say("No Conquest tile left"), 12)
    for at, side in enumerate(v.players):
        x, y, told = BESIDE, TOP + 84 + 20 * at, line(side)
        parts = [s.group(track(side, x, y), told)]
        yield s.panel(parts, x - 2, y - 9, 28 + LETTER * len(s.spoken(told)), 18, words=told)
    yield s.written(BESIDE, TOP + 89 + 20 * len(v.players), offered(v), 12)


def offered(v: SethView) -> str:
    """Write the Artifacts that lie beside the Destiny cards, with their Priests."""
    listed = Listed(Say("{card} for {priests}", card=card, priests=one.priests) for card, one in v.artifacts.items())
    return Say("Artifacts on offer: {cards}", cards=listed or Say("none"))


def said(region: RegionView, name: str) -> str:
    return Say("Region {region}, {name}: {owners}; reward {reward}", region=region.id, name=Say(name),
               owners=Listed(region.owners) or Say("empty"), reward=effect_said(region.reward))  # fmt: skip


def region_box(region: RegionView, name: str, x: float, y: float) -> Iterator[str]:
    named = Say("{region} {name}", region=region.id, name=Say(name))
    yield s.rect(x, y, BOX[0] - 8, BOX[1], s.SAND, s.LINE, 5)
    yield s.text(x + 8, y + 17, named, 13, "start", bold=True)
    for at, (cost, vp) in enumerate(zip(region.warriors, region.vp, strict=True)):
        left = x + 22 + at * 66
        if at < len(region.owners):
            yield s.building(left, y + 36, region.owners[at])
        else:
            yield s.rect(left - 10, y + 26, 20, 20, s.EMPTY, s.LINE, 3)
            yield s.text(left, y + 41, str(cost), 12)
        yield s.text(left + 16, y + 41, counted(vp, "vp"), 11, "start")
    yield s.text(x + 8, y + 65, effect_said(region.reward), s.SMALLEST, "start", fit=BOX[0] - 22)


def spot(owner: str, x: float, y: float) -> Iterator[str]:
    yield s.statue(x, y, owner) if owner else s.circle(x, y, 10, s.EMPTY, s.LINE)


def dice(v: SethView) -> Iterator[str]:
    yield s.text(BESIDE, TOP + 12, Say("Dice"), 12, "start", bold=True)
    for at, die in enumerate(v.dice):
        colour, value = die.split()
        yield s.die(BESIDE + 40 + at * 28, TOP, colour, int(value))


def honour(v: SethView) -> Iterator[str]:
    yield s.text(BESIDE, TOP + 42, Say("In honour of Seth"), 12, "start", bold=True)
    for at in range(v.statue_spots):
        yield from spot(v.statues[at] if at < len(v.statues) else "", BESIDE + 140 + at * 28, TOP + 38)


def line(side: SideView) -> str:
    cards = Listed([*([side.follower] if side.follower else []), *side.artifacts], " ") or Say("no cards")
    owed = Say(", {n} owed", n=side.owed) if side.owed else ""
    return Say(
        "{seat}: {warriors}, {priests}, {blood} Blood, {cards}{owed}", seat=side.seat,
        warriors=counted(side.warriors, "warrior"), priests=counted(side.priests, "priest"),
        blood=side.blood, cards=cards, owed=owed,
    )  # fmt: skip


def track(side: SideView, x: float, y: float) -> Iterator[str]:
    yield s.building(x + 8, y, side.seat, 14)
    yield s.text(x + 24, y + 5, line(side), 12, "start")
