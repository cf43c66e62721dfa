"""MIME: which part of a mail is its text, however the mail is built or broken."""

import base64

import pytest

from pbem.mail.reading import Incoming, Limits, read_message, reply_text
from pbem.mail.reading.body import unflow
from pbem.mail.reading.headers import parameters
from pbem.mail.reading.normalize import safe_name

HEAD = (
    b"From: Ania <ania@example.org>\nTo: m@example.org\nSubject: Re: [pbem karnak #17] Your turn\nMessage-ID: <1@x>\n"
)
MOVE = "die: osiris yellow 4"
MOVE_BYTES = MOVE.encode()


def mail(*parts: bytes, kind: str = "mixed", more: bytes = b"") -> bytes:
    """A multipart mail of the given parts, each with its own header."""
    body = b"".join(b"--sep\n" + part + b"\n" for part in parts)
    return HEAD + more + f'Content-Type: multipart/{kind}; boundary="sep"\n\n'.encode() + body + b"--sep--\n"


def text(words: str, kind: str = "plain", more: str = "") -> bytes:
    return f"Content-Type: text/{kind}; charset=utf-8{more}\n\n{words}\n".encode()


def typed(raw: bytes) -> str:
    return reply_text(read_message(raw)).typed


def dropped(read: Incoming) -> list[str]:
    return [part.reason for part in read.dropped]


# B. Receiving, as far as it is reading.


def test_nothing() -> None:  # fault 29
    """No bytes at all are no mail, and no error."""
    read = read_message(b"")
    assert (read.text, "empty" in read.problems) == ("", True)


def test_too_big() -> None:  # fault 30, fault 44
    """Only the beginning of a huge mail is looked at; it says so and is for the moderator."""
    read = read_message(HEAD + b"\n" + MOVE_BYTES + b"\n" + b"x" * 5_000, Limits(size=1_000))
    assert MOVE in read.text
    assert read.hold == ["too-big"]


def test_cut_off() -> None:  # fault 31
    """What is complete is read, and the mail is said to be cut off."""
    whole = mail(text(MOVE), text("<p>die: osiris yellow 4</p>", "html"), kind="alternative")
    read = read_message(whole[: whole.index(b"<p>") + 8])
    assert MOVE in read.text
    assert "cut-off" in read.problems
    coded = HEAD + b"Content-Transfer-Encoding: base64\n\n" + base64.b64encode(b"die: osiris yellow 4\nvalue: 5\n")
    read = read_message(coded[:-7])
    assert read.text.startswith(MOVE)
    assert "cut-off" in read.problems


@pytest.mark.parametrize("start", [b"From ania@example.org Mon Nov 16 09:12:33 2026\n", b"\xef\xbb\xbf", b"\n\n"])
def test_before_the_header(start: bytes) -> None:  # fault 32
    """An mbox line, a byte order mark and empty lines in front do no harm."""
    read = read_message(start + HEAD + b"\n" + MOVE_BYTES)
    assert (read.sender, read.text) == ("ania@example.org", MOVE)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_line_ends(end: bytes) -> None:  # fault 33
    """All line ends are read alike, also mixed ones."""
    raw = mail(text(f"{MOVE}\nvalue: 5"))
    assert typed(raw.replace(b"\n", end)) == f"{MOVE}\nvalue: 5"
    assert typed(raw.replace(b"value", b"\rvalue").replace(b"\n\r", b"\r\n")) == f"{MOVE}\nvalue: 5"


@pytest.mark.parametrize(
    "body", [b"die: osiris yellow 4\nvalue: 5\n", b"Hello!\ndie: osiris yellow 4\n", b"value: 5\nHello\ndie: x\n"]
)
def test_no_blank_line(body: bytes) -> None:  # fault 34
    """Without the blank line under the header no text is lost, though a move looks like a header field."""
    read = read_message(HEAD + body)
    assert read.text.lower().replace(" ", "").split() == body.decode().lower().replace(" ", "").split()
    assert read.subject == "Re: [pbem karnak #17] Your turn"


@pytest.mark.parametrize("raw", [b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256)) * 20, b"\x1f\x8b\x08" + b"x" * 99])
def test_not_a_mail(raw: bytes) -> None:  # fault 35
    """Pictures and archives are unreadable, and held."""
    assert "unreadable" in read_message(raw).hold


