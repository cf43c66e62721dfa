"""Quarrels, told from beginning to end. Each ends with a replay that is green and mails a stranger can follow."""

from __future__ import annotations

import json
import subprocess
import sys
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from pbem.archive.look import open_archive
from pbem.archive.models import FULL, PUBLIC, Variant
from pbem.archive.stored import archive_of
from pbem.cli.show import stops_document
from pbem.core.errors import Misuse, OutOfDate, Refused
from pbem.core.kept import text_of
from pbem.store.files import load_game
from tests.moderation.village import FOUR, Village


def dump(village: Village) -> dict[str, Any]:
    table: dict[str, Any] = village.game().table.model_dump()
    return table


@pytest.fixture
def village(tmp_path: Path) -> Village:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    return village


# -- a wrongly entered move, found two turns later -----------------------------------------------------------------


def test_a_wrongly_entered_move_is_found_two_turns_later(village: Village) -> None:
    """faults 166, 271, 272"""
    first = village.bids(crane=1)
    assert first == "crane"
    wind = village.game().table.wind
    village.move("ania", "float: " + village.game().table.hands["crane"][0] + "; rest: coin")
    wrong = village.game().entry
    order_form = village.last("bela", "your turn")
    second = village.turn()
    third = village.turn()
    assert (second, third) == ("heron", "otter")
    before, stored = village.game(), village.stored()

    told = village.mod("undo", str(wrong), dry_run=True, reason="Ania meant another lantern")
    assert "Would be undone: entries" in told.text and "Nothing was changed." in told.text
    assert village.stored() == stored

    village.mod("undo", str(wrong), reason="Ania meant another lantern")
    after = village.game()
    assert after.table.wind == wind and after.table.hands["crane"] != before.table.hands["crane"]
    assert after.moderation.undone[0] == wrong and after.entry == before.entry + 1  # nothing is deleted
    text = village.text("bela", "the moderator decided")
    assert "Reason: Ania meant another lantern" in text
    assert f"stay in the record: {wrong} Ania (crane), {wrong + 1} Béla (heron), {wrong + 2} Żaneta (otter)" in text
    assert f"The position is that before entry {wrong}." in text
    assert "The same draws follow the same decisions." in text

    # A mail that answers the question of the undone turn plays nothing (fault 166).
    handled = village.deliver(village.answer(order_form, "float: any"))[0]
    assert handled.verdict == "NOT COUNTED" and village.game().entry == after.entry

    # Taking the undo back is possible as long as nothing ran since.
    village.mod("redo", reason="no, it was right")
    assert dump(village) == before.table.model_dump() and village.game().moderation.undone == []
    with pytest.raises(Refused, match="right after an undo"):
        village.mod("redo", reason="again")
    village.audit()


def test_no_redrawing_by_undo(village: Village) -> None:
    """fault 272: the same draw follows the same decision; fresh draws must be asked for and are announced."""
    village.bids()
    winds = [village.game().table.wind]
    for draws in ("same", "same", "fresh"):
        village.mod("undo", "4", draws=draws, reason="the last bid again")
        village.turn()
        winds.append(village.game().table.wind)
    assert winds[0] == winds[1] == winds[2]
    counters = village.game().table.counters
    assert counters["wind@1"] == 1 and village.game().table.epoch == 1
    assert "later draws are others" in village.text("ania", "the moderator decided")
    village.audit()


# -- a player gone on day 20 of a four-player game ------------------------------------------------------------------


