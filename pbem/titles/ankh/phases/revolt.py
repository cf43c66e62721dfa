"""The People's Revolt: caravans become consolidations, and winners pay with their own units (A-SCEN-REVOLT).

A module of its own: it replaces an event and who dies, and nothing in the base game knows of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import Field

from pbem.core.asking import Asked
from pbem.core.book import Module
from pbem.core.procedures import Ask, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.table import Known, Model, no_list
from pbem.core.words import Say
from pbem.titles.ankh.game_book import AnkhBook
from pbem.titles.ankh.notation import spelled_pair
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording import revolt_words as words

__all__ = ["MODULE", "NAME", "Consolidation", "Revolt", "divided"]

NAME = "revolt"


class RevoltPart(Model):
    """Event spaces on which a Follower lies."""

    known: ClassVar[Known] = Known(open=("followers",))

    followers: list[int] = Field(default_factory=no_list)


def part(t: Ankh) -> RevoltPart:
    found = t.parts[NAME]
    assert isinstance(found, RevoltPart)
    return found


def lay_followers(t: Ankh) -> None:
    """Lay Followers on the Caravan events of the track (A-SCEN-REVOLT-1)."""
    t.parts[NAME] = RevoltPart(followers=[event.index for event in t.data.events if event.type == "camel"])


def lying(t: Any) -> dict[int, int]:
    return dict.fromkeys(part(t).followers, 1) if NAME in t.parts else {}


def winners_die(t: Ankh, token: int, winner: Seat) -> list[str]:
    """Choose own units of who wins or dominates; if nobody wins, nobody dies (A-SCEN-REVOLT-2, A-RUL-39)."""
    return t.units_in(token, winner) if winner else []


def divided(t: Ankh) -> list[str]:
    """List `2-5`: regions with at least one Camel between them (A-RUL-40)."""
    pairs = set()
    for camel in t.camels:
        tokens = sorted(t.tokens[t.lay.anchor[place]] for place in camel.split("|"))
        if tokens[0] != tokens[1]:
            pairs.add((tokens[0], tokens[1]))
    return [f"{one}-{other}" for one, other in sorted(pairs)]


@dataclass(eq=False, repr=False)
class Consolidation(Procedure):
    """Two regions become one; the highest order token on the map leaves the game (A-SCEN-REVOLT-3).

    `joined` is the anchor of the new region, `freed` that of the region whose token left, if that is another one.
    """

    kind: ClassVar[str] = "ankh.consolidation"
    module: ClassVar[str] = NAME
    seat: str
    joined: str = ""
    freed: str = ""
    tokens: list[int] = field(default_factory=list)

    def start(self, t: Ankh) -> Outcome:
        if t.event in part(t).followers:
            part(t).followers.remove(t.event)
            n = t.gain_followers(t.side(self.seat), 1)
            t.tell("followers_gained", self.seat, n=n, why="revolt")
        return Next(self.choose)

    def choose(self, t: Ankh) -> Outcome:
        """Ask which regions are joined, which is not optional (A-RUL-40, A-DEC-23)."""
        pairs = divided(t)
        if not pairs:
            return Done()
        question = Pick(
            "consolidate",
            words.consolidate_prompt(),
            pairs,
            text=lambda key: words.consolidate_text(t, key),
            why_not=lambda text: words.why_no_consolidation(t, text),
            spelled=spelled_pair,
        )
        return Ask(self.seat, question, self.chosen)

    def chosen(self, t: Ankh, keys: Keys) -> Outcome:
        self.tokens = [int(token) for token in keys[0].split("-")]
        one, other = (set(t.lay.spaces[t.anchor_of(token)]) for token in self.tokens)
        between = [name for name in t.camels if len({*name.split("|")} & one) == 1 == len({*name.split("|")} & other)]
        highest = max(t.tokens.values())
        self.freed = t.anchor_of(highest)
        kept = [token for token in self.tokens if token != highest]
        t.tokens = {anchor: token for anchor, token in t.tokens.items() if token not in (*self.tokens, highest)}
        t.camels = [name for name in t.camels if name not in between]
        self.joined = min(one | other)
        t.tokens[self.joined] = kept[0]
        t.leave("order token")
        t.tell("consolidated", self.seat, tokens=list(self.tokens), camels=len(between), gone=highest, kept=kept[0])
        if len(kept) == 1:
            return Next(self.done)
        t.tokens[self.freed] = kept[1]
        return Next(self.place)

    def place(self, t: Ankh) -> Outcome:
        """Ask which of the two tokens of the joined region goes where the removed one lay."""
        options = [str(token) for token in self.tokens]
        question = Pick("token", words.move_token_prompt(), options, text=lambda key: words.move_token_text(key))
        return Ask(self.seat, question, self.placed)

    def placed(self, t: Ankh, keys: Keys) -> Outcome:
        moved = int(keys[0])
        t.tokens[self.freed] = moved
        t.tokens[self.joined] = next(token for token in self.tokens if token != moved)
        t.tell("token_moved", self.seat, token=moved, kept=t.tokens[self.joined])
        return Next(self.done)


class Revolt(Module):
    """The special rules of the scenario."""

    name: ClassVar[str] = NAME
    part: ClassVar[type[Any] | None] = RevoltPart

    def extend(self, book: AnkhBook) -> None:
        book.setup.add(NAME, lay_followers)
        book.events.replace("camel", Consolidation)
        book.event_names.add("camel", "consolidate")
        book.event_followers = lying
        book.doomed = book.dominated = winners_die
        place = Say("regions are joined when your action triggers a Consolidation"), "A-SCEN-REVOLT-3"
        book.asks(Asked("consolidate", place))


MODULE = Revolt()
