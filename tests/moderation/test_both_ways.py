"""Every verb of a moderator, typed and by mail: two homes, the same commands, and two journals that tell the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import tests.toy.title as toy
from pbem.cli.roster_command import change, standing_by
from pbem.cli.run import run
from pbem.core.kept import text_of
from pbem.desk.verbs.moderator import VERBS
from pbem.engine.adjudication.decisions import decided
from tests.moderation.village import SEATS, Village

PATCH = '[{"op":"replace","path":"/wind","value":4}]'
WISHES: list[tuple[str, str, str]] = [
    # what is wished, the command, the kind of entry it leaves
    (
        "somebody is put on file before a first game",
        "person Ewa <ewa@example.org> zone=Europe/Warsaw language=pl",
        "mail",
    ),
    ("an observer joins later", "observe Ewa", "people"),
    ("a seat is offered to those who stand by", "substitute Béla offer", "people"),
    ("the offer is taken back", "substitute Béla offer back", "people"),
    ("an observer becomes a substitute", "substitute Béla Ewa", "substitute"),
    ("a message to all", "announce", "announce"),
    ("time stands still", "pause", "pause"),
    ("time goes on", "resume", "resume"),
    ("more time", "extend Ania 20d", "extend"),
    ("a wrong extension is corrected", "extend Ania back 18d", "extend"),
    ("a move that came by telephone", "act Ania bid: 1", "move"),
    ("a ruling with an option", "rule L1 nights=1", "rule"),
    ("a correction", f"patch {PATCH}", "patch"),
    ("the clock's default at once", "process {entry}", "move"),
    ("a move is taken back", "undo {moved} fresh", "undo"),
    ("an undo is taken back", "redo", "redo"),
    ("a request is answered", "answer 1 refused", "appeal"),
    ("an end by decision", "end Ania", "end"),
    ("the end alone is taken back", "undo end", "undo"),
    ("the game is handed to another moderator", "moderator Ida <ida@example.org>", "people"),
]
ELSEWHERE = {
    "standby": "it changes nothing and leaves no entry",
    "data": "there must be other tables: tried both ways below",
    "delete": "it leaves no game: test_wishes.py tries it both ways",
}


def entries_left(village: Village, by_mail: bool) -> list[tuple[str, str, str]]:
    """What each command left: the wish, the kind of its entry, its reason."""
    change(village.desk, "Ula", {"address": "ula@example.org", "standby": standing_by("toy")})
    village.reply("zaneta", "appeal I do not agree")
    found = []
    for wish, command, _ in WISHES:
        game = village.game()
        moved = [entry.n for entry in game.recent if entry.kind == "move" and entry.n not in game.moderation.undone]
        text = command.format(entry=game.entry, moved=moved[-1]) if "{" in command and "[" not in command else command
        before = game.entry
        if by_mail:
            handled = village.reply("kasia", f"mod {text} reason: {wish}")
            assert handled.verdict == "COUNTED", (text, village.answered("kasia"))
        else:
            verb, *words = text.split()
            village.mod(verb, *words, reason=wish)
        entry = next(each for each in village.game().recent if each.n > before)
        found.append((wish, entry.kind, text_of(entry.note.get("reason", ""))))
    village.audit()
    return found


def test_every_wish_typed_and_by_mail(tmp_path: Path) -> None:
    told = []
    for by_mail in (False, True):
        village = Village(tmp_path / ("mail" if by_mail else "typed"))
        village.new_game(nights=2, turn="3d")
        told.append(entries_left(village, by_mail))
    assert told[0] == told[1]
    assert told[0] == [(wish, kind, wish) for wish, _, kind in WISHES]


ASKED = [
    # who asks or announces what, the kind of entry that it leaves, what that decided, and its reason
    ("ania", "away 5 days reason: a wedding", "absence", "announces days off", "a wedding"),
    ("ania", "away back", "absence", "is back", ""),
    ("ania", "appeal it was night", "appeal", "request 1, an appeal about entry 7", "it was night"),
    ("ania", "undo I misread it", "request", "request 2: back to before entry 5", "I misread it"),
    ("bela", "refuse 2 reason: I was misled", "request", "does not agree to request 2", "I was misled"),
    ("ania", "vote end Béla reason: far behind", "request", "request 3, a vote: the game ends, won by heron",
     "far behind"),
    ("bela", "agree 3 reason: kind of you", "request", "agrees to request 3", "kind of you"),
    ("ania", "vote end", "request", "request 4, a vote: the game ends without a winner", ""),
    ("ania", "resign confirm reason: no time", "request", "request 5: to leave the game", "no time"),
    ("ania", "resign cancel", "request", "request 5 is withdrawn", ""),
]  # fmt: skip


@pytest.mark.parametrize("by_mail", [False, True])
def test_what_players_ask_for_is_journaled_with_its_reason(tmp_path: Path, by_mail: bool, monkeypatch: Any) -> None:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    monkeypatch.setenv("PBEM_HOME", str(village.home.root))
    village.bids(crane=1)
    village.turn("crane", rest="draw")
    for name, text, kind, what, reason in ASKED:
        before, put = village.game().entry, village.game().deadlines
        if by_mail:
            assert village.reply(name, text).verdict == "COUNTED", (text, village.answered(name))
        else:
            assert run(["move", "river", text, "--as", name, "--no-send"]) == 0, text
        (entry,) = [each for each in village.game().recent if each.n > before]
        why = (entry.secret.note if kind == "absence" else entry.note).get("reason", "")
        assert (entry.kind, entry.seat, text_of(why)) == (kind, SEATS[name], reason), text
        assert list(map(str, decided(entry))) == ([what] if what else []), text
        assert {seat: one.entry for seat, one in village.game().deadlines.items()} == {
            seat: one.entry for seat, one in put.items()
        }, "nobody is asked anew"
    village.reply("ania", "history")
    assert all(what in " ".join(village.answered("ania").split()) for _, _, _, what, _ in ASKED)
    village.audit()


def test_no_archive_tells_when_somebody_is_away_or_why(tmp_path: Path) -> None:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    assert village.reply("ania", "away 2026-07-10 to 2026-07-14 reason: a wedding").verdict == "COUNTED"
    village.mod("end", reason="it was a try")
    with ZipFile(village.home.finished / "river.zip") as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert "absence" in texts["journal.jsonl"] and "[absence]" in texts["news.txt"]
    assert [name for name, text in texts.items() if "wedding" in text or "2026-07-14" in text] == []
    village.audit()


def test_no_verb_is_forgotten() -> None:
    assert {command.split()[0] for _, command, _ in WISHES} | set(ELSEWHERE) == set(VERBS)


def test_tables_of_today_come_in_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables are those of the home: a mail need not bring them, only ask for them."""
    for by_mail in (False, True):
        village = Village(tmp_path / ("mail" if by_mail else "typed"))
        village.new_game(nights=2, turn="3d")
        pinned = village.game().rules.data
        with monkeypatch.context() as today:
            today.setattr(toy.Lanterns, "components", lambda self, modules=(): {"wind": 3})
            if by_mail:
                assert "would hold" in village.reply(
                    "kasia", "mod data dry-run reason: erratum"
                ).why + village.answered("kasia")
                assert village.game().rules.data == pinned
                assert village.reply("kasia", "mod data reason: erratum").verdict == "COUNTED"
            else:
                assert village.mod("data", reason="erratum").data["differs"] is None
        entry = village.game().recent[-1]
        assert village.game().rules.data != pinned and (entry.kind, text_of(entry.note["reason"])) == (
            "data",
            "erratum",
        )


