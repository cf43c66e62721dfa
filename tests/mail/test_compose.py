"""Composed mails: their order, their width, their words, and that nothing secret gets into them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.core.chance import SeedChance
from pbem.core.questions import Pick, Question
from pbem.core.titles import get_title
from pbem.engine.gamefile import Ahead, Orders
from pbem.engine.journal import stamp
from pbem.engine.play import Play
from pbem.mail.composing.compose import body, compose, letter, page
from pbem.mail.composing.layout import fit, newest_lines, width, wrap
from pbem.mail.composing.on_file import order_lines
from pbem.mail.letter import read_stored
from pbem.mail.reading.languages import dividers
from pbem.mail.tokens import Bounced, Ticket, blotted
from pbem.mail.words import LANGUAGES
from tests.mail.support import HOUSE, NOW, PLAYERS, context, new_play, parsed, reader, text_of
from tests.toy.title import TITLE, Lanterns

KINDS = ["start", "turn", "question", "news", "reminder", "adjudication", "announce", "handover", "over", "digest",
         "receipt", "message", "answer"]  # fmt: skip


def after_bids(**options: object) -> Play:
    play = new_play(**options)
    for seat, bid in (("crane", 1), ("heron", 2), ("otter", 0)):
        play.submit(seat, f"bid: {bid}", NOW)
    play.game.deadlines["heron"].due = stamp(NOW + timedelta(days=3))
    return play


def test_a_turn_mail_has_the_order_of_the_contract() -> None:
    text = body(context(after_bids(), "heron", "turn", zone="Europe/Warsaw"))
    wanted = ["--- write above this line ---", "WHAT IS ASKED", "2026-07-04 Saturday 14:00 Europe/Warsaw",
              "72 hours left", "ANSWERS YOU CAN GIVE", "float: white 1", "SINCE YOUR LAST MOVE", "If you are late",
              "Points: ", "YOUR OWN THINGS", "THE BOARD", "HOW TO REPLY", "`plain on`"]  # fmt: skip
    unwrapped = " ".join(text[text.index("--- write") :].split())
    places = [unwrapped.find(piece) for piece in wanted]
    assert -1 not in places and places == sorted(places)


def test_an_action_sent_ahead_is_shown_with_its_lines() -> None:
    """In the form in which it can be sent again."""
    play = after_bids()
    play.game.orders["heron"] = Orders(ahead=[Ahead(name="float", keys=["white 1"], entry=3, lines=["wish: none"])])
    assert order_lines(context(play, "heron", "turn")) == ["  float: white 1  # sent ahead at #3", "  wish: none"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mail_fits_into_78_columns_and_has_head_record_and_divider(kind: str, language: str) -> None:
    play = after_bids()
    note = {"verdict": "COUNTED", "text": "hello; " * 40, "reason": "because " * 30, "late": "crane"}
    mail = context(play, "heron", kind, language=language, note=note if kind != "turn" else {})
    text = text_of(compose(mail))
    assert max(map(width, text.split("\n"))) <= 78
    assert text.count("\n") < 200
    assert play.game.head[:12] in text
    assert dividers()[language] in text.split("\n")[:6]
    assert "`plain on`" in "".join(text.rstrip("\n").split("\n")[-2:]), "the foot offers it"


def test_headers_name_thread_token_loop_and_list() -> None:
    play = after_bids()
    raw = compose(context(play, "heron", "turn"))
    mail = parsed(raw)
    assert mail["Subject"].startswith("[pbem river #4] your turn until ")
    assert HOUSE.signer.find(subject=mail["Subject"]).ticket is None and blotted(mail["Subject"]) == mail["Subject"]
    loses = replace(reader(play, "heron"), loses=True)
    marked = parsed(compose(context(play, "heron", "turn", reader=loses)))["Subject"]
    assert HOUSE.signer.find(subject=marked).ticket == Ticket("river", "heron", 4)
    reply = mail["Reply-To"].addresses[0].addr_spec
    assert HOUSE.signer.read_address(reply) == Ticket("river", "heron", 4)
    assert HOUSE.signer.read_message_id(mail["Message-ID"]) == Ticket("river", "heron", 4)
    root = HOUSE.signer.thread("example.org", "river", "heron")
    assert mail["In-Reply-To"] == mail["References"] == root
    assert (mail["Auto-Submitted"], mail["X-Loop"]) == ("auto-generated", "pbem@example.org")
    assert mail["List-Id"] == "<river.pbem.example.org>" and mail["Bcc"] is None
    stored = read_stored(raw)
    bounced = HOUSE.signer.read_envelope(stored.envelope, lambda game, seat: stored.recipient)
    assert bounced == Bounced("river", "heron", 4, "turn", 0)


def test_the_first_mail_is_the_root_of_its_thread() -> None:
    mail = parsed(compose(context(new_play(), "crane", "start")))
    assert mail["Message-ID"] == HOUSE.signer.thread("example.org", "river", "crane")
    assert mail["References"] is None


def test_the_first_mail_commits_to_the_seed_and_says_if_it_was_given() -> None:
    play = new_play()
    text = body(context(play, "crane", "start"))
    assert play.game.seed_commitment in text and play.game.seed not in text
    assert "chosen by a person" not in text
    play.game.rules.chance = "given"
    assert "chosen by a person" in body(context(play, "crane", "start"))


def test_composing_again_gives_the_same_bytes() -> None:
    """Promise 4: a retry has the same Message-ID and the same bytes."""
    assert compose(context(after_bids(), "heron", "turn")) == compose(context(after_bids(), "heron", "turn"))


def test_listed_answers_can_be_copied_whole() -> None:
    play = after_bids()
    lines = body(context(play, "heron", "turn")).split("\n")
    listed = [line for line in lines if line.startswith("  float: ")]
    assert len(listed) == 4
    for line in listed:
        assert play.preview("heron", line).questions["heron"].name in ("shelter", "rest")


def test_an_answer_says_first_whether_it_counts() -> None:
    note = {"verdict": "NOT COUNTED", "why": "there was no answer above the quoted text"}
    mail = context(after_bids(), "heron", "answer", number="ab12cd34", note=note, in_reply_to="<x@y>", language="pl")
    raw = parsed(compose(mail))
    assert str(raw.get_content()).startswith("NOT COUNTED: there was no answer above the quoted text\n")
    assert raw["In-Reply-To"] == "<x@y>" and raw["Auto-Submitted"] == "auto-generated"
    assert "niezaliczone" in raw["Subject"]


@pytest.mark.parametrize("seat", ["crane", "heron", "otter", "observer-1", "moderator"])
@pytest.mark.parametrize("kind", ["start", "turn", "news", "over"])
def test_what_a_reader_may_not_know_changes_no_byte(seat: str, kind: str) -> None:
    """Promise 5: hidden things exchanged, head and ids held fixed."""
    play = after_bids()
    before = compose(context(play, seat, kind))
    eyes = seat if seat in play.table.seats else None
    live = play.table.live.anew(SeedChance(b"other" * 8, "river"))
    if eyes != "heron" and kind != "news":
        # The open question of another seat lists its hand: the mails of the others must not.
        assert "float: white 6" not in before.decode()
    copy = play.game.model_copy()
    copy.table = TITLE.reshuffle(play.table, eyes, live)
    assert compose(context(Play(copy, TITLE, play.data), seat, kind)) == before


def test_an_owners_text_is_used_and_a_broken_one_is_not() -> None:
    """fault 266, 267: slots only; anything else falls back to the built-in text, with a note."""
    play = after_bids()
    own = context(play, "heron", "turn", templates={"turn": "Hello!\n$asked\n"}.get)
    assert body(own).startswith("Hello!\nWHAT IS ASKED") and own.problems == []
    for bad in ("$nonsense", "$", "${asked.__class__}", "${asked"):
        broken = context(play, "heron", "turn", templates={"turn": bad}.get)
        assert body(broken) == body(context(play, "heron", "turn")) and len(broken.problems) == 1


def test_texts_by_language_come_first() -> None:
    own = {"turn": "A", "pl/turn": "B"}.get
    assert body(context(after_bids(), "heron", "turn", templates=own, language="pl")) == "B\n"
    assert body(context(after_bids(), "heron", "turn", templates=own, language="hu")) == "A\n"


class Wordy(Lanterns):
    """Lantern Night with a menu of forty long lists."""

    def menu(self, table: object, seat: str) -> list[Question]:
        options = [f"thing {n}" for n in range(60)]
        return [Pick(f"menu{n}", "Long list", options, text=lambda key: f"{key} " * 30) for n in range(40)]


def test_long_lists_are_cut_and_the_mail_stays_under_200_lines() -> None:
    play = after_bids()
    play.title = Wordy()
    few = context(play, "heron", "turn", title=Wordy())
    text = body(few)
    assert text.count("\n") < 200 and "  float: white 6" in text
    play.title = TITLE
    menu = [Pick("menu", "One list", [f"thing {n}" for n in range(30)])]
    few.title.menu = lambda table, seat: menu  # type: ignore[method-assign]
    few.made.clear()
    text = body(few)
    assert text.count("  menu: thing") == 12 and "(18 more; write `options menu` to get them all)" in text


def test_the_last_mail_shows_the_table_and_opens_the_seed() -> None:
    play = new_play(nights=1)
    for seat in play.table.seats:
        play.submit(seat, "bid: 0", NOW)
    while play.game.status == "running":
        seat = next(iter(play.questions()))
        play.submit(seat, "\n".join(_simple(play, seat)), NOW)
    text = body(context(play, "crane", "over"))
    assert "THE RESULT\n1." in text and play.game.seed in text and "The river remembers" in text
    assert "The archive of the game is river.zip, under games/finished" in text


def _simple(play: Play, seat: str) -> list[str]:
    lines: list[str] = []
    while True:
        seen = play.preview(seat, "\n".join(lines)) if lines else None
        if seen is not None and seen.complete:
            return lines
        question = (seen.questions if seen else play.questions())[seat]
        lines.append(f"{question.name}: {', '.join(question.harmless()) or 'none'}")


def test_a_page_outside_any_game_cannot_bounce_back() -> None:
    """fault 28: notes about failures have an empty envelope sender."""
    who = reader(new_play(), "moderator")
    raw = page(HOUSE, who, subject="mail came back", text="x", when=NOW, ident="1", bounce=False)
    assert raw.startswith(b"Return-Path: <>\n") and read_stored(raw).envelope == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_outside_any_game_says_where_plain_can_be_set(language: str) -> None:
    who = replace(reader(new_play(), "moderator"), language=language)
    text = text_of(page(HOUSE, who, subject="x", text="x", when=NOW, ident="1"))
    lines = text.rstrip().split("\n\n")[-1]
    assert "`plain on`" in lines and "`format text`" in lines and max(map(len, lines.split("\n"))) <= 78


def test_the_subject_says_until_when_and_what_happened_last() -> None:
    """At most 78 characters, only what everybody may know; the first line has the hours left and the points, too."""
    made = letter(context(after_bids(), "heron", "turn", zone="Europe/Warsaw"))
    assert made.subject.startswith("[pbem river #4] your turn until Sat 4 Jul 14:00: The wind blows")
    assert len(made.subject) <= 78
    first = made.body.partition("\nLantern Night")[0].replace("\n", " ")
    assert first.startswith("Your turn until Sat 4 Jul 14:00, 72 hours left: The wind blows with strength ")
    assert first.endswith(". Points: Ania 0, Béla 0, Żaneta 0.")


@pytest.mark.parametrize(
    ("kind", "marks", "since", "language", "wanted"),
    [
        ("turn", set(), 1, "en", ": Ania drafted S"),
        ("news", set(), 1, "en", "#4] news: Ania drafted S"),
        ("turn", set(), 1, "pl", ": Ania "),
        ("turn", {"anonymous"}, 1, "en", ": Orange drafted S"),
        ("turn", set(), 9, "en", ": Orange drafted S"),  # somebody else held the seat then
        ("news", {"late"}, 1, "en", "#4] news$"),
    ],
)
def test_the_subject_calls_players_by_name(kind: str, marks: set[str], since: int, language: str, wanted: str) -> None:
    """Before what followed from it: the round that began is no news. An anonymous game has no names."""
    play = new_play(PLAYERS[:2], title=get_title("tekhenu"))
    for _ in range(3):
        seat, question = next(iter(play.questions().items()))
        play.submit(seat, f"{question.name}: {question.harmless()[0]}", NOW)
    play.game.seats[0].since = since
    play.game.options |= {name: True for name in marks & {"anonymous"}}
    mail = context(play, "blue", kind, language=language, note={name: "x" for name in marks})
    mail.entries = [entry for entry in mail.entries if entry.seat == "orange"]
    mail.entries.append(mail.entries[-1].model_copy(update={"n": 5, "kind": "order", "events": []}))  # tells nothing
    assert wanted in f"{letter(mail).subject}$", letter(mail).subject


def test_a_name_that_looks_like_a_token_is_blotted_out_of_subjects() -> None:
    play = new_play(("Ania", f"(orange.{'a2' * 8})"), title=get_title("tekhenu"))
    for seat in ("orange", "blue"):
        question = play.questions()[seat]
        play.submit(seat, f"keep: {question.options[0]}", NOW)
    made = letter(context(play, "orange", "news"))
    assert "(orange.(token)) kept a Decree" in made.subject


@pytest.mark.parametrize(
    ("most", "kept"),
    [(9, "head,  a,  b,    b2,  c"), (4, "head,  b,    b2,  c"), (3, "head,  c"), (1, "head"), (0, "")],
)
def test_of_a_long_entry_its_end_is_told(most: int, kept: str) -> None:
    """What came of a move, in whole sentences, not how it began."""
    assert ",".join(newest_lines(["head", "  a", "  b", "    b2", "  c"], most)) == kept


def test_many_orders_leave_room_for_the_board() -> None:
    """At most so many lines are listed in a mail; the command `orders` lists all."""
    play = after_bids()
    play.game.orders["heron"] = Orders(lapsed=[f"bid: {n} if coins, {n + 1}, any" for n in range(40)])
    mail = body(context(play, "heron", "turn"))
    assert "(16 more; write `orders` to get them all)" in mail and "bid: 23 if coins" in mail
    assert len(order_lines(context(play, "heron", "turn"))) == 40


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("ąę " * 30, ["  " + "ąę " * 24 + "ąę", "    ąę ąę ąę ąę ąę"]),
        ("a\u0301 " * 40, ["  " + "a\u0301 " * 37 + "a\u0301", "    a\u0301 a\u0301"]),
        ("漢字 " * 16, ["  " + "漢字 " * 14 + "漢字", "    漢字"]),
        ("zażółć\xa0gęślą", ["  zażółć gęślą"]),
    ],
)
def test_lines_are_counted_in_columns_in_every_alphabet(text: str, lines: list[str]) -> None:
    """Latin letters take a short way; what is wide or combines does not."""
    assert wrap(text, "  ", "    ") == lines
    assert fit("\n".join(lines)) == "\n".join(lines) and fit(f"{lines[0]} \n") == f"{lines[0]}\n"
