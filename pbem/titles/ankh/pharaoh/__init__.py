"""Ankh: Pharaoh, the expansion: Palace, Priests, Policy cards, Sphinxes, and a Pharaoh who changes the rules."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """`MODULE` is made when first asked for: who reads a part of it does not load all of it."""
    if name != "MODULE":
        raise AttributeError(name)
    from pbem.titles.ankh.pharaoh.module import MODULE

    return MODULE
