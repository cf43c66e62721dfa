"""Read delivery reports: their fields (RFC 3464), else what their prose says."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.mail.reading.address import valid
from pbem.mail.reading.headers import read_header
from pbem.mail.reading.limits import DEFAULT
from pbem.mail.reading.normalize import visible
from pbem.mail.reading.structure import Part

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_CODE = re.compile(r"(?<![\d.])([45])[0-5]\d(?=[ -])")
_ANY_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,200}[A-Za-z0-9]")
_ID = re.compile(r"<[^<>\s]{1,998}>")
_REPORTS = ("message/delivery-status", "message/global-delivery-status")
_RETURNED = ("message/rfc822", "text/rfc822-headers", "message/global", "message/rfc822-headers")
_MOST_RECIPIENTS = 50


class Recipient(NamedTuple):
    address: str
    action: str  # failed, delayed, delivered, relayed, expanded; '' if the report does not say
    status: str  # 5.1.1, or ''
    diagnostic: str = ""


@dataclass(slots=True)
class Bounce:
    """What a delivery report says. Only a signed envelope address proves that it is about a mail of ours."""

    action: str = ""
    status: str = ""
    recipients: list[Recipient] = field(default_factory=list)
    original_id: str = ""  # Message-ID of the returned mail, as the report claims

    @property
    def permanent(self) -> bool:
        return (self.action == "failed" and not self.status.startswith("4")) or self.status.startswith("5")


def read_bounce(parts: list[Part], text: str) -> Bounce:
    """Read the fields of the report; without them, take the first code and the addresses of its prose."""
    bounce = Bounce()
    for part in parts:
        if part.kind in _REPORTS and len(bounce.recipients) < _MOST_RECIPIENTS:
            bounce.recipients += _recipients(part)
        elif part.kind in _RETURNED and not bounce.original_id:
            bounce.original_id = _original_id(part)
    ranked = sorted(bounce.recipients, key=lambda one: one.action != "failed")
    if ranked:
        bounce.action, bounce.status = ranked[0].action, ranked[0].status
    else:
        _from_prose(bounce, text[:20_000])
    return bounce


def _recipients(part: Part) -> list[Recipient]:
    """Read one block of fields for each recipient; the first block is about the whole mail."""
    data, _ = part.decoded()
    found = []
    for block in data[:200_000].split(b"\n\n")[: _MOST_RECIPIENTS + 5]:
        header, _ = read_header(block.lstrip(b"\n") + b"\n\n", 0, DEFAULT)
        address = header.first("final-recipient") or header.first("original-recipient")
        if not address and not header.first("action"):
            continue
        action = header.first("action").split("(")[0].strip().lower()
        status = _STATUS.search(header.first("status")) or _STATUS.search(header.first("diagnostic-code"))
        found.append(
            Recipient(
                _plain(address), action if action in _ACTIONS else "",
                status[0] if status else "", visible(header.first("diagnostic-code"), 300),
            )
        )  # fmt: skip
    return found


_ACTIONS = ("failed", "delayed", "delivered", "relayed", "expanded")


def _plain(value: str) -> str:
    address = value.split(";", 1)[-1].strip().strip("<>")
    return address if valid(address) else ""


def _original_id(part: Part) -> str:
    data, _ = part.decoded()
    header, _ = read_header(data[:100_000].lstrip(b"\n"), 0, DEFAULT)
    found = _ID.search(header.first("message-id")[:2_000])
    return found[0] if found else ""


def _from_prose(bounce: Bounce, text: str) -> None:
    status = _STATUS.search(text)
    code = _CODE.search(text)
    if status and status[1] != "2":
        bounce.status = status[0]
    elif code:
        bounce.status = f"{code[1]}.0.0"
    bounce.action = {"5": "failed", "4": "delayed"}.get(bounce.status[:1], "")
    addresses = dict.fromkeys(m[0] for m in _ANY_ADDRESS.finditer(text))
    people = [one for one in addresses if not one.lower().startswith(("mailer-daemon@", "postmaster@"))]
    bounce.recipients = [Recipient(one, bounce.action, bounce.status) for one in people[:5]]
    found = re.search(r"^message-id:\s{0,20}(<[^<>\s]{1,998}>)", text, re.IGNORECASE | re.MULTILINE)
    bounce.original_id = found[1] if found else ""