def test_a_player_gone_on_day_20_is_substituted(tmp_path: Path) -> None:
    """faults 274, 249: the newcomer knows what the seat knows, has a fresh full time, and old mail does not count."""
    village = Village(tmp_path / "home")
    village.new_game(FOUR, nights=3, turn="5d", on_late="substitute")
    village.reply("ania", "say Béla: shall we share the wind?")
    village.reply("bela", "say Ania: only if you bid low")
    village.reply("zaneta", "say Dora: my secret plan")
    village.reply("zaneta", "say all: the ice is thin")
    village.bids()
    village.wait(6)  # nobody moves: Ania is late, a substitute is wanted
    assert "a substitute is wanted" in village.text("bela", "announcement")
    assert text_of(village.game().moderation.stops[-1].reason) == "the deadline of crane passed: a substitute is wanted"
    village.wait(14)  # day 20: her clock stands, nothing else happens
    assert "crane" in village.game().deadlines
    on_the_way = village.last("ania", "your turn")
    hand = list(village.game().table.hands["crane"])

    village.mod("substitute", "Ania", "Ewa <ewa@example.org>", "lost", reason="Ania has not been heard of")
    packet = village.text("ewa", "a seat changes hands")
    assert "crane -> heron: shall we share the wind?" in packet and "heron -> crane: only if you bid low" in packet
    assert "otter" not in packet.partition("shall we share")[0].rpartition("#")[2] and "my secret plan" not in packet
    assert "the ice is thin" in packet  # press, too
    assert "Ewa (crane), " not in packet and "#14 Ewa" not in packet  # what Ania did is not said to be Ewa's
    assert "Reason Ania has not been heard of" in packet
    assert all(lantern in packet for lantern in hand)  # the position as this seat knows it
    assert "EVERYTHING THIS SEAT WAS SHOWN" in packet.upper() and "crane answered bid: 0" in packet
    for other in ("heron", "otter", "carp"):
        private = village.game().table.hands[other]
        assert not any(f" {lantern}," in packet or f" {lantern}." in packet for lantern in private)
    assert (village.due("crane") - village.time).days == 5  # fresh full time
    assert "Ewa takes over crane from Ania" in village.text("bela", "the moderator decided")
    assert "has another player now" in str(village.mails_to("ania")[-1]["Subject"])

    before = village.game().entry
    handled = village.deliver(village.answer(on_the_way, f"float: {hand[0]}; rest: coin"))[0]
    assert handled.verdict == "held" and village.game().entry == before
    assert "Ewa holds crane of river now" in str(village.mails_to("ania")[-1]["Subject"])
    assert "who held your seat before" in village.text("ewa", "not counted")

    handled = village.reply("ewa", f"float: {hand[0]}\nrest: coin", "a seat changes hands")
    assert handled.verdict == "COUNTED"
    ania = village.desk.roster().need("Ania")
    assert (ania.reliability.seats_kept, ania.reliability.seats_held) == (0, 1)
    assert (ania.reliability.turns_in_time, ania.reliability.turns_due) == (1, 2)  # the bid, and the missed turn
    village.audit()


# -- a bounced address ---------------------------------------------------------------------------------------------


def bounced(mail: EmailMessage) -> bytes:
    """What the player's server sends back about one of our mails."""
    address = mail["To"].addresses[0].addr_spec
    return (
        f"From: MAILER-DAEMON@mx.example\nTo: {str(mail['Return-Path']).strip('<>')}\nSubject: Undelivered Mail\n"
        "Message-ID: <b-1@mx.example>\nReturn-Path: <>\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nsorry\n--b\nContent-Type: message/delivery-status\n\n"
        f"Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; {address}\nAction: failed\nStatus: 5.1.1\n"
        "Diagnostic-Code: smtp; 550 5.1.1 no such user\n\n--b--\n"
    ).encode()


def test_a_bounced_address_stops_only_that_clock(village: Village) -> None:
    """faults 10, 13, 130: from the server's report to the new address, with nobody losing time but us"""
    from pbem.cli.roster_command import change

    assert village.bids() == "crane"
    due, form = village.due("crane"), village.last("ania", "your turn")
    assert village.deliver(bounced(form))[0].verdict == "bounce"
    told = village.text("kasia", "message")
    assert "Mail to Ania (crane) of river comes back" in told and "550 5.1.1 no such user" in told
    assert "Nothing is stopped yet" in told and village.game().moderation.stops == []
    before = len(village.mails_to("ania"))
    for _ in range(2):  # the question is mailed again each day, and comes back
        village.tick(days=1)
        for mail in village.mails_to("ania")[before:]:
            village.deliver(bounced(mail))
        before = len(village.mails_to("ania"))
    assert "the clock of its seats stands still in all games, until a mail" in village.text("kasia", "message")
    village.wait(10)
    game = village.game()
    assert "crane" in game.deadlines and not game.deadlines["crane"].missed  # not late: the mail never came
    assert [(stop.seat, stop.cause, text_of(stop.reason)) for stop in game.moderation.stops] == [
        ("crane", "bounce", "mail to Ania comes back")
    ]
    assert len(village.mails_to("ania")) == before  # nothing is sent to an address on hold
    page = village.desk.listing()[0]
    assert page["bounces"] == ["crane"] and "mail comes back: crane" in page["remarks"]

    change(village.desk, "Ania", {"address": "ania@new.example"})
    assert village.game().moderation.stops[-1].end is not None
    assert (village.due("crane") - due).days == 10  # the time is given back, no more and no less
    again = [mail for mail in village.out() if mail["To"].addresses[0].addr_spec == "ania@new.example"]
    assert "your turn" in str(again[-1]["Subject"])  # the question is asked again where it can be read
    text = next(stop["text"] for stop in stops_document(village.desk.read("river")))
    assert text == "2026-07-03T12:00:00Z: clock stopped for 10d (bounce: mail to Ania comes back)"
    handled = village.deliver(village.answer(again[-1], f"float: {village.game().table.hands['crane'][0]}; rest: coin"))
    assert handled[0].verdict == "COUNTED" and village.game().moderation.tenures[0].in_time == 2
    village.audit()


