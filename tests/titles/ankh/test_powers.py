"""The twelve powers and the five gods: a row for each that fails when its effect is taken away (A-POW, A-GOD)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.core.interpreter import Run
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.actions.gain import Gain
from pbem.titles.ankh.actions.move import Move
from pbem.titles.ankh.actions.summon import Summon
from pbem.titles.ankh.conflict.conflict import worship_everywhere
from pbem.titles.ankh.conflict.resolution import Dominance
from pbem.titles.ankh.rules.strength import side_strength, unit_strength
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import asked, at, bare, build, fight, options, put, refused, run, say, told

WEST = 1
EAST = 3
LEVEL_1 = ["commanding", "omnipresent"]
LEVEL_2 = [*LEVEL_1, "resplendent", "temple_attuned"]


def powers(t: Ankh, side: str, power: str) -> None:
    """A power with others below it that change nothing here."""
    level = t.data.powers[power].level
    fillers = {1: [], 2: ["inspiring", "revered"], 3: ["inspiring", "revered", "obelisk_attuned", "pyramid_attuned"]}
    t.gods[side].powers = [*fillers[level], power]


def duel(power: str = "", cards: tuple[str, str] = ("chariots", "cycle"), mine: int = 2, theirs: int = 2) -> Ankh:
    """Ra against Isis, Ra with a power; played to the end with defaults."""
    t = bare("ra", "isis", conflict_mode="table")
    t.suns = 0
    if power:
        powers(t, "ra", power)
    put(t, dict(zip(["B3", "A3", "A4", "B2"], ["ra god", *["ra warrior"] * 3], strict=True)))
    put(t, dict(zip(["B8", "C8", "C9", "D8"], ["isis god", *["isis warrior"] * 3], strict=True)))
    for place in ["A3", "A4", "B2"][mine - 1 :] + ["C8", "C9", "D8"][theirs - 1 :]:
        t.to_pool(t.units.pop(place))
    settle(fight(t, WEST, holder="isis"), {"ra card": cards[0], "isis card": cards[1]})
    return t


def settle(runner: Run, answers: dict[str, str]) -> None:
    """Answer what is named, everything else by default."""
    while not runner.over:
        seat, question = next(iter(runner.questions().items()))
        said = answers.get(f"{seat} {question.name}")
        runner.give(seat, [said] if said in question.options else question.harmless())


def gained(t: Ankh, side: str, why: str) -> int:
    return sum(row["n"] for row in told(t, "devotion_gained") if (row["seat"], row["why"]) == (side, why))


# -- powers ------------------------------------------------------------------------------------------------------------


def commanding(power: str) -> int:
    return duel(power).gods["ra"].followers


def inspiring(power: str) -> int:
    t = bare("ra", "isis", conflict_mode="table")
    t.suns = 0
    t.gods["ra"].powers = [power] if power else []
    put(t, {"B3": "ra god", "B8": "isis god"})
    t.gods["ra"].followers = 0
    settle(fight(t, WEST), {"ra card": "build", "isis card": "cycle", "ra build": "temple A5"})
    return len(t.monuments_of("ra"))


def omnipresent(power: str) -> int:
    t = bare("ra", "isis")
    t.gods["ra"].powers = [power] if power else []
    put(t, {"B3": "ra god", "B4": "ra warrior", "H8": "ra warrior"})
    worship_everywhere(t)
    return t.gods["ra"].followers


def revered(power: str) -> int:
    t = bare("ra", "isis")
    t.gods["ra"].powers = [power] if power else []
    put(t, {"B3": "ra god"})
    run(t, Gain(seat="ra"))
    return t.gods["ra"].followers


def resplendent(power: str) -> int:
    t = bare("ra", "isis")
    if power:
        powers(t, "ra", power)
    put(t, {"B3": "ra god"})
    build(t, {"H4": "ra temple", "H5": "ra temple", "H6": "ra temple"})
    return unit_strength(t, "B3")


def obelisk_attuned(power: str) -> int:
    t = bare("ra", "isis", conflict_mode="table")
    t.suns = 0
    if power:
        powers(t, "ra", power)
    put(t, {"B3": "ra god", "H8": "ra warrior", "B8": "isis god"})
    build(t, {"A5": "ra obelisk"})
    settle(fight(t, WEST), {"ra relocate": "warrior H8-A6"})
    return len(told(t, "relocated"))


def temple_attuned(power: str) -> int:
    t = bare("ra", "isis")
    if power:
        powers(t, "ra", power)
    put(t, {"B3": "ra god", "B8": "ra warrior"})
    build(t, {"A3": "ra temple", "A8": "ra temple", "E5": "ra temple", "H8": "ra temple"})
    return side_strength(t, WEST, "ra")


def pyramid_attuned(power: str) -> int:
    t = bare("ra", "isis")
    t.suns = 0
    if power:
        powers(t, "ra", power)
    put(t, {"B3": "ra god"})
    build(t, {"A8": "ra pyramid", "H8": "ra pyramid"})
    runner = run(t, Summon(seat="ra"))
    while not runner.over:
        runner.give("ra", [options(runner, "ra")[0]])
    return len(told(t, "summoned"))


def glorious(power: str) -> int:
    return gained(duel(power, mine=4, theirs=2), "ra", "win")


def magnanimous(power: str) -> int:
    return gained(duel(power, cards=("cycle", "chariots")), "ra", "magnanimous")


def bountiful(power: str) -> int:
    return gained(duel(power), "ra", "win")


def worshipful(power: str) -> int:
    t = bare("ra", "isis", conflict_mode="table")
    t.suns = 0
    if power:
        powers(t, "ra", power)
    put(t, {"B3": "ra god", "B8": "isis god"})
    t.gods["ra"].followers = 3
    settle(fight(t, WEST), {"ra worship": "yes"})
    return t.gods["ra"].followers


POWERS: list[tuple[Callable[[str], int], str, int, int]] = [
    (commanding, "A-POW-COMMANDING", 1, 4),
    (inspiring, "A-POW-INSPIRING", 0, 1),
    (omnipresent, "A-POW-OMNIPRESENT", 1, 3),
    (revered, "A-POW-REVERED", 1, 2),
    (resplendent, "A-POW-RESPLENDENT", 1, 3),
    (obelisk_attuned, "A-POW-OBELISK", 0, 1),
    (temple_attuned, "A-POW-TEMPLE", 2, 6),
    (pyramid_attuned, "A-POW-PYRAMID", 1, 3),
    (glorious, "A-POW-GLORIOUS", 1, 3),
    (magnanimous, "A-POW-MAGNANIMOUS", 0, 2),
    (bountiful, "A-POW-BOUNTIFUL", 1, 2),
    (worshipful, "A-POW-WORSHIPFUL", 3, 1),
]


@pytest.mark.parametrize(("row", "rule", "without", "with_it"), POWERS, ids=lambda v: getattr(v, "__name__", ""))
def test_every_power(row: Callable[[str], int], rule: str, without: int, with_it: int) -> None:
    """The figure of each power's row, without and with the power."""
    assert (row(""), row(row.__name__)) == (without, with_it)
    assert bare("ra", "isis").data.powers[row.__name__].rule == rule


