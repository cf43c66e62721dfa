"""The set-up (T-SETUP): everything random first, then Decrees, the draft of Starting cards, Destiny cards and rewards.

All that is open is laid out before anybody is asked, so that one mail can hold the Decree to keep, a ranking for the
draft and one for the Destiny card. The draft walks there and back; the last drafter takes both cards at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, AskAll, Call, Done, Next, Outcome, Procedure, TurnOver
from pbem.core.questions import Keys, Pick, Question, Seat
from pbem.core.words import Name, Say
from pbem.kit.mixes import mixes, read_mix
from pbem.titles.tekhenu.actions.osiris import Osiris, free_districts
from pbem.titles.tekhenu.board import AHEAD, BASIC, GREEDY, ROW2, card_said, house_mark, mix_words
from pbem.titles.tekhenu.cards.starting import BUILD, KEEP, MIX, processing_order
from pbem.titles.tekhenu.phases.market import draw_card, open_section
from pbem.titles.tekhenu.phases.rotation import roll_dice
from pbem.titles.tekhenu.state import Player, Tekhenu

__all__ = ["Rewards", "SetUp", "decree_question", "draft_order", "reward_question", "start_question"]

DECREES_DEALT = 2
DRAFT_PICKS = 2


ASKED = (
    Asked("keep", (Say("two Decrees are dealt once, and one of them is kept"), "T-SETUP-11"),
          judge=f"{GREEDY}:judge_keep"),
    Asked("start", (Say("Starting cards are taken in the draft only"), "T-SETUP-12A"),
          judge=f"{GREEDY}:judge_start", ahead=f"{AHEAD}:start"),
    Asked("mix", (Say("only some Starting cards give a mix of your choice"), "DEC-05"),
          judge=f"{GREEDY}:judge_mix", ahead=f"{AHEAD}:rewards"),
)  # fmt: skip
"""The questions of this module."""


# -- laying out ------------------------------------------------------------------------------------------------------


def lay_out(t: Tekhenu) -> None:
    """Lay out the table as far as nobody decides (T-SETUP-1 to T-SETUP-12, DEC-01)."""
    for step in t.book.layout.values():
        step(t)


def lay_players(t: Tekhenu) -> None:
    """Give every seat its board and pieces (T-SETUP-9)."""
    for seat in t.seats:
        t.players[seat] = new_player(t)


def lay_wheel(t: Tekhenu) -> None:
    """Lay the wheel and the scoring markers (T-SETUP-1, T-SETUP-2)."""
    t.arrow = t.chance("setup/wheel", 6)
    t.markers = [(t.arrow + offset) % 6 for offset in t.data.scoring_offsets]


def lay_tiles(t: Tekhenu) -> None:
    """Shuffle the Pillar tiles and lay out the display (T-SETUP-3)."""
    t.tile_stack = t.shuffle("setup/tiles", list(t.data.tiles))
    t.ra = t.draw(t.tile_stack, 3)


def lay_gold(t: Tekhenu) -> None:
    """Lay Gold on its places (T-SETUP-6)."""
    t.gold_on = {spot.id: spot.gold for spot in t.data.people_spots}
    t.gold_on[ROW2] = t.data.row2_gold


def lay_dice(t: Tekhenu) -> None:
    """Fill the bag and roll dice into every section (T-SETUP-7, T-SETUP-8)."""
    data = t.data
    t.bag = sorted(colour for colour, n in data.bag(len(t.seats)).items() for _ in range(n))
    t.dice = {god: [] for god in data.gods}
    for god in data.gods:
        roll_dice(t, god, data.dice_per_section)


def new_player(t: Tekhenu) -> Player:
    """Make a board and the pieces of one colour (T-SETUP-9); the Maat marker lies beside it (T-SETUP-9E)."""
    data = t.data
    start = data.start
    player = Player(
        buildings=data.buildings,  # T-SETUP-9A
        statues=data.statues,  # T-SETUP-9B
        production=dict.fromkeys(BASIC, data.production_start),  # T-SETUP-9C
        pillars=data.pillars,  # T-SETUP-9D
        vp=start["vp"],  # T-SETUP-9F
        happiness=start["happiness"],  # T-SETUP-9G
        population=start["population"],
    )
    for token in ("gold", "scribe"):  # T-SETUP-9H
        player.stock[token] = start[token]
    return player


def lay_horus(t: Tekhenu) -> None:
    """Lay the Horus tiles (T-SETUP-4); the beginner option uses the printed layout (T-TILE-H3)."""
    data = t.data
    if t.options.horus_layout == "beginner":
        t.horus = list(data.horus_printed[1:])
    else:
        t.horus = t.shuffle("setup/horus", list(data.gods), hidden=False)
    t.statues = {god: [] for god in data.gods}


def lay_decks(t: Tekhenu) -> None:
    """Lay decks without the cards left out, and the market (T-SETUP-10)."""
    data = t.data
    out = {card for card in data.cards if data.cards[card].min_players > len(t.seats)}
    if len(t.seats) <= 2:
        out.update(data.removed_2p)
    if t.options.remove_D03:
        out.add("D03")
    t.removed = sorted(out)
    for kind, cards in (("blessing", data.blessings), ("technology", data.technologies), ("decree", data.decrees)):
        t.decks[kind] = t.shuffle(f"deck/{kind}", [card for card in cards if card not in out])
    for section in data.sections:
        if not section.opens_population:
            open_section(t, section.id)


def lay_decrees(t: Tekhenu) -> None:
    """Deal Decrees (T-SETUP-11)."""
    for seat in t.deciders:
        t.players[seat].decrees = t.draw(t.decks["decree"], DECREES_DEALT)
        t.tell("decrees_dealt", seat, to=[seat], twin={"count": DECREES_DEALT}, cards=list(t.players[seat].decrees))


def lay_starting(t: Tekhenu) -> None:
    """Deal Starting cards by the number of people (T-SETUP-12, TAB-10); lay out the Destiny cards."""
    order = t.shuffle("setup/starting", list(t.data.starting_cards), hidden=False)
    dealt = t.data.starting_dealt[len(t.deciders)]
    t.starting, t.unused = sorted(order[:dealt]), sorted(order[dealt:])
    t.destinies = list(t.data.destiny_cards)


def lay_order(t: Tekhenu) -> None:
    """Draw who picks first (T-SETUP-12A)."""
    first = t.chance("setup/first", len(t.seats))
    t.order = t.seats[first:] + t.seats[:first]


def tell_layout(t: Tekhenu) -> None:
    t.tell("laid_out", god=t.data.gods[t.arrow], first=t.order[0], starting=list(t.starting), removed=list(t.removed))


LAYOUT = {
    "players": lay_players,
    "wheel": lay_wheel,
    "tiles": lay_tiles,
    "horus": lay_horus,
    "gold": lay_gold,
    "dice": lay_dice,
    "decks": lay_decks,
    "decrees": lay_decrees,
    "starting": lay_starting,
    "order": lay_order,
    "told": tell_layout,
}
"""The steps of the base game, in their order."""

# -- questions -------------------------------------------------------------------------------------------------------


def card_text(t: Tekhenu, card: str) -> str:
    found = t.data.cards[card]
    if found.initiative:
        return Say("{card}: {text} (initiative {n})", card=card, text=card_said(found.text), n=found.initiative)
    return Say("{card}: {text}", card=card, text=card_said(found.text))


def decree_question(t: Tekhenu, seat: Seat) -> Pick:
    """Ask which Decree to keep (DEC-02). The cards are the seat's secret, so the list is too."""
    return Pick(
        name="keep",
        prompt=Say("Keep one of your two Decrees")
        if len(t.players[seat].decrees) == DECREES_DEALT
        else Say("Keep one of your three Decrees"),
        options=list(t.players[seat].decrees),
        text=lambda card: Say(
            "{text} [{type}]{house}",
            text=card_text(t, card),
            type=t.data.cards[card].type,
            house=house_mark(t.data, "HV-12"),
        ),
        private=True,
    )


