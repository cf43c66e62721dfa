"""Find the MIME structure of a mail in one pass over its lines: bounded work, however deep or broken the mail is.

The standard parser calls itself for every level, fails near a thousand levels, and looks at every line in Python. Here
one search finds all lines that begin with two dashes, and a stack of open boundaries tells what each of them means.
"""

import binascii
import re
from dataclasses import dataclass, field

from pbem.mail.reading.headers import Header, parameters, read_header, words
from pbem.mail.reading.limits import Limits

_DASHES = re.compile(rb"^--[^\n]+", re.MULTILINE)
_MIME_LINE = re.compile(rb"--([^\n]{1,300}?)[ \t]*\n(?=content-)", re.IGNORECASE)
_TYPE = re.compile(r"[a-z0-9!#$&^_.+-]+/[a-z0-9!#$&^_.+-]+")
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")


@dataclass(slots=True)
class Part:
    """One part of a mail: a leaf with its bytes, or a multipart with children."""

    header: Header
    kind: str  # content type in small letters; `text/plain` if none or nonsense was given
    params: dict[str, str]
    disposition: str
    filename: str
    body: bytes = b""
    parent: "Part | None" = None
    depth: int = 0
    children: list["Part"] = field(default_factory=list)

    @property
    def is_multipart(self) -> bool:
        return self.kind.startswith("multipart/")

    def decoded(self) -> tuple[bytes, str]:
        """Undo the transfer encoding. Return the bytes with the name of a problem, '' if there was none."""
        encoding = self.header.first("content-transfer-encoding").split(";")[0].split("(")[0].strip().lower()
        if encoding == "base64":
            return _base64(self.body)
        if encoding in ("quoted-printable", "quopri", "q"):
            return binascii.a2b_qp(self.body), ""
        return self.body, ""


def prepare(raw: bytes, limits: Limits) -> tuple[bytes, list[str]]:
    """Make line ends alike, remove an mbox line and a byte order mark, and cut at the limit."""
    problems = []
    if len(raw) > limits.size:
        raw = raw[: limits.size]
        problems.append("too-big")
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raw = raw.decode("utf-16", "replace").encode("utf-8", "replace").replace(b"\r\n", b"\n")
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    head = raw.lstrip(b" \t\n")
    if b"\n" in raw[: len(raw) - len(head)]:
        raw = head  # remove empty lines on top, as webmail adds to a mail's source; but blanks may begin its first line
    if raw.startswith((b"From ", b">From ")):
        raw = raw[raw.find(b"\n") + 1 :] if b"\n" in raw else b""
    return raw, problems


def parse(raw: bytes, limits: Limits) -> tuple[list[Part], list[str]]:
    """List all parts in order, the mail itself first, and the problems of the structure."""
    return _Walk(raw, limits).run()


class _Walk:
    def __init__(self, raw: bytes, limits: Limits) -> None:
        self.raw = raw
        self.limits = limits
        self.marks = [(m.start(), m.end(), m[0][2:].rstrip()) for m in _DASHES.finditer(raw)]
        self.last = {text: start for start, _, text in self.marks}
        self.next_mark = 0
        self.stack: list[tuple[bytes, Part]] = []
        self.parts: list[Part] = []
        self.problems: list[str] = []

    def run(self) -> tuple[list[Part], list[str]]:
        place = 0
        while True:
            part, place = self._open(place)
            going_on, place = self._to_next(part, place)
            if not going_on:
                return self.parts, list(dict.fromkeys(self.problems))

    def _open(self, place: int) -> tuple[Part, int]:
        header, body = read_header(self.raw, place, self.limits)
        parent = self.stack[-1][1] if self.stack else None
        part = _part(header, parent)
        self.parts.append(part)
        if parent is not None:
            parent.children.append(part)
        self.problems += header.problems
        if not part.is_multipart:
            return part, body
        if part.depth >= self.limits.depth:
            self.problems.append("too-deep")
            part.kind = "application/octet-stream"
            return part, body
        boundary = self._boundary(part, body)
        if boundary is None:
            self.problems.append("no-boundary")
            part.kind = "text/plain"
        else:
            self.stack.append((boundary, part))
        return part, body

    def _boundary(self, part: Part, body: int) -> bytes | None:
        """Find the boundary: as given, without blanks that folding put in, or else the first line that acts as one."""
        given = part.params.get("boundary", "").encode("utf-8", "replace").rstrip()
        for boundary in (given, re.sub(rb"\s+", b"", given)):
            if boundary and self.last.get(boundary, -1) >= body:
                return boundary
        found = _MIME_LINE.search(self.raw, body, body + 100_000)
        if found and (found.start() == body or self.raw[found.start() - 1 : found.start()] == b"\n"):
            return found[1]
        return None

    def _to_next(self, part: Part, body: int) -> tuple[bool, int]:
        """Go to the next line that is an open boundary; everything before it belongs to `part`."""
        levels = {boundary: level for level, (boundary, _) in enumerate(self.stack)}
        open_leaf: Part | None = None if part.is_multipart else part
        while self.next_mark < len(self.marks):
            start, end, text = self.marks[self.next_mark]
            if start < body:
                self.next_mark += 1
                continue
            level = levels.get(text)
            closing = level is None and text.endswith(b"--")
            if closing:
                level = levels.get(text[:-2].rstrip())
            if level is None:
                self.next_mark += 1
                continue
            self.next_mark += 1
            if open_leaf is not None:
                open_leaf.body = self.raw[body : max(start - 1, body)]
                open_leaf = None
            for boundary, _ in self.stack[level + 1 :]:
                levels.pop(boundary, None)
            del self.stack[level + 1 :]
            if closing:
                levels.pop(self.stack[level][0], None)
                del self.stack[level:]
                continue
            if len(self.parts) >= self.limits.parts:
                self.problems.append("too-many-parts")
                return False, len(self.raw)
            return True, min(end + 1, len(self.raw))
        if open_leaf is not None:
            open_leaf.body = self.raw[body:]
        if self.stack:
            self.problems.append("cut-off")
        return False, len(self.raw)


def _part(header: Header, parent: Part | None) -> Part:
    kind, params = parameters(header.first("content-type"))
    if not _TYPE.fullmatch(kind):
        in_digest = not kind and parent is not None and parent.kind == "multipart/digest"
        kind = "message/rfc822" if in_digest else "text/plain"
    disposition, more = parameters(header.first("content-disposition"))
    filename = words(more.get("filename") or params.get("name") or "")
    depth = 0 if parent is None else parent.depth + 1
    return Part(header, kind, params, disposition, filename, parent=parent, depth=depth)


def _base64(body: bytes) -> tuple[bytes, str]:
    """Decode what can be read of base64: skip blanks and stray characters, leave out text behind its end."""
    lines: list[bytes] = []
    width = 0
    odd = False
    for line in body.split(b"\n"):
        line = line.strip()
        if not line:
            continue
        strange = _NOT_BASE64.search(line.rstrip(b"=")) is not None
        if strange and lines and len(lines[-1]) < width:
            break  # the shorter last line is over: this is the footer of a list, not base64
        odd = odd or strange
        width = max(width, len(line))
        lines.append(line)
        if line.endswith(b"="):
            break
    letters = _NOT_BASE64.sub(b"", b"".join(lines).rstrip(b"="))
    stump = len(letters) % 4 == 1
    if stump:
        letters = letters[:-1]
    data = binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
    if odd and lines and not data.strip():
        return body, "bad-base64"
    return data, "cut-off" if stump else "bad-base64" if odd else ""
