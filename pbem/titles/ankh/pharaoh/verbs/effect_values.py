"""Values that effects may carry, each with the check that says what is expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.core.errors import Fault

__all__ = ["flag", "least", "number", "one_of", "reach", "some_of"]

Check = Callable[[Any], str]
"""Empty for a good value, else what is expected."""


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def number(value: Any) -> str:
    return "" if is_number(value) else Fault("a whole number")


def least(lowest: int) -> Check:
    def check(value: Any) -> str:
        good = is_number(value) and value >= lowest
        return "" if good else Fault("a whole number of at least {lowest}", lowest=lowest)

    return check


def one_of(*values: Any) -> Check:
    return lambda value: "" if value in values else Fault("one of {values}", values=", ".join(map(str, values)))


def some_of(*values: str) -> Check:
    def check(value: Any) -> str:
        good = isinstance(value, list) and value and all(one in values for one in value)
        return "" if good else Fault("a list of {values}", values=", ".join(values))

    return check


def flag(value: Any) -> str:
    return "" if isinstance(value, bool) else Fault("true or false")


def reach(value: Any) -> str:
    """Say how far something moves."""
    good = value == "any" or (is_number(value) and value >= 1)
    return "" if good else Fault("a whole number of at least {lowest}, or {word}", lowest=1, word="any")
