"""The texts of an archive that another build made: its boards cannot be drawn again here, everything else is compared.

What an entry told stands in three members (page, news, record). Each sentence must be one that pbem writes, or wrote
once, of the proved events (`wordings`); the frame around them follows from the journal. So a sentence that was
rewritten, a page with another script, or anything else that pbem never wrote is found without knowing how that build
drew its boards; of those the numbers and names are compared. ADR 19.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html import unescape
from itertools import zip_longest
from typing import Any

from pbem.archive.checks import Failed
from pbem.archive.models import (
    GAME,
    JOURNAL,
    NEEDED,
    NEWS,
    PAGE,
    PRESS,
    RECORD,
    REPORT,
    SCHEMAS,
    SUMS,
    TABLES,
    VIEWS,
    Sight,
)
from pbem.archive.news import news_text, press_text, told
from pbem.archive.opening import Opened
from pbem.archive.page import opened_by, page_rows, page_said, page_seats, raw_data, shown_by, skeletons
from pbem.archive.record import comment, write_record
from pbem.archive.spoken import bare, told_in
from pbem.archive.wordings import any_wording, fits, plain
from pbem.core.errors import Fault
from pbem.core.kept import text_of
from pbem.core.kept import told as told_result
from pbem.core.records import record
from pbem.core.titles import Title
from pbem.core.words import Say
from pbem.engine.gamefile import Entry

_SCHEMA = re.compile(rf"{SCHEMAS}(archive|journal|public-game|game|(?:table|part)-[a-z0-9_-]+)\.schema\.json\Z")
_MARKUP = re.compile(r'<(/?)([A-Za-z]+)((?:\s+[\w:-]+="[^"<>]*")*)\s*/?>|[^<>]+')
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_DRAWN = frozenset({
    "svg", "g", "defs", "symbol", "use", "clipPath", "pattern", "linearGradient", "radialGradient", "stop", "title",
    "desc", "rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan",
})  # fmt: skip
"""Elements of which pictures of boards are made, in any build: none of them runs anything or leads anywhere."""
_LEADING = ("href", "xlink:href", "src", "style", "action", "formaction")
"""Attributes that may lead out of a page."""
_SHOWN = {"game", "title", "status", "result", "chance", "seats", "words", "entries", "rules", "said"}
_WORD = re.compile(r"\d+|[^\W\d_]+")
_TEXT = re.compile(r">([^<>]+)<")
LONGEST = 160
ROW = ("n", "at", "kind", "seat", "by", "undone", "answers")
"""What each row of a page has from the journal alone."""
_ROW = {*ROW, "lines", "scores", "series", "text", "picture", "eyes", "sealed", "draws"}


def known_members(opened: Opened, members: Mapping[str, bytes]) -> None:
    """Check that nothing is in an archive but what belongs there, whoever made it."""
    tables = {f"{TABLES}{digest}.json" for digest in opened.tables}
    views = {VIEWS} if opened.full is None and any(entry.view for entry in opened.entries) else set()
    for name in sorted(members):
        if name not in {*NEEDED, *tables, *views} and not _SCHEMA.match(name):
            raise Failed("{file}: this member does not belong here", file=name)
    for name in sorted(views - set(members)):
        raise Failed("{file}: this member is missing", file=name)
    for name in sorted(members):
        if _SCHEMA.match(name):
            _json(name, members[name])


def _json(name: str, raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise Failed("{file}: it is not JSON", file=name) from None


@record(frozen=True)
class Reworded:
    """A sentence of another build that this one would put otherwise: whoever reads it can compare the two."""

    entry: int
    there: str
    here: str


def foreign_texts(opened: Opened, members: Mapping[str, bytes]) -> list[Reworded]:
    """Compare all texts of another build but how it drew its boards; the sentences that this build puts otherwise."""
    game, entries, title = opened.game, opened.entries, opened.title
    page = members[PAGE].decode("utf-8", "strict")
    known = any_wording(title)
    lines = _page(opened, page, known)
    only_drawn(shown_by(page).sights)
    _same(PRESS, press_text(game, entries, title), members[PRESS])
    _same(NEWS, _news(opened, lines, members[NEWS]), members[NEWS])
    records = [write_record(game, entries, title, frame) for frame in (title, bare(title))]
    _record(members[RECORD].decode("utf-8", "strict"), records, entries, lines)
    _report(members)
    pairs = ((entry.n, pair) for entry in entries for pair in zip(lines[entry.n], told(entry, title), strict=True))
    return [Reworded(n, there, here) for n, (there, here) in pairs if there != here]


def _told_so(n: int, lines: Sequence[str], known: Sequence[str]) -> None:
    """Check that what an entry is said to have told is what it told, in a wording of this build or of an earlier
    one."""
    for found, wanted in zip_longest(lines, known, fillvalue=""):
        if not fits(found, wanted):
            raise Failed(
                "{file}: entry {n}: no pbem that this one knows tells {found} of it; it is {wanted} (if a later "
                "pbem made this archive, verify it with that one)",
                file=PAGE,
                n=n,
                found=f"{found!r:.{LONGEST}}",
                wanted=f"{plain(wanted)!r:.{LONGEST}}",
            )


def _news(opened: Opened, lines: Mapping[int, Sequence[str]], found: bytes) -> str:
    """Write the news around another build's words. Earlier builds said heads of entries in English in every
    language."""
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
    raise Failed(
        "{file}: line {line} is not what {journal} and {page} tell",
        file=name,
        line=line + 1,
        journal=JOURNAL,
        page=PAGE,
    )


def _page(opened: Opened, page: str, known: Title) -> dict[int, list[str]]:
    """Check that the page is one that pbem has shipped, around rows that are the journal's. Return the words it tells
    of each entry."""
    data = raw_data(page)
    if page not in skeletons(opened.game, opened.title, opened.about.made_by, data):
        raise Failed("{file}: it is no page that this pbem knows: there may be a foreign script in it", file=PAGE)
    shown = _json(PAGE, data.encode())
    rows = shown.get("entries") if isinstance(shown, dict) else None
    wanted = page_rows(opened.game, opened.entries)
    if not isinstance(rows, list) or len(rows) != len(wanted):
        raise Failed("{file}: it does not show every entry", file=PAGE)
    strange = {*shown} - _SHOWN or {key for row in rows for key in row if key not in _ROW}
    if strange:
        raise Failed("{file}: {key}: unknown key", file=PAGE, key=min(strange))
    for row, mine in zip(rows, wanted, strict=True):
        if any(row.get(key) != mine[key] for key in ROW):
            raise Failed("{file}: entry {n}: what it shows is not what the journal says", file=PAGE, n=mine["n"])
        if not all(isinstance(line, str) for line in row.get("lines", [None])):
            raise Failed("{file}: entry {n}: its words are damaged", file=PAGE, n=mine["n"])
    if opened.full is None and any("eyes" in row for row in rows):
        raise Failed("{file}: a public copy opens no seat's view", file=PAGE)
    for row, entry in zip(rows, opened.entries, strict=True):
        _told_so(entry.n, row["lines"], told(entry, known))
        _opened_so(row, entry, known)
    result = opened.game.moderation.result
    told_as = [told_result(result, words) for words in (None, told_in(opened.title))]
    head: dict[str, list[Any]] = {"game": [opened.game.id], "status": [opened.game.status], "result": told_as}
    head |= {"title": [opened.title.full_name], "chance": [opened.game.rules.chance]}
    head |= {"seats": [page_seats(opened.game)]}
    for key, values in head.items():
        if shown.get(key) not in values:
            raise Failed("{file}: {key}: it is not the game's", file=PAGE, key=key)
    _said_so(opened, shown, known)
    return {row["n"]: row["lines"] for row in rows}


def _opened_so(row: Mapping[str, Any], entry: Entry, known: Title) -> None:
    """Check what the page of a full copy opens: each seat's own news, sealed answers and hidden draws."""
    for seat, seen in row.get("eyes", {}).items():
        _told_so(entry.n, seen.get("lines", row["lines"]), told(entry, known, seat))
    if "eyes" in row and (row.get("sealed"), row.get("draws")) != opened_by(entry):
        raise Failed("{file}: entry {n}: what it opens is not what the journal has under seal", file=PAGE, n=entry.n)


