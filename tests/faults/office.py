"""The mail server of the simulated games: it refuses, takes twice, delays and brings in another order, by chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from pbem.mail.handover.transport import Done, Outcome, Trouble
from pbem.mail.letter import Stored


class Broken(AssertionError):
    """The simulation came to something that must not be."""


@dataclass(slots=True)
class Letter:
    """Something under way: a mail to a player, or (`reply`) a player's answer, and when it arrives."""

    due: int
    raw: bytes
    about: dict[str, str]
    reply: bool = False


@dataclass(slots=True)
class Office:
    """The mail server: what it took, and what is under way."""

    luck: Random | None
    taken: dict[str, bytes] = field(default_factory=dict)
    under_way: list[Letter] = field(default_factory=list)
    now: int = 0
    refusals: int = 0
    told: list[str] = field(default_factory=list)
    """What this process was told that we have."""
    known: set[str] = field(default_factory=set)
    """Mails of which no process can doubt any more that they were handed over."""
    wrong: list[str] = field(default_factory=list)
    """What must not be; raised here it would be trouble with a mail server to the program, and made good."""
    story: list[str] = field(default_factory=list)

    def chance(self, share: float) -> bool:
        return self.luck is not None and self.luck.random() < share

    def send_batch(
        self, server: object, mails: list[tuple[str, Stored]], done: Done, halt: object = None
    ) -> Trouble | None:
        """Stands in for the connection."""
        if self.refusals < 2 and self.chance(0.15):
            self.refusals += 1
            return Trouble("connect", "nobody answers")
        self.refusals = 0
        for name, mail in mails:
            if self.chance(0.04):
                done(name, Outcome("later", 451, "try again"))
                continue
            self.take(mail)
            if self.chance(0.04):
                self.story.append(f"the connection drops when {mail.message_id} is taken")
                return Trouble("drop", "the connection is gone")
            done(name, Outcome("sent", 250, "ok"))
            self.told.append(mail.message_id)
        return None

    def process_ends(self, *, undisturbed: bool, power: bool) -> None:
        """A process that came to its end has noted what we took; a power cut may take such notes away again."""
        self.known = set() if power else self.known | set(self.told if undisturbed else ())
        self.told = []

    def take(self, mail: Stored) -> None:
        if mail.message_id in self.known or mail.message_id in self.told:
            self.wrong.append(f"{mail.message_id} is handed over again, though it was taken and nothing happened since")
        known = self.taken.setdefault(mail.message_id, mail.content)
        if known != mail.content:
            self.wrong.append(f"{mail.message_id} came in two forms")
        if known is mail.content:
            self.carry(mail.content, mail.about)

    def carry(self, raw: bytes, about: dict[str, str], *, reply: bool = False) -> None:
        late = self.luck.choice((1, 1, 2, 5)) if self.luck is not None else 1
        self.under_way.append(Letter(self.now + late, raw, about, reply))

    def arrived(self) -> list[Letter]:
        """What has arrived by now, in any order."""
        here = [letter for letter in self.under_way if letter.due <= self.now]
        self.under_way = [letter for letter in self.under_way if letter.due > self.now]
        if self.luck is not None:
            self.luck.shuffle(here)
        return here
