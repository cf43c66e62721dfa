"""Values that effects may carry, each with the check that says what is expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["flag", "least", "number", "one_of", "reach", "some_of"]

Check = Callable[[Any], str]
"""Empty for a good value, else what is expected."""


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def number(value: Any) -> str:
    return "" if is_number(value) else "a whole number"


def least(lowest: int) -> Check:
    return lambda value: "" if is_number(value) and value >= lowest else f"a whole number of at least {lowest}"


def one_of(*values: Any) -> Check:
    return lambda value: "" if value in values else f"one of {', '.join(map(str, values))}"


def some_of(*values: str) -> Check:
    def check(value: Any) -> str:
        good = isinstance(value, list) and value and all(one in values for one in value)
        return "" if good else f"a list of {', '.join(values)}"

    return check


def flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "true or false"


def reach(value: Any) -> str:
    """Say how far something moves."""
    return "" if value == "any" or (is_number(value) and value >= 1) else "a whole number of at least 1, or any"