PERSONAL = [
    # typed, by mail, what the journal of the roster tells
    (["--zone", "Europe/Warsaw"], "zone Europe/Warsaw", ("zone", "", "Europe/Warsaw")),
    (["--language", "pl"], "language pl", ("language", "", "pl")),
    (["--language", "en"], "language en", ("language", "pl", "en")),
    (["--news", "daily"], "news daily", ("news", "each", "daily")),
    (["--plain"], "plain on", ("plain", "no", "yes")),
    (["--format", "text"], "format text", ("format", "both", "text")),
    (["--public"], "public yes", ("public", "no", "yes")),
    (["--standby", "toy"], "standby toy", ("standby", "", "toy")),
    (["--standby", "none"], "standby no", ("standby", "toy", "")),
    (["--also", "a@work.example"], "address also a@work.example", ("also", "", "a@work.example")),
    (["--drop", "a@work.example"], "address drop a@work.example", ("also", "a@work.example", "")),
    (
        ["--address", "ania@new.example"],
        "address ania@new.example",
        ("address", "ania@example.org", "ania@new.example"),
    ),
]


def test_wishes_for_the_roster_are_journaled_with_their_reasons(tmp_path: Path, monkeypatch: Any) -> None:
    """Typed by the operator or mailed by the person: what, before and after, by whom, and why."""
    for by_mail in (False, True):
        village = Village(tmp_path / ("mail" if by_mail else "typed"))
        village.new_game(nights=2, turn="3d")
        monkeypatch.setenv("PBEM_HOME", str(village.home.root))
        for n, (typed, mailed, _) in enumerate(PERSONAL):
            if not by_mail:
                assert run(["roster", "Ania", *typed, "--reason", f"why {n}"]) == 0
                continue
            assert village.reply("ania", f"{mailed} reason: why {n}").verdict != "NOT COUNTED", village.answered("ania")
            change = village.desk.roster().need("Ania").change
            if change is not None:
                assert village.reply("ania", f"address confirm {change.token}").verdict == "COUNTED"
        lines = village.desk.roster().need("Ania").decided
        assert [(line.what, line.before, line.after) for line in lines] == [told for _, _, told in PERSONAL]
        assert [line.reason for line in lines] == [f"why {n}" for n in range(len(PERSONAL))]
        assert {line.by for line in lines} == {"Ania, mail to river" if by_mail else "operator"}


def test_the_journal_of_the_roster_is_read_told_once_and_deleted(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    """Nothing new, no line; without a reason the usual one; `--log` prints it; `--forget` takes it away."""
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    monkeypatch.setenv("PBEM_HOME", str(village.home.root))
    for _ in range(2):
        village.reply("ania", "public yes")
    village.mod("person", "Ewa", "<ewa@example.org>", "zone=Europe/Warsaw", reason="she asked")
    ania, ewa = (village.desk.roster().need(name) for name in ("Ania", "Ewa"))
    assert [(line.what, line.reason) for line in ania.decided] == [("public", "asked for by the person")]
    assert [(line.what, line.after, line.by, line.reason) for line in ewa.decided] == [
        ("address", "ewa@example.org", "moderator of river", "she asked"),
        ("zone", "Europe/Warsaw", "moderator of river", "she asked"),
    ]
    assert run(["roster", "Ewa", "--log"]) == 0 and "she asked" in capsys.readouterr().out
    assert run(["roster", "Ewa", "--reason", "none"]) == 2 and "goes with a change" in capsys.readouterr().err
    assert run(["roster", "Ewa", "--forget"]) == 0
    assert "she asked" not in (village.home.games / "roster.json").read_text()
