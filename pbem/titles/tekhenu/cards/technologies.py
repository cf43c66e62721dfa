"""The Technologies (T-CARD-T01 to T-CARD-T24): they work for their owner to the end of the game (T-CARD-0b).

Events announced: `before GOD`, `after GOD`, `acted` (value), `produced` (resource, value, over), `took pure`, `anubis`,
`played`, `horus bonus`, `swapped` (card), `maat start`, `after maat`. Values asked for: `free god`, `free produce`,
`early GOD`, `tokens`, `forbidden`, `any light`, `pillar vp`, `ankh`, `bread due`, `first`, `play gold`,
`produced more`.
"""

from __future__ import annotations

from typing import Any

from pbem.core.cards import Adjust, Card, Deck, Facts, React
from pbem.core.questions import Seat
from pbem.titles.tekhenu.components import default_raw
from pbem.titles.tekhenu.state import Tekhenu

TECHNOLOGIES = Deck("technologies")
add = TECHNOLOGIES.add


def effect_of(t: Tekhenu, card: str) -> Any:
    """Return what is printed on a card."""
    return t.data.cards[card].effect


def gain(*only: str) -> React:
    """Gain what is printed, or some of it (T-CARD-0d: points come after, resources may come first)."""

    def react(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
        amounts = effect_of(t, card)["gain"]
        t.gain(seat, {what: amounts[what] for what in only} if only else amounts, card)

    return react


def early(resource: str, god: str) -> tuple[React, Adjust]:
    """Let a resource come before paying (never worse, so it always does), and say what it adds to the purse."""

    def adjust(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
        if t.single and f"{seat} {card} before {god}" in t.used:
            return n
        coming: int = effect_of(t, card)["gain"][resource]
        return n + coming

    return gain(resource), adjust


def interchange(t: Tekhenu, seat: Seat, card: str, tokens: dict[str, str]) -> dict[str, str]:
    """Let each of the two pay wherever the other may (T-PAY-4, RUL-29)."""
    one, two = effect_of(t, card)["interchange"]
    if one in tokens and two not in tokens:
        tokens[two] = card
    elif two in tokens and one not in tokens:
        tokens[one] = card
    return tokens


def swapped(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    """Give the point for an exchange: own turns only, once in each (RUL-29)."""
    if facts["card"] == card and t.active == seat and t.once(seat, card):
        t.gain(seat, {"vp": effect_of(t, card)["vp_once_per_turn"]}, card)


def value_one(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> bool:
    """Tell whether the value is 1; named and `as with a 1` values count too (RUL-30, RUL-63)."""
    if facts["value"] != effect_of(t, card)["value"]:
        return False
    t.gain(seat, effect_of(t, card)["gain"], card)
    return True


def overproduced(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> bool:
    if not facts["over"]:
        return False
    t.gain(seat, {"vp": effect_of(t, card)["vp_per_overproduced"] * facts["over"]}, card)
    return True


def one_more(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    """Gain one more, outside the overproduction check (T-PROD-4)."""
    t.gain(seat, {facts["resource"]: effect_of(t, card)["gain_produced_type"]}, card)


def extra_one(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
    if t.single and f"{seat} {card} produced" in t.used:
        return n
    more: int = effect_of(t, card)["gain_produced_type"]
    return n + more


def bread_produced(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> bool:
    if facts["resource"] != "bread":
        return False
    t.gain(seat, effect_of(t, card)["on_bread_production"], card)
    return True


def pure_taken(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    t.gain(seat, effect_of(t, card)["on_pure_die"], card)


def first_or_last(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    """Read from the turn order of this Maat phase (RUL-31)."""
    if t.order[0] == seat:
        t.gain(seat, effect_of(t, card)["if_first"], card)
    elif t.order[-1] == seat:
        t.gain(seat, effect_of(t, card)["if_last"], card)


def add_printed(field: str) -> Adjust:
    """Add a printed number."""

    def adjust(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
        more: int = effect_of(t, card)[field]
        return n + more

    return adjust


def printed(field: str) -> Adjust:
    """Put a printed value in place of the usual one."""

    def adjust(t: Tekhenu, seat: Seat, card: str, value: Any) -> Any:
        return effect_of(t, card)[field]

    return adjust


def agreed_step(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
    """Change the step as far as an option of the game says (RUL-03)."""
    step: int = t.options.T13_adjust
    return n + step


def produce_first(t: Tekhenu, seat: Seat, card: str, cost: Any) -> Any:
    return effect_of(t, card)["if_tainted_die"]["cost"]


granite_first, granite_coming = early("granite", "horus")
papyrus_first, papyrus_coming = early("papyrus", "thoth")
bread_first, bread_coming = early("bread", "hathor")

add(
    Card(
        "T04",
        reacts={"before horus": granite_first, "after horus": gain("vp")},
        adjusts={"early horus": granite_coming},
    ),
    Card("T05", adjusts={"pillar vp": add_printed("vp_per_own_pillar_space")}),
    Card("T08", adjusts={"forbidden": printed("treat_forbidden_as")}),
    Card("T09", adjusts={"any light": printed("always_activate_ability")}),
    Card("T10", reacts={"swapped": swapped}, adjusts={"tokens": interchange}),
    Card("T11", reacts={"acted": value_one}),
    Card("T12", reacts={"produced": overproduced}),
    Card("T13", reacts={"produced": one_more}, adjusts={"free produce": agreed_step, "produced more": extra_one}),
    Card("T14", adjusts={"free god": add_printed("adjust_value_optional")}),
    Card("T15", reacts={"maat start": gain()}, adjusts={"ankh": printed("ankh_value")}),
    Card("T16", reacts={"after maat": first_or_last}),
    Card("T17", reacts={"produced": bread_produced}, adjusts={"bread due": lambda t, seat, card, due: 0}),
    Card("T18", reacts={"took pure": pure_taken}),
    Card("T19", adjusts={"first": produce_first}),
    Card("T20", reacts={"before thoth": papyrus_first}, adjusts={"early thoth": papyrus_coming}),
    Card("T21", reacts={"before hathor": bread_first}, adjusts={"early hathor": bread_coming}),
    Card("T22", reacts={"swapped": swapped}, adjusts={"tokens": interchange}),
    Card("T24", reacts={"played": gain()}, adjusts={"play gold": lambda t, seat, card, n: n + 1}),
)
GAINING = {"horus_bonus": "horus bonus", "anubis": "anubis"} | {
    f"god:{god['id']}": f"after {god['id']}" for god in default_raw()["gods"]
}
"""The moments at which a card that only gains needs its row and nothing else, and how each is announced."""
add(
    *(
        Card(row["id"], reacts={GAINING[row["when"][0]]: gain()})
        for row in default_raw()["technologies"]
        if set(row["effect"]) == {"gain"} and row["when"][0] in GAINING
    )
)
for _god in ("ra", "bastet", "osiris"):
    TECHNOLOGIES.adjusting.setdefault(f"early {_god}", {})
