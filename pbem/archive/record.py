"""The text record of a game: tags, then numbered entries in the canonical move language.

    [Title "tekhenu"]
    [Seat "orange" "Ania" 0]

    1. setup 2026-05-04T12:00:00Z by moderator
       draw deck/blessings #0 of 4 = (2 0 3 1) [hidden]
    2. orange 2026-05-04T12:31:00Z
       die: osiris yellow 4
       value: 4 [default]
       { orange takes the yellow 4 at Osiris. }

Tags hold JSON values, so every text is possible in them. Words in braces are comments, for people only. `[sealed]`
stands behind an answer that not everybody may know, `?` for one that this copy does not tell. Another moderator may
leave out times, comments, answers that are defaults, and every tag but Title and Seat.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from pbem.archive.frame import TAKEN_BACK
from pbem.archive.models import Shown
from pbem.archive.spoken import tell
from pbem.core.errors import Fault, PlayerError
from pbem.core.kept import text_of
from pbem.core.titles import Title
from pbem.core.words import Listed, Say
from pbem.engine.gamefile import Answer, By, DrawRecord, Entry, GameFile, Kind, Source
from pbem.engine.journal import canonical, events_for, full_answers

FORMAT = "pbem 1"
LINES_LIMIT = 200_000
BYTES_LIMIT = 16_000_000
ANSWER_LIMIT = 5_000
UNKNOWN = "?"
SETUP_KEYS = frozenset({"title", "version", "fixes", "data", "options", "seats", "commitment", "chance", "modules"})
"""What the tags say of the set-up; anything more stands in its note."""
KINDS: frozenset[str] = frozenset(get_args(Kind))
ROLES: frozenset[str] = frozenset(get_args(By))
SOURCES: frozenset[str] = frozenset(get_args(Source)) - {"line"}

_TAG = re.compile(r"\[([A-Z][A-Za-z]{1,30}) (.*)\]\Z")
_HEAD = re.compile(r"(\d{1,7})\.(?:\s+(.*))?\Z")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z")
_DRAW = re.compile(r"draw (\S+(?: \S+)*) #(\d{1,9}) of (\d{1,9}) = (\?|\d{1,9}|\([\d ]*\))\s*(\[hidden\])?\Z")
_ANSWER = re.compile(r"(?:@(\S+) )?([a-z][a-z0-9_-]{0,30})\s*:\s*(.*?)((?:\s*\[[a-z]+\])*)\Z")


class RecordRefused(PlayerError):
    """A record that cannot be played again, with the line where it stops."""

    kind = "record"

    def __init__(self, line: int, message: str, expected: Sequence[str] = (), rule: str | None = None) -> None:
        super().__init__(
            Fault("Line {line}: {problem}", line=line, problem=message), line=line, expected=expected, rule=rule
        )


# -- writing ----------------------------------------------------------------------------------------------------------


def write_record(game: Shown, entries: Sequence[Entry], title: Title, frame: Title | None = None) -> str:
    """Write the record; from entries without their secrets it is the public one. `frame` is the title in whose language
    the words around the game's own are; earlier builds had them in English."""
    lines = [*_tags(game, entries), ""]
    undone = set(game.moderation.undone)
    for entry in entries:
        lines += _entry(entry, title, frame or title, entry.n in undone)
    lines += ["", f"{{ {comment(_result_words(game, title, frame or title))} }}"]
    return "\n".join(lines) + "\n"


def _tags(game: Shown, entries: Sequence[Entry]) -> Iterable[str]:
    rules = game.rules
    first = entries[0].note if entries else {}
    begun = first.get("options", {})
    yield tag("Record", FORMAT)
    yield tag("Game", game.id)
    yield tag("Title", game.title)
    yield tag("Rules", rules.version)
    yield from (tag("Fix", fix) for fix in first.get("fixes", []))
    yield tag("Data", first.get("data"))
    yield tag("Chance", rules.chance)
    yield tag("Commitment", game.seed_commitment)
    if isinstance(game, GameFile):
        yield tag("Seed", game.seed)
    yield from (tag("EarlierSeed", pin.model_dump(mode="json")) for pin in rules.seeds)
    yield from (tag("Option", key, begun.get(key, value)) for key, value in game.options.items())
    for info in game.seats:
        yield tag("Seat" if info.role == "player" else info.role.capitalize(), info.seat, info.player, info.since)
    yield from (tag("Ruling", ruling.model_dump(mode="json")) for ruling in rules.rulings)
    yield tag("Status", game.status)
    yield tag("Entries", game.entry)
    yield tag("Head", game.head)
    yield tag("Result", game.moderation.result)


