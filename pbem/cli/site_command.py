"""`pbem site`."""

from __future__ import annotations

from pathlib import Path

from pbem.cli.output import note, out, print_json
from pbem.desk.desk import here
from pbem.desk.site.builder import Site


def make_site(folder: str, full: bool, base: str, json: bool) -> int:
    made = Site(here(), Path(folder), full=full, base=base if not base or base.endswith("/") else f"{base}/").build()
    for game in made.broken:
        note(f"{game} cannot be read and has no page (see `pbem check {game}`).")
    if json:
        print_json({"folder": folder, "games": made.games, "written": made.written, "removed": made.removed,
                    "broken": made.broken})  # fmt: skip
    else:
        out(f"{folder}: {made.games} games, {made.written} pages written, {made.removed} taken away.")
    return 0
