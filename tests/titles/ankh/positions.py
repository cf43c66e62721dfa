"""Positions of Ankh whose boards show everything there is to show."""

from __future__ import annotations

from pbem.titles.ankh.state import Ankh, Battle, Conflict
from tests.titles.ankh.build import build, put, table

GODS = ("amun", "anubis", "isis", "osiris", "ra")


def two() -> Ankh:
    """Two gods in their first turn."""
    return table("ra", "isis")


def five() -> Ankh:
    """Five gods late in the game: powers, Guardians on land and water, tokens of Ra and Osiris, used cards, stacks."""
    t = table(*GODS, guardians="satet, apep, giant_scorpion")
    put(t, {"G2": "ra warrior"}, sun=True)
    put(t, {"H5": "ra warrior", "E6": "anubis apep", "D4": "osiris warrior", "C4": "ra satet"})
    put(t, {"I9": "isis giant_scorpion"}, claws="N-NW")
    build(t, {"D3": "ra obelisk", "C8": "obelisk"})
    t.suns, t.underworld, t.trapped = 2, ["D4", "K3"], ["ra", "isis"]
    t.gods["ra"].warriors -= 1
    t.gods["isis"].warriors -= 1
    for side, space in (("ra", 21), ("isis", 3), ("osiris", 3), ("amun", 30)):
        t.shift(side, space)
    for side, powers, used in (("ra", ["revered", "commanding"], 3), ("amun", ["inspiring"], 7)):
        god = t.gods[side]
        god.powers, god.used, god.hand = powers, god.hand[:used], god.hand[used:]
    t.tracks |= {"move": 5, "gain": 2}
    t.event, t.turn, t.active = 11, 40, "isis"
    return t


def merged() -> Ankh:
    """Three gods, two of them merged, in the Battle of a Conflict."""
    t = table("ra", "isis", "amun")
    t.greater, t.lesser = "ra", "isis"
    t.ladder.remove("isis")
    for place in t.units_of("isis"):
        del t.units[place]
    for place in t.monuments_of("isis"):
        t.destroy(place)
    t.gods["ra"].powers = ["revered"]
    t.event, t.turn, t.tracks["gain"] = 16, 60, 4
    t.conflict = Conflict(number=4, holder="amun", announced=2, token=2)
    t.battle = Battle(
        token=2, sides=["amun", "ra"], cards={"amun": ["plague"], "ra": ["flood"]},
        bids=[{"amun": 2, "ra": 1}], killed={"ra": 1}, strengths={"amun": 3, "ra": 1},
    )  # fmt: skip
    return t


def over() -> Ankh:
    """Two gods, one forgotten, the other has won."""
    t = table("ra", "isis")
    t.forgotten, t.ladder = ["isis"], ["ra"]
    t.turn, t.over, t.winner = 70, True, "ra"
    return t


POSITIONS = {"two": two, "five": five, "merged": merged, "over": over}
