"""Ankh as a title: what the engine asks, each answered by the module that knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from pbem.core.book import Book
from pbem.core.document import Doc
from pbem.core.errors import Misuse
from pbem.core.events import Event
from pbem.core.overlay import OverlayRules
from pbem.core.questions import Question, Seat
from pbem.core.table import Live, Model, Table, View
from pbem.core.titles import Result, Title
from pbem.core.words import ENGLISH, Catalogue, Say, Verbatim
from pbem.kit.prepared import Prepared
from pbem.titles.ankh import base, invariants
from pbem.titles.ankh.components import GODS, OVERLAY_RULES, Components, build, default_raw
from pbem.titles.ankh.fixes import FIXES, NOTES
from pbem.titles.ankh.game_book import AnkhBook
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.phases.end import game_result
from pbem.titles.ankh.phases.game import Game
from pbem.titles.ankh.phases.setup import seating
from pbem.titles.ankh.state import Ankh

if TYPE_CHECKING:
    from pbem.core.rulebook import Rulebook

__all__ = ["AnkhTitle"]

MAIL_LINES = {2: 150, 3: 157, 4: 164, 5: 170}
"""Lines of a turn mail by the number of gods, in either style."""
SPECIAL = {"peoples-revolt": ("revolt",)}
NONE = "none"
PREPARED = Prepared(build)


class AnkhTitle(Title):
    """Ankh: Gods of Egypt, for two to five players."""

    name: ClassVar[str] = "ankh"
    full_name: ClassVar[str] = "Ankh: Gods of Egypt"
    version: ClassVar[str] = "1"
    fixes: ClassVar[tuple[str, ...]] = FIXES
    fix_notes: ClassVar[Mapping[str, str]] = NOTES
    players: ClassVar[range] = range(2, 6)
    seat_names: ClassVar[tuple[str, ...]] = GODS
    seat_rule: ClassVar[str | None] = "A-SETUP-1"
    number_rule: ClassVar[str | None] = "A-SCEN-1"
    hides: ClassVar[bool] = False
    telling: ClassVar[frozenset[str]] = frozenset({"acted", "battle_won", "merged"})
    aloud_lines: ClassVar[int] = 0
    table_model: ClassVar[type[Table]] = Ankh
    options_model: ClassVar[type[Model]] = Options
    book_type: ClassVar[type[Book]] = AnkhBook
    modules_at: ClassVar[Mapping[str, str]] = {
        "revolt": "pbem.titles.ankh.phases.revolt:MODULE",
        "pharaoh": "pbem.titles.ankh.pharaoh.module:MODULE",
    }

    def silent(self, fixes: Sequence[str], modules: Sequence[str]) -> bool:
        """Tell that there are none: views are older than Ankh."""
        return False

    def modules(self, options: Options, people: int) -> Sequence[str]:
        """List the modules: a scenario with special rules is one of its own; so is an expansion."""
        expansion = [] if options.expansion == NONE else [options.expansion]
        return [*SPECIAL.get(options.scenario, ()), *expansion]

    def check(self, options: Options, people: int) -> Misuse | None:
        """Refuse options of an expansion that is not in the box."""
        for name, value in options.model_dump().items():
            extra = Options.model_fields[name].json_schema_extra
            module = extra.get("module") if isinstance(extra, dict) else None
            if isinstance(extra, dict) and module and options.expansion != module:
                told = {"option": name, "value": value, "module": module, "rule": extra["ruling"]}
                return Misuse(
                    Say(
                        "{option}={value} is for expansion={module} ({rule}).",
                        **{key: Verbatim(text) for key, text in told.items()},
                    ),
                    expected=[f"expansion={module}"], rule=str(extra["ruling"]),
                )  # fmt: skip
        return None

    def base(self, book: AnkhBook) -> None:
        base.register(book)

    # -- seats -----------------------------------------------------------------------------------------------------

    def seating(self, t: Table, wishes: Sequence[Seat | None]) -> list[Seat]:
        return seating(t, wishes, t.live.options.first)

    def sides(self, table: Ankh) -> Mapping[Seat, str]:
        return {seat: table.side(seat) for seat in table.gods}

    # -- component tables ------------------------------------------------------------------------------------------

    def base_components(self) -> dict[str, Any]:
        return default_raw()

    def overlay_rules(self) -> OverlayRules:
        return OVERLAY_RULES

    def check_base(self, raw: dict[str, Any]) -> list[str]:
        from pbem.titles.ankh.component_check import check

        return check(raw)

    def prepare(self, raw: dict[str, Any]) -> Any:
        return PREPARED.of(self, raw)

    # -- rules -----------------------------------------------------------------------------------------------------

    def setup(self, seats: list[Seat], live: Live) -> Ankh:
        table = Ankh(seats=list(seats), live=live)
        table.stack = [Game()]
        return table

    def result(self, table: Ankh) -> Result | None:
        return game_result(table)

    def problems(self, table: Ankh) -> list[str]:
        return invariants.problems(table)

    def conserved(self, table: Ankh) -> Mapping[str, int]:
        return invariants.conserved(table)

    def scores(self, table: Ankh) -> Mapping[Seat, int]:
        return {seat: table.devotion[table.side(seat)] for seat in table.order}

    def stock(self, table: Ankh, seat: Seat) -> Mapping[str, int]:
        god = table.gods.get(table.side(seat)) if table.order else None
        if god is None:  # the table is not laid out yet
            return {}
        pool: dict[str, int] = {
            Say("Warriors in the pool"): god.warriors,
            Say("Guardians in the pool"): len(god.guardians),
            Say("Ankhs in the pool"): god.ankhs,
        }
        return {Say("Followers"): god.followers, **pool, **self.part_stock(table, seat)}

    # -- what people see -------------------------------------------------------------------------------------------

    def view(self, table: Ankh, seat: Seat | None) -> View:
        from pbem.titles.ankh.views.view import view

        return self.with_parts(view(table, seat), table, seat)

    def for_reader(self, view: Any, table: Ankh, seat: Seat | None) -> View:
        from pbem.titles.ankh.views.view import for_reader

        return self.with_parts(for_reader(view, table, seat), table, seat)

    def read_view(self, raw: Mapping[str, Any]) -> View:
        from pbem.titles.ankh.views.view_models import AnkhView

        return self.read_whole(AnkhView, raw)

    def board(self, view: Any, data: Components) -> Doc:
        from pbem.titles.ankh.show.board_pages import board

        doc = board(view, data)
        doc.sections += self.part_board(view.parts, data)
        return doc

    def holdings(self, view: Any, data: Components) -> Doc:
        from pbem.titles.ankh.show.board_pages import own

        doc = own(view, data)
        doc.sections += self.part_holdings(view.parts, data)
        return doc

    def picture(self, view: Any, data: Components, words: Catalogue | None = None) -> str:
        from pbem.titles.ankh.show.picture import picture, speaking

        with speaking(words):
            return picture(view, data, self.part_strips(view.parts, data))

    def line(self, event: Event, reader: Seat | None) -> str:
        from pbem.titles.ankh.wording.log import line

        return line(event, reader, self.part_line(event.kind))

    def earned(self, event: Event) -> Mapping[str, int]:
        from pbem.titles.ankh.show.point_sources import earned

        return earned(event)

    def joined(self, event: Event) -> tuple[str, Seat] | None:
        from pbem.titles.ankh.show.point_sources import joined

        return joined(event)

    def mail_lines(self, seats: int) -> int:
        return MAIL_LINES.get(seats, 170)

    def menu(self, table: Ankh, seat: Seat) -> list[Question]:
        from pbem.titles.ankh.wording.menu import menu

        return menu(table, seat)

    # -- words of other languages --------------------------------------------------------------------------------------

    def vocabulary(self) -> Iterable[str]:
        from pbem.titles.ankh.wording.glossary import words

        return words(self.components(list(self.modules_at)), self.book(list(self.modules_at)).questions)

    def phrases(self) -> Iterable[str]:
        from pbem.titles.ankh.wording.glossary import phrases

        return phrases(self.components(list(self.modules_at)))

    # -- books ---------------------------------------------------------------------------------------------------------

    def rulebook(self, language: str = ENGLISH) -> Rulebook:
        from pbem.titles.ankh.views.lookup import DIGESTS

        return DIGESTS.book(language)

    def explain(self, ident: str, raw: dict[str, Any] | None = None, language: str = ENGLISH) -> str | None:
        from pbem.titles.ankh.views.lookup import explain

        return explain(ident, raw, language)

    def rule_ids(self) -> Iterable[str]:
        from pbem.titles.ankh.views.lookup import DIGESTS

        return DIGESTS.ids()

    def card_texts(self, language: str = ENGLISH) -> Mapping[str, str]:
        from pbem.titles.ankh.views.lookup import card_texts

        return card_texts(language)

    def tables(self, raw: dict[str, Any], words: Catalogue | None = None) -> str:
        from pbem.titles.ankh.show.printed_tables import tables

        further = (self.module(name).tables(raw[name], words) for name in self.modules_at if name in raw)
        return "\n".join([tables(raw, words), *further])

    # -- secrecy, computer players, books --------------------------------------------------------------------------

    def reshuffle(self, table: Ankh, seat: Seat | None, live: Live) -> Ankh:
        """Reshuffle the piles that lie face down: nothing else of the table is hidden; who asks exchanges sealed
        answers."""
        copy = Ankh.model_validate_json(table.model_dump_json())
        copy.live = live
        shuffle_piles(copy, "reshuffle")
        return copy

    def refresh(self, table: Ankh) -> None:
        shuffle_piles(table, "refresh")


def shuffle_piles(t: Ankh, label: str) -> None:
    """Put every face-down pile into a new order, in place."""
    for name, piles in t.book.piles.items():
        for at, pile in enumerate(piles(t)):
            pile[:] = t.shuffle(f"{label}/{name} {at}", sorted(pile))
