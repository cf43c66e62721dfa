"""What a moderator reads of a game in a listing, from its row in the index alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.core.words import Listed, Say, Verbatim
from pbem.store.rows import Row, read_notes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


#: What a book may hold without there being anything to remark.
CALM = {"moderator", "seats", "contact", "turns", "anonymous"}
NO_BOOK: dict[str, Any] = {}
QUIET: dict[str, Any] = {"late": [], "bounces": [], "away": [], "requests": [], "stops": [], "remarks": ""}
#: A game in which nobody is awaited and nothing is to be remarked, its keys in the order of `listed`.
RESTING: dict[str, Any] = {
    "id": "", "title": "", "status": "", "entry": 0, "awaited": [], "seats": [], "since": None, "due": None,
    **QUIET, "contact": {},
}  # fmt: skip


def listed_all(rows: Iterable[str], now: str) -> list[dict[str, Any]]:
    """List every game of a listing, from the text of its row; `now` as files write it.

    Most of 100,000 games await one seat at most, in time, with nothing to remark: they are copied from another one that
    awaits the same and filled in. The rest go through `listed`, which would say the same of all, only more slowly.
    """
    found: list[dict[str, Any]] = []
    alike: dict[tuple[str, str, str, str], Callable[[], dict[str, Any]]] = {}
    add, known = found.append, alike.get
    for text in rows:
        game, _, _, status, title, entry, _, awaited, _, notes, _ = text.split("\t")
        seat = player = since = due = ""
        if awaited:
            if "\x1e" in awaited:
                add(listed(Row._make(text.split("\t")), now))
                continue
            seat, player, since, due = awaited.split("\x1f")
        book = read_notes(notes) if notes else NO_BOOK
        if (due and due < now) or (book and not book.keys() <= CALM):
            add(listed(Row._make(text.split("\t")), now))
            continue
        copy = known((status, title, seat, player))
        if copy is None:
            first = {**RESTING, "status": status, "title": title}
            if awaited:
                first.update(awaited=[player], seats=[seat])
            copy = alike[status, title, seat, player] = first.copy
        one = copy()
        one["id"] = game
        one["entry"] = int(entry or 0)
        if awaited:
            one["since"] = since
            one["due"] = due or None
        if book:
            one["contact"] = book.get("contact", {})
        add(one)
    return found


def listed(row: Row, now: str) -> dict[str, Any]:
    """Describe one game of a listing; `now` as files write it."""
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
    """Tell who is late, whose mail comes back, who is away, what is asked for, whose clock stands, and the last
    contacts: as data, and as one line of words under `remarks`."""
    contact = book.get("contact", {})
    late = [seat for seat, _, _, due in waits if due and due < now]
    if not late and not (book.keys() - CALM):
        return {**QUIET, "contact": contact}
    late += [seat for seat in book.get("late", []) if seat not in late]
    away = [one for one in book.get("away", []) if one[2] > now]  # seat, start, end, and the days of its owner
    if "anonymous" in book:  # the hour at which their days begin would tell where they live
        away = [[one[0], one[-2][:10], one[-1][:10]] for one in away]
    found: dict[str, Any] = {
        "late": late, "bounces": book.get("bounces", []), "away": away, "requests": book.get("requests", []),
        "stops": book.get("stops", []), "contact": contact,
    }  # fmt: skip
    return {**found, "remarks": _remark_words(found)}


def _remark_words(found: dict[str, Any]) -> str:
    words: list[str] = [Say("late: {seats}", seats=Listed(found["late"]))] if found["late"] else []
    words += [Say("mail comes back: {seat}", seat=seat) for seat in found["bounces"]]
    words += [
        Say("away: {seat} {first} to {last}", seat=one[0], first=Verbatim(one[-2][:10]), last=Verbatim(one[-1][:10]))
        for one in found["away"]
    ]
    words += [
        Say("request {n}: {kind} of {seat}", n=number, kind=Say(kind), seat=seat)
        for number, seat, kind, _ in found["requests"]
    ]
    words += [
        Say("clock stopped ({cause}): {seat}", cause=Say(cause), seat=seat)
        if seat else Say("clock stopped ({cause})", cause=Say(cause))
        for seat, cause, _ in found["stops"]
    ]  # fmt: skip
    return Listed(words, "; ")
