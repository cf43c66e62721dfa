"""What people see of the expansion: the Seth board, Warriors, Priests, Blood, Conquest tiles, Artifacts, Followers."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from pbem.core.document import Block, Para, Rows, Section
from pbem.core.table import Model, View, no_dict
from pbem.core.words import Caps, Count, Listed, Say, Word
from pbem.titles.tekhenu.board import HOUSE, card_said, counted, words
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.seth.actions import effect_said
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR, Effect, SethData
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.state import Tekhenu

Data = dict[str, Any]


class EffectView(Model):
    """What a region or a Conquest tile gives, as `Effect` has it."""

    gain: dict[str, int] = Field(default_factory=no_dict)
    draw: str = ""
    god: str = ""
    value: int = 0


class ArtifactView(Model):
    """An Artifact on offer."""

    ankh: int
    priests: int


class RegionView(Model):
    """A region: Warriors and VP of its spots, and who stands on them."""

    id: int
    column: str
    reward: EffectView
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
    tiles_left: int
    covers: dict[str, str]
    """Temple space -> Conquest tile, where no Pillar stands on it."""
    tiles: dict[str, EffectView]
    """The tile that lies face up and those on temple spaces."""
    players: list[SideView]
    followers: list[str]
    """Follower Powers on offer."""
    artifacts: dict[str, ArtifactView]
    house: bool


def view(t: Tekhenu) -> SethView:
    part, data = seth(t), tables(t)
    cards = t.data.cards
    covers = {t.data.spaces[at].name: tile for at, tile in enumerate(part.covers) if tile and not t.tiles[at]}
    return SethView(
        dice=sorted(t.dice.get(SETH, [])),
        most_dice=data.grey[max(2, len(t.seats))],
        regions=[
            RegionView(
                id=region.id,
                column=region.column,
                reward=effect_view(region.reward),
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
        tiles_left=len(part.stack),
        covers=covers,
        tiles={tile: effect_view(data.tiles[tile]) for tile in sorted({*covers.values(), part.face} - {""})},
        players=[side_view(t, seat) for seat in t.order or t.seats if seat in t.players],
        followers=list(part.powers),
        artifacts={card: ArtifactView(ankh=cards[card].ankh, priests=data.priests[card]) for card in part.artifacts},
        house=not t.data.house.isdisjoint(HOUSE_IDS),
    )


def effect_view(effect: Effect) -> EffectView:
    return EffectView(gain=dict(effect.gain), draw=effect.draw, god=effect.god, value=effect.value)


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


def sections(v: SethView, data: Components) -> list[Section]:
    mark = HOUSE if v.house else ""
    blocks: list[Block] = [regions_table(v, data, mark), *board_lines(v), sides_table(v)]
    held = {card for side in v.players for card in (side.follower, *side.artifacts) if card}
    texts = {card: card_said(brief(data.cards[card].text)) for card in {*v.followers, *held}}
    for card, artifact in v.artifacts.items():
        texts[card] = Say(
            "Ankh {ankh}, {cost}, {text}",
            ankh=artifact.ankh, cost=counted(artifact.priests, PRIEST), text=card_said(brief(data.cards[card].text)),
        )  # fmt: skip
    blocks += [Para(Say("{card} {text}", card=card, text=text), hang="    ") for card, text in sorted(texts.items())]
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
    bare = text.removesuffix(HOUSE)
    return bare.removesuffix(".") + text[len(bare) :]


def region_name(data: Components, region: RegionView) -> str:
    """Return what is printed on a region."""
    tables: SethData = data.parts[SETH]
    return tables.regions[region.id - 1].name


def regions_table(v: SethView, data: Components, mark: str) -> Rows:
    rows = []
    for region in v.regions:
        spots: list[str] = [
            Caps(region.owners[at]) if at < len(region.owners) else Say("{n} W", n=cost)
            for at, cost in enumerate(region.warriors)
        ]
        said = [Say("{spot}, {vp} VP", spot=spot, vp=vp) for spot, vp in zip(spots, region.vp, strict=True)]
        rows.append(
            [str(region.id), Word(region_name(data, region)), Word(region.column), *said, effect_said(region.reward)]
        )
    head = ["", Say("region"), "", Say("first"), Say("second"), Say("reward{house}", house=mark)]
    return Rows(head, rows, (2, 8, 6, 14, 14, 34), aloud_regions(v, data))


def aloud_regions(v: SethView, data: Components) -> list[Para]:
    lines = []
    for region in v.regions:
        spots = [
            Say("{seat}, {vp} VP", seat=region.owners[at], vp=vp)
            if at < len(region.owners)
            else Say("{cost}, {vp} VP", cost=counted(cost, WARRIOR), vp=vp)
            for at, (cost, vp) in enumerate(zip(region.warriors, region.vp, strict=True))
        ]
        text = Say(
            "{n} {name}, {column}: {spots}; reward {reward}.",
            n=region.id, name=region_name(data, region), column=region.column, spots=Listed(spots, "; "),
            reward=effect_said(region.reward),
        )  # fmt: skip
        lines.append(Para(text, hang="  ", bullet=True))
    return lines


def board_lines(v: SethView) -> list[Para]:
    below = Listed(
        Say("{column} {owner}", column=column, owner=owner or Say("free")) for column, owner in v.people.items()
    )
    free = v.statue_spots - len(v.statues)
    honour = Listed([*v.statues, *([Say("{n} free", n=free)] if free else [])])
    tile = Say("{tile} ({text})", tile=v.face, text=effect_said(v.tiles[v.face])) if v.face else Say("none")
    lines = [
        Para(Say("Dice: {dice} (at most {most}).", dice=Listed(v.dice or [Say("none")]), most=v.most_dice)),
        Para(Say("Statues below the columns: {below}; in honour of Seth: {honour}.", below=below, honour=honour)),
        Para(Say("Conquest tile: {tile}, {left} in the stack.", tile=tile, left=v.tiles_left)),
    ]
    if v.covers:
        covers = Listed((covered(v, space, tile) for space, tile in v.covers.items()), "; ")
        lines.append(Para(Say("On temple spaces: {covers}.", covers=covers)))
    return lines


def covered(v: SethView, space: str, tile: str) -> str:
    """Show a Conquest tile on the temple; resources are shown on the space itself."""
    effect = v.tiles[tile]
    if effect.gain:
        return Say("{space} {tile}", space=space, tile=tile)
    return Say("{space} {tile} ({text})", space=space, tile=tile, text=effect_said(effect))


def sides_table(v: SethView) -> Rows:
    rows = [
        [Caps(side.seat), str(side.warriors), str(side.priests), str(side.blood), side.follower or "-",
         " ".join(side.artifacts) or "-", str(side.taken), str(side.owed) if side.owed else "-"]
        for side in v.players
    ]  # fmt: skip
    head = [
        "", Say("Warriors"), Say("Priests"), Say("Blood"), Say("power"), Say("Artifacts"), Say("taken"), Say("owed"),
    ]  # fmt: skip
    return Rows(
        head, rows, (8, 9, 8, 6, 6, 16, 6, 5), [Para(aloud_side(side), hang="  ", bullet=True) for side in v.players]
    )


def aloud_side(side: SideView) -> str:
    owed = Say(", {n} owed", n=Count(side.owed, "{n} resource", "{n} resources")) if side.owed else ""
    return Say(
        "{seat}: {warriors}, {priests}, {blood} Blood, Follower Power {power}, Artifacts {artifacts}{owed}.",
        seat=side.seat, warriors=counted(side.warriors, WARRIOR), priests=counted(side.priests, PRIEST),
        blood=side.blood, power=side.follower or Say("none"), artifacts=Listed(side.artifacts) or Say("none"),
        owed=owed,
    )  # fmt: skip


# -- log lines ---------------------------------------------------------------------------------------------------------


def built(d: Data) -> str:
    gains = words(d["amounts"])
    more = Say(": {gains}", gains=gains) if gains else ""
    vp = Say(", +{vp} VP for the statue below the column", vp=d["vp"]) if d["vp"] else ""
    blood = Say(", 1 Blood") if d["blood"] else ""
    return Say(
        "built in region {region} ({name}){more}{vp}{blood}", region=d["region"], name=d["name"], more=more, vp=vp,
        blood=blood,
    )  # fmt: skip


def followers(d: Data) -> str:
    return Say(
        "triggered {card}: {mine}, and {others} for each other player", card=d["card"], mine=words(d["amounts"]),
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
    "gave": lambda d: Say("gained {people} from the die", people=counted(d["n"], d["what"])),
    "followers": followers,
    "owed": lambda d: Say("earned a resource for the statue in honour of Seth; it is owed"),
    "artifact": lambda d: Say(
        "took the Artifact {card} with {destiny} for {priests}", card=d["card"], destiny=d["destiny"],
        priests=Count(d["priests"], "{n} Priest", "{n} Priests"),
    ),
    "blood_back": lambda d: Say("gave {n} Blood back", n=d["count"]),
    "die_added": lambda d: Say("{die} came to the Seth board", die=d["die"]),
}  # fmt: skip
