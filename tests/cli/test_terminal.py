"""What a terminal gets and a pipe does not: tables, local time, colours, the pager, progress; and completion."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from io import StringIO
from pathlib import Path

import pytest

from pbem.cli import completion
from pbem.cli.books import game_options
from pbem.cli.progress import Progress, steps
from pbem.cli.speech import engine_words
from pbem.cli.terminal import _Screen, draw_table, local_time, wants_pager
from pbem.desk.games.creation import HOUSE_OPTIONS
from pbem.desk.verbs.moderator import VERBS
from pbem.engine.clock import CLOCK_KEYS
from tests.said import Pbem

ESCAPES = re.compile(r"\x1b\[[0-9;]*[mK]")


def on_terminal(args: list[str], home: Path, lines: int = 50, **more: str) -> str:
    """What a command writes to a terminal of 100 columns and so many lines."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 100, 0, 0))
    env = {
        key: value for key, value in os.environ.items() if key not in ("PAGER", "LESS", "NO_COLOR", "COLUMNS", "LINES")
    }
    env |= {"PBEM_HOME": str(home), "TERM": "xterm-256color", "TZ": "Europe/Warsaw", **more}
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem", *args], stdin=theirs, stdout=theirs, stderr=theirs, env=env, close_fds=True
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        said += part
    assert process.wait(timeout=120) == 0, said.decode()
    os.close(ours)
    return said.decode().replace("\r\n", "\n")


@pytest.fixture
def home(pbem: Pbem, tmp_path: Path) -> Path:
    people = ["--player", "Ania <ania@example.org>", "--player", "Bartek <bartek@example.org>"]
    assert pbem("new", "tekhenu", *people, "--id", "karnak", "--seed", "5e" * 32, "--no-send").code == 0
    return tmp_path


def test_a_list_has_headings_local_time_and_colour(pbem: Pbem, home: Path) -> None:
    """A pipe has the same fields as ever: tabs, moments in UTC, no headings."""
    piped = pbem("list").out
    cells = piped.rstrip("\n").split("\t")
    assert cells[0] == "karnak" and "game" not in piped and cells[5].endswith("Z")
    said = on_terminal(["list"], home)
    plain = ESCAPES.sub("", said)
    head, _, row = plain.split("\n")[:3]
    assert head.split() == ["game", "title", "status", "entry", "awaited", "since", "due"]
    assert head.index("title") == row.index("tekhenu") and head.index("status") == row.index("running")
    os.environ["TZ"] = "Europe/Warsaw"
    try:
        time.tzset()
        assert local_time(cells[5]) in plain and local_time(cells[6]) in plain
        assert local_time("2026-11-06T17:00:00Z", engine_words("pl")) == "2026-11-06 18:00"
    finally:
        del os.environ["TZ"]
        time.tzset()
    assert "\x1b[32mrunning" in said
    assert "\x1b[3" not in on_terminal(["list"], home, NO_COLOR="1")


def test_long_texts_use_the_pager_and_long_work_tells_of_itself(pbem: Pbem, home: Path) -> None:
    """The pager gets what is longer than the screen; a bar is drawn on terminals and wiped off again."""
    paged = on_terminal(["show", "karnak"], home, lines=10, PAGER="sed s/^/PAGED:/")
    assert paged.count("PAGED:") > 10 and paged.startswith("PAGED:")
    assert "PAGED:" not in on_terminal(["list"], home, PAGER="sed s/^/PAGED:/"), "a short text stays on the screen"
    said = on_terminal(["check", "karnak", "--replay"], home)
    assert "] 1/1 karnak: playing again" in said and said.endswith("karnak: sound, 1 entry, replayed\n")
    assert "\x1b[K" in said
    piped = pbem("check", "karnak", "--replay")
    assert "playing again" not in piped.out + piped.err


def test_archives_and_their_checks_show_progress(pbem: Pbem, home: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "karnak.zip")
    said = on_terminal(["archive", "karnak", "--public", "-o", file], home)
    assert "karnak: playing again" in said
    assert re.search(r"\] \d+/13 [a-z]+", on_terminal(["verify", file], home))
    assert "/13 " not in pbem("verify", file).err


