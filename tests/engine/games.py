"""Small helpers for engine tests: a toy game in memory."""

from __future__ import annotations

from datetime import UTC, datetime

import tests.toy  # noqa: F401  (registers the toy)
from pbem.core.titles import get_title
from pbem.engine.create import create_game
from pbem.engine.play import Play

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
NAMES = ["Ania", "Bartek", "Celina", "Dora"]


def toy_game(players: int = 2, seed: int = 1, game_id: str = "karnak", **options: object) -> Play:
    """A toy game at its first questions."""
    title = get_title("toy")
    return create_game(
        title,
        game_id=game_id,
        players=NAMES[:players],
        moderator="Kasia",
        options=options,
        clock={},
        seed=bytes([seed]) * 32,
        raw_data=title.components(),
        now=NOW,
    )


def bid_all(play: Play, bids: dict[str, str] | None = None) -> str:
    """Have everybody bid, so that the first turn begins; returns the seat whose turn it is."""
    for seat in list(play.questions()):
        play.submit(seat, f"bid: {(bids or {}).get(seat, '0')}", NOW)
    (seat,) = play.questions()
    return seat


def dump(play: Play) -> str:
    """The whole game as text, to see whether anything changed."""
    return play.game.model_dump_json()
