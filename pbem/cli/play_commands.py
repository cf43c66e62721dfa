"""The commands of play: new, move."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pbem.cli.input import is_open, read_bytes
from pbem.cli.output import out, print_json
from pbem.cli.speech import words_for_reader, words_in, words_of_home
from pbem.core.errors import Misuse
from pbem.core.kept import told
from pbem.core.words import Catalogue, Count, Listed, Say, Verbatim, said
from pbem.desk.desk import Desk, Session, here
from pbem.desk.games.moves import TypedAnswers
from pbem.desk.walk import walk
from pbem.engine.journal import events_for, stamp
from pbem.engine.people import named_text, seat_meant
from pbem.engine.play import Play, Receipt
from pbem.engine.submission.outcomes import SOURCES
from pbem.medium import discard_folder, is_folder
from pbem.plain import read_file
from pbem.store.disk import make_folder
from pbem.store.home import Home

MAX_STDIN = 1_000_000


def welcome() -> None:
    """Say what to do next, here: `pbem` alone."""
    desk = here()
    rows, words = desk.listing(), words_of_home(desk)
    if not rows:
        out(Say("There is no game in this folder yet. Make one, for example:"), words)
        out("")
        out("  pbem new tekhenu --player 'Ania <ania@example.org>' --player 'Bartek <bartek@example.org>'")
        out("")
        out(Say("`pbem titles` lists the games you can play, `pbem --help` every command."), words)
        return
    out(Say("{games} here. Awaited:", games=Count(len(rows), "{n} game", "{n} games")), words)
    for row in rows[:20]:
        status = row["status"]
        whom = Verbatim(", ".join(row["awaited"])) if row["awaited"] else Say("nobody")
        out(Say("  {game} ({title}, {status}): {awaited}", game=Verbatim(row["id"]), title=Verbatim(row["title"]),
                status=Say(status), awaited=whom), words)  # fmt: skip
    waiting = next((row for row in rows if row["awaited"]), None)
    if waiting:
        name = waiting["awaited"][0]
        out("")
        told = {"game": Verbatim(waiting["id"]), "name": Verbatim(name)}
        out(Say("Next: `pbem options {game} --as {name}` lists the legal answers,", **told), words)
        out(Say("      `pbem move {game} --as {name} 'answer; answer'` plays them.", **told), words)
    out(Say("`pbem --help` lists every command."), words)


# -- new -------------------------------------------------------------------------------------------------------------


@contextmanager
def home_made(home: Home) -> Iterator[None]:
    """Make a home that is not there, for its owner only; take it away again if no game comes of it."""
    if is_folder(home.root):
        yield
        return
    make_folder(home.root)
    try:
        yield
    except BaseException:
        from pbem.store.invited import invited_ids

        if not home.game_ids() and not invited_ids(home):
            discard_folder(home.root)
        raise


def new_game(
    title: str,
    players: list[str],
    moderator: str | None,
    observers: list[str],
    game_id: str | None,
    options: list[str],
    seed: str | None,
    create: bool,
    send: bool,
    json: bool,
) -> int:
    desk = here(create=create)
    with home_made(desk.home):
        play = desk.create(title, players, moderator, observers, game_id, options, seed)
    game = play.game
    holders = [info for info in game.known_to() if info.seat in play.table.seats]
    if json:
        print_json(
            {
                "game": game.id, "title": game.title, "entry": game.entry, "head": game.head,
                "seed_commitment": game.seed_commitment, "seed_given": game.rules.chance == "given",
                "seats": [{"seat": info.seat, "player": info.player} for info in holders],
                "awaited": awaited(play),
            }
        )  # fmt: skip
    else:
        print_new(play, words_in(desk, play.title))
    return desk.send() if send else 0


def invite_players(
    title: str,
    players: list[str],
    moderator: str | None,
    observers: list[str],
    game_id: str | None,
    options: list[str],
    seed: str | None,
    create: bool,
    send: bool,
    json: bool,
) -> int:
    """Carry out `pbem new --invite`."""
    from pbem.desk.people.invitations import invite

    if seed is not None:
        raise Misuse(
            Say("--invite and --seed exclude each other: the seed of such a game is made of the players' words.")
        )
    desk = here(create=create)
    with home_made(desk.home):
        made = invite(desk, title, players, moderator, observers, game_id, options)
    asked = [f"invited-{n}" if made.anonymous else one.player for n, one in enumerate(made.people(), 1)]
    if json:
        row = {"game": made.id, "title": made.title, "status": "invited", "invited": asked, "until": made.until}
        print_json({**row, "secret_commitment": made.secret_commitment})
    else:
        words = words_of_home(desk)
        people = Count(len(asked), "{n} person", "{n} people") if made.anonymous else Verbatim(", ".join(asked))
        told = {"game": Verbatim(made.id), "people": people, "until": Verbatim(made.until)}
        out(Say("Invitations to {game} go to {people}; they stand until {until}.", **told), words)
        digest = Verbatim(made.secret_commitment)
        out(Say("The deal is made of their words and of a secret; its SHA-256 is {digest}.", digest=digest), words)
    return desk.send(quiet=json) if send else 0


# -- move ------------------------------------------------------------------------------------------------------------


def read_move(text: list[str], file: str | None) -> str:
    """Read the move from the arguments, a file or standard input."""
    if file is not None and text:
        raise Misuse(Say("Give the move as text or with --file, not both."))
    if file is None and text in (["-"], []):
        if not text and (not is_open() or sys.stdin.isatty()):  # --json on a terminal
            raise Misuse(
                Say("No move was given. Example: pbem move GAME --as NAME 'answer; answer' (or `-` for stdin).")
            )
        file = "-"
    if file is None:
        return " ".join(text)
    if file == "-":
        raw = read_bytes(MAX_STDIN + 1)
    else:
        try:
            raw = read_file(file, MAX_STDIN + 1)
        except OSError as error:
            why = Verbatim(error.strerror or "")
            raise Misuse(
                Say("{file} cannot be read: {why}; `-` reads standard input.", file=Verbatim(file), why=why)
            ) from None
    return raw.decode("utf-8", "replace")


def wants_guide(text: list[str], file: str | None, json: bool) -> bool:
    """Tell whether nobody gave a move and somebody sits at the terminal."""
    return not text and file is None and not json and is_open() and sys.stdin.isatty()


def guided_words(desk: Desk, game_id: str, as_: str | None, entry: int | None) -> str:
    """Return the move that a player put together question by question; empty: they left."""
    from pbem.cli.guide.guided import Guide, Left

    session = desk.read(game_id)
    seat = seat_meant(session.game, as_)
    session.play.check_entry(seat, entry)
    words = words_for_reader(desk, session, session.game.person(seat))
    try:
        return Guide(session.play, seat, words).turn()
    except Left:
        out()
        out(Say("You left. Nothing was changed."), words)
        return ""


def move_game(
    game_id: str,
    text: list[str],
    file: str | None,
    as_: str | None,
    entry: int | None,
    dry_run: bool,
    send: bool,
    json: bool,
) -> int:
    desk = here()
    if wants_guide(text, file, json):
        words = guided_words(desk, game_id, as_, entry)
        if not words:
            return 0
    else:
        words = read_move(text, file)
    from pbem.mail.typed.spelling import names_command

    if dry_run:
        if names_command(words):
            raise Misuse(Say("--dry-run tries answers only, and this text holds a command."))
        from pbem.cli.options_command import dry

        return dry(desk.read(game_id), words, as_, entry, json)
    if names_command(words):
        return commanded(desk, game_id, words, as_, entry, send, json)
    with desk.game(game_id) as session:
        seat = seat_meant(session.game, as_)
        receipt = walk(session, TypedAnswers(seat, words, entry))
        document = receipt_document(session.play, receipt)
        news = news_lines(session, receipt, seat)
        spoken = None if json else words_for_reader(desk, session, session.game.person(seat))
    if json:
        print_json(document)
    else:
        print_receipt({**document, "result": told(session.game.moderation.result, spoken)}, news, spoken)
    return desk.send(quiet=json) if send else 0


def commanded(desk: Desk, game_id: str, words: str, as_: str | None, entry: int | None, send: bool, json: bool) -> int:
    """Carry out a text with commands in it (`orders`, `say`, `away` ...): the same as in a mail, but all of it or
    nothing."""
    from pbem.desk.commands.typed import TypedCommands, answer_text
    from pbem.mail.words import COUNTED

    with desk.game(game_id) as session:
        typed = TypedCommands(seat_meant(session.game, as_), words, entry, language="en" if json else None)
        answer = walk(session, typed)
        entry_now = session.game.entry
    if json:
        counted = answer.verdict == COUNTED
        print_json({
            "game": game_id, "entry": entry_now, "counted": counted, "verdict": answer.verdict, "why": answer.why,
            "sections": [{"heading": heading, "text": text} for heading, text in answer.sections],
        })  # fmt: skip
    else:
        assert typed.context is not None
        out(answer_text(answer, typed.context).rstrip())
    return desk.send(quiet=json) if send else 0


# -- what was done ---------------------------------------------------------------------------------------------------


def print_new(play: Play, words: Catalogue | None) -> None:
    """Print what a new game is, and who begins."""
    game = play.game
    seats = Listed(named_text(game, info.seat) for info in game.seats if info.seat in play.table.seats)
    told = {"game": Verbatim(game.id), "title": Verbatim(play.title.full_name), "seats": seats}
    out(Say("Game {game} of {title}: {seats}.", **told), words)
    given = Say("the seed was given by hand")
    if game.rules.chance != "given":
        given = Say("drawn by this machine alone; --invite lets the players have a part in it")
    out(Say("Seed commitment {digest} ({how}).", digest=Verbatim(game.seed_commitment), how=given), words)
    out(asked_sentence(play), words)


def receipt_document(play: Play, receipt: Receipt) -> dict[str, Any]:
    game = play.game
    return {
        "game": game.id,
        "entry": game.entry,
        "head": game.head,
        "counted": bool(receipt.entries or receipt.ahead),
        "entries": [entry.n for entry in receipt.entries],
        "ready": stamp(receipt.ready) if receipt.ready else None,
        "seat": receipt.seat,
        "answers": [{"name": answer.name, "keys": answer.keys, "source": answer.source} for answer in receipt.answers],
        "ahead": receipt.ahead,
        "unneeded": receipt.unneeded,
        "unused": receipt.unused,
        "finished": receipt.finished,
        "why": receipt.error.message if receipt.error else None,
        "status": game.status,
        "awaited": awaited(play),
        "result": told(game.moderation.result),
    }


def awaited(play: Play) -> list[dict[str, Any]]:
    game = play.game
    return [
        {"seat": seat, "player": game.person(seat), "question": question.name, "entry": game.deadlines[seat].entry}
        for seat, question in play.questions().items()
    ]


def news_lines(session: Session, receipt: Receipt, seat: str) -> list[str]:
    """List what the new entries told this seat."""
    lines = [session.play.title.line(event, seat) for entry in receipt.entries for event in events_for(entry, seat)]
    return [line for line in lines if line]


def asked_sentence(play: Play) -> str:
    people = Listed(
        Say("{player}: {question}", player=named_text(play.game, s), question=q.name)
        for s, q in play.questions().items()
    )
    return Say("Asked next: {people}.", people=people) if people else Say("Nobody is asked.")


def counted_words(document: dict[str, Any]) -> str:
    """Write the first line of a receipt; its first word is the same in every language."""
    game = Verbatim(document["game"])
    if document["ready"]:
        return Say("COUNTED: on file for {game}, to be played at {when}.", game=game, when=Verbatim(document["ready"]))
    if document["entries"]:
        return Say("COUNTED as entry {n} of {game}.", n=document["entries"][0], game=game)
    return Say("COUNTED: kept for the questions of {game} that it answers.", game=game)


def print_receipt(document: dict[str, Any], news: list[str], words: Catalogue | None = None) -> None:
    if not document["counted"]:
        out(document.get("text") or "INFORMATION")
        return
    out(counted_words(document), words)
    for answer in document["answers"]:
        mark = "" if answer["source"] == "line" else f"  [{said(SOURCES[answer['source']], words)}]"
        out(f"  {answer['name']}: {', '.join(answer['keys'] or ['none'])}{mark}")
    for line in document["ahead"]:
        out(Say("  kept for later: {line}", line=Verbatim(line)), words)
    for line in document["unneeded"]:
        out(Say("  not needed any more: {line}", line=Verbatim(line)), words)
    if document["why"]:
        out(
            Say(
                "Something was revealed, so what came before it stays. {why}",
                why=Verbatim(said(document["why"], words)),
            ),
            words,
        )
        for line in document["unused"]:
            out(Say("  not used: {line}", line=Verbatim(line)), words)
    for line in news:
        out(f"- {said(line, words)}")
    if document["result"]:
        text = Verbatim(document["result"].get("text", ""))
        out(said(Say("The game is over. {text}", text=text), words).rstrip())
    people = Listed(
        Say("{player} ({seat}): {question}", player=Verbatim(a["player"]), seat=a["seat"], question=a["question"])
        for a in document["awaited"]
    )
    if people:
        out(Say("Asked next: {people}.", people=people), words)