def start_question(t: Tekhenu, seat: Seat, picks: int) -> Pick:
    """Ask for Starting cards: one ranking may serve for both picks (DEC-03)."""
    dealt = set(t.data.starting_cards) - set(t.unused)

    def why_not(card: str) -> tuple[str, str] | None:
        return (Say("another player has taken that card"), "T-SETUP-12A") if card.upper() in dealt else None

    return Pick(
        name="start",
        prompt=Say("Take a Starting card") if picks == 1 else Say("Take two Starting cards"),
        options=list(t.starting),
        low=picks,
        high=picks,
        text=lambda card: card_text(t, card),
        why_not=why_not,
        known=dealt,
        again=picks == 1 and not t.players[seat].drafted,
    )


def keep_question(t: Tekhenu, seat: Seat, card: str) -> Pick:
    """Ask which card of the pair to keep that was drawn when the draft ended; only its drawer knows it (S05, S06)."""
    kind = t.data.cards[card].effect["draw_2_keep_1"]
    drawn = [card for card in t.players[seat].drawn if t.data.cards[card].kind == kind]
    return Pick(
        "keep",
        Say("Keep one {kind}", kind=Name(kind)),
        drawn,
        text=lambda card: card_text(t, card),
        private=True,
    )


def mix_question(t: Tekhenu, card: str) -> Pick:
    """Ask for a mix of resources (S04, S09, S10)."""
    effect = t.data.cards[card].effect["gain_any"]
    count = effect["count"]
    every = mixes([(resource, count) for resource in effect["from"]], count)
    options = [mix for mix in every if sum(read_mix(mix).values()) == count]
    return Pick(
        "mix",
        Say("Gain {count} resources ({card})", count=count, card=card),
        options,
        text=lambda mix: Say("gain {mix}", mix=mix_words(mix)),
    )


