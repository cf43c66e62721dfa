"""The commands of play, as a user types them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.options_command import print_questions, question_document
from pbem.core.questions import Occasion, Pick
from tests.said import Pbem

ERROR_KEYS = {"kind", "message", "line", "expected", "rule"}


def finish_bids(pbem: Pbem) -> str:
    """Both bid nothing; the seat whose turn it is."""
    for name in ("ania", "bartek"):
        assert pbem("move", "karnak", "--as", name, "bid: 0").code == 0
    return str(pbem("options", "karnak", "--json").json["questions"][0]["seat"])


# -- the newcomer ---------------------------------------------------------------------------------------------------


def test_pbem_alone_tells_what_to_do_next(pbem: Pbem) -> None:
    said = pbem()
    assert said.code == 0
    assert "pbem new tekhenu --player" in said.out


def test_pbem_alone_names_who_is_awaited(game: Pbem) -> None:
    said = game()
    assert "karnak" in said.out and "Ania" in said.out and "pbem move karnak --as Ania" in said.out


def test_version_and_help(pbem: Pbem) -> None:
    from pbem import __version__

    assert pbem("--version").out == f"pbem {__version__}\n"
    said = pbem("--help")
    assert said.code == 0
    for command in ("new", "move", "options", "show", "log", "list", "check", "fuzz", "titles", "rules", "data"):
        assert command in said.out


@pytest.mark.parametrize("command", ["new", "move", "options", "fuzz", "rules"])
def test_help_texts_have_examples(pbem: Pbem, command: str) -> None:
    said = pbem(command, "--help")
    assert said.code == 0 and "pbem " + command in said.out


# -- new ------------------------------------------------------------------------------------------------------------


def test_new_says_seats_and_commitment(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("new", "toy", "--player", "Zoë <z@example.org>", "--player", "Łucja <l@example.org>", "--json")
    document = said.json
    assert [seat["player"] for seat in document["seats"]] == ["Zoë", "Łucja"]
    assert document["seed_given"] is False and len(document["seed_commitment"]) == 64
    stored = json.loads((tmp_path / "games" / f"{document['game']}.json").read_text())
    assert list(stored) == [
        "format", "id", "title", "rules", "options", "seats", "seed_commitment", "seed", "status", "entry", "head",
        "table", "recent", "orders", "outbox", "deadlines", "moderation",
    ]  # fmt: skip
    assert "example.org" not in json.dumps(stored), "addresses are in the roster only"


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["toy"], 2, "--player"),
        (["toi", "--player", "A1", "--player", "B1"], 2, "Did you mean toy"),
        (["toy", "--player", "Ania"], 2, "2 to 4 players"),
        (["toy", "--player", "Ania", "--player", "ania"], 2, "must differ"),
        (["toy", "--player", "Ania", "--player", "Aniana"], 2, "begin alike"),
        (["toy", "--player", "Ania", "--player", "crane"], 2, "seat or a command word"),
        (["toy", "--player", "Ania", "--player", "undo"], 2, "seat or a command word"),
        (["toy", "--player", "Ania", "--player", "Bo", "--option", "nigths=2"], 2, "Did you mean nights"),
        (["toy", "--player", "Ania", "--player", "Bo", "--option", "nights=9"], 2, "nights"),
        (["toy", "--player", "Ania", "--player", "Bo", "--option", "nights"], 2, "K=V"),
        (["toy", "--player", "Ania", "--player", "Bo", "--seed", "beef"], 2, "64 hexadecimal"),
        (["toy", "--player", "Ania", "--player", "B\no"], 2, ""),
        (["toy", "--player", "Ania", "--player", "Bo <b@x\r\nBcc: c@d>"], 2, ""),
    ],
    ids=["nobody", "title", "one", "twice", "prefix", "colour", "command", "option", "value", "no-value", "seed",
         "newline", "injection"],
)  # fmt: skip
def test_new_refuses(pbem: Pbem, tmp_path: Path, args: list[str], code: int, words: str) -> None:
    said = pbem("new", *args)
    assert (said.code, words in said.err) == (code, True), said.err
    assert not list((tmp_path / "games").glob("*.json")) if (tmp_path / "games").exists() else True


@pytest.mark.parametrize(
    "name",
    ["../x", "a/b", ".hidden", "Karnak", "x", "a" * 41, "roster", "history", "finished", "data", "a.b", "ＫＡ", "a\n"],
)
def test_bad_ids_are_refused_before_a_path_is_made(pbem: Pbem, tmp_path: Path, name: str) -> None:
    """# fault 193"""
    assert pbem("new", "toy", "--player", "Ania", "--player", "Bo", "--id", name).code == 2
    for command in (["show", name], ["move", name, "x"], ["options", name], ["log", name]):
        assert pbem(*command).code in (1, 2, 3)
    assert not (tmp_path / "games").exists() or not list((tmp_path / "games").glob("*.json"))


