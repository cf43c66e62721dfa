"""Mail that comes back: what one report may do, when a clock stops, and what ends that."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.people.addresses import mail_returned, reachable
from pbem.desk.post.held_mail import listing
from pbem.desk.sending.dispatch import by_age, run
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.upkeep.daily_round import daily
from pbem.mail.letter import read_stored
from pbem.mail.tokens import Bounced
from pbem.store.roster import changing_roster
from tests.desk.mailing import Town
from tests.mail.smtp_script import scripted

BELA = "bela@example.org"
HOME = '[moderation]\nmoderator = "Root <root@example.org>"\n'


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home", HOME)
    town.new_game(turn="7d", reminders="none")
    return town


def report(to: str, status: str = "5.1.1", action: str = "failed", words: str = "550 5.1.1 no such user") -> bytes:
    return (
        f"From: MAILER-DAEMON@mx.example\nTo: {to}\nSubject: Undelivered Mail\nMessage-ID: <b-{status}@mx>\n"
        "Return-Path: <>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nsorry\n--b\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; bela@example.org\n"
        f"Action: {action}\nStatus: {status}\nDiagnostic-Code: smtp; {words}\n\n--b--\n"
    ).encode()


def envelope(town: Town, number: int = 0, seat: str = "heron", game: str = "river", to: str = BELA) -> str:
    return town.house.signer.envelope("pbem@localhost", Bounced(game, seat, 1, "start", number), to)


def bounce(town: Town, number: int = 0, **more: str) -> None:
    assert town.deliver(report(envelope(town, number, **more)))[0].verdict == "bounce"


def three(town: Town) -> None:
    """Three mails to Béla come back over two days."""
    for number in range(3):
        bounce(town, number)
        if number < 2:
            town.later(days=1)


def stops(town: Town, game: str = "river") -> list[tuple[str | None, str, bool]]:
    return [(stop.seat, stop.cause, stop.end is None) for stop in town.game(game).moderation.stops]


def told(town: Town, name: str = "kasia", words: str = "comes back") -> int:
    return sum(words in str(mail.get_content()) for mail in town.mails_to(name))


def held(town: Town, name: str = "Béla") -> bool:
    return town.desk.roster().need(name).hold is not None


# -- one report ----------------------------------------------------------------------------------------------------


def test_one_bounce_stops_nothing_and_the_moderator_is_told(town: Town) -> None:
    """fault 10, 13, 130: it muted the player until the operator did something."""
    bounce(town)
    assert "no such user" in town.game().moderation.unreachable["heron"]
    assert stops(town) == [] and not held(town) and told(town) == 1
    assert "Nothing is stopped yet" in str(town.last("kasia", "message").get_content())
    row = next(row for row in town.desk.listing() if row["id"] == "river")
    assert row["bounces"] == ["heron"]
    due = town.game().deadlines["heron"].due
    town.later(days=1)
    tick(town.desk)
    assert town.game().deadlines["heron"].due == due


def test_the_open_question_is_mailed_again_once_a_day_later(town: Town) -> None:
    before = len(town.mails_to("bela"))
    bounce(town)
    for hours in (12, 11):
        town.later(hours=hours)
        tick(town.desk)
    assert len(town.mails_to("bela")) == before
    for hours in (1, 1, 30):
        town.later(hours=hours)
        tick(town.desk)
    assert len(town.mails_to("bela")) == before + 1
    assert town.reply("bela", "bid: 1", "your turn").verdict == "COUNTED"
    assert "ask_again" not in town.game().moderation.notes


def test_the_same_report_again_and_again_proves_nothing_new(town: Town) -> None:
    """Whoever saw one envelope sender can send any number of reports to it."""
    for _ in range(6):
        bounce(town)
        town.later(days=1)
    assert stops(town) == [] and not held(town) and told(town) == 1
    assert len(town.desk.roster().need("Béla").returned) == 1


def test_many_at_once_prove_no_more_than_one(town: Town) -> None:
    """A server's bad hour: five mails come back on one day."""
    for number in range(5):
        bounce(town, number)
        town.later(hours=9)
    assert stops(town) == [] and not held(town)


@pytest.mark.parametrize(("status", "action"), [("4.2.2", "delayed"), ("4.4.1", "failed")])
def test_a_delay_marks_nobody(town: Town, status: str, action: str) -> None:
    """fault 130."""
    town.deliver(report(envelope(town), status, action))
    assert town.game().moderation.unreachable == {} and not town.desk.roster().need("Béla").returned


