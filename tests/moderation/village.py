"""A village with quarrels: the town of the mail tests, a clock to turn, a moderator who types, and an audit."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

from pbem.archive.stored import archive_of
from pbem.archive.verify import verify
from pbem.cli.check import check_one
from pbem.desk.upkeep.clockwork import Run, tick
from pbem.desk.verbs.moderator import Act, Done, moderate
from pbem.mail.composing.layout import width
from pbem.store.files import load_game
from tests.desk.mailing import Town

SEATS = {"ania": "crane", "bela": "heron", "zaneta": "otter", "dora": "carp"}
FOUR = ("Ania <ania@example.org>", "Béla <bela@example.org>", "Żaneta <zaneta@example.org>", "Dora <dora@example.org>")


def flat(text: object) -> str:
    """Return a text on one line, whatever its line breaks."""
    return " ".join(str(text).split())


class Village(Town):
    """One home; helpers are named after what people do."""

    # -- the moderator and the clock -----------------------------------------------------------------------------

    def mod(self, verb: str, *words: str, reason: str | None = "as agreed", game: str = "river", **more: Any) -> Done:
        return moderate(self.desk, Act(verb, game, list(words), reason, **more))

    def tick(self, **length: float) -> Run:
        """Let time pass, and the clock run once."""
        self.later(**length)
        return tick(self.desk)

    def wait(self, days: float, step: float = 20) -> list[Run]:
        """Let days pass with a clock that runs every so many hours."""
        end = self.time + timedelta(days=days)
        runs = []
        while self.time < end:
            self.time = min(end, self.time + timedelta(hours=step))
            runs.append(tick(self.desk))
        return runs

    # -- playing -----------------------------------------------------------------------------------------------------

    def move(self, name: str, text: str, game: str = "river") -> None:
        with self.desk.game(game) as session:
            self.desk.take(session, SEATS[name], text)

    def turn(self, seat: str | None = None, game: str = "river", rest: str = "coin") -> str:
        """Play a simple turn for whoever is asked: the first answers, without drawing. Who it was."""
        session = self.desk.read(game)
        who = seat or next(iter(session.play.questions()))
        question = session.play.questions()[who]
        if question.name == "float":
            lantern = question.options[0]
            text = f"float: {lantern}; rest: {rest}"
        else:
            text = f"{question.name}: {question.harmless()[0]}"
        with self.desk.game(game) as session:
            self.desk.take(session, who, text)
        return who

    def bids(self, game: str = "river", **bids: int) -> str:
        """Everybody bids; whose turn it is then."""
        for seat in list(self.game(game).deadlines):
            with self.desk.game(game) as session:
                self.desk.take(session, seat, f"bid: {bids.get(seat, 0)}")
        return next(iter(self.game(game).deadlines))

    def due(self, seat: str, game: str = "river") -> datetime:
        from pbem.engine.journal import moment

        return moment(self.game(game).deadlines[seat].due)

    def stored(self, game: str = "river") -> bytes:
        """The game file, byte by byte."""
        return self.home.locate(game).read_bytes()

    # -- what is true at the end of every quarrel --------------------------------------------------------------------

    def audit(self, game: str = "river") -> None:
        """`pbem check --replay` is green, and every mail can be followed by a stranger."""
        report = check_one(self.desk, game, replay=True)
        assert report["sound"], report
        wrong = [check for check in verify(archive_of(load_game(self.home, game))[0]) if check.passed is False]
        assert not wrong, wrong
        for mail in self.out():
            self.readable(mail)

    @staticmethod
    def readable(mail: EmailMessage) -> None:
        text = str(mail.get_content())
        assert str(mail["Subject"]).startswith("[pbem"), mail["Subject"]
        assert max(width(line) for line in text.split("\n")) <= 78, text
        for machine in ("None", "Traceback", "{'", "dict(", "<pbem."):
            assert machine not in text, text

    def text(self, name: str, what: str = "") -> str:
        """The last mail to somebody, as one line of words."""
        return " ".join(str(self.last(name, what).get_content()).split())
