"""Moderated and clocked games: what moderators and the clock do is told to each reader in their own language."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.desk.people import invitations
from pbem.desk.upkeep.daily_round import daily
from pbem.engine.computers.computer import turn_text
from pbem.store.roster import changing_roster
from tests.moderation.village import Village
from tests.words.leftovers import leftovers
from tests.words.test_games import strange

PEOPLE = {
    "Ania": ("ania", "pl"), "Béla": ("bela", "hu"), "Żaneta": ("zaneta", "pl"), "Kasia": ("kasia", "pl"),
    "Olek": ("olek", "hu"), "Dora": ("dora", "hu"),
}  # fmt: skip
LANGUAGES = dict(PEOPLE.values())
WHY = "0815"
"""What a person wrote is in no language."""


TYPED = frozenset(
    {
        "orange", "blue", "red", "observe", "person", "delete", "standby", "replace", "path", "players", "gold",
        "value",
        "extension", "soon", "extend", "reason", "decree", "kept",
    }
)  # fmt: skip
"""Verbs, seats and places that moderators type, names of options, and kinds of events, which are shown as they are."""


class Parish(Village):
    """A village in which everybody has a language."""

    def __init__(self, root: Path) -> None:
        super().__init__(root, "[limits]\nanswers_a_day = 100\nmails_a_day = 200\n")
        with changing_roster(self.home) as roster:
            for name, (box, language) in PEOPLE.items():
                person = roster.enter(name, f"{box}@example.org")
                person.language, person.format, person.news = language, "text", "each"  # type: ignore[assignment]

    def begin(self, game: str = "karnak", **options: object) -> None:
        self.new_game(("Ania", "Béla", "Żaneta"), game=game, title="tekhenu", **options)

    def play(self, game: str = "karnak", times: int = 1) -> None:
        """Turns of the computer's choice for whoever is asked."""
        for _ in range(times):
            session = self.desk.read(game)
            seat = next(iter(session.play.questions()))
            text = turn_text(session.play, seat, session.title.prefer)
            with self.desk.game(game) as opened:
                self.desk.take(opened, seat, text)

    def asked(self, game: str = "karnak") -> str:
        """The box of a player who is asked."""
        found = self.desk.read(game).game
        names = {info.seat: info.player for info in found.seats}
        return PEOPLE[names[next(iter(found.deadlines))]][0]

    def english(self) -> list[str]:
        """Lines of mails, and subjects, with words of another language than their reader's."""
        found = []
        for mail in self.out():
            box = mail["To"].addresses[0].addr_spec.partition("@")[0]
            texts = [str(mail["Subject"]), str(mail.get_content())]
            language = LANGUAGES[box]
            lines = [
                one for text in texts for one in strange(text, language) + leftovers(text, "tekhenu", language, TYPED)
            ]
            found += [f"{box}: {line}" for line in lines]
        return list(dict.fromkeys(found))


def kinds(mails: list[EmailMessage]) -> set[str]:
    return {str(mail["X-Pbem"]).partition("kind=")[2].partition(";")[0] for mail in mails}


@pytest.fixture
def parish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Parish:
    """Without boards and lists of answers, which `test_games` reads: they take most of a mail's time."""
    for name in ("board", "own"):
        monkeypatch.setattr(f"pbem.mail.composing.sections.{name}", lambda context, cut: "")
    monkeypatch.setattr("pbem.mail.composing.sections.menu", lambda context: [])
    return Parish(tmp_path / "home")


def test_moderators_acts(parish: Parish) -> None:
    parish.begin(turn="5d", on_late="default", reminders="12h,deadline", grace="0", absence_budget=30)
    parish.play(times=3)
    first, mod = "karnak", lambda verb, *words, **more: parish.mod(verb, *words, reason=WHY, game="karnak", **more)
    seat = next(iter(parish.game(first).deadlines))
    mod("extend", "2d")
    mod("extend", "back", "1d")
    mod("rule", "R-1")
    mod("pause")
    mod("resume")
    mod("announce", WHY)
    mod("undo", "3")
    mod("redo")
    mod("observe", "Dora <dora@example.org>")
    mod("process", str(parish.game(first).entry))
    parish.reply(parish.asked(), "away 2026-08-03 to 2026-08-05")
    parish.reply("ania", f"appeal 1 {WHY}")
    mod("answer", "1", "refused")
    parish.reply("zaneta", "undo")
    parish.reply("bela", "vote end")
    for number in [one.number for one in parish.game(first).moderation.requests if one.status == "open"]:
        mod("answer", str(number), "refused")
    parish.reply("bela", "resign confirm")
    mod("substitute", seat, "computer")
    mod("end")
    assert parish.english() == []
    assert {"start", "turn", "adjudication", "announce", "message", "over"} <= kinds(parish.out())


