"""Seth: a Building in a region of the Seth board (S-SET), and what the other actions do otherwise with the expansion
(S-HORUS, S-HATHOR, S-RA)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Next, Outcome
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Name, Say
from pbem.titles.tekhenu.actions.god import GodAction
from pbem.titles.tekhenu.board import card_said, counted, house_mark, steps, words
from pbem.titles.tekhenu.cards import adjusted, held, play, why_not_card
from pbem.titles.tekhenu.phases.market import draw_card
from pbem.titles.tekhenu.seth.components import WARRIOR
from pbem.titles.tekhenu.seth.owed import settled
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.seth.seth_cards import WAIVE_SETH, WITH_SETH
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import join, then
from pbem.titles.tekhenu.turns.pay import Cost, spend

MIND = "pbem.titles.tekhenu.seth.mind"
ASKED = (
    Asked(
        "tile", (Say("a Conquest tile is laid by a Seth action, one by each"), "S-SET-7"), judge=f"{MIND}:judge_tile"
    ),
)
"""The questions of this module."""


class Gives(Protocol):
    """What a region or Conquest tile gives: amounts, a card, or an action."""

    @property
    def gain(self) -> Mapping[str, int]: ...
    @property
    def draw(self) -> str: ...
    @property
    def god(self) -> str: ...
    @property
    def value(self) -> int: ...


def effect_said(effect: Gives) -> str:
    """Say in a few words what a region or Conquest tile gives."""
    if effect.god:
        return Say("{god} action with {value}", god=Name(effect.god), value=effect.value)
    return Say("the top {kind}", kind=effect.draw) if effect.draw else steps(effect.gain)


def draw_for(t: Tekhenu, seat: Seat, kind: str, why: str) -> None:
    """Draw the top card of a deck into the hand; a Decree is secret (S-R-25)."""
    card = draw_card(t, kind)
    if not card:
        return
    player = t.players[seat]
    if kind == "decree":
        player.decrees.append(card)
        t.tell("drew_decree", seat, to=[seat], twin={"why": why}, card=card, why=why)
        return
    (player.blessings if kind == "blessing" else player.technologies).append(card)
    t.tell("card_kept", seat, card=card, why=why)


# -- regions -----------------------------------------------------------------------------------------------------------


def region_cost(t: Tekhenu, region: int) -> int | None:
    """Return the Warriors of the next free spot of a region; None if both are taken (S-SET-3)."""
    spots = tables(t).spots(region, len(t.seats))
    built = len(seth(t).regions[region - 1])
    return spots[built][0] if built < len(spots) else None


def blocked(t: Tekhenu, seat: Seat, region: int) -> tuple[str, str] | None:
    """Say why a seat cannot build in a region, whatever it pays (S-SET-2)."""
    there = {"n": region, "name": tables(t).regions[region - 1].name}
    if seat in seth(t).regions[region - 1]:
        return Say("you have a building in region {n} ({name}) already", **there), "S-SET-2"
    if region_cost(t, region) is None:
        return Say("both spots of region {n} ({name}) are taken", **there), "S-SET-2"
    return None if t.players[seat].buildings else (Say("you have no building left"), "S-SET-2")


def column_statue(t: Tekhenu, region: int) -> bool:
    """Tell whether a Statue stands below the column of a region (S-SET-5, S-R-14)."""
    return tables(t).regions[region - 1].column in t.people


# -- Seth --------------------------------------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class SethAction(GodAction):
    """The value names the region; pay its Warriors, build, gain its reward, take Blood, lay the Conquest tile.

    `due`: Warriors still to be paid; `clean`: no Blood is taken (R02, B28)."""

    kind: ClassVar[str] = "tekhenu.seth"
    module: ClassVar[str] = SETH
    god: ClassVar[str] = SETH
    paid_in: ClassVar[str] = WARRIOR
    house: ClassVar[str] = "S-HV-01"
    due: int = 0
    clean: bool = False
    cards: list[str] = field(default_factory=list)

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        """Reckon the price; Warriors are no Resource, so D23 does not waive them (S-R-20)."""
        cost = region_cost(t, value)
        if cost is None or blocked(t, seat, value):
            return None
        return adjusted(t, seat, "seth cost", cost)

    @classmethod
    def possible(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False, waivers: bool = True) -> bool:
        n = cls.price(t, seat, value)
        if n is None:
            return False
        return t.players[seat].stock[WARRIOR] >= (least(t, seat, n) if waivers else n)

    @classmethod
    def cost(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> Cost | None:
        n = cls.price(t, seat, value)
        return None if n is None else Cost(WARRIOR, least(t, seat, n), SETH)

    @classmethod
    def thinkable(cls, t: Tekhenu, seat: Seat, value: int) -> bool:
        return cls.price(t, seat, value) is not None

    @classmethod
    def cost_said(cls, t: Tekhenu, seat: Seat, value: int) -> str:
        return counted(cls.price(t, seat, value) or 0, WARRIOR)

    @classmethod
    def lack(cls, t: Tekhenu, seat: Seat, value: int) -> str:
        why = blocked(t, seat, value)
        if why is not None:
            return why[0]
        cost, have = cls.cost_said(t, seat, value), t.players[seat].stock[WARRIOR]
        return Say("it costs {cost}, and you have {have}", cost=cost, have=have)

    @classmethod
    def said(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> str:
        region = tables(t).regions[value - 1]
        vp = Say(", +{vp} VP", vp=tables(t).column_vp) if column_statue(t, value) else ""
        return Say(
            "a building in {region} for {cost}: {reward}{vp}{house}",
            region=region.name, cost=cls.cost_said(t, seat, value), reward=effect_said(region.reward), vp=vp,
            house=house_mark(t.data, cls.house),
        )  # fmt: skip

    def start(self, t: Tekhenu) -> Outcome:
        """Fix the price first: what cards that react before the action change is part of it (S-R-41)."""
        self.due = self.price(t, self.seat, self.value) or 0
        return super().start(t)

    def act(self, t: Tekhenu) -> Outcome:
        return Next(self.choose_cards)

    # -- paying ------------------------------------------------------------------------------------------------------

    def choose_cards(self, t: Tekhenu) -> Outcome:
        """Ask for B27, B28 and R02, for this action; they are needed where the Warriors do not suffice (S-R-41)."""
        cards = held(t, self.seat, WAIVE_SETH) + held(t, self.seat, WITH_SETH)
        if not cards:
            return self.pay(t)
        needed = self.short(t, [])
        question = Pick(
            "play",
            Say("Cards for this Seth action ({cost})", cost=counted(self.due, WARRIOR)),
            cards,
            low=1 if needed else 0,
            high=len(cards),
            default=None if needed else [],
            text=lambda key: card_said(t.data.cards[key].text),
            why_not=lambda key: why_not_card(t, self.seat, key),
        )
        join(t, self.seat, question)
        twice = question.clash
        question.clash = lambda keys: (twice(keys) if twice else None) or self.short(t, keys)
        if t.book.together(t, self, question, self.use_cards):
            return Ask(self.seat, question, self.use_cards)
        question.high, question.again, question.clash = 1, True, None
        t.book.narrow(t, self, question, self.use_card)
        return Ask(self.seat, question, self.use_card)

    def short(self, t: Tekhenu, keys: Sequence[str]) -> tuple[str, str] | None:
        """Say why Warriors are lacking after these cards; None if they are not."""
        have = t.players[self.seat].stock[WARRIOR]
        cards = [key.split()[0] for key in keys]
        have += sum(t.data.cards[card].effect.get("gain", {}).get(WARRIOR, 0) for card in cards)
        if min(have, tables(t).track_max) >= self.left_after(t, cards):
            return None
        cost, have = counted(self.due, WARRIOR), t.players[self.seat].stock[WARRIOR]
        return Say("the action costs {cost}, and you have {have}", cost=cost, have=have), "S-SET-3"

    def left_after(self, t: Tekhenu, cards: Sequence[str]) -> int:
        """Count the Warriors due after these cards (they add up, not below 0)."""
        left = self.due
        for card in cards:
            effect = t.data.cards[card].effect
            left = 0 if WARRIOR in effect.get("waive_cost", ()) else max(0, left - effect.get("warriors_less", 0))
        return left

    def use_card(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Next(self.pay)
        self.use(t, keys[0])
        return Next(self.choose_cards)

    def use_cards(self, t: Tekhenu, keys: Keys) -> Outcome:
        for key in keys:
            self.use(t, key)
        return Next(self.pay)

    def use(self, t: Tekhenu, key: str) -> None:
        card, _, word = key.partition(" ")
        self.due = self.left_after(t, [card])
        self.clean = self.clean or bool(t.data.cards[card].effect.get("no_blood"))
        play(t, self.seat, card, word)

    def pay(self, t: Tekhenu) -> Outcome:
        if self.due:
            spend(t, self.seat, WARRIOR, {WARRIOR: self.due})
        return self.build(t)

    # -- building ----------------------------------------------------------------------------------------------------

    def build(self, t: Tekhenu) -> Outcome:
        """Build in the region (S-SET-3 to S-SET-6); the VP printed at the spot count in Scoring."""
        part, region = seth(t), tables(t).regions[self.value - 1]
        t.players[self.seat].buildings -= 1
        part.regions[self.value - 1].append(self.seat)
        vp = tables(t).column_vp if column_statue(t, self.value) else 0
        t.tell(
            "seth/built", self.seat, region=self.value, name=region.name, amounts=dict(region.reward.gain), vp=vp,
            blood=not self.clean,
        )  # fmt: skip
        t.gain(self.seat, region.reward.gain)
        if region.reward.draw:
            draw_for(t, self.seat, region.reward.draw, region.name)
        t.add_vp(self.seat, vp)
        if not self.clean:
            part.blood[self.seat] += 1
        return then(t, self.seat, self.choose_tile)

    def choose_tile(self, t: Tekhenu) -> Outcome:
        """Ask where the Conquest tile goes (S-SET-7, SD-09)."""
        part = seth(t)
        if not part.face:
            return self.finish(t)
        if not tile_spaces(t):
            part.out.append(part.face)  # no space takes it (S-R-11)
            t.tell("seth/discarded", self.seat, tile=part.face)
            return self.turn_up(t)
        return self.tile_question(t)

    def tile_question(self, t: Tekhenu) -> Ask:
        face = seth(t).face
        asked: Ask = t.book.offer(
            t,
            self,
            Pick(
                "tile",
                Say(
                    "Lay Conquest tile {tile} ({effect}) on a temple space",
                    tile=face,
                    effect=effect_said(tables(t).tiles[face]),
                ),
                tile_spaces(t),
                text=lambda key: self.tile_text(t, key),
                why_not=lambda key: self.why_not_tile(t, key),
            ),
            self.lay,
        )
        return asked

    def lay(self, t: Tekhenu, keys: Keys) -> Outcome:
        """Lay the tile; the printed reward is covered, and nobody gains it."""
        part, space = seth(t), t.data.space_by_name[keys[0]]
        if part.covers[space]:
            part.out.append(part.covers[space])
        part.covers[space] = part.face
        t.tell("seth/covered", self.seat, tile=part.face, space=keys[0])
        return Next(self.turn_up)

    def turn_up(self, t: Tekhenu) -> Outcome:
        part = seth(t)
        part.face = t.draw(part.stack)[0] if part.stack else ""
        if part.face:
            t.tell("seth/next_tile", tile=part.face)
        return self.finish(t)

    def finish(self, t: Tekhenu) -> Outcome:
        """Let Technologies, Statues at Seth and the Follower Power react (S-SET-9)."""
        super().finish(t)
        return settled(t, self.seat, self.ended)

    def ended(self, t: Tekhenu) -> Outcome:
        return settled(t, self.seat, self.done)

    # -- words -------------------------------------------------------------------------------------------------------

    def tile_text(self, t: Tekhenu, key: str) -> str:
        space = t.data.space_by_name[key]
        under = seth(t).covers[space]
        lost = under or words(t.data.spaces[space].reward) or Say("nothing")
        return Say("covers {lost}{house}", lost=lost, house=house_mark(t.data, "S-HV-04"))

    def why_not_tile(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        space = t.data.space_by_name.get(key.lower())
        if space is None:
            return None
        if t.tiles[space]:
            return Say("{space} is taken by tile {tile}", space=key.lower(), tile=t.tiles[space]), "S-SET-7"
        tile = seth(t).covers[space]
        return Say("{space} has Conquest tile {tile} already", space=key.lower(), tile=tile), "S-R-11"


def least(t: Tekhenu, seat: Seat, n: int) -> int:
    """Count the Warriors that an action of that price takes at least, with cards in hand."""
    if held(t, seat, WAIVE_SETH):
        return 0
    for card in held(t, seat, WITH_SETH):
        n -= t.data.cards[card].effect.get("warriors_less", 0)
    return max(0, n)


def tile_spaces(t: Tekhenu) -> list[str]:
    """List the temple spaces for a Conquest tile: no Pillar, and no other such tile unless the option allows it
    (S-R-11)."""
    covers, over = seth(t).covers, t.options.conquest_tile_may_cover_conquest_tile
    return [space.name for space in t.data.spaces if not t.tiles[space.index] and (over or not covers[space.index])]
