"""Commands about the person, not the game: how mails look, and where they go."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Literal

from pbem.core.errors import Refused
from pbem.core.titles import title_names
from pbem.desk.commands.handlers import MailCommand
from pbem.desk.commands.work import Work
from pbem.desk.people.addresses import lift
from pbem.desk.people.wishes import ASKED, by_mail
from pbem.engine.clock.zones import zone_of, zone_suggestions
from pbem.engine.journal import stamp
from pbem.engine.submission.lines import fold
from pbem.mail.letter import check_address
from pbem.mail.typed.commands import Command
from pbem.mail.typed.spelling import MOST_REASON, without_reason
from pbem.mail.words import LANGUAGES
from pbem.store.roster import AddressChange, changing_roster

Preference = Literal["news", "plain", "format", "language", "zone", "public", "standby"]


class News(MailCommand):
    verb = "news"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        words = {"each": "each", "daily": "daily", "digest": "daily", "asked": "asked", "none": "none"}
        _setting(work, "news", command.text, words)


class Plain(MailCommand):
    verb = "plain"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        _setting(work, "plain", command.text, {"on": True, "yes": True, "off": False, "no": False})


class Format(MailCommand):
    verb = "format"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        _setting(work, "format", command.text, {name: name for name in ("text", "html", "both")})


class Public(MailCommand):
    """Whether the person agrees to be named in tables and on pages."""

    verb = "public"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        _setting(work, "public", command.text, {"yes": True, "on": True, "no": False, "off": False})


class Standby(MailCommand):
    """For which titles the person stands by as a substitute."""

    verb = "standby"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        values = {"yes": "all", "all": "all", "no": "", "none": "", "off": ""} | {name: name for name in title_names()}
        _setting(work, "standby", command.text, values)


class Language(MailCommand):
    verb = "language"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        _setting(work, "language", command.text, {name: name for name in LANGUAGES})


class Zone(MailCommand):
    verb = "zone"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        name = without_reason(command.text)[0].rstrip(".")
        if zone_of(name).note is not None:
            near = ", ".join(zone_suggestions(name))
            hint = f" {work.say('did-you-mean', near=near)}" if near else ""
            raise Refused(work.say("no-zone", name=repr(name[:40])) + hint)
        _setting(work, "zone", command.text, {fold(name): name})


def _setting(work: Work, key: Preference, text: str, values: Mapping[str, str | bool]) -> None:
    """Set a preference to one word, with perhaps `reason: TEXT` for the journal of the roster."""
    given, reason = without_reason(text)
    word = fold(given).strip(".")
    if word not in values:
        raise Refused(work.say("setting-one-of", key=key, values=", ".join(values)))
    work.wish(key, values[word], reason)
    work.changed.append(work.say("setting-done", key=key, word=values[word] if key == "zone" else word))


class Address(MailCommand):
    """A new address must be confirmed from the old one, with words that only the old box has got (fault 275)."""

    verb = "address"
    observers = True

    def carry_out(self, work: Work, command: Command) -> None:
        text, reason = without_reason(command.text)
        words = text.split()
        if words and fold(words[0]) == "confirm":
            _confirm_address(work, words[-1], reason)
            return
        if words and fold(words[0]) == "drop":
            _drop_address(work, words[-1].strip("<>"), reason)
            return
        also = bool(words) and fold(words[0]) == "also"
        new = check_address((words[-1] if also else text).strip().strip("<>"))
        name = work.asker.info.player

        def ask() -> None:
            with changing_roster(work.session.desk.home, ahead=True) as roster:
                person = roster.need(name)
                # Asked again, by a mail that is tried again for one, it is the same code: it may be on its way already.
                same = person.change is not None and (person.change.address, person.change.also) == (new, also)
                code = person.change.token if person.change is not None and same else secrets.token_hex(5)
                person.change = AddressChange(
                    address=new, asked=stamp(work.now), token=code, also=also, reason=reason[:MOST_REASON]
                )
            work.tell("h-address", work.say("address-also" if also else "address-confirm", new=new, code=code))

        work.after.append(ask)


def _confirm_address(work: Work, code: str, reason: str) -> None:
    """Confirm an address: the game takes note of it by its commit; the roster is told right after it, and so are the
    other games."""
    name = work.asker.info.player
    change = work.session.desk.roster().need(name).change
    if change is None or not hmac.compare_digest(change.token.encode(), code.lower().encode()):
        raise Refused(work.say("address-none"))
    if not change.also:
        lift(work.game, name, work.now)
    work.wish("address", change.token, reason or change.reason)
    work.changed.append(work.say("address-also-done" if change.also else "address-done"))


def _drop_address(work: Work, address: str, reason: str) -> None:
    """Drop one of the other addresses: mail from it counts no longer."""
    name = work.asker.info.player
    by = by_mail(name, work.game.id)
    with (
        changing_roster(work.session.desk.home, ahead=True) as roster,
        roster.deciding(name, work.now, by, reason or ASKED),
    ):
        roster.drop_box(name, address)
    work.changed.append(work.say("address-dropped"))
