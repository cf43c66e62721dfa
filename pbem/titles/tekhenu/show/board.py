"""The board as a document: each part a section with tables or a drawing, and the same in words for reading aloud.

Seats stand in capitals (BLUE, in the grid BLU), edge colours of tiles in small letters (b); `(h)` marks house values.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.core.document import Block, Drawing, Para, Rows, Section, lines_of
from pbem.titles.tekhenu.board import BASIC, HOUSE, words
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
    name,
    people_words,
    pieces_words,
    row_words,
    scale_words,
    second,
    steps,
    wheel_head,
)
from pbem.titles.tekhenu.views.view_models import MarketView, PlayerView, SectionView, TekhenuView, WorksView

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
    rows, spoken = [], []
    for section in v.wheel:
        piles = {"pure": section.pure, "tainted": section.tainted, "forbidden": section.forbidden}
        rows.append([name(section.god), section.light, *(dice_words(pile) or "-" for pile in piles.values())])
        parts = [f"{kind} {dice_words(dice)}" for kind, dice in piles.items() if dice]
        spoken.append(said(f"{name(section.god)}, {section.light}: {'; '.join(parts) or 'no dice'}."))
    head = ["", "light", "pure", "tainted", "forbidden"]
    return Section("WHEEL", [Rows(head, rows, WHEEL, spoken)], wheel_head(v))


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
        f"die {section.position}: {name(section.god)}, {steps(section.bonus)}, statues: {listed(section.statues)}"
        for section in sections
    ]
    table = Rows([], [[*horus_cells(left), *horus_cells(right)] for left, right in pairs], HORUS,
                 [said(f"{'; '.join(gods)}.")])  # fmt: skip
    people = [people_words(spot, spot.owner.upper()) for spot in v.people]
    heard = [people_words(spot, spot.owner) for spot in v.people]
    line = Drawing(lines_of(f"for the people: {'; '.join(people)}", " ", "  "),
                   [said(f"for the people: {'; '.join(heard)}.")])  # fmt: skip
    return Section(
        "HORUS",
        [table, line],
        f"die, god{gods_house}, bonus{house}, statues ({spots} spot{'s' * (spots > 1)} each)",
        Para(f"HORUS Statues at the gods{gods_house}, {spots} places each. Bonuses{house}:"),
    )


def horus_cells(section: SectionView) -> list[str]:
    owners = " ".join(code(seat) for seat in section.statues)
    return [f"{section.position} {name(section.god)}", steps(section.bonus), owners or "-"]


def market(v: TekhenuView) -> Section:
    piles = ", ".join(f"{kind[0].upper()} {n}" for kind, n in v.decks.items())
    types = f"; decree [type]{marked(v, 'HV-12')}" if has_decrees(v) else ""
    rows, spoken = [], []
    for section in v.market:
        label = f" {section.id} {section.needs_happiness}+"
        spoken.append(market_aloud(v, section))
        if not section.is_open:
            rows.append([label, f"opens when a population reaches {section.opens_population}"])
        for card in section.cards:
            rows.append([label, card_words(card) if card else "-"])
            label = ""
    note = f"with happiness needed{types}; decks {piles}"
    return Section("MARKET", [Rows([], rows, MARKET, spoken)], note, Para(""))


def market_aloud(v: TekhenuView, section: MarketView) -> Para:
    if not section.is_open:
        return Para(f"MARKET {section.id}: opens when a population reaches {section.opens_population}.")
    types = any(card.type for card in section.cards if card)
    house = f", decree types in brackets{marked(v, 'HV-12')}" if types else ""
    cards = "; ".join(card_words(card) if card else "empty" for card in section.cards)
    return Para(f"MARKET {section.id}, from happiness {section.needs_happiness}{house}: {cards}.", "", "  ")


def ra(v: TekhenuView) -> Section:
    house = marked(v, "HV-08", "HV-09")
    lines, spoken = [], []
    for tile in v.ra:
        label = f" {tile.values[0]}-{tile.values[-1]} {tile.place:6} +{tile.vp} VP "
        heard = f"die {tile.values[0]} or {tile.values[-1]}, {tile.place}, {tile.vp} VP: "
        if tile.id:
            ability = ability_words(v, tile)
            text = f"{tile.id} {tile.limestone} limestone, {'/'.join(map(letter_of, tile.edges))}, {ability}"
            lines += lines_of(text, label, " " * (len(label) + 4))
            edges = ", ".join(f"{side} {colour}" for side, colour in zip(SIDES, tile.edges, strict=True))
            heard += f"{tile.id}, {tile.limestone} limestone, edges {edges}; {ability}."
        else:
            lines.append(f"{label} no tile")
            heard += "no tile."
        spoken.append(said(heard))
    costs = " Costs and edges are house values (h)." if house else ""
    return Section(
        "RA",
        [Drawing(lines, spoken)],
        f"light now {light_at_ra(v)}; cost and edges n/e/s/w{house}; {v.tiles_left} tiles left",
        Para(f"RA DISPLAY Light at Ra {light_at_ra(v)}. Tiles left {v.tiles_left}.{costs}"),
    )


def temple(v: TekhenuView) -> Section:
    """The grid: what a space gives, or its tile and owner; between two spaces the edges that face each other."""
    spots = f"building spots, bread to pay{marked(v, 'HV-05')}"
    letters = sorted({edge for space in v.temple for edge in (*space.border, *space.edges) if edge})
    key = ", ".join(f"{letter_of(colour)} {colour}" for colour in letters)
    key = f"Edges{marked(v, 'HV-04', 'HV-09')}: {key}. x:y differ, x=x match."
    return Section(
        "TEMPLE",
        [Drawing([*grid(v), *lines_of(key)], temple_aloud(v))],
        f"space rewards{marked(v, 'HV-03')}; {spots}; TN, TE statues{marked(v, 'HV-13')}",
        Para(
            "TEMPLE Columns a to e from west to east, rows 1 to 5 from north to south. A tile with its edges north, "
            f"east, south, west; an empty space with what it gives{marked(v, 'HV-03')} and what lies beside it."
        ),
    )


def temple_aloud(v: TekhenuView) -> list[Para]:
    rows = [
        said(f"{'; '.join(temple_space(v, at) for at in range(5 * number, 5 * number + 5))}.") for number in range(5)
    ]
    prices = sorted({spot.bread for spot in v.spots if not spot.owner})
    free = [
        f"for {bread} bread {', '.join(spot.id for spot in v.spots if spot.bread == bread and not spot.owner)}"
        for bread in prices
    ]
    taken = [f"{spot.id} {spot.owner}" for spot in v.spots if spot.owner]
    return [
        *rows,
        Para(f"Free building spots{marked(v, 'HV-05')}: {'; '.join(free) or 'none'}."),
        Para(f"Buildings at the temple: {listed(taken)}."),
    ]


def temple_space(v: TekhenuView, at: int) -> str:
    """`a1 P17 of blue, red red blue green`, `c1 1 papyrus, north blue`."""
    space, edges = v.temple[at], touching(v, at)
    if space.tile:
        return f"{space.name} {space.tile} of {space.owner or 'nobody'}, {' '.join(edges)}"
    beside = [f"{side} {colour}" for side, colour in zip(SIDES, edges, strict=True) if colour]
    return ", ".join([f"{space.name} {words(space.reward) or 'nothing'}", *beside])


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
    middle = between[0] + "".join(cell.center(CELL) + gap for cell, gap in zip(cells, between[1:], strict=True))
    return f"{west:{SIDE}}{middle} {east}".rstrip()


def beside(v: TekhenuView, side: str) -> list[str]:
    """What stands on one side of the temple, by line: owner, or id and cost."""
    found = [""] * 5
    for spot in v.spots:
        if spot.side == side:
            found[spot.line % 5] = f"{spot.id} {code(spot.owner) or spot.bread}"
    for statue in v.people:
        if statue.side == side:
            found[statue.line % 5] = f"{statue.id} {code(statue.owner) or 'free'}"
    return found


def facing(one: str, other: str) -> str:
    """`r:b`, `r=r`, `r:` where two things meet."""
    if not one and not other:
        return " . "
    return f"{letter_of(one)}{'=' if one == other else ':'}{letter_of(other)}"


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
        return f"{space.tile} {code(space.owner)}"
    text = words(space.reward)
    if len(text) > CELL:
        room = CELL - 3 if len(space.reward) == 1 else 2
        text = ",".join(f"{n} {what[:room]}." for what, n in space.reward.items())
    return text[:CELL]


def osiris(v: TekhenuView) -> Section:
    districts = list(dict.fromkeys(space.district for space in v.osiris))
    rows, spoken = [], []
    for number in sorted({space.row for space in v.osiris}):
        spaces = [space for space in v.osiris if space.row == number]
        brings = row_words(v, number, spaces)
        rows.append([f" {number}", *(space.owner.upper() or second(space) or "." for space in spaces), brings])
        cells = [f"{s.district} {s.owner or f'free{plus_words(s)}'}" for s in spaces]
        spoken.append(said(f"row {number}, production {brings}: {', '.join(cells)}."))
    table = Rows(["OSIRIS", *districts, "production; gain"], rows, OSIRIS, spoken)
    return Section("", [table], "", Para("OSIRIS Rows by die value; a building costs 1 happiness."))


def plus_words(space: WorksView) -> str:
    extra = second(space)
    return f" ({extra})" if extra else ""


def players(v: TekhenuView) -> Section:
    """One line of numbers for each, then the scale, pieces and cards of each."""
    house = f"; statue cost, row{HOUSE}" if marked(v, "HV-01", "HV-02") else ""
    rows, spoken, below = [], [], []
    for place, p in enumerate(v.players, 1):
        stock = [f"{p.stock[kind]} ({p.production[kind]})" for kind in BASIC]
        rest = [str(p.stock[kind]) for kind in ("gold", "scribe", "faith")]
        rows.append([p.seat.upper(), str(p.vp), f"{p.happiness}/{p.population}", *stock, *rest])
        spoken += player_aloud(v, place, p)
        below += player_lines(v, p)
    head = ["", "VP", "h/pop", "papyrus", "bread", "limest.", "granite", "gold", "scribe", "faith"]
    blocks: list[Block] = [Rows(head, rows, HOLDINGS, spoken), Drawing(below)]
    return Section("PLAYERS", blocks, f"happiness/population, stock (production){house}", Para(""))


def player_lines(v: TekhenuView, p: PlayerView) -> list[str]:
    if v.phase == "set-up":
        return lines_of(f"{p.seat.upper()} {cards_words(p)}", "", "  ")
    lines = lines_of(f"{p.seat.upper()} {scale_words(p)}", "", "  ")
    return lines + lines_of(pieces_words(p), "  ", "  ") + lines_of(cards_words(p), "  ", "  ")


def player_aloud(v: TekhenuView, place: int, p: PlayerView) -> list[Para]:
    held = f"{p.vp} VP, happiness {p.happiness}, population {p.population}"
    stock = ", ".join(f"{n} {what}" for what, n in p.stock.items())
    production = ", ".join(f"{what} {n}" for what, n in p.production.items())
    pieces = f"{pieces_words(p)}{marked(v, 'HV-01', 'HV-02')}"
    return [
        Para(f"PLAYER {place}, {mine(v, p.seat)}: {held}."),
        said(f"Has {stock}. Production {production}. Scale: {scale_words(p)}."),
        said(f"Pieces: {pieces}. Has {cards_words(p)}."),
    ]


BOARD = (players, wheel, horus, ra, temple, osiris, market)
"""The sections of the board in their order."""
