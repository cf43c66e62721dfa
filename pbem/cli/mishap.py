"""Something nobody foresaw: one sentence for the person, the details in a file (promise 11)."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from pbem.core.behind import unforeseen
from pbem.core.errors import Fault, PbemError
from pbem.core.words import Say
from pbem.desk.upkeep.logs import DETAILS, keep_details
from pbem.medium import lexists
from pbem.store.home import find_home


class Mishap(PbemError):
    """A mistake of the program. Changes are saved whole or not at all, so nothing is left half done."""

    kind = "bug"


def mishap(error: Exception) -> Mishap:
    """Write the details down and say in a sentence what happened and where they are."""
    met, where = unforeseen(error), _keep(error)
    if where is None:
        kept = Say("The details could not be written anywhere; please report it.")
    else:
        kept = Fault("The details are in {path}; please report it.", path=where)
    return Mishap(Fault("{met}. Nothing is left half done. {kept}", met=met, kept=kept))


def _keep(error: Exception) -> Path | None:
    """Keep the details in the home if there is one, else in a folder for temporary files: one that merely happens to be
    the current folder is not written to."""
    places = [Path(tempfile.gettempdir()) / f"pbem-errors-{os.getuid()}.log"]
    with suppress(Exception):
        home = find_home(None)
        if any(lexists(one) for one in (home.games, home.mail, home.root / "pbem.toml")):
            places.insert(0, home.root / DETAILS)
    return next((place for place in places if keep_details(place, error)), None)
