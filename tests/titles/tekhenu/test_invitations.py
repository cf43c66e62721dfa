"""Asked again behind a reveal: only where an open window could use what came to light, unless the mail says done."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.errors import NotAsked, PlayerError, Unfinished
from pbem.engine.adjudication.moderation import process
from pbem.engine.gamefile import Orders
from pbem.engine.play import Play, Receipt
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import ME, YOU
from tests.titles.tekhenu.test_turn_mails import NOW, play, table

MARKET = "die: osiris white 4 / as: anubis / action: hathor / spot: S3"
"""Population comes to 9, and section III opens; B17 reaches Thoth from Osiris."""
TILE = "die: hathor black 1 / as: anubis / action: ra / space: b2 / turn: 0"
"""The display is filled up; B17 reaches Ra from Hathor."""


def position(**mine: Any) -> Tekhenu:
    given = {
        "population": 8, "happiness": 8, "scribe": 4, "bread": 4, "limestone": 4, "papyrus": 2, "blessings": ["B17"],
    }  # fmt: skip
    t = table("osiris white 4, hathor black 1", **{**given, **mine})
    t.decks["blessing"] = [card for card in t.decks["blessing"] if card not in ("B07", "B17", "B19")]
    return t


def sent(text: str, t: Tekhenu | None = None, **mine: Any) -> tuple[Play, Receipt]:
    opened = play(t or position(**mine))
    receipt = opened.submit(ME, text.replace(" / ", "\n"), NOW)
    return opened, receipt


def asked(opened: Play) -> dict[str, str]:
    return {seat: question.name for seat, question in opened.questions().items()}


CASES: list[tuple[str, str, dict[str, Any], bool]] = [
    ("a section opens within reach", MARKET, {"happiness": 9, "population": 9}, True),
    ("a section opens, B07 would reach it", MARKET, {"happiness": 8, "blessings": ["B17", "B07"]}, True),
    ("a section opens out of reach", MARKET, {"happiness": 4}, False),
    ("a section opens, the card for it cannot be paid", MARKET, {"scribe": 2}, False),
    ("a section opens, no card for an extra action", MARKET, {"blessings": ["B07", "B01"]}, False),
    ("a tile comes, and an extra action may take it", TILE, {}, True),
    ("a tile comes, no card reaches Ra", TILE, {"blessings": ["B19", "B07"]}, False),
    ("nothing comes to light", "die: osiris white 4 / as: anubis / action: bread", {}, False),
]


@pytest.mark.parametrize(("text", "mine", "again"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_asked_again_where_a_window_could_use_it(text: str, mine: dict[str, Any], again: bool) -> None:
    """And nowhere else: without `done` the turn is over."""
    opened, receipt = sent(text, **mine)
    assert receipt.error is None and receipt.unused == []
    assert receipt.finished != again
    assert asked(opened) == ({ME: "extra"} if again else {YOU: "die"})
    done, receipt = sent(f"{text} / done", **mine)
    assert receipt.finished and asked(done) == {YOU: "die"}


def test_b17_when_section_iii_opens() -> None:
    """The whole way: what was revealed is in the mail's sight, and the next mail takes a card of it, or says done."""
    for answer, used in (("extra: B17 thoth\nsection: III", True), ("done", False)):
        opened, receipt = sent(MARKET, happiness=9, population=9)
        assert not receipt.finished and opened.table.market["III"], "it opened"  # type: ignore[attr-defined]
        if "extra" in answer:
            answer += "\ncards: " + ", ".join(opened.table.market["III"][:2])  # type: ignore[attr-defined]
        receipt = opened.submit(ME, answer, NOW)
        assert receipt.finished and asked(opened) == {YOU: "die"}
        assert ("B17" in opened.table.players[ME].blessings) != used  # type: ignore[attr-defined]


def test_an_empty_stack_shows_no_tile() -> None:
    t = position()
    t.tile_stack = []
    opened, receipt = sent(TILE, t)
    assert receipt.finished and asked(opened) == {YOU: "die"}


def test_lines_for_later_are_kept_where_the_seat_is_asked_again() -> None:
    """The fourth turn of a cycle carries the ranking for the destiny card; it is not lost."""
    t = position()
    t.players[ME].below = ["grey 1"] * 3
    opened, receipt = sent(f"{TILE} / destiny: gold, scribe", t)
    assert not receipt.finished and receipt.ahead == ["destiny: gold, scribe"] and asked(opened) == {ME: "extra"}
    assert [sent.name for sent in opened.game.orders[ME].ahead] == ["destiny"]


def test_a_line_that_answers_nothing_is_named_as_ever() -> None:
    """It is left over at the end of the turn: all up to the reveal counts."""
    opened, receipt = sent(f"{TILE} / raise: bread")
    assert receipt.unused == ["raise: bread"] and isinstance(receipt.error, NotAsked)
    assert asked(opened) == {ME: "extra"}


def test_a_standing_order_answers_for_the_seat() -> None:
    opened = play(position())
    opened.game.orders[ME] = Orders(standing={"extra": ["none"]})
    assert opened.submit(ME, TILE.replace(" / ", "\n"), NOW).finished


def test_the_clock_is_not_stopped() -> None:
    """Who plays for somebody absent takes the defaults, whatever comes to light."""
    opened, receipt = sent(TILE)
    assert asked(opened) == {ME: "extra"} and not receipt.finished
    process(opened, NOW, "away", opened.game.entry)
    assert asked(opened) == {YOU: "die"}


@pytest.mark.parametrize("word", ["done", "Done.", "DONE!", "done # enough"])
def test_done_takes_the_defaults_of_what_is_open(word: str) -> None:
    opened, _ = sent(TILE)
    receipt = opened.submit(ME, word, NOW)
    assert receipt.finished and (receipt.answers[0].name, receipt.answers[0].source) == ("extra", "default")


def test_done_answers_no_question_that_must_be_answered() -> None:
    opened = play(position())
    before = opened.game.model_dump_json()
    with pytest.raises(Unfinished, match="Take a die"):
        opened.submit(ME, "done", NOW)
    with pytest.raises(PlayerError, match="It is not blue's turn"):
        opened.submit(YOU, "done", NOW)
    assert opened.game.model_dump_json() == before


def test_a_preview_knows_the_word() -> None:
    opened = play(position())
    assert opened.preview(ME, "die: osiris white 4\nas: anubis\naction: bread\ndone").complete
