"""The set-up (T-SETUP): what lies where, Decrees, the draft, initiative, rewards."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.core.interpreter import Run
from pbem.titles.tekhenu.cards.starting import STARTING, processing_order
from pbem.titles.tekhenu.invariants import problems
from pbem.titles.tekhenu.phases.setup import Rewards, SetUp, draft_order
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.tables import SEATS, laid_out, live, run, told


def begun(players: int = 3, seed: str = "setup", **options: object) -> tuple[Tekhenu, Run]:
    t = Tekhenu(seats=SEATS[:players], live=live(seed, **options))
    return t, run(t, SetUp())


def only(running: Run) -> str:
    """The one seat that is asked."""
    (seat,) = running.questions()
    return seat


def to_draft(running: Run) -> None:
    for seat, question in list(running.questions().items()):
        running.give(seat, [question.options[0]])


# -- laying out ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "dice", "left"), [(4, 26, 8), (3, 24, 6), (2, 22, 4)], ids=["4 players", "3 players", "2 players"]
)
def test_tab_09_dice_bag(players: int, dice: int, left: int) -> None:
    """TAB-09, T-SETUP-7, T-SETUP-8: 26/24/22 dice, 3 in each section, exactly one refill left in the bag."""
    t = laid_out(players)
    assert [len(section) for section in t.dice.values()] == [3] * 6
    assert (len(t.bag), len(t.bag) + 18) == (left, dice)


def test_dice_left_out() -> None:
    """T-SETUP-7: two grey ones with three players, one of each other colour with two."""
    for players, missing in ((3, {"grey": 2}), (2, {"yellow": 1, "brown": 1, "white": 1, "black": 1}), (4, {})):
        t = laid_out(players)
        found = Counter(t.bag) + Counter(die.split()[0] for dice in t.dice.values() for die in dice)
        whole = Counter({"white": 5, "yellow": 5, "black": 5, "brown": 5, "grey": 6})
        assert whole - found == Counter(missing), players


@pytest.mark.parametrize(("players", "dealt"), [(2, 5), (3, 7), (4, 9)])
def test_tab_10_starting_cards(players: int, dealt: int) -> None:
    """TAB-10, T-SETUP-12: Starting cards on offer, all Destiny cards."""
    t = laid_out(players)
    assert (len(t.starting), len(t.unused)) == (dealt, len(t.data.starting_cards) - dealt)
    assert t.destinies == list(t.data.destiny_cards)


@pytest.mark.parametrize(("players", "spots"), [(2, 6), (3, 12), (4, 18)])
def test_tab_11_statue_spots(players: int, spots: int) -> None:
    """TAB-11: spots for Statues at gods."""
    t = laid_out(players)
    assert t.data.god_spots[players] * len(t.statues) == spots


def test_wheel_and_markers() -> None:
    """T-SETUP-1, T-SETUP-2: any position; markers 4 and 8 sections on."""
    arrows = set()
    for seed in range(40):
        t = laid_out(seed=str(seed))
        arrows.add(t.arrow)
        assert t.markers == [(t.arrow + 4) % 6, (t.arrow + 2) % 6]
    assert arrows == set(range(6))


def test_tiles_gold_and_players() -> None:
    """T-SETUP-3, T-SETUP-6, T-SETUP-9."""
    t = laid_out(4)
    assert (len(t.ra), sum(t.gold_on.values()), len(t.gold_on)) == (3, 5, 5)
    assert len(t.tile_stack) == len(t.data.tiles) - len(t.ra)
    for player in t.players.values():
        assert (player.buildings, player.statues, player.pillars) == (10, 6, 8)
        assert (player.vp, player.happiness, player.population) == (10, 2, 5)
        assert set(player.production.values()) == {2}
        assert {token: n for token, n in player.stock.items() if n} == {"gold": 1, "scribe": 1}


def test_tokens_are_not_limited() -> None:
    """T-LIMIT-2, T-SETUP-5, RUL-12: more Scribes and Faith than the box holds."""
    t = laid_out()
    t.gain("orange", {"scribe": 30, "faith": 20, "gold": 40})
    assert (t.players["orange"].stock["scribe"], t.players["orange"].stock["faith"]) == (31, 20)
    assert not [problem for problem in problems(t) if "stock" in problem]


def test_horus_layouts() -> None:
    """T-SETUP-4, T-TILE-H1, T-TILE-H3 (house): shuffled tiles, or the printed layout for beginners."""
    assert len({tuple(laid_out(seed=str(seed)).horus) for seed in range(8)}) > 4
    assert laid_out(horus_layout="beginner").horus == ["bastet", "osiris", "thoth", "hathor", "ra", "horus"]


@pytest.mark.parametrize(
    ("players", "options", "removed"),
    [
        (4, {}, ["D03"]),
        (3, {}, ["D03"]),
        (2, {}, ["D03", "D20", "T16"]),
        (4, {"remove_D03": False}, []),
        (2, {"remove_D03": False}, ["D20", "T16"]),
    ],
)
def test_cards_left_out(players: int, options: dict[str, bool], removed: list[str]) -> None:
    """T-SETUP-10, RUL-01: D03 always, by option not; T16 and D20 with two players."""
    assert laid_out(players, **options).removed == removed


def test_market_at_the_start() -> None:
    """T-MARKET-2: I and II are filled, III and IV have no slots yet; slots in the order of HV-14 (house)."""
    t = laid_out()
    kinds = {section: [t.data.cards[card].kind[0] for card in slots] for section, slots in t.market.items()}
    assert kinds == {"I": ["b", "b", "t"], "II": ["b", "b", "t", "t"], "III": [], "IV": []}


def test_dec_01_random_first_player() -> None:
    """DEC-01, RUL-09: drawn by the processor, seats stay clockwise."""
    orders = set()
    for seed in range(30):
        t, _ = begun(seed=str(seed))
        orders.add(tuple(t.order))
    assert orders == {("orange", "blue", "red"), ("blue", "red", "orange"), ("red", "orange", "blue")}


# -- Decrees and the draft -------------------------------------------------------------------------------------------


def test_dec_02_decrees_are_chosen_in_secret() -> None:
    """T-SETUP-11, DEC-02, RUL-45: all at once and sealed; the rejected ones go under the deck in seat order."""
    t, running = begun()
    assert running.sealed and set(running.questions()) == set(t.seats)
    assert all(question.private for question in running.questions().values())
    dealt = {seat: list(t.players[seat].decrees) for seat in t.seats}
    deck = list(t.decks["decree"])
    for seat in reversed(t.seats):
        running.give(seat, [dealt[seat][1]])
    assert {seat: t.players[seat].decrees for seat in t.seats} == {seat: [dealt[seat][1]] for seat in t.seats}
    assert t.decks["decree"] == [dealt[seat][0] for seat in reversed(t.seats)] + deck
    shown = [event for event in t.live.events if event.kind in ("decrees_dealt", "decree_kept")]
    assert all(event.to == [event.seat] for event in shown) and len(shown) == 6


def test_dec_03_snake_draft() -> None:
    """T-SETUP-12A: there and back; the last drafter takes two at once, so 2n-1 questions."""
    t, running = begun(4)
    to_draft(running)
    first = list(t.order)
    asked = []
    while not t.players[first[0]].destiny and next(iter(running.questions().values())).name == "start":
        seat = only(running)
        question = running.questions()[seat]
        asked.append((seat, question.low))
        running.give(seat, list(question.options[: question.low]))
    a, b, c, d = first
    assert asked == [(a, 1), (b, 1), (c, 1), (d, 2), (c, 1), (b, 1), (a, 1)]
    assert len(t.removed) == 1 + 1, "the ninth card leaves the game beside D03"


def test_draft_ranking_may_name_taken_cards() -> None:
    """DEC-03: `known` holds every card that was dealt, and the refusal says why one is gone."""
    t, running = begun(3)
    to_draft(running)
    gone = t.starting[0]
    running.give(only(running), [gone])
    question = running.questions()[only(running)]
    assert gone not in question.options and question.known is not None and gone in question.known
    assert question.why_not is not None
    assert question.why_not(gone) == ("another player has taken that card", "T-SETUP-12A")


@pytest.mark.parametrize(
    ("cards", "order"),
    [
        ({"orange": ["S01", "S12"], "blue": ["S02", "S03"], "red": ["S10", "S11"]}, ["red", "orange", "blue"]),
        ({"orange": ["S01", "S12"], "blue": ["S09", "S04"], "red": ["S10", "S03"]}, ["orange", "red", "blue"]),
    ],
    ids=["sums", "tie by the higher card"],
)
def test_initiative(cards: dict[str, list[str]], order: list[str]) -> None:
    """T-SETUP-12B."""
    t = laid_out()
    for seat, drafted in cards.items():
        t.players[seat].drafted = drafted
    setup = SetUp()
    t.stack = [setup]
    setup.initiative(t)
    assert t.order == order


def test_draft_order_goes_back() -> None:
    t = laid_out()
    assert draft_order(t) == ["orange", "blue", "red", "red", "blue", "orange"]


def test_every_part_ends_a_submission() -> None:
    """A seat's submission may end after each pick and after all its rewards."""
    t = Tekhenu(seats=SEATS[:2], live=live("ends"))
    t.stack = [SetUp()]
    ended: list[str] = []
    running = Run(t, on_turn_over=ended.append)
    running.advance()
    while not running.over:
        seat, question = next(iter(running.questions().items()))
        running.give(seat, list(question.options[: question.low]))
    first, second = sorted(set(ended), key=ended.index)
    assert ended[:3] == [first, second, first] and sorted(ended[3:]) == sorted(t.seats)


