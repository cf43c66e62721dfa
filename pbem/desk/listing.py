"""What a moderator reads of a game in a listing, from its row in the index alone."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from pbem.engine.journal import stamp

if TYPE_CHECKING:
    from pbem.store.index import Row


def remarks(row: Row, now: datetime) -> dict[str, Any]:
    """Who is late, whose mail comes back, who is away, what is asked for, whose clock stands, and the last contacts:
    as data, and as one line of words under `remarks`."""
    book = row.book()
    moment = stamp(now)
    late = [seat for seat, _, _, due in row.waits() if (due and due < moment) or seat in book.get("late", [])]
    away = [[seat, start, end] for seat, start, end in book.get("away", []) if end > moment]
    found: dict[str, Any] = {
        "late": late, "bounces": book.get("bounces", []), "away": away, "requests": book.get("requests", []),
        "stops": book.get("stops", []), "contact": book.get("contact", {}),
    }  # fmt: skip
    words = [f"late: {', '.join(late)}"] if late else []
    words += [f"mail comes back: {seat}" for seat in found["bounces"]]
    words += [f"away: {seat} {start[:10]} to {end[:10]}" for seat, start, end in away]
    words += [f"request {number}: {kind} of {seat}" for number, seat, kind, _ in found["requests"]]
    words += [f"clock stopped ({cause}){': ' + seat if seat else ''}" for seat, cause, _ in found["stops"]]
    return {**found, "remarks": "; ".join(words)}
