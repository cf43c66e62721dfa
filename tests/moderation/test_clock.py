"""The clock at the desk: what it does to games when time passes, jumps, or stands still."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.core.errors import Refused, Unfinished
from pbem.core.kept import text_of
from pbem.core.words import Listed, Say
from pbem.desk.desk import Desk
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.upkeep.heartbeat import read_beat
from pbem.store import spool
from pbem.store.home import Home
from tests.moderation.village import Village


def village_with(tmp_path: Path, settings: str = "", **options: object) -> Village:
    village = Village(tmp_path / "home", settings)
    village.new_game(**{"nights": 2, "turn": "3d", **options})
    tick(village.desk)
    return village


def kinds(village: Village, name: str) -> list[str]:
    return [str(mail["X-Pbem"]).partition("kind=")[2].partition(";")[0] for mail in village.mails_to(name)]


# -- what is agreed is shown and kept ------------------------------------------------------------------------------


def test_the_clock_is_fixed_at_creation_and_told(tmp_path: Path) -> None:
    village = village_with(
        tmp_path, minimum="1h", grace="2h", cooling="30m", days="mon-fri", hours="08:00-22:00", zone="Europe/Warsaw",
        reminders="48h,12h,deadline,daily", on_late="default", late_count="1", absence_budget="21",
        absence_policy="skip",
    )  # fmt: skip
    said = village.text("ania")
    wanted = (
        "Clock: turn 3d, minimum 1h, grace 2h, cooling 30m, days mon-fri, hours 08:00-22:00, zone Europe/Warsaw, "
        "reminders 2d,12h,deadline,daily, on_late default after 1, absence 21d skip"
    )
    assert wanted in said
    village.wait(4)
    reminder = village.text("ania", "reminder")  # says in plain words what it comes to
    assert wanted not in reminder and "If you are late: default answers are played for you" in reminder
    village.mod("pause", reason="holidays")
    assert wanted in village.text("ania", "the moderator decided")
    assert "The game is paused: its clock stands still" in village.text("ania", "the moderator decided")
    village.mod("resume", reason="back")
    # asked on Wednesday noon: Saturday is no day for a deadline, Monday 08:00 in Warsaw is 06:00 UTC
    assert village.due("crane") == datetime(2026, 7, 6, 6, 0, tzinfo=UTC)


def test_reminders_come_once_each_and_the_others_hear_of_lateness_once(tmp_path: Path) -> None:
    """fault 232, 241: nothing is sent twice, also when the clock is set back in between"""
    village = village_with(tmp_path)
    village.bids()
    village.wait(6, step=5)
    after_six_days = kinds(village, "ania").count("reminder")
    assert after_six_days == 6  # 48 h, 12 h, at the deadline, three days late
    assert "the question below is still open" in village.text("ania", "reminder")
    late = [mail for mail in village.mails_to("bela") if "The deadline of Ania (crane)" in mail.get_content()]
    assert len(late) == 1
    village.time -= timedelta(hours=1)
    assert tick(village.desk).alerts and kinds(village, "ania").count("reminder") == after_six_days
    village.audit()


def test_two_who_are_late_at_once_are_both_told_of(tmp_path: Path) -> None:
    """Everybody is asked for a bid and nobody answers: each hears of each of the others."""
    village = village_with(tmp_path)
    village.wait(6, step=5)
    told = [mail.get_content() for mail in village.mails_to("kasia")]
    for seat in ("crane", "heron", "otter"):
        assert sum(f"({seat}) has passed" in text for text in told) == 1


def test_a_deadline_over_the_night_when_the_clocks_change(tmp_path: Path) -> None:
    """fault 243: 02:30 does not exist on 28 March 2027 in Warsaw and exists twice on 31 October 2027"""
    village = Village(tmp_path / "home")
    village.time = datetime(2027, 3, 27, 1, 0, tzinfo=UTC)
    village.new_game(turn="1d", hours="02:30", zone="Europe/Warsaw")
    assert village.due("crane") == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)  # 03:30, the hour left out
    village.time = datetime(2027, 10, 30, 0, 0, tzinfo=UTC)
    village.new_game(game="lake", turn="1d", hours="02:30", zone="Europe/Warsaw")
    assert village.due("crane", "lake") == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    from pbem.store.roster import changing_roster

    with changing_roster(village.home) as roster:
        roster.need("Ania").zone = "Europe/Warsaw"
        roster.need("Béla").zone = "Mars/Olympus"  # fault 244
    village.tick(hours=13)
    assert "2027-10-31 Sunday 02:30 Europe/Warsaw (UTC+02:00)" in village.text("ania", "lake #1] reminder")
    assert '"Mars/Olympus" is not known here' in village.text("bela", "lake #1] reminder")


@pytest.mark.parametrize("year", [2038, 2400, 9900])
def test_far_years_do_not_crash(tmp_path: Path, year: int) -> None:
    """fault 245"""
    village = Village(tmp_path / "home")
    village.time = datetime(year, 2, 28, 23, 59, 59, tzinfo=UTC)
    village.new_game(turn="366d")
    village.wait(2)
    assert village.due("crane").year == year + 1


# -- no move comes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["default", "orders", "bot"])
def test_the_clock_plays_for_a_late_seat(tmp_path: Path, rule: str) -> None:
    village = village_with(tmp_path, on_late=rule, grace="2h")
    assert sum(run.forced for run in village.wait(3 + 1 / 24)) == 0  # still in grace
    assert village.tick(hours=2).forced == 3
    assert village.game().recent[-1].by == "clock"
    receipt = village.text("ania", "a move was made for you")
    assert "the deadline passed" in receipt and "Played for you bid:" in receipt
    village.wait(40)
    assert village.game().status == "finished"
    sources = {answer.source for entry in village.desk.read("river").journal() for answer in entry.answers}
    assert ("bot" in sources) == (rule == "bot")
    village.audit()


def test_a_turn_that_cannot_be_forced_is_told_without_the_seats_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the rules say to a player names cards; the clock's own output and its log are not for that player."""
    village = village_with(tmp_path, on_late="default")
    village.bids()
    hand = village.game().table.hands["crane"]

    def refuse(*_: object, **__: object) -> None:
        raise Unfinished(Say("The move is not finished: Set afloat (float). Possible: {cards}.", cards=Listed(hand)))

    monkeypatch.setattr("pbem.engine.adjudication.moderation.process", refuse)
    problems = [problem for run in village.wait(4) for problem in run.problems]
    assert problems and "The move is not finished" in problems[0]
    assert not [lantern for lantern in hand if lantern in " ".join(problems)]


