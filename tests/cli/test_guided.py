"""Guided turns: `pbem move` on a terminal, `pbem demo`, and what a dry run tells."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.engine.play import Play
from pbem.store.home import Home
from tests.said import Pbem

LONG = 200.0
PLAYERS = ["--player", "Ania <ania@example.org>", "--player", "Bartek <bartek@example.org>"]
SEED = "5e" * 32


def typed(home: Path, args: list[str], lines: list[str]) -> tuple[int, str]:
    """A command on a real terminal, each line typed when the command asks for one."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pbem", *args],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PBEM_HOME": str(home)},
        text=True,
    )
    os.close(theirs)
    os.write(ours, "".join(f"{line}\n" for line in lines).encode())
    said, _ = process.communicate(timeout=LONG)
    os.close(ours)
    return process.returncode, said


def new(pbem: Pbem) -> None:
    assert pbem("new", "tekhenu", *PLAYERS, "--id", "karnak", "--seed", SEED, "--no-send").code == 0


def test_a_guided_turn_is_played_after_the_last_yes(pbem: Pbem, tmp_path: Path) -> None:
    """By number, after a wrong number and a step back; the last yes plays it."""
    new(pbem)
    options = pbem("options", "karnak", "--as", "ania", "--json").json["questions"][0]["options"]
    code, said = typed(tmp_path, ["move", "karnak", "--as", "ania", "--no-send"], ["9", "1", "b", "2", "y"])
    assert code == 0, said
    assert "Please type one of the answers" in said
    assert f"1.  {options[0]['key']}" in said and options[0]["text"] in said
    assert f"Your move:\n  {options[1]['answer']}" in said and "COUNTED" in said
    assert options[1]["key"] in pbem("show", "karnak", "--as", "ania").out


@pytest.mark.parametrize("lines", [["q"], ["1", "q"], ["1", "b", "q"]])
def test_leaving_plays_nothing(pbem: Pbem, tmp_path: Path, lines: list[str]) -> None:
    new(pbem)
    before = (tmp_path / "games" / "karnak.json").read_bytes()
    code, said = typed(tmp_path, ["move", "karnak", "--as", "ania"], lines)
    assert code == 0 and "Nothing was changed." in said
    assert (tmp_path / "games" / "karnak.json").read_bytes() == before


def test_an_illegal_answer_is_refused_in_words_and_asked_again(pbem: Pbem, tmp_path: Path) -> None:
    new(pbem)
    code, said = typed(tmp_path, ["move", "karnak", "--as", "ania", "--no-send"], ["D99", "s", "y"])
    assert code == 0 and "is not an answer to keep" in said and "COUNTED" in said


def test_somebody_who_is_not_asked_is_told_so(pbem: Pbem, tmp_path: Path) -> None:
    new(pbem)
    for name in ("ania", "bartek"):
        answers = pbem("options", "karnak", "--as", name, "--json").json["questions"][0]["options"]
        assert pbem("move", "karnak", "--as", name, answers[0]["answer"], "--no-send").code == 0
    idle = next(
        name for name in ("Ania", "Bartek") if not pbem("options", "karnak", "--as", name, "--json").json["questions"]
    )
    code, said = typed(tmp_path, ["move", "karnak", "--as", idle], ["1", "y"])
    assert code == 1 and "awaited" in said


@pytest.mark.parametrize("args", [[], ["--solo"]])
def test_the_demo_plays_a_first_round(tmp_path: Path, args: list[str]) -> None:
    """The computer suggests every answer; then the newcomer goes. Nothing is written where the command was started."""
    said = subprocess.run(
        [sys.executable, "-m", "pbem", "demo", "--seed", SEED, *args],
        input="\n".join(["s", "s", "s", "", "y"] * 30),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=LONG,
        env={key: value for key, value in os.environ.items() if key != "PBEM_HOME"},
    )
    assert said.returncode == 0, said.stderr
    assert ("Botankhamun" in said.stdout) == bool(args)
    assert "That was the first round." in said.stdout, said.stdout[-2000:]
    assert "Nothing was kept" in said.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_tells_what_would_happen(pbem: Pbem) -> None:
    pbem("new", "tekhenu", *PLAYERS[:2], "--id", "alone", "--seed", SEED, "--no-send")
    answer = pbem("options", "alone", "--as", "ania", "--json").json["questions"][0]["options"][0]["answer"]
    said = pbem("move", "alone", "--as", "ania", answer, "--dry-run", "--json").json
    assert not said["complete"] and set(said["points"]) == set(said["stock"]) == {"before", "after"}
    assert said["stock"]["before"]["gold"] == 1
    assert any(answer.split()[-1] in line for line in said["events"])
    assert f"- {said['events'][0]}" in pbem("move", "alone", "--as", "ania", answer, "--dry-run").out


KINDS = {
    "ankh": ("ankh", [], "Followers"),
    "pharaoh": ("ankh", ["--option", "expansion=pharaoh"], "Priests to place"),
    "seth": ("tekhenu", ["--option", "expansion=seth"], "Blood"),
    "vizier": ("tekhenu", ["--option", "vizier=yes"], "gold"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_guided_turns_of_every_box(pbem: Pbem, tmp_path: Path, kind: str) -> None:
    """The computer's suggestions, one after the other, make a whole turn; what is played is what was shown."""
    title, options, what = KINDS[kind]
    assert pbem("new", title, *PLAYERS, *options, "--id", "karnak", "--seed", SEED, "--no-send").code == 0
    seat = pbem("options", "karnak", "--json").json["questions"][0]["seat"]
    code, said = typed(tmp_path, ["move", "karnak", "--as", seat, "--no-send"], [*["s"] * 12, "y"])
    assert code == 0 and "Your move:" in said and "COUNTED as entry 2" in said, said
    shown = said.split("Your move:\n", 1)[1].split("Play it?", 1)[0]
    lines = [line.strip() for line in shown.split("\n") if ": " in line and "before and after" not in line]
    journal = (tmp_path / "games" / "karnak.journal.jsonl").read_text().split("\n")[1]
    assert lines and all(line.partition(": ")[0] in journal for line in lines)
    play = here_play(tmp_path)
    assert what in play.title.stock(play.table, seat), "stock before and after knows what the box brings"


def here_play(home: Path) -> Play:
    return Desk(Home(home)).read("karnak").play


def test_a_dry_run_of_ankh_tells_events_stock_and_points(pbem: Pbem) -> None:
    """Points are told as far as the rules give any before something comes to light."""
    assert pbem("new", "ankh", *PLAYERS, "--id", "karnak", "--seed", SEED, "--no-send").code == 0
    seat = pbem("options", "karnak", "--json").json["questions"][0]["seat"]
    said = pbem("move", "karnak", "action: gain", "--as", seat, "--dry-run")
    assert said.code == 0
    assert "- You gained 1 Follower (Gain)." in said.out and "before and after: Followers 1 -> 2" in said.out
    document = pbem("move", "karnak", "action: gain", "--as", seat, "--dry-run", "--json").json
    assert document["stock"]["before"]["Followers"] == 1 and document["stock"]["after"]["Followers"] == 2
    assert set(document["points"]["before"]) == set(document["points"]["after"])
