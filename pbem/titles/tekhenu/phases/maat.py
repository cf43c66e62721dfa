"""The Maat phase (T-MAAT): balances, Faith, penalties, the new turn order, scoring, Destiny cards.

Faith is placed by all at once and hidden (RUL-44), and only by those who have some. `auto` brings the balance as near
to 0 as it can; it may stand as an order for the whole game. In a phase with a scoring, seats without Faith are asked
for their bread in the same request, the others may add that line (DEC-50).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import AskAll, Call, Done, Next, Outcome, Procedure, Settle, TurnOver
from pbem.core.questions import NONE, Keys, Pick, Question, Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.board import AHEAD, DICE, GREEDY
from pbem.titles.tekhenu.cards import adjusted, react
from pbem.titles.tekhenu.cards.destiny_cards import ankh
from pbem.titles.tekhenu.phases.scoring import bread_question, scoring_follows
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["Maat", "faith_question", "placed"]

AUTO = "auto"


ASKED = (
    Asked(
        "faith",
        (Say("faith is laid down in a Maat phase"), "T-MAAT-2"),
        judge=f"{GREEDY}:judge_faith",
        ahead=f"{AHEAD}:faith",
    ),
)
"""The questions of this module."""


def placed(key: str, balance: int, faith: int) -> int:
    """Reckon by how much an answer to `faith` moves the balance (T-MAAT-2: +1 for each on the left, -1 on the
    right)."""
    if key == NONE:
        return 0
    if key == AUTO:
        return min(faith, -balance) if balance < 0 else -min(faith, balance)
    n, side = key.split()
    return int(n) if side == "left" else -int(n)


def faith_question(t: Tekhenu, seat: Seat, most: int | None = None) -> Pick:
    """Ask how many Faith go on which one pan (DEC-40). Faith on both pans would cancel out, and what is not used is
    lost anyway."""
    player = t.players[seat]
    faith = player.stock["faith"] if most is None else most
    balance: int = t.book.numbers["scale"](t, seat)
    sides = [f"{n} {side}" for n in range(1, faith + 1) for side in ("left", "right")]

    def text(key: str) -> str:
        result = balance + placed(key, balance, faith)
        loss = t.data.penalty(result)
        if loss:
            return Say("balance {before:+d} becomes {then:+d}, -{loss} VP", before=balance, then=result, loss=loss)
        return Say("balance {before:+d} becomes {then:+d}", before=balance, then=result)

    def why_not(key: str) -> tuple[str, str] | None:
        return Say("you have {faith} Faith: none, auto, or 1 to {faith} left or right", faith=faith), "T-MAAT-2"

    prompt = Say("Place Faith (balance {balance:+d}, {faith} Faith)", balance=balance, faith=faith)
    return Pick("faith", prompt, [AUTO, NONE, *sides], text=text, why_not=why_not)


def faith_asked(t: Tekhenu, seat: Seat) -> Pick | None:
    """Ask whoever has Faith, before the balances are compared."""
    return faith_question(t, seat) if t.players[seat].stock["faith"] else None


def faith_placed(t: Tekhenu, seat: Seat, key: str) -> tuple[int, int]:
    """Return the balance before Faith, and by how much an answer moves it."""
    found: int = t.book.numbers["balance"](t, seat)
    return found, placed(key, found, t.players[seat].stock["faith"])


def scale(t: Tekhenu, seat: Seat) -> int:
    """Weigh what lies on the scale now (T-MAAT-1)."""
    return t.players[seat].balance


def balance(t: Tekhenu, seat: Seat) -> int:
    """Reckon the balance (T-MAAT-1)."""
    found: int = t.book.numbers["scale"](t, seat)
    return found


def penalty(t: Tekhenu, seat: Seat) -> int:
    """Reckon the VP that the balance costs (T-MAAT-4)."""
    return t.data.penalty(t.players[seat].marker or 0)


def ankh_value(t: Tekhenu, seat: Seat) -> int:
    """Return what breaks ties in T-MAAT-5."""
    return adjusted(t, seat, "ankh", ankh(t.data, t.players[seat].destiny))


def give_faith(t: Tekhenu) -> None:
    """Let Technologies act before any Faith is placed (RUL-32)."""
    for seat in t.order:
        react(t, seat, "maat start")


def clear_scales(t: Tekhenu) -> None:
    """Put dice back into the bag, overproduced resources and Faith into the supply (T-MAAT-7)."""
    for player in t.players.values():
        for pan in (player.left, player.right, player.below):
            t.bag.extend(DICE[die][0] for die in pan)
            pan.clear()
        player.overproduced = dict.fromkeys(player.overproduced, 0)
        player.stock["faith"] = 0
    t.bag.sort()


def clear_destiny(t: Tekhenu) -> None:
    """Offer all Destiny cards again (the first half of T-MAAT-8)."""
    for player in t.players.values():
        player.destiny = ""
    t.destinies = list(t.data.destiny_cards)


@dataclass(eq=False, repr=False)
class Maat(Procedure):
    """One Maat phase. `bread` holds payments chosen in the request for Faith, `told` the seats asked for Faith; `at` is
    the place in turn order of the seat that takes a Destiny card."""

    kind: ClassVar[str] = "tekhenu.maat"
    bread: dict[str, str] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    at: int = 0

    def start(self, t: Tekhenu) -> Outcome:
        """Begin the phase, with Faith that comes before any is placed (T-MAAT-0, RUL-32)."""
        t.maat += 1
        t.tell("maat_began", number=t.maat)
        for begin in t.book.maat_start.values():
            begin(t)
        return Settle(self.ask_faith) if t.owed and scoring_follows(t) else Next(self.ask_faith)

    def ask_faith(self, t: Tekhenu) -> Outcome:
        questions: dict[Seat, Question] = {}
        for seat in t.order:
            faith = t.book.numbers["faith asked"](t, seat)
            if faith is not None:
                questions[seat] = faith
            elif scoring_follows(t):
                question = bread_question(t, seat)
                if question is not None:
                    questions[seat] = question
        return AskAll(questions, self.place_faith, sealed=True)

    def place_faith(self, t: Tekhenu, answers: dict[Seat, Keys]) -> Outcome:
        """Place Faith and set the balance markers (T-MAAT-2, T-MAAT-3)."""
        for seat in t.order:
            player = t.players[seat]
            key = answers[seat][0] if seat in answers else NONE
            if t.book.numbers["faith asked"](t, seat) is not None:
                self.told.append(seat)
            else:
                self.bread |= {seat: key} if seat in answers else {}
                key = NONE
            balance, moved = t.book.numbers["faith placed"](t, seat, key)
            player.marker = balance + moved
            t.tell("balanced", seat, balance=player.marker, faith=abs(moved), left=moved > 0)
        return Next(self.penalties)

    def penalties(self, t: Tekhenu) -> Outcome:
        """Take the VP that unbalanced scales cost (T-MAAT-4)."""
        for seat in t.order:
            loss = t.book.numbers["penalty"](t, seat)
            if loss:
                t.tell("balance_penalty", seat, lost=t.lose_vp(seat, loss))
        return Next(self.set_order)

    def set_order(self, t: Tekhenu) -> Outcome:
        """Set the turn order: nearest to 0 first, +n and -n alike, ties by Ankh value (T-MAAT-5, RUL-32, TAB-16)."""
        keys = {}
        for seat, player in t.players.items():
            keys[seat] = (abs(player.marker or 0), -t.book.numbers["ankh"](t, seat))
        t.order.sort(key=keys.__getitem__)
        t.tell("order_set", order=list(t.order))
        if scoring_follows(t):
            return Call(t.book.procedures["scoring"](bread=self.bread, told=self.told), then=self.scored)
        return Next(self.clear)

    def scored(self, t: Tekhenu) -> Outcome:
        """Stop the phase after the final scoring (RUL-55); T16 still works, before the Decrees (RUL-31)."""
        return Next(self.clear if t.markers else self.after_phase)

    def clear(self, t: Tekhenu) -> Outcome:
        """Clear the scales and the Destiny cards (T-MAAT-7 and the first half of T-MAAT-8)."""
        for clear in t.book.clearing.values():
            clear(t)
        return Next(self.choose_destiny)

    def choose_destiny(self, t: Tekhenu) -> Outcome:
        """Let all choose a Destiny card in the new turn order (T-MAAT-8)."""
        if self.at == len(t.order):
            return Next(self.after_phase)
        return Call(t.book.procedures["destiny"](seat=t.order[self.at]), then=self.destiny_taken)

    def destiny_taken(self, t: Tekhenu) -> Outcome:
        self.at += 1
        return TurnOver(t.order[self.at - 1], then=self.choose_destiny)

    def after_phase(self, t: Tekhenu) -> Outcome:
        """Let Technologies react to the end of the phase (T-MAAT-9)."""
        for seat in t.order:
            react(t, seat, "after maat")
        return Done()
