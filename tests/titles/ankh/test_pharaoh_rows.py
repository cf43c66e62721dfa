"""Every Pharaoh, policy, chamber and Riddle has a row that fails when its effect is removed, and none is missing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.core.errors import PlayerError
from pbem.titles.ankh.pharaoh.verbs import effects as carrying_out
from tests.titles.ankh import test_pharaoh_cards as cards
from tests.titles.ankh import test_pharaoh_examples as examples
from tests.titles.ankh import test_pharaoh_palace as rows
from tests.titles.ankh.court import data

TABLES = data("pharaoh").boxes["pharaoh"]

ROWS: dict[str, Callable[[], None]] = {
    "chamber law": rows.test_law, "chamber war": rows.test_war, "chamber court": rows.test_court,
    "chamber throne": rows.test_throne, "riddle of ramesses": rows.test_riddle_of_ramesses,
    "riddle of xerxes": rows.test_riddle_of_xerxes, "riddle of amenhotep": rows.test_riddle_of_amenhotep,
    "riddle of tutankhamun": rows.test_tutankhamun_restores_and_dies,
    "riddle of akhenaten": rows.test_riddle_of_akhenaten, "ability draft_infantry": rows.test_ramesses_drafts,
    "ability lead_expedition": rows.test_ramesses_leads_the_expedition,
    "ability restorer": rows.test_tutankhamun_restores_and_dies,
    "ability death": rows.test_tutankhamun_restores_and_dies,
}  # fmt: skip
STANDING: dict[str, Callable[[], None]] = {
    "blockade": rows.test_infantry_takes_strength, "no devotion": rows.test_xerxes_cancels_gains_only,
    "bonus": rows.test_amenhotep_adds_to_rewards, "region first": rows.test_his_region_comes_first_in_a_conflict,
    "common pool": rows.test_akhenaten_has_one_pool, "more summons": rows.test_they_flock_to_him,
    "closed chamber": examples.test_p_ex_11,
}  # fmt: skip
ABILITIES = [ability for pharaoh in TABLES.pharaohs.values() for ability in pharaoh.abilities]


def test_no_row_is_missing() -> None:
    """Of chambers, Riddles, abilities with effects, standing changes and Policy cards."""
    chambers = {f"chamber {chamber}" for chamber in TABLES.chambers}
    riddles = {f"riddle of {pharaoh}" for pharaoh in TABLES.pharaohs}
    assert set(ROWS) == chambers | riddles | {f"ability {one.id}" for one in ABILITIES if one.effects}
    assert set(STANDING) == {one.standing for one in ABILITIES if one.standing}
    assert all(one.effects or one.standing for one in ABILITIES)
    assert set(cards.ROWS) == set(TABLES.cards)


@pytest.mark.parametrize("source", ROWS)
def test_the_row_fails_without_its_effect(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every chamber, Riddle and ability: with its effects taken out its test fails."""
    ROWS[source]()
    whole, gone = carrying_out.effects_of, source.partition(" of ")[0]
    monkeypatch.setattr(carrying_out, "effects_of", lambda t, one: () if one == gone else whole(t, one))
    with pytest.raises((AssertionError, KeyError)):
        ROWS[source]()


EFFECTS = [
    *((f"chamber {one.id}", at) for one in TABLES.chambers.values() for at in range(len(one.effects))),
    *((f"riddle of {one.id}", at) for one in TABLES.pharaohs.values() for at in range(len(one.riddle_effects))),
    *((f"ability {one.id}", at) for one in ABILITIES for at in range(len(one.effects))),
]


@pytest.mark.parametrize(("source", "at"), EFFECTS)
def test_the_row_fails_without_one_of_its_effects(source: str, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a text has several parts, each of them is missed."""
    whole, gone = carrying_out.effects_of, source.partition(" of ")[0]

    def without(t: object, one: str) -> object:
        found = whole(t, one)  # type: ignore[arg-type]
        return [*found[:at], *found[at + 1 :]] if one == gone else found

    monkeypatch.setattr(carrying_out, "effects_of", without)
    with pytest.raises((AssertionError, KeyError)):
        ROWS[source]()


@pytest.mark.parametrize("standing", STANDING)
def test_the_row_fails_without_the_standing_change(standing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    STANDING[standing]()
    (pharaoh,) = (one for one in TABLES.pharaohs.values() if standing in one.standing)
    left = {name: ability for name, ability in pharaoh.standing.items() if name != standing}
    monkeypatch.setitem(TABLES.pharaohs, pharaoh.id, replace(pharaoh, standing=left))
    with pytest.raises((AssertionError, KeyError)):
        STANDING[standing]()


PARTS = [(card.id, at) for card in TABLES.cards.values() for at in range(len(card.effects))]


@pytest.mark.parametrize(("card", "at"), PARTS)
def test_the_row_of_a_card_fails_without_an_effect(card: str, at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Used as before, with an effect taken out when it should be carried out."""
    whole = carrying_out.effects_of

    def without(t: object, one: str) -> object:
        found = whole(t, one)  # type: ignore[arg-type]
        return [*found[:at], *found[at + 1 :]]

    monkeypatch.setattr(carrying_out, "effects_of", without)
    with pytest.raises((AssertionError, PlayerError)):
        cards.test_what_a_card_does(card)
