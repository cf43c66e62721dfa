"""What is hard to get right in the expansion, by name."""

from __future__ import annotations

import pytest

from pbem.titles.ankh import TITLE
from pbem.titles.ankh.conflict.killing import Killing
from pbem.titles.ankh.pharaoh.palace.palace import winner_of
from pbem.titles.ankh.pharaoh.part import court
from pbem.titles.ankh.pharaoh.verbs.gains import owner_of_most
from pbem.titles.ankh.phases.merge import Forget, Merge
from pbem.titles.ankh.phases.turn import Turn
from pbem.titles.ankh.rules.devotion import majorities
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.rules.strength import side_strength, unit_strength
from pbem.titles.ankh.state import Ankh, Conflict
from tests.titles.ankh.build import asked, at, build, put, run, say, told
from tests.titles.ankh.court import bare, clear, deal, effects, palace, seat_priests, settle, sphinx, table


def test_a_sphinx_is_all_three_but_for_majorities() -> None:
    """P-SPH-2, P-RUL-7, P-RUL-8: each counts for all three kinds at once, in majorities for none."""
    t = bare("isis", "ra")
    put(t, {"B4": "isis god"})
    t.gods["isis"].powers = ["revered", "omnipresent", "resplendent"]
    sphinx(t, "A3", "A5", side="isis")
    build(t, {"A6": "isis temple", "A7": "ra temple"})
    assert t.kinds_with("isis") == {"obelisk": 2, "temple": 3, "pyramid": 2}
    assert unit_strength(t, "B4") == 3
    assert majorities(t, t.tokens["A1"]) == {"sphinx": "isis"}


def test_law_decides_a_later_tie() -> None:
    """P-RUL-2: Isis leads Ra by one; the loss of both by Law turns nothing, a loss that stops at 0 does."""
    t = bare("amun", "isis", "ra", palace_mode="ask")
    at(t, ra=0, isis=1, amun=9)
    deal(t, "amun", "census")
    seat_priests(t, law="amun", throne="isis ra")
    assert winner_of(t, "throne") == "ra"
    runner = effects(t, "amun", "chamber law", manner="ask")
    say(runner, "amun", "law: denounce census")
    assert t.devotion["ra"] == t.devotion["isis"] == 0
    assert t.ladder == ["ra", "isis", "amun"]  # Isis came down on top
    t.shift("ra", 0)
    assert winner_of(t, "throne") == "isis"


def test_a_chamber_changes_the_tie_of_a_later_one() -> None:
    """P-RUL-2, P-PAL-6: in one Palace. Amun lies below Isis on one space and would win the Throne Room; Law, which he
    wins first, takes Isis below him."""
    for denounced, winner in ((False, "amun"), (True, "isis")):
        t = bare("amun", "isis", palace_mode="ask")
        at(t, amun=3, isis=3)
        assert t.ladder == ["amun", "isis"]
        deal(t, "amun", "census")
        seat_priests(t, law="amun", throne="amun isis")
        assert winner_of(t, "throne") == "amun"
        runner = palace(t)
        while asked(runner):
            seat, question = next(iter(runner.questions().items()))
            law = [key for key in question.options if key.startswith("denounce")] if denounced else []
            runner.give(seat, law[:1] or question.harmless())
        told_of = {row["chamber"]: row["seat"] for row in told(t, "pharaoh/chamber_won")}
        assert told_of == {"law": "amun", "throne": winner}


def test_xerxes_leaves_losses_alone() -> None:
    """P-RUL-11, A-GUARD-CAT-1: a Cat Mummy killed in his region costs its enemies Devotion."""
    t = bare("isis", "ra", pharaoh="xerxes", at="A2", conflict_mode="table", guardians="cat_mummy")
    put(t, {"B4": "isis god", "B5": "isis cat_mummy", "H8": "ra god"})
    at(t, ra=4, isis=4)
    t.conflict = Conflict(number=1, holder="isis", token=t.tokens["A1"])
    run(t, Killing(places=["B5"]))
    assert t.devotion == {"isis": 4, "ra": 3}


def test_a_policy_before_the_event_and_never_after() -> None:
    """P-RUL-10, P-DEC-4: the card comes after the action, and the event sees the new board; behind it none is asked."""
    t = table("amun", "isis", at="H8")
    deal(t, "amun", "royal_summons", "royal_progress")
    t.tracks["gain"] = steps_of(t, "gain") - 1
    runner = run(t, Turn(seat="amun"))
    say(runner, "amun", "action: gain; policy: none; policy: royal summons")
    before = [event.kind for event in t.live.events]
    assert "event" not in before
    end = next(key for key in runner.questions()["amun"].options if key.startswith("warrior"))
    say(runner, "amun", f"escort: {end}")
    settle(runner)
    kinds = [event.kind for event in t.live.events]
    assert kinds.index("pharaoh/escorted") < kinds.index("event")
    while asked(runner) and "control" in asked(runner).values():
        runner.give("amun", [runner.questions()["amun"].options[0]])
        settle(runner)
    assert "policy" not in asked(runner).values()