def test_an_id_is_used_once(game: Pbem) -> None:
    said = game("new", "toy", "--player", "Ania", "--player", "Bo", "--id", "karnak")
    assert said.code == 1 and "already" in said.err


# -- move -----------------------------------------------------------------------------------------------------------


def test_move_reads_text_file_and_stdin(game: Pbem, tmp_path: Path) -> None:
    assert game("move", "karnak", "--as", "ania", "bid:", "1").code == 0
    (tmp_path / "move.txt").write_text("bid: 2\n")
    assert game("move", "karnak", "--as", "ania", "--file", str(tmp_path / "move.txt")).code == 0
    said = game("move", "karnak", "-", "--as", "Bart", "--json", stdin=b"bid: 0\r\n")
    assert said.code == 0 and said.json["counted"] is True
    assert said.json["awaited"][0]["seat"] == "crane"


def test_a_refused_move_changes_nothing_and_says_so(game: Pbem, tmp_path: Path) -> None:
    before = (tmp_path / "games" / "karnak.json").read_bytes()
    said = game("move", "karnak", "--as", "ania", "bid: 77", "--json")
    assert said.code == 1
    assert set(said.json["error"]) == ERROR_KEYS
    assert "Nothing was changed" in said.json["error"]["message"] and said.json["error"]["line"] == 1
    assert (tmp_path / "games" / "karnak.json").read_bytes() == before


@pytest.mark.parametrize(
    ("args", "kind"),
    [
        (["--as", "nobody", "bid: 1"], "not-seated"),
        (["bid: 1"], "not-seated"),
        (["--as", "ania", "--entry", "7", "bid: 1"], "stale"),
        (["--as", "ania", "float: red 1"], "not-asked"),
        (["--as", "ania", "   "], "not-understood"),
    ],
    ids=["stranger", "whose", "stale", "not-asked", "empty"],
)
def test_kinds_of_refusal(game: Pbem, args: list[str], kind: str) -> None:
    said = game("move", "karnak", *args, "--json")
    assert (said.code, said.json["error"]["kind"]) == (1, kind)


def test_no_such_game(game: Pbem) -> None:
    said = game("move", "karnac", "--as", "ania", "bid: 1", "--json")
    assert said.code == 1 and said.json["error"]["kind"] == "unknown-game"


def test_misuse_is_2_also_as_json(game: Pbem) -> None:
    assert game("move").code == 2
    said = game("fly", "--json")
    assert said.code == 2 and said.json["error"]["kind"] == "misuse"


def test_dry_run_and_entry(game: Pbem, tmp_path: Path) -> None:
    before = (tmp_path / "games" / "karnak.json").read_bytes()
    said = game("move", "karnak", "--as", "ania", "--entry", "1", "--dry-run", "bid: 1", "--json")
    assert said.code == 0 and said.json["complete"] is True
    assert (tmp_path / "games" / "karnak.json").read_bytes() == before
    assert game("move", "karnak", "--as", "ania", "--entry", "1", "bid: 1").code == 0


# -- options --------------------------------------------------------------------------------------------------------


