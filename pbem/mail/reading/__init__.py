"""Reading incoming mail: pure functions from raw bytes to what a person typed. No home folder, no rules needed.

Names are loaded when first used, so that importing the package costs nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.mail.reading.description import describe
    from pbem.mail.reading.incoming import Incoming
    from pbem.mail.reading.languages import dividers
    from pbem.mail.reading.limits import Limits
    from pbem.mail.reading.message import read_message
    from pbem.mail.reading.reply import Reply, reply_text
    from pbem.mail.reading.tag import find_tag
    from pbem.mail.reading.verdict import classify

    DIVIDERS: dict[str, str]

__all__ = [
    "DIVIDERS",
    "Incoming",
    "Limits",
    "Reply",
    "classify",
    "describe",
    "dividers",
    "find_tag",
    "read_message",
    "reply_text",
]

_PLACES = {
    "Incoming": "incoming",
    "Limits": "limits",
    "Reply": "reply",
    "classify": "verdict",
    "describe": "description",
    "dividers": "languages",
    "find_tag": "tag",
    "read_message": "message",
    "reply_text": "reply",
}


def __getattr__(name: str) -> Any:
    if name == "DIVIDERS":
        from pbem.mail.reading.languages import dividers as made

        return made()
    if name not in _PLACES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(f"pbem.mail.reading.{_PLACES[name]}"), name)
