"""Tekhenu as a title: options, broken tables, what is foreseen, what is hidden."""

from __future__ import annotations

from random import Random

import pytest

from pbem.core.interpreter import Run
from pbem.core.titles import get_title
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import default_components
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.phases.maat import Maat
from pbem.titles.tekhenu.phases.setup import SetUp
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import ME, tekhenu
from tests.titles.tekhenu.tables import SEATS, build_osiris, hold, laid_out, live, run
from tests.titles.tekhenu.test_games import play, random_choice


def test_title_is_registered() -> None:
    assert get_title("tekhenu") is TITLE
    assert (list(TITLE.players), TITLE.seat_names) == ([1, 2, 3, 4], default_components().colours)


# -- options ---------------------------------------------------------------------------------------------------------


def test_every_ruling_with_alternatives_is_an_option() -> None:
    """Defaults, alternatives and ruling ids are those of the component tables; those of modules are their own."""
    boxes = TITLE.prepare(TITLE.components(list(TITLE.modules_at))).options
    specs = {name: spec for name, spec in {**default_components().options, **boxes}.items() if spec.alternatives}
    fields = Options.model_fields
    assert set(specs) == set(fields) - {"horus_layout", "expansion", "vizier", "vizier_with_destiny_order"}
    for name, spec in specs.items():
        assert fields[name].default == spec.value
        for value in spec.alternatives:
            assert getattr(Options(**{name: value}), name) == value
        assert spec.ruling in str(fields[name].description), name


def test_options_are_strict() -> None:
    for wrong in ({"T13_adjust": 3}, {"remove_D03": "no"}, {"faith_placement": "open"}, {"D02_counts": "all"}):
        with pytest.raises(ValueError, match="validation error"):
            Options(**wrong)


# -- broken tables ---------------------------------------------------------------------------------------------------


def resting(players: int = 3) -> Tekhenu:
    """A table at the first question of a game."""
    t = TITLE.setup(SEATS[:players], live("sound"))
    Run(t).advance()
    return t


def lose_die(t: Tekhenu) -> None:
    t.dice["ra"].pop()


def double_card(t: Tekhenu) -> None:
    t.decks["blessing"].append(t.decks["blessing"][0])


def lose_tile(t: Tekhenu) -> None:
    t.ra[0] = ""


def strange_tile(t: Tekhenu) -> None:
    t.tile_stack.append("P99")


def strange_die(t: Tekhenu) -> None:
    t.bag[0] = "grey" if t.bag[0] != "grey" else "white"


def wrong_deck(t: Tekhenu) -> None:
    t.discards["decree"].append(t.decks["blessing"].pop())


def happy(t: Tekhenu) -> None:
    t.players["orange"].happiness = 6


def extra_building(t: Tekhenu) -> None:
    t.buildings["W1"] = "orange"


def debt(t: Tekhenu) -> None:
    t.players["blue"].stock["gold"] = -1


def wrong_kind(t: Tekhenu) -> None:
    t.market["I"][0], t.market["I"][2] = t.market["I"][2], t.market["I"][0]


def extra_rotation(t: Tekhenu) -> None:
    t.rotation = 1


def turned_back(t: Tekhenu) -> None:
    t.arrow = (t.arrow + 3) % 6


def closed_spot(t: Tekhenu) -> None:
    t.buildings["E1"] = "orange"
    t.players["orange"].buildings -= 1


def full_bag(t: Tekhenu) -> None:
    t.bag += [die.split()[0] for die in t.dice["ra"]]
    t.dice["ra"] = []


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        (lose_die, "dice"),
        (double_card, "cards"),
        (lose_tile, "tiles"),
        (strange_tile, "tiles"),
        (strange_die, "dice"),
        (wrong_deck, "decks"),
        (happy, "players.orange"),
        (extra_building, "players.orange"),
        (debt, "players.blue.stock"),
        (wrong_kind, "market"),
        (extra_rotation, "rotation"),
        (turned_back, "arrow"),
        (closed_spot, "buildings"),
        (full_bag, "bag"),
    ],
)
def test_problems_find_damage(damage: object, place: str) -> None:
    """Each broken invariant is named with its place."""
    t = resting()
    assert TITLE.problems(t) == []
    damage(t)  # type: ignore[operator]
    assert any(problem.startswith(place) for problem in TITLE.problems(t)), TITLE.problems(t)


# -- what is foreseen ------------------------------------------------------------------------------------------------


def names(t: Tekhenu, seat: str = "orange") -> list[str]:
    return [question.name for question in TITLE.foresee(t, seat)]


def test_set_up_is_foreseen_with_the_first_mail() -> None:
    """DEC-02 to DEC-04: one mail may hold the Decree, the draft and the Destiny card."""
    t = resting()
    assert names(t) == ["start", "destiny"]
    question = TITLE.foresee(t, "orange")[0]
    assert (question.options, question.again) == (t.starting, True)


def test_fourth_turn_carries_the_maat_phase() -> None:
    """DEC-40, DEC-41, DEC-50: from the last turn of a cycle; bread where a scoring follows; D23 with the last turn."""
    t = laid_out()
    t.round = 4
    player = t.players["orange"]
    build_osiris(t, "orange", "1 bread")
    hold(t, "orange", "D23")
    assert names(t) == []
    player.below = ["grey 1"] * 3
    assert names(t) == ["faith", "destiny"]
    t.round = 8
    assert names(t) == ["faith", "bread", "destiny"]
    t.round = 16
    assert names(t) == ["faith", "bread", "decree"]
    assert names(t, "blue") == []


