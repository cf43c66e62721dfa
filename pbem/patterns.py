"""Patterns that are compiled when they are first used.

A process that makes one move meets few of the patterns in the modules it loads, and compiling those was more than a
hundredth of a cold `pbem move`.
"""

from __future__ import annotations

import re
from typing import Any, cast

_METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer", "pattern", "flags")


class _Late:
    """Stands for a pattern; asked for its first method it has all of them from then on."""

    def __init__(self, text: str, flags: int) -> None:
        self._made = text, flags

    def __getattr__(self, name: str) -> Any:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(*self._made)
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return self.__dict__[name]


def late(text: str, flags: int = 0) -> re.Pattern[str]:
    """Compile a pattern late, for a module that is loaded oftener than its pattern is needed."""
    return cast("re.Pattern[str]", _Late(text, flags))
