"""Mail texts of an owner's own."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import tests.toy  # noqa: F401  (registers the toy)
from pbem.desk.desk import Desk
from pbem.store.home import Home

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def mails(home: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in (home / "mail" / "out" / "new").glob("*.eml")}


def begin(home: Path) -> None:
    desk = Desk(Home(home), lambda: NOW)
    people = ["Ania <ania@example.org>", "Bartek <bartek@example.org>"]
    desk.create("toy", people, "Kasia <kasia@example.org>", [], "karnak", [], "07" * 32)


def test_an_owners_text_is_used(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "start.txt").write_text("Welcome to the club.\n$head\n$divider\n$asked\n$answers\n")
    begin(tmp_path)
    assert all("Welcome to the club." in text for text in mails(tmp_path).values())


def test_a_broken_text_is_replaced_and_the_moderator_told_once(tmp_path: Path) -> None:
    """# fault 266"""
    (tmp_path / "pbem.toml").write_text('[moderation]\nmoderator = "Kasia <kasia@example.org>"\n')
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "start.txt").write_text("Broken $nonsense\n")
    begin(tmp_path)
    found = mails(tmp_path)
    notes = [text for name, text in found.items() if name.startswith("note-")]
    assert len(notes) == 1 and "start.txt" in notes[0] and "kasia@example.org" in notes[0]
    starts = [text for name, text in found.items() if not name.startswith("note-")]
    assert len(starts) == 3 and not any("nonsense" in text for text in starts)
    assert sum("bid:" in text for text in starts) == 2, "the built-in order form went out"


def test_a_text_cannot_reach_files_or_attributes(tmp_path: Path) -> None:
    """# fault 267"""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "start.txt").write_text("${head.__class__} $head {0.__class__} %s $$HOME\n")
    begin(tmp_path)
    assert not any("__class__" in text and "<class" in text for text in mails(tmp_path).values())
