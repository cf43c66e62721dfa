"""Botankhamun's strip of the picture: the pyramid with the marker, the coin, the cards it keeps."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.words import Listed, Name, Say, Verbatim, Word
from pbem.titles.tekhenu.box_names import BOT_NAME
from pbem.titles.tekhenu.show import drawn_shapes as s
from pbem.titles.tekhenu.solo.display import ROWS, SIDES, SoloView
from pbem.titles.tekhenu.solo.part import BOT

HEIGHT = 196.0
TILE = (112.0, 40.0)
LEFT, TOP = 20.0, 26.0
BESIDE = LEFT + 4 * TILE[0] + 40
COIN = 24.0
LETTER = 8.0
"""The width that a letter of the coin's line takes at most."""
CARDS_WIDTH = 92
"""Characters in a line of cards."""


def parts(v: SoloView) -> Iterator[str]:
    yield s.written(LEFT, 16, heading(v), 13, bold=True)
    yield s.panel(pyramid(v), 0, TOP - 2, BESIDE - 20, HEIGHT - TOP, whole=True)
    yield from aside(v)


def heading(v: SoloView) -> str:
    return Say("{name} ({level}): pyramid of action tiles", name=Verbatim(BOT_NAME), level=v.difficulty)


def pyramid(v: SoloView) -> Iterator[str]:
    for up, row in enumerate(reversed(ROWS)):
        for along, place in enumerate(row):
            x = LEFT + along * TILE[0] + up * TILE[0] / 2
            yield s.group(tile(v, place, x, TOP + (len(ROWS) - 1 - up) * (TILE[1] + 2)), said(v, place))
    if v.at < 0:
        marker = s.pillar(LEFT - 8, TOP + 3.5 * (TILE[1] + 2), BOT, 16)
        yield s.group([marker], Say("Marker left of the base"))


def aside(v: SoloView) -> Iterator[str]:
    side = SIDES[v.coin] if v.coin else Say("not tossed yet")
    toss = Say("Deben: {side}", side=SIDES[v.coin] if v.coin else Say("not tossed since the pyramid was laid"))
    parts = [s.group(coin(v, toss), Say("Deben: {side}", side=side))]
    wide = 2 * COIN + 14 + LETTER * len(s.spoken(toss))
    yield s.panel(parts, BESIDE - 2, TOP + 4, wide, 2 * COIN + 4, words=toss)
    coming = Say("Next Maat phase: balance +{balance}, Ankh {ankh}", balance=v.balance, ankh=v.ankh)
    yield s.written(BESIDE + 2 * COIN + 12, TOP + COIN + 28, coming, 11)
    cards = Listed([*v.decrees, *v.technologies, *v.blessings], " ") or Say("none")
    for number, line in enumerate(s.wrapped(Say("Its cards, which never work: {cards}", cards=cards), CARDS_WIDTH, 4)):
        yield s.written(BESIDE, TOP + 86 + 16 * number, line, 12)


def said(v: SoloView, place: int) -> str:
    words = Listed(v.pyramid[place], " ")
    return (
        Say("Action tile {words} (marker)", words=words) if place == v.at else Say("Action tile {words}", words=words)
    )


def tile(v: SoloView, place: int, x: float, y: float) -> Iterator[str]:
    """Draw a god by name; four resources in the order in which the bot looks for their dice (T-BOT-RES-1)."""
    w, h = TILE
    here = place == v.at
    yield s.rect(x, y, w - 4, h, "#f2d9a0" if here else s.SAND, s.seat_colour(BOT) if here else s.LINE, 5,
                 width=3 if here else 1)  # fmt: skip
    words = v.pyramid[place]
    if len(words) == 1:
        yield s.text(x + w / 2 - 2, y + 26, Name(words[0]), 15, bold=True)
        return
    for at, word in enumerate(words):
        left = x + 8 + at * 24
        yield s.rect(left, y + 4, 20, 12, (s.RESOURCES | s.FOLLOWERS)[word], s.INK)
        yield s.text(left + 10, y + 31, Word(word, 3), s.SMALLEST, short=Word(word, 2))


def coin(v: SoloView, toss: str) -> Iterator[str]:
    """Draw the side that lies up: it sends the marker up and right, or right (T-BOT-TURN-1)."""
    x, y = BESIDE + COIN, TOP + COIN + 6
    yield s.circle(x, y, COIN, "#e9b820" if v.coin else s.EMPTY, s.INK, 2)
    far = COIN * 0.55
    if v.coin:
        rise = far if v.coin == "up" else 0.0
        yield s.line(x - far, y + rise, x + far, y - rise, s.INK, 4)
        yield s.circle(x + far, y - rise, 5, s.INK, s.INK)
    yield s.text(x + COIN + 12, y + 5, toss, 13, "start")
