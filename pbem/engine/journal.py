"""The journal: accepted submissions in a hash chain.

An entry's hash covers its public part in canonical JSON (sorted keys, no blanks) with the digest of its secret part
in place of that part. A public copy without secrets therefore verifies, and because the secret is salted from the
seed no sealed answer can be guessed from a head.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

from pydantic_core import to_json

from pbem.core.chance import Draw
from pbem.core.errors import Fault
from pbem.core.events import Event
from pbem.core.known.facts import facts_of
from pbem.core.known.masks import known_bytes
from pbem.core.table import Table, table_bytes
from pbem.engine.gamefile import Answer, By, DrawRecord, Entry, Kind, PublicEvent, Secret, SecretEvent

GENESIS = "0" * 64
MOST_TABLES = 16
"""Component tables of which the digest is remembered."""


_CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
)


def canonical(value: Any) -> bytes:
    """Write canonical JSON: sorted keys, no blanks, UTF-8, no floats that are not numbers."""
    return _CANONICAL.encode(value).encode()


def digest(value: Any) -> str:
    return sha256(canonical(value)).hexdigest()


_digests: dict[bytes, str] = {}


def tables_digest(tables: dict[str, Any]) -> str:
    """Reckon `digest` of component tables: whoever checks a folder of games meets the same ones again and again, and
    need not sort them each time."""
    key = to_json(tables)
    if key not in _digests:
        if len(_digests) >= MOST_TABLES:
            _digests.clear()
        _digests[key] = digest(tables)
    return _digests[key]


def state_digest(table: Table) -> str:
    """Reckon SHA-256 of the table's compact JSON in the order of the game file."""
    return sha256(table_bytes(table)).hexdigest()


def text_digest(text: str | bytes) -> str:
    return sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()


IN_ORDER_OF_NAMES = 1
"""The first form of views: the canonical JSON of their facts. Later ones are written in the order of the table."""


def view_digest(table: Table, form: int | None = None, known: bytes | None = None) -> str | None:
    """Return version and SHA-256 of what everybody knows of a table, `2:2c26…`, in today's form or an earlier one; None
    if the title does not tell. `known` is what `known_bytes` writes, for a caller who has it."""
    if form == IN_ORDER_OF_NAMES:
        facts = facts_of(table)
        return None if facts is None else f"{form}:{facts_digest(facts)}"
    written = known_bytes(table) if known is None else known
    return None if written is None else f"{table.form}:{sha256(written).hexdigest()}"


def form_of(view: str | None, model: type[Table]) -> int | None:
    """Return the version of an entry's view, if this build can still make views of it; None if it cannot."""
    if view is None:
        return None
    if view.startswith(f"{model.form}:"):
        return model.form
    return next((form for form in model.earlier_forms if view.startswith(f"{form}:")), None)


def facts_digest(facts: dict[str, Any]) -> str:
    """Reckon `digest` of facts that stand in the order of their keys already: what that sorts and writes in Python
    would be a fifth of a replay."""
    return sha256(to_json(facts)).hexdigest()


def same_view(entry: Entry, table: Table, known: bytes | None = None) -> bool:
    """Tell whether the table is the one of which an entry tells. Nothing can be said of entries without a view, or
    whose facts are of another version."""
    form = form_of(entry.view, type(table))
    return form is None or entry.view == view_digest(table, form, known)


def stamp(now: datetime) -> str:
    """Write a time as it stands in files: UTC, whole seconds."""
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(text: str) -> datetime:
    """Read a time back from a file."""
    # Not `strptime`: it loads the locale's calendar, which every cold start would pay.
    if len(text) != 20 or text[4] + text[7] + text[10] + text[19] != "--TZ":
        raise ValueError(f"{text!r:.40} is not a time")
    return datetime.fromisoformat(text)


def is_moment(text: str) -> bool:
    """Tell whether a text of a file is a time."""
    try:
        moment(text)
    except ValueError:
        return False
    return True


def salt(seed: bytes, game: str, n: int) -> str:
    return hmac.digest(seed, f"{game}\nsalt\n{n}".encode(), "sha256").hex()


def entry_hash(entry: Entry) -> str:
    public = entry.model_dump(mode="json", exclude={"hash", "secret"})
    return digest(public)


def entry_digests(entry: Entry) -> tuple[str, str]:
    """Reckon the digest of the secret part (empty without one) and the hash of the public part."""
    return document_digests(entry.model_dump(mode="json", warnings=False))


def document_digests(document: dict[str, Any]) -> tuple[str, str]:
    """Reckon `entry_digests` of an entry that was dumped already."""
    public = document.copy()
    secret = public.pop("secret", None)
    del public["hash"]
    return "" if secret is None else digest(secret), digest(public)


def secret_digest(secret: Secret) -> str:
    return digest(secret.model_dump(mode="json"))


def record(draw: Draw) -> DrawRecord:
    return DrawRecord(label=draw.label, counter=draw.counter, of=draw.of, value=draw.value, order=draw.order)


