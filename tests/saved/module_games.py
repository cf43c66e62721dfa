"""Games of every expansion and opponent, and of Ankh, in the middle of something; and an invitation."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

from pbem.desk.people.invitations import invite
from tests.moderation.village import FOUR
from tests.saved.maker import MODERATOR, OBSERVER, SETTINGS, Hand, Maker, Stop

INVITATION = "oasis"
SECRET = b"\x5a" * 32
GAMES: dict[str, tuple[str, int, dict[str, object], str, int]] = {
    "blood": ("tekhenu", 2, {"expansion": "seth"}, "", 12),
    "vizier": ("tekhenu", 2, {"vizier": "yes"}, "", 12),
    "seth-vizier": ("tekhenu", 2, {"vizier": "yes", "expansion": "seth"}, "", 10),
    "alone": ("tekhenu", 1, {"difficulty": "hard"}, "", 6),
    "order": ("ankh", 3, {}, "order", 6),
    "battle": ("ankh", 2, {"conflict_mode": "per_battle"}, "", 6),
    "court": ("ankh", 2, {"expansion": "pharaoh"}, "", 8),
}
"""Title, players, options, the question at which it stands (any, if empty), after so many submissions at least."""


def asks(name: str) -> Stop:
    return lambda play: any(name in ("", question.name) for question in play.questions().values())


def modules(root: Path, target: Path) -> Maker:
    """The home of these games; their mails are owed. Whoever is asked with others has answered, but for the last."""
    maker = Maker(root, SETTINGS)
    for game, (title, players, options, question, least) in GAMES.items():
        hand = Hand(game, greedy=True)
        maker.begin(game, title, players, **options)
        for _ in range(least):
            maker.step(game, hand)
        maker.until(game, asks(question), hand)
        while len(maker.asked(game)) > 1:
            maker.step(game, hand)
    with mock.patch("secrets.token_bytes", return_value=SECRET):
        invite(maker.desk, "tekhenu", list(FOUR[:2]), MODERATOR, [OBSERVER], INVITATION, [])
    maker.pack(target, mails=False)
    return maker
