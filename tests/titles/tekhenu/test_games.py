"""Whole games: random play to the end with every invariant after every answer, and the course of the game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from pbem.core.interpreter import Run
from pbem.core.questions import Keys, Question
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import at_random
from tests.titles.tekhenu.tables import SEATS, live, told

Choose = Callable[[Tekhenu, str, Question], Keys]


def random_choice(random: Random) -> Choose:
    """Any legal answer; half of the windows pass unused."""

    def choose(t: Tekhenu, seat: str, question: Question) -> Keys:
        if question.default is not None and random.random() < 0.5:
            return list(question.default)
        return at_random(question, random)

    return choose


def play(
    players: int, seed: str, choose: Choose, watch: Callable[[Tekhenu], None] | None = None, **options: object
) -> Tekhenu:
    """A game from set-up to result."""
    t = TITLE.setup(SEATS[:players], live(seed, **options))
    running = Run(t)
    running.advance()
    random = Random(seed)
    while not running.over:
        if watch is not None:
            watch(t)
        asked = running.questions()
        assert {question.name for question in asked.values()} <= set(TITLE.book().questions)
        seat = random.choice(list(asked))
        keys = choose(t, seat, asked[seat])
        assert asked[seat].allows(keys), (seat, asked[seat].name, keys)
        running.give(seat, keys)
    return t


class Watch:
    """Checks that nothing is ever lost, doubled or out of step."""

    def __init__(self) -> None:
        self.whole: dict[str, int] = {}

    def __call__(self, t: Tekhenu) -> None:
        assert TITLE.problems(t) == []
        found = dict(TITLE.conserved(t))
        self.whole = self.whole or found
        assert found == self.whole
        for player in t.players.values():
            assert player.happiness <= player.population


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("part", range(5))
def test_random_games(players: int, part: int) -> None:
    """25 games for each player count: sound after every answer, 26/24/22 dice and 27 tiles, a result at the end."""
    for number in range(5):
        watch = Watch()
        seed = f"{part} {number}"
        t = play(players, seed, random_choice(Random(seed)), watch)
        watch(t)
        assert watch.whole["dice"] == {2: 22, 3: 24, 4: 26}[players]
        assert (watch.whole["tiles"], watch.whole["cards"]) == (len(t.data.tiles), len(t.data.cards))
        result = TITLE.result(t)
        assert result is not None and sorted(seat for place in result.places for seat in place) == sorted(t.seats)
        assert result.scores == TITLE.scores(t)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tab_02_course_of_the_game(players: int) -> None:
    """TAB-02, T-FLOW-1 to T-FLOW-3, TAB-09: rotations after rounds 2, 4, ... 16, Maat after 4, 8, 12, 16, scoring after
    8 and 16; the bag is empty after every odd rotation."""
    after: dict[str, list[int]] = {"wheel_turned": [], "maat_began": [], "scoring_began": []}
    t = play(players, "course", random_choice(Random("course")))
    rounds = 0
    for event in t.live.events:
        if event.kind == "round_began":
            rounds += 1
            assert event.data["number"] == rounds
        elif event.kind in after:
            after[event.kind].append(rounds)
    assert after == {
        "wheel_turned": list(range(2, 17, 2)),
        "maat_began": [4, 8, 12, 16],
        "scoring_began": [8, 16],
    }
    turns = [event["seat"] for event in told(t, "turn_began")]
    assert len(turns) == 16 * players
    orders = [event["order"] for event in told(t, "round_began")]
    assert turns == [seat for order in orders for seat in order], "T-FLOW-2: in turn order"
    assert [len(event["dice"]) for event in told(t, "dice_added")] == [players] * 14


def test_same_seed_same_game() -> None:
    """All chance comes from the seed."""
    one, two = (play(3, "same", random_choice(Random("same"))) for _ in range(2))
    assert one.model_dump_json() == two.model_dump_json()


def test_a_game_may_rest_anywhere() -> None:
    """Written and read back at every stop, the table asks the same."""
    t = TITLE.setup(SEATS[:3], live("rest"))
    random = Random("rest")
    choose = random_choice(random)
    stops = 0
    running = Run(t)
    running.advance()
    while not running.over and stops < 120:
        asked = {seat: (q.name, q.prompt, list(q.options)) for seat, q in running.questions().items()}
        copy = Tekhenu.model_validate_json(running.table.model_dump_json())
        copy.live = t.live
        running = Run(copy)
        running.advance()
        assert {seat: (q.name, q.prompt, list(q.options)) for seat, q in running.questions().items()} == asked
        seat, question = next(iter(running.questions().items()))
        running.give(seat, choose(copy, seat, question))
        stops += 1


@pytest.mark.parametrize(
    "options",
    [
        {"auto_decree_scoring": False, "remove_D03": False},
        {"trigger_once_per_turn": True, "T13_adjust": 2},
        {"modified_die_value_on_scale": False, "horus_layout": "beginner", "D02_counts": "scored"},
    ],
    ids=lambda options: " ".join(options),
)
def test_games_with_options(options: dict[str, object]) -> None:
    """Every option plays to the end."""
    for number in range(4):
        t = play(3, f"options {number}", random_choice(Random(number)), Watch(), **options)
        assert t.over


@pytest.mark.usefixtures("as_printed")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_games(players: int) -> None:
    """The greedy player uses every area, answers legally everywhere, and beats random play by far."""
    t = play(players, "greedy", TITLE.prefer, Watch())
    kinds = {event.kind for event in t.live.events}
    assert {"built_pillar", "built_building", "built_statue", "built_works", "festival", "took_cards"} <= kinds
    weak = play(players, "greedy", random_choice(Random("weak")))
    assert min(TITLE.scores(t).values()) > max(TITLE.scores(weak).values()) * 0.8
    assert sum(TITLE.scores(t).values()) > 1.5 * sum(TITLE.scores(weak).values())
