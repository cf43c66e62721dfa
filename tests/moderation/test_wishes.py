"""What moderators wished for: decisions told, wrong extensions and ends corrected, people who come and go, votes."""

from __future__ import annotations

import json
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pbem.cli import main
from pbem.cli.roster_command import change, standing_by
from pbem.cli.show import log_game, stops_document
from pbem.core.behind import keeping_ledger
from pbem.core.errors import Misuse, Refused
from pbem.core.kept import text_of
from pbem.engine.adjudication.decisions import decided
from pbem.store.roster import changing_roster
from tests.moderation.village import Village


@pytest.fixture
def village(tmp_path: Path) -> Village:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    return village


def mailed(village: Village, text: str) -> str:
    return village.reply("kasia", text).verdict


# -- what was decided --------------------------------------------------------------------------------------------------


def test_the_log_tells_what_was_decided(
    village: Village, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule, option, before and after, granted or refused: not the reason alone."""
    village.mod("rule", "L1", option="nights=1", reason="it is late")
    village.mod("extend", "Ania", "2d", reason="illness")
    village.mod("patch", '[{"op":"replace","path":"/wind","value":4}]', reason="the wind was misread")
    village.reply("bela", "appeal 1 I do not agree")
    village.mod("answer", "1", "refused", reason="it stands")
    lines = [line for entry in village.game().recent for line in decided(entry)]
    assert "ruling 1 about L1" in lines and "nights: was 2, is 1 from now on" in lines
    assert "extended by 2d for crane" in lines
    assert "crane: was due 2026-07-04 12:00 UTC, is due 2026-07-06 12:00 UTC" in lines
    assert "wind: 0 -> 4" in lines and "request 1 is refused" in lines
    monkeypatch.setenv("PBEM_HOME", str(village.home.root))
    assert log_game("river", None, False) == 0
    shown = capsys.readouterr().out
    assert "nights: was 2, is 1 from now on" in shown and "reason: it is late" in shown
    village.audit()


# -- time --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_mail", [False, True])
def test_a_wrong_extension_is_taken_back(village: Village, by_mail: bool) -> None:
    before = village.due("crane")
    village.mod("extend", "Ania", "20d", reason="illness")
    with pytest.raises(Refused, match="20d were added to this question"):
        village.mod("extend", "Ania", "back", "21d", reason="2d was meant")
    if by_mail:
        assert mailed(village, "mod extend Ania back 18d reason: 2d was meant") == "COUNTED"
    else:
        village.mod("extend", "Ania", "back", "18d", reason="2d was meant")
    assert (village.due("crane") - before).days == 2
    assert "#3 less time" in village.text("bela")
    village.later(days=3, hours=12)
    with pytest.raises(Refused, match="Less than a day would be left"):
        village.mod("extend", "Ania", "back", "2d", reason="hurry")
    village.audit()


def test_the_homes_zone_is_that_of_deadline_windows(tmp_path: Path) -> None:
    village = Village(tmp_path / "home", 'zone = "Europe/Warsaw"\n')
    village.new_game(nights=1, turn="3d", hours="08:00-22:00")
    assert village.game().options["zone"] == "Europe/Warsaw"
    village.new_game(game="lake", nights=1, turn="3d", zone="America/Lima")
    assert village.game("lake").options["zone"] == "America/Lima"


def test_an_absence_shows_its_own_first_day(village: Village) -> None:
    """Midnight in Auckland is noon of the day before in UTC: everybody reads the day that was written."""
    with changing_roster(village.home) as roster:
        roster.need("Ania").zone = "Pacific/Auckland"
    assert village.reply("ania", "away 2026-07-10 to 2026-07-12").verdict == "COUNTED"
    (absence,) = village.game().moderation.absences
    assert absence.start.startswith("2026-07-09T12") and absence.shown() == ("2026-07-10", "2026-07-12")
    assert village.reply("bela", "away 2026-07-20 to 2026-07-21 reason: a wedding").verdict == "COUNTED"
    assert "away from 2026-07-20 to 2026-07-21: a wedding" in village.text("kasia")
    assert village.game().moderation.absences[-1].reason == "a wedding"
    village.reply("bela", "status")
    assert "2026-07-10" in village.answered("bela") and "2026-07-09" not in village.answered("bela")
    assert "crane 2026-07-10 to 2026-07-12" in village.desk.listing()[0]["remarks"]
    assert any("2026-07-10 to 2026-07-12" in stop["text"] for stop in stops_document(village.desk.read("river")))


# -- ends --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_mail", [False, True])
def test_an_end_is_undone_by_itself(village: Village, by_mail: bool) -> None:
    """Every move stays; only the declared end is taken back."""
    village.bids()
    table = village.game().table.points
    with pytest.raises(Refused, match="Nobody ended this game"):
        village.mod("undo", "end", reason="too soon")
    village.mod("end", "Ania", reason="enough")
    assert village.mod("undo", "end", dry_run=True).text.startswith(
        "The end would be taken back. Would be undone: no entry"
    )
    if by_mail:
        assert mailed(village, "mod undo end reason: too soon") == "COUNTED"
    else:
        village.mod("undo", "end", reason="too soon")
    game = village.game()
    assert (game.status, game.moderation.undone, game.moderation.result) == ("running", [], None)
    assert game.table.points == table
    village.audit()


def test_an_undo_of_one_player_takes_no_granted_time_from_another(village: Village) -> None:
    """Extensions stay (docs/moderator.md, "Undo"): whoever is asked keeps what the moderator added."""
    village.mod("extend", "bela", "2d", reason="a feast")
    seat = next(info.seat for info in village.game().seats if info.player == "Béla")
    due = village.game().deadlines[seat].due
    village.move("ania", "bid: 1")
    assert village.reply("ania", "undo").verdict == "COUNTED"
    after = village.game().deadlines[seat]
    assert village.game().moderation.undone == [3]
    assert village.last("bela", "a move was taken back"), "nobody decided it: Ania did it herself"
    assert due is not None and after.due is not None and after.due >= due and after.extra == 2 * 24 * 60


def test_a_mistaken_game_is_deleted_before_its_first_move(village: Village) -> None:
    """Its players are told why, its record is kept aside, its id is spent; with a move it is refused."""
    assert "would be deleted" in village.mod("delete", dry_run=True).text
    assert not village.home.finished.exists(), "no game ever ended here"
    with keeping_ledger() as ledger:
        village.mod("delete", reason="wrong players")
    assert ledger.undone == []
    assert village.desk.listing() == [] and not village.home.exists("river")
    assert "wrong players" in village.text("ania")
    kept = json.loads((village.home.games / "deleted" / "river.json").read_text(encoding="utf-8"))
    assert text_of(kept["recent"][-1]["note"]["reason"]) == "deleted before its first move: wrong players"
    with pytest.raises(Refused, match="for example river-2"):
        village.new_game(nights=1, turn="3d")
    village.new_game(nights=1, turn="3d", game="river-2")
    handled = village.reply("kasia", "mod delete reason: again the wrong ones", "river-2")
    assert handled.verdict == "COUNTED" and not village.home.exists("river-2")
    assert (village.home.games / "deleted" / "river-2.json").exists()
    with pytest.raises(Refused, match="for example river-3"):
        village.new_game(nights=1, turn="3d")
    village.new_game(nights=1, turn="3d", game="river-3")
    village.move("ania", "bid: 1", "river-3")
    with pytest.raises(Refused, match="Entry 2 is a move"):
        village.mod("delete", reason="wrong players", game="river-3")


def test_mail_of_a_deleted_game_rules_no_other(village: Village) -> None:
    """Tokens and Message-IDs hold the id: a second game under it would be ended by a reply to the first."""
    former = village.last("kasia")
    village.mod("delete", reason="wrong players")
    village.new_game(nights=1, turn="3d", game="brook")
    assert village.deliver(village.answer(former, "mod end reason: late"))[0].verdict == "held"
    assert village.game("brook").status == "running"


@pytest.mark.parametrize("by_mail", [False, True])
def test_a_game_that_is_over_is_not_deleted(village: Village, by_mail: bool) -> None:
    """Nobody would be told of it, and its reason would stand nowhere."""
    village.mod("end", reason="a quarrel")
    if by_mail:
        assert mailed(village, "mod delete reason: to forget it") == "NOT COUNTED"
    else:
        with pytest.raises(Refused, match="mod undo end"):
            village.mod("delete", reason="to forget it")
    assert village.home.exists("river")


# -- people ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_mail", [False, True])
def test_an_observer_becomes_a_substitute(village: Village, by_mail: bool) -> None:
    village.reply("olek", "status")
    if by_mail:
        assert mailed(village, "mod substitute Béla Olek reason: he left") == "COUNTED"
    else:
        village.mod("substitute", "Béla", "Olek", reason="he left")
    game = village.game()
    assert next(entry for entry in game.recent if entry.kind == "substitute").note["reason"] == "he left"
    assert game.person("heron") == "Olek"
    assert not any(info.role == "observer" for info in game.seats)
    assert not any(seat.startswith("observer") for seat in game.moderation.contact), "a seat that is gone was heard of"
    village.audit()


@pytest.mark.parametrize("by_mail", [False, True])
def test_another_moderator(village: Village, by_mail: bool) -> None:
    """The new one gets a token and acts; the former one's tokens do nothing any more."""
    old = village.last("kasia")
    if by_mail:
        assert mailed(village, "mod moderator Ewa <ewa@example.org> reason: holidays") == "COUNTED"
    else:
        village.mod("moderator", "Ewa", "<ewa@example.org>", reason="holidays")
    told = village.text("kasia", "another moderator")
    assert told.startswith("COUNTED: river has another moderator now ---") is by_mail
    assert village.game().moderator().player == "Ewa"
    assert not any("COUNTED" in str(mail.get_content()) for mail in village.mails_to("ewa"))
    assert "Ewa moderates river from now on: holidays" in village.text("kasia", "another moderator")
    assert "Ewa is the moderator from now on" in village.text("ania")
    assert village.reply("ewa", "mod pause reason: I read first").verdict == "COUNTED"
    assert village.deliver(village.answer(old, "mod resume reason: mine"))[0].verdict in ("held", "NOT COUNTED")
    assert village.game().status == "paused"
    with pytest.raises(Misuse, match="Two players are called"):
        village.mod("moderator", "Ania", reason="she plays")
    village.audit()


@pytest.mark.parametrize("by_mail", [False, True])
def test_observers_join_later(village: Village, by_mail: bool) -> None:
    if by_mail:
        assert mailed(village, "mod observe Ewa <ewa@example.org> reason: she asked") == "COUNTED"
    else:
        village.mod("observe", "Ewa", "<ewa@example.org>", reason="she asked")
    assert [(i.seat, i.player) for i in village.game().seats if i.role == "observer"][-1] == ("observer-2", "Ewa")
    village.bids()
    assert "Ewa reads along" in village.text("ania", "") or any(
        "Ewa reads along" in str(m.get_content()) for m in village.out()
    )
    assert village.reply("ewa", "status").verdict == "INFORMATION"
    village.audit()


def test_nobodys_address_is_changed_by_a_moderator(village: Village) -> None:
    change(village.desk, "Ewa", {"address": "ewa@example.org"})
    for verb in ("moderator", "observe", "person"):
        with pytest.raises(Refused):
            village.mod(verb, "Ewa", "<mallory@example.org>", reason="she moved")
    assert village.desk.roster().need("Ewa").address == "ewa@example.org"


def test_people_are_put_on_file_before_their_first_game(village: Village) -> None:
    change(village.desk, "Ewa", {"address": "ewa@example.org", "zone": "Europe/Warsaw", "language": "pl"})
    person = village.desk.roster().need("Ewa")
    assert (person.zone, person.language) == ("Europe/Warsaw", "pl")
    assert (
        mailed(village, "mod person Ola <ola@example.org> zone=Europe/Budapest language=hu reason: she asked")
        == "COUNTED"
    )
    person = village.desk.roster().need("Ola")
    assert (person.address, person.zone, person.language) == ("ola@example.org", "Europe/Budapest", "hu")
    assert "Ola" not in village.game().model_dump_json() and "ola@example.org" not in village.stored().decode()
    assert mailed(village, "mod person Ola <ola@example.org> language=pl reason: once more") == "NOT COUNTED"
    village.audit()


def test_a_standby_list(village: Village) -> None:
    """Who stands by is listed where a substitute is wanted, the more reliable first, with the command."""
    for name, address in (("Ewa", "ewa@example.org"), ("Ola", "ola@example.org")):
        change(village.desk, name, {"address": address, "standby": standing_by("toy")})
    with changing_roster(village.home) as roster:
        figures = roster.need("Ola").reliability
        figures.turns_due, figures.turns_in_time = 4, 4
    assert village.reply("olek", "standby yes").verdict == "COUNTED"
    assert village.desk.roster().need("Olek").standby == ["all"]
    with pytest.raises(Refused, match="Who is to take heron") as refused:
        village.mod("substitute", "Béla", reason="he left")
    assert refused.value.message.index("Ola") < refused.value.message.index("Ewa")
    assert village.mod("standby", "Béla").data["standby"][0] == "Ola"
    assert mailed(village, "mod standby Béla") == "INFORMATION"
    village.mod("substitute", "Béla", "standby", reason="he left")
    assert village.game().person("heron") == "Ola" and "You now hold the seat heron" in village.text("ola")
    assert "Ola" not in village.mod("standby").data["standby"]
    assert mailed(village, "mod substitute Żaneta standby reason: she left too") == "COUNTED"
    assert village.game().person("otter") == "Ewa"
    substitutes = [entry for entry in village.desk.read("river").journal() if entry.kind == "substitute"]
    assert [entry.note["reason"] for entry in substitutes] == ["he left", "she left too"]
    village.mod("substitute", "Ania", "standby", reason="an observer stands by, too")
    assert village.game().person("crane") == "Olek"
    with pytest.raises(Refused, match="Nobody stands by for this title"):
        village.mod("substitute", "Olek", "standby", reason="nobody is left")
    village.audit()
    with pytest.raises(Misuse, match="--standby"):
        standing_by("chess")


def test_a_person_is_put_on_file_typed_and_journaled(village: Village) -> None:
    village.mod("person", "Ola", "<ola@example.org>", "zone=Europe/Budapest", "language=hu", reason="she asked")
    person = village.desk.roster().need("Ola")
    assert (person.zone, person.language) == ("Europe/Budapest", "hu")
    assert village.game().recent[-1].note == {"reason": "she asked", "did": "person"}
    assert decided(village.game().recent[-1]) == ["somebody was put on file"]
    with pytest.raises(Refused, match="There is no language"):
        village.mod("person", "Ida", "<ida@example.org>", "language=xx", reason="she asked")
    village.audit()


def test_players_wishes_typed(village: Village, monkeypatch: pytest.MonkeyPatch) -> None:
    """What players mail may be typed for them, too."""
    monkeypatch.setenv("PBEM_HOME", str(village.home.root))
    for text in ("standby toy", "public yes", "away 10 days", "vote end Béla"):
        assert main(["move", "river", text, "--as", "Ania", "--no-send"]) == 0, text
    person = village.desk.roster().need("Ania")
    assert person.standby == ["toy"] and person.public
    book = village.game().moderation
    assert [absence.seat for absence in book.absences] == ["crane"]
    assert [(request.kind, request.seat) for request in book.requests] == [("vote", "crane")]


def test_decisions_by_mail_are_told_in_the_history(village: Village) -> None:
    """What was decided, not the reason alone, for players who ask by mail."""
    assert mailed(village, "mod rule L1 nights=1 reason: it is late") == "COUNTED"
    assert mailed(village, "mod extend Ania 2d reason: illness") == "COUNTED"
    decisions = [line for entry in village.game().recent for line in decided(entry)]
    assert "extended by 2d for crane" in decisions
    village.reply("bela", "history")
    told = " ".join(village.answered("bela").split())
    assert "it is late" in told and "illness" in told


def test_substitutes_are_offered_where_one_is_wanted(tmp_path: Path) -> None:
    """By mail to the moderator: when somebody asks to leave, and when the clock finds nobody at a seat."""
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d", on_late="substitute")
    change(village.desk, "Ewa", {"address": "ewa@example.org", "standby": standing_by("toy")})
    assert village.reply("bela", "resign confirm").verdict == "COUNTED"
    assert "mod substitute heron Ewa reason: ..." in village.text("kasia", "message")
    village.tick(days=4)
    told = [" ".join(str(mail.get_content()).split()) for mail in village.mails_to("kasia")]
    assert any("mod substitute otter Ewa reason: ..." in text for text in told)
    assert not any("mod substitute" in str(mail.get_content()) for mail in village.mails_to("ania"))
    village.audit()


def test_public_is_said_by_the_person(village: Village) -> None:
    assert village.desk.roster().need("Ania").public is False
    assert village.reply("ania", "public yes").verdict == "COUNTED"
    assert village.desk.roster().need("Ania").public is True
    assert village.reply("ania", "public no").verdict == "COUNTED"
    assert village.desk.roster().need("Ania").public is False


def test_several_addresses_of_a_person(village: Village, capsys: pytest.CaptureFixture[str]) -> None:
    """Added from the address on file with a code, mail from both counts; ours goes to the first. Nobody else adds one,
    and nobody takes an address that is somebody else's."""
    form = village.last("ania")
    other = {"From": "Ania <ania@work.example>"}
    assert village.deliver(village.answer(form, "status", **other))[0].verdict == "held"
    assert village.deliver(village.answer(form, "address also ania@work.example", **other))[0].verdict == "held"
    village.reply("ania", "address also ania@work.example")
    assert village.desk.roster().need("Ania").also == []
    code = village.desk.roster().need("Ania").change.token  # type: ignore[union-attr]
    assert code in village.answered("ania")
    assert village.reply("ania", f"address confirm {code}").verdict == "COUNTED"
    person = village.desk.roster().need("Ania")
    assert (person.address, person.also, person.change) == ("ania@example.org", ["ania@work.example"], None)
    capsys.readouterr()
    assert main(["--home", str(village.home.root), "roster", "Ania"]) == 0
    assert "ania@example.org, ania@work.example" in capsys.readouterr().out
    assert village.deliver(village.answer(form, "bid: 1", **other))[0].verdict == "COUNTED"
    assert all(mail["To"].addresses[0].addr_spec != "ania@work.example" for mail in village.out())
    with changing_roster(village.home) as roster, pytest.raises(Refused, match="on file for somebody else"):
        roster.add_box("Béla", "ania@work.example")
    assert village.reply("ania", "address drop ania@work.example").verdict == "COUNTED"
    assert village.deliver(village.answer(form, "status", **other))[0].verdict == "held"


# -- votes -------------------------------------------------------------------------------------------------------------


def test_a_vote_needs_everybody(village: Village) -> None:
    assert village.reply("ania", "vote end Béla reason: I am far behind").verdict == "COUNTED"
    assert "won by heron: I am far behind" in " ".join(village.text("bela").split())
    assert "`agree 1` or `refuse 1`" in village.text("bela", "message")
    assert village.reply("bela", "agree 1").verdict == "COUNTED"
    assert village.game().status == "running"
    assert village.reply("zaneta", "refuse 1").verdict == "COUNTED"
    assert village.game().status == "running"
    assert village.reply("zaneta", "agree 1").verdict == "COUNTED"
    game = village.game()
    assert game.status == "terminated" and game.moderation.result["places"] == [["heron"], ["crane", "otter"]]
    assert text_of(game.recent[-1].note["reason"]) == (
        "all players agree: the game ends, won by heron: I am far behind"
    )
    village.audit()


def test_a_vote_without_a_winner_typed(village: Village, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.cli.play_commands import move_game

    monkeypatch.setenv("PBEM_HOME", str(village.home.root))
    assert move_game("river", ["vote end"], None, "ania", None, False, False, True) == 0
    village.reply("bela", "agree 1")
    village.reply("zaneta", "agree 1")
    result = village.game().moderation.result
    assert village.game().status == "terminated" and "places" not in result


def test_chat_about_votes_is_chat(village: Village) -> None:
    assert village.reply("ania", "Vote for me!\nstatus").verdict == "INFORMATION"
    assert village.game().moderation.requests == []


# -- sealed answers ----------------------------------------------------------------------------------------------------


def test_a_sealed_answer_is_shown_to_its_owner(village: Village) -> None:
    """`status` shows it to nobody else; an undo says what holds now."""
    village.move("ania", "bid: 2")
    village.reply("ania", "status")
    assert "Your answer is in, under seal: bid: 2" in village.answered("ania")
    village.reply("bela", "status")
    assert "under seal" not in village.answered("bela")
    village.move("ania", "bid: 1")
    village.reply("ania", "undo")
    assert "your earlier answer holds again: bid: 2" in " ".join(village.answered("ania").split())
    village.reply("ania", "undo")
    assert "your sealed answer (bid: 2) no longer holds" in " ".join(village.answered("ania").split())
    village.audit()


# -- dry runs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("extend", ["Ania", "2d"]), ("pause", []), ("announce", ["Hello"]), ("end", ["Ania"]), ("rule", ["L1"]),
        ("substitute", ["Béla", "Ewa", "<ewa@example.org>"]), ("person", ["Ewa", "<ewa@example.org>"]),
        ("patch", ['[{"op":"replace","path":"/wind","value":4}]']), ("process", ["1"]), ("act", ["Ania", "bid: 1"]),
        ("moderator", ["Ewa", "<ewa@example.org>"]), ("observe", ["Ewa", "<ewa@example.org>"]), ("delete", []),
    ],
)  # fmt: skip
def test_dry_runs_speak_in_the_conditional_and_change_nothing(village: Village, verb: str, words: list[str]) -> None:
    before, roster = village.stored(), village.desk.roster().model_dump_json()
    told = village.mod(verb, *words, dry_run=True, reason=None).text
    assert "would" in told.lower() and told.endswith("Nothing was changed."), told
    assert "a dry run" not in told, "our own stand-in for a reason is not shown as the moderator's words"
    assert village.stored() == before and village.desk.roster().model_dump_json() == roster


