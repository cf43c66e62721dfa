"""Held mail: list, show, release, drop. Nothing in it can act on a terminal or reach a path."""

from __future__ import annotations

import os
import re
from base64 import b64decode
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Fault, Refused
from pbem.core.kept import text_of
from pbem.core.words import Listed, Say, Text, Verbatim
from pbem.desk.post.confirmations import wait_was_dropped
from pbem.mail.reading.normalize import visible
from pbem.mail.tokens import BLOT, blotted
from pbem.medium import discard, disk, plain_files, write_file
from pbem.plain import read_figures, sealed_figures
from pbem.store import spool

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.store.home import Home

_BASE64 = re.compile(r"(?:^[A-Za-z0-9+/]{4,}={0,2}$\n?){2,}", re.MULTILINE)
_SOFT = re.compile(r"=[ \t]*\n")
SIZE = "held.size"
LISTED = 200
HEAD = 65_536
LARGEST_SHOWN = 200_000


def listing(desk: Desk, most: int = LISTED) -> tuple[list[dict[str, Any]], int]:
    """List the newest held mails with their reasons, and how many there are in all (fault 268)."""
    folder = desk.home.mail / "held"
    names = spool.names(folder)
    return [row(desk, name) for name in names[::-1][:most]], len(names)


def row(desk: Desk, name: str) -> dict[str, Any]:
    note = spool.read_note(desk.home.mail / "held", name)
    return {
        "name": name, "at": visible(str(note.get("at") or "")), "why": reason(note),
        "direction": "out" if note.get("out") else "in", "from": _sender(desk, name),
    }  # fmt: skip


def reason(note: dict[str, Any]) -> str:
    """Say why a mail is held: a text of ours, to be said in any language, or what an earlier build or a server
    wrote."""
    found = text_of(note.get("why") or Say("unknown"))
    return found if isinstance(found, Text) else visible(found)


def _sender(desk: Desk, name: str) -> str:
    """Say who a held mail says it is from; the head of the mail is enough."""
    from email.parser import BytesHeaderParser
    from email.utils import parseaddr

    try:
        raw = spool.read(desk.home.mail / "held", name, limit=HEAD) or b""
        return visible(parseaddr(str(BytesHeaderParser().parsebytes(raw).get("From", "")))[1], 80)
    except (OSError, ValueError, LookupError, TypeError):
        return ""


def find(desk: Desk, name: str) -> str:
    """Find the held mail that a name or its beginning means."""
    found = [one for one in spool.names(desk.home.mail / "held") if one == name or (name and one.startswith(name))]
    if name in found:
        return name
    if len(found) != 1:
        named = Verbatim(repr(visible(name, 80)))
        if found:
            raise Refused(Say("{name} fits several held mails; `pbem mail held` lists them.", name=named))
        raise Refused(Say("{name} is no held mail; `pbem mail held` lists them.", name=named))
    return found[0]


def show(desk: Desk, name: str) -> str:
    """Return the mail as text, every control character escaped (fault 265)."""
    name = find(desk, name)
    raw = spool.read(desk.home.mail / "held", name, limit=LARGEST_SHOWN)
    if raw is None:
        raise Refused(Say("{name} is gone.", name=Verbatim(name)))
    lines = without_tokens(raw.decode("utf-8", "backslashreplace").replace("\r\n", "\n")).split("\n")
    info = row(desk, name)
    head = [Fault("held: {why}", why=info["why"]), Fault("since: {at}", at=info["at"]), ""]
    return Listed([*head, *(Verbatim(visible(line, 500)) for line in lines)], "\n")


def without_tokens(text: str) -> str:
    """Blot out the tokens in a raw mail, also where a transfer encoding hides them: such a block is left out."""
    return _BASE64.sub(_unless_told, blotted(_joined(text)))


def _joined(text: str) -> str:
    """Join lines that quoted-printable broke where a token was broken; leave others as they came."""
    whole = _SOFT.sub("", text).replace("=2E", ".").replace("=40", "@").replace("=28", "(")
    return whole if blotted(whole).count(BLOT) > blotted(text).count(BLOT) else text


def _unless_told(found: re.Match[str]) -> str:
    try:
        told = b64decode("".join(found[0].split())).decode("utf-8", "replace")
    except ValueError:
        return found[0]
    return found[0] if blotted(told) == told else f"{blotted(told)}\n"


def release(desk: Desk, name: str) -> str:
    """Give a mail back: an incoming one is processed as if its sender were known, an outgoing one is sent again."""
    name = find(desk, name)
    held = desk.home.mail / "held"
    note = spool.read_note(held, name)
    outgoing = bool(note.get("out"))
    target = desk.home.mail / ("out" if outgoing else "in")
    kept: dict[str, Any] = {key: note[key] for key in ("received", "waits", "key") if key in note}
    if not spool.move(held, name, target, {} if outgoing else {"released": True, **kept}):
        raise Refused(Say("{name} is gone.", name=Verbatim(name)))
    recount(desk.home)
    return "out" if outgoing else "in"


def drop(desk: Desk, name: str) -> str:
    """Delete a held mail for good."""
    name = find(desk, name)
    note = spool.read_note(desk.home.mail / "held", name)
    spool.remove(desk.home.mail / "held", name)
    recount(desk.home)
    wait_was_dropped(desk, note)
    return name


# -- how much there is ---------------------------------------------------------------------------------------------


def weigh(home: Home, added: int = 0) -> int:
    """Note how many bytes of mail are held, and the limit beside it: whoever stores a mail reads both without loading
    anything else. Counted anew where no figure is known."""
    known = _known(home)
    size = known[0] + added if known is not None else _count(home)
    new = home.mail / f".{SIZE}.{os.getpid()}.tmp"
    write_file(new, sealed_figures(size, home.settings.limits.held_bytes))
    disk.rename(new, home.mail / SIZE)
    return size


def is_full(home: Home, more: int) -> bool:
    """Tell whether so much more would be beyond the limit: mail that proves nothing is then refused for now (452)."""
    known = _known(home)
    size = known[0] if known is not None else weigh(home)
    return size + more > home.settings.limits.held_bytes


def recount(home: Home) -> None:
    """Have it counted anew: mail was taken away."""
    discard(home.mail / SIZE)


def _known(home: Home) -> tuple[int, int] | None:
    try:
        size, limit = read_figures(home.mail / SIZE)
        return size, limit
    except (OSError, ValueError):
        return None


def _count(home: Home) -> int:
    size = 0
    for box in ("new", "cur"):
        with suppress(OSError):
            size += sum(info.st_size for _, info in plain_files(home.mail / "held" / box))
    return size
