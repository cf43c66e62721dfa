"""What every title must hold for a game that goes on after its end: piles are shuffled anew, hands are all listed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbem.archive.build import archive_bytes
from pbem.archive.verify import passed, verify
from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.table import Live, Table
from pbem.core.titles import Title
from pbem.engine.adjudication.patch import differences
from pbem.engine.adjudication.undoing import plan_undo, undo
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz
from pbem.engine.play import Play
from pbem.engine.replay import Replayer
from tests.conformance.titles import TABLES, Kind, played

LATER = datetime(2026, 6, 1, tzinfo=UTC)
LONG = 6
"""Things in a pile that cannot come out of a shuffle in their old places by luck (with the seeds used here)."""


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from texts(part)


def copied(title: Title, table: Table, seed: bytes) -> Table:
    """The table as a reopened game has it: another seed, and draws that were never made."""
    copy = title.table_model.model_validate_json(table.model_dump_json())
    live: Live = table.live
    copy.live = live.anew(SeedChance(seed, "reopened"))
    copy.epoch = table.epoch + 1
    return copy


def document(table: Table) -> dict[str, Any]:
    return table.model_dump(mode="json", exclude={"counters", "epoch"})


def look(fuzz: Fuzz) -> None:
    """The laws, at one stop of a game."""
    title, table = fuzz.title, fuzz.table
    copy = copied(title, table, b"\1" * 32)
    listed = {seat: list(held) for seat, held in title.expose(copy).items()}
    assert title.problems(copy) == []
    there = set(texts(document(table)))
    known = set(texts(title.view(table, None).model_dump(mode="json")))
    questions = Run(copied(title, table, b"\1" * 32))
    questions.advance()
    for seat in table.seats:
        mine = set(texts(title.view(table, seat).model_dump(mode="json")))
        asked = questions.questions().get(seat)
        mine |= set(asked.options) if asked is not None and asked.private else set()
        assert (mine & there) - known <= set(listed.get(seat, [])), f"{seat} holds what is not listed"
    title.refresh(copy)
    assert title.problems(copy) == []
    before, after = document(table), document(copy)
    for path in hidden_piles(title, table):
        assert at(before, path) != at(after, path), f"{path} lies as the end had shown it"
        assert sorted(at(before, path)) == sorted(at(after, path))
    again = copied(title, copy, b"\1" * 32)
    again.epoch, again.counters = table.epoch + 1, dict(table.counters)
    title.refresh(again)
    assert document(again) == after, "the new order hangs on the old one"


def hidden_piles(title: Title, table: Table) -> set[str]:
    """Lists on the table whose things nobody may know, by exchanging what a spectator does not know; hands are short
    or belong to somebody, and are listed."""
    live: Live = table.live
    other = live.anew(SeedChance(b"\2" * 32, "other"))
    now = document(table)
    exchanged = document(title.reshuffle(table, None, other))
    places = {re.sub(r"\[[^\]]*\]$", "", path) for path, _, _ in differences(now, exchanged)}
    owned = {held for cards in title.expose(copied(title, table, b"\3" * 32)).values() for held in cards}
    piles = {place for place in places if isinstance(at(now, place), list) and len(at(now, place)) >= LONG}
    return {place for place in piles if not owned & set(at(now, place))}


def at(value: Any, path: str) -> Any:
    for name, number in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path):
        value = value[name] if name else value[int(number)]
    return value


@pytest.mark.parametrize("kind", TABLES)
def test_piles_are_shuffled_and_hands_listed_at_every_stop(kind: Kind, tmp_path: Path) -> None:
    stops = 0

    def watch(fuzz: Fuzz) -> None:
        nonlocal stops
        stops += 1
        if stops % 7 == 1:
            look(fuzz)

    played(tmp_path, kind, "reopened", checks=NO_CHECKS, watch=watch)
    assert stops > 7


@pytest.mark.parametrize("kind", TABLES[:1] + TABLES[-1:])
def test_a_game_reopened_in_its_middle_is_played_to_another_end_and_verifies(kind: Kind, tmp_path: Path) -> None:
    report = played(tmp_path, kind, "middle", checks=NO_CHECKS)
    title, game, raw = kind.title, report.game, kind.raw()
    replayer = Replayer(game, title, raw)
    replayer.run(report.entries)
    moves = [entry.n for entry in report.entries if entry.kind == "move"]
    play = Play(game, title, title.prepare(raw))
    game.recent = list(report.entries)
    plan = plan_undo(play, report.entries, moves[len(moves) // 2])
    entry = undo(play, plan, replayer.states.__getitem__, LATER, "once more", seed=b"\7" * 32)
    then = title.table_model.model_validate_json(replayer.states[plan.before - 1])
    then.live = play.table.live
    assert entry.note["known"] == {seat: list(held) for seat, held in title.expose(then).items() if held}
    while game.status == "running":
        seat = next(iter(play.questions()))
        play.submit(seat, "", LATER, filler=title.prefer)
    checks = verify(archive_bytes(game, game.recent, raw))
    assert passed(checks), [check.line() for check in checks]
