"""Option texts name the costs that will be paid, and no others (RUL-23, RUL-35)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pbem.core.procedures import Procedure
from pbem.core.questions import Pick
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.board import RESOURCES
from pbem.titles.tekhenu.foresight import foresee
from pbem.titles.tekhenu.phases.decree import DecreeAction
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import ME, Game, tekhenu

NAMED = re.compile(rf"\d+ ({'|'.join(RESOURCES)})\b")


def table(**mine: int) -> Tekhenu:
    """Everything can be built; happiness reaches the second section."""
    rich = dict.fromkeys(("papyrus", "bread", "limestone", "granite"), 6)
    return tekhenu(decrees=["D23"], happiness=6, population=12, **{**rich, **mine})


def d23() -> Procedure:
    return DecreeAction(seat=ME, card="D23")


def bonus() -> Procedure:
    return AnyAction(seat=ME)


def said_and_paid(t: Tekhenu, action: Procedure, key: str) -> tuple[str, dict[str, int]]:
    """The text of an option, and what the action then took, each question answered with the first that is listed."""
    game = Game(t, action)
    question = game.asked[1]
    assert isinstance(question, Pick)
    said = question.describe(key)
    game.run.give(ME, [key])
    while not game.run.over:
        _, question = game.asked
        game.run.give(ME, question.harmless())
    paid: dict[str, int] = {}
    for event in game.t.live.events:
        if event.kind == "paid":
            for token, n in event.data["mix"].items():
                paid[token] = paid.get(token, 0) + n
    return said, paid


@pytest.mark.parametrize(("action", "prefix"), [(d23, "D23 "), (bonus, "")], ids=["D23", "happiness 21"])
def test_what_is_named_is_what_is_paid(action: Callable[[], Procedure], prefix: str) -> None:
    """Every god with every value: a resource stands in the text if and only if it is paid for."""
    for god in ("horus", "ra", "hathor", "bastet", "thoth", "osiris"):
        for value in range(1, 7):
            said, paid = said_and_paid(table(), action(), f"{prefix}{god} {value}")
            named = {found[1] for found in NAMED.finditer(said)}
            assert named == set(paid), (god, value, said, paid)
            assert bool(paid) <= (not prefix), (said, paid)


def test_rul_35_happiness_and_a_refresh_are_named_with_d23() -> None:
    t = table()
    t.market = {"I": ["", "", ""], "II": ["", "", "", ""], "III": [], "IV": []}
    question = Game(t, d23()).asked[1]
    assert question.describe("D23 osiris 3") == "osiris action with 3: a workshop or quarry in row 3 for 1 happiness"
    assert question.describe("D23 thoth 6") == "thoth action with 6: 3 cards for 1 papyrus, a refresh included"
    assert question.describe("D23 thoth 1") == "thoth action with 1: 1 card for 1 papyrus, a refresh included"


def test_what_is_answered_ahead_is_told_the_same() -> None:
    """D23 sent ahead with the last turn waives the same costs."""
    t = table(granite=0)
    t.round = 16
    (question,) = (q for q in foresee(t, ME) if q.name == "decree")
    assert question.describe("D23 horus 2") == "horus action with 2: a statue at ra or for the people for nothing"
    assert not NAMED.search(question.describe("D23 bastet 2"))
