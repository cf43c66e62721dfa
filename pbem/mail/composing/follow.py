"""Questions that may follow the open one, where a mail has no room for their answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import takewhile

from pbem.core.questions import Amount, Pick, Question
from pbem.mail.composing.context import MailContext
from pbem.mail.composing.layout import question_lines, wrap


def is_whole(question: Question) -> bool:
    return isinstance(question, Pick) and question.whole


def listed_once(context: MailContext, question: Question, most: int | None) -> list[str]:
    """List a question with so many of its answers, once for all cuts that show as many."""
    made: dict[tuple[int, int | None], list[str]] = context.made.setdefault("listed", {})
    key = id(question), most  # the context keeps its questions alive, so ids stay theirs
    if key not in made:
        made[key] = question_lines(question, context.language, most, words=context.words)
    return made[key]


def follow_prompts(context: MailContext, follow: Sequence[Question]) -> list[str]:
    """List questions that may follow, each with how it is answered, and none of their answers."""
    asked = (question_lines(more, context.language, 0, words=context.words) for more in follow)
    return [line for lines in asked for line in takewhile(lambda line: not line.startswith("  "), lines)]


def follow_names(context: MailContext, follow: Sequence[Question]) -> str:
    names = ", ".join(dict.fromkeys(context.typed(more.name) for more in follow))
    return context.say("follow-names", names=names)


def remembering(question: Question) -> Question:
    """Make the texts of the question once, though text and page list them, and each cut again."""
    if isinstance(question, Amount):
        return question
    text, brief = question.text, question.brief
    return replace(question, text=text and cache(text), brief=brief and cache(brief))


def without_prompt(context: MailContext, lines: list[str], question: Question) -> list[str]:
    """Return a list without the question above it, where that says no more than the section before has said."""
    head = wrap(f"{context.tell(question.prompt)} ({context.typed(question.name)}):")
    return lines[len(head) :] if lines[: len(head)] == head else lines
