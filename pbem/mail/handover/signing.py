"""Sign outgoing mail with DKIM, for homes whose mail no server signs on the way.

A signature is made when a mail is handed over. It bears the date of the mail, not the present time, so that a mail that
is sent again has the same bytes (fault 7).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Fault, MailProblem
from pbem.plain import read_file

if TYPE_CHECKING:
    from pbem.mail.letter import Stored


@dataclass(frozen=True, slots=True)
class Seal:
    """The domain, selector and private key (PEM) with which a home signs."""

    domain: str
    selector: str
    key: bytes

    def __repr__(self) -> str:
        # The key must not show in a traceback or log (fault 262).
        return f"Seal({self.selector}._domainkey.{self.domain})"


def load_seal(domain: str, selector: str, key_file: Path) -> Seal:
    """Load the key that the settings name. Without it nothing is sent: unsigned mail would harm the domain."""
    try:
        import dkim  # noqa: F401
    except ImportError:
        raise MailProblem(Fault("Signing needs the extra `dkim`: pip install 'pbem[dkim]'.")) from None
    try:
        key = read_file(key_file)
    except OSError as error:
        raise MailProblem(
            Fault("{path}: the DKIM key cannot be read: {reason}.", path=key_file, reason=error.strerror)
        ) from None
    return Seal(domain, selector, key)


def signed(mail: Stored, seal: Seal) -> Stored:
    """Put a signature in front of a mail."""
    import dkim

    content = b"\r\n".join(mail.content.split(b"\n"))
    stamp = _date_of(mail.content)

    class Dated(dkim.DKIM):  # type: ignore[misc]
        def gen_header(self, fields: list[tuple[bytes, bytes]], *rest: Any) -> Any:
            # The library would write the present time, so that every try had other bytes.
            return super().gen_header([(name, stamp if name == b"t" else value) for name, value in fields], *rest)

    try:
        signature = Dated(content, linesep=b"\n").sign(
            seal.selector.encode("idna"), seal.domain.encode("idna"), seal.key, canonicalize=(b"relaxed", b"relaxed")
        )
    except dkim.DKIMException as error:
        raise MailProblem(Fault("A mail cannot be signed: {error}.", error=error)) from None
    return replace(mail, content=signature.replace(b"\r\n", b"\n") + mail.content)


def _date_of(content: bytes) -> bytes:
    """Return the `Date` of the mail, as DKIM writes it."""
    from email.utils import parsedate_to_datetime

    line = next(line for line in content.split(b"\n") if line.startswith(b"Date: "))
    return str(int(parsedate_to_datetime(line[6:].decode("ascii")).timestamp())).encode()
