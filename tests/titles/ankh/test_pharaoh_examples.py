"""The worked examples of the expansion, each under its own name (P-EX)."""

from __future__ import annotations

from pbem.titles.ankh import TITLE
from pbem.titles.ankh.conflict.battle import Majorities
from pbem.titles.ankh.conflict.resolution import Wonders
from pbem.titles.ankh.pharaoh.actions import MoveAll, SummonAll
from pbem.titles.ankh.pharaoh.part import court
from pbem.titles.ankh.phases.merge import Merge
from pbem.titles.ankh.phases.turn import Turn
from pbem.titles.ankh.rules.strength import side_strength, unit_strength
from pbem.titles.ankh.state import Battle
from tests.titles.ankh.build import asked, at, build, fight, options, put, refused, run, say, told
from tests.titles.ankh.court import bare, clear, deal, effects, face_up, palace, seat_priests, settle, sphinx, table


def test_p_ex_1() -> None:
    """P-EX-1, P-PAL-7: two against two in the Court; the god with less Devotion wins, the others' Priests stay."""
    t = bare("isis", "ra")
    at(t, ra=3, isis=5)
    seat_priests(t, court="isis isis ra ra")
    followers = t.gods["ra"].followers
    palace(t)
    part = court(t)
    assert part.chambers["court"] == {"isis": 2}
    assert part.priests == {"isis": 1, "ra": 3}
    assert len(part.hand["ra"]) == 1
    assert t.gods["ra"].followers == followers + 2


def test_p_ex_2() -> None:
    """P-EX-2: Law, Court, Throne take one card each; new ones come only behind the last chamber."""
    t = bare("amun", "isis", palace_mode="ask")
    face_up(t, "census", "ferrymen", "ordination")
    seat_priests(t, law="amun", court="isis", throne="amun")
    runner = palace(t)
    say(runner, "amun", "palace: ready")
    say(runner, "isis", "palace: ready")
    settle(runner)
    row = [event.data for event in t.live.events if event.kind == "pharaoh/took"]
    assert [one["card"] for one in row] == ["census", "ferrymen", "ordination"]
    kinds = [event.kind for event in t.live.events if event.kind in ("pharaoh/took", "pharaoh/refilled")]
    assert kinds[-4:] == ["pharaoh/took", "pharaoh/took", "pharaoh/took", "pharaoh/refilled"]
    assert court(t).hand == {"amun": ["census", "ordination"], "isis": ["ferrymen"]}
    assert all(court(t).row)


def test_p_ex_3() -> None:
    """P-EX-3: a used card is removed: every other god loses 1 Devotion, ascending, and no card is taken."""
    t = bare("amun", "isis", "ra", palace_mode="ask")
    deal(t, "amun", "census", used=True)
    at(t, amun=2, isis=4, ra=4)
    face = list(court(t).row)
    runner = effects(t, "amun", "chamber law", manner="ask")
    say(runner, "amun", "law: denounce census")
    assert runner.over
    assert t.devotion == {"amun": 2, "isis": 3, "ra": 3}
    assert t.ladder == ["amun", "isis", "ra"]
    assert court(t).removed == ["census"]
    assert court(t).used["amun"] == court(t).hand["amun"] == []
    assert court(t).row == face


def test_p_ex_4() -> None:
    """P-EX-4, P-RUL-6: the Obelisk becomes a Sphinx under the same token, its tile goes back; then the Riddle."""
    t = bare("osiris", "ra")
    build(t, {"H5": "osiris obelisk"})
    seat_priests(t, war="osiris")
    ankhs, left = t.gods["osiris"].ankhs, t.supply["obelisk"]
    palace(t)
    assert (t.monuments["H5"].kind, t.monuments["H5"].owner) == ("sphinx", "osiris")
    assert (t.supply["sphinx"], t.supply["obelisk"], t.gods["osiris"].ankhs) == (4, left + 1, ankhs)
    kinds = [event.kind for event in t.live.events]
    assert kinds.index("pharaoh/sphinx") < kinds.index("pharaoh/drawn")
    assert len(told(t, "pharaoh/drawn")[0]["cards"]) == 2  # the new Sphinx counts already


