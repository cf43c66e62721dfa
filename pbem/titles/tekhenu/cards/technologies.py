"""The Technologies (T-CARD-T01 to T-CARD-T24): they work for their owner to the end of the game (T-CARD-0b).

Each is declared by its row: `EFFECTS` says what each member of an effect is.

Events announced: `before GOD`, `after GOD`, `acted` (value), `produced` (resource, value, over), `took pure`, `anubis`,
`played`, `horus bonus`, `swapped` (card), `maat start`, `after maat`. Values asked for: `free god`, `free produce`,
`early GOD`, `tokens`, `forbidden`, `any light`, `pillar vp`, `ankh`, `bread due`, `first`, `play gold`,
`produced more`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.core.cards import Adjust, Card, Deck, Facts, React, Row, combined, named
from pbem.core.questions import Seat
from pbem.titles.tekhenu.cards.card_rows import ROWS
from pbem.titles.tekhenu.state import Tekhenu

TECHNOLOGIES = Deck("technologies")
EARLY = "may_gain_before_paying"
"""The member of an effect that names what comes before paying."""


def effect_of(t: Tekhenu, card: str) -> Any:
    """Return what is printed on a card."""
    return t.data.cards[card].effect


def gain(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    """Gain what is printed (T-CARD-0d)."""
    t.gain(seat, effect_of(t, card)["gain"], card)


def gain_before(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    """Gain before paying what may come then: it is never worse, so it always does (T-CARD-0d)."""
    effect = effect_of(t, card)
    t.gain(seat, {what: effect["gain"][what] for what in effect[EARLY]}, card)


def gain_after(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    """Gain what was not gained before paying."""
    effect = effect_of(t, card)
    t.gain(seat, {what: n for what, n in effect["gain"].items() if what not in effect[EARLY]}, card)


def coming(god: str) -> Adjust:
    """Add to the purse for the action of a god what will come before paying."""

    def adjust(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
        if t.single and f"{seat} {card} before {god}" in t.used:
            return n
        effect, paid = effect_of(t, card), t.book.actions[god].paid_in
        more: int = effect["gain"][paid] if paid in effect[EARLY] else 0
        return n + more

    return adjust


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
    for place, at in (("if_first", 0), ("if_last", -1)):
        if t.order[at] == seat:
            t.gain(seat, effect_of(t, card).get(place, {}), card)
            return


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


def no_bread(t: Tekhenu, seat: Seat, card: str, due: int) -> int:
    return 0


def gold_with_play(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
    """Add the Gold that comes with playing a Blessing."""
    more: int = effect_of(t, card)["gain"].get("gold", 0)
    return n + more


# -- what a row may name -----------------------------------------------------------------------------------------------

MOMENTS = {
    "horus_bonus": "horus bonus",
    "anubis": "anubis",
    "maat_start": "maat start",
    "play_blessing": "played",
    "action_value": "acted",
}
"""The moments at which cards gain, and how each is announced."""
GOD = "god:"
"""Before the name of a god: its action."""


def gaining(row: Row) -> Card:
    """Declare what is gained at the moment that the row names, with what belongs to a gain."""
    effect, moment = row["effect"], row["when"][0]
    if EARLY in effect:
        god = moment.removeprefix(GOD)
        rest: dict[str, React] = {f"after {god}": gain_after} if set(effect["gain"]) - set(effect[EARLY]) else {}
        return Card(row["id"], reacts={f"before {god}": gain_before, **rest}, adjusts={f"early {god}": coming(god)})
    if moment.startswith(GOD):
        return Card(row["id"], reacts={f"after {moment.removeprefix(GOD)}": gain})
    event = named(MOMENTS, moment, row)
    adjusts = {"play gold": gold_with_play} if event == "played" else {}
    return Card(row["id"], reacts={event: value_one if "value" in effect else gain}, adjusts=adjusts)


STEPS: dict[str, tuple[str, Adjust]] = {
    "produce": ("free produce", agreed_step),
    "god:any": ("free god", add_printed("adjust_value_optional")),
}


def stepping(row: Row) -> Card:
    """Declare by how much a value may be changed, at the moment that the row names."""
    name, step = named(STEPS, row["when"][0], row)
    return Card(row["id"], adjusts={name: step})


def reacting(event: str, react: React, **adjusts: Adjust) -> Callable[[Row], Card]:
    """Declare what happens at an event, and what values it changes (`produced_more` is the value `produced more`)."""
    changed = {name.replace("_", " "): adjust for name, adjust in adjusts.items()}
    return lambda row: Card(row["id"], reacts={event: react}, adjusts=changed)


def adjusting(name: str, adjust: Adjust) -> Callable[[Row], Card]:
    return lambda row: Card(row["id"], adjusts={name: adjust})


def belongs(row: Row) -> Card:
    """Declare nothing: the member belongs to another one of the same effect."""
    return Card(row["id"])


EFFECTS: dict[str, Callable[[Row], Card]] = {
    "gain": gaining,
    EARLY: belongs,
    "value": belongs,
    "vp_per_own_pillar_space": adjusting("pillar vp", add_printed("vp_per_own_pillar_space")),
    "treat_forbidden_as": adjusting("forbidden", printed("treat_forbidden_as")),
    "always_activate_ability": adjusting("any light", printed("always_activate_ability")),
    "interchange": adjusting("tokens", interchange),
    "vp_once_per_turn": reacting("swapped", swapped),
    "vp_per_overproduced": reacting("produced", overproduced),
    "gain_produced_type": reacting("produced", one_more, produced_more=extra_one),
    "adjust_value_optional": stepping,
    "ankh_value": adjusting("ankh", printed("ankh_value")),
    "if_first": reacting("after maat", first_or_last),
    "if_last": reacting("after maat", first_or_last),
    "on_bread_production": reacting("produced", bread_produced),
    "no_bread_upkeep": adjusting("bread due", no_bread),
    "on_pure_die": reacting("took pure", pure_taken),
    "if_tainted_die": adjusting("first", produce_first),
}
"""What the members of a row's effect declare; a Technology has one or several of them."""

TECHNOLOGIES.add(*(combined(row, EFFECTS) for row in ROWS["technologies"]))
