"""Anonymous games: seats stand for people until the end, in everything that others get to read.

A whole game is played twice, with the names and addresses of everybody exchanged, and the zones and languages of some.
What reaches a reader, heads of mails included, must be the same byte for byte, but for the reader's own name.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from zipfile import ZipFile

import pytest

from pbem.cli import main
from pbem.core.errors import Refused
from pbem.desk.site.builder import Site
from pbem.desk.upkeep.daily_round import page_lines
from pbem.engine.people import find_seat
from pbem.store.index import rows
from pbem.store.roster import changing_roster
from tests.desk.mailing import BEGIN
from tests.moderation.village import Village

SEATS = ("crane", "heron", "otter")
REAL = {"crane": "Ania", "heron": "Bela", "otter": "Zaneta", "new": "Ewa", "observer-1": "Olek", "observer-2": "Ola"}
OTHER = {"crane": "Wera", "heron": "Xavi", "otter": "Ulrika", "new": "Rut", "observer-1": "Stig", "observer-2": "Ida"}
SIGNED = re.compile(r"^(Return-Path:[^@]*?)\.[a-z0-9]{16}@", re.MULTILINE)
"""The signature of an envelope sender: it covers the reader's own address."""
ABROAD = ("Xavi", "Rut", "Ida")
"""Those of the others who live elsewhere and speak another language: their own mails cannot be compared."""
LOOKS = (["list"], ["list", "--json"], ["show", "river"], ["show", "river", "--json"], ["log", "river"],
         ["log", "river", "--json"], ["options", "river"], ["options", "river", "--json"],
         ["move", "river", "bid: 99", "--as", "nobody"])  # fmt: skip


class World(Village):
    """The game with these people; they differ in where they live and in what they speak, too."""

    def __init__(self, root: Path, people: dict[str, str]) -> None:
        root.mkdir(parents=True)
        (root / "pbem.key").write_text("ab" * 32 + "\n")
        (root / "pbem.key").chmod(0o600)
        super().__init__(root)
        self.people = people
        self.desk.create(
            "toy", [self.address(seat) for seat in SEATS], "Kasia <kasia@example.org>", [self.address("observer-1")],
            "river", ["nights=2", "turn=3d", "anonymous=yes"], "ab" * 32,
        )  # fmt: skip
        self.live_abroad()

    def live_abroad(self) -> None:
        with changing_roster(self.home) as roster:
            for name in self.people.values():
                person = roster.find(name)
                if person is not None and name in ABROAD:
                    person.zone, person.language = "America/Lima", "pl"

    def address(self, seat: str) -> str:
        return f"{self.people[seat]} <{self.people[seat].lower()}@example.org>"

    def says(self, seat: str, text: str) -> str:
        return self.reply(self.people[seat].lower(), text).verdict

    def play(self) -> None:
        """All that may happen in a game, up to its end."""
        for seat in SEATS:
            assert self.says(seat, "bid: 1") == "COUNTED"
        first = next(iter(self.game().deadlines))
        others = [seat for seat in SEATS if seat != first]
        self.turn(first)
        self.says("crane", "say all: hello everybody")
        self.says("heron", "say crane: between us")
        self.says("otter", "say moderator: who are they?")
        for seat in SEATS:
            self.says(seat, "status")
            self.says(seat, "history")
            self.says(seat, "say Bela: is it you?")
            self.says(seat, "vote end Xavi")
        self.says(others[0], "appeal 1 that was not right")
        self.refuse_all()
        self.says(first, "undo 2 please")
        self.says(others[1], "agree 2")
        self.says(others[0], "vote end crane")
        self.refuse_all()
        self.mod("extend", next(iter(self.game().deadlines)), "1d", reason="a feast")
        self.wait(6, step=72)
        self.mod("observe", *self.address("observer-2").split(" "), reason="somebody asked")
        self.mod("substitute", "heron", *self.address("new").split(" "), reason="no answer came")
        self.people = {**self.people, "heron": self.people["new"]}
        self.live_abroad()
        self.says("heron", "say all: I am new here")
        assert self.says("heron", "away 2026-10-20 to 2026-10-25") == "COUNTED"
        self.says("observer-1", "status")
        self.says("crane", "resign confirm")
        self.refuse_all()
        asked, question = next(iter(self.desk.read("river").play.questions().items()))
        rest = "; rest: coin" if question.name == "float" else ""
        self.mod("act", asked, f"{question.name}: {question.options[0]}{rest}", reason="by default")

    def refuse_all(self) -> None:
        waiting = [str(one.number) for one in self.game().moderation.requests if one.status == "open"]
        assert waiting
        for number in waiting:
            self.mod("answer", number, "refused", reason="it stands")

    def got(self, seat: str) -> list[str]:
        """Every mail to somebody, with its head, in a form that does not depend on the order of one moment."""
        name, common = self.people[seat], REAL[seat]
        mails = [SIGNED.sub(r"\1@", mail.as_string()) for mail in self.mails_to(name.lower())]
        return sorted(text.replace(name, common).replace(name.lower(), common.lower()) for text in mails)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, World]:
    """The game, and the game of other people."""
    root = tmp_path_factory.mktemp("anonymous")
    found = World(root / "real", REAL), World(root / "other", OTHER)
    for world in found:
        world.play()
    return found


