"""Round trips: what one mail can carry in set-up and Maat phase, and what is asked when nothing was sent ahead."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Literal

import pytest

from pbem.core.errors import PlayerError
from pbem.core.procedures import AskAll
from pbem.core.table import Live
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz, play_game
from pbem.engine.create import create_game
from pbem.engine.play import Play
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.phases.game import Game
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.turn import Turn
from tests.titles.tekhenu.build import tekhenu
from tests.titles.tekhenu.tables import build_osiris

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
NAMES = ["Ania", "Bela", "Csaba", "Dorota"]


def game(players: int = 3, **options: object) -> Play:
    return create_game(
        TITLE, game_id="karnak", players=NAMES[:players], moderator=None, options=options, clock={},
        seed=bytes(range(32)), raw_data=TITLE.components(), now=NOW,
    )  # fmt: skip


def table(play: Play) -> Tekhenu:
    assert isinstance(play.table, Tekhenu)
    return play.table


def asked(play: Play) -> dict[str, str]:
    return {seat: question.name for seat, question in play.questions().items()}


def at_maat(play: Play, scoring: bool = True) -> None:
    """Put the game before a Maat phase: orange has two Faith and owes a bread, blue owes a bread, red nothing."""
    t = table(play)
    for player in t.players.values():
        player.decrees, player.drawn = player.decrees[:1], []
        player.below = ["grey 1"] * 4
    t.round = 8 if scoring else 4
    t.maat, t.arrow = (1, t.markers[0]) if scoring else (0, t.markers[1])
    build_osiris(t, "orange", "1 bread")
    build_osiris(t, "blue", "2 bread")
    t.players["orange"].stock.update(faith=2, bread=1)
    t.stack = [Maat()]
    live: Live = t.live
    live.events.clear()
    play.run.reopen()


def test_set_up_takes_one_mail_each() -> None:
    """DEC-02 to DEC-04: Decree, one ranking for both picks of the draft, one for the Destiny card."""
    play = game()
    t = table(play)
    plain = [card for card in t.starting if t.data.cards[card].effect.get("gain")]
    others = [card for card in t.starting if card not in plain]
    ranking = ", ".join(plain + others)
    for seat in ("orange", "blue", "red"):
        keep = t.players[seat].decrees[0]
        play.submit(seat, f"keep: {keep}\nstart: {ranking}\ndestiny: gold, scribe, faith, population", NOW)
        t = table(play)
    assert t.starting == [], "the whole draft ran on rankings"
    asked_for = {answer.name for entry in play.game.recent for answer in entry.answers if answer.source == "ahead"}
    assert "start" in asked_for
    assert not {"start", "destiny"} & set(asked(play).values()) or set(t.players[t.order[0]].drafted) - set(plain)


def test_dec_03_rankings_may_not_name_what_was_never_dealt() -> None:
    play = game()
    t = table(play)
    missing = t.unused[0]
    keep = t.players["orange"].decrees[0]
    with pytest.raises(PlayerError, match=missing):
        play.submit("orange", f"keep: {keep}\nstart: {missing}, {t.starting[0]}", NOW)


def test_faith_and_bread_in_one_mail() -> None:
    """DEC-40, DEC-50: one parallel request; the line about bread is used when its time comes."""
    play = game()
    at_maat(play)
    assert asked(play) == {"orange": "faith", "blue": "bread"}
    play.submit("orange", "faith: 1 left\nbread: none", NOW)
    before = table(play).players["orange"].stock["bread"]
    play.submit("blue", "bread: 1 gold", NOW)
    assert list(asked(play).values()) == ["destiny"]
    t = table(play)
    assert (t.players["orange"].stock["bread"], t.players["orange"].stock["faith"]) == (before, 0)
    assert t.players["blue"].stock["gold"] == 0


@pytest.mark.parametrize("ranking", ["1 bread 1 gold", "1 gold 1 bread", "1 gold 2 bread, 1 gold 1 bread"])
def test_dec_50_bread_in_any_order_of_its_parts(ranking: str) -> None:
    """Asked or sent ahead, alone or in a ranking."""
    play = game()
    at_maat(play)
    t = table(play)
    t.players["orange"].stock.update(gold=1)
    build_osiris(t, "orange", "3 bread", "4 bread")
    play.run.reopen()
    gold = t.players["orange"].stock["gold"]
    play.submit("orange", f"faith: none\nbread: {ranking}", NOW)
    play.submit("blue", "bread: none", NOW)
    orange = table(play).players["orange"]
    assert (orange.stock["bread"], orange.stock["gold"]) == (0, gold - 1)


@pytest.mark.parametrize("last", ["orange", "blue"])
def test_bread_lapses_after_the_request_for_faith(last: str) -> None:
    """Whoever was asked for Faith and said nothing of bread pays by default, whoever answers last."""
    play = game()
    at_maat(play)
    moves = {"orange": "faith: auto", "blue": "bread: none"}
    for seat in sorted(moves, key=lambda seat: seat == last):
        play.submit(seat, moves[seat], NOW)
    assert list(asked(play).values()) == ["destiny"]
    assert table(play).players["orange"].stock["bread"] == 0


def test_standing_order_for_faith() -> None:
    """DEC-40: `auto` as an order answers by itself."""
    play = game()
    at_maat(play, scoring=False)
    from pbem.engine.gamefile import Orders

    play.game.orders["orange"] = Orders(standing={"faith": ["auto"]})
    play.follow_orders(NOW)
    assert list(asked(play).values()) == ["destiny"]


def test_standing_order_for_bread() -> None:
    """DEC-50: `keep_gold` as an order pays bread only; blue has gold alone and keeps it."""
    play = game()
    at_maat(play)
    from pbem.engine.gamefile import Orders

    gold = {seat: player.stock["gold"] for seat, player in table(play).players.items()}
    play.game.orders |= {seat: Orders(standing={"faith": ["auto"], "bread": ["keep_gold"]}) for seat in gold}
    play.follow_orders(NOW)
    assert list(asked(play).values()) == ["destiny"]
    t = table(play)
    assert gold["blue"] > 0 and {seat: player.stock["gold"] for seat, player in t.players.items()} == gold
    assert t.players["orange"].stock["bread"] == 0


def test_destiny_rankings_need_no_further_mail() -> None:
    """DEC-41: rankings sent with the Faith settle the whole chain."""
    play = game()
    at_maat(play, scoring=False)
    for seat in ("blue", "red"):
        play.submit(seat, "destiny: gold, scribe, population, faith", NOW)
    play.submit("orange", "faith: none\ndestiny: gold, faith, scribe", NOW)
    t = table(play)
    assert play.run.over, asked(play)
    assert sorted(player.destiny for player in t.players.values())[:2] == ["A01", "A02"]
    assert t.players[t.order[0]].destiny == "A02"


@pytest.mark.parametrize("text", ["faith: none\nfaith: none", "faith: none\ndestiny: gold\ndestiny: faith"])
def test_two_answers_for_one_question_are_none(text: str) -> None:
    """fault 176: a second `faith` is not kept for the next Maat phase."""
    play = game()
    at_maat(play, scoring=False)
    before = play.game.model_dump_json()
    with pytest.raises(PlayerError, match=text.split("\n")[-1]):
        play.submit("orange", text, NOW)
    assert play.game.model_dump_json() == before


def test_faith_beyond_the_stock_is_refused_with_its_rule() -> None:
    play = game()
    at_maat(play, scoring=False)
    with pytest.raises(PlayerError) as refused:
        play.submit("orange", "faith: 3 left", NOW)
    assert refused.value.rule == "T-MAAT-2"
    assert asked(play) == {"orange": "faith"}


# -- what an answer sent ahead brings along --------------------------------------------------------------------------


def last_phase(play: Play) -> None:
    """The last Maat phase: orange holds D23 and nobody has Faith or owes bread."""
    at_maat(play)
    t = table(play)
    t.round, t.maat, t.scoring = 16, 3, 1
    t.markers = t.markers[:1]
    t.osiris = [""] * 24
    for player in t.players.values():
        player.buildings, player.decrees = t.data.buildings, [card for card in player.decrees if card != "D23"]
    t.players["orange"].stock["faith"] = 0
    t.players["orange"].decrees = ["D23"]
    t.players["blue"].stock["faith"] = 1
    play.run.reopen()


def test_dec_51_d23_with_its_lines_ahead() -> None:
    """The digest's `decree: D23 osiris 6 / district: granite / raise: bread`, sent before it is asked."""
    play = game()
    last_phase(play)
    receipt = play.submit("orange", "decree: D23 osiris 6\ndistrict: granite\nraise: bread", NOW)
    assert receipt.ahead == ["decree: D23 osiris 6", "district: granite", "raise: bread"]
    play.submit("blue", "faith: none", NOW)
    assert asked(play) == {}
    orange = table(play).players["orange"]
    assert (orange.production["granite"], orange.production["bread"], orange.scored["D23"]) == (4, 3, 0)


