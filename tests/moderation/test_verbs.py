"""The moderator's verbs, typed and mailed: what they do, whom they tell, and what they never show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import tests.toy.title as toy
from pbem.cli.show import stops_document
from pbem.core.errors import Misuse, PbemError, Refused
from pbem.desk.verbs.moderator import Act, moderate
from tests.moderation.village import Village


@pytest.fixture
def village(tmp_path: Path) -> Village:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    return village


# -- act, process, announce, end -----------------------------------------------------------------------------------


def test_a_move_for_a_player_comes_back_to_the_player_in_full(village: Village) -> None:
    told = village.mod("act", "Béla", "bid: 2", reason="he phoned")
    assert told.data["answers"] == ["bid: 2"]
    receipt = village.text("bela", "a move was made for you")
    assert "Reason he phoned" in receipt and "WHAT WE READ bid: 2" in receipt and "Played for you bid: 2" in receipt
    entry = village.game().recent[-1]
    assert (entry.by, entry.seat, entry.note["acted"]) == ("moderator", "heron", True)
    with pytest.raises(Refused, match="A reason is needed"):
        village.mod("act", "Ania", "bid: 2", reason=None)
    with pytest.raises(Misuse, match="needs a seat"):
        village.mod("act")
    assert (
        village.mod("act", "Ania", "bid: 1", dry_run=True).text
        == "The move would be legal and complete.\nNothing was changed."
    )
    assert village.game().entry == 2
    village.audit()


def test_forcing_is_guarded_by_the_entry_and_tried_first(village: Village) -> None:
    village.move("ania", "bid: 1")
    with pytest.raises(Refused, match="stands at entry 2, not 1"):
        village.mod("process", "1", reason="time is up")
    plan = village.mod("process", "2", dry_run=True)
    assert plan.text.count("an answer that only the seat may see") == 2 and village.game().entry == 2
    village.mod("process", entry=2, reason="time is up")
    assert village.game().entry == 4
    assert "Reason time is up" in village.text("bela", "a move was made for you")
    plan = village.mod("process", "4", dry_run=True)
    assert "Ania: float -> an answer that only the seat may see" in plan.text
    assert not any(lantern in plan.text for lantern in village.game().table.hands["crane"])
    village.audit()


def test_an_end_without_a_winner_says_so(village: Village) -> None:
    """Nothing claims a declared result where none was declared: dry run, answer, mails."""
    plan = village.mod("end", reason="no time", dry_run=True)
    assert "would be ended without a winner" in plan.text
    assert village.mod("end", reason="no time").text == "The game was ended without a winner."
    over = village.text("ania", "the game is over")
    assert over.startswith("The game is over, without a winner.")
    assert "nobody was declared the winner. Reason: no time" in over and "declared, not played" not in over
    village.audit()


def test_an_announcement_and_an_end(village: Village) -> None:
    village.mod("announce", "The river is frozen until Monday.", reason=None)
    assert "The river is frozen until Monday." in village.text("olek", "announcement")
    village.mod("end", "Béla", reason="the others gave up")
    game = village.game()
    assert game.status == "terminated" and game.moderation.result["places"] == [["heron"], ["crane", "otter"]]
    over = village.text("ania", "the game is over")
    assert over.startswith("The game is over, won by Béla: Béla 0, Ania 0, Żaneta 0.")
    assert "the result was declared, not played out. Reason: the others gave up" in over and game.seed in over
    with pytest.raises(Refused, match="is terminated"):
        village.mod("extend", "2d")
    village.audit()


def test_words_after_the_end_are_words_and_no_second_end(village: Village) -> None:
    village.mod("end", "Béla", reason="enough")
    head = village.game().head
    village.mod("announce", "Thank you all, the next game begins in May.")
    assert village.reply("ania", "say Béla: well played").verdict == "COUNTED"
    assert "the next game begins in May" in village.text("bela", "announcement")
    assert len([mail for mail in village.mails_to("bela") if "the game is over" in str(mail["Subject"])]) == 1
    assert village.game().status == "terminated" and village.game().head != head
    village.audit()  # the archive was written anew with it


def test_an_undo_opens_a_game_that_was_over(village: Village) -> None:
    village.mod("end", reason="an error")
    village.mod("undo", "2", reason="it was an error")
    assert village.game().status == "running" and "The end is taken back." in village.text("bela", "decided")
    with pytest.raises(Refused, match="Nothing since entry 2 is left"):
        village.mod("undo", "2", reason="once more")
    village.new_game(game="lake", nights=1)
    village.bids("lake")
    while village.game("lake").status == "running":
        village.turn(game="lake")
    last = village.game("lake").entry
    assert (village.home.finished / "lake.json").exists()
    figures = village.desk.roster().need("Ania").reliability
    assert (figures.seats_kept, figures.seats_held) == (1, 1) and figures.turns_in_time == figures.turns_due > 1
    village.mod("undo", str(last), reason="the last turn again", game="lake")
    assert village.game("lake").status == "running" and (village.home.games / "lake.json").exists()
    village.turn(game="lake")
    assert village.game("lake").status == "finished"
    assert village.desk.roster().need("Ania").reliability == figures  # counted once
    village.audit("lake")


# -- by mail -------------------------------------------------------------------------------------------------------


MAILED = [
    ("mod announce Hello all reason: spring", "COUNTED"),
    ("mod pause reason: holidays", "COUNTED"),
    ("mod resume reason: back again", "COUNTED"),
    ("mod extend Ania 2d reason: illness", "COUNTED"),
    ("mod act Ania bid: 1 reason: she phoned", "COUNTED"),
    ("mod rule L1 reason: bids are secret", "COUNTED"),
    ("mod process 7 dry-run reason: late", "INFORMATION"),
    ("mod process 7 reason: late", "COUNTED"),
    ("mod undo 8 dry-run reason: a slip", "INFORMATION"),
    ("mod dry-run undo 8 reason: a slip", "INFORMATION"),
    ("mod undo 8 refuse reason: only if nobody saw anything", "NOT COUNTED"),
    ("mod undo 8 fresh restore-orders reason: a slip", "COUNTED"),
    ("mod redo reason: no slip", "COUNTED"),
    ('mod patch [{"op":"replace","path":"/wind","value":4}] reason: the wind was misread', "COUNTED"),
    ("mod data reason: new tables", "NOT COUNTED"),
    ("mod substitute Béla Ewa <ewa@example.org> reason: he left", "COUNTED"),
    ("mod frobnicate reason: none", "NOT COUNTED"),
    ("mod end Ania reason: enough", "COUNTED"),
]


def test_every_verb_by_mail_with_the_moderators_own_token(village: Village) -> None:
    for text, verdict in MAILED:
        handled = village.reply("kasia", text)
        assert handled.verdict == verdict, (text, handled)
    assert village.game().status == "terminated"
    assert village.game().person("heron") == "Ewa"
    village.audit()


@pytest.mark.parametrize(
    "text",
    ["mod act Ania bid: 1", "mod undo 2", "mod redo", 'mod patch [{"op":"replace","path":"/wind","value":4}]',
     "mod rule L1 nights=1", "mod extend Ania 2d", "mod pause", "mod resume",
     "mod substitute Béla Ewa <ewa@example.org>", "mod process 3", "mod announce", "mod end Ania", "mod data",
     "mod answer 1 granted"],
)  # fmt: skip
def test_no_verb_without_a_reason(village: Village, text: str) -> None:
    """Players read the reason, so there must be one; nothing of the command may have been done before that was seen."""
    village.reply("bela", "bid: 1")
    village.reply("zaneta", "resign confirm")
    if text == "mod resume":
        village.mod("pause")
    before, stored = village.game(), village.stored()
    assert village.reply("kasia", text).verdict == "NOT COUNTED"
    assert "reason is needed" in " ".join(village.answered("kasia").split()), village.answered("kasia")
    assert village.stored() == stored
    # Something else in the same mail is saved; the refused command leaves no trace in it.
    assert village.reply("kasia", f"{text}\nsay Ania: hello").verdict == "NOT COUNTED"
    after = village.game()
    assert after.entry == before.entry + 1 and after.recent[-1].kind == "say"
    assert (after.options, after.status) == (before.options, before.status)
    assert after.table.model_dump() == before.table.model_dump()
    village.audit()


def test_a_refused_command_leaves_no_trace_beside_others_in_one_mail(village: Village) -> None:
    text = 'mod patch [{"op":"replace","path":"/bank","value":0}] reason: lost\nsay Ania: hello'
    before = village.game().table.model_dump()
    assert village.reply("kasia", text).verdict == "NOT COUNTED"
    assert village.game().table.model_dump() == before and village.game().recent[-1].kind == "say"
    village.audit()


def test_requests_are_answered_by_mail(village: Village) -> None:
    """An appeal, an undo and a resignation, each answered by the moderator's reply with a reason that all read."""
    village.bids()
    village.turn()
    village.turn()
    village.reply("ania", "appeal #5 the coin was not mine")
    assert "mod answer 1 granted reason: TEXT" in village.text("kasia", "message")
    assert "mod answer" not in village.text("bela", "message")
    assert village.game().moderation.stops[-1].end is None
    assert village.reply("kasia", "mod answer 1 refused reason: it was, see rule L4").verdict == "COUNTED"
    told = village.text("bela", "announcement")
    assert "Request 1 of Ania (appeal) is refused: it was, see rule L4" in told and "clock runs again" in told
    assert village.game().moderation.stops[-1].end is not None
    village.reply("ania", "undo")
    assert village.reply("kasia", "mod answer 2 granted reason: a slip, and nobody minds").verdict == "COUNTED"
    assert village.game().moderation.undone == [5, 6]
    assert "a slip, and nobody minds" in village.text("zaneta", "the moderator decided")
    village.reply("zaneta", "resign confirm")
    assert village.reply("kasia", "mod answer 3 granted reason: thank you for playing").verdict == "COUNTED"
    assert "request 3 of otter (resign) is granted: thank you for playing" in village.text("ania", "announcement")
    assert village.reply("kasia", "mod answer 3 granted reason: again").verdict == "NOT COUNTED"
    village.audit()


