"""Two people of one side: lines that the partner puts on file are told to the other, in mails of the desk."""

from __future__ import annotations

from pbem.engine.notices import notices_after
from pbem.engine.sides import with_partners
from tests.titles.ankh.games import NOW
from tests.titles.ankh.test_orders import merged_call


def test_an_order_of_the_partner_is_told_to_both_and_nobody_else() -> None:
    """A-DEC-22: the greater god's player reads its lines; the enemy is told nothing."""
    play = merged_call()
    before = play.game.entry
    entries = play.submit("isis", "card: miracle\nbid: 0", NOW).entries
    mails = with_partners(play.game, notices_after(play.game, entries, before), entries)
    told = {mail.seat: mail.note.get("says", []) for mail in mails}
    lines = [values["line"] for key, values in told["ra"] if key == "partner-filed"]
    assert lines == ["card: miracle; bid: 0"]
    assert all("miracle" not in str(mail.note) for mail in mails if mail.seat == "amun")


def test_what_the_greater_gods_player_writes_is_not_shown_to_the_partner() -> None:
    play = merged_call()
    before = play.game.entry
    entries = play.submit("ra", "card: flood", NOW).entries
    mails = with_partners(play.game, notices_after(play.game, entries, before), entries)
    assert all("card: flood" not in str(mail.note) for mail in mails)
