"""What a moderator may do to a game. Every act is an entry of the journal with a reason that players read.

Nothing is ever deleted; how an undo goes back stands in `undoing`. Acts that change the table are replayed like moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from pbem.core.errors import OutOfDate, PbemError, Refused, unchanged
from pbem.core.kept import kept
from pbem.core.set_up import FIXED, module_of, set_up_only, typed_value
from pbem.core.table import Table
from pbem.core.titles import make_options
from pbem.core.words import Say, Text, Verbatim
from pbem.engine.adjudication.patch import apply_patch, differences
from pbem.engine.create import box_of, check_options
from pbem.engine.gamefile import Entry, GameFile, Ruling, Stop
from pbem.engine.journal import canonical, digest, stamp
from pbem.engine.play import Play, Receipt, title_options
from pbem.engine.submission.attempt import Bot

if TYPE_CHECKING:
    pass


def need_reason(reason: str | None) -> str:
    """Require a reason in words, which players read. One of ours is said to each in their own language."""
    if isinstance(reason, Text) and reason:
        return reason
    clean = " ".join((reason or "").split())
    if not clean:
        raise Refused(Say("A reason is needed (--reason TEXT, by mail `reason: TEXT`): the players read it."))
    if len(clean) > 2000:
        raise Refused(Say("The reason is longer than 2,000 characters."))
    return clean


def need_open(game: GameFile) -> None:
    if game.status in ("finished", "terminated"):
        raise Refused(unchanged(Say("The game {game} is {status}.", game=Verbatim(game.id), status=Say(game.status))))


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
        raise OutOfDate(
            unchanged(Say("The game stands at entry {now}, not {entry}.", now=play.game.entry, entry=entry))
        )
    forced: list[Receipt] = []
    for seat in list(seats if seats is not None else play.questions()):
        if seat not in play.questions():
            continue
        note = {"reason": need_reason(reason), "forced": True}
        filler = Bot(play.title) if bot else (lambda table, who, question: question.harmless())
        forced.append(play.submit(seat, "", now, by=by, filler=filler, note=note))
    return forced


def go_on(play: Play, now: datetime) -> list[Entry]:
    """Let an automaton answer that is asked after an undo, a ruling, a correction or a change of hands, so that the
    game waits for no machine. Orders of people are not followed here, or an undo would often change nothing."""
    if play.game.status != "running" or not play.game.automata():
        return []
    written = play.follow_orders(now, automata=True)
    play.close(now)
    return written


# -- rulings and corrections -----------------------------------------------------------------------------


def own_automata(play: Play) -> set[str]:
    """Return seats that the title's own automata hold, by its rules: nobody else ever takes them."""
    options = make_options(play.title, title_options(play.title, play.game.options))
    people = [info.seat for info in play.game.players()]
    return {seat for seat in play.title.automata(options, people) if seat in play.table.seats}


def seated_people(play: Play) -> int:
    """Count those for whom the box was filled: persons, and computers in their places; not the title's own automata."""
    return len(play.table.seats) - len(own_automata(play))


def switches(play: Play) -> list[str]:
    """List the options that a ruling can still change: those that the rules of this box read after the set-up."""
    box = {None, *play.game.rules.modules}
    names = play.title.options_model.model_fields
    return [name for name in names if not set_up_only(play.title, name) and module_of(play.title, name) in box]


def _need_open_switch(play: Play, option: str, value: Any) -> None:
    """Refuse a switch that only the set-up reads and whose other value would make the record untrue."""
    was = getattr(make_options(play.title, title_options(play.title, play.game.options)), option)
    if value == was or set_up_only(play.title, option) != FIXED:
        return
    raise Refused(
        Say(
            "{option} decides how the table is laid, and it is laid with {was}. For {value} begin another game; in "
            "this one `mod rule` can change {switches}.",
            option=Verbatim(option),
            was=Verbatim(typed_value(was)),
            value=Verbatim(typed_value(value)),
            switches=Verbatim(", ".join(switches(play))),
        )
    )


