"""Character sets and what programs do to letters."""

import base64
import json

import pytest

from pbem.mail.reading import read_message, reply_text
from pbem.mail.reading.charsets import codec_of, decode
from pbem.mail.reading.headers import words
from pbem.mail.reading.normalize import clean, fold, scrub, visible

HEAD = b"From: a@b.example\nSubject: x\n"


def body(data: bytes, charset: str, encoding: str = "8bit") -> str:
    head = f'Content-Type: text/plain; charset="{charset}"\nContent-Transfer-Encoding: {encoding}\n\n'
    return read_message(HEAD + head.encode("utf-8", "replace") + data).text


@pytest.mark.parametrize("charset", ["x-none", "unknown-8bit", "ansi", "utf8mb4", "", "utf-8\0", "nonsense" * 20])
def test_unknown_charsets(charset: str) -> None:  # fault 76
    """Tried as UTF-8, then as Windows-1252."""
    assert body("zażółć".encode(), charset) == "zażółć"
    assert body("café “x”".encode("cp1252"), charset) in ("café “x”", "caf\ufffd \ufffdx\ufffd")
    assert decode("café “x”".encode("cp1252"), "x-none")[0] == "café “x”"


@pytest.mark.parametrize(
    "charset",
    [
        "zlib",
        "rot13",
        "rot_13",
        "undefined",
        "idna",
        "unicode_escape",
        "raw_unicode_escape",
        "base64",
        "punycode",
        "hex",
    ],
)
def test_codecs_that_are_not_text(charset: str) -> None:  # fault 77
    """They are never run."""
    assert codec_of(charset) is None
    assert body(b"die: osiris \\x41", charset) == "die: osiris \\x41"


def test_wrong_labels() -> None:  # fault 78
    """Move words survive; a letter that cannot be read stays visible and is not guessed."""
    text = body("żółta\ndie: osiris yellow 4\n".encode("cp1250"), "utf-8")
    assert "die: osiris yellow 4" in text
    assert "\ufffd" in text
    half = "żółta ".encode() + "żółta".encode("iso8859-2")
    assert body(half, "utf-8").startswith("żółta ")
    assert body("żółta łódź".encode(), "iso-8859-1") == "żółta łódź"
    assert body("żółta łódź".encode(), "windows-1250") == "żółta łódź"


@pytest.mark.parametrize(
    ("charset", "codec"),
    [
        ("iso-8859-2", "iso8859-2"), ("windows-1250", "cp1250"), ("ISO_8859-2", "iso8859-2"), ("CP1250", "cp1250"),
        ("iso-8859-15", "iso8859-15"), ("koi8-r", "koi8-r"), ("utf8", "utf-8"), ("Shift_JIS", "shift_jis"),
    ],
)  # fmt: skip
def test_right_labels(charset: str, codec: str) -> None:
    words = {"iso8859-2": "żółta", "cp1250": "żółta", "koi8-r": "ход", "shift_jis": "日本"}.get(codec, "é")
    assert body(words.encode(codec), charset) == words


def test_utf7() -> None:  # fault 79
    """Not decoded: it hides text. Held."""
    read = read_message(HEAD + b"Content-Type: text/plain; charset=utf-7\n\ndie: +AG8-siris\n")
    assert "+AG8-" in read.text
    assert "utf-7" in read.hold


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16(codec: str) -> None:  # fault 80
    """With and without a byte order mark."""
    data = base64.encodebytes("die: osiris żółta 4\n".encode(codec))
    assert body(data, "utf-16", "base64").strip() == "die: osiris żółta 4"


def test_iso_2022_jp() -> None:  # fault 80
    """Also with escapes that never end."""
    assert body("日本 die: osiris".encode("iso2022-jp"), "iso-2022-jp") == "日本 die: osiris"
    assert body(b"die: osiris yellow 4\n\x1b$B", "iso-2022-jp").startswith("die: osiris yellow 4")


@pytest.mark.parametrize(
    "data",
    [
        b"ZGllOiBvc2lyaXMgeWVsbG93IDQ",
        b"ZGllOiBvc2ly aXMgeWVsbG93IDQ=",
        b"ZGllOiBv\n c2lyaXMg\n\neWVsbG93IDQ=\n",
        b"ZGll!OiBvc2lyaXM*gZWVsbG93IDQ=".replace(b"gZWVs", b"geWVs"),
        b"ZGllOiBvc2lyaXMgeWVsbG93IDQ=\n-- \nplayers mailing list\n",
    ],
)
def test_base64(data: bytes) -> None:  # fault 81
    """Blanks, missing padding, stray characters, text behind the end."""
    assert body(data, "utf-8", "base64") == "die: osiris yellow 4"


def test_eight_bits_under_seven() -> None:  # fault 82
    assert body("żółta".encode(), "us-ascii", "7bit") == "żółta"


