"""Every scenario of Ankh in every way to ask its Conflicts, and every Pharaoh, with every check (`make test-modes`)."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import Checks
from tests.conformance.titles import Kind, played

SCENARIOS = ("middle-kingdom", "old-kingdom", "peoples-revolt")
MODES = ("sealed", "per_battle", "table")
GAMES = [
    pytest.param(
        Kind(get_title("ankh"), 2 + n % 4, {"scenario": scenario, "conflict_mode": mode}), id=f"{scenario}-{mode}"
    )
    for n, (scenario, mode) in enumerate(product(SCENARIOS, MODES))
]
PHARAOHS = ("ramesses", "xerxes", "amenhotep", "tutankhamun", "akhenaten")
REIGNS = [
    pytest.param(
        Kind(
            get_title("ankh"), 2 + n % 4,
            {"expansion": "pharaoh", "pharaoh": pharaoh, "palace_mode": ("ask", "auto")[n % 2],
             "scenario": SCENARIOS[n % 3]},
        ),
        id=pharaoh,
    )
    for n, pharaoh in enumerate(PHARAOHS)
]  # fmt: skip


@pytest.mark.modes
@pytest.mark.parametrize("kind", [*GAMES, *REIGNS])
def test_every_scenario_in_every_mode(kind: Kind, tmp_path: Path) -> None:
    """Sound at every stop, the same when written and read back, silent about what is sealed, replayed to the last hash;
    with orders sent ahead and without."""
    for ahead in (False, True):
        report = played(tmp_path, kind, f"modes {ahead}", checks=Checks(secrecy=10, typed=10, applied=20), ahead=ahead)
        assert report.result is not None
        assert sum(len(place) for place in report.result.places) == kind.players
