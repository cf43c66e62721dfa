"""One mail of every kind for every box, as people get them: what a browser shows of them is looked at."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pbem.core.titles import get_title
from pbem.desk.letters.points import by_source
from pbem.desk.upkeep.clockwork import tick
from pbem.engine.computers.computer import turn_text
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.engine.journal import events_for
from pbem.engine.play import Play
from pbem.mail.composing.compose import compose
from pbem.raster import small_png
from tests.desk.mailing import Town
from tests.mail.support import context, parsed

NAMES = ("Ania", "Béla", "Żaneta", "Olga", "Wojciech")
BOXES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "tekhenu-2": ("tekhenu", 2, {}),
    "tekhenu-4": ("tekhenu", 4, {}),
    "solo": ("tekhenu", 1, {"difficulty": "hard"}),
    "seth": ("tekhenu", 3, {"expansion": "seth"}),
    "ankh-2": ("ankh", 2, {}),
    "ankh-5": ("ankh", 5, {}),
    "pharaoh": ("ankh", 3, {"expansion": "pharaoh"}),
}
SUBMISSIONS = 9
"""So many are played before the mails are looked at: boards are no longer empty then."""


def gallery(folder: Path, box: str) -> dict[str, EmailMessage]:
    """The mails of a game in its middle, and the last one of another."""
    title, players, options = BOXES[box]
    town = Town(folder)
    people = [f"{name} <{name[0].lower()}{at}@example.org>" for at, name in enumerate(NAMES[:players])]
    town.new_game(people, "karnak", title, suggestions="yes", **options)
    for at in range(SUBMISSIONS):
        town.later(hours=2)
        _submit(town, by_mail=at >= SUBMISSIONS - 3)
    _write(town, "keep: D99\nosiris yellow 9\nWhat is this?")
    town.later(days=6)
    tick(town.desk)
    return {**_of_kind(town), "over": over(box)}


def _asked(town: Town) -> tuple[str, EmailMessage]:
    """Whoever is asked first, and the last mail to them."""
    game = town.game("karnak")
    seat = next(iter(game.deadlines))
    player = next(info.player for info in game.seats if info.seat == seat)
    mails = [mail for mail in town.out() if mail["To"].addresses[0].display_name == player]
    return seat, mails[-1]


def _write(town: Town, text: str) -> None:
    _, mail = _asked(town)
    assert len(town.deliver(town.answer(mail, text))) == 1


def _submit(town: Town, *, by_mail: bool) -> None:
    seat, _ = _asked(town)
    with town.desk.game("karnak") as session:
        move = turn_text(session.play, seat, session.title.prefer)
        if not by_mail:
            session.play.submit(seat, move, town.desk.now())
            session.put_back()
    if by_mail:
        _write(town, move.replace("; ", "\n"))


def _of_kind(town: Town) -> dict[str, EmailMessage]:
    """The last mail of each kind to a player."""
    found: dict[str, EmailMessage] = {}
    for mail in town.out():
        about = dict(part.strip().split("=") for part in mail["X-Pbem"].split(";"))
        if mail["To"].addresses[0].display_name not in NAMES:
            continue
        kind = about["kind"]
        if kind == "answer":
            kind = "receipt" if str(mail.get_content()).startswith("COUNTED") else "refusal"
        found[kind] = mail
    return found


def over(box: str) -> EmailMessage:
    """The mail that ends a whole game, with points by source and the picture."""
    title, players, options = BOXES[box]
    report = play_game(get_title(title), players, "gallery", checks=NO_CHECKS, options=options)
    shipped = get_title(title).components(report.game.rules.modules)
    play = Play(report.game, get_title(title), get_title(title).prepare(shipped))
    for info, name in zip(play.game.players(), NAMES, strict=False):
        info.player = name
    events = [event for entry in report.entries for event in events_for(entry, None)]
    made = context(play, play.game.players()[0].seat, "over", note={"sources": by_source(play.title, events)})
    made.reader = replace(made.reader, format="both")
    made.picture = small_png(play.title.picture(play.view(None), play.data), 60_000)
    return parsed(compose(made))


def page_of(mail: EmailMessage, *, images: bool = True, style: bool = True) -> str:
    """The page as a mail program shows it: with its picture in place, or without pictures, or without any style."""
    part = mail.get_body(("html",))
    assert part is not None
    html = str(part.get_content())
    if images:
        for picture in pictures(mail):
            html = html.replace("cid:board", f"data:image/png;base64,{b64encode(picture).decode()}")
    if not style:
        before, _, rest = html.partition("<style>")
        html = before + rest.partition("</style>")[2]
    return html


def pictures(mail: EmailMessage) -> Iterator[bytes]:
    for part in mail.walk():
        if part.get_content_type() == "image/png":
            yield part.get_content()
