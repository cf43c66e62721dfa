"""The desk: one home opened for work.

A session is one game taken from the shelf: locked, loaded and checked, played on, and put back by one durable replace
that also names the mails owed. Everything after that replace (journal line, index, composed mails) can be made again
from it, so a crash between any two steps loses nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pbem.core.behind import behind
from pbem.core.errors import MailProblem, PbemError, Refused
from pbem.core.titles import Title
from pbem.core.words import Say, Verbatim
from pbem.desk.games.moves import TypedAnswers
from pbem.desk.games.turn_times import set_deadlines
from pbem.desk.upkeep.logs import start_log
from pbem.desk.walk import walk
from pbem.engine.gamefile import Deadline, Entry, GameFile, OwedMail, Tenure
from pbem.engine.journal import full_answers, stamp
from pbem.engine.play import Play, Receipt
from pbem.store.checking import Loaded
from pbem.store.files import journal_entries, load_at, load_game, save_game
from pbem.store.home import Home, find_home
from pbem.store.index import no_collecting, rows
from pbem.store.tables import corrected_tables, load_tables

if TYPE_CHECKING:
    from pbem.desk import interface
    from pbem.desk.interface import Told
    from pbem.store.roster import Roster


def utc_now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def here(now: Callable[[], datetime] = utc_now, *, create: bool = False) -> Desk:
    """Open the desk of the home that the command line, the environment or the current folder names; `create`: it may be
    about to be made."""
    home = find_home(None, create=create)
    start_log(home)
    return Desk(home, now)


class Session:
    """One game at the desk."""

    def __init__(self, desk: Desk, loaded: Loaded) -> None:
        self.desk = desk
        self.loaded = loaded
        self.title: Title = loaded.title
        self.before = loaded.game.entry
        self.play = Play(loaded.game, loaded.title, loaded.data)
        self.asked = self._asked()

    def _asked(self) -> dict[str, Deadline]:
        """Return the questions that were open when the game was loaded: their answers are counted at the commit."""
        return {seat: deadline.model_copy() for seat, deadline in self.loaded.game.deadlines.items()}

    @property
    def game(self) -> GameFile:
        return self.play.game

    def new_entries(self) -> list[Entry]:
        return [entry for entry in self.game.recent if entry.n > self.before]

    def journal(self) -> Iterator[Entry]:
        """Yield all entries that are saved, from the first."""
        return journal_entries(self.loaded)

    def commit(self, extra: Sequence[OwedMail] = (), told: Told | None = None) -> None:
        """Save the state and name the mails that it owes by one replace; the journal line and the index follow.

        `told` holds sections that go into the mails which the new entries call for, by seat.
        """
        from pbem.desk.games.preparation import prepare

        prepare(self, extra, told or {})
        self.loaded = save_game(self.loaded, self.game)  # the one durable replace
        self.before = self.game.entry
        self.asked = self._asked()

    def compose(self) -> None:
        """Compose the mails that a committed game owes, then do what else it calls for: the roster, its folder. Nothing
        here takes the commit back; what is left undone is done by the clock or the next change."""
        from pbem.desk.games.aftermath import follow_up
        from pbem.desk.letters.outbox import compose_owed

        compose_owed(self)
        follow_up(self)

    def put_back(self, extra: Sequence[OwedMail] = (), told: Told | None = None) -> None:
        """Commit and compose: whoever changes a game by other means than a text ends like this."""
        self.commit(extra, told)
        self.compose()

    def keep(self) -> None:
        """Save a change that nobody is told of, in whatever folder the game lies."""
        self.loaded = save_game(self.loaded, self.game)

    def restore(self, text: str) -> None:
        """Put the game back to what it was when it was written down as this text; nothing is saved."""
        document = json.loads(text)
        table = self.title.table_model.model_validate_json(json.dumps(document["table"]))
        game = GameFile.model_validate({**document, "table": table})
        self.play = Play(game, self.title, self.loaded.data)

    def reveals(self) -> dict[int, int]:
        """Count how often each entry, played again, brought something hidden to light."""
        from pbem.engine.replay import Replayer

        found: dict[int, int] = {}
        last: list[Any] = [None, 0]

        def watch(entry: Entry, table: Any) -> None:
            live = table.live
            found[entry.n] = live.reveals - (last[1] if live is last[0] else 0)
            last[:] = [live, live.reveals]

        replayer = Replayer(self.game, self.title, self.loaded.tables, keep_states=True, watch=watch)
        replayer.find_tables = self.desk.pinned
        replayer.run(self.journal())
        return found

    def answer_seen(self, entry: Entry, at: int, reader: str | None) -> dict[str, Any]:
        """Return an answer of an entry as a reader may know it: own sealed answers are opened."""
        answer = entry.answers[at]
        if answer.keys is None and answer.seat == reader:
            answer = full_answers(entry)[at]
        return {"seat": answer.seat, "name": answer.name, "keys": answer.keys, "source": answer.source}


class Desk:
    """A home folder and a clock."""

    def __init__(self, home: Home, now: Callable[[], datetime] = utc_now) -> None:
        self.home = home
        self.now = now
        self.unmade = False
        """Whether mails that a game owes could not be composed: that takes a sound roster and key."""
        self.unmarked: set[str] = set()
        """Mails that were handed over, but could not be marked so: they are not sent again."""

    @property
    def unmade_code(self) -> int:
        return MailProblem.exit_code if self.unmade else 0

    # -- games -------------------------------------------------------------------------------------------------------

    @contextmanager
    def game(self, game_id: str, *, wait: float | None = None) -> Iterator[Session]:
        """Open a game, locked for a change; `wait`: so long for whoever has it, else as the home says."""
        with self.home.lock(game_id) if wait is None else self.home.lock(game_id, wait=wait):
            yield Session(self, load_game(self.home, game_id))

    def read(self, game_id: str) -> Session:
        """Open a game for reading only; no lock, because a reader never sees half a file."""
        return Session(self, load_game(self.home, game_id))

    def at(self, game_id: str, entry: int) -> Session:
        """Open a game as it was after an entry: from the history where that state is kept, else played again."""
        kept = load_at(self.home, game_id, entry)
        return Session(self, kept) if kept is not None else self._replayed(game_id, entry)

    def _replayed(self, game_id: str, entry: int) -> Session:
        from pbem.archive.look import play_at

        session = self.read(game_id)
        if not 1 <= entry <= session.game.entry:
            raise Refused(
                Say(
                    "The game {game} has entries 1 to {last}, not {n}.",
                    game=Verbatim(game_id),
                    last=session.game.entry,
                    n=entry,
                )
            )
        tables = {session.game.rules.data: session.loaded.tables}
        entries = list(session.journal())
        for changed in (e.note["data"] for e in entries if e.kind in ("setup", "data")):
            if changed not in tables:
                tables[changed] = self.pinned(changed)
        session.play = play_at(session.game, entries, session.title, tables, entry)
        return session

    def take(self, session: Session, seat: str, words: str, entry: int | None = None) -> Receipt:
        """Apply a submission, or keep it until it may be played, and save."""
        return walk(session, TypedAnswers(seat, words, entry))

    def tables(self, title: Title, modules: Sequence[str] = ()) -> dict[str, Any]:
        """Return a title's component tables as a new game would take them: the owner's corrections laid over."""
        return corrected_tables(self.home, title, modules)

    def pinned(self, digest: str) -> dict[str, Any]:
        """Return component tables that stored games are pinned to."""
        return load_tables(self.home, digest)

    def count_tenure(self, game: GameFile, tenure: Tenure, player: str) -> None:
        """Add one holder's figures to the roster, once however often this is repeated; games played alone count for
        nothing."""
        if game.alone:
            return
        from pbem.store.roster import changing_roster

        mark = f"{game.id}/{tenure.seat}/{tenure.since}"
        with changing_roster(self.home) as roster:
            person = roster.find(player)
            if person is None or mark in person.counted:
                return
            figures = person.reliability
            figures.turns_due += tenure.due
            figures.turns_in_time += tenure.in_time
            if tenure.end != "released":  # given back with leave: neither for nor against anybody
                figures.seats_held += 1
                figures.seats_kept += tenure.end != "lost"
            person.counted.append(mark)

    def listing(self) -> list[dict[str, Any]]:
        """List every game with who is awaited since when, from the index."""
        from pbem.desk.games.listing import listed_all
        from pbem.store.invited import invited_ids

        now = stamp(self.now())
        with no_collecting():
            found = listed_all(rows(self.home).texts(), now)
        if invited_ids(self.home):
            from pbem.desk.people.invitations import listed_invitations

            found = sorted([*found, *listed_invitations(self)], key=lambda row: str(row["id"]))
        return found

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
        from pbem.desk.games.creation import create
        from pbem.desk.letters.outbox import compose_owed

        loaded = create(self, title_name, players, moderator, observers, game_id, options, seed)
        session = Session(self, loaded)
        compose_owed(session)
        return session.play

    def enter(self, addresses: dict[str, str | None]) -> None:
        """Put new people into the roster; an address that is on file is changed nowhere but there."""
        from pbem.store.roster import changing_roster

        known = {name: address for name, address in addresses.items() if address}
        if known:
            with changing_roster(self.home, ahead=True) as roster:
                for name, address in known.items():
                    roster.enter(name, address)

    # -- around a commit ---------------------------------------------------------------------------------------------

    def set_deadlines(self, game: GameFile) -> None:
        """Say until when each open question may be answered."""
        from pbem.desk.upkeep.heartbeat import outages

        now = self.now()
        set_deadlines(game, now, outages(self, now))

    def roster(self) -> Roster:
        from pbem.store.roster import load_roster

        return load_roster(self.home)

    def language_of(self, name: str) -> str:
        """Return the language on file for a person, else that of the home. A roster that cannot be read takes nobody's
        receipt away: whatever needs the roster itself says what is wrong with it."""
        try:
            person = self.roster().find(name)
        except (PbemError, OSError):
            person = None
        return (person.language if person is not None else None) or self.home.settings.language

    def send(self, quiet: bool = False) -> int:
        """Hand composed mails over; return 5 if some could not be, or could not even be composed."""
        with behind("mail", Say("mail could not be handed over")):
            if self.home.settings.transport == "maildir":
                return self.unmade_code
            from pbem.desk.sending.dispatch import send_all

            return send_all(self, quiet=quiet) or self.unmade_code
        return MailProblem.exit_code

    def look(self, game: str, *, turn: int | None, secret: bool, reason: str | None) -> interface.Session:
        """Open a game for looking at: now, or as it was at an entry, also from an archive file."""
        from pbem.desk.games.views import look

        return look(self, game, turn=turn, secret=secret, reason=reason)


__all__ = ["Desk", "PbemError", "Session", "here", "utc_now"]
