"""What may be answered: `pbem options`, and `pbem move --dry-run`."""

from __future__ import annotations

from typing import Any

from pbem.cli.output import out, print_json
from pbem.cli.speech import words_for_reader
from pbem.core.questions import NONE, Amount, Question, answer_line
from pbem.core.words import Catalogue, Say, Verbatim, Word, said
from pbem.desk.desk import Session, here
from pbem.desk.games.moves import meant
from pbem.engine.gamefile import GameFile
from pbem.engine.people import find_seat, seat_meant
from pbem.engine.play import Play, Preview, texts

GRAMMAR = {
    "occasions": Say("may be written for"),
    "conditions": Say("may depend on"),
    "words": Say("words for numbers"),
}
"""What `options` says of a question besides its answers."""


def show_options(game_id: str, as_: str | None, after: str | None, json: bool) -> int:
    session = here().read(game_id)
    play, game = session.play, session.game
    seat = find_seat(game, as_).seat if as_ else None
    seen = None
    if after and after.strip():
        seat = seat or seat_meant(game, None)
        seen = play.preview(seat, meant(session, seat, after))
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
    words = words_for_reader(session.desk, session, as_)
    if seen and seen.complete:
        whole = Say("That is a whole move: something is revealed behind it.")
        out(whole if seen.reveal else Say("That is a whole move."), words)
    elif not questions:
        nobody = Say("Nobody is asked; the game is {status}.", status=Say(game.status))
        out(Say("Nothing is asked of {name}.", name=Verbatim(as_)) if as_ else nobody, words)
    print_questions(document["questions"], words)
    return 0


def put_at(game: GameFile, seats: list[str]) -> int:
    """Return the entry at which the question was put: what `move --entry` compares."""
    return next((game.deadlines[seat].entry for seat in seats if seat in game.deadlines), game.entry)


def questions_document(
    play: Play, questions: dict[str, Question], seen: Preview | None, reader: str | None
) -> list[dict[str, Any]]:
    sealed = play.run.sealed
    return [
        question_document(seat, question, sealed, seen.texts.get(seat) if seen else None, hide=seat != reader)
        for seat, question in questions.items()
        if reader is None or seat == reader
    ]


def question_document(
    seat: str, question: Question, sealed: bool, told: dict[str, str] | None, hide: bool
) -> dict[str, Any]:
    """Write one question as `options --json` does; `hide` leaves out answers that would show the seat's secrets."""
    document: dict[str, Any] = {
        "seat": seat, "name": question.name, "prompt": question.prompt, "sealed": sealed,
        "low": question.low, "high": question.high,
        "default": None if question.default is None else answer_line(question, question.default),
    }  # fmt: skip
    if question.occasions:
        named = [f"{question.name}-{one.word}" for one in question.occasions if one.word]
        document["occasions"] = [*named, question.name]
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


def print_questions(questions: Any, words: Catalogue | None = None) -> None:
    """Print questions with their answers: the answers as they are typed, prompts and meanings in the reader's
    language."""
    for question in questions:
        low, high = question["low"], question["high"]
        count = "" if high == 1 else said(Say(" ({low} to {high} of these)", low=low, high=high), words)
        window = (
            Say(" [may be left out: {answer}]", answer=Verbatim(question["default"])) if question["default"] else ""
        )
        seat, prompt = said(Word(question["seat"]), words), said(question["prompt"], words)
        out(f"{seat}: {prompt}{count}{said(window, words)}")
        name = question["name"]
        if "min" in question:
            span = Say("any number from {low} to {high}", low=question["min"], high=question["max"])
            out(f"  {name}: {question['min']}   # {said(span, words)}")
        elif question.get("private") and not question["options"]:
            seat = Verbatim(question["seat"])
            out(Say("  {name}: only {seat} may see the answers (--as {seat})", name=Verbatim(name), seat=seat), words)
        for option in question.get("options", []):
            told = "" if option["text"] == option["key"] else f"   # {said(option['text'], words)}"
            out(f"  {option['answer']}{told}")
        if low == 0 and question.get("options"):
            out(f"  {name}: {NONE}")
        for key, meaning in GRAMMAR.items():
            if question.get(key):
                out(f"  # {said(meaning, words)}: {', '.join(question[key])}")


def differences(play: Play, seat: str, seen: Preview) -> list[str]:
    """Compare stock and points before and after a preview; tell where they differ."""
    told = seen.compared(*play.standing(seat))
    return [Say("before and after: {told}", told=told)] if told else []


def dry(session: Session, words: str, as_: str | None, entry: int | None, json: bool) -> int:
    """Show what a move would do, on a copy, up to the first reveal."""
    seat = seat_meant(session.game, as_)
    words = meant(session, seat, words)
    session.play.check_entry(seat, entry, words)
    seen = session.play.preview(seat, words, through=True)
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
    spoken = words_for_reader(session.desk, session, session.game.person(seat))
    for line in [*told, *differences(session.play, seat, seen)]:
        out(f"- {said(line, spoken)}")
    if seen.reveal:
        out(Say("Legal up to the first reveal; nothing behind it is looked at. Nothing was changed."), spoken)
    elif seen.complete:
        out(Say("Legal and complete. Nothing was changed."), spoken)
    else:
        out(Say("Legal so far, but not complete. Then asked:"), spoken)
        print_questions(document["questions"], spoken)
    return 0
