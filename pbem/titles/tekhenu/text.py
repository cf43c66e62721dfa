"""The board as text, to be played from on a phone: at most 78 columns of plain ASCII.

`summary` is the table, `own` what the reader alone knows and what lies before the reader; `plain` says the same
without drawings.
"""

from __future__ import annotations

from pbem.titles.tekhenu import drawn
from pbem.titles.tekhenu import plain as plain_board
from pbem.titles.tekhenu.view_models import PlayerView, TekhenuView
from pbem.titles.tekhenu.wording import (
    card_words,
    lines_of,
    listed,
    marked,
    mine,
    offered,
)

__all__ = ["own", "summary"]


def head(v: TekhenuView) -> list[str]:
    """Counters and what comes next."""
    lines = lines_of(now_words(v)) + lines_of(next_words(v), "", "  ")
    order = " > ".join(mine(v, seat) for seat in v.order)
    what = "Picking order" if v.starting else "Turn order"
    lines += lines_of(f"{what}: {order}." + (f" Now: {mine(v, v.active)}." if v.active else ""))
    if v.extra:
        lines += lines_of(f"Extra action of happiness {v.triangles[-1]} due: {listed(v.extra)}.")
    return [line for line in lines if line]


def now_words(v: TekhenuView) -> str:
    """`Round 10 of 16. Done: rotation 4 of 8, Maat 2 of 4, scoring 1 of 2.`"""
    if v.phase == "set-up":
        return "Set-up."
    if v.phase == "over":
        return "The game is over."
    rotations = v.rounds // v.rounds_per_rotation
    phases = rotations // v.rotations_per_maat
    counts = [
        f"rotation {v.rotation} of {rotations}",
        f"Maat {v.maat} of {phases}",
        f"scoring {v.scoring} of {phases // v.maat_per_scoring}",
    ]
    at = f"Round {v.round} of {v.rounds}."
    if v.phase == "turns":
        return f"{at} So far: {', '.join(counts)}."
    return f"{at} Now after it: {counts[('rotation', 'maat', 'scoring').index(v.phase)]}."


def next_words(v: TekhenuView) -> str:
    """What follows, `Next: rotation 2, Maat 1 after round 4; scoring 1 after round 8.`"""
    if v.phase == "over":
        return ""
    # In a phase after a round, that round is over.
    begun = v.round if v.phase == "turns" else v.round + 1
    sizes = (
        v.rounds_per_rotation,
        v.rounds_per_rotation * v.rotations_per_maat,
        v.rounds_per_rotation * v.rotations_per_maat * v.maat_per_scoring,
    )
    coming: dict[int, list[str]] = {}
    for what, size in zip(("rotation", "Maat", "scoring"), sizes, strict=True):
        at = -(-max(begun, 1) // size) * size
        if at <= v.rounds:
            coming.setdefault(at, []).append(f"{what} {at // size}")
    if v.rounds in coming:
        coming[v.rounds].append("end")
    if not coming:
        return ""
    return "Next: " + "; ".join(f"{', '.join(what)} after round {at}" for at, what in sorted(coming.items())) + "."


def offers(v: TekhenuView, plain: bool = False) -> list[str]:
    """Starting cards, and Destiny cards while they are chosen."""
    lines = []
    if v.starting:
        lines.append("STARTING CARDS on offer")
        for card in v.starting:
            lines += lines_of(card_words(card), "- " if plain else " ", "  ")
    destinies = offered(v)
    if destinies:
        lines += lines_of(f"DESTINY CARDS on offer: {'; '.join(map(card_words, destinies))}.", "", "  ")
    return lines


def technologies(v: TekhenuView, plain: bool = False) -> list[str]:
    """What the Technologies of the others do; the reader's own stand with the own things."""
    lines = []
    for p in v.players:
        if p.seat != v.reader:
            for card in p.technologies:
                lines += lines_of(f"{card_words(card)} ({p.seat})", "- " if plain else " ", "     ")
    return ["TECHNOLOGIES of others" if v.own else "TECHNOLOGIES", *lines] if lines else []


_last: tuple[list[object], list[list[str]]] = ([], [])


def drawn_board(v: TekhenuView) -> list[list[str]]:
    """The drawn parts, which are the same for every reader: views of one table share them (see `for_reader`)."""
    global _last
    public = [value for name, value in v if name not in ("reader", "own")]
    before, parts = _last
    if len(before) != len(public) or any(one is not other for one, other in zip(before, public, strict=True)):
        parts = [part(v) for part in drawn.BOARD]
        _last = public, parts
    return parts


def summary(v: TekhenuView, plain: bool = False) -> str:
    """The whole board."""
    if not v.players:
        return "\n".join(head(v))
    board = [part(v) for part in plain_board.BOARD] if plain else drawn_board(v)
    parts = [head(v), *board, offers(v, plain), technologies(v, plain)]
    if v.house:
        parts.append(lines_of("(h) house value: not found in print, see `pbem data tekhenu`."))
    return "\n\n".join("\n".join(part) for part in parts if part)


def own(v: TekhenuView, plain: bool = False) -> str:
    """The reader's own things, secrets included; empty for spectators."""
    if v.own is None:
        return ""
    me = next(p for p in v.players if p.seat == v.own.seat)
    bullet = "- " if plain else " "
    lines = lines_of(f"You are {me.seat}. {own_reach(v, me)}")
    hidden = [card for card in v.own.decrees if card.id not in {c.id for c in me.shown}]
    for title, cards in (
        (f"Your decrees, secret; types{marked(v, 'HV-12')} in brackets:", hidden),
        ("Your decrees, known to all:", [card for card in me.shown if card.id not in me.scored]),
        ("Drawn, secret, choose from:", v.own.drawn),
        ("Your blessings:", me.blessings),
        ("Your technologies:", me.technologies),
    ):
        if cards:
            lines.append(title)
            for card in cards:
                lines += lines_of(f"{card.id} {f'[{card.type}] ' if card.type else ''}{card.text}", bullet, "     ")
    return "\n".join(lines)


def own_reach(v: TekhenuView, me: PlayerView) -> str:
    """Which sections of the market the reader may take cards from."""
    reach = [section.id for section in v.market if section.is_open and me.happiness >= section.needs_happiness]
    if not reach:
        return f"With happiness {me.happiness} Thoth gives you no cards."
    return f"With happiness {me.happiness} Thoth gives you cards from section {' or '.join(reach)}."
