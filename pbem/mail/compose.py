"""Composing: every mail we send, from one context, as a pure function: the same context gives the same bytes.

What a reader may not know cannot get in: the board comes from the title's view for the reader, the news from the
journal's events for the reader, the answers from the reader's own questions. The texts' order stands in `templates/`;
sections are made here, because loops and plurals do not belong into a file that an owner edits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from string import Template
from typing import Any

from pbem.core.titles import Title
from pbem.engine.gamefile import Entry, GameFile
from pbem.engine.journal import events_for, moment
from pbem.engine.play import Play
from pbem.mail.layout import LIST_LIMIT, fit, question_lines, section, table, tidy, wrap
from pbem.mail.letter import Letter
from pbem.mail.tokens import Bounced, Signer, Ticket
from pbem.mail.words import COUNTED, verdict_word, word

MOST_LINES = 200
HEAD_LETTERS = 12
NEWS_LINES = 60
ASKING = frozenset({"start", "turn", "question", "reminder", "handover", "adjudication"})
"""Mails that repeat the open question, if there is one."""


@dataclass(frozen=True, slots=True)
class House:
    """Who we are: what the settings say about our side of a mail."""

    signer: Signer
    address: str = "pbem@localhost"
    name: str = "pbem"
    reply: str | None = None
    bounces: str | None = None

    @property
    def host(self) -> str:
        return self.address.rpartition("@")[2]

    @property
    def reply_box(self) -> str:
        return self.reply or self.address

    @property
    def bounce_box(self) -> str:
        return self.bounces or self.reply_box


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a mail is for; address, language and zone come from the roster."""

    seat: str
    name: str
    address: str
    role: str = "player"
    language: str = "en"
    zone: str | None = None
    plain: bool = False

    @property
    def eyes(self) -> str | None:
        """The seat whose view this reader has; moderator and observers see what everybody sees."""
        return self.seat if self.role == "player" else None


Templates = Callable[[str], str | None]


@dataclass(slots=True)
class MailContext:
    """All that a mail is made of."""

    kind: str
    game: GameFile
    title: Title
    play: Play
    reader: Reader
    house: House
    when: datetime
    """The time of the entry (or reminder): deadlines are told from it, and it is the mail's Date."""
    entry: int
    number: int | str = 0
    entries: Sequence[Entry] = ()
    """What happened since the reader's last move."""
    note: dict[str, Any] = field(default_factory=dict)
    templates: Templates = lambda name: None
    """The owner's own texts by name (`turn`, `pl/turn`); None where there is none."""
    in_reply_to: str | None = None
    problems: list[str] = field(default_factory=list)
    """Notes for the moderator about texts that could not be used."""

    @property
    def language(self) -> str:
        return self.reader.language

    @property
    def question_entry(self) -> int:
        """Where the reader's open question was put; without one, the entry of the mail."""
        asked = self.game.deadlines.get(self.reader.seat)
        return asked.entry if asked else self.entry

    @property
    def ticket(self) -> Ticket:
        asked = self.reader.seat in self.game.deadlines
        return Ticket(self.game.id, self.reader.seat, self.question_entry, asked)

    made: dict[str, Any] = field(default_factory=dict)
    """Costly parts, kept while the rest is made to fit."""

    def once(self, name: str, make: Callable[[MailContext], str]) -> str:
        if name not in self.made:
            self.made[name] = make(self)
        return str(self.made[name])

    def view(self) -> Any:
        """What the reader may know, built once a mail."""
        if "view" not in self.made:
            self.made["view"] = self.play.view(self.reader.eyes)
        return self.made["view"]

    def say(self, key: str, **values: object) -> str:
        return word(self.language, key, **values)


def compose(context: MailContext) -> bytes:
    """The mail, ready to be stored and sent."""
    return letter(context).as_bytes()


