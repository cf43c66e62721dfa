"""Merged gods, forgotten gods, the end (A-MERGE, A-FORGET, A-WIN), and The People's Revolt (A-SCEN-REVOLT)."""

from __future__ import annotations

import pytest

from pbem.core.interpreter import Run
from pbem.core.procedures import AskAll
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.actions.summon import Summon
from pbem.titles.ankh.conflict.resolution import Dominance
from pbem.titles.ankh.events.control import eligible
from pbem.titles.ankh.phases.end import game_result
from pbem.titles.ankh.phases.game import Game
from pbem.titles.ankh.phases.merge import End, Forget, Merge
from pbem.titles.ankh.phases.revolt import Consolidation, divided
from pbem.titles.ankh.phases.turn import Turn
from pbem.titles.ankh.rules.lookups import next_powers, steps_of
from pbem.titles.ankh.rules.strength import unit_strength
from pbem.titles.ankh.state import Ankh, Conflict
from tests.titles.ankh.build import (
    asked,
    at,
    bare,
    build,
    conflict,
    fight,
    options,
    put,
    refused,
    run,
    say,
    table,
    told,
)

WEST, DELTA, EAST = 1, 2, 3


def merged(greater: str, lesser: str, *others: str, **how: str) -> Ankh:
    """Two gods with their Gods on the map, merged by the rule."""
    t = bare(greater, lesser, *others, conflict_mode="table", **how)
    put(t, {"B3": f"{greater} god", "B8": f"{lesser} god"})
    for place, other in zip(("H8", "G7", "H4"), others, strict=False):
        put(t, {place: f"{other} god"})
    at(t, **{lesser: 1, greater: 4, **{other: 9 + n for n, other in enumerate(others)}})
    return t


def join(t: Ankh) -> Run:
    return run(t, Merge())


# -- merge -----------------------------------------------------------------------------------------------------------


def test_two_players_do_not_merge() -> None:
    """A-MERGE: only if the game began with three or more."""
    t = merged("ra", "isis")
    assert join(t).over
    assert t.lesser == ""


def test_the_pair_stands_where_the_lesser_stood() -> None:
    """A-MERGE-1, A-MERGE-5: on top of the lesser's marker, on its space; on one space it stays at the bottom."""
    t = merged("ra", "isis", "amun")
    join(t)
    assert (t.devotion["ra"], t.ladder) == (1, ["ra", "amun"])
    t = merged("ra", "isis", "amun")
    at(t, isis=4, ra=4, amun=4)
    assert t.ladder == ["isis", "ra", "amun"]
    join(t)
    assert t.ladder == ["ra", "amun"]
    assert t.devotion["ra"] == 4


def test_what_leaves_the_game() -> None:
    """A-MERGE-2, A-MERGE-3, A-GOD-ANUBIS-4: Monuments to the supply; God, Warriors (trapped ones too), cards and Ankh
    tokens out for good; Followers to the greater god. Removed figures never return."""
    t = merged("ra", "isis", "anubis")
    put(t, {"A3": "isis warrior"})
    build(t, {"A5": "isis temple"})
    t.trapped, t.gods["isis"].warriors = ["isis", "ra"], 4
    t.gods["ra"].warriors = 5
    t.gods["isis"].followers = 7
    before = TITLE.conserved(t)
    join(t)
    assert TITLE.conserved(t) == before
    assert t.out == {"isis god": 1, "isis warrior": 6, "isis card": len(t.data.cards), "isis ankh": 15}
    assert t.trapped == ["ra"]
    assert t.monuments == {}
    assert t.supply["temple"] == 10
    assert t.gods["ra"].followers == 8


