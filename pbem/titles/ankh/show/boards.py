"""The sections of the board beside the map: what comes next, tracks, Devotion, regions, god boards, supply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.core.document import Block, Para, Rows, Section
from pbem.core.questions import Seat
from pbem.core.rendering.columns import Fitting
from pbem.core.words import Count, Listed, Noun, Say, Word
from pbem.titles.ankh.components import MONUMENTS, Components
from pbem.titles.ankh.show import map as hexmap
from pbem.titles.ankh.show.map import kind_name, owner_name
from pbem.titles.ankh.views.view_models import (
    AnkhView,
    BattleView,
    EventView,
    GodView,
    RegionView,
    ShareView,
    TrackView,
)

__all__ = [
    "cards",
    "conflict",
    "counted",
    "devotion",
    "event_name",
    "gods",
    "head",
    "left",
    "regions",
    "sections",
    "supply",
    "tracks",
]

AFTER = {"merge_gods": "the gods merge", "forgotten_gods": "gods are forgotten", "game_end": "the game ends"}
EVENTS = {"control": "Control Monument", "camel": "Camel Caravan", "consolidate": "Consolidate Regions"}
SHORT = {"control": "Control", "camel": "Caravan", "consolidate": "Consolidate"}
"""Names where many events stand in a row."""


def god_name(v: AnkhView, data: Components, side: Seat) -> str:
    """Name a side by its god or its two gods."""
    if v.merged and side == v.merged[0]:
        return Say("{greater} with {lesser}", greater=owner_name(data, side), lesser=owner_name(data, v.merged[1]))
    return owner_name(data, side)


def followers(n: int) -> str:
    return Count(n, "{n} Follower", "{n} Followers")


def spaces(n: int) -> str:
    return Count(n, "{n} space", "{n} spaces")


PLURALS = {
    "warrior": Noun("{n} Warrior", "{n} Warriors"),
    "obelisk": Noun("{n} Obelisk", "{n} Obelisks"),
    "temple": Noun("{n} Temple", "{n} Temples"),
    "pyramid": Noun("{n} Pyramid", "{n} Pyramids"),
    "sphinx": Noun("{n} Sphinx", "{n} Sphinxes"),
}


def counted(data: Components, things: Mapping[str, int]) -> str:
    """Write `God, 2 Warriors, Satet`: kinds with their numbers; what there is one of by nature without."""
    return Listed([one_kind(data, kind, n) for kind, n in things.items()])


def one_kind(data: Components, kind: str, n: int) -> str:
    if kind in PLURALS:
        return Count(n, PLURALS[kind].one, PLURALS[kind].many)
    return kind_name(data, kind) if n == 1 else Say("{n} {kind}", n=n, kind=kind_name(data, kind))


# -- what comes next -----------------------------------------------------------------------------------------------


def head(v: AnkhView, data: Components) -> Section:
    """Describe the turn, who plays, which event comes next, how far the Conflict is."""
    scenario = data.names.get(v.scenario, v.scenario)
    if v.phase == "over":
        words = Say("{scenario}. The game is over.", scenario=scenario)
        if v.winner:
            words = Say(
                "{scenario}. The game is over: {winner} wins.", scenario=scenario, winner=god_name(v, data, v.winner)
            )
        return Section("", [Para(words)])
    if v.phase == "set-up" or not v.next:
        return Section("", [Para(Say("{scenario}. Set-up.", scenario=scenario))])
    order = Listed([owner_name(data, seat) for seat in v.next], " > ")
    said = [Para(Say("{scenario}, turn {turn}. Turn order: {order}.", scenario=scenario, turn=v.turn, order=order))]
    coming = next((event for event in v.events if not event.done), None)
    if coming is not None and v.to_conflict:
        what: str = Say("Next event: {event}.", event=event_name(coming))
        if v.to_conflict > 1:
            far = Count(v.to_conflict, "{n} event", "{n} events")
            what = Say("Next event: {event}; the Conflict comes in {far}.", event=event_name(coming), far=far)
        said.append(Para(what))
    return Section("", [*said])


def event_name(event: EventView, names: Mapping[str, str] = EVENTS) -> str:
    """Write `Conflict 3, then the gods merge`."""
    name: str = Say(names.get(event.type, event.type))
    if event.conflict:
        name = Say("Conflict {n}", n=event.conflict)
    if event.after:
        name = Say("{event}, then {after}", event=name, after=Say(AFTER.get(event.after, event.after)))
    if event.followers:
        name = Say("{event} ({followers})", event=name, followers=followers(event.followers))
    return name


# -- tracks --------------------------------------------------------------------------------------------------------


def tracks(v: AnkhView) -> Section:
    """Describe the four action tracks from top to bottom, and the event track (A-TURN-2, A-EVENT)."""
    if not v.tracks:
        return Section("", [])
    rows = [[Say(track.action), track_line(track), left(track)] for track in v.tracks]
    said = [Say("{action}: {left}", action=Say(track.action.capitalize()), left=left(track)) for track in v.tracks]
    aloud = [Para(Listed((Listed(said, "; "), "."), ""), bullet=True)]
    blocks: list[Block] = [Rows([], rows, (9, 31, 38), aloud)]
    blocks += event_lines(v)
    return Section(Say("TRACKS"), blocks, Say("marker in brackets, ! is the event"), Para(Say("Action tracks")))


def track_line(track: TrackView) -> str:
    """Write `5 [4] 3 2 . . !`"""
    signs = ["!" if label == "event" else label or "." for label in track.labels]
    return " ".join(f"[{sign}]" if at == track.place else f" {sign} " for at, sign in enumerate(signs)).rstrip()


def left(track: TrackView) -> str:
    if track.at >= track.steps:
        return Say("the event is due")
    return Count(track.steps - track.at, "the next step is the event", "{n} steps to the event")


def event_lines(v: AnkhView) -> list[Para]:
    """Write what is to come, equal events in a row together."""
    runs: list[list[EventView]] = []
    for event in v.events:
        if not event.done and runs and event_name(runs[-1][0]) == event_name(event):
            runs[-1].append(event)
        elif not event.done:
            runs.append([event])
    coming = [
        Say("{indices} {event}", indices=span(run[0].index, run[-1].index), event=event_name(run[0], SHORT))
        for run in runs
    ]
    words = Say("Events to come: {events}.", events=Listed(coming, "; ")) if coming else Say("No event is to come.")
    return [Para(words, " ", "  ", bullet=True)]


def span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def devotion(v: AnkhView, data: Components) -> Section:
    """Describe markers from most to least Devotion, a stack from its top down (A-DEV-1)."""
    blocks: list[Block] = [
        Para(
            Say(
                "{space} {colour}: {sides}",
                space=stack.space,
                colour=Say("red") if stack.space <= v.last_red else Say("blue"),
                sides=Listed([god_name(v, data, side) for side in reversed(stack.sides)], Say(" on ")),
            ),
            " ",
            "  ",
            bullet=True,
        )
        for stack in reversed(v.stacks)
    ]
    note = Say("from most to least; red up to {red}, {top} wins", red=v.last_red, top=v.top)
    return Section(Say("DEVOTION"), blocks, note) if blocks else Section("", [])


# -- regions -------------------------------------------------------------------------------------------------------


def regions(v: AnkhView, data: Components) -> Section:
    """Describe what a Conflict would do in each region now, and what it would bring (no cards)."""
    blocks: list[Block] = [Para(region_line(data, region), " ", "  ", bullet=True) for region in v.regions]
    note = Say("in the order of Conflict; what each would score now, without cards")
    return Section(Say("REGIONS"), blocks, note) if blocks else Section("", [])


def region_line(data: Components, region: RegionView) -> str:
    """Write `1 West, 14 spaces (5 flood): Battle, Ra leads. Ra 2 units, strength 3, Temple, 2 Devotion.`"""
    names = Listed([Say(name.capitalize()) for name in region.names], Say(" and "))
    parts: list[str] = [share_words(data, share) for share in region.shares]
    if region.neutral:
        parts.append(Say("Neutral: {monuments}", monuments=counted(data, region.neutral)))
    words = Say(
        "{token} {names}, {size} ({flood} flood): {outcome}.",
        token=region.token,
        names=names,
        size=spaces(region.size),
        flood=region.flood,
        outcome=outcome(data, region),
    )
    return Say("{region} {parts}.", region=words, parts=Listed(parts, "; ")) if parts else words


def outcome(data: Components, region: RegionView) -> str:
    if region.outcome == "dominance":
        return Say("Dominance of {god}", god=owner_name(data, region.leader))
    if region.outcome == "battle":
        if not region.leader:
            return Say("Battle, tied")
        return Say("Battle, {god} leads", god=owner_name(data, region.leader))
    return Say("no units")


def share_words(data: Components, share: ShareView) -> str:
    said: list[str] = []
    if share.units:
        said.append(Count(share.units, "{n} unit", "{n} units"))
        said.append(Say("strength {n}", n=share.strength))
    if share.monuments:
        said.append(counted(data, share.monuments))
    if share.majorities:
        kinds = Listed([kind_name(data, kind) for kind in share.majorities], Say(" and "))
        said.append(Say("{kinds} majority", kinds=kinds))
    if share.devotion:
        said.append(Say("+{n} Devotion", n=share.devotion))
    return Say("{god}: {facts}", god=owner_name(data, share.side), facts=Listed(said))


# -- god boards ----------------------------------------------------------------------------------------------------


def gods(v: AnkhView, data: Components) -> Section:
    """Describe the numbers of all gods in a table, then each with powers and cards."""
    if not v.gods:
        return Section("", [])
    playing = [god for god in v.gods if god.status == "playing"]
    kinds = [kind for kind in v.supply if kind in MONUMENTS]
    marks = hexmap.marks(data, hexmap.kinds_on(v))
    head = [
        "", Fitting((Say("Devotion"), Say("Dev")), 8), Say("Followers"), Fitting((Say("Gain"), Say("Gn")), 4),
        Fitting((Say("Unlock"), Say("Unl")), 6), Say("Cards"), Say("Warriors"), Say("Ankh"),
        Say("Bases"), *(marks[kind] for kind in kinds),
    ]  # fmt: skip
    rows = [[seat_name(v, data, god), *figures(god, kinds)] for god in playing]
    aloud = [
        Para(Say("{god}: {facts}.", god=seat_name(v, data, god), facts=numbers(data, god)), bullet=True)
        for god in playing
    ]
    widths = (13, 9, 10, 5, 7, 6, 9, 5, 6, *[3] * len(kinds))
    blocks: list[Block] = [Rows(head, rows, widths, aloud)] if playing else []
    blocks += [Para(god_words(v, data, god), " ", "  ", bullet=True) for god in v.gods]
    note = Say("in turn order; price of Unlock, cards in hand, pool, bases small/large")
    return Section(Say("GODS"), blocks, note, Para(Say("Gods in turn order")))


def seat_name(v: AnkhView, data: Components, god: GodView) -> str:
    return Say("{god} (you)", god=data.names[god.seat]) if god.seat == v.reader else Word(data.names[god.seat])


def figures(god: GodView, kinds: Sequence[str]) -> list[str]:
    """Write the row of a god in the table."""
    price = str(god.next_cost) if god.next_level else "-"
    pool = [str(god.warriors), str(god.ankhs), "/".join(str(n) for n in god.bases.values())]
    monuments = [str(god.monuments.get(kind, 0)) for kind in kinds]
    return [*map(str, (god.devotion, god.followers, god.gain)), price, str(len(god.hand)), *pool, *monuments]


def numbers(data: Components, god: GodView) -> str:
    """Write the row of a god in words; the number of cards only while `god_words` does not name them."""
    free = Listed([Say("{n} {size}", n=n, size=Say(size)) for size, n in god.bases.items()])
    facts: list[str] = [
        Say("Devotion {n}", n=god.devotion),
        followers(god.followers),
        Say("Gain brings {n}", n=god.gain),
        Say("Unlock costs {n}", n=god.next_cost) if god.next_level else Say("all powers unlocked"),
        *([] if god.used else [Count(len(god.hand), "{n} Battle card in hand", "{n} Battle cards in hand")]),
        Say(
            "in the pool {warriors} and {ankhs}",
            warriors=Count(god.warriors, "{n} Warrior", "{n} Warriors"),
            ankhs=Count(god.ankhs, "{n} Ankh token", "{n} Ankh tokens"),
        ),
        Say("free bases {bases}", bases=free),
        Say("on the map {pieces}", pieces=counted(data, {**god.units, **god.monuments}) or Say("nothing")),
    ]
    return Listed(facts, "; ")


def god_words(v: AnkhView, data: Components, god: GodView) -> str:
    """Write ability, powers, the next power, Guardians in the pool, cards."""
    if god.status == "forgotten":
        return Say("{god}: forgotten.", god=seat_name(v, data, god))
    ability = with_own(data, god, data.abilities[god.seat])
    if god.status == "lesser":
        side = owner_name(data, god.side)
        return Say(
            "{god}: lesser god, acts for {side}; {ability}.", god=seat_name(v, data, god), side=side, ability=ability
        )
    had = [Say("{power} {level}", power=data.names[power.id], level=power.level) for power in god.powers]
    said: list[str] = [ability, *([Say("powers {powers}", powers=Listed(had))] if had else [])]
    if god.next_level and (god.next_guardian or god.side == v.side):
        said.append(next_words(v, data, god))
    if god.guardians:
        said.append(Say("in the pool {guardians}", guardians=Listed([kind_name(data, kind) for kind in god.guardians])))
    if god.used:
        said.append(Say("hand {hand}", hand=cards(v, data, god.hand) or Say("empty")))
        said.append(Say("used {used}", used=cards(v, data, god.used)))
    return Say("{god}: {facts}.", god=data.names[god.seat], facts=Listed(said, "; "))


def next_words(v: AnkhView, data: Components, god: GodView) -> str:
    """Write `next level 1, with Satet`; the reader's own choices are named."""
    words = Say("next level {level}", level=god.next_level)
    if god.next_guardian:
        words = Say("{next}, with {guardian}", next=words, guardian=kind_name(data, god.next_guardian))
    if god.side != v.side:
        return words
    choices = Listed([kind_name(data, power) for power in god.next_powers], Say(" or "))
    return Say("{next} ({choices})", next=words, choices=choices)


