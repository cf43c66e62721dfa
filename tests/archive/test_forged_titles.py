"""The forgeries that must fail, tried on full and public copies of stored games of the shipped titles."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest

from pbem.archive.build import archive_bytes
from pbem.archive.container import read_zip
from pbem.archive.models import Variant
from pbem.archive.opening import Opened
from pbem.archive.page import Shows
from pbem.engine.gamefile import Entry
from tests.archive.forge import by_another_build, judged, remade, with_entries, with_game
from tests.archive.test_proofs import added, with_script
from tests.conformance.test_stored_games import GAMES, stored

NAMES = {"tekhenu": "tekhenu-2-ddfa4b35", "ankh": "ankh-2-77c135c5"}


@cache
def copy_of(title: str, variant: Variant) -> bytes:
    game, entries, tables = stored(GAMES / f"{NAMES[title]}.json")
    return archive_bytes(game, entries, tables, variant)


def rewritten_news(data: bytes) -> bytes:
    def change(members: dict[str, bytes]) -> None:
        one, two = (info["seat"].encode() for info in json.loads(members["game.json"])["seats"][:2])
        before = members["news.txt"]
        members["news.txt"] = before.replace(one, two, 1).replace(one.title(), two.title(), 1)
        assert members["news.txt"] != before

    return by_another_build(data, change)


def other_answer(data: bytes) -> bytes:
    def change(entries: list[Entry]) -> list[Entry]:
        given = [(answer, answer.keys) for entry in entries for answer in entry.answers if answer.keys]
        answer, keys = given[len(given) // 2]
        answer.keys = next(k for one, k in given if one.name == answer.name and k != keys)
        return entries

    return with_entries(data, change)


def other_die(data: bytes) -> bytes:
    """Another draw, or another order of one; hidden ones too, where the copy has them."""

    def change(entries: list[Entry]) -> list[Entry]:
        hidden = [draw for entry in entries if entry.secret for draw in entry.secret.chance]
        draw = [*(draw for entry in entries for draw in entry.chance), *hidden][-1]
        if draw.order is not None:
            draw.order = [*draw.order[1:], draw.order[0]]
        else:
            assert draw.value is not None
            draw.value = (draw.value + 1) % draw.of
        return entries

    return with_entries(data, change)


def other_result(data: bytes) -> bytes:
    def change(opened: Opened, shows: Shows) -> None:
        result = opened.game.moderation.result
        assert result is not None
        result["scores"] = {seat: score + 5 for seat, score in result["scores"].items()}

    return remade(data, change)


def other_board(data: bytes) -> bytes:
    """The last board as everybody sees it."""

    def change(document: dict[str, object]) -> None:
        shown = document.get("view") or document["table"]
        assert isinstance(shown, dict)
        name = next(key for key, value in shown.items() if isinstance(value, int) and not isinstance(value, bool))
        shown[name] += 1

    return with_game(data, change)


FORGED: dict[str, Callable[[bytes], bytes]] = {
    "rewritten news": rewritten_news,
    "a script": lambda data: by_another_build(data, with_script),
    "a member": lambda data: by_another_build(data, added),
    "an answer": other_answer,
    "a die": other_die,
    "the result": other_result,
    "the board": other_board,
}


SOON = ("an answer", "the result")
CASES = [
    pytest.param(title, variant, what, marks=pytest.mark.modes if what in SOON else pytest.mark.slow)
    for title in NAMES
    for variant in ("full", "public")
    for what in FORGED
    if (title, variant, what) != ("ankh", "public", "a die")  # all its draws are hidden: there is none to change
]


@pytest.mark.parametrize(("title", "variant", "what"), CASES)
def test_a_forged_copy_is_broken(title: str, variant: Variant, what: str) -> None:
    data = copy_of(title, variant)
    forged = FORGED[what](data)
    assert read_zip(forged) != read_zip(data)
    verdict, place = judged(forged)
    assert verdict == "broken" and place, (verdict, place)
