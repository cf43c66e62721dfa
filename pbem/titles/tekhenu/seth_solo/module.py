"""The module: in the book of a game that has Time of Seth and Botankhamun, behind both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from pbem.core.book import Module
from pbem.titles.tekhenu.box_names import SETH_SOLO
from pbem.titles.tekhenu.components import Components, shipped
from pbem.titles.tekhenu.game_book import TekhenuBook
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth.module import no_position
from pbem.titles.tekhenu.seth.owed import settled
from pbem.titles.tekhenu.seth.part import SETH
from pbem.titles.tekhenu.seth_solo import actions, bot_dice, display, setup
from pbem.titles.tekhenu.solo.part import BOT, SOLO

__all__ = ["MODULE"]


class SethSoloModule(Module):
    """Time of Seth against Botankhamun."""

    name: ClassVar[str] = SETH_SOLO
    needs: ClassVar[tuple[str, ...]] = (SETH, SOLO)
    lines: ClassVar[Mapping[str, Any]] = display.LINES

    def components(self) -> dict[str, Any]:
        return shipped(__file__)

    def prepare(self, data: Components, tables: Mapping[str, Any]) -> Components:
        """Add two tiles (S-COMP-5)."""
        rows = (*data.bot.resource_tiles, (PRIEST, WARRIOR))
        return replace(data, bot=replace(data.bot, god_tiles=(*data.bot.god_tiles, SETH), resource_tiles=rows))

    def extend(self, book: TekhenuBook) -> None:
        book.procedures.replace("setup", setup.SethSoloSetUp)
        layout = book.layout
        layout.add("bot buildings", setup.lay_buildings, after="bot")
        layout.replace("starting", setup.lay_starting)
        layout.replace("order", setup.lay_order)
        layout.add("bot regions", setup.lay_regions, after="pieces")
        book.bot_actions.add(SETH, actions.conquer)
        book.bot_actions.wrap("horus", actions.with_board)
        bot = book.bot
        bot.wrap("die", bot_dice.with_tiles)
        bot.replace("tiles", bot_dice.same_tiles)
        bot.replace("rank", bot_dice.rank)
        bot.replace("colour rank", bot_dice.rank)
        bot.replace("pillar vp", actions.pillar_vp)
        bot.replace("settle", lambda t, then: settled(t, BOT, then))
        bot.wrap("extras", setup.base_pieces)
        bot.wrap("destiny", setup.deny)
        numbers = book.numbers
        numbers.replace("followers dealt", lambda t: setup.dealt(t)[1])
        numbers.replace("artifacts dealt", lambda t: t.options.solo_artifacts)
        numbers.wrap("bonus", no_position)
        numbers.wrap("seth bonus", actions.statue_vp)
        numbers.wrap("follower reward", actions.kept_reward)
        numbers.wrap(
            "buildings", lambda base: lambda t, seat: t.options.bot_buildings if seat == BOT else base(t, seat)
        )


MODULE = SethSoloModule()