# -- a disputed card -----------------------------------------------------------------------------------------------


def test_a_disputed_card_is_ruled_on_corrected_and_shown_to_each_as_far_as_they_may_know(village: Village) -> None:
    """A hidden card is exchanged: its owner sees both, the others that something hidden was corrected."""
    village.bids()
    game, stored = village.game(), village.stored()
    mine, theirs = game.table.hands["crane"][0], game.table.deck[0]
    form = village.last("ania", "your turn")
    patch = [
        {"op": "replace", "path": "/hands/crane/0", "value": theirs},
        {"op": "replace", "path": "/deck/0", "value": mine},
        {"op": "replace", "path": "/coins/heron", "value": game.table.coins["heron"] + 1},
        {"op": "replace", "path": "/bank", "value": game.table.bank - 1},
    ]
    with pytest.raises(Refused, match="lanterns: one is lost or doubled"):  # fault 273
        village.mod("patch", json.dumps(patch[:1]), reason="the card was misread")
    with pytest.raises(Refused, match="the patch: "):
        village.mod("patch", json.dumps([{"op": "replace", "path": "/hands/nobody/0", "value": theirs}]))
    assert village.stored() == stored

    told = village.mod("patch", json.dumps(patch), reason="the card was misread at the table")
    assert mine not in told.text and theirs not in told.text and "hidden" in told.text  # sealed-hand moderation
    ania, bela, kasia = (village.text(name, "the moderator decided") for name in ("ania", "bela", "kasia"))
    assert mine in ania and theirs in ania
    assert mine not in bela and theirs not in bela and mine not in kasia and theirs not in kasia
    assert "seats[heron].coins: 4 -> 5" in bela and "Something that is hidden from you was corrected too." in bela
    public = village.game().recent[-1].model_dump_json(exclude={"secret"})
    assert mine not in public and theirs not in public

    # The open question is made anew from the corrected position: the old form is out of date.
    assert theirs in village.text("ania", "your turn")
    handled = village.deliver(village.answer(form, f"float: {mine}; rest: coin"))[0]
    assert handled.verdict == "NOT COUNTED"
    assert village.reply("ania", f"float: {theirs}; rest: coin", "your turn").verdict == "COUNTED"

    with pytest.raises(Refused, match="no rule 'L99'"):
        village.mod("rule", "L99", reason="there is none")
    village.mod("rule", "L3", reason="a lantern counts as it is printed")
    ruling = village.text("zaneta", "the moderator decided")
    assert "Ruling 1 by Kasia: a lantern counts as it is printed" in ruling and "Rules cited: L3" in ruling
    assert village.reply("bela", "rulings").verdict == "INFORMATION"
    assert "1. (#" in village.answered("bela") and "[L3]" in village.answered("bela")
    village.audit()


def test_a_forced_correction_is_journaled_and_told_at_every_check(village: Village) -> None:
    """fault 273"""
    from pbem.cli.check import check_one

    patch = json.dumps([{"op": "replace", "path": "/bank", "value": 0}])
    village.mod("patch", patch, reason="the bank is lost", force=True)
    assert village.game().recent[-1].note["forced"] is True
    village.bids()
    report = check_one(village.desk, "river", replay=True)
    assert report["sound"] and "forced by entry 2: coins: some are lost or false" in report["forced"]


