"""Invitations: asked once, accepted by any words, declined, lapsed, ended; and a deal that nobody chooses alone."""

from __future__ import annotations

import hashlib
import hmac
import json
import shutil
from functools import partial
from pathlib import Path

import pytest

import tests.fair  # noqa: F401  (registers the title)
from pbem.archive.container import read_zip
from pbem.archive.models import FULL, PUBLIC
from pbem.archive.stored import archive_of
from pbem.archive.verify import Verifier
from pbem.cli.check import check_one
from pbem.cli.play_commands import invite_players
from pbem.core.errors import Misuse, Refused, UnknownGame
from pbem.desk.people import invitations
from pbem.desk.people.deletion import forget
from pbem.desk.post.spool_run import process_spool
from pbem.desk.sending.dispatch import compose_left
from pbem.desk.upkeep.clockwork import tick
from pbem.desk.verbs.moderator import Act, moderate
from pbem.engine.deals import words_digest
from pbem.store import spool
from pbem.store.files import load_game
from pbem.store.invited import invited_ids, load_invitation
from pbem.store.schemas import schema_problem
from tests.archive.forge import with_game
from tests.desk.mailing import PEOPLE, Town
from tests.moderation.test_farewells import killed_at

KASIA = "Kasia <kasia@example.org>"


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home")
    ask(town)
    return town


def ask(town: Town, *options: str, people: tuple[str, ...] = PEOPLE, game: str = "river") -> None:
    invitations.invite(town.desk, "toy", people, KASIA, [], game, ["nights=1", *options])


def accept_all(town: Town, words: tuple[str, ...] = ("Gladly!", "Ok then", "I am in.\n\nSee you")) -> None:
    for name, said in zip(("ania", "bela", "zaneta"), words, strict=True):
        assert town.reply(name, said).verdict == "COUNTED", town.answered(name)


@pytest.mark.parametrize("title", ["fair", "tekhenu"])
def test_invitations_name_what_is_in_the_box(title: str, town: Town) -> None:
    """Options that a base game leaves out of its file are among those that are told."""
    option = "expansion=kites" if title == "fair" else "expansion=seth"
    invitations.invite(town.desk, title, PEOPLE, KASIA, [], "boxed", [option])
    assert f"Options: {option}" in str(town.last("ania").get_content())


def test_everybody_is_asked_once(town: Town) -> None:
    """No game, no seed, one mail each; the clock mails nobody again. The list has it, and the id is taken."""
    assert [len(town.mails_to(name)) for name in ("ania", "bela", "zaneta", "kasia")] == [1, 1, 1, 1]
    text = str(town.last("ania").get_content())
    assert all("`plain on`" in str(town.last(name).get_content()) for name in ("ania", "kasia"))
    found = load_invitation(town.home, "river")
    assert hashlib.sha256(bytes.fromhex(found.secret)).hexdigest() in text and found.secret not in text
    assert (
        "Béla" in text and "@example.org" not in text and "an operator who plays along could" in " ".join(text.split())
    )
    assert town.desk.home.game_ids() == []
    town.later(days=1)
    tick(town.desk)
    assert len(town.out()) == 4
    (row,) = town.desk.listing()
    assert (row["id"], row["status"], row["awaited"]) == ("river", "invited", ["Ania", "Béla", "Żaneta"])
    with pytest.raises(Refused, match="already an invitation to river"):
        town.new_game()
    with pytest.raises(Refused, match="already an invitation"):
        ask(town)
    with pytest.raises(UnknownGame, match="has not begun: not everybody has accepted"):
        town.desk.read("river")
    document = json.loads((town.home.games / "invited" / "river.json").read_text(encoding="utf-8"))
    assert schema_problem(document, "invitation") is None
    assert "@" not in json.dumps(document)


def test_the_last_acceptance_begins_the_game(town: Town) -> None:
    accept_all(town)
    game = town.game()
    assert game.status == "running" and invited_ids(town.home) == []
    digests = [hashlib.sha256(words.encode()).hexdigest() for words in ("Gladly!", "Ok then", "I am in. See you")]
    secret = bytes.fromhex(game.rules.deal.secret)
    assert game.rules.deal.replies == digests
    assert bytes.fromhex(game.seed) == hmac.digest(secret, "\n".join(["river", *digests]).encode(), "sha256")
    assert hashlib.sha256(bytes.fromhex(game.seed)).hexdigest() == game.seed_commitment
    assert digests[0] in town.answered("ania") and "Gladly!" in town.answered("ania")
    assert "the invitation told" in " ".join(str(town.last("ania", "#1]").get_content()).split())
    everything = b"".join(path.read_bytes() for path in town.home.games.rglob("*") if path.is_file())
    assert b"Gladly" not in everything and b"I am in" not in everything


