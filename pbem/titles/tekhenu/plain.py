"""The board in sentences and lists, without drawings, for those who hear a mail."""

from __future__ import annotations

from pbem.titles.tekhenu.board import words
from pbem.titles.tekhenu.view_models import TekhenuView, WorksView
from pbem.titles.tekhenu.wording import (
    ability_words,
    card_words,
    cards_words,
    dice_words,
    light_at_ra,
    lines_of,
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

SIDES = ("north", "east", "south", "west")


def wheel(v: TekhenuView) -> list[str]:
    lines = wheel_head(v)
    for section in v.wheel:
        parts = [
            f"{kind} {dice_words(dice)}"
            for kind, dice in (("pure", section.pure), ("tainted", section.tainted), ("forbidden", section.forbidden))
            if dice
        ]
        lines += lines_of(f"{name(section.god)}, {section.light}: {'; '.join(parts) or 'no dice'}.", "- ", "  ")
    return lines


def horus(v: TekhenuView) -> list[str]:
    if not v.wheel[0].position:
        return []
    lines = lines_of(f"HORUS Statues at the gods, {v.wheel[0].spots} places each. Bonuses{marked(v, 'HV-06')}:")
    gods = [
        f"die {section.position}: {name(section.god)}, {steps(section.bonus)}, statues: {listed(section.statues)}"
        for section in sorted(v.wheel, key=lambda section: section.position)
    ]
    lines += lines_of(f"{'; '.join(gods)}.", "- ", "  ")
    people = "; ".join(people_words(spot, spot.owner) for spot in v.people)
    return lines + lines_of(f"for the people: {people}.", "- ", "  ")


def market(v: TekhenuView) -> list[str]:
    lines = []
    for section in v.market:
        if not section.is_open:
            lines += lines_of(f"MARKET {section.id}: opens when a population reaches {section.opens_population}.")
            continue
        types = any(card.type for card in section.cards if card)
        house = f", decree types in brackets{marked(v, 'HV-12')}" if types else ""
        cards = "; ".join(card_words(card) if card else "empty" for card in section.cards)
        lines += lines_of(f"MARKET {section.id}, from happiness {section.needs_happiness}{house}: {cards}.", "", "  ")
    return lines


def ra(v: TekhenuView) -> list[str]:
    lines = lines_of(f"RA DISPLAY Light at Ra {light_at_ra(v)}. Tiles left {v.tiles_left}.{house_of_tiles(v)}")
    for tile in v.ra:
        text = f"die {tile.values[0]} or {tile.values[-1]}, {tile.place}, {tile.vp} VP: "
        if tile.id:
            edges = ", ".join(f"{side} {colour}" for side, colour in zip(SIDES, tile.edges, strict=True))
            text += f"{tile.id}, {tile.limestone} limestone, edges {edges}; {ability_words(v, tile)}."
        else:
            text += "no tile."
        lines += lines_of(text, "- ", "  ")
    return lines


def house_of_tiles(v: TekhenuView) -> str:
    return " Costs and edges are house values (h)." if marked(v, "HV-08", "HV-09") else ""


def temple(v: TekhenuView) -> list[str]:
    lines = lines_of(
        "TEMPLE Columns a to e from west to east, rows 1 to 5 from north to south. A tile with its edges north, east, "
        f"south, west; an empty space with what it gives{marked(v, 'HV-03')} and what lies beside it."
    )
    for row in range(5):
        spaces = [temple_space(v, at) for at in range(5 * row, 5 * row + 5)]
        lines += lines_of(f"{'; '.join(spaces)}.", "- ", "  ")
    prices = sorted({spot.bread for spot in v.spots if not spot.owner})
    free = [
        f"for {bread} bread {', '.join(spot.id for spot in v.spots if spot.bread == bread and not spot.owner)}"
        for bread in prices
    ]
    lines += lines_of(f"Free building spots{marked(v, 'HV-05')}: {'; '.join(free) or 'none'}.")
    taken = [f"{spot.id} {spot.owner}" for spot in v.spots if spot.owner]
    return lines + lines_of(f"Buildings at the temple: {listed(taken)}.")


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


def osiris(v: TekhenuView) -> list[str]:
    lines = lines_of("OSIRIS Rows by die value; a building costs 1 happiness.")
    for number in sorted({space.row for space in v.osiris}):
        spaces = [space for space in v.osiris if space.row == number]
        cells = [f"{s.district} {s.owner or f'free{plus_words(s)}'}" for s in spaces]
        lines += lines_of(f"row {number}, production {row_words(v, number, spaces)}: {', '.join(cells)}.", "- ", "  ")
    return lines


def plus_words(space: WorksView) -> str:
    extra = second(space)
    return f" ({extra})" if extra else ""


def players(v: TekhenuView) -> list[str]:
    lines = []
    for place, p in enumerate(v.players, 1):
        held = f"{p.vp} VP, happiness {p.happiness}, population {p.population}"
        lines += lines_of(f"PLAYER {place}, {mine(v, p.seat)}: {held}.")
        stock = ", ".join(f"{n} {what}" for what, n in p.stock.items())
        production = ", ".join(f"{what} {n}" for what, n in p.production.items())
        lines += lines_of(f"Has {stock}. Production {production}. Scale: {scale_words(p)}.", "- ", "  ")
        pieces = f"{pieces_words(p)}{marked(v, 'HV-01', 'HV-02')}"
        lines += lines_of(f"Pieces: {pieces}. Has {cards_words(p)}.", "- ", "  ")
    return lines


BOARD = (players, wheel, horus, ra, temple, osiris, market)
"""The parts of the board in their order."""
