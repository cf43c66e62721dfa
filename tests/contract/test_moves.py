"""Moves on the command line, on Tekhenu: what the toy of `tests/engine/test_moves.py` cannot show."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.mail.letter import body_text
from tests.contract.conftest import PLAYERS, SEED
from tests.said import Pbem


@pytest.fixture
def draft(pbem: Pbem) -> Pbem:
    """The draft of `make demo`: Bartek must take two Starting cards of S03, S06, S08, S11 and S12."""
    players = [f"--player={name} <{name.lower()}@example.org>" for name in ("Ania", "Bartek", "Celina")]
    assert pbem("new", "tekhenu", *players, "--id", "karnak", "--seed", "5e" * 32).code == 0
    moves = ("ania keep: D24", "bartek keep: D17", "celina keep: D20", "celina start: S05", "ania start: S07")
    for move in moves:
        seat, _, text = move.partition(" ")
        assert pbem("move", "karnak", "--as", seat, text).code == 0, move
    return pbem


@pytest.mark.parametrize(
    "text", ["start: S12, S08", "start: S12; start: S08", "s12; s08", "S12\nstart: S08", "s12, S08."]
)
def test_two_picks_in_one_line_or_in_several(draft: Pbem, text: str) -> None:
    said = draft("move", "karnak", text, "--json", "--entry", "6")
    assert said.code == 0, said.json
    assert said.json["answers"] == [{"name": "start", "keys": ["S12", "S08"], "source": "line"}]


@pytest.mark.parametrize(
    "text", ["start: S12", "S12", "start: S12; start: S12", "start: none", "start: S12; S99", "start:"]
)
def test_too_few_picks_are_refused_as_a_move_not_as_a_bug(draft: Pbem, tmp_path: Path, text: str) -> None:
    before = (tmp_path / "games" / "karnak.json").read_bytes()
    for command in (["move"], ["move", "--dry-run"], ["options", "--after"]):
        said = draft(*command, *(["karnak", text] if command[0] == "move" else [text, "karnak"]), "--json")
        assert (said.code, said.json["error"]["line"]) == (1, 1), said.json
        assert said.json["error"]["expected"], said.json
    assert (tmp_path / "games" / "karnak.json").read_bytes() == before


def test_a_misspelt_name_gets_a_hint(draft: Pbem) -> None:
    said = draft("move", "karnak", "strat: S12, S08")
    assert said.code == 1 and "Did you mean" not in said.err  # only one answer can be meant for sure
    assert "Did you mean start: S12?" in draft("move", "karnak", "strat: s12").err


# -- commands beside answers -----------------------------------------------------------------------------------------


def test_a_refused_text_changes_nothing_of_what_it_holds(karnak: Pbem, tmp_path: Path) -> None:
    """Exit code 1 says that nothing changed: no message goes out beside a wrong answer, and the line is named."""
    before = (tmp_path / "games" / "karnak.json").read_bytes()
    mails = sorted((tmp_path / "mail" / "out" / "new").iterdir())
    said = karnak("move", "karnak", "--as", "ania", "say: good luck\nkeep: D99", "--json")
    assert (said.code, said.json["error"]["line"]) == (1, 2), said.json
    assert len(said.json["error"]["expected"]) == 2
    for text in ("say to nobody: hi\nnews daily", "away yesterday; plain on", "mod pause reason: tea", "pass"):
        assert karnak("move", "karnak", "--as", "ania", text).code == 1, text
    assert (tmp_path / "games" / "karnak.json").read_bytes() == before
    assert sorted((tmp_path / "mail" / "out" / "new").iterdir()) == mails
    assert karnak("roster", "Ania", "--json").json["people"][0]["news"] == "usual"


def test_commands_and_answers_divided_by_a_semicolon(karnak: Pbem) -> None:
    answer = karnak("options", "karnak", "--as", "ania", "--json").json["questions"][0]["options"][0]["answer"]
    said = karnak("move", "karnak", "--as", "ania", f"{answer}; status", "--json")
    assert (said.code, said.json["verdict"]) == (0, "COUNTED"), said
    assert karnak("move", "karnak", "--as", "ania", "status", "--dry-run").code == 2


def test_an_answer_may_be_changed_until_the_last_is_in_but_its_question_is_closed(karnak: Pbem) -> None:
    """With `--entry` the second of two equal submissions is told that it came second."""
    asked = karnak("options", "karnak", "--as", "ania", "--json").json
    first, second = (option["answer"] for option in asked["questions"][0]["options"])
    for answer, kind in ((first, None), (first, "stale"), (second, "stale")):
        said = karnak("move", "karnak", "--as", "ania", answer, "--entry", str(asked["entry"]), "--json")
        assert said.json.get("error", {}).get("kind") == kind, said.json
    assert karnak("options", "karnak", "--as", "ania", "--json").json["questions"] == asked["questions"]
    assert karnak("move", "karnak", "--as", "ania", second).code == 0


# -- ahead -----------------------------------------------------------------------------------------------------------


def test_one_text_answers_the_whole_set_up_and_nobody_else_sees_the_rest(karnak: Pbem) -> None:
    """Rankings, answers to questions that are not asked yet, and which entry was the player's own."""
    for seat, entry in (("ania", 2), ("bartek", 3)):
        keep = karnak("options", "karnak", "--as", seat, "--json").json["questions"][0]["options"][0]["answer"]
        said = karnak("move", "karnak", "--as", seat, f"{keep}\nstart: any\ndestiny: gold, scribe, any")
        assert said.out.startswith(f"COUNTED as entry {entry} of karnak."), said
        assert "  kept for later: start: any" in said.out
    entries = karnak("log", "karnak", "--as", "bartek", "--json").json["entries"]
    drafted = [entry for entry in entries if entry["by"] == "orders"]
    assert drafted and all("ahead" in answer for entry in drafted for answer in map(str, entry["answers"]))
    for command in (["log", "karnak"], ["show", "karnak"], ["show", "karnak", "--as", "bartek"]):
        assert "gold, scribe" not in karnak(*command, "--json").out


