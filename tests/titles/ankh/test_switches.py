"""Every switch that the tables list: set at the start and by a ruling in a running game, and played both ways."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.errors import Refused
from pbem.engine.adjudication.moderation import rule
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.play import Play
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.components import default_raw
from pbem.titles.ankh.options import decides_set_up
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.show.printed_tables import tables
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import put
from tests.titles.ankh.games import NOW, ankh, game, laid

SWITCHES = [
    (name, value) for name, row in default_raw()["options"].items() for value in [row["value"], *row["alternatives"]]
]


def ruled(play: Play, name: str, value: Any) -> None:
    rule(play, NOW, "Kasia", "as agreed", [], name, value)


@pytest.mark.parametrize(("name", "value"), [row for row in SWITCHES if not decides_set_up(row[0])])
def test_a_ruling_sets_it(name: str, value: Any) -> None:
    play = game("ra", "isis")
    ruled(play, name, value)
    assert getattr(ankh(play).options, name) == value
    assert play.game.options[name] == value


@pytest.mark.parametrize(("name", "value"), SWITCHES)
def test_a_new_game_takes_it(name: str, value: Any) -> None:
    play = game("ra", "isis", **{name: value})
    assert getattr(ankh(play).options, name) == play.game.options[name] == value


def test_what_the_tables_call_a_switch_is_one() -> None:
    """`pbem data ankh` names the scenario apart, since positions cannot be laid again in a running game."""
    apart = {name for name, _ in SWITCHES if decides_set_up(name)}
    assert apart == {"scenario"}
    switches, _, rest = tables(default_raw()).partition("Decided when the game is set up")
    for name, _ in SWITCHES:
        assert (f"\n{name} = " in switches) is (name not in apart)
        assert (f"\n{name} = " in rest) is (name in apart)


LAID = [("scenario", "old-kingdom", {}), ("scenario", "peoples-revolt", {}), ("first", "isis", {}),
        ("guardians", "satet", {}), ("pharaoh", "xerxes", {"expansion": "pharaoh"})]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "options"), LAID)
def test_what_the_set_up_laid_stays(name: str, value: str, options: dict[str, str]) -> None:
    """The refusal says what is laid, and which switches are still open; to confirm what is laid is no change."""
    play = game("ra", "isis", **options)
    was = getattr(ankh(play).options, name)
    with pytest.raises(Refused) as caught:
        ruled(play, name, value)
    assert f"it is laid with {was}. For {value} begin another game" in caught.value.message
    still = caught.value.message.partition("can change ")[2].rstrip(".").split(", ")
    assert still == ["conflict_mode", "control_optional", "bountiful_everywhere", "followers_limited"] + (
        ["palace_mode"] if options else []
    )
    ruled(play, name, was)


def test_a_ruling_changes_what_is_asked_at_once() -> None:
    """A-RUL-3: a single Monument is taken without asking, unless it may be declined."""

    def change(t: Ankh) -> None:
        t.tracks["gain"] = steps_of(t, "gain") - 1
        put(t, {"B7": "ra warrior"})

    for optional in (False, True):
        play = laid(game("ra", "isis"), change)
        ruled(play, "control_optional", optional)
        seen = play.preview("ra", "action: gain")
        assert ("ra" in seen.questions and seen.questions["ra"].name == "control") is optional


@pytest.mark.parametrize(("name", "value"), SWITCHES)
def test_a_game_is_played_both_ways(name: str, value: Any) -> None:
    report = play_game(TITLE, 3, f"switch {name}", chooser="greedy", checks=NO_CHECKS, options={name: value})
    assert report.result is not None
