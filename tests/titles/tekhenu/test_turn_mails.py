"""Whole turns as they stand in mails, through the engine's reading of lines (the digest's "Mails, sketched")."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from pbem.core.errors import PlayerError
from pbem.core.titles import get_title
from pbem.engine.create import create_game
from pbem.engine.play import Play, Receipt
from pbem.mail.composing.layout import MEANING, question_lines
from pbem.titles.tekhenu.actions.any import any_text
from pbem.titles.tekhenu.phases.game import Game
from pbem.titles.tekhenu.state import Player, Tekhenu
from pbem.titles.tekhenu.turns.turn import Turn
from tests.titles.tekhenu.build import ME, YOU, tekhenu
from tests.titles.tekhenu.walk import walk

NOW = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def table(dice: str = "", **mine: Any) -> Tekhenu:
    t = tekhenu(dice=dice, **mine)
    t.dice["thoth"] += ["brown 3", "yellow 6"]
    t.stack = [Game(at=0, step="turn_taken"), Turn(seat=ME)]
    return t


def play(t: Tekhenu, **options: Any) -> Play:
    title = get_title("tekhenu")
    opened = create_game(
        title, game_id="karnak", players=["Ania", "Bartek"], moderator=None, options=options, clock={}, seed=bytes(32),
        raw_data=title.components(), now=NOW,
    )  # fmt: skip
    opened.lay(t)
    return opened


def mail(t: Tekhenu, text: str, seat: str = ME) -> tuple[Player, Play, Receipt]:
    """One mail; lines are parted by ` / ` as in the digest."""
    opened = play(t)
    receipt = opened.submit(seat, text.replace(" / ", "\n"), NOW)
    return opened.table.players[seat], opened, receipt  # type: ignore[attr-defined]


def test_extra_action_after() -> None:
    t = table("hathor brown 4", bread=4, blessings=["B17"], scribe=1, limestone=1)
    me, opened, receipt = mail(t, "die: hathor brown 4 / action: god / spot: S3 / extra: B17 ra / space: b2 / turn: 1")
    assert (me.buildings, me.pillars, me.blessings) == (9, 7, [])
    assert receipt.finished
    assert list(opened.questions()) == [YOU]


def test_extra_action_before() -> None:
    t = table("hathor brown 4", bread=4, blessings=["B17"], scribe=1, limestone=1)
    me, _, receipt = mail(t, "die: hathor brown 4 / extra: B17 ra / space: b2 / turn: 1 / action: god / spot: S3")
    assert (me.buildings, me.pillars) == (9, 7)
    assert receipt.finished


def test_production_first() -> None:
    t = table("osiris yellow 3", technologies=["T19"], scribe=1)
    me, _, _ = mail(t, "die: osiris yellow 3 / action: god / first: produce / district: granite")
    assert (me.stock["papyrus"], me.overproduced["papyrus"], me.buildings) == (2, 1, 9)


def test_ability_of_a_tile() -> None:
    t = table("ra yellow 5", limestone=3, granite=2)
    t.ra[0] = "P12"
    me, _, receipt = mail(t, "die: ra yellow 5 / action: god / space: d4 / turn: 0 / ability: horus / statue: OW")
    assert (me.statues, me.pillars) == (5, 7)
    assert receipt.finished


def test_forbidden_die_by_anubis_with_a_value() -> None:
    t = table("horus black 5", scribe=3, papyrus=2)
    two = ", ".join(t.market["II"][:2])
    t.players[ME].happiness = 5
    me, _, _ = mail(t, f"die: horus black 5 / as: anubis / value: 4 / action: thoth / section: II / cards: {two}")
    assert (me.below, me.stock["scribe"]) == (["black 4"], 0)
    assert len(me.blessings) + len(me.technologies) == 2


def test_thoth_with_refresh_and_a_ranking() -> None:
    """The ranking may name cards not yet on the market; `any` fills up."""
    t = table("thoth yellow 5", papyrus=4)
    t.players[ME].happiness = 5
    text = "die: thoth yellow 5 / action: god / refresh: II / section: II / cards: T15, B20, T20, any"
    me, _, receipt = mail(t, text)
    assert len(me.blessings) + len(me.technologies) == 3
    assert receipt.finished


def test_ranking_that_yields_too_few_is_asked_again() -> None:
    """A staged turn: what was revealed stays, the seat is asked for cards with the new ones on the market."""
    t = table("thoth yellow 5", papyrus=4)
    t.players[ME].happiness = 5
    me, opened, receipt = mail(t, "die: thoth yellow 5 / action: god / refresh: II / section: II / cards: T15")
    assert not receipt.finished and receipt.error is not None
    assert me.stock["papyrus"] == 0
    assert list(opened.questions()) == [ME]


def test_payment_by_exchange() -> None:
    t = table("horus white 3", technologies=["T22"], limestone=2)
    me, _, _ = mail(t, "die: horus white 3 / action: god / statue: OW / pay: 2 limestone")
    assert (me.statues, me.vp) == (5, 11)


def test_happiness_21_in_one_mail() -> None:
    t = table("bastet black 6", papyrus=2, limestone=1)
    t.players[ME].happiness, t.players[ME].population = 16, 21
    me, _, receipt = mail(t, "die: bastet black 6 / action: god / bonus: ra 1 / space: c1 / turn: 2")
    assert me.pillars == 7
    assert receipt.finished


def test_happiness_21_must_be_answered() -> None:
    t = table("bastet black 6", papyrus=2)
    t.players[ME].happiness, t.players[ME].population = 16, 21
    with pytest.raises(PlayerError) as refused:
        mail(t, "die: bastet black 6 / action: god")
    assert refused.value.kind == "unfinished"


def test_bread_first_then_short_mail() -> None:
    """A plain turn is two lines."""
    me, _, receipt = mail(table("osiris yellow 3", gold=1), "die: osiris yellow 3 / action: produce")
    assert me.stock["papyrus"] == 2
    assert receipt.finished


def test_window_in_its_place() -> None:
    """B07 before the action opens section II for Thoth; after it, it does not."""
    for lines, highest in (("play: B07 happiness / action: god / section: II / cards: B22", True), ("", False)):
        t = table("thoth yellow 1", blessings=["B07"])
        if highest:
            me, _, _ = mail(t, "die: thoth yellow 1 / " + lines)
            assert me.happiness == 5 and "B22" in me.blessings
        else:
            with pytest.raises(PlayerError):
                mail(t, "die: thoth yellow 1 / action: god / section: II / cards: B22 / play: B07 happiness")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("die: horus black 5 / action: god", "T-TURN-2"),
        ("die: osiris yellow 3 / value: 9 / action: god / district: bread", "T-SCRIBE-2"),
        ("die: osiris yellow 3 / action: bread", "T-PROD-1"),
        ("die: osiris yellow 3 / action: god / district: papyrus", "T-OSIRIS-2"),
    ],
)
def test_refusals_carry_the_rule_and_change_nothing(text: str, rule: str) -> None:
    t = table("horus black 5, osiris yellow 3", scribe=1)
    t.osiris[8] = YOU
    opened = play(t)
    before = opened.table.model_dump_json()
    with pytest.raises(PlayerError) as refused:
        opened.submit(ME, text.replace(" / ", "\n"), NOW)
    assert refused.value.rule == rule
    assert len(refused.value.expected) > 0
    assert opened.table.model_dump_json() == before


def test_a_line_may_say_what_answers_itself() -> None:
    """Only the god action can be done with a grey die: `action: god` is accepted, `action: produce` refused."""
    me, _, _ = mail(table("osiris grey 3"), "die: osiris grey 3 / action: god / district: bread")
    assert me.buildings == 9
    with pytest.raises(PlayerError) as refused:
        mail(table("osiris grey 3"), "die: osiris grey 3 / action: produce / district: bread")
    assert refused.value.rule == "T-PROD-1"


@pytest.mark.parametrize(("word", "meant"), [("osiris", "god"), ("papyrus", "produce")])
def test_an_action_called_by_its_god_or_product_is_named_but_not_played(word: str, meant: str) -> None:
    """Nothing unlisted is an answer; the refusal says what was surely meant."""
    with pytest.raises(PlayerError, match=f"Did you mean action: {meant}|is not possible") as refused:
        mail(table("osiris yellow 3"), f"die: osiris yellow 3 / action: {word}")
    assert refused.value.expected[0] == meant


def test_actions_named_ahead_have_words_even_without_pieces() -> None:
    """DEC-30, DEC-51: what may be answered ahead is listed whether possible now or not, and said so."""
    t = tekhenu(statues=0, pillars=0, buildings=0)
    t.ra = ["", "", "P22"]
    said = {key: any_text(t, ME, key) for key in ("horus 1", "ra 6", "ra 1", "hathor 2", "osiris 3", "bread 3")}
    assert said.pop("bread 3") == "produce 3 bread for nothing: keep 2, 1 overproduced"
    assert all("not possible as things stand" in text for text in said.values()), said


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_die_takes_one_line_of_a_mail(players: int) -> None:
    """Up to 22 dice lie on the wheel, and an order form has room for what their actions ask only if each is brief."""
    met = 0
    for _, run in walk(players, f"dice {players}", every=5):
        for question in run.questions().values():
            if question.name == "die":
                plain = [line for line in question_lines(question, "en") if "usable by" not in line]
                assert not [line for line in plain if line.startswith(MEANING)]
                met += len(plain) - 1
    assert met > 30


def test_a_die_says_its_price_and_what_it_makes() -> None:
    """T-DICE-3, T-PROD-2: the god's price, what a production keeps and what of it would be overproduced."""
    t = table("thoth yellow 5, horus black 1, osiris grey 2", papyrus=9, scribe=2)
    question = play(t).question_for(ME)
    assert question is not None
    assert question.describe("thoth yellow 5") == "pure: thoth (3 papyrus) or 2 papyrus (3 over)"
    assert question.describe("horus black 1") == "forbidden (sunny), usable by Anubis for 2 scribes"
    assert question.describe("osiris grey 2") == "tainted: osiris (1 happiness)"
    assert question.describe("thoth brown 3") == "pure: thoth (2 papyrus) or 2 bread (1 over)"


