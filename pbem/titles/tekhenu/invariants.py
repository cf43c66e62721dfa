"""What must hold whenever the table rests: nothing lost or doubled, limits kept, counters in step with each other.

Judged at every load and save, and after every answer of a computer game, so what is sound is seen to be so by one
comparison of all that lies there; only then is the place looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from pbem.core.errors import Flaw
from pbem.core.questions import Seat
from pbem.core.words import Verbatim
from pbem.titles.tekhenu.board import CARD_KINDS, DICE, line_spots
from pbem.titles.tekhenu.state import Tekhenu

__all__ = ["conserved", "problems"]


def problems(t: Tekhenu) -> list[str]:
    """Name broken invariants, each with the place; [] = sound."""
    return [
        *people(t),
        *pieces(t),
        *dice(t),
        *cards(t),
        *tiles(t),
        *market(t),
        *counters(t),
        *(found for check in t.book.problems.values() for found in check(t)),
    ]


def conserved(t: Tekhenu) -> dict[str, int]:
    """Count what never changes."""
    found = {"dice": len(all_dice(t)), "tiles": len(all_tiles(t)), "cards": len(all_cards(t))}
    for seat, (buildings, pillars, statues) in built(t, t.seats).items():
        player = t.players[seat]
        found[f"{seat} buildings"] = player.buildings + buildings
        found[f"{seat} pillars"] = player.pillars + pillars
        found[f"{seat} statues"] = player.statues + statues
    return found


# -- collecting ------------------------------------------------------------------------------------------------------


def all_dice(t: Tekhenu) -> list[str]:
    """List the colours of all dice: on the wheel, in the bag, with the players."""
    lying = [*chain.from_iterable(t.dice.values())]
    for player in t.players.values():
        lying += player.left + player.right + player.below
    return t.bag + [DICE[die][0] for die in lying]


def all_tiles(t: Tekhenu) -> list[str]:
    return [*t.tile_stack, *filter(None, t.ra), *filter(None, t.tiles)]


def all_cards(t: Tekhenu) -> list[str]:
    found = t.removed + t.unused + t.starting + t.destinies
    for pile in (*t.market.values(), *t.decks.values(), *t.discards.values()):
        found += filter(None, pile)
    for player in t.players.values():
        found += player.blessings + player.technologies + player.decrees + player.drafted + player.drawn
        if player.destiny:
            found.append(player.destiny)
    for lying in t.book.elsewhere.values():
        found += lying(t)
    return found


def built(t: Tekhenu, seats: Iterable[Seat]) -> dict[Seat, tuple[int, int, int]]:
    """Count Buildings, Pillars and Statues of each seat on the board."""
    further = [owner for standing in t.book.buildings.values() for owner in standing(t)]
    buildings = [*t.buildings.values(), *t.osiris, *further].count
    pillars = t.pillars.count
    statues = [*chain.from_iterable(t.statues.values()), *t.people.values()].count
    return {seat: (buildings(seat), pillars(seat), statues(seat)) for seat in seats}


# -- checking --------------------------------------------------------------------------------------------------------


def people(t: Tekhenu) -> Iterator[str]:
    """Check tokens and tracks of each player (T-PEOPLE-1 to T-PEOPLE-3)."""
    data = t.data
    if sorted(t.players) != sorted(t.seats) or sorted(t.order) != sorted(t.seats):
        yield Flaw(
            "{key}: {order} and players {players} are not the seats {seats}",
            key=Verbatim("order"),
            order=t.order,
            players=list(t.players),
            seats=t.seats,
        )
    for seat, player in t.players.items():
        at = f"players.{seat}"
        if player.happiness > player.population:
            yield Flaw(
                "{at}: happiness {happiness} is above population {population}",
                at=at,
                happiness=player.happiness,
                population=player.population,
            )
        if player.population > data.track_max:
            yield Flaw("{at}: population {population} is beyond the track", at=at, population=player.population)
        for name, amounts in (("stock", player.stock), ("overproduced", player.overproduced)):
            if min(amounts.values(), default=0) < 0:
                yield from (
                    Flaw("{at}.{name}: {n} {token}", at=at, name=name, n=n, token=token)
                    for token, n in amounts.items()
                    if n < 0
                )
        lowest, highest = (0 if seat in t.book.automata else data.production_start), data.production_max
        for resource, level in player.production.items():
            if not lowest <= level <= highest:
                yield Flaw("{at}.production: {resource} at {level}", at=at, resource=resource, level=level)


def pieces(t: Tekhenu) -> Iterator[str]:
    """Check that all pieces are there (T-COMP-4, T-LIMIT-1), and that every piece stands where a piece of its kind
    may."""
    data = t.data
    wanted = {"pillars": data.pillars, "statues": data.statues}
    on_boards = built(t, t.players)
    for seat, player in t.players.items():
        left = (player.buildings, player.pillars, player.statues)
        whole_of = {"buildings": t.book.numbers["buildings"](t, seat), **wanted}
        for (kind, whole), here, on_board in zip(whole_of.items(), left, on_boards[seat], strict=True):
            if here + on_board != whole:
                yield Flaw(
                    "players.{seat}: {here} {kind} left and {on_board} built are not {whole}",
                    seat=seat,
                    here=here,
                    kind=kind,
                    on_board=on_board,
                    whole=whole,
                )
    spots = frozenset(chain.from_iterable(line_spots(data, len(t.seats))))
    yield from (
        Flaw("{key}: {spot} is closed", key=Verbatim("buildings"), spot=spot)
        for spot in t.buildings
        if spot not in spots
    )
    yield from (
        Flaw("{key}: there is no spot {spot}", key=Verbatim("people"), spot=spot)
        for spot in t.people
        if spot not in data.people_spot_by_id
    )
    yield from (
        Flaw("{key}: Gold lies under the Statue at {spot}", key=Verbatim("people"), spot=spot)
        for spot in t.people
        if spot in t.gold_on
    )
    most = data.god_spots[len(t.seats)]
    yield from (
        Flaw("{key}: {n} at {god}", key=Verbatim("statues"), n=len(owners), god=god)
        for god, owners in t.statues.items()
        if len(owners) > most
    )
    yield from (
        Flaw("{key}: {owner} on the empty space {name}", key=Verbatim("pillars"), owner=owner, name=space.name)
        for space, owner, tile in zip(data.spaces, t.pillars, t.tiles, strict=True)
        if owner and not tile
    )


def dice(t: Tekhenu) -> Iterator[str]:
    """Check that all dice are there (T-SETUP-7), and that the bag holds exactly what the next refill needs (TAB-09)."""
    wanted = {colour: n for colour, n in t.data.bag(len(t.seats)).items() if n}
    lying = all_dice(t)
    if len(lying) != sum(wanted.values()) or any(lying.count(colour) != n for colour, n in wanted.items()):
        yield Flaw(
            "{key}: {found} instead of {wanted}", key=Verbatim("dice"), found=dict(Counter(lying)), wanted=wanted
        )
    n = len(t.seats)
    if running(t, "tekhenu.rotation"):
        due: tuple[int, ...] = (0, 4 * n)
    elif ended(t):
        due = (0,)
    else:
        due = (2 * n,) if (max(t.round, 1) - 1) // 2 % 2 == 0 else (0,)
    if len(t.bag) not in due:
        yield Flaw(
            "{key}: {n} dice in round {round}, {found} would be right",
            key=Verbatim("bag"),
            n=len(t.bag),
            round=t.round,
            found=" or ".join(map(str, due)),
        )


def cards(t: Tekhenu) -> Iterator[str]:
    """Check that each card is in exactly one place, and in a pile of its kind (T-COMP-3)."""
    known, lying = t.data.cards, all_cards(t)
    if len(lying) != len(known) or set(lying) != known.keys():
        found = Counter(lying)
        yield from (
            Flaw("{key}: {card} is there {found} times", key=Verbatim("cards"), card=card, found=found[card])
            for card in known
            if found[card] != 1
        )
        yield from (
            Flaw("{key}: {card} is no card", key=Verbatim("cards"), card=card) for card in found if card not in known
        )
    for kind in CARD_KINDS:
        for card in t.decks[kind] + t.discards[kind]:
            if known[card].kind != kind:
                yield Flaw("{key}: {card} is no {kind}", key=Verbatim("decks"), card=card, kind=kind)


def tiles(t: Tekhenu) -> Iterator[str]:
    """Check 27 Pillar tiles and six Horus tiles (T-COMP-1)."""
    known, lying = t.data.tiles, all_tiles(t)
    if len(lying) != len(known) or set(lying) != known.keys():
        found = Counter(lying)
        yield from (
            Flaw("{key}: {tile} is there {found} times", key=Verbatim("tiles"), tile=tile, found=found[tile])
            for tile in known
            if found[tile] != 1
        )
        yield from (
            Flaw("{key}: {tile} is no tile", key=Verbatim("tiles"), tile=tile) for tile in found if tile not in known
        )
    if sorted(t.horus) != sorted(t.data.gods):
        yield Flaw("{key}: {horus}", key=Verbatim("horus"), horus=t.horus)


def market(t: Tekhenu) -> Iterator[str]:
    """Check that slots hold cards of their kind, and that a section is open if somebody reached it (T-MARKET-1 to
    T-MARKET-4)."""
    highest = max((player.population for player in t.players.values()), default=0)
    known = t.data.cards
    for section in t.data.sections:
        slots = t.market[section.id]
        if not slots:
            if not section.opens_population or highest >= section.opens_population:
                yield Flaw("{key}: section {id} should be open", key=Verbatim("market"), id=section.id)
            continue
        if len(slots) != len(section.slots):
            yield Flaw("{key}: section {id} has {n} slots", key=Verbatim("market"), id=section.id, n=len(slots))
        for card, kind in zip(slots, section.slots, strict=False):
            if card and known[card].kind != kind:
                yield Flaw("{key}: {card} in a slot for a {kind}", key=Verbatim("market"), card=card, kind=kind)


def counters(t: Tekhenu) -> Iterator[str]:
    """Check that rotations came after every second round, Maat phases after every fourth, scorings after every eighth,
    and that the arrow has moved once for each rotation (T-FLOW-1)."""
    data = t.data
    turning = running(t, "tekhenu.rotation") or ended(t)
    rotations = t.round // data.rounds_per_rotation if turning else (max(t.round, 1) - 1) // data.rounds_per_rotation
    if t.rotation != rotations or t.round > data.rounds:
        yield Flaw("{key}: {rotation} in round {round}", key=Verbatim("rotation"), rotation=t.rotation, round=t.round)
    if t.maat != t.rotation // data.rotations_per_maat:
        yield Flaw("{key}: {maat} after {rotation} rotations", key=Verbatim("maat"), maat=t.maat, rotation=t.rotation)
    scorings = t.maat // data.maat_per_scoring
    before = running(t, "tekhenu.maat") and t.scoring == scorings - 1
    if t.scoring != scorings and not before:
        yield Flaw("{key}: {scoring} after {maat} Maat phases", key=Verbatim("scoring"), scoring=t.scoring, maat=t.maat)
    left = data.scorings - t.scoring + running(t, "tekhenu.scoring")
    if len(t.markers) != left:
        yield Flaw(
            "{key}: {n} left after {scoring} scorings", key=Verbatim("markers"), n=len(t.markers), scoring=t.scoring
        )
    if t.markers:
        began = t.markers[-1] - data.scoring_offsets[-1]
        if t.arrow != (began + t.rotation) % 6:
            yield Flaw(
                "{key}: at {arrow} after {rotation} rotations",
                key=Verbatim("arrow"),
                arrow=t.arrow,
                rotation=t.rotation,
            )
    held = {player.dice for player in t.players.values()}
    if max(held, default=0) - min(held, default=0) > 1:
        yield Flaw("{key}: players hold {held}", key=Verbatim("dice"), held=sorted(held))


def ended(t: Tekhenu) -> bool:
    """Tell whether the last round is over, so that only Decrees may still be named."""
    return t.over or running(t, "tekhenu.end")


def running(t: Tekhenu, kind: str) -> bool:
    return kind in [frame.kind for frame in t.stack]
