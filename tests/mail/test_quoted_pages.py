"""Replies that quote our page as mail programs do: what was typed counts, and no link or list in the quote does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.mail.reading import read_message, reply_text
from tests.desk.mailing import Town
from tests.mail.reading.clients import PAGES, letter

INTRO = "On Wed, 1 Jul 2026 at 12:00, pbem &lt;pbem@localhost&gt; wrote:"
HEADERS = (
    "<b>From:</b> pbem &lt;pbem@localhost&gt;<br><b>Sent:</b> Wednesday, 1 July 2026 12:00<br>"
    "<b>To:</b> Ania &lt;ania@example.org&gt;<br><b>Subject:</b> [pbem river #1] the game begins"
)
K9 = (
    '<!DOCTYPE html><html><body><div dir="auto">%t</div><br><br><div class="gmail_quote"><div dir="auto">%a</div>'
    '<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex;">%q</blockquote></div></body></html>'
)
THUNDERBIRD = PAGES["thunderbird"].replace("<pre", "<div").replace("</pre", "</div")
CLIENTS = {
    "gmail": (PAGES["gmail"], INTRO), "outlook": (PAGES["outlook"], HEADERS),
    "outlook web": (PAGES["outlook web"], HEADERS), "outlook phone": (PAGES["outlook phone"], HEADERS),
    "apple": (PAGES["apple"], INTRO), "iphone": (PAGES["iphone"], INTRO), "thunderbird": (THUNDERBIRD, INTRO),
    "k-9": (K9, INTRO),
}  # fmt: skip


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Town:
    town = Town(tmp_path_factory.mktemp("pages"))
    town.new_game()
    return town


def quoting(town: Town, client: str, typed: str, *, style: bool = True) -> str:
    """A page with our own page in it; a program that rewrites HTML takes style, classes and names away."""
    found = town.last("ania", "begins").get_body(("html",))
    assert found is not None
    inner = re.sub(r"(?s).*<body>(.*)</body>.*", r"\1", str(found.get_content()))
    if not style:
        inner = (
            re.sub(r' (?:class|scope|width)="[^"]*"', "", inner).replace("<h2>", "<p><b>").replace("</h2>", "</b></p>")
        )
    page, intro = CLIENTS[client]
    return page.replace("%%", "%").replace("%t", typed).replace("%a", intro).replace("%q", inner)


@pytest.mark.parametrize("style", [True, False], ids=["as sent", "rewritten"])
@pytest.mark.parametrize("client", CLIENTS)
def test_only_what_was_typed_is_read(town: Town, client: str, style: bool) -> None:
    sent = str(town.last("ania", "begins").get_content())
    for known in (sent, None):
        reply = reply_text(read_message(letter(html=quoting(town, client, "bid: 1", style=style))), known)
        assert not reply.uncertain and reply.lines == ["bid: 1"], (client, reply)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_quote_alone_plays_nothing(town: Town, client: str) -> None:
    """Every answer stands in our page, as a link; none of them was typed."""
    sent = str(town.last("ania", "begins").get_content())
    for known in (sent, None):
        reply = reply_text(read_message(letter(html=quoting(town, client, ""))), known)
        assert reply.uncertain or reply.lines == [], (client, reply.lines)


@pytest.mark.parametrize("client", CLIENTS)
def test_the_move_counts_and_no_token_of_the_quote_matters(tmp_path: Path, client: str) -> None:
    town = Town(tmp_path / "home")
    town.new_game()
    html = quoting(town, client, "bid: 1")
    raw = town.answer(town.last("ania", "begins"), "", quote=False, Content_Type="text/html; charset=utf-8")
    assert town.deliver(raw.rstrip() + b"\n\n" + html.encode())[0].verdict == "COUNTED"
    assert "  bid: 1\n" in town.answered("ania")