def test_players_cannot_moderate(village: Village) -> None:
    handled = village.reply("ania", "mod pause reason: I am tired")
    assert handled.verdict == "NOT COUNTED" and village.game().status == "running"


# -- secrets -------------------------------------------------------------------------------------------------------


def everything_hidden(village: Village) -> set[str]:
    table = village.game().table
    return {lantern for hand in table.hands.values() for lantern in hand} | set(table.deck) | {village.game().seed}


def test_a_secret_is_opened_with_a_reason_journaled_and_announced(village: Village) -> None:
    with pytest.raises(Refused, match="A reason is needed"):
        village.desk.look("river", turn=None, secret=True, reason=None)
    village.desk.look("river", turn=None, secret=True, reason="Ania says a card is missing")
    entry = village.game().recent[-1]
    assert (entry.kind, entry.note["reason"]) == ("secret", "Ania says a card is missing")
    told = village.text("bela", "announcement")
    assert "The moderator has looked at what is hidden" in told and "a card is missing" in told
    village.audit()


def test_by_option_the_opening_is_only_journaled(tmp_path: Path) -> None:
    village = Village(tmp_path / "home")
    village.new_game(announce_secrets="no")
    village.desk.look("river", turn=None, secret=True, reason="a doubt")
    assert village.game().recent[-1].kind == "secret"
    assert not [mail for mail in village.mails_to("bela") if "announcement" in mail["Subject"]]
    with pytest.raises(Misuse, match="write yes or no"):
        village.new_game(game="lake", announce_secrets="perhaps")


