"""The end of a journal, read from behind in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.desk.letters import outbox


@pytest.mark.parametrize("piece", [1, 7, 64, 10_000])
@pytest.mark.parametrize("tail", [1, 50, 200, 10_000])
def test_lines_from_the_end_are_those_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int, tail: int
) -> None:
    """Whatever the size of a piece: every whole line of the last bytes, the last one first."""
    lines = [b"%d %s" % (n, b"x" * (n * 7 % 23)) for n in range(40)]
    path = tmp_path / "journal"
    path.write_bytes(b"\n".join(lines) + b"\n")
    monkeypatch.setattr(outbox, "PIECE", piece)
    monkeypatch.setattr(outbox, "TAIL", tail)
    size = path.stat().st_size
    expected = path.read_bytes()[-tail:].split(b"\n")[0 if tail >= size else 1 :]
    assert list(outbox._lines_backwards(path)) == expected[::-1]


def test_no_journal_has_no_lines(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    assert list(outbox.backwards(tmp_path / "nowhere")) == []
    assert list(outbox.backwards(tmp_path / "empty")) == []


def test_entries_are_read_once_for_all_mails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[int] = []

    def numbers(path: Path) -> Iterator[int]:
        for n in (5, 4, 3, 2, 1):
            asked.append(n)
            yield n

    monkeypatch.setattr(outbox, "backwards", numbers)
    earlier = outbox.Earlier(tmp_path)
    assert list(islice(earlier, 2)) == [5, 4] and asked == [5, 4]
    assert list(islice(earlier, 1)) == [5] and asked == [5, 4]
    assert list(earlier) == [5, 4, 3, 2, 1] == asked
    assert list(earlier) == asked == [5, 4, 3, 2, 1]


def test_a_mail_made_again_tells_what_it_told() -> None:
    """A power cut may take a mail that was handed over; when it is made again, its reader may have moved since."""
    entries: list[Any] = [
        SimpleNamespace(n=n, seat="blue" if n in (3, 8) else "orange", kind="move", by="player") for n in range(1, 10)
    ]
    told = [
        [entry.n for entry in outbox.since_last_move(_recent(entries[kept:]), "blue", 5, reversed(entries))]
        for kept in (0, 3, 6, 8)
    ]
    assert told == [[4, 5]] * 4


def _recent(entries: list[Any]) -> Any:
    return SimpleNamespace(game=SimpleNamespace(recent=entries))
