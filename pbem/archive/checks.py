"""What verification compares beside the replay: pins of the journal, text record, result, single members."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from pbem.archive.models import ABOUT, GAME, JOURNAL, PAGE, RECORD, REPORT, SUMS, Shown, Sight
from pbem.archive.opening import Opened
from pbem.archive.record import Record, RecordEntry, read_record
from pbem.core.errors import Fault
from pbem.core.kept import text_of, told
from pbem.core.words import Catalogue, Listed, Say, Text, Verbatim, said
from pbem.engine.adjudication.undoing import undone_by
from pbem.engine.gamefile import Entry
from pbem.engine.journal import full_answers
from pbem.engine.play import title_options
from pbem.engine.seeds import pinned, promised


@dataclass(frozen=True, slots=True)
class Check:
    """One check: passed, failed, or (None) not made."""

    name: str
    passed: bool | None
    text: str

    def line(self, words: Catalogue | None = None) -> str:
        """Write the check in a language; its name and its verdict are the same in all."""
        word = {True: "ok", False: "FAILED", None: "-"}[self.passed]
        return f"{word:<7}{self.name:<12}{said(self.text, words)}"

    def data(self) -> dict[str, Any]:
        return {"check": self.name, "passed": self.passed, "text": self.text}


def passed(checks: Sequence[Check]) -> bool:
    return all(check.passed is not False for check in checks)


class Failed(Exception):
    """A check that failed: what is wrong, as a key with its values or as a text that somebody else made of them."""

    def __init__(self, what: str, /, **values: object) -> None:
        super().__init__(what if isinstance(what, Text) else Fault(what, **values))


# -- members ----------------------------------------------------------------------------------------------------------


def wrong_sum(members: Mapping[str, bytes]) -> str:
    """Say which member does not fit the checksums."""
    told = dict(re.findall(r"^([0-9a-f]{64})  (\S+)$", members[SUMS].decode("utf-8", "replace"), re.M))
    told = {name: digest for digest, name in told.items()}
    for name in sorted(members):
        if name != SUMS and told.get(name) != sha256(members[name]).hexdigest():
            return Fault("{file}: its content does not fit {sums}", file=name, sums=SUMS)
    return Fault("{file}: it names other members than there are, or is written otherwise", file=SUMS)


def same_member(name: str, made: Mapping[str, bytes], members: Mapping[str, bytes]) -> None:
    """Check that a member is the one that was made again; else name its first line that differs."""
    if name not in made:
        raise Failed("{file}: this member does not belong here", file=name)
    if name not in members:
        raise Failed("{file}: this member is missing", file=name)
    if made[name] == members[name]:
        return
    wanted, found = made[name].split(b"\n"), members[name].split(b"\n")
    if name == REPORT:
        for line_now, line_then in zip(wanted, found, strict=False):
            if line_now != line_then and line_now[64:] == line_then[64:]:
                raise Failed(
                    "{file}: it is not the one that {report} tells of", file=line_now[66:].decode(), report=REPORT
                )
    pairs = enumerate(zip(wanted, found, strict=False))
    line = next((n for n, (a, b) in pairs if a != b), min(len(wanted), len(found)))
    raise Failed(
        "{file}: line {line} is not what {game} and {journal} give",
        file=name,
        line=line + 1,
        game=GAME,
        journal=JOURNAL,
    )


def same_boards(found: Sequence[Sight], drawn: Sequence[Sight]) -> None:
    """Compare boards and their words, picture by picture (the page cuts pictures into lines of its own)."""
    for shown, wanted in zip(found, drawn, strict=True):
        same_picture = shown.picture.replace("\n", "") == wanted.picture.replace("\n", "")
        if shown.text != wanted.text or not same_picture:
            raise Failed("{file}: entry {n}: the board shown is not that of the journal", file=PAGE, n=shown.n)


# -- game and journal -------------------------------------------------------------------------------------------------


def same_game(opened: Opened) -> None:
    """Check that the archive's own card names the game that is in it."""
    about, game = opened.about, opened.game
    told = {"game": game.id, "title": game.title, "entry": game.entry, "head": game.head}
    told["full_name"] = opened.title.full_name
    for key, value in told.items():
        if getattr(about, key) != value:
            raise Failed("{file}: {key}: it is not the game's", file=ABOUT, key=key)


def known_fixes(opened: Opened) -> None:
    """Check that a game's own fixes of the rules are installed here: it is replayed under them."""
    for entry in opened.entries:
        for fix in entry.note.get("fixes", []) if entry.kind in ("setup", "data") else []:
            if fix not in opened.title.fixes:
                raise Failed(
                    "entry {n}: the fix {fix} of {title} is not installed here",
                    n=entry.n,
                    fix=repr(fix),
                    title=opened.title.full_name,
                )


