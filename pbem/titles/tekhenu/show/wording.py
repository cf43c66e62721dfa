"""Words that the forms of the board share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from pbem.core.document import Para
from pbem.core.words import Caps, Count, Listed, Name, Noun, Say, Things, Word
from pbem.titles.tekhenu.board import DICE, HOUSE, card_said, counted, words
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.show.brief import short
from pbem.titles.tekhenu.views.view_models import CardView, PeopleView, PlayerView, TekhenuView, TileView, WorksView

COMING = 2_000
"""Texts of one sort that a process keeps: dice, cards and rows of the board stand in one mail after the other."""


# -- small words -----------------------------------------------------------------------------------------------------


def said(text: str) -> Para:
    return Para(text, hang="  ", bullet=True)


def listed(things: Iterable[str]) -> str:
    return Listed(things) or Say("none")


def dice_words(dice: Sequence[str]) -> str:
    """Write `white 3 5, grey 2`: dice of one colour together."""
    return _dice_words(tuple(dice))


@lru_cache(maxsize=COMING)
def _dice_words(dice: tuple[str, ...]) -> str:
    by_colour: dict[str, list[str]] = {}
    for die in dice:
        colour, value = DICE[die]
        by_colour.setdefault(colour, []).append(str(value))
    return Listed(one_colour(colour, " ".join(values)) for colour, values in by_colour.items())


def one_colour(colour: str, values: str) -> str:
    """Write dice of one colour. Three have the colours of players, for whom some languages have other words."""
    if colour == "red":
        return Say("red {values}", values=values)
    if colour == "blue":
        return Say("blue {values}", values=values)
    if colour == "green":
        return Say("green {values}", values=values)
    return Say("{colour} {values}", colour=colour, values=values)


def marked(v: TekhenuView, *house: str) -> str:
    """Return the mark behind something whose values are house values in this game."""
    return "" if frozenset(house).isdisjoint(v.house) else HOUSE


def mine(v: TekhenuView, seat: str) -> str:
    return Say("{seat} (you)", seat=seat) if seat == v.reader else Word(seat)


@lru_cache(maxsize=COMING)
def code(seat: str) -> str:
    """Write a seat where there is little room."""
    return Caps(seat, 3)


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def ids(cards: Iterable[CardView]) -> str:
    return " ".join(card.id for card in cards)


COLOURS = {
    "white": Noun("{n} white", "{n} white"),
    "yellow": Noun("{n} yellow", "{n} yellow"),
    "black": Noun("{n} black", "{n} black"),
    "brown": Noun("{n} brown", "{n} brown"),
    "grey": Noun("{n} grey", "{n} grey"),
    "red": Noun("{n} red", "{n} red"),
    "blue": Noun("{n} blue", "{n} blue"),
    "green": Noun("{n} green", "{n} green"),
}
"""Dice in the bag."""

TYPED = {"warrior": Noun("{n} warrior", "{n} warrior"), "priest": Noun("{n} priest", "{n} priest")}
"""Things of Time of Seth as they are typed; they are named with a capital letter elsewhere."""


# -- things ----------------------------------------------------------------------------------------------------------


def card_words(data: Components, card: CardView) -> str:
    """Write `D07 [treasury] 3 VP for each scribe ...`."""
    return _card_words(card, data.cards[card.id].text)


@lru_cache(maxsize=COMING)
def _card_words(card: CardView, printed: str) -> str:
    text: str = brief_said(printed)
    if card.kind == "destiny":
        text = Say("Ankh {n}, {text}", n=card.ankh, text=text)
    if card.initiative:
        text = Say("{text} (initiative {n})", text=text, n=card.initiative)
    return titled(card, text)


def brief_said(text: str) -> str:
    """Say the text of a card in few words; a house value keeps the full stop before its mark."""
    bare = text.removesuffix(HOUSE)
    if bare == text:
        return card_said(short(text))
    return Say(short(bare)) + (f".{HOUSE}" if bare.endswith(".") else HOUSE)


def titled(card: CardView, text: str) -> str:
    """Put a card's id and type before what it says."""
    if card.type:
        return Say("{card} [{type}] {text}", card=card.id, type=card.type, text=text)
    return Say("{card} {text}", card=card.id, text=text)


