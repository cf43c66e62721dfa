"""Take the text out of an S/MIME mail that is signed but not encrypted: it lies unchanged inside ASN.1.

The signature is not checked, because our own token proves as much. The content is found by walking along tags and
lengths. Anything unexpected gives None, and the mail counts as encrypted.
"""

_SEQUENCE, _OCTETS, _OCTET_PIECES, _WRAPPED, _OID = 0x30, 0x04, 0x24, 0xA0, 0x06
_MOST_ELEMENTS = 5_000
_SIGNED_DATA = bytes.fromhex("2a864886f70d010702")


def signed_content(data: bytes) -> bytes | None:
    """Find the signed bytes of a PKCS #7 `signedData`; None if they cannot be found."""
    try:
        outer = _children(data, *_expect(data, 0, len(data), _SEQUENCE))
        oid, wrapped = outer[0], outer[1]
        if data[oid[1] : oid[2]] != _SIGNED_DATA or wrapped[0] != _WRAPPED:
            return None
        signed = _children(data, *_expect(data, wrapped[1], wrapped[2], _SEQUENCE))
        content = _children(data, *signed[2][1:])
        inner = _children(data, *content[1][1:])
        return _octets(data, inner)
    except (IndexError, ValueError):
        return None


def _octets(data: bytes, elements: list[tuple[int, int, int]]) -> bytes:
    pieces = []
    for tag, start, end in elements:
        if tag == _OCTETS:
            pieces.append(data[start:end])
        elif tag == _OCTET_PIECES:
            pieces += [data[first:last] for inner, first, last in _children(data, start, end) if inner == _OCTETS]
    return b"".join(pieces)


def _expect(data: bytes, start: int, end: int, tag: int) -> tuple[int, int]:
    found, first, last = _children(data, start, end)[0]
    if found != tag:
        raise ValueError("another element was expected")
    return first, last


def _children(data: bytes, start: int, end: int) -> list[tuple[int, int, int]]:
    """List tag, start and end of each element between two places; BER allows elements without a length."""
    found: list[tuple[int, int, int]] = []
    while start < end and len(found) < _MOST_ELEMENTS:
        tag = data[start]
        if tag == 0 and data[start + 1] == 0:
            break
        first, last, after = _extent(data, start + 1, end)
        found.append((tag, first, last))
        start = after
    return found


def _extent(data: bytes, place: int, end: int) -> tuple[int, int, int]:
    size = data[place]
    place += 1
    if size == 0x80:
        last = _open_end(data, place, end)
        return place, last, last + 2
    if size > 0x80:
        count = size & 0x7F
        size = int.from_bytes(data[place : place + count], "big")
        place += count
    if place + size > end:
        raise ValueError("longer than the mail")
    return place, place + size, place + size


def _open_end(data: bytes, place: int, end: int) -> int:
    """Find the end of an element without a length: the two zero bytes on its own level."""
    depth = 1
    for _ in range(_MOST_ELEMENTS):
        if place + 1 >= end:
            break
        if data[place] == 0 and data[place + 1] == 0:
            depth -= 1
            if depth == 0:
                return place
            place += 2
        elif data[place + 1] == 0x80:
            depth += 1
            place += 2
        else:
            place = _extent(data, place + 1, end)[2]
    raise ValueError("no end")