def letter(context: MailContext) -> Letter:
    house, reader, ticket = context.house, context.reader, context.ticket
    signer = house.signer
    root = signer.thread(house.host, context.game.id, reader.seat)
    own = signer.message_id(house.host, ticket, context.entry, context.kind, context.number)
    before = [root] if own != root else []
    if context.in_reply_to:
        before.append(context.in_reply_to)
    return Letter(
        envelope=signer.envelope(house.bounce_box, _bounced(context)),
        sender=(house.name, house.address),
        to=(reader.name, reader.address),
        subject=signer.subject(ticket, _subject(context)),
        body=body(context),
        when=context.when,
        message_id=own,
        reply_to=signer.reply_address(house.reply_box, ticket),
        references=before,
        in_reply_to=before[-1] if before else None,
        automatic="auto-replied" if context.kind == "answer" else "auto-generated",
        extra=[
            ("X-Loop", house.address),
            ("List-Id", f"<{context.game.id}.pbem.{house.host}>"),
            ("X-Pbem", about(context)),
        ],
    )


def _bounced(context: MailContext) -> Bounced:
    number = context.number if isinstance(context.number, int) else int(context.number[:4], 16) % 10_000
    return Bounced(context.game.id, context.reader.seat, context.entry, context.kind, number % 10_000)


def about(context: MailContext) -> str:
    """What the transport may know of a mail without reading it."""
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
    own = str(context.note.get("subject") or "")[:60]
    return f"{context.say(f'subject-{context.kind}')}{': ' + own if own else ''}"


# -- the text ------------------------------------------------------------------------------------------------------


def body(context: MailContext) -> str:
    """The text of the mail, under 200 lines: lists of what may follow are cut first, then old news."""
    text = ""
    for limit, news in ((LIST_LIMIT, NEWS_LINES), (8, 40), (4, 30), (2, 20), (0, 12)):
        text = _fill(context, _slots(context, limit, news))
        if text.count("\n") < MOST_LINES:
            break
    return text


def _fill(context: MailContext, slots: Mapping[str, str]) -> str:
    """The owner's text, else the packaged one, else all sections in their order (fault 266)."""
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
    """The text that ships with pbem."""
    if kind not in _packaged:
        from pbem.resources import data_root

        try:
            _packaged[kind] = (data_root() / "templates" / f"{kind}.txt").read_text(encoding="utf-8")
        except (OSError, ValueError):
            _packaged[kind] = None
    return _packaged[kind]


class _Slots(Mapping[str, str]):
    """Sections by name, each made when a template asks for it: a board costs more than all the rest."""

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
    """Every section that a template may name. The order is that of the public contract."""
    asking = context.kind in ASKING or bool(context.note.get("form"))
    return _Slots({
        "first": lambda: _first(context),
        "head": lambda: _head(context),
        "divider": lambda: divider(context.language),
        "text": lambda: _text(context),
        "asked": lambda: section(context.say("asked"), asked_lines(context)) if asking else "",
        "news": lambda: _news(context, news),
        "result": lambda: _result(context),
        "board": lambda: context.once("board", _board),
        "own": lambda: context.once("own", _own),
        "answers": lambda: section(context.say("answers"), answer_lines(context, limit)) if asking else "",
        "reply": lambda: _reply(context),
        "chance": lambda: _chance(context),
        "foot": lambda: _foot(context),
    })  # fmt: skip


def divider(language: str) -> str:
    """The line above which a reply is written; the reader of replies knows it."""
    from pbem.mail.reading.languages import dividers

    known = dividers()
    return known.get(language) or known["en"]


def _first(context: MailContext) -> str:
    """`COUNTED` and its like stand alone in front, in English for everybody; then why."""
    verdict = context.note.get("verdict")
    if not isinstance(verdict, str):
        return ""
    why = str(context.note.get("why") or verdict_word(context.language, verdict))
    return "\n".join(wrap(f"{verdict}: {why}"))


