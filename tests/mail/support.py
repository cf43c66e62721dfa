"""A small game and everything a mail is made of, for the tests of this folder."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from pbem.core.titles import Title
from pbem.engine.create import create_game
from pbem.engine.play import Play
from pbem.mail.composing.context import House, MailContext, Reader
from pbem.mail.tokens import Signer
from tests.toy.title import TITLE

NOW = datetime(2026, 7, 1, 12, 0, tzinfo=UTC)
PLAYERS = ("Ania", "Béla", "Żaneta")
HOUSE = House(Signer(b"k" * 32), "pbem@example.org")


def new_play(players: tuple[str, ...] = PLAYERS, seed: bytes = b"s" * 32, title: Title = TITLE, **options: Any) -> Play:
    return create_game(
        title, game_id="river", players=list(players), moderator="Kasia", observers=["Olek"], options=options, clock={},
        seed=seed, raw_data=title.components(), now=NOW,
    )  # fmt: skip


def reader(play: Play, seat: str, **changes: Any) -> Reader:
    info = next(info for info in play.game.seats if info.seat == seat)
    address = f"{seat}@example.org"
    return Reader(**{"seat": seat, "name": info.player, "address": address, "role": info.role, **changes})


def context(play: Play, seat: str, kind: str, **changes: Any) -> MailContext:
    fields = {name: changes.pop(name) for name in list(changes) if name in ("language", "plain", "zone", "name")}
    values: dict[str, Any] = {
        "kind": kind, "game": play.game, "title": play.title, "play": play, "reader": reader(play, seat, **fields),
        "house": HOUSE, "when": NOW, "entry": play.game.entry, "entries": list(play.game.recent),
    }  # fmt: skip
    return MailContext(**{**values, **changes})


def parsed(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(raw: bytes) -> str:
    return str(parsed(raw).get_content())
