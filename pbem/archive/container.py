"""The zip of an archive: written in one way only, and read by the same rule.

Every byte of it follows from the members: fixed times and modes, sorted names, no extra fields, and behind it a comment
with the digest of all before. Reading therefore means: take the members out in memory, within limits, write the
container again around them, and compare. Whatever a stranger changed, added or hid in the zip's own records shows.
Nothing is ever written to disk.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from struct import Struct, error
from zipfile import BadZipFile, ZipFile

from pbem.archive.models import SCHEMAS, TABLES
from pbem.core.errors import Fault, GameFileProblem

FILE_LIMIT = 64_000_000
MEMBER_LIMIT = 48_000_000
TOTAL_LIMIT = 96_000_000
MEMBERS_LIMIT = 200
MARK = b"pbem archive 1 sha256 "
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}(/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,2}\Z")

STORED, DEFLATED = 0, 8
NO_TIME, NO_DATE = 0, 0x21
"""Midnight of 1 January 1980, the earliest a zip can say."""
UNIX, NEEDED = 3, 20
MODE = 0o100644 << 16

SAME = (SCHEMAS, TABLES)
"""Members that one archive after the other has in common; packed once."""

_LOCAL = Struct("<IHHHHHIIIHH")
_CENTRAL = Struct("<IHHHHHHIIIHHHHHII")
_END = Struct("<IHHHHIIH")
_LOCAL_SIGN, _CENTRAL_SIGN, _END_SIGN = 0x04034B50, 0x02014B50, 0x06054B50


@dataclass(frozen=True, slots=True)
class Packed:
    """One member as it lies in the zip."""

    name: str
    method: int
    raw: bytes
    crc: int
    size: int


def pack(name: str, content: bytes) -> Packed:
    """Pack a member, compressed where that makes it smaller."""
    squeezed = _often(content) if name.startswith(SAME) else deflate(content)
    method, raw = (DEFLATED, squeezed) if len(squeezed) < len(content) else (STORED, content)
    return Packed(name, method, raw, zlib.crc32(content), len(content))


def deflate(content: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return packer.compress(content) + packer.flush()


_often = lru_cache(maxsize=32)(deflate)


def write_zip(members: Mapping[str, bytes]) -> bytes:
    """Write the archive's bytes; the same members give the same bytes."""
    return join([pack(name, members[name]) for name in sorted(members)])


def join(members: list[Packed]) -> bytes:
    """Build the container around packed members."""
    parts: list[bytes] = []
    directory: list[bytes] = []
    at = 0
    for member in members:
        name = member.name.encode()
        sizes = (member.crc, len(member.raw), member.size, len(name), 0)
        local = _LOCAL.pack(_LOCAL_SIGN, NEEDED, 0, member.method, NO_TIME, NO_DATE, *sizes) + name
        made = (UNIX << 8) | NEEDED
        directory.append(
            _CENTRAL.pack(_CENTRAL_SIGN, made, NEEDED, 0, member.method, NO_TIME, NO_DATE, *sizes, 0, 0, 0, MODE, at)
            + name
        )
        parts += [local, member.raw]
        at += len(local) + len(member.raw)
    central = b"".join(directory)
    body = b"".join(parts) + central
    comment = MARK + sha256(body).hexdigest().encode()
    return body + _END.pack(_END_SIGN, 0, 0, len(members), len(members), len(central), at, len(comment)) + comment


def is_archive(data: bytes) -> bool:
    """Tell whether a file is an archive of ours by its two ends, sound or not."""
    mark = data[-len(MARK) - 64 :]
    return data.startswith(b"PK\x03\x04") and mark.startswith(MARK)


class ZipProblem(GameFileProblem):
    """Something is wrong with the zip itself."""

    def __init__(self, what: str) -> None:
        super().__init__(Fault("{file}: {problem}.", file="zip", problem=what))
        self.what = what


def read_zip(data: bytes) -> dict[str, bytes]:
    """Take the members of an archive out in memory. The first fault raises GameFileProblem naming its place."""
    if len(data) > FILE_LIMIT:
        raise ZipProblem(
            Fault("{n:,} bytes are more than the {limit:,} that an archive may have", n=len(data), limit=FILE_LIMIT)
        )
    packed = split(data)
    contents: dict[str, bytes] = {}
    for member in packed:
        contents[member.name] = unpack(member)
    _compare(data, join(packed), packed)
    return contents


def split(data: bytes) -> list[Packed]:
    """Cut an archive into its members, in the order in which they lie, names and sizes checked before anything is
    unpacked."""
    members: list[Packed] = []
    seen: set[str] = set()
    at = total = 0
    while data[at : at + 4] == b"PK\x03\x04":
        member, at = _member(data, at, Fault("member {n}", n=len(members) + 1))
        if member.name.casefold() in seen:
            raise ZipProblem(Fault("{file}: this name stands twice", file=member.name))
        if members and member.name < members[-1].name:
            raise ZipProblem(Fault("{file}: the members are not in order", file=member.name))
        seen.add(member.name.casefold())
        members.append(member)
        total += member.size
        if total > TOTAL_LIMIT or len(members) > MEMBERS_LIMIT:
            raise ZipProblem(Fault("{file}: more is packed here than an archive may hold", file=member.name))
    if not members:
        what: str = Fault("it is empty") if not data else Fault("it does not begin like an archive of pbem")
        raise ZipProblem(what)
    if at >= len(data):
        raise ZipProblem(Fault("it is cut off behind {name}; the directory is missing", name=members[-1].name))
    return members