def test_what_the_moderator_reads_of_commands_by_mail(parish: Parish) -> None:
    """Each verb as a dry run, carried out, and refused."""
    parish.begin(turn="5d")
    parish.play(times=2)
    for text in (
        "mod extend 2d", "mod undo 3", "mod redo", "mod pause", "mod resume", "mod rule R-1", "mod extend 0",
        "mod undo 99", "mod answer 7 granted", "mod substitute Ania Nemo", "mod act Ania die: x", "mod substitute Ania",
        "mod dance", "mod process 1", "mod standby", "mod observe Dora", "mod moderator Olek", "mod data",
        "mod person Ania <a@example.org>", "mod patch []", "mod extend soon", "mod end Ania",
    ):  # fmt: skip
        verb = text.split()
        parish.reply("kasia", " ".join([*verb[:2], "dry-run", *verb[2:], f"reason: {WHY}"]))
        parish.reply("kasia", f"{text} reason: {WHY}")
    assert parish.english() == []


def test_orders_are_told_as_they_are_typed(parish: Parish) -> None:
    parish.begin(turn="5d")
    for box, name, keys in (("ania", "chleb", "zostaw-złoto"), ("bela", "kenyér", "arany-marad")):
        parish.reply(box, f"orders {name}: {keys}")
        parish.reply(box, f"orders {name}: 0815")
        parish.reply(box, "options 0815")
        parish.reply(box, f"orders clear {name}, 0815")
        parish.reply(box, f"orders clear {name}")
        told = [" ".join(str(mail.get_content()).split()) for mail in parish.out() if box in str(mail["To"])]
        assert sum(f"{name}: {keys}" in text for text in told) >= 1 and any("0815" in text for text in told)
        assert f": {name}" in told[-1] and told[-1].startswith("COUNTED")
    assert parish.english() == []


def test_the_clock(parish: Parish) -> None:
    parish.begin(turn="2d", on_late="orders", reminders="12h,deadline,daily", minimum="1h", cooling="2h", late_count=1)
    parish.reply(parish.asked(), "status")
    parish.wait(7)
    for game, late in (("luxor", "substitute"), ("edfu", "forfeit")):
        parish.begin(game, turn="2d", on_late=late, reminders="deadline")
    parish.wait(3)
    assert parish.english() == []
    assert {"reminder", "news", "receipt", "announce"} <= kinds(parish.out())


def test_invitations(parish: Parish) -> None:
    people = ("Ania", "Béla", "Żaneta")
    for game, answers in (
        ("karnak", ("0815", "decline")),
        ("luxor", ("", "0815", "0815", "0815")),
        ("edfu", ("0815",)),
    ):
        invitations.invite(parish.desk, "tekhenu", people, "Kasia", [], game, ["invite=2d"])
        for name, answer in zip(("ania", "bela", "zaneta", "ania"), answers, strict=False):
            parish.reply(name, answer, game)
    parish.mod("end", reason=WHY, game="edfu")
    invitations.invite(parish.desk, "tekhenu", people, "Kasia", [], "philae", ["invite=2d"])
    parish.wait(3)
    assert parish.english() == []
    assert len(parish.out()) > 20


def test_the_daily_page_and_held_mail(parish: Parish) -> None:
    """In the language of its moderator, reasons of held mail among it."""
    parish.begin(turn="2d", on_late="wait", reminders="deadline")
    parish.reply("ania", f"appeal 1 {WHY}")
    parish.reply(parish.asked(), "away 2026-08-03 to 2026-08-05")
    stranger = "From: x@example.net\nTo: pbem@example.org\nMessage-ID: <1@example.net>\nSubject: 0815\n\n0815\n"
    assert parish.deliver(stranger.encode())[-1].verdict == "held"
    parish.later(days=9)
    assert daily(parish.desk) >= 1
    pages = [mail for mail in parish.out() if "kind=page" in str(mail["X-Pbem"])]
    assert pages and parish.english() == []
    text = str(pages[-1].get_content())
    assert (
        "CZEKAMY NA" in text
        and "SPÓŹNIONE" in text
        and "bez znaku, a nadawcy nie ma wśród zapisanych" in " ".join(text.split())
    )
    assert [line for line in text.split("\n") if leftovers(line, "tekhenu", "pl", TYPED)] == []
    assert "(niebieski)" in text and "(blue)" not in text  # seats are typed in commands, and told in words elsewhere
