"""A home with a game of Lantern Night in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.store.checking import Loaded
from pbem.store.home import Home
from tests.store.games import new_game


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home", {})


@pytest.fixture
def game(home: Home) -> Loaded:
    return new_game(home)
