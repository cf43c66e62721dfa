"""Decide when a mail is tried again: after growing pauses up to an hour, for five days. Then put it aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbem.core.kept import kept, text_of
from pbem.engine.journal import moment, stamp

FIRST_WAIT = timedelta(minutes=5)
LONGEST_WAIT = timedelta(hours=1)
GIVE_UP = timedelta(days=5)
LAST_CHANCE = timedelta(hours=12)
"""So long a mail whose time is over is tried on, from its first failure then: the machine or its clock may have been
off."""
AWAY = timedelta(hours=36)
"""Nobody tried for longer than that: the last chance begins anew. Whoever sends once a day is not away."""
SILENCE = timedelta(hours=4)
"""Warn nobody before this: greylisting lasts minutes, not hours (fault 8)."""
ORDER_FORMS = frozenset({"turn", "question", "reminder", "start"})


@dataclass(slots=True)
class Tries:
    """How often a mail was tried, and when it may be tried again."""

    count: int = 0
    first: str = ""
    next: str = ""
    words: str = ""
    warned: bool = False
    late: str = ""
    """When its last chance began."""
    seen: str = ""
    """When it last failed behind its time."""

    @classmethod
    def read(cls, note: dict[str, object]) -> Tries:
        count = note.get("count")
        return cls(
            count if isinstance(count, int) else 0, str(note.get("first") or ""), str(note.get("next") or ""),
            text_of(note.get("words") or ""), bool(note.get("warned")), str(note.get("late") or ""),
            str(note.get("seen") or ""),
        )  # fmt: skip

    def note(self) -> dict[str, object]:
        return {
            "count": self.count,
            "first": self.first,
            "next": self.next,
            "words": kept(self.words),
            "warned": self.warned,
            "late": self.late,
            "seen": self.seen,
        }

    def due(self, now: datetime) -> bool:
        """Tell whether to try now. A pause longer than any we make means that the clock was set back meanwhile."""
        return not self.next or not now < moment(self.next) <= now + LONGEST_WAIT

    def failed(
        self, now: datetime, words: str, first: timedelta = FIRST_WAIT, longest: timedelta = LONGEST_WAIT
    ) -> Tries:
        """Note one more failure: the next try comes after 5, 10, 20, 40 minutes, then every hour."""
        wait = min(first * 2 ** min(self.count, 10), longest)
        first_failure, following = self.first or stamp(now), stamp(now + wait)
        return replace(self, count=self.count + 1, first=first_failure, next=following, words=words)

    def failed_late(self, now: datetime) -> Tries:
        """Note a failure behind the time of a mail."""
        unbroken = self.late and self.seen and now - moment(self.seen) <= AWAY
        return replace(self, late=self.late if unbroken else stamp(now), seen=stamp(now))

    @property
    def spent(self) -> bool:
        """Whether its last chance is over."""
        return bool(self.late) and moment(self.seen) - moment(self.late) >= LAST_CHANCE

    def worth_a_word(self, now: datetime) -> bool:
        """Tell whether to tell the moderator now, which is done once."""
        return bool(self.first) and not self.warned and now - moment(self.first) >= SILENCE


def too_old(composed: datetime, now: datetime, give_up: timedelta = GIVE_UP) -> bool:
    return now - composed >= give_up


@dataclass(frozen=True, slots=True)
class Waiting:
    """What matters of a queued mail for its place among the others."""

    name: str
    game: str
    seat: str
    kind: str
    entry: int


def superseded(queue: Sequence[Waiting]) -> list[str]:
    """Find order forms that a newer one for the same seat replaces after a long outage (fault 19).

    Every order form tells what happened since the reader's last move, so the newest has all of it. A first mail stays:
    it carries the commitment to the seed.
    """
    newest: dict[tuple[str, str], Waiting] = {}
    for mail in queue:
        if mail.kind in ORDER_FORMS:
            key = (mail.game, mail.seat)
            if key not in newest or mail.entry >= newest[key].entry:
                newest[key] = mail
    return [
        mail.name
        for mail in queue
        if mail.kind in ORDER_FORMS - {"start"} and newest[(mail.game, mail.seat)].name != mail.name
    ]
