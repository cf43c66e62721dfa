"""What the bot does on the Seth board (S-BOT-3 to S-BOT-10): it pays nothing, and takes no Blood (S-BOT-1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.titles.tekhenu.actions.god import statue_bonuses
from pbem.titles.tekhenu.actions.horus import free_at
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.box_names import SETH_SOLO
from pbem.titles.tekhenu.seth.actions import column_statue, tile_spaces
from pbem.titles.tekhenu.seth.gods import column_actions, seth_spot_free
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.solo.actions import keep_cards, raised, touching
from pbem.titles.tekhenu.solo.bot_choices import drawn
from pbem.titles.tekhenu.solo.part import BOT
from pbem.titles.tekhenu.state import Tekhenu

Action = Callable[[Tekhenu, str, int], int | None]


# -- Seth --------------------------------------------------------------------------------------------------------------


def next_region(t: Tekhenu, value: int) -> int | None:
    """Find the region of a value or, where the bot has a Building, the next higher; 1 follows 6 (S-BOT-3). None: it
    stands in all of them."""
    found = ((value - 1 + up) % 6 + 1 for up in range(6))
    return next((region for region in found if BOT not in seth(t).regions[region - 1]), None)


def conquer(t: Tekhenu, colour: str, value: int) -> int | None:
    """Build in a region and lay a Conquest tile (S-BOT-3, S-BOT-4). Without a Building left or a region it gains VP and
    does nothing (S-BOT-6, S-R-31)."""
    bot, region = tables(t).bot["tiles"], next_region(t, value)
    if not t.players[BOT].buildings or region is None:
        instead: int = bot["no_building_vp"]
        return instead
    stand(t, region)
    below = bot["column_statue_vp"] if column_statue(t, region) else 0
    vp = bot["seth_vp"] + below
    t.add_vp(BOT, vp)
    name = tables(t).regions[region - 1].name
    t.tell(f"{SETH_SOLO}/built", BOT, region=region, name=name, vp=vp, below=below, value=value)
    lay_tile(t)
    return None


def stand(t: Tekhenu, region: int) -> None:
    """Put a Building of the bot into a region; only actions lay a Conquest tile (S-SET-10)."""
    t.players[BOT].buildings -= 1
    seth(t).regions[region - 1].append(BOT)


def lay_tile(t: Tekhenu) -> None:
    """Lay the tile where a Ra action of the bot would score most now, by chance among equals (S-BOT-4, S-R-44); not on
    a tile while another space is free (S-R-32); without a space the tile is discarded (S-R-11)."""
    part, spaces = seth(t), [t.data.space_by_name[name] for name in tile_spaces(t)]
    spaces = [space for space in spaces if not part.covers[space]] or spaces
    if not part.face:
        return
    if not spaces:
        part.out.append(part.face)
        t.tell("seth/discarded", BOT, tile=part.face)
    else:
        worth = {space: Ra(seat=BOT, value=1, space=space).buildings(t) + touching(t, space) for space in spaces}
        best = [space for space, n in worth.items() if n == max(worth.values())]
        space = drawn(t, "conquest", best)
        part.out += filter(None, [part.covers[space]])
        part.covers[space] = part.face
        at = t.data.spaces[space].name
        t.tell(f"{SETH_SOLO}/covered", BOT, tile=part.face, space=at, vp=worth[space], tied=len(best))
    part.face = t.draw(part.stack)[0] if part.stack else ""
    if part.face:
        t.tell("seth/next_tile", tile=part.face)


# -- Horus -------------------------------------------------------------------------------------------------------------


def with_board(base: Action) -> Action:
    """Build a Statue below a column for two or three Thoth actions, at the god of the value, in honour of Seth, and
    then as in the base game (S-BOT-8)."""

    def horus(t: Tekhenu, colour: str, value: int) -> int | None:
        if not t.players[BOT].statues:
            return base(t, colour, value)
        column = best_column(t)
        if column:
            t.people[column] = BOT
            t.gold_on.pop(column, 0)
            raised(t, column, 0)
            for _ in range(column_actions(t, column)):
                take_rightmost(t)
        elif free_at(t, t.horus[value - 1]) or not seth_spot_free(t):
            return base(t, colour, value)
        else:
            t.statues[SETH].append(BOT)
            raised(t, SETH, 0)
        return None

    return horus


def best_column(t: Tekhenu) -> str:
    """Find the free spot below a column that gives the most Thoth actions, if they are enough; by chance among equals
    (S-R-32). Empty: none."""
    actions = {column: column_actions(t, column) for column in tables(t).columns if column not in t.people}
    most = max(actions.values(), default=0)
    if most < tables(t).bot["people_statue_min_actions"]:
        return ""
    return drawn(t, "column", [column for column, n in actions.items() if n == most])


def take_rightmost(t: Tekhenu) -> None:
    """Perform one of these Thoth actions: take the rightmost card of the farthest section in reach that has one
    (S-BOT-8). It is an action like any, so Statues pay; without a card it is not performed (T-BOT-RUL-1)."""
    happiness = t.players[BOT].happiness
    reach = [section.id for section in reversed(t.data.sections) if happiness >= section.needs_happiness]
    section = next((name for name in reach if any(t.market[name])), None)
    if section is None:
        t.tell(f"{SETH_SOLO}/no_card", BOT)
        return
    slots, stood = t.market[section], BOT in t.statues["thoth"]
    at = max(place for place, card in enumerate(slots) if card)
    card, slots[at] = slots[at], ""
    keep_cards(t, [card])
    if t.statues["thoth"]:
        statue_bonuses(t, BOT, "thoth", stood, ())


# -- Ra, bonuses -------------------------------------------------------------------------------------------------------


def pillar_vp(t: Tekhenu, space: int) -> Mapping[str, int]:
    """Return the VP of a Pillar on a Conquest tile; nothing of what the tile shows (S-BOT-10)."""
    tile = seth(t).covers[space]
    return {tile: tables(t).bot["conquest_tile_vp"]} if tile else {}


def statue_vp(base: Callable[..., Mapping[str, int]]) -> Callable[..., Mapping[str, int]]:
    """Give VP for its Statue in honour of Seth, whoever acts (S-BOT-9)."""
    return lambda t, seat: {"vp": tables(t).bot["statue_bonus_vp"]} if seat == BOT else base(t, seat)


def kept_reward(base: Callable[..., Mapping[str, int]]) -> Callable[..., Mapping[str, int]]:
    """Keep for the bot VP and Scribes of what a Follower Power gives to others (S-R-32, house)."""

    def reward(t: Tekhenu, seat: str, amounts: Mapping[str, int]) -> Mapping[str, int]:
        found = base(t, seat, amounts)
        kept = tables(t).bot["follower_rewards"]["value"]
        return {what: n for what, n in found.items() if what in kept} if seat == BOT else found

    return reward
