"""Setting up (A-SETUP), the component tables and the view."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.chance import SeedChance
from pbem.core.errors import Misuse
from pbem.core.table import Table
from pbem.core.words import said
from pbem.engine.create import check_options
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.phases.setup import seating
from pbem.titles.ankh.state import GOD, WARRIOR
from tests.titles.ankh.build import SEED, data, table

GODS = ("amun", "anubis", "isis", "osiris", "ra")


@pytest.mark.parametrize("scenario", ["middle-kingdom", "old-kingdom", "peoples-revolt"])
@pytest.mark.parametrize("players", range(2, 6))
def test_a_new_table(players: int, scenario: str) -> None:
    """A-SETUP-2 to A-SETUP-6, A-COMP-1 to A-COMP-3: every piece is where the set-up says, nothing is lost."""
    t = table(*GODS[:players], scenario=scenario)
    assert TITLE.problems(t) == []
    assert t.ladder == list(GODS[:players])[::-1]
    assert set(t.devotion.values()) == {0}
    for seat in t.seats:
        god = t.gods[seat]
        assert (god.followers, god.warriors, god.powers, god.hand) == (1, 5, [], list(data().cards))
        assert god.ankhs + len(t.monuments_of(seat)) == 9
        assert sorted(t.units[place].kind for place in t.units_of(seat)) == [GOD, WARRIOR]
    figures = {kind: min(data().guardians[kind].figures, {2: 1, 3: 2}.get(players, 3)) for kind in t.guardians}
    assert t.guardians == figures
    assert [data().guardians[kind].level for kind in t.guardians] == [1, 2, 3]


def test_order_of_seats_and_first_player() -> None:
    """A-SETUP-1, A-SETUP-3: seat order is turn order; the first player's marker lies on top."""
    t = table("ra", "isis", "amun", first="isis")
    assert t.order == ["isis", "amun", "ra"]
    assert t.ladder == ["ra", "amun", "isis"]
    assert t.units["D4"].owner == "isis"


def bare_table(**options: Any) -> Table:
    live = TITLE.live(SeedChance(SEED, "seats"), data(), Options(**options))
    return Table(seats=[], live=live)


def test_gods_are_wished_for_or_drawn() -> None:
    """A-SETUP-1"""
    assert seating(bare_table(), ["ra", "isis"], "random") == ["ra", "isis"]
    drawn = seating(bare_table(), [None, "isis", None], "random")
    assert drawn[1] == "isis"
    assert len(set(drawn)) == 3
    assert "osiris" in seating(bare_table(), [None, "isis", None], "osiris")
    with pytest.raises(Misuse, match=r"nobody plays Osiris .*one of ra, isis"):
        seating(bare_table(), ["ra", "isis"], "osiris")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("random", "random"),
        ("androsphinx, Satet", "satet, androsphinx"),
        ("Cat Mummy,apep,giant-scorpion", "cat_mummy, apep, giant_scorpion"),
    ],
)
def test_guardians_are_named_or_drawn(text: str, kept: str) -> None:
    """A-SETUP-6"""
    assert check_options(TITLE, {"guardians": text})["guardians"] == kept
    kinds = ["satet", "mummy", "androsphinx"]
    assert list(table("ra", "isis", guardians=", ".join(kinds)).guardians) == kinds


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("satet, cat_mummy", "of each level is played: cat_mummy or satet; "),
        ("bastet", "no Guardian.*known: cat_mummy"),
    ],
)
def test_impossible_guardians(text: str, why: str) -> None:
    with pytest.raises(Misuse, match=why):
        check_options(TITLE, {"guardians": text})


def test_options_are_those_of_the_tables() -> None:
    """Every switch of the tables is an option with the same default and the same other values."""
    known = Options.model_json_schema()["properties"]
    for name, row in TITLE.components()["options"].items():
        assert known[name]["default"] == row["value"]
        assert known[name]["ruling"] == row["ruling"]
        values = known[name].get("enum", [True, False])
        assert sorted(map(str, values)) == sorted(map(str, [row["value"], *row["alternatives"]]))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda raw: raw["map"]["hexes"][0].update(terrain="swamp"), "terrain: 'swamp'"),
        (lambda raw: raw["map"]["river_edges"].append(["A1", "K8"]), "A1 and K8 share no edge"),
        (lambda raw: raw["scenarios"][0]["setups"][0]["players"][0].update(god="E6"), "E6: no land space"),
        (lambda raw: raw["scenarios"][0]["setups"][0]["regions"].pop(), "one order token for each region"),
        (lambda raw: raw["counts"].pop("camels"), "counts.camels: is missing"),
        (lambda raw: raw["devotion_track"].update(last_red=31), "red ends at 31"),
        (lambda raw: raw["counts"].update(obelisks="ten"), "counts.obelisks: 'ten' is of the wrong kind"),
    ],
)
def test_faults_of_the_tables_are_named(change: Any, fault: str) -> None:
    raw = TITLE.components()
    assert TITLE.check_components(raw) == []
    change(raw)
    found = TITLE.check_components(raw)
    assert any(fault in one for one in found)
    assert [one for one in found if said(one, TITLE.words("pl")) == one] == []


def test_a_view_is_the_same_for_all_but_whose_it_is() -> None:
    t = table("ra", "isis", "amun")
    mine, theirs = TITLE.view(t, "ra").model_dump(), TITLE.view(t, None).model_dump()
    assert mine.pop("reader") == "ra" and mine.pop("side") == "ra"
    assert theirs.pop("reader") is None and theirs.pop("side") is None
    assert mine == theirs
    assert TITLE.read_view(TITLE.view(t, "ra").model_dump(mode="json")) == TITLE.view(t, "ra")
