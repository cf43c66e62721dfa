"""A seat offered to those who stand by: the first who accepts by a reply takes it, and the others are told."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from pbem.cli.roster_command import change, standing_by
from pbem.core.errors import Refused
from pbem.desk.post.spool_run import process_spool
from pbem.engine.adjudication.decisions import decided
from pbem.engine.adjudication.offers import offers_of
from pbem.store import spool
from tests.moderation.test_farewells import copied, killed_at
from tests.moderation.village import Village


@pytest.fixture
def village(tmp_path: Path) -> Village:
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d")
    for name, language in (("Ewa", "en"), ("Ola", "pl"), ("Ida", "hu")):
        given = {"address": f"{name.lower()}@example.org", "standby": standing_by("toy"), "language": language}
        change(village.desk, name, given)
    return village


def kinds(village: Village) -> list[tuple[str, str]]:
    return [(e.kind, e.note["reason"]) for e in village.desk.read("river").journal() if "reason" in e.note]


@pytest.mark.parametrize("by_mail", [False, True])
def test_the_first_who_accepts_takes_the_seat(village: Village, by_mail: bool) -> None:
    if by_mail:
        assert village.reply("kasia", "mod substitute Béla offer reason: he left").verdict == "COUNTED"
    else:
        assert village.mod("substitute", "Béla", "offer", reason="he left").data["offered"] == 3
    assert village.game().holder("heron") == "Béla"
    assert "heron is offered to those who stand by; nothing changes until one of them accepts" in village.text("ania")
    asked = village.text("ewa")
    assert "the seat heron needs another player: he left" in asked and "Béla" not in asked
    assert "Jesteś na liście zastępców" in village.text("ola") and "Beugróként" in village.text("ida")
    assert village.reply("ida", "nem").verdict == "COUNTED"
    assert village.reply("ola", "Z przyjemnością, biorę!").verdict == "COUNTED"
    assert village.game().holder("heron") == "Ola"
    told = [" ".join(str(mail.get_content()).split()) for mail in village.mails_to("ola")]
    assert any("zajmujesz teraz miejsce „heron”" in text for text in told)
    assert "The seat heron of river is no longer free" in village.text("ewa")
    assert len(village.mails_to("ida")) == 2  # the offer and the receipt: who declined is left alone
    assert village.reply("ewa", "yes, gladly").verdict == "NOT COUNTED"
    assert village.game().holder("heron") == "Ola"
    assert kinds(village) == [("people", "he left"), ("substitute", "he left")]
    assert "heron is offered to those who stand by" in [t for e in village.game().recent for t in decided(e)]
    assert village.tick(hours=1).problems == [] and not offers_of(village.game())
    assert len(village.mails_to("ida")) == 2
    village.audit()


def test_nobody_else_takes_it(village: Village) -> None:
    """By the token alone nobody is seated: the address must be that of somebody who was asked."""
    village.mod("substitute", "Béla", "offer", reason="he left")
    form = village.last("ewa")
    for sender in ("Zoe <zoe@example.net>", "Dora <dora@example.org>", "Ania <ania@example.org>"):
        assert village.deliver(village.answer(form, "I take it", From=sender))[0].verdict == "held"
    assert village.game().holder("heron") == "Béla"
    assert village.reply("ewa", "sorry, I am not sure").verdict == "NOT COUNTED"
    assert "Ewa" not in village.stored().decode() and "ewa@" not in village.stored().decode()
    village.audit()


def test_an_offer_is_taken_back_lapses_and_ends_with_the_seat(village: Village) -> None:
    with pytest.raises(Refused, match="is not offered to anybody"):
        village.mod("substitute", "Béla", "offer", "back", reason="he is back")
    assert "would be offered by mail" in village.mod("substitute", "Béla", "offer", dry_run=True).text
    assert not village.mails_to("ewa")
    village.mod("substitute", "Béla", "offer", reason="he left")
    with pytest.raises(Refused, match="is offered already"):
        village.mod("substitute", "Béla", "offer", reason="once more")
    village.mod("substitute", "Béla", "offer", "back", reason="he is back")
    assert "no longer free" in village.text("ewa")
    assert village.reply("ewa", "I take it").verdict == "NOT COUNTED"
    village.tick(minutes=5)
    village.mod("pause", reason="holidays")
    village.mod("substitute", "Béla", "offer", reason="he left after all")
    village.tick(minutes=5)
    offered = len(village.mails_to("ola"))
    village.tick(days=3)
    assert offers_of(village.game()) and len(village.mails_to("ola")) == offered
    village.tick(days=5)
    assert not offers_of(village.game()) and "Nobody has accepted the offer of heron" in village.text(
        "kasia", "message"
    )
    assert "nie jest już wolne" in village.text("ola")
    village.mod("substitute", "Béla", "offer", reason="again")
    village.mod("substitute", "Béla", "computer", reason="nobody came")
    assert village.reply("ida", "elfogadom").verdict == "NOT COUNTED"
    village.audit()


def test_a_crash_behind_the_commit_loses_and_doubles_nothing(village: Village, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mails that were not laid out are laid out by the clock, one for each."""
    with monkeypatch.context() as patch:
        patch.setattr("pbem.desk.people.standby.follow", lambda session: None)
        village.mod("substitute", "Béla", "offer", reason="he left")
    assert not village.mails_to("ewa")
    village.tick(minutes=5)
    village.tick(minutes=5)
    assert [len(village.mails_to(name)) for name in ("ewa", "ola", "ida")] == [1, 1, 1]
    with monkeypatch.context() as patch:
        patch.setattr("pbem.desk.people.standby.follow", lambda session: None)
        assert village.reply("ewa", "gladly").verdict == "COUNTED"
    village.tick(minutes=5)
    assert [len(village.mails_to(name)) for name in ("ola", "ida")] == [2, 2]
    village.audit()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow), 37])