def test_a_ruling_sets_a_switch_from_now_on(village: Village) -> None:
    village.mod("rule", "L1", option="nights=1", reason="we have time for one night only")
    assert village.game().options["nights"] == 1 and village.game().rules.rulings[0].value == 1
    with pytest.raises(Misuse, match="no option 'nihgts'"):
        village.mod("rule", "L1", option="nihgts=1")
    village.bids()
    for _ in range(6):
        if village.game().status == "running":
            village.turn()
    assert village.game().status == "finished"
    village.audit()


# -- an appeal -----------------------------------------------------------------------------------------------------


def test_an_appeal_stops_the_clock_once_until_it_is_answered(village: Village) -> None:
    village.bids()
    due = village.due("crane")
    village.mod("rule", "L2", reason="the wind blows for everybody")
    assert village.reply("bela", "appeal 1").verdict == "NOT COUNTED"  # no words
    assert village.reply("bela", "appeal 9 nothing").verdict == "NOT COUNTED"  # no such ruling, no such entry
    assert village.reply("bela", "APPEAL 1 the wind was 3, not 4").verdict == "COUNTED"
    told = village.text("zaneta", "message from pbem")
    assert "Béla (heron) appeals about ruling 1: the wind was 3, not 4" in told and "clock stands still" in told
    village.wait(9)
    assert not village.game().deadlines["crane"].missed
    handled = village.reply("zaneta", "appeal 1 I think so too")
    assert handled.verdict == "COUNTED" and "the clock runs on" in handled.why  # once
    village.mod("answer", "1", "refused", reason="the draw is in the journal")
    assert "Request 1 of Béla (appeal) is refused: the draw is in the journal" in village.text("bela", "announcement")
    assert village.game().moderation.stops[-1].end is None  # Żaneta's is still open
    village.mod("answer", "2", "granted", reason="see request 1")
    assert village.game().moderation.stops[-1].end is not None
    assert (village.due("crane") - due).days == 9
    with pytest.raises(Refused, match="no open request 1"):
        village.mod("answer", "1", "granted")
    village.audit()


# -- an undo after a card was seen ---------------------------------------------------------------------------------


def test_an_undo_after_a_card_was_seen(village: Village) -> None:
    """fault 271: everyone concerned is told, what was learned is listed without showing it."""
    village.bids()
    hand = village.game().table.hands["crane"]
    handled = village.reply("ania", f"float: {hand[0]}\nrest: draw", "your turn")
    assert handled.verdict == "COUNTED"
    drew = village.game().entry
    seen = list(village.game().table.stack[-1].drawn)
    deck = list(village.game().table.deck)

    handled = village.reply("ania", "undo that was a slip")
    assert "waits for the moderator or the consent of all" in handled.why
    assert village.game().moderation.requests[0].note["before"] == drew
    plan = village.mod("undo", str(drew), dry_run=True)
    assert f"Entry {drew}: Ania: seen in private: crane draws two lanterns." in plan.text
    assert not any(lantern in plan.text for lantern in seen)  # sealed-hand moderation

    assert village.reply("bela", "agree 1").verdict == "COUNTED"
    assert [entry.kind for entry in village.game().recent if entry.n > drew] == ["request", "request"]  # not yet
    assert village.reply("zaneta", "consent 1").verdict == "COUNTED"  # the last one: granted
    game = village.game()
    assert game.moderation.requests[0].status == "granted" and game.table.hands["crane"] == hand
    assert drew in game.moderation.undone and "all players agree" in village.text("bela", "a move was taken back")
    with pytest.raises(Refused, match="left to undo"):
        village.mod("undo", str(drew), reason="nothing is left")

    # The same decision brings the same two lanterns; with fresh draws they would be others.
    village.reply("ania", f"float: {hand[0]}\nrest: draw", "your turn")
    assert village.game().table.stack[-1].drawn == seen
    again = village.game().entry
    village.mod("undo", str(again), draws="fresh", reason="nobody may keep what was seen")
    fresh = village.game().table
    assert sorted(fresh.deck) == sorted([*deck, *seen]) and fresh.deck != [*deck, *reversed(seen)]
    village.audit()


