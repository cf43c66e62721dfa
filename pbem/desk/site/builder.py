"""Making the site: only what changed since the last time is drawn again.

`site.json` in the folder says which files are ours and what each game looked like when its page was made. A folder with
anything else in it is never touched. What a spectator may not see cannot get in: boards come from the public view, and
pages of finished games from copies without secrets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pbem
from pbem.archive.container import read_zip
from pbem.archive.models import PAGE, Variant
from pbem.archive.stats import collect
from pbem.archive.stored import archive_of
from pbem.core.catalogues import Words, words_for
from pbem.core.errors import GameFileProblem, Refused
from pbem.core.kept import text_of
from pbem.core.rendering.markup import html
from pbem.core.words import ENGLISH, Say, Verbatim, Word, said
from pbem.desk.site import pages
from pbem.desk.site.pages import Card
from pbem.engine.journal import events_for
from pbem.medium import discard, disk, is_folder, lexists
from pbem.plain import read_file
from pbem.store.disk import durable_replace, make_folder, read_plain
from pbem.store.index import stamp

if TYPE_CHECKING:
    from pbem.desk.interface import Desk, Session
    from pbem.engine.gamefile import Entry

MANIFEST = "site.json"
FORMAT = 1
LAYOUT = 2
"""Goes up when pages are drawn otherwise: all are made again then."""
LAST_LINES = 30
LAST_ENTRIES = 8
"""What a running game's page tells of its past."""
LIMIT = 50_000_000
FRAME = ("index.html", "figures.html", "feed.atom")
"""The pages that every site has."""
FOLDER_MODE, PAGE_MODE = 0o755, 0o644


@dataclass(slots=True)
class Made:
    """What a run did."""

    written: int = 0
    removed: int = 0
    games: int = 0
    broken: list[str] = field(default_factory=list)
    """Games that could not be read."""
    stands: bool = False
    """Nothing has changed since the last run; no game was looked at."""


