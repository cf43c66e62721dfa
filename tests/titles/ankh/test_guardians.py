"""The six Guardians (A-GUARD), water and killings (A-RUL): what is hard to get right, by name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.core.interpreter import Run
from pbem.titles.ankh.actions.move import Move
from pbem.titles.ankh.actions.summon import Summon
from pbem.titles.ankh.conflict.conflict import strike, worship_everywhere
from pbem.titles.ankh.notation import label
from pbem.titles.ankh.rules.devotion import curse
from pbem.titles.ankh.rules.strength import side_strength, unit_strength
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import (
    asked,
    at,
    bare,
    build,
    camels,
    conflict,
    fight,
    options,
    put,
    refused,
    run,
    say,
    told,
)

WEST, DELTA, EAST = 1, 2, 3


def settle(runner: Run, answers: dict[str, str]) -> None:
    while not runner.over:
        seat, question = next(iter(runner.questions().items()))
        said = answers.get(f"{seat} {question.name}")
        runner.give(seat, [said] if said in question.options else question.harmless())


# -- Cat Mummies -----------------------------------------------------------------------------------------------------


def cats(killed: bool) -> Ankh:
    t = bare("ra", "isis", "amun", conflict_mode="table", guardians="cat_mummy")
    t.suns = 0
    put(t, {"B3": "ra god", "B8": "isis god", "H8": "amun god"})
    put(t, {"C8": "isis cat_mummy" if killed else "isis warrior"})
    at(t, ra=5, isis=5, amun=5)
    settle(fight(t, WEST), {"ra card": "chariots", "isis card": "flood"})
    return t


def test_cat_mummies_cost_the_others() -> None:
    """A-GUARD-CAT-1, A-BATTLE-5f: every other god loses 1, without a unit there too; after the winner's gain."""
    assert cats(killed=True).devotion == {"ra": 5, "isis": 5, "amun": 4}
    assert cats(killed=False).devotion == {"ra": 6, "isis": 5, "amun": 5}


def test_a_cat_killed_by_plague_costs_at_once() -> None:
    """A-GUARD-CAT-1, A-RUL-27: right after the Plague's kills, before majorities."""
    t = bare("ra", "isis", conflict_mode="table", guardians="cat_mummy")
    t.suns = 0
    put(t, {"B3": "ra god", "C8": "isis cat_mummy", "H8": "isis god"})
    build(t, {"A5": "ra temple"})
    at(t, ra=5, isis=5)
    runner = fight(t, WEST)
    say(runner, "ra", "card: plague")
    say(runner, "isis", "card: miracle")
    settle(runner, {"ra bid": "1"})
    kinds = [event.kind for event in t.live.events if event.kind in ("devotion_lost", "devotion_gained")]
    assert kinds == ["devotion_lost", "devotion_gained", "devotion_gained", "devotion_gained"]


def test_cats_in_the_resolution_cost_after_the_gains_and_before_miracle() -> None:
    """A-BATTLE-5f, A-BATTLE-6"""
    t = bare("ra", "isis", conflict_mode="table", guardians="cat_mummy")
    t.suns = 0
    put(t, {"B3": "ra god", "C8": "isis cat_mummy", "B8": "isis god"})
    settle(fight(t, WEST), {"ra card": "chariots", "isis card": "miracle"})
    kinds = [(e.kind, e.data["why"]) for e in t.live.events if e.kind in ("devotion_lost", "devotion_gained")]
    assert kinds == [("devotion_gained", "win"), ("devotion_lost", "cat_mummy"), ("devotion_gained", "miracle")]


def test_two_cats_of_two_owners_are_one_pass() -> None:
    """A-RUL-31, A-DEV-3, A-ENG-1: every god loses 1 for each figure it does not own, in one ascending pass."""
    t = bare("ra", "isis", "amun")
    at(t, ra=5, isis=5, amun=5)
    curse(t, {"ra": 1, "isis": 1})
    assert t.devotion == {"ra": 4, "isis": 4, "amun": 3}
    assert t.ladder == ["amun", "ra", "isis"]


