"""Palace, Priests, Sphinxes, Riddles and the five Pharaohs, rule by rule (P-PAL, P-SPH, P-RUL)."""

from __future__ import annotations

import pytest

from pbem.titles.ankh import TITLE
from pbem.titles.ankh.actions.gain import Gain
from pbem.titles.ankh.actions.summon import Summon
from pbem.titles.ankh.conflict.battle import build_options, relocations
from pbem.titles.ankh.conflict.conflict import ConflictEvent
from pbem.titles.ankh.conflict.resolution import Dominance, Worship, gates
from pbem.titles.ankh.events.control import eligible
from pbem.titles.ankh.pharaoh.actions import MoveAll, SummonAll
from pbem.titles.ankh.pharaoh.palace.palace import PalaceControl, winner_of
from pbem.titles.ankh.pharaoh.part import court, his_region
from pbem.titles.ankh.pharaoh.reign import EndOfConflict, PlacePharaoh
from pbem.titles.ankh.pharaoh.verbs.things import draft_spaces, replaceable, targets
from pbem.titles.ankh.phases.merge import Forget
from pbem.titles.ankh.rules.devotion import award
from pbem.titles.ankh.rules.strength import unit_strength
from pbem.titles.ankh.state import Battle, Conflict
from tests.titles.ankh.build import asked, at, build, options, put, refused, run, say, told
from tests.titles.ankh.court import bare, deal, effects, face_up, palace, seat_priests, settle, sphinx, table

# -- set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pharaoh", ["ramesses", "xerxes", "amenhotep", "tutankhamun", "akhenaten", "random"])
@pytest.mark.parametrize("gods", [("amun", "isis"), ("ra", "isis", "amun", "osiris", "anubis")])
def test_set_up(pharaoh: str, gods: tuple[str, ...]) -> None:
    """P-SETUP-1 to P-SETUP-4, P-RUL-34: deck, row, Priests, Sphinxes, a space for the Pharaoh."""
    t = table(*gods, pharaoh=pharaoh)
    part = court(t)
    every = len(t.data.boxes["pharaoh"].deck())
    assert (len(part.deck), len([card for card in part.row if card])) == (every - 3, 3)
    assert part.chambers["law"] == dict.fromkeys(gods, 1)
    common = part.ruler == "akhenaten"
    assert part.priests == dict.fromkeys(gods, 0 if common else 2)
    assert t.supply["sphinx"] == 5
    assert part.at
    assert TITLE.problems(t) == []


@pytest.mark.parametrize(("pharaoh", "who"), [("amenhotep", "ra"), ("xerxes", "amun")])
def test_who_places_the_pharaoh(pharaoh: str, who: str) -> None:
    """P-SETUP-4, P-XERXES-1, P-DEC-1: the last player, Xerxes the first; any empty space that is not Water."""
    t = bare("amun", "isis", "ra", pharaoh=pharaoh)
    build(t, {"A3": "temple"})
    court(t).at = ""
    runner = run(t, PlacePharaoh())
    assert asked(runner) == {who: "pharaoh"}
    assert set(options(runner, who)) == set(t.data.board.land) - {"A3"}
    assert refused(runner, who, "pharaoh: C5")[1] == "P-SETUP-4"


# -- Priests -----------------------------------------------------------------------------------------------------------


def test_a_priest_comes_with_a_summon() -> None:
    """P-PAL-2, P-RUL-17, P-RUL-19, P-DEC-2: mandatory with a unit, free without, none without a Priest in the pool."""
    t = bare("amun", "isis")
    put(t, {"B4": "amun god"})
    runner = run(t, SummonAll(seat="amun"))
    say(runner, "amun", "priest: none; summon: warrior A4")
    assert (asked(runner), runner.questions()["amun"].low) == ({"amun": "priest"}, 1)
    assert options(runner, "amun") == ["law", "war", "court", "throne"]
    say(runner, "amun", "priest: 3")
    assert court(t).chambers["court"] == {"amun": 1}
    runner = run(t, SummonAll(seat="amun"))
    say(runner, "amun", "priest: none; summon: none")
    assert runner.questions()["amun"].low == 0
    court(t).priests["amun"], court(t).chambers["war"] = 0, {"amun": 2}
    runner = run(t, SummonAll(seat="amun"))
    say(runner, "amun", "summon: warrior A5")
    assert runner.over


