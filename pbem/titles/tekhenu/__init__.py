"""Tekhenu: Obelisk of the Sun."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """Make `TITLE` when it is first asked for: who only reads the component tables does not load the rules."""
    if name != "TITLE":
        raise AttributeError(name)
    from pbem.titles.tekhenu.title import TekhenuTitle

    globals()["TITLE"] = title = TekhenuTitle()
    return title
