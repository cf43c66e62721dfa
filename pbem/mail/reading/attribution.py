"""Where a quoted mail begins: attribution lines, blocks of header lines, separators, and our own dividing line.

Each line is looked at a bounded number of times, and only its first few hundred characters. So the time grows with the
number of lines, whatever they say.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from pbem.mail.reading.languages import Phrases, dividers, phrases
from pbem.mail.reading.normalize import clean, fold

_LONGEST = 500  # most characters of an attribution, over all its lines
_MOST_LINES = 6
_MOST_TRIES = 200
_TIME = re.compile(r"\b\d{1,2}[:.h]\d{2}\b")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4}\b|\d年")
_ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
_DASHES = "-_=*~\u2500" + "".join(map(chr, range(0x2010, 0x2016)))
_RULE = re.compile(r"^\s*[-_=*~\u2010-\u2015\u2500]{5,}\s*$")
_DRAWN = re.compile(r"^\s*[-_=*~\u2010-\u2015\u2500]{3,}\s*$")
_HEADER_LINE = re.compile(r"^[\s*_>|]*([^\s:：*][^:：]{0,30}?)\s*[*_]?\s*[:：][*_]?\s*(.*)$")
_LETTERS = re.compile(r"[^\w]+")
# A line without any of these neither begins nor ends a quoted mail. Our dividing line has eight letters or more.
_TELLING = re.compile(r"[:：@=*~_\u2010-\u2015\u2500-]|\w \w+ \w+ \w")
_LOOKED_AT = 20_000
_NEAR_DATE = re.compile(r"\d")
_BRACKETED_ADDRESS = re.compile(r"<[^<>\s@]{1,200}@[^<>\s@]{1,200}>")
_BRACKETED = re.compile(r"<[^<>\s@]{1,200}@[^<>\s@]{1,200}>[^:<>\n]{0,60}:")


class Marker(NamedTuple):
    """Lines that announce a quoted mail: from `first` up to, not including, `last`. `before` was typed on the first."""

    first: int
    last: int
    kind: str  # attribution, header, separator, divider
    before: str = ""
    sure: bool = True  # False: a marker only if quoted lines follow


def is_rule(line: str) -> bool:
    return _RULE.match(line) is not None


def introduces(line: str) -> bool:
    """Tell whether a line reads `pbem wrote:`. Only its place shows that no person typed it."""
    return len(line) < _LONGEST and _grade(fold(line), phrases()) > 0


@lru_cache(maxsize=2_000)
def letters(text: str) -> str:
    """Reduce a text to its letters and digits, folded: programs change blanks, marks and bullets on the way."""
    return _LETTERS.sub("", fold(text)).replace("_", "")


def is_divider(line: str) -> bool:
    return len(line) < 200 and letters(line) in _divider_words()


@cache
def _divider_words() -> frozenset[str]:
    return frozenset(letters(text) for text in dividers().values())


_ENDINGS = (":", "：", ">", ")", "* ")
_LAST = (*_ENDINGS, " ")


def find_markers(lines: list[str], quoted: list[bool]) -> dict[int, Marker]:
    """Find all markers outside quoted lines, by their first line."""
    _header_kinds.cache_clear()
    found: dict[int, Marker] = {}
    gapped: list[str] = []  # the lines without the letters that a wrong character set may have damaged
    taken = -1  # the last line that already belongs to a marker
    tries = 0
    for place, line in enumerate(lines):
        if quoted[place] and line[-1:].isascii() and not line.endswith(_LAST):
            continue  # the quick way: no quoted line is an attribution that does not end like one
        if place <= taken or not _TELLING.search(line[:_LOOKED_AT]):
            continue
        # Few lines of a mail end like an attribution. With many, look at the line alone, to bound the time.
        above = taken if tries < _MOST_TRIES else place - 1
        tries += line.endswith(_ENDINGS)
        marker = _marker_at(lines, quoted, place, above)
        if marker is None and not line.isascii() and len(line) < _LONGEST and tries < _MOST_TRIES:
            gapped = gapped or [_gapped(one) for one in lines]
            marker = _marker_at(gapped, quoted, place, above)
            if marker is not None and marker.before:
                marker = None  # words typed on the same line would lose some of their letters
        if marker is not None:
            found[marker.first] = marker
            taken = marker.last - 1
    return found


def _gapped(line: str) -> str:
    return line if line.isascii() else line.encode("ascii", "ignore").decode()


def _marker_at(lines: list[str], quoted: list[bool], place: int, taken: int) -> Marker | None:
    """Find the marker of this line, which is its first line, or the last line of an attribution."""
    words, line = phrases(), lines[place]
    if quoted[place]:
        return _split_tail(lines, place, taken, words)
    if 12 < len(line) < 200 and letters(line) in _divider_words():
        return Marker(place, place + 1, "divider")
    marker = (
        _separator(lines, place, words)
        or _header_block(lines, quoted, place)
        or _attribution(lines, quoted, place, taken, words)
    )
    if marker is None or not (marker.sure or _quote_follows(lines, quoted, marker.last)):
        return _run_on(line, place, words)
    return marker


def _quote_follows(lines: list[str], quoted: list[bool], place: int) -> bool:
    while place < len(lines) and not lines[place].strip():
        place += 1
    return place < len(lines) and quoted[place]


def _separator(lines: list[str], place: int, words: Phrases) -> Marker | None:
    """Recognise `-----Original Message-----` and `Begin forwarded message:` in any language."""
    line = lines[place]
    if len(line) > 250:
        return None
    inside = _between_dashes(line)
    if inside:
        text = fold(inside).strip(" :")
        if text in words.separators or text.startswith("forwarded by "):
            return Marker(place, place + 1, "separator")
        if _has_verb(text, words) and _grade(text + ":", words) > 0:
            return Marker(place, place + 1, "attribution")
        return None
    stripped = line.strip()
    if stripped.startswith("---") and place + 1 < len(lines) and len(lines[place + 1]) < 60:
        # The same, broken before its last dashes.
        inside = _between_dashes(f"{stripped} {lines[place + 1].strip()}")
        if inside and _has_verb(fold(inside), words) and _grade(fold(inside) + ":", words) == 2:
            return Marker(place, place + 2, "attribution")
    if stripped.endswith((":", "：")) or stripped.startswith("-"):
        text = fold(stripped).strip(" :-")
        if text in words.starts or (stripped.startswith("--") and text in words.separators):
            return Marker(place, place + 1, "separator")
    return None


def _between_dashes(line: str) -> str:
    """Find the words between two runs of dashes, as in `-----Original Message-----`. A pattern would be slow here."""
    text = line.strip().lstrip("> \t").removesuffix(":").rstrip()
    inside = text.strip(_DASHES)
    if len(text) - len(text.lstrip(_DASHES)) < 2 or len(text) - len(text.rstrip(_DASHES)) < 2:
        return ""
    return inside.strip() if len(inside.strip()) > 1 else ""


@lru_cache(maxsize=500)
def _header_kinds(line: str) -> tuple[frozenset[str], str]:
    words = phrases()
    found = _HEADER_LINE.match(line[:400])
    kinds = words.headers.get(fold(found[1]).strip("* "), frozenset()) if found else frozenset()
    if kinds and found:
        return kinds, found[2]
    text = fold(line[:200]).lstrip(">|* ")
    if text.startswith(words.date_headers) and _DATE.search(text):
        return frozenset(["date"]), text  # `Message du 16/11/26 09:12` is the only field without a colon
    return frozenset(), ""


def _header_block(lines: list[str], quoted: list[bool], place: int) -> Marker | None:
    """Recognise the block `From: / Sent: / To: / Subject:` of Outlook and phones: bold, wrapped, with empty lines."""
    first = place
    start = place
    if _DRAWN.match(lines[place]):
        start = _next_line(lines, place + 1, 3)
        if start < 0:
            return None
    kinds, value = _header_kinds(lines[start])
    if not kinds:
        return None
    seen: set[str] = set()
    address = dated = False
    end = start
    wrapped = 0
    look = start
    while look < len(lines) and look - start < 16:
        line = lines[look]
        if quoted[look]:
            break
        if not line.strip():
            follows = _next_line(lines, look, 3)
            if follows < 0 or not _header_kinds(lines[follows])[0]:
                break
            look = follows
            continue
        kinds, value = _header_kinds(line)
        if kinds:
            wrapped = 0
            seen |= kinds
            address = address or "@" in value
            dated = dated or ("date" in kinds and any(char.isdigit() for char in value))
            end = look + 1
        else:
            wrapped += 1
            if wrapped > 3 or look + 1 >= len(lines):
                break
        look += 1
    if _enough(seen, address, dated, end - start, lines, first):
        return Marker(first, end, "header")
    return None


def _enough(seen: set[str], address: bool, dated: bool, count: int, lines: list[str], first: int) -> bool:
    """Tell whether these are header lines of a mail, and not answers such as `from: limestone` and `to: granite`."""
    if "from" in seen and ((dated and count > 1) or ("subject" in seen and count > 1)):
        return True
    if dated and count > 1 and seen & {"to", "subject"}:
        return True
    if "from" in seen and "to" in seen and count > 1 and address:
        return True
    alone = first == 0 or not lines[first - 1].strip() or is_rule(lines[first])
    return "from" in seen and address and alone


def _next_line(lines: list[str], place: int, reach: int) -> int:
    for look in range(place, min(place + reach, len(lines))):
        if lines[look].strip():
            return look
    return -1


def _has_verb(text: str, words: Phrases) -> bool:
    for verb in words.verbs:
        place = text.find(verb)
        while place >= 0:
            if not verb[0].isascii() or not verb[-1].isascii():
                return True
            before = text[place - 1 : place]
            after = text[place + len(verb) : place + len(verb) + 1]
            if not before.isalnum() and not after.isalnum():
                return True
            place = text.find(verb, place + 1)
    return False


def _grade(joined: str, words: Phrases) -> int:
    """Grade a text: 2 is certainly an attribution, 1 is one if quoted lines follow, 0 is none. `joined` is folded."""
    text = joined.rstrip(" *_")
    ends = text.endswith((":", "："))
    verb = _has_verb(text, words)
    address = _ADDRESS.search(text) is not None
    dated = _DATE.search(text) is not None
    timed = _TIME.search(text) is not None
    if ends and verb and (address or dated or timed):
        return 2
    if ends and address and dated:
        return 2
    if ends and verb:
        return 1
    return 1 if (address and dated and len(text) < 200) or (verb and dated and address) else 0


def _begins(line: str, words: Phrases) -> bool:
    """Tell whether a line begins like an attribution: an opener or weekday with a digit soon after, or a date."""
    text = fold(line[:200]).lstrip("*_-<>\"'( ")
    if not text:
        return False
    if text[0].isdigit():
        return _DATE.match(text[:40]) is not None or _DATE.search(text[:30]) is not None
    if text.startswith(words.long_openers):
        return _NEAR_DATE.search(text[:120]) is not None
    first, _, rest = text.partition(" ")
    if first.rstrip(",") in words.openers or first in words.openers:
        return _NEAR_DATE.search(rest[:60]) is not None
    return False


def _attribution(lines: list[str], quoted: list[bool], end: int, taken: int, words: Phrases) -> Marker | None:
    """Recognise an attribution that ends in this line: look for its beginning some lines above."""
    tail = clean(lines[end])
    if len(tail) > _LONGEST or not _may_end(tail, words):
        return None
    joined = ""
    fallback: tuple[int, int] | None = None
    for start in range(end, max(end - _MOST_LINES, taken, -1), -1):
        line = clean(lines[start])
        if not line or quoted[start]:
            break
        joined = f"{line} {joined}".strip()
        if len(joined) > _LONGEST:
            break
        grade = _grade(fold(joined), words)
        if not grade:
            continue
        if _begins(line, words):
            sure = grade == 2 or _ends_in_verb(joined, words)
            last = end + 2 if grade < 2 and [line.strip() for line in lines[end + 1 : end + 2]] == [":"] else end + 1
            return Marker(_date_above(lines, quoted, start, taken, words), last, "attribution", sure=sure)
        before = _opener_inside(line, joined, words)
        if before:
            return Marker(start, end + 1, "attribution", before=before, sure=grade == 2)
        if fallback is None or (grade > fallback[1]):
            fallback = (start, grade)
    if fallback is None:
        return None
    start, grade = fallback
    start = _name_above(lines, quoted, start, taken)
    return Marker(start, end + 1, "attribution", sure=grade == 2)


def _ends_in_verb(joined: str, words: Phrases) -> bool:
    """Tell whether only the colon is missing: `On Wed, 14 Nov 2018 08:14 John <john@example.org> wrote`."""
    text = fold(joined)
    whole = _BRACKETED_ADDRESS.search(text) is not None and (_DATE.search(text) or _TIME.search(text))
    return bool(whole) and text[text.rfind(">") + 1 :].strip(" .-*_") in words.verbs


def _date_above(lines: list[str], quoted: list[bool], start: int, taken: int, words: Phrases) -> int:
    """Find the line above, if an attribution was broken inside its date: `On Fri, Jan 1,` before the year."""
    above = start - 1
    if above > taken and lines[start].lstrip()[:1].isdigit() and not quoted[above]:
        line = lines[above].rstrip()
        if line.endswith(",") and len(line) < 120 and _begins(line, words):
            return above
    return start


def _may_end(tail: str, words: Phrases) -> bool:
    """Tell whether a line could end an attribution: a quick test that most lines fail."""
    bare = tail.rstrip("*_ ")
    if bare.endswith((":", "：")):
        return True
    return "@" in tail and (bare.endswith((">", ")")) or _has_verb(fold(tail[-40:]), words))


def _name_above(lines: list[str], quoted: list[bool], start: int, taken: int) -> int:
    """Find the line above, if the program broke the line between a name and its address in brackets."""
    above = start - 1
    if lines[start].lstrip().startswith(("<", "(")) and above > taken and lines[above].strip() and not quoted[above]:
        return above
    return start


def _opener_inside(line: str, joined: str, words: Phrases) -> str:
    """Find words typed on the same line before an attribution."""
    for opener in words.cased_openers:
        if len(opener) < 2:
            continue
        place = line.find(opener)
        while place > 0:
            rest = line[place:]
            if (
                _stands_free(line, place, opener)
                and _begins(rest, words)
                and _grade(fold(joined[joined.find(rest) :]), words)
            ):
                return line[:place].rstrip().rstrip("-").rstrip()
            place = line.find(opener, place + 1)
    return ""


def _stands_free(text: str, place: int, opener: str) -> bool:
    after = text[place + len(opener) : place + len(opener) + 1]
    return after in (" ", ",") and not text[max(place - 1, 0) : place].isalnum()


def _split_tail(lines: list[str], place: int, taken: int, words: Phrases) -> Marker | None:
    """Recognise `> wrote:`, the end of a broken attribution: its bracket closes an address and is no quote mark."""
    if lines[place][-1:].isascii() and not lines[place].rstrip().endswith(":"):
        return None  # the quick way: most quoted lines
    text = fold(lines[place].lstrip("> "))
    if not text.endswith(":") or text.rstrip(": ") not in words.verbs:
        return None
    for start in range(place - 1, max(place - _MOST_LINES, taken, -1), -1):
        if _begins(lines[start], words):
            return Marker(start, place + 1, "attribution")
    return None


def _run_on(line: str, place: int, words: Phrases) -> Marker | None:
    """Recognise an attribution inside the single long line that some phones send."""
    if len(line) < 100:
        return None
    cut = _first(_run_on_attribution, _run_on_header, _run_on_divider)(line[:20_000], words)
    return Marker(place, place + 1, "run-on", before=line[:cut].rstrip(" -_>\t")) if cut >= 0 else None


def _first(*finders: "Callable[[str, Phrases], int]") -> "Callable[[str, Phrases], int]":
    def earliest(line: str, words: Phrases) -> int:
        places = [place for finder in finders if (place := finder(line, words)) >= 0]
        return min(places, default=-1)

    return earliest


def _run_on_attribution(line: str, words: Phrases) -> int:
    for found in _BRACKETED.finditer(line):
        window = max(found.start() - 200, 0)
        piece = line[window : found.end()]
        if _grade(fold(piece), words) < 2:
            continue
        places = [at for opener in words.cased_openers if (at := _opener_place(piece, opener, words)) >= 0]
        if places:
            return window + min(places)
    return -1


def _opener_place(piece: str, opener: str, words: Phrases) -> int:
    place = piece.find(opener)
    while place >= 0:
        if _stands_free(piece, place, opener) and _begins(piece[place : place + 80], words):
            return place
        place = piece.find(opener, place + 1)
    return -1


def _run_on_header(line: str, words: Phrases) -> int:
    """Recognise `From: pbem Sent: Monday To: Ania Subject: ...` in one line."""
    if line.count(":") < 3:
        return -1
    places: list[tuple[int, frozenset[str]]] = []
    for found in re.finditer(r"(?:^|\s)[*_-]*([^\W\d_][\w' -]{0,20}?)\s?:", line):
        kinds = words.headers.get(fold(found[1])) or words.headers.get(fold(found[1]).rsplit(" ", 1)[-1])
        if kinds:
            places.append((found.end() - 1 - len(found[1].rsplit(" ", 1)[-1]), kinds))
    for index, (place, kinds) in enumerate(places):
        near = set().union(*(more for at, more in places[index + 1 : index + 4] if at - place < 400))
        if "from" in kinds and "date" in near and "subject" in near:
            return place
    return -1


def _run_on_divider(line: str, words: Phrases) -> int:
    places = [place for text in dividers().values() if (place := line.find(text)) >= 0]
    return min(places, default=-1)
