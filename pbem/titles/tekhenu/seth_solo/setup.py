"""The set-up of one player with the expansion (S-BOT-SETUP), and the Destiny card of the bot (S-BOT-11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.core.procedures import Ask, Call, Next, Outcome, TurnOver
from pbem.core.questions import Keys
from pbem.titles.tekhenu.box_names import SETH_SOLO
from pbem.titles.tekhenu.cards.destiny_cards import ankh
from pbem.titles.tekhenu.phases.setup import Rewards, decree_question, draw_pairs
from pbem.titles.tekhenu.seth.destiny_offers import destiny_of
from pbem.titles.tekhenu.seth.part import seth, tables
from pbem.titles.tekhenu.seth.setup import SethSetUp, draft_question, keep_one, mark_tracks, take_drafted
from pbem.titles.tekhenu.seth_solo.actions import next_region, stand
from pbem.titles.tekhenu.solo.bot_choices import drawn
from pbem.titles.tekhenu.solo.part import BOT, human
from pbem.titles.tekhenu.state import Tekhenu


def dealt(t: Tekhenu) -> tuple[int, int]:
    """Return how many Starting cards and Follower Powers are drawn (S-BOT-SETUP-1)."""
    starting, powers = t.options.solo_draw.split("+")
    return int(starting), int(powers)


def lay_starting(t: Tekhenu) -> None:
    order = t.shuffle("setup/starting", list(t.data.starting_cards), hidden=False)
    n, _ = dealt(t)
    t.starting, t.unused = sorted(order[:n]), sorted(order[n:])
    t.destinies = list(t.data.destiny_cards)


def lay_order(t: Tekhenu) -> None:
    """Let the bot be first (S-BOT-SETUP-5); it takes no Destiny card in the set-up (S-R-32)."""
    t.order = [BOT, human(t)]


def lay_buildings(t: Tekhenu) -> None:
    """Give the bot its Buildings (S-BOT-SETUP-7)."""
    t.players[BOT].buildings = t.options.bot_buildings


def lay_regions(t: Tekhenu) -> None:
    """Put Buildings into regions by chance (S-BOT-SETUP-6); one with a Building of the bot sends it up (S-R-32)."""
    for _ in range(tables(t).bot["seth_buildings"][t.options.difficulty]):
        rolled = drawn(t, "region", range(1, 7))
        region = next_region(t, rolled)
        assert region is not None
        stand(t, region)
        t.tell(f"{SETH_SOLO}/begins", BOT, region=region, name=tables(t).regions[region - 1].name, rolled=rolled)


def base_pieces(base: Callable[[Tekhenu, str], list[Any]]) -> Callable[[Tekhenu, str], list[Any]]:
    """Add what a level adds in the base game, unless the option leaves it out (S-R-49)."""
    return lambda t, level: base(t, level) if t.options.solo_levels_bring_base_pieces else []


def deny(base: Callable[[Tekhenu], None]) -> Callable[[Tekhenu], None]:
    """Take the lowest Destiny card that has an Artifact (S-BOT-11, S-R-36), without the Artifact; as in the base game
    where no Artifact is left."""

    def take(t: Tekhenu) -> None:
        guarded = {destiny_of(t, card) for card in seth(t).artifacts}
        if not guarded:
            base(t)
            return
        card = min(guarded & set(t.destinies), key=lambda card: ankh(t.data, card))
        t.destinies.remove(card)
        t.players[BOT].destiny = card
        out = [artifact for artifact in seth(t).artifacts if destiny_of(t, artifact) == card]
        t.tell(f"{SETH_SOLO}/destiny", BOT, card=card, artifacts=list(out))

    return take


@dataclass(eq=False, repr=False)
class SethSoloSetUp(SethSetUp):
    """Two Starting cards and a Follower Power, a Destiny card or an Artifact, the rewards, a Decree at the end."""

    kind: ClassVar[str] = "tekhenu.seth_solo_setup"
    module: ClassVar[str] = SETH_SOLO

    def draft(self, t: Tekhenu) -> Outcome:
        """Ask the player for all picks at once (S-BOT-SETUP-1)."""
        picks = tables(t).starting_kept + tables(t).followers_kept
        return Ask(human(t), draft_question(t, human(t), picks), self.drafted)

    def drafted(self, t: Tekhenu, keys: Keys) -> Outcome:
        seat, part = human(t), seth(t)
        take_drafted(t, seat, keys)
        t.tell("drafted", seat, cards=list(keys))
        part.used += part.powers
        part.powers = []
        t.removed += t.starting
        t.starting = []
        return TurnOver(seat, then=self.initiative)

    def initiative(self, t: Tekhenu) -> Outcome:
        """Skip initiative, which does not matter (T-BOT-SETUP-7); Warriors and Priests come before the Destiny choice
        (S-R-01)."""
        draw_pairs(t)
        mark_tracks(t)
        return Next(self.reward)

    def reward(self, t: Tekhenu) -> Outcome:
        return Call(Rewards(seat=human(t)), then=self.ask_decrees)

    def ask_decrees(self, t: Tekhenu) -> Outcome:
        """Ask which Decree to keep, last of all (S-BOT-SETUP-2)."""
        return Ask(human(t), decree_question(t, human(t)), self.kept)

    def kept(self, t: Tekhenu, keys: Keys) -> Outcome:
        keep_one(t, {human(t): keys[0]})
        return TurnOver(human(t), then=self.over)
