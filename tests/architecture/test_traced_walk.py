"""The stops of `docs/architecture.md` are those that a real move passes: a turn of Tekhenu and a bid of Ankh come to
`pbem mail receive`, and the files of ours that are at work are read off the interpreter's stack."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from pbem.cli import main
from pbem.core.questions import Question, answer_line
from pbem.engine.computers.computer import turn_text
from tests.architecture.source import PBEM
from tests.architecture.test_walk import DOC, STOP, hands_on, stops
from tests.desk.mailing import PEOPLE, Town

Place = tuple[str, str]
"""A file and the qualified name of one of its functions."""

MOMENTS: dict[str, Place] = {
    "the mail is safe": ("pbem/cli/receive.py", "store"),
    "the game is loaded": ("pbem/store/files.py", "load_game"),
    "the answers are played": ("pbem/engine/play.py", "Play.submit"),
    "the game is saved": ("pbem/store/files.py", "save_game"),
    "a mail is composed": ("pbem/mail/composing/compose.py", "compose"),
}
"""What happens on the way, and the door behind which it does: on the other side are spool, store, rules and layout."""

BEHIND: dict[str, str] = {
    "the answers are played": "pbem/core/interpreter.py",
    "the game is saved": "pbem/store/disk.py",
}
"""Where each leads: whoever moves a door elsewhere moves the moment, too."""

WAYS = re.compile(
    r"^\| \**([a-z ]+?)\** \| `(pbem/[\w/]+\.py)`, `([\w.]+)` \| (?:`(pbem/[\w/]+\.py)`, `([\w.]+)`|the same)", re.M
)
STEPS = ("receive", "identify", "read", "carry out", "commit", "compose", "answer")


@dataclass
class Trace:
    """What a command called."""

    entered: list[Place] = field(default_factory=list)
    """Functions of ours in the order in which they were first called."""
    chains: dict[str, set[tuple[Place, ...]]] = field(default_factory=dict)
    """For each moment what was at work, from the command to the door."""
    behind: dict[str, set[str]] = field(default_factory=dict)
    """Files that were at work behind each door."""

    def watch(self, frame: FrameType, event: str, _: Any) -> None:
        place = _place(frame) if event == "call" else None
        if place is None:
            return
        if place not in self._known:
            self._known.add(place)
            self.entered.append(place)
            for moment, door in MOMENTS.items():
                if door in _chain(frame):
                    self.behind.setdefault(moment, set()).add(place[0])
        for moment, door in MOMENTS.items():
            if place == door:
                self.chains.setdefault(moment, set()).add(_chain(frame))

    def __post_init__(self) -> None:
        self._known: set[Place] = set()

    def files(self) -> set[str]:
        return {path for chains in self.chains.values() for chain in chains for path, _ in chain}


@cache
def _ours(name: str) -> str:
    path = Path(name)
    return path.relative_to(PBEM.parent).as_posix() if path.is_relative_to(PBEM) else ""


def _place(frame: FrameType) -> Place | None:
    path = _ours(frame.f_code.co_filename)
    return (path, frame.f_code.co_qualname) if path and frame.f_code.co_name != "<module>" else None


def _chain(frame: FrameType | None) -> tuple[Place, ...]:
    found: list[Place] = []
    while frame is not None:
        place = _place(frame)
        if place is not None:
            found.append(place)
        frame = frame.f_back
    return tuple(reversed(found))


@contextmanager
def watched() -> Iterator[Trace]:
    trace, before = Trace(), sys.getprofile()
    sys.setprofile(trace.watch)
    try:
        yield trace
    finally:
        sys.setprofile(before)


class Pipe:
    """Standard input of a command that a mail server starts."""

    def __init__(self, raw: bytes) -> None:
        self.buffer = io.BytesIO(raw)


def _turn(town: Town, seat: str, question: Question) -> str:
    if question.name == "card" and "plague" in question.options:  # a Plague asks everybody for a bid
        return "card: plague"
    session = town.desk.read("river")
    return turn_text(session.play, seat, session.title.prefer) or answer_line(question, question.harmless())


def _asked(town: Town, name: str) -> str:
    """Play on until a question of this name is open, and return whom it is put to."""
    for _ in range(60):
        asked = town.desk.read("river").play.questions()
        found = next((seat for seat, question in asked.items() if question.name == name), None)
        if found is not None:
            return found
        seat, question = next(iter(asked.items()))
        text = _turn(town, seat, question)
        with town.desk.game("river") as session:
            town.desk.take(session, seat, text)
    raise AssertionError(f"nobody was asked for {name}")


GAMES: dict[str, dict[str, str]] = {"tekhenu": {}, "ankh": {"conflict_mode": "table"}}
ASKED = {"tekhenu": "start", "ankh": "bid"}


def _begun(title: str, root: Path) -> tuple[Town, str, str]:
    """A game at its question: who is asked, and an answer."""
    town = Town(root / "home")
    town.new_game(list(PEOPLE[:2]), title=title, **GAMES[title])
    seat = _asked(town, ASKED[title])
    text = _turn(town, seat, town.desk.read("river").play.questions()[seat])
    assert text
    return town, seat, text


@cache
def mailed(title: str, root: Path) -> Trace:
    town, seat, text = _begun(title, root)
    before = town.game()
    name = next(info.player for info in before.seats if info.seat == seat)
    form = town.last({"Ania": "ania", "Béla": "bela"}[name])
    stdin, sys.stdin = sys.stdin, Pipe(town.answer(form, text))  # type: ignore[assignment]
    try:
        with watched() as trace:
            assert main(["mail", "receive", "--home", str(town.home.root)]) == 0
    finally:
        sys.stdin = stdin
    assert town.game().entry > before.entry and town.held() == [], "the move was not counted"
    return trace


@cache
def typed(root: Path) -> Trace:
    town, seat, text = _begun("tekhenu", root)
    with watched() as trace:
        assert main(["--home", str(town.home.root), "move", "river", "--as", seat, text.replace("\n", "; ")]) == 0
    return trace


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    made: dict[str, Path] = {}
    return lambda name: made.setdefault(name, tmp_path_factory.mktemp(name))


@pytest.mark.parametrize("title", GAMES)
def test_a_mailed_move_passes_the_stops_and_no_other_file(title: str, folder: Callable[[str], Path]) -> None:
    trace = mailed(title, folder(title))
    assert trace.chains.keys() == MOMENTS.keys()
    assert trace.files() == {path for path, _ in stops()}


@pytest.mark.parametrize("title", GAMES)
def test_the_stops_are_passed_in_their_order(title: str, folder: Callable[[str], Path]) -> None:
    entered = mailed(title, folder(title)).entered
    assert [place for place in entered if place in stops()] == stops()


@pytest.mark.parametrize("title", GAMES)
def test_what_happens_happens_behind_its_door(title: str, folder: Callable[[str], Path]) -> None:
    trace = mailed(title, folder(title))
    for moment, where in BEHIND.items():
        assert where in trace.behind[moment], moment


def test_no_stop_merely_hands_on() -> None:
    assert [place for place in stops() if hands_on(*place)] == []


def steps() -> dict[str, tuple[Place, Place]]:
    """Where the table says that each step happens: to a mail, and to answers that are typed."""
    found = WAYS.findall(DOC.read_text(encoding="utf-8"))
    return {step: ((path, name), (other or path, said or name)) for step, path, name, other, said in found}


@pytest.mark.parametrize("way", [0, 1])
def test_each_step_of_the_walk_happens_where_the_table_says(way: int, folder: Callable[[str], Path]) -> None:
    found = steps()
    assert tuple(found) == STEPS
    trace = mailed("tekhenu", folder("tekhenu")) if way == 0 else typed(folder("typed"))
    places = [places[way] for places in found.values()]
    assert [place for place in trace.entered if place in places] == places
    walk = ("pbem/desk/walk.py", "walk")
    assert trace.entered.index(places[0]) < trace.entered.index(walk) < trace.entered.index(places[1])


def test_the_list_has_a_line_for_every_file() -> None:
    assert len({path for path, _ in stops()}) == len(STOP.findall(DOC.read_text(encoding="utf-8"))) == 12