def _head(context: MailContext) -> str:
    game, reader = context.game, context.reader
    key = "head" if reader.seat in game.deadlines else "head-open"
    first = context.say(
        key, title=context.title.full_name, game=game.id, entry=context.question_entry, seat=reader.seat,
        name=reader.name,
    )  # fmt: skip
    return "\n".join([*wrap(first), context.say("record", head=game.head[:HEAD_LETTERS])])


def _text(context: MailContext) -> str:
    """Free sections of the note: what was read, a ruling's reason, a message, a list that was asked for."""
    parts = [_standing_text(context)]
    for heading, text in context.note.get("sections", []):
        known = heading in ("read", "not-read", "orders", "message", "answers", "news", "asked", "board")
        parts.append(section(context.say(heading) if known else str(heading), str(text)))
    return "\n\n".join(part for part in parts if part)


def _standing_text(context: MailContext) -> str:
    """The opening sentence of a kind of mail."""
    note = context.note
    if context.kind == "reminder":
        return "\n".join(wrap(context.say("late" if note.get("late") else "reminder")))
    if context.kind == "over":
        return "\n".join(wrap(context.say("over")))
    if context.kind == "handover":
        lines = wrap(context.say("handover", seat=context.reader.seat, title=context.title.full_name))
        return "\n".join([*lines, *_reason(context, note)])
    if context.kind == "receipt":
        moves = [f"  {line}" for line in str(note.get("text") or "").replace(";", "\n").split("\n") if line.strip()]
        return "\n".join([*wrap(context.say("receipt")), *moves, *_reason(context, note)])
    if context.kind == "news" and note.get("late"):
        return "\n".join(wrap(context.say("overdue", who=context.game.person(str(note["late"])))))
    if context.kind == "message":
        head = wrap(f"{note.get('who')} -> {note.get('to')}:")
        return "\n".join([*head, "", *("  " + line for line in str(note.get("text", "")).split("\n"))])
    if context.kind == "announce":
        return fit(str(note.get("text") or announced(context.entries)))
    if context.kind == "adjudication":
        decided = [entry for entry in context.entries if entry.kind not in ("move", "setup", "announce")]
        return "\n\n".join(_decision(context, entry) for entry in decided)
    return ""


def _reason(context: MailContext, note: dict[str, Any]) -> list[str]:
    return wrap(context.say("reason", reason=note["reason"])) if note.get("reason") else []


def announced(entries: Sequence[Entry]) -> str:
    last = next((entry.note for entry in reversed(entries) if entry.kind == "announce"), {})
    return str(last.get("text") or last.get("reason") or "")


def _decision(context: MailContext, entry: Entry) -> str:
    """What a moderator's entry says to everybody."""
    lines = [f"#{entry.n} {entry.kind}"]
    if entry.note.get("reason"):
        lines += wrap(context.say("reason", reason=entry.note["reason"]))
    if entry.note.get("rules"):
        lines += wrap(context.say("rulings", rules=", ".join(map(str, entry.note["rules"]))))
    return "\n".join(lines)


# -- what is asked -------------------------------------------------------------------------------------------------


def asked_lines(context: MailContext) -> list[str]:
    """The question and until when, or who is awaited."""
    game, seat = context.game, context.reader.seat
    question = context.play.question_for(seat) if context.reader.role == "player" else None
    asked = game.deadlines.get(seat)
    if question is None or asked is None:
        return [context.say("nothing-asked"), *wrap(waiting(context))]
    lines = wrap(f"{question.prompt} ({question.name}).")
    lines += wrap(deadline_line(context))
    if context.play.run.sealed and len(game.deadlines) > 1:
        lines += wrap(context.say("together"))
    return lines


def deadline_line(context: MailContext) -> str:
    """Until when, in the reader's zone, with the hours left at that entry."""
    asked = context.game.deadlines.get(context.reader.seat)
    if asked is None or asked.due is None:
        return context.say("no-deadline")
    from pbem.engine.clock.wording import deadline_text

    stopped = any(
        stop.end is None and stop.seat in (None, context.reader.seat) for stop in context.game.moderation.stops
    )
    when = deadline_text(moment(asked.due), context.when, context.reader.zone, context.language, stopped=stopped)
    return context.say("until", when=when)


