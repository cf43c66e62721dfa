"""Turn HTML into lines of text, in one pass and without a tree. Nothing is executed, nothing is fetched.

Block tags end a line, `blockquote` becomes `> `, hidden elements are left out. Containers by which mail programs mark a
signature or the answered mail become hints beside the lines; the text itself keeps every word.
"""

import re

from pbem.mail.reading.flat import Flat

_MANY = re.compile(r"<+")
_TAG = re.compile(r"<(/?)([A-Za-z][^\s/><]*)")
_STOP = re.compile(r"""=\s*["']|>""")
_ATTRIBUTE = re.compile(r"""([A-Za-z-]{1,40})\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")
_SPACES = re.compile(r"[ \t\n\r\f]+")
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)"
    r"|max-height\s*:\s*0(?:px)?\s*(?:;|!|$)|opacity\s*:\s*0\s*(?:;|!|$)",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.IGNORECASE)
_INDENT = re.compile(r"border\s*:\s*(?:none|0)", re.IGNORECASE)
_PRE = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)

_SKIPPED = frozenset(
    [
        "head",
        "style",
        "script",
        "title",
        "template",
        "object",
        "embed",
        "applet",
        "select",
        "textarea",
        "button",
        "svg",
        "math",
        "audio",
        "video",
        "iframe",
    ]
)
_BLOCK = frozenset(
    [
        "address",
        "article",
        "aside",
        "body",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "figcaption",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "section",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
        "pre",
        "blockquote",
    ]
)
_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "frame",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
_SELF_CLOSING = frozenset(["p", "li", "td", "th", "tr", "dd", "dt", "option"])
_SIGNATURES = (
    "gmail_signature", "moz-signature", "ms-outlook-mobile-signature", "applemailsignature", "yahoo-signature",
    "protonmail_signature_block", "ydpsignature", "acompli-signature", "bloop_sign", "mailspring-signature",
    "zimbra-signature", "k9mail-signature", "gmx-signature", "tutanota_signature",
)  # fmt: skip
_BELOW = (
    "divrplyfwdmsg", "appendonsend", "olk_src_body_section", "mail-editor-reference-message-container",
    "ms-outlook-mobile-reference-message", "outlookmessageheader", "yahoo_quoted", "zmail_extra", "bloop_original_html",
    "gmail_forward",
)  # fmt: skip
# Outlook draws a thin line above the mail it quotes; only its colour shows that.
_OUTLOOK_RULE = re.compile(r"border-top\s*:\s*solid\s+(?:#b5c4df|#e1e1e1)", re.IGNORECASE)
RULE = "_" * 32
_MOST_QUOTE = 40


class _Page:
    """The page being read: the unfinished line, and the depth of quotes, hidden and preformatted parts."""

    def __init__(self) -> None:
        self.flat = Flat()
        self.words: list[str] = []
        self.depth = 0
        self.pre = 0
        self.hidden = ""
        self.hidden_depth = 0
        self.quotes: list[bool] = []
        self.pres: list[str] = []
        self.strikes: list[str] = []
        self.signature: tuple[str, int, int] | None = None  # tag, its depth, its first line
        self.gap = False

    def text(self, piece: str) -> None:
        if self.hidden or not piece:
            return
        if "&" in piece:
            from html import unescape

            piece = unescape(piece)
        if self.pre:
            first, *rest = piece.replace("\r\n", "\n").split("\n")
            self.words.append(first)
            for line in rest:
                self.end_line(always=True)
                self.words.append(line)
            return
        piece = _SPACES.sub(" ", piece)
        if piece == " " and (not self.words or self.words[-1].endswith(" ")):
            return
        self.words.append(piece)

    def end_line(self, always: bool = False) -> None:
        """End the line. Block tags end one only if it has words; `<br>` always does."""
        joined = "".join(self.words)
        line = joined.rstrip() if self.pre else joined.strip(" ").rstrip()
        self.words.clear()
        # Editors write an empty line as a paragraph with one no-break blank.
        if not line.strip() and not always and "\xa0" not in joined:
            return
        line = line if line.strip() else ""
        lines = self.flat.lines
        mark = ">" * min(self.depth, _MOST_QUOTE)
        if self.gap and lines and line.strip() and lines[-1].strip("> "):
            lines.append(mark)
        if line.strip():
            self.gap = False
        # An empty line of preformatted text, or one that `<br>` ends, stays an empty line, quoted or not.
        lines.append(f"{mark} {line}" if mark and line else mark or line)

    def rule(self) -> None:
        self.end_line()
        self.words.append(RULE)
        self.end_line()


def flatten(source: str) -> Flat:
    """Turn a page into the lines that its reader sees."""
    page = _Page()
    place = 0
    lost: set[str] = set()  # quote characters that do not occur again: search for them only once
    while True:
        start = source.find("<", place)
        if start < 0:
            page.text(source[place:])
            break
        page.text(source[place:start])
        if source.startswith("<!--", start):
            end = source.find("-->", start + 4)
            if end < 0:
                break  # the rest is a comment, as browsers read it
            place = end + 3
            continue
        if source.startswith("<<", start):
            place = _MANY.match(source, start).end() - 1  # type: ignore[union-attr]
            page.text(source[start:place])
            continue
        found = _TAG.match(source, start)
        if found is None:
            if source.startswith(("<!", "<?", "</"), start):
                end = source.find(">", start)
                if end < 0:
                    break
                place = end + 1
                continue
            page.text("<")
            place = start + 1
            continue
        end = _tag_end(source, found.end(), lost)
        if end < 0:
            page.text(source[start:])
            break
        name = found[2].lower()
        if "@" in name or name.startswith(("http:", "https:", "mailto:")) or "=" in name:
            page.text(source[start : end + 1])  # an address in brackets that was not escaped
        elif name in ("script", "style", "title", "textarea") and not found[1]:
            end = _skip_raw(source, name, end)
        elif found[1]:
            _close(page, name)
        else:
            _open(page, name, source[found.end() : end])
        place = end + 1
    page.end_line()
    _end_signature(page)
    return page.flat


def _tag_end(source: str, place: int, lost: set[str]) -> int:
    """Find the `>` that ends a tag, not one inside a quoted value; -1 if there is none."""
    while True:
        found = _STOP.search(source, place)
        if found is None:
            return -1
        if found[0] == ">":
            return found.start()
        mark = found[0][-1]
        close = -1 if mark in lost else source.find(mark, found.end())
        if close < 0:
            lost.add(mark)
            return source.find(">", found.end())
        place = close + 1


def _skip_raw(source: str, name: str, end: int) -> int:
    """Find the end of a script or style: only its own closing tag ends it."""
    place = end
    while True:
        place = source.find("</", place + 1)
        if place < 0:
            return len(source)
        if source[place + 2 : place + 2 + len(name)].lower() == name:
            close = source.find(">", place)
            return len(source) if close < 0 else close


def _open(page: _Page, name: str, inside: str) -> None:
    if page.hidden:
        if name == page.hidden and not inside.endswith("/"):
            if name in _SELF_CLOSING:
                page.hidden = ""
            else:
                page.hidden_depth += 1
                return
        else:
            return
    attributes = _attributes(inside)
    style = attributes.get("style", "")
    if name in _SKIPPED or "hidden" in attributes or (style and _HIDDEN.search(style)):
        if name not in _VOID and not inside.endswith("/"):
            page.hidden, page.hidden_depth = name, 1
        return
    _containers(page, name, attributes, style)
    if name == "br":
        page.end_line(always=True)
    elif name == "hr":
        page.rule()
    elif name == "p":
        page.end_line()
        page.gap = "msonormal" not in attributes.get("class", "").lower()
    elif name in ("td", "th"):
        page.text(" ")
    elif name in _BLOCK:
        page.end_line()
    if name == "blockquote":
        quoted = not (_INDENT.search(style) and "type" not in attributes and "cite" not in attributes)
        page.quotes.append(quoted)
        page.depth += quoted
    elif name == "pre" or (style and _PRE.search(style) and name in ("div", "p", "span", "td")):
        page.pres.append(name)
        page.pre += 1
    elif name in ("s", "strike", "del") or (style and name in ("span", "font", "p", "div") and _STRUCK.search(style)):
        page.strikes.append(name)
        page.words.append("~~")
        page.flat.struck = True


def _attributes(inside: str) -> dict[str, str]:
    if not inside or inside.isspace():
        return {}
    found = {m[1].lower(): m[2].strip("\"'") for m in _ATTRIBUTE.finditer(inside[:4_000])}
    if re.search(r"(?:^|\s)hidden(?:\s|/|$)", inside[:200]):
        found["hidden"] = ""
    return found


def _containers(page: _Page, name: str, attributes: dict[str, str], style: str) -> None:
    """Note where a signature or the answered mail begins, by the class names of mail programs."""
    if page.signature and page.signature[0] == name:
        page.signature = (name, page.signature[1] + 1, page.signature[2])
    marks = (attributes.get("id", "") + " " + attributes.get("class", "")).lower()
    if style and page.flat.below is None and name in ("div", "p") and _OUTLOOK_RULE.search(style):
        page.end_line()
        page.flat.below = len(page.flat.lines)
    if not marks.strip():
        return
    if page.flat.below is None and any(mark in marks for mark in _BELOW):
        page.end_line()
        page.flat.below = len(page.flat.lines)
    if page.signature is None and not page.depth and any(mark in marks for mark in _SIGNATURES):
        page.end_line()
        page.signature = (name, 1, len(page.flat.lines))


def _end_signature(page: _Page) -> None:
    if page.signature and len(page.flat.lines) > page.signature[2]:
        page.flat.signature.append((page.signature[2], len(page.flat.lines)))
    page.signature = None


def _close(page: _Page, name: str) -> None:
    if page.hidden:
        if name == page.hidden:
            page.hidden_depth -= 1
            if page.hidden_depth <= 0:
                page.hidden = ""
        return
    if page.strikes and page.strikes[-1] == name:
        page.strikes.pop()
        page.words.append("~~")
    if name == "p":
        page.end_line()
        page.gap = True
    elif name in _BLOCK:
        page.end_line()
    if page.pres and page.pres[-1] == name:
        page.pres.pop()
        page.pre -= 1
    if name == "blockquote" and page.quotes:
        page.depth -= page.quotes.pop()
    if page.signature and page.signature[0] == name:
        left = page.signature[1] - 1
        page.signature = (name, left, page.signature[2])
        if left <= 0:
            page.end_line()
            _end_signature(page)
