"""`docs/ankh-by-mail.md` is played: every mail in it is sent, every answer compared."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.engine.gamefile import Entry
from pbem.engine.journal import events_for
from pbem.engine.submission.pledges import opening_problem, told_lines
from pbem.titles.ankh import TITLE
from tests.titles.ankh.games import NOW, game

PAGE = Path(__file__).parents[2] / "docs" / "ankh-by-mail.md"
BLOCK = re.compile(r"^```(\w+)(?: (\w+))?\n(.*?)^```$", re.M | re.S)


def told(entries: list[Entry]) -> list[str]:
    lines = [TITLE.line(event, None) for entry in entries for event in events_for(entry, None)]
    return [str(line) for line in lines if line]


def test_the_page_is_a_game() -> None:
    play = game("ra", "isis")
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert [kind for kind, _, _ in blocks].count("move") == 9
    entries: list[Entry] = []
    for kind, seat, text in blocks:
        if kind == "move":
            entries = play.submit(seat, text, NOW).entries
            continue
        if kind == "call":
            question = play.questions()[seat]
            assert question.brief is not None
            made = [str(line) for line in question.brief() if not line.startswith("# Your order")]
        elif kind == "report":
            made = told(entries)
        else:
            made = [line for entry in entries for line in told_lines(entry.note) if "commitment" not in line]
        assert made == text.splitlines(), kind
    assert opening_problem(play.game.recent) is None
