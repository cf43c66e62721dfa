"""The texts of an archive that another build made: its words cannot be made again here, everything around them can.

What an entry told stands in three members (page, news, record), and the frame of each follows from the journal. So a
text that was rewritten in one of them, a page with another script, or anything else that pbem never wrote is found
without knowing how that build worded its lines and drew its boards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from pbem.archive.checks import Failed
from pbem.archive.models import JOURNAL, NEEDED, NEWS, PAGE, PRESS, RECORD, REPORT, SCHEMAS, SUMS, TABLES, VIEWS
from pbem.archive.news import news_text, press_text, told
from pbem.archive.opening import Opened
from pbem.archive.page import page_rows, raw_data, skeletons
from pbem.archive.record import comment, write_record
from pbem.archive.spoken import bare, told_in
from pbem.core.kept import text_of
from pbem.core.kept import told as told_result
from pbem.core.records import record
from pbem.engine.gamefile import Entry

_SCHEMA = re.compile(rf"{SCHEMAS}(archive|journal|public-game|game|(?:table|part)-[a-z0-9_-]+)\.schema\.json\Z")
_WORD = re.compile(r"\d+|[^\W\d_]+")
ROW = ("n", "at", "kind", "seat", "by", "undone", "answers")
"""What each row of a page has from the journal alone."""


def known_members(opened: Opened, members: Mapping[str, bytes]) -> None:
    """Nothing is in an archive but what belongs there, whoever made it."""
    tables = {f"{TABLES}{digest}.json" for digest in opened.tables}
    views = {VIEWS} if opened.full is None and any(entry.view for entry in opened.entries) else set()
    for name in sorted(members):
        if name not in {*NEEDED, *tables, *views} and not _SCHEMA.match(name):
            raise Failed(f"{name}: this member does not belong here")
    for name in sorted(views - set(members)):
        raise Failed(f"{name}: this member is missing")
    for name in sorted(members):
        if _SCHEMA.match(name):
            _json(name, members[name])


def _json(name: str, raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise Failed(f"{name}: it is not JSON") from None


@record(frozen=True)
class Reworded:
    """A sentence of another build that this one would put otherwise: whoever reads it can compare the two."""

    entry: int
    there: str
    here: str


def foreign_texts(opened: Opened, members: Mapping[str, bytes]) -> list[Reworded]:
    """All that can be said of texts whose words are another build's; the sentences that this build puts otherwise."""
    game, entries, title = opened.game, opened.entries, opened.title
    page = members[PAGE].decode("utf-8", "strict")
    lines = _page(opened, page)
    _same(PRESS, press_text(game, entries, title), members[PRESS])
    _same(NEWS, _news(opened, lines, members[NEWS]), members[NEWS])
    records = [write_record(game, entries, title, frame) for frame in (title, bare(title))]
    _record(members[RECORD].decode("utf-8", "strict"), records, entries, lines)
    _report(members)
    return [one for entry in entries for one in _reworded(entry.n, lines[entry.n], told(entry, title))]


def _reworded(n: int, there: Sequence[str], here: Sequence[str]) -> Iterator[Reworded]:
    """What two builds tell of one entry, where it differs; lines that only one of them has stand alone."""
    for tag, a, b, c, d in SequenceMatcher(None, there, here, autojunk=False).get_opcodes():
        if tag != "equal":
            for theirs, ours in zip_longest(there[a:b], here[c:d], fillvalue=""):
                yield Reworded(n, theirs, ours)


def _news(opened: Opened, lines: Mapping[int, Sequence[str]], found: bytes) -> str:
    """The news around another build's words. Earlier builds said heads of entries in English in every language."""
    game, entries = opened.game, opened.entries
    wanted = [
        news_text(game, entries, opened.title, lines, heads=heads) for heads in (opened.title, bare(opened.title))
    ]
    return next((text for text in wanted if text.encode() == found), wanted[0])


def _same(name: str, wanted: str, found: bytes) -> None:
    if wanted.encode() == found:
        return
    pairs = zip(wanted.encode().split(b"\n"), found.split(b"\n"), strict=False)
    line = next((at for at, (a, b) in enumerate(pairs) if a != b), min(wanted.count("\n"), found.count(b"\n")))
    raise Failed(f"{name}: line {line + 1} is not what {JOURNAL} and {PAGE} tell")