def test_a_game_begun_at_once_says_whose_seed_it_is(tmp_path: Path) -> None:
    town = Town(tmp_path / "home")
    town.desk.create("toy", list(PEOPLE), None, [], "river", ["nights=1"], None)
    assert "drawn by the operator's machine alone" in " ".join(str(town.last("ania").get_content()).split())
    assert town.game().rules.deal is None
    assert "deal" not in (town.home.games / "river.json").read_text(encoding="utf-8")


def test_declining(town: Town) -> None:
    """Whoever had accepted is told, and the moderator; those who never answered get nothing more."""
    town.reply("ania", "yes, gladly")
    town.reply("bela", "decline\nI have no time.")
    assert "COUNTED: you have declined" in town.answered("bela")
    assert "does not come about" in str(town.last("ania").get_content())
    assert "Béla declined" in str(town.last("kasia").get_content())
    assert len(town.mails_to("zaneta")) == 1
    assert invited_ids(town.home) == [] and town.home.game_ids() == []
    assert town.deliver(town.answer(town.last("zaneta"), "ok"))[0].verdict in ("held", "NOT COUNTED")
    town.new_game()  # the id is free again


@pytest.mark.parametrize(
    "words",
    [
        "I am sorry, but I cannot.",
        "I'll pass",
        "Not this time",
        "Nie tym razem",
        "Tym razem rezygnuję",
        "leider nicht",
        "Keine Zeit",
        "Diesmal lehne ich ab",
        "Ezúttal kihagyom",
        "Je dois refuser, désolée",
        "No way, I accept!",
        "Yes, but not before July",
        "Yes. Sorry, I mean no",
        "Yes. I mean I can't",
        "Ok, nie",
        "Why not? I cannot, that is why",
        "I am out of the office until 1 December.",
        "Jestem na urlopie do 1 grudnia.",
        "Ich bin bis Montag abwesend",
        "Nincs időm",
        "Odpuszczę tym razem",
        "Brak czasu",
        "Count me out",
        "Maybe next time",
        "Talán később",
        "Ein andermal gern",
        "unsubscribe",
    ],
)
def test_nobody_is_seated_who_may_have_meant_no(town: Town, words: str) -> None:
    assert town.reply("ania", words).verdict == "NOT COUNTED"
    assert load_invitation(town.home, "river").players[0].status == "asked"
    assert town.reply("ania", "accept").verdict == "COUNTED"


@pytest.mark.parametrize(
    "words",
    ["No, thank you!", "I refuse", "Nie, dziękuję.", "Odmawiam", "Nem.", "Elutasítom!", "Nein, danke", "Ich lehne ab.",
     "Non merci", "Je décline"],
)  # fmt: skip
def test_declining_in_five_languages(words: str) -> None:
    """A line that says no, and nothing else, needs no second mail."""
    assert invitations.said(words) == "decline"
    assert invitations.said(f"{words}\nGreetings") == "decline"


@pytest.mark.parametrize(
    "words",
    ["Yes! nie moge sie doczekac", "Tak! Nie mogę się doczekać", "Can't wait!", "No problem, count me in", "Why not?",
     "Igen! Nem hagynám ki.", "Miért ne", "Ja. Das lasse ich mir nicht entgehen", "Pourquoi pas !", "Kein Problem",
     "Yes!\nI have not played it for years.", "Nincs akadálya!", "Count me in", "See you later"],
)  # fmt: skip
def test_a_glad_answer_may_hold_a_no(words: str) -> None:
    assert invitations.said(words) == "accept"


def test_an_empty_reply_is_no_acceptance(town: Town) -> None:
    assert town.reply("ania", "").verdict == "NOT COUNTED"
    assert "no words" in town.answered("ania")


