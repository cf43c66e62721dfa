"""What must hold whenever the table rests: nothing lost or doubled, limits kept (A-COMP, A-MAP-3, A-REG-2, A-DEV-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.core.errors import Flaw
from pbem.core.questions import Seat
from pbem.core.words import Verbatim
from pbem.titles.ankh.components import ACTIONS, GODS
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import GOD, WARRIOR, Ankh

__all__ = ["conserved", "problems"]

LEVELS = [1, 2, 3]
"""Of the Guardians of a game (A-SETUP-6)."""


def problems(t: Ankh) -> list[str]:
    """List broken invariants, each with the place; [] = sound."""
    if not t.gods and not t.order:  # before the set-up
        return []
    broken = list(skeleton(t))
    if broken:  # the others look things up by these names
        return broken
    checks = (figures, boards, ground, regions, markers, abilities, boxed, modules)
    return [problem for check in checks for problem in check(t)]


def skeleton(t: Ankh) -> Iterator[str]:
    """Check the names by which everything else is found."""
    data, seats = t.data, t.seats
    for name, some in (("gods", t.gods), ("order", t.order), ("devotion", t.devotion)):
        if sorted(some) != sorted(seats):
            yield Flaw("{name}: {some} are not the seats {seats}", name=name, some=list(some), seats=seats)
    if len(seats) not in data.figures or not set(seats) <= set(GODS):
        yield Flaw("{key}: {seats}", key=Verbatim("seats"), seats=seats)
    for name, some in (("ladder", t.ladder), ("forgotten", t.forgotten), ("trapped", t.trapped)):
        if not set(some) <= set(seats):
            yield Flaw("{name}: {some} are not all seats", name=name, some=some)
    if sorted(t.tracks) != sorted(ACTIONS):
        yield Flaw("{key}: {tracks}", key=Verbatim("tracks"), tracks=list(t.tracks))
    if sorted(data.guardians[kind].level for kind in t.guardians if kind in data.guardians) != LEVELS:
        yield Flaw(
            "{key}: {guardians} are not one of each level", key=Verbatim("guardians"), guardians=list(t.guardians)
        )
    pools = [(seat, kind) for seat, god in t.gods.items() for kind in god.guardians]
    yield from (
        Flaw("gods.{seat}.guardians: there is no {kind}", seat=seat, kind=kind)
        for seat, kind in pools
        if kind not in t.guardians
    )
    if bool(t.greater) != bool(t.lesser) or not {t.greater, t.lesser} <= {"", *seats}:
        yield Flaw(
            "{key}: {greater!r} and lesser {lesser!r}", key=Verbatim("greater"), greater=t.greater, lesser=t.lesser
        )
    if t.winner not in ("", *seats) or (t.winner and not t.over):
        yield Flaw("{key}: {winner}", key=Verbatim("winner"), winner=t.winner)
    if t.active not in seats and (t.active or (t.turn and not t.over)):
        yield Flaw("{key}: {active!r}", key=Verbatim("active"), active=t.active)
    for frame in (*t.stack, *t.owed):
        if "seat" in frame.__dict__ and frame.__dict__["seat"] not in seats:
            yield Flaw("{key}: {kind} of {seat!r}", key=Verbatim("stack"), kind=frame.kind, seat=frame.__dict__["seat"])
        if frame.kind == "ankh.game" and not 0 <= frame.__dict__["at"] < len(seats):
            yield Flaw("{key}: turn {at} of {n}", key=Verbatim("stack"), at=frame.__dict__["at"], n=len(seats))


def boxed(t: Ankh) -> Iterator[str]:
    """Check that there are as many pieces of every kind as the box holds, wherever they are (A-COMP-1 to A-COMP-3,
    A-SETUP-6)."""
    data, found = t.data, conserved(t)
    own = {"god": 1, "warriors": data.warriors, "ankhs": data.ankhs, "cards": len(data.cards)}
    whole = {f"{seat} {name}": n for seat in t.gods for name, n in own.items()}
    whole |= data.monuments
    players = data.figures[len(t.seats)]
    whole |= {kind: min(data.guardians[kind].figures, players) for kind in t.guardians if kind in data.guardians}
    whole["order tokens"] = data.order_tokens
    whole["sun tokens"] = data.suns if "ra" in t.gods else 0
    for name, n in whole.items():
        if found.get(name) != n:
            yield Flaw("{name}: {found} instead of {n}", name=name, found=found.get(name), n=n)
    if t.options.followers_limited and sum(god.followers for god in t.gods.values()) > data.follower_tokens:
        yield Flaw(
            "{key}: more than the {follower_tokens} of the box",
            key=Verbatim("followers"),
            follower_tokens=data.follower_tokens,
        )


def modules(t: Ankh) -> Iterator[str]:
    """Check that nothing else stands where a unit or a Monument does, and what modules have to say."""
    for place, what in t.filling().items():
        if place in t.units or place in t.monuments or place not in t.lay.anchor:
            yield Flaw("{place}: {what} has no land space of its own", place=place, what=what)
    for problems in t.book.problems.values():
        yield from problems(t)


def conserved(t: Ankh) -> dict[str, int]:
    """Count what never changes: pieces of every kind, wherever they are."""
    if not t.gods:
        return {}
    found = {f"{seat} {name}": n for seat in sorted(t.gods) for name, n in pieces_of(t, seat).items()}
    for kind in t.supply:
        found[kind] = t.supply[kind] + sum(m.kind == kind for m in t.monuments.values())
    for kind, left in t.guardians.items():
        with_gods = sum(god.guardians.count(kind) for god in t.gods.values())
        on_map = sum(unit.kind == kind for unit in t.units.values())
        found[kind] = left + with_gods + on_map + t.out.get(kind, 0)
    found["camels"] = t.camels_left + len(t.camels)
    found["order tokens"] = len(t.tokens) + len(t.spare) + t.out.get("order token", 0)
    found["sun tokens"] = t.suns + sum(unit.sun for unit in t.units.values()) + t.out.get("sun", 0)
    for count in t.book.conserved.values():
        count(t, found)
    return found


def pieces_of(t: Ankh, seat: Seat) -> dict[str, int]:
    """Count Gods, Warriors, Ankh tokens and cards of one seat, those out of the game included."""
    god, out = t.gods[seat], t.out
    own = Counter(unit.kind for unit in t.units.values() if unit.owner == seat)
    on_board = 0 if f"{seat} ankh" in out else t.data.ankhs_on_board
    return {
        "god": own[GOD] + out.get(f"{seat} god", 0),
        "warriors": own[WARRIOR] + god.warriors + t.trapped.count(seat) + out.get(f"{seat} warrior", 0),
        "ankhs": on_board + god.ankhs + len(t.monuments_of(seat)) + out.get(f"{seat} ankh", 0),
        "cards": len(god.hand) + len(god.used) + out.get(f"{seat} card", 0),
    }


def figures(t: Ankh) -> Iterator[str]:
    """Check that units stand alone on known spaces, on Water only where they may, and belong to sides in the game
    (A-MAP-3)."""
    water, owners = t.data.board.is_water, owners_now(t)
    swims = t.book.guardians.windows.get("water", {})
    # Where something is done at a place, a Giant Scorpion may wait for its claws: a Sun token is asked for first.
    aiming = {frame.__dict__.get("place") for frame in (*t.stack, *t.owed)}
    for place, unit in t.units.items():
        if place not in t.data.board.terrain:
            yield Flaw("units.{place}: there is no such space", place=place)
        elif place in water and unit.kind not in swims:
            yield Flaw("units.{place}: a {kind} on Water", place=place, kind=unit.kind)
        if place in t.monuments:
            yield Flaw("units.{place}: a unit and a Monument on one space", place=place)
        if unit.owner not in owners:
            yield Flaw("units.{place}: its owner {owner} is not in the game", place=place, owner=unit.owner)
        if unit.kind not in (GOD, WARRIOR, *t.guardians):
            yield Flaw("units.{place}: no {kind} is in the game", place=place, kind=unit.kind)
        if place not in aiming and bool(unit.claws) != (unit.kind in t.book.guardians.windows.get("claws", {})):
            yield Flaw("units.{place}: claws {claws!r} of a {kind}", place=place, claws=unit.claws, kind=unit.kind)
        if t.closed_to(t.side(unit.owner), place):
            yield Flaw("units.{place}: on an Underworld token of another god", place=place)
    for side in t.ladder:
        if sum(unit.kind == GOD and unit.owner == side for unit in t.units.values()) != 1:
            yield Flaw("{key}: {side} has not exactly one God on the map", key=Verbatim("units"), side=side)
        for size in t.data.bases:
            if t.bases_left(side, size) < 0:
                yield Flaw("gods.{side}: more Guardians than {size} bases", side=side, size=size)


def owners_now(t: Ankh) -> list[Seat]:
    """List sides in the game; while gods merge, the lesser one's Guardians still stand where they stood."""
    merging = any(frame.kind == "ankh.merge" for frame in t.stack)
    return [*t.ladder, t.lesser] if merging else t.ladder


