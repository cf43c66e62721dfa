"""Read header fields: split them, decode their words, parameters and dates. Linear time, no recursion."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pbem.mail.reading.charsets import decode
from pbem.mail.reading.limits import Limits

_FIELD = re.compile(rb"([!-9;-~]{1,200})[ \t]*:")
_WORD = re.compile(r"=\?([^?\s]{1,75})\?([bBqQ])\?([^?]*)\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?)")
_PARAMETER = re.compile(r';\s*([^\s=;"]{1,100})\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)', re.DOTALL)
_LONGEST_PARAMETERS = 8_000
# Fields that mails have. If no blank line ends the header, a last line that is none of these was meant as text:
# `die: osiris yellow 4` looks just like a field.
_KNOWN = frozenset(
    [
        "from",
        "to",
        "cc",
        "bcc",
        "subject",
        "date",
        "sender",
        "reply-to",
        "message-id",
        "in-reply-to",
        "references",
        "received",
        "return-path",
        "mime-version",
        "content-type",
        "content-transfer-encoding",
        "content-disposition",
        "content-language",
        "content-id",
        "content-description",
        "content-length",
        "content-class",
        "content-location",
        "content-md5",
        "delivered-to",
        "envelope-to",
        "auto-submitted",
        "precedence",
        "importance",
        "priority",
        "sensitivity",
        "user-agent",
        "mailer",
        "organization",
        "thread-topic",
        "thread-index",
        "accept-language",
        "authentication-results",
        "dkim-signature",
        "domainkey-signature",
        "feedback-id",
        "autocrypt",
        "openpgp",
        "lines",
        "status",
        "keywords",
        "comments",
        "errors-to",
        "disposition-notification-to",
        "return-receipt-to",
        "apparently-to",
        "mail-followup-to",
        "mailing-list",
        "delivery-date",
        "encoding",
        "expires",
        "newsgroups",
        "xref",
        "path",
        "resent-from",
        "resent-to",
        "resent-date",
        "resent-message-id",
    ]
)
_KNOWN_PREFIXES = ("x-", "list-", "arc-", "received-", "content-", "resent-", "dkim-", "ms-", "msip", "autocrypt-")


@dataclass(slots=True)
class Header:
    """The fields of one part: names in small letters, values unfolded but not decoded."""

    fields: dict[str, list[str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    added: frozenset[str] = frozenset()  # fields that servers on the way wrote: they stand above a `Received`
    stray: str = ""  # text in the place of fields: lines that no mail has as fields, with no blank line after them

    def first(self, name: str) -> str:
        """Return the first field of this name; later ones never count."""
        values = self.fields.get(name)
        return values[0] if values else ""

    def all(self, name: str) -> list[str]:
        return self.fields.get(name, [])

    def text(self, name: str) -> str:
        return words(self.first(name))


def read_header(raw: bytes, start: int, limits: Limits) -> tuple[Header, int]:
    """Read the header that begins at `start`. Return it with the place where the body begins. Line ends must be LF."""
    header = Header()
    names: list[str] = []
    lines: list[bytes] = []
    order: list[tuple[str, bytes]] = []
    count = 0
    blank = False
    end = start
    for line, end in _lines(raw, start):
        if not line.strip():
            blank = True
            break
        found = None if line[:2] == b"--" else _FIELD.match(line)
        if line[:1] in b" \t" and names:
            lines.append(line)
        elif found:
            _close(header, order, names, lines, limits)
            names, lines = [found[1].decode("ascii").lower()], [line[found.end() :]]
        else:
            end -= len(line) + 1  # this line already belongs to the text
            break
        # A long thread has many lines of ids. That is no attack, and only the last ids are used.
        count += names[0] != "references"
        if count > limits.header_lines:
            header.problems.append("too-many-header-lines")
            end = _next_blank(raw, end)
            blank = True
            break
    _close(header, order, names, lines, limits)
    header.added = _added([name for name, _ in order])
    if not blank:
        header.stray = _stray(header, order)
    return header, min(max(end, start), len(raw))


def _lines(raw: bytes, start: int) -> Iterator[tuple[bytes, int]]:
    """Go through the lines, each with the place behind its line end."""
    while start < len(raw):
        stop = raw.find(b"\n", start)
        stop = len(raw) if stop < 0 else stop
        yield raw[start:stop], stop + 1
        start = stop + 1


def _next_blank(raw: bytes, start: int) -> int:
    place = raw.find(b"\n\n", max(start - 1, 0))
    return len(raw) if place < 0 else place + 2


def _close(
    header: Header, order: list[tuple[str, bytes]], names: list[str], lines: list[bytes], limits: Limits
) -> None:
    """Store the field that was being collected."""
    if not names:
        return
    name = names[0]
    if name == "references":
        lines = lines[-2 * limits.references :]
    value = b" ".join(line.strip() for line in lines).strip()
    if len(value) > limits.header_bytes:
        if name == "references":
            value = value[-limits.header_bytes :]
        else:
            value = value[: limits.header_bytes]
            header.problems.append("header-too-long")
    header.fields.setdefault(name, []).append(decode(value)[0].replace("\n", " "))
    order.append((name, b"\n".join(lines)))


def _added(names: list[str]) -> frozenset[str]:
    """Find the fields that servers added: they write on top, so these stand above the oldest `Received`."""
    if "received" not in names:
        return frozenset()
    oldest = len(names) - 1 - names[::-1].index("received")
    return frozenset(names[:oldest]).difference(names[oldest:])


def _stray(header: Header, order: list[tuple[str, bytes]]) -> str:
    """Take out the last fields that no mail has: they were typed as text below the header."""
    kept = len(order)
    while kept and not _is_known(order[kept - 1][0]):
        kept -= 1
    for name, _ in order[kept:]:
        header.fields.pop(name, None)
    return "".join(f"{name}:{decode(value)[0]}\n" for name, value in order[kept:])


def _is_known(name: str) -> bool:
    return name in _KNOWN or name.startswith(_KNOWN_PREFIXES)


def words(value: str) -> str:
    """Decode RFC 2047 words as well as possible; join a character that was split over two words."""
    if "=?" not in value:
        return value
    value = _BETWEEN_WORDS.sub(r"\1", value)
    out: list[str] = []
    place = 0
    held: tuple[str, bytes] | None = None
    for found in _WORD.finditer(value):
        charset = found[1].split("*", 1)[0]
        data = _word_bytes(found[2], found[3])
        if held and (found.start() != place or held[0].lower() != charset.lower()):
            out.append(decode(held[1], held[0])[0])
            held = None
        out.append(value[place : found.start()])
        held = (charset, held[1] + data) if held else (charset, data)
        place = found.end()
    if held:
        out.append(decode(held[1], held[0])[0])
    out.append(value[place:])
    return "".join(out).replace("\n", " ")


def _word_bytes(encoding: str, text: str) -> bytes:
    import binascii

    if encoding in "qQ":
        return binascii.a2b_qp(text.encode("utf-8", "replace"), header=True)
    letters = re.sub(r"[^A-Za-z0-9+/]", "", text)
    letters = letters[: len(letters) - (len(letters) % 4 == 1)]
    return binascii.a2b_base64(letters + "=" * (-len(letters) % 4))


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """Split a structured value from its parameters, and join parameters that come in pieces (RFC 2231)."""
    value = value[:_LONGEST_PARAMETERS]
    plain: dict[str, str] = {}
    pieces: dict[str, dict[int, str]] = {}
    for count, found in enumerate(_PARAMETER.finditer(value)):
        if count >= 100:
            break
        name, text = found[1].lower(), found[2].strip()
        if len(text) > 1 and text[0] == text[-1] == '"':
            text = re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL)
        else:
            text = text.split(" (", 1)[0].strip().strip('"')
        base, star, number = name.partition("*")
        if not star:
            plain.setdefault(name, text)
            continue
        if number.endswith("*") or not number:
            text = _percent(text)
        digits = number.rstrip("*")
        if digits.isdecimal() and len(digits) < 4:
            pieces.setdefault(base, {}).setdefault(int(digits), text)
        elif not digits:
            plain[base] = text
    for base, numbered in pieces.items():
        plain.setdefault(base, "".join(numbered[n] for n in sorted(numbered)))
    return value.split(";", 1)[0].split("(", 1)[0].strip().lower(), plain


def _percent(text: str) -> str:
    """Decode `charset'language'text%20with%20bytes`, or a later piece, which has only the text."""
    charset = ""
    if text.count("'") >= 2:
        charset, _, text = text.split("'", 2)
    data = re.sub(rb"%([0-9A-Fa-f]{2})", lambda found: bytes([int(found[1], 16)]), text.encode("utf-8", "replace"))
    return decode(data, charset)[0]


_DATE = re.compile(
    r"(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?\s+(\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([+-]\d{4}|[A-Za-z]+)?"
)
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def claimed_date(value: str) -> str | None:
    """Read the `Date` of a mail as ISO text in UTC, or None. It is only noted: the time of receipt decides."""
    from datetime import UTC, datetime, timedelta, timezone

    found = _DATE.search(value[:200])
    if not found or found[2].lower() not in _MONTHS:
        return None
    day, month, year = int(found[1]), _MONTHS.index(found[2].lower()) + 1, int(found[3])
    year += 0 if year > 99 else 2000 if year < 50 else 1900
    zone = found[7] or ""
    minutes = 0
    if zone[:1] in ("+", "-"):
        minutes = int(zone[1:3]) * 60 + int(zone[3:5])
        minutes = -minutes if zone[0] == "-" else minutes
    try:
        offset = timezone(timedelta(minutes=minutes))
        at = datetime(year, month, day, int(found[4]), int(found[5]), min(int(found[6] or 0), 59), tzinfo=offset)
        return at.astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return None