def tag(name: str, *values: Any) -> str:
    return f"[{name} {' '.join(json.dumps(value, ensure_ascii=False) for value in values)}]"


def _entry(entry: Entry, title: Title, frame: Title, undone: bool) -> list[str]:
    words = [f"{entry.n}."]
    if entry.kind != "move":
        words.append(entry.kind)
    if entry.seat is not None:
        words.append(entry.seat)
    words.append(entry.at)
    if entry.by != "player":
        words.append(f"by {entry.by}")
    lines = [" ".join(words)]
    note = {key: value for key, value in entry.note.items() if entry.kind != "setup" or key not in SETUP_KEYS}
    if note:
        lines.append(f"   note {canonical(note).decode()}")
    if entry.secret is not None and entry.secret.note:
        lines.append(f"   secret {canonical(entry.secret.note).decode()}")
    lines += [_answer(entry, answer) for answer in _marked(entry)]
    lines += [_draw(draw, hidden=False) for draw in entry.chance]
    lines += [_draw(draw, hidden=True) for draw in (entry.secret.chance if entry.secret else [])]
    if undone:
        lines.append(f"   {{ {tell(frame, TAKEN_BACK)} }}")
    if entry.note.get("reason"):
        lines.append(f"   {{ {comment(tell(title, text_of(entry.note['reason'])))} }}")
    told = [title.line(event, None) for event in events_for(entry, None)]
    return lines + [f"   {{ {comment(text)} }}" for text in told if text]


def _marked(entry: Entry) -> list[tuple[Answer, bool]]:
    """List the answers as far as this copy tells them, and whether each is sealed."""
    opened = full_answers(entry)
    return [(answer, shown.keys is None) for answer, shown in zip(opened, entry.answers, strict=True)]


def _answer(entry: Entry, marked: tuple[Answer, bool]) -> str:
    answer, sealed = marked
    other = f"@{answer.seat} " if answer.seat != entry.seat else ""
    words = UNKNOWN if answer.keys is None else ", ".join(answer.keys) or "none"
    marks = (" [sealed]" if sealed else "") + (f" [{answer.source}]" if answer.source != "line" else "")
    return f"   {other}{answer.name}: {words}{marks}"


def _draw(draw: DrawRecord, *, hidden: bool) -> str:
    return f"   draw {draw_words(draw)}{' [hidden]' if hidden else ''}"


def draw_words(draw: DrawRecord) -> str:
    """Write a draw as `deck/blessings #0 of 4 = (2 0 3 1)`."""
    words = str(draw.value) if draw.order is None else f"({' '.join(str(value) for value in draw.order)})"
    return f"{draw.label} #{draw.counter} of {draw.of} = {words}"


def comment(text: str) -> str:
    """Write words for people: nothing in them can end the comment."""
    return " ".join(text.replace("{", "(").replace("}", ")").split())


ENDS = {
    "running": Say("Running."), "paused": Say("Paused."), "finished": Say("Finished."),
    "terminated": Say("Terminated."),
}  # fmt: skip


def _result_words(game: Shown, title: Title, frame: Title) -> str:
    result = game.moderation.result or {}
    scores = result.get("scores")
    parts = [tell(frame, ENDS[game.status]), tell(title, text_of(result.get("text")))]
    if isinstance(scores, dict) and scores:
        told = Listed(Say("{seat} {score}", seat=seat, score=score) for seat, score in scores.items())
        parts.append(tell(frame, Say("Scores: {scores}.", scores=told)))
    return " ".join(part for part in parts if part)


# -- reading ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Line:
    """An answer of a record."""

    number: int
    seat: str | None
    name: str
    words: str
    sealed: bool = False
    source: str = "line"


@dataclass(slots=True)
class RecordEntry:
    number: int
    """The line of its head."""
    n: int
    kind: str = "move"
    seat: str | None = None
    at: str | None = None
    by: str = "player"
    note: dict[str, Any] = field(default_factory=dict)
    secret: dict[str, Any] = field(default_factory=dict)
    answers: list[Line] = field(default_factory=list)
    draws: list[tuple[int, DrawRecord, bool]] = field(default_factory=list)
    """Line, draw, hidden."""


@dataclass(slots=True)
class Record:
    tags: dict[str, list[tuple[int, list[Any]]]] = field(default_factory=dict)
    entries: list[RecordEntry] = field(default_factory=list)

    def all(self, name: str) -> list[tuple[int, list[Any]]]:
        return self.tags.get(name, [])

    def one(self, name: str, default: Any = None) -> Any:
        """Return the value of a tag that stands once."""
        found = self.all(name)
        return found[0][1][0] if found else default

    def line_of(self, name: str) -> int:
        found = self.all(name)
        return found[0][0] if found else 1


