"""Texts in files: a text of ours is kept as its key and its values, and said in its reader's language when it is read.

`kept(Say("Entry {n} is undone.", n=7))` is `{"say": "Entry {n} is undone.", "with": {"n": 7}}`. What a person wrote is
kept as it is, a plain string; so are the sentences of entries that an earlier build wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.words import (
    Capital,
    Caps,
    Catalogue,
    Count,
    Listed,
    Name,
    Say,
    Small,
    Text,
    Verbatim,
    When,
    Who,
    Word,
    said,
)  # fmt: skip

Kept = str | dict[str, Any]
"""A text as it stands in a file: what somebody wrote, or a key with its values."""


def kept(value: Any) -> Any:
    """Return what a file holds of a value: each text of ours in it as key and values, everything else as it is."""
    if isinstance(value, Text):
        return _parts(value)
    if isinstance(value, Mapping):
        return {name: kept(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [kept(one) for one in value]
    return value


def _parts(text: Text) -> Any:
    if isinstance(text, Say):
        return {"say": text.key, "with": kept(dict(text.values))} if text.values else {"say": text.key}
    if isinstance(text, Count):
        return {"one": text.one, "many": text.many, "n": text.n}
    if isinstance(text, Listed):
        return {"list": kept(text.things), "joint": kept(text.joint)}
    if isinstance(text, Capital):
        return {"small" if isinstance(text, Small) else "capital": kept(text.text)}
    if isinstance(text, Who):
        return {"who": text.seat, "reader": text.reader}
    if isinstance(text, Name | When):
        return {"name": text.ident} if isinstance(text, Name) else {"when": text.at}
    if isinstance(text, Word | Caps):
        return {"word" if isinstance(text, Word) else "caps": text.ident, "most": text.most}
    return {"as": str(text)}


def text_of(value: Any) -> str:
    """Read the text that a file holds: one of ours, which can be said in any language, or what was written, as it
    is."""
    found = _text(value)
    return found if isinstance(found, str) else "" if found is None else str(found)


def told(result: Any, words: Catalogue | None = None) -> Any:
    """Return the result of a game as a file keeps it, its text said in a language: for people, and for comparing it
    with what an earlier build wrote. Leave what is no result as it is."""
    return (
        {**result, "text": said(text_of(result["text"]), words)}
        if isinstance(result, dict) and "text" in result
        else result
    )


def _text(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    if isinstance(value.get("say"), str):
        return _sentence(value)
    if isinstance(value.get("list"), list):
        return Listed(map(text_of, value["list"]), text_of(value.get("joint", ", ")))
    if "one" in value and "many" in value:
        return Count(int(value.get("n", 0)), str(value["one"]), str(value["many"]))
    for mark, make in _MAKERS.items():
        if mark in value:
            return make(value)
    return str(dict(value))


_MAKERS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "small": lambda value: Small(text_of(value["small"])),
    "capital": lambda value: Capital(text_of(value["capital"])),
    "who": lambda value: Who(str(value["who"]), value.get("reader")),
    "name": lambda value: Name(str(value["name"])),
    "word": lambda value: Word(str(value["word"]), value.get("most")),
    "caps": lambda value: Caps(str(value["caps"]), value.get("most")),
    "when": lambda value: When(str(value["when"])),
    "as": lambda value: Verbatim(str(value["as"])),
}


def _sentence(value: Mapping[str, Any]) -> str:
    """Read a sentence of ours. One whose values do not fit it, which no build of ours wrote, is shown as its key."""
    key, values = str(value["say"]), value.get("with", {})
    try:
        return Say(key, **{name: _text(one) for name, one in values.items()})
    except (KeyError, ValueError, IndexError, TypeError, AttributeError):
        return Say(key)
