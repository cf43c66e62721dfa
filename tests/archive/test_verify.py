"""Verification finds every forgery and says where."""

from __future__ import annotations

import os
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import pbem.archive.build as building
from pbem.archive.checks import chained_end
from pbem.archive.container import join, pack, read_zip
from pbem.archive.models import PublicGame
from pbem.archive.opening import Opened
from pbem.archive.page import Shows
from pbem.archive.verify import passed, verify
from pbem.engine.gamefile import Entry
from tests.archive.forge import failure, remade, with_entries, with_game, with_member
from tests.archive.games import archived, finished, moderated

Forgery = Callable[[Opened, Shows], None]
ALL = ["full", "public", "full-anonymous", "public-anonymous"]


@pytest.mark.parametrize("variant", ALL)
def test_a_sound_archive_passes(variant: str) -> None:
    checks = verify(archived(variant))
    assert passed(checks), [check.line() for check in checks]
    made = {check.name for check in checks if check.passed}
    assert made >= {"zip", "checksums", "schema", "chain", "texts", "page"}
    if variant.startswith("full"):
        assert made >= {"seed", "draws", "moves", "tables", "score"}


@pytest.mark.parametrize("variant", ["full", "public"])
def test_a_moderated_running_game_passes(variant: str) -> None:
    checks = verify(moderated().archive(variant))
    assert passed(checks), [check.line() for check in checks]


def test_redrawing_a_title_with_pictures() -> None:
    checks = verify(finished("tekhenu", 2).archive())
    assert passed(checks), [check.line() for check in checks]
    assert "boards" in next(check.text for check in checks if check.name == "page")


def swap(entries: list[Entry]) -> list[Entry]:
    entries[1], entries[2] = entries[2], entries[1]
    return entries


def other_wind(entries: list[Entry]) -> list[Entry]:
    draw = next(draw for entry in entries for draw in entry.chance)
    draw.value = (draw.value or 0) ^ 1
    return entries


def other_deck(entries: list[Entry]) -> list[Entry]:
    assert entries[0].secret is not None
    order = entries[0].secret.chance[0].order
    assert order is not None
    order[0], order[1] = order[1], order[0]
    return entries


def other_answer(entries: list[Entry]) -> list[Entry]:
    entry = next(e for e in entries if any(a.name == "rest" and a.keys == ["coin"] for a in e.answers))
    next(a for a in entry.answers if a.name == "rest").keys = ["draw"]
    return entries


def other_event(entries: list[Entry]) -> list[Entry]:
    event = next(event for entry in entries for event in entry.events if event.kind == "wind")
    event.data["strength"] = 9
    return entries


def other_state(entries: list[Entry]) -> list[Entry]:
    assert entries[4].secret is not None
    entries[4].secret.state = "0" * 64
    return entries


def other_salt(entries: list[Entry]) -> list[Entry]:
    assert entries[4].secret is not None
    entries[4].secret.salt = "0" * 64
    return entries


def other_told_result(entries: list[Entry]) -> list[Entry]:
    entries[-1].note["result"]["scores"]["crane"] += 1
    return entries


@pytest.mark.parametrize(
    ("forgery", "check", "place"),
    [
        (other_told_result, "score", "journal.jsonl: the result it tells is not the one reached"),
        (swap, "tables", "entry 2: the table after it is not the recorded one"),
        (other_wind, "draws", "its draws are not those of the seed (wind number 0)"),
        (other_deck, "draws", "entry 1: its draws are not those of the seed (deck number 0)"),
        (other_event, "moves", "played again, other things happen"),
        (other_state, "tables", "entry 5: the table after it is not the recorded one"),
        (other_salt, "tables", "entry 5: its salt is not made from the seed"),
        (lambda entries: entries[:-1], "tables", "game.json: table"),
        (lambda entries: entries[1:], "schema", "tables/: the journal names 0 sets of tables"),
        (other_answer, "moves", "played again"),
    ],
)
def test_a_journal_with_a_chain_of_its_own(forgery: object, check: str, place: str) -> None:
    """The forger makes chain, head and checksums fit; the replay finds it all the same."""
    found = failure(with_entries(archived(), forgery))  # type: ignore[arg-type]
    assert (found.name, place in found.text) == (check, True), found.line()