def same_journal(opened: Opened) -> None:
    """Check what the entries say besides their answers, events and draws."""
    same_pins(opened)
    same_movers(opened)
    told_views(opened)


def same_pins(opened: Opened) -> None:
    """Check that what the journal pins is what the game file says."""
    game, entries, title = opened.game, opened.entries, opened.title
    note = entries[0].note
    changed = [entry for entry in entries if entry.kind == "data"]
    pins = changed[-1].note if changed else note
    options: dict[str, Any] = dict(note.get("options", {}))
    for entry in entries:
        if entry.kind == "rule" and entry.note.get("option"):
            options[entry.note["option"]] = entry.note.get("value")
    commitments = promised(entries)
    wanted: dict[str, tuple[Any, Any]] = {
        "title": (note.get("title"), game.title),
        "rules.version": (note.get("version"), game.rules.version),
        "rules.fixes": (pins.get("fixes"), game.rules.fixes),
        "rules.data": (pins.get("data"), game.rules.data),
        "rules.modules": (note.get("modules", []), game.rules.modules),
        "rules.chance": (note.get("chance"), game.rules.chance),
        "options": (options, title_options(title, game.options)),
        "seats": (note.get("seats"), [info.seat for info in game.seats if info.role in ("player", "automaton")]),
        "seats.automata": (machines(entries), {info.seat for info in game.seats if info.role == "automaton"}),
        "seed_commitment": (commitments[-1][1] if commitments else None, game.seed_commitment),
        "rules.seeds": (pinned(commitments), [(s.first, s.last, s.seed_commitment) for s in game.rules.seeds]),
        "moderation.undone": (undone_by(entries), game.moderation.undone),
        "rules.rulings": (_rulings(entries), [(r.number, r.entry, r.reason) for r in game.rules.rulings]),
        "seats.role": (sorted({info.seat for info in game.seats}), sorted(info.seat for info in game.seats)),
    }
    if opened.full is not None:
        wanted["rules.deal"] = ("deal" in note, opened.full.rules.deal is not None)
    for place, (chained, found) in wanted.items():
        if chained != found:
            raise Failed("{file}: {place}: it is not what the journal says", file=GAME, place=place)


UNTOUCHED = ("setup", "undo", "redo", "rule", "patch", "data")
"""Kinds of entries that change the table and are nobody's turn."""


def same_movers(opened: Opened) -> None:
    """Check that the seat an entry names is the one that moved. Every answer of a move is its seat's; an imported
    record may tell what others answered in between, too."""
    game = opened.game
    for entry in opened.entries:
        answering = [answer.seat for answer in entry.answers]
        if game.rules.chance == "record":
            answering += [info.seat for info in game.seats if info.role in ("player", "automaton")]
        wrong = entry.kind == "move" and entry.seat not in answering
        if wrong or (entry.kind in UNTOUCHED and entry.seat is not None):
            raise Failed(
                "{file}: entry {n}: {seat} is not the seat that moves", file=JOURNAL, n=entry.n, seat=repr(entry.seat)
            )


def told_views(opened: Opened) -> None:
    """Check that no entry lost its view: builds that told none wrote the first entries of old games, and no others. So
    nobody makes a copy believed again by taking out of it what proves its boards."""
    title, modules = opened.title, opened.game.rules.modules
    title.book(modules)  # which makes the models of the parts known
    parts = [title.table_model, *(title.table_model.part_models.get(name) for name in modules)]
    if any(part is not None and part.known is None for part in parts):
        return
    silent = True
    for entry in opened.entries:
        if entry.kind in ("setup", "data"):
            silent = silent and title.silent(entry.note.get("fixes", []), modules)
        silent = silent and entry.view is None
        if entry.view is None and not silent:
            raise Failed("{file}: entry {n}: it does not tell its view", file=JOURNAL, n=entry.n)


def machines(entries: Sequence[Entry], ever: bool = False) -> set[str]:
    """Find the seats that automata hold by the journal: from the start, or since one took the place of a person. With
    `ever`, those that one has held at any time."""
    found = held = set(entries[0].note.get("automata", []))
    for entry in entries:
        if entry.kind == "substitute" and "automaton" in entry.note:
            seat = {entry.note.get("seat")}
            held = held | seat if entry.note["automaton"] else held - seat
            found = found | held
    return found if ever else held


