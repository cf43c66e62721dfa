"""Where the files live that travel with the package: schemas, mail texts and rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import GNUTranslations
    from importlib.resources.abc import Traversable


EARLIER = "earlier.json"
"""Beside catalogues: earlier wordings, by language and today's key."""


@cache
def data_root() -> Traversable:
    """Find the folder holding schemas/ and templates/: the checkout if we run from one, else the copy inside the
    package.

    The checkout comes first, so that an edited file is live in an editable install; `pyproject.toml` must lie beside
    it, so that a stray folder of that name elsewhere is never taken.
    """
    checkout = Path(__file__).resolve().parents[1]
    if (checkout / "pyproject.toml").is_file() and (checkout / "schemas").is_dir():
        return checkout
    from importlib.resources import files

    packaged = files("pbem") / "_data"
    if packaged.is_dir():
        return packaged
    raise FileNotFoundError("pbem was installed without its schemas and templates")


def rules_text(title: str, language: str = "") -> str:
    """Read the rules digest of a title: `docs/rules` in a checkout, `rules` in the packaged copy. Its translations lie
    in folders of their languages; one that is not there is empty."""
    root = data_root()
    folder = root / "docs" / "rules"
    if not folder.is_dir():
        folder = root / "rules"
    if not language:
        return (folder / f"{title}.md").read_text(encoding="utf-8")
    if not language.isalpha():
        return ""
    path = folder / language / f"{title}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def changed_files(package: Path) -> dict[Path, str]:
    """Name files of an installed package that are gone or differ from what the installer wrote down: each with the
    digest that is there now, the empty text if it is gone (fault 270). A checkout has no such record; git
    tells there."""
    import base64
    import csv
    from hashlib import sha256

    found: dict[Path, str] = {}
    for record in sorted(package.parent.glob(f"{package.name}-*.dist-info/RECORD")):
        for name, digest, *_ in csv.reader(record.read_text(encoding="utf-8").splitlines()):
            if not digest.startswith("sha256=") or not name.startswith(f"{package.name}/") or name.endswith(".pyc"):
                continue
            path = package.parent / name
            here = sha256(path.read_bytes()) if path.is_file() else None
            if here is None:
                found[path] = ""
            elif base64.urlsafe_b64encode(here.digest()).rstrip(b"=").decode() != digest.removeprefix("sha256="):
                found[path] = here.hexdigest()
    return found


def earlier_words(folder: Path, language: str) -> dict[str, list[str]]:
    """Read what the catalogues in a folder `words` said once, by today's key; see `pbem.archive.wordings`."""
    path = folder / EARLIER
    if not path.is_file():
        return {}
    import json

    found: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8")).get(language, {})
    return found


def catalogue_file(folder: Path, language: str) -> GNUTranslations | None:
    """Load the compiled catalogue of a language in a folder `words`; None if there is none."""
    path = folder / f"{language}.mo"
    if not language.isalpha() or not path.is_file():
        return None
    from gettext import GNUTranslations

    with path.open("rb") as file:
        return GNUTranslations(file)
