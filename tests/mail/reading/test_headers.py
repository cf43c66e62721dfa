"""Who wrote, what it answers, which game: the head of a mail, however odd."""

import pytest

from pbem.mail.reading import find_tag, read_message
from pbem.mail.reading.address import addresses, same_address, valid
from pbem.mail.reading.headers import claimed_date


def read(head: str, body: str = "hi"):  # type: ignore[no-untyped-def]
    return read_message(head.encode("utf-8", "surrogateescape") + b"\n\n" + body.encode())


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        ("To: x@y.example", "no-sender"),
        ("From:", "no-sender"),
        ("From: a@b.example\nFrom: c@d.example", "several-senders"),
        ("From: a@b.example\nFrom: a@b.example", "several-senders"),
        ("From: a@b.example, c@d.example", "several-senders"),
        ("From: undisclosed-recipients:;", "no-sender"),
        ("From: Group: a@b.example;", "no-sender"),
        ("From: Ania", "no-sender"),
        ("From: <>", "no-sender"),
    ],
)
def test_senders_nobody_guesses(head: str, problem: str) -> None:  # fault 112
    mail = read(head + "\nSubject: x")
    assert mail.sender is None
    assert problem in mail.hold


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("ania@example.org", ["ania@example.org"]),
        ("Ania <ania@example.org>", ["ania@example.org"]),
        ('"a@b.example" <c@d.example>', ["c@d.example"]),
        ("a@b.example <c@d.example>", ["c@d.example"]),
        ('"Nowak, Ania" <ania@example.org>', ["ania@example.org"]),
        ("Ania (from work) <ania@example.org> (really)", ["ania@example.org"]),
        ("ania@example.org (Ania (the first))", ["ania@example.org"]),
        ('"ania nowak"@example.org', ['"ania nowak"@example.org']),
        ("<@relay.example:ania@example.org>", ["ania@example.org"]),
        ("<<ania@example.org>>", []),
        ("<a@b.example> <c@d.example>", []),
        ("<a@b.example", []),
        ('"a@b.example', []),
        ("a@b.example c@d.example", []),
        ("(a@b.example", []),
        ("a b@c.example", []),
        ("a@b@c.example", []),
        ("ania@", []),
        ("<ania@example.org\x00>", []),
        ("=?utf-8?q?Za=C5=BC?= <z@example.org>", ["z@example.org"]),
        ("=?utf-8?q?a=40b=2Eexample?= <z@example.org>", ["z@example.org"]),
    ],
)
def test_addresses(value: str, expected: list[str]) -> None:  # fault 113
    """The real address or none."""
    assert [one.address for one in addresses(value)] == expected


def test_display_name() -> None:
    assert addresses("=?utf-8?q?Za=C5=BC=C3=B3=C5=82=C4=87?= <z@example.org>")[0].name == "Zażółć"


@pytest.mark.parametrize(
    "bad", ["a@b\nBcc: c@d", "a @b", "a@b c", "a\0@b", "a@b>", "<a@b", "", "@", "a@", "x" * 300 + "@b", "a..b@c"]
)
def test_invalid(bad: str) -> None:
    assert not valid(bad)


def test_same_address() -> None:  # fault 114
    """By default only the case of the domain does not matter."""
    assert same_address("ania@Example.ORG", "ania@example.org")
    assert not same_address("Ania@example.org", "ania@example.org")
    assert same_address("Ania@example.org", "ania@example.org", ignore_case=True)
    assert not same_address("ania+x@example.org", "ania@example.org")
    assert same_address("ania+x@example.org", "ania@example.org", ignore_tag=True)
    assert not same_address("a.nia@gmail.com", "ania@gmail.com")
    assert not same_address("ania@googlemail.com", "ania@gmail.com")
    assert same_address("ania@żółw.example", "ania@xn--w-uga1v8h.example")
    assert not same_address("аnia@example.org", "ania@example.org")


@pytest.mark.parametrize(
    "field",
    [
        "",
        "Message-ID: <>\n",
        "Message-ID:\n",
        f"Message-ID: <{'x' * 2000}@y>\n",
        "Message-ID: <a@b>\nMessage-ID: <c@d>\n",
        "Message-ID: <a b@c>\n",
    ],
)
def test_made_ids(field: str) -> None:  # fault 115
    """A usable id is made from the content: the same for every copy, another for another mail."""
    one = read(f"Received: by x\nFrom: a@b.example\n{field}Subject: x")
    copy = read(f"Received: by y\nReceived: by z\nFrom: a@b.example\n{field}Subject: x")
    other = read(f"From: a@b.example\n{field}Subject: x", "something else")
    assert one.made_id
    assert one.message_id == copy.message_id != other.message_id
    assert one.message_id.startswith("<") and len(one.message_id) < 100


