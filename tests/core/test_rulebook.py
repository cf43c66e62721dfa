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


# -- translations

POLISH = """# Gra

## 3. Chodzenie

- **W-STEP-1** <!-- {step} --> Zrób krok,
  potem następny (RUL-02).
- **W-STEP-2** <!-- 00000000 --> Zostań w miejscu.

### Na lodzie
- **W-CARD-C07** Ślizgaj się żółwim łukiem.
- **W-CARD-C09**
- **W-LOST-1** Tego po angielsku już nie ma.

## Rozstrzygnięcia
- **RUL-01** Od C07 do C09 wolno użyć na W-STEP-2.
"""


@pytest.fixture
def polish(book: Rulebook) -> Rulebook:
    return Rulebook(POLISH.format(step=book.entries["W-STEP-1"].stamp), {**book.aliases, "Łuk": "W-CARD-C07"}, book)


def test_a_translation_has_the_ids_of_the_original_in_its_order(book: Rulebook, polish: Rulebook) -> None:
    assert list(polish.entries) == list(book.entries)
    assert polish.entries["W-STEP-1"].text == "Zrób krok, potem następny (RUL-02)."
    assert polish.entries["W-STEP-1"].section == "Chodzenie"
    assert book.english == frozenset()


def test_what_is_missing_empty_or_changed_since_stays_english_in_its_section(polish: Rulebook) -> None:
    """W-STEP-2 has the stamp of another text, C09 no text, the others no item."""
    assert polish.english == {"W-STEP-2", "W-CARD-C08", "W-CARD-C09", "RUL-02", "RUL-10"}
    assert polish.entries["W-STEP-2"].text == "Turn round."
    assert polish.entries["W-STEP-2"].section == "Chodzenie"
    assert polish.entries["W-CARD-C08"].section == "Chodzenie: Na lodzie"
    assert polish.entries["RUL-10"].section == "Rozstrzygnięcia"


def test_a_stamp_tells_texts_apart_and_not_how_they_are_wrapped() -> None:
    one, two, other = (parse(f"- **A-1** {text}\n")[0].stamp for text in ("one\n  two", "one two", "one too"))
    assert one == two != other


@pytest.mark.parametrize("words", ["żółwim łukiem", "zolwim lukiem", "ZÓŁWIM", "łuk slizgaj"])
def test_a_translation_is_searched_with_and_without_accents(polish: Rulebook, words: str) -> None:
    assert [entry.id for entry in polish.search(words)] == ["W-CARD-C07"]


@pytest.mark.parametrize("name", ["łuk", "luk", "Łuk", "c7"])
def test_names_of_the_language_find_an_item(polish: Rulebook, name: str) -> None:
    entry = polish.lookup(name)
    assert entry is not None
    assert entry.id == "W-CARD-C07"


def test_a_translation_is_tied_together_like_the_original(book: Rulebook, polish: Rulebook) -> None:
    for ident in book.entries:
        tied = [entry.id for entry in book.touching(ident, "RUL")]
        assert [entry.id for entry in polish.touching(ident, "RUL")] == tied
