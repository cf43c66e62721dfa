"""Suggested turns: whole, legal, different, quick, and the same for everybody of a game."""

from __future__ import annotations

import itertools
import sys

import pytest

from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz, play_game
from pbem.engine.computers.suggestions import suggestions
from pbem.engine.play import Play
from tests.mail.support import new_play

CALLS = 72_000
"""Calls and returns that take about 20 ms: 0.25 to 0.34 microseconds each were measured on a machine that others used.
They are counted, so that a busy machine changes nothing."""
SIZES: list[tuple[str, int, dict[str, str]]] = [
    ("tekhenu", 2, {}), ("tekhenu", 1, {}), ("tekhenu", 1, {"expansion": "seth"}), ("ankh", 3, {}),
    ("ankh", 2, {"expansion": "pharaoh"}), ("ankh", 3, {"expansion": "pharaoh"}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "players", "options"), SIZES)
def test_suggested_turns_are_whole_and_legal(name: str, players: int, options: dict[str, str]) -> None:
    seen: list[tuple[int, int]] = []

    def look(game: Fuzz) -> None:
        play = game.play_of
        for seat in list(play.questions())[:1] if len(seen) < 24 else ():
            found = suggestions(play, seat)
            calls, again = counted(play, seat)
            assert again == found, "a mail that is made again is the same"
            seen.append((len(found), calls))
            assert len(set(found)) == len(found)
            assert all(play.preview(seat, text).complete for text in found)

    play_game(get_title(name), players, "suggest", checks=NO_CHECKS, options=options, watch=look)
    assert max(n for n, _ in seen) > 1
    assert all(n for n, _ in seen), "what takes too long to judge is brought to an end without"
    assert max(calls for _, calls in seen) < CALLS, seen


def counted(play: Play, seat: str) -> tuple[int, list[str]]:
    """Suggestions, and the calls and returns that they take."""
    ticks = itertools.count()
    before = sys.getprofile()
    sys.setprofile(lambda *_: next(ticks) and None)
    try:
        found = suggestions(play, seat)
    finally:
        sys.setprofile(before)
    return next(ticks), found


def test_who_plays_alone_has_them_and_others_do_not_unless_asked() -> None:
    alone = new_play(("Ania",), title=get_title("tekhenu"))
    several = new_play(("Ania", "Béla"), title=get_title("tekhenu"))
    assert alone.game.suggests and not several.game.suggests
    several.game.options["suggestions"] = True
    alone.game.options["suggestions"] = False
    assert several.game.suggests and not alone.game.suggests
