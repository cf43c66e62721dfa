"""What the rooms know of the desk and of a game taken from its shelf.

`pbem/desk/desk.py` has the classes. It uses the rooms, so no room imports it for the sake of a type: imports point one
way, from the desk to the rooms and from everything to these descriptions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pbem.core.titles import Title
    from pbem.engine.gamefile import Deadline, Entry, GameFile, OwedMail, Tenure
    from pbem.engine.play import Play
    from pbem.store.checking import Loaded
    from pbem.store.home import Home
    from pbem.store.roster import Roster

Told = Mapping[str, Sequence[tuple[str, str]]]
"""Headings and texts by seat."""


class Session(Protocol):
    """One game taken from the shelf."""

    loaded: Loaded
    title: Title
    play: Play
    asked: dict[str, Deadline]
    before: int

    @property
    def desk(self) -> Desk: ...

    @property
    def game(self) -> GameFile: ...

    def journal(self) -> Iterator[Entry]: ...

    def new_entries(self) -> list[Entry]: ...

    def commit(self, extra: Sequence[OwedMail] = (), told: Told | None = None) -> None: ...

    def compose(self) -> None: ...

    def put_back(self, extra: Sequence[OwedMail] = (), told: Told | None = None) -> None: ...

    def keep(self) -> None: ...

    def restore(self, text: str) -> None: ...

    def reveals(self) -> dict[int, int]: ...

    def answer_seen(self, entry: Entry, at: int, reader: str | None) -> dict[str, Any]: ...


class Desk(Protocol):
    """A home and a clock."""

    home: Home
    now: Callable[[], datetime]
    unmade: bool
    unmarked: set[str]

    @property
    def unmade_code(self) -> int: ...

    def game(self, game_id: str, *, wait: float | None = None) -> AbstractContextManager[Session]: ...

    def read(self, game_id: str) -> Session: ...

    def at(self, game_id: str, entry: int) -> Session: ...

    def tables(self, title: Title, modules: Sequence[str] = ()) -> dict[str, Any]: ...

    def pinned(self, digest: str) -> dict[str, Any]: ...

    def listing(self) -> list[dict[str, Any]]: ...

    def roster(self) -> Roster: ...

    def language_of(self, name: str) -> str: ...

    def enter(self, addresses: dict[str, str | None]) -> None: ...

    def count_tenure(self, game: GameFile, tenure: Tenure, player: str) -> None: ...

    def set_deadlines(self, game: GameFile) -> None: ...

    def send(self, quiet: bool = False) -> int: ...
