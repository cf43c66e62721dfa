"""A cold process that opens a game knows every procedure it may rest in."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pbem.titles.tekhenu

SOURCE = Path(pbem.titles.tekhenu.__file__).parent
ASK = """
from pbem.core.procedures import REGISTRY
from pbem.core.titles import get_title
get_title("tekhenu")
print(*REGISTRY)
"""


def test_every_procedure_is_known_as_soon_as_the_title_is() -> None:
    declared = {
        kind
        for path in SOURCE.rglob("*.py")
        for kind in re.findall(r'kind: ClassVar\[str\] = "(tekhenu\.[a-z_]+)"', path.read_text(encoding="utf-8"))
    }
    said = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True)
    assert len(declared) > 15
    assert set(said.stdout.split()) >= declared
