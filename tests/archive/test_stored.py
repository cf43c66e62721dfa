"""Every game that is stored in `games/` makes an archive that verifies, and every archive there verifies too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.archive.models import FULL, PUBLIC, Variant
from pbem.archive.opening import Opened
from pbem.archive.page import Shows
from pbem.archive.stored import archive_of
from pbem.archive.verify import passed, verify
from pbem.store.checking import check_bytes
from pbem.store.home import Home
from tests.archive.forge import failure, remade

GAMES = Path(__file__).parents[2] / "games"
STORED = sorted(path for path in GAMES.glob("*.json") if path.with_name(f"{path.stem}.journal.jsonl").exists())


def test_there_are_stored_games() -> None:
    assert len(STORED) >= 3


def stored_archive(path: Path, variant: Variant = FULL) -> bytes:
    return archive_of(check_bytes(path.read_bytes(), str(path), Home(GAMES.parent), path.stem, path), variant)[0]


def newest() -> set[Path]:
    """The games whose full copies are made in `make test`: of the base game one for each number of players, of each box
    with modules the smallest table, each as the rules are played now."""
    found: dict[tuple[str, ...], tuple[int, int, Path]] = {}
    for path in STORED:
        game = json.loads(path.read_bytes())
        modules, seats = game["rules"].get("modules", []), len(game["table"]["seats"])
        box = (game["title"], *modules) if modules else (game["title"], str(seats))
        found[box] = min(found.get(box, (99, 0, path)), (seats, -len(game["rules"]["fixes"]), path))
    return {path for _, _, path in found.values()}


def untold() -> Path:
    """The smallest game of a build whose entries told no views: its public copy shows one board, the last."""
    journals = (path.with_suffix(".journal.jsonl") for path in STORED)
    silent = [path for path in journals if b'"view":' not in path.read_bytes()]
    found = min(silent, key=lambda path: path.stat().st_size)
    return found.with_name(found.name.replace(".journal.jsonl", ".json"))


def kinds() -> Iterator[Any]:
    """The newest games as full copies in `make test`, and one public copy without views; older rules, larger tables and
    other public copies, whose hidden things must be guessed, in `make test-modes`."""
    quick = {(path, FULL.name) for path in newest()} | {(untold(), PUBLIC.name)}
    for path in STORED:
        for variant in (FULL, PUBLIC):
            marks = [] if (path, variant.name) in quick else [pytest.mark.modes]
            yield pytest.param(path, variant, id=f"{path.stem}-{variant.name}", marks=marks)


@pytest.mark.parametrize(("path", "variant"), list(kinds()))
def test_the_archive_of_every_stored_game_verifies(path: Path, variant: Variant) -> None:
    checks = verify(stored_archive(path, variant))
    assert passed(checks), [check for check in checks if not passed([check])]


def test_every_stored_archive_verifies() -> None:
    broken = {path.name: verify(path) for path in sorted(GAMES.rglob("*.zip"))}
    assert [name for name, checks in broken.items() if not passed(checks)] == []


def test_a_view_of_things_that_there_are_not_is_refused() -> None:
    """Where no entry tells its view, that of the game file is drawn: a card that the tables do not have is no crash."""

    def forged(opened: Opened, shows: Shows) -> None:
        game: Any = opened.game
        game.view["players"][0]["technologies"][0]["id"] = "T99"

    wrong = failure(remade(stored_archive(untold(), PUBLIC), forged))
    assert "game.json: view: it is not a view of Tekhenu" in wrong.text
