"""The Palace by mail: orders that stand, modes, conditions, refusals (P-PBEM-1 to P-PBEM-4)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.core.errors import Misuse, PlayerError, RevealAhead
from pbem.core.trial import suppose
from pbem.engine.create import check_game, check_options
from pbem.engine.play import Play
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.fixes import FIXES
from pbem.titles.ankh.pharaoh.part import court, refill
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.court import clear, deal, face_up, seat_priests
from tests.titles.ankh.games import NOW, ankh, answers, game, laid


def near(t: Ankh) -> None:
    """The next Gain triggers a Control event; Priests stand in all chambers but one."""
    t.tracks["gain"] = steps_of(t, "gain") - 1
    clear(t)
    seat_priests(t, law="ra", court="isis", throne="isis")
    face_up(t, "census", "ferrymen", "ordination")


def begun(*gods: str, **options: str) -> Play:
    """A game with the Pharaoh on the map, just before a Control event."""
    gods = gods or ("ra", "isis")
    play = game(*gods, expansion="pharaoh", **options)
    (seat,) = play.run.questions()
    play.submit(seat, "pharaoh: H8", NOW)
    return laid(play, near)


def refusal(play: Play, seat: str, text: str) -> PlayerError:
    before = play.game.model_dump_json()
    with pytest.raises(PlayerError) as caught:
        play.submit(seat, text, NOW)
    assert play.game.model_dump_json() == before
    return caught.value


def taken(play: Play) -> list[tuple[str, str]]:
    events = [event for entry in play.game.recent for event in entry.events]
    return [(event.seat or "", event.data["card"]) for event in events if event.kind == "pharaoh/took"]


# -- auto --------------------------------------------------------------------------------------------------------------


def test_nobody_is_waited_for() -> None:
    """P-PBEM-2, auto: leftmost cards, the Pharaoh stays, and the next player is asked at once."""
    play = begun()
    play.submit("ra", "action: gain\npalace: ready", NOW)
    assert taken(play) == [("ra", "census"), ("isis", "ferrymen"), ("isis", "ordination")]
    assert court(ankh(play)).at == "H8"
    assert {seat: question.name for seat, question in play.run.questions().items()} == {"isis": "action"}


def test_whoever_triggers_the_palace_gives_the_order_in_the_turn() -> None:
    """P-PBEM-1: the move is not finished without it if a chamber is won; one on file will do; losers are not asked."""
    error = refusal(begun(), "ra", "action: gain")
    assert "You win Chamber of Law: send your palace order (law), or say ready (palace)" in error.message
    play = begun()
    play.submit("isis", "court: ordination, any", NOW)
    play.submit("ra", "action: move\nmove: none\naction: unlock\nunlock: none", NOW)
    play.submit("isis", "action: gain", NOW)
    assert taken(play) == [("ra", "census"), ("isis", "ordination"), ("isis", "ferrymen")]
    play = begun()
    laid(play, lambda t: seat_priests(t, law="isis"))
    laid(play, lambda t: t.shift("ra", 1))
    play.submit("ra", "action: gain", NOW)
    assert {seat for seat, _ in taken(play)} == {"isis"}


def test_what_an_order_of_the_turn_leaves_open_takes_its_default() -> None:
    """P-PBEM-1, P-PBEM-2: two chambers won, one named: the other card is the leftmost; the call names both lines."""
    play = begun()
    laid(play, lambda t: seat_priests(t, court="ra ra"))
    assert (
        "Chamber of Law, Civil Court: send your palace order (law, court)"
        in refusal(play, "ra", "action: gain").message
    )
    play.submit("ra", "action: gain\ncourt: ordination, any", NOW)
    assert [card for seat, card in taken(play) if seat == "ra"] == ["census", "ordination"]


def test_games_begun_before_keep_the_defaults() -> None:
    """Fix F1 of P-PBEM-1: without it nothing is asked of whoever triggers the Palace."""
    assert TITLE.fixes == FIXES == tuple(TITLE.fix_notes)
    text = (Path(__file__).parents[3] / "docs/rules/ankh-pharaoh.md").read_text(encoding="utf-8")
    assert re.findall(r"^- (F\d+) \(", text, re.MULTILINE) == list(FIXES)
    play = begun()
    play.game.rules.fixes.clear()
    play.table.live.fixes = frozenset()
    play.submit("ra", "action: gain", NOW)
    assert taken(play)[0] == ("ra", "census")


def test_an_order_comes_with_the_move_and_stands() -> None:
    """P-PBEM-1: lines of the triggering mail count, for this Palace and for those to come, until replaced."""
    play = begun()
    play.submit("ra", "action: gain\nlaw: take ferrymen, any", NOW)
    assert taken(play)[0] == ("ra", "ferrymen")
    laid(play, near_again)
    play.submit("isis", "action: gain\ncourt: forced march", NOW)
    assert taken(play)[-3:] == [("ra", "ferrymen"), ("isis", "forced_march"), ("isis", "ordination")]
    kept = [(sent.name, sent.keys) for sent in play.game.orders["ra"].ahead]
    assert kept == [("law", ["take ferrymen", "any"])]
    play.submit("ra", "action: move\nmove: none\naction: unlock\nunlock: none\nlaw: any", NOW)
    assert [(sent.name, sent.keys) for sent in play.game.orders["ra"].ahead] == [("law", ["any"])]


def near_again(t: Ankh) -> None:
    """The same once more for the other god: other cards in the row."""
    clear(t)
    seat_priests(t, law="ra", court="isis", throne="isis")
    t.tracks["gain"] = steps_of(t, "gain") - 1
    face_up(t, "forced_march", "ferrymen", "ordination")


def test_a_line_for_one_palace() -> None:
    """`law-1` is for the Palace at event 1, before the general line."""
    play = begun()
    play.submit("ra", "action: gain\nlaw: take ferrymen\nlaw-1: take ordination", NOW)
    assert taken(play)[0] == ("ra", "ordination")


def test_conditions() -> None:
    """P-PBEM-1: members of a ranking depend on facts."""
    play = begun()
    laid(play, lambda t: deal(t, "ra", "second_levy"))
    laid(play, lambda t: t.shift("isis", 9))
    play.submit("ra", "action: gain\nlaw: denounce second levy if lead>=9, take ferrymen", NOW)
    assert court(ankh(play)).removed == ["second_levy"]
    assert ankh(play).devotion["isis"] == 8
    error = refusal(begun(), "ra", "action: gain\nlaw: take census if moonlight")
    assert "moonlight" in error.message


def test_the_throne_moves_the_pharaoh() -> None:
    play = begun()
    play.submit("isis", "throne: ordination\njourney: A1, H6", NOW)
    play.submit("ra", "action: gain\nlaw: any", NOW)
    assert court(ankh(play)).at == "H6"
    assert ("isis", "journey", "ahead") in answers(play)


# -- ask ---------------------------------------------------------------------------------------------------------------


def test_all_winners_without_an_order_are_asked_at_once() -> None:
    """P-PBEM-2, ask: whoever has an order is not; a card taken meanwhile is replaced by the next of the ranking."""
    play = begun("ra", "isis", "amun", palace_mode="ask", pharaoh="xerxes")
    laid(play, lambda t: seat_priests(t, war="amun"))
    play.submit("ra", "action: gain\nlaw: take ferrymen", NOW)
    assert {seat: question.name for seat, question in play.run.questions().items()} == {
        "isis": "palace",
        "amun": "palace",
    }
    play.submit("amun", "palace: ready", NOW)
    play.submit("isis", "court: ferrymen, census\nthrone: any\njourney: none", NOW)
    assert taken(play) == [("ra", "ferrymen"), ("isis", "census"), ("isis", "ordination")]


def test_amenhotep_shows_new_cards() -> None:
    """P-PBEM-3: in `auto` the first drawn or a ranking, in `ask` one extra mail."""
    for mode, asked in (("auto", {"isis": "action"}), ("ask", {"ra": "drawn"})):
        play = begun(palace_mode=mode)
        laid(play, clear)
        laid(play, lambda t: seat_priests(t, war="ra"))
        play.submit("ra", "action: gain\nriddle: yes", NOW)
        assert {seat: question.name for seat, question in play.run.questions().items()} == asked


def test_a_draft_in_the_mail() -> None:
    """P-DEC-10: the space is in the mail that triggers the event, or it is asked for."""
    play = begun(pharaoh="ramesses")
    play.submit("ra", "action: gain\nlaw: any\ndraft: H8, H6", NOW)
    assert court(ankh(play)).infantry == ["H6"]
    play = begun(pharaoh="ramesses")
    play.submit("ra", "action: gain\npalace: ready", NOW)
    assert {seat: question.name for seat, question in play.run.questions().items()} == {"ra": "draft"}


def test_a_preview_shows_no_new_card() -> None:
    """P-PBEM-4: what would be revealed by the refill is not."""
    t = suppose(ankh(begun()))
    t.live.preview = True
    court(t).row[0] = ""
    with pytest.raises(RevealAhead):
        refill(t)


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_a_third_policy_card() -> None:
    """P-POL-1: one with each action."""
    play = begun()
    laid(play, lambda t: deal(t, "ra", "treasury_audit", "census", "treasury_audit"))
    laid(play, lambda t: t.tracks.update(gain=0))
    laid(play, lambda t: setattr(t.gods["isis"], "followers", 5))
    text = "action: summon\npolicy: treasury audit\nsummon: none\npolicy: census\naction: gain"
    error = refusal(play, "ra", text)
    assert (error.rule, error.expected) == ("P-POL-1", ["action: gain", "action: unlock"]), "not cards that do not help"
    text = "action: gain\npolicy: treasury audit\naction: unlock\nunlock: none\npolicy: treasury audit\npolicy: census"
    error = refusal(play, "ra", text)
    assert (error.rule, error.expected) == ("P-POL-1", ["policy: treasury audit"])
    assert 'leave it out, or write it in place of "policy: treasury audit"' in error.message


@pytest.mark.parametrize(
    ("lines", "rule"),
    [
        ("action: gain\npolicy: census", "P-POL-1"),
        ("action: gain\npolicy: ferrymen", "P-POL-2"),
        ("action: gain\nsphinx: A99", None),
        ("action: gain\nintrigue: isis law-war", "P-POL-6"),
        ("action: summon\npriest: attic", None),
    ],
)
def test_bad_lines(lines: str, rule: str | None) -> None:
    """A card that is not held or used up, a space that is none: refused with a rule and the nearest answers."""
    play = begun()
    laid(play, lambda t: deal(t, "ra", "ferrymen", used=True))
    laid(play, lambda t: deal(t, "ra", "treasury_audit"))
    error = refusal(play, "ra", lines)
    assert rule is None or error.rule == rule
    assert error.expected or rule in ("P-POL-6", "P-WAR-1")


def test_no_priest_enters_a_closed_throne_room() -> None:
    """P-TUT-4"""
    play = begun(pharaoh="tutankhamun")

    def die(t: Ankh) -> None:
        court(t).at, court(t).dead, court(t).death = "", True, 0

    laid(play, die)
    error = refusal(play, "ra", "action: summon\npriest: throne\nsummon: none")
    assert error.rule == "P-TUT-4"
    assert error.expected


def test_a_pharaoh_that_does_not_exist() -> None:
    with pytest.raises(Misuse, match="pharaoh='cleopatra' is not possible"):
        check_options(TITLE, {"expansion": "pharaoh", "pharaoh": "cleopatra"})
    with pytest.raises(Misuse, match="pharaoh=xerxes is for expansion=pharaoh"):
        check_game(TITLE, {"pharaoh": "xerxes"}, 2)
    with pytest.raises(Misuse, match="palace_mode"):
        check_game(TITLE, {"palace_mode": "ask"}, 2)
    assert "expansion" not in check_options(TITLE, {})