def test_a_missed_deadline_is_let_pass_as_often_as_agreed(tmp_path: Path) -> None:
    village = village_with(tmp_path, on_late="default", late_count=2)
    village.bids()
    turn = village.game().deadlines["crane"].entry
    for missed in (1, 2):
        village.wait(3.5)
        assert village.game().moderation.late == {"crane": missed} and "crane" in village.game().deadlines
        assert village.game().deadlines["crane"].entry == turn
    village.wait(3.5)
    assert "crane" not in village.game().deadlines and village.game().recent[-1].by == "clock"
    tenure = village.game().moderation.tenures[0]
    assert (tenure.in_time, tenure.due) == (1, 4)
    village.audit()


@pytest.mark.parametrize("rule", ["wait", "default", "orders", "bot", "substitute", "forfeit"])
def test_every_rule_applies_after_its_count_and_not_before(tmp_path: Path, rule: str) -> None:
    village = village_with(tmp_path, on_late=rule, late_count=1)
    village.bids()
    entry = village.game().entry
    village.wait(3.5)
    game = village.game()
    assert game.moderation.late == {"crane": 1} and game.entry == entry  # once is let pass, with a fresh full time
    assert timedelta(days=2) < village.due("crane") - village.time <= timedelta(days=3)
    assert "it has a fresh full time" in village.text("bela", "news")
    village.wait(3.5)
    game = village.game()
    acted = game.entry > entry and game.recent[-1].by == "clock"
    waits = "crane" in game.deadlines and game.deadlines["crane"].missed
    wanted = any("a substitute is wanted" in text_of(stop.reason) for stop in game.moderation.stops)
    forfeited = game.moderation.notes.get("forfeited") == ["crane"]
    assert (acted, waits, wanted, forfeited) == {
        "wait": (False, True, False, False), "substitute": (True, True, True, False),
        "forfeit": (True, False, False, True),
    }.get(rule, (True, False, False, False))  # fmt: skip
    village.audit()


