"""Replies from every mail program and language we could think of: only the typed lines are read."""

import textwrap

import pytest

from pbem.mail.reading import reply_text
from tests.mail.reading.shapes import BARE, MARKED, SENT, marked

TYPED = "die: osiris yellow 4\nvalue: 5"


def sent_for(name: str) -> str:
    language = next((code for code in ("pl", "hu", "de", "fr") if code in name.split()), "en")
    return SENT[language]


def rows(shapes: list[tuple[str, str]]) -> list[object]:
    return [pytest.param(name, lines, id=name) for name, lines in shapes]


def check(text: str, sent: str | None) -> None:
    reply = reply_text(text, sent)
    assert (reply.typed, reply.doubts) == (TYPED, [])


@pytest.mark.parametrize("known", [False, True], ids=["alone", "with-sent"])
@pytest.mark.parametrize(("name", "lines"), rows(MARKED))
def test_marked_quotes(name: str, lines: str, known: bool) -> None:  # fault 93, fault 95, fault 96, fault 97
    """Above, below and between marked lines; with the program's own blank line or without it."""
    mail = sent_for(name)
    sent = mail if known else None
    quote = marked(mail)
    check(f"{TYPED}\n\n{lines}\n\n{quote}\n", sent)
    check(f"{TYPED}\n{lines}\n{quote}\n", sent)
    check(f"{lines}\n{quote}\n\n{TYPED}\n", sent)
    check(f"{TYPED}\n\n-- \nAnia Nowak\nnone\n\n{lines}\n\n{quote}\n", sent)
    between = quote.split("\n")
    place = next(index for index, line in enumerate(between) if "yellow 3" in line)
    first, second = TYPED.split("\n")
    check("\n".join([lines, *between[:place], first, *between[place:-3], second, *between[-3:]]), sent)


@pytest.mark.parametrize("known", [False, True], ids=["alone", "with-sent"])
@pytest.mark.parametrize(("name", "lines"), rows(BARE))
def test_bare_quotes(name: str, lines: str, known: bool) -> None:  # fault 94
    """Our whole mail below without any mark: none of its listed answers is taken."""
    mail = sent_for(name)
    sent = mail if known else None
    check(f"{TYPED}\n\n{lines}\n{mail}", sent)
    check(f"{TYPED}\n{lines}\n\n{mail}", sent)


@pytest.mark.parametrize(("name", "lines"), rows(BARE))
def test_below_and_between_bare_quotes(name: str, lines: str) -> None:  # fault 98
    """Knowing what we sent, what was typed under or into an unmarked quote is found."""
    mail = sent_for(name)
    check(f"{lines}\n{mail}\n\n{TYPED}\n", mail)
    place = mail.index("die: osiris yellow 3")
    check(f"{lines}\n{mail[:place]}{TYPED}\n{mail[place:]}", mail)


@pytest.mark.parametrize("width", [64, 72, 78])
@pytest.mark.parametrize(("name", "lines"), rows(BARE + MARKED))
def test_wrapped_anywhere(name: str, lines: str, width: int) -> None:  # fault 95
    """A server that wraps long lines breaks attributions wherever it likes."""
    mail = sent_for(name)
    wrapped = "\n".join(
        piece
        for line in lines.split("\n")
        for piece in textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [""]
    )
    quote = mail if (name, lines) in BARE else marked(mail)
    check(f"{TYPED}\n\n{wrapped}\n{quote}", None)
    check(f"{TYPED}\n\n{wrapped}\n{quote}", mail)


@pytest.mark.parametrize(("name", "lines"), rows(BARE + MARKED))
def test_under_a_wrong_character_set(name: str, lines: str) -> None:  # fault 78, fault 94
    """Letters outside ASCII are lost: whatever is still recognised, no listed answer is taken for typed."""
    mail = sent_for(name)
    quote = mail if (name, lines) in BARE else marked(mail)
    for codec in ("ascii", "iso8859-1"):
        spoilt = f"{lines}\n{quote}".encode().decode(codec, "replace")
        reply = reply_text(f"{TYPED}\n\n{spoilt}")
        assert reply.uncertain or "yellow 3" not in reply.typed
        assert reply.typed.startswith(TYPED)


@pytest.mark.parametrize(("name", "lines"), rows(BARE + MARKED))
def test_only_the_quote(name: str, lines: str) -> None:  # fault 100
    """Nothing typed means nothing read, whether the quote has marks or not."""
    mail = sent_for(name)
    assert reply_text(f"{lines}\n{marked(mail)}\n").typed == ""
    if (name, lines) in BARE:
        assert reply_text(f"{lines}\n{mail}").typed == ""
        assert reply_text(f"{lines}\n{mail}", mail).typed == ""