def test_a_loss_on_nothing_reorders_nothing() -> None:
    """A-DEV-4, A-DEV-2: who stands on 0 keeps its place in the stack; who comes down lies on top."""
    t = bare("ra", "isis", "amun")
    assert t.ladder == ["amun", "isis", "ra"]
    at(t, isis=1)
    curse(t, {"ra": 1})
    assert t.devotion == {"ra": 0, "isis": 0, "amun": 0}
    assert t.ladder == ["amun", "ra", "isis"]


def test_devotion_is_a_strict_order() -> None:
    """A-DEV-1, A-DEV-2, A-SETUP-3: top is more; a marker that enters a space goes on top, from below and from above."""
    t = bare("ra", "isis", "amun")
    t.gain_devotion("amun", 3)
    t.gain_devotion("ra", 3)
    assert t.ladder == ["isis", "amun", "ra"]
    t.gain_devotion("isis", 4)
    t.lose_devotion("isis", 1)
    assert t.ladder == ["amun", "ra", "isis"]


# -- Satet -----------------------------------------------------------------------------------------------------------


def test_satet_pushes_an_enemy() -> None:
    """A-GUARD-SATET-1, A-RUL-7, A-RUL-32, A-DEC-3: Gods too, one space inside the region; where it came from counts."""
    t = bare("ra", "isis", guardians="satet")
    put(t, {"B4": "ra satet", "B5": "isis god", "A8": "ra god"})
    runner = run(t, Move(seat="ra"))
    say(runner, "ra", "move: satet B4-B5")
    assert options(runner, "ra") == ["B4", "B6", "A6", "A5"]  # C5 and C6 are Water
    assert refused(runner, "ra", "push: C5")[1] == "A-MOVE-3"
    say(runner, "ra", "push: b4")
    assert (t.units["B4"].owner, t.units["B5"].kind) == ("isis", "satet")


def test_satet_needs_somewhere_to_push() -> None:
    """A-GUARD-SATET-1: no such space, not allowed; never an own unit."""
    t = bare("ra", "isis", guardians="satet")
    put(t, {"B2": "ra satet", "B5": "isis warrior", "A8": "ra god", "A4": "ra warrior"})
    build(t, {"A5": "temple", "A6": "temple", "B4": "temple", "B6": "temple"})
    moves = options(run(t, Move(seat="ra")), "ra")
    assert t.data.board.distance("B2", "B5") == 3
    assert not {"satet B2-B5", "satet B2-A4"} & set(moves)
    t.destroy("B6")
    assert "satet B2-B5" in options(run(t, Move(seat="ra")), "ra")


def test_satet_pushes_onto_an_own_underworld() -> None:
    """A-RUL-7: it is the pushed unit's owner who must be allowed there, not Satet's."""
    t = bare("ra", "isis", "osiris", guardians="satet")
    put(t, {"B4": "ra satet", "B5": "osiris warrior", "A8": "ra god"})
    t.underworld = ["A6"]
    runner = run(t, Move(seat="ra"))
    say(runner, "ra", "move: satet B4-B5")
    assert "A6" in options(runner, "ra")
    t = bare("osiris", "ra", guardians="satet")
    put(t, {"B4": "osiris satet", "B5": "ra warrior", "A8": "osiris god"})
    t.underworld = ["A6"]
    runner = run(t, Move(seat="osiris"))
    say(runner, "osiris", "move: satet B4-B5")
    assert "A6" not in options(runner, "osiris")


def test_satet_does_not_enter_the_underworld() -> None:
    """A-RUL-32, A-RUL-8: neither does the pushed unit."""
    t = bare("ra", "isis", "osiris", guardians="satet")
    put(t, {"B4": "ra satet", "B5": "osiris warrior", "B6": "isis warrior", "A8": "ra god"})
    t.underworld = ["B5", "A6"]
    runner = run(t, Move(seat="ra"))
    assert "satet B4-B5" not in options(runner, "ra")
    say(runner, "ra", "move: satet B4-B6")
    assert "A6" not in options(runner, "ra")


