"""Rows of the index: what is told of a game without opening it, from a loaded game or from its file lightly read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from json import JSONDecoder, dumps
from pathlib import Path
from typing import Any, NamedTuple, get_args

from pbem.core.errors import GameFileProblem
from pbem.engine.gamefile import ANONYMOUS, GameFile, Status
from pbem.engine.journal import is_moment
from pbem.medium import disk, paths
from pbem.store.disk import read_plain
from pbem.store.home import Home
from pbem.store.reading import parse_json

END = "."
"""The last field: a line without it was cut off."""
BROKEN = "broken"
FINISHED = "finished"
AT_ONCE = "0001-01-01T00:00:00Z"
"""The wake of a game, over or not, that the clock must look at in any case: something was left to be done."""
_BOOK = {"unreachable", "absences", "requests", "stops", "contact", "tenures"}
_decode = JSONDecoder().raw_decode
"""Our own text, so there are no blanks around it to be looked for."""


class Row(NamedTuple):
    """One game as the index knows it; all fields are text. `wake` is when the clock must look next, empty for never."""

    id: str
    place: str
    """`games` or `finished`."""
    mark: str
    """Time and size of the file this was read from."""
    status: str
    title: str
    entry: str
    wake: str
    awaited: str
    people: str
    notes: str
    """What the moderator wants to know of a running game besides, as JSON; read it with `book`."""
    end: str

    def waits(self) -> list[tuple[str, str, str, str]]:
        """List awaited seats: seat, person as everybody may know them, since, due (empty without a deadline)."""
        return [_four(part.split("\x1f")) for part in self.awaited.split("\x1e")] if self.awaited else []

    def names(self) -> list[str]:
        """List everybody in the game, players first."""
        return self.people.split("\x1e") if self.people else []

    def book(self) -> dict[str, Any]:
        """Return `moderator`, `anonymous` if it is, `seats` in the order of the names, `late` seats, `bounces` (seats),
        `away` ([seat, start, end]), `requests` ([number, seat, kind, at]), `stops` ([seat or null, cause, start]) that
        still run, last `contact` by seat, `turns` ([in time, due, excused]) of whoever plays a seat now; leave out what
        is empty."""
        return read_notes(self.notes)

    def person(self, seat: str) -> str:
        """Say who holds a seat of a running game."""
        seats = self.book().get("seats", [])
        return self.names()[seats.index(seat)] if seat in seats else seat


WIDTH = len(Row._fields)
WAKE = Row._fields.index("wake")
STATUS = Row._fields.index("status")


def read_notes(notes: str) -> dict[str, Any]:
    """Read the `notes` of a row as `Row.book` tells."""
    found: dict[str, Any] = _decode(notes)[0] if notes else {}
    return found


def _four(parts: list[str]) -> tuple[str, str, str, str]:
    seat, player, since, due = parts
    return seat, player, since, due


def _clean(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else " " for letter in text)


def mark_of(info: os.stat_result) -> str:
    return f"{info.st_mtime_ns}:{info.st_size}"


def row_of(game: GameFile, path: Path, info: os.stat_result) -> Row:
    """Make the row of a loaded game; whose move is on file until its cooling-off is over is not awaited."""
    on_file = game.moderation.notes.get("pending", {})
    return _row(
        game.id, path, info, game.status, game.title, game.entry, game.moderation.notes.get("wake"),
        [(seat, wait.since, wait.due) for seat, wait in game.deadlines.items() if seat not in on_file],
        [(one.seat, one.player) for one in game.seats],
        _notes(
            game.moderation.model_dump(include=_BOOK), [seat for seat, wait in game.deadlines.items() if wait.missed],
            game.moderator(), [one.seat for one in game.seats], game.anonymous,
        ),
    )  # fmt: skip


def _notes(moderation: dict[str, Any], late: list[str], moderator: Any, seats: list[str], anonymous: bool) -> str:
    """Write the moderator's book in short, from a game that was loaded or lightly read."""
    name = moderator["player"] if isinstance(moderator, dict) else getattr(moderator, "player", None)
    book = {
        "moderator": name,
        "anonymous": anonymous,
        "late": late,
        "bounces": sorted(moderation.get("unreachable", {})),
        "away": [
            [one["seat"], one["start"], one["end"], *one.get("days", [])] for one in moderation.get("absences", [])
        ],
        "requests": [
            [one["number"], one["seat"], one["kind"], one["at"]]
            for one in moderation.get("requests", [])
            if one["status"] == "open"
        ],
        "stops": [[one["seat"], one["cause"], one["start"]] for one in moderation.get("stops", []) if not one["end"]],
        "contact": moderation.get("contact", {}),
        "turns": {
            one["seat"]: [one["in_time"], one["due"], one["excused"]]
            for one in moderation.get("tenures", [])
            if one["end"] == "playing" and (one["due"] or one["excused"])
        },
    }
    kept = {key: value for key, value in book.items() if value}
    return dumps({"seats": seats, **kept}, separators=(",", ":")) if kept else ""


