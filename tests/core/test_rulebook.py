"""A digest read as entries, found by id, and tied together by what the items name."""

from __future__ import annotations

import pytest

from pbem.core.rulebook import Rulebook, parse

DIGEST = """# A game

Prose is no item. Neither is **X-1** in the middle of a line.

## 3. Walking

- **W-STEP-1** Take one step,
  then another (RUL-02).
- **W-STEP-2** Turn round.

Prose after a blank line belongs to nobody.

### On ice
- **W-CARD-C07** Slide.
- **W-CARD-C08** Slide again.
- **W-CARD-C09** Stop.

## Rulings
- **RUL-01** C07 to C09 may be used on W-STEP-2.
- **RUL-02** Steps are counted.
- **RUL-10** About nothing, see W-STEP-10 and XC07.
"""


@pytest.fixture
def book() -> Rulebook:
    return Rulebook(DIGEST, {f"C{n:02d}": f"W-CARD-C{n:02d}" for n in range(1, 30)})


def test_items_with_their_whole_text_and_section(book: Rulebook) -> None:
    assert list(book.entries) == [
        *("W-STEP-1", "W-STEP-2", "W-CARD-C07", "W-CARD-C08", "W-CARD-C09"),
        *("RUL-01", "RUL-02", "RUL-10"),
    ]
    assert book.entries["W-STEP-1"].text == "Take one step, then another (RUL-02)."
    assert book.entries["W-STEP-1"].section == "Walking"
    assert book.entries["W-CARD-C07"].section == "Walking: On ice"
    assert book.entries["W-STEP-2"].text == "Turn round."
    assert book.entries["RUL-01"].section == "Rulings"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("W-STEP-1", "W-STEP-1"),
        ("w-step-1", "W-STEP-1"),
        ("rul1", "RUL-01"),
        ("RUL-2", "RUL-02"),
        ("c7", "W-CARD-C07"),
        ("C08", "W-CARD-C08"),
        ("wcardc8", None),
        ("W-STEP-3", None),
        ("", None),
    ],
)
def test_lookup(book: Rulebook, asked: str, found: str | None) -> None:
    entry = book.lookup(asked)
    assert (entry.id if entry else None) == found


def test_unknown_ids_find_near_ones(book: Rulebook) -> None:
    assert book.near("W-SETP-1")[0] == "W-STEP-1"
    assert "RUL-01" in book.near("RUL-11")
    assert book.near("zzzz") == []


def test_rulings_touch_what_they_name_and_what_names_them(book: Rulebook) -> None:
    assert [e.id for e in book.touching("W-STEP-1", "RUL")] == ["RUL-02"]
    assert [e.id for e in book.touching("W-STEP-2", "RUL")] == ["RUL-01"]
    assert [e.id for e in book.touching("W-CARD-C08", "RUL")] == ["RUL-01"]
    assert book.touching("RUL-01", "RUL") == []


def test_ranges_name_everything_between(book: Rulebook) -> None:
    assert book.mentions("C07 to C09") == ["W-CARD-C07", "W-CARD-C08", "W-CARD-C09"]
    assert book.mentions("W-STEP-1 to W-STEP-2, RUL-09") == ["W-STEP-1", "W-STEP-2"]
    assert book.mentions("C09 to RUL-01") == ["W-CARD-C09", "RUL-01"]
    assert book.mentions("XC07, C071, W-STEP-10") == []


def test_a_group_by_its_beginning(book: Rulebook) -> None:
    assert [e.id for e in book.family("w-step")] == ["W-STEP-1", "W-STEP-2"]
    assert book.family("W-ST") == []


def test_an_id_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="A-1 appears twice"):
        parse("- **A-1** one\n- **A-1** two\n")


def test_an_alias_without_its_item_is_dropped() -> None:
    assert Rulebook("- **A-1** one\n", {"Z1": "A-9"}).lookup("Z1") is None
