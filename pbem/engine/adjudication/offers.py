"""Seats that are offered to those who stand by: what the game file keeps of an offer. Nobody is named in it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from pbem.engine.gamefile import OFFERS, GameFile
from pbem.engine.journal import moment, stamp

STANDS = timedelta(days=7)
"""So long an offer stands."""


def offers_of(game: GameFile) -> dict[str, dict[str, Any]]:
    """Return the offers that are open, or over and not yet told, by seat."""
    found: dict[str, dict[str, Any]] = game.moderation.notes.get(OFFERS, {})
    return found


def begin(game: GameFile, seat: str, entry: int, now: datetime, reason: str, lost: bool) -> dict[str, Any]:
    """Offer a seat; the entry that says so names the offer."""
    offer = {"entry": entry, "since": _since(game, seat), "until": stamp(now + STANDS), "reason": reason}
    offer |= {"lost": True} if lost else {}
    game.moderation.notes.setdefault(OFFERS, {})[seat] = offer
    return offer


def withdraw(game: GameFile, seat: str) -> None:
    offers_of(game)[seat]["withdrawn"] = True


def is_offered(game: GameFile, seat: str, now: datetime) -> bool:
    """Tell whether the seat can be taken still: the same person holds it, the game goes on, and the time is not
    over."""
    return stands(game, seat) and now < moment(offers_of(game)[seat]["until"])


def stands(game: GameFile, seat: str) -> bool:
    """Tell whether nobody's act has ended the offer; its time may have."""
    offer = offers_of(game).get(seat)
    if offer is None or offer.get("withdrawn") or game.status not in ("running", "paused"):
        return False
    return bool(offer["since"] == _since(game, seat))


def strike(game: GameFile, seat: str) -> None:
    """Strike an offer: it is over, and everybody concerned knows."""
    del offers_of(game)[seat]
    if not offers_of(game):
        del game.moderation.notes[OFFERS]


def looks(game: GameFile, at_once: str) -> list[str]:
    """Say when the clock must look at the offers: at once where mails may be missing, otherwise when they lapse."""
    return [
        str(offer["until"]) if offer.get("mailed") and stands(game, seat) else at_once
        for seat, offer in offers_of(game).items()
    ]


def _since(game: GameFile, seat: str) -> int:
    return next(info.since for info in game.seats if info.seat == seat)