def _row(
    game: str,
    path: Path,
    info: os.stat_result,
    status: str,
    title: str,
    entry: int,
    wake: Any,
    waits: list[tuple[str, str, str | None]],
    people: list[tuple[str, str]],
    notes: str,
) -> Row:
    """Make a row. `wake` is what the clock noted in the game; without a note it is the earliest deadline."""
    names = {} if "anonymous" in read_notes(notes) else dict(reversed(people))
    running = status in ("running", "paused")
    if running and path.parent.name == FINISHED:
        wake = AT_ONCE  # it was opened again, and a crash left it there: the clock brings it back
    dues = [due for _, _, due in waits if due]
    when = wake if isinstance(wake, str) else min(dues, default="")
    awaited = "\x1e".join(
        "\x1f".join((_clean(seat), _clean(names.get(seat, seat)), _clean(since), _clean(due or "")))
        for seat, since, due in waits
    )
    return Row(
        game, path.parent.name, mark_of(info), _clean(status), _clean(title), str(entry),
        "".join(_clean(when).split()) if running or wake == AT_ONCE else "", awaited if running else "",
        "\x1e".join(_clean(player) for _, player in people), notes if running else "", END,
    )  # fmt: skip


def read_row(home: Home, game: str) -> Row | None:
    """Make the row of a game from its file, lightly read; None if there is no file."""
    try:
        path = home.locate(game)
        raw, info = read_plain(path, home.game_limit)
    except FileNotFoundError:
        return None
    except GameFileProblem:
        return _broken(home, game)
    except Exception as error:  # the game is unknown
        if getattr(error, "kind", "") == "unknown-game":
            return None
        raise
    try:
        return _lightly(game, parse_json(raw, str(path)), path, info)
    except (GameFileProblem, LookupError, TypeError, AttributeError):
        return _broken(home, game, path, info)


SPANS = {"absences": ("start", "end", "at"), "stops": ("start", "end")}
"""Times that pages, lists and the clock reckon with, beside the deadlines."""


def _lightly(game: str, doc: Any, path: Path, info: os.stat_result) -> Row:
    on_file = doc["moderation"].get("notes", {}).get("pending", {})
    asked = [(seat, wait) for seat, wait in doc["deadlines"].items() if seat not in on_file]
    waits = [(seat, wait["since"], wait.get("due")) for seat, wait in asked]
    if type(doc["entry"]) is not int or wrong_time(doc):
        raise TypeError("no row can tell of it")  # listings reckon with entry and times, and open no game
    people = [(one["seat"], one["player"]) for one in doc["seats"]]
    wake = doc["moderation"].get("notes", {}).get("wake")
    late = [seat for seat, wait in doc["deadlines"].items() if wait.get("missed")]
    moderator = next((one for one in doc["seats"] if one.get("role") == "moderator"), None)
    anonymous = bool(doc["options"].get(ANONYMOUS)) and doc["status"] in ("running", "paused")
    notes = _notes(doc["moderation"], late, moderator, [one["seat"] for one in doc["seats"]], anonymous)
    row = _row(game, path, info, doc["status"], doc["title"], doc["entry"], wake, waits, people, notes)
    if row.status in get_args(Status):
        return row
    # Neither running nor over: no clock would ever look at it, and who moderates it must hear of it.
    return row._replace(status=BROKEN, wake=AT_ONCE if path.parent.name != FINISHED else "", notes=notes)


def wrong_time(doc: Mapping[str, Any]) -> tuple[str, Any] | None:
    """Find the first place whose text is no time, and that text: a page of all games would stumble over it."""
    return next(((place, text) for place, text in _times(doc) if text is not None and not is_moment(text)), None)


def _times(doc: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for seat, wait in doc["deadlines"].items():
        yield from ((f"deadlines.{seat}.{name}", wait.get(name)) for name in ("since", "due", "half"))
    book = doc["moderation"]
    for kind, names in SPANS.items():
        for n, span in enumerate(book.get(kind, ())):
            yield from ((f"moderation.{kind}.{n}.{name}", span.get(name)) for name in names)
    yield from ((f"moderation.contact.{seat}", text) for seat, text in book.get("contact", {}).items())
    yield "moderation.notes.wake", book.get("notes", {}).get("wake") or None


def _broken(home: Home, game: str, path: Path | None = None, info: os.stat_result | None = None) -> Row:
    """Make the row of a game that cannot be read. The clock looks at it in every run, to say so, unless it was over."""
    path = path or home.game_path(game)
    if info is None:
        with suppress(OSError):
            info = disk.lstat(path)
    wake = AT_ONCE if path.parent == home.games else ""
    return Row(game, path.parent.name, mark_of(info) if info else "", BROKEN, "", "", wake, "", "", "", END)


def as_known(row: Row, before: Row | None) -> Row:
    """Give a game that cannot be read what was known of it when it could: who plays and who must be told."""
    if row.status != BROKEN or before is None:
        return row
    return row._replace(title=before.title, entry=before.entry, people=before.people, notes=before.notes)


def row_before(home: Home, game: str) -> Row | None:
    """Make the row of the last state in a game's history, lightly read."""
    folder = home.history_folder(game)
    with suppress(OSError, ValueError, GameFileProblem, LookupError, TypeError, AttributeError):
        kept = max(int(file.stem) for file in paths(folder, ".json") if file.stem.isdecimal())
        raw, info = read_plain(folder / f"{kept}.json", home.game_limit)
        return _lightly(game, parse_json(raw, game), home.game_path(game), info)
    return None
