"""What a game costs in mails: one a turn, and at most one a player for each Conflict (A-PBEM-1, A-PBEM-3)."""

from __future__ import annotations

import pytest

from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.titles.ankh import TITLE

CONFLICTS = 5


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("ahead", [False, True], ids=["called", "ahead"])
def test_a_conflict_costs_at_most_one_mail_a_player(players: int, ahead: bool) -> None:
    """Beside turns nobody is asked anything but for an order, five times at most; with orders on file, nothing. What
    computers send again or propose to a partner, nobody asked for."""
    report = play_game(TITLE, players, "mails", chooser="greedy", ahead=ahead, checks=NO_CHECKS)
    asked: dict[str, set[int]] = {seat: set() for seat in report.game.table.seats}
    conflict = turns = 0
    for entry in report.entries:
        conflict += sum(event.kind == "conflict_began" for event in entry.events)
        if entry.kind != "move" or entry.by != "player" or entry.answers[0].name == "action":
            turns += entry.kind == "move" and entry.by == "player"
            continue
        assert {answer.name for answer in entry.answers} <= {"order", "claws"}
        if "proposes" not in entry.note and entry.seat is not None:
            asked[entry.seat].add(conflict)
    assert conflict <= CONFLICTS
    assert report.submissions - report.unasked - turns == sum(map(len, asked.values()))  # once each
    assert all(len(times) <= CONFLICTS for times in asked.values())
    if ahead:
        assert sum(map(len, asked.values())) <= players  # where an order did not heed what was announced
