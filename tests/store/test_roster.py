"""The roster: who may be entered, and that it is never half written."""

from __future__ import annotations

import json

import pytest

from pbem.core.errors import Busy, GameFileProblem, Misuse, Refused
from pbem.store.files import load_game
from pbem.store.home import Home
from pbem.store.roster import (
    Hold,
    changing_roster,
    check_address,
    load_roster,
    parse_person,
    roster_lock,
)
from tests.store.games import new_game


@pytest.mark.parametrize(
    "address", ["ania@example.org", "a+b.c@sub.example.org", "x@localhost", "żaba@przykład.pl", "o'neil@example.org"]
)
def test_good_addresses(address: str) -> None:
    assert check_address(address) == address


@pytest.mark.parametrize(
    "address",
    ["", "ania", "@example.org", "ania@", "a b@example.org", "a@exa mple.org", "a@b\r\nBcc: x@y.z", "a\0@b.org",
     "a@b.org\n", "<a@b.org>", "a@b.org>", "a@b,c@d.org", "a..b@c.org", ".a@c.org", "a@-c.org", "a@c..org",
     "a@b@c.org", '"a b"@c.org', "a@[127.0.0.1]", "a\u202e@b.org", f"{'a' * 65}@b.org", f"a@{'b' * 300}.org",
     "a@b.org ", "\ta@b.org", "a\u00a0b@c.org"],
)  # fmt: skip
def test_bad_addresses_are_refused_not_cut(address: str) -> None:  # fault 23
    with pytest.raises(Misuse) as caught:
        check_address(address)
    assert caught.value.message.isprintable() and caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("Ania <ania@example.org>", ("Ania", "ania@example.org")),
        ('  "Zażółć Gęślą"  <z@example.org> ', ("Zażółć Gęślą", "z@example.org")),
        ("Ania", ("Ania", None)),
        ("日本 太郎 <taro@example.jp>", ("日本 太郎", "taro@example.jp")),
        ("; rm -rf <r@example.org>", ("; rm -rf", "r@example.org")),
        ("{{7*7}} %s <r@example.org>", ("{{7*7}} %s", "r@example.org")),
    ],
)
def test_people_as_typed(text: str, person: tuple[str, str | None]) -> None:  # fault 124
    assert parse_person(text) == person


@pytest.mark.parametrize(
    "text",
    ["", "   ", "<ania@example.org>", "ania@example.org", "A\nB <a@b.org>", "A\r\nBcc: x <a@b.org>", "x" * 5000,
     "Ania <ania@example.org", "Ania ania@example.org>", "<script> <a@b.org>", "Ania <a b@c.org>", "Ania <>",
     "A\0 <a@b.org>", "...", "A\u202eB <a@b.org>"],
)  # fmt: skip
def test_people_that_are_refused(text: str) -> None:  # faults 23, 123, 124
    with pytest.raises(Misuse):
        parse_person(text)


def test_entering_finding_forgetting(home: Home) -> None:
    with changing_roster(home) as roster:
        roster.enter("Żaneta", "z@example.org")
        roster.enter("Ania", "ania@example.org").language = "pl"
    roster = load_roster(home)
    assert [person.name for person in roster.people] == ["Ania", "Żaneta"]
    assert roster.need("ANIA").language == "pl"
    assert roster.need("zaneta").address == "z@example.org"
    with pytest.raises(Refused, match="Did you mean Ania"):
        roster.need("Anja")
    with changing_roster(home) as roster:
        roster.forget("ania")
    assert load_roster(home).find("Ania") is None
    assert home.roster_path.stat().st_mode & 0o777 == 0o600


def test_a_new_address_lifts_the_hold(home: Home) -> None:
    with changing_roster(home) as roster:
        roster.enter("Ania", "a@example.org").hold = Hold(since="2026-03-01T00:00:00Z", reason="550 no such user")
    with changing_roster(home) as roster:
        assert roster.enter("ania", "a@EXAMPLE.org").hold is not None
        assert roster.move("ania", "b@example.org") == "a@example.org"
        assert roster.need("Ania").hold is None and roster.move("Ania", "b@Example.org") is None


def test_a_known_name_with_another_address_is_refused(home: Home) -> None:
    """Whoever makes a game cannot lead a person's mail elsewhere; the address on file is not told either."""
    with changing_roster(home) as roster:
        roster.enter("Ania", "a@example.org")
    before = home.roster_path.read_bytes()
    for name in ("Ania", "ANIA", "Ánia"):
        with pytest.raises(Refused, match=r"another name.*`pbem roster Ania --address b@else.example`") as caught:
            enter(home, name, "b@else.example")
        assert "a@example.org" not in caught.value.message
    assert home.roster_path.read_bytes() == before
    enter(home, "ania", "a@EXAMPLE.ORG")
    assert home.roster_path.read_bytes() == before


def enter(home: Home, name: str, address: str) -> None:
    with changing_roster(home) as roster:
        roster.enter(name, address)


def test_forgetting_breaks_no_game(home: Home) -> None:  # fault 280
    with changing_roster(home) as roster:
        roster.enter("Ania", "ania@example.org")
    game = new_game(home)
    assert b"example.org" not in game.raw
    with changing_roster(home) as roster:
        roster.forget("Ania")
    assert load_game(home, "karnak").raw == game.raw


def test_a_failed_block_changes_nothing(home: Home) -> None:
    with changing_roster(home) as roster:
        roster.enter("Ania", "ania@example.org")
    before = home.roster_path.read_bytes()

    def enter_two() -> None:
        with changing_roster(home) as roster:
            roster.enter("Béla", "bela@example.org")
            roster.enter("Cili", "no address")

    with pytest.raises(Misuse):
        enter_two()
    assert home.roster_path.read_bytes() == before


def test_an_unchanged_roster_is_not_written(home: Home) -> None:
    with changing_roster(home):
        pass
    assert not home.roster_path.exists()


def test_a_broken_roster_harms_no_game(home: Home) -> None:  # fault 199
    new_game(home)
    for text, words in (
        ("{", "not JSON"),
        ('{"format": 2, "people": []}', "format 2 is not known"),
        ('{"format": 1, "people": [{"name": "A"}]}', "people[0].address: missing"),
        ('{"format": 1, "people": [{"name": "A", "address": "a@b", "news": "never"}]}', "people[0].news"),
        ('{"format": 1, "peple": []}', "peple: unknown key"),
    ):
        home.roster_path.write_text(text)
        with pytest.raises(GameFileProblem) as caught:
            load_roster(home)
        assert words in caught.value.message
        with pytest.raises(GameFileProblem), changing_roster(home):
            pass
        assert home.roster_path.read_text() == text
    assert load_game(home, "karnak").entry == 1


def test_the_roster_has_its_own_lock(home: Home) -> None:
    home.wait = 0.05
    with roster_lock(home):
        with pytest.raises(Busy, match="roster"), changing_roster(home):
            pass
        assert new_game(home).entry == 1


def test_the_file_fits_its_schema(home: Home) -> None:
    from pbem.store.schemas import schema_problem

    with changing_roster(home) as roster:
        roster.enter("Ania", "ania@example.org")
    document = json.loads(home.roster_path.read_bytes())
    assert schema_problem(document, "roster") is None
    document["people"][0]["name"] = ""
    assert schema_problem(document, "roster") == 'people[0].name: "" is shorter than 1 characters'