def test_accepting_twice_and_taking_it_back(town: Town) -> None:
    first = town.answer(town.last("ania"), "Gladly!")
    assert town.deliver(first)[0].verdict == "COUNTED"
    assert town.deliver(first)[0].verdict == "copy"
    assert town.reply("ania", "And once more.").verdict == "INFORMATION"
    found = load_invitation(town.home, "river").players[0]
    assert found.words == hashlib.sha256(b"Gladly!").hexdigest(), "the first words count"
    assert town.reply("ania", "decline").verdict == "COUNTED"
    assert invited_ids(town.home) == []


def test_an_invitation_lapses(tmp_path: Path) -> None:
    town = Town(tmp_path / "home")
    ask(town, "invite=2d")
    assert town.reply("ania", "Fine with me").verdict == "COUNTED"
    town.later(days=1, hours=23)
    tick(town.desk)
    assert invited_ids(town.home) == ["river"]
    town.later(hours=2)
    tick(town.desk)
    assert invited_ids(town.home) == []
    assert "no answer came from Béla, Żaneta" in str(town.last("ania").get_content())
    assert [len(town.mails_to(name)) for name in ("bela", "zaneta")] == [1, 1]


def test_the_moderator_ends_it_typed_and_by_mail(town: Town) -> None:
    with pytest.raises(Refused, match="has not begun"):
        moderate(town.desk, Act("pause", "river", [], reason="holidays"))
    assert "would be ended" in moderate(town.desk, Act("end", "river", [], reason="no table", dry_run=True)).text
    town.reply("ania", "Fine with me")
    moderate(town.desk, Act("end", "river", [], reason="no table"))
    assert "it was withdrawn: no table" in str(town.last("ania").get_content())
    assert invited_ids(town.home) == []
    ask(town, game="lake")
    asked = town.last("kasia", "lake")
    assert town.deliver(town.answer(asked, "mod end reason: we play on Sunday"))[0].verdict == "COUNTED"
    assert invited_ids(town.home) == []
    assert town.deliver(town.answer(asked, "mod end reason: once more"))[0].verdict == "NOT COUNTED"
    assert "the invitation to lake is over" in town.answered("kasia")


@pytest.mark.parametrize(
    "text", ["mod end dry-run reason: no table", "mod dry-run end reason: no table", "mod end dry-run"]
)
def test_a_dry_run_by_mail_ends_no_invitation(town: Town, text: str) -> None:
    assert town.reply("kasia", text).verdict == "INFORMATION"
    assert "would be ended" in town.answered("kasia") and invited_ids(town.home) == ["river"]
    assert town.reply("kasia", "mod end").verdict == "NOT COUNTED"
    assert invited_ids(town.home) == ["river"]


def test_a_subject_that_is_too_long_says_that_it_is_cut(town: Town) -> None:
    town.reply("ania", "decline")
    subject = str(town.last("ania")["Subject"])
    assert len(subject) <= 78 and subject.endswith("...")


def test_the_same_id_again(town: Town) -> None:
    """An id is free again when an invitation is over. The next one to it is mailed to everybody, whoever was asked
    before, and mails of the earlier one, whatever they say, neither accept nor end it."""
    asked = {name: town.last(name) for name in ("ania", "bela", "kasia")}
    assert town.reply("zaneta", "decline").verdict == "COUNTED"
    ask(town, people=PEOPLE[:2])
    fresh = {name: town.last(name) for name in asked}
    for name, mail in fresh.items():
        assert mail["Message-ID"] != asked[name]["Message-ID"] and "river" in str(mail.get_content())
    for name, words in {"ania": "Gladly!", "bela": "decline", "kasia": "mod end reason: nobody has time"}.items():
        (handled,) = town.deliver(town.answer(asked[name], words))
        assert handled.verdict == "NOT COUNTED" and "an earlier invitation to river" in " ".join(
            town.answered(name).split()
        )
    assert [one.status for one in load_invitation(town.home, "river").players] == ["asked", "asked"]
    for name in ("ania", "bela"):
        assert town.deliver(town.answer(fresh[name], "Gladly!"))[0].verdict == "COUNTED"
    assert town.game().status == "running"


