"""Streams and codes: what a script or a mail server meets, also when a stream or the disk is not what it should be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.contract.conftest import PLAYERS
from tests.said import Pbem

KEYS = {"kind", "message", "line", "expected", "rule"}
MAIL = b"From: a@example.org\nSubject: hi\n\nbody\n"


@pytest.mark.parametrize(
    ("args", "code", "kind"),
    [
        (["show", "nosuch"], 1, "unknown-game"),
        (["check", "nosuch"], 1, "unknown-game"),
        (["new", "tekhenu", *PLAYERS, "--id", ""], 2, "misuse"),
        (["new", "tekhenu", *PLAYERS, "--option", "turn=soon"], 2, "misuse"),
        (["mail", "read", "--reply"], 2, "misuse"),
        (["rules", "tekhenu", "T-NO-9"], 1, "refused"),
        (["--json", "list", "--home"], 2, "misuse"),
    ],
    ids=["no-game", "check", "empty-id", "clock", "two-modes", "no-rule", "no-home"],
)
def test_a_refusal_is_one_document(pbem: Pbem, args: list[str], code: int, kind: str) -> None:
    said = pbem(*args, *(["--json"] if "--json" not in args else []))
    assert (said.code, said.json["error"]["kind"]) == (code, kind), said
    assert set(said.json["error"]) == KEYS


def test_a_broken_game_is_the_same_document_everywhere(karnak: Pbem, tmp_path: Path) -> None:
    path = tmp_path / "games" / "karnak.json"
    path.write_bytes(path.read_bytes()[:3000])
    before = path.read_bytes()
    for args in (["show"], ["options"], ["log"], ["check"], ["move"], ["mod", "pause"], ["archive"]):
        more = ["--reason", "x"] if args[0] == "mod" else ["keep: D08"] if args[0] == "move" else []
        said = karnak(*args, "karnak", *more, "--json")
        assert (said.code, said.json["error"]["kind"]) == (3, "broken"), args
        assert "karnak.json" in said.json["error"]["message"]
    assert path.read_bytes() == before


def test_verify_says_what_is_broken_in_the_form_of_a_refusal(pbem: Pbem, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK no zip")
    said = pbem("verify", "x.zip", "--json")
    assert said.code == 3
    assert said.json["verified"] is False and set(said.json["error"]) == KEYS


@pytest.mark.parametrize("command", ["move karnak -", "move karnak", "mail read", "import -"])
def test_a_closed_standard_input_is_misuse(shell: Pbem, command: str) -> None:
    said = shell(f"pbem {command} <&-")
    assert said.code == 2 and "Traceback" not in said.err, said.err


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("mail receive < raw", 0),
        ("mail receive < raw 2>&- >&-", 0),
        ("mail receive <&-", 75),
        ("mail receive <&- 2>&-", 75),
        ("mail receive <&- 2>/dev/full", 75),
        ("mail receive --home missing < raw", 75),
        ("mail receive --home raw < raw", 75),
        ("--home raw mail receive --whatever < raw", 75),
        ("mail --home=raw receive < raw", 75),
    ],
)
def test_receive_knows_two_codes(shell: Pbem, tmp_path: Path, line: str, code: int) -> None:
    """0 once the bytes are safe, 75 for everything else: a mail server bounces on any other."""
    (tmp_path / "raw").write_bytes(MAIL)
    said = shell(f"pbem {line}")
    assert said.code == code, said.err
    stored = [file.read_bytes() for file in tmp_path.rglob("*.eml")]
    assert any(MAIL in raw for raw in stored) == (code == 0)


@pytest.mark.parametrize("blank", [b"", b"\n", b" \r\n\r\n"])
def test_no_mail_is_nothing_to_lose(shell: Pbem, tmp_path: Path, blank: bytes) -> None:
    """fault 29: no reason for a mail server to try again, and nothing for the moderator to look at."""
    (tmp_path / "blank").write_bytes(blank)
    said = shell("pbem mail receive < blank")
    assert said.code == 0 and said.err == "pbem: there is no mail on standard input\n", said
    assert not list(tmp_path.rglob("*.eml")) and not (tmp_path / "mail" / "held").exists()


def test_a_misspelt_home_is_not_made(shell: Pbem, tmp_path: Path) -> None:
    (tmp_path / "raw").write_bytes(MAIL)
    said = shell("pbem mail receive --home missing < raw")
    assert said.code == 75 and "there is no folder missing" in said.err
    assert not (tmp_path / "missing").exists()


def test_a_disk_that_gives_way_is_a_sentence(karnak: Pbem, tmp_path: Path) -> None:
    """Where a folder should be there is a file: no command falls over with a traceback."""
    out = tmp_path / "mail" / "out"
    for folder in sorted(out.rglob("*"), reverse=True):
        folder.rmdir() if folder.is_dir() else folder.unlink()
    out.rmdir()
    out.write_text("in the way")
    for args in (["mail", "send"], ["clock"], ["move", "karnak", "--as", "ania", "say: hello"], ["mail", "held"]):
        said = karnak(*args, "--json")
        assert "Traceback" not in said.err, (args, said.err)
        assert said.json and said.code in (0, 1, 5), (args, said)


def test_a_misspelt_option_is_misuse_and_not_part_of_the_words(karnak: Pbem, tmp_path: Path) -> None:
    """`--dryrun` must not carry out what it was meant to try."""
    before = (tmp_path / "games" / "karnak.json").read_bytes()
    for args in (["mod", "pause", "karnak", "--reason", "x", "--dryrun"], ["move", "karnak", "say: hi", "--dryrun"]):
        said = karnak(*args, "--json")
        assert (said.code, said.json["error"]["kind"]) == (2, "misuse") and "--dry-run" in said.json["error"]["message"]
    assert (tmp_path / "games" / "karnak.json").read_bytes() == before


def test_what_nobody_foresaw_is_a_sentence_too(karnak: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promise 11: no traceback reaches a user; the details are in a private file that is named."""
    from pbem.desk.desk import Desk

    def broken(*_: object, **__: object) -> None:
        raise KeyError("qwertz\x1b[31m")

    before = {path: path.read_bytes() for path in (tmp_path / "games").rglob("*") if path.is_file()}
    monkeypatch.setattr(Desk, "game", broken)
    monkeypatch.setattr(Desk, "read", broken)
    for args in (["move", "karnak", "keep: D08"], ["show", "karnak"], ["options", "karnak"]):
        said = karnak(*args, "--json")
        assert (said.code, said.json["error"]["kind"], said.err) == (1, "bug", ""), args
        assert set(said.json["error"]) == KEYS
        plain = karnak(*args)
        assert plain.code == 1 and plain.out == "" and plain.err.count("\n") == 1 and "KeyError" in plain.err
        assert "pbem-errors.log" in plain.err and "Traceback" not in plain.err and "qwertz" not in plain.err
    kept = tmp_path / "pbem-errors.log"
    assert kept.read_text().count("Traceback") == 6 and "\x1b" not in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0
    assert {path: path.read_bytes() for path in (tmp_path / "games").rglob("*") if path.is_file()} == before


