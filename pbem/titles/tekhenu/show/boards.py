"""The board as a document: each part a section with tables or a drawing, and the same in words for reading aloud.

Seats stand in capitals (BLUE, in the grid BLU), edge colours of tiles in small letters (b); `(h)` marks house values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbem.core.document import Block, Drawing, Later, Para, Rows, Section
from pbem.core.rendering.columns import Cell, Laid
from pbem.core.words import Caps, Count, Listed, Name, Say, Word
from pbem.titles.tekhenu.board import BASIC, HOUSE, counted, steps
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.show.temple_drawing import SIDES, temple
from pbem.titles.tekhenu.show.wording import (
    COMING,
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
    printed_on,
    row_words,
    said,
    scale_words,
    second,
    tiles_left,
    wheel_head,
)
from pbem.titles.tekhenu.views.view_models import (
    MarketView,
    PeopleView,
    PlayerView,
    SectionView,
    TekhenuView,
    TileView,
    WorksView,
)

WHEEL = (8, 7, 19, 24, 20)
HORUS = (9, 15, 15, 9, 15, 15)
OSIRIS = (7, 11, 11, 11, 11, 27)
HOLDINGS = (10, 4, 6, 9, 9, 9, 9, 6, 7, 6)
MARKET = (9, 69)
"""Widths of columns."""


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
    """Describe positions with their god, bonus and Statues, two a line, and the places for the people's Statues."""
    if not v.wheel[0].position:
        return Section("", [])
    spots = v.wheel[0].spots
    house = marked(v, "HV-06")
    gods_house = marked(v, "HV-07") if v.printed_gods else ""
    sections = sorted(v.wheel, key=lambda section: section.position)
    pairs = zip(sections[:3], sections[3:], strict=True)
    table = Rows([], [[*horus_cells(left), *horus_cells(right)] for left, right in pairs], HORUS,
                 Later(lambda: [gods_aloud(sections)]), abreast=2)  # fmt: skip
    people = Listed((people_words(spot, drawn=True) for spot in v.people), "; ")
    line = Drawing(
        [Para(Say("for the people: {spots}", spots=people), " ", "  ")], Later(lambda: [people_aloud(v.people)])
    )
    marks = {"gods": gods_house, "bonuses": house}
    each = Count(spots, "{n} spot each", "{n} spots each")
    return Section(
        Say("HORUS"),
        [table, line],
        Say("die, god{gods}, bonus{bonuses}, statues ({spots})", **marks, spots=each),
        Para(Say("HORUS Statues at the gods{gods}, {spots}. Bonuses{bonuses}:", **marks, spots=each)),
    )


def gods_aloud(sections: Sequence[SectionView]) -> Para:
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
    return said(Say("{text}.", text=Listed(gods, "; ")))


def people_aloud(people: Sequence[PeopleView]) -> Para:
    heard = Listed((people_words(spot, drawn=False) for spot in people), "; ")
    return said(Say("for the people: {spots}.", spots=heard))


def horus_cells(section: SectionView) -> tuple[str, str, str]:
    return _horus_cells(section.position, section.god, tuple(section.bonus.items()), tuple(section.statues))


@lru_cache(maxsize=COMING)
def _horus_cells(
    position: int, god: str, bonus: tuple[tuple[str, int], ...], statues: tuple[str, ...]
) -> tuple[str, str, str]:
    owners = Listed(map(code, statues), " ")
    return Say("{n} {god}", n=position, god=Name(god)), steps(dict(bonus)), owners or "-"


def market(v: TekhenuView, data: Components) -> Section:
    piles = Listed(f"{kind[0].upper()} {n}" for kind, n in v.decks.items())
    types = Say("; decree [type]{mark}", mark=marked(v, "HV-12")) if has_decrees(v) else ""
    rows: list[list[str]] = []
    for section in v.market:
        label = f" {section.id} {section.needs_happiness}+"
        if not section.is_open:
            rows.append([label, Say("opens when a population reaches {n}", n=section.opens_population)])
        for card in section.cards:
            rows.append([label, card_words(data, card) if card else "-"])
            label = ""
    note = Say("with happiness needed{types}; decks {piles}", types=types, piles=piles)
    aloud = Later(lambda: [market_aloud(v, data, section) for section in v.market])
    return Section(Say("MARKET"), [Rows([], rows, MARKET, aloud)], note, Para(""))


