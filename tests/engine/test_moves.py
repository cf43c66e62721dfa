"""The order of lines, whole turns, answers ahead: `docs/move-language.md`, sentence by sentence, on the toy title."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

import pytest

from pbem.core.errors import Ambiguous, NotAsked, NotPossible, NotUnderstood, OutOfDate, PlayerError, Unfinished
from pbem.core.procedures import AskAll, Next, Outcome, Procedure
from pbem.core.questions import Amount, Pick
from pbem.core.table import Table
from pbem.core.titles import get_title
from pbem.engine.computers.computer import turn_text
from pbem.engine.play import Play
from pbem.engine.submission.lines import fold, split_lines
from pbem.engine.submission.outcomes import Preview
from pbem.engine.submission.picks import rank
from tests.engine.games import NOW, bid_all, dump, toy_game
from tests.mail.support import new_play
from tests.toy.rules import Thanks
from tests.toy.state import River


def hand(play: Play, seat: str) -> list[str]:
    return list(play.table.hands[seat])  # type: ignore[attr-defined]


def strong(play: Play, seat: str) -> str:
    """A lantern that no wind blows out, so that no shelter is asked; else the strongest."""
    return max(hand(play, seat), key=lambda lantern: int(lantern.split()[1]))


def weak(play: Play, seat: str) -> str:
    return min(hand(play, seat), key=lambda lantern: int(lantern.split()[1]))


def windy(players: int = 2) -> tuple[Play, str]:
    """A game whose first player holds a lantern that tonight's wind would blow out."""
    for seed in range(1, 60):
        play = toy_game(players, seed)
        seat = bid_all(play)
        if play.table.wind > int(weak(play, seat).split()[1]) and int(strong(play, seat).split()[1]) >= 4:  # type: ignore[attr-defined]
            return play, seat
    raise AssertionError("no seed gives such a game")


# -- one answer per line or separated by `;` -------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "float: {card}\nrest: coin",
        "float: {card}; rest: coin",
        "FLOAT:   {upper}.\n\n# a comment\nRest: Coin.  # because",
        "{card}\ncoin",
        "float: {card}\r\nrest: coin\r\n",
        "\u200bfloat\u00a0: {card}\nrest: co\u00adin",
    ],
    ids=["lines", "semicolon", "case-blanks-stop-comment", "bare", "crlf", "invisible"],
)
def test_spelling_does_not_matter(text: str) -> None:
    """Case, extra blanks, a trailing full stop and comments do not matter; bare words do where they fit."""
    play = toy_game(seed=3)
    seat = bid_all(play)
    card = strong(play, seat)
    receipt = play.submit(seat, text.format(card=card, upper=card.upper()), NOW)
    assert receipt.finished
    assert [(a.name, a.keys) for a in receipt.answers if a.source == "line"] == [("float", [card]), ("rest", ["coin"])]


def test_a_forgotten_colon_is_named_but_not_played() -> None:
    """Nothing unlisted is an answer; the refusal says what was surely meant."""
    play = toy_game()
    seat = bid_all(play)
    lantern = strong(play, seat)
    before = dump(play)
    with pytest.raises(NotUnderstood, match=f"Did you mean float: {lantern}"):
        play.submit(seat, f"float {lantern}; rest coin", NOW)
    assert dump(play) == before


def test_several_picks_in_one_line_or_in_several() -> None:
    both = []
    for joint in (", ", "\nfloat: ", "\n"):
        play = toy_game(seed=3)
        seat = bid_all(play)
        cards = sorted(hand(play, seat), key=lambda c: -int(c.split()[1]))[:2]
        play.submit(seat, f"float: {cards[0]}{joint}{cards[1]}\nrest: coin", NOW)
        both.append(play.table.model_dump_json())
    assert both[0] == both[1] == both[2]


def test_none_is_an_answer_wherever_low_is_0() -> None:
    play, seat = windy()
    receipt = play.submit(seat, f"float: {weak(play, seat)}\nshelter: none\nrest: coin", NOW)
    assert ("shelter", []) in [(a.name, a.keys) for a in receipt.answers]


# -- order -----------------------------------------------------------------------------------------------


