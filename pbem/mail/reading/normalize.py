"""Normalise characters: what a mail program or a phone does to letters must not change a move.

`fold` is for comparing, never for showing. `clean` removes invisible characters from a person's line. `visible` is for
logs and held notes, where nothing may act on a terminal. Letters of other alphabets that look alike are left alone on
purpose: a Cyrillic letter never matches a Latin one.
"""

import re
from functools import lru_cache

# Characters that show nothing: soft hyphen, joiners, zero-width blanks, byte order mark, variation selectors.
from pbem.patterns import late

_INVISIBLE = dict.fromkeys(
    [
        0x00AD,
        0x034F,
        0x061C,
        0x180E,
        0x200B,
        0x200C,
        0x200D,
        0x2060,
        0x2061,
        0x2062,
        0x2063,
        0x2064,
        0xFEFF,
        *range(0xFE00, 0xFE10),
    ]
)
_BLANKS = dict.fromkeys([0x00A0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_TYPOGRAPHY = {
    0x2018: "'", 0x2019: "'", 0x201A: "'", 0x201B: "'", 0x2032: "'", 0x00B4: "'", 0x0060: "'",
    0x201C: '"', 0x201D: '"', 0x201E: '"', 0x201F: '"', 0x2033: '"', 0x00AB: '"', 0x00BB: '"',
    0x2010: "-", 0x2011: "-", 0x2012: "-", 0x2013: "-", 0x2014: "-", 0x2015: "-", 0x2212: "-", 0xFE58: "-",
    0x2026: "...", 0x00D7: "x",
}  # fmt: skip
# Letters with a stroke, which Unicode does not decompose, but which people type without it.
_STROKES = {
    "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe",
    "Æ": "AE", "Œ": "OE",
}  # fmt: skip
_SEEN: dict[int, str | None] = {**_INVISIBLE, **_BLANKS}
_HIDDEN = late(f"[{''.join(map(chr, _SEEN))}]")
_PLAIN: dict[int, str | None] = {**_SEEN, **_TYPOGRAPHY, **{ord(letter): plain for letter, plain in _STROKES.items()}}
# Raised, lowered, circled and fraction digits stay as they are, because `4²` is not `42`.
_RAISED = late(
    "([\u00aa\u00b2\u00b3\u00b9\u00ba\u00bc-\u00be\u02b0-\u02ff\u1d2c-\u1dbf\u2070-\u209f\u2150-\u218b\u2460-\u24ff\u3200-\u33ff"
    "\U0001f100-\U0001f2ff]+)"
)
_MARKS = late("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
_SPACES = late(r"\s+")
_CONTROL = late("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_UNSAFE = late(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


def scrub(text: str) -> str:
    """Make a text fit to be stored: one kind of line ends, no control characters, no lone surrogates."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.isprintable():
        text = text.replace("\u2028", "\n").replace("\u2029", "\n").replace("\x0c", "\n").replace("\x85", "\n")
        text = _CONTROL.sub(_control, text)
    return text


def _control(found: "re.Match[str]") -> str:
    return "\ufffd" if found[0] >= "\ud800" else ""


def clean(line: str) -> str:
    """Remove invisible characters from a line and make every blank an ordinary one."""
    if line.isascii() or not _HIDDEN.search(line):
        return line.replace("\t", " ").strip()
    return line.translate(_SEEN).replace("\t", " ").strip()


def fold(text: str) -> str:
    """Reduce a text to the form in which words are compared: without case, accents, typography and extra blanks."""
    return _fold_short(text) if len(text) < 400 else _fold(text)


def _fold(text: str) -> str:
    if not text.isascii():
        text = _fold_wide(text)
    return _SPACES.sub(" ", text.lower()).strip()


_fold_short = lru_cache(maxsize=2_000)(_fold)  # the same line is folded several times


def _fold_wide(text: str) -> str:
    import unicodedata

    text = text.translate(_PLAIN)
    if text.isascii():
        return text
    if _RAISED.search(text):
        parts = _RAISED.split(text)
    else:
        parts = [text]
    for place in range(0, len(parts), 2):
        parts[place] = _MARKS.sub("", unicodedata.normalize("NFKD", parts[place]))
    # Compose again what has no plain form, such as Korean and Japanese syllables.
    return unicodedata.normalize("NFC", "".join(parts)).casefold()


def visible(text: str, limit: int = 200) -> str:
    """Escape and shorten foreign text to one line for a log or note; nothing in it can act on a terminal."""
    cut = text[: limit + 1]
    shown = _UNSAFE.sub(lambda found: _escape(found[0]), cut[:limit])
    return shown + ("..." if len(cut) > limit else "")


def _escape(char: str) -> str:
    return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(char) or (
        f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"
    )


def safe_name(name: str, limit: int = 80) -> str:
    """Clean a file name from a mail, for showing only: it is never used as a path."""
    return visible(name.replace("\\", "/").rsplit("/", 1)[-1], limit) or "(no name)"