def test_a_chain_that_was_not_made_to_fit() -> None:
    lines = {
        b'"keys":["coin"]': b'"keys":["draw"]',
        b'"by":"player"': b'"by":"moderator"',
    }
    for old, new in lines.items():
        found = failure(with_member(archived(), "journal.jsonl", lambda raw, o=old, n=new: raw.replace(o, n, 1)))  # type: ignore[misc]
        assert found.name == "chain" and "its text does not fit its hash" in found.text

    def reorder(raw: bytes) -> bytes:
        rows = raw.splitlines(keepends=True)
        return b"".join([rows[0], rows[2], rows[1], *rows[3:]])

    found = failure(with_member(archived("public"), "journal.jsonl", reorder))
    assert found.name == "chain" and "entry 2: the journal has entry 3 in its place" in found.text


@pytest.mark.parametrize(
    ("place", "value", "check"),
    [
        (("moderation", "result", "scores", "crane"), 99, "score"),
        (("moderation", "result", "text"), "The river forgets.", "score"),
        (("moderation", "undone"), [3], "chain"),
        (("status",), "running", "score"),
        (("seed",), "00" * 32, "seed"),
        (("seed_commitment",), "0" * 64, "chain"),
        (("rules", "chance"), "seed", "chain"),
        (("rules", "version"), "2", "chain"),
        (("options", "nights"), 2, "chain"),
        (("options", "turn"), "3d", "texts"),
        (("table", "points", "crane"), 99, "tables"),
        (("seats", 0, "player"), "Mallory", "texts"),
        (("seats", 0, "since"), 4, "texts"),
        (("head",), "0" * 64, "schema"),
        (("title",), "chess", "schema"),
        (("id",), "other", "schema"),
        (("format",), 7, "schema"),
        (("entry",), -1, "schema"),
        (("outbox",), [{"id": "x", "seat": "crane", "kind": "news", "entry": 1}], "schema"),
    ],
)
def test_a_changed_game_file(place: tuple[object, ...], value: object, check: str) -> None:
    def change(document: object) -> None:
        for key in place[:-1]:
            document = document[key]  # type: ignore[index]
        document[place[-1]] = value  # type: ignore[index]

    found = failure(with_game(archived(), change))
    assert found.name == check, found.line()


def other_result(opened: Opened, shows: Shows) -> None:
    assert opened.game.moderation.result is not None
    opened.game.moderation.result["scores"]["orange"] = 99
    shows.sights[-1].scores["orange"] = 99


def other_status(opened: Opened, shows: Shows) -> None:
    opened.game.status, opened.game.moderation.result = "running", None


def other_last_scores(opened: Opened, shows: Shows) -> None:
    shows.sights[-1].scores["orange"] += 1


def other_last_board(opened: Opened, shows: Shows) -> None:
    shows.sights[-1].picture = shows.sights[-1].picture.replace("O</text>", "B</text>", 1)
    shows.sights[-1].text = shows.sights[-1].text.replace("1", "2", 1)


def other_view(opened: Opened, shows: Shows) -> None:
    assert isinstance(opened.game, PublicGame)
    opened.game.view["rotation"] += 1


def no_view(opened: Opened, shows: Shows) -> None:
    assert isinstance(opened.game, PublicGame)
    opened.game.view = {}


def other_rule(opened: Opened, shows: Shows) -> None:
    shows.rules["T-MAAT-4"] = "Everybody loses."


@pytest.mark.parametrize(
    ("forgery", "place"),
    [
        (other_result, "game.json: moderation.result: by the journal the result is"),
        (other_status, "game.json: status: running is not finished"),
        (other_last_scores, "the scores shown are not those of the journal"),
        (other_last_board, "the board shown is not that of the journal"),
        (other_view, "game.json: view: it is not the one that the journal tells of"),
        (no_view, "game.json: view: it is not the one that the journal tells of"),
        (other_rule, "page.html: the rules it explains are not ours"),
    ],
)
def test_a_public_copy_with_every_text_made_to_fit(forgery: Forgery, place: str) -> None:
    """What the chain, the last view and our own texts prove, they prove without the secrets."""
    found = failure(remade(finished("tekhenu", 2).archive("public"), forgery))
    assert place in found.text, found.line()


