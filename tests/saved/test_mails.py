"""Mail in saved homes: what is composed is sent once as it is, what is owed is composed, what comes is understood."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pbem.desk.post import held_mail as held
from pbem.desk.post.spool_run import process_spool
from pbem.desk.sending.dispatch import compose_left
from pbem.engine.journal import full_answers, stamp
from pbem.store import spool
from tests.desk.mailing import parsed
from tests.moderation.village import Village
from tests.saved.homes import HERE, HOMES, SETS, copied, reply, sets_with
from tests.saved.test_games import sound

SCRIPT = """import pathlib, sys
box = pathlib.Path({box!r})
(box / f"{{len(list(box.iterdir())):03d}}").write_bytes(sys.argv[-1].encode() + b"\\n" + sys.stdin.buffer.read())
"""


@pytest.fixture(params=sets_with("post"))
def build(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def post(build: str, tmp_path: Path) -> Village:
    return copied(build, "post", tmp_path)


def sent_by(village: Village, folder: Path) -> list[tuple[str, bytes]]:
    """Send everything through a program that keeps what it gets: recipients and mails, in order."""
    box = folder / "sent"
    box.mkdir(exist_ok=True)
    script = folder / "sendmail.py"
    script.write_text(SCRIPT.format(box=str(box)), encoding="utf-8")
    settings = village.home.root / "pbem.toml"
    if "[sendmail]" not in settings.read_text(encoding="utf-8"):
        with settings.open("a", encoding="utf-8") as file:
            file.write(f"[sendmail]\ncommand = {json.dumps([sys.executable, str(script)])}\n")
        village.home.__dict__.pop("settings", None)
    assert village.desk.send() == 0
    parts = [path.read_bytes().partition(b"\n") for path in sorted(box.iterdir())]
    return [(to.decode(), raw) for to, _, raw in parts]


def take(village: Village, raw: bytes) -> str:
    """Process what lies in the spool, then one more mail; what became of it."""
    process_spool(village.desk, send=False)
    village.later(minutes=5)
    (handled,) = village.deliver(raw)
    return handled.verdict


# -- going out -----------------------------------------------------------------------------------------------------


def test_unsent_mails_are_sent_once_with_the_same_bytes(post: Village, tmp_path: Path) -> None:
    """All but those to an address that is on hold; a second run sends nothing."""
    out = post.home.mail / "out"
    waiting = {name: (out / "new" / name).read_bytes() for name in spool.names(out)}
    due = {name: raw for name, raw in waiting.items() if b"olek@example.org" not in raw.partition(b"\n\n")[0]}
    assert 6 < len(due) < len(waiting)
    sent = sent_by(post, tmp_path)
    assert sorted(raw for _, raw in sent) == sorted(raw.partition(b"\n")[2] for raw in due.values())
    ids = [parsed(raw)["Message-ID"] for _, raw in sent]
    assert len(ids) == len(set(ids))
    for to, raw in sent:
        assert parsed(raw)["To"].addresses[0].addr_spec == to
    assert sent_by(post, tmp_path) == sent and set(spool.names(out)) == set(waiting) - set(due)


def test_mails_that_are_owed_are_composed_and_sent_once(post: Village, tmp_path: Path) -> None:
    """The game names four mails that nobody had composed."""
    owed = {mail.id for mail in post.game("luxor").outbox}
    out = post.home.mail / "out"
    assert len(owed) == 4 and not [one for one in owed if (out / "new" / f"{one}.eml").exists()]
    assert compose_left(post.desk) == 4
    made = {one: parsed((out / "new" / f"{one}.eml").read_bytes()) for one in owed}
    assert {mail["To"].addresses[0].username for mail in made.values()} == {"ania", "bela", "kasia", "olek"}
    sent = [parsed(raw)["Message-ID"] for _, raw in sent_by(post, tmp_path)]
    assert all(sent.count(mail["Message-ID"]) == (mail["To"].addresses[0].username != "olek") for mail in made.values())
    assert compose_left(post.desk) == 0


@pytest.mark.parametrize(("made_by", "home"), [one for one in HOMES if one[1] != "post"])
def test_every_saved_game_can_compose_what_it_owes(made_by: str, home: str, tmp_path: Path) -> None:
    """From the state of its entry, also where that is not kept any more."""
    village = copied(made_by, home, tmp_path)
    owed = {mail.id for game in village.home.game_ids() for mail in village.game(game).outbox}
    assert owed
    compose_left(village.desk)
    out = village.home.mail / "out"
    composed = {path.stem for path in (out / "new").glob("*.eml")}
    skipped = {path.name for path in (out / "skipped").glob("*")}
    assert not village.desk.unmade and owed == (composed | skipped) & owed and composed
    for name in composed:
        village.readable(parsed((out / "new" / f"{name}.eml").read_bytes()))


# -- held ----------------------------------------------------------------------------------------------------------


def test_held_mail_is_listed_and_released(post: Village, tmp_path: Path) -> None:
    """A stranger's, one with a good token from another address, and two that a server refused."""
    rows, count = held.listing(post.desk)
    whys = sorted((row["direction"], row["why"].partition(":")[0]) for row in rows)
    assert count == 4 and whys == [
        ("in", "its token is genuine, but the sender is not the player on file"),
        ("in", "no token, and the sender is nobody on file"),
        ("out", "refused by the server"), ("out", "refused by the server"),
    ]  # fmt: skip
    (friend,) = [row["name"] for row in rows if "token is genuine" in row["why"]]
    process_spool(post.desk, send=False)
    before = post.game("karnak").entry
    assert held.release(post.desk, friend) == "in"
    (handled,) = process_spool(post.desk, send=False)
    assert handled.verdict == "COUNTED" and post.game("karnak").entry > before
    refused = next(row["name"] for row in rows if row["direction"] == "out")
    raw = (post.home.mail / "held" / "new" / refused).read_bytes()
    assert held.release(post.desk, refused) == "out"
    assert (post.home.mail / "out" / "new" / refused).read_bytes() == raw
    assert held.listing(post.desk)[1] == 2
    sound(post, "karnak")