@pytest.mark.parametrize("to", ["pbem@localhost", "pbem+b.river.1.heron.start0.aaaaaaaaaaaaaaaa@localhost"])
def test_a_forged_bounce_changes_nothing(town: Town, to: str) -> None:
    """fault 132."""
    roster = town.home.roster_path.read_bytes()
    assert town.deliver(report(to))[0].verdict == "bounce"
    assert town.game().moderation.unreachable == {} and len(town.out()) == 5
    assert town.home.roster_path.read_bytes() == roster


def test_a_late_bounce_of_a_former_address_holds_nobody(town: Town) -> None:
    """fault 13: the report about the old address comes after the player has given a new one."""
    [raw] = [path.read_bytes() for path in (town.home.mail / "out" / "new").iterdir() if b"bela@" in path.read_bytes()]
    old = read_stored(raw).envelope
    with changing_roster(town.home) as roster:
        roster.move("Béla", "bela@new.example")
    assert town.deliver(report(old))[0].verdict == "bounce"
    assert not town.desk.roster().need("Béla").returned and town.game().moderation.unreachable == {}
    with changing_roster(town.home) as roster:
        roster.move("Béla", BELA)
    town.deliver(report(old).replace(b"<b-", b"<c-"))  # the same report about the present address
    assert "heron" in town.game().moderation.unreachable


def test_a_bounce_about_a_game_that_is_over_does_not_touch_it(town: Town) -> None:
    with town.desk.game("river") as session:
        from pbem.engine.adjudication import moderation

        moderation.end(session.play, town.time, "enough", {})
        session.put_back()
    before = town.home.locate("river").read_bytes()
    bounce(town)
    assert town.home.locate("river").read_bytes() == before
    assert told(town, "root", "The game is over") == 1


def test_what_a_server_says_cannot_act_on_a_terminal(town: Town) -> None:
    mail_returned(town.desk, town.house, "river", "heron", "550 \x1b[31mred\r\nX: y", town.time, mail="1")
    words = town.game().moderation.unreachable["heron"]
    assert words.isprintable() and town.desk.roster().need("Béla").returned[0].words == words


def test_a_refusal_because_of_dmarc_is_explained(town: Town) -> None:
    """fault 27."""
    words = "550 5.7.26 unauthenticated mail is not accepted (DMARC)"
    town.deliver(report(envelope(town), words=words))
    assert "may send for our domain" in str(town.last("kasia", "message").get_content()).replace("\n", " ")


# -- enough of them ------------------------------------------------------------------------------------------------


def test_three_over_two_days_hold_the_address_and_stop_the_clock_in_all_games(town: Town) -> None:
    town.new_game(game="pond")
    three(town)
    assert held(town) and told(town) == 3  # the first one, and the hold in both games
    for game in ("river", "pond"):
        assert stops(town, game) == [("heron", "bounce", True)] and "heron" in town.game(game).moderation.unreachable
    bounce(town, 4)
    assert told(town) == 3


def test_two_are_not_enough_and_three_in_less_than_two_days_neither(town: Town) -> None:
    for number, hours in enumerate((0, 40, 7.9)):
        town.later(hours=hours)
        bounce(town, number)
    assert stops(town) == [] and not held(town)
    town.later(hours=0.2)
    bounce(town, 3)
    assert stops(town) == [("heron", "bounce", True)] and held(town)


def test_a_mail_in_between_begins_the_count_anew(town: Town) -> None:
    bounce(town, 0)
    town.later(days=1)
    bounce(town, 1)
    assert town.reply("bela", "status", "begins").verdict == "INFORMATION"
    assert town.game().moderation.unreachable == {} and not town.desk.roster().need("Béla").returned
    town.later(days=1)
    bounce(town, 2)
    assert stops(town) == [] and not held(town)


def test_an_address_that_is_dead_is_known_by_the_clock_alone(town: Town) -> None:
    """Nobody moves, no reminder is asked for: the questions that are mailed again come back until it is certain."""
    bounce(town, 0)
    number = 0
    for _ in range(80):
        town.later(hours=1)
        tick(town.desk)
        turns = [mail for mail in town.mails_to("bela") if "your turn" in mail["Subject"]]
        while number < len(turns):
            town.deliver(report(turns[number]["Return-Path"].strip("<>")))
            number += 1
    assert held(town) and stops(town) == [("heron", "bounce", True)] and number == 2


