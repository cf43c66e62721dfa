"""People among computers: whoever shares a side with one, the game waits for a person or is over."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.engine.create import Holder, create_game
from pbem.engine.play import Play
from pbem.engine.replay import Replayer
from pbem.engine.submission.attempt import Bot
from tests.conformance.titles import KINDS, Kind, is_long

NOW = datetime(2026, 7, 1, tzinfo=UTC)
ALONE = [kind for kind in KINDS if kind.players > 1 and not is_long(kind)]
QUICK = {("fair", 5): range(4), ("ankh", 3): range(2)}
"""Games of `make test`, in which a person joins a computer's side, by title and number of seats; others: one."""


def seated(kind: Kind, people: int, seed: int) -> Play:
    """A game in which computers hold all other seats."""
    holders = [Holder(f"P{n}", computer=n >= people) for n in range(kind.players)]
    return create_game(
        kind.title, game_id="computers", players=holders, moderator=None, options=kind.options, clock={},
        seed=seed.to_bytes(32, "big"), raw_data=kind.raw(), now=NOW,
    )  # fmt: skip


def cases() -> list[object]:
    found = []
    for kind in ALONE:
        quick = () if kind.options else QUICK.get((kind.title.name, kind.players), ())
        marks = [] if quick else [pytest.mark.modes]
        found += [pytest.param(kind, seed, id=f"{kind.name}-{seed}", marks=marks) for seed in quick or range(1)]
    return found


@pytest.mark.parametrize(("kind", "seed"), cases())
def test_a_game_among_computers_comes_to_its_end(kind: Kind, seed: int) -> None:
    play = seated(kind, 1 + (kind.players > 4), seed)
    computers = {info.seat for info in play.game.automata()}
    while play.game.status == "running":
        asked = play.questions()
        assert asked and not computers & asked.keys(), f"waits for {list(play.run.questions())}"
        assert play.game.deadlines.keys() == asked.keys()
        play.submit(next(iter(asked)), "", NOW, filler=Bot(play.title))
    replayed = Replayer(play.game, play.title, kind.raw(), hashes=True, keep_states=False)
    replayed.run(play.game.recent)
    assert replayed.play.game.head == play.game.head


def test_a_changed_answer_is_the_sides() -> None:
    """Until all answers are in, a person who speaks for a computer may change what was said."""
    kind = next(kind for kind in ALONE if (kind.title.name, kind.players, kind.options) == ("fair", 5, {}))
    for seed in range(20):
        play = seated(kind, 2, seed)
        while play.game.status == "running":
            spoken = play.run.spoken({info.seat for info in play.game.automata()})
            waiting = play.questions()
            if spoken and len(waiting) > 1 and set(spoken.values()) <= waiting.keys():
                leader, speaker = next(iter(spoken.items()))
                first, second = waiting[speaker].options[:2]
                for said in (first, second):
                    play.submit(speaker, f"{waiting[speaker].name}: {said}", NOW)
                    assert play.run.given[leader] == play.run.given[speaker] == [said]
                return
            play.submit(next(iter(waiting)), "", NOW, filler=Bot(play.title))
    pytest.fail("no game came to it")
