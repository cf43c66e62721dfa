"""Why a submission is refused: what was read, why not, what is possible. The attempt says which of these it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.core.errors import Ambiguous, NotAsked, NotPossible, OutOfDate, Unfinished, unchanged
from pbem.core.questions import Question, Seat, answer_line
from pbem.core.words import Capital, Listed, Say
from pbem.engine.submission.lines import SHOWN, Line, name_hint, nearest, possible


def asked(question: Question) -> str:
    """Say what is asked of whoever wrote."""
    return Say(
        "Asked: {prompt} ({name}). {possible}", prompt=question.prompt, name=question.name, possible=possible(question)
    )


def awaited(seat: Seat, questions: Mapping[Seat, Question]) -> str:
    """Say who is awaited in place of a seat."""
    waiting = [Say("{seat} ({name})", seat=other, name=question.name) for other, question in questions.items()]
    return Say("It is not {seat}'s turn; awaited: {seats}.", seat=seat, seats=Listed(waiting) or Say("nobody"))


def one_answer_only(line: Line, known: str) -> NotPossible:
    return NotPossible(
        unchanged(
            Say(
                'Line {number}: "{shown}" is not possible: there was one answer only, "{known}".',
                **line.said(), known=known,
            )
        ),
        line=line.number, text=line.raw, expected=[known],
    )  # fmt: skip


def fits_two(line: Line, both: list[str]) -> Ambiguous:
    return Ambiguous(
        unchanged(
            Say(
                'Line {number}: "{shown}" fits two questions: "{one}" and "{other}". Please write the name.',
                **line.said(), one=both[0], other=both[1],
            )
        ),
        line=line.number, text=line.raw, expected=both,
    )  # fmt: skip


def not_next(line: Line, question: Question, reason: str, rule: str | None, *, ahead: bool = False) -> NotAsked:
    """Word the refusal of a line for something else than what is asked next; `ahead`: it may be sent ahead, behind an
    answer to that."""
    if ahead:
        reason = Listed((reason, Say("Behind the lines of your move it is kept for later.")), " ")
    return NotAsked(
        unchanged(
            Say(
                'Line {number}: "{shown}" does not answer what is asked next: {prompt} ({name}).{hint}{reason} '
                "{possible}",
                **line.said(), prompt=question.prompt, name=question.name, hint=name_hint(question, line),
                reason=reason, possible=possible(question),
            )
        ),
        line=line.number, text=line.raw, rule=rule, expected=nearest(question, line.words),
    )  # fmt: skip


def unfinished(question: Question | None) -> Unfinished:
    """Word the refusal of a move that stops too early; None: where it stops nothing can be asked yet."""
    if question is None:
        return Unfinished(Say("The move is not finished: Nothing was changed; please send the whole move again."))
    return Unfinished(
        Say(
            "The move is not finished: {prompt} ({name}). {possible} Nothing was changed; please send the whole move "
            "again.",
            prompt=question.prompt, name=question.name, possible=possible(question),
        ),
        expected=[answer_line(question, [key]) for key in question.options[:SHOWN]],
    )  # fmt: skip


def comes_first(question: Question) -> str:
    return Say(
        "{prompt} ({name}) comes first, and no question before it takes this line.",
        prompt=question.prompt, name=question.name,
    )  # fmt: skip


def no_question(
    line: Line, why: str, reason: str, rule: str | None, known: Question | None, coming: Iterable[Question] = ()
) -> NotAsked:
    """Word the refusal of a line that answers nothing; `known` is the question whose answers are named instead,
    `coming` are those that may be answered ahead."""
    near = nearest(known, line.words) if known else [answer_line(one, one.harmless()) for one in coming][:SHOWN]
    more: str = ""
    if known:
        more = Say(" Possible for {name}: {answers}.", name=known.name, answers=Listed(near))
    elif near:
        more = Say(" Orders may be sent ahead: {answers}.", answers=Listed(near))
    if known and known.name != line.name:
        near = [f"{known.name}: {key}" for key in near]
    return NotAsked(
        unchanged(
            Say(
                'Line {number}: "{shown}" answers no question: {why}{reason}{possible}',
                **line.said(), why=why, reason=reason, possible=more,
            )
        ),
        line=line.number, text=line.raw, rule=rule, expected=near,
    )  # fmt: skip


def second_answer(line: Line, before: Line, reason: str, rule: str | None, at: Question | None) -> NotAsked:
    """Word the refusal of a line for what another line has answered: other answers would not help, so say what does."""
    near = [f"{at.name}: {key}" for key in nearest(at, line.words)] if at is not None and at.name != line.name else []
    more = Say(" Asked next: {answers}.", answers=Listed(near)) if near else ""
    return NotAsked(
        unchanged(
            Say(
                'Line {number}: "{shown}" answers no question: line {first} has answered {name} already.{reason} '
                'Possible: leave it out, or write it in place of "{before}".{more}',
                **line.said(), first=before.number, name=line.name, reason=reason, before=before.shown(), more=more,
            )
        ),
        line=line.number, text=line.raw, rule=rule, expected=near or [before.raw],
    )  # fmt: skip


def closed(entry: int, now: int | None, place: tuple[str, str] | None, asked: Question | None) -> OutOfDate:
    """Word the refusal of a reply to a question that is closed; `place` says where such a line belongs, `asked` what is
    asked now."""
    if now is None:
        text = Say("This answers question #{entry}; nothing is asked of you now.", entry=entry)
    else:
        text = Say("This answers question #{entry}; your open question is #{open}.", entry=entry, open=now)
    if place is not None:
        text = Say("{closed}{reason}", closed=text, reason=further(*place))
    near = [answer_line(asked, [key]) for key in asked.options[:SHOWN]] if asked is not None else []
    return OutOfDate(unchanged(text), rule=place[1] if place is not None else None, expected=near)


def further(reason: str, rule: str) -> str:
    """Make a further sentence of a title's reason, with its rule."""
    return Say(" {reason} ({rule}).", reason=Capital(reason), rule=rule)
