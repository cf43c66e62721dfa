"""RUL-69: a Technology taken by an action does not pay for that action, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.core.procedures import Procedure, dump_frame, load_frame
from pbem.titles.tekhenu.actions.any import AnyAction
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.fixes import FIXES, NEWCOMERS
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import ME, YOU, Game, tekhenu

Action = Callable[[int], tuple[Procedure, list[str]]]
OLD = [fix for fix in FIXES if fix != NEWCOMERS]


def thoth(value: int) -> tuple[Procedure, list[str]]:
    return Thoth(seat=ME, value=value), ["refresh: none"]


def tile(value: int) -> tuple[Procedure, list[str]]:
    """Ra with a tile whose ability is a Thoth action with a 1."""
    return Ra(seat=ME, value=value), ["space: b2", "turn: 0", "refresh: none"]


def bonus(value: int) -> tuple[Procedure, list[str]]:
    return AnyAction(seat=ME), [f"bonus: thoth {value}", "refresh: none"]


def table(card: str, own: bool = False, **rules: Any) -> Tekhenu:
    """A Technology lies on the market, or is owned already; Ra is dark, and P10 works."""
    t = tekhenu(papyrus=9, limestone=9, technologies=[card] if own else [], **rules)
    t.market["I"] = ["B01", "B02", "T18" if own else card]
    t.ra = ["P10", "P10", "P10"]
    t.arrow = 5
    t.statues["thoth"] = [ME]
    t.horus = ["bastet", "osiris", "ra", "thoth", "horus", "hathor"]  # 1 gold at Thoth
    return t


def gained(card: str, action: Action, value: int, own: bool = False, **rules: Any) -> dict[str, int]:
    """What the card itself brings: told by its events."""
    procedure, lines = action(value)
    wanted = "T18" if own else card
    taken = [wanted, "B01"] if action is thoth and value == 3 else [wanted]
    game = Game(table(card, own, **rules), procedure).say(*lines, f"cards: {', '.join(taken)}").finish()
    assert wanted in game.me.technologies
    told = [event.data for event in game.t.live.events if event.data.get("why") == card]
    return {what: n for data in told for what, n in data["amounts"].items()}


CASES = [
    ("T03", thoth, 3, {"vp": 2}),
    ("T11", thoth, 1, {"vp": 2}),
    ("T03", tile, 3, {"vp": 2}),
    ("T02", tile, 3, {"vp": 2}),
    ("T11", tile, 1, {"vp": 2}),
    ("T07", thoth, 1, {"granite": 1}),
    ("T03", bonus, 1, {"vp": 2}),
]
IDS = [f"{card} {action.__name__} {value}" for card, action, value, _ in CASES]


@pytest.mark.parametrize(("card", "action", "value", "amounts"), CASES, ids=IDS)
def test_rul_69_a_newcomer_does_not_pay(card: str, action: Action, value: int, amounts: dict[str, int]) -> None:
    """Owned before it pays; taken by the action, or by a tile of the action, it does not; the switch lets it."""
    assert gained(card, action, value, own=True) == amounts
    assert gained(card, action, value) == {}
    assert gained(card, action, value, options={"new_technology_pays": True}) == amounts


@pytest.mark.parametrize(("card", "action", "value", "amounts"), CASES, ids=IDS)
def test_games_begun_before_go_on_as_they_began(card: str, action: Action, value: int, amounts: dict[str, int]) -> None:
    assert gained(card, action, value, fixes=OLD) == amounts


@pytest.mark.parametrize("options", [{}, {"new_technology_pays": True}])
def test_t20_comes_too_late_by_either_rule(options: dict[str, bool]) -> None:
    assert gained("T20", thoth, 3, options=options) == {}
    assert gained("T20", thoth, 3, own=True, options=options) == {"papyrus": 1}


def test_it_pays_from_the_next_action_on() -> None:
    """An extra Thoth action takes T03; a second one in the same turn is another action."""
    t = tekhenu(dice="osiris grey 1", blessings=["B17", "B18"], scribe=2, happiness=4, spare=False)
    t.market["I"] = ["B01", "B02", "T03"]
    game = Game(t).say("value: 1", "extra: B17 thoth", "cards: T03")
    before = game.me.vp
    game.say("extra: B18 thoth", "cards: B01")
    assert game.me.vp - before == 2


def test_bonuses_of_others_are_not_touched() -> None:
    """T07 of another owner reacts to the bonus that the Thoth action pays."""
    t = table("T03")
    t.players[YOU].technologies = ["T07"]
    t.statues["thoth"] = [YOU]
    game = Game(t, Thoth(seat=ME, value=1)).say("refresh: none", "cards: T03").finish()
    assert game.t.players[YOU].stock["granite"] == 1


def test_a_frame_of_an_older_game_is_written_as_it_was() -> None:
    """The number of Technologies stands in the file only where it is used, so old games keep their hashes."""
    old = Game(table("T03", fixes=OLD), Thoth(seat=ME, value=3)).t.stack[0]
    assert "owned" not in dump_frame(old) and load_frame(dump_frame(old)) == old
    new = Game(table("T03"), Thoth(seat=ME, value=3)).t.stack[0]
    assert dump_frame(new)["owned"] == 0 and load_frame(dump_frame(new)) == new
