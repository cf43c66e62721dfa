"""Something nobody foresaw: one sentence for the person, the details in a file (promise 11)."""

from __future__ import annotations

import os
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path

from pbem.core.errors import PbemError
from pbem.desk.upkeep.logs import DETAILS, keep_details
from pbem.medium import lexists
from pbem.store.home import find_home


class Mishap(PbemError):
    """A mistake of the program. Changes are saved whole or not at all, so nothing is left half done."""

    kind = "bug"


def mishap(error: Exception) -> Mishap:
    """Write the details down and say in a sentence what happened and where they are."""
    frames = traceback.extract_tb(error.__traceback__)
    at = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    where = _keep(error)
    kept = f"The details are in {where}" if where else "The details could not be written anywhere"
    return Mishap(
        f"pbem met something it was not prepared for: {type(error).__name__}{at}. Nothing is left half done. "
        f"{kept}; please report it."
    )


def _keep(error: Exception) -> Path | None:
    """Keep the details in the home if there is one, else in a folder for temporary files: one that merely happens to be
    the current folder is not written to."""
    places = [Path(tempfile.gettempdir()) / f"pbem-errors-{os.getuid()}.log"]
    with suppress(Exception):
        home = find_home(None)
        if any(lexists(one) for one in (home.games, home.mail, home.root / "pbem.toml")):
            places.insert(0, home.root / DETAILS)
    return next((place for place in places if keep_details(place, error)), None)
