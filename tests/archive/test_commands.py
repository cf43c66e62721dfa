"""The commands around archives, in a home of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.archive.container import read_zip
from pbem.cli.run import run
from pbem.core import titles
from pbem.desk.desk import Desk
from pbem.store.files import add_game, move_game
from pbem.store.home import Home
from pbem.store.tables import pin
from tests.archive.games import PEOPLE, Played, archived, finished, moderated, play_out


def store(home: Home, played: Played) -> None:
    """Put a game into a home, as the desk would have left it."""
    game = played.game.model_copy(deep=True)
    game.recent = [entry.model_copy(deep=True) for entry in played.entries]
    with home.lock(game.id, new=True):
        for tables in played.tables.values() if played.game.rules.data in played.tables else [played.tables]:
            pin(home, tables)
        add_game(home, game)
        if game.status in ("finished", "terminated"):
            move_game(home, game.id)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").mkdir()
    return Home(tmp_path / "home")


def answer(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, Any]:
    code = run([*args, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_finished_game(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    played = finished()
    store(home, played)
    code, told = answer(capsys, "archive", played.game.id)
    path = home.finished / f"{played.game.id}.zip"
    assert (code, told["file"], told["variant"]) == (0, str(path), "full")
    assert path.read_bytes() == archived()
    code, told = answer(capsys, "verify", str(path))
    assert (code, told["verified"]) == (0, True)
    code, told = answer(capsys, "archive", played.game.id, "--public", "-o", "p.zip")
    assert (code, told["variant"]) == (0, "public")
    assert Path("p.zip").read_bytes() == archived("public")


def test_a_running_game_is_archived_in_public(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    played = moderated()
    store(home, played)
    code, told = answer(capsys, "archive", "karnak")
    assert (code, told["variant"], told["file"]) == (0, "public", "karnak.public.zip")
    members = read_zip(Path("karnak.public.zip").read_bytes())
    assert all(played.game.seed.encode() not in raw for raw in members.values())
    assert answer(capsys, "verify", "karnak.public.zip")[0] == 0
    code, told = answer(capsys, "archive", "karnak", "--anonymous", "-o", "a.zip")
    assert told["variant"] == "public-anonymous"
    assert run(["archive", "karnak", "--full", "-o", "f.zip"]) == 1  # its secrets are opened with a reason only
    assert not Path("f.zip").exists()
    assert run(["archive", "karnak", "--full", "--reason", "a doubt about a card", "-o", "f.zip"]) == 0
    journal = home.journal_path("karnak").read_text().splitlines()
    assert '"kind":"secret"' in journal[-1] and "a doubt about a card" in journal[-1]
    assert "tells its seed and every secret" in capsys.readouterr().err
    assert run(["archive", "karnak", "--full", "--public"]) == 2


ODD = ("game", "text", "empty", "zip", "link", "dangling", "pipe", "folder", "device")


@pytest.mark.parametrize("shape", ODD)
@pytest.mark.parametrize("running", [False, True])
def test_only_an_archive_of_ours_is_replaced(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str], shape: str, running: bool
) -> None:
    """fault 191: what lies there is neither followed nor lost, and no secret was opened for nothing."""
    played = moderated() if running else finished()
    store(home, played)
    game = home.game_path(played.game.id, finished=not running)
    target, real = tmp_path / "out.zip", tmp_path / "real"
    real.write_bytes(archived())
    if shape == "game":
        target = game
    elif shape in ("text", "empty", "zip"):
        target.write_bytes({"text": b"My notes\n", "empty": b"", "zip": b"PK\x03\x04" + bytes(200)}[shape])
    elif shape in ("link", "dangling"):
        target.symlink_to(real if shape == "link" else tmp_path / "nothing")
    elif shape == "pipe":
        os.mkfifo(target)
    elif shape == "folder":
        target.mkdir()
    else:
        target = Path("/dev/null")
    before, kind = game.read_bytes(), target.lstat()
    more = ["--full", "--reason", "a look"] if running else []
    code, said = answer(capsys, "archive", played.game.id, *more, "-o", str(target))
    assert code in (1, 2) and said["error"]["kind"] in ("refused", "misuse"), said
    now = target.lstat()
    assert (now.st_ino, now.st_mode, now.st_size) == (kind.st_ino, kind.st_mode, kind.st_size)
    assert game.read_bytes() == before and real.read_bytes() == archived()


def test_an_archive_of_ours_is_replaced_also_a_damaged_one(home: Home, tmp_path: Path) -> None:
    played = finished()
    store(home, played)
    target = tmp_path / "out.zip"
    assert run(["archive", played.game.id, "-o", str(target)]) == 0
    good = target.read_bytes()
    target.write_bytes(good[:300] + b"!" + good[301:])
    assert run(["archive", played.game.id, "-o", str(target)]) == 0 and target.read_bytes() == good


def test_all(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    for played in (finished(), finished("toy", 3, "second"), moderated()):
        store(home, played)
    code, told = answer(capsys, "archive", "--all")
    assert code == 0 and len(told["archives"]) == 2
    code, told = answer(capsys, "stats")
    assert {row["id"] for row in told["games"]} == {finished().game.id, finished("toy", 3, "second").game.id}
    Path("out").mkdir()
    code, told = answer(capsys, "archive", "--all", "--public", "-o", "out")
    assert len(list(Path("out").glob("*.public.zip"))) == 3
    assert run(["archive", "--all"]) == 0
    shown = capsys.readouterr()
    assert "2 archives written." in shown.out and "#" not in shown.err, "no bar where there is no terminal"


def test_a_broken_game_among_all(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    for played in (finished(), finished("toy", 3, "second")):
        store(home, played)
    journal = home.finished / f"{finished().game.id}.journal.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"strength":', b'"weakness":'))
    code, told = answer(capsys, "archive", "--all")
    assert code == 3
    assert sorted("error" in row for row in told["archives"]) == [False, True]


def test_verify_finds_a_changed_byte(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    data = archived()
    Path("x.zip").write_bytes(data[:2000] + bytes([data[2000] ^ 4]) + data[2001:])
    assert run(["verify", "x.zip"]) == 3
    shown = capsys.readouterr()
    assert shown.out.startswith("FAILED zip") and "NOT what it claims" in shown.err
    assert run(["verify", "gone.zip"]) == 2


def test_a_title_that_is_not_installed_is_no_forgery(
    home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is proved without the rules; that they are missing here is all that is said."""
    Path("x.zip").write_bytes(archived())
    monkeypatch.delitem(titles._loaded, "toy")
    assert run(["verify", "x.zip"]) == 3
    shown = capsys.readouterr()
    assert "FAILED schema      game.json: There is no title 'toy'" in shown.out
    assert "x.zip cannot be judged here, because its title is not installed." in shown.err


