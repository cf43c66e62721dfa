"""A table that is written again and again has the bytes of one that is written once."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar

import pytest
from pydantic import Field, PlainSerializer, ValidationError, computed_field, field_serializer

from pbem.core.known.masks import known_bytes
from pbem.core.known.scribe import Scribe
from pbem.core.table import Known, Model, Table, table_bytes
from pbem.core.titles import get_title
from pbem.core.trial import twin
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.gamefile import Entry
from pbem.engine.replay import Replayer
from pbem.titles.ankh.state import Ankh

BOXES = [
    ("ankh", 3, {}),
    ("ankh", 2, {"expansion": "pharaoh"}),
    ("tekhenu", 2, {}),
    ("tekhenu", 1, {"expansion": "seth"}),
]


@pytest.mark.parametrize(("name", "players", "options"), BOXES)
def test_after_every_entry_the_bytes_are_those_of_one_go(name: str, players: int, options: dict[str, str]) -> None:
    title = get_title(name)
    report = play_game(title, players, "scribe", checks=NO_CHECKS, options=options)
    scribe, seen = Scribe(title.table_model), []

    def watch(entry: Entry, table: Table) -> None:
        assert scribe.write(table) == (table_bytes(table), known_bytes(table)), entry.n
        seen.append(entry.n)

    raw = title.components(report.game.rules.modules)
    Replayer(report.game, title, raw, watch=watch).run(report.entries)
    assert len(seen) == len(report.entries) > 10


def an_ankh_table() -> Ankh:
    """The map in the middle of a game."""
    title = get_title("ankh")
    report = play_game(title, 3, "scribe", checks=NO_CHECKS)
    table = Replayer(report.game, title, title.components()).run(report.entries[:30]).table
    assert isinstance(table, Ankh) and len(table.units) > 3
    return table


def test_pieces_that_move_change_or_leave_are_written_anew() -> None:
    table = an_ankh_table()
    scribe = Scribe(type(table))

    def same() -> bytes:
        written = scribe.write(table)
        assert written == (table_bytes(table), known_bytes(table))
        return written[0]

    before = same()
    place, unit = next(iter(table.units.items()))
    table.units[place] = unit.with_changes(sun=not unit.sun)
    changed = same()
    assert changed != before
    table.units[place] = unit
    assert same() == before
    table.units[place] = table.units.pop(place)  # the same pieces in another order
    reordered = same()
    assert reordered != before
    table.units.clear()
    table.monuments.clear()
    assert b'"units":{}' in same()


def test_a_piece_is_never_changed_but_replaced() -> None:
    table = an_ankh_table()
    unit = next(iter(table.units.values()))
    with pytest.raises(ValidationError, match="frozen"):
        unit.sun = True
    with pytest.raises(ValidationError):
        unit.with_changes(strength=3)


def test_a_trial_shares_pieces_and_no_map() -> None:
    table = an_ankh_table()
    copy = twin(table)
    assert copy.units == table.units and copy.units is not table.units
    assert all(copy.units[place] is unit for place, unit in table.units.items())
    assert copy.gods is not table.gods
    assert not any(copy.gods[god] is table.gods[god] for god in table.gods)


class Phase(StrEnum):
    DAWN = "dawn"


class Twice(Model):
    known: ClassVar[Known] = Known(open=("n",))
    n: int = 1

    @field_serializer("n")
    def _doubled(self, n: int) -> int:
        return 2 * n


class Shown(Model):
    n: int = 1

    @computed_field  # type: ignore[prop-decorator]
    @property
    def m(self) -> int:
        return self.n + 1


def _in_words(n: int | None) -> str | None:
    return None if n is None else f"{n} days"


class Odd(Table):
    """A table of a title from outside with whatever pydantic can write, nothing of it there at first."""

    known: ClassVar[Known] = Known(open=("phase", "share"))
    places: dict[int, str] = Field(default_factory=dict)
    since: datetime | None = None
    phase: Phase | None = None
    share: float | None = None
    twice: Twice | None = None
    shown: list[Shown] = Field(default_factory=list)
    days: Annotated[int | None, PlainSerializer(_in_words)] = None
    late: dict[str, datetime] = Field(default_factory=dict, exclude_if=lambda value: not value)


ODD: list[dict[str, Any]] = [
    {"places": {3: "a"}},
    {"since": datetime(2026, 1, 1, tzinfo=UTC)},
    {"phase": Phase.DAWN},
    {"share": 1e-7},
    {"share": 1e22},
    {"share": float("nan")},
    {"twice": Twice(n=4)},
    {"shown": [Shown(n=4)]},
    {"days": 3},
    {"late": {"a": datetime(2026, 1, 1, tzinfo=UTC)}},
    {"itself": {"a": ["żółw 𓂀", 'say "no"\\\n\x00\x7f\u2028']}},
]


@pytest.mark.parametrize("values", ODD, ids=str)
def test_what_is_no_plain_value_is_written_as_the_table_writes_it(values: dict[str, Any]) -> None:
    table = Odd(seats=["a"])
    scribe = Scribe(Odd)
    assert scribe.write(table) == (table_bytes(table), known_bytes(table))
    for name, value in values.items():
        setattr(table, name, value)
    for _ in range(2):
        assert scribe.write(table) == (table_bytes(table), known_bytes(table))
