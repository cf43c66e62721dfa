"""Compose every mail we send, as a pure function of one context: the same context gives the same bytes.

Templates in `templates/` set the order of the sections. The sections themselves are made in `sections`, because loops
and plurals do not belong into a file that an owner edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from string import Template

from pbem.engine.journal import events_for, moment
from pbem.mail import closing, sections
from pbem.mail.context import House, MailContext, Reader
from pbem.mail.layout import LIST_LIMIT, section, tidy, wrap
from pbem.mail.letter import Letter
from pbem.mail.tokens import Bounced, bare_subject
from pbem.mail.words import verdict_word
from pbem.resources import data_root

NEWS_LINES = 60
SUBJECT_WIDTH = 78
ASKED_IN_SUBJECT = frozenset({"turn", "question", "reminder"})
"""Mails whose subject says until when, and what happened last."""
ASKING = frozenset({"start", "turn", "question", "reminder", "handover", "adjudication"})
"""Mails that repeat the open question, if there is one."""


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
        subject=_with_token(context) if context.proved_by_subject else bare_subject(ticket, _subject(context)),
        body=text,
        html=html,
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
    """The subject for somebody whose program loses everything else by which a reply is known."""
    return context.house.signer.subject(context.ticket, _subject(context))


def _bounced(context: MailContext) -> Bounced:
    number = context.number if isinstance(context.number, int) else int(context.number[:4], 16) % 10_000
    return Bounced(context.game.id, context.reader.seat, context.entry, context.kind, number % 10_000)


def about(context: MailContext) -> str:
    """The fields that tell the transport about a mail, so that it need not read the text."""
    return (
        f"game={context.game.id}; entry={context.entry}; seat={context.reader.seat}; kind={context.kind}; "
        f"question={context.question_entry}"
    )


def _subject(context: MailContext) -> str:
    verdict = context.note.get("verdict")
    if context.kind == "answer" and isinstance(verdict, str):
        return verdict_word(context.language, verdict)
    if context.kind == "message":
        return context.say("subject-message", who=str(context.note.get("who", ""))[:40])
    own = str(context.note.get("subject") or "")[:60] or _last_word(context)
    what = f"{context.say(f'subject-{context.kind}')}{_until(context)}{': ' + own if own else ''}"
    room = SUBJECT_WIDTH - len(f"[pbem {context.game.id} #{context.question_entry}] ")
    return what if len(what) <= room else f"{what[: room - 3].rstrip()}..."


def _until(context: MailContext) -> str:
    """The deadline in the reader's zone, short."""
    asked = context.game.deadlines.get(context.reader.seat)
    if context.kind not in ASKED_IN_SUBJECT or asked is None or asked.due is None:
        return ""
    from pbem.engine.clock.times import short_moment

    return f" {context.say('subject-until', when=short_moment(moment(asked.due), context.reader.zone))}"


def _last_word(context: MailContext) -> str:
    """The last thing that everybody may know, of the newest entry."""
    if context.kind not in ASKED_IN_SUBJECT or not context.entries:
        return ""
    lines = [context.title.line(event, None) for event in events_for(context.entries[-1], None)]
    return next((str(line).rstrip(".") for line in reversed(lines) if line), "")


# -- the text ------------------------------------------------------------------------------------------------------


FITTING = ((LIST_LIMIT, NEWS_LINES), (8, 40), (6, 30), (4, 20), (3, 16), (2, 12), (1, 12), (0, 12), (-1, 8))
"""Limits to try in turn, until a mail has few enough lines: answers listed for later questions, lines of news."""


def body(context: MailContext) -> str:
    """Make the text of a mail."""
    return fitted(context)[0]


def parts(context: MailContext) -> tuple[str, str]:
    """The text, and the page for those who did not ask for the text alone."""
    text, limit, news = fitted(context)
    if context.reader.format == "text":
        return text, ""
    from pbem.mail.html_part import page

    return text, page(context, limit, news, _fill)


def fitted(context: MailContext) -> tuple[str, int, int]:
    """The text, as short as its title wants it, and the limits that made it fit. Lists of what may follow are cut
    first, then old news, then explanations of answers that need lines of their own."""
    text, limit, news = "", *FITTING[0]
    most = context.title.mail_lines(len(context.game.table.seats)) + context.play.table.live.book.mail_lines
    for limit, news in FITTING:
        text = _fill(context, _slots(context, limit, news))
        if text.count("\n") < most:
            break
    return text, limit, news


def _fill(context: MailContext, slots: Mapping[str, str]) -> str:
    """Fill the owner's template, else the packaged one, else use all sections in their order (fault 266)."""
    for name in (f"{context.language}/{context.kind}", context.kind):
        own = context.templates(name)
        if own is None:
            continue
        filled = _try(own, slots)
        if filled is not None:
            return filled
        context.problems.append(f"templates/{name}.txt cannot be used; the built-in text was sent instead")
        break
    packaged = packaged_template(context.kind)
    filled = _try(packaged, slots) if packaged else None
    return filled if filled is not None else tidy("\n\n".join(text for text in slots.values() if text))


def _try(template: str, slots: Mapping[str, str]) -> str | None:
    try:
        return tidy(Template(template).substitute(slots))
    except (KeyError, ValueError):
        return None


_packaged: dict[str, str | None] = {}


def packaged_template(kind: str) -> str | None:
    """The template that ships with pbem."""
    if kind not in _packaged:
        try:
            _packaged[kind] = (data_root() / "templates" / f"{kind}.txt").read_text(encoding="utf-8")
        except (OSError, ValueError):
            _packaged[kind] = None
    return _packaged[kind]


class _Slots(Mapping[str, str]):
    """Sections by name, each made when a template asks for it: a board costs more than all other sections."""

    def __init__(self, makers: dict[str, Callable[[], str]]) -> None:
        self.makers = makers
        self.made: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        if name not in self.made:
            self.made[name] = self.makers[name]()
        return self.made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.makers)

    def __len__(self) -> int:
        return len(self.makers)


def _slots(context: MailContext, limit: int, news: int) -> Mapping[str, str]:
    """Every section that a template may name, in the documented order."""
    asking = context.kind in ASKING or bool(context.note.get("form"))
    return _Slots({
        "first": lambda: sections.first(context),
        "head": lambda: sections.head(context),
        "divider": lambda: sections.divider(context.language),
        "text": lambda: sections.text(context),
        "asked": lambda: section(context.say("asked"), sections.asked_lines(context)) if asking else "",
        "news": lambda: sections.news(context, news),
        "standings": lambda: sections.standings(context) if limit >= 0 else "",
        "result": lambda: sections.result(context),
        "board": lambda: context.once("board", sections.board),
        "own": lambda: context.once("own", sections.own),
        "answers": lambda: section(context.say("answers"), sections.answer_lines(context, limit)) if asking else "",
        "reply": lambda: closing.reply(context),
        "chance": lambda: closing.chance(context),
        "foot": lambda: closing.foot(context),
    })  # fmt: skip


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
        body=tidy(f"{first}{sections.divider(reader.language)}\n\n{text}"),
        when=when,
        message_id=f"<page.{ident}@{house.host}>",
        reply_to=house.reply_box,
        references=[*references, *([in_reply_to] if in_reply_to else [])],
        in_reply_to=in_reply_to,
        extra=[("X-Loop", house.address), ("X-Pbem", "kind=page")],
    ).as_bytes()
