"""The set-up with the expansion (S-SETUP): more dice, the Seth board, a draft of Starting cards and Follower Powers,
Artifacts, and the Decrees chosen last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.core.procedures import Ask, AskAll, Done, Next, Outcome, TurnOver
from pbem.core.questions import Keys, Pick, Question, Seat
from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.board import card_said
from pbem.titles.tekhenu.cards.starting import KEEP
from pbem.titles.tekhenu.phases.rotation import roll, roll_dice
from pbem.titles.tekhenu.phases.setup import SetUp, card_text, decree_question
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth.part import SETH, Seth, seth, tables
from pbem.titles.tekhenu.state import Tekhenu

# -- laying out --------------------------------------------------------------------------------------------------------


def lay_seth(t: Tekhenu) -> None:
    """Lay markers on 0, all Blood beside the board (S-SETUP-1, S-SETUP-5)."""
    t.parts[SETH] = Seth(
        blood=dict.fromkeys(t.seats, 0),
        owed=dict.fromkeys(t.seats, 0),
        held={seat: [] for seat in t.seats},
        taken=dict.fromkeys(t.seats, 0),
    )
    for seat in t.seats:
        t.players[seat].stock |= {WARRIOR: 0, PRIEST: 0}


def lay_statues(t: Tekhenu) -> None:
    """Give Seth spots for Statues beside the other gods (S-SETUP-2)."""
    t.statues[SETH] = []


def lay_dice(t: Tekhenu) -> None:
    """Roll grey dice for the Seth board first, then three for each section (S-SETUP-3, S-SETUP-4)."""
    data = t.data
    t.bag = sorted(colour for colour, n in data.bag(len(t.seats)).items() for _ in range(n))
    t.dice = {god: [] for god in (*data.gods, SETH)}
    for _ in range(tables(t).grey[max(2, len(t.seats))]):
        t.bag.remove("grey")
        t.dice[SETH].append(roll(t, "grey"))
    for god in data.gods:
        roll_dice(t, god, data.dice_per_section)


def lay_conquest(t: Tekhenu) -> None:
    """Shuffle the Conquest tiles and turn up the first (S-SETUP-6)."""
    part = seth(t)
    part.stack = t.shuffle("setup/conquest", list(tables(t).tiles))
    part.face = t.draw(part.stack)[0]


def lay_decrees(t: Tekhenu) -> None:
    """Deal Decrees (S-SETUP-8)."""
    n = tables(t).decrees_dealt
    for seat in t.deciders:
        t.players[seat].decrees = t.draw(t.decks["decree"], n)
        t.tell("decrees_dealt", seat, to=[seat], twin={"count": n}, cards=list(t.players[seat].decrees))


def lay_followers(t: Tekhenu) -> None:
    """Lay out Follower Powers on offer, and Artifacts beside their Destiny cards (S-SETUP-10, S-SETUP-13)."""
    part, data = seth(t), tables(t)
    powers = t.shuffle("setup/followers", list(data.followers), hidden=False)
    artifacts = t.shuffle("setup/artifacts", list(data.artifacts), hidden=False)
    dealt, laid = t.book.numbers["followers dealt"](t), t.book.numbers["artifacts dealt"](t)
    part.powers, part.artifacts = sorted(powers[:dealt]), sorted(artifacts[:laid])
    part.box = sorted(powers[dealt:] + artifacts[laid:])


def followers_dealt(t: Tekhenu) -> int:
    return tables(t).followers_dealt[len(t.deciders)]


def artifacts_dealt(t: Tekhenu) -> int:
    return tables(t).artifacts_dealt[len(t.deciders)]


def tell_seth(t: Tekhenu) -> None:
    part = seth(t)
    t.tell(
        "seth/laid_out", dice=list(t.dice[SETH]), tile=part.face, powers=list(part.powers),
        artifacts=list(part.artifacts),
    )  # fmt: skip


def _drafting(t: Tekhenu, seat: Seat) -> bool:
    """Tell whether the set-up still asks this seat something."""
    player = t.players[seat]
    return not t.round and bool(t.starting or player.drafted or player.destiny)


def start_ahead(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield a ranking for the draft (SD-01)."""
    from pbem.titles.tekhenu.foresight import ranked

    if _drafting(t, seat) and t.starting and sum(wanted(t, seat)):
        yield ranked(draft_question(t, seat, 1), Say("a ranking serves all your picks"))


