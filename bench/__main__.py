"""`python -m bench [rules replay archives cold warm growth crowd]`: a row a figure, with its first bar and its goal."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from bench import archives, cold, crowd, rules, turns

CASES = {
    "rules": lambda folder: rules.random_play(),
    "replay": lambda folder: rules.replay(),
    "archives": archives.archives,
    "cold": lambda folder: cold.cold(folder / "cold"),
    "warm": turns.warm,
    "growth": turns.growth,
    "crowd": crowd.crowd,
}


def main(wanted: list[str]) -> int:
    unknown = [name for name in wanted if name not in CASES]
    if unknown:
        print(f"bench: there is no {unknown[0]}; there are {', '.join(CASES)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        for name in wanted or CASES:
            for what, figure in CASES[name](Path(folder)):
                print(f"{what:<92} {figure}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
