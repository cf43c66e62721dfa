"""`pbem check`: game files, their journals, and on request every move again."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pbem
from pbem.cli.output import note, print_json, say
from pbem.cli.progress import Progress, steps
from pbem.core.errors import Fault, GameFileProblem, Misuse, PbemError
from pbem.core.titles import get_title
from pbem.core.words import Count, Say, Verbatim, as_said
from pbem.desk.desk import Desk, here
from pbem.engine.adjudication.veiling import Veil
from pbem.engine.play import Play
from pbem.engine.replay import Replayer
from pbem.medium import disk, is_file, is_folder, lexists, paths
from pbem.plain import read_file
from pbem.resources import changed_files
from pbem.store.checking import Loaded, check_bytes
from pbem.store.files import has_moved_on, load_game, restore_game
from pbem.store.home import Home
from pbem.store.journals import check_journal, read_entries
from pbem.store.schemas import schema_problem
from pbem.store.tables import load_tables


def check_games(names: list[str], replay: bool, restore: bool, json: bool) -> int:
    desk = here()
    if restore:
        bring_back(desk, names)
    wanted = names or desk.home.game_ids()
    reports = [check_one(desk, name, replay, json) for name in (wanted if len(wanted) < 2 else steps(wanted, json))]
    warnings = [] if names else surroundings(desk)
    bad = [report for report in reports if not report["sound"]]
    about = [*([] if names else installation()), *([] if are_files(names) else home_problems(desk))]
    bad += about
    warnings += [one["problem"] for one in about]
    if json:
        error = {"error": bad[0]["error"]} if bad else {}  # the first problem, in the form of every refusal
        print_json({"checked": reports, "warnings": warnings, "sound": not bad, **error})
    else:
        for report in reports:
            say(report_text(report, replay))
        for warning in warnings:
            note(warning)
        if not reports:
            note(Say("no games here."))
    return max((int(report["code"]) for report in bad), default=0)


def report_text(report: dict[str, Any], replay: bool) -> str:
    """Write what was found of one game."""
    told = as_said(report.get("problem", ""))
    if report["sound"]:
        entries = Count(report["entries"], "{n} entry", "{n} entries")
        told = (
            Say("sound, {entries}, replayed", entries=entries) if replay else Say("sound, {entries}", entries=entries)
        )
    if "forced" in report:
        told = Say("{told}; {forced}", told=told, forced=as_said(report["forced"]))
    return Say("{game}: {told}", game=Verbatim(report["game"]), told=told)


def installation(package: Path | None = None) -> list[dict[str, Any]]:
    """Check the program's own files, where an installer wrote down what it put there."""
    changed = changed_files(package or Path(pbem.__file__).parent)
    return [_unsound("pbem", GameFileProblem(_changed(path, digest))) for path, digest in changed.items()]


def _changed(path: Path, digest: str) -> str:
    if not digest:
        return Fault("{path} is missing: install pbem again.", path=path)
    return Fault("{path} was changed after pbem was installed (sha256 {digest}).", path=path, digest=digest)


def _unsound(what: str, problem: PbemError) -> dict[str, Any]:
    return {
        "game": what, "sound": False, "problem": problem.message, "code": problem.exit_code, "error": problem.data()
    }  # fmt: skip


def are_files(names: list[str]) -> bool:
    """Tell whether only files were named, which have nothing to do with the home."""
    return bool(names) and all("/" in name or name.endswith(".json") for name in names)


def home_problems(desk: Desk) -> list[dict[str, Any]]:
    """Find what is wrong with the home's own files besides its games: settings, roster, key, corrections of tables.
    Commands find it when they need the file, `check` before that."""
    home = desk.home
    checks: dict[str, Callable[[], object]] = {
        "pbem.toml": lambda: check_settings(desk),
        "games/roster.json": desk.roster,
        "pbem.key": lambda: home.key(make=False) if lexists(home.key_path) else None,
    }
    for path in paths(home.corrections, ".json"):
        checks[f"data/{path.name}"] = partial(check_corrections, desk, path.stem)
    found = []
    for name, check in checks.items():
        try:
            check()
        except PbemError as problem:
            found.append(_unsound(name, problem))
    return found


def check_settings(desk: Desk) -> None:
    """Check `pbem.toml` by its model and by its published schema."""
    path = desk.home.root / "pbem.toml"
    _ = desk.home.settings
    problem = schema_problem(tomllib.loads(read_file(path).decode("utf-8-sig")), "settings") if is_file(path) else None
    if problem:
        raise Misuse(Fault("{path}: {problem}", path=path, problem=problem))


