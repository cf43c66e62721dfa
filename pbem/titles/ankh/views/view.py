"""What one reader may know of a table: built field by field from nothing.

Everything on the table is public; sealed answers and orders on file never enter a view.
"""

from __future__ import annotations

from collections import Counter

from pbem.core.questions import Seat
from pbem.titles.ankh.components import ACTIONS, CONFLICT
from pbem.titles.ankh.hooks import Reward, adjusted
from pbem.titles.ankh.rules.devotion import due, majorities
from pbem.titles.ankh.rules.lookups import followers_due, next_guardian, next_level, next_powers, start_place, steps_of
from pbem.titles.ankh.rules.strength import side_strength, unit_strength
from pbem.titles.ankh.state import Ankh, Battle, Conflict
from pbem.titles.ankh.views.view_models import (
    AnkhView,
    BattleView,
    ConflictView,
    EventView,
    GodView,
    GuardianView,
    HexView,
    MonumentView,
    PowerView,
    RegionView,
    ShareView,
    StackView,
    TrackView,
    UnitView,
)

__all__ = ["for_reader", "view"]


def view(t: Ankh, seat: Seat | None) -> AnkhView:
    """Collect what `seat` may know (None: a spectator)."""
    data = t.data
    return AnkhView(
        reader=seat,
        side=t.side(seat) if seat in t.gods else None,
        scenario=t.options.scenario,
        conflict_mode=t.options.conflict_mode,
        phase=phase(t),
        turn=t.turn,
        active=t.active,
        order=list(t.order),
        next=coming(t),
        sides={name: t.side(name) for name in t.gods},
        merged=[t.greater, t.lesser] if t.lesser else [],
        forgotten=list(t.forgotten),
        winner=t.winner,
        hexes=[hex_view(t, name) for name in data.board.hexes],
        rivers=sorted(data.board.rivers),
        camels=list(t.camels),
        camels_left=t.camels_left,
        regions=[region_view(t, token) for token in t.book.order_of_regions(t)],
        spare_tokens=list(t.spare),
        tracks=[track_view(t, action) for action in ACTIONS] if t.gods else [],
        events=event_views(t),
        event=t.event,
        to_conflict=to_conflict(t),
        ladder=list(t.ladder),
        stacks=stack_views(t),
        last_red=data.last_red,
        top=data.top,
        gods=[god_view(t, name) for name in t.order],
        supply=dict(t.supply),
        guardians=[guardian_view(t, kind) for kind in t.guardians],
        conflict=conflict_view(t.conflict),
        battle=battle_view(t.battle),
        card_strengths=dict(data.cards),
    )


def for_reader(v: AnkhView, t: Ankh, seat: Seat | None) -> AnkhView:
    """Make the view of another reader: only whose it is differs."""
    return v.model_copy(update={"reader": seat, "side": t.side(seat) if seat in t.gods else None})


def phase(t: Ankh) -> str:
    if t.over:
        return "over"
    if t.conflict is not None:
        return "conflict"
    return "turns" if t.turn else "set-up"


def coming(t: Ankh) -> list[Seat]:
    """List seats in the order in which they will play, the active one first."""
    order = [seat for seat in t.order if t.side(seat) in t.ladder]
    if t.active not in order:
        return order
    at = order.index(t.active)
    return order[at:] + order[:at]


def to_conflict(t: Ankh) -> int:
    for event in t.data.events:
        if event.index > t.event and event.type == CONFLICT:
            return event.index - t.event
    return 0


# -- the map -------------------------------------------------------------------------------------------------------


def hex_view(t: Ankh, name: str) -> HexView:
    board = t.data.board
    col, row = board.columns[name]
    monument = t.monuments.get(name)
    return HexView(
        id=name,
        col=col,
        row=row,
        terrain=board.terrain[name],
        tokens=t.tokens_at(name) if t.tokens else [],
        unit=unit_view(t, name) if name in t.units else None,
        monument=MonumentView(kind=monument.kind, owner=monument.owner) if monument else None,
        underworld=name in t.underworld,
        filled=t.filled(name),
    )


def unit_view(t: Ankh, name: str) -> UnitView:
    unit = t.units[name]
    return UnitView(kind=unit.kind, owner=unit.owner, sun=unit.sun, claws=unit.claws, strength=unit_strength(t, name))


def region_view(t: Ankh, token: int) -> RegionView:
    board, lay, anchor = t.data.board, t.lay, t.anchor_of(token)
    spaces = lay.spaces[anchor]
    terrain = Counter(board.terrain[name] for name in spaces)
    sides = t.sides_in(token)
    leader = leading(t, token, sides)
    owned = {t.monuments[name].owner for name in spaces if name in t.monuments}
    shown = [side for side in t.ladder if side in sides or side in owned]
    return RegionView(
        token=token,
        spaces=list(spaces),
        waters=sorted(lay.within[anchor] - set(spaces)),
        size=len(spaces),
        desert=terrain["desert"],
        flood=terrain["flood"],
        names=list(dict.fromkeys(board.country[name] for name in spaces)),
        neutral=standing(t, token, ""),
        outcome="skip" if not sides else "dominance" if len(sides) == 1 else "battle",
        leader=leader,
        shares=[share_view(t, token, side, leader) for side in shown],
    )


