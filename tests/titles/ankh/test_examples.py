"""The worked examples of the rules, each under its own name (A-EX)."""

from __future__ import annotations

from pbem.titles.ankh import TITLE
from pbem.titles.ankh.actions.gain import Gain
from pbem.titles.ankh.actions.move import Move
from pbem.titles.ankh.actions.summon import Summon
from pbem.titles.ankh.actions.unlock import Unlock
from pbem.titles.ankh.conflict.battle import Majorities
from pbem.titles.ankh.conflict.resolution import Dominance
from pbem.titles.ankh.events.caravan import Caravan
from pbem.titles.ankh.events.control import Control
from pbem.titles.ankh.phases.merge import Forget, Merge
from pbem.titles.ankh.phases.turn import Turn
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Battle
from tests.titles.ankh.build import asked, at, bare, build, camels, fight, options, put, refused, run, say, table, told


def test_a_ex_adj() -> None:
    """A-EX-ADJ: a River parts a Warrior on F5 from a Scorpion on F6, not from a Pyramid on E5."""
    t = bare("amun", "ra")
    assert "E5" in t.lay.adjacent["F5"]
    assert "F6" not in t.lay.adjacent["F5"]


def test_a_ex_track() -> None:
    """A-EX-TRACK: with three players all markers start on "3" and go back there after an event."""
    t = table("amun", "isis", "ra")
    for track in TITLE.view(t, None).tracks:  # type: ignore[attr-defined]
        assert track.labels[track.place] == "3"
    t.tracks["unlock"] = steps_of(t, "unlock") - 1
    runner = run(t, Turn(seat="amun"))
    say(runner, "amun", "action: unlock; unlock: none")
    assert t.tracks["unlock"] == 0


def test_a_ex_turn() -> None:
    """A-EX-TURN: after Summon only Gain and Unlock are left; Unlock on its last space brings the Conflict."""
    t = table("amun", "isis", "ra")
    t.event = 3
    t.tracks["unlock"] = steps_of(t, "unlock") - 1
    runner = run(t, Turn(seat="amun"))
    say(runner, "amun", "action: summon; summon: none")
    assert options(runner, "amun") == ["gain", "unlock"]
    for above in ("move", "summon"):
        assert refused(runner, "amun", f"action: {above}")[1] == "A-TURN-5"
    say(runner, "amun", "action: unlock; unlock: revered")
    assert "revered" in t.gods["amun"].powers
    assert told(t, "conflict_began") == [{"seat": "amun", "number": 1}]


def test_a_ex_move() -> None:
    """A-EX-MOVE: through own units, Water, Pyramids, River and enemies; nothing changes hands."""
    t = bare("amun", "ra")
    put(t, {"B6": "amun god", "B7": "amun warrior", "D5": "amun warrior", "F4": "amun warrior", "A2": "amun warrior"})
    put(t, {"G5": "ra warrior", "H8": "ra god"})
    build(t, {"C8": "obelisk", "D7": "pyramid"})
    runner = run(t, Move(seat="amun"))
    say(runner, "amun", "move: god B6-C9\nmove: w D5-D8\nmove: F4-H5\nmove: none")
    assert t.units_of("amun") == ["A2", "B7", "C9", "D8", "H5"]
    assert t.units["C9"].kind == "god"
    assert {monument.owner for monument in t.monuments.values()} == {""}


def test_a_ex_summon() -> None:
    """A-EX-SUMMON: beside the own Temple and Warrior, not across the River, not on Water."""
    t = bare("amun", "ra")
    build(t, {"E5": "amun temple"})
    put(t, {"F5": "amun warrior", "A8": "ra god"})
    t.guardians["mummy"] = 0
    t.gods["amun"].guardians = ["mummy"]
    found = [key.split()[1] for key in options(run(t, Summon(seat="amun")), "amun") if key.startswith("mummy")]
    assert sorted(found) == ["D4", "D5", "E4", "F4"]