def _page(opened: Opened, page: str) -> dict[int, list[str]]:
    """The page is one that pbem has shipped, around rows that are the journal's; the words it tells of each entry."""
    data = raw_data(page)
    if page not in skeletons(opened.game, opened.title, opened.about.made_by, data):
        raise Failed(f"{PAGE}: it is no page that this pbem knows: there may be a foreign script in it")
    shown = _json(PAGE, data.encode())
    rows = shown.get("entries") if isinstance(shown, dict) else None
    wanted = page_rows(opened.game, opened.entries)
    if not isinstance(rows, list) or len(rows) != len(wanted):
        raise Failed(f"{PAGE}: it does not show every entry")
    for row, mine in zip(rows, wanted, strict=True):
        if any(row.get(key) != mine[key] for key in ROW):
            raise Failed(f"{PAGE}: entry {mine['n']}: what it shows is not what the journal says")
        if not all(isinstance(line, str) for line in row.get("lines", [None])):
            raise Failed(f"{PAGE}: entry {mine['n']}: its words are damaged")
    if opened.full is None and any("eyes" in row for row in rows):
        raise Failed(f"{PAGE}: a public copy opens no seat's view")
    for row, entry in zip(rows, opened.entries, strict=True):
        _known_facts(opened, entry, row["lines"])
    result = opened.game.moderation.result
    told_as = [told_result(result, words) for words in (None, told_in(opened.title))]
    head: dict[str, list[Any]] = {"game": [opened.game.id], "status": [opened.game.status], "result": told_as}
    for key, values in head.items():
        if shown.get(key) not in values:
            raise Failed(f"{PAGE}: {key}: it is not the game's")
    return {row["n"]: row["lines"] for row in rows}


def _known_facts(opened: Opened, entry: Entry, lines: Sequence[str]) -> None:
    """However a build words its lines, they tell of no number and nobody that the entry does not know."""
    own = " ".join([entry.model_dump_json(exclude={"prev", "hash", "sealed", "view"}), *told(entry, opened.title)])
    people = {word.casefold() for info in opened.game.seats for word in (info.seat, info.player)}
    known = {word.casefold() for word in _WORD.findall(own)}
    result = opened.game.moderation.result or {}
    known |= {word.casefold() for word in _WORD.findall(str(result))} if entry.note.get("result") else set()
    for line in lines:
        for word in _WORD.findall(line):
            if (word.isdigit() or word.casefold() in people) and word.casefold() not in known:
                raise Failed(f"{PAGE}: entry {entry.n}: it tells of {word!r}, and the journal does not")


def _record(found: str, wanted: Sequence[str], entries: Sequence[Entry], lines: Mapping[int, list[str]]) -> None:
    """The record but for its comments is ours to the letter; each comment is told by the page too."""
    mine, theirs = _without_comments(wanted[0]), _without_comments(found)
    if mine != theirs:
        pairs = zip(mine, theirs, strict=False)
        at = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(mine), len(theirs)))
        raise Failed(f"{RECORD}: {theirs[at] if at < len(theirs) else 'its end'!r:.60}: that is not the journal's")
    known = {comment(line) for words in lines.values() for line in words}
    known |= {comment(text_of(entry.note["reason"])) for entry in entries if entry.note.get("reason")}
    known |= {line.strip()[2:-2] for record in wanted for line in record.split("\n") if line.strip().startswith("{ ")}
    for number, line in enumerate(found.split("\n"), 1):
        if line.strip().startswith("{ ") and " ".join(line.strip()[2:-2].split()) not in known:
            raise Failed(f"{RECORD}: line {number}: {PAGE} tells nothing of this")


def _without_comments(text: str) -> list[str]:
    return [line for line in text.split("\n") if line and not line.strip().startswith("{ ")]


def _report(members: Mapping[str, bytes]) -> None:
    """The report names every member that it was made with, by its digest."""
    listed = re.findall(r"^([0-9a-f]{64})  (\S+)$", members[REPORT].decode("utf-8", "replace"), re.M)
    named = {name: digest for digest, name in listed}
    for name in sorted({*members} - {REPORT, SUMS}):
        if named.get(name) != sha256(members[name]).hexdigest():
            raise Failed(f"{name}: it is not the one that {REPORT} tells of")
