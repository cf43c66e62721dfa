"""The reading page: one HTML file that steps through a game, drawn from what a spectator saw.

Board and text of each entry are kept as differences from the entry before, line by line (a picture is cut into lines
at its tags), and every line stands but once in the page, so a whole game stays small. The page holds its data as JSON,
so that a reader of archives can take out again what was seen and make the page anew.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any

from pbem.archive.frame import page_words
from pbem.archive.models import PAGE, Shown, Sight
from pbem.archive.news import told
from pbem.archive.record import draw_words
from pbem.archive.spoken import bare, told_in
from pbem.core.errors import Fault, GameFileProblem
from pbem.core.kept import told as told_result
from pbem.core.titles import Title
from pbem.core.words import ENGLISH, Catalogue, Listed, Say, Word, said
from pbem.engine.gamefile import Entry
from pbem.engine.journal import full_answers
from pbem.engine.submission.outcomes import SOURCES
from pbem.resources import data_root

OPEN, CLOSE = '<script type="application/json" id="data">', "</script>"
LINES_LIMIT = 20_000
SIZE_LIMIT = 200_000_000
"""Of one board, and of all boards of a page together."""
Change = list[Any]
"""[place, how many lines go, the numbers of the lines that come]."""


@dataclass(slots=True)
class Shows:
    """What a page shows beside the journal: the boards, and the rules that its cards explain."""

    sights: list[Sight]
    rules: dict[str, str]


def page_html(game: Shown, entries: Sequence[Entry], title: Title, shows: Shows, made_by: str) -> str:
    """Build the page. Everything from outside is escaped; only our own script may run in it."""
    data = json.dumps(page_data(game, entries, title, shows), ensure_ascii=False, separators=(",", ":"))
    return filled((data_root() / "templates" / "page.html").read_text(encoding="utf-8"), game, title, made_by, data)


def filled(template: str, game: Shown, title: Title, made_by: str, data: str) -> str:
    """Build a page around its data."""
    script = template.split("<script>", 1)[1].split(CLOSE, 1)[0]
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    values = {
        "LANGUAGE": getattr(told_in(title), "language", ENGLISH),
        "NAME": escape(f"{title.full_name}: {game.id}"),
        "MADE": escape(made_by),
        "ALLOWED": f"sha256-{allowed}",
        "PLAYERS": escape(", ".join(f"{i.player} ({i.seat})" for i in game.seats if i.role in ("player", "automaton"))),
        "DATA": data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"),
    }
    # In one pass, so that nothing filled in is taken for a place to fill.
    return re.sub("%%([A-Z]+)%%", lambda mark: values[mark[1]], template)


def skeletons(game: Shown, title: Title, made_by: str, data: str) -> Iterator[str]:
    """Yield every page that pbem has ever shipped, around the data of one."""
    root = data_root() / "templates"
    for file in [root / "page.html", *sorted((root / "pages").iterdir(), key=lambda file: file.name)]:
        yield filled(file.read_text(encoding="utf-8"), game, title, made_by, data)


def page_rows(game: Shown, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Build what the rows of a page have from the journal alone."""
    undone = set(game.moderation.undone)
    return [
        {
            "n": entry.n, "at": entry.at, "kind": entry.kind, "seat": entry.seat, "by": entry.by,
            "undone": entry.n in undone, "answers": _answers(entry),
        }
        for entry in entries
    ]  # fmt: skip


def page_data(game: Shown, entries: Sequence[Entry], title: Title, shows: Shows) -> dict[str, Any]:
    seen = {sight.n: sight for sight in shows.sights}
    words: dict[str, int] = {}
    text: list[int] = []
    picture: list[int] = []
    rows: list[dict[str, Any]] = []
    eyes = OpenEyes(title, words)
    for entry, row in zip(entries, page_rows(game, entries), strict=True):
        sight = seen[entry.n]
        before_text, text = text, numbered(words, sight.text.split("\n"))
        before_picture, picture = picture, numbered(words, cut(sight.picture))
        rows.append(
            {
                **row, "lines": told(entry, title), "scores": sight.scores, "series": sight.series,
                "text": changes(before_text, text), "picture": changes(before_picture, picture),
                **eyes.row(entry, sight),
            }
        )  # fmt: skip
    language = told_in(title)
    return {
        "game": game.id, "title": title.full_name, "status": game.status,
        "result": told_result(game.moderation.result, told_in(title)),
        "chance": game.rules.chance, "seats": page_seats(game), "words": list(words), "entries": rows,
        "rules": shows.rules, **({"said": page_said(game, rows, language)} if language is not None else {}),
    }  # fmt: skip


def page_said(game: Shown, rows: Sequence[dict[str, Any]], words: Catalogue) -> dict[str, str]:
    """Return what the page says in the archive's language for its own words, for seats and for answers as they are
    typed."""
    typed = [line for row in rows for line in (*row["answers"], *row.get("sealed", ()))]
    shown = [*(Word(info.seat) for info in game.seats), *dict.fromkeys(typed)]
    return {**page_words(words), **{str(one): text for one in shown if (text := said(one, words)) != one}}


def page_seats(game: Shown) -> list[dict[str, str]]:
    return [{"seat": info.seat, "player": info.player, "role": info.role} for info in game.seats]


