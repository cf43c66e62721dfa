"""What a title supplies, and the register of titles."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel

from pbem.core import document
from pbem.core.asking import Asked, Judge, best, ranked
from pbem.core.boxes import Boxed
from pbem.core.document import Doc
from pbem.core.errors import Fault, Misuse
from pbem.core.events import Event, Json
from pbem.core.kept import kept
from pbem.core.overlay import OverlayRules, overlay
from pbem.core.questions import Keys, Pick, Question, Seat
from pbem.core.records import record
from pbem.core.table import Live, Model, Table, View
from pbem.core.trial import previews
from pbem.core.words import ENGLISH, Catalogue, Say, Verbatim

if TYPE_CHECKING:
    from pbem.core.catalogues import Words
    from pbem.core.rulebook import Rulebook


@record()
class Result:
    """The end of a game: places from first to last (tied seats share one), scores, and words for the mail."""

    places: list[list[Seat]]
    scores: dict[Seat, int] = field(default_factory=dict)
    text: str = ""

    def data(self) -> dict[str, Json]:
        return {"places": [list(p) for p in self.places], "scores": dict(self.scores), "text": kept(self.text)}


class Title(Boxed, ABC):
    """One game that people can play. Everything else (parsing, all-or-nothing, undo, replay, mail) is the engine's."""

    version: ClassVar[str]
    fixes: ClassVar[tuple[str, ...]] = ()
    """Numbered corrections after which recorded answers would play differently; a game lists those it began with."""
    fix_notes: ClassVar[Mapping[str, str]] = {}
    """What each of them corrects, in a sentence for players."""
    players: ClassVar[range]
    seat_names: ClassVar[tuple[str, ...]]
    """Colours or gods, in seating order."""
    seat_rule: ClassVar[str | None] = None
    """The rule by which seats are chosen, where the title has one."""
    number_rule: ClassVar[str | None] = None
    """The rule that says for how many players there is a set-up."""
    hides: ClassVar[bool] = True
    """Whether anything on the table is hidden from somebody. Sealed answers are, in every title."""
    telling: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that say best what somebody did: the last of them stands in subjects."""
    aloud_lines: ClassVar[int] = 40
    """Lines more of an order form for whoever has it read aloud, where lists are longer than the title's tables."""
    options_model: ClassVar[type[Model]]

    # -- seats ---------------------------------------------------------------------------------------------------------

    def check(self, options: Any, people: int) -> str | Misuse | None:
        """Say why so many people cannot play with these options, in a sentence or, with rule and what is possible, as
        the refusal itself; None if they can. `players` judges the number by itself."""
        return None

    def seating(self, t: Table, wishes: Sequence[Seat | None]) -> list[Seat]:
        """Choose the seats of the people in the order in which they were named, each as wished where somebody wished.
        `t` is a bare table to draw from (`t.chance`, `t.shuffle`); by default what is left is given out in order."""
        left = [seat for seat in self.seat_names if seat not in wishes]
        return [wish if wish is not None else left.pop(0) for wish in wishes]

    def automata(self, options: Any, seats: Sequence[Seat]) -> Mapping[Seat, str]:
        """Return seats that the title's own automata hold, with their names: seats of the table besides the people's.
        Their turns are procedures that ask nothing."""
        return {}

    def silent(self, fixes: Sequence[str], modules: Sequence[str]) -> bool:
        """Tell whether a game with these fixes and modules may have entries without a view: builds that told none began
        such games. Of any other game an entry without one was changed by somebody."""
        return True

    def sides(self, table: Any) -> Mapping[Seat, str]:
        """Say which side each seat plays for now; seats that share one win and lose together. Without an entry a seat
        is a side of its own."""
        return {}

    # -- component tables ------------------------------------------------------------------------------------------

    def base_components(self) -> dict[str, Any]:
        """Return the base game's component tables as shipped (raw JSON); {} if the title needs none."""
        return {}

    def components(self, modules: Sequence[str] = ()) -> dict[str, Any]:
        """Return the component tables of a box as shipped: the base game's, and each module's under its name."""
        raw = self.base_components()
        for name in modules:
            tables = self.module(name).components()
            if tables:
                raw[name] = tables
        return raw

    def overlay_rules(self) -> OverlayRules:
        """Say what an owner's corrections may do beyond changing values."""
        return OverlayRules()

    def corrected(self, corrections: Mapping[str, Any], modules: Sequence[str] = ()) -> dict[str, Any]:
        """Lay an owner's corrections over the shipped tables of a box; raise `OverlayError` where they do not fit.
        Corrections of modules that are not in the box are left alone."""
        wanted = {key: value for key, value in corrections.items() if key in modules or key not in self.modules_at}
        return overlay(self.components(modules), wanted, self.overlay_rules())

    def check_base(self, raw: dict[str, Any]) -> list[str]:
        """Say what is wrong with the base game's (corrected) component tables, with the path; [] if nothing."""
        return []

    def check_components(self, raw: dict[str, Any]) -> list[str]:
        """Say what is wrong with the component tables of a box, those of its modules included."""
        own, others = self.split_components(raw)
        faults = self.check_base(own)
        for name, tables in others.items():
            found = self.module(name).check_components(tables)
            faults += [Fault("{name}.{fault}", name=name, fault=fault) for fault in found]
        return faults

    def split_components(self, raw: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Split the tables of a box into the base game's and those of each module by its name."""
        own = {key: value for key, value in raw.items() if key not in self.modules_at}
        return own, {key: value for key, value in raw.items() if key in self.modules_at}

    def prepare(self, raw: dict[str, Any]) -> Any:
        """Bring the tables into the form that rules read: `table.live.data`."""
        return raw

    # -- rules -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def setup(self, seats: list[Seat], live: Live) -> Table:
        """Lay a new table with `live` attached and its first procedure on the stack; options are in `live.options`."""

    @abstractmethod
    def result(self, table: Any) -> Result | None:
        """Return the result once the game is over, else None."""

    @abstractmethod
    def problems(self, table: Any) -> list[str]:
        """Name broken invariants; [] = sound. Every load and save asks."""

    def foresee(self, table: Any, seat: Seat) -> list[Question]:
        """Return questions that may be answered before they are asked (their `options` and `known` say which words are
        accepted). Not the inner questions of a turn: a left-over line of those is an error."""
        kinds = table.live.book.questions.values()
        return [kind.cited(question) for kind in kinds for question in kind.foreseen(table, seat)]

    def invites(self, table: Any, seat: Seat, question: Question, shown: Sequence[Event]) -> bool:
        """Tell whether a window could use what came to light in this submission (`shown`: its events from then on, as
        the seat knows them). Its seat is asked then; else a submission without a line for it passes it by."""
        return False

    def menu(self, table: Any, seat: Seat) -> list[Question]:
        """Return what may be asked of the seat after the open question as things stand, for the turn mail only: found
        by trying the first answers out, unless the title knows better."""
        return [*previews(table, seat), *self.foresee(table, seat)]

    def mail_lines(self, seats: int) -> int:
        """Say how many lines a mail to one of so many seats may have; lists of answers are cut to fit, then old
        news."""
        return 200

    def misplaced(self, table: Any, seat: Seat, name: str, words: str) -> tuple[str, str] | None:
        """Return (reason, rule id) why a line for a question of that name (empty: bare words) has no place in the move,
        where the rules give one: a card not held, a moment that has passed, a second answer. Words are lower case."""
        kind: Asked | None = table.live.book.questions.get(name)
        return None if kind is None else kind.why_not_here(table, seat, words)

    def scores(self, table: Any) -> Mapping[Seat, int]:
        """Return the victory points now, which are public."""
        return {}

    def stock(self, table: Any, seat: Seat) -> Mapping[str, int]:
        """Count what a seat has that a preview compares before and after: supplies, tracks."""
        return {}

    def earned(self, event: Event) -> Mapping[str, int]:
        """Return points that a public event gave its seat, by source in words of the vocabulary, for the last mail."""
        return {}

    def joined(self, event: Event) -> tuple[str, Seat] | None:
        """Return what a public event is called that makes one side of its seat and another one, and that other one: its
        points are the other's from then on."""
        return None

    # -- what people see ---------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, table: Any, seat: Seat | None) -> View:
        """Build from nothing, field by field, what one seat may know (None: a spectator): ids and numbers."""

    def for_reader(self, view: Any, table: Any, seat: Seat | None) -> View:
        """Build a view as `view` does, given one that was made from this very table for somebody else: a title whose
        table is mostly public need not build all of it again."""
        return self.view(table, seat)

    def read_view(self, raw: Mapping[str, Any]) -> View | None:
        """Read back a view that was written down (a public archive holds one in place of the table). None if the title
        does not offer that; ValueError if it is none of its views."""
        return None

    @abstractmethod
    def board(self, view: Any, data: Any) -> Doc:
        """Describe the board as a document. `data` are the prepared tables of the game (`prepare`): what is printed on
        a thing that the view names by its id is found there."""

    def holdings(self, view: Any, data: Any) -> Doc:
        """Describe the reader's own things as a document; empty for spectators."""
        return Doc([])

    def summary(self, view: Any, data: Any, plain: bool = False, words: Catalogue | None = None) -> str:
        """Write the board as text, at most 78 columns; `plain` without tables and drawings, for screen readers. In
        English, unless a reader's words are given."""
        return rendered(self.board(view, data), plain, words)

    def own(self, view: Any, data: Any, plain: bool = False, words: Catalogue | None = None) -> str:
        """Write the reader's own things as text; empty for spectators."""
        return rendered(self.holdings(view, data), plain, words)

    @abstractmethod
    def line(self, event: Event, reader: Seat | None) -> str:
        """Write one log line for an event as the reader knows it; empty if it is not worth a line."""

    # -- words of other languages ------------------------------------------------------------------------------------

    def words(self, language: str) -> Words | None:
        """Load the words of a reader's language, from the catalogues in the folder `words` beside the title's module;
        None where everything stays English."""
        if language == ENGLISH:
            return None
        from pbem.core.catalogues import words_for

        return words_for(self._catalogues, language)

    @cached_property
    def _catalogues(self) -> Path | None:
        """The folder of the title's catalogues; every text of a mail asks for it."""
        at = getattr(sys.modules[type(self).__module__], "__file__", None)
        return Path(at).parent / "words" if at else None

    def speaks(self, language: str) -> bool:
        """Tell whether the title's own texts, and not only the engine's, are there in a language."""
        if language == ENGLISH:
            return True
        from pbem.core.catalogues import words_for

        found, engine = self.words(language), words_for(None, language)
        return found is not None and len(found.catalogues) > (0 if engine is None else len(engine.catalogues))

    def vocabulary(self) -> Iterable[str]:
        """Yield the ids that players read and write, for translators: names of questions, words of answers. What is
        printed on components (`T05`, `b3`) is the same in all languages and does not belong here."""
        return ()

    def phrases(self) -> Iterable[str]:
        """Yield texts that stand in data and not in the code, for translators: those of cards and tiles."""
        return ()

    # -- secrecy tests, bots, books ------------------------------------------------------------------------------------

    @abstractmethod
    def reshuffle(self, table: Any, seat: Seat | None, live: Live) -> Table:
        """Make a copy in which everything this seat (None: a spectator) knows nothing of is exchanged: hidden piles in
        another order, hands of others swapped with them. Secrecy tests use it."""

    def refresh(self, table: Any) -> None:
        """Shuffle every face-down pile of the table anew, in place; hands stay. Used by an undo with fresh draws, so
        that nobody keeps what was seen of a pile; a title without piles needs nothing here."""

    def expose(self, table: Any) -> Mapping[Seat, list[str]]:
        """Tell what each seat holds that only it may know: an end of the game has shown it, and the game goes on. The
        title may mark it on the table, so that its views show from now on what everybody knows; nothing else
        changes."""
        return {}

    def conserved(self, table: Any) -> Mapping[str, int]:
        """Count what never changes during a game (dice, cards, pieces)."""
        return {}

    def prefer(self, table: Any, seat: Seat, question: Question) -> Keys:
        """Return what a sensible greedy player answers: what the declared judge of the question likes best, else what
        is harmless."""
        judge = self._judge(table, seat, question)
        return question.harmless() if judge is None else best(question, judge)

    def along(self, table: Any, seat: Seat, question: Question) -> list[str]:
        """Return the lines that such a player writes with its answer: an order, which the answer says is complete."""
        kind = table.live.book.questions.get(question.name)
        return kind.written_along(table, seat) if kind is not None else []

    def ranking(self, table: Any, seat: Seat, question: Pick) -> Keys:
        """Rank every answer of a question that takes one, the first of them what `prefer` gives."""
        judge = self._judge(table, seat, question)
        return list(question.options) if judge is None else ranked(question, judge)

    def _judge(self, table: Any, seat: Seat, question: Question) -> Judge | None:
        kind = table.live.book.questions.get(question.name)
        return kind.judged(table, seat) if kind is not None else None

    def explain(self, ident: str, raw: dict[str, Any] | None = None, language: str = ENGLISH) -> str | None:
        """Return our wording of a rule, ruling, card or house value by its id; None if there is none. Printed values
        are those of the component tables `raw`, where given, else those that ship. What is not translated is
        English."""
        return None

    def rulebook(self, language: str = ENGLISH) -> Rulebook | None:
        """Return the rules digest, to search and to leaf through; None if there is none."""
        return None

    def rule_ids(self) -> Iterable[str]:
        return ()

    def card_texts(self, language: str = ENGLISH) -> Mapping[str, str]:
        """Return our wording of cards and powers by the names that texts print, where these are not ids."""
        return {}

    def tables(self, raw: dict[str, Any], words: Catalogue | None = None) -> str:
        """Write the component tables as text to compare with the box, in a language (None: English)."""
        return ""

    def picture(self, view: Any, data: Any, words: Catalogue | None = None) -> str:
        """Draw the board as SVG, from a view and the prepared tables only, labelled in a language (None: English);
        empty if the title has none."""
        return ""

    def series(self, table: Any) -> dict[str, dict[Seat, int]]:
        """Return public figures besides the scores that are worth a plot over time: name -> seat -> value now."""
        return {}


def rendered(doc: Doc, plain: bool, words: Catalogue | None) -> str:
    say = document.saying(words)
    return document.plain(doc, say) if plain else document.text(doc, say)


GROUP = "pbem.titles"
SHIPPED: dict[str, str] = {"ankh": "pbem.titles.ankh:TITLE", "tekhenu": "pbem.titles.tekhenu:TITLE"}
_loaded: dict[str, Title] = {}


def register(title: Title) -> None:
    """Make a title known that does not ship with pbem."""
    _loaded[title.name] = title


def loaded_titles() -> list[Title]:
    """List the titles whose code this process has."""
    return list(_loaded.values())


def title_names() -> list[str]:
    return sorted({*SHIPPED, *_loaded, *_outside()})


@cache
def _outside() -> dict[str, Any]:
    """Find titles of other installed packages, by the entry point group `pbem.titles`. Look only for names that are
    neither shipped nor loaded: looking through all packages costs more than a cold start may."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def get_title(name: str) -> Title:
    """Return the title of that name; its code is imported now and not before."""
    if name not in _loaded:
        if name not in SHIPPED and name in _outside():
            _loaded[name] = _from_outside(name)
            return _loaded[name]
        if name not in SHIPPED:
            from difflib import get_close_matches

            near = get_close_matches(name, title_names(), 1)
            hint = Say(" Did you mean {name}?", name=Verbatim(near[0])) if near else ""
            raise Misuse(
                Say(
                    "There is no title {name}.{hint} Titles: {title_names}.",
                    name=Verbatim(f"{name!r}"),
                    hint=hint,
                    title_names=Verbatim(", ".join(title_names())),
                )
            )
        module, attribute = SHIPPED[name].split(":")
        _loaded[name] = getattr(import_module(module), attribute)
    return _loaded[name]


def _from_outside(name: str) -> Title:
    """Load a title that another package brings; name one that cannot be used with the reason."""
    point = _outside()[name]
    try:
        title = point.load()
    except Exception as error:
        raise Misuse(
            Say(
                "The title {name} of {value} cannot be loaded: {error}.",
                name=Verbatim(f"{name!r}"),
                value=Verbatim(point.value),
                error=Verbatim(error),
            )
        ) from error
    if not isinstance(title, Title) or title.name != name:
        raise Misuse(
            Say("{value} is no title of the name {name}.", value=Verbatim(point.value), name=Verbatim(f"{name!r}"))
        )
    return title


def make_options(title: Title, given: Mapping[str, Any]) -> BaseModel:
    """Make the title's options from a mapping of values (already typed)."""
    return title.options_model.model_validate(dict(given))
