"""Files that travel with the package are found in a checkout and in an installed copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import resources


def test_the_checkout_comes_first() -> None:
    assert (resources.data_root() / "pyproject.toml").is_file()
    assert "T-MAAT-4" in resources.rules_text("tekhenu")


def test_an_installed_copy_has_the_rules_beside_the_schemas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "toy.md").write_text("- **X-1** ä\n", encoding="utf-8")
    monkeypatch.setattr(resources, "data_root", lambda: tmp_path)
    assert resources.rules_text("toy") == "- **X-1** ä\n"
    with pytest.raises(FileNotFoundError):
        resources.rules_text("nothing")


def test_translated_rules_lie_in_a_folder_of_their_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules" / "pl").mkdir(parents=True)
    (tmp_path / "rules" / "pl" / "toy.md").write_text("- **X-1** ą\n", encoding="utf-8")
    monkeypatch.setattr(resources, "data_root", lambda: tmp_path)
    assert resources.rules_text("toy", "pl") == "- **X-1** ą\n"
    assert resources.rules_text("toy", "hu") == ""
    assert resources.rules_text("toy", "../rules/pl") == ""
