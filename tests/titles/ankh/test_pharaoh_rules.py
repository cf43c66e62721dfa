"""Rules of the expansion where they meet the base game: one table each, laid out so that a wrong reading shows."""

from __future__ import annotations

import pytest

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.actions.move import destinations
from pbem.titles.ankh.conflict.conflict import worship_everywhere
from pbem.titles.ankh.conflict.killing import protected
from pbem.titles.ankh.hooks import Reward, adjusted
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.pharaoh.actions import SummonAll, chambers_for
from pbem.titles.ankh.pharaoh.palace.palace import PalaceControl
from pbem.titles.ankh.pharaoh.part import court, draw_policies, his_region
from pbem.titles.ankh.pharaoh.policies import PolicyAction, usable
from pbem.titles.ankh.pharaoh.reign import EndOfConflict
from pbem.titles.ankh.pharaoh.verbs.gains import takes_part
from pbem.titles.ankh.pharaoh.verbs.things import infantry_steps, priest_steps
from pbem.titles.ankh.phases.merge import Merge
from tests.titles.ankh.build import asked, at, build, conflict, options, put, run, say, told
from tests.titles.ankh.court import bare, data, deal, effects, face_up, palace, seat_priests, sphinx, table

# -- the box -----------------------------------------------------------------------------------------------------------


def test_what_is_in_the_box() -> None:
    """P-COMP-1: Priests, Sphinxes, tokens, Pharaohs, cards, chambers and spaces as in the rulebook."""
    tables = data("pharaoh").boxes["pharaoh"]
    assert (tables.priests, tables.sphinxes, tables.slots, tables.tokens) == (3, 5, 3, 4)
    assert (len(tables.pharaohs), [one.no for one in tables.chambers.values()]) == (5, [1, 2, 3, 4])
    raw = TITLE.components(["pharaoh"])["pharaoh"]
    assert len(tables.deck()) == raw["counts"]["policy_cards"] == sum(row["copies"] for row in raw["policies"]["list"])


def deck_of(seed: int, pharaoh: str = "random") -> tuple[str, list[str]]:
    """The Pharaoh and the deck of a new game."""
    chosen = Options(first="amun", expansion="pharaoh", pharaoh=pharaoh)  # type: ignore[arg-type]
    live = TITLE.live(
        SeedChance(bytes([seed]) * 32, "test"), data("pharaoh"), chosen, frozenset(TITLE.fixes), ("pharaoh",)
    )
    t = TITLE.setup(["amun", "isis"], live)
    Run(t).advance()
    part = court(t)
    return part.ruler, part.deck


def test_the_deck_is_shuffled_by_the_seed() -> None:
    """P-SETUP-5: the same seed, the same deck and Pharaoh; another seed, another deck; in time every Pharaoh."""
    assert deck_of(1) == deck_of(1)
    assert deck_of(1)[1] != deck_of(2)[1]
    assert {deck_of(seed)[0] for seed in range(24)} == set(data("pharaoh").boxes["pharaoh"].pharaohs)


# -- the Pharaoh among units -------------------------------------------------------------------------------------------


def test_he_is_nobodys_enemy() -> None:
    """P-PHAR-2, P-RUL-3: he protects no unit of Isis, takes part in no Battle, pays nobody, is pushed by nobody."""
    t = table("isis", "ra", at="D3", guardians="satet")
    where = court(t).at
    assert where not in t.units
    beside = next(place for place in t.lay.adjacent[where] if t.open_to("isis", place))
    t.units.clear()
    put(t, {beside: "isis god"})
    assert protected(t, [beside]) == []
    assert t.sides_in(his_region(t)) == ["isis"]
    t.gods["ra"].powers = ["omnipresent"]
    followers = t.gods["ra"].followers
    worship_everywhere(t)
    assert t.gods["ra"].followers == followers
    other = next(place for place in t.lay.adjacent[where] if t.open_to("ra", place))
    put(t, {other: "ra satet"})
    assert where not in set(destinations(t, "ra", other, 3))
    assert beside in set(destinations(t, "ra", other, 3))


