"""Turn bytes into text. Only codecs on a list are used; everything else is tried as UTF-8, then Windows-1252.

Python also looks up codecs that are no character sets (`zlib`, `unicode_escape`, `idna`); a mail must not choose them.
UTF-7 is not decoded at all: it is a way of hiding text.
"""

import re

from pbem.mail.reading.normalize import scrub

_SINGLE_BYTE = frozenset(
    [f"iso8859-{n}" for n in (*range(1, 12), *range(13, 17))]
    + [f"cp125{n}" for n in range(9)]
    + ["koi8-r", "koi8-u", "cp437", "cp850", "cp852", "cp866", "mac-roman", "mac-latin2", "tis-620"]
)
_MULTI_BYTE = frozenset(
    [
        "utf-8",
        "utf-16",
        "utf-16-le",
        "utf-16-be",
        "utf-32",
        "utf-32-le",
        "utf-32-be",
        "gb2312",
        "gbk",
        "gb18030",
        "big5",
        "big5hkscs",
        "euc-jp",
        "shift_jis",
        "cp932",
        "iso2022-jp",
        "iso2022-jp-1",
        "iso2022-jp-2",
        "iso2022-jp-3",
        "iso2022-kr",
        "euc-kr",
        "cp949",
        "hz",
    ]
)
_ALIASES = {
    "utf8": "utf-8", "ucs2": "utf-16", "utf16": "utf-16", "utf16le": "utf-16-le", "utf16be": "utf-16-be",
    "utf32": "utf-32", "utf32le": "utf-32-le", "utf32be": "utf-32-be",
    "latin1": "iso8859-1", "l1": "iso8859-1", "latin2": "iso8859-2", "l2": "iso8859-2", "latin9": "iso8859-15",
    "cp1252": "cp1252", "sjis": "shift_jis", "shiftjis": "shift_jis", "xsjis": "shift_jis", "ms932": "cp932",
    "windows31j": "cp932", "eucjp": "euc-jp", "xeucjp": "euc-jp", "euckr": "euc-kr", "ksc56011987": "cp949",
    "koi8r": "koi8-r", "koi8u": "koi8-u", "macintosh": "mac-roman", "macroman": "mac-roman", "maclatin2": "mac-latin2",
    "ibm437": "cp437", "ibm850": "cp850", "ibm852": "cp852", "ibm866": "cp866", "tis620": "tis-620",
    "gb2312": "gb18030", "gbk": "gb18030", "cp936": "gb18030", "xgbk": "gb18030", "hzgb2312": "hz",
    "iso88598i": "iso8859-8", "iso88598e": "iso8859-8", "big5": "big5hkscs",
}  # fmt: skip
_ASCII = frozenset(["", "ascii", "usascii", "ansix341968", "iso646us"])
_NAME = re.compile(r"[^a-z0-9]")


def codec_of(charset: str) -> str | None:
    """Find the codec for a charset name: '' for plain ASCII, None for one that is unknown or not allowed."""
    name = _NAME.sub("", charset[:60].lower())
    if name in _ASCII:
        return ""
    if name in _ALIASES:
        return _ALIASES[name]
    for prefix, form in (
        ("windows", "cp"),
        ("xcp", "cp"),
        ("cp", "cp"),
        ("iso8859", "iso8859-"),
        ("iso2022", "iso2022-"),
    ):
        if name.startswith(prefix):
            name = form + name[len(prefix) :]
            break
    if name in _SINGLE_BYTE or name in _MULTI_BYTE:
        return name
    return None


def decode(data: bytes, charset: str = "") -> tuple[str, str]:
    """Decode to text without control characters. Return it with the name of a problem, '' if there was none."""
    if _NAME.sub("", charset[:60].lower()) in ("utf7", "unicode11utf7", "xutf7", "imap4utf7"):
        return scrub(data.decode("ascii", "replace")), "utf-7"
    text, difficulty = _decode(data, charset)
    return scrub(text.removeprefix("\ufeff")), difficulty


def _decode(data: bytes, charset: str) -> tuple[str, str]:
    codec = codec_of(charset)
    if not codec:
        return _guess(data), "" if codec == "" or data.isascii() else "charset"
    if codec == "utf-16":
        codec = _utf16(data)
    if codec in _SINGLE_BYTE and not data.isascii():
        return _single_byte(data, codec)
    try:
        return data.decode(codec), ""
    except (UnicodeDecodeError, LookupError):
        # Keep the rest and leave the unreadable place visible: inside an answer it is then refused.
        return data.decode(codec, "replace"), "charset"


def _single_byte(data: bytes, codec: str) -> tuple[str, str]:
    """Decode a one-byte character set; but valid UTF-8 with letters outside ASCII is UTF-8, whatever the label says."""
    try:
        return data.decode("utf-8"), "charset"
    except UnicodeDecodeError:
        pass
    # Programs that say Latin-1 mean Windows-1252, where the bytes 0x80 to 0x9F are letters and signs.
    return (_western(data) if codec == "iso8859-1" else data.decode(codec, "replace")), ""


def _guess(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _western(data)


def _western(data: bytes) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _utf16(data: bytes) -> str:
    """Decode UTF-16. Without a byte order mark the zero bytes of ASCII letters show the order of the bytes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    return "utf-16-be" if data[0::2].count(0) > data[1::2].count(0) else "utf-16-le"