def test_import(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    record = read_zip(archived())["record.txt"]
    Path("record.txt").write_bytes(record)
    code, told = answer(capsys, "import", "record.txt", "--id", "foreign")
    assert (code, told["game"], told["status"], told["chance"]) == (0, "foreign", "finished", "record")
    assert told["result"] == finished().game.moderation.result
    assert answer(capsys, "archive", "foreign", "-o", "foreign.zip")[0] == 0
    assert answer(capsys, "verify", "foreign.zip")[0] == 0
    code, told = answer(capsys, "import", "record.txt", "--id", "foreign")
    assert code == 1 and "already a game" in told["error"]["message"]
    Path("wrong.txt").write_bytes(record.replace(b"rest: coin", b"rest: nap", 1))
    code, told = answer(capsys, "import", "wrong.txt", "--id", "other")
    line = record.decode().splitlines().index("   rest: coin") + 1
    assert (code, told["error"]["kind"], told["error"]["line"]) == (1, "record", line)
    assert not home.exists("other")
    assert run(["import", "gone.txt"]) == 2


def test_import_refuses_odd_ids(home: Home) -> None:
    Path("record.txt").write_bytes(read_zip(archived())["record.txt"])
    assert run(["import", "record.txt", "--id", "../evil"]) != 0
    assert run(["import", "record.txt", "--id", "roster"]) != 0
    assert not home.games.exists() or list(home.games.glob("*.json")) == []


def test_an_archive_is_written_when_a_game_ends(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """And `show` tells from it what a seat knew at any entry."""
    desk = Desk(home)
    desk.create("toy", PEOPLE, None, [], "karnak", ["nights=1"], "01" * 32)
    play_out(desk, "karnak")
    path = home.finished / "karnak.zip"
    code, told = answer(capsys, "verify", str(path), "--mails", str(home.mail / "out"))
    assert code == 0 and "mails print heads of this record" in told["checks"][-1]["text"]
    (home.root / "empty").mkdir()
    assert run(["verify", str(path), "--mails", str(home.root / "empty")]) == 3
    assert "is sound in itself but is NOT shown to be the game of these mails" in capsys.readouterr().err
    assert all(b"example.org" not in raw for raw in read_zip(path.read_bytes()).values())
    code, told = answer(capsys, "show", str(path), "--turn", "2", "--as", "Ania")
    assert (code, told["entry"], told["as"], len(told["view"]["hand"])) == (0, 2, "crane", 4)
    assert run(["show", str(path)]) == 0
    assert "The game is finished." in capsys.readouterr().out
    assert run(["show", str(path), "--turn", "99"]) == 1
    assert run(["show", "gone.zip"]) == 1


def test_an_undo_withdraws_the_archives(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """A finished game that goes on has no archive that tells an end; when it ends again, the new one tells it all."""
    desk = Desk(home)
    for game_id in ("karnak", "karnak-public"):
        desk.create("toy", PEOPLE, None, [], game_id, ["nights=1"], "01" * 32)
        play_out(desk, game_id)
    assert run(["archive", "karnak", "--public"]) == 0
    names = {"karnak.zip", "karnak.public.zip", "karnak-public.zip"}
    assert {path.name for path in home.finished.glob("*.zip")} == names
    last = desk.read("karnak").game.entry
    assert run(["mod", "undo", "karnak", str(last), "--reason", "a slip"]) == 0, capsys.readouterr()
    assert desk.read("karnak").game.status == "running"
    assert {path.name for path in home.finished.glob("*.zip")} == {"karnak-public.zip"}
    assert run(["mod", "redo", "karnak", "--reason", "it was none"]) == 0, capsys.readouterr()
    assert desk.read("karnak").game.status == "finished"
    assert run(["archive", "karnak", "--public"]) == 0
    capsys.readouterr()
    for name in ("karnak.zip", "karnak.public.zip"):
        code, told = answer(capsys, "verify", str(home.finished / name))
        score = next(check for check in told["checks"] if check["check"] == "score")
        assert (code, score["passed"]) == (0, True)


def test_show_from_a_public_archive(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """What everybody saw at any entry; what one seat knew is refused with the reason."""
    path = Path("karnak.public.zip")
    path.write_bytes(archived("public"))
    code, told = answer(capsys, "show", str(path), "--turn", "5")
    assert (code, told["entry"], told["as"], told["view"]) == (0, 5, None, None)
    assert run(["show", str(path), "--turn", "5"]) == 0
    assert capsys.readouterr().out.startswith(told["text"])
    code, told = answer(capsys, "show", str(path))
    assert (code, told["entry"], told["view"]["night"]) == (0, len(finished().entries), finished().game.table.night)  # type: ignore[attr-defined]
    for extra in (["--as", "crane"], ["--secret", "--reason", "curious"]):
        code, told = answer(capsys, "show", str(path), "--turn", "5", *extra)
        assert code == 1 and "is a public copy" in told["error"]["message"], told
    assert run(["show", str(path), "--turn", "999"]) == 1
    path.write_bytes(archived("public")[:-9])
    assert run(["show", str(path)]) == 3


def test_an_anonymous_archive_of_an_eventful_game_names_nobody(home: Home) -> None:
    """Players, one who left, moderator, observer, a ruling's author: no name and no address in any member."""
    names = ["Wilhelmina", "Bartolomeo", "Kasimira", "Observatia", "Zenobius"]
    people = [f"{name} <{name.lower()}@example.org>" for name in names]
    desk = Desk(home)
    desk.create("toy", people[:2], people[2], people[3:4], "karnak", ["nights=1"], "01" * 32)
    for words in (["substitute", "karnak", "bart", people[4]], ["rule", "karnak", "--rule", "L1"],
                  ["announce", "karnak", "Tea."]):  # fmt: skip
        assert run(["mod", *words, "--reason", "so it goes"]) == 0
    play_out(desk, "karnak")
    for extra in ([], ["--public"]):
        assert run(["archive", "karnak", "--anonymous", *extra, "-o", "out.zip"]) == 0
        assert run(["verify", "out.zip"]) == 0
        whole = b"\n".join(read_zip(Path("out.zip").read_bytes()).values()).lower()
        assert [name for name in [*names, "example.org"] if name.lower().encode() in whole] == []


def test_other_processes_make_the_same_bytes(tmp_path: Path) -> None:
    """Whatever hash seed, zone, language and folder: no clock, no host and no order of a set is in an archive."""
    root, made = Path(__file__).parents[2], []
    assert run(["fuzz", "tekhenu", "--players", "2", "--seed", "same", "--save", str(tmp_path / "games")]) == 0
    (stored,) = (path.stem for path in (tmp_path / "games").glob("*.json"))
    for name, more in (("a", {"PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}), ("b", {"PYTHONHASHSEED": "2", "LANG": "C"})):
        (tmp_path / name).mkdir()
        shutil.copytree(tmp_path / "games", tmp_path / name / "games")
        target = tmp_path / name / "out.zip"
        subprocess.run(
            [sys.executable, "-m", "pbem", "archive", stored, "-o", str(target)], check=True, capture_output=True,
            cwd=tmp_path / name, env={**os.environ, **more, "PYTHONPATH": str(root), "PBEM_HOME": str(tmp_path / name)},
        )  # fmt: skip
        made.append(target.read_bytes())
    assert made[0] == made[1]
