"""Games of Ankh in the engine: a Play at its first question, or laid out otherwise."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from pbem.engine.create import Holder, create_game
from pbem.engine.play import Play
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.state import Ankh

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
NAMES = ("Ania", "Bela", "Celina", "Dora", "Emil")


def game(*gods: str, seed: int = 1, **options: Any) -> Play:
    """A game of these gods, the first one beginning."""
    modules = TITLE.modules(TITLE.options_model(**options), len(gods))  # type: ignore[arg-type]
    return create_game(
        TITLE,
        game_id="nile",
        players=[Holder(name, god) for name, god in zip(NAMES, gods, strict=False)],
        moderator=None,
        options={"first": gods[0], **options},
        clock={},
        seed=bytes([seed]) * 32,
        raw_data=TITLE.components(modules),
        now=NOW,
    )


def laid(play: Play, change: Callable[[Ankh], None]) -> Play:
    """The game with its table changed; the open question is made anew."""
    table = play.table
    assert isinstance(table, Ankh)
    change(table)
    problems = TITLE.problems(table)
    assert problems == [], problems
    play.run.reopen()
    return play


def ankh(play: Play) -> Ankh:
    assert isinstance(play.table, Ankh)
    return play.table


def answers(play: Play) -> list[tuple[str, str, str]]:
    """Seat, question and source of everything that was answered."""
    return [(a.seat, a.name, a.source) for entry in play.game.recent for a in entry.answers]
