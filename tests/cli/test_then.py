"""What did I know then? Views and mails of earlier entries."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.said import Pbem


def test_the_mail_of_an_entry_is_the_one_that_was_sent(game: Pbem, tmp_path: Path) -> None:
    """Made again from the journal alone it has the same text as the mail that lies in the outbox."""
    for name in ("ania", "bartek"):
        assert game("move", "karnak", "--as", name, "bid: 0").code == 0
    seat = game("options", "karnak", "--json").json["questions"][0]["seat"]
    sent = game("show", "karnak", "--turn", "3", "--as", seat, "--json").json["mail"]
    assert "WHAT IS ASKED" in sent and "Your lanterns" in sent
    first = game("show", "karnak", "--turn", "1", "--as", seat, "--json").json["mail"]
    shutil.rmtree(tmp_path / "mail")
    assert game("show", "karnak", "--turn", "3", "--as", seat, "--json").json["mail"] == sent
    assert game("show", "karnak", "--turn", "1", "--as", seat, "--json").json["mail"] == first
    shutil.rmtree(tmp_path / "games" / "history")
    assert game("show", "karnak", "--turn", "1", "--as", seat, "--json").json["mail"] == first


def test_public_press_stands_in_the_record(game: Pbem) -> None:
    said = game("move", "karnak", "--as", "ania", "say to all: good luck, everybody")
    assert said.code == 0, said.err
    entries = game("log", "karnak", "--json").json["entries"]
    assert entries[-1]["kind"] == "announce" and "good luck" in entries[-1]["note"]["reason"]
    assert game("check", "--replay").code == 0
    assert game("move", "karnak", "--as", "ania", "--entry", "1", "bid: 1").code == 0, "the question is the same one"
