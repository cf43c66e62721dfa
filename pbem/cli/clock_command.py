"""`pbem clock`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from pbem.cli.output import note, print_json, say
from pbem.core.behind import has_saved, leave_undone
from pbem.core.errors import Busy, GameFileProblem, Undone, without_promise
from pbem.core.words import Capital, Count, Say, Verbatim, as_said
from pbem.desk.desk import Desk, here
from pbem.desk.post.spool_run import process_spool
from pbem.desk.sending.dispatch import compose_left
from pbem.desk.site.builder import refresh
from pbem.desk.upkeep.broken_games import words_of
from pbem.desk.upkeep.clockwork import Run, tick
from pbem.desk.upkeep.daily_round import daily
from pbem.desk.upkeep.housekeeping import keep_within_limits
from pbem.desk.upkeep.inspection import inspect_journals
from pbem.store.spool import names


def run_clock(accept_jump: bool, send: bool, json: bool) -> int:
    desk = here()
    with gathered() as warnings:
        run = work_off(desk, accept_jump)
    if json:
        print_json(run.data())
    else:
        say(
            Say(
                "{games} looked at, {reminders}, {turns} played by rule.",
                games=Count(run.looked, "{n} game", "{n} games"),
                reminders=Count(run.reminded, "{n} reminder", "{n} reminders"),
                turns=Count(run.forced, "{n} turn", "{n} turns"),
            )
        )
        for line in run.late:
            say(Say("late: {who}", who=Verbatim(line)))
    said = [*run.alerts, *run.problems]
    for line in [*said, *beside(said, warnings)]:
        note(line)
    sent = desk.send(quiet=json) if send else 0
    return run.code or sent


def work_off(desk: Desk, accept_jump: bool) -> Run:
    """Do all that the clock does; leave what one part of it cannot do to the next run."""
    take_up(desk)
    run = tick(desk, accept_jump=accept_jump)
    inspect(desk, run)
    made: tuple[tuple[Callable[[Desk], object], str], ...] = (
        (compose_left, Say("mails that a crash left are not all made")),
        (daily, Say("the daily mails are not all made")),
        (keep_within_limits, Say("not all that is old went")),
        (refresh_site, Say("the site is not up to date")),
    )
    for work, left in made:
        try:
            work(desk)
        except Exception as problem:  # begun again by the next run; mails that are made must go out all the same
            left_over(desk, run, left, problem)
    return run


@contextmanager
def gathered() -> Iterator[list[str]]:
    """Gather warnings that Python would write to stderr by itself, where no log file is set."""
    log, found = logging.getLogger("pbem"), Gathering()
    if log.handlers:
        yield []
        return
    log.addHandler(found)
    try:
        yield found.lines
    finally:
        log.removeHandler(found)


class Gathering(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def beside(said: Sequence[str], warnings: Iterable[str]) -> list[str]:
    """Return warnings that nothing said tells already, each once: several parts of a run meet the same broken game."""
    told = [line.partition(": ")[2] or line for line in map(str, said)]
    return [line for line in dict.fromkeys(warnings) if not any(words in line for words in told)]


def refresh_site(desk: Desk) -> None:
    """Make the static pages again; most homes have none, so nothing is loaded for them."""
    if desk.home.settings.site.folder is not None:
        refresh(desk)


def inspect(desk: Desk, run: Run) -> None:
    """Check the journals whose turn it is; tell damage in every run until somebody mends it."""
    try:
        damage, warnings = inspect_journals(desk)
    except Exception as problem:
        left_over(desk, run, Say("no journal was checked"), problem)
        return
    run.problems += [line for line in damage if line not in run.problems]
    run.alerts += warnings
    run.code = max(run.code, GameFileProblem.exit_code if damage else 0)


def left_over(desk: Desk, run: Run, left: str, problem: Exception) -> None:
    """Say what is left to the next run, and why. What the clock did before that counts."""
    words, code = words_of(desk, problem)
    what = Say("{left}: {why}", left=left, why=as_said(without_promise(words)))
    if has_saved():
        leave_undone(Undone("clock", what, problem))
        return
    run.problems.append(Capital(what))
    run.code = max(run.code, code)


def take_up(desk: Desk) -> None:
    """Take up mails that a crash left stored but unprocessed: first of all, because what came in time must count in
    time."""
    if not names(desk.home.mail / "in"):
        return

    try:
        process_spool(desk, send=False)
    except Busy as busy:
        note(busy.message)  # whoever holds the spool processes it
