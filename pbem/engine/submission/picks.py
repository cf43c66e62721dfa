"""Picks: what the words of a line, or of a ranking on file, choose of a question's options.

A list longer than the question takes is a ranking, and so is one with conditions or with `any`: the first members whose
condition holds and that are possible are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

from pbem.core.errors import NotPossible, NotUnderstood, unchanged
from pbem.core.questions import ANY, NONE, Amount, Question
from pbem.core.words import Count, Listed, Say
from pbem.engine.submission.conditions import (
    IF,
    BadCondition,
    holds,
    is_amount_word,
    read_member,
    split_member,
    standing,
)
from pbem.engine.submission.lines import SHOWN, Line, fold, known_key, match, nearest, possible, refusal


def read_keys(question: Question, line: Line, words: str) -> list[str]:
    """Read what a line picks for a question; whether that is enough of it is for `enough` to say, once all lines are
    read. A list longer than the question takes is a ranking: the first possible ones are used."""
    key = match(question, words)
    if key is not None:
        return [key]
    if words == NONE and question.low == 0:
        return []
    parts = [part.strip() for part in words.split(",") if part.strip()]
    if not parts:
        raise refusal(question, line, words)
    if len(parts) > question.high or ANY in parts or any(IF in part for part in parts):
        return _ranked(question, line, parts)
    keys: list[str] = []
    for part in parts:
        key = match(question, part)
        if key is None:
            raise refusal(question, line, part)
        keys.append(_once(line, key, keys))
    return keys


def _once(line: Line, key: str, keys: list[str]) -> str:
    """Refuse a member that names again what one before it names."""
    if key in keys:
        raise NotUnderstood(
            unchanged(Say('Line {number}: "{shown}" names {key} twice.', **line.said(), key=key)),
            line=line.number, text=line.raw,
        )  # fmt: skip
    return key


def _ranked(question: Question, line: Line, parts: list[str]) -> list[str]:
    """Choose the first members whose condition holds and that are possible. Every member is read first: one that nobody
    can read is refused, whether its time has come or not, and so is a ranking that gives nothing."""
    members = check_members(question, line, parts)
    for at, member in enumerate(members):
        _once(line, member, members[:at])
    keys: list[str] = []
    for word in standing(question, parts):
        if word == NONE and question.low == 0:
            return keys[: question.high]
        key = match(question, word)
        if key is not None:
            keys = _joined(question, keys, [key])
        elif word == ANY:
            keys = _joined(question, keys, question.options)
    if not keys and question.low == 0:
        why = _without_answer(question, line)
        raise NotPossible(unchanged(why), line=line.number, text=line.raw, expected=nearest(question, line.words))
    return keys[: question.high]


def _without_answer(question: Question, line: Line) -> str:
    """Say that a ranking gives nothing although nothing need be picked: its writer says so with `none`."""
    return Say(
        'Line {number}: "{shown}" gives no answer now: no member of it is possible whose condition holds. {possible}',
        **line.said(), possible=possible(question, line.words),
    )  # fmt: skip


def member_key(question: Question, word: str) -> str | None:
    """Return what the word of a ranking's member stands for, now or later; None if nobody can read it."""
    if is_amount_word(question, word):
        return word
    return known_key(question, word) or (NONE if word == NONE and question.low == 0 else None)


def check_members(question: Question, line: Line, parts: Sequence[str]) -> list[str]:
    """Return the members of a ranking as they are kept; refuse a word that the question cannot come to know, and a
    condition that cannot be read."""
    keys: list[str] = []
    for part in parts:
        word, condition = split_member(part)
        key = member_key(question, word)
        if key is None:
            raise refusal(question, line, word)
        try:
            read_member(question, part)
        except BadCondition as problem:
            raise no_condition(question, line, part, problem) from None
        keys.append(f"{key}{IF}{condition}" if condition else key)
    return keys


