"""The card market in the picture."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.words import Say
from pbem.titles.tekhenu.board import card_said
from pbem.titles.tekhenu.components import Components
from pbem.titles.tekhenu.show import drawn_shapes as s
from pbem.titles.tekhenu.show.wording import brief_said
from pbem.titles.tekhenu.views.view_models import CardView, TekhenuView

CARD = (86.0, 142.0)
"""Width and height."""


def market(v: TekhenuView, data: Components, x: float, y: float) -> Iterator[str]:
    w, h = CARD
    left = x
    for section in v.market:
        cards = section.cards if section.is_open else []
        wide = (len(cards) or 2) * w
        needs = Say("Market {section}: happiness {n}", section=section.id, n=section.needs_happiness)
        yield s.written(left, y - 6, needs, 12, bold=True)
        if not cards:
            opens = Say("opens at population {n}", n=section.opens_population)
            parts = [s.rect(left, y, wide, h, s.PAPER, dash=True), s.text(left + w, y + h / 2 + 4, opens, 12)]
            yield s.panel(parts, left - 2, y - 2, wide + 4, h + 4, words=opens)
        for at, card in enumerate(cards):
            place = left + at * w
            drawn = card_at(data, card, place, y) if card else s.rect(place, y, w - 4, h, s.PAPER, dash=True)
            yield s.panel([drawn], place - 2, y - 2, w, h + 4)
        left += wide + 16


def card_at(data: Components, card: CardView, x: float, y: float) -> str:
    w, h = CARD
    printed = data.cards[card.id].text
    parts = [s.rect(x, y, w - 4, h, s.CARDS.get(card.kind, s.SAND), s.INK, 4)]
    parts.append(s.text(x + w / 2 - 2, y + 14, card.id, 12, bold=True))
    for number, line in enumerate(s.wrapped(brief_said(printed), 13, 9)):
        parts.append(s.text(x + 4, y + 29 + 12 * number, line, s.SMALLEST, "start"))
    return s.group(parts, Say("{card}: {text}", card=card.id, text=card_said(printed)))