def test_p_ex_5() -> None:
    """P-EX-5: for majorities Sphinxes are a kind of their own."""
    t = bare("isis", "ra")
    put(t, {"B4": "isis warrior", "B5": "ra warrior"})
    sphinx(t, "A3", side="isis")
    build(t, {"A5": "ra obelisk"})
    t.battle = Battle(token=t.tokens["A1"])
    run(t, Majorities())
    assert t.devotion == {"isis": 1, "ra": 1}
    gained = {row["seat"]: row["kinds"] for row in told(t, "devotion_gained")}
    assert gained == {"isis": ["sphinx"], "ra": ["obelisk"]}


def test_p_ex_6() -> None:
    """P-EX-6: a Sphinx with an own unit beside it serves Temple-Attuned."""
    t = bare("isis", "ra")
    put(t, {"B4": "isis warrior"})
    t.gods["isis"].powers = ["revered", "omnipresent", "temple_attuned"]
    assert side_strength(t, t.tokens["A1"], "isis") == 1
    sphinx(t, "A4", side="isis")
    assert "A4" in t.lay.adjacent["B4"]
    assert side_strength(t, t.tokens["A1"], "isis") == 1 + 2


def test_p_ex_7() -> None:
    """P-EX-7: one Policy with each of two actions, not a third; one in a turn of one action."""
    t = table("amun", "isis")
    clear(t)
    deal(t, "amun", "treasury_audit", "census", "temple_tithe")
    t.gods["isis"].followers = 3
    runner = run(t, Turn(seat="amun"))
    say(runner, "amun", "action: summon; policy: treasury audit; priest: none; summon: none; priest: none")
    assert asked(runner) == {"amun": "action"}  # census was not offered with the same action
    say(runner, "amun", "action: gain; policy: none; policy: temple tithe")
    assert court(t).used["amun"] == ["treasury_audit", "temple_tithe"]
    assert runner.over
    t = table("amun", "isis")
    deal(t, "amun", "treasury_audit", "census")
    t.gods["isis"].followers = 3
    runner = run(t, Turn(seat="amun"))
    say(runner, "amun", "action: unlock; policy: treasury audit; unlock: none")
    assert runner.over


def test_p_ex_8() -> None:
    """P-EX-8, P-POL-3: Cycle of Ma'at returns used Policies with used Battle cards."""
    t = bare("amun", "isis")
    deal(t, "amun", "census", "ferrymen", used=True)
    god = t.gods["amun"]
    god.hand, god.used = ["drought", "flood"], ["plague", "build", "chariots", "miracle", "cycle"]
    t.battle = Battle(token=1, sides=["amun"], cards={"amun": ["cycle"]})
    run(t, Wonders())
    assert god.used == []
    assert (court(t).used["amun"], court(t).hand["amun"]) == ([], ["census", "ferrymen"])


def test_p_ex_9() -> None:
    """P-EX-9, P-XERXES-2: in Xerxes' region nobody gains Devotion by winning, Drought or Miracle; Commanding pays."""
    t = bare("isis", "amun", pharaoh="xerxes", at="A2", conflict_mode="table")
    put(t, {"B4": "isis god", "B5": "isis warrior", "B6": "isis warrior", "C5": "amun warrior", "H8": "amun god"})
    t.gods["isis"].powers = ["commanding"]
    followers = t.gods["isis"].followers
    runner = fight(t, t.tokens["A1"])
    if "amun" in asked(runner) and asked(runner)["amun"] == "amun":
        say(runner, "amun", "amun: none")
    say(runner, "isis", "card: drought")
    say(runner, "amun", "card: miracle")
    assert t.devotion == {"isis": 0, "amun": 0}
    assert t.gods["isis"].followers == followers + 3
    assert {row["why"] for row in told(t, "devotion_cancelled")} == {"win", "miracle"}


def test_p_ex_10() -> None:
    """P-EX-10: Tutankhamun in the region of token 3 of 4: 3, 1, 2, 4; the tokens do not move."""
    t = table("amun", "isis", pharaoh="tutankhamun")
    t.tokens = dict(zip(sorted(t.tokens), (1, 2, 3, 4, 5), strict=False))
    third = next(anchor for anchor, token in t.tokens.items() if token == 3)
    court(t).at = next(place for place in t.lay.spaces[third] if t.is_empty(place))
    before = dict(t.tokens)
    order = t.book.order_of_regions(t)
    assert order == [3, *(token for token in sorted(t.tokens.values()) if token != 3)]
    assert t.tokens == before


