"""What `docs/architecture.md` says about the core is so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

from pbem.core.interpreter import RUNAWAY
from pbem.core.procedures import Outcome, load_frame
from tests.toy.rules import Turn

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_example_of_a_frame_loads() -> None:
    (example,) = re.findall(r"^```json\n(\{\"kind\": \"toy\..*?)\n```$", PAGE, re.M | re.S)
    frame = load_frame(json.loads(example))
    assert isinstance(frame, Turn)
    assert (frame.seat, frame.step, frame.drawn) == ("crane", "keep", ["red 3", "white 6"])


def test_all_outcomes_are_explained() -> None:
    rows = set(re.findall(r"^\| `(\w+)\(", PAGE, re.M))
    assert rows == {outcome.__name__ for outcome in get_args(Outcome)}


def test_the_layers_are_the_packages() -> None:
    table = PAGE[PAGE.index("## Layers") : PAGE.index("## The core")]
    packages = {path.name for path in (ROOT / "pbem").iterdir() if (path / "__init__.py").exists()}
    assert set(re.findall(r"`pbem/(\w+)`", table)) == packages


def test_the_limit_of_a_runaway() -> None:
    assert f"{RUNAWAY:,} outcomes" in PAGE
