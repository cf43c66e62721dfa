"""A listing of many games says of each what is said of it alone."""

from __future__ import annotations

import itertools
import json

import pytest

from pbem.desk.games.listing import listed, listed_all
from pbem.store.rows import END, Row

NOW = "2026-07-01T00:00:00Z"
SINCE = "2026-06-01T00:00:00Z"
AWAITED = {
    "nobody": "",
    "no deadline": f"crane\x1fAnia\x1f{SINCE}\x1f",
    "in time": f"crane\x1fAnia\x1f{SINCE}\x1f2026-07-02T00:00:00Z",
    "on the stroke": f"crane\x1fAnia\x1f{SINCE}\x1f{NOW}",
    "late": f"crane\x1fAnia\x1f{SINCE}\x1f2026-06-02T00:00:00Z",
    "two": f"crane\x1fAnia\x1f{SINCE}\x1f\x1eheron\x1fBartek\x1f2026-05-01T00:00:00Z\x1f2026-08-02T00:00:00Z",
}
CALM = {"seats": ["crane", "heron"], "moderator": "Maria", "contact": {"crane": SINCE}, "turns": {"crane": [1, 2, 0]}}
BOOKS = {
    "none": None,
    "calm": CALM,
    "missed": {**CALM, "late": ["heron"]},
    "bounces": {**CALM, "bounces": ["crane"]},
    "away": {"seats": ["crane"], "away": [["crane", SINCE, "2026-07-18T00:00:00Z"]]},
    "back again": {"seats": ["crane"], "away": [["crane", SINCE, "2026-06-18T00:00:00Z"]]},
    "asked": {**CALM, "requests": [[1, "heron", "pause", SINCE]]},
    "stopped": {**CALM, "stops": [[None, "pause", SINCE]]},
}


def row(awaited: str, book: str, entry: str = "40") -> Row:
    notes = "" if BOOKS[book] is None else json.dumps(BOOKS[book], separators=(",", ":"))
    return Row("g1", "games", "1:2", "running", "heron", entry, "", AWAITED[awaited], "Ania\x1eBartek", notes, END)


@pytest.mark.parametrize(("awaited", "book"), list(itertools.product(AWAITED, BOOKS)))
def test_the_quick_way_says_the_same_in_the_same_order(awaited: str, book: str) -> None:
    one = row(awaited, book)
    assert list(listed_all(["\t".join(one)], NOW)[0].items()) == list(listed(one, NOW).items())


def test_games_after_one_another_do_not_mix() -> None:
    many = [row(awaited, book) for awaited, book in itertools.product(AWAITED, BOOKS)]
    many += [row("nobody", "none", "")]  # a broken game has no entry
    assert listed_all(map("\t".join, many), NOW) == [listed(one, NOW) for one in many]


def test_a_calm_game_has_its_contacts_and_no_remark() -> None:
    (found,) = listed_all(["\t".join(row("in time", "calm"))], NOW)
    assert found["contact"] == {"crane": SINCE} and found["remarks"] == ""
    assert (found["awaited"], found["seats"], found["entry"]) == (["Ania"], ["crane"], 40)
