"""Undo and redo. Nothing is deleted: an undo puts an earlier table back and appends an entry that says so.

Going back to before entry N means the position before entry N, whatever lies between. Entries that counted since no
longer do; where an older undo lies between, what that one had taken back counts again, because the position before it
had it. Both lists stand in the undo's own entry, so that from the entries alone anybody can tell which moves count.

An undo is about the table. Rulings with the switches they set, pauses, extensions, substitutes and players' figures
stay in force. So do standing orders; answers sent ahead since N are dropped (they belong to a game that did not
happen), and come back with a redo. Whoever is asked has a fresh full time; nothing is played before somebody answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from pbem.core.errors import Refused, unchanged
from pbem.core.table import Table
from pbem.core.words import Listed, Say
from pbem.engine.adjudication.moderation import need_reason, put_table
from pbem.engine.gamefile import Ahead, Entry, GameFile, Orders
from pbem.engine.journal import events_for
from pbem.engine.seeds import newest_from

if TYPE_CHECKING:
    from pbem.engine.play import Play

Draws = Literal["same", "fresh"]
OVER = ("finished", "terminated")
TABLE_MOVES = frozenset({"move", "patch"})
"""Entries that an undo takes back."""
TOUCHING = frozenset({"setup", "move", "patch", "undo", "redo", "rule", "data", "end"})
"""Entries that touch the table or its rules; a redo looks past all others."""
States = Callable[[int], str]
"""Gives the table after an entry, as JSON."""


@dataclass(slots=True)
class Learned:
    """What came to light in an entry that an undo would take back, and for whom (None: everybody)."""

    entry: int
    seats: list[str] | None
    what: str


@dataclass(slots=True)
class UndoPlan:
    """What an undo would do: entries that no longer count, entries that count again, and who learned what."""

    before: int
    entries: list[int] = field(default_factory=list)
    again: list[int] = field(default_factory=list)
    learned: list[Learned] = field(default_factory=list)
    opened: bool = False
    """An end of the game has opened whatever that position hides: its seed, piles, hands and sealed answers. So another
    seed is drawn (or was), piles are shuffled from it, and hands are listed as known to all."""


# -- which entries count -------------------------------------------------------------------------------------


def undone_after(undone: Iterable[int], kind: str, note: Mapping[str, Any]) -> list[int]:
    """Return the entries that do not count after one more entry: only an undo or a redo changes which they are."""
    before = {int(n) for n in undone}
    taken, again = ({int(n) for n in note.get(key, [])} for key in ("entries", "again"))
    if kind == "undo":
        return sorted((before | taken) - again)
    return sorted((before - taken) | again) if kind == "redo" else sorted(before)


def undone_by(entries: Iterable[Entry]) -> list[int]:
    """Find which entries no longer count, from the undos and redos alone."""
    undone: list[int] = []
    for entry in entries:
        undone = undone_after(undone, entry.kind, entry.note)
    return undone


# -- undo ----------------------------------------------------------------------------------------------------


def plan_undo(play: Play, entries: Iterable[Entry], before: int, reveals: Mapping[int, int] | None = None) -> UndoPlan:
    """Find out what an undo to before entry `before` takes back, and who learned what since; it shows no secret itself.

    `reveals` says how often each entry, played again, brought something hidden to light; without it the recorded draws
    must do.
    """
    game = play.game
    if not 2 <= before <= game.entry:
        raise Refused(
            unchanged(
                Say(
                    "Undo goes back to before an entry from 2 to {entry}, not {before}.",
                    entry=game.entry,
                    before=before,
                )
            )
        )
    known = list(entries)
    now = set(game.moderation.undone)
    then = set(undone_by(known[: before - 1])) | {e.n for e in known[before - 1 :] if e.kind in TABLE_MOVES}
    plan = UndoPlan(before, sorted(then - now), sorted(now - then))
    plan.opened = game.status in OVER or before - 1 < newest_from(game)
    for entry in known:
        if entry.n in then - now:
            plan.learned += _learned(play, entry, len(entry.chance) if reveals is None else reveals.get(entry.n, 0))
    if plan.opened:
        end = game.entry if game.status in OVER else newest_from(game) - 1
        plan.learned.append(Learned(end, None, Say("the end opened the seed, all hands, piles and sealed answers")))
    return plan


def _learned(play: Play, entry: Entry, reveals: int) -> list[Learned]:
    """Tell public events of an entry that revealed something; of private ones what everybody may know of them."""
    found: list[Learned] = []
    told_all = [
        ((event.kind, event.seat), line) for event in events_for(entry, None) if (line := play.title.line(event, None))
    ]
    if reveals:
        told = Listed([line for _, line in told_all], " ")
        what = Say("came to light: {told}", told=told) if told else Say("something hidden came to light")
        found.append(Learned(entry.n, None, what))
    seen: dict[tuple[str, ...], list[tuple[str, str | None]]] = {}
    for event in entry.secret.events if entry.secret else []:
        seen.setdefault(tuple(event.to), []).append((event.kind, event.seat))
    for seats, things in seen.items():
        told = Listed([line for thing, line in told_all if thing in things], " ")
        what = Say("seen in private: {told}", told=told) if told else Say("something seen in private")
        found.append(Learned(entry.n, list(seats), what))
    return found


def undo(
    play: Play,
    plan: UndoPlan,
    states: States,
    now: datetime,
    reason: str,
    draws: Draws = "same",
    by: Literal["moderator", "player"] = "moderator",
    seed: bytes | None = None,
) -> Entry:
    """Put the table back to what it was before an entry. The same draws follow the same decisions (fault 272), unless
    fresh draws are asked for what nobody may keep: then piles are shuffled anew and later draws are others. They always
    are where an end has opened what the position hides; to open a game that is over, a new `seed` is needed."""
    game = play.game
    why = need_reason(reason)
    if not plan.entries and not plan.again and game.status not in OVER:
        raise Refused(unchanged(Say("Nothing since entry {before} is left to undo.", before=plan.before)))
    table = play.title.table_model.model_validate_json(states(plan.before - 1))  # played with the seeds so far
    draws = "fresh" if plan.opened else draws
    epoch = play.table.epoch + 1 if draws == "fresh" else play.table.epoch
    note: dict[str, Any] = {
        "reason": why, "before": plan.before, "entries": plan.entries, "draws": draws, "epoch": epoch,
    }  # fmt: skip
    if plan.again:
        note["again"] = plan.again
    if game.status in OVER:
        assert seed is not None, "a game that is over goes on with a new seed only"
        play.reseed(seed, game.entry + 1)
        note["commitment"] = game.seed_commitment
        game.status = "running"
        game.moderation.result = None
    note |= go_back(play, table, epoch, draws, opened=plan.opened)
    granted = {seat: deadline.extra for seat, deadline in game.deadlines.items()}
    game.deadlines.clear()
    dropped = _drop_sent_ahead(game, plan.before)
    entry = play.write(now, None, by, kind="undo", note=note, secret_note={"ahead": dropped} if dropped else None)
    for seat, deadline in game.deadlines.items():  # extensions stay: no undo of one player takes another's time
        deadline.extra = granted.get(seat, 0)
    game.moderation.undone = undone_after(game.moderation.undone, entry.kind, entry.note)
    return entry


def go_back(play: Play, table: Table, epoch: int, draws: str, *, opened: bool) -> dict[str, Any]:
    """Lay an earlier table under the play; with fresh draws what is face down becomes other things. What an end has
    opened and no shuffle can hide again is told: cards in hands, by seat (`known`), and seats whose sealed answers were
    in and are asked for anew (`unsealed`)."""
    table.epoch = epoch
    put_table(play, table)
    told: dict[str, Any] = {}
    if opened:
        told["known"] = {seat: list(held) for seat, held in play.title.expose(play.table).items() if held}
        unsealed = play.run.forget_given()
        told |= {"unsealed": unsealed} if unsealed else {}
    if draws == "fresh":
        play.title.refresh(play.table)
        play.run.reopen()
    return told


def _drop_sent_ahead(game: GameFile, before: int) -> dict[str, list[dict[str, Any]]]:
    """Drop answers sent ahead after the entry, which belong to a game that did not happen; standing orders stay. What
    was dropped, by seat, is kept under seal for a redo."""
    dropped: dict[str, list[dict[str, Any]]] = {}
    for seat, orders in list(game.orders.items()):
        gone = [sent.model_dump() for sent in orders.ahead if sent.entry >= before]
        if gone:
            dropped[seat] = gone
        orders.ahead = [sent for sent in orders.ahead if sent.entry < before]
        if orders.is_empty():
            del game.orders[seat]
    return dropped


# -- redo ----------------------------------------------------------------------------------------------------


def last_undo(entries: Iterable[Entry]) -> Entry:
    """Find the undo that a redo takes back: nothing was played, ruled or corrected since, but by computers, which play
    on at once and wait for nobody."""
    touching = [entry for entry in entries if entry.kind in TOUCHING]
    last = next((entry for entry in reversed(touching) if not _by_itself(entry)), None)
    if last is None or last.kind != "undo":
        raise Refused(unchanged(Say("Redo is possible only right after an undo.")))
    return last


def _by_itself(entry: Entry) -> bool:
    return entry.kind == "move" and entry.by == "computer"


def redo(play: Play, last: Entry, states: States, now: datetime, reason: str, since: Sequence[int] = ()) -> Entry:
    """Take the last undo back, with what computers have played since. If that one opened the game again, the position
    before it is open to all; unless the game is over in it, it is hidden anew."""
    game = play.game
    why = need_reason(reason)
    epoch = play.table.epoch + 1
    put_table(play, play.title.table_model.model_validate_json(states(last.n - 1)))
    note: dict[str, Any] = {"reason": why, "undo": last.n, "entries": last.note["entries"]}
    if last.n - 1 < newest_from(game) and not play.run.over:
        note |= {"epoch": epoch, **go_back(play, play.table, epoch, "fresh", opened=True)}
    if "again" in last.note or since:
        note["again"] = [*last.note.get("again", []), *since]
    game.deadlines.clear()
    entry = play.write(now, None, "moderator", kind="redo", note=note)
    game.moderation.undone = undone_after(game.moderation.undone, entry.kind, entry.note)
    _bring_back(game, last)
    play.close(now)
    return entry


def _bring_back(game: GameFile, last: Entry) -> None:
    """Bring back answers sent ahead that the undo dropped; what was sent since takes precedence."""
    dropped: dict[str, list[dict[str, Any]]] = last.secret.note.get("ahead", {}) if last.secret else {}
    for seat, sent in dropped.items():
        orders = game.orders.setdefault(seat, Orders())
        have = {one.name for one in orders.ahead}
        orders.ahead += [Ahead.model_validate(one) for one in sent if one["name"] not in have]


# -- what players may ask ------------------------------------------------------------------------------------


def may_undo_alone(play: Play, seat: str, entries: Iterable[Entry], reveals: Mapping[int, int]) -> int | None:
    """Find the entry a player may take back without asking: the last that counts, their own, nothing revealed by it,
    nobody acted since."""
    undone = set(play.game.moderation.undone)
    counting = [entry for entry in entries if entry.kind in TABLE_MOVES and entry.n not in undone]
    last = counting[-1] if counting else None
    if last is None or last.kind != "move" or last.seat != seat or last.by != "player" or reveals.get(last.n, 1):
        return None
    return None if last.secret is None or last.secret.events else last.n


def own_last(play: Play, seat: str, entries: Iterable[Entry]) -> int | None:
    """Find the seat's own last move that counts."""
    undone = set(play.game.moderation.undone)
    own = [e.n for e in entries if e.kind == "move" and e.seat == seat and e.by in ("player", "moderator")]
    return max((n for n in own if n not in undone), default=None)
