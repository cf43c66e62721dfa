"""Wrong input for Palace, Policies and Riddles: each refused with what was read, the rule, the reason and the nearest
legal answers, and nothing is changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.engine.play import Play
from pbem.titles.ankh.pharaoh.palace.palace_orders import sphinx as sphinx_ahead
from pbem.titles.ankh.pharaoh.part import court
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import build, put
from tests.titles.ankh.court import clear, deal, seat_priests, sphinx
from tests.titles.ankh.games import NOW, ankh, game, laid
from tests.titles.ankh.test_pharaoh_orders import begun, refusal

CARDS = (
    "treasury_audit", "treasury_audit", "census", "great_works", "royal_summons", "burial_rites", "recalled_decree",
    "royal_progress", "palace_guard", "ferrymen",
)  # fmt: skip


def rich(t: Ankh) -> None:
    """Ra holds cards, used ones too; nothing is triggered by the next action."""
    deal(t, "ra", *CARDS)
    deal(t, "ra", "swift_litters", used=True)
    t.tracks.update(gain=0)
    t.gods["isis"].followers, t.gods["ra"].followers = 5, 4
    god = t.gods["ra"]
    god.hand, god.used = god.hand[2:], god.hand[:2]
    put(t, {"B7": "ra warrior"})


def turn() -> Play:
    return laid(begun(), rich)


def dead() -> Play:
    """Tutankhamun is; Ra has a Priest beside the Throne Room and cards that would enter it."""

    def die(t: Ankh) -> None:
        court(t).at, court(t).dead, court(t).death = "", True, 0
        t.tracks.update(gain=0)
        seat_priests(t, war="ra")
        deal(t, "ra", "ordination", "royal_progress", "court_intrigue")

    return laid(begun(pharaoh="tutankhamun"), die)


def called() -> Play:
    """Isis won War and Throne and is asked for an order; she has a Temple and a Sphinx."""

    def lay(t: Ankh) -> None:
        build(t, {"A3": "isis temple"})
        sphinx(t, "A7", side="isis")
        clear(t)
        seat_priests(t, war="isis", law="ra", throne="isis")

    play = laid(begun(palace_mode="ask", pharaoh="ramesses"), lay)
    play.submit("ra", "action: gain\nlaw: any", NOW)
    return play


def drafting() -> Play:
    play = begun(pharaoh="ramesses")
    play.submit("ra", "action: gain\npalace: ready", NOW)
    return play


END = "action: gain\naction: unlock\nunlock: none\n"
TURNS: list[tuple[Callable[[], Play], str, str, str]] = [
    (
        turn,
        "action: summon\npolicy: treasury audit\nsummon: none\npolicy: census\naction: gain",
        "P-POL-1",
        "One Policy",
    ),
    (turn, "action: gain\npolicy: swift litters", "P-POL-2", "is used until"),
    (turn, "action: gain\npolicy: second levy", "P-POL-1", "is not in your hand"),
    (turn, "action: gain\npolicy: great works", "P-POL-1", "is used after"),
    (turn, "action: gain\npolicy: palace guard", "P-RUL-39", "is used with summon"),
    (turn, "action: gain\npolicy: none\npolicy: great works", "P-RUL-20", "could do nothing"),
    (turn, "action: gain\npolicy: census\ncensus: 9", "P-POL-6", "no region 9"),
    (turn, "action: gain\npolicy: census\ncensus: 2", "P-POL-6", "no Monument in region 2"),
    (turn, "action: gain\npolicy: royal summons\nescort: god B5-A1", "P-RUL-23", "not adjacent to the Pharaoh"),
    (turn, "action: gain\npolicy: royal summons\nescort: F6-H7", "P-RUL-23", "no unit of yours"),
    (turn, "action: gain\npolicy: ferrymen\nferry: A1-B5", "P-RUL-23", "no unit of yours"),
    (turn, "action: gain\npolicy: burial rites\nbury: B5", "P-POL-6", "stands your God"),
    (turn, "action: gain\npolicy: recalled decree\nrecall: flood", "P-RUL-21", "in your hand"),
    (turn, "action: gain\npolicy: royal progress\nprogress: A1", "P-PHAR-3", "11 spaces away"),
    (
        turn,
        "action: summon\nsummon: none\npriest: none\npolicy: palace guard\nsummon: warrior A1",
        "P-POL-6",
        "not adj",
    ),
    (turn, "action: move\nmove: none\nstep: law-throne", "P-PAL-4", "not adjacent"),
    (turn, "action: move\nmove: none\nstep: law-war\nstep: war-throne\naction: gain", "P-RUL-30", "that has not moved"),
    (turn, f"{END}sphinx: A1", "P-WAR-1", "no Monument of yours stands on A1"),
    (turn, f"{END}journey: C5", "P-PHAR-3", "C5 is Water"),
    (turn, f"{END}law-99: take census", "P-LAW-1", "may be written for law-1"),
    (turn, f"{END}draft: A1", "P-RAMESSES-2", "under Ramesses"),
    (dead, "action: summon\npriest: throne\nsummon: none", "P-TUT-4", "after his death"),
    (dead, "action: move\nmove: none\nstep: war-throne", "P-TUT-4", "after his death"),
    (dead, "action: gain\npolicy: ordination\nordain: throne", "P-TUT-4", "after his death"),
    (dead, "action: gain\npolicy: court intrigue\nintrigue: ra war-throne", "P-TUT-4", "after his death"),
    (dead, "action: gain\npolicy: royal progress", "P-RUL-20", "could do nothing"),
    (drafting, "draft: A1", "P-RAMESSES-2", "not in the Pharaoh's region"),
    (drafting, "draft: H8", "A-MAP-3", "Pharaoh stands on H8"),
    (lambda: game("ra", "isis", expansion="pharaoh"), "pharaoh: C5", "P-SETUP-4", "C5 is Water"),
    (called, "sphinx: A7", "P-RUL-26", "stands a Sphinx already"),
    (called, "sphinx: A1", "P-WAR-1", "no Monument of yours"),
    (called, "court: any", "P-COURT-1", "does not answer"),
]


@pytest.mark.parametrize(("play", "text", "rule", "why"), TURNS, ids=[row[1].replace("\n", "; ") for row in TURNS])
def test_moves_that_are_refused(play: Callable[[], Play], text: str, rule: str, why: str) -> None:
    """A third Policy, a card not held or used, a Priest into the closed Throne Room, a Sphinx without Monument, targets
    that are none."""
    here = play()
    seat = next(iter(here.run.questions()))
    error = refusal(here, seat, text)
    assert (error.rule, why in error.message) == (rule, True), (error.rule, error.message)
    assert error.expected, error.message
    assert "Nothing was changed" in error.message


def test_an_order_before_anybody_has_a_monument() -> None:
    """A question that is foreseen always lists something, or is not foreseen."""
    t = ankh(begun())
    for place in list(t.monuments):
        t.destroy(place)
    assert list(sphinx_ahead(t, "ra")) == []
    build(t, {"A3": "temple"})
    assert [list(question.options) for question in sphinx_ahead(t, "ra")] == [["A3"]]


def test_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`pbem move --json`: one document with rule, line and nearest answers; a Pharaoh that does not exist is misuse."""
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))

    def pbem(*args: str) -> tuple[int, dict[str, object]]:
        capsys.readouterr()
        code = main([*args, "--json"])
        return code, json.loads(capsys.readouterr().out)

    new = ["new", "ankh", "--player", "Ania <a@example.org>", "--player", "Bo <b@example.org>", "--id", "nile",
           "--no-send", "--seed", "07" * 32, "--option", "expansion=pharaoh"]  # fmt: skip
    code, said = pbem(*new, "--option", "pharaoh=cleopatra")
    assert (code, "cleopatra" in str(said["error"]), "tutankhamun" in str(said["error"])) == (2, True, True)
    code, said = pbem(*new)
    assert code == 0
    (asked,) = said["awaited"]  # type: ignore[misc]
    who = asked["name"] if "name" in asked else asked["player"]  # type: ignore[operator,index]
    before = (tmp_path / "games" / "nile.json").read_bytes()
    for text, rule in (("pharaoh: C5", "P-SETUP-4"), ("policy: census", "P-POL-1"), ("sphinx: A1", "P-WAR-1")):
        code, said = pbem("move", "nile", "--as", str(who), text)
        error = said["error"]
        assert (code, error["rule"], error["line"], bool(error["expected"])) == (1, rule, 1, True)  # type: ignore[index]
    assert (tmp_path / "games" / "nile.json").read_bytes() == before
