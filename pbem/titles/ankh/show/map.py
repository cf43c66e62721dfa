"""The map in 78 columns: flat-topped hexes two lines high, drawn and in words.

The upper line of a hex names it, with the order token of its region and its terrain; the lower line is its southern
edge, and what stands on it is written there. An edge belongs to two hexes and is drawn once: slanted edges are one
letter, level ones six. Rivers and Camels are drawn in letters of their own, so a region can be seen as what they fence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.core.document import Block, Drawing, Para, Section
from pbem.core.questions import Seat
from pbem.core.words import Listed, Say
from pbem.titles.ankh.components import Components
from pbem.titles.ankh.views.view_models import AnkhView, HexView, RegionView

__all__ = ["drawn", "edge_sides", "kind_name", "marks", "owner_name", "section", "thing_words"]

PITCH = 7
"""Letters from one column of hexes to the next: eleven of them and the last edge are 78."""
INNER = PITCH - 1
RIVER, CAMEL = "~", "#"
TERRAIN = {"desert": ".", "flood": '"', "water": "~"}
UNDERWORLD = "%"
NOBODY = "--"
SUN = "*"


# -- names ---------------------------------------------------------------------------------------------------------


def owner_name(data: Components, owner: Seat) -> str:
    return data.names.get(owner, owner) if owner else Say("neutral")


def kind_name(data: Components, kind: str) -> str:
    return data.names.get(kind, kind)


def marks(data: Components, things: Iterable[str]) -> dict[str, str]:
    """Choose two letters for each thing: the first two of its name, or its first and a later one if those are taken."""
    found: dict[str, str] = {}
    for thing in things:
        letters = [letter for letter in kind_name(data, thing) if letter.isascii() and letter.isalnum()] or ["x"]
        pairs = [letters[0].upper() + later.lower() for later in [*letters[1:], *"0123456789"]]
        found[thing] = next(pair for pair in pairs if pair not in found.values())
    return found


def kinds_on(v: AnkhView) -> list[str]:
    """List the kinds of units and Monuments that can stand on this map, those of the game's Guardians included."""
    standing = [h.unit.kind for h in v.hexes if h.unit] + [h.monument.kind for h in v.hexes if h.monument]
    standing += [h.filled for h in v.hexes if h.filled]
    return list(dict.fromkeys(["god", "warrior", *v.supply, *(g.kind for g in v.guardians), *sorted(standing)]))


# -- edges ---------------------------------------------------------------------------------------------------------


def edge_sides(v: AnkhView) -> dict[str, dict[str, str]]:
    """Find rivers and Camels of each hex by direction: `{"D4": {"NE": "~"}}`; each edge is found from both of its
    hexes."""
    at = {h.id: h for h in v.hexes}
    found: dict[str, dict[str, str]] = {h.id: {} for h in v.hexes}
    for mark, edges in ((RIVER, v.rivers), (CAMEL, v.camels)):
        for name in edges:
            one, other = (at[part] for part in name.split("|"))
            found[one.id][direction(one, other)] = mark
            found[other.id][direction(other, one)] = mark
    return found


def direction(one: HexView, other: HexView) -> str:
    """Say where a neighbour lies; columns with an odd number lie half a hex lower."""
    if one.col == other.col:
        return "N" if other.row < one.row else "S"
    lower = height(other) > height(one)
    return ("S" if lower else "N") + ("E" if other.col > one.col else "W")


def height(h: HexView) -> int:
    """Return the line of a hex's name in the drawing."""
    return 2 * h.row + h.col % 2 + 1


# -- drawing -------------------------------------------------------------------------------------------------------


