"""The index: never wrong, made again whenever it may be, and no game opened for a listing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.gamefile import Deadline
from pbem.store import index
from pbem.store.checking import Loaded
from pbem.store.files import load_game, move_game, save_game
from pbem.store.home import Home
from tests.store.games import new_game, play_one


@pytest.fixture
def games(home: Home) -> Home:
    for name in ("abydos", "karnak", "luxor"):
        new_game(home, name)
    index.rows(home)
    return home


def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    real = os.open
    seen: list[str] = []

    def watch(path: Any, *args: Any, **kwargs: Any) -> int:
        seen.append(Path(path).name)
        return real(path, *args, **kwargs)

    monkeypatch.setattr(os, "open", watch)
    return seen


def test_a_listing_opens_only_the_index(games: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    play_one(games, "karnak")
    seen = opened(monkeypatch)
    found = index.rows(games)
    assert seen == ["index.tsv"]
    assert list(found) == ["abydos", "karnak", "luxor"]
    assert [row.entry for row in found.values()] == ["1", "2", "1"]
    assert found["karnak"].names() == ["Ania", "Bela"]
    assert found["karnak"].status == "running" and found["karnak"].title == "toy"
    assert [(seat, name) for seat, name, _, _ in found["karnak"].waits()] == [("heron", "Bela")]


def test_the_index_says_what_the_files_say(games: Home) -> None:
    for name in ("karnak", "luxor", "karnak"):
        play_one(games, name)
    kept = index.rows(games)
    index.drop(games)
    assert index.rows(games) == kept
    assert games.index_path.exists()


def test_when_the_clock_must_look(games: Home) -> None:
    with games.lock("karnak"):
        loaded = load_game(games, "karnak")
        loaded.game.deadlines["crane"] = Deadline(entry=1, since="2026-03-01T12:00:00Z", due="2026-03-04T12:00:00Z")
        save_game(loaded)
    with games.lock("luxor"):
        loaded = load_game(games, "luxor")
        loaded.game.moderation.notes["wake"] = "2026-03-02T00:00:00Z"
        save_game(loaded)
    for _ in range(2):
        assert index.due(games, "2026-03-01T23:59:59Z") == []
        assert index.due(games, "2026-03-02T00:00:00Z") == ["luxor"]
        assert index.due(games, "2026-03-04T12:00:00Z") == ["karnak", "luxor"]
        index.drop(games)
    with games.lock("luxor"):
        loaded = load_game(games, "luxor")
        loaded.game.status = "finished"
        save_game(loaded)
    assert index.due(games, "2027-01-01T00:00:00Z") == ["karnak"]


def test_a_save_killed_before_its_row_is_read_again(games: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "note", lambda *a: None)
    monkeypatch.setattr(index, "COMPARED", 0)
    play_one(games, "karnak")
    assert index.rows(games)["karnak"].entry == "2"
    seen = opened(monkeypatch)
    assert index.rows(games)["karnak"].entry == "2"
    assert seen == ["index.tsv"]


def test_files_that_come_go_or_change_by_other_hands(games: Home) -> None:  # faults 181, 190
    play_one(games, "karnak")
    (games.games / "luxor.json").write_bytes(b"broken")
    (games.games / "abydos.json").unlink()
    games.game_path("karnak").rename(games.games / "karnak.away")
    found = index.rows(games)
    assert {game: row.status for game, row in found.items()} == {"luxor": "broken", "karnak": "gone"}
    (games.games / "karnak.away").rename(games.game_path("karnak"))
    new = games.game_path("karnak").read_bytes().replace(b'"id": "karnak"', b'"id": "edfu"')
    (games.games / "edfu.json").write_bytes(new)
    found = index.rows(games)
    assert {game: row.status for game, row in found.items()} == {
        "edfu": "running", "karnak": "running", "luxor": "broken",
    }  # fmt: skip


def test_a_large_home_is_compared_by_name(games: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "COMPARED", 0)
    (games.games / "luxor.json").unlink()
    new_game(games, "edfu")
    assert list(index.rows(games)) == ["abydos", "edfu", "karnak"]


def test_after_a_restart_everything_is_compared(games: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unsynced lines of the index may be lost with the power; the games' files are not."""
    monkeypatch.setattr(index, "COMPARED", 0)
    before = games.index_path.read_bytes()
    play_one(games, "karnak")
    games.index_path.write_bytes(before)
    assert index.rows(games)["karnak"].entry == "1"  # cannot be known within one run of the machine
    games.index_path.write_bytes(before)
    monkeypatch.setattr(index, "_boot", lambda: "another")
    assert index.rows(games)["karnak"].entry == "2"


