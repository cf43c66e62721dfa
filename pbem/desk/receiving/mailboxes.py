"""`pbem mail poll`: mails from an IMAP box or a Maildir into the spool.

What was taken is remembered by us, not by the seen flag: a person may read the box in between (fault 45), and a mail is
flagged only after it is safe here (fault 42). A box that was rebuilt is taken again; copies are recognised (fault 43).
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Fault, MailProblem, Misuse, Refused
from pbem.core.words import Say
from pbem.desk.receiving.proof import REFUSAL, admitted
from pbem.desk.upkeep.trouble import told_as_trouble
from pbem.mail.handover.transport import tls_context
from pbem.mail.register import Register, open_register
from pbem.medium import disk, is_folder, make_folders, plain_files
from pbem.plain import refuse_odd
from pbem.store.disk import DiskProblem, reason
from pbem.store.locks import Lock
from pbem.store.settings import password
from pbem.store.spool import make_box, store

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.store.settings import ImapSettings

log = logging.getLogger("pbem.poll")
LIMIT = 26_214_400


def poll(desk: Desk) -> int:
    """Fetch what is new from every configured box; return how many mails."""
    settings = desk.home.settings
    if settings.imap is None and settings.poll.maildir is None:
        raise Misuse(Fault("There is nothing to poll: set poll.maildir or a section [imap] in pbem.toml."))
    spool = desk.home.mail / "in"
    make_box(spool)
    taken = 0
    lock = Lock(desk.home.mail / "poll.lock", Say("Polling"), wait=0)  # one poll at a time (fault 254)
    with told_as_trouble(), lock, open_register(desk.home.mail / "register.sqlite") as register:
        if settings.poll.maildir is not None:
            taken += poll_maildir(desk, desk.home.root / settings.poll.maildir, spool, register)
        if settings.imap is not None:
            taken += poll_imap(desk, settings.imap, spool, register)
    return taken


def _keep(desk: Desk, spool: Path, data: bytes, arrived: float | None = None) -> bool:
    """Store a mail that was fetched; False if it may not come in now. A disk that does not take it is no fault of the
    box: either way the mail stays there."""
    if not admitted(desk, data):
        log.warning("a mail stays in its box: %s", REFUSAL)
        return False
    try:
        store(spool, data, now=arrived)
    except OSError as error:
        raise DiskProblem(
            Fault(
                "Mail stays in its box, because {path} cannot be written: {reason}.", path=spool, reason=reason(error)
            )
        ) from error
    return True


# -- Maildir -------------------------------------------------------------------------------------------------------


def poll_maildir(desk: Desk, box: Path, spool: Path, register: Register) -> int:
    """Take every mail of `new` and `cur` that we have not had, in the order of arrival; `tmp` is nobody's business."""
    if not is_folder(box / "new"):
        raise Misuse(Fault("{path} is no Maildir (it has no folder `new`).", path=box))
    taken = 0
    for arrived, folder, name in sorted(_listed(box)):
        mark = f"maildir {sha256(os.fsencode(name.partition(':')[0])).hexdigest()}"  # names may have odd bytes
        if register.known(mark):
            continue
        try:
            data = _read(box / folder / name)
        except FileNotFoundError:
            continue  # another program took it meanwhile (fault 38)
        except OSError as error:
            log.warning("a file in the Maildir cannot be read (%s); it was left there", error.strerror)  # fault 40
            continue
        if not _keep(desk, spool, data, arrived):
            continue
        register.once(mark, desk.now())
        if folder == "new":
            _seen(box, name)
        taken += 1
    return taken


def _listed(box: Path) -> list[tuple[float, str, str]]:
    found = []
    for folder in ("new", "cur"):
        try:
            for name, info in plain_files(box / folder):
                if not name.startswith("."):
                    found.append((info.st_mtime, folder, name))
        except FileNotFoundError:
            continue
    return found


def _read(path: Path) -> bytes:
    fd = disk.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with disk.reader(fd) as file:
        refuse_odd(fd, path)
        return file.read(LIMIT + 1)


def _seen(box: Path, name: str) -> None:
    target = name if ":2," in name else f"{name}:2,S"
    try:
        make_folders(box / "cur", 0o700)
        disk.rename(box / "new" / name, box / "cur" / target)
    except OSError:
        log.info("a mail could not be moved to `cur`; it is remembered all the same")


# -- IMAP ----------------------------------------------------------------------------------------------------------


def poll_imap(desk: Desk, settings: ImapSettings, spool: Path, register: Register) -> int:
    """Take new mails of an IMAP folder. A mail is stored here first and flagged as seen afterwards."""
    box = _log_in(desk, settings)
    taken = 0
    try:
        validity = _validity(box, settings.folder)
        for uid in sorted(box.uids("ALL"), key=int):
            mark = f"imap {settings.host} {settings.user} {settings.folder} {validity} {uid}"
            if register.known(mark):
                continue
            data = _fetch(box, uid)
            if data is None:
                continue
            if not _keep(desk, spool, data):
                continue
            register.once(mark, desk.now())
            box.flag([uid], ["\\Seen"], True)
            taken += 1
    except OSError as error:
        # Half a fetch is no fetch: the rest comes with the next run.
        raise MailProblem(Fault("{host}: the connection broke: {reason}", host=settings.host, reason=error)) from None
    finally:
        _log_out(box)
    return taken


def _log_in(desk: Desk, settings: ImapSettings) -> Any:
    try:
        from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted
        from imap_tools.errors import ImapToolsError
    except ImportError:
        raise Refused(Fault("Polling IMAP needs the extra `imap`: pip install 'pbem[imap]'.")) from None
    import imaplib

    secret = password(settings, desk.home.root) or ""
    where = Fault("{host} port {port}", host=settings.host, port=settings.port)
    box: Any = None
    try:
        if settings.tls == "none":
            box = MailBoxUnencrypted(settings.host, settings.port, settings.timeout)
        else:
            ca_file = str(desk.home.root / settings.ca_file) if settings.ca_file else None
            kind = MailBox if settings.tls == "tls" else MailBoxStartTls
            context = tls_context(settings.verify, ca_file)
            box = kind(settings.host, settings.port, timeout=settings.timeout, ssl_context=context)
        box.login(settings.user, secret, initial_folder=settings.folder)
    except (OSError, imaplib.IMAP4.error, ImapToolsError) as error:
        if box is not None:
            _log_out(box)
        words = str(error).replace(secret, "***") if secret else str(error)
        raise MailProblem(Fault("No mail from {where}: {words}", where=where, words=words[:300])) from None
    return box


def _validity(box: Any, folder: str) -> str:
    status = box.folder.status(folder, ["UIDVALIDITY"])
    return str(status.get("UIDVALIDITY", 0))


def _fetch(box: Any, uid: str) -> bytes | None:
    """Fetch the raw mail, never more than the limit (fault 44), and without setting the seen flag."""
    import imaplib

    try:
        _, parts = box.client.uid("fetch", uid, f"(BODY.PEEK[]<0.{LIMIT + 1}>)")
    except imaplib.IMAP4.abort as error:
        raise ConnectionError(str(error)) from None
    for part in parts or []:
        if isinstance(part, tuple) and len(part) > 1:
            data: bytes = part[1]
            return data[: LIMIT + 1]
    return None


def _log_out(box: Any) -> None:
    import imaplib

    from imap_tools.errors import ImapToolsError

    try:
        box.logout()
    except (OSError, imaplib.IMAP4.error, ImapToolsError):
        log.debug("the IMAP server did not say good-bye")
        with suppress(OSError, imaplib.IMAP4.error):
            box.client.shutdown()
