"""RUL-45: own rewards of the set-up come in an order of choice. Every order of every two Starting cards and a Destiny
card is tried; none ends better than the one that is taken, and where it matters the player is asked (DEC-05)."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import Any

import pytest

from pbem.titles.tekhenu.cards.destiny_cards import DESTINY, answers
from pbem.titles.tekhenu.cards.starting import processing_order
from pbem.titles.tekhenu.components import default_components
from pbem.titles.tekhenu.phases.setup import Rewards, reward_question
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.tables import hold, laid_out, run

ME = "orange"
CARDS = default_components().starting_cards
WORDS = answers(default_components(), list(default_components().destiny_cards))
DRAWN = {"S05": ["T01", "T11"], "S06": ["B01", "B07"]}
"""T01 answers to a building, so that it matters whether it was kept before."""


def begun(pair: tuple[str, ...]) -> Tekhenu:
    t = laid_out(2)
    t.players[ME].drafted = list(pair)
    for card in pair:
        drawn = DRAWN.get(card, [])
        hold(t, ME, *drawn)
        t.players[ME].drawn += drawn
    t.players[ME].blessings, t.players[ME].technologies = [], []
    return t


def some(pair: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Answers to what the cards ask: both cards of a pair, the first and the last district or mix."""
    t = begun(pair)
    listed = []
    for card in pair:
        question = reward_question(t, ME, card)
        keys = list(question.options) if question is not None else [""]
        listed.append(keys if len(keys) == 1 else [keys[0], keys[-1]])
    return list(product(*listed))


def ended(pair: tuple[str, ...], keys: tuple[str, ...], word: str, order: tuple[str, ...]) -> tuple[int, Any]:
    """VP, and everything else that the seat has and everybody sees; which cards come to the market is chance."""
    t = begun(pair)
    chosen = dict(zip(pair, keys, strict=True))
    for item in order:
        if item == word:
            card = WORDS[word]
            play = DESTINY[card].play
            assert play is not None
            play(t, ME, card, word)
        else:
            running = run(t, Rewards(seat=ME, cards=[item], step="next_card"))
            while not running.over:
                running.give(ME, [chosen[item]])
    mine = t.players[ME].model_dump()
    vp = mine.pop("vp")
    mine["drafted"] = []
    return vp, (mine, list(t.osiris), {section: bool(slots) for section, slots in t.market.items()})


@pytest.mark.parametrize("word", list(WORDS))
def test_rul_45_no_order_of_rewards_ends_better(word: str) -> None:
    for pair in combinations(CARDS, 2):
        for keys in some(pair):
            taken, rest = ended(pair, keys, word, (word, *processing_order(list(pair))))
            for order in permutations((word, *pair)):
                vp, other = ended(pair, keys, word, order)
                assert other == rest and vp <= taken, (pair, keys, order)


def asked(pair: tuple[str, str], word: str) -> list[str]:
    """Names of the questions of a seat's rewards."""
    t = begun(pair)
    running = run(t, Rewards(seat=ME))
    names = []
    while not running.over:
        question = running.questions()[ME]
        names.append(question.name)
        running.give(ME, [word if question.name == "destiny" else question.options[0]])
    return names


def test_dec_05_the_order_is_asked_where_it_matters() -> None:
    """Only the steps of S11 behind those of A03 open the market, and only a pair goes back into a deck."""
    for pair in combinations(CARDS, 2):
        for word in ("gold", "population", "happiness"):
            matters = "S11" in pair and bool({"S05", "S06"} & set(pair)) and word == "population"
            assert ("first" in asked(pair, word)) == matters, (pair, word)


@pytest.mark.parametrize(("first", "open_at_keep"), [("S11", True), ("S05", False)])
def test_dec_05_the_market_opens_before_or_after_a_card_is_kept(first: str, open_at_keep: bool) -> None:
    t = begun(("S05", "S11"))
    running = run(t, Rewards(seat=ME))
    running.give(ME, ["population"])
    assert running.questions()[ME].default == ["S11"]
    running.give(ME, [first])
    assert (running.questions()[ME].name, bool(t.market["III"])) == ("keep", open_at_keep)
    running.give(ME, ["T01"])
    assert running.over and t.players[ME].technologies == ["T01"] and len(t.market["III"]) == 4