@pytest.mark.parametrize("variant", ["full", "public"])
def test_a_board_in_the_middle(variant: str) -> None:
    """All boards are drawn again: of a full copy from the replay, of a public one from its views."""

    def change(opened: Opened, shows: Shows) -> None:
        shows.sights[5].text = shows.sights[5].text.replace("1", "2", 1)

    found = failure(remade(finished("tekhenu", 2).archive(variant), change))
    assert (found.name, found.text) == ("page", "page.html: entry 6: the board shown is not that of the journal")


def test_the_end_is_in_the_chain() -> None:
    """The entry that ends a game tells its result, also when a redo ends it again."""
    played = finished("tekhenu", 2)
    assert played.entries[-1].note["result"] == played.game.moderation.result
    assert not any("result" in entry.note for entry in played.entries[:-1])
    assert chained_end(played.entries) == ("finished", played.game.moderation.result)


@pytest.mark.parametrize("name", ["record.txt", "news.txt", "press.txt", "page.html", "report.txt", "archive.json"])
@pytest.mark.parametrize("variant", ["full", "public"])
def test_a_changed_text(name: str, variant: str) -> None:
    def change(raw: bytes) -> bytes:
        at = len(raw) // 2
        while not chr(raw[at]).isalpha():
            at += 1
        return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]

    found = failure(with_member(archived(variant), name, change))
    assert name in found.text, found.line()


def test_members_that_do_not_belong() -> None:
    from tests.archive.forge import refit

    members = read_zip(archived())
    assert "virus.exe: this member does not belong here" in failure(refit({**members, "virus.exe": b"MZ"})).text
    less = {name: raw for name, raw in members.items() if name != "news.txt"}
    assert failure(refit(less)).text == "news.txt: this member is missing"
    less = {name: raw for name, raw in members.items() if not name.startswith("tables/")}
    assert failure(refit(less)).name == "schema"


def test_another_build_is_verified_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Years later the texts come out otherwise; moves, draws, hashes, scores and record are compared as ever."""
    data = archived()
    monkeypatch.setattr(building, "_own_build", lambda: "later")
    building.build_id.cache_clear()
    try:
        checks = verify(data)
        assert passed(checks), [check.line() for check in checks]
        wrong = with_member(data, "record.txt", lambda raw: raw.replace(b"rest: coin", b"rest: draw", 1))
        assert failure(wrong).name == "texts"
        assert failure(with_entries(data, other_wind)).name == "draws"
    finally:
        monkeypatch.undo()
        building.build_id.cache_clear()


def test_garbage_never_crashes() -> None:
    for data in (b"", b"PK", b"PK\x03\x04" * 20, b"\0" * 1000, "ź".encode() * 99):
        checks = verify(data)
        assert checks[0].name == "zip" and checks[0].passed is False
        assert all(check.passed is None for check in checks[1:])


def test_nothing_but_the_file_is_needed(tmp_path: Path) -> None:
    """Fault 279: in an empty folder, with a home that is none: 0, and 3 for a changed byte; nothing is written."""
    data = finished("tekhenu", 2).archive("public")
    good, bad = tmp_path / "good.zip", tmp_path / "bad.zip"
    good.write_bytes(data)
    bad.write_bytes(data[:500] + bytes([data[500] ^ 1]) + data[501:])
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": root, "PBEM_HOME": str(tmp_path / "nowhere")}
    codes = [
        subprocess.run(
            [sys.executable, "-m", "pbem", "verify", file.name], cwd=tmp_path, env=environment, capture_output=True,
            timeout=60,
        ).returncode
        for file in (good, bad)
    ]  # fmt: skip
    assert codes == [0, 3]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["bad.zip", "good.zip"]


def test_members_packed_otherwise() -> None:
    """Between the blocks of a compressed text something could be hidden that no tool shows."""
    members = read_zip(archived())
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    loose = packer.compress(members["news.txt"]) + packer.flush(zlib.Z_FULL_FLUSH) + packer.flush()
    parts = [pack(name, members[name]) for name in sorted(members)]
    changed = join([replace(part, raw=loose) if part.name == "news.txt" else part for part in parts])
    assert read_zip(changed) == members
    assert "packed otherwise" in failure(changed).text
