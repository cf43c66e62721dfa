"""A mail from a mail server's pipe where little room is left: loaded only then, because it loads everything."""

from __future__ import annotations

from pathlib import Path

from pbem.desk.desk import Desk
from pbem.desk.receiving.proof import REFUSAL, admitted
from pbem.plain import read_file
from pbem.store.home import Home


def admit(home: str, path: str) -> None:
    """Take only a mail that proves itself now; every other stays with the mail server."""
    if not admitted(Desk(Home(Path(home).absolute())), read_file(path)):
        raise OSError(REFUSAL)
