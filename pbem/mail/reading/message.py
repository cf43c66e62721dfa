"""Read one raw mail: whatever the bytes, an `Incoming` comes out, in bounded time and memory."""

import re

from pbem.mail.reading.address import addresses
from pbem.mail.reading.body import Body, choose
from pbem.mail.reading.headers import Header, claimed_date
from pbem.mail.reading.incoming import Incoming
from pbem.mail.reading.limits import DEFAULT, Limits
from pbem.mail.reading.normalize import clean
from pbem.mail.reading.structure import Part, parse, prepare
from pbem.mail.reading.verdict import judge

_ID = re.compile(r"<[^<>\s\x00-\x1f]{1,998}>")
_LOOSE_ID = re.compile(r"[^<>\s]{1,990}@[^<>\s]{1,990}")
_LONGEST_ID = 998
_ENVELOPE_FIELDS = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-delivered-to")
_MAIL_FIELDS = ("from", "subject", "to", "date", "received", "message-id", "content-type")
_GROUP = re.compile(r'\s*[^"<@,;()]*:')


def read_message(raw: bytes, limits: Limits = DEFAULT) -> Incoming:
    """Read everything we understand of one mail. Never raise, never unpack, never fetch."""
    raw, problems = prepare(raw, limits)
    parts, more = parse(raw, limits)
    root = parts[0]
    if root.header.stray:
        # No blank line ends the header: lines that no header has are the text, or its beginning.
        root.body = root.header.stray.encode("utf-8", "replace") + root.body
        more.append("no-blank-line")
    body = choose(_opened(root, limits), limits)
    mail = Incoming(problems=problems + more, header=root.header)
    _who(mail, root.header)
    _thread(mail, root, raw, limits)
    _content(mail, body)
    if not _looks_like_mail(root.header):
        mail.problems.insert(0, "unreadable" if raw.strip() else "empty")
    if len(root.header.all("received")) > limits.received:
        mail.problems.append("loop")
    mail.kind, mail.why, mail.bounce = judge(mail, parts)
    mail.problems = list(dict.fromkeys(mail.problems))
    return mail


def _opened(root: Part, limits: Limits) -> Part:
    """Open a signed S/MIME wrapping; without one, return the mail itself."""
    if root.kind not in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        return root
    if root.params.get("smime-type", "signed-data").lower() != "signed-data":
        return root
    from pbem.mail.reading.smime import signed_content

    inner = signed_content(root.decoded()[0])
    return parse(prepare(inner, limits)[0], limits)[0][0] if inner else root


def _who(mail: Incoming, header: Header) -> None:
    froms = header.all("from")
    for value in froms:
        if not _GROUP.match(value):
            mail.senders += addresses(value)
    if len(froms) > 1 or len(mail.senders) > 1:
        mail.problems.append("several-senders")
    elif not mail.senders:
        mail.problems.append("no-sender")
    mail.reply_to = [one for value in header.all("reply-to")[:5] for one in addresses(value)]
    mail.to = [one for name in ("to", "cc") for value in header.all(name)[:5] for one in addresses(value)]
    for name in _ENVELOPE_FIELDS:
        for value in header.all(name)[:10]:
            mail.envelope_to += [one.address for one in addresses(value.removeprefix("rfc822;"))]
    mail.envelope_to = list(dict.fromkeys(mail.envelope_to))
    path = header.all("return-path")
    if path:
        mail.return_path = next((one.address for one in addresses(path[0])), "" if "<>" in path[0] else None)


def _thread(mail: Incoming, root: Part, raw: bytes, limits: Limits) -> None:
    header = root.header
    mail.subject = clean(header.text("subject"))[:2_000]
    mail.date = claimed_date(header.first("date"))
    mail.references = _ID.findall(header.first("references"))[-limits.references :]
    mail.in_reply_to = _ID.findall(header.first("in-reply-to")[:20_000])[: limits.references]
    ids = header.all("message-id")
    given = _ID.fullmatch(ids[0].strip()) if len(ids) == 1 else None
    if given and len(given[0]) <= _LONGEST_ID:
        mail.message_id = given[0]
    elif len(ids) == 1 and _LOOSE_ID.fullmatch(ids[0].strip()):
        mail.message_id = f"<{ids[0].strip()}>"
    else:
        mail.message_id = _made_id(mail, header, raw)
        mail.made_id = True


def _made_id(mail: Incoming, header: Header, raw: bytes) -> str:
    """Make a Message-ID that is the same for every copy: from what the sender wrote, not from what servers added."""
    from hashlib import sha256

    digest = sha256()
    for name in ("from", "to", "date", "subject"):
        digest.update(header.first(name).encode("utf-8", "replace") + b"\0")
    # Hash what follows the header, without trailing line ends: servers add and remove them.
    start = raw.find(b"\n\n")
    digest.update((raw[start:] if start >= 0 else raw).strip())
    return f"<{digest.hexdigest()[:40]}@made.invalid>"


def _content(mail: Incoming, body: Body) -> None:
    mail.text = body.text
    mail.source = body.source
    mail.flat = body.flat
    mail.other = body.other
    mail.dropped = body.dropped
    mail.flags = body.flags
    mail.problems += body.problems


def _looks_like_mail(header: Header) -> bool:
    return any(name in header.fields for name in _MAIL_FIELDS)
