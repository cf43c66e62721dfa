"""Texts of the component tables in few words, made by exchanging phrases, so that an owner's corrections show."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["short"]

RULING = re.compile(r" \(RUL-\d+\)")

#: A phrase as it stands in the tables, and what it becomes; earlier ones first.
PHRASES: tuple[tuple[str, str], ...] = (
    (
        "for 1 scribe, also act with a god next to the section of the die, with the same die",
        "for 1 scribe: a god next to its section too",
    ),
    (
        "for 1 happiness and 1 population, also act with the god opposite the section of the die, with the same die",
        "for -1 happiness, -1 population: god opposite too",
    ),
    (
        "for this turn it has one of the other colours; its value may also go 1 up or down",
        "treat it as any other colour; value +-1 too",
    ),
    ("produce a second time, each time with its own overproduction check", "produce twice, checked one by one"),
    ("take the die as an Anubis action without its 2 scribes", "Anubis without the 2 scribes"),
    (
        "each triangle your population has reached and for which you pay 1 resource of any kind",
        "each population triangle you pay 1 resource for",
    ),
    (", free of the overproduction check", ", never over"),
    (", never overproduced", ", never over"),
    ("value up to 2 up or down if you like", "value +-1 or +-2"),
    ("value 1 up or down if you like", "value +-1"),
    ("1 more of the resource produced", "1 more of it"),
    ("which can already help to pay the statue", "may pay for it"),
    ("which can already help to pay it", "may pay for it"),
    ("Play with a production of yours:", "producing:"),
    (
        "Play with a Ra or Horus action: its limestone or granite need not be paid",
        "Ra or Horus: its cost is not paid",
    ),
    (
        "Play with a Bastet or Hathor action: its papyrus or bread need not be paid",
        "Bastet or Hathor: its cost is not paid",
    ),
    ("Play at any point of your turn:", "any time in your turn:"),
    ("Play as you take a die:", "taking a die:"),
    ("Play as your turn begins:", "start of turn:"),
    ("+1 VP in each own turn with such a payment", "+1 VP a turn if used"),
    ("Limestone pays for granite and granite for limestone", "limestone and granite pay for each other"),
    ("Gold pays for scribes and scribes for gold", "gold and scribes pay for each other"),
    (
        "A tainted die used for a god action: for 1 scribe, first produce with the same die",
        "tainted die, god action: for 1 scribe produce with it first",
    ),
    (
        "Every Horus bonus from a statue of yours at a god: 1 granite with it",
        "each Horus bonus of yours: 1 granite with it",
    ),
    ("the resources and faith of the covered space come twice", "covered space's resources and faith twice"),
    (
        "1 VP more for each building, whoever owns it, at its row or column",
        "1 VP more per building (anyone's) in line",
    ),
    ("1 VP more for each edge of this tile that matches", "1 VP more per matching edge"),
    ("you may take a Horus action with a 1, 2 or 3, at its usual cost", "Horus action with 1-3, cost paid"),
    ("you may take an Osiris action with a 3, losing the 1 happiness", "Osiris action with 3, -1 happiness"),
    ("take a Thoth action with a 1", "Thoth action with 1"),
    ("draw the top decree and keep it", "draw a decree"),
    ("Your actions with a value of 1: +2 VP each", "your actions with value 1: +2 VP"),
    ("your pillars in line bring 5 VP each, not 3", "5 VP, not 3, per own pillar in line"),
    ("At the end of every Maat phase", "after each Maat phase"),
    (
        "4 VP for each decree type among your decrees, this one counted too",
        "4 VP for each decree type you own, this one too",
    ),
    ("comes before D08", "before D08"),
    (
        "VP for the distance from the lowest happiness marker up to yours",
        "your happiness less the lowest on the track",
    ),
    ("3 VP for each scribe you still have, 21 at the most", "3 VP for each scribe left, at most 21"),
    (
        "2 VP for each gold and 1 VP for each other resource you still have, 20 at the most; comes after D04",
        "2 VP for each gold, 1 for other resources left, at most 20",
    ),
    ("2 VP for each statue and 2 VP for each temple building", "2 VP for each statue and each temple building"),
    ("2 VP for each pillar and 2 VP for each temple building", "2 VP for each pillar and each temple building"),
    ("2 VP for each statue and 2 VP for each pillar", "2 VP for each statue and each pillar"),
    ("Half the pips of the pure dice on your scale, rounded up", "half the value of your pure dice, rounded up"),
    (
        "Ahead of the final scoring: one action, any kind, any value, its resources not paid",
        "before the final scoring: any action, value, no cost",
    ),
    (
        "The temple scores for you once more, with your buildings and pillars only",
        "temple scores again, own buildings and pillars only",
    ),
    (
        "Not in the game unless switched on: for 2 gold, another decree of yours scores once more",
        "pay 2 gold: another own decree scores again",
    ),
    ("+2 VP if first in turn order, 1 gold if last", "+2 VP if first in order, 1 gold if last"),
    ("; the other is shuffled in again", ""),
    (" that costs no happiness", ", no happiness lost"),
    ("Your ", ""),
)


@lru_cache(maxsize=1_000)
def short(text: str) -> str:
    """Shorten a card's or tile's text to few words."""
    text = RULING.sub("", text)
    for long, brief in PHRASES:
        text = text.replace(long, brief)
    return text.removesuffix(".")