@pytest.mark.parametrize(
    "field",
    ["Message-ID: <a@b>", "Message-ID:\n <a@b>", "MESSAGE-ID:   <a@b>  ", "Message-Id: a@b", "Message-ID: <a\0@b>"],
)
def test_given_ids(field: str) -> None:  # fault 115
    mail = read(f"From: a@b.example\n{field}")
    assert (mail.message_id, mail.made_id) == ("<a@b>", False)


def test_references() -> None:  # fault 116
    """Only the last hundred are looked at, and many of them are no fault of the mail."""
    ids = "\n ".join(f"<{n}@x>" for n in range(3_000))
    mail = read(f"From: a@b.example\nIn-Reply-To: <r@x> (comment)\nReferences: {ids}")
    assert mail.references == [f"<{n}@x>" for n in range(2_900, 3_000)]
    assert mail.in_reply_to == ["<r@x>"]
    assert mail.problems == []


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Mon, 16 Nov 2026 09:12:33 +0100", "2026-11-16T08:12:33+00:00"),
        ("16 Nov 26 09:12 GMT", "2026-11-16T09:12:00+00:00"),
        ("Thu, 1 Jan 1970 00:00:00 +0000", "1970-01-01T00:00:00+00:00"),
        ("Thu, 1 Jan 2099 00:00:00 -0500", "2099-01-01T05:00:00+00:00"),
        ("yesterday", None),
        ("", None),
        ("Mon, 99 Nov 2026 09:12:33 +0100", None),
        ("Mon, 16 Nov 2026 09:12:33 +9999", None),
    ],
)
def test_dates(value: str, expected: str | None) -> None:  # fault 117
    """Noted when it can be read; never needed."""
    assert claimed_date(value) == expected
    assert read(f"From: a@b.example\nDate: {value}").date == expected


def test_reply_to_is_only_noted() -> None:  # fault 118
    """The sender is who is in From."""
    mail = read("From: a@b.example\nReply-To: c@d.example")
    assert (mail.sender, [one.address for one in mail.reply_to]) == ("a@b.example", ["c@d.example"])


@pytest.mark.parametrize(
    ("subject", "tag"),
    [
        ("[pbem karnak #17] Your turn", ("karnak", 17)),
        ("Re: AW: Odp: Vá: SV: Fwd: [EXT] [SPAM?] [pbem karnak #17] Your turn", ("karnak", 17)),
        ("RE: [PBEM Karnak #17]", ("karnak", 17)),
        ("[ pbem  karnak   # 17 ]", ("karnak", 17)),
        ("[pbem karnak #17", ("karnak", 17)),
        ("[pbem\u00a0karnak #17]", ("karnak", 17)),
        ("[pbem karnak #17] [pbem karnak #17]", ("karnak", 17)),
        ("[pbem karnak #17] was [pbem abydos #3]", None),
        ("[pbem roster #17]", None),
        ("[pbem ../x #17]", None),
        ("[pbem karnak]", None),
        ("[pbem karnak #" + "9" * 50 + "]", None),
        ("karnak #17", None),
        ("", None),
    ],
)
def test_tags(subject: str, tag: tuple[str, int] | None) -> None:  # fault 122
    """Prefixes, case, blanks and a lost end do not matter; two different tags are none."""
    assert find_tag(subject) == tag


@pytest.mark.parametrize(
    "folded", ["Re: [pbem karnak\n #17] Your\n turn", "=?utf-8?q?Re=3A_=5Bpbem_karnak?=\n =?utf-8?q?_=2317=5D?= Twoja"]
)
def test_folded_tag(folded: str) -> None:  # fault 122
    assert find_tag(read(f"From: a@b.example\nSubject: {folded}").subject) == ("karnak", 17)


def test_recipients() -> None:  # fault 127
    """Where a mail was delivered and to whom it is addressed are kept apart."""
    mail = read(
        "From: a@b.example\nTo: x@y.example\nCc: Z <z@y.example>\n"
        "Delivered-To: moves+k3@y.example\nX-Original-To: moves+k3@y.example"
    )
    assert [one.address for one in mail.to] == ["x@y.example", "z@y.example"]
    assert mail.envelope_to == ["moves+k3@y.example"]
