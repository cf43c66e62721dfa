"""A text in its writer's own language: what it asks for is put into the words of the rules, what is quoted stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pbem.mail.typed.commands import Script, parse
from pbem.mail.typed.tongues import canonical

if TYPE_CHECKING:
    from pbem.core.catalogues import Words
    from pbem.mail.typed.commands import Vocabulary


def read_script(text: str, words: Words | None, vocabulary: Vocabulary, talk: bool = True) -> Script:
    """Read a text. Quote lines that were not read, or nearly, as they were written: a greeting may look like a word of
    the rules (`Cześć!`, and `część` is a section)."""
    turned = canonical(text, words)
    script = parse(turned, vocabulary, talk=talk)
    if turned != text:
        written = dict(zip(_pieces(turned), _pieces(text), strict=False))
        script.unread = [written.get(line, line) for line in script.unread]
        script.nearly = [replace(near, text=written.get(near.text, near.text)) for near in script.nearly]
    return script


def _pieces(text: str) -> list[str]:
    """List the lines and the parts of lines that are read one by one."""
    rows = text.split("\n")
    return [piece.strip() for row in rows for piece in (row, *row.partition("#")[0].split(";"))]