def boards(t: Ankh) -> Iterator[str]:
    """Check powers by level and in order, cards each once (A-UNLOCK-1)."""
    data = t.data
    for seat, god in t.gods.items():
        levels = [data.powers[power].level if power in data.powers else 0 for power in god.powers]
        if tuple(levels) != data.unlock_levels[: len(levels)]:
            yield Flaw("gods.{seat}.powers: levels {levels}", seat=seat, levels=levels)
        if len(set(god.powers)) != len(god.powers):
            yield Flaw("gods.{seat}.powers: one of {powers} twice", seat=seat, powers=god.powers)
        cards = god.hand + god.used
        if cards and sorted(cards) != sorted(data.cards):
            yield Flaw("gods.{seat}.hand: {cards} are not the seven cards", seat=seat, cards=cards)


def ground(t: Ankh) -> Iterator[str]:
    """Check that Monuments stand on land and belong to sides in the game, and that Camels lie on inner edges
    (A-CARA-1)."""
    board = t.data.board
    for place, monument in t.monuments.items():
        if board.terrain.get(place, "water") == "water":
            yield Flaw("monuments.{place}: no land space", place=place)
        if monument.kind not in t.supply:
            yield Flaw("monuments.{place}: there is no {kind}", place=place, kind=monument.kind)
        if monument.owner and monument.owner not in t.ladder:
            yield Flaw("monuments.{place}: its owner {owner} is not in the game", place=place, owner=monument.owner)
        if place in t.underworld:
            yield Flaw("monuments.{place}: on an Underworld token", place=place)
    for where, left in (("supply", t.supply), ("guardians", t.guardians), ("out", t.out)):
        yield from (Flaw("{where}.{kind}: {n}", where=where, kind=kind, n=n) for kind, n in left.items() if n < 0)
    if t.camels != sorted(set(t.camels)) or t.camels_left < 0:
        yield Flaw("{key}: {camels}", key=Verbatim("camels"), camels=t.camels)
    for name in t.camels:
        if name not in board.ends or name in board.rivers or not board.is_water.isdisjoint(name.split("|")):
            yield Flaw("{key}: {name} is no edge for a Camel", key=Verbatim("camels"), name=name)