def rule(play: Play, now: datetime, author: str, reason: str, rules: list[str], option: str | None = None,
         value: Any = None) -> Ruling:  # fmt: skip
    """Make a ruling; with an option, set the title's switch from now on."""
    need_open(play.game)
    game = play.game
    was = title_options(play.title, game.options).get(option) if option is not None else None
    if option is not None:
        chosen = check_options(play.title, {**title_options(play.title, game.options), option: value})
        _need_open_switch(play, option, getattr(make_options(play.title, chosen), option))
        if box_of(play.title, chosen, seated_people(play)) != game.rules.modules:
            raise Refused(
                Say("{option} decides what is in the box; it cannot change in a running game.", option=option)
            )
        value = getattr(make_options(play.title, chosen), option)  # one at its default may be left out of `chosen`
        game.options = {**game.options, **chosen, option: value}
        put_table(play, play.table)
    number = len(game.rules.rulings) + 1
    note = {
        "reason": need_reason(reason), "ruling": number, "rules": rules, "option": option, "value": value,
    }  # fmt: skip
    if option is not None:
        note["was"] = was
    entry = play.write(now, None, "moderator", kind="rule", note=note)
    made = Ruling(number=number, entry=entry.n, author=author, reason=note["reason"], rules=rules, option=option,
                  value=value)  # fmt: skip
    game.rules.rulings.append(made)
    return made


@dataclass(slots=True)
class Correction:
    """A patch that passed every check. `shown` is the before and after as each reader may know it (None: everybody)."""

    table: Table
    changes: list[tuple[str, Any, Any]]
    problems: list[str]
    shown: dict[str | None, list[tuple[str, Any, Any]]]


def plan_patch(play: Play, patch: Any, *, force: bool = False) -> Correction:
    """Try a patch; refused unless the result passes models and invariants (and, when saved, the schema)."""
    before = play.table.model_dump(mode="json")
    after = apply_patch(before, patch)
    table = as_table(play, after)
    _with_live(play, table)
    problems = play.title.problems(table)
    if problems and not force:
        raise Refused(unchanged(Say("The patch is refused: {problem}.", problem=problems[0])))
    was = _with_live(play, as_table(play, before))  # read back, so that another order of keys is no change
    return Correction(table, differences(before, after), problems, seen_changes(play, was, table))


def as_table(play: Play, document: Any) -> Table:
    """Read a table through JSON, because strict models take lists for tuples only from there."""
    from pydantic import ValidationError

    try:
        return play.title.table_model.model_validate_json(canonical(document))
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Refused(
            unchanged(Say("The patch is refused: {problem}.", problem=Verbatim(f"{place}: {first['msg']}")))
        ) from None


def seen_changes(play: Play, before: Table, after: Table) -> dict[str | None, list[tuple[str, Any, Any]]]:
    """Find what differs between two tables for each seat and for everybody else, through the views: a correction does
    not tell what a reader may not know either."""
    found: dict[str | None, list[tuple[str, Any, Any]]] = {}
    for reader in (None, *play.table.seats):
        old = play.title.view(before, reader).model_dump(mode="json")
        new = play.title.view(after, reader).model_dump(mode="json")
        found[reader] = differences(old, new)
    return found


def correct(play: Play, correction: Correction, patch: Any, now: datetime, reason: str) -> Entry:
    """Apply a patch; the corrected position makes the open question anew."""
    need_open(play.game)
    why = need_reason(reason)
    put_table(play, correction.table)
    secret = {"patch": patch, "changes": [list(change) for change in correction.changes]}
    open_places = [path for path, _, _ in correction.shown[None]]
    note: dict[str, Any] = {"reason": why, "places": open_places, "forced": bool(correction.problems)}
    note["changes"] = [list(change) for change in correction.shown[None]]
    if correction.problems:
        play.game.moderation.notes["unsound"] = play.game.entry + 1
    return play.write(now, None, "moderator", kind="patch", note=note, secret_note=secret)


# -- component tables and fixes ------------------------------------------------------------------------------


def change_data(play: Play, raw: dict[str, Any], fixes: list[str], differs: int | None, now: datetime,
                reason: str) -> Entry:  # fmt: skip
    """Bring other component tables and fixes into a running game: they hold from now on."""
    need_open(play.game)
    why = need_reason(reason)
    game = play.game
    old = game.rules.data
    data = digest(raw)
    if (data, fixes) == (old, game.rules.fixes):
        raise Refused(unchanged(Say("The game is played with these tables and fixes already.")))
    game.rules = game.rules.model_copy(update={"data": data, "fixes": fixes})
    play.data = play.title.prepare(raw)
    put_table(play, play.table)
    note = {"reason": why, "data": data, "fixes": fixes, "before": old, "differs": differs}
    return play.write(now, None, "moderator", kind="data", note=note)


