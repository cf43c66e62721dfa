"""What the room of submissions knows of a game that is opened for play.

`Play` (`pbem/engine/play.py`) is such a game. It uses this room, so nothing in the room imports it for the sake of a
type: imports point one way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pbem.core.interpreter import Run
    from pbem.core.questions import Keys, Question, Seat
    from pbem.core.table import Table
    from pbem.core.titles import Title
    from pbem.engine.gamefile import Ahead, Answer, By, Entry, GameFile


class OpenedGame(Protocol):
    """A game opened for play."""

    game: GameFile
    title: Title
    seed: bytes
    run: Run

    @property
    def table(self) -> Table: ...

    def questions(self) -> dict[Seat, Question]: ...

    def owed_question(self, seat: Seat) -> Question | None: ...

    def on_copy(self, look: Callable[[Any], Any]) -> Any: ...

    def on_file(self, seat: Seat, question: Question) -> tuple[Keys, Ahead | None] | None: ...

    def asked_text(self, seat: Seat) -> str: ...

    def write(
        self,
        now: datetime,
        seat: Seat | None,
        by: By,
        answers: Sequence[tuple[Answer, bool]] = (),
        mail: str | None = None,
        note: dict[str, Any] | None = None,
        kind: Any = "move",
        secret_note: dict[str, Any] | None = None,
    ) -> Entry: ...
