"""The parts of the picture beside the map: tracks, Devotion, supply, god boards."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.words import Count, Listed, Say
from pbem.kit import svg as s
from pbem.titles.ankh.components import Components
from pbem.titles.ankh.show import pieces
from pbem.titles.ankh.show.boards import cards, counted, event_name, left
from pbem.titles.ankh.show.map import kind_name, kinds_on, marks, owner_name
from pbem.titles.ankh.views.view_models import AnkhView, EventView, GodView, TrackView

__all__ = ["beside", "gods"]

AT = {
    "tracks": (850.0, 100.0),
    "events": (850.0, 300.0),
    "devotion": (850.0, 450.0),
    "supply": (850.0, 668.0),
    "gods": (20.0, 952.0),
}
SPACE = 40.0
STACK = 16
"""Spaces of the Devotion track in one row."""
BOARD = (268.0, 236.0)
TRACKS = (844.0, 74.0, 424.0, 186.0)
"""What the panel of the action tracks covers."""
NAME, CELL = 96.0, 46.0
"""The width of an action's name, and of a space of its track."""
CHUNK = 8
"""Spaces of the Devotion track in one panel."""
LETTER = 8.6
"""The width of a letter of the legend at most."""
LETTERS = 42
"""Letters in a line of a god board."""
RED, BLUE, GOLD = "#e3a59b", "#a9c4e6", "#f3d675"


def beside(v: AnkhView, data: Components) -> Iterator[str]:
    """Draw everything beside the map, panel by panel."""
    yield s.panel(tracks(v), *TRACKS, whole=True)
    yield from events(v)
    yield from devotion(v, data)
    yield from supply(v, data)


# -- tracks ----------------------------------------------------------------------------------------------------------


def tracks(v: AnkhView) -> Iterator[str]:
    x, y = AT["tracks"]
    yield s.text(x, y - 10, Say("Actions"), 15, "start", bold=True)
    for number, track in enumerate(v.tracks):
        yield s.group(
            track_parts(track, x, y + number * SPACE),
            Say("{action}: {left}", action=Say(track.action), left=left(track)),
        )


def track_parts(track: TrackView, x: float, y: float) -> Iterator[str]:
    """Draw the printed spaces; a disc lies where the marker is."""
    yield s.text(x, y + 24, Say(track.action.capitalize()), 13, "start", fit=NAME - 4, room=NAME - 2)
    for at, label in enumerate(track.labels):
        across = x + NAME + at * CELL
        event = label == "event"
        middle, said, size = across + CELL / 2 - 1, Say("event") if event else label, 12 if event else 14
        yield s.rect(across, y + 2, CELL - 2, SPACE - 6, GOLD if event else s.SAND)
        if at == track.place:
            yield s.circle(middle, y + SPACE / 2 - 1, 15, "#c8342c", s.INK)
        yield s.text(middle, y + 24, said, size, bold=at == track.place, fit=CELL - 4, room=CELL - 4)


def events(v: AnkhView) -> Iterator[str]:
    """Draw the event track in two rows; done spaces are dark, the next one has a thick rim."""
    x, y = AT["events"]
    yield s.written(x, y - 10, Say("Events"), 15, bold=True)
    row = (len(v.events) + 1) // 2
    for at, event in enumerate(v.events):
        said = Say("{n}: {event}", n=event.index, event=event_name(event))
        left, top = x + at % row * 58, y + at // row * 58
        yield s.panel([s.group(event_parts(v, event, left, top), said)], left - 2, top - 2, 58, 56)


