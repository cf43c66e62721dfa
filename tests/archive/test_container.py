"""The zip: one way to write it, and nothing else is read."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from hashlib import sha256

import pytest

from pbem.archive.container import Packed, join, pack, read_zip, write_zip
from pbem.core.errors import GameFileProblem

MEMBERS = {"b.txt": b"two" * 50, "a.txt": b"one", "schemas/x.json": b"{}"}


def problem(data: bytes) -> str:
    with pytest.raises(GameFileProblem) as caught:
        read_zip(data)
    return caught.value.message


def test_everybody_can_read_it_and_nothing_of_the_machine_is_in_it() -> None:
    data = write_zip(MEMBERS)
    assert data == write_zip(dict(reversed(MEMBERS.items())))
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        assert opened.testzip() is None
        assert opened.namelist() == sorted(MEMBERS)
        assert {info.date_time for info in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {info.external_attr >> 16 for info in opened.infolist()} == {0o100644}
        assert opened.read("b.txt") == MEMBERS["b.txt"]
    assert read_zip(data) == MEMBERS


def test_every_changed_byte_is_found() -> None:
    data = write_zip(MEMBERS)
    for at in range(len(data)):
        assert problem(data[:at] + bytes([data[at] ^ 0x11]) + data[at + 1 :]).startswith("zip: ")


def test_every_cut_is_found() -> None:
    data = write_zip(MEMBERS)
    for size in range(len(data)):
        assert problem(data[:size]).startswith("zip: ")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda data: data + b"x", "1 bytes follow its end"),
        (lambda data: data[:-1] + (b"1" if data.endswith(b"0") else b"0"), "the digest in its comment"),
        (lambda data: b"MZ" + data, "does not begin like an archive"),
        (lambda data: b"", "it is empty"),
        (lambda data: data[:10] + b"\x01\x00" + data[12:], "its header was changed"),
        (lambda data: data[:4] + b"\x2d\x00" + data[6:], "header is not one"),
        (lambda data: data[:6] + b"\x01\x00" + data[8:], "encrypted"),
        (lambda data: data[:6] + b"\x08\x00" + data[8:], "header is not one"),
    ],
)
def test_the_place_is_named(change: Callable[[bytes], bytes], place: str) -> None:
    assert place in problem(change(write_zip(MEMBERS)))


@pytest.mark.parametrize(
    "name", ["../a", "/etc/passwd", "a/../../b", "a\\b", "C:/x", "a//b", ".hidden", "a/b/c/d", "x" * 300, "nul\0l", "é"]
)
def test_names_that_lead_elsewhere_are_refused(name: str) -> None:
    raw = b"evil"
    packed = Packed(name, 0, raw, zlib.crc32(raw), len(raw))
    assert "is not a name" in problem(join([packed]))


def test_names_that_stand_twice_or_out_of_order_are_refused() -> None:
    one, two = pack("a.txt", b"1"), pack("b.txt", b"2")
    assert "stands twice" in problem(join([one, one]))
    assert "stands twice" in problem(join([pack("A.txt", b"1"), one]))
    assert "not in order" in problem(join([two, one]))


def test_a_bomb_is_stopped_before_it_unfolds() -> None:
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    huge = squeezed.compress(bytes(30_000_000)) + squeezed.flush()
    honest = Packed("a.bin", 8, huge, 0, 30_000_000)
    several = [Packed(f"{n:03}", 8, huge, 0, 30_000_000) for n in range(5)]
    assert "more is packed" in problem(join(several))
    assert "sizes are impossible" in problem(join([Packed("a.bin", 8, huge, 0, 3_000_000_000)]))
    liar = Packed("a.bin", 8, huge, zlib.crc32(b"x"), 1)
    assert "does not unpack to the size" in problem(join([liar]))
    assert "does not fit its checksum" in problem(join([honest]))
    assert "more is packed" in problem(join([pack(f"{n:04}", b"") for n in range(300)]))


def test_a_link_is_refused() -> None:
    data = write_zip({"a.txt": b"target"})
    link = struct.pack("<I", 0o120777 << 16)
    changed = data.replace(struct.pack("<I", 0o100644 << 16), link)
    assert changed != data
    assert "the directory's entry of a.txt was changed" in problem(changed)


CENTRAL, END = b"PK\x01\x02", b"PK\x05\x06"


def in_directory(offset: int, value: bytes) -> Callable[[bytes], bytes]:
    """A change in the directory's first entry: what most tools go by, while others read the member's own header."""

    def change(data: bytes) -> bytes:
        at = data.index(CENTRAL) + offset
        return data[:at] + value + data[at + len(value) :]

    return change


def zip64_end(data: bytes) -> bytes:
    """A second, larger end record before the ordinary one, as zip64 has it."""
    at = data.index(END)
    return data[:at] + b"PK\x06\x06" + struct.pack("<Q", 44) + bytes(44) + b"PK\x06\x07" + bytes(16) + data[at:]


def zip64_member(data: bytes) -> bytes:
    """Sizes in an extra field."""
    extra = struct.pack("<HHQQ", 1, 16, 3, 3)
    head = data[:18] + b"\xff" * 8 + data[26:28] + struct.pack("<H", len(extra))
    return head + data[30:35] + extra + data[35:]


def gap(data: bytes) -> bytes:
    at = data.index(CENTRAL)
    return data[:at] + b"hidden between" + data[at:]


def signed(data: bytes) -> bytes:
    """The digest in the comment made to fit again."""
    at = data.index(END)
    return data[:-64] + sha256(data[:at]).hexdigest().encode()


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (in_directory(46, b"b"), "the directory's entry of a.txt was changed"),
        (in_directory(20, b"\x09"), "the directory's entry of a.txt was changed"),
        (in_directory(16, b"\0\0\0\0"), "the directory's entry of a.txt was changed"),
        (in_directory(42, b"\x07"), "the directory's entry of a.txt was changed"),
        (in_directory(8, b"\x01"), "the directory's entry of a.txt was changed"),
        (lambda data: data[:14] + b"\0\0\0\0" + data[18:], "a.txt: its content does not fit its checksum"),
        (zip64_end, "its end record was changed"),
        (zip64_member, "a.txt: its header is not one that pbem writes"),
        (gap, "the directory's entry of a.txt was changed"),
        (lambda data: data[:26] + b"\x03" + data[27:], "its content does not fit its checksum"),
    ],
)
@pytest.mark.parametrize("fit", [False, True])
def test_records_that_contradict_each_other(change: Callable[[bytes], bytes], place: str, fit: bool) -> None:
    """Local header against directory, zip64, gaps, comments: two tools could read two archives out of one file."""
    changed = change(write_zip(MEMBERS))
    told = problem(signed(changed) if fit and END in changed else changed)
    assert place in told or fit, told


def test_an_ordinary_zip_is_not_ours() -> None:
    """A zip from another tool may hide things (other times, extra fields, other names in its directory)."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in sorted(MEMBERS.items()):
            made.writestr(name, content)
    assert problem(buffer.getvalue()).startswith("zip: ")
