"""Compose every mail we send, as a pure function of one context: the same context gives the same bytes.

Templates in `templates/` set the order of the sections. The sections themselves are made in `sections`, because loops
and plurals do not belong into a file that an owner edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from string import Template
from typing import Any

from pbem.core.errors import Fault
from pbem.mail.composing import closing, lead, results, sections
from pbem.mail.composing.context import House, MailContext, Reader
from pbem.mail.composing.fitting import ORDER_FORMS, Cut, cuts
from pbem.mail.composing.layout import section, tidy, wrap
from pbem.mail.composing.lead import ASKING
from pbem.mail.composing.suggested import suggested
from pbem.mail.letter import Letter
from pbem.mail.tokens import Bounced, bare_subject
from pbem.resources import data_root


def compose(context: MailContext) -> bytes:
    """Compose a mail, ready to be stored and sent."""
    return letter(context).as_bytes()


def letter(context: MailContext) -> Letter:
    house, reader, ticket = context.house, context.reader, context.ticket
    signer = house.signer
    root = signer.thread(house.host, context.game.id, reader.seat)
    own = signer.message_id(house.host, ticket, context.entry, context.kind, context.number)
    before = [root] if own != root else []
    text, html = parts(context)
    if context.in_reply_to:
        before.append(context.in_reply_to)
    return Letter(
        envelope=signer.envelope(house.bounce_box, _bounced(context), reader.address),
        sender=(house.name, house.address),
        to=(reader.name, reader.address),
        subject=_with_token(context) if context.proved_by_subject else bare_subject(ticket, lead.subject(context)),
        body=text,
        html=html,
        picture=context.picture if html else b"",
        when=context.when,
        message_id=own,
        reply_to=signer.reply_address(house.reply_box, ticket),
        references=before,
        in_reply_to=before[-1] if before else None,
        extra=[
            ("X-Loop", house.address),
            ("List-Id", f"<{context.game.id}.pbem.{house.host}>"),
            ("X-Pbem", about(context)),
        ],
    )


def _with_token(context: MailContext) -> str:
    """Write the subject for somebody whose program loses everything else by which a reply is known."""
    return context.house.signer.subject(context.ticket, lead.subject(context))


def _bounced(context: MailContext) -> Bounced:
    number = context.number if isinstance(context.number, int) else int(context.number[:4], 16) % 10_000
    return Bounced(context.game.id, context.reader.seat, context.entry, context.kind, number % 10_000)


def about(context: MailContext) -> str:
    """Write the fields that tell the transport about a mail, so that it need not read the text."""
    return (
        f"game={context.game.id}; entry={context.entry}; seat={context.reader.seat}; kind={context.kind}; "
        f"question={context.question_entry}"
    )


# -- the text ------------------------------------------------------------------------------------------------------


NOTICE = 1
"""Lines that say how to get what is cut off the board."""


def body(context: MailContext) -> str:
    """Make the text of a mail."""
    return fitted(context)[0]


def parts(context: MailContext) -> tuple[str, str]:
    """Write the text, and the page for those who did not ask for the text alone."""
    text, cut = fitted(context)
    if context.reader.format == "text":
        return text, ""
    from pbem.mail.composing.html_part import page

    return text, page(context, cut, _fill, context.say("board-picture", n=context.entry) if context.picture else "")


def fitted(context: MailContext) -> tuple[str, Cut]:
    """Write the text, as short as it must be, and say how far it was cut."""
    ways = list(cuts(context))
    most = ways[0][1]
    found = {0: _fill(context, _slots(context, ways[0][0]))}
    low, high = (0, 0) if found[0].count("\n") <= most else (1, len(ways) - 1)
    while low < high:  # each way cuts more than the one before it: the mildest that fits is found by halving
        at = (low + high) // 2
        found[at] = _fill(context, _slots(context, ways[at][0]))
        low, high = (low, at) if found[at].count("\n") <= most else (at + 1, high)
    cut = ways[low][0]
    text = found[low] if low in found else _fill(context, _slots(context, cut))
    if text.count("\n") <= most:
        return text, cut
    if context.kind not in ORDER_FORMS:  # other long mails were asked for, or tell a newcomer all
        return text, cut
    cut = replace(cut, board=1 + text.count("\n") - most + NOTICE)
    return _fill(context, _slots(context, cut)), cut


def _fill(context: MailContext, slots: Mapping[str, str]) -> str:
    """Fill the owner's template, else the packaged one, else use all sections in their order (fault 266)."""
    name, own = _own_template(context)
    if own is not None:
        filled = _try(own, slots)
        if filled is not None:
            return filled
        file = f"templates/{name}.txt"
        context.problems.append(Fault("{file} cannot be used; the built-in text was sent instead", file=file))
    packaged = packaged_template(context.kind)
    filled = _try(packaged, slots) if packaged else None
    return filled if filled is not None else tidy("\n\n".join(text for text in slots.values() if text))


def _own_template(context: MailContext) -> tuple[str, str | None]:
    """Find the owner's template and its name, looked for once a mail."""
    if "template" not in context.made:
        names = (f"{context.language}/{context.kind}", context.kind)
        found = ((name, own) for name in names if (own := context.templates(name)) is not None)
        context.made["template"] = next(found, (context.kind, None))
    template: tuple[str, str | None] = context.made["template"]
    return template