def event_parts(v: AnkhView, event: EventView, x: float, y: float) -> Iterator[str]:
    fill = "#b8ab90" if event.done else "#e79f8f" if event.conflict else s.SAND
    coming = event.index == v.event + 1
    yield s.rect(x, y, 54, 52, fill, s.INK if coming else s.LINE, 6, width=3 if coming else 1)
    yield s.text(x + 27, y + 14, str(event.index), 12)
    if event.conflict:
        yield s.text(x + 27, y + 32, Say("Conflict"), 11, bold=True)
        yield s.text(x + 27, y + 46, str(event.conflict), 12, bold=True)
    elif event.type == "camel":
        yield pieces.camel(x + 26, y + 32, 12)
    else:
        word = s.spoken(Say(event.type))
        yield s.text(x + 27, y + 34, word, s.SMALLEST if len(word) > 8 else 12)
    if event.followers:
        yield s.circle(x + 46, y + 44, 8, s.PAPER, s.INK) + s.text(x + 46, y + 48, str(event.followers), 11)


def devotion(v: AnkhView, data: Components) -> Iterator[str]:
    """Draw the track in two rows; markers of a stack lie above each other as they do on the table."""
    x, y = AT["devotion"]
    yield s.written(x, y - 10, Say("Devotion (red up to {n})", n=v.last_red), 15, bold=True)
    for low in range(0, v.top + 1, CHUNK):
        spaces = range(low, min(low + CHUNK, v.top + 1))
        left, top = x + low % STACK * 33, y + low // STACK * 98
        parts = [devotion_space(v, data, at, left + (at - low) * 33, top) for at in spaces]
        yield s.panel(parts, left - 1, top - 2, 33 * len(spaces) + 1, 92)


def devotion_space(v: AnkhView, data: Components, space: int, across: float, top: float) -> str:
    """Draw a number of the track with the stack that lies on it."""
    owners = marks(data, v.order)
    sides = next((stack.sides for stack in v.stacks if stack.space == space), [])
    fill = GOLD if space == v.top else RED if space <= v.last_red else BLUE
    parts = [s.rect(across, top + 66, 32, 22, fill), s.text(across + 16, top + 82, str(space), 12)]
    for at, side in enumerate(sides):
        level = top + 53 - at * 13
        parts.append(s.rect(across + 3, level, 26, 12, pieces.colour(side), s.INK, 2))
        parts.append(s.text(across + 16, level + 10.5, owners.get(side, ""), 11.5, fill="#ffffff", bold=True))
    said = Say("Devotion {n}", n=space)
    if sides:
        lying = Listed(owner_name(data, side) for side in sides)
        said = Say("Devotion {n}, from bottom to top {sides}", n=space, sides=lying)
    return s.group(parts, said)


def supply(v: AnkhView, data: Components) -> Iterator[str]:
    x, y = AT["supply"]
    yield s.written(x, y, Say("Supply"), 15, bold=True)
    lines: list[str] = [
        Say(
            "{guardian} (level {level}, {base} base): {n} left",
            guardian=data.names[g.kind],
            level=g.level,
            base=g.base,
            n=g.left,
        )
        for g in v.guardians
    ]
    lines.append(Listed([counted(data, v.supply), Count(v.camels_left, "{n} Camel", "{n} Camels")]))
    if v.spare_tokens:
        lines.append(Say("Order tokens {tokens}", tokens=Listed(map(str, v.spare_tokens), " ")))
    for number, line in enumerate(lines):
        yield s.written(x, y + 20 + 18 * number, line, 12)
    yield from legend(v, data, x, y + 38 + 18 * len(lines))


def legend(v: AnkhView, data: Components, x: float, y: float) -> Iterator[str]:
    """Explain what the shapes mean."""
    yield s.written(x, y, Say("Pieces"), 15, bold=True)
    kinds = kinds_on(v)
    letters = marks(data, kinds)
    nobodys = {h.filled for h in v.hexes}
    for at, kind in enumerate(kinds):
        a, b = x + 20 + at % 3 * 178, y + 28 + at // 3 * 42
        if kind in nobodys:
            piece = pieces.neutral(a, b, letters[kind])
        else:
            drawn = pieces.monument if kind in v.supply else pieces.unit
            piece = drawn(a, b, kind, "" if kind in v.supply else "legend", "", letters[kind], 15)
        name = s.spoken(Say(kind_name(data, kind)))
        parts = [piece, s.text(a + 24, b + 5, name, 12, "start")]
        yield s.panel(parts, a - 20, b - 20, 54 + LETTER * len(name), 40)