def test_forfeit_ends_a_duel_and_goes_on_at_a_larger_table(tmp_path: Path) -> None:
    village = village_with(tmp_path, on_late="forfeit")
    village.new_game(["Ania <ania@example.org>", "Béla <bela@example.org>"], "duel", on_late="forfeit", turn="3d")
    village.move("bela", "bid: 1", "duel")
    for name in ("bela", "zaneta"):
        village.move(name, "bid: 1")
    village.wait(3.2)
    duel = village.game("duel")
    assert duel.status == "terminated" and duel.moderation.result["places"] == [["heron"], ["crane"]]
    assert duel.moderation.result["declared"] is True
    assert "declared, not played out" in village.text("bela", "the game is over")
    assert village.game().status == "running" and village.game().moderation.notes["forfeited"] == ["crane"]
    before = village.game().entry
    for _ in range(3):
        if village.game().deadlines and "crane" not in village.game().deadlines:
            village.turn()
        village.tick(minutes=1)
    assert village.game().entry > before + 3 and "crane" not in village.game().deadlines
    ania = village.desk.roster().need("Ania").reliability
    assert (ania.seats_kept, ania.seats_held) == (0, 2)
    village.audit()
    village.audit("duel")


# -- minimum time and cooling-off ----------------------------------------------------------------------------------


def test_a_counted_move_waits_for_cooling_off_and_can_be_replaced_or_withdrawn(tmp_path: Path) -> None:
    village = village_with(tmp_path, cooling="30m", minimum="2h")
    handled = village.reply("ania", "bid: 1")
    assert handled.verdict == "COUNTED" and "is played at 2026-07-01 Wednesday 14:00" in handled.why
    assert village.game().entry == 1  # not yet
    assert village.desk.listing()[0]["awaited"] == ["Béla", "Żaneta"]  # her move is here: she is not awaited
    assert village.reply("bela", "bid: 9").verdict == "NOT COUNTED"  # checked all the same
    village.later(hours=1, minutes=45)
    assert village.reply("ania", "bid: 3").verdict == "COUNTED"  # replaced: cooling begins anew
    receipt = " ".join(village.answered("ania").split())
    assert "is played at 2026-07-01 Wednesday 14:15 UTC" in receipt and "bid: 3 # kept for later" in receipt
    assert village.tick(minutes=20).played == 0
    village.later(minutes=11)
    assert village.reply("ania", "bid: 4").verdict == "NOT COUNTED"  # the first one's time has come
    assert village.tick(minutes=0).played == 1
    entry = village.game().recent[-1]
    assert entry.seat == "crane" and entry.note["received"] == "2026-07-01T13:45:00Z" and entry.by == "player"
    assert "is played now" in village.text("ania", "a move was made for you")
    village.reply("bela", "bid: 2")
    handled = village.reply("bela", "undo")
    assert "withdrawn" in handled.why and village.tick(hours=1).played == 0
    village.wait(2 + 20 / 24)
    village.reply("bela", "bid: 2")  # in time, although it is played after the deadline
    village.tick(minutes=31)
    tenure = village.game().moderation.tenures[1]
    assert (tenure.in_time, tenure.due) == (1, 1)
    village.audit()


# -- absences and stops --------------------------------------------------------------------------------------------


def test_an_absence_moves_the_running_deadline_and_has_a_budget(tmp_path: Path) -> None:
    village = village_with(tmp_path, absence_budget=20)
    village.bids()
    due = village.due("crane")
    handled = village.reply("ania", "away 3 Jul to 17 Jul")
    assert handled.verdict == "COUNTED" and "15 of 20 days used" in handled.why
    assert village.due("crane") == due + timedelta(days=15)
    assert village.reply("ania", "away 1 Aug to 10 Aug").verdict == "NOT COUNTED"  # 10 more, 5 are left
    assert "5 of 20 are left" in " ".join(village.answered("ania").split())
    (away,) = village.desk.listing()[0]["away"]
    assert away[:3] == ["crane", "2026-07-03T00:00:00Z", "2026-07-18T00:00:00Z"]
    assert [day[:10] for day in away[3:]] == ["2026-07-03", "2026-07-17"]
    village.wait(14)
    assert "crane" in village.game().deadlines and not village.game().deadlines["crane"].missed
    assert village.reply("ania", "away back").verdict == "COUNTED"
    assert village.due("crane") == due + timedelta(days=15)  # what was announced stays
    assert village.turn() == "crane"
    village.audit()


@pytest.mark.parametrize(("policy", "by"), [("skip", "clock"), ("orders", "clock")])
def test_an_absence_may_be_played_over_and_is_excused(tmp_path: Path, policy: str, by: str) -> None:
    village = village_with(tmp_path, absence_policy=policy)
    village.bids()
    village.reply("ania", "away 2 Jul to 12 Jul")
    village.wait(3.5)
    assert village.game().recent[-1].by == by and village.game().recent[-1].seat == "crane"
    tenure = village.game().moderation.tenures[0]
    assert (tenure.in_time, tenure.due, tenure.excused) == (1, 1, 1)
    assert village.game().moderation.late == {}
    village.audit()


