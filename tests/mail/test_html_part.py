"""The page beside the text: the same answers, links that are answers, nothing remote, everything escaped."""

from __future__ import annotations

import re
from email.message import EmailMessage
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pbem.cli import main
from pbem.mail.letter import body_text
from pbem.store.roster import load_roster
from tests.desk.mailing import Town
from tests.mail.gallery import gallery
from tests.mail.support import parsed

VOID = {"meta", "img", "br", "wbr"}


class Checker(HTMLParser):
    """Every element is closed in its turn; nothing that could load or run."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[tuple[str, str]] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        values = dict(attrs)
        assert not any(name.startswith("on") for name in values), values
        if tag == "a":
            self.links.append((values["href"] or "", ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["a"]:
            self.links[-1] = self.links[-1][0], self.links[-1][1] + data


def page_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


def checked(html: str) -> Checker:
    checker = Checker()
    checker.feed(html)
    assert checker.open == [] and not checker.seen & {"script", "link", "iframe", "form", "object"}
    assert not re.search(r"https?://|url\(", html)
    return checker


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path)
    town.new_game()
    return town


def test_a_turn_mail_has_a_page_beside_its_text(town: Town) -> None:
    mail = town.last("ania")
    assert mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    checker = checked(page_of(mail))
    text = str(mail.get_content())
    answers = [line.split("  #")[0].strip() for line in text.split("\n") if re.match(r"  \w+: ", line)]
    assert answers and {words for _, words in checker.links} <= set(answers)
    assert answers[0] in {words for _, words in checker.links}


def test_a_link_is_a_mail_with_the_answer(town: Town) -> None:
    """The address carries the token; what is tapped is what is sent."""
    mail = town.last("ania")
    for link, words in checked(page_of(mail)).links:
        parts = urlsplit(link)
        assert parts.scheme == "mailto"
        assert unquote(parts.path) == mail["Reply-To"].addresses[0].addr_spec
        assert parse_qs(parts.query)["body"] == [words]


def test_a_tapped_answer_counts(town: Town) -> None:
    mail = town.last("ania")
    link, words = checked(page_of(mail)).links[0]
    to, subject = unquote(urlsplit(link).path), parse_qs(urlsplit(link).query)["subject"][0]
    raw = town.answer(mail, words, quote=False, To=to, Subject=subject, In_Reply_To="")
    town.deliver(raw)
    assert town.answered("ania").startswith("COUNTED")


def test_whoever_wants_text_gets_text(town: Town) -> None:
    town.reply("ania", "format text")
    town.reply("ania", "status")
    assert town.last("ania").get_content_type() == "text/plain"
    town.reply("ania", "format both")
    town.reply("ania", "status")
    assert town.last("ania").get_content_type() == "multipart/alternative"


def test_format_and_consent_by_mail_and_on_the_roster(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """`format` and `public` are wishes of a person; both ways change the same line of the roster."""
    monkeypatch.setenv("PBEM_HOME", str(town.home.root))
    assert load_roster(town.home).need("Ania").format == "both" and not load_roster(town.home).need("Ania").public
    for way in ("mail", "roster"):
        for form, public in (("html", "yes"), ("text", "no")):
            if way == "mail":
                assert town.reply("ania", f"format {form}\npublic {public}").verdict == "COUNTED"
            else:
                assert main(["roster", "Ania", "--format", form, "--public" if public == "yes" else "--private"]) == 0
            person = load_roster(town.home).need("Ania")
            assert (person.format, bool(person.public)) == (form, public == "yes"), way
    assert main(["roster", "Ania", "--format", "pdf"]) in (1, 2)
    assert load_roster(town.home).need("Ania").format == "text"


def test_the_text_is_read_back_from_our_own_copy(town: Town) -> None:
    raw = next(path.read_bytes() for path in (town.home.mail / "out").rglob("*.eml"))
    assert body_text(raw) == parsed(raw).get_content()


def test_words_of_an_owner_are_escaped_paragraphs(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "start.txt").write_text("$head\n$divider\n\nTea <b>&</b> cake\n\n$asked\n\n$answers\n")
    town = Town(tmp_path)
    town.new_game()
    html = page_of(town.last("ania"))
    checked(html)
    assert "<p>Tea &lt;b&gt;&amp;&lt;/b&gt; cake</p>" in html and "Tea <b>&</b> cake" in unescape(html)


def test_an_order_of_many_lines_is_one_link(tmp_path: Path) -> None:
    """Whoever is content with the defaults of an order taps it; the lines can be edited before they are sent."""
    mail = gallery(tmp_path / "home", "ankh-2")["question"]
    link, words = next((link, words) for link, words in checked(page_of(mail)).links if words.startswith("card-"))
    body = parse_qs(urlsplit(link).query)["body"][0].split("\r\n")
    assert len(body) > 4 and body[-1].startswith("trap: ") and not any("#" in line for line in body)
    assert "build: none" in body and "build: none  # obelisk" in words
    text = str(mail.get_content())
    assert all(f"  {line}" in text for line in body)
