"""Texts that an owner typed in: the handbook's examples are carried out, what cannot be is refused with its place."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.overlay import OverlayError
from pbem.core.words import said
from pbem.titles.ankh import TITLE
from pbem.titles.ankh.options import Options
from pbem.titles.ankh.pharaoh.component_check import check
from pbem.titles.ankh.pharaoh.components import default_raw
from pbem.titles.ankh.pharaoh.part import court
from pbem.titles.ankh.pharaoh.policies import PolicyAction
from pbem.titles.ankh.pharaoh.show.prompts import policy_text, riddle_prompt
from pbem.titles.ankh.pharaoh.verbs.effects import VERBS
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import SEED, asked, options, run, say
from tests.titles.ankh.court import deal, effects, sphinx

PAGE = Path(__file__).parents[3] / "docs" / "house-cards.md"
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)]


def owned(corrections: dict[str, Any], **more: Any) -> Ankh:
    """A game with an owner's corrections, after the Pharaoh was placed."""
    raw = TITLE.corrected(corrections, ["pharaoh"])
    assert TITLE.check_components(raw) == []
    chosen = Options(first="amun", expansion="pharaoh", **more)
    live = TITLE.live(SeedChance(SEED, "test"), TITLE.prepare(raw), chosen, frozenset(TITLE.fixes), ["pharaoh"])
    t = TITLE.setup(["amun", "isis"], live)
    runner = Run(t)
    runner.advance()
    (seat,) = runner.questions()
    runner.give(seat, ["C4"])
    return t


def test_another_number() -> None:
    t = owned(EXAMPLES[0])
    deal(t, "amun", "temple_tithe")
    before = t.gods["amun"].followers
    effects(t, "amun", "policy temple_tithe")
    assert t.gods["amun"].followers == before + 3


def test_another_text() -> None:
    t = owned(EXAMPLES[1])
    deal(t, "amun", "royal_progress", "royal_progress")
    runner = run(t, PolicyAction(seat="amun", action="unlock"))
    assert asked(runner) == {"amun": "policy"}
    say(runner, "amun", "policy: royal progress")
    far = {place for place in options(runner, "amun") if t.data.board.distance("C4", place) == 4}
    assert far
    say(runner, "amun", f"progress: {min(far)}")
    assert (t.gods["amun"].followers, court(t).at) == (0, min(far))
    runner = run(t, PolicyAction(seat="amun", action="gain"))
    assert not asked(runner)  # nothing left to pay with, and never after the action


def test_another_riddle() -> None:
    t = owned(EXAMPLES[2], pharaoh="xerxes")
    place = next(place for place in t.data.board.land if t.is_empty(place))
    sphinx(t, place, side="isis")
    followers = t.gods["isis"].followers
    effects(t, "isis", "riddle", manner="ask")
    assert (t.gods["isis"].followers, t.devotion["isis"]) == (followers + 1, 0)


def test_corrected_texts_are_the_owners() -> None:
    raw = TITLE.corrected(EXAMPLES[0], ["pharaoh"])
    row = next(row for row in raw["pharaoh"]["policies"]["list"] if row["id"] == "temple_tithe")
    assert row["source"] == "owner"


def changed(change: Any) -> list[str]:
    raw = default_raw()
    change(raw)
    return check(raw)


def card(raw: dict[str, Any], ident: str) -> dict[str, Any]:
    row: dict[str, Any] = next(row for row in raw["policies"]["list"] if row["id"] == ident)
    return row