def test_dec_51_lines_that_no_longer_fit_are_asked_again() -> None:
    """The space is gone: orange is asked, nothing of the order was played."""
    play = game()
    last_phase(play)
    play.submit("orange", "decree: D23 osiris 6\ndistrict: granite\nraise: bread", NOW)
    table(play).osiris[23] = "blue"
    play.submit("blue", "faith: none", NOW)
    assert asked(play) == {"orange": "decree"}
    assert table(play).players["orange"].production["granite"] == 2


def test_lines_of_an_action_need_the_answer_they_belong_to() -> None:
    """`district` alone would answer the next Osiris action; `decree: none` sets nothing in motion."""
    for text in ("district: granite", "decree: none\ndistrict: granite", "district: granite\ndecree: D23 osiris 6"):
        play = game()
        last_phase(play)
        with pytest.raises(PlayerError, match="district"):
            play.submit("orange", text, NOW)


def test_dec_30_extra_action_with_its_lines_ahead() -> None:
    """Happiness 21 in another's turn costs no mail: the statue at Hathor brings blue the last steps."""
    t = tekhenu(dice="hathor brown 4, thoth brown 3, thoth yellow 6", bread=4)
    t.stack = [Game(at=0, step="turn_taken"), Turn(seat="orange")]
    t.statues["hathor"] = ["blue"]
    blue = t.players["blue"]
    blue.happiness, blue.population, blue.reached = 19, 21, [16, 19]
    play = game(2)
    play.lay(t)
    play.submit("blue", "bonus: osiris 1\ndistrict: bread", NOW)
    play.submit("orange", "die: hathor brown 4\naction: god\nspot: S3", NOW)
    blue = table(play).players["blue"]
    assert (blue.happiness, blue.buildings, blue.production["bread"]) == (20, 9, 3)
    assert asked(play) == {"blue": "die"}


