"""Every card, tile, region and power of Time of Seth and the Vizier: its row fails when its effect is removed.

Two things are taken away, one at a time: what the book registers for a card (`mutations.hooks`), and each number, mark
or word of the tables. The row of a thing are the tests of `test_seth_cards.py` that cite its rule, with the
parameters that name it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from pbem.core.book import Register
from pbem.core.errors import RulesBug
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.seth import module
from pbem.titles.tekhenu.seth import seth_cards as declared
from pbem.titles.tekhenu.seth.components import default_raw
from tests.titles.registers import put_register
from tests.titles.tekhenu import test_seth_cards, test_vizier
from tests.titles.tekhenu.citing import citing
from tests.titles.tekhenu.mutations import Change, hooks

Row = Callable[[], None]
Path = tuple[str | int, ...]
CARDS = ("blessings", "technologies", "decrees", "starting_cards", "follower_powers", "artifacts")
DECKS = (declared.BLESSINGS, declared.TECHNOLOGIES, declared.DECREES, declared.STARTING, declared.ARTIFACTS,
         declared.FOLLOWERS)  # fmt: skip
NO_EFFECT = frozenset(
    {"text", "name", "rule", "source", "house", "id", "slot", "type", "when", "initiative", "ankh", "other",
     "treat_die_as"}
)  # fmt: skip
"""What a card is called and where it lies; `initiative` and `ankh` are the set-up's and the Destiny phase's; what its
window says already."""


# -- rows --------------------------------------------------------------------------------------------------------------


@cache
def rows(ident: str) -> tuple[Row, ...]:
    """The row of a thing: with every parameter that names it, or with all where none does."""
    found: list[Row] = []
    for path, test in (one.split("::") for one in citing().get(rule(ident), [])):
        if path.endswith("test_seth_cards.py"):
            function = getattr(test_seth_cards, test)
            found += [lambda function=function, one=one: function(**one) for one in arguments(function, ident)]
    return tuple(found or named(ident))


def named(ident: str) -> Iterator[Row]:
    """The rows of a card of one's own making: no rule of the digest is its own, so no test cites it."""
    for function in [test for name, test in vars(test_seth_cards).items() if name.startswith("test_")]:
        for one in arguments(function, ident):
            if ident in map(str, one.values()):
                yield lambda function=function, one=one: function(**one)


def rule(ident: str) -> str:
    return f"S-REGION-{ident}" if ident.isdigit() else f"S-TILE-{ident}" if ident[0] == "C" else f"S-CARD-{ident}"


def arguments(function: Any, ident: str) -> list[dict[str, Any]]:
    marks = [mark for mark in getattr(function, "pytestmark", []) if mark.name == "parametrize"]
    if not marks:
        return [{}]
    (mark,) = marks
    names = [mark.args[0]] if isinstance(mark.args[0], str) else list(mark.args[0])
    every = [dict(zip(names, one if len(names) > 1 else [one], strict=True)) for one in mark.args[1]]
    return [one for one in every if ident in map(str, one.values())] or every


def fails(ident: str) -> bool:
    """Whether some test of the row does, or cannot be played because nothing is left to choose."""
    for row in rows(ident):
        try:
            row()
        except (AssertionError, RulesBug):
            return True
    return False


# -- what the book registers -------------------------------------------------------------------------------------------


def registered() -> Iterator[Change]:
    """Every reaction, adjustment, window and effect that the book of the box has for a card of the expansion."""
    own = {card.id for deck in DECKS for card in deck}
    for deck in TITLE.book(["seth"]).decks.values():  # type: ignore[attr-defined]
        yield from (change for change in hooks(deck) if change[0].split()[0] in own)


HOOKS = {change[0]: change for change in registered()}


@pytest.mark.modes
@pytest.mark.parametrize("name", HOOKS)
def test_the_row_fails_without_what_is_registered(name: str) -> None:
    """S-CARD: hook by hook."""
    _, away, back = HOOKS[name]
    away()
    try:
        assert fails(name.split()[0])
    finally:
        back()


def test_every_card_is_registered() -> None:
    """None is left whose hooks nobody looks for."""
    raw = default_raw()
    assert {name.split()[0] for name in HOOKS} == {entry["id"] for table in CARDS for entry in raw[table]}


# -- what is printed ---------------------------------------------------------------------------------------------------


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of all numbers, marks and words of an entry that say what it does."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in NO_EFFECT:
                yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from leaves(inner, (*path, at))
    elif value:
        yield path