# -- rewards ---------------------------------------------------------------------------------------------------------


def rewarded(*cards: str, destiny: str = "scribe", answers: tuple[str, ...] = ()) -> Tekhenu:
    """Orange resolves these Starting cards, one Scribe coming from the Destiny card."""
    t = laid_out()
    player = t.players["orange"]
    player.drafted = list(cards)
    for pile in (t.starting, t.unused):
        for card in cards:
            if card in pile:
                pile.remove(card)
    for card in STARTING.held("keep", cards):
        kind = t.data.cards[card].effect["draw_2_keep_1"]
        player.drawn += [t.decks[kind].pop(), t.decks[kind].pop()]
    running = run(t, Rewards(seat="orange"))
    running.give("orange", [destiny])
    for answer in answers:
        running.give("orange", [answer])
    assert running.over, running.questions()
    return t


def gains(t: Tekhenu) -> dict[str, int]:
    """What orange has beyond the start: 1 Gold, 1 Scribe, and 1 Scribe by Destiny."""
    stock = dict(t.players["orange"].stock)
    stock["gold"] -= 1
    stock["scribe"] -= 2
    return {token: n for token, n in stock.items() if n}


@pytest.mark.parametrize(
    ("card", "answers", "expected"),
    [
        ("S01", ("bread",), {"bread": 2}),
        ("S02", ("granite",), {"granite": 1}),
        ("S03", ("papyrus",), {"papyrus": 1}),
        ("S04", ("2 papyrus 3 granite",), {"papyrus": 2, "granite": 3}),
        ("S07", (), {"scribe": 2, "gold": 1}),
        ("S08", (), {"papyrus": 1, "bread": 1, "limestone": 1, "granite": 1}),
        ("S09", ("1 limestone 2 granite",), {"limestone": 1, "granite": 2}),
        ("S10", ("3 papyrus",), {"papyrus": 3}),
        ("S12", (), {"gold": 2}),
    ],
)
def test_starting_card_gains(card: str, answers: tuple[str, ...], expected: dict[str, int]) -> None:
    """T-CARD-S01 to T-CARD-S04, T-CARD-S07 to T-CARD-S10, T-CARD-S12; the card then leaves the game."""
    t = rewarded(card, answers=answers)
    assert gains(t) == expected
    assert card in t.removed and not t.players["orange"].drafted


