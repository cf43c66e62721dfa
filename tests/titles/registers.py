"""Books from which a test takes something that is registered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.core.book import Book, Register


def put_register(monkeypatch: pytest.MonkeyPatch, book: Book, name: str, things: Mapping[str, Any]) -> None:
    """Let a book have these things under a name for the time of a test."""
    register: Register[Any] = Register(getattr(book, name).what)
    register.include(things)
    monkeypatch.setattr(book, name, register)