# -- coming in -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["move.eml", "page.eml"])
def test_a_reply_to_a_mail_of_that_build_is_played(post: Village, build: str, name: str) -> None:
    """Its token proves the seat, its quotes are told apart, and what was typed is the move."""
    before = post.game("karnak").entry
    (asked,) = post.desk.read("karnak").play.questions()
    assert take(post, reply(build, name)) == "COUNTED"
    entry = next(one for one in post.desk.read("karnak").journal() if one.n == before + 1)
    said = [f"{a.name}: {', '.join(a.keys or ['none'])}" for a in full_answers(entry) if a.source == "line"]
    assert (entry.seat, entry.by) == (asked, "player")
    assert said and all(line.encode() in reply(build, "move.eml") for line in said)
    assert f"your move is entry #{entry.n}" in post.answered("ania")
    sound(post, "karnak")


def test_a_reply_to_a_closed_question_still_tells_the_seat(post: Village, build: str) -> None:
    assert take(post, reply(build, "old.eml")) == "COUNTED"
    entry = list(post.desk.read("karnak").journal())[-1]
    assert (entry.kind, entry.by) == ("announce", "player") and "this question is closed" in str(entry.note)


def test_a_copy_of_a_mail_that_counted_does_nothing(post: Village, build: str) -> None:
    """The register of that build knows it, and so does the journal when the register is lost."""
    before = post.game("karnak").entry
    assert take(post, reply(build, "again.eml")) == "copy" and post.game("karnak").entry == before
    (post.home.mail / "register.sqlite").unlink()
    take(post, reply(build, "again.eml"))
    assert post.game("karnak").entry == before and "your move is entry #9\n" in post.answered("bela")


def test_a_mail_that_lay_in_the_spool_counts_from_its_arrival(post: Village) -> None:
    (name,) = spool.names(post.home.mail / "in")
    arrived = post.time
    post.later(hours=2)
    (handled,) = process_spool(post.desk, send=False)
    entry = post.game("luxor").recent[-1]
    assert handled.verdict == "COUNTED" and (entry.kind, entry.by, entry.at) == ("move", "player", stamp(arrived))
    assert name in spool.names(post.home.mail / "in", "cur")
    sound(post, "luxor")


# -- archives ------------------------------------------------------------------------------------------------------


def archives() -> list[tuple[str, str]]:
    found = [(build, path) for build in SETS for path in sorted((HERE / build).rglob("*.zip"))]
    return [(build, str(path.relative_to(HERE / build))) for build, path in found]


@pytest.mark.parametrize(("build_name", "archive"), archives())
def test_a_saved_archive_is_verified(build_name: str, archive: str) -> None:
    """Full, public and anonymous: nothing fails, and where the seed is open every draw and move is played again."""
    from pbem.archive.verify import passed, verify

    checks = verify(HERE / build_name / archive)
    assert passed(checks), [check.line() for check in checks if check.passed is False]
    replayed = set() if ".public." in archive else {"seed", "draws", "moves", "tables"}
    assert {check.name for check in checks if check.passed} >= {"checksums", "chain", "score"} | replayed


def test_both_kinds_of_archives_are_saved() -> None:
    names = {Path(archive).name for _, archive in archives()}
    assert {"over.zip", "over.public.zip", "over.anonymous.zip", "stopped.zip"} <= names