def test_infantry_is_passed_and_not_entered() -> None:
    """P-RUL-13: no unit, Monument, Pharaoh or Underworld token on its space; units go through."""
    t = bare("amun", "isis", pharaoh="ramesses", at="H8")
    put(t, {"B4": "amun god"})
    ring = [place for place in t.data.board.within("B4", 1)]
    free = set(destinations(t, "amun", "B4", 3))
    court(t).infantry = sorted(ring)
    assert set(destinations(t, "amun", "B4", 3)) == free - set(ring)
    assert not any(t.is_empty(place) or t.open_to("isis", place) for place in ring)


# -- Priests -----------------------------------------------------------------------------------------------------------


def test_any_number_of_priests() -> None:
    """P-PAL-1: a third Priest may join two in one chamber."""
    t = bare("amun", "isis")
    seat_priests(t, law="amun amun isis")
    assert chambers_for(t, "amun") == ["law", "war", "court", "throne"]


def test_the_priest_comes_before_or_after() -> None:
    """P-RUL-18: the player's choice; once in an action."""
    for lines in ("priest: war; summon: warrior A4", "priest: none; summon: warrior A4; priest: war"):
        t = bare("amun", "isis")
        put(t, {"B4": "amun god"})
        runner = run(t, SummonAll(seat="amun"))
        say(runner, "amun", lines)
        assert runner.over
        assert (court(t).chambers["war"], court(t).priests["amun"]) == ({"amun": 1}, 2)


# -- Policy cards ------------------------------------------------------------------------------------------------------


def test_recalled_decree_brings_nothing_else() -> None:
    """P-RUL-21: one Battle card; used Policies, itself among them, stay used."""
    t = bare("amun", "isis")
    god = t.gods["amun"]
    god.hand, god.used = god.hand[2:], god.hand[:2]
    deal(t, "amun", "census", used=True)
    deal(t, "amun", "recalled_decree")
    runner = run(t, PolicyAction(seat="amun", action="gain"))
    say(runner, "amun", f"policy: recalled decree; recall: {god.used[0]}")
    assert (len(god.used), court(t).used["amun"], court(t).hand["amun"]) == (1, ["census", "recalled_decree"], [])


def test_summons_by_cards_are_summons() -> None:
    """P-RUL-24: Palace Guard may ransom a Warrior, and Ra may make it Radiant; no Priest comes with it."""
    t = bare("ra", "anubis", at="C4")
    put(t, {"B4": "ra god"})
    t.gods["ra"].warriors, t.trapped, t.out["ra warrior"] = 0, ["ra"], 5
    t.gods["ra"].followers, t.gods["anubis"].followers = 2, 0
    deal(t, "ra", "palace_guard")
    runner = run(t, PolicyAction(seat="ra", action="summon"))
    say(runner, "ra", "priest: none; summon: none; priest: none; policy: palace guard")
    assert {key.split()[0] for key in options(runner, "ra")} == {"ransom"}
    say(runner, "ra", "summon: ransom C3; sun: yes")
    assert runner.over
    assert (t.units["C3"].sun, t.gods["ra"].followers, t.gods["anubis"].followers, t.trapped) == (True, 1, 1, [])
    assert court(t).priests["ra"] == 3


def test_swift_litters_move_one_unit() -> None:
    """P-RUL-23: it cannot be declined, moves one unit and no more; Satet may push."""
    t = bare("amun", "isis", guardians="satet")
    put(t, {"B4": "amun god", "B6": "amun satet", "A6": "isis warrior"})
    deal(t, "amun", "swift_litters")
    runner = run(t, PolicyAction(seat="amun", action="move"))
    say(runner, "amun", "move: none; policy: swift litters")
    assert runner.questions()["amun"].low == 1
    say(runner, "amun", "move: satet B6-A6")
    assert asked(runner) == {"amun": "push"}
    runner.give("amun", options(runner, "amun")[:1])
    assert runner.over
    assert t.units["A6"].kind == "satet"


def test_ferrymen_stay_on_land() -> None:
    """P-RUL-23: Ferrymen need both on land; Royal Summons takes Apep off the Water."""
    t = bare("amun", "isis", at="B5", guardians="apep")
    put(t, {"B4": "amun god", "C5": "amun apep"})
    deal(t, "amun", "ferrymen", "royal_summons")
    assert set(usable(t, "amun", "gain", "before")) == {"royal summons"}
    runner = run(t, PolicyAction(seat="amun", action="gain"))
    say(runner, "amun", "policy: royal summons")
    assert any(key.startswith("apep C5-") for key in options(runner, "amun"))
    put(t, {"B6": "amun warrior"})
    assert "ferrymen" in usable(t, "amun", "gain", "before")