def market_aloud(v: TekhenuView, data: Components, section: MarketView) -> Para:
    if not section.is_open:
        opens = Say(
            "MARKET {section}: opens when a population reaches {n}.", section=section.id, n=section.opens_population
        )
        return Para(opens)
    types = any(card.type for card in section.cards if card)
    house = Say(", decree types in brackets{mark}", mark=marked(v, "HV-12")) if types else ""
    cards = Listed((card_words(data, card) if card else Say("empty") for card in section.cards), "; ")
    text = Say(
        "MARKET {section}, from happiness {n}{types}: {cards}.",
        section=section.id,
        n=section.needs_happiness,
        types=house,
        cards=cards,
    )
    return Para(text, "", "  ")


def ra(v: TekhenuView, data: Components) -> Section:
    house, at_ra = marked(v, "HV-08", "HV-09"), light_at_ra(v)
    lines = [tile_line(tile, printed_on(data, tile), at_ra) for tile in v.ra]
    light = {"light": at_ra, "n": v.tiles_left}
    aloud: str = Say("RA DISPLAY Light at Ra {light}. Tiles left {n}.", **light)
    if house:
        aloud = Listed((aloud, Say("Costs and edges are house values (h).")), " ")
    return Section(
        Say("RA"),
        [Drawing(lines, Later(lambda: [place_aloud(v, data, tile) for tile in v.ra]))],
        Say(
            "light now {light}; cost and edges n/e/s/w{mark}; {left}",
            light=at_ra,
            mark=house,
            left=tiles_left(v.tiles_left),
        ),
        Para(aloud),
    )


@lru_cache(maxsize=COMING)
def tile_line(tile: TileView, printed: str, at_ra: str) -> Para:
    low, high = tile.values[0], tile.values[-1]
    label = Laid([Cell(f" {low}-{high} ", 5), Cell(Word(tile.place), 7), Cell(Say("+{n} VP", n=tile.vp), 5)]) + " "
    if tile.id:
        return Para(tile_words(tile, printed, at_ra), label, " " * (len(label) + 4))
    return Para(Say(" no tile"), label)


def place_aloud(v: TekhenuView, data: Components, tile: TileView) -> Para:
    low, high = tile.values[0], tile.values[-1]
    place = Say("die {low} or {high}, {place}, {n} VP", low=low, high=high, place=tile.place, n=tile.vp)
    if tile.id:
        return said(Say("{place}: {tile}", place=place, tile=tile_aloud(v, data, tile)))
    return said(Say("{place}: no tile.", place=place))


def tile_words(tile: TileView, printed: str, at_ra: str) -> str:
    return Say(
        "{tile} {cost}, {edges}, {ability}",
        tile=tile.id,
        cost=counted(tile.limestone, "limestone"),
        edges=Listed(map(letter_of, tile.edges), "/"),
        ability=ability_words(tile, printed, at_ra),
    )


def tile_aloud(v: TekhenuView, data: Components, tile: TileView) -> str:
    edges = [Say("{side} {colour}", side=side, colour=colour) for side, colour in zip(SIDES, tile.edges, strict=True)]
    return Say(
        "{tile}, {cost}, edges {edges}; {ability}.",
        tile=tile.id,
        cost=counted(tile.limestone, "limestone"),
        edges=Listed(edges),
        ability=ability_words(tile, printed_on(data, tile), light_at_ra(v)),
    )


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
    """Describe the players: one line of numbers for each, then the scale, pieces and cards of each."""
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


def shared(v: TekhenuView, data: Components) -> list[Section]:
    """List the sections below the players in their order: they are the same for every reader."""
    return [wheel(v), horus(v), ra(v, data), temple(v), osiris(v), market(v, data)]