def test_a_document_is_never_followed_by_a_second_one(
    karnak: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes wrong after the command's own document is out is a line on standard error."""
    from pbem.desk.desk import Desk

    def broken(*_: object, **__: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr(Desk, "send", broken)
    (tmp_path / "box" / "new").mkdir(parents=True)
    (tmp_path / "pbem.toml").write_text('[poll]\nmaildir = "box"\n')
    said = karnak("mail", "poll", "--json")
    assert said.code == 1 and said.json["taken"] == 0 and "ValueError" in said.err


@pytest.mark.parametrize("name", ["games/roster.json", "pbem.key"])
def test_mails_that_cannot_be_composed_are_told_and_made_later(karnak: Pbem, tmp_path: Path, name: str) -> None:
    """fault 157, fault 199: the game is saved (5), and however much later the file is put back, the mails are made."""
    path = tmp_path / name
    sound = path.read_bytes()
    path.write_bytes(b"{")
    before = set((tmp_path / "mail" / "out").rglob("*.eml"))
    assert karnak("move", "karnak", "keep: D18", "--as", "ania").code == 5
    asked = karnak("options", "karnak", "--as", "bartek", "--json").json["questions"][0]
    said = karnak("move", "karnak", asked["options"][0]["answer"], "--as", "bartek")
    assert said.code == 5 and said.out.startswith("COUNTED") and Path(name).name in said.err, said
    assert karnak("mail", "send").code == 5
    game = tmp_path / "games" / "karnak.json"
    os.utime(game, (game.stat().st_atime, game.stat().st_mtime - 7200))
    assert karnak("mail", "send").code == 5
    path.write_bytes(sound)
    assert karnak("mail", "send").code == 0
    made = set((tmp_path / "mail" / "out").rglob("*.eml")) - before
    assert made and karnak("check", "--replay").code == 0


def test_a_deleted_game_is_told_and_comes_back_by_one_command(karnak: Pbem, tmp_path: Path) -> None:
    """fault 190."""
    assert karnak("move", "karnak", "keep: D18", "--as", "ania").code == 0
    assert karnak("move", "karnak", "say all: hello", "--as", "ania").code == 0
    (tmp_path / "games" / "karnak.json").unlink()
    for command in ("list", "check"):
        assert "pbem check karnak --restore" in karnak(command).err, command
    assert "pbem check karnak --restore" in karnak("show", "karnak").err
    assert karnak("check", "--restore").code == 2 and karnak("check", "luxor", "--restore").code == 1
    said = karnak("check", "karnak", "--restore", "--replay")
    assert said.code == 0 and "sound" in said.out and "is back at entry" in said.err
    assert "--restore" not in karnak("list").err
    assert karnak("check", "karnak", "--restore").code == 1
    asked = karnak("options", "karnak", "--as", "bartek", "--json").json["questions"][0]
    moved = karnak("move", "karnak", asked["options"][0]["answer"], "--as", "bartek")
    assert moved.code == 0 and karnak("check", "--replay").code == 0


def test_a_name_too_long_for_any_file_is_misuse(karnak: Pbem) -> None:
    """fault 193."""
    for command in ("show", "log", "options", "check"):
        said = karnak(command, "a" * 400)
        assert said.code == 2 and "is not a game id" in (said.err + said.out), (command, said)
