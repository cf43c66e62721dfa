"""The component tables of the expansion for people, every house value with its mark (`pbem data`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.kit.sources import house_values, mark_of, part
from pbem.titles.tekhenu.board import words
from pbem.titles.tekhenu.seth.components import KINDS

TITLES = {
    "blessings": "Blessings",
    "technologies": "Technologies",
    "decrees": "Decrees",
    "starting_cards": "Starting cards",
    "follower_powers": "Follower Powers",
    "artifacts": "Artifacts",
}


def parts(raw: Mapping[str, Any]) -> list[str]:
    """All tables of the module as text of at most 78 columns."""
    head = (
        f"Almost all of what cards, tiles and regions do is (house), {len(house_values(raw))} entries: the rulebook's "
        "appendix is missing. Correct it from your box under the key `seth`."
    )
    return [
        part("Time of Seth", [head]),
        part("Seth: dice", _dice(raw)),
        part("Seth: board", _board(raw)),
        part("Seth: regions", [region_text(entry) for entry in raw["regions"]]),
        part("Seth: Conquest tiles", [tile_text(entry) for entry in raw["conquest_tiles"]]),
        *(part(f"Seth: {title}", [card_text(entry) for entry in raw[table]]) for table, title in TITLES.items()),
        part("Seth: rulings that are values", [_option(name, entry) for name, entry in raw["options"].items()]),
        part("Seth: public sources", [f"{entry['url']}: {entry['fact']}" for entry in raw["public_sources"]]),
    ]


def _dice(raw: Mapping[str, Any]) -> Iterator[str]:
    dice = raw["dice"]
    faces = ", ".join(str(face) for face in dice["faces"]["value"])
    for colour, n in dice["per_colour"].items():
        if colour != "source":
            gives = dice["gives"].get(colour)
            more = f", gives {gives.capitalize()}s" if gives else ""
            yield f"{n} {colour}: faces {faces}, always {dice['purity'][colour]}{more}"
    for n in ("2", "3", "4"):
        removed = words(dice["removed_by_player_count"][n])
        yield f"{n} players: without {removed}; {dice['grey_on_seth_board'][n]} grey on the Seth board"


def _board(raw: Mapping[str, Any]) -> Iterator[str]:
    board = raw["board"]
    for column in board["columns"]:
        regions = ", ".join(str(region) for region in column["regions"])
        yield f"column {column['id']}: regions {regions}{mark_of(column)}"
    spots = board["god_statue_spots"]
    yield f"spots in honour of Seth with 2, 3, 4 players: {spots['2']}, {spots['3']}, {spots['4']}{mark_of(spots)}"
    bonus = board["statue_bonus"]
    yield f"bonus of such a Statue: 1 {' or '.join(bonus['value'])}{mark_of(bonus)}"
    yield f"it also costs {board['god_statue_priests']} Priests"
    yield f"a building above a Statue: {board['column_statue_vp']} VP"


def effect_text(effect: Mapping[str, Any]) -> str:
    if "action" in effect:
        return f"{effect['action']['god']} action with {effect['action']['value']}"
    return f"the top {effect['draw']}" if "draw" in effect else words(effect["gain"])


def region_text(entry: Mapping[str, Any]) -> str:
    sides = [
        f"{side} players: " + ", ".join(f"{spot['warriors']} Warriors for {spot['vp']} VP" for spot in spots)
        for side, spots in entry["spots"].items()
        if side != "source"
    ]
    return f"{entry['id']} {entry['name']}: {effect_text(entry['reward'])}; {'; '.join(sides)}{mark_of(entry)}"


def tile_text(entry: Mapping[str, Any]) -> str:
    return f"{entry['id']}: {effect_text(entry['effect'])}{mark_of(entry)}"


def card_text(entry: Mapping[str, Any]) -> str:
    facts = [f"type {entry['type']['value']}"] if "type" in entry else []
    facts += [f"initiative {entry['initiative']}"] if "initiative" in entry else []
    facts += [f"Ankh {entry['ankh']}, {entry['priests']} Priests"] if "ankh" in entry else []
    name = f" {entry['name']}" if "name" in entry else ""
    return f"{entry['id']}{name}{f' ({facts[0]})' if facts else ''}: {entry['text']}{mark_of(entry)}"


def _option(name: str, entry: Mapping[str, Any]) -> str:
    return f"{name} = {entry['value']} ({entry['ruling']}): {entry['note']}{mark_of(entry)}"


def entry_of(raw: Mapping[str, Any], ident: str) -> Iterator[str]:
    """What the tables say of a card, tile or region."""
    short = ident.rsplit("-", 1)[1]
    for table in KINDS:
        yield from (card_text(entry) for entry in raw[table] if entry["id"] == short)
    yield from (tile_text(entry) for entry in raw["conquest_tiles"] if entry["id"] == short)
    if ident.startswith("S-REGION-"):
        yield from (region_text(entry) for entry in raw["regions"] if str(entry["id"]) == short)
