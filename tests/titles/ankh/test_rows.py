"""Every power, god, Battle card, Guardian, action, event and phase has a row that fails when its effect is removed, and
none is missing: what the book registered is taken out of it hook by hook, and the row has to notice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from pbem.core.cards import Deck
from pbem.core.errors import PlayerError, RulesBug
from pbem.core.procedures import Done, Outcome, Procedure
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.game_book import AnkhBook
from tests.titles.ankh import test_battles as battles
from tests.titles.ankh import test_examples as examples
from tests.titles.ankh import test_guardians as guardians
from tests.titles.ankh import test_hard as hard
from tests.titles.ankh import test_merge as merge
from tests.titles.ankh import test_powers as powers
from tests.titles.ankh import test_setup as setup
from tests.titles.ankh import test_turns as turns
from tests.titles.ankh.build import data
from tests.titles.registers import put_register

Row = Callable[[], None]
DECKS = ("powers", "gods", "cards", "guardians")
PROCEDURES = ("actions", "events", "after", "phases")
STEPS = ("opening", "setup", "grounds")


def power(name: str) -> Row:
    """The row of a power, which compares a figure without it and with it."""
    (row,) = (row for row in powers.POWERS if row[0].__name__ == name)
    return lambda: powers.test_every_power(*row)


GODS: dict[str, Row] = {
    "gods amun announce": powers.test_amun_plays_two_cards,
    "gods anubis trap": powers.test_anubis_traps_one_of_each_killing,
    "gods anubis god strength": powers.test_anubis_traps_one_of_each_killing,
    "gods isis protect": powers.test_isis_protects_units_beside_enemies,
    "gods osiris underworld": powers.test_osiris_opens_the_underworld,
    "gods osiris summons": powers.test_osiris_summons_from_the_underworld,
    "gods ra sun": powers.test_ra_makes_units_radiant,
    "gods ra dominance": powers.test_ra_makes_units_radiant,
    "gods ra win": powers.test_a_radiant_win_and_the_token_of_the_dead,
}
ROWS: dict[str, dict[str, Row]] = {
    "powers": {row.__name__: power(row.__name__) for row, *_ in powers.POWERS},
    "cards": {card: row for card, (_, row) in battles.CARDS.items()},
    "guardians": guardians.GUARDIANS,
}
"""The rows of what is declared by the tables: one for each, whatever it acts through."""

REGISTERED: dict[str, Row] = {
    "actions move": turns.test_an_action_of_a_turn_moves_units,
    "actions summon": hard.test_the_marker_moves_and_the_action_is_resolved,
    "actions gain": examples.test_a_ex_event,
    "actions unlock": examples.test_a_ex_turn,
    "events control": hard.test_an_event_is_for_whoever_triggered_it,
    "events camel": turns.test_a_caravan_is_asked_when_its_space_is_reached,
    "events conflict": examples.test_a_ex_turn,
    "after merge_gods": merge.test_the_merge_comes_after_the_third_conflict,
    "after forgotten_gods": merge.test_what_follows_the_fourth_and_the_fifth_conflict,
    "after game_end": merge.test_what_follows_the_fourth_and_the_fifth_conflict,
    "phases relocate": battles.test_a_relocation_can_cancel_a_later_battle,
    "phases announce": powers.test_amun_plays_two_cards,
    "phases cards": battles.test_cards_are_played_in_secret_and_lie_open,
    "phases build": battles.test_build_a_monument,
    "phases plague": battles.test_two_plagues,
    "phases majorities": battles.test_build_a_monument,
    "phases resolution": battles.test_chariots_win,
    "phases wonders": battles.test_miracle_counts_the_battle,
    "phases underworld": powers.test_osiris_opens_the_underworld,
    "phases worship": powers.test_worshipful_in_ascending_order,
    "opening powers": hard.test_what_a_conflict_begins_with,
    "opening claws": hard.test_what_a_conflict_begins_with,
    "setup gods": setup.test_order_of_seats_and_first_player,
    "setup markers": lambda: setup.test_a_new_table(3, "middle-kingdom"),
    "setup scenario": hard.test_player_1_is_the_first_player,
    "setup guardians": lambda: hard.test_figures_by_players(2, [1, 1, 1]),
    "grounds regular": turns.test_summons_beside_own_units_and_monuments,
    "grounds underworld": powers.test_osiris_summons_from_the_underworld,
}

REVOLT: dict[str, Row] = {
    "setup revolt": merge.test_followers_lie_on_the_event_track,
    "events camel": merge.test_a_consolidation_comes_in_a_turn,
    "doomed": merge.test_the_winner_pays,
    "dominated": merge.test_dominance_kills_too,
}
"""What the scenario's module changes (A-SCEN-REVOLT-1 to 4)."""
FAILS = (AssertionError, KeyError, IndexError, ValueError, PlayerError, RulesBug)
"""A row notices by an assertion, or because what it answers is not asked; whole, each passes in its own module."""