def test_a_window_takes_the_next_line_if_it_fits() -> None:
    play, seat = windy()
    receipt = play.submit(seat, f"float: {weak(play, seat)}\nshelter: yes\nrest: coin", NOW)
    assert [(a.name, a.source) for a in receipt.answers] == [("float", "line"), ("shelter", "line"), ("rest", "line")]


def test_a_window_without_a_line_takes_its_default() -> None:
    play, seat = windy()
    receipt = play.submit(seat, f"float: {weak(play, seat)}\nrest: coin", NOW)
    sources = [(a.name, a.source) for a in receipt.answers]
    assert sources == [("float", "line"), ("shelter", "default"), ("rest", "line")]


def test_the_place_of_a_windows_line_says_when() -> None:
    """A window's line that stands behind the next question's line comes too late: it is left over."""
    play, seat = windy()
    before = dump(play)
    with pytest.raises(NotAsked, match="Line 3"):
        play.submit(seat, f"float: {weak(play, seat)}\nrest: coin\nkeep: none", NOW)
    assert dump(play) == before
    receipt = play.submit(seat, f"float: {weak(play, seat)}\nrest: coin\nshelter: yes", NOW)
    assert receipt.ahead == ["shelter: yes"], "kept for the next turn, not for this one"
    assert ("shelter", "default") in [(a.name, a.source) for a in receipt.answers]


def test_a_line_passed_over_is_an_error_and_changes_nothing() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    before = dump(play)
    with pytest.raises(NotAsked, match="Line 1"):
        play.submit(seat, f"rest: coin\nfloat: {strong(play, seat)}", NOW)
    assert dump(play) == before


def test_a_line_left_over_is_an_error_found_before_anything_is_revealed() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    before = dump(play)
    with pytest.raises(NotAsked, match='Line 3: "keep: red 1"'):
        play.submit(seat, f"float: {strong(play, seat)}\nrest: coin\nkeep: red 1", NOW)
    assert dump(play) == before


# -- whole -----------------------------------------------------------------------------------------------


def test_a_move_that_ends_too_soon_is_unfinished() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    before = dump(play)
    with pytest.raises(Unfinished, match="rest"):
        play.submit(seat, f"float: {strong(play, seat)}", NOW)
    assert dump(play) == before


def test_a_move_may_end_at_a_reveal() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    receipt = play.submit(seat, f"float: {strong(play, seat)}\nrest: draw", NOW)
    assert receipt.again and receipt.error is None and receipt.unused == []
    assert play.questions()[seat].name == "keep"
    kept = play.questions()[seat].options[0]
    assert play.submit(seat, f"keep: {kept}", NOW).finished


def test_an_error_behind_a_reveal_keeps_all_up_to_it() -> None:
    """What was revealed stays revealed; the unused lines are named and the seat is asked again."""
    play = toy_game(seed=3)
    seat = bid_all(play)
    drawn = list(play.table.deck[-2:])  # type: ignore[attr-defined]
    wrong = next(card for card in ("red 1", "blue 2", "green 3") if card not in drawn)
    receipt = play.submit(seat, f"float: {strong(play, seat)}\nrest: draw\nkeep: {wrong}", NOW)
    assert receipt.again
    assert receipt.unused == [f"keep: {wrong}"]
    assert receipt.error is not None and receipt.error.line == 3
    assert "Nothing was changed" not in receipt.error.message
    assert set(play.questions()[seat].options) == set(drawn)
    assert [a.name for a in receipt.answers if a.source == "line"] == ["float", "rest"]


def test_an_illegal_line_changes_nothing_and_names_rule_reason_and_answers() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    missing = next(c for c in ("red 1", "blue 2", "green 3", "white 6") if c not in hand(play, seat))
    before = dump(play)
    with pytest.raises(NotPossible) as caught:
        play.submit(seat, f"float: {missing}\nrest: coin", NOW)
    assert caught.value.rule == "L3"
    assert "not in your hand" in caught.value.message and "Nothing was changed" in caught.value.message
    assert 0 < len(caught.value.expected) <= 3 and set(caught.value.expected) <= set(hand(play, seat))
    assert dump(play) == before


def test_did_you_mean() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    with pytest.raises(NotUnderstood, match="Did you mean coin"):
        play.submit(seat, f"float: {strong(play, seat)}\nrest: coni", NOW)


# -- ahead -----------------------------------------------------------------------------------------------


