"""Typed lines: answers, commands, talk, and what is almost an answer."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from pbem.core.errors import PlayerError
from pbem.core.questions import Amount, Occasion, Pick, Question
from pbem.engine.play import Play
from pbem.mail.help import TOPICS, help_text
from pbem.mail.typed.commands import Glance, Script, Vocabulary, parse
from pbem.mail.typed.spelling import VERBS
from tests.mail.support import NOW, new_play

DIE = Pick("die", "Take a die", ["osiris yellow 4", "horus grey 3", "horus grey 4"])
GOD = Pick("action", "Choose", ["god", "produce"])


def glance(move: str) -> Glance:
    last = move.split("\n")[-1].split("; ")[-1]
    if "god" in last or "window" in last:
        return Glance(taken=True, passed=("die", "blessing", "action"))
    if "horus" in last:
        return Glance(GOD, taken=True)
    return Glance(named="unlucky" in last)


def vocabulary(*more: Question) -> Vocabulary:
    return Vocabulary([DIE, *more], names=["quarter", "play"], ahead=glance)


def read(text: str) -> Script:
    return parse(text, vocabulary(Amount("coins", "How many", 0, 4)))


def test_greetings_around_a_move_are_talk() -> None:
    """fault 103: the move counts, the rest is shown back."""
    script = read("Hi, sorry for the delay!\n\ndie: horus grey 3\nPS: see you\ncheers")
    assert script.answers == [(3, "die: horus grey 3")]
    assert script.unread == ["Hi, sorry for the delay!", "PS: see you", "cheers"]
    assert script.nearly == [] and script.move == "\n\ndie: horus grey 3"


@pytest.mark.parametrize(
    "line", ["osiris yellow 4", "OSIRIS  Yellow 4.", "Die: osiris yellow 4", "osíris yéllow 4", "quarter: bread"]
)
def test_answers_by_name_or_word_for_word(line: str) -> None:
    assert len(read(line).answers) == 1


def test_done_ends_a_move() -> None:
    """Behind answers it belongs to the move, and where a window is all that is asked; else it is talk."""
    script = read("horus grey 3\nDone!\ncheers")
    assert [piece for _, piece in script.answers] == ["horus grey 3", "Done!"] and script.unread == ["cheers"]
    assert read("done").answers == [] and read("done").unread == ["done"]
    assert read("horus grey 3\nwell done, all of you").unread == ["well done, all of you"]
    window = Pick("extra", "Extra action", ["B17 ra"], low=0, default=[])
    assert parse("Done.", Vocabulary([window], names=["extra"])).answers == [(1, "Done.")]


def test_answers_to_what_is_asked_later_are_recognised() -> None:
    script = read("horus grey 3\ngod\nproduced a lot today, didn't we")
    assert [piece for _, piece in script.answers] == ["horus grey 3", "god"]
    assert script.unread == ["produced a lot today, didn't we"]
    assert read("god").answers == []  # nothing leads to that question


def test_lines_behind_a_window_are_answers_if_the_rules_take_them() -> None:
    script = read("horus grey 3\nbehind: window\nother: unlucky\nPS: well")
    assert [piece for _, piece in script.answers] == ["horus grey 3", "behind: window", "other: unlucky"]
    assert script.unread == ["PS: well"]


def test_a_misspelt_line_for_a_window_is_no_talk() -> None:
    """The move is whole without it, but it was meant: nothing is counted."""
    script = read("die: horus grey 3\nblesing: B07\naction: god\nPS: bye")
    assert [near.meant for near in script.nearly] == [["blessing: b07"]] and script.unread == ["PS: bye"]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("osiris yelow 4", "die: osiris yellow 4"),  # fault 169
        ("osiris yellow", "die: osiris yellow 4"),
        ("horus grey", "die: horus grey 3"),  # fault 170
        ("dei: osiris yellow 4", "die: osiris yellow 4"),
        ("take: osiris yellow 4", "die: osiris yellow 4"),
        ("die osiris yellow 4", "die: osiris yellow 4"),
        ("osiris yellow 4 :)", "die: osiris yellow 4"),
        ("coins 3", "coins: 3"),
    ],
)
def test_what_is_almost_an_answer_is_never_corrected(line: str, meant: str) -> None:
    script = read(line)
    assert script.answers == [] and meant in script.nearly[0].meant


@pytest.mark.parametrize(
    "line",
    [
        "I would have taken osiris yellow 4 but Bela was quicker",  # fault 104
        "help me, I have no idea what to do with this",
        "status quo, I guess",
        "show me the money",
        "away from home I always lose",
        "undoubtedly a fine game",
        "<script>alert(1)</script> and {0} and %s and ${x}",  # fault 180
        "'; DROP TABLE games; --",
    ],
)
def test_talk_is_neither_answer_nor_command(line: str) -> None:
    script = read(line)
    assert script.answers == [] and script.nearly == []
    if not line.startswith("away"):
        assert script.commands == []


def test_a_corrected_answer_goes_to_the_rules_to_be_refused() -> None:
    """fault 105: it begins with the question's name, so it is an answer, and not a legal one."""
    assert read("die: osiris 4 -- no, horus grey 3").answers == [(1, "die: osiris 4 -- no, horus grey 3")]


