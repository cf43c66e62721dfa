"""Backup and restore as the handbook prints them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.store.home import Home
from tests.mailserver.servers import Servers
from tests.mailserver.table import GAME, Table

pytestmark = [pytest.mark.mail, pytest.mark.timeout(300)]


def test_a_backup_and_the_mails_after_it_give_the_game_back(servers: Servers) -> None:
    """The restored copy is sound; with the mails that came later it stands where the lost one stood."""
    servers.settings("settings-sending")
    servers.stop_postfix()
    servers.postfix_with(main=["pipe-main"], master=["pipe-master"], transport="pipe-transport")
    servers.start_postfix()
    table = Table(servers)
    table.turns(4)
    servers.shell(servers.printed("backup"))
    made_at = table.session().game.entry
    table.turns(3)

    assert GAME in servers.shell(servers.printed("restore"))
    place = Path(servers.places["/srv/restored"])
    desk = Desk(Home(place, {}))
    assert desk.read(GAME).game.entry == made_at < table.session().game.entry
    servers.shell(servers.printed("replay-mail"))
    lost, back = (json.loads((home / "games" / f"{GAME}.json").read_text()) for home in (servers.home, place))
    assert back["entry"] == lost["entry"]
    assert back["table"] == lost["table"]
    known = {mail.name for box in ("new", "cur") for mail in (servers.home / "mail" / "out" / box).glob("*.eml")}
    again = {mail.name for mail in (place / "mail" / "out" / "new").glob("*.eml")}
    again -= {name for name in again if name.startswith("daily")}  # the clock's page of the day, for the moderator
    assert again and again <= known  # the same mails under the same ids
    assert len(list((servers.root / "backups").glob("*.tar"))) == 1