def test_a_line_for_bread_that_the_turn_does_away_with_is_not_needed() -> None:
    """T-SCORE-7, T-CARD-T17: the order form offers `bread`; whoever then takes T17 owes none, and is not refused."""
    t = table("thoth black 2", buildings=7, bread=2, papyrus=3, left=["yellow 3"], right=["white 1", "white 6"])
    t.round = 8
    t.market["I"] = ["T17", *[card for card in t.market["I"] if card != "T17"][:2]]
    turn = "die: thoth black 2 / action: god / section: I / cards: T17"
    _, game, receipt = mail(t, f"{turn} / faith: none / bread: 2 bread")
    assert (receipt.unneeded, receipt.ahead, receipt.unused) == (["bread: 2 bread"], ["faith: none"], [])
    assert [sent.name for sent in game.game.orders[ME].ahead] == ["faith"]


@pytest.mark.parametrize("paid", ["1 papyrus 1 gold", "1 gold 1 papyrus", "1 gold and 1 papyrus"])
def test_dec_17_a_payment_in_any_order_of_its_parts(paid: str) -> None:
    """The journal has it as it is listed."""
    t = table("bastet grey 6", papyrus=2, gold=1)
    me, _, receipt = mail(t, f"die: bastet grey 6 / action: god / pay: {paid}")
    assert (me.stock["papyrus"], me.stock["gold"], receipt.finished) == (1, 0, True)
    assert [answer.keys for answer in receipt.answers if answer.name == "pay"] == [["1 papyrus 1 gold"]]
