"""Numbers beside nouns: every counted word of every catalogue bends as its language does, for 1, 2, 5, 12 and 22."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from pbem.core.catalogues import words_for
from pbem.mail.words import LANGUAGES, word, words_of
from tests.words import making

TABLE = Path(__file__).parent / "declensions.txt"
FORM_OF = {
    "pl": {1: 0, 2: 1, 5: 2, 12: 2, 22: 1},
    "hu": {1: 0, 2: 0, 5: 0, 12: 0, 22: 0},
}
"""Which form of a row goes with a number, as grammars have it."""
CASES = ("gen", "acc", "ert")
ALONE = frozenset({"nom", "acc"})
GOVERNS = {
    "pl": {
        "za": {"nom", "acc"}, "od": {"gen"}, "z": {"gen", "ins"}, "przy": {"loc"}, "o": {"nom", "acc", "loc"},
        "po": {"each"}, "do": {"gen"}, "przetworzyć": {"gen"},
    },
}  # fmt: skip
"""Cases that a word asks for what is counted behind it. Things that are not alive have one form for nom and acc."""
ASKED = {("pl", "{n} person"): {"gen"}, ("pl", "the next step is the event"): {"nom"}}
"""Keys whose sentence has the word that governs them: `for {n} person`."""
BESIDE = re.compile(r"(?:([^\W\d_]+) )?\{(\w+)\} ([^\W\d_]+)")
NAMES = frozenset({"copy", "side", "seat", "name", "kind", "games", "camel", "mark"})
"""Places in which no number stands."""
NUMBERED = frozenset({"wpis", "Wpis", "odwołanie", "prośba", "części"})
"""What has a number as its name: `wpis 5 gry` is no five games."""
CHOICE = re.compile(r"\{(?!who)(\w+):([^{}]*\|[^{}]*)\}")
WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|-(?=\w))*")
SPOKEN = [(domain, language) for domain in making.domains() for language in domain.languages]
IDS = [f"{domain.name}-{language}" for domain, language in SPOKEN]

NOT_COUNTED = (
    "is was has does needs takes asks says wins fits comes goes leads stands lies moderates observes forfeits holds "
    "costs reaches changes serves picks leaves waits as titles options seats this its faith bread answers reads plays "
    "decides sits carries scores proposes appeals begins unless bases"
)
"""Words with an s that are no plurals, or that stand behind a name; bread and faith are the same for one and many."""
FINDINGS = re.compile(r"^pbem/(archive|store|mail/handover|cli/guide)/|/(invariants|component_check|components)\.py$")
"""Where findings about files, archives, servers, tables are written: figures for operators, `1 entries` in English."""
PLURAL = re.compile(
    r"\{(\w+)\}(?: (?:more|earlier|legal|new|possible|basic|hexadecimal|land|Starting|Battle)| and \{\w+\})* "
    r"([A-Za-z]+s|dice|people)\b"
)
NEVER_ONE = [
    line.partition(": ")[2]
    for line in (Path(__file__).parent / "never_one.txt").read_text(encoding="utf-8").splitlines()
    if line[0] != "#"
]
"""English sentences without a singular, none of which is ever said of one: the beginnings of their keys."""


@cache
def rows(language: str) -> dict[str, set[tuple[str, ...]]]:
    """The table of a language: forms by case."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        head, _, forms = line.partition(": ")
        if head.startswith(f"{language} "):
            found.setdefault(head.split()[1], set()).add(tuple(form.strip() for form in forms.split("|")))
    return found


def cases_of(row: tuple[str, ...], language: str) -> set[str]:
    """The cases in which a word has these forms; one that is told without its number (`the next step`) has fewer."""
    return {case for case, known in rows(language).items() if any(row == one[-len(row) :] for one in known)}


def counted(message: Message) -> list[tuple[str, tuple[str, ...]]]:
    """What a translation counts: the text before the number, and what stands behind it in each form."""
    if isinstance(message.string, tuple):
        parts = [form.partition("{n}") for form in message.string if "{n}" in form]
        return [(parts[0][0], tuple(part[2] for part in parts))] if parts else []
    found = []
    for choice in CHOICE.finditer(message.string or ""):
        before = message.string[: choice.start()].rstrip()
        found.append((before.removesuffix(f"{{{choice[1]}}}"), tuple(choice[2].split("|"))))
    return found


