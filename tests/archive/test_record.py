"""The text record: written, read by eye, and played again."""

from __future__ import annotations

import json
import re

import pytest

from pbem.archive.importing import import_record
from pbem.archive.record import RecordRefused, read_record, write_record
from pbem.archive.verify import passed, verify
from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.journal import full_answers
from pbem.engine.play import Play
from pbem.engine.replay import Replayer
from tests.archive.games import NOW, Played, finished, moderated

SEED = bytes([7]) * 32


def record_of(played: Played) -> str:
    return write_record(played.game, played.entries, get_title(played.game.title))


def imported(text: str, **more: object) -> Play:
    return import_record(text, seed=SEED, now=NOW, **more)  # type: ignore[arg-type]


def refused(text: str) -> RecordRefused:
    with pytest.raises(RecordRefused) as caught:
        imported(text)
    return caught.value


@pytest.mark.parametrize(
    "played", [finished(), finished("toy", 2, "b"), finished("tekhenu", 2), finished("tekhenu", 4, "c"), moderated()]
)
def test_round_trip(played: Played) -> None:
    """Exported and imported, the game ends at the same table, and its journal replays."""
    play = imported(record_of(played), tables=played.tables)
    game = play.game
    assert game.table.model_dump_json() == played.game.table.model_dump_json()
    assert (game.status, game.entry) == (played.game.status, played.game.entry)
    assert game.moderation.result == played.game.moderation.result
    assert game.moderation.undone == played.game.moderation.undone
    assert game.rules.chance == "record"
    replayer = Replayer(game, play.title, play.title.components())
    replayer.find_tables = played.tables.__getitem__
    again = replayer.run(game.recent)
    assert again.table.model_dump_json() == game.table.model_dump_json()


def test_an_imported_game_can_be_archived_and_says_that_its_chance_is_not_verified() -> None:
    play = imported(record_of(finished()), game_id="foreign")
    made = Played(play.game, list(play.game.recent), play.title.components()).archive()
    checks = verify(made)
    assert passed(checks), [check.line() for check in checks]
    seed = next(check for check in checks if check.name == "seed")
    assert "cannot be verified" in seed.text


def test_a_second_export_says_the_same_moves() -> None:
    played = finished()
    play = imported(record_of(played))
    second = write_record(play.game, list(play.game.recent), play.title)

    def moves(text: str) -> str:
        return text.split("\n\n", 1)[1]

    assert moves(second) == moves(record_of(played))


def test_another_moderators_record_needs_little() -> None:
    """No times, no comments, no notes, no defaults, and of the tags only title and seats."""
    text = record_of(finished())
    kept = [line for line in text.splitlines() if re.match(r"\[(Title|Seat) ", line) or not line.startswith("[")]
    lean = "\n".join(line for line in kept if "{" not in line and "[default]" not in line)
    lean = re.sub(r" \d{4}-\S+Z", "", lean).replace(" [sealed]", "").replace(" [hidden]", "")
    play = imported("# from my own book\n" + lean)
    assert play.game.table.model_dump_json() == finished().game.table.model_dump_json()
    assert play.game.id == "toy-record"


