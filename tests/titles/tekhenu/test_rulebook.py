"""The digest of Tekhenu: complete, consistent with the tables, and printed so that house values show."""

from __future__ import annotations

import re

import pytest

from pbem.kit.sources import house_values
from pbem.titles.tekhenu.components import corrected, default_components, default_raw
from pbem.titles.tekhenu.show.printed_tables import tables
from pbem.titles.tekhenu.views.lookup import DIGESTS, explain, near


def numbered(prefix: str, last: int) -> set[str]:
    return {f"{prefix}{n:02d}" for n in range(1, last + 1)}


def test_every_numbered_family_is_complete() -> None:
    ids = {ident for ident in DIGESTS.ids() if not ident.startswith(("S-", "SD-", "X-"))}
    assert numbered("RUL-", 70) <= ids
    assert numbered("EX-", 18) <= ids
    assert numbered("TAB-", 16) <= ids
    assert numbered("HV-", 15) <= ids
    assert numbered("DEC-", 5) | {f"DEC-{n}" for n in (*range(10, 28), 30, 31, 40, 41, 42, 50, 51, 60)} <= ids
    assert {f"T-SETUP-{n}" for n in range(1, 14)} | {f"T-SETUP-9{c}" for c in "ABCDEFGH"} <= ids
    assert {f"T-MAAT-{n}" for n in range(10)} | {f"T-SCORE-{n}" for n in range(9)} <= ids
    assert {f"T-RA-{n}" for n in range(8)} | {f"T-OSIRIS-{n}" for n in range(1, 10)} <= ids
    assert {f"T-BOT-RUL-{n}" for n in range(1, 11)} | {"T-BOT-SETUP-7", "T-BOT-TURN-5"} <= ids
    assert len(ids) == 468


def of_ones_own_making() -> set[str]:
    """Ids of cards and tiles that are in no rulebook: none as shipped, and those of `docs/adding-a-card.md`."""
    rows = [row for table in default_raw().values() if isinstance(table, list) for row in table]
    return {row["rule"] for row in rows if isinstance(row, dict) and "rule" in row and row.get("source") == "house"}


def test_every_card_and_tile_has_a_rule() -> None:
    box = default_components()
    ids = set(DIGESTS.ids())
    assert {card.rule for card in box.cards.values()} - of_ones_own_making() <= ids
    assert {tile.rule for tile in box.tiles.values()} - of_ones_own_making() <= ids


def test_no_item_names_an_id_that_does_not_exist() -> None:
    ids = set(DIGESTS.ids())
    pattern = re.compile(r"\b(?:T-[A-Z]+-[A-Z0-9a-z-]*\w|(?:RUL|DEC|EX|TAB|HV)-\d+)\b")
    lost = {
        (e.id, name) for e in DIGESTS.book().entries.values() for name in pattern.findall(e.text) if name not in ids
    }
    assert lost == set()


def test_the_tables_name_only_ids_that_exist() -> None:
    ids = set(DIGESTS.ids())
    named = set(re.findall(r"\b(?:T-[A-Z]+-[A-Z0-9-]*\d|(?:RUL|HV)-\d+)\b", str(default_raw())))
    assert named
    assert named - of_ones_own_making() <= ids


def test_paths_of_house_values_lead_somewhere() -> None:
    for entry in DIGESTS.book().entries.values():
        if not entry.id.startswith("HV-"):
            continue
        paths = re.findall(r"`([a-z_A-Z0-9.\[\]]+)`", entry.text)
        assert paths, entry.id
        for path in paths:
            node = default_raw()
            for part in path.split("."):
                node = node[part.removesuffix("[]")]
                node = node[0] if part.endswith("[]") else node


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("HV-01", "2, 2, 3, 3, 4, 4"),
        ("HV-10", "21"),
        ("HV-13", "east of row 3, north of column 3"),
    ],
)
def test_house_values_say_what_the_tables_hold(number: str, said: str) -> None:
    assert said in DIGESTS.book().entries[number].text


def test_decree_types_in_words_are_those_of_the_tables() -> None:
    """HV-12."""
    for card in default_components().cards.values():
        if card.kind == "decree" and card.rule not in of_ones_own_making():
            assert DIGESTS.book().entries[card.rule].text.startswith(f"({card.type})"), card.id


def test_tile_lights_in_words_are_those_of_the_tables() -> None:
    printed = (tile for tile in default_components().tiles.values() if tile.rule not in of_ones_own_making())
    for tile in printed:
        text = DIGESTS.book().entries[tile.rule].text
        expected = f"{tile.ability.light.capitalize()}:" if tile.ability else "No ability."
        assert text.startswith(expected), tile.id


