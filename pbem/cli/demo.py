"""`make demo`: one game from its first mail to the first rotation, in a throw-away home.

Every step is a command that anybody could type; the players are computer players who write whole turns as text.
"""

from __future__ import annotations

import os
import shlex
import sys
import tempfile
from pathlib import Path

from pbem.cli import main
from pbem.cli.output import out
from pbem.core.titles import get_title
from pbem.desk.desk import here
from pbem.engine.computers.computer import turn_text
from pbem.engine.play import Play
from pbem.mail.letter import body_text

GAME = "karnak"
PEOPLE = ["Ania <ania@example.org>", "Bartek <bartek@example.org>", "Celina <celina@example.org>"]
MOST = 60


def command(*args: str) -> None:
    out(f"\n$ pbem {shlex.join(args)}")
    sys.stdout.flush()
    code = main(list(args))
    if code:
        raise SystemExit(code)


def rotations(play: Play) -> int:
    return int(getattr(play.table, "rotation", 0))


def demo() -> int:
    with tempfile.TemporaryDirectory(prefix="pbem-demo-") as folder:
        os.environ["PBEM_HOME"] = folder
        people = [word for person in PEOPLE for word in ("--player", person)]
        command("new", "tekhenu", *people, "--id", GAME, "--seed", "5e" * 32, "--option", "suggestions=yes")
        title = get_title("tekhenu")
        for _ in range(MOST):
            play = here().read(GAME).play
            if rotations(play) >= 1:
                break
            seat = next(iter(play.questions()))
            text = turn_text(play, seat, title.prefer)
            command("move", GAME, "--as", play.game.holder(seat), text)
        show_mail(Path(folder))
        command("check", "--replay")
    return 0


def show_mail(home: Path) -> None:
    """Show the mail that the next player receives."""
    newest = max((home / "mail" / "out" / "new").glob("*.eml"), key=asks_last)
    out(f"\nThe mail that is waiting in the outbox ({newest.relative_to(home)}):\n")
    raw = newest.read_text(encoding="utf-8")
    out(raw.partition("\n\n")[0])
    out(f"\n{body_text(raw.encode())}\n(A page with the same words and answers to tap stands beside this text.)")


def asks_last(path: Path) -> tuple[int, bool]:
    """Order mails by their entry, order forms after the news of the same entry."""
    about = next(line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("X-Pbem:"))
    words = dict(part.strip().split("=", 1) for part in about.removeprefix("X-Pbem:").split(";"))
    return int(words["entry"]), words["kind"] in ("turn", "question", "start")


if __name__ == "__main__":
    sys.exit(demo())