def test_killed_between_roster_and_game_the_report_is_taken_up(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.desk.people import addresses
    from pbem.desk.post.spool_run import process_spool

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(addresses, "_mark", die)
        with pytest.raises(KeyboardInterrupt):
            town.deliver(report(envelope(town)))
    assert process_spool(town.desk)[0].verdict == "bounce"
    assert told(town) == 1 and len(town.desk.roster().need("Béla").returned) == 1


# -- what ends it --------------------------------------------------------------------------------------------------


def test_a_genuine_mail_lifts_the_hold_everywhere_and_is_answered(town: Town) -> None:
    town.new_game(game="pond")
    three(town)
    town.later(days=3)
    asked = len(town.mails_to("bela"))
    assert town.reply("bela", "bid: 1", "river").verdict == "COUNTED"
    assert town.answered("bela").startswith("COUNTED") and not held(town)
    for game in ("river", "pond"):
        assert town.game(game).moderation.unreachable == {} and stops(town, game) == [("heron", "bounce", False)]
    more = [str(mail["Subject"]) for mail in town.mails_to("bela")[asked:]]
    assert sum("pond" in subject and "your turn" in subject for subject in more) == 1  # that mail never arrived
    assert not any("river" in subject and "your turn" in subject for subject in more)  # this question is answered


@pytest.mark.parametrize(
    ("fields", "lifts"),
    [({}, True), ({"From": "bela@else.example"}, False), ({"Auto_Submitted": "auto-replied"}, False),
     ({"Subject": "hello", "To": "pbem@localhost", "In_Reply_To": ""}, False)],
)  # fmt: skip
def test_only_a_proved_mail_from_that_address_lifts_a_hold(town: Town, fields: dict[str, str], lifts: bool) -> None:
    three(town)
    town.deliver(town.answer(town.mails_to("bela")[0], "status", **fields))
    assert held(town) is not lifts


def test_a_hold_of_an_older_version_is_lifted_as_well(town: Town) -> None:
    from pbem.store.roster import Hold

    with changing_roster(town.home) as roster:
        roster.need("Béla").hold = Hold(since="2026-06-30T00:00:00Z", reason="550 no such user")
    assert town.reply("bela", "hello").verdict == "NOT COUNTED" and not held(town)


def test_a_new_address_lifts_the_hold_and_the_clock_runs_on(town: Town) -> None:
    three(town)
    before = town.game().deadlines["heron"].due
    town.later(days=2)
    with changing_roster(town.home) as roster:
        roster.move("Béla", "bela@new.example")
    assert reachable(town.desk, "Béla") == 1 and reachable(town.desk, "Béla") == 0
    game = town.game()
    assert game.moderation.unreachable == {} and game.moderation.stops[0].end == "2026-07-05T12:00:00Z"
    assert game.deadlines["heron"].due > before  # the two days are given back


def test_a_game_in_use_is_brought_into_line_the_next_day(town: Town) -> None:
    town.new_game(game="pond")
    town.home.wait = 0
    with town.home.lock("pond"):
        three(town)
    assert stops(town, "pond") == []
    daily(town.desk)
    assert stops(town, "pond") == [("heron", "bounce", True)]
    with town.home.lock("pond"):
        town.reply("bela", "status", "river")
    assert not held(town) and stops(town, "pond") == [("heron", "bounce", True)]
    town.later(days=1)
    daily(town.desk)
    assert stops(town, "pond") == [("heron", "bounce", False)] and town.game("pond").moderation.unreachable == {}


def test_whoever_joins_a_game_while_on_hold_loses_no_time_there(town: Town) -> None:
    three(town)
    town.new_game(game="pond")
    assert stops(town, "pond") == [("heron", "bounce", True)]
    town.reply("bela", "status", "river")
    assert stops(town, "pond") == [("heron", "bounce", False)]


# -- refused when handed over --------------------------------------------------------------------------------------


def test_a_recipient_who_is_refused_is_asked_again_and_others_are_not_touched(tmp_path: Path) -> None:
    """fault 10, 12: a refusal is a report like any other."""
    with scripted(RCPT=["250 ok", "550 5.1.1 no such user", "250 ok"]) as server:
        server_settings = f'[smtp]\nhost = "127.0.0.1"\nport = {server.port}\ntls = "none"\ntimeout = 2\n'
        town = Town(tmp_path / "home", server_settings + HOME)
        town.new_game(turn="7d", reminders="none")
        assert town.desk.send() == 5
        [seat] = town.game().moderation.unreachable
        assert stops(town) == [] and listing(town.desk)[1] == 1
        sent = len(server.mails)
        assert run(town.desk).refused == [] and len(server.mails) == sent + 1  # the moderator's note goes out
        town.later(days=1, hours=1)
        tick(town.desk)
        [again] = by_age(town.home.mail / "out" / "new")
        assert run(town.desk).sent == [again] and f"seat={seat}; kind=turn".encode() in server.mails[-1]
