"""Five hundred random mutations of archives, half of them with the checksums made to fit again: all are found.

A hundred of them in `make test`, the others in `make test-modes`.
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from pbem.archive.container import read_zip
from pbem.archive.verify import passed, verify
from pbem.engine.computers.computer import Luck
from tests.archive.forge import refit
from tests.archive.games import archived, moderated

SHARES = 5
EACH = 100


def mutated(raw: bytes, luck: Luck) -> bytes:
    """One small change: a byte, a piece cut out, doubled, moved, or two lines exchanged."""
    at = luck.below(len(raw))
    kind = luck.below(6)
    if kind == 0:
        return raw[:at] + bytes([raw[at] ^ (1 + luck.below(255))]) + raw[at + 1 :]
    if kind == 1:
        return raw[:at] + raw[at + 1 + luck.below(20) :]
    if kind == 2:
        return raw[:at] + bytes([luck.below(256)]) + raw[at:]
    if kind == 3:
        end = at + 1 + luck.below(30)
        return raw[:end] + raw[at:end] + raw[end:]
    if kind == 4:
        digits = [n for n, byte in enumerate(raw) if 48 <= byte <= 57]
        place = digits[luck.below(len(digits))] if digits else at
        return raw[:place] + str(luck.below(10)).encode() + raw[place + 1 :]
    lines = raw.split(b"\n")
    one, two = luck.below(len(lines)), luck.below(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def mutation(data: bytes, luck: Luck, fit: bool) -> tuple[str, bytes]:
    """A mutated archive and the member that was changed (or the zip itself)."""
    if not fit:
        return "zip", mutated(data, luck)
    members = read_zip(data)
    names = [name for name in sorted(members) if name != "SHA256SUMS"]
    name = names[luck.below(len(names))]
    changed = {**members, name: mutated(members[name], luck)}
    if b'"variant": "full' in members["archive.json"] and luck.one_in(2):
        # A full copy proves itself even when the report of its making tells of the changed member.
        old, new = (sha256(one[name]).hexdigest().encode() for one in (members, changed))
        changed["report.txt"] = changed["report.txt"].replace(old, new)
    return name, refit(changed)


@pytest.mark.parametrize("share", [0, *(pytest.param(n, marks=pytest.mark.modes) for n in range(1, SHARES))])
def test_every_mutation_is_found(share: int) -> None:
    sources = [archived(), archived("public"), archived("public-anonymous"), archived("full-anonymous")]
    sources += [moderated().archive(), moderated().archive("public")]
    luck = Luck(sha256(f"mutations {share}".encode()).digest())
    done = 0
    while done < EACH:
        source = sources[luck.below(len(sources))]
        name, changed = mutation(source, luck, fit=done % 2 == 0)
        if changed == source:
            continue
        checks = verify(changed)
        assert not passed(checks), f"share {share}, mutation {done} of {name} was not found"
        failed = [check for check in checks if check.passed is False]
        # A member that the zip's directory calls otherwise is missed by the checksums, too.
        places = [check for check in failed if check.name != "zip" or len(failed) == 1]
        assert len(places) == 1 and all(check.text for check in failed), "one check names the place"
        done += 1