EVERY = default_raw()["counts"]["policy_cards"]
FAULTS = {
    "policies.list[temple_tithe].effects[0].do: 'folowers' is no effect; did you mean followers?": lambda raw: card(
        raw, "temple_tithe"
    ).update(effects=[{"do": "folowers", "n": 2}]),
    "policies.list[census].effects[0].n: take_follower takes no 'n'": lambda raw: card(raw, "census").update(
        effects=[{"do": "take_follower", "n": 2}]
    ),
    "policies.list[census].effects[0].reach: 'far' is not possible": lambda raw: card(raw, "census").update(
        effects=[{"do": "move_pharaoh", "reach": "far"}]
    ),
    "policies.list[census].effects[0].reach: move_pharaoh needs it": lambda raw: card(raw, "census").update(
        effects=[{"do": "move_pharaoh"}]
    ),
    "policies.list[census].effects[0]: followers needs one of n or per": lambda raw: card(raw, "census").update(
        effects=[{"do": "followers"}]
    ),
    "policies.list[census].effects: a list of effects is expected here": lambda raw: card(raw, "census").update(
        effects=[]
    ),
    "policies.list[census].when: 'later' is not possible": lambda raw: card(raw, "census").update(when="later"),
    "policies.list[census].actions: ['fight'] is not possible": lambda raw: card(raw, "census").update(
        actions=["fight"]
    ),
    f"policies.list: {EVERY + 1} cards, counts.policy_cards says {EVERY}": lambda raw: card(raw, "census").update(
        copies=3
    ),
    "adjacent.pairs:": lambda raw: raw["adjacent"].update(pairs=[["law", "attic"]]),
    "pharaohs.list[ramesses].placed_by: 'me' is not possible": lambda raw: raw["pharaohs"]["list"][0].update(
        placed_by="me"
    ),
    "pharaohs.list[xerxes].abilities[tyrant_king].standing: 'evil' is not known": lambda raw: raw["pharaohs"]["list"][
        1
    ]["abilities"][0].update(standing="evil"),
    "pharaohs.list[xerxes].riddle.effects[0].do: 'win' is no effect": lambda raw: raw["pharaohs"]["list"][1][
        "riddle"
    ].update(effects=[{"do": "win"}]),
    "counts.sphinx_tokens: a whole number is expected here": lambda raw: raw["counts"].update(sphinx_tokens="five"),
    "chambers.list[law].text: a text is expected here": lambda raw: raw["chambers"]["list"][0].update(text=3),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_carried_out_is_refused_with_its_place(fault: str) -> None:
    found = changed(FAULTS[fault])
    assert any(line.startswith(fault) for line in found), found
    assert [line for line in found if said(line, TITLE.words("pl")) == line] == []


def test_a_fault_is_told_in_the_readers_language() -> None:
    """With the sentence inside it, what is expected, and with the module's name before its place; what stands in the
    tables stays as it is."""
    raw = TITLE.components(["pharaoh"])
    card(raw["pharaoh"], "census").update(
        when="later", effects=[{"do": "move_pharaoh", "reach": 0}, {"do": "followers"}]
    )
    told = [said(fault, TITLE.words("pl")) for fault in TITLE.check_components(raw)]
    assert [line.removeprefix("pharaoh.policies.list[census].") for line in told] == [
        "when: 'later' nie jest możliwe; oczekiwano: jedna z wartości before, after, either",
        "effects[0].reach: 0 nie jest możliwe; oczekiwano: liczba całkowita, co najmniej 1, lub any",
        "effects[1]: followers wymaga jednego z kluczy: n lub per",
    ]


def test_the_shipped_tables_are_sound() -> None:
    assert check(default_raw()) == []


def test_an_unknown_card_is_refused() -> None:
    with pytest.raises(OverlayError, match="policies"):
        TITLE.corrected({"pharaoh": {"policies": {"list": [{"id": "free_beer", "text": "x"}]}}}, ["pharaoh"])


def test_the_page_lists_every_verb() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8").partition("| `do` |")[2], re.M)
    assert sorted(rows) == sorted(VERBS)


# -- what is shown of them ---------------------------------------------------------------------------------------------


def test_the_tables_are_printed_with_their_sources() -> None:
    """`pbem data ankh`: every card, chamber, ability and Riddle, marked where its text is not printed; what an owner
    typed in is marked as the owner's."""
    flat = " ".join(TITLE.tables(TITLE.corrected(EXAMPLES[0], ["pharaoh"])).split())
    raw = default_raw()
    pharaohs = raw["pharaohs"]["list"]
    rows = [*raw["policies"]["list"], *(one for row in pharaohs for one in (*row["abilities"], row["riddle"]))]
    for row in rows:
        if row.get("id") == "temple_tithe":
            assert "Gain 3 Followers. (owner)" in flat
        else:
            house = " (house)" if row.get("source", "house") == "house" else ";"
            assert f"{row['text']}{house}" in flat, row
    assert "adjacent (house): law-war" in flat
    assert max(map(len, TITLE.tables(TITLE.components(["pharaoh"])).splitlines())) <= 78


def test_a_text_says_house_until_it_is_typed_in() -> None:
    t = owned(EXAMPLES[0])
    cards = t.data.boxes["pharaoh"].cards
    assert policy_text(cards["census"]).endswith(" (house)")
    assert policy_text(cards["temple_tithe"]) == "Gain 3 Followers."
    assert riddle_prompt(owned(EXAMPLES[2], pharaoh="xerxes")).endswith("each Sphinx you control.")
    assert riddle_prompt(owned(EXAMPLES[0])).endswith(" (house)")


def test_the_check_knows_every_verb_by_itself() -> None:
    """Loaded alone, in a process of its own, it finds nothing wrong with the shipped tables."""
    code = "from pbem.titles.ankh.pharaoh import component_check as c, components as d; print(c.check(d.default_raw()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