def building(t: Tekhenu, seat: Seat, card: str) -> Osiris:
    """Make an Osiris action without loss of Happiness (S01 to S03)."""
    effect = t.data.cards[card].effect["osiris"]
    return Osiris(seat=seat, value=effect["as_value"], free=True, districts=list(effect["districts"]))


def reward_question(t: Tekhenu, seat: Seat, card: str) -> Question | None:
    """Return what a Starting card will ask, as things stand; None if nothing."""
    window = t.book.starting[card].window
    if window == MIX:
        return mix_question(t, card)
    if window == KEEP and t.players[seat].drawn:
        return keep_question(t, seat, card)
    if window == BUILD:
        outcome = building(t, seat, card).choose(t)
        if isinstance(outcome, Ask) and outcome.question.options:
            return outcome.question
    return None


def opens_market(t: Tekhenu, seat: Seat, card: str) -> bool:
    """Tell whether what a Starting card gives would open a section (RUL-21)."""
    reached = t.players[seat].population + t.data.cards[card].effect.get("gain", {}).get("population", 0)
    return any(
        section.opens_population and reached >= section.opens_population and not t.market[section.id]
        for section in t.data.sections
    )


def draft_order(t: Tekhenu) -> list[Seat]:
    """Order the picks: clockwise, then back from the last player (T-SETUP-12A)."""
    return t.order + t.order[::-1]


def draw_pairs(t: Tekhenu) -> None:
    """Draw cards for S05 and S06 as the draft ends, so that their drawer sees them with the question (DEC-05)."""
    for seat in t.order:
        for card in t.book.starting.held(KEEP, t.players[seat].drafted):
            kind = t.data.cards[card].effect["draw_2_keep_1"]
            drawn = [draw_card(t, kind) for _ in range(2)]
            t.players[seat].drawn += drawn
            t.tell("cards_drawn", seat, to=[seat], twin={"deck": kind, "count": 2}, deck=kind, cards=list(drawn))


# -- procedures ------------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class SetUp(Procedure):
    """The whole set-up. `picks` Starting cards were drafted; `at` is the place in turn order of whoever is rewarded."""

    kind: ClassVar[str] = "tekhenu.setup"
    picks: int = 0
    at: int = 0

    def start(self, t: Tekhenu) -> Outcome:
        lay_out(t)
        return Next(self.ask_decrees)

    def ask_decrees(self, t: Tekhenu) -> Outcome:
        """Ask all at once which Decree to keep (T-SETUP-11)."""
        return AskAll({seat: decree_question(t, seat) for seat in t.deciders}, self.keep_decrees, sealed=True)

    def keep_decrees(self, t: Tekhenu, answers: dict[Seat, Keys]) -> Outcome:
        """Put rejected Decrees under the deck in seat order (RUL-45)."""
        for seat in t.deciders:
            player = t.players[seat]
            kept = answers[seat][0]
            for card in player.decrees:
                if card != kept:
                    t.decks["decree"].insert(0, card)
            player.decrees = [kept]
            t.tell("decree_kept", seat, to=[seat], twin={}, card=kept)
        return Next(self.draft)

    def draft(self, t: Tekhenu) -> Outcome:
        seats = draft_order(t)
        picks = DRAFT_PICKS if self.picks == len(t.order) - 1 else 1
        return Ask(seats[self.picks], start_question(t, seats[self.picks], picks), self.drafted)

    def drafted(self, t: Tekhenu, keys: Keys) -> Outcome:
        seat = draft_order(t)[self.picks]
        for card in keys:
            t.starting.remove(card)
            t.players[seat].drafted.append(card)
        t.tell("drafted", seat, cards=list(keys))
        self.picks += len(keys)
        over = self.picks == len(t.order) * DRAFT_PICKS
        return TurnOver(seat, then=self.initiative if over else self.draft)

    def initiative(self, t: Tekhenu) -> Outcome:
        """Set the turn order: highest sum first, then the higher single card. Undrafted cards leave the game
        (T-SETUP-12B)."""
        cards = t.data.cards

        def key(seat: Seat) -> tuple[int, int]:
            numbers = [cards[card].initiative for card in t.players[seat].drafted]
            return -sum(numbers), -max(numbers)

        t.order.sort(key=key)
        t.tell("order_set", order=list(t.order))
        t.removed += t.starting
        t.starting = []
        draw_pairs(t)
        return Next(self.reward)

    def reward(self, t: Tekhenu) -> Outcome:
        """Reward each in turn order, all rewards before the next player (T-SETUP-12C, RUL-45)."""
        if self.at == len(t.order):
            return Done()
        return Call(Rewards(seat=t.order[self.at]), then=self.rewarded)

    def rewarded(self, t: Tekhenu) -> Outcome:
        self.at += 1
        return TurnOver(t.order[self.at - 1], then=self.reward)


