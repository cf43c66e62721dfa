"""A home in which games are brought to wanted states and then packed; who plays in it is fixed by texts."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

import tests.toy  # noqa: F401  (registers the title)
from pbem.archive.models import Variant
from pbem.archive.stored import archive_of, file_name
from pbem.core.errors import PlayerError
from pbem.core.questions import Keys, Question, Seat
from pbem.core.table import Table
from pbem.core.titles import get_title
from pbem.engine.computers.computer import Luck, turn_text
from pbem.engine.create import create_game
from pbem.engine.play import Play
from pbem.store.files import load_game
from tests.desk.mailing import BEGIN
from tests.moderation.village import FOUR, Village
from tests.saved.homes import files_of

KEY = "5a" * 32
MODERATOR, OBSERVER = "Kasia <kasia@example.org>", "Olek <olek@example.org>"
SETTINGS = f'[moderation]\nmoderator = "{MODERATOR}"\n'
SPARE = (".looked", "index.tsv", "register.sqlite-journal")
LATE = 300
"""Submissions after which a game counts as one that never comes to the wanted state."""

Stop = Callable[[Play], bool]


def at(step: str, *names: str) -> Stop:
    """Whether a game stands at `kind:step` of a procedure and asks exactly questions of these names."""

    def stands(play: Play) -> bool:
        frames = {f"{frame.kind}:{frame.step}" for frame in play.table.stack}
        asked = {question.name for question in play.questions().values()}
        return step in frames and asked == set(names)

    return stands


def seed_of(text: str) -> bytes:
    return sha256(f"saved {text}".encode()).digest()


class Hand:
    """A computer player whose choices are fixed by a text; with `greedy` it plays well, else anything legal."""

    def __init__(self, text: str, greedy: bool = False) -> None:
        self.luck = Luck(seed_of(f"hand {text}"))
        self.greedy = greedy

    def choose(self, table: Table, seat: Seat, question: Question) -> Keys:
        return self.luck.answer(question)

    def text(self, play: Play, seat: str) -> str:
        return turn_text(play, seat, play.title.prefer if self.greedy else self.choose)


class Maker(Village):
    """A home in which games are brought to a wanted state."""

    def __init__(self, root: Path, settings: str = "") -> None:
        super().__init__(root, settings)
        self.home.key_path.write_text(f"{KEY}\n")
        self.home.key_path.chmod(0o600)

    # -- beginning and playing ---------------------------------------------------------------------------------------

    def begin(self, game: str, title: str = "tekhenu", players: int = 2, seed: str = "", **options: object) -> None:
        given = [f"{key}={value}" for key, value in options.items()]
        self.desk.create(title, list(FOUR[:players]), MODERATOR, [OBSERVER], game, given, seed_of(seed or game).hex())

    def step(self, game: str, hand: Hand, seat: str | None = None) -> str:
        """One submission of whoever is asked first, a few minutes later."""
        self.later(minutes=7)
        with self.desk.game(game) as session:
            who = seat or next(iter(session.play.questions()))
            self.desk.take(session, who, hand.text(session.play, who))
        return who

    def submit(self, game: str, seat: str, text: str) -> None:
        self.later(minutes=7)
        with self.desk.game(game) as session:
            self.desk.take(session, seat, text)

    def typed(self, game: str, seat: str, text: str) -> None:
        """A command as a player types or mails it."""
        from pbem.desk.commands.typed import carry_out

        self.later(minutes=7)
        with self.desk.game(game) as session:
            carry_out(session, seat, text)

    def until(self, game: str, stop: Stop, hand: Hand) -> None:
        for _ in range(LATE):
            if stop(self.desk.read(game).play):
                return
            self.step(game, hand)
        raise AssertionError(f"{game} never came to the wanted state")

    def asked(self, game: str) -> dict[str, Question]:
        return dict(self.desk.read(game).play.questions())

    def bring(
        self, game: str, stop: Stop, players: int = 2, *, greedy: bool = False, within: int = 30, **options: object
    ) -> Hand:
        """A new Tekhenu game in a wanted state, with the first seed that leads there in so many submissions."""
        for n in range(3000):
            seed = f"{game} {n}"
            if leads(game, seed, players, Hand(seed, greedy), stop, within, options):
                hand = Hand(seed, greedy)
                self.begin(game, players=players, seed=seed, **options)
                self.until(game, stop, hand)
                return hand
        raise AssertionError(f"no seed leads to the state wanted of {game}")

    # -- packing -----------------------------------------------------------------------------------------------------

    def pack(
        self, target: Path, *, mails: bool, history: dict[str, int] | None = None, keep: Sequence[str] = ()
    ) -> None:
        """Copy the home without what is made again: locks, index, mails handed over, most earlier states.

        Without `mails` the composed ones are left out too, so that every game owes its last ones; `keep` names mails
        that stay although they were handed over. `history` says how many earlier states of a game stay.
        """
        for path in files_of(self.home.root):
            name = path.relative_to(self.home.root)
            if path.name in SPARE or path.suffix in (".lock", ".log") or "tmp" in name.parts:
                continue
            if name.parts[:2] == ("games", "history") and not self._late(path, (history or {}).get(name.parts[2], 0)):
                continue
            ident = path.name.removesuffix(".eml")
            if name.parts[:2] == ("mail", "out") and not (mails and "new" in name.parts) and ident not in keep:
                continue
            if name.parts[:3] == ("mail", "in", "cur"):
                continue
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / name)

    @staticmethod
    def _late(path: Path, count: int) -> bool:
        states = sorted((int(one.stem) for one in path.parent.glob("[0-9]*.json")), reverse=True)
        return path.stem in map(str, states[:count])


def archives(maker: Maker, game: str, *kinds: str) -> None:
    """A public and an anonymous copy beside the full archive."""
    for variant in (Variant(secrets=kind != "public", anonymous=kind == "anonymous") for kind in kinds):
        made, _ = archive_of(load_game(maker.home, game), variant)
        (maker.home.finished / file_name(game, variant)).write_bytes(made)


def leads(game: str, seed: str, players: int, hand: Hand, stop: Stop, within: int, options: dict[str, object]) -> bool:
    """Whether a game with this seed, played by this hand, comes to a state; tried in memory."""
    title = get_title("tekhenu")
    play = create_game(
        title, game_id=game, players=[f"P{n}" for n in range(players)], moderator=None, clock={},
        options=options,
        seed=seed_of(seed), raw_data=title.components(), now=BEGIN,
    )  # fmt: skip
    for _ in range(within):
        if play.game.status != "running":
            return False
        if stop(play):
            return True
        seat = next(iter(play.questions()))
        try:
            play.submit(seat, hand.text(play, seat), BEGIN)
        except PlayerError:  # an answer left out as the default, and the next line taken for it
            return False
        play.game.recent = play.game.recent[-8:]
    return False