def test_a_priest_without_a_unit() -> None:
    """P-RUL-17: whoever has no unit to summon may still place the Priest."""
    t = bare("amun", "isis")
    put(t, {"B4": "amun god"})
    t.out["amun warrior"], t.gods["amun"].warriors = 6, 0
    runner = run(t, SummonAll(seat="amun"))
    assert (asked(runner), runner.questions()["amun"].low) == ({"amun": "priest"}, 0)


def test_priests_step_once() -> None:
    """P-PAL-3, P-PAL-4, P-RUL-30, P-DEC-3: each Priest may step to an adjacent chamber; who arrived cannot go on."""
    t = bare("amun", "isis")
    put(t, {"B4": "amun god"})
    seat_priests(t, law="amun amun", throne="amun isis")
    runner = run(t, MoveAll(seat="amun"))
    say(runner, "amun", "move: none")
    assert options(runner, "amun") == ["law-war", "law-court", "throne-war", "throne-court"]
    assert runner.questions()["amun"].low == 0
    assert refused(runner, "amun", "step: law-throne")[1] == "P-PAL-4"
    say(runner, "amun", "step: law-war; step: throne-war")
    assert options(runner, "amun") == ["law-war", "law-court"]
    assert refused(runner, "amun", "step: war-law")[1] == "P-RUL-30"
    say(runner, "amun", "step: law-court")
    assert runner.over
    assert court(t).chambers == {"law": {}, "war": {"amun": 2}, "court": {"amun": 1}, "throne": {"isis": 1}}


# -- chambers ----------------------------------------------------------------------------------------------------------


def test_the_palace_comes_with_every_control_event() -> None:
    """P-PAL-5, P-RUL-1: also with one that has no effect."""
    t = bare("amun", "isis")
    put(t, {"B4": "amun god"})
    seat_priests(t, court="isis")
    t.event = 1
    followers = t.gods["isis"].followers
    settle(run(t, PalaceControl(seat="amun")))
    assert told(t, "no_monument")
    assert t.gods["isis"].followers == followers + 2


def test_ties_go_to_the_least_devotion_at_that_moment() -> None:
    """P-PAL-6, P-RUL-2: what Law did before decides a later tie."""
    t = bare("amun", "isis", "ra", palace_mode="ask")
    at(t, isis=3, ra=4, amun=9)
    t.shift("isis", 3)
    seat_priests(t, law="amun", court="isis ra")
    deal(t, "amun", "census")
    assert winner_of(t, "court") == "isis"
    t.shift("ra", 3)  # on top of Isis
    assert winner_of(t, "court") == "isis"
    t.shift("isis", 3)
    assert winner_of(t, "court") == "ra"
    runner = effects(t, "amun", "chamber law", manner="ask")
    say(runner, "amun", "law: denounce census")
    assert t.devotion["isis"] == t.devotion["ra"] == 2
    assert winner_of(t, "court") == "ra"


def test_law() -> None:
    """P-LAW-1, P-RUL-4, P-RUL-38, P-DEC-5, P-DEC-14: take or denounce, an own card only; which copy; one must be, but
    without a face-up card nothing is forced."""
    t = bare("amun", "isis")
    face_up(t, "census", "ferrymen", "census")
    deal(t, "amun", "ordination")
    deal(t, "amun", "ordination", used=True)
    runner = effects(t, "amun", "chamber law", manner="ask")
    assert options(runner, "amun") == [
        "take census", "take ferrymen", "denounce ordination used", "denounce ordination hand",
    ]  # fmt: skip
    assert runner.questions()["amun"].low == 1
    at(t, isis=4)
    say(runner, "amun", "law: denounce ordination")
    assert (court(t).hand["amun"], court(t).used["amun"], t.devotion["isis"]) == (["ordination"], [], 3)
    court(t).deck += court(t).row
    court(t).row = ["", "", ""]
    runner = effects(t, "amun", "chamber law", manner="ask")
    assert runner.questions()["amun"].low == 0
    say(runner, "amun", "law: none")
    assert court(t).hand["amun"] == ["ordination"]
    court(t).hand["amun"] = []
    court(t).removed.append("ordination")
    assert effects(t, "amun", "chamber law", manner="ask").over