def test_a_list_longer_than_the_question_takes_is_a_ranking() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    mine = hand(play, seat)
    others = [card for card in ("red 1", "blue 2", "green 3") if card not in mine]
    receipt = play.submit(seat, f"float: {', '.join([*others, *mine])}\nrest: coin", NOW)
    assert receipt.answers[0].keys == mine[:2]


def test_foreseen_questions_may_be_answered_ahead_and_are_used_when_asked() -> None:
    play = toy_game(players=2, seed=3)
    first, second = play.table.seats
    play.submit(first, "bid: 0", NOW)
    receipt = play.submit(first, "bid: 1\nrest: coin", NOW)  # a seat may change a sealed answer until all are in
    assert receipt.ahead == ["rest: coin"]
    play.submit(second, "bid: 0", NOW)
    assert list(play.questions()) == [first]
    receipt = play.submit(first, f"float: {strong(play, first)}", NOW)
    assert ("rest", "ahead") in [(a.name, a.source) for a in receipt.answers]
    assert first not in play.game.orders, "an answer sent ahead is used once"


@pytest.mark.parametrize("last", ["bid: 1", "bid: 2", "rest: coin", "rest: draw"])
def test_two_answers_to_one_question_are_refused_ahead_too(last: str) -> None:
    """# fault 172, fault 176: neither is dropped in silence, and none is kept for a later question of the name."""
    play = toy_game(seed=3)
    before = dump(play)
    with pytest.raises(PlayerError) as refused:
        play.submit(play.table.seats[0], f"bid: 1\nrest: coin\n{last}", NOW)
    assert (refused.value.line, last in refused.value.message) == (3, True)
    why = "line 1 has answered bid already" if last.startswith("bid") else '"rest: coin" and'
    assert why in refused.value.message and dump(play) == before


def test_picks_sent_ahead_may_stand_in_several_lines() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    other = next(s for s in play.table.seats if s != seat)
    one, two = hand(play, other)[:2]
    receipt = play.submit(other, f"float: {one}\nfloat: {two}", NOW)
    assert receipt.ahead == [f"float: {one}, {two}"]
    assert [sent.keys for sent in play.game.orders[other].ahead] == [[one, two]]


def test_a_seat_that_is_not_asked_may_send_ahead_but_nothing_else() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    other = next(s for s in play.table.seats if s != seat)
    entry = play.game.entry
    assert play.submit(other, "rest: coin", NOW).ahead == ["rest: coin"]
    assert play.game.entry == entry, "an answer kept for later is no entry"
    with pytest.raises(NotAsked, match="turn"):
        play.submit(other, "keep: red 1", NOW)


def test_orders_on_file_answer_by_themselves_as_entries_of_their_own() -> None:
    play = toy_game(seed=3)
    first, second = play.table.seats
    play.game.orders[second] = type_orders({"bid": ["0"]})
    play.submit(first, "bid: 0", NOW)
    entry = next(e for e in play.game.recent if e.by == "orders")
    assert entry.seat == second
    assert entry.answers[0].source == "order"


def type_orders(standing: dict[str, list[str]]) -> object:
    from pbem.engine.gamefile import Orders

    return Orders(standing=standing)


# -- sealed, stale, empty, huge --------------------------------------------------------------------------


def test_sealed_answers_stand_under_secret_only() -> None:
    play = toy_game(seed=3)
    first = play.table.seats[0]
    play.submit(first, "bid: 3", NOW)
    entry = play.game.recent[-1]
    assert entry.answers[0].keys is None
    assert entry.secret is not None and entry.secret.answers == {"0": ["3"]}
    public = entry.model_copy(update={"secret": None}).model_dump_json()
    assert '"3"' not in public


def test_the_entry_of_a_simultaneous_question_stays_while_others_answer() -> None:
    play = toy_game(players=3, seed=3)
    first, second, third = play.table.seats
    put = play.game.deadlines[third].entry
    play.submit(first, "bid: 1", NOW)
    assert play.game.deadlines[third].entry == put
    play.submit(third, "bid: 1", NOW, entry=put)
    with pytest.raises(OutOfDate, match=f"#{put + 40}"):
        play.submit(second, "bid: 1", NOW, entry=put + 40)


@pytest.mark.parametrize("text", ["", "   \n# only a comment\n", "...", ";;;;"])
def test_empty_moves_are_refused_with_the_question(text: str) -> None:
    play = toy_game(seed=3)
    with pytest.raises(NotUnderstood, match="bid"):
        play.submit(play.table.seats[0], text, NOW)


