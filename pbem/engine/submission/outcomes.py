"""What comes of a move: the receipt of a submission, and what a preview saw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime

from pbem.core.errors import PlayerError
from pbem.core.events import Event
from pbem.core.questions import Question, Seat
from pbem.core.records import record
from pbem.core.words import Count, Listed, Say
from pbem.engine.gamefile import Ahead, Answer, Entry, GameFile

SOURCES = {
    "default": Say("default"), "ahead": Say("ahead"), "order": Say("order"), "clock": Say("clock"), "bot": Say("bot"),
    "partner": Say("partner"),
}  # fmt: skip
"""Where an answer came from that is not in the move itself."""


@record()
class Receipt:
    """What became of a submission."""

    seat: Seat
    entries: list[Entry] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    ahead: list[str] = field(default_factory=list)
    """Lines kept as answers sent ahead."""
    filed: list[tuple[Ahead, list[str]]] = field(default_factory=list)
    """The same as they were put on file, each with its lines."""
    unneeded: list[str] = field(default_factory=list)
    """Lines for questions that were foreseen and will not be asked after all."""
    unused: list[str] = field(default_factory=list)
    """Lines dropped because something was revealed before them."""
    error: PlayerError | None = None
    """Why lines were dropped."""
    finished: bool = False
    """The seat's turn is over."""
    ready: datetime | None = None
    """When a move that was counted, but must wait (minimum time, cooling-off), is played."""

    def waiting(self, game: GameFile) -> list[str]:
        """List the lines sent ahead but for those that an entry of this very submission has used up: they stand among
        its answers."""
        told = [answer for entry in self.entries for answer in entry.answers if answer.seat == self.seat]
        used = {answer.name for answer in told if answer.source == "ahead"}
        orders = game.orders.get(self.seat)
        left = orders.ahead if orders is not None else []
        gone = [line for sent, lines in self.filed if sent.name in used and sent not in left for line in lines]
        return [line for line in self.ahead if line not in gone]

    @property
    def again(self) -> bool:
        """The seat is asked again because new things came to light."""
        return not self.finished


@record()
class Preview:
    """Where part of a move leads, seen on a copy: the questions then open, and whether the move is whole."""

    questions: dict[Seat, Question]
    complete: bool
    reveal: bool = False
    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    passed: list[str] = field(default_factory=list)
    """Names of the questions that were answered on the way, windows that took their default among them."""
    events: list[Event] = field(default_factory=list)
    """What happened on the way, as the seat may know it."""
    points: dict[Seat, int] = field(default_factory=dict)
    stock: dict[str, int] = field(default_factory=dict)
    """Everybody's points and the seat's stock after it."""
    taken: list[tuple[str, str]] = field(default_factory=list)
    """Which question each line answered: its name, and the line as it was written."""

    def compared(self, points: Mapping[Seat, int], stock: Mapping[str, int]) -> str:
        """Compare stock and points before and after it; tell where they differ."""
        told = [
            Say("{what} {before} -> {n}", what=what, before=stock.get(what, 0), n=n)
            for what, n in self.stock.items()
            if n != stock.get(what, 0)
        ]
        told += [
            Say(
                "{seat} {before} -> {points}",
                seat=one,
                before=points.get(one, 0),
                points=Count(n, "{n} point", "{n} points"),
            )
            for one, n in self.points.items()
            if n != points.get(one, 0)
        ]
        return Listed(told)
