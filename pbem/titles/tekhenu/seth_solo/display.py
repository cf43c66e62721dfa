"""Why the bot did what it did on the Seth board, in words."""

from __future__ import annotations

from typing import Any

from pbem.core.words import Count, Listed, Name, Say
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth_solo.bot_dice import NO_PURE, NO_RED_BLUE, NO_SETH_DIE
from pbem.titles.tekhenu.solo.display import found_at, moves

Data = dict[str, Any]

WHY = {
    NO_SETH_DIE: Say("no die on the Seth board, so as with Horus; "),
    NO_RED_BLUE: Say("no red or blue die, so the highest pure one; "),
    NO_PURE: Say("no red or blue and no pure die, so the highest left; "),
}
TILES = {f"{PRIEST}-{WARRIOR}": Say("Priests and Warriors")}


def took(d: Data) -> str:
    """Write `moves: Deben: up and right; tile Seth; Seth: grey 5, tainted`."""
    why = WHY[d["why"]] if "why" in d else ""
    return moves(d | {"tile": TILES.get(d["tile"], d["tile"])}, Say("{why}{found}", why=why, found=found_at(d)))


def built(d: Data) -> str:
    region = Say("region {n} ({name})", n=d["region"], name=d["name"])
    if d["region"] != d["value"]:
        region = Say("{region}, because it stands in region {n} already", region=region, n=d["value"])
    if d["below"]:
        return Say(
            "puts a building in {region}: {vp} VP, {below} of them for the statue below the column",
            region=region, vp=d["vp"], below=d["below"],
        )  # fmt: skip
    return Say("puts a building in {region}: {vp} VP", region=region, vp=d["vp"])


def covered(d: Data) -> str:
    text = Say(
        "lays Conquest tile {tile} on {space}, where a Ra action would bring it most ({vp} VP)",
        tile=d["tile"], space=d["space"], vp=d["vp"],
    )  # fmt: skip
    spaces = Count(d["tied"], "{n} space", "{n} spaces")
    return Say("{text}, by chance of {spaces}", text=text, spaces=spaces) if d["tied"] > 1 else text


def begins(d: Data) -> str:
    region = Say("region {n} ({name})", n=d["region"], name=d["name"])
    if d["region"] == d["rolled"]:
        return Say("begins with a building in {region}, by chance", region=region)
    return Say(
        "begins with a building in {region}: chance named region {n}, where it stands already",
        region=region, n=d["rolled"],
    )  # fmt: skip


def destiny(d: Data) -> str:
    return Say(
        "takes the Destiny card {card}, the lowest with an Artifact: {artifacts} cannot be had now",
        card=d["card"], artifacts=Listed(d["artifacts"], Say(" and ")),
    )  # fmt: skip


LINES = {
    "took": took,
    "built": built,
    "covered": covered,
    "begins": begins,
    "destiny": destiny,
    "no_card": lambda d: Say("finds no card within its reach"),
    "tiles": lambda d: Say(
        "the tiles {god} and {resources} are left out of the pyramid for Seth and Priests and Warriors",
        god=Name(d["god"]), resources=Listed(d["resources"], "-"),
    ),
}  # fmt: skip
