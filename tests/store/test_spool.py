"""Mail at rest: stored for good before anybody is told, in order, each with its note."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pbem.store import spool


def test_stored_mail_is_read_back_in_order(tmp_path: Path) -> None:
    box = tmp_path / "mail" / "in"
    mails = [f"mail {n}".encode() for n in range(30)]
    for mail in mails:
        spool.store(box, mail)
    assert [data for _, data in spool.each(box)] == mails
    assert not list((box / "tmp").iterdir())
    assert (box / "new").stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in (box / "new").iterdir())


def test_synced_before_anybody_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fault 49
    seen: list[str] = []
    for name in ("fsync", "rename"):
        real = getattr(os, name)

        def call(*args: Any, real: Any = real, name: str = name) -> Any:
            what = os.readlink(f"/proc/self/fd/{args[0]}") if isinstance(args[0], int) else str(args[1])
            seen.append(f"{name} {Path(what).parent.name if 'pbem' in what else Path(what).name}")
            return real(*args)

        monkeypatch.setattr(os, name, call)
    spool.store(tmp_path / "in", b"x", name="1.pbem")
    assert seen == ["fsync tmp", "rename new", "fsync new"]


@pytest.mark.parametrize("call", ["open", "write", "fsync", "rename"])
def test_what_cannot_be_stored_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """Faults 37, 201: the error reaches the caller, who keeps the mail."""
    box = tmp_path / "in"
    spool.make_box(box)

    def full(*args: Any, **kwargs: Any) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(OSError, match="No space"):
        spool.store(box, b"x")
    monkeypatch.undo()
    assert [path for path in box.rglob("*") if path.is_file()] == []
    assert spool.read(box, spool.store(box, b"x")) == b"x"


def test_a_mail_with_a_name_exists_once(tmp_path: Path) -> None:
    spool.store(tmp_path, b"first", name="karnak-17-crane.turn.0")
    spool.store(tmp_path, b"second", name="karnak-17-crane.turn.0")
    assert [data for _, data in spool.each(tmp_path)] == [b"first"]
    assert spool.mark_cur(tmp_path, "karnak-17-crane.turn.0")
    spool.store(tmp_path, b"third", name="karnak-17-crane.turn.0")
    assert spool.names(tmp_path) == []
    assert spool.names(tmp_path, "cur") == ["karnak-17-crane.turn.0"]
    for bad in ("../x", ".x", "a/b"):
        with pytest.raises(ValueError, match="no name"):
            spool.store(tmp_path, b"x", name=bad)


def test_marking_is_done_by_one(tmp_path: Path) -> None:  # fault 25
    name = spool.store(tmp_path, b"x")
    assert spool.mark_cur(tmp_path, name) and not spool.mark_cur(tmp_path, name)
    assert spool.remove(tmp_path, name) and not spool.remove(tmp_path, name)


def test_held_with_its_reason(tmp_path: Path) -> None:
    inbox, held = tmp_path / "in", tmp_path / "held"
    name = spool.store(inbox, b"odd")
    spool.write_note(inbox, name, {"tries": 2})
    assert spool.read_note(inbox, name) == {"tries": 2}
    assert spool.move(inbox, name, held, {"reason": "unreadable: ż"})
    assert spool.names(inbox) == [] and spool.names(held) == [name]
    assert spool.read_note(held, name) == {"reason": "unreadable: ż"}
    assert spool.read_note(inbox, name) == {}
    assert not spool.move(inbox, name, held, {})
    assert spool.move(held, name, inbox)
    assert spool.read(inbox, name) == b"odd"
    spool.note_path(inbox, name).write_bytes(b"{")
    assert spool.read_note(inbox, name) == {}


def test_moving_killed_in_the_middle_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults 228, promise 1: before the rename it is still here, after it there."""
    inbox, held = tmp_path / "in", tmp_path / "held"
    name = spool.store(inbox, b"odd")
    real = os.rename

    def stop(source: Any, target: Any) -> None:
        if Path(target).parent.name == "new":
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(os, "rename", stop)
    with pytest.raises(KeyboardInterrupt):
        spool.move(inbox, name, held, {"reason": "x"})
    assert spool.names(inbox) == [name] and spool.names(held) == []


def test_odd_things_in_a_box(tmp_path: Path) -> None:  # faults 38, 40
    spool.make_box(tmp_path)
    (tmp_path / "new" / "0-folder").mkdir()
    (tmp_path / "new" / "1-link").symlink_to("/etc/passwd")
    (tmp_path / "new" / ".hidden").write_bytes(b"x")
    name = spool.store(tmp_path, b"good")
    found = dict(spool.each(tmp_path))
    assert isinstance(found["0-folder"], OSError) and isinstance(found["1-link"], OSError)
    assert found[name] == b"good" and len(found) == 3
    assert spool.read(tmp_path, "gone") is None
    assert spool.names(tmp_path / "nowhere") == []


def test_reading_is_cut_at_the_limit(tmp_path: Path) -> None:  # faults 30, 41
    name = spool.store(tmp_path, b"x" * 5000)
    assert spool.read(tmp_path, name, limit=100) == b"x" * 100


def test_dead_deliveries_are_swept_after_a_while(tmp_path: Path) -> None:  # fault 39
    spool.make_box(tmp_path)
    left = tmp_path / "tmp" / "dead"
    left.write_bytes(b"half")
    at = left.stat().st_mtime
    assert spool.sweep(tmp_path, at + 3600) == 0
    assert spool.sweep(tmp_path, at + 37 * 3600) == 1
    assert spool.sweep(tmp_path / "nowhere") == 0


def test_temporary_files_of_dead_writers_are_swept_and_nothing_else(tmp_path: Path) -> None:  # fault 39
    for name in (".x.json.tmp", ".index.tsv.77.tmp", "x.json", ".clock.json", "x.tmp"):
        (tmp_path / name).write_bytes(b"half")
    at = (tmp_path / "x.json").stat().st_mtime
    assert spool.sweep_beside(tmp_path, at + 3600) == 0
    assert spool.sweep_beside(tmp_path, at + 37 * 3600) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [".clock.json", "x.json", "x.tmp"]


def test_mails_of_the_pipe_and_of_others_are_in_one_order(tmp_path: Path) -> None:
    """fault 162: whoever stored them, the order of arrival decides."""
    (tmp_path / "new").mkdir()
    arrived = ["1794918362.M900000P7Q000001.pbem", "01794918363100000000.9.aa.eml", "1794918363.M200000P7Q000002.pbem",
               "01794918363300000000.9.bb.eml", "1794918364.host"]  # fmt: skip
    for name in arrived:
        (tmp_path / "new" / name).touch()
    assert spool.names(tmp_path) == arrived


def test_names_sort_by_arrival() -> None:
    names = [spool.unique_name(1_700_000_000 + n / 7) for n in range(100)]
    assert names == sorted(names) and len(set(names)) == 100
    same = [spool.unique_name(1_700_000_000.5) for _ in range(20)]
    assert same == sorted(same)
