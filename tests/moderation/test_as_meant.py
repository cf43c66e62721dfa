"""A moderator's mails do what was meant: dry runs in any form, nothing unread, words that only look like commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pbem.cli.roster_command import change, standing_by
from pbem.cli.run import run
from pbem.core.errors import Misuse
from pbem.core.kept import text_of
from pbem.desk.verbs.moderator import VERBS
from tests.moderation.village import Village, flat

SOLE = ("pause", "resume", "delete", "data", "redo", "end", "undo 2", "process 1", "extend Ania 2d", "answer 1 granted")


@pytest.fixture
def village(tmp_path: Path) -> Village:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    return village


# -- dry runs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", SOLE)
@pytest.mark.parametrize("wish", ["dry-run", "--dry-run", "dry run", "Dry run", "DRY-RUN"])
def test_a_dry_run_changes_nothing_however_it_is_written(village: Village, command: str, wish: str) -> None:
    before = village.stored()
    verb, _, rest = command.partition(" ")
    for text in (f"mod {wish} {command}", f"mod {verb} {wish} {rest}", f"mod {command} {wish}"):
        handled = village.reply("kasia", f"{text} reason: to see it")
        assert handled.verdict != "COUNTED", text
    village.reply("kasia", f"mod {command} reason: to see it dry-run")
    assert village.stored() == before
    assert len(village.mails_to("ania")) == 1


@pytest.mark.parametrize("command", ["pause now", "resume now", "delete it", "data all", "redo it", "undo 1 gladly",
                                     "process 1 Ania", "extend Ania 2d 3d", "answer 1 granted gladly"])  # fmt: skip
def test_words_that_no_verb_reads_are_refused(village: Village, command: str) -> None:
    before = village.stored()
    handled = village.reply("kasia", f"mod {command} reason: to see it")
    assert handled.verdict == "NOT COUNTED" and "does not read" in flat(village.answered("kasia"))
    with pytest.raises(Misuse, match="does not read"):
        village.mod(command.split()[0], *command.split()[1:], reason="to see it")
    assert village.stored() == before


def test_every_verb_is_known_to_read_its_words_or_to_refuse_them() -> None:
    reading = {"act", "announce", "end", "patch", "rule", "substitute", "moderator", "observe", "person", "standby"}
    assert set(VERBS) == reading | {command.split()[0] for command in SOLE}


def test_an_announcement_keeps_words_that_look_like_commands(village: Village) -> None:
    for words in ("The reason for the delay is a storm", "We do a dry-run of the server tomorrow, or a dry run"):
        assert village.reply("kasia", f"mod announce {words}").verdict == "COUNTED"
        assert words in village.text("ania")
    assert village.reply("kasia", "mod announce Hello dry-run").verdict == "INFORMATION"


# -- what needs a new token --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "text"), [
    ("kasia", "mod end reason: this is no dry-run any more"),
    ("kasia", "mod announce We do a dry-run tomorrow"),
    ("ania", "resign confirm reason: no time"),
])  # fmt: skip
def test_no_words_make_an_old_token_new(village: Village, name: str, text: str) -> None:
    mail = village.last(name)
    village.later(hours=80)
    (handled,) = village.deliver(village.answer(mail, text))
    assert handled.verdict == "held" and "confirm" in village.text(name)
    assert village.game().status == "running" and village.game().moderation.requests == []


# -- reasons on rows of their own --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "command"), [
    ("kasia", "mod extend Ania 2d"), ("kasia", "mod pause"), ("kasia", "mod announce Hello"),
    ("kasia", 'mod patch [{"op": "replace",\n "path": "/wind", "value": 4}]'),
    ("ania", "vote end Béla"), ("ania", "away 2026-07-10 to 2026-07-12"), ("ania", "resign confirm"),
])  # fmt: skip
@pytest.mark.parametrize("between", ["\n", "\n\n", "\n  "])
def test_a_reason_may_stand_below_its_command(village: Village, name: str, command: str, between: str) -> None:
    assert village.reply(name, f"{command}{between}Reason: a storm took the bridge").verdict == "COUNTED"
    assert "NOT READ" not in village.answered(name)
    entry = village.game().recent[-1]
    kept = (
        entry.note.get("reason") or entry.note.get("text") or (entry.secret.note.get("reason") if entry.secret else "")
    )
    assert "a storm took the bridge" in str(text_of(kept))


def test_a_message_is_no_command_that_wants_a_reason(village: Village) -> None:
    village.reply("ania", "say Béla: hello\nreason: I like you")
    assert "reason: I like you" in village.answered("ania") and "NOT READ" in village.answered("ania")


# -- undo --------------------------------------------------------------------------------------------------------------


def test_a_number_in_the_words_of_an_undo_is_no_entry(village: Village) -> None:
    village.bids()
    asked = village.turn()
    name = next(name for name, seat in (("ania", "crane"), ("bela", "heron"), ("zaneta", "otter")) if seat == asked)
    last = next(entry.n for entry in reversed(village.game().recent) if entry.kind == "move" and entry.seat == asked)
    village.mod("announce", "a", "ferry", "comes")
    village.turn()
    village.reply(name, "undo reason: I wanted 2 not 3")
    (request,) = village.game().moderation.requests
    assert request.note["before"] == last and "I wanted 2 not 3" in village.text("kasia")
    village.reply(name, "undo 2 reason: all went wrong")
    request = village.game().moderation.requests[-1]
    assert request.note["before"] == 2 and text_of(request.text) == "all went wrong"


def test_who_names_an_earlier_entry_asks_for_it(village: Village) -> None:
    """It is not answered by taking back another one."""
    village.reply("ania", "bid: 1")
    last = village.game().entry
    village.reply("ania", "undo")
    village.reply("ania", "bid: 1")
    assert village.game().moderation.undone == [last] and village.game().entry == last + 2
    village.mod("extend", "bela", "2d", reason="a feast")
    village.reply("ania", f"undo {last + 1}")
    assert last + 2 not in village.game().moderation.undone


# -- commands that are ready to be used --------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["standby", "substitute"])
def test_a_list_of_substitutes_has_commands_that_its_reader_can_use(
    village: Village, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the command line those of the command line, by mail those of a mail."""
    change(village.desk, "Ewa O'Neil", {"address": "ewa@example.org", "standby": standing_by("toy")})
    home = str(village.home.root)
    run(["--home", home, "mod", verb, "river", "Béla", "--reason", "he left", "--no-send"])
    said = capsys.readouterr()
    found = re.search(r"pbem (mod substitute river \w+ .*? --reason '\.\.\.')", said.out + said.err)
    assert found is not None, said
    village.reply("kasia", f"mod {verb} Béla reason: he left")
    by_mail = re.search(r"(mod substitute \w+ Ewa O'Neil reason: \.\.\.)", flat(village.answered("kasia")))
    assert by_mail is not None
    assert run(["--home", home, *shlex.split(found[1]), "--no-send"]) == 0
    assert village.game().person("heron") == "Ewa O'Neil"
