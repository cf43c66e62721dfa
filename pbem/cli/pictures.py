"""`pbem show --svg / --png / --open`: the picture of a board, which is the same for everybody."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from pbem.cli.output import print_json, say
from pbem.cli.speech import words_for_reader
from pbem.core.errors import Misuse, Refused
from pbem.core.words import Say, Verbatim
from pbem.desk.desk import here
from pbem.medium import exists, is_file, write_file
from pbem.raster import png as rendered

WIDTH = 1400
"""Pixels of a PNG."""


def draw_game(
    game: str, turn: int | None, svg: str | None, png: str | None, opened: bool, json: bool, private: bool
) -> int:
    if private:
        raise Misuse(Say("A picture shows what everybody may see: leave out --as and --secret."))
    desk = here()
    session = desk.look(game, turn=turn, secret=False, reason=None)
    play = session.play
    drawn = play.title.picture(play.title.view(play.table, None), play.data, words_for_reader(desk, session))
    if not drawn:
        raise Refused(Say("{title} has no picture.", title=Verbatim(play.title.full_name)))
    written = {}
    if svg is not None:
        written["svg"] = put(svg, drawn.encode())
    if png is not None:
        written["png"] = put(png, rendered(drawn, WIDTH))
    if opened:
        written["opened"] = show_in_browser(f"{session.game.id}-{session.game.entry}", drawn)
    if json:
        print_json({"game": session.game.id, "entry": session.game.entry, **written})
    else:
        for name in written.values():
            if name != "-":
                told = {"n": session.game.entry, "game": Verbatim(session.game.id), "file": Verbatim(name)}
                say(Say("Entry {n} of {game}: {file}", **told))
    return 0


def put(name: str, content: bytes) -> str:
    """Write a picture; `-` is standard output."""
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return name
    path = Path(name)
    if exists(path) and not is_file(path):
        raise Misuse(Say("{file} is no file that a picture could be written to.", file=Verbatim(name)))
    write_file(path, content)
    return name


def show_in_browser(name: str, drawn: str) -> str:
    """Write the picture where it stays after the command, and ask for a browser."""
    import webbrowser

    path = Path(tempfile.mkdtemp(prefix="pbem-")) / f"{name}.svg"
    write_file(path, drawn.encode())
    if not webbrowser.open(path.as_uri()):
        raise Refused(Say("No browser could be opened; the picture is {path}.", path=Verbatim(str(path))))
    return str(path)
