"""The options of a game of Ankh: the scenario, how Conflicts are asked, what may be chosen instead of drawn, and
rulings that a table may decide otherwise. The defaults are those of the component tables (a test compares)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from pydantic import Field, field_validator

from pbem.core.set_up import BOX, FIXED, SET_UP
from pbem.core.table import VALUES, Model
from pbem.core.words import Say, Verbatim
from pbem.titles.ankh.components import shipped

__all__ = ["RANDOM", "Options", "decides_set_up", "wanted_guardians"]

RANDOM = "random"
_ROWS = shipped()["guardians"]["list"]
GUARDIANS: dict[str, int] = {row["id"]: row["level"] for row in _ROWS}
"""Kinds and their levels, as they ship: the options are read before the tables of a game are."""
NAMES: dict[str, str] = {row["name"].lower().replace(" ", "_"): row["id"] for row in _ROWS}
"""Names on the cards, which need not be the name of their kind (`Cat Mummies`)."""


def _ruling(ruling: str, **more: Any) -> dict[str, Any]:
    return {"ruling": ruling, **more}


def _module(ruling: str, **more: Any) -> dict[str, Any]:
    return {"ruling": ruling, "module": "pharaoh", "needs": {"expansion": "pharaoh"}, **more}


def _is(default: str) -> Callable[[Any], bool]:
    """Test for a default: options of modules are left out of files while they have it, so that base games keep their
    bytes."""
    return lambda value: bool(value == default)


class Options(Model):
    """What may be agreed on before a game begins."""

    scenario: Literal["middle-kingdom", "old-kingdom", "peoples-revolt"] = Field(
        default="middle-kingdom",
        description="Which set-up is played, with its special rules (A-SCEN-1).",
        json_schema_extra=_ruling("A-SCEN-1", **{SET_UP: FIXED}),
    )
    conflict_mode: Literal["sealed", "per_battle", "table"] = Field(
        default="sealed",
        description="How Conflicts are asked: one sealed order for all of it, one mail for each Battle, or each choice "
        "when it arises (A-PBEM-3).",
        json_schema_extra=_ruling("A-PBEM-3"),
    )
    first: Literal["random", "amun", "anubis", "isis", "osiris", "ra"] = Field(
        default="random",
        description="The god who plays first; it is then among the gods of the game (A-SETUP-1).",
        json_schema_extra=_ruling("A-SETUP-1", **{SET_UP: FIXED}),
    )
    guardians: str = Field(
        default=RANDOM,
        description="Guardians, such as `cat-mummies, mummy, androsphinx`; levels not named are drawn (A-SETUP-6).",
        json_schema_extra=_ruling("A-SETUP-6", **{SET_UP: FIXED, VALUES: list(GUARDIANS)}),
    )
    control_optional: bool = Field(
        default=False,
        description="Whoever triggers Control Monument may decline it (A-RUL-3).",
        json_schema_extra=_ruling("A-RUL-3"),
    )
    bountiful_everywhere: bool = Field(
        default=True,
        description="Bountiful adds to every gain; off: only to majorities, dominance and wins (A-RUL-37).",
        json_schema_extra=_ruling("A-RUL-37"),
    )
    followers_limited: bool = Field(
        default=False,
        description="Followers are limited to the tokens in the box; what cannot be taken is lost (A-COMP-2).",
        json_schema_extra=_ruling("A-COMP-2"),
    )

    expansion: Literal["none", "pharaoh"] = Field(
        default="none",
        description="Play with the expansion Pharaoh (P-SETUP).",
        json_schema_extra=_ruling("P-SETUP-4", **{SET_UP: BOX}),
        exclude_if=_is("none"),
    )
    pharaoh: Literal["amenhotep", "ramesses", "xerxes", "tutankhamun", "akhenaten", "random"] = Field(
        default="amenhotep",
        description="Which Pharaoh reigns (P-SETUP-4).",
        json_schema_extra=_module("P-SETUP-4", **{SET_UP: FIXED}),
        exclude_if=_is("amenhotep"),
    )
    palace_mode: Literal["auto", "ask"] = Field(
        default="auto",
        description="Winners of chambers without a palace order get what is usual (auto), or are asked (P-PBEM-2).",
        json_schema_extra=_module("P-PBEM-2"),
        exclude_if=_is("auto"),
    )

    @field_validator("guardians")
    @classmethod
    def _known(cls, text: str) -> str:
        kinds = wanted_guardians(text)
        for kind in kinds:
            if kind not in GUARDIANS:
                known = Verbatim(", ".join(GUARDIANS))
                raise ValueError(
                    Say("there is no Guardian {kind}; known: {known}", kind=Verbatim(repr(kind)), known=known)
                )
        levels = [GUARDIANS[kind] for kind in kinds]
        if len(set(levels)) != len(levels):
            raise ValueError(Say("one Guardian of each level is played: {kinds}", kinds=Verbatim(by_level())))
        return ", ".join(sorted(kinds, key=lambda kind: GUARDIANS[kind])) or RANDOM


def decides_set_up(name: str) -> bool:
    """Tell whether only the set-up reads an option, so that no ruling can change it later."""
    extra = Options.model_fields[name].json_schema_extra
    return isinstance(extra, dict) and SET_UP in extra


def by_level() -> str:
    """Say what may be played of each level."""
    levels = sorted(set(GUARDIANS.values()))
    return "; ".join(" or ".join(kind for kind, level in GUARDIANS.items() if level == one) for one in levels)


def wanted_guardians(text: str) -> list[str]:
    """Read the kinds that an option names, by their ids or as their cards do (`cat-mummies`, `Giant Scorpion`)."""
    parts = [part.strip().lower().replace(" ", "_").replace("-", "_") for part in text.split(",")]
    return [NAMES.get(part, part) for part in parts if part and part != RANDOM]
