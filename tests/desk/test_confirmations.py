"""Old tokens, and mail that our own server does not vouch for: held until the address on file says a code."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.roster_command import change
from pbem.desk.post.held_mail import drop, release
from pbem.desk.post.spool_run import process_spool
from pbem.desk.upkeep.clockwork import tick
from pbem.mail.tokens import Ticket
from pbem.store import spool
from pbem.store.roster import changing_roster
from tests.desk.mailing import Town

ROOT = '[moderation]\nmoderator = "Root <root@example.org>"\n'
TRUST = f'{ROOT}[trust]\nauthserv = "mx.us"\n'
PASS = "mx.us; dkim=pass header.d=example.org"
NONE = "mx.us; dkim=none; spf=none"
FAIL = "mx.us; dkim=fail header.d=example.org"


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home", ROOT)
    town.new_game(turn="30d", reminders="none")
    return town


@pytest.fixture
def guarded(tmp_path: Path) -> Town:
    """A home whose server checks who sends; Ania's mail has passed before."""
    town = Town(tmp_path / "home", TRUST)
    town.new_game(turn="7d", reminders="none")
    assert town.reply("ania", "status", Authentication_Results=PASS).verdict == "INFORMATION"
    return town


def code(town: Town, name: str) -> str:
    found = re.search(r"^  confirm ([a-z2-7]{5}-[a-z2-7]{5})$", town.answered(name), re.MULTILINE)
    assert found, town.answered(name)
    return found[1]


def confirm(town: Town, name: str, said: str = "", **fields: str) -> list[str]:
    """Write the code of the last answer, or what is said; what becomes of this mail and of the one that waited."""
    text = said or f"confirm {code(town, name)}"
    return [one.verdict for one in town.deliver(town.answer(town.last(name), text, **fields))]


def waits(town: Town) -> list[str]:
    return [note["why"] for note in town.held()]


# -- tokens that are older than 72 hours ---------------------------------------------------------------------------

OLD: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "mod pause reason: holidays": ("kasia", lambda game: game.status == "paused"),
    "mod substitute Béla Ewa <ewa@example.org> reason: he left": ("kasia", lambda game: game.person("heron") == "Ewa"),
    "mod end Ania reason: enough": ("kasia", lambda game: game.status != "running"),
    "resign confirm": ("ania", lambda game: bool(game.moderation.requests)),
    "Resign: yes!": ("ania", lambda game: bool(game.moderation.requests)),
}


@pytest.mark.parametrize("text", OLD)
def test_what_cannot_be_taken_back_needs_a_new_token_or_a_code(town: Town, text: str) -> None:
    """A leaked mail of last week ended a game. Now its token says how old it is."""
    name, done = OLD[text]
    old = town.last(name)
    town.later(hours=72, minutes=1)
    came = town.time
    handled = town.deliver(town.answer(old, text))[0]
    assert handled.verdict == "held" and not done(town.game())
    assert "older than 72 hours" in waits(town)[0]
    assert town.answered(name).startswith("NOT COUNTED: this cannot be taken back")
    town.later(days=2)
    # The code alone is not enough: it must come with a token of the seat from its address.
    said = f"confirm {code(town, name)}"
    assert town.deliver(town.answer(old, said, From="thief@else.example"))[0].verdict == "held"
    assert not done(town.game())
    assert confirm(town, name, said) == ["INFORMATION", "COUNTED"] and done(town.game())
    assert town.answered(name).startswith("COUNTED")
    at = {entry.at for entry in town.game().recent[1:]} | {one.at for one in town.game().moderation.requests}
    assert all(when in (f"{came:%Y-%m-%dT%H:%M:%SZ}", f"{town.time:%Y-%m-%dT%H:%M:%SZ}") for when in at)


@pytest.mark.parametrize("text", OLD)
def test_a_token_of_the_last_72_hours_is_enough(town: Town, text: str) -> None:
    name, done = OLD[text]
    mail = town.last(name)
    town.later(hours=72)
    assert town.deliver(town.answer(mail, text))[0].verdict == "COUNTED" and done(town.game())


def test_writing_again_makes_no_old_mail_new(town: Town) -> None:
    """The token of a game that stands still is for the same entry in every mail, and yet another one."""
    old = town.last("kasia")
    town.later(days=10)
    assert town.deliver(town.answer(old, "status"))[0].verdict == "INFORMATION"
    assert town.last("kasia")["Subject"].partition("]")[0] == old["Subject"].partition("]")[0]
    assert town.deliver(town.answer(old, "mod pause reason: x"))[0].verdict == "held"
    assert town.reply("kasia", "mod pause reason: x", "information").verdict == "COUNTED"