class OpenEyes:
    """What a full copy of a game that is over opens besides: each seat's own things as differences from the entry
    before, its news where everybody read others, sealed answers and hidden draws."""

    def __init__(self, title: Title, words: dict[str, int]) -> None:
        self.title, self.words = title, words
        self.own: dict[str, list[int]] = {}

    def row(self, entry: Entry, sight: Sight) -> dict[str, Any]:
        """Return what an entry adds; nothing in a page that opens nothing."""
        if not sight.eyes:
            return {}
        seen = {seat: self._seat(entry, seat, things) for seat, things in sight.eyes.items()}
        sealed, draws = opened_by(entry)
        return {"eyes": seen, "sealed": sealed, "draws": draws}

    def _seat(self, entry: Entry, seat: str, things: str) -> dict[str, Any]:
        own = numbered(self.words, things.split("\n"))
        before, self.own[seat] = self.own.get(seat, []), own
        news = told(entry, self.title, seat)
        return {"own": changes(before, own), **({"lines": news} if news != told(entry, self.title) else {})}


def opened_by(entry: Entry) -> tuple[list[str], list[str]]:
    """Open sealed answers and hidden draws of an entry."""
    hidden = entry.secret.chance if entry.secret else []
    return _sealed(entry), [draw_words(draw) for draw in hidden]


def _sealed(entry: Entry) -> list[str]:
    """Open the answers that nobody else could read."""
    pairs = zip(entry.answers, full_answers(entry), strict=True)
    return [
        Say("{seat}: {answer}", seat=answer.seat, answer=_typed(answer.name, answer.keys or ()))
        for told, answer in pairs
        if told.keys is None
    ]


def _typed(name: str, keys: Sequence[str]) -> str:
    """Write an answer as it is typed."""
    return Say("{name}: {keys}", name=name, keys=Listed([Answer(key, name) for key in keys]) or Word("none"))


class Answer(Word):
    """An answer, whose words may have forms that go with its question: a blue die is not called as a blue player."""

    __slots__ = ("question",)
    question: str

    def __new__(cls, ident: str, question: str) -> Answer:
        made = super().__new__(cls, ident)
        assert isinstance(made, Answer)
        made.question = question
        return made

    def said(self, words: Catalogue, case: str = "") -> str:
        return words.word(self.ident, case or self.question)


def _answers(entry: Entry) -> list[str]:
    """List the answers that everybody may read."""
    shown: list[str] = []
    for answer in entry.answers:
        line = Say("{name}: (sealed)", name=answer.name) if answer.keys is None else _typed(answer.name, answer.keys)
        source = SOURCES.get(answer.source)
        shown.append(line if source is None else Say("{answer} [{source}]", answer=line, source=source))
    return shown


def rules_of(title: Title) -> dict[str, str]:
    """Collect our wording of every rule, ruling and card, for the card that explains an id, in the language that a
    title speaks."""
    return _rules_in(bare(title), getattr(told_in(title), "language", ENGLISH))


@cache
def _rules_in(title: Title, language: str) -> dict[str, str]:
    found = {ident: title.explain(ident, language=language) for ident in title.rule_ids()}
    found |= title.card_texts(language)
    return {ident: text for ident, text in found.items() if text}


# -- differences ----------------------------------------------------------------------------------------------------


def cut(picture: str) -> list[str]:
    """Cut a picture in pieces that join to it again."""
    return picture.replace("><", ">\n<").split("\n") if picture else []


def numbered(words: dict[str, int], lines: list[str]) -> list[int]:
    return [words.setdefault(line, len(words)) for line in lines]


def changes(before: list[int], after: list[int]) -> list[Change]:
    """List what turns one list of lines into the other, from the last place to the first."""
    if before == after:
        return []
    low, most = 0, min(len(before), len(after))
    while low < most and before[low] == after[low]:
        low += 1
    high = 0
    while high < most - low and before[-1 - high] == after[-1 - high]:
        high += 1
    old, new = before[low : len(before) - high], after[low : len(after) - high]
    matcher = SequenceMatcher(None, old, new)
    found = [[low + i, j - i, new[k:m]] for tag, i, j, k, m in matcher.get_opcodes() if tag != "equal"]
    return found[::-1]


def applied(before: list[str], found: list[Change], words: list[str]) -> list[str]:
    after = list(before)
    for place, count, lines in found:
        if len(after) + len(lines) > LINES_LIMIT:
            raise ValueError("a board has too many lines")
        after[place : place + count] = [words[number] for number in lines]
    return after


def raw_data(page: str) -> str:
    """Cut out the data of a page as they stand in it."""
    start = page.find(OPEN)
    end = page.find(CLOSE, start)
    if start < 0 or end < 0:
        raise GameFileProblem(Fault("{file}: its data are missing", file=PAGE))
    return page[start + len(OPEN) : end]


def shown_by(page: str) -> Shows:
    """Take out of a page again what it shows; a page that was changed by hand may refuse."""
    raw = raw_data(page)
    try:
        data = json.loads(raw)
        text: list[str] = []
        picture: list[str] = []
        found: list[Sight] = []
        size = 0
        for row in data["entries"]:
            text = applied(text, row["text"], data["words"])
            picture = applied(picture, row["picture"], data["words"])
            # A stranger's page may tell a short line a million times: the sum is judged before it is written out.
            size += sum(map(len, text)) + sum(map(len, picture))
            if size > SIZE_LIMIT:
                raise ValueError("the boards are too large")
            found.append(Sight(row["n"], row["scores"], "\n".join(text), "\n".join(picture), row["series"]))
        return Shows(found, dict(data["rules"]))
    except (ValueError, LookupError, TypeError, RecursionError) as problem:
        raise GameFileProblem(
            Fault("{file}: its data are damaged ({kind})", file=PAGE, kind=type(problem).__name__)
        ) from None
