"""The bot's part of the game: its turns, its Destiny card, its figures (T-BOT-TURN, T-BOT-MAAT, T-BOT-SCORE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.core.procedures import Call, Done, Outcome, Procedure
from pbem.core.questions import Seat
from pbem.titles.tekhenu.actions.god import statue_bonuses
from pbem.titles.tekhenu.board import DICE
from pbem.titles.tekhenu.phases.market import refill
from pbem.titles.tekhenu.solo.actions import blocked
from pbem.titles.tekhenu.solo.bot_choices import Choice, drawn, shuffle_pyramid, tile_name, walk
from pbem.titles.tekhenu.solo.part import BOT, SOLO, solo
from pbem.titles.tekhenu.state import Tekhenu

RANDOM_DESTINY = ("scribe", "gold")
"""T-BOT-SETUP-4: the bot takes the Scribe or the Gold card."""


@dataclass(eq=False, repr=False)
class BotTurn(Procedure):
    """One turn of the bot: it decides nothing, so it runs through inside the submission before it."""

    kind: ClassVar[str] = "tekhenu.bot_turn"
    module: ClassVar[str] = SOLO
    seat: Seat = BOT

    def start(self, t: Tekhenu) -> Outcome:
        t.active, t.used = BOT, []
        t.tell("turn_began", BOT)
        tile = walk(t)
        choice: Choice = t.book.bot["die"](t, tile)
        t.dice[choice.god].remove(choice.die)
        t.players[BOT].below.append(choice.die)  # its dice lie apart (T-BOT-TURN-4)
        more: dict[str, Any] = {"why": choice.why} if choice.why else {}
        t.tell(
            choice.told, BOT, coin=solo(t).coin, tile=tile_name(t, tile), god=choice.god, die=choice.die,
            purity=choice.purity, empty=list(choice.empty), tied=choice.tied, honoured=choice.honoured,
            legal=choice.legal, **more,
        )  # fmt: skip
        perform(t, choice)
        outcome: Outcome = t.book.bot["settle"](t, self.finish)
        return outcome

    def finish(self, t: Tekhenu) -> Outcome:
        t.active, t.used = "", []
        refill(t)  # its turn ends like any (T-BOT-TURN-5)
        return Call(t.book.procedures["off_turn"](), self.done) if t.extra else Done()


def nothing_due(t: Tekhenu, then: Callable[[Tekhenu], Outcome]) -> Outcome:
    """Go on at once: nobody has to name anything before the turn of the bot ends."""
    return then(t)


def perform(t: Tekhenu, choice: Choice) -> None:
    """Perform the action of the section that the die lay in (T-BOT-TURN-2); then Statues there pay both sides
    (T-BOT-HORUS-5). An action replaced by VP is not performed (T-BOT-RUL-1)."""
    god = choice.god
    colour, value = DICE[choice.die]
    stood = BOT in t.statues[god]
    instead = t.book.bot_actions[god](t, colour, value) if choice.legal else blocked(t)
    if instead is not None:
        t.add_vp(BOT, instead)
        t.tell("solo/blocked", BOT, god=god, vp=instead, legal=choice.legal)
    elif t.statues[god]:
        statue_bonuses(t, BOT, god, stood, ())


@dataclass(eq=False, repr=False)
class BotDestiny(Procedure):
    """T-BOT-MAAT-2: as first in order the bot takes A01 or A02 by chance, without reward; else none (T-BOT-RUL-9)."""

    kind: ClassVar[str] = "tekhenu.bot_destiny"
    module: ClassVar[str] = SOLO
    seat: Seat = BOT

    def start(self, t: Tekhenu) -> Outcome:
        if t.order[0] == BOT:
            t.book.bot["destiny"](t)
        return Done()


def take_destiny(t: Tekhenu) -> None:
    """Take a Destiny card by chance (T-BOT-SETUP-4, T-BOT-MAAT-2)."""
    gains = {word: card for card in t.destinies for word in t.data.cards[card].effect.get("gain", {})}
    card = drawn(t, "destiny", [gains[word] for word in RANDOM_DESTINY if word in gains])
    t.destinies.remove(card)
    t.players[BOT].destiny = card
    t.tell("solo/destiny", BOT, card=card)


# -- figures -----------------------------------------------------------------------------------------------------------


def balance(t: Tekhenu, seat: Seat) -> int:
    """Return the balance that the table gives the bot (T-BOT-MAAT-1, TAB-12)."""
    return t.data.bot.balance[t.maat]


def nothing(t: Tekhenu, seat: Seat) -> int:
    """Return 0 for what the bot never has: a penalty, bread to pay, points for production and the Building row
    (T-BOT-SCORE-1)."""
    return 0


def ankh(t: Tekhenu, seat: Seat) -> int:
    """Return the bot's Ankh value: above every Destiny card, below T15 (RUL-53)."""
    return t.data.bot.ankh


def bonus(t: Tekhenu, seat: Seat, god: str) -> Mapping[str, int]:
    """Return the bot's bonus at a god (T-BOT-HORUS-5, TAB-13)."""
    return t.data.bot.horus_bonus[t.position_of(god)]


def card_points(t: Tekhenu, seat: Seat) -> int:
    """Score the bot's Blessings and Technologies (T-BOT-SCORE-1)."""
    if seat != BOT:
        return 0
    part, bot = solo(t), t.data.bot
    return len(part.blessings) * bot.blessing_vp + len(part.technologies) * bot.technology_vp


def discard_blessings(t: Tekhenu) -> None:
    """Discard scored Blessings, and keep Technologies (T-BOT-SCORE-1)."""
    part = solo(t)
    t.discard(part.blessings)
    part.blessings = []


def end_points(t: Tekhenu) -> None:
    """Score Decrees, whatever is on them, and every second Scribe, which stays (T-BOT-SCORE-2, T-BOT-RUL-4)."""
    decrees = len(solo(t).decrees) * t.options.bot_decree_vp
    scribes = t.players[BOT].stock["scribe"] // t.data.bot.scribes_per_vp
    t.add_vp(BOT, decrees + scribes)
    t.tell("solo/end", BOT, decrees=decrees, scribes=scribes)


def new_pyramid(t: Tekhenu) -> None:
    """Lay the pyramid anew with every phase but the last, which clears nothing (T-BOT-MAAT-3)."""
    shuffle_pyramid(t)
