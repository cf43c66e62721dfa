"""What a person typed: the reply compared with the mail it answers, and why nothing of it may be played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from pbem.core.words import said
from pbem.engine.notices import digest_id, mail_id
from pbem.mail.letter import body_text
from pbem.mail.reading.incoming import REFUSE
from pbem.mail.reading.message import read_message
from pbem.mail.reading.reply import reply_text
from pbem.mail.tokens import blotted
from pbem.mail.words import word
from pbem.plain import read_file

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.engine.gamefile import GameFile
    from pbem.mail.composing.context import House
    from pbem.mail.reading.incoming import Incoming
    from pbem.mail.reading.reply import Reply
    from pbem.mail.tokens import Ticket
    from pbem.store.home import Home


def read_reply(home: Home, house: House, mail: Incoming, game: GameFile, ticket: Ticket) -> Reply:
    raw = sent_mail(home, house, mail, game, ticket)
    sent = body_text(raw) if raw is not None else None
    reply = reply_text(mail, sent)
    if reply.uncertain and raw is not None and (page := page_lines(raw)):
        reply = reply_text(mail, sent, page)
    # A token in a body proves nothing and is nobody else's business: whatever is made of the text is without it.
    reply.typed = blotted(reply.typed)
    reply.other = blotted(reply.other) if reply.other is not None else None
    for parts in (reply.dropped, reply.aside):
        parts[:] = [part if (text := blotted(part.text)) is part.text else part._replace(text=text) for part in parts]
    return reply


def sent_at(home: Home, house: House, mail: Incoming, game: GameFile) -> datetime | None:
    """Say when the mail was written that is answered, by our copy of it; None if it is not named or we have none."""
    from email.utils import parsedate_to_datetime

    for name in (name for ident in mail.in_reply_to for name in _file_names(house, ident, game)):
        for raw in _copies(home, name):
            found = re.search(rb"^Date: ([^\r\n]{10,60})$", raw.partition(b"\n\n")[0], re.MULTILINE)
            if found:
                return parsedate_to_datetime(found[1].decode("ascii", "replace"))
    return None


def _copies(home: Home, name: str) -> Iterator[bytes]:
    for box in ("cur", "new"):
        try:
            yield read_file(home.mail / "out" / box / f"{name}.eml")
        except OSError:
            continue


def own_mail(home: Home, name: str) -> str | None:
    """Return the text of a mail of ours, by its id; None if there is no copy."""
    return next(map(body_text, _copies(home, name)), None)


def sent_mail(home: Home, house: House, mail: Incoming, game: GameFile, ticket: Ticket) -> bytes | None:
    """Find the mail that is answered: named by its Message-ID, else the order form of that question."""
    wanted = [name for ident in mail.in_reply_to for name in _file_names(house, ident, game)]
    wanted += [mail_id(game, ticket.entry, ticket.seat, kind) for kind in ("turn", "question", "start", "news")]
    return next((raw for name in wanted for raw in _copies(home, name)), None)


def page_lines(raw: bytes) -> list[str]:
    """Return what the page of a mail of ours says. Some programs quote it without any mark (Outlook)."""
    page = read_message(raw).other
    return page.lines if page is not None else []


def _file_names(house: House, ident: str, game: GameFile) -> list[str]:
    ticket = house.signer.read_message_id(ident)
    if ticket is None or ticket.game != game.id:
        return []
    _, entry, seat, kind, number, *_ = ident.strip("<>").rsplit("@", 1)[0].rsplit(".", 6)
    if kind == "answer":
        return [f"answer-{number}"]
    if not number.isdecimal():
        return []
    digest = [digest_id(game, seat, int(number))] if kind == "digest" else []
    return [*digest, mail_id(game, int(entry), seat, kind, int(number))]


def _doubt(reply: Reply, language: str) -> str:
    from pbem.core.catalogues import words_for  # most mails raise no doubt

    return said(reply.doubts[0], words_for(None, language))


def unreadable(
    mail: Incoming, reply: Reply, most_lines: int, language: str
) -> tuple[str, list[tuple[str, str]]] | None:
    """Say why nothing of this mail may be played, with what was read; None if it can be read."""
    say = partial(word, language)
    shown = [("read", reply.typed)] if reply.typed.strip() else []
    shown += [("h-html", reply.other)] if reply.other else []
    problem = next((problem for problem in mail.problems if problem in REFUSE), None)
    if problem is not None:
        return say(f"refuse-{problem}"), shown
    if reply.uncertain:
        return say("uncertain", doubt=_doubt(reply, language) if reply.doubts else say("unclear")), shown
    if reply.typed.count("\n") > most_lines:
        return say("too-many-lines"), []
    if reply.typed.strip():
        return None
    if mail.dropped and not mail.text.strip():
        return say("no-text"), []
    if "cut-off" in mail.problems:
        return f"{say('refuse-cut-off')}. {say('again')}", []
    return say("only-quoted"), []
