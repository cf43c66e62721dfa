"""A cold process that opens a game knows every procedure it may rest in."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pbem.titles.tekhenu
from pbem.core.titles import get_title

SOURCE = Path(pbem.titles.tekhenu.__file__).parent
ASK = """
from pbem.core.procedures import REGISTRY
from pbem.core.titles import get_title
title = get_title("tekhenu")
print(*REGISTRY)
title.book(list(title.modules_at))
print(*REGISTRY)
"""


def test_every_procedure_is_known_as_soon_as_its_box_is_opened() -> None:
    """Those of the base game with the title, those of a module with the first book that has it."""
    modules = {place.split(".")[-2] for place in get_title("tekhenu").modules_at.values()}
    base, further = set[str](), set[str]()
    for path in SOURCE.rglob("*.py"):
        kinds = re.findall(r'kind: ClassVar\[str\] = "(tekhenu\.[a-z_]+)"', path.read_text(encoding="utf-8"))
        (further if path.relative_to(SOURCE).parts[0] in modules else base).update(kinds)
    said = subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True, check=True)
    at_once, opened = (set(line.split()) for line in said.stdout.splitlines())
    assert len(base) > 15 and len(further) > 3
    assert at_once >= base
    assert opened >= base | further