def test_a_pushed_scorpion_is_aimed_by_its_owner_later() -> None:
    """A-RUL-7, A-DEC-9: the active player does not wait; unchanged unless its owner says otherwise."""
    t = bare("ra", "isis", guardians="satet, giant_scorpion")
    put(t, {"B4": "ra satet", "A8": "ra god", "H8": "isis god"})
    put(t, {"B5": "isis giant_scorpion"}, claws="N-NE")
    runner = run(t, Move(seat="ra"))
    say(runner, "ra", "move: B4-B5; push: b6; move: none")
    assert runner.over
    assert t.units["B6"].claws == "N-NE"
    runner = conflict(t)
    assert asked(runner) == {"isis": "claws"}
    assert runner.questions()["isis"].lapses
    say(runner, "isis", "claws: s-se")
    assert t.units["B6"].claws == "SE-S"


# -- Apep ------------------------------------------------------------------------------------------------------------


def apep(**options: str) -> Ankh:
    t = bare("ra", "isis", conflict_mode="table", guardians="apep", **options)
    t.suns = 0
    t.guardians["apep"] -= 1
    t.gods["ra"].guardians = ["apep"]
    return t


def test_apep_comes_from_the_water() -> None:
    """A-GUARD-APEP-1, A-MAP-4: any empty Water of the map, or as every unit; others never."""
    t = apep()
    put(t, {"B8": "ra god"})
    found = options(run(t, Summon(seat="ra")), "ra")
    assert {key.split()[1] for key in found if key.startswith("apep")} >= set(t.data.board.water)
    assert "apep C8" in found
    assert not [key for key in found if key.startswith("warrior") and key.split()[1] in t.data.board.is_water]


def test_apep_as_an_extra_uses_water_beside_its_pyramid() -> None:
    """A-GUARD-APEP-1: other Water takes the regular summon."""
    t = apep()
    put(t, {"H8": "ra god"})
    build(t, {"B5": "ra pyramid"})
    t.gods["ra"].powers = ["revered", "omnipresent", "pyramid_attuned"]
    runner = run(t, Summon(seat="ra"))
    say(runner, "ra", "summon: warrior H7")  # only the regular one covers that
    left = [key for key in options(runner, "ra") if key.startswith("apep")]
    assert sorted(key.split()[1] for key in left) == ["A5", "A6", "B4", "B6", "C5", "C6"]


def test_apep_stands_in_three_regions() -> None:
    """A-RUL-6, A-MAP-5, A-ADJ-2, A-POW-OMNIPRESENT: it counts in each, owes a card in each Battle, dies once, and
    stands on neither desert nor flood."""
    t = apep()
    camels(t, ["A3|A4", "A4|B3", "B3|B4", "B4|C4"])  # the set-up for four players: E6 touches three regions
    tokens = sorted(t.tokens[anchor] for anchor in t.lay.regions_of["E6"])
    assert len(tokens) == 3
    t.gods["ra"].guardians = []
    put(t, {"E6": "ra apep", "B0": "ra god", "D5": "isis god", "E7": "isis warrior", "G7": "isis warrior"})
    t.gods["ra"].powers = ["omnipresent"]
    worship_everywhere(t)
    assert t.gods["ra"].followers == 1 + 4  # the Delta with its God, and three regions of the water
    assert t.terrain("E6") == "water"
    t.gods["ra"].powers = []
    runner = conflict(t)
    fought = []
    while not runner.over:
        seat, question = next(iter(runner.questions().items()))
        if question.name == "card" and seat == "ra":
            assert t.battle is not None
            fought.append(t.battle.token)
        answer = ["chariots"] if seat == "isis" and "chariots" in question.options else question.harmless()
        runner.give(seat, ["cycle"] if seat == "ra" and question.name == "card" else answer)
    assert fought == tokens[:1]
    assert "E6" not in t.units
    assert t.gods["ra"].guardians == ["apep"]


