"""Bounded work: whatever is in a mail, reading it takes well under two seconds and no exception."""

import json
import time
from collections.abc import Callable

import pytest

from pbem.mail.reading import Incoming, Limits, read_message, reply_text
from pbem.mail.reading.address import addresses
from pbem.mail.reading.description import run_read
from tests.mail.reading.dirt import dirty_mails

HEAD = b"From: a@b.example\nTo: c@d.example\nSubject: Re: [pbem karnak #17] x\nMessage-ID: <1@x>\n"
SECONDS = 2.0


def nested(depth: int) -> bytes:
    opening = b"".join(b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n" % (n, n + 1) for n in range(depth))
    return HEAD + b"Content-Type: multipart/mixed; boundary=b0\n\n" + opening + b"--b%d\n\nhi\n" % depth


def html(page: bytes) -> bytes:
    return HEAD + b"Content-Type: text/html; charset=utf-8\n\n" + page


def timed(action: Callable[[], object]) -> float:
    """CPU time, so that a busy machine does not count."""
    start = time.process_time()
    action()
    return time.process_time() - start


MAILS: dict[str, tuple[bytes, str]] = {
    "nested 1000, fault 62": (nested(1_000), "too-deep"),
    "nested 5000, fault 62": (nested(5_000), "too-deep"),
    "20000 parts, fault 63": (
        HEAD + b"Content-Type: multipart/mixed; boundary=q\n\n" + b"--q\n\nhi\n" * 20_000 + b"--q--\n",
        "too-many-parts",
    ),
    "100000 header lines, fault 63": (HEAD + b"X-A: b\n" * 100_000 + b"\nhi\n", "too-many-header-lines"),
    "100000 folded lines, fault 63": (HEAD + b"X-A: b\n" + b" c\n" * 100_000 + b"\nhi\n", "too-many-header-lines"),
    "header of 1 MB, fault 63": (HEAD + b"X-A: " + b"x" * 1_000_000 + b"\n\nhi\n", "header-too-long"),
    "50000 div, fault 72": (html(b"<div>" * 50_000 + b"hi"), ""),
    "50000 blockquote, fault 72": (html(b"<blockquote>" * 50_000 + b"hi"), ""),
    "endless comment, fault 72": (html(b"hi<!--" * 60_000), ""),
    "unclosed quotes, fault 72": (html(b"hi<a href=\"<b c='" * 20_000), ""),
    "brackets only, fault 72": (html(b"<" * 300_000), ""),
    "bad entities, fault 72": (html(b"hi &#x110000;&#xD800;&amp" * 10_000), ""),
    "20000 encoded words, fault 84": (
        HEAD.replace(b"Subject: ", b"Subject: " + b"=?utf-8?q?=C5?= " * 5_000) + b"\nhi",
        "",
    ),
    "20000 broken words, fault 84": (HEAD + b"X-B: " + b"=?utf-8?q?" * 9_000 + b"\n\nhi", ""),
    "50000 references, fault 116": (
        HEAD + b"References: " + b"<aaaaaaaaaaaaa@bbbbbbbbbbb.example>\n " * 50_000 + b"\n\nhi",
        "",
    ),
    "5000 pieces, fault 66": (HEAD + b"Content-Type: text/plain" + b"; a*1=b" * 5_000 + b"\n\nhi", ""),
    "lines of dashes": (
        HEAD + b"Content-Type: multipart/mixed; boundary=q\n\n--q\n\nhi\n" + b"--x\n" * 300_000,
        "cut-off",
    ),
    "base64 rubbish, fault 81": (
        HEAD + b"Content-Transfer-Encoding: base64\n\n" + b"!QUJD \n" * 300_000,
        "text-too-long",
    ),
    "5 MB of text": (HEAD + b"\n" + b"die: osiris yellow 4\n" * 250_000, "text-too-long"),
    "40 MB, fault 30": (HEAD + b"\n" + b"die: osiris yellow 4\n" * 2_000_000, "too-big"),
    "flowed for ever, fault 73": (HEAD + b"Content-Type: text/plain; format=flowed\n\n" + b"abc \n" * 80_000, ""),
    "random bytes, fault 35": (bytes(range(256)) * 2_000, "unreadable"),
}


@pytest.mark.parametrize("name", MAILS)
def test_mails(name: str) -> None:  # fault 62, fault 63, fault 72, fault 84
    """Read or held, in time; the limit that was reached is named."""
    raw, problem = MAILS[name]
    found: list[Incoming] = []

    def work() -> None:
        found.append(read_message(raw))
        reply_text(found[0])

    assert timed(work) < SECONDS
    read = found[0]
    assert not problem or problem in read.problems
    assert problem or "hi" in read.text or "<" in read.text or "abc" in read.text


@pytest.mark.parametrize(
    "value",
    [
        '"' * 20_000,
        "(" * 5_000,
        "<" * 5_000,
        "\\" * 20_000,
        "a@b," * 20_000,
        "<a@" * 10_000,
        "a" * 100_000 + "@b",
        "a." * 50_000 + "@b",
    ],
    ids=["quotes", "parentheses", "brackets", "backslashes", "commas", "halves", "long", "dots"],
)
def test_addresses(value: str) -> None:  # fault 113
    """Twenty thousand quotes and five thousand parentheses are nobody."""
    assert timed(lambda: addresses(value)) < SECONDS
    assert len(addresses(value)) <= 200


LINE = "On Mon, 16 Nov 2026 at 09:12, pbem <moves@example.org> wrote:\n"
TEXTS = {
    "history of months": ("Hello there\n\n" + LINE + "> some quoted text which is rather long\n" * 30) * 160,
    "20000 quoted lines": "hi\n" + "> quoted\n" * 20_000,
    "100000 dashes": "-" * 100_000,
    "lines of dashes": "-----\n" * 30_000,
    "200 kB of On": "On " * 66_000,
    "lines of On": "On\n" * 66_000,
    "wrote in one line": "On 2020 wrote: " * 13_000,
    "attributions only": LINE * 3_000,
    "half attributions": "On Mon, 16 Nov 2026 at 09:12, pbem <moves@example.org>\n" * 3_000,
    "From lines": "From: a\n" * 20_000,
    "From blocks": "From: a@b\nSent: 2026\n\n" * 10_000,
    "underscores": "_" * 200_000,
    "colons": ":" * 200_000,
    "names in one line": "word: " * 33_000,
    "disclaimers": "This email is confidential\n" * 10_000,
    "signatures": "Sent from my iPhone\n" * 10_000,
    "marks only": ">" * 200_000,
    "addresses in one line": "<a@b.c>: On 1 " * 15_000,
    "accents": "żółta łódź\n" * 20_000,
    "rules of equal signs": ("=" * 240 + "a\n") * 1_600,
    "words between rules": ("-" * 100 + " a " + "-" * 100 + "a\n") * 1_900,
    "lines that end in a colon": ("é" * 30 + ":" * 30 + "\n") * 6_500,
    "short lines that end in a colon": "aaaaaaaaa1:1:1:\n" * 20_000,
    "greetings": "Kind regards,\n" * 20_000,
    "empty lines": "\n" * 200_000,
    "tiny lines": "a\n" * 100_000,
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str) -> None:  # fault 110
    """Shapes on which reply readers are known to take for ever, with and without the mail we sent."""
    sent = "\n".join(f"die: osiris yellow {n}, and more words" for n in range(150))
    assert timed(lambda: reply_text(TEXTS[name])) < SECONDS
    assert timed(lambda: reply_text(TEXTS[name], sent)) < SECONDS


def test_limits_are_settings() -> None:
    """Each limit can be set."""
    raw = HEAD + b"Content-Type: multipart/mixed; boundary=q\n\n" + b"--q\n\nhi\n" * 5 + b"--q--\n"
    assert read_message(raw, Limits(parts=3)).problems == ["too-many-parts"]
    assert read_message(nested(5), Limits(depth=2)).hold == ["too-deep"]
    assert read_message(HEAD + b"\n" + b"x" * 50, Limits(text=10)).text == "x" * 10


def check_dirty(count: int, seed: str) -> None:
    for raw in dirty_mails(count, seed):
        for mode in ("json", "reply", "text", "class"):
            begun = time.process_time()
            shown = run_read(mode, raw)
            assert time.process_time() - begun < SECONDS
            shown.encode("utf-8")
            if mode == "json":
                json.loads(shown)
            elif mode == "class":
                assert shown in ("human", "auto", "bounce")


def test_dirty_mails_never_raise() -> None:
    """Whatever was done to a mail, every way of reading it says something that can be printed."""
    check_dirty(200, "few")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_many_dirty_mails_never_raise() -> None:
    check_dirty(5_000, "many")


@pytest.mark.parametrize(
    "piece", ["> quoted\n", "talk talk talk\n", f"{LINE}> x\n", "die: osiris yellow 4\n", "é" * 30 + ":\n"]
)
def test_twice_the_text_takes_twice_the_time(piece: str) -> None:  # fault 110
    """Four times as much costs about four times as much, never sixteen times."""
    once = min(timed(lambda: reply_text(piece * 700)) for _ in range(3))
    assert min(timed(lambda: reply_text(piece * 2_800)) for _ in range(3)) < 9 * once + 0.05
