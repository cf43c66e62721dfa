"""Choose the text of a mail: the plain part, or HTML turned into lines; never attachments or attached mails."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.mail.reading.charsets import decode
from pbem.mail.reading.flat import Flat
from pbem.mail.reading.limits import Limits
from pbem.mail.reading.normalize import fold, safe_name, scrub
from pbem.mail.reading.structure import Part

_META_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([A-Za-z0-9_-]{1,40})", re.IGNORECASE)
_PLAIN_KINDS = ("text/plain", "text/markdown", "text/x-markdown")
_HTML_KINDS = ("text/html", "text/enriched", "text/richtext", "application/xhtml+xml")
# Words of text parts that only point to the HTML part (folded).
_PLACEHOLDERS = (
    "does not support html", "doesn't support html", "not support html", "view this message in html",
    "html version of this", "html-capable", "html compatible", "nie obsluguje html", "nie wyswietla html",
    "nem tamogatja a html", "html-nachricht", "kein html", "ne prend pas en charge le html", "pas le html",
    "no admite html", "non supporta html", "this is a multi-part message", "this is an html message",
)  # fmt: skip
_SENTENCE = 250
_ATTACHED = 20_000  # most characters of an attached text that are read
_NAMED = re.compile(r"^\s*[\w-]{1,31}\s*:\s*\S", re.MULTILINE)
_SIGNATURE_KINDS = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature")
_ENCRYPTED_KINDS = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted")
_PGP_TEXT = "-----BEGIN PGP MESSAGE-----"


class DroppedPart(NamedTuple):
    reason: str
    name: str
    text: str = ""  # only of an attached text: answers in it are named


@dataclass(slots=True)
class Body:
    """The text of a mail. If text and HTML were both sent, `other` holds the HTML for comparison."""

    text: str = ""
    source: str = "none"  # plain, html, none
    flat: Flat | None = None  # hints about the text, if it came from HTML
    other: Flat | None = None  # the HTML part that was sent beside a plain text
    dropped: list[DroppedPart] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Block:
    """One part of the mail, or several alternatives of which one is read."""

    plain: list[str] = field(default_factory=list)
    pages: list[Flat] = field(default_factory=list)


def choose(root: Part, limits: Limits) -> Body:
    """Read the text parts in order. Of alternatives read the plain text, unless it only points to the HTML."""
    body = Body()
    blocks: dict[int, _Block] = {}
    attached: list[Part] = []
    room = {"plain": limits.text, "html": limits.text}
    for part in _leaves(root):
        role = _role(part, body)
        if role == "attached":
            attached.append(part)
        elif role != "dropped":
            room[role] = _take(part, role, blocks.setdefault(_block_of(part), _Block()), body, room[role])
    if not blocks and attached:
        # Some gateways mark the only text as an attachment.
        _take(attached.pop(0), "plain", blocks.setdefault(0, _Block()), body, limits.text)
    for part in attached:
        text, _ = _read(part, "plain", Body(), _ATTACHED)
        body.dropped.append(DroppedPart("attached text", safe_name(part.filename), text))
    _settle(body, list(blocks.values()))
    if _PGP_TEXT in body.text:
        body.problems.append("encrypted")
    if not body.text.strip() and "tnef" in body.flags:
        body.problems.append("tnef")
    return body


def _block_of(part: Part) -> int:
    """Group parts: those under one `multipart/alternative` say the same thing; every other part stands for itself."""
    above = part.parent
    while above is not None:
        if above.kind == "multipart/alternative":
            return id(above)
        above = above.parent
    return id(part)


def _leaves(root: Part) -> Iterator[Part]:
    """Go through the leaves in order, without recursion. `_role` decides by a leaf's parents what is read."""
    stack = [root]
    while stack:
        part = stack.pop()
        if part.is_multipart:
            stack.extend(reversed(part.children))
        else:
            yield part


def _role(part: Part, body: Body) -> str:
    """Decide what to do with one leaf: read it as plain or HTML, keep it as attached text, or drop it with a reason."""
    parent = part.parent
    if parent is not None and parent.kind == "multipart/encrypted":
        body.problems.append("encrypted")
        return _drop(part, body, "encrypted")
    if part.kind in _ENCRYPTED_KINDS:
        body.problems.append("encrypted")
        return _drop(part, body, "encrypted")
    if part.kind in _SIGNATURE_KINDS:
        return _drop(part, body, "digital signature")
    if part.kind.startswith("message/") or part.kind == "text/rfc822-headers":
        return _message_part(part, body)
    if parent is not None and parent.kind == "multipart/report" and parent.children[:1] != [part]:
        return _drop(part, body, "report")
    if part.kind in ("text/calendar", "application/ics"):
        if part.params.get("method", "publish").lower() != "publish":
            body.flags.add("invitation")  # a calendar sent it; a plain file of dates may be anybody's attachment
        return _drop(part, body, "calendar")
    if part.kind == "text/vnd.google.email-reaction+json":
        body.flags.add("reaction")
        return _drop(part, body, "reaction")
    if part.kind in ("application/ms-tnef", "application/vnd.ms-tnef") or part.filename.lower() == "winmail.dat":
        body.flags.add("tnef")
        return _drop(part, body, "winmail.dat")
    if part.kind in _PLAIN_KINDS or part.kind in _HTML_KINDS:
        if part.disposition == "attachment" or (part.filename and part.parent is not None):
            return "attached" if part.kind in _PLAIN_KINDS else _drop(part, body, "attachment")
        return "plain" if part.kind in _PLAIN_KINDS else "html"
    return _drop(part, body, "attachment")


