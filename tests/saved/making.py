"""Make a set of saved homes with the build at hand: `python -m tests.saved.making BUILD [HOME ...]`.

BUILD is the short hash of the commit that makes them; all homes, or those named, are written to `tests/saved/BUILD/`,
which must not exist. A set that exists is never made again: see README.md beside this file. Seeds, keys, names and
times are fixed, so that the same build makes the same bytes.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from pbem.engine.journal import stamp
from tests.saved.homes import HERE, MANIFEST, TIMES, digests_of
from tests.saved.lantern_games import lanterns
from tests.saved.maker import Maker
from tests.saved.module_games import modules
from tests.saved.pending_games import pending
from tests.saved.post_office import post
from tests.saved.tekhenu_games import rare, tekhenu

HOMES: dict[str, Callable[[Path, Path], Maker]] = {
    "tekhenu": tekhenu, "lanterns": lanterns, "post": post, "rare": rare, "pending": pending,
    "modules": modules,
}  # fmt: skip


def main(build: str, *names: str) -> None:
    target = HERE / build
    if target.exists():
        raise SystemExit(f"{target} exists: what an earlier build saved is never made again.")
    times: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names or HOMES:
            times[name] = stamp(HOMES[name](Path(folder) / name, target / name).time)
    (target / TIMES).write_text(json.dumps(times, indent=2) + "\n", encoding="utf-8")
    (target / MANIFEST).write_text(digests_of(target), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
