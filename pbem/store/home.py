"""The home: one folder that holds settings, games, mail and keys, and knows every path in it.

Nothing is written outside it and no link in it is followed. Folders are made when first needed, readable by their
owner only: game files hold seeds and hands, the roster holds addresses.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.core.errors import Fault, GameFileProblem, Misuse, Refused, UnknownGame
from pbem.core.words import Say, Verbatim
from pbem.medium import disk, exists, is_folder, lexists
from pbem.store.disk import disk_problem, make_folder, read_plain, sync_folder, write_new
from pbem.store.ids import check_id, is_id
from pbem.store.locks import Lock

if TYPE_CHECKING:
    from pbem.store.settings import Settings

KEY_BYTES = 32
GAME_LIMIT = 8_000_000


class Home:
    """A home folder. Creating the object touches nothing."""

    def __init__(self, root: Path, environ: Mapping[str, str] | None = None) -> None:
        self.root = root
        self.environ = os.environ if environ is None else environ
        self.games = root / "games"
        self.finished = self.games / "finished"
        self.history = self.games / "history"
        self.pins = self.games / "data"
        self.corrections = root / "data"
        self.templates = root / "templates"
        self.mail = root / "mail"
        self.roster_path = self.games / "roster.json"
        self.index_path = self.games / "index.tsv"
        self.key_path = root / "pbem.key"
        self.game_limit = GAME_LIMIT
        self._wait: float | None = None

    @property
    def wait(self) -> float:
        """Seconds to wait for a game that another process holds."""
        if self._wait is None:
            self._wait = float(self.settings.limits.wait)
        return self._wait

    @wait.setter
    def wait(self, seconds: float) -> None:
        self._wait = seconds

    # -- settings and key -------------------------------------------------------------------------------------------

    @cached_property
    def settings(self) -> Settings:
        """The settings, read once; `Misuse` if they are broken."""
        from pbem.store.settings import load_settings

        return load_settings(self.root, self.environ)

    def key(self, *, make: bool = True) -> bytes:
        """Return the key of the reply tokens, made when first needed. Refuse a damaged or readable one (fault 157)."""
        try:
            raw, info = read_plain(self.key_path, 1000)
        except FileNotFoundError:
            if not make:
                raise Refused(Say("{path} is missing.", path=Verbatim(str(self.key_path)))) from None
            self._make_key()
            raw, info = read_plain(self.key_path, 1000)
        if stat.S_IMODE(info.st_mode) & 0o077:
            raise Refused(
                Say(
                    "{path} can be read by others: run `chmod 600` on it, or delete it for a new key.",
                    path=Verbatim(str(self.key_path)),
                )
            )
        try:
            key = bytes.fromhex(raw.decode("ascii").strip())
        except (UnicodeDecodeError, ValueError):
            key = b""
        if len(key) != KEY_BYTES:
            raise Refused(
                Say(
                    "{path} is damaged: {n} hexadecimal digits are needed. Restore it, or delete it for a new key "
                    "(mails sent before can then no longer be answered; games are not harmed).",
                    path=Verbatim(str(self.key_path)),
                    n=2 * KEY_BYTES,
                )
            )
        return key

    def _make_key(self) -> None:
        make_folder(self.root)
        new = self.key_path.with_name(f".pbem.key.{os.getpid()}.tmp")
        try:
            write_new(new, secrets.token_hex(KEY_BYTES).encode() + b"\n")
            try:
                # A link fails if another process was first; both then read the same key.
                disk.link(new, self.key_path)
            except FileExistsError:
                pass
            finally:
                disk.unlink(new)
            sync_folder(self.root)
        except OSError as error:
            raise disk_problem(error, self.key_path) from error

    # -- games ------------------------------------------------------------------------------------------------------

    def game_path(self, game: str, *, finished: bool = False) -> Path:
        return (self.finished if finished else self.games) / f"{check_id(game)}.json"

    def journal_path(self, game: str) -> Path:
        """Say where the journal of a game is, or will be: beside the game, or where a half-done move to the finished
        games left it."""
        name = f"{check_id(game)}.journal.jsonl"
        here, there = self.games / name, self.finished / name
        if not lexists(here) and (lexists(there) or lexists(self.finished / f"{game}.json")):
            return there
        return here

    def history_folder(self, game: str) -> Path:
        return self.history / check_id(game)

    def locate(self, game: str) -> Path:
        """Find the file of a game, running or finished."""
        here, there = self.game_path(game), self.game_path(game, finished=True)
        self.check_games_folder()
        running, done = lexists(here), lexists(there)
        if running and done and lexists(here):  # looked at twice: it may just be moving
            raise GameFileProblem(
                Fault(
                    "{here} and {there} both claim to be the game {game}; neither was opened.",
                    here=here,
                    there=there,
                    game=game,
                )
            )
        if running or done:
            return here if running else there
        raise UnknownGame(self._unknown(game))

    def exists(self, game: str) -> bool:
        return lexists(self.game_path(game)) or lexists(self.game_path(game, finished=True))

    def _unknown(self, game: str) -> str:
        if lexists(self.games / "invited" / f"{game}.json"):
            return Say(
                "The game {game} has not begun: not everybody has accepted the invitation. `pbem list` shows who has.",
                game=Verbatim(game),
            )
        if is_folder(self.history_folder(game)) or lexists(self.journal_path(game)):
            return self._lost(game)

        near = get_close_matches(game, self.game_ids()[:5000], 1)
        unknown = Say("There is no game {game} in {place}.", game=Verbatim(repr(game)), place=Verbatim(str(self.root)))
        return unknown + Say(" Did you mean {name}?", name=Verbatim(near[0])) if near else unknown

    def _lost(self, game: str) -> str:
        return Say(
            "The file of the game {game} is gone, but its history is there: `pbem check {game} --restore`.",
            game=Verbatim(game),
        )

    def lost_games(self) -> list[str]:
        """Write a sentence for each game whose file is gone while its history is there (fault 190)."""
        try:
            kept = disk.listdir(self.history)
        except (FileNotFoundError, NotADirectoryError):
            return []
        there = set(self.game_ids())
        return [self._lost(game) for game in sorted(kept) if game not in there]

    def check_games_folder(self) -> None:
        """Check that `games/` is a folder of the home itself (fault 192)."""
        try:
            mode = disk.lstat(self.games).st_mode
        except FileNotFoundError:
            return
        except OSError as error:
            raise disk_problem(error, self.games, "used") from error
        if not stat.S_ISDIR(mode):
            raise GameFileProblem(Fault("{path} is a link or a file, not a folder; it was not used.", path=self.games))

    def game_ids(self) -> list[str]:
        """List ids of all games by their file names, sorted; whatever else lies there is not a game."""
        found: set[str] = set()
        for folder in (self.games, self.finished):
            try:
                names = disk.listdir(folder)
            except (FileNotFoundError, NotADirectoryError):
                continue
            found.update(name[:-5] for name in names if name.endswith(".json") and is_id(name[:-5]))
        return sorted(found)

    def lock(self, game: str, *, wait: float | None = None, new: bool = False) -> Lock:
        """Return the lock of a game. For an unknown id nothing is made, unless the game is about to be (`new`)."""
        path = self.games / f"{check_id(game)}.lock"
        if new:
            self.check_games_folder()
            make_folder(self.games)
        else:
            self.locate(game)
        targets = (self.game_path(game), self.game_path(game, finished=True))
        return Lock(
            path, Say("The game {game}", game=Verbatim(game)), wait=self.wait if wait is None else wait, cleans=targets
        )


def find_home(option: Path | str | None, environ: Mapping[str, str] | None = None, *, create: bool = False) -> Home:
    """Find the home: `--home DIR`, else `$PBEM_HOME`, else the current folder. One that is not there is misuse, because
    misspelt it would look like an empty home, unless the command is about to make it (`create`)."""
    env = os.environ if environ is None else environ
    chosen = option or env.get("PBEM_HOME")
    try:
        root = Path(chosen).expanduser() if chosen else Path.cwd()
        root = root.absolute()
    except (FileNotFoundError, RuntimeError):
        raise Misuse(Say("The current folder is gone; say --home DIR.")) from None
    if exists(root) and not is_folder(root):
        raise Misuse(Say("{path} is not a folder.", path=Verbatim(str(root))))
    if not create and not is_folder(root):
        raise Misuse(
            Say(
                "There is no folder {path}: see --home and PBEM_HOME. `pbem new ... --create` makes it.",
                path=Verbatim(str(root)),
            )
        )
    return Home(root, env)
