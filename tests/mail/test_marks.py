"""Answers and commands as people list them: behind bullets and numbers, between stars and quotes."""

from __future__ import annotations

import pytest

from pbem.engine.submission.lines import read_line, unmark
from pbem.mail.reading import read_message, reply_text
from pbem.mail.reading.tail import is_answer_like
from pbem.mail.typed.commands import parse
from pbem.mail.typed.spelling import names_command
from tests.mail.support import NOW, new_play
from tests.mail.test_commands import read, wrapped

MARKED = [
    "- {}", "-{}", "– {}", "—{}", "* {}", "+ {}", "• {}", "·{}", "‣ {}", "-> {}", "=> {}", "→ {}", "1. {}", "1.{}",
    "12) {}", "(3) {}", "a) {}", "[ ] {}", "[x] {}", "*{}*", "**{}**", "_{}_", "`{}`", '"{}"', "“{}”", "„{}“", "«{}»",
    "- *{}*", "2. **{}**", "* {}",
]  # fmt: skip


@pytest.mark.parametrize("mark", MARKED)
@pytest.mark.parametrize("answer", ["die: horus grey 3", "Die : Horus Grey 3."])
def test_an_answer_in_a_list_is_an_answer(mark: str, answer: str) -> None:
    script = read(f"Hello\n{mark.format(answer)}\nbye")
    assert [number for number, _ in script.answers] == [2]
    assert script.nearly == [] and script.unread == ["Hello", "bye"]
    line = read_line(1, script.answers[0][1])
    assert line is not None and (line.name, line.words) == ("die", "horus grey 3")


@pytest.mark.parametrize(
    "line",
    ["*die:* horus grey 3", "**die**: horus grey 3", "die: *horus grey 3*", "- horus grey 3", "1) *horus grey 3*"],
)
def test_stars_may_stand_around_any_part(line: str) -> None:
    assert len(read(line).answers) == 1 and not read(line).nearly


@pytest.mark.parametrize("mark", ["- {}", "* {}", "1. {}", "*{}*", "`{}`"])
@pytest.mark.parametrize("line", ["status", "rules T07", "undo", "say to Ania: well; played #1"])
def test_commands_in_a_list_are_commands(mark: str, line: str) -> None:
    assert [command.verb for command in read(mark.format(line)).commands] == [line.split()[0]]
    assert names_command(mark.format(line))


@pytest.mark.parametrize(
    "words",
    ["2 bread", "1.5 gold", "- 4", "-4", "1. 4", "3)", "keep_gold", "a_b: c_d_e", "B07", "***", "-", '" "', "x*"],
)
def test_what_is_no_list_stays_as_it_is(words: str) -> None:
    """`- 4` may be a bullet or a minus: nothing is guessed."""
    assert unmark(words) == words


def test_several_answers_in_one_starred_row() -> None:
    script = read("*die: horus grey 3; action: god*")
    assert [piece.strip() for _, piece in script.answers] == ["die: horus grey 3", "action: god"]


def test_a_very_long_line_of_stars_costs_nothing() -> None:
    assert unmark("_a " * 100_000) and read("_a *b " * 50_000).answers == []


def test_the_engine_takes_a_numbered_list() -> None:
    """The same words work on the command line."""
    play = new_play()
    seat = play.table.seats[0]
    play.submit(seat, "1. *bid:* 1", NOW)
    assert play.table.stack[-1].given[seat] == ["1"]


def test_a_bullet_is_never_the_rest_of_the_line_above() -> None:
    first = "place: the old quarter behind the temple of the sun and of the moon by"
    assert wrapped(f"{first}\nthe river").answers == [(1, f"{first} the river")]
    assert wrapped(f"{first}\n- the river").answers == [(1, first)]


@pytest.mark.parametrize("mark", ["- {}", "* {}", "1. {}", "*{}*", "• {}"])
def test_listed_answers_look_like_answers_to_the_reply_reader(mark: str) -> None:
    assert is_answer_like(mark.format("die: horus grey 3")) and not is_answer_like(mark.format("Tel: 123"))


@pytest.mark.parametrize("gap", ["", "\n"])
def test_the_last_item_of_a_list_is_no_signature(gap: str) -> None:
    text = f"1. die: horus grey 3\n{gap}- Osiris\n"
    assert reply_text(text).typed.split("\n")[-1] == "- Osiris"
    assert reply_text(f"die: horus grey 3\n{gap}- Ania\n").typed == "die: horus grey 3"


def test_numbers_that_only_the_text_part_has_are_no_contradiction() -> None:
    """Programs write the numbers of an HTML list into the text part."""
    raw = (
        "From: ania@example.org\nSubject: Re: x\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n"
        "--b\nContent-Type: text/plain\n\n   1. die: horus grey 3\n   2. action: god\n\n"
        "--b\nContent-Type: text/html\n\n<ol><li>die: horus grey 3</li><li>action: god</li></ol>\n\n--b--\n"
    )
    reply = reply_text(read_message(raw.encode()))
    assert not reply.uncertain, reply.doubts
    assert len(parse(reply.typed).unread) == 2
