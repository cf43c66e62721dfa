"""A moderator's day by mail: many dry runs, commands that a mail program broke, help that names every verb."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli.roster_command import change, standing_by
from pbem.cli.show import stops_document
from pbem.core.kept import text_of
from pbem.desk.verbs.moderator import VERBS
from pbem.engine.adjudication.decisions import decided
from pbem.mail.help import help_text
from pbem.mail.words import LANGUAGES
from tests.desk.mailing import PEOPLE
from tests.moderation.village import Village, flat

PATCH = '[{"op": "replace",\n  "path": "/wind",\n  "value": 4}]'
LONG = "she has been in hospital since the beginning of last week and will need"
REST = "some more days before she can answer"


@pytest.fixture
def village(tmp_path: Path) -> Village:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    return village


# -- dry runs --------------------------------------------------------------------------------------------------------


def test_dry_runs_use_up_no_answers(village: Village) -> None:
    """Twelve in a row are answered, and what the day has for mail that is not counted is still there."""
    for n in range(1, 13):
        assert village.reply("kasia", f"mod extend Ania {n}d dry-run reason: holidays").verdict == "INFORMATION"
        answer = flat(village.answered("kasia"))
        assert f"would be extended by {n}d" in answer and "LAST ANSWER" not in answer
    for _ in range(5):
        assert village.reply("kasia", "mod process 99 reason: go on").answer
    assert "LAST ANSWER" in village.answered("kasia")
    assert not village.reply("kasia", "mod process 98 reason: go on").answer
    assert village.reply("kasia", "mod standby Ania").answer
    assert village.reply("kasia", "mod pause dry-run reason: holidays").answer


def test_dry_runs_are_no_way_to_be_flooded(tmp_path: Path) -> None:
    """What is beyond `mails_a_day` is held, dry runs too; and a refused one is an answer like any other."""
    village = Village(tmp_path / "home", "[limits]\nmails_a_day = 8\n")
    village.new_game(nights=2, turn="3d")
    handled = [village.reply("kasia", f"mod extend Ania {n}d dry-run reason: why") for n in range(1, 14)]
    assert [one.verdict for one in handled[:8]] == ["INFORMATION"] * 8
    assert {one.verdict for one in handled[8:]} == {"held"}


def test_players_try_nothing_out_for_free(village: Village) -> None:
    answered = [village.reply("ania", "mod end dry-run reason: x").answer for _ in range(7)]
    assert sum(map(bool, answered)) == 5


# -- lines that a mail program broke -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "command"),
    [("kasia", "mod extend Ania 2d reason:"), ("kasia", "mod pause reason:"), ("kasia", "mod announce"),
     ("ania", "vote end Béla reason:"), ("ania", "resign confirm reason:"), ("ania", "appeal"),
     ("ania", "away 2026-07-10 to 2026-07-12 reason:")],
)  # fmt: skip
def test_a_reason_may_need_more_than_one_line(village: Village, name: str, command: str) -> None:
    assert village.reply(name, f"{command} {LONG}\n{REST}").verdict == "COUNTED"
    assert "NOT READ" not in village.answered(name)
    entry = village.game().recent[-1]
    kept = entry.note.get("reason") or (entry.secret.note.get("reason") if entry.secret else "")
    assert str(text_of(kept)) == f"{LONG} {REST}"


def test_a_command_below_a_long_reason_is_a_command(village: Village) -> None:
    assert village.reply("kasia", f"mod extend Ania 2d reason: {LONG}\nmod pause reason: holidays").verdict == "COUNTED"
    assert [entry.kind for entry in village.game().recent[-2:]] == ["extend", "pause"]
    assert text_of(village.game().recent[-2].note["reason"]) == LONG


def test_a_correction_may_stand_on_many_lines(village: Village) -> None:
    assert village.reply("kasia", f"mod patch {PATCH} reason: the wind was 4").verdict == "COUNTED"
    assert village.game().table.wind == 4
    assert village.reply("kasia", 'mod patch [{"op": "replace", reason: half of it').verdict == "NOT COUNTED"


# -- what is said ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_verb_with_its_form(language: str) -> None:
    text = help_text("moderator", language)
    assert [verb for verb in VERBS if f"mod {verb}" not in text] == []
    assert max(map(len, text.split("\n")[2:])) <= 140


def test_an_announcement_tells_its_reason_apart(village: Village) -> None:
    village.mod("announce", "We", "are", "back", reason="a disk failed")
    assert "We are back (reason: a disk failed)" in village.text("ania")
    village.mod("announce", "We", "go", "on", reason=None)
    assert "We go on" in village.text("ania") and "(reason" not in village.text("ania")


def test_a_stop_of_some_seconds_lasted_less_than_a_minute(village: Village) -> None:
    village.mod("pause", reason="holidays")
    village.later(seconds=8)
    village.mod("resume", reason="back")
    (told,) = stops_document(village.desk.read("river"))
    assert "clock stopped for less than a minute (pause: holidays)" in str(told["text"]) and told["length"] == "0"


def test_the_record_says_what_an_appeal_is_about(village: Village) -> None:
    village.mod("rule", reason="the wind is 3")
    village.reply("ania", "appeal 1 it was 4")
    village.reply("ania", "appeal #1 so it began")
    told = [line for entry in village.game().recent if entry.kind == "appeal" for line in map(str, decided(entry))]
    assert told == ["request 1, an appeal about ruling 1", "request 2, an appeal about entry 1"]


def test_whoever_asked_learns_of_a_refusal_and_its_reason(village: Village) -> None:
    village.reply("ania", "vote end Béla")
    village.reply("bela", "refuse 1 reason: let us play on")
    for name in ("ania", "kasia"):
        assert "says to request 1: refuse. let us play on" in flat(village.text(name)), name


def test_an_undo_keeps_the_words_of_its_player(village: Village) -> None:
    village.reply("ania", "bid: 1")
    assert village.reply("ania", "undo reason: I misread the form").verdict == "COUNTED"
    reason = str(text_of(village.game().recent[-1].note["reason"]))
    assert reason.endswith("nobody acted since (I misread the form)")


def test_an_end_tells_its_reason_as_one(village: Village) -> None:
    village.mod("end", reason="nobody has time")
    assert "nobody was declared the winner. Reason: nobody has time" in flat(village.text("ania"))


def test_a_refused_request_is_told_once(village: Village) -> None:
    village.reply("ania", "resign confirm reason: no time")
    village.mod("answer", "1", "refused", reason="please stay")
    assert flat(village.text("ania")).count("please stay") == 1


def test_an_unknown_zone_is_said_to_be_unknown(village: Village) -> None:
    assert village.reply("kasia", "mod person Ewa <ewa@example.org> zone=Mars reason: new").verdict == "NOT COUNTED"
    assert 'The time zone "Mars" is not known here. Nothing was changed.' in flat(village.answered("kasia"))


def test_who_stands_by_is_no_dry_run(village: Village) -> None:
    change(village.desk, "Ula", {"address": "ula@example.org", "standby": standing_by("toy")})
    village.reply("kasia", "mod standby Ania")
    assert "STANDING BY" in village.answered("kasia") and "DRY RUN" not in village.answered("kasia")


# -- offers ------------------------------------------------------------------------------------------------------------


def test_who_took_an_offered_seat_is_not_told_later_that_it_is_gone(village: Village) -> None:
    for name in ("Ula", "Ewa"):
        change(village.desk, name, {"address": f"{name.lower()}@example.org", "standby": standing_by("toy")})
    village.mod("substitute", "Béla", "offer", reason="he left")
    assert village.reply("ula", "gladly").verdict == "COUNTED"
    village.mod("substitute", "heron", "Ewa", reason="no time")
    told = [str(mail["Subject"]) for mail in village.mails_to("ula")]
    assert not any("no longer free" in subject for subject in told), told
    village.audit()


@pytest.mark.parametrize(("language", "seat"), [("pl", "niebieski"), ("hu", "kék"), ("en", "blue")])
def test_an_offer_names_the_seat_in_its_readers_words(tmp_path: Path, language: str, seat: str) -> None:
    village = Village(tmp_path / "home")
    village.new_game(players=PEOPLE[:2], title="tekhenu")
    given = {"address": "ula@example.org", "standby": standing_by("tekhenu"), "language": language}
    change(village.desk, "Ula", given)
    village.mod("substitute", "Béla", "offer", reason="x")
    assert seat in village.text("ula")
    village.reply("ula", "decline")
    assert seat in village.answered("ula")


# -- anonymous games ---------------------------------------------------------------------------------------------------


def test_another_moderator_of_an_anonymous_game_learns_who_sits_where(tmp_path: Path) -> None:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d", anonymous="yes")
    village.mod("moderator", "Ida <ida@example.org>", reason="I leave")
    assert "Seats: Ania (crane), Béla (heron), Żaneta (otter)." in flat(village.text("ida"))
    assert "Ania" not in village.text("bela") and "Seats:" not in village.text("bela")


def test_part_of_a_name_is_a_name(tmp_path: Path) -> None:
    """A reason with a first name, or with the name of an observer, cannot be unsaid either."""
    village = Village(tmp_path / "home")
    players = ("Ania Nowak <ania@example.org>", "Béla <bela@example.org>", "Żaneta <zaneta@example.org>")
    village.new_game(players=players, nights=2, anonymous="yes")
    for text in ("Ania is ill", "ask Nowak", "as Olek saw"):
        assert village.reply("kasia", f"mod announce {text}").verdict == "NOT COUNTED", text
    assert village.reply("kasia", "mod announce crane is ill").verdict == "COUNTED"
