"""`pbem clock`."""

from __future__ import annotations

from pbem.cli.output import note, out, print_json
from pbem.desk.clockwork import tick
from pbem.desk.daily import daily
from pbem.desk.desk import here


def run_clock(accept_jump: bool, send: bool, json: bool) -> int:
    desk = here()
    run = tick(desk, accept_jump=accept_jump)
    daily(desk)
    if json:
        print_json(run.data())
    else:
        out(f"{run.looked} games looked at, {run.reminded} reminders, {run.forced} turns played by rule.")
        for line in run.late:
            out(f"late: {line}")
    for line in [*run.alerts, *run.problems]:
        note(line)
    return desk.send(quiet=json) if send else 0
