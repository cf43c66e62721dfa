"""Whole random games of every Pharaoh: invariants, conservation, and lists against a second reading of the rules."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from hashlib import sha256

import pytest

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.questions import Question
from pbem.engine.computers.computer import Luck
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.pharaoh.part import box, court
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.views.view import view
from tests.panels import too_wide
from tests.titles.ankh.court import data
from tests.titles.ankh.positions import GODS

PAIRS = {("law", "war"), ("law", "court"), ("war", "throne"), ("court", "throne")}
BESIDE = PAIRS | {(other, one) for one, other in PAIRS}
ROOMS = ("law", "war", "court", "throne")
GAMES = [
    ("ramesses", 2, "middle-kingdom"), ("xerxes", 3, "peoples-revolt"), ("amenhotep", 5, "old-kingdom"),
    ("tutankhamun", 4, "middle-kingdom"), ("akhenaten", 3, "old-kingdom"),
]  # fmt: skip
MOST = 25
"""Lines that the expansion may add to a board."""
PICTURE_LINE = 15
"""Units of the picture in which a line of its words stands."""


def height(picture: str) -> float:
    return float(re.findall(r'viewBox="0 0 \d+ ([\d.]+)"', picture)[0])


def walk(
    pharaoh: str, players: int, scenario: str, seed: str = "", *, listening: bool = False
) -> Iterator[tuple[Ankh, str, Question]]:
    """A random game, stopping at every question."""
    options = Options(expansion="pharaoh", pharaoh=pharaoh, scenario=scenario, conflict_mode="table", palace_mode="ask")  # type: ignore[arg-type]
    key = sha256(f"{pharaoh} {players} {scenario} {seed}".encode()).digest()
    modules = tuple(TITLE.modules(options, players))
    live = TITLE.live(SeedChance(key, "walk"), data(*modules), options, frozenset(TITLE.fixes), modules)
    live.listening = listening
    t = TITLE.setup(list(GODS[-players:]), live)
    run, luck = Run(t), Luck(key)
    run.advance()
    while not run.over:
        seat, question = next(iter(run.questions().items()))
        yield t, seat, question
        run.give(seat, luck.answer(question))
    assert TITLE.result(t) is not None


# -- the lists once more -----------------------------------------------------------------------------------------------


def closed(t: Ankh) -> set[str]:
    return {"throne"} if court(t).dead else set()


def standing(t: Ankh) -> set[str]:
    """Spaces on which anything stands."""
    return {*t.units, *t.monuments, *court(t).infantry, court(t).at}


def land(t: Ankh) -> set[str]:
    return {place for place, terrain in t.data.board.terrain.items() if terrain != "water"}


def priest(t: Ankh, seat: str) -> set[str]:
    return set(ROOMS) - closed(t)


def intrigue(t: Ankh, seat: str) -> set[str]:
    rooms = court(t).chambers
    return {
        f"{side} {one}-{other}"
        for one, other in BESIDE
        if other not in closed(t)
        for side in rooms[one]
    }  # fmt: skip


def row(t: Ankh) -> set[str]:
    return {card.replace("_", " ") for card in court(t).row if card}


def law(t: Ankh, seat: str) -> set[str]:
    side, part = t.side(seat), court(t)
    found = {f"take {card}" for card in row(t)}
    hand, used = set(part.hand[side]), set(part.used[side])
    for card in hand | used:
        name = card.replace("_", " ")
        both = card in hand and card in used
        found |= {f"denounce {name} used", f"denounce {name} hand"} if both else {f"denounce {name}"}
    return found


def far(t: Ankh, n: int) -> set[str]:
    board, here = t.data.board, court(t).at
    return {place for place in land(t) - standing(t) if board.distance(here, place) <= n}


def sphinx(t: Ankh, seat: str) -> set[str]:
    side = t.side(seat)
    return {place for place, m in t.monuments.items() if m.owner == side and m.kind != "sphinx"}


def draft(t: Ankh, seat: str) -> set[str]:
    home = t.lay.anchor[court(t).at]
    return {place for place in land(t) - standing(t) - set(t.underworld) if t.lay.anchor[place] == home}


def escort(t: Ankh, seat: str) -> set[str]:
    side = t.side(seat)
    shut = set(t.underworld) if t.side("osiris") != side else set()
    ends = {place for place in t.lay.adjacent[court(t).at] if place in land(t) - standing(t) - shut}
    return {f"{start}-{end}" for start, unit in t.units.items() if unit.owner == side for end in ends}


def ferry(t: Ankh, seat: str) -> set[str]:
    own = [place for place, unit in t.units.items() if unit.owner == t.side(seat) and place in land(t)]
    return {f"{min(one, other)}-{max(one, other)}" for one in own for other in own if one != other}


def claim(t: Ankh, seat: str) -> set[str]:
    own = {place for place, unit in t.units.items() if unit.owner == t.side(seat)}
    return {place for place, m in t.monuments.items() if not m.owner and own & set(t.lay.adjacent[place])}


LISTS: dict[str, Callable[[Ankh, str], set[str]]] = {
    "priest": priest, "ordain": priest, "intrigue": intrigue, "law": law, "sphinx": sphinx, "draft": draft,
    "court": lambda t, seat: row(t), "throne": lambda t, seat: row(t), "claim": claim, "ferry": ferry,
    "journey": lambda t, seat: far(t, 3), "progress": lambda t, seat: far(t, 2),
    "expedition": lambda t, seat: far(t, 99), "pharaoh": lambda t, seat: land(t) - standing(t), "escort": escort,
}  # fmt: skip


def keys(question: Question) -> set[str]:
    return {key.split()[-1] if question.name == "escort" else key for key in question.options}


# -- games -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pharaoh", "players", "scenario"), GAMES)
def test_a_whole_game(pharaoh: str, players: int, scenario: str) -> None:
    """Any Pharaoh in any scenario. Nothing is lost or doubled, every list is what the rules say, and boards
    grow by at most so many lines."""
    counted: dict[str, int] = {}
    seen: set[str] = set()
    for number, (t, seat, question) in enumerate(walk(pharaoh, players, scenario)):
        seen.add(question.name)
        if question.name in LISTS:
            assert keys(question) == LISTS[question.name](t, seat), question.name
        if number % 4 == 0:
            assert TITLE.problems(t) == []
            counted = counted or dict(TITLE.conserved(t))
            assert dict(TITLE.conserved(t)) == counted
        if number % 40 == 7:
            v = TITLE.view(t, seat)
            sections = TITLE.part_board(v.parts, t.data)  # type: ignore[attr-defined]
            assert sections
            for plain in (False, True):
                with_it, without = (TITLE.summary(one, t.data, plain) for one in (v, view(t, seat)))
                assert 5 <= with_it.count("\n") - without.count("\n") <= MOST
                assert max(map(len, with_it.splitlines())) <= 78
                assert with_it.isascii() or not plain
            shown, bare = TITLE.picture(v, t.data), TITLE.picture(view(t, seat), t.data)
            assert too_wide(shown) == []
            assert "Palace" in shown
            assert height(shown) - height(bare) <= MOST * PICTURE_LINE
            hands = {box(t).cards[card].name for cards in court(t).hand.values() for card in cards}
            told = " ".join(re.sub("<[^>]*>", " ", shown).split())
            assert [name for name in hands if html.escape(name) not in told] == []
    assert {"policy", "priest", "pharaoh"} <= seen