TIMES = [  # who reads, in whose zone, and what is read
    ("typed", "2026-07-06 Monday 14:00 Europe/Warsaw (UTC+02:00)"),
    ("kasia", "2026-07-06 Monday 21:00 Asia/Tokyo (UTC+09:00)"),
    ("ania", "2026-07-06 Monday 08:00 America/New_York (UTC-04:00)"),
]


def test_deadlines_are_told_in_the_zone_of_their_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In dry runs and answers, in the mails to everybody, in the log and in the history: the zone of whoever reads,
    else that of the home."""
    village = Village(tmp_path / "home", 'zone = "Europe/Warsaw"\n')
    village.new_game(nights=2, turn="3d", zone="UTC")
    change(village.desk, "Kasia", {"zone": "Asia/Tokyo"})
    change(village.desk, "Ania", {"zone": "America/New_York"})
    monkeypatch.setenv("PBEM_HOME", str(village.home.root))
    typed, moderator, player = (time for _, time in TIMES)
    assert main(["mod", "extend", "river", "Ania", "2d", "--reason", "ill", "--dry-run"]) == 0
    assert " Europe/Warsaw (UTC+0" in capsys.readouterr().out  # the day is that of the real clock
    village.reply("kasia", "mod extend Ania 2d dry-run reason: ill")
    assert moderator in " ".join(village.answered("kasia").split())
    village.reply("kasia", "mod extend Ania 2d reason: ill")
    assert player in " ".join(village.text("ania").split())
    assert main(["log", "river"]) == 0 and f"is due {typed}" in capsys.readouterr().out
    assert main(["log", "river", "--as", "Ania"]) == 0 and f"is due {player}" in capsys.readouterr().out
    village.reply("kasia", "history")
    assert f"is due {moderator}" in " ".join(village.answered("kasia").split())


def test_a_dry_run_of_an_end_names_who_would_have_won(village: Village) -> None:
    assert "won by Ania and Béla, and its seed opened" in village.mod("end", "Ania,", "Béla", dry_run=True).text
    assert village.mod("end", "Béla").text == "The game was ended with a declared result: won by Béla."


# -- the daily page ----------------------------------------------------------------------------------------------------


def test_the_daily_page_is_local_and_ready_to_use(tmp_path: Path) -> None:
    """Times as the moderator's own clock has them, a command for whatever may have to be done, senders of held mail."""
    from pbem.desk.upkeep.daily_round import page_lines
    from pbem.store.index import rows

    village = Village(tmp_path / "home", 'zone = "Europe/Warsaw"\n')
    village.new_game(nights=2, turn="3d", zone="UTC", reminders="none")
    village.reply("ania", "resign confirm")
    raw = village.answer(village.last("bela"), "bid: 1", From="Mallory <mallory@example.net>")
    assert village.deliver(raw)[0].verdict == "held"
    village.later(days=4)
    text = "\n".join(page_lines(village.desk, list(rows(village.home).values()), village.time, "Europe/Warsaw"))
    assert "until 2026-07-04 14:00 LATE" in text, text
    assert "pbem mod extend river crane 2d --reason '...'" in text
    assert "pbem mod process river 2 --reason '...'" in text
    assert "pbem mod answer river 1 granted --reason '...'" in text
    assert "from mallory@example.net" in text and "pbem mail held show " in text
    assert "Times are those of Europe/Warsaw." in text
    written = text.partition("Written at ")[2].partition(". Times")[0]
    assert written == f"{village.desk.now().astimezone(ZoneInfo('Europe/Warsaw')):%Y-%m-%d %H:%M}"
