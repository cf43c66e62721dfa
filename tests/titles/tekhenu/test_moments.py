"""RUL-70: B07 and B08 can be played before every question of the own turn, inside an action too."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from pbem.core.procedures import Procedure
from pbem.mail.composing.sections import answer_lines
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.fixes import ANY_MOMENT, FIXES
from pbem.titles.tekhenu.state import Tekhenu
from tests.mail.support import context
from tests.titles.tekhenu.build import ME, YOU, Game, at_random, tekhenu
from tests.titles.tekhenu.test_rich_turns import rich
from tests.titles.tekhenu.test_turn_mails import NOW, mail, play, table

OLD = [fix for fix in FIXES if fix != ANY_MOMENT]
OWN_WINDOW = ("extra", "play")
"""`extra` is followed by `play` and asked again behind a card; a production takes such cards in its own window."""


@pytest.mark.usefixtures("as_printed")
@pytest.mark.parametrize("part", range(3))
def test_rul_70_a_window_before_every_question(part: int) -> None:
    """Random turns of a seat that holds B07 and never plays it: nothing is asked without the window before it."""
    random = Random(f"moments {part}")
    met: Counter[str] = Counter()
    for _ in range(40):
        t = rich(random)
        me = t.players[ME]
        me.blessings = [card for card in me.blessings if card not in ("B07", "B08")] + ["B07"]
        t.decks["blessing"] = [card for card in t.decks["blessing"] if card not in ("B07", "B08")]
        game, before = Game(t), ""
        while not game.run.over:
            seat, question = game.asked
            if seat == ME and t.active == ME and question.name not in OWN_WINDOW:
                assert before == "play", (question.name, before, t.stack)
                met[question.name] += 1
            if question.name == "play":
                assert "B07 happiness" in question.options or "B07 population" in question.options, t.stack
            before = question.name
            keys = at_random(question, random)
            game.run.give(seat, [key for key in keys if not key.startswith("B07")] if question.low == 0 else keys)
            if "B07" not in game.me.blessings:
                break  # without it the turn could not have been completed
    assert {"die", "as", "value", "action", "pay"} <= set(met)


INSIDE: dict[str, tuple[str, dict[str, Any], list[str], dict[str, int]]] = {
    "before a section is named": (
        "thoth yellow 1",
        {"happiness": 4, "population": 9, "papyrus": 1},
        ["action: god", "refresh: none", "play: B07 happiness", "section: II", "cards: B22"],
        {"happiness": 7},
    ),
    "before a district": (
        "osiris yellow 3",
        {"happiness": 1},
        ["action: god", "play: B07 population", "district: bread"],
        {"happiness": 0, "population": 8},
    ),
    "before one more step of production": (
        "osiris yellow 6",
        {"happiness": 1},
        ["action: god", "district: bread", "play: B07 happiness", "raise: bread"],
        {"happiness": 3},
    ),
    "before a spot": (
        "hathor brown 4",
        {"bread": 4},
        ["action: god", "play: B07 happiness", "spot: S3"],
        {"happiness": 5, "population": 9},
    ),
    "before paying for a festival": (
        "bastet black 6",
        {"papyrus": 2, "gold": 1},
        ["action: god", "play: B07 population", "pay: 2 papyrus"],
        {"happiness": 8, "population": 8},
    ),
    "before a tile is turned": (
        "ra yellow 1",
        {"limestone": 3},
        ["action: god", "space: b2", "play: B07 happiness", "turn: 0"],
        {"happiness": 5},
    ),
    "before the way of a die": (
        "osiris yellow 3",
        {"scribe": 2, "happiness": 3},
        ["play: B07 population", "as: anubis", "action: bread"],
        {"population": 8},
    ),
    "before its value": (
        "osiris yellow 3",
        {"scribe": 1, "happiness": 3},
        ["play: B07 population", "value: 4", "action: produce"],
        {"population": 8},
    ),
    "with a production": (
        "osiris yellow 3",
        {"blessings": ["B07", "B03"]},
        ["action: produce", "play: B07 happiness, B03"],
        {"happiness": 5},
    ),
}


@pytest.mark.parametrize("case", INSIDE)
def test_rul_70_inside_an_action(case: str) -> None:
    """The place of the line says when; in games begun before it is refused there."""
    die, mine, lines, after = INSIDE[case]
    mine = {"blessings": ["B07"], **mine}
    t = table(die, **{**mine, "blessings": list(mine["blessings"])})
    t.market["II"] = ["B21", "B22", "T01", "T02"]
    me, _, receipt = mail(t, " / ".join([f"die: {die}", *lines]))
    assert receipt.finished and me.blessings == (["B22"] if "cards: B22" in lines else [])
    assert {name: getattr(me, name) for name in after} == after


def whole(cards: list[str], fixes: list[str] | tuple[str, ...] = FIXES) -> tuple[Tekhenu, list[str]]:
    """A turn with a refresh and payments, in so many lines, and what was asked in it."""
    t = tekhenu(dice="thoth yellow 3", blessings=cards, papyrus=3, gold=1, happiness=3, fixes=fixes)
    game = Game(t)
    asked: list[str] = []
    lines = ["die: thoth yellow 3", "action: god", "pay: 2 papyrus", "refresh: I", "pay: 1 papyrus"]
    for line in lines:
        game.say(line)
    while not game.run.over:
        seat, question = game.asked
        asked.append(question.name)
        game.run.give(seat, question.harmless())
    return t, asked


def test_rul_70_it_never_stops_a_mail() -> None:
    """The same lines lead to the same end with the card in hand and without, and with it by the rules before."""
    with_it, asked = whole(["B07"])
    without, plain = whole([])
    before, old = whole(["B07"], OLD)
    assert [name for name in asked if name != "play"] == plain == [name for name in old if name != "play"]
    assert asked.count("play") > old.count("play")
    for t in (with_it, before):
        assert t.players[ME].blessings.count("B07") == 1
        t.players[ME].blessings.remove("B07")
    assert with_it.players[ME] == without.players[ME] == before.players[ME]


def test_a_mail_shows_what_is_asked_behind_the_window() -> None:
    """Whoever does not want the card sees the dice, and after a refresh the sections, with every answer."""
    t = table("thoth yellow 1, horus white 2", blessings=["B07"], papyrus=1, happiness=6, population=9)
    opened = play(t)
    lines = [line.strip() for line in answer_lines(context(opened, ME, "turn"), 5)]
    for key in ("play: B07 happiness", "die: thoth yellow 1", "die: horus white 2"):
        assert any(line.startswith(key) for line in lines), (key, lines)
    opened.submit(ME, "die: thoth yellow 1\naction: god\nrefresh: I", NOW)
    lines = [line.strip() for line in answer_lines(context(opened, ME, "turn"), 5)]
    for key in ("play: B07 happiness", "section: I", "section: II"):
        assert any(line.startswith(key) for line in lines), (key, lines)


def test_rul_70_not_outside_the_own_turn() -> None:
    """An extra action off turn asks for no such card, nor does another's turn."""
    for action in (AnyAction(seat=ME), Thoth(seat=ME, value=1)):
        asked = asked_of(tekhenu(blessings=["B07"], papyrus=1), action)
        assert "play" not in asked


