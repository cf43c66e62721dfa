"""Questions list every legal answer, and the list is the judge."""

from __future__ import annotations

import pytest

from pbem.core.questions import Amount, Pick, Question, Sifted, answer_line

TWO = Pick("q", "?", ["a", "b", "c"], low=1, high=2)
ANY = Pick("q", "?", ["a", "b"], low=0, high=2)
FIVE = Amount("n", "?", 3, 5)


@pytest.mark.parametrize(
    ("question", "keys", "legal"),
    [
        (TWO, ["a"], True),
        (TWO, ["c", "a"], True),
        (TWO, [], False),
        (TWO, ["a", "b", "c"], False),
        (TWO, ["a", "a"], False),
        (TWO, ["d"], False),
        (TWO, ["A"], False),
        (ANY, [], True),
        (ANY, ["b", "a"], True),
        (FIVE, ["3"], True),
        (FIVE, ["5"], True),
        (FIVE, ["2"], False),
        (FIVE, ["6"], False),
        (FIVE, ["04"], False),
        (FIVE, ["+4"], False),
        (FIVE, ["4 "], False),
        (FIVE, ["٤"], False),
        (FIVE, ["²"], False),
        (FIVE, [""], False),
        (FIVE, ["4", "4"], False),
        (FIVE, [], False),
    ],
)
def test_allows(question: Question, keys: list[str], legal: bool) -> None:
    assert question.allows(keys) is legal


@pytest.mark.parametrize(
    ("question", "forced"),
    [
        (Pick("q", "?", ["a"]), ["a"]),
        (Pick("q", "?", ["a", "b"], low=2, high=2), ["a", "b"]),
        (Pick("q", "?", ["a"], low=0), None),
        (Pick("q", "?", ["a", "b"]), None),
        (Pick("q", "?", [], low=0), []),
        (Pick("q", "?", [], low=0, default=[]), None),
        (Pick("q", "?", []), None),
        (Amount("n", "?", 2, 2), ["2"]),
        (Amount("n", "?", 2, 3), None),
        (Amount("n", "?", 3, 2), None),
    ],
)
def test_a_question_with_one_answer_answers_itself(question: Question, forced: list[str] | None) -> None:
    assert question.forced == forced


@pytest.mark.parametrize(
    ("question", "harmless"),
    [
        (TWO, ["a"]),
        (ANY, []),
        (Pick("q", "?", ["a", "b"], default=["b"]), ["b"]),
        (FIVE, ["3"]),
        (Amount("n", "?", 0, 9, default=["4"]), ["4"]),
    ],
)
def test_what_the_clock_plays_is_legal(question: Question, harmless: list[str]) -> None:
    assert question.harmless() == harmless
    assert question.allows(harmless)


def test_defaults_are_handed_out_as_copies() -> None:
    question = Pick("q", "?", ["a", "b"], default=["b"])
    question.harmless().append("a")
    assert question.default == ["b"]


def test_texts_are_made_when_read() -> None:
    """Nobody pays for words that are not read."""
    read: list[str] = []

    def text(key: str) -> str:
        read.append(key)
        return key.upper()

    question = Pick("q", "?", ["a", "b"], text=text)
    assert question.allows(["a"]) and question.forced is None and read == []
    assert question.describe("a") == "A" and read == ["a"]
    assert TWO.describe("a") == "a"


def test_an_amount_lists_its_numbers() -> None:
    assert list(FIVE.options) == ["3", "4", "5"]
    assert (FIVE.low, FIVE.high) == (1, 1)


@pytest.mark.parametrize(
    ("question", "keys", "line"),
    [(TWO, ["a"], "q: a"), (TWO, ["c", "a"], "q: c, a"), (ANY, [], "q: none"), (FIVE, ["4"], "n: 4")],
)
def test_canonical_form(question: Question, keys: list[str], line: str) -> None:
    assert answer_line(question, keys) == line


def test_options_are_judged_when_somebody_asks_for_them() -> None:
    """A replay names one and pays for one; who reads the list pays for all, and for each once."""
    judged: list[str] = []

    def judge(key: str, verdict: bool) -> bool:
        judged.append(key)
        return verdict

    options = Sifted({"a": None, "b": lambda: judge("b", False), "c": lambda: judge("c", True), "d": None})
    question = Pick("q", "?", options)
    assert question.allows(["c"]) and not question.allows(["e"]) and judged == ["c"]
    assert options.reaches(1) and judged == ["c"]
    assert question.forced is None and judged == ["c", "b"]
    assert list(options) == ["a", "c", "d"] == options and options[1] == "c" and len(options) == 3
    assert not options.reaches(4) and judged == ["c", "b"]


def test_the_only_sifted_option_is_forced() -> None:
    assert Pick("q", "?", Sifted({"a": lambda: False, "b": None})).forced == ["b"]
    assert Pick("q", "?", Sifted({"a": lambda: False})).forced is None