def test_resplendent_needs_three_of_one_kind() -> None:
    """A-POW-RESPLENDENT: on the whole map; two and one are not enough."""
    t = bare("ra", "isis")
    powers(t, "ra", "resplendent")
    put(t, {"B3": "ra god"})
    build(t, {"H4": "ra temple", "H5": "ra temple", "H6": "ra pyramid"})
    assert unit_strength(t, "B3") == 1


def test_temples_need_a_unit_beside_them_once() -> None:
    """A-POW-TEMPLE: once for each Temple, however many units stand beside it, and only in the region."""
    t = bare("ra", "isis")
    powers(t, "ra", "temple_attuned")
    put(t, {"B3": "ra god", "B4": "ra warrior"})
    build(t, {"A4": "ra temple", "E5": "ra temple"})
    assert side_strength(t, WEST, "ra") == 2 + 2


def test_glorious_needs_a_margin_of_three() -> None:
    """A-POW-GLORIOUS: over the next strongest enemy."""
    assert gained(duel("glorious", mine=2, theirs=2), "ra", "win") == 3  # 2 + 3 against 2
    assert gained(duel("glorious", mine=2, theirs=3), "ra", "win") == 1  # 2 + 3 against 3


def test_magnanimous_needs_two_units() -> None:
    """A-POW-MAGNANIMOUS, A-BATTLE-5d: at the resolution, before anybody dies."""
    assert gained(duel("magnanimous", cards=("cycle", "chariots"), mine=1), "ra", "magnanimous") == 0


