"""Games of Time of Seth and of the Vizier under the moderator: every switch of the tables, both ways, while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.core.errors import PbemError
from pbem.engine.computers.computer import turn_text
from pbem.titles.tekhenu.options import Options
from tests.moderation.village import Village

PLAYERS = ["Ania <ania@example.org>", "Béla <bela@example.org>"]
RULINGS = {
    name: field.default
    for name, field in Options.model_fields.items()
    if str((field.json_schema_extra or {}).get("ruling", "")).startswith("S-R-")  # type: ignore[union-attr]
}
"""The switches of the expansion with their defaults."""
SET_UP = ("solo_levels_bring_base_pieces",)
ALONE = ("once_per_turn_rule_without_expansion",)


def game(tmp_path: Path, players: list[str], **options: Any) -> Village:
    village = Village(tmp_path)
    village.new_game(players, "nile", "tekhenu", **options)
    return village


def turn(village: Village) -> None:
    play = village.desk.read("nile").play
    seat = next(iter(play.questions()))
    with village.desk.game("nile") as session:
        village.desk.take(session, seat, turn_text(play, seat, play.title.prefer))


def agreed(village: Village, name: str) -> Any:
    return getattr(village.desk.read("nile").play.table.options, name)


def both_ways(village: Village, name: str) -> None:
    for value in (not RULINGS[name], RULINGS[name]):
        village.mod("rule", f"{name}={str(value).lower()}", game="nile")
        assert agreed(village, name) == value
        turn(village)


def test_the_switches() -> None:
    """Those of the digest: S-R-06, S-R-09, S-R-10, S-R-11, S-R-19, S-R-24, S-R-30, S-R-33, S-R-49."""
    assert set(RULINGS) == {
        "anubis_may_take_seth_die", "seth_statue_bonus_allows_gold", "deferred_picks",
        "conquest_tile_may_cover_conquest_tile", "d21_counts_seth_buildings", "hathor_resources_per_tile",
        "vizier_with_destiny_order", *SET_UP, *ALONE,
    }  # fmt: skip


def test_every_switch_both_ways(tmp_path: Path) -> None:
    """Each is changed while the game runs, and back; a turn is played by either, and the journal verifies."""
    village = game(tmp_path, PLAYERS, expansion="seth", vizier=True)
    for name in sorted({*RULINGS} - {*SET_UP, *ALONE}):
        both_ways(village, name)
    village.audit("nile")


def test_once_a_turn_without_the_expansion(tmp_path: Path) -> None:
    """S-R-33: in a game with the Vizier alone; with the expansion it is refused, which has that rule anyway."""
    village = game(tmp_path, PLAYERS, vizier=True)
    both_ways(village, ALONE[0])
    village.audit("nile")
    with pytest.raises(PbemError, match="has that rule anyway"):
        game(tmp_path / "other", PLAYERS, expansion="seth", once_per_turn_rule_without_expansion=True)


@pytest.mark.parametrize("change", ["solo_levels_bring_base_pieces=false", "solo_artifacts=4", "bot_buildings=20"])
def test_what_only_the_set_up_decides(tmp_path: Path, change: str) -> None:
    """S-BOT-SETUP-3, S-BOT-SETUP-7, S-R-49: set at `new`; once the pieces lie there it is too late."""
    name, _, value = change.partition("=")
    village = game(tmp_path, PLAYERS[:1], expansion="seth", **{name: value if value.isalpha() else int(value)})
    assert str(agreed(village, name)).lower() == value
    turn(village)
    if name == "bot_buildings":
        with pytest.raises(PbemError, match="decides how the table is laid, and it is laid with"):
            village.mod("rule", "bot_buildings=10", game="nile")
    else:
        back = {"solo_artifacts": "3"}.get(name, "true")
        assert "nothing changes in this game" in village.mod("rule", f"{name}={back}", game="nile").text
    village.audit("nile")
