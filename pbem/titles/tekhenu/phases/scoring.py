"""The scoring (T-SCORE): twice in a game, inside the second and the fourth Maat phase.

The bread that is due may be paid or not (T-SCORE-7); that is the only choice, besides Decree D23 before the final
scoring. It is asked of all at once, of nobody who has only one way, and may be answered together with the Faith.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from re import findall
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import AskAll, Call, Done, Next, Outcome, Procedure, Settle
from pbem.core.questions import NONE, Keys, Pick, Seat
from pbem.core.words import Say
from pbem.kit.mixes import mixes, read_mix
from pbem.titles.tekhenu.board import AHEAD, GREEDY, house_mark, mix_words, words
from pbem.titles.tekhenu.cards import adjusted
from pbem.titles.tekhenu.cards.decrees import BEFORE_FINAL
from pbem.titles.tekhenu.fixes import IN_TURN
from pbem.titles.tekhenu.phases.temple import temple_points
from pbem.titles.tekhenu.state import Tekhenu

__all__ = [
    *("KEEP_GOLD", "Scoring", "bread_due", "bread_mix", "bread_question", "district_winner", "is_final"),
    "scoring_follows",
]

KEEP_GOLD = "keep_gold"
"""Answer to `bread` that fits every scoring, so it may stand as an order."""


ASKED = (
    Asked(
        "bread", (Say("bread is paid in a scoring"), "T-SCORE-7"), judge=f"{GREEDY}:judge_bread", ahead=f"{AHEAD}:bread"
    ),
)
"""The questions of this module."""


def is_final(t: Tekhenu) -> bool:
    """Tell whether this is the final scoring, the one that removes the last marker."""
    return t.scoring == t.data.scorings


def scoring_follows(t: Tekhenu) -> bool:
    """Tell whether the arrow points at the lowest scoring marker still in play (T-MAAT-6)."""
    return bool(t.markers) and t.markers[0] == t.arrow


# -- T-SCORE-1 to T-SCORE-6: what stands on the board ----------------------------------------------------------------


def district_winner(t: Tekhenu, district: int) -> Seat:
    """Find who wins a district: most own Buildings in it plus the own Statue above it; a tie goes to the topmost piece
    among the tied (T-SCORE-1, RUL-04). Empty text: nobody stands there."""
    data = t.data
    column: list[Seat] = []
    for spot, owner in t.people.items():
        if district in data.people_spot_by_id[spot].districts:
            column.append(owner)
    column.extend(t.osiris[row * 4 + district] for row in range(6))
    column = [owner for owner in column if owner]
    # `max` keeps the first of equals, and the column runs from the top.
    return max(column, key=column.count) if column else ""


def district_points(t: Tekhenu, seat: Seat) -> int:
    """Score the districts that a seat wins (T-SCORE-1)."""
    winners = [district_winner(t, district) for district in range(len(t.data.districts))]
    return winners.count(seat) * t.data.scoring["district_vp"]


def statue_points(t: Tekhenu, seat: Seat) -> int:
    """Score the Statues that a seat has built (T-SCORE-3)."""
    return t.data.statue_scoring[t.statues_built(seat)]


def happiness_points(t: Tekhenu, seat: Seat) -> int:
    """Score Happiness (T-SCORE-4)."""
    return t.data.happiness_score(t.players[seat].happiness)


def production_points(t: Tekhenu, seat: Seat) -> int:
    """Score productions at the top of their tracks (T-SCORE-5)."""
    data = t.data
    at_the_top = sum(1 for at in t.players[seat].production.values() if at >= data.production_max)
    return at_the_top * data.scoring["production_at_max_vp"]


def building_points(t: Tekhenu, seat: Seat) -> int:
    """Score the Building row as far as it is uncovered (T-SCORE-6)."""
    return sum(t.data.row_vp[: t.buildings_built(seat)])


def board_points(t: Tekhenu, seat: Seat) -> dict[str, int]:
    """Score what stands on the board, by what the points are for: T-SCORE-1 to T-SCORE-6 and what modules add."""
    return {name: line(t, seat) for name, line in t.book.scoring.items()}


SCORING = {
    "districts": district_points,
    "temple": temple_points,
    "statues": statue_points,
    "happiness": happiness_points,
    "production": production_points,
    "buildings": building_points,
}
"""The lines of the base game, in their order."""


# -- T-SCORE-7: bread ------------------------------------------------------------------------------------------------


def bread_due(t: Tekhenu, seat: Seat) -> int:
    due: int = t.book.numbers["bread due"](t, seat)
    return due


def uncovered_bread(t: Tekhenu, seat: Seat) -> int:
    """Count the Bread uncovered on the Building row; T17 waives it (RUL-39)."""
    due = sum(t.data.row_bread[: t.buildings_built(seat)])
    return adjusted(t, seat, "bread due", due) if due else 0


def bread_purse(t: Tekhenu, seat: Seat) -> list[tuple[str, int]]:
    """List what may pay for bread, in the order of the default: Bread, Gold (RUL-39), by T10 Scribes (RUL-29)."""
    stock = t.players[seat].stock
    kinds = adjusted(t, seat, "tokens", {"bread": "", "gold": ""})
    return [(kind, stock[kind]) for kind in kinds if stock[kind]]


def bread_mix(t: Tekhenu, seat: Seat, key: str) -> dict[str, int]:
    """Read what an answer to `bread` pays; `keep_gold` is bread and nothing else, as much as is due and there."""
    if key != KEEP_GOLD:
        return read_mix(key)
    paid = min(bread_due(t, seat), t.players[seat].stock["bread"])
    return {"bread": paid} if paid else {}


def bread_question(t: Tekhenu, seat: Seat) -> Pick | None:
    """Ask how the due bread is paid; None if there is only one way. By default all is paid, Bread before Gold
    (DEC-50)."""
    due = bread_due(t, seat)
    if not due:
        return None
    options = mixes(bread_purse(t, seat), due)
    if len(options) < 2:
        return None
    options.append(KEEP_GOLD)
    loss = -t.data.scoring["unpaid_bread_vp"]

    def text(key: str) -> str:
        paid = bread_mix(t, seat, key)
        unpaid = due - sum(paid.values())
        rest = (
            Say("{unpaid} of {due} unpaid, -{loss} VP", unpaid=unpaid, due=due, loss=loss * unpaid)
            if unpaid
            else Say("all {due} bread paid", due=due)
        )
        return Say(
            "pay {key}: {rest}{house}",
            key=mix_words(key) if key != KEEP_GOLD else words(paid) or NONE,
            rest=rest,
            house=house_mark(t.data, "HV-02"),
        )

    def why_not(key: str) -> tuple[str, str] | None:
        return Say("{due} bread is due; it is paid with bread or gold that you own", due=due), "T-SCORE-7"

    return Pick(
        name="bread",
        prompt=Say("Pay {due} bread for your buildings (each unpaid one costs {loss} VP)", due=due, loss=loss),
        options=options,
        default=[options[0]],
        text=text,
        why_not=why_not,
    )


def bread_state(t: Tekhenu, seat: Seat) -> str:
    """Say what the question about bread depends on."""
    return f"{bread_due(t, seat)} of {bread_purse(t, seat)}"


def paid_all(state: str, key: str) -> bool:
    """Tell whether an answer paid as much as was due, or all there was."""
    due, *had = map(int, findall(r"\d+", state))
    return sum(read_mix(key).values()) == min(due, sum(had))


# -- the procedure ---------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Scoring(Procedure):
    """One scoring. `bread` holds payments that were chosen in the request for Faith, `told` the seats that could add a
    line about bread to their Faith; `before` is what seats could pay before D23 acted."""

    kind: ClassVar[str] = "tekhenu.scoring"
    bread: dict[str, str] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    before: dict[str, str] = field(default_factory=dict)

    def start(self, t: Tekhenu) -> Outcome:
        t.scoring += 1
        t.tell("scoring_began", number=t.scoring)
        return Next(self.use_decree if is_final(t) else self.score)

    def use_decree(self, t: Tekhenu) -> Outcome:
        """Let Decree D23 be used now (T-SCORE-0, RUL-35)."""
        for seat in t.order:
            for card in t.book.decrees.held(BEFORE_FINAL, t.players[seat].decrees):
                self.before = {other: bread_state(t, other) for other in t.seats}
                return Call(t.book.procedures["decree"](seat=seat, card=card), then=self.settle)
        return Next(self.score)

    def settle(self, t: Tekhenu) -> Outcome:
        """Carry out extra actions that D23 brought somebody, and fill gaps it left in the market (RUL-68)."""
        return Call(t.book.procedures["off_turn"](), then=self.settled)

    def settled(self, t: Tekhenu) -> Outcome:
        """Have what D23 made somebody owe named before it decides anything."""
        return Settle(self.judged) if t.owed and IN_TURN in t.live.fixes else self.judged(t)

    def judged(self, t: Tekhenu) -> Outcome:
        """Judge again what was said of bread, asking nobody a second time. Whoever pays as much as possible does so
        with what D23 brought, too; its owner could add the line about bread to its answer; all others stay with what
        they said, if they still can."""
        self.bread = {seat: key for seat, key in self.bread.items() if self.stands(t, seat, key)}
        return Settle(self.score) if t.owed else Next(self.score)

    def stands(self, t: Tekhenu, seat: Seat, key: str) -> bool:
        if bread_state(t, seat) == self.before[seat] or key == KEEP_GOLD:
            return True
        if paid_all(self.before[seat], key) or t.book.decrees.held(BEFORE_FINAL, t.players[seat].decrees):
            return False
        question = bread_question(t, seat)
        return question is None or key in question.options

    def score(self, t: Tekhenu) -> Outcome:
        """Score what stands on the board (T-SCORE-1 to T-SCORE-6)."""
        for seat in t.order:
            points = board_points(t, seat)
            t.add_vp(seat, sum(points.values()))
            t.tell("scored", seat, number=t.scoring, points=dict(points), total=sum(points.values()))
        for follow in t.book.scored.values():
            follow(t)
        return Next(self.ask_bread)

    def ask_bread(self, t: Tekhenu) -> Outcome:
        questions: dict[Seat, Pick] = {}
        for seat in t.order:
            if seat not in self.bread:
                question = bread_question(t, seat)
                if question is not None:
                    question.lapses = seat in self.told or bool(self.before)
                    questions[seat] = question
        return AskAll(questions, self.pay_bread, sealed=True)

    def pay_bread(self, t: Tekhenu, answers: dict[Seat, Keys]) -> Outcome:
        """Pay the bread: what is not paid costs VP, each loss stopping at 0 (T-SCORE-7, RUL-48). Remove the marker
        (T-SCORE-8)."""
        loss = -t.data.scoring["unpaid_bread_vp"]
        for seat in t.order:
            due = bread_due(t, seat)
            if not due:
                continue
            key = answers[seat][0] if seat in answers else self.bread.get(seat, NONE)
            paid = bread_mix(t, seat, key)
            stock = t.players[seat].stock
            for kind, n in paid.items():
                stock[kind] -= n
                assert stock[kind] >= 0, f"{seat} pays {n} {kind} too many"
            unpaid = due - sum(paid.values())
            lost = t.lose_vp(seat, loss * unpaid)
            t.tell("bread_paid", seat, due=due, paid=dict(paid), unpaid=unpaid, lost=lost)
        t.markers.pop(0)
        return Done()
