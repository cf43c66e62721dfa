"""Field types that read and write as plain text, so that clock models load alike from JSON and from parsed JSON."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from pbem.engine.clock.durations import duration_text, parse_duration


def as_utc(moment: datetime) -> datetime:
    """Return the same instant in UTC; refuse a time without a zone, because it is no instant."""
    if moment.tzinfo is None:
        raise ValueError(f"a time without a zone is no instant: {moment.isoformat()}")
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # fault 245: the last hours of the calendar, seen from a zone west of Greenwich
        raise ValueError(f"a time outside the calendar: {moment.isoformat()}") from None


def instant_text(moment: datetime) -> str:
    """Write the stored form of an instant: ISO, UTC, `Z`."""
    return as_utc(moment).isoformat().replace("+00:00", "Z")


def instant(text: str) -> datetime:
    """Read the instant written by `instant_text`, or any ISO time that names its offset."""
    return as_utc(datetime.fromisoformat(text))


def _duration(value: object) -> object:
    return parse_duration(value) if isinstance(value, str) else value


def _sequence(value: object) -> object:
    """Make a tuple of a list: JSON knows lists only; the frozen models keep tuples."""
    return tuple(value) if isinstance(value, list) else value


Duration = Annotated[
    timedelta,
    BeforeValidator(_duration),
    PlainSerializer(duration_text, return_type=str),
    WithJsonSchema({"type": "string", "pattern": "^(0|([0-9]+d)?([0-9]+h)?([0-9]+m)?)$"}),
]
AsTuple = BeforeValidator(_sequence)
