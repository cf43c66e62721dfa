"""Turns and their four actions (A-TURN, A-MOVE, A-SUMMON, A-GAIN, A-UNLOCK), events and monuments (A-EVT, A-CTRL)."""

from __future__ import annotations

import pytest

from pbem.core.interpreter import Run
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.actions.gain import Gain
from pbem.titles.ankh.actions.move import Move
from pbem.titles.ankh.actions.summon import Summon, covered
from pbem.titles.ankh.actions.unlock import Unlock
from pbem.titles.ankh.components import default_components
from pbem.titles.ankh.events.control import Control, eligible
from pbem.titles.ankh.phases.turn import Turn
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import asked, bare, build, camels, options, put, refused, run, say, table, told

STEPS = {2: (3, 3, 3, 2), 3: (4, 4, 4, 3), 4: (5, 5, 5, 4), 5: (6, 6, 6, 5)}
GODS = ("amun", "anubis", "isis", "osiris", "ra")


# -- turns -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", STEPS)
def test_steps_from_start_to_event(players: int) -> None:
    """A-TURN-8, A-RUL-1, A-SETUP-4: the marker stands on its start space, which is no step."""
    t = table(*GODS[:players])
    assert tuple(steps_of(t, action) for action in ("move", "summon", "gain", "unlock")) == STEPS[players]
    for track in TITLE.view(t, None).tracks:  # type: ignore[attr-defined]
        assert track.labels[track.place] == str(players)
        assert track.labels[track.place + track.steps] == "event"


def test_the_event_track() -> None:
    """A-EVT-1: ten controls, three caravans, five Conflicts; what follows the last three of them."""
    events = default_components().events
    letters = "".join({"control": "C", "camel": "K", "conflict": "X"}[event.type] for event in events)
    assert letters == "CCCXKCCXKCCXKCCXCX"
    assert [(event.conflict, event.after) for event in events if event.after] == [
        (3, "merge_gods"), (4, "forgotten_gods"), (5, "game_end"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "left"),
    [("move", ["summon", "gain", "unlock"]), ("summon", ["gain", "unlock"]), ("gain", ["unlock"]), ("unlock", [])],
)
def test_the_second_action_lies_below_the_first(first: str, left: list[str]) -> None:
    """A-TURN-2, A-TURN-5, A-DEC-1, A-DEC-2: one track strictly below; after Unlock there is none."""
    t = table("ra", "isis")
    runner = run(t, Turn(seat="ra"))
    assert options(runner, "ra") == ["move", "summon", "gain", "unlock"]
    say(runner, "ra", f"action: {first}")
    if first != "gain":
        say(runner, "ra", f"{first}: none")
    if len(left) > 1:
        assert options(runner, "ra") == left
    elif left:
        assert asked(runner) == {"ra": "unlock"}  # the only track left answers itself
    else:
        assert runner.over


def test_the_marker_moves_whatever_comes_of_the_action() -> None:
    """A-TURN-6, A-RUL-2, A-DEC-6: who declines moves the marker all the same, and the log says so."""
    t = table("ra", "isis")
    runner = run(t, Turn(seat="ra"))
    say(runner, "ra", "action: summon; summon: none; action: unlock; unlock: none")
    assert t.tracks == {"move": 0, "summon": 1, "gain": 0, "unlock": 1}
    assert [row["what"] for row in told(t, "declined")] == ["summon", "unlock"]


def test_an_event_ends_the_turn() -> None:
    """A-TURN-1, A-TURN-3, A-TURN-4, A-EVT-2: the event is resolved after the action, the marker goes back, no second
    action follows."""
    t = table("ra", "isis")
    t.tracks["move"] = steps_of(t, "move") - 1
    runner = run(t, Turn(seat="ra"))
    say(runner, "ra", "action: move; move: none")
    assert runner.over
    assert t.tracks["move"] == 0
    assert t.event == 1
    assert [row["type"] for row in told(t, "event")] == ["control"]


def test_an_action_of_a_turn_moves_units() -> None:
    """A-TURN-2, A-MOVE-1: the first action of a turn is resolved before the second is chosen."""
    t = table("ra", "isis")
    start = next(place for place in t.units_of("ra") if t.units[place].kind == "god")
    runner = run(t, Turn(seat="ra"))
    say(runner, "ra", "action: move")
    assert asked(runner) == {"ra": "move"}
    end = next(key.split("-")[1] for key in options(runner, "ra") if key.startswith(f"god {start}-"))
    say(runner, "ra", f"move: god {start}-{end}")
    assert (start in t.units, t.units[end].kind) == (False, "god")


