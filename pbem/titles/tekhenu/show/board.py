"""The board as a document: each part a section with tables or a drawing, and the same in words for reading aloud.

Seats stand in capitals (BLUE, in the grid BLU), edge colours of tiles in small letters (b); `(h)` marks house values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from pbem.core.document import Block, Drawing, Later, Para, Rows, Section
from pbem.core.words import Caps, Cell, Count, Fitting, Laid, Listed, Name, Say, Word
from pbem.titles.tekhenu.board import BASIC, HOUSE, counted, steps, words
from pbem.titles.tekhenu.show.wording import (
    ability_words,
    card_words,
    cards_words,
    code,
    dice_words,
    has_decrees,
    letter_of,
    light_at_ra,
    listed,
    marked,
    mine,
    people_words,
    pieces_words,
    plain,
    row_words,
    scale_words,
    second,
    wheel_head,
)
from pbem.titles.tekhenu.views.view_models import MarketView, PlayerView, SectionView, TekhenuView, TileView, WorksView

SIDES = ("north", "east", "south", "west")
WHEEL = (8, 7, 19, 24, 20)
HORUS = (9, 15, 15, 9, 15, 15)
OSIRIS = (7, 11, 11, 11, 11, 27)
HOLDINGS = (10, 4, 6, 9, 9, 9, 9, 6, 7, 6)
MARKET = (9, 69)
"""Widths of columns."""
CELL, BETWEEN, SIDE = 9, 3, 7
"""Of the temple grid: a space, the edges between two spaces, what stands beside the temple."""
APART = (" " * BETWEEN,) * 6
"""A line of the temple grid in which nothing stands between two spaces."""


def said(text: str) -> Para:
    return Para(text, hang="  ", bullet=True)


def wheel(v: TekhenuView) -> Section:
    rows = [
        [Name(section.god), Word(section.light), *(dice_words(pile) or "-" for pile in piles_of(section).values())]
        for section in v.wheel
    ]
    head = ["", Say("light"), Word("pure"), Word("tainted"), Word("forbidden")]
    aloud = Later(lambda: [wheel_aloud(section) for section in v.wheel])
    return Section(Say("WHEEL"), [Rows(head, rows, WHEEL, aloud)], wheel_head(v))


def piles_of(section: SectionView) -> dict[str, list[str]]:
    return {"pure": section.pure, "tainted": section.tainted, "forbidden": section.forbidden}


def wheel_aloud(section: SectionView) -> Para:
    piles = piles_of(section).items()
    parts = [Say("{kind} {dice}", kind=kind, dice=dice_words(dice)) for kind, dice in piles if dice]
    dice = Listed(parts, "; ") or Say("no dice")
    return said(Say("{god}, {light}: {dice}.", god=Name(section.god), light=section.light, dice=dice))


def horus(v: TekhenuView) -> Section:
    """Positions with their god, bonus and Statues, two a line, and the places for the people's Statues."""
    if not v.wheel[0].position:
        return Section("", [])
    spots = v.wheel[0].spots
    house = marked(v, "HV-06")
    gods_house = marked(v, "HV-07") if v.printed_gods else ""
    sections = sorted(v.wheel, key=lambda section: section.position)
    pairs = zip(sections[:3], sections[3:], strict=True)
    gods = [
        Say(
            "die {n}: {god}, {bonus}, statues: {seats}",
            n=section.position,
            god=Name(section.god),
            bonus=steps(section.bonus),
            seats=listed(section.statues),
        )
        for section in sections
    ]
    table = Rows([], [[*horus_cells(left), *horus_cells(right)] for left, right in pairs], HORUS,
                 [said(Say("{text}.", text=Listed(gods, "; ")))], abreast=2)  # fmt: skip
    people = Listed((people_words(spot, Caps(spot.owner)) for spot in v.people), "; ")
    heard = Listed((people_words(spot, Word(spot.owner)) for spot in v.people), "; ")
    line = Drawing(
        [Para(Say("for the people: {spots}", spots=people), " ", "  ")],
        [said(Say("for the people: {spots}.", spots=heard))],
    )
    marks = {"gods": gods_house, "bonuses": house}
    each = Count(spots, "{n} spot each", "{n} spots each")
    return Section(
        Say("HORUS"),
        [table, line],
        Say("die, god{gods}, bonus{bonuses}, statues ({spots})", **marks, spots=each),
        Para(Say("HORUS Statues at the gods{gods}, {n} places each. Bonuses{bonuses}:", **marks, n=spots)),
    )