@pytest.mark.parametrize(
    ("card", "row", "districts"),
    [
        ("S01", 5, ["papyrus", "bread", "limestone", "granite"]),
        ("S02", 3, ["limestone", "granite"]),
        ("S03", 3, ["papyrus", "bread"]),
    ],
)
def test_starting_buildings(card: str, row: int, districts: list[str]) -> None:
    """T-CARD-S01 to T-CARD-S03, DEC-05: the row, the districts allowed, no Happiness lost."""
    t = laid_out()
    t.players["orange"].drafted = [card]
    running = run(t, Rewards(seat="orange"))
    running.give("orange", ["scribe"])
    assert list(running.questions()["orange"].options) == districts
    running.give("orange", [districts[0]])
    at = t.data.osiris_at(row, t.data.districts.index(districts[0])).index
    assert (t.osiris[at], t.players["orange"].buildings, t.players["orange"].happiness) == ("orange", 9, 2)


def test_starting_building_triggers_technologies() -> None:
    """RUL-16, RUL-45: a Technology kept by S05 is there before S02 builds."""
    t = laid_out()
    player = t.players["orange"]
    player.drafted = ["S02", "S05"]
    t.decks["technology"] = [card for card in t.decks["technology"] if card != "T01"]
    player.drawn = ["T01", t.decks["technology"].pop()]
    running = run(t, Rewards(seat="orange"))
    for answer in ("scribe", "T01", "limestone"):
        running.give("orange", [answer])
    assert (player.technologies, player.vp) == (["T01"], 12)


