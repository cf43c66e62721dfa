"""`confirm CODE`: the word of a writer whose mail waits for it."""

from __future__ import annotations

from pbem.core.errors import Refused
from pbem.core.words import Say
from pbem.desk.commands.handlers import MailCommand
from pbem.desk.commands.work import Work
from pbem.desk.post.confirmations import find
from pbem.desk.post.held_mail import recount
from pbem.engine.clock.times import moment_text
from pbem.engine.journal import moment, stamp
from pbem.mail.typed.commands import Command
from pbem.store import spool


class Confirm(MailCommand):
    """`confirm CODE`: the mail that waits is taken up as soon as this one is answered. Written again, or by a process
    that died in between, it says the same."""

    verb = "confirm"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        home, game, seat = work.session.desk.home, work.game, work.asker.seat
        if work.whole:
            raise Refused(Say("On the command line a mail that waits is believed by `pbem mail held release NAME`."))
        found = find(home, work.context.house.signer, game.id, seat, command.text.strip(" .!"), spent=True)
        if found is None:
            raise Refused(work.say("confirm-none"))
        folder, name, note = found
        received = str(note.get("received") or stamp(work.now))
        if folder == home.mail / "held":
            spool.move(folder, name, home.mail / "in", {"released": True, "received": received, "waits": note["waits"]})
            recount(home)
        when = moment_text(moment(received), work.context.reader.zone, work.context.language)
        work.tell("h-confirm", work.say("confirm-done", when=when))