def test_huge_and_binary_moves_are_refused_before_parsing() -> None:
    play = toy_game(seed=3)
    seat = play.table.seats[0]
    for text in ("x" * 1_000_000, "bid: 1\n" * 300, "\x00\x01\x02\xff" * 50, "bid: \x00"):
        before = dump(play)
        with pytest.raises(PlayerError):
            play.submit(seat, text, NOW)
        assert dump(play) == before


@pytest.mark.parametrize("number", ["4.0", "٤", "IV", "+1", "01", "1e9", "9" * 5000, "-1", ""])
def test_numbers_are_plain_decimal_digits(number: str) -> None:
    """# fault 174"""
    play = toy_game(seed=3)
    with pytest.raises(PlayerError):
        play.submit(play.table.seats[0], f"bid: {number}", NOW)


# -- owed choices ----------------------------------------------------------------------------------------


def test_an_owed_choice_waits_for_its_owner_and_can_be_answered_off_turn() -> None:
    for seed in range(1, 80):
        play = toy_game(players=3, seed=seed)
        rounds = 0
        while play.game.status == "running" and rounds < 40:
            rounds += 1
            owing = [s for s in play.table.seats if play.run.owed(s) and s not in play.questions()]
            if owing:
                seat, asked = owing[0], list(play.questions())
                assert play.question_for(seat).name == "thanks"  # type: ignore[union-attr]
                receipt = play.submit(seat, "thanks: point", NOW)
                assert [a.name for a in receipt.answers] == ["thanks"]
                assert list(play.questions()) == asked, "the turn of the other goes on"
                return
            seat = next(iter(play.questions()))
            play.submit(seat, "", NOW, by="clock", filler=lambda t, s, q: q.harmless())
    raise AssertionError("no owed choice came up")


@dataclass
class Twin(Procedure):
    """Asks both seats at once something whose words an owed choice knows too."""

    kind: ClassVar[str] = "moves.twin"

    def start(self, t: Table) -> Outcome:
        questions = {seat: Pick("gift", "A gift", ["coin", "stone"]) for seat in t.seats}
        return AskAll(questions, then=self.given_all)

    def given_all(self, t: Table, answers: dict[str, list[str]]) -> Outcome:
        return Next(self.done)


def test_bare_words_that_fit_two_open_questions_are_ambiguous() -> None:
    """`coin` answers the open question and an owed one; the name settles it, and each may be answered alone."""
    play = toy_game(seed=3)
    first, second = play.table.seats
    play.table.stack.append(Twin())
    play.table.owe(Thanks(first))
    play.run.reopen()
    before = dump(play)
    with pytest.raises(Ambiguous, match=r"gift: coin.*thanks: coin"):
        play.submit(first, "coin", NOW)
    assert dump(play) == before
    assert play.submit(first, "thanks: coin", NOW).finished
    assert set(play.questions()) == {first, second}
    assert [a.name for a in play.submit(first, "coin", NOW).answers] == ["gift"]


# -- preview ---------------------------------------------------------------------------------------------


def test_preview_stops_before_the_first_reveal_and_changes_nothing() -> None:
    play = toy_game(seed=3)
    seat = bid_all(play)
    before = dump(play)
    card = strong(play, seat)
    part = play.preview(seat, f"float: {card}")
    assert not part.complete and part.questions[seat].name == "rest"
    assert play.preview(seat, f"float: {card}\nrest: coin").complete
    seen = play.preview(seat, f"float: {card}\nrest: draw")
    assert seen.complete and seen.reveal and seen.questions == {}
    assert dump(play) == before


def test_a_preview_of_a_whole_move_shows_what_its_windows_do() -> None:
    """What is paid if nothing is said of it, and what that brings: the same as the move itself (Tekhenu, a payment that
    offers gold in place of bread)."""
    play = new_play(("Ania", "Béla"), title=get_title("tekhenu"))
    while next(iter(play.questions().values())).name != "die":
        seat = next(iter(play.questions()))
        play.submit(seat, turn_text(play, seat, lambda _t, _s, question: question.harmless()), NOW)
    seat = next(iter(play.questions()))
    play.table.players[seat].stock |= {"bread": 3, "gold": 3}
    move = next(text for text in hathors(play, seat) if "pay" in asked(play.preview(seat, text), seat))
    part, whole = play.preview(seat, move), play.preview(seat, move, through=True)
    assert part.complete and whole.complete and len(part.events) < len(whole.events) and part.stock != whole.stock
    play.submit(seat, move, NOW)
    assert whole.stock == play.standing(seat)[1]


