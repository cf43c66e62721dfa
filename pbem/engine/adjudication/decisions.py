"""What an entry decided, in words: the rule, the option, before and after, granted or refused. Its reason says why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.core.set_up import typed_value
from pbem.core.words import Listed, Say, Verbatim, When
from pbem.engine.gamefile import Entry

SHORT = 120
DRAWS: dict[str, str] = {"same": Say("the same"), "fresh": Say("fresh ones")}


def decided(entry: Entry) -> list[str]:
    """Write lines for whoever reads the record; they tell nothing that the entry does not tell everybody."""
    teller = TELLERS.get(entry.kind)
    return [] if teller is None else teller(entry.note)


def _rule(note: dict[str, Any]) -> list[str]:
    n, rules = note.get("ruling"), _row(note.get("rules") or [])
    lines: list[str] = [Say("ruling {n} about {rules}", n=n, rules=rules) if rules else Say("ruling {n}", n=n)]
    values = {"option": Verbatim(note.get("option")), "value": Verbatim(typed_value(note.get("value")))}
    if note.get("option") and "was" in note:
        was = Verbatim(typed_value(note["was"]))
        lines.append(Say("{option}: was {was}, is {value} from now on", was=was, **values))
    elif note.get("option"):
        lines.append(Say("{option}: is {value} from now on", **values))
    return lines


def _row(values: Iterable[Any]) -> str:
    """Write ids and numbers in a row, the same in all languages."""
    return Verbatim(", ".join(map(str, values)))


def _extend(note: dict[str, Any]) -> list[str]:
    due, was = note.get("due", {}), note.get("was", {})
    length = str(note.get("by", ""))
    values = {"length": Verbatim(length.removeprefix("-")), "seats": Listed(note.get("seats", []))}
    lines: list[str] = [Say("shortened by {length} for {seats}", **values) if length[:1] == "-" else (
        Say("extended by {length} for {seats}", **values))]  # fmt: skip
    return lines + [
        Say("{seat}: was due {was}, is due {due}", seat=seat, was=_when(was.get(seat)), due=_when(due[seat]))
        for seat in due
    ]


def _when(due: str | None) -> str:
    return When(due) if due else Say("never")


def _undo(note: dict[str, Any]) -> list[str]:
    lines: list[str] = [
        Say(
            "back to before entry {before}; no longer counting: {gone}; draws: {draws}",
            before=note.get("before"),
            gone=_row(note.get("entries", [])) or Say("none"),
            draws=DRAWS.get(note.get("draws", "same"), Say("the same")),
        )
    ]
    return lines + ([Say("counting again: {entries}", entries=_row(note["again"]))] if note.get("again") else [])


def _patch(note: dict[str, Any]) -> list[str]:
    changes = note.get("changes", [])
    told: list[str] = [Verbatim(f"{place}: {_short(before)} -> {_short(after)}") for place, before, after in changes]
    forced: list[str] = [Say("kept against an invariant")] if note.get("forced") else []
    if not told and note.get("places"):
        told = [Say("corrected: {places}", places=_row(note["places"]))]
    return told + forced


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= SHORT else f"{text[: SHORT - 3]}..."


def _answer(note: dict[str, Any]) -> list[str]:
    n, answer = note.get("request"), note.get("answer")
    if not answer:
        return _appealed(note)
    return [Say("request {n} is granted", n=n) if answer == "granted" else Say("request {n} is refused", n=n)]


def _appealed(note: dict[str, Any]) -> list[str]:
    """Say what an appeal is about; of words to everybody say nothing more."""
    if "ruling" in note:
        return [Say("request {n}, an appeal about ruling {about}", n=note.get("request"), about=note["ruling"])]
    if "about" in note:
        return [Say("request {n}, an appeal about entry {about}", n=note.get("request"), about=note["about"])]
    return []


def _end(note: dict[str, Any]) -> list[str]:
    result = note.get("result") or {}
    places = Listed([Listed(place) for place in result.get("places", [])], " / ") or Say("no winner")
    scores = Listed(f"{seat} {score}" for seat, score in (result.get("scores") or {}).items())
    if not scores:
        return [Say("declared result: {places}", places=places)]
    return [Say("declared result: {places}; points then: {scores}", places=places, scores=scores)]


def _data(note: dict[str, Any]) -> list[str]:
    values = {"was": Verbatim(str(note.get("before"))[:12]), "now": Verbatim(str(note.get("data"))[:12])}
    fixes = _row(note.get("fixes", [])) or Say("none")
    return [
        Say("component tables: were {was}, are {now}; fixes: {fixes}", **values, fixes=fixes),
        Say("first past entry that would differ: {n}", n=note.get("differs") or Say("none")),
    ]


def _people(note: dict[str, Any]) -> list[str]:
    did: dict[str, str] = {
        "moderator": Say("another moderator"), "observer": Say("an observer joins ({seat})", seat=note.get("seat")),
        "person": Say("somebody was put on file"),
        "offer": Say("{seat} is offered to those who stand by", seat=note.get("seat")),
        "offer back": Say("{seat} is no longer offered", seat=note.get("seat")),
    }  # fmt: skip
    return [did[note["did"]]] if note.get("did") in did else []


def _substitute(note: dict[str, Any]) -> list[str]:
    return [Say("{seat} changes hands", seat=note.get("seat"))]


def _redo(note: dict[str, Any]) -> list[str]:
    return [Say("the undo of entry {n} is taken back", n=note["undo"])] if "undo" in note else []


def _request(note: dict[str, Any]) -> list[str]:
    values = {"n": note.get("request"), "entry": note.get("before")}
    did: dict[str, str] = {
        "undo": Say("request {n}: back to before entry {entry}", **values),
        "resign": Say("request {n}: to leave the game", **values),
        "vote": Say("request {n}, a vote: {what}", what=_voted(note.get("places")), **values),
        "agree": Say("agrees to request {n}", **values), "refuse": Say("does not agree to request {n}", **values),
        "cancel": Say("request {n} is withdrawn", **values),
    }  # fmt: skip
    return [did[note["did"]]] if note.get("did") in did else []


def _voted(places: list[list[str]] | None) -> str:
    if not places:
        return Say("the game ends without a winner")
    return Say("the game ends, won by {seats}", seats=Listed(places[0]))


def _absence(note: dict[str, Any]) -> list[str]:
    return [Say("is back") if note.get("did") == "back" else Say("announces days off")]


TELLERS: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "rule": _rule, "extend": _extend, "undo": _undo, "redo": _redo, "patch": _patch, "appeal": _answer,
    "announce": _answer, "end": _end, "data": _data, "people": _people, "substitute": _substitute,
    "mail": _people, "request": _request, "absence": _absence,
}  # fmt: skip
