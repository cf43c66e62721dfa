"""Texts in files: key and values, said in any language when they are read; what people and older builds wrote stays."""

from __future__ import annotations

import json

import pytest

from pbem.core.catalogues import words_for
from pbem.core.kept import kept, text_of, told
from pbem.core.words import Capital, Caps, Count, Listed, Name, Say, Small, Text, Verbatim, Who, Word, said

TEXTS = [
    Say("Nothing was changed."),
    Say("{seat} forfeits: the deadline passed", seat="blue"),
    Say("the clock went ahead by {length}: {start} to {end}", length=Count(5, "{n} day", "{n} days"), start=1, end="2"),
    Listed(["blue", Say("everybody")], Say(" and ")),
    Small(Say("Nothing was changed.")),
    Capital(Say("nothing")),
    Verbatim("gold {x}"),
    Name("osiris"),
    Word("blue", 2),
    Caps("blue", 3),
    Who("blue", "blue"),
    Who("blue", None),
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_comes_back_from_a_file_as_it_went(text: Text) -> None:
    """The same in English and in Polish, and kept anew the same."""
    stored = json.loads(json.dumps(kept(text)))
    found = text_of(stored)
    words = words_for(None, "pl")
    assert (str(found), said(found, words)) == (str(text), said(text, words))
    assert kept(found) == stored and type(found) is type(text)


def test_notes_keep_everything_else_as_it_is() -> None:
    note = {"reason": Say("entry {n}", n=4), "n": 4, "lines": ["as written", Say("nothing")], "none": None}
    assert kept(note) == {
        "reason": {"say": "entry {n}", "with": {"n": 4}}, "n": 4, "lines": ["as written", {"say": "nothing"}],
        "none": None,
    }  # fmt: skip


@pytest.mark.parametrize("written", ["the deadline passed: default answers were played", "{n} braces", ""])
def test_prose_of_older_builds_is_shown_as_it_is(written: str) -> None:
    assert text_of(written) == written and not isinstance(text_of(written), Text)
    assert said(text_of(written), words_for(None, "pl")) == written


@pytest.mark.parametrize("odd", [{"say": "{a.b}", "with": {"a": 1}}, {"say": "{n}"}, {"say": "x", "with": 3}, {"?": 1}])
def test_what_no_build_wrote_costs_nobody_a_mail(odd: dict[str, object]) -> None:
    assert text_of(odd)


def test_a_result_is_the_same_whichever_build_wrote_it() -> None:
    new = {"places": [["blue"]], "text": kept(Say("no winner"))}
    assert told(new) == told({"places": [["blue"]], "text": "no winner"}) and told(None) is None
    assert told(new, words_for(None, "pl"))["text"] == "bez zwycięzcy"
