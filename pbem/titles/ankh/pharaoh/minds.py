"""What the greedy player thinks of the expansion's questions. Loaded when a computer plays."""

from __future__ import annotations

from pbem.core.asking import Judge
from pbem.core.questions import Seat
from pbem.titles.ankh.pharaoh.palace.palace import winner_of
from pbem.titles.ankh.pharaoh.part import box, court, his_region
from pbem.titles.ankh.rules.strength import side_strength
from pbem.titles.ankh.state import Ankh

__all__ = ["card", "chamber", "escort", "intrigue", "law", "place_pharaoh", "policy", "recall", "region", "step", "yes"]

WORTH = {
    "repeated_edict": 9, "royal_scribes": 7, "great_works": 8, "rededication": 6, "temple_tithe": 5, "grain_dole": 6,
    "treasury_audit": 6, "second_levy": 5, "palace_guard": 4, "census": 5, "royal_patronage": 4, "ordination": 4,
    "recalled_decree": 3, "forced_march": 3, "swift_litters": 3, "royal_progress": 2, "court_intrigue": 2,
}  # fmt: skip
"""How gladly a card is taken; one that is not named counts 1."""
HELD_BACK = frozenset({"burial_rites", "ferrymen", "royal_summons", "court_intrigue", "royal_progress"})
"""Cards whose use needs a plan."""


def card(t: Ankh, seat: Seat, key: str) -> float:
    return WORTH.get(box(t).spelled.get(key.removeprefix("take "), ""), 1)


def law(t: Ankh, seat: Seat, key: str) -> float:
    """Judge the Chamber of Law: take; denounce a poor card only when others are about to win."""
    if key.startswith("denounce "):
        lead = max((t.devotion[other] for other in t.enemies(t.side(seat))), default=0)
        name = key.removeprefix("denounce ").removesuffix(" used").removesuffix(" hand")
        return 12 - card(t, seat, name) if lead >= t.data.top - 2 else -1
    return card(t, seat, key)


def policy(t: Ankh, seat: Seat, key: str) -> float:
    """Use what brings something at once."""
    ident = box(t).spelled[key]
    return 0 if ident in HELD_BACK else WORTH.get(ident, 1)


def chamber(t: Ankh, seat: Seat, key: str) -> float:
    """Judge a chamber: where one more Priest wins, the richer one first; else where the fewest stand."""
    side, there = t.side(seat), court(t).chambers[key]
    most = max((n for other, n in there.items() if other != side), default=0)
    own = there.get(side, 0) + 1
    good = {"law": 2, "war": 3, "court": 4, "throne": 1}[key]
    wins = own > most or (own == most and t.ladder[0] == side)
    already = winner_of(t, key) == side
    return good + (6 if wins and not already else 0) - most


def step(t: Ankh, seat: Seat, key: str) -> float:
    """Leave a chamber that is lost for one that is won thereby."""
    start, end = key.split("-")
    side = t.side(seat)
    lost = winner_of(t, start) != side
    return chamber(t, seat, end) - 5 if lost else -1


def intrigue(t: Ankh, seat: Seat, key: str) -> float:
    return 1 if key.split()[0] != t.side(seat) else 0


def yes(t: Ankh, seat: Seat, key: str) -> float:
    return 1 if key == "yes" else 0


def recall(t: Ankh, seat: Seat, key: str) -> float:
    return 1 + t.data.cards[key]


def region(t: Ankh, seat: Seat, key: str) -> float:
    side = t.side(seat)
    return sum(str(t.tokens[t.lay.anchor[place]]) == key for place in t.monuments_of(side))


def place_pharaoh(t: Ankh, seat: Seat) -> Judge:
    """Judge where the Pharaoh goes: Amenhotep and Akhenaten where we are strong, Xerxes and Infantry where others
    are."""
    side, harms = t.side(seat), court(t).ruler in ("xerxes", "ramesses")
    lead = {}
    for token in t.tokens.values():
        mine = side_strength(t, token, side)
        theirs = max((side_strength(t, token, other) for other in t.enemies(side)), default=0)
        lead[token] = (theirs - mine) if harms else (mine - theirs)
    now = lead.get(his_region(t), 0) if court(t).at else -99
    return lambda key: lead[t.tokens[t.lay.anchor[key]]] - now if key in t.lay.anchor else 0


def escort(t: Ankh, seat: Seat, key: str) -> float:
    return 0