def test_a_ex_gain() -> None:
    """A-EX-GAIN: own and neutral Monuments beside own units pay, each once."""
    t = bare("isis", "amun")
    put(t, {"B4": "isis warrior", "B7": "isis warrior", "F5": "isis warrior"})
    build(t, {"A4": "isis obelisk", "B5": "temple", "B8": "pyramid", "C4": "amun obelisk"})
    build(t, {"H8": "isis pyramid", "F6": "pyramid"})
    run(t, Gain(seat="isis"))
    assert t.gods["isis"].followers == 1 + 3


def test_a_ex_unlock() -> None:
    """A-EX-UNLOCK: one Follower less, the power works, and the symbol brings a Guardian of level 1."""
    t = table("amun", "isis", "ra", guardians="satet")
    amun = t.gods["amun"]
    amun.powers, amun.followers = ["revered"], 2
    say(run(t, Unlock(seat="amun")), "amun", "unlock: inspiring")
    assert (amun.followers, amun.powers, amun.guardians) == (1, ["revered", "inspiring"], ["satet"])
    assert t.guardians["satet"] == 1
    assert t.bases_left("amun", "small") == 1


def test_a_ex_event() -> None:
    """A-EX-EVENT: Gain on its last space triggers Control; then the marker is back on "3" and the turn is over."""
    t = table("isis", "amun", "ra")
    t.tracks["gain"] = steps_of(t, "gain") - 1
    put(t, {"D5": "isis warrior"})
    before = t.gods["isis"].followers
    runner = run(t, Turn(seat="isis"))
    say(runner, "isis", "action: gain")
    assert t.gods["isis"].followers > before
    assert t.event == 1
    assert t.tracks["gain"] == 0
    assert runner.over


def test_a_ex_ctrl() -> None:
    """A-EX-CTRL: while a neutral Monument is on the map only a neutral one beside an own unit can be taken."""
    t = bare("isis", "ra")
    put(t, {"B4": "isis warrior"})
    build(t, {"B5": "temple", "A4": "ra obelisk", "F6": "pyramid"})
    run(t, Control(seat="isis"))
    assert t.monuments["B5"].owner == "isis"
    assert t.monuments["A4"].owner == "ra"


def test_a_ex_cara() -> None:
    """A-EX-CARA: five Camels from Water to River cut six spaces off the Delta."""
    t = bare("ra", "isis")
    token = t.tokens["B0"]
    runner = run(t, Caravan(seat="ra"))
    for name in ("D0|E1", "D0|D1", "C1|D1", "C2|D1"):  # the fifth is the only one left
        say(runner, "ra", f"caravan: {name}")
    say(runner, "ra", "token: B1")
    say(runner, "ra", "exchange: none")
    assert t.lay.spaces["B0"] == ("B0", "B1", "C0", "C1", "C2", "D0")
    assert len(t.lay.spaces["D1"]) == 16
    assert t.tokens["B0"] == token
    assert t.tokens["D1"] == 4
    assert t.camels_left == 25


def test_a_ex_dom() -> None:
    """A-EX-DOM: majorities of the only god with units, then 1 for dominance."""
    t = bare("amun", "isis")
    put(t, {"B4": "amun warrior", "H8": "isis warrior"})
    build(t, {"A3": "amun obelisk", "A4": "amun obelisk", "A5": "amun pyramid"})
    build(t, {"A6": "isis pyramid", "A7": "isis temple"})
    run(t, Dominance(token=t.tokens["A1"]))
    assert t.devotion == {"amun": 2, "isis": 0}


def test_a_ex_maj() -> None:
    """A-EX-MAJ: a tie gives nobody anything, and a god without units stops a majority without scoring one."""
    t = bare("isis", "amun", "ra")
    put(t, {"B4": "isis warrior", "B5": "amun warrior", "H8": "ra warrior"})
    build(t, {"A3": "isis pyramid", "A4": "isis pyramid", "A5": "amun temple", "A6": "amun pyramid"})
    build(t, {"A7": "ra temple", "A8": "ra obelisk"})
    t.battle = Battle(token=t.tokens["A1"])
    run(t, Majorities())
    assert t.devotion == {"isis": 1, "amun": 0, "ra": 0}


