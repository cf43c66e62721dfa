"""Undo and redo at the desk: what would be taken back, who learned what, and what everybody is told."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, Refused
from pbem.core.words import Listed, Say, Verbatim
from pbem.desk.games.old_states import orders_at
from pbem.desk.people.farewells import call_back
from pbem.desk.verbs.acts import Act, Done, no_more, number_of, reason_of
from pbem.engine.adjudication import moderation, undoing
from pbem.engine.gamefile import Entry, Orders, Tenure
from pbem.engine.people import holder_text, person_text
from pbem.engine.replay import Replayer
from pbem.engine.seeds import SEED_BYTES
from pbem.store.files import load_at

if TYPE_CHECKING:
    from pbem.desk.interface import Session

DRAWS = ("same", "fresh", "refuse")


def states_of(session: Session) -> undoing.States:
    """Return a way to the table after each entry, played again from the journal."""
    known: dict[int, str] = {}

    def state(n: int) -> str:
        if not known:
            replayer = Replayer(session.game, session.title, session.loaded.tables)
            replayer.find_tables = session.desk.pinned
            replayer.run(list(session.journal()))
            known.update(replayer.states)
        return known[n]

    return state


DRAWN = (
    Say("The same draws follow the same decisions."),
    Say("Face-down piles were shuffled anew, and later draws are others."),
)
"""What is told of the draws behind an undo: whether they are the same, whether they are fresh."""


def undo(session: Session, act: Act) -> Done:
    """Go back to before an entry. `--draws refuse` goes back only if nobody has learned anything hidden since."""
    before = ended_at(session) if act.words[:1] == ["end"] else number_of(act, Say("the entry to go back before"))
    act.words = act.words[1:] if act.words[:1] == ["end"] else act.words
    draws = next((word.lower() for word in act.words if word.lower() in DRAWS), act.draws)
    no_more(act, [word for word in act.words if word.lower() not in DRAWS])
    if draws not in DRAWS:
        raise Misuse(Say("--draws is same, fresh or refuse."))
    if act.orders not in ("keep", "restore"):
        raise Misuse(Say("--orders is keep or restore."))
    plan = undoing.plan_undo(session.play, session.journal(), before, session.reveals())
    told = [_learned(session, learned) for learned in plan.learned]
    data = {"before": before, "entries": plan.entries, "again": plan.again, "learned": told, "draws": draws}
    known = Listed(told, "\n") or Say("Nobody learned anything hidden since then.")
    restored = orders_then(session, before) if act.orders == "restore" else None
    if draws == "refuse" and plan.learned:
        raise Refused(
            Say(
                "Something hidden was learned since entry {before}, so the moves stand. {known}",
                before=before,
                known=known,
            )
        )
    ended = session.game.status in undoing.OVER
    if act.dry_run:
        gone = _numbers(plan.entries)
        said = Say("Would be undone: {gone}.{again}\n{known}", gone=gone, again=_again(plan, would=True), known=known)
        would = Listed([Say("The end would be taken back."), said], " ") if ended else said
        return Done(would, data, would=would)
    entry = carry_undo(session, plan, act.reason or "", draws)
    if restored is not None:
        session.game.orders = restored
    data |= {key: entry.note[key] for key in ("draws", "commitment", "known", "unsealed") if key in entry.note}
    text = Say(
        "{end}{gone}{again} The position is that before entry {before}. {follows}\n{known}",
        end=Say("The end is taken back. ") if ended else "",
        gone=_whose(session, plan.entries),
        again=_again(plan),
        before=before,
        follows=DRAWN[entry.note["draws"] == "fresh"],
        known=known,
    )
    sections = {info.seat: [("h-taken-back", text)] for info in session.game.seats}
    new = ""
    if "commitment" in data:
        new = Say(" The SHA-256 of the new seed is {digest}.", digest=Verbatim(data["commitment"]))
    done = Say("Undone to before entry {before}; the undo is entry {n}.{new}", before=before, n=entry.n, new=new)
    return Done(done, data, told=sections)


def ended_at(session: Session) -> int:
    """Find the entry by which somebody ended the game: taken back by itself, every move stays."""
    last = next((entry for entry in reversed(list(session.journal())) if entry.kind == "end"), None)
    if last is None or session.game.status != "terminated":
        raise Refused(Say("Nobody ended this game by a declared result; name the entry to go back before."))
    return last.n


def _numbers(entries: list[int]) -> str:
    if len(entries) < 2:
        return Say("entry {n}", n=entries[0]) if entries else Say("no entry")
    return Say("entries {entries}", entries=Verbatim(", ".join(map(str, entries))))


def _whose(session: Session, entries: list[int]) -> str:
    """Write `No longer counts: entry 7 (Ania, crane).`"""
    if not entries:
        return Say("No entry was taken back.")
    seats = {entry.n: entry.seat for entry in session.journal() if entry.n in entries}
    people = session.game.known_to()
    gone = Listed([_entry_of(n, holder_text(people, seats[n] or "", n) if seats.get(n) else "") for n in entries])
    return Say("No longer counting, though they stay in the record: {entries}.", entries=gone)


def _entry_of(n: int, who: str) -> str:
    return Say("{n} {by}", n=n, by=who) if who else Verbatim(n)


def _again(plan: undoing.UndoPlan, *, would: bool = False) -> str:
    """Say that the undo goes back before an older one, too, that lies between."""
    if not plan.again:
        return ""
    entries = _numbers(plan.again)
    if would:
        return Say(" What an older undo had taken back would count again: {entries}.", entries=entries)
    return Say(" What an older undo had taken back counts again: {entries}.", entries=entries)


def orders_then(session: Session, before: int) -> dict[str, Orders]:
    """Return everybody's orders as they were on file before an entry; refuse if nobody knows them any more."""
    found = _kept_orders(session, before)
    if found is None:
        raise Refused(
            Say("The orders before entry {before} are not kept any more; undo without restoring them.", before=before)
        )
    return found