def test_lesser_anubis_frees_the_greater_ones() -> None:
    """A-GOD-ANUBIS-4, A-RUL-15: the others stay trapped and strengthen the remaining God."""
    t = merged("ra", "anubis", "amun")
    t.trapped = ["ra", "amun"]
    t.gods["ra"].warriors, t.gods["amun"].warriors = 5, 5
    join(t)
    assert t.trapped == ["amun"]
    assert t.gods["ra"].warriors == 6
    assert unit_strength(t, "B3") == 2


def test_guardians_are_taken_by_base() -> None:
    """A-MERGE-4, A-DEC-21: what fits on the greater god's bases, its own included; the rest leaves the game."""
    t = merged("ra", "isis", "amun", guardians="satet, mummy, androsphinx")
    put(t, {"A3": "isis satet", "A4": "ra satet"})
    for side in ("isis", "isis", "ra"):
        t.guardians["mummy"] = t.guardians["mummy"] - 1
        t.gods[side].guardians.append("mummy")
    t.guardians["androsphinx"] -= 1
    t.gods["isis"].guardians.append("androsphinx")
    t.gods["ra"].guardians = []
    t.guardians["mummy"] += 1
    before = TITLE.conserved(t)
    runner = join(t)
    assert runner.questions()["ra"].default == ["androsphinx pool", "mummy pool"]
    question = runner.questions()["ra"]
    assert question.clash is not None
    assert question.clash(["mummy pool", "satet A3"]) is not None
    say(runner, "ra", "take: satet A3, androsphinx pool")
    assert t.units["A3"].owner == "ra"
    assert t.gods["ra"].guardians == ["androsphinx"]
    assert t.out["mummy"] == 2
    assert TITLE.conserved(t) == before
    assert TITLE.problems(t) == []


def test_the_greater_ones_powers_and_both_abilities() -> None:
    """A-MERGE-6, A-MERGE-7, A-MERGE-8: the pair has the powers that the greater god had, and what only the lesser had
    unlocked is free again; it has both abilities, each of which applies once."""
    t = merged("ra", "osiris", "amun")
    t.gods["ra"].powers = ["revered"]
    t.gods["osiris"].powers = ["revered", "omnipresent", "resplendent", "pyramid_attuned", "glorious"]
    join(t)
    assert list(t.held("ra")) == ["revered", "ra", "osiris"]
    assert next_powers(t, "ra") == [
        name for name, power in t.data.powers.items() if power.level == 1 and name != "revered"
    ]
    assert t.gods["osiris"].powers == []
    assert TITLE.problems(t) == []
    t.underworld = ["A5"]
    runner = run(t, Summon(seat="osiris"))
    say(runner, "osiris", "summon: warrior A5; sun: yes")
    assert t.units["A5"].owner == "ra"
    assert t.units["A5"].sun


def test_one_action_a_turn_each() -> None:
    """A-MERGE-9, A-TURN-7: both seats act, one action each, on the same track if they like."""
    t = merged("ra", "isis", "amun")
    join(t)
    for seat in ("ra", "isis"):
        runner = run(t, Turn(seat=seat))
        say(runner, seat, "action: gain")
        assert runner.over
    assert t.tracks["gain"] == 2


def test_a_joint_decision() -> None:
    """A-MERGE-10, A-DEC-22, A-RUL-16: one side in a Battle with the greater god's cards; the greater one's player
    decides, and the partner may propose."""
    t = merged("ra", "isis", "amun")
    join(t)
    put(t, {"A3": "amun warrior"})
    runner = fight(t, WEST, holder="amun")
    say(runner, "amun", "amun: none")
    assert asked(runner) == {"ra": "card", "amun": "card"}
    assert isinstance(runner.open, AskAll)
    assert runner.open.partners == {"isis": "ra"}
    runner.give("isis", ["chariots"])
    assert runner.proposals() == {"ra": ("isis", ["chariots"])}
    say(runner, "ra", "card: flood")
    say(runner, "amun", "card: chariots")
    assert t.gods["ra"].used == ["flood"]