# -- god boards ------------------------------------------------------------------------------------------------------


def gods(v: AnkhView, data: Components) -> Iterator[str]:
    """Draw the boards, each in its place for the whole game: a new turn order moves none."""
    x, y = AT["gods"]
    places = list(v.sides)
    for at, god in enumerate(sorted(v.gods, key=lambda god: places.index(god.seat))):
        left = x + at * (BOARD[0] + 5)
        name = data.names[god.seat]
        said = Say("{god}: Devotion {n}, Followers {followers}", god=name, n=god.devotion, followers=god.followers)
        yield s.panel([s.group(god_parts(v, data, god, left, y), said)], left - 2, y - 2, BOARD[0] + 4, BOARD[1] + 4)


def god_parts(v: AnkhView, data: Components, god: GodView, x: float, y: float) -> Iterator[str]:
    w, h = BOARD
    active = v.active == god.seat and v.phase == "turns"
    yield s.rect(x, y, w, h, "#fbf3df", s.INK if active else s.LINE, 6, width=3 if active else 1)
    yield s.rect(x, y, w, 26, pieces.colour(god.seat), s.INK, 6)
    letters = marks(data, v.order)
    name = Listed([letters[god.seat], Say(data.names[god.seat])], "  ")
    yield s.text(x + 8, y + 18, name, 14, "start", fill="#ffffff", bold=True)
    yield s.text(x + w - 8, y + 18, Say("Devotion {n}", n=god.devotion), 12, "end", fill="#ffffff")
    for number, line in enumerate(god_lines(v, data, god)):
        yield s.text(x + 8, y + 43 + 14 * number, line, 10.8, "start")


def god_lines(v: AnkhView, data: Components, god: GodView) -> list[str]:
    """Write what lies on a god board: with twelve powers and all cards there is room for everything."""
    if god.status == "forgotten":
        return [Say("forgotten")]
    said = [own_words(data, god)]
    if god.status == "lesser":
        return [*said, Say("lesser god: acts for {god}", god=owner_name(data, god.side))]
    pool = [Count(god.warriors, "{n} Warrior", "{n} Warriors"), *(kind_name(data, kind) for kind in god.guardians)]
    pool.append(Count(god.ankhs, "{n} Ankh token", "{n} Ankh tokens"))
    had = [Say("{power} {level}", power=data.names[power.id], level=power.level) for power in god.powers]
    hand: str = Say("all {n} Battle cards", n=len(god.hand))
    if god.used:
        hand = cards(v, data, god.hand) or Say("none")
    texts: list[str] = [Say("Followers {n}, Gain brings {gain}", n=god.followers, gain=god.gain)]
    texts += [Say("Pool: {things}", things=Listed(pool)), Say("Powers: {powers}", powers=Listed(had) or Say("none"))]
    texts += [
        Say("Hand: {cards}", cards=hand),
        *([Say("Used: {cards}", cards=cards(v, data, god.used))] if god.used else []),
    ]
    return [*said, *(line for words in texts for line in s.wrapped(words, LETTERS, 6))]


def own_words(data: Components, god: GodView) -> str:
    """Write the ability, with what it holds."""
    if god.trapped is not None:
        held = Listed(owner_name(data, owner) for owner in god.trapped) or Say("nobody")
        return Say("{ability}: {gods}", ability=data.abilities[god.seat], gods=held)
    left = god.suns if god.suns is not None else god.underworlds
    if left is None:
        return Say(data.abilities[god.seat])
    return Say("{ability}: {tokens}", ability=data.abilities[god.seat], tokens=Count(left, "{n} token", "{n} tokens"))
