"""The set-up for one player (T-BOT-SETUP, T-BOT-LEVEL)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.core.procedures import Ask, Call, Next, Outcome, TurnOver
from pbem.core.questions import Keys
from pbem.titles.tekhenu.actions.osiris import free_districts
from pbem.titles.tekhenu.phases.setup import DRAFT_PICKS, Rewards, SetUp, decree_question, draw_pairs, start_question
from pbem.titles.tekhenu.solo.bot_choices import shuffle_pyramid
from pbem.titles.tekhenu.solo.part import BOT, SOLO, Solo, human
from pbem.titles.tekhenu.state import Tekhenu


def lay_bot(t: Tekhenu) -> None:
    """Lay the bot's markers; no production and no resources but Scribes (T-BOT-SETUP-1, T-BOT-SETUP-2, RUL-49)."""
    bot, player = t.data.bot, t.players[BOT]
    player.vp, player.happiness, player.population = bot.vp, bot.happiness, bot.population
    player.stock = dict.fromkeys(player.stock, 0) | {"scribe": t.options.bot_start_scribes}
    player.production = dict.fromkeys(player.production, 0)
    t.parts[SOLO] = Solo()


def lay_starting(t: Tekhenu) -> None:
    """Deal Starting cards and lay out the Destiny cards (T-BOT-SETUP-3, TAB-10)."""
    order = t.shuffle("setup/starting", list(t.data.starting_cards), hidden=False)
    dealt = DRAFT_PICKS if t.options.solo_random_starting_cards else t.data.starting_dealt_solo
    t.starting, t.unused = sorted(order[:dealt]), sorted(order[dealt:])
    t.destinies = list(t.data.destiny_cards)


def lay_order(t: Tekhenu) -> None:
    """Let the bot be first, and take its Destiny card before anybody chooses (T-BOT-SETUP-4)."""
    t.order = [BOT, human(t)]
    t.book.bot["destiny"](t)


def lay_pieces(t: Tekhenu) -> None:
    """Put the bot's pieces, as the difficulty says, before Starting cards are resolved (T-BOT-SETUP-5 to T-BOT-SETUP-7,
    T-BOT-RUL-8)."""
    raise_statue(t, t.data.bot.statue_position)
    for extra in t.book.bot["extras"](t, t.options.difficulty):
        place(t, extra)
    shuffle_pyramid(t)


def extras(t: Tekhenu, difficulty: str) -> list[Any]:
    """List what a level adds; a level may name another that it builds on (T-BOT-LEVEL-1 to T-BOT-LEVEL-3)."""
    found: list[Any] = []
    for extra in t.data.bot.difficulty[difficulty]:
        found += extras(t, extra) if isinstance(extra, str) else [extra]
    return found


def place(t: Tekhenu, extra: Any) -> None:
    player = t.players[BOT]
    if "osiris" in extra:
        row, district = extra["osiris"]["row"], extra["osiris"]["district"]
        assert district in free_districts(t, row, []), f"row {row} {district} is taken"
        t.osiris[row * 4 - 4 + t.data.districts.index(district)] = BOT
        player.buildings -= 1
    elif "pillar" in extra:
        space = (extra["pillar"]["row"] - 1) * 5 + extra["pillar"]["col"] - 1
        t.tiles[space], t.pillars[space] = t.draw(t.tile_stack)[0], BOT
        player.pillars -= 1
    else:
        raise_statue(t, extra["god_statue_at_horus_position"])


def raise_statue(t: Tekhenu, position: int) -> None:
    t.statues[t.horus[position - 1]].append(BOT)
    t.players[BOT].statues -= 1


@dataclass(eq=False, repr=False)
class SoloSetUp(SetUp):
    """Decrees as ever, two of three Starting cards, then the rewards; initiative does not matter (T-BOT-SETUP-7)."""

    kind: ClassVar[str] = "tekhenu.solo_setup"
    module: ClassVar[str] = SOLO

    def ask_decrees(self, t: Tekhenu) -> Outcome:
        """Ask which Decree to keep (T-SETUP-11) as the beginning of a turn: nobody else chooses, so the draft goes on
        in the same mail."""
        return Ask(human(t), decree_question(t, human(t)), self.kept)

    def kept(self, t: Tekhenu, keys: Keys) -> Outcome:
        return self.keep_decrees(t, {human(t): keys})

    def draft(self, t: Tekhenu) -> Outcome:
        """Ask for Starting cards; with two cards dealt there is nothing to choose (T-BOT-SETUP-3)."""
        return Ask(human(t), start_question(t, human(t), DRAFT_PICKS), self.drafted)

    def drafted(self, t: Tekhenu, keys: Keys) -> Outcome:
        seat = human(t)
        t.players[seat].drafted = list(keys)
        t.tell("drafted", seat, cards=list(keys))
        t.removed += [card for card in t.starting if card not in keys]
        t.starting = []
        return TurnOver(seat, then=self.initiative)

    def initiative(self, t: Tekhenu) -> Outcome:
        draw_pairs(t)
        return Next(self.reward)

    def reward(self, t: Tekhenu) -> Outcome:
        return Call(Rewards(seat=human(t)), then=self.rewarded)

    def rewarded(self, t: Tekhenu) -> Outcome:
        return TurnOver(human(t), then=self.done)