def leading(t: Ankh, token: int, sides: list[Seat]) -> Seat:
    """Say who would dominate or win now, without cards; empty if nobody."""
    ranked = sorted(((side_strength(t, token, side), side) for side in sides), reverse=True)
    if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
        return ""
    return ranked[0][1]


def standing(t: Ankh, token: int, owner: Seat) -> dict[str, int]:
    """Count Monuments of an owner in a region, by kind."""
    within = t.region(token)
    found = Counter(m.kind for place, m in t.monuments.items() if place in within and m.owner == owner)
    return dict(sorted(found.items()))


def share_view(t: Ankh, token: int, side: Seat, leader: Seat) -> ShareView:
    units = len(t.units_in(token, side))
    led = sorted(kind for kind, best in majorities(t, token).items() if best == side)
    devotion = len(led) if units else 0
    if side == leader:
        alone = t.sides_in(token) == [side]
        others = [side_strength(t, token, other) for other in t.enemies(side)]
        margin = side_strength(t, token, side) - max(others, default=0)
        reward = adjusted(t, side, "dominance" if alone else "win", Reward(token, margin))
        devotion += reward.basic + reward.more
    if devotion and due(t, side, devotion, "majority", token) <= 0:
        devotion = 0
    return ShareView(
        side=side,
        units=units,
        strength=side_strength(t, token, side),
        monuments=standing(t, token, side),
        majorities=led,
        devotion=devotion,
    )


# -- tracks --------------------------------------------------------------------------------------------------------


def track_view(t: Ankh, action: str) -> TrackView:
    labels = [label or "" for label in t.data.labels[action]]
    return TrackView(
        action=action,
        at=t.tracks[action],
        steps=steps_of(t, action),
        labels=labels,
        place=start_place(t, action) + t.tracks[action],
    )


def event_views(t: Ankh) -> list[EventView]:
    names, lying = t.book.event_names, t.book.event_followers(t)
    return [
        EventView(
            index=event.index,
            type=names.get(event.type, event.type),
            conflict=event.conflict,
            after=event.after,
            done=event.index <= t.event,
            followers=lying.get(event.index, 0),
        )
        for event in t.data.events
    ]


def stack_views(t: Ankh) -> list[StackView]:
    spaces = sorted({t.devotion[side] for side in t.ladder})
    return [StackView(space=space, sides=[s for s in t.ladder if t.devotion[s] == space]) for space in spaces]


# -- gods ----------------------------------------------------------------------------------------------------------


def god_view(t: Ankh, seat: Seat) -> GodView:
    god, data, side = t.gods[seat], t.data, t.side(seat)
    level = next_level(t, seat)
    own = [unit.kind for unit in t.units.values() if unit.owner == seat]
    monuments = Counter(t.monuments[place].kind for place in t.monuments_of(seat))
    status = "forgotten" if side in t.forgotten else "lesser" if side != seat else "playing"
    alive = status == "playing"
    return GodView(
        seat=seat,
        side=side,
        status=status,
        followers=god.followers,
        warriors=god.warriors,
        guardians=list(god.guardians),
        ankhs=god.ankhs,
        powers=[PowerView(id=power, level=data.powers[power].level) for power in god.powers],
        next_level=level if alive else 0,
        next_cost=data.power_cost.get(level, 0) if alive else 0,
        next_powers=next_powers(t, seat) if alive else [],
        next_guardian=next_guardian(t, seat) if alive else "",
        hand=list(god.hand),
        used=list(god.used),
        devotion=t.devotion[side],
        red=t.is_red(side),
        gain=followers_due(t, seat) if alive else 0,
        units=dict(sorted(Counter(own).items())),
        monuments={kind: n for kind in t.supply if (n := monuments[kind])},
        bases={size: t.bases_left(seat, size) for size in data.bases},
        trapped=list(t.trapped) if seat == "anubis" else None,
        suns=t.suns if seat == "ra" else None,
        underworlds=data.underworlds - len(t.underworld) if seat == "osiris" else None,
    )


def guardian_view(t: Ankh, kind: str) -> GuardianView:
    guardian = t.data.guardians[kind]
    return GuardianView(kind=kind, level=guardian.level, base=guardian.base, left=t.guardians[kind])


# -- conflict ------------------------------------------------------------------------------------------------------


def conflict_view(conflict: Conflict | None) -> ConflictView | None:
    if conflict is None:
        return None
    return ConflictView(
        number=conflict.number,
        holder=conflict.holder,
        tie_breaker=conflict.tie_breaker,
        announced=conflict.announced,
        token=conflict.token,
    )


def battle_view(battle: Battle | None) -> BattleView | None:
    if battle is None:
        return None
    return BattleView(
        token=battle.token,
        sides=list(battle.sides),
        cards={side: list(cards) for side, cards in battle.cards.items()},
        bids=[dict(row) for row in battle.bids],
        killed=dict(battle.killed),
        strengths=dict(battle.strengths),
    )
