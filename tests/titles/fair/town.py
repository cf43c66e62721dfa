"""A town that plays Fair Day: three people with chosen seats, played on to the moment that a test is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tests.fair  # noqa: F401  (registers the title)
from pbem.core.questions import answer_line
from pbem.engine.gamefile import GameFile
from tests.fair.state import Fair
from tests.moderation.village import Village

PEOPLE = ("oak=Ania <ania@example.org>", "elm=Béla <bela@example.org>", "ash=Dora <dora@example.org>")
NAMES = {"oak": "ania", "elm": "bela", "ash": "dora"}


class FairTown(Village):
    """One home with one game of Fair Day, `fair`."""

    def __init__(self, root: Path, players: tuple[str, ...] = PEOPLE, **options: Any) -> None:
        super().__init__(root)
        self.new_game(players, "fair", "fair", **options)

    @property
    def now(self) -> GameFile:
        return self.game("fair")

    @property
    def table(self) -> Fair:
        table = self.now.table
        assert isinstance(table, Fair)
        return table

    def say(self, seat: str, text: str) -> None:
        with self.desk.game("fair") as session:
            self.desk.take(session, seat, text)

    def asked(self) -> dict[str, str]:
        """What is asked of whom, by the name of the question."""
        return {seat: question.name for seat, question in self.desk.read("fair").play.questions().items()}

    def step(self) -> None:
        """The first seat that is asked answers as a greedy player would."""
        play = self.desk.read("fair").play
        seat, question = next(iter(play.questions().items()))
        self.say(seat, answer_line(question, play.title.prefer(play.table, seat, question)))

    def to_company(self, name: str = "card") -> tuple[str, str]:
        """Play until two seats are one side and are asked a question of that name: the leader and the partner."""
        while self.now.status == "running":
            company = self.table.company
            if company:
                partner, leader = next(iter(company.items()))
                if self.asked().get(leader) == name:
                    return leader, partner
            self.step()
        raise AssertionError("the game is over")

    def to_end(self) -> None:
        while self.now.status == "running":
            self.step()

    def newest(self, seat: str) -> str:
        """The last mail to whoever holds a seat, whatever kind it is."""
        return " ".join(str(self.mails_to(NAMES[seat])[-1].get_content()).split())

    def mails(self, seat: str, kind: str) -> list[str]:
        """The mails of a kind to whoever holds a seat, each as one line of words."""
        return [
            " ".join(str(mail.get_content()).split())
            for mail in self.out()
            if f"seat={seat};" in str(mail["X-Pbem"]) and f"kind={kind};" in str(mail["X-Pbem"])
        ]