def test_p_ex_11() -> None:
    """P-EX-11: after Tutankhamun's death no Priest enters the Throne Room."""
    t = bare("amun", "isis", pharaoh="tutankhamun")
    put(t, {"B4": "amun god"})
    seat_priests(t, war="amun", court="amun")
    court(t).at, court(t).dead = "", True
    runner = run(t, SummonAll(seat="amun"))
    assert "throne" not in options(runner, "amun")
    assert refused(runner, "amun", "priest: throne")[1] == "P-TUT-4"
    runner = run(t, MoveAll(seat="amun"))
    say(runner, "amun", "move: none")
    assert sorted(options(runner, "amun")) == ["court-law", "war-law"]
    assert refused(runner, "amun", "step: war-throne")[1] == "P-TUT-4"


def test_p_ex_12() -> None:
    """P-EX-12, P-AKH-1: Akhenaten's common pool of one figure: map or Palace, not both."""
    for first, units, inside in (("summon: warrior A4", 2, 0), ("priest: war; summon: none", 1, 1)):
        t = bare("amun", "isis", pharaoh="akhenaten")
        put(t, {"B4": "amun god"})
        t.out["amun warrior"] = t.gods["amun"].warriors - 1
        t.gods["amun"].warriors = 1
        runner = run(t, SummonAll(seat="amun"))
        if first.startswith("summon"):
            say(runner, "amun", "priest: none")
        for part in first.split("; "):
            if asked(runner):
                say(runner, "amun", part)
        assert runner.over
        assert len(t.units_of("amun")) == units
        assert sum(there.get("amun", 0) for there in court(t).chambers.values()) == inside
        assert t.gods["amun"].warriors == 0


def test_p_ex_13() -> None:
    """P-EX-13, P-MERGE-1, P-RUL-15: the lesser god's Priests and Policies are gone; both use the greater's cards."""
    t = table("isis", "amun", "ra")
    deal(t, "ra", "ferrymen")
    deal(t, "ra", "census", used=True)
    deal(t, "amun", "treasury_audit", "treasury_audit")
    deal(t, "amun", "ordination", used=True)
    t.gods["isis"].followers = 5
    at(t, ra=3, amun=5, isis=9)
    run(t, Merge())
    part = court(t)
    assert part.hand["ra"] == part.used["ra"] == []
    assert sorted(part.removed) == ["census", "ferrymen"]
    assert all("ra" not in there for there in part.chambers.values())
    assert part.priests["ra"] == 0
    assert TITLE.problems(t) == []
    for seat in ("amun", "ra"):
        runner = run(t, Turn(seat=seat))
        say(runner, seat, "action: gain")
        say(runner, seat, "policy: treasury audit")
        assert runner.over
    assert part.used["amun"] == ["ordination", "treasury_audit", "treasury_audit"]


def test_p_ex_14() -> None:
    """P-EX-14: four Priests in Law at Devotion 0: the last player, bottom of the stack, wins; the others stay."""
    t = table("amun", "isis", "ra", "osiris")
    palace(t)
    assert told(t, "pharaoh/chamber_won")[0]["seat"] == "osiris"
    assert court(t).chambers["law"] == {"amun": 1, "isis": 1, "ra": 1}


def test_p_ex_15() -> None:
    """P-EX-15: two Obelisks and a Sphinx: the God has strength 3; majorities count 2 Obelisks and 1 Sphinx."""
    t = bare("isis", "ra")
    put(t, {"B4": "isis god", "B5": "ra warrior"})
    t.gods["isis"].powers = ["revered", "omnipresent", "resplendent"]
    build(t, {"A3": "isis obelisk", "A5": "isis obelisk", "A6": "ra obelisk", "A7": "ra obelisk"})
    assert unit_strength(t, "B4") == 1
    sphinx(t, "B7", side="isis")
    assert unit_strength(t, "B4") == 3
    t.battle = Battle(token=t.tokens["A1"])
    run(t, Majorities())
    assert [row["kinds"] for row in told(t, "devotion_gained")] == [["sphinx"]]
