"""Turn mails and calls of whole games: short enough for a phone, with everything that can be answered."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pbem.core.questions import Pick
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz, play_game
from pbem.engine.create import create_game
from pbem.engine.play import Play
from pbem.mail.composing.compose import body
from pbem.titles.ankh import TITLE
from tests.mail.support import context
from tests.titles.ankh.games import NOW, ankh
from tests.titles.ankh.test_bad_input import at_caravan

MOST = {2: 150, 3: 157, 4: 164, 5: 170}
PHARAOH = 25
"""Lines that the expansion may add, order form and Palace together."""
GAMES = [
    (2, "greedy", 2, {}), (3, "random", 5, {}), (4, "greedy", 7, {}), (5, "greedy", 8, {"scenario": "peoples-revolt"}),
    (2, "greedy", 5, {"expansion": "pharaoh"}),
]  # fmt: skip
"""Players, how they play, every how many stops their mails are looked at, options."""


@pytest.mark.parametrize(("players", "chooser", "every", "options"), GAMES)
def test_mails_of_a_game_are_short(players: int, chooser: str, every: int, options: dict[str, str]) -> None:
    """In either style, with the news of one round: so many lines of 78 columns; what can be summoned, gained and
    unlocked is there in full, moves by unit with reach, the short list of caravans, and the board to its end."""
    seen: list[int] = []
    most = MOST[players] + PHARAOH * ("expansion" in options)

    def look(fuzz: Fuzz) -> None:
        if fuzz.report.stops % every:
            return
        play = fuzz.play_of
        for seat in list(play.questions())[:1]:
            news = fuzz.report.entries[-2 * players :]
            kind = "turn" if len(play.questions()) == 1 else "question"
            for plain in (False, True):
                text = body(context(play, seat, kind, plain=plain, entries=news))
                seen.append(text.count("\n"))
                assert text.count("\n") <= most and max(map(len, text.splitlines())) <= 78
                assert "more lines of the board" not in text
                in_full(play, seat, text)

    play_game(TITLE, players, "short", chooser=chooser, checks=NO_CHECKS, watch=look, options=options)
    assert len(seen) > 8 and max(seen) > most - 25


LISTED = ("move", "summon", "unlock", "caravan")


def in_full(play: Play, seat: str, text: str) -> None:
    """No list of these is cut, and of each question that the menu has its own lines are there."""
    lines = {line.strip() for line in text.splitlines()}
    for question in TITLE.menu(play.table, seat):  # type: ignore[arg-type]
        if question.name in LISTED and isinstance(question, Pick):
            assert f"`options {question.name}` to get" not in text
            wanted = question.brief() if question.brief is not None else [f"{question.name}: {question.options[-1]}"]
            for line in map(str, wanted):
                start = line if len(line) < 60 else line[:40]
                assert any(one.startswith(start.partition("  #")[0]) for one in lines), line


def first(players: int) -> Iterator[str]:
    play = create_game(
        TITLE, game_id="nile", players=[f"P{n}" for n in range(players)], moderator=None, options={}, clock={},
        seed=bytes(32), raw_data=TITLE.components(), now=NOW,
    )  # fmt: skip
    yield from body(context(play, next(iter(play.questions())), "turn")).splitlines()


def test_moves_are_listed_by_unit_with_their_reach() -> None:
    lines = list(first(2))
    at = next(n for n, line in enumerate(lines) if line.startswith("Move units"))
    assert lines[at + 1].startswith("  move: ")
    assert sum(line.startswith("  # god ") or line.startswith("  # warrior ") for line in lines[at:]) >= 2
    assert any(line.startswith("  unlock: revered") for line in lines)


def test_caravans_are_a_short_list_of_the_most_even_cuts() -> None:
    """A-CARA-3: of each region those that leave the most even parts; each can be sent as it stands, and the way to all
    others is said with their number."""
    play = at_caravan()
    lines = body(context(play, "ra", "turn")).splitlines()
    shown = [line.strip() for line in lines if line.startswith("  caravan: ") and "|" in line]
    found = ankh(play).lay.lines(6)
    assert 3 <= len(shown) <= 6
    assert (
        f"  # {sum(map(len, found.values())) - len(shown)} more lines: `options caravan` lists the edges,"
        in " ".join(line for line in lines if "more lines" in line)
    )
    for anchor, token in ankh(play).tokens.items():
        here = [sizes for line in shown for sizes in re.findall(rf"# region {token}: (\d+) and (\d+) spaces", line)]
        gaps = sorted(abs(line.sizes[0] - line.sizes[1]) for line in found[anchor])
        assert [abs(int(one) - int(other)) for one, other in here] == gaps[: len(here)] != []
    for line in shown:
        assert play.preview("ra", f"action: gain\n{line.partition('  #')[0]}").questions["ra"].name == "token"
