"""Who may know what happened."""

from __future__ import annotations

import pytest

from pbem.core.events import Event

OPEN = Event("rolled", "red", {"dice": 4})
PRIVATE = Event("peeked", "red", {"card": "T03"}, to=["red"])
TWIN = Event("drew", "red", {"card": "T03"}, to=["red", "blue"], twin={"cards": 1})


@pytest.mark.parametrize(
    ("event", "reader", "data"),
    [
        (OPEN, "red", {"dice": 4}),
        (OPEN, None, {"dice": 4}),
        (PRIVATE, "red", {"card": "T03"}),
        (PRIVATE, "blue", None),
        (PRIVATE, None, None),
        (TWIN, "blue", {"card": "T03"}),
        (TWIN, "green", {"cards": 1}),
        (TWIN, None, {"cards": 1}),
        (Event("x", to=[], data={"secret": 1}), "red", None),
    ],
)
def test_audience(event: Event, reader: str | None, data: dict[str, int] | None) -> None:
    known = event.seen_by(reader)
    assert (known.data if known else None) == data


def test_what_others_learn_names_no_audience() -> None:
    """The twin is a public event: it does not even say who saw more."""
    known = TWIN.seen_by(None)
    assert known == Event("drew", "red", {"cards": 1})
    assert TWIN.public() == {"kind": "drew", "seat": "red", "data": {"cards": 1}}
    assert PRIVATE.public() is None