def with_own(data: Components, god: GodView, words: str) -> str:
    """Add what only this god's ability holds."""
    if god.trapped is not None:
        owners = Listed([owner_name(data, owner) for owner in god.trapped]) if god.trapped else Say("nobody")
        return Say("{words}, traps Warriors of {owners}", words=words, owners=owners)
    if god.suns is not None:
        return Say("{words}, {suns} left", words=words, suns=Count(god.suns, "{n} Sun token", "{n} Sun tokens"))
    if god.underworlds is not None:
        tokens = Count(god.underworlds, "{n} Underworld token", "{n} Underworld tokens")
        return Say("{words}, {tokens} left", words=words, tokens=tokens)
    return words


def cards(v: AnkhView, data: Components, ids: Sequence[str]) -> str:
    """Write `Flood, Chariots +3`: names with the strength they add, if any."""
    strengths = ((kind_name(data, card), v.card_strengths.get(card, 0)) for card in ids)
    return Listed([Say("{card} +{n}", card=name, n=n) if n else name for name, n in strengths])


# -- supply and conflict -------------------------------------------------------------------------------------------


def supply(v: AnkhView, data: Components) -> Section:
    """Describe the Guardian cards, Monuments, Camels and order tokens that are left."""
    if not v.gods:
        return Section("", [])
    guardians = [
        Say(
            "{name} level {level}, {base} base, {n} left",
            name=data.names[g.kind],
            level=g.level,
            base=Say(g.base),
            n=g.left,
        )
        for g in v.guardians
    ]
    spare = Listed([str(token) for token in v.spare_tokens], " ") if v.spare_tokens else Say("none")
    rest = Say(
        "Left: {monuments}, {camels}; order tokens {tokens}.",
        monuments=counted(data, v.supply),
        camels=Count(v.camels_left, "{n} Camel", "{n} Camels"),
        tokens=spare,
    )
    cards_ = Say("Guardians: {guardians}.", guardians=Listed(guardians, "; "))
    return Section(Say("SUPPLY"), [Para(cards_, " ", "  ", bullet=True), Para(rest, " ", "  ", bullet=True)])