def bent(forms: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The first word of each form, and all further words that differ: what must agree with the number."""
    split = [WORD.findall(re.sub(r"\{[^{}]*\}|`[^`]*`", "", form)) for form in forms]
    places = [tuple(words[at] for words in split) for at in range(min(map(len, split)))]
    return [one for at, one in enumerate(places) if at == 0 or len(set(one)) > 1]


def allowed(message: Message, before: str, language: str) -> frozenset[str]:
    if message.context in CASES:
        return frozenset({message.context, *(("nom",) if message.context == "acc" else ())})
    key = message.id if isinstance(message.id, str) else message.id[0]
    last = (WORD.findall(before) or [""])[-1].lower() if not before.rstrip().endswith((":", "}", ",", ".")) else ""
    return frozenset(ASKED.get((language, key)) or GOVERNS.get(language, {}).get(last, ALONE))


def misbent(messages: Iterable[Message], language: str) -> list[str]:
    """What is counted otherwise than the table has it, or in another case than its sentence asks for."""
    wrong = []
    for message in messages:
        for before, forms in counted(message) if message.id else ():
            for row in bent(forms):
                row = row[:1] if language == "hu" and len(set(row)) == 1 else row
                cases = cases_of(row, language)
                if not cases:
                    wrong.append(f"{message.id}: {' | '.join(row)} is not in {TABLE.name}; put it there if it is right")
                elif not cases & {*allowed(message, before, language), "any"}:
                    wrong.append(f"{message.id}: {' | '.join(row)} is {', '.join(sorted(cases))}")
    return wrong


@pytest.mark.parametrize(("domain", "language"), SPOKEN, ids=IDS)
def test_every_counted_word_is_in_the_table_and_bends_so(domain: making.Domain, language: str) -> None:
    """All that is counted, in the case that its sentence asks for."""
    assert misbent(making.read(domain, language), language) == []


def test_counted_words_of_the_frame_are_in_the_table() -> None:
    messages = [Message(key, text) for key, text in words_of("pl").items()]
    assert misbent(messages, "pl") == [] and sum(bool(counted(one)) for one in messages) > 4


@pytest.mark.parametrize(
    ("forms", "found"),
    [
        (("{n} karta", "{n} karty", "{n} kart"), 0),
        (("{n} karta", "{n} kart", "{n} kart"), 1),
        (("{n} kartę", "{n} karty", "{n} kart"), 0),
        (("{n} pola", "{n} pól", "{n} pól"), 1),
        (("od {n} pola", "od {n} pól", "od {n} pól"), 0),
        (("od {n} pole", "od {n} pola", "od {n} pól"), 1),
        (("{n} tajny dekret", "{n} tajne dekretów", "{n} tajnych dekretów"), 1),
        (("{n} gwóźdź", "{n} gwoździe", "{n} gwoździ"), 1),
    ],
)
def test_a_wrong_form_would_be_found(forms: tuple[str, str, str], found: int) -> None:
    assert len(misbent([Message(("{n} thing", "{n} things"), forms)], "pl")) == found


@pytest.mark.parametrize(("domain", "language"), SPOKEN, ids=IDS)
def test_every_number_finds_its_form(domain: making.Domain, language: str) -> None:
    """With 1, 2, 5, 12 and 22, as readers see it."""
    words = words_for(domain.folder, language)
    assert words is not None
    for message in making.read(domain, language):
        if not message.id or not isinstance(message.string, tuple):
            continue
        case = message.context or ""
        for n, form in FORM_OF[language].items():
            said = words.counted(*message.id, n, case)
            assert said == message.string[form if language == "pl" else n != 1], (message.id, n)
    assert [words.form(n, ("a", "b", "c")) for n in (1, 2, 5, 12, 22)] == (
        ["a", "b", "c", "c", "b"] if language == "pl" else ["a", "b", "b", "b", "b"]
    )


@pytest.mark.parametrize(("domain", "language"), SPOKEN, ids=IDS)
def test_no_noun_stands_behind_a_number_in_one_form_only(domain: making.Domain, language: str) -> None:
    """`{n} kart` is right for 5 and wrong for 2: the sentence chooses (`{n} {n:karta|karty|kart}`), or turns the number
    round (`kart: {n}`). In Hungarian a plural never follows a number."""
    known = [forms for case, forms in rows(language).items() if case != "any"]  # verbs stand behind names, too
    forms = {form for case in known for row in case for form in row if len(set(row)) > 1 or language == "hu"}
    wrong = []
    for message in making.read(domain, language):
        text = message.string if message.id and isinstance(message.string, str) else ""
        for before, place, noun in BESIDE.findall(text):
            if (
                place not in NAMES
                and before not in NUMBERED
                and (noun in forms if language == "pl" else plural(noun, forms))
            ):
                wrong.append(text)
    assert wrong == []


def plural(noun: str, forms: set[str]) -> bool:
    """Whether a Hungarian word is the plural of one in the table: `kártyák` of `kártya`."""
    stem = re.sub(r"[aáeéoö]?k$", "", noun)
    return noun.endswith("k") and noun not in forms and any(form == stem or form[:-1] == stem for form in forms)


def test_a_hungarian_plural_is_known() -> None:
    forms = {"kártya", "pap", "kék"}
    assert plural("kártyák", forms) and plural("papok", forms) and not plural("kék", forms) and not plural("pap", forms)


def single(text: str) -> list[str]:
    """The places of an English sentence that stand before a plural."""
    return [found[0] for found in PLURAL.finditer(text) if found[2].lower() not in NOT_COUNTED.split()]


def english(domain: making.Domain) -> list[str]:
    """The keys of a domain that count nothing by themselves, as its catalogue has them."""
    return [
        str(message.id)
        for message in making.read(domain, "pl")
        if message.id
        and isinstance(message.id, str)
        and not all(FINDINGS.search(at) for at, _ in message.locations or [("", 0)])
    ]


@pytest.mark.parametrize("domain", making.domains(), ids=lambda domain: str(domain.name))
def test_english_counts_too(domain: making.Domain) -> None:
    """A plural behind a number is a `Count`, unless it is never said of one."""
    assert [key for key in english(domain) if single(key) and not key.startswith(tuple(NEVER_ONE))] == []


def test_every_exception_is_one() -> None:
    keys = [key for domain in making.domains() for key in english(domain)]
    assert [key for key in NEVER_ONE if not any(one.startswith(key) for one in keys)] == []


EVEN = {"pl": "jeszcze ", "hu": "még ", "de": "noch ", "fr": "encore "}


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["1 more line", "2 more lines", "5 more lines", "12 more lines", "22 more lines"]),
        ("pl", ["1 wiersz", "2 wiersze", "5 wierszy", "12 wierszy", "22 wiersze"]),
        ("hu", ["1 sor", "2 sor", "5 sor", "12 sor", "22 sor"]),
        ("de", ["1 Zeile", "2 Zeilen", "5 Zeilen", "12 Zeilen", "22 Zeilen"]),
        ("fr", ["1 ligne", "2 lignes", "5 lignes", "12 lignes", "22 lignes"]),
    ],
)  # fmt: skip
def test_the_frame_counts(language: str, forms: list[str]) -> None:
    said = [word(language, "lines-more", n=n) for n in (1, 2, 5, 12, 22)]
    assert [one.strip("()").removeprefix(EVEN.get(language, "")) for one in said] == forms


def test_no_plural_of_the_frame_stands_behind_a_number_in_one_form_only() -> None:
    texts = {key: text for key, text in words_of("en").items() if single(text)}
    assert texts.keys() <= {"away-budget"}, "so many of so many days"
    for language in LANGUAGES:
        sizes = {spec[2].count("|") + 1 for text in words_of(language).values() for spec in CHOICE.finditer(text)}
        assert sizes <= {3 if language == "pl" else 2}
