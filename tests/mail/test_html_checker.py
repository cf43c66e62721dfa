"""Pages of mails, held against the HTML standard by a parser that forgives nothing."""

from __future__ import annotations

from dataclasses import replace

import html5lib
import pytest
from html5lib.html5parser import ParseError

from pbem.core.titles import Title, get_title
from pbem.mail.composing.compose import parts
from tests.mail.support import context, new_play
from tests.toy.title import TITLE

READ = "  a < b & c\n\n<script>x</script>"
NOTE = {"verdict": "NOT COUNTED", "why": "<b>&", "sections": [["read", READ]], "form": True}
KINDS = {
    "start": {}, "turn": {}, "question": {}, "news": {}, "reminder": {}, "over": {}, "digest": {},
    "message": {"who": "<Ania>", "to": "all", "text": "1 < 2\n  & so on"}, "answer": NOTE,
}  # fmt: skip


@pytest.mark.parametrize("name", ["toy", "tekhenu", "ankh"])
def test_every_page_is_valid(name: str) -> None:
    title: Title = TITLE if name == "toy" else get_title(name)
    play = new_play(("Ania", "Béla"), title=title)
    for kind, note in KINDS.items():
        mail = context(play, play.game.seats[0].seat, kind, note=dict(note))
        mail.reader = replace(mail.reader, format="both")
        mail.picture = b"\x89PNG" if kind == "turn" else b""
        page = parts(mail)[1]
        document = html5lib.HTMLParser(strict=True).parse(page)
        names = {element.tag.rpartition("}")[2] for element in document.iter() if isinstance(element.tag, str)}
        assert {"title", "style", "p"} <= names and not names & {"script", "link", "iframe", "form", "object"}
        assert ("img" in names) == (kind == "turn")


def test_the_parser_forgives_nothing() -> None:
    broken = "<!DOCTYPE html><html><head><title>x</title></head><body><p></b></body></html>"
    with pytest.raises(ParseError):
        html5lib.HTMLParser(strict=True).parse(broken)