def test_pause_extension_absence_and_appeal_overlap_in_one_deadline(tmp_path: Path) -> None:
    """fault 249: one effective deadline, shown the same everywhere"""
    village = village_with(tmp_path)
    village.bids()
    due = village.due("crane")
    village.reply("ania", "away 2 Jul to 4 Jul")  # 3 days
    village.wait(1)
    village.mod("pause", reason="the moderator is ill")  # within the absence: counts once
    with pytest.raises(Refused, match="paused"):
        village.mod("pause")
    assert village.reply("ania", "float: any").verdict == "NOT COUNTED"
    village.wait(1)
    village.mod("resume", reason="well again")
    village.mod("extend", "Ania", "1d", reason="and a day more")
    assert village.due("crane") == due + timedelta(days=4)
    with pytest.raises(Refused, match="never moved back"):
        village.mod("extend", "Ania", "0", reason="none")
    shown = village.due("crane")
    assert f"{shown:%Y-%m-%d} " in village.text("ania", "the moderator decided")
    assert f"{shown:%Y-%m-%dT%H:%M:%SZ}" in str(village.desk.listing()[0]["due"])
    village.reply("bela", "status")
    assert f"{shown:%Y-%m-%d %A}" in village.answered("bela")
    village.audit()


def test_an_extension_after_the_deadline_counts_from_now(tmp_path: Path) -> None:
    village = village_with(tmp_path)
    village.bids()
    village.wait(10)
    assert village.game().deadlines["crane"].missed
    village.mod("extend", "Ania", "2d", reason="she was ill")
    assert timedelta(days=2) <= village.due("crane") - village.time <= timedelta(days=2, minutes=1)
    assert not village.game().deadlines["crane"].missed


# -- outages and jumps ---------------------------------------------------------------------------------------------


def test_a_machine_that_was_off_for_three_weeks_gives_the_time_back(tmp_path: Path) -> None:
    """fault 240"""
    village = village_with(tmp_path, on_late="default")
    village.later(days=1)
    tick(village.desk)
    due = village.due("crane")
    village.later(days=21)
    run = tick(village.desk)
    assert run.forced == 0 and village.game().entry == 1
    assert village.due("crane") == due + timedelta(days=21)
    stop = village.game().moderation.stops[0]
    assert (stop.cause, text_of(stop.reason)) == ("outage", "the machine was not running")
    village.wait(1.5)
    assert village.game().entry == 1
    village.wait(1)
    assert village.game().recent[-1].by == "clock"
    village.audit()


def test_a_mail_before_the_first_run_after_an_outage_is_in_time(tmp_path: Path) -> None:
    """fault 240: whoever answers first after we are back is not late"""
    village = village_with(tmp_path)
    village.later(days=10)
    assert village.reply("ania", "bid: 1").verdict == "COUNTED"
    tenure = village.game().moderation.tenures[0]
    assert (tenure.in_time, tenure.due) == (1, 1)
    tick(village.desk)
    assert len(village.game().moderation.stops) == 1
    village.audit()


@pytest.mark.parametrize("step", [timedelta(hours=-1), timedelta(days=-1), timedelta(days=-3650)])
def test_a_clock_set_back_fires_nothing_and_is_told_once(tmp_path: Path, step: timedelta) -> None:
    """fault 241"""
    village = village_with(tmp_path, 'moderation.moderator = "Root <root@example.org>"\n', on_late="default")
    village.time += step
    for _ in range(3):
        run = tick(village.desk)
        assert run.looked == 0 and "went back" in run.alerts[0]
    assert len(village.mails_to("root")) == 1 and len(village.mails_to("kasia")) == 2  # her first is the game's
    village.move("ania", "bid: 1")  # entries keep their order, numbered and not timed
    assert [entry.n for entry in village.game().recent] == [1, 2]
    village.audit()
    village.time -= step
    village.later(hours=2)
    assert tick(village.desk).alerts == []  # set right: it goes on by itself


def test_a_jump_of_ten_years_stops_everything_until_the_moderator_has_looked(tmp_path: Path) -> None:
    """fault 242"""
    village = village_with(tmp_path, 'moderation.moderator = "Root <root@example.org>"\n', on_late="default")
    due = village.due("crane")
    village.later(days=3650)
    for _ in range(3):
        run = tick(village.desk)
        assert (run.looked, run.forced) == (0, 0)
    note = village.text("root", "jumped")
    assert "went ahead by 3650d" in note and "--accept-jump" in note
    assert len(village.mails_to("root")) == 1 and village.game().entry == 1
    run = tick(village.desk, accept_jump=True)
    assert run.forced == 0 and "players get the time back" in run.alerts[0]
    assert village.due("crane") == due + timedelta(days=3650)


