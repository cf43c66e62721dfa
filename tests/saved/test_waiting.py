"""What waits in saved homes takes effect: answers under seal and ahead, orders, cooling moves, undos, requests."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.core.titles import get_title
from pbem.engine.gamefile import Entry
from pbem.engine.journal import digest, full_answers, moment
from pbem.titles.tekhenu.phases.maat import placed
from tests.moderation.village import Village
from tests.saved.homes import HOMES, copied, sets_with
from tests.saved.maker import Hand
from tests.saved.test_games import play_on, sound


@pytest.fixture(params=sets_with("tekhenu"))
def tekhenu(request: pytest.FixtureRequest, tmp_path: Path) -> Village:
    return copied(request.param, "tekhenu", tmp_path)


@pytest.fixture(params=sets_with("lanterns"))
def lanterns(request: pytest.FixtureRequest, tmp_path: Path) -> Village:
    return copied(request.param, "lanterns", tmp_path)


@pytest.fixture(params=sets_with("rare"))
def rare(request: pytest.FixtureRequest, tmp_path: Path) -> Village:
    return copied(request.param, "rare", tmp_path)


@pytest.fixture(params=[one for one in HOMES if one[1] in ("tekhenu", "lanterns")], ids="-".join)
def both(request: pytest.FixtureRequest, tmp_path: Path) -> Village:
    """A home of either title."""
    return copied(*request.param, tmp_path)


def new_entries(village: Village, game: str, after: int) -> list[Entry]:
    return [entry for entry in village.desk.read(game).journal() if entry.n > after]


def given(village: Village, game: str, after: int) -> set[tuple[str, str, str, str]]:
    """Seat, question, answer and source of everything answered after an entry, seals opened."""
    return {
        (answer.seat, answer.name, ", ".join(answer.keys or []), answer.source)
        for entry in new_entries(village, game, after)
        for answer in full_answers(entry)
    }


def submit(village: Village, game: str, seat: str, text: str) -> None:
    with village.desk.game(game) as session:
        village.desk.take(session, seat, text)


# -- under seal, ahead, by order -----------------------------------------------------------------------------------


def answer_all(village: Village, game: str) -> dict[str, list[str]]:
    """Have everybody else answer what is asked of all at once; the answers that were in before."""
    table = village.game(game).table
    sealed = dict(table.stack[-1].given)
    waiting = list(village.desk.read(game).play.questions())
    assert sealed and waiting and not set(sealed) & set(waiting)
    for seat in waiting:
        with village.desk.game(game) as session:
            village.desk.take(session, seat, Hand(game).text(session.play, seat))
    return sealed


def test_decrees_under_seal_are_kept_when_the_last_one_comes(tekhenu: Village) -> None:
    ((seat, (card,)),) = answer_all(tekhenu, "decrees").items()
    assert tekhenu.game("decrees").table.players[seat].decrees == [card]
    sound(tekhenu, "decrees")


@pytest.mark.parametrize("game", ["faith", "bread"])
def test_a_maat_phase_goes_on_with_what_was_under_seal(tekhenu: Village, game: str) -> None:
    """Faith that was placed moves the balance, bread that was chosen is paid; nobody is asked for it again."""
    before = tekhenu.game(game)
    ((seat, (key,)),) = answer_all(tekhenu, game).items()
    told = [event for entry in new_entries(tekhenu, game, before.entry) for event in entry.events]
    (balanced,) = [event.data for event in told if event.kind == "balanced" and event.seat == seat]
    player = before.table.players[seat]
    if game == "faith":
        moved = placed(key, player.balance, player.stock["faith"])
        assert balanced["balance"] == player.balance + moved and balanced["faith"] == abs(moved)
    else:
        assert balanced["balance"] == player.balance and tekhenu.game(game).table.players[seat].stock != player.stock
    assert not [one for one in given(tekhenu, game, before.entry) if one[:2] == (seat, game)]
    sound(tekhenu, game)


def test_answers_ahead_and_standing_orders_play_a_whole_maat_phase(tekhenu: Village) -> None:
    """The last turn of the cycle is played, and the phase passes without another mail from the two."""
    game = tekhenu.game("orders")
    (last,) = tekhenu.desk.read("orders").play.questions()
    (first,) = [seat for seat in game.table.seats if seat != last]
    assert game.orders[first].ahead and game.orders[last].standing
    play_on(tekhenu, "orders", Hand("orders"), 1)
    answered = given(tekhenu, "orders", game.entry)
    assert {(last, "faith", "auto", "order")} <= answered
    assert {(seat, name, source) for seat, name, _, source in answered} >= {
        (first, "faith", "ahead"), (first, "destiny", "ahead"), (last, "destiny", "order"),
    }  # fmt: skip
    after = tekhenu.game("orders")
    assert after.table.maat == game.table.maat + 1 and after.orders[last].standing == game.orders[last].standing
    assert not after.orders.get(first) or not after.orders[first].ahead
    sound(tekhenu, "orders")


def test_a_ranking_sent_ahead_is_used_in_the_draft(tekhenu: Village) -> None:
    game = tekhenu.game("draft")
    ((seat, orders),) = game.orders.items()
    (wish,) = orders.ahead
    play_on(tekhenu, "draft", Hand("draft"), 2)
    taken = {(who, name, source) for who, name, _, source in given(tekhenu, "draft", game.entry)}
    assert (seat, wish.name, "ahead") in taken
    sound(tekhenu, "draft")


def test_a_decree_sent_ahead_brings_the_lines_of_its_action(rare: Village) -> None:
    """The last turns are played; the Decree and its action need no other mail."""
    game = rare.game("decree-ahead")
    ((seat, orders),) = [(seat, orders) for seat, orders in game.orders.items() if orders.ahead]
    (wish,) = orders.ahead
    assert wish.name == "decree" and wish.lines
    hand = Hand("decree-ahead", greedy=True)
    for _ in range(20):
        if rare.game("decree-ahead").status != "running":
            break
        play_on(rare, "decree-ahead", hand, 1)
    (entry,) = [one for one in new_entries(rare, "decree-ahead", game.entry) if (one.seat, one.by) == (seat, "orders")]
    first, *others = full_answers(entry)
    assert (first.name, first.keys, first.source) == (wish.name, wish.keys[:1], "ahead")
    assert [f"{one.name}: {', '.join(one.keys or [])}" for one in others] == wish.lines
    sound(rare, "decree-ahead")


@pytest.mark.parametrize("game", ["score", "tribute"])
def test_decrees_that_players_name_are_scored(rare: Village, game: str) -> None:
    """The game ends with what was in before and what comes now."""
    before = rare.game(game)
    named = dict(before.table.stack[-1].given) or dict(before.table.stack[-1].chosen)
    assert named
    play_on(rare, game, Hand(game), 6)
    after = rare.game(game)
    assert after.status == "finished" and after.moderation.result
    for seat, cards in named.items():
        assert set(cards) <= set(after.table.players[seat].scored)
    sound(rare, game)


def test_the_last_bid_opens_the_others_and_turns_follow_by_what_is_on_file(lanterns: Village) -> None:
    """The bid of one was sealed, that of another came from an order; the first then plays a turn sent ahead."""
    game = lanterns.game("bids")
    assert game.table.stack[-1].given == {"crane": ["2"], "otter": ["1"]}
    submit(lanterns, "bids", "heron", "bid: 0")
    wish = {sent.name: sent.keys for sent in game.orders["crane"].ahead}
    answered = given(lanterns, "bids", game.entry)
    assert ("crane", "float", ", ".join(wish["float"]), "ahead") in answered
    assert ("crane", "rest", "coin", "ahead") in answered
    assert lanterns.game("bids").table.coins["crane"] == game.table.coins["crane"] - 2 + 1
    sound(lanterns, "bids")


def test_an_owed_choice_is_taken_up(lanterns: Village) -> None:
    session = lanterns.desk.read("thanks")
    asked = set(session.play.questions())
    (owed, *_) = [seat for seat in session.game.table.seats if session.play.run.owed(seat) and seat not in asked]
    before = session.game.table.points[owed]
    submit(lanterns, "thanks", owed, "thanks: point")
    assert lanterns.game("thanks").table.points[owed] == before + 1
    sound(lanterns, "thanks")


# -- the clock -----------------------------------------------------------------------------------------------------


def test_a_cooling_move_is_played_by_the_clock(both: Village) -> None:
    """Not before its time, with the words that are on file, once."""
    village = both
    game = village.game("cooling")
    ((seat, kept),) = game.moderation.notes["pending"].items()
    village.tick(minutes=1)
    assert village.game("cooling").entry == game.entry
    run = village.tick(hours=12)
    assert run.played == 1
    entry = new_entries(village, "cooling", game.entry)[0]
    assert (entry.seat, entry.by) == (seat, "player") and entry.at >= kept["ready"] > kept["at"]
    typed = [line.strip() for line in kept["text"].replace("\n", ";").split(";")]
    said = [f"{a.name}: {', '.join(a.keys or ['none'])}" for a in full_answers(entry) if a.source == "line"]
    assert said == typed
    assert not village.game("cooling").moderation.notes.get("pending")
    after = village.game("cooling").entry
    village.tick(hours=1)
    assert village.game("cooling").entry == after
    sound(village, "cooling")


def test_deadlines_of_saved_games_pass(lanterns: Village) -> None:
    """Default answers for who is late; one who was late before has used up the fresh time."""
    before = {game: lanterns.game(game).entry for game in ("deadline", "late")}
    due = {game: lanterns.due("crane", game) for game in before}
    lanterns.wait(3, step=3)
    for game, last in before.items():
        entry = new_entries(lanterns, game, last)[0]
        assert (entry.by, entry.kind) == ("clock", "move")
        assert timedelta(0) <= moment(entry.at) - due[game] <= timedelta(hours=3)
        sound(lanterns, game)


# -- undo and redo, requests ---------------------------------------------------------------------------------------


def test_what_was_taken_back_can_be_redone_and_undone(both: Village) -> None:
    village = both
    game = village.game("taken-back")
    undone = game.table.model_dump_json()
    entries = list(village.desk.read("taken-back").journal())
    assert entries[-1].kind == "undo" and {"undo", "redo"} <= {entry.kind for entry in entries}
    village.mod("redo", game="taken-back", reason="it stands after all")
    redone = village.game("taken-back")
    assert redone.table.model_dump_json() == village.desk.at("taken-back", game.entry - 1).game.table.model_dump_json()
    assert redone.table.model_dump_json() != undone
    village.mod("undo", str(game.entry - 1), game="taken-back", reason="no, it does not")
    again = village.game("taken-back")
    assert again.table.model_dump_json() == undone and again.moderation.undone == game.moderation.undone
    sound(village, "taken-back")
    play_on(village, "taken-back", Hand("again"), 2)
    sound(village, "taken-back")


def test_a_game_that_was_over_can_be_opened_again(both: Village) -> None:
    village = both
    entry = village.game("over").entry
    last = max(one.n for one in village.desk.read("over").journal() if one.kind == "move")
    village.mod("undo", str(last), game="over", reason="the last move was a slip")
    assert village.game("over").status == "running" and village.game("over").entry > entry
    sound(village, "over")
    play_on(village, "over", Hand("over"), 60)
    assert village.game("over").status == "finished"
    sound(village, "over")


def test_a_request_that_stands_open_is_granted(lanterns: Village) -> None:
    game = lanterns.game("request")
    (request,) = game.moderation.requests
    assert request.status == "open" and request.kind == "undo"
    lanterns.mod("answer", str(request.number), "granted", game="request", reason="go on")
    after = lanterns.game("request")
    assert after.moderation.requests[0].status == "granted" and request.entry in after.moderation.undone
    sound(lanterns, "request")


def test_rulings_and_their_switches_still_hold(both: Village) -> None:
    village = both
    option, value = {"tekhenu": ("T13_adjust", 2), "lanterns": ("nights", 3)}[both.home.root.name]
    play = village.desk.read("quarrel").play
    assert [ruling.value for ruling in play.game.rules.rulings if ruling.option == option] == [value]
    assert getattr(play.table.live.options, option) == value
    assert "Ewa" in [info.player for info in play.game.seats]


def test_an_owners_tables_stay_pinned(tekhenu: Village) -> None:
    """A game keeps the corrections it began with, also when their file is gone."""
    (tekhenu.home.root / "data" / "tekhenu.json").unlink()
    session = tekhenu.desk.read("corrected")
    shipped = get_title("tekhenu").components()
    assert session.game.rules.data != digest(shipped)
    assert session.play.table.live.data.statue_costs == (1, 2, 2, 3, 3, 4)
    sound(tekhenu, "corrected")
