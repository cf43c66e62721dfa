"""Ankh: Pharaoh against the same rules written a second time: the same questions with the same options, and the same
table after every answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from pbem.titles.ankh import TITLE
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.pharaoh.part import court
from tests.titles.ankh.court import RULERS
from tests.titles.ankh.second.court import MORE, ROOMS
from tests.titles.ankh.second.ground import RAW
from tests.titles.ankh.second.policies import POLICY, Reign
from tests.titles.ankh.second.table import Monument
from tests.titles.ankh.test_second import SCENARIOS, Pair

RICH = 5
"""Policy cards dealt to each side where a game begins rich."""


class CourtPair(Pair):
    """One game of the expansion in both programs."""

    second: Reign

    def box(self, modules: Sequence[str]) -> Any:
        return TITLE.prepare({**RAW, **({"pharaoh": MORE} if "pharaoh" in modules else {})})

    def beside(self, chosen: Options) -> Reign:
        part, t = court(self.t), self.t
        self.shuffles = 1
        return Reign(
            part.ruler, list(part.deck), list(part.row), self.orders(), list(t.order), chosen.scenario,
            list(t.guardians), chosen.model_dump(),
        )  # fmt: skip

    def orders(self) -> Iterator[list[int]]:
        """How the first program shuffled each new deck: chance is the one thing that both share."""
        while True:
            drawn = [draw for draw in self.t.live.draws if draw.label.endswith("pharaoh/policies")]
            yield list(drawn[self.shuffles].order)
            self.shuffles += 1

    def enrich(self) -> None:
        """Cards, Sphinxes and Priests as late in a game, too."""
        super().enrich()
        part, second = court(self.t), self.second
        for side in self.t.order:
            for nth in range(self.luck.below(RICH + 1)):
                card = part.deck.pop(self.luck.below(len(part.deck)))
                second.deck = list(part.deck)
                (part.used if nth % 3 == 2 else part.hand)[side].append(card)
                (second.spent if nth % 3 == 2 else second.held)[side].append(card)
            own = self.t.monuments_of(side)
            if own and self.t.supply["sphinx"] and self.luck.below(2):
                place = own[self.luck.below(len(own))]
                kind = self.t.monuments[place].kind
                for supply in (self.t.supply, second.supply):
                    supply[kind] += 1
                    supply["sphinx"] -= 1
                self.t.monuments[place] = self.t.monuments[place].with_changes(kind="sphinx")
                second.monuments[place] = Monument("sphinx", side)
            room = ROOMS[self.luck.below(4)]
            part.chambers["law"].pop(side)
            part.chambers[room][side] = 1
            second.rooms["law"].remove(side)
            second.rooms[room].append(side)

    def lies(self) -> dict[str, Any]:
        part = court(self.t)
        rooms = {room: {side: n for side, n in there.items() if n} for room, there in part.chambers.items()}
        out = self.t.forgotten
        return super().lies() | {
            "king": (part.at, part.dead, part.on_card, sorted(part.tokens), part.death),
            "priests": {side: n for side, n in part.priests.items() if side not in out},
            "rooms": rooms,
            "row": part.row,
            "deck": part.deck,
            "discard": sorted([*part.discard, *part.drawn]),
            "held": {side: sorted(cards) for side, cards in part.hand.items()},
            "spent": {side: sorted(cards) for side, cards in part.used.items()},
            "gone": sorted(part.removed),
            "infantry": set(part.infantry),
        }

    def described(self) -> dict[str, Any]:
        s = self.second
        drawn = court(self.t).drawn  # in the other program they are in nobody's pile while one is chosen
        return super().described() | {
            "king": (s.king, s.dead, s.on_card, sorted(s.marks), s.doom),
            "priests": {side: n for side, n in s.priests.items() if side not in s.forgotten},
            "rooms": {room: {side: there.count(side) for side in there} for room, there in s.rooms.items()},
            "row": s.row,
            "deck": s.deck,
            "discard": sorted([*s.discard, *drawn]),
            "held": {side: sorted(cards) for side, cards in s.held.items()},
            "spent": {side: sorted(cards) for side, cards in s.spent.items()},
            "gone": sorted(s.gone),
            "infantry": s.infantry,
        }


def played(n: int) -> set[str]:
    """The n-th game: Pharaoh, players, scenario, modes and wealth by turns; says what was asked in it."""
    options = {
        "control_optional": n % 5 == 0,
        "bountiful_everywhere": n % 3 != 0,
        "followers_limited": n % 7 == 0,
        "palace_mode": ("ask", "auto")[n % 2],
        "pharaoh": RULERS[n % 5],
        "expansion": "pharaoh",
    }
    pair = CourtPair(2 + n // 5 % 4, f"court {n}", n % 11 != 0, scenario=SCENARIOS[n // 3 % 3], **options)
    return set(pair.play())


@pytest.mark.parametrize("n", range(5))
def test_random_games(n: int) -> None:
    """Each Pharaoh once, whole games."""
    assert {"pharaoh", "action", "policy", "priest", "card"} <= played(n)


CARD_QUESTIONS = {"escort", "ferry", "bury", "claim", "ordain", "intrigue", "progress", "census", "recall"}
EVERY = CARD_QUESTIONS | {
    "law",
    "sphinx",
    "riddle",
    "court",
    "throne",
    "journey",
    "drawn",
    "infantry",
    "flock",
    "draft",
}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 600, 50))
def test_many_random_games(first: int) -> None:
    """Every question of the expansion is compared in so many games."""
    compared = set().union(*(played(n) for n in range(first, first + 50)))
    assert EVERY | {"step", "expedition", "palace"} <= compared


def test_every_card_is_written_twice() -> None:
    """P-POL-6: the other program has a condition and an effect of its own for each."""
    assert all(hasattr(Reign, f"can_{card}") and hasattr(Reign, f"use_{card}") for card in POLICY)
