"""A whole game through Postfix and Dovecot, set up as `docs/operator.md` prints it.

Replies go in by SMTP with a login; moves are taken by pipe in the first third of the game, by LMTP in the second, by
IMAP in the last; answers are read back by IMAP. Servers are stopped and processes killed on the way. At the end every
reply is in the journal exactly once, and every mail that pbem composed is in exactly one reader's box.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage

import pytest

from pbem.store import spool
from tests.mailserver.handbook import unit_values
from tests.mailserver.players import Player
from tests.mailserver.servers import Servers, until
from tests.mailserver.table import GAME, Table, cron, waiting

pytestmark = [pytest.mark.mail, pytest.mark.timeout(900)]


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
    # A mail whose pipe was cut off comes again and may be answered at this moment: then the outbox is in use.
    until("the outbox is empty", lambda: sent_by_cron(servers))
    table.counted(player, table.moves[-1])


def sent_by_cron(servers: Servers) -> bool:
    cron(servers, "pipe-cron", " send ", codes=(0, 4))
    return not waiting(servers, "out")


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
            words, who = self.servers.as_owner(command.split())
            around = self.servers.environment(**variables, PBEM_LISTEN_EVERY="2")
            self.process = subprocess.Popen(words, cwd="/", stdout=log, stderr=log, env=around, **who)
        until("pbem listens", self._listens, 30)

    def _listens(self) -> bool:
        """On the port, or on the socket if the settings name one."""
        if "socket =" not in (self.servers.home / "pbem.toml").read_text():
            return self.servers.answers(self.servers.listen)
        with socket.socket(socket.AF_UNIX) as client:
            return client.connect_ex(str(self.servers.root / "run" / "lmtp")) == 0

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
    until("its mails wait", lambda: len(waiting(servers, "out")) >= 2)
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


# -- the game ----------------------------------------------------------------------------------------------------------


def test_a_whole_game_by_pipe_lmtp_and_imap(servers: Servers) -> None:
    servers.settings("settings-sending")
    servers.stop_postfix()
    servers.postfix_with(main=["pipe-main"], master=["pipe-master"], transport="pipe-transport")
    servers.start_postfix()
    table = Table(servers)
    by_pipe(table)

    servers.stop_postfix()
    servers.settings("settings-sending", "lmtp-settings")
    servers.postfix_with(main=["lmtp-main"], master=["lmtp-master"], transport="lmtp-transport")
    servers.start_postfix()
    by_lmtp(table)

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
