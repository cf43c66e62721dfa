"""A game of Ankh under the moderator's verbs: patch, undo, a substitute, rules changed while it runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import PbemError
from pbem.engine.computers.computer import turn_text
from pbem.titles.ankh.components import default_raw
from tests.moderation.village import Village

PLAYERS = ["ra=Ania <ania@example.org>", "isis=Béla <bela@example.org>", "amun=Dora <dora@example.org>"]


def game(tmp_path: Path, **options: Any) -> Village:
    village = Village(tmp_path)
    village.new_game(PLAYERS, "nile", "ankh", first="ra", **options)
    return village


def turn(village: Village) -> str:
    """A turn of the greedy player for whoever is asked. Who it was."""
    play = village.desk.read("nile").play
    seat = next(iter(play.questions()))
    with village.desk.game("nile") as session:
        village.desk.take(session, seat, turn_text(play, seat, play.title.prefer))
    return seat


def table(village: Village) -> Any:
    return village.desk.read("nile").play.table


def test_a_patch(tmp_path: Path) -> None:
    """Followers that were forgotten; one that would break an invariant is refused unless forced."""
    village = game(tmp_path)
    village.mod("patch", json.dumps([{"op": "replace", "path": "/gods/ra/followers", "value": 7}]), game="nile")
    assert table(village).gods["ra"].followers == 7
    mail = " ".join(str(village.mails_to("ania")[-1].get_content()).split())
    assert "gods[ra].followers: 1 -> 7" in mail
    assert "guardians[" not in mail, "another order of what the patch does not name is no change"
    lost = json.dumps([{"op": "replace", "path": "/tokens", "value": {}}])
    with pytest.raises(PbemError, match="tokens"):
        village.mod("patch", lost, game="nile")
    village.audit("nile")


def test_an_undo(tmp_path: Path) -> None:
    """Back over two turns, and on with others."""
    village = game(tmp_path)
    before = table(village).model_dump_json()
    first = len(list(village.desk.read("nile").journal()))
    assert [turn(village), turn(village)] == ["ra", "isis"]
    village.mod("undo", str(first + 1), reason="a slip", game="nile")
    assert table(village).model_dump_json() == before
    assert turn(village) == "ra"
    village.audit("nile")


def test_a_substitute(tmp_path: Path) -> None:
    village = game(tmp_path)
    village.mod("substitute", "Béla", "Ewa <ewa@example.org>", reason="he left", game="nile")
    assert [turn(village), turn(village)] == ["ra", "isis"]
    assert {info.seat: info.player for info in village.game("nile").seats}["isis"] == "Ewa"
    village.audit("nile")


SWITCHES = {name: row for name, row in default_raw()["options"].items() if name != "scenario"}
"""Every switch that the tables list, but for the one that only the set-up reads."""


def test_the_switches_are_known() -> None:
    """A-PBEM-3, A-RUL-3, A-RUL-37, A-COMP-2"""
    assert list(SWITCHES) == ["conflict_mode", "control_optional", "bountiful_everywhere", "followers_limited"]


@pytest.mark.parametrize("option", SWITCHES)
def test_a_rule_is_changed_while_the_game_runs(tmp_path: Path, option: str) -> None:
    """Every switch to each of its other values, and back; begun with one of them as well. The game goes on."""
    first, *others = [word(value) for value in SWITCHES[option]["alternatives"]]
    village = game(tmp_path, **{option: first})
    assert word(getattr(table(village).options, option)) == first
    for value in (*others, word(SWITCHES[option]["value"]), first):
        village.mod("rule", f"{option}={value}", game="nile")
        assert word(getattr(table(village).options, option)) == value
    shown = " ".join(str(village.mails_to("ania")[-1].get_content()).split())
    value = {"true": "yes", "false": "no"}.get(first, first)
    assert f"{option} is {value} from now on" in shown, "as it is typed"
    assert [turn(village), turn(village)] == ["ra", "isis"]
    village.audit("nile")


def word(value: object) -> str:
    return str(value).lower()


@pytest.mark.parametrize("option", ["scenario=old-kingdom", "first=isis", "guardians=satet"])
def test_what_only_the_set_up_decides(tmp_path: Path, option: str) -> None:
    """A-SETUP-5, A-SETUP-1, A-SETUP-6: too late once the pieces lie there, so it is refused."""
    village = game(tmp_path)
    before = table(village).model_dump_json()
    with pytest.raises(PbemError, match="decides how the table is laid, and it is laid with"):
        village.mod("rule", option, game="nile")
    assert table(village).model_dump_json() == before