def test_a_caravan_is_asked_when_its_space_is_reached() -> None:
    """A-EVT-1, A-EVT-2, A-CARA-1: whoever triggers it is asked; it may be declined, and the turn is over."""
    t = table("ra", "isis")
    t.event = next(event.index for event in t.data.events if event.type == "camel") - 1
    t.tracks["gain"] = steps_of(t, "gain") - 1
    runner = run(t, Turn(seat="ra"))
    say(runner, "ra", "action: gain")
    assert asked(runner) == {"ra": "caravan"}
    before = list(t.camels)
    say(runner, "ra", "caravan: none")
    assert (runner.over, t.camels) == (True, before)


def test_turns_go_round() -> None:
    """A-TURN-1, A-SETUP-1: seat order, clockwise, again and again."""
    t = table("ra", "isis", "amun")
    runner = Run(t)
    runner.advance()
    seats = []
    for _ in range(5):
        (seat,) = runner.questions()
        seats.append(seat)
        t.tracks = dict.fromkeys(t.tracks, 0)
        say(runner, seat, "action: gain")
        say(runner, seat, "unlock: none")
    assert seats == ["ra", "isis", "amun", "ra", "isis"]


# -- move ------------------------------------------------------------------------------------------------------------


def test_units_move_once_and_up_to_three() -> None:
    """A-MOVE-1, A-MOVE-2, A-DEC-3: three spaces of plain distance over anything, each unit once."""
    t = bare("ra", "isis")
    put(t, {"D4": "ra warrior", "D5": "isis warrior"})
    build(t, {"D3": "temple"})
    runner = run(t, Move(seat="ra"))
    ends = [key.split("-")[1] for key in options(runner, "ra")]
    assert sorted(ends) == sorted(
        place for place in t.data.board.land
        if 1 <= t.data.board.distance("D4", place) <= 3 and place not in ("D3", "D5")
    )  # fmt: skip
    say(runner, "ra", "move: D4-E7")
    assert runner.over  # the only unit has moved


BAD_MOVES = [
    ("A1-A2", "A-MOVE-1", "no unit of yours"),
    ("D5-D6", "A-MOVE-1", "no unit of yours"),
    ("D4-E6", "A-MOVE-3", "E6 is Water"),
    ("D4-D5", "A-MAP-3", "Warrior of Isis stands on D5"),
    ("D4-D3", "A-MAP-3", "a Temple stands on D3"),
    ("D4-H4", "A-MOVE-1", "4 spaces away"),
    ("god D4-D2", "A-MOVE-1", "stands your Warrior"),
    ("D4-C4", "A-RUL-8", "Underworld"),
]


@pytest.mark.parametrize(("move", "rule", "why"), BAD_MOVES)
def test_moves_that_are_refused(move: str, rule: str, why: str) -> None:
    """A-MAP-3, A-MAP-4, A-MOVE-1, A-MOVE-3, A-RUL-8: with the reason."""
    t = bare("ra", "isis", "osiris")
    put(t, {"D4": "ra warrior", "D5": "isis warrior", "A8": "ra god"})
    build(t, {"D3": "temple"})
    t.underworld = ["C4"]
    message, found = refused(run(t, Move(seat="ra")), "ra", f"move: {move}")
    assert found == rule
    assert why in message


def test_a_unit_that_moved_is_not_moved_again() -> None:
    """A-MOVE-1: it has had its move, wherever it stands now; its old space is free for another."""
    t = bare("ra", "isis")
    put(t, {"D4": "ra warrior", "C4": "ra god"})
    runner = run(t, Move(seat="ra"))
    say(runner, "ra", "move: warrior D4-D5")
    message, rule = refused(runner, "ra", "move: D5-D4")
    assert (rule, "has moved in this action" in message) == ("A-MOVE-1", True)
    say(runner, "ra", "move: god C4-D4")
    assert t.units_of("ra") == ["D4", "D5"]


# -- summon ----------------------------------------------------------------------------------------------------------


def places(t: Ankh, seat: str, unit: str) -> list[str]:
    return sorted(key.split()[1] for key in options(run(t, Summon(seat=seat)), seat) if key.split()[0] == unit)


def test_summons_beside_own_units_and_monuments() -> None:
    """A-SUMMON-1, A-ADJ-1: in the same region; a Camel parts as a River does; another god's Monument does not help."""
    t = bare("ra", "isis")
    put(t, {"B5": "ra warrior"})
    build(t, {"B8": "ra temple", "H8": "isis temple"})
    assert places(t, "ra", "warrior") == ["A5", "A6", "A8", "B4", "B6", "B7", "C8", "C9"]
    camels(t, ["B4|B5"])
    assert "B4" not in places(t, "ra", "warrior")


