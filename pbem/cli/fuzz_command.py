"""`pbem fuzz`: complete legal games by computer."""

from __future__ import annotations

import stat
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.cli.input import check_folder
from pbem.cli.output import note, print_json, say
from pbem.core.errors import Misuse
from pbem.core.kept import told
from pbem.core.titles import Title, get_title
from pbem.core.words import Count, Listed, Say, Verbatim, as_said
from pbem.engine.computers.fuzz import BrokenGame, Report, play_game
from pbem.engine.create import check_options, parse_value, split_pairs
from pbem.engine.gamefile import Entry, GameFile
from pbem.engine.journal import canonical
from pbem.medium import disk, lexists, make_folders, write_file
from pbem.store.disk import replace_whole


def fuzz_games(
    name: str,
    players: int | None,
    games: int,
    seed: str,
    options: list[str],
    player: str,
    ahead: bool,
    save: str | None,
    json: bool,
) -> int:
    title = get_title(name)
    if player not in ("random", "greedy"):
        raise Misuse(Say("--player {name} is not possible: random or greedy.", name=Verbatim(repr(player))))
    if players is not None and players not in title.players:
        span = {"low": title.players[0], "high": title.players[-1], "n": players}
        raise Misuse(Say("{title} takes {low} to {high} players, not {n}.", title=Verbatim(title.full_name), **span))
    chosen = check_options(title, {key: parse_value(value) for key, value in split_pairs(options).items()})
    folder = Path(save) if save else None
    if folder:
        if lexists(folder):
            check_folder(folder)
        make_folders(folder)
    counts = [players] if players is not None else list(title.players)
    reports: list[dict[str, Any]] = []
    for count in counts:
        for number in range(games):
            label = seed if games == 1 else f"{seed}/{number}"
            report = one_game(title, count, label, player, ahead, chosen, folder)
            reports.append(summary(report, count, label))
            if not json and sys.stderr.isatty():
                told = {"players": players_of(count), "at": number + 1, "of": games}
                note(Say("{players}, game {at} of {of}: {sent}", **told, sent=submissions_of(report.submissions)))
    print_reports(title, reports, ahead, json)
    return 0


def one_game(
    title: Title, count: int, seed: str, player: Any, ahead: bool, options: dict[str, Any], folder: Path | None
) -> Report:
    try:
        report = play_game(title, count, seed, chooser=player, ahead=ahead, options=options)
    except BrokenGame as broken:
        kept = folder or Path()
        write_game(kept, f"broken-{broken.game.id}", broken.game, broken.entries)
        path = Verbatim(str(kept / f"broken-{broken.game.id}.json"))
        broken.message = Say("{what} The game is kept as {path}.", what=as_said(broken.message), path=path)
        raise
    if folder:
        write_game(folder, report.game.id, report.game, report.entries)
        pin_tables(folder, title.components(report.game.rules.modules))
    return report


def write_game(folder: Path, name: str, game: GameFile, entries: list[Entry]) -> None:
    """Write a game and its journal; what lies there under these names and is no plain file is left alone."""
    lines = "".join(entry.model_dump_json() + "\n" for entry in entries)
    made = {f"{name}.json": game.model_dump_json(indent=2) + "\n", f"{name}.journal.jsonl": lines}
    for path in (folder / file for file in made):
        if lexists(path) and not stat.S_ISREG(disk.lstat(path).st_mode):
            raise Misuse(Say("{path} is not a plain file; it was not replaced.", path=Verbatim(str(path))))
    for file, text in made.items():
        replace_whole(folder / file, text.encode())


def pin_tables(folder: Path, tables: dict[str, Any]) -> None:
    """Put the tables with which the games began beside them: later corrections of what is shipped change no game."""
    raw = canonical(tables)
    pins = folder / "data"
    make_folders(pins)
    write_file(pins / f"{sha256(raw).hexdigest()}.json", raw)


def summary(report: Report, count: int, seed: str) -> dict[str, Any]:
    result = told(report.result.data()) if report.result else None
    return {
        "game": report.game.id, "players": count, "seed": seed, "submissions": report.submissions,
        "unasked": report.unasked, "decisions": report.decisions, "ahead": report.ahead,
        "entries": report.game.entry, "result": result,
    }  # fmt: skip


def print_reports(title: Title, reports: list[dict[str, Any]], ahead: bool, json: bool) -> None:
    total = sum(report["submissions"] for report in reports)
    if json:
        mean = round(total / len(reports), 2)
        print_json(
            {"title": title.name, "ahead": ahead, "games": reports, "submissions": total, "submissions_per_game": mean}
        )
        return
    for report in reports:
        scores = (report["result"] or {}).get("scores", {})
        told = ", ".join(f"{seat} {points}" for seat, points in scores.items())
        figures = (
            players_of(report["players"]),
            submissions_of(report["submissions"]),
            Count(report["decisions"], "{n} decision", "{n} decisions"),
        )
        say(Say("{game}: {figures}; {scores}", game=Verbatim(report["game"]), figures=Listed(figures),
                scores=Verbatim(told)))  # fmt: skip
    mean = Verbatim(f"{total / len(reports):.1f}")
    games = Count(len(reports), "{n} game", "{n} games")
    say(Say("{games}, all sound; {mean} submissions a game.", games=games, mean=mean))


def players_of(n: int) -> str:
    return Count(n, "{n} player", "{n} players")


def submissions_of(n: int) -> str:
    return Count(n, "{n} submission", "{n} submissions")
