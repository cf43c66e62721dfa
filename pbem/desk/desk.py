"""The desk: one home opened for work.

A session is one game taken from the shelf: locked, loaded and checked, played on, and put back by one durable replace
that also names the mails owed. Everything after that replace (journal line, index, composed mails) can be made again
from it, so a crash between any two steps loses nothing.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pbem.core.behind import behind
from pbem.core.errors import MailProblem, Misuse, PbemError, PlayerError, Refused
from pbem.core.titles import Title, get_title
from pbem.desk.letters.outbox import compose_owed
from pbem.engine.create import (
    Holder,
    box_of,
    check_seed,
    create_game,
    parse_value,
    split_wishes,
)
from pbem.engine.gamefile import Deadline, Entry, GameFile, OwedMail, Tenure
from pbem.engine.journal import full_answers
from pbem.engine.notices import count_mails, notices_after
from pbem.engine.play import Play, Receipt
from pbem.engine.sides import with_partners
from pbem.store.checking import Loaded
from pbem.store.files import add_game, journal_entries, load_game, save_game
from pbem.store.home import Home, find_home
from pbem.store.outgoing import is_skipped, settled

if TYPE_CHECKING:
    from pbem.store.roster import Roster

Told = Mapping[str, Sequence[tuple[str, str]]]
"""Headings and texts by seat."""
HOUSE_OPTIONS = ("reliability", "announce_secrets")


def utc_now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def here(now: Callable[[], datetime] = utc_now, *, create: bool = False) -> Desk:
    """The desk of the home that the command line, the environment or the current folder names; `create`: it may be
    about to be made."""
    from pbem.desk.upkeep.logs import start_log

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
        """The questions that were open when the game was loaded: their answers are counted at the commit."""
        return {seat: deadline.model_copy() for seat, deadline in self.loaded.game.deadlines.items()}

    @property
    def game(self) -> GameFile:
        return self.play.game

    def new_entries(self) -> list[Entry]:
        return [entry for entry in self.game.recent if entry.n > self.before]

    def journal(self) -> Iterator[Entry]:
        """All entries that are saved, from the first."""
        return journal_entries(self.loaded)

    def commit(self, extra: Sequence[OwedMail] = (), told: Told | None = None) -> None:
        """Save state and owed mails by one replace; then the journal line, the index and the mails themselves.

        `told` holds sections that go into the mails which the new entries call for, by seat.
        """
        from pbem.desk.games.aftermath import follow_up
        from pbem.desk.games.turn_times import count_turns, set_deadlines
        from pbem.desk.people import farewells
        from pbem.desk.upkeep.heartbeat import outages

        game = self.game
        over = game.status in ("finished", "terminated")
        now = self.desk.now()
        away = outages(self.desk, now)
        count_turns(game, self.asked, self.new_entries(), now, away)
        if over:
            farewells.end_all(game)
        set_deadlines(game, now, away)
        self._clear_outbox()
        game.outbox += self._mails(extra, told or {})
        self.loaded = save_game(self.loaded, game)
        self.before = game.entry
        self.asked = self._asked()
        follow_up(self)

    def _clear_outbox(self) -> None:
        """Mails that were made, and are safe, leave the outbox and are counted."""
        game, home = self.game, self.desk.home
        done = settled(home, [mail.id for mail in game.outbox])
        made = [mail for mail in game.outbox if mail.id in done]
        game.outbox = [mail for mail in game.outbox if mail.id not in done]
        count_mails(game, [mail for mail in made if not is_skipped(home, mail.id)])

    def _mails(self, extra: Sequence[OwedMail], told: Told) -> list[OwedMail]:
        """The mails that the new entries call for, and the extra ones; a handover tells its reader everything."""
        new = self.new_entries()
        called = with_partners(self.game, notices_after(self.game, new, self.before), new)
        handed = {mail.seat for mail in extra if mail.kind == "handover"}
        mails = [*with_sections([mail for mail in called if mail.seat not in handed], told), *extra]
        deaf = {info.seat for info in self.game.automata()}
        return [mail for mail in mails if mail.seat not in deaf]

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
        """How often each entry, played again, brought something hidden to light."""
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
        self.unmade = False
        """Whether mails that a game owes could not be composed: that takes a sound roster and key."""
        self.unmarked: set[str] = set()
        """Mails that were handed over, but could not be marked so: they are not sent again."""

    @property
    def unmade_code(self) -> int:
        return MailProblem.exit_code if self.unmade else 0

    # -- games -------------------------------------------------------------------------------------------------------

    @contextmanager
    def game(self, game_id: str) -> Iterator[Session]:
        """A game, locked for a change."""
        with self.home.lock(game_id):
            yield Session(self, load_game(self.home, game_id))

    def read(self, game_id: str) -> Session:
        """A game for reading only; no lock, because a reader never sees half a file."""
        return Session(self, load_game(self.home, game_id))

    def at(self, game_id: str, entry: int) -> Session:
        """A game as it was after an entry: from the history where that state is kept, else played again."""
        from pbem.store.files import load_at

        kept = load_at(self.home, game_id, entry)
        return Session(self, kept) if kept is not None else self._replayed(game_id, entry)

    def _replayed(self, game_id: str, entry: int) -> Session:
        from pbem.archive.look import play_at

        session = self.read(game_id)
        if not 1 <= entry <= session.game.entry:
            raise Refused(f"The game {game_id} has entries 1 to {session.game.entry}, not {entry}.")
        tables = {session.game.rules.data: session.loaded.tables}
        entries = list(session.journal())
        for changed in (e.note["data"] for e in entries if e.kind in ("setup", "data")):
            if changed not in tables:
                tables[changed] = self.pinned(changed)
        session.play = play_at(session.game, entries, session.title, tables, entry)
        return session

    def take(self, session: Session, seat: str, words: str, entry: int | None = None) -> Receipt:
        """Apply a submission, or keep it until it may be played, and save."""
        from pbem.desk.games.moves import take_move

        receipt = take_move(session, seat, words, self.now(), entry=entry)
        session.commit()
        return receipt

    def tables(self, title: Title, modules: Sequence[str] = ()) -> dict[str, Any]:
        """A title's component tables as a new game would take them: the owner's corrections laid over."""
        from pbem.store.tables import corrected_tables

        return corrected_tables(self.home, title, modules)

    def pinned(self, digest: str) -> dict[str, Any]:
        """Component tables that stored games are pinned to."""
        from pbem.store.tables import load_tables

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
        """Every game with who is awaited since when, from the index."""
        from pbem.desk.games.listing import listed_all
        from pbem.engine.journal import stamp
        from pbem.store.index import no_collecting, rows

        now = stamp(self.now())
        with no_collecting():
            return listed_all(rows(self.home).texts(), now)

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
        from pbem.desk.people.addresses import stop_held
        from pbem.desk.people.players import check_reliability, people_named
        from pbem.store.ids import check_id
        from pbem.store.tables import tables_for

        title = get_title(title_name)
        wishes, players = split_wishes(title, players)
        people, addresses = people_named(self, title, players, moderator, observers)
        given, clock, house = self._options(title, options)
        if not clock_asked(options) and sum(name in addresses for name in people["player"]) == 1:
            clock = {}
        check_reliability(self, people["player"], house)
        game_id = check_id(f"{title.name}-{secrets.token_hex(3)}" if game_id is None else game_id)
        raw, _ = tables_for(self.home, title, box_of(title, given, len(people["player"])))
        play = create_game(
            title,
            game_id=game_id,
            players=[
                Holder(name, wish, computer=name not in addresses)
                for name, wish in zip(people["player"], wishes, strict=True)
            ],
            moderator=people["moderator"][0] if people["moderator"] else None,
            observers=people["observer"],
            options=given,
            clock={**clock, **house},
            seed=bytes.fromhex(check_seed(seed)) if seed is not None else secrets.token_bytes(32),
            chance_kind="given" if seed is not None else "seed",
            raw_data=raw,
            now=self.now(),
        )
        game = play.game
        if self.home.exists(game.id):
            raise Refused(f"There is already a game {game.id}. Nothing was changed.")
        if "announce_secrets" in house:
            game.moderation.announce_secrets = bool(house["announce_secrets"])
        self.enter(addresses)
        stop_held(self, game, self.now())
        self.set_deadlines(game)
        game.outbox = notices_after(game, game.recent, 0)
        with self.home.lock(game.id, new=True):
            loaded = add_game(self.home, game)
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

    def _options(self, title: Title, options: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        """Options of the title, of the clock, and of the house: `reliability` and `announce_secrets`."""
        from pbem.engine.clock import clock_options, parse_clock_options, parse_minimum, split_options
        from pbem.engine.create import split_pairs

        clock, mine = split_options(split_pairs(list(options)))
        house: dict[str, Any] = {}
        for key in [key for key in HOUSE_OPTIONS if key in mine and key not in title.options_model.model_fields]:
            text = mine.pop(key)
            house[key] = f"{parse_minimum(text)}%" if key == "reliability" else parse_value(text)
            if key == "announce_secrets" and not isinstance(house[key], bool):
                raise Misuse(f"Option announce_secrets={text!r:.40} is not possible: write yes or no.")
        given = {key: parse_value(value) for key, value in mine.items()}
        try:
            return given, dict(clock_options(parse_clock_options(clock))), house
        except PlayerError as problem:
            raise Misuse(problem.message) from None

    # -- around a commit ---------------------------------------------------------------------------------------------

    def set_deadlines(self, game: GameFile) -> None:
        """Say until when each open question may be answered."""
        from pbem.desk.games.turn_times import set_deadlines
        from pbem.desk.upkeep.heartbeat import outages

        now = self.now()
        set_deadlines(game, now, outages(self, now))

    def roster(self) -> Roster:
        from pbem.store.roster import load_roster

        return load_roster(self.home)

    def send(self, quiet: bool = False) -> int:
        """Hand composed mails over; 5 if some could not be, or could not even be composed."""
        with behind("mail", "mail could not be handed over"):
            if self.home.settings.transport == "maildir":
                return self.unmade_code
            from pbem.desk.sending.dispatch import send_all

            return send_all(self, quiet=quiet) or self.unmade_code
        return MailProblem.exit_code

    def look(self, game: str, *, turn: int | None, secret: bool, reason: str | None) -> Session:
        """A game for looking at: now, or as it was at an entry, also from an archive file."""
        from pbem.desk.games.views import look

        return look(self, game, turn=turn, secret=secret, reason=reason)


def clock_asked(options: Sequence[str]) -> bool:
    """Whether an option of the clock was given; who plays alone has a clock only then."""
    from pbem.engine.clock import split_options
    from pbem.engine.create import split_pairs

    return bool(split_options(split_pairs(list(options)))[0])


def with_sections(mails: list[OwedMail], told: Told) -> list[OwedMail]:
    """Put what a seat is told into the first mail that it is owed anyway."""
    left = dict(told)
    for mail in mails:
        if mail.seat in left and mail.kind != "news":
            mail.note["sections"] = [list(part) for part in left.pop(mail.seat)]
    return mails


__all__ = ["Desk", "PbemError", "Session", "here", "utc_now"]
