"""`pbem mod`, `pbem clock`, `pbem roster` on the command line: exit codes, JSON, and what is printed."""

from __future__ import annotations

import json

from tests.said import Pbem


def test_verbs_answer_in_words_and_in_json(game: Pbem) -> None:
    said = game("mod", "extend", "karnak", "ania", "2d", "--reason", "illness", "--json")
    assert said.code == 0 and said.json["verb"] == "extend" and list(said.json["due"]) == ["crane"]
    said = game("mod", "rule", "karnak", "--rule", "L1", "--option", "nights=2", "--reason", "as agreed")
    assert said.code == 0 and said.out == "Ruling 1. nights is 2 from now on.\n"
    said = game("mod", "process", "karnak", "--entry", "3", "--dry-run")
    assert said.code == 0 and said.out.endswith("Nothing was changed.\n")
    patch = b'[{"op": "replace", "path": "/wind", "value": 2}]'
    said = game("mod", "patch", "karnak", "-", "--reason", "misread", stdin=patch)
    assert said.code == 0 and said.out == "wind: 0 -> 2\n"
    log = game("log", "karnak").out
    assert "reason: illness" in log and "extend" in log


def test_refusals_have_their_exit_codes(game: Pbem) -> None:
    for code, args in (
        (1, ["mod", "pause", "karnak"]),  # no reason
        (1, ["mod", "extend", "karnak", "ania", "soon", "--reason", "x"]),
        (1, ["mod", "undo", "karnak", "9", "--reason", "x"]),
        (1, ["mod", "act", "karnak", "nobody", "bid: 1", "--reason", "x"]),
        (1, ["mod", "pause", "nowhere", "--reason", "x"]),
        (2, ["mod", "frobnicate", "karnak", "--reason", "x"]),
        (2, ["mod", "undo", "karnak", "soon", "--reason", "x"]),
    ):
        said = game(*args, "--json")
        assert said.code == code, (args, said)
        assert set(json.loads(said.out)["error"]) == {"kind", "message", "line", "expected", "rule"}


def test_the_clock_and_the_roster(game: Pbem) -> None:
    said = game("clock", "--json")
    assert said.code == 0 and said.json["forced"] == 0
    game("move", "karnak", "bid: 1", "--as", "ania")
    people = {person["name"]: person for person in game("roster", "--json").json["people"]}
    assert people["Ania"]["in_time"] == "1 of 1" and people["Ania"]["kept"] == "0 of 0"
    said = game("move", "karnak", "undo", "--as", "ania")
    assert said.code == 0 and "is taken back by entry 3" in said.out
    said = game("roster", "Ania", "--forget")
    assert said.code == 0 and "karnak" in said.out
    assert game("check", "--replay").code == 0
    assert game("list", "--json").json["games"][0]["bounces"] == ["crane"]
