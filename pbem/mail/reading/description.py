"""Describe what we understand of one raw mail, for `pbem mail read`. Needs no home folder and changes nothing."""

import json
from typing import Any

from pbem.mail.reading.incoming import HOLD, REFUSE, Incoming
from pbem.mail.reading.message import read_message
from pbem.mail.reading.normalize import visible
from pbem.mail.reading.reply import Reply, reply_text
from pbem.mail.reading.tag import find_tag

_LONGEST_SHOWN = 20_000


def run_read(mode: str, raw: bytes) -> str:
    """Make the output for `json`, `reply`, `text` or `class`, without a final line end."""
    if mode == "reply":
        return typed_words(raw)
    if mode == "text":
        return whole_text(raw).rstrip("\n")
    if mode == "class":
        return mail_class(raw)
    if mode != "json":
        raise ValueError(f"unknown mode {mode!r}")
    return json.dumps(describe(raw), ensure_ascii=False, indent=2)


def describe(raw: bytes) -> dict[str, Any]:
    """Describe the whole reading as JSON: sender, game, entry, seat, commands, dropped parts, class."""
    mail = read_message(raw)
    reply = reply_text(mail)
    tag = find_tag(mail.subject)
    problems = list(dict.fromkeys(mail.problems + (["uncertain"] if reply.uncertain else [])))
    return {
        "message_id": mail.message_id,
        "made_id": mail.made_id,
        "sender": mail.sender,
        "senders": [one.address for one in mail.senders],
        "to": [one.address for one in mail.to],
        "envelope_to": mail.envelope_to,
        "subject": mail.subject,
        "date": mail.date,
        "in_reply_to": mail.in_reply_to,
        "references": mail.references,
        "game": tag[0] if tag else None,
        "entry": tag[1] if tag else None,
        "seat": _seat(mail),
        "class": mail.kind,
        "why": mail.why,
        "commands": reply.lines if mail.kind == "human" else [],
        "uncertain": reply.uncertain,
        "doubts": reply.doubts,
        "other_reading": reply.other,
        "dropped": _dropped(mail, reply),
        "problems": problems,
        "hold": [problem for problem in mail.problems if problem in HOLD],
        "refuse": [problem for problem in problems if problem in REFUSE or problem == "uncertain"],
        "bounce": _bounce(mail),
    }


def _seat(mail: Incoming) -> str | None:
    """Return the seat that the token claims. Only the key of a home could prove the claim."""
    from pbem.mail.tokens import claimed_address, claimed_seat

    addresses = [*(one.address for one in mail.to), *mail.envelope_to]
    tickets = [ticket for ticket in map(claimed_address, addresses) if ticket is not None]
    return tickets[0].seat if tickets else claimed_seat(mail.subject)


def _dropped(mail: Incoming, reply: Reply) -> list[dict[str, str]]:
    parts = [{"reason": part.reason, "part": part.name} for part in mail.dropped]
    return parts + [{"reason": one.reason, "text": one.text[:_LONGEST_SHOWN]} for one in reply.dropped]


def _bounce(mail: Incoming) -> dict[str, Any] | None:
    if mail.bounce is None:
        return None
    return {
        "action": mail.bounce.action,
        "status": mail.bounce.status,
        "permanent": mail.bounce.permanent,
        "original_id": mail.bounce.original_id,
        "recipients": [
            {"address": one.address, "action": one.action, "status": one.status, "diagnostic": visible(one.diagnostic)}
            for one in mail.bounce.recipients
        ],
    }


def typed_words(raw: bytes) -> str:
    """Return what the person typed. Mails of machines are read the same way: `--class` tells them apart."""
    return reply_text(read_message(raw)).typed


def whole_text(raw: bytes) -> str:
    """Return the decoded text body, with nothing removed."""
    return read_message(raw).text


def mail_class(raw: bytes) -> str:
    return read_message(raw).kind
