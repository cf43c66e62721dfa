"""The other ways of the handbook, with real servers: `sendmail`, a socket, our own signature, a server that vouches."""

from __future__ import annotations

import smtplib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

import dkim
import pytest

from pbem.desk.desk import Desk
from pbem.mail.guard import mail_key
from pbem.store import spool
from pbem.store.home import Home
from tests.mailserver.players import Player
from tests.mailserver.servers import Servers, run, until
from tests.mailserver.table import GAME, Table, waiting
from tests.mailserver.test_game import serving

pytestmark = [pytest.mark.mail, pytest.mark.timeout(300)]


def new_key(servers: Servers) -> str:
    """Make a key as printed; its public half. (OpenSSL talks on stderr.)"""
    return max(servers.shell(servers.printed("dkim-key")).split(), key=len)


def test_sendmail_out_a_socket_in_and_our_own_signature(servers: Servers) -> None:
    """Mail leaves through `/usr/sbin/sendmail`, signed here; replies come by LMTP over a socket."""
    servers.settings("settings-sendmail", "socket-settings", "dkim-settings")
    published = b"v=DKIM1; k=rsa; p=" + new_key(servers).encode()
    servers.stop_postfix()
    servers.postfix_with(main=["lmtp-main"], master=["lmtp-master"], transport="socket-transport")
    servers.start_postfix()
    servers.at_home = True  # the program finds its configuration where a machine of its own has it
    table = Table(servers)
    with serving(servers) as server:
        table.turns(3)
        server.kill()  # leaves the socket behind
        server.start()
        table.turns(2)
        server.stop()
    table.nothing_lost_or_doubled()
    assert waiting(servers, "out") == [] and waiting(servers, "held") == []
    mails = [raw for player in table.players.values() for raw in player.raw]
    assert len(mails) >= 10
    for raw in mails:
        assert dkim.verify(raw, dnsfunc=lambda name, timeout=5: published), raw[:2000]
    assert {m["Return-Path"].partition("+")[0] for player in table.players.values() for m in player.inbox} == {"<games"}


def test_sendmail_refuses_an_address_and_the_others_get_their_mail(servers: Servers) -> None:
    """fault 10, 11: what bounces behind `sendmail` finds its seat by the signed envelope sender."""
    servers.settings("settings-sendmail")
    servers.stop_postfix()
    servers.postfix_with(main=["pipe-main"], master=["pipe-master"], transport="pipe-transport")
    servers.start_postfix()
    servers.at_home = True
    people = ["--player", "Ania <ania@example.org>", "--player", "Béla <lost@elsewhere.example>"]
    servers.pbem("new", "tekhenu", *people, "--id", GAME)
    desk = Desk(Home(servers.home, {}))
    until("the bounce has come", lambda: desk.read(GAME).game.moderation.unreachable)
    [words] = desk.read(GAME).game.moderation.unreachable.values()
    assert "nobody behind this address" in words
    until("Ania has her mail", lambda: Player(servers, "ania").fetch())


# -- a server that vouches ---------------------------------------------------------------------------------------------


@contextmanager
def opendkim(servers: Servers, record: str) -> Iterator[None]:
    """The verifier as printed; the record that a name server would give stands in a file."""
    (servers.root / "records").write_text(f"pbem._domainkey.example.org {record}\n")
    lines = [
        servers.printed("authserv-opendkim"), f"TestDNSData file:{servers.root}/records", "Syslog no",
        f"PidFile {servers.root}/opendkim.pid", "",
    ]  # fmt: skip
    (servers.root / "opendkim.conf").write_text("\n".join(lines))
    process = subprocess.Popen(["opendkim", "-x", str(servers.root / "opendkim.conf"), "-f"])
    try:
        until("OpenDKIM listens", lambda: servers.answers(servers.milter), 20)
        yield
    finally:
        process.terminate()
        process.wait(20)


def as_sent(letter: EmailMessage, key: bytes | None, *above: str) -> bytes:
    """A reply as the player's own server sends it on: with its signature, and whatever a forger puts on top."""
    raw = letter.as_bytes()
    if key is not None:
        raw = dkim.sign(raw, b"pbem", b"example.org", key) + raw
    return "".join(f"{line}\r\n" for line in above).encode() + raw


def journaled(table: Table, letter: EmailMessage) -> bool:
    return mail_key(str(letter["Message-ID"])) in table.journaled()


def held(servers: Servers, count: int) -> bool:
    return len(spool.names(servers.home / "mail" / "held")) == count