def test_magnanimous_losers_ascend_after_the_winner() -> None:
    """A-BATTLE-5d, A-DEV-3: by Devotion as it is then."""
    t = bare("ra", "isis", "amun", conflict_mode="table")
    t.suns = 0
    for side in ("ra", "isis"):
        powers(t, side, "magnanimous")
    put(t, {"B3": "ra god", "A3": "ra warrior", "B8": "isis god", "C8": "isis warrior", "E7": "amun god"})
    at(t, isis=4, ra=5, amun=6)
    settle(fight(t, WEST), {"amun card": "chariots", "ra card": "cycle", "isis card": "cycle"})
    assert [(row["seat"], row["why"]) for row in told(t, "devotion_gained")] == [
        ("amun", "win"), ("isis", "magnanimous"), ("ra", "magnanimous"),
    ]  # fmt: skip


@pytest.mark.parametrize(("everywhere", "more"), [(True, 1), (False, 0)])
def test_bountiful_elsewhere(everywhere: bool, more: int) -> None:
    """A-RUL-37, A-POW-BOUNTIFUL: Miracle, Magnanimous and Worshipful too, unless the option says otherwise."""
    t = bare("ra", "isis", conflict_mode="table", bountiful_everywhere=everywhere)
    t.suns = 0
    powers(t, "ra", "bountiful")
    put(t, {"B3": "ra god", "A3": "ra warrior", "B8": "isis god", "C8": "isis warrior"})
    settle(fight(t, WEST), {"ra card": "miracle", "isis card": "chariots"})
    assert gained(t, "ra", "miracle") == 1 + more


@pytest.mark.parametrize(("space", "n"), [(19, 2), (20, 2), (21, 1), (25, 1)])
def test_bountiful_while_red(space: int, n: int) -> None:
    """A-POW-BOUNTIFUL, A-RUL-18: judged before the gain, from the last red space too."""
    t = bare("ra", "isis")
    powers(t, "ra", "bountiful")
    put(t, {"B3": "ra god", "H8": "isis god"})
    at(t, ra=space)
    run(t, Dominance(token=WEST))
    assert t.devotion["ra"] == space + n


def test_red_can_end_between_majority_and_win() -> None:
    """A-ENG-5: one gain is one check."""
    t = bare("ra", "isis")
    powers(t, "ra", "bountiful")
    put(t, {"B3": "ra god", "H8": "isis god"})
    build(t, {"A3": "ra temple"})
    at(t, ra=20)
    run(t, Dominance(token=WEST))
    assert [(row["why"], row["n"]) for row in told(t, "devotion_gained")] == [("majority", 2), ("dominance", 1)]


def test_worshipful_in_ascending_order() -> None:
    """A-POW-WORSHIPFUL, A-DEC-20, A-BATTLE-6: once each, after the Miracles, least first; only who can pay is asked."""
    t = bare("ra", "isis", "amun", conflict_mode="table")
    t.suns = 0
    for side in ("ra", "isis", "amun"):
        powers(t, side, "worshipful")
        t.gods[side].followers = 1 if side == "amun" else 2
    put(t, {"B3": "ra god", "B8": "isis god", "E7": "amun god"})
    at(t, isis=1, amun=2, ra=3)
    runner = fight(t, WEST)
    say(runner, "amun", "amun: none")
    for side in ("ra", "isis", "amun"):
        say(runner, side, "card: miracle")
    say(runner, "ra", "tiebreak: no")
    assert asked(runner) == {"isis": "worship"}
    say(runner, "isis", "worship: yes")
    assert asked(runner) == {"ra": "worship"}
    say(runner, "ra", "worship: no")
    assert gained(t, "isis", "worshipful") == 1
    assert (t.gods["isis"].followers, t.gods["ra"].followers) == (0, 2)


