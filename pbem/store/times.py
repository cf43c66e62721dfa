"""The times that a game file holds beside its entries: pages, lists and the clock reckon with each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.journal import is_moment

SPANS = {"absences": ("start", "end", "at"), "stops": ("start", "end")}


def wrong_time(doc: Mapping[str, Any]) -> tuple[str, Any] | None:
    """The first place whose text is no time, and that text: a page of all games would stumble over it."""
    return next(((place, text) for place, text in _times(doc) if text is not None and not is_moment(text)), None)


def _times(doc: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for seat, wait in doc["deadlines"].items():
        yield from ((f"deadlines.{seat}.{name}", wait.get(name)) for name in ("since", "due", "half"))
    book = doc["moderation"]
    for kind, names in SPANS.items():
        for n, span in enumerate(book.get(kind, ())):
            yield from ((f"moderation.{kind}.{n}.{name}", span.get(name)) for name in names)
    yield from ((f"moderation.contact.{seat}", text) for seat, text in book.get("contact", {}).items())
    yield "moderation.notes.wake", book.get("notes", {}).get("wake") or None
