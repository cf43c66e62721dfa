"""The component tables of the expansion for people, every house value with its mark (`pbem data`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.words import Listed, Name, Say, Word
from pbem.kit.sources import house_values, mark_of, part
from pbem.titles.tekhenu.board import card_said, words
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
        return Say("{god} action with {n}", god=Name(effect["action"]["god"]), n=effect["action"]["value"])
    return Say("the top {draw}", draw=Word(effect["draw"])) if "draw" in effect else words(effect["gain"])


def region_text(entry: Mapping[str, Any]) -> str:
    sides = [
        Say("{side} players: {spots}", side=side, spots=Listed(map(_spot_text, spots)))
        for side, spots in entry["spots"].items()
        if side != "source"
    ]
    return Say(
        "{n} {name}: {reward}; {sides}{mark}", n=entry["id"], name=Word(entry["name"]),
        reward=effect_text(entry["reward"]), sides=Listed(sides, "; "), mark=mark_of(entry),
    )  # fmt: skip


def _spot_text(spot: Mapping[str, Any]) -> str:
    return Say("{warriors} for {vp}", warriors=words({"warrior": spot["warriors"]}), vp=words({"vp": spot["vp"]}))


def tile_text(entry: Mapping[str, Any]) -> str:
    return Say("{tile}: {effect}{mark}", tile=entry["id"], effect=effect_text(entry["effect"]), mark=mark_of(entry))


def card_text(entry: Mapping[str, Any]) -> str:
    facts = Say("type {type}{mark}", type=Word(entry["type"]["value"]), mark="") if "type" in entry else ""
    facts = Say("initiative {n}", n=entry["initiative"]) if "initiative" in entry else facts
    if "ankh" in entry:
        facts = Say("Ankh {n}, {priests}", n=entry["ankh"], priests=words({"priest": entry["priests"]}))
    named = Say("{card} {name}", card=entry["id"], name=card_said(entry["name"])) if "name" in entry else entry["id"]
    head = Say("{card} ({facts})", card=named, facts=facts) if facts else named
    return Say("{card}: {text}{mark}", card=head, text=card_said(entry["text"]), mark=mark_of(entry))


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
