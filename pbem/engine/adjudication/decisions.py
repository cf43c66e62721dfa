"""What an entry decided, in words: the rule, the option, before and after, granted or refused. Its reason says why."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.engine.gamefile import Entry

SHORT = 120


def decided(entry: Entry) -> list[str]:
    """Lines for whoever reads the record; they tell nothing that the entry does not tell everybody."""
    teller = TELLERS.get(entry.kind)
    return [] if teller is None else teller(entry.note)


def _rule(note: dict[str, Any]) -> list[str]:
    about = f" about {', '.join(note['rules'])}" if note.get("rules") else ""
    lines = [f"ruling {note.get('ruling')}{about}"]
    if note.get("option"):
        was = f"was {note['was']}, " if "was" in note else ""
        lines.append(f"{note['option']}: {was}is {note.get('value')} from now on")
    return lines


def _extend(note: dict[str, Any]) -> list[str]:
    due, was = note.get("due", {}), note.get("was", {})
    verb = "shortened" if str(note.get("by", "")).startswith("-") else "extended"
    lines = [f"{verb} by {str(note.get('by', '')).lstrip('-')} for {', '.join(note.get('seats', []))}"]
    return lines + [f"{seat}: was due {_when(was.get(seat))}, is due {_when(due[seat])}" for seat in due]


def _when(due: str | None) -> str:
    return f"{due[:16].replace('T', ' ')} UTC" if due else "never"


def _undo(note: dict[str, Any]) -> list[str]:
    gone = ", ".join(map(str, note.get("entries", []))) or "none"
    lines = [
        f"back to before entry {note.get('before')}; no longer counting: {gone}; draws: {note.get('draws', 'same')}"
    ]
    return lines + ([f"counting again: {', '.join(map(str, note['again']))}"] if note.get("again") else [])


def _patch(note: dict[str, Any]) -> list[str]:
    told = [f"{place}: {_short(before)} -> {_short(after)}" for place, before, after in note.get("changes", [])]
    forced = ["kept against an invariant"] if note.get("forced") else []
    return (told or [f"corrected: {', '.join(note['places'])}"] if note.get("places") else told) + forced


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= SHORT else f"{text[: SHORT - 3]}..."


def _answer(note: dict[str, Any]) -> list[str]:
    return [f"request {note.get('request')} is {note['answer']}"] if note.get("answer") else []


def _end(note: dict[str, Any]) -> list[str]:
    result = note.get("result") or {}
    places = " / ".join(", ".join(place) for place in result.get("places", []))
    scores = ", ".join(f"{seat} {score}" for seat, score in (result.get("scores") or {}).items())
    return [f"declared result: {places or 'no winner'}{f'; points then: {scores}' if scores else ''}"]


def _data(note: dict[str, Any]) -> list[str]:
    fixes = ", ".join(note.get("fixes", [])) or "none"
    tables = f"component tables: were {str(note.get('before'))[:12]}, are {str(note.get('data'))[:12]}"
    return [f"{tables}; fixes: {fixes}", f"first past entry that would differ: {note.get('differs') or 'none'}"]


def _people(note: dict[str, Any]) -> list[str]:
    did = {
        "moderator": "another moderator", "observer": f"an observer joins ({note.get('seat')})",
        "person": "somebody was put on file",
    }  # fmt: skip
    return [did[note["did"]]] if note.get("did") in did else []


def _substitute(note: dict[str, Any]) -> list[str]:
    return [f"{note.get('seat')} changes hands"]


def _redo(note: dict[str, Any]) -> list[str]:
    return [f"the undo of entry {note['undo']} is taken back"] if "undo" in note else []


TELLERS: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "rule": _rule, "extend": _extend, "undo": _undo, "redo": _redo, "patch": _patch, "appeal": _answer,
    "announce": _answer, "end": _end, "data": _data, "people": _people, "substitute": _substitute,
}  # fmt: skip