def test_apep_owes_a_card_in_every_battle() -> None:
    """A-RUL-6, A-BATTLE-1: alive, it makes its owner fight in each of its three regions, with another card each."""
    t = apep()
    camels(t, ["A3|A4", "A4|B3", "B3|B4", "B4|C4"])
    t.gods["ra"].guardians = []
    put(t, {"E6": "ra apep", "B0": "ra god", "D5": "isis god", "E7": "isis warrior", "G7": "isis warrior"})
    cards, fought = iter(["chariots", "drought", "miracle"]), []
    runner = conflict(t)
    while not runner.over:
        seat, question = next(iter(runner.questions().items()))
        if (seat, question.name) == ("ra", "card"):
            assert t.battle is not None
            fought.append(t.battle.token)
            runner.give("ra", [next(cards)])
        elif question.name == "card":
            runner.give(seat, [next(card for card in ("flood", "build", "cycle") if card in question.options)])
        else:
            runner.give(seat, ["yes"] if question.name == "tiebreak" else question.harmless())
    assert fought == sorted(t.tokens[anchor] for anchor in t.lay.regions_of["E6"])
    assert len(fought) == 3
    assert t.units["E6"].kind == "apep"


def test_apep_cannot_move_onto_water() -> None:
    """A-GUARD-APEP-1, A-MOVE-3"""
    t = apep()
    t.gods["ra"].guardians = []
    put(t, {"E6": "ra apep", "B0": "ra god"})
    runner = run(t, Move(seat="ra"))
    assert refused(runner, "ra", "move: apep E6-D6")[1] == "A-MOVE-3"


