"""No mail tells its reader what the reader may not know, whatever the title."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.core.procedures import Run
from pbem.core.titles import Title
from pbem.engine.fuzz import NO_CHECKS, BrokenGame, Fuzz, play_game
from pbem.engine.play import Play
from pbem.mail.compose import compose
from pbem.mail.context import House, MailContext, Reader
from pbem.mail.tokens import Signer
from tests.conformance.titles import TABLES, played
from tests.toy.state import River
from tests.toy.title import Lanterns, RiverView

HOUSE = House(Signer(b"conformance" * 3))
WHEN = datetime(2026, 1, 2, 12, tzinfo=UTC)
EVERY = 6
"""Mails are compared at every sixth stop."""


def mail(fuzz: Fuzz, run: Run, reader: Reader, kind: str) -> bytes:
    """A mail about the table of `run`; head, tokens and ids are those of the real game."""
    game = fuzz.play_of.game.model_copy()
    game.table = run.table
    play = Play(game, fuzz.title, fuzz.play_of.data)
    news = fuzz.report.entries[-5:]
    context = MailContext(kind, game, fuzz.title, play, reader, HOUSE, WHEN, game.entry, entries=news)
    return compose(context)


def copy_of(run: Run, title: Title) -> Run:
    table = title.table_model.model_validate_json(run.table.model_dump_json())
    table.live = run.table.live
    return Run(table)


def compare(kinds: list[str], seen: list[str]) -> Callable[[Fuzz], None]:
    """What looks at the stops of a game and compares its mails with those of the exchanged game."""

    def watch(fuzz: Fuzz) -> None:
        if fuzz.report.stops % EVERY != 1:
            return
        kind = kinds[fuzz.report.stops // EVERY % len(kinds)]
        readers = [Reader(seat, f"Player of {seat}", f"{seat}@example.org") for seat in fuzz.table.seats]
        readers.append(Reader("observer-1", "Looker-on", "o@example.org", role="observer"))
        for reader in readers:
            real = mail(fuzz, copy_of(fuzz.play_of.run, fuzz.title), reader, kind)
            other = mail(fuzz, fuzz.exchanged(reader.eyes), reader, kind)
            assert other.decode() == real.decode(), f"the {kind} mail to {reader.seat} tells of hidden things"
            seen.append(real.decode())

    return watch


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_mails_do_not_change_with_what_is_hidden(title: Title, players: int, tmp_path: Path) -> None:
    """With hidden things and sealed answers exchanged, each reader gets the same bytes."""
    for seed in ("mail", "post"):
        seen: list[str] = []
        played(tmp_path, title, players, seed, checks=NO_CHECKS, watch=compare(["turn", "news", "reminder"], seen))
        assert len(seen) > players
        assert all(line == line.rstrip("\r") and len(line) <= 998 for text in seen for line in text.split("\n"))


class ShowsADeck(Lanterns):
    """A title whose board tells the next lantern of the deck."""

    def view(self, table: River, seat: str | None) -> RiverView:
        return super().view(table, seat).model_copy(update={"wind": int(table.deck[-1].split()[1])})


def test_a_leak_would_be_found() -> None:
    with pytest.raises(BrokenGame, match="tells of hidden things"):
        play_game(ShowsADeck(), 2, "leak", checks=NO_CHECKS, watch=compare(["turn"], []))
