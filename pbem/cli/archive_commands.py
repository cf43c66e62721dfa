"""Archives on the command line: writing, verifying, importing, counting."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.archive.importing import import_record
from pbem.archive.look import public_sight
from pbem.archive.models import Variant, addresses, named
from pbem.archive.record import BYTES_LIMIT
from pbem.archive.stored import archive_of, file_name, refuse_foreign
from pbem.archive.verify import EXIT_CODES, Verifier
from pbem.cli.input import check_folder, read_bytes
from pbem.cli.output import note, out, print_json, say
from pbem.cli.progress import Progress, steps
from pbem.cli.speech import home_words
from pbem.core.behind import behind, leave_undone
from pbem.core.errors import GameFileProblem, Misuse, PbemError, Refused, Undone, unchanged, without_promise
from pbem.core.kept import told
from pbem.core.words import Count, Say, Verbatim, as_said
from pbem.desk.desk import Desk, utc_now
from pbem.desk.games.views import open_secret
from pbem.mail.reading.normalize import visible
from pbem.mail.words import LANGUAGES
from pbem.medium import is_file, is_folder, lexists
from pbem.plain import read_file
from pbem.store.checking import Loaded
from pbem.store.disk import commit_replace, make_folder
from pbem.store.files import add_game, load_game, move_game
from pbem.store.home import Home, find_home
from pbem.store.ids import check_id
from pbem.store.tables import load_tables, pin

if TYPE_CHECKING:
    from pbem.archive.checks import Check
    from pbem.engine.gamefile import GameFile

OVER = ("finished", "terminated")
COPIES = {True: Say("full archive"), False: Say("public archive")}
"""What a copy is called, by whether it holds secrets."""


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
            raise Misuse(Say("--public and --full exclude each other."))
        if self.language is not None and self.language not in LANGUAGES:
            name, known = Verbatim(f"{self.language!r:.20}"), Verbatim(", ".join(LANGUAGES))
            raise Misuse(Say("There is no language {name}. Languages: {known}.", name=name, known=known))

    def variant(self, game: GameFile) -> Variant:
        """Choose the variant: while a game runs its copy is public unless --full says otherwise; once it is over, full.
        Public copies of a game that is anonymous name nobody until it is over."""
        secrets = self.full or (game.status in OVER and not self.public)
        return Variant(secrets=secrets, anonymous=self.anonymous or (game.anonymous and not secrets))


# -- archive ---------------------------------------------------------------------------------------------------


def make(home: Home, game_id: str, asked: Asked, quiet: bool = True) -> tuple[bytes, Variant, Loaded]:
    loaded = load_game(home, game_id)
    kind = asked.variant(loaded.game)
    if kind.secrets and loaded.game.status not in OVER:
        loaded = opened(home, game_id, asked.reason)
    with Progress(Say("{game}: playing again", game=Verbatim(game_id)), loaded.game.entry, quiet) as bar:
        made, entries = archive_of(loaded, kind, bar, asked.language)
    game = Verbatim(game_id)
    for n in named(loaded.game, entries) if kind.anonymous else []:
        note(
            Say(
                "{game}: entry {n} holds the name of a player in its text; it is part of the hash chain and stays.",
                game=game,
                n=n,
            )
        )
    for n in addresses(entries):
        note(
            Say(
                "{game}: entry {n} holds a text that looks like an address; it is part of the hash chain and stays.",
                game=game,
                n=n,
            )
        )
    return made, kind, loaded


def opened(home: Home, game_id: str, reason: str | None) -> Loaded:
    """Open a game that still runs with its secrets, as `show --secret` does: with a reason, journaled and announced."""
    loaded = open_secret(Desk(home), game_id, reason).loaded
    note(
        Say(
            "{game} is still {status}: this copy tells its seed and every secret; the journal says so.",
            game=Verbatim(game_id),
            status=Say(loaded.game.status),
        )
    )
    return loaded


def check_place(path: Path) -> None:
    """Refuse to write where there is no folder, or where something lies that is no archive of ours."""
    if is_folder(path):
        raise Misuse(Say("{path} is a folder; please name a file.", path=Verbatim(str(path))))
    check_folder(path.parent)
    refuse_foreign(path)


def put(path: Path, made: bytes) -> None:
    """Write a file whole or not at all."""
    check_place(path)
    commit_replace(path, made)


def archive_game(game_id: str | None, asked: Asked, output: str | None, json: bool) -> int:
    if game_id is None:
        raise Misuse(Say("Which game? Give its id, or --all."))
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
        say(
            Say(
                "{path}: {kind} of {game}, {n:,} bytes, head {head}.",
                path=Verbatim(str(path)),
                kind=COPIES[kind.secrets],
                game=Verbatim(game_id),
                n=len(made),
                head=Verbatim(loaded.game.head[:12]),
            )
        )
    return 0


def place_of(home: Home, game_id: str, asked: Asked, output: str | None) -> Path:
    """Say where the archive goes: the file that was named, else beside a finished game or into the current folder."""
    if output:
        return Path(output)
    loaded = load_game(home, game_id)
    folder = home.finished if loaded.path.parent == home.finished else Path()
    return folder / file_name(game_id, asked.variant(loaded.game))


def write(path: Path, made: bytes, *, opened_now: bool) -> bool:
    """Write the archive; tell whether that was done. That secrets were opened for it is journaled already."""
    if not opened_now:
        put(path, made)
        return True
    left = Say("the look at what is hidden is journaled, and the archive is not written")
    with behind("archive", left) as step:
        put(path, made)
    return step.done


def archive_all(game_id: str | None, asked: Asked, output: str | None, json: bool) -> int:
    if game_id is not None:
        raise Misuse(Say("Give a game or --all, not both."))
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
                why = Say("there is no archive of {game}: {why}", game=Verbatim(item), why=as_said(row["error"]))
                leave_undone(Undone("archive", why))
        if row is not None:
            rows.append(row)
    if json:
        print_json({"archives": rows})
    else:
        for row in rows:
            say(_row_text(row))
        say(Count(sum("file" in row for row in rows), "{n} archive written.", "{n} archives written."))
    return 3 if broken else 0


def _row_text(row: dict[str, Any]) -> str:
    if "file" in row:
        return Say("{file}: {n:,} bytes.", file=Verbatim(row["file"]), n=row["bytes"])
    return Say("{game}: {why}", game=Verbatim(row["game"]), why=as_said(row["error"]))


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
        named = Verbatim(file)
        lies = Say("{file} is not a plain file.", file=named)
        raise Misuse(lies if lexists(path) else Say("There is no file {file}.", file=named))
    if mails:
        check_folder(Path(mails))
    verifier = Verifier(path, Path(mails) if mails else None)
    with Progress(Say("verifying"), 1, json) as bar:
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
        words = home_words()
        for check in checks:
            out(check.line(words))
        for one in verifier.reworded[:SHOWN]:
            say(Say("  entry {n}, its words: {text}", n=one.entry, text=Verbatim(visible(one.there, 300))))
            say(Say("  entry {n}, our words: {text}", n=one.entry, text=Verbatim(visible(one.here, 300))))
        if len(verifier.reworded) > SHOWN:
            say(Say("  and {n} more (--json lists all)", n=len(verifier.reworded) - SHOWN))
        judged = NOT_INSTALLED if verifier.not_installed else VERDICTS[verdict]
        note(Say("{file} {verdict}.", file=Verbatim(file), verdict=judged))
    return code


SHOWN = 20
"""So many sentences in an earlier wording are printed beside our own."""
NOT_INSTALLED = Say("cannot be judged here, because its title is not installed")
VERDICTS = {
    "proved": Say("is verified"),
    "proved-other-build": Say("is verified, but for how another build drew its boards and worded its texts"),
    "repacked": Say("holds what it claims, but was packed again by something else than pbem"),
    "not-these-mails": Say("is sound in itself but is NOT shown to be the game of these mails"),
    "broken": Say("is NOT what it claims to be"),
}


def _first_failed(checks: Sequence[Check]) -> str:
    return next(f"{check.name}: {check.text}" for check in checks if check.passed is False)


# -- show -----------------------------------------------------------------------------------------------------


def show_public(file: str, as_: str | None, turn: int | None, secret: bool, json: bool) -> int | None:
    """Show what everybody saw, from a public archive; None if it is a full one, which knows more."""
    seen = public_sight(Path(file), turn)
    if seen is None:
        return None
    if as_ or secret:
        what = Say("what only {name} knew", name=Verbatim(as_)) if as_ else Say("what was hidden")
        raise Refused(
            Say(
                "{file} is a public copy of {game}: {what} is not in it. Without --as and --secret it shows what "
                "everybody saw at any entry (--turn); the full copy tells more.",
                file=Verbatim(file),
                game=Verbatim(seen.game.id),
                what=what,
            )
        )
    if json:
        document = {"game": seen.game.id, "entry": seen.entry, "as": None, "view": seen.view, "text": seen.text}
        print_json({**document, "scores": seen.scores, **({} if turn is None else {"mail": None})})
        return 0
    out(seen.text)
    out("")
    say(
        Say(
            "Entry {n} of {last}, as everybody saw it. The game is {status}.",
            n=seen.entry,
            last=seen.game.entry,
            status=Say(seen.game.status),
        )
    )
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
        raise Refused(unchanged(Say("There is already a game {game}; give another with --id.", game=Verbatim(game.id))))
    with home.lock(game.id, new=True):
        pin(home, play.title.components(play.game.rules.modules))  # any others that the record names are pinned already
        add_game(home, game)
        if game.status in OVER:
            with behind("finished", Say("{game} is not among the finished games", game=Verbatim(game.id))):
                move_game(home, game.id)
    document = {
        "game": game.id, "title": game.title, "entry": game.entry, "status": game.status, "head": game.head,
        "chance": game.rules.chance, "result": told(game.moderation.result),
    }  # fmt: skip
    if json:
        print_json(document)
    else:
        say(
            Say(
                "Imported {game}: {title}, {entries}, {status}.",
                game=Verbatim(game.id),
                title=Verbatim(play.title.full_name),
                entries=Count(game.entry, "{n} entry", "{n} entries"),
                status=Say(game.status),
            )
        )
        say(Say("Its draws come from the record: its chance cannot be verified."))
    return 0


def pinned_tables(home: Home, text: str) -> dict[str, Any]:
    """Find those of the tables a record names that this home knows besides the shipped ones."""
    named = set(re.findall(r"\b[0-9a-f]{64}\b", text))
    return {digest: load_tables(home, digest) for digest in sorted(named) if is_file(home.pins / f"{digest}.json")}


def _read(record: str) -> str:
    try:
        if record == "-":
            raw = read_bytes(BYTES_LIMIT + 1)
        else:
            raw = read_file(record, BYTES_LIMIT + 1)
    except OSError as error:
        told = {"file": Verbatim(record), "why": Verbatim(str(error.strerror))}
        raise Misuse(Say("{file} cannot be read: {why}; `-` reads standard input.", **told)) from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(unchanged(Say("{file} is not UTF-8 text.", file=Verbatim(record)))) from None
