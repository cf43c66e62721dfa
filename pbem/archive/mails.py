"""A player's kept mails against the journal: every mail prints the first 12 characters of the head it was made from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.core.errors import Fault, GameFileProblem
from pbem.engine.gamefile import Entry
from pbem.medium import below, is_folder
from pbem.plain import read_file

if TYPE_CHECKING:
    from email.message import Message

LETTERS = 12
FILES_LIMIT = 20_000
SIZE_LIMIT = 2_000_000
_SUBJECT = re.compile(r"\[pbem ([a-z0-9][a-z0-9-]{1,39}) #(\d{1,7})")
_ABOUT = re.compile(r"game=([a-z0-9-]+); entry=(\d{1,7});")
_PRINTED = re.compile(rf"^\w+[ \t]+([0-9a-f]{{{LETTERS}}})[ \t]*$", re.M)
"""One word in the reader's language and the head, alone on a line; a quoted one is not ours to judge."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What one mail claims: the head after an entry. `exact` is false where only the question's entry is known."""

    file: str
    entry: int
    head: str
    exact: bool


def compare_mails(folder: Path, game: str, entries: Sequence[Entry]) -> str:
    """Count how many mails fit; the first entry that differs raises GameFileProblem."""
    if not is_folder(folder):
        raise GameFileProblem(Fault("{folder}: there is no such folder", folder=folder))
    kept = sorted(kept_mails(folder, game), key=lambda mail: (mail.entry, mail.file))
    if not kept:
        raise GameFileProblem(
            Fault("{folder}: no mail of {game} that prints its record is there", folder=folder, game=game)
        )
    heads = {entry.n: entry.hash[:LETTERS] for entry in entries}
    for mail in kept:
        if mail.exact and mail.entry not in heads:
            raise GameFileProblem(
                Fault("entry {n}: {file} knows it, the record ends before it", n=mail.entry, file=mail.file)
            )
        fits = heads[mail.entry] == mail.head if mail.exact else mail.head in heads.values()
        if not fits:
            told = heads.get(mail.entry, "nothing")
            raise GameFileProblem(
                Fault(
                    "entry {n}: {file} prints {head}, the record has {told}",
                    n=mail.entry,
                    file=mail.file,
                    head=mail.head,
                    told=told,
                )
            )
    return Fault("{n} mails print heads of this record, the last of entry {entry}", n=len(kept), entry=kept[-1].entry)


def kept_mails(folder: Path, game: str) -> Iterator[Kept]:
    """Yield the mails of a game in a folder (a Maildir, or plain files), its folders included."""
    from email import message_from_bytes

    files = sorted(below(folder))
    for path in files[:FILES_LIMIT]:
        raw = read_file(path, SIZE_LIMIT)
        for part in _mbox(raw):
            found = read_mail(message_from_bytes(part), game, path.relative_to(folder).as_posix())
            if found is not None:
                yield found


def _mbox(raw: bytes) -> list[bytes]:
    """Cut a file into its mails: one, or those of an mbox."""
    if not raw.startswith(b"From "):
        return [raw]
    parts = re.split(rb"(?:\A|\n\n)From [^\n]*\n", raw)
    return [part for part in parts if part.strip()]


def read_mail(mail: Message, game: str, file: str) -> Kept | None:
    """Read what a mail says of this game's record; None if it is another game's or prints nothing."""
    about = _ABOUT.search(_flat(mail.get("X-Pbem")))
    subject = _SUBJECT.search(_decoded(mail.get("Subject")))
    named = about or subject
    if named is None or named[1] != game:
        return None
    printed = _PRINTED.search(text_of(mail))
    if printed is None:
        return None
    return Kept(file, int(named[2]), printed[1], about is not None)


def _flat(value: object) -> str:
    return " ".join(str(value or "").split())


def _decoded(value: object) -> str:
    from email.errors import HeaderParseError
    from email.header import decode_header, make_header

    flat = _flat(value)
    try:
        return str(make_header(decode_header(flat)))
    except (HeaderParseError, LookupError, ValueError):
        return flat


def text_of(mail: Message) -> str:
    """Return the first plain text of a mail."""
    for part in mail.walk():
        if part.get_content_type() != "text/plain":
            continue
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            charset = str(part.get_content_charset() or "utf-8")
            try:
                return payload.decode(charset, "replace").replace("\r\n", "\n")
            except LookupError:
                return payload.decode("utf-8", "replace").replace("\r\n", "\n")
    return ""
