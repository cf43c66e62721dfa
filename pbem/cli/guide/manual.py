"""The help of the command line in the language of the home.

Typer makes help from docstrings and options, in English. Whoever asks for it in a home of another language has the
texts of the commands exchanged before it is printed; nobody else pays for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from inspect import cleandoc
from typing import Any

import typer

from pbem.cli.speech import engine_words, language_at_a_glance
from pbem.core.errors import Fault
from pbem.core.words import ENGLISH, Catalogue, Say, phrase, said

FRAME = (
    Say("Options"), Say("Commands"), Say("Arguments"), Say("Usage: "), Say("[required]"), Say("[default: "),
    Say("Show this message and exit."),
)  # fmt: skip
"""What typer itself writes around our texts."""
MISUSE = (
    Say("Missing argument {name}."), Say("Missing option {name}."), Say("Missing command."),
    Say("No such command {name}. Did you mean {near}?"), Say("No such command {name}."),
    Say("No such option: {name} Did you mean {near}?"), Say("No such option: {name} (Possible options: {near})"),
    Say("No such option: {name}"),
    Say("Got unexpected extra argument(s) ({name})"), Say("Got unexpected extra argument ({name})"),
    Say("Option {name} requires an argument."), Say("Option {name} does not take a value."),
    Say("Invalid value for {name}: {value} is not a valid int."),
    Say("Invalid value for {name}: {value} is not a valid integer."), Say("Invalid value for {name}: {value}"),
)  # fmt: skip
"""What typer says of a command line that it cannot read, the more particular first."""


def asks_for_help(args: Sequence[str]) -> bool:
    """Tell whether help is asked for, and not only named behind `--`."""
    before = args[: args.index("--")] if "--" in args else args
    return not {"--help", "-h"}.isdisjoint(before)


def run_help(app: typer.Typer, args: list[str]) -> Any:
    """Print the help that is asked for, in the language of the home."""
    command, words = typer.main.get_command(app), help_words()
    if words is None:
        return command(args, prog_name="pbem", standalone_mode=False)
    with speaking(words):
        translate(command, words)
        return command(args, prog_name="pbem", standalone_mode=False)


def help_words() -> Catalogue | None:
    """Return the words of the home's language; None for English."""
    language = language_at_a_glance()
    return None if language == ENGLISH else engine_words(language)


def help_texts(command: Any) -> Iterator[str]:
    """List the texts of a command and of those below it, as they stand in catalogues."""
    for holder, name in _places(command):
        yield cleandoc(getattr(holder, name))


def translate(command: Any, words: Catalogue) -> None:
    """Exchange the texts of a command and of those below it."""
    for holder, name in [*_places(command)]:
        setattr(holder, name, said(phrase(cleandoc(getattr(holder, name))), words))


def _places(command: Any) -> Iterator[tuple[Any, str]]:
    for name in ("help", "epilog"):
        if getattr(command, name, None):
            yield command, name
    for parameter in command.params:
        if getattr(parameter, "help", None):
            yield parameter, "help"
    for below in getattr(command, "commands", {}).values():
        yield from _places(below)


@contextmanager
def speaking(words: Catalogue) -> Iterator[None]:
    """Let typer's own words around ours be in a language, too."""
    holder: Any = next(one for one in typer.Context.__mro__ if "formatter_class" in vars(one))
    usual: Any = holder.formatter_class

    class Speaking(usual):  # type: ignore[misc]
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, prefix or said(Say("Usage: "), words))

        def write_heading(self, heading: str) -> None:
            super().write_heading(said(phrase(heading), words))

        def write_dl(self, rows: Sequence[tuple[str, str]], *rest: Any, **more: Any) -> None:
            super().write_dl([(term, _framed(text, words)) for term, text in rows], *rest, **more)

    holder.formatter_class = Speaking
    try:
        yield
    finally:
        holder.formatter_class = usual


def _framed(text: str, words: Catalogue) -> str:
    told = said(phrase(text), words)
    for mark in FRAME[4:6]:
        told = told.replace(str(mark), said(mark, words))
    return told


def misuse(message: str) -> str:
    """Make a text of what typer says of a command line; what it says otherwise stays as it is."""
    for sentence in MISUSE:
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(sentence))
        found = re.fullmatch(pattern, message)
        if found is not None:
            return Fault(sentence.key, **found.groupdict()) if found.groupdict() else sentence
    return message
