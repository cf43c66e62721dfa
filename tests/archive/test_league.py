"""The club's table: points by place, ratings, head to head; automata and lone games apart; names by consent."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path

import pytest

import tests.fair  # noqa: F401  (registers the other toy)
from pbem.archive.league import RULE, Figures, csv_text, expected, league
from pbem.archive.opening import open_archive_bytes
from pbem.archive.stats import Row, days, last_of, row_of
from pbem.archive.stored import archive_of
from pbem.cli.published import show_stats
from pbem.store.files import load_game
from tests.archive.games import archived, finished
from tests.moderation.village import Village


def row(ident: str, places: list[list[str]], *, ended: str = "2026-05-01T12:00:00Z", **more: object) -> Row:
    """A game of Lantern Night; a person's name is the seat with a capital."""
    seats = [seat for place in places for seat in place]
    values: dict[str, object] = {
        "id": ident, "title": "toy", "status": "finished", "scores": {}, "winners": [], "entries": 9, "turns": 8,
        "players": {seat: seat.capitalize() for seat in sorted(seats)}, "days": 1.0, "submissions": 8, "mails": None,
        "mails_by_kind": {}, "begun": "2026-05-01T12:00:00Z", "ended": ended, "places": places, "automata": [],
        "sides": {}, "anonymous": False,
    }  # fmt: skip
    return Row(**{**values, **more})  # type: ignore[arg-type]


def test_points_and_first_rating() -> None:
    """Three players, two share the second place; a first game moves the winner by 32 in all."""
    made = league([row("one", [["crane"], ["heron", "otter"]])], lambda name: True)
    assert made.people["Crane"].data() == {
        "games": 1, "first": 1, "points": 2.0, "possible": 2, "share": 1.0, "rating": 1516
    }  # fmt: skip
    assert made.people["Heron"].data() == made.people["Otter"].data()
    assert (made.people["Heron"].points, made.people["Heron"].data()["rating"]) == (0.5, 1492)
    assert [(m.wins, m.draws, m.losses) for m in (made.met["Crane", "Heron"], made.met["Heron", "Otter"])] == [
        (1, 0, 0), (0, 1, 0)
    ]  # fmt: skip


def test_partners_are_partners_in_every_copy() -> None:
    """After a merge of Ankh two seats are one side; who has the public copy alone reckons the same."""
    full, public = (row_of(open_archive_bytes(archived(variant, "ankh"))) for variant in ("full", "public"))
    assert len(set(full.sides.values())) == 2 < len(full.sides) == 3
    assert public.sides == full.sides
    assert league([public], lambda name: True).data() == league([full], lambda name: True).data()


def test_a_game_ended_when_its_result_came() -> None:
    """What is announced behind the end neither makes it longer nor changes the order of games."""
    played = finished()
    last = played.entries[-1]
    late = last.model_copy(update={"n": last.n + 1, "kind": "announce", "note": {}, "at": "2030-01-01T00:00:00Z"})
    assert last_of("finished", [*played.entries, late]) is last
    assert days("finished", [*played.entries, late]) == days("finished", played.entries)
    assert last_of("running", [*played.entries, late]) is late


def test_ratings_keep_their_sum_and_follow_the_order_of_ends() -> None:
    games = [row("b", [["heron"], ["crane"]], ended="2026-06-01T12:00:00Z"), row("a", [["crane"], ["heron"]])]
    made = league(games, lambda name: True)
    assert sum(figures.rating for figures in made.people.values()) == pytest.approx(3000)
    # Crane led by 32 points when Heron won: that is worth more than the first win was.
    assert made.people["Heron"].rating - 1500 == pytest.approx(32 * expected(1516, 1484) - 16)
    assert made.people["Heron"].rating > made.people["Crane"].rating


def test_partners_are_not_compared() -> None:
    sides = {"crane": "crane", "heron": "crane", "otter": "otter"}
    made = league([row("one", [["crane", "heron"], ["otter"]], sides=sides)], lambda name: True)
    assert ("Crane", "Heron") not in made.met
    assert made.people["Crane"].points == 1 and made.people["Crane"].possible == 1


