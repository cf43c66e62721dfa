"""`pbem demo`: a first round on the terminal, against computer players or Botankhamun, in a throw-away home."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pbem.cli.guide.guided import YES, Guide, Left, heard
from pbem.cli.output import out, say
from pbem.cli.play_commands import news_lines
from pbem.cli.speech import home_language, in_home_language, words_for_reader
from pbem.core.kept import text_of
from pbem.core.titles import get_title
from pbem.core.words import Say, Verbatim, Word, said
from pbem.desk.desk import Desk, here
from pbem.medium import write_file

GAME = "demo"
TITLE = "tekhenu"
COMPUTERS = 2


def play_demo(solo: bool, seed: str | None) -> int:
    language = home_language()
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as folder:
        write_file(Path(folder) / "pbem.toml", f'language = "{language}"\n'.encode())
        os.environ["PBEM_HOME"] = folder
        desk = here()
        you = said(Word("You"), get_title(TITLE).words(language))
        others = [] if solo else ["computer"] * COMPUTERS
        options = ["difficulty=easy"] if solo else []
        play = desk.create(TITLE, [f"{you} <you@example.org>", *others], None, [], GAME, options, seed)
        names = ", ".join(info.player for info in play.game.seats if info.seat in play.table.seats)
        told = {"title": Verbatim(play.title.full_name), "names": Verbatim(names)}
        say(Say("{title}: {names}. Nothing is sent, and nothing is kept when you leave.", **told))
        try:
            rounds(desk, play.game.players()[0].seat)
        except Left:
            say(Say("\nYou left. Nothing was kept. `pbem new tekhenu --player ...` begins a game that lasts."))
        return 0


def rounds(desk: Desk, seat: str) -> None:
    """Play turn after turn; after the first round ask the player whether to go on."""
    asked = False
    while True:
        session = desk.read(GAME)
        if session.game.status != "running":
            say(Say("The game is over. {text}", text=text_of((session.game.moderation.result or {}).get("text"))))
            return
        if not asked and getattr(session.play.table, "round", 0) > 1:
            asked = True
            say(
                Say(
                    "\nThat was the first round. By mail each of these turns is one reply, and days may lie between "
                    "them."
                )
            )
            asking = in_home_language(Say("Go on? (y: yes, anything else leaves) "))
            if heard(asking).lower() not in YES:
                raise Left
        out("")
        words = Guide(session.play, seat, words_for_reader(desk, session)).turn()
        with desk.game(GAME) as taken:
            receipt = desk.take(taken, seat, words, None)
            news = news_lines(taken, receipt, seat)
        for line in news:
            out(f"- {in_home_language(line)}")