def _said_so(opened: Opened, shown: Mapping[str, Any], known: Title) -> None:
    """Check that what the page says in its own language for seats and answers is what they are called."""
    words = told_in(known)
    given = shown.get("said", {})
    if told_in(opened.title) is None or words is None:
        if given:
            raise Failed("{file}: {key}: an archive in English translates nothing", key="said", file=PAGE)
        return
    pairs = zip(page_rows(opened.game, opened.entries), opened.entries, strict=True)
    rows = [{**row, "sealed": opened_by(entry)[0]} for row, entry in pairs]
    for one, text in page_said(opened.game, rows, words).items():
        if one in given and not fits(given[one], text):
            raise Failed(
                "{file}: {key}: {value} is not {wanted}",
                key="said",
                file=PAGE,
                value=f"{one!r:.60}",
                wanted=f"{given[one]!r:.60}",
            )


def only_drawn(sights: Sequence[Sight]) -> None:
    """Check that pictures hold shapes and words alone, however a build draws them: nothing that runs, and nothing that
    leads out of the page."""
    clean: set[str] = set()
    for sight in sights:
        strange = None if sight.picture in clean else _foreign(sight.picture)
        if strange is not None:
            raise Failed(
                "{file}: entry {n}: its picture holds {what}, which no pbem draws", file=PAGE, n=sight.n,
                what=f"{strange!r:.60}",
            )  # fmt: skip
        clean.add(sight.picture)


