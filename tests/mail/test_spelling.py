"""Commands that are nearly written: named and NOT COUNTED, never carried out; chat that begins like one stays chat."""

from __future__ import annotations

import pytest

from pbem.core.questions import Pick
from pbem.desk.verbs.moderator import VERBS as MODERATING
from pbem.mail.typed.commands import Script, Vocabulary, parse
from pbem.mail.typed.spelling import ALIASES, MODERATOR, ORDINARY, VERBS, near_command, one_letter_off
from tests.mail.test_commands import DIE, glance

DISTRICT = Pick("district", "Build where", ["bread", "granite"])
MOVE = "die: horus grey 3"
PEOPLE = ("Hela Nowak", "Béla", "Undó Passz")


def read(text: str) -> Script:
    return parse(text, Vocabulary([DIE, DISTRICT], names=["play"], ahead=glance, people=PEOPLE))


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("stauts", "status"), ("statis!", "status"), ("Statuss?", "status"), ("optoins", "options"),
        ("optins after quarter: bread", "options"), ("agree #2", ""), ("show #17", ""), ("agre #2", "agree"),
        ("optons district", "options"), ("hlep", "help"), ("hepl orders", "help"), ("rles T07", "rules"),
        ("hystory 20", "history"), ("shw", "show"), ("shwo 17", "show"), ("resnd", "resend"), ("ruligns", "rulings"),
        ("undoo", "undo"), ("udno I misread the board", "undo"), ("undo?", ""), ("resing", "resign"),
        ("resgin confirm", "resign"), ("resign?", "resign"), ("pss", "pass"), ("Passe.", "pass"), ("pass?", "pass"),
        ("agre 2", "agree"), ("reffuse #2", "refuse"), ("agree?", ""), ("awai 3 Jul to 17 Jul", "away"),
        ("awy back", "away"), ("apeal 12 the wind was 3", "appeal"), ("adress ania@new.example", "address"),
        ("newss daily", "news"), ("langauge pl", "language"), ("zoen Europe/Warsaw", "zone"), ("plian on", "plain"),
        ("sya: hello all", "say"), ("sey to Béla: well played", "say"), ("say to Béla well played", "say"),
        ("say to all I am late", "say"), ("orderss clear", "orders"), ("ordres bread: 2 bread", "orders"),
        ("orders play B07", "orders"), ("mdo extend Ania 2d reason: holiday", "mod"),
        ("please stauts", "status"), ("- stauts", "status"), ("stauts please", "status"), ("bitte udno", "undo"),
    ],
)  # fmt: skip
def test_a_misspelt_command_makes_the_mail_not_counted(line: str, verb: str) -> None:
    script = read(f"{MOVE}\n{line}")
    assert [near.verb for near in script.nearly] == ([verb] if verb else [])
    if verb:
        assert script.commands == [] and script.unread == [] and script.nearly[0].text == line
        assert script.nearly[0].meant == [verb] and script.nearly[0].number == 2


@pytest.mark.parametrize(
    "line",
    [
        "Help, I am losing", "Help! I am losing", "help I am losing", "rules are rules", "Helo!",
        "Helo everybody", "Hell, what a turn", "Hela", "Hela N",
        "status quo, I guess", "Status of my garden: fine weather", "show me the money", "Shows how much I know",
        "How?", "Slow", "Pass the salt", "Passt!", "Past midnight here", "Und wie geht es euch?", "Undone",
        "Say, have you seen the film?", "Say what you want", "Sam: nice move", "Day: long", "Way 2 go!",
        "away from home I always lose, so what", "News from the front", "None", "one",
        "rules are rules, my friend, sorry", "Rules!!! I love them all", "Roles", "orders are orders", "Oder?",
        "agree with you", "Agreed", "I agree 2 times", "mood: good", "plan on it", "plain and simple",
        "address follows", "zone of silence", "refuse to lose",
        "Thanks", "Cheers", "Ania", "Viele Grüße", "Pozdrawiam", "Üdv", "Bisous", "history repeats itself", "Review",
    ],
)  # fmt: skip
def test_chat_that_begins_like_a_command_stays_chat(line: str) -> None:
    script = read(f"{MOVE}\n{line}")
    if line != "away from home I always lose, so what":  # eight words may be dates: `away` itself says so
        assert script.commands == []
    assert script.nearly == [] and [piece for _, piece in script.answers] == [MOVE]


@pytest.mark.parametrize("line", ["status?", "Options ?", "help?", "status please", "show, please", "history bitte",
                                  "show 17 proszę", "rulings, s'il te plaît", "please"])  # fmt: skip
def test_polite_words_and_question_marks_do_no_harm(line: str) -> None:
    script = read(line)
    verbs = [command.verb for command in script.commands]
    assert verbs == ([] if line == "please" else [line.lower().replace(",", " ").split()[0].rstrip("?")])
    assert all("pro" not in command.text for command in script.commands)


def test_every_command_is_found_one_letter_off() -> None:
    """Whatever each command takes stands behind its word without the first letter but one."""
    behind = {
        "say": ": hello", "away": " 3 Jul", "appeal": " 3 x", "agree": " 1", "refuse": " 1", "address": " a@b.example",
        "news": " each", "language": " pl", "zone": " Europe/Warsaw", "plain": " on", "mod": " pause reason: x",
        "confirm": " abcde-fghij", "format": " text", "vote": " end", "public": " yes", "standby": " all",
    }  # fmt: skip
    for verb in VERBS:
        swapped = verb[0] + verb[2] + verb[1] + verb[3:]
        assert one_letter_off(swapped, verb) or swapped == verb, verb
        assert near_command(swapped + behind.get(verb, "")) == verb, verb


def test_common_words_in_the_list_are_near_a_command() -> None:
    """A word that is near none stands there for nothing; a command itself must not stand there."""
    assert [word for word in ORDINARY if not any(one_letter_off(word, verb) for verb in VERBS)] == []
    assert ORDINARY.isdisjoint({*VERBS, *ALIASES})


def test_the_moderators_verbs_are_those_of_the_desk() -> None:
    assert set(MODERATING) == MODERATOR


@pytest.mark.parametrize(
    "line",
    ["Date: Fri, 13 Jul 2012 01:49:23 +0200", "Desc: This is a signed part.", "De : Brendan", "References: <4@a>"],
)
def test_a_name_that_is_only_far_like_a_question_is_chat(line: str) -> None:
    words = Vocabulary([DIE], names=["statue", "decree", "refresh", "die"], ahead=glance)
    assert parse(f"{MOVE}\n{line}", words).nearly == []
