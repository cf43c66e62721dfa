"""What a moderator reads of a game in a listing, from its row in the index alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.store.index import Row, read_notes

if TYPE_CHECKING:
    from collections.abc import Iterable


#: What a book may hold without there being anything to remark.
CALM = {"moderator", "seats", "contact", "turns"}
QUIET: dict[str, Any] = {"late": [], "bounces": [], "away": [], "requests": [], "stops": [], "remarks": ""}
#: A game in which nobody is awaited and nothing is to be remarked, its keys in the order of `listed`.
RESTING: dict[str, Any] = {
    "id": "", "title": "", "status": "", "entry": 0, "awaited": [], "seats": [], "since": None, "due": None,
    **QUIET, "contact": {},
}  # fmt: skip


def listed_all(rows: Iterable[list[str]], now: str) -> list[dict[str, Any]]:
    """Every game of a listing, from the fields of the rows; `now` as files write it.

    Most of 100,000 games await one seat at most, in time, with nothing to remark: they are copied from one that rests
    and filled in. The others go through `listed`, which would say the same of these too, only more slowly.
    """
    found: list[dict[str, Any]] = []
    copy, add = RESTING.copy, found.append
    alone: dict[str, list[str]] = {}  # the same few people everywhere: one list for each, not one for each game
    for fields in rows:
        game, _, _, status, title, entry, _, awaited, _, notes, _ = fields
        one = copy()
        if awaited:
            if "\x1e" in awaited:
                add(listed(Row._make(fields), now))
                continue
            seat, player, one["since"], due = awaited.split("\x1f")
            if due:
                if due < now:
                    add(listed(Row._make(fields), now))
                    continue
                one["due"] = due
            one["awaited"] = alone.get(player) or alone.setdefault(player, [player])
            one["seats"] = alone.get(seat) or alone.setdefault(seat, [seat])
        if notes:
            book = read_notes(notes)
            if not book.keys() <= CALM:
                add(listed(Row._make(fields), now))
                continue
            one["contact"] = book.get("contact", {})
        one["id"] = game
        one["title"] = title
        one["status"] = status
        one["entry"] = int(entry or 0)
        add(one)
    return found


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
    if not late and not (book.keys() - CALM):
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
