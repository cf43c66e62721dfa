"""Set-up and turns of Botankhamun: pyramid, coin, tiles and dice (T-BOT-SETUP, T-BOT-LEVEL, T-BOT-TURN, T-BOT-GOD,
T-BOT-RES)."""

from __future__ import annotations

import pytest

from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.actions.horus import free_at
from pbem.titles.tekhenu.actions.osiris import Osiris, free_districts
from pbem.titles.tekhenu.board import ROW2, open_spots
from pbem.titles.tekhenu.solo.bot_choices import choose_die, walk
from pbem.titles.tekhenu.solo.part import BOT, solo
from tests.titles.tekhenu.solos import ME, SEEDS, bare, begun, bot, laid, line, me, told, turn
from tests.titles.tekhenu.tables import run

TILES = {"horus", "ra", "hathor", "bastet", "thoth", "osiris", "papyrus", "bread", "limestone", "granite"}
LEVELS = ("easy", "medium", "hard")


# -- set-up ------------------------------------------------------------------------------------------------------------


def test_set_up_is_that_of_two_players() -> None:
    """T-BOT-SETUP-1: 22 dice, one Statue spot for each god, ten Building spots, T16 and D20 out, no production."""
    t = laid()
    assert sum(map(len, t.dice.values())) + len(t.bag) == 22
    assert set(t.removed) == {"T16", "D20", "D03"}
    assert set(bot(t).production.values()) == {0}
    assert (bot(t).buildings, bot(t).pillars, bot(t).statues) == (10, 8, 5)
    assert len(open_spots(t.data, len(t.seats))) == 10
    assert not free_at(t, t.horus[0]) and all(free_at(t, god) for god in t.horus[1:])
    assert TITLE.problems(t) == []


def test_what_the_bot_begins_with() -> None:
    """T-BOT-SETUP-2, RUL-49, HV-15: 10 VP, Happiness 4, Population 7, 1 Scribe, no Decree, nothing else."""
    t = laid()
    player = bot(t)
    assert (player.vp, player.happiness, player.population, player.decrees) == (10, 4, 7, [])
    assert {token: n for token, n in player.stock.items() if n} == {"scribe": 1}
    assert bot(laid(bot_start_scribes=0)).stock["scribe"] == 0
    assert (me(t).stock["gold"], me(t).stock["scribe"], me(t).happiness, me(t).population) == (1, 1, 2, 5)


def test_three_starting_cards_or_two_by_chance() -> None:
    """T-BOT-SETUP-3, TAB-10: three are dealt and two kept; two by chance leave nothing to choose."""
    t, running = begun()
    assert (len(t.starting), len(t.unused)) == (3, len(t.data.starting_cards) - 3)
    running.give(ME, [me(t).decrees[0]])
    question = running.questions()[ME]
    assert (question.name, len(question.options), question.low, question.high) == ("start", 3, 2, 2)
    t, running = begun(solo_random_starting_cards=True)
    assert len(t.starting) == 2
    running.give(ME, [me(t).decrees[0]])
    assert running.questions()[ME].name == "destiny" and len(me(t).drafted) == 2


def test_the_bot_is_first_and_takes_gold_or_scribe() -> None:
    """T-BOT-SETUP-4: A01 or A02 by chance and without the reward; three are left to choose from."""
    cards = set()
    for seed in SEEDS:
        t = laid(seed)
        assert t.order == [BOT, ME]
        cards.add(bot(t).destiny)
        assert sorted([bot(t).destiny, *t.destinies]) == ["A01", "A02", "A03", "A04"]
        assert (bot(t).stock["scribe"], bot(t).stock["gold"]) == (1, 0)
    assert cards == {"A01", "A02"}


def test_a_statue_on_position_one() -> None:
    """T-BOT-SETUP-5."""
    for seed in SEEDS[:4]:
        t = laid(seed)
        assert [god for god, owners in t.statues.items() if owners] == [t.horus[0]]
        assert t.statues[t.horus[0]] == [BOT]


def test_ten_tiles_in_a_pyramid() -> None:
    """T-BOT-SETUP-6, T-COMP-5: ten tiles, shuffled; the marker lies left of the base, the coin shows nothing."""
    orders = set()
    for seed in SEEDS[:4]:
        part = solo(laid(seed))
        assert sorted(part.pyramid) == sorted(TILES)
        assert (part.at, part.coin) == (-1, "")
        orders.add(tuple(part.pyramid))
    assert len(orders) == 4
    t = laid()
    assert [len(row) for row in t.data.bot.pyramid] == [4, 3, 2, 1]