# C. MIME structure.


def test_alternative_takes_the_text() -> None:  # fault 51
    """Text and HTML alike: the text is read, and nothing is doubtful."""
    read = read_message(mail(text(MOVE), text(f"<div>{MOVE}</div>", "html"), kind="alternative"))
    reply = reply_text(read)
    assert (reply.typed, reply.uncertain, read.source) == (MOVE, False, "plain")


@pytest.mark.parametrize("words", ["", " \n \n", "Your mail program does not support HTML. Please use another one."])
def test_text_that_says_nothing(words: str) -> None:  # fault 52
    """The HTML holds the move."""
    read = read_message(mail(text(words), text(f"<div>{MOVE}</div>", "html"), kind="alternative"))
    assert (read.source, reply_text(read).typed) == ("html", MOVE)


def test_html_only() -> None:  # fault 53
    """Tags go, lines stay lines, the quoted block goes, hidden elements were never seen."""
    page = (
        "<html><head><style>p {color: red}</style><title>t</title></head>"
        "<body><p>die: osiris&nbsp;yellow 4<br>value: 5</p>"
        '<div style="display:none">none</div><span style="font-size:0px">pass</span>'
        '<img src="https://track.example/x.gif" width=1 height=1><p>action: god</p>'
        "<blockquote type=cite>die: horus grey 2</blockquote></body></html>"
    )
    read = read_message(HEAD + b"Content-Type: text/html; charset=utf-8\n\n" + page.encode())
    assert reply_text(read).typed == "die: osiris yellow 4\nvalue: 5\n\naction: god"
    assert "> die: horus grey 2" in read.text


@pytest.mark.parametrize("other", ["die: horus grey 2", "pass", "die: osiris yellow 4<br>value: 3"])
def test_parts_that_disagree(other: str) -> None:  # fault 54
    """Two readings of one mail: never a silent choice, both can be shown."""
    reply = reply_text(read_message(mail(text(MOVE), text(f"<p>{other}</p>", "html"), kind="alternative")))
    assert reply.uncertain
    assert reply.typed == MOVE
    assert reply.other == other.replace("<br>", "\n")


def test_parts_that_differ_in_prose_only() -> None:  # fault 54
    """Markup that programs write as stars, links and pictures is no disagreement."""
    plain = f"Hello *everybody* out there in the land <https://example.org/x>\n[image: smile.png]\n{MOVE}"
    page = f'<p>Hello <b>everybody</b> out there in the <a href="https://example.org/x">land</a></p><p>{MOVE}</p>'
    assert not reply_text(read_message(mail(text(plain), text(page, "html"), kind="alternative"))).uncertain


def test_several_text_parts() -> None:  # fault 55
    """Around a picture: joined in order."""
    picture = b"Content-Type: image/png; name=x.png\nContent-Transfer-Encoding: base64\n\nAAAA\n"
    assert typed(mail(text(MOVE), picture, text("value: 5"))) == f"{MOVE}\nvalue: 5"


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Type: text/plain; name=move.txt\nContent-Disposition: attachment; filename=move.txt\n",
        b"Content-Type: text/plain\nContent-Disposition: inline; filename=move.txt\n",
        b"Content-Type: application/vnd.openxmlformats-officedocument.wordprocessingml.document; name=move.docx\n",
        b"Content-Type: image/png; name=screenshot.png\n",
        b"Content-Type: text/html; name=move.html\nContent-Disposition: attachment\n",
    ],
)
def test_move_in_an_attachment(header: bytes) -> None:  # fault 56
    """Attached words are not typed into the mail; the reading names what was left out."""
    read = read_message(mail(text("see attachment"), header + b"\n" + MOVE_BYTES))
    assert MOVE not in read.text
    assert len(read.dropped) == 1


def test_forwarded_as_attachment() -> None:  # fault 57
    """A mail inside the mail is never read."""
    inner = b"Content-Type: message/rfc822\n\nFrom: x@y.example\nContent-Type: text/plain\n\n" + MOVE_BYTES
    read = read_message(mail(text("look"), inner))
    assert (reply_text(read).typed, dropped(read)) == ("look", ["forwarded mail"])


