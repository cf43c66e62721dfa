"""Component tables: corrected by their owner for new games, pinned for running ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.core.errors import GameFileProblem, Misuse
from pbem.core.titles import get_title
from pbem.engine.journal import digest
from pbem.store.home import Home
from pbem.store.tables import load_tables, prepared, tables_for


class Tabled(type(get_title("toy"))):  # type: ignore[misc]
    """Lantern Night with a little table."""

    def base_components(self) -> dict[str, Any]:
        return {"dice": {"sides": {"value": 4, "source": "rules"}}, "names": ["a", "b"]}

    def check_base(self, raw: dict[str, Any]) -> list[str]:
        sides = raw["dice"]["sides"]["value"]
        return [] if sides > 1 else [f"dice.sides: {sides} is less than 2"]


TITLE = Tabled()


def test_tables_that_were_damaged_are_made_again_by_the_next_game(home: Home) -> None:
    """That a file of that name is there is not enough."""
    title = get_title("toy")
    tables, digest = tables_for(home, title)
    path = home.pins / f"{digest}.json"
    for left in (b"", path.read_bytes()[:-1]):
        path.write_bytes(left)
        assert tables_for(home, title) == (tables, digest) and load_tables(home, digest) == tables


def test_tables_are_stored_under_their_digest(home: Home) -> None:
    tables, name = tables_for(home, TITLE)
    assert tables == TITLE.components() and name == digest(tables)
    assert load_tables(home, name) == tables
    assert tables_for(home, TITLE) == (tables, name)
    assert [path.name for path in home.pins.iterdir()] == [f"{name}.json"]


def test_an_owners_corrections_reach_new_games_only(home: Home) -> None:  # fault 189
    old, old_name = tables_for(home, TITLE)
    home.corrections.mkdir()
    (home.corrections / "toy.json").write_text('{"dice": {"sides": 6}}')
    new, new_name = tables_for(home, TITLE)
    assert new["dice"]["sides"] == {"value": 6, "source": "owner"}
    assert new_name != old_name and load_tables(home, old_name) == old
    assert prepared(home, TITLE, old_name)[0] == old and prepared(home, TITLE, new_name)[1] == new


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ("[]", "an object is needed"),
        ('{"dize": 1}', "dize: unknown key"),
        ('{"dice": {"sides": [1]}}', "dice.sides"),
        ('{"dice": {"sides": 1}}', "dice.sides: 1 is less than 2"),
        ('{"names": ["a"], "names": ["b"]}', "names: this key stands twice"),
    ],
)
def test_faulty_corrections_are_refused_with_their_place(home: Home, text: str, words: str) -> None:
    home.corrections.mkdir(parents=True)
    (home.corrections / "toy.json").write_text(text)
    with pytest.raises(Misuse) as caught:
        tables_for(home, TITLE)
    assert words in caught.value.message and "toy.json" in caught.value.message
    assert not home.pins.exists()


def test_missing_or_changed_tables_stop_the_game(home: Home) -> None:  # faults 188, 189
    _, name = tables_for(home, TITLE)
    path = home.pins / f"{name}.json"
    path.write_text(json.dumps(json.loads(path.read_text()), indent=1))
    with pytest.raises(GameFileProblem, match="were changed"):
        load_tables(home, name)
    path.unlink()
    with pytest.raises(GameFileProblem, match="are missing"):
        load_tables(home, name)
    for odd in ("../roster", "", "x" * 64 + "/"):
        with pytest.raises(GameFileProblem, match="not a digest"):
            load_tables(home, odd)
