"""Rules of Time of Seth beside the worked examples: set-up, dice, refusals, what is hard to get right, switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.core.book import Module
from pbem.core.interpreter import Run
from pbem.core.procedures import AskAll
from pbem.core.titles import make_options
from pbem.core.words import said as in_words
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.phases.setup import Rewards
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth.destiny_offers import SethDestiny
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.seth.phases import scale
from pbem.titles.tekhenu.seth.setup import SethSetUp
from pbem.titles.tekhenu.seth.turn import SethTurn
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import ME, THIRD, YOU, Game, why_not
from tests.titles.tekhenu.seths import cover, laid, statue, stock, table

# -- set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "starting", "powers", "artifacts"), [(2, 5, 3, 5), (3, 7, 4, 6), (4, 9, 5, 7)])
def test_what_is_laid_out(seats: int, starting: int, powers: int, artifacts: int) -> None:
    """S-SETUP-1, S-SETUP-2, S-SETUP-5 to S-SETUP-10, S-SETUP-13; S-COMP-1, S-COMP-2, S-COMP-4."""
    t = laid(seats)
    part = seth(t)
    assert (len(t.starting), len(part.powers), len(part.artifacts)) == (starting, powers, artifacts)
    assert all(card >= "S13" for card in t.starting) and "S01" not in t.data.cards
    assert len(part.stack) + 1 == len(TITLE.components([SETH])[SETH]["conquest_tiles"])
    assert part.face and set(part.blood.values()) == {0}
    assert all(len(player.decrees) == 3 for player in t.players.values())
    assert all(player.stock[WARRIOR] == player.stock[PRIEST] == 0 for player in t.players.values())
    out = 0 if seats > 2 else 1
    raw = TITLE.components([SETH])
    for kind in ("blessings", "technologies", "decrees"):
        assert len(getattr(t.data, kind)) == len(raw[kind]) + len(raw[SETH][kind])
    assert sum(card in t.removed for card in ("T16", "D20")) == 2 * out and "D03" in t.removed
    brought = sum("rule" in row for rows in raw[SETH].values() if isinstance(rows, list) for row in rows)
    assert len(t.data.cards) == raw["decks"]["total"] - raw["decks"]["starting"] + brought and t.statues[SETH] == []


def setup_game(seats: int, seed: str = "seth") -> tuple[Tekhenu, Run]:
    t = laid(seats, seed)
    t = Tekhenu(seats=t.seats, live=t.live)
    t.stack = [SethSetUp()]
    run = Run(t)
    run.advance()
    return t, run


def test_the_draft() -> None:
    """S-SETUP-10, S-SETUP-11, SD-01: there, back and there; picks in a row are one answer; two Starting cards and one
    Follower Power for each."""
    t, run = setup_game(3)
    first, second, last = t.order
    asked = []
    while run.questions() and next(iter(run.questions().values())).name == "start":
        ((seat, question),) = run.questions().items()
        asked.append((seat, question.low))
        powers = [key for key in question.options if key in tables(t).followers]
        cards = [key for key in question.options if key not in powers]
        keys = [*powers[:1], *cards][: question.low] if len(asked) % 2 else [*cards, *powers][: question.low]
        if not question.allows(keys):
            keys = [*powers[:1], *cards][: question.low]
        run.give(seat, keys)
    assert asked == [(first, 1), (second, 1), (last, 2), (second, 1), (first, 2), (second, 1), (last, 1)]
    assert all(len(t.players[seat].drafted) == 2 and seth(t).follower[seat] for seat in t.seats)
    assert not seth(t).powers and not t.starting


def test_a_third_starting_card_is_refused() -> None:
    """S-SETUP-11."""
    t, run = setup_game(2)
    one = t.order[0]
    for _ in range(2):
        ((seat, question),) = run.questions().items()
        cards = [key for key in question.options if key.startswith("S")]
        run.give(seat, cards[: question.low])
    ((seat, question),) = run.questions().items()
    assert seat == one and question.low == 2
    starting = [key for key in question.options if key.startswith("S")]
    assert len(starting) >= 1 and question.clash is not None
    two = [*starting, "S13", "S14"][:2]
    clash = question.clash(two)
    assert clash is not None and clash[1] == "S-SETUP-11"
    power = next(key for key in question.options if key.startswith("F"))
    run.give(seat, [starting[0], power])
    ((seat, question),) = run.questions().items()
    assert all(key.startswith("F") for key in question.options)
    assert why_not(question, t.starting[0])[1] == "S-SETUP-11" if t.starting else True


def test_decrees_are_kept_last_of_all() -> None:
    """S-SETUP-12, S-SETUP-14, S-SETUP-15, S-R-01, S-R-35, SD-05: after the rewards, all at once; the others go under
    the deck."""
    t, run = setup_game(2)
    seen = []
    while not isinstance(run.open, AskAll):
        ((seat, question),) = run.questions().items()
        seen.append(question.name)
        keys = list(question.options[: question.low])
        if not question.allows(keys):
            power = next(key for key in question.options if key.startswith("F"))
            keys = [question.options[0], power]
        if question.name == "destiny":
            drafted = t.players[seat].drafted
            wanted = sum(tables(t).start[card][WARRIOR] for card in drafted)
            assert t.players[seat].stock[WARRIOR] == wanted
        run.give(seat, keys)
    assert seen[:3] == ["start"] * 3 and seen.count("destiny") == 2
    before = list(t.decks["decree"])
    kept = {seat: question.options[1] for seat, question in run.questions().items()}
    gone = {card for seat in kept for card in t.players[seat].decrees if card != kept[seat]}
    for seat, card in kept.items():
        run.give(seat, [card])
    assert {seat: t.players[seat].decrees for seat in kept} == {seat: [card] for seat, card in kept.items()}
    assert t.decks["decree"][4:] == before and set(t.decks["decree"][:4]) == gone


def test_followers_do_nothing_in_the_set_up() -> None:
    """S-SETUP-12."""
    t = table(2, follower="F06", spare=False)
    t.round = 0
    t.players[ME].drafted = ["S13"]
    t.destinies = list(t.data.destiny_cards)
    game = Game(t, Rewards(seat=ME)).say("destiny: faith", "district: bread")
    assert stock(game, WARRIOR) == 0 and "built_works" in game.kinds()


# -- dice --------------------------------------------------------------------------------------------------------------


def test_dice_that_produce_nothing() -> None:
    """S-DICE-1, S-DICE-3, S-DICE-5, S-R-04, S-R-12: without means for the god they cannot be taken, not even for what
    they give, nor with T19."""
    t = table(2, "ra red 4, ra blue 3, ra green 5, ra white 2", technologies=["T19"], scribe=1)
    assert set(Game(t).options("die")) == {"ra white 2", "osiris white 1"}
    t = table(2, "ra red 4", limestone=9)
    game = Game(t).say("die: ra red 4")
    assert game.asked[1].name == "space" and game.me.right == ["red 4"]


def test_s_wp_2_nobody_pays_below_0() -> None:
    """S-WP-2, S-SET-2, S-R-12: 3 Warriors are not enough for 4, 1 Priest not for 2."""
    question = Game(table(2, "seth grey 3, osiris white 3", warrior=3)).question("die")
    assert "seth grey 3" not in question.options
    assert why_not(question, "seth 3")[0].endswith("it costs 4 Warriors, and you have 3")
    game = Game(table(2, "horus grey 2", granite=9, priest=1)).say("die: horus grey 2")
    assert why_not(game.question("statue"), "seth")[1] == "S-HORUS-3"


def test_s_r_34_gain_cut_pay() -> None:
    """S-R-34, S-R-05: 8 Warriors and Anubis red 5 are 10, and 6 after a cost of 4."""
    t = table(2, "ra white 5", scribe=2, warrior=8)
    game = Game(t).say("die: ra white 5", "as: anubis red", "action: seth", "tile: b2")
    assert stock(game, WARRIOR) == 6


def test_anubis_for_a_production_gives_nothing() -> None:
    """S-R-05, S-ANUBIS-1, SD-08: and a god action needs the colour as the die is taken."""
    t = table(2, "ra white 5, ra white 3", scribe=2, granite=9)
    game = Game(t).say("die: ra white 5", "as: anubis")
    assert why_not(game.question("action"), "seth")[1] == "S-ANUBIS-1"
    game.say("action: bread")
    assert stock(game, WARRIOR) == stock(game, PRIEST) == 0
    game = Game(table(2, "ra white 5, ra white 3", scribe=2, granite=9)).say("die: ra white 5", "as: anubis blue")
    assert stock(game, PRIEST) == 5 and why_not(game.question("action"), "bread")[1] == "S-ANUBIS-1"


def test_anubis_takes_a_red_die_as_blue() -> None:
    """S-R-05: the colour named counts, once; the die keeps its faces."""
    t = table(2, "ra red 5", scribe=4, granite=9)
    game = Game(t).say("die: ra red 5", "as: anubis blue")
    assert list(game.options("value")) == ["3", "4", "5"] or "6" not in game.options("value")
    game.say("value: 5", "action: horus")
    assert (stock(game, PRIEST), stock(game, WARRIOR)) == (5, 0)


@pytest.mark.parametrize("card", ["", "B23"])
def test_the_green_die_and_anubis(card: str) -> None:
    """S-ANUBIS-3, S-R-46: refused with reason, with B23 too and named white by B11."""
    t = table(2, "ra green 3, osiris white 3", scribe=4, limestone=9, blessings=["B11", *([card] if card else [])])
    game = Game(t).say("die: ra green 3")
    question = game.question("as")
    assert all(key.startswith("B11") for key in question.options)
    assert why_not(question, card or "anubis") == ("The green die can never be taken with Anubis", "S-ANUBIS-3")
    game.say("as: B11 white")
    if game.asked[1].name == "as":
        assert not any(key.startswith(("anubis", "B23")) for key in game.asked[1].options)


def test_s_r_46_a_red_die_called_white_produces() -> None:
    """S-R-07, S-R-46: no Warriors, white purity and product, faces 2 to 5."""
    t = table(2, "ra red 5", scribe=1, blessings=["B11"])
    game = Game(t).say("die: ra red 5", "as: B11 white")
    assert max(int(key) for key in game.options("value")) == 5
    game.say("value: 5", "action: produce")
    assert stock(game, WARRIOR) == 0 and stock(game, "limestone") == 2 and game.me.right == ["red 5"]


def test_s_r_07_a_white_die_called_blue() -> None:
    """S-R-07: naming blue gives Priests, naming green makes it pure."""
    game = Game(table(2, "ra white 5", blessings=["B11"], limestone=9)).say(
        "die: ra white 5", "as: B11 blue", "value: 5"
    )
    assert stock(game, PRIEST) == 5
    game = Game(table(2, "ra white 5", blessings=["B11"], limestone=9)).say(
        "die: ra white 5", "as: B11 green", "value: 5"
    )
    assert game.me.left == ["white 5"]


def test_s_r_39_no_action_at_all() -> None:
    """S-R-39: the die comes from the wheel and gives nothing."""
    t = table(2, "ra red 4, seth grey 3", spare=False)
    game = Game(t)
    assert game.run.over or game.finish().run.over
    assert game.me.right == ["red 4"] and stock(game, WARRIOR) == 0 and t.dice[SETH] == ["grey 3"]


def test_s_r_40_what_a_die_gives_pays_for_it() -> None:
    """S-R-40: a blue 2 at Horus pays the Priests of the only spot left."""
    t = table(2, "horus blue 2, osiris white 3", granite=9)
    for spot in t.data.people_spots:
        t.people[spot.id] = YOU
    t.statues[t.horus[1]] = [YOU]
    assert "horus blue 2" in Game(t).options("die")
    game = Game(t)
    game.say("die: horus blue 2").finish()
    assert t.statues[SETH] == [ME] and stock(game, PRIEST) == 0


def test_s_r_08_extra_actions_from_the_seth_board() -> None:
    """S-R-08: B17 reaches nothing from there, and an extra action gives nothing again."""
    t = table(2, "seth grey 3", warrior=9, blessings=["B17"], scribe=5, limestone=9)
    game = Game(t).say("die: seth grey 3", "value: 3", "tile: b2")
    assert "extra" not in [question.name for question in game.run.questions().values()]
    t = table(2, "horus red 3", blessings=["B17"], scribe=5, limestone=9, granite=9)
    game = Game(t).say("die: horus red 3", "value: 3", "extra: B17 ra", "space: b2", "turn: 0")
    assert stock(game, WARRIOR) == 3


# -- what is hard to get right -----------------------------------------------------------------------------------------


def test_t07_and_t24_are_exempt_from_once_a_turn() -> None:
    """S-R-16, S-R-18: T24 for each Blessing, T07 for each bonus, that of Seth too."""
    t = table(2, blessings=["B25", "B26"], technologies=["T24"])
    game = Game(t).say("play: B25", "play: B26")
    assert stock(game, "gold") == 2
    t = table(2, "seth grey 3", warrior=4, technologies=["T07"])
    statue(t, SETH, ME)
    game = Game(t).say("die: seth grey 3", "tile: b2", "owed: bread")
    assert stock(game, "granite") == 1


def test_s_trig_2_each_effect_by_itself() -> None:
    """S-TRIG-1 to S-TRIG-3: two Ra actions pay T02 once, a Hathor action between them pays its own."""
    t = table(2, "ra white 1", limestone=9, technologies=["T02", "T11"])
    t.extra = [ME]
    game = Game(t).say("bonus: ra 3", "space: c2", "turn: 0")
    before = game.me.vp
    game.say("die: ra white 1", "action: god", "space: b2", "turn: 0")
    pillar = [event.data for event in t.live.events if event.kind == "built_pillar"][1]
    assert game.me.vp - before == pillar["vp"] + 2  # T11 for the value 1, not used up by the 3; T02 no more


def test_s_r_21_an_action_outside_the_turn_triggers_anew() -> None:
    """S-R-21."""
    t = table(2, follower="F06", happiness=3)
    t.used = [f"{ME} F06"]
    t.extra = [ME]
    game = Game(t, t.book.procedures["off_turn"]()).say("bonus: osiris 2", "district: bread")
    assert stock(game, WARRIOR) == 2


def test_an_artifact_needs_its_destiny_card_free() -> None:
    """S-MAAT-4, S-MAAT-5, S-MAAT-9, S-WP-2: and the Priests; one ranking names both kinds (SD-03)."""
    t = table(2, priest=3)
    t.destinies = ["A01", "A03"]
    question = Game(t, SethDestiny(seat=ME)).question("destiny")
    assert {key for key in question.options if key.startswith("R")} == {"R01", "R02", "R05"}
    assert why_not(question, "R06") == ("R06 costs 4 Priests, and you have 3", "S-MAAT-5")
    assert question.known is not None and "R08" in question.known and "faith" in question.known


def test_the_owed_resource_costs_no_mail() -> None:
    """S-R-10, SD-14: the owner's next question comes after it, and without a word it is granite; before a scoring it
    is settled unasked (SD-19)."""
    t = table(4, "seth grey 3", warrior=4)
    statue(t, SETH, YOU)
    game = Game(t).say("die: seth grey 3", "tile: b2").finish()
    assert game.run.over and stock(game, "granite", YOU) == 0
    t.dice["horus"] = ["white 2", "white 3"]
    t.stack = [SethTurn(seat=YOU)]
    game = Game(t)
    seat, question = game.asked
    assert (seat, question.name, question.default, question.lapses) == (YOU, "owed", ["granite"], False)
    assert list(question.options) == ["granite", "limestone", "bread", "papyrus"]
    game.default()
    assert stock(game, "granite", YOU) == 1 and game.asked[1].name == "die"


def test_owed_resources_lapse_before_a_scoring() -> None:
    """S-R-10, SD-19."""
    t = table(2, "seth grey 3", warrior=4)
    statue(t, SETH, YOU)
    Game(t).say("die: seth grey 3", "tile: b2").finish()
    t.markers = [t.arrow]
    t.stack = [Maat()]
    run = Run(t)
    run.advance()
    ((seat, question),) = run.questions().items()
    assert (seat, question.name, question.lapses) == (YOU, "owed", True)


def test_s_set_7_the_next_tile_and_s_r_11() -> None:
    """S-SET-7, S-SET-8, S-SET-10, S-R-11: not on a pillar, not on another tile; without a space it is discarded."""
    t = table(2, "seth grey 3", warrior=4)
    t.tiles[0] = "P25"
    cover(t, "b1", "C02")
    question = Game(t).say("die: seth grey 3").question("tile")
    assert why_not(question, "a1")[1] == "S-SET-7" and why_not(question, "b1")[1] == "S-R-11"
    assert len(question.options) == 23
    t = table(2, "seth grey 3", warrior=4)
    t.tiles = ["P25"] * 25
    game = Game(t).say("die: seth grey 3").finish()
    assert seth(t).out == ["C01"] and seth(t).face == "C02" and game.run.over


def test_s_horus_5_a_second_statue_of_seth() -> None:
    """S-HORUS-5, S-R-13: three spots with four players; each seat is owed once."""
    t = table(4, "seth grey 3", warrior=4)
    for seat in (YOU, YOU, THIRD):
        statue(t, SETH, seat)
    Game(t).say("die: seth grey 3", "tile: b2").finish()
    assert sorted(frame.__dict__["seat"] for frame in t.owed) == [YOU, THIRD]
    t = table(4, "horus grey 2", granite=9, priest=9)
    for seat in (YOU, YOU, THIRD):
        statue(t, SETH, seat)
    assert why_not(Game(t).say("die: horus grey 2").question("statue"), "seth")[1] == "S-R-13"


def test_s_horus_1_any_value_builds_on_the_seth_board() -> None:
    """S-HORUS-1, SD-10: `west`, `east` and `seth` with every value; a taken column is refused."""
    for value in range(1, 7):
        t = table(2, f"horus grey {value}", granite=9, priest=2)
        assert {"west", "east", "seth"} <= set(Game(t).say(f"die: horus grey {value}").options("statue"))
    t = table(2, "horus grey 2", granite=9)
    statue(t, "west", YOU)
    assert why_not(Game(t).say("die: horus grey 2").question("statue"), "west")[1] == "S-R-13"


def test_s_maat_2_blood_stays() -> None:
    """S-MAAT-2, S-ROT-5, S-R-28: through the clearing; dice of the Seth board too."""
    t = table(2, "seth grey 3", blood=2, spare=False)
    for clear in t.book.clearing.values():
        clear(t)
    assert seth(t).blood[ME] == 2 and t.dice[SETH] == ["grey 3"] and scale(t, ME) == -2


def test_s_r_20_any_action_may_be_seth() -> None:
    """S-R-20, S-R-02: happiness 21 and D23; Warriors are paid all the same, and nothing replaces them."""
    t = table(2, warrior=4, gold=9, scribe=9)
    t.stack = [t.book.procedures["decree"](seat=ME, card="D23")]
    t.players[ME].decrees = ["D23"]
    game = Game(t).say("decree: D23 seth 3", "tile: b2")
    assert stock(game, WARRIOR) == 0
    t = table(2, warrior=3, gold=9, scribe=9)
    t.extra = [ME]
    assert "seth 3" not in Game(t).options("bonus")


def test_s_r_17_one_of_two_productions() -> None:
    """S-R-17: T17, T13 and T12 with B21."""
    t = table(2, "ra brown 3", blessings=["B21"], technologies=["T17", "T13", "T12"])
    game = Game(t).say("die: ra brown 3")
    game.say("value: 3") if game.asked[1].name == "value" else None
    game.say("action: produce", "play: B21").finish()
    assert game.me.vp == 10 + 2 + 1 and stock(game, "bread") == 2 + 2 + 1


def test_s_r_37_rankings_may_be_sent_ahead() -> None:
    """S-R-37, SD-02: the draft, the Destiny choice with Artifacts in one list."""
    t = laid(3)
    names = {question.name: question for question in TITLE.foresee(t, t.order[2])}
    assert {"start", "destiny"} <= set(names)
    assert {"F01", "S13"} & set(names["start"].options) or names["start"].options
    assert "R01" in (names["destiny"].known or ())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s_r_48_wheel_and_seth_board(seats: int) -> None:
    """S-R-48: together as many as the base wheel holds, and one more for each player."""
    t = laid(seats)
    assert sum(map(len, t.dice.values())) == 18 + seats


# -- switches ----------------------------------------------------------------------------------------------------------


def test_switch_anubis_may_take_seth_die() -> None:
    """S-R-06, both ways."""
    t = table(2, "seth grey 4, osiris white 3", scribe=2)
    assert "seth grey 4" not in Game(t).options("die")
    t = table(2, "seth grey 4, osiris white 3", {"anubis_may_take_seth_die": True}, scribe=2)
    game = Game(t).say("die: seth grey 4", "as: anubis red", "action: seth", "tile: b2")
    assert game.me.below == ["grey 4"] and stock(game, WARRIOR) == 0


def test_switch_seth_statue_bonus_allows_gold() -> None:
    """S-R-09, SD-14, both ways: with two players at once, for the own action."""
    for allowed in (False, True):
        t = table(2, "seth grey 3", {"seth_statue_bonus_allows_gold": allowed}, warrior=4)
        statue(t, SETH, ME)
        game = Game(t).say("die: seth grey 3", "tile: b2")
        assert ("gold" in game.options("owed")) == allowed


def test_switch_deferred_picks() -> None:
    """S-R-10, off: the owner is asked at once."""
    t = table(4, "seth grey 3", {"deferred_picks": False}, warrior=4)
    statue(t, SETH, YOU)
    game = Game(t).say("die: seth grey 3", "tile: b2")
    seat, question = game.asked
    assert (seat, question.name) == (YOU, "owed")
    game.say("owed: papyrus").finish()
    assert stock(game, "papyrus", YOU) == 1 and not t.owed


def test_switch_conquest_tile_may_cover_conquest_tile() -> None:
    """S-R-11, on."""
    t = table(2, "seth grey 3", {"conquest_tile_may_cover_conquest_tile": True}, warrior=4)
    cover(t, "b1", "C02")
    Game(t).say("die: seth grey 3", "tile: b1").finish()
    assert seth(t).covers[t.data.space_by_name["b1"]] == "C01" and seth(t).out == ["C02"]


@pytest.mark.parametrize(("per_tile", "granite"), [(True, 2), (False, 1)])
def test_switch_hathor_resources_per_tile(per_tile: bool, granite: int) -> None:
    """S-R-24, both ways."""
    t = table(2, "hathor black 2", {"hathor_resources_per_tile": per_tile}, bread=9, spare=False)
    spot = next(spot for spot in t.data.building_spots if spot.line == 1)
    names = [t.data.spaces[space].name for space in t.data.line_spaces[1]]
    for name in names[2:]:
        t.tiles[t.data.space_by_name[name]] = "P25"
    cover(t, names[0], "C01")
    cover(t, names[1], "C02")
    game = Game(t).say("action: god", f"spot: {spot.id}")
    assert game.event("built_building")["amounts"] == {"granite": granite, "limestone": granite}


def test_options_need_the_expansion() -> None:
    """Switches of the box are refused without it, and the box is one of the options."""
    options = make_options(TITLE, {"anubis_may_take_seth_die": True})
    assert TITLE.check(options, 2) == "anubis_may_take_seth_die is for games with expansion=seth."
    assert TITLE.modules(make_options(TITLE, {"expansion": "seth"}), 3) == [SETH]


# -- tables ------------------------------------------------------------------------------------------------------------

FAULTS: dict[str, tuple[Mapping[str, Any], str]] = {
    "reward": ({"regions": [{"id": 2, "reward": {"gain": {"silver": 1}}}]}, "nobody can gain silver"),
    "deck": ({"conquest_tiles": [{"id": "C07", "effect": {"draw": "starting"}}]}, "there is no deck starting"),
    "action": ({"conquest_tiles": [{"id": "C10", "effect": {"action": {"god": "ra", "value": 9}}}]}, "from 1 to 6"),
    "ankh": ({"artifacts": [{"id": "R01", "ankh": 7}]}, "Ankh 0 to 3"),
    "artifact": (
        {"artifacts": [{"id": "R08", "effect": {"action": {"god": "ra", "value": 3, "waive": []}}}]},
        "osiris",
    ),
    "waive": (
        {"artifacts": [{"id": "R07", "effect": {"action": {"god": "thoth", "value": 3}}}]},
        "papyrus and happiness",
    ),
    "faces": ({"dice": {"faces": [0, 7]}}, "no faces of a die"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_corrections_are_checked(name: str) -> None:
    """One file corrects the box; what is no sense is named with its place."""
    corrections, said = FAULTS[name]
    raw = TITLE.corrected({SETH: corrections}, [SETH])
    faults = TITLE.check_components(raw)
    assert any(said in fault and fault.startswith("seth.") for fault in faults)
    assert [fault for fault in faults if fault in (in_words(fault, TITLE.words(other)) for other in ("pl", "hu"))] == []


def test_house_values_are_marked() -> None:
    """S-HV-01 to S-HV-10: every entry of the tables names its group, and its text carries the mark."""
    data = TITLE.prepare(TITLE.components([SETH]))
    assert {f"S-HV-{n:02d}" for n in range(1, 11)} <= data.house
    mine = [card for card in data.cards.values() if card.rule.startswith("S-CARD-")]
    assert len(mine) > 30 and all(card.text.endswith(" (h)") for card in mine)


def test_an_owner_corrects_house_values() -> None:
    """S-HV-01: the mark goes, the value is played."""
    raw = TITLE.corrected({SETH: {"regions": [{"id": 2, "reward": {"gain": {"gold": 3}}}]}}, [SETH])
    assert not TITLE.check_components(raw)
    assert TITLE.prepare(raw).parts[SETH].regions[1].reward.gain == {"gold": 3}
    assert raw[SETH]["regions"][1]["source"] == "owner"
    assert isinstance(TITLE.module(SETH), Module)


def test_an_owner_corrects_an_artifact() -> None:
    """S-CARD-R08: an Osiris action in row 4 only, which costs happiness."""
    action = {"god": "osiris", "value": 4, "waive": []}
    raw = TITLE.corrected({SETH: {"artifacts": [{"id": "R08", "effect": {"action": action}}]}}, [SETH])
    assert not TITLE.check_components(raw)
    t = table(2, artifacts=["R08"], happiness=5)
    t.live.data = TITLE.prepare(raw)
    game = Game(t)
    assert [key for key in game.options("extra") if key.startswith("R08")] == ["R08 osiris 4"]
    game.say("extra: R08 osiris 4", "district: bread")
    assert game.me.buildings == 9 and game.me.happiness == 4


def test_dice_of_the_seth_board() -> None:
    """S-SET-1, SD-06: they are tainted and grey, a Scribe changes them from 1 to 6; the right pan."""
    t = table(2, "seth grey 2, seth grey 6", warrior=9, scribe=1)
    game = Game(t)
    assert {"seth grey 2", "seth grey 6"} <= set(game.options("die"))
    game.say("die: seth grey 6")
    assert game.options("value") == ["4", "5", "6"]
    game.say("value: 5", "tile: a1").finish()
    assert t.players[ME].right == ["grey 5"] and t.dice[SETH] == ["grey 2"]
    assert t.purity(SETH, "grey") == "tainted" and seth(t).regions[4] == [ME]


def test_a_statue_in_honour_of_seth_costs_priests() -> None:
    """S-HORUS-3: 2 Priests besides the granite."""
    t = table(2, "horus white 3", granite=5, priest=3)
    game = Game(t).say("die: horus white 3", "action: god", "statue: seth").finish()
    assert stock(game, PRIEST) == 1 and t.statues[SETH] == [ME]


def test_a_choice_of_both_kinds() -> None:
    """S-MAAT-4, S-MAAT-9: Destiny cards and Artifacts stand in one list; what nobody took stays beside its card."""
    t = table(2, priest=9)
    t.destinies = list(t.data.destiny_cards)
    game = Game(t, SethDestiny(seat=ME))
    assert {"gold", "scribe", "R01", "R06"} <= set(game.options("destiny"))
    left = [card for card in seth(t).artifacts if card != "R06"]
    game.say("destiny: R06")
    assert seth(t).artifacts == left and seth(t).held[ME] == ["R06"]


@pytest.mark.parametrize("happiness", [0, 3])
def test_osiris_by_an_artifact_costs_no_happiness(happiness: int) -> None:
    """S-R-42, SD-13: R08 loses none, and works with none, beside the action of the turn."""
    t = table(2, "ra white 2", artifacts=["R08"], happiness=happiness)
    game = Game(t).say("die: ra white 2")
    row = next(key for key in game.options("extra") if key.startswith("R08 osiris"))
    game.say(f"extra: {row}", "district: bread")
    assert t.players[ME].happiness == happiness and ME in t.osiris