def test_a_player_takes_back_what_nobody_has_seen_or_answered(village: Village) -> None:
    village.bids()
    hand = list(village.game().table.hands["crane"])
    assert village.reply("ania", f"float: {hand[0]}\nrest: coin", "your turn").verdict == "COUNTED"
    handled = village.reply("ania", "undo")
    assert handled.verdict == "COUNTED" and "is taken back by entry" in handled.why
    game = village.game()
    assert game.table.hands["crane"] == hand and game.recent[-1].by == "player" and "crane" in game.deadlines
    assert "nothing was revealed and nobody acted since" in village.text("bela", "a move was taken back")
    village.reply("ania", f"float: {hand[1]}\nrest: coin")
    village.turn()
    handled = village.reply("ania", "undo")  # Béla has acted since
    assert "waits for the moderator" in handled.why and "Żaneta" not in handled.why
    village.mod("answer", "1", "refused", reason="too late")
    assert village.game().moderation.requests[0].status == "refused"
    village.audit()


def test_going_back_over_an_older_undo(village: Village) -> None:
    """Before entry N is the position before entry N: what an undo between had taken back counts again, and a redo takes
    all of that back. Nothing is deleted."""
    village.bids()
    for _ in range(3):
        village.turn()  # entries 5, 6, 7: the first night is over
    seventh = dump(village)
    village.mod("undo", "6", reason="a slip")  # entry 8 takes back 6 and 7
    village.turn()  # entry 9
    ninth = dump(village)
    plan = village.mod("undo", "8", reason="the slip was none", dry_run=True)
    assert "Would be undone: entry 9. What an older undo had taken back would count again: entries 6, 7." in plan.text
    village.mod("undo", "8", reason="the slip was none")  # entry 10: to before the undo itself
    assert village.game().moderation.undone == [9] and dump(village) == seventh
    assert village.game().recent[-1].note["again"] == [6, 7]
    told = village.text("bela", "the moderator decided")
    assert "in the record: 9 Béla (heron). What an older undo had taken back counts again: entries 6, 7." in told
    village.mod("redo", reason="it was one after all")  # entry 11
    assert village.game().moderation.undone == [6, 7] and dump(village) == ninth
    village.mod("undo", "11", reason="between the two")  # as after entry 10
    assert village.game().moderation.undone == [9] and dump(village) == seventh
    village.mod("undo", "5", reason="from the beginning")
    assert village.game().moderation.undone == [5, 6, 7, 9] and "crane" in village.game().deadlines
    village.mod("undo", "13", reason="to before that undo")  # the same as taking it back
    assert village.game().moderation.undone == [9] and dump(village) == seventh
    with pytest.raises(Refused, match="from 2 to 14, not 15"):
        village.mod("undo", "15", reason="there is no such entry")
    village.audit()


def test_what_an_undo_leaves_in_force(village: Village) -> None:
    """Rulings and their switches, standing orders and extensions stay; answers sent ahead since are dropped, and come
    back with a redo; orders of that time are restored where the moderator asks for it."""
    village.bids()
    village.reply("zaneta", "orders float: any\norders rest: coin")
    village.turn()  # entry 5
    village.reply("bela", "orders float: any")
    village.mod("rule", "L1", option="nights=1", reason="one night is enough")
    village.reply("zaneta", "orders clear rest")
    assert village.game().orders["otter"].standing == {"float": ["any"]}
    village.mod("undo", "5", reason="a slip")
    game = village.game()
    assert game.options["nights"] == 1 and len(game.rules.rulings) == 1
    assert game.orders["otter"].standing == {"float": ["any"]} and "heron" in game.orders
    assert list(game.deadlines) == ["crane"] and game.entry == game.recent[-1].n  # nothing is played by itself
    village.mod("redo", reason="no slip")
    village.mod("undo", "5", reason="a slip, with the orders of that time", orders="restore")
    game = village.game()
    assert game.orders["otter"].standing == {"float": ["any"], "rest": ["coin"]} and "heron" not in game.orders
    village.audit()


def test_a_redo_looks_past_words(village: Village) -> None:
    village.bids()
    village.turn()
    village.mod("undo", "5", reason="a slip")
    village.reply("bela", "say all: what happened?")
    village.mod("announce", "I am looking into it.")
    village.mod("redo", reason="it was right")
    assert village.game().moderation.undone == []
    village.turn()
    with pytest.raises(Refused, match="right after an undo"):
        village.mod("redo", reason="too late")
    village.audit()


# -- a double move by two processes ----------------------------------------------------------------------------------


