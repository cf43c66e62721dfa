"""What titles share."""

from __future__ import annotations

from pbem.core.chance import SeedChance
from pbem.core.table import Live, Table
from pbem.kit.hidden import exchange
from pbem.kit.mixes import mixes, read_mix
from pbem.kit.sources import house_values, mark_of
from pbem.kit.svg import group, text


def test_mixes_are_every_way_to_pay_the_fullest_first() -> None:
    assert mixes([("bread", 2), ("gold", 1)], 2) == ["2 bread", "1 bread 1 gold", "1 bread", "1 gold", "none"]
    assert read_mix("1 bread 1 gold") == {"bread": 1, "gold": 1} and read_mix("none") == {}


def test_hidden_cards_are_exchanged_and_none_is_lost() -> None:
    t = Table(seats=["a", "b"], live=Live(SeedChance(bytes(32), "kit"), {}, None))
    hands = [["A", "B", "open"], ["C"]]
    pile = exchange(t, "exchange", ["D", "E", "F"], hands, ["A", "B", "C"])
    assert hands[0][2] == "open"
    assert sorted([*hands[0][:2], *hands[1], *pile]) == list("ABCDEF")
    assert hands[0][:2] + hands[1] != ["A", "B", "C"]


def test_values_show_their_source() -> None:
    raw = {"tiles": {"value": 3, "source": "house"}, "dice": {"value": 5, "source": "rulebook"}}
    assert house_values(raw) == ["tiles"]
    assert mark_of(raw["tiles"]) == " (house)" and mark_of(raw["dice"]) == ""


def test_what_tables_supply_is_escaped() -> None:
    assert "<b>" not in text(0, 0, "<b>") and "<b>" not in group([], title="<b>")