def test_options_have_the_contracts_shape(game: Pbem) -> None:
    document = game("options", "karnak", "--json").json
    assert set(document) == {"game", "entry", "complete", "questions"}
    bid = document["questions"][0]
    assert (bid["min"], bid["max"], bid["sealed"], "options" in bid) == (0, 4, True, False)
    seat = finish_bids(game)
    document = game("options", "karnak", "--as", seat, "--json").json
    question = document["questions"][0]
    assert set(question) == {"seat", "name", "prompt", "sealed", "low", "high", "default", "options"}
    assert set(question["options"][0]) == {"answer", "key", "text"}
    assert question["options"][0]["answer"] == f"float: {question['options'][0]['key']}"


def test_every_answer_that_options_prints_is_taken(game: Pbem) -> None:
    """A number is shown by one of them (it said `bid: 0 to 4`), not by a range that nobody can type."""
    for seat in ("ania", finish_bids):
        asked = seat if isinstance(seat, str) else seat(game)
        printed = game("options", "karnak", "--as", asked).out.splitlines()[1:]
        answers = [answer for line in printed if (answer := line.partition("#")[0].strip())]
        assert answers
        for answer in answers:
            tried = game("move", "karnak", "--as", asked, "--dry-run", answer)
            assert tried.code == 0 or "not finished" in tried.err, answer


def test_options_print_none_where_nothing_need_be_picked(capsys: pytest.CaptureFixture[str]) -> None:
    """As a mail does; `--json` says it by `low`. Of what may be sent ahead the general occasion is named, too."""
    when = (Occasion("2", "day 1, stall 2"), Occasion("", "day 1"))
    pick = Pick("cards", "Cards", ["x", "y"], low=0, high=2, occasions=when)
    document = question_document("crane", pick, False, None, hide=False)
    assert document["occasions"] == ["cards-2", "cards"]
    print_questions([document])
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  cards: x", "  cards: y", "  cards: none", "  # may be written for: cards-2, cards",
    ]  # fmt: skip


def test_the_entry_of_options_is_the_one_that_move_compares(game: Pbem) -> None:
    """Also while another seat has answered a simultaneous question, with and without --as."""
    assert game("move", "karnak", "--as", "ania", "bid: 1").code == 0
    entries = {game("options", "karnak", *args, "--json").json["entry"] for args in ((), ("--as", "bartek"))}
    assert entries == {1}
    assert game("move", "karnak", "--as", "bartek", "--entry", "1", "bid: 0").code == 0


def test_options_without_as_leave_secrets_out(game: Pbem) -> None:
    seat = finish_bids(game)
    public = game("options", "karnak", "--json").json["questions"][0]
    assert public["options"] == []
    assert len(game("options", "karnak", "--as", seat, "--json").json["questions"][0]["options"]) == 4


def test_after_walks_through_a_turn_without_changing_it(game: Pbem, tmp_path: Path) -> None:
    seat = finish_bids(game)
    before = (tmp_path / "games" / "karnak.json").read_bytes()
    text = ""
    for _ in range(6):
        document = game("options", "karnak", "--as", seat, "--after", text, "--json").json
        if document["complete"]:
            break
        text += document["questions"][0]["options"][0]["answer"] + "\n"
    assert document["complete"] is True
    assert (tmp_path / "games" / "karnak.json").read_bytes() == before
    assert game("move", "karnak", "--as", seat, text).code == 0


# -- show, log, list, check --------------------------------------------------------------------------------------------


def test_show_public_and_seat(game: Pbem) -> None:
    assert "Your lanterns" not in game("show", "karnak").out
    assert "Your lanterns" in game("show", "karnak", "--as", "ania").out
    assert game("show", "karnak", "--json").json["view"]["hand"] == []
    finish_bids(game)
    assert game("show", "karnak", "--turn", "1", "--json").json["entry"] == 1


def test_log_hides_sealed_bids_from_others(game: Pbem) -> None:
    game("move", "karnak", "--as", "ania", "bid: 3")
    keys = {
        reader: game("log", "karnak", *reader, "--json").json["entries"][1]["answers"][0]["keys"]
        for reader in ((), ("--as", "ania"), ("--as", "bartek"))
    }
    assert keys == {(): None, ("--as", "ania"): ["3"], ("--as", "bartek"): None}