def horus_cells(section: SectionView) -> list[str]:
    owners = Listed((code(seat) for seat in section.statues), " ")
    return [Say("{n} {god}", n=section.position, god=Name(section.god)), steps(section.bonus), owners or "-"]


def market(v: TekhenuView) -> Section:
    piles = Listed(f"{kind[0].upper()} {n}" for kind, n in v.decks.items())
    types = Say("; decree [type]{mark}", mark=marked(v, "HV-12")) if has_decrees(v) else ""
    rows: list[list[str]] = []
    for section in v.market:
        label = f" {section.id} {section.needs_happiness}+"
        if not section.is_open:
            rows.append([label, Say("opens when a population reaches {n}", n=section.opens_population)])
        for card in section.cards:
            rows.append([label, card_words(card) if card else "-"])
            label = ""
    note = Say("with happiness needed{types}; decks {piles}", types=types, piles=piles)
    aloud = Later(lambda: [market_aloud(v, section) for section in v.market])
    return Section(Say("MARKET"), [Rows([], rows, MARKET, aloud)], note, Para(""))


def market_aloud(v: TekhenuView, section: MarketView) -> Para:
    if not section.is_open:
        opens = Say(
            "MARKET {section}: opens when a population reaches {n}.", section=section.id, n=section.opens_population
        )
        return Para(opens)
    types = any(card.type for card in section.cards if card)
    house = Say(", decree types in brackets{mark}", mark=marked(v, "HV-12")) if types else ""
    cards = Listed((card_words(card) if card else Say("empty") for card in section.cards), "; ")
    text = Say(
        "MARKET {section}, from happiness {n}{types}: {cards}.",
        section=section.id,
        n=section.needs_happiness,
        types=house,
        cards=cards,
    )
    return Para(text, "", "  ")


def ra(v: TekhenuView) -> Section:
    house = marked(v, "HV-08", "HV-09")
    lines = []
    for tile in v.ra:
        low, high = tile.values[0], tile.values[-1]
        label = Laid([Cell(f" {low}-{high} ", 5), Cell(Word(tile.place), 7), Cell(Say("+{n} VP", n=tile.vp), 5)]) + " "
        if tile.id:
            lines.append(Para(tile_words(v, tile), label, " " * (len(label) + 4)))
        else:
            lines.append(Para(Say(" no tile"), label))
    light = {"light": light_at_ra(v), "n": v.tiles_left}
    aloud: str = Say("RA DISPLAY Light at Ra {light}. Tiles left {n}.", **light)
    if house:
        aloud = Listed((aloud, Say("Costs and edges are house values (h).")), " ")
    return Section(
        Say("RA"),
        [Drawing(lines, Later(lambda: [place_aloud(v, tile) for tile in v.ra]))],
        Say("light now {light}; cost and edges n/e/s/w{mark}; {n} tiles left", **light, mark=house),
        Para(aloud),
    )


def place_aloud(v: TekhenuView, tile: TileView) -> Para:
    low, high = tile.values[0], tile.values[-1]
    place = Say("die {low} or {high}, {place}, {n} VP", low=low, high=high, place=tile.place, n=tile.vp)
    if tile.id:
        return said(Say("{place}: {tile}", place=place, tile=tile_aloud(v, tile)))
    return said(Say("{place}: no tile.", place=place))