def test_the_pool_is_the_limit() -> None:
    """A-UNIT-1, A-SUMMON-1: what is not in the pool cannot be summoned."""
    t = bare("ra", "isis")
    put(t, {"B5": "ra god"})
    t.gods["ra"].warriors = 0
    runner = run(t, Summon(seat="ra"))
    assert runner.over
    t = bare("ra", "isis")
    put(t, {"B5": "ra god"})
    message, rule = refused(run(t, Summon(seat="ra")), "ra", "summon: mummy B4")
    assert (rule, "your pool has no Mummy" in message) == ("A-SUMMON-1", True)


@pytest.mark.parametrize(
    ("summons", "can"),
    [
        ([["regular"]], True),
        ([["regular"], ["regular"]], False),
        ([["regular", "C4"], ["regular"]], True),
        ([["regular", "C4"], ["C4"]], True),
        ([["regular", "C4"], ["C4"], ["regular"]], False),
        ([["regular", "C4"], ["regular", "C4"], ["C4", "D5"], ["regular", "D5"]], False),
        ([["regular", "C4"], ["regular", "C4"], ["C4", "D5"]], True),
    ],
)
def test_permissions_are_given_out_together(summons: list[list[str]], can: bool) -> None:
    """A-SUMMON-2: the player never has to say which summon is the regular one."""
    assert covered(summons) is can


def test_a_chain_of_summons() -> None:
    """A-SUMMON-2, A-POW-PYRAMID, A-DEC-4: an extra beside the Pyramid carries the regular one further."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"H8": "ra god"})
    build(t, {"B5": "ra pyramid"})
    t.gods["ra"].powers = ["revered", "commanding", "pyramid_attuned"]
    t.suns = 0
    runner = run(t, Summon(seat="ra"))
    assert "warrior B3" not in options(runner, "ra")
    say(runner, "ra", "summon: warrior B4")
    assert "warrior B3" in options(runner, "ra")
    say(runner, "ra", "summon: warrior B3")
    assert runner.over
    assert t.units_of("ra") == ["B3", "B4", "H8"]


def test_the_order_of_a_chain_decides() -> None:
    """A-SUMMON-2: the regular one first needs a unit of its own to stand beside; then only the Pyramid's is left."""
    t = bare("ra", "isis")
    put(t, {"H8": "ra god"})
    build(t, {"B5": "ra pyramid"})
    t.gods["ra"].powers = ["revered", "commanding", "pyramid_attuned"]
    t.suns = 0
    runner = run(t, Summon(seat="ra"))
    say(runner, "ra", "summon: warrior H7")
    left = options(runner, "ra")
    assert sorted(key.split()[1] for key in left) == ["A5", "A6", "B4", "B6"]


def test_a_ransom() -> None:
    """A-SUMMON-3, A-GOD-ANUBIS-3, A-RUL-29: a trapped Warrior for a Follower, which Anubis gets."""
    t = bare("ra", "anubis")
    put(t, {"B5": "ra god"})
    t.gods["ra"].warriors, t.trapped, t.suns = 5, ["ra"], 0
    runner = run(t, Summon(seat="ra"))
    say(runner, "ra", "summon: ransom B4")
    assert (t.trapped, t.gods["ra"].followers, t.gods["anubis"].followers) == ([], 0, 2)
    assert (t.gods["ra"].warriors, t.units["B4"].kind) == (5, "warrior")


def test_a_ransom_needs_a_follower_and_a_prisoner() -> None:
    """A-SUMMON-3"""
    t = bare("ra", "anubis")
    put(t, {"B5": "ra god"})
    assert refused(run(t, Summon(seat="ra")), "ra", "summon: ransom B4")[1] == "A-SUMMON-3"
    t.gods["ra"].warriors, t.trapped, t.gods["ra"].followers = 5, ["ra"], 0
    assert refused(run(t, Summon(seat="ra")), "ra", "summon: ransom B4")[1] == "A-SUMMON-3"


# -- gain and unlock ---------------------------------------------------------------------------------------------------


def test_gain_without_monuments() -> None:
    """A-GAIN-1, A-DEC-5: nothing to decide, nothing to get."""
    t = bare("ra", "isis")
    put(t, {"B5": "ra god"})
    assert run(t, Gain(seat="ra")).over
    assert t.gods["ra"].followers == 1