def check_corrections(desk: Desk, name: str) -> None:
    """Check an owner's corrections of a title as games would take them: for the base game alone, and with every module
    in the box."""
    title = get_title(name)
    for modules in ([], list(title.modules_at)):
        desk.tables(title, modules)


def bring_back(desk: Desk, names: list[str]) -> None:
    """Bring back games whose file was deleted, from their history; put aside what the journals had more (fault 190)."""
    if not names:
        raise Misuse(Say("Say which game is to be restored: `pbem check GAME --restore`."))
    for name in names:
        with desk.home.lock(name, new=True):
            entry = restore_game(desk.home, name).entry
        place = Verbatim(str(desk.home.history_folder(name)))
        told = {"game": Verbatim(name), "n": entry, "place": place}
        note(Say("{game} is back at entry {n}; what came after it is in {place}.", **told))


def check_one(desk: Desk, name: str, replay: bool, quiet: bool = True) -> dict[str, Any]:
    """Check one game by id, or a game file by path."""
    try:
        loaded, journal = open_one(desk, name)
        played_here = journal == loaded.journal  # nobody moves in a file that lies elsewhere
        moved_on = partial(has_moved_on, loaded) if played_here else partial(bool, False)
        count = check_journal(journal, loaded.recent, loaded.game.head, moved_on)
        if replay:
            entries = read_entries(journal, loaded.recent, moved_on)
            replayer = replayer_for(desk, loaded)
            with Progress(Say("{game}: playing again", game=Verbatim(name)), count, quiet) as bar:
                replayer.watch = lambda entry, table: bar(entry.n)
                played = replayer.run(entries)
            if played.table.model_dump_json() != loaded.game.table.model_dump_json():
                raise GameFileProblem(Fault("the journal, played again, ends at another table"))
    except PbemError as problem:
        return _unsound(name, problem)
    return {"game": name, "sound": True, "entries": count, "replayed": replay, "code": 0, **forced(loaded)}


def forced(loaded: Loaded) -> dict[str, Any]:
    """Report a correction that a moderator forced against an invariant; every check tells it (fault 273)."""
    entry = loaded.game.moderation.notes.get("unsound")
    problems = loaded.title.problems(loaded.game.table) if entry else []
    if not problems:
        return {}

    told = Veil(Play(loaded.game, loaded.title, loaded.data)).message(problems[0])
    return {"forced": Say("forced by entry {n}: {told}", n=entry, told=as_said(told))}


def replayer_for(desk: Desk, loaded: Loaded) -> Replayer:
    replayer = Replayer(loaded.game, loaded.title, loaded.tables)
    replayer.find_tables = lambda digest: load_tables(desk.home, digest)
    return replayer


def open_one(desk: Desk, name: str) -> tuple[Loaded, Path]:
    if "/" not in name and not name.endswith(".json"):
        loaded = load_game(desk.home, name)
        return loaded, loaded.journal
    path = Path(name)
    try:
        raw = read_file(path, desk.home.game_limit + 1)
    except OSError as error:
        raise GameFileProblem(Fault("{path}: {why}; it was not read.", path=path, why=error.strerror)) from None
    loaded = check_bytes(raw, str(path), home_of(desk, path), None, path)
    return loaded, path.with_name(f"{path.stem}.journal.jsonl")


def home_of(desk: Desk, path: Path) -> Home:
    """Find the home whose pinned tables a game file needs: the one it lies in, else the present one."""
    folder = path.resolve().parent
    for name in (folder, folder.parent):
        if name.name == "games" and is_folder(name / "data"):
            return Home(name.parent)
    return desk.home


def surroundings(desk: Desk) -> list[str]:
    """Find what else a look around the home shows: lost games, permissions, files that are no games."""
    found = desk.home.lost_games()
    folder = desk.home.games
    for path in paths(folder):
        name = path.name
        if is_file(path) and path.suffix == ".json" and disk.stat(path).st_mode & 0o077:
            found.append(Say("{path} can be read by others (chmod 600).", path=Verbatim(str(path))))
        if name.endswith(("~", ".swp", ".bak")) or "conflicted copy" in name:
            found.append(Say("{path} is left over by another program and is ignored.", path=Verbatim(str(path))))
    return found