def line_with(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.strip().startswith(start))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (r"rest: coin", "rest: nap", "is not an answer to rest"),
        (r"rest: coin", "bid: 1", "bid is not asked here but rest"),
        (r"float: \w+ \d", "float: black 9", "is not an answer to float"),
        (r"bid: \d \[sealed\]", "bid: ?", "sealed, and this copy does not tell it"),
        (r"draw wind #0 of 4 = \d", "draw wind #0 of 6 = 1", "gives no draw wind number 0 of 4"),
        (r"draw wind #0 of 4 = \d", "draw wind #0 of 4 = 4", "is not a number below 4"),
        (r"draw wind #0 of 4 = \d", "# nothing", "gives no draw wind number 0"),
        (r"draw deck #0 of 24 = \(\d+", "draw deck #0 of 24 = (99", "is not an order of 24 things"),
        (r"\{ The wind", "draw moon #0 of 2 = 1 # {", "is neither an answer"),
        (r"5\. (\w+) ", "6. \\1 ", "entry 5 is expected here"),
        (r"5\. \w+ ", "5. swan ", "is no seat of this game"),
        (r"\[Title \"toy\"\]", '[Title "chess"]', "There is no title 'chess'"),
        (r"\[Title \"toy\"\]", "[Title]", "is not a tag"),
        (r"\[Seat \"crane\"", '[Seat "swan"', "the seats must be different ones of crane"),
        (r"\[Option \"nights\" 3\]", '[Option "nights" 33]', "Option nights=33 is not possible"),
        (r"\[Status \"finished\"\]", '[Status "running"]', "the record says 'running'"),
        (r"\"scores\": \{\"crane\": \d+", '"scores": {"crane": 999', "played again it is"),
        (r"\[Data \"\w\w", '[Data "zz', "other component tables"),
    ],
)
def test_refused_at_the_first_line_that_is_not_possible(old: str, new: str, words: str) -> None:
    text = record_of(finished())
    forged = re.sub(old, new, text, count=1)
    assert forged != text
    wrong = next(n for n, (a, b) in enumerate(zip(text.splitlines(), forged.splitlines(), strict=True), 1) if a != b)
    problem = refused(forged)
    assert words in problem.message
    # A draw that is missing shows where it is made: in the head of its entry or at the answer before it.
    assert problem.line == wrong or "draw" in old
    assert problem.line is not None and abs(problem.line - wrong) <= 3
    assert problem.message.startswith(f"Line {problem.line}: ")


def test_a_draw_that_the_rules_do_not_make() -> None:
    text = record_of(finished())
    at = line_with(text, "draw wind #0")
    rows = text.splitlines()
    rows.insert(at, "   draw moon #0 of 2 = 1")
    problem = refused("\n".join(rows))
    assert problem.line == at + 1 and "the rules make no draw moon #0 here" in problem.message


def test_a_public_record_is_refused_where_it_hides_something() -> None:
    from pbem.archive.models import without_secrets

    played = finished()
    text = write_record(played.game, without_secrets(played.entries), get_title("toy"))
    assert "gives no draw deck" in refused(text).message


@pytest.mark.parametrize(
    "text", ["", "hello", '[Title "toy"]\n', "1. setup\n", "[A 1", "{ open", "\0\0", "1. setup\n" * 3]
)
def test_nonsense_is_refused_with_a_line(text: str) -> None:
    assert (refused(text).line or 0) >= 1


def test_what_is_written_is_read_back() -> None:
    played = moderated()
    record = read_record(record_of(played))
    assert len(record.entries) == len(played.entries)
    assert record.one("Result") == json.loads(json.dumps(played.game.moderation.result))
    for written, entry in zip(record.entries, played.entries, strict=True):
        assert (written.n, written.kind, written.seat, written.at, written.by) == (
            entry.n, entry.kind, entry.seat, entry.at, entry.by,
        )  # fmt: skip
        if entry.kind != "setup":
            assert written.note == entry.note