def regions(t: Ankh) -> Iterator[str]:
    """Check that every region has exactly one order token, each token once (A-REG-2)."""
    if any(name not in t.data.board.ends for name in t.camels):
        return
    if set(t.tokens) != set(t.lay.spaces):
        yield Flaw(
            "{key}: at {tokens}, the regions are {spaces}",
            key=Verbatim("tokens"),
            tokens=sorted(t.tokens),
            spaces=sorted(t.lay.spaces),
        )
    known = [*t.tokens.values(), *t.spare]
    if len(set(known)) != len(known):
        yield Flaw("{key}: one of {known} twice", key=Verbatim("tokens"), known=sorted(known))
    if any(not 1 <= token <= t.data.order_tokens for token in known):
        yield Flaw(
            "{key}: {known} are not of the {order_tokens} in the box",
            key=Verbatim("tokens"),
            known=sorted(known),
            order_tokens=t.data.order_tokens,
        )


def markers(t: Ankh) -> Iterator[str]:
    """Check Devotion in a strict order, action and event markers on their tracks (A-DEV-1, A-TURN-8)."""
    spaces = [t.devotion[side] for side in t.ladder]
    if spaces != sorted(spaces) or any(not 0 <= space <= t.data.top for space in spaces):
        yield Flaw("{key}: {ladder} on {spaces}", key=Verbatim("ladder"), ladder=t.ladder, spaces=spaces)
    alive = sorted({t.side(seat) for seat in t.gods} - set(t.forgotten))
    if t.lesser and t.lesser == t.greater:
        yield Flaw("{key}: {lesser} cannot merge with itself", key=Verbatim("lesser"), lesser=t.lesser)
    if sorted(t.ladder) != alive:
        yield Flaw("{key}: {ladder} instead of {alive}", key=Verbatim("ladder"), ladder=t.ladder, alive=alive)
    for action, at in t.tracks.items():
        if not 0 <= at <= steps_of(t, action):
            yield Flaw("tracks.{action}: {at}", action=action, at=at)
    if t.event > len(t.data.events):
        yield Flaw("{key}: {event}", key=Verbatim("event"), event=t.event)


def abilities(t: Ankh) -> Iterator[str]:
    """Check slots, Sun and Underworld tokens (A-COMP-2)."""
    if len(t.trapped) > t.data.slots or not set(t.trapped) <= set(t.ladder):
        yield Flaw("{key}: {trapped}", key=Verbatim("trapped"), trapped=t.trapped)
    if len(t.underworld) > t.data.underworlds or len(set(t.underworld)) != len(t.underworld):
        yield Flaw("{key}: {underworld}", key=Verbatim("underworld"), underworld=t.underworld)
    for place in t.underworld:
        if place not in t.data.board.land:
            yield Flaw("{key}: {place} is no land space", key=Verbatim("underworld"), place=place)
    if t.underworld and t.holder("osiris") is None:
        yield Flaw("{key}: {underworld} without Osiris", key=Verbatim("underworld"), underworld=t.underworld)
