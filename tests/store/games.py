"""Games of Lantern Night in a home, for the tests of the store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import tests.toy  # noqa: F401  (registers the title)
from pbem.core.titles import get_title
from pbem.engine.create import create_game
from pbem.engine.play import Play
from pbem.store.checking import Loaded
from pbem.store.files import add_game, load_game, save_game
from pbem.store.home import Home
from pbem.store.tables import tables_for

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def new_game(home: Home, game_id: str = "karnak", players: int = 2, seed: int = 7) -> Loaded:
    title = get_title("toy")
    tables, _ = tables_for(home, title)
    names = ["Ania", "Bela", "Cili", "Dora"][:players]
    play = create_game(
        title, game_id=game_id, players=names, moderator=None, options={}, clock={}, seed=bytes([seed]) * 32,
        raw_data=tables, now=START,
    )  # fmt: skip
    with home.lock(game_id, new=True):
        return add_game(home, play.game)


def play_one(home: Home, game_id: str = "karnak") -> Loaded:
    """One submission by whoever is asked, the harmless answers."""
    with home.lock(game_id):
        loaded = load_game(home, game_id)
        apply_one(loaded)
        return save_game(loaded)


def apply_one(loaded: Loaded) -> None:
    play = Play(loaded.game, loaded.title, loaded.data)
    seat = next(iter(play.questions()))
    now = START + timedelta(hours=loaded.entry)
    play.submit(seat, "", now, filler=lambda t, s, q: q.harmless())
