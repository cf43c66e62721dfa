"""Our own order form, quoted by any program: no listed answer is ever taken for typed, and what was typed is taken."""

import random
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.mail.composing.compose import compose
from pbem.mail.reading import Reply, read_message, reply_text
from pbem.mail.reading.tail import is_answer_like
from pbem.titles.tekhenu import TITLE
from tests.mail.reading.clients import CLIENTS, PAGES, WITHOUT_MARKS, Client, letter, page, plain
from tests.mail.support import context, new_play, text_of

LANGUAGES = ("en", "pl", "hu", "de", "fr")
OFTEN = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


@cache
def form(language: str) -> str:
    """A long mail of a real game: a question in full, and what may follow, with remarks behind the answers."""
    play = new_play(("Ania", "Bartek"), title=TITLE)
    return text_of(compose(context(play, play.game.seats[0].seat, "handover", language=language)))


@cache
def listed(language: str) -> list[str]:
    """The answers of the form, as a player would copy them."""
    answers = [line.split("#")[0].strip() for line in form(language).split("\n") if line.startswith("  ")]
    return sorted({answer for answer in answers if is_answer_like(answer)})


def answers(client: Client) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(listed(client.language)), min_size=1, max_size=3, unique=True)


def never_quoted(reply: Reply, typed: list[str]) -> None:
    """Promise 7: with anything else than the typed lines the mail is refused and shown."""
    assert reply.uncertain or set(reply.lines) <= set(typed)


def test_the_form_is_what_players_get() -> None:
    assert {"keep: D09", "keep: D21", "start: S01", "destiny: gold"} <= set(listed("en"))
    assert len({form(language) for language in LANGUAGES}) == len(LANGUAGES)


@OFTEN
@given(data=st.data())
def test_typed_above(data: st.DataObject) -> None:  # faults 93, 94, 95
    """Every program, wrapped or not, with our mail at hand or without it."""
    client = data.draw(st.sampled_from(CLIENTS))
    typed = data.draw(answers(client))
    mail = form(client.language)
    text = plain(client, typed, mail, "above", data.draw(st.sampled_from([0, 64, 72, 78])))
    reply = reply_text(read_message(letter(text)), data.draw(st.sampled_from([None, mail])))
    assert (reply.lines, reply.doubts) == (typed, [])


@OFTEN
@given(data=st.data())
def test_typed_below_and_inside(data: st.DataObject) -> None:  # faults 96, 97, 98
    """Between marked lines all is found; without marks only our own mail tells, and a doubt is never a move."""
    client = data.draw(st.sampled_from(CLIENTS))
    typed = data.draw(answers(client))
    mail = form(client.language)
    known = data.draw(st.sampled_from([None, mail]))
    text = plain(client, typed, mail, data.draw(st.sampled_from(["below", "inside"])))
    reply = reply_text(read_message(letter(text)), known)
    never_quoted(reply, typed)
    if client.marked:
        assert (reply.lines, reply.doubts) == (typed, [])
    elif known is not None:
        assert reply.uncertain or reply.lines == typed


@OFTEN
@given(data=st.data())
def test_pages(data: st.DataObject) -> None:  # faults 53, 93, 94
    """The same as HTML, alone and beside its text."""
    style = data.draw(st.sampled_from(sorted(PAGES)))
    fitting = [one for one in CLIENTS if one.marked != (style in WITHOUT_MARKS) and not one.intro.startswith(">")]
    client = data.draw(st.sampled_from(fitting))
    typed = data.draw(answers(client))
    mail = form(client.language)
    html = page(style, client, typed, mail, data.draw(st.sampled_from(["br", "div"])))
    text = data.draw(st.sampled_from(["", plain(client, typed, mail, "above")]))
    reply = reply_text(read_message(letter(text, html)), data.draw(st.sampled_from([None, mail])))
    assert (reply.lines, reply.doubts) == (typed, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_typed(language: str) -> None:  # fault 100
    for client in CLIENTS:
        if client.language == language:
            reply = reply_text(read_message(letter(plain(client, [], form(language), "above"))))
            assert reply.lines == []


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_marks_lost_on_the_way(client: Client) -> None:  # fault 98
    """Any lines of the quote may lose their marks: none of the answers among them counts."""
    mail = form(client.language)
    chance = random.Random(client.name)
    typed = ["keep: D09", "start: S12"]
    lines = plain(client, typed, mail, "above").split("\n")
    lines = [line.removeprefix("> ") if chance.random() < 0.3 else line for line in lines]
    reply = reply_text(read_message(letter("\n".join(lines))), mail)
    taken = {line.split("#")[0].strip() for line in reply.lines} & {*listed(client.language), *typed}
    assert reply.uncertain or taken == set(typed)


CARDS = "chariots, drought, flood, build, miracle, plague, cycle,"
FORM = f"""Points: Dora 0, Ania 0.
--- write above this line ---

WHAT IS ASKED
Send your order for Conflict 1, or `ready`: as on file, else defaults (order).

ANSWERS YOU CAN GIVE
Send your order for Conflict 1, or `ready`: as on file, else defaults (order):
  card-2: {CARDS}
    rising_waters
  bid-2: 0
  card: {CARDS}
    rising_waters
  build: none

HOW TO REPLY
Reply above the line, one answer a line, just as they are listed.
"""
"""A form whose answers are too long for a line."""
ORDER = FORM.split("\n")[8:14]


@pytest.mark.parametrize("quoted", [False, True])
@pytest.mark.parametrize(
    "copied",
    [
        ORDER,
        [line.strip() for line in ORDER],
        [part for line in ORDER for part in (line.strip(), "")],
        [line.replace("chariots, ", "") for line in ORDER],
        ["card-2: cycle,", "rising_waters", "bid-2: 0", "build: none"],
    ],
    ids=["as it stands", "unindented", "empty lines between", "edited", "shortened"],
)
def test_the_rest_of_a_long_answer_is_copied_with_it(copied: list[str], quoted: bool) -> None:  # faults 93, 94
    """Where our own form broke an answer, its rest alone is no quote."""
    below = ["", "On Monday we wrote:", *("> " + line for line in FORM.split("\n"))] if quoted else []
    reply = reply_text(read_message(letter("\n".join([*copied, *below]))), FORM)
    assert ([line.strip() for line in reply.lines if line.strip()], reply.doubts) == (
        [line.strip() for line in copied if line.strip()],
        [],
    )


def test_what_is_no_rest_of_an_answer_is_a_quote_as_before() -> None:
    """Three lines of ours in their order, not all of them answers and their rests."""
    reply = reply_text(read_message(letter("\n".join(["bid-2: 3", "", *FORM.split("\n")[6:14]]))), FORM)
    assert reply.uncertain or reply.lines == ["bid-2: 3"]
