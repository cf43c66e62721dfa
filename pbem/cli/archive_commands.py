"""Archives on the command line: writing, verifying, importing, counting."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.archive.importing import import_record
from pbem.archive.league import csv_text, league, print_rows
from pbem.archive.look import public_sight
from pbem.archive.models import Variant, addresses, named
from pbem.archive.record import BYTES_LIMIT
from pbem.archive.stats import collect
from pbem.archive.stored import archive_of, file_name, refuse_foreign
from pbem.archive.verify import EXIT_CODES, Verifier
from pbem.cli.input import check_folder, read_bytes
from pbem.cli.output import note, out, print_json, table
from pbem.cli.progress import Progress, steps
from pbem.core.behind import behind, leave_undone
from pbem.core.errors import GameFileProblem, Misuse, PbemError, Refused, Undone, unchanged, without_promise
from pbem.core.kept import told
from pbem.desk.desk import Desk, utc_now
from pbem.desk.games.views import open_secret
from pbem.mail.reading.normalize import visible
from pbem.mail.words import LANGUAGES
from pbem.medium import is_file, is_folder, lexists, paths
from pbem.plain import read_file
from pbem.store.checking import Loaded
from pbem.store.disk import commit_replace, make_folder
from pbem.store.files import add_game, load_game, move_game
from pbem.store.home import Home, find_home
from pbem.store.ids import check_id
from pbem.store.roster import load_roster
from pbem.store.tables import load_tables, pin

if TYPE_CHECKING:
    from pbem.archive.checks import Check
    from pbem.archive.stats import Stats
    from pbem.engine.gamefile import GameFile

OVER = ("finished", "terminated")


@dataclass(frozen=True, slots=True)
class Asked:
    """Which copy the command line asks for."""

    public: bool = False
    full: bool = False
    anonymous: bool = False
    reason: str | None = None
    """Why the secrets of a game that still runs are opened."""
    language: str | None = None
    """Of its texts; that of the home if none is named."""

    def __post_init__(self) -> None:
        if self.public and self.full:
            raise Misuse("--public and --full exclude each other.")
        if self.language is not None and self.language not in LANGUAGES:
            raise Misuse(f"There is no language {self.language!r:.20}. Languages: {', '.join(LANGUAGES)}.")

    def variant(self, game: GameFile) -> Variant:
        """While a game runs its copy is public unless --full says otherwise; once it is over, full. Public copies of a
        game that is anonymous name nobody until it is over."""
        secrets = self.full or (game.status in OVER and not self.public)
        return Variant(secrets=secrets, anonymous=self.anonymous or (game.anonymous and not secrets))


# -- archive ---------------------------------------------------------------------------------------------------


def make(home: Home, game_id: str, asked: Asked, quiet: bool = True) -> tuple[bytes, Variant, Loaded]:
    loaded = load_game(home, game_id)
    kind = asked.variant(loaded.game)
    if kind.secrets and loaded.game.status not in OVER:
        loaded = opened(home, game_id, asked.reason)
    with Progress(f"{game_id}: playing again", loaded.game.entry, quiet) as bar:
        made, entries = archive_of(loaded, kind, bar, asked.language)
    for n in named(loaded.game, entries) if kind.anonymous else []:
        note(f"{game_id}: entry {n} holds the name of a player in its text; it is part of the hash chain and stays.")
    for n in addresses(entries):
        note(f"{game_id}: entry {n} holds a text that looks like an address; it is part of the hash chain and stays.")
    return made, kind, loaded


def opened(home: Home, game_id: str, reason: str | None) -> Loaded:
    """A game that still runs, its secrets opened as by `show --secret`: with a reason, journaled and announced."""
    loaded = open_secret(Desk(home), game_id, reason).loaded
    note(f"{game_id} is still {loaded.game.status}: this copy tells its seed and every secret; the journal says so.")
    return loaded


def check_place(path: Path) -> None:
    """Refuse to write where there is no folder, or where something lies that is no archive of ours."""
    if is_folder(path):
        raise Misuse(f"{path} is a folder; please name a file.")
    check_folder(path.parent)
    refuse_foreign(path)


def put(path: Path, made: bytes) -> None:
    """Write a file whole or not at all."""
    check_place(path)
    commit_replace(path, made)


def archive_game(game_id: str | None, asked: Asked, output: str | None, json: bool) -> int:
    if game_id is None:
        raise Misuse("Which game? Give its id, or --all.")
    home = find_home(None)
    if output == "-":
        sys.stdout.buffer.write(make(home, game_id, asked)[0])
        return 0
    path = place_of(home, game_id, asked, output)
    check_place(path)  # before a secret is opened for nothing
    made, kind, loaded = make(home, game_id, asked, json)
    written = write(path, made, opened_now=kind.secrets and loaded.game.status not in OVER)
    document = {
        "game": game_id, "file": str(path) if written else None, "variant": kind.name, "bytes": len(made),
        "head": loaded.game.head,
    }  # fmt: skip
    if json:
        print_json(document)
    elif written:
        out(f"{path}: {kind.name} archive of {game_id}, {len(made):,} bytes, head {loaded.game.head[:12]}.")
    return 0


def place_of(home: Home, game_id: str, asked: Asked, output: str | None) -> Path:
    """Where the archive goes: the file that was named, else beside a finished game or into the current folder."""
    if output:
        return Path(output)
    loaded = load_game(home, game_id)
    folder = home.finished if loaded.path.parent == home.finished else Path()
    return folder / file_name(game_id, asked.variant(loaded.game))


def write(path: Path, made: bytes, *, opened_now: bool) -> bool:
    """Write the archive; whether that was done. That secrets were opened for it is journaled already."""
    if not opened_now:
        put(path, made)
        return True
    with behind("archive", "the look at what is hidden is journaled, and the archive is not written") as step:
        put(path, made)
    return step.done


def archive_all(game_id: str | None, asked: Asked, output: str | None, json: bool) -> int:
    if game_id is not None:
        raise Misuse("Give a game or --all, not both.")
    home = find_home(None)
    folder = Path(output) if output else home.finished
    if output:
        check_folder(folder)
    rows: list[dict[str, Any]] = []
    broken = False
    for item in steps(home.game_ids(), json):
        try:
            row = _one_of_all(home, item, asked, folder)
        except PbemError as problem:
            row = {"game": item, "error": without_promise(problem.message)}
            if isinstance(problem, GameFileProblem):
                broken = True
            else:
                leave_undone(Undone("archive", f"there is no archive of {item}: {row['error']}"))
        if row is not None:
            rows.append(row)
    if json:
        print_json({"archives": rows})
    else:
        for row in rows:
            out(f"{row['file']}: {row['bytes']:,} bytes." if "file" in row else f"{row['game']}: {row['error']}")
        out(f"{sum('file' in row for row in rows)} archives written.")
    return 3 if broken else 0


def _one_of_all(home: Home, game_id: str, asked: Asked, folder: Path) -> dict[str, Any] | None:
    if load_game(home, game_id).game.status not in OVER and not asked.public:
        return None
    made, kind, loaded = make(home, game_id, asked)

    make_folder(home.games)
    make_folder(home.finished)
    path = folder / file_name(game_id, kind)
    put(path, made)
    return {"game": game_id, "file": str(path), "variant": kind.name, "bytes": len(made), "head": loaded.game.head}


# -- verify ---------------------------------------------------------------------------------------------------


def verify_file(file: str, mails: str | None, json: bool) -> int:
    path = Path(file)
    if not is_file(path):
        raise Misuse(f"{file} is not a plain file." if lexists(path) else f"There is no file {file}.")
    if mails:
        check_folder(Path(mails))
    verifier = Verifier(path, Path(mails) if mails else None)
    with Progress("verifying", 1, json) as bar:
        verifier.tell = bar.of
        checks, verdict = verifier.run(), verifier.verdict
    code = EXIT_CODES[verdict]
    if json:
        place = _first_failed(checks) if code else None
        error = {"error": GameFileProblem(place).data()} if place else {}
        told = {"file": file, "verdict": verdict, "verified": code == 0, "place": place}
        reworded = {"reworded": [asdict(one) for one in verifier.reworded]} if verifier.reworded else {}
        print_json({**told, "checks": [check.data() for check in checks], **reworded, **error})
    else:
        for check in checks:
            out(check.line())
        for one in verifier.reworded[:SHOWN]:
            out(f"  entry {one.entry}, its words: {visible(one.there, 300)}")
            out(f"  {'':{len(str(one.entry)) + 6}}  in ours: {visible(one.here, 300)}")
        if len(verifier.reworded) > SHOWN:
            out(f"  and {len(verifier.reworded) - SHOWN} more (--json lists all)")
        note(f"{file} {VERDICTS[verdict]}.")
    return code


SHOWN = 20
"""So many sentences in an earlier wording are printed beside our own."""
VERDICTS = {
    "proved": "is verified",
    "proved-other-build": "is verified, but for how another build drew its boards and worded its texts",
    "repacked": "holds what it claims, but was packed again by something else than pbem",
    "not-these-mails": "is sound in itself but is NOT shown to be the game of these mails",
    "broken": "is NOT what it claims to be",
}


def _first_failed(checks: Sequence[Check]) -> str:
    return next(f"{check.name}: {check.text}" for check in checks if check.passed is False)


# -- show -----------------------------------------------------------------------------------------------------


def show_public(file: str, as_: str | None, turn: int | None, secret: bool, json: bool) -> int | None:
    """What everybody saw, from a public archive; None if it is a full one, which knows more."""
    seen = public_sight(Path(file), turn)
    if seen is None:
        return None
    if as_ or secret:
        what = f"what only {as_} knew" if as_ else "what was hidden"
        raise Refused(
            f"{file} is a public copy of {seen.game.id}: {what} is not in it. Without --as and --secret it shows what "
            "everybody saw at any entry (--turn); the full copy tells more."
        )
    if json:
        document = {"game": seen.game.id, "entry": seen.entry, "as": None, "view": seen.view, "text": seen.text}
        print_json({**document, "scores": seen.scores, **({} if turn is None else {"mail": None})})
        return 0
    out(seen.text)
    out("")
    out(f"Entry {seen.entry} of {seen.game.entry}, as everybody saw it. The game is {seen.game.status}.")
    return 0


# -- import ---------------------------------------------------------------------------------------------------


def import_game(record: str, game_id: str | None, json: bool) -> int:
    home = find_home(None)
    text = _read(record)
    if game_id is not None:
        check_id(game_id)
    play = import_record(
        text, game_id=game_id, seed=secrets.token_bytes(32), now=utc_now(), tables=pinned_tables(home, text)
    )
    game = play.game
    check_id(game.id)
    if home.exists(game.id):
        raise Refused(unchanged(f"There is already a game {game.id}; give another with --id."))
    with home.lock(game.id, new=True):
        pin(home, play.title.components(play.game.rules.modules))  # any others that the record names are pinned already
        add_game(home, game)
        if game.status in OVER:
            with behind("finished", f"{game.id} is not among the finished games"):
                move_game(home, game.id)
    document = {
        "game": game.id, "title": game.title, "entry": game.entry, "status": game.status, "head": game.head,
        "chance": game.rules.chance, "result": told(game.moderation.result),
    }  # fmt: skip
    if json:
        print_json(document)
    else:
        out(f"Imported {game.id}: {play.title.full_name}, {game.entry} entries, {game.status}.")
        out("Its draws come from the record: its chance cannot be verified.")
    return 0


def pinned_tables(home: Home, text: str) -> dict[str, Any]:
    """Those of the tables a record names that this home knows besides the shipped ones."""
    named = set(re.findall(r"\b[0-9a-f]{64}\b", text))
    return {digest: load_tables(home, digest) for digest in sorted(named) if is_file(home.pins / f"{digest}.json")}


def _read(record: str) -> str:
    try:
        if record == "-":
            raw = read_bytes(BYTES_LIMIT + 1)
        else:
            raw = read_file(record, BYTES_LIMIT + 1)
    except OSError as error:
        raise Misuse(f"{record} cannot be read: {error.strerror}; `-` reads standard input.") from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(unchanged(f"{record} is not UTF-8 text.")) from None


# -- stats ---------------------------------------------------------------------------------------------------


def show_stats(folder: str | None, json: bool, club: bool = False, csv: bool = False) -> int:
    if csv and (json or not club):
        raise Misuse("--csv goes with --table, and without --json.")
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
        note(f"{file} was skipped: {why}")
    if not stats.rows:
        note(f"no archives in {place}.")
        return 0
    print_tables(document)
    return 0


def show_league(stats: Stats, json: bool, csv: bool) -> int:
    """The club's table; persons are named who agreed to that in the roster of this home."""
    document = league(stats.rows, agreed_names()).data()
    document["skipped"] = [{"file": file, "why": why} for file, why in stats.skipped]
    if json:
        print_json(document)
        return 0
    for file, why in stats.skipped:
        note(f"{file} was skipped: {why}")
    if csv:
        out(csv_text(document).rstrip("\n"))
        return 0
    for heading, columns, rows in print_rows(document):
        out(f"{heading}:")
        table(rows, columns)
        out()
    for row in document["left_out"]:
        note(f"{row['game']} does not count: {row['why']}.")
    out(f"{document['games']} games. {document['rule']}")
    return 0


def agreed_names() -> Callable[[str], bool]:
    """Whose names may be shown: those who said `public yes`, here."""
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
