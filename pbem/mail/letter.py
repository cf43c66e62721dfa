"""Write mails as bytes without the standard classes, which are a hundred times slower. So every field is checked here.

A header value with a line end, NUL or another control character is refused: nobody can add a header or begin a second
mail (faults 22, 23, 123). Bodies go as 7bit, quoted-printable or base64, never as 8bit, so that every server passes
them on unchanged (fault 21). Lines end with LF in the file; the transport turns that into CR LF.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64encode, encodebytes
from collections.abc import Sequence
from dataclasses import field
from datetime import UTC, datetime
from hashlib import sha256

from pbem.core.errors import Fault, Misuse
from pbem.core.records import record
from pbem.core.words import Say

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ADDRESS = re.compile(r"[^\s\x00-\x20\x7f<>\"(),:;\[\]\\@]{1,64}@[^\s\x00-\x20\x7f<>\"(),:;\[\]\\@]{1,255}")
_ATOM = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_HARMLESS = bytes(range(32, 127)) + b"\t\n"
LONGEST_LINE = 998
WORD_BYTES = 42
"""An encoded word may have 75 characters; 42 bytes of UTF-8 are 56 of base64."""


@record()
class Letter:
    """One mail to one person."""

    envelope: str
    """The signed address of this mail to which bounces go. Kept in the file as Return-Path, which is not sent."""
    sender: tuple[str, str]
    to: tuple[str, str]
    subject: str
    body: str
    when: datetime
    message_id: str
    reply_to: str | None = None
    references: Sequence[str] = ()
    in_reply_to: str | None = None
    extra: Sequence[tuple[str, str]] = field(default_factory=tuple)
    html: str = ""
    """The same as a page; empty: the mail is its text alone."""
    picture: bytes = b""
    """A PNG that the page shows as `cid:board`."""

    def as_bytes(self) -> bytes:
        fields = [("Return-Path", f"<{check_address(self.envelope)}>" if self.envelope else "<>")]
        fields += [("From", mailbox(*self.sender)), ("To", mailbox(*self.to))]
        if self.reply_to:
            fields.append(("Reply-To", mailbox(self.sender[0], self.reply_to)))
        fields += [("Subject", encoded(self.subject)), ("Date", rfc_date(self.when)), ("Message-ID", self.message_id)]
        if self.in_reply_to:
            fields.append(("In-Reply-To", self.in_reply_to))
        if self.references:
            fields.append(("References", "\n ".join(self.references)))
        fields.append(("Auto-Submitted", "auto-generated"))
        fields += [*self.extra, ("MIME-Version", "1.0")]
        head = "".join(header(name, value) for name, value in fields)
        return head.encode("utf-8") + self._content()

    def _content(self) -> bytes:
        """Write the text; or the text and the page, with the picture beside the page."""
        text = text_part("plain", self.body)
        if not self.html:
            return text
        page = text_part("html", self.html)
        if self.picture:
            page = multipart("related", self._boundary("related"), [page, picture_part(self.picture)])
        return multipart("alternative", self._boundary("alternative"), [text, page])

    def _boundary(self, use: str) -> str:
        """Make a line that nobody can have written into the mail, and the same whenever the mail is made."""
        return f"pbem-{sha256(f'{use} {self.message_id}'.encode()).hexdigest()[:40]}"


def text_part(kind: str, text: str) -> bytes:
    """Write a part with text in the encoding that carries it unchanged, its header fields included."""
    encoding, body = encode_body(text)
    head = f"Content-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n"
    return head.encode("ascii") + body


def picture_part(png: bytes) -> bytes:
    head = (
        "Content-Type: image/png\nContent-Transfer-Encoding: base64\nContent-ID: <board>\n"
        'Content-Disposition: inline; filename="board.png"\n\n'
    )
    return head.encode("ascii") + encodebytes(png)


def multipart(kind: str, boundary: str, parts: Sequence[bytes]) -> bytes:
    """Put parts between lines that divide them, text first: whoever shows no page shows the text."""
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode("ascii")
    line = f"--{boundary}".encode("ascii")
    return head + b"".join(line + b"\n" + part + b"\n" for part in parts) + line + b"--\n"


def header(name: str, value: str) -> str:
    """Write one header field. Only our own folding (`encoded`, `References`) may put line ends into it."""
    if not _NAME.fullmatch(name):
        raise Misuse(Fault("{name} is no name of a header field.", name=f"{name!r:.60}"))
    for line in value.split("\n "):
        if _CONTROL.search(line):
            raise Misuse(
                Fault(
                    "The header {name} would get a line end or control character: {value}.",
                    name=name,
                    value=f"{value!r:.80}",
                )
            )
    return f"{name}: {value}\n"


def check_address(address: str) -> str:
    """Return an address that may be handed to a mail server; refuse any that a library might cut (fault 23)."""
    if len(address) > 254 or not _ADDRESS.fullmatch(address) or _CONTROL.search(address) or ".." in address:
        raise Misuse(Fault("{address} is no mail address.", address=f"{address!r:.80}"))
    return address


def mailbox(name: str, address: str) -> str:
    """Write `Zażółć <z@example.org>` with the name encoded as mail programs expect."""
    check_address(address)
    if not name:
        return address
    if _CONTROL.search(name):
        raise Misuse(Fault("The name {name} has a line end or control character in it.", name=f"{name!r:.80}"))
    if _ATOM.fullmatch(name) and name == name.strip() and "=?" not in name:
        return f"{name} <{address}>"
    if name.isascii() and "=?" not in name and len(name) <= 60:
        quoted = name.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{quoted}" <{address}>'
    words = encoded(name, always=True)
    return f"{words}\n <{address}>"


def encoded(text: str, *, always: bool = False) -> str:
    """Encode header text that is not plain ASCII as RFC 2047 words; never cut inside a character."""
    if _CONTROL.search(text):
        raise Misuse(Fault("A header would get a line end or control character: {value}.", value=f"{text!r:.80}"))
    if text.isascii() and not always and "=?" not in text and len(text) < 900:
        return _folded(text)
    words: list[str] = []
    piece = b""
    for char in text:
        raw = char.encode("utf-8")
        if len(piece) + len(raw) > WORD_BYTES:
            words.append(piece.decode("utf-8"))
            piece = b""
        piece += raw
    words.append(piece.decode("utf-8"))
    return "\n ".join(f"=?utf-8?b?{b64encode(word.encode()).decode()}?=" for word in words)


def _folded(text: str) -> str:
    """Fold long plain text at blanks; each fold keeps exactly one blank."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > 66:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line or lines else word
    lines.append(line)
    if any(not part.strip() for part in lines):
        return text
    return "\n ".join(part.lstrip(" ") if n else part for n, part in enumerate(lines))


