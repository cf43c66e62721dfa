"""A whole game through Postfix and Dovecot, set up as `docs/operator.md` prints it.

Replies go in by SMTP with a login; moves are taken by pipe in the first third of the game, by LMTP in the second, by
IMAP in the last; answers are read back by IMAP. Servers are stopped and processes killed on the way. At the end every
reply is in the journal exactly once, and every mail that pbem composed is in exactly one reader's box.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.desk import Desk, Session
from pbem.engine.fuzz import answer_line, turn_text
from pbem.mail.guard import mail_key
from pbem.store import spool
from pbem.store.home import Home
from tests.mailserver.handbook import cron_commands, unit_values
from tests.mailserver.players import Player
from tests.mailserver.servers import OWNER, Servers, until

pytestmark = [pytest.mark.mail, pytest.mark.timeout(900)]
GAME = "karnak"
PEOPLE = {"Ania": "ania", "Béla": "bela"}
SEED = "5e" * 32


class Table:
    """The game, its players, and what they have sent so far."""

    def __init__(self, servers: Servers) -> None:
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


# -- by pipe -----------------------------------------------------------------------------------------------------------


def by_pipe(table: Table) -> None:
    servers = table.servers
    table.turns(5)
    same_mail_twice(table)
    server_away_while_we_answer(table)
    crash_behind_the_pipe(table)
    table.turns(6)
    cron(servers, "pipe-cron", " clock ")
    table.nothing_lost_or_doubled()


def same_mail_twice(table: Table) -> None:
    """The same bytes a second time: nothing applied, the same answer (Message-ID and all) once more."""
    player, letter = table.letter()
    ident = player.send(letter)
    table.moves.append(ident)
    table.counted(player, ident)
    entry = table.session().game.entry
    answer = str(player.answer_to(ident)["Message-ID"])
    player.send(letter)
    until("the answer comes again", lambda: player.copies()[answer] == 2)
    assert table.session().game.entry == entry
    first, second = [m for m in player.inbox if m["Message-ID"] == answer]
    assert first.get_content() == second.get_content()
    player.again.add(answer)


def server_away_while_we_answer(table: Table) -> None:
    """Postfix is stopped: a move that was taken stays taken, its mails wait and go out when it is back."""
    servers = table.servers
    player, letter = table.letter()
    servers.stop_postfix()
    with pytest.raises(OSError, match="refused"):
        player.send(letter)
    to = str(letter["To"]).partition("<")[2].rstrip(">")
    raw = f"Return-Path: <{player.address}>\r\nDelivered-To: {to}\r\n".encode() + letter.as_bytes()
    servers.pbem("mail", "receive", stdin=raw)
    table.moves.append(str(letter["Message-ID"]))
    owed = len(waiting(servers, "out"))
    assert owed >= 2  # the answer, and the other player's question
    cron(servers, "pipe-cron", " send ", codes=(5,))
    assert len(waiting(servers, "out")) == owed
    servers.start_postfix()
    servers.pbem("mail", "send")
    assert waiting(servers, "out") == []
    table.counted(player, table.moves[-1])


def crash_behind_the_pipe(table: Table) -> None:
    """A mail that was stored when the process died is taken up by the cron line of the clock."""
    servers = table.servers
    player, letter = table.letter()
    box = servers.home / "mail" / "in"
    name = spool.store(box, f"Delivered-To: {letter['To']}\r\n".encode() + letter.as_bytes())
    os.chown(box / "new" / name, (box / "new").stat().st_uid, (box / "new").stat().st_gid)
    table.moves.append(str(letter["Message-ID"]))
    cron(servers, "pipe-cron", " clock ")
    assert waiting(servers, "in") == []
    table.counted(player, table.moves[-1])


# -- by LMTP -----------------------------------------------------------------------------------------------------------


class Server:
    """`pbem mail serve` as the unit starts it."""

    def __init__(self, servers: Servers) -> None:
        self.servers = servers
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        unit = self.servers.printed("unit")
        [command] = unit_values(unit, "ExecStart")
        variables = dict(pair.split("=", 1) for pair in unit_values(unit, "Environment"))
        with (self.servers.root / "serve.log").open("ab") as log:
            self.process = subprocess.Popen(
                command.split(), user=OWNER, group=OWNER, cwd="/", stdout=log, stderr=log,
                env=self.servers.environment(**variables, PBEM_LISTEN_EVERY="2"),
            )  # fmt: skip
        until("pbem listens", lambda: self.servers.answers(self.servers.listen), 30)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(20)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            assert self.process.wait(30) == 0


@contextmanager
def serving(servers: Servers) -> Iterator[Server]:
    server = Server(servers)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()


def by_lmtp(table: Table) -> None:
    servers = table.servers
    with serving(servers) as server:
        table.turns(3)
        server.kill()
        table.turn(after=lambda: deferred_until(servers, server.start))
        for delay in (0.0, 0.05, 0.15, 0.4):
            table.turn(after=lambda wait=delay: killed_at_work(servers, server, wait))
        server_away_while_serving(table)
        table.turns(5)
        server.stop()
    table.nothing_lost_or_doubled()


def deferred_until(servers: Servers, start: Callable[[], object]) -> None:
    """While nobody listens the mail waits in the server's queue."""
    until("the mail is deferred", lambda: '"queue_name": "deferred"' in servers.queue())
    assert waiting(servers, "in") == []
    start()


