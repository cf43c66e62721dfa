"""Whether an entry of a public copy agrees with itself, and with what everybody knew before and after it.

Without the secrets a move cannot be played again. But most answers are told by the events that they lead to, and open
draws by what lies on the table afterwards; titles say which (`Book.agreement`). So an answer or a die that
somebody changed, and chained again, contradicts the rest of its entry or the views around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from pbem.core.book import Book
from pbem.core.errors import Fault
from pbem.core.table import Table
from pbem.engine.gamefile import Entry, PublicEvent


def disagreement(book: Book, entry: Entry, before: Table | None, after: Table | None) -> str | None:
    """Say what in an entry contradicts the rest, in words; None if nothing does. The tables have what everybody
    knew."""
    for draw in entry.chance:
        orderly = draw.order is None or sorted(draw.order) == list(range(draw.of))
        if not orderly or (draw.value is not None and not 0 <= draw.value < draw.of):
            return Fault("the draw {label} number {counter} has no such result", label=draw.label, counter=draw.counter)
    if not book.agreement or entry.kind not in ("move", "setup"):
        return None
    told = import_module(book.agreement)
    found: str | None = told.agree(entry, before, after)
    return found if found is not None or entry.kind == "setup" else _untold(told.TOLD, entry)


def _untold(told: Mapping[str, Sequence[str]], entry: Entry) -> str | None:
    """Find an answer that the events of its entry do not tell, though answers of its kind are told always."""
    given: dict[tuple[str, str], Counter[str]] = {}
    for answer in entry.answers:
        if answer.keys and answer.name in told:
            given.setdefault((answer.seat, answer.name), Counter()).update(answer.keys)
    for (seat, name), keys in given.items():
        left = keys - Counter(_said(told[name], entry.events))  # of a side's two seats either may be named
        if left:
            return Fault(
                "{seat} answers {name}: {key}, and the events tell of something else",
                seat=seat,
                name=name,
                key=next(iter(left)),
            )
    return None


def _said(patterns: Sequence[str], events: Sequence[PublicEvent]) -> Iterator[str]:
    """Yield what events tell by patterns such as `took_die {god} {die}`: the kind of the event, and its data in
    order."""
    for pattern in patterns:
        kind, _, form = pattern.partition(" ")
        for event in events:
            if event.kind != kind:
                continue
            listed: Any = event.data.get(form.strip("{}"))
            if isinstance(listed, list):
                yield from map(str, listed)
            else:
                yield form.format_map(_Data(event.data))


class _Data(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"