def test_signed_mails() -> None:  # fault 58
    """The inner text is read, the signature part is not."""
    for kind in (b"application/pgp-signature", b"application/pkcs7-signature"):
        signature = b"Content-Type: " + kind + b"; name=smime.p7s\n\nAAAA"
        read = read_message(mail(text(MOVE), signature, kind="signed"))
        assert (reply_text(read).typed, dropped(read)) == (MOVE, ["digital signature"])


@pytest.mark.parametrize(
    "raw",
    [
        mail(
            b"Content-Type: application/pgp-encrypted\n\nVersion: 1",
            b"Content-Type: application/octet-stream\n\nx",
            kind="encrypted",
        ),
        HEAD + b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n\nAAAA\n",
        HEAD + b"\n-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----\n",
    ],
)
def test_encrypted(raw: bytes) -> None:  # fault 59
    assert "encrypted" in read_message(raw).problems


def test_winmail() -> None:  # fault 60
    """Only `winmail.dat`: held; beside a text it is just an attachment."""
    tnef = b"Content-Type: application/ms-tnef; name=winmail.dat\n\nAAAA"
    assert "tnef" in read_message(mail(tnef)).hold
    assert read_message(mail(text(MOVE), tnef)).hold == []


def test_calendar_and_voice() -> None:  # fault 61
    """Invitations and voice mail are not moves."""
    read = read_message(
        mail(
            text("hi"),
            b"Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR",
            b"Content-Type: audio/wav\n\nx",
        )
    )
    assert dropped(read) == ["calendar", "attachment"]


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("", "sep"),
        ("; boundary=", "sep"),
        ('; boundary=""', "sep"),
        ('; boundary="a\'b()+_,-./:=? c"', "a'b()+_,-./:=? c"),
        ('; boundary="sep\n arate"', "separate"),
        ("; boundary=" + "b" * 250, "b" * 250),
        ("; boundary=wrong", "right"),
        ("; boundary*0=se; boundary*1=p", "sep"),
        ("; boundary*=us-ascii''se%70", "sep"),
    ],
)
def test_boundaries(given: str, used: str) -> None:  # fault 64
    """Missing, empty, odd, folded, long or wrong: the text is found."""
    raw = (
        HEAD
        + f"Content-Type: multipart/mixed{given}\n\n--{used}\nContent-Type: text/plain\n\n{MOVE}\n--{used}--\n".encode()
    )
    assert typed(raw) == MOVE


def test_boundary_that_begins_another() -> None:  # fault 64
    """`sep` and `sep2` are two boundaries."""
    inner = b"Content-Type: multipart/alternative; boundary=sep2\n\n--sep2\n" + text(MOVE) + b"--sep2--"
    assert typed(mail(inner, text("value: 5"))) == f"{MOVE}\nvalue: 5"


def test_no_boundary_at_all() -> None:  # fault 64
    """A multipart that is none is read as text, and says so."""
    read = read_message(HEAD + b"Content-Type: multipart/mixed\n\n" + MOVE_BYTES)
    assert (read.text, read.problems) == (MOVE, ["no-boundary"])


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Type: text/plain\nContent-Type: application/zip\n",
        b"Content-Transfer-Encoding: 7bit\nContent-Transfer-Encoding: base64\n",
        b"Content-Disposition: inline\nContent-Disposition: attachment\n",
    ],
)
def test_doubled_fields(header: bytes) -> None:  # fault 65
    """The first one wins, always."""
    assert typed(HEAD + header + b"\n" + MOVE_BYTES) == MOVE


@pytest.mark.parametrize(
    "value",
    [
        "text",
        "text/",
        "/plain",
        ";;; charset=utf-8",
        "text/plain (a comment); charset=utf-8",
        "text/plain;;; ;=;",
        "",
        "\0",
    ],
)
def test_odd_types(value: str) -> None:  # fault 66
    """Nonsense is plain text."""
    assert typed(HEAD + b"Content-Type: " + value.encode() + b"\n\n" + MOVE_BYTES) == MOVE


def test_parameter_pieces() -> None:  # fault 66
    """RFC 2231 pieces by the thousand are cut, ordinary ones put together."""
    many = "text/plain" + "".join(f"; name*{n}=x" for n in range(5_000))
    assert len(parameters(many)[1]["name"]) < 1_000
    assert parameters("a/b; name*0*=utf-8''%C5%BC; name*1=y")[1] == {"name": "ży"}


