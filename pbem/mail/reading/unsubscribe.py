"""Recognise requests for no more mail, in a person's words or as programs send them with one click (fault 140)."""

import re

from pbem.mail.reading.languages import stop_words
from pbem.mail.reading.normalize import fold

_LONGEST = 600
_MOST_LINES = 8
_REPLY = re.compile(r"^(?:(?:re|aw|odp|va|sv|fwd?|tr)\s*:\s*)+")
_AROUND = " .,!?:;-\"'"


def asks_to_stop(subject: str, typed: str) -> bool:
    """Tell whether a mail without any move asks for no more mail: a word alone, in subject or text, or a short
    request."""
    words = stop_words()
    if _REPLY.sub("", fold(subject[:200])).strip(_AROUND) in words.alone:
        return True
    lines = [line for line in typed.split("\n") if line.strip()]
    if not lines or len(typed) > _LONGEST or len(lines) > _MOST_LINES:
        return False
    if any(fold(line).strip(_AROUND) in words.alone for line in lines):
        return True
    text = fold(" ".join(lines))
    return any(phrase in text for phrase in words.phrases)
