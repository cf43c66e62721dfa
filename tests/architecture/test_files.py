"""Files are reached through the one disk of `pbem/medium.py`, so that another can stand in for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.medium import CALLS, Disk, StandIn, discard_folder, disk, is_file, paths, write_file
from pbem.plain import read_file
from pbem.store.disk import durable_replace, make_folder, read_plain
from tests.architecture.source import PBEM, SOURCES, relative, source

MEDIUM = "pbem/medium.py"
PACKAGED = {
    "pbem/resources.py", "pbem/archive/build.py", "pbem/archive/page.py", "pbem/mail/composing/compose.py",
    "pbem/mail/words/__init__.py", "pbem/mail/reading/languages.py", "pbem/store/schemas.py",
}  # fmt: skip
"""Modules that read what travels with pbem; so do the `components.py` of titles."""
ALLOWED = {
    ("pbem/store/index.py", "read_text"): "the kernel's word for this start of the machine",
    ("pbem/cli/demo.py", "read_text"): "mails that the demonstration made for itself",
    ("pbem/cli/demo.py", "glob"): "mails that the demonstration made for itself",
    ("pbem/cli/run.py", "open"): "the null device, when nobody reads what we print",
    ("pbem/cli/check.py", "resolve"): "the name of a folder",
    ("pbem/archive/container.py", "is_dir"): "a member of a zip",
    ("pbem/desk/upkeep/logs.py", "FileHandler"): "the log of the process, by Python's own logging",
}
SYSTEM = {
    "open", "close", "read", "pread", "write", "pwrite", "lseek", "ftruncate", "fsync", "fdatasync", "fstat", "fdopen",
    "stat", "lstat", "listdir", "scandir", "walk", "rename", "renames", "replace", "link", "symlink", "unlink",
    "remove", "mkdir", "makedirs", "rmdir", "removedirs", "truncate", "utime", "chmod", "access", "sendfile",
}  # fmt: skip
OS_PATH = {"exists", "lexists", "isfile", "isdir", "islink", "getsize", "getmtime", "realpath", "samefile"}
ANYWHERE = {
    "read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "glob", "rglob", "touch", "samefile",
    "is_symlink", "is_file", "is_dir", "lstat", "hardlink_to", "symlink_to", "resolve", "unlink", "rmdir", "mkdir",
    "FileHandler", "TemporaryFile", "NamedTemporaryFile", "rmtree", "copyfile", "copytree",
}  # fmt: skip
"""Calls of paths and of the library's helpers, whatever stands before the dot."""
BARE = {
    "listdir", "scandir", "makedirs", "removedirs", "rmdir", "mkdir", "unlink", "fdopen", "fsync", "rmtree", "copyfile",
    "copytree", "copy2", "mkstemp", "FileHandler", "TemporaryFile", "NamedTemporaryFile",
}  # fmt: skip
"""The same, imported by name."""


def reached(path: Path) -> list[tuple[int, str]]:
    """Every call of a file that reads or changes files without the medium: line and name."""
    found = []
    for line, owner, name, given in source(path).calls:
        if name == "resolve" and given:  # of a procedure, not of a path
            continue
        if (
            (owner, name) in (("", "open"), ("sqlite3", "connect"), ("fcntl", "flock"))
            or (owner == "os" and name in SYSTEM)
            or (owner == "os.path" and name in OS_PATH)
            or (owner and name in ANYWHERE and owner not in ("disk", "medium"))
            or (not owner and name in BARE)
        ):
            found.append((line, name))
    return found


def test_files_are_reached_through_the_medium() -> None:
    wrong = [
        f"{relative(path)}:{line} calls {name}()"
        for path in SOURCES
        if relative(path) not in PACKAGED | {MEDIUM} and not path.name.startswith("component")
        for line, name in reached(path)
        if (relative(path), name) not in ALLOWED
    ]
    assert wrong == [], wrong


def test_helpers_imported_by_name_are_noticed(tmp_path: Path) -> None:
    """`from shutil import rmtree` once went past."""
    path = tmp_path / "sample.py"
    path.write_text("from shutil import rmtree\n\nrmtree('x')\nshutil.rmtree('y')\nmedium.unlink('z')\n")
    assert reached(path) == [(3, "rmtree"), (4, "rmtree")]


def test_what_is_allowed_is_still_there() -> None:
    there = {(relative(path), name) for path in SOURCES for _, name in reached(path)}
    assert [pair for pair in ALLOWED if pair not in there] == []
    assert all((PBEM.parent / path).exists() for path in PACKAGED)


class Full(Disk):
    def write(self, fd: int, data: bytes | memoryview) -> int:
        raise OSError(28, "No space left on device")


def test_another_disk_stands_in_for_it(tmp_path: Path) -> None:
    """Not one byte is written past the disk that stands in, and afterwards the system's own is back."""
    target = make_folder(tmp_path / "games") / "kite.json"
    durable_replace(target, b"old")
    with StandIn(Full()), pytest.raises(Exception, match="the disk is full"):
        durable_replace(target, b"new")
    assert read_plain(target, 100)[0] == b"old" and read_file(target) == b"old"
    assert not vars(disk), "the system's own calls are back"
    write_file(tmp_path / "note", b"x")
    assert is_file(tmp_path / "note") and paths(tmp_path, "te") == [tmp_path / "note"]


def test_a_folder_is_taken_away_whole(tmp_path: Path) -> None:
    """With folders in it; what a link leads to stays."""
    kept = make_folder(tmp_path / "kept")
    write_file(kept / "note", b"x")
    gone = make_folder(make_folder(tmp_path / "gone") / "inner").parent
    write_file(gone / "inner" / "note", b"x")
    (gone / "link").symlink_to(kept)
    discard_folder(gone)
    discard_folder(gone)
    assert not gone.exists() and (kept / "note").exists()


def test_every_call_has_the_system_behind_it() -> None:
    assert set(CALLS) >= {"open", "write", "fsync", "rename", "unlink", "listdir", "flock", "database"}
    assert all(callable(getattr(disk, name)) for name in CALLS)
