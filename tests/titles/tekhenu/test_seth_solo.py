"""Time of Seth for one player: the set-up, the turns of Botankhamun, its Destiny card and its points (S-BOT)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.core.errors import Misuse
from pbem.core.interpreter import Run
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.board import DICE, PURE
from pbem.titles.tekhenu.invariants import problems
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.phases.scoring import board_points
from pbem.titles.tekhenu.seth.actions import region_cost
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth.gods import column_actions
from pbem.titles.tekhenu.seth.owed import statue_bonus
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.seth_solo.actions import best_column, lay_tile, next_region
from pbem.titles.tekhenu.seth_solo.bot_dice import rank
from pbem.titles.tekhenu.solo.actions import ra_space
from pbem.titles.tekhenu.solo.bot_choices import shuffle_pyramid
from pbem.titles.tekhenu.solo.part import BOT, solo
from pbem.titles.tekhenu.solo.turn import BotDestiny
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu import solos
from tests.titles.tekhenu.seths import build_in, cover, statue
from tests.titles.tekhenu.solos import ME, SEEDS, act, bot, line, told, turn
from tests.titles.tekhenu.tables import run


def laid(seed: str = "solo", **options: Any) -> Tekhenu:
    return solos.laid(seed, expansion=SETH, **options)


def bare(dice: str = "", seed: str = "solo", **options: Any) -> Tekhenu:
    return solos.bare(dice, seed, expansion=SETH, **options)


def begun(**options: Any) -> tuple[Tekhenu, Run]:
    return solos.begun(expansion=SETH, **options)


# -- set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("draw", "starting", "powers"), [("3+1", 3, 1), ("2+2", 2, 2), ("3+2", 3, 2)])
def test_cards_drawn(draw: str, starting: int, powers: int) -> None:
    """S-BOT-SETUP-1, SD-20: as many are drawn as was said; two Starting cards and one Follower Power are kept."""
    t, running = begun(solo_draw=draw)
    assert (len(t.starting), len(seth(t).powers)) == (starting, powers)
    question = running.questions()[ME]
    assert question.name == "start" and (question.low, question.high) == (3, 3)
    cards, power = t.starting[:2], seth(t).powers[:1]
    assert question.allows([*cards, *power])
    if len(t.starting) > 2:
        assert not question.allows(t.starting[:3])
    if len(seth(t).powers) > 1:
        assert not question.allows([t.starting[0], *seth(t).powers])
    running.give(ME, [*cards, *power])
    assert t.players[ME].drafted == cards and seth(t).follower == {ME: power[0]}
    assert seth(t).powers == [] and t.starting == []


def test_the_set_up_goes_on_in_order() -> None:
    """S-BOT-SETUP-2, S-BOT-SETUP-5, S-R-01: draft, a Destiny card of all four, the rewards, a Decree of three last; the
    bot gets none of it and no Destiny card (S-R-32)."""
    t, running = begun(solo_draw="3+2", solo_artifacts=4)
    asked: list[str] = []
    while not t.round and not asked.count("die"):
        question = running.questions()[ME]
        asked.append(question.name)
        if question.name == "destiny":
            gained = {what: t.players[ME].stock[what] for what in (WARRIOR, PRIEST)}
            marked = [t.live.data.parts[SETH].start[card] for card in t.players[ME].drafted]
            assert gained == {what: sum(card[what] for card in marked) for what in gained}
            assert {"gold", "scribe", "faith"} <= set(question.options)
        if question.name == "keep" and len(t.players[ME].decrees) == 3:
            assert asked[-2:] != ["start", "keep"] and t.players[ME].destiny
        running.give(ME, question.harmless())
        if not t.stack:
            break
    assert asked[:2] == ["start", "destiny"] and asked[-1] == "keep" and len(t.players[ME].decrees) == 1
    assert (bot(t).decrees, bot(t).destiny, seth(t).follower.get(BOT)) == ([], "", None)
    assert t.order == [BOT, ME]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_artifacts(n: int) -> None:
    """S-BOT-SETUP-3: so many lie out, the others are in the box."""
    t = laid(solo_artifacts=n)
    all_of_them = tables(t).artifacts
    assert len(seth(t).artifacts) == n and sum(card in all_of_them for card in seth(t).box) == len(all_of_them) - n


def test_dice_and_decks_of_one_player() -> None:
    """S-SETUP-1, S-SETUP-3, X-02: as with two players, on the same side of the board."""
    t = laid()
    assert (len(t.dice[SETH]), len(t.bag)) == (2, 4)
    assert region_cost(t, 3) == 4 and not any(problems(t))


def test_ten_tiles() -> None:
    """S-BOT-SETUP-4, S-COMP-5, S-BOT-13: five gods and Seth, three resource tiles and Priests and Warriors, by chance;
    the same ten in every pyramid."""
    left_out = set()
    for seed in SEEDS:
        t = laid(seed)
        tiles = solo(t).pyramid
        gods, rows = set(t.data.gods), {"granite", "papyrus", "limestone", "bread"}
        assert len(set(tiles)) == 10 and {SETH, PRIEST} < set(tiles)
        assert (len(gods & set(tiles)), len(rows & set(tiles))) == (5, 3)
        out = (gods | rows) - set(tiles)
        left_out.add(frozenset(out))
        (event,) = told(t, "seth_solo/tiles")
        assert {event["god"], event["resources"][0]} == out
        before = list(tiles)
        shuffle_pyramid(t)
        assert sorted(solo(t).pyramid) == sorted(before) and len(told(t, "seth_solo/tiles")) == 1
    assert len(left_out) > 3
    assert "are left out of the pyramid" in line(t, "seth_solo/tiles")


@pytest.mark.parametrize(("difficulty", "n"), [("easy", 0), ("medium", 1), ("hard", 2)])
@pytest.mark.parametrize("base", [True, False])
def test_levels(difficulty: str, n: int, base: bool) -> None:
    """S-BOT-SETUP-6, S-R-49, S-SET-10: Buildings in different regions, without reward and tile; the base pieces of the
    level unless they are left out."""
    regions = set()
    for seed in SEEDS:
        t = laid(seed, difficulty=difficulty, solo_levels_bring_base_pieces=base)
        standing = [at for at, owners in enumerate(seth(t).regions, 1) if owners]
        assert len(standing) == n and all(seth(t).regions[at - 1] == [BOT] for at in standing)
        regions.update(standing)
        pieces = {"easy": (0, 0, 1), "medium": (2, 1, 1), "hard": (2, 1, 2)}[difficulty] if base else (0, 0, 1)
        built = (t.osiris.count(BOT), t.pillars.count(BOT), sum(map(len, t.statues.values())))
        assert built == pieces
        assert (
            bot(t).buildings == 10 - n - pieces[0]
            and len(seth(t).stack) == len(tables(t).tiles) - 1
            and bot(t).vp == 10
        )
        assert problems(t) == [found for found in problems(t) if found.startswith("order")]
    assert n == 0 or len(regions) > 2


def test_a_hard_set_up_goes_up() -> None:
    """S-R-32: chance that names a region of the bot sends the second Building up."""
    seen = Counter()
    for seed in [f"{n}" for n in range(40)]:
        first, second = told(laid(seed, difficulty="hard"), "seth_solo/begins")
        assert first["region"] == first["rolled"] != second["region"]
        seen[second["region"] == second["rolled"]] += 1
        if second["rolled"] == first["region"]:
            assert second["region"] == first["region"] % 6 + 1
    assert seen[False] and seen[True]
    assert "begins with a building in region" in line(laid("1", difficulty="hard"), "seth_solo/begins")


def test_buildings_of_the_bot_count_like_all() -> None:
    """S-R-47: yours in such a region is the second, and a Statue below the column counts it."""
    t = laid("a", difficulty="medium")
    region = next(at for at, owners in enumerate(seth(t).regions, 1) if owners)
    assert region_cost(t, region) == 5
    assert column_actions(t, "west" if region < 4 else "east") == 1


@pytest.mark.parametrize("n", [10, 20])
def test_a_second_set_of_buildings(n: int) -> None:
    """S-BOT-SETUP-7."""
    t = laid(bot_buildings=n)
    assert bot(t).buildings == n and t.players[ME].buildings == 10
    assert [found for found in problems(t) if "buildings" in found] == []
    bot(t).buildings -= 1
    assert [found for found in problems(t) if "buildings" in found] != []


def test_options_are_for_one_player_with_the_expansion() -> None:
    """SD-20: each is refused where it means nothing, in a sentence."""
    for name, value in {"solo_draw": "2+2", "solo_artifacts": 4, "bot_buildings": 20}.items():
        assert "one player" in str(TITLE.check(Options(expansion=SETH, **{name: value}), 2))
        assert "expansion=seth" in str(TITLE.check(Options(**{name: value}), 1))
        assert TITLE.check(Options(expansion=SETH, **{name: value}), 1) is None
    assert "solo_draw=2+2" in str(TITLE.check(Options(expansion=SETH, solo_random_starting_cards=True), 1))


@pytest.mark.parametrize("box", [["seth_solo"], ["seth", "seth_solo"], ["solo", "seth_solo", "seth"]])
def test_the_module_needs_both(box: list[str]) -> None:
    """A file that names it without Seth and the bot before it is refused in a sentence."""
    with pytest.raises(Misuse, match="seth_solo needs"):
        TITLE.book(box)


# -- which die ---------------------------------------------------------------------------------------------------------


def test_x_23_rating_of_dice() -> None:
    """S-BOT-2: pure 6, blue 5, tainted 6 in this order; the action has the value that the die shows."""
    t = bare("osiris white 6, osiris blue 5, osiris grey 6")
    assert t.purity("osiris", "white") == PURE
    taken = []
    while t.dice["osiris"]:
        turn(t, "osiris")
        taken.append(told(t, "solo/took")[-1]["die"])
    assert taken == ["white 6", "blue 5", "grey 6"]
    assert [works["row"] for works in told(t, "built_works")] == [6, 5, 6]


@pytest.mark.parametrize(
    ("dice", "taken"),
    [
        ("osiris white 4, osiris green 4, osiris yellow 4", "green 4"),
        ("osiris white 4, osiris grey 4, osiris red 3", "white 4"),
        ("osiris grey 4, osiris red 3", "red 3"),
        ("osiris grey 5, osiris blue 3", "grey 5"),
        ("osiris green 4, osiris red 4", "red 4"),
        ("osiris green 5, osiris red 4", "green 5"),
    ],
)
def test_equals(dice: str, taken: str) -> None:
    """S-BOT-2: pure before tainted, green before other pure dice, red and blue before other tainted ones."""
    t = bare(dice)
    turn(t, "osiris")
    assert told(t, "solo/took")[0]["die"] == taken


def test_the_search_rates_dice_too() -> None:
    """S-R-38: the section found counterclockwise is searched by S-BOT-2."""
    t = bare("osiris grey 4, osiris red 3")
    turn(t, "horus")
    assert told(t, "solo/took")[0] | {"empty": []} == told(t, "solo/took")[0] | {"empty": [], "die": "red 3"}


@pytest.mark.parametrize(
    ("dice", "taken"),
    [
        ("horus grey 5, ra red 4, ra green 5", ("ra", "green 5")),
        ("horus grey 5, ra red 4", ("ra", "red 4")),
        ("horus grey 5, ra red 3", ("horus", "grey 5")),
        ("ra black 1, ra red 5", ("ra", "black 1")),
    ],
)
def test_resource_tiles(dice: str, taken: tuple[str, str]) -> None:
    """S-R-38: the colours of the tile first; without any the highest of all others by S-BOT-2."""
    t = bare(dice)
    turn(t, "granite")
    found = told(t, "solo/took")[0]
    assert (found["god"], found["die"]) == taken


def test_a_resource_tile_prefers_pure_dice() -> None:
    """S-BOT-2: of equals of one colour a pure one comes before a tainted one, whatever Statue stands there."""
    t = bare("osiris yellow 4, ra yellow 4")
    assert rank(t, "ra", "yellow 4") > rank(t, "osiris", "yellow 4")
    statue(t, "osiris", BOT)
    turn(t, "papyrus")
    assert told(t, "solo/took")[0]["god"] == "ra"


def test_priests_and_warriors() -> None:
    """S-BOT-7: the highest red or blue die; T-BOT-RES-2 among equals; then the action of its section."""
    t = bare("osiris red 3, ra blue 4, horus white 6, bastet red 4")
    statue(t, "bastet", BOT)
    turn(t, PRIEST)
    (found,) = told(t, "seth_solo/took")
    assert (found["god"], found["die"], found["honoured"]) == ("bastet", "red 4", True)
    assert told(t, "solo/feast") and bot(t).stock[WARRIOR] == 0
    assert line(t, "seth_solo/took").endswith(
        "tile Priests and Warriors; Bastet: red 4, tainted, where its statue stands."
    )


@pytest.mark.parametrize(
    ("dice", "taken", "why"),
    [
        ("horus white 5, osiris green 5, ra grey 6", "green 5", "no red or blue die, so the highest pure one"),
        ("horus grey 4, osiris grey 6", "grey 6", "no red or blue and no pure die, so the highest left"),
    ],
)
def test_priests_and_warriors_without_red_and_blue(dice: str, taken: str, why: str) -> None:
    """S-BOT-7, S-R-32: the highest pure die, then the highest left; the log says why."""
    t = bare(dice)
    turn(t, PRIEST)
    assert told(t, "seth_solo/took")[0]["die"] == taken
    assert why in line(t, "seth_solo/took")


def test_no_legal_die_at_all() -> None:
    """T-BOT-RUL-3 with the new tiles: a die of the wheel by chance, and no action; never one of the Seth board."""
    for tile in (PRIEST, "granite", "horus"):
        t = bare("horus black 3, seth grey 5")
        turn(t, tile)
        assert t.dice["horus"] == [] and t.dice[SETH] == ["grey 5"] and bot(t).vp == 13


# -- Seth --------------------------------------------------------------------------------------------------------------


def test_x_24_the_tile_seth() -> None:
    """S-BOT-3: the 5 of 5 and 2; regions 5 and 6 are its own, so region 1; 2 VP and 3 for the Statue below it."""
    t = bare("seth grey 5, seth grey 2")
    build_in(t, 5, BOT)
    build_in(t, 6, BOT)
    statue(t, "west", ME)
    turn(t, SETH)
    assert t.dice[SETH] == ["grey 2"] and bot(t).below == ["grey 5"]
    assert seth(t).regions[0] == [BOT] and bot(t).vp == 10 + 5
    assert "tile Seth; Seth: grey 5, tainted" in line(t, "seth_solo/took")
    text = line(t, "seth_solo/built")
    assert "region 1 (Libya), because it stands in region 5 already: 5 VP, 3 of them for the statue below" in text


def test_the_bot_pays_and_takes_nothing() -> None:
    """S-BOT-1: neither Warriors, Priests nor Blood, no reward of the region and none of a red die."""
    t = bare("seth grey 6, ra red 4")
    turn(t, SETH)
    turn(t, PRIEST)
    assert {what: n for what, n in bot(t).stock.items() if n} == {"scribe": 1}
    assert seth(t).blood[BOT] == 0 and bot(t).vp >= 12


@pytest.mark.parametrize(("value", "own", "region"), [(3, [], 3), (6, [6], 1), (5, [5, 6, 1], 2), (1, [2], 1)])
def test_next_region(value: int, own: list[int], region: int) -> None:
    """S-BOT-3: the next higher region without a Building of the bot; yours does not matter."""
    t = bare()
    for at in own:
        build_in(t, at, BOT)
    build_in(t, region, ME)
    assert next_region(t, value) == region


def test_its_conquest_tile() -> None:
    """S-BOT-4, S-R-44: where Buildings in line and edges bring most, by chance among equals; never on another tile
    (S-R-32), and the next one is turned up."""
    laid_on = set()
    for seed in SEEDS:
        t = bare("seth grey 3", seed)
        face, below = seth(t).face, seth(t).stack[-1]
        t.buildings |= {"W1": ME, "S1": BOT}
        t.tiles[0] = t.tile_stack.pop()
        turn(t, SETH)
        (event,) = told(t, "seth_solo/covered")
        assert event["tile"] == face and seth(t).face == below
        laid_on.add(event["space"])
        assert "where a Ra action would bring it most (3 VP), by chance of 4 spaces" in line(t, "seth_solo/covered")
    assert laid_on == {"a2", "b1", "a5", "e1"}


def test_its_conquest_tile_goes_on_no_other() -> None:
    """S-R-32: a covered space is no best space; S-R-11: without a space the tile is discarded."""
    t = bare()
    cover(t, "a1", "C05" if seth(t).face != "C05" else "C06")
    lay_tile(t)
    assert told(t, "seth_solo/covered")[0]["space"] != "a1" and told(t, "seth_solo/covered")[0]["tied"] == 3
    assert ", by chance of" in line(t, "seth_solo/covered")
    t.tiles = ["P01"] * 25
    face = seth(t).face
    lay_tile(t)
    assert seth(t).out == [face] and told(t, "seth/discarded")


def test_without_a_die_as_horus() -> None:
    """S-BOT-5: as with the Horus tile, and on counterclockwise; the log says so."""
    t = bare("osiris grey 4, thoth white 6")
    turn(t, SETH)
    (found,) = told(t, "seth_solo/took")
    assert (found["god"], found["empty"]) == ("osiris", ["horus"]) and told(t, "built_works")
    assert "no die on the Seth board, so as with Horus; no legal die at Horus" in line(t, "seth_solo/took")


@pytest.mark.parametrize("why", ["no building", "all regions"])
def test_with_a_die_and_no_building(why: str) -> None:
    """S-BOT-6, S-R-31: it takes the highest die, gains 3 VP, and nothing is performed: no tile, no bonus."""
    t = bare("seth grey 2, seth grey 4", bot_blocked_action_vp=0)
    statue(t, SETH, ME)
    if why == "no building":
        bot(t).buildings = 0
    else:
        for region in range(1, 7):
            build_in(t, region, BOT)
    face = seth(t).face
    turn(t, SETH)
    assert (bot(t).vp, t.dice[SETH], seth(t).face) == (13, ["grey 2"], face)
    assert seth(t).owed[ME] == 0 and "cannot perform the Seth action: 3 VP instead" in line(t, "solo/blocked")


# -- Horus, Ra ---------------------------------------------------------------------------------------------------------


def test_horus_below_a_column() -> None:
    """S-BOT-8: a People's Statue for two or three Thoth actions goes before the god of the value; each takes the
    rightmost card of the farthest section in reach."""
    t = bare()
    for region in (4, 5):
        build_in(t, region, ME)
    bot(t).happiness = 6
    far = [section for section in t.data.sections if section.needs_happiness <= 6][-1].id
    cards = list(t.market[far])
    act(t, "horus", "grey 1")
    assert t.people["east"] == BOT and t.statues["horus"] == []
    assert [event["cards"] for event in told(t, "solo/cards")] == [[cards[-1]], [cards[-2]]]
    assert sum(card is None or card == "" for card in t.market[far]) == 2


def test_one_building_is_not_enough() -> None:
    """S-BOT-8: one Thoth action is none; then the god of the value."""
    t = bare()
    build_in(t, 4, ME, BOT)
    act(t, "horus", "grey 1")
    assert t.people == {} and t.statues["horus"] == [BOT]


def test_the_better_column() -> None:
    """S-R-32: the one with more Thoth actions, by chance among equals; a taken one never."""
    t = bare()
    for region in (1, 2, 4, 5, 6):
        build_in(t, region, ME)
    assert best_column(t) == "east"
    build_in(t, 3, BOT)
    assert {best_column(bare_like(t, seed)) for seed in SEEDS} == {"west", "east"}
    statue(t, "east", ME)
    assert best_column(t) == "west"
    statue(t, "west", ME)
    assert best_column(t) == ""


def bare_like(t: Tekhenu, seed: str) -> Tekhenu:
    """Another table with the same Seth board and other chance."""
    other = bare(seed=seed)
    seth(other).regions = [list(owners) for owners in seth(t).regions]
    return other


def test_thoth_actions_pay_statues_once() -> None:
    """S-TRIG-1, S-BOT-8: the Thoth actions are actions, so a Statue at Thoth pays, once in the turn; Horus pays too."""
    t = bare()
    for region in (1, 2, 3):
        build_in(t, region, ME)
    statue(t, "thoth", ME)
    statue(t, "horus", ME)
    t.live.events.clear()
    act(t, "horus", "grey 2")
    bonuses = [(event.seat, event.data["god"]) for event in t.live.events if event.kind == "horus_bonus"]
    assert bonuses == [(ME, "thoth"), (ME, "horus")] and len(told(t, "solo/cards")) == 3


def test_no_card_in_reach() -> None:
    """T-BOT-RUL-1: without a card such a Thoth action is not performed, and the Statue stands nevertheless."""
    t = bare()
    for region in (1, 2):
        build_in(t, region, ME)
    statue(t, "thoth", ME)
    t.market = {name: ["" for _ in slots] for name, slots in t.market.items()}
    act(t, "horus", "grey 2")
    assert t.people["west"] == BOT and told(t, "horus_bonus") == []
    assert "finds no card within its reach" in line(t, "seth_solo/no_card")


def test_horus_in_its_order() -> None:
    """S-BOT-8: the god of the value, then in honour of Seth, then for the people as in the base game."""
    t = bare()
    act(t, "horus", "grey 3")
    assert t.statues["hathor"] == [BOT]
    act(t, "horus", "grey 3")
    assert t.statues[SETH] == [BOT]
    act(t, "horus", "grey 3")
    assert [spot for spot, seat in t.people.items() if seat == BOT] != [] and not {"west", "east"} & set(t.people)
    bot(t).statues = 0
    before = bot(t).vp
    act(t, "horus", "grey 1")
    assert bot(t).vp == before + 3


def test_its_statue_in_honour_of_seth() -> None:
    """S-BOT-9, S-R-32: 1 VP for each Seth action of either side, once in a turn."""
    t = bare("seth grey 3")
    statue(t, SETH, BOT)
    turn(t, SETH)
    assert bot(t).vp == 10 + 2 + 1
    statue_bonus(t, BOT)
    assert bot(t).vp == 14 and seth(t).owed[BOT] == 0


def test_your_statue_in_its_turn() -> None:
    """S-R-10: a Resource is owed, and the bot's turn waits for nobody; with `deferred_picks` off you name it in it."""
    for deferred in (True, False):
        t = bare("seth grey 3", deferred_picks=deferred)
        statue(t, SETH, ME)
        running = turn(t, SETH)
        assert seth(t).owed[ME] == 1 and running.owed(ME) == deferred
        assert (t.stack == []) == deferred
        if not deferred:
            running.give(ME, ["bread"])
            assert t.players[ME].stock["bread"] == 1 and seth(t).owed[ME] == 0


