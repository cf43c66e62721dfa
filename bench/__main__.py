"""`python -m bench [rules replay ankh archives few-archives cold warm post growth crowd site players]`.

A row for each figure, with its base, first bar and goal. Bases are measured in the same run; only ratios travel.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from bench import ankh, archives, cold, crowd, players, post, rules, site, turns

CASES = {
    "rules": lambda folder: rules.random_play(),
    "replay": lambda folder: rules.replay(),
    "ankh": lambda folder: [*rules.random_play("ankh"), *ankh.longest_lists(), *rules.replay("ankh")],
    "archives": archives.archives,
    "few-archives": lambda folder: archives.archives(folder, archives.FEW),
    "cold": lambda folder: cold.cold(folder / "cold"),
    "warm": turns.warm,
    "post": post.by_post,
    "growth": turns.growth,
    "crowd": crowd.crowd,
    "site": site.site,
    "players": lambda folder: players.players(),
}


BY_NAME = {"archives", "players"}
"""Too long for a look at everything."""


def main(wanted: list[str]) -> int:
    unknown = [name for name in wanted if name not in CASES]
    if unknown:
        print(f"bench: there is no {unknown[0]}; there are {', '.join(CASES)}", file=sys.stderr)
        return 2
    os.environ["PBEM_MAIL_PICTURES"] = "false"  # a row of their own
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        for name in wanted or [name for name in CASES if name not in BY_NAME]:
            for what, figure in CASES[name](Path(folder)):
                print(f"{what:<92} {figure}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
