"""Looking: show, log, list."""

from __future__ import annotations

from pathlib import Path

from tests.said import Pbem


def test_a_secret_is_shown_as_text_or_as_one_document(karnak: Pbem) -> None:
    said = karnak("show", "karnak", "--secret", "--reason", "a card is missing")
    assert said.code == 0 and not said.out.startswith("{")
    for name in ("Ania (orange)", "Bartek (blue)"):
        assert name in said.out
    hands = [karnak("options", "karnak", "--as", seat, "--json").json["questions"][0]["options"] for seat in ("a", "b")]
    assert all(option["key"] in said.out for hand in hands for option in hand)
    document = karnak("show", "karnak", "--secret", "--reason", "once more", "--json").json
    assert set(document) == {"game", "entry", "secret"} and document["secret"]["stack"]
    assert "a card is missing" in karnak("log", "karnak").out


def test_an_archive_may_have_any_name(karnak: Pbem, tmp_path: Path) -> None:
    assert karnak("mod", "end", "karnak", "--reason", "tea").code == 0
    assert karnak("archive", "karnak", "-o", "kept.pbem").code == 0
    said = karnak("show", "kept.pbem", "--as", "ania", "--turn", "1")
    assert said.code == 0 and "ORANGE" in said.out, said.err
    assert karnak("show", "no.pbem", "--json").code in (1, 2)


def test_what_was_said_is_no_reason(karnak: Pbem) -> None:
    assert karnak("move", "karnak", "--as", "ania", "say: good luck").code == 0
    assert "says: good luck" in karnak("log", "karnak").out
