"""What people see of the expansion: the Seth board, Warriors, Priests, Blood, Conquest tiles, Artifacts, Followers."""

from __future__ import annotations

from typing import Any

from pbem.core.document import Block, Para, Rows, Section
from pbem.core.table import Model, View
from pbem.core.words import Count, Listed, Say
from pbem.titles.tekhenu.board import HOUSE, words
from pbem.titles.tekhenu.seth.actions import effect_said
from pbem.titles.tekhenu.seth.part import PRIEST, SETH, WARRIOR, seth, tables
from pbem.titles.tekhenu.state import Tekhenu

Data = dict[str, Any]


class RegionView(Model):
    """A region: Warriors and VP of its spots, and who stands on them."""

    id: int
    name: str
    column: str
    reward: str
    warriors: list[int]
    vp: list[int]
    owners: list[str]


class SideView(Model):
    """What a player has of the expansion."""

    seat: str
    warriors: int
    priests: int
    blood: int
    follower: str
    artifacts: list[str]
    taken: int
    owed: int


class SethView(View):
    """All but the order of the Conquest tiles lies open."""

    dice: list[str]
    most_dice: int
    regions: list[RegionView]
    people: dict[str, str]
    """Owner of the Statue below each column; empty if there is none."""
    statues: list[str]
    statue_spots: int
    bonus: list[str]
    face: str
    face_text: str
    tiles_left: int
    covers: dict[str, str]
    """Temple space -> Conquest tile, where no Pillar stands on it; resources are shown on the space itself."""
    players: list[SideView]
    powers: dict[str, str]
    artifacts: dict[str, str]
    """Artifacts on offer with Ankh, cost and text."""
    texts: dict[str, str]
    """Texts of Follower Powers and Artifacts that players have."""
    house: bool


def view(t: Tekhenu) -> SethView:
    part, data = seth(t), tables(t)
    spaces = t.data.spaces
    cards = t.data.cards
    return SethView(
        dice=sorted(t.dice.get(SETH, [])),
        most_dice=data.grey[max(2, len(t.seats))],
        regions=[
            RegionView(
                id=region.id,
                name=region.name,
                column=region.column,
                reward=effect_said(region.reward),
                warriors=[cost for cost, _ in data.spots(region.id, len(t.seats))],
                vp=[vp for _, vp in data.spots(region.id, len(t.seats))],
                owners=list(part.regions[region.id - 1]),
            )
            for region in data.regions
        ],
        people={column: t.people.get(column, "") for column in data.columns},
        statues=list(t.statues.get(SETH, [])),
        statue_spots=data.statue_spots[max(2, len(t.seats))],
        bonus=list(data.bonus),
        face=part.face,
        face_text=effect_said(data.tiles[part.face]) if part.face else "",
        tiles_left=len(part.stack),
        covers={
            spaces[at].name: tile if data.tiles[tile].gain else f"{tile} ({effect_said(data.tiles[tile])})"
            for at, tile in enumerate(part.covers)
            if tile and not t.tiles[at]
        },
        players=[side_view(t, seat) for seat in t.order or t.seats if seat in t.players],
        powers={card: cards[card].text for card in part.powers},
        artifacts={
            card: f"Ankh {cards[card].ankh}, {words({PRIEST: data.priests[card]})}, {cards[card].text}"
            for card in part.artifacts
        },
        texts={
            card: cards[card].text
            for card in sorted({*filter(None, part.follower.values()), *(c for own in part.held.values() for c in own)})
        },
        house=not t.data.house.isdisjoint(HOUSE_IDS),
    )


HOUSE_IDS = tuple(f"S-HV-{n:02d}" for n in range(1, 11))


def side_view(t: Tekhenu, seat: str) -> SideView:
    part, stock = seth(t), t.players[seat].stock
    return SideView(
        seat=seat,
        warriors=stock.get(WARRIOR, 0),
        priests=stock.get(PRIEST, 0),
        blood=part.blood.get(seat, 0),
        follower=part.follower.get(seat, ""),
        artifacts=list(part.held.get(seat, [])),
        taken=part.taken.get(seat, 0),
        owed=part.owed.get(seat, 0),
    )


# -- sections ----------------------------------------------------------------------------------------------------------


def sections(v: SethView) -> list[Section]:
    mark = HOUSE if v.house else ""
    blocks: list[Block] = [regions_table(v, mark), *board_lines(v), sides_table(v)]
    for card, text in sorted({**v.powers, **v.artifacts, **v.texts}.items()):
        blocks.append(Para(f"{card} {brief(text)}", hang="    "))
    return [Section(Say("SETH BOARD"), blocks, Say("Warriors to pay, VP in each scoring"))]


PHRASES = (
    ("At any moment of your turn", "any moment"),
    ("Before or after your action", "beside your action"),
    ("As you take a die of the wheel, not with Anubis", "wheel die, no Anubis"),
    ("As you take a die", "taking a die"),
    ("With a Seth action", "Seth action"),
    ("it shows any of its faces that you like", "any of its faces"),
    ("it is pure, even if it was forbidden", "pure, even if forbidden"),
    ("it costs 3 Warriors less and brings no Blood", "3 Warriors less, no Blood"),
    ("a Thoth action with a 3 whose cards cost no papyrus", "Thoth with 3, no papyrus"),
    ("an Osiris action in any row that costs no happiness", "Osiris, any row, keep happiness"),
    (" for each other player", " for others"),
    (" action with 2 or more cards", " with 2+ cards"),
    ("Your ", ""),
)
"""What stands in the tables, and how the board tells it in one line."""