def test_unknown_transfer_encoding() -> None:  # fault 83
    assert body(b"die: osiris yellow 4", "utf-8", "x-foo") == "die: osiris yellow 4"


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("=?utf-8?q?za=C5=BC=C3=B3=C5=82=C4=87?=", "zażółć"),
        ("=?utf-8?B?emHFvMOzxYLEhw==?=", "zażółć"),
        ("=?utf-8?q?za=C5?= =?utf-8?q?=BC?=", "zaż"),
        ("=?utf-8?q?broken", "=?utf-8?q?broken"),
        ("=?x-unknown?q?caf=E9?=", "café"),
        ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
        ("=?utf-8*pl?q?=C5=BC?=", "ż"),
        ("=?utf-8?b?!!!?= x", " x"),
        ("Re: =?iso-8859-2?Q?=BF=F3=B3ta?= [pbem karnak #17]", "Re: żółta [pbem karnak #17]"),
    ],
)
def test_header_words(raw: str, shown: str) -> None:  # fault 84
    """Shown as well as possible; pieces of one letter come together."""
    assert words(raw) == shown


def test_raw_letters_in_a_subject() -> None:  # fault 84
    for codec in ("utf-8", "cp1252"):
        raw = (
            b"From: a@b.example\nSubject: Ol\xe9 [pbem karnak #17]\n\nx"
            if codec == "cp1252"
            else ("From: a@b.example\nSubject: Olé [pbem karnak #17]\n\nx".encode())
        )
        assert read_message(raw).subject == "Olé [pbem karnak #17]"


@pytest.mark.parametrize(
    "typed",
    [
        "die: osiris yellow 4",
        "ｄｉｅ： ｏｓｉｒｉｓ ｙｅｌｌｏｗ ４",
        "die:\u00a0osiris\u2003yellow\u202f4",
        "di\u00ade: os\u200biris yel\u2060low 4\ufeff",
        "DIE:  Osiris\tYellow 4",
    ],
)
def test_same_move(typed: str) -> None:  # fault 85
    """Width, blanks and invisible characters do not matter."""
    assert fold(clean(typed)) == "die: osiris yellow 4"


def test_accents() -> None:  # fault 85, fault 92
    """Composed, decomposed, or typed without accents."""
    assert {fold("Ozyrys żółta 4"), fold("Ozyrys z\u0307o\u0301\u0142ta 4"), fold("ozyrys zolta 4")} == {
        "ozyrys zolta 4"
    }
    assert fold("árvíztűrő tükörfúrógép") == "arvizturo tukorfurogep"
    assert fold("ﬁre") == "fire"


def test_look_alikes_differ() -> None:  # fault 86
    """A Cyrillic а is not an a."""
    assert fold("\u0430nia") != fold("ania")
    assert fold("\u0391nia") != fold("ania")


def test_control_characters_are_shown_escaped() -> None:  # fault 87
    assert visible("a\u202eb\x1b[31m\nc") == "a\\u202eb\\x1b[31m\\nc"
    assert visible("x" * 500, 10) == "xxxxxxxxxx..."
    assert fold("die\u202e: osiris") != "die: osiris"


@pytest.mark.parametrize(
    ("smart", "plain"),
    [
        ("“x” ‘y’", "\"x\" 'y'"),
        ("a – b — c − d", "a - b - c - d"),
        ("wait…", "wait..."),
        ("2×3", "2x3"),
        ("½", "½"),
        ("4²", "4²"),
    ],
)
def test_smart_replacements(smart: str, plain: str) -> None:  # fault 88
    """Folded where there is only one meaning; a raised 2 or a half is not made into digits."""
    assert fold(smart) == plain


def test_control_bytes() -> None:  # fault 89
    """NUL and its kin are gone before anybody sees the text."""
    assert body(b"die:\0 osi\x07ris\x0b yellow 4", "utf-8") == "die: osiris yellow 4"


def test_everything_can_be_written_as_json() -> None:  # fault 90
    """Lone surrogates from any codec are replaced."""
    for charset in ("utf-8", "utf-16", "utf-16-le", "x", "gb18030", "utf-32", "iso-2022-jp"):
        text = decode(b"\xed\xa0\x80\xd8\x00\x00\xd8abc\xff\xfe", charset)[0]
        json.dumps(text, ensure_ascii=False).encode("utf-8")
    assert scrub("a\ud800b") == "a\ufffdb"


@pytest.mark.parametrize(
    "raw",
    [
        HEAD + b"Content-Type: text/vnd.google.email-reaction+json\n\n{}",
        HEAD + "\n👍 Ania reacted to your message:\n".encode(),
        HEAD + "\n❤ Bartek reacted via Gmail\n".encode(),
        b"From: a@b.example\nContent-Type: multipart/alternative; boundary=s\n\n--s\n\n"
        b"--s\nContent-Type: text/vnd.google.email-reaction+json\n\n{}\n--s--\n",
    ],
)
def test_reactions(raw: bytes) -> None:  # fault 91
    """A reaction is neither a move nor a mail to be answered."""
    assert (read_message(raw).kind, read_message(raw).why) == ("auto", "reaction")


def test_polish_answer() -> None:  # fault 92
    """Letters with accents arrive whole."""
    raw = HEAD + b"Content-Type: text/plain; charset=iso-8859-2\n\n" + "Ozyrys żółta 4".encode("iso8859-2")
    assert reply_text(read_message(raw)).typed == "Ozyrys żółta 4"