def has_decrees(v: TekhenuView) -> bool:
    """Tell whether Decrees, and so their types, lie in the market."""
    return any(card.type for section in v.market for card in section.cards if card)


def offered(v: TekhenuView) -> list[CardView]:
    """List the Destiny cards that somebody is still to take; during rounds what lies there concerns nobody."""
    return v.destinies if v.phase in ("set-up", "maat", "rotation") else []


def light_at_ra(v: TekhenuView) -> str:
    return next((section.light for section in v.wheel if section.god == "ra"), "")


def printed_on(data: Components, tile: TileView) -> str:
    """Return the text of the tile at a place of the display; empty if there is none."""
    return data.tiles[tile.id].text if tile.id else ""


@lru_cache(maxsize=COMING)
def ability_words(tile: TileView, printed: str, at_ra: str) -> str:
    """Write the ability printed on a tile with the light it needs; `now` if Ra has that light."""
    text = Say(short(printed))
    if not tile.light:
        return text
    if tile.light == at_ra:
        return Say("{light} (now): {text}", light=tile.light, text=text)
    return Say("{light}: {text}", light=tile.light, text=text)


@lru_cache(maxsize=COMING)
def people_words(spot: PeopleView, *, drawn: bool) -> str:
    """Write a place for a Statue with its owner, in capitals where it is drawn, else what it costs."""
    where: str
    if spot.districts:
        where = Listed(spot.districts, Say(" and "))
    elif spot.line < 5:
        where = Say("row {row}", row=spot.line + 1)
    else:
        where = Say("column {column}", column="abcde"[spot.line - 5])
    state = Say("free, {gold}", gold=counted(spot.gold, "gold")) if spot.gold else Say("free")
    owner = Caps(spot.owner) if drawn else Word(spot.owner)
    return Say("{spot} ({where}) {state}", spot=spot.id, where=where, state=owner or state)


def second(space: WorksView) -> str:
    """Say what a free space advances beside its own resource."""
    return _second(space.district, tuple(space.advance))


@lru_cache(maxsize=COMING)
def _second(district: str, advance: tuple[str, ...]) -> str:
    return Listed((Say("+{what}", what=what) for what in advance if what != district), " ")


def row_words(v: TekhenuView, number: int, spaces: Sequence[WorksView]) -> str:
    """Say what a row brings, if it is the same for all districts but for the second resource."""
    shown = tuple(
        (space.district, tuple(space.advance.items()), space.any_steps, tuple(space.gain.items())) for space in spaces
    )
    return _row_words(shown, v.row2_gold if number == 2 else 0, marked(v, "HV-11"))


Amounts = tuple[tuple[str, int], ...]


@lru_cache(maxsize=COMING)
def _row_words(shown: tuple[tuple[str, Amounts, int, Amounts], ...], gold: int, mark: str) -> str:
    texts = {works_words(*space) for space in shown}
    text = texts.pop() if len(texts) == 1 else Say("differs, see the tables")
    if gold:
        text = Say("{text}; first: {gold}", text=text, gold=counted(gold, "gold"))
    return text + (mark if any(what != space[0] for space in shown for what, _ in space[1]) else "")


def works_words(district: str, steps: Amounts, any_steps: int, gain: Amounts) -> str:
    """Write `both +1; gain 1, 1 gold`: steps of production, then what is gained."""
    advance: list[str] = [f"+{n}" if what == district else Say("shown +{n}", n=n) for what, n in steps]
    if len(steps) > 1 and len({n for _, n in steps}) == 1:
        advance = [Say("both +{n}", n=steps[0][1])]
    if any_steps:
        advance.append(Say("any +{n}", n=any_steps))
    gained = [str(n) if what == district else plain(n, what) for what, n in gain]
    return Say("{advance}; gain {gain}", advance=Listed(advance), gain=Listed(gained))