def test_what_does_not_count() -> None:
    rows = [
        row("alone", [["crane"]], scores={"crane": 40}), row("bot", [["crane"], ["heron"]], automata=["carp"]),
        row("running", [], status="running"), row("hidden", [["crane"], ["heron"]], anonymous=True),
        row("declared", [["crane"], ["heron"]], status="terminated"),
        row("twice", [["crane"], ["heron"]], players={"crane": "Ania", "heron": "Ania"}),
    ]  # fmt: skip
    made = league(rows, lambda name: True)
    assert made.games == 0 and made.people == {}
    assert made.apart["Crane", "toy"] == {"games": 2, "first": 2, "best": 40}
    assert made.left_out == [
        ("declared", "it is terminated"),
        ("hidden", "its copy is anonymous"), ("running", "it is running"), ("twice", "somebody held two seats")
    ]  # fmt: skip


def test_a_result_that_all_players_voted_for_counts(tmp_path: Path) -> None:
    """A vote is the players' own result; what a moderator declares, or a vote without a winner, is none."""
    for n, (winner, granted) in enumerate([(" Béla", False), ("", False), (" Béla", True)]):
        village = Village(tmp_path / str(n))
        village.new_game(nights=2, turn="3d")
        village.reply("ania", f"vote end{winner}")
        if granted:
            village.mod("answer", "1", "granted", reason="she asked")
        for name in () if granted else ("bela", "zaneta"):
            village.reply(name, "agree 1")
        assert village.game().status == "terminated"
        found = row_of(open_archive_bytes(archive_of(load_game(village.home, "river"))[0]))
        made = league([found], lambda name: True)
        assert made.games == (1 if winner and not granted else 0), made.left_out
        assert not made.games or (made.people["Béla"].first, made.people["Béla"].points) == (1, 2.0)


def test_each_title_is_in_the_order_of_its_own_rating() -> None:
    rows = [row(str(n), [["crane"], ["heron"]], ended=f"2026-07-0{n}T12:00:00Z") for n in (1, 2, 3)]
    rows += [row("other", [["heron"], ["crane"]], title="fair", ended="2026-07-04T12:00:00Z")]
    found = [(line["title"], line["player"]) for line in league(rows, lambda name: True).data()["titles"]]
    assert found == [("fair", "Heron"), ("fair", "Crane"), ("toy", "Crane"), ("toy", "Heron")]


def test_names_by_consent() -> None:
    """Whoever did not agree is the same number everywhere, and no name of theirs is in any form of it."""
    rows = [row("one", [["crane"], ["heron"]]), row("two", [["otter"], ["heron"]], ended="2026-07-01T12:00:00Z")]
    document = league(rows, lambda name: name == "Heron").data()
    told = json.dumps(document) + csv_text(document)
    assert "Heron" in told and "Crane" not in told and "Otter" not in told
    assert {row["player"] for row in document["players"]} == {"Heron", "player 1", "player 2"}


def test_csv_is_read_back_and_harmless() -> None:
    rows = [row("one", [["crane"], ["heron"]], players={"crane": "=1+1", "heron": "Ania, of course"})]
    text = csv_text(league(rows, lambda name: True).data())
    found = list(csv.DictReader(StringIO(text)))
    assert {line["player"] for line in found} == {"'=1+1", "Ania, of course"}
    assert {line["table"] for line in found} == {"players", "titles", "head_to_head"}


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.zip").write_bytes(archived())
    (tmp_path / "b.zip").write_bytes(finished("fair", 3).archive("public"))
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "nowhere"))
    assert show_stats(str(tmp_path), json=True, club=True) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["games"], document["rule"]) == (2, RULE)
    assert [row["player"] for row in document["players"]] == sorted(
        (row["player"] for row in document["players"]), key=lambda name: next(
            (-row["rating"], name) for row in document["players"] if row["player"] == name
        )
    )  # fmt: skip
    assert show_stats(str(tmp_path), json=False, club=True) == 0
    assert "everybody begins with 1500" in capsys.readouterr().out
    assert show_stats(str(tmp_path), json=False, club=True, csv=True) == 0
    assert capsys.readouterr().out.startswith("table,player,title,opponent,games")
    assert Figures().data()["share"] is None
