"""Records behave as dataclasses do, without their being compiled for each class."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import dataclass, field

import pytest

from pbem.core.records import record


@record(frozen=True)
class Spot:
    row: int
    name: str = "here"
    seen: list[int] = field(default_factory=list, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Twin:
    row: int
    name: str = "here"
    seen: list[int] = field(default_factory=list, compare=False, repr=False)


@record()
class Pile:
    cards: list[str]


@record()
class Nothing:
    pass


@record()
class Named:
    name: str

    def __repr__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


def test_a_record_is_compared_hashed_and_shown_as_a_dataclass_is() -> None:
    one, same, other = Spot(1, "a", [1]), Spot(1, "a", [2]), Spot(2, "a")
    assert one == same and hash(one) == hash(same) == hash(Twin(1, "a")) and one != other
    assert one != Twin(1, "a") and (one == 1) is False and len({one, same, other}) == 2
    assert repr(one) == "Spot(row=1, name='a')" == repr(Twin(1, "a")).replace("Twin", "Spot")
    assert Pile(["x"]) == Pile(["x"]) != Pile(["y"]) and Nothing() == Nothing() and repr(Nothing()) == "Nothing()"


def test_what_may_change_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Pile([]))


def test_what_a_class_defines_itself_stays() -> None:
    assert repr(Named("own")) == "own" and Named("a") == Named("b")


def test_copies_and_replacements() -> None:
    one = Spot(1, "a", [1])
    assert copy.deepcopy(one) == one == pickle.loads(pickle.dumps(one)) == dataclasses.replace(one)
    assert dataclasses.replace(one, row=2) == Spot(2, "a") and not hasattr(one, "__dict__")


def test_only_the_constructor_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record costs one compilation; on Pythons that compile all functions of a class at once, no more than that."""
    compiled: list[object] = []
    monkeypatch.setattr(dataclasses, "exec", lambda *args: compiled.append(args[0]) or exec(*args), raising=False)

    @record(frozen=True)
    class Another:
        row: int
        name: str = ""

    assert Another(1) == Another(1) and len(compiled) == 1
