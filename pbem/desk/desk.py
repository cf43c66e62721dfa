"""The desk: one home opened for work.

A session is one game taken from the shelf: locked, loaded and checked, played on, and put back by one durable replace
that also names the mails owed. Everything after that replace (journal line, index, composed mails) can be made again
from it, so a crash between any two steps loses nothing.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, PbemError, Refused
from pbem.core.titles import Title, get_title
from pbem.engine.create import check_name, check_people, create_game, parse_value
from pbem.engine.gamefile import Entry, GameFile, OwedMail
from pbem.engine.journal import full_answers
from pbem.engine.notices import notices_after
from pbem.engine.play import Play, Receipt
from pbem.store.files import Loaded, load_game, save_game, save_new
from pbem.store.home import Home, find_home

if TYPE_CHECKING:
    from pbem.store.roster import Roster

COMMAND_WORDS = (
    "preview", "options", "status", "show", "history", "help", "rules", "resend", "say", "orders", "away", "undo",
    "resign", "pass", "rulings", "appeal", "mod", "all", "none", "any", "moderator", "observer", "everybody",
)  # fmt: skip


def utc_now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def here(now: Callable[[], datetime] = utc_now) -> Desk:
    """The desk of the home that the command line, the environment or the current folder names."""
    return Desk(find_home(None), now)


class Session:
    """One game at the desk."""

    def __init__(self, desk: Desk, loaded: Loaded) -> None:
        self.desk = desk
        self.loaded = loaded
        self.title: Title = loaded.title
        self.before = loaded.game.entry
        self.play = Play(loaded.game, loaded.title, loaded.data, loaded.chance)

    @property
    def game(self) -> GameFile:
        return self.play.game

    def new_entries(self) -> list[Entry]:
        return [entry for entry in self.game.recent if entry.n > self.before]

    def journal(self) -> Iterator[Entry]:
        """All entries from the first."""
        from pbem.store.journals import read_journal

        return read_journal(self.desk.home, self.game)

    def commit(self, extra: Sequence[OwedMail] = ()) -> None:
        """Save state and owed mails by one replace; then the journal line, the index and the mails themselves."""
        game = self.game
        self.desk.set_deadlines(game)
        game.outbox = [mail for mail in game.outbox if not self.desk.is_composed(mail.id)]
        game.outbox += [*notices_after(game, self.new_entries(), self.before), *extra]
        save_game(self.desk.home, self.loaded, game)
        self.desk.after_commit(self)
        self.before = game.entry

    # -- words -----------------------------------------------------------------------------------------------------

    def game_names(self, text: str) -> str:
        """Seats in a text, as people: `orange` becomes `Ania (orange)` at the start of a log line."""
        return text

    def answer_seen(self, entry: Entry, at: int, reader: str | None) -> dict[str, Any]:
        """An answer of an entry as a reader may know it: own sealed answers are opened."""
        answer = entry.answers[at]
        if answer.keys is None and answer.seat == reader:
            answer = full_answers(entry)[at]
        return {"seat": answer.seat, "name": answer.name, "keys": answer.keys, "source": answer.source}


class Desk:
    """A home folder and a clock."""

    def __init__(self, home: Home, now: Callable[[], datetime] = utc_now) -> None:
        self.home = home
        self.now = now

    # -- games -------------------------------------------------------------------------------------------------------

    @contextmanager
    def game(self, game_id: str) -> Iterator[Session]:
        """A game, locked for a change."""
        with self.home.lock(game_id):
            yield Session(self, load_game(self.home, game_id))

    def read(self, game_id: str) -> Session:
        """A game for reading only; no lock, because a reader never sees half a file."""
        return Session(self, load_game(self.home, game_id))

    def take(self, session: Session, seat: str, words: str, entry: int | None = None) -> Receipt:
        """Apply a submission and save."""
        receipt = session.play.submit(seat, words, self.now(), entry=entry)
        session.commit()
        return receipt

    def tables(self, title: Title) -> dict[str, Any]:
        """A title's component tables as a new game would take them: the owner's corrections laid over."""
        from pbem.store.pins import tables_for

        return tables_for(self.home, title)

    def listing(self) -> list[dict[str, Any]]:
        from pbem.store.index import list_games

        return list_games(self.home)

    # -- new games -----------------------------------------------------------------------------------------------------

    def create(
        self,
        title_name: str,
        players: Sequence[str],
        moderator: str | None,
        observers: Sequence[str],
        game_id: str | None,
        options: Sequence[str],
        seed: str | None,
    ) -> Play:
        """Make a game, save it, owe the first mails."""
        title = get_title(title_name)
        people, addresses = self._people(title, players, moderator, observers)
        given, clock = self._options(title, options)
        raw = self.tables(title)
        play = create_game(
            title,
            game_id=game_id or f"{title.name}-{secrets.token_hex(3)}",
            players=people["player"],
            moderator=people["moderator"][0] if people["moderator"] else None,
            observers=people["observer"],
            options=given,
            clock=clock,
            seed=bytes.fromhex(check_seed(seed)) if seed is not None else secrets.token_bytes(32),
            chance_kind="given" if seed is not None else "seed",
            raw_data=raw,
            now=self.now(),
        )
        self._enter(addresses)
        game = play.game
        self.set_deadlines(game)
        game.outbox = notices_after(game, game.recent, 0)
        with self.home.lock(game.id, new=True):
            loaded = save_new(self.home, game, title, raw)
        self.after_commit(Session(self, loaded))
        return play

    def _people(
        self, title: Title, players: Sequence[str], moderator: str | None, observers: Sequence[str]
    ) -> tuple[dict[str, list[str]], dict[str, str | None]]:
        from pbem.store.roster import parse_person

        named: dict[str, list[str]] = {"player": [], "moderator": [], "observer": []}
        addresses: dict[str, str | None] = {}
        asked = [("player", text) for text in players] + [("observer", text) for text in observers]
        if moderator is None:
            moderator = self.home.settings.moderator
        if moderator is not None:
            asked.append(("moderator", moderator))
        for role, text in asked:
            name, address = parse_person(text)
            named[role].append(check_name(name))
            addresses[name] = address
        everybody = [name for names in named.values() for name in names]
        check_people(everybody, [*title.seat_names, *COMMAND_WORDS])
        return named, addresses

    def _enter(self, addresses: dict[str, str | None]) -> None:
        """Put new addresses into the roster."""
        from pbem.store.roster import changing_roster

        known = {name: address for name, address in addresses.items() if address}
        if known:
            with changing_roster(self.home) as roster:
                for name, address in known.items():
                    roster.enter(name, address)

    def _options(self, title: Title, options: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
        from pbem.cli.fuzz import split_pairs
        from pbem.engine.clock import clock_options, parse_clock_options, split_options

        clock, mine = split_options(split_pairs(list(options)))
        return {key: parse_value(value) for key, value in mine.items()}, dict(clock_options(parse_clock_options(clock)))

    # -- around a commit -------------------------------------------------------------------------------------------------

    def set_deadlines(self, game: GameFile) -> None:
        """Say until when each open question may be answered."""

    def is_composed(self, mail_id: str) -> bool:
        out = self.home.mail_folder("out")
        return any(os.path.lexists(out / place / f"{mail_id}.eml") for place in ("new", "cur"))

    def after_commit(self, session: Session) -> None:
        """Compose the mails owed. A failure here loses nothing: they stay named in the game file."""

    def roster(self) -> Roster:
        from pbem.store.roster import load_roster

        return load_roster(self.home)

    def send(self, quiet: bool = False) -> int:
        """Hand composed mails over; 5 if some could not be."""
        return 0

    def look(self, game: str, *, turn: int | None, secret: bool, reason: str | None) -> Session:
        """A game for looking at: now or as it was."""
        if secret:
            raise Refused("Opening a secret needs --reason and is journaled.")
        return self.read(game)


def check_seed(text: str) -> str:
    """A seed typed by a person: 64 hexadecimal digits."""
    clean = text.strip().lower()
    if len(clean) != 64 or any(c not in "0123456789abcdef" for c in clean):
        raise Misuse("--seed needs 32 bytes, that is 64 hexadecimal digits.")
    return clean


__all__ = ["Desk", "PbemError", "Session", "here", "utc_now"]
