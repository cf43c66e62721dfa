"""The commands of play: new, move, options."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import rmtree
from typing import Any

from pbem.cli.input import is_open, read_bytes
from pbem.cli.output import out, print_json
from pbem.cli.speech import words_for_reader
from pbem.core.errors import Misuse, NotSeated
from pbem.core.kept import told
from pbem.core.questions import Amount, Question, answer_line
from pbem.core.words import Catalogue, said
from pbem.desk.desk import Desk, Session, here
from pbem.desk.games.moves import TypedAnswers
from pbem.desk.walk import walk
from pbem.engine.gamefile import GameFile
from pbem.engine.journal import events_for, stamp
from pbem.engine.people import find_seat, only_seat
from pbem.engine.play import Play, Preview, Receipt, texts
from pbem.medium import is_folder
from pbem.plain import read_file
from pbem.store.disk import make_folder
from pbem.store.home import Home

MAX_STDIN = 1_000_000
GRAMMAR = {"occasions": "may be written for", "conditions": "may depend on", "words": "words for numbers"}
"""What `options` says of a question besides its answers."""


def welcome() -> None:
    """`pbem` alone: what to do next, here."""
    desk = here()
    rows = desk.listing()
    if not rows:
        out("There is no game in this folder yet. Make one, for example:")
        out("")
        out("  pbem new tekhenu --player 'Ania <ania@example.org>' --player 'Bartek <bartek@example.org>'")
        out("")
        out("`pbem titles` lists the games you can play, `pbem --help` every command.")
        return
    out(f"{len(rows)} game{'s'[len(rows) == 1 :]} here. Awaited:")
    for row in rows[:20]:
        out(f"  {row['id']} ({row['title']}, {row['status']}): {', '.join(row['awaited']) or 'nobody'}")
    waiting = next((row for row in rows if row["awaited"]), None)
    if waiting:
        name = waiting["awaited"][0]
        out("")
        out(f"Next: `pbem options {waiting['id']} --as {name}` lists the legal answers,")
        out(f"      `pbem move {waiting['id']} --as {name} 'answer; answer'` plays them.")
    out("`pbem --help` lists every command.")


# -- new -------------------------------------------------------------------------------------------------------------


@contextmanager
def home_made(home: Home) -> Iterator[None]:
    """A home that is not there is made, for its owner only; it goes again if no game comes of it."""
    if is_folder(home.root):
        yield
        return
    make_folder(home.root)
    try:
        yield
    except BaseException:
        from pbem.store.invited import invited_ids

        if not home.game_ids() and not invited_ids(home):
            rmtree(home.root, ignore_errors=True)
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
    holders = [info for info in game.seats if info.seat in play.table.seats]
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
        seats = ", ".join(f"{info.player} ({info.seat})" for info in holders)
        out(f"Game {game.id} of {play.title.full_name}: {seats}.")
        given = " (the seed was given by hand)" if game.rules.chance == "given" else ""
        given = given or " (drawn by this machine alone; --invite lets the players have a part in it)"
        out(f"Seed commitment {game.seed_commitment}{given}.")
        out(asked_sentence(play))
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
    """`pbem new --invite`."""
    from pbem.desk.people.invitations import invite

    if seed is not None:
        raise Misuse("--invite and --seed exclude each other: the seed of such a game is made of the players' words.")
    desk = here(create=create)
    with home_made(desk.home):
        made = invite(desk, title, players, moderator, observers, game_id, options)
    asked = [one.player for one in made.people()]
    if json:
        told = {"game": made.id, "title": made.title, "status": "invited", "invited": asked, "until": made.until}
        print_json({**told, "secret_commitment": made.secret_commitment})
    else:
        out(f"Invitations to {made.id} go to {', '.join(asked)}; they stand until {made.until}.")
        out(f"The deal is made of their words and of a secret; its SHA-256 is {made.secret_commitment}.")
    return desk.send(quiet=json) if send else 0


# -- move ------------------------------------------------------------------------------------------------------------


def read_move(text: list[str], file: str | None) -> str:
    """The move from the arguments, a file or standard input."""
    if file is not None and text:
        raise Misuse("Give the move as text or with --file, not both.")
    if file is None and text in (["-"], []):
        if not text and (not is_open() or sys.stdin.isatty()):  # --json on a terminal
            raise Misuse("No move was given. Example: pbem move GAME --as NAME 'answer; answer' (or `-` for stdin).")
        file = "-"
    if file is None:
        return " ".join(text)
    if file == "-":
        raw = read_bytes(MAX_STDIN + 1)
    else:
        try:
            raw = read_file(file, MAX_STDIN + 1)
        except OSError as error:
            raise Misuse(f"{file} cannot be read: {error.strerror}; `-` reads standard input.") from None
    return raw.decode("utf-8", "replace")


def differences(play: Play, seat: str, seen: Preview) -> list[str]:
    """Stock and points before and after a preview, where they differ."""
    told = seen.compared(*play.standing(seat))
    return [f"before and after: {told}"] if told else []


def wants_guide(text: list[str], file: str | None, json: bool) -> bool:
    """Whether nobody gave a move and somebody sits at the terminal."""
    return not text and file is None and not json and is_open() and sys.stdin.isatty()


def guided_words(desk: Desk, game_id: str, as_: str | None, entry: int | None) -> str:
    """The move that a player put together question by question; empty: they left."""
    from pbem.cli.guided import Guide, Left

    session = desk.read(game_id)
    seat = seat_of(session.game, as_)
    session.play.check_entry(seat, entry)
    try:
        return Guide(session.play, seat).turn()
    except Left:
        out("\nYou left. Nothing was changed.")
        return ""


def seat_of(game: GameFile, as_: str | None) -> str:
    """The seat that is meant: the one named, else the only one asked."""
    if as_ is not None:
        return find_seat(game, as_).seat
    one = only_seat(game)
    if one is None:
        names = ", ".join(info.player for info in game.known_to() if info.role == "player")
        raise NotSeated(f"Several seats are asked, or none: say for whom with --as ({names}).")
    return one.seat


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
            raise Misuse("--dry-run tries answers only, and this text holds a command.")
        return dry(desk.read(game_id), words, as_, entry, json)
    if names_command(words):
        return commanded(desk, game_id, words, as_, entry, send, json)
    with desk.game(game_id) as session:
        seat = seat_of(session.game, as_)
        receipt = walk(session, TypedAnswers(seat, words, entry))
        document = receipt_document(session.play, receipt)
        news = news_lines(session, receipt, seat)
    if json:
        print_json(document)
    else:
        print_receipt(document, news)
    return desk.send(quiet=json) if send else 0


def commanded(desk: Desk, game_id: str, words: str, as_: str | None, entry: int | None, send: bool, json: bool) -> int:
    """A text with commands in it (`orders`, `say`, `away` ...): the same as in a mail, but all of it or nothing."""
    from pbem.desk.commands.typed import TypedCommands, answer_text
    from pbem.mail.words import COUNTED

    with desk.game(game_id) as session:
        answer = walk(session, TypedCommands(seat_of(session.game, as_), words, entry))
        entry_now = session.game.entry
    if json:
        counted = answer.verdict == COUNTED
        print_json({
            "game": game_id, "entry": entry_now, "counted": counted, "verdict": answer.verdict, "why": answer.why,
            "sections": [{"heading": heading, "text": text} for heading, text in answer.sections],
        })  # fmt: skip
    else:
        out(answer_text(answer).rstrip())
    return desk.send(quiet=json) if send else 0


def dry(session: Session, words: str, as_: str | None, entry: int | None, json: bool) -> int:
    """What a move would do, on a copy, up to the first reveal."""
    seat = seat_of(session.game, as_)
    session.play.check_entry(seat, entry, words)
    seen = session.play.preview(seat, words)
    points, stock = session.play.standing(seat)
    told = [line for event in seen.events if (line := session.play.title.line(event, seat))]
    document = {
        "game": session.game.id, "entry": session.game.entry, "dry_run": True, "complete": seen.complete,
        "reveal": seen.reveal, "questions": questions_document(session.play, seen.questions, seen, seat),
        "events": told, "points": {"before": points, "after": seen.points},
        "stock": {"before": stock, "after": seen.stock},
    }  # fmt: skip
    if json:
        print_json(document)
        return 0
    for line in [*told, *differences(session.play, seat, seen)]:
        out(f"- {line}")
    if seen.reveal:
        out("Legal up to the first reveal; nothing behind it is looked at. Nothing was changed.")
    elif seen.complete:
        out("Legal and complete. Nothing was changed.")
    else:
        out("Legal so far, but not complete. Then asked:")
        print_questions(document["questions"])
    return 0


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
    """What the new entries told this seat."""
    lines = [session.play.title.line(event, seat) for entry in receipt.entries for event in events_for(entry, seat)]
    return [line for line in lines if line]


def asked_sentence(play: Play) -> str:
    people = ", ".join(f"{play.game.named(s)}: {q.name}" for s, q in play.questions().items())
    return f"Asked next: {people}." if people else "Nobody is asked."


def print_receipt(document: dict[str, Any], news: list[str]) -> None:
    if not document["counted"]:
        out(document.get("text") or "INFORMATION")
        return
    if document["ready"]:
        out(f"COUNTED: on file for {document['game']}, to be played at {document['ready']}.")
    elif document["entries"]:
        out(f"COUNTED as entry {document['entries'][0]} of {document['game']}.")
    else:
        out(f"COUNTED: kept for the questions of {document['game']} that it answers.")
    for answer in document["answers"]:
        mark = "" if answer["source"] == "line" else f"  [{answer['source']}]"
        out(f"  {answer['name']}: {', '.join(answer['keys'] or ['none'])}{mark}")
    for line in document["ahead"]:
        out(f"  kept for later: {line}")
    for line in document["unneeded"]:
        out(f"  not needed any more: {line}")
    if document["why"]:
        out(f"Something was revealed, so what came before it stays. {document['why']}")
        for line in document["unused"]:
            out(f"  not used: {line}")
    for line in news:
        out(f"- {line}")
    if document["result"]:
        out(f"The game is over. {document['result'].get('text', '')}".rstrip())
    people = ", ".join(f"{a['player']} ({a['seat']}): {a['question']}" for a in document["awaited"])
    if people:
        out(f"Asked next: {people}.")


# -- options ---------------------------------------------------------------------------------------------------------


def question_document(
    seat: str, question: Question, sealed: bool, told: dict[str, str] | None, hide: bool
) -> dict[str, Any]:
    """One question in the contract's shape; `hide` leaves out answers that would show the seat's secrets."""
    document: dict[str, Any] = {
        "seat": seat, "name": question.name, "prompt": question.prompt, "sealed": sealed,
        "low": question.low, "high": question.high,
        "default": None if question.default is None else answer_line(question, question.default),
    }  # fmt: skip
    if question.occasions:
        document["occasions"] = [f"{question.name}-{one.word}" for one in question.occasions if one.word]
    if question.facts:
        document["conditions"] = list(question.facts)
    if isinstance(question, Amount):
        words = {"words": list(question.amounts)} if question.amounts else {}
        return {**document, **words, "min": question.min, "max": question.max}
    if hide and question.private:
        return {**document, "private": True, "options": []}
    told = texts(question) if told is None else told
    options = [{"answer": f"{question.name}: {key}", "key": key, "text": told[key]} for key in question.options]
    return {**document, "options": options}


def questions_document(
    play: Play, questions: dict[str, Question], seen: Preview | None, reader: str | None
) -> list[dict[str, Any]]:
    sealed = play.run.sealed
    return [
        question_document(seat, question, sealed, seen.texts.get(seat) if seen else None, hide=seat != reader)
        for seat, question in questions.items()
        if reader is None or seat == reader
    ]


def show_options(game_id: str, as_: str | None, after: str | None, json: bool) -> int:
    session = here().read(game_id)
    play, game = session.play, session.game
    seat = find_seat(game, as_).seat if as_ else None
    seen = None
    if after and after.strip():
        seat = seat or seat_of(game, None)
        seen = play.preview(seat, after)
        questions = {s: q for s, q in seen.questions.items() if s == seat}
    elif seat:
        question = play.question_for(seat)
        questions = {seat: question} if question else {}
    else:
        questions = play.questions()
    document = {
        "game": game.id,
        "entry": put_at(game, [seat] if seat else list(questions)),
        "complete": bool(seen and seen.complete),
        "questions": questions_document(play, questions, seen, seat),
    }
    if json:
        print_json(document)
        return 0
    if seen and seen.complete:
        out("That is a whole move." if not seen.reveal else "That is a whole move: something is revealed behind it.")
    elif not questions:
        out(f"Nothing is asked of {as_}." if as_ else f"Nobody is asked; the game is {game.status}.")
    print_questions(document["questions"], words_for_reader(session.desk, session, as_))
    return 0


def put_at(game: GameFile, seats: list[str]) -> int:
    """The entry at which the question was put: what `move --entry` compares."""
    return next((game.deadlines[seat].entry for seat in seats if seat in game.deadlines), game.entry)


def print_questions(questions: Any, words: Catalogue | None = None) -> None:
    """Questions with their answers: the answers as they are typed, prompts and meanings in the reader's language."""
    for question in questions:
        count = "" if question["high"] == 1 else f" ({question['low']} to {question['high']} of these)"
        window = f" [may be left out: {question['default']}]" if question["default"] else ""
        out(f"{question['seat']}: {said(question['prompt'], words)}{count}{window}")
        if "min" in question:
            out(f"  {question['name']}: {question['min']} to {question['max']}")
        elif question.get("private") and not question["options"]:
            out(f"  {question['name']}: only {question['seat']} may see the answers (--as {question['seat']})")
        for option in question.get("options", []):
            told = "" if option["text"] == option["key"] else f"   # {said(option['text'], words)}"
            out(f"  {option['answer']}{told}")
        for key, meaning in GRAMMAR.items():
            if question.get(key):
                out(f"  # {meaning}: {', '.join(question[key])}")
