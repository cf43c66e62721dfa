"""Verbs that give and take: Followers, Devotion, cards of the Battle hand, and changes of the action itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pbem.core.procedures import Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.titles.ankh.components import MONUMENTS
from pbem.titles.ankh.hooks import adjusted
from pbem.titles.ankh.pharaoh.actions import can_move, can_summon, whole_action
from pbem.titles.ankh.pharaoh.components import SPHINX, Effect
from pbem.titles.ankh.pharaoh.palace.palace_questions import put
from pbem.titles.ankh.pharaoh.part import box, court, his_region, ruler, sphinxes_of
from pbem.titles.ankh.pharaoh.show import denials, prompts
from pbem.titles.ankh.pharaoh.verbs.effect_values import least, number, one_of, some_of
from pbem.titles.ankh.pharaoh.verbs.effects import VERBS, Effects, Verb
from pbem.titles.ankh.rules.devotion import award
from pbem.titles.ankh.rules.lookups import followers_due, next_cost, next_level, next_powers
from pbem.titles.ankh.state import Ankh

__all__ = ["owner_of_most", "takes_part"]

# -- Followers ---------------------------------------------------------------------------------------------------------

REGION = "monument of a region"
IN_HIS_REGION = "in his region"


def tokens_counted(t: Ankh) -> int:
    """Count Pharaoh tokens on his card; after his death always as many as could have come there (P-TUT-5)."""
    return len(ruler(t).tokens_on) if court(t).dead else court(t).on_card


def due(t: Ankh, side: Seat, effect: Effect) -> int:
    """Say how many Followers an effect brings; of the best region where one is chosen."""
    per = effect.get("per", "")
    if per == "own region":
        return len({token for place in t.units_of(side) for token in t.tokens_at(place)})
    if per == REGION:
        return max(monuments_by_region(t, side, effect).values(), default=0)
    if per == "sphinx":
        return len(sphinxes_of(t, side))
    if per == "sphinx and token":
        return len(sphinxes_of(t, side)) * tokens_counted(t)
    if per == "token":
        return court(t).on_card
    n: int = effect["n"]
    return n


def monuments_by_region(t: Ankh, side: Seat, effect: Effect) -> dict[int, int]:
    """Count own Monuments in each region that has any, up to the most that count (P-RUL-42)."""
    counts = Counter(t.tokens[t.lay.anchor[place]] for place in t.monuments_of(side))
    return {token: min(n, effect.get("max", n)) for token, n in sorted(counts.items())}


def takes_part(t: Ankh) -> list[Seat]:
    """List the sides with a unit in the Pharaoh's region, ascending; Water counts for every region it touches
    (P-RUL-29)."""
    token = his_region(t)
    return t.sides_in(token) if token else []


def room(t: Ankh) -> int:
    """Count the Followers that are left to be given, if they are limited."""
    held = sum(god.followers for god in t.gods.values())
    return t.data.follower_tokens - held if t.options.followers_limited else 1


def can_gain(t: Ankh, side: Seat, effect: Effect) -> bool:
    return room(t) > 0 and due(t, side, effect) > 0


def ask_region(t: Ankh, run: Effects) -> Pick | None:
    """Ask which region is counted; nothing where none is chosen."""
    side, effect = t.side(run.seat), run.effect(t)
    if effect.get("per") != REGION:
        return None
    tokens = [str(token) for token in monuments_by_region(t, side, effect)]
    return put(
        t, run, "census", prompts.census_prompt(), tokens, text=lambda key: prompts.census_text(t, side, key, effect),
        why_not=lambda text: denials.why_no_census(t, text),
    )  # fmt: skip


def gain(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    side, effect = t.side(run.seat), run.effect(t)
    if effect.get("who") == IN_HIS_REGION:
        for other in takes_part(t):
            give(t, other, due(t, other, effect), run.source)
        return None
    n = monuments_by_region(t, side, effect)[int(keys[0])] if keys else due(t, side, effect)
    give(t, side, n, run.source)
    return None


def give(t: Ankh, side: Seat, n: int, source: str) -> None:
    if n:
        t.tell("followers_gained", side, n=t.gain_followers(side, n), why=source)


def pay(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    side, n = t.side(run.seat), run.effect(t)["n"]
    t.pay_followers(side, n)
    t.tell("pharaoh/paid", side, n=n, why=run.source)
    return None


def owner_of_most(t: Ankh, side: Seat) -> Seat | None:
    """Find the other side with the most Followers, of tied ones the one with more Devotion; None if nobody has one."""
    rich = [other for other in t.enemies(side) if t.gods[other].followers]
    return max(rich, key=lambda other: (t.gods[other].followers, t.ladder.index(other)), default=None)


def audit(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    """Take a Follower from the side with the most: a transfer, no sacrifice."""
    side = t.side(run.seat)
    victim = owner_of_most(t, side)
    if victim is not None:
        t.pay_followers(victim, 1)
        t.gods[side].followers += 1
        t.tell("pharaoh/audited", side, victim=victim)
    return None


# -- Devotion ----------------------------------------------------------------------------------------------------------


def fulfilled(t: Ankh, side: Seat, kinds: Sequence[str]) -> bool:
    """Tell whether a side has one own Monument for each kind; a Sphinx stands in for one that is missing (P-RUL-37)."""
    own = {t.monuments[place].kind for place in t.monuments_of(side)}
    missing = sum(kind not in own for kind in kinds)
    return missing <= len(sphinxes_of(t, side))


def worship_due(t: Ankh, side: Seat, effect: Effect) -> int:
    if effect.get("per"):
        token = his_region(t)
        outside = [place for place in sphinxes_of(t, side) if t.tokens[t.lay.anchor[place]] != token]
        most: int = effect.get("max", len(outside))
        return min(len(outside), most)
    n: int = effect["n"]
    return n if fulfilled(t, side, effect.get("needs", ())) else 0


def worship(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    """Award one gain outside every region (P-RUL-11, P-RUL-27)."""
    side = t.side(run.seat)
    award(t, side, worship_due(t, side, run.effect(t)), run.source.partition(" ")[2] or run.source)
    return None


# -- Battle cards ------------------------------------------------------------------------------------------------------


def ask_recall(t: Ankh, run: Effects) -> Pick | None:
    used = [card for card in t.data.cards if card in t.gods[t.side(run.seat)].used]
    return put(
        t, run, "recall", prompts.recall_prompt(), used, text=lambda key: prompts.name(t, key),
        why_not=lambda text: denials.why_no_recall(t, text),
    ) if used else None  # fmt: skip


def recall(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    """Bring back one used Battle card, and nothing else (P-RUL-21)."""
    god = t.gods[t.side(run.seat)]
    god.used.remove(keys[0])
    god.hand = [card for card in t.data.cards if card in (*god.hand, keys[0])]
    t.tell("pharaoh/recalled", t.side(run.seat), card=keys[0])
    return None


# -- the action itself -------------------------------------------------------------------------------------------------


def can_change(t: Ankh, side: Seat, effect: Effect) -> bool:
    """Tell whether a change could be used: a further reach needs a unit that could move, a lower price a power that can
    then be paid (P-RUL-20)."""
    if "reach" in effect:
        return can_move(t, side, effect["reach"])
    cost = max(0, next_cost(t, side) + effect["cost"])
    return bool(next_level(t, side) and next_powers(t, side)) and t.gods[side].followers >= cost


def change(t: Ankh, run: Effects, keys: Keys) -> Procedure | None:
    court(t).change = run.source.partition(" ")[2]
    return None


def changed(t: Ankh, verb: str, value: int) -> int:
    """Return what the card that changes the action makes of a value (Forced March, Royal Patronage)."""
    for effect in box(t).cards[court(t).change].effects if court(t).change else ():
        if verb == "reach":
            value = effect.get("reach", value)
        elif verb == "cost":
            value = max(0, value + effect.get("cost", 0))
        elif verb == "must" and "cost" in effect:
            value = 1
    return value


def can_repeat(t: Ankh, side: Seat, effect: Effect) -> bool:
    """Tell whether the same action could do anything once more (P-RUL-20, P-RUL-22)."""
    action = effect["action"]
    if action == "move":
        return can_move(t, side, adjusted(t, side, "reach", t.data.move_distance), priests=True)
    if action == "summon":
        return can_summon(t, side, priest=True)
    if action == "gain":
        return room(t) > 0 and followers_due(t, side) > 0
    return can_unlock(t, side)


def can_unlock(t: Ankh, side: Seat) -> bool:
    payable = t.gods[side].followers >= next_cost(t, side)
    return payable and bool(next_level(t, side) and next_powers(t, side))


VERBS |= {
    "followers": Verb(
        gain, can_gain, ask_region, needs=False,
        params={
            "n": least(1), "max": least(1), "who": one_of(IN_HIS_REGION),
            "per": one_of("own region", REGION, "sphinx", "sphinx and token", "token"),
        },
    ),
    "pay": Verb(pay, lambda t, side, effect: t.gods[side].followers >= effect["n"], params={"n": least(1)}),
    "take_follower": Verb(audit, lambda t, side, effect: owner_of_most(t, side) is not None),
    "devotion": Verb(
        worship, lambda t, side, effect: worship_due(t, side, effect) > 0,
        params={
            "n": least(1), "max": least(1), "needs": some_of(*MONUMENTS, SPHINX),
            "per": one_of("sphinx outside his region"),
        },
    ),
    "battle_card_back": Verb(recall, lambda t, side, effect: bool(t.gods[side].used), ask_recall),
    "change_action": Verb(change, can_change, params={"reach": least(1), "cost": number}),
    "repeat_action": Verb(lambda t, run, keys: whole_action(t, run.action, run.seat), can_repeat),
}  # fmt: skip
