"""Tampering with public copies: each kind of answer, event, draw and view changed once, all else left as it is."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json

from pbem.archive.checks import Failed, chained_end
from pbem.archive.container import read_zip
from pbem.archive.opening import Opened, open_members
from pbem.archive.public_replay import PublicReplayer
from pbem.archive.public_views import read_views
from pbem.core.errors import GameFileProblem
from pbem.engine.gamefile import Entry
from pbem.engine.journal import facts_digest

Facts = dict[str, Any]
Change = Callable[[Entry, Facts], None]


@dataclass
class Tampering:
    """One change of one entry, named by the kind of thing that is changed."""

    kind: str
    n: int
    change: Change


class Record:
    """A public copy that was played again once; changed entries are judged from the table before them."""

    def __init__(self, data: bytes) -> None:
        opened: Opened = open_members(read_zip(data))
        self.entries, self.opened = opened.entries, opened
        self.facts = read_views(
            opened.members.get("views.jsonl", b""), opened.entries, opened.title, opened.game.rules.modules
        )
        self.honest = self._player(self.entries, self.facts)
        self.honest.run(self.entries)

    def _player(self, entries: list[Entry], facts: dict[int, Facts]) -> PublicReplayer:
        opened = self.opened
        assert opened.full is None
        return PublicReplayer(opened.game, opened.title, entries, opened.tables, facts)  # type: ignore[arg-type]

    def finds(self, tampering: Tampering) -> str:
        """What is found of a changed entry, in words; empty if nothing is."""
        n = tampering.n
        entries, facts = list(self.entries), dict(self.facts)
        entries[n - 1] = entry = entries[n - 1].model_copy(deep=True)
        facts[n] = copy.deepcopy(facts[n])
        tampering.change(entry, facts[n])
        entry.view = f"1:{facts_digest(facts[n])}"
        assert (entry, facts[n]) != (self.entries[n - 1], self.facts[n]), "nothing was changed"
        player = self._player(entries, facts)
        if n > 1:
            self._advance(player, n - 1)
        try:
            for each in entries[n - 1 :]:
                player.step(each)
            return self._result(player)
        except GameFileProblem as problem:
            return problem.message

    def _advance(self, player: PublicReplayer, n: int) -> None:
        """Put a player behind entry n."""
        honest = self.honest
        player.play, player.guessed = honest.play, honest.guessed
        for name in ("states", "explained", "supposed"):
            kept = {at: value for at, value in getattr(honest, name).items() if at <= n}
            setattr(player, name, kept)
        player.n, player.known = n, to_json(self.facts[n])

    def _result(self, player: PublicReplayer) -> str:
        assert player.play is not None
        found = self.opened.title.result(player.play.table)
        try:
            told = chained_end(player.journal)[1]
        except Failed as problem:
            return str(problem)
        return "" if found is None or told == found.data() else "another result"


def tamperings(record: Record, times: int = 1) -> Iterator[Tampering]:
    """Every kind of answer, event, draw and view, each changed in the first few entries that have it."""
    done: dict[str, int] = {}
    given: dict[str, list[list[str]]] = {}
    for entry in record.entries:
        for answer in entry.answers:
            if answer.keys is not None:
                given.setdefault(answer.name, []).append(answer.keys)
    for entry in record.entries:
        for kind, change in _changes(entry, given):
            done[kind] = done.get(kind, 0) + 1
            if done[kind] <= times:
                yield Tampering(kind, entry.n, change)


def _changes(entry: Entry, given: dict[str, list[list[str]]]) -> Iterator[tuple[str, Change]]:
    for at, answer in enumerate(entry.answers):
        others = [keys for keys in given.get(answer.name, []) if keys != answer.keys]
        if answer.keys is not None and others:
            yield f"answer {answer.name}", _set_answer(at, others[0])
    for at, event in enumerate(entry.events):
        yield f"event {event.kind}", _set_event(at)
        if event.seat is not None:
            yield f"event {event.kind} of a seat", _set_seat(at)
    for at, draw in enumerate(entry.chance):
        yield f"draw {draw.label.partition('@')[0]}", _set_draw(at)
    if entry.kind == "move":
        yield "view", _set_view
        yield (
            "event left out",
            lambda entry, facts: entry.events.pop() and None if entry.events else _set_view(entry, facts),
        )
    if entry.note.get("result"):
        yield "result", lambda entry, facts: entry.note["result"]["places"].reverse()


def _set_answer(at: int, keys: list[str]) -> Change:
    def change(entry: Entry, facts: Facts) -> None:
        entry.answers[at].keys = list(keys)

    return change


def _set_event(at: int) -> Change:
    def change(entry: Entry, facts: Facts) -> None:
        event = entry.events[at]
        if event.data:
            name = sorted(event.data)[0]
            event.data[name] = other(event.data[name])
        else:
            event.kind = f"{event.kind}_not"

    return change


def _set_seat(at: int) -> Change:
    def change(entry: Entry, facts: Facts) -> None:
        event = entry.events[at]
        event.seat = next(seat for seat in [*facts["seats"], ""] if seat != event.seat)

    return change


def _set_draw(at: int) -> Change:
    def change(entry: Entry, facts: Facts) -> None:
        draw = entry.chance[at]
        if draw.order is not None:
            draw.order.reverse()
        else:
            assert draw.value is not None
            draw.value = (draw.value + max(1, draw.of // 2)) % draw.of  # its neighbour in the bag may have its colour

    return change


def _set_view(entry: Entry, facts: Facts) -> None:
    name = next(name for name, value in facts.items() if isinstance(value, int))
    facts[name] += 1


def other(value: Any) -> Any:
    """Another value of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, dict):
        return {**value, next(iter(value), "gold"): other(next(iter(value.values()), 0))}
    return [*value, "another"] if isinstance(value, list) else f"{value} another"
