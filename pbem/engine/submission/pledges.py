"""Lines of sealed orders: each has a commitment of its own in the public log as soon as it is on file.

Line i of entry n has the nonce HMAC-SHA-256(seed, GAME "\\n" `nonce` "\\n" n "\\n" i), in hexadecimal. Its commitment
is the SHA-256 of the nonce followed by the canonical JSON of [seat, line]. So that their number tells nothing,
commitments are filled up with such of [seat, null]. A line that was used is opened with its nonce as soon as its
occasion is over and it can serve no other question; all others are opened by the seed at the end.
`docs/file-format.md` defines it for strangers.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Fault
from pbem.core.questions import Seat
from pbem.core.table import Table
from pbem.core.words import Listed, Say, Verbatim
from pbem.engine.gamefile import Ahead, Entry
from pbem.engine.journal import canonical
from pbem.engine.seeds import seed_at

if TYPE_CHECKING:
    from pbem.engine.submission.opened_game import OpenedGame

KIND = "order"
PLEDGES, OPENED, DEFAULTS, LINES = "pledges", "opened", "defaults", "lines"
"""Words of an entry's notes: commitments, lines that were opened, what was left to its default by seat, and (under
seal) the lines themselves."""
SIDE = "side"
"""What the note calls seats of the same side."""
SLOTS = 12
"""Commitments come in such numbers: an order of one line looks like one of twelve."""


def is_pledged(table: Table, name: str) -> bool:
    """Tell whether lines for a question are promised when they are sent ahead."""
    kind = table.live.book.questions.get(name)
    return kind is not None and kind.pledged


def nonce(seed: bytes, game: str, n: int, line: int) -> str:
    return hmac.digest(seed, f"{game}\nnonce\n{n}\n{line}".encode(), "sha256").hex()


def promise(secret: str, seat: Seat, text: str | None) -> str:
    """Return the commitment to a line; `text` None fills up."""
    return sha256(secret.encode() + canonical([seat, text])).hexdigest()


def promises(seed: bytes, game: str, n: int, seat: Seat, texts: Sequence[str]) -> list[str]:
    """Return the commitments of an entry."""
    slots = -(-len(texts) // SLOTS) * SLOTS
    filled = [*texts, *[None] * (slots - len(texts))]
    return [promise(nonce(seed, game, n, at), seat, text) for at, text in enumerate(filled, 1)]


def text_of(sent: Ahead) -> str:
    """Write a line as it was written, with those right behind it that answer what it sets in motion."""
    name = f"{sent.name}-{sent.word}" if sent.word else sent.name
    return "\n".join([f"{name}: {', '.join(sent.keys)}", *sent.lines])


def pledge(play: OpenedGame, now: datetime, seat: Seat, filed: Sequence[Ahead]) -> Entry:
    """Promise lines that were put on file, in an entry of their own."""
    n = play.game.entry + 1
    for line, sent in enumerate(filed, 1):
        sent.entry, sent.line = n, line
    texts = [text_of(sent) for sent in filed]
    note: dict[str, Any] = {PLEDGES: promises(play.seed, play.game.id, n, seat, texts)}
    partners = side_mates(play, seat)
    if partners:
        note[SIDE] = partners
    return play.write(now, seat, "player", kind=KIND, note=note, secret_note={LINES: texts})


def side_mates(play: OpenedGame, seat: Seat) -> list[Seat]:
    """List the other seats of the side for which a seat proposes: they see what it puts on file. The seat whose name
    the side has decides, and need not show what it wrote."""
    sides = play.title.sides(play.table)
    own = sides.get(seat, seat)
    return [] if own == seat else [other for other, side in sides.items() if other != seat and side == own]


def reveal(
    play: OpenedGame, now: datetime, used: Sequence[tuple[Seat, Ahead]], defaults: Mapping[Seat, Sequence[str]]
) -> Entry:
    """Open lines that were used and whose occasion is over, and tell what was left to its default."""
    told: list[dict[str, Any]] = []
    for holder, sent in used:
        seat = sent.seat or holder
        secret = nonce(seed_at(play.game, sent.entry), play.game.id, sent.entry, sent.line)
        told.append({"seat": seat, "entry": sent.entry, "line": sent.line, "text": text_of(sent), "nonce": secret,
                     "for": list(sent.gave)})  # fmt: skip
    note: dict[str, Any] = {OPENED: told}
    if defaults:
        note[DEFAULTS] = {seat: list(said) for seat, said in defaults.items()}
    return play.write(now, None, "orders", kind=KIND, note=note)


def played_out(entries: Iterable[Entry]) -> list[Seat]:
    """List the seats whose sealed orders, or defaults in their place, entries tell."""
    found: dict[Seat, None] = {}
    for note in (entry.note for entry in entries if entry.kind == KIND):
        found |= dict.fromkeys(told["seat"] for told in note.get(OPENED, ()))
        found |= dict.fromkeys(note.get(DEFAULTS, ()))
    return list(found)


# -- checks ------------------------------------------------------------------------------------------------------------


def opening_problem(entries: Iterable[Entry]) -> str | None:
    """Find the first opened line that is not what was promised, in words; None if all fit. No seed is needed."""
    given: dict[int, tuple[Seat | None, list[str]]] = {}
    for entry in entries:
        if entry.kind != KIND:
            continue
        if PLEDGES in entry.note:
            given[entry.n] = entry.seat, entry.note[PLEDGES]
        for told in entry.note.get(OPENED, ()):
            seat, promised = given.get(told["entry"], (None, []))
            at = told["line"] - 1
            right = seat == told["seat"] and 0 <= at < len(promised)
            if not right or promise(told["nonce"], told["seat"], told["text"]) != promised[at]:
                return Fault(
                    "entry {n}: line {line} of entry {entry} is not the one that was promised",
                    n=entry.n,
                    line=told["line"],
                    entry=told["entry"],
                )
    return None


def pledge_problem(entry: Entry, seed: bytes, game: str) -> str | None:
    """Say in words what is wrong where the commitments of an entry are not those of its lines under the seed."""
    if entry.kind != KIND or PLEDGES not in entry.note or entry.secret is None:
        return None
    wanted = promises(seed, game, entry.n, entry.seat or "", entry.secret.note.get(LINES, []))
    return (
        None if wanted == entry.note[PLEDGES] else Fault("entry {n}: it promises other lines than it keeps", n=entry.n)
    )


# -- words -------------------------------------------------------------------------------------------------------------


def told_lines(note: dict[str, Any]) -> list[str]:
    """Say what an entry tells of orders, for everybody to read: commitments, lines that it opens with whose they were
    and what they answered, and what was left to its default."""
    lines: list[str] = []
    for told in note.get(OPENED, ()):
        text = str(told["text"]).replace("\n", "; ")
        values = {"seat": told["seat"], "line": told["line"], "entry": told["entry"]}
        used = Listed(told["for"], "; ")
        lines.append(Say("{seat}, line {line} of #{entry}: {text} ({used})", **values, text=text, used=used))
    for seat, said in note.get(DEFAULTS, {}).items():
        lines.append(Say("{seat}, by default: {answers}", seat=seat, answers=Listed(said, "; ")))
    promised = enumerate(note.get(PLEDGES, ()), 1)
    return lines + [Say("commitment {n}: {digest}", n=at, digest=Verbatim(digest)) for at, digest in promised]
