"""The arithmetic of deadlines: pure functions over instants, without files, mail or a clock of their own.

`rules` what is agreed for a game; `deadlines` when an answer is due and what follows if none comes; `reminders`,
`absences`, `guard` (jumps and outages), `reliability`; `wording` says it all to people.

Names are taken from their modules when first used: a cold command that asks for one deadline does not load the reader
of absences.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.engine.clock.absences import (
        Budget,
        absence_between,
        back_early,
        budget,
        parse_absence,
        require_budget,
    )
    from pbem.engine.clock.deadlines import (
        Absence,
        Lapse,
        Stop,
        StopKind,
        due_at,
        in_time,
        lapse,
        next_allowed,
        ready_at,
        running_stop,
        stop_text,
        time_left,
    )
    from pbem.engine.clock.durations import duration_text, parse_duration
    from pbem.engine.clock.fields import Duration, as_utc, instant, instant_text
    from pbem.engine.clock.jumps import clock_jump, jump_text
    from pbem.engine.clock.problems import ClockProblem
    from pbem.engine.clock.reliability import (
        Reliability,
        meets,
        parse_minimum,
        reliability_text,
        turn_outcome,
    )
    from pbem.engine.clock.reminders import Reminder, next_reminder_at, reminders_due
    from pbem.engine.clock.rules import (
        CLOCK_KEYS,
        MEANING,
        POSSIBLE,
        ClockRules,
        clock_options,
        parse_clock_options,
        split_options,
    )
    from pbem.engine.clock.times import absence_text, deadline_text, left_text, moment_text, rules_text
    from pbem.engine.clock.zones import Zone, zone_of

__all__ = [
    "CLOCK_KEYS",
    "MEANING",
    "POSSIBLE",
    "Absence",
    "Budget",
    "ClockProblem",
    "ClockRules",
    "Duration",
    "Lapse",
    "Reliability",
    "Reminder",
    "Stop",
    "StopKind",
    "Zone",
    "absence_between",
    "absence_text",
    "as_utc",
    "back_early",
    "budget",
    "clock_jump",
    "clock_options",
    "deadline_text",
    "due_at",
    "duration_text",
    "in_time",
    "instant",
    "instant_text",
    "jump_text",
    "lapse",
    "left_text",
    "meets",
    "moment_text",
    "next_allowed",
    "next_reminder_at",
    "parse_absence",
    "parse_clock_options",
    "parse_duration",
    "parse_minimum",
    "ready_at",
    "reliability_text",
    "reminders_due",
    "require_budget",
    "rules_text",
    "running_stop",
    "split_options",
    "stop_text",
    "time_left",
    "turn_outcome",
    "zone_of",
]

_MODULES = {
    "absences": "Budget absence_between back_early budget parse_absence require_budget",
    "deadlines": "Absence Lapse Stop StopKind due_at in_time lapse "
    "next_allowed ready_at running_stop stop_text time_left",
    "durations": "duration_text parse_duration",
    "problems": "ClockProblem",
    "fields": "Duration as_utc instant instant_text",
    "jumps": "clock_jump jump_text",
    "reliability": "Reliability meets parse_minimum reliability_text turn_outcome",
    "reminders": "Reminder next_reminder_at reminders_due",
    "rules": "CLOCK_KEYS MEANING POSSIBLE ClockRules clock_options parse_clock_options split_options",
    "times": "absence_text deadline_text left_text moment_text rules_text",
    "zones": "Zone zone_of",
}
_HOME = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Return the public name, from the module that has it."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