def destiny_ahead(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield a ranking for the Destiny choice; in the rounds as ever (SD-03)."""
    from pbem.titles.tekhenu.foresight import destiny

    if t.round or (_drafting(t, seat) and not t.players[seat].destiny):
        yield from destiny(t, seat)


def rewards_asked(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield what Starting cards ask (SD-02)."""
    from pbem.titles.tekhenu.foresight import rewards_ahead

    if _drafting(t, seat) and not t.players[seat].destiny:
        yield from rewards_ahead(t, seat)


def keep_ahead(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield the Decree to keep (SD-05); `keep` is also what S17 and S18 ask."""
    player = t.players[seat]
    picked = len(player.decrees) > 1 and not any(wanted(t, seat))
    if _drafting(t, seat) and picked and not t.book.starting.held(KEEP, player.drafted):
        yield decree_question(t, seat)


AHEAD = {"start": start_ahead, "destiny": destiny_ahead, "mix": rewards_asked, "keep": keep_ahead}
"""What may be answered ahead in the set-up, by question."""


# -- the draft ---------------------------------------------------------------------------------------------------------


def draft_seats(t: Tekhenu) -> list[Seat]:
    """Order the picks: clockwise, counterclockwise, clockwise (S-SETUP-10)."""
    return [*t.order, *t.order[::-1], *t.order]


def wanted(t: Tekhenu, seat: Seat) -> tuple[int, int]:
    """Count the Starting cards and Follower Powers that a seat still needs (S-SETUP-11)."""
    data = tables(t)
    return data.starting_kept - len(t.players[seat].drafted), data.followers_kept - bool(seth(t).follower.get(seat))


def draft_question(t: Tekhenu, seat: Seat, picks: int) -> Pick:
    """Ask for Starting cards and Follower Powers: one ranking of both may serve for all picks (SD-01)."""
    part, data = seth(t), tables(t)
    starting, followers = wanted(t, seat)
    options = [*(t.starting if starting else []), *(part.powers if followers else [])]
    dealt = {*t.data.starting_cards, *data.followers} - {*t.unused, *part.box}

    def why_not(word: str) -> tuple[str, str] | None:
        card = word.upper()
        if card in t.starting:
            return Say("you have {n} Starting cards and need a Follower Power", n=data.starting_kept), "S-SETUP-11"
        if card in part.powers:
            power = part.follower[seat]
            return Say("you have the Follower Power {power} and need a Starting card", power=power), "S-SETUP-11"
        return (Say("another player has taken that card"), "S-SETUP-10") if card in dealt else None

    def clash(cards: Sequence[str]) -> tuple[str, str] | None:
        powers = sum(1 for card in cards if card in data.followers)
        if powers > followers:
            return Say("a player has one Follower Power"), "S-SETUP-11"
        if len(cards) - powers > starting:
            return Say("a player has {n} Starting cards and one Follower Power", n=data.starting_kept), "S-SETUP-11"
        return None

    need = [Say("a Starting card")] * bool(starting) + [Say("a Follower Power")] * bool(followers)
    one = Say("Take {need}", need=Listed(need, Say(" or ")))
    return Pick(
        name="start",
        prompt=one if picks == 1 else Say("Take {n} cards: Starting cards, a Follower Power", n=picks),
        options=options,
        low=picks,
        high=picks,
        text=lambda card: draft_text(t, card),
        why_not=why_not,
        known=dealt,
        again=starting + followers > picks,
        clash=clash,
    )


def draft_text(t: Tekhenu, card: str) -> str:
    name = tables(t).names.get(card)
    if not name:
        return card_text(t, card)
    return Say("{card}, {name}: {text}", card=card, name=Say(name), text=card_said(t.data.cards[card].text))


@dataclass(eq=False, repr=False)
class SethSetUp(SetUp):
    """The whole set-up. `picks` cards were drafted; the Decrees are chosen last of all (S-SETUP-15)."""

    kind: ClassVar[str] = "tekhenu.seth_setup"
    module: ClassVar[str] = SETH

    def start(self, t: Tekhenu) -> Outcome:
        super().start(t)
        return Next(self.draft)

    def draft(self, t: Tekhenu) -> Outcome:
        """Ask for picks of one seat that follow each other together."""
        seats = draft_seats(t)
        seat, picks = seats[self.picks], 1
        while self.picks + picks < len(seats) and seats[self.picks + picks] == seat:
            picks += 1
        return Ask(seat, draft_question(t, seat, picks), self.drafted)

    def drafted(self, t: Tekhenu, keys: Keys) -> Outcome:
        seat, part = draft_seats(t)[self.picks], seth(t)
        take_drafted(t, seat, keys)
        t.tell("drafted", seat, cards=list(keys))
        self.picks += len(keys)
        over = self.picks == len(draft_seats(t))
        if over:
            part.used += part.powers
            part.powers = []
        return TurnOver(seat, then=self.initiative if over else self.draft)

    def initiative(self, t: Tekhenu) -> Outcome:
        """Mark Warriors and Priests of Starting cards before the first Destiny choice (S-R-01)."""
        outcome = super().initiative(t)
        mark_tracks(t)
        return outcome

    def reward(self, t: Tekhenu) -> Outcome:
        return Next(self.ask_decrees) if self.at == len(t.order) else super().reward(t)

    def ask_decrees(self, t: Tekhenu) -> Outcome:
        """Ask all at once which Decree to keep (S-SETUP-15, SD-05)."""
        return AskAll({seat: decree_question(t, seat) for seat in t.deciders}, self.keep_decrees, sealed=True)

    def keep_decrees(self, t: Tekhenu, answers: dict[Seat, Keys]) -> Outcome:
        keep_one(t, {seat: keys[0] for seat, keys in answers.items()})
        return Next(self.over)

    def over(self, t: Tekhenu) -> Outcome:
        return Done()


def take_drafted(t: Tekhenu, seat: Seat, cards: Sequence[str]) -> None:
    part = seth(t)
    for card in cards:
        if card in part.powers:
            part.powers.remove(card)
            part.follower[seat] = card
        else:
            t.starting.remove(card)
            t.players[seat].drafted.append(card)


def mark_tracks(t: Tekhenu) -> None:
    """Gain the Warriors and Priests of drafted cards (S-SETUP-12)."""
    for seat in t.order:
        for card in t.players[seat].drafted:
            amounts = {what: n for what, n in tables(t).start[card].items() if n}
            if amounts:
                t.gain(seat, amounts, card)


def keep_one(t: Tekhenu, kept: dict[Seat, str]) -> None:
    """Keep one Decree each; the others go under the deck in random order, unseen (S-R-35)."""
    back: list[str] = []
    for seat, card in kept.items():
        player = t.players[seat]
        back += [other for other in player.decrees if other != card]
        player.decrees = [card]
        t.tell("decree_kept", seat, to=[seat], twin={}, card=card)
    t.decks["decree"] = t.shuffle("setup/decrees", sorted(back)) + t.decks["decree"]
