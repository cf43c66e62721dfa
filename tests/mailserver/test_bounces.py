"""Mail that comes back from a real server, and how the handbook says to mend it."""

from __future__ import annotations

import pytest

from pbem.desk.desk import Desk
from pbem.store.home import Home
from tests.mailserver.players import Player
from tests.mailserver.servers import Servers, until
from tests.mailserver.table import cron

pytestmark = [pytest.mark.mail, pytest.mark.timeout(300)]


def test_a_bounce_and_a_refusal_are_told_and_a_new_address_ends_them(servers: Servers) -> None:
    """One address is refused at once, one is taken and bounced later to the signed envelope sender (faults 10, 13).
    One report stops no clock."""
    servers.settings("settings-sending")
    servers.stop_postfix()
    servers.postfix_with(main=["pipe-main"], master=["pipe-master"], transport="pipe-transport")
    servers.start_postfix()
    people = ["--player", "Ania <lost@elsewhere.example>", "--player", "Béla <nobody@example.org>"]
    servers.pbem("new", "tekhenu", *people, "--id", "karnak", codes=(5,))
    desk = Desk(Home(servers.home, {}))

    def returned() -> dict[str, str]:
        return desk.read("karnak").game.moderation.unreachable

    until("both are known to come back", lambda: len(returned()) == 2)
    assert desk.read("karnak").game.moderation.stops == []
    said = list(returned().values())
    assert sorted("nobody behind this address" in words for words in said) == [False, True], said
    assert sorted("nobody@example.org" in words for words in said) == [False, True], said
    kasia = Player(servers, "kasia")

    def told() -> int:
        cron(servers, "pipe-cron", " send ", codes=(0, 4, 5))
        return sum("comes back" in str(mail.get_content()) for mail in kasia.fetch())

    until("the moderator is told about both", lambda: told() == 2)

    servers.pbem("roster", "Ania", "--address", "ania@example.org")
    servers.pbem("roster", "Béla", "--address", "bela@example.org")
    assert returned() == {}
    cron(servers, "pipe-cron", " send ", codes=(0, 5))  # a mail to the former address may be refused once more
    for name in ("ania", "bela"):
        mail = Player(servers, name).question("karnak", 1)
        assert "kind=turn" in mail["X-Pbem"]
    assert returned() == {}
