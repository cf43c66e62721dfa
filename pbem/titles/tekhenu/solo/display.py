"""What people see of Botankhamun: pyramid, coin, cards, and why it did what it did."""

from __future__ import annotations

from typing import Any

from pbem.core.document import Block, Para, Rows, Section
from pbem.core.table import View
from pbem.core.words import Count, Listed, Name, Say, Verbatim, Word
from pbem.titles.tekhenu.box_names import BOT_NAME
from pbem.titles.tekhenu.solo.part import solo
from pbem.titles.tekhenu.state import Tekhenu

Data = dict[str, Any]
ROWS = ((9,), (7, 8), (4, 5, 6), (0, 1, 2, 3))
"""Places of the pyramid, from the top."""


class SoloView(View):
    """Everything of the bot lies open."""

    pyramid: list[list[str]]
    """Tiles by place; a tile of four resources names them in its order."""
    at: int
    coin: str
    blessings: list[str]
    technologies: list[str]
    decrees: list[str]
    difficulty: str
    balance: int = 0
    """What it will have in the next Maat phase; in the last one it stays."""
    ankh: int = 0


def view(t: Tekhenu) -> SoloView:
    part, bot = solo(t), t.data.bot
    tiles = {colours[0]: list(colours) for colours in bot.resource_tiles}
    return SoloView(
        pyramid=[tiles.get(tile, [tile]) for tile in part.pyramid],
        at=part.at,
        coin=part.coin,
        blessings=list(part.blessings),
        technologies=list(part.technologies),
        decrees=list(part.decrees),
        difficulty=t.options.difficulty,
        balance=bot.balance[min(t.maat + 1, len(bot.balance) - 1)],
        ankh=bot.ankh,
    )


def section(v: SoloView) -> Section:
    """Describe the pyramid with the tile on which the marker stands, the last toss, and the cards."""
    names = [Listed((Word(word, 3) for word in tile), "-") if len(tile) > 1 else Name(tile[0]) for tile in v.pyramid]
    rows: list[list[str]] = [
        ["", *(Say("[{tile}]", tile=names[at]) if at == v.at else names[at] for at in row)] for row in ROWS
    ]
    table = Rows([], [[*row, *[""] * (5 - len(row))] for row in rows], (1, 19, 19, 19, 19), aloud(v))
    cards = [*v.decrees, *v.technologies, *v.blessings]
    blocks: list[Block] = [
        table,
        Para(Say("Its cards, which never work: {cards}.", cards=Listed(cards) or Say("none"))),
        Para(Say("In the next Maat phase its balance is +{balance}, its Ankh {ankh}.", balance=v.balance, ankh=v.ankh)),
    ]
    toss = Say(" Last toss: {side}.", side=SIDES[v.coin]) if v.coin else ""
    note = Say("pyramid of action tiles, from the top; the marker stands on [the tile in brackets].{toss}", toss=toss)
    return Section(Say("{name} ({level})", name=Verbatim(BOT_NAME.upper()), level=v.difficulty), blocks, note)


def aloud(v: SoloView) -> list[Para]:
    marker = v.at
    lines = []
    for number, row in enumerate(reversed(ROWS), 1):
        tiles = [
            Say("{tile} (the marker)", tile=Listed(v.pyramid[at])) if at == marker else Listed(v.pyramid[at])
            for at in row
        ]
        text = Say("row {n} from below: {tiles}.", n=number, tiles=Listed(tiles, "; "))
        lines.append(Para(text, hang="  ", bullet=True))
    if marker < 0:
        lines.append(Para(Say("The marker lies left of the base."), hang="  ", bullet=True))
    return lines


# -- log lines ---------------------------------------------------------------------------------------------------------

SIDES = {"up": Say("up and right"), "right": Say("right")}


def took(d: Data) -> str:
    """Write `Deben: right; tile Bastet; no legal die at Bastet, next counter-clockwise is Hathor: white 5, pure`."""
    return moves(d, found_at(d))


def found_at(d: Data) -> str:
    """Say where the die was found, and where there was none before."""
    at, die = Name(d["god"]), d["die"]
    if not d["legal"]:
        return Say("no legal die on the whole wheel, so by chance {die} of {god}", die=die, god=at)
    if d["empty"] and d["empty"][0] in GODS:
        none = Listed(map(Name, d["empty"]))
        return Say(
            "no legal die at {none}, next counter-clockwise is {god}: {die}, {purity}",
            none=none, god=at, die=die, purity=d["purity"],
        )  # fmt: skip
    if d["empty"]:
        none = Listed(d["empty"])
        return Say("no legal die in {none}; {god}: {die}, {purity}", none=none, god=at, die=die, purity=d["purity"])
    return Say("{god}: {die}, {purity}", god=at, die=die, purity=d["purity"])


def moves(d: Data, found: str) -> str:
    """Tell the marker, the tile it comes to, the die it takes, and what decided between dice."""
    coin = Say("Deben: {side}", side=SIDES[d["coin"]]) if d["coin"] else Say("the marker steps onto the pyramid")
    tile = d["tile"] if isinstance(d["tile"], Say) else Name(d["tile"])
    dice = Count(d["tied"], "{n} die", "{n} dice")
    chance = Say(", by chance of {dice}", dice=dice) if d["tied"] > 1 and d["legal"] else ""
    why = Say(", where its statue stands") if d["honoured"] else ""
    return Say(
        "moves: {coin}; tile {tile}; {found}{why}{chance}", coin=coin, tile=tile, found=found, why=why, chance=chance
    )


GODS = frozenset({"horus", "ra", "hathor", "bastet", "thoth", "osiris"})


def blocked(d: Data) -> str:
    god = Name(d["god"])
    if not d["legal"]:
        return Say("performs no action: {vp} VP instead", vp=d["vp"])
    return Say("cannot perform the {god} action: {vp} VP instead", god=god, vp=d["vp"])


def feast(d: Data) -> str:
    scribes = Count(d["scribes"], "{n} scribe", "{n} scribes")
    return Say(
        "performs the Bastet action: happiness +{happiness}, population +{population}, {scribes}",
        happiness=d["happiness"], population=d["population"], scribes=scribes,
    )  # fmt: skip


LINES = {
    "took": took,
    "blocked": blocked,
    "feast": feast,
    "cards": lambda d: Say("takes {cards}; its cards never work", cards=Listed(d["cards"])),
    "destiny": lambda d: Say("takes the Destiny card {card} by chance, without its reward", card=d["card"]),
    "end": lambda d: Say("scores {decrees} VP for Decrees and {scribes} VP for Scribes", **d),
}
