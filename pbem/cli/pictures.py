"""`pbem show --svg / --png / --open`: the picture of a board, which is the same for everybody."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from pbem.cli.output import out, print_json
from pbem.cli.speech import words_for_reader
from pbem.core.errors import Misuse, Refused
from pbem.desk.desk import here
from pbem.medium import exists, is_file, write_file
from pbem.raster import png as rendered

WIDTH = 1400
"""Pixels of a PNG."""


def draw_game(
    game: str, turn: int | None, svg: str | None, png: str | None, opened: bool, json: bool, private: bool
) -> int:
    if private:
        raise Misuse("A picture shows what everybody may see: leave out --as and --secret.")
    desk = here()
    session = desk.look(game, turn=turn, secret=False, reason=None)
    play = session.play
    drawn = play.title.picture(play.title.view(play.table, None), words_for_reader(desk, session))
    if not drawn:
        raise Refused(f"{play.title.full_name} has no picture.")
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
                out(f"Entry {session.game.entry} of {session.game.id}: {name}")
    return 0


def put(name: str, content: bytes) -> str:
    """Write a picture; `-` is standard output."""
    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return name
    path = Path(name)
    if exists(path) and not is_file(path):
        raise Misuse(f"{name} is no file that a picture could be written to.")
    write_file(path, content)
    return name


def show_in_browser(name: str, drawn: str) -> str:
    """Write the picture where it stays after the command, and ask for a browser."""
    import webbrowser

    path = Path(tempfile.mkdtemp(prefix="pbem-")) / f"{name}.svg"
    write_file(path, drawn.encode())
    if not webbrowser.open(path.as_uri()):
        raise Refused(f"No browser could be opened; the picture is {path}.")
    return str(path)
