"""Fair Day: what the engine asks of a title, and what people see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from pydantic import Field

from pbem.core.book import Book
from pbem.core.document import Doc, Para, Rows, Section
from pbem.core.errors import Flaw
from pbem.core.events import Event
from pbem.core.questions import Seat
from pbem.core.table import Live, PartViews, Table, View, is_empty
from pbem.core.titles import Result, Title
from pbem.core.words import Say
from tests.fair.rules import FairBook, Game, box, register, score
from tests.fair.state import TABLES, Fair, Options

RULES = {
    "F1": "One to five people; a fair lasts some days, and the prizes of its stalls are those of the scenario.",
    "F2": "At each stall every side shows a ware in secret, or none; then all are open.",
    "F3": "Whoever showed one bids coins in secret; ware and bid together decide, the winner pays, the first in order "
    "wins a tie.",
    "F4": "In the evening each side in order takes a ware of the row or a coin.",
    "F5": "On the second day the two poorest of three or more sides become one: one hand, one purse, one score.",
    "F6": "Whoever plays alone meets Old Crow, who shows what it draws, bids by chance and carries wares away.",
    "K1": "Kites: two silks are among the wares.",
    "K2": "Kites: in the evening each side may let a kite rise and draws another; n kinds in the sky are n x n points.",
}
LINES = {
    "opened": "The fair opens: {order}.",
    "showed": "Stall {stall}: {cards}.",
    "won": "{seat} wins the prize of {prize} ({strengths}).",
    "took": "{seat} takes {what}.",
    "joined": "{seat} joins {leader}: they are one side from now on.",
}
MODULES = {"crow": "tests.fair.crow:MODULE", "kites": "tests.fair.kites:MODULE"}


class SeatView(View):
    seat: Seat
    side: Seat
    score: int
    coins: int
    hand: int
    shown: str


class FairView(View):
    reader: Seat | None
    day: int
    days: int
    stall: int
    prizes: list[int]
    deck: int
    bank: int
    row: list[str]
    seats: list[SeatView]
    hand: list[str]
    parts: PartViews = Field(default_factory=dict, exclude_if=is_empty)


class FairDay(Title):
    name: ClassVar[str] = "fair"
    full_name: ClassVar[str] = "Fair Day"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(1, 6)
    seat_names: ClassVar[tuple[str, ...]] = ("oak", "elm", "ash", "yew", "fir")
    table_model: ClassVar[type[Table]] = Fair
    options_model: ClassVar[type[Options]] = Options
    book_type: ClassVar[type[Book]] = FairBook
    modules_at: ClassVar[Mapping[str, str]] = MODULES

    # -- modules and seats --------------------------------------------------------------------------------------------

    def base(self, book: FairBook) -> None:
        register(book)

    def modules(self, options: Options, people: int) -> Sequence[str]:
        return (["crow"] if people == 1 else []) + (["kites"] if options.expansion == "kites" else [])

    def check(self, options: Options, people: int) -> str | None:
        if options.scenario == "harvest" and people < 3:
            return f"The scenario harvest is for 3 to 5 players; {people} were named."
        if options.scenario == "duel" and people > 2:
            return f"The scenario duel is for 1 or 2 players; {people} were named."
        return None

    def seating(self, t: Table, wishes: Sequence[Seat | None]) -> list[Seat]:
        left = t.shuffle("seats", [seat for seat in self.seat_names if seat not in wishes], hidden=False)
        return [wish if wish is not None else left.pop(0) for wish in wishes]

    def automata(self, options: Options, seats: Sequence[Seat]) -> Mapping[Seat, str]:
        return {"crow": "Old Crow"} if len(seats) == 1 else {}

    def sides(self, table: Fair) -> Mapping[Seat, str]:
        return {seat: table.leader(seat) for seat in table.seats}

    # -- rules --------------------------------------------------------------------------------------------------------

    def base_components(self) -> dict[str, Any]:
        return dict(TABLES)

    def setup(self, seats: list[Seat], live: Live) -> Fair:
        t = Fair(seats=seats, order=list(seats), live=live)
        for lay in live.book.layout.values():
            lay(t)
        t.tell("opened", order=", ".join(t.order))
        t.stack = [Game()]
        return t

    def result(self, table: Fair) -> Result | None:
        if table.stack:
            return None
        scores = dict(self.scores(table))
        places = [[s for s in table.seats if scores[s] == n] for n in sorted(set(scores.values()), reverse=True)]
        return Result(places, scores, Say("The fair belongs to {who}.", who=" and ".join(places[0])))

    def scores(self, table: Fair) -> Mapping[Seat, int]:
        return {seat: score(table, table.leader(seat)) for seat in table.seats}

    def problems(self, table: Fair) -> list[str]:
        found = [Flaw("coins.{seat}: {n} is less than 0", seat=seat, n=n) for seat, n in table.coins.items() if n < 0]
        if table.bank + sum(table.coins.values()) != table.live.data["coins"]:
            found.append(Flaw("coins: some are lost or false"))
        if Counter(cards_of(table)) != Counter(box(table)):
            found.append(Flaw("wares: one is lost or doubled"))
        return found

    def conserved(self, table: Fair) -> Mapping[str, int]:
        counted = {name: count(table) for name, count in table.live.book.counts.items()}
        return {"wares": len(cards_of(table)), **counted}

    # -- what people see ----------------------------------------------------------------------------------------------

    def view(self, table: Fair, seat: Seat | None) -> FairView:
        seats = [
            SeatView(
                seat=s, side=(who := table.leader(s)), score=score(table, who), coins=table.coins[who],
                hand=len(table.hands.get(who, [])), shown=table.played.get(s, ""),
            )
            for s in table.order
        ]  # fmt: skip
        return FairView(
            reader=seat, day=table.day, days=table.live.options.length, stall=table.stall, prizes=table.prizes,
            deck=len(table.deck), bank=table.bank, row=list(table.row), seats=seats,
            hand=sorted(table.hands.get(table.leader(seat), [])) if seat else [], parts=self.part_views(table, seat),
        )  # fmt: skip

    def read_view(self, raw: Mapping[str, Any]) -> View:
        return self.read_whole(FairView, raw)

    def board(self, view: FairView, data: Any) -> Doc:
        when = f"stall {view.stall}" if view.stall else "evening"
        head = f"Day {view.day} of {view.days}, {when}. Prizes {', '.join(map(str, view.prizes))}; in the row "
        head += f"{', '.join(view.row) or 'nothing'}; {view.deck} wares in the deck, {view.bank} coins in the bank."
        rows = [[s.seat, s.side, str(s.score), str(s.coins), str(s.hand), s.shown or "-"] for s in view.seats]
        table = Rows(["", "side", "score", "coins", "in hand", "shown"], rows, (7, 7, 7, 7, 9, 12))
        return Doc([Section("", [Para(head), table]), *self.part_board(view.parts, data)])

    def holdings(self, view: FairView, data: Any) -> Doc:
        hand = Section("", [Para(f"Your wares: {', '.join(view.hand) or 'none'}.")])
        return Doc([hand, *self.part_holdings(view.parts, data)] if view.reader else [])

    def line(self, event: Event, reader: Seat | None) -> str:
        return Say(self.part_line(event.kind) or LINES[event.kind], seat=event.seat, **event.data)

    # -- secrecy, books -----------------------------------------------------------------------------------------------

    def reshuffle(self, table: Fair, seat: Seat | None, live: Live) -> Fair:
        copy = Fair.model_validate_json(table.model_dump_json())
        copy.live = live
        for name, found in live.book.hidden.items():
            unknown = [pile for owner, pile in found(copy) if seat is None or owner != copy.leader(seat)]
            things = copy.shuffle(f"reshuffle {name}", [thing for pile in unknown for thing in pile])
            for pile in unknown:
                pile[:] = [things.pop() for _ in pile]
        return copy

    def refresh(self, table: Fair) -> None:
        for name, found in table.live.book.hidden.items():
            for owner, pile in found(table):
                if owner is None:
                    pile[:] = table.shuffle(f"refresh {name}", sorted(pile))

    def expose(self, table: Fair) -> Mapping[Seat, list[str]]:
        held: dict[Seat, list[str]] = {seat: [] for seat in table.seats}
        for found in table.live.book.hidden.values():
            for owner, pile in found(table):
                for seat in [owner, *table.partners(owner)] if owner else []:
                    held[seat] += pile
        return held

    def explain(self, ident: str, raw: dict[str, Any] | None = None, language: str = "en") -> str | None:
        return RULES.get(ident)

    def rule_ids(self) -> Iterable[str]:
        return RULES


def cards_of(t: Fair) -> list[str]:
    """List every ware, wherever it is."""
    return [card for places in t.live.book.places.values() for place in places(t) for card in place]


TITLE = FairDay()