@pytest.mark.parametrize("seat", ["crane", "otter", "observer-1"])
def test_mails_tell_nobody_who_the_others_are(worlds: tuple[World, World], seat: str) -> None:
    real, other = (world.got(seat) for world in worlds)
    assert len(real) > 5
    for mine, theirs in zip(real, other, strict=True):
        assert mine == theirs
    assert worlds[0].game().anonymous


def test_what_anybody_may_look_at_names_nobody(
    worlds: tuple[World, World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """List, board, log, refusals, site and the archive of the running game."""
    seen = []
    for name, world in zip(("real", "other"), worlds, strict=True):
        with changing_roster(world.home) as roster:
            for person in roster.people:
                person.public = True
        monkeypatch.setenv("PBEM_HOME", str(world.home.root))
        texts = []
        for command in LOOKS:
            main(command)
            said = capsys.readouterr()
            texts.append(said.out + said.err)
        copy = tmp_path / f"{name}.zip"
        assert main(["archive", "river", "-o", str(copy)]) == 0
        assert main(["verify", str(copy)]) == 0
        capsys.readouterr()
        texts += [ZipFile(copy).read(member).decode() for member in sorted(ZipFile(copy).namelist())]
        Site(world.desk, tmp_path / name).build()
        pages = [file for file in sorted((tmp_path / name).rglob("*")) if file.is_file() and file.name != "site.json"]
        texts += [file.read_text("utf-8") for file in pages]
        seen.append(texts)
    assert len(seen[0]) > len(LOOKS) + 6
    for mine, theirs in zip(*seen, strict=True):
        assert mine == theirs


def test_the_moderator_knows(worlds: tuple[World, World]) -> None:
    world = worlds[0]
    start = " ".join(str(world.mails_to("kasia")[0].get_content()).split())
    assert "Seats: Ania (crane), Bela (heron), Zaneta (otter)." in start
    world.reply("kasia", "status")
    assert "Ewa (heron)" in world.answered("kasia")
    page = "\n".join(page_lines(world.desk, list(rows(world.home).values()), world.time))
    asked = next(iter(world.game().deadlines))
    assert f"{world.game().holder(asked)} ({asked})" in page
    assert find_seat(world.game(), "Ania").seat == "crane"


def test_the_moderators_words_name_nobody_by_mistake(worlds: tuple[World, World]) -> None:
    world = worlds[0]
    before = world.stored()
    with pytest.raises(Refused, match="they name Ania"):
        world.mod("extend", "crane", "1d", reason="Ania is ill")
    with pytest.raises(Refused, match="they name Zaneta"):
        world.mod("announce", "Zaneta", "asks", "for", "time", reason=None)
    assert world.reply("kasia", "say all: ask Ania").verdict == "NOT COUNTED"
    assert world.stored() == before


def test_at_the_end_everybody_is_named(
    worlds: tuple[World, World], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(worlds[0].home.root, tmp_path / "home")
    world = Village(tmp_path / "home")
    world.time = worlds[0].time
    while world.game().status == "running":
        world.turn()
    assert world.game().status == "finished"
    for name in ("ania", "ewa", "zaneta", "olek"):
        text = world.text(name, "over")
        assert all(re.search(rf"\b{other}\b", text) for other in ("Ania", "Ewa", "Zaneta")), text
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    assert main(["log", "river"]) == 0
    assert "Zaneta (otter)" in capsys.readouterr().out
    world.audit()


@pytest.mark.parametrize("more", [[], ["--invite"], ["--json"], ["--invite", "--json"]])
def test_a_new_anonymous_game_prints_no_names(
    more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))
    people = [word for name in ("Ania", "Bela") for word in ("--player", f"{name} <{name.lower()}@example.org>")]
    assert main(["new", "toy", *people, "--option", "anonymous=yes", "--create", *more]) == 0
    said = capsys.readouterr()
    assert "Ania" not in said.out + said.err and "Bela" not in said.out + said.err
    assert any(word in said.out for word in ("invited-2", "2 people", "heron"))


def test_invitations_to_an_anonymous_game(tmp_path: Path) -> None:
    """Who is asked learns how many there are; who declined or kept silent is the moderator's business."""
    from pbem.desk.people.invitations import invite, listed_invitations

    village = Village(tmp_path / "home")
    people = [f"{name} <{name.lower()}@example.org>" for name in ("Ania", "Bela", "Zaneta")]
    invite(village.desk, "toy", people, "Kasia <kasia@example.org>", [], "river", ["anonymous=yes", "nights=1"])
    assert village.reply("ania", "Gladly!").verdict == "COUNTED"
    listed = listed_invitations(village.desk)[0]
    assert listed["awaited"] == ["invited-2", "invited-3"] and listed["remarks"] == "accepted: invited-1"
    assert village.reply("bela", "decline").verdict == "COUNTED"
    told = "\n".join(mail.as_string() for mail in village.mails_to("ania"))
    assert "Bela" not in told and "Zaneta" not in told and "1 of those asked declined" in " ".join(told.split())
    assert "3 are asked to play. The game is anonymous" in " ".join(told.split())
    assert "Bela declined" in village.text("kasia")
    assert village.time == BEGIN
