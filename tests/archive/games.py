"""Games to archive: complete ones played by computer, and one into which a moderator interfered."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any

import tests.toy  # noqa: F401  (registers the toy)
from pbem.archive.build import archive_bytes
from pbem.core.titles import get_title
from pbem.desk.desk import Desk
from pbem.engine.adjudication import moderation, undoing
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.gamefile import Entry, GameFile
from pbem.engine.journal import digest
from tests.engine.games import NOW, bid_all, toy_game


@dataclass(frozen=True)
class Played:
    game: GameFile
    entries: list[Entry]
    tables: dict[str, Any]
    made: dict[str, bytes] = field(default_factory=dict, compare=False)

    def archive(self, variant: str = "full") -> bytes:
        """Its copy, made once: a page of a whole game takes longer than most tests of it."""
        if variant not in self.made:
            self.made[variant] = archive_bytes(self.game, self.entries, self.tables, variant)
        return self.made[variant]


@cache
def finished(title: str = "toy", players: int = 3, seed: str = "archive") -> Played:
    """A complete game; nothing changes it, so tests may share it."""
    report = play_game(get_title(title), players, seed, checks=NO_CHECKS)
    return Played(report.game, report.entries, get_title(title).components())


@cache
def archived(variant: str = "full", title: str = "toy") -> bytes:
    return finished(title).archive(variant)


def moderated() -> Played:
    """Undo, redo, a ruling, a correction, other tables, an announcement, a pause: whatever a replay must repeat."""
    play = toy_game(players=2, nights=2)
    entries = play.game.recent
    states: dict[int, str] = {1: play.table.model_dump_json()}
    now = NOW

    def keep() -> None:
        states[play.game.entry] = play.table.model_dump_json()

    for seat in list(play.questions()):
        now += timedelta(hours=5)
        play.submit(seat, "bid: 1", now)
        keep()
    (seat,) = play.questions()
    lantern = play.questions()[seat].options[0]
    play.submit(seat, f"float: {lantern}\nrest: coin", now)
    keep()
    undoing.undo(play, undoing.plan_undo(play, entries, 4), states.__getitem__, now, "a slip {of the pen}")
    keep()
    undoing.redo(play, entries[-1], states.__getitem__, now, "it was none")
    keep()
    undoing.undo(play, undoing.plan_undo(play, entries, 4), states.__getitem__, now, "it was one", "fresh")
    keep()
    moderation.rule(play, now, "Kasia", "three nights after all", ["L1"], "nights", 3)
    moderation.announce(play, now, "Tea is served; write to tea [at] example")
    patch = [{"op": "replace", "path": f"/coins/{seat}", "value": play.table.model_dump()["coins"][seat] - 1},
             {"op": "replace", "path": "/bank", "value": play.table.model_dump()["bank"] + 1}]  # fmt: skip
    moderation.correct(play, moderation.plan_patch(play, patch), patch, now, "a coin fell off the table")
    other = {"river": "wider"}
    moderation.change_data(play, other, [], None, now, "the river is wider than the book says")
    moderation.pause(play, now, "holidays")
    moderation.resume(play, now, "back again")
    play.submit(seat, f"float: {lantern}\nrest: coin", now + timedelta(days=2))
    first = play.title.components()
    return Played(play.game, list(entries), {digest(first): first, digest(other): other})


PEOPLE = ["Ania <a@example.org>", "Bartek <b@example.org>"]


def play_out(desk: Desk, game_id: str) -> int:
    """The harmless answer to everything, until the game is over; how many submissions that took."""
    submissions = 0
    while True:
        with desk.game(game_id) as session:
            seat = next(iter(session.play.questions()))
            session.play.submit(seat, "", desk.now(), filler=lambda table, who, question: question.harmless())
            session.put_back()
            submissions += 1
            if session.game.status != "running":
                return submissions


__all__ = ["NOW", "PEOPLE", "Played", "archived", "bid_all", "finished", "moderated", "play_out", "toy_game"]
