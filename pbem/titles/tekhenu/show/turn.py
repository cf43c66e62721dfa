"""What the options of a turn cost and bring, and why an answer is no option: words for the questions of `turn`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.questions import Seat
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.produce import produce_text, produced
from pbem.titles.tekhenu.board import (
    ANUBIS,
    ANUBIS_SCRIBES,
    BASIC,
    DICE,
    FORBIDDEN,
    PURE,
    TAINTED,
    VALUES,
    house_mark,
    words,
)
from pbem.titles.tekhenu.cards import held, holder, more_words, why_not_card
from pbem.titles.tekhenu.means import GOD, NOTHING, PRODUCE, Means, by_scribes, scribes_said
from pbem.titles.tekhenu.pay import funds
from pbem.titles.tekhenu.state import Tekhenu

if TYPE_CHECKING:
    from pbem.titles.tekhenu.taking import Taking
    from pbem.titles.tekhenu.turn import Turn

__all__ = [
    *("action_text", "die_text", "extra_text", "first_text", "value_text", "way_text"),
    *("OUT_OF_RANGE", "why_not_action", "why_not_die", "why_not_extra", "why_not_value", "why_not_way"),
]

OUT_OF_RANGE = ("a die shows 1 to 6, and 6 is not next to 1", "T-SCRIBE-2")


def die_text(turn: Taking, t: Tekhenu, key: str) -> str:
    """What a die is good for as it lies, in so few words that a mail needs one line for it: there are up to 22."""
    god, colour, value = key.split()
    purity = t.purity(god, colour)
    if purity == FORBIDDEN:
        way = ways_out(turn, t)
        return f"forbidden ({t.light(god)}), " + (f"usable by {way}" if way else "no action")
    uses, house = [], ""
    if possible(t, turn.seat, god, int(value)):
        house = house_mark(t.data, t.book.actions[god].house)
        uses.append(f"{god} ({t.book.actions[god].cost_said(t, turn.seat, int(value))})")
    elif turn.grey_works(t, god, int(value)):
        uses.append(f"{god} (another value)")
    elif colour == "grey" and turn.grey_helped(t, god, int(value)):
        uses.append(f"{god} (by a blessing)")
    resource = t.data.produces[colour]
    if resource:
        uses.append(yield_text(t, turn.seat, resource, int(value)))
    return f"{purity}: {' or '.join(uses) or ways_out(turn, t) or 'no action'}{house}"


def yield_text(t: Tekhenu, seat: Seat, resource: str, value: int) -> str:
    """What producing with a die brings and what of it would be overproduced."""
    over = max(0, value - t.players[seat].production[resource])
    return f"{produced(t, seat, resource, value)[resource]} {resource}" + (f" ({over} over)" if over else "")


def ways_out(turn: Means, t: Tekhenu) -> str:
    """How a die can be used that cannot be used as it lies."""
    ways = [f"Anubis for {ANUBIS_SCRIBES} scribes"] if funds(t, turn.seat, "scribe") >= ANUBIS_SCRIBES else []
    technology = holder(t, turn.seat, "forbidden")
    ways += [technology] if technology else []
    ways += held(t, turn.seat, "anubis") + held(t, turn.seat, "colour")
    return " or ".join(ways)


def way_text(turn: Means, t: Tekhenu, key: str) -> str:
    if key == ANUBIS:
        return f"Anubis for {ANUBIS_SCRIBES} scribes: any god or any resource, below the scale"
    if key in (PURE, TAINTED):
        pan = "left" if key == PURE else "right"
        return f"treat the forbidden die as {key} for nothing: {pan} pan"
    card, _, colour = key.partition(" ")
    if not colour:
        return f"play {card}: Anubis without scribes, any god or any resource, below the scale"
    return f"play {card}: a {colour} die, {t.purity(turn.section, colour)}; value 1 up or down if you like"


def value_text(turn: Taking, t: Tekhenu, key: str) -> str:
    parts = key.split()
    if parts[0] in t.data.cards:
        return f"play {parts[0]}: turn the die to {parts[1]} for nothing"
    if key == str(turn.face):
        return f"{key}, as it lies, for nothing"
    spent, debt = turn.price(t, int(key)) or (0, 0)
    more = [
        f"{scribes_said(by_scribes(debt - turn.free(t, [kind])))} more with {kind}"
        for kind in (GOD, PRODUCE)
        if debt > turn.free(t, [kind])
    ]
    return f"{key} for {scribes_said(spent) if spent else 'nothing'}" + (f", {' and '.join(more)}" if more else "")


def action_text(turn: Means, t: Tekhenu, key: str) -> str:
    if key == NOTHING:
        return "place the die and do nothing: no action is possible"
    god = turn.section if key == GOD else key
    due = turn.due(t, [*turn.did, GOD if god in t.book.actions else PRODUCE])
    price = f" (value: {scribes_said(due)})" if due else ""
    if god in t.book.actions:
        return f"{god} action with {turn.value}{price}: {t.book.actions[god].said(t, turn.seat, turn.value)}"
    resource = key if key in BASIC else t.data.produces[turn.colour]
    return produce_text(t, turn.seat, resource, turn.value, price)


def first_text(turn: Means, t: Tekhenu) -> str:
    text = produce_text(t, turn.seat, t.data.produces[turn.colour], turn.value)
    return f"{text}, first, for {words(turn.first_cost(t))}"


def extra_text(turn: Means, t: Tekhenu, key: str) -> str:
    card, god = key.split()
    cost = t.data.cards[card].effect["cost"]
    return f"play {card} for {words(cost)}: {god} action, {t.book.actions[god].said(t, turn.seat, turn.value)}"


# -- reasons -----------------------------------------------------------------------------------------------------------


def why_not_die(t: Tekhenu, seat: Seat, key: str) -> tuple[str, str] | None:
    god, _, lying = key.lower().partition(" ")
    if god not in t.dice or lying not in DICE:
        return None
    if lying not in t.dice[god]:
        return f"There is no {lying} at {god}; there lie: {', '.join(t.dice[god]) or 'no dice'}", "T-TURN-2"
    colour = DICE[lying][0]
    if t.purity(god, colour) == FORBIDDEN:
        return f"The {lying} at {god} is forbidden while {god} is {t.light(god)}", "T-TURN-2"
    lack = t.book.actions[god].lack(t, seat, DICE[lying][1])
    return f"You cannot perform the {god} action completely ({lack}), and grey dice cannot produce", "T-TURN-6"


def why_not_way(turn: Means, t: Tekhenu, key: str) -> tuple[str, str] | None:
    word, _, colour = key.lower().partition(" ")
    if word == ANUBIS:
        return f"An Anubis action costs {ANUBIS_SCRIBES} scribes", "T-ANUBIS-1"
    if word in (PURE, TAINTED):
        return "A die is pure or tainted by its colour and the light of its section", "T-DICE-3"
    if word.upper() in t.players[turn.seat].blessings and colour in t.data.dice:
        return f"The die cannot be used as {colour} in {turn.section}", "T-TURN-2"
    return more_words(t, turn.seat, "colour", key, "a colour") or why_not_card(t, turn.seat, key)


def why_not_value(turn: Means, t: Tekhenu, key: str) -> tuple[str, str] | None:
    word = key.split()[0] if key.split() else ""
    if not word.lstrip("-").isdecimal():
        return more_words(t, turn.seat, "value", key, "a value from 1 to 6") or why_not_card(t, turn.seat, key)
    if int(word) not in VALUES:
        return OUT_OF_RANGE
    scribes = funds(t, turn.seat, "scribe")
    return f"{word} is out of reach of {turn.face} with {scribes_said(scribes)}, or of no use", "T-SCRIBE-1"


def why_not_action(turn: Turn, t: Tekhenu, key: str) -> tuple[str, str] | None:
    word = key.lower()
    if turn.way == ANUBIS and word in (GOD, PRODUCE):
        what = "the god" if word == GOD else "the resource"
        return f"An Anubis action may be any, so name {what}", "T-ANUBIS-1"
    if word == PRODUCE or word in BASIC:
        if turn.way != ANUBIS and turn.colour == "grey":
            return "Grey dice cannot produce", "T-PROD-1"
        if turn.way != ANUBIS and word != PRODUCE:
            return f"A {turn.colour} die produces {t.data.produces[turn.colour]}: say produce", "T-PROD-1"
        return f"The value {turn.value} needs more scribes for a production", "RUL-14"
    god = turn.section if word == GOD else word
    if god not in t.book.actions:
        return None
    if turn.way != ANUBIS and god != turn.section and GOD not in turn.actions(t):
        return f"A die from {turn.section} serves the {turn.section} action or production, no other god", "T-TURN-5"
    if turn.way != ANUBIS and (god != turn.section or (word != GOD and GOD in turn.actions(t))):
        return f"A die from {turn.section} serves the {turn.section} action: say god", "T-TURN-5"
    if not possible(t, turn.seat, god, turn.value):
        lack = t.book.actions[god].lack(t, turn.seat, turn.value)
        return f"You cannot perform the {god} action with {turn.value} completely: {lack}", "T-TURN-6"
    return f"The value {turn.value} needs more scribes for a god action", "RUL-14"


def why_not_extra(turn: Means, t: Tekhenu, key: str) -> tuple[str, str] | None:
    card, _, god = key.upper().partition(" ")
    if card in turn.held and card in t.players[turn.seat].blessings and god.lower() in t.book.actions:
        if god.lower() not in turn.extra_gods(t, card):
            return f"{card} reaches only: {', '.join(turn.extra_gods(t, card))}", t.data.cards[card].rule
        if not turn.extra_payable(t, card, god.lower()):
            return f"The cost of {card} or of its action cannot be paid", "T-TURN-6"
        return f"After {card} the action of the die could not be performed completely any more", "T-TURN-6"
    return why_not_card(t, turn.seat, key)
