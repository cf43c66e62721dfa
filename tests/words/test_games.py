"""Whole games in another language: every mail is in it, fits the page, tells no secrets; its moves are understood."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from html import unescape
from typing import Any

import pytest

from pbem.core.questions import answer_line
from pbem.core.titles import get_title
from pbem.core.words import said
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz, play_game
from pbem.engine.journal import events_for
from pbem.engine.submission.lines import fold
from pbem.mail.composing.compose import compose
from pbem.mail.typed.tongues import Tongue
from pbem.mail.words import words_of
from tests.conformance.exchange import Mailing, Worlds
from tests.words.leftovers import leftovers

COMMON = {
    "en": "the of with and your you is are not from which nothing possible taken build take cards for has have or",
    "pl": "nie się jest są lub albo oraz można przez dla od jego twoje kość karty gracz masz możesz co już",
    "hu": "és nem hogy vagy egy az ezt kell lehet van nincs most kocka kártya játékos minden csak után",
}
"""Words that sentences of a language can hardly do without."""
SHARED = {("en", "hu"): {"is"}}
"""Words of one language that mean something in another one too."""
OURS = re.compile(
    r"`[^`]*`|https?://\S+|<[^>]*>|\S+@\S+|Tekhenu: Obelisk of the Sun|Ankh: Gods of Egypt|\(cards: T03, B07\)"
)
SPOKEN = {"tekhenu": ("pl", "hu"), "ankh": ("pl",)}
SAID = {"xyzzy: 1", "name: words"}
"""What people write in these games, and how an answer is built."""
GAMES = [
    ("tekhenu", 3, False, {}),
    ("tekhenu", 1, True, {}),
    ("tekhenu", 2, False, {"expansion": "seth", "vizier": True}),
    ("ankh", 3, False, {}),
    ("ankh", 2, True, {"expansion": "pharaoh"}),
]
IN_ALL = [
    pytest.param(language, *game, marks=[] if language == SPOKEN[game[0]][number] else [pytest.mark.modes])
    for number, game in zip((0, 1, 0, 0, 0), GAMES, strict=True)
    for language in SPOKEN[game[0]]
]
"""Each game in one language here, in the others by `make test-modes`."""


def foreign(language: str) -> re.Pattern[str]:
    """Finds words of the other languages."""
    found = [
        word for other, words in COMMON.items() if other != language
        for word in words.split() if word not in SHARED.get((other, language), ())
    ]  # fmt: skip
    return re.compile(rf"(?<!\w)(?:{'|'.join(found)})(?!\w)")


def strange(body: str, language: str) -> list[str]:
    """Lines with words of another language."""
    words = foreign(language)
    return [line for line in body.split("\n") if words.search(OURS.sub("", line))]


def untranslated(name: str, language: str) -> set[str]:
    """Chapters of a rules book that its language has not: the contents of the book name them as they are."""
    title = get_title(name)
    books = [title.rulebook(), title.rulebook(language)]
    chapters = [{section for section, _ in book.contents()} if book else set() for book in books]
    return chapters[0] & chapters[1]


class Reading(Mailing):
    """Every mail composed once, its subject and its page read with the text; secrets are looked at elsewhere."""

    format = "both"

    def compare(self, worlds: Worlds, seat: str, kind: str, note: dict[str, Any]) -> None:
        self.seen(kind, compose(worlds.context(seat, kind, note, exchanged=False)))

    def ask(self, worlds: Worlds, wanted: str, seat: str) -> None:
        wanted = "status" if wanted == "pass" and worlds.may_pass(seat) else wanted
        self.seen(wanted.split()[0], worlds.answer(seat, wanted.format(move=worlds.move(seat)), exchanged=False))

    def seen(self, kind: str, raw: bytes) -> None:
        super().seen(kind, raw)
        mail = message_from_bytes(raw, policy=policy.default)
        self.bodies.append(str(mail["Subject"]).partition("] ")[2])
        page = mail.get_body(("html",))  # type: ignore[attr-defined]
        if page is not None:
            self.counted["page"] += 1
            self.bodies.append(shown(page.get_content()))


def shown(page: str) -> str:
    """What a page says: its texts, and what is said of things that are not text."""
    page = re.sub(r"<(style|head)\b.*?</\1>", "", page, flags=re.S)
    aloud = re.findall(r'(?:alt|title|aria-label)="([^"]*)"', page)
    return unescape("\n".join([*re.sub(r"<code>.*?</code>|<[^>]*>", "\n", page, flags=re.S).split("\n"), *aloud]))


@pytest.mark.parametrize(("language", "name", "players", "plain", "options"), IN_ALL)
def test_every_mail_of_a_game_is_in_its_readers_language(
    language: str, name: str, players: int, plain: bool, options: dict[str, Any]
) -> None:
    mailing = Reading(every=4, plain=plain, language=language)
    play_game(get_title(name), players, f"in {language}", ahead=True, checks=NO_CHECKS, watch=mailing, options=options)
    mailing.over()
    assert mailing.longest <= 78 and mailing.tallest < 240
    english = untranslated(name, language)
    found = [
        line
        for body in mailing.bodies
        for line in strange(body, language) + leftovers(body, name, language)
        if line not in english and line.strip() not in SAID
    ]
    assert list(dict.fromkeys(found)) == []
    assert len(mailing.bodies) > 90 and mailing.counted["page"] > 15


@pytest.mark.parametrize(("language", "name", "players", "plain", "options"), IN_ALL)
def test_every_line_of_the_log_is_a_sentence(
    language: str, name: str, players: int, plain: bool, options: dict[str, Any]
) -> None:
    """It begins with a capital letter and ends as a sentence does, for whoever acted and for everybody else."""
    title = get_title(name)
    words = title.words(language)
    report = play_game(title, players, f"told in {language}", checks=NO_CHECKS, options=options)
    seats = sorted({entry.seat for entry in report.entries if entry.seat})
    lines = {
        said(title.line(event, reader), words)
        for reader in (None, *seats)
        for entry in report.entries
        for event in events_for(entry, reader)
    } - {""}
    wrong = [line for line in sorted(lines) if line[0].islower() or line[-1] not in ".!" or "  " in line]
    assert wrong == [] and len(lines) > 100


@pytest.mark.parametrize("name", list(SPOKEN))
def test_every_answer_that_is_shown_is_understood(name: str) -> None:
    """As it is shown, and without accents, in each language and with every expansion; both mean the canonical answer,
    and so no other answer of the question."""
    title = get_title(name)
    seen: set[str] = set()

    def watch(fuzz: Fuzz) -> None:
        for seat, question in fuzz.play_of.run.questions().items():
            for asked in [question, *(title.menu(fuzz.play_of.table, seat) if fuzz.report.stops % 8 == 0 else ())]:
                for key in list(asked.options)[:60]:
                    seen.add(answer_line(asked, [key]))
                seen.add(f"{asked.name}: {', '.join(list(asked.options)[:4])}, any")

    for seed in ("typed", "typed again"):
        for game, players, _, options in GAMES:
            if game == name:
                play_game(title, players, seed, checks=NO_CHECKS, watch=watch, options=options)
    assert len(seen) > 350
    for language in SPOKEN[name]:
        words = title.words(language)
        assert words is not None
        tongue = Tongue(words)
        for line in seen:
            shown = words.word(line)
            assert fold(tongue.canonical(shown)) == fold(line), shown
            assert fold(tongue.canonical(fold(shown))) == fold(line), shown


@pytest.mark.parametrize(
    ("name", "language", "told"),
    [
        ("tekhenu", "pl", 0),
        ("tekhenu", "hu", 0),
        ("tekhenu", "de", 1),
        ("tekhenu", "fr", 1),
        ("ankh", "hu", 1),
        ("ankh", "de", 1),
        ("ankh", "fr", 1),
    ],
)
def test_that_a_title_speaks_english_is_said_once(name: str, language: str, told: int) -> None:
    """To each reader of a language it does not speak, in the first mail."""
    mailing = Mailing(every=1, language=language)
    stops = 0

    def watch(fuzz: Fuzz) -> None:
        nonlocal stops
        stops += 1
        if stops <= 3:
            mailing(fuzz)

    play_game(get_title(name), 2, "english", checks=NO_CHECKS, watch=watch)
    told_so = words_of(language)["title-english"].split("{title}")[-1][:30]
    firsts = mailing.counted["start"]
    assert firsts and sum(told_so in " ".join(body.split()) for body in mailing.bodies) == told * firsts
