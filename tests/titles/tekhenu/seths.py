"""Small builders for Time of Seth: a position of its box, a table as laid out, and looks at its part."""

from __future__ import annotations

from typing import Any

from pbem.core.chance import SeedChance
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.fixes import FIXES
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.phases.setup import lay_out
from pbem.titles.tekhenu.seth.part import SETH, seth
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import ME, SEATS, Game, tekhenu

BOX = [SETH]
BIT = "ra white 2"


def table(
    seats: int = 2, dice: str = "", options: dict[str, Any] | None = None, spare: bool = True, **mine: Any
) -> Tekhenu:
    """A position of the box in which orange is to move, as `build.tekhenu`. `mine` may also hold `artifacts` (those in
    hand), `follower` and `blood`."""
    artifacts, follower, blood = mine.pop("artifacts", []), mine.pop("follower", ""), mine.pop("blood", 0)
    t = tekhenu(seats, dice, {"expansion": SETH, **(options or {})}, spare, modules=BOX, **mine)
    part = seth(t)
    part.held[ME] = list(artifacts)
    part.artifacts = [card for card in part.artifacts if card not in artifacts]
    part.blood[ME] = blood
    if follower:
        part.follower[ME] = follower
        part.box.remove(follower)
    return t


def laid(seats: int = 2, seed: str = "seth", **options: Any) -> Tekhenu:
    """A table as laid out, before anything is asked."""
    chance = SeedChance(seed.encode(), "test")
    data = TITLE.prepare(TITLE.components(BOX))
    live = TITLE.live(chance, data, Options(expansion=SETH, **options), frozenset(FIXES), BOX)
    t = Tekhenu(seats=list(SEATS[:seats]), live=live)
    lay_out(t)
    return t


def stock(game: Game, what: str, seat: str = ME) -> int:
    return game.t.players[seat].stock[what]


def build_in(t: Tekhenu, region: int, *seats: str) -> None:
    """Buildings that stand in a region."""
    for seat in seats:
        seth(t).regions[region - 1].append(seat)
        t.players[seat].buildings -= 1


def cover(t: Tekhenu, space: str, tile: str) -> None:
    """Lay a Conquest tile on a temple space."""
    part = seth(t)
    if tile == part.face:
        part.face = part.stack.pop()
    else:
        part.stack.remove(tile)
    part.covers[t.data.space_by_name[space]] = tile


def statue(t: Tekhenu, at: str, seat: str) -> None:
    """A Statue that stands somewhere."""
    t.players[seat].statues -= 1
    if at in t.statues:
        t.statues[at].append(seat)
    else:
        t.people[at] = seat
        t.gold_on.pop(at, None)
