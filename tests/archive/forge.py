"""Forging archives: a forger who knows the format makes checksums, reports and even the chain fit again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.archive.build import Source, members, sums, with_sums
from pbem.archive.container import read_zip, write_zip
from pbem.archive.opening import Opened, open_members
from pbem.archive.page import Shows, shown_by
from pbem.archive.verify import Check, Verifier, verify
from pbem.engine.gamefile import Entry
from pbem.engine.journal import GENESIS, entry_hash, secret_digest


def refit(members: dict[str, bytes]) -> bytes:
    """The members as an archive whose checksums fit."""
    rest = {name: raw for name, raw in members.items() if name != "SHA256SUMS"}
    return write_zip({**rest, "SHA256SUMS": sums(rest)})


def with_member(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    members = read_zip(data)
    changed = change(members[name])
    assert changed != members[name], "the forger changed nothing"
    return refit({**members, name: changed})


def with_entries(data: bytes, change: Callable[[list[Entry]], list[Entry]]) -> bytes:
    """Another journal with a whole chain, its head in the game file, and both checksums."""
    members = read_zip(data)
    entries = change([entry.model_copy(deep=True) for entry in open_members(members).entries])
    prev = GENESIS
    for n, entry in enumerate(entries, 1):
        entry.n, entry.prev = n, prev
        if entry.secret is not None:
            entry.sealed = secret_digest(entry.secret)
        entry.hash = prev = entry_hash(entry)
    members["journal.jsonl"] = b"".join(entry.model_dump_json().encode() + b"\n" for entry in entries)
    for name in ("game.json", "archive.json"):
        document = json.loads(members[name])
        document["head"], document["entry"] = prev, len(entries)
        members[name] = json.dumps(document, indent=2, ensure_ascii=False).encode() + b"\n"
    return refit(members)


def with_game(data: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    def edit(raw: bytes) -> bytes:
        document = json.loads(raw)
        change(document)
        return json.dumps(document, indent=2, ensure_ascii=False).encode() + b"\n"

    return with_member(data, "game.json", edit)


def remade(data: bytes, change: Callable[[Opened, Shows], None]) -> bytes:
    """A forger with pbem at hand: what the archive says is changed, then every text, report and checksum made anew."""
    opened = open_members(read_zip(data))
    shows = shown_by(opened.members["page.html"].decode())
    change(opened, shows)
    views = opened.members.get("views.jsonl", b"")
    source = Source(opened.about, opened.game, opened.entries, opened.tables, shows, opened.title, views)
    return write_zip(with_sums(members(source)))


def failure(data: bytes, **options: Any) -> Check:
    """The first check that fails."""
    checks = verify(data, **options)
    return next(check for check in checks if check.passed is False)


def judged(data: bytes, mails: Path | None = None) -> tuple[str, str]:
    """The verdict, and the first place that differs."""
    verifier = Verifier(data, mails)
    failed = [check for check in verifier.run() if check.passed is False]
    return verifier.verdict, f"{failed[0].name}: {failed[0].text}" if failed else ""


def by_another_build(data: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """A forger's archive: changed, said to be of a build that nobody has, with report and checksums that fit."""
    members = read_zip(data)
    build = json.loads(members["archive.json"])["build"]
    change(members)
    for name in ("archive.json", "report.txt"):
        members[name] = members[name].replace(build.encode(), b"0123456789abcdef")

    def digest(line: re.Match[bytes]) -> bytes:
        return sha256(members[line[2].decode()]).hexdigest().encode() + b"  " + line[2]

    members["report.txt"] = re.sub(rb"^([0-9a-f]{64})  (\S+)$", digest, members["report.txt"], flags=re.M)
    return refit(members)