def test_a_ex_battle() -> None:
    """A-EX-BATTLE: Flood pays four Followers, 4 against 3 + 1 is a tie, the Tie-breaker wins it; a God stays."""
    t = bare("isis", "amun", conflict_mode="table")
    put(t, {"E4": "isis god", "F4": "isis warrior", "F5": "isis warrior", "D3": "isis warrior"})
    put(t, {"E7": "amun god", "E8": "amun warrior", "E9": "amun warrior"})
    runner = fight(t, t.tokens["A1"], holder="isis")
    say(runner, "amun", "amun: none")
    say(runner, "isis", "card: flood")
    say(runner, "amun", "card: drought")
    assert t.gods["isis"].followers == 1 + 4
    assert asked(runner) == {"isis": "tiebreak"}
    assert t.battle is not None
    assert t.battle.strengths == {"isis": 4, "amun": 4}
    say(runner, "isis", "tiebreak: yes")
    assert t.devotion == {"isis": 1, "amun": 0}
    assert t.units_of("amun") == ["E7"]
    assert t.gods["amun"].warriors == 6
    assert t.conflict is not None
    assert not t.conflict.tie_breaker


def test_a_ex_merge() -> None:
    """A-EX-MERGE: what becomes of the lesser god, and what the greater one gets."""
    t = bare("isis", "amun", "ra", conflict_mode="table", guardians="satet")
    put(t, {"A3": "isis god", "B4": "amun god", "B5": "ra god", "B6": "ra warrior", "B7": "ra satet"})
    build(t, {"A5": "ra temple", "A6": "amun temple"})
    t.gods["ra"].powers, t.gods["amun"].powers = ["revered", "omnipresent"], ["commanding"]
    t.gods["ra"].followers, t.gods["amun"].followers = 4, 2
    at(t, ra=3, amun=5, isis=9)
    runner = run(t, Merge())
    assert asked(runner) == {"amun": "take"}
    say(runner, "amun", "take: satet B7")
    assert (t.greater, t.lesser) == ("amun", "ra")
    assert sorted(t.monuments) == ["A6"]
    assert t.units_of("ra") == []
    assert t.units["B7"].owner == "amun"
    assert t.gods["amun"].followers == 6
    assert list(t.held("amun")) == ["commanding", "amun", "ra"]
    assert t.devotion["amun"] == 3
    assert t.ladder == ["amun", "isis"]
    assert t.gods["ra"].hand == []
    assert TITLE.problems(t) == []


def test_a_ex_forget() -> None:
    """A-EX-FORGET: who is red after Conflict 4 is out, and the others go on."""
    t = table("amun", "osiris", "isis", "ra")
    t.greater, t.lesser = "isis", "ra"
    t.ladder.remove("ra")
    for place in t.units_of("ra"):
        del t.units[place]
    at(t, amun=20, osiris=22, isis=24)
    run(t, Forget())
    assert t.forgotten == ["amun"]
    assert t.ladder == ["osiris", "isis"]
    assert not t.over
    assert t.units_of("amun") == []
    assert t.monuments_of("amun") == []


def test_a_ex_bountiful() -> None:
    """A-EX-BOUNTIFUL, A-ENG-5: while red, each gain is 1 bigger: majorities 2 + 1, the win 1 + 2 + 1."""
    t = bare("isis", "amun", conflict_mode="table")
    camels(t, [])
    t.gods["isis"].powers = ["revered", "omnipresent", "resplendent", "temple_attuned", "bountiful"]
    put(t, {"B4": "isis warrior", "B5": "isis warrior", "E4": "isis god", "H8": "amun god", "E7": "amun warrior"})
    build(t, {"A3": "isis pyramid", "A4": "isis obelisk"})
    runner = fight(t, t.tokens["A1"])
    say(runner, "amun", "amun: none")
    say(runner, "isis", "card: drought")
    say(runner, "amun", "card: miracle")
    gains = [(row["why"], row["n"], row["bonus"]) for row in told(t, "devotion_gained") if row["seat"] == "isis"]
    assert gains == [("majority", 3, 1), ("win", 4, 1)]
