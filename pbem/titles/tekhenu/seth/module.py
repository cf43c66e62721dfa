"""The module: what it adds to the base game's book."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from pbem.core.book import Mark, Module, Strip
from pbem.core.document import Section
from pbem.core.errors import Flaw
from pbem.core.questions import Seat
from pbem.core.table import View
from pbem.core.words import Say, Verbatim
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.game_book import TekhenuBook
from pbem.titles.tekhenu.seth import actions, display, gods, owed, phases, picture, seth_cards, setup, turn
from pbem.titles.tekhenu.seth.components import check, default_raw, prepare
from pbem.titles.tekhenu.seth.destiny_offers import SethDestiny, choice_question
from pbem.titles.tekhenu.seth.part import SETH, Seth, seth, tables
from pbem.titles.tekhenu.state import EXEMPT, Tekhenu

__all__ = ["MODULE"]

MIND = "pbem.titles.tekhenu.seth.mind"
MINDS = {"die": "mind_die", "as": "mind_way", "value": "mind_value"}
JUDGED = ("start", "destiny", "play", "extra")
"""Questions of the base game that the computer judges otherwise with the expansion."""


MAIL_LINES = 30
"""By how much a mail may be longer: the Seth board, Warriors and Priests, Blood and Artifacts."""


def problems(t: Tekhenu) -> Iterator[str]:
    """Check tiles, Blood, tracks, Buildings and Follower Powers of the expansion."""
    if SETH not in t.parts:
        return
    part, data = seth(t), tables(t)
    if sorted(part.tiles()) != sorted(data.tiles):
        yield Flaw("{key}: Conquest tiles {found}", key=Verbatim("parts.seth"), found=sorted(part.tiles()))
    if any(n < 0 for n in part.blood.values()) or sum(part.blood.values()) > data.blood:
        yield Flaw("{key}: {blood}", key=Verbatim("parts.seth.blood"), blood=part.blood)
    for seat, player in t.players.items():
        for what in data.gives.values():
            if not 0 <= player.stock.get(what, -1) <= data.track_max:
                yield Flaw("players.{seat}.stock: {found} {what}", seat=seat, found=player.stock.get(what), what=what)
    waiting = [frame.__dict__["seat"] for frame in (*t.owed, *t.stack) if frame.kind == "tekhenu.seth_owed"]
    for seat, n in part.owed.items():
        if waiting.count(seat) != n:
            yield Flaw(
                "{key}: {n} for {seat}, and {found} to be named",
                key=Verbatim("parts.seth.owed"),
                n=n,
                seat=seat,
                found=waiting.count(seat),
            )
    for at, owners in enumerate(part.regions):
        if len(owners) > len(data.spots(at + 1, len(t.seats))) or len(set(owners)) != len(owners):
            yield Flaw(
                "{key}: {owners} in region {found}", key=Verbatim("parts.seth.regions"), owners=owners, found=at + 1
            )
    if len(t.statues[SETH]) > data.statue_spots[max(2, len(t.seats))]:
        yield Flaw("{key}: {n} in honour of Seth", key=Verbatim("statues"), n=len(t.statues[SETH]))
    if len(t.dice[SETH]) > data.grey[max(2, len(t.seats))] or any(not die.startswith("grey") for die in t.dice[SETH]):
        yield Flaw("{key}: {dice} on the Seth board", key=Verbatim("dice"), dice=t.dice[SETH])


def hide(t: Tekhenu) -> None:
    """Hide the Conquest tiles in a trial: one that would come to light helps with nothing."""
    part, tiles = seth(t), tables(t).tiles
    dull = [tile for tile, effect in tiles.items() if effect.draw == "decree"] or list(tiles)
    part.stack = [dull[0]] * len(part.stack)


def shuffle_tiles(t: Tekhenu, label: str) -> None:
    seth(t).stack = t.shuffle(f"{label}/conquest", sorted(seth(t).stack))


def no_position(base: Callable[..., Any]) -> Callable[..., Any]:
    """Give Seth no Horus position: the bonus of his Statues is no fixed amount."""
    return lambda t, seat, god: {} if god == SETH else base(t, seat, god)


def with_lines(base: Callable[..., Any]) -> Callable[..., Any]:
    return lambda t, seat, line: gods.line_rewards(t, seat, line, base(t, seat, line))


class SethModule(Module):
    """Time of Seth."""

    name: ClassVar[str] = SETH
    part: ClassVar[type[Seth]] = Seth
    lines: ClassVar[Mapping[str, Any]] = display.LINES
    view_model: ClassVar[type[View]] = display.SethView

    def components(self) -> dict[str, Any]:
        return default_raw()

    def stock(self, table: Tekhenu, seat: Seat) -> Mapping[str, int]:
        return {Say("Blood"): seth(table).blood.get(seat, 0)}

    def check_components(self, raw: Mapping[str, Any]) -> list[str]:
        return check(raw)

    def prepare(self, data: Components, tables: Mapping[str, Any]) -> Components:
        return prepare(data, tables)

    def view(self, table: Tekhenu, seat: Seat | None) -> View:
        return display.view(table)

    def board(self, view: display.SethView, data: Components) -> Sequence[Section]:
        return display.sections(view, data)

    def strip(self, view: display.SethView, data: Components) -> Strip:
        return picture.HEIGHT, list(picture.parts(view, data))

    def marks(self, view: display.SethView, data: Components) -> Sequence[Mark]:
        return picture.laid_tiles(view)

    def extend(self, book: TekhenuBook) -> None:
        book.mail_lines += MAIL_LINES
        self._cards(book)
        self._rules(book)
        self._layout(book)
        for asking in (actions, owed, phases, turn):
            book.asks(*asking.ASKED)
        for name in JUDGED:
            book.questions.replace(name, replace(book.questions[name], judge=f"{MIND}:judge_{name}"))
        for name, mind in MINDS.items():
            book.questions.replace(name, replace(book.questions[name], mind=f"{MIND}:{mind}"))
        book.problems.add(SETH, problems)
        book.hiding.add(SETH, hide)
        book.secrets.add(SETH, shuffle_tiles)
        for name, ahead in setup.AHEAD.items():
            book.questions.replace(name, replace(book.questions[name], ahead=ahead))
        book.buildings.add(SETH, lambda t: [seat for owners in seth(t).regions for seat in owners])
        book.elsewhere.add(SETH, lambda t: seth(t).cards() if SETH in t.parts else [])

    def _cards(self, book: TekhenuBook) -> None:
        book.decks |= {"artifact": seth_cards.ARTIFACTS, "follower": seth_cards.FOLLOWERS}
        book.blessings.include(seth_cards.BLESSINGS)
        book.technologies.include(seth_cards.TECHNOLOGIES)
        book.decrees.include(seth_cards.DECREES)
        book.starting.include(seth_cards.STARTING)
        book.counts.include(seth_cards.COUNTS)
        book.counts.replace("own_buildings_built", seth_cards.buildings_counted)
        book.hands.add(SETH, (seth_cards.artifacts_of, seth_cards.ARTIFACTS))
        book.played.add(SETH, seth_cards.use_artifact)
        book.words.include(seth_cards.WORDS)
        book.performed.add("followers", seth_cards.followers_answer)

    def _rules(self, book: TekhenuBook) -> None:
        book.actions.add(SETH, actions.SethAction)
        book.actions.replace("horus", gods.SethHorus)
        book.actions.replace("ra", gods.SethRa)
        book.actions.replace("hathor", gods.SethHathor)
        book.procedures.replace("turn", turn.SethTurn)
        book.procedures.replace("destiny", SethDestiny)
        book.procedures.replace("setup", setup.SethSetUp)
        book.bonuses.add(SETH, owed.statue_bonus)
        book.worth.add(SETH, lambda t, seat, value: _worth(t, seat, value))
        book.scoring.add(SETH, phases.region_points, after="temple")
        book.exempt = EXEMPT
        book.placing = book.placing | {"tile"}
        book.playing += (seth_cards.WITH_SETH, seth_cards.WAIVE_SETH)
        book.numbers.replace("space", gods.shown_reward)
        book.numbers.replace("space kind", gods.space_kind)
        book.numbers.wrap("temple line", with_lines)
        book.numbers.wrap("bonus", no_position)
        book.numbers.replace("scale", phases.scale)
        book.numbers.replace("faith asked", phases.faith_asked)
        book.numbers.replace("faith ahead", phases.faith_ahead)
        book.numbers.replace("destiny asked", choice_question)
        book.numbers.replace("faith placed", phases.faith_placed)
        book.numbers.replace("refill", phases.refill)
        book.numbers.add("purity beside", turn.purity_beside)
        book.numbers.replace("anubis said", turn.anubis_said)
        book.menus.add(SETH, _menu)
        book.numbers.add("seth bonus", owed.no_fixed_bonus)
        book.numbers.add("follower reward", seth_cards.follower_reward)
        book.numbers.add("followers dealt", setup.followers_dealt)
        book.numbers.add("artifacts dealt", setup.artifacts_dealt)

    def _layout(self, book: TekhenuBook) -> None:
        layout = book.layout
        layout.add(SETH, setup.lay_seth, after="players")
        layout.add("seth statues", setup.lay_statues, after="horus")
        layout.replace("dice", setup.lay_dice)
        layout.add("conquest", setup.lay_conquest, after="dice")
        layout.replace("decrees", setup.lay_decrees)
        layout.add("followers", setup.lay_followers, after="starting")
        layout.add("seth told", setup.tell_seth, after="told")


def _menu(t: Tekhenu, seat: Seat, values: list[int]) -> Any:
    """Ask where the Conquest tile may go, whatever the region."""
    from pbem.titles.tekhenu.seth.mind import judge_tile

    if not seth(t).face:
        return None
    return actions.SethAction(seat=seat, value=values[0]).tile_question(t), lambda key: judge_tile(t, seat, key)


def _worth(t: Tekhenu, seat: Seat, value: int) -> float:
    from pbem.titles.tekhenu.seth.mind import seth_worth

    return seth_worth(t, seat, value)


MODULE = SethModule()