def test_decrees_as_always_and_no_initiative() -> None:
    """T-BOT-SETUP-7: one of two Decrees is kept; the order of turns stays, whatever the Starting cards say."""
    t, running = begun()
    assert len(me(t).decrees) == 2 and not bot(t).decrees
    kept, other = me(t).decrees
    running.give(ME, [kept])
    assert me(t).decrees == [kept] and t.decks["decree"][0] == other
    running.give(ME, sorted(t.starting)[-2:])
    assert t.order == [BOT, ME]
    assert "order_set" not in [event.kind for event in t.live.events]


@pytest.mark.parametrize("level", LEVELS)
def test_levels(level: str) -> None:
    """T-BOT-LEVEL-1 to T-BOT-LEVEL-3: two Buildings in row 5 and a Pillar on the centre, with hard another Statue; no
    VP and no rewards for them."""
    t = laid(difficulty=level)
    built = {(n // 4 + 1, t.data.districts[n % 4]) for n, owner in enumerate(t.osiris) if owner == BOT}
    pillars = [space for space, owner in enumerate(t.pillars) if owner == BOT]
    statues = [god for god in t.horus if BOT in t.statues[god]]
    assert built == (set() if level == "easy" else {(5, "bread"), (5, "granite")})
    assert pillars == ([] if level == "easy" else [12])
    assert statues == [t.horus[0], *([t.horus[3]] if level == "hard" else [])]
    assert (bot(t).buildings, bot(t).pillars) == ((10, 8) if level == "easy" else (8, 7))
    assert (bot(t).vp, bot(t).population, bot(t).stock["faith"]) == (10, 7, 0)
    assert TITLE.problems(t) == []


def test_the_pillar_of_medium_stands_on_the_top_tile() -> None:
    """T-BOT-LEVEL-2: as drawn from the stack, behind the three of the display."""
    easy, medium = laid(), laid(difficulty="medium")
    assert medium.tiles[12] == easy.tile_stack[-1] and medium.turns[12] == 0
    assert medium.ra == easy.ra and len(medium.tile_stack) == len(easy.tile_stack) - 1


def test_eight_for_decrees_is_no_part_of_a_level() -> None:
    """T-BOT-LEVEL-4, T-BOT-RUL-5: an option of its own, with any level."""
    for level in LEVELS:
        assert laid(difficulty=level).options.bot_decree_vp == 4
        assert laid(difficulty=level, bot_decree_vp=8).options.bot_decree_vp == 8


def test_the_bot_stands_before_starting_cards_are_resolved() -> None:
    """T-BOT-RUL-8: S01 (row 5) cannot have Bread or Granite at medium; S01 to S03 pay a Statue of the bot at Osiris."""
    t, running = begun(difficulty="medium")
    assert sorted(free_districts(t, 5, [])) == ["limestone", "papyrus"]
    assert running.questions()[ME].name == "keep"
    t = bare()
    t.statues["osiris"] = [BOT]
    before = bot(t).vp, bot(t).stock["scribe"]
    run(t, Osiris(seat=ME, value=5, free=True)).give(ME, ["bread"])
    assert (bot(t).vp, bot(t).stock["scribe"]) == (before[0] + 1, before[1] + 1)


# -- pyramid -----------------------------------------------------------------------------------------------------------


def test_tab_15_eight_paths() -> None:
    """TAB-15, T-BOT-TURN-1: from left of the base onto its first tile, then up and right or right."""
    paths = set()
    for n in range(60):
        t = bare(seed=f"path {n}")
        part = solo(t)
        steps = []
        for _ in range(4):
            tile = walk(t)
            assert tile == part.pyramid[part.at]
            steps.append(part.at)
            assert bool(part.coin) == (len(steps) > 1)
        paths.add("".join(map(str, steps)))
    assert paths == {"0123", "0126", "0156", "0158", "0456", "0458", "0478", "0479"}


def test_the_coin_says_which_way() -> None:
    """T-BOT-TURN-1: `up` is the tile up and right, `right` the one beside."""
    for seed in SEEDS:
        t = bare(seed=seed)
        walk(t), walk(t)
        assert solo(t).at == {"up": 4, "right": 1}[solo(t).coin]


# -- the turn ----------------------------------------------------------------------------------------------------------


def test_the_action_is_that_of_the_section_the_die_came_from() -> None:
    """T-BOT-TURN-2, T-BOT-TURN-5: a Thoth tile whose die is found at Bastet brings a Bastet action; never
    production."""
    t = bare("bastet black 3")
    turn(t, "thoth")
    assert told(t, "solo/feast") and not told(t, "solo/cards")
    assert bot(t).below == ["black 3"] and t.dice["bastet"] == []
    assert not any(bot(t).overproduced.values()) and not bot(t).stock["granite"]
    assert line(t, "solo/took") == (
        "Violet moves: the marker steps onto the pyramid; tile Thoth; no legal die at Thoth, next counter-clockwise is "
        "Bastet: black 3, pure."
    )


def test_gold_of_the_board_is_discarded() -> None:
    """T-BOT-TURN-3, T-BOT-OSIRIS-3: the Gold beside row 2 goes, the bot gains neither Gold nor production."""
    t = bare("osiris white 2")
    turn(t, "osiris")
    assert t.osiris[4 + 2] == BOT and ROW2 not in t.gold_on and sum(t.gold_on.values()) == 4
    assert {token for token, n in bot(t).stock.items() if n} == {"scribe"} and not any(bot(t).production.values())


def test_dice_of_the_bot_lie_apart() -> None:
    """T-BOT-TURN-4: they count as dice, not for a balance, and go back in the Maat phase."""
    t = bare("ra yellow 6")
    turn(t, "ra")
    assert (bot(t).dice, bot(t).left, bot(t).right, bot(t).balance) == (1, [], [], 0)
    bag = list(t.bag)
    for clear in t.book.clearing.values():
        clear(t)
    assert bot(t).dice == 0 and sorted([*bag, "yellow"]) == t.bag


def test_the_market_is_filled_behind_its_turn() -> None:
    """T-BOT-TURN-5, T-MARKET-5."""
    t = bare("thoth yellow 5")
    turn(t, "thoth")
    assert all(card for slots in t.market.values() for card in slots)
    assert told(t, "market_filled") and t.active == ""


# -- god tiles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "found"),
    [
        ("ra black 3, ra grey 5, ra yellow 4", "grey 5"),  # the highest, whatever its purity
        ("ra grey 5, ra yellow 5, ra black 5", "yellow 5"),  # of equals a Pure one
        ("horus black 6, horus grey 2", "grey 2"),  # Forbidden ones are no choice
    ],
)
def test_a_god_tile_takes_the_highest_die(dice: str, found: str) -> None:
    """T-BOT-GOD-1."""
    t = bare(dice)
    god = dice.split()[0]
    choice = choose_die(t, god)
    assert (choice.god, choice.die, choice.empty, choice.tied) == (god, found, [], 1)


def test_equal_dice_of_a_god_tile_by_chance() -> None:
    """T-BOT-GOD-1, RUL-54: each die has the same chance, and the draw is recorded; like dice need none."""
    found = []
    for n in range(60):
        t = bare("ra yellow 4, ra yellow 4, ra brown 4", seed=f"tie {n}")
        draws = len(t.live.draws)
        choice = choose_die(t, "ra")
        assert choice.tied == 3 and len(t.live.draws) == draws + 1
        found.append(choice.die)
    assert 30 <= found.count("yellow 4") <= 50
    t = bare("ra yellow 4, ra yellow 4")
    draws = len(t.live.draws)
    assert choose_die(t, "ra").tied == 1 and len(t.live.draws) == draws


def test_the_search_goes_counter_clockwise() -> None:
    """T-BOT-GOD-2: Horus, Osiris, Thoth, Bastet, Hathor, Ra; empty sections and those with Forbidden dice are
    passed."""
    t = bare("ra yellow 6, thoth grey 1, osiris black 6")
    choice = choose_die(t, "horus")
    assert (choice.god, choice.die, choice.empty) == ("thoth", "grey 1", ["horus", "osiris"])
    assert choose_die(t, "bastet").god == "ra" and choose_die(t, "ra").god == "ra"
    t.dice["thoth"] = []
    assert choose_die(t, "horus").empty == ["horus", "osiris", "thoth", "bastet", "hathor"]


def test_no_legal_die_anywhere() -> None:
    """T-BOT-RUL-3: a random die, the VP of RUL-50 and no action."""
    taken = set()
    for seed in SEEDS:
        t = bare("horus black 6, osiris brown 4, hathor white 2", seed=seed)
        t.statues["horus"] = t.statues["osiris"] = t.statues["hathor"] = [ME]
        before = me(t).model_dump_json()
        turn(t, "granite")
        taken.add(bot(t).below[0])
        assert bot(t).vp == 13 and me(t).model_dump_json() == before
        assert told(t, "solo/blocked") == [{"god": told(t, "solo/took")[0]["god"], "vp": 3, "legal": False}]
        assert bot(t).population == 7 and bot(t).statues == 6
    assert taken == {"black 6", "brown 4", "white 2"}


# -- resource tiles ----------------------------------------------------------------------------------------------------


def test_resource_tiles_go_by_colour_before_value() -> None:
    """T-BOT-RES-1: a 1 of the first colour before a 6 of the second; Forbidden dice are passed over."""
    t = bare("hathor black 1, ra white 6")
    assert choose_die(t, "granite").die == "black 1"
    t = bare("horus black 6, ra white 6, thoth white 2")
    choice = choose_die(t, "granite")
    assert (choice.die, choice.empty) == ("white 6", ["black"])


def test_resource_tiles_prefer_no_purity() -> None:
    """T-BOT-RES-2: a Tainted and a Pure die of one value are equals."""
    found = {choose_die(bare("ra white 5, horus white 5", seed=seed), "limestone").god for seed in SEEDS}
    assert found == {"ra", "horus"}


def test_a_statue_of_the_bot_breaks_the_tie() -> None:
    """T-BOT-RES-2: a section where its Statue honours the god, of several the one on the higher Horus position."""
    for seed in SEEDS[:5]:
        t = bare("ra white 5, horus white 5, thoth white 5", seed=seed)
        t.statues["ra"] = [BOT]
        choice = choose_die(t, "limestone")
        assert (choice.god, choice.tied, choice.honoured) == ("ra", 1, True)
        t.horus = ["thoth", "hathor", "horus", "bastet", "ra", "osiris"]
        t.statues["thoth"] = [BOT]
        assert choose_die(t, "limestone").god == "ra"
        t.statues["thoth"], t.statues["ra"] = [ME], []
        t.statues["horus"] = [BOT]
        assert choose_die(t, "limestone").god == "horus"


def test_a_statue_for_the_people_breaks_no_tie() -> None:
    """T-BOT-RUL-2: one above the districts of Osiris is no Statue in that section."""
    found = set()
    for seed in SEEDS:
        t = bare("osiris white 5, horus white 5", seed=seed)
        t.people["OW"] = t.people["OQ"] = BOT
        found.add(choose_die(t, "limestone").god)
    assert found == {"osiris", "horus"}


def test_grey_at_last() -> None:
    """T-BOT-RES-3: the highest grey if no colour has a legal die, with the same ties."""
    t = bare("horus black 6, osiris brown 6, ra grey 2, thoth grey 3, bastet grey 3")
    t.statues["thoth"] = [BOT]
    choice = choose_die(t, "bread")
    assert (choice.god, choice.die) == ("thoth", "grey 3")
    assert choice.empty == ["brown", "yellow", "black", "white"]


@pytest.mark.parametrize(
    ("tile", "colours"),
    [
        ("granite", ["black", "white", "brown", "yellow"]),
        ("papyrus", ["yellow", "brown", "white", "black"]),
        ("limestone", ["white", "black", "yellow", "brown"]),
        ("bread", ["brown", "yellow", "black", "white"]),
    ],
)
def test_the_four_resource_tiles(tile: str, colours: list[str]) -> None:
    """T-BOT-RES-4."""
    t = bare("ra white 2, ra yellow 2, ra black 2, ra brown 2")
    found = []
    for _ in colours:
        die = choose_die(t, tile).die
        t.dice["ra"].remove(die)
        found.append(die.split()[0])
    assert found == colours


def test_the_mail_tells_why() -> None:
    """RUL-54: chance, colours passed over and Statues are told in plain words."""
    t = bare("ra white 5, horus white 5")
    t.statues["ra"] = [BOT]
    turn(t, "granite")
    assert line(t, "solo/took") == (
        "Violet moves: the marker steps onto the pyramid; tile Granite-limestone-bread-papyrus; no legal die in black; "
        "Ra: white 5, tainted, where its statue stands."
    )
