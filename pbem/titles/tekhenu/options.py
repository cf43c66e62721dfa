"""The options of a game of Tekhenu: rulings that a table may decide otherwise, and the beginner layout.

Every option names its ruling; the defaults are those of the component tables (a test compares).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from pydantic import Field

from pbem.core.set_up import BOX, FIXED, SET_UP, SPENT
from pbem.core.table import Model


def _ruling(ruling: str, **more: Any) -> dict[str, Any]:
    return {"ruling": ruling, **more}


def _solo(ruling: str, **more: Any) -> dict[str, Any]:
    return {"ruling": ruling, "module": "solo", **more}


def _laid(ruling: str) -> dict[str, Any]:
    """Mark an option that decides how the table is laid, and nothing after that."""
    return {"ruling": ruling, SET_UP: SPENT}


def _seth(ruling: str) -> dict[str, Any]:
    return {"ruling": ruling, "module": "seth", "needs": {"expansion": "seth"}}


def _seth_solo(ruling: str, set_up: str) -> dict[str, Any]:
    return {"ruling": ruling, "module": "seth_solo", "needs": {"expansion": "seth"}, SET_UP: set_up}


def _is(default: Any) -> Callable[[Any], bool]:
    """Test for a default: options of modules are left out of files while they have it, so that base games keep their
    bytes."""
    return lambda value: bool(value == default)


class Options(Model):
    """What may be agreed on before a game begins."""

    horus_layout: Literal["random", "beginner"] = Field(
        default="random",
        description="Horus tiles at random, or the printed layout for beginners (T-SETUP-4; layout: house).",
        json_schema_extra=_laid("T-SETUP-4"),
    )
    remove_D03: bool = Field(
        default=True,
        description="Leave Decree D03 out of the game (RUL-01).",
        json_schema_extra=_laid("RUL-01"),
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
    difficulty: Literal["easy", "medium", "hard"] = Field(
        default="easy",
        description="How strong Botankhamun begins; for one player (T-BOT-LEVEL-1).",
        json_schema_extra=_solo("T-BOT-LEVEL-1", **{SET_UP: FIXED}),
        exclude_if=_is("easy"),
    )
    bot_decree_vp: Literal[4, 8] = Field(
        default=4,
        description="VP for each Decree of Botankhamun (T-BOT-RUL-5).",
        json_schema_extra=_solo("T-BOT-RUL-5"),
        exclude_if=_is(4),
    )
    bot_start_scribes: Literal[0, 1] = Field(
        default=1,
        description="Scribes with which Botankhamun begins (RUL-49, house).",
        json_schema_extra=_solo("RUL-49", **{SET_UP: SPENT}),
        exclude_if=_is(1),
    )
    bot_blocked_action_vp: Literal[0, 3] = Field(
        default=3,
        description="VP for an action that Botankhamun cannot perform (RUL-50, house).",
        json_schema_extra=_solo("RUL-50"),
        exclude_if=_is(3),
    )
    solo_random_starting_cards: bool = Field(
        default=False,
        description="One player gets two Starting cards by chance instead of choosing two of three (T-BOT-SETUP-3).",
        json_schema_extra=_solo("T-BOT-SETUP-3", **{SET_UP: SPENT}),
        exclude_if=_is(False),
    )
    expansion: Literal["none", "seth"] = Field(
        default="none",
        description="Play with the expansion Time of Seth (S-SETUP-1).",
        json_schema_extra=_ruling("S-SETUP-1", **{SET_UP: BOX}),
        exclude_if=_is("none"),
    )
    anubis_may_take_seth_die: bool = Field(
        default=False,
        description="Anubis may take a die of the Seth board too (S-R-06, house).",
        json_schema_extra=_seth("S-R-06"),
        exclude_if=_is(False),
    )
    seth_statue_bonus_allows_gold: bool = Field(
        default=False,
        description="The bonus of a Statue in honour of Seth may be Gold (S-R-09, house).",
        json_schema_extra=_seth("S-R-09"),
        exclude_if=_is(False),
    )
    deferred_picks: bool = Field(
        default=True,
        description="A Resource due in the turn of another is owed and named later; off: asked at once (S-R-10).",
        json_schema_extra=_seth("S-R-10"),
        exclude_if=_is(True),
    )
    conquest_tile_may_cover_conquest_tile: bool = Field(
        default=False,
        description="A Conquest tile may be laid on another (S-R-11, house).",
        json_schema_extra=_seth("S-R-11"),
        exclude_if=_is(False),
    )
    d21_counts_seth_buildings: bool = Field(
        default=True,
        description="D21 counts Buildings on the Seth board (S-R-19, house).",
        json_schema_extra=_seth("S-R-19"),
        exclude_if=_is(True),
    )
    hathor_resources_per_tile: bool = Field(
        default=True,
        description="Hathor pays one of each Resource for every Conquest tile in line; off: once (S-R-24, house).",
        json_schema_extra=_seth("S-R-24"),
        exclude_if=_is(True),
    )
    solo_draw: Literal["3+1", "2+2", "3+2"] = Field(
        default="3+1",
        description="Starting cards and Follower Powers that one player draws; 2 and 1 are kept (S-BOT-SETUP-1).",
        json_schema_extra=_seth_solo("S-BOT-SETUP-1", SPENT),
        exclude_if=_is("3+1"),
    )
    solo_artifacts: Literal[2, 3, 4] = Field(
        default=3,
        description="Artifacts in a game of one player; fewer make it harder (S-BOT-SETUP-3).",
        json_schema_extra=_seth_solo("S-BOT-SETUP-3", SPENT),
        exclude_if=_is(3),
    )
    bot_buildings: Literal[10, 20] = Field(
        default=10,
        description="Buildings of Botankhamun in a game with the expansion (S-BOT-SETUP-7).",
        json_schema_extra=_seth_solo("S-BOT-SETUP-7", FIXED),
        exclude_if=_is(10),
    )
    solo_levels_bring_base_pieces: bool = Field(
        default=True,
        description="Medium and hard bring the base pieces of the level too (S-R-49, house).",
        json_schema_extra=_seth_solo("S-R-49", SPENT),
        exclude_if=_is(True),
    )
    once_per_turn_rule_without_expansion: bool = Field(
        default=False,
        description="Each effect that reacts to an action works once in a turn, without the expansion (S-R-33, house).",
        json_schema_extra=_ruling("S-R-33"),
        exclude_if=_is(False),
    )
    vizier: bool = Field(
        default=False,
        description="The Vizier's challenge, for two players, with or without the expansion (S-VIZ-1).",
        json_schema_extra=_ruling("S-VIZ-1", **{SET_UP: BOX}),
        exclude_if=_is(False),
    )
    vizier_with_destiny_order: bool = Field(
        default=True,
        description="Where the Vizier goes may be sent with the Destiny answer (S-R-30, house).",
        json_schema_extra={"ruling": "S-R-30", "module": "vizier", "needs": {"vizier": True}},
        exclude_if=_is(True),
    )

    @property
    def once(self) -> bool:
        """Whether a table without the expansion limits effects to one in a turn (RUL-16, S-R-33)."""
        return self.trigger_once_per_turn or self.once_per_turn_rule_without_expansion