def test_a_trusted_servers_word_counts_and_a_forged_one_does_not(servers: Servers) -> None:
    """fault 154, 155: OpenDKIM checks what comes in, and pbem believes its name alone."""
    servers.settings("settings-sending", "authserv-settings")
    public = new_key(servers)
    key = (servers.home / "dkim.pem").read_bytes()
    servers.stop_postfix()
    servers.postfix_with(main=["pipe-main", "authserv-main"], master=["pipe-master"], transport="pipe-transport")
    with opendkim(servers, f"v=DKIM1; k=rsa; p={public}"):
        servers.start_postfix()
        table = Table(servers)
        player, letter = table.letter()
        us = servers.printed("authserv-settings").split('"')[1]
        forged = f"Authentication-Results: {us}; dkim=pass header.d=example.org; dmarc=pass"
        # A signature that does not fit, with a result in our server's name on top: the server takes that away.
        player.send_raw(letter, as_sent(letter, key, forged).replace(b"\r\nFrom: ", b"\r\nFrom: The real ", 1))
        until("the forgery is held", lambda: held(servers, 1))
        [name] = spool.names(servers.home / "mail" / "held")
        raw = (servers.home / "mail" / "held" / "new" / name).read_bytes()
        assert b"dkim=fail" in raw and b"dmarc=pass" not in raw
        assert not journaled(table, letter)
        # The same words, signed as they are, with a result of somebody else's below: they count.
        del letter["Message-ID"]
        letter["Message-ID"] = "<signed.1@client.example>"
        other = "Authentication-Results: elsewhere.example; dkim=fail header.d=example.org"
        player.send_raw(letter, as_sent(letter, key, other))
        until("the signed move is played", lambda: journaled(table, letter))
        # No signature at all. Where none was ever seen token and address decide as ever; from her whose mail passed
        # before it waits for a code that only her box gets, and with that the confirmation is good as it is.
        other_player = next(one for one in table.players.values() if one is not player)
        ident = other_player.send(other_player.reply(other_player.fetch()[-1], "status"))
        assert str(other_player.answer_to(ident).get_content()).startswith("INFORMATION")
        letter = player.reply(player.fetch()[-1], "status")
        ident = player.send(letter)
        until("the unsigned mail waits", lambda: held(servers, 2))
        asked = until("the code has come", lambda: codes(player)[1:])[0]
        player.send(player.reply(asked, f"confirm {code_in(asked)}"))
        assert str(player.answer_to(ident).get_content()).startswith("INFORMATION")
    assert isinstance(servers.home, Path) and held(servers, 1)


def codes(player: Player) -> list[EmailMessage]:
    return [mail for mail in player.fetch() if "could not make sure" in " ".join(str(mail.get_content()).split())]


def code_in(mail: EmailMessage) -> str:
    return str(mail.get_content()).partition("\n  confirm ")[2].split()[0]


ALIASES = """\
mydestination = example.org
virtual_mailbox_domains =
virtual_mailbox_maps =
alias_maps = hash:{root}/postfix/aliases
local_recipient_maps = $alias_maps, texthash:{root}/postfix/pbem-addresses
local_transport = lmtp:inet:127.0.0.1:{delivery}
"""


@pytest.mark.parametrize("way", ["alias", "virtual", "none"])
def test_how_postfix_comes_to_accept_the_address(servers: Servers, way: str) -> None:
    """As printed, for a domain of the machine itself and for a new one; without it the address is unknown."""
    servers.settings("settings-sending")
    servers.stop_postfix()
    servers.postfix_with(main=["pipe-main"], master=["pipe-master"], transport="pipe-transport")
    folder = servers.root / "postfix"
    lines = servers.printed("accept-main")
    others = "".join(f"{name}@example.org x\n" for name in servers.people if name != "games")
    (folder / "pbem-addresses").write_text(others + (servers.printed("accept-addresses") if way == "virtual" else ""))
    if way == "alias":
        lines = ALIASES.format(root=servers.root, delivery=servers.delivery)
        (folder / "aliases").write_text(servers.printed("accept-alias"))
        run(["postalias", "-c", str(folder), f"hash:{folder}/aliases"])
    # In place: of a key that is set twice every process of Postfix warns, before its log can take that many lines.
    run(["postconf", "-c", str(folder), "-e", *lines.splitlines()])
    servers.start_postfix()
    table = Table(servers)
    if way == "none":
        player, letter = table.letter()
        with pytest.raises(smtplib.SMTPRecipientsRefused, match="User unknown"):
            player.send(letter)
        return
    table.turns(1)
    table.nothing_lost_or_doubled()