def test_nothing_the_moderator_does_by_default_shows_hands_bids_or_the_seed(village: Village) -> None:
    village.move("ania", "bid: 3")
    outputs = [
        village.mod("process", "2", dry_run=True).text,
        village.mod("undo", "2", dry_run=True).text,
        village.mod("announce", "hello").text,
        village.mod("pause").text, village.mod("resume").text, village.mod("extend", "1d").text,
        village.mod("rule", "L1", reason="x").text, json.dumps(village.desk.listing()),
    ]  # fmt: skip
    for mail in village.mails_to("kasia"):
        outputs.append(str(mail.get_content()))
    village.mod("substitute", "Béla", "Ewa <ewa@example.org>")
    outputs.append(village.text("kasia", "the moderator decided"))
    for text in outputs:
        assert not [secret for secret in everything_hidden(village) if secret in text], text
        assert "bid: 3" not in text


@pytest.mark.parametrize(
    ("verb", "words"),
    [("act", ["Ania", "float: gold 9"]), ("act", ["Ania", "nonsense"]), ("act", ["Ania", "float: any; rest: nothing"]),
     ("patch", ['[{"op":"remove","path":"/hands/crane/0"}]']),
     ("patch", ['[{"op":"test","path":"/hands/crane/0","value":"gold 9"}]']),
     ("patch", ['[{"op":"copy","from":"/hands/crane/0","path":"/wind"}]']),
     ("patch", ['[{"op":"copy","from":"/hands/crane/0","path":"/hands/heron/-"}]']),
     ("patch", ['[{"op":"move","from":"/deck/0","path":"/bank"}]']), ("process", ["99"]), ("undo", ["99"])],
)  # fmt: skip
def test_no_refusal_shows_what_the_moderator_is_not_shown(village: Village, verb: str, words: list[str]) -> None:
    """Messages of the rules are written for the player concerned: they name cards and list answers."""
    village.bids()
    secrets = everything_hidden(village)
    for dry_run in (True, False):
        with pytest.raises(PbemError) as refused:
            village.mod(verb, *words, reason="a test", dry_run=dry_run)
        said = json.dumps(refused.value.data())
        assert not [secret for secret in secrets if secret in said], said
    village.reply("kasia", f"mod {verb} {' '.join(words)} reason: a test")
    assert not [secret for secret in secrets if secret in village.answered("kasia")], village.answered("kasia")


