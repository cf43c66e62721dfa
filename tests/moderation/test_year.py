"""A year of eight games with late, absent and vanishing players: in seconds, and every game comes to its end.

Time is injected. Each person has a habit; the moderator looks in once a day and substitutes whoever has vanished.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from pbem.cli.check import check_one
from pbem.core.errors import PbemError
from pbem.desk.desk import Session
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.verbs.petitions import ask_away
from pbem.engine.journal import moment
from pbem.store.index import rows
from pbem.store.rows import Row
from tests.moderation.village import Village

RULES = ("wait", "default", "orders", "bot", "substitute", "forfeit", "default", "wait")
POLICIES = ("pause", "skip", "orders")
TEKHENU = (1, 3)
"""Games that `make test-modes` plays with the real thing: under default answers, and by a computer player where nobody
answers. In `make test` all eight are small."""
STEP = timedelta(hours=12)


def dice(*words: object) -> int:
    """A number that depends on the words alone."""
    return int.from_bytes(sha256(repr(words).encode()).digest()[:4], "big")


class Year:
    def __init__(self, root: Path, tekhenu: Sequence[int]) -> None:
        self.village = Village(root / "home")
        self.village.time = self.village.time.replace(month=1)
        self.start = self.village.time
        self.substitutes = 0
        self.games: list[str] = []
        for number, rule in enumerate(RULES):
            people = [f"{name}{number} <{name.lower()}{number}@example.org>" for name in ("Ala", "Bo", "Cy", "Di")]
            clock = {
                "on_late": rule, "late_count": number % 2, "absence_policy": POLICIES[number % 3], "grace": "6h",
                "cooling": ("0", "2h")[number % 2],
            }  # fmt: skip
            game = f"game-{number}"
            self.games.append(game)
            if number in tekhenu:
                self.village.new_game(people[:2], game, title="tekhenu", turn="2d", **clock)
            else:
                nights, turn = 2 + number % 4, f"{3 + number % 5}d"
                self.village.new_game(people[: 2 + number % 3], game, nights=nights, turn=turn, **clock)

    def open(self) -> list[Row]:
        """Games that still run, from the index."""
        return [row for row in rows(self.village.home).values() if row.status == "running"]

    def day(self) -> None:
        """Half a day: the clock runs, people answer or not, the moderator looks in."""
        village = self.village
        village.time += STEP
        tick(village.desk)
        for row in self.open():
            acting = [seat for seat, who, since, _ in row.waits() if self.acts(who, moment(since))]
            for seat in acting:
                with village.desk.game(row.id) as session:
                    if session.game.status == "running" and seat in session.game.deadlines:
                        self.act(session, seat)
            if not acting:
                self.moderate(row)

    def habit(self, who: str) -> int:
        """0 vanishes, 1 is always late, 2 goes away, the others answer; substitutes answer."""
        return 3 if who.startswith("Sub") else dice(who) % 5

    def acts(self, who: str, since: datetime) -> bool:
        habit, days = self.habit(who), (self.village.time - self.start).days
        if habit == 0 and days > 12:
            return False
        patience = {1: timedelta(days=9), 2: timedelta(days=2)}.get(habit, STEP)
        return self.village.time - since >= patience

    def act(self, session: Session, seat: str) -> None:
        """Go away once, or move."""
        game = session.game
        away = [absence for absence in game.moderation.absences if absence.seat == seat]
        if self.habit(game.person(seat)) == 2 and not away:
            ask_away(session, seat, "10 days", self.village.time, "UTC", "en")
            session.put_back()
        elif any(moment(absence.end) > self.village.time for absence in away):
            return
        elif game.moderation.notes.get("pending", {}).get(seat) is None:
            self.move(session, seat)

    def move(self, session: Session, seat: str) -> None:
        """A whole legal move: the first answers, found by looking ahead."""
        text = ""
        for _ in range(40):
            seen = session.play.preview(seat, text) if text else None
            if seen is not None and seen.complete:
                break
            question = (seen.questions if seen else session.play.questions()).get(seat)
            if question is None:
                return
            keys = question.harmless() or list(question.options)[:1]
            text += f"{question.name}: {', '.join(keys)}\n"
        try:
            self.village.desk.take(session, seat, text)
        except PbemError as problem:
            raise AssertionError(f"{session.game.id} {seat}: {text!r}: {problem.message}") from problem

    def moderate(self, row: Row) -> None:
        """Whoever is late for two weeks, or for whom a substitute is wanted, is replaced."""
        for seat, _, _, due in row.waits():
            if due and self.village.time - moment(due) > timedelta(days=14):
                self.substitutes += 1
                name = f"Sub{self.substitutes}"
                self.village.mod(
                    "substitute", seat, f"{name} <{name.lower()}@example.org>", "lost", game=row.id, reason="vanished"
                )
                return


@pytest.mark.timeout(240)
@pytest.mark.parametrize("tekhenu", [(), pytest.param(TEKHENU, marks=pytest.mark.modes)], ids=["toys", "tekhenu"])
def test_a_year_of_eight_games_ends_without_a_deadlock(tmp_path: Path, tekhenu: Sequence[int]) -> None:
    year = Year(tmp_path, tekhenu)
    while year.open() and year.village.time < year.start + timedelta(days=365):
        year.day()
    village = year.village
    assert year.open() == []
    assert [village.game(game).title for game in year.games].count("tekhenu") == len(tekhenu)
    kinds: set[str] = set()
    by: set[str] = set()
    for game in year.games:
        report = check_one(village.desk, game, replay=True)
        assert report["sound"], report
        entries = list(village.desk.read(game).journal())
        kinds |= {entry.kind for entry in entries}
        by |= {entry.by for entry in entries}
        assert {tenure.end for tenure in village.game(game).moderation.tenures} <= {"finished", "lost", "released"}
    assert year.substitutes >= 1 and "substitute" in kinds and by >= {"player", "clock", "moderator"}
    people = village.desk.roster().people
    assert all(p.reliability.turns_in_time <= p.reliability.turns_due for p in people)
    assert any(p.reliability.turns_in_time < p.reliability.turns_due for p in people)
    assert any(p.reliability.turns_in_time == p.reliability.turns_due > 0 for p in people)
    for mail in village.out()[-40:]:
        village.readable(mail)
