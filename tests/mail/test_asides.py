"""Dropped text: what looks like an answer in it is found, and our own order form in a quote is not."""

from __future__ import annotations

import pytest

from pbem.core.questions import Pick
from pbem.mail.reading import read_message, reply_text
from pbem.mail.reading.reply import Dropped
from pbem.mail.typed.asides import PLACES, TYPED, find_asides
from pbem.mail.typed.commands import Vocabulary, parse
from tests.mail.reading.test_eml import FOLDER, NAMES, expected
from tests.mail.test_commands import DIE, GOD, glance

NAMED = ("die", "action", "value", "play")


def words() -> Vocabulary:
    return Vocabulary([DIE, Pick("action", "Choose", ["god", "produce"])], names=NAMED, ahead=glance)


def asides(text: str, reason: str = "signature", typed: str = "die: horus grey 3") -> list[tuple[str, bool]]:
    found = find_asides([Dropped(reason, text)], parse(typed, words()), words())
    return [(aside.text, aside.refuses) for aside in found]


@pytest.mark.parametrize("reason", PLACES)
def test_an_answer_is_found_wherever_it_was_dropped(reason: str) -> None:
    assert asides("Ania\naction: god\nTown", reason) == [("action: god", reason in TYPED)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("action: god", ["action: god"]), ("god", ["god"]), ("- action: god", ["- action: god"]),
        ("acton: produce", ["acton: produce"]), ("play: B07; action: god", ["play: B07", "action: god"]),
        ("undo", ["undo"]),
        ("say to Béla: hello", ["say hello"]), ("just a preview", ["just a preview"]), ("Ania Nowak", []),
        ("Tel: 123\nMail: a@example.org\nwww: example.org", []), ("Help, I am losing", []), ("", []),
        ("action red", ["action red"]), ("* Die: ", ["* Die:"]), ("die green 9", ["die green 9"]),
        ("Value your time", []), ("action is better than words", []),
        ("rules of the house", []), ("Head of Sales", []), ("stauts", []),
    ],
)  # fmt: skip
def test_what_counts_as_looking_like_an_answer(text: str, found: list[str]) -> None:
    assert [line for line, _ in asides(text)] == found


def test_what_programs_write_is_near_many_names_and_not_named() -> None:
    assert asides("Caution: this mail came from outside", "banner") == []
    assert asides("Acton: produce", "footer") == [] and asides("Acton: produce", "quote") == []


def test_few_lines_are_tried_out_however_many_there_are() -> None:
    tried: list[str] = []

    def ahead(move: str) -> object:
        tried.append(move)
        return glance(move)

    vocabulary = Vocabulary([DIE, GOD], names=NAMED, ahead=ahead)  # type: ignore[arg-type]
    text = "\n".join(f"line {n} of a footer" for n in range(500))
    assert find_asides([Dropped("footer", text)], parse("die: horus grey 3", vocabulary), vocabulary) == []
    assert len(tried) < 20


def test_what_every_mail_program_writes_is_not_tried_on_a_copy() -> None:
    """Who wrote the quoted mail and when: looking at what follows the move cost a tenth of the turn."""
    tried: list[str] = []

    def ahead(move: str) -> object:
        tried.append(move)
        return glance(move)

    vocabulary = Vocabulary(lambda: [DIE, GOD], names=NAMED, ahead=ahead)  # type: ignore[arg-type]
    script = parse("die: horus grey 3", vocabulary)
    del tried[:]
    text = "On Thu, 1 Jan 2026 at 12:00, pbem <pbem@localhost> wrote:\nSent: Thursday, 1 January 2026"
    assert find_asides([Dropped("attribution", text)], script, vocabulary) == [] and tried == []


@pytest.mark.parametrize("name", NAMES)
def test_our_own_form_in_a_quote_is_never_named(name: str) -> None:
    """Every mail program of the collection, with the mail that it answers at hand."""
    table = expected(name)
    sent = (FOLDER / f"sent-{table['language']}.txt").read_text(encoding="utf-8")
    reply = reply_text(read_message((FOLDER / f"{name}.eml").read_bytes()), sent)
    found = find_asides(reply.aside, parse(reply.typed, words()), words())
    assert [aside.text for aside in found if aside.reason in ("quote", "attribution")] == []


def test_marks_tell_quoted_from_typed_where_our_mail_is_not_known() -> None:
    marked = "status\n\nOn Wed, 1 Jul 2026, pbem wrote:\n> action: god\n>> die: horus grey 3\n"
    assert reply_text(marked).aside == [Dropped("attribution", "On Wed, 1 Jul 2026, pbem wrote:")]
    bare = "status\n\n-----Original Message-----\nFrom: pbem\nSent: Wednesday\n\nhello\naction: god\n"
    assert Dropped("quote", "action: god") in reply_text(bare).aside
