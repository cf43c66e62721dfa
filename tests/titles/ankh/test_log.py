"""The log in words: every event that random games tell, and none of it raw."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.core.chance import SeedChance
from pbem.core.events import Event
from pbem.core.interpreter import Run
from pbem.engine.computers.computer import Luck
from pbem.titles import ankh as package
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.wording.log import KINDS, SILENT, line
from tests.titles.ankh.build import data
from tests.titles.ankh.positions import GODS


def test_every_kind_of_event_has_words() -> None:
    """What the base game tells is read from its source; modules bring words of their own."""
    folder = Path(str(package.__file__)).parent
    own = [path for path in folder.rglob("*.py") if "pharaoh" not in path.parts]
    told = {kind for path in own for kind in re.findall(r'\.tell\(\s*"([a-z_]+)"', path.read_text(encoding="utf-8"))}
    told |= {"battle_tied", "battle_won"}
    assert len(told) > 40
    assert told - KINDS.keys() - SILENT == set()


@pytest.mark.parametrize("scenario", ["middle-kingdom", "peoples-revolt"])
def test_games_are_told_in_words(scenario: str) -> None:
    """No brackets, quotes, underscores or names of fields; the reader is `You`."""
    options = Options(scenario=scenario, conflict_mode="table")
    key = sha256(scenario.encode()).digest()
    live = TITLE.live(SeedChance(key, "log"), data(), options, frozenset(TITLE.fixes), TITLE.modules(options, 4))
    t = TITLE.setup(list(GODS[:4]), live)
    run, luck = Run(t), Luck(key)
    run.advance()
    while not run.over:
        seat, question = next(iter(run.questions().items()))
        run.give(seat, luck.answer(question))
    lines = [TITLE.line(event, GODS[0]) for event in live.events]
    said = [text for text in lines if text]
    assert len(said) > 100
    assert all(re.fullmatch(r"[A-Z][A-Za-z0-9 ,.:;'()|+-]+\.", text) for text in said), said
    assert any(text.startswith("You ") for text in said)


def test_an_unknown_event_is_still_told() -> None:
    assert line(Event("sea_rises", "ra", {}), None) == "Ra: sea rises."