def brief(text: str) -> str:
    for long, few in PHRASES:
        text = text.replace(long, few)
    return text.replace(". (h)", " (h)")


def regions_table(v: SethView, mark: str) -> Rows:
    rows = []
    for region in v.regions:
        spots = [
            region.owners[at].upper() if at < len(region.owners) else f"{cost} W"
            for at, cost in enumerate(region.warriors)
        ]
        said = [f"{spot}, {vp} VP" for spot, vp in zip(spots, region.vp, strict=True)]
        rows.append([str(region.id), region.name, region.column, *said, region.reward])
    return Rows(["", "region", "", "first", "second", f"reward{mark}"], rows, (2, 8, 6, 14, 14, 34), aloud_regions(v))


def aloud_regions(v: SethView) -> list[Para]:
    lines = []
    for region in v.regions:
        spots = [
            f"{region.owners[at] if at < len(region.owners) else f'free for {cost} Warriors'}, {vp} VP"
            for at, (cost, vp) in enumerate(zip(region.warriors, region.vp, strict=True))
        ]
        text = f"region {region.id}, {region.name}, {region.column}: {'; '.join(spots)}; reward {region.reward}."
        lines.append(Para(text, hang="  ", bullet=True))
    return lines


def board_lines(v: SethView) -> list[Para]:
    below = ", ".join(f"{column} {owner or 'free'}" for column, owner in v.people.items())
    free = v.statue_spots - len(v.statues)
    honour = Listed([*v.statues, *([f"{free} free"] if free else [])])
    tile = Say("{tile} ({text})", tile=v.face, text=v.face_text) if v.face else Say("none")
    lines = [
        Para(Say("Dice: {dice} (at most {most}).", dice=Listed(v.dice or ["none"]), most=v.most_dice)),
        Para(Say("Statues below the columns: {below}; in honour of Seth: {honour}.", below=below, honour=honour)),
        Para(Say("Conquest tile: {tile}, {left} in the stack.", tile=tile, left=v.tiles_left)),
    ]
    if v.covers:
        lines.append(
            Para(Say("On temple spaces: {covers}.", covers="; ".join(f"{s} {e}" for s, e in v.covers.items())))
        )
    return lines


def sides_table(v: SethView) -> Rows:
    rows = [
        [side.seat.upper(), str(side.warriors), str(side.priests), str(side.blood), side.follower or "-",
         " ".join(side.artifacts) or "-", str(side.taken), str(side.owed) if side.owed else "-"]
        for side in v.players
    ]  # fmt: skip
    head = ["", "Warriors", "Priests", "Blood", "power", "Artifacts", "taken", "owed"]
    return Rows(
        head, rows, (8, 9, 8, 6, 6, 16, 6, 5), [Para(aloud_side(side), hang="  ", bullet=True) for side in v.players]
    )


def aloud_side(side: SideView) -> str:
    cards = f"Follower Power {side.follower or 'none'}, Artifacts {', '.join(side.artifacts) or 'none'}"
    owed = f", {side.owed} resource owed" if side.owed else ""
    return f"{side.seat}: {side.warriors} Warriors, {side.priests} Priests, {side.blood} Blood, {cards}{owed}."


# -- log lines ---------------------------------------------------------------------------------------------------------


def built(d: Data) -> str:
    gains = words(d["amounts"])
    more = f": {gains}" if gains else ""
    vp = Say(", +{vp} VP for the statue below the column", vp=d["vp"]) if d["vp"] else ""
    blood = Say(", 1 Blood") if d["blood"] else ""
    return Say(
        "built in region {region} ({name}){more}{vp}{blood}", region=d["region"], name=d["name"], more=more, vp=vp,
        blood=blood,
    )  # fmt: skip


def followers(d: Data) -> str:
    return Say(
        "{card}: {mine} for its owner, {others} for each other player", card=d["card"], mine=words(d["amounts"]),
        others=words(d["others"]),
    )  # fmt: skip


LINES = {
    "laid_out": lambda d: Say(
        "The Seth board: {dice}; Conquest tile {tile}; Follower Powers {powers}; Artifacts {artifacts}",
        dice=Listed(d["dice"]), tile=d["tile"], powers=Listed(d["powers"]), artifacts=Listed(d["artifacts"]),
    ),
    "built": built,
    "covered": lambda d: Say("laid Conquest tile {tile} on {space}", tile=d["tile"], space=d["space"]),
    "discarded": lambda d: Say("discarded Conquest tile {tile}: no space is left", tile=d["tile"]),
    "next_tile": lambda d: Say("The next Conquest tile is {tile}", tile=d["tile"]),
    "gave": lambda d: Say("gained {n} {what}s from the die", n=d["n"], what=d["what"].capitalize()),
    "followers": followers,
    "owed": lambda d: Say("is owed a resource for the statue in honour of Seth"),
    "artifact": lambda d: Say(
        "took the Artifact {card} with {destiny} for {priests}", card=d["card"], destiny=d["destiny"],
        priests=Count(d["priests"], "{n} Priest", "{n} Priests"),
    ),
    "blood_back": lambda d: Say("gave {n} Blood back", n=d["count"]),
    "die_added": lambda d: Say("{die} came to the Seth board", die=d["die"]),
}  # fmt: skip
