"""What dice of the expansion are good for, and why an answer about them is no option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.board import ANUBIS, ANUBIS_SCRIBES, DICE, house_mark
from pbem.titles.tekhenu.seth.part import SETH, tables
from pbem.titles.tekhenu.show import turn as base
from pbem.titles.tekhenu.state import Tekhenu

if TYPE_CHECKING:
    from pbem.titles.tekhenu.seth.turn import SethTurn

Reason = tuple[str, str]
NEVER = "a red, blue or green die shows 2 to 5, never 1 or 6"


def people(what: str, n: int) -> str:
    """`3 Warriors`."""
    return f"{n} {what.capitalize()}{'' if n == 1 else 's'}"


def die_text(turn: SethTurn, t: Tekhenu, key: str) -> str:
    god, colour, value = key.split()
    gives = tables(t).gives.get(colour)
    gift = f"; gives {people(gives, int(value))}" if gives else ""
    if god != SETH:
        with turn.gifted(t, colour, int(value)):
            return base.die_text(turn, t, key) + gift
    action = t.book.actions[SETH]
    if possible(t, turn.seat, SETH, int(value)):
        name = tables(t).regions[int(value) - 1].name
        return f"tainted: {name} ({action.cost_said(t, turn.seat, int(value))}){house_mark(t.data, action.house)}"
    return "tainted: a region by another value or a card"


def why_not_die(turn: SethTurn, t: Tekhenu, key: str) -> Reason | None:
    god, _, lying = key.lower().partition(" ")
    lying = f"grey {lying}" if lying.isdecimal() else lying
    if god != SETH or lying not in DICE:
        return None
    if lying not in t.dice[SETH]:
        return f"There is no {lying} on the Seth board; there lie: {', '.join(t.dice[SETH]) or 'no dice'}", "S-SET-1"
    lack = t.book.actions[SETH].lack(t, turn.seat, DICE[lying][1])
    return f"You cannot perform the Seth action completely: {lack}", "S-R-12"


def way_text(turn: SethTurn, t: Tekhenu, key: str) -> str:
    word, _, colour = key.partition(" ")
    if word in t.book.decks["artifact"]:
        return f"use {word}: {t.data.cards[word].text}"
    if word != ANUBIS and word not in t.book.blessings.windows["anubis"]:
        return ""
    price = f"Anubis for {ANUBIS_SCRIBES} scribes" if word == ANUBIS else f"play {word}: Anubis without scribes"
    if not colour:
        return f"{price}: produce any resource, below the scale"
    return f"{price}: any god, below the scale; gives {tables(t).gives[colour].capitalize()}s equal to its value"


def why_not_way(turn: SethTurn, t: Tekhenu, key: str) -> Reason | None:
    word, _, colour = key.lower().partition(" ")
    if word != ANUBIS and word.upper() not in t.book.blessings.windows["anubis"]:
        return None
    if turn.shown == "green":
        return "The green die can never be taken with Anubis", "S-ANUBIS-3"
    if turn.section == SETH:
        return "Anubis takes its die from the wheel", "S-R-06"
    if word == ANUBIS and not turn.anubis_ways(t):
        return None
    if colour in tables(t).gives:
        return "No god action is possible with this die by Anubis", "T-TURN-6"
    return "With Anubis say red or blue for a god action, nothing more to produce", "S-ANUBIS-1"


def why_not_value(turn: SethTurn, t: Tekhenu, key: str) -> Reason | None:
    word = key.split()[-1] if key.split() else ""
    if word.isdecimal() and int(word) not in turn.values_shown(t) and int(word) in range(1, 7):
        return f"The value cannot become {word}: {NEVER}", "S-DICE-4"
    if turn.section == SETH and word.isdecimal() and int(word) in range(1, 7):
        lack = t.book.actions[SETH].lack(t, turn.seat, int(word))
        return f"{word} is out of reach of {turn.face}, or region {word} cannot be built in: {lack}", "S-SET-2"
    return None


def why_not_action(turn: SethTurn, t: Tekhenu, key: str) -> Reason | None:
    word = key.lower()
    if turn.way == ANUBIS and not turn.named and word in t.book.actions:
        return (
            f"For a god action by Anubis name its colour as the die is taken: as: {ANUBIS} red, or blue",
            "S-ANUBIS-1",
        )
    if turn.way == ANUBIS and turn.named and word in t.data.produces.values() and word:
        return f"The colour {turn.named} was named, so the die serves a god action", "S-ANUBIS-1"
    if turn.way != ANUBIS and turn.section == SETH and word not in ("god", SETH):
        return "A die of the Seth board serves the Seth action only", "S-R-06"
    return None
