"""Maat phases, scorings and the end with Botankhamun (T-BOT-MAAT, T-BOT-SCORE), and the order of turns around them."""

from __future__ import annotations

import pytest

from pbem.core.interpreter import Run
from pbem.titles.tekhenu.phases.end import End, game_result
from pbem.titles.tekhenu.phases.game import Game
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.phases.scoring import Scoring, board_points, bread_due
from pbem.titles.tekhenu.solo.part import BOT, solo
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.solos import ME, SEEDS, bare, bot, laid, me, told
from tests.titles.tekhenu.tables import build_osiris, build_pillars, build_statues, build_temple, hold, run


def maat(number: int = 1, mine: int = 5, seed: str = "solo") -> Tekhenu:
    """A table on which Maat phase `number` begins; `mine` is the player's balance, on one die or two."""
    t = bare(seed=seed)
    t.maat = number - 1
    t.arrow = (t.markers[0] + 1) % 6
    pan = me(t).left if mine > 0 else me(t).right
    pan.extend(f"grey {n}" for n in ([6] * (abs(mine) // 6) + [abs(mine) % 6]) if n)
    t.destinies = ["A02", "A03", "A04"]
    bot(t).destiny = "A01"
    return t


# -- Maat --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "balance"), [(1, 3), (2, 2), (3, 1), (4, 1)])
def test_tab_12_balance(number: int, balance: int) -> None:
    """TAB-12, T-BOT-MAAT-1: 3, 2, 1, 1, whatever dice it has; it never loses VP."""
    t = maat(number)
    bot(t).below = ["grey 6", "grey 6"]
    run(t, Maat())
    assert (bot(t).marker, bot(t).vp) == (balance, 10)
    assert [event.seat for event in t.live.events if event.kind == "balance_penalty"] == []


def test_the_player_loses_vp_as_always() -> None:
    """T-BOT-MAAT-1: the penalty is the player's alone."""
    t = maat(mine=-9)
    run(t, Maat())
    assert (me(t).vp, bot(t).vp) == (7, 10)


@pytest.mark.parametrize(
    ("mine", "card", "first"), [(2, "", ME), (-2, "", ME), (3, "", BOT), (-3, "", BOT), (3, "T15", ME), (4, "T15", BOT)]
)
def test_order_by_balance_and_ankh(mine: int, card: str, first: str) -> None:
    """RUL-53, T-MAAT-5: at equal distance the bot's 4 beats every Destiny card, T15 beats the bot."""
    t = maat(mine=mine)
    me(t).destiny = "A04"
    t.destinies.remove("A04")
    if card:
        hold(t, ME, card)
    running = run(t, Maat())
    if card:
        running.give(ME, ["none"])
    assert t.order[0] == first


def test_the_bot_first_takes_gold_or_scribe() -> None:
    """T-BOT-MAAT-2: A01 or A02 by chance, no reward; the player chooses from the rest."""
    found = set()
    for seed in SEEDS:
        t = maat(mine=5, seed=seed)
        scribes = bot(t).stock["scribe"]
        running = run(t, Maat())
        found.add(bot(t).destiny)
        assert (bot(t).stock["scribe"], bot(t).stock["gold"]) == (scribes, 0)
        missing = {"A01": "scribe", "A02": "gold"}[bot(t).destiny]
        options = running.questions()[ME].options
        assert missing not in options and len(options) == 4  # A03 is two of them
    assert found == {"A01", "A02"}


def test_the_bot_second_takes_no_destiny_card() -> None:
    """T-BOT-RUL-9, T-BOT-MAAT-2: all four lie open to the player."""
    t = maat(mine=1)
    running = run(t, Maat())
    assert len(running.questions()[ME].options) == 5
    running.give(ME, ["gold"])
    assert running.over and bot(t).destiny == "" and len(t.destinies) == 3


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_new_pyramid_but_after_the_last_phase(number: int) -> None:
    """T-BOT-MAAT-3: all ten tiles anew, the marker left of the base; phase 4 leaves it as it lies."""
    t = maat(number)
    if number == 4:
        t.markers, t.scoring = [t.arrow], 1
    part = solo(t)
    part.at, part.coin = 6, "up"
    before = list(part.pyramid)
    run(t, Maat())
    if number == 4:
        assert (part.pyramid, part.at) == (before, 6)
    else:
        assert sorted(part.pyramid) == sorted(before) and (part.at, part.coin) == (-1, "")
        assert part.pyramid != before


def test_two_turns_of_the_bot_in_a_row_across_a_maat_phase() -> None:
    """T-BOT-MAAT-2, T-FLOW-2: second in the old order, first in the new one; both turns are played without a question
    between them but the player's own."""
    t = maat(1, mine=5)
    for god in t.data.gods:
        t.dice[god] = ["grey 1", "grey 2", "grey 3"]
    t.bag = ["grey"] * 4
    t.order = [ME, BOT]
    me(t).left = ["grey 5"]
    me(t).below = ["grey 1", "grey 1", "grey 1"]
    bot(t).below = ["grey 1", "grey 1", "grey 1"]
    solo(t).at, t.round = 5, 4
    t.stack = [Game(at=1, step="turn")]
    running = Run(t)
    running.advance()
    while running.questions() and running.questions()[ME].name != "die":
        question = running.questions()[ME]
        running.give(ME, list(question.default or list(question.options)[:1]))
    kinds = [(event.kind, event.seat) for event in t.live.events if event.kind in ("turn_began", "maat_began")]
    assert kinds == [("turn_began", BOT), ("maat_began", None), ("turn_began", BOT), ("turn_began", ME)]
    assert t.order == [BOT, ME] and bot(t).dice == 1 and me(t).dice == 0


# -- scoring -----------------------------------------------------------------------------------------------------------


def test_what_the_bot_scores() -> None:
    """T-BOT-SCORE-1: districts, temple, Statues, Happiness, and 2 VP for each Blessing and Technology; neither
    production nor Building row nor Bread."""
    t = bare()
    build_osiris(t, BOT, "1 papyrus", "2 papyrus", "1 bread")
    build_temple(t, BOT, "W1", "S1", "W2")
    build_pillars(t, BOT, "1,1")
    build_statues(t, BOT, "thoth", "TE")
    bot(t).production = dict.fromkeys(bot(t).production, 6)
    bot(t).happiness = bot(t).population = 13
    part = solo(t)
    part.blessings, part.technologies, part.decrees = ["B01", "B02", "B03"], ["T01"], ["D01"]
    assert board_points(t, BOT) == {
        "districts": 6, "temple": 3 + 1 + 2, "statues": 3, "happiness": 6, "production": 0, "buildings": 0, "cards": 8,
    }  # fmt: skip
    assert bread_due(t, BOT) == 0
    assert board_points(t, ME)["cards"] == 0


def test_scored_blessings_are_discarded_and_technologies_kept() -> None:
    """T-BOT-SCORE-1."""
    t = bare()
    part = solo(t)
    part.blessings, part.technologies = ["B01", "B02"], ["T01"]
    vp = bot(t).vp
    run(t, Scoring())
    assert (part.blessings, part.technologies, t.discards["blessing"]) == ([], ["T01"], ["B01", "B02"])
    assert bot(t).vp == vp + 6
    run(t, Scoring())
    assert bot(t).vp == vp + 6 + 2


@pytest.mark.parametrize("each", [4, 8])
@pytest.mark.parametrize(("scribes", "points"), [(0, 0), (1, 0), (2, 1), (5, 2)])
def test_points_of_the_bot_at_the_end(each: int, scribes: int, points: int) -> None:
    """T-BOT-SCORE-2, T-BOT-LEVEL-4, T-BOT-RUL-4, T-BOT-RUL-5: for each Decree of whatever type, every two Scribes,
    which stay, and the place in turn order (T-END-2)."""
    t = bare(bot_decree_vp=each)
    me(t).decrees = []
    solo(t).decrees = ["D04", "D05", "D06", "D09"]
    bot(t).stock["scribe"] = scribes
    t.markers = []
    run(t, End())
    assert bot(t).vp == 10 + 4 * each + points + 3
    assert bot(t).stock["scribe"] == scribes
    assert told(t, "solo/end") == [{"decrees": 4 * each, "scribes": points}]


@pytest.mark.parametrize(
    ("mine", "its", "scribes", "winner"), [(20, 19, 0, ME), (19, 20, 9, BOT), (20, 20, 5, ME), (20, 20, 4, BOT)]
)
def test_the_higher_total_wins(mine: int, its: int, scribes: int, winner: str) -> None:
    """T-BOT-SCORE-3, T-BOT-RUL-4, T-END-3: ties by all Scribes, then by turn order."""
    t = laid()
    t.over = True
    me(t).vp, bot(t).vp = mine, its
    me(t).stock["scribe"], bot(t).stock["scribe"] = scribes, 4
    result = game_result(t)
    assert result is not None and result.places[0] == [winner]


def test_the_players_decrees_score_as_always() -> None:
    """T-BOT-SCORE-3, RUL-37: D06 reads the bot's Happiness too."""
    t = bare()
    t.decks["decree"] += me(t).decrees
    me(t).decrees = []
    hold(t, ME, "D06")
    me(t).happiness = me(t).population = 9
    bot(t).happiness = 4
    t.markers = []
    run(t, End())
    assert told(t, "decrees_scored")[0]["cards"] == {"D06": 5}