def test_a_double_move_by_two_processes(village: Village) -> None:
    """faults 250, 253, 258: one after the other; the second sees the new state and is told so"""
    village.bids()
    entry = village.game().deadlines["crane"].entry
    hand = village.game().table.hands["crane"]
    home = str(village.home.root)
    command = [sys.executable, "-m", "tests.toy.run", "--home", home, "move", "river", f"float: {hand[0]}; rest: coin",
               "--as", "Ania", "--entry", str(entry), "--json"]  # fmt: skip
    root = Path(__file__).parents[2]
    started = [subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [json.loads(process.communicate(timeout=60)[0]) for process in started]
    codes = sorted(process.returncode for process in started)
    assert codes == [0, 1] and village.game().entry == 5
    refused = next(one for one in said if "error" in one)
    assert refused["error"]["kind"] == "stale" and "This answers question #4" in refused["error"]["message"]
    with pytest.raises(OutOfDate), village.desk.game("river") as session:
        session.play.submit("crane", f"float: {hand[1]}; rest: coin", village.time, entry=entry)

    # By mail the same: a second copy of a reply is the first one again, and another reply comes too late.
    form, mine = village.last("bela", "your turn"), village.game().table.hands["heron"]
    raw = village.answer(form, f"float: {mine[0]}; rest: coin")
    first, copy = village.deliver(raw)[0], village.deliver(raw)[0]
    assert first.verdict == "COUNTED" and copy.verdict != "COUNTED" and village.game().entry == 6
    other = village.deliver(village.answer(form, f"float: {mine[1]}; rest: coin"))[0]
    assert other.verdict == "NOT COUNTED" and village.game().entry == 6
    answers = " ".join(village.answered("bela").split())
    assert "was answered by entry #6" in answers and "`undo`" in answers
    village.audit()


# -- words ---------------------------------------------------------------------------------------------------------


def test_a_private_message_is_kept_under_seal_for_the_two_it_concerns(village: Village) -> None:
    """Whoever takes a seat over can be shown what it was told; nobody else learns even who wrote to whom."""
    assert village.reply("ania", "say Béla: shall we share the wind?").verdict == "COUNTED"
    entry = village.game().recent[-1]
    assert (entry.kind, entry.seat, entry.note) == ("say", None, {})
    assert "share the wind" not in entry.model_dump_json(exclude={"secret"})
    assert b"share the wind" not in archive_bytes_of(village, PUBLIC) + archive_bytes_of(village, FULL)
    told = {name: "share the wind" in history(village, name) for name in ("ania", "bela", "zaneta", "kasia", "olek")}
    assert told == {"ania": True, "bela": True, "zaneta": False, "kasia": False, "olek": False}
    assert "share the wind" not in village.text("kasia")  # the moderator reads no letters
    assert village.game().deadlines["crane"].entry == 1  # the question is still the one that was asked
    assert village.reply("ania", "bid: 1", "game begins").verdict == "COUNTED"
    village.reply("zaneta", "say moderator: she is slow")
    while village.game().status == "running":
        village.turn()
    village.audit()
    assert b"share the wind" not in (village.home.finished / "river.zip").read_bytes()
    with ZipFile(village.home.finished / "river.zip") as box:
        assert not [name for name in box.namelist() if b"share the wind" in box.read(name)]
    assert village.desk.at("river", 4).game.entry == 4 and open_archive(village.home.finished / "river.zip", 5)
    assert "she is slow" in history(village, "kasia") and "she is slow" not in history(village, "ania")
    village.audit()


def history(village: Village, name: str) -> str:
    village.reply(name, "history")
    return " ".join(village.answered(name).split())


def archive_bytes_of(village: Village, variant: Variant) -> bytes:
    """Everything that an archive holds, unpacked."""
    made, _ = archive_of(load_game(village.home, "river"), variant)
    with ZipFile(BytesIO(made)) as box:
        return b"".join(box.read(name) for name in box.namelist())


def test_each_decision_is_told_once(village: Village) -> None:
    """The second decision's mail does not repeat the first one as its own, nor its own among the news."""
    village.mod("rule", "L1", reason="bids are secret")
    village.mod("rule", "L3", reason="lanterns count as printed")
    second = village.text("ania", "the moderator decided")
    assert second.count("lanterns count as printed") == 2  # the reason, and the ruling in full
    assert second.index("lanterns count as printed") < second.index("bids are secret")  # the older one is news
    assert second.count("bids are secret") == 1
    village.audit()