def test_worshipful_by_default() -> None:
    """A-DEC-20: in a Conflict by mail nobody pays who did not say so."""
    t = bare("ra", "isis")
    t.suns = 0
    powers(t, "isis", "worshipful")
    t.gods["isis"].followers = 2
    put(t, {"B3": "ra god", "B8": "isis god"})
    runner = fight(t, WEST)
    for side in ("ra", "isis"):
        say(runner, side, "card: flood")
    say(runner, "ra", "tiebreak: no")
    question = runner.questions()["isis"]
    assert (question.name, question.lapses, question.default) == ("worship", True, ["no"])


def test_relocations_in_rotation() -> None:
    """A-POW-OBELISK, A-BATTLE-0a, A-DEC-10, A-RUL-20: ascending, one unit each; who stops is out; no unit twice."""
    t = bare("ra", "isis", conflict_mode="table")
    t.suns = 0
    for side in ("ra", "isis"):
        powers(t, side, "obelisk_attuned")
    put(t, {"B3": "ra god", "H8": "ra warrior", "H7": "ra warrior", "B8": "isis god", "G8": "isis warrior"})
    build(t, {"A5": "ra obelisk", "C8": "isis obelisk", "H6": "ra obelisk"})
    at(t, isis=1, ra=2)
    runner = fight(t, WEST)
    assert asked(runner) == {"isis": "relocate"}
    assert refused(runner, "isis", "relocate: G8-G7")[1] == "A-POW-OBELISK"
    assert refused(runner, "isis", "relocate: H8-C9")[1] == "A-POW-OBELISK"
    say(runner, "isis", "relocate: warrior G8-C9")
    assert asked(runner) == {"ra": "relocate"}
    assert all(key.split("-")[1] in ("A4", "A6", "B4", "B5") for key in options(runner, "ra"))
    say(runner, "ra", "relocate: warrior H8-A6")
    say(runner, "isis", "relocate: none")
    say(runner, "ra", "relocate: warrior H7-A4")
    assert all(key.startswith("god") for key in options(runner, "ra"))
    say(runner, "ra", "relocate: none")
    assert asked(runner) == {"ra": "card", "isis": "card"}


# -- gods ----------------------------------------------------------------------------------------------------------


def test_amun_plays_two_cards() -> None:
    """A-GOD-AMUN-1, A-BATTLE-0b, A-DEC-11, A-RUL-36: announced before anybody chooses, once a Conflict; both count."""
    t = bare("amun", "isis", conflict_mode="table")
    put(t, {"B3": "amun god", "B8": "isis god", "B7": "isis warrior"})
    runner = fight(t, WEST, holder="isis")
    assert asked(runner) == {"amun": "amun"}
    say(runner, "amun", "amun: 1")
    assert (runner.questions()["amun"].low, runner.questions()["isis"].low) == (2, 1)
    say(runner, "amun", "card: chariots, drought")
    say(runner, "isis", "card: chariots")
    (row,) = told(t, "strengths")
    assert row["strengths"] == {"amun": 5, "isis": 5}
    assert sorted(t.gods["amun"].used) == ["chariots", "drought"]
    assert t.conflict is not None
    assert not t.conflict.amun


def test_amun_needs_two_cards() -> None:
    """A-RUL-36"""
    t = bare("amun", "isis", conflict_mode="table")
    put(t, {"B3": "amun god", "B8": "isis god"})
    t.gods["amun"].hand, t.gods["amun"].used = ["cycle"], ["x"]
    assert "amun" not in asked(fight(t, WEST)).values()


def test_amun_with_cycle() -> None:
    """A-RUL-36: if one of the two is Cycle both come back."""
    t = bare("amun", "isis", conflict_mode="table")
    put(t, {"B3": "amun god", "B8": "isis god"})
    runner = fight(t, WEST)
    say(runner, "amun", "amun: 1")
    say(runner, "amun", "card: cycle, chariots")
    say(runner, "isis", "card: flood")
    assert len(t.gods["amun"].hand) == len(t.data.cards)