@pytest.mark.parametrize(("limit", "days", "believed"), [(10, 9, True), (10, 11, False), (60, 45, True)])
def test_the_machines_own_limit_is_a_setting(tmp_path: Path, limit: int, days: int, believed: bool) -> None:
    """fault 242: what counts as a jump depends on how long the machine may be off"""
    village = village_with(tmp_path, f"limits.jump_days = {limit}\n", on_late="default", jump="90d")
    due = village.due("crane")
    village.later(days=days)
    runs = [tick(village.desk) for _ in range(2)]
    assert [bool(run.alerts) for run in runs] == [not believed] * 2 and sum(run.forced for run in runs) == 0
    told = [mail for mail in village.mails_to("kasia") if "jumped" in str(mail["Subject"])]
    assert len(told) == (0 if believed else 1)
    assert village.due("crane") == (due + timedelta(days=days) if believed else due)


def test_a_game_may_be_more_careful_about_jumps(tmp_path: Path) -> None:
    """fault 242: its own limit pauses the game, and the moderator resumes it"""
    village = village_with(tmp_path, on_late="default", jump="5d", outage="26h")
    due = village.due("crane")
    village.later(days=9)
    run = tick(village.desk)
    assert village.game().status == "paused" and "is paused: the clock went ahead by 9 days" in run.alerts[0]
    assert "the clock went ahead by 9 days" in village.text("kasia", "the moderator decided")
    village.later(hours=20)
    village.mod("resume", reason="the machine was being moved")
    assert village.due("crane") == due + timedelta(days=9, hours=20)
    assert village.tick(hours=1).forced == 0
    village.audit()


def test_two_machines_with_different_clocks(tmp_path: Path) -> None:
    """fault 248: the one that is behind does nothing and says so"""
    village = village_with(tmp_path, on_late="default")
    village.wait(1)
    behind = Desk(Home(village.home.root, {}), lambda: village.time - timedelta(hours=3))
    run = tick(behind)
    assert run.looked == 0 and "went back by 3h" in run.alerts[0]
    assert read_beat(village.desk)["seen"].startswith(f"{village.time:%Y-%m-%d}")


# -- mail and clock ------------------------------------------------------------------------------------------------


def test_a_move_that_lies_in_the_spool_wins_against_its_deadline(tmp_path: Path) -> None:
    """faults 246, 253"""
    village = village_with(tmp_path, on_late="default")
    raw = village.answer(village.last("ania"), "bid: 3")
    village.wait(2.9)
    spool.store(village.home.mail / "in", raw)
    village.later(hours=6)
    run = tick(village.desk)
    bids = {entry.seat: (entry.by, entry.secret.answers["0"]) for entry in village.game().recent if entry.answers}
    assert bids["crane"] == ("player", ["3"]) and bids["heron"][0] == "clock" and run.forced == 2
    village.audit()


def test_a_move_one_second_after_the_default_is_stale_and_names_the_way_back(tmp_path: Path) -> None:
    """fault 247"""
    village = village_with(tmp_path, on_late="default")
    raw = village.answer(village.last("ania"), "bid: 3")
    village.wait(3)
    assert village.tick(seconds=1).forced == 3
    village.later(seconds=1)
    handled = village.deliver(raw)[0]
    assert handled.verdict == "NOT COUNTED"
    said = " ".join(village.answered("ania").split())
    assert "was answered by entry #2" in said and "`undo`" in said
    village.audit()


def test_clock_and_move_race_for_one_game(tmp_path: Path) -> None:
    """faults 253, 258: whoever holds the game first wins, the other sees the new state"""
    village = village_with(tmp_path, on_late="default")
    village.wait(3)
    village.later(hours=1)
    busy = Home(village.home.root, {})
    busy.wait = 0.1  # type: ignore[misc]
    with village.desk.game("river") as session:
        assert tick(Desk(busy, lambda: village.time)).looked == 0  # not waited for: the next run looks again
        village.desk.take(session, "crane", "bid: 3")
    assert tick(village.desk).forced == 2
    first = village.game().recent[1]
    assert (first.seat, first.by) == ("crane", "player")
    village.audit()