def test_a_dry_run_lays_nothing_open(village: Village) -> None:
    """Only the correction itself does, which is journaled and told to everybody."""
    card = village.game().table.deck[0]
    change = json.dumps([{"op": "move", "from": "/deck/0", "path": "/afloat/crane/-"}])
    plan = village.mod("patch", change, dry_run=True, reason=None)
    assert card not in plan.text + json.dumps(plan.data) and "(hidden)" in plan.text
    assert card in village.mod("patch", change, reason="it fell off the table").text
    assert card in village.text("olek", "the moderator decided")
    village.audit()


def test_what_a_forced_correction_breaks_is_told_without_naming_what_is_hidden(village: Village) -> None:
    from pbem.cli.check import check_one

    lost = village.game().table.hands["crane"][0]
    village.mod("patch", json.dumps([{"op": "remove", "path": "/hands/crane/0"}]), reason="a test", force=True)
    report = check_one(village.desk, "river", replay=True)
    texts = [village.text(name, "the moderator decided") for name in ("bela", "kasia", "olek")]
    assert not [text for text in [*texts, report["forced"]] if lost in text]
    assert all("Kept against an invariant" in text for text in texts)


def test_a_move_for_a_seat_does_not_show_its_hand(village: Village) -> None:
    village.bids()
    told = village.mod("act", "Ania", "float: any; rest: coin", reason="she asked for whatever fits")
    assert told.data["answers"] == ["float: (hidden)", "rest: coin"] or everything_hidden(village).isdisjoint(
        word for answer in told.data["answers"] for word in [answer.partition(": ")[2]]
    )


# -- component tables ----------------------------------------------------------------------------------------------