def test_anubis_traps_one_of_each_killing() -> None:
    """A-GOD-ANUBIS-1, A-GOD-ANUBIS-2, A-RUL-13, A-DEC-17: an enemy Warrior of any killing, also of Battles of others;
    each adds to the God's strength."""
    t = bare("ra", "isis", "anubis", conflict_mode="table")
    t.suns = 0
    put(t, {"B3": "ra god", "A3": "ra warrior", "B8": "isis god", "C8": "isis warrior", "C9": "isis warrior"})
    put(t, {"H8": "anubis god"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: chariots")
    say(runner, "isis", "card: flood")
    assert asked(runner) == {"anubis": "trap"}
    assert options(runner, "anubis") == ["isis"]
    say(runner, "anubis", "trap: isis")
    assert t.trapped == ["isis"]
    assert t.gods["isis"].warriors == 5
    assert unit_strength(t, "H8") == 2
    assert TITLE.conserved(t)["isis warriors"] == 6


def test_anubis_has_three_slots() -> None:
    """A-GOD-ANUBIS-1, A-GOD-ANUBIS-2: 1 and 3 for as many Warriors."""
    t = bare("ra", "isis", "anubis", conflict_mode="table")
    t.suns = 0
    t.trapped = ["isis"] * 3
    t.gods["isis"].warriors = 3
    put(t, {"B3": "ra god", "B8": "isis god", "C8": "isis warrior", "H8": "anubis god"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: chariots")
    say(runner, "isis", "card: flood")
    assert runner.over
    assert unit_strength(t, "H8") == 4


def test_isis_protects_units_beside_enemies() -> None:
    """A-GOD-ISIS-1, A-DEC-16, A-RUL-26: judged before anything is removed, her choice for each unit; a kept one was not
    killed. Own units beside each other and an enemy across the River protect nobody."""
    t = bare("ra", "isis", conflict_mode="table")
    t.suns = 0
    put(t, {"B3": "ra god", "A3": "ra warrior", "B4": "isis warrior", "A4": "isis warrior", "C8": "isis warrior"})
    put(t, {"H8": "isis god", "C9": "isis warrior", "F5": "isis warrior", "F6": "ra warrior", "B6": "ra warrior"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: chariots")
    say(runner, "isis", "card: miracle")
    assert options(runner, "isis") == ["A4", "B4"]
    say(runner, "isis", "keep: b4")
    assert t.units_of("isis") == ["B4", "H8"]
    assert gained(t, "isis", "miracle") == 4


def test_osiris_opens_the_underworld() -> None:
    """A-GOD-OSIRIS-1, A-DEC-19, A-RUL-35, A-GOD-OSIRIS-3: after a lost Battle, on any empty land space of the region,
    spaces freed in it included."""
    t = bare("ra", "osiris", conflict_mode="table")
    t.suns = 0
    put(t, {"B3": "ra god", "A3": "ra warrior", "B8": "osiris god", "C8": "osiris warrior"})
    build(t, {"A5": "temple"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: chariots")
    say(runner, "osiris", "card: flood")
    assert asked(runner) == {"osiris": "underworld"}
    spaces = options(runner, "osiris")
    assert "C8" in spaces
    assert not {"A5", "B3", "B8", "C5", "H8"} & set(spaces)
    say(runner, "osiris", "underworld: C8")
    assert t.underworld == ["C8"]
    assert t.terrain("C8") == "underworld"
    assert not t.open_to("ra", "C8")
    assert t.open_to("osiris", "C8")


def test_a_winning_osiris_opens_nothing() -> None:
    """A-DEC-19, A-GOD-OSIRIS-1: only a lost Battle opens the Underworld."""
    t = bare("ra", "osiris", conflict_mode="table")
    t.suns = 0
    put(t, {"B3": "ra god", "A3": "ra warrior", "B8": "osiris god", "C8": "osiris warrior"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: flood")
    say(runner, "osiris", "card: chariots")
    assert "underworld" not in asked(runner).values() and t.underworld == []
    assert runner.over and [row["seat"] for row in told(t, "battle_won")] == ["osiris"]


def test_a_battle_without_a_winner_is_lost_by_osiris() -> None:
    """A-RUL-35, A-RUL-11: he may open the Underworld, on a space freed in that Battle, too."""
    t = bare("ra", "osiris", conflict_mode="table")
    t.suns = 0
    put(t, {"B3": "ra god", "A3": "ra warrior", "B8": "osiris god", "C8": "osiris warrior"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: flood")
    say(runner, "osiris", "card: flood")
    say(runner, "ra", "tiebreak: no")
    assert asked(runner) == {"osiris": "underworld"}
    assert {"A3", "C8"} <= set(options(runner, "osiris"))


def test_osiris_moves_a_token_only_when_three_lie() -> None:
    """A-GOD-OSIRIS-1: a unit standing on the old space stays."""
    t = bare("ra", "osiris", conflict_mode="table")
    t.suns = 0
    t.underworld = ["A5", "A6", "H8"]
    put(t, {"B3": "ra god", "A3": "ra warrior", "B8": "osiris god", "A5": "osiris warrior"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: chariots")
    say(runner, "osiris", "card: flood")
    say(runner, "osiris", "underworld: A6-C8")
    assert t.underworld == ["A5", "C8", "H8"]


def test_osiris_summons_from_the_underworld() -> None:
    """A-GOD-OSIRIS-2: one more unit a Summon action, on any token without a unit, anywhere."""
    t = bare("osiris", "ra")
    t.underworld = ["A5", "H8"]
    put(t, {"B8": "osiris god", "A5": "osiris warrior"})
    runner = run(t, Summon(seat="osiris"))
    say(runner, "osiris", "summon: warrior H8")
    assert "warrior A6" in options(runner, "osiris")
    say(runner, "osiris", "summon: warrior H7")
    assert runner.over
    assert t.units_of("osiris") == ["A5", "B8", "H7", "H8"]


def test_osiris_wins_and_places_nothing() -> None:
    """A-GOD-OSIRIS-1: only each time he loses."""
    t = bare("ra", "osiris", conflict_mode="table")
    t.suns = 0
    put(t, {"B3": "ra god", "B8": "osiris god"})
    runner = fight(t, WEST)
    say(runner, "ra", "card: flood")
    say(runner, "osiris", "card: chariots")
    assert runner.over


def test_ra_makes_units_radiant() -> None:
    """A-GOD-RA-1, A-GOD-RA-2: with one of three Sun tokens; dominance and wins there bring 1 more, once."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"B3": "ra god", "H8": "isis god"})
    runner = run(t, Summon(seat="ra"))
    say(runner, "ra", "summon: warrior B4; sun: yes")
    assert (t.suns, t.units["B4"].sun) == (2, True)
    put(t, {"A4": "ra warrior"}, sun=True)
    run(t, Dominance(token=WEST))
    assert gained(t, "ra", "dominance") == 2


def test_nobody_else_has_suns() -> None:
    """A-GOD-RA-1: a unit of another god is summoned without being asked."""
    t = bare("isis", "ra")
    put(t, {"B3": "isis god", "H8": "ra god"})
    runner = run(t, Summon(seat="isis"))
    say(runner, "isis", "summon: warrior B4")
    assert runner.over
    assert (t.suns, t.units["B4"].sun) == (3, False)


def test_a_radiant_win_and_the_token_of_the_dead() -> None:
    """A-GOD-RA-2, A-GOD-RA-1: part of the winning gain; the token of a dead unit returns."""
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"B3": "ra god", "B8": "isis god"})
    put(t, {"A3": "ra warrior"}, sun=True)
    t.suns = 2
    settle(fight(t, WEST), {"ra card": "chariots", "isis card": "flood"})
    assert gained(t, "ra", "win") == 2
    t = bare("ra", "isis", conflict_mode="table")
    put(t, {"B3": "ra god", "B8": "isis god"})
    put(t, {"A3": "ra warrior"}, sun=True)
    t.suns = 2
    settle(fight(t, WEST, holder="isis"), {"ra card": "flood", "isis card": "chariots"})
    assert (t.suns, t.gods["ra"].warriors) == (3, 6)


def test_moves_keep_the_sun() -> None:
    """A-GOD-RA-1: a Radiant unit stays Radiant wherever it goes."""
    t = bare("ra", "isis")
    put(t, {"B3": "ra warrior"}, sun=True)
    say(run(t, Move(seat="ra")), "ra", "move: B3-B5")
    assert t.units["B5"].sun