def test_water_counts_for_every_region_it_touches() -> None:
    """P-RUL-29: for Grain Dole and for the Restorer; the Pharaoh has one region."""
    t = bare("amun", "isis", pharaoh="tutankhamun", at="H8", guardians="apep")
    water = next(place for place in t.data.board.water if len(t.tokens_at(place)) > 1)
    put(t, {water: "amun apep"})
    deal(t, "amun", "grain_dole")
    before, regions = t.gods["amun"].followers, t.tokens_at(water)
    runner = run(t, PolicyAction(seat="amun", action="gain"))
    say(runner, "amun", "policy: grain dole")
    assert t.gods["amun"].followers == before + len(regions)
    for token in t.tokens.values():
        court(t).at = t.lay.spaces[t.anchor_of(token)][0]
        assert takes_part(t) == (["amun"] if token in regions else [])


def test_one_sphinx_is_one_monument() -> None:
    """P-RUL-42: Census counts it once."""
    t = bare("amun", "isis")
    sphinx(t, "A4", side="amun")
    build(t, {"A5": "amun temple"})
    deal(t, "amun", "census")
    before = t.gods["amun"].followers
    run(t, PolicyAction(seat="amun", action="gain")).give("amun", ["census"])
    assert t.gods["amun"].followers == before + 2


# -- the Palace --------------------------------------------------------------------------------------------------------


def test_chambers_come_in_their_order() -> None:
    """P-PAL-5: 1, 2, 3, 4; one without a Priest is passed over."""
    t = bare("amun", "isis", pharaoh="xerxes")
    seat_priests(t, throne="amun", law="isis", court="isis")
    palace(t)
    assert [row["chamber"] for row in told(t, "pharaoh/chamber_won")] == ["law", "court", "throne"]


def test_a_win_in_the_palace_ends_everything() -> None:
    """P-RUL-27: the Riddle of Xerxes is one gain with Bountiful; at the top no chamber, card or token follows."""
    t = bare("isis", "amun", pharaoh="xerxes", at="A2")
    t.gods["isis"].powers = ["revered", "omnipresent", "resplendent", "obelisk_attuned", "bountiful"]
    sphinx(t, "H5", side="isis")
    effects(t, "isis", "riddle", manner="ask")
    assert t.devotion["isis"] == 1 + 1
    at(t, isis=t.data.top - 1)
    face_up(t, "census")
    seat_priests(t, war="isis", court="amun")
    row = list(court(t).row)
    palace(t)
    assert (t.over, t.winner) == (True, "isis")
    assert (court(t).row, court(t).hand["amun"], court(t).chambers["court"]) == (row, [], {"amun": 1})


def test_the_draft_looks_where_he_stands_after_the_palace() -> None:
    """P-RUL-36: the Throne Room's winner moves him first; then Infantry is placed in the region he came to."""
    t = bare("amun", "isis", pharaoh="ramesses", at="C3", palace_mode="ask")
    put(t, {"B4": "amun god"})
    seat_priests(t, throne="isis")
    end = next(place for place in t.data.board.within("C3", 3) if t.lay.anchor[place] != t.lay.anchor["C3"])
    t.event = 1
    runner = run(t, PalaceControl(seat="amun"))
    say(runner, "isis", "palace: ready")
    while "isis" in asked(runner):
        name = asked(runner)["isis"]
        runner.give("isis", [end] if name == "journey" else options(runner, "isis")[:1])
    assert court(t).at == end
    assert asked(runner) == {"amun": "draft"}
    assert {t.lay.anchor[place] for place in options(runner, "amun")} == {t.lay.anchor[end]}


def test_a_new_deck_is_shuffled() -> None:
    """P-RUL-28, P-POL-5: the discard pile in an order that nobody knows, and another one each time."""
    t = bare("isis", "amun")
    part = court(t)
    orders = []
    for _ in range(2):
        part.discard, part.deck = [*part.deck, *part.discard], []
        draw_policies(t, 0)
        (card,) = draw_policies(t, 1)
        orders.append([*part.deck, card])
        part.deck.append(card)
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    assert sorted(orders[0]) not in orders


# -- Pharaohs ----------------------------------------------------------------------------------------------------------