def entries() -> Iterator[tuple[str, str, int, Any]]:
    raw = default_raw()
    for table in (*CARDS, "conquest_tiles", "regions"):
        yield from ((table, str(entry["id"]), at, entry) for at, entry in enumerate(raw[table]))


OTHER = {
    "blessing": "decree", "technology": "blessing", "decree": "technology", "horus": "ra", "ra": "hathor",
    "hathor": "horus", "bastet": "thoth", "thoth": "osiris", "osiris": "bastet", "seth": "ra", "any": 1,
}  # fmt: skip
PRINTED = [(table, ident, at, path) for table, ident, at, entry in entries() for path in leaves(entry)]


def without(table: str, at: int, path: Path) -> dict[str, Any]:
    """The tables with a number made 0, a mark struck out, a word taken out of its list, another deck, or, where an
    effect is one word, that effect gone."""
    raw = json.loads(json.dumps(default_raw()))
    holder = raw[table][at]
    for key in path[:-1]:
        holder = holder[key]
    value = holder[path[-1]]
    if isinstance(value, bool | int):
        holder[path[-1]] = type(value)(0)
    elif isinstance(holder, list):
        holder.remove(value)
    else:
        holder[path[-1]] = OTHER[value]
        holder.update({"value": 1} if holder.get("value") == "any" else {})
    return raw


@pytest.mark.modes
@pytest.mark.parametrize(("table", "ident", "at", "path"), PRINTED, ids=lambda one: str(one).replace(" ", ""))
def test_the_row_fails_without_what_is_printed(
    table: str, ident: str, at: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S-CARD, S-TILE, S-REGION: number by number."""
    monkeypatch.setattr(module, "default_raw", lambda: without(table, at, path))
    assert fails(ident)


def test_no_row_is_missing() -> None:
    """Each thing of the tables has one; `test_seth_cards.py` shows that it holds as shipped."""
    assert [ident for _, ident, _, _ in entries() if not rows(ident)] == []


# -- the Vizier --------------------------------------------------------------------------------------------------------

VIZIER = TITLE.book(["vizier"])
POWERS: dict[tuple[str, str], Callable[..., None]] = {
    (
        "procedures",
        "destiny",
    ): test_vizier.test_S_VIZ_2_the_first_sets_one_other_card_aside_and_the_second_cannot_take_it,
    ("procedures", "turn"): test_vizier.test_S_VIZ_3_the_vizier_goes_to_another_area,
    ("taken", "vizier"): test_vizier.test_X_25_the_second_player_pays_the_first,
    ("clearing", "vizier"): test_vizier.test_S_VIZ_2_the_first_sets_one_other_card_aside_and_the_second_cannot_take_it,
}
"""What the module changes of the play, by register and name; each with its row."""
GUARDS = {("parts", "vizier"), ("layout", "vizier"), ("elsewhere", "vizier"), ("problems", "vizier"),
          ("procedures", "destiny itself"), ("procedures", "turn itself")}  # fmt: skip
"""What it registers besides: its part, what the invariants look at, and the base game's procedures under a name."""


def registers(modules: list[str]) -> dict[tuple[str, str], object]:
    book = TITLE.book(modules)
    return {
        (name, entry): register[entry]
        for name, register in vars(book).items()
        if isinstance(register, Register) and name != "questions"
        for entry in register
    }


def test_every_power_of_the_vizier_has_a_row() -> None:
    base = registers([])
    found = {at for at, thing in registers(["vizier"]).items() if base.get(at) is not thing}
    assert found == POWERS.keys() | GUARDS


@pytest.mark.modes
@pytest.mark.parametrize(("register", "entry"), POWERS)
def test_the_row_fails_without_a_power_of_the_vizier(
    register: str, entry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S-VIZ-2 to S-VIZ-4, S-R-30: a register as the base game has it."""
    row = POWERS[register, entry]
    things = dict(getattr(VIZIER, register))
    if f"{entry} itself" in things:
        things[entry] = things[f"{entry} itself"]
    else:
        del things[entry]
    one = arguments(row, "")[0] if hasattr(row, "pytestmark") else {}
    one = {"options": test_vizier.ALONE, **({"areas": 6} if "areas" in one else {})} if one else {}
    row(**one)
    put_register(monkeypatch, VIZIER, register, things)
    with pytest.raises((AssertionError, RulesBug)):
        row(**one)
