"""A club's table: who met whom, who came in where, and a rating, over the games of a folder of archives.

Only games that people played against people to their end, or to a result that all of them voted for, enter it; those
with automata or computer players, and those of one person alone, stand apart. A person is named who agreed to that;
everybody else is a number, the same in all tables of one run.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from itertools import combinations
from typing import Any

from pbem.archive.stats import Row, shown_names
from pbem.core.words import Say

FIRST_RATING = 1500.0
STEP, SPREAD = 32.0, 400.0
RULE = Say(
    "Points: one for each opponent who came in behind you, half a point for each who shared your place; the share is "
    "points of points possible. Rating: everybody begins with 1500. In the order in which games ended, each two who "
    "were opponents are compared: the one who came in before the other scores 1, a shared place 0.5. Expected is "
    "1 / (1 + 10^((other's rating - yours) / 400)), with the ratings before the game; your rating changes by "
    "32 / (number of your opponents) for each point above or below that. Partners of one side are not compared. A "
    "result that all players voted for counts like one that was played; one that a moderator or the clock declared "
    "does not."
)


@dataclass(slots=True)
class Figures:
    """One person, in all titles or in one."""

    games: int = 0
    first: int = 0
    points: float = 0.0
    possible: int = 0
    rating: float = FIRST_RATING

    def data(self) -> dict[str, Any]:
        share = round(self.points / self.possible, 3) if self.possible else None
        told = {"games": self.games, "first": self.first, "points": self.points, "possible": self.possible}
        return {**told, "share": share, "rating": round(self.rating)}


@dataclass(slots=True)
class Met:
    """Two persons: how often one came in before the other."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


@dataclass(slots=True)
class League:
    """The tables of one run."""

    people: dict[str, Figures] = field(default_factory=dict)
    titles: dict[tuple[str, str], Figures] = field(default_factory=dict)
    """By person and title."""
    met: dict[tuple[str, str], Met] = field(default_factory=dict)
    apart: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    """Games alone or with automata, by person and title."""
    games: int = 0
    left_out: list[tuple[str, str]] = field(default_factory=list)
    """Games that count nowhere, and why."""

    def data(self) -> dict[str, Any]:
        order = sorted(self.people, key=lambda name: (-self.people[name].rating, name))
        return {
            "rule": RULE,
            "games": self.games,
            "players": [{"player": name, **self.people[name].data()} for name in order],
            "titles": [
                {"player": name, "title": title, **self.titles[name, title].data()}
                for name, title in sorted(self.titles, key=lambda key: (key[1], -self.titles[key].rating, key[0]))
            ],
            "head_to_head": [
                {"player": one, "opponent": two, "wins": met.wins, "draws": met.draws, "losses": met.losses}
                for (one, two), met in sorted(self.met.items())
            ],
            "apart": [{"player": name, "title": title, **told} for (name, title), told in sorted(self.apart.items())],
            "left_out": [{"game": game, "why": why} for game, why in self.left_out],
        }


def league(rows: Iterable[Row], agreed: Callable[[str], bool]) -> League:
    """Draw up the tables over some games. `agreed` says of a name whether its owner lets it be shown."""
    made = League()
    rows = list(rows)
    name = shown_names(rows, agreed).__getitem__
    for row in sorted(rows, key=lambda row: (row.ended, row.id)):
        why = _left_out(row)
        if why:
            made.left_out.append((row.id, why))
        elif row.apart:
            _apart(made, row, name)
        else:
            _count(made, row, {seat: name(player) for seat, player in row.players.items()})
    return made


def _left_out(row: Row) -> str | None:
    if row.status != "finished" and not row.voted:
        return Say("it is {status}", status=Say(row.status))
    if row.anonymous:
        return Say("its copy is anonymous")
    if not row.places:
        return Say("it tells no places")
    if len(set(row.players.values())) != len(row.players):
        return Say("somebody held two seats")
    return None