def test_pillars_on_conquest_tiles() -> None:
    """S-BOT-10: 2 VP more, compared too, and nothing of the tile."""
    t = bare()
    cover(t, "c3", "C05" if seth(t).face != "C05" else "C06")
    tile = seth(t).covers[12]
    t.buildings |= {"W1": ME, "S1": ME}
    assert ra_space(t, t.ra[0]) == 0
    t.buildings.clear()
    for space in (7, 11):
        t.tiles[space] = "P01"
    assert ra_space(t, t.ra[0]) == 12
    act(t, "ra", "grey 1")
    (built,) = told(t, "built_pillar")
    assert built["space"] == "c3" and built["amounts"] == {} and bot(t).vp == 10 + built["vp"] + 2
    assert told(t, "gained") == [{"amounts": {"vp": 2}, "why": tile}] and bot(t).stock["gold"] == 0


def test_osiris_with_red_blue_and_green() -> None:
    """S-R-32, S-HV-11: the district as for grey."""
    for colour in ("red", "blue", "green"):
        t = bare()
        t.osiris[:4] = [ME, "", ME, ""]
        act(t, "osiris", f"{colour} 3")
        assert told(t, "built_works")[0]["district"] == t.data.districts[1]


# -- followers, Maat, scoring ------------------------------------------------------------------------------------------


