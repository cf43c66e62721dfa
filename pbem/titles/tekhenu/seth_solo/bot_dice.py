"""Which die the bot takes with the expansion (S-BOT-2, S-BOT-3, S-BOT-5, S-BOT-7)."""

from __future__ import annotations

from collections.abc import Callable

from pbem.titles.tekhenu.board import DICE, PURE, TAINTED
from pbem.titles.tekhenu.box_names import SETH_SOLO
from pbem.titles.tekhenu.seth.components import PRIEST
from pbem.titles.tekhenu.seth.part import SETH, tables
from pbem.titles.tekhenu.seth.turn import GREEN
from pbem.titles.tekhenu.solo.bot_choices import Choice, any_die, by_colour, by_god
from pbem.titles.tekhenu.solo.part import solo
from pbem.titles.tekhenu.state import Tekhenu

INSTEAD = "horus"
"""The tile that *Seth* counts as while no die lies on the Seth board (S-BOT-5)."""
TOLD = f"{SETH_SOLO}/took"
NO_SETH_DIE, NO_RED_BLUE, NO_PURE = "no seth die", "no red or blue die", "no pure die"
"""Why the bot did not find what its tile names."""


def rank(t: Tekhenu, god: str, die: str) -> tuple[int, ...]:
    """Rank dice: red and blue count one more; then pure before tainted, green before other pure dice, red and blue
    before other tainted ones (S-BOT-2)."""
    colour, value = DICE[die]
    gives = colour in tables(t).gives
    pure = t.purity(god, colour) == PURE
    rating: int = value + (tables(t).bot["rating_red_blue"] if gives else 0)
    return rating, pure, colour == GREEN if pure else gives


def with_tiles(base: Callable[[Tekhenu, str], Choice]) -> Callable[[Tekhenu, str], Choice]:
    """Choose the die of a tile, the two new ones among them."""
    own = {SETH: by_seth, PRIEST: by_priests}
    return lambda t, tile: own[tile](t) if tile in own else base(t, tile)


def by_seth(t: Tekhenu) -> Choice:
    """Choose the highest die of the Seth board (S-BOT-3); without one as with Horus (S-BOT-5)."""
    if t.dice[SETH]:
        die = max(t.dice[SETH], key=lambda die: DICE[die][1])
        return Choice(SETH, die, t.purity(SETH, DICE[die][0]), told=TOLD)
    return told(by_god(t, INSTEAD) or any_die(t), NO_SETH_DIE)


def by_priests(t: Tekhenu) -> Choice:
    """Choose the highest red or blue die, else the highest pure one, else the highest left (S-BOT-7, S-R-32)."""
    found = by_colour(t, list(tables(t).gives))
    if found is not None:
        return told(found, "")
    found = by_colour(t, list(t.data.dice), [PURE])
    if found is not None:
        return told(found, NO_RED_BLUE)
    found = by_colour(t, list(t.data.dice), [TAINTED])
    return told(found or any_die(t), NO_PURE)


def told(choice: Choice, why: str) -> Choice:
    choice.told, choice.why = TOLD, why
    return choice


def same_tiles(t: Tekhenu) -> list[str]:
    """Choose the tiles: one god tile and one resource tile less, the two new ones more; the same all game
    (S-BOT-SETUP-4, S-BOT-13)."""
    lying = solo(t).pyramid
    if lying:
        return sorted(lying)
    bot = t.data.bot
    gods = [god for god in bot.god_tiles if god != SETH]
    rows = [row[0] for row in bot.resource_tiles if row[0] != PRIEST]
    out = [gods.pop(t.chance("bot/god tile", len(gods))), rows.pop(t.chance("bot/resource tile", len(rows)))]
    lost = next(row for row in bot.resource_tiles if row[0] == out[1])
    t.tell(f"{SETH_SOLO}/tiles", god=out[0], resources=list(lost))
    return sorted([*gods, SETH, *rows, PRIEST])
