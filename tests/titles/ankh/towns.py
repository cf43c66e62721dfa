"""A home with one game of Ankh, laid out by a moderator's patch as a test needs it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pbem.engine.gamefile import GameFile
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.phases.merge import Merge
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh
from tests.moderation.village import Village
from tests.titles.ankh.build import put

PLAYERS = ("amun=Dora <dora@example.org>", "ra=Ania <ania@example.org>", "isis=Béla <bela@example.org>")
CONFLICTS = {1: 3, 4: 15}
"""Event spaces before a Conflict, by its number."""


class Nile(Village):
    """One game, `nile`."""

    def __init__(self, root: Path, players: Sequence[str] = PLAYERS, **options: Any) -> None:
        super().__init__(root)
        self.new_game(players, "nile", "ankh", **{"first": "amun", **options})

    @property
    def now(self) -> GameFile:
        return self.game("nile")

    @property
    def table(self) -> Ankh:
        table = self.now.table
        assert isinstance(table, Ankh)
        return table

    def lay(self, change: Callable[[Ankh], None]) -> None:
        """Change the table by a patch: whatever a test does to it is sound, or refused."""
        t = self.desk.read("nile").play.table
        assert isinstance(t, Ankh)
        before = t.model_dump(mode="json")
        change(t)
        after = t.model_dump(mode="json")
        gone = [{"op": "remove", "path": f"/{name}"} for name in before if name not in after]
        new = [
            {"op": "add", "path": f"/{name}", "value": value} for name, value in after.items()
            if value != before.get(name)
        ]  # fmt: skip
        assert TITLE.problems(t) == []
        self.mod("patch", json.dumps([*gone, *new]), game="nile")

    def say(self, seat: str, text: str) -> None:
        with self.desk.game("nile") as session:
            self.desk.take(session, seat, text)

    def asked(self) -> dict[str, str]:
        return {seat: question.name for seat, question in self.desk.read("nile").play.questions().items()}

    def mails(self, seat: str) -> list[str]:
        """Every mail to whoever holds a seat, each as one line of words."""
        wanted = [mail for mail in self.out() if f"seat={seat};" in str(mail["X-Pbem"])]
        return [" ".join(str(mail.get_content()).split()) for mail in wanted]


def near(t: Ankh, number: int = 1) -> None:
    """The next Gain triggers this Conflict."""
    t.event = CONFLICTS[number]
    t.tracks["gain"] = steps_of(t, "gain") - 1


def merged(t: Ankh) -> None:
    """Ra (greater) and Isis (lesser) have merged; Amun's Gain triggers Conflict 4, and both sides fight."""
    t.shift("ra", 1)
    t.shift("amun", 26)
    t.shift("isis", 0)
    t.ladder.remove("isis")
    t.ladder.insert(0, "isis")
    Merge().start(t)
    t.shift("ra", 25)
    near(t, 4)
    god = t.god_at("ra")
    assert god is not None
    put(t, {next(place for place in t.lay.adjacent[god] if t.open_to("amun", place)): "amun warrior"})