def tile_words(v: TekhenuView, tile: TileView) -> str:
    return Say(
        "{tile} {cost}, {edges}, {ability}",
        tile=tile.id,
        cost=counted(tile.limestone, "limestone"),
        edges=Listed(map(letter_of, tile.edges), "/"),
        ability=ability_words(v, tile),
    )


def tile_aloud(v: TekhenuView, tile: TileView) -> str:
    edges = [Say("{side} {colour}", side=side, colour=colour) for side, colour in zip(SIDES, tile.edges, strict=True)]
    return Say(
        "{tile}, {cost}, edges {edges}; {ability}.",
        tile=tile.id,
        cost=counted(tile.limestone, "limestone"),
        edges=Listed(edges),
        ability=ability_words(v, tile),
    )


def temple(v: TekhenuView) -> Section:
    """The grid: what a space gives, or its tile and owner; between two spaces the edges that face each other."""
    letters = sorted({edge for space in v.temple for edge in (*space.border, *space.edges) if edge})
    edges = Listed(Say("{letter} {colour}", letter=letter_of(colour), colour=colour) for colour in letters)
    key = Say("Edges{mark}: {edges}. x:y differ, x=x match.", mark=marked(v, "HV-04", "HV-09"), edges=edges)
    return Section(
        Say("TEMPLE"),
        [Drawing([*grid(v), Para(key)], Later(lambda: temple_aloud(v)))],
        Say(
            "space rewards{rewards}; building spots, bread to pay{bread}; TN, TE statues{statues}",
            rewards=marked(v, "HV-03"),
            bread=marked(v, "HV-05"),
            statues=marked(v, "HV-13"),
        ),
        Para(
            Say(
                "TEMPLE Columns a to e from west to east, rows 1 to 5 from north to south. A tile with its edges "
                "north, east, south, west; an empty space with what it gives{mark} and what lies beside it.",
                mark=marked(v, "HV-03"),
            )
        ),
    )


def temple_aloud(v: TekhenuView) -> list[Para]:
    spaces = [[temple_space(v, at) for at in range(5 * number, 5 * number + 5)] for number in range(5)]
    rows = [said(Say("{text}.", text=Listed(row, "; "))) for row in spaces]
    prices = sorted({spot.bread for spot in v.spots if not spot.owner})
    free = [
        Say(
            "for {cost} {spots}",
            cost=counted(bread, "bread"),
            spots=Listed(spot.id for spot in v.spots if spot.bread == bread and not spot.owner),
        )
        for bread in prices
    ]
    taken = [Say("{spot} {seat}", spot=spot.id, seat=spot.owner) for spot in v.spots if spot.owner]
    spots = Listed(free, "; ") or Say("none")
    return [
        *rows,
        Para(Say("Free building spots{mark}: {spots}.", mark=marked(v, "HV-05"), spots=spots)),
        Para(Say("Buildings at the temple: {spots}.", spots=listed(taken))),
    ]


def temple_space(v: TekhenuView, at: int) -> str:
    """`a1 P17 of blue, red red blue green`, `c1 1 papyrus, north blue`."""
    space, edges = v.temple[at], touching(v, at)
    if space.tile:
        return Say(
            "{space} {tile} of {seat}, {edges}",
            space=space.name,
            tile=space.tile,
            seat=space.owner or Say("nobody"),
            edges=Listed(edges, " "),
        )
    beside = [
        Say("{side} {colour}", side=side, colour=colour) for side, colour in zip(SIDES, edges, strict=True) if colour
    ]
    return Listed([Say("{space} {reward}", space=space.name, reward=words(space.reward) or Say("nothing")), *beside])