def killed_at_work(servers: Servers, server: Server, wait: float) -> None:
    """Kill -9 some time after a mail was stored: before, while or after it is processed and answered."""
    came = servers.home / "mail" / "in"
    before = len(spool.names(came, "cur"))
    until("the mail is stored", lambda: spool.names(came) or len(spool.names(came, "cur")) > before)
    time.sleep(wait)
    server.kill()
    server.start()


def server_away_while_serving(table: Table) -> None:
    """Postfix is away while `serve` runs: `receive` only stores, `serve` processes, and its mails go out later."""
    servers = table.servers
    player, letter = table.letter()
    entry = table.session().game.entry
    servers.stop_postfix()
    servers.pbem("mail", "receive", stdin=f"Delivered-To: {letter['To']}\r\n".encode() + letter.as_bytes())
    table.moves.append(str(letter["Message-ID"]))
    until("the move is taken", lambda: table.session().game.entry > entry)
    assert waiting(servers, "out")
    servers.start_postfix()
    table.counted(player, table.moves[-1])
    until("the outbox is empty", lambda: not waiting(servers, "out"))


# -- by IMAP -----------------------------------------------------------------------------------------------------------


def by_imap(table: Table) -> None:
    servers = table.servers

    def poll() -> None:
        until("the mail is taken", lambda: "0 mails fetched" not in servers.pbem("mail", "poll"))

    assert "0 mails fetched" in servers.pbem("mail", "poll")
    table.turns(2, after=poll)
    mailbox_away(table)
    copies_in_the_box(table)
    while not table.over():
        table.turn(after=poll)
    cron(servers, "imap-cron", " clock ")
    table.nothing_lost_or_doubled()


def mailbox_away(table: Table) -> None:
    """Dovecot is stopped after a reply was handed in: the poll fails, and the reply is there when it is back."""
    servers = table.servers
    player, letter = table.letter()
    ident = player.send(letter)
    table.moves.append(ident)
    servers.stop_dovecot()
    cron(servers, "imap-cron", " poll ", codes=(5,))
    servers.start_dovecot()
    until("the mail is taken", lambda: "1 mail fetched" in servers.pbem("mail", "poll"))
    table.counted(player, ident)


def copies_in_the_box(table: Table) -> None:
    """One reply delivered twice, and one that a person has already looked at: taken once, answered once."""
    servers = table.servers
    player, letter = table.letter()
    table.moves.append(player.send(letter))
    player.send(letter)
    moves = Player(servers, "games")
    ident = table.moves[-1]
    until("both are in the box", lambda: [m["Message-ID"] for m in moves.fetch()].count(ident) == 2)
    moves.flag_all_seen()
    entry = table.session().game.entry
    verdicts = json.loads(servers.pbem("mail", "poll", "--json"))["handled"]
    assert [one["verdict"] for one in verdicts] == ["COUNTED", "copy"]
    assert table.session().game.entry > entry
    table.counted(player, table.moves[-1])