def test_an_earlier_invitation_by_its_token_alone(town: Town) -> None:
    """A mail program that does not say which mail is answered leaves the time of the token."""
    asked = town.last("ania")
    invitations.end_invitation(town.desk, "river", "nobody has time")
    town.later(minutes=5)
    ask(town)
    mail = town.answer(asked, "Gladly!", **{"In-Reply-To": "", "References": ""})
    assert town.deliver(mail)[0].verdict == "NOT COUNTED"
    fresh = town.answer(town.last("ania", "Invitation"), "Gladly!", **{"In-Reply-To": "", "References": ""})
    assert town.deliver(fresh)[0].verdict == "COUNTED"


def test_the_end_is_told_whole(town: Town) -> None:
    """A subject is cut where the others are, not at the first full stop or in the middle of a word."""
    invitations.end_invitation(town.desk, "river", "Dr. Nowak, St. Olaf's and everybody else of the club are ill")
    told = town.last("kasia", "does not come about")
    assert str(told["Subject"]).endswith("withdrawn: Dr. N...")
    assert "Dr. Nowak, St. Olaf's and everybody else of the club are ill" in " ".join(str(told.get_content()).split())


def test_nobody_else_can_answer(town: Town) -> None:
    """A token in other hands accepts nothing, and nobody is mailed for it."""
    before = len(town.out())
    raw = town.answer(town.last("ania"), "Yes!", From="Mallory <mallory@example.org>")
    assert town.deliver(raw)[0].verdict == "held"
    assert load_invitation(town.home, "river").players[0].status == "asked"
    assert len(town.out()) == before
    forged = town.answer(town.last("bela"), "Yes!", From="Ania <ania@example.org>")
    assert town.deliver(forged)[0].verdict == "held", "another's token"


def test_machines_accept_nothing(town: Town) -> None:
    raw = town.answer(town.last("ania"), "I am away until Monday.", Auto_Submitted="auto-replied")
    assert town.deliver(raw)[0].verdict == "dropped"
    assert load_invitation(town.home, "river").players[0].status == "asked"


def test_a_crash_behind_each_step(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed behind the commit of the last acceptance, or between game and invitation: the clock finishes, once."""
    town.reply("ania", "Gladly!")
    town.reply("bela", "Ok then")
    with monkeypatch.context() as patch:
        patch.setattr(invitations, "follow", lambda *_: None)
        assert town.reply("zaneta", "I am in").verdict == "COUNTED"
    assert load_invitation(town.home, "river").status == "accepted" and town.home.game_ids() == []
    with monkeypatch.context() as patch:
        patch.setattr(invitations, "drop_invitation", lambda *_: None)
        tick(town.desk)
    seed = town.game().seed
    assert invited_ids(town.home) == ["river"]
    tick(town.desk)
    assert invited_ids(town.home) == [] and town.game().seed == seed
    starts = [mail for mail in town.mails_to("ania") if "#1]" in mail["Subject"]]
    assert len(starts) == 1


def in_a_copy(town: Town, root: Path) -> Town:
    """The same town in a copy of its home; the last one's acceptance lies in the spool."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(town.home.root, root)
    twin = Town(root)
    twin.time = town.time
    return twin


def settled(town: Town, first: str) -> None:
    """Fresh processes: the clock before the spool is looked at again, or behind it."""
    for what in [first, "spool", "clock"]:
        town.later(minutes=15)
        process_spool(town.desk) if what == "spool" else tick(town.desk)
    compose_left(town.desk)


STEPS = pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow), 13])
"""How many calls lie between two deaths: all are tried by `make fuzz`."""


@pytest.mark.timeout(900)
@STEPS
@pytest.mark.parametrize("first", ["clock", "spool"])
def test_the_last_acceptance_and_a_crash_at_every_call(town: Town, tmp_path: Path, first: str, step: int) -> None:
    """Whoever accepted is told so, with the words that count; the game begins once, and everybody hears of it once."""
    town.reply("ania", "Gladly!")
    town.reply("bela", "Ok then")
    spool.store(town.home.mail / "in", town.answer(town.last("zaneta"), "I am in"))
    n = step
    while n < 600:
        twin = in_a_copy(town, tmp_path / "work")
        done = not killed_at(n, partial(process_spool, twin.desk))
        settled(twin, first)
        assert invited_ids(twin.home) == [] and twin.home.game_ids() == ["river"], n
        told = [str(mail.get_content()) for mail in twin.mails_to("zaneta") if "#0]" in str(mail["Subject"])]
        receipts = [text for text in told if text.startswith("COUNTED") and words_digest("I am in") in text]
        assert len(receipts) == 1 and not any(text.startswith("NOT COUNTED") for text in told), (n, told)
        for name in ("ania", "bela", "zaneta", "kasia"):
            assert len([mail for mail in twin.mails_to(name) if "#1]" in mail["Subject"]]) == 1, (n, name)
        assert check_one(twin.desk, "river", replay=True)["sound"]
        if done:
            break
        n += step
    assert done


