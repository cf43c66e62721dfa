"""Which mails a change calls for. They are named in the same file as the change and composed from it afterwards."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pbem.core.kept import kept
from pbem.engine.gamefile import Entry, GameFile, OwedMail
from pbem.engine.seeds import seed_at
from pbem.engine.submission.pledges import played_out

ADJUDICATION = frozenset(
    {"undo", "redo", "rule", "patch", "pause", "resume", "extend", "substitute", "end", "data", "people"}
)


TOLD_APART = frozenset({"appeal", "secret", "mail", "order"})
"""Entries of which people hear in words of their own, not by a mail that the entry calls for."""


QUIET = frozenset({"say", "request", "absence"})
"""Entries that came to whoever they concern as mails of their own: no other mail tells of them."""


NO_SIDES: Mapping[str, str] = MappingProxyType({})


ANSWER = "answer"
"""The answer to a mail. It is owed if the mail changed something, and counted with no game's mails."""


def mail_id(game: GameFile, entry: int, seat: str, kind: str, number: int = 0) -> str:
    """Make an id that is stable and unguessable: from the seed of its entry."""
    message = f"{game.id}\nmail\n{entry}\n{seat}\n{kind}\n{number}".encode()
    return hmac.digest(seed_at(game, entry), message, "sha256").hex()[:32]


def digest_id(game: GameFile, seat: str, day: int) -> str:
    """Name a seat's digest of a day: one, whatever happened while it was made."""
    return mail_id(game, 0, seat, "digest", day)


def owed(game: GameFile, seat: str, kind: str, note: dict[str, Any] | None = None, number: int = 0) -> OwedMail:
    """Make the note of a mail that the present state calls for."""
    return OwedMail(
        id=mail_id(game, game.entry, seat, kind, number), seat=seat, kind=kind, entry=game.entry, number=number,
        note=kept(note or {}),
    )  # fmt: skip


def count_mails(game: GameFile, made: Iterable[OwedMail]) -> None:
    """Note mails that were made and leave the outbox; archives tell how many there were of each kind."""
    counts: dict[str, int] = game.moderation.notes.setdefault("mails", {})
    for mail in made:
        if mail.kind != ANSWER:
            counts[mail.kind] = counts.get(mail.kind, 0) + 1


def mail_counts(game: GameFile) -> dict[str, int]:
    """Count how many mails of each kind a game has sent out; nothing for one that was never played by mail.

    Those of the last entry are still in the outbox. Its news may yet turn out to tell nothing, and is not counted.
    """
    counts = Counter(game.moderation.notes.get("mails", {}))
    counts.update(mail.kind for mail in game.outbox if mail.kind not in ("news", ANSWER))
    return dict(sorted(counts.items()))


def newly_asked(game: GameFile, before: int) -> list[str]:
    """List seats whose open question was put after entry `before`."""
    deaf = {info.seat for info in game.automata()}
    return [seat for seat, deadline in game.deadlines.items() if deadline.entry > before and seat not in deaf]


def invited(game: GameFile, asked: Iterable[str]) -> list[str]:
    """List people who are not asked themselves, and may propose an answer to what these seats of their side are
    asked."""
    people = {info.seat for info in game.players()}
    found = dict.fromkeys(partner for seat in asked for partner in game.deadlines[seat].side)
    return [partner for partner in found if partner not in game.deadlines and partner in people]


def is_talk(entry: Entry) -> bool:
    """Tell whether an entry is what a player said to all, asked for or announced, or a private message: their
    mails are owed where they are said."""
    return entry.kind in QUIET or (entry.kind == "announce" and entry.by == "player")


def notices_after(
    game: GameFile, entries: Iterable[Entry], before: int, sides: Mapping[str, str] = NO_SIDES
) -> list[OwedMail]:
    """List the mails owed for new entries: order forms to those newly asked, news to the others, adjudications to all.
    `sides` names seats that share a side, each with its side."""
    written = [entry for entry in entries if not is_talk(entry)]
    if not written:
        return []
    kinds = {entry.kind for entry in written}
    everybody = [info.seat for info in game.people()]
    if kinds <= TOLD_APART:
        return []
    if "setup" in kinds:
        return [owed(game, seat, "start") for seat in everybody]
    if game.status in ("finished", "terminated") and kinds != {"announce"}:  # a word after the end ends nothing
        return [*(owed(game, seat, "over") for seat in everybody), *_reports(game, written, sides)]
    mails: list[OwedMail] = []
    if kinds & ADJUDICATION:
        mails += [owed(game, seat, "adjudication", {"decided": before}) for seat in everybody]
    if "announce" in kinds:
        mails += [owed(game, seat, "announce") for seat in everybody]
    asked = newly_asked(game, before)
    together = len(game.deadlines) > 1
    mails += [owed(game, seat, "question" if together else "turn") for seat in asked]
    mails += [owed(game, seat, "question") for seat in invited(game, asked)]
    if not mails or "move" in kinds:
        reports = _reports(game, written, sides, asked)
        movers = {entry.seat for entry in written}
        playing = {info.seat for info in game.seats if info.role == "player"}
        told = {mail.seat for mail in (*mails, *reports)} | movers | set(asked)
        # Who never moves has no last move to count from: they hear what is new.
        notes = {seat: None if seat in playing else {"since": before} for seat in everybody if seat not in told}
        mails += [*reports, *(owed(game, seat, "news", note) for seat, note in notes.items())]
    return mails


REPORT = "report"
"""In the note of news: it tells what came of sealed orders to somebody who had a part in them."""


def _reports(
    game: GameFile, written: Sequence[Entry], sides: Mapping[str, str], asked: Iterable[str] = ()
) -> list[OwedMail]:
    """List the news of sealed orders that were played out, for everybody of a side whose orders or defaults they were.
    Whoever sent the last one reads it in the answer; but where that is part of an order form, there may be no room for
    it."""
    part = {sides.get(seat, seat) for seat in played_out(written)}
    answered = {entry.seat for entry in written if entry.by == "player"}.difference(asked)
    people = (info.seat for info in game.players() if info.seat not in answered)
    note = {"entries": [entry.n for entry in written], REPORT: True}
    return [owed(game, seat, "news", note) for seat in people if sides.get(seat, seat) in part]
