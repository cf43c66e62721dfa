"""Pictures in mails: one an entry, of what everybody sees, small, never waited for, and never needed."""

from __future__ import annotations

import logging
import time
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from pbem.core.titles import get_title
from pbem.desk.letters import mail_pictures as pictures
from pbem.raster import small_png
from pbem.store.roster import changing_roster
from tests.desk.mailing import Town

TWO = ("Ania <ania@example.org>", "Béla <bela@example.org>")


def pictures_of(mail: EmailMessage) -> list[bytes]:
    return [part.get_content() for part in mail.walk() if part.get_content_type() == "image/png"]


def test_all_readers_share_one_picture_of_the_public_view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def rendered(svg: str) -> bytes:
        drawn.append(svg)
        return real(svg)

    real = pictures.render
    monkeypatch.setattr(pictures, "MOST_SECONDS", 60.0)
    monkeypatch.setattr(pictures, "render", rendered)
    town = Town(tmp_path / "home", pictures=True)
    town.new_game(TWO, "karnak", "tekhenu")
    title, play = get_title("tekhenu"), town.desk.read("karnak").play
    assert drawn == [title.picture(play.view(None), play.data)]
    found = {name: pictures_of(town.last(name, "begins")) for name in ("ania", "bela", "kasia")}
    assert found["ania"] == found["bela"] == found["kasia"] and len(found["ania"]) == 1
    assert found["ania"][0].startswith(b"\x89PNG") and len(found["ania"][0]) <= 60_000
    mail = town.last("ania", "begins")
    page = mail.get_body(("related", "html"))
    assert page is not None and 'src="cid:board"' in mail.as_string().replace("=\n", "").replace("=3D", "=")
    assert [part["Content-ID"] for part in mail.walk() if part.get_content_type() == "image/png"] == ["<board>"]
    from PIL import Image

    assert Image.open(BytesIO(found["ania"][0])).width >= 400
    assert town.reply("ania", "status", "begins").verdict == "INFORMATION"  # the reply is read as ever
    assert not pictures_of(town.last("ania", "information"))


def town_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, render: Any) -> Town:
    monkeypatch.setattr(pictures, "render", render)
    town = Town(tmp_path / "home", pictures=True)
    town.new_game(TWO, "karnak", "tekhenu")
    return town


@pytest.mark.parametrize("problem", [ValueError("it took too long"), OSError("no such file"), ValueError("broken")])
def test_a_mail_goes_without_a_picture_that_cannot_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, problem: Exception
) -> None:
    def fails(svg: str) -> bytes:
        raise problem

    with caplog.at_level(logging.WARNING, "pbem.post"):
        town = town_without(tmp_path, monkeypatch, fails)
    mail = town.last("ania", "begins")
    assert not pictures_of(mail) and "cid:board" not in mail.as_string()
    assert caplog.text.count("no picture of karnak at entry 1") == 1  # told once, tried once


def test_who_reads_text_alone_gets_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    town = town_without(tmp_path, monkeypatch, lambda svg: b"\x89PNG picture")
    assert pictures_of(town.last("ania", "begins"))
    with changing_roster(town.home) as roster:
        roster.need("Ania").format = "text"
    town.new_game(TWO, "luxor", "tekhenu")
    assert not pictures_of(town.last("ania", "luxor")) and pictures_of(town.last("bela", "luxor"))


def test_a_renderer_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_SECONDS", 0.01)
    with pytest.raises(ValueError, match="took too long"):
        pictures.render("<svg xmlns='http://www.w3.org/2000/svg'/>")


def test_no_mail_waits_longer_for_a_slow_renderer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that would take half a minute, as a process of its own: all mails go without, after one wait."""
    assert pictures.MOST_SECONDS == 2.0 and pictures.MOST_BYTES == 60_000
    slow = tmp_path / "slow"
    slow.write_text("#!/bin/sh\nexec sleep 30\n")
    slow.chmod(0o755)
    monkeypatch.setattr(pictures.sys, "executable", str(slow))
    monkeypatch.setattr(pictures, "MOST_SECONDS", 0.2)
    began = time.monotonic()
    town = Town(tmp_path / "home", pictures=True)
    town.new_game(TWO, "karnak", "tekhenu")
    assert 0.2 <= time.monotonic() - began < 15
    assert not any(pictures_of(mail) for mail in town.out()) and len(town.out()) > 2


def test_without_the_extra_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda name: None)
    town = town_without(tmp_path, monkeypatch, lambda svg: b"\x89PNG picture")
    assert not pictures_of(town.last("ania", "begins"))


def test_rare_colours_stay_themselves() -> None:
    """A few orange pieces on a board of two hundred shades stay orange: a median cut made them brown."""
    shades = (
        f'<rect x="{7 * n}" width="7" height="600" fill="rgb({255 - n},{245 - n},{200 - n})"/>' for n in range(200)
    )
    piece = '<rect x="700" y="300" width="14" height="14" fill="#e07b1a"/>'
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1400 600">{"".join(shades)}{piece}</svg>'
    from PIL import Image

    pixel = Image.open(BytesIO(small_png(drawn, 60_000))).convert("RGB").getpixel((404, 175))
    assert isinstance(pixel, tuple)
    assert all(abs(one - two) < 24 for one, two in zip(pixel, (0xE0, 0x7B, 0x1A), strict=True)), pixel
