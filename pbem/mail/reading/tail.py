"""Find what stands around a reply and was not typed for us: signatures, disclaimers, advertisements, banners."""

import re

from pbem.mail.reading.attribution import is_rule
from pbem.mail.reading.languages import Phrases, phrases
from pbem.mail.reading.normalize import clean, fold

_MARK = re.compile(r"^\s*(?:-- ?|—|––|- -- ?|--\xa0)\s*$")
_SHORT_RULE = re.compile(r"^\s*[-_=*~\u2010-\u2015\u2500]{3,}\s*$")
_DRAWN = re.compile(r"^\s*[-_=*~\u2010-\u2015\u2500]{2,}\s*$")
_DASH_NAME = re.compile(r"^\s*[-–—]{1,2}\s?[^\W\d_][\w.'’-]*(?:\s[^\W\d_][\w.'’-]*){0,2}[.!]?\s*$")
_MARKUP = re.compile(r"[\[\]*_]")
_LINK = re.compile(r"^\s*[<(\[]?(?:https?://|www\.)\S+[>)\]]?\s*$", re.IGNORECASE)
_ANY_LINK = re.compile(r"[<(\[]?(?:https?://|www\.)\S+", re.IGNORECASE)
_BULLET = r"(?:[-+*\u2010-\u2015\u2022\u2023\u25aa\u25cf\u25e6\u00b7]|\(?\d{1,3}[.)])"
_ANSWER = re.compile(
    rf"^\s*(?:{_BULLET}\s*)?[*_`\"]{{0,3}}[^\W\d_][\w-]{{0,20}}(?: [\w-]{{1,20}})?\s?[*_`]{{0,3}}: *\S"
)
_ITEM = re.compile(rf"^\s*{_BULLET}")
_CONTACT = re.compile(
    r"^[\W\d_]*(?:tel|telefon|phone|mobile|mobil|mob|cell|fax|e-?mail|mail|web|www|skype|adres|address|cim|cím|kom|komórka|t|m|e|w|f|p)"
    r"\.?\s?:",
    re.IGNORECASE,
)
# With one of these words, "Sent from ..." is a program's line, whatever else it says.
_BRANDS = (
    "iphone", "ipad", "ipod", "android", "samsung", "galaxy", "blackberry", "huawei", "xiaomi", "htc", "nokia",
    "windows", "outlook", "yahoo", "proton", "gmail", "mailbox", "aol", "icloud", "bluemail", "k-9", "thunderbird",
    "verizon", "t-mobile", "motorola", "oneplus", "pixel", "sony", "xperia", "lg", "apple", "mac", "macbook", "nine",
    "acompli", "sparrow", "spark", "tuta", "onet", "wp", "interia", "freemail", "citromail", "gmx", "web.de",
    "orange", "telcel", "treo", "palm", "nexus", "mailspring", "fairemail", "realme", "oppo", "redmi", "honor",
    "brevity", "krotkosc", "zwiezlosc", "kurze", "brievete", "typos", "conquer", "do you yahoo",
)  # fmt: skip
_DEVICES = ("phone", "mobile", "tablet")
_CONFIDENTIAL = (
    "confidential", "privileged", "intended", "poufn", "adresat", "bizalmas", "cimzett", "vertraulich", "empfanger",
    "confidentiel", "destinataire", "confidencial", "destinatario", "riservat", "virus", "disclaimer", "unauthori",
    "liability", "vertrouwelijk", "fortrolig", "konfidentiell", "duverne", "конфиденц", "prohibited", "legally",
    "haftung", "nieupowaznion", "jogosulatlan",
)  # fmt: skip
_LONGEST_ON_CARD = 50
_LIST_WORDS = (
    "mailing list",
    "listinfo",
    "lista dyskusyjna",
    "google groups",
    "groups.io",
    "unsubscribe",
    "levelezolista",
)


def is_signature_mark(line: str) -> bool:
    return _MARK.match(line) is not None


