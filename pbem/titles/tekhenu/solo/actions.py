"""The six actions of the bot (T-BOT-HORUS to T-BOT-OSIRIS): it pays nothing, and gains VP, Scribes and steps only.

Each function performs the action with a value, tells what happened and answers None. If the action is not possible (no
piece, no space: T-BOT-BLOCKED, RUL-50) it answers with the VP that the bot gets instead; then nothing was performed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.titles.tekhenu.actions.horus import free_at, people_vp
from pbem.titles.tekhenu.actions.ra import Ra, slide_display
from pbem.titles.tekhenu.board import BASTET_SCRIBES, ROW2, open_spots
from pbem.titles.tekhenu.phases.scoring import district_winner
from pbem.titles.tekhenu.solo.bot_choices import drawn
from pbem.titles.tekhenu.solo.part import BOT, solo
from pbem.titles.tekhenu.state import Tekhenu

INSTEAD_OF_STATUE = 3
"""T-BOT-HORUS-4."""


def blocked(t: Tekhenu) -> int:
    """Return the VP in place of an action that the bot cannot perform (RUL-50)."""
    return t.options.bot_blocked_action_vp


# -- Horus -------------------------------------------------------------------------------------------------------------


def horus(t: Tekhenu, colour: str, value: int) -> int | None:
    """Build a Statue, or gain VP instead (T-BOT-HORUS-1 to T-BOT-HORUS-4)."""
    if not t.players[BOT].statues:
        return blocked(t)
    god = t.horus[value - 1]
    if free_at(t, god):
        t.statues[god].append(BOT)
        raised(t, god, 0)
        return None
    spot = people_spot(t)
    if not spot:
        return INSTEAD_OF_STATUE
    vp = people_vp(t, BOT, spot)
    t.people[spot] = BOT
    t.gold_on.pop(spot, 0)  # Gold there is discarded (T-BOT-TURN-3)
    t.add_vp(BOT, vp)
    raised(t, spot, vp)
    return None


def raised(t: Tekhenu, at: str, vp: int) -> None:
    """Use up a Statue of the bot, and tell of it."""
    t.players[BOT].statues -= 1
    t.tell("built_statue", BOT, at=at, vp=vp, gold=0)


def people_spot(t: Tekhenu) -> str:
    """Find the spot for the people that the bot takes; empty: none (T-BOT-HORUS-2 to T-BOT-HORUS-4)."""
    free = [spot for spot in t.data.people_spots if spot.id not in t.people]
    effect = {spot.id: impact(t, spot.id) for spot in free if not spot.at_temple}
    most = max(effect.values(), default=0)
    if most:
        return drawn(t, "statue", [spot for spot, n in effect.items() if n == most])
    pillars = {spot.id: t.own_pillars_in(spot.line, BOT) for spot in free if spot.at_temple}
    if not pillars:
        return ""
    return drawn(t, "statue", [spot for spot, n in pillars.items() if n == max(pillars.values())])


def impact(t: Tekhenu, spot: str) -> int:
    """Count the districts of the spot whose winner would become the bot (RUL-52)."""
    districts = t.data.people_spot_by_id[spot].districts
    before = [district_winner(t, district) for district in districts]
    t.people[spot] = BOT
    after = [district_winner(t, district) for district in districts]
    del t.people[spot]
    return sum(1 for one, other in zip(before, after, strict=True) if one != BOT == other)


# -- Ra ----------------------------------------------------------------------------------------------------------------


def ra(t: Tekhenu, colour: str, value: int) -> int | None:
    """Lay the tile as it lies, where it scores most (T-BOT-RA-1); rewards and abilities are ignored (T-BOT-RA-2)."""
    place = t.data.ra_place[value]
    tile = t.ra[place]
    if not tile or not t.players[BOT].pillars or "" not in t.tiles:
        return blocked(t)
    space = ra_space(t, tile)
    there = Ra(seat=BOT, value=value, tile=tile, space=space)
    buildings, edges, display = there.buildings(t), touching(t, space), t.data.ra_vp[place]
    t.ra[place] = ""
    t.tiles[space], t.turns[space], t.pillars[space] = tile, 0, BOT
    t.players[BOT].pillars -= 1
    t.add_vp(BOT, buildings + edges + display)
    t.tell(
        "built_pillar", BOT, tile=tile, space=t.data.spaces[space].name, turn=0, vp=buildings + edges + display,
        buildings=buildings, edges=edges, display=display, amounts={},
    )  # fmt: skip
    for why, more in t.book.bot["pillar vp"](t, space).items():
        t.gain(BOT, {"vp": more}, why)
    slide_display(t)
    return None


def no_more(t: Tekhenu, space: int) -> Mapping[str, int]:
    """Return the VP that a Pillar on a space brings the bot besides, and what for."""
    return {}


def ra_space(t: Tekhenu, tile: str) -> int:
    """Choose the space with most VP; of equals one with a building of the bot in line, then one off the border, then
    chance (T-BOT-RA-2)."""
    data = t.data

    def key(space: int) -> tuple[int, bool, bool]:
        there = Ra(seat=BOT, value=1, tile=tile, space=space)
        own = any(t.buildings_at(line, BOT) for line in data.spaces[space].lines)
        inside = min(data.spaces[space].neighbours) >= 0
        more = sum(t.book.bot["pillar vp"](t, space).values())
        return there.buildings(t) + touching(t, space) + more, own, inside

    keys = {space.index: key(space.index) for space in data.spaces if not t.tiles[space.index]}
    best = max(keys.values())
    return drawn(t, "space", [space for space, found in keys.items() if found == best])


def touching(t: Tekhenu, space: int) -> int:
    """Count the edges that meet a tile or the border, whatever the colour, corners not doubled (RUL-51)."""
    return sum(1 for beside in t.data.spaces[space].neighbours if beside < 0 or t.tiles[beside])


# -- Hathor, Bastet ----------------------------------------------------------------------------------------------------


def hathor(t: Tekhenu, colour: str, value: int) -> int | None:
    """Build where own Pillars in line bring most VP (T-BOT-HATHOR-1)."""
    free = [spot for spot in open_spots(t.data, len(t.seats)) if spot.id not in t.buildings]
    if not free or not t.players[BOT].buildings:
        return blocked(t)
    points = {spot.id: t.own_pillars_in(spot.line, BOT) * t.data.hathor_pillar_vp for spot in free}
    vp = max(points.values())
    spot = drawn(t, "spot", [spot for spot, n in points.items() if n == vp])
    t.players[BOT].buildings -= 1
    t.buildings[spot] = BOT
    t.add_vp(BOT, vp)
    steps = min(value, t.data.track_max - t.players[BOT].population)
    t.tell("built_building", BOT, spot=spot, vp=vp, amounts={}, population=steps)
    t.add_population(BOT, value)  # this may open market sections (RUL-60)
    return None


def bastet(t: Tekhenu, colour: str, value: int) -> int | None:
    """Go step by step, Population where Happiness would pass it (T-BOT-BASTET-1); at the end of the track a step is
    lost (T-BOT-RUL-7). Track rewards are ignored."""
    player = t.players[BOT]
    before = player.happiness, player.population
    for _ in range(value):
        if player.happiness < player.population:
            player.happiness += 1
        else:
            t.add_population(BOT, 1)  # this may open market sections (RUL-60)
    scribes = BASTET_SCRIBES[value]
    player.stock["scribe"] += scribes
    t.tell(
        "solo/feast", BOT, happiness=player.happiness - before[0], population=player.population - before[1],
        scribes=scribes,
    )  # fmt: skip
    return None


# -- Thoth, Osiris -----------------------------------------------------------------------------------------------------


def thoth(t: Tekhenu, colour: str, value: int) -> int | None:
    """Take cards from the highest section in reach that has one (T-BOT-THOTH-1, T-BOT-RUL-6), on in the next lower one
    where it runs out (RUL-59)."""
    happiness = t.players[BOT].happiness
    taken: list[str] = []
    for section in reversed(t.data.sections):
        slots = t.market[section.id]
        while happiness >= section.needs_happiness and len(taken) < t.data.thoth_cards[value] and any(slots):
            card = preferred(t, slots)
            slots[slots.index(card)] = ""
            taken.append(card)
    if not taken:
        return blocked(t)
    keep_cards(t, taken)
    return None


def keep_cards(t: Tekhenu, taken: list[str]) -> None:
    """Put cards onto the piles of the bot, where they never work."""
    part = solo(t)
    piles = {"blessing": part.blessings, "technology": part.technologies, "decree": part.decrees}
    for card in taken:
        piles[t.data.cards[card].kind].append(card)
    t.tell("solo/cards", BOT, cards=list(taken))


def preferred(t: Tekhenu, slots: list[str]) -> str:
    """Choose Decrees, then Technologies, then Blessings, leftmost first."""
    order = t.data.bot.thoth_priority
    return min((card for card in slots if card), key=lambda card: order.index(t.data.cards[card].kind))


def osiris(t: Tekhenu, colour: str, value: int) -> int | None:
    """Build in the area, or gain VP instead (T-BOT-OSIRIS-1 to T-BOT-OSIRIS-3)."""
    if not t.players[BOT].buildings:
        return blocked(t)
    found = osiris_space(t, colour, value)
    if found is None:
        return blocked(t)
    row, district = found
    t.osiris[row * 4 - 4 + district] = BOT
    t.players[BOT].buildings -= 1
    if row == 2:
        t.gold_on.pop(ROW2, 0)  # Gold there is discarded (T-BOT-TURN-3)
    name = t.data.districts[district]
    t.tell("built_works", BOT, row=row, district=name, production={}, amounts={}, gold=0, free=True)
    return None


def osiris_space(t: Tekhenu, colour: str, value: int) -> tuple[int, int] | None:
    """Find the row by value, the district by colour; a taken space sends it to the right, a full row one row up
    (T-BOT-OSIRIS-2)."""
    wanted = osiris_district(t, colour)
    for up in range(6):
        row = (value - 1 - up) % 6 + 1
        for right in range(4):
            district = (wanted + right) % 4
            if not t.osiris[row * 4 - 4 + district]:
                return row, district
    return None


def osiris_district(t: Tekhenu, colour: str) -> int:
    """Find the district of the colour; for grey the one with the fewest Buildings of both, the leftmost of equals."""
    resource = t.data.produces.get(colour)
    if resource:
        return t.data.districts.index(resource)
    return min(range(4), key=lambda district: sum(1 for owner in t.osiris[district::4] if owner))


ACTIONS: dict[str, Callable[[Tekhenu, str, int], int | None]] = {
    "horus": horus,
    "ra": ra,
    "hathor": hathor,
    "bastet": bastet,
    "thoth": thoth,
    "osiris": osiris,
}
