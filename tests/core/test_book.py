"""Books and modules: names registered once, changed only by saying so, and what a module shows of itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from pbem.core.book import Module, Register
from pbem.core.errors import Misuse
from tests.toy.title import Lanterns


def steps() -> Register[int]:
    made: Register[int] = Register("steps")
    made.include({"a": 1, "b": 2})
    return made


@pytest.mark.parametrize(
    ("change", "names"),
    [
        (lambda r: r.add("c", 3), "abc"),
        (lambda r: r.add("c", 3, before="b"), "acb"),
        (lambda r: r.add("c", 3, after="a"), "acb"),
        (lambda r: r.add("c", 3, before="a"), "cab"),
        (lambda r: r.remove("a"), "b"),
        (lambda r: r.replace("a", 9), "ab"),
        (lambda r: r.wrap("a", lambda old: old + 1), "ab"),
    ],
)  # fmt: skip
def test_order_of_a_register(change: Callable[[Register[int]], None], names: str) -> None:
    register = steps()
    change(register)
    assert "".join(register) == names
    assert [register.next_to(name) for name in register] == [*list(names)[1:], None]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda r: r.add("a", 3), "steps: a is registered twice"),
        (lambda r: r.add("c", 3, after="x"), "steps: x is not registered; known: a, b"),
        (lambda r: r.replace("x", 3), "steps: x is not registered"),
        (lambda r: r.wrap("x", lambda old: old), "steps: x is not registered"),
        (lambda r: r.remove("x"), "steps: x is not registered"),
    ],
)  # fmt: skip
def test_a_register_is_not_changed_silently(change: Callable[[Register[int]], None], words: str) -> None:
    register = steps()
    with pytest.raises(ValueError, match=words):
        change(register)
    assert list(register.items()) == [("a", 1), ("b", 2)]


DICT: dict[str, Callable[[Register[int]], object]] = {
    "set": lambda r: r.__setitem__("c", 3), "delete": lambda r: r.__delitem__("a"), "pop": lambda r: r.pop("a"),
    "popitem": lambda r: r.popitem(), "clear": lambda r: r.clear(), "update": lambda r: r.update({"a": 3}),
    "setdefault": lambda r: r.setdefault("c", 3), "ior": lambda r: r.__ior__({"a": 3}),
}  # fmt: skip


@pytest.mark.parametrize("way", DICT)
def test_what_a_dict_can_do_besides_is_refused(way: str) -> None:
    """Every method of dict that changes it is in the table above, or a register would be open to it."""
    changing = {"__setitem__", "__delitem__", "__ior__", "pop", "popitem", "clear", "update", "setdefault"}
    assert len(DICT) == len(changing) and all(vars(Register)[name] is vars(Register)["_refuse"] for name in changing)
    register = steps()
    with pytest.raises(TypeError, match="steps: say add, include, replace, wrap or remove"):
        DICT[way](register)
    assert list(register.items()) == [("a", 1), ("b", 2)]


def test_a_name_that_nobody_registered_gives_nothing() -> None:
    assert steps().get("x") is None


class Owls(Module):
    name: ClassVar[str] = "owls"
    lines: ClassVar[dict[str, str]] = {"hooted": "{seat} hears an owl."}


OWLS = Owls()


class WithOwls(Lanterns):
    name: ClassVar[str] = "with-owls"
    modules_at: ClassVar[dict[str, str]] = {"owls": "tests.core.test_book:OWLS"}


def test_a_module_is_in_a_box_once() -> None:
    with pytest.raises(Misuse, match="The module owls is named twice"):
        WithOwls().book(["owls", "owls"])


@pytest.mark.parametrize(
    ("kind", "found"),
    [("owls/hooted", "{seat} hears an owl."), ("owls/flew", None), ("bats/hung", None), ("wind", None), ("/", None)],
)
def test_the_words_of_a_module_are_found_by_its_name(kind: str, found: Any) -> None:
    assert WithOwls().part_line(kind) == found


def test_views_of_parts_that_no_module_knows_are_refused() -> None:
    for raw in ({"owls": {}}, {"bats": {}}):
        with pytest.raises(ValueError, match="no part of a view"):
            WithOwls().read_part_views(raw)