def test_war() -> None:
    """P-WAR-1, P-RUL-26, P-RUL-41, P-DEC-6, P-DEC-7: an own Monument that is no Sphinx must be replaced; then the
    Riddle, which may be declined."""
    t = bare("amun", "isis", pharaoh="tutankhamun", palace_mode="ask")
    build(t, {"A3": "amun temple", "A5": "amun obelisk", "A6": "isis temple"})
    sphinx(t, "A7", side="amun")
    court(t).on_card = 2
    followers = t.gods["amun"].followers
    runner = effects(t, "amun", "chamber war", manner="ask")
    assert (sorted(options(runner, "amun")), runner.questions()["amun"].low) == (["A3", "A5"], 1)
    assert refused(runner, "amun", "sphinx: A7")[1] == "P-RUL-26"
    assert refused(runner, "amun", "sphinx: A6")[1] == "P-WAR-1"
    say(runner, "amun", "sphinx: A5; riddle: no")
    assert (t.monuments["A5"].kind, t.monuments["A5"].owner, t.gods["amun"].followers) == ("sphinx", "amun", followers)
    t.supply["sphinx"], t.out["sphinx"] = 0, 3
    runner = effects(t, "amun", "chamber war", manner="ask")
    assert asked(runner) == {"amun": "riddle"}  # without a Sphinx in the supply the Riddle is still resolved
    say(runner, "amun", "riddle: yes")
    assert t.gods["amun"].followers == followers + 2 * 2


def test_court() -> None:
    """P-COURT-1, P-DEC-8: a remaining card and 2 Followers, also where no card is left."""
    t = bare("amun", "isis")
    face_up(t, "census")
    runner = effects(t, "amun", "chamber court", manner="ask")
    assert (court(t).hand["amun"], t.gods["amun"].followers, runner.over) == (["census"], 3, True)
    effects(t, "amun", "chamber court", manner="ask")
    assert (court(t).hand["amun"], t.gods["amun"].followers) == (["census"], 5)


def test_throne() -> None:
    """P-THRONE-1, P-PHAR-3, P-DEC-9: a card, and he may move up to three spaces to an empty one that is not Water."""
    t = bare("amun", "isis", at="B4")
    face_up(t, "census")
    put(t, {"B5": "amun god"})
    build(t, {"A4": "temple"})
    runner = effects(t, "amun", "chamber throne", manner="ask")
    near = {place for place in t.data.board.land if 0 < t.data.board.distance("B4", place) <= 3}
    assert (set(options(runner, "amun")), runner.questions()["amun"].low) == (near - {"B5", "A4"}, 0)
    assert refused(runner, "amun", "journey: C5")[1] == "P-PHAR-3"
    assert refused(runner, "amun", "journey: H8")[1] == "P-PHAR-3"
    say(runner, "amun", "journey: D4")
    assert (court(t).at, court(t).hand["amun"]) == ("D4", ["census"])


def test_no_refill_before_the_last_chamber() -> None:
    """P-PAL-8, P-RUL-5, P-RUL-28: cards not taken stay, empty spaces are filled from the left."""
    t = bare("amun", "isis")
    face_up(t, "census", "ferrymen", "ordination")
    seat_priests(t, law="amun", court="isis")
    top = court(t).deck[-1], court(t).deck[-2]
    palace(t)
    assert court(t).row == [*top, "ordination"]


