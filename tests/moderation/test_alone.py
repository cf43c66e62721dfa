"""Games that one person plays: no clock unless asked for, no figures, undo at will; and a solo game under the verbs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import PbemError, Refused
from pbem.core.kept import text_of
from pbem.engine.computers.computer import turn_text
from pbem.engine.gamefile import Entry
from tests.moderation.village import Village

ANIA = ["Ania <ania@example.org>"]
WITH_COMPUTERS = [*ANIA, "computer", "computer"]


def solo(tmp_path: Path, **options: Any) -> Village:
    village = Village(tmp_path)
    village.new_game(ANIA, "nile", "tekhenu", difficulty="hard", **options)
    return village


def turn(village: Village, game: str = "nile", seat: str = "orange") -> str:
    """A turn of the greedy player for whoever plays alone. What was sent."""
    play = village.desk.read(game).play
    text = turn_text(play, seat, play.title.prefer)
    with village.desk.game(game) as session:
        village.desk.take(session, seat, text)
    return text


def entries(village: Village, game: str = "nile") -> list[Entry]:
    return list(village.desk.read(game).journal())


# -- the clock and the figures -----------------------------------------------------------------------------------------


def test_no_deadline_unless_asked_for(tmp_path: Path) -> None:
    village = solo(tmp_path)
    game = village.game("nile")
    assert game.alone and game.untimed and game.deadlines["orange"].due is None
    mail = village.text("ania")
    assert "no deadline" in mail.lower()
    before = len(village.out())
    assert not any(run.reminded or run.late for run in village.wait(60))
    assert len(village.out()) == before and village.game("nile").deadlines["orange"].due is None
    turn(village)
    assert village.game("nile").deadlines["orange"].due is None
    with pytest.raises(Refused, match="has no deadlines"):
        village.mod("extend", "2d", game="nile")


@pytest.mark.parametrize("option", [{"turn": "3d"}, {"on_late": "default"}])
def test_a_clock_that_was_asked_for(tmp_path: Path, option: dict[str, str]) -> None:
    village = solo(tmp_path, **option)
    game = village.game("nile")
    assert not game.untimed and game.deadlines["orange"].due is not None
    assert sum(run.reminded for run in village.wait(8)) > 0


def test_two_people_have_a_clock_as_always(tmp_path: Path) -> None:
    village = Village(tmp_path)
    village.new_game()
    assert all(deadline.due for deadline in village.game().deadlines.values())


@pytest.mark.parametrize("clock", [{}, {"turn": "1d"}])
def test_games_alone_count_in_no_figure(tmp_path: Path, clock: dict[str, str]) -> None:
    """Turns neither in time nor late, seats neither held nor kept."""
    village = Village(tmp_path)
    village.new_game(WITH_COMPUTERS, **clock)
    assert village.game().alone
    if clock:
        village.wait(3)
    while village.desk.read("river").game.status == "running":
        turn(village, "river", "crane")
    village.tick(hours=1)
    person = village.desk.roster().find("Ania")
    assert person is not None and person.figures() == (0, 0, 0, 0, 0)
    assert [(tenure.due, tenure.excused) for tenure in village.desk.read("river").game.moderation.tenures] == [(0, 0)]


# -- undo --------------------------------------------------------------------------------------------------------------


def test_undo_is_granted_and_draws_the_same(tmp_path: Path) -> None:
    """Although the bot's turn brought something to light; the record says so, and the same answer is followed by the
    same draws."""
    village = solo(tmp_path)
    turn(village), turn(village)
    sent = turn(village)
    first = entries(village)[-1]
    assert first.chance and any(event.kind == "solo/took" for event in first.events)
    handled = village.reply("ania", "undo")
    assert handled.verdict == "COUNTED"
    undone = entries(village)[-1]
    assert (undone.kind, undone.by, undone.note["draws"], undone.note["entries"]) == (
        "undo", "player", "same", [first.n],
    )  # fmt: skip
    assert text_of(undone.note["reason"]) == (
        f"orange plays alone and takes it back; what came to light in entry {first.n} is known; the same draws follow"
    )
    with village.desk.game("nile") as session:
        village.desk.take(session, "orange", sent)
    again = entries(village)[-1]
    assert (again.chance, again.events) == (first.chance, first.events)
    village.reply("ania", f"undo {entries(village)[1].n}")
    assert entries(village)[-1].note["before"] == entries(village)[1].n
    village.audit("nile")


def test_undo_against_computer_players_too(tmp_path: Path) -> None:
    village = Village(tmp_path)
    village.new_game(WITH_COMPUTERS)
    turn(village, "river", "crane")
    count = len(entries(village, "river"))
    assert village.reply("ania", "undo").verdict == "COUNTED"
    assert len(entries(village, "river")) > count and entries(village, "river")[count].kind == "undo"


# -- the verbs on a solo game ------------------------------------------------------------------------------------------


def test_switches_by_a_ruling(tmp_path: Path) -> None:
    """T-BOT-RUL-5, RUL-50: those that still decide something may be set; who sits at the table stays."""
    village = solo(tmp_path)
    for option in ("bot_decree_vp=8", "bot_blocked_action_vp=0"):
        village.mod("rule", game="nile", option=option, rules=["T-BOT-RUL-5"])
    options = village.game("nile").options
    assert (options["bot_decree_vp"], options["bot_blocked_action_vp"]) == (8, 0)
    village.mod("rule", game="nile", option="bot_decree_vp=4", rules=["T-BOT-RUL-5"])
    assert village.desk.read("nile").play.table.live.options.bot_decree_vp == 4
    with pytest.raises(PbemError, match="5"):
        village.mod("rule", game="nile", option="bot_decree_vp=5")
    with pytest.raises(Refused, match="difficulty decides how the table is laid, and it is laid with"):
        village.mod("rule", game="nile", option="difficulty=easy", rules=["T-BOT-LEVEL-1"])
    late = village.mod("rule", game="nile", option="bot_start_scribes=0", rules=["RUL-49"])
    assert "nothing changes in this game" in late.text
    turn(village)
    village.audit("nile")


def test_a_correction(tmp_path: Path) -> None:
    village = solo(tmp_path)
    patch = [{"op": "replace", "path": "/players/violet/vp", "value": 20}]
    village.mod("patch", json.dumps(patch), game="nile")
    assert village.game("nile").table.players["violet"].vp == 20
    tiles = [{"op": "replace", "path": "/parts/solo/pyramid/0", "value": "gold"}]
    with pytest.raises(Refused, match=r"parts\.solo\.pyramid"):
        village.mod("patch", json.dumps(tiles), game="nile")
    village.audit("nile")
