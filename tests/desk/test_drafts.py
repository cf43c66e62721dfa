"""Drafts: part of a turn that came by mail is kept, added to, replaced, cleared, and lapses with its question."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from pbem.core.errors import Unfinished
from pbem.desk.games.moves import TypedAnswers
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.verbs.acts import Act
from pbem.desk.verbs.moderator import moderate
from pbem.desk.walk import walk
from pbem.engine.computers.computer import turn_text
from tests.desk.mailing import PEOPLE, Town


@pytest.fixture
def town(tmp_path: Path) -> Town:
    """A game in which Ania is on turn; she has two lanterns or more and a turn of at least two answers."""
    return playing(tmp_path)


def playing(tmp_path: Path, **options: str) -> Town:
    town = Town(tmp_path / "home")
    town.new_game(**options)
    for name in ("ania", "bela", "zaneta"):
        town.reply(name, "bid: 1" if name == "ania" else "bid: 0", "begins")
    return town


def lanterns(town: Town) -> list[str]:
    question = town.desk.read("river").play.question_for("crane")
    assert question is not None
    return [key for key in question.options if "," not in key]


def draft(town: Town, seat: str = "crane") -> list[str]:
    orders = town.game().orders.get(seat)
    return orders.draft.lines if orders is not None and orders.draft is not None else []


def keep(town: Town, text: str) -> str:
    handled = town.reply("ania", text, "your turn")
    assert handled.verdict == "NOT COUNTED"
    return town.answered("ania")


def test_part_of_a_turn_is_kept_and_nothing_is_played(town: Town) -> None:
    before, others = town.game(), {name: len(town.mails_to(name)) for name in ("bela", "zaneta", "kasia", "olek")}
    lantern = lanterns(town)[0]
    answer = keep(town, f"float: {lantern}")
    assert answer.startswith("NOT COUNTED: draft kept, nothing is played")
    assert f"YOUR DRAFT\n  float: {lantern}" in answer and "ANSWERS YOU CAN GIVE" in answer and "  rest: coin" in answer
    after = town.game()
    assert (after.entry, after.head, after.deadlines) == (before.entry, before.head, before.deadlines)
    assert draft(town) == [f"float: {lantern}"] and after.table.model_dump_json() == before.table.model_dump_json()
    assert {name: len(town.mails_to(name)) for name in others} == others


def test_a_later_mail_completes_it_and_it_is_played(town: Town) -> None:
    lantern = lanterns(town)[0]
    keep(town, f"float: {lantern}")
    handled = town.deliver(town.answer(town.last("ania", "draft kept"), "rest: coin"))[0]
    assert handled.verdict == "COUNTED" and draft(town) == []
    assert f"  float: {lantern}\n" in town.answered("ania") and "crane" not in town.game().orders


def test_a_line_for_the_same_question_replaces_it_and_drops_what_followed(town: Town) -> None:
    first, second = lanterns(town)[:2]
    keep(town, f"float: {first}")
    keep(town, f"float: {second}")
    assert draft(town) == [f"float: {second}"]
    assert town.reply("ania", f"float: {first}\nrest: coin", "your turn").verdict == "COUNTED"
    assert f"  float: {first}\n" in town.answered("ania")


def test_the_next_question_comes_with_links(town: Town) -> None:
    keep(town, f"float: {lanterns(town)[0]}")
    mail = town.last("ania", "draft kept")
    page = mail.get_body(("html",))
    assert page is not None
    links = [unquote(unescape(link)) for link in re.findall(r'href="(mailto:[^"]+)"', str(page.get_content()))]
    assert any(link.endswith("&body=rest: coin") for link in links)
    tapped = next(link for link in links if link.endswith("rest: coin"))
    address, subject = re.match(r"mailto:(.*?)\?subject=(.*?)&body=", tapped).groups()  # type: ignore[union-attr]
    raw = town.answer(mail, "rest: coin", quote=False, To=address, Subject=subject, In_Reply_To="")
    assert town.deliver(raw)[0].verdict == "COUNTED"


def test_what_is_behind_windows_comes_with_links_too(tmp_path: Path) -> None:
    """Whoever does not want Anubis or another value taps the action at once: a turn in three taps (Tekhenu)."""
    town = Town(tmp_path / "home")
    town.new_game(PEOPLE[:2], "karnak", "tekhenu")
    while next(iter(town.desk.read("karnak").play.questions().values())).name != "die":
        with town.desk.game("karnak") as session:
            seat = next(iter(session.play.questions()))
            move = turn_text(session.play, seat, lambda _t, _s, question: question.harmless())
            session.play.submit(seat, move, town.desk.now())
            session.put_back()
    play = town.desk.read("karnak").play
    seat, question = next(iter(play.questions().items()))
    name = {"orange": "ania", "blue": "bela"}[seat]
    seen = {key: play.preview(seat, f"die: {key}") for key in question.options}
    windows = {"as", "value"}
    die = next(key for key, one in seen.items() if not one.complete and one.questions[seat].name in windows)
    assert town.reply(name, f"die: {die}", "your turn").free, "drafts use up no answers"
    mail = town.last(name, "draft kept")
    page = mail.get_body(("html",))
    bodies = {unquote(unescape(body)) for body in re.findall(r"&amp;body=([^\"]+)", str(page and page.get_content()))}
    assert {"action: god", "value: 6"} <= bodies, bodies
    assert "action: god" in str(mail.get_content())
    assert town.deliver(town.answer(mail, "action: god"))[0].verdict in ("COUNTED", "NOT COUNTED")
    drafts = town.game("karnak").orders.get(seat)
    assert drafts is None or drafts.draft is None or drafts.draft.lines == [f"die: {die}", "action: god"]


def test_an_illegal_line_leaves_the_draft_as_it_was(town: Town) -> None:
    lantern = lanterns(town)[0]
    keep(town, f"float: {lantern}")
    answer = keep(town, "rest: nonsense")
    assert "Your draft stays on file" in answer and draft(town) == [f"float: {lantern}"] and answer.count("\n") <= 25


def test_lines_that_have_no_place_make_no_draft(town: Town) -> None:
    for text in ("rest: coin", f"float: {lanterns(town)[0]}\nthanks: point", "float: red 99"):
        keep(town, text)
        assert draft(town) == [], text


def test_draft_clear_empties_it(town: Town) -> None:
    assert town.reply("ania", "draft clear", "your turn").verdict == "NOT COUNTED"
    keep(town, f"float: {lanterns(town)[0]}")
    assert town.reply("ania", "draft", "your turn").verdict == "INFORMATION" and "YOUR DRAFT" in town.answered("ania")
    assert town.reply("ania", "draft clear", "your turn").verdict == "COUNTED" and draft(town) == []


def test_options_list_what_the_draft_leaves_open(town: Town) -> None:
    keep(town, f"float: {lanterns(town)[0]}")
    town.reply("ania", "options", "your turn")
    assert "  rest: coin" in town.answered("ania") and "float:" not in town.answered("ania").partition("ANSWERS")[2]


def test_the_command_line_refuses_as_before(town: Town) -> None:
    with town.desk.game("river") as session, pytest.raises(Unfinished):
        walk(session, TypedAnswers("crane", f"float: {lanterns(town)[0]}"))
    assert draft(town) == []


def test_drafts_use_up_no_answers(town: Town) -> None:
    first, second = lanterns(town)[:2]
    for n in range(14):
        town.reply("ania", f"float: {first if n % 2 else second}", "your turn")
        assert draft(town) == [f"float: {first if n % 2 else second}"]
    answers = [mail for mail in town.mails_to("ania") if "draft kept" in mail["Subject"]]
    assert len(answers) == 14 and "last answer" not in town.answered("ania")


def test_a_copy_of_the_mail_adds_nothing(town: Town) -> None:
    raw = town.answer(town.last("ania", "your turn"), f"float: {lanterns(town)[0]}")
    town.deliver(raw)
    assert town.deliver(raw)[0].verdict == "copy" and len(draft(town)) == 1


def test_the_clock_never_plays_it_and_it_lapses_and_is_told(tmp_path: Path) -> None:
    town = playing(tmp_path, turn="3d", on_late="default")
    lantern = lanterns(town)[-1]
    keep(town, f"float: {lantern}")
    town.later(days=2, hours=12)
    tick(town.desk)
    reminder = " ".join(str(town.last("ania", "reminder").get_content()).split())
    assert "Your draft is on file and is not played" in reminder
    for _ in range(2):
        town.later(hours=12)
        tick(town.desk)
    assert draft(town) == [] and town.game().entry > 4
    assert town.game().orders["crane"].lapsed == [f"draft: float: {lantern}"]
    told = [str(mail.get_content()) for mail in town.mails_to("ania")]
    assert any(f"# draft: float: {lantern}" in text for text in told)
    others = [mail for name in ("bela", "zaneta", "kasia", "olek") for mail in town.mails_to(name)]
    assert not any("draft" in str(mail.get_content()) for mail in others)


def test_who_takes_the_seat_over_is_not_shown_it(town: Town) -> None:
    keep(town, f"float: {lanterns(town)[0]}")
    moderate(town.desk, Act("substitute", "river", ["Ewa <ewa@example.org>"], "asked", seat="crane"))
    assert draft(town) == [] and "draft" not in str(town.last("ewa").get_content())


def test_a_link_of_a_closed_question_plays_and_keeps_nothing(town: Town) -> None:
    old = town.last("ania", "your turn")
    lantern = lanterns(town)[0]
    assert town.reply("ania", f"float: {lantern}\nrest: coin", "your turn").verdict == "COUNTED"
    before = town.game().entry
    assert town.deliver(town.answer(old, f"float: {lantern}"))[0].verdict == "NOT COUNTED"
    assert town.game().entry == before and draft(town) == []
    assert town.answered("ania").count("Awaited: ") == 1


def test_a_draft_is_in_no_archive_and_no_view(town: Town, tmp_path: Path) -> None:
    keep(town, f"float: {lanterns(town)[0]}")
    document = (town.home.games / "river.json").read_text()
    assert '"draft"' in document
    session = town.desk.read("river")
    for eyes in (None, "heron"):
        assert "draft" not in session.play.view(eyes).model_dump_json()


def test_a_preview_tells_what_would_happen(tmp_path: Path) -> None:
    """Events, and stock before and after; nothing is played and nothing is kept."""
    town = Town(tmp_path / "home")
    town.new_game(["Ania <ania@example.org>", "Béla <bela@example.org>"], game="luxor", title="ankh")
    (seat,) = town.desk.read("luxor").play.questions()
    name = {info.seat: info.player for info in town.game("luxor").seats}[seat]
    person = {"Ania": "ania", "Béla": "bela"}[name]
    assert town.reply(person, "preview\naction: gain").verdict == "INFORMATION"
    told = town.answered(person)
    assert "You gained 1 Follower (Gain)." in told and "Followers 1 -> 2" in told
    assert town.game("luxor").entry == 1 and not town.game("luxor").orders
