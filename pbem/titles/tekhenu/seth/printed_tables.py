"""The component tables of the expansion for people, every house value with its mark (`pbem data`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.core.overlay import unmarked
from pbem.core.words import Listed, Name, Say, Things, Verbatim, Word, phrase
from pbem.kit.sources import house_values, mark_of
from pbem.titles.tekhenu.board import card_said, words
from pbem.titles.tekhenu.seth.components import KINDS
from pbem.titles.tekhenu.show.wording import COLOURS

TITLES = {
    "blessings": Say("Seth: Blessings"),
    "technologies": Say("Seth: Technologies"),
    "decrees": Say("Seth: Decrees"),
    "starting_cards": Say("Seth: Starting cards"),
    "follower_powers": Say("Seth: Follower Powers"),
    "artifacts": Say("Seth: Artifacts"),
}
GIVES = {"warrior": Say(", gives Warriors"), "priest": Say(", gives Priests")}


def parts(raw: Mapping[str, Any]) -> list[tuple[str, Iterable[str]]]:
    """List all tables of the module, each with its heading."""
    head = Say(
        "Almost all of what cards, tiles and regions do is (house), {n} entries: the rulebook's appendix is missing. "
        "Correct it from your box under the key `seth`.",
        n=len(house_values(raw)),
    )
    return [
        (Say("Time of Seth"), [head]),
        (Say("Seth: dice"), _dice(raw)),
        (Say("Seth: board"), _board(raw)),
        (Say("Seth: regions"), [region_text(entry) for entry in raw["regions"]]),
        (Say("Seth: Conquest tiles"), [tile_text(entry) for entry in raw["conquest_tiles"]]),
        *((title, [card_text(entry) for entry in raw[table]]) for table, title in TITLES.items()),
        (Say("Seth: rulings that are values"), [_option(name, entry) for name, entry in raw["options"].items()]),
        (Say("Seth: public sources"), [f"{entry['url']}: {entry['fact']}" for entry in raw["public_sources"]]),
    ]


def _dice(raw: Mapping[str, Any]) -> Iterator[str]:
    dice = raw["dice"]
    faces = Listed(str(face) for face in dice["faces"]["value"])
    for colour, n in unmarked(dice["per_colour"]).items():
        more = GIVES.get(dice["gives"].get(colour), "")
        yield Say(
            "{dice}: faces {faces}, always {purity}{more}",
            dice=Things({colour: n}, COLOURS), faces=faces, purity=dice["purity"][colour], more=more,
        )  # fmt: skip
    for players in ("2", "3", "4"):
        removed, grey = unmarked(dice["removed_by_player_count"][players]), dice["grey_on_seth_board"][players]
        yield Say(
            "{n} players: without {dice}; {grey} on the Seth board",
            n=int(players), dice=Things(removed, COLOURS), grey=Things({"grey": grey}, COLOURS),
        )  # fmt: skip


def _board(raw: Mapping[str, Any]) -> Iterator[str]:
    board = raw["board"]
    for column in board["columns"]:
        regions = Listed(str(region) for region in column["regions"])
        yield Say("column {side}: regions {row}{mark}", side=column["id"], row=regions, mark=mark_of(column))
    spots = board["god_statue_spots"]
    row = Listed(str(spots[n]) for n in "234")
    yield Say("spots in honour of Seth with 2, 3, 4 players: {row}{mark}", row=row, mark=mark_of(spots))
    bonus = board["statue_bonus"]
    kinds = Listed((words({kind: 1}) for kind in bonus["value"]), Say(" or "))
    yield Say("bonus of such a Statue: {gain}{mark}", gain=kinds, mark=mark_of(bonus))
    yield Say("it also costs {priests}", priests=words({"priest": board["god_statue_priests"]}))
    yield Say("a building above a Statue: {vp} VP", vp=board["column_statue_vp"])


def effect_text(effect: Mapping[str, Any]) -> str:
    if "action" in effect:
        return Say("{god} action with {n}", god=Name(effect["action"]["god"]), n=effect["action"]["value"])
    return Say("the top {draw}", draw=Word(effect["draw"])) if "draw" in effect else words(effect["gain"])


def region_text(entry: Mapping[str, Any]) -> str:
    sides = [
        Say("{side} players: {spots}", side=side, spots=Listed(map(_spot_text, spots)))
        for side, spots in unmarked(entry["spots"]).items()
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
    return Say(
        "{name} = {value} ({ruling}): {note}{mark}", name=Verbatim(name), value=Verbatim(entry["value"]),
        ruling=Verbatim(entry["ruling"]), note=phrase(entry.get("note", "")), mark=mark_of(entry),
    )  # fmt: skip


def entry_of(raw: Mapping[str, Any], ident: str) -> Iterator[str]:
    """Yield what the tables say of a card, tile or region."""
    short = ident.rsplit("-", 1)[1]
    for table in KINDS:
        yield from (card_text(entry) for entry in raw[table] if entry["id"] == short)
    yield from (tile_text(entry) for entry in raw["conquest_tiles"] if entry["id"] == short)
    if ident.startswith("S-REGION-"):
        yield from (region_text(entry) for entry in raw["regions"] if str(entry["id"]) == short)