def _member(data: bytes, at: int, where: str) -> tuple[Packed, int]:
    try:
        _, needed, flags, method, _, _, crc, packed, size, name_size, extra = _LOCAL.unpack_from(data, at)
    except error:
        raise ZipProblem(Fault("it is cut off in the header of {where}", where=where)) from None
    begin = at + _LOCAL.size
    name = _name(data[begin : begin + name_size], where)
    if flags & 0x1:
        raise ZipProblem(Fault("{file}: it is encrypted", file=name))
    if flags or extra or needed != NEEDED or method not in (STORED, DEFLATED):
        raise ZipProblem(Fault("{file}: its header is not one that pbem writes", file=name))
    if 0xFFFFFFFF in (packed, size) or size > MEMBER_LIMIT or (method == STORED and packed != size):
        raise ZipProblem(Fault("{file}: its sizes are impossible", file=name))
    begin += name_size
    if begin + packed > len(data):
        raise ZipProblem(Fault("it is cut off in {name}", name=name))
    return Packed(name, method, data[begin : begin + packed], crc, size), begin + packed


def _name(raw: bytes, where: str) -> str:
    """Read a plain relative name; refuse anything that could lead elsewhere (fault 200)."""
    try:
        name = raw.decode("ascii")
    except UnicodeDecodeError:
        name = ""
    if not NAME.match(name) or ".." in name:
        shown = raw[:80].decode("ascii", "backslashreplace")
        raise ZipProblem(Fault("{where}: {shown} is not a name that pbem gives", where=where, shown=repr(shown)))
    return name


def unpack(member: Packed) -> bytes:
    """Unpack one member's content; stop a bomb at the size its header promised."""
    if member.method == STORED:
        content = member.raw
    else:
        opener = zlib.decompressobj(-15)
        try:
            content = opener.decompress(member.raw, member.size + 1)
        except zlib.error:
            raise ZipProblem(Fault("{file}: its compressed text is damaged", file=member.name)) from None
        if len(content) != member.size or not opener.eof or opener.unused_data or opener.unconsumed_tail:
            raise ZipProblem(Fault("{file}: it does not unpack to the size that its header says", file=member.name))
    if zlib.crc32(content) != member.crc:
        raise ZipProblem(Fault("{file}: its content does not fit its checksum", file=member.name))
    return content


def _compare(data: bytes, wanted: bytes, members: list[Packed]) -> None:
    """Name the first place where a zip is not the one that pbem writes around these members."""
    if data == wanted:
        return
    at = next((n for n, (a, b) in enumerate(zip(data, wanted, strict=False)) if a != b), min(len(data), len(wanted)))
    raise ZipProblem(_place(at, data, wanted, members))


def _place(at: int, data: bytes, wanted: bytes, members: list[Packed]) -> str:
    offset = 0
    for member in members:
        offset += _LOCAL.size + len(member.name) + len(member.raw)
        if at < offset:
            return Fault("{file}: its header was changed", file=member.name)
    for member in members:
        offset += _CENTRAL.size + len(member.name)
        if at < offset:
            return Fault("the directory's entry of {name} was changed", name=member.name)
    if at >= len(wanted):
        return Fault("{n} bytes follow its end", n=len(data) - len(wanted))
    if at >= len(data):
        return Fault("it is cut off in its end record")
    if at >= offset + _END.size:
        return Fault("something was changed: the digest in its comment does not fit")
    return Fault("its end record was changed")


def read_loosely(data: bytes) -> dict[str, bytes] | None:
    """Take the members out of a zip that some other tool packed, within the same limits; None if it cannot be read so.
    What is in them may be sound; that the zip itself hides nothing, nobody can say."""
    if len(data) > FILE_LIMIT:
        return None
    found: dict[str, bytes] = {}
    try:
        with ZipFile(BytesIO(data)) as packed:
            infos = [info for info in packed.infolist() if not info.is_dir()]
            names = {info.filename.casefold() for info in infos}
            if len(names) != len(infos) or len(infos) > MEMBERS_LIMIT or sum(i.file_size for i in infos) > TOTAL_LIMIT:
                return None
            for info in infos:
                name = _name(info.filename.encode("ascii", "replace"), Fault("a member"))
                found[name] = packed.read(info)  # at most as much as its header says, and that was judged above
    except (BadZipFile, GameFileProblem, OSError, ValueError, LookupError, RuntimeError, EOFError, zlib.error, error):
        return None
    return found
