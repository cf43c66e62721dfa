"""What a home shows of its games: `pbem stats`, the table of a club, and `pbem site`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.archive.league import csv_text, league, print_rows
from pbem.archive.stats import collect
from pbem.cli.input import check_folder
from pbem.cli.output import note, out, print_json, say
from pbem.cli.progress import steps
from pbem.cli.terminal import table
from pbem.core.errors import Misuse, PbemError
from pbem.core.words import Count, Say, Verbatim, as_said
from pbem.desk.desk import here
from pbem.desk.site.builder import Site
from pbem.medium import paths
from pbem.store.home import find_home
from pbem.store.roster import load_roster

if TYPE_CHECKING:
    from pbem.archive.stats import Stats


def show_stats(folder: str | None, json: bool, club: bool = False, csv: bool = False) -> int:
    if csv and (json or not club):
        raise Misuse(Say("--csv goes with --table, and without --json."))
    place = Path(folder) if folder else find_home(None).finished
    if folder:
        check_folder(place)
    files = paths(place, ".zip")
    stats = collect(place / name for name in steps([file.name for file in files], json or csv))
    if club:
        return show_league(stats, json, csv)
    document = stats.data(agreed_names())
    if json:
        print_json(document)
        return 0
    for file, why in stats.skipped:
        note(Say("{file} was skipped: {why}", file=Verbatim(str(file)), why=as_said(why)))
    if not stats.rows:
        note(Say("no archives in {place}.", place=Verbatim(str(place))))
        return 0
    print_tables(document)
    return 0


def show_league(stats: Stats, json: bool, csv: bool) -> int:
    """Show the club's table; name persons who agreed to that in the roster of this home."""
    document = league(stats.rows, agreed_names()).data()
    document["skipped"] = [{"file": file, "why": why} for file, why in stats.skipped]
    if json:
        print_json(document)
        return 0
    for file, why in stats.skipped:
        note(Say("{file} was skipped: {why}", file=Verbatim(str(file)), why=as_said(why)))
    if csv:
        out(csv_text(document).rstrip("\n"))
        return 0
    for heading, columns, rows in print_rows(document):
        say(heading)
        table(rows, columns)
        out()
    for row in document["left_out"]:
        note(Say("{game} does not count: {why}.", game=Verbatim(row["game"]), why=as_said(row["why"])))
    say(Count(document["games"], "{n} game.", "{n} games.") + " " + as_said(document["rule"]))
    return 0


def agreed_names() -> Callable[[str], bool]:
    """Return whose names may be shown: those who said `public yes`, here."""
    try:
        roster = load_roster(find_home(None))
    except PbemError:
        return lambda name: False

    def agreed(name: str) -> bool:
        person = roster.find(name)
        return person is not None and person.public

    return agreed


TITLE_FIGURES = ("games", "finished", "turns", "days", "submissions", "mails", "score")
"""What is told of each title: how many games, and means over them."""


def _figure(value: float | None) -> str:
    return "-" if value is None else str(value)


def print_tables(document: dict[str, Any]) -> None:
    table(
        [
            [
                row["id"], row["title"], row["status"], str(row["turns"]), str(row["days"]), str(row["submissions"]),
                _figure(row["mails"]),
                ", ".join(f"{row['players'].get(seat, seat)} {score}" for seat, score in row["scores"].items()),
            ]
            for row in document["games"]
        ],
        ["game", "title", "status", "turns", "days", "submissions", "mails", "scores"],
    )  # fmt: skip
    out()
    table(
        [[title, *(_figure(figures[name]) for name in TITLE_FIGURES)] for title, figures in document["titles"].items()],
        ["title", *TITLE_FIGURES],
    )
    out()
    table(
        [
            [title, seat, str(figures["games"]), str(figures["wins"]), str(figures["mean"]), str(figures["low"]),
             str(figures["high"])]
            for title, figures_of in document["titles"].items()
            for seat, figures in figures_of["seats"].items()
        ],
        ["title", "seat", "games", "wins", "mean", "low", "high"],
    )  # fmt: skip
    out()
    table(
        [
            [
                name,
                str(f["games"]),
                str(f["finished"]),
                str(f["wins"]),
                _figure(f["mean"]),
                _figure(f["best"]),
                str(f["apart"]),
            ]
            for name, f in document["players"].items()
        ],
        ["player", "games", "finished", "wins", "mean", "best", "apart"],
    )


# -- site ----------------------------------------------------------------------------------------------------------


def make_site(folder: str, full: bool, base: str, json: bool) -> int:
    desk, address = here(), base if not base or base.endswith("/") else f"{base}/"
    made = Site(desk, Path(folder), full=full, base=address).build()
    for game in made.broken:
        note(Say("{game} cannot be read and has no page (see `pbem check {game}`).", game=Verbatim(game)))
    if json:
        games = len(desk.listing()) if made.stands else made.games  # a run without changes looks at no game
        print_json({"folder": folder, "games": games, "written": made.written, "removed": made.removed,
                    "broken": made.broken})  # fmt: skip
    elif made.stands:
        say(Say("{folder}: nothing has changed since the last run.", folder=Verbatim(folder)))
    else:
        say(
            Say(
                "{folder}: {games}, {pages} written, {removed} taken away.",
                folder=Verbatim(folder),
                games=Count(made.games, "{n} game", "{n} games"),
                pages=Count(made.written, "{n} page", "{n} pages"),
                removed=made.removed,
            )
        )
    return 0