def _rulings(entries: Sequence[Entry]) -> list[tuple[Any, int, Any]]:
    return [
        (entry.note.get("ruling"), entry.n, entry.note.get("reason"))
        for entry in entries
        if entry.kind == "rule"
    ]  # fmt: skip


def chained_end(entries: Sequence[Entry]) -> tuple[str, dict[str, Any] | None]:
    """Read status and result as the journal itself tells them: an entry that ends a game holds its result, so that the
    hash chain vouches for it in a public copy too."""
    status, result = "running", None
    for entry in entries:
        if entry.kind in ("undo", "redo", "resume"):
            status, result = "running", None
        if entry.kind == "pause":
            status = "paused"
        elif entry.kind == "end":
            status, result = "terminated", entry.note.get("result")
        elif "result" in entry.note:
            if status == "finished" and told(entry.note["result"]) != told(result):
                raise Failed(
                    "{file}: entry {n}: it repeats another result than the one told before it", file=JOURNAL, n=entry.n
                )
            status, result = "finished", entry.note["result"]
    return status, result


def spans(numbers: Sequence[int]) -> str:
    """Write `1 to 4, 7`."""
    found: list[list[int]] = []
    for n in numbers:
        if found and found[-1][-1] == n - 1:
            found[-1][1:] = [n]
        else:
            found.append([n])
    return Listed(
        [Say("{low} to {high}", low=span[0], high=span[1]) if len(span) > 1 else Verbatim(span[0]) for span in found]
    )


def score_words(result: dict[str, Any] | None) -> str:
    if not result:
        return Fault("the game is not over")
    scores = result.get("scores") or {}
    rows = [Say("{seat} {score}", seat=seat, score=score) for seat, score in scores.items()]
    return Listed(rows) if rows else text_of(result.get("text"))


# -- the record -------------------------------------------------------------------------------------------------------


def same_record(text: str, opened: Opened) -> None:
    """Check that the text record says what game file and journal say."""
    record = read_record(text)
    entries, game = opened.entries, opened.game
    if len(record.entries) != len(entries):
        raise Failed(
            "{file}: it has {n} entries, the journal {there}", file=RECORD, n=len(record.entries), there=len(entries)
        )
    told: dict[str, Any] = {"Game": game.id, "Title": game.title, "Head": game.head}
    told["Data"] = entries[0].note.get("data")
    told |= {"Commitment": game.seed_commitment, "Status": game.status, "Entries": game.entry}
    told |= {"Rules": game.rules.version, "Chance": game.rules.chance}
    for name, value in told.items():
        if record.one(name) != value:
            raise Failed(
                "{file}: line {line}: {name} is not the game's", file=RECORD, line=record.line_of(name), name=name
            )
    if record.one("Result") != game.moderation.result:
        raise Failed("{file}: line {line}: the result is not the game's", file=RECORD, line=record.line_of("Result"))
    earlier = [values for _, values in record.all("EarlierSeed")]
    if earlier != [[pin.model_dump(mode="json")] for pin in game.rules.seeds]:
        raise Failed(
            "{file}: line {line}: the earlier seeds are not the game's", file=RECORD, line=record.line_of("EarlierSeed")
        )
    _same_seats(record, game)
    for written, entry in zip(record.entries, entries, strict=True):
        if not same_entry(written, entry):
            raise Failed(
                "{file}: line {line}: entry {n} is not the journal's", file=RECORD, line=written.number, n=entry.n
            )


def _same_seats(record: Record, game: Shown) -> None:
    for role in ("player", "automaton", "moderator", "observer"):
        name = "Seat" if role == "player" else role.capitalize()
        told = [values for _, values in record.all(name)]
        if told != [[info.seat, info.player, info.since] for info in game.seats if info.role == role]:
            raise Failed(
                "{file}: line {line}: the names beside the seats are not the game's",
                file=RECORD,
                line=record.line_of(name),
            )


def same_entry(written: RecordEntry, entry: Entry) -> bool:
    """Tell whether an entry of a record says what one of the journal does."""
    if (written.kind, written.seat, written.at, written.by) != (entry.kind, entry.seat, entry.at, entry.by):
        return False
    answers = [
        (line.seat or entry.seat, line.name, None if line.words == "?" else line.words, line.source)
        for line in written.answers
    ]
    wanted = [
        (answer.seat, answer.name, None if answer.keys is None else ", ".join(answer.keys) or "none", answer.source)
        for answer in full_answers(entry)
    ]
    hidden = entry.secret.chance if entry.secret else []
    draws = [(draw, is_hidden) for _, draw, is_hidden in written.draws]
    return answers == wanted and draws == [*((d, False) for d in entry.chance), *((d, True) for d in hidden)]