def test_text_marked_as_attachment() -> None:  # fault 67
    """The only text of a mail is its text, whatever a gateway called it."""
    header = b"Content-Type: text/plain\nContent-Disposition: attachment; filename=body.txt\n\n"
    assert typed(HEAD + header + MOVE_BYTES) == MOVE
    assert typed(mail(header + MOVE_BYTES)) == MOVE


@pytest.mark.parametrize(
    "kind", [b"message/partial; id=x; number=1; total=2", b"message/external-body; access-type=url"]
)
def test_partial_and_external(kind: bytes) -> None:  # fault 68
    """Nothing is fetched or put together."""
    read = read_message(HEAD + b"Content-Type: " + kind + b"\n\nFrom: x@y\n\n" + MOVE_BYTES)
    assert "partial" in read.problems
    assert MOVE not in read.text


def test_archives_are_not_unpacked() -> None:  # fault 69
    """A zip is an attachment and stays one."""
    read = read_message(mail(text(MOVE), b"Content-Type: application/zip; name=bomb.zip\n\nUEsDBA=="))
    assert (reply_text(read).typed, [part.name for part in read.dropped]) == (MOVE, ["bomb.zip"])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../games/karnak.json", "karnak.json"),
        ("..\\..\\x.exe", "x.exe"),
        ("a\x00b\x1b[2J", "a\\x00b\\x1b[2J"),
        ("x" * 3_000, "x" * 80 + "..."),
        ("/", "(no name)"),
    ],
)
def test_attachment_names(name: str, shown: str) -> None:  # fault 70
    """A name is only ever shown, and cleaned for that."""
    assert safe_name(name) == shown


def test_attachment_name_in_a_mail() -> None:  # fault 70
    read = read_message(mail(text("x"), b'Content-Type: application/pdf; name="../../games/karnak.json"\n\nx'))
    assert read.dropped[0].name == "karnak.json"


def test_html_that_does_things() -> None:  # fault 71
    """Scripts, forms and bases are not text and are not run."""
    page = (
        f'<base href="https://evil.example/"><script>document.write("die: horus grey 2")</script><p>{MOVE}</p>'
        '<form><input name=x value="pass"><select><option>none</option></select><textarea>pass</textarea></form>'
    )
    assert typed(HEAD + b"Content-Type: text/html\n\n" + page.encode()) == MOVE


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("a<!-- no end", "a"),
        ("a &#x110000; &#xD800; b", "a \ufffd \ufffd b"),
        ("<p title='unclosed>a</p><p>b</p>", "a\n\nb"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("a<br/>b<BR>c", "a\nb\nc"),
        ("<pre>a\n  b</pre>c", "a\n  b\nc"),
        ("<ul><li>a<li>b</ul>", "a\nb"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc"),
        ("Ania <ania@example.org> wrote", "Ania <ania@example.org> wrote"),
        ('<blockquote style="margin:0 0 0 40px;border:none">a</blockquote>', "a"),
    ],
)
def test_odd_html(page: str, expected: str) -> None:  # fault 72
    assert read_message(HEAD + b"Content-Type: text/html; charset=utf-8\n\n" + page.encode()).text == expected


@pytest.mark.parametrize(
    ("source", "delsp", "lines"),
    [
        ("die: osiris \nyellow 4\nvalue: 5", False, ["die: osiris yellow 4", "value: 5"]),
        ("die: osi \nris yellow 4", True, ["die: osiris yellow 4"]),
        (" From here\n >not a quote", False, ["From here", " >not a quote"]),
        ("> quoted \n> on\nmine", False, ["> quoted on", "mine"]),
        ("> quoted \nmine", False, ["> quoted ", "mine"]),
        (">> a \n> b", False, [">> a ", "> b"]),
        ("text \n-- \nAnia", False, ["text ", "-- ", "Ania"]),
    ],
)
def test_flowed(source: str, delsp: bool, lines: list[str]) -> None:  # fault 73
    """Soft breaks, DelSp, stuffing, quote depths and the signature mark."""
    assert unflow(source, delsp).split("\n") == lines


