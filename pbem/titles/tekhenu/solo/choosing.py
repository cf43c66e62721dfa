"""Where the bot's marker goes and which die it takes (T-BOT-TURN, T-BOT-GOD, T-BOT-RES).

Everything that is left to chance is drawn from the game's committed chance and told (RUL-54).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pbem.titles.tekhenu.board import DICE, FORBIDDEN, PURE
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


def drawn(t: Tekhenu, label: str, things: Sequence[Thing]) -> Thing:
    """One of several by chance; where all are alike none is needed (RUL-54)."""
    return things[t.chance(f"bot/{label}", len(things))] if differ(things) else things[0]


def differ(things: Sequence[Thing]) -> bool:
    return any(thing != things[0] for thing in things)


def walk(t: Tekhenu) -> str:
    """T-BOT-TURN-1: step onto the first tile of the base, or toss the coin: up and right, or right. Say the tile."""
    part, bot = solo(t), t.data.bot
    if part.at < 0:
        part.at, part.coin = 0, ""
    else:
        part.coin = drawn(t, "coin", ("up", "right"))
        part.at = (bot.up_right if part.coin == "up" else bot.right)[part.at]
    return part.pyramid[part.at]


def shuffle_pyramid(t: Tekhenu) -> None:
    """T-BOT-SETUP-6, T-BOT-MAAT-3: all ten tiles face up, the marker left of the base."""
    bot = t.data.bot
    tiles = [*bot.god_tiles, *(colours[0] for colours in bot.resource_tiles)]
    part = solo(t)
    part.pyramid = t.shuffle("bot/pyramid", tiles, hidden=False)
    part.at, part.coin = -1, ""


def tile_name(t: Tekhenu, tile: str) -> str:
    """The god of a tile, or its resources in their order (T-BOT-RES-4)."""
    return next(("-".join(row) for row in t.data.bot.resource_tiles if row[0] == tile), tile)


def legal_dice(t: Tekhenu, god: str) -> list[str]:
    """Pure and Tainted dice of a section."""
    return [die for die in t.dice[god] if t.purity(god, DICE[die][0]) != FORBIDDEN]


def choose_die(t: Tekhenu, tile: str) -> Choice:
    """The die that a tile makes the bot take; the action is that of the section it lies in (T-BOT-TURN-5)."""
    found = by_god(t, tile) if tile in t.data.gods else by_resource(t, tile)
    return found if found is not None else any_die(t)


def by_god(t: Tekhenu, god: str) -> Choice | None:
    """T-BOT-GOD-1 and T-BOT-GOD-2: the highest die of the section, Pure before Tainted; else on counter-clockwise."""
    gods = t.data.gods
    empty: list[str] = []
    for step in range(len(gods)):
        section = gods[(gods.index(god) - step) % len(gods)]
        dice = legal_dice(t, section)
        if not dice:
            empty.append(section)
            continue
        top = max(DICE[die][1] for die in dice)
        best = [die for die in dice if DICE[die][1] == top]
        pure = [die for die in best if t.purity(section, DICE[die][0]) == PURE]
        tied = pure or best
        die = drawn(t, "die", tied)
        return Choice(section, die, t.purity(section, DICE[die][0]), empty, len(tied) if differ(tied) else 1)
    return None


def by_resource(t: Tekhenu, first: str) -> Choice | None:
    """T-BOT-RES-1 to T-BOT-RES-3: the highest die of the first colour of which one is legal, grey at last."""
    data = t.data
    colours = next(row for row in data.bot.resource_tiles if row[0] == first)
    colour_of = {resource: colour for colour, resource in data.produces.items() if resource}
    empty: list[str] = []
    for colour in [*(colour_of[resource] for resource in colours), "grey"]:
        lying = [(god, die) for god in data.gods for die in legal_dice(t, god) if DICE[die][0] == colour]
        if not lying:
            empty.append(colour)
            continue
        top = max(DICE[die][1] for _, die in lying)
        tied = [(god, die) for god, die in lying if DICE[die][1] == top]
        left = break_tie(t, tied)
        god, die = drawn(t, "die", left)
        n = len(left) if differ(left) else 1
        return Choice(god, die, t.purity(god, colour), empty, n, honoured=len(left) < len(tied))
    return None


def break_tie(t: Tekhenu, tied: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """T-BOT-RES-2: a section with a Statue of the bot for its god (T-BOT-RUL-2), of several the one on the higher Horus
    position; what is left is for chance. Purity makes no difference."""
    honoured = [(god, die) for god, die in tied if BOT in t.statues[god]]
    if not honoured:
        return tied
    highest = max(t.position_of(god) for god, _ in honoured)
    return [(god, die) for god, die in honoured if t.position_of(god) == highest]


def any_die(t: Tekhenu) -> Choice:
    """T-BOT-RUL-3: no legal die on the whole wheel, so a random one, and no action."""
    lying = [(god, die) for god in t.data.gods for die in t.dice[god]]
    god, die = drawn(t, "die", lying)
    return Choice(god, die, FORBIDDEN, list(t.data.gods), len(lying), legal=False)
