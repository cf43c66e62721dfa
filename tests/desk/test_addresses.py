"""Sending: an address that is refused and what changing it mends; mails that come while others are sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.desk.letters.notes import tell_moderator
from pbem.desk.people.addresses import reachable
from pbem.desk.post.held_mail import listing
from pbem.desk.sending import dispatch as sending
from pbem.desk.sending.dispatch import by_age, run
from pbem.store.roster import changing_roster
from tests.desk.mailing import Town, parsed
from tests.mail.smtp_script import scripted

NOBODY = ["550 5.1.1 no such user", "250 ok"]


def town_with(tmp_path: Path, port: int) -> Town:
    town = Town(tmp_path / "home", f'[smtp]\nhost = "127.0.0.1"\nport = {port}\ntls = "none"\ntimeout = 2\n')
    town.new_game()
    return town


def test_a_refused_mail_is_held_once_and_the_new_address_is_asked_again(tmp_path: Path) -> None:
    """fault 10: the hold ends with the new address, and the open question goes there."""
    with scripted(RCPT=[*NOBODY]) as server:
        town = town_with(tmp_path, server.port)
        first = by_age(town.home.mail / "out" / "new")[0]
        assert run(town.desk).refused == [first]
        [seat] = town.game().moderation.unreachable
        name = next(info.player for info in town.game().seats if info.seat == seat)
        assert listing(town.desk)[1] == 1
        assert first not in by_age(town.home.mail / "out" / "new")  # not made a second time
        with changing_roster(town.home) as roster:
            roster.move(name, "new@example.net")
        assert reachable(town.desk, name) == 1
        run(town.desk)
    asked = [mail for mail in map(parsed, server.mails) if mail["To"].addresses[0].addr_spec == "new@example.net"]
    assert len(asked) == 1 and "kind=turn" in asked[0]["X-Pbem"]
    assert f".{seat}." in str(asked[0]["Reply-To"]) and "WHAT IS ASKED" in asked[0].get_content()
    assert town.deliver(town.answer(asked[0], "status"))[0].verdict == "INFORMATION"


def test_a_refusal_of_an_address_that_was_left_holds_nobody(tmp_path: Path) -> None:
    with scripted(RCPT=[*NOBODY]) as server:
        town = town_with(tmp_path, server.port)
        new = town.home.mail / "out" / "new"
        to = parsed((new / by_age(new)[0]).read_bytes())["To"].addresses[0]
        with changing_roster(town.home) as roster:
            roster.move(to.display_name, "new@example.net")
        assert len(run(town.desk).refused) == 1
    assert town.game().moderation.unreachable == {}
    assert all(person.hold is None for person in town.desk.roster().people)


def test_a_mail_composed_while_others_are_sent_goes_with_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """fault 25: the second process finds the queue in use and leaves its mail; the first one sends it."""
    with scripted() as server:
        town = town_with(tmp_path, server.port)
        file = town.home.root / "pbem.toml"
        file.write_text(file.read_text() + '[moderation]\nmoderator = "Root <root@example.org>"\n')
        plain = sending._hand_over
        codes: list[int] = []

        def slow(*args: Any) -> Any:
            result = plain(*args)
            if not codes:
                other = Town(tmp_path / "home")
                assert tell_moderator(other.desk, other.house, "Late news", "composed meanwhile", ident="x")
                codes.append(sending.send_all(other.desk, quiet=True))
            return result

        monkeypatch.setattr(sending, "_hand_over", slow)
        report = run(town.desk)
    assert codes == [0] and len(report.sent) == len(server.mails) == 6
    assert by_age(town.home.mail / "out" / "new") == []