def test_flowed_mail() -> None:  # fault 73
    raw = (
        HEAD
        + b"Content-Type: text/plain; charset=utf-8; format=flowed; delsp=no\n\ndie: osiris \nyellow 4\n > x\n> q\n"
    )
    assert typed(raw) == "die: osiris yellow 4\n > x"


def test_quoted_printable_soft_break() -> None:  # fault 74
    raw = HEAD + b"Content-Transfer-Encoding: quoted-printable\n\ndie: osiris =\nyellow=204\nvalue: 5=\n"
    assert typed(raw) == f"{MOVE}\nvalue: 5"


def test_hard_wrapped_line_is_kept_as_two() -> None:  # fault 75
    """The reader does not guess: both halves are there in order, for the rules to join."""
    assert reply_text("cards: T03, B07, B11, B12, B13, B14, B15, B16, B17, B18,\nB19, B20").lines == [
        "cards: T03, B07, B11, B12, B13, B14, B15, B16, B17, B18,",
        "B19, B20",
    ]


def test_list_footer_as_a_part_of_its_own() -> None:  # fault 55, fault 107
    """Alternatives stay together and a list's footer comes behind them, whichever of them is read."""
    footer = text("_______________\nplayers mailing list\nhttps://lists.example.org/listinfo/players")
    both = b"Content-Type: multipart/alternative; boundary=in\n\n--in\n%s--in\n%s--in--\n" % (
        text(MOVE),
        text(f"<p>{MOVE}</p>", "html"),
    )
    for first in (both, text(f"<p>{MOVE}</p>", "html")):
        reply = reply_text(read_message(mail(first, footer)))
        assert (reply.typed, reply.uncertain) == (MOVE, False)


def test_signature_marked_in_one_part_only() -> None:  # fault 54
    """HTML names its signature, the text part does not: that is no disagreement."""
    page = f'<div>{MOVE}</div><div class="gmail_signature">Ania Nowak</div>'
    reply = reply_text(read_message(mail(text(f"{MOVE}\n\nAnia Nowak"), text(page, "html"), kind="alternative")))
    assert not reply.uncertain


def der(tag: int, *pieces: bytes, open_end: bool = False) -> bytes:
    """One ASN.1 element, with its length or with an open end."""
    content = b"".join(pieces)
    if open_end:
        return bytes([tag, 0x80]) + content + b"\0\0"
    size = len(content)
    return bytes([tag]) + (bytes([size]) if size < 128 else b"\x82" + size.to_bytes(2, "big")) + content


@pytest.mark.parametrize("open_end", [False, True])
def test_opaque_signature(open_end: bool) -> None:  # fault 58
    """S/MIME that wraps the text in its signature: the text is taken out, also in pieces."""
    inner = b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + MOVE_BYTES + b"\r\n"
    octets = der(0x24, der(4, inner[:40]), der(4, inner[40:]), open_end=True) if open_end else der(4, inner)
    data = der(6, bytes.fromhex("2a864886f70d010701"))
    content = der(0x30, data, der(0xA0, octets, open_end=open_end), open_end=open_end)
    certificates = der(0xA0, der(0x30, der(4, b"not text")))
    signed = der(0x30, der(2, b"\1"), der(0x31), content, certificates, open_end=open_end)
    whole = der(
        0x30, der(6, bytes.fromhex("2a864886f70d010702")), der(0xA0, signed, open_end=open_end), open_end=open_end
    )
    head = b"Content-Type: application/pkcs7-mime; smime-type=signed-data\nContent-Transfer-Encoding: base64\n\n"
    read = read_message(HEAD + head + base64.encodebytes(whole))
    assert (reply_text(read).typed, read.problems) == (MOVE, [])
    for cut in range(0, len(whole), 7):
        broken = read_message(HEAD + head + base64.encodebytes(whole[:cut]))
        assert broken.sender == "ania@example.org"


def test_container_of_the_answered_mail_that_begins_with_a_quote() -> None:  # fault 53
    """Outlook's container may hold a marked quote at once; the walk over the lines goes on behind it."""
    page = f'<p>{MOVE}</p><div id="divRplyFwdMsg"><blockquote>die: horus grey 2</blockquote></div><p>value: 5</p>'
    assert typed(HEAD + b"Content-Type: text/html\n\n" + page.encode()) == f"{MOVE}\nvalue: 5"
