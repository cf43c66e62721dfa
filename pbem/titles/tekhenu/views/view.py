"""What one reader may know of a table: built field by field from nothing.

Public are all pieces, dice, face-up cards, holdings and counts. Secret are Decrees in other hands, cards others have
drawn but not chosen from, the order of decks and tile stack, and sealed answers: of these the view has numbers at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pbem.core.questions import Seat
from pbem.titles.tekhenu.board import (
    BASIC,
    CARD_KINDS,
    DICE,
    FORBIDDEN,
    PLACES,
    PURE,
    ROW2,
    TAINTED,
    VALUES,
    open_spots,
    ordered,
)
from pbem.titles.tekhenu.components import BuildingSpot, Components, OsirisSpace, PeopleSpot
from pbem.titles.tekhenu.phases.scoring import bread_due
from pbem.titles.tekhenu.state import Player, Tekhenu
from pbem.titles.tekhenu.views.view_models import (
    NO_EDGES,
    CardView,
    MarketView,
    OwnView,
    PeopleView,
    PlayerView,
    SectionView,
    SpaceView,
    SpotView,
    Still,
    TekhenuView,
    TileView,
    WorksView,
)

FACES = {die: at for at, die in enumerate(DICE)}


def view(t: Tekhenu, seat: Seat | None) -> TekhenuView:
    """Collect what `seat` may know (None: a spectator). Before the table is laid out there are no players yet."""
    data = t.data
    order = [name for name in t.order or t.seats if name in t.players]
    return TekhenuView(
        reader=seat,
        own=own_view(t, seat) if seat in t.players else None,
        phase=phase(t),
        active=t.active,
        order=order,
        round=t.round,
        rounds=data.rounds,
        rotation=t.rotation,
        maat=t.maat,
        scoring=t.scoring,
        rounds_per_rotation=data.rounds_per_rotation,
        rotations_per_maat=data.rotations_per_maat,
        maat_per_scoring=data.maat_per_scoring,
        players=[player_view(t, name) for name in order],
        extra=list(t.extra),
        arrow=data.gods[t.arrow],
        wheel=[section_view(t, god) for god in data.gods],
        bag=dict(sorted(Counter(t.bag).items())),
        market=market_view(t),
        decks={kind: len(t.decks[kind]) for kind in CARD_KINDS},
        discards={kind: list(t.discards[kind]) for kind in CARD_KINDS},
        removed=sorted(t.removed),
        starting=card_views(data, t.starting),
        destinies=card_views(data, t.destinies),
        ra=[tile_view(data, place, tile) for place, tile in enumerate(t.ra)],
        tiles_left=len(t.tile_stack),
        temple=[space_view(t, index) for index in range(len(data.spaces))],
        spots=[spot_view(data, spot, t.buildings.get(spot.id, "")) for spot in open_spots(data, len(t.seats))],
        people=[
            people_view(data, spot, t.gold_on.get(spot.id, 0), t.people.get(spot.id, ""))
            for spot in data.people_spots
            if spot.at_temple or spot.districts
        ],
        osiris=[works_view(data, space, t.osiris[space.index]) for space in data.osiris],
        row2_gold=t.gold_on.get(ROW2, 0),
        track_max=data.track_max,
        triangles=list(data.triangles),
        house=sorted(data.house),
        printed_gods=t.options.horus_layout == "beginner",
    )


def for_reader(v: TekhenuView, t: Tekhenu, seat: Seat | None) -> TekhenuView:
    """Make a view of this table as `seat` may know it: all but the own things is the same for everybody."""
    return v.model_copy(update={"reader": seat, "own": own_view(t, seat) if seat in t.players else None})


def phase(t: Tekhenu) -> str:
    """Say where in the game we are, by the procedures that run; their contents stay out of it."""
    if t.over:
        return "over"
    running = {frame.kind for frame in t.stack}
    for kind, name in (("scoring", "scoring"), ("maat", "maat"), ("rotation", "rotation"), ("end", "scoring")):
        if f"tekhenu.{kind}" in running:
            return name
    return "turns" if t.round else "set-up"


Part = TypeVar("Part", bound=Still)
_parts: dict[tuple[object, ...], Any] = {}
MOST_PARTS = 20_000


def kept(make: Callable[[], Part], *key: object) -> Part:
    """Return a part of views made before from the same tables and the same public facts, else make it now.

    Most of a table stands as it stood a turn ago, and every reader sees the same of it.
    """
    found: Part | None = _parts.get(key)
    if found is None:
        if len(_parts) >= MOST_PARTS:
            _parts.clear()
        found = _parts[key] = make()
    return found


def card_view(data: Components, card: str) -> CardView:
    found = data.cards[card]

    def make() -> CardView:
        return CardView(id=card, kind=found.kind, type=found.type, initiative=found.initiative, ankh=found.ankh)

    return kept(make, "card", data.digest, card)


def spot_view(data: Components, spot: BuildingSpot, owner: Seat) -> SpotView:
    def make() -> SpotView:
        return SpotView(id=spot.id, side=spot.side, line=spot.line, bread=spot.bread, owner=owner)

    return kept(make, "spot", data.digest, spot.id, owner)


def people_view(data: Components, spot: PeopleSpot, gold: int, owner: Seat) -> PeopleView:
    def make() -> PeopleView:
        districts = tuple(data.districts[at] for at in spot.districts)
        return PeopleView(id=spot.id, side=spot.side, line=spot.line, districts=districts, gold=gold, owner=owner)

    return kept(make, "people", data.digest, spot.id, gold, owner)


def works_view(data: Components, space: OsirisSpace, owner: Seat) -> WorksView:
    district = data.districts[space.district]

    def make() -> WorksView:
        return WorksView(
            row=space.row,
            district=district,
            advance=ordered(space.advance, district),
            any_steps=space.any_steps,
            gain=ordered(space.gain, district),
            owner=owner,
        )

    return kept(make, "works", data.digest, space.index, owner)


def card_views(data: Components, cards: Iterable[str]) -> list[CardView]:
    return [card_view(data, card) for card in cards]


def own_view(t: Tekhenu, seat: Seat) -> OwnView:
    player = t.players[seat]
    return OwnView(seat=seat, decrees=card_views(t.data, player.decrees), drawn=card_views(t.data, player.drawn))


def player_view(t: Tekhenu, seat: Seat) -> PlayerView:
    player = t.players[seat]
    data = t.data
    return PlayerView(
        seat=seat,
        vp=player.vp,
        happiness=player.happiness,
        population=player.population,
        stock=ordered(player.stock),
        production={resource: player.production[resource] for resource in BASIC},
        buildings=player.buildings,
        pillars=player.pillars,
        statues=player.statues,
        blessings=card_views(data, player.blessings),
        technologies=card_views(data, player.technologies),
        decrees=len(player.decrees),
        drawn=len(player.drawn),
        shown=card_views(data, player.shown),
        scored=dict(sorted(player.scored.items())),
        drafted=card_views(data, player.drafted),
        destiny=card_view(data, player.destiny) if player.destiny else None,
        ankh=t.book.numbers["ankh"](t, seat) if player.destiny else None,
        left=list(player.left),
        right=list(player.right),
        below=list(player.below),
        overproduced={resource: player.overproduced[resource] for resource in BASIC if player.overproduced[resource]},
        dice=player.dice,
        balance=t.book.numbers["scale"](t, seat),
        marker=player.marker,
        statue_cost=statue_cost(data, player),
        bread_due=bread_due(t, seat),
        row_vp=t.book.scoring["buildings"](t, seat),
        reached=sorted(player.reached),
    )


def statue_cost(data: Components, player: Player) -> int | None:
    """Return the Granite under the leftmost Statue (T-HORUS-1); None when all are built."""
    return data.statue_costs[data.statues - player.statues] if player.statues else None


def section_view(t: Tekhenu, god: str) -> SectionView:
    data = t.data
    dice: dict[str, list[str]] = {PURE: [], TAINTED: [], FORBIDDEN: []}
    for die in sorted(t.dice.get(god, []), key=FACES.__getitem__):
        dice[t.purity(god, DICE[die][0])].append(die)
    at = data.god_index[god]
    first = data.scorings - len(t.markers) + 1
    position = t.position_of(god) if god in t.horus else 0
    return SectionView(
        god=god,
        light=t.light(god),
        pure=dice[PURE],
        tainted=dice[TAINTED],
        forbidden=dice[FORBIDDEN],
        marker=first + t.markers.index(at) if at in t.markers else 0,
        position=position,
        bonus=ordered(data.horus_bonus[position]),
        spots=data.god_spots[len(t.seats)],
        statues=list(t.statues.get(god, [])),
    )


def market_view(t: Tekhenu) -> list[MarketView]:
    return [
        MarketView(
            id=section.id,
            needs_happiness=section.needs_happiness,
            opens_population=section.opens_population,
            is_open=t.section_open(section.id),
            cards=[card_view(t.data, card) if card else None for card in t.market[section.id]],
        )
        for section in t.data.sections
    ]


def tile_view(data: Components, place: int, tile: str) -> TileView:
    return kept(lambda: new_tile_view(data, place, tile), "tile", data.digest, place, tile)


def new_tile_view(data: Components, place: int, tile: str) -> TileView:
    values = tuple(value for value in VALUES if data.ra_place[value] == place)
    if not tile:
        return TileView(place=PLACES[place], vp=data.ra_vp[place], values=values)
    found = data.tiles[tile]
    return TileView(
        place=PLACES[place],
        vp=data.ra_vp[place],
        values=values,
        id=tile,
        limestone=found.limestone,
        edges=found.edges,
        light=found.ability.light if found.ability else "",
    )


def space_view(t: Tekhenu, index: int) -> SpaceView:
    data, tile, turned, owner = t.data, t.tiles[index], t.turns[index], t.pillars[index]
    reward = data.spaces[index].reward if tile else t.book.numbers["space"](t, index)

    def make() -> SpaceView:
        space = data.spaces[index]
        return SpaceView(
            name=space.name,
            row=space.row,
            col=space.col,
            corner=space.corner,
            reward=ordered(reward),
            border=space.border,
            tile=tile,
            edges=data.tiles[tile].turned[turned] if tile else NO_EDGES,
            owner=owner,
        )

    return kept(make, "space", data.digest, index, tile, turned, owner, tuple(reward.items()))