def test_beloved_adds_to_all_others() -> None:
    """P-AMENHOTEP-1: to Glorious, Drought and a Radiant unit."""
    rewards = []
    for place in ("A2", "H8"):
        t = bare("ra", "isis", at=place)
        put(t, {"B4": "ra god"}, sun=True)
        t.gods["ra"].powers = ["glorious"]
        prize = adjusted(t, "ra", "win", Reward(t.tokens["A1"], 5), ["drought"])
        rewards.append(prize.basic + prize.more)
    assert rewards[0] == rewards[1] + 1
    assert rewards[1] >= 3 + 1


def test_infantry_steps_over_no_river() -> None:
    """P-RUL-35: one adjacent step each, of different Infantry."""
    t = bare("amun", "isis", pharaoh="ramesses")
    place = next(
        one for one in t.data.board.land
        if any(other in t.lay.anchor and other not in t.lay.adjacent[one] for other in t.data.board.within(one, 1))
    )  # fmt: skip
    court(t).infantry = [place]
    assert {key.split("-")[1] for key in infantry_steps(t, [])} == {
        other for other in t.lay.adjacent[place] if other in t.lay.anchor and t.is_empty(other)
    }
    assert infantry_steps(t, [place]) == []


def test_nobody_is_put_into_a_closed_throne_room() -> None:
    """P-RUL-33: Ordination and Court Intrigue neither; a Priest may be taken out of it."""
    t = bare("amun", "isis", pharaoh="tutankhamun")
    seat_priests(t, throne="isis", war="isis")
    assert set(priest_steps(t)) == {"isis throne-war", "isis throne-court", "isis war-law", "isis war-throne"}
    court(t).at, court(t).dead = "", True
    assert set(priest_steps(t)) == {"isis throne-war", "isis throne-court", "isis war-law"}
    assert chambers_for(t, "amun") == ["law", "war", "court"]


@pytest.mark.parametrize("pharaoh", ["tutankhamun", "ramesses"])
def test_the_end_of_a_conflict_comes_last(pharaoh: str) -> None:
    """P-RUL-32: after the merge, so that a merged side counts once and may be the least; nothing once it is over."""
    t = bare("isis", "amun", "ra", pharaoh=pharaoh, at="A2", palace_mode="ask")
    put(t, {"B4": "isis god", "H5": "amun god", "B6": "ra god"})
    at(t, ra=3, amun=4, isis=9)
    runner = conflict(t, 3, "isis")
    for _ in range(60):
        if not asked(runner) or "expedition" in asked(runner).values():
            break
        seat, question = next(iter(runner.questions().items()))
        runner.give(seat, list(question.default) if question.default is not None else list(question.options[:1]))
    kinds = [event.kind for event in t.live.events]
    assert kinds.index("conflict_over") < kinds.index("merged") < kinds.index("pharaoh/ability")
    if pharaoh == "ramesses":
        assert set(asked(runner)) & {"amun", "ra"}  # the merged side is the least
    else:
        assert [row["seat"] for row in told(t, "followers_gained") if row["why"] == "ability restorer"] == ["isis"]
    t.over, t.event = True, court(t).tokens[0] if court(t).tokens else t.event
    before = len(t.live.events)
    assert run(t, EndOfConflict()).over
    assert len(t.live.events) == before


def test_figures_of_the_common_pool_leave_together() -> None:
    """P-RUL-14: at the merge all nine of the lesser god's leave the game, wherever they are."""
    t = bare("isis", "amun", "ra", pharaoh="akhenaten")
    put(t, {"B4": "isis god", "H5": "amun god", "B6": "ra god", "B7": "ra warrior"})
    seat_priests(t, war="ra ra")
    at(t, ra=3, amun=4, isis=9)
    before = dict(TITLE.conserved(t))
    run(t, Merge())
    assert (t.out["ra warrior"], "ra priest" in t.out, court(t).chambers["war"]) == (9, False, {})
    assert dict(TITLE.conserved(t)) == before
    assert TITLE.problems(t) == []


def test_the_riddle_of_akhenaten_by_default() -> None:
    """P-DEC-13: without an order nothing is summoned."""
    t = bare("amun", "isis", pharaoh="akhenaten")
    sphinx(t, "A3", side="amun")
    seat_priests(t, war="amun")
    palace(t)
    assert told(t, "pharaoh/chamber_won")
    assert t.units == {}
