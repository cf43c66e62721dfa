"""Suggested turns: whole, legal, different, quick, and the same for everybody of a game."""

from __future__ import annotations

from time import process_time

import pytest

from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz, play_game
from pbem.engine.computers.suggestions import are_wanted, suggestions
from tests.mail.support import new_play

MILLISECONDS = 20


@pytest.mark.parametrize(("name", "players", "options"), [("tekhenu", 2, {}), ("tekhenu", 1, {}), ("ankh", 3, {})])
def test_suggested_turns_are_whole_and_legal(name: str, players: int, options: dict[str, str]) -> None:
    seen: list[tuple[int, float]] = []

    def look(game: Fuzz) -> None:
        play = game.play_of
        for seat in list(play.questions())[:1] if len(seen) < 12 else ():
            began = process_time()
            found = suggestions(play, seat)
            seen.append((len(found), process_time() - began))
            assert len(set(found)) == len(found)
            assert all(play.preview(seat, text).complete for text in found)

    play_game(get_title(name), players, "suggest", checks=NO_CHECKS, options=options, watch=look)
    assert max(n for n, _ in seen) > 1
    assert sorted(cost for _, cost in seen)[len(seen) // 2] < MILLISECONDS / 1000


def test_who_plays_alone_has_them_and_others_do_not_unless_asked() -> None:
    alone = new_play(("Ania",), title=get_title("tekhenu"))
    several = new_play(("Ania", "Béla"), title=get_title("tekhenu"))
    assert are_wanted(alone.game) and not are_wanted(several.game)
    several.game.options["suggestions"] = True
    alone.game.options["suggestions"] = False
    assert are_wanted(several.game) and not are_wanted(alone.game)
