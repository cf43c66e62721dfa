"""Answers that are refused: each with the reason in a sentence and the rule id."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.actions.hathor import Hathor
from pbem.titles.tekhenu.actions.horus import Horus
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.actions.thoth import Thoth
from tests.titles.tekhenu.build import ME, YOU, Game, tekhenu, why_not

TURN: list[tuple[str, dict[str, Any], list[str], str, str, str]] = [
    ("die", {"dice": "horus black 5, ra yellow 1"}, [], "horus black 5", "T-TURN-2", "forbidden"),
    ("die", {"dice": "horus white 5"}, [], "horus white 4", "T-TURN-2", "There is no white 4 at horus"),
    ("die", {"dice": "ra grey 5, ra yellow 1"}, [], "ra grey 5", "T-TURN-6", "completely"),
    ("as", {"dice": "ra grey 5", "blessings": ["B23", "B24"]}, ["die: ra grey 5"], "anubis", "T-ANUBIS-1", "scribes"),
    ("as", {"dice": "ra yellow 5", "scribe": 2}, ["die: ra yellow 5"], "B23", "T-CARD-0a", "You do not hold B23"),
    ("as", {"dice": "ra yellow 5", "scribe": 2}, ["die: ra yellow 5"], "pure", "T-DICE-3", "colour and the light"),
    ("value", {"dice": "ra yellow 6", "scribe": 1}, ["die: ra yellow 6"], "7", "T-SCRIBE-2", "1 to 6"),
    ("value", {"dice": "ra yellow 1", "scribe": 1}, ["die: ra yellow 1"], "0", "T-SCRIBE-2", "1 to 6"),
    ("value", {"dice": "ra yellow 6", "scribe": 1}, ["die: ra yellow 6"], "1", "T-SCRIBE-1", "out of reach"),
    ("value", {"dice": "ra yellow 6", "scribe": 1}, ["die: ra yellow 6"], "B09 1", "T-CARD-0a", "not hold B09"),
    ("action", {"dice": "ra grey 2", "scribe": 2}, ["die: ra grey 2"], "ra", "T-TURN-6", "ra action"),
    ("action", {"dice": "osiris yellow 2"}, ["die: osiris yellow 2"], "bread", "T-PROD-1", "papyrus"),
    ("action", {"dice": "osiris yellow 2"}, ["die: osiris yellow 2"], "ra", "T-TURN-5", "osiris action"),
    ("play", {"dice": "osiris yellow 2", "blessings": ["B07"]}, [], "B08 happiness", "T-CARD-0a", "not hold B08"),
    ("play", {"dice": "ra yellow 2", "blessings": ["B07", "B09"]}, [], "B09", "T-CARD-B09", "cannot be played"),
    (
        "extra",
        {"dice": "hathor black 1", "blessings": ["B19"]},
        ["die: hathor black 1"],
        "B19 ra",
        "T-CARD-B19",
        "only: osiris",
    ),
]


@pytest.mark.parametrize(("name", "mine", "lines", "key", "rule", "words"), TURN, ids=lambda value: str(value)[:24])
def test_turn_refuses(name: str, mine: dict[str, Any], lines: list[str], key: str, rule: str, words: str) -> None:
    question = Game(tekhenu(**mine)).say(*lines).question(name)
    assert key not in question.options
    reason, cited = why_not(question, key)
    assert cited == rule
    assert words in reason
    assert not reason.endswith(".")


def test_grey_production_is_refused() -> None:
    """A grey die that may act in two ways (RUL-15 with a Blessing) still produces nothing."""
    game = Game(tekhenu(dice="ra grey 2", spare=False, blessings=["B13"]))
    assert why_not(game.question("action"), "produce") == ("Grey dice cannot produce", "T-PROD-1")


def test_hathor_refuses() -> None:
    t = tekhenu(bread=2)
    t.buildings = {"W1": YOU}
    question = Game(t, Hathor(seat=ME, value=1)).question("spot")
    assert why_not(question, "W1") == ("W1 is taken by blue", "T-HATHOR-0")
    assert why_not(question, "N1") == ("N1 is closed with 2 players", "T-HATHOR-0")
    assert why_not(question, "W3") == ("You cannot pay 4 bread", "T-PAY-2")


def test_horus_refuses() -> None:
    t = tekhenu(granite=2)
    t.people["OW"] = YOU
    t.statues["horus"] = [YOU]
    question = Game(t, Horus(seat=ME, value=1)).question("statue")
    assert why_not(question, "OW")[1] == "T-HORUS-8"
    assert why_not(question, "ra")[1] == why_not(question, "horus")[1] == "T-HORUS-3"


def test_osiris_refuses() -> None:
    t = tekhenu()
    t.osiris[0] = YOU
    question = Game(t, Osiris(seat=ME, value=1)).question("district")
    assert why_not(question, "papyrus") == ("Row 1 of the papyrus district is taken by blue", "T-OSIRIS-2")


def test_thoth_refuses() -> None:
    t = tekhenu(happiness=5, papyrus=1)
    game = Game(t, Thoth(seat=ME, value=1))
    assert why_not(game.question("refresh"), "III") == ("Section III is not open yet", "T-MARKET-3")
    game.say("refresh: I")
    assert why_not(game.question("section"), "IV")[1] == "T-MARKET-3"
    game.say("section: I")
    other = t.market["II"][0]
    assert why_not(game.question("cards"), other)[0].startswith(f"{other} lies in section II;")
    assert why_not(game.question("cards"), "D01") == ("D01 is not on the market", "T-THOTH-1")


def test_named_value_is_refused() -> None:
    question = Game(tekhenu(), AnyAction(seat=ME)).question("bonus")
    assert why_not(question, "ra 9")[1] == "T-PEOPLE-5"
    assert why_not(question, "ra 3")[1] == "T-TURN-6"
