"""What a seat was mailed, made again from an archive in a home that has nothing else: the very words that were sent."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.archive.look import open_archive
from pbem.archive.stored import archive_of
from pbem.cli.run import run
from pbem.desk.desk import Desk
from pbem.desk.games.views import mails_then
from pbem.engine.computers.computer import Luck
from pbem.mail.letter import body_text
from pbem.store.files import load_game
from pbem.store.home import Home
from pbem.store.roster import changing_roster
from tests.archive.games import NOW

SENT_BY_VERBS = frozenset({"adjudication", "handover"})
"""Kinds into which a moderator's verb puts more than the entry says."""


def played(home: Home, title: str, players: int, verbs: dict[int, list[str]]) -> Desk:
    """A game of random answers, mailed to all, with a moderator's verbs after some submissions."""
    now = [NOW]
    desk = Desk(home, now=lambda: now[0])
    people = [f"P{n} <p{n}@example.org>" for n in range(players)]
    desk.create(title, people, "Kasia <k@example.org>", [], "karnak", [], "01" * 32)
    each_turn(home)
    luck = Luck(sha256(title.encode()).digest())
    done = 0
    while True:
        now[0] += timedelta(minutes=7 + luck.below(600))
        with desk.game("karnak") as session:
            seats = list(session.play.questions())
            session.play.submit(
                seats[luck.below(len(seats))], "", desk.now(), filler=lambda table, who, question: luck.answer(question)
            )
            session.put_back()
            if session.game.status != "running":
                return desk
        done += 1
        if done in verbs:
            assert run(["mod", verbs[done][0], "karnak", *verbs[done][1:], "--reason", "so it goes"]) == 0
            each_turn(home)


def each_turn(home: Home) -> None:
    """Everybody reads every turn as it happens: a digest is no mail of one entry, and none is made again."""
    with changing_roster(home) as roster:
        for person in roster.people:
            person.news = "each"


def kept(home: Home) -> dict[tuple[int, str], dict[str, str]]:
    """Every mail of the game: entry and seat -> kind -> text."""
    found: dict[tuple[int, str], dict[str, str]] = {}
    for path in (home.mail / "out").rglob("*.eml"):
        raw = path.read_bytes()
        about = re.search(rb"^X-Pbem:\s*game=karnak; entry=(\d+);\s*seat=([a-z-]+);\s*kind=([a-z]+)", raw, re.M)
        if about is not None:
            place = int(about[1]), about[2].decode()
            found.setdefault(place, {})[about[3].decode()] = body_text(raw)
    return found


def nameless(text: str) -> str:
    """Without the name of the seat that changed hands: no journal holds one, so who held it before is not told. Lines
    break elsewhere behind another name."""
    words = " ".join(text.split())
    return words.replace("P1 the younger", "P1").replace("P1 (heron)", "heron")


@pytest.mark.parametrize(
    ("title", "players", "every", "verbs"),
    [
        ("toy", 3, 1, {}),
        ("toy", 3, 1, {4: ["announce", "Tea is served."], 7: ["undo", "6"], 10: ["undo", "9", "--draws", "fresh"],
                       12: ["substitute", "p1", "P1 the younger <z@example.org>"]}),
        ("toy", 3, 1, {3: ["patch", '[{"op": "replace", "path": "/points/crane", "value": 4}]'],
                       8: ["patch", '[{"op": "replace", "path": "/points/heron", "value": 2}]']}),
        ("tekhenu", 2, 13, {}),
    ],
)  # fmt: skip
def test_every_mail_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str, players: int, every: int, verbs: dict[int, list[str]]
) -> None:
    home, other = Home(tmp_path / "home"), Home(tmp_path / "other")
    for place in (home, other):
        place.root.mkdir()
    monkeypatch.setenv("PBEM_HOME", str(home.root))
    desk = played(home, title, players, verbs)
    data, _ = archive_of(load_game(home, "karnak"))
    sent = kept(home)
    stranger = Desk(other, now=desk.now)
    seen: Counter[str] = Counter()
    for n in range(1, desk.read("karnak").game.entry + 1, every):
        for seat in [info.seat for info in desk.read("karnak").game.seats]:
            made = mails_then(stranger, open_archive(data, n), seat)
            then = {kind: text for kind, text in sent.get((n, seat), {}).items() if kind not in SENT_BY_VERBS}
            by_verbs = len(sent.get((n, seat), {})) - len(then)
            assert len(made) == len(then) + by_verbs, (n, seat)
            told = [nameless(text) for text in made]
            assert all(nameless(text) in told for text in then.values()), (n, seat)
            seen.update(list(then))
    assert seen["turn"] and seen["news"] and seen["start"] == players + 1


def test_a_reader_whom_the_home_knows_reads_in_their_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the mail itself was deleted."""
    home = Home(tmp_path)
    monkeypatch.setenv("PBEM_HOME", str(home.root))
    desk = Desk(home, now=lambda: NOW)
    desk.create("toy", ["Ania <a@example.org>", "Bartek <b@example.org>"], None, [], "karnak", [], "01" * 32)
    assert run(["roster", "Bartek", "--language", "pl", "--zone", "Europe/Warsaw"]) == 0
    for path in (home.mail / "out").rglob("*.eml"):
        path.unlink()
    (english,), (polish,) = (mails_then(desk, desk.at("karnak", 1), seat) for seat in ("crane", "heron"))
    assert "WHAT IS ASKED" in english
    assert "WHAT IS ASKED" not in polish
