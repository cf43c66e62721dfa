"""Exact counts of an accepted move: syncs, copies of the state, files opened. Counts have no noise."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pbem.core.questions import answer_line
from pbem.desk.desk import Desk
from pbem.engine.computers.computer import turn_text
from pbem.engine.play import Play
from pbem.mail.composing import closing, compose, fitting, lead, sections
from pbem.store.journals import SYNC_EVERY
from tests.desk.mailing import Town

_opened: list[str] | None = None


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if _opened is not None and event == "open":
        _opened.append(str(args[0]))


sys.addaudithook(_hear)  # once for the process: a hook cannot be taken away again


@contextmanager
def opened() -> Iterator[list[str]]:
    """Every path that is opened meanwhile, by whatever call."""
    global _opened
    found: list[str] = []
    _opened = found
    try:
        yield found
    finally:
        _opened = None


@pytest.fixture
def syncs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files and folders that were synced."""
    found: list[str] = []
    for name in ("fsync", "fdatasync"):
        real = getattr(os, name)

        def call(fd: int, real: Any = real) -> None:
            found.append(Path(os.readlink(f"/proc/self/fd/{fd}")).name)
            real(fd)

        monkeypatch.setattr(os, name, call)
    return found


def move(desk: Desk, game: str) -> int:
    """One accepted move, by whoever is asked, saved and its mails composed; the entry it made."""
    with desk.game(game) as session:
        seat, question = next(iter(session.play.questions().items()))
        text = turn_text(session.play, seat, lambda table, seat, question: question.harmless())
        desk.take(session, seat, text or answer_line(question, question.harmless()))
        return session.game.entry


def files(town: Town) -> list[str]:
    """Names of the mails that wait to be sent."""
    return [path.name for path in (town.home.mail / "out" / "new").iterdir()]


def test_one_durable_replace_for_a_move_and_the_journal_once_in_eight(tmp_path: Path, syncs: list[str]) -> None:
    """Besides, one sync for each mail that is made, and one for the names of those that the game forgets."""
    town = Town(tmp_path)
    town.new_game(nights=3)
    journal = []
    made = files(town)
    for _ in range(2 * SYNC_EVERY):
        forgotten = ["new"] if made else []
        there = set(files(town))
        del syncs[:]
        entry = move(town.desk, "river")
        made = [f"{name.removesuffix('.eml')}.{os.getpid()}" for name in files(town) if name not in there]
        at = syncs.index(".river.json.tmp")
        assert syncs[at : at + 2] == [".river.json.tmp", "games"] and syncs.count("games") == 1, f"entry {entry}"
        assert sorted(syncs[at + 2 :]) == sorted(made), f"entry {entry}"
        more = syncs[len(forgotten) : at]
        assert syncs[: len(forgotten)] == forgotten, f"entry {entry}"
        assert more in ([], ["river.journal.jsonl"]), f"entry {entry}: {more}"
        if more:
            journal.append(entry)
    assert len(journal) >= 2 and all(after - before >= SYNC_EVERY for before, after in pairwise(journal))


def test_nothing_of_other_games_is_opened(tmp_path: Path) -> None:
    town = Town(tmp_path)
    for name in ("river", "other", "third"):
        town.new_game(game=name)
    move(town.desk, "river")
    with opened() as found:
        move(town.desk, "river")
    ours = {Path(path).name for path in found if "/games" in path}
    assert "river.json" in ours
    assert {name for name in ours if name.startswith(("other", "third"))} == set()


def test_a_move_copies_the_state_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    town = Town(tmp_path)
    town.new_game()
    copies: list[str] = []
    for name in ("_snapshot", "_restore", "on_copy"):
        real = getattr(Play, name)

        def call(self: Play, *args: Any, name: str = name, real: Any = real) -> Any:
            copies.append(name)
            return real(self, *args)

        monkeypatch.setattr(Play, name, call)
    move(town.desk, "river")
    assert copies == ["_snapshot"]


def test_a_mailed_move_syncs_the_spool_and_the_game(tmp_path: Path, syncs: list[str]) -> None:
    """Three durable writes for a move by mail: the mail itself, the game, and the answer. What the game owed until now
    is made safe before it is forgotten."""
    town = Town(tmp_path)
    town.new_game()
    with town.desk.game("river") as session:
        seat, question = next(iter(session.play.questions().items()))
        name = {"Ania": "ania", "Béla": "bela", "Żaneta": "zaneta"}[session.game.person(seat)]
    text = answer_line(question, question.harmless())
    del syncs[:]
    assert town.reply(name, text).verdict == "COUNTED"
    answer = next(name for name in files(town) if name.startswith("answer-")).removesuffix(".eml")
    received, *names = syncs
    assert received.endswith(str(os.getpid()))
    assert names == ["new", "new", ".river.json.tmp", "games", f"{answer}.{os.getpid()}"]


def test_each_section_of_a_form_is_laid_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A form that must be cut is filled several times; what no cut touches is made once for the text and once for the
    page, the board's document once for both."""
    town = Town(tmp_path)
    town.new_game()
    title = type(town.desk.read("river").title)
    made: Counter[str] = Counter()

    def counting(owner: Any, name: str, called: str) -> None:
        real = getattr(owner, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            made[called] += 1
            return real(*args, **kwargs)

        monkeypatch.setattr(owner, name, call)

    for owner, name in ((lead, "first"), (closing, "late"), (closing, "chance"), (sections, "asked_lines")):
        counting(owner, name, name)
    for owner, name, called in ((title, "board", "document"), (title, "menu", "menu"), (compose, "letter", "mails")):
        counting(owner, name, called)
    counting(compose, "_fill", "fillings")
    monkeypatch.setattr(title, "mail_lines", lambda self, players: 12)
    monkeypatch.setattr(fitting, "LONGEST", 12)
    while not made["mails"]:
        move(town.desk, "river")
    mails = made.pop("mails")
    assert mails > 0 and made.pop("fillings") > 3 * mails, "nothing had to be cut"
    assert all(made[once] <= mails for once in ("document", "menu")), made
    assert all(count <= 2 * mails for count in made.values()), made