def split_events(events: Iterable[Event]) -> tuple[list[PublicEvent], list[SecretEvent]]:
    """Split events into the public ones in order, and the private ones with their place among them."""
    public: list[PublicEvent] = []
    secret: list[SecretEvent] = []
    for event in events:
        if event.to is None:
            public.append(PublicEvent(kind=event.kind, seat=event.seat, data=dict(event.data)))
            continue
        secret.append(
            SecretEvent(
                after=len(public), kind=event.kind, seat=event.seat, data=dict(event.data), to=list(event.to),
                twin=event.twin is not None,
            )
        )  # fmt: skip
        if event.twin is not None:
            public.append(PublicEvent(kind=event.kind, seat=event.seat, data=dict(event.twin)))
    return public, secret


def events_for(entry: Entry, reader: str | None) -> list[Event]:
    """Return the events of an entry as one seat knows them (None: a spectator), in order."""
    known = [Event(event.kind, event.seat, dict(event.data)) for event in entry.events]
    places: list[tuple[int, Event]] = []
    for hidden in entry.secret.events if entry.secret else []:
        if reader is None or reader not in hidden.to:
            continue
        event = Event(hidden.kind, hidden.seat, dict(hidden.data), list(hidden.to))
        if hidden.twin:
            known[hidden.after] = event
        else:
            places.append((hidden.after, event))
    for after, event in reversed(places):
        known.insert(after, event)
    return known


class Message(NamedTuple):
    """A private message, as those two know it who wrote and got it."""

    sender: str
    to: list[str]
    text: str


def message_for(entry: Entry, reader: str | None) -> Message | None:
    """Return the message that an entry passed on, for its sender and its receiver; nobody else learns even who
    wrote."""
    note = entry.secret.note if entry.kind == "say" and entry.secret else {}
    if not note:  # an imported record does not have it
        return None
    found = Message(str(note["from"]), [str(seat) for seat in note["to"]], str(note["text"]))
    return found if reader in (found.sender, *found.to) else None


def split_answers(answers: Sequence[tuple[Answer, bool]]) -> tuple[list[Answer], dict[str, list[str]]]:
    """Split answers into the public ones, and the keys of the secret ones by their place."""
    public: list[Answer] = []
    hidden: dict[str, list[str]] = {}
    for at, (answer, secret) in enumerate(answers):
        if secret and answer.keys is not None:
            hidden[str(at)] = answer.keys
            public.append(answer.model_copy(update={"keys": None}))
        else:
            public.append(answer)
    return public, hidden


def full_answers(entry: Entry) -> list[Answer]:
    """Return the answers of an entry with the sealed ones opened."""
    hidden = entry.secret.answers if entry.secret else {}
    return [
        answer if answer.keys is not None else answer.model_copy(update={"keys": hidden.get(str(at))})
        for at, answer in enumerate(entry.answers)
    ]


def make_entry(
    *,
    n: int,
    prev: str,
    now: datetime,
    game: str,
    seed: bytes,
    table: Table,
    kind: Kind = "move",
    seat: str | None = None,
    by: By = "player",
    answers: Sequence[tuple[Answer, bool]] = (),
    events: Sequence[Event] = (),
    draws: Sequence[Draw] = (),
    mail: str | None = None,
    note: dict[str, Any] | None = None,
    secret_note: dict[str, Any] | None = None,
) -> Entry:
    """Make a new entry, chained to `prev`."""
    public_events, secret_events = split_events(events)
    public_answers, secret_answers = split_answers(answers)
    secret = Secret(
        salt=salt(seed, game, n),
        answers=secret_answers,
        events=secret_events,
        chance=[record(draw) for draw in draws if draw.hidden],
        mail=mail,
        state=state_digest(table),
        note=secret_note or {},
    )
    entry = Entry(
        n=n,
        at=stamp(now),
        kind=kind,
        seat=seat,
        by=by,
        answers=public_answers,
        events=public_events,
        chance=[record(draw) for draw in draws if not draw.hidden],
        note=note or {},
        view=view_digest(table),
        sealed=secret_digest(secret),
        prev=prev,
        hash="",
        secret=secret,
    )
    entry.hash = entry_hash(entry)
    return entry


def chain_problem(
    entries: Iterable[Entry], *, first_prev: str = GENESIS, first_n: int = 1,
    documents: Iterable[dict[str, Any]] | None = None, digests: Callable[[Entry], tuple[str, str]] = entry_digests,
) -> str | None:  # fmt: skip
    """Find the first place where a chain is broken, in words; None if it is whole. `documents` are the entries as JSON,
    for a caller who has them: writing them again would be a third of the work. `digests` reckons the same as
    `entry_digests`."""
    prev, n = first_prev, first_n
    dumped = None if documents is None else iter(documents)
    for entry in entries:
        if entry.n != n:
            return Fault("entry {n}: the journal has entry {found} in its place", n=n, found=entry.n)
        if entry.prev != prev:
            return Fault("entry {n}: it does not follow the entry before it", n=n)
        sealed, public = digests(entry) if dumped is None else document_digests(next(dumped))
        if entry.secret is not None and sealed != entry.sealed:
            return Fault("entry {n}: what it keeps secret was changed", n=n)
        if public != entry.hash:
            return Fault("entry {n}: its text does not fit its hash", n=n)
        prev, n = entry.hash, n + 1
    return None
