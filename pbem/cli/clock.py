"""`pbem clock`."""

from __future__ import annotations

from pbem.cli.output import note, out, print_json
from pbem.core.errors import PbemError
from pbem.desk.clockwork import tick
from pbem.desk.daily import daily
from pbem.desk.desk import Desk, here
from pbem.desk.keeping import keep_within_limits
from pbem.desk.troubles import words_of


def run_clock(accept_jump: bool, send: bool, json: bool) -> int:
    desk = here()
    take_up(desk)
    run = tick(desk, accept_jump=accept_jump)
    for work, left in ((daily, "The daily mails are not all made"), (keep_within_limits, "Not all that is old went")):
        try:
            work(desk)
        except (PbemError, OSError) as problem:  # begun again by the next run; mails that are made must go out
            words, code = words_of(desk, problem)
            run.problems.append(f"{left}: {words}")
            run.code = max(run.code, code)
    if json:
        print_json(run.data())
    else:
        out(f"{run.looked} games looked at, {run.reminded} reminders, {run.forced} turns played by rule.")
        for line in run.late:
            out(f"late: {line}")
    for line in [*run.alerts, *run.problems]:
        note(line)
    sent = desk.send(quiet=json) if send else 0
    return run.code or sent


def take_up(desk: Desk) -> None:
    """Mails that a crash left stored but unprocessed: first of all, because what came in time must count in time."""
    from pbem.core.errors import Busy
    from pbem.store.spool import names

    if not names(desk.home.mail / "in"):
        return
    from pbem.desk.post import process_spool

    try:
        process_spool(desk, send=False)
    except Busy as busy:
        note(busy.message)  # whoever holds the spool processes it
