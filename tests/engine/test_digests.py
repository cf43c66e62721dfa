"""Digests that take a short way are those of the long one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.core.chance import Draw
from pbem.core.events import Event
from pbem.core.table import Table
from pbem.engine.gamefile import Answer, Entry, PublicEvent, Secret, SecretEvent
from pbem.engine.journal import digest, document_digests, entry_digests, make_entry, tables_digest
from pbem.engine.quick_digests import quick_digests


@pytest.mark.parametrize("view", [None, "1:" + "0" * 64])
@pytest.mark.parametrize("sealed", [True, False])
def test_an_entry_is_digested_as_its_document(view: str | None, sealed: bool) -> None:
    entry = make_entry(
        n=1, prev="0" * 64, now=datetime(2026, 1, 1, tzinfo=UTC), game="g", seed=bytes(32), table=Table(seats=["a"]),
        answers=[(Answer(seat="a", name="é\n", keys=["x"]), True), (Answer(seat="a", name="b", keys=[]), False)],
        events=[Event("e", None, {"z": 1, "a": {"y": None, "b": [True, "ü"]}}), Event("s", "a", {"k": 2}, ["a"], {})],
        draws=[Draw("d", 0, 6, value=0), Draw("h", 0, 3, order=[2, 0, 1], hidden=True)],
        note={"reason": "so", "at": 1.5},
    )  # fmt: skip
    entry.view = view
    if not sealed:
        entry.secret = None
    assert quick_digests(entry) == entry_digests(entry) == document_digests(entry.model_dump(mode="json"))


STRANGE = ["", "a", 'say "no"', "back\\slash", "line\nbreak\t", "\x00\x1f", "żółw 𓂀", "null", "</script>"]


@pytest.mark.parametrize("text", STRANGE)
def test_whatever_stands_in_an_entry_is_digested_as_in_its_document(text: str) -> None:
    """Whoever forges an entry may write anything into it: nothing may pass for something else."""
    event = PublicEvent(
        kind=text, seat=text or None, data={text: [text, None, True, -1], "a": {}, "b": {"z": 1, "c": 2}}
    )
    told = SecretEvent(after=0, kind=text, seat=None, data={text: text}, to=[text])
    secret = Secret(
        salt=text, answers={text: [text], "0": []}, events=[told], mail=text or None, state="0" * 64, note={text: text}
    )
    answers = [Answer.model_construct(seat=text, name=text, keys=keys, source=text) for keys in (None, [], [text] * 2)]
    entry = Entry.model_construct(
        n=3, at=text, kind=text, seat=text or None, by=text, sealed=text, prev=text, hash="", view=text or None,
        answers=answers,
        events=[event, PublicEvent(kind="k")], chance=[], note={text: {"b": 1, "a": [text]}}, secret=secret,
    )  # fmt: skip
    assert quick_digests(entry) == entry_digests(entry)


NUMBERS = [1.5, 1e-7, 1e22, -0.0, float("nan"), float("inf"), 2**53, 2**64, -(2**70)]


def an_entry_with(value: object, where: str) -> Entry:
    """An entry with any value in one of the four places that may hold any."""
    held = {"a": [{"b": value}]}
    event = PublicEvent(kind="k", data=held if where == "event" else {})
    private = SecretEvent(after=0, kind="k", to=["a"], data=held if where == "private event" else {})
    secret = Secret(salt="s", state="0" * 64, events=[private], note=held if where == "private note" else {})
    note = held if where == "note" else {}
    return Entry(n=1, at="t", sealed="", prev="", hash="", events=[event], note=note, secret=secret)


@pytest.mark.parametrize("where", ["note", "event", "private note", "private event"])
def test_numbers_of_every_kind_are_digested_as_in_the_document(where: str) -> None:
    for value in NUMBERS:
        entry = an_entry_with(value, where)
        assert quick_digests(entry) == entry_digests(entry), value


def test_no_part_of_an_entry_is_left_out_while_it_is_empty() -> None:
    left_out = [
        (kind.__name__, name)
        for kind in (Entry, Answer, PublicEvent, Secret, SecretEvent)
        for name, info in kind.model_fields.items()
        if info.exclude_if is not None
    ]
    assert left_out == [("Entry", "view")]


def test_tables_that_differ_in_the_order_of_keys_have_one_digest() -> None:
    one, other = {"a": 1, "b": [2]}, {"b": [2], "a": 1}
    assert tables_digest(one) == tables_digest(other) == tables_digest(one) == digest(one)
    assert tables_digest({"a": 1, "b": [3]}) != digest(one)