def is_contact(line: str) -> bool:
    """Tell whether this is a line of a visiting card, such as `Tel: 123`."""
    return _CONTACT.match(line) is not None


def is_answer_like(line: str) -> bool:
    """Tell whether a line has the form of an answer, `name: words`, bulleted or not, and is not of a visiting card."""
    return ":" in line and _ANSWER.match(line[:300]) is not None and not is_contact(line)


def is_sent_from(line: str, words: Phrases) -> bool:
    """Tell whether a program wrote this: `Sent from my iPhone`. A person typed `Sent from my desk, is much easier`."""
    if len(line) > 200:
        return False
    text = _MARKUP.sub("", fold(line)).strip("-–()<>. ")
    if text.endswith(words.sent_from_ends) and len(text.split()) <= 8:
        return any(brand in text for brand in _BRANDS)
    if not text.startswith(words.sent_from):
        return _names_device(line, text, words)
    if any(brand in text for brand in _BRANDS):
        return True
    return "," not in text and (len(text.split()) <= 6 or _is_title(line))


def _names_device(line: str, text: str, words: Phrases) -> bool:
    """Tell whether a short line names a device or program: `Sent from TypeApp`, `From my Iphone 6`."""
    if "," in text or not text.startswith(words.sent_from_short):
        return False
    count = len(_ANY_LINK.sub("", text).split())
    return count <= 4 and (any(brand in text for brand in (*_BRANDS, *_DEVICES)) or _is_title(line))


def _is_title(line: str) -> bool:
    """Tell whether the words after the first two are a product's name (capitals or digits): `Sent from my Wiko FAB
    4G`."""
    named = _ANY_LINK.sub("", line).strip("-–()<>. ").split()[2:]
    named = named[1:] if named and named[0].islower() else named
    return 0 < len(named) <= 6 and all(word[:1].isupper() or any(char.isdigit() for char in word) for word in named)


def is_footer(line: str, words: Phrases) -> bool:
    return fold(line[:120]).lstrip("*_->| ").startswith(words.footers)


def cut_tail(lines: list[str]) -> tuple[int, str]:
    """Find where a signature, footer or disclaimer begins in a run of typed lines. Return the place and the reason."""
    words = phrases()
    end, why = len(lines), ""
    written = False  # a line above is not empty
    for place, line in enumerate(lines):
        if is_signature_mark(line):
            return place, "signature"
        if _DRAWN.match(line) and _ends_with_card(lines, place):
            end, why = place, "signature"
            break
        if written and (is_sent_from(line, words) or _is_closing(lines, place, words)):
            # Below a program's last line stands its unmarked quote, or a move in the wrong place.
            end, why = place, "signature"
            break
        if is_footer(line, words):
            end, why = place, "footer"
            break
        if _is_disclaimer(lines, place, words):
            end, why = place, "disclaimer"
            break
        written = written or bool(line.strip())
    end, why = _cut_name(lines, end, why)
    while end and why and (not lines[end - 1].strip() or _SHORT_RULE.match(lines[end - 1])):
        end -= 1  # also drop the line drawn above a footer, and empty lines
    return end, why


def _ends_with_card(lines: list[str], place: int) -> bool:
    """Tell whether a drawn line begins a signature (a few lines follow, none like an answer) or the footer of a
    list."""
    following = [fold(line[:200]) for line in lines[place + 1 : place + 8] if not _SHORT_RULE.match(line)]
    if any(word in line for line in following for word in _LIST_WORDS):
        return True
    rest = _few_lines(lines, place)
    if not rest or not _SHORT_RULE.match(lines[place]):
        return False
    if not any(line.strip() for line in lines[max(place - 20, 0) : place]):
        return False
    if any(is_answer_like(line) or is_rule(line) for line in rest):
        return False
    # With an empty line and sentences below, the person drew it to separate two subjects.
    return bool(lines[place + 1].strip()) or all(len(line) < _LONGEST_ON_CARD and not _says(line) for line in rest)


def _says(line: str) -> bool:
    """Tell whether this is a sentence: visiting cards have none."""
    return len(line.split()) > 4 and line.rstrip().endswith((".", "!", "?"))