def _kept_orders(session: Session, before: int) -> dict[str, Orders] | None:
    """Return the orders before an entry, from the earlier states or what was kept of them."""
    home, game = session.desk.home, session.game.id
    kept = load_at(home, game, before - 1)
    return kept.game.orders if kept is not None else orders_at(home, game, before - 1)


def _coming(session: Session, seat: str) -> set[str]:
    """Collect the occasions for which a seat may have lines on file as the table lies."""
    play = session.play
    asked = play.question_for(seat)
    known = [*play.title.foresee(play.table, seat), *([asked] if asked is not None else [])]
    return {one.mark for question in known for one in question.occasions}


def _file_again(session: Session, then: dict[str, Orders]) -> None:
    """File again lines for an occasion that is open again, and that were used up or lapsed since: whoever has said that
    an order is complete is not asked once more, so its lines lie there as they did."""
    for seat, orders in then.items():
        if seat not in session.play.table.seats or not any(sent.occasion for sent in orders.ahead):
            continue
        now, coming = session.game.orders.setdefault(seat, Orders()), _coming(session, seat)
        have = {(sent.name, sent.occasion) for sent in now.ahead}
        lost = [sent for sent in orders.ahead if sent.occasion and (sent.name, sent.occasion) not in have]
        now.ahead += [sent for sent in lost if sent.occasion in coming]


def _take_off(session: Session) -> None:
    """Take off, after a redo, lines that an undo had put back for an occasion that is over once more."""
    for seat, orders in session.game.orders.items():
        if seat in session.play.table.seats and any(sent.occasion for sent in orders.ahead):
            coming = _coming(session, seat)
            orders.ahead = [sent for sent in orders.ahead if not sent.occasion or sent.occasion in coming]


def carry_undo(
    session: Session, plan: undoing.UndoPlan, reason: str, draws: str = "same", by: Any = "moderator"
) -> Entry:
    """Carry out the undo itself; whoever held seats of a game that was over plays again, with a new seed: the end has
    opened the one before."""
    game = session.game
    over = game.status in undoing.OVER
    kind: undoing.Draws = "fresh" if draws == "fresh" else "same"
    seed = secrets.token_bytes(SEED_BYTES) if over else None
    then = _kept_orders(session, plan.before)
    entry = undoing.undo(session.play, plan, states_of(session), session.desk.now(), reason, kind, by, seed)
    for tenure in game.moderation.tenures if over else []:
        if tenure.end in ("finished", "released") and _holds(session, tenure):
            call_back(game, tenure)
    game.moderation.notes.pop("pending", None)
    _file_again(session, then or {})
    moderation.go_on(session.play, session.desk.now())
    return entry


def _holds(session: Session, tenure: Tenure) -> bool:
    return any(info.seat == tenure.seat and info.since == tenure.since for info in session.game.seats)


def _learned(session: Session, learned: undoing.Learned) -> str:
    game, seats = session.game, learned.seats
    who = Say("everybody") if seats is None else Listed(person_text(game, seat) for seat in seats)
    return Say("Entry {entry}: {who}: {what}", entry=learned.entry, who=who, what=learned.what)


def redo(session: Session, act: Act) -> Done:
    why = reason_of(act)
    journal = list(session.journal())
    last = undoing.last_undo(journal)
    since = [entry.n for entry in journal if entry.n > last.n and entry.kind == "move"]
    undoing.redo(session.play, last, states_of(session), session.desk.now(), why, since)
    _take_off(session)
    done = Say("The undo was taken back: entry {entry}.", entry=session.game.entry)
    return Done(done, would=Say("The last undo would be taken back."))
