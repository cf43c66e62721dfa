"""Names and numbers of the board that the rules speak of, and geometry that never changes.

What an owner of the game may correct stands in the component tables (`t.live.data`); here are only names, and small
caches made from those tables.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.words import Count, Listed, Noun, Say, Things
from pbem.titles.tekhenu.components import BuildingSpot, Components

GREEDY = "pbem.titles.tekhenu.computer.greedy"
AHEAD = "pbem.titles.tekhenu.foresight"
MISPLACED = "pbem.titles.tekhenu.misplaced"
WORTH = "pbem.titles.tekhenu.computer.worth"
"""Where the computer's judgement stands; it is loaded when a computer plays."""
BASIC = ("papyrus", "bread", "limestone", "granite")
RESOURCES = (*BASIC, "gold")
"""T-TERM-1: Scribes and Faith are tokens but no resources."""
TOKENS = (*RESOURCES, "scribe", "faith")
SECTIONS = ("I", "II", "III", "IV")
CARD_KINDS = ("blessing", "technology", "decree")
ROW2 = "row2"
"""Where the Gold beside Osiris row 2 lies (T-SETUP-6)."""
HOUSE = " (h)"
"""Stands behind house values wherever players read them."""
PURE, TAINTED, FORBIDDEN, ANUBIS = "pure", "tainted", "forbidden", "anubis"
VALUES = (1, 2, 3, 4, 5, 6)
ANUBIS_SCRIBES = 2
"""T-ANUBIS-1."""
SCRIBE_REACH = 2
"""T-SCRIBE-1: a Scribe changes a die by 1 or 2."""
BASTET_PAPYRUS = 2
BASTET_SCRIBES = (0, 2, 2, 1, 1, 0, 0)
"""T-BASTET-1, T-BASTET-2; indexed by die value (TAB-06)."""
PLACES = ("left", "middle", "right")

COLOURS = ("white", "yellow", "black", "brown", "grey", "red", "blue", "green")
"""Of all boxes; the component tables of a game say which are in it."""
BARREN = frozenset(("grey", "red", "blue", "green"))
"""Colours that never produce (T-PROD-1, S-DICE-3)."""
DICE: dict[str, tuple[str, int]] = {f"{colour} {value}": (colour, value) for colour in COLOURS for value in VALUES}
"""A die lies on the table as its colour and value, `yellow 4`."""


def die(colour: str, value: int) -> str:
    return f"{colour} {value}"


NOUNS = {
    "papyrus": Noun("{n} papyrus", "{n} papyrus"),
    "bread": Noun("{n} bread", "{n} bread"),
    "limestone": Noun("{n} limestone", "{n} limestone"),
    "granite": Noun("{n} granite", "{n} granite"),
    "gold": Noun("{n} gold", "{n} gold"),
    "scribe": Noun("{n} scribe", "{n} scribes"),
    "faith": Noun("{n} faith", "{n} faith"),
    "warrior": Noun("{n} Warrior", "{n} Warriors"),
    "priest": Noun("{n} Priest", "{n} Priests"),
    "vp": Noun("{n} VP", "{n} VP"),
    "population": Noun("{n} population", "{n} population"),
    "happiness": Noun("{n} happiness", "{n} happiness"),
}
"""What is counted."""


def words(amounts: Mapping[str, int]) -> str:
    """Write amounts for people: `2 gold, 1 scribe`."""
    return Things(amounts, NOUNS)


def counted(n: int, what: str) -> str:
    """Write `3 bread`."""
    return Count(n, NOUNS[what].one, NOUNS[what].many)


def mix_words(key: str) -> str:
    """Write an answer that is a mix, `2 bread 1 gold`, as it is typed."""
    parts = key.split()
    if len(parts) % 2:
        return key
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return Listed((Count(int(n), f"{{n}} {what}", f"{{n}} {what}") for n, what in pairs), " ")


def steps(amounts: Mapping[str, int]) -> str:
    """Write `population +2`, `1 gold`: what is moved on a track and what is taken."""
    return Listed(
        Say("{what} +{n}", what=what, n=n) if what in ("population", "happiness") else words({what: n})
        for what, n in amounts.items()
        if n
    )


def card_said(text: str) -> str:
    """Say the text of a card as its reader's language has it; the mark of a house value stays behind it."""
    bare = text.removesuffix(HOUSE)
    return Say(bare) if bare == text else Say(bare) + HOUSE


_ORDER = {what: at for at, what in enumerate((*TOKENS, "vp", "population", "happiness"))}


def ordered(amounts: Mapping[str, int], first: str = "") -> dict[str, int]:
    """Put amounts into the order in which they are always told: files may hold their keys in another one."""
    keys = sorted(amounts, key=lambda what: (what != first, _ORDER.get(what, len(_ORDER)), what))
    return {what: amounts[what] for what in keys}


def house_mark(data: Components, *ids: str) -> str:
    """Return the mark behind words that name a house value of these tables."""
    return "" if data.house.isdisjoint(ids) else HOUSE


_open_spots: dict[tuple[str, int], tuple[BuildingSpot, ...]] = {}
_line_spots: dict[tuple[str, int], tuple[tuple[str, ...], ...]] = {}


def line_spots(data: Components, players: int) -> tuple[tuple[str, ...], ...]:
    """List Building spots by line of the temple, rows 0 to 4 and columns 5 to 9, for a player count."""
    key = (data.digest, players)
    found = _line_spots.get(key)
    if found is None:
        spots = data.spots_open(players)
        found = tuple(tuple(spot.id for spot in spots if spot.line == line) for line in range(10))
        _line_spots[key] = found
    return found


def open_spots(data: Components, players: int) -> tuple[BuildingSpot, ...]:
    """List the Building spots that this player count may use (HV-05)."""
    key = (data.digest, players)
    found = _open_spots.get(key)
    if found is None:
        found = _open_spots[key] = data.spots_open(players)
    return found


_legal: dict[tuple[str, int], dict[str, dict[str, bool]]] = {}


def legal_colours(data: Components, arrow: int) -> dict[str, dict[str, bool]]:
    """Tell by god and colour whether a die is not forbidden while the arrow stands there (T-DICE-3)."""
    key = (data.digest, arrow)
    found = _legal.get(key)
    if found is None:
        found = _legal[key] = {
            god: {colour: data.purity_of(colour, at, arrow) != FORBIDDEN for colour in data.dice}
            for at, god in enumerate(data.gods)
        }
    return found
