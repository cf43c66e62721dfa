"""Why something is no target of a card, a Riddle or a palace order: each reason with its rule."""

from __future__ import annotations

from pbem.core.questions import Seat
from pbem.core.words import Say
from pbem.titles.ankh.notation import read_move
from pbem.titles.ankh.pharaoh.part import court
from pbem.titles.ankh.pharaoh.show.prompts import name, read_step, why_no_step
from pbem.titles.ankh.state import GOD, NEUTRAL, WARRIOR, Ankh
from pbem.titles.ankh.wording.turn_words import Why, why_closed, why_no_summon

__all__ = [
    "why_no_burial", "why_no_census", "why_no_claim", "why_no_escort", "why_no_ferry", "why_no_flock", "why_no_guard",
    "why_no_march", "why_no_recall", "why_step_misplaced",
]  # fmt: skip


def not_yours(t: Ankh, side: Seat, place: str, rule: str) -> Why:
    """Say that no unit of a side stands on a space."""
    unit = t.units.get(place)
    if unit is None or unit.owner != side:
        return Say("no unit of yours stands on {place}", place=place), rule
    return None


# -- Policy cards ------------------------------------------------------------------------------------------------------


def why_no_census(t: Ankh, text: str) -> Why:
    if not text.isdigit():
        return None
    if int(text) not in t.tokens.values():
        return Say("there is no region {region}", region=int(text)), "P-POL-6"
    return Say("you control no Monument in region {region}", region=int(text)), "P-POL-6"


def why_no_recall(t: Ankh, text: str) -> Why:
    card = text.replace(" ", "_").replace("-", "_")
    return (Say("{card} is in your hand", card=name(t, card)), "P-RUL-21") if card in t.data.cards else None


def why_no_escort(t: Ankh, side: Seat, text: str) -> Why:
    """Say why a unit cannot be escorted: it must be one's own, the end empty and beside the Pharaoh (P-RUL-23)."""
    found = read_move(text)
    if found is None or not {found[1], found[2]} <= set(t.data.board.terrain):
        return None
    start, end = found[1:]
    wrong = not_yours(t, side, start, "P-RUL-23") or why_closed(t, side, end)
    if wrong is None and end not in t.lay.adjacent[court(t).at]:
        return Say("{place} is not adjacent to the Pharaoh on {pharaoh}", place=end, pharaoh=court(t).at), "P-RUL-23"
    return wrong


def why_no_ferry(t: Ankh, side: Seat, text: str) -> Why:
    """Say why units cannot be ferried: two different units of one's own, both on land (P-RUL-23)."""
    places = [t.data.board.spelled.get(part) for part in text.replace("-", " ").split()]
    if len(places) != 2 or None in places:
        return None
    for place in places:
        assert place is not None
        wrong = not_yours(t, side, place, "P-RUL-23")
        if wrong is not None or place not in t.lay.anchor:
            return wrong or (Say("{place} is Water", place=place), "P-RUL-23")
    return Say("two units change places"), "P-RUL-23"


def why_no_burial(t: Ankh, side: Seat, text: str) -> Why:
    place = t.data.board.spelled.get(text)
    if place is None:
        return None
    unit = t.units.get(place)
    if unit is not None and unit.owner == side and unit.kind != WARRIOR:
        kind = Say("God") if unit.kind == GOD else name(t, unit.kind)
        return Say("on {place} stands your {unit}", place=place, unit=kind), "P-POL-6"
    return Say("no Warrior of yours stands on {place}", place=place), "P-POL-6"


def why_no_claim(t: Ankh, text: str) -> Why:
    place = t.data.board.spelled.get(text)
    if place is None:
        return None
    monument = t.monuments.get(place)
    if monument is None:
        return Say("no Monument stands on {place}", place=place), "P-POL-6"
    if monument.owner != NEUTRAL:
        return Say("the Monument on {place} is not neutral", place=place), "P-POL-6"
    return Say("no unit of yours is adjacent to {place}", place=place), "P-POL-6"


def why_no_guard(t: Ankh, side: Seat, text: str) -> Why:
    """Say why something is no summon beside the Pharaoh."""
    word, _, end = text.rpartition(" ")
    place = t.data.board.spelled.get(end)
    if place is not None and place in t.lay.anchor and place not in t.lay.adjacent[court(t).at]:
        return Say("{place} is not adjacent to the Pharaoh on {pharaoh}", place=place, pharaoh=court(t).at), "P-POL-6"
    return why_no_summon(t, side, text) if word else None


# -- Riddles -----------------------------------------------------------------------------------------------------------


def why_no_march(t: Ankh, moved: list[str], text: str) -> Why:
    """Say why Infantry cannot march so: different Infantry, one adjacent step each (P-RUL-35)."""
    places = [t.data.board.spelled.get(part) for part in text.replace("-", " ").split()]
    if len(places) != 2 or places[0] is None or places[1] is None:
        return None
    start, end = places[0], places[1]
    if start not in court(t).infantry:
        return Say("no Infantry stands on {place}", place=start), "P-RUL-35"
    if start in moved:
        return Say("the Infantry on {place} has moved", place=start), "P-RUL-35"
    if end not in t.lay.adjacent[start]:
        return Say("{start} and {end} are not adjacent", start=start, end=end), "P-RUL-35"
    closed = why_closed(t, "", end)
    return closed and (closed[0], "P-RUL-13")


def why_no_flock(t: Ankh, side: Seat, text: str) -> Why:
    """Say why something is no summon beside an own Sphinx, one for each."""
    return why_no_summon(t, side, text) or (Say("one unit is summoned beside each of your Sphinxes"), "P-AKH-3")


# -- Priests -----------------------------------------------------------------------------------------------------------


def why_step_misplaced(t: Ankh, seat: Seat, text: str) -> Why:
    """Say why a step behind a Move action has no place: the Priest that is meant has moved, or none is there."""
    turn = next((frame for frame in reversed(t.stack) if frame.kind == "ankh.turn"), None)
    did = getattr(turn, "did", None)
    if not did or did[-1] != "move" or read_step(t, text) is None:
        return None
    return why_no_step(t, t.side(seat), text)
