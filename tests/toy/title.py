"""Lantern Night: what the engine asks of a title, and what people see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pbem.core.document import Doc, Para, Rows, Section
from pbem.core.errors import Flaw
from pbem.core.events import Event
from pbem.core.questions import Keys, Question, Seat
from pbem.core.table import Live, Table, View
from pbem.core.titles import Result, Title
from tests.toy.rules import Game, Turn, bid_question, float_question, rest_question, shelter_question, thanks_question
from tests.toy.state import COINS, HAND, LANTERNS, PURSE, Options, River, light

RULES = {
    "L1": "Each night all bid coins in secret; the highest bid is paid and its seat plays first.",
    "L2": "Then a four-sided die says how strong the wind is.",
    "L3": "On your turn set one or two lanterns of your hand afloat; each burning one gives its light in points.",
    "L4": "A lantern weaker than the wind goes out, unless you pay one coin to shelter all you set afloat.",
    "L5": "Whose burning colour you answer is owed a point or a coin, to be taken before the night ends.",
    "L6": "Then take a coin, or draw two lanterns, keep one and show the other.",
}

LINES = {
    "bids": "The bids are open: {bids}. {seat} plays first.",
    "wind": "The wind blows with strength {strength}.",
    "floated": "{seat} sets afloat {lanterns}.",
    "sheltered": "{seat} pays a coin for shelter.",
    "blown": "{seat} loses {lantern} to the wind.",
    "earned": "{seat} takes a coin.",
    "drew": "{seat} draws {lanterns}.",
    "shed": "{seat} gives {lantern} away.",
    "thanked": "{seat} is thanked with a {gift}.",
}


class SeatView(View):
    seat: Seat
    points: int
    coins: int
    hand: int
    afloat: list[str]


class RiverView(View):
    reader: Seat | None
    night: int
    nights: int
    wind: int
    deck: int
    bank: int
    seats: list[SeatView]
    hand: list[str]


class Lanterns(Title):
    name: ClassVar[str] = "toy"
    full_name: ClassVar[str] = "Lantern Night"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(2, 5)
    seat_names: ClassVar[tuple[str, ...]] = ("crane", "heron", "otter", "carp")
    table_model: ClassVar[type[Table]] = River
    options_model: ClassVar[type[Options]] = Options

    def setup(self, seats: list[Seat], live: Live) -> River:
        t = River(seats=seats, order=list(seats), live=live)
        t.deck = t.shuffle("deck", LANTERNS)
        for seat in seats:
            t.hands[seat], t.afloat[seat], t.points[seat], t.coins[seat] = t.draw(t.deck, HAND), [], 0, 0
            t.take_coins(seat, PURSE)
        t.stack = [Game()]
        return t

    def result(self, table: River) -> Result | None:
        if table.stack:
            return None
        rank = {seat: (table.points[seat], table.coins[seat]) for seat in table.seats}
        places = [[s for s in table.seats if rank[s] == r] for r in sorted(set(rank.values()), reverse=True)]
        return Result(places, dict(table.points), f"The river remembers {' and '.join(places[0])}.")

    def problems(self, table: River) -> list[str]:
        found = [Flaw("coins.{seat}: {n} is less than 0", seat=seat, n=n) for seat, n in table.coins.items() if n < 0]
        if table.bank + sum(table.coins.values()) != COINS:
            found.append(Flaw("coins: some are lost or false"))
        if sorted(lanterns_of(table)) != sorted(LANTERNS):
            found.append(Flaw("lanterns: one is lost or doubled"))
        return found

    def conserved(self, table: River) -> Mapping[str, int]:
        return {"lanterns": len(lanterns_of(table)), "coins": table.bank + sum(table.coins.values())}

    def foresee(self, table: River, seat: Seat) -> list[Question]:
        coming: list[Question] = [float_question(table, seat), shelter_question(), rest_question(table)]
        coming += [thanks_question(table), bid_question(table, seat)]
        return [question for question in coming if question.options]

    def scores(self, table: River) -> Mapping[Seat, int]:
        return table.points

    def view(self, table: River, seat: Seat | None) -> RiverView:
        seats = [
            SeatView(seat=s, points=table.points[s], coins=table.coins[s], hand=len(table.hands[s]),
                     afloat=list(table.afloat[s]))
            for s in table.order
        ]  # fmt: skip
        return RiverView(
            reader=seat, night=table.night, nights=table.live.options.nights, wind=table.wind, deck=len(table.deck),
            bank=table.bank, seats=seats, hand=sorted(table.hands[seat]) if seat else [],
        )  # fmt: skip

    def board(self, view: RiverView, data: Any) -> Doc:
        head = f"Night {view.night} of {view.nights}, wind {view.wind or 'still to come'}; "
        head += f"{view.deck} lanterns in the deck, {view.bank} coins in the bank."
        rows = [
            [s.seat, str(s.points), str(s.coins), str(s.hand), ", ".join(s.afloat) or "-"]
            for s in view.seats
        ]  # fmt: skip
        table = Rows(["", "points", "coins", "in hand", "afloat"], rows, (8, 8, 7, 9, 40))
        return Doc([Section("", [Para(head), table])])

    def holdings(self, view: RiverView, data: Any) -> Doc:
        hand = Para(f"Your lanterns: {', '.join(view.hand) or 'none'}.")
        return Doc([Section("", [hand])] if view.reader else [])

    def line(self, event: Event, reader: Seat | None) -> str:
        return LINES[event.kind].format(seat=event.seat, **event.data)

    def reshuffle(self, table: River, seat: Seat | None, live: Live) -> River:
        copy = River.model_validate_json(table.model_dump_json())
        copy.live = live
        others = [hand for owner, hand in copy.hands.items() if owner != seat]
        unknown = copy.shuffle("reshuffle", copy.deck + [lantern for hand in others for lantern in hand])
        for hand in others:
            hand[:] = [unknown.pop() for _ in hand]
        copy.deck = unknown
        return copy

    def refresh(self, table: River) -> None:
        table.deck = table.shuffle("refresh", sorted(table.deck))

    def expose(self, table: River) -> Mapping[Seat, list[str]]:
        drawn = {frame.seat: frame.drawn for frame in table.stack if isinstance(frame, Turn)}
        return {seat: [*hand, *drawn.get(seat, [])] for seat, hand in table.hands.items()}

    def prefer(self, table: River, seat: Seat, question: Question) -> Keys:
        if question.name == "float":
            best = sorted(question.options, key=light, reverse=True)[: question.high]
            return [lantern for lantern in best if light(lantern) >= table.wind] or best[-1:]
        words = {"shelter": "yes", "rest": "draw", "thanks": "point", "bid": "1"}
        wanted = words.get(question.name, "")
        return [wanted] if wanted in question.options else question.harmless()

    def explain(self, ident: str, raw: dict[str, Any] | None = None, language: str = "en") -> str | None:
        return RULES.get(ident)

    def rule_ids(self) -> Iterable[str]:
        return RULES


def lanterns_of(t: River) -> list[str]:
    """List every lantern, wherever it is; those just drawn lie on the stack until one is kept."""
    places = [t.deck, t.out, *t.hands.values(), *t.afloat.values(), *(getattr(f, "drawn", []) for f in t.stack)]
    return [lantern for place in places for lantern in place]


TITLE = Lanterns()