def _foreign(picture: str) -> str | None:
    """Find what is no shape and no word in a picture."""
    at = 0
    while at < len(picture):
        found = _MARKUP.match(picture, at)
        if found is None or (found[2] is not None and found[2] not in _DRAWN):
            return picture[at:]
        for name, written in _ATTRIBUTE.findall(found[3] or ""):
            value = re.sub(r"\s", "", unescape(written))  # as a browser reads it
            leads = name.lower() in _LEADING and not value.startswith("#")
            if leads or name.lower().startswith("on") or re.search(r"url\((?!#)|script:", value, re.I):
                return f"{name}={written}"
        at = found.end()
    return None


def same_figures(opened: Opened, found: Sequence[Sight], drawn: Sequence[Sight]) -> None:
    """Check that boards, however a build draws them, show no number and nobody more often than ours of the same
    entry."""
    people = {word.casefold() for info in opened.game.seats for word in _WORD.findall(info.player)}
    if told_in(opened.title) is None:
        people |= {info.seat.casefold() for info in opened.game.seats}

    def figures(text: str) -> Counter[str]:
        words = (word.casefold() for word in _WORD.findall(text))
        return Counter(word for word in words if word.isdigit() or word in people)

    for shown, wanted in zip(found, drawn, strict=True):
        for there, here in ((shown.text, wanted.text), (_labels(shown.picture), _labels(wanted.picture))):
            more = figures(there) - figures(here)
            if more and there != here:
                raise Failed(
                    "{file}: entry {n}: its board shows {what}, and the journal's does not",
                    file=PAGE,
                    n=shown.n,
                    what=repr(min(more)),
                )


def same_view(found: Any, drawn: Any, place: str = "view") -> None:
    """Check the last view of a public copy, as another build may have written it: fields of its own, texts in its own
    words, and wherever both tell something, the same ids and numbers."""
    if isinstance(found, dict) and isinstance(drawn, dict):
        for name in found.keys() & drawn.keys():
            same_view(found[name], drawn[name], f"{place}.{name}")
        return
    if isinstance(found, list) and isinstance(drawn, list) and len(found) == len(drawn):
        for at, (one, other) in enumerate(zip(found, drawn, strict=True)):
            same_view(one, other, f"{place}.{at}")
        return
    worded = isinstance(found, str) and isinstance(drawn, str) and " " in found and " " in drawn
    if found != drawn and not worded:
        raise Failed("{file}: {place}: it is not what the journal tells of", file=GAME, place=place)


def _labels(picture: str) -> str:
    return unescape(" ".join(_TEXT.findall(picture)))


def _record(found: str, wanted: Sequence[str], entries: Sequence[Entry], lines: Mapping[int, list[str]]) -> None:
    """Check that the record but for its comments is ours to the letter, and that the page too tells each comment."""
    mine, theirs = _without_comments(wanted[0]), _without_comments(found)
    if mine != theirs:
        pairs = zip(mine, theirs, strict=False)
        at = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(mine), len(theirs)))
        raise Failed(
            "{file}: {what}: that is not the journal's",
            file=RECORD,
            what=f"{theirs[at]!r:.60}" if at < len(theirs) else Say("its end"),
        )
    known = {comment(line) for words in lines.values() for line in words}
    known |= {comment(text_of(entry.note["reason"])) for entry in entries if entry.note.get("reason")}
    known |= {line.strip()[2:-2] for record in wanted for line in record.split("\n") if line.strip().startswith("{ ")}
    for number, line in enumerate(found.split("\n"), 1):
        if line.strip().startswith("{ ") and " ".join(line.strip()[2:-2].split()) not in known:
            raise Failed("{file}: line {line}: {page} tells nothing of this", file=RECORD, line=number, page=PAGE)


def _without_comments(text: str) -> list[str]:
    return [line for line in text.split("\n") if line and not line.strip().startswith("{ ")]


def _report(members: Mapping[str, bytes]) -> None:
    """Check that the report names every member that it was made with, by its digest."""
    listed = re.findall(r"^([0-9a-f]{64})  (\S+)$", members[REPORT].decode("utf-8", "replace"), re.M)
    named = {name: digest for digest, name in listed}
    for name in sorted({*members} - {REPORT, SUMS}):
        if named.get(name) != sha256(members[name]).hexdigest():
            raise Failed("{file}: it is not the one that {report} tells of", file=name, report=REPORT)


def first_reworded(reworded: Sequence[Reworded]) -> str:
    """Say what comes out otherwise here; of the sentences the first, beside ours."""
    if not reworded:
        return Fault("it tells what the journal tells; boards are drawn otherwise here, and were not compared whole")
    one = reworded[0]
    words = {"there": f"{one.there!r:.{LONGEST}}", "here": f"{one.here!r:.{LONGEST}}"}
    return Fault(
        "it tells what the journal tells, {n} sentences in an earlier wording, the first in entry {entry}: there "
        "{there}, here {here}; boards were not compared whole",
        n=len(reworded), entry=one.entry, **words,
    )  # fmt: skip
