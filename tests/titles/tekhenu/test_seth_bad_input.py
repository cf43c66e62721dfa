"""Bad input in Time of Seth and the Vizier's challenge, as it comes in a mail: each is refused with the rule, a reason
in a sentence, and the nearest legal answers; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pbem.core.errors import PlayerError
from pbem.engine.computers.computer import turn_text
from pbem.engine.computers.fuzz import BEGINNING
from pbem.engine.play import Play
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.phases.game import Game as Whole
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.seth.components import PRIEST
from pbem.titles.tekhenu.seth.part import SETH, seth
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.vizier.part import vizier
from tests.titles.tekhenu.build import ME, THIRD, YOU
from tests.titles.tekhenu.seths import build_in, cover, statue, table
from tests.titles.tekhenu.test_seth_hard import seth_game
from tests.titles.tekhenu.test_turn_mails import NOW


def tekhenu(play: Play) -> Tekhenu:
    """The table as it is now: a refused mail lays it anew."""
    assert isinstance(play.table, Tekhenu)
    return play.table


def refused(play: Play, seat: str, text: str) -> PlayerError:
    """What a mail is refused with; nothing has changed then."""
    before, entry = play.table.model_dump_json(), play.game.entry
    with pytest.raises(PlayerError) as caught:
        play.submit(seat, text.replace(" / ", "\n"), NOW)
    assert play.table.model_dump_json() == before and play.game.entry == entry
    error = caught.value
    assert error.message.endswith("Nothing was changed.") and f"({error.rule})" in error.message
    return error


def nothing(t: Tekhenu) -> None:
    pass


def mine_in_3(t: Tekhenu) -> None:
    build_in(t, 3, ME)


def full_3(t: Tekhenu) -> None:
    build_in(t, 3, YOU, THIRD)


def west_taken(t: Tekhenu) -> None:
    statue(t, "west", YOU)


def no_buildings(t: Tekhenu) -> None:
    t.players[ME].buildings = 0


def pillar_on_b2(t: Tekhenu) -> None:
    t.tiles[t.data.space_by_name["b2"]] = "P25"


def tile_on_b2(t: Tekhenu) -> None:
    cover(t, "b2", "C02")


Row = tuple[str, str, dict[str, Any], Callable[[Tekhenu], None], str, str, str]
ROWS: list[Row] = [
    # a red or blue die changed to 1 or 6
    ("ra red 5", "die: ra red 5 / value: 6", {"scribe": 2, "limestone": 9}, nothing, "S-DICE-4", "never 1 or 6",
     "value"),
    ("ra blue 2", "die: ra blue 2 / value: 1", {"scribe": 2, "limestone": 9}, nothing, "S-DICE-4", "never 1 or 6",
     "value"),
    ("ra green 5", "die: ra green 5 / value: 6", {"scribe": 2, "limestone": 9}, nothing, "S-DICE-4", "never 1 or 6",
     "value"),
    ("ra red 5", "die: ra red 5 / value: R04 6", {"artifacts": ["R04"], "limestone": 9}, nothing, "S-DICE-4",
     "never 1 or 6", "value"),
    # the green die with Anubis
    ("ra green 3", "die: ra green 3 / as: anubis red / action: seth", {"scribe": 2, "limestone": 9}, nothing,
     "S-ANUBIS-3", "The green die can never be taken with Anubis", "as"),
    ("ra green 3", "die: ra green 3 / as: B23 red / action: seth", {"blessings": ["B23"], "limestone": 9}, nothing,
     "S-ANUBIS-3", "The green die can never be taken with Anubis", "as"),
    # Anubis without a colour, a god action without one, a production with one
    ("ra white 4", "die: ra white 4 / as: anubis / action: seth", {"scribe": 2}, nothing, "S-ANUBIS-1", "", "action"),
    ("ra white 4", "die: ra white 4 / as: anubis red / action: bread", {"scribe": 2, "limestone": 9}, nothing,
     "S-ANUBIS-1", "", "action"),
    ("ra white 4", "die: ra white 4 / as: anubis green", {"scribe": 2}, nothing, "S-ANUBIS-1", "red or blue", "as"),
    ("ra white 4", "die: ra white 4 / as: anubis red / action: seth", {"scribe": 1, "limestone": 9}, nothing,
     "T-ANUBIS-1", "costs 2 scribes", "as"),
    # a region without spot or with an own building
    ("seth grey 3", "die: seth 3 / tile: b2", {"warrior": 9}, full_3, "S-R-12", "both spots of region 3", "die"),
    ("seth grey 3", "die: seth 3 / tile: b2", {"warrior": 9}, mine_in_3, "S-R-12", "you have a building in region 3",
     "die"),
    ("seth grey 2", "die: seth 2 / value: 3 / tile: b2", {"warrior": 9, "scribe": 1}, mine_in_3, "S-SET-2",
     "you have a building in region 3", "value"),
    ("seth grey 2", "die: seth 2 / value: 3 / tile: b2", {"warrior": 9, "scribe": 1}, full_3, "S-SET-2",
     "both spots of region 3", "value"),
    ("seth grey 3", "die: seth 3 / tile: b2", {"warrior": 9}, no_buildings, "S-R-12", "you have no building left",
     "die"),
    # Warriors or Priests that would fall below 0
    ("seth grey 3", "die: seth 3 / tile: b2", {"warrior": 3}, nothing, "S-R-12", "4 Warriors, and you have 3", "die"),
    ("horus grey 2", "die: horus grey 2 / statue: seth", {"granite": 9, "priest": 1}, nothing, "S-HORUS-3",
     "2 Priests, and you have 1", "statue"),
    # spots and spaces that are taken
    ("horus grey 2", "die: horus grey 2 / statue: west", {"granite": 9}, west_taken, "S-R-13", "taken by blue",
     "statue"),
    ("seth grey 3", "die: seth 3 / tile: b2", {"warrior": 9}, pillar_on_b2, "S-SET-7", "b2 is taken by tile P25",
     "tile"),
    ("seth grey 3", "die: seth 3 / tile: b2", {"warrior": 9}, tile_on_b2, "S-R-11",
     "has Conquest tile C02 already", "tile"),
    # dice that do not serve
    ("ra red 3", "die: ra red 3 / action: produce", {}, nothing, "S-R-12", "and red, blue and green dice", "die"),
    ("ra red 3", "die: ra red 3 / action: produce", {"limestone": 9}, nothing, "S-DICE-3", "never produce", "action"),
    ("seth grey 3", "die: seth 5 / tile: b2", {"warrior": 9}, nothing, "S-SET-1", "", "die"),
    # cards that are not there
    ("ra white 3", "play: R01 / die: ra white 3", {}, nothing, "S-CARD-R01", "do not hold R01", "play"),
    ("ra white 3", "die: ra white 3 / extra: R07 thoth / action: produce", {}, nothing, "S-CARD-R07",
     "do not hold R07", "extra"),
    ("ra white 3", "owed: bread / die: ra white 3 / action: produce", {}, nothing, "S-R-10", "is owed to you", "owed"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("dice", "text", "mine", "change", "rule", "reason", "name"),
    ROWS,
    ids=[f"{n} {row[1]}" for n, row in enumerate(ROWS)],
)
def test_refused(
    dice: str, text: str, mine: dict[str, Any], change: Callable[[Tekhenu], None], rule: str, reason: str, name: str
) -> None:
    """S-DICE-4, S-ANUBIS-3, S-SET-2, S-WP-2 and what goes with them."""
    t = table(3, f"{dice}, thoth brown 3, thoth yellow 6", **deepcopy(mine))
    change(t)
    t.stack = [Whole(at=0, step="turn_taken"), t.book.procedures["turn"](seat=ME)]
    play = seth_game({"expansion": SETH}, 3)
    play.lay(t)
    error = refused(play, ME, text)
    assert error.rule == rule, error.message
    assert reason in error.message
    lines = text.split(" / ")
    assert error.line is not None and lines[error.line - 1].startswith(f"{name}:"), error.message
    assert error.text == lines[error.line - 1]
    assert 1 <= len(error.expected) <= 3, error.message
    assert "Possible" in error.message, error.message


# -- set-up, Destiny, Vizier -------------------------------------------------------------------------------------------


def test_a_third_starting_card() -> None:
    """S-SETUP-11: in one answer for two picks, and where a Follower Power is all that is wanted."""
    play = seth_game({"expansion": SETH})
    first, second = tekhenu(play).order
    play.submit(first, f"start: {tekhenu(play).starting[0]}", NOW)
    play.submit(second, f"start: {', '.join(tekhenu(play).starting[:2])}", NOW)
    two = tekhenu(play).starting[:2]
    error = refused(play, first, f"start: {', '.join(two)}")
    assert error.rule == "S-SETUP-11" and "2 Starting cards and one Follower Power" in error.message
    assert error.expected and all("F" in near for near in error.expected), error.message
    play.submit(first, f"start: {two[0]}, {seth(tekhenu(play)).powers[0]}", NOW)
    error = refused(play, second, f"start: {two[1]}")
    assert error.rule == "S-SETUP-11" and "need a Follower Power" in error.message
    assert error.expected and all(near.startswith("F") for near in error.expected), error.message


@pytest.mark.parametrize(
    ("answer", "rule", "reason"),
    [
        ("R01", "S-MAAT-5", "R01 goes with A01, which is no longer on offer"),
        ("R08", "S-MAAT-5", "R08 costs 5 Priests, and you have 4"),
        ("R05", "S-MAAT-9", "R05 is not beside the Destiny cards"),
    ],
)
def test_an_artifact_that_cannot_be_had(answer: str, rule: str, reason: str) -> None:
    """S-MAAT-5, S-MAAT-9, S-WP-2: its Destiny card is gone, the Priests do not suffice, somebody has it."""
    t = table(2)
    t.destinies = ["A02", "A03", "A04"]
    t.players[YOU].destiny = "A01"
    t.players[ME].stock[PRIEST] = 4
    seth(t).artifacts.remove("R05")
    seth(t).held[YOU].append("R05")
    t.order = [YOU, ME]
    t.stack = [Maat(at=1, step="choose_destiny")]
    play = seth_game({"expansion": SETH})
    play.lay(t)
    error = refused(play, ME, f"destiny: {answer}")
    assert error.rule == rule and reason in error.message, error.message
    assert error.expected and set(error.expected) <= set(play.questions()[ME].options)


def test_the_vizier_on_the_same_area_again() -> None:
    """S-VIZ-3: refused, with areas that are open to it."""
    play = seth_game({"expansion": SETH, "vizier": True})
    while not (
        play.questions().keys()
        and next(iter(play.questions().values())).name == "vizier"
        and vizier(tekhenu(play)).area
    ):
        seat = next(iter(play.questions()))
        play.submit(seat, turn_text(play, seat, TITLE.prefer), BEGINNING)
    seat = next(iter(play.questions()))
    error = refused(play, seat, f"vizier: {vizier(tekhenu(play)).area}")
    assert error.rule == "S-VIZ-3" and "another area than the one it is on" in error.message
    assert (
        error.expected
        and vizier(tekhenu(play)).area not in error.expected
        and set(error.expected) <= set(tekhenu(play).dice)
    )
