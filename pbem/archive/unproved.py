"""What no check of an archive can prove, in words."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.archive.checks import spans
from pbem.archive.models import PAGE, REPORT, SUMS
from pbem.core.errors import Fault

NO_SECRETS = Fault("a public copy has no seed and no secret parts")
NO_REPLAY = Fault("{known}: it cannot be played again", known=NO_SECRETS)
GUESSED = Fault(
    "{known}: it was played with guesses for them, and other hidden things may explain it as well", known=NO_SECRETS
)
WITNESS = Fault(
    "who played and when, and that nobody wrote the whole record anew with other legal moves, only kept mails can show "
    "(--mails)"
)


def limits(unproved: Sequence[int], *, guessed: bool) -> str:
    """Say the limits of a public copy; boards of these entries cannot be drawn again."""
    known = GUESSED if guessed else NO_REPLAY
    if not unproved:
        return Fault("{known}; {witness}", known=known, witness=WITNESS)
    members = {"page": PAGE, "sums": SUMS, "report": REPORT}
    boards = Fault(
        "the boards of entries {entries} in {page} rest on {sums} and {report} alone",
        entries=spans(unproved),
        **members,
    )
    return Fault("{known}; {boards}; {witness}", known=known, boards=boards, witness=WITNESS)