@dataclass(eq=False, repr=False)
class Rewards(Procedure):
    """The Destiny card and both Starting cards of one seat. `cards` are those still to be resolved."""

    kind: ClassVar[str] = "tekhenu.rewards"
    seat: Seat
    cards: list[str] = field(default_factory=list)

    def start(self, t: Tekhenu) -> Outcome:
        self.cards = processing_order(t.players[self.seat].drafted, t.book.starting)
        return Call(t.book.procedures["destiny"](seat=self.seat), then=self.next_card)

    def next_card(self, t: Tekhenu) -> Outcome:
        """Resolve the next card; the order of own rewards is free (DEC-05, RUL-45). It matters in one case alone, where
        the steps of a card open a section of the market: the card of a pair that is not kept is shuffled back before or
        after that."""
        if not self.cards:
            return self.finish(t)
        pairs = [card for card in self.cards if t.book.starting[card].window == KEEP]
        opening = [card for card in self.cards if opens_market(t, self.seat, card)]
        if not pairs or not opening:
            return self.resolve(t)
        texts = {card: Say("the market opens, then a card is kept") for card in opening}
        texts |= {card: Say("a card is kept and the other shuffled back, then the market opens") for card in pairs}
        question = Pick("first", Say("Which reward comes first"), [*texts], default=opening[:1], text=texts.__getitem__)
        return Ask(self.seat, question, self.set_order)

    def set_order(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.cards.sort(key=lambda card: card != keys[0])
        return self.resolve(t)

    def finish(self, t: Tekhenu) -> Outcome:
        """Remove Starting cards from the game once their rewards are given."""
        player = t.players[self.seat]
        t.removed += player.drafted
        player.drafted = []
        return Done()

    def resolve(self, t: Tekhenu) -> Outcome:
        card = self.cards[0]
        declared = t.book.starting[card]
        if declared.window == KEEP:
            return Next(self.ask_keep)
        if declared.window == MIX:
            return Next(self.ask_mix)
        if declared.window == BUILD:
            return Next(self.build)
        assert declared.play is not None, card
        declared.play(t, self.seat, card, "")
        del self.cards[0]
        return Next(self.next_card)

    # S05, S06

    def ask_keep(self, t: Tekhenu) -> Outcome:
        return Ask(self.seat, keep_question(t, self.seat, self.cards[0]), self.keep)

    def keep(self, t: Tekhenu, keys: Keys) -> Outcome:
        """Shuffle the other card back into its deck."""
        player = t.players[self.seat]
        kept = keys[0]
        kind = t.data.cards[kept].kind
        back = [card for card in player.drawn if t.data.cards[card].kind == kind and card != kept]
        player.drawn = [card for card in player.drawn if t.data.cards[card].kind != kind]
        (player.technologies if kind == "technology" else player.blessings).append(kept)
        t.tell("card_kept", self.seat, card=kept, why=self.cards[0])
        t.decks[kind] = t.shuffle(f"deck/{kind}", sorted(t.decks[kind] + back))
        del self.cards[0]
        return Next(self.next_card)

    # S04, S09, S10

    def ask_mix(self, t: Tekhenu) -> Outcome:
        return Ask(self.seat, mix_question(t, self.cards[0]), self.mix)

    def mix(self, t: Tekhenu, keys: Keys) -> Outcome:
        t.gain(self.seat, read_mix(keys[0]), self.cards.pop(0))
        return Next(self.next_card)

    # S01 to S03

    def build(self, t: Tekhenu) -> Outcome:
        """Perform an Osiris action without loss of Happiness; triggers work (RUL-16). Without a space it brings
        nothing."""
        action = building(t, self.seat, self.cards.pop(0))
        if not free_districts(t, action.value, action.districts):
            return Next(self.next_card)
        t.new_window()
        return Call(action, then=self.next_card)
