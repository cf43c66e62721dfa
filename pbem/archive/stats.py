"""Figures over archives: games, players, results, length, submissions, mails, scores by title and seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import mean
from typing import Any

from pbem.archive.checks import machines
from pbem.archive.models import GAME, JOURNAL, VIEWS, Variant
from pbem.archive.opening import Opened, load, open_archive_bytes
from pbem.archive.public_views import last_facts
from pbem.core.errors import Fault, GameFileProblem, PbemError, own_words
from pbem.core.known.facts import lay
from pbem.engine.gamefile import Entry
from pbem.engine.journal import moment


@dataclass(slots=True)
class Row:
    """One game."""

    id: str
    title: str
    status: str
    players: dict[str, str]
    scores: dict[str, int]
    winners: list[str]
    entries: int
    turns: int
    """Submissions of players that count; those taken back do not."""
    days: float
    submissions: int
    """Moves that came in from players or for them, taken back or not: each was a mail or a command."""
    mails: int | None
    """Mails that the game sent out: order forms, news, adjudications, announcements. None if it was not played by
    mail. Receipts and answers to commands are not among them."""
    mails_by_kind: dict[str, int]
    begun: str
    ended: str
    places: list[list[str]]
    automata: list[str]
    """Seats that no person held, at the end or for a time."""
    sides: dict[str, str]
    """Which side a seat played for at the end, where two share one."""
    anonymous: bool
    voted: bool = False
    """Whether all players agreed on its result before it was played to its end."""

    @property
    def apart(self) -> bool:
        """Whether it says nothing of how people play against people."""
        return bool(self.automata) or len(self.players) == 1

    def data(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(slots=True)
class Stats:
    rows: list[Row] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    """Files that are no sound archives, and why."""

    def data(self, agreed: Agreed = lambda name: True) -> dict[str, Any]:
        """Reckon the figures; whoever does not agree to be named is a number. Games alone or with automata stand apart:
        as figures of their own for the title, and as a bare number for a player."""
        called = shown_names(self.rows, agreed)
        rows = [replace(row, players={seat: called[name] for seat, name in row.players.items()}) for row in self.rows]
        return {
            "games": [row.data() for row in rows],
            "titles": {name: group(found) for name, found in _by(rows, lambda row: [_kind(row)]).items()},
            "players": {
                name: person(found, name) for name, found in _by(rows, lambda row: row.players.values()).items()
            },
            "skipped": [{"file": file, "why": why} for file, why in self.skipped],
        }


Agreed = Callable[[str], bool]
"""Whether somebody lets their name be shown."""


def shown_names(rows: Iterable[Row], agreed: Agreed) -> dict[str, str]:
    """Say what each player is called: by name, or by a number that is the same in all tables over these games."""
    called: dict[str, str] = {}
    unnamed = 0
    for row in sorted(rows, key=lambda row: (row.ended, row.id)):
        for player in row.players.values():
            if player not in called:
                unnamed += not agreed(player)
                called[player] = player if agreed(player) else f"player {unnamed}"
    return called


def _kind(row: Row) -> str:
    return f"{row.title} (alone or with automata)" if row.apart else row.title


def _by(rows: Sequence[Row], keys: Any) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        for key in keys(row):
            found.setdefault(key, []).append(row)
    return dict(sorted(found.items()))


def group(rows: Sequence[Row]) -> dict[str, Any]:
    """Reckon the figures of the games of one title: how many they are, how long they were, and the scores by seat."""
    done = [row for row in rows if row.status == "finished"]
    seats: dict[str, list[int]] = {}
    wins: dict[str, int] = {}
    for row in done:
        for seat, score in row.scores.items():
            seats.setdefault(seat, []).append(score)
        for seat in row.winners:
            wins[seat] = wins.get(seat, 0) + 1
    return {
        "games": len(rows),
        "finished": len(done),
        "turns": _mean([row.turns for row in rows]),
        "days": _mean([row.days for row in rows]),
        "submissions": _mean([row.submissions for row in rows]),
        "mails": _mean([row.mails for row in rows if row.mails is not None]),
        "score": _mean([score for scores in seats.values() for score in scores]),
        "seats": {
            seat: {
                "games": len(scores), "wins": wins.get(seat, 0), "mean": _mean(scores), "low": min(scores),
                "high": max(scores),
            }
            for seat, scores in sorted(seats.items())
        },
    }  # fmt: skip


def person(rows: Sequence[Row], name: str) -> dict[str, Any]:
    """Reckon the games of one player against other people; how many others there were stands apart."""
    apart = sum(row.apart for row in rows)
    rows = [row for row in rows if not row.apart]
    done = [row for row in rows if row.status == "finished"]
    mine = [(row, seat) for row in done for seat, player in row.players.items() if player == name]
    scores = [row.scores[seat] for row, seat in mine if seat in row.scores]
    return {
        "games": len(rows),
        "finished": len(done),
        "wins": sum(seat in row.winners for row, seat in mine),
        "mean": _mean(scores),
        "best": max(scores, default=None),
        "apart": apart,
    }


def _mean(values: Sequence[float]) -> float | None:
    return round(mean(values), 1) if values else None


def collect(files: Iterable[Path]) -> Stats:
    """Read archives. Of several copies of one game the longest counts, of these one that names the players, and of
    these a full one. A broken one is skipped and named."""
    stats = Stats()
    best: dict[tuple[str, str], tuple[tuple[int, bool, bool], Row]] = {}
    for path in files:
        try:
            opened = open_archive_bytes(load(path))
            row = row_of(opened)
        except (PbemError, ValueError, LookupError, TypeError) as problem:
            stats.skipped.append((path.name, own_words(problem)))
            continue
        key = (row.id, opened.entries[0].hash)
        rank = (row.entries, not row.anonymous, opened.full is not None)
        if key not in best or rank > best[key][0]:
            best[key] = rank, row
    stats.rows = [row for _, row in best.values()]
    return stats


def row_of(opened: Opened) -> Row:
    game, entries = opened.game, opened.entries
    if not entries:
        raise GameFileProblem(Fault("{file}: it is empty", file=JOURNAL))
    result = game.moderation.result or {}
    scores, places = result.get("scores") or {}, result.get("places") or []
    if not isinstance(scores, dict) or not isinstance(places, list):
        raise GameFileProblem(Fault("{file}: its result cannot be read", file=GAME))
    mails = {str(kind): int(n) for kind, n in game.moderation.notes.get("mails", {}).items()}
    moves = [entry for entry in entries if entry.kind == "move"]
    counted = [entry for entry in moves if entry.n not in game.moderation.undone]
    return Row(
        id=game.id, title=game.title, status=game.status,
        players={info.seat: info.player for info in game.seats if info.role == "player"},
        scores={str(seat): int(score) for seat, score in scores.items()},
        winners=[str(seat) for seat in places[0]] if places else [],
        entries=len(entries), turns=sum(entry.by != "orders" for entry in counted),
        days=days(game.status, entries), submissions=sum(entry.by in ("player", "moderator") for entry in moves),
        mails=sum(mails.values()) if mails else None, mails_by_kind=mails,
        begun=entries[0].at, ended=last_of(game.status, entries).at,
        places=[[str(seat) for seat in place] for place in places],
        automata=sorted(machines(entries, ever=True), key=[info.seat for info in game.seats].index),
        sides=_sides(opened),
        anonymous=Variant.of(opened.about.variant).anonymous, voted=_voted(game.status, entries),
    )  # fmt: skip


def _sides(opened: Opened) -> dict[str, str]:
    """Tell which side each seat played for at the end. It is known to everybody: a public copy tells it by its last
    view."""
    if opened.full is not None:
        return dict(opened.title.sides(opened.full.table))
    facts = last_facts(opened.members.get(VIEWS, b""))
    if not facts:
        return {}
    opened.title.book(opened.game.rules.modules)  # which makes the models of the parts known
    return dict(opened.title.sides(lay(opened.title.table_model, facts, None)))


def _voted(status: str, entries: Sequence[Entry]) -> bool:
    """Tell whether all players agreed on the result that the game has."""
    last = next((entry for entry in reversed(entries) if entry.kind == "end"), None)
    return status == "terminated" and last is not None and last.by == "player"


def last_of(status: str, entries: Sequence[Entry]) -> Entry:
    """Find the entry with which a game ended, whatever was announced behind it; of one that goes on the last."""
    over = status in ("finished", "terminated")
    ends = [entry for entry in entries if entry.kind == "end" or "result" in entry.note] if over else []
    moves = [entry for entry in entries if entry.kind == "move"] if over else []  # older journals tell no result
    return (ends or moves or entries)[-1]


def days(status: str, entries: Sequence[Entry]) -> float:
    return round((moment(last_of(status, entries).at) - moment(entries[0].at)).total_seconds() / 86_400, 1)
