"""Suggested turns: whole, legal, different, quick, and the same for everybody of a game."""

from __future__ import annotations

from time import process_time

import pytest

from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz, play_game
from pbem.engine.computers.suggestions import are_wanted, suggestions
from pbem.engine.play import Play
from tests.mail.support import new_play

MILLISECONDS = 20
SIZES: list[tuple[str, int, dict[str, str]]] = [
    ("tekhenu", 2, {}), ("tekhenu", 1, {}), ("tekhenu", 1, {"expansion": "seth"}), ("ankh", 3, {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "players", "options"), SIZES)
def test_suggested_turns_are_whole_and_legal(name: str, players: int, options: dict[str, str]) -> None:
    seen: list[tuple[int, float]] = []

    def look(game: Fuzz) -> None:
        play = game.play_of
        for seat in list(play.questions())[:1] if len(seen) < 16 else ():
            tries = [timed(play, seat) for _ in range(2)]
            found = tries[0][1]
            assert tries[1][1] == found, "a mail that is made again is the same"
            seen.append((len(found), min(cost for cost, _ in tries)))
            assert len(set(found)) == len(found)
            assert all(play.preview(seat, text).complete for text in found)

    play_game(get_title(name), players, "suggest", checks=NO_CHECKS, options=options, watch=look)
    assert max(n for n, _ in seen) > 1
    slow = [cost for _, cost in seen if cost >= MILLISECONDS / 1000]
    assert len(slow) <= len(seen) // 4, seen  # others share the machine


def timed(play: Play, seat: str) -> tuple[float, list[str]]:
    began = process_time()
    found = suggestions(play, seat)
    return process_time() - began, found


def test_who_plays_alone_has_them_and_others_do_not_unless_asked() -> None:
    alone = new_play(("Ania",), title=get_title("tekhenu"))
    several = new_play(("Ania", "Béla"), title=get_title("tekhenu"))
    assert are_wanted(alone.game) and not are_wanted(several.game)
    several.game.options["suggestions"] = True
    alone.game.options["suggestions"] = False
    assert are_wanted(several.game) and not are_wanted(alone.game)