@pytest.mark.parametrize(
    ("line", "verb", "text"),
    [
        ("status", "status", ""),
        ("Status.", "status", ""),
        ("options", "options", ""),
        ("options after die: horus grey 3", "options", "after die: horus grey 3"),
        ("help orders", "help", "orders"),
        ("rules T07", "rules", "T07"),
        ("history 20", "history", "20"),
        ("show", "show", ""),
        ("resend", "resend", ""),
        ("orders", "orders", ""),
        ("orders bonus: bread, any", "orders", "bonus: bread, any"),
        ("orders: bonus: bread", "orders", "bonus: bread"),
        ("orders clear", "orders", "clear"),
        ("away 3 Jul to 17 Jul", "away", "3 Jul to 17 Jul"),
        ("undo", "undo", ""),
        ("resign", "resign", ""),
        ("resign confirm", "resign", "confirm"),
        ("pass", "pass", ""),
        ("rulings", "rulings", ""),
        ("appeal 12 the wind was wrong; look: again #3", "appeal", "12 the wind was wrong; look: again #3"),
        ("agree 2", "agree", "2"),
        ("address ania@new.example", "address", "ania@new.example"),
        ("news daily", "news", "daily"),
        ("mod extend Ania 2d reason: holiday", "mod", "extend Ania 2d reason: holiday"),
    ],
)
def test_commands(line: str, verb: str, text: str) -> None:
    script = read(line)
    assert [(c.verb, c.text) for c in script.commands] == [(verb, text)] and script.answers == []


@pytest.mark.parametrize(
    ("line", "to", "text"),
    [
        ("say: hello; all #1", "all", "hello; all #1"),
        ("say to Béla: die: horus grey 3", "Béla", "die: horus grey 3"),
        ("SAY moderator: please", "moderator", "please"),
        ("say to all:\nfirst\ndie: horus grey 3\nend\nstatus", "all", "first\ndie: horus grey 3"),
    ],
)
def test_messages_are_never_moves(line: str, to: str, text: str) -> None:
    """fault 178."""
    script = read(line)
    assert (script.commands[0].to, script.commands[0].text) == (to, text) and script.answers == []


def test_several_commands_and_a_move_in_one_mail() -> None:
    script = read("die: horus grey 3; action: god\nstatus; rules T07\nsay to all: gl")
    assert [piece for _, piece in script.answers] == ["die: horus grey 3", "action: god"]
    assert [c.verb for c in script.commands] == ["status", "rules", "say"]
    assert script.move == "die: horus grey 3; action: god"


@pytest.mark.parametrize(
    "text", ["preview\ndie: horus grey 3", "preview die: horus grey 3", "die: horus grey 3\npreview."]
)
def test_preview_covers_the_whole_mail(text: str) -> None:
    script = read(text)
    assert script.preview and [piece for _, piece in script.answers] == ["die: horus grey 3"]


def test_on_the_command_line_every_line_is_meant() -> None:
    script = parse("osiris\nstatus\nsay: hello", vocabulary(), talk=False)
    assert script.answers == [(1, "osiris")] and [c.verb for c in script.commands] == ["status", "say"]


def test_a_whole_turn_of_lantern_night_by_bare_words() -> None:
    play = new_play()
    for seat in play.table.seats:
        play.submit(seat, "bid: 0", NOW)
    seat = next(iter(play.questions()))

    def ahead(move: str) -> Glance:
        try:
            return Glance(play.preview(seat, move).questions.get(seat), taken=True)
        except PlayerError:
            return Glance()

    open_question = play.question_for(seat)
    assert open_question is not None
    first = open_question.options[0]
    script = parse(f"Hello\n{first}\ncoin\nbye", Vocabulary([open_question], ahead=ahead))
    assert [piece for _, piece in script.answers] == [first, "coin"] and script.unread == ["Hello", "bye"]
    assert Play.submit(play, seat, script.move, NOW).finished


