"""Rotation, Maat phase and Scoring with the expansion (S-ROT, S-MAAT, S-SCORE)."""

from __future__ import annotations

from pbem.core.asking import Asked
from pbem.core.questions import Pick, Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.cards import adjusted
from pbem.titles.tekhenu.phases.maat import faith_question, placed
from pbem.titles.tekhenu.phases.rotation import roll, roll_dice
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.state import Tekhenu

MIND = "pbem.titles.tekhenu.seth.mind"
BLOOD = "blood"
ASKED = (Asked(BLOOD, (Say("only T28 leaves Blood out of a balance"), "S-CARD-T28"), judge=f"{MIND}:judge_blood"),)
"""The questions of this module."""


# -- rotation ----------------------------------------------------------------------------------------------------------


def refill(t: Tekhenu, god: str, at: int) -> list[str]:
    """Refill a section; of the dice for the first Shaded one a grey die goes to the Seth board, if a die is lacking
    there; it is rolled before the others (S-ROT-1 to S-ROT-4)."""
    n = len(t.seats)
    if at or len(t.dice[SETH]) >= tables(t).grey[n]:
        return roll_dice(t, god, n)
    colours = [t.bag.pop(t.chance("dice/colour", len(t.bag))) for _ in range(n)]
    if "grey" in colours:
        colours.remove("grey")
        moved = roll(t, "grey")
        t.dice[SETH].append(moved)
        t.tell("seth/die_added", die=moved)
    rolled = [roll(t, colour) for colour in colours]
    t.dice[god].extend(rolled)
    return rolled


# -- Maat --------------------------------------------------------------------------------------------------------------


def scale(t: Tekhenu, seat: Seat) -> int:
    """Weigh the scale: each Blood counts -1 (S-MAAT-1); Faith may offset it (S-MAAT-3)."""
    return t.players[seat].balance - seth(t).blood.get(seat, 0)


def ignorable(t: Tekhenu, seat: Seat) -> int:
    """Count the Blood that a seat may leave out of the balance (S-CARD-T28)."""
    return min(seth(t).blood.get(seat, 0), adjusted(t, seat, "blood ignored", 0))


def faith_asked(t: Tekhenu, seat: Seat) -> Pick | None:
    """Ask for Faith, and with T28 how much Blood is left out, in one answer: `auto blood 1` (SD-16)."""
    most, faith = ignorable(t, seat), t.players[seat].stock["faith"]
    if not most:
        return without_blood(t, seat) if faith else None
    if not faith:
        balance: int = t.book.numbers["balance"](t, seat)
        return Pick(
            BLOOD,
            Say("Leave Blood out of your balance {balance:+d}", balance=balance),
            [str(n) for n in range(most, -1, -1)],
            text=lambda key: said(t, balance + int(key)),
        )
    return with_blood(t, seat, faith_question(t, seat), most)


def without_blood(t: Tekhenu, seat: Seat) -> Pick:
    question = faith_question(t, seat)
    keys = list(question.options)
    question.spelled = lambda words: fitted(words, keys, 0)
    return question


def faith_ahead(t: Tekhenu, seat: Seat, most: int) -> Pick:
    """Ask about Faith before its time, with more Faith and Blood than there is now."""
    question, spared = faith_question(t, seat, most), adjusted(t, seat, "blood ignored", 0)
    return with_blood(t, seat, question, spared) if spared else question


def said(t: Tekhenu, balance: int) -> str:
    loss = t.data.penalty(balance)
    if loss:
        return Say("balance {balance:+d}, -{loss} VP", balance=balance, loss=loss)
    return Say("balance {balance:+d}", balance=balance)


def with_blood(t: Tekhenu, seat: Seat, question: Pick, most: int) -> Pick:
    """Extend the question about Faith by every number of Blood left out; without a word of it as much as may be."""
    keys = list(question.options)
    question.options = [f"{key} {BLOOD} {n}" for n in range(most, -1, -1) for key in keys]
    question.prompt = Say(
        "{prompt}; leave up to {n} Blood out, as `auto {word} {n}`", prompt=question.prompt, n=most, word=BLOOD
    )
    question.spelled = lambda words: fitted(words, keys, most)

    def text(key: str) -> str:
        before, moved = faith_placed(t, seat, key)
        return said(t, before + moved)

    question.text = text
    return question


def fitted(words: str, keys: list[str], most: int) -> str | None:
    """Fit an answer about Faith to as much Blood as may be left out by now: one sent ahead may speak of more."""
    key, _, n = words.partition(f" {BLOOD} ")
    if key not in keys or (n and not n.isdecimal()):
        return None
    return f"{key} {BLOOD} {min(int(n), most) if n else most}" if most else key


def faith_placed(t: Tekhenu, seat: Seat, key: str) -> tuple[int, int]:
    """Return the balance without the Blood that is left out, and by how much Faith moves it."""
    balance: int = t.book.numbers["balance"](t, seat)
    faith = t.players[seat].stock["faith"]
    if key.isdecimal():
        return balance + int(key), 0
    words, _, n = key.partition(f" {BLOOD} ")
    balance += min(int(n or 0), ignorable(t, seat))
    return balance, placed(words, balance, faith)


# -- Scoring -----------------------------------------------------------------------------------------------------------


def region_points(t: Tekhenu, seat: Seat) -> int:
    """Score the VP printed at the spots of a seat's Buildings (S-SCORE-1)."""
    found = 0
    for at, owners in enumerate(seth(t).regions):
        spots = tables(t).spots(at + 1, len(t.seats))
        found += sum(spots[place][1] for place, owner in enumerate(owners) if owner == seat)
    return found
