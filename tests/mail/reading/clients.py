"""Whole mails as programs write them: an answer above, below or inside our order form, as text, as HTML, or as both.

`shapes.json` holds the lines by which programs introduce what they quote; here are the pages some of them build around
such lines, and the mails made of either.
"""

import textwrap
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tests.mail.reading.shapes import BARE, MARKED

# %t typed, %a attribution or header lines, %q the quoted mail, each already HTML.
PAGES = {
    "gmail": (
        '<div dir="ltr">%t</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">%a'
        '<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid">%q</blockquote>'
        "</div>"
    ),
    "apple": '<body>%t<div><br><blockquote type="cite"><div>%a</div><br><div>%q</div></blockquote></div><br></body>',
    "iphone": (
        '<body dir="auto"><div dir="ltr"></div><div dir="ltr">%t</div><div dir="ltr"><br><blockquote type="cite">%a<br>'
        '<br></blockquote></div><blockquote type="cite"><div dir="ltr">%q</div></blockquote></body>'
    ),
    "thunderbird": (
        '<body><p>%t</p><div class="moz-cite-prefix">%a<br></div><blockquote type="cite" cite="mid:x@example.org">'
        '<pre class="moz-quote-pre" wrap="">%q</pre></blockquote></body>'
    ),
    "yahoo": (
        '<div class="ydpa yahoo-style-wrap"><div>%t</div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>'
        "<div>%a</div><div><br></div><div>%q</div></div></div>"
    ),
    "proton": (
        '<div style="font-family: Arial">%t</div><div class="protonmail_quote">%a<br><blockquote '
        'class="protonmail_quote" type="cite">%q</blockquote><br></div>'
    ),
    "roundcube": '<p>%t</p><p id="reply-intro">%a</p><blockquote type="cite" style="padding: 0 0.4em">%q</blockquote>',
    "webmail": (
        '<div>%t</div><div><br></div><div>%a</div><blockquote style="border-left:1px solid #ccc">%q</blockquote>'
    ),
    "outlook": (
        '<div class="WordSection1"><p class="MsoNormal">%t<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">'
        '%a<o:p></o:p></p></div></div><p class="MsoNormal">%q<o:p></o:p></p></div>'
    ),
    "outlook web": (
        '<div class="elementToProof">%t</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%%">'
        '<div id="divRplyFwdMsg" dir="ltr"><font>%a</font><div>&nbsp;</div></div><div>%q</div>'
    ),
    "outlook phone": (
        '<div dir="auto">%t</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/x">Outlook for '
        'Android</a></div><hr style="width:98%%"><div id="divRplyFwdMsg" dir="ltr">%a</div><div>%q</div>'
    ),
    "samsung": (
        '<div dir="auto">%t</div><div id="composer_signature" dir="auto">Sent from my Galaxy</div><div><br></div>'
        '<div align="left" style="font-size:100%%"><!-- originalMessage --><div>%a</div></div><div><br></div>%q'
    ),
    "gmx": (
        '<div>%t</div><div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5">'
        '<div style="margin:0 0 10px 0">%a</div><div name="quoted-content">%q</div></div>'
    ),
    "zimbra": (
        '<div>%t</div><hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><blockquote '
        'style="border-left:2px solid #1010FF">%a<br></blockquote></div><div data-marker="__QUOTED_TEXT__">'
        "<blockquote>%q</blockquote></div>"
    ),
    "table": "<div>%t</div><br><table><tr><td>%a</td></tr></table><br><div>%q</div>",
}
# Pages that put a drawn line or header block over the quote and no mark beside it.
WITHOUT_MARKS = ("outlook", "outlook web", "outlook phone", "samsung", "gmx", "table")


class Client(NamedTuple):
    name: str
    intro: str
    marked: bool

    @property
    def language(self) -> str:
        return next((code for code in ("pl", "hu", "de", "fr") if code in self.name.split()), "en")


CLIENTS = [Client(name, intro, True) for name, intro in MARKED] + [Client(name, intro, False) for name, intro in BARE]


def plain(client: Client, typed: Sequence[str], form: str, place: str, width: int = 0) -> str:
    """The text of a reply; `place` is above, below or inside, where one typed line follows each part of the form."""
    lines = form.rstrip("\n").split("\n")
    quote = [("> " + line).rstrip() if client.marked else line for line in lines]
    intro = _wrap(client.intro, width)
    if place == "above":
        rows = [*typed, "", intro, *quote]
    elif place == "below":
        rows = [intro, *quote, "", *typed]
    else:
        step = len(quote) // (len(typed) + 1)
        rows = [intro]
        for number, line in enumerate(typed):
            rows += [*quote[number * step : (number + 1) * step], "", line, ""]
        rows += quote[len(typed) * step :]
    return "\n".join(rows) + "\n"


def page(style: str, client: Client, typed: Sequence[str], form: str, quoting: str) -> str:
    """The HTML of an answer above the form; `quoting` says how the program writes lines: br, div or pre."""
    typed_lines = _markup(list(typed), "br" if style in ("outlook", "thunderbird", "roundcube") else quoting)
    intro = _markup(client.intro.strip("\n").split("\n"), "br")
    quote = _markup(form.rstrip("\n").split("\n"), "pre" if style == "thunderbird" else quoting)
    text = PAGES[style].replace("%%", "%")
    return text.replace("%t", typed_lines, 1).replace("%a", intro, 1).replace("%q", quote, 1)


def _markup(lines: list[str], how: str) -> str:
    if how == "pre":
        return "\n".join(escape(line) for line in lines)
    shown = [escape(line).replace("  ", "&nbsp; ") for line in lines]
    if how == "br":
        return "<br>\n".join(shown)
    return "".join(f"<div>{line or '<br>'}</div>" for line in shown)


def _wrap(text: str, width: int) -> str:
    if not width:
        return text
    wrapped = (textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) for line in text.split("\n"))
    return "\n".join("\n".join(pieces) for pieces in wrapped)


def letter(text: str = "", html: str = "") -> bytes:
    """A raw mail of a plain text, of HTML, or of both as alternatives."""
    head = "From: Ania <ania@example.org>\nTo: moves@example.org\nSubject: Re: [pbem karnak #17] Your turn\n"
    head += "Message-ID: <1@example.org>\nMIME-Version: 1.0\n"
    parts = [(kind, body) for kind, body in (("plain", text), ("html", html)) if body]
    bodies = [f"Content-Type: text/{kind}; charset=utf-8\n\n{body}" for kind, body in parts]
    if len(bodies) == 1:
        return (head + bodies[0]).encode()
    inner = "".join(f"--b42\n{body}\n" for body in bodies)
    return f"{head}Content-Type: multipart/alternative; boundary=b42\n\n{inner}--b42--\n".encode()
