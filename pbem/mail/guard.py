"""Decide whether a mail is read, held or dropped, and whether its sender gets an answer.

Pure decisions on small values; the register remembers things from mail to mail. Machines and strangers are never
answered, and nobody gets more than ten answers a day to mail that was not counted (promise 6).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Literal

from pbem.core.errors import Fault
from pbem.core.records import record
from pbem.core.words import Say, phrase
from pbem.mail.words import word

if TYPE_CHECKING:
    from pbem.mail.reading.incoming import Incoming
    from pbem.mail.tokens import Signer

Action = Literal["read", "bounce", "drop", "hold"]

LOOK_AT = {
    "challenge": Say("a machine asks to confirm that we are human; nobody here does (challenge)"),
    "abuse report": Say("somebody reports our mail as unwanted (abuse report)"),
    "mail loop": Say("it has gone through too many servers (mail loop)"),
}
"""Machine mail that somebody must look at (faults 134, 136, 140)."""
QUIET = frozenset({"read receipt", "reaction", "calendar"})
"""Machine mail that says nothing about its sender being away: not worth a note (faults 61, 91)."""


@record(frozen=True)
class Screen:
    """What to do with a mail, decided before its sender is known."""

    action: Action
    why: str = ""
    """The reason, for the log and the moderator."""
    problem: str = ""
    """The problem of a held mail; the frame text `hold-PROBLEM` explains it to the player."""
    away: bool = False
    """Whether a machine answered for its owner, who may be away."""


def screen(mail: Incoming, signer: Signer, own: Sequence[str]) -> Screen:
    """Sort out machines, then what cannot be read; everything else is a person's mail."""
    if comes_back(mail, signer, own):
        return Screen("drop", Say("our own mail came back"))  # answering it would make a loop (fault 135)
    if mail.kind == "bounce":
        return Screen("bounce", mail.why)
    if mail.kind == "auto":
        if mail.why in LOOK_AT:
            return Screen("hold", LOOK_AT[mail.why])
        return Screen("drop", Fault("automatic mail ({kind})", kind=mail.why), away=mail.why not in QUIET)
    if mail.hold:
        return Screen("hold", phrase(word("en", f"hold-{mail.hold[0]}")), mail.hold[0])
    return Screen("read")


def comes_back(mail: Incoming, signer: Signer, own: Sequence[str]) -> bool:
    """Tell whether this is our own mail: by our loop mark, our Message-ID, or our address as its sender."""
    ours = {address.lower() for address in own}
    if any(value.strip().lower() in ours for value in mail.header.all("x-loop")):
        return True
    if signer.read_message_id(mail.message_id) is not None:
        return True
    return any(one.address.lower() in ours for one in mail.senders)


def mail_key(message_id: str) -> str:
    """Digest a Message-ID: it tells copies of a mail, and the journal keeps nothing else of a mail."""
    return sha256(message_id.strip().encode("utf-8", "replace")).hexdigest()


def content_key(sender: str, typed: str) -> str:
    """Digest what the person wrote, without headers and footers that servers add (fault 161)."""
    words = " ".join(typed.split())
    return sha256(f"{sender.lower()}\n{words}".encode("utf-8", "replace")).hexdigest()


PASSED, FAILED = frozenset({"pass"}), frozenset({"fail", "softfail", "hardfail", "permerror", "policy", "reject"})


@record(frozen=True)
class Result:
    """One `method=result` of an Authentication-Results field, with what it is about."""

    method: str
    verdict: str
    about: dict[str, str]

    def vouches_for(self, domain: str) -> bool:
        """Tell whether the result is about the domain in `From`: a valid signature of another domain says nothing about
        this sender (fault 155)."""
        named = [self.about.get(key, "") for key in ("header.d", "header.i", "smtp.mailfrom", "header.from")]
        domains = [name.rpartition("@")[2].strip("\"'").lower() for name in named]
        return any(
            one == domain or domain.endswith(f".{one}") or one.endswith(f".{domain}") for one in domains if "." in one
        )


Word = Literal["pass", "fail", "none", "nothing"]


def authentic(mail: Incoming, authserv: str) -> Word:
    """Say what our own server wrote about the sender: that it passed or failed, none of both, or nothing at all.

    Only fields that name our server count, and only those above the first field of another server: fields further down
    came with the mail, and its sender may have written them (fault 154).
    """
    domain = (mail.sender or "").rpartition("@")[2].lower()
    results: list[Result] = []
    spoke = False
    for value in mail.header.all("authentication-results"):
        name, _, rest = value.partition(";")
        if name.split()[:1] != [authserv]:
            break
        spoke = True
        results += _results(rest)
    for result in results:
        if result.method == "dmarc" and result.verdict in PASSED | FAILED:
            return "pass" if result.verdict in PASSED else "fail"
    known = [result for result in results if result.method in ("dkim", "spf")]
    if any(result.verdict in PASSED and result.vouches_for(domain) for result in known):
        return "pass"
    if any(result.verdict in FAILED for result in known):
        return "fail"
    return "none" if spoke else "nothing"


def _results(text: str) -> list[Result]:
    """Read the results of the field, comments left out."""
    kept: list[str] = []
    depth = 0
    for char in text[:5_000]:
        depth += (char == "(") - (char == ")" and depth > 0)
        if depth == 0 and char != ")":
            kept.append(char)
    found = []
    for part in "".join(kept).split(";"):
        pairs = [word.partition("=") for word in part.split() if "=" in word]
        if pairs:
            about = {name.lower(): value for name, _, value in pairs[1:]}
            found.append(Result(pairs[0][0].lower(), pairs[0][2].lower(), about))
    return found