@pytest.mark.parametrize("first", ["clock", "spool"])
def test_an_acceptance_and_a_crash_at_every_call(village: Village, tmp_path: Path, first: str, step: int) -> None:
    """The seat changes hands once, who accepted has one receipt and one handover, and each of the others one note."""
    village.mod("substitute", "Béla", "offer", reason="he left")
    village.tick(minutes=5)
    spool.store(village.home.mail / "in", village.answer(village.last("ewa"), "gladly"))
    n, done = step, False
    while not done:
        twin = copied(village, tmp_path / "work")
        done = not killed_at(n, partial(process_spool, twin.desk))
        for what in (first, "spool", "clock", "spool", "clock"):
            twin.later(minutes=15)
            process_spool(twin.desk) if what == "spool" else twin.tick(minutes=1)
        assert twin.game().holder("heron") == "Ewa" and twin.held() == [], n
        subjects = [str(mail["Subject"]) for mail in twin.mails_to("ewa")]
        assert len([each for each in subjects if "you now hold the seat heron" in each]) == 1, (n, subjects)
        assert len(subjects) == 3, (n, subjects)
        assert [len(twin.mails_to(name)) for name in ("ola", "ida")] == [2, 2], n
        assert len([e for e in twin.desk.read("river").journal() if e.kind == "substitute"]) == 1, n
        assert not offers_of(twin.game())
        n += step
    twin.audit()


def test_an_offer_in_an_anonymous_game_names_nobody(tmp_path: Path) -> None:
    """Neither those who play to who is asked, nor who accepts to those who play."""
    village = Village(tmp_path / "home")
    village.new_game(nights=2, turn="3d", anonymous="yes")
    change(village.desk, "Ewa", {"address": "ewa@example.org", "standby": standing_by("toy")})
    with pytest.raises(Refused):
        village.mod("substitute", "heron", "offer", reason="Béla left")
    village.mod("substitute", "heron", "offer", reason="no answer came")
    asked = str(village.last("ewa"))
    assert not any(name in asked for name in ("Ania", "Béla", "=C3=A9la", "aneta"))
    assert village.reply("ewa", "gladly").verdict == "COUNTED" and village.game().holder("heron") == "Ewa"
    for name in ("ania", "zaneta"):
        told = "".join(str(mail.get_content()) for mail in village.mails_to(name))
        assert "Another takes over heron" in told and "Ewa" not in told
    village.audit()