@pytest.mark.parametrize(
    ("card", "kind", "hand"), [("S05", "technology", "technologies"), ("S06", "blessing", "blessings")]
)
def test_draw_two_keep_one(card: str, kind: str, hand: str) -> None:
    """T-CARD-S05, T-CARD-S06: the list is private, the other card is shuffled back."""
    t = laid_out()
    player = t.players["orange"]
    player.drafted = [card]
    drawn = [t.decks[kind].pop(), t.decks[kind].pop()]
    size = len(t.decks[kind])
    player.drawn = list(drawn)
    running = run(t, Rewards(seat="orange"))
    running.give("orange", ["scribe"])
    question = running.questions()["orange"]
    assert (question.options, question.private) == (drawn, True)
    running.give("orange", [drawn[1]])
    assert getattr(player, hand) == [drawn[1]]
    assert (player.drawn, len(t.decks[kind]), drawn[0] in t.decks[kind]) == ([], size + 1, True)


def test_pairs_are_drawn_as_the_draft_ends() -> None:
    """DEC-05: S05 and S06 pairs are seen by their drawer alone, before the Destiny question."""
    t = laid_out()
    t.players["blue"].drafted = ["S05", "S06"]
    t.players["orange"].drafted, t.players["red"].drafted = ["S01", "S12"], ["S02", "S03"]
    t.starting, t.unused = [], ["S04", "S07", "S08", "S09", "S10", "S11"]
    setup = SetUp(picks=6)
    setup.step = "initiative"
    running = run(t, setup)
    kinds = Counter(t.data.cards[card].kind for card in t.players["blue"].drawn)
    assert kinds == {"technology": 2, "blessing": 2}
    events = [event for event in t.live.events if event.kind == "cards_drawn"]
    assert [(event.to, event.twin) for event in events] == [
        (["blue"], {"deck": "technology", "count": 2}),
        (["blue"], {"deck": "blessing", "count": 2}),
    ]
    assert [question.name for question in running.questions().values()] == ["destiny"]


def test_s11_population_comes_first() -> None:
    """T-CARD-S11: +3 Population, then +2 Happiness."""
    t = laid_out()
    player = t.players["orange"]
    player.happiness = 5
    player.drafted = ["S11"]
    run(t, Rewards(seat="orange")).give("orange", ["scribe"])
    assert (player.population, player.happiness) == (8, 7)


def test_rul_21_market_opens_in_set_up() -> None:
    """RUL-21: S11 with A03 reaches Population 9 and opens section III at once."""
    t = rewarded("S11", destiny="population")
    assert t.players["orange"].population == 9
    assert [t.data.cards[card].kind for card in t.market["III"]] == ["blessing", "technology", "technology", "decree"]


def test_processing_order() -> None:
    """RUL-45: plain gains, cards kept, mixes, buildings."""
    assert processing_order(["S01", "S05"]) == ["S05", "S01"]
    assert processing_order(["S09", "S06"]) == ["S06", "S09"]
    assert processing_order(["S02", "S12"]) == ["S12", "S02"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_set_up_is_sound(players: int) -> None:
    """Everything is there at every question, and all that was drafted has left the game at the end."""
    for seed in range(5):
        t, running = begun(players, seed=f"whole {seed}")
        while not running.over:
            assert problems(t) == []
            seat, question = next(iter(running.questions().items()))
            running.give(seat, list(question.options[-question.low :]))
        assert all(player.destiny and not player.drafted and not player.drawn for player in t.players.values())
        assert len(told(t, "destiny_taken")) == players
