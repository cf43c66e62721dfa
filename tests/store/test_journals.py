"""The journal file: mended after crashes, and every change in the past found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.core.errors import GameFileProblem
from pbem.store import journals
from pbem.store.checking import Loaded
from pbem.store.files import journal_entries, load_game
from pbem.store.home import Home
from pbem.store.journals import check_journal, line_of, mend, read_entries
from tests.store.games import new_game, play_one


@pytest.fixture
def long(home: Home) -> Loaded:
    """A game of 14 entries, whose last entries are also in the game file."""
    new_game(home, players=4)
    for _ in range(13):
        loaded = play_one(home)
    assert loaded.recent[0].n == 9
    return load_game(home, "karnak")


def verify(loaded: Loaded) -> int:
    return check_journal(loaded.journal, loaded.recent, loaded.game.head)


def test_lines_are_the_contracts_entries(home: Home, long: Loaded) -> None:
    lines = long.journal.read_bytes().splitlines(keepends=True)
    assert len(lines) == 14 == verify(long)
    for number, line in enumerate(lines, 1):
        entry = json.loads(line)
        assert entry["n"] == number
        assert {"n", "at", "seat", "by", "answers", "events", "chance", "prev", "hash", "secret"} <= set(entry)
        assert {"state", "mail", "salt"} <= set(entry["secret"])


def test_a_torn_end_at_every_byte_is_mended(home: Home, long: Loaded) -> None:
    """Fault 222: whatever part of the unsynced lines is lost, readers see all entries and the next save mends."""
    whole = long.journal.read_bytes()
    synced = len(whole) - len(journals.lines_of(long.recent))
    for length in [*range(synced, len(whole), 211), len(whole) - 1]:
        long.journal.write_bytes(whole[:length])
        assert [entry.n for entry in journal_entries(long)] == list(range(1, 15))
        assert verify(long) == 14
        assert mend(long.journal, long.recent)
        assert long.journal.read_bytes() == whole
    assert not mend(long.journal, long.recent)


def test_zeros_in_place_of_unsynced_bytes_are_mended(home: Home, long: Loaded) -> None:
    """After a power cut a file may have its length but not its bytes."""
    whole = long.journal.read_bytes()
    tail = len(journals.lines_of(long.recent[2:]))
    long.journal.write_bytes(whole[:-tail] + b"\0" * tail)
    assert verify(long) == 14
    play_one(home)
    assert long.journal.read_bytes().startswith(whole)


def test_the_next_move_mends(home: Home, long: Loaded) -> None:
    whole = long.journal.read_bytes()
    long.journal.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 40])
    after = play_one(home)
    assert after.entry == 15 and verify(after) == 15
    assert long.journal.read_bytes().startswith(whole)


def test_a_lost_synced_line_is_not_invented(home: Home, long: Loaded) -> None:  # fault 186
    lines = long.journal.read_bytes().splitlines(keepends=True)
    for spoiled, named in (
        (lines[:3], "entry 4: it is missing"),
        (lines[:3] + lines[4:], "entry 4: the journal has entry 5 in its place"),
        ([*lines[:2], lines[3], lines[2], *lines[4:]], "entry 3: the journal has entry 4 in its place"),
        (lines[:5] + lines[4:], "entry 6: the journal has entry 5 in its place"),
        ([], "entry 1: it is missing"),
    ):
        long.journal.write_bytes(b"".join(spoiled))
        with pytest.raises(GameFileProblem, match=named):
            verify(long)
        before = home.game_path("karnak").read_bytes()
        if spoiled != lines[:5] + lines[4:] and len(spoiled) < 13:
            with pytest.raises(GameFileProblem):
                play_one(home)
        assert home.game_path("karnak").read_bytes() == before
        assert long.journal.read_bytes() == b"".join(spoiled)


def test_a_missing_journal_is_made_again_while_the_game_file_has_it_all(home: Home, game: Loaded) -> None:
    play_one(home)
    game.journal.unlink()
    assert verify(play_one(home)) == 3


def test_every_changed_byte_is_found_and_its_entry_named(home: Home, long: Loaded) -> None:
    """Fault 186: one bit anywhere in the past."""
    whole = long.journal.read_bytes()
    starts = [0]
    for line in whole.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for at in range(0, len(whole), 43):
        number = next(n for n, start in enumerate(starts) if start > at)
        spoiled = bytearray(whole)
        spoiled[at] ^= 1 << (at % 7)
        long.journal.write_bytes(spoiled)
        try:
            found = str(verify(long))
        except GameFileProblem as problem:
            found = problem.message
        assert any(part in found for part in (f"entry {number}", f"entry {number + 1}")), (at, found)


def test_an_unreadable_unsynced_line_is_no_torn_one(home: Home, long: Loaded) -> None:
    """A crash leaves the beginning of a line, with or without zeros; other bytes in it were written by somebody."""
    whole = long.journal.read_bytes()
    last = long.recent[-1].n
    for spoiled in (
        whole.replace(b'"kind":"move"', b'"kind":"mofe"'), whole[:-1] + b"x", whole[:-30] + b"\0" * 10 + whole[-20:],
        whole[:-30] + b"\n",
    ):  # fmt: skip
        long.journal.write_bytes(spoiled)
        with pytest.raises(GameFileProblem, match=r"entry \d+: "):
            verify(long)
    for torn in (whole[:-1], whole[:-30], whole[:-30] + b"\0" * 30, whole + b"\0" * 9):
        long.journal.write_bytes(torn)
        assert verify(long) == last


def test_a_changed_unsynced_entry_is_not_mended_over(home: Home, long: Loaded) -> None:
    whole = long.journal.read_bytes()
    old = line_of(long.recent[-2])
    new = old.replace(b'"by":"player"', b'"by":"clock"')
    assert old != new
    long.journal.write_bytes(whole.replace(old, new))
    for look in (lambda: verify(long), lambda: play_one(home)):
        with pytest.raises(GameFileProblem, match="entry 13: it differs from the game file"):
            look()
    assert long.journal.read_bytes() == whole.replace(old, new)


def test_a_journal_ahead_of_its_game_is_not_cut(home: Home, long: Loaded) -> None:
    """Somebody put an older game file back."""
    play_one(home)
    home.game_path("karnak").write_bytes(long.raw)
    whole = long.journal.read_bytes()
    with pytest.raises(GameFileProblem, match="goes on to entry 15, but the game stands at entry 14"):
        verify(load_game(home, "karnak"))
    with pytest.raises(GameFileProblem, match="goes on to entry 15"):
        play_one(home)
    assert long.journal.read_bytes() == whole


def test_blanks_and_other_spellings_are_changes(home: Home, long: Loaded) -> None:
    whole = long.journal.read_bytes()
    for old, new in ((b'{"n":2,', b'{"n": 2,'), (b'"n":2,', b'"n":3,"n":2,'), (b'"at"', b'"\\u0061t"')):
        at = whole.index(b'{"n":2,')
        long.journal.write_bytes(whole[:at] + whole[at:].replace(old, new, 1))
        with pytest.raises(GameFileProblem, match="entry 2: its text was changed"):
            verify(long)


def test_entries_come_one_by_one(home: Home, long: Loaded, tmp_path: Path) -> None:
    entries = read_entries(long.journal)
    assert next(entries).n == 1
    long.journal.write_bytes(b"")
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(b"not json\n")
    with pytest.raises(GameFileProblem, match="entry 1: "):
        next(read_entries(copy))


def test_links_are_not_followed(home: Home, long: Loaded, tmp_path: Path) -> None:  # fault 191
    real = tmp_path / "real.jsonl"
    long.journal.rename(real)
    before = real.read_bytes()
    long.journal.symlink_to(real)
    with pytest.raises(GameFileProblem):
        verify(long)
    with pytest.raises(GameFileProblem):
        play_one(home)
    assert real.read_bytes() == before


def test_a_journal_that_cannot_be_written_after_the_commit_is_mended_later(
    home: Home, game: Loaded, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:  # faults 201, 202
    def full(path: Path, entries: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(journals, "append", full)
    assert play_one(home).entry == 2
    assert "mends it" in caplog.text
    monkeypatch.undo()
    after = play_one(home)
    assert verify(after) == 3
