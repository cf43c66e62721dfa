"""What belongs to a person in all games is changed by that person or the operator, never by who moderates one game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.cli.roster_command import change
from pbem.core.errors import PbemError, Refused
from pbem.desk.people.addresses import masked
from pbem.desk.verbs.moderator import Act, moderate
from pbem.store.roster import Hold, changing_roster
from tests.desk.mailing import Town

THIEF = "thief@else.example"
POND = ("Dora <dora@example.org>", "Béla <bela@example.org>")


@pytest.fixture
def town(tmp_path: Path) -> Town:
    """Ania plays in `river`; the moderator of `pond`, a game without her, wants her mail."""
    town = Town(tmp_path / "home")
    town.new_game()
    town.new_game(POND, "pond")
    return town


MALLORY = "Mallory <mallory@else.example>"


def new(town: Town, *players: str, moderator: str = MALLORY, observers: tuple[str, ...] = ()) -> None:
    town.desk.create("toy", list(players), moderator, list(observers), "trap", ["nights=1"], None)


def substitute(town: Town, words: str, *, dry_run: bool = False) -> None:
    moderate(town.desk, Act("substitute", "pond", ["Dora", *words.split()], "as agreed", dry_run=dry_run))


def by_mail(town: Town, words: str) -> None:
    """As the command line would answer: a refusal is raised."""
    mail = next(mail for mail in town.mails_to("kasia") if "pond" in mail["Subject"])
    handled = town.deliver(town.answer(mail, words))[0]
    if handled.verdict == "NOT COUNTED":
        raise Refused(handled.why)


WAYS: dict[str, Callable[[Town, str], None]] = {
    "a player of a new game": lambda town, who: new(town, who, "Eve <eve@else.example>"),
    "its moderator": lambda town, who: new(town, "Eve <eve@else.example>", "Adam <adam@else.example>", moderator=who),
    "its observer": lambda town, who: new(town, "Eve <e@else.example>", "Adam <a@else.example>", observers=(who,)),
    "a substitute": substitute,
    "a substitute tried out": lambda town, who: substitute(town, who, dry_run=True),
    "a mailed substitute": lambda town, who: by_mail(town, f"mod substitute Dora {who} reason: as agreed"),
}


@pytest.mark.parametrize("way", WAYS)
def test_nobody_is_led_elsewhere_by_naming_them(town: Town, way: str) -> None:
    roster, before = town.home.roster_path.read_bytes(), town.home.locate("pond").read_bytes()
    for name in ("Ania", "ANIA", "ánia", "Zaneta"):
        with pytest.raises(PbemError, match=r"another name.*`pbem roster .* --address thief@else.example`") as caught:
            WAYS[way](town, f"{name} <{THIEF}>")
        assert "example.org" not in caught.value.message  # nor does anybody learn the address on file
    assert town.home.roster_path.read_bytes() == roster and town.home.locate("pond").read_bytes() == before
    assert not town.home.exists("trap")
    town.reply("ania", "show", "river")
    assert all(THIEF not in str(mail["To"]) for mail in town.out())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("who", ["ania", "ANIA <ania@EXAMPLE.org>"])
def test_a_known_person_is_seated_by_the_name_or_the_address_on_file(town: Town, way: str, who: str) -> None:
    WAYS[way](town, who)
    if "tried" not in way:
        game = "pond" if "substitute" in way else "trap"
        assert "Ania" in [info.player for info in town.game(game).seats]  # spelled as everywhere
    assert town.desk.roster().need("Ania").address == "ania@example.org"


def test_the_operator_changes_an_address_and_both_are_told(town: Town) -> None:
    change(town.desk, "ania", {"address": "ania@new.example", "language": "pl"})
    person = town.desk.roster().need("Ania")
    assert (person.address, person.language) == ("ania@new.example", "pl")
    told = {mail["To"].addresses[0].addr_spec: mail for mail in town.out() if "adres" in str(mail["Subject"])}
    assert set(told) == {"ania@example.org", "ania@new.example"}
    for mine, other in (("example.org", "a...@new.example"), ("new.example", "a...@example.org")):
        text = str(told[f"ania@{mine}"].get_content()).replace("\n", " ")
        assert other in text and f"ania@{other[5:]}" not in text
        assert told[f"ania@{mine}"]["Return-Path"] == "<>"  # a dead address does not come back
    assert masked("x@y.example") == "x...@y.example"


def test_the_same_address_again_tells_nobody_and_lifts_the_hold(town: Town) -> None:
    with changing_roster(town.home) as roster:
        roster.need("Ania").hold = Hold(since="2026-07-01T12:00:00Z", reason="550 no such user")
    before = len(town.out())
    change(town.desk, "Ania", {"address": "ania@EXAMPLE.org"})
    assert town.desk.roster().need("Ania").hold is None and len(town.out()) == before


def test_somebody_new_is_entered_and_not_told_of_a_change(town: Town) -> None:
    before = len(town.out())
    change(town.desk, "Ewa", {"address": "ewa@example.org"})
    assert town.desk.roster().need("Ewa").address == "ewa@example.org" and len(town.out()) == before


def test_a_change_by_mail_tells_the_new_address_too(town: Town) -> None:
    town.reply("ania", "address ania@new.example")
    code = town.answered("ania").partition("address confirm ")[2].split()[0]
    assert town.reply("ania", f"address confirm {code}").verdict == "COUNTED"
    assert "address is changed" in town.answered("ania")
    [mail] = [mail for mail in town.out() if mail["To"].addresses[0].addr_spec == "ania@new.example"]
    assert "a...@example.org" in str(mail.get_content())


def test_a_person_who_is_spelled_otherwise_in_an_old_game_is_reached_there(town: Town) -> None:
    """Games made before names were spelled as on file: a hold is lifted there as well."""
    from pbem.desk.people.addresses import reachable

    with town.desk.game("river") as session:
        next(info for info in session.game.seats if info.player == "Ania").player = "ANIA"
        session.game.moderation.unreachable["crane"] = "550 no such user"
        session.put_back()
    assert reachable(town.desk, "Ania") == 1 and town.game().moderation.unreachable == {}