def test_hands_are_public() -> None:
    """P-POL-4, P-PBEM-4: everybody sees the same hands; the order of the deck nobody."""
    t = table("amun", "isis")
    deal(t, "amun", "census")
    views = [TITLE.view(t, seat).parts["pharaoh"].model_dump() for seat in ("amun", "isis", None)]  # type: ignore[attr-defined]
    assert views[0] == views[1] == views[2]
    assert views[0]["hands"]["amun"] == ["census"]
    assert views[0]["deck"] == len(court(t).deck)
    assert all(card not in str(views[0]["deck"]) for card in court(t).deck)


def test_priests_are_never_on_the_map() -> None:
    """P-PAL-1: they have no strength and make nobody a participant."""
    t = bare("amun", "isis")
    seat_priests(t, law="amun amun amun")
    assert t.units == {}
    assert side_strength(t, t.tokens["A1"], "amun") == 0


def test_tokens_of_ramesses() -> None:
    """P-RAMESSES-1: on the first four Conflicts."""
    t = table("amun", "isis", pharaoh="ramesses")
    assert court(t).tokens == [event.index for event in t.data.events if event.conflict in (1, 2, 3, 4)]


def test_a_figure_of_the_common_pool_is_what_its_place_makes_it() -> None:
    """P-RUL-14: on the map a Warrior that fights and dies, and goes back to the pool."""
    t = bare("anubis", "isis", pharaoh="akhenaten", conflict_mode="table")
    put(t, {"B4": "isis warrior", "H8": "anubis god", "B8": "isis god"})
    assert unit_strength(t, "B4") == 1
    before = TITLE.conserved(t)
    t.conflict = Conflict(number=1, holder="isis", token=t.tokens["A1"])
    runner = run(t, Killing(places=["B4"]))
    assert asked(runner) == {"anubis": "trap"}
    say(runner, "anubis", "trap: isis")
    assert (t.trapped, t.gods["isis"].warriors) == (["isis"], 8)
    assert TITLE.conserved(t) == before


def merged() -> Ankh:
    """Isis against Amun with Ra."""
    t = table("isis", "amun", "ra")
    at(t, ra=3, amun=5, isis=9)
    run(t, Merge())
    return t


def test_merged_gods_are_one_side() -> None:
    """P-RUL-31, P-MERGE-2: one loss by Law, no victim and no rival in the partner."""
    t = merged()
    deal(t, "isis", "census")
    t.gods["amun"].followers, t.gods["isis"].followers = 3, 0
    assert owner_of_most(t, "amun") is None
    assert owner_of_most(t, "isis") == "amun"
    before = t.devotion["amun"]
    runner = effects(t, "isis", "chamber law", manner="ask")
    say(runner, "isis", "law: denounce census")
    assert t.devotion["amun"] == before - 1
    assert [row["seat"] for row in told(t, "devotion_lost")] == ["amun"]


def test_merged_gods_have_one_card_a_seat_and_turn() -> None:
    """P-RUL-31, P-MERGE-2, P-POL-1: with two cards in the common hand a seat is asked for one in its turn."""
    t = merged()
    deal(t, "amun", "treasury_audit", "treasury_audit")
    t.gods["amun"].followers, t.gods["isis"].followers = 3, 4
    runner = run(t, Turn(seat="ra"))
    say(runner, "ra", "action: summon; policy: treasury audit")
    while asked(runner):
        question = runner.questions()["ra"]
        assert question.name != "policy"
        runner.give("ra", list(question.default or question.options[: question.low]))
    assert court(t).used["amun"] == ["treasury_audit"]


@pytest.mark.parametrize("scenario", ["middle-kingdom", "old-kingdom", "peoples-revolt"])
def test_forgotten_gods_win_no_chamber(scenario: str) -> None:
    """P-RUL-16 in every scenario: who is out has no Priest, and whoever came second wins in its place."""
    t = table("amun", "isis", "ra", scenario=scenario)
    clear(t)
    seat_priests(t, law="ra ra amun", court="ra")
    at(t, ra=3, amun=25, isis=26)
    run(t, Forget())
    assert t.forgotten == ["ra"]
    palace(t)
    assert [(row["seat"], row["chamber"]) for row in told(t, "pharaoh/chamber_won")] == [("amun", "law")]