@pytest.mark.parametrize(
    "text", ["status", "mod extend Ania 2d dry-run reason: x", "say to all: hi", "away 20 Jul to 22 Jul", "resign",
             "orders rest: coin", "resign cancel"],
)  # fmt: skip
def test_what_changes_nothing_for_good_works_with_any_mail(town: Town, text: str) -> None:
    name = "kasia" if text.startswith("mod") else "ania"
    old = town.last(name)
    town.later(days=14)
    assert town.deliver(town.answer(old, text))[0].verdict != "held"


def test_a_token_without_a_date_is_old(town: Town) -> None:
    """A mail of an older version still plays, and needs a code for what cannot be taken back."""
    mail, ticket = town.last("ania"), Ticket("river", "crane", 1)
    old = {"Subject": town.house.signer.subject(ticket, "x"), "To": town.house_address(ticket), "In_Reply_To": ""}
    assert town.deliver(town.answer(mail, "resign confirm", **old))[0].verdict == "held"
    assert town.deliver(town.answer(mail, "bid: 1", **old))[0].verdict == "COUNTED"


def test_where_only_the_message_id_came_back_our_copy_says_when_it_was_mailed(town: Town) -> None:
    mail = town.last("ania")
    bare = {"Subject": "hello", "To": "pbem@localhost"}
    town.later(hours=71)
    assert town.deliver(town.answer(mail, "resign confirm", **bare))[0].verdict == "COUNTED"
    town.later(hours=2)
    assert town.deliver(town.answer(mail, "resign cancel", **bare))[0].verdict == "COUNTED"
    assert town.deliver(town.answer(mail, "resign confirm", **bare))[0].verdict == "held"


def test_a_token_from_before_a_substitute_came_is_nobodys(town: Town) -> None:
    """The former holder knows the tokens of the seat, and can forge the newcomer's address."""
    old = town.last("bela")
    town.reply("kasia", "mod substitute Béla Ewa <ewa@example.org> reason: he left")
    for n, text in enumerate(("say to all: I give up", "orders rest: coin", "resign confirm", "status")):
        handled = town.deliver(town.answer(old, text, From="ewa@example.org"))[0]
        assert handled.verdict == ("NOT COUNTED" if n < 2 else "held"), text
    assert town.game().orders == {} and not any("I give up" in str(mail.get_content()) for mail in town.out())
    assert town.reply("ewa", "bid: 1").verdict == "COUNTED"


# -- codes ---------------------------------------------------------------------------------------------------------


def test_a_wrong_or_used_code_does_nothing(town: Town) -> None:
    old = town.last("ania")
    town.later(days=4)
    town.deliver(town.answer(old, "resign confirm"))
    assert town.reply("ania", "confirm aaaaa-bbbbb").verdict == "NOT COUNTED"
    assert "No mail of yours waits" in town.answered("ania")
    right = code_of(town)
    assert town.reply("bela", f"confirm {right}").verdict == "NOT COUNTED"  # of another seat
    assert confirm(town, "ania", f"confirm {right.upper()}.") == ["INFORMATION", "COUNTED"]
    assert confirm(town, "ania", f"confirm {right}") == ["INFORMATION"]
    assert len(town.game().moderation.requests) == 1


def code_of(town: Town) -> str:
    texts = [str(mail.get_content()) for mail in town.mails_to("ania")]
    return next(found[1] for text in texts if (found := re.search(r"^  confirm (\S+)$", text, re.MULTILINE)))


def test_a_mail_and_its_confirmation_in_one_run(town: Town) -> None:
    old = town.last("ania")
    town.later(days=4)
    signer, key = town.house.signer, "<both@client.example>"
    from pbem.mail.guard import mail_key

    spool.store(town.home.mail / "in", town.answer(old, "resign confirm", Message_ID=key))
    said = f"confirm {signer.code('river', 'crane', mail_key(key))}"
    spool.store(town.home.mail / "in", town.answer(old, said))
    assert [one.verdict for one in process_spool(town.desk)] == ["held", "INFORMATION", "COUNTED"]