def _try(template: str, slots: Mapping[str, str]) -> str | None:
    try:
        names, texts = _pieces(template)
        parts = [texts[0]]
        for name, text in zip(names, texts[1:], strict=True):
            parts += (slots[name], text)
        return tidy("".join(parts))
    except (KeyError, ValueError):
        return None


@lru_cache(maxsize=100)
def _pieces(template: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split a template into the names of its sections, and the texts before, between and behind them; raise ValueError
    for a `$` that begins no name. A mail is filled several times until it fits."""
    names, texts, end = [], [""], 0
    for found in Template.pattern.finditer(template):
        texts[-1] += template[end : found.start()]
        end = found.end()
        name = found["named"] or found["braced"]
        if name:
            names.append(name)
            texts.append("")
        elif found["escaped"] is not None:
            texts[-1] += Template.delimiter
        else:
            raise ValueError("a $ without a name")
    texts[-1] += template[end:]
    return tuple(names), tuple(texts)


_packaged: dict[str, str | None] = {}


def packaged_template(kind: str) -> str | None:
    """Return the template that ships with pbem."""
    if kind not in _packaged:
        try:
            _packaged[kind] = (data_root() / "templates" / f"{kind}.txt").read_text(encoding="utf-8")
        except (OSError, ValueError):
            _packaged[kind] = None
    return _packaged[kind]


Maker = tuple[tuple[object, ...], Callable[[], str]]
"""What a section depends on, and how it is made."""


class _Slots(Mapping[str, str]):
    """Sections by name, each made when a template asks for it: a board costs more than all other sections. A section is
    made once for all cuts that it looks alike in, so a mail that is filled again to fit lays out only what changes."""

    def __init__(
        self, makers: Mapping[str, tuple[tuple[object, ...], Callable[[], str]]], made: dict[Any, str]
    ) -> None:
        self.makers = makers
        self.made = made

    def __getitem__(self, name: str) -> str:
        depends, make = self.makers[name]
        key = (name, *depends)
        if key not in self.made:
            self.made[key] = make()
        return self.made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.makers)

    def __len__(self) -> int:
        return len(self.makers)


def _slots(context: MailContext, cut: Cut) -> Mapping[str, str]:
    """Return every section that a template may name, in the documented order, each with what it depends on of the
    cut."""
    asking = context.kind in ASKING or bool(context.note.get("form"))
    short, brief, made = cut.short, cut.answers < 0, context.made.setdefault("sections", {})
    return _Slots({
        "first": ((), lambda: lead.first(context)),
        "head": ((), lambda: sections.head(context)),
        "divider": ((), lambda: lead.divider(context.language)),
        "text": ((short, cut.part), lambda: sections.text(context, cut)),
        "asked": ((short,), lambda: sections.asked(context, cut) if asking else ""),
        "answers": ((short, cut.answers, cut.most), lambda: sections.answers(context, cut) if asking else ""),
        "suggestions": ((), lambda: section(context.say("suggestions"), suggested(context)) if asking else ""),
        "news": ((cut.news,), lambda: sections.news(context, cut.news)),
        "late": ((), lambda: closing.late(context) if asking else ""),
        "standings": ((brief,), lambda: lead.standings_lines(context) if not brief else ""),
        "result": ((), lambda: results.result(context)),
        "board": ((short, cut.board, cut.close), lambda: sections.cut_board(context, cut)),
        "own": ((short, cut.close), lambda: sections.own(context, cut) if not short else ""),
        "reply": ((short, brief), lambda: closing.reply(context, cut) if not short else ""),
        "chance": ((), lambda: closing.chance(context)),
        "foot": ((short,), lambda: closing.foot(context, cut)),
    }, made)  # fmt: skip


# -- mails that belong to no game ----------------------------------------------------------------------------------


def page(
    house: House,
    reader: Reader,
    *,
    subject: str,
    text: str,
    when: datetime,
    ident: str,
    verdict: str | None = None,
    in_reply_to: str | None = None,
    references: Sequence[str] = (),
    bounce: bool = True,
) -> bytes:
    """Compose a mail outside any game: the daily page, a note, an answer to somebody whose game is not known.

    Notes about failures go with an empty envelope sender, so that they cannot come back (fault 28).
    """
    first = "\n".join(wrap(f"{verdict}: {subject}")) + "\n\n" if verdict else ""
    return Letter(
        envelope=house.bounce_box if bounce else "",
        sender=(house.name, house.address),
        to=(reader.name, reader.address),
        subject=f"[pbem] {subject}"[:200],
        body=tidy(f"{first}{lead.divider(reader.language)}\n\n{text}\n\n{closing.settings(reader.language)}"),
        when=when,
        message_id=f"<page.{ident}@{house.host}>",
        reply_to=house.reply_box,
        references=[*references, *([in_reply_to] if in_reply_to else [])],
        in_reply_to=in_reply_to,
        extra=[("X-Loop", house.address), ("X-Pbem", "kind=page")],
    ).as_bytes()