def test_levels_costs_and_guardians() -> None:
    """A-UNLOCK-1, A-UNLOCK-3, A-SETUP-2, A-DEC-6: 1, 1, 2, 2, 3, 3; Guardians with the second, fourth and fifth."""
    t = table("ra", "isis", "amun", guardians="satet, mummy, androsphinx")
    god = t.gods["ra"]
    paid, figures = [], []
    for level in (1, 1, 2, 2, 3, 3):
        god.followers, known = 9, list(god.guardians)
        runner = run(t, Unlock(seat="ra"))
        assert {t.data.powers[key].level for key in options(runner, "ra")} == {level}
        say(runner, "ra", f"unlock: {options(runner, 'ra')[0]}")
        paid.append(9 - god.followers)
        figures.append(god.guardians[len(known) :])
    assert paid == [1, 1, 2, 2, 3, 3]
    assert figures == [[], ["satet"], [], ["mummy"], ["androsphinx"], []]
    assert run(t, Unlock(seat="ra")).over  # six powers: nothing is asked (A-UNLOCK-2)


def test_unlock_without_followers() -> None:
    """A-UNLOCK-2: nothing is paid, nothing gained."""
    t = table("ra", "isis")
    t.gods["ra"].followers = 0
    assert run(t, Unlock(seat="ra")).over
    assert t.gods["ra"].powers == []


@pytest.mark.parametrize("missing", ["figure", "base"])
def test_a_guardian_that_cannot_come(missing: str) -> None:
    """A-UNLOCK-3, A-RUL-17: without a figure or a base of its size there is none; the power comes all the same."""
    t = table("ra", "isis", guardians="satet, mummy, androsphinx")
    god = t.gods["ra"]
    god.powers = ["revered"]
    if missing == "figure":
        t.guardians["satet"] = 0
    else:
        put(t, {"A1": "ra mummy"})
        god.guardians = ["mummy"]
    before = list(god.guardians)
    say(run(t, Unlock(seat="ra")), "ra", "unlock: omnipresent")
    assert god.powers == ["revered", "omnipresent"]
    assert god.guardians == before


def test_a_power_of_another_level() -> None:
    """A-UNLOCK-1"""
    t = table("ra", "isis")
    assert refused(run(t, Unlock(seat="ra")), "ra", "unlock: glorious")[1] == "A-UNLOCK-1"


# -- control -----------------------------------------------------------------------------------------------------------


def monuments() -> Ankh:
    t = bare("isis", "ra")
    put(t, {"B4": "isis warrior"})
    build(t, {"B5": "temple", "A4": "ra obelisk", "A5": "pyramid", "F6": "pyramid"})
    return t


def test_neutral_monuments_first() -> None:
    """A-CTRL-1, A-MON-1, A-DEC-7: one of the neutral ones beside an own unit, with an Ankh token from the pool."""
    t = monuments()
    runner = run(t, Control(seat="isis"))
    assert options(runner, "isis") == ["A5", "B5"]
    assert runner.questions()["isis"].low == 1
    assert refused(runner, "isis", "control: A4")[1] == "A-CTRL-2"
    assert refused(runner, "isis", "control: F6")[1] == "A-CTRL-1"
    before = t.gods["isis"].ankhs
    say(runner, "isis", "control: a5")
    assert (t.monuments["A5"].owner, t.gods["isis"].ankhs) == ("isis", before - 1)


def test_a_neutral_monument_out_of_reach_saves_the_enemy() -> None:
    """A-RUL-4: stealing needs no neutral Monument on the whole map."""
    t = monuments()
    for place in ("B5", "A5"):
        t.destroy(place)
    assert eligible(t, "isis") == []
    t.destroy("F6")
    assert eligible(t, "isis") == ["A4"]
    run(t, Control(seat="isis"))
    assert t.monuments["A4"].owner == "isis"
    assert t.gods["ra"].ankhs == 9  # its token went back (A-CTRL-2)


def test_no_token_no_monument() -> None:
    """A-CTRL-3"""
    t = monuments()
    t.gods["isis"].ankhs = 0
    assert run(t, Control(seat="isis")).over
    assert t.monuments_of("isis") == []


@pytest.mark.parametrize("optional", [False, True])
def test_control_is_not_optional_unless_agreed(optional: bool) -> None:
    """A-RUL-3: a single Monument is taken unasked; the option lets the player decline."""
    t = bare("isis", "ra", control_optional=optional)
    put(t, {"B4": "isis warrior"})
    build(t, {"B5": "temple"})
    runner = run(t, Control(seat="isis"))
    if optional:
        say(runner, "isis", "control: none")
    assert runner.over
    assert (t.monuments["B5"].owner == "isis") is not optional


def test_followers_may_be_limited() -> None:
    """A-COMP-2, A-FOL-1: unlimited; by the option only as many as the box holds."""
    t = bare("ra", "isis")
    assert t.gain_followers("ra", 500) == 500
    t = bare("ra", "isis", followers_limited=True)
    t.gods["isis"].followers = 60
    assert t.gain_followers("ra", 20) == 9
