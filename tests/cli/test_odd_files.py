"""A pipe, a folder or a link where pbem reads or writes a file: a sentence at once, and never a wait (fault 191)."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.store import spool
from pbem.store.home import Home
from tests.archive.games import archived
from tests.said import Pbem

pytestmark = pytest.mark.timeout(30)
TOML = '[log]\nfile = "pbem.log"\n[smtp]\nhost = "127.0.0.1"\nport = 1\npassword_file = "secret"\nuser = "x"\n'
IN_HOME = (
    "pbem.toml", "pbem.key", "pbem.log", "pbem-errors.log", "secret", "data/toy.json", "templates/turn.txt",
    "games/karnak.json", "games/karnak.journal.jsonl", "games/karnak.lock", "games/roster.json", "games/roster.lock",
    "games/index.tsv", "games/.clock.json", "games/history/karnak/1.json", "games/finished/other.zip",
    "mail/register.sqlite", "mail/in.lock", "mail/out.lock", "mail/in/new/1794918503.M1P1Q1.pbem",
    "mail/out/new/aa.eml", "mail/out/notes/aa.eml.note.json", "mail/held/new/1794918503.M1P1Q1.pbem",
    "mail/held/notes/1794918503.M1P1Q1.pbem.note.json",
)  # fmt: skip
COMMANDS = (
    "list", "show karnak --turn 1", "log karnak", "check", "clock --no-send", "roster", "stats", "mail held",
    "mail held show 17", "archive karnak -o out.zip", "move karnak --as ania bid:1", "mod undo karnak 2 --reason x",
    "data toy", "roster Ania --forget",
)  # fmt: skip


ODD = [("pipe", name) for name in IN_HOME]
ODD += [(("folder", "link")[at % 2], name) for at, name in enumerate(IN_HOME) if at % 3]


@pytest.mark.parametrize(("shape", "name"), ODD)
def test_odd_files_of_a_home_stop_nothing(
    game: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, shape: str
) -> None:
    (tmp_path / "pbem.toml").write_text(TOML)
    (tmp_path / "secret").write_text("x")
    assert game("move", "karnak", "--as", "bartek", "bid: 0", "--no-send").code == 0
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        path.rename(tmp_path / "away")
    if shape == "pipe":
        os.mkfifo(path)
    elif shape == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere")
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        said = game(*command.split())
        assert said.code in (0, 1, 2, 3, 4, 5), (command, said)
        assert "Traceback" not in said.err and "not prepared for" not in said.err + said.out, (command, said)
        assert not (tmp_path / "nowhere").exists() or name == "pbem.log", command


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("import odd", 2), ("move karnak --as ania --file odd", 2), ("check ./odd", 3), ("check odd.json", 3),
        ("verify odd", 2), ("show odd.zip", 1), ("mod patch karnak --file odd --reason x", 2),
        ("stats odd", 2), ("stats odd.zip --table", 2), ("archive --all -o odd", 2), ("fuzz toy --save odd", 2),
        ("archive karnak -o odd/x.zip", 2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("shape", ["pipe", "device", "folder"])
def test_odd_files_that_are_named_are_refused(
    game: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, code: int, shape: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("odd", "odd.json", "odd.zip"):
        if shape == "pipe":
            os.mkfifo(tmp_path / name)
        elif shape == "folder":
            (tmp_path / name).mkdir()
        else:
            (tmp_path / name).symlink_to("/dev/zero")
    if shape == "folder" and code == 2 and command.startswith(("stats", "archive", "fuzz")):
        return  # as they should be
    said = game(*command.split(), "--json")
    assert said.code == code and "error" in said.json, said
    assert "not prepared for" not in said.out and "There is no" not in said.out, said
    if command.startswith(("verify", "show")):
        assert "is not a plain file" in said.out, said
    if command.startswith(("stats", "archive", "fuzz")):
        assert "is not a folder" in said.out, said


def test_odd_files_among_archives_and_kept_mails(game: Pbem, tmp_path: Path) -> None:
    folder = tmp_path / "archives"
    folder.mkdir()
    (folder / "good.zip").write_bytes(archived())
    os.mkfifo(folder / "pipe.zip")
    said = game("stats", str(folder), "--json")
    assert said.code == 0 and len(said.json["games"]) == 1
    mails = tmp_path / "mails"
    mails.mkdir()
    os.mkfifo(mails / "pipe")
    assert game("verify", str(folder / "good.zip"), "--mails", str(mails)).code in (0, 3)


@pytest.mark.parametrize("text", [None, "x = ["], ids=["a pipe", "broken"])
def test_lists_say_that_the_settings_cannot_be_read(game: Pbem, tmp_path: Path, text: str | None) -> None:
    """They need none of them: games and people are listed, and the exit code is that of wrong settings."""
    path = tmp_path / "pbem.toml"
    os.mkfifo(path) if text is None else path.write_text(text)
    for json in ((), ("--json",)):
        for words, shown in ((["list"], "karnak"), (["roster"], "Ania"), (["roster", "Ania"], "Ania")):
            said = game(*words, *json)
            assert said.code == 2 and shown in said.out and said.err.count("pbem.toml") == 1, said


def test_a_site_that_stands_as_it_is_has_its_games(game: Pbem, tmp_path: Path) -> None:
    made = [game("site", str(tmp_path / "www"), "--json").json for _ in range(2)]
    assert [(one["games"], one["written"] > 0) for one in made] == [(1, True), (1, False)]


def test_a_broken_game_is_told_once_by_each_run_of_the_clock(game: Pbem, tmp_path: Path) -> None:
    """Parts of a run that meet it as well, and the note to moderators, say nothing more."""
    path = tmp_path / "games" / "karnak.json"
    path.write_bytes(path.read_bytes()[:400])
    for _ in range(2):
        said = game("clock", "--no-send")
        assert said.code == 3 and said.err.count("karnak.json: not JSON") == 1 == said.err.count("\n"), said


def test_a_pipe_in_the_spool_is_left_there(game: Pbem, tmp_path: Path) -> None:
    """fault 40: it is no mail, and the mails behind it go through."""
    spool.make_box(tmp_path / "mail" / "in")
    os.mkfifo(tmp_path / "mail" / "in" / "new" / "0000000001.M1P1Q1.pbem")
    spool.store(tmp_path / "mail" / "in", b"From: a@example.org\nSubject: hi\nMessage-ID: <x@y>\n\nhello\n")
    assert game("clock").code == 0
    assert [path.name for path in (tmp_path / "mail" / "in" / "new").iterdir()] == ["0000000001.M1P1Q1.pbem"]


def test_games_of_the_computer_replace_plain_files_only(game: Pbem, tmp_path: Path) -> None:
    folder = tmp_path / "made"
    args = ("fuzz", "toy", "--players", "2", "--seed", "odd", "--save", str(folder))
    assert game(*args).code == 0 and game(*args).code == 0
    made = next(path for path in folder.glob("*.json"))
    shutil.copy(made, tmp_path / "kept")
    made.unlink()
    os.mkfifo(made)
    said = game(*args)
    assert said.code == 2 and "not a plain file" in said.err


def test_the_clock_forgets_nothing_by_a_pipe(game: Pbem, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "games" / ".clock.json")
    assert game("clock").code == 0
    assert (tmp_path / "games" / ".clock.json").is_file()
    assert Desk(Home(tmp_path, {})).read("karnak").game.entry == 1