@pytest.mark.timeout(900)
@STEPS
@pytest.mark.parametrize("text", ["decline", "mod end reason: somebody is ill"])
def test_the_end_of_an_invitation_and_a_crash_at_every_call(town: Town, tmp_path: Path, text: str, step: int) -> None:
    """The last word is answered as what it was, and whoever had accepted hears of the end once."""
    town.reply("ania", "Gladly!")
    who = "kasia" if text.startswith("mod") else "bela"
    spool.store(town.home.mail / "in", town.answer(town.last(who), text))
    n = step
    while n < 600:
        twin = in_a_copy(town, tmp_path / "work")
        done = not killed_at(n, partial(process_spool, twin.desk))
        settled(twin, "clock")
        assert invited_ids(twin.home) == [] and twin.home.game_ids() == [], n
        mails = [str(mail.get_content()) for mail in twin.mails_to(who)]
        assert len([each for each in mails if each.startswith("COUNTED")]) == 1, (n, mails)
        assert not any(each.startswith("NOT COUNTED") for each in mails) and twin.held() == [], n
        ends = [mail for mail in twin.mails_to("ania") if "does not come about" in str(mail["Subject"])]
        assert len(ends) == 1, n
        if done:
            break
        n += step
    assert done


def test_a_late_reply_is_told_where_to_write(town: Town) -> None:
    old = town.last("ania")
    accept_all(town)
    handled = town.deliver(town.answer(old, "bid: 1"))[0]
    assert handled.verdict == "NOT COUNTED" and "has begun" in handled.why


def test_misuse(town: Town) -> None:
    with pytest.raises(Misuse, match="--invite and --seed exclude each other"):
        invite_players("toy", list(PEOPLE), None, [], None, [], "ab" * 32, False, False, False)
    with pytest.raises(Misuse, match="Option invite goes with --invite"):
        town.desk.create("toy", list(PEOPLE), None, [], "lake", ["invite=7d"], None)
    with pytest.raises(Misuse, match="has no option 'nigts'"):
        invitations.invite(town.desk, "toy", PEOPLE, None, [], "lake", ["nigts=1"])
    with pytest.raises(Misuse, match="takes 2 to 4 players"):
        ask(town, people=PEOPLE[:1], game="lake")
    assert invited_ids(town.home) == ["river"]


def test_somebody_who_is_deleted_is_asked_nothing(town: Town) -> None:
    town.reply("ania", "Gladly!")
    forget(town.desk, "Béla")
    assert invited_ids(town.home) == []
    assert b"B\xc3\xa9la" not in b"".join(path.read_bytes() for path in town.home.games.rglob("*") if path.is_file())


def test_archives_prove_the_deal_and_public_ones_keep_it(town: Town) -> None:
    """A full copy proves that the seed is made of secret and words; a public one has neither."""
    accept_all(town)
    moderate(town.desk, Act("end", "river", ["Ania"], reason="enough"))
    loaded = load_game(town.home, "river")
    full, _ = archive_of(loaded, FULL)
    public, _ = archive_of(loaded, PUBLIC)
    verifier = Verifier(full)
    checks = {check.name: check for check in verifier.run()}
    assert verifier.verdict == "proved" and "the words of all players" in checks["seed"].text
    judged = Verifier(public)
    judged.run()
    assert judged.verdict == "proved"
    assert loaded.game.rules.deal is not None and loaded.game.rules.deal.secret is not None
    contents = b"".join(read_zip(public).values())
    assert loaded.game.rules.deal.secret.encode() not in contents
    assert loaded.game.rules.deal.replies[0].encode() not in contents

    def other_words(document: dict[str, object]) -> None:
        document["rules"]["deal"]["replies"][0] = "0" * 64  # type: ignore[index]

    wrong = Verifier(with_game(full, other_words))
    wrong.run()
    assert wrong.verdict == "broken"
