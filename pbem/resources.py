"""Where the files live that travel with the package: schemas, mail texts and rules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@cache
def data_root() -> Traversable:
    """The folder holding schemas/ and templates/: the checkout if we run from one, else the copy inside the package.

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


def rules_text(title: str) -> str:
    """The rules digest of a title: `docs/rules` in a checkout, `rules` in the packaged copy."""
    root = data_root()
    folder = root / "docs" / "rules"
    if not folder.is_dir():
        folder = root / "rules"
    return (folder / f"{title}.md").read_text(encoding="utf-8")