def test_list_names_the_awaited(game: Pbem) -> None:
    rows = game("list", "--json").json["games"]
    assert [row["id"] for row in rows] == ["karnak"] and rows[0]["awaited"] == ["Ania", "Bartek"]


def test_check_finds_a_changed_byte_anywhere(game: Pbem, tmp_path: Path) -> None:
    finish_bids(game)
    assert game("check", "--replay").code == 0
    journal = tmp_path / "games" / "karnak.journal.jsonl"
    raw = journal.read_bytes()
    at = raw.index(b"wind") + 1
    journal.write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
    said = game("check", "--replay", "--json")
    assert said.code == 3 and "entry" in said.json["checked"][0]["problem"]
    journal.write_bytes(raw)
    file = tmp_path / "games" / "karnak.json"
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'"night": 1', b'"night": 2'))
    said = game("show", "karnak")
    assert said.code == 3 and "karnak.json" in said.err


def test_titles_rules_data(pbem: Pbem) -> None:
    assert "toy" in [title["title"] for title in pbem("titles", "--json").json["titles"]]
    assert "secret" in pbem("rules", "toy", "L1").out
    assert pbem("rules", "toy", "L99").code == 1
    assert pbem("data", "tekhenu").code == 0


def test_fuzz_reports_submissions(pbem: Pbem, tmp_path: Path) -> None:
    save = str(tmp_path / "out")
    said = pbem("fuzz", "toy", "--players", "2", "--games", "2", "--seed", "s", "--save", save, "--json")
    assert said.code == 0
    assert len(said.json["games"]) == 2 and said.json["submissions_per_game"] > 5
    assert all(0 <= game["unasked"] < game["submissions"] for game in said.json["games"])
    stored = sorted((tmp_path / "out").glob("*.json"))
    assert len(stored) == 2
    assert pbem("check", str(stored[0]), "--replay").code == 0
    assert pbem("fuzz", "toy", "--players", "9").code == 2


# -- as a process ----------------------------------------------------------------------------------------------------


def shell(home: Path, *args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PBEM_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run([sys.executable, "-m", "tests.toy.run", *args], input=stdin, capture_output=True, env=env)


def test_a_whole_turn_in_processes(tmp_path: Path) -> None:
    made = shell(tmp_path, "new", "toy", "--player", "Ania", "--player", "Bo", "--id", "karnak")
    assert made.returncode == 0, made.stderr
    assert shell(tmp_path, "move", "karnak", "-", "--as", "ania", stdin=b"bid: 1").returncode == 0
    (tmp_path / "elsewhere").mkdir()
    shown = shell(tmp_path, "show", "karnak", "--home", str(tmp_path / "elsewhere"))
    assert shown.returncode == 1, "--home anywhere wins over the environment"


def test_two_processes_move_at_once(tmp_path: Path) -> None:
    """# fault 250: one wins, the other is told."""
    shell(tmp_path, "new", "toy", "--player", "Ania", "--player", "Bo", "--id", "karnak", "--seed", "07" * 32)
    for name in ("ania", "bo"):
        shell(tmp_path, "move", "karnak", "--as", name, "bid: 0")
    options = json.loads(shell(tmp_path, "options", "karnak", "--as", "ania", "--json").stdout)
    key = max((o["key"] for o in options["questions"][0]["options"]), key=lambda k: int(k.split()[1]))
    env = {**os.environ, "PBEM_HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}
    guard = ["--as", "ania", "--entry", str(options["entry"])]
    command = [sys.executable, "-m", "tests.toy.run", "move", "karnak", *guard, f"float: {key}; rest: coin"]
    running = [subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    said = [process.communicate() for process in running]
    assert sorted(process.returncode for process in running) == [0, 1]
    assert any(b"This answers question" in err for _, err in said)
    assert shell(tmp_path, "check", "--replay").returncode == 0
