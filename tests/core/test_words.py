"""Texts that know their key are English by themselves, and another language where a catalogue is given."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

import pytest

from pbem.core.rendering.columns import Cell, Laid
from pbem.core.words import (
    Capital,
    Caps,
    Count,
    Listed,
    Name,
    Noun,
    Say,
    Text,
    Things,
    Verbatim,
    Who,
    said,
)  # fmt: skip


class Polish:
    """A small catalogue with Polish plurals."""

    phrases = {
        "{seat} takes {cards}": "{seat} bierze: {cards}",
        "blue": "niebieski",
        "{n} card": ["{n} karta", "{n} karty", "{n} kart"],
        " and ": " i ",
    }

    cased = {("blue", "gen"): "niebieskiego", ("{n} card", "gen"): ["{n} karty", "{n} kart", "{n} kart"]}

    def message(self, key: str, case: str = "", /) -> str:
        return str(self.cased.get((key, case)) or self.phrases.get(key, key))

    def counted(self, one: str, many: str, n: int, case: str = "", /) -> str:
        forms = self.cased.get((one, case)) or self.phrases.get(one)
        return one if forms is None else self.form(n, forms)

    def word(self, text: str, case: str = "", /) -> str:
        return self.message(text, case)

    def form(self, n: int, forms: Sequence[str], /) -> str:
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return forms[0 if n == 1 else 1 if few else 2]


def test_a_text_is_english_by_itself() -> None:
    text = Say("{seat} takes {cards}", seat=Say("blue"), cards=Count(2, "{n} card", "{n} cards"))
    assert text == "blue takes 2 cards"
    assert text + "." == "blue takes 2 cards."


def test_a_catalogue_says_it_with_its_own_plurals() -> None:
    for n, wanted in ((1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (12, "12 kart"), (22, "22 karty")):
        text = Say("{seat} takes {cards}", seat=Say("blue"), cards=Count(n, "{n} card", "{n} cards"))
        assert said(text, Polish()) == f"niebieski bierze: {wanted}"


def test_lists_are_said_thing_by_thing() -> None:
    assert said(Listed([Say("blue"), "T03"], Say(" and ")), Polish()) == "niebieski i T03"


def test_a_conjunction_stands_before_the_last_thing_only() -> None:
    three = Listed([Say("blue"), "B2", "C3"], Say(" and "))
    assert three == "blue, B2 and C3" and said(three, Polish()) == "niebieski, B2 i C3"
    assert Listed(["A", "B"], Say(" and ")) == "A and B" and Listed(["A", "B", "C"], Say(" on ")) == "A on B on C"
    assert Listed(["1 gold, 2 bread", "B", "C"], Say(" or ")) == "1 gold, 2 bread or B or C"


def test_what_has_no_key_stays() -> None:
    assert said("Ania", Polish()) == "Ania"
    assert said(Say("unknown {n}", n=3), Polish()) == "unknown 3"
    assert said(Say("x"), None) == "x"


def say(text: str, translation: str) -> str:
    """A text in a Polish that says it like this."""

    class This(Polish):
        phrases = {**Polish.phrases, text.key: translation} if isinstance(text, Say) else Polish.phrases

    return said(text, This())


def test_a_plain_value_is_an_id_and_gets_its_word() -> None:
    assert say(Say("{seat} is first", seat="blue"), "Pierwszy: {seat}") == "Pierwszy: niebieski"
    assert say(Say("{name} is first", name=Verbatim("blue")), "Pierwszy: {name}") == "Pierwszy: blue"


def test_a_translation_may_ask_for_a_case() -> None:
    assert say(Say("for {seat}", seat="blue"), "dla {seat:gen}") == "dla niebieskiego"
    assert say(Say("for {seat}", seat=Name("blue")), "dla {seat:gen}") == "dla Niebieskiego"
    cards = Count(1, "{n} card", "{n} cards")
    assert say(Say("without {cards}", cards=cards), "bez {cards:gen}") == "bez 1 karty"
    both = Listed([Say("{side} {seat} {n}", side="N", seat="blue", n=2), "blue"])
    assert say(Say("for {both}", both=both), "dla {both:gen}") == "dla N niebieskiego 2, niebieskiego"


def test_a_translation_may_choose_by_a_number_or_by_who_reads() -> None:
    for n, wanted in ((1, "1 karta"), (2, "2 karty"), (5, "5 kart"), (12, "12 kart"), (22, "22 karty")):
        assert say(Say("{n} left", n=n), "{n} {n:karta|karty|kart}") == wanted
    built = "{who} {who:buduje|budujesz}"
    assert say(Say("{who} built", who=Who("blue", "red")), built) == "Niebieski buduje"
    assert say(Say("{who} built", who=Who("blue", "blue")), built) == "You budujesz"
    assert say(Say("{n} VP", n=3), "{n:+d} PZ") == "+3 PZ"
    inside = Say("{who} took {n}", who=Who("blue", "red"), n=2)
    assert say(inside, "{who:bierze {n}|bierzesz {n}}") == "bierze 2"


def test_a_text_remembers_what_it_was_in_each_language() -> None:
    """And is itself where a table that holds it is copied: a copy would take the catalogues along."""
    text = Say("{seat} takes {cards}", seat="blue", cards=Count(2, "{n} card", "{n} cards"))
    one, other = Polish(), Polish()
    other.phrases = {**Polish.phrases, "blue": "modry"}
    for _ in range(2):
        assert said(text, one) == "niebieski bierze: 2 karty" and said(text, other) == "modry bierze: 2 karty"
    assert text.told == {one: said(text, one), other: said(text, other)} and deepcopy([text])[0] is text


def test_amounts_are_counted_nouns() -> None:
    things = Things({"card": 2, "gold": 0, "odd": 1}, {"card": Noun("{n} card", "{n} cards")})
    assert things == "2 cards, 1 odd"
    assert said(things, Polish()) == "2 karty, 1 odd"


def test_texts_put_together_keep_their_keys() -> None:
    text = "(" + Say("blue") + Say(" and ") + "T03"
    assert isinstance(text, Text)
    assert text == "(blue and T03"
    assert said(text, Polish()) == "(niebieski i T03"


@pytest.mark.parametrize(
    ("text", "english", "polish"),
    [
        (Name("blue"), "Blue", "Niebieski"),
        (Caps("blue"), "BLUE", "NIEBIESKI"),
        (Caps("blue", 3), "BLU", "NIE"),
        (Capital(Say("blue")), "Blue", "Niebieski"),
        (Laid([Cell("a", 3), Cell(Say("blue"), 6, "^"), Cell("|", 1)]), "a   blue |", "a  niebie|"),
    ],
)
def test_forms_of_words(text: str, english: str, polish: str) -> None:
    assert text == english
    assert said(text, Polish()) == polish


def test_values_can_be_left_out() -> None:
    def cover(value: object) -> object:
        return value.over(cover) if isinstance(value, Text) else "?" if value == "T03" else value

    text = Say("{who} holds {cards} and {n}", who=Name("blue"), cards=Listed(["T03", Verbatim("T04")]), n=3)
    assert cover(text) == "Blue holds ?, T04 and 3"
    assert cover(Capital(Say("{card}", card="T03"))) == "?"
