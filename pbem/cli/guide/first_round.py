"""`pbem demo`: a first round on the terminal, against computer players or Botankhamun, in a throw-away home."""

from __future__ import annotations

import os
import tempfile

from pbem.cli.guide.guided import Guide, Left, heard
from pbem.cli.output import out
from pbem.cli.play_commands import news_lines
from pbem.core.kept import text_of
from pbem.desk.desk import Desk, here

GAME = "demo"
YOU = "You <you@example.org>"
TITLE = "tekhenu"
COMPUTERS = 2


def play_demo(solo: bool, seed: str | None) -> int:
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as folder:
        os.environ["PBEM_HOME"] = folder
        desk = here()
        others = [] if solo else ["computer"] * COMPUTERS
        options = ["difficulty=easy"] if solo else []
        play = desk.create(TITLE, [YOU, *others], None, [], GAME, options, seed)
        names = ", ".join(info.player for info in play.game.seats if info.seat in play.table.seats)
        out(f"{play.title.full_name}: {names}. Nothing is sent, and nothing is kept when you leave.")
        try:
            rounds(desk, play.game.players()[0].seat)
        except Left:
            out("\nYou left. Nothing was kept. `pbem new tekhenu --player ...` begins a game that lasts.")
        return 0


def rounds(desk: Desk, seat: str) -> None:
    """Turn after turn; after the first round the player is asked whether to go on."""
    asked = False
    while True:
        session = desk.read(GAME)
        if session.game.status != "running":
            out(f"The game is over. {text_of((session.game.moderation.result or {}).get('text'))}")
            return
        if not asked and getattr(session.play.table, "round", 0) > 1:
            asked = True
            out("\nThat was the first round. By mail each of these turns is one reply, and days may lie between them.")
            if heard("Go on? (y: yes, anything else leaves) ").lower() not in ("y", "yes"):
                raise Left
        out("")
        words = Guide(session.play, seat).turn()
        with desk.game(GAME) as taken:
            receipt = desk.take(taken, seat, words, None)
            news = news_lines(taken, receipt, seat)
        for line in news:
            out(f"- {line}")