@dataclass(eq=False, repr=False)
class Nothing(Procedure):
    """In the place of an action, an event or a phase: over at once."""

    kind: ClassVar[str] = "tests.nothing"
    seat: str = ""

    def start(self, t: Any) -> Outcome:
        return Done()


def book(*modules: str) -> AnkhBook:
    found = TITLE.book(list(modules))
    assert isinstance(found, AnkhBook)
    return found


def hooks() -> set[str]:
    """Every hook of every declaration: its deck, its id, and the window, event or value through which it acts."""
    found = set()
    for name in DECKS:
        for card in getattr(book(), name):
            acts = [*card.reacts, *card.adjusts, *([card.window] if card.window else [])]
            found |= {f"{name} {card.id} {act}" for act in acts}
    return found


HOOKS = sorted(hooks())


def row_of(hook: str) -> Row:
    name, ident, _ = hook.split(" ", 2)
    return GODS[hook] if name == "gods" else ROWS[name][ident]


def test_no_row_is_missing() -> None:
    """Of powers, cards and Guardians, of each hook of a god, and of what is registered."""
    assert set(GODS) == {hook for hook in HOOKS if hook.startswith("gods ")}
    here = data()
    assert {name: set(rows) for name, rows in ROWS.items()} == {
        "powers": set(here.powers), "cards": set(here.cards), "guardians": set(here.guardians),
    }  # fmt: skip
    names = {f"{name} {thing}" for name in (*PROCEDURES, *STEPS) for thing in getattr(book(), name)}
    assert set(REGISTERED) == names
    revolt = {
        *(f"{name} {thing}" for name in (*PROCEDURES, *STEPS) for thing in getattr(book("revolt"), name)
          if getattr(book(), name).get(thing) is not getattr(book("revolt"), name)[thing]),
        *(name for name in ("doomed", "dominated") if getattr(book(), name) is not getattr(book("revolt"), name)),
    }  # fmt: skip
    assert set(REVOLT) == revolt


def take_out(monkeypatch: pytest.MonkeyPatch, deck: Deck, ident: str, act: str) -> None:
    """One hook out of a deck, and out of what the book worked out from it."""
    for index in (deck.reacting, deck.adjusting, deck.windows):
        if ident in index.get(act, {}):
            monkeypatch.delitem(index[act], ident)
    windows = book().windows
    if ident in windows.get(act, ()):
        put_register(monkeypatch, book(), "windows", {**windows, act: windows[act] - {ident}})


@pytest.mark.parametrize("hook", HOOKS)
def test_the_row_fails_without_its_hook(hook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every power, god, card and Guardian."""
    name, ident, act = hook.split(" ", 2)
    take_out(monkeypatch, getattr(book(), name), ident, act)
    with pytest.raises(FAILS):
        row_of(hook)()


@pytest.mark.parametrize("card", [card for card, (n, _) in battles.CARDS.items() if n])
def test_the_row_fails_without_the_strength_of_a_card(card: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(data().cards, card, 0)
    with pytest.raises(FAILS):
        battles.test_strength_of_each_card(card)


def put_nothing(monkeypatch: pytest.MonkeyPatch, found: AnkhBook, what: str) -> None:
    """Nothing happens where something is registered."""
    name, _, thing = what.partition(" ")
    empty: Any = {"grounds": lambda t, side: (set(), set())}.get(name, lambda *_: [])
    if thing:
        without = Nothing if name in PROCEDURES else empty
        put_register(monkeypatch, found, name, {**getattr(found, name), thing: without})
    else:
        monkeypatch.setattr(found, name, empty)


@pytest.mark.parametrize("what", REGISTERED)
def test_the_row_fails_without_what_is_registered(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every action, event, phase of a Battle, opening of a Conflict and step of the set-up."""
    put_nothing(monkeypatch, book(), what)
    with pytest.raises(FAILS):
        REGISTERED[what]()


@pytest.mark.parametrize("what", REVOLT)
def test_the_row_fails_without_the_revolt(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rule of The People's Revolt."""
    put_nothing(monkeypatch, book("revolt"), what)
    with pytest.raises(FAILS):
        REVOLT[what]()
