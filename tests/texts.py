"""`get_content()` of a mail of ours is its text, whether or not a page stands beside it."""

from __future__ import annotations

from email.contentmanager import raw_data_manager
from email.message import EmailMessage
from typing import Any


def text_of(mail: EmailMessage, *args: Any, **more: Any) -> str:
    part = mail.get_body(("plain",))
    assert part is not None, "a mail without text"
    return str(part.get_content())


raw_data_manager.add_get_handler("multipart/alternative", text_of)
