"""Sending: what lies in `mail/out/new` is handed over in the order it was composed.

A mail's sent mark is its move to `cur`, made before the next mail starts, so a killed run repeats at most one mail,
with the same Message-ID and the same bytes (faults 7, 24). One process sends at a time (fault 25).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.core.behind import behind, has_ledger, leave_undone
from pbem.core.errors import Busy, Fault, MailProblem, PbemError, Undone
from pbem.core.kept import kept
from pbem.core.words import Count, Listed, Say, Verbatim, as_said
from pbem.desk.letters.contexts import house_of
from pbem.desk.letters.notes import tell_moderator
from pbem.desk.letters.outbox import compose_owed
from pbem.desk.people.addresses import mail_returned
from pbem.desk.sending.torn_mails import made_again
from pbem.engine.journal import stamp
from pbem.mail.handover.program import send_by_program
from pbem.mail.handover.retry import Tries, Waiting, superseded, too_old
from pbem.mail.handover.signing import load_seal, signed
from pbem.mail.handover.transport import Done, Outcome, Server, Trouble, send_batch
from pbem.mail.letter import Stored, read_stored
from pbem.medium import disk, plain_files, write_file
from pbem.store import spool
from pbem.store.disk import reason
from pbem.store.index import rows
from pbem.store.locks import Lock
from pbem.store.outgoing import is_torn, settle_all
from pbem.store.settings import SendmailSettings, SmtpSettings, password

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.mail.handover.halt import Halt

log = logging.getLogger("pbem.send")
STALE = timedelta(hours=1)
"""An order form that waited this long may have been replaced by a newer one."""


@dataclass(slots=True)
class Report:
    """What a run did."""

    sent: list[str] = field(default_factory=list)
    later: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    trouble: Trouble | None = None

    @property
    def exit_code(self) -> int:
        """5 if something could not be handed over; a server that asks for patience is no failure of ours."""
        return 5 if self.trouble is not None or self.later or self.refused else 0

    def told(self) -> str:
        """Say what could not be handed over, and what becomes of it; empty if all was."""
        if self.trouble is not None:
            return Say("mail could not be handed over: {why}", why=as_said(self.trouble.message))
        told: list[str] = []
        if self.later:
            told.append(Count(len(self.later), "{n} mail waits for another try", "{n} mails wait for another try"))
        if self.refused:
            told.append(
                Count(
                    len(self.refused),
                    "{n} mail was refused by the server (`pbem mail held` lists it)",
                    "{n} mails were refused by the server (`pbem mail held` lists them)",
                )
            )
        return Listed(told, Say(" and "))


def send_all(desk: Desk, *, quiet: bool = False, again: bool = False, halt: Halt | None = None) -> int:
    """Hand everything over that is due; return the exit code."""
    try:
        report = run(desk, again=again, halt=halt)
    except Busy:
        return 0  # the process that holds the queue sends our mails too
    told = report.told()
    if told and (has_ledger() or not quiet):
        leave_undone(Undone("mail", told))
    return report.exit_code


def run(desk: Desk, *, again: bool = False, halt: Halt | None = None) -> Report:
    """Run once over the queue with the configured transport; `halt` ends it from another thread."""
    settings = desk.home.settings
    report = Report()
    if settings.transport == "maildir":
        return report
    out = desk.home.mail / "out"
    spool.make_box(out)
    with Lock(desk.home.mail / "out.lock", Say("the outgoing mail"), wait=0 if not again else desk.home.wait):
        queue = _Queue(desk, out, report, again)
        tried: set[str] = set()
        try:
            while mails := [(name, mail) for name, mail in queue.due() if name not in tried]:
                tried.update(name for name, _ in mails)
                queue.try_disk()
                queue.put_replaced_aside()
                report.trouble = _hand_over(desk, mails, queue.done, halt)
                # Whoever composed meanwhile found the queue in use and left theirs to us.
                if again or report.trouble is not None:
                    break
            with behind("mail", Say("what the servers said of our mails could not be noted")):
                queue.follow_up()
        except OSError as error:
            report.trouble = Trouble(
                "disk", "what becomes of a mail cannot be written down: {reason}", reason=reason(error)
            )
    return report


def send_from_memory(desk: Desk, raw: bytes, halt: Halt | None = None) -> bool:
    """Hand a mail over that cannot even be laid into the queue, because the disk takes nothing; tell whether it
    went."""
    outcomes: list[Outcome] = []
    mails = [("note", read_stored(raw))]
    if desk.home.settings.transport != "maildir":
        _hand_over(desk, mails, lambda name, outcome: outcomes.append(outcome), halt)
    return any(outcome.status == "sent" for outcome in outcomes)


def _hand_over(desk: Desk, mails: list[tuple[str, Stored]], done: Done, halt: Halt | None) -> Trouble | None:
    settings = desk.home.settings
    try:
        mails = _signed(desk, mails)
    except MailProblem as problem:
        return Trouble("program", problem.message)
    if settings.transport == "sendmail":
        program = settings.sendmail or SendmailSettings()
        return send_by_program(program.command, mails, done, program.timeout, halt)
    smtp = settings.smtp or SmtpSettings()
    server = Server(
        smtp.host, smtp.port, smtp.tls, smtp.verify, str(desk.home.root / smtp.ca_file) if smtp.ca_file else None,
        smtp.user, password(smtp, desk.home.root), smtp.timeout, smtp.rate,
    )  # fmt: skip
    return send_batch(server, mails, done, halt)


def _signed(desk: Desk, mails: list[tuple[str, Stored]]) -> list[tuple[str, Stored]]:
    """Return the mails with our signature, where the settings ask for one."""
    asked = desk.home.settings.dkim
    if asked is None:
        return mails

    domain = asked.domain or desk.home.settings.mail.sender.rpartition("@")[2]
    seal = load_seal(domain, asked.selector, desk.home.root / asked.key_file)
    return [(name, signed(mail, seal)) for name, mail in mails]


class _Queue:
    def __init__(self, desk: Desk, out: Path, report: Report, again: bool) -> None:
        self.desk = desk
        self.out = out
        self.report = report
        self.again = again
        self.now: datetime = desk.now()
        self.mails: dict[str, Stored] = {}
        self.tries: dict[str, Tries] = {}
        self.gone: list[tuple[str, str]] = []
        self.slow: list[str] = []
        self.old: set[str] = set()
        """Mails whose time is over. None is given up at once, however long we were away (`Tries.failed_late`)."""
        self.stale: dict[str, list[Waiting]] = {}

    def due(self) -> Iterator[tuple[str, Stored]]:
        """Yield mails that may be tried now, oldest first; put aside stale order forms, and what is too old for an
        address that no mail gets to."""
        if self.again:
            self._take_back()
        held = self._on_hold()
        noted = {name for name in _noted(self.out)}
        waiting: set[str] = set()
        for name in self._without_stale():
            mail = self.mails[name]
            tries = Tries.read(spool.read_note(self.out, name)) if name in noted else Tries()
            self.tries[name] = tries
            old = not self.again and too_old(composed_at(self.out / "new" / name), self.now, self._give_up())
            if mail.recipient in held and old:
                self._give_up_on(name, tries)
                continue
            if mail.recipient in held or mail.recipient in waiting or name in self.desk.unmarked:
                continue
            if not tries.due(self.now) and not self.again:
                waiting.add(mail.recipient)  # a later mail never overtakes it
                continue
            if old:
                self.old.add(name)
            yield name, mail

    def try_disk(self) -> None:
        """See that we can write down what becomes of a mail before any is sent: without its mark it would be sent again
        by every run. What was sent and could not be marked is marked now."""
        for name in sorted(self.desk.unmarked):
            spool.mark_cur(self.out, name)
            self.desk.unmarked.discard(name)
        probe = self.out / "tmp" / f"probe.{os.getpid()}"
        write_file(probe, b"pbem")
        disk.unlink(probe)

    def _give_up(self) -> timedelta:
        return timedelta(days=self.desk.home.settings.limits.give_up_days)

    def _without_stale(self) -> list[str]:
        names = by_age(self.out / "new")
        queue = []
        for name in names:
            try:
                raw = spool.read(self.out, name)
                if raw is None:
                    continue
                if is_torn(raw):
                    raw = made_again(self.desk, name)
                    if raw is None:
                        continue
                mail = self.mails[name] = read_stored(raw)
            except (PbemError, OSError, UnicodeError):
                log.warning("%s in mail/out is no mail of ours; it is not sent", name)
                continue
            about = mail.about
            entry = int(about["entry"]) if about.get("entry", "").isdecimal() else 0
            queue.append(Waiting(name, about.get("game", ""), about.get("seat", ""), about.get("kind", ""), entry))
        stale = set()
        if queue and self.now - composed_at(self.out / "new" / queue[0].name) >= STALE:
            stale = set(superseded(queue))
        for waiting in queue:
            if waiting.name in stale:
                self._replaced(waiting)
        return [waiting.name for waiting in queue if waiting.name not in stale]

    def _replaced(self, waiting: Waiting) -> None:
        """Leave an order form unsent that a newer one replaces, which tells all that it would; the journal will say so
        (fault 19)."""
        self.report.replaced.append(waiting.name)
        self.stale.setdefault(waiting.game, []).append(waiting)
        log.info("%s was replaced by a newer order form and not sent", waiting.name)

    def _on_hold(self) -> set[str]:
        try:
            return {person.address for person in self.desk.roster().people if person.hold is not None}
        except PbemError:
            return set()

    def _take_back(self) -> None:
        """Put into the queue once more what was given up: `mail send --again` (fault 26)."""
        held = self.desk.home.mail / "held"
        for name in spool.names(held):
            if spool.read_note(held, name).get("out"):
                spool.move(held, name, self.out, {})

    def _give_up_on(self, name: str, tries: Tries) -> None:
        mail = self.mails[name]
        trouble = self.report.trouble.message if self.report.trouble else Fault("it could not be handed over")
        words = tries.words or trouble
        days = Count(self._give_up().days, "{n} day", "{n} days")
        why = kept(Say("not sent within {days}: {words}", days=days, words=as_said(words)))
        spool.move(self.out, name, self.desk.home.mail / "held", {"why": why, "at": stamp(self.now), "out": True})
        self.report.given_up.append(name)
        log.warning("%s to a player of %s was given up: %s", name, mail.about.get("game", "?"), words)

    # -- results ---------------------------------------------------------------------------------------------------

    def done(self, name: str, outcome: Outcome) -> None:
        """Note the outcome of each mail, before the next one starts."""
        if outcome.status == "sent":
            self.desk.unmarked.add(name)
            self.report.sent.append(name)
            spool.mark_cur(self.out, name, durable=False)
            self.desk.unmarked.discard(name)
            return
        if outcome.status == "refused":
            self.report.refused.append(name)
            self.gone.append((name, outcome.text))
            return
        tries = self.tries[name] = self.tries[name].failed(self.now, outcome.text)
        if tries.worth_a_word(self.now) and self.mails[name].about.get("game"):
            self.slow.append(name)
        spool.write_note(self.out, name, tries.note())
        self.report.later.append(name)

    def put_replaced_aside(self) -> None:
        """Put aside order forms that were replaced: one entry a game, then they are marked; all before the newer ones
        go out, without which nobody would know that they are stale."""
        for game_id, mails in self.stale.items():
            journal_replaced(self.desk, game_id, mails, self.now)
            for waiting in mails:
                spool.write_note(self.out, waiting.name, {"replaced": stamp(self.now)})
                spool.mark_cur(self.out, waiting.name)
        self.stale.clear()

    def follow_up(self) -> None:
        """Count refused recipients as mail that came back. Write one note for all mails that wait too long, and give
        them up in the end.

        Each mail is put aside or marked after what it calls for: killed in between, it is met once more, and what was
        done is known by the mail.
        """
        if self.slow:
            self._tell_slow()
        for name, words in self.gone:
            self._returned(self.mails[name], words)
            note = {
                "why": kept(Say("refused by the server: {words}", words=as_said(words))),
                "at": stamp(self.now),
                "out": True,
            }
            spool.move(self.out, name, self.desk.home.mail / "held", note)
        for name in sorted(self.old.difference(self.report.sent, self.report.refused)):
            tries = self.tries[name] = self.tries[name].failed_late(self.now)
            if tries.spent:
                self._give_up_on(name, tries)
            else:
                spool.write_note(self.out, name, tries.note())

    def _tell_slow(self) -> None:
        lines = []
        for name in self.slow:
            about = self.mails[name].about
            mail = f"{about['game']}, {about.get('seat')} ({about.get('kind')})"
            lines.append(Fault("{mail}: {words}", mail=mail, words=self.tries[name].words))
        text = Listed([Say("These mails have waited for more than four hours:"), Listed(lines, "\n")], "\n\n")
        tell_moderator(self.desk, house_of(self.desk.home), Say("Mail is late"), text, ident=stamp(self.now))
        for name in self.slow:
            self.tries[name].warned = True
            spool.write_note(self.out, name, self.tries[name].note())

    def _returned(self, mail: Stored, words: str) -> None:
        game, seat = mail.about.get("game"), mail.about.get("seat")
        if not game or not seat:
            return
        house = house_of(self.desk.home)
        ident = mail.message_id or f"{game} {mail.about.get('entry')} {mail.about.get('kind')}"
        try:
            mail_returned(self.desk, house, game, seat, words, self.now, mail=ident, address=mail.recipient)
        except PbemError as error:
            log.warning("the seat %s of %s could not be marked: %s", seat, game, error.message)
            about = Say("Mail to {seat} of {game} is refused", seat=Verbatim(seat), game=Verbatim(game))
            tell_moderator(self.desk, house, about, Listed([as_said(words), error.message], "\n"), ident=ident)


def _not_sent(mails: list[dict[str, Any]]) -> str:
    """Say why order forms were not sent, for the journal."""
    told = Listed(
        Say("{kind} #{n} to {seat}", kind=Verbatim(one["kind"]), n=one["entry"], seat=one["seat"]) for one in mails
    )
    return Say("not sent, a newer order form took its place: {mails}", mails=told)


def journal_replaced(desk: Desk, game_id: str, mails: list[Waiting], now: datetime) -> None:
    """Write down which order forms a newer one replaced (fault 19), each once; leave a game that is over as it is."""
    try:
        with desk.game(game_id) as session:
            known = [one for entry in session.game.recent for one in entry.note.get("replaced", [])]
            named = [{"seat": mail.seat, "kind": mail.kind, "entry": mail.entry} for mail in mails]
            listed = [one for one in named if one not in known]
            if listed and session.game.status in ("running", "paused"):
                note = {"reason": kept(_not_sent(listed)), "replaced": listed}
                session.play.write(now, None, "clock", kind="mail", note=note)
                session.put_back()
    except PbemError as error:
        log.warning("%s: replaced order forms could not be journaled: %s", game_id, error.message)


def by_age(folder: Path) -> list[str]:
    """List names in the order in which the mails were composed."""
    try:
        found = [(info.st_mtime_ns, name) for name, info in plain_files(folder) if name.endswith(".eml")]
    except FileNotFoundError:
        return []
    return [name for _, name in sorted(found)]


def composed_at(path: Path) -> datetime:
    """Say when a mail was laid into the queue."""
    return datetime.fromtimestamp(disk.stat(path).st_mtime, UTC)


def _noted(out: Path) -> list[str]:
    try:
        return [name.removesuffix(spool.NOTE) for name in disk.listdir(out / "notes")]
    except FileNotFoundError:
        return []


def compose_left(desk: Desk) -> int:
    """Compose what a crash left undone: only games changed since the last look are opened, or all if the clock was set
    back since then, for nobody knows then what came later."""
    mark = desk.home.mail / "out" / ".looked"
    try:
        since = disk.stat(mark).st_mtime_ns
    except FileNotFoundError:
        since = 0
    made, missed = 0, False
    spool.make_box(desk.home.mail / "out")
    begin = desk.home.mail / "out" / "tmp" / f"looked.{os.getpid()}"
    write_file(begin, b"")
    if disk.stat(begin).st_mtime_ns < since:
        since = 0
    for row in rows(desk.home).values():
        changed = row.mark.partition(":")[0]
        if changed.isdecimal() and int(changed) >= since - 60_000_000_000:
            try:
                made += compose_owed(desk.read(row.id))
            except PbemError as error:
                log.warning("%s: %s", row.id, error.message)
                missed = True
    if missed or desk.unmade or not settle_all(desk.home):
        disk.unlink(begin)  # look again next time, however long ago the game was changed
    else:
        disk.rename(begin, mark)
    return made