# -- explain


def test_a_rule_with_the_rulings_that_touch_it() -> None:
    text = explain("T-MAAT-4")
    assert text is not None
    assert "2 for -6 to\n  -8" in text
    assert "RUL-48" in text
    assert "(house)" not in text


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("B07", ["T-CARD-B07", "happiness up 3"]),
        ("t-card-b07", ["T-CARD-B07"]),
        ("P12", ["T-TILE-P12", "RUL-40", "3 limestone (house)", "red blue red blue (house)"]),
        ("S05", ["T-CARD-S05", "technologies"]),
        ("A03", ["Ankh 2"]),
        ("D02", ["type scroll (house)", "RUL-33", "HV-12"]),
        ("H1", ["1 faith (house)", "T-TILE-H2"]),
        ("H4", ["position 4: 1 gold\n"]),
        ("T-TILE-H2", ["position 6: 2 VP (house)", "position 4: 1 gold\n", "HV-06"]),
        ("HV-01", ["2, 2, 3, 3, 4, 4 (house)", "This is a house value"]),
        ("RUL-03", ["T13_adjust: 1, or 2"]),
        ("RUL-14", ["modified_die_value_on_scale: yes, or no, RUL-14 (house)"]),
        ("T13_adjust", ["RUL-03"]),
        ("W1", ["2 bread (house)", "from 2 players (public)"]),
        ("TE", ["east side (house)", "row 3 (public)"]),
        ("c3", ["3 faith (house)"]),
        ("T-MAAT", ["T-MAAT-0", "T-MAAT-9"]),
        ("EX-13", ["Hathor"]),
        ("DEC-40", ["Faith", "RUL-44"]),
    ],
)
def test_explain(asked: str, expected: list[str]) -> None:
    text = explain(asked)
    assert text is not None
    assert [word for word in expected if word not in text] == []


def test_everything_explained_fits_the_width() -> None:
    for ident in DIGESTS.ids():
        text = explain(ident)
        assert text is not None
        assert max(map(len, text.splitlines())) <= 78, ident


def test_unknown_ids() -> None:
    assert explain("T-MAAT-99") is None
    assert explain("") is None
    assert "T-MAAT-4" in near("T-MATA-4")


def test_a_corrected_value_is_no_longer_a_house_value() -> None:
    raw = corrected({"statues": {"costs_granite_left_to_right": [1, 1, 1, 1, 1, 1]}})
    text = explain("HV-01", raw)
    assert text is not None
    assert "(owner)" in text
    assert "(house)" not in text
    tile = explain("P12", corrected({"pillar_tiles": [{"id": "P12", "cost": {"limestone": 1}}]}))
    assert tile is not None
    assert "1 limestone (owner)" in tile


# -- tables


def test_tables_fit_and_show_everything() -> None:
    raw = default_raw()
    text = tables(raw)
    assert max(map(len, text.splitlines())) <= 78
    box = default_components()
    for name in (*box.cards, *box.tiles, *box.spot_by_id, *box.people_spot_by_id, *box.space_by_name, *box.options):
        assert re.search(rf"^(.*\s)?{name}[: ]", text, re.MULTILINE), name


def test_every_house_value_is_marked() -> None:
    raw = default_raw()
    text = tables(raw)
    for expected in (
        "cost in granite from the left: 2, 2, 3, 3, 4, 4 (house)",
        "slot 2: 1 VP (house)",
        "c3 3 faith (house)",
        "north, from the west: red, green, blue, purple, red (house)",
        "N4: column 4, from 3 players (house), 3 bread (house)",
        "P27: 2 limestone (house); red blue red purple (house)",
        "position 6: 2 VP (house)",
        "runs from 0 to 21 (house)",
        "D24 [temple (house)]",
        "TN: temple, column 3 (public), north side (house), 1 gold",
        "order of the slots: as listed, from the left (house)",
        "population 7, 1 scribe (house)",
        "D02_counts: owned, or scored, RUL-33 (house)",
    ):
        assert expected in text
    rows = [line for line in " ".join(text.split()).split("row ") if line.startswith(("3 ", "4 "))]
    marked = [line for line in rows if "production" in line and "(house)" in line]
    assert len(marked) == 8, "HV-11"


def test_corrections_show_as_the_owners() -> None:
    text = tables(corrected({"temple": {"spaces": {"list": [{"row": 3, "col": 3, "reward": {"faith": 2}}]}}}))
    assert "c3 2 faith (owner)" in text
    assert "b3 2 bread (house)" in text


def test_house_values_are_named_by_their_paths() -> None:
    assert "statues.costs_granite_left_to_right" in house_values(default_raw())
