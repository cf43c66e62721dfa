"""A player's board in the picture: stock and production, pieces not yet built, the scale, cards."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.words import Count, Listed, Say, Word
from pbem.titles.tekhenu.board import BASIC, DICE, counted, words
from pbem.titles.tekhenu.show import drawn_shapes as s
from pbem.titles.tekhenu.show.wording import decree_words, marked, signed
from pbem.titles.tekhenu.views.view_models import PlayerView, TekhenuView

PLAYER = (335.0, 250.0)
"""Width and height."""
LETTER = 10.5
"""The width of a letter of a seat's name."""


def player_parts(v: TekhenuView, p: PlayerView, x: float, y: float) -> Iterator[str]:
    w, h = PLAYER
    yield s.rect(x, y, w, h, "#fdf6e6", s.seat_colour(p.seat), 8, width=3)
    name = s.spoken(Word(p.seat))
    yield s.text(x + 12, y + 22, name, 16, "start", s.seat_colour(p.seat), bold=True)
    yield s.text(x + max(120, 24 + LETTER * len(name)), y + 22, counted(p.vp, "vp"), 16, "start", bold=True)
    said = [Say("Ankh {n}", n=p.ankh)] if p.ankh is not None else []
    said += [Say("to move")] if v.active == p.seat else []
    yield s.text(x + w - 10, y + 22, Listed(said, " \u00b7 "), 12.5, "end")
    yield from stock_parts(p, marked(v, "HV-02"), x + 12, y + 34)
    yield from pieces_parts(p, x + 12, y + 116)
    yield from scale_parts(p, x + 12, y + 146)
    cards = [*([p.destiny] if p.destiny else []), *p.drafted, *p.technologies, *p.blessings]
    ids = Listed([*(card.id for card in cards), *(decree_words(p, card) for card in p.shown)], " ")
    hidden = p.decrees - len(p.shown)
    secret = Count(hidden, "{n} secret decree", "{n} secret decrees") if hidden else ""
    for number, line in enumerate(s.wrapped(Listed(filter(None, (ids, secret)), " + "), 44, 3)):
        yield s.text(x + 12, y + h - 38 + 15 * number, line, 12.5, "start")


def stock_parts(p: PlayerView, row_house: str, x: float, y: float) -> Iterator[str]:
    """Draw each basic resource with its stock and production track; then Gold, Scribes and Faith."""
    for at, what in enumerate(BASIC):
        down = y + at * 18
        yield s.rect(x, down, 12, 12, s.RESOURCES[what], s.INK)
        yield s.text(x + 18, down + 11, counted(p.stock[what], what), 12.5, "start")
        for step in range(1, 7):
            fill, rim = (s.RESOURCES[what], s.INK) if step <= p.production[what] else (s.EMPTY, s.EMPTY)
            yield s.rect(x + 105 + step * 13, down, 11, 12, fill, rim)
    for at, what in enumerate(("gold", "scribe", "faith")):
        yield s.text(x + 222, y + at * 18 + 11, counted(p.stock[what], what), 12.5, "start")
    row = Say("row {vp} VP, {bread} br.{house}", vp=p.row_vp, bread=p.bread_due, house=row_house)
    yield s.text(x + 204, y + 65, row, 12.5, "start")


def pieces_parts(p: PlayerView, x: float, y: float) -> Iterator[str]:
    """Draw the pieces not yet built."""
    for at in range(p.buildings):
        yield s.building(x + 6 + at * 13, y, p.seat, 12)
    for at in range(p.pillars):
        yield s.pillar(x + 150 + at * 11, y, p.seat, 10)
    for at in range(p.statues):
        yield s.statue(x + 248 + at * 12, y, p.seat, 13)


def scale_parts(p: PlayerView, x: float, y: float) -> Iterator[str]:
    """Draw pure dice left, tainted dice and overproduced resources right, Anubis dice below the pure ones."""
    yield s.rect(x - 2, y - 10, 128, 34, s.PAPER, s.PURITY["pure"], 6)
    yield s.rect(x + 182, y - 10, 130, 34, s.PAPER, s.PURITY["tainted"], 6)
    yield s.text(x + 154, y + 4, signed(p.balance), 18, bold=True)
    yield s.text(x + 154, y + 18, Say("balance"), 12.5, fit=54)
    for left, pile, kind in ((x + 4, p.left, "pure"), (x + 188, p.right, "tainted")):
        for at, die in enumerate(pile):
            yield s.die(left + at * 24, y - 3, *DICE[die], 20, s.PURITY[kind])
    over = words(p.overproduced)
    if over:
        yield s.text(x + 312, y + 37, Say("over: {things}", things=over), 12.5, "end")
    for at, die in enumerate(p.below):
        yield s.die(x + at * 20, y + 28, *DICE[die], 19, s.PURITY["anubis"])