def scale_words(p: PlayerView) -> str:
    over = words(p.overproduced)
    last = "" if p.marker is None else Say(" (last Maat {balance})", balance=signed(p.marker))
    if not p.dice and not over:
        return Say("balance 0: no dice{last}", last=last)
    right = Say("tainted {dice}", dice=dice_words(p.right) or Say("none"))
    if over:
        right = Say("{dice} + {over} overproduced", dice=right, over=over)
    parts = [Say("pure {dice}", dice=dice_words(p.left) or Say("none")), right]
    if p.below:
        parts.append(Say("below {dice}", dice=dice_words(p.below)))
    return Say("balance {balance}: {dice}{last}", balance=signed(p.balance), dice=Listed(parts, "; "), last=last)


def tiles_left(n: int) -> str:
    return Count(n, "{n} tile left", "{n} tiles left")


def pieces_words(p: PlayerView) -> str:
    """Write the pieces left to build, what the next Statue costs, and what the Building row says at a scoring."""
    buildings = Count(p.buildings, "{n} building", "{n} buildings")
    pillars = Count(p.pillars, "{n} pillar", "{n} pillars")
    statues = Count(p.statues, "{n} statue", "{n} statues")
    left: str = Say("left {pieces}", pieces=Listed([buildings, pillars, statues]))
    if p.statue_cost is not None:
        left = Say("{left} ({cost})", left=left, cost=counted(p.statue_cost, "granite"))
    return Say("{left}; row +{vp} VP, {bread} bread due", left=left, vp=p.row_vp, bread=p.bread_due)


def cards_words(p: PlayerView) -> str:
    parts: list[str] = []
    if p.destiny:
        parts.append(Say("{card} (Ankh {n})", card=p.destiny.id, n=p.ankh))
    if p.drafted:
        parts.append(Listed((Say("drafted"), ids(p.drafted)), " "))
    if p.technologies:
        parts.append(ids(p.technologies))
    if p.blessings:
        parts.append(ids(p.blessings))
    hidden = p.decrees - len(p.shown)
    if hidden:
        parts.append(Count(hidden, "{n} secret decree", "{n} secret decrees"))
    if p.shown:
        parts.append(Say("decrees {cards}", cards=Listed((decree_words(p, card) for card in p.shown), " ")))
    if p.drawn:
        parts.append(Count(p.drawn, "{n} card drawn to choose from", "{n} cards drawn to choose from"))
    return Say("cards {cards}", cards=listed(parts))


def decree_words(p: PlayerView, card: CardView) -> str:
    return Say("{card} ({n} VP)", card=card.id, n=p.scored[card.id]) if card.id in p.scored else card.id


def wheel_head(v: TekhenuView) -> str:
    markers = [
        Say("{n} at {god}", n=s.marker, god=Name(s.god)) for s in sorted(v.wheel, key=lambda s: s.marker) if s.marker
    ]
    parts: list[str] = [Say("Arrow before {god}.", god=Name(v.arrow))]
    if markers:
        parts.append(Say("Scoring markers: {markers}.", markers=Listed(markers)))
    bag = Things(v.bag, COLOURS)
    parts.append(Say("Bag: {dice}.", dice=bag) if bag else Say("Bag: empty."))
    return Listed(parts, " ")


@lru_cache(maxsize=COMING)
def letter_of(colour: str) -> str:
    return Word(colour, 1) or " "


@lru_cache(maxsize=COMING)
def plain(n: int, what: str) -> str:
    """Write `2 scribe`: an amount with the thing as it is typed."""
    noun = TYPED.get(what) or Noun(f"{{n}} {what}", f"{{n}} {what}")
    return Count(n, noun.one, noun.many)
