"""Ids, the home's paths, its key, and which home is meant."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pbem.core.errors import GameFileProblem, Misuse, Refused, UnknownGame
from pbem.store.checking import Loaded
from pbem.store.files import load_game
from pbem.store.home import Home, find_home
from pbem.store.ids import check_id, is_id


@pytest.mark.parametrize("text", ["karnak", "a1", "0-", "game-of-2026", "x" * 40])
def test_good_ids(text: str) -> None:
    assert check_id(text) == text


BAD = ["", "a", "../x", "a/b", ".hidden", "CON", "a\0b", "ＫＡＲＮＡＫ", "x" * 41, "x" * 400, "Karnak", "a.b", "-ab",
       "a b", "ab\n", "ab\r\n", "źle", "ab\u200b", "..", "a\\b", "٣٣"]  # fmt: skip


@pytest.mark.parametrize("text", [*BAD, "roster", "history", "finished", "data", "index"])
def test_bad_ids_are_refused_before_a_path_is_made(text: str, home: Home) -> None:  # fault 193, 210
    for use in (check_id, home.game_path, home.journal_path, home.history_folder, home.locate, home.lock):
        with pytest.raises(Misuse) as caught:
            use(text)
        assert caught.value.exit_code == 2
        assert caught.value.message.isprintable()
    assert not home.root.exists()
    assert not is_id(text)


def test_home_by_option_then_variable_then_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        (tmp_path / name).mkdir()
    assert find_home(tmp_path / "a", {"PBEM_HOME": "b"}).root == tmp_path / "a"
    assert find_home(None, {"PBEM_HOME": "b"}).root == tmp_path / "b"
    assert find_home(None, {}).root == tmp_path
    (tmp_path / "file").write_text("x")
    with pytest.raises(Misuse):
        find_home(tmp_path / "file", {})


def test_a_deleted_current_folder_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fault 214
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(Misuse, match="--home"):
        find_home(None, {})


def test_unknown_games_get_a_hint_and_no_lock_file(home: Home, game: Loaded) -> None:
    with pytest.raises(UnknownGame, match="Did you mean karnak"):
        load_game(home, "karnac")
    with pytest.raises(UnknownGame):
        home.lock("karnac")
    assert not (home.games / "karnac.lock").exists()


def test_new_files_are_private(home: Home, game: Loaded) -> None:  # fault 198
    home.key()
    for path in [*home.games.rglob("*"), home.key_path]:
        mode = stat.S_IMODE(path.lstat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


def test_private_whatever_the_umask(tmp_path: Path) -> None:  # fault 214
    from tests.store.games import new_game, play_one

    before = os.umask(0)
    try:
        home = Home(tmp_path / "h", {})
        new_game(home)
        play_one(home)
    finally:
        os.umask(before)
    for path in home.games.rglob("*"):
        assert not stat.S_IMODE(path.lstat().st_mode) & 0o077, path


def test_the_key_is_made_once(home: Home) -> None:
    key = home.key()
    assert len(key) == 32 and home.key() == key
    assert Home(home.root, {}).key() == key
    assert not list(home.root.glob(".pbem.key*"))


@pytest.mark.parametrize("text", ["", "abc", "zz" * 32, "ab" * 31, "ab" * 33, "\xff\xfe"])
def test_a_damaged_key_is_refused(home: Home, text: str) -> None:  # fault 157
    home.key()
    home.key_path.write_text(text, "latin-1")
    with pytest.raises(Refused, match="damaged"):
        home.key()


def test_a_readable_or_missing_key_is_refused(home: Home) -> None:  # fault 157
    with pytest.raises(Refused, match="missing"):
        home.key(make=False)
    home.key()
    home.key_path.chmod(0o644)
    with pytest.raises(Refused, match="chmod 600"):
        home.key()


def test_games_as_a_link_is_refused(home: Home, game: Loaded, tmp_path: Path) -> None:  # fault 192
    home.games.rename(tmp_path / "elsewhere")
    home.games.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(GameFileProblem, match="not a folder"):
        load_game(home, "karnak")
    with pytest.raises(GameFileProblem):
        home.lock("other", new=True)


def test_games_missing_is_an_unknown_game(home: Home) -> None:  # fault 192
    with pytest.raises(UnknownGame):
        load_game(home, "karnak")
    assert not home.root.exists()


def test_the_home_can_be_moved(home: Home, game: Loaded, tmp_path: Path) -> None:  # fault 278
    from pbem.store import index
    from tests.store.games import play_one

    play_one(home)
    index.rows(home)
    home.root.rename(tmp_path / "moved")
    moved = Home(tmp_path / "moved", {})
    assert play_one(moved).entry == 3
    assert index.rows(moved)["karnak"].entry == "3"
