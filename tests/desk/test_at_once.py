"""Several processes on one home: mails that arrive at the same moment are each processed once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from pbem.store import spool
from tests.desk.mailing import Town

CODE = "import sys, tests.toy\nfrom pbem.cli import main\nsys.exit(main(sys.argv[1:]))"


def start(town: Town, raw: bytes) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", CODE, "mail", "receive", "--home", str(town.home.root)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    process.stdin.write(raw)
    process.stdin.close()
    return process


def test_mails_that_arrive_together_are_each_processed_once(tmp_path: Path) -> None:
    """fault 158, 250, 254: three players and a copy of each mail, six processes at once."""
    town = Town(tmp_path / "home")
    town.new_game()
    raws = [town.answer(town.last(name), "bid: 1") for name in ("ania", "bela", "zaneta")]
    running = [start(town, raw) for raw in [*raws, *raws]]
    assert [process.wait(120) for process in running] == [0] * 6
    movers = [str(entry.seat) for entry in town.desk.read("river").journal() if entry.kind == "move"]
    assert sorted(movers) == ["crane", "heron", "otter"] and town.game().entry == 4
    assert spool.names(town.home.mail / "in") == [] and town.held() == []
    counted = [mail for mail in town.out() if str(mail.get_content()).startswith("COUNTED")]
    assert len(counted) == 3