def read_record(text: str) -> Record:
    """Read a record's tags and entries; refuse a line that is none of both."""
    if len(text) > BYTES_LIMIT or text.count("\n") > LINES_LIMIT:
        raise RecordRefused(1, Fault("the record is too long to be one game."))
    record = Record()
    for number, row in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        line = row.strip()
        if not line or line.startswith(("#", "{")):
            if line.startswith("{") and not line.endswith("}"):
                raise RecordRefused(
                    number,
                    Fault("a comment begins with {left} and ends with {right} on its own line.", left="{", right="}"),
                )
            continue
        if line.startswith("["):
            _read_tag(record, number, line)
            continue
        head = _HEAD.match(line)
        if head:
            record.entries.append(_read_head(number, head))
            if record.entries[-1].n != len(record.entries):
                raise RecordRefused(number, Fault("entry {n} is expected here.", n=len(record.entries)))
        elif not record.entries:
            raise RecordRefused(number, Fault("{line} is neither a tag nor an entry.", line=repr(line[:60])))
        else:
            _read_line(record.entries[-1], number, line)
    return record


def _read_tag(record: Record, number: int, line: str) -> None:
    found = _TAG.match(line)
    if not found or record.entries:
        raise RecordRefused(
            number, Fault('{line} is not a tag: [Name "value"], above the first entry.', line=repr(line[:60]))
        )
    values: list[Any] = []
    rest = found[2].strip()
    while rest:
        try:
            value, end = json.JSONDecoder().raw_decode(rest)
        except (ValueError, RecursionError):
            raise RecordRefused(number, Fault("the values of {tag} are not JSON.", tag=found[1])) from None
        values.append(value)
        rest = rest[end:].strip()
    record.tags.setdefault(found[1], []).append((number, values))


def _read_head(number: int, found: re.Match[str]) -> RecordEntry:
    entry = RecordEntry(number, int(found[1]))
    words = iter((found[2] or "").split())
    for word in words:
        if word == "by":
            entry.by = next(words, "")
            if entry.by not in ROLES:
                raise RecordRefused(
                    number,
                    Fault("by {by}: one of {roles} is expected.", by=repr(entry.by), roles=", ".join(sorted(ROLES))),
                )
        elif _TIME.match(word):
            entry.at = word
        elif word in KINDS and entry.seat is None and entry.kind == "move":
            entry.kind = word
        elif entry.seat is None:
            entry.seat = word
        else:
            raise RecordRefused(number, Fault("{word} does not belong into the head of an entry.", word=repr(word)))
    return entry


def _read_line(entry: RecordEntry, number: int, line: str) -> None:
    for word, place in (("note ", "note"), ("secret ", "secret")):
        if line.startswith(f"{word}{{"):
            setattr(entry, place, _object(number, line.removeprefix(word)))
            return
    draw = _DRAW.match(line)
    if draw:
        entry.draws.append((number, _read_draw(number, draw), draw[5] is not None))
        return
    # Long lines of blanks or brackets would make the pattern slow, and no answer is that long.
    found = _ANSWER.match(line) if len(line) <= ANSWER_LIMIT else None
    if not found:
        raise RecordRefused(
            number, Fault("{line} is neither an answer (name: words) nor a draw.", line=repr(line[:60]))
        )
    marks = re.findall(r"\[([a-z]+)\]", found[4])
    answer = Line(number, found[1], found[2], found[3].strip())
    for mark in marks:
        if mark == "sealed":
            answer.sealed = True
        elif mark in SOURCES:
            answer.source = mark
        else:
            raise RecordRefused(number, Fault("[{mark}] is not known behind an answer.", mark=mark))
    entry.answers.append(answer)


def _object(number: int, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise RecordRefused(number, Fault("a note is a JSON object."))
    return value


def _read_draw(number: int, found: re.Match[str]) -> DrawRecord:
    if found[4] == UNKNOWN:
        raise RecordRefused(number, Fault("this copy does not tell the draw."))
    label, counter, of = found[1], int(found[2]), int(found[3])
    if not found[4].startswith("("):
        return DrawRecord(label=label, counter=counter, of=of, value=int(found[4]))
    return DrawRecord(label=label, counter=counter, of=of, order=[int(word[:9]) for word in found[4][1:-1].split()])
