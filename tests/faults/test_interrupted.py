"""Commands killed or refused from outside at every call that changes a file, and found again after a power cut.

Faults 201 to 239 as the system deals them: what the program does about them is not asked, only what is left. Run by
`make faults`; each test is one process that forks the command again and again (`worker.py`).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faults.running import STRACE, UNTRACEABLE
from tests.faults.scenes import SCENES

ROOT = Path(__file__).parents[2]
ALL = ("kill", "EIO", "ENOSPC", "power")
PARTS = {
    "receive": [("kill 1/2",), ("kill 2/2",), ("EIO", "ENOSPC"), ("power",)],
    "moves": [("power",)],
}
"""What one process does of a scene: everything, unless that is so much that another had better take a part."""
CASES = [(name, part) for name in SCENES for part in PARTS.get(name, [ALL])]
CASES.sort(key=lambda case: case[0] not in PARTS)  # the long ones first, so that nobody waits for the last

pytestmark = [
    pytest.mark.faults,
    pytest.mark.timeout(900),
    pytest.mark.skipif(STRACE is None, reason="strace is not installed: nothing can be injected or recorded"),
]


@pytest.mark.parametrize(("scene", "part"), CASES, ids=[f"{name}-{'-'.join(part)}" for name, part in CASES])
def test_the_old_state_or_the_new_one(
    scene: str, part: tuple[str, ...], record_property: Callable[[str, object], None]
) -> None:
    """Promises 1 to 4, 9, 11; every word and exit code is true, whatever the system refuses."""
    arguments = [sys.executable, "-m", "tests.faults.worker", scene, *part]
    out = subprocess.run(arguments, capture_output=True, text=True, timeout=900, check=False, cwd=ROOT)
    if out.returncode == UNTRACEABLE:
        pytest.skip(out.stderr.strip())
    assert out.returncode == 0, out.stderr
    tries: list[dict[str, Any]] = [json.loads(line) for line in out.stdout.splitlines()]
    for how in {one.split()[0] for one in part}:
        record_property(how, sum(one["how"] == how for one in tries))
    assert {one["how"] for one in tries} == {one.split()[0] for one in part}
    troubled = [one for one in tries if one["trouble"]]
    assert not troubled, f"{len(troubled)} of {len(tries)} tries:\n" + "\n".join(map(told, troubled[:12]))


def told(one: dict[str, Any]) -> str:
    return f"{one['how']} {one['n']} at {one['at']} (exit code {one['code']}): {one['trouble']}"
