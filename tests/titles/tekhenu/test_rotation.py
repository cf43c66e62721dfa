"""The rotation (T-ROT) and the course of the game (T-FLOW)."""

from __future__ import annotations

import pytest

from pbem.titles.tekhenu.phases.rotation import Rotation, dice_of_all, shaded_sections
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.tables import laid_out, run, told


def ready(players: int, dice: int) -> Tekhenu:
    """Every player has taken so many dice."""
    t = laid_out(players)
    t.arrow, t.markers = 0, [4, 2]
    for player in t.players.values():
        player.below = ["grey 1"] * dice
    return t


def test_ex_05_rotation() -> None:
    """EX-05, T-ROT-1, T-ROT-3, T-ROT-4: the arrow moves from Horus to Ra; Hathor, then Osiris get three dice each."""
    t = ready(3, 2)
    before = {god: len(dice) for god, dice in t.dice.items()}
    assert [t.light(god) for god in t.data.gods] == ["sunny", "shaded", "dark", "dark", "shaded", "sunny"]
    running = run(t, Rotation())
    assert running.over
    lights = {god: t.light(god) for god in t.data.gods}
    assert lights == {
        "horus": "sunny", "ra": "sunny", "hathor": "shaded", "bastet": "dark", "thoth": "dark", "osiris": "shaded",
    }  # fmt: skip
    added = {god: len(dice) - before[god] for god, dice in t.dice.items() if len(dice) != before[god]}
    assert added == {"hathor": 3, "osiris": 3}
    assert [(event["god"], len(event["dice"])) for event in told(t, "dice_added")] == [("hathor", 3), ("osiris", 3)]
    assert (t.rotation, t.maat, t.bag) == (1, 0, [])


def test_ex_05_dice_are_sorted_anew() -> None:
    """T-ROT-4, T-DICE-5: purity follows the light of the section after the turn."""
    t = ready(3, 2)
    t.dice["ra"] = ["white 4"]
    assert t.purity("ra", "white") == "tainted"
    run(t, Rotation())
    assert t.purity("ra", "white") == "pure"


@pytest.mark.parametrize("arrow", range(6))
def test_shaded_sections_from_the_arrow(arrow: int) -> None:
    """T-ROT-3: the one that comes first clockwise from the arrow is first."""
    t = laid_out()
    t.arrow = arrow
    assert shaded_sections(t) == [t.data.gods[(arrow + 1) % 6], t.data.gods[(arrow + 4) % 6]]


def test_four_dice_mean_a_maat_phase() -> None:
    """T-ROT-2: with four dice each the Maat phase comes before new dice."""
    t = ready(2, 4)
    t.bag = []
    running = run(t, Rotation())
    assert t.maat == 1
    assert [question.name for question in running.questions().values()] == ["destiny"]
    while not running.over:
        seat, question = next(iter(running.questions().items()))
        running.give(seat, [question.options[0]])
    assert len(t.bag) == 8 - 4


def test_dice_of_all() -> None:
    """T-FLOW-3: Anubis dice count; unequal numbers are no occasion."""
    t = laid_out(2)
    t.players["orange"].below = ["grey 1"]
    t.players["blue"].left = ["white 2"]
    assert dice_of_all(t) == 1
    t.players["blue"].right = ["grey 2"]
    assert dice_of_all(t) == -1