def drawn(v: AnkhView, data: Components) -> list[str]:
    """Draw the map as lines."""
    if not v.hexes:
        return []
    columns = max(h.col for h in v.hexes)
    canvas = [[" "] * (PITCH * (columns + 1) + 1) for _ in range(max(map(height, v.hexes)) + 2)]
    owners, kinds, sides = marks(data, v.order), marks(data, kinds_on(v)), edge_sides(v)
    for h in v.hexes:
        x, y, edges = PITCH * h.col, height(h), sides[h.id]
        write(canvas, x + 1, y - 1, edges.get("N", "_") * INNER, over=" ")
        write(canvas, x + 1, y, upper(h))
        write(canvas, x, y, edges.get("NW", "/"))
        write(canvas, x + PITCH, y, edges.get("NE", "\\"))
        write(canvas, x, y + 1, edges.get("SW", "\\"))
        write(canvas, x + PITCH, y + 1, edges.get("SE", "/"))
    for h in v.hexes:
        write(canvas, PITCH * h.col + 1, height(h) + 1, lower(h, sides[h.id].get("S", "_"), owners, kinds))
    return ["".join(line).rstrip() for line in canvas]


def write(canvas: list[list[str]], x: int, y: int, text: str, over: str = "") -> None:
    """Write letters onto the canvas; `over` spares everything but that letter."""
    for at, letter in enumerate(text, x):
        if not over or canvas[y][at] == over:
            canvas[y][at] = letter


def upper(h: HexView) -> str:
    """Write `D4 2..`: name, order token of the region, terrain. Water has no token of its own."""
    ground = UNDERWORLD if h.underworld else TERRAIN.get(h.terrain, "?")
    if len(h.tokens) != 1 or h.terrain == "water":
        return f"{h.id:<2}".ljust(INNER, ground)
    return f"{h.id:<2} {h.tokens[0]}".ljust(INNER, ground)


def lower(h: HexView, edge: str, owners: Mapping[Seat, str], kinds: Mapping[str, str]) -> str:
    """Write `_RaGo_`: owner and kind of what stands there, on the southern edge; a Sun token is a star behind it."""
    if h.unit is not None:
        end = SUN if h.unit.sun else edge
        return f"{edge}{owners.get(h.unit.owner, NOBODY)}{kinds[h.unit.kind]}{end}"
    if h.monument is not None:
        return f"{edge}{owners.get(h.monument.owner, NOBODY)}{kinds[h.monument.kind]}{edge}"
    if h.filled:
        return f"{edge}{NOBODY}{kinds[h.filled]}{edge}"
    return edge * INNER


# -- words ---------------------------------------------------------------------------------------------------------


def section(v: AnkhView, data: Components) -> Section:
    """Describe the map as a section: the drawing with its legend, and the same as lists."""
    blocks: list[Block] = [Drawing(drawn(v, data), aloud=spoken(v, data), legend=legend(v, data))] if v.hexes else []
    return Section(Say("MAP"), blocks, spoken=Para(Say("Map"))) if blocks else Section("", [])


def legend(v: AnkhView, data: Components) -> list[Para]:
    owners, kinds = marks(data, v.order), marks(data, kinds_on(v))
    standing = {h.unit.kind for h in v.hexes if h.unit} | {h.monument.kind for h in v.hexes if h.monument}
    standing |= {h.filled for h in v.hexes if h.filled}
    shown = [Say("{mark} {name}", mark=NOBODY, name=Say("neutral"))]
    grounds = [Say("{mark} {terrain}", mark=mark, terrain=Say(ground)) for ground, mark in TERRAIN.items()]
    if any(h.underworld for h in v.hexes):
        grounds.append(Say("{mark} {terrain}", mark=UNDERWORLD, terrain=Say("Underworld")))
    hexes = Say("Hex: name, region, {grounds}. Edges: {river} River, {camel} Camel.",
                grounds=Listed(grounds), river=RIVER, camel=CAMEL)  # fmt: skip
    shown += [Say("{mark} {name}", mark=mark, name=owner_name(data, owner)) for owner, mark in owners.items()]
    pieces = [Say("{mark} {name}", mark=kinds[kind], name=kind_name(data, kind)) for kind in kinds if kind in standing]
    pieces += [Say("{mark} Sun token", mark=SUN)] if any(h.unit and h.unit.sun for h in v.hexes) else []
    said = Say("Owners: {owners}. Pieces: {pieces}.", owners=Listed(shown), pieces=Listed(pieces))
    return [Para(hexes, "", "  "), Para(said, "", "  "), *pointing(v)]