def test_a_move_before_its_time_is_on_file(pbem: Pbem) -> None:
    clock = ("--option", "minimum=1d")
    assert pbem("new", "tekhenu", *PLAYERS, "--id", "karnak", "--seed", SEED, *clock).code == 0
    keep = pbem("options", "karnak", "--as", "ania", "--json").json["questions"][0]["options"][0]["answer"]
    said = pbem("move", "karnak", "--as", "ania", keep)
    assert said.code == 0 and said.out.startswith("COUNTED: on file for karnak, to be played at "), said


def test_the_example_of_a_ranking_can_be_sent_as_it_stands(karnak: Pbem, tmp_path: Path) -> None:
    """A newcomer copies what the first mail prints."""
    import re

    mail = next(file for file in (tmp_path / "mail" / "out" / "new").iterdir() if "ania@" in file.read_text())
    examples = re.findall(r"`((?:start|destiny): [^`]*any)`", " ".join(body_text(mail.read_bytes()).split()))
    assert len(examples) == 2
    keep = karnak("options", "karnak", "--as", "ania", "--json").json["questions"][0]["options"][0]["answer"]
    said = karnak("move", "karnak", "--as", "ania", "\n".join([keep, *examples]), "--json")
    assert said.code == 0 and said.json["ahead"] == examples, said.json


def test_the_same_move_once_more_makes_no_second_entry(karnak: Pbem, tmp_path: Path) -> None:
    """Promises 3, 9: a command may be run again; another answer to what others are still asked takes its place."""
    move = ("move", "karnak", "keep: D18", "--as", "ania", "--json")
    assert karnak(*move).code == 0
    before = (tmp_path / "games" / "karnak.json").read_bytes()
    again = karnak(*move)
    assert (again.code, again.json["error"]["kind"]) == (1, "stale") and "#2" in again.json["error"]["message"]
    assert (tmp_path / "games" / "karnak.json").read_bytes() == before