def test_defaults_of_nobody_asked() -> None:
    """P-PBEM-2: leftmost card, Pharaoh stays; the Monument in the region with most own ones, then token, then name."""
    t = bare("amun", "isis")
    build(t, {"H5": "amun temple", "A6": "amun temple", "A3": "amun obelisk", "A5": "isis temple"})
    assert replaceable(t, "amun") == ["A3", "A6", "H5"]
    face_up(t, "census", "ferrymen")
    seat_priests(t, throne="amun", war="amun")
    where = court(t).at
    palace(t)
    assert (court(t).hand["amun"][-1], court(t).at, t.monuments["A3"].kind) == ("census", where, "sphinx")


# -- Sphinxes ----------------------------------------------------------------------------------------------------------


def test_a_sphinx_serves_every_attunement() -> None:
    """P-SPH-1, P-SPH-3, P-RUL-9, P-RUL-42: relocation, one more summon; one Monument for Gain; never built."""
    t = bare("amun", "isis")
    put(t, {"B4": "amun god", "H6": "amun warrior"})
    sphinx(t, "A4", side="amun")
    t.gods["amun"].powers = ["revered", "omnipresent", "obelisk_attuned", "pyramid_attuned"]
    t.battle = Battle(token=t.tokens["A1"])
    assert any(key.endswith("-A3") for key in relocations(t, "amun", []))
    assert Summon(seat="amun").permissions(t, "amun") == ["regular", "A4"]
    before = t.gods["amun"].followers = 5
    assert {key.split()[0] for key in build_options(t, "amun")} == {"obelisk", "temple", "pyramid"}
    run(t, Gain(seat="amun"))
    assert t.gods["amun"].followers == before + 1 + 1  # Revered


def test_a_sphinx_changes_hands_and_goes_back() -> None:
    """P-SPH-4: taken like any Monument; destroyed it is in the supply again."""
    t = bare("amun", "isis")
    put(t, {"B4": "amun god"})
    sphinx(t, "A4", side="isis")
    assert eligible(t, "amun") == ["A4"]
    t.destroy("A4")
    assert t.supply["sphinx"] == 5


# -- the Pharaoh on the map --------------------------------------------------------------------------------------------


def test_the_pharaoh_is_nobodys_unit() -> None:
    """P-PHAR-1, P-PHAR-2, P-RUL-3, P-RUL-25: he fills his space, makes nobody a participant; Underworld is open."""
    t = bare("osiris", "isis", at="A3")
    put(t, {"B4": "isis god", "H5": "osiris god"})
    assert not t.is_empty("A3")
    assert not t.open_to("isis", "A3")
    assert t.sides_in(t.tokens["A1"]) == ["isis"]
    t.underworld = ["A4"]
    assert "A4" in targets(t, 3)
    court(t).at = "A4"
    t.battle = Battle(token=t.tokens["A1"])
    assert "A4" not in gates(t, "osiris")
    assert TITLE.problems(t) == []


# -- Ramesses ----------------------------------------------------------------------------------------------------------


def test_ramesses_drafts() -> None:
    """P-RAMESSES-2, P-RUL-13, P-RUL-25, P-DEC-10: by who triggered, in the Pharaoh's region; not optional."""
    t = bare("osiris", "isis", pharaoh="ramesses", at="A3")
    put(t, {"B4": "osiris god"})
    t.underworld, t.event = ["A4"], 1
    runner = settle(run(t, PalaceControl(seat="osiris")))
    assert asked(runner) == {"osiris": "draft"}
    assert runner.questions()["osiris"].low == 1
    assert set(options(runner, "osiris")) == set(t.lay.spaces["A1"]) - {"A3", "A4", "B4"}
    assert refused(runner, "osiris", "draft: H8")[1] == "P-RAMESSES-2"
    say(runner, "osiris", "draft: A5")
    assert court(t).infantry == ["A5"]
    t.battle = Battle(token=t.tokens["A1"])
    assert "A5" not in gates(t, "osiris")
    assert "A5" not in draft_spaces(t)
    assert not t.open_to("osiris", "A5")


