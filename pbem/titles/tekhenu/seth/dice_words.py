"""What dice of the expansion are good for, and why an answer about them is no option."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Protocol

from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.board import ANUBIS, ANUBIS_SCRIBES, DICE, card_said, counted, house_mark
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR
from pbem.titles.tekhenu.seth.part import SETH, tables
from pbem.titles.tekhenu.show import turn_words as base
from pbem.titles.tekhenu.state import Tekhenu

if TYPE_CHECKING:

    class SethTurn(base.Taking, base.Acting, Protocol):
        """What the words need to know of a turn with dice of the expansion; `turn` has the rules."""

        shown: str
        named: str

        def gifted(self, t: Tekhenu, colour: str, value: int) -> AbstractContextManager[None]: ...

        def anubis_ways(self, t: Tekhenu) -> list[str]: ...

        def values_shown(self, t: Tekhenu) -> tuple[int, ...]: ...


Reason = tuple[str, str]
NEVER = Say("a red, blue or green die shows 2 to 5, never 1 or 6")
EQUAL = {
    WARRIOR: Say("Warriors equal to its value"),
    PRIEST: Say("Priests equal to its value"),
}


def use_text(t: Tekhenu, card: str) -> str:
    """Say what an Artifact is used for."""
    return Say("use {card}: {text}", card=card, text=card_said(t.data.cards[card].text))


def die_text(turn: SethTurn, t: Tekhenu, key: str) -> str:
    god, colour, value = key.split()
    gives = tables(t).gives.get(colour)
    gift = Say("; gives {people}", people=counted(int(value), gives)) if gives else ""
    if god != SETH:
        with turn.gifted(t, colour, int(value)):
            return base.die_text(turn, t, key) + gift
    action = t.book.actions[SETH]
    if possible(t, turn.seat, SETH, int(value)):
        return Say(
            "tainted: {region} ({cost}){house}", region=tables(t).regions[int(value) - 1].name,
            cost=action.cost_said(t, turn.seat, int(value)), house=house_mark(t.data, action.house),
        )  # fmt: skip
    return Say("tainted: a region by another value or a card")


def why_not_die(turn: SethTurn, t: Tekhenu, key: str) -> Reason | None:
    god, _, lying = key.lower().partition(" ")
    lying = f"grey {lying}" if lying.isdecimal() and god == SETH else lying
    if lying not in DICE or god not in t.dice:
        return None
    if god != SETH:
        return why_not_new(turn, t, god, lying)
    if lying not in t.dice[SETH]:
        dice = Listed(t.dice[SETH]) or Say("no dice")
        return Say("There is no {die} on the Seth board; there lie: {dice}", die=lying, dice=dice), "S-SET-1"
    lack = t.book.actions[SETH].lack(t, turn.seat, DICE[lying][1])
    return Say("You cannot perform the Seth action completely: {lack}", lack=lack), "S-R-12"


def why_not_new(turn: SethTurn, t: Tekhenu, god: str, lying: str) -> Reason | None:
    """Say why a red, blue or green die of the wheel cannot do its action, whatever it gives (S-DICE-3, S-R-12)."""
    colour, value = DICE[lying]
    if colour not in t.data.faces or lying not in t.dice[god]:
        return None
    with turn.gifted(t, colour, value):
        lack = t.book.actions[god].lack(t, turn.seat, value)
    return Say(
        "You cannot perform the {god} action completely ({lack}), and red, blue and green dice cannot produce",
        god=god, lack=lack,
    ), "S-R-12"  # fmt: skip


def way_text(turn: SethTurn, t: Tekhenu, key: str) -> str:
    word, _, colour = key.partition(" ")
    if word in t.book.decks["artifact"]:
        return use_text(t, word)
    if word != ANUBIS and word not in t.book.blessings.windows["anubis"]:
        return ""
    price = Say("Anubis for {n} scribes", n=ANUBIS_SCRIBES)
    if word != ANUBIS:
        price = Say("play {card}: Anubis without scribes", card=word)
    if not colour:
        return Say("{price}: produce any resource, below the scale", price=price)
    gives = EQUAL[tables(t).gives[colour]]
    return Say("{price}: any god, below the scale; gives {gives}", price=price, gives=gives)


def why_not_way(turn: SethTurn, t: Tekhenu, key: str) -> Reason | None:
    word, _, colour = key.lower().partition(" ")
    if word != ANUBIS and word.upper() not in t.book.blessings.windows["anubis"]:
        return None
    never = never_anubis(turn, t)
    if never is not None:
        return never
    if word == ANUBIS and not turn.anubis_ways(t):
        return None
    if colour in tables(t).gives:
        return Say("No god action is possible with this die by Anubis"), "T-TURN-6"
    return Say("With Anubis say red or blue for a god action, nothing more to produce"), "S-ANUBIS-1"


def never_anubis(turn: SethTurn, t: Tekhenu) -> Reason | None:
    """Say why Anubis cannot take this die at all."""
    if turn.shown == "green":
        return Say("The green die can never be taken with Anubis"), "S-ANUBIS-3"
    if turn.section == SETH and not t.options.anubis_may_take_seth_die:
        return Say("Anubis takes its die from the wheel"), "S-R-06"
    return None


def never_way(turn: SethTurn, t: Tekhenu, said: str) -> Reason | None:
    """Say the same for a line that found no question."""
    word = said.partition(" ")[0].lower()
    is_anubis = word == ANUBIS or word.upper() in t.book.blessings.windows["anubis"]
    return never_anubis(turn, t) if is_anubis else None


def why_not_value(turn: SethTurn, t: Tekhenu, key: str) -> Reason | None:
    word = key.split()[-1] if key.split() else ""
    if word.isdecimal() and int(word) not in turn.values_shown(t) and int(word) in range(1, 7):
        return Say("The value cannot become {value}: {never}", value=word, never=NEVER), "S-DICE-4"
    if turn.section == SETH and word.isdecimal() and int(word) in range(1, 7):
        lack = t.book.actions[SETH].lack(t, turn.seat, int(word))
        facts = {"value": word, "face": turn.face, "lack": lack}
        return Say(
            "{value} is out of reach of {face}, or region {value} cannot be built in: {lack}", **facts
        ), "S-SET-2"
    return None


def why_not_action(turn: SethTurn, t: Tekhenu, key: str) -> Reason | None:
    word = key.lower()
    if turn.way == ANUBIS and not turn.named and word in t.book.actions:
        return (
            Say("For a god action by Anubis name its colour as the die is taken: as: anubis red, or blue"),
            "S-ANUBIS-1",
        )
    if turn.way == ANUBIS and turn.named and word in t.data.produces.values() and word:
        return Say("The colour {colour} was named, so the die serves a god action", colour=turn.named), "S-ANUBIS-1"
    if turn.way != ANUBIS and turn.colour in t.data.faces and word in ("produce", *t.data.produces.values()):
        return Say("Red, blue and green dice never produce"), "S-DICE-3"
    if turn.way != ANUBIS and turn.section == SETH and word not in ("god", SETH):
        return Say("A die of the Seth board serves the Seth action only"), "S-R-06"
    return None