def test_killed_at_any_moment_it_is_played_once(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.desk.post.replies import Replies

    old = town.last("ania")
    town.later(days=4)

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    raw = town.answer(old, "resign confirm")
    with monkeypatch.context() as patch:
        patch.setattr(spool, "move", die)  # the code is mailed, the mail not held yet
        with pytest.raises(KeyboardInterrupt):
            town.deliver(raw)
    assert [one.verdict for one in process_spool(town.desk)] == ["held"]
    assert len([mail for mail in town.mails_to("ania") if "  confirm " in str(mail.get_content())]) == 1
    said = town.answer(town.last("ania"), f"confirm {code(town, 'ania')}")
    with monkeypatch.context() as patch:
        patch.setattr(Replies, "say", die)  # it is given back, the confirmation not answered yet
        with pytest.raises(KeyboardInterrupt):
            town.deliver(said)
    assert sorted(one.verdict for one in process_spool(town.desk)) == ["COUNTED", "INFORMATION"]
    assert len(town.game().moderation.requests) == 1


def test_codes_have_an_end_and_the_moderator_knows(town: Town) -> None:
    """Somebody with an old mail cannot fill a box with codes; what is left waits for the moderator."""
    old = town.last("ania")
    town.later(days=4)
    for _ in range(12):
        assert town.deliver(town.answer(old, "resign confirm"))[0].verdict == "held"
    codes = [mail for mail in town.mails_to("ania") if "  confirm " in str(mail.get_content())]
    assert len(codes) == 2 and "put aside for the moderator" in " ".join(str(codes[-1].get_content()).split())
    assert len([mail for mail in town.mails_to("root") if "without a code" in mail["Subject"]]) == 1
    assert town.reply("ania", "hello").verdict == "NOT COUNTED"  # and is answered: the budget is another one
    assert "hello" in town.answered("ania")


# -- our own server's word -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", [NONE, FAIL, "mx.us; none", "mx.us; dkim=pass header.d=evil.example"])
def test_mail_that_passed_before_and_does_not_now_waits_for_a_code(guarded: Town, said: str) -> None:
    """Token and address are stolen with one mail; the server is not."""
    town, came = guarded, guarded.time
    assert town.deliver(town.answer(town.last("ania"), "bid: 1", Authentication_Results=said))[0].verdict == "held"
    assert town.game().entry == 1 and "does not vouch" in waits(town)[0]
    text = town.answered("ania")
    assert text.startswith("NOT COUNTED: a mail in your name came") and "bid: 1" in text
    town.later(days=2)
    # Her server is still silent: the code proves who she is.
    assert confirm(town, "ania", Authentication_Results=said) == ["INFORMATION", "COUNTED"]
    entry = town.game().recent[-1]
    assert (entry.seat, entry.at) == ("crane", f"{came:%Y-%m-%dT%H:%M:%SZ}")  # the first time of receipt


def test_a_code_below_the_quoted_mail_is_read(guarded: Town) -> None:
    """The mail that asks for it has the same line, and programs put the cursor below the quote."""
    town = guarded
    town.reply("ania", "bid: 1", Authentication_Results=NONE)
    quoted = "\n".join(f"> {line}".rstrip() for line in str(town.last("ania").get_content()).splitlines())
    below = f"On Wed, 1 Jul 2026 at 12:00, pbem <pbem@localhost> wrote:\n{quoted}\n\nconfirm {code(town, 'ania')}\n"
    raw = town.answer(town.last("ania"), below, quote=False, Authentication_Results=NONE)
    assert [one.verdict for one in town.deliver(raw)] == ["INFORMATION", "COUNTED"]


def test_a_code_opens_nothing_twice(guarded: Town) -> None:
    town = guarded
    town.reply("ania", "status", Authentication_Results=NONE)
    said = f"confirm {code(town, 'ania')}"
    assert confirm(town, "ania", said, Authentication_Results=NONE) == ["INFORMATION", "INFORMATION"]
    again = town.answer(town.last("ania"), f"{said}\nbid: 1", Authentication_Results=NONE)
    assert town.deliver(again)[0].verdict == "held" and town.game().entry == 1


@pytest.mark.parametrize(
    ("name", "said", "verdict"),
    [("ania", PASS, "COUNTED"), ("bela", PASS, "COUNTED"), ("bela", NONE, "COUNTED"), ("bela", FAIL, "held"),
     ("ania", "mx.us; dmarc=pass", "COUNTED"),
     ("ania", "mx.us; dkim=fail; spf=pass smtp.mailfrom=example.org", "COUNTED")],
)  # fmt: skip
def test_who_is_believed(guarded: Town, name: str, said: str, verdict: str) -> None:
    """Béla's mail never passed: what nobody signs cannot be missed, but a bad signature is always doubted."""
    assert guarded.reply(name, "bid: 1", Authentication_Results=said).verdict == verdict
    if verdict == "held":
        assert confirm(guarded, name, Authentication_Results=NONE) == ["INFORMATION", "COUNTED"]


def test_require_pass_asks_everybody_for_a_code(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", f"{TRUST}require_pass = true\n")
    town.new_game()
    assert town.reply("bela", "bid: 1", Authentication_Results=NONE).verdict == "held"
    assert "came from another address" not in town.answered("bela") and code(town, "bela")


def test_a_pass_is_remembered_for_its_domain(guarded: Town) -> None:
    assert guarded.desk.roster().need("Ania").passed == ["example.org"]
    assert guarded.desk.roster().need("Béla").passed == []
    with changing_roster(guarded.home) as roster:
        roster.move("Ania", "ania@unsigned.example")
    mail = guarded.answer(guarded.last("ania"), "bid: 1", From="ania@unsigned.example", Authentication_Results=NONE)
    assert guarded.deliver(mail)[0].verdict == "COUNTED"


def test_the_operator_may_forget_that_mail_passed(guarded: Town) -> None:
    """A provider that stops signing for good: the same address again."""
    change(guarded.desk, "Ania", {"address": "ania@example.org"})
    assert guarded.reply("ania", "bid: 1", "begins", Authentication_Results=NONE).verdict == "COUNTED"


def test_a_pass_of_a_forgery_from_another_address_is_not_remembered(guarded: Town) -> None:
    evil = "mx.us; dkim=pass header.d=evil.example"
    guarded.reply("bela", "status", From="bela@evil.example", Authentication_Results=evil)
    assert guarded.desk.roster().need("Béla").passed == []


# -- our own server's silence --------------------------------------------------------------------------------------


def test_no_word_of_our_own_server_is_our_fault(guarded: Town) -> None:
    """The mail waits, nobody is asked for anything, the clock stands, the operator is told; then it counts in time."""
    town, came = guarded, guarded.time
    before = len(town.mails_to("bela"))
    other = {"Authentication_Results": "evil.example; dkim=pass header.d=example.org"}
    assert town.reply("bela", "bid: 1").verdict == town.reply("ania", "bid: 1", "begins", **other).verdict == "held"
    assert len(town.mails_to("bela")) == before
    assert len([mail for mail in town.mails_to("root") if "does not check mail" in mail["Subject"]]) == 1
    stops = [(stop.seat, stop.cause, stop.end) for stop in town.game().moderation.stops]
    assert stops == [("heron", "outage", None), ("crane", "outage", None)]
    for _ in range(10):
        town.later(days=1)
        tick(town.desk)
    assert town.game().entry == 1 and not town.game().deadlines["heron"].missed
    assert len([mail for mail in town.mails_to("root") if "does not check mail" in mail["Subject"]]) == 1
    for name in list(spool.names(town.home.mail / "held")):
        release(town.desk, name)
    assert [one.verdict for one in process_spool(town.desk)] == ["COUNTED", "COUNTED"]
    game = town.game()
    assert {entry.at for entry in game.recent[1:3]} == {f"{came:%Y-%m-%dT%H:%M:%SZ}"}
    assert all(stop.end is not None for stop in game.moderation.stops)
    assert all(tenure.in_time == 1 for tenure in game.moderation.tenures if tenure.seat != "otter")


def test_a_dropped_mail_lets_the_clock_run_on(guarded: Town) -> None:
    town = guarded
    for _ in range(2):
        town.reply("bela", "bid: 1", "begins")
    first, second = spool.names(town.home.mail / "held")
    drop(town.desk, first)
    assert town.game().moderation.stops[0].end is None  # another one waits
    drop(town.desk, second)
    assert town.game().moderation.stops[0].end is not None


def test_without_a_server_that_checks_nothing_changes(town: Town) -> None:
    assert town.reply("ania", "bid: 1", Authentication_Results=FAIL).verdict == "COUNTED"
    assert town.desk.roster().need("Ania").passed == []
