"""Small builders: a laid-out table, and a run of some procedures on it."""

from __future__ import annotations

from typing import Any

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.procedures import Procedure
from pbem.core.table import Live
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import default_components
from pbem.titles.tekhenu.fixes import FIXES
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.phases.setup import lay_out
from pbem.titles.tekhenu.state import Tekhenu

SEATS = ["orange", "blue", "red", "green"]


def live(seed: str = "table", **options: Any) -> Live:
    return TITLE.live(SeedChance(seed.encode(), "test"), default_components(), Options(**options), frozenset(FIXES))


def laid_out(players: int = 3, seed: str = "table", **options: Any) -> Tekhenu:
    """A table as after T-SETUP-12, before anybody chose; every player holds no Decree, turn order is seat order."""
    t = Tekhenu(seats=SEATS[:players], live=live(seed, **options))
    lay_out(t)
    t.order = list(t.seats)
    for player in t.players.values():
        t.decks["decree"] += player.decrees
        player.decrees = []
    return t


def run(t: Tekhenu, *procedures: Procedure) -> Run:
    """Run procedures, the last one first, up to the first question."""
    t.stack = list(procedures)
    running = Run(t)
    running.advance()
    return running


def hold(t: Tekhenu, seat: str, *cards: str) -> None:
    """Give a player cards, wherever they lie."""
    for card in cards:
        for pile in (*t.decks.values(), *t.discards.values(), t.removed):
            if card in pile:
                pile.remove(card)
        for slots in t.market.values():
            if card in slots:
                slots[slots.index(card)] = ""
        kind = t.data.cards[card].kind
        hand = {"blessing": "blessings", "technology": "technologies", "decree": "decrees"}[kind]
        getattr(t.players[seat], hand).append(card)


def told(t: Tekhenu, kind: str) -> list[dict[str, Any]]:
    """Data of the events of a kind, with the seat."""
    return [{"seat": event.seat, **event.data} for event in t.live.events if event.kind == kind]


def answer_all(running: Run, **answers: str) -> None:
    """Answer the open question of several seats."""
    for seat, key in answers.items():
        running.give(seat, key.split(", "))


def build_osiris(t: Tekhenu, seat: str, *spaces: str) -> None:
    """Put Buildings into the Osiris area, `3 bread`."""
    for space in spaces:
        row, district = space.split()
        at = t.data.osiris_at(int(row), t.data.districts.index(district)).index
        assert not t.osiris[at], space
        t.osiris[at] = seat
        t.players[seat].buildings -= 1


def build_temple(t: Tekhenu, seat: str, *spots: str) -> None:
    for spot in spots:
        t.buildings[spot] = seat
        t.players[seat].buildings -= 1


def build_pillars(t: Tekhenu, seat: str, *spaces: str) -> None:
    """Put Pillars on temple spaces, `2,4` = row 2, column 4."""
    for space in spaces:
        row, column = (int(part) for part in space.split(","))
        at = (row - 1) * 5 + column - 1
        t.tiles[at] = t.tile_stack.pop()
        t.pillars[at] = seat
        t.players[seat].pillars -= 1


def build_statues(t: Tekhenu, seat: str, *places: str) -> None:
    """Put Statues at gods or on people's spots."""
    for place in places:
        if place in t.statues:
            t.statues[place].append(seat)
        else:
            t.people[place] = seat
            t.gold_on.pop(place, None)
        t.players[seat].statues -= 1
