"""Nothing that anybody but their writer gets tells of sealed orders.

Two homes play the same game; one player sends other lines in one of them than in the other. Every mail to the others,
every answer to what they ask, every command of the house and the public archive must be the same, but for commitments
and the hashes made of them, whose number is the same, too (A-PBEM-8)."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import put
from tests.titles.ankh.towns import Nile, near

PLAYERS = ("ra=Dora <dora@example.org>", "isis=Ania <ania@example.org>", "osiris=Béla <bela@example.org>")
OTHERS = ("dora", "bela", "kasia", "olek")
"""Everybody but the writer, Ania: two players, the moderator, an observer."""
ASKED = ("status", "options", "history", "orders")
COMMANDS = (
    ("show", "nile"), ("show", "nile", "--as", "ra"), ("show", "nile", "--svg", "-"), ("log", "nile"),
    ("log", "nile", "--as", "osiris"), ("log", "nile", "--json"), ("options", "nile"), ("list", "--json"),
    ("check", "nile", "--json"),
)  # fmt: skip
HASH = re.compile(r"\b[0-9a-f]{12,64}\b")
"""Commitments, hashes of the chain, and their first letters in the head of a mail."""
TIME = re.compile(r"\d+(\.\d+)? (ms|s)\b")

EARLY = (
    "card: drought, plague\nbid: all",
    "card-1: miracle, cycle\ncard: flood\nbid-1: 1 if stake>=2, 0\nbuild: temple A3\nkeep: none",
)
"""Orders before the Conflict: another number of lines, and other lines."""
REPLACED = ("card: drought, plague\nbid: all", "card: miracle, cycle\nbid: 1 if stake>=2, 0")
USED = "card: flood\nbid: 0\n"
UNUSED = ("build: obelisk A7, temple C4\nbid-1: 1", "build-1: pyramid B6\ntiebreak: no\ncard-1: miracle")
"""Lines that are never needed here, behind those that are: they stay closed."""


def homes(root: Path, n: int) -> list[Nile]:
    """The same game so many times, with one key."""
    found: list[Nile] = []
    for at in range(n):
        home = root / str(at)
        if found:
            home.mkdir(parents=True)
            shutil.copy(root / "0" / "pbem.key", home / "pbem.key")
        town = Nile(home, PLAYERS, first="ra")
        town.lay(fighting)
        found.append(town)
    return found


def fighting(t: Ankh) -> None:
    """The next Gain triggers Conflict 1; Ra and Isis fight in region 2, nobody in region 1."""
    near(t)
    god = t.god_at("isis")
    assert god is not None
    spaces = [place for place in t.lay.adjacent[god] if t.open_to("ra", place)]
    put(t, {spaces[0]: "ra warrior"})


def blank(text: str) -> str:
    return TIME.sub("(time)", HASH.sub("(hash)", text))


def mails(town: Nile, names: tuple[str, ...] = OTHERS) -> Iterator[str]:
    for name in names:
        for mail in town.mails_to(name):
            yield f"{name}: {mail['Subject']}"
            for part in mail.walk():
                if part.get_content_maintype() == "text":
                    yield str(part.get_content())


def answers(town: Nile) -> Iterator[str]:
    """What the players among them are told when they ask."""
    for name in ("dora", "bela"):
        for wanted in ASKED:
            town.reply(name, wanted)
            yield town.answered(name)


def commands(town: Nile, capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    for command in COMMANDS:
        capsys.readouterr()
        assert main([*command, "--home", str(town.home.root)]) == 0, capsys.readouterr()
        yield capsys.readouterr().out.replace(str(town.home.root), "HOME")


def archive(town: Nile) -> Iterator[str]:
    path = town.home.root / "public.zip"
    assert main(["archive", "nile", "--public", "-o", str(path), "--home", str(town.home.root)]) == 0
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as box:
        for name in sorted(box.namelist()):
            yield f"{name}\n{box.read(name).decode('utf-8', 'replace')}"


def everything(town: Nile, capsys: pytest.CaptureFixture[str]) -> list[str]:
    found = [*answers(town), *mails(town), *commands(town, capsys), *archive(town)]
    return [blank(text) for text in found]


def compare(towns: list[Nile], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the others get in the first home, the same as in every other one."""
    first, *rest = [everything(town, capsys) for town in towns]
    for other in rest:
        assert len(other) == len(first)
        for here, there in zip(first, other, strict=True):
            assert here == there
    return first


def test_orders_on_file_are_told_to_nobody_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sent before the call, which then waits for another player."""
    towns = homes(tmp_path, len(EARLY))
    for town, text in zip(towns, EARLY, strict=True):
        town.say("isis", text)
        town.say("ra", "action: gain")
        assert town.asked() == {"ra": "order"}
    said = compare(towns, capsys)
    assert len(said) > 30
    assert sum("(hash)" in text for text in said) > 5
    own = []
    for town in towns:
        town.reply("ania", "orders")
        own.append(blank(town.answered("ania")))
    assert own[0] != own[1], "the writer herself is told"


@pytest.mark.slow
def test_lines_that_were_not_used_stay_closed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Replaced ones and those that no question needed: nobody learns of them when the Conflict is over."""
    towns = homes(tmp_path, len(UNUSED))
    for town, early, late in zip(towns, REPLACED, UNUSED, strict=True):
        town.say("isis", early)
        town.say("isis", USED + late)
        town.say("ra", "action: gain\ncard: chariots\nbid: 0")
        assert town.table.conflict is None
        assert town.table.gods["isis"].used == ["flood"]
    said = compare(towns, capsys)
    assert any("card: flood" in text for text in said)
    for closed in ("drought, plague", "obelisk A7", "miracle, cycle"):
        assert not any(closed in text for text in said)
