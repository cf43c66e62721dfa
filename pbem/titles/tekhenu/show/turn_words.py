"""What the options of a turn cost and bring, and why an answer is no option: words for the questions of `turn`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pbem.core.questions import Seat
from pbem.core.words import Listed, Say
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
    counted,
    house_mark,
    words,
)
from pbem.titles.tekhenu.cards import held, holder, more_words, why_not_card
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.means import GOD, NOTHING, PRODUCE, Means, by_scribes, scribes_said
from pbem.titles.tekhenu.turns.pay import funds

if TYPE_CHECKING:

    class Taking(Protocol):
        """What the words need to know of a turn whose die is still to be taken; `turns/taking.py` has the rules."""

        seat: Seat
        face: int

        def grey_works(self, t: Tekhenu, god: str, face: int) -> bool: ...

        def grey_helped(self, t: Tekhenu, god: str, face: int) -> bool: ...

        def price(self, t: Tekhenu, value: int) -> tuple[int, int] | None: ...

        def free(self, t: Tekhenu, kinds: list[str]) -> int: ...

    class Acting(Protocol):
        """What they need to know of one whose action is to be chosen; `turns/turn.py` has the rules."""

        seat: Seat
        section: str
        colour: str
        value: int
        way: str

        def actions(self, t: Tekhenu) -> list[str]: ...


__all__ = [
    *("action_text", "die_text", "extra_text", "first_text", "value_text", "way_text"),
    *("OUT_OF_RANGE", "why_not_action", "why_not_die", "why_not_extra", "why_not_value", "why_not_way"),
]

OUT_OF_RANGE = (Say("a die shows 1 to 6, and 6 is not next to 1"), "T-SCRIBE-2")


def die_text(turn: Taking, t: Tekhenu, key: str) -> str:
    """Say what a die is good for as it lies, in so few words that a mail needs one line for it: there are up to 22."""
    god, colour, value = key.split()
    purity = t.purity(god, colour)
    if purity == FORBIDDEN:
        way = ways_out(t, turn.seat)
        if not way:
            return Say("forbidden ({light}), no action", light=t.light(god))
        return Say("forbidden ({light}), usable by {way}", light=t.light(god), way=way)
    uses: list[str] = []
    house = ""
    if possible(t, turn.seat, god, int(value)):
        house = house_mark(t.data, t.book.actions[god].house)
        uses.append(Say("{god} ({cost})", god=god, cost=t.book.actions[god].cost_said(t, turn.seat, int(value))))
    elif turn.grey_works(t, god, int(value)):
        uses.append(Say("{god} (another value)", god=god))
    elif colour == "grey" and turn.grey_helped(t, god, int(value)):
        uses.append(Say("{god} (by a blessing)", god=god))
    resource = t.data.produces[colour]
    if resource:
        uses.append(yield_text(t, turn.seat, resource, int(value)))
    use = Listed(uses, Say(" or ")) or ways_out(t, turn.seat) or Say("no action")
    return Say("{purity}: {use}{house}", purity=purity, use=use, house=house)


def yield_text(t: Tekhenu, seat: Seat, resource: str, value: int) -> str:
    """Say what producing with a die brings and what of it would be overproduced."""
    over = max(0, value - t.players[seat].production[resource])
    amount = counted(produced(t, seat, resource, value)[resource], resource)
    return Say("{amount} ({over} over)", amount=amount, over=over) if over else amount


def ways_out(t: Tekhenu, seat: Seat) -> str:
    """Say how a die can be used that cannot be used as it lies."""
    ways: list[str] = []
    if funds(t, seat, "scribe") >= ANUBIS_SCRIBES:
        ways.append(Say("Anubis for {n} scribes", n=ANUBIS_SCRIBES))
    technology = holder(t, seat, "forbidden")
    ways += [technology] if technology else []
    ways += held(t, seat, "anubis") + held(t, seat, "colour")
    return Listed(ways, Say(" or "))


def way_text(turn: Means, t: Tekhenu, key: str) -> str:
    if key == ANUBIS:
        return Say(
            "Anubis for {n} scribes: any god or any resource, below the scale",
            n=ANUBIS_SCRIBES,
        )
    if key in (PURE, TAINTED):
        if key == PURE:
            return Say("treat the forbidden die as pure for nothing: left pan")
        return Say("treat the forbidden die as tainted for nothing: right pan")
    card, _, colour = key.partition(" ")
    if not colour:
        return Say("play {card}: Anubis without scribes, any god or any resource, below the scale", card=card)
    return Say(
        "play {card}: a {colour} die, {purity}; value 1 up or down if you like",
        card=card,
        colour=colour,
        purity=t.purity(turn.section, colour),
    )


def value_text(turn: Taking, t: Tekhenu, key: str) -> str:
    parts = key.split()
    if parts[0] in t.data.cards:
        return Say("play {card}: turn the die to {value} for nothing", card=parts[0], value=parts[1])
    if key == str(turn.face):
        return Say("{key}, as it lies, for nothing", key=key)
    spent, debt = turn.price(t, int(key)) or (0, 0)
    more = [
        Say(
            "{scribes} more with {kind}",
            scribes=scribes_said(by_scribes(debt - turn.free(t, [kind]))),
            kind=kind,
        )
        for kind in (GOD, PRODUCE)
        if debt > turn.free(t, [kind])
    ]
    price = Say("{value} for {scribes}", value=key, scribes=scribes_said(spent) if spent else Say("nothing"))
    return Listed((price, Listed(more, Say(" and ")))) if more else price


def action_text(turn: Means, t: Tekhenu, key: str) -> str:
    if key == NOTHING:
        return Say("place the die and do nothing: no action is possible")
    god = turn.section if key == GOD else key
    due = turn.due(t, [*turn.did, GOD if god in t.book.actions else PRODUCE])
    price = Say(" (value: {scribes})", scribes=scribes_said(due)) if due else ""
    if god in t.book.actions:
        return Say(
            "{god} action with {value}{price}: {said}",
            god=god,
            value=turn.value,
            price=price,
            said=t.book.actions[god].said(t, turn.seat, turn.value),
        )
    resource = key if key in BASIC else t.data.produces[turn.colour]
    return produce_text(t, turn.seat, resource, turn.value, price)


def first_text(turn: Means, t: Tekhenu) -> str:
    text = produce_text(t, turn.seat, t.data.produces[turn.colour], turn.value)
    return Say("{text}, first, for {cost}", text=text, cost=words(turn.first_cost(t)))


def extra_text(turn: Means, t: Tekhenu, key: str) -> str:
    card, god = key.split()
    cost = t.data.cards[card].effect["cost"]
    return Say(
        "play {card} for {cost}: {god} action, {said}",
        card=card,
        cost=words(cost),
        god=god,
        said=t.book.actions[god].said(t, turn.seat, turn.value),
    )


# -- reasons -----------------------------------------------------------------------------------------------------------


def why_not_die(t: Tekhenu, seat: Seat, key: str) -> tuple[str, str] | None:
    god, _, lying = key.lower().partition(" ")
    if god not in t.dice or lying not in DICE:
        return None
    if lying not in t.dice[god]:
        return Say(
            "There is no {lying} at {god}; there lie: {dice}",
            lying=lying,
            god=god,
            dice=Listed(t.dice[god]) or Say("no dice"),
        ), "T-TURN-2"
    colour = DICE[lying][0]
    if t.purity(god, colour) == FORBIDDEN:
        return Say(
            "The {lying} at {god} is forbidden while {god} is {light}", lying=lying, god=god, light=t.light(god)
        ), "T-TURN-2"
    lack = t.book.actions[god].lack(t, seat, DICE[lying][1])
    return Say(
        "You cannot perform the {god} action completely ({lack}), and grey dice cannot produce", god=god, lack=lack
    ), "T-TURN-6"


def why_not_way(turn: Means, t: Tekhenu, key: str) -> tuple[str, str] | None:
    word, _, colour = key.lower().partition(" ")
    if word == ANUBIS:
        return Say("An Anubis action costs {n} scribes", n=ANUBIS_SCRIBES), "T-ANUBIS-1"
    if word in (PURE, TAINTED):
        return Say("A die is pure or tainted by its colour and the light of its section"), "T-DICE-3"
    if word.upper() in t.players[turn.seat].blessings and colour in t.data.dice:
        return Say("The die cannot be used as {colour} in {section}", colour=colour, section=turn.section), "T-TURN-2"
    return more_words(t, turn.seat, "colour", key, Say("a colour")) or why_not_card(t, turn.seat, key)


def why_not_value(turn: Means, t: Tekhenu, key: str) -> tuple[str, str] | None:
    word = key.split()[0] if key.split() else ""
    if not word.lstrip("-").isdecimal():
        return more_words(t, turn.seat, "value", key, Say("a value from 1 to 6")) or why_not_card(t, turn.seat, key)
    if int(word) not in VALUES:
        return OUT_OF_RANGE
    scribes = funds(t, turn.seat, "scribe")
    return Say(
        "{word} is out of reach of {face} with {scribes}, or of no use",
        word=word,
        face=turn.face,
        scribes=scribes_said(scribes),
    ), "T-SCRIBE-1"


def why_not_action(turn: Acting, t: Tekhenu, key: str) -> tuple[str, str] | None:
    word = key.lower()
    if turn.way == ANUBIS and word in (GOD, PRODUCE):
        if word == GOD:
            return Say("An Anubis action may be any, so name the god"), "T-ANUBIS-1"
        return Say("An Anubis action may be any, so name the resource"), "T-ANUBIS-1"
    if word == PRODUCE or word in BASIC:
        if turn.way != ANUBIS and turn.colour == "grey":
            return Say("Grey dice cannot produce"), "T-PROD-1"
        if turn.way != ANUBIS and word != PRODUCE:
            return Say(
                "A {colour} die produces {resource}: say produce",
                colour=turn.colour,
                resource=t.data.produces[turn.colour],
            ), "T-PROD-1"
        return Say("The value {value} needs more scribes for a production", value=turn.value), "RUL-14"
    god = turn.section if word == GOD else word
    if god not in t.book.actions:
        return None
    if turn.way != ANUBIS and god != turn.section and GOD not in turn.actions(t):
        return Say(
            "A die from {section} serves the {section} action or production, no other god", section=turn.section
        ), "T-TURN-5"
    if turn.way != ANUBIS and (god != turn.section or (word != GOD and GOD in turn.actions(t))):
        return Say("A die from {section} serves the {section} action: say god", section=turn.section), "T-TURN-5"
    if not possible(t, turn.seat, god, turn.value):
        lack = t.book.actions[god].lack(t, turn.seat, turn.value)
        return Say(
            "You cannot perform the {god} action with {value} completely: {lack}", god=god, value=turn.value, lack=lack
        ), "T-TURN-6"
    return Say("The value {value} needs more scribes for a god action", value=turn.value), "RUL-14"


def why_not_extra(turn: Means, t: Tekhenu, key: str) -> tuple[str, str] | None:
    card, _, god = key.upper().partition(" ")
    if card in turn.held and card in t.players[turn.seat].blessings and god.lower() in t.book.actions:
        if god.lower() not in turn.extra_gods(t, card):
            return Say("{card} reaches only: {gods}", card=card, gods=Listed(turn.extra_gods(t, card))), t.data.cards[
                card
            ].rule
        if not turn.extra_payable(t, card, god.lower()):
            return Say("The cost of {card} or of its action cannot be paid", card=card), "T-TURN-6"
        return Say(
            "After {card} the action of the die could not be performed completely any more", card=card
        ), "T-TURN-6"
    return why_not_card(t, turn.seat, key)
