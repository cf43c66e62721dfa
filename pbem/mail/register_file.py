"""The file of the register: every row carries a checksum, and a file that is damaged is put aside and begun anew.

The checksum of a row is stored with it when it is written and reckoned again when it is read; a row that does not fit
its checksum is not there. Trouble of the disk or of another process is no damage: it is raised.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import zlib
from contextlib import suppress
from pathlib import Path

from pbem.medium import disk, exists, make_folders

log = logging.getLogger("pbem.post")

VERSION = 1
WRITERS = 18
"""Where a database says which format its writers must know: 1, or 2 with a write-ahead log."""
TABLES: dict[str, tuple[tuple[str, ...], str]] = {
    "seen": (("key", "content", "at", "verdict", "answer", "game", "entry integer"), "key"),
    "days": (
        ("day", "who", "mails integer default 0", "answers integer default 0", "told integer default 0"),
        "day, who",
    ),
    "tries": (("name", "count integer"), "name"),
    "told": (("what", "at"), "what"),
    "waits": (
        ("name", "game", "count integer", "first", "next", "words", "warned integer"),
        "name",
    ),
}  # fmt: skip
"""The columns of each table, texts unless they say otherwise, and its key."""
_PASSING = frozenset({
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH,
})  # fmt: skip
"""What says nothing about the bytes of the file."""


def columns(table: str) -> list[str]:
    return [column.split()[0] for column in TABLES[table][0]]


def checksum(table: str) -> str:
    """Write the checksum of a row, as SQL; of bytes, because a damaged text may be none."""
    return f"checksum({', '.join(f'cast({name} as blob)' for name in columns(table))})"


def sound(table: str) -> str:
    """Write as SQL that a row fits its checksum."""
    return f"sum = {checksum(table)}"


def raised(table: str, column: str) -> str:
    """Write as SQL one more than a counter says; what a damaged row says does not count."""
    return f"iif({table}.{sound(table)}, {column}, 0) + 1"


def is_damage(error: BaseException, path: Path) -> bool:
    """Tell whether an error says that the file is damaged, and not that the disk or another process is in the way."""
    if isinstance(error, UnicodeDecodeError):  # the words of the error itself came from the file
        return True
    if not isinstance(error, sqlite3.DatabaseError):
        return False
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF == sqlite3.SQLITE_READONLY:
        return _of_a_later_format(path)
    return code is None or code & 0xFF not in _PASSING


def _of_a_later_format(path: Path) -> bool:
    """Tell whether the byte that says who may write the file has a value that we never write: SQLite opens such a file
    for reading alone, which looks like a disk that takes nothing, and never passes. Asked only after a refusal: to
    close a file gives up the locks that this process has on it."""
    try:
        fd = disk.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return disk.pread(fd, 1, WRITERS) > b"\2"
    finally:
        disk.close(fd)


def connect(path: Path) -> sqlite3.Connection:
    """Open the file for use; put one aside first that is damaged, or no plain file at all."""
    make_folders(path.parent, 0o700)
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(disk.lstat(path).st_mode):
            put_aside(path)
    try:
        return _connect(path)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if not is_damage(error, path):
            raise
        put_aside(path)
        return _connect(path)


def put_aside(path: Path) -> None:
    """Keep what is there under another name, and have the next look begin anew."""
    log.warning("%s is damaged; it was put aside as %s and is begun anew", path, path.with_suffix(".broken").name)
    with suppress(FileNotFoundError):
        disk.rename(path, path.with_suffix(".broken"))
    with suppress(FileNotFoundError):  # it belongs to the old file and must not be played into the new one
        disk.unlink(path.with_name(f"{path.name}-journal"))


def _connect(path: Path) -> sqlite3.Connection:
    if not exists(path):
        with suppress(FileExistsError):
            disk.close(disk.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    db = disk.database(path, timeout=10, isolation_level=None)
    try:
        db.create_function("checksum", -1, _checksum, deterministic=True)
        # No sync: a process that dies loses nothing, and after a power cut the register may begin anew.
        db.execute("pragma journal_mode=persist")
        db.execute("pragma synchronous=off")
        if db.execute("pragma user_version").fetchone()[0] != VERSION:
            _make_tables(db)
    except BaseException:
        db.close()
        raise
    return db


def _checksum(*values: bytes | None) -> int:
    total = 0
    for value in values:
        total = zlib.crc32(b"\0" if value is None else b"\1" + value, total)
    return total


def _make_tables(db: sqlite3.Connection) -> None:
    """Make the tables; take over rows of a file without checksums."""
    db.execute("begin immediate")
    try:
        if db.execute("pragma user_version").fetchone()[0] != VERSION:  # nobody else did it meanwhile
            there = {row[0] for row in db.execute("select name from sqlite_master where type = 'table'")}
            for table in TABLES:
                _make_table(db, table, old=table in there)
            db.execute(f"pragma user_version = {VERSION}")
        db.execute("commit")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("rollback")
        raise


def _make_table(db: sqlite3.Connection, table: str, *, old: bool) -> None:
    # Every name in these statements stands above; none comes from outside.
    if old:
        db.execute(f"alter table {table} rename to old_{table}")
    wanted = [f"{column if ' ' in column else f'{column} text'} not null" for column in TABLES[table][0]]
    made = f"sum integer generated always as ({checksum(table)}) stored"
    db.execute(f"create table {table} ({', '.join(wanted)}, {made}, primary key ({TABLES[table][1]}))")
    if old:
        names = ", ".join(columns(table))
        db.execute(f"insert or replace into {table} ({names}) select {names} from old_{table}")  # noqa: S608
        db.execute(f"drop table old_{table}")