def test_partners_are_no_enemies() -> None:
    """A-RUL-41: no stealing from the partner, no protection by it."""
    t = merged("ra", "isis", "amun")
    build(t, {"A4": "ra temple"})
    join(t)
    assert eligible(t, "ra") == []
    assert t.enemies("ra") == ["amun"]
    assert t.side("isis") == "ra"
    assert TITLE.sides(t) == {"ra": "ra", "isis": "ra", "amun": "amun"}


def test_views_are_by_side() -> None:
    """A-ENG-6: seats act, sides own."""
    t = merged("ra", "isis", "amun")
    join(t)
    view = TITLE.view(t, "isis")
    assert (view.reader, view.side, view.merged) == ("isis", "ra", ["ra", "isis"])  # type: ignore[attr-defined]


def test_the_merge_comes_after_the_third_conflict() -> None:
    """A-CONF-3, A-EVT-1"""
    t = merged("ra", "isis", "amun")
    run_out(conflict(t, 3))
    assert t.lesser != ""
    t = merged("ra", "isis", "amun")
    run_out(conflict(t, 2))
    assert t.lesser == ""


def run_out(runner: Run) -> None:
    while not runner.over:
        seat, question = next(iter(runner.questions().items()))
        runner.give(seat, question.harmless())


def test_what_follows_the_fourth_and_the_fifth_conflict() -> None:
    """A-CONF-3, A-EVT-1, A-FORGET-1, A-WIN-3: red gods are forgotten after the fourth; the fifth ends the game."""
    t = table("ra", "isis", "amun")
    at(t, ra=15, isis=24, amun=25)
    t.units.clear()
    run_out(conflict(t, 4))
    assert (t.forgotten, t.ladder, t.over) == (["ra"], ["isis", "amun"], False)
    run_out(conflict(t, 5))
    assert (t.over, t.winner) == (True, "amun")


# -- forgotten gods ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spaces", "left", "winner", "over"),
    [
        ({"ra": 20, "isis": 21, "amun": 25}, ["isis", "amun"], "", False),
        ({"ra": 20, "isis": 19, "amun": 25}, ["amun"], "amun", True),
        ({"ra": 20, "isis": 19, "amun": 3}, [], "", True),
    ],
)
def test_forgotten_gods(spaces: dict[str, int], left: list[str], winner: str, over: bool) -> None:
    """A-FORGET-1, A-FORGET-2, A-WIN-2: red is out; two play on, one wins, none: nobody."""
    t = table("ra", "isis", "amun")
    at(t, **spaces)
    before = TITLE.conserved(t)
    run(t, Forget())
    assert (t.ladder, t.winner, t.over) == (left, winner, over)
    assert TITLE.conserved(t) == before
    assert TITLE.problems(t) == []
    for side in t.forgotten:
        assert t.units_of(side) == t.monuments_of(side) == []
        assert t.gods[side].followers == 0


def test_abilities_of_the_forgotten() -> None:
    """A-GOD-ANUBIS-4, A-GOD-OSIRIS-4: prisoners go home, Underworld tokens leave."""
    t = table("anubis", "osiris", "ra", "isis")
    at(t, ra=22, isis=23)
    t.trapped, t.underworld = ["ra", "osiris"], ["A5"]
    t.gods["ra"].warriors, t.gods["osiris"].warriors = 4, 4
    run(t, Forget())
    assert (t.trapped, t.underworld, t.gods["ra"].warriors) == ([], [], 5)
    assert TITLE.problems(t) == []


def test_merged_underworld_stays() -> None:
    """A-GOD-OSIRIS-4, A-RUL-15"""
    t = merged("ra", "osiris", "amun")
    t.underworld = ["A5"]
    join(t)
    assert t.underworld == ["A5"]
    assert t.open_to("ra", "A5")


