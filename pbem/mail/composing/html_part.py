"""The HTML part of a mail: the same sections as the text, with real tables, and answers that can be tapped.

Nothing is remote and nothing runs. The page is readable where a client takes the style away, and by a screen reader. An
answer is a `mailto:` link to the reply address with the answer as its body. What an owner's template, players or tables
say is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from urllib.parse import quote

from pbem.core.document import Block, Doc, Rows, saying
from pbem.core.questions import Question
from pbem.core.rendering.markup import escape, html
from pbem.mail.composing import closing, lead, on_file, results, sections
from pbem.mail.composing.context import MailContext
from pbem.mail.composing.fitting import Cut
from pbem.mail.composing.follow import follow_names, follow_prompts, is_whole
from pbem.mail.composing.layout import question_lines, unwrapped
from pbem.mail.composing.lead import ASKING
from pbem.mail.composing.suggested import turns
from pbem.mail.tokens import bare_subject
from pbem.mail.words import heading

STYLE = (
    "body{font:16px/1.45 -apple-system,Roboto,'Segoe UI',sans-serif;max-width:46em;margin:0 auto;padding:8px}"
    "h2{font-size:1.15em;margin:1.2em 0 .3em}h3{font-size:1em;margin:1em 0 .2em}p{margin:.4em 0}ul{margin:.3em 0;"
    "padding-left:1.2em}li{margin:.25em 0}table{border-collapse:collapse;max-width:100%}"
    "th,td{border:1px solid #b9a67e;padding:2px 6px;text-align:left;vertical-align:top;font-weight:normal;"
    "overflow-wrap:break-word}p,li,a{overflow-wrap:anywhere}"
    "@media(max-width:520px){table{font-size:.8em;width:100%}th,td{padding:2px 3px}ul{padding-left:1em}}"
    "th[scope=col]{font-weight:600}a{color:#7a3e00}img{max-width:100%;height:auto}"
    ".a{margin:.55em 0}.a a{padding:5px 0;font-weight:bold}"
    "@media(prefers-color-scheme:dark){body{background:#1d1a15;color:#eee3cc}a{color:#ffc675}th,td{border-color:#6b5d43}}"
)
MARK = "\x00"
"""Stands where a section goes while the owner's words around it are escaped."""
Fill = Callable[[MailContext, Mapping[str, str]], str]


def page(context: MailContext, cut: Cut, fill: Fill, alt: str = "") -> str:
    """Write the page, cut as the text was, so that both parts say the same. With `alt` the picture of the board stands
    before the tables."""
    own = replace(context, made={key: context.made[key] for key in KEPT if key in context.made}, problems=[])
    with unwrapped():
        makers = slots(own, cut, alt)
        marked = {name: f"\n{MARK}{name}{MARK}\n" for name in makers}
        body = "".join(filled(fill(own, marked), makers))
    lang = escape(context.language)
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(context.game.id)}</title><style>{STYLE}</style></head><body>\n{body}</body></html>\n"
    )


KEPT = (
    "view", "menu", "behind", "behind draft", "open", "turns", "board document", "own document", "last word", "told",
    "template",
)  # fmt: skip
"""What the text has looked up already and the page shows again."""


def filled(template: str, makers: Mapping[str, Callable[[], str]]) -> Iterator[str]:
    """Yield a filled template with sections for their marks; what the owner wrote between them as escaped
    paragraphs."""
    for at, piece in enumerate(template.split(MARK)):
        if at % 2:
            yield makers[piece]() + "\n"
        else:
            yield from (f"<p>{escape(words)}</p>\n" for part in piece.split("\n\n") if (words := part.strip()))