def test_changed_tables_reach_a_running_game_only_as_an_event(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fault 189: the game keeps what it began with; the event first shows which past entry would have differed."""
    village.bids()
    pinned = village.game().rules.data
    monkeypatch.setattr(toy.Lanterns, "components", lambda self, modules=(): {"wind": 3})
    wind = toy.Lanterns.setup

    def setup(self: Any, seats: list[str], live: Any) -> Any:
        table = wind(self, seats, live)
        table.night = 1 if not live.data else 2  # these tables would have begun with the second night
        return table

    monkeypatch.setattr(toy.Lanterns, "setup", setup)
    village.turn()
    assert village.game().rules.data == pinned  # nothing happens by itself
    plan = village.mod("data", reason="erratum", dry_run=True)
    assert plan.data["differs"] == 1 and "Would have differed first: entry 1" in plan.text
    assert village.game().rules.data == pinned
    village.mod("data", reason="erratum 2026-07")
    assert village.game().rules.data != pinned and village.game().recent[-1].note["differs"] == 1
    told = village.text("ania", "the moderator decided")
    assert "hold from entry 6 on" in told and "Would have differed first: entry 1" in told
    with pytest.raises(Refused, match="already"):
        village.mod("data", reason="again")
    village.turn()
    village.mod("undo", "7", reason="over the change of tables")
    village.audit()


# -- reliability ---------------------------------------------------------------------------------------------------


def test_a_game_may_ask_for_a_minimum(tmp_path: Path) -> None:
    from pbem.store.roster import Reliability, changing_roster

    village = Village(tmp_path / "home")
    village.new_game()
    with changing_roster(village.home) as roster:
        roster.need("Béla").reliability = Reliability(turns_due=10, turns_in_time=7, seats_held=2, seats_kept=2)
    with pytest.raises(Refused, match="Béla has 7 of 10 turns in time \\(70 %\\), 2 of 2 seats kept \\(100 %\\)"):
        village.new_game(game="lake", reliability="80%")
    assert not village.home.exists("lake")
    village.new_game(game="pond", reliability="70")
    assert village.game("pond").options["reliability"] == "70%"


@pytest.mark.parametrize(
    ("end", "kept", "held"), [("finished", 1, 1), ("lost", 0, 1), ("released", 0, 0)], ids=lambda value: str(value)
)
def test_a_seat_given_back_with_leave_counts_neither_way(tmp_path: Path, end: Any, kept: int, held: int) -> None:
    from pbem.engine.gamefile import Tenure

    village = Village(tmp_path / "home")
    village.new_game()
    tenure = Tenure(seat="crane", due=10, in_time=4, excused=3, end=end)
    for _ in range(2):
        village.desk.count_tenure(village.game(), tenure, "Ania")
    assert village.desk.roster().need("Ania").figures() == (4, 10, kept, held, 0)


def test_turns_of_running_games_count_too(tmp_path: Path) -> None:
    from pbem.cli.roster_command import describe
    from pbem.desk.people.players import running_turns

    village = Village(tmp_path / "home")
    village.new_game(turn="3d", nights=2)
    village.bids()
    village.wait(4)  # Ania is late
    shown = describe(village.desk.roster().need("Ania"), running_turns(village.desk))
    assert (shown["in_time"], shown["kept"]) == ("1 of 2", "0 of 0")
    with pytest.raises(Refused, match="Ania has 1 of 2 turns in time \\(50 %\\)"):
        village.new_game(game="lake", reliability="60%")


# -- the log, the list ---------------------------------------------------------------------------------------------


def test_the_log_says_for_how_long_the_clock_stood_and_why(village: Village) -> None:
    village.mod("pause", reason="holidays")
    village.later(days=2, hours=3)
    village.mod("resume", reason="back")
    village.reply("bela", "away 10 Jul to 12 Jul")
    texts = [f"{stop['who']}: {stop['text']}" for stop in stops_document(village.desk.read("river"))]
    assert texts == [
        "everybody: 2026-07-01T12:00:00Z: clock stopped for 2d3h (pause: holidays)",
        "Béla: 2026-07-10 to 2026-07-12: away for 3d (announced 2026-07-03T15:00:00Z)",
    ]


def test_the_list_tells_the_moderator_everything_without_opening_a_game(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    village.reply("bela", "away 10 Jul to 12 Jul")
    village.reply("zaneta", "resign confirm")
    village.wait(4)
    opened: list[str] = []
    monkeypatch.setattr("pbem.store.files.load_game", lambda *_: opened.append("x"))
    (row,) = village.desk.listing()
    assert row["late"] == ["crane", "heron", "otter"] and row["since"] == "2026-07-01T12:00:00Z"
    assert row["requests"] == [[1, "otter", "resign", "2026-07-01T12:00:00Z"]]
    assert set(row["contact"]) == {"heron", "otter"} and opened == []
    assert "request 1: resign of otter" in row["remarks"] and "away: heron" in row["remarks"]


# -- two processes -------------------------------------------------------------------------------------------------


def test_a_patch_waits_for_the_move_and_sees_it(village: Village) -> None:
    """fault 258"""
    import threading

    done: list[int] = []

    def patch() -> None:
        change = json.dumps([{"op": "replace", "path": "/wind", "value": 2}])
        done.append(moderate(village.desk, Act("patch", "river", [change], "misread")).data["entry"])

    with village.desk.game("river") as session:
        other = threading.Thread(target=patch)
        other.start()
        village.desk.take(session, "crane", "bid: 3")
    other.join(20)
    assert done == [3] and village.game().recent[1].seat == "crane"
    village.audit()


# -- personal data -------------------------------------------------------------------------------------------------


def holding(village: Village, *words: str) -> list[str]:
    """Files of the home that hold one of the words, packed or not, but for mails that wait to go to somebody else."""
    found = []
    for path in sorted(village.home.root.rglob("*")):
        if not path.is_file() or path.parent == village.home.mail / "out" / "new":
            continue
        raw = path.read_bytes()
        if path.suffix == ".zip":
            with ZipFile(path) as box:
                raw = b"".join(box.read(name) for name in box.namelist())
        if any(word.encode() in raw for word in words):
            found.append(str(path.relative_to(village.home.root)))
    return found


def test_a_deleted_player_is_nowhere_and_breaks_no_hash(village: Village) -> None:
    """fault 280: roster, games, earlier states, archives and mails are cleaned; everything still replays"""
    from pbem.cli.check import check_one
    from pbem.desk.people.addresses import mail_returned
    from pbem.desk.people.deletion import forget

    village.new_game(game="lake", nights=1)
    village.bids("lake")
    while village.game("lake").status == "running":
        village.turn(game="lake")
    village.new_game(game="pond")
    village.mod("substitute", "Ania", "Dora <dora@example.org>", reason="she moved house", game="pond")
    village.bids()
    village.deliver(village.answer(village.last("ania", "[pbem pond"), "bid: 1"))  # not hers any more: held
    mail_returned(village.desk, village.house, "river", "crane", "550 no such user", village.time, mail="1")
    assert village.held() and (village.home.finished / "lake.zip").exists()
    assert {path.partition("/")[0] for path in holding(village, "Ania", "ania@example.org")} == {"games", "mail"}
    heads = [village.game(name).head for name in ("river", "lake", "pond")]
    done = forget(village.desk, "Ania")
    assert (done.games, done.written) == (["lake", "river"], []) and done.states > 5 and done.mails > 3 and done.waiting
    assert holding(village, "Ania", "ania@example.org") == []
    assert not village.mails_to("ania") and village.desk.roster().find("Ania") is None
    assert [village.game(name).head for name in ("river", "lake", "pond")] == heads
    row = next(row for row in village.desk.listing() if row["id"] == "river")
    assert row["bounces"] == ["crane"]  # the moderator sees that somebody is missing
    for name in ("river", "lake", "pond"):
        assert check_one(village.desk, name, replay=True)["sound"]
    assert village.desk.at("river", 3).game.entry == 3  # earlier states can still be read
    village.mod("substitute", "crane", "Ewa <ewa@example.org>", reason="the player left for good")
    assert village.game().person("crane") == "Ewa"
    village.audit("lake")
    village.audit("pond")


def test_a_deletion_that_was_interrupted_is_finished_by_the_same_command(
    village: Village, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.desk.people import deletion as forgetting

    village.bids()

    def full_disk(*_: object) -> None:
        raise OSError(28, "no space left")

    with monkeypatch.context() as broken:
        broken.setattr(forgetting, "_clean_mail", full_disk)
        assert not forgetting.forget(village.desk, "Ania").complete
    assert village.desk.roster().find("Ania") is not None
    forgetting.forget(village.desk, "Ania")
    assert holding(village, "Ania", "ania@example.org") == [] and village.desk.roster().find("Ania") is None


def test_words_that_name_a_deleted_player_stay_and_are_named(village: Village) -> None:
    from pbem.desk.people.deletion import forget

    village.mod("announce", "Ania has won the tea.")
    done = forget(village.desk, "ania")
    assert done.written == ["river"] and "part of the hash chain" in " ".join(done.text("Ania").split())
    village.audit()
