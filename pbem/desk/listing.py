"""What a moderator reads of a game in a listing, from its row in the index alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.store.index import Row


QUIET: dict[str, Any] = {"late": [], "bounces": [], "away": [], "requests": [], "stops": [], "remarks": ""}


def listed(row: Row, now: str) -> dict[str, Any]:
    """One game of a listing; `now` as files write it."""
    waits = row.waits()
    return {
        "id": row.id, "title": row.title, "status": row.status, "entry": int(row.entry or 0),
        "awaited": [player for _, player, _, _ in waits],
        "seats": [seat for seat, _, _, _ in waits],
        "since": min([since for _, _, since, _ in waits], default=None),
        "due": min([due for _, _, _, due in waits if due], default=None),
        **remarks(row.book(), waits, now),
    }  # fmt: skip


def remarks(book: dict[str, Any], waits: list[tuple[str, str, str, str]], now: str) -> dict[str, Any]:
    """Who is late, whose mail comes back, who is away, what is asked for, whose clock stands, and the last contacts:
    as data, and as one line of words under `remarks`."""
    contact = book.get("contact", {})
    late = [seat for seat, _, _, due in waits if due and due < now]
    if not late and not (book.keys() - {"moderator", "seats", "contact", "turns"}):
        return {**QUIET, "contact": contact}
    late += [seat for seat in book.get("late", []) if seat not in late]
    away = [[seat, start, end] for seat, start, end in book.get("away", []) if end > now]
    found: dict[str, Any] = {
        "late": late, "bounces": book.get("bounces", []), "away": away, "requests": book.get("requests", []),
        "stops": book.get("stops", []), "contact": contact,
    }  # fmt: skip
    words = [f"late: {', '.join(late)}"] if late else []
    words += [f"mail comes back: {seat}" for seat in found["bounces"]]
    words += [f"away: {seat} {start[:10]} to {end[:10]}" for seat, start, end in away]
    words += [f"request {number}: {kind} of {seat}" for number, seat, kind, _ in found["requests"]]
    words += [f"clock stopped ({cause}){': ' + seat if seat else ''}" for seat, cause, _ in found["stops"]]
    return {**found, "remarks": "; ".join(words)}
