"""Replies that quote our page as mail programs do: what was typed counts, and no link or list in the quote does."""

from __future__ import annotations

import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.desk.post.comparison import page_lines
from pbem.engine.computers.computer import turn_text
from pbem.mail.reading import read_message, reply_text
from tests.desk.mailing import Town
from tests.mail.gallery import gallery
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
    return quoted(town.last("ania", "begins"), client, typed, style=style)


def quoted(mail: EmailMessage, client: str, typed: str, *, style: bool = True) -> str:
    """A page with our own page in it; a program that rewrites HTML takes style, classes and names away."""
    found = mail.get_body(("html",))
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


@pytest.fixture(scope="module", params=["tekhenu-2", "ankh-2"])
def forms(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[EmailMessage]:
    """Order forms as they are: tables, an order of many lines as one link, digests that may be broken."""
    mails = gallery(tmp_path_factory.mktemp("forms") / "home", request.param)
    return [mail for kind, mail in mails.items() if kind in ("start", "turn", "question", "reminder")]


@pytest.mark.parametrize("client", CLIENTS)
def test_whole_forms_are_quoted_safely(forms: list[EmailMessage], client: str) -> None:
    for mail in forms:
        sent, shown = str(mail.get_content()), page_lines(mail.as_bytes())
        assert shown
        for known, style in ((sent, True), (sent, False), (None, True)):
            page = quoted(mail, client, "die: ra black 5", style=style)
            reply = reply_text(read_message(letter(html=page)), known, shown)
            assert not reply.uncertain and reply.lines == ["die: ra black 5"], (client, mail["Subject"], reply)
            empty = reply_text(read_message(letter(html=quoted(mail, client, "", style=style))), known, shown)
            assert empty.uncertain or empty.lines == [], (client, mail["Subject"], empty.lines)


@pytest.mark.parametrize("client", ["outlook", "gmail"])
def test_a_reply_that_quotes_a_whole_form_counts(tmp_path: Path, client: str) -> None:
    """Outlook marks no line of a quote: our page says what is ours, where the text says it in other words."""
    town = Town(tmp_path / "home")
    town.new_game(("Ania <ania@example.org>", "Béla <bela@example.org>"), "karnak", "tekhenu")
    form = town.last("ania", "begins")
    html = quoted(form, client, "keep: D99<br>status")
    raw = town.answer(form, "", quote=False, Content_Type="text/html; charset=utf-8")
    handled = town.deliver(raw.rstrip() + b"\n\n" + html.encode())[0]
    assert handled.verdict == "NOT COUNTED" and 'Line 1: "keep: D99"' in town.answered("ania")
    with town.desk.game("karnak") as session:
        seat = next(info.seat for info in session.game.seats if info.player == "Ania")
        move = turn_text(session.play, seat, session.title.prefer)
    raw = town.answer(form, "", quote=False, Content_Type="text/html; charset=utf-8")
    page = quoted(form, client, move.replace("; ", "<br>"))
    assert town.deliver(raw.rstrip() + b"\n\n" + page.encode())[0].verdict == "COUNTED"