def waiting(context: MailContext) -> str:
    names = [f"{context.game.person(seat)} ({seat})" for seat in context.game.deadlines]
    return context.say("waiting", who=", ".join(names)) if names else context.say("nobody")


def answer_lines(context: MailContext, limit: int) -> list[str]:
    """The open question in full, then what each action may ask as things stand."""
    if context.reader.role != "player":
        return []
    question = context.play.question_for(context.reader.seat)
    if question is None:
        return []
    lines = question_lines(question, context.language, None if limit > 2 else 60)
    follow = context.title.menu(context.play.table, context.reader.seat) if limit else []
    follow = [more for more in follow if more.name != question.name]
    if follow:
        lines += ["", context.say("follow")]
        for more in follow:
            lines += question_lines(more, context.language, limit)
    return lines


# -- what happened, the board --------------------------------------------------------------------------------------


def entry_lines(context: MailContext, entry: Entry) -> list[str]:
    """One entry as the reader may know it; nothing if it has nothing to tell."""
    key = f"entry {entry.n}"
    if key not in context.made:
        context.made[key] = _entry_lines(context, entry)
    lines: list[str] = context.made[key]
    return lines


def _entry_lines(context: MailContext, entry: Entry) -> list[str]:
    lines = []
    for event in events_for(entry, context.reader.eyes):
        text = context.title.line(event, context.reader.eyes)
        if text:
            lines += wrap(text, "  ", "    ")
    if entry.kind not in ("move", "setup") and entry.kind != "announce":
        reason = f": {entry.note['reason']}" if entry.note.get("reason") else ""
        lines += wrap(f"{entry.kind}{reason}", "  ", "    ")
    if not lines:
        return []
    return [*wrap(_entry_head(context, entry), "", "  "), *lines]


def _entry_head(context: MailContext, entry: Entry) -> str:
    who = f"{context.game.person(entry.seat)} ({entry.seat})" if entry.seat else context.title.full_name
    marks = []
    if entry.by != "player" and entry.kind == "move":
        marks.append(context.say(f"by-{entry.by}"))
    if entry.n in context.game.moderation.undone:
        marks.append(context.say("undone"))
    return f"#{entry.n} {who}{', ' + ', '.join(marks) if marks else ''}"


def news_lines(context: MailContext, most: int) -> list[str]:
    """The newest entries whole, as many as there is room for; older ones are counted."""
    kept: list[list[str]] = []
    count = 0
    blocks = [block for block in (entry_lines(context, entry) for entry in context.entries) if block]
    for block in reversed(blocks):
        if count + len(block) > most and kept:
            break
        kept.append(block[:most])
        count += len(block)
    left = sum(map(len, blocks)) - sum(map(len, kept))
    lines = [line for block in reversed(kept) for line in block]
    return [context.say("more", n=left), *lines] if left else lines


def _news(context: MailContext, most: int) -> str:
    if context.kind == "answer" and not context.note.get("news"):
        return ""
    key = "since" if context.reader.role == "player" and context.kind not in ("digest", "answer") else "news"
    lines = news_lines(context, most)
    if not lines and context.kind in ("turn", "news", "digest"):
        lines = [context.say("quiet")]
    return section(context.say(key), lines)


def _board(context: MailContext) -> str:
    if context.note.get("board") is False:
        return ""
    return section(context.say("board"), context.title.summary(context.view(), plain=context.reader.plain))


def _own(context: MailContext) -> str:
    if context.reader.role != "player" or context.note.get("board") is False:
        return ""
    own = section(context.say("own"), context.title.own(context.view(), plain=context.reader.plain))
    orders = section(context.say("orders"), order_lines(context.game, context.reader.seat))
    return "\n\n".join(part for part in (own, orders) if part)


