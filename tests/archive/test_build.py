"""What an archive holds, and what it must not hold."""

from __future__ import annotations

import json
import re
from hashlib import sha256

import pytest

from pbem.archive.build import archive_bytes, build_id
from pbem.archive.container import read_zip
from pbem.archive.models import named
from pbem.core.errors import GameFileProblem
from pbem.core.titles import get_title
from tests.archive.games import archived, finished, moderated

ALL = ["full", "public", "full-anonymous", "public-anonymous"]


@pytest.mark.parametrize("variant", ALL)
def test_made_twice_it_is_the_same(variant: str) -> None:
    played = finished()
    assert played.archive(variant) == played.archive(variant)


def test_members() -> None:
    names = set(read_zip(archived()))
    digest = finished().game.rules.data
    assert names == {
        "archive.json", "game.json", "journal.jsonl", "record.txt", "news.txt", "press.txt", "page.html", "report.txt",
        "SHA256SUMS", f"tables/{digest}.json", "schemas/archive.schema.json", "schemas/game.schema.json",
        "schemas/journal.schema.json", "schemas/table-toy.schema.json",
    }  # fmt: skip


def test_checksums_are_those_of_sha256sum() -> None:
    members = read_zip(archived())
    told = dict(line.split("  ")[::-1] for line in members["SHA256SUMS"].decode().splitlines())
    assert told == {name: sha256(raw).hexdigest() for name, raw in members.items() if name != "SHA256SUMS"}


@pytest.mark.parametrize("variant", ["public", "public-anonymous"])
def test_a_public_copy_tells_no_secret(variant: str) -> None:
    played = finished()
    members = read_zip(played.archive(variant))
    whole = b"\n".join(members.values()).decode()
    assert played.game.seed not in whole
    for entry in played.entries:
        assert entry.secret is not None
        assert entry.secret.salt not in whole and entry.secret.state not in whole
    game = json.loads(members["game.json"])
    assert "table" not in game and "seed" not in game and game["view"]["reader"] is None
    assert all(json.loads(line)["secret"] is None for line in members["journal.jsonl"].splitlines())
    assert "hidden" not in members["record.txt"].decode()
    assert re.search(r"bid: \? \[sealed\]", members["record.txt"].decode())


def test_an_anonymous_copy_names_nobody() -> None:
    played = finished()
    members = read_zip(played.archive("full-anonymous"))
    for info in played.game.seats:
        assert all(info.player.encode() not in raw for raw in members.values())
    assert json.loads(members["game.json"])["head"] == played.game.head
    assert b'[Seat "crane" "Player crane" 0]' in members["record.txt"]


def test_the_moderators_name_is_replaced_in_rulings_too() -> None:
    played = moderated()
    assert any(b"Kasia" in raw for raw in read_zip(played.archive()).values())
    assert all(b"Kasia" not in raw for raw in read_zip(played.archive("full-anonymous")).values())


def test_names_in_reasons_are_told() -> None:
    """A moderator's words are in the chain; the one who archives hears which entries hold a name."""
    played = moderated()
    assert named(played.game, played.entries) == []
    played.entries[7].note["reason"] = "As ANIA said: wait"
    assert named(played.game, played.entries) == [8]
    played.entries[7].note["reason"] = "Aniata is another"
    assert named(played.game, played.entries) == []


@pytest.mark.parametrize("variant", ALL)
def test_no_address_is_in_it(variant: str) -> None:
    played = finished()
    game = played.game.model_copy(deep=True)
    game.seats[0].player = "ania@example.org"
    game.moderation.unreachable = {"crane": "550 no such user ania@example.org"}
    members = read_zip(archive_bytes(game, played.entries, played.tables, variant))
    assert all(b"example.org" not in raw for raw in members.values())


def test_a_game_that_does_not_replay_is_not_archived() -> None:
    played = finished()
    with pytest.raises(GameFileProblem, match="entry 2: the journal has entry 3"):
        archive_bytes(played.game, [played.entries[0], *played.entries[2:]], played.tables)
    game = played.game.model_copy(deep=True)
    game.table.points["crane"] += 1  # type: ignore[attr-defined]
    with pytest.raises(GameFileProblem, match="ends at another table"):
        archive_bytes(game, played.entries, played.tables)


def test_news_and_press_are_what_a_spectator_got() -> None:
    played = moderated()
    members = read_zip(played.archive("public"))
    news, press = members["news.txt"].decode(), members["press.txt"].decode()
    assert "Tea is served" in news and "Tea is served" in press
    assert "a slip {of the pen}" in news
    assert "taken back later" in news
    assert max(len(line) for line in news.splitlines()) <= 78


def test_a_four_player_game_stays_small() -> None:
    """The goal is 400 kB for a game of the largest title."""
    made = finished("tekhenu", 4).archive()
    assert len(made) < 400_000


def test_the_build_depends_on_the_title() -> None:
    assert build_id(get_title("toy")) != build_id(get_title("tekhenu"))
