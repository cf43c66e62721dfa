"""The post: every mail that came in, from the spool to its answer.

A mail is read, screened, matched to a seat by its token and sender, its commands are carried out, and one answer is
composed. Whatever happens, it is afterwards in the journal, held with a reason, or recorded in the register; a mail
that breaks us is tried three times and then held, and those behind it go through (promises 1, 10). Trouble of ours is
charged to no mail: it waits, and so do later ones for the same game.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.core.errors import Fault, GameFileProblem, PbemError, RulesBug, UnknownGame
from pbem.core.kept import kept
from pbem.core.words import Count, Say, Verbatim, as_said
from pbem.desk.commands.work import Answer
from pbem.desk.desk import here
from pbem.desk.interface import Desk
from pbem.desk.letters.contexts import house_of
from pbem.desk.letters.notes import tell_moderator
from pbem.desk.people.addresses import heard_from
from pbem.desk.people.standby import PREFIX
from pbem.desk.people.wishes import is_carried_out
from pbem.desk.post.bounces import came_back
from pbem.desk.post.held_mail import weigh
from pbem.desk.post.replies import Came, Handled, Hold, Replies
from pbem.desk.post.seat_mail import in_game, seat_of
from pbem.desk.post.strangers import tell_of_hold, without_ticket
from pbem.desk.post.trust import trusted
from pbem.desk.upkeep.logs import DETAILS, keep_details
from pbem.desk.upkeep.trouble import NotNow, paused, tell_operator, told_as_trouble, trouble
from pbem.engine.journal import moment, stamp
from pbem.mail.composing.context import House
from pbem.mail.guard import Screen, mail_key, screen
from pbem.mail.handover.retry import Tries
from pbem.mail.reading.incoming import Incoming
from pbem.mail.reading.limits import Limits
from pbem.mail.reading.message import read_message
from pbem.mail.register import Register, Seen, Wait
from pbem.mail.tokens import Found, Ticket
from pbem.mail.words import COUNTED, NOT_COUNTED
from pbem.medium import disk, is_folder
from pbem.store import spool
from pbem.store.invited import is_invited
from pbem.store.locks import Lock
from pbem.store.spool import arrival, make_box, names

if TYPE_CHECKING:
    from pbem.mail.reading.limits import Limits

log = logging.getLogger("pbem.post")
READ_LIMIT = 26_214_400
PASSING = frozenset({errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ESTALE})
"""Errors of reading that say nothing about the file."""
LONGEST_IN_SPOOL = timedelta(days=7)


def process_spool(
    desk: Desk | None = None, *, send: bool = True, stop: Callable[[], bool] = lambda: False
) -> list[Handled]:
    """Process everything in `mail/in`, then hand the answers over. One process does this at a time (fault 254).

    `DiskProblem` if nothing at all can be processed: the mails wait, and none of them is charged with a try.
    """
    desk = desk or here()
    with told_as_trouble():
        make_box(desk.home.mail / "in")
        with Lock(desk.home.mail / "in.lock", Say("the spool"), wait=desk.home.wait), Post(desk) as post:
            handled = post.run(stop)
    if send:
        desk.send(quiet=True)
    return handled


def received(name: str, now: datetime) -> datetime:
    """Say when a spooled mail arrived. A name from another clock (far off, or in the future) is not believed."""
    at = arrival(name)
    if at is None:
        return now
    then = datetime.fromtimestamp(at, UTC).replace(microsecond=0)
    return then if timedelta(0) <= now - then <= LONGEST_IN_SPOOL else now


class Post:
    """The post office of one home, open for a run."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.home = desk.home
        self.house: House = house_of(desk.home)
        self.register = Register(desk.home.mail / "register.sqlite")
        self.replies = Replies(desk, self.house, self.register)
        self.released = False
        self.key = ""
        """By what the mail in hand is known if another one has its Message-ID."""
        self.retried = False
        """Whether the mail in hand was tried before: then it is no copy, even if it is known."""
        self.waited = False
        """Whether it had to wait for us: mails that came later are not counted against it."""
        self.at_game = ""
        """The game that the mail in hand is for, once that is proved."""
        self.waiting: dict[str, Wait] = {}
        self.behind: dict[str, str] = {}
        """Games for which an earlier mail waits, and until when."""

    def __enter__(self) -> Post:
        return self

    def __exit__(self, *_: object) -> None:
        self.register.close()

    @property
    def spool(self) -> Path:
        return self.home.mail / "in"

    def run(self, stop: Callable[[], bool] = lambda: False) -> list[Handled]:
        """Process all mails that are there, in the order of arrival, also those that arrive meanwhile; ask `stop`
        before each whether to leave the rest."""
        done: list[Handled] = []
        tried: set[str] = set()
        self.waiting = {wait.name: wait for wait in self.register.waits()}
        while fresh := [name for name in names(self.spool) if name not in tried]:
            for name in fresh:
                if stop():
                    return done
                tried.add(name)
                handled = self.one(name)
                if handled is not None:
                    done.append(handled)
                    if handled.verdict == "held":
                        tried.discard(name)  # a later mail may confirm it
        for name in self.waiting.keys() - tried:
            self.register.end(name)  # somebody took it out of the spool
        if self.waiting:
            tell_operator(self.desk, self.register, self.desk.now())
        return done

    def one(self, name: str) -> Handled | None:
        """Process one spooled mail. Whatever it does to us, the next one is processed (promise 10)."""
        self.at_game = ""
        wait = self.waiting.get(name)
        if wait is not None and not wait.tries.due(self.desk.now()):
            self.behind.setdefault(wait.game, wait.tries.next)
            return None
        try:
            return self._try(name)
        except Exception as error:
            why = trouble(error)
            if why is None:
                raise
            self._wait(name, why)
            return None

    def _wait(self, name: str, why: str) -> None:
        """Let a mail wait for trouble of ours: it is tried again after a pause, and no later one for the same game
        overtakes it."""
        now, wait = self.desk.now(), self.waiting.get(name)
        before = wait.tries if wait is not None else Tries()
        tries = paused(before, now, why)
        if self.at_game in self.behind:  # it only waits behind another mail of its game
            tries.count, tries.next = before.count, self.behind[self.at_game]
        elif self.at_game:
            self.behind[self.at_game] = tries.next
        self.waiting[name] = Wait(name, self.at_game, tries)
        self.register.wait(self.waiting[name])
        log.warning("the mail %s waits: %s", name, why)

    def _try(self, name: str) -> Handled | None:
        tries = self.register.begin(name)
        wait = self.waiting.get(name)
        self.waited = wait is not None
        self.retried = tries > 1 or self.waited
        try:
            if tries > self.home.settings.limits.tries:
                return self._give_up(name, tries - 1)
            try:
                raw = spool.read(self.spool, name, limit=READ_LIMIT + 1)
            except OSError as error:
                if error.errno in PASSING:
                    raise
                log.warning("the file %s cannot be read: %s", name, error.strerror)  # fault 40
                return None
            if raw is None:
                return None
            note = spool.read_note(self.spool, name)
            self.released, self.key = bool(note.get("released")), str(note.get("key") or "")
            # However long it had to wait for us, or for somebody's word, its time of receipt stands.
            first = note.get("received")
            came = moment(first) if first else received(name, moment(wait.tries.first) if wait else self.desk.now())
            handled = self.process(raw, came)
        except Hold as hold:
            return self._hold(name, hold.why, came=came, waits=hold.waits, key=hold.key or self.key)
        except Exception as error:
            if trouble(error) is not None:
                raise
            keep_details(self.home.root / DETAILS, error)
            log.error("the mail %s broke the program (%s, try %d)", name, type(error).__name__, tries)
            if tries < self.home.settings.limits.tries:
                return None
            self._tell_sender(name)
            why = Say("it broke the program; the details are in {file}", file=Verbatim(DETAILS))
            return self._hold(name, why, story=True)
        spool.mark_cur(self.spool, name, durable=False)
        self.register.end(name)
        return handled

    def _give_up(self, name: str, tries: int) -> Handled:
        """Give up a mail in whose hands the process ended each time (fault 239). If the machine stopped behind the
        commit, what it asks for is done and the game owes its answer: nobody has to look at it (fault 237)."""
        if tries == self.home.settings.limits.tries and self._was_carried_out(name):  # looked at once: it may kill us
            spool.mark_cur(self.spool, name, durable=False)
            self.register.end(name)
            return Handled(COUNTED, Say("it was carried out before the machine stopped"))
        ended = Count(
            tries,
            "the program ended {n} time while it was processed",
            "the program ended {n} times while it was processed",
        )
        return self._hold(name, Say("{why}; {file} may tell more", why=ended, file=Verbatim(DETAILS)), story=True)

    def _was_carried_out(self, name: str) -> bool:
        try:
            mail = self._again(name)
            ticket = self._ticket(mail).ticket
            return ticket is not None and is_carried_out(self.desk.read(ticket.game).game, mail_key(mail.message_id))
        except Exception as error:
            if trouble(error) is not None:
                raise
            return False

    def _again(self, name: str) -> Incoming:
        return read_message(spool.read(self.spool, name, limit=READ_LIMIT) or b"", self._limits())

    def _tell_sender(self, name: str) -> None:
        """Send a short note to the player whose mail broke us, if that much can be found out."""
        with suppress(Exception):
            mail = self._again(name)
            found = self._ticket(mail)
            if found.ticket is None or screen(mail, self.house.signer, self._own_addresses()).action != "read":
                return
            # Where it broke us behind the commit, what it asked for is done: "not counted" would be a lie.
            if not is_carried_out(self.desk.read(found.ticket.game).game, mail_key(mail.message_id)):
                self._note_to(mail, found, "broke-us", self.desk.now())

    def _hold(
        self, name: str, why: str, *, story: bool = False, came: datetime | None = None, waits: object = None,
        key: str = "",
    ) -> Handled:  # fmt: skip
        note: dict[str, object] = {"why": kept(why), "at": stamp(self.desk.now()), "from": name}
        note |= {"received": stamp(came)} if came is not None else {}
        note |= {"waits": waits} if waits is not None else {}
        note |= {"key": key} if key else {}
        if spool.move(self.spool, name, self.home.mail / "held", note):
            with suppress(OSError):  # held mail is counted anew once a day
                weigh(self.home, disk.stat(self.home.mail / "held" / "new" / name).st_size)
        self.register.end(name)
        log.warning("the mail %s is held: %s", name, why)
        if story:
            shown = Say("`pbem mail held` shows it: {name}", name=Verbatim(name))
            self.tell_moderator(Say("A mail is held: {why}", why=why), shown, ident=name)
        return Handled("held", why)

    # -- one mail --------------------------------------------------------------------------------------------------

    def process(self, raw: bytes, now: datetime | None = None) -> Handled:
        """Process a raw mail. Raise `Hold` for what the moderator must see.

        `now` is the time of receipt: it is journaled and decides deadlines, however long the mail lay in the spool. A
        mail that the moderator released is not asked again who sent it, nor counted against limits.
        """
        mail = read_message(raw, self._limits())
        now = now or self.desk.now()
        verdict = screen(mail, self.house.signer, self._own_addresses())
        if verdict.action == "bounce":
            return came_back(self.replies, mail, self._recipients(mail), now)
        if verdict.action == "drop":
            return self._dropped(mail, verdict, now)
        found = self._ticket(mail)
        if verdict.action == "hold":
            if verdict.problem:
                try:
                    self._note_to(mail, found, f"hold-{verdict.problem}", now)
                except PbemError as error:
                    if trouble(error) is not None:
                        raise
            raise Hold(verdict.why)
        key = self.key or mail_key(mail.message_id)
        earlier = None if self.released else self.replies.seen(key)
        came = Came(mail, key, earlier, now, self.released, self.retried, self.waited)
        if found.ticket is None:
            return without_ticket(self.replies, came, found)
        return self._with_ticket(found.ticket, came)

    def _limits(self) -> Limits:
        asked = self.home.settings.limits
        return Limits(size=asked.mail_bytes, parts=asked.mail_parts, depth=asked.mail_nesting)

    def _own_addresses(self) -> list[str]:
        house = self.house
        return [house.address, house.reply_box, house.bounce_box]

    def _recipients(self, mail: Incoming) -> list[str]:
        return list(dict.fromkeys([*(one.address for one in mail.to), *mail.envelope_to]))

    def _ticket(self, mail: Incoming) -> Found:
        return self.house.signer.find(
            subject=mail.subject, recipients=self._recipients(mail), in_reply_to=mail.in_reply_to,
            references=mail.references, games=self.home.game_ids,
        )  # fmt: skip

    def _dropped(self, mail: Incoming, verdict: Screen, now: datetime) -> Handled:
        """Record machine mail, and never answer it. An autoresponder's news is worth one note (fault 128)."""
        log.info("passed over: %s", verdict.why)
        self.register.add(f"auto {mail_key(mail.message_id)}", Seen("", stamp(now), "dropped", ""))
        found = self._ticket(mail).ticket
        if found is not None and verdict.away:
            what = f"auto {found.game} {found.seat} {now:%Y-%m}"
            told = {"seat": found.seat, "game": Verbatim(found.game), "why": as_said(verdict.why)}
            text = Say("The seat {seat} of {game} answers automatically: {why}. Away, perhaps.", **told)
            self._tell_once(what, Say("An automatic answer came"), text, now)
        return Handled("dropped", verdict.why)

    def _note_to(self, mail: Incoming, found: Found, key: str, now: datetime) -> None:
        """Tell the player on file why a mail is not read, if token and sender agree on who that is."""
        if found.ticket is None or mail.sender is None:
            return
        session = self.desk.read(found.ticket.game)
        who = seat_of(session.game, found.ticket.seat)
        person = self.replies.person(who)
        again = self.register.find(mail_key(mail.message_id)) is not None
        if person is not None and not again and trusted(mail, person, self.replies.trust):
            why = self.replies.context(session, who, person, now).say(key)
            self.replies.say(session, who, person, Answer(NOT_COUNTED, why), mail, now)

    def _with_ticket(self, ticket: Ticket, came: Came) -> Handled:
        """Lock the game and see whether this mail may do something there."""
        self.at_game = ticket.game
        if ticket.game in self.behind:
            raise NotNow(Say("an earlier mail for this game waits"))
        invited = is_invited(self.home, ticket.game)
        over = ticket.entry == 0 and not self.home.exists(ticket.game)  # the moderator's, of a game that never began
        if invited or over or ticket.seat.startswith("invited-"):
            from pbem.desk.people.invitation_mail import begun, invitation_mail  # few mails are about games to be begun

            return (invitation_mail if invited else begun)(self.replies, ticket, came)
        try:
            with self.desk.game(ticket.game) as session:
                if ticket.seat.startswith(PREFIX):
                    from pbem.desk.post.offer_mail import offer_mail

                    return offer_mail(self.replies, session, ticket, came)
                handled = in_game(self.replies, session, ticket, came)
        except UnknownGame:
            if not is_folder(self.home.games):
                raise NotNow(Fault("{path} is not there", path=self.home.games)) from None
            if came.earlier is not None:  # this mail ended an invitation before a process died
                return self.replies.again(came, came.earlier, came.sender)
            tell_of_hold(self.replies, came, "game-gone", ticket.game)
            raise Hold(Say("its token is genuine, but the game is not here")) from None
        except (GameFileProblem, RulesBug) as error:
            if trouble(error) is not None:
                raise
            shut = Say("The game {game} cannot be opened", game=Verbatim(ticket.game))
            self.tell_moderator(shut, error.message, ident=came.key[:16])
            tell_of_hold(self.replies, came, "game-shut", ticket.game)
            raise Hold(Say("the game {game} cannot be opened", game=Verbatim(ticket.game))) from None
        while self.replies.reached:
            heard_from(self.desk, self.replies.reached.pop(), came.now)
        return handled

    def _tell_once(self, what: str, subject: str, text: str, now: datetime) -> None:
        """Tell first and note it afterwards: a crash in between tells it again, and the same note is one mail."""
        if not self.register.known(what):
            self.tell_moderator(subject, text, ident=what)
            self.register.once(what, now)

    def tell_moderator(self, subject: str, text: str, *, ident: str) -> None:
        tell_moderator(self.desk, self.house, subject, text, ident=ident)


__all__ = ["Handled", "Hold", "Post", "process_spool"]