def slots(context: MailContext, cut: Cut, alt: str) -> dict[str, Callable[[], str]]:
    """Return every section that a template may name, as HTML."""
    asking = context.kind in ASKING or bool(context.note.get("form"))
    shown = f'<p><img src="cid:board" width="100%" alt="{escape(alt)}"></p>\n' if alt else ""
    return {
        "first": lambda: prose(lead.first(context)),
        "head": lambda: prose(sections.head(context)),
        "divider": lambda: f"<p>{escape(lead.divider(context.language))}</p>",
        "text": lambda: blocks(context, sections.text(context, cut)),
        "asked": lambda: asked(context, cut) if asking else "",
        "answers": lambda: answers(context, cut) if asking else "",
        "suggestions": lambda: suggestions(context) if asking else "",
        "news": lambda: section(sections.news(context, cut.news)),
        "late": lambda: prose(closing.late(context)) if asking else "",
        "standings": lambda: prose(lead.standings_lines(context)) if cut.answers >= 0 else "",
        "result": lambda: result(context),
        "board": lambda: board(context, shown) if not cut.short else "",
        "own": lambda: own(context) if not cut.short else "",
        "reply": lambda: section(closing.reply(context, cut)) if not cut.short else "",
        "chance": lambda: prose(closing.chance(context)),
        "foot": lambda: prose(closing.foot(context, cut)),
    }


def asked(context: MailContext, cut: Cut) -> str:
    lines = sections.asked_lines(context)
    if cut.short:
        return "" if sections.open_question(context) else prose("\n".join(lines))
    return headed(context.say("asked"), prose("\n".join(lines)))


def result(context: MailContext) -> str:
    """Write places and points by source as tables."""
    told = Doc([results.places_section(context), results.sources_section(context)])
    return html(told, saying(context.words), level=2)


# -- text as HTML ------------------------------------------------------------------------------------------------------


def headed(heading: str, html: str) -> str:
    return f"<h2>{escape(heading)}</h2>\n{html}" if html else ""


def section(text: str) -> str:
    """Write a section of the text, whose first line is its heading."""
    head, _, rest = text.partition("\n")
    return headed(head.rstrip(":"), prose(rest)) if rest else prose(head)


def blocks(context: MailContext, text: str) -> str:
    """Write free sections: headings of ours, and texts that somebody wrote, divided by empty lines."""
    ours = {heading(context.language, str(key)) for key, _ in context.note.get("sections", [])}
    parts = (part for part in text.split("\n\n") if part.strip())
    return "\n".join(section(part) if part.partition("\n")[0] in ours else prose(part) for part in parts)


def prose(text: str) -> str:
    """Write lines as paragraphs; lines that are set in from the left as items of a list."""
    found: list[str] = []
    items: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.startswith("  ") and line.strip():
            items.append(f"<li>{words(line.strip())}</li>")
            continue
        if items:
            found.append(f"<ul>{''.join(items)}</ul>")
            items = []
        if line.strip():
            found.append(f"<p>{words(line.strip())}</p>")
    return "\n".join(found)


LONG = re.compile(r"[0-9a-f]{32,}")
PIECE = 16


def words(text: str) -> str:
    """Escape a text; a digest may be broken where no style says so."""
    return LONG.sub(lambda found: "<wbr>".join(found[0][at : at + PIECE] for at in range(0, len(found[0]), PIECE)),
                    escape(text))  # fmt: skip


# -- board and own things ----------------------------------------------------------------------------------------------


def board(context: MailContext, picture: str) -> str:
    if context.note.get("board") is False:
        return ""
    return headed(context.say("board"), picture + rendered(context, context.board()))


def rendered(context: MailContext, doc: Doc) -> str:
    shown = Doc([replace(part, blocks=list(map(narrow, part.blocks))) for part in doc])
    return html(shown, saying(context.words), level=3)


WIDE = 7
"""Columns that no phone has room for."""


def narrow(block: Block) -> Block:
    """Turn a table with many columns and few rows: so it fits a phone without any style."""
    if not isinstance(block, Rows) or len(block.head) < WIDE or len(block.rows) + 1 >= len(block.head):
        return block
    head, *rows = map(list, zip(block.head, *block.rows, strict=True))
    return Rows(head, rows, block.widths)


