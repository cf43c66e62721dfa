"""Computers at the table: one takes a person's place and gives it back, and none is ever waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.archive.importing import import_record
from pbem.archive.models import PUBLIC, RECORD, Variant
from pbem.archive.stats import collect
from pbem.archive.stored import archive_of
from pbem.archive.verify import verify
from pbem.core.errors import Refused
from pbem.store.checking import Loaded
from pbem.store.files import load_game
from tests.moderation.village import Village


@pytest.fixture
def village(tmp_path: Path) -> Village:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    return village


def substituted(village: Village, by_mail: bool, seat: str, who: str, reason: str) -> None:
    if by_mail:
        assert village.reply("kasia", f"mod substitute {seat} {who} reason: {reason}").verdict == "COUNTED"
    else:
        village.mod("substitute", seat, *who.split(), reason=reason)


@pytest.mark.parametrize("by_mail", [False, True])
def test_a_computer_takes_a_seat_and_gives_it_back(village: Village, by_mail: bool, tmp_path: Path) -> None:
    """It answers what is open at once and is mailed nothing; who comes after it is asked like anybody."""
    village.reply("bela", "orders rest: coin")
    substituted(village, by_mail, "heron", "computer", "he left")
    game = village.game()
    assert game.person("heron") == "Computer" and [info.seat for info in game.automata()] == ["heron"]
    assert "heron" not in game.deadlines and "heron" not in game.orders
    played = [entry for entry in game.recent if entry.by == "computer"]
    assert [entry.seat for entry in played] == ["heron"], "the bid that was asked of it"
    assert "Computer takes over heron from Béla: he left" in village.text("zaneta")
    assert "another player now" in str(village.last("bela")["Subject"])
    mails = len(village.out())
    village.bids()
    while "crane" not in village.game().deadlines:
        village.turn()
    assert not any("heron" in str(mail["To"]) for mail in village.out()[mails:])
    village.audit()
    substituted(village, by_mail, "heron", "Ewa <ewa@example.org>", "she takes over")
    game = village.game()
    assert game.person("heron") == "Ewa" and not game.automata()
    assert "You now hold the seat heron" in village.text("ewa")
    while village.game().status == "running":
        village.turn()
    assert any(entry.seat == "heron" and entry.by == "player" for entry in village.desk.read("river").journal())
    village.audit()
    full, _ = archive_of(load_game(village.home, "river"))
    (tmp_path / "river.zip").write_bytes(full)
    figures = collect([tmp_path / "river.zip"]).data()
    assert figures["games"][0]["automata"] == ["heron"], "a machine has played in it"
    assert list(figures["titles"]) == ["toy (alone or with automata)"] and figures["players"]["Ania"]["games"] == 0


def test_archives_and_records_know_the_computer(village: Village) -> None:
    from pbem.archive.container import read_zip

    village.mod("substitute", "heron", "computer", reason="he left")
    while village.game().status == "running":
        village.turn()
    loaded = load_game(village.home, "river")
    for kind in (Variant(), PUBLIC, Variant(anonymous=True)):
        made, _ = archive_of(loaded, kind)
        assert not [check for check in verify(made) if check.passed is False]
    record = read_zip(archive_of(loaded)[0])[RECORD].decode()
    assert '[Automaton "heron" "Computer"' in record
    again = import_record(record, game_id="again", seed=bytes(32), now=village.desk.now(), tables=digests(loaded))
    assert [info.seat for info in again.game.automata()] == ["heron"]
    assert again.game.table.model_dump_json() == loaded.game.table.model_dump_json()


def digests(loaded: Loaded) -> dict[str, dict[str, object]]:
    return {loaded.game.rules.data: loaded.tables}


def test_what_cannot_be(village: Village, tmp_path: Path) -> None:
    village.mod("substitute", "heron", "computer", reason="he left")
    with pytest.raises(Refused, match="A computer holds heron already"):
        village.mod("substitute", "heron", "computer", reason="again")
    village.mod("substitute", "otter", "computer", reason="she left")
    assert {info.player for info in village.game().automata()} == {"Computer", "Second computer"}
    before = village.stored()
    with pytest.raises(Refused, match="No other person plays"):
        village.mod("substitute", "crane", "computer", reason="all left")
    said = village.mod("substitute", "heron", "Ewa", "<ewa@example.org>", reason="a dry run", dry_run=True)
    assert "Ewa would hold heron in place of Computer" in said.text and village.stored() == before
    assert village.desk.roster().find("Ewa") is None
    alone = Village(tmp_path / "alone")
    alone.new_game(["Ania <ania@example.org>"], game="nile", title="tekhenu")
    own = next(info.seat for info in alone.game("nile").automata())
    with pytest.raises(Refused, match="by the rules of"):
        alone.mod("substitute", own, "Ewa", "<ewa@example.org>", game="nile")


@pytest.mark.parametrize("by_mail", [False, True])
def test_after_an_undo_a_computer_plays_on_by_itself(tmp_path: Path, by_mail: bool) -> None:
    village = Village(tmp_path / "home")
    village.new_game(["Ania <ania@example.org>", "Béla <bela@example.org>", "computer"], nights=2, turn="3d")
    village.bids()
    while not (played := [e.n for e in village.desk.read("river").journal() if e.by == "computer" and e.n > 4]):
        village.turn()
    if by_mail:
        assert village.reply("kasia", f"mod undo {played[0]} reason: it was misread").verdict == "COUNTED"
    else:
        said = village.mod("undo", str(played[0]), reason="it was misread").text
        assert f"the undo is entry {village.game().entry - 1}" in said, "behind it the computer has moved"
    game = village.game()
    assert game.moderation.undone[0] == played[0]
    after = [entry for entry in village.desk.read("river").journal() if entry.n > max(game.moderation.undone)]
    assert [entry.kind for entry in after[:2]] == ["undo", "move"] and after[1].by == "computer"
    assert set(game.deadlines) and not set(game.deadlines) & {info.seat for info in game.automata()}
    village.audit()
    while village.game().status == "running":
        village.turn()
    village.audit()


@pytest.mark.parametrize("by_mail", [False, True])
def test_an_undo_is_taken_back_behind_a_computers_own_move(tmp_path: Path, by_mail: bool) -> None:
    """What the computer played at once, because it was asked, does not stand between an undo and its redo."""
    village = Village(tmp_path / "home")
    village.new_game(["Ania <ania@example.org>", "Béla <bela@example.org>", "computer"], nights=2, turn="3d")
    village.bids()
    while not (played := [e.n for e in village.desk.read("river").journal() if e.by == "computer" and e.n > 4]):
        village.turn()
    before = village.game().table.model_dump_json()
    village.mod("undo", str(played[0]), reason="it was misread")
    moved = village.game().entry
    if by_mail:
        assert village.reply("kasia", "mod redo reason: it was not").verdict == "COUNTED"
    else:
        village.mod("redo", reason="it was not")
    game = village.game()
    assert game.table.model_dump_json() == before
    assert moved in game.moderation.undone and played[0] not in game.moderation.undone
    village.audit()
    village.turn()
    with pytest.raises(Refused, match="only right after an undo"):
        village.mod("redo", reason="again")
    while village.game().status == "running":
        village.turn()
    village.audit()
