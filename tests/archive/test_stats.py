"""Figures over archives."""

from __future__ import annotations

from pathlib import Path

from pbem.archive.stats import collect
from tests.archive.games import archived, finished, moderated


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


def test_one_game(tmp_path: Path) -> None:
    (tmp_path / "c.zip").write_bytes(moderated().archive())
    (row,) = collect(tmp_path.glob("*.zip")).rows
    assert (row.status, row.scores, row.players) == ("running", {}, {"crane": "Ania", "heron": "Bartek"})
    assert row.days == 2.4
    assert (row.mails, row.turns) == (4, 3), "the move that was taken back was a mail, but no turn"
