"""Figures over archives."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from pbem.archive.look import play_at
from pbem.archive.models import FULL, PUBLIC
from pbem.archive.stats import collect
from pbem.archive.stored import archive_of
from pbem.core.catalogues import words_for
from pbem.core.titles import get_title
from pbem.core.words import Text, said
from pbem.desk.desk import Desk
from pbem.store.files import load_game
from pbem.store.home import Home
from tests.archive.games import PEOPLE, Played, archived, finished, moderated, play_out


def test_figures(tmp_path: Path) -> None:
    one, two = finished(), finished("toy", 3, "second")
    (tmp_path / "a.zip").write_bytes(archived())
    (tmp_path / "a-public.zip").write_bytes(archived("public"))
    (tmp_path / "b.zip").write_bytes(two.archive())
    (tmp_path / "c.zip").write_bytes(moderated().archive())
    (tmp_path / "bad.zip").write_bytes(archived()[:-5])
    data = collect(sorted(tmp_path.glob("*.zip"))).data()
    assert [row["id"] for row in data["games"]] == [one.game.id, two.game.id, "karnak"]
    assert [skip["file"] for skip in data["skipped"]] == ["bad.zip"]
    toy = data["titles"]["toy"]
    assert (toy["games"], toy["finished"]) == (3, 2)
    scores = [played.game.moderation.result["scores"] for played in (one, two)]  # type: ignore[index]
    assert toy["seats"]["crane"]["mean"] == round(sum(score["crane"] for score in scores) / 2, 1)
    assert toy["seats"]["crane"]["high"] == max(score["crane"] for score in scores)
    winners = [seat for played in (one, two) for seat in played.game.moderation.result["places"][0]]  # type: ignore[index]
    assert sum(seat["wins"] for seat in toy["seats"].values()) == len(winners)
    assert data["players"]["Computer 1"]["games"] == 2 and data["players"]["Ania"]["finished"] == 0


def test_people_are_named_who_agreed(tmp_path: Path) -> None:
    """Everybody else is a number, the same for a person in all games."""
    (tmp_path / "a.zip").write_bytes(archived())
    (tmp_path / "b.zip").write_bytes(finished("toy", 3, "second").archive())
    data = collect(sorted(tmp_path.glob("*.zip"))).data(lambda name: name == "Computer 2")
    assert set(data["players"]) == {"Computer 2", "player 1", "player 2"}
    assert all("Computer 1" not in row["players"].values() for row in data["games"])
    assert len({row["players"]["crane"] for row in data["games"]}) == 1


def test_one_game(tmp_path: Path) -> None:
    (tmp_path / "c.zip").write_bytes(moderated().archive())
    (row,) = collect(tmp_path.glob("*.zip")).rows
    assert (row.status, row.scores, row.players) == ("running", {}, {"crane": "Ania", "heron": "Bartek"})
    assert row.days == 2.4
    assert (row.submissions, row.turns) == (4, 3), "the move that was taken back was sent in, but is no turn"
    assert (row.mails, row.mails_by_kind) == (None, {}), "nobody was mailed"


def test_mails_are_those_that_went_out(tmp_path: Path) -> None:
    """The figure of a game played through the desk is the number of its files in the outbox."""
    home = Home(tmp_path)
    desk = Desk(home)
    people = [*PEOPLE, "Celina <c@example.org>"]
    desk.create("toy", people, "Kasia <k@example.org>", [], "karnak", ["nights=1"], "01" * 32)
    submissions = play_out(desk, "karnak")
    heads = [letter.read_text(encoding="utf-8") for letter in (home.mail / "out").rglob("*.eml")]
    sent = Counter(re.findall(r"^X-Pbem:.*?kind=(\w+)", head, re.M | re.S)[0] for head in heads)
    for variant in (FULL, PUBLIC):
        path = tmp_path / "archive.zip"
        path.write_bytes(archive_of(load_game(home, "karnak"), variant)[0])
        (row,) = collect([path]).rows
        assert (row.mails_by_kind, row.mails) == (dict(sorted(sent.items())), sum(sent.values()))
        assert row.submissions == submissions
    assert sent["start"] == 4 and sent["over"] == 4


def test_the_longest_copy_that_names_the_players_counts(tmp_path: Path) -> None:
    played = finished()
    early = play_at(played.game, played.entries, get_title("toy"), played.tables, 5)
    before = Played(early.game, played.entries[:5], played.tables)
    for name, data in zip("abc", (before.archive("public"), archived("full-anonymous"), archived()), strict=True):
        (tmp_path / f"{name}.zip").write_bytes(data)
    (row,) = collect(sorted(tmp_path.glob("*.zip"))).rows
    assert (row.entries, row.status) == (len(played.entries), "finished")
    assert row.players["crane"] == "Computer 1"


def test_why_an_archive_is_skipped_is_said_in_the_readers_language(tmp_path: Path) -> None:
    """The reason keeps its key; `str(error)` would lose it."""
    path = tmp_path / "cut.zip"
    path.write_bytes(b"PK\3\4")
    ((name, why),) = collect([path]).skipped
    assert name == "cut.zip" and isinstance(why, Text)
    assert said(why, words_for(None, "pl")) != str(why)