def _few_lines(lines: list[str], place: int) -> list[str]:
    """Return the lines below, if they are all that follows and few enough for a visiting card; else none."""
    if len(lines) > place + 40:
        return []
    rest = [line for line in lines[place + 1 : place + 40] if line.strip()]
    return rest if len(rest) <= 12 else []


def _is_closing(lines: list[str], place: int, words: Phrases) -> bool:
    """Tell whether `Kind regards,` begins a visiting card of several lines. Above a name alone it is a greeting."""
    if len(lines[place]) > 60 or fold(lines[place]).strip(" ,.!*_") not in words.closings:
        return False
    card = [clean(line) for line in _few_lines(lines, place)]
    return len(card) > 1 and all(len(line) < _LONGEST_ON_CARD and not is_answer_like(line) for line in card)


def _is_disclaimer(lines: list[str], place: int, words: Phrases) -> bool:
    text = fold(lines[place][:200]).lstrip("*_-[( ")
    if not text.startswith(words.disclaimers):
        return False
    paragraph = []
    for line in lines[place : place + 8]:
        if not line.strip():
            break
        paragraph.append(line[:2_000])
    joined = fold(" ".join(paragraph))
    return len(joined) > 60 and any(word in joined for word in _CONFIDENTIAL)


def _cut_name(lines: list[str], end: int, why: str) -> tuple[int, str]:
    """Cut off a last line that is a name behind a dash: `-Ania`."""
    last = end - 1
    while last >= 0 and not lines[last].strip():
        last -= 1
    if last > 0 and _DASH_NAME.match(lines[last]) and any(line.strip() for line in lines[:last]):
        name = clean(lines[last]).lstrip("-–— ")
        attached = clean(lines[last])[1:2].strip() != ""
        above = next(line for line in reversed(lines[:last]) if line.strip())
        bullets = _ITEM.match(above) is not None
        # With a blank behind the dash it may be a list item: then only capitalised words are a name.
        if not bullets and (attached or all(part[:1].isupper() for part in name.split())):
            return last, why or "signature"
    return end, why


def is_noise(line: str, words: Phrases) -> str:
    """Say why no person typed this line, wherever it stands; '' if a person may have."""
    if is_sent_from(line, words):
        return "sent from"
    text = fold(line[:120]).strip("-*_[] ")
    if text in _QUOTED_TEXT_LINKS:
        return "banner"
    return ""


_QUOTED_TEXT_LINKS = frozenset(
    fold(text)
    for text in (
        "Show quoted text", "Hide quoted text", "Quoted text hidden", "Show trimmed content", "Pokaż cytowany tekst",
        "Ukryj cytowany tekst", "Idézett szöveg megjelenítése", "Idézett szöveg elrejtése", "Zitierten Text anzeigen",
        "Zitierten Text ausblenden", "Afficher le texte des messages précédents", "Afficher le texte cité",
        "Mostrar texto citado", "Mostrar el texto citado", "Mostra testo citato", "Cytowany tekst został ukryty",
    )
)  # fmt: skip


def is_link(line: str) -> bool:
    return _LINK.match(line[:500]) is not None


def top_banners(lines: list[str]) -> list[int]:
    """Find the lines at the top that are a warning of a mail gateway."""
    words = phrases()
    found: list[int] = []
    seen = 0
    place = 0
    while place < len(lines) and seen < 6:
        line = lines[place]
        if not line.strip():
            place += 1
            continue
        seen += 1
        text = fold(line[:200]).lstrip("*_-=#! ")
        if text.startswith(words.banners):
            found.append(place)
            long = len(line) > 60
            while long and place + 1 < len(lines) and lines[place + 1].strip() and not is_answer_like(lines[place + 1]):
                place += 1
                found.append(place)
                long = len(lines[place]) > 60
            seen -= 1
        elif found and (is_rule(line) or _SHORT_RULE.match(line)):
            found.append(place)
        place += 1
    return found
