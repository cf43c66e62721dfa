"""Kept mails against the record: the heads they print are the journal's."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.archive.verify import Check, verify
from tests.archive.games import archived, finished


def mail(entry: int, head: str, *, word: str = "record", game: str | None = None, about: bool = True) -> bytes:
    made = EmailMessage()
    name = game or finished().game.id
    made["Subject"] = f"[pbem {name} #{entry}] Your turn"
    if about:
        made["X-Pbem"] = f"game={name}; entry={entry}; seat=crane; kind=turn; question={entry}"
    made.set_content(f"Lantern Night, {name}, for Ania\n{word} {head}\n\nźdźbło\n> record 000000000000\n", cte="base64")
    return bytes(made)


def check(folder: Path) -> Check:
    return verify(archived(), folder)[-1]


def heads() -> dict[int, str]:
    return {entry.n: entry.hash[:12] for entry in finished().entries}


def test_mails_that_fit(tmp_path: Path) -> None:
    (tmp_path / "cur").mkdir()
    (tmp_path / "cur" / "1.eml").write_bytes(mail(3, heads()[3]))
    (tmp_path / "2.eml").write_bytes(mail(5, heads()[5], word="zapis"))
    (tmp_path / "3.eml").write_bytes(mail(5, heads()[7], about=False))
    (tmp_path / "other.eml").write_bytes(mail(1, "f" * 12, game="elsewhere"))
    (tmp_path / "notes.txt").write_bytes(b"no mail at all \xff\xfe")
    box = b"From pbem\n" + mail(8, heads()[8]) + b"\n\nFrom pbem\n" + mail(9, heads()[9])
    (tmp_path / "kept.mbox").write_bytes(box)
    found = check(tmp_path)
    assert (found.passed, found.text) == (True, "5 mails print heads of this record, the last of entry 9")


@pytest.mark.parametrize("about", [True, False])
def test_the_first_entry_that_differs_is_named(tmp_path: Path, about: bool) -> None:
    (tmp_path / "1.eml").write_bytes(mail(3, heads()[3]))
    (tmp_path / "2.eml").write_bytes(mail(9, "e" * 12))
    (tmp_path / "3.eml").write_bytes(mail(6, "d" * 12, about=about))
    found = check(tmp_path)
    assert found.passed is False
    assert found.text == f"entry 6: 3.eml prints dddddddddddd, the record has {heads()[6]}"


def test_a_record_that_ends_too_soon(tmp_path: Path) -> None:
    (tmp_path / "1.eml").write_bytes(mail(500, "d" * 12))
    assert check(tmp_path).text == "entry 500: 1.eml knows it, the record ends before it"


def test_a_folder_without_mails_proves_nothing(tmp_path: Path) -> None:
    assert check(tmp_path).passed is False
    assert "no such folder" in check(tmp_path / "gone").text