class Site:
    """One folder with the pages of one home."""

    def __init__(self, desk: Desk, folder: Path, *, full: bool = False, base: str = "") -> None:
        self.desk, self.folder, self.full, self.base = desk, folder, full, base
        self.made = Made()
        self.known: dict[str, Any] = {}
        self.files: dict[str, str] = {}

    def _manifest(self) -> dict[str, Any]:
        """Read what the last run left; refuse a folder that holds anything else."""
        path = self.folder / MANIFEST
        if not lexists(self.folder):
            return {}
        if not is_folder(self.folder):
            raise Refused(Say("{path} is no folder. Nothing was written.", path=Verbatim(str(self.folder))))
        present = set(disk.listdir(self.folder))
        if MANIFEST in present:
            raw, _ = read_plain(path, LIMIT)
            try:
                known = json.loads(raw)
            except ValueError:
                known = None
            if isinstance(known, dict) and known.get("format") == FORMAT:
                return known
            raise Refused(Say("{path} is not one that pbem wrote. Nothing was written.", path=Verbatim(str(path))))
        if present:
            some = Verbatim(", ".join(sorted(present)[:3]))
            raise Refused(
                Say(
                    "{path} holds other files ({some}); a site needs a folder of its own. Nothing was written.",
                    path=Verbatim(str(self.folder)),
                    some=some,
                )
            )
        return {}

    # -- a run -------------------------------------------------------------------------------------------------------

    def build(self) -> Made:
        state = self._state()
        if state and self._stands(state):
            self.made.stands = True
            return self.made
        self.known = self._manifest()
        self.files = dict(self.known.get("files", {}))
        rows = self.desk.listing()
        self._claim(rows)
        named = {person.name for person in self.desk.roster().people if person.public}
        cards: list[Card] = []
        stamps: dict[str, str] = {}
        before, drawn = self.known.get("games", {}), self.known.get("cards", {})
        for row in rows:
            key = self._stamp(row, named)
            stamps[row["id"]] = key
            if before.get(row["id"]) == key and row["id"] in drawn:
                cards.append(Card(**drawn[row["id"]]))
            else:
                card = self._readable(row["id"], named)
                if card is not None:
                    cards.append(card)
        self.made.games = len(cards)
        if (stamps, sorted(named)) != (before, self.known.get("named")):
            self._frame(cards, named)
            self._sweep(cards)
        self._keep(state, stamps, cards, named)
        return self.made

    def _state(self) -> str:
        """Return what the whole site depends on, without looking at any game; taken first, so that nothing is
        missed."""
        found = stamp(self.desk.home)
        parts = [pbem.__version__, LAYOUT, self.full, self.base, str(self.folder), self.language, found]
        return sha256(json.dumps(parts).encode()).hexdigest()[:32] if found else ""

    def _stands(self, state: str) -> bool:
        """Tell whether the last run saw this very state: the first words of the manifest say so."""
        try:
            return read_file(self.folder / MANIFEST, 200).startswith(self._head(state))
        except OSError:
            return False

    def _head(self, state: str) -> bytes:
        return f'{{"format": {FORMAT}, "state": "{state}"'.encode()

    def _stamp(self, row: dict[str, Any], named: set[str]) -> str:
        """Return what a game's page depends on, as far as the index tells it."""
        seen = [row[key] for key in ("title", "status", "entry", "awaited", "since", "due")]
        parts = [pbem.__version__, LAYOUT, *seen, sorted(named), self.full, self.language]
        return sha256(json.dumps(parts, default=str).encode()).hexdigest()[:16]

    def _readable(self, game_id: str, named: set[str]) -> Card | None:
        """Write a game's page and return its card; a broken game has none, and holds nothing up."""
        try:
            return self._game(game_id, named)
        except GameFileProblem:
            self.made.broken.append(game_id)
            return None

    def _game(self, game_id: str, named: set[str]) -> Card:
        session = self.desk.read(game_id)
        card = card_of(session, named, self._words(session))
        if card.over:
            self._write(card.href, self._reading_page(session, named))
        else:
            self._write(card.href, self._running(session, card))
        return card

    def _running(self, session: Session, card: Card) -> bytes:
        title, play = session.title, session.play
        view = title.view(play.table, None)
        words = self._words(session)
        say = partial(said, words=words)
        told = [
            say(line)
            for entry in last_entries(session)
            for event in events_for(entry, None)
            if (line := title.line(event, None))
        ]
        board, picture = title.board(view, play.data), title.picture(view, play.data, words)
        return pages.running_page(card, html(board, say, level=2), picture, told[-LAST_LINES:], words).encode()

    @property
    def language(self) -> str:
        """Of all pages: that of the home."""
        return self.desk.home.settings.language

    def _words(self, session: Session) -> Words | None:
        return None if self.language == ENGLISH else session.title.words(self.language)

    def _reading_page(self, session: Session, named: set[str]) -> bytes:
        """Build the page of the public copy; seats in place of names unless everybody agreed."""
        people = {info.player for info in session.game.players()}
        variant = Variant(secrets=self.full, anonymous=not people <= named)
        made, _ = archive_of(session.loaded, variant)
        return read_zip(made)[PAGE]

    def _frame(self, cards: list[Card], named: set[str]) -> None:
        files = sorted(self.desk.home.finished / f"{card.id}.zip" for card in cards if card.over)
        data = collect(path for path in files if lexists(path)).data()
        words = None if self.language == ENGLISH else words_for(None, self.language)
        self._write("index.html", pages.index(cards, words).encode())
        self._write("figures.html", pages.figures(data, {name: name for name in named}, words).encode())
        self._write("feed.atom", pages.feed(cards, self.base, words).encode())

    # -- files ---------------------------------------------------------------------------------------------------------

    def _claim(self, rows: Iterable[dict[str, Any]]) -> None:
        """Say in the manifest which pages are about to be written: a run that is cut off leaves no page behind that the
        next one takes for somebody else's. What stands there already and is not ours is refused."""
        wanted = [*FRAME, *(pages.href(row["id"], row["status"]) for row in rows)]
        new = [name for name in wanted if name not in self.files]
        for name in new:
            path = self.folder / name
            if lexists(path):
                raise Refused(
                    Say("{path} is there and is no page of ours; it was not replaced.", path=Verbatim(str(path)))
                )
            self.files[name] = ""
        if new:
            self._save({**self.known, "format": FORMAT, "state": "", "files": self.files})

    def _write(self, name: str, content: bytes) -> None:
        """Write a page that everybody may read, unless it stands there already."""
        digest = sha256(content).hexdigest()
        path = self.folder / name
        if self.files.get(name) == digest and lexists(path):
            return
        self._folder(path.parent)
        durable_replace(path, content)
        disk.chmod(path, PAGE_MODE)  # the web server must read it: everything else of a home is its owner's alone
        self.files[name] = digest
        self.made.written += 1

    def _sweep(self, cards: list[Card]) -> None:
        """Take away pages of games that are gone or have moved to the finished ones."""
        wanted = {card.href for card in cards} | {*FRAME}
        for name in [name for name in self.files if name not in wanted]:
            discard(self.folder / name)
            del self.files[name]
            self.made.removed += 1

    def _keep(self, state: str, stamps: dict[str, str], cards: list[Card], named: set[str]) -> None:
        book = {
            "format": FORMAT, "state": state, "named": sorted(named), "files": self.files, "games": stamps,
            "cards": {card.id: asdict(card) for card in cards},
        }  # fmt: skip
        self._save(book)

    def _save(self, book: dict[str, Any]) -> None:
        self._folder(self.folder)
        durable_replace(self.folder / MANIFEST, json.dumps(book, ensure_ascii=False).encode())

    def _folder(self, path: Path) -> None:
        """Make a folder that everybody may look into; one that is there already is as its owner wants it."""
        new = not lexists(path)
        make_folder(path)
        if new:
            disk.chmod(path, FOLDER_MODE)


def refresh(desk: Desk) -> None:
    """Make the site again where the settings name one."""
    site = desk.home.settings.site
    if site.folder is not None:
        Site(desk, desk.home.root / site.folder, full=site.full, base=site.base).build()


def last_entries(session: Session) -> list[Entry]:
    """Return the newest entries: those that the game file holds, where it holds any."""
    return session.game.recent or list(session.journal())[-LAST_ENTRIES:]


def card_of(session: Session, named: set[str], words: Words | None = None) -> Card:
    """Collect what the site says of a game."""
    game, play = session.game, session.play
    seats: dict[str, str] = {}
    who: list[str] = []
    for info in (info for info in game.known_to() if info.seat in play.table.seats):
        seat = said(Word(info.seat), words)
        shown = info.role == "automaton" or info.player in named
        seats[info.seat] = info.player if shown else seat
        who.append(f"{info.player} ({seat})" if shown and info.player != seat else seat)
    waits = [game.deadlines[seat] for seat in game.deadlines]
    result = game.moderation.result or {}
    last = last_entries(session)[-1].at
    return Card(
        id=game.id,
        title=session.title.full_name,
        status=game.status,
        entry=game.entry,
        at=last,
        seats=seats,
        who=who,
        awaited=[seats.get(seat, seat) for seat in game.deadlines],
        since=min((one.since for one in waits), default=""),
        due=min((one.due for one in waits if one.due), default=""),
        result=said(text_of(result.get("text")), words),
        points=dict(session.title.scores(play.table)),
    )
