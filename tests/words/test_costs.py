"""What one more mail costs in another language: less than twice the calls of an English one."""

from __future__ import annotations

import cProfile
from dataclasses import replace
from functools import cache

import pytest

from pbem.core.titles import get_title
from pbem.engine.computers.fuzz import NO_CHECKS, Fuzz, play_game
from pbem.mail.composing.compose import compose
from pbem.mail.composing.context import MailContext
from tests.conformance.exchange import Mailing, Worlds

STOPS = 40
"""Where in the game the mail is written: boards are full enough by then."""


class Turn(Mailing):
    """Keeps what one turn mail is made from."""

    found: MailContext | None = None

    def compare(self, worlds: Worlds, seat: str, kind: str, note: dict[str, object]) -> None:
        if kind == "turn" and self.found is None:
            self.found = worlds.context(seat, kind, note, exchanged=False)


@cache
def turn(name: str) -> MailContext:
    mailing = Turn(every=1, plain=False, language="en")

    def watch(fuzz: Fuzz) -> None:
        if fuzz.report.stops >= STOPS and mailing.found is None:
            mailing(fuzz)

    play_game(get_title(name), 3, "costs", checks=NO_CHECKS, watch=watch)
    assert mailing.found is not None
    return mailing.found


def calls(context: MailContext, language: str) -> int:
    """Calls of functions that one more mail of a game takes in a process that has written others."""
    counted = cProfile.Profile()
    for again in (False, True):
        reader = replace(context.reader, language=language, format="both")
        fresh = replace(context, reader=reader, made={})
        if again:
            counted.enable()
        compose(fresh)
        counted.disable()
    return sum(one.callcount for one in counted.getstats())


@pytest.mark.parametrize(("name", "language"), [("tekhenu", "pl"), ("tekhenu", "hu"), ("ankh", "pl")])
def test_a_mail_costs_less_than_twice_as_much_in_another_language(name: str, language: str) -> None:
    """Texts that are kept remember their translation: without that, Polish took five times the calls of English."""
    context = turn(name)
    assert calls(context, language) < 2 * calls(context, "en")
