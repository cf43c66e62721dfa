"""Tables that a moderator's patch may not make: nothing more and nothing less than the box holds, and no patch, however
odd, ends in anything but a refusal or a sound table (A-COMP-1 to A-COMP-3, A-SETUP-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pbem.core.errors import Refused
from pbem.engine.adjudication.moderation import plan_patch
from pbem.engine.play import Play
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import put
from tests.titles.ankh.games import game, laid

ODD = ("remove", 99, -1, "", "x", "ra", "A1", [], ["ra"], {})


@pytest.fixture(scope="module")
def play() -> Play:
    """Three gods with a Guardian and an Underworld token."""

    def change(t: Ankh) -> None:
        put(t, {"C4": "ra satet"})
        t.underworld = ["A5"]

    return laid(game("ra", "isis", "osiris", guardians="satet, apep, giant_scorpion"), change)


def change(path: str, value: Any) -> dict[str, Any]:
    if value == "remove":
        return {"op": "remove", "path": path}
    return {"op": "replace", "path": path, "value": value}


TOO_MANY = [
    ("/gods/ra/warriors", 9, "ra warriors"),
    ("/gods/isis/ankhs", 12, "isis ankhs"),
    ("/gods/isis/hand", [], "isis cards"),
    ("/gods/isis/guardians", ["apep"], "apep"),
    ("/gods/isis/guardians", ["mummy"], "gods.isis.guardians"),
    ("/supply/temple", 10, "temple"),
    ("/guardians/satet", 2, "satet"),
    ("/guardians", {"satet": 1, "apep": 2}, "guardians"),
    ("/suns", 2, "sun tokens"),
    ("/spare", [4, 5, 6, 7], "order tokens"),
    ("/spare", [4, 5, 6, 7, 9], "tokens"),
    ("/underworld", ["C5"], "underworld"),
    ("/trapped", ["isis"], "isis warriors"),
    ("/units/C4/kind", "warrior", "ra warriors"),
    ("/units/C4/owner", "osiris", ""),
    ("/winner", "ra", "winner"),
    ("/active", "amun", "active"),
    ("/greater", "ra", "greater"),
    ("/stack/0/at", 3, "stack"),
]


@pytest.mark.parametrize(("path", "value", "name"), TOO_MANY, ids=[f"{row[0]} {row[1]}" for row in TOO_MANY])
def test_the_box_is_counted(play: Play, path: str, value: Any, name: str) -> None:
    """A ninth Warrior, a second Sun, a hand that is gone; a Guardian may change hands."""
    if not name:
        assert plan_patch(play, [change(path, value)]).problems == []
        return
    with pytest.raises(Refused, match=f"refused: {name}"):
        plan_patch(play, [change(path, value)])


def test_a_warrior_may_be_put_back(play: Play) -> None:
    """From the pool to the map, in one patch."""
    pool = play.table.model_dump()["gods"]["ra"]["warriors"]
    unit = {"kind": "warrior", "owner": "ra"}
    patch = [change("/gods/ra/warriors", pool - 1), {"op": "add", "path": "/units/A4", "value": unit}]
    assert plan_patch(play, patch).problems == []


def places(document: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    rows = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    for name, value in rows:
        here = f"{path}/{str(name).replace('/', '~1')}"
        yield here, value
        yield from places(value, here)


def test_no_patch_is_more_than_refused(play: Play) -> None:
    """Every part of the table taken away or replaced by odd things, two of them at each place in turn."""
    tried = 0
    for at, (path, _) in enumerate(places(play.table.model_dump(mode="json"))):
        for value in (ODD[at % len(ODD)], ODD[(at + 4) % len(ODD)]):
            tried += 1
            try:
                made = plan_patch(play, [change(path, value)])
            except Refused:
                continue
            assert TITLE.problems(made.table) == [], path
    assert tried > 300
