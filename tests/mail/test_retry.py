"""When a mail is tried again, and which ones a newer one replaces."""

from __future__ import annotations

from datetime import timedelta

from pbem.engine.journal import moment
from pbem.mail.handover.retry import Tries, Waiting, superseded, too_old
from tests.mail.support import NOW

MINUTE = timedelta(minutes=1)


def test_waits_grow_from_five_minutes_to_an_hour() -> None:
    """fault 8."""
    tries, now, waits = Tries(), NOW, []
    for _ in range(7):
        tries = tries.failed(now, "451 later")
        waits.append((moment(tries.next) - now) // MINUTE)
        assert not tries.due(now) and tries.due(moment(tries.next))
        now = moment(tries.next)
    assert waits == [5, 10, 20, 40, 60, 60, 60]
    assert Tries.read(tries.note()) == tries and tries.count == 7


def test_a_clock_that_was_set_back_makes_no_mail_wait() -> None:
    """The next try was noted by the wrong clock: further ahead than any pause, it would come a day late."""
    tries = Tries().failed(NOW, "451 later")
    assert not tries.due(NOW - timedelta(minutes=54)) and tries.due(NOW - timedelta(hours=30))


def test_nobody_is_warned_in_the_first_four_hours() -> None:
    """fault 8."""
    tries = Tries().failed(NOW, "451")
    assert not tries.worth_a_word(NOW + timedelta(hours=3, minutes=59))
    assert tries.worth_a_word(NOW + timedelta(hours=4))
    tries.warned = True
    assert not tries.worth_a_word(NOW + timedelta(hours=5))


def test_after_five_days_a_mail_is_put_aside() -> None:
    """fault 26."""
    assert not too_old(NOW, NOW + timedelta(days=4, hours=23))
    assert too_old(NOW, NOW + timedelta(days=5))
    assert not too_old(NOW, NOW + timedelta(days=5), timedelta(days=7))


def test_one_current_order_form_a_seat_remains() -> None:
    """fault 19: news stay, because they tell what no later mail repeats."""
    queue = [
        Waiting("a", "g", "crane", "start", 1),
        Waiting("b", "g", "crane", "turn", 4),
        Waiting("c", "g", "crane", "news", 5),
        Waiting("d", "g", "crane", "reminder", 4),
        Waiting("e", "g", "crane", "turn", 9),
        Waiting("f", "g", "heron", "turn", 4),
        Waiting("h", "k", "crane", "turn", 2),
    ]
    assert superseded(queue) == ["b", "d"]
    assert superseded([queue[0]]) == []
