"""The pages themselves: HTML without scripts, and the Atom feed. Everything from outside is escaped here.

`words` are those of the home's language; None is English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from pbem.core.catalogues import Words
from pbem.core.words import ENGLISH, Say, Verbatim, said
from pbem.desk.site.stacked import stacked

STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:88rem;margin:0 auto;padding:12px;overflow-wrap:anywhere}"
    "table{border-collapse:collapse}th,td{border:1px solid #b9a67e;padding:3px 8px;text-align:left;vertical-align:top;"
    "overflow-wrap:normal}.wide{overflow-x:auto;max-width:100%}.whole svg{width:100%;height:auto}"
    "pre{overflow-x:auto}nav a{margin-right:1em}.stack{display:none}.stack svg{max-width:100%;height:auto;"
    "background:#fffaf0;border-radius:4px}.stack p{flex-basis:100%;margin:0}.stack .head{font-weight:bold;"
    "margin-top:.5em}@media(max-width:75rem){.whole{display:none}.stack{display:flex;flex-wrap:wrap;gap:8px;"
    "align-items:flex-start}.wide th,.wide td{padding:2px 3px;font-weight:normal;"
    "overflow-wrap:break-word}}"
    "@media(max-width:40rem){.wide table{font-size:.8rem;width:100%}"
    ".list,.list tbody,.list tr,.list td{display:block}.list .head{display:none}"
    ".list tr{border:1px solid #b9a67e;margin:0 0 .6em;padding:4px 8px}"
    ".list td{border:0;padding:0}.list td::before{content:attr(data-head) ': ';opacity:.75}}"
    "@media(prefers-color-scheme:dark){body{background:#1d1a15;color:#eee3cc}a{color:#ffc675}svg{filter:brightness(.86)}}"
)
NAV = (("index.html", Say("Games")), ("figures.html", Say("Figures")), ("feed.atom", Say("Feed")))


OVER = ("finished", "terminated")


def href(game: str, status: str) -> str:
    """Say where the page of a game stands."""
    return f"{'finished' if status in OVER else 'games'}/{game}.html"


@dataclass(slots=True)
class Card:
    """One game as the site shows it; names only of those who agreed."""

    id: str
    title: str
    status: str
    entry: int
    at: str
    """When its last entry was made."""
    seats: dict[str, str]
    """What each seat is called."""
    who: list[str] = field(default_factory=list)
    """The seats, each behind the name of whoever agreed: pages of finished games name nobody unless all did."""
    awaited: list[str] = field(default_factory=list)
    since: str = ""
    due: str = ""
    result: str = ""
    points: dict[str, int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.status in OVER

    @property
    def href(self) -> str:
        return href(self.id, self.status)


def page(heading: str, body: str, words: Words | None, up: str = "") -> str:
    links = "".join(f'<a href="{up}{name}">{escape(said(word, words))}</a>' for name, word in NAV)
    language, heading = words.language if words is not None else ENGLISH, said(heading, words)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{escape(heading)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="alternate" type="application/atom+xml" href="{up}feed.atom"><style>{STYLE}</style></head>\n'
        f"<body><nav>{links}</nav>\n<h1>{escape(heading)}</h1>\n{body}\n</body></html>\n"
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: Words | None) -> str:
    """Write a table. Cells are HTML already. On a phone each row is a card, its cells below each other behind their
    heads."""
    named = [escape(said(one, words)) for one in heads]
    head = "".join(f'<th scope="col">{one}</th>' for one in named)
    body = "".join("<tr>" + "".join(map(_headed, named, row)) + "</tr>\n" for row in rows)
    return f'<div class="wide" tabindex="0"><table class="list">\n<tr class="head">{head}</tr>\n{body}</table></div>'


def _headed(head: str, cell: str) -> str:
    return f'<td data-head="{head}">{cell}</td>'


def moment(at: str) -> str:
    """Write `<time>` with a moment as people read it."""
    return f'<time datetime="{escape(at)}">{escape(at[:16].replace("T", " "))} UTC</time>' if at else ""


def told(tag: str, text: str, words: Words | None) -> str:
    """Write a text of ours between tags."""
    return f"<{tag}>{escape(said(text, words), quote=False)}</{tag}>"


STATUS = {
    "running": Say("running"), "paused": Say("paused"), "finished": Say("finished"), "terminated": Say("terminated"),
}  # fmt: skip


def status_of(card: Card, words: Words | None) -> str:
    return said(STATUS.get(card.status, card.status), words)


def awaited(card: Card, words: Words | None) -> str:
    return ", ".join(card.awaited) or said(Say("nobody"), words)


def index(cards: Sequence[Card], words: Words | None = None) -> str:
    running = [card for card in cards if not card.over]
    over = sorted((card for card in cards if card.over), key=lambda card: card.at, reverse=True)
    rows = [
        [_link(card), escape(card.title), escape(", ".join(card.who)),
         escape(status_of(card, words)), escape(awaited(card, words)), moment(card.since),
         moment(card.due) or escape(said(Say("no deadline"), words))]
        for card in running
    ]  # fmt: skip
    ended = [
        [_link(card), escape(card.title), escape(", ".join(card.who)), escape(card.at[:10]),
         escape(card.result)]
        for card in over
    ]  # fmt: skip
    game, name, seats = Say("game"), Say("title"), Say("seats")
    heads = [game, name, seats, Say("status"), Say("awaited"), Say("since"), Say("until")]
    body = told("h2", Say("Running"), words) + "\n"
    body += table(heads, rows, words) if rows else told("p", Say("No game is running."), words)
    body += "\n" + told("h2", Say("Finished"), words) + "\n"
    heads = [game, name, seats, Say("ended"), Say("result")]
    body += table(heads, ended, words) if ended else told("p", Say("No game has ended yet."), words)
    return page(Say("Games"), body, words)


def _link(card: Card) -> str:
    return f'<a href="{escape(card.href)}">{escape(card.id)}</a>'


def running_page(card: Card, board: str, picture: str, lines: Sequence[str], words: Words | None = None) -> str:
    """Write one running game: whose turn, the board that everybody may see, what happened last."""
    points = ", ".join(f"{card.seats.get(seat, seat)} {n}" for seat, n in card.points.items())
    facts = {"title": Verbatim(card.title), "n": card.entry, "status": Verbatim(status_of(card, words))}
    body = [told("p", Say("{title}, entry {n}, {status}.", **facts), words)]
    whom, since, due = Verbatim(escape(awaited(card, words))), Verbatim(moment(card.since)), Verbatim(moment(card.due))
    waits = Say("Awaited: {whom}.", whom=whom)
    if card.since:
        waits = Say("Awaited: {whom}, since {since}.", whom=whom, since=since)
    until = Say("Until {due}.", due=due) if card.due else Say("There is no deadline.")
    body += [f"<p>{said(text, words)}</p>" for text in (waits, until)]
    if points:
        body.append(told("p", Say("Points: {points}.", points=Verbatim(points)), words))
    body += [told("h2", Say("What happened"), words), "<ul>", *(f"<li>{escape(line)}</li>" for line in lines), "</ul>"]
    whole, narrow = stacked(picture)
    body += [f'<div class="whole">{whole}</div>' if narrow else whole, narrow]
    body.append(f'<div class="wide" tabindex="0">{board}</div>')
    return page(f"{card.id}: {card.title}", "\n".join(body), words, up="../")


def figures(data: Mapping[str, Any], named: Mapping[str, str], words: Words | None = None) -> str:
    """Write figures of titles, and of the players who agreed to be named."""
    rows = [
        [escape(title), *(_cell(found[key]) for key in ("games", "finished", "turns", "days", "submissions", "score"))]
        for title, found in data["titles"].items()
    ]
    games, ended = Say("games"), Say("finished")
    heads = [Say("title"), games, ended, Say("turns"), Say("days"), Say("submissions"), Say("mean score")]
    body = told("h2", Say("Titles"), words) + "\n" + table(heads, rows, words)
    people = [
        [escape(name), *(_cell(found[key]) for key in ("games", "finished", "wins", "mean", "best"))]
        for name, found in data["players"].items()
        if name in named
    ]
    body += "\n" + told("h2", Say("Players who agreed to be named"), words) + "\n"
    heads = [Say("player"), games, ended, Say("wins"), Say("mean"), Say("best")]
    body += table(heads, people, words) if people else told("p", Say("Nobody yet."), words)
    return page(Say("Figures"), body, words)


def _cell(value: Any) -> str:
    return "" if value is None else escape(str(value))


def feed(cards: Sequence[Card], base: str, words: Words | None = None) -> str:
    """Write the newest entry of each game, and each end, as an Atom feed."""
    newest = sorted(cards, key=lambda card: (card.at, card.id), reverse=True)[:50]
    name = told("title", Say("Games by mail"), words)
    updated = newest[0].at if newest else "1970-01-01T00:00:00Z"
    entries = "".join(
        f"<entry><id>urn:pbem:{escape(card.id)}:{card.entry}</id><updated>{escape(card.at)}</updated>"
        f"<title>{escape(said(_headline(card, words), words))}</title>"
        f'<link href="{escape(base + card.href)}"/><summary>{escape(card.title)}</summary></entry>\n'
        for card in newest
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<id>urn:pbem:games</id>{name}<author><name>pbem</name></author>"
        + (f'<link rel="self" href="{escape(base)}feed.atom"/><link href="{escape(base)}index.html"/>' if base else "")
        + f"<updated>{escape(updated)}</updated>\n{entries}</feed>\n"
    )


def _headline(card: Card, words: Words | None) -> str:
    if card.over:
        result = Verbatim(card.result or status_of(card, words))
        return Say("{game} has ended: {result}", game=Verbatim(card.id), result=result)
    entry, whom = Verbatim(f"{card.id} #{card.entry}"), Verbatim(awaited(card, words))
    return Say("{entry}: {whom} awaited", entry=entry, whom=whom)
