"""Verbs of the Palace: Policy cards, Priests, the Pharaoh, and tokens."""

from __future__ import annotations

from pbem.core.procedures import Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.titles.ankh.notation import hex_spelled
from pbem.titles.ankh.pharaoh.actions import chambers_for, place_priest
from pbem.titles.ankh.pharaoh.components import SPHINX, Effect
from pbem.titles.ankh.pharaoh.palace.palace_questions import put, spelled_card
from pbem.titles.ankh.pharaoh.part import box, court, draw_policies, enter, his_region, ruler, sphinxes_of, steps_from
from pbem.titles.ankh.pharaoh.show import denials, prompts
from pbem.titles.ankh.pharaoh.verbs.effect_values import flag, least, one_of, reach
from pbem.titles.ankh.pharaoh.verbs.effects import VERBS, Effects, Verb, may_use
from pbem.titles.ankh.state import Ankh

__all__ = ["draft_spaces", "law_options", "priest_steps", "replaceable", "space_by_default", "targets"]

TAKE, REMOVE, DRAW = "take", "take or remove", "draw"

# -- Policy cards ------------------------------------------------------------------------------------------------------


def face_up(t: Ankh) -> list[str]:
    """List the cards in the row from the left, each once, by key."""
    return list(dict.fromkeys(box(t).cards[card].key for card in court(t).row if card))


def law_options(t: Ankh, side: Seat) -> list[str]:
    """List `take great works`, `denounce census`; where a card is in hand and used, which one (P-LAW-1, P-DEC-14)."""
    part, found = court(t), [f"take {key}" for key in face_up(t)]
    for card in box(t).cards.values():
        in_hand, used = card.id in part.hand[side], card.id in part.used[side]
        if in_hand and used:
            found += [f"denounce {card.key} used", f"denounce {card.key} hand"]
        elif in_hand or used:
            found.append(f"denounce {card.key}")
    return found


def ask_policy(t: Ankh, run: Effects) -> Pick | None:
    """Ask for a card: taking is mandatory while one is face up (P-RUL-5, P-DEC-5, P-DEC-8); removing one never is
    (P-RUL-38)."""
    how, side = run.effect(t)["how"], t.side(run.seat)
    if how == DRAW:
        drawn = list(dict.fromkeys(box(t).cards[card].key for card in court(t).drawn))
        return put(
            t, run, "drawn", prompts.drawn_prompt(), drawn, default=drawn[:1], new=True,
            text=lambda key: prompts.card_text(t, key),
            spelled=spelled_card, known=box(t).spelled,
        ) if drawn else None  # fmt: skip
    options = law_options(t, side) if how == REMOVE else face_up(t)
    if not options:
        return None
    name = run.source.partition(" ")[2]
    low = 1 if face_up(t) else 0
    return put(
        t, run, name, prompts.take_prompt(t, name), options, low=low, default=options[:low],
        text=lambda key: prompts.law_text(t, key), spelled=prompts.spelled_law(t, side, how == REMOVE),
        known=prompts.LawWords(t), why_not=lambda text: prompts.why_no_taking(t, side, text),
    )  # fmt: skip


def begin_policy(t: Ankh, run: Effects) -> None:
    """Draw one card for Amenhotep's Riddle, and one more for each own Sphinx (P-AMENHOTEP-2)."""
    if run.effect(t)["how"] == DRAW:
        n = run.effect(t)["n"] + len(sphinxes_of(t, t.side(run.seat)))
        court(t).drawn = draw_policies(t, n)
        t.tell("pharaoh/drawn", t.side(run.seat), cards=list(court(t).drawn))


