"""Games that wait for one more word: what D03 repeats, an address to be confirmed, a seat that is given back."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

from pbem.engine.play import Play
from tests.saved.lantern_games import TURN, begin
from tests.saved.maker import SETTINGS, Maker, at
from tests.saved.tekhenu_games import CHOSEN

CODE = "5a5a5a5a5a"
"""The code of an address, which is drawn otherwise."""
GOLD = 5
SCORE = at("tekhenu.end:ask_score", "score")


def pending(root: Path, target: Path) -> Maker:
    """The home of these games; their mails are owed."""
    maker = Maker(root, SETTINGS)
    for part in (again, moving, leaving):
        part(maker)
    maker.pack(target, mails=False)
    return maker


def again(maker: Maker) -> None:
    """The last question that a game can ask: which Decree D03 scores once more. The moderator has put D03 and its Gold
    into the hand of somebody with two other Decrees: by chance they hardly ever meet."""

    def two(play: Play) -> bool:
        return SCORE(play) and any(len(question.options) > 1 for question in play.questions().values())

    maker.bring("again", two, within=60, **CHOSEN)
    asked = maker.asked("again")
    seat = next(seat for seat, question in asked.items() if len(question.options) > 1)
    table = maker.game("again").table
    patch = [
        {"op": "remove", "path": f"/decks/decree/{table.decks['decree'].index('D03')}"},
        {"op": "add", "path": f"/players/{seat}/decrees/-", "value": "D03"},
        {"op": "replace", "path": f"/players/{seat}/stock/gold", "value": GOLD},
    ]
    maker.mod("patch", json.dumps(patch), game="again", reason="a card and Gold lay under the table")
    for other in [one for one in asked if one != seat]:
        maker.submit("again", other, "score: none")
    maker.submit("again", seat, f"score: {', '.join(['D03', *list(asked[seat].options)[:2]])}")
    assert at("tekhenu.end:ask_again", "again")(maker.desk.read("again").play)


def moving(maker: Maker) -> None:
    """Ania asked for another address, and has not confirmed it from the old one."""
    begin(maker, "moving", 2)
    with mock.patch("secrets.token_hex", return_value=CODE):
        assert maker.reply("ania", "address ania@new.example", "begins").verdict == "INFORMATION"
    assert maker.desk.roster().need("Ania").change is not None


def leaving(maker: Maker) -> None:
    """A player has given the seat back, and the moderator has not found anybody yet."""
    hand = begin(maker, "leaving", 3)
    maker.until("leaving", TURN, hand)
    seat = next(iter(maker.asked("leaving")))
    maker.typed("leaving", seat, "resign confirm")
    assert maker.game("leaving").moderation.requests
