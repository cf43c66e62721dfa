"""Data on standard output, notes on standard error; nothing from outside reaches a terminal unescaped."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from pbem.cli.speech import in_home_language
from pbem.core.errors import PbemError
from pbem.core.words import Catalogue, said

if TYPE_CHECKING:
    from pbem.desk.interface import Desk


def visible(text: str) -> str:
    """Show control characters as escapes, so that no foreign text can steer a terminal (fault 265)."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text)


class _Waiting:
    """The one document of the running command; it is written when the command is through."""

    running = False
    documents: ClassVar[list[Any]] = []


def begin() -> None:
    """Begin a new command: it has no document yet."""
    _Waiting.running = True
    _Waiting.documents.clear()


def has_document() -> bool:
    """Tell whether the command has made its one JSON document."""
    return bool(_Waiting.documents)


def print_json(document: Any) -> None:
    """Print a document; inside a command when it ends, because what fails behind a commit is told in it."""
    _Waiting.documents.append(document)
    if not _Waiting.running:
        flush_json()


def flush_json(undone: Sequence[dict[str, str]] = ()) -> None:
    """Write the document, with what could not be done behind a commit beside the ordinary result."""
    _Waiting.running = False
    documents = [*_Waiting.documents]
    _Waiting.documents.clear()
    for document in documents:
        told = {**document, "undone": list(undone)} if undone else document
        sys.stdout.write(json.dumps(told, ensure_ascii=False, indent=2) + "\n")


def out(text: str = "", words: Catalogue | None = None) -> None:
    """Print a line, in the language of a catalogue (None: English)."""
    sys.stdout.write(visible(said(text, words)) + "\n")


def say(text: str) -> None:
    """Print a line in the language of the home."""
    out(in_home_language(text))


def note(text: str) -> None:
    """Print a note beside the data, in the language of the home."""
    sys.stderr.write(f"pbem: {visible(in_home_language(text))}\n")


def told_settings(desk: Desk) -> int:
    """Say what is wrong with the settings, also where nothing of them was needed; the exit code."""
    try:
        _ = desk.home.settings
    except PbemError as problem:
        note(problem.message)
        return problem.exit_code
    return 0
