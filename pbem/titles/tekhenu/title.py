"""Tekhenu as a title: what the engine asks, each answered by the module that knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from pbem.core.book import Book
from pbem.core.document import Doc
from pbem.core.events import Event
from pbem.core.overlay import OverlayRules
from pbem.core.questions import Question, Seat
from pbem.core.table import Live, Model, Table, View
from pbem.core.titles import Result, Title
from pbem.core.words import ENGLISH, Catalogue, Say, Verbatim
from pbem.kit.prepared import Prepared
from pbem.titles.tekhenu import base, invariants
from pbem.titles.tekhenu.box_names import BOT, BOT_NAME, SETH, SETH_SOLO, SOLO, VIZIER
from pbem.titles.tekhenu.components import OVERLAY_RULES, Components, build, default_raw
from pbem.titles.tekhenu.fixes import FIXES, NOTES, ONCE
from pbem.titles.tekhenu.game_book import TekhenuBook
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.phases.end import game_result
from pbem.titles.tekhenu.phases.game import Game
from pbem.titles.tekhenu.state import Tekhenu

if TYPE_CHECKING:
    from pbem.core.rulebook import Rulebook

__all__ = ["TekhenuTitle"]

MAIL_LINES = {1: 120, 2: 120, 3: 130, 4: 140}
"""Lines of an order form by the number of seats."""
PREPARED = Prepared(build)


class TekhenuTitle(Title):
    """Tekhenu: Obelisk of the Sun, for two to four players, or for one against Botankhamun."""

    name: ClassVar[str] = "tekhenu"
    full_name: ClassVar[str] = "Tekhenu: Obelisk of the Sun"
    version: ClassVar[str] = "1"
    fixes: ClassVar[tuple[str, ...]] = FIXES
    fix_notes: ClassVar[Mapping[str, str]] = NOTES
    players: ClassVar[range] = range(1, 5)
    seat_names: ClassVar[tuple[str, ...]] = ("orange", "blue", "red", "green")
    number_rule: ClassVar[str | None] = "T-SETUP-7"
    telling: ClassVar[frozenset[str]] = frozenset({
        "built_pillar", "built_building", "built_works", "built_statue", "drafted", "festival", "produced",
        "took_cards",
    })  # fmt: skip
    table_model: ClassVar[type[Table]] = Tekhenu
    options_model: ClassVar[type[Model]] = Options
    book_type: ClassVar[type[Book]] = TekhenuBook

    modules_at: ClassVar[Mapping[str, str]] = {
        SETH: "pbem.titles.tekhenu.seth.module:MODULE",
        SOLO: "pbem.titles.tekhenu.solo.module:MODULE",
        SETH_SOLO: "pbem.titles.tekhenu.seth_solo.module:MODULE",
        VIZIER: "pbem.titles.tekhenu.vizier.module:MODULE",
    }

    def silent(self, fixes: Sequence[str], modules: Sequence[str]) -> bool:
        """Tell by fix F4, before which entries told no views, and by the expansions; only Botankhamun is older."""
        return ONCE not in fixes and set(modules) <= {SOLO}

    def base(self, book: TekhenuBook) -> None:
        base.register(book)

    def modules(self, options: Options, people: int) -> Sequence[str]:
        found = [SETH] * (options.expansion == SETH) + [SOLO] * (people == 1)
        return found + [SETH_SOLO] * (len(found) == 2) + [VIZIER] * options.vizier

    def automata(self, options: Options, seats: Sequence[Seat]) -> Mapping[Seat, str]:
        return {BOT: BOT_NAME} if len(seats) == 1 else {}

    def check(self, options: Options, people: int) -> str | None:
        fields = Options.model_fields
        for name in options.model_dump():
            extra = fields[name].json_schema_extra
            module = extra.get("module") if isinstance(extra, dict) else None
            if module in (SOLO, SETH_SOLO) and people > 1:
                return Say(
                    "{option} is for one player against {bot}; {n} were named.",
                    option=Verbatim(name),
                    bot=Verbatim(BOT_NAME),
                    n=people,
                )
            if module in (SETH, SETH_SOLO) and options.expansion != SETH:
                return Say("{option} is for games with expansion=seth.", option=Verbatim(name))
            if module == VIZIER and not options.vizier:
                return Say("{option} is for games with vizier=yes.", option=Verbatim(name))
        if options.vizier and people != 2:
            return Say("The Vizier's challenge is for two players (S-VIZ-1); {n} were named.", n=people)
        if options.expansion == SETH and options.once_per_turn_rule_without_expansion:
            return Say(
                "once_per_turn_rule_without_expansion is for games without the expansion, which has that rule anyway."
            )
        if options.expansion == SETH and options.solo_random_starting_cards:
            return Say(
                "solo_random_starting_cards is for games without the expansion; solo_draw=2+2 leaves no choice either."
            )
        return None

    # -- component tables ------------------------------------------------------------------------------------------

    def base_components(self) -> dict[str, Any]:
        return default_raw()

    def overlay_rules(self) -> OverlayRules:
        return OVERLAY_RULES

    def check_base(self, raw: dict[str, Any]) -> list[str]:
        from pbem.titles.tekhenu.tables.component_check import check

        return check(raw)

    def prepare(self, raw: dict[str, Any]) -> Any:
        return PREPARED.of(self, raw)

    # -- rules -----------------------------------------------------------------------------------------------------

    def setup(self, seats: list[Seat], live: Live) -> Tekhenu:
        table = Tekhenu(seats=list(seats), live=live)
        table.stack = [Game()]
        return table

    def result(self, table: Tekhenu) -> Result | None:
        return game_result(table)

    def problems(self, table: Tekhenu) -> list[str]:
        return invariants.problems(table)

    def conserved(self, table: Tekhenu) -> Mapping[str, int]:
        return invariants.conserved(table)

    def invites(self, table: Tekhenu, seat: Seat, question: Question, shown: Sequence[Event]) -> bool:
        from pbem.titles.tekhenu.foresight import invites

        return invites(table, seat, question, shown)

    def foresee(self, table: Tekhenu, seat: Seat) -> list[Question]:
        from pbem.titles.tekhenu.foresight import foresee

        return foresee(table, seat)

    def menu(self, table: Tekhenu, seat: Seat) -> list[Question]:
        from pbem.titles.tekhenu.foresight import menu

        return menu(table, seat)

    def misplaced(self, table: Tekhenu, seat: Seat, name: str, words: str) -> tuple[str, str] | None:
        from pbem.titles.tekhenu.misplaced import misplaced

        return misplaced(table, seat, name, words)

    def scores(self, table: Tekhenu) -> Mapping[Seat, int]:
        return {seat: table.players[seat].vp for seat in table.order or table.seats}

    def earned(self, event: Event) -> Mapping[str, int]:
        from pbem.titles.tekhenu.show.point_sources import earned

        return earned(event)

    def mail_lines(self, seats: int) -> int:
        return MAIL_LINES.get(seats, 140)

    def stock(self, table: Tekhenu, seat: Seat) -> Mapping[str, int]:
        player = table.players.get(seat)
        if player is None:  # the table is not laid out yet
            return {}
        tracks = {"happiness": player.happiness, "population": player.population}
        return {**player.stock, **tracks, **self.part_stock(table, seat)}

    # -- what people see -------------------------------------------------------------------------------------------

    def view(self, table: Tekhenu, seat: Seat | None) -> View:
        from pbem.titles.tekhenu.views.view import view

        return self.with_parts(view(table, seat), table, seat)

    def for_reader(self, view: Any, table: Tekhenu, seat: Seat | None) -> View:
        from pbem.titles.tekhenu.views.view import for_reader

        return self.with_parts(for_reader(view, table, seat), table, seat)

    def read_view(self, raw: Mapping[str, Any]) -> View:
        from pbem.titles.tekhenu.views.view_models import TekhenuView

        return self.read_whole(TekhenuView, raw)

    def board(self, view: Any, data: Components) -> Doc:
        from pbem.titles.tekhenu.show.board_pages import board

        return board(view, data, self.part_board(view.parts, data))

    def holdings(self, view: Any, data: Components) -> Doc:
        from pbem.titles.tekhenu.show.board_pages import own

        return own(view, data)

    def line(self, event: Event, reader: Seat | None) -> str:
        from pbem.titles.tekhenu.show.log import line

        return line(event, reader, self.part_line(event.kind))

    def picture(self, view: Any, data: Components, words: Catalogue | None = None) -> str:
        from pbem.titles.tekhenu.show.picture import picture, speaking

        with speaking(words):
            return picture(view, data, self.part_strips(view.parts, data), self.part_marks(view.parts, data))

    def series(self, table: Tekhenu) -> dict[str, dict[Seat, int]]:
        balances = {seat: player.marker for seat, player in table.players.items() if player.marker is not None}
        return {Say("Balance at each Maat phase"): balances} if balances else {}

    # -- secrecy, computer players, books --------------------------------------------------------------------------

    def reshuffle(self, table: Tekhenu, seat: Seat | None, live: Live) -> Tekhenu:
        from pbem.titles.tekhenu.exchange import reshuffle

        return reshuffle(table, seat, live)

    def refresh(self, table: Tekhenu) -> None:
        from pbem.titles.tekhenu.exchange import refresh

        refresh(table)

    def expose(self, table: Tekhenu) -> Mapping[Seat, list[str]]:
        from pbem.titles.tekhenu.exchange import expose

        return expose(table)

    def explain(self, ident: str, raw: dict[str, Any] | None = None, language: str = ENGLISH) -> str | None:
        from pbem.titles.tekhenu.views.lookup import explain

        return explain(ident, raw, language)

    def rulebook(self, language: str = ENGLISH) -> Rulebook:
        from pbem.titles.tekhenu.views.lookup import DIGESTS

        return DIGESTS.book(language)

    def rule_ids(self) -> Iterable[str]:
        from pbem.titles.tekhenu.views.lookup import DIGESTS

        return DIGESTS.ids()

    def vocabulary(self) -> Iterable[str]:
        from pbem.titles.tekhenu.show.glossary import WORDS

        return [*WORDS, *self.book(list(self.modules_at)).questions]

    def phrases(self) -> Iterable[str]:
        from pbem.titles.tekhenu.show.glossary import phrases

        return phrases(self.components(list(self.modules_at)))

    def tables(self, raw: dict[str, Any], words: Catalogue | None = None) -> str:
        from pbem.titles.tekhenu.show.printed_tables import tables

        return tables(raw, words)