def test_infantry_takes_strength() -> None:
    """P-RAMESSES-3, P-RUL-40: of every unit beside it, on Water in all its Battles, Gods with their bonuses."""
    t = bare("amun", "isis", pharaoh="ramesses", guardians="apep")
    put(t, {"B4": "amun god", "B6": "isis warrior", "A8": "isis warrior", "C5": "isis apep"})
    assert [unit_strength(t, place) for place in ("B4", "B6", "A8", "C5")] == [1, 1, 1, 1]
    court(t).infantry = ["B5"]
    assert [unit_strength(t, place) for place in ("B4", "B6", "A8", "C5")] == [0, 0, 1, 0]


def test_ramesses_leads_the_expedition() -> None:
    """P-RAMESSES-4, P-DEC-11: all Infantry goes, the least god may move the Pharaoh, the token leaves the game."""
    t = bare("amun", "isis", pharaoh="ramesses", palace_mode="ask")
    at(t, amun=3, isis=5)
    court(t).infantry = ["B5", "H5"]
    t.event = court(t).tokens[0]
    runner = run(t, EndOfConflict())
    assert asked(runner) == {"amun": "expedition"}
    assert len(options(runner, "amun")) == len(t.data.board.land) - 1
    assert runner.questions()["amun"].low == 0
    say(runner, "amun", "expedition: A1")
    assert (court(t).infantry, court(t).at, len(court(t).tokens)) == ([], "A1", 3)
    assert t.out["pharaoh token"] == 1
    assert run(t, EndOfConflict()).over  # no token, nothing
    assert court(t).at == "A1"


def test_riddle_of_ramesses() -> None:
    """P-RAMESSES-5, P-RUL-35: Followers for Sphinxes; as many different Infantry may step."""
    t = bare("amun", "isis", pharaoh="ramesses")
    sphinx(t, "A7", "A8", side="amun")
    court(t).infantry = ["B4", "C3", "H5"]
    runner = effects(t, "amun", "riddle", manner="ask")
    assert t.gods["amun"].followers == 1 + 2
    say(runner, "amun", "infantry: B4-B5")
    assert not any(key.startswith("B5-") for key in options(runner, "amun"))
    say(runner, "amun", "infantry: C3-B3")
    assert runner.over
    assert court(t).infantry == ["B3", "B5", "H5"]


# -- Xerxes ------------------------------------------------------------------------------------------------------------


def test_xerxes_cancels_gains_only() -> None:
    """P-XERXES-2, P-RUL-11: gains in his region, not losses, not Followers, not gains made in no region."""
    t = bare("isis", "amun", pharaoh="xerxes", at="A2")
    put(t, {"B4": "isis god", "H5": "amun god"})
    build(t, {"A3": "isis temple"})
    here, there = t.tokens["A1"], his_region(t)
    assert here == there
    run(t, Dominance(token=here))
    assert t.devotion["isis"] == 0
    assert award(t, "isis", 2, "magnanimous", here) == 0
    assert award(t, "isis", 1, "great_works") == 1
    assert t.lose_devotion("isis", 1) == 1
    court(t).at = "H8"
    run(t, Dominance(token=here))
    assert t.devotion["isis"] == 2


def test_worshipful_is_not_offered_to_xerxes() -> None:
    """P-RUL-11"""
    for place, offered in (("A2", False), ("H8", True)):
        t = bare("isis", "amun", pharaoh="xerxes", at=place, conflict_mode="table")
        put(t, {"B4": "isis god"})
        t.gods["isis"].powers, t.gods["isis"].followers = ["worshipful"], 5
        t.battle = Battle(token=t.tokens["A1"], sides=["isis"], cards={"isis": ["flood"]})
        t.conflict = Conflict(number=1, holder="isis", token=t.tokens["A1"])
        assert bool(asked(run(t, Worship()))) == offered