def test_every_command_has_a_help_topic() -> None:
    told = " ".join(map(help_text, TOPICS))
    assert [verb for verb in VERBS if verb not in TOPICS and f"`{verb} " not in told and verb != "help"] == []


def test_every_command_is_in_the_book() -> None:
    book = (Path(__file__).parents[2] / "docs" / "move-language.md").read_text(encoding="utf-8")
    assert [verb for verb in VERBS if f"`{verb}" not in book] == []


def test_help_names_the_nearest_topics() -> None:
    assert "Nearest: orders" in help_text("ordres") and "Topics: moves" in help_text("")


LONG = Pick("cards", "Take cards", [f"T{n:02}" for n in range(40)], low=1, high=30)
NEAR = "the old quarter behind the temple of the sun and of the moon by the river"
FAR = Pick("place", "Choose a place", [NEAR, f"{NEAR} east"])


def wrapped(text: str, *more: Question) -> Script:
    return parse(text, vocabulary(LONG, FAR, *more))


def test_a_long_line_broken_by_the_mail_program_is_one_again() -> None:  # fault 75
    """The first half is no answer, the second none either: together they are one."""
    text = "cards: " + ", ".join(f"T{n:02}" for n in range(30))
    rows = textwrap.wrap(text, 72)
    assert len(rows) == 3
    script = wrapped("\n".join(["hello", *rows, "horus grey 3"]))
    assert script.answers == [(2, text), (5, "horus grey 3")]
    assert script.unread == ["hello"] and not script.nearly


@pytest.mark.parametrize("name", ["hand-2", "hand"])
@pytest.mark.parametrize("between", [[], ["", ""]])
def test_a_line_for_an_occasion_is_one_again(name: str, between: list[str]) -> None:  # fault 75
    """Named for one battle or for all, and below empty lines that a program put behind a comma."""
    battles = (Occasion("2", "conflict 1, region 2"), Occasion("", "conflict 1"))
    hand = Pick("hand", "Cards", [f"T{n:02}" for n in range(40)], low=1, high=30, occasions=battles)
    text = f"{name}: " + ", ".join(f"T{n:02}" for n in range(16))
    rows = textwrap.wrap(text, 72)
    assert len(rows) == 2
    script = wrapped("\n".join([rows[0], *between, rows[1], *between, "horus grey 3"]), hand)
    assert [piece for _, piece in script.answers] == [text, "horus grey 3"]
    assert not script.unread and not script.nearly


def test_two_readings_of_a_broken_line_are_both_shown() -> None:  # fault 75
    """An answer that is complete where the line ends, and another one with the next line: nobody chooses."""
    first = f"place: {NEAR}"
    script = wrapped(f"{first}\neast")
    assert script.answers == []
    assert script.nearly[0].meant == [first, f"{first} east"]


@pytest.mark.parametrize(
    ("second", "also"),
    [("PS: the weather here is fine", 0), ("horus grey 3", 1), ("", 0), ("and much more of my talk", 0)],
)
def test_a_full_line_with_another_below_it(second: str, also: int) -> None:  # fault 75
    """What has a name, is an answer or is talk is not the rest of a complete line."""
    first = f"place: {NEAR}"
    script = wrapped(f"{first}\n{second}")
    assert [piece for _, piece in script.answers] == [first, "horus grey 3"][: 1 + also]
    assert not script.nearly


def test_a_short_line_is_not_joined() -> None:
    """Who presses the return key in the middle of an answer is asked again."""
    script = read("die: osiris\nyellow 4")
    assert script.answers == [(1, "die: osiris")] and script.move == "die: osiris"


def test_a_message_broken_by_the_mail_program_is_passed_on_whole() -> None:  # fault 75
    words = "say to Ania: " + "I think that we should look at the north side before anything else happens. " * 2
    rows = textwrap.wrap(words.strip(), 72)
    script = read("\n".join([*rows, "die: horus grey 3", "cheers"]))
    assert [(c.verb, c.to, c.text) for c in script.commands] == [("say", "Ania", words[13:].strip())]
    assert script.answers == [(len(rows) + 1, "die: horus grey 3")]
    assert read(f"{rows[0]}\n\nnot for her").commands[0].text == rows[0][13:]
