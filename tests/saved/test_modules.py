"""The invitation of a saved home is answered, and its game begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.saved.homes import copied, sets_with
from tests.saved.module_games import INVITATION
from tests.saved.test_games import sound


@pytest.mark.parametrize("build", sets_with("modules"))
def test_a_saved_invitation_is_accepted(build: str, tmp_path: Path) -> None:
    village = copied(build, "modules", tmp_path)
    village.count = 100
    assert INVITATION not in village.home.game_ids()
    village.tick(minutes=10)
    for name in ("ania", "bela"):
        assert village.reply(name, "Gladly!", INVITATION).verdict == "COUNTED"
    game = village.game(INVITATION)
    assert game.status == "running" and game.rules.deal
    sound(village, INVITATION)
