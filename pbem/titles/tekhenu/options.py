"""The options of a game of Tekhenu: rulings that a table may decide otherwise, and the beginner layout.

Every option names its ruling; the defaults are those of the component tables (a test compares).
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from pbem.core.table import Model


def _ruling(ruling: str) -> dict[str, Any]:
    return {"ruling": ruling}


class Options(Model):
    """What may be agreed on before a game begins."""

    horus_layout: Literal["random", "beginner"] = Field(
        default="random",
        description="Horus tiles at random, or the printed layout for beginners (T-SETUP-4; layout: house).",
        json_schema_extra=_ruling("T-SETUP-4"),
    )
    remove_D03: bool = Field(
        default=True,
        description="Leave Decree D03 out of the game (RUL-01).",
        json_schema_extra=_ruling("RUL-01"),
    )
    T13_adjust: Literal[1, 2] = Field(
        default=1,
        description="How far T13 may change the value of a production (RUL-03).",
        json_schema_extra=_ruling("RUL-03"),
    )
    modified_die_value_on_scale: bool = Field(
        default=True,
        description="A changed die counts with its new value on the scale (RUL-14).",
        json_schema_extra=_ruling("RUL-14"),
    )
    trigger_once_per_turn: bool = Field(
        default=False,
        description="Each effect that reacts to an action works at most once in a turn (RUL-16).",
        json_schema_extra=_ruling("RUL-16"),
    )
    new_technology_pays: bool = Field(
        default=False,
        description="A Technology taken by an action pays for that very action where its moment comes behind (RUL-69).",
        json_schema_extra=_ruling("RUL-69"),
    )
    D02_counts: Literal["owned", "scored"] = Field(
        default="owned",
        description="D02 counts the types of all Decrees owned, or only of those scored (RUL-33).",
        json_schema_extra=_ruling("RUL-33"),
    )
    D24_includes_statues: bool = Field(
        default=False,
        description="D24 scores Statues at the temple too (RUL-36).",
        json_schema_extra=_ruling("RUL-36"),
    )
    auto_decree_scoring: bool = Field(
        default=True,
        description="The best legal set of Decrees is scored by itself; off: each player chooses (RUL-38).",
        json_schema_extra=_ruling("RUL-38"),
    )