def test_riddle_of_xerxes() -> None:
    """P-XERXES-3: 1 Devotion for each own Sphinx outside his region, at most 3, in one gain."""
    t = bare("isis", "amun", pharaoh="xerxes", at="A2")
    sphinx(t, "A4", "H5", "H6", "H4", "G5", side="isis")
    effects(t, "isis", "riddle", manner="ask")
    assert t.devotion["isis"] == 3
    assert len(told(t, "devotion_gained")) == 1


# -- Amenhotep ---------------------------------------------------------------------------------------------------------


def test_amenhotep_adds_to_rewards() -> None:
    """P-AMENHOTEP-1: dominance in his region brings 1 more."""
    for place, wanted in (("A2", 2), ("H8", 1)):
        t = bare("isis", "amun", at=place)
        put(t, {"B4": "isis god"})
        run(t, Dominance(token=t.tokens["A1"]))
        assert t.devotion["isis"] == wanted


def test_riddle_of_amenhotep() -> None:
    """P-AMENHOTEP-2, P-PBEM-3, P-RUL-28, P-SPH-5: one card and one for each Sphinx; one is kept."""
    t = bare("isis", "amun")
    sphinx(t, "A4", "A5", side="isis")
    top = court(t).deck[-3:][::-1]
    runner = effects(t, "isis", "riddle", manner="ask")
    assert court(t).drawn == top
    say(runner, "isis", f"drawn: {top[1].replace('_', ' ')}")
    assert (court(t).hand["isis"], court(t).drawn) == ([top[1]], [])
    assert sorted(court(t).discard) == sorted([top[0], top[2]])


def test_a_deck_that_ran_dry() -> None:
    """P-POL-5, P-RUL-28: the discard pile becomes the deck; cards just drawn are not in it; fewer are revealed."""
    t = bare("isis", "amun")
    sphinx(t, "A4", "A5", side="isis")
    part = court(t)
    part.removed, part.deck = part.deck[:-2], part.deck[-2:]
    part.discard, part.deck = part.deck[:1], part.deck[1:]
    runner = effects(t, "isis", "riddle", manner="ask")
    assert len(part.drawn) == 2
    assert told(t, "pharaoh/reshuffled") == [{"seat": None, "cards": 1}]
    runner.give("isis", [options(runner, "isis")[0]])
    assert len(part.discard) + len(part.hand["isis"]) == 2


# -- Tutankhamun -------------------------------------------------------------------------------------------------------


def test_tutankhamun_restores_and_dies() -> None:
    """P-TUT-1, P-TUT-3, P-TUT-4, P-TUT-5, P-RUL-33: tokens to his card, Followers; then death; Priests there stay."""
    t = bare("isis", "amun", pharaoh="tutankhamun", at="A2")
    put(t, {"B4": "isis god", "H5": "amun god"})
    part = court(t)
    events = {event.conflict: event.index for event in t.data.events if event.conflict}
    assert (part.tokens, part.death) == ([events[n] for n in (1, 2, 3)], events[4])
    for number, wanted in ((1, 1), (2, 3), (3, 6)):
        t.event = events[number]
        run(t, EndOfConflict())
        assert (part.on_card, t.gods["isis"].followers - 1) == (number, wanted)
    assert t.gods["amun"].followers == 1
    part.on_card = 1
    seat_priests(t, throne="isis")
    t.event = events[4]
    run(t, EndOfConflict())
    assert (part.dead, part.at) == (True, "")
    sphinx(t, "A4", "A5", side="isis")
    followers = t.gods["isis"].followers
    effects(t, "isis", "riddle", manner="ask")
    assert t.gods["isis"].followers == followers + 2 * 3
    palace(t)
    assert len(part.hand["isis"]) == 1  # the Throne Room gives only the card
    assert t.book.order_of_regions(t) == sorted(t.tokens.values())
    assert TITLE.problems(t) == []


