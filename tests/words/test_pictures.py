"""Pictures and reading pages in another language: every label, every title of a part, every word of the frame."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.archive.build import archive_bytes
from pbem.archive.container import read_zip
from pbem.archive.frame import PAGE as FRAME
from pbem.archive.models import NEWS, PAGE, PRESS, RECORD, REPORT
from pbem.archive.page import _typed, raw_data
from pbem.archive.spoken import spoken, told_in
from pbem.archive.wordings import any_wording, fits
from pbem.core.titles import get_title
from pbem.core.words import said
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz, play_game
from tests.archive.games import finished
from tests.panels import too_wide
from tests.words.leftovers import leftovers
from tests.words.test_games import IN_ALL, strange

TEMPLATE = Path(__file__).parents[2] / "templates" / "page.html"
SCRIPTED = re.compile(r'\bsay\("((?:[^"\\]|\\.)*)"')


def labels(picture: str) -> list[str]:
    """Everything that a picture says."""
    return [text for part in ElementTree.fromstring(picture).iter() if (text := (part.text or "").strip())]


@pytest.mark.parametrize(("language", "name", "players", "plain", "options"), IN_ALL)
def test_every_label_of_a_picture_is_in_its_language(
    language: str, name: str, players: int, plain: bool, options: dict[str, Any]
) -> None:
    title = get_title(name)
    words = title.words(language)
    said: dict[str, None] = {}
    english: dict[str, None] = {}
    sliced: dict[str, None] = {}

    def watch(fuzz: Fuzz) -> None:
        if fuzz.report.stops % 6 == 0:
            view, data = title.view(fuzz.play_of.table, None), fuzz.play_of.data
            picture = title.picture(view, data, words)
            said.update(dict.fromkeys(labels(picture)))
            sliced.update(dict.fromkeys(too_wide(picture)))
            english.update(dict.fromkeys(labels(title.picture(view, data))))

    play_game(title, players, f"drawn in {language}", checks=NO_CHECKS, watch=watch, options=options)
    found = [text for text in said if strange(text, language) or leftovers(text, name, language)]
    assert found == [] and list(sliced) == [] and len(said) > 100 and len(set(said) & set(english)) < len(said)


def test_the_page_says_nothing_that_has_no_key() -> None:
    """What the script says goes through `say`, and every text of it, of the frame and of its labels is a key."""
    page = TEMPLATE.read_text(encoding="utf-8")
    keys = {one.key for one in FRAME}
    shown, script = page.split("<body>")[1].split('<script type="application/json"')
    scripted = {text for text in SCRIPTED.findall(script) if text != "by "}
    assert scripted <= keys and len(scripted) >= 20
    shown = re.sub(r"<noscript>.*?</noscript>", "", shown)
    texts = [text for text in re.findall(r">([^<>]+)<", shown) if re.search(r"[a-z]{2}", text) and "%%" not in text]
    texts += re.findall(r'aria-label="([^"]+)"', shown)
    assert {text.strip("\n") for text in texts} - keys == set()


@pytest.mark.parametrize(("name", "players", "language"), [
    ("tekhenu", 2, "pl"), pytest.param("tekhenu", 2, "hu", marks=pytest.mark.modes),
    pytest.param("ankh", 2, "pl", marks=pytest.mark.modes),
])  # fmt: skip
def test_every_text_of_an_archive_is_in_its_language(name: str, players: int, language: str) -> None:
    """The page with its frame, its boards, its cards and its plots; news, press, report, comments of the record."""
    game = finished(name, players)
    members = read_zip(archive_bytes(game.game, game.entries, game.tables, "full", language=language))
    data = json.loads(raw_data(members[PAGE].decode()))
    said = data["said"]
    texts = [line for row in data["entries"] for line in row["lines"]]
    texts += [said.get(line, line) for row in data["entries"] for line in (*row["answers"], *row.get("sealed", ()))]
    texts += [name for row in data["entries"] for name in row["series"]]
    texts += [said.get(info["seat"], info["seat"]) for info in data["seats"] if info["role"] == "player"]
    texts += [re.sub(r"\{\w+\}", "", said.get(one.key, "no word of it")) for one in FRAME if one.key not in SAME]
    texts += [members[one].decode() for one in (NEWS, PRESS)]
    texts += [line for line in members[RECORD].decode().split("\n") if line.strip().startswith("{")]
    texts += [line for line in members[REPORT].decode().split("\n") if not re.search(r"[0-9a-f]{64}|\{", line)]
    texts += [line for line in data["words"] if "<" not in line]
    found = [
        line for text in dict.fromkeys(texts) for line in strange(text, language) + leftovers(text, name, language)
    ]
    assert found == [] and len(texts) > 500
    assert f'<html lang="{language}">' in members[PAGE].decode()
    untold = [ident for ident, text in data["rules"].items() if strange(text.split("\n")[0], language)]
    assert len(data["rules"]) > 200 and [ident for ident in untold if language == "pl" or ident[:2] == "T-"] == []


def test_an_answer_agrees_with_its_question() -> None:
    """The page tells answers as they are typed, `kość: Bastet niebieska 4`; archives of builds that did not stay
    proved."""
    title = get_title("tekhenu")
    answer = _typed("die", ["bastet blue 4"])
    assert said(answer, title.words("pl")) == "kość: Bastet niebieska 4" and answer == "die: bastet blue 4"
    known = said(answer, told_in(any_wording(spoken(title, "pl"))))
    assert fits("kość: Bastet niebieska 4", known) and fits("kość: Bastet niebieski 4", known)
    assert not fits("kość: Bastet czerwona 4", known)


SAME = frozenset({"patch"})
"""Words that are the same in some language."""
