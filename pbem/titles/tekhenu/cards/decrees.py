"""Decrees (T-CARD-D01 to T-CARD-D24): what each is worth at the end (T-END-1).

Each is declared by its row: the component tables say what is counted and for how much. A Decree is judged within a
`Claim`: the set of Decrees that are scored together and what is left of the stock after their payments, because D04 is
paid for before D08 counts the rest (RUL-34). D23 is worth nothing here: it acts before the final scoring (T-SCORE-0).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from pbem.core.cards import Card, Deck, Row, Scores, named
from pbem.core.questions import Seat
from pbem.core.records import record
from pbem.titles.tekhenu.board import BASIC, DICE
from pbem.titles.tekhenu.cards.card_rows import ROWS
from pbem.titles.tekhenu.phases.temple import temple_points
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["BEFORE_FINAL", "COUNTS", "DECREES", "Claim", "declared", "decree_types", "points"]


@record()
class Claim:
    """Decrees scored together. `stock` is what is left when D04 has been paid; `paid` is what D04 was paid with;
    `again` is the Decree that D03 scores a second time."""

    decrees: tuple[str, ...]
    stock: dict[str, int]
    paid: dict[str, int] = field(default_factory=dict)
    again: str = ""


Count = Callable[[Tekhenu, Seat, Claim], int]

COUNTS: dict[str, Count] = {
    "own_technologies": lambda t, me, claim: len(t.players[me].technologies),
    "own_distinct_decree_types": lambda t, me, claim: len(decree_types(t, me, claim)),
    "triangles_reached_by_population": lambda t, me, claim: min(
        t.data.triangles_reached(t.players[me].population), sum(claim.paid.values())
    ),
    "triangles_reached_by_happiness": lambda t, me, claim: t.data.triangles_reached(t.players[me].happiness),
    "own_scribes": lambda t, me, claim: claim.stock["scribe"],
    "own_gold": lambda t, me, claim: claim.stock["gold"],
    "own_quarries": lambda t, me, claim: osiris_buildings(t, me, t.data.quarries),
    "own_workshops": lambda t, me, claim: osiris_buildings(t, me, t.data.workshops),
    "own_osiris_buildings": lambda t, me, claim: t.osiris.count(me),
    "own_temple_buildings": lambda t, me, claim: t.temple_buildings(me),
    "own_pillars": lambda t, me, claim: t.pillars_built(me),
    "own_statues": lambda t, me, claim: t.statues_built(me),
    "own_god_statues": lambda t, me, claim: t.statues_for_gods(me),
    "own_people_statues": lambda t, me, claim: t.statues_for_people(me),
    "own_buildings_built": lambda t, me, claim: t.buildings_built(me),
}
"""What `per` in a Decree's table may count."""


def _stock_count(resource: str) -> Count:
    return lambda t, me, claim: claim.stock[resource]


COUNTS.update({f"own_{resource}": _stock_count(resource) for resource in BASIC})

DECREES = Deck("decrees")
BEFORE_FINAL = "before final scoring"
"""The window of T-SCORE-0."""


def decree_types(t: Tekhenu, me: Seat, claim: Claim) -> set[str]:
    """Collect the Decree symbols that D02 counts: of all Decrees owned, or by option of those scored (RUL-33)."""
    counted = t.players[me].decrees if t.options.D02_counts == "owned" else claim.decrees
    return {t.data.cards[card].type for card in counted}


def osiris_buildings(t: Tekhenu, me: Seat, districts: tuple[int, ...]) -> int:
    return sum(1 for at, owner in enumerate(t.osiris) if owner == me and at % 4 in districts)


def points(t: Tekhenu, me: Seat, card: str, claim: Claim) -> int:
    """Reckon the VP of one Decree within a claim."""
    scores = t.book.decrees[card].scores
    return scores(t, me, card, claim) if scores else 0


def per(t: Tekhenu, me: Seat, card: str, claim: Claim) -> int:
    """Give so many VP for each thing counted, up to the printed cap."""
    effect = t.data.cards[card].effect
    found: int = sum(each * t.book.counts[count](t, me, claim) for count, each in effect["per"].items())
    cap: int = effect.get("cap", found)
    return min(found, cap)


def happiness_above_lowest(t: Tekhenu, me: Seat, card: str, claim: Claim) -> int:
    """Count steps above the lowest of all markers, one's own included (RUL-37)."""
    return t.players[me].happiness - min(player.happiness for player in t.players.values())


def place_in_order(t: Tekhenu, me: Seat, card: str, claim: Claim) -> int:
    """Reward the place in the turn order (T-CARD-D20)."""
    reward: int = t.data.cards[card].effect["turn_order"].get(str(t.order.index(me) + 1), 0)
    return reward


def half_of_pure_dice(t: Tekhenu, me: Seat, card: str, claim: Claim) -> int:
    """Halve the sum of dice still lying on the left pan, rounded up (RUL-05)."""
    return (sum(DICE[die][1] for die in t.players[me].left) + 1) // 2


def temple_again(t: Tekhenu, me: Seat, card: str, claim: Claim) -> int:
    """Score T-SCORE-2 once more; leave Statues out unless the option says otherwise (RUL-36)."""
    return temple_points(t, me, statues=t.options.D24_includes_statues)


def score_again(t: Tekhenu, me: Seat, card: str, claim: Claim) -> int:
    """Give once more what another scored Decree gave, if D03 is in the game (RUL-01)."""
    return points(t, me, claim.again, claim) if claim.again else 0


FORMULAS: dict[str, Scores] = {
    "own_happiness - lowest_happiness_on_track": happiness_above_lowest,
    "ceil(sum(values of own pure dice on the scale)/2)": half_of_pure_dice,
}
"""What `vp` in a Decree's table may say."""


def reckoned(row: Row) -> Card:
    """Declare a Decree whose points a formula gives."""
    return Card(row["id"], scores=named(FORMULAS, row["effect"]["vp"], row))


def scored(scores: Scores) -> Callable[[Row], Card]:
    return lambda row: Card(row["id"], scores=scores)


EFFECTS: dict[str, Callable[[Row], Card]] = {
    "per": scored(per),
    "vp": reckoned,
    "turn_order": scored(place_in_order),
    "score_again": scored(score_again),
    "score_temple_again": scored(temple_again),
    "before_final_scoring": lambda row: Card(row["id"], window=BEFORE_FINAL),
}
"""What a Decree may be worth: one of these stands in the effect of its row, beside numbers that belong to it."""


def declared(row: Row) -> Card:
    """Declare a Decree by its row alone."""
    name = next((name for name in row["effect"] if name in EFFECTS), "")
    return named(EFFECTS, name, row)(row)


DECREES.add(*map(declared, ROWS["decrees"]))
