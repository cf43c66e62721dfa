"""How reliable a player is: figures with numerator and denominator, over tenures and not over seats.

A tenure is one person's time in one seat. Whoever takes a seat over begins with a clean record, and what the clock
excused (announced absence, a bounce or outage of ours, an appeal) counts neither way.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from pbem.core.words import Say, Verbatim
from pbem.engine.clock.durations import shorten
from pbem.engine.clock.fields import as_utc
from pbem.engine.clock.problems import ClockProblem
from pbem.engine.clock.rules import ClockRules


class Reliability(NamedTuple):
    """A player's figures; each a numerator and its denominator."""

    in_time: int
    due: int
    kept: int
    held: int
    excused: int


def turn_outcome(
    due: datetime, received: datetime | None, rules: ClockRules, excused: bool = False
) -> Literal["in_time", "late", "excused"]:
    """Say how one turn counts. A move in time counts also for somebody who was excused: it was played."""
    if received is not None and as_utc(received) <= as_utc(due) + rules.grace:
        return "in_time"
    return "excused" if excused else "late"


def reliability_text(figures: Reliability) -> str:
    """Write `41 of 44 turns in time (93 %), 5 of 6 seats kept (83 %)`; rounded down, never up."""
    values = {"in_time": figures.in_time, "due": figures.due, "kept": figures.kept, "held": figures.held}
    shares = {"turns": _percent(figures.in_time, figures.due), "seats": _percent(figures.kept, figures.held)}
    excused = Say(", {n} excused", n=figures.excused) if figures.excused else ""
    return Say(
        "{in_time} of {due} turns in time{turns}, {kept} of {held} seats kept{seats}{excused}",
        **values,
        **shares,
        excused=excused,
    )


def parse_minimum(text: str, key: str = "reliability") -> int:
    """Read `90` or `90%`: the least share of turns in time, in hundredths, that a game asks for; 0 asks for nothing."""
    digits = text.strip().removesuffix("%").strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 3 and int(digits) <= 100):
        raise ClockProblem(key, shorten(text), Say("is not a share in per cent"), "0 to 100, such as 90%")
    return int(digits)


def meets(figures: Reliability, least: int) -> bool:
    """Tell whether a player may join a game that asks for `least` per cent in turns and in seats; newcomers may."""
    return figures.in_time * 100 >= least * figures.due and figures.kept * 100 >= least * figures.held


def _percent(part: int, whole: int) -> str:
    return Verbatim(f" ({part * 100 // whole} %)") if whole else ""