def touching(v: TekhenuView, index: int) -> tuple[str, str, str, str]:
    """The edges of a tile, or what an empty space touches: edges of tiles beside it and the border."""
    space = v.temple[index]
    if space.tile:
        return space.edges
    r, c = divmod(index, 5)
    return (
        v.temple[index - 5].edges[2] if r else space.border[0],
        v.temple[index + 1].edges[3] if c < 4 else space.border[1],
        v.temple[index + 5].edges[0] if r < 4 else space.border[2],
        v.temple[index - 1].edges[1] if c else space.border[3],
    )


def grid(v: TekhenuView) -> list[str]:
    lines = [grid_line("", [f"{letter}   " for letter in "abcde"], APART, "")]
    north, east, south, west = (beside(v, side) for side in "NESW")
    lines.append(grid_line("", north, APART, ""))
    for at in range(5):
        lines.append(grid_line("", [facing_north(v, at, col) for col in range(5)], APART, ""))
        cells = [space_words(v, at * 5 + col) for col in range(5)]
        lines.append(grid_line(west[at], cells, [facing_west(v, at, col) for col in range(6)], east[at]))
    lines.append(grid_line("", [facing_north(v, 5, col) for col in range(5)], APART, ""))
    lines.append(grid_line("", south, APART, ""))
    return lines


def grid_line(west: str, cells: Sequence[str], between: Sequence[str], east: str) -> str:
    middle = [part for cell, gap in zip(cells, between[1:], strict=True)
              for part in (Cell(cell, CELL, "^"), Cell(gap, BETWEEN, "!"))]  # fmt: skip
    return Laid([Cell(west, SIDE, "!"), Cell(between[0], BETWEEN, "!"), *middle, Cell(" ", 1), Cell(east, 0, "!")])


def beside(v: TekhenuView, side: str) -> list[str]:
    """What stands on one side of the temple, by line: owner, or id and cost."""
    found = [""] * 5
    for spot in v.spots:
        if spot.side == side:
            found[spot.line % 5] = Listed((spot.id, code(spot.owner) or str(spot.bread)), " ")
    for statue in v.people:
        if statue.side == side:
            found[statue.line % 5] = Listed((statue.id, code(statue.owner) or Say("free")), " ")
    return found


@cache
def facing(one: str, other: str) -> str:
    """`r:b`, `r=r`, `r:` where two things meet."""
    if not one and not other:
        return " . "
    return Listed((letter_of(one), letter_of(other)), "=" if one == other else ":")


def facing_north(v: TekhenuView, at: int, col: int) -> str:
    """The edges above row `at` (0 to 5) of a column: of what lies above and of what lies below."""
    above = v.temple[(at - 1) * 5 + col] if at else None
    below = v.temple[at * 5 + col] if at < 5 else None
    one = above.edges[2] if above else below.border[0] if below else ""
    other = below.edges[0] if below else above.border[2] if above else ""
    return facing(one, other)


def facing_west(v: TekhenuView, at: int, col: int) -> str:
    """The edges left of column `col` (0 to 5) of a row: of what lies to the left and to the right."""
    left = v.temple[at * 5 + col - 1] if col else None
    right = v.temple[at * 5 + col] if col < 5 else None
    one = left.edges[1] if left else right.border[3] if right else ""
    other = right.edges[3] if right else left.border[1] if left else ""
    return facing(one, other)


def space_words(v: TekhenuView, index: int) -> str:
    space = v.temple[index]
    if space.tile:
        return Listed((space.tile, code(space.owner)), " ")
    return reward_words(tuple(space.reward.items()))


@lru_cache(maxsize=200)
def reward_words(reward: tuple[tuple[str, int], ...]) -> str:
    room = CELL - 3 if len(reward) == 1 else 2
    cut = [Say("{n} {what}.", n=n, what=Word(what, room)) for what, n in reward]
    return Fitting((words(dict(reward)), Listed(cut, ",")), CELL)