def take_policy(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    side, part = t.side(run.seat), court(t)
    if not keys:
        t.tell("pharaoh/took_nothing", side)
    elif run.effect(t)["how"] == DRAW:
        card = box(t).spelled[keys[0]]
        part.drawn.remove(card)
        part.discard, part.drawn = [*part.discard, *part.drawn], []
        part.hand[side].append(card)
        t.tell("pharaoh/kept", side, card=card)
    elif keys[0].startswith("denounce "):
        remove_policy(t, side, keys[0], run.effect(t)["others_lose"])
    else:
        card = box(t).spelled[keys[0].removeprefix("take ")]
        part.row[part.row.index(card)] = ""
        part.hand[side].append(card)
        t.tell("pharaoh/took", side, card=card)
    return None


def remove_policy(t: Ankh, side: Seat, key: str, lost: int) -> None:
    """Remove an own card from the game; every other side loses Devotion, ascending (P-LAW-1, A-DEV-3)."""
    part = court(t)
    words_of = key.removeprefix("denounce ")
    name = words_of.removesuffix(" used").removesuffix(" hand")
    card = box(t).spelled[name]
    in_hand = card in part.hand[side] and not words_of.endswith(" used")
    (part.hand if in_hand else part.used)[side].remove(card)
    part.removed.append(card)
    t.tell("pharaoh/denounced", side, card=card)
    for other in t.enemies(side):
        n = t.lose_devotion(other, lost)
        t.tell("devotion_lost", other, n=n, why="law", space=t.devotion[other])


# -- Priests -----------------------------------------------------------------------------------------------------------


def ask_ordination(t: Ankh, run: Effects) -> Pick | None:
    side = t.side(run.seat)
    options = chambers_for(t, side)
    return put(
        t, run, "ordain", prompts.priest_prompt(True), options, text=lambda key: prompts.chamber_text(t, key),
        spelled=prompts.spelled_chamber(t), why_not=lambda text: prompts.why_no_chamber(t, side, text),
    ) if options else None  # fmt: skip


def ordain(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    place_priest(t, t.side(run.seat), keys[0])
    return None


def priest_steps(t: Ankh) -> list[str]:
    """List `isis law-war`: a step of anybody's Priest (P-RUL-33: none into a closed chamber)."""
    return [
        f"{side} {chamber}-{other}"
        for side in t.order
        for chamber, there in court(t).chambers.items()
        if there.get(side)
        for other in steps_from(t, chamber)
    ]


def ask_intrigue(t: Ankh, run: Effects) -> Pick | None:
    options = priest_steps(t)
    return put(
        t, run, "intrigue", prompts.intrigue_prompt(), options, text=lambda key: prompts.intrigue_text(t, key),
        spelled=prompts.spelled_intrigue(t), why_not=lambda text: prompts.why_no_intrigue(t, text),
    ) if options else None  # fmt: skip


def intrigue(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    side, step = keys[0].split()
    start, end = step.split("-")
    enter(t, side, start, -1)
    enter(t, side, end)
    t.tell("pharaoh/priest_moved", run.seat, owner=side, start=start, end=end)
    return None


# -- the Pharaoh -------------------------------------------------------------------------------------------------------


def targets(t: Ankh, far: int | str) -> list[str]:
    """List empty land spaces at most so far from the Pharaoh, whatever lies between; one with an Underworld token is
    empty to him (P-PHAR-3, P-RUL-25)."""
    at = court(t).at
    if not at:
        return []
    near = t.data.board.land if far == "any" else t.data.board.within(at, int(far))
    return [place for place in near if t.is_empty(place)]


JOURNEYS = {"policy": "progress", "chamber": "journey", "ability": "expedition"}


def ask_journey(t: Ankh, run: Effects) -> Pick | None:
    """Ask where the Pharaoh goes; the Throne Room's winner may let him stay (P-DEC-9)."""
    effect = run.effect(t)
    options = targets(t, effect["reach"])
    optional = bool(effect.get("optional"))
    return put(
        t, run, JOURNEYS[run.source.partition(" ")[0]], prompts.journey_prompt(t), options, low=0 if optional else 1,
        default=[] if optional else options[:1], text=lambda key: prompts.space_text(t, key),
        spelled=hex_spelled(t.data.board), why_not=lambda text: prompts.why_no_journey(t, effect["reach"], text),
        known=t.data.board.land,
    ) if options else None  # fmt: skip


def journey(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    part = court(t)
    for place in keys:
        t.tell("pharaoh/moved", run.seat, start=part.at, end=place)
        part.at = place
    return None


# -- tokens ------------------------------------------------------------------------------------------------------------


def replaceable(t: Ankh, side: Seat) -> list[str]:
    """List own Monuments that a Sphinx of the supply can replace, the one taken by default first (P-RUL-26,
    P-PBEM-2)."""
    if not t.supply.get(SPHINX):
        return []
    own = [place for place in t.monuments_of(side) if t.monuments[place].kind != SPHINX]
    return sorted(own, key=lambda place: space_by_default(t, side, place))


def space_by_default(t: Ankh, side: Seat, place: str) -> tuple[int, int, str]:
    """Order spaces: most own Monuments in the region, then the lowest order token, then the lowest name."""
    anchor = t.lay.anchor[place]
    beside = sum(t.lay.anchor[other] == anchor for other in t.monuments_of(side))
    return -beside, t.tokens[anchor], place


def draft_spaces(t: Ankh) -> list[str]:
    """Find where Infantry may be placed: empty land spaces of the Pharaoh's region without an Underworld token
    (P-RAMESSES-2, P-RUL-25, P-RUL-36)."""
    token = his_region(t)
    spaces = t.lay.spaces[t.anchor_of(token)] if token else ()
    return [place for place in spaces if free_for_infantry(t, place)]


def free_for_infantry(t: Ankh, place: str) -> bool:
    return place in t.lay.anchor and t.is_empty(place) and place not in t.underworld


def infantry_steps(t: Ankh, moved: list[str]) -> list[str]:
    """List `D4-D5`: different Infantry, one adjacent step each (P-RUL-35)."""
    return [
        f"{place}-{other}"
        for place in court(t).infantry
        if place not in moved
        for other in sorted(t.lay.adjacent[place])
        if free_for_infantry(t, other)
    ]


def token_kind(effect: Effect) -> str:
    return f"{effect['what']} {effect.get('how', '')}".strip()


def ask_token(t: Ankh, run: Effects) -> Pick | None:
    """Ask which Monument is meant (P-DEC-6), where Infantry is placed (P-DEC-10) and goes."""
    side, kind = t.side(run.seat), token_kind(run.effect(t))
    hexes = hex_spelled(t.data.board)
    if kind != "infantry step" and run.seen:
        return None
    if kind == SPHINX:
        options = replaceable(t, side)
        return put(
            t, run, "sphinx", prompts.sphinx_prompt(), options, default=options[:1], spelled=hexes,
            text=lambda key: prompts.monument_text(t, key), known=t.data.board.land,
            why_not=lambda text: prompts.why_no_sphinx(t, side, text),
        ) if options else None  # fmt: skip
    if kind == "infantry place":
        options = draft_spaces(t)
        return put(
            t, run, "draft", prompts.draft_prompt(), options, default=options[:1], spelled=hexes,
            known=t.data.board.land, text=lambda key: prompts.space_text(t, key),
            why_not=lambda text: prompts.why_no_draft(t, text),
        ) if options else None  # fmt: skip
    if kind == "infantry step" and len(run.seen) < len(sphinxes_of(t, side)):
        steps = infantry_steps(t, run.seen)
        return put(
            t, run, "infantry", prompts.infantry_prompt(), steps, low=0, default=[],
            spelled=prompts.spelled_spaces_in_order, known=prompts.Steps(t),
            text=lambda key: prompts.space_text(t, key.split("-")[1]),
            why_not=lambda text: denials.why_no_march(t, run.seen, text),
        ) if steps else None  # fmt: skip
    return None


def apply_token(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    part, kind = court(t), token_kind(run.effect(t))
    run.seen += [key.split("-")[-1] for key in keys]
    if kind == SPHINX and keys:
        replace(t, t.side(run.seat), keys[0])
    elif kind == "infantry place" and keys:
        part.infantry = sorted([*part.infantry, keys[0]])
        t.tell("pharaoh/drafted", run.seat, place=keys[0])
    elif kind == "infantry step" and keys:
        start, end = keys[0].split("-")
        part.infantry = sorted([*(place for place in part.infantry if place != start), end])
        t.tell("pharaoh/infantry_moved", run.seat, start=start, end=end)
    elif kind == "infantry clear":
        t.tell("pharaoh/disbanded", n=len(part.infantry))
        part.infantry = []
    elif kind in ("pharaoh out", "pharaoh card") and t.event in part.tokens:
        part.tokens.remove(t.event)
        part.on_card += kind == "pharaoh card"
        t.leave("pharaoh token", int(kind == "pharaoh out"))
    elif kind == "pharaoh death":
        part.at, part.dead, part.death = "", True, 0
        t.tell("pharaoh/died")
    return None


def replace(t: Ankh, side: Seat, place: str) -> None:
    """Replace a Monument by a Sphinx: the old tile goes to the supply; space and owner stay, and nothing was destroyed
    (P-WAR-1, P-RUL-6)."""
    monument = t.monuments[place]
    t.tell("pharaoh/sphinx", side, place=place, monument=monument.kind)
    t.supply[monument.kind] += 1
    t.supply[SPHINX] -= 1
    t.monuments[place] = monument.with_changes(kind=SPHINX)


# -- the Riddle --------------------------------------------------------------------------------------------------------


def ask_riddle(t: Ankh, run: Effects) -> Pick | None:
    """Ask about the Riddle, optional as a whole (P-RUL-41, P-DEC-7); not where it can bring nothing."""
    if not can_riddle(t, t.side(run.seat), run.effect(t)):
        return None
    return put(t, run, "riddle", prompts.riddle_prompt(t), ["yes", "no"], default=["yes"])


def can_riddle(t: Ankh, side: Seat, effect: Effect) -> bool:
    return may_use(t, side, ruler(t).riddle_effects)


def riddle(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    return Effects(seat=run.seat, source="riddle", manner=run.manner) if keys == ["yes"] else None


def can_draw(t: Ankh, side: Seat, effect: Effect) -> bool:
    part = court(t)
    if effect["how"] == DRAW:
        return bool(part.deck or part.discard)
    return bool(face_up(t)) or (effect["how"] == REMOVE and bool(law_options(t, side)))


def can_token(t: Ankh, side: Seat, effect: Effect) -> bool:
    kind = token_kind(effect)
    if kind == SPHINX:
        return bool(replaceable(t, side))
    if kind == "infantry place":
        return bool(draft_spaces(t))
    return kind != "infantry step" or bool(sphinxes_of(t, side) and infantry_steps(t, []))


VERBS |= {
    "policy": Verb(
        take_policy, can_draw, ask_policy, begin_policy,
        params={"how": one_of(TAKE, REMOVE, DRAW), "n": least(0), "others_lose": least(0)},
    ),
    "place_priest": Verb(ordain, lambda t, side, effect: bool(chambers_for(t, side)), ask_ordination),
    "step_priest": Verb(intrigue, lambda t, side, effect: bool(priest_steps(t)), ask_intrigue),
    "move_pharaoh": Verb(
        journey, lambda t, side, effect: bool(targets(t, effect["reach"])), ask_journey,
        params={"reach": reach, "optional": flag},
    ),
    "token": Verb(
        apply_token, can_token, ask_token, again=True, needs=False,
        params={
            "what": one_of(SPHINX, "infantry", "pharaoh"),
            "how": one_of("place", "step", "clear", "out", "card", "death"),
        },
    ),
    "riddle": Verb(riddle, can_riddle, ask_riddle),
}  # fmt: skip
