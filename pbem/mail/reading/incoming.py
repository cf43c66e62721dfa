"""What is read off one raw mail, and which problems of it count."""

from dataclasses import dataclass, field
from typing import Literal

from pbem.mail.reading.address import Address
from pbem.mail.reading.body import DroppedPart
from pbem.mail.reading.bounce import Bounce
from pbem.mail.reading.flat import Flat
from pbem.mail.reading.headers import Header

Kind = Literal["human", "auto", "bounce"]

# Problems that put a mail aside for the moderator: nobody can know what was typed, or a limit was reached.
HOLD = frozenset(
    ["unreadable", "too-big", "too-deep", "too-many-parts", "too-many-header-lines", "header-too-long", "utf-7",
     "tnef", "no-sender", "several-senders", "loop"]
)  # fmt: skip
# Problems that forbid to play anything, though the sender can be told why.
REFUSE = frozenset(["encrypted", "partial", "text-too-long", "struck-out", "parts-disagree"])


@dataclass(slots=True)
class Incoming:
    """What one mail says. `text` is the whole body; `reply_text` finds the typed words in it."""

    message_id: str = ""
    made_id: bool = False  # the mail had no usable id; this one was made from its content
    senders: list[Address] = field(default_factory=list)
    reply_to: list[Address] = field(default_factory=list)
    to: list[Address] = field(default_factory=list)
    envelope_to: list[str] = field(default_factory=list)
    return_path: str | None = None  # '' is the empty sender of machines; None: there is no such field
    subject: str = ""
    references: list[str] = field(default_factory=list)
    in_reply_to: list[str] = field(default_factory=list)
    date: str | None = None
    text: str = ""
    source: str = "none"
    flat: Flat | None = None
    other: Flat | None = None
    dropped: list[DroppedPart] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    header: Header = field(default_factory=Header)
    kind: Kind = "human"
    why: str = ""
    bounce: Bounce | None = None

    @property
    def sender(self) -> str | None:
        """The address that this mail is from; None if there is none or more than one."""
        return self.senders[0].address if len(self.senders) == 1 and "several-senders" not in self.problems else None

    @property
    def hold(self) -> list[str]:
        return [problem for problem in self.problems if problem in HOLD]