def asked_of(t: Tekhenu, procedure: Procedure) -> list[str]:
    game, asked = Game(t, procedure), []
    while not game.run.over:
        seat, question = game.asked
        asked.append(question.name)
        game.run.give(seat, question.harmless() or list(question.options[:1]))
    return asked


def test_happiness_21_inside_an_action_waits_for_its_end() -> None:
    """RUL-22: the extra action comes behind the Thoth action in which the card was played."""
    mine = {"population": 21, "happiness": 18, "reached": [16], "blessings": ["B07"], "papyrus": 1}
    game = Game(tekhenu(dice="thoth yellow 1", **mine))
    game.say("die: thoth yellow 1", "action: god", "refresh: none", "play: B07 happiness")
    assert game.asked[1].name == "section"
    game.say("section: I", "cards: B24")
    assert game.asked[1].name == "bonus" and game.me.happiness == 21


def test_happiness_21_while_a_die_is_taken_waits_for_it() -> None:
    """A grey die at Hathor without bread: the extra action brings it, so the die may be taken and its value changed."""
    mine = {"population": 21, "happiness": 18, "reached": [16], "blessings": ["B07"], "scribe": 1}
    game = Game(tekhenu(dice="hathor grey 3, horus white 2", **mine)).say("play: none", "die: hathor grey 3")
    assert game.options("play") == ["B07 happiness"], "population would leave the turn unfinished"
    game.say("play: B07 happiness", "value: 4")
    assert game.asked[1].name == "bonus" and not game.asked[1].allows([])
    game.say("bonus: bread 2", "spot: W1").finish()
    assert (game.me.buildings, game.turn_over) == (9, [ME])


def test_a_card_is_played_for_one_of_its_choices() -> None:
    """Beside Blessings of a production too."""
    game = Game(tekhenu(dice="osiris yellow 3", blessings=["B07", "B08", "B03"]))
    game.say("die: osiris yellow 3", "action: produce")
    question = game.asked[1]
    assert question.clash is not None and question.clash(["B07 happiness", "B07 population"]) == (
        "B07 is played once, for one of the two", "T-CARD-B07",
    )  # fmt: skip
    assert question.allows(["B07 happiness", "B08 population", "B03"])
    game.run.give(ME, ["B03", "B07 population", "B08 happiness"])
    assert (game.me.population, game.me.happiness, game.me.stock["bread"]) == (8, 5, 4)
    assert game.t.players[YOU].population == 5
