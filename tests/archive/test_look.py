"""A game as it stood: exactly what a seat knew then."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.archive.look import open_archive, play_at, public_sight
from pbem.core.errors import GameFileProblem, Refused
from pbem.core.titles import get_title
from pbem.engine.play import Play
from tests.archive.games import NOW, archived, bid_all, finished, moderated, toy_game


def seen(play: Play) -> dict[str, object]:
    views = {str(seat): play.title.view(play.table, seat).model_dump(mode="json") for seat in (None, *play.table.seats)}
    asked = {seat: (question.name, list(question.options)) for seat, question in play.questions().items()}
    stamps = {seat: (deadline.entry, deadline.since) for seat, deadline in play.game.deadlines.items()}
    return {
        "views": views, "asked": asked, "stamps": stamps, "head": play.game.head, "entry": play.game.entry,
        "status": play.game.status, "undone": list(play.game.moderation.undone),
    }  # fmt: skip


def test_every_entry_looks_as_it_did() -> None:
    play = toy_game(players=3, nights=1)
    then = {1: seen(play)}
    now = NOW
    while play.game.status == "running":
        now += timedelta(hours=1)
        seat = next(iter(play.questions()))
        play.submit(seat, "", now, filler=lambda table, who, question: question.harmless())
        then[play.game.entry] = seen(play)
    for n, wanted in then.items():
        looked = play_at(play.game, play.game.recent, play.title, play.title.components(), n)
        assert seen(looked) == wanted
    assert play.game.status == "finished" and play.game.entry == max(then)


def test_the_game_itself_is_not_changed() -> None:
    play = toy_game()
    bid_all(play)
    before = play.game.model_dump_json()
    play_at(play.game, play.game.recent, play.title, play.title.components(), 1)
    assert play.game.model_dump_json() == before


def test_before_and_after_an_undo() -> None:
    played = moderated()
    looked = play_at(played.game, played.entries, toy_game().title, played.tables, 5)
    assert (looked.game.moderation.undone, looked.game.entry) == ([4], 5)
    again = play_at(played.game, played.entries, toy_game().title, played.tables, 6)
    assert again.game.moderation.undone == []
    last = play_at(played.game, played.entries, toy_game().title, played.tables, None)
    assert last.table.model_dump_json() == played.game.table.model_dump_json()


def test_from_an_archive() -> None:
    looked = open_archive(archived(), 5)
    assert (looked.game.entry, looked.game.status) == (5, "running")
    assert looked.game.head == finished().entries[4].hash
    seat = looked.game.seats[0].seat
    assert looked.title.own(looked.title.view(looked.play.table, seat), looked.play.data).startswith("Your lanterns")
    assert open_archive(archived()).game.status == "finished"


def test_refusals() -> None:
    with pytest.raises(Refused, match="there is no entry 999"):
        open_archive(archived(), 999)
    with pytest.raises(Refused, match="public copy"):
        open_archive(archived("public"), 3)
    with pytest.raises(Refused, match="there is no entry 999"):
        public_sight(archived("public"), 999)
    with pytest.raises(GameFileProblem, match="zip: "):
        open_archive(b"nothing")


def test_a_public_archive_shows_what_everybody_saw() -> None:
    """At every entry the text that a spectator would have had then; the view itself at the last."""
    played = finished("tekhenu", 2)
    title, data = get_title("tekhenu"), played.archive("public")
    for n in (1, 7, len(played.entries)):
        then = play_at(played.game, played.entries, title, played.tables, n)
        view = title.view(then.table, None)
        seen = public_sight(data, n)
        assert seen is not None and seen.text == title.summary(view, then.data)
        assert seen.scores == dict(title.scores(then.table))
        assert seen.view == (view.model_dump(mode="json") if n == len(played.entries) else None)
    assert public_sight(played.archive()) is None