# -- backup ------------------------------------------------------------------------------------------------------------


def restored(table: Table, made_at: int) -> None:
    """The printed scripts: the backup is sound; with the mails that came after it the game stands where it stood."""
    servers = table.servers
    said = servers.shell(servers.printed("restore"))
    assert "karnak" in said
    place = Path(servers.places["/srv/restored"])
    old = Desk(Home(place, {}))
    assert old.read(GAME).game.entry == made_at < table.session().game.entry
    servers.shell(servers.printed("replay-mail"))
    now, then = table.session().game, old.read(GAME).game
    assert then.entry == now.entry
    assert then.table == now.table
    known = {mail.name for box in ("new", "cur") for mail in (servers.home / "mail" / "out" / box).glob("*.eml")}
    again = {mail.name for mail in (place / "mail" / "out" / "new").glob("*.eml")}
    assert again and again <= known  # the same mails under the same ids


# -- the game ----------------------------------------------------------------------------------------------------------


def test_a_whole_game_by_pipe_lmtp_and_imap(servers: Servers) -> None:
    servers.settings("settings-sending")
    servers.stop_postfix()
    servers.postfix_with(main=["pipe-main"], master=["pipe-master"], transport="pipe-transport")
    servers.start_postfix()
    people = [word for name, box in PEOPLE.items() for word in ("--player", f"{name} <{box}@example.org>")]
    servers.pbem("new", "tekhenu", *people, "--id", GAME, "--seed", SEED)
    table = Table(servers)
    by_pipe(table)

    servers.stop_postfix()
    servers.settings("settings-sending", "lmtp-settings")
    servers.postfix_with(main=["lmtp-main"], master=["lmtp-master"], transport="lmtp-transport")
    servers.start_postfix()
    servers.shell(servers.printed("backup"))
    made_at = table.session().game.entry
    by_lmtp(table)
    restored(table, made_at)

    servers.stop_postfix()
    servers.settings("settings-sending", "imap-settings")
    servers.postfix_with(main=["imap-main"])
    servers.start_postfix()
    by_imap(table)
    finished(table)


def finished(table: Table) -> None:
    servers = table.servers
    game = table.session().game
    assert game.status == "finished"
    table.nothing_lost_or_doubled()
    until("everything is delivered", lambda: not waiting(servers, "out") and not servers.queue().strip(), 30)
    assert waiting(servers, "in") == [] and waiting(servers, "held") == []
    sent = {mail.stem: mail for mail in (servers.home / "mail" / "out" / "cur").glob("*.eml")}
    arrived = [m for player in [*table.players.values(), Player(servers, "kasia")] for m in player.fetch()]
    ids = {str(mail["Message-ID"]) for mail in arrived}
    assert len(ids) == len(sent)  # what was composed arrived, and nothing else
    for player in table.players.values():
        assert sum(str(m.get_content()).startswith("COUNTED") for m in unique(player)) == sum(
            f".{player.address.partition('@')[0]}." in ident for ident in table.moves
        )
        assert sum("kind=over" in m["X-Pbem"] for m in unique(player)) == 1
        same_bytes(player)
    assert game.seed in "".join(str(m.get_content()) for m in arrived if "kind=over" in m["X-Pbem"])
    assert table.listed >= len(table.moves) * 3 // 4  # the first line stood in the mail, ready to copy
    assert "karnak" in servers.pbem("check", "--replay", GAME)


def unique(player: Player) -> list[EmailMessage]:
    return list({str(mail["Message-ID"]): mail for mail in player.fetch()}.values())


def same_bytes(player: Player) -> None:
    """A mail that came more than once (a kill between hand-over and note, or an answer asked for again) is the same."""
    texts: dict[str, set[str]] = {}
    for mail in player.fetch():
        texts.setdefault(str(mail["Message-ID"]), set()).add(str(mail.get_content()))
    assert all(len(found) == 1 for found in texts.values())
    twice = [ident for ident, count in player.copies().items() if count > 1 and ident not in player.again]
    assert len(twice) <= 4  # at most one for each kill