def order_lines(game: GameFile, seat: str) -> list[str]:
    """Standing orders and answers sent ahead, in the form in which they can be sent again."""
    kept = game.moderation.notes.get("pending", {}).get(seat)
    waiting = [f"  {line}  # played at {kept['ready']}" for line in kept["text"].split("\n")] if kept else []
    orders = game.orders.get(seat)
    if orders is None:
        return waiting
    lines = waiting + [f"  orders {name}: {', '.join(keys)}" for name, keys in orders.standing.items()]
    return lines + [f"  {sent.name}: {', '.join(sent.keys)}  # sent ahead at #{sent.entry}" for sent in orders.ahead]


def _result(context: MailContext) -> str:
    """The final table: places, scores, the title's words, and the seed that is open now."""
    result = context.game.moderation.result
    if context.kind != "over" or result is None:
        return ""
    rows = [
        [f"{place}.", seat, context.game.person(seat), str(result.get("scores", {}).get(seat, ""))]
        for place, seats in enumerate(result.get("places", []), 1)
        for seat in seats
    ]
    return section(context.say("result"), [*table(rows), "", *wrap(str(result.get("text", "")))])


def _chance(context: MailContext) -> str:
    """The first mail commits to the seed, the last one opens it."""
    game = context.game
    if context.kind == "start":
        key = {"seed": "drawn", "given": "given", "record": "recorded"}[game.rules.chance]
        commitment = context.say("commitment", digest="").rstrip().rstrip(":")
        return "\n".join([*wrap(commitment + ":"), f"  {game.seed_commitment}", *wrap(context.say(key))])
    if context.kind == "over" and game.status in ("finished", "terminated"):
        opened = context.say("seed", seed="").rstrip()
        where = str(context.note.get("archive") or "")
        return "\n".join([*wrap(opened), f"  {game.seed}", *wrap(context.say("archive")), *([where] if where else [])])
    return ""


def _reply(context: MailContext) -> str:
    if context.reader.role == "observer" or context.kind == "over":
        return ""
    if context.kind == "answer" and context.note.get("verdict") == COUNTED and not context.note.get("form"):
        return ""
    return section(context.say("reply"), [*wrap(context.say("how")), *wrap(context.say("also"))])


def _foot(context: MailContext) -> str:
    """Who is awaited and the clock of the game, in one line each."""
    if context.game.status != "running":
        return ""
    options = tuple(sorted((key, str(value)) for key, value in context.game.options.items()))
    clock = clock_line(options, context.language)
    return "\n".join([*wrap(waiting(context)), *(wrap(clock) if clock else [])])


@lru_cache(maxsize=64)
def clock_line(options: tuple[tuple[str, str], ...], language: str) -> str:
    """The game's clock in the words of the options that set it; empty for a game without one."""
    from pbem.engine.clock import CLOCK_KEYS, parse_clock_options
    from pbem.engine.clock.wording import rules_text

    mine = {key: value for key, value in options if key in CLOCK_KEYS}
    return rules_text(parse_clock_options(mine), language) if mine else ""


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
    """A mail outside any game: the moderator's daily page, a note, an answer to somebody whose game is not known.

    Notes about failures go with an empty envelope sender, so that they cannot come back (fault 28).
    """
    first = "\n".join(wrap(f"{verdict}: {subject}")) + "\n\n" if verdict else ""
    return Letter(
        envelope=house.bounce_box if bounce else "",
        sender=(house.name, house.address),
        to=(reader.name, reader.address),
        subject=f"[pbem] {subject}"[:200],
        body=tidy(f"{first}{divider(reader.language)}\n\n{text}"),
        when=when,
        message_id=f"<page.{ident}@{house.host}>",
        reply_to=house.reply_box,
        references=[*references, *([in_reply_to] if in_reply_to else [])],
        in_reply_to=in_reply_to,
        automatic="auto-replied" if in_reply_to else "auto-generated",
        extra=[("X-Loop", house.address), ("X-Pbem", "kind=page")],
    ).as_bytes()