def test_tracks_keep_their_length() -> None:
    """A-RUL-22: who is out is passed over, and the steps stay those of the start."""
    t = table("ra", "isis", "amun")
    at(t, isis=25, amun=26)
    run(t, Forget())
    assert steps_of(t, "gain") == 4
    runner = run(t, Game(at=2, step="turn_taken"))
    assert asked(runner) == {"isis": "action"}


# -- the end -----------------------------------------------------------------------------------------------------------


def test_the_highest_marker_wins() -> None:
    """A-WIN-3, A-RUL-34: stack order leaves no ties; merged players share a place, forgotten gods come last."""
    t = merged("ra", "isis", "amun", "osiris")
    join(t)
    at(t, amun=22, osiris=22)
    run(t, Forget())
    assert t.forgotten == ["ra"]
    run(t, End())
    result = game_result(t)
    assert result is not None
    assert result.places == [["osiris"], ["amun"], ["ra", "isis"]]


def test_the_others_by_devotion() -> None:
    """A-RUL-34: the winner first, then the most Devotion, stack order included."""
    t = table("ra", "isis", "amun", "osiris")
    at(t, amun=21, osiris=30, isis=21, ra=25)
    run(t, End())
    result = game_result(t)
    assert result is not None
    assert result.places == [["osiris"], ["ra"], ["isis"], ["amun"]]


def test_nobody_wins() -> None:
    """A-RUL-34, A-FORGET-2: everybody shares the loss."""
    t = table("ra", "isis", "amun")
    run(t, Forget())
    result = game_result(t)
    assert result is not None
    assert result.places[0] == []
    assert sorted(result.places[1]) == ["amun", "isis", "ra"]


# -- The People's Revolt -----------------------------------------------------------------------------------------------


def revolt(*gods: str) -> Ankh:
    return bare(*(gods or ("ra", "isis")), conflict_mode="table", scenario="peoples-revolt")


def test_the_winner_pays() -> None:
    """A-SCEN-REVOLT-2, A-SCEN-REVOLT-4, A-RUL-39: own units die after the gain, the losers' live."""
    t = revolt()
    t.suns = 0
    put(t, {"B3": "ra god", "A3": "ra warrior", "A4": "ra warrior", "B8": "isis god", "C8": "isis warrior"})
    runner = fight(t, WEST, holder="isis")
    say(runner, "ra", "card: chariots")
    say(runner, "isis", "card: flood")
    assert t.units_of("ra") == ["B3"]
    assert t.units_of("isis") == ["B8", "C8"]
    assert t.devotion["ra"] == 1


def test_nobody_wins_and_nobody_dies() -> None:
    """A-SCEN-REVOLT-2, A-RUL-39"""
    t = revolt("ra", "isis", "amun")
    t.suns = 0
    put(t, {"B3": "ra god", "A3": "ra warrior", "B8": "isis god", "C8": "isis warrior"})
    runner = fight(t, WEST, holder="amun")
    say(runner, "ra", "card: flood")
    say(runner, "isis", "card: flood")
    assert len(t.units) == 4


