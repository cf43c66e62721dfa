"""Views: what each reader may know, built from nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from pbem.core.chance import SeedChance
from pbem.core.table import Live
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import build, default_raw
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.views.view import view
from tests.titles.tekhenu.build import ME, YOU, tekhenu
from tests.titles.tekhenu.walk import first, middle_game, walk


def exchanged(t: Tekhenu, reader: str | None) -> Tekhenu:
    live = t.live.anew(SeedChance(b"another" * 5, "secrecy"))
    other: Tekhenu = TITLE.reshuffle(t, reader, live)
    return other


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_hidden_is_in_a_view(players: int) -> None:
    """Exchange what a reader knows nothing of: the view, both boards, the own things and the picture stay the same."""
    changed = 0
    for t, _ in walk(players, f"secrets {players}", every=29):
        for reader in (None, *t.seats):
            other = exchanged(t, reader)
            changed += other.tile_stack != t.tile_stack
            before, after = view(t, reader), view(other, reader)
            assert before == after
            for plain in (False, True):
                assert TITLE.summary(before, t.data, plain) == TITLE.summary(after, other.data, plain)
                assert TITLE.own(before, t.data, plain) == TITLE.own(after, other.data, plain)
    assert changed > 0


def test_exchanging_hands_changes_the_owners_view_only() -> None:
    """The check above can fail: the same exchange shows in the view of the seat whose hand was exchanged."""
    t = middle_game()
    other = exchanged(t, ME)
    assert other.players[YOU].decrees != t.players[YOU].decrees
    assert view(t, ME) == view(other, ME)
    assert view(t, YOU) != view(other, YOU)


def test_own_secrets_are_shown_to_their_owner_alone() -> None:
    t = middle_game()
    mine = view(t, ME)
    assert mine.own is not None
    assert [card.id for card in mine.own.decrees] == ["D07", "D12"]
    assert view(t, None).own is None
    for reader in (None, YOU):
        seen = view(t, reader)
        assert next(p for p in seen.players if p.seat == ME).decrees == 2
        text = TITLE.summary(seen, t.data) + TITLE.own(seen, t.data) + TITLE.picture(seen, t.data)
        assert "D07" not in text and "D12" not in text
    assert "D07" in TITLE.own(mine, t.data)


def test_a_sealed_answer_is_in_no_view() -> None:
    t, run = first(3)
    seat, question = next(iter(run.questions().items()))
    before = {reader: view(t, reader) for reader in (None, *t.seats)}
    run.give(seat, [question.options[0]])
    assert t.stack[-1].given == {seat: [question.options[0]]}
    assert {reader: view(t, reader) for reader in (None, *t.seats)} == before


def test_a_view_is_no_window_to_the_table() -> None:
    """Whoever changes a view changes no game."""
    t = middle_game()
    before = t.model_dump_json()
    seen = view(t, ME)
    seen.players[0].stock["gold"] += 7
    seen.wheel[0].pure.clear()
    seen.bag["white"] = 99
    seen.discards["blessing"].append("B01")
    assert t.model_dump_json() == before
    assert view(t, ME) != seen


def test_shared_parts_of_views_cannot_be_changed() -> None:
    """All views of a process share them, so a change would show in other games too."""
    space = view(middle_game(), ME).temple[0]
    with pytest.raises(ValidationError, match="frozen"):
        setattr(space, "owner", "blue")  # noqa: B010 the type checker forbids it in words
    assert space is view(middle_game(), ME).temple[0]


def test_a_view_survives_json() -> None:
    seen = view(middle_game(), ME)
    assert TITLE.read_view(seen.model_dump(mode="json")) == seen


def test_dice_lie_by_purity_and_colour() -> None:
    """T-DICE-3: Horus is sunny while the arrow stands before it."""
    t = tekhenu(2, "horus black 6, horus yellow 2, horus white 5, horus grey 1, horus white 3")
    section = view(t, None).wheel[0]
    assert (section.god, section.light) == ("horus", "sunny")
    assert section.pure == ["white 3", "white 5"]
    assert section.tainted == ["yellow 2", "grey 1"]
    assert section.forbidden == ["black 6"]


def test_scoring_markers_keep_their_numbers() -> None:
    t = middle_game()
    assert {s.god: s.marker for s in view(t, None).wheel if s.marker} == {"hathor": 1, "thoth": 2}
    t.markers.pop(0)
    assert {s.god: s.marker for s in view(t, None).wheel if s.marker} == {"thoth": 2}


def test_what_is_worked_out_for_players() -> None:
    """After two Statues the next costs 3 granite; two Buildings built uncover 1 bread and 1 VP; T15 has Ankh 5."""
    me = next(p for p in view(middle_game(), None).players if p.seat == ME)
    assert (me.statue_cost, me.bread_due, me.row_vp, me.ankh, me.balance, me.dice) == (3, 1, 1, 5, -1, 3)


def shuffled_keys(value: Any) -> Any:
    """The same JSON with the keys of every object in another order."""
    if isinstance(value, dict):
        return {key: shuffled_keys(value[key]) for key in sorted(value, reverse=True)}
    return [shuffled_keys(item) for item in value] if isinstance(value, list) else value


def test_the_order_of_keys_in_files_does_not_matter() -> None:
    """A table and component tables read from files show the very same board."""
    t = middle_game()
    t.players[YOU].overproduced.update(bread=2, granite=1)
    t.players[ME].scored = {"D07": 3, "D12": 6}
    again = Tekhenu.model_validate_json(json.dumps(shuffled_keys(json.loads(t.model_dump_json()))))
    again.live = Live(t.live.chance, build(shuffled_keys(default_raw())), t.live.options, t.live.fixes, t.live.book)
    for reader in (None, ME):
        before, after = view(t, reader), view(again, reader)
        for plain in (False, True):
            assert TITLE.summary(before, t.data, plain) == TITLE.summary(after, again.data, plain)
        assert TITLE.picture(before, t.data) == TITLE.picture(after, again.data)
        assert before.model_dump_json() == after.model_dump_json()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_from_stored_tables_is_the_same_game(players: int) -> None:
    """Stored component tables have sorted keys; questions, answers and results must not notice."""
    stored = build(json.loads(json.dumps(default_raw(), sort_keys=True)))
    pairs = zip(walk(players, "keys"), walk(players, "keys", data=stored), strict=True)
    for (t, run), (u, again) in pairs:
        assert {s: (q.name, list(q.options)) for s, q in run.questions().items()} == {
            s: (q.name, list(q.options)) for s, q in again.questions().items()
        }
        assert t.players == u.players


def test_population_comes_before_happiness_in_stored_tables_too() -> None:
    """T-CARD-T06: with Happiness at Population, both markers move."""
    stored = build(json.loads(json.dumps(default_raw(), sort_keys=True)))
    assert list(stored.cards["T06"].effect["gain"]) == ["vp", "population", "happiness"]
    assert list(stored.cards["S11"].effect["gain"]) == ["population", "happiness"]


def test_a_game_seen_before_it_is_laid_out() -> None:
    t = TITLE.setup(["orange", "blue"], first(2)[0].live)
    seen = view(t, "blue")
    assert seen.players == []
    assert TITLE.summary(seen, t.data) and TITLE.own(seen, t.data) == ""
    assert TITLE.picture(seen, t.data).startswith("<svg")
