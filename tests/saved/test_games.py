"""Games that earlier builds saved: they load, replay with every hash unchanged, and go on."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.cli.check import check_one
from pbem.engine.gamefile import Entry
from pbem.engine.journal import events_for
from pbem.store.files import dump_game, load_game
from pbem.store.journals import line_of
from pbem.store.roster import changing_roster
from tests.moderation.village import Village
from tests.saved.homes import HERE, HOMES, MANIFEST, SETS, all_games, copied, digests_of, games_of, standing
from tests.saved.maker import Hand

GAMES = all_games()
FURTHER = 5
"""Submissions that a saved game is played on by."""
TO_THE_END = {"last-decree", "off-turn"}
MANY = 60


def history_of(build: str, home: str, game: str) -> list[Path]:
    return sorted((HERE / build / home / "games" / "history" / game).glob("[0-9]*.json"))


def lines_of(village: Village, game: str) -> list[bytes]:
    return load_game(village.home, game).journal.read_bytes().splitlines(keepends=True)


def sound(village: Village, game: str) -> None:
    report = check_one(village.desk, game, replay=True)
    assert report["sound"] and report["replayed"], report


def play_on(village: Village, game: str, hand: Hand, most: int = FURTHER) -> int:
    """So many submissions by computer; how many there were before the game ended."""
    for n in range(most):
        session = village.desk.read(game)
        if session.game.status != "running":
            return n
        village.later(hours=1)
        seat = next(iter(session.play.questions()))
        with village.desk.game(game) as session:
            village.desk.take(session, seat, hand.text(session.play, seat))
        if session.game.moderation.notes.get("pending"):
            village.tick(hours=13)  # the clock looks at every game of the home: once is enough
            return n + 1
    return most


# -- what was saved stays ------------------------------------------------------------------------------------------


def test_every_set_is_listed() -> None:
    """No set is forgotten, none is dropped."""
    there = {path.name for path in HERE.iterdir() if path.is_dir() and not path.name.startswith("__")}
    assert there == set(SETS)


@pytest.mark.parametrize("build", SETS)
def test_nothing_that_was_saved_is_rewritten(build: str) -> None:
    """History is never rewritten: every file of a set is as its build wrote it, byte for byte."""
    manifest = (HERE / build / MANIFEST).read_text(encoding="utf-8")
    assert sha256(manifest.encode()).hexdigest() == SETS[build]
    assert digests_of(HERE / build) == manifest


@pytest.mark.parametrize(("build", "home", "game"), GAMES)
def test_a_saved_game_replays_with_every_hash(build: str, home: str, game: str) -> None:
    """Played again from its set-up, every draw and entry compared."""
    sound(standing(build, home), game)


@pytest.mark.parametrize(("build", "home", "game"), GAMES)
def test_a_saved_game_is_written_as_it_was_read(build: str, home: str, game: str) -> None:
    """Byte for byte, game file and journal: a field that is new is left out while it is empty."""
    village = standing(build, home)
    loaded = load_game(village.home, game)
    assert dump_game(loaded.game) == loaded.path.read_bytes()
    for line in lines_of(village, game):
        assert line_of(Entry.model_validate_json(line)) == line


def test_another_answer_in_a_saved_journal_is_noticed(tmp_path: Path) -> None:
    """The replay is no formality."""
    village = copied("653b68f", "tekhenu", tmp_path)
    journal = load_game(village.home, "last-decree").journal
    lines = lines_of(village, "last-decree")
    entry = json.loads(lines[20])
    entry["answers"][0]["source"] = "clock"
    lines[20] = json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    journal.write_bytes(b"".join(lines))
    assert not check_one(village.desk, "last-decree", replay=True)["sound"]


@pytest.mark.parametrize(("build", "home", "game"), [one for one in GAMES if history_of(*one)])
def test_earlier_states_are_those_of_the_journal(build: str, home: str, game: str, tmp_path: Path) -> None:
    """What `games/history` kept is what the journal, played again, comes to."""
    village = copied(build, home, tmp_path)
    for path in history_of(build, home, game):
        kept = village.desk.at(game, int(path.stem)).game.table.model_dump_json()
        (village.home.history_folder(game) / path.name).unlink()
        assert village.desk.at(game, int(path.stem)).game.table.model_dump_json() == kept


@pytest.mark.parametrize(("build", "home"), HOMES)
def test_a_journal_that_was_torn_is_mended_from_its_game(build: str, home: str, tmp_path: Path) -> None:
    """The last lines of a journal need not have reached the disk: the game file has them."""
    village = copied(build, home, tmp_path)
    for game in games_of(build, home)[::5]:
        journal = load_game(village.home, game).journal
        whole = journal.read_bytes()
        journal.write_bytes(whole[: -len(whole.splitlines()[-1]) // 2])
        sound(village, game)
        if village.game(game).status == "running":
            village.mod("announce", "mended", game=game)
            assert journal.read_bytes().startswith(whole)


@pytest.mark.parametrize(("build", "home", "game"), GAMES)
def test_a_saved_game_can_be_looked_at(build: str, home: str, game: str) -> None:
    """Board, hand and history, for a spectator and every seat: every event ever told still has its words."""
    village = standing(build, home)
    session = village.desk.read(game)
    title, table, data = session.title, session.play.table, session.play.data
    entries = list(session.journal())
    for reader in (None, *table.seats):
        view = title.view(table, reader)
        assert title.summary(view, data) and (title.own(view, data) or reader is None)
        lines = [title.line(event, reader) for entry in entries for event in events_for(entry, reader)]
        assert any(lines) or game in ("deadline", "late", "stopped", "decrees", "luxor", "dendera", "bids", "moving")


@pytest.mark.parametrize(("build", "home"), HOMES)
def test_the_roster_is_written_as_it_was_read(build: str, home: str, tmp_path: Path) -> None:
    village = copied(build, home, tmp_path)
    path = village.home.roster_path
    before = path.read_bytes()
    with changing_roster(village.home) as roster:
        roster.people[0].plain = not roster.people[0].plain
    assert path.read_bytes() != before
    with changing_roster(village.home) as roster:
        roster.people[0].plain = not roster.people[0].plain
    assert path.read_bytes() == before


# -- and goes on ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("build", "home", "game"), [one for one in GAMES if one[2] not in ("over", "stopped")])
def test_a_saved_game_goes_on(build: str, home: str, game: str, tmp_path: Path) -> None:
    """Through whatever stands open; what was recorded before stays as it was, and the whole replays."""
    village = copied(build, home, tmp_path)
    before = lines_of(village, game)
    if village.game(game).status == "paused":
        village.mod("resume", game=game, reason="back again")
    played = play_on(village, game, Hand(game, greedy=True), MANY if game in TO_THE_END else FURTHER)
    after = village.game(game)
    assert played and after.entry > len(before)
    assert lines_of(village, game)[: len(before)] == before
    if game in TO_THE_END:
        assert after.status == "finished" and village.home.finished.joinpath(f"{game}.zip").is_file()
    sound(village, game)


@pytest.mark.parametrize(("build", "home"), HOMES)
def test_the_whole_home_is_sound(
    build: str, home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As `pbem check` says, with the pinned tables and everything around the games; looking changes no byte."""
    from pbem.cli import main

    village = copied(build, home, tmp_path)
    before = digests_of(village.home.root)
    monkeypatch.setenv("PBEM_HOME", str(village.home.root))
    assert main(["check", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert sorted(report["game"] for report in said["checked"]) == games_of(build, home)
    assert digests_of(village.home.root) == before
    assert main(["list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["games"]
    listed = {row["id"]: row["entry"] for row in rows if row["status"] != "invited"}
    assert listed == {game: village.game(game).entry for game in games_of(build, home)}