def osiris(v: TekhenuView) -> Section:
    districts = list(dict.fromkeys(space.district for space in v.osiris))
    by_row = {
        number: [space for space in v.osiris if space.row == number]
        for number in sorted({space.row for space in v.osiris})
    }
    rows: list[list[str]] = []
    for number, spaces in by_row.items():
        taken = (Caps(space.owner) or second(space) or "." for space in spaces)
        rows.append([f" {number}", *taken, row_words(v, number, spaces)])
    head: list[str] = [Say("OSIRIS"), *map(Word, districts), Say("production; gain")]
    heard = Para(Say("OSIRIS Rows by die value; a building costs 1 happiness."))
    aloud = Later(lambda: [row_aloud(v, number, spaces) for number, spaces in by_row.items()])
    return Section("", [Rows(head, rows, OSIRIS, aloud)], "", heard)


def row_aloud(v: TekhenuView, number: int, spaces: Sequence[WorksView]) -> Para:
    cells, brings = Listed(works_aloud(space) for space in spaces), row_words(v, number, spaces)
    return said(Say("row {row}, production {brings}: {cells}.", row=number, brings=brings, cells=cells))


def works_aloud(space: WorksView) -> str:
    if space.owner:
        return Say("{district} {seat}", district=space.district, seat=space.owner)
    extra = second(space)
    if extra:
        return Say("{district} free ({extra})", district=space.district, extra=extra)
    return Say("{district} free", district=space.district)


def players(v: TekhenuView) -> Section:
    """One line of numbers for each, then the scale, pieces and cards of each."""
    house = Say("; statue cost, row{mark}", mark=HOUSE) if marked(v, "HV-01", "HV-02") else ""
    rows: list[list[str]] = []
    below: list[str | Para] = []
    for p in v.players:
        stock = [f"{p.stock[kind]} ({p.production[kind]})" for kind in BASIC]
        rest = [str(p.stock[kind]) for kind in ("gold", "scribe", "faith")]
        rows.append([Caps(p.seat), str(p.vp), f"{p.happiness}/{p.population}", *stock, *rest])
        below += player_lines(v, p)
    stocked = ["papyrus", "bread", Say("limest."), "granite", "gold", "scribe", "faith"]
    head = ["", Say("VP"), Say("h/pop"), *(one if isinstance(one, Say) else Word(one) for one in stocked)]
    aloud = Later(lambda: [para for at, p in enumerate(v.players, 1) for para in player_aloud(v, at, p)])
    blocks: list[Block] = [Rows(head, rows, HOLDINGS, aloud), Drawing(below)]
    return Section(
        Say("PLAYERS"), blocks, Say("happiness/population, stock (production){house}", house=house), Para("")
    )


def player_lines(v: TekhenuView, p: PlayerView) -> list[Para]:
    if v.phase == "set-up":
        return [Para(Listed((Caps(p.seat), cards_words(p)), " "), "", "  ")]
    scale = Para(Listed((Caps(p.seat), scale_words(p)), " "), "", "  ")
    return [scale, Para(pieces_words(p), "  ", "  "), Para(cards_words(p), "  ", "  ")]


def player_aloud(v: TekhenuView, place: int, p: PlayerView) -> list[Para]:
    held = Say(
        "PLAYER {place}, {seat}: {vp} VP, happiness {happiness}, population {population}.",
        place=place,
        seat=mine(v, p.seat),
        vp=p.vp,
        happiness=p.happiness,
        population=p.population,
    )
    stock = Listed(plain(n, what) for what, n in p.stock.items())
    production = Listed(Say("{what} {n}", what=what, n=n) for what, n in p.production.items())
    has = Say("Has {stock}. Production {production}. Scale: {scale}.",
              stock=stock, production=production, scale=scale_words(p))  # fmt: skip
    pieces = pieces_words(p) + marked(v, "HV-01", "HV-02")
    return [Para(held), said(has), said(Say("Pieces: {pieces}. Has {cards}.", pieces=pieces, cards=cards_words(p)))]


BOARD = (players, wheel, horus, ra, temple, osiris, market)
"""The sections of the board in their order."""
