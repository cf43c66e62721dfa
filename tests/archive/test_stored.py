"""Every archive that lies in `games/` verifies."""

from __future__ import annotations

from pathlib import Path

from pbem.archive.verify import passed, verify

GAMES = Path(__file__).parents[2] / "games"


def test_every_stored_archive_verifies() -> None:
    broken = {path.name: verify(path) for path in sorted(GAMES.rglob("*.zip"))}
    assert [name for name, checks in broken.items() if not passed(checks)] == []
