"""The log: a good line for every event."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import pbem.titles.tekhenu as package
from pbem.core.events import Event, Json
from pbem.titles.tekhenu.show.log import KINDS, SILENT, line
from tests.titles.tekhenu.walk import walk

TOLD = re.compile(r"\btell\(\s*(?:\"(\w+)\"(?: if \w+ else \"(\w+)\")?)", re.S)


def kinds_in_rules() -> set[str]:
    """Kinds of events that the rules tell, read from their source."""
    found: set[str] = set()
    for path in Path(package.__file__).parent.rglob("*.py"):
        for kinds in TOLD.findall(path.read_text(encoding="utf-8")):
            found.update(kind for kind in kinds if kind)
    return found


def test_every_kind_that_the_rules_tell_has_a_line() -> None:
    told = kinds_in_rules()
    assert len(told) > 30
    assert told - SILENT == set(KINDS)


def turned(data: dict[str, Json]) -> dict[str, Json]:
    """The same data with the keys in another order, as a file may hold them."""
    return {
        key: {inner: value[inner] for inner in reversed(value)} if isinstance(value, dict) else value
        for key, value in reversed(data.items())
    }


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_event_of_a_game_has_a_line(players: int) -> None:
    for seed in range(3):
        *_, (t, _run) = walk(players, f"log {seed}", every=10_000)
        assert t.over
        for event in t.live.events:
            assert event.kind in KINDS or event.kind in SILENT
            for reader in (None, *t.seats):
                text = line(event, reader)
                assert text == line(replace(event, data=turned(event.data)), reader)
                assert len(text) <= 200
                assert "{" not in text and "None" not in text and "  " not in text
                if event.kind not in SILENT and event.seen_by(reader) is not None:
                    assert text.endswith(".") and text[0].isupper()


def test_secrets_stay_out_of_the_lines_of_others() -> None:
    secret = 0
    for t, _ in walk(3, "log secrets", every=10_000):
        for event in t.live.events:
            if event.to is None:
                continue
            secret += 1
            ids = re.findall(r"\b[BTDSA]\d\d\b", line(event, event.to[0]))
            for reader in (None, *t.seats):
                if reader not in event.to:
                    others = line(event, reader)
                    assert not [card for card in ids if card in others and card != event.data.get("why")], others
    assert secret > 5


def took(colour: str, value: int, purity: str) -> Event:
    """A grey 4 taken at Ra, used as something else."""
    data: dict[str, Json] = {"god": "ra", "die": "grey 4", "colour": colour, "value": value, "purity": purity}
    return Event("took_die", "blue", data)


@pytest.mark.parametrize(
    ("event", "reader", "text"),
    [
        (took("grey", 4, "tainted"), "orange", "Blue took grey 4 at Ra, tainted."),
        (took("white", 6, "anubis"), "blue", "You took grey 4 at Ra as white 6, for an Anubis action."),
        (Event("decree_kept", "red", {"card": "D07"}, ["red"], {}), "red", "You kept Decree D07."),
        (Event("decree_kept", "red", {"card": "D07"}, ["red"], {}), None, "Red kept a Decree."),
        (Event("decree_not_used", "red", {"card": "D23"}, ["red"]), "blue", ""),
        (Event("turn_began", "red", {}), "blue", ""),
        (Event("produced", "red", {"resource": "bread", "value": 5, "over": 2}), None,
         "Red produced 5 bread, 2 of them overproduced."),
        (Event("balanced", "red", {"balance": -3, "faith": 2, "left": True}), None,
         "Red came to a balance of -3 with 2 faith on the left."),
        (Event("bread_paid", "red", {"due": 3, "paid": {"bread": 1}, "unpaid": 2, "lost": 6}), None,
         "Red paid 1 bread for 3 bread due: 2 unpaid, -6 VP."),
        (Event("paid", "red", {"mix": {"granite": 1, "gold": 1}, "cost": "granite"}), None,
         "Red paid 1 granite, 1 gold for granite."),
        (Event("game_over", None, {"places": ["red", "blue"], "scores": {"red": 90, "blue": 81}}), None,
         "The game is over. Winner: red. VP: red 90, blue 81."),
        (Event("built_statue", "red", {"at": "OW", "vp": 0, "gold": 1}), None,
         "Red built a statue for the people above the workshops (OW): 1 gold."),
    ],
)  # fmt: skip
def test_lines(event: Event, reader: str | None, text: str) -> None:
    assert line(event, reader) == text
