"""Sentences of other builds: each is told as this pbem tells it, or in an earlier wording that it keeps (ADR 19)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from pbem.archive import wordings
from pbem.archive.news import told
from pbem.archive.spoken import spoken
from pbem.archive.wordings import any_wording, earlier, fits, plain
from pbem.core.titles import SHIPPED, Title, get_title
from pbem.core.words import COMMA, Capital, Count, Listed, Name, Say
from pbem.engine.gamefile import Entry
from pbem.engine.journal import events_for
from pbem.resources import EARLIER
from tests.words import making

GAMES = Path(__file__).parents[2] / "games"
SENTENCES = Path(__file__).parent / "sentences.txt"
"""Sentences that stored games told, as the first builds worded them that could archive them in that language: game,
entry, which of its sentences, the language, its words. Lines are added, none is ever changed."""


@cache
def journal(game: str) -> list[Entry]:
    return [Entry.model_validate_json(line) for line in (GAMES / f"{game}.journal.jsonl").read_bytes().splitlines()]


def title_of(game: str) -> Title:
    title = get_title(game.partition("-")[0])
    title.book(json.loads((GAMES / f"{game}.json").read_bytes())["rules"].get("modules", []))
    return title


def test_what_was_told_once_is_known() -> None:
    """Whoever rewords a sentence puts its former words into `earlier.json` of its title, under today's key; of
    translations `make words` does it."""
    rows = [line.split("\t") for line in SENTENCES.read_text(encoding="utf-8").splitlines()]
    assert {language: count > 90 for language, count in Counter(row[3] for row in rows).items()} == {
        "en": True, "pl": True, "hu": True
    }  # fmt: skip
    for game, n, at, language, sentence in rows:
        title = any_wording(spoken(title_of(game), language))
        known = told(journal(game)[int(n) - 1], title)[int(at)]
        assert fits(sentence, known), f"{game}, entry {n}: {sentence!r} is told otherwise now; keep it in {EARLIER}"


def shapes(text: str) -> Iterator[str]:
    """The keys that a sentence is made of."""
    if isinstance(text, Say):
        yield text.key
        for value in text.values.values():
            yield from shapes(value)
    elif isinstance(text, Capital):
        yield from shapes(text.text)
    elif isinstance(text, Listed):
        for thing in text.things:
            yield from shapes(thing)
    elif isinstance(text, Count):
        yield text.many


def sample() -> Iterator[str]:
    """One sentence of each shape, for the file: `python -m tests.archive.test_wordings > tests/archive/sentences.txt`,
    once all that is in it is known."""
    found: set[str] = set()
    for path in sorted(GAMES.glob("*.journal.jsonl")):
        game = path.name.partition(".")[0]
        title = title_of(game)
        for entry in journal(game):
            lines = told(entry, title)
            raw = [line for event in events_for(entry, None) if (line := title.line(event, None))]
            for at, line in enumerate(raw if len(raw) == len(lines) else ()):
                if not found.issuperset(new := set(shapes(line))):
                    found |= new
                    yield f"{game}\t{entry.n}\t{at}\ten\t{lines[at]}"


class Toy:
    """A title that says one sentence."""

    def line(self, event: object, reader: object) -> str:
        return Capital(Say("{who} took {n} at {god}", who="blue", n=Count(2, "{n} card", "{n} cards"), god=Name("ra")))


@pytest.mark.parametrize(
    ("sentence", "known"),
    [
        ("Blue took 2 cards at Ra", True), ("Blue takes 2 cards at Ra", True), ("At Ra blue grabs 2 cards", True),
        ("Blue takes 2 tiles at Ra", True), ("Blue took 3 cards at Ra", False), ("Red took 2 cards at Ra", False),
        ("Blue took 2 cards at Ra not", False), ("Blue lost 2 cards at Ra", False), ("", False),
    ],
)  # fmt: skip
def test_a_sentence_in_any_wording(sentence: str, known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parts may be put in every way that is kept, and in no other."""
    kept = {
        "{who} took {n} at {god}": ["{who} takes {n} at {god}", "At {god} {who} grabs {n}"],
        "{n} cards": ["{n} tiles"],
    }
    monkeypatch.setattr(wordings, "earlier", lambda title, language: kept if language == "en" else {})
    line = any_wording(Toy()).line(None, None)  # type: ignore[arg-type]
    assert plain(line).capitalize() == "Blue took 2 cards at ra"
    assert fits(sentence, line) is known


def test_what_had_no_translation_was_english() -> None:
    title = get_title("tekhenu")
    known = any_wording(spoken(title, "pl"))
    entry = next(entry for entry in journal("tekhenu-2-393a0964") if len(told(entry, title)) > 2)
    for english, polish, line in zip(
        told(entry, title), told(entry, spoken(title, "pl")), told(entry, known), strict=True
    ):
        assert fits(english, line) and fits(polish, line)


@pytest.mark.parametrize("name", ["engine", *SHIPPED])
def test_earlier_wordings_are_of_texts_there_are(name: str) -> None:
    """Each stands under a key of today and fills the places that it fills."""
    domain = next(one for one in making.domains() if one.name == name)
    found = [key for _, key in making.keys_of(domain)]
    counted = {one for key in found if isinstance(key, tuple) for one in key}
    keys = {*counted, *(key for key in found if isinstance(key, str))}
    path = domain.folder / EARLIER
    for texts in json.loads(path.read_text(encoding="utf-8")).values() if path.is_file() else ():
        for key, forms in texts.items():
            assert key in keys or key == COMMA, key
            assert all(places(form) <= places(key) for form in forms), key
            assert key not in counted or not any("{n:" in form for form in forms), "a Count has nothing to choose by"
    assert name != "tekhenu" or "put the Vizier on {area}" in earlier(get_title(name), "en")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name} | {"who"}


if __name__ == "__main__":
    print("\n".join(sample()))
