"""Words that the forms of the board share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.titles.tekhenu.board import DICE, HOUSE, words
from pbem.titles.tekhenu.show.brief import short
from pbem.titles.tekhenu.views.view_models import CardView, PeopleView, PlayerView, TekhenuView, TileView, WorksView

# -- small words -----------------------------------------------------------------------------------------------------


def listed(things: Iterable[str], nothing: str = "none") -> str:
    return ", ".join(things) or nothing


def dice_words(dice: Sequence[str]) -> str:
    """`white 3 5, grey 2`: dice of one colour together."""
    by_colour: dict[str, list[str]] = {}
    for die in dice:
        colour, value = DICE[die]
        by_colour.setdefault(colour, []).append(str(value))
    return ", ".join(f"{colour} {' '.join(values)}" for colour, values in by_colour.items())


def marked(v: TekhenuView, *house: str) -> str:
    """The mark behind something whose values are house values in this game."""
    return HOUSE if any(ident in v.house for ident in house) else ""


def mine(v: TekhenuView, seat: str) -> str:
    return f"{seat} (you)" if seat == v.reader else seat


def name(god: str) -> str:
    return god.capitalize()


def code(seat: str) -> str:
    """A seat where there is little room."""
    return seat[:3].upper()


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def steps(amounts: Mapping[str, int]) -> str:
    """`population +2`, `1 gold`."""
    return ", ".join(
        f"{what} +{n}" if what in ("population", "happiness") else words({what: n}) for what, n in amounts.items() if n
    )


def ids(cards: Iterable[CardView]) -> str:
    return " ".join(card.id for card in cards)


# -- things ----------------------------------------------------------------------------------------------------------


def card_words(card: CardView) -> str:
    """`D07 [treasury] 3 VP for each scribe ...`."""
    kind = f"[{card.type}] " if card.type else ""
    text = short(card.text)
    if card.kind == "destiny":
        text = f"Ankh {card.ankh}, {text}"
    if card.initiative:
        text += f" (initiative {card.initiative})"
    return f"{card.id} {kind}{text}"


def has_decrees(v: TekhenuView) -> bool:
    """Whether Decrees, and so their types, lie in the market."""
    return any(card.type for section in v.market for card in section.cards if card)


def offered(v: TekhenuView) -> list[CardView]:
    """Destiny cards that somebody is still to take; during rounds what lies there concerns nobody."""
    return v.destinies if v.phase in ("set-up", "maat", "rotation") else []


def light_at_ra(v: TekhenuView) -> str:
    return next((section.light for section in v.wheel if section.god == "ra"), "")


def ability_words(v: TekhenuView, tile: TileView) -> str:
    """The ability with the light it needs; `now` if Ra has that light."""
    if not tile.light:
        return short(tile.text)
    return f"{tile.light}{' (now)' if tile.light == light_at_ra(v) else ''}: {short(tile.text)}"


def people_words(spot: PeopleView, owner: str) -> str:
    if spot.districts:
        where = " and ".join(spot.districts)
    else:
        where = f"row {spot.line + 1}" if spot.line < 5 else f"column {'abcde'[spot.line - 5]}"
    state = f"free, {spot.gold} gold" if spot.gold else "free"
    return f"{spot.id} ({where}) {owner or state}"


def second(space: WorksView) -> str:
    """What a free space advances beside its own resource."""
    return " ".join(f"+{what}" for what in space.advance if what != space.district)


def row_words(v: TekhenuView, number: int, spaces: Sequence[WorksView]) -> str:
    """What a row brings, if it is the same for all districts but for the second resource."""
    texts = {works_words(space) for space in spaces}
    text = texts.pop() if len(texts) == 1 else "differs, see the tables"
    if number == 2 and v.row2_gold:
        text += f"; first: {v.row2_gold} gold"
    return text + (marked(v, "HV-11") if any(second(space) for space in spaces) else "")


def works_words(space: WorksView) -> str:
    """`both +1; gain 1, 1 gold`: steps of production, then what is gained."""
    advance = [f"{'' if what == space.district else 'shown '}+{n}" for what, n in space.advance.items()]
    if len(space.advance) > 1 and len(set(space.advance.values())) == 1:
        advance = [f"both +{next(iter(space.advance.values()))}"]
    if space.any_steps:
        advance.append(f"any +{space.any_steps}")
    gain = [f"{n}" if what == space.district else f"{n} {what}" for what, n in space.gain.items()]
    return f"{', '.join(advance)}; gain {', '.join(gain)}"


def scale_words(p: PlayerView) -> str:
    over = words(p.overproduced)
    last = "" if p.marker is None else f" (last Maat {signed(p.marker)})"
    if not p.dice and not over:
        return f"balance 0: no dice{last}"
    parts = [
        f"pure {dice_words(p.left) or 'none'}",
        f"tainted {dice_words(p.right) or 'none'}" + (f" + {over} overproduced" if over else ""),
    ]
    if p.below:
        parts.append(f"below {dice_words(p.below)}")
    return f"balance {signed(p.balance)}: {'; '.join(parts)}{last}"


def pieces_words(p: PlayerView) -> str:
    """Pieces left to build, what the next Statue costs, and what the Building row says at a scoring."""
    cost = f" ({p.statue_cost} granite)" if p.statue_cost is not None else ""
    left = f"left {p.buildings} buildings, {p.pillars} pillars, {p.statues} statues{cost}"
    return f"{left}; row +{p.row_vp} VP, {p.bread_due} bread due"


def cards_words(p: PlayerView) -> str:
    parts = []
    if p.destiny:
        parts.append(f"{p.destiny.id} (Ankh {p.ankh})")
    if p.drafted:
        parts.append(f"drafted {ids(p.drafted)}")
    if p.technologies:
        parts.append(ids(p.technologies))
    if p.blessings:
        parts.append(ids(p.blessings))
    hidden = p.decrees - len(p.shown)
    if hidden:
        parts.append(f"{hidden} secret decree{'s' * (hidden > 1)}")
    if p.shown:
        parts.append("decrees " + " ".join(decree_words(p, card) for card in p.shown))
    if p.drawn:
        parts.append(f"{p.drawn} cards drawn to choose from")
    return f"cards {listed(parts)}"


def decree_words(p: PlayerView, card: CardView) -> str:
    return f"{card.id} ({p.scored[card.id]} VP)" if card.id in p.scored else card.id


def wheel_head(v: TekhenuView) -> str:
    markers = [f"{s.marker} at {name(s.god)}" for s in sorted(v.wheel, key=lambda s: s.marker) if s.marker]
    text = f"Arrow before {name(v.arrow)}."
    if markers:
        text += f" Scoring markers: {', '.join(markers)}."
    bag = ", ".join(f"{n} {colour}" for colour, n in v.bag.items())
    return f"{text} Bag: {bag or 'empty'}."


def letter_of(colour: str) -> str:
    return colour[:1] or " "