# -- appeals ---------------------------------------------------------------------------------------------------


def appeal(play: Play, seat: str, number: int, about: dict[str, int], text: str, now: datetime) -> Entry:
    """Journal a player's appeal; the first one about a thing stops the clock for all until it is answered."""
    need_open(play.game)
    note = {"reason": need_reason(text), "request": number, **about}
    return play.write(now, seat, "player", kind="appeal", note=note)


def answer_appeal(play: Play, number: int, granted: bool, now: datetime, reason: str) -> Entry:
    note = {"reason": need_reason(reason), "request": number, "answer": "granted" if granted else "refused"}
    return play.write(now, None, "moderator", kind="appeal", note=note)


# -- what players ask for and announce -------------------------------------------------------------------------


def request(play: Play, seat: str, now: datetime, did: str, number: int, reason: str = "", **note: Any) -> Entry:
    """Journal what a player asked for, or said to what somebody else asked, with the reason if there is one."""
    why = {"reason": reason} if reason else {}
    return play.write(now, seat, "player", kind="request", note={"did": did, "request": number, **note, **why})


def absence(play: Play, seat: str, now: datetime, did: Literal["away", "back"], **hidden: Any) -> Entry:
    """Journal days off. When somebody was not at home, and why, is no matter of archives: it stands under seal."""
    return play.write(now, seat, "player", kind="absence", note={"did": did}, secret_note=hidden)


# -- the clock, the people, the end ----------------------------------------------------------------------


def pause(play: Play, now: datetime, reason: str, by: Literal["moderator", "clock"] = "moderator") -> Entry:
    if play.game.status != "running":
        raise Refused(unchanged(Say("The game is {status}, so it cannot be paused.", status=Say(play.game.status))))
    play.game.status = "paused"
    play.game.moderation.stops.append(Stop(start=stamp(now), reason=kept(need_reason(reason)), cause="pause"))
    return play.write(now, None, by, kind="pause", note={"reason": need_reason(reason)})


def resume(play: Play, now: datetime, reason: str) -> Entry:
    if play.game.status != "paused":
        raise Refused(unchanged(Say("The game is {status}, so it cannot be resumed.", status=Say(play.game.status))))
    play.game.status = "running"
    for stop in play.game.moderation.stops:
        if stop.cause == "pause" and stop.end is None:
            stop.end = stamp(now)
    return play.write(now, None, "moderator", kind="resume", note={"reason": need_reason(reason)})


def announce(play: Play, now: datetime, text: str) -> Entry:
    return play.write(now, None, "moderator", kind="announce", note={"reason": need_reason(text)})


def end(play: Play, now: datetime, reason: str, result: dict[str, Any] | None,
        by: Literal["moderator", "clock", "player"] = "moderator") -> Entry:  # fmt: skip
    """Terminate a game with a declared result, marked as such."""
    need_open(play.game)
    scores = dict(play.title.scores(play.table))
    why = need_reason(reason)
    shown = why if isinstance(why, Text) else Verbatim(why)
    text = Say("Ended before its time; nobody was declared the winner. Reason: {reason}", reason=shown)
    if result and result.get("places"):
        text = Say("Ended before its time; the result was declared, not played out. Reason: {reason}", reason=shown)
    declared = kept({"declared": True, "text": text, "scores": scores, **(result or {})})
    entry = play.write(now, None, by, kind="end", note={"reason": why, "result": declared})
    play.game.status = "terminated"
    play.game.moderation.result = declared
    play.game.deadlines.clear()
    return entry


# -- other tables ------------------------------------------------------------------------------------------


def put_table(play: Play, table: Table) -> None:
    """Lay a table under the play and make its open question anew."""
    try:
        play.lay(table)
    except (PbemError, AssertionError, LookupError) as problem:
        raise Refused(
            unchanged(
                Say(
                    "The rules cannot go on from there: {problem}.",
                    problem=problem.message if isinstance(problem, PbemError) else Verbatim(problem),
                )
            )
        ) from problem


def _with_live(play: Play, table: Table) -> Table:
    table.live = play.table.live
    return table