def test_follower_powers_give_it_vp_and_scribes() -> None:
    """S-R-32, S-HV-11: of your Follower Power it takes VP and Scribes, nothing else."""
    t = bare()
    reward = t.book.numbers["follower reward"]
    amounts = {"vp": 1, WARRIOR: 1, "bread": 1, "scribe": 1}
    assert reward(t, BOT, amounts) == {"vp": 1, "scribe": 1} and reward(t, ME, amounts) == amounts


def test_x_28_destiny_card_of_the_bot() -> None:
    """S-BOT-11, S-R-36: Artifacts only at Ankh 1 and 3: it takes A02; the Artifact stays, out of your reach."""
    t = bare()
    seth(t).artifacts = ["R03", "R07"]
    t.players[ME].stock[PRIEST] = 9
    t.stack = [BotDestiny()]
    Run(t).advance()
    assert bot(t).destiny == "A02" and seth(t).artifacts == ["R03", "R07"] and "A02" not in t.destinies
    question = t.book.numbers["destiny asked"](t, ME, t.destinies)
    assert "R07" in question.options and "R03" not in question.options
    assert "the lowest with an Artifact: R03 cannot be had now" in line(t, "seth_solo/destiny")


def test_without_artifacts_gold_or_scribe() -> None:
    """S-BOT-11: by chance, as in the base game."""
    found = set()
    for seed in SEEDS:
        t = bare(seed=seed)
        seth(t).artifacts = []
        t.stack = [BotDestiny()]
        Run(t).advance()
        found.add(bot(t).destiny)
    assert found == {"A01", "A02"}


