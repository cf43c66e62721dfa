"""The pages themselves: HTML without scripts, and the Atom feed. Everything from outside is escaped here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:88rem;margin:0 auto;padding:12px;overflow-wrap:anywhere}"
    "table{border-collapse:collapse}th,td{border:1px solid #b9a67e;padding:3px 8px;text-align:left;vertical-align:top;"
    "overflow-wrap:normal}.wide{overflow-x:auto;max-width:100%}.wide svg{width:100%;min-width:75rem;height:auto}"
    "pre{overflow-x:auto}nav a{margin-right:1em}@media(max-width:40rem){.wide svg{min-width:101rem}}"
    "@media(prefers-color-scheme:dark){body{background:#1d1a15;color:#eee3cc}a{color:#ffc675}svg{filter:brightness(.86)}}"
)
NAV = (("index.html", "Games"), ("figures.html", "Figures"), ("feed.atom", "Feed"))


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
    awaited: list[str] = field(default_factory=list)
    since: str = ""
    due: str = ""
    result: str = ""
    points: dict[str, int] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.status in ("finished", "terminated")

    @property
    def href(self) -> str:
        return f"{'finished' if self.over else 'games'}/{self.id}.html"


def page(heading: str, body: str, up: str = "") -> str:
    links = "".join(f'<a href="{up}{name}">{word}</a>' for name, word in NAV)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(heading)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="alternate" type="application/atom+xml" href="{up}feed.atom"><style>{STYLE}</style></head>\n'
        f"<body><nav>{links}</nav>\n<h1>{escape(heading)}</h1>\n{body}\n</body></html>\n"
    )


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Cells are HTML already."""
    head = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f'<div class="wide" tabindex="0"><table>\n<tr>{head}</tr>\n{body}</table></div>'


def moment(at: str) -> str:
    """`<time>` with a moment as people read it."""
    return f'<time datetime="{escape(at)}">{escape(at[:16].replace("T", " "))} UTC</time>' if at else ""


def index(cards: Sequence[Card]) -> str:
    running = [card for card in cards if not card.over]
    over = sorted((card for card in cards if card.over), key=lambda card: card.at, reverse=True)
    rows = [
        [_link(card), escape(card.title), escape(", ".join(card.seats.values())), escape(card.status),
         escape(", ".join(card.awaited) or "nobody"), moment(card.since), moment(card.due) or "no deadline"]
        for card in running
    ]  # fmt: skip
    ended = [
        [_link(card), escape(card.title), escape(", ".join(card.seats.values())), escape(card.at[:10]),
         escape(card.result)]
        for card in over
    ]  # fmt: skip
    body = "<h2>Running</h2>\n"
    heads = ["game", "title", "seats", "status", "awaited", "since", "until"]
    body += table(heads, rows) if rows else "<p>No game is running.</p>"
    body += "\n<h2>Finished</h2>\n"
    body += table(["game", "title", "seats", "ended", "result"], ended) if ended else "<p>No game has ended yet.</p>"
    return page("Games", body)


def _link(card: Card) -> str:
    return f'<a href="{escape(card.href)}">{escape(card.id)}</a>'


def running_page(card: Card, board: str, picture: str, lines: Sequence[str]) -> str:
    """One running game: whose turn, the board that everybody may see, what happened last."""
    points = ", ".join(f"{card.seats.get(seat, seat)} {n}" for seat, n in card.points.items())
    since = f", since {moment(card.since)}" if card.since else ""
    body = [f"<p>{escape(card.title)}, entry {card.entry}, {escape(card.status)}.</p>"]
    body.append(f"<p>Awaited: {escape(', '.join(card.awaited) or 'nobody')}{since}.</p>")
    body.append(f"<p>Until {moment(card.due)}.</p>" if card.due else "<p>There is no deadline.</p>")
    if points:
        body.append(f"<p>Points: {escape(points)}.</p>")
    body += ["<h2>What happened</h2>", "<ul>", *(f"<li>{escape(line)}</li>" for line in lines), "</ul>"]
    body += [f'<div class="wide" tabindex="0">{picture}</div>', f'<div class="wide" tabindex="0">{board}</div>']
    return page(f"{card.id}: {card.title}", "\n".join(body), up="../")


def figures(data: Mapping[str, Any], named: Mapping[str, str]) -> str:
    """Figures of titles, and of the players who agreed to be named."""
    rows = [
        [escape(title), *(_cell(found[key]) for key in ("games", "finished", "turns", "days", "submissions", "score"))]
        for title, found in data["titles"].items()
    ]
    body = "<h2>Titles</h2>\n"
    body += table(["title", "games", "finished", "turns", "days", "submissions", "mean score"], rows)
    people = [
        [escape(name), *(_cell(found[key]) for key in ("games", "finished", "wins", "mean", "best"))]
        for name, found in data["players"].items()
        if name in named
    ]
    body += "\n<h2>Players who agreed to be named</h2>\n"
    body += table(["player", "games", "finished", "wins", "mean", "best"], people) if people else "<p>Nobody yet.</p>"
    return page("Figures", body)


def _cell(value: Any) -> str:
    return "" if value is None else escape(str(value))


def feed(cards: Sequence[Card], base: str) -> str:
    """The newest entry of each game, and each end, as an Atom feed."""
    newest = sorted(cards, key=lambda card: (card.at, card.id), reverse=True)[:50]
    updated = newest[0].at if newest else "1970-01-01T00:00:00Z"
    entries = "".join(
        f"<entry><id>urn:pbem:{escape(card.id)}:{card.entry}</id><updated>{escape(card.at)}</updated>"
        f"<title>{escape(_headline(card))}</title>"
        f'<link href="{escape(base + card.href)}"/><summary>{escape(card.title)}</summary></entry>\n'
        for card in newest
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        "<id>urn:pbem:games</id><title>Games by mail</title><author><name>pbem</name></author>"
        + (f'<link rel="self" href="{escape(base)}feed.atom"/><link href="{escape(base)}index.html"/>' if base else "")
        + f"<updated>{escape(updated)}</updated>\n{entries}</feed>\n"
    )


def _headline(card: Card) -> str:
    if card.over:
        return f"{card.id} has ended: {card.result or card.status}"
    return f"{card.id} #{card.entry}: {', '.join(card.awaited) or 'nobody'} awaited"