# -- round trips of whole games --------------------------------------------------------------------------------------

SHOWN = {"refreshed", "display", "market_opened", "reshuffled", "drew_decree"}
"""Events by which something comes to light in mid turn (the digest's staged turns)."""


@pytest.mark.parametrize(
    ("chooser", "seeds"), [("greedy", 3), ("random", 2), pytest.param("greedy", 10, marks=pytest.mark.modes)]
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_turn_mails_a_player_and_maat_cycle(
    players: int, chooser: Literal["greedy", "random"], seeds: int
) -> None:
    """The best case of the digest: with rankings and orders sent ahead, every mail behind the set-up is one of the four
    turns of its cycle, or goes on with a turn behind something that came to light in it. Nothing else costs a mail:
    neither Faith, bread and Destiny cards nor the extra action off turn nor D23. The set-up takes one mail behind the
    first."""
    for seed in range(seeds):
        report = play_game(TITLE, players, f"mails {seed}", chooser=chooser, ahead=True, checks=NO_CHECKS)
        turns: Counter[tuple[str, int]] = Counter()
        shown: Counter[tuple[str, int]] = Counter()
        mails: Counter[tuple[str, int]] = Counter()
        cycle, showed, drafting = 0, "", False
        for entry in report.entries:
            seat = entry.seat or ""
            if entry.by == "player" and entry.answers:
                turn = any(answer.name == "die" for answer in entry.answers)
                reveals = sum(event.kind in SHOWN for event in entry.events)
                if not turn and not turns and drafting:
                    mails[seat, -1] += 1
                    shown[seat, -1] += reveals
                elif turn or turns:
                    mails[seat, cycle] += 1
                    turns[seat, cycle] += turn
                    assert turn or reveals or showed == seat, (seed, entry.n, entry.answers)
                    shown[seat, cycle] += reveals
                    showed = seat if reveals else ""
            cycle += sum(event.kind == "maat_began" for event in entry.events)
            drafting = drafting or any(event.kind == "decree_kept" for event in entry.events)
        assert set(turns.values()) == {4} and len(turns) == 4 * players
        assert all(mails[key] <= (4 if key[1] >= 0 else 1) + shown[key] for key in mails)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_parallel_request_for_faith_and_bread(players: int) -> None:
    """DEC-40, DEC-50: without orders too, nobody is asked for either a second time in a Maat phase, and all are asked
    at once."""
    seeds = 4
    requests: dict[tuple[int, int], set[tuple[str, int]]] = {}

    def watch(fuzz: Fuzz) -> None:
        t = fuzz.table
        assert isinstance(t, Tekhenu)
        questions = fuzz.play_of.questions()
        if {question.name for question in questions.values()} & {"faith", "bread"}:
            assert isinstance(fuzz.play_of.run.open, AskAll)
            requests.setdefault((seed, t.maat), set()).add((t.stack[-1].step, len(t.stack)))

    for seed in range(seeds):
        play_game(TITLE, players, f"requests {seed}", chooser="greedy", checks=NO_CHECKS, watch=watch)
    assert len(requests) > seeds
    assert {len(steps) for steps in requests.values()} == {1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_answers_ahead_save_mails(players: int) -> None:
    """What `pbem fuzz tekhenu --json` counts as submissions, with and without `--ahead`."""
    with_orders = play_game(TITLE, players, "karnak", chooser="greedy", ahead=True, checks=NO_CHECKS)
    alone = play_game(TITLE, players, "karnak", chooser="greedy", checks=NO_CHECKS)
    assert with_orders.submissions < alone.submissions
