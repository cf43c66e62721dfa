"""Records: dataclasses whose comparison, hash and look are made without a compiler.

`dataclass` writes the text of `__repr__`, `__eq__`, `__hash__`, `__setattr__` and `__delattr__` anew for every class
and has each compiled: a cold move spent a fifteenth of its time on those of pbem. Here they are functions that all
records share; only `__init__`, which is called all day, is compiled. `frozen` is what mypy holds against every
assignment and what gives a record its hash; at run time nothing stands in the way, so such a record is also cheaper to
make.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made")


def _shown(self: Any) -> str:
    values = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({', '.join(values)})"


def _values_of(cls: Any) -> Callable[[Any], Any]:
    """Return what tells two records of this class apart: a tuple, or the value itself where there is one."""
    names = [one.name for one in fields(cls) if one.compare]
    return attrgetter(*names) if names else lambda self: ()


def _make_comparable(cls: Any, frozen: bool) -> None:
    values = _values_of(cls)

    def equal(self: Any, other: Any) -> Any:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(values(self))

    cls.__eq__ = equal
    cls.__hash__ = hashed if frozen else None


@dataclass_transform(field_specifiers=(field,))
def record(
    *, frozen: bool = False, slots: bool = True, eq: bool = True, repr: bool = True
) -> Callable[[type[Made]], type[Made]]:
    """Make a dataclass with slots. What the class itself defines stays."""

    def make(cls: type[Made]) -> type[Made]:
        own = set(cls.__dict__)
        made: Any = dataclass(repr=False, eq=False, slots=slots)(cls)
        if repr and "__repr__" not in own:
            made.__repr__ = _shown
        if eq and "__eq__" not in own:
            _make_comparable(made, frozen)
        finished: type[Made] = made
        return finished

    return make
