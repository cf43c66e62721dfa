"""No mail tells its reader what the reader may not know, whatever the title."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.core.questions import Question
from pbem.core.titles import SHIPPED, Title, get_title
from pbem.engine.computers.fuzz import NO_CHECKS, BrokenGame, play_game
from pbem.engine.gamefile import Entry
from pbem.engine.journal import Message, message_for
from tests.conformance.exchange import ASKED, SIDE, Mailing
from tests.conformance.titles import KINDS, MANY, Kind, is_quick, played
from tests.toy.rules import thanks_question
from tests.toy.state import River
from tests.toy.title import Lanterns, RiverView

GAMES = {2: 20, 3: 17, 4: 13}
"""Fifty games of a title in `MANY`, by players; the larger table takes longer. Other titles and boxes: few."""
FEW = 4
BATCH = 4
SMALL = 2
"""Tables of shipped titles whose first game is in `make test`: with more readers there are more mails of one kind."""


def batches() -> Iterator[Any]:
    """The first game of each small kind is in `make test`; all fifty are in `make test-secrets`, which CI runs."""
    for kind in KINDS:
        many = kind.title.name in MANY and not kind.modules
        games = GAMES.get(kind.players, FEW) if many else 1 if kind.title.name == "fair" else FEW
        for first in (0, *range(1, games, BATCH)):
            seeds = range(first, min(first + BATCH, games)) if first else range(1)
            late = first or not is_quick(kind) or (kind.players > SMALL and kind.title.name in SHIPPED)
            yield pytest.param(kind, seeds, id=f"{kind.name}-{first}", marks=[pytest.mark.slow] if late else [])


def most_lines(kind: Kind) -> int:
    """The lines that the title allows an order form, with those of the modules that are played."""
    return kind.title.mail_lines(kind.players) + kind.title.book(kind.modules).mail_lines


@pytest.mark.parametrize(("kind", "seeds"), list(batches()))
def test_no_byte_of_any_mail_changes_with_what_is_hidden(kind: Kind, seeds: range, tmp_path: Path) -> None:
    """Every mail of fifty random games: order forms, news, receipts, digests, reminders, decisions, the packet of a
    handover, and what commands answer."""
    for seed in seeds:
        mailing = Mailing(plain=seed % 2 == 1)
        played(tmp_path, kind, f"mail {seed}", checks=NO_CHECKS, watch=mailing, ahead=seed % 3 == 0)
        mailing.over()
        assert mailing.longest <= 78 and mailing.tallest <= most_lines(kind) + mailing.plain * kind.title.aloud_lines
        assert {"start", "answer", "over"} <= mailing.counted.keys()
        assert mailing.counted.keys() & {"turn", "question"}
        assert mailing.counted.total() > 4 * kind.players


LANGUAGES = [
    *(("pl", "tekhenu", 2, {}), ("pl", "ankh", 3, {})),
    *(("hu", "tekhenu", 2, {}), ("hu", "tekhenu", 1, {})),
    *(("de", "tekhenu", 2, {}), ("de", "ankh", 2, {})),
    *(("fr", "tekhenu", 3, {}), ("fr", "ankh", 2, {"expansion": "pharaoh"})),
]
"""Two games in each further language: a sentence may need a value that the English one has not."""


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name", "players", "options"), LANGUAGES)
def test_no_language_tells_more(language: str, name: str, players: int, options: dict[str, str]) -> None:
    mailing = Mailing(every=2, plain=players == 2, language=language)
    play_game(get_title(name), players, f"secrets in {language}", checks=NO_CHECKS, watch=mailing, options=options)
    mailing.over()
    assert mailing.longest <= 78 and len(mailing.bodies) > 40


def test_every_kind_of_mail_is_among_them() -> None:
    mailing = Mailing(every=3)
    play_game(get_title("tekhenu"), 3, "all kinds", checks=NO_CHECKS, watch=mailing)
    mailing.over()
    asked = {text.split()[0] for text in ASKED}
    assert {*SIDE, *asked, "start", "turn", "news", "answer", "over"} <= mailing.counted.keys()


class ShowsADeck(Lanterns):
    """A title whose board tells the next lantern of the deck."""

    def view(self, table: River, seat: str | None) -> RiverView:
        return super().view(table, seat).model_copy(update={"wind": int(table.deck[-1].split()[1])})


class TellsAll(Lanterns):
    """A title whose lists of answers tell a neighbour's hand."""

    def menu(self, table: River, seat: str) -> list[Question]:
        other = next(one for one in table.seats if one != seat)
        question = thanks_question(table)
        question.prompt = f"{question.prompt} {' '.join(table.hands[other])}"
        return [question]


@pytest.mark.parametrize("title", [ShowsADeck(), TellsAll()])
def test_a_leak_would_be_found(title: Title) -> None:
    with pytest.raises(BrokenGame, match="tells of hidden things"):
        play_game(title, 2, "leak", checks=NO_CHECKS, watch=Mailing())


def test_a_message_to_somebody_else_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_everybody(entry: Entry, reader: str | None) -> Message | None:
        return message_for(entry, entry.secret.note["from"]) if entry.kind == "say" and entry.secret else None

    monkeypatch.setattr("pbem.mail.composing.sections.message_for", for_everybody)
    with pytest.raises(BrokenGame, match="tells of hidden things"):
        play_game(get_title("toy"), 3, "whisper", checks=NO_CHECKS, watch=Mailing())
