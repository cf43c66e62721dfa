"""Where the bot's marker goes and which die it takes (T-BOT-TURN, T-BOT-GOD, T-BOT-RES).

Everything that is left to chance is drawn from the game's committed chance and told (RUL-54).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pbem.titles.tekhenu.board import DICE, FORBIDDEN, PURE, TAINTED
from pbem.titles.tekhenu.solo.part import BOT, solo
from pbem.titles.tekhenu.state import Tekhenu

Thing = TypeVar("Thing")


@dataclass(slots=True)
class Choice:
    """The die that the bot takes, and how it came to it. `empty` are sections or colours without a legal die that were
    looked at before; `tied` tells how many dice chance decided between, `honoured` that a Statue of the bot did before;
    `legal` is False if there was none at all."""

    god: str
    die: str
    purity: str
    empty: list[str] = field(default_factory=list)
    tied: int = 1
    honoured: bool = False
    legal: bool = True
    told: str = "solo/took"
    """The event that tells of it."""
    why: str = ""
    """Why another die was looked for than the tile names, where the event has a word for it."""


def drawn(t: Tekhenu, label: str, things: Sequence[Thing]) -> Thing:
    """Draw one of several by chance; where all are alike none is needed (RUL-54)."""
    return things[t.chance(f"bot/{label}", len(things))] if differ(things) else things[0]


def differ(things: Sequence[Thing]) -> bool:
    return any(thing != things[0] for thing in things)


def walk(t: Tekhenu) -> str:
    """Step onto the first tile of the base, or toss the coin: up and right, or right (T-BOT-TURN-1). Say the tile."""
    part, bot = solo(t), t.data.bot
    if part.at < 0:
        part.at, part.coin = 0, ""
    else:
        part.coin = drawn(t, "coin", ("up", "right"))
        part.at = (bot.up_right if part.coin == "up" else bot.right)[part.at]
    return part.pyramid[part.at]


def all_tiles(t: Tekhenu) -> list[str]:
    """List the tiles of the pyramid: a god, or the first resource of a tile."""
    bot = t.data.bot
    return [*bot.god_tiles, *(colours[0] for colours in bot.resource_tiles)]


def shuffle_pyramid(t: Tekhenu) -> None:
    """Lay all ten tiles face up, the marker left of the base (T-BOT-SETUP-6, T-BOT-MAAT-3)."""
    part = solo(t)
    part.pyramid = t.shuffle("bot/pyramid", t.book.bot["tiles"](t), hidden=False)
    part.at, part.coin = -1, ""


def tile_name(t: Tekhenu, tile: str) -> str:
    """Name the god of a tile, or its resources in their order (T-BOT-RES-4)."""
    return next(("-".join(row) for row in t.data.bot.resource_tiles if row[0] == tile), tile)


def legal_dice(t: Tekhenu, god: str) -> list[str]:
    """List Pure and Tainted dice of a section."""
    return [die for die in t.dice[god] if t.purity(god, DICE[die][0]) != FORBIDDEN]


def choose_die(t: Tekhenu, tile: str) -> Choice:
    """Choose the die that a tile makes the bot take; the action is that of the section it lies in (T-BOT-TURN-5)."""
    found = by_god(t, tile) if tile in t.data.gods else by_resource(t, tile)
    return found if found is not None else any_die(t)


def by_god(t: Tekhenu, god: str) -> Choice | None:
    """Choose the highest die of the section, Pure before Tainted; else go on counter-clockwise (T-BOT-GOD-1 and
    T-BOT-GOD-2)."""
    gods = t.data.gods
    empty: list[str] = []
    for step in range(len(gods)):
        section = gods[(gods.index(god) - step) % len(gods)]
        dice = legal_dice(t, section)
        if not dice:
            empty.append(section)
            continue
        ranks = {die: t.book.bot["rank"](t, section, die) for die in dice}
        tied = [die for die in dice if ranks[die] == max(ranks.values())]
        die = drawn(t, "die", tied)
        return Choice(section, die, t.purity(section, DICE[die][0]), empty, len(tied) if differ(tied) else 1)
    return None


def by_resource(t: Tekhenu, first: str) -> Choice | None:
    """Choose the highest die of the first colour of which one is legal, at last of those that produce nothing
    (T-BOT-RES-1 to T-BOT-RES-3)."""
    data = t.data
    colours = next(row for row in data.bot.resource_tiles if row[0] == first)
    colour_of = {resource: colour for colour, resource in data.produces.items() if resource}
    empty: list[str] = []
    barren = [colour for colour, resource in data.produces.items() if not resource]
    for group in [*([colour_of[resource]] for resource in colours), barren]:
        found = by_colour(t, group)
        if found is not None:
            found.empty = empty
            return found
        empty += group
    return None


def by_colour(t: Tekhenu, colours: Sequence[str], purities: Sequence[str] = (PURE, TAINTED)) -> Choice | None:
    """Choose the highest die of the wheel in one of these colours; T-BOT-RES-2 among equals."""
    lying = [
        (god, die)
        for god in t.data.gods
        for die in t.dice[god]
        if DICE[die][0] in colours and t.purity(god, DICE[die][0]) in purities
    ]
    if not lying:
        return None
    ranks = [t.book.bot["colour rank"](t, god, die) for god, die in lying]
    tied = [there for there, rank in zip(lying, ranks, strict=True) if rank == max(ranks)]
    left = break_tie(t, tied)
    god, die = drawn(t, "die", left)
    n = len(left) if differ(left) else 1
    return Choice(god, die, t.purity(god, DICE[die][0]), tied=n, honoured=len(left) < len(tied))


def rank(t: Tekhenu, god: str, die: str) -> tuple[int, ...]:
    """Rank dice by the value, then by purity (T-BOT-GOD-1)."""
    colour, value = DICE[die]
    return value, t.purity(god, colour) == PURE


def colour_rank(t: Tekhenu, god: str, die: str) -> tuple[int, ...]:
    """Rank dice by the value alone; purity makes no difference among dice of one colour (T-BOT-RES-1)."""
    return (DICE[die][1],)


def break_tie(t: Tekhenu, tied: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Prefer a section with a Statue of the bot for its god (T-BOT-RES-2, T-BOT-RUL-2), of several the one on the
    higher Horus position; what is left is for chance. Purity makes no difference."""
    honoured = [(god, die) for god, die in tied if BOT in t.statues[god]]
    if not honoured:
        return tied
    highest = max(t.position_of(god) for god, _ in honoured)
    return [(god, die) for god, die in honoured if t.position_of(god) == highest]


def any_die(t: Tekhenu) -> Choice:
    """Take a random die, and no action: there is no legal one on the whole wheel (T-BOT-RUL-3)."""
    lying = [(god, die) for god in t.data.gods for die in t.dice[god]]
    god, die = drawn(t, "die", lying)
    return Choice(god, die, FORBIDDEN, list(t.data.gods), len(lying), legal=False)


CHOOSING: dict[str, Callable[..., Any]] = {
    "die": choose_die,
    "tiles": all_tiles,
    "rank": rank,
    "colour rank": colour_rank,
}
"""What modules may have the bot do otherwise."""
