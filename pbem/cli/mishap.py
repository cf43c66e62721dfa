"""Something nobody foresaw: one sentence for the person, the details in a file (P11)."""

from __future__ import annotations

import os
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pbem.core.errors import PbemError

NAME = "pbem-errors.log"


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
    """Append the details to a private file: in the home if there is one, else in a folder for temporary files."""
    story = "".join(traceback.format_exception(error)).encode("unicode_escape").replace(rb"\n", b"\n    ")
    text = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} ".encode() + story.rstrip() + b"\n"
    for path in _places():
        with suppress(OSError):
            fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            try:
                os.write(fd, text)
            finally:
                os.close(fd)
            return path
    return None


def _places() -> list[Path]:
    """Where the details may go. A folder that merely happens to be the current one is not written to."""
    import tempfile

    places: list[Path] = []
    with suppress(Exception):
        from pbem.store.home import find_home

        home = find_home(None)
        if any(os.path.lexists(one) for one in (home.games, home.mail, home.root / "pbem.toml")):
            places.append(home.root / NAME)
    return [*places, Path(tempfile.gettempdir()) / f"pbem-errors-{os.getuid()}.log"]