def own(context: MailContext) -> str:
    if context.reader.role != "player" or context.note.get("board") is False:
        return ""
    mine = headed(context.say("own"), rendered(context, context.holdings()))
    orders = headed(context.say("orders"), prose("\n".join(on_file.shown_orders(context))))
    return "\n".join(part for part in (mine, orders) if part)


# -- answers -----------------------------------------------------------------------------------------------------------


def answers(context: MailContext, cut: Cut) -> str:
    """Write the open question with a link for each answer; then what may follow, as far as the text lists it."""
    question = sections.open_question(context)
    if question is None:
        return ""
    if cut.short:
        return prose(sections.deadline_line(context)) + linked(context, question, max(cut.answers, 0))
    asked = [question, *sections.behind(context)]
    names = [one.name for one in asked]
    parts = [linked(context, one, cut.most) for one in asked]
    follow = [more for more in sections.menu(context) if more.name not in names]
    listed = follow if cut.answers > 0 else [more for more in follow if is_whole(more)]
    if listed:
        parts.append(f"<p>{escape(context.say('follow'))}</p>")
        parts += [linked(context, more, None if is_whole(more) else cut.answers) for more in listed]
    rest = [more for more in follow if more not in listed]
    if rest:
        prompts = follow_prompts(context, rest) if cut.answers == 0 or context.kind == "start" else []
        parts.append(prose("\n".join([*prompts, follow_names(context, rest)])))
    return headed(context.say("answers"), "\n".join(parts))


def suggestions(context: MailContext) -> str:
    """Write whole turns, each a link: tapping it and Send sends it."""
    rows = [f'<li class="a">{tap(context, turn.split("; "), escape(turn))}</li>' for turn in turns(context)]
    return headed(context.say("suggestions"), f"<ul>{''.join(rows)}</ul>") if rows else ""


LINE = "\r\n"
"""Divides lines in the body of a link (RFC 6068)."""


def linked(context: MailContext, question: Question, most: int | None) -> str:
    """Write a question as the text lists it, each answer a link: tapping it and Send sends it."""
    head, *lines = question_lines(question, context.language, most, words=context.words)
    name = context.typed(question.name)
    rows, order = [], []
    for line in lines:
        answer, _, meaning = line.strip().partition("  # ")
        told = f" {escape(meaning)}" if meaning else ""
        if answer.startswith(f"{name}:"):
            rows.append(tap(context, [answer], escape(answer)) + told)
        elif question.confirm and not answer.startswith(("#", "(")):
            order.append((answer, line.strip()))
        else:
            rows.append(escape(line.strip()))
    items = "".join(f'<li class="a">{row}</li>' if row.startswith("<a") else f"<li>{row}</li>" for row in rows)
    edited = f'<p class="a">{whole(context, order)}</p>' if order else ""
    return f"<h3>{escape(head)}</h3>\n<ul>{items}</ul>{edited}"


def whole(context: MailContext, order: Sequence[tuple[str, str]]) -> str:
    """Write an answer of many lines, ready to be edited, as one link; behind its lines stands what else they could
    be."""
    return tap(context, [line for line, _ in order], "<br>".join(escape(told) for _, told in order))


def tap(context: MailContext, lines: Sequence[str], shown: str) -> str:
    """Write a link that is a mail with these lines."""
    return f'<a href="{escape(mailto(context, LINE.join(lines)))}">{shown}</a>'


def mailto(context: MailContext, answer: str) -> str:
    """Write the link to a mail to the reply address, which carries the token; where it cannot, the subject does."""
    if "mailto" not in context.made:
        signer, ticket, box = context.house.signer, context.ticket, context.house.reply_box
        address = quote(signer.reply_address(box, ticket), safe="@+.")
        make = bare_subject if signer.carries(box, ticket) else signer.subject
        subject = quote(f"Re: {make(ticket, context.say('subject-turn'))}")
        context.made["mailto"] = f"mailto:{address}?subject={subject}&body="
    return f"{context.made['mailto']}{quote(answer)}"
