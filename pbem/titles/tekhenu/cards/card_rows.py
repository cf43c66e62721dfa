"""The rows of the shipped tables by which cards are declared, read once.

Which cards a box has, and what kind of effect each has, is the same in all its games; the printed numbers are read from
the tables that a game is pinned to.
"""

from __future__ import annotations

from pbem.titles.tekhenu.components import default_raw

__all__ = ["ROWS"]

ROWS = default_raw()