def no_condition(question: Question, line: Line, part: str, problem: BadCondition) -> NotUnderstood:
    """Word the refusal of a member whose condition cannot be read, with the rule of its question and the conditions
    that there are."""
    why = Listed([problem.args[0], question.rule], "; ") if question.rule else problem.args[0]
    return NotUnderstood(
        unchanged(Say('Line {number}: "{shown}": {problem}.', **line.said(), problem=why)),
        line=line.number, text=line.raw, rule=question.rule or None,
        expected=[f"{split_member(part)[0]} if {fact}" for fact in question.facts or ()],
    )  # fmt: skip


def _joined(question: Question, keys: list[str], more: Sequence[str]) -> list[str]:
    """Join picks with others behind them, leaving out those that do not go together with the ones before."""
    for key in more:
        if key not in keys and (question.clash is None or question.clash([*keys, key]) is None):
            keys = [*keys, key]
    return keys


def enough(question: Question, line: Line, keys: list[str]) -> list[str]:
    """Return the picks of a line and of those behind it that go on picking, unless they are too few."""
    if len(keys) < question.low:
        raise NotPossible(
            unchanged(
                Say(
                    'Line {number}: "{shown}" gives {answers}; {name} needs {n}. {possible}',
                    **line.said(), answers=Count(len(keys), "{n} possible answer", "{n} possible answers"),
                    name=question.name, n=question.low, possible=possible(question, line.words),
                )
            ),
            line=line.number, text=line.raw, expected=nearest(question, line.words),
        )  # fmt: skip
    return keys


def _beside(question: Question, keys: list[str]) -> list[list[str]]:
    """List answers with as many of these picks as may be, completed from what there is."""
    others = [key for key in question.options if key not in keys]
    sets = (
        [*kept, *more]
        for size in range(min(len(keys), question.low), -1, -1)
        for kept in combinations(keys, size)
        for more in combinations(others, question.low - size)
    )
    return list(islice((some for some in sets if question.allows(some)), SHOWN))


def check_together(question: Question, line: Line, keys: list[str]) -> None:
    """Refuse picks that do not go together, with the largest parts of them that do, or as many others beside them as
    are needed."""
    reason = question.clash(keys) if question.clash is not None else None
    if reason is not None:
        sets = (list(some) for size in range(len(keys), -1, -1) for some in combinations(keys, size))
        near = [", ".join(some) or NONE for some in sets if question.allows(some)][:SHOWN]
        near = near or [", ".join(some) for some in _beside(question, keys)]
        raise NotPossible(
            unchanged(
                Say(
                    'Line {number}: "{shown}" is not possible: {reason} ({rule}). Possible, for example: {answers}.',
                    **line.said(), reason=reason[0], rule=reason[1], answers=Listed(near, "; "),
                )
            ),
            line=line.number, text=line.raw, rule=reason[1], expected=near,
        )  # fmt: skip


def _capped(question: Question, word: str) -> str:
    """Cut a number on file to what is possible now where the question says so."""
    capped = isinstance(question, Amount) and question.capped and word.isascii() and word.isdecimal()
    return str(min(int(word[:12]), question.max)) if capped and isinstance(question, Amount) else word


def rank(question: Question, ranking: Sequence[str]) -> list[str] | None:
    """Return the answer that a ranking on file gives to a question, or None if it gives none."""
    if list(ranking) == [NONE] and question.low == 0:
        return []
    keys: list[str] = []
    for member in ranking:
        if not holds(question, member):
            continue
        word = split_member(member)[0]
        if word == NONE and question.low == 0:
            if not keys:
                return []  # nothing before `none` was possible, and nothing behind it is wanted
            break
        if word == ANY:
            keys = _joined(question, keys, question.options)
            break
        key = match(question, _capped(question, fold(word)))
        if key is not None:
            keys = _joined(question, keys, [key])
    chosen = keys[: question.high]
    return chosen if chosen and len(chosen) >= question.low else None
