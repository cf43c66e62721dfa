"""Round trips: what one mail can carry in set-up and Maat phase, and what is asked when nothing was sent ahead."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from pbem.core.errors import PlayerError
from pbem.core.table import Live
from pbem.engine.create import create_game
from pbem.engine.fuzz import NO_CHECKS, play_game
from pbem.engine.play import Play
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.maat import Maat
from pbem.titles.tekhenu.state import Tekhenu
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


def test_faith_beyond_the_stock_is_refused_with_its_rule() -> None:
    play = game()
    at_maat(play, scoring=False)
    with pytest.raises(PlayerError) as refused:
        play.submit("orange", "faith: 3 left", NOW)
    assert refused.value.rule == "T-MAAT-2"
    assert asked(play) == {"orange": "faith"}


@pytest.mark.parametrize(("players", "seed"), [(2, "by mail"), (3, "round trips"), (4, "karnak")])
def test_four_turn_mails_a_player_and_maat_cycle(players: int, seed: str) -> None:
    """The best case of the digest: with rankings sent ahead every mail after the set-up is a turn, if no turn is staged
    by what comes to light in it."""
    report = play_game(TITLE, players, seed, chooser="greedy", ahead=True, checks=NO_CHECKS)
    turns: Counter[tuple[str, int]] = Counter()
    others: list[str] = []
    cycle = 0
    for entry in report.entries:
        if entry.by == "player" and entry.answers:
            if entry.answers[0].name == "die":
                turns[entry.answers[0].seat, cycle] += 1
            elif turns:
                others.append(entry.answers[0].name)
        cycle += sum(event.kind == "maat_began" for event in entry.events)
    assert set(others) <= {"decree"}, "D23 asks its owner where to build"
    assert set(turns.values()) == {4} and len(turns) == 4 * players
    alone = play_game(TITLE, players, seed, chooser="greedy", checks=NO_CHECKS)
    assert alone.submissions > report.submissions