@pytest.mark.parametrize("spoil", ["empty", "binary", "foreign", "torn", "narrow", "folder", "link"])
def test_a_spoiled_index_is_made_again(games: Home, spoil: str, tmp_path: Path) -> None:
    path = games.index_path
    whole = path.read_bytes()
    path.unlink()
    if spoil == "folder":
        path.mkdir()
    elif spoil == "link":
        (tmp_path / "target").write_bytes(b"untouched")
        path.symlink_to(tmp_path / "target")
    else:
        data = {"empty": b"", "binary": b"\xff\x00" * 99, "foreign": b"hello\n", "torn": whole[:-20]}
        path.write_bytes(data.get(spoil, whole.replace(b"running\t", b"")))
    assert play_one(games, "karnak").entry == 2
    found = index.rows(games)
    assert [row.entry for row in found.values()] == ["1", "2", "1"]
    if spoil == "link":
        assert (tmp_path / "target").read_bytes() == b"untouched"


def test_the_log_is_rewritten_when_most_of_it_is_old(games: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "SPARE", 10)
    for chat in range(30):
        with games.lock("karnak"):
            loaded = load_game(games, "karnak")
            loaded.game.moderation.chat = chat
            save_game(loaded)
    size = games.index_path.stat().st_size
    index.rows(games)
    assert games.index_path.stat().st_size < size / 5
    assert not list(games.games.glob(".index*"))


def test_writers_do_not_wait_for_a_held_index(games: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Contention drops the index instead of holding up a move."""
    import fcntl

    monkeypatch.setattr(index, "WAIT", 0.05)
    with games.index_path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert play_one(games, "karnak").entry == 2
    assert not games.index_path.exists()
    assert index.rows(games)["karnak"].entry == "2"


def test_an_index_that_cannot_be_written_does_not_stop_a_listing(
    games: Home, monkeypatch: pytest.MonkeyPatch
) -> None:  # fault 206
    index.drop(games)

    def read_only(*args: Any) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(index, "_write_log", read_only)
    assert len(index.rows(games)) == 3


def test_finished_games_are_listed(games: Home) -> None:
    with games.lock("karnak"):
        move_game(games, "karnak")
    assert index.rows(games)["karnak"].place == "finished"
    assert len(index.rows(games)) == 3


def test_names_cannot_break_the_index(home: Home) -> None:
    loaded: Loaded = new_game(home)
    index.rows(home)
    with home.lock("karnak"):
        loaded = load_game(home, "karnak")
        loaded.game.seats[0].player = "Tab\there\nand\x1ethere"
        save_game(loaded)
    assert index.rows(home)["karnak"].names()[0] == "Tab here and there"


def test_no_games_no_index(home: Home) -> None:
    assert index.rows(home) == {}
    assert not home.root.exists()


@pytest.mark.parametrize("compared", [2_000, 0], ids=["small home", "large home"])
def test_one_wrong_byte_tells_nothing_wrong(home: Home, monkeypatch: pytest.MonkeyPatch, compared: int) -> None:
    """Wherever it stands, in the head or in what was added: the index carries checksums and is made again."""
    monkeypatch.setattr(index, "COMPARED", compared)
    for name in ("karnak", "luxor", "thebes"):
        new_game(home, name)
    index.rows(home)
    play_one(home, "luxor")
    play_one(home, "karnak")
    raw = home.index_path.read_bytes()
    wanted = dict(index.rows(home))
    assert [row.entry for row in wanted.values()] == ["2", "2", "1"]
    for at in range(0, len(raw), 5):
        wrong = (raw[at] ^ 1, raw[at] ^ 128, 9, 10)[at % 4]
        home.index_path.write_bytes(raw[:at] + bytes([wrong]) + raw[at + 1 :])
        assert dict(index.rows(home)) == wanted, (at, wrong)