def test_isis_on_water_is_protected_from_another_region() -> None:
    """A-GOD-ISIS-2: by an enemy of another region, in every region it belongs to."""
    t = bare("ra", "isis", conflict_mode="table", guardians="apep")
    t.suns = 0
    put(t, {"E6": "isis apep", "F6": "ra warrior", "B3": "ra god", "B4": "ra warrior", "H8": "isis god"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: chariots")
    say(runner, "isis", "card: flood")
    assert options(runner, "isis") == ["E6"]
    say(runner, "isis", "keep: E6")
    assert "E6" in t.units


# -- Mummy -----------------------------------------------------------------------------------------------------------


def test_a_mummy_comes_back_beside_its_god() -> None:
    """A-GUARD-MUMMY-1, A-RUL-14, A-DEC-18: after the dead are removed; it counts as killed, and as summoned for Ra."""
    t = bare("ra", "isis", conflict_mode="table", guardians="mummy")
    put(t, {"B3": "ra mummy", "H8": "ra god", "B8": "isis god", "C8": "isis warrior"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: miracle")
    say(runner, "isis", "card: chariots")
    assert asked(runner) == {"ra": "mummy"}
    assert runner.questions()["ra"].default == ["H7"]  # the first of N, NE, SE, S, SW, NW
    say(runner, "ra", "mummy: i9")
    assert asked(runner) == {"ra": "sun"}
    say(runner, "ra", "sun: yes")
    assert (t.units["I9"].kind, t.units["I9"].sun) == ("mummy", True)
    assert [row["n"] for row in told(t, "devotion_gained") if row["why"] == "miracle"] == [1]


def test_a_mummy_can_die_twice_in_a_battle() -> None:
    """A-RUL-14, A-ENG-4, A-CARD-MIRACLE: by the Plague and, back beside its God, in the resolution; Miracle counts
    both, and its owner took part with the units that came back."""
    t = bare("ra", "isis", conflict_mode="table", guardians="mummy")
    t.suns = 0
    t.gods["isis"].followers = 3
    put(t, {"B3": "ra mummy", "B4": "ra god", "B8": "isis god", "C8": "isis warrior", "C9": "isis warrior"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: miracle")
    say(runner, "isis", "card: plague")
    say(runner, "ra", "bid: 0")
    say(runner, "isis", "bid: 1")
    for space in ("A4", "B5"):
        assert asked(runner) == {"ra": "mummy"}
        say(runner, "ra", f"mummy: {space}")
    assert [row["units"] for row in told(t, "killed")] == [[["ra", "mummy", "B3"]], [["ra", "mummy", "A4"]]]
    assert t.units["B5"].kind == "mummy"
    assert [row["n"] for row in told(t, "devotion_gained") if row["why"] == "miracle"] == [2]


def test_a_mummy_without_a_space() -> None:
    """A-GUARD-MUMMY-1: to the pool."""
    t = bare("ra", "isis", conflict_mode="table", guardians="mummy")
    t.suns = 0
    put(t, {"B3": "ra mummy", "K3": "ra god", "B8": "isis god", "C8": "isis warrior"})
    build(t, {place: "temple" for place in t.lay.adjacent["K3"] if place not in t.data.board.is_water})
    settle(fight(t, WEST), {"isis card": "chariots", "ra card": "cycle"})
    assert t.gods["ra"].guardians == ["mummy"]


def test_mummies_ascend_by_owner() -> None:
    """A-RUL-14"""
    t = bare("ra", "isis", "amun", conflict_mode="table", guardians="mummy")
    t.suns = 0
    put(t, {"B3": "ra mummy", "H8": "ra god", "A3": "amun mummy", "B0": "amun god"})
    put(t, {"B8": "isis god", "C8": "isis warrior"})
    at(t, amun=1, ra=2)
    runner = fight(t, WEST)
    say(runner, "amun", "amun: none")
    for side, card in {"ra": "cycle", "amun": "cycle", "isis": "chariots"}.items():
        say(runner, side, f"card: {card}")
    assert asked(runner) == {"amun": "mummy"}
    say(runner, "amun", f"mummy: {options(runner, 'amun')[0]}")
    assert asked(runner) == {"ra": "mummy"}


# -- Giant Scorpion ----------------------------------------------------------------------------------------------------


def test_claws_are_aimed_when_summoned_and_moved() -> None:
    """A-GUARD-SCORPION-1, A-DEC-4: six ways; a move keeps them unless said otherwise; spaces name them."""
    t = bare("ra", "isis", guardians="giant_scorpion")
    t.suns = 0
    t.guardians["giant_scorpion"] -= 1
    t.gods["ra"].guardians = ["giant_scorpion"]
    put(t, {"B8": "ra god"})
    runner = run(t, Summon(seat="ra"))
    say(runner, "ra", "summon: scorpion B7")
    assert options(runner, "ra") == ["N-NE", "NE-SE", "SE-S", "S-SW", "SW-NW", "NW-N"]
    assert runner.questions()["ra"].default is None
    say(runner, "ra", "claws: c8 b8")
    assert t.units["B7"].claws == "SE-S"
    runner = run(t, Move(seat="ra"))
    say(runner, "ra", "move: scorpion B7-B6")
    assert runner.questions()["ra"].default == ["SE-S"]


def test_claws_destroy_monuments_of_the_region() -> None:
    """A-GUARD-SCORPION-2, A-RUL-28, A-CONF-1, A-MON-2, A-ADJ-1: of any owner; not across a Camel, and claws that point
    off the map or at Water do nothing."""
    t = bare("ra", "isis", guardians="giant_scorpion")
    put(t, {"B6": "ra giant_scorpion"}, claws="S-SW")
    put(t, {"B3": "ra giant_scorpion"}, claws="N-NE")
    put(t, {"A1": "isis giant_scorpion"}, claws="NW-N")
    put(t, {"D5": "isis giant_scorpion"}, claws="SE-S")
    assert t.data.board.around["A1"][5] == "" and t.data.board.around["D5"][3] in t.data.board.is_water
    build(t, {"B7": "ra temple", "A7": "isis temple", "B2": "obelisk", "C3": "pyramid"})
    camels(t, ["B3|C3"])
    before = t.gods["isis"].ankhs
    strike(t)
    assert sorted(t.monuments) == ["C3"]
    assert t.gods["isis"].ankhs == before + 1
    assert t.supply["temple"] == 10


# -- Androsphinx -------------------------------------------------------------------------------------------------------


def test_an_androsphinx_takes_strength() -> None:
    """A-GUARD-ANDROSPHINX-1, A-RUL-38: enemies beside it count 0 with all their bonuses, and count for all else."""
    t = bare("ra", "isis", guardians="androsphinx")
    put(t, {"B4": "ra androsphinx", "B5": "isis god", "A5": "ra warrior", "C7": "isis warrior", "A7": "ra god"})
    build(t, {"A6": "isis temple", "H4": "isis temple", "H5": "isis temple"})
    t.gods["isis"].powers = ["commanding", "revered", "resplendent", "temple_attuned"]
    assert unit_strength(t, "B5") == 0
    assert unit_strength(t, "A5") == 1
    assert side_strength(t, WEST, "isis") == 0 + 1 + 2
    del t.units["C7"]  # a side whose units all count 0 still adds cards and Temples
    assert side_strength(t, WEST, "isis", ["chariots"]) == 0 + 3 + 2


def test_two_androsphinxes_cancel_each_other() -> None:
    """A-GUARD-ANDROSPHINX-1: both count 0 and still neutralise."""
    t = bare("ra", "isis", guardians="androsphinx")
    put(t, {"B4": "ra androsphinx", "B5": "isis androsphinx", "A5": "isis warrior"})
    assert [unit_strength(t, place) for place in ("B4", "B5", "A5")] == [0, 0, 0]


def test_a_unit_on_water_beside_an_androsphinx() -> None:
    """A-GUARD-ANDROSPHINX-1: no strength in any Battle."""
    t = bare("ra", "isis", guardians="apep, androsphinx")
    put(t, {"E6": "isis apep", "F6": "ra androsphinx"})
    assert side_strength(t, WEST, "isis") == 0
    assert side_strength(t, EAST, "isis") == 0


def test_gods_are_never_killed() -> None:
    """A-UNIT-2, A-UNIT-3: by no effect; a killed Guardian keeps its base in the pool."""
    t = bare("ra", "isis", conflict_mode="table", guardians="satet")
    t.suns = 0
    put(t, {"B3": "ra god", "B8": "isis god", "C8": "isis satet"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: plague")
    say(runner, "isis", "card: plague")
    settle(runner, {})
    assert sorted(t.units) == ["B3", "B8"]
    assert t.gods["isis"].guardians == ["satet"]
    assert t.bases_left("isis", "small") == 1


# -- every Guardian --------------------------------------------------------------------------------------------------


def pushes(kind: str) -> None:
    """A Guardian moves onto an enemy, who is pushed one space."""
    t = bare("ra", "isis", guardians=kind)
    put(t, {"B4": f"ra {kind}", "B5": "isis god", "A8": "ra god"})
    runner = run(t, Move(seat="ra"))
    say(runner, "ra", f"move: {label(kind)} B4-B5")
    say(runner, "ra", "push: B4")
    assert (t.units["B4"].owner, t.units["B5"].kind) == ("isis", kind)


GUARDIANS: dict[str, Callable[[], None]] = {
    "cat_mummy": test_cat_mummies_cost_the_others,
    "satet": test_satet_pushes_an_enemy,
    "apep": test_apep_comes_from_the_water,
    "mummy": test_a_mummy_comes_back_beside_its_god,
    "giant_scorpion": test_claws_are_aimed_when_summoned_and_moved,
    "androsphinx": test_an_androsphinx_takes_strength,
}
"""What fails without the effect of a Guardian (`test_rows.py` takes it away)."""


@pytest.mark.parametrize("kind", GUARDIANS)
def test_what_each_guardian_does(kind: str) -> None:
    """A-COMP-3, A-UNIT-1: declared by its row, found by its window."""
    GUARDIANS[kind]()
    t = bare("ra", "isis")
    assert t.book.guardians[kind].window
    assert t.data.guardians[kind].rule.startswith("A-GUARD-")