def rfc_date(when: datetime) -> str:
    """Write a date as RFC 5322 wants it, in UTC and independent of the locale."""
    utc = when.astimezone(UTC)
    return f"{_DAYS[utc.weekday()]}, {utc.day:02d} {_MONTHS[utc.month - 1]} {utc:%Y %H:%M:%S} +0000"


def encode_body(text: str) -> tuple[str, bytes]:
    """Choose the transfer encoding that carries this text through any server unchanged. Return it with the bytes."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode("utf-8")
    if not text.endswith("\n"):
        text += "\n"
    if text.isascii():
        if not _delicate(text):
            return "7bit", text.encode("ascii")
        return "quoted-printable", _quoted(text)
    wide = len(text) - len(text.encode("ascii", "ignore"))
    if wide * 6 > len(text):
        return "base64", encodebytes(text.encode("utf-8"))
    return "quoted-printable", _quoted(text)


def _delicate(text: str) -> bool:
    """Tell whether a server or Maildir might change this ASCII text: a dot or `From ` begins a line, blanks end one, or
    there are control characters or long lines."""
    return (
        text.endswith((" ", "\t"))
        or " \n" in text
        or "\t\n" in text
        or "\n." in text
        or "\nFrom " in text
        or text.startswith((".", "From "))
        or bool(text.encode().translate(None, _HARMLESS))
        or max(map(len, text.split("\n"))) > LONGEST_LINE
    )


def _quoted(text: str) -> bytes:
    """Encode a text that ends with a line end. A soft break may leave a dot or `From ` at the beginning of a line, too,
    where a careless server would change it."""
    raw = b"\n" + binascii.b2a_qp(text.encode("utf-8"), istext=True)
    return raw.replace(b"\n.", b"\n=2E").replace(b"\nFrom ", b"\n=46rom ")[1:]


# -- reading back what we wrote ------------------------------------------------------------------------------------


@record()
class Stored:
    """A composed mail as it lies in `mail/out`."""

    envelope: str
    recipient: str
    about: dict[str, str]
    """What `X-Pbem` says: game, entry, seat, kind, question."""
    content: bytes
    """The mail without Return-Path, as every server gets it."""
    message_id: str = ""


def read_stored(raw: bytes) -> Stored:
    """Read envelope and content of a mail that `Letter.as_bytes` wrote. Refuse anything else."""
    head, _, _ = raw.partition(b"\n\n")
    fields: dict[str, str] = {}
    for line in head.decode("utf-8", "replace").replace("\n ", " ").split("\n"):
        name, _, value = line.partition(": ")
        fields.setdefault(name.lower(), value)
    if not raw.startswith(b"Return-Path: <") or "to" not in fields:
        raise Misuse(Say("this is no mail that pbem composed"))
    envelope = fields["return-path"].strip("<>")
    recipient = fields["to"].rpartition("<")[2].rstrip(">").strip()
    about = dict(part.strip().partition("=")[::2] for part in fields.get("x-pbem", "").split(";") if "=" in part)
    if envelope:
        check_address(envelope)
    content = raw[raw.index(b"\n") + 1 :]
    return Stored(envelope, check_address(recipient), about, content, fields.get("message-id", ""))


def body_text(raw: bytes) -> str:
    """Decode the text of a mail that `Letter.as_bytes` wrote; much quicker than reading a foreign mail."""
    head, _, body = raw.partition(b"\n\n")
    divided = re.search(rb'\nContent-Type: multipart/alternative; boundary="([\w-]+)"', head)
    if divided:  # the text is the first part
        part = body.split(b"--" + divided[1], 2)[1]
        head, _, body = part[:-1].partition(b"\n\n")
    if b"\nContent-Transfer-Encoding: quoted-printable" in head:
        body = binascii.a2b_qp(body)
    elif b"\nContent-Transfer-Encoding: base64" in head:
        body = binascii.a2b_base64(body)
    return body.decode("utf-8", "replace")