def _apart(made: League, row: Row, name: Callable[[str], str]) -> None:
    for seat, player in row.players.items():
        told = made.apart.setdefault((name(player), row.title), {"games": 0, "first": 0, "best": None})
        told["games"] += 1
        told["first"] += seat in row.places[0]
        score = row.scores.get(seat)
        if score is not None:
            told["best"] = score if told["best"] is None else max(told["best"], score)


def _count(made: League, row: Row, names: Mapping[str, str]) -> None:
    """Count one game among people."""
    made.games += 1
    place = {seat: at for at, seats in enumerate(row.places) for seat in seats}
    sides = {seat: row.sides.get(seat, seat) for seat in names}
    pairs = [(a, b) for a, b in combinations(sorted(names), 2) if sides[a] != sides[b] and {a, b} <= set(place)]
    before = {seat: made.people.get(person, Figures()).rating for seat, person in names.items()}
    for seat, person in names.items():
        for figures in (
            made.people.setdefault(person, Figures()), made.titles.setdefault((person, row.title), Figures())
        ):  # fmt: skip
            figures.games += 1
            figures.first += place.get(seat) == 0
    opponents = {seat: sum(seat in pair for pair in pairs) for seat in names}
    title_before = {seat: made.titles[person, row.title].rating for seat, person in names.items()}
    for one, two in pairs:
        score = 0.5 if place[one] == place[two] else float(place[one] < place[two])
        _meet(made, names[one], names[two], score)
        for seat, other, got in ((one, two, score), (two, one, 1 - score)):
            change = STEP / opponents[seat]
            _add(made.people[names[seat]], got, change * (got - expected(before[seat], before[other])))
            won = change * (got - expected(title_before[seat], title_before[other]))
            _add(made.titles[names[seat], row.title], got, won)


def _add(figures: Figures, points: float, change: float) -> None:
    figures.points += points
    figures.possible += 1
    figures.rating += change


def expected(mine: float, theirs: float) -> float:
    """Reckon how much one is expected to score against another."""
    return 1 / (1 + 10 ** ((theirs - mine) / SPREAD))


def _meet(made: League, one: str, two: str, score: float) -> None:
    for me, other, got in ((one, two, score), (two, one, 1 - score)):
        met = made.met.setdefault((me, other), Met())
        met.wins += got == 1
        met.draws += got == 0.5
        met.losses += got == 0


COLUMNS = (
    "table", "player", "title", "opponent", "games", "first", "points", "possible", "share", "rating", "wins", "draws",
    "losses", "best",
)  # fmt: skip


def csv_text(document: Mapping[str, Any]) -> str:
    """Write all tables in one file of comma-separated values; the first column says which table a line belongs to."""
    buffer = StringIO()
    writer = csv.DictWriter(buffer, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    for table in ("players", "titles", "head_to_head", "apart"):
        for row in document[table]:
            writer.writerow({"table": table, **{key: _harmless(value) for key, value in row.items()}})
    return buffer.getvalue()


def _harmless(value: Any) -> Any:
    """Mark a name as text that a spreadsheet would take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def print_rows(document: Mapping[str, Any]) -> Sequence[tuple[str, list[str], list[list[str]]]]:
    """List each table with its heading, for a terminal."""
    heads = {
        "players": (Say("Players:"), ["player", "games", "first", "points", "share", "rating"]),
        "titles": (Say("By title:"), ["title", "player", "games", "first", "points", "share", "rating"]),
        "head_to_head": (Say("Head to head:"), ["player", "opponent", "wins", "draws", "losses"]),
        "apart": (Say("Alone, or with automata:"), ["title", "player", "games", "first", "best"]),
    }
    return [
        (name, columns, [[_cell(column, row[column]) for column in columns] for row in document[table]])
        for table, (name, columns) in heads.items()
        if document[table]
    ]


def _cell(column: str, value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.0%}" if column == "share" else f"{value:g}" if column == "points" else str(value)
