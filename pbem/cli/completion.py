"""What a shell offers behind `pbem`: games, seats, verbs, titles and options, as cheaply as they can be known."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, get_args

import typer

from pbem.core.errors import PbemError
from pbem.patterns import late

VERBS = (
    "act", "undo", "redo", "patch", "rule", "extend", "pause", "resume", "substitute", "process", "announce", "end",
    "data", "answer", "moderator", "observe", "person", "delete", "standby",
)  # fmt: skip
"""Of `pbem mod`; a test compares them with those that are carried out."""


_HOME = late(r"\s--home\s*=?\s*(?P<folder>[^\s=]+)(?=\s)")


def take_home_of_line() -> None:
    """Take `--home DIR` out of the line that is completed: before a command the parser knows no such option."""
    for name in ("COMP_WORDS", "_TYPER_COMPLETE_ARGS"):
        line = os.environ.get(name, "")
        found = _HOME.search(line)
        if found is None:
            continue
        os.environ["PBEM_HOME"] = str(Path(found["folder"]).expanduser())
        os.environ[name] = line[: found.start()] + line[found.end() :]
        at = os.environ.get("COMP_CWORD", "")
        if name == "COMP_WORDS" and at.isdecimal():
            os.environ["COMP_CWORD"] = str(int(at) - len(found[0].split()))


def games(incomplete: str) -> list[str]:
    from pbem.store.home import find_home

    try:
        return [name for name in find_home(None, create=True).game_ids() if name.startswith(incomplete)]
    except PbemError:
        return []


def titles(incomplete: str) -> list[str]:
    from pbem.core.titles import title_names

    return [name for name in title_names() if name.startswith(incomplete)]


def verbs(incomplete: str) -> list[str]:
    return [verb for verb in VERBS if verb.startswith(incomplete)]


def typed() -> list[str]:
    """Return the words of the line so far: an option that has no value yet keeps the parser from telling them."""
    import shlex

    line = os.environ.get("_TYPER_COMPLETE_ARGS") or os.environ.get("COMP_WORDS") or ""
    try:
        return shlex.split(line)
    except ValueError:  # a quotation mark that is still open
        return line.split()


def seats(incomplete: str) -> list[str]:
    """Offer seats and names of the game that stands before it: read from its file alone, unchecked."""
    import json

    from pbem.medium import is_file
    from pbem.plain import read_file
    from pbem.store.home import find_home

    try:
        home = find_home(None, create=True)
        game = next(word for word in typed()[1:] if word in home.game_ids())
        paths = [folder / f"{game}.json" for folder in (home.games, home.finished)]
        raw = json.loads(read_file(next(path for path in paths if is_file(path))))
        found = [
            str(word) for info in raw["seats"] if info["role"] == "player" for word in (info["seat"], info["player"])
        ]
    except (PbemError, OSError, ValueError, LookupError, TypeError, StopIteration):
        return []
    return [word for word in dict.fromkeys(found) if word.lower().startswith(incomplete.lower())]


def options(incomplete: str) -> list[str]:
    """Offer `K=` of the title, the clock and the house; behind it the values where they are few."""
    from pbem.core.titles import get_title, title_names
    from pbem.desk.games.creation import HOUSE_OPTIONS
    from pbem.engine.clock import CLOCK_KEYS

    name = next((word for word in typed()[1:] if word in title_names()), None)
    fields = get_title(name).options_model.model_fields if name else {}
    key, sign, value = incomplete.partition("=")
    if sign:
        known = words_of(fields[key].annotation) if key in fields else []
        return [f"{key}={word}" for word in known if word.startswith(value)]
    return [f"{key}=" for key in (*fields, *CLOCK_KEYS, *HOUSE_OPTIONS) if key.startswith(incomplete)]


def words_of(kind: object) -> list[str]:
    """List the values of a choice; `yes` and `no` where it is one of two."""
    if kind is bool:
        return ["yes", "no"]
    found = [word for part in get_args(kind) for word in (words_of(part) if get_args(part) else [part])]
    return [str(word) for word in found if isinstance(word, str | int) and not isinstance(word, bool)]


Json = Annotated[bool, typer.Option("--json", help="Print exactly one JSON document.")]
As = Annotated[
    str | None,
    typer.Option("--as", help="Seat: player name (or its beginning), colour or god.", autocompletion=seats),
]
NoSend = Annotated[bool, typer.Option("--no-send", help="Leave the mails in the outbox.")]
Game = Annotated[str, typer.Argument(help="Game id.", autocompletion=games)]
Title = Annotated[str, typer.Argument(help="Title, see `pbem titles`.", autocompletion=titles)]
