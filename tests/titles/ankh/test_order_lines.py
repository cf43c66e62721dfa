"""Lines of an order that few sides have: claws of a relocated Scorpion, Sun tokens, Protected units, Mummies; and
killings outside a Conflict (A-DEC-16, A-DEC-18, A-DEC-24)."""

from __future__ import annotations

import pytest

from pbem.engine.play import Play
from pbem.titles.ankh.actions.unlock import Unlock
from pbem.titles.ankh.conflict.killing import Killing
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording.call import order_form
from tests.titles.ankh.build import asked, bare, build, put, run, say
from tests.titles.ankh.games import NOW, ankh, game, laid

LEVEL_2 = ["revered", "commanding", "obelisk_attuned"]


def near(t: Ankh) -> None:
    """The next Gain triggers the first Conflict; Isis may fight Ra in region 1."""
    t.event = 3
    t.tracks["gain"] = steps_of(t, "gain") - 1
    put(t, {"B6": "isis warrior"})


# -- claws -----------------------------------------------------------------------------------------------------------


def relocating(mode: str) -> Play:
    """Isis has Obelisk-Attuned, an Obelisk in region 1 and a Scorpion elsewhere."""

    def change(t: Ankh) -> None:
        near(t)
        t.gods["isis"].powers = list(LEVEL_2)
        t.raise_monument("A8", "obelisk", "isis")
        put(t, {"H8": "isis giant_scorpion"}, claws="N-NE")

    return laid(game("ra", "isis", guardians="giant_scorpion", conflict_mode=mode), change)


@pytest.mark.parametrize("mode", ["sealed", "per_battle"])
@pytest.mark.parametrize(("line", "claws"), [("claws: s-se", "SE-S"), ("claws-1: nw-sw", "SW-NW"), ("", "N-NE")])
def test_an_order_aims_a_relocated_scorpion(mode: str, line: str, claws: str) -> None:
    """A-DEC-24: by directions, in either order; unchanged where nothing is said."""
    play = relocating(mode)
    play.submit("isis", f"card: chariots\nrelocate: scorpion H8-B7\nbid: 0\n{line}", NOW)
    play.submit("ra", "action: gain\ncard: cycle\nbid: 0", NOW)
    told = [event.data for entry in play.game.recent for event in entry.events if event.kind == "relocated"]
    assert [row["end"] for row in told] == ["B7"]
    assert ankh(play).units["B7"].claws == claws


def test_at_the_table_they_stand_in_the_same_mail() -> None:
    """A-DEC-24: by directions, or by the two spaces."""
    play = relocating("table")
    play.submit("ra", "action: gain", NOW)
    play.submit("isis", "relocate: scorpion H8-B7\nclaws: c8 b8", NOW)
    assert ankh(play).units["B7"].claws == "SE-S"
    assert play.questions()["isis"].name == "relocate"


# -- Protected units, Mummies, Suns ----------------------------------------------------------------------------------


def test_the_complete_order_names_what_a_side_has() -> None:
    """A-PBEM-4: every line has its default; a side without the ability does not see it."""
    t = bare("ra", "isis", guardians="mummy, giant_scorpion")
    put(t, {"B4": "ra god", "B5": "isis god", "B6": "ra mummy"})
    lines = {line.partition(":")[0]: line for line in order_form(t, "ra")}
    assert lines["mummy"].startswith("mummy: any")
    assert lines["sun"] == "sun: yes"
    assert "keep" not in lines
    assert [line for line in order_form(t, "isis") if line.startswith("keep: any")]
    assert not [line for line in order_form(t, "isis") if line.startswith(("mummy", "sun", "# claws"))]


@pytest.mark.parametrize(("line", "kept"), [("keep: any", True), ("", True), ("keep: none", False)])
def test_any_keeps_every_protected_unit(line: str, kept: bool) -> None:
    """A-DEC-16: the default, and what the complete order says for it."""

    def change(t: Ankh) -> None:
        near(t)
        put(t, {"C4": "isis warrior"})

    play = laid(game("ra", "isis"), change)
    god = ankh(play).god_at("ra")
    assert god is not None
    play.submit("isis", f"card: flood\nbid: 0\n{line}", NOW)
    play.submit("ra", "action: gain\ncard: chariots\nbid: 0", NOW)
    t = ankh(play)
    assert god in t.lay.adjacent["B6"]
    assert ("B6" in t.units, "C4" in t.units) == (kept, kept)


@pytest.mark.parametrize(("line", "sun"), [("sun: no", False), ("sun: yes", True), ("", True)])
def test_an_order_says_whether_a_mummy_shines(line: str, sun: bool) -> None:
    """A-DEC-18, A-GOD-RA-1"""

    def change(t: Ankh) -> None:
        near(t)
        put(t, {"B3": "ra mummy", "A8": "isis warrior", "B7": "isis warrior"})

    play = laid(game("ra", "isis", guardians="mummy"), change)
    play.submit("isis", "card: chariots\nbid: 0", NOW)
    play.submit("ra", f"action: gain\ncard: miracle\nbid: 0\n{line}", NOW)
    t = ankh(play)
    (place,) = [place for place, unit in t.units.items() if unit.kind == "mummy"]
    assert place in t.lay.adjacent[t.god_at("ra") or ""]
    assert t.units[place].sun is sun


# -- outside a Conflict ----------------------------------------------------------------------------------------------


def test_units_may_be_killed_outside_a_conflict() -> None:
    """A-RUL-13, A-GUARD-CAT-1: a killing of its own for Anubis and Mummies, with the curse at once."""
    t = bare("ra", "isis", "anubis", conflict_mode="table", guardians="cat_mummy, mummy")
    put(t, {"B4": "ra god", "B5": "isis warrior", "H8": "anubis god", "B6": "ra mummy", "B7": "isis cat_mummy"})
    t.suns = 0
    t.shift("ra", 3)
    runner = run(t, Killing(places=["B5", "B6", "B7"]))
    assert asked(runner) == {"anubis": "trap"}
    say(runner, "anubis", "trap: isis")
    assert asked(runner) == {"ra": "mummy"}
    say(runner, "ra", "mummy: B5")
    assert (t.trapped, t.units["B5"].kind, t.devotion["ra"]) == (["isis"], "mummy", 2)
    assert runner.over


class Forced(Unlock):
    kind = "test.forced-unlock"
    must = True


@pytest.mark.parametrize(("followers", "asks"), [(0, False), (1, True)])
def test_who_cannot_pay_is_not_made_to(followers: int, asks: bool) -> None:
    """A-UNLOCK-2: an Unlock that cannot be declined asks nothing where nothing can be paid."""
    t = bare("ra", "isis")
    build(t, {})
    put(t, {"B4": "ra god"})
    t.gods["ra"].followers = followers
    runner = run(t, Forced(seat="ra"))
    assert (asked(runner) == {"ra": "unlock"}) is asks
    if asks:
        assert runner.questions()["ra"].low == 1
