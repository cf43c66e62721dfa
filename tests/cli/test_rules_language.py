"""`pbem rules` in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.said import Pbem


def test_an_item_with_its_rulings_in_polish(pbem: Pbem) -> None:
    said = pbem("rules", "tekhenu", "T-MAAT-4", "--language", "pl").out
    assert "Ujemny bilans kosztuje PZ" in said
    assert "Rozstrzygnięcia:\n  RUL-48  Każda strata PZ" in said
    assert "English" not in said and "angielsku" not in said


@pytest.mark.parametrize("words", ["żetonów wiary szalkach", "zetonow wiary SZALKACH"])
def test_words_are_found_with_and_without_accents(pbem: Pbem, words: str) -> None:
    assert "T-MAAT-2  Każdy może" in pbem("rules", "tekhenu", *words.split(), "--language", "pl").out


def test_the_homes_language_is_used_where_none_is_named(pbem: Pbem, tmp_path: Path) -> None:
    (tmp_path / "pbem.toml").write_text('language = "pl"\n', encoding="utf-8")
    assert "Ujemny bilans" in pbem("rules", "tekhenu", "T-MAAT-4").out
    assert "A negative balance" in pbem("rules", "tekhenu", "T-MAAT-4", "--language", "en").out
    assert "A negative balance" in pbem("rules", "tekhenu", "T-MAAT-4", "--json").json["text"]
    assert "Koło, światło, czystość\n  T-DICE-1 .. T-DICE-5 (5)" in pbem("rules", "tekhenu").out


def test_a_language_that_nobody_speaks(pbem: Pbem) -> None:
    said = pbem("rules", "tekhenu", "T-MAAT-4", "--language", "../pl")
    assert said.code == 1 and "'../pl'" in said.err and "en, pl, hu, de, fr" in said.err


def test_what_is_not_translated_is_english_and_that_is_said_once(pbem: Pbem) -> None:
    said = pbem("rules", "tekhenu", "T-MAAT-4", "--language", "de").out
    assert "A negative balance" in said
    assert said.count("What stands in English here has no translation") == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sala wojny", "Sala Wojny  (Komnaty)"),
        ("SPIS", "Spis  (Karty Polityki)"),
        ("kserkses", "Król Tyran  W regionie Kserksesa"),
        ("rowdwany", ""),
        ("rydwany", "A-CARD-CHARIOTS"),
        ("zadny swiatyn", "A-POW-TEMPLE"),
        ("ozyrys", "A-GOD-OSIRIS-1"),
    ],
)
def test_cards_powers_and_gods_by_their_polish_names(pbem: Pbem, name: str, said: str) -> None:
    found = pbem("rules", "ankh", name, "--language", "pl")
    assert said in found.out
    assert (found.code == 0) is bool(said)
