"""A game that players with mail accounts play, and what of it can be seen from outside."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

from pbem.core.questions import answer_line
from pbem.desk.desk import Desk, Session
from pbem.engine.computers.computer import turn_text
from pbem.mail.guard import mail_key
from pbem.store import spool
from pbem.store.home import Home
from tests.mailserver.handbook import cron_commands
from tests.mailserver.players import Player
from tests.mailserver.servers import Servers

GAME = "karnak"
PEOPLE = {"Ania": "ania", "Béla": "bela"}
SEED = "5e" * 32


class Table:
    """The game, its players, and what they have sent so far."""

    def __init__(self, servers: Servers) -> None:
        people = [word for name, box in PEOPLE.items() for word in ("--player", f"{name} <{box}@example.org>")]
        servers.pbem("new", "tekhenu", *people, "--id", GAME, "--seed", SEED)
        self.servers = servers
        self.players = {name: Player(servers, box) for name, box in PEOPLE.items()}
        self.moves: list[str] = []
        """Message-IDs of the replies that hold a move, in order."""
        self.listed = 0

    def session(self) -> Session:
        return Desk(Home(self.servers.home, {})).read(GAME)

    def over(self) -> bool:
        return self.session().game.status != "running"

    def letter(self) -> tuple[Player, EmailMessage]:
        """The next reply: whoever is asked reads the question by IMAP and answers it like a person."""
        session = self.session()
        seat = next(iter(session.play.questions()))
        who = next(info.player for info in session.game.seats if info.seat == seat)
        player = self.players[who]
        mail = player.question(GAME, session.game.deadlines[seat].entry)
        text = turn_text(session.play, seat, session.title.prefer).replace("; ", "\n")
        if not text:  # all defaults: a person says so
            question = session.play.questions()[seat]
            text = answer_line(question, question.default or [])
        self.listed += f"\n  {text.splitlines()[0]}" in str(mail.get_content())
        return player, player.reply(mail, text)

    def turn(self, *, after: Callable[[], object] = lambda: None) -> str:
        """One move by mail, up to its answer in the mover's box. `after` is done once the reply is handed in."""
        player, letter = self.letter()
        ident = player.send(letter)
        self.moves.append(ident)
        after()
        self.counted(player, ident)
        return ident

    def counted(self, player: Player, ident: str) -> None:
        answer = player.answer_to(ident)
        assert str(answer.get_content()).startswith("COUNTED"), answer.get_content()

    def turns(self, count: int, **extra: Any) -> None:
        for _ in range(count):
            if not self.over():
                self.turn(**extra)

    def journaled(self) -> list[str]:
        """The digests of the mails that made entries, in order."""
        moves = [entry for entry in self.session().journal() if entry.by == "player" and entry.kind == "move"]
        return [entry.secret.mail or "" for entry in moves if entry.secret is not None]

    def nothing_lost_or_doubled(self) -> None:
        assert self.journaled() == [mail_key(ident) for ident in self.moves]


def waiting(servers: Servers, box: str) -> list[str]:
    return spool.names(servers.home / "mail" / box)


def cron(servers: Servers, block: str, word: str, codes: tuple[int, ...] = (0,)) -> str:
    """Run the printed cron line that has this word in it."""
    [command] = [command for _, command in cron_commands(servers.printed(block)) if word in command]
    return servers.shell(command, codes)