def test_figures_stand_to_the_right_and_empty_columns_go(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = _Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "60")
    draw_table([["a\x1b[2J", "7", ""], ["bbb", "1234", ""]], ["name", "turns", "hold"])
    head, _, first, second = screen.getvalue().rstrip("\n").split("\n")
    assert head.split() == ["name", "turns"]
    assert first.rstrip().endswith("    7") and second.rstrip().endswith(" 1234")
    assert "\x1b[2J" not in screen.getvalue(), "a name cannot steer the terminal"


@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        (["show", "karnak"], True), (["rules", "tekhenu"], True), (["show", "karnak", "--json"], False),
        (["show", "karnak", "--svg=-"], False), (["move", "karnak"], False), ([], False), (["--help"], False),
    ],
)  # fmt: skip
def test_which_commands_are_paged(monkeypatch: pytest.MonkeyPatch, args: list[str], wanted: bool) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("PAGER", raising=False)
    assert wants_pager(args, _Screen()) is wanted
    assert not wants_pager(args, _Screen(), StringIO()), "not without a terminal on both ends"
    monkeypatch.setenv("PAGER", "cat")
    assert not wants_pager(args, _Screen())


def test_a_bar_is_quiet_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(steps(["a", "b"], quiet=False)) == ["a", "b"] and list(steps([], quiet=False)) == []
    with Progress("work", 3) as bar:
        bar(3)
    assert capsys.readouterr().err == ""


def test_completion_knows_what_there_is(pbem: Pbem, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_HOME", str(home))
    assert completion.games("kar") == ["karnak"] and completion.games("x") == []
    assert completion.titles("te") == ["tekhenu"]
    assert set(completion.VERBS) == set(VERBS) and completion.verbs("un") == ["undo"]
    monkeypatch.setenv("COMP_WORDS", "pbem show karnak --as ")
    assert completion.seats("") == ["orange", "Ania", "blue", "Bartek"] and completion.seats("b") == ["blue", "Bartek"]
    monkeypatch.setenv("COMP_WORDS", "pbem show 'nothing --as ")
    assert completion.seats("") == []
    monkeypatch.setenv("COMP_WORDS", "pbem new ankh --option ")
    offered = completion.options("")
    assert {f"{key}=" for key in (*CLOCK_KEYS, *HOUSE_OPTIONS, "scenario")} <= set(offered)
    assert completion.options("scenario=o") == ["scenario=old-kingdom"]
    monkeypatch.setenv("PBEM_HOME", str(home / "nowhere"))
    assert completion.games("") == []


def test_a_shell_completes_seats_behind_an_option(home: Path) -> None:
    """Through typer, as bash asks."""
    line = {"COMP_WORDS": "pbem show karnak --as B", "COMP_CWORD": "4", "_PBEM_COMPLETE": "complete_bash"}
    env = {**os.environ, **line, "PBEM_HOME": str(home)}
    done = subprocess.run([sys.executable, "-m", "pbem"], env=env, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["Bartek"], done.stderr


@pytest.mark.parametrize("between", [" ", "\n"])
def test_a_home_before_the_command_is_completed_behind(home: Path, between: str) -> None:
    """`--home DIR` stands anywhere; bash joins its words by line ends."""
    words = ["pbem", "--home", str(home), "show", "karnak", "--as", "B"]
    line = {"COMP_WORDS": between.join(words), "COMP_CWORD": "6", "_PBEM_COMPLETE": "complete_bash"}
    done = subprocess.run(
        [sys.executable, "-m", "pbem"], env={**os.environ, **line}, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["Bartek"], done.stderr


def test_every_option_of_the_clock_is_listed(pbem: Pbem) -> None:
    """`pbem titles`, to which the help of `new` points, has each with its default and what is possible."""
    listed = " ".join(pbem("titles").out.split())
    for key in (*CLOCK_KEYS, *HOUSE_OPTIONS):
        assert f"--option {key}=" in listed, key
    for key, option in game_options().items():
        assert option["about"], key
    assert "--option turn=7d time to answer a question" in listed
    assert pbem("titles", "--json").json["options"]["turn"]["default"] == "7d"
    assert "pbem titles" in pbem("new", "--help").out
