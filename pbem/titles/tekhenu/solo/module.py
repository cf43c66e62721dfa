"""The module: what it adds to the base game's book."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from pbem.core.book import Module, Strip
from pbem.core.document import Section
from pbem.core.errors import Flaw
from pbem.core.procedures import Procedure
from pbem.core.questions import Seat
from pbem.core.table import View
from pbem.core.words import Verbatim
from pbem.titles.tekhenu.components import Components, shipped
from pbem.titles.tekhenu.game_book import TekhenuBook
from pbem.titles.tekhenu.solo import actions, bot_choices, display, picture, setup, turn
from pbem.titles.tekhenu.solo.part import BOT, SOLO, Solo, solo
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["MODULE"]


def of_bot(own: Callable[..., Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Let the bot reckon a figure in its own way."""

    def wrapped(base: Callable[..., Any]) -> Callable[..., Any]:
        return lambda t, seat, *more: (own if seat == BOT else base)(t, seat, *more)

    return wrapped


def played_by(own: type[Procedure]) -> Callable[[Callable[..., Procedure]], Callable[..., Procedure]]:
    """Give the bot's seat a procedure of its own."""

    def wrapped(base: Callable[..., Procedure]) -> Callable[..., Procedure]:
        return lambda seat: own() if seat == BOT else base(seat=seat)

    return wrapped


def problems(t: Tekhenu) -> Iterator[str]:
    """Check ten different tiles, and that the marker has made a step for each die since the pyramid was laid."""
    part = solo(t)
    if t.players and sorted(part.pyramid) != sorted(t.book.bot["tiles"](t)):
        yield Flaw("{key}: {pyramid}", key=Verbatim("parts.solo.pyramid"), pyramid=part.pyramid)


class SoloModule(Module):
    """Botankhamun."""

    name: ClassVar[str] = SOLO
    part: ClassVar[type[Solo]] = Solo
    lines: ClassVar[Mapping[str, Any]] = display.LINES
    view_model: ClassVar[type[View]] = display.SoloView

    def components(self) -> dict[str, Any]:
        """Add no tables: what the bot is made of stands in those of the base game."""
        return shipped(__file__)

    def view(self, table: Tekhenu, seat: Seat | None) -> View:
        return display.view(table)

    def board(self, view: display.SoloView, data: Components) -> Sequence[Section]:
        return [display.section(view)]

    def strip(self, view: display.SoloView, data: Components) -> Strip:
        return picture.HEIGHT, list(picture.parts(view))

    def extend(self, book: TekhenuBook) -> None:
        book.automata = frozenset({BOT})
        book.bot_actions.include(actions.ACTIONS)
        book.bot.include({**bot_choices.CHOOSING, "destiny": turn.take_destiny, "extras": setup.extras})
        book.bot.include({"pillar vp": actions.no_more, "settle": turn.nothing_due})
        book.procedures.replace("setup", setup.SoloSetUp)
        book.procedures.wrap("turn", played_by(turn.BotTurn))
        book.procedures.wrap("destiny", played_by(turn.BotDestiny))
        book.layout.add("bot", setup.lay_bot, after="players")
        book.layout.replace("starting", setup.lay_starting)
        book.layout.replace("order", setup.lay_order)
        book.layout.add("pieces", setup.lay_pieces, before="told")
        for name, own in (
            ("balance", turn.balance), ("penalty", turn.nothing), ("ankh", turn.ankh), ("bread due", turn.nothing),
            ("bonus", turn.bonus),
        ):  # fmt: skip
            book.numbers.wrap(name, of_bot(own))
        for line in ("production", "buildings"):
            book.scoring.wrap(line, of_bot(turn.nothing))
        book.scoring.add("cards", turn.card_points)
        book.scored.add("blessings", turn.discard_blessings)
        book.end_points.add("bot", turn.end_points)
        book.clearing.add("pyramid", turn.new_pyramid)
        book.elsewhere.add(SOLO, lambda t: solo(t).cards() if SOLO in t.parts else [])
        book.problems.add(SOLO, problems)


MODULE = SoloModule()
