"""What players write where it is not read, or not quite as it is read: it is always named, and nothing is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.mail.words import words_of
from pbem.store.roster import changing_roster
from tests.desk.mailing import Town


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home")
    town.new_game()
    return town


def entry(town: Town) -> int:
    return int(town.game().entry)


def flat(town: Town, name: str = "ania") -> str:
    return " ".join(town.answered(name).split())


# -- below a signature and in other text that is not read ----------------------------------------------------------

ENDS = [
    "Sent from my phone", "Sent from my iPhone", "-- ", "-- \nAnia", "Wysłane z iPhone'a", "Von meinem iPhone gesendet",
    "Envoyé de mon iPhone", "Az iPhone-omról küldve",
    "______________\nriver mailing list\nhttp://lists.example.org/listinfo/river",
]  # fmt: skip


@pytest.mark.parametrize("end", ENDS)
def test_a_move_below_a_last_line_is_named(town: Town, end: str) -> None:
    handled = town.reply("ania", f"status\n{end}\nbid: 1", "begins")
    assert handled.verdict == "NOT COUNTED" and '"bid: 1"' in handled.why and entry(town) == 1
    assert "LOOKS LIKE ANSWERS, BUT WAS NOT READ" in flat(town) and "send the whole move again" in flat(town)


@pytest.mark.parametrize("above", ["say to Béla: hello", "orders rest: coin", "Hi!", "rules", ""])
def test_commands_above_are_carried_out_but_the_verdict_is_about_the_move(town: Town, above: str) -> None:
    handled = town.reply("ania", f"{above}\n\nSent from my phone\nbid: 1", "begins")
    if not above:  # nothing was typed before it, so the line is no end
        assert handled.verdict == "COUNTED" and entry(town) == 2
        return
    assert handled.verdict == "NOT COUNTED" and '"bid: 1"' in handled.why
    assert ("ALSO" in flat(town)) == above.startswith(("say", "orders"))


def test_half_a_move_is_not_played_when_the_rest_stands_below_the_signature(town: Town) -> None:
    """Bare words are known as an answer by what stands above them."""
    for name in ("ania", "bela", "zaneta"):
        assert town.reply(name, "bid: 0", "begins").verdict == "COUNTED"
    seat = next(iter(town.game().deadlines))
    name = {"crane": "ania", "heron": "bela", "otter": "zaneta"}[seat]
    card = town.desk.read("river").play.table.hands[seat][0]
    before = entry(town)
    for below in ("rest: coin", "- rest: coin", "coin"):
        handled = town.reply(name, f"float: {card}\n\nSent from my phone\n\n{below}", "your turn")
        assert handled.verdict == "NOT COUNTED" and f'"{below}"' in handled.why and entry(town) == before
    assert town.reply(name, f"float: {card}\ncoin\n\nSent from my phone", "your turn").verdict == "COUNTED"


@pytest.mark.parametrize("card", ["Ania Nowak", "Tel: 123 456", "mail: a@example.org", "bdi 7", "Street 1\nTown"])
def test_a_signature_without_answers_changes_nothing(town: Town, card: str) -> None:
    handled = town.reply("ania", f"bid: 1\n\n-- \n{card}", "begins")
    assert handled.verdict == "COUNTED" and "LOOKS LIKE" not in flat(town) and handled.why == "your move is entry #2"


def test_what_only_looks_like_an_answer_is_named_beside_a_counted_move(town: Town) -> None:
    handled = town.reply("ania", "bid: 1\n-- \nAnia\nbdi: 2", "begins")
    assert handled.verdict == "COUNTED" and "see below" in handled.why
    assert "bdi: 2 (below the signature)" in flat(town)


def test_commands_and_wishes_below_the_signature_are_named(town: Town) -> None:
    assert town.reply("ania", "bid: 1\n-- \nundo", "begins").verdict == "NOT COUNTED"
    assert "undo (below the signature)" in flat(town) and entry(town) == 1
    assert town.reply("ania", "bid: 1\n-- \npreview please", "begins").verdict == "NOT COUNTED" and entry(town) == 1
    assert town.reply("ania", "bid: 1\n-- \nstatus", "begins").verdict == "COUNTED"
    assert "status (below the signature)" in flat(town)


def quoting(town: Town, change: tuple[str, str]) -> str:
    """The order form as a program quotes it, with something changed inside the quote."""
    form = str(town.last("ania", "begins").get_content())
    quoted = "\n".join(f"> {line}" for line in form.split("\n"))
    assert change[0] in quoted
    return "On Wed, 1 Jul 2026 at 12:00, pbem <pbem@localhost> wrote:\n" + quoted.replace(*change, 1)


def test_an_answer_typed_into_the_quote_is_named(town: Town) -> None:
    text = quoting(town, ("> \n", "> bid: 77\n"))
    handled = town.reply("ania", f"status\n\n{text}", "begins", quote=False)
    assert handled.verdict == "INFORMATION" and "bid: 77 (in quoted text)" in flat(town)


def test_our_own_menu_in_the_quote_is_not_named(town: Town) -> None:
    assert town.reply("ania", "bid: 1", "begins").verdict == "COUNTED"
    assert "LOOKS LIKE" not in flat(town)
    assert town.reply("ania", "", "begins").verdict == "NOT COUNTED" and "LOOKS LIKE" not in flat(town)


def test_an_attached_move_is_named_beside_a_command(town: Town) -> None:
    raw = town.answer(town.last("ania", "begins"), "", quote=False).decode()
    head = raw.split("\n\n")[0].replace("text/plain; charset=utf-8", "multipart/mixed; boundary=b")
    parts = (
        "--b\nContent-Type: text/plain\n\nstatus\n\n--b\nContent-Type: text/plain; name=move.txt\n"
        "Content-Disposition: attachment; filename=move.txt\n\nbid: 1\n\n--b--\n"
    )
    assert town.deliver(f"{head}\n\n{parts}".encode())[0].verdict == "INFORMATION"
    assert "bid: 1 (in an attachment)" in flat(town)


@pytest.mark.parametrize(
    ("text", "verdict", "where"),
    [
        ("say:\nhello all\nbid: 1", "COUNTED", "in the text behind `say`"),
        ("undo my mistake; bid: 1", "NOT COUNTED", "in the text behind `undo`"),
    ],
)
def test_a_move_that_a_command_took_as_its_text_is_named(town: Town, text: str, verdict: str, where: str) -> None:
    handled = town.reply("ania", text, "begins")
    assert handled.verdict == verdict and f"bid: 1 ({where})" in flat(town)
    if verdict == "COUNTED":
        assert "see below" in handled.why


@pytest.mark.parametrize(("language", "said"), [("pl", "pod podpisem"), ("de", "unter der Signatur")])
def test_it_is_named_in_the_readers_language(town: Town, language: str, said: str) -> None:
    with changing_roster(town.home) as roster:
        roster.need("Ania").language = language  # type: ignore[assignment]
    town.reply("ania", "status\n-- \nbid: 1", "begins")
    assert said in flat(town)


# -- commands and previews -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["stauts", "udno", "resing confirm", "sya: hello", "optoins"])
def test_a_misspelt_command_beside_a_move_is_named_and_nothing_is_played(town: Town, line: str) -> None:
    handled = town.reply("ania", f"bid: 1\n{line}", "begins")
    assert handled.verdict == "NOT COUNTED" and entry(town) == 1
    assert line in handled.why and "leave the line out" in handled.why


@pytest.mark.parametrize("line", ["Help, I am losing", "Helo!", "Pass the salt", "Béla", "Say, how are you?"])
def test_chat_beside_a_move_is_shown_back(town: Town, line: str) -> None:
    assert town.reply("ania", f"bid: 1\n{line}", "begins").verdict == "COUNTED" and line in flat(town)


def test_more_chat_than_is_shown_back_is_counted(town: Town) -> None:
    chat = "\n".join(f"This is line {n} of my long story." for n in range(1, 31))
    assert town.reply("ania", f"bid: 1\n{chat}", "begins").verdict == "COUNTED"
    assert "line 6 of" in flat(town) and "line 7 of" not in flat(town) and "... (+24)" in flat(town)


@pytest.mark.parametrize("wish", ["preview please", "just a preview", "dry run", "Vorschau", "podgląd", "csak előnézet",
                                  "aperçu s'il te plaît"])  # fmt: skip
def test_a_wish_to_preview_plays_nothing_and_says_so(town: Town, wish: str) -> None:
    handled = town.reply("ania", f"{wish}\nbid: 1", "begins")
    assert handled.verdict == "INFORMATION" and entry(town) == 1
    assert "PREVIEW, NOTHING WAS PLAYED" in flat(town)
    assert (f'"{wish}" was read as a wish' in flat(town)) == (wish != "preview please")  # that is the command itself


def test_numbered_and_starred_answers_are_played(town: Town) -> None:
    assert town.reply("ania", "1. *bid:* 1", "begins").verdict == "COUNTED" and entry(town) == 2


# -- mail that cannot be read --------------------------------------------------------------------------------------


def test_a_mail_in_doubt_says_what_to_do(town: Town) -> None:
    """Our mail with its marks lost on the way, and an answer among its lines."""
    form = str(town.last("ania", "begins").get_content()).split("\n")
    half = len(form) // 2
    text = "\n".join(["On Wed, 1 Jul 2026 at 12:00, pbem wrote:", *form[:half], "bid: 1", *form[half:], *form[half:]])
    handled = town.reply("ania", text, "begins", quote=False)
    assert handled.verdict == "NOT COUNTED" and "cannot be told what you typed" in handled.why
    assert "reply once more with your answers alone and delete the quoted mail" in handled.why


ADVICE = ["uncertain", "too-many-lines", "only-quoted", "no-text", "below-signature", "aside-why", "nearly-command",
          "refuse-encrypted", "refuse-partial", "refuse-text-too-long", "refuse-struck-out",
          "refuse-parts-disagree"]  # fmt: skip


@pytest.mark.parametrize(("language", "asks"), [
    ("en", ("please", "write the command")), ("de", ("bitte", "schreib den befehl")), ("hu", ("kérjük", "írd úgy")),
    ("fr", ("envoie", "écris", "réponds")), ("pl", ("wyślij", "napisz", "wpisz", "odpowiedz")),
])  # fmt: skip
def test_every_refusal_of_a_text_says_what_to_do(language: str, asks: tuple[str, ...]) -> None:
    texts = words_of(language)
    assert [key for key in ADVICE if not any(ask in texts[key].lower() for ask in asks)] == []