def test_foreseen_words_reach_further_than_today() -> None:
    """Faith and bread that a last turn may bring can be named already."""
    t = laid_out()
    t.round = 8
    build_osiris(t, "orange", "1 bread")
    t.players["orange"].below = ["grey 1"] * 4
    found = {question.name: question for question in TITLE.foresee(t, "orange")}
    assert "3 left" in found["faith"].options and found["faith"].options[0] == "auto"
    assert found["bread"].known is not None and "1 bread" in found["bread"].known


def test_bonus_is_foreseen_near_the_end_of_the_track() -> None:
    """DEC-30: offered as an answer ahead once bonuses of an own statue (two steps for each of the two others) or a
    Destiny card (one step) could bring it before the next own turn."""
    t = laid_out()
    player = t.players["orange"]
    player.population, player.happiness = 21, 19
    assert "bonus" not in names(t)
    player.happiness = 20
    assert "bonus" in names(t)
    t.statues[t.horus[2]].append("orange")
    player.happiness = 15
    assert "bonus" not in names(t)
    player.happiness = 16
    assert "bonus" in names(t)
    player.reached.append(21)
    assert "bonus" not in names(t)


def test_after_the_choice_nothing_more_is_foreseen() -> None:
    t = laid_out(2)
    t.round = 4
    t.arrow = t.markers[1]
    for player in t.players.values():
        player.below = ["grey 1"] * 4
    running = run(t, Maat())
    first, second = t.order
    assert names(t, first) == names(t, second) == ["destiny"]
    running.give(first, ["gold"])
    assert (names(t, first), names(t, second)) == ([], ["destiny"])


@pytest.mark.usefixtures("as_printed")
def test_menu_lists_what_actions_may_ask() -> None:
    """The turn mail's menu: only for the seat whose turn it is, every option with words."""
    t = TITLE.setup(SEATS[:3], live("menu"))
    running = Run(t)
    running.advance()
    while not t.active:
        seat, question = next(iter(running.questions().items()))
        running.give(seat, list(question.options[: question.low]))
    for token in t.players[t.active].stock:
        t.players[t.active].stock[token] = 9
    t.players[t.active].happiness = 5
    menu = TITLE.menu(t, t.active)
    assert [question.name for question in menu[:3]] == ["as", "value", "action"]
    named = {question.name: question.prompt for question in menu[3:]}
    assert named.keys() <= {"statue", "space", "spot", "section", "district"} and len(menu) > 5
    assert all(" action with " in prompt for prompt in named.values())
    assert all(question.describe(key) for question in menu for key in question.options)
    assert all(TITLE.menu(t, other) == [] for other in t.seats if other != t.active)


# -- what is hidden --------------------------------------------------------------------------------------------------


def test_reshuffle_keeps_what_a_seat_knows() -> None:
    """Own Decrees and everything open stay; decks, the stack and other hands change."""
    t = TITLE.setup(SEATS[:3], live("hidden"))
    Run(t).advance()
    changed: set[str] = set()
    for number in range(6):
        other = TITLE.reshuffle(t, "blue", live(f"other {number}"))
        assert TITLE.problems(other) == [] and TITLE.conserved(other) == TITLE.conserved(t)
        assert other.players["blue"] == t.players["blue"]
        assert (other.market, other.ra, other.dice, other.starting) == (t.market, t.ra, t.dice, t.starting)
        assert [len(player.decrees) for player in other.players.values()] == [2, 2, 2]
        for what in ("tile_stack", "decks"):
            changed |= {what} if getattr(other, what) != getattr(t, what) else set()
        changed |= {"hands"} if other.players["red"].decrees != t.players["red"].decrees else set()
    assert changed == {"tile_stack", "decks", "hands"}


def test_reshuffle_for_a_spectator_changes_every_hand() -> None:
    t = resting()
    hands = {tuple(TITLE.reshuffle(t, None, live(str(n))).players["blue"].decrees) for n in range(6)}
    assert len(hands) > 3


def test_reshuffle_carries_a_sealed_choice_along() -> None:
    """A Decree chosen in secret stays a card of the (other) hand."""
    t = Tekhenu(seats=SEATS[:3], live=live("sealed"))
    running = run(t, SetUp())
    running.give("red", [t.players["red"].decrees[1]])
    other = TITLE.reshuffle(t, "blue", live("other"))
    assert other.stack[-1].given["red"] == [other.players["red"].decrees[1]]
    assert set(Run(other).questions()) == set()


def test_whole_games_may_be_reshuffled_anywhere() -> None:
    """At every stop of a game the exchanged table is sound and asks the same of the same."""

    def watch(t: Tekhenu) -> None:
        if Random(len(t.live.events)).random() < 0.9:
            return
        other = TITLE.reshuffle(t, t.seats[0], live("exchange"))
        assert TITLE.problems(other) == []
        running, again = Run(t), Run(other)
        running.advance()
        again.advance()
        assert list(again.questions()) == list(running.questions())

    play(3, "reshuffle", random_choice(Random("reshuffle")), watch)


def test_menu_says_how_blessings_are_played() -> None:
    """Every Blessing in hand with the line that plays it; each such line is understood where it belongs."""
    t = tekhenu(dice="ra yellow 5", blessings=["B01", "B07", "B09", "B11", "B13", "B17", "B23"])
    t.active = ME
    lines = {f"{question.name}: {key}" for question in TITLE.menu(t, ME) for key in question.options}
    assert lines >= {
        "play: B01", "play: B07 population", "play: B07 happiness", "value: B09 5", "as: B11 white", "pay: B13",
        "extra: B17 ra", "as: B23",
    }  # fmt: skip