def hathors(play: Play, seat: str) -> Iterator[str]:
    for die in play.questions()[seat].options:
        with suppress(PlayerError):
            spots = play.preview(seat, f"die: {die}; action: god").questions[seat]
            yield from (f"die: {die}; action: god; spot: {spot}" for spot in spots.options if spots.name == "spot")


def asked(seen: Preview, seat: str) -> list[str]:
    return [question.name for one, question in seen.questions.items() if one == seat]


# -- words -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("Ozyrys ŻÓŁTA 4", "ozyrys zolta 4"),
        ("ｄｉｅ： 4", "die: 4"),
        ("don’t – “x”", 'don\'t - "x"'),
        ("ﬁrst", "first"),
    ],
)
def test_folding(typed: str, folded: str) -> None:
    """# fault 85, fault 88, fault 92"""
    assert fold(typed) == folded


def test_split_lines_keeps_numbers_and_names() -> None:
    assert [(line.number, line.name, line.words) for line in split_lines("a: b; c\n\nD: E.")] == [
        (1, "a", "b"),
        (1, None, "c"),
        (3, "d", "e"),
    ]


def test_rank_takes_the_first_possible() -> None:
    question = Pick("cards", "Take", ["T03", "B07", "B09"], 2, 2, known=["T03", "B07", "B09", "T15"])
    assert rank(question, ["T15", "b07", "T03", "B09"]) == ["B07", "T03"]
    assert rank(question, ["T15", "any"]) == ["T03", "B07"]
    assert rank(question, ["T15", "B07"]) is None
    assert rank(Amount("faith", "Faith", 0, 2), ["3", "2"]) == ["2"]


def test_none_ends_a_ranking() -> None:
    """Where nothing may be chosen: rather nothing than the default or the members behind it."""
    wet = {"wet": lambda: True}
    question = Pick("cards", "Take", ["T03", "B07"], 0, 1, default=["T03"], known=["T03", "B07", "T15"], facts=wet)
    assert rank(question, ["T15", "none"]) == []
    assert rank(question, ["none if wet", "B07"]) == []
    assert rank(question, ["none if not wet", "B07"]) == ["B07"]
    assert rank(question, ["B07", "none"]) == ["B07"]
    assert rank(question, ["T15"]) is None


def forced_first() -> tuple[Play, str]:
    """The second seat holds one lantern only: `float` answers itself while the first one ends its turn."""
    play = toy_game()
    first = bid_all(play)
    second = next(seat for seat in play.table.seats if seat != first)
    table = play.table
    assert isinstance(table, River)
    table.deck += table.hands[second][1:]
    del table.hands[second][1:]
    (lantern,) = table.hands[second]
    table.wind = 1
    play.submit(first, f"float: {table.hands[first][0]}; rest: coin", NOW)
    table = play.table
    assert play.questions()[second].name == "rest" and table.itself[second] == [f"float: {lantern}"]
    return play, second


@pytest.mark.parametrize("bare", [False, True])
def test_a_line_may_say_what_answered_itself_before_the_seat_was_asked(bare: bool) -> None:
    """Also after the game was written down and read again."""
    play, seat = forced_first()
    lantern = play.table.itself[seat][0].removeprefix("float: ")
    play.lay(play.title.table_model.model_validate_json(play.table.model_dump_json()))
    receipt = play.submit(seat, f"{lantern if bare else f'FLOAT: {lantern}'}; rest: coin", NOW)
    assert receipt.finished and [answer.name for answer in receipt.answers] == ["rest"]
    assert seat not in play.table.itself


def test_a_line_that_says_otherwise_is_refused_with_what_answered_itself() -> None:
    play, seat = forced_first()
    before = dump(play)
    with pytest.raises(NotPossible, match="one answer only") as refused:
        play.submit(seat, "float: nothing\nrest: coin", NOW)
    assert refused.value.expected == play.table.itself[seat]
    assert dump(play) == before