def test_his_region_comes_first_in_a_conflict() -> None:
    """P-TUT-2, P-RUL-12"""
    t = table("amun", "isis", pharaoh="tutankhamun")
    last = max(t.tokens.values())
    court(t).at = next(place for place in t.lay.spaces[t.anchor_of(last)] if t.is_empty(place))
    t.event = 4
    runner = run(t, ConflictEvent(seat="amun"))
    for _ in range(60):
        if not asked(runner):
            break
        seat, question = next(iter(runner.questions().items()))
        runner.give(seat, list(question.default) if question.default is not None else list(question.options[:1]))
    kinds = ("battle_began", "dominated", "region_skipped")
    order = [event.data["token"] for event in t.live.events if event.kind in kinds]
    assert order == [last, *(token for token in sorted(t.tokens.values()) if token != last)]


# -- Akhenaten ---------------------------------------------------------------------------------------------------------


def test_akhenaten_has_one_pool() -> None:
    """P-AKH-1, P-RUL-34: nine figures; Priests come from it and go back to it."""
    t = bare("amun", "isis", pharaoh="akhenaten")
    put(t, {"B4": "amun god"})
    assert t.gods["amun"].warriors == 9
    seat_priests(t, court="amun amun")
    palace(t)
    assert t.gods["amun"].warriors == 9
    conserved = TITLE.conserved(t)
    runner = run(t, SummonAll(seat="amun"))
    say(runner, "amun", "priest: war; summon: warrior A4")
    assert TITLE.conserved(t) == conserved


def test_they_flock_to_him() -> None:
    """P-AKH-2, P-DEC-12: with a Summon one more unit in the Pharaoh's region; Apep also on its Water."""
    t = bare("amun", "isis", pharaoh="akhenaten", at="H8", guardians="apep")
    put(t, {"B4": "amun god"})
    t.gods["amun"].guardians = ["apep"]
    t.guardians["apep"] -= 1
    found = Summon(seat="amun").options(t, "amun")
    assert found["warrior H5"] == ["flock"]
    assert found["warrior A4"] == ["regular"]
    assert "warrior E2" not in found
    assert found["apep J6"] == ["regular", "flock"]
    court(t).at = "A3"
    assert set(Summon(seat="amun").options(t, "amun")["warrior A4"]) == {"regular", "flock"}


def test_riddle_of_akhenaten() -> None:
    """P-AKH-3, P-RUL-34: for each own Sphinx one unit beside it; Priests won back may be summoned."""
    t = bare("amun", "isis", pharaoh="akhenaten")
    sphinx(t, "A3", "H5", side="amun")
    put(t, {"B8": "amun god"})
    t.out["amun warrior"], t.gods["amun"].warriors = 8, 1
    runner = effects(t, "amun", "riddle", manner="ask")
    assert {key.split()[1] for key in options(runner, "amun")} == {
        place for home in ("A3", "H5") for place in t.lay.adjacent[home] if t.open_to("amun", place)
    }
    say(runner, "amun", "flock: warrior A4")
    assert runner.over
    t.gods["amun"].warriors, t.out["amun warrior"] = 2, 6
    runner = effects(t, "amun", "riddle", manner="ask")
    say(runner, "amun", "flock: warrior H4")
    assert not any(key.endswith(" H6") for key in options(runner, "amun"))


# -- gods that leave ---------------------------------------------------------------------------------------------------


def test_forgotten_gods_leave_the_palace() -> None:
    """P-RUL-16: Priests leave the chambers, Policies the game; Sphinxes are destroyed."""
    t = bare("amun", "osiris", "isis")
    put(t, {"B4": "amun god", "B5": "osiris god", "B6": "isis god"})
    seat_priests(t, war="amun amun")
    deal(t, "amun", "census")
    sphinx(t, "A3", side="amun")
    at(t, amun=20, osiris=22, isis=24)
    run(t, Forget())
    part = court(t)
    assert (part.chambers["war"], part.priests["amun"], part.hand["amun"]) == ({}, 0, [])
    assert (part.removed, t.supply["sphinx"]) == (["census"], 5)
    assert TITLE.problems(t) == []