def _message_part(part: Part, body: Body) -> str:
    """Drop a mail inside a mail with the reason: it is never read as a move, whoever wrote it."""
    if part.kind in ("message/partial", "message/external-body"):
        body.problems.append("partial")
        return _drop(part, body, "part of a mail")
    if part.kind == "message/disposition-notification":
        body.flags.add("receipt")
        return _drop(part, body, "read receipt")
    if part.kind in ("message/delivery-status", "message/global-delivery-status"):
        body.flags.add("delivery-status")
        return _drop(part, body, "delivery report")
    if part.kind == "message/feedback-report":
        body.flags.add("abuse-report")
        return _drop(part, body, "abuse report")
    return _drop(part, body, "forwarded mail")


def _drop(part: Part, body: Body, reason: str) -> str:
    body.dropped.append(DroppedPart(reason, safe_name(part.filename) if part.filename else part.kind))
    return "dropped"


def _take(part: Part, role: str, block: _Block, body: Body, room: int) -> int:
    text, page = _read(part, role, body, room)
    if page is not None:
        block.pages.append(page)
    else:
        block.plain.append(text)
    return max(room - len(text), 0)


def _read(part: Part, role: str, body: Body, room: int) -> tuple[str, Flat | None]:
    if len(part.body) > 8 * room:
        part.body = part.body[: 8 * room]
        body.problems.append("text-too-long")
    data, difficulty = part.decoded()
    if difficulty:
        body.problems.append(difficulty)
    if len(data) > 4 * room:
        data = data[: 4 * room]
        body.problems.append("text-too-long")
    charset = part.params.get("charset", "")
    if role == "html" and not charset:
        found = _META_CHARSET.search(data[:2_000])
        charset = found[1].decode("ascii") if found else ""
    text, trouble = decode(data, charset)
    if trouble:
        body.problems.append(trouble)
    if len(text) > room:
        text = text[:room]
        body.problems.append("text-too-long")
    if role == "html":
        from pbem.mail.reading.html import flatten

        page = flatten(text)
        page.lines = [line if line.isprintable() else scrub(line).replace("\n", " ") for line in page.lines]
        return text, page
    if part.params.get("format", "").lower() == "flowed":
        text = unflow(text, part.params.get("delsp", "").lower() == "yes")
    return text, None


def _settle(body: Body, blocks: list[_Block]) -> None:
    """Join the blocks, each in its best form; join them again in HTML wherever both forms were sent."""
    chosen: list[Flat] = []
    others: list[Flat] = []
    for block in blocks:
        plain = "\n".join(text.rstrip("\n") for text in block.plain if text.strip())
        page = _join(block.pages) if block.pages else None
        if page is not None and _is_placeholder(plain, page):
            body.source = "html"
            if plain.strip():
                body.dropped.append(DroppedPart("text that only points to the HTML part", "text/plain"))
            chosen.append(page)
            others.append(page)
        elif block.plain:
            flat = Flat(plain.split("\n") if plain else [])
            chosen.append(flat)
            others.append(page or flat)
        struck = page is not None and page.struck
        if struck:
            body.problems.append("struck-out")
    if chosen and body.source == "none":
        body.source = "plain"
    whole = _join(chosen)
    body.text = whole.text
    body.flat = whole if body.source == "html" else None
    if others != chosen:
        body.other = _join(others)


def _is_placeholder(text: str, page: Flat) -> bool:
    if not text.strip():
        return True
    seen = any(line.strip() for line in page.lines)
    if not seen or len(text) > 600:
        return False
    folded = fold(text)
    if any(words in folded for words in _PLACEHOLDERS):
        return True
    # In any words: a short sentence about HTML that holds no answer.
    return "html" in folded and len(text) <= _SENTENCE and not _NAMED.search(text)


def _join(pages: list[Flat]) -> Flat:
    if len(pages) == 1:
        return pages[0]
    whole = Flat()
    for page in pages:
        start = len(whole.lines)
        whole.lines += page.lines
        whole.signature += [(first + start, end + start) for first, end in page.signature]
        if page.below is not None and whole.below is None and page is pages[-1]:
            whole.below = page.below + start
        whole.struck = whole.struck or page.struck
    return whole


def unflow(text: str, delete_space: bool) -> str:
    """Undo `format=flowed` (RFC 3676): join lines that end in a blank with the next one of the same quote depth, and
    remove stuffed blanks."""
    out: list[list[str]] = []
    open_depth = -1  # quote depth of the line that may go on; -1 if none may
    for line in text.split("\n"):
        content = line.lstrip(">")
        depth = len(line) - len(content)
        # The sender typed a `>` behind the stuffed blank: keep the blank, so that it is no quote mark.
        if not (depth == 0 and content.startswith(" >")):
            content = content.removeprefix(" ")
        mark = content in ("-- ", "--")
        if open_depth == depth and not mark:
            out[-1].append(content)
        else:
            out.append([">" * depth, " " if depth and content else "", content])
        flowed = content.endswith(" ") and not mark
        if flowed and delete_space:
            out[-1][-1] = content[:-1]
        open_depth = depth if flowed else -1
    return "\n".join("".join(pieces) for pieces in out)