def test_you_first() -> None:
    """S-BOT-12: any Destiny card or Artifact, and the bot takes none; S-BOT-13: a new pyramid of the same tiles."""
    t = bare()
    t.maat = 0
    t.arrow = (t.markers[0] + 1) % 6
    t.players[ME].destiny, before = "", list(solo(t).pyramid)
    t.players[ME].stock[PRIEST] = 9
    running = run(t, Maat())
    question = running.questions()[ME]
    assert t.order == [ME, BOT] and question.name == "destiny"
    assert {*seth(t).artifacts, "gold", "scribe", "faith"} <= set(question.options)
    running.give(ME, ["gold"])
    assert bot(t).destiny == "" and sorted(solo(t).pyramid) == sorted(before)


def test_its_buildings_score() -> None:
    """S-BOT-14: like yours, by the spots for one or two players."""
    t = bare()
    build_in(t, 1, BOT, ME)
    build_in(t, 6, ME, BOT)
    assert board_points(t, BOT)[SETH] == 2 + 5 and board_points(t, ME)[SETH] == 3 + 4


def test_dice_of_the_bot_are_rated_by_their_faces_only() -> None:
    """S-BOT-2: a blue 5 builds in row 5, a red 4 at Ra takes the tile of a 4."""
    t = bare("ra red 4")
    place = t.data.ra_place[DICE["red 4"][1]]
    tile = t.ra[place]
    turn(t, PRIEST)
    assert told(t, "built_pillar")[0]["tile"] == tile
