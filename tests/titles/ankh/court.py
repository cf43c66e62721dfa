"""Tables of Ankh: Pharaoh for tests, laid out as a test says."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.pharaoh.palace.palace import Palace
from pbem.titles.ankh.pharaoh.part import Court, court
from pbem.titles.ankh.pharaoh.verbs.effects import Effects
from pbem.titles.ankh.state import Ankh, Monument
from tests.titles.ankh.build import SEED, clear_map, run

RULERS = ("ramesses", "xerxes", "amenhotep", "tutankhamun", "akhenaten")


@cache
def data(*modules: str) -> Any:
    return TITLE.prepare(TITLE.components(modules))


def table(*gods: str, pharaoh: str = "amenhotep", at: str = "H8", **options: Any) -> Ankh:
    """A new game of these gods with a Pharaoh on a space, asked for its first action."""
    chosen = Options(**{"first": gods[0], "expansion": "pharaoh", "pharaoh": pharaoh, **options})
    modules = tuple(TITLE.modules(chosen, len(gods)))
    live = TITLE.live(SeedChance(SEED, "test"), data(*modules), chosen, frozenset(TITLE.fixes), modules)
    t = TITLE.setup(list(gods), live)
    runner = Run(t)
    runner.advance()
    (seat,) = runner.questions()
    runner.give(seat, [at if t.is_empty(at) else runner.questions()[seat].options[0]])
    return t


def bare(*gods: str, **options: Any) -> Ankh:
    """As `table`, with nothing on the map but the Pharaoh, no camels, no Priest in the Palace."""
    t = table(*gods, **options)
    clear_map(t)
    court(t).at = options.get("at", "H8")
    clear(t)
    return t


def clear(t: Ankh) -> None:
    """All Priests back to their pools."""
    for there in court(t).chambers.values():
        for side, n in list(there.items()):
            priests(t, side, -n)
        there.clear()


def priests(t: Ankh, side: str, n: int) -> None:
    """Take Priests from a pool."""
    if court(t).ruler == "akhenaten":
        t.gods[side].warriors -= n
    else:
        court(t).priests[side] -= n


def seat_priests(t: Ankh, **chambers: str) -> None:
    """`law="isis isis ra"`: Priests from their pools into chambers."""
    for chamber, sides in chambers.items():
        there = court(t).chambers[chamber]
        for side in sides.split():
            priests(t, side, 1)
            there[side] = there.get(side, 0) + 1


def face_up(t: Ankh, *cards: str) -> None:
    """Lay cards into the row, exchanged with those that lie there or in the deck."""
    part = court(t)
    part.deck += [card for card in part.row if card]
    part.row = [""] * len(part.row)
    for at, card in enumerate(cards):
        part.deck.remove(card)
        part.row[at] = card


def deal(t: Ankh, side: str, *cards: str, used: bool = False) -> None:
    """Give a side Policy cards of the deck."""
    part = court(t)
    for card in cards:
        pile = part.deck if card in part.deck else part.row
        if pile is part.deck:
            pile.remove(card)
        else:
            pile[pile.index(card)] = part.deck.pop(0)
        (part.used if used else part.hand)[side].append(card)


def sphinx(t: Ankh, *places: str, side: str = "") -> None:
    """Sphinxes from the supply on spaces, with a token of their owner."""
    for place in places:
        t.supply["sphinx"] -= 1
        t.monuments[place] = Monument(kind="sphinx", owner=side)
        if side:
            t.gods[side].ankhs -= 1


def settle(runner: Run) -> Run:
    """Let questions for which nobody is waited take their defaults, as the engine does without a line on file."""
    while lapsing := [(seat, q) for seat, q in runner.questions().items() if q.lapses and q.default is not None]:
        seat, question = lapsing[0]
        runner.give(seat, list(question.default or []))
    return runner


def palace(t: Ankh, event: int = 1) -> Run:
    """The Palace at the end of a Control event, run to a question for which somebody is waited."""
    t.event = event
    return settle(run(t, Palace()))


def effects(t: Ankh, seat: str, source: str, manner: str = "turn", action: str = "gain") -> Run:
    return run(t, Effects(seat=seat, source=source, manner=manner, action=action))


def part_of(t: Ankh) -> Court:
    return court(t)
