"""Homes for benchmarks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.core.questions import answer_line
from pbem.desk.desk import Desk, Session
from pbem.engine.computers.computer import turn_text
from pbem.store.home import Home

SEED = "5e" * 32
PEOPLE = ["Ania <ania@example.org>", "Bartek <bartek@example.org>", "Celina <celina@example.org>",
          "Dora <dora@example.org>"]  # fmt: skip


class Ticking:
    """A clock that moves a minute with every look."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.at += timedelta(minutes=1)
        return self.at


def begin(folder: Path, game: str = "bench", players: int = 4) -> Desk:
    desk = Desk(Home(folder), Ticking())
    if not desk.home.exists(game):
        desk.create("tekhenu", PEOPLE[:players], None, [], game, [], SEED)
    return desk


def next_turn(session: Session) -> tuple[str, str]:
    """Say whose turn it is, and a sensible whole turn."""
    seat, question = next(iter(session.play.questions().items()))
    text = turn_text(session.play, seat, session.title.prefer)
    # Nothing but defaults: the first of them said in words.
    return seat, text or answer_line(question, question.harmless())


def play_on(desk: Desk, game: str, turns: int) -> None:
    """Play some turns, so that the game is in its middle."""
    for _ in range(turns):
        with desk.game(game) as session:
            seat, text = next_turn(session)
            session.play.submit(seat, text, desk.now())
            session.put_back()
