"""Texts that know their key are English by themselves, and another language where a catalogue is given."""

from __future__ import annotations

from pbem.core.words import Count, Listed, Say, said


class Polish:
    """A small catalogue with Polish plurals."""

    phrases = {
        "{seat} takes {cards}": "{seat} bierze: {cards}",
        "blue": "niebieski",
        "{n} card": ["{n} karta", "{n} karty", "{n} kart"],
        " and ": " i ",
    }

    def gettext(self, message: str, /) -> str:
        return str(self.phrases.get(message, message))

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        if n == 1:
            return self.phrases[one][0]
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return self.phrases[one][1 if few else 2]


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


def test_what_has_no_key_stays() -> None:
    assert said("Ania", Polish()) == "Ania"
    assert said(Say("unknown {n}", n=3), Polish()) == "unknown 3"
    assert said(Say("x"), None) == "x"
