"""Camel Caravan (A-CARA): cut a region in two, give the new one a token, perhaps exchange tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick
from pbem.core.words import Say
from pbem.titles.ankh.map.caravans import Line
from pbem.titles.ankh.notation import cut_line, spelled_edge, spelled_pair
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording import turn_words as words
from pbem.titles.ankh.wording.lists import even_cuts

__all__ = ["ASKED", "Caravan", "caravans", "exchange_pairs"]

ASKED = (
    Asked(
        "caravan",
        (Say("Camels are placed when your action triggers a Camel Caravan"), "A-EVT-2"),
        judge="pbem.titles.ankh.computer.greedy:caravan",
    ),
    Asked("token", (Say("which part keeps its order token is asked after a caravan"), "A-CARA-4")),
    Asked(
        "exchange",
        (Say("order tokens are exchanged after a caravan only"), "A-CARA-5"),
        judge="pbem.titles.ankh.computer.greedy:exchange",
    ),
)


def caravans(t: Ankh) -> list[Line]:
    """List every legal line, region by region; none without a Camel or an order token in the supply (A-RUL-23)."""
    if not t.spare:
        return []
    lines = t.lay.lines(min(t.camels_left, t.data.camels_per_caravan))
    return [line for anchor in sorted(lines) for line in lines[anchor]]


def exchange_pairs(t: Ankh, new: Sequence[int]) -> list[str]:
    """List exchanges of one token of the new regions with any other on the map (A-CARA-5, A-RUL-5)."""
    tokens = sorted(t.tokens.values())
    pairs = {(min(one, other), max(one, other)) for one in new for other in tokens if one != other}
    return [f"{one}-{other}" for one, other in sorted(pairs)]


@dataclass(eq=False, repr=False)
class Caravan(Procedure):
    """`edges` are the Camels placed so far; `parts` the anchors of the two new regions."""

    kind: ClassVar[str] = "ankh.caravan"
    seat: str
    edges: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def start(self, t: Ankh) -> Outcome:
        """Ask edge by edge, each of which leaves a legal line to be finished (A-CARA-1 to A-CARA-3)."""
        placed = set(self.edges)
        lines = [line for line in caravans(t) if placed.issubset(line.edges)] if placed else caravans(t)
        if not lines:
            t.tell("no_caravan", self.seat)
            return Done()
        left = sorted(set[str]().union(*[line.edges for line in lines]) - placed)
        question = Pick(
            "caravan",
            words.caravan_prompt(self.edges),
            left,
            low=1 if self.edges else 0,
            text=lambda key: words.edge_text(lines, key),
            why_not=lambda text: words.why_no_camel(t, self.edges, text),
            spelled=spelled_edge,
            series=cut_line,
            brief=None if self.edges else lambda: even_cuts(t, lines),
            whole=not self.edges,
        )
        return Ask(self.seat, question, self.laid)

    def laid(self, t: Ankh, keys: Keys) -> Outcome:
        """Lay a Camel; no legal line is part of another, so a line that is legal is finished."""
        if not keys:
            t.tell("declined", self.seat, what="caravan")
            return Next(self.done)
        self.edges.append(keys[0])
        placed = tuple(sorted(self.edges))
        whole = next((line for line in caravans(t) if line.edges == placed), None)
        if whole is None:
            return Next(self.start)
        old = t.tokens.pop(t.lay.anchor[whole.edges[0].split("|")[0]])
        t.camels = sorted([*t.camels, *whole.edges])
        self.parts = sorted(min(part) for part in whole.parts)
        t.tell("caravan", self.seat, edges=list(whole.edges), token=old, sizes=list(whole.sizes))
        t.tokens[self.parts[0]] = old
        t.tokens[self.parts[1]] = t.spare.pop(0)
        return Next(self.keep)

    def keep(self, t: Ankh) -> Outcome:
        """Ask which part keeps the token; the other one has the lowest of the supply (A-CARA-4)."""
        old, anchor = t.tokens[self.parts[0]], t.lay.anchor
        question = Pick(
            "token",
            words.token_prompt(old),
            list(self.parts),
            text=lambda key: words.part_text(t, key),
            spelled=lambda text: anchor.get(text.upper()),
        )
        return Ask(self.seat, question, self.kept)

    def kept(self, t: Ankh, keys: Keys) -> Outcome:
        one, other = self.parts
        if keys[0] == other:
            t.tokens[one], t.tokens[other] = t.tokens[other], t.tokens[one]
        t.tell("tokens", self.seat, tokens={place: t.tokens[place] for place in self.parts})
        return Next(self.swap)

    def swap(self, t: Ankh) -> Outcome:
        new = [t.tokens[place] for place in self.parts]
        question = Pick(
            "exchange",
            words.exchange_prompt(),
            exchange_pairs(t, new),
            low=0,
            default=[],
            text=lambda key: words.exchange_text(t, key),
            why_not=lambda text: words.why_no_exchange(t, new, text),
            spelled=spelled_pair,
        )
        return Ask(self.seat, question, self.swapped)

    def swapped(self, t: Ankh, keys: Keys) -> Outcome:
        if keys:
            one, other = (t.anchor_of(int(token)) for token in keys[0].split("-"))
            t.tokens[one], t.tokens[other] = t.tokens[other], t.tokens[one]
            t.tell("exchanged", self.seat, tokens=keys[0])
        return Next(self.done)