def conflict(v: AnkhView, data: Components) -> Section:
    """Describe a Conflict under way: Tie-breaker, announcement, the Battle as far as it is public."""
    if v.conflict is None:
        return Section("", [])
    c = v.conflict
    state = Say("unused") if c.tie_breaker else Say("used")
    said: list[str] = [Say("Tie-breaker: {god} ({state}).", god=owner_name(data, c.holder), state=state)]
    if c.token:
        said.append(Say("Region {token} is resolved.", token=c.token))
    if c.announced:
        said.append(Say("Two cards are announced for region {token}.", token=c.announced))
    said += battle_words(v, data, v.battle) if v.battle is not None else []
    return Section(Say("CONFLICT {n}", n=c.number), [Para(words, " ", "  ", bullet=True) for words in said])


def battle_words(v: AnkhView, data: Components, battle: BattleView) -> list[str]:
    sides = Listed([owner_name(data, side) for side in battle.sides])
    said: list[str] = [Say("Battle in region {token}: {sides}.", token=battle.token, sides=sides)]
    if battle.cards:
        shown = [
            Say("{god} {cards}", god=owner_name(data, s), cards=cards(v, data, ids)) for s, ids in battle.cards.items()
        ]
        said.append(Say("Cards: {cards}.", cards=Listed(shown, "; ")))
    for bids in battle.bids:
        said.append(Say("Bids: {bids}.", bids=by_side(data, bids)))
    if battle.strengths:
        said.append(Say("Strengths: {strengths}.", strengths=by_side(data, battle.strengths)))
    if battle.killed:
        said.append(Say("Units killed: {killed}.", killed=by_side(data, battle.killed)))
    return said


def by_side(data: Components, numbers: Mapping[Seat, int]) -> str:
    return Listed([Say("{god} {n}", god=owner_name(data, side), n=n) for side, n in numbers.items()])


# -- all -----------------------------------------------------------------------------------------------------------


def sections(v: AnkhView, data: Components) -> list[Section]:
    """List the board from top to bottom."""
    return [
        head(v, data), conflict(v, data), hexmap.section(v, data), regions(v, data), devotion(v, data), gods(v, data),
        tracks(v), supply(v, data),
    ]  # fmt: skip