def test_fixes_that_are_installed_are_pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record from before a fix, or from under some of today's, keeps its own; unknown ones are refused by name."""
    title = get_title("toy")
    monkeypatch.setattr(type(title), "fixes", ("F1", "F2"))
    text = record_of(finished())
    before = imported(text)
    assert before.game.rules.fixes == [] and before.table.live.fixes == frozenset()
    tag = '[Rules "1"]\n'
    assert tag in text
    some = imported(text.replace(tag, f'{tag}[Fix "F2"]\n'))
    assert (some.game.rules.fixes, some.table.live.fixes) == (["F2"], frozenset({"F2"}))
    archive = Played(some.game, list(some.game.recent), title.components())
    assert passed(verify(archive.archive()))
    problem = refused(text.replace(tag, f'{tag}[Fix "F9"]\n'))
    assert "the fix 'F9' of Lantern Night is not installed here (known: F1, F2)" in problem.message
    assert problem.line == read_record(text.replace(tag, f'{tag}[Fix "F9"]\n')).line_of("Fix")
    others = re.sub(r"^\[(Record|Rules|Data) .*\n", "", text, flags=re.M)
    assert imported(others).game.rules.fixes == ["F1", "F2"], "a record that tells nothing is played under today's"
    data = archive.archive()
    monkeypatch.setattr(type(title), "fixes", ("F1",))
    found = next(check for check in verify(data) if check.passed is False)
    assert (found.name, found.text) == ("schema", "entry 1: the fix 'F2' of Lantern Night is not installed here")


# -- what another moderator may leave out ------------------------------------------------------------------------------


CASES = [("toy", 3, "archive"), *(("tekhenu", n, seed) for n in (2, 4) for seed in ("imp0", "imp1"))]


def shortest(text: str, *, whole_entries: bool) -> str:
    """A record as `docs/archive.md` lets another moderator write it: Title and Seat, draws, and what is no default."""
    heads, blocks = [], []
    for line in text.splitlines():
        if line.startswith(("[Title", "[Seat", *(["[Status"] if whole_entries else []))):
            heads.append(line)
        elif re.match(r"\d+\. ", line):
            blocks.append([re.sub(r" \d{4}-\S+Z| by \w+", "", line)])
        elif blocks and line.strip() and "[default]" not in line and not line.strip().startswith(("note", "{")):
            blocks[-1].append(line)
    kept = [block for block in blocks if len(block) > 1 or not whole_entries]
    numbered = [[re.sub(r"^\d+", str(n), block[0]), *block[1:]] for n, block in enumerate(kept, 1)]
    return "\n".join([*heads, *(line for block in numbered for line in block), ""])


@pytest.mark.parametrize("whole_entries", [False, True], ids=["answers", "entries too"])
@pytest.mark.parametrize(("title", "players", "seed"), CASES)
def test_defaults_may_be_left_out(title: str, players: int, seed: str, whole_entries: bool) -> None:
    """Windows inside a turn, behind its last line, and entries that are nothing but defaults."""
    report = play_game(get_title(title), players, seed, checks=NO_CHECKS)
    text = record_of(Played(report.game, report.entries, {}))
    short = shortest(text, whole_entries=whole_entries)
    assert "[default]" in text and "[default]" not in short and len(short) < len(text)
    play = imported(short)
    assert play.game.moderation.result == report.game.moderation.result
    assert play.game.table.model_dump(exclude={"itself"}) == report.game.table.model_dump(exclude={"itself"})
    for seat in play.table.seats:
        told, wanted = ([(a.name, a.keys) for entry in entries for a in full_answers(entry) if a.seat == seat]
                        for entries in (play.game.recent, report.entries))  # fmt: skip
        assert told == wanted


@pytest.mark.parametrize(("own", "asked"), [(True, "shelter"), (False, "rest")])
def test_a_window_at_the_end_of_a_record(own: bool, asked: str) -> None:
    """One of our own tells every answer, so it is still open there; another moderator's turn goes on with defaults."""
    text = record_of(finished("toy", 3, "archive"))
    head, found, _ = text.partition("   shelter: none [default]\n")
    assert found
    claims = ("[Status", "[Entries", "[Result", "[Head", *(() if own else ("[Record",)))
    play = imported("".join(line for line in head.splitlines(True) if not line.startswith(claims)))
    (question,) = play.questions().values()
    assert question.name == asked


def test_an_entry_without_answers_where_no_default_is_asked_for_is_refused() -> None:
    broken = re.sub(r"^(3\. .*\n)(   (?!draw).*\n)+", r"\1", record_of(finished()), count=1, flags=re.M)
    assert "no answer, and no default is asked for" in refused(broken).message
