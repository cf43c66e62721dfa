"""The catalogues: compiled as written, whole, with the places and plurals of their language, and unambiguous."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from pbem.core.catalogues import Words
from pbem.core.kept import text_of
from pbem.core.questions import Pick
from pbem.core.titles import get_title
from pbem.core.words import Who, said
from pbem.engine.submission.lines import fold
from pbem.mail.typed.commands import Vocabulary
from pbem.mail.typed.own_words import read_script
from pbem.mail.typed.tongues import Tongue, typed
from pbem.titles.tekhenu.board import NOUNS
from pbem.titles.tekhenu.board import words as amounts
from pbem.titles.tekhenu.show.glossary import phrases
from tests.words import making
from tests.words.earlier import committed, keep, kept_in
from tests.words.test_games import strange

DOMAINS = {domain.name: domain for domain in making.domains()}
SPOKEN = [(domain.name, language) for domain in DOMAINS.values() for language in domain.languages]
WHOLE = {("tekhenu", "pl"): ["solo"], ("tekhenu", "hu"): ["solo"]}
"""Catalogues in which nothing is missing of the base game and of these modules."""
NUMBERS = (1, 2, 5, 12, 22)


def messages(name: str, language: str) -> Iterator[Message]:
    catalogue: Catalog = making.read(DOMAINS[name], language)
    return (message for message in catalogue if message.id and making.translated(message))


def words_of(name: str, language: str) -> Words:
    found = get_title(name).words(language)
    assert found is not None
    return found


def pairs(message: Message) -> list[tuple[str, str]]:
    """The English and the translated forms of a message."""
    if isinstance(message.id, str):
        return [(message.id, message.string)]
    return [(message.id[-1], form) for form in message.string]


def fields(text: str) -> Iterator[tuple[str, str]]:
    """Names of places with what stands behind their colons, those inside a place among them."""
    for _, name, spec, _ in Formatter().parse(text):
        if name is not None:
            yield name, spec or ""
            yield from fields(spec or "")


@pytest.mark.parametrize("name", [name for name, language in SPOKEN if language == "pl"])
def test_what_somebody_did_reads_well_of_the_reader_too(name: str) -> None:
    """English lines stand behind a name or behind `You`: what a translation bends by the person (`{who:...}`) begins
    with a verb that does not change, `took` and not `takes`. The bot is never the reader."""
    bent = [english for message in messages(name, "pl") for english, form in pairs(message) if "{who:" in form]
    assert [english for english in bent if re.match(r"\w+s\b", english)] == []


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_what_is_shipped_is_what_is_written(name: str, language: str) -> None:
    """`make words` writes both files; whoever changes one by hand runs it."""
    domain = DOMAINS[name]
    assert domain.file(language).with_suffix(".mo").read_bytes() == making.compiled(making.read(domain, language))


@pytest.mark.parametrize(("name", "language"), list(WHOLE))
def test_nothing_is_missing(name: str, language: str) -> None:
    """Of the code, the texts of cards and tiles, and the names of questions that belong to the modules named above."""
    title, modules = get_title(name), WHOLE[name, language]
    apart = [f"pbem/titles/{name}/{module}/" for module in title.modules_at if module not in modules]
    wanted = {
        key
        for key, places in making.keys_of(DOMAINS[name]).items()
        if any(not at.startswith(tuple(apart)) for at, _ in places)
    }
    wanted |= {(None, text) for text in phrases(title.components(modules))}
    wanted |= {(making.WORD, question) for question in title.book(modules).questions}
    known = {(message.context, message.id) for message in messages(name, language)}
    assert sorted(str(key[1]) for key in wanted - known) == []


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_next_to_nothing_is_missing(name: str, language: str) -> None:
    """With all expansions. Whoever adds a text need not know the language; `make words` counts what is missing."""
    keys = making.keys_of(DOMAINS[name])
    assert len(making.missing(making.merged(DOMAINS[name], language, keys))) < len(keys) / 10


@pytest.mark.parametrize("name", DOMAINS)
def test_texts_inside_other_texts_are_found(name: str) -> None:
    """`Say("{cards}", cards=Listed([Count(n, ...)]))`: what extracts texts overlooks some that stand deep in a call."""
    known = {message.id for message in making.read(DOMAINS[name], "pl")}
    lost = [
        key
        for path in (path for source in DOMAINS[name].sources for path in source.rglob("*.py"))
        for key in spelled(ast.parse(path.read_text(encoding="utf-8")))
        if making.speaks(key) and key not in known
    ]
    assert lost == []


def spelled(tree: ast.Module) -> Iterator[str | tuple[str, str]]:
    """Keys that stand in the source as they are."""
    for node in ast.walk(tree):
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if isinstance(node, ast.Call) and name in making.KEYWORDS:
            places = making.KEYWORDS[name] or (1,)
            args = [node.args[at - 1] for at in places if at <= len(node.args)]
            texts = [arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if len(texts) == len(places):
                yield texts[0] if len(texts) == 1 else (texts[0], texts[1])


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_places_keep_their_names(name: str, language: str) -> None:
    """A translation uses values that its sentence has; the subject of a log line is there for all of them."""
    for message in messages(name, language):
        for english, other in pairs(message):
            assert {place for place, _ in fields(other)} <= {place for place, _ in fields(english)} | {"who"}, english


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_every_sentence_can_be_said_with_any_number(name: str, language: str) -> None:
    """Each key with sample values; what chooses by a number has as many forms as the language."""
    found = get_title("tekhenu").words(language) if name == "engine" else words_of(name, language)
    count = making.PLURALS[language][0]
    for message in messages(name, language):
        for english, other in pairs(message):
            chosen = [spec for place, spec in fields(other) if "|" in spec and place != "who"]
            assert all(spec.count("|") + 1 == count for spec in chosen), english
            for n in NUMBERS:
                values: dict[str, Any] = {place: n for place, _ in fields(english)}
                text = sample(english, {**values, "who": Who("red", "blue")}, found)
                assert text.strip() and "{" not in text, english


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_no_translation_holds_a_sentence_of_another_language(name: str, language: str) -> None:
    """Without its places; nor is a whole sentence its own translation."""
    for message in messages(name, language):
        for english, other in pairs(message):
            bare = re.sub(r"\{[^{}]*\}", " ", re.sub(r"\{[^{}]*\}", " ", other))
            assert strange(bare, language) == [], english
            longer = len(re.sub(r"\{[^{}]*\}|[^\w\s]", " ", english).split()) > 2
            assert other != english or not longer, english


def sample(key: str, values: dict[str, Any], words: Words | None) -> str:
    from pbem.core.words import Say

    return said(Say(key, **values), words)


@pytest.mark.parametrize(
    ("language", "what", "forms"),
    [
        ("pl", "papyrus", ["1 papirus", "2 papirusy", "5 papirusów", "12 papirusów", "22 papirusy"]),
        ("pl", "bread", ["1 chleb", "2 chleby", "5 chlebów", "12 chlebów", "22 chleby"]),
        ("pl", "scribe", ["1 skryba", "2 skrybów", "5 skrybów", "12 skrybów", "22 skrybów"]),
        ("pl", "gold", ["1 złoto", "2 złota", "5 złota", "12 złota", "22 złota"]),
        ("hu", "papyrus", ["1 papirusz", "2 papirusz", "5 papirusz", "12 papirusz", "22 papirusz"]),
        ("hu", "limestone", ["1 mészkő", "2 mészkő", "5 mészkő", "12 mészkő", "22 mészkő"]),
    ],
)
def test_counts(language: str, what: str, forms: list[str]) -> None:
    words = words_of("tekhenu", language)
    assert [said(amounts({what: n}), words) for n in NUMBERS] == forms


@pytest.mark.parametrize(
    ("language", "case", "forms"),
    [
        ("pl", "gen", ["1 papirusu", "2 papirusów", "5 papirusów", "12 papirusów", "22 papirusów"]),
        ("pl", "acc", ["1 skrybę", "2 skrybów", "5 skrybów", "12 skrybów", "22 skrybów"]),
        ("hu", "acc", ["1 mészkövet", "2 mészkövet", "5 mészkövet", "12 mészkövet", "22 mészkövet"]),
        ("hu", "ert", ["1 kenyérért", "2 kenyérért", "5 kenyérért", "12 kenyérért", "22 kenyérért"]),
    ],
)
def test_counts_in_cases(language: str, case: str, forms: list[str]) -> None:
    what = {"gen": "papyrus", "ert": "bread"}.get(case, "scribe" if language == "pl" else "limestone")
    words = words_of("tekhenu", language)
    assert [amounts({what: n}).said(words, case) for n in NUMBERS] == forms


@pytest.mark.parametrize(("case", "ending"), [("acc", "t"), ("ert", "ért")])
def test_all_that_is_counted_takes_its_hungarian_ending(case: str, ending: str) -> None:
    words = words_of("tekhenu", "hu")
    plain = [what for what in NOUNS if not amounts({what: 2}).said(words, case).endswith(ending)]
    assert plain == []


@pytest.mark.parametrize(("name", "language"), [pair for pair in SPOKEN if pair[0] != "engine"])
def test_no_word_means_two_things(name: str, language: str) -> None:
    """Each form stands for one id, and none is the English word for another."""
    found = words_of(name, language)
    meant: dict[str, set[str]] = {}
    for ident, forms in found.spellings().items():
        for form in forms if typed(ident) else ():
            meant.setdefault(fold(form), set()).add(fold(ident))
    english = {fold(ident) for ident in get_title(name).vocabulary() if typed(ident)}
    assert {form: ids for form, ids in meant.items() if len(ids) > 1} == {}
    assert {form: ids for form, ids in meant.items() if form in english and ids != {form}} == {}


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("kość: Ozyrys żółta 4", "die: osiris yellow 4"),
        ("KOSC: ozyrys zolta 4 # czysta: Ozyrys", "die: osiris yellow 4 # czysta: Ozyrys"),
        ("- kość: osiris yellow 4; akcja: bóg", "- die: osiris yellow 4; action: god"),
        ("zapłać: 2 granit 1 złoto", "pay: 2 granite 1 gold"),
        ("orders chleb: zostaw-złoto", "orders bread: keep_gold"),
        ("options kość", "options die"),
        ("options after kość: Ozyrys żółta 4; akcja: bóg", "options after die: osiris yellow 4; action: god"),
        ("options after: kość: ozyrys zolta 4", "options after: die: osiris yellow 4"),
        ("orders clear chleb, kosc", "orders clear bread, die"),
        ("Ozyrys żółta 4", "osiris yellow 4"),
        ("Cześć Ania, złoto dla zuchwałych!", "Cześć Ania, złoto dla zuchwałych!"),
        ("moja kość: nie wiem", "moja kość: nie wiem"),
        ("die: osiris yellow 4", "die: osiris yellow 4"),
    ],
)
def test_moves_are_read_in_polish(typed: str, canonical: str) -> None:
    assert Tongue(words_of("tekhenu", "pl")).canonical(typed) == canonical


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("kocka: Ozirisz sárga 4", "die: osiris yellow 4"),
        ("KOCKA: ozirisz sarga 4 # tiszta", "die: osiris yellow 4 # tiszta"),
        ("- kocka: osiris yellow 4; akció: isten", "- die: osiris yellow 4; action: god"),
        ("fizetés: 2 gránitot 1 aranyat", "pay: 2 granite 1 gold"),
        ("fizetes: 2 granit 1 arany", "pay: 2 granite 1 gold"),
        ("szobor: TE", "statue: TE"),
        ("orders kenyér: arany-marad", "orders bread: keep_gold"),
        ("options kocka", "options die"),
        ("Szia Ania, az arany a tiéd!", "Szia Ania, az arany a tiéd!"),
    ],
)
def test_moves_are_read_in_hungarian(typed: str, canonical: str) -> None:
    assert Tongue(words_of("tekhenu", "hu")).canonical(typed) == canonical


def test_what_is_not_read_is_quoted_as_it_was_written() -> None:
    """`Cześć!` looks like `część`, a section of the market, without its accents."""
    words, vocabulary = words_of("tekhenu", "pl"), Vocabulary([Pick("keep", "", ["D14", "D10"])])
    script = read_script("Cześć!\nZatrzymaj D14\nzatrzymaj: D14; cześć", words, vocabulary)
    assert script.unread == ["Cześć!", "cześć"] and script.answers == [(3, "keep: D14")]
    assert [near.text for near in script.nearly] == ["Zatrzymaj D14"]


@pytest.mark.parametrize(
    ("name", "language", "shown", "canonical"),
    [
        ("ankh", "pl", "oferta-1: przebij jeśli stawka>=1 oraz najbogatszy<=4, 5 jeśli nie ma izyda, 0",
         "bid-1: outbid if stake>=1 and enemy_max<=4, 5 if not isis, 0"),
        ("tekhenu", "pl", "wezyr: Horus jeśli A03 oraz nie ma A02, Ra", "vizier: horus if A03 and not A02, ra"),
        ("tekhenu", "hu", "vezír: Hórusz ha A03 és nem A02, Ré", "vizier: horus if A03 and not A02, ra"),
    ],
)  # fmt: skip
def test_conditions_of_an_order_are_in_one_language(name: str, language: str, shown: str, canonical: str) -> None:
    words = words_of(name, language)
    assert fold(words.word(canonical)) == fold(shown)
    assert Tongue(words).canonical(shown) == canonical and Tongue(words).canonical(fold(shown)) == fold(canonical)


def test_the_colour_of_a_die_agrees_with_the_die() -> None:
    words = words_of("tekhenu", "pl")
    assert words.word("die: bastet blue 5") == "kość: Bastet niebieska 5" and words.word("blue") == "niebieski"
    assert words.word("bastet blue 5", "die") == "Bastet niebieska 5"
    assert Tongue(words).canonical("kość: Bastet niebieska 5") == "die: bastet blue 5"


def test_the_colour_of_an_edge_agrees_with_the_edge() -> None:
    """Beside an empty space of the temple, too: such a phrase has no words of its own."""
    found = [
        sample("{side} {colour}", {"side": "north", "colour": "red"}, words_of("tekhenu", one)) for one in ("pl", "hu")
    ]
    assert found == ["północ czerwona", "észak piros"]


def test_what_games_kept_under_a_former_key_is_said() -> None:
    kept = text_of({"say": making.FORMER[0], "with": {"kinds": {"as": "0815"}}})
    assert said(kept, words_of("tekhenu", "pl")) == "obejrzane na osobności: 0815"
    assert not set(making.FORMER) & {key for path in DOMAINS["engine"].sources for key in extracted(path)}


def extracted(source: Path) -> Iterator[str | tuple[str, str]]:
    for path in source.rglob("*.py"):
        yield from spelled(ast.parse(path.read_text(encoding="utf-8")))


def test_sentences_without_words_need_no_translation() -> None:
    assert not making.speaks("{card} ({seat})")
    assert making.speaks("{n} cards") and making.speaks("{who} {text}.")
    assert re.fullmatch(r"[a-z]{2}", SPOKEN[0][1])


def test_every_committed_translation_is_kept(tmp_path: Path) -> None:
    """Even one that `make words` has never seen compiled (ADR 19)."""
    written = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "{who} won"\nmsgstr "%s"\n'
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], cwd=tmp_path, check=True)
    for text in ("{who} wygrał", "{who} wygrywa", "Wygrywa {who}"):
        (tmp_path / "pl.po").write_text(written % text, encoding="utf-8")
        subprocess.run([*git, "add", "pl.po"], cwd=tmp_path, check=True)
        subprocess.run([*git, "commit", "-q", "-m", text], cwd=tmp_path, check=True)
    with (tmp_path / "pl.po").open("rb") as file:
        keep(tmp_path, "pl", tmp_path / "pl.mo", read_po(file, locale="pl"))
    assert kept_in(tmp_path) == {"pl": {"{who} won": ["{who} wygrał", "{who} wygrywa"]}}
    assert committed(tmp_path / "hu.po", "hu") == {}