def pointing(v: AnkhView) -> list[Para]:
    """Say where Giant Scorpions point: two letters cannot say it."""
    found = [
        Say("{place} to {directions}", place=h.id, directions=h.unit.claws) for h in v.hexes if h.unit and h.unit.claws
    ]
    return [Para(Say("Claws: {claws}.", claws=Listed(found)), "", "  ")] if found else []


def spoken(v: AnkhView, data: Components) -> list[Para]:
    """List every hex by region and terrain, every piece by owner, every edge that divides."""
    found = [region_words(v, region) for region in v.regions]
    alone = [h.id for h in v.hexes if not h.tokens]
    found += [Say("In no region: {places}.", places=Listed(alone, " "))] if alone else []
    found += [words for owner in (*v.order, "") for words in owner_words(v, data, owner)]
    under = [h.id for h in v.hexes if h.underworld]
    found += [Say("Underworld tokens lie on {places}.", places=Listed(under, " "))] if under else []
    found.append(Say("Rivers lie between {edges}.", edges=Listed(map(pair, v.rivers))))
    if v.camels:
        found.append(Say("Camels stand between {edges}.", edges=Listed(map(pair, v.camels))))
    else:
        found.append(Say("No Camels stand on the map."))
    return [Para(words, bullet=True) for words in found]


def region_words(v: AnkhView, region: RegionView) -> str:
    """Write `Region 4, Delta: flood B0 B1; Water E0 F0 beside it.` A hex of the Underworld is named with its print."""
    at = {h.id: h for h in v.hexes}
    grounds = dict.fromkeys(at[name].terrain for name in region.spaces)
    land: list[str] = [
        Say("{terrain} {places}", terrain=Say(ground), places=Listed(places, " "))
        for ground in grounds
        for places in [[name for name in region.spaces if at[name].terrain == ground]]
    ]
    if region.waters:
        land.append(Say("Water {places}", places=Listed(region.waters, " ")))
    names = Listed([Say(name.capitalize()) for name in region.names], Say(" and "))
    return Say("Region {token}, {names}: {land}.", token=region.token, names=names, land=Listed(land, "; "))


def owner_words(v: AnkhView, data: Components, owner: Seat) -> list[str]:
    """Say what an owner has on the map, each piece with its hex; nothing if there is none."""
    things = [thing_words(data, h) for h in v.hexes if holds(h, owner)]
    if not things:
        return []
    return [
        Say("{owner}: {things}.", owner=owner_name(data, owner) if owner else Say("Neutral"), things=Listed(things))
    ]


def holds(h: HexView, owner: Seat) -> bool:
    if h.filled and not owner:
        return True
    return any(piece is not None and piece.owner == owner for piece in (h.unit, h.monument))


def thing_words(data: Components, h: HexView) -> str:
    """Write `Warrior on D4, strength 1`; `Temple on D5`."""
    if h.unit is None:
        kind = h.monument.kind if h.monument else h.filled or h.terrain
        return Say("{kind} on {place}", kind=kind_name(data, kind), place=h.id)
    said: list[str] = [Say("{kind} on {place}", kind=kind_name(data, h.unit.kind), place=h.id)]
    if h.unit.claws:
        said.append(Say("claws to {directions}", directions=h.unit.claws))
    if h.unit.sun:
        said.append(Say("a Sun token"))
    if h.unit.strength != 1:
        said.append(Say("strength {n}", n=h.unit.strength))
    return Say("{thing} ({facts})", thing=said[0], facts=Listed(said[1:])) if said[1:] else said[0]


def pair(edge: str) -> str:
    """Write the two spaces that an edge divides: there are dozens of them, so no word stands between."""
    return edge.replace("|", " ")
