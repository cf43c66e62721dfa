"""Events: what happened, and who may know it."""

from __future__ import annotations

from dataclasses import field

from pbem.core.records import record

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]


@record()
class Event:
    """Something that happened, past tense.

    `to` names the seats that may know it, None means everybody. `twin` is what the others may know of it instead
    ("drew 2 cards"); without a twin they learn nothing.
    """

    kind: str
    seat: str | None = None
    data: dict[str, Json] = field(default_factory=dict)
    to: list[str] | None = None
    twin: dict[str, Json] | None = None

    def seen_by(self, reader: str | None) -> Event | None:
        """Return this event as `reader` knows it (None: a spectator)."""
        if self.to is None or (reader is not None and reader in self.to):
            return self
        return None if self.twin is None else Event(self.kind, self.seat, self.twin)

    def public(self) -> dict[str, Json] | None:
        known = self.seen_by(None)
        return None if known is None else {"kind": known.kind, "seat": known.seat, "data": known.data}
