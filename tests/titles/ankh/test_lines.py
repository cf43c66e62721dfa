"""How moves are typed: several answers in one line, actions that need no word, other spellings, refusals (A-PBEM-1)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.core.errors import PlayerError
from pbem.engine.play import Play
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.notation import cut_line, read_move, series, spelled_edge, spelled_pair
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import put
from tests.titles.ankh.games import NOW, ankh, game, laid


def refusal(play: Play, seat: str, text: str) -> PlayerError:
    before = play.game.model_dump_json()
    with pytest.raises(PlayerError) as caught:
        play.submit(seat, text, NOW)
    assert play.game.model_dump_json() == before
    return caught.value


# -- whole turns -----------------------------------------------------------------------------------------------------


def test_a_turn_in_one_mail() -> None:
    """A-PBEM-1: both actions with all targets; a line for what an action asks names the action."""
    play = game("ra", "isis")
    receipt = play.submit("ra", "move: god B5-C4, w2 B4-A3\nunlock: revered", NOW)
    assert receipt.finished
    assert [answer.name for answer in receipt.answers] == ["action", "move", "move", "action", "unlock"]
    assert ankh(play).units_of("ra") == ["A3", "C4"]
    assert ankh(play).gods["ra"].powers == ["revered"]


@pytest.mark.parametrize(
    "text",
    [
        "action: move\nmove: god B5-C4\nmove: warrior B4-A3\naction: unlock\nunlock: revered",
        "action: move; move: god B5-C4, warrior B4-A3; action: unlock; unlock: revered",
        "move; god b5-c4, b4 a3; unlock; revered",
        "move: B5>C4, g1 C4-C4\nunlock: revered",
        "Move: God B5 to C4; W B4 - A3; Unlock: Revered.",
    ],
)
def test_other_ways_to_write_it(text: str) -> None:
    play = game("ra", "isis")
    if "C4-C4" in text:
        assert refusal(play, "ra", text).rule == "A-MOVE-1"
        return
    play.submit("ra", text, NOW)
    assert ankh(play).units_of("ra") == ["A3", "C4"]


def test_every_prefix_is_checked() -> None:
    """A part of a move shows what is asked next, and whether it is whole."""
    play = game("ra", "isis")
    seen = play.preview("ra", "move: god B5-C4")
    assert seen.questions["ra"].name == "move"
    assert not seen.complete
    seen = play.preview("ra", "move: god B5-C4\nmove: none\naction: unlock")
    assert seen.questions["ra"].name == "unlock"
    assert play.preview("ra", "unlock: revered").complete


def test_a_move_with_a_push_and_claws() -> None:
    """A-GUARD-SATET-1, A-GUARD-SCORPION-1: in the line of the move, or in lines behind it."""
    for text in (
        "move: satet A4-A5 push A6, scorpion C9-C8 claws S-SW, w B4-B3; unlock: revered",
        "move: satet A4-A5\npush: A6\nmove: scorpion C9-C8\nclaws: SW-S\nmove: B4-B3\nunlock: revered",
    ):
        play = game("ra", "isis", guardians="satet, giant_scorpion")
        ankh(play).destroy("A5")
        ankh(play).destroy("B8")
        put(ankh(play), {"A4": "ra satet", "A5": "isis warrior"})
        put(ankh(play), {"C9": "ra giant_scorpion"}, claws="N-NE")
        laid(play, lambda t: None)
        play.submit("ra", text, NOW)
        t = ankh(play)
        assert (t.units["A5"].kind, t.units["A6"].owner, t.units["C8"].claws) == ("satet", "isis", "S-SW")
        assert "B3" in t.units


def test_summons_in_one_line() -> None:
    """A-SUMMON-2, A-GOD-RA-1"""
    play = game("ra", "isis")

    def change(t: Ankh) -> None:
        t.gods["ra"].powers = ["commanding", "revered", "pyramid_attuned"]
        t.claim("B8", "ra")

    laid(play, change)
    play.submit("ra", "summon: w B7 no sun, warrior C4 sun\nunlock: none", NOW)
    t = ankh(play)
    assert (t.units["B7"].sun, t.units["C4"].sun) == (False, True)


def test_a_caravan_in_one_line() -> None:
    """A-CARA-1 to A-CARA-5, A-DEC-8: edges in any order, with tokens and exchange."""
    play = game("ra", "isis")

    def change(t: Ankh) -> None:
        t.event = 4
        t.tracks["gain"] = steps_of(t, "gain") - 1

    laid(play, change)
    play.submit("ra", "action: gain\ncaravan: C2|D2 D0|D1 C1/D1, d1-c2 E1|D0\ntoken: b1\nexchange: 4-1", NOW)
    t = ankh(play)
    assert t.camels == ["C1|D1", "C2|D1", "C2|D2", "D0|D1", "D0|E1"]
    assert t.tokens["B0"] == 3
    assert t.tokens["D1"] == 1


BAD_CARAVANS = [
    ("B1|B2", "A-CARA-1", "River"),
    ("D6|D5", "A-CARA-1", "Water"),
    ("A1|K8", "A-CARA-1", "no edge"),
    ("A3|A4 A3|A4", "A-CARA-1", "already"),
    ("D3|E4 D4|E4 D4|E5 D4|D5", "A-CARA-3", "6 land spaces"),
]


@pytest.mark.parametrize(("edges", "rule", "why"), BAD_CARAVANS)
def test_caravans_that_are_refused(edges: str, rule: str, why: str) -> None:
    """A-CARA-1, A-CARA-3: a line over the River, at Water, or one that leaves five spaces; nothing is changed."""
    play = game("ra", "isis")

    def change(t: Ankh) -> None:
        t.event = 4
        t.tracks["gain"] = steps_of(t, "gain") - 1

    laid(play, change)
    error = refusal(play, "ra", f"action: gain\ncaravan: {edges}\ntoken: A1")
    assert (error.rule, why in error.message) == (rule, True), error.message
    assert error.expected


BAD_TURNS = [
    ("summon: warrior C4\naction: move", "A-TURN-5"),
    ("summon: warrior C4\nmove: B5-C4", "A-TURN-5"),
    ("summon: warrior C4\nsummon: warrior B6\nunlock: none", None),
    ("move: B5-C4, C4-C3\nunlock: none", "A-MOVE-1"),
    ("move: B5-C5\nunlock: none", "A-MOVE-3"),
    ("action: gain\ncontrol: B8", "A-EVT-2"),
    ("action: gain\nunlock: glorious", "A-UNLOCK-1"),
]


@pytest.mark.parametrize(("text", "rule"), BAD_TURNS)
def test_turns_that_are_refused(text: str, rule: str | None) -> None:
    """A-TURN-5, A-MOVE-1, A-EVT-2: a second action on the same or a higher track, a unit moved twice, a line for what
    does not come: the mail is refused as a whole."""
    play = game("ra", "isis")
    error = refusal(play, "ra", text)
    assert error.rule == rule or rule is None, error.message


# -- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("god c4-d5", ("god", "C4", "D5")),
        ("w2 d5-e6", ("warrior", "D5", "E6")),
        ("d5-e6", ("", "D5", "E6")),
        ("d5 to e6", ("", "D5", "E6")),
        ("giant scorpion d5 -> e6", ("giant_scorpion", "D5", "E6")),
        ("chariot d5-e6", ("chariot", "D5", "E6")),
        ("d5", None),
    ],
)
def test_moves_are_read(text: str, read: tuple[str, str, str] | None) -> None:
    assert read_move(text) == read


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("god c4-d5", ["move: god c4-d5"]),
        ("c4-d5, w d5-e6", ["move: c4-d5", "move: w d5-e6"]),
        ("satet c4-d5 push d6, b1-b2", ["move: satet c4-d5", "push: d6", "move: b1-b2"]),
        ("scorpion c4-d5 claws n-ne", ["move: scorpion c4-d5", "claws: n-ne"]),
        ("scorpion d4 sun claws n ne", ["move: scorpion d4", "sun: yes", "claws: n ne"]),
        ("w d4 without sun", ["move: w d4", "sun: no"]),
    ],
)
def test_lines_that_stand_for_several(text: str, lines: list[str]) -> None:
    assert series("move")(text) == lines


def test_edges_and_pairs() -> None:
    assert [spelled_edge(text) for text in ("e1|d0", "d0-e1", "d0 / e1", "d0")] == ["D0|E1", "D0|E1", "D0|E1", None]
    assert cut_line("d0|e1, c1 | d1 x") == ["caravan: d0|e1", "caravan: c1 | d1", "caravan: x"]
    assert [spelled_pair(text) for text in ("5-2", "2 / 5", "2")] == ["2-5", "2-5", None]


def test_the_page_of_the_language_has_every_question() -> None:
    """`docs/move-language.md` shows a line for each question of the base game and of The People's Revolt."""
    book = TITLE.book(["revolt"])
    root = Path(__file__).parents[3]
    section = (root / "docs/move-language.md").read_text(encoding="utf-8").split("## The moves of Ankh")[1]
    shown = set(re.findall(r"`([a-z]+): ", section))
    assert set(book.questions) == shown
