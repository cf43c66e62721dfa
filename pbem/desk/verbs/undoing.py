"""Undo and redo: nothing is deleted, and nobody unlearns what they have seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse
from pbem.desk.verbs.commands import Act, Done, number_of
from pbem.engine import moderation
from pbem.engine.gamefile import Entry, Tenure

if TYPE_CHECKING:
    from pbem.desk.desk import Session


def states_of(session: Session) -> moderation.States:
    """The table after each entry, played again from the journal."""
    from pbem.engine.replay import Replayer

    known: dict[int, str] = {}

    def state(n: int) -> str:
        if not known:
            replayer = Replayer(session.game, session.title, session.loaded.tables)
            replayer.find_tables = session.desk.pinned
            replayer.run(list(session.journal()))
            known.update(replayer.states)
        return known[n]

    return state


def undo(session: Session, act: Act) -> Done:
    before = number_of(act, "the entry to go back before")
    words = [word.lower() for word in act.words]
    draws = "fresh" if "fresh" in words else act.draws
    if draws not in ("same", "fresh"):
        raise Misuse("--draws is same or fresh.")
    plan = moderation.plan_undo(session.play, session.journal(), before, session.reveals())
    told = [_learned(session, learned) for learned in plan.learned]
    data = {"before": before, "entries": plan.entries, "learned": told, "draws": draws}
    known = "\n".join(told) or "Nobody learned anything hidden since then."
    if act.dry_run:
        return Done(f"Would be undone: entries {', '.join(map(str, plan.entries)) or 'none'}.\n{known}", data)
    carry_undo(session, plan, act.reason or "", draws)
    again = "The same draws follow the same decisions."
    if draws == "fresh":
        again = "Face-down piles were shuffled anew, and later draws are others."
    text = f"Taken back: entries {', '.join(map(str, plan.entries))}. {again}\n{known}"
    sections = {info.seat: [("Taken back", text)] for info in session.game.seats}
    return Done(f"Undone to before entry {before}; the undo is entry {session.game.entry}.", data, told=sections)


def carry_undo(
    session: Session, plan: moderation.UndoPlan, reason: str, draws: str = "same", by: Any = "moderator"
) -> Entry:
    """The undo itself; whoever held seats of a game that was over plays again."""
    over = session.game.status in ("finished", "terminated")
    kind: moderation.Draws = "fresh" if draws == "fresh" else "same"
    entry = moderation.undo(session.play, plan, states_of(session), session.desk.now(), reason, kind, by)
    for tenure in session.game.moderation.tenures if over else []:
        if tenure.end in ("finished", "released") and _holds(session, tenure):
            tenure.end = "playing"
    session.game.moderation.notes.pop("pending", None)
    return entry


def _holds(session: Session, tenure: Tenure) -> bool:
    return any(info.seat == tenure.seat and info.since == tenure.since for info in session.game.seats)


def _learned(session: Session, learned: moderation.Learned) -> str:
    who = "everybody" if learned.seats is None else ", ".join(session.game.person(s) for s in learned.seats)
    return f"Entry {learned.entry}: {who}: {learned.what}"


def redo(session: Session, act: Act) -> Done:
    last = session.game.recent[-1]
    moderation.redo(session.play, last, states_of(session), session.desk.now(), act.reason or " ".join(act.words))
    return Done(f"The undo was taken back: entry {session.game.entry}.")
