"""Every Policy card does what its text says, and nothing without it (P-POL-6)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.titles.ankh import TITLE
from pbem.titles.ankh.pharaoh.part import court
from pbem.titles.ankh.pharaoh.policies import PolicyAction, usable
from pbem.titles.ankh.rules.lookups import followers_due
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import asked, at, build, options, put, refused, run, say, told
from tests.titles.ankh.court import bare, data, deal, seat_priests, sphinx

CARDS = data("pharaoh").boxes["pharaoh"].cards
Check = Callable[[Ankh], object]


def ground() -> Ankh:
    """Amun with a God and two Warriors in the West, the Pharaoh on C4 beside one of them."""
    t = bare("amun", "isis", at="C4")
    put(t, {"B4": "amun god", "B6": "amun warrior", "D8": "amun warrior", "H8": "isis god"})
    t.gods["amun"].followers = 4
    t.gods["isis"].followers = 2
    return t


def on_map(t: Ankh) -> list[str]:
    return t.units_of("amun")


def followers(t: Ankh) -> int:
    return t.gods["amun"].followers


def marched(t: Ankh) -> None:
    """Nothing else is laid out."""


def monuments(t: Ankh) -> None:
    build(t, {"A3": "amun obelisk", "A5": "amun temple", "A6": "amun pyramid", "H5": "amun temple"})


def neutral(t: Ankh) -> None:
    build(t, {"A4": "temple", "K3": "temple"})


def two_used(t: Ankh) -> None:
    god = t.gods["amun"]
    god.hand, god.used = god.hand[2:], god.hand[:2]
    deal(t, "amun", "census", used=True)


ROWS: dict[str, tuple[str, str, Callable[[Ankh], object], Check, object]] = {
    # card: action, lines, what is laid out before, what is looked at, what it must be
    "forced_march": ("move", "policy: forced march; move: warrior D8-G6; move: none", marched,
                     lambda t: "G6" in t.units, True),
    "swift_litters": ("move", "move: warrior B6-B8; move: none; policy: swift litters; move: warrior B8-A8", marched,
                      lambda t: "A8" in t.units, True),
    "second_levy": ("summon", "priest: none; summon: warrior B5; priest: law; policy: second levy; summon: warrior B7",
                    marched, lambda t: (len(on_map(t)), court(t).chambers["law"]), (5, {"amun": 1})),
    "palace_guard": ("summon", "priest: none; summon: none; priest: none; policy: palace guard; summon: warrior C3",
                     marched, lambda t: t.units["C3"].kind, "warrior"),
    "temple_tithe": ("gain", "policy: temple tithe", marched, followers, 6),
    "grain_dole": ("gain", "policy: grain dole", lambda t: put(t, {"H7": "amun warrior"}), followers, 6),
    "royal_scribes": ("unlock", "unlock: revered; policy: royal scribes; unlock: inspiring", marched,
                      lambda t: (t.gods["amun"].powers, followers(t)), (["revered", "inspiring"], 2)),
    "royal_patronage": ("unlock", "policy: royal patronage; unlock: revered", marched,
                        lambda t: (t.gods["amun"].powers, followers(t)), (["revered"], 4)),
    "repeated_edict": ("unlock", "unlock: revered; policy: repeated edict; unlock: inspiring", marched,
                       lambda t: (t.gods["amun"].powers, followers(t)), (["revered", "inspiring"], 2)),
    "court_intrigue": ("gain", "policy: court intrigue; intrigue: isis law-war",
                       lambda t: seat_priests(t, law="isis"), lambda t: court(t).chambers["war"], {"isis": 1}),
    "ordination": ("gain", "policy: ordination; ordain: throne", marched,
                   lambda t: (court(t).chambers["throne"], court(t).priests["amun"]), ({"amun": 1}, 2)),
    "royal_progress": ("gain", "policy: royal progress; progress: B5", marched, lambda t: court(t).at, "B5"),
    "rededication": ("gain", "policy: rededication", neutral,
                     lambda t: (t.monuments["A4"].owner, followers(t)), ("amun", 4 + 1 - 2)),
    "recalled_decree": ("gain", "policy: recalled decree; recall: build", two_used,
                        lambda t: (t.gods["amun"].used, court(t).used["amun"]),
                        (["plague"], ["census", "recalled_decree"])),
    "burial_rites": ("gain", "policy: burial rites; bury: B6", marched,
                     lambda t: (on_map(t), t.gods["amun"].warriors, followers(t)), (["B4", "D8"], 5, 6)),
    "ferrymen": ("gain", "policy: ferrymen; ferry: D8 B4", marched, lambda t: t.units["D8"].kind, "god"),
    "royal_summons": ("gain", "policy: royal summons; escort: god B4-C3", marched, lambda t: t.units["C3"].kind, "god"),
    "census": ("gain", "policy: census; census: 1", monuments, followers, None),
    "great_works": ("gain", "policy: great works", monuments, lambda t: t.devotion["amun"], 1),
    "treasury_audit": ("gain", "policy: treasury audit", marched,
                       lambda t: (followers(t), t.gods["isis"].followers), (5, 1)),
}  # fmt: skip


def use(t: Ankh, card: str, action: str, lines: str) -> None:
    """Play an action with its card as it would be typed; windows that no line is for are passed by."""
    deal(t, "amun", card)
    runner = run(t, PolicyAction(seat="amun", action=action))
    todo = [line.strip() for line in lines.split(";")]
    while asked(runner):
        name = asked(runner)["amun"]
        if todo and todo[0].startswith(f"{name}:"):
            say(runner, "amun", todo.pop(0))
        else:
            runner.give("amun", list(runner.questions()["amun"].default or []))
    assert todo == []


@pytest.mark.parametrize("card", CARDS)
def test_what_a_card_does(card: str) -> None:
    """P-POL-2, P-POL-6, P-RUL-21: what its text says; then it lies face up."""
    action, lines, lay, look, wanted = ROWS[card]
    t = ground()
    lay(t)
    if card == "census":
        token = t.tokens[t.lay.anchor["A3"]]
        lines, gain = lines.replace("1", str(token)), 3
        wanted = 4 + followers_due(t, "amun") + gain
    use(t, card, action, lines)
    assert look(t) == wanted
    assert card in court(t).used["amun"]
    assert card not in court(t).hand["amun"]
    assert TITLE.problems(t) == []


NOTHING: dict[str, tuple[str, Callable[[Ankh], object]]] = {
    "swift_litters": ("move", lambda t: [t.units.pop(place) for place in on_map(t)]),
    "second_levy": ("summon", lambda t: setattr(t.gods["amun"], "warriors", 0)),
    "palace_guard": ("summon", lambda t: setattr(court(t), "at", "")),
    "royal_scribes": ("unlock", lambda t: setattr(t.gods["amun"], "followers", 0)),
    "royal_patronage": ("unlock", lambda t: setattr(t.gods["amun"], "powers", list("abcdef"))),
    "court_intrigue": ("gain", lambda t: None),
    "ordination": ("gain", lambda t: court(t).priests.update(amun=0)),
    "royal_progress": ("gain", lambda t: setattr(court(t), "at", "")),
    "rededication": ("gain", lambda t: None),
    "recalled_decree": ("gain", lambda t: None),
    "burial_rites": ("gain", lambda t: [t.units.pop(place) for place in ("B6", "D8")]),
    "ferrymen": ("gain", lambda t: [t.units.pop(place) for place in ("B6", "D8")]),
    "royal_summons": ("gain", lambda t: setattr(court(t), "at", "")),
    "census": ("gain", lambda t: None),
    "great_works": ("gain", lambda t: build(t, {"A3": "amun obelisk", "A5": "amun temple"})),
    "treasury_audit": ("gain", lambda t: setattr(t.gods["isis"], "followers", 0)),
    "repeated_edict": ("unlock", lambda t: setattr(t.gods["amun"], "followers", 0)),
}


@pytest.mark.parametrize("card", NOTHING)
def test_a_card_that_can_do_nothing_is_not_offered(card: str) -> None:
    """P-RUL-20; P-RUL-33 for those that need the Pharaoh."""
    action, lay = NOTHING[card]
    t = ground()
    deal(t, "amun", card, "treasury_audit" if card != "treasury_audit" else "temple_tithe")
    when = "after" if CARDS[card].when == "either" else CARDS[card].when
    key = CARDS[card].key
    if card not in ("court_intrigue", "rededication", "recalled_decree", "census", "great_works"):
        assert key in usable(t, "amun", action, when)
    lay(t)
    assert key not in usable(t, "amun", action, when)


@pytest.mark.parametrize("card", CARDS)
def test_when_and_with_what_a_card_is_used(card: str) -> None:
    """P-POL-1, P-RUL-39: the card says with which action, and before or after it."""
    t = ground()
    monuments(t)
    neutral(t)
    two_used(t)
    seat_priests(t, law="isis")
    if card not in court(t).hand["amun"]:
        deal(t, "amun", card)
    for action in ("move", "summon", "gain", "unlock"):
        for when in ("before", "after"):
            fits = action in CARDS[card].actions and CARDS[card].when in (when, "either")
            assert (CARDS[card].key in usable(t, "amun", action, when)) == fits


def test_reasons() -> None:
    """A card not held, used, for another action, too early, without effect: each with its rule."""
    t = ground()
    deal(t, "amun", "treasury_audit", "temple_tithe", "forced_march", "great_works")
    deal(t, "amun", "ferrymen", used=True)
    runner = run(t, PolicyAction(seat="amun", action="gain"))
    for text, rule in (
        ("census", "P-POL-1"), ("ferrymen", "P-POL-2"), ("forced march", "P-RUL-39"), ("temple tithe", "P-POL-1"),
        ("great works", "P-POL-1"),
    ):  # fmt: skip
        message, found = refused(runner, "amun", f"policy: {text}")
        assert found == rule, message
    say(runner, "amun", "policy: none")
    assert refused(runner, "amun", "policy: great works")[1] == "P-RUL-20"


def test_patronage_needs_an_unlock() -> None:
    """P-RUL-20: with Royal Patronage the unlock cannot be declined; a power of level 1 then costs nothing."""
    t = ground()
    t.gods["amun"].followers = 0
    deal(t, "amun", "royal_patronage")
    runner = run(t, PolicyAction(seat="amun", action="unlock"))
    say(runner, "amun", "policy: royal patronage")
    assert runner.questions()["amun"].low == 1
    say(runner, "amun", "unlock: revered")
    assert t.gods["amun"].followers == 0
    assert court(t).change == ""


def test_great_works_with_sphinxes() -> None:
    """P-RUL-37: a Sphinx stands in for one missing kind only."""
    t = ground()
    deal(t, "amun", "great_works")
    sphinx(t, "A3", "A5", side="amun")
    assert "great works" not in usable(t, "amun", "gain", "after")
    build(t, {"A6": "amun temple"})
    assert "great works" in usable(t, "amun", "gain", "after")


def test_great_works_wins_at_the_top() -> None:
    """P-RUL-27: the top wins at once."""
    t = ground()
    monuments(t)
    at(t, amun=t.data.top - 1)
    use(t, "great_works", "gain", "policy: great works")
    assert (t.over, t.winner) == (True, "amun")


def test_audit_of_the_richest() -> None:
    """Of equally rich ones the god with more Devotion pays."""
    t = bare("amun", "isis", "ra")
    t.gods["isis"].followers = t.gods["ra"].followers = 3
    at(t, ra=2, isis=5)
    use(t, "treasury_audit", "gain", "policy: treasury audit")
    assert (t.gods["isis"].followers, t.gods["ra"].followers) == (2, 3)


def test_the_edict_repeats_the_whole_action() -> None:
    """P-RUL-22: units and a Priest again; no further card is asked for."""
    t = ground()
    deal(t, "amun", "treasury_audit")
    use(t, "repeated_edict", "summon",
        "priest: none; summon: warrior B5; priest: law; policy: repeated edict; priest: none; summon: warrior B7; "
        "priest: war")  # fmt: skip
    assert sorted(on_map(t)) == ["B4", "B5", "B6", "B7", "D8"]
    assert (court(t).chambers["law"], court(t).chambers["war"]) == ({"amun": 1}, {"amun": 1})
    assert court(t).hand["amun"] == ["treasury_audit"]


def test_scorpions_put_elsewhere_are_aimed_again() -> None:
    """P-RUL-23"""
    t = bare("amun", "isis", at="C4", guardians="giant_scorpion")
    put(t, {"B4": "amun god"})
    put(t, {"B6": "amun giant_scorpion"}, claws="N-NE")
    deal(t, "amun", "ferrymen")
    runner = run(t, PolicyAction(seat="amun", action="gain"))
    say(runner, "amun", "policy: ferrymen")
    assert asked(runner) == {"amun": "claws"}
    say(runner, "amun", "claws: S-SW")
    assert t.units["B4"].claws == "S-SW"


def test_both_copies_in_one_turn() -> None:
    """P-RUL-30: both copies may be in one hand, and be used one with each action."""
    t = ground()
    deal(t, "amun", "treasury_audit", "treasury_audit")
    for action in ("gain", "unlock"):
        runner = run(t, PolicyAction(seat="amun", action=action))
        assert options(runner, "amun") == ["treasury audit"]
        say(runner, "amun", "policy: treasury audit")
        if asked(runner):
            say(runner, "amun", "unlock: none")
    assert court(t).used["amun"] == ["treasury_audit", "treasury_audit"]
    assert len(told(t, "pharaoh/audited")) == 2