def test_flood_keeps_a_winner_alive() -> None:
    """A-SCEN-REVOLT-4: Flood and Isis can keep them alive."""
    t = revolt()
    put(t, {"B8": "ra god", "E4": "isis god", "F5": "isis warrior", "E5": "isis warrior", "D4": "isis warrior"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: miracle")
    say(runner, "isis", "card: flood")
    assert t.units_of("isis") == ["E4", "F5"]


def test_dominance_kills_too() -> None:
    """A-SCEN-REVOLT-2, A-RUL-39, A-RUL-13: a killing for Anubis, after the gain."""
    t = revolt("ra", "anubis")
    t.suns = 0
    put(t, {"B3": "ra god", "A3": "ra warrior", "H8": "anubis god"})
    t.conflict = Conflict(number=1, holder="ra", token=WEST)
    runner = run(t, Dominance(token=WEST))
    assert asked(runner) == {"anubis": "trap"}
    say(runner, "anubis", "trap: ra")
    assert t.units_of("ra") == ["B3"]
    assert t.devotion["ra"] == 1


def test_plague_kills_as_always() -> None:
    """A-RUL-39"""
    t = revolt()
    t.suns = 0
    put(t, {"B3": "ra god", "A3": "ra warrior", "B8": "isis god", "C8": "isis warrior"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: plague")
    say(runner, "isis", "card: flood")
    say(runner, "ra", "bid: 1")
    say(runner, "isis", "bid: 0")
    assert "C8" not in t.units


def consolidation(seat: str = "ra") -> tuple[Ankh, Run]:
    t = table("ra", "isis", scenario="peoples-revolt")
    t.event = 5
    return t, run(t, Consolidation(seat=seat))


def test_followers_lie_on_the_event_track() -> None:
    """A-SCEN-REVOLT-1, A-SETUP-5: from the set-up on, one on each Consolidation, for whoever triggers it."""
    t = table("ra", "isis", scenario="peoples-revolt")
    spaces = [event.index for event in t.data.events if event.type == "camel"]
    assert t.parts["revolt"].followers == spaces  # type: ignore[attr-defined]


def test_a_consolidation_comes_in_a_turn() -> None:
    """A-SCEN-REVOLT-1, A-EVT-2: in the place of a Caravan, for whoever triggers it."""
    t = table("ra", "isis", scenario="peoples-revolt")
    t.event = next(event.index for event in t.data.events if event.type == "camel") - 1
    t.tracks["gain"] = steps_of(t, "gain") - 1
    runner = run(t, Turn(seat="ra"))
    say(runner, "ra", "action: gain")
    assert asked(runner) == {"ra": "consolidate"}


def test_a_consolidation() -> None:
    """A-SCEN-REVOLT-1, A-SCEN-REVOLT-3, A-RUL-40, A-DEC-23: a Follower, all Camels between two regions gone, the
    highest token out of the game."""
    t, runner = consolidation()
    assert t.gods["ra"].followers == 2
    assert t.parts["revolt"].followers == [9, 13]  # type: ignore[attr-defined]
    assert refused(runner, "ra", "consolidate: 1-4")[1] == "A-RUL-40"
    regions, camels = len(t.tokens), len(t.camels)
    highest = next(pair for pair in divided(t) if pair.endswith("-7"))
    say(runner, "ra", f"consolidate: {highest}")
    assert runner.over
    assert len(t.tokens) == regions - 1
    assert sorted(t.tokens.values()) == [1, 2, 3, 4, 5, 6]
    assert len(t.camels) < camels
    assert TITLE.problems(t) == []


def test_the_highest_token_lies_elsewhere() -> None:
    """A-SCEN-REVOLT-3, A-RUL-40, A-DEC-23: the joined region has two; one of them goes where the removed one lay."""
    t, runner = consolidation()
    seventh = t.anchor_of(7)
    pair = next(pair for pair in divided(t) if "7" not in pair)
    one, other = map(int, pair.split("-"))
    say(runner, "ra", f"consolidate: {other} {one}")
    assert options(runner, "ra") == [str(one), str(other)]
    say(runner, "ra", f"token: {one}")
    assert t.tokens[seventh] == one
    assert sorted(t.tokens.values()) == [1, 2, 3, 4, 5, 6]
    assert TITLE.problems(t) == []


def test_three_consolidations_stay_possible() -> None:
    """A-RUL-40: the number of regions falls by one each time."""
    for players in range(2, 6):
        t = table(*("ra", "isis", "amun", "osiris", "anubis")[:players], scenario="peoples-revolt")
        for index in (5, 9, 13):
            t.event, before = index, len(t.tokens)
            run_out(run(t, Consolidation(seat="ra")))
            assert len(t.tokens) == before - 1
            assert TITLE.problems(t) == []
        assert sum(row["n"] for row in told(t, "followers_gained")) == 3
