"""What a moderator may do to a game. Every act is an entry of the journal with a reason that players read.

Nothing is ever deleted: an undo puts an earlier table back and appends an entry that says so; the undone entries stay
and are marked. Acts that change the table are replayed like moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from pbem.core.errors import GameFileProblem, OutOfDate, PbemError, Refused
from pbem.core.table import Table
from pbem.engine.create import check_options
from pbem.engine.gamefile import Entry, GameFile, Ruling, Stop
from pbem.engine.journal import stamp
from pbem.engine.patch import apply_patch, differences
from pbem.engine.play import Play, Receipt, title_options

if TYPE_CHECKING:
    from pbem.engine.replay import Replayer

Draws = Literal["same", "fresh"]
States = Callable[[int], str]
"""Gives the table after an entry, as JSON."""


def need_reason(reason: str | None) -> str:
    """A reason in words; players read it."""
    clean = " ".join((reason or "").split())
    if not clean:
        raise Refused("A reason is needed (--reason TEXT): the players read it.")
    if len(clean) > 2000:
        raise Refused("The reason is longer than 2,000 characters.")
    return clean


def need_open(game: GameFile) -> None:
    if game.status in ("finished", "terminated"):
        raise Refused(f"The game {game.id} is {game.status}. Nothing was changed.")


# -- moves for a seat ------------------------------------------------------------------------------------


def act(play: Play, seat: str, text: str, now: datetime, reason: str) -> Receipt:
    """Move for a seat that asked for it; the player gets the receipt and the full text."""
    note = {"reason": need_reason(reason), "acted": True}
    return play.submit(seat, text, now, by="moderator", note=note)


def process(play: Play, now: datetime, reason: str, entry: int, *, by: Literal["moderator", "clock"] = "moderator",
            bot: bool = False, seats: Iterable[str] | None = None) -> list[Receipt]:  # fmt: skip
    """Force the turn: orders on file, then defaults, the first option where a question has none (or a bot's choice).

    Guarded by the entry number, so that a turn which just came in is not overrun.
    """
    need_open(play.game)
    if play.game.entry != entry:
        raise OutOfDate(f"The game stands at entry {play.game.entry}, not {entry}. Nothing was changed.")
    forced: list[Receipt] = []
    for seat in list(seats if seats is not None else play.questions()):
        if seat not in play.questions():
            continue
        note = {"reason": need_reason(reason), "forced": True}
        filler = play.title.prefer if bot else (lambda table, who, question: question.harmless())
        forced.append(play.submit(seat, "", now, by=by, filler=filler, note=note))
    return forced


# -- undo and redo ---------------------------------------------------------------------------------------


@dataclass(slots=True)
class Learned:
    """What came to light in an entry that an undo would take back, and for whom (None: everybody)."""

    entry: int
    seats: list[str] | None
    what: str


@dataclass(slots=True)
class UndoPlan:
    before: int
    entries: list[int] = field(default_factory=list)
    learned: list[Learned] = field(default_factory=list)


def plan_undo(play: Play, entries: Iterable[Entry], before: int) -> UndoPlan:
    """What an undo to before entry `before` takes back, and who learned what since. Shows no secret itself."""
    game = play.game
    if not 2 <= before <= game.entry:
        raise Refused(f"Undo goes back to before an entry from 2 to {game.entry}, not {before}. Nothing was changed.")
    undone = set(game.moderation.undone)
    plan = UndoPlan(before)
    for entry in entries:
        if entry.n < before or entry.n in undone:
            continue
        plan.entries.append(entry.n)
        plan.learned += _learned(entry)
    return plan


def _learned(entry: Entry) -> list[Learned]:
    found: list[Learned] = []
    if entry.chance:
        labels = sorted({draw.label for draw in entry.chance})
        found.append(Learned(entry.n, None, f"drawn in the open: {', '.join(labels)}"))
    seen: dict[tuple[str, ...], list[str]] = {}
    for event in entry.secret.events if entry.secret else []:
        seen.setdefault(tuple(event.to), []).append(event.kind)
    found += [Learned(entry.n, list(seats), f"seen in private: {', '.join(kinds)}") for seats, kinds in seen.items()]
    return found


def undo(play: Play, plan: UndoPlan, states: States, now: datetime, reason: str, draws: Draws = "same",
         by: Literal["moderator", "player"] = "moderator") -> Entry:  # fmt: skip
    """Put the table back to what it was before an entry. The same draws follow the same decisions, unless fresh draws
    are asked for what nobody may keep."""
    game = play.game
    if not plan.entries:
        raise Refused(f"Nothing since entry {plan.before} is left to undo. Nothing was changed.")
    epoch = play.table.epoch + 1 if draws == "fresh" else play.table.epoch
    table = play.title.table_model.model_validate_json(states(plan.before - 1))
    table.epoch = epoch
    if game.status in ("finished", "terminated"):
        game.status = "running"
        game.moderation.result = None
    _put(play, table)
    note = {
        "reason": need_reason(reason), "before": plan.before, "entries": plan.entries, "draws": draws, "epoch": epoch,
    }  # fmt: skip
    game.deadlines.clear()
    entry = play.write(now, None, by, kind="undo", note=note)
    game.moderation.undone = sorted({*game.moderation.undone, *plan.entries})
    return entry


def redo(play: Play, last: Entry, states: States, now: datetime, reason: str) -> Entry:
    """Take the last undo back, as long as nothing was played since."""
    game = play.game
    if last.kind != "undo" or last.n != game.entry:
        raise Refused("Redo is possible only right after an undo. Nothing was changed.")
    _put(play, play.title.table_model.model_validate_json(states(last.n - 1)))
    again = [int(n) for n in last.note["entries"]]
    game.deadlines.clear()
    entry = play.write(now, None, "moderator", kind="redo", note={
        "reason": need_reason(reason), "undo": last.n, "entries": again})  # fmt: skip
    game.moderation.undone = [n for n in game.moderation.undone if n not in again]
    play.close(now)
    return entry


def may_undo_alone(play: Play, seat: str, entries: list[Entry]) -> int | None:
    """The entry a player may take back without asking: the last, their own, nothing revealed, nobody acted since."""
    last = entries[-1] if entries else None
    if last is None or last.kind != "move" or last.seat != seat or last.by != "player":
        return None
    hidden = last.secret is None or last.secret.chance or last.secret.events
    return None if hidden or last.chance else last.n


# -- rulings and corrections -----------------------------------------------------------------------------


def rule(play: Play, now: datetime, author: str, reason: str, rules: list[str], option: str | None = None,
         value: Any = None) -> Ruling:  # fmt: skip
    """A ruling; with an option, the title's switch is set from now on."""
    need_open(play.game)
    game = play.game
    if option is not None:
        chosen = check_options(play.title, {**title_options(play.title, game.options), option: value})
        value = chosen[option]
        game.options = {**game.options, **chosen}
        _put(play, play.table)
    number = len(game.rules.rulings) + 1
    note = {
        "reason": need_reason(reason), "ruling": number, "rules": rules, "option": option, "value": value,
    }  # fmt: skip
    entry = play.write(now, None, "moderator", kind="rule", note=note)
    made = Ruling(number=number, entry=entry.n, author=author, reason=note["reason"], rules=rules, option=option,
                  value=value)  # fmt: skip
    game.rules.rulings.append(made)
    return made


@dataclass(slots=True)
class Correction:
    """A patch that passed every check, with its readable before and after."""

    table: Table
    changes: list[tuple[str, Any, Any]]
    problems: list[str]


def plan_patch(play: Play, patch: Any, *, force: bool = False) -> Correction:
    """Try a patch; refused unless the result passes models and invariants (and, when saved, the schema)."""
    from pydantic import ValidationError

    before = play.table.model_dump(mode="json")
    after = apply_patch(before, patch)
    try:
        table = play.title.table_model.model_validate(after)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Refused(f"The patch is refused: {place}: {first['msg']}. Nothing was changed.") from None
    problems = play.title.problems(_with_live(play, table))
    if problems and not force:
        raise Refused(f"The patch is refused: {problems[0]}. Nothing was changed.")
    return Correction(table, differences(before, after), problems)


def correct(play: Play, correction: Correction, patch: Any, now: datetime, reason: str) -> Entry:
    """Apply a patch; the open question is made anew from the corrected position."""
    need_open(play.game)
    _put(play, correction.table)
    secret = {"patch": patch, "changes": [list(change) for change in correction.changes]}
    note = {"reason": need_reason(reason), "places": [path for path, _, _ in correction.changes],
            "forced": bool(correction.problems)}  # fmt: skip
    return play.write(now, None, "moderator", kind="patch", note=note, secret_note=secret)


# -- the clock, the people, the end ----------------------------------------------------------------------


def pause(play: Play, now: datetime, reason: str) -> Entry:
    if play.game.status != "running":
        raise Refused(f"The game is {play.game.status}, so it cannot be paused. Nothing was changed.")
    play.game.status = "paused"
    play.game.moderation.stops.append(Stop(start=stamp(now), reason=need_reason(reason), cause="pause"))
    return play.write(now, None, "moderator", kind="pause", note={"reason": need_reason(reason)})


def resume(play: Play, now: datetime, reason: str) -> Entry:
    if play.game.status != "paused":
        raise Refused(f"The game is {play.game.status}, so it cannot be resumed. Nothing was changed.")
    play.game.status = "running"
    for stop in play.game.moderation.stops:
        if stop.cause == "pause" and stop.end is None:
            stop.end = stamp(now)
    return play.write(now, None, "moderator", kind="resume", note={"reason": need_reason(reason)})


def announce(play: Play, now: datetime, text: str) -> Entry:
    return play.write(now, None, "moderator", kind="announce", note={"reason": need_reason(text)})


def end(play: Play, now: datetime, reason: str, result: dict[str, Any] | None) -> Entry:
    """Terminate a game with a declared result, marked as such."""
    need_open(play.game)
    scores = dict(play.title.scores(play.table))
    declared = {"declared": True, "text": need_reason(reason), "scores": scores, **(result or {})}
    entry = play.write(now, None, "moderator", kind="end", note={"reason": need_reason(reason), "result": declared})
    play.game.status = "terminated"
    play.game.moderation.result = declared
    play.game.deadlines.clear()
    return entry


# -- replay ----------------------------------------------------------------------------------------------


def replay_entry(replayer: Replayer, entry: Entry) -> None:
    """Do again what a moderator's entry did to the table."""
    play = replayer.play
    if play is None:
        raise GameFileProblem(f"entry {entry.n}: it stands before the set-up")
    note = entry.note
    if entry.kind == "undo":
        replayer.restore(int(note["before"]) - 1)
        play.table.epoch = int(note["epoch"])
        _put(play, play.table)
    elif entry.kind == "redo":
        replayer.restore(int(note["undo"]) - 1)
    elif entry.kind == "rule" and note.get("option"):
        play.game.options = {**play.game.options, note["option"]: note["value"]}
        _put(play, play.table)
    elif entry.kind == "patch":
        if entry.secret is None:
            raise GameFileProblem(f"entry {entry.n}: the patch is secret and missing")
        after = apply_patch(play.table.model_dump(mode="json"), entry.secret.note["patch"])
        _put(play, play.title.table_model.model_validate(after))
    elif entry.kind == "data":
        replayer.change_data(entry)


def _put(play: Play, table: Table) -> None:
    """Lay a table under the play and make its open question anew."""
    try:
        play.lay(table)
    except (PbemError, AssertionError, LookupError) as problem:
        raise Refused(f"The rules cannot go on from there: {problem}. Nothing was changed.") from problem


def _with_live(play: Play, table: Table) -> Table:
    table.live = play.table.live
    return table
