"""Words of the expansion's questions: prompts, what an option means, why something is no option."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from typing import Any

from pbem.core.questions import Pick, Seat
from pbem.core.words import Count, Listed, Say
from pbem.titles.ankh.pharaoh.components import SPHINX, Card, Effect
from pbem.titles.ankh.pharaoh.part import box, court, his_region, in_pool, open_chambers, ruler
from pbem.titles.ankh.state import Ankh
from pbem.titles.ankh.wording.turn_words import (
    Why,
    followers,
    monument_text,
    move_text,
    region_text,
    space_text,
    why_closed,
)

__all__ = ["LawWords", "Steps", "monument_text", "move_text", "space_text"]


def name(t: Ankh, ident: str) -> str:
    return Say(t.data.names[ident])


# -- chambers and Priests ----------------------------------------------------------------------------------------------


def chamber_text(t: Ankh, chamber: str) -> str:
    there = court(t).chambers[chamber]
    said = [Say("{god} {n}", god=name(t, side), n=n) for side, n in there.items()]
    return Say("{name}: {priests}", name=name(t, chamber), priests=Listed(said) if said else Say("no Priest"))


def find_chamber(t: Ankh, words: str) -> str | None:
    """Find a chamber by its number, its word or its name."""
    words = words.removeprefix("chamber ").removeprefix("of ").strip()
    for chamber in box(t).chambers.values():
        if words in (chamber.id, str(chamber.no), chamber.name.lower(), f"{chamber.id} room"):
            return chamber.id
    return None


def spelled_chamber(t: Ankh) -> Callable[[str], str | None]:
    return lambda text: find_chamber(t, text)


def why_no_chamber(t: Ankh, side: Seat, text: str) -> Why:
    chamber = find_chamber(t, text)
    if chamber is None:
        return None
    if not in_pool(t, side):
        return Say("no Priest is in your pool"), "P-PAL-2"
    if chamber not in open_chambers(t):
        return Say("after his death no Priest enters the {chamber}", chamber=name(t, chamber)), "P-TUT-4"
    return None


def priest_prompt(must: bool) -> str:
    return Say("Place a Priest in a chamber") if must else Say("You may place a Priest in a chamber")


def step_prompt() -> str:
    return Say("Move a Priest to an adjacent chamber")


def step_text(t: Ankh, key: str) -> str:
    start, end = key.split("-")
    return Say("from the {start} to the {end}", start=name(t, start), end=name(t, end))


def read_step(t: Ankh, text: str) -> tuple[str, str] | None:
    start, sign, end = text.partition("-")
    if not sign:
        start, _, end = text.partition(" to ")
    one, other = find_chamber(t, start.strip()), find_chamber(t, end.strip())
    return (one, other) if one and other else None


def spelled_step(t: Ankh) -> Callable[[str], str | None]:
    def read(text: str) -> str | None:
        found = read_step(t, text)
        return f"{found[0]}-{found[1]}" if found else None

    return read


def why_no_step(t: Ankh, side: Seat, text: str) -> Why:
    found = read_step(t, text)
    if found is None:
        return None
    return why_not_between(t, *found) or (
        Say("no Priest of yours that has not moved is in the {chamber}", chamber=name(t, found[0])), "P-RUL-30"
    )  # fmt: skip


def why_not_between(t: Ankh, start: str, end: str) -> Why:
    if end not in box(t).adjacent[start]:
        return Say("{start} and {end} are not adjacent", start=name(t, start), end=name(t, end)), "P-PAL-4"
    if end not in open_chambers(t):
        return Say("after his death no Priest enters the {chamber}", chamber=name(t, end)), "P-TUT-4"
    return None


def intrigue_prompt() -> str:
    return Say("Move a Priest of anybody to an adjacent chamber")


def intrigue_text(t: Ankh, key: str) -> str:
    side, step = key.split()
    return Say("Priest of {god}, {step}", god=name(t, side), step=step_text(t, step))


def spelled_intrigue(t: Ankh) -> Callable[[str], str | None]:
    def read(text: str) -> str | None:
        side, _, step = text.partition(" ")
        found = read_step(t, step)
        return f"{side} {found[0]}-{found[1]}" if found else None

    return read


def why_no_intrigue(t: Ankh, text: str) -> Why:
    side, _, step = text.partition(" ")
    found = read_step(t, step)
    if found is None or side not in t.gods:
        return None
    missing = Say("no Priest of {god} is in the {chamber}", god=name(t, side), chamber=name(t, found[0]))
    return why_not_between(t, *found) or (missing, "P-POL-6")


# -- Policy cards ------------------------------------------------------------------------------------------------------


def policy_prompt(t: Ankh, action: str, when: str) -> str:
    if when == "before":
        return Say("You may use a Policy card before this {action} action", action=action)
    return Say("You may use a Policy card after this {action} action", action=action)


def policy_text(card: Card) -> str:
    return marked(card.text, card.source)


def marked(text: str, source: str) -> str:
    """Mark a text of the tables that is not printed."""
    return Say("{text} (house)", text=Say(text)) if source == "house" else Say(text)


def card_text(t: Ankh, key: str) -> str:
    return policy_text(box(t).cards[box(t).spelled[key]])


def find_card(t: Ankh, text: str) -> Card | None:
    ident = box(t).spelled.get(text.replace("_", " ").replace("-", " "))
    return box(t).cards[ident] if ident else None


def why_no_policy(t: Ankh, side: Seat, action: str, when: str, text: str) -> Why:
    """Say why a card cannot be used now."""
    card = find_card(t, text)
    if card is None:
        return None
    return why_not_held(t, side, card) or why_not_now(card, action, when)


def why_not_held(t: Ankh, side: Seat, card: Card) -> Why:
    part = court(t)
    if card.id in part.hand[side]:
        return None
    if card.id in part.used[side]:
        return Say("{card} is used until used Battle cards come back", card=Say(card.name)), "P-POL-2"
    return Say("{card} is not in your hand", card=Say(card.name)), "P-POL-1"


def why_not_now(card: Card, action: str, when: str) -> Why:
    if action not in card.actions:
        actions = Listed(list(card.actions), Say(" or "))
        return Say("{card} is used with {actions}", card=Say(card.name), actions=actions), "P-RUL-39"
    if card.when not in (when, "either"):
        moment = Say("before") if card.when == "before" else Say("after")
        return Say("{card} is used {moment} the action", card=Say(card.name), moment=moment), "P-POL-1"
    return Say("{card} could do nothing now", card=Say(card.name)), "P-RUL-20"


def why_policy_misplaced(t: Ankh, seat: Seat, text: str) -> Why:
    """Say why a `policy` line has no place in a move."""
    card = find_card(t, text)
    if card is None:
        return None
    return why_not_held(t, t.side(seat), card)


def drawn_prompt() -> str:
    return Say("Keep one of the cards that you have drawn")


def take_prompt(t: Ankh, chamber: str) -> str:
    if chamber == "law":
        return Say("Chamber of Law: take a Policy card, or denounce one of yours")
    return Say("{chamber}: take a Policy card", chamber=name(t, chamber))


def law_text(t: Ankh, key: str) -> str:
    if key.startswith("denounce "):
        return Say("it leaves the game, and every other god loses 1 Devotion")
    return card_text(t, key.removeprefix("take "))


class LawWords(Container[str]):
    """Every way in which cards can be taken or removed."""

    def __init__(self, t: Ankh) -> None:
        self.cards = box(t).spelled

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        verb, _, rest = word.partition(" ")
        if verb == "take":
            return rest in self.cards
        if verb == "denounce":
            return rest.removesuffix(" used").removesuffix(" hand") in self.cards
        return word in self.cards


def spelled_law(t: Ankh, side: Seat, may_remove: bool) -> Callable[[str], str | None]:
    """Read words for the Chamber of Law: a bare card is taken; a card that is denounced without saying which copy is
    the used one (P-DEC-14)."""

    def read(text: str) -> str | None:
        text = text.replace("_", " ").replace("-", " ")
        card = find_card(t, text)
        if card is not None:
            return f"take {text}" if may_remove else text
        if not may_remove:
            return text.removeprefix("take ")
        removed = find_card(t, text.removeprefix("denounce ").removeprefix("remove "))
        part = court(t)
        if removed is None or not text.startswith(("denounce ", "remove ")):
            return text
        both = removed.id in part.hand[side] and removed.id in part.used[side]
        return f"denounce {removed.key}{' used' if both else ''}"

    return read


def why_no_taking(t: Ankh, side: Seat, text: str) -> Why:
    verb, _, rest = text.partition(" ")
    if verb in ("denounce", "remove"):
        card = find_card(t, rest.removesuffix(" used").removesuffix(" hand"))
        if card is not None:
            return Say("you have no {card}", card=Say(card.name)), "P-RUL-4"
    card = find_card(t, text.removeprefix("take "))
    return (Say("{card} does not lie face up", card=Say(card.name)), "P-PAL-8") if card is not None else None


# -- targets of cards --------------------------------------------------------------------------------------------------


def census_prompt() -> str:
    return Say("Count your Monuments in a region")


def census_text(t: Ankh, side: Seat, key: str, effect: Effect) -> str:
    own = [place for place in t.monuments_of(side) if str(t.tokens[t.lay.anchor[place]]) == key]
    return followers(min(len(own), effect.get("max", len(own))))


def recall_prompt() -> str:
    return Say("Take a used Battle card back into your hand")


def escort_prompt() -> str:
    return Say("Move a unit to a space beside the Pharaoh")


def ferry_prompt() -> str:
    return Say("Exchange two of your units")


def ferry_text(t: Ankh, key: str) -> str:
    one, other = (t.units[place].kind for place in key.split("-"))
    return Say("{one} and {other} change places", one=name(t, one), other=name(t, other))


def spelled_spaces(text: str) -> str | None:
    """Read `f5-d4`, `d4 f5`: two spaces, the lower name first."""
    parts = sorted(part.upper() for part in re.findall(r"[a-k]\d", text))
    return "-".join(parts) if len(parts) == 2 else None


def spelled_spaces_in_order(text: str) -> str | None:
    parts = [part.upper() for part in re.findall(r"[a-k]\d", text)]
    return "-".join(parts) if len(parts) == 2 else None


class Steps(Container[str]):
    """Every step from one space to another that can be written."""

    def __init__(self, t: Ankh) -> None:
        self.spaces = t.data.board.terrain

    def __contains__(self, word: object) -> bool:
        parts = word.split("-") if isinstance(word, str) else []
        return len(parts) == 2 and all(part in self.spaces for part in parts)


def burial_prompt() -> str:
    return Say("Return a Warrior from the map to your pool")


def claim_prompt() -> str:
    return Say("Take control of a neutral Monument beside your units")


# -- the Pharaoh and his tokens ----------------------------------------------------------------------------------------


def placing_prompt(t: Ankh) -> str:
    return Say("Place {pharaoh} on an empty land space", pharaoh=Say(ruler(t).name))


def journey_prompt(t: Ankh) -> str:
    return Say("Move the Pharaoh from {place} to", place=court(t).at)


def why_not_there(t: Ankh, text: str, rule: str) -> Why:
    place = t.data.board.spelled.get(text)
    if place is None:
        return None
    closed = why_closed(t, "", place)
    return (closed[0], rule) if closed is not None and not (place in t.underworld and t.is_empty(place)) else None


def why_no_journey(t: Ankh, far: int | str, text: str) -> Why:
    place, part = t.data.board.spelled.get(text), court(t)
    if place is None or not part.at:
        return None
    n = t.data.board.distance(part.at, place)
    if far != "any" and n > int(far):
        return Say("{place} is {n} spaces away", place=place, n=n), "P-PHAR-3"
    return why_not_there(t, text, "P-PHAR-3")


def sphinx_prompt() -> str:
    return Say("War Room: replace a Monument with a Sphinx")


def why_no_sphinx(t: Ankh, side: Seat, text: str) -> Why:
    place = t.data.board.spelled.get(text)
    monument = t.monuments.get(place or "")
    if place is None:
        return None
    if monument is None or monument.owner != side:
        return Say("no Monument of yours stands on {place}", place=place), "P-WAR-1"
    if monument.kind == SPHINX:
        return Say("on {place} stands a Sphinx already", place=place), "P-RUL-26"
    return None


def riddle_prompt(t: Ankh) -> str:
    return Say("Resolve the Riddle: {text}", text=marked(ruler(t).riddle, ruler(t).riddle_source))


def draft_prompt() -> str:
    return Say("Draft Infantry: a space of the Pharaoh's region")


def why_no_draft(t: Ankh, text: str) -> Why:
    place = t.data.board.spelled.get(text)
    if place is None:
        return None
    if place in t.lay.anchor and t.tokens[t.lay.anchor[place]] != his_region(t):
        return Say("{place} is not in the Pharaoh's region {region}", place=place, region=his_region(t)), "P-RAMESSES-2"
    return why_closed(t, "", place)


def infantry_prompt() -> str:
    return Say("Move Infantry to an adjacent space")


def flock_question(
    t: Ankh, side: Seat, options: Sequence[str], spelled: Callable[[str], str | None], **more: Any
) -> Pick:
    return Pick(
        "flock", Say("Summon a unit beside one of your Sphinxes"), options, low=0,
        text=lambda key: space_text(t, key.split()[1]), spelled=spelled, **more,
    )  # fmt: skip


def palace_prompt(t: Ankh, won: Sequence[str], lines: Sequence[str]) -> str:
    rooms = Listed([name(t, chamber) for chamber in won])
    return Say("You win {rooms}: send your palace order ({lines}), or say ready", rooms=rooms, lines=Listed(lines))


def ready_text() -> str:
    return Say("your order is complete; what it leaves open takes its default")


def region_words(t: Ankh, place: str) -> str:
    return Say("region {region}", region=region_text(t, place))


def priests(n: int) -> str:
    return Count(n, "{n} Priest", "{n} Priests")
