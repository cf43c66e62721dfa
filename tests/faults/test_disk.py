"""The simulated disk itself: what its rules allow, and what they do not."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.faults.calls import read_calls
from tests.faults.cuts import HOW, Pair, State, rows, states
from tests.faults.disk import End, Recorder, Tree

WORK = "/w"


def hexed(text: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in text.encode())


def path(name: str) -> str:
    return f'"{hexed(f"{WORK}/{name}")}"'


def fd(number: int, name: str) -> str:
    return f"{number}<{hexed(f'{WORK}/{name}'.rstrip('/'))}>"


def opened(name: str, number: int, flags: str = "O_WRONLY|O_CREAT|O_EXCL") -> str:
    return f"openat(AT_FDCWD<{hexed(WORK)}>, {path(name).rstrip('/')}, {flags}, 0600) = {fd(number, name)}"


REPLACE = [
    opened(".x.tmp", 3),
    f'write({fd(3, ".x.tmp")}, "{hexed("new!")}", 4) = 4',
    f"fsync({fd(3, '.x.tmp')}) = 0",
    f"rename({path('.x.tmp')}, {path('x')}) = 0",
    f'openat(AT_FDCWD<{hexed(WORK)}>, "{hexed(WORK)}", O_RDONLY|O_DIRECTORY) = {fd(3, "")}',
    f"fsync({fd(3, '')}) = 0",
]


def found(lines: list[str]) -> list[State]:
    tree = Tree({(0, "x"): 1}, {1: b"old"})
    recorder = Recorder(tree, WORK)
    for call in read_calls(lines):
        recorder.call(call)
    recorder.add(End())
    return list(states(recorder.begin, recorder.ops, recorder.live.folders))


def held(state: State, name: str = "x") -> bytes | None:
    return next((state.contents[file] for path, file in state.names if path == name), None)


def without(*left_out: int) -> list[str]:
    return [line for n, line in enumerate(REPLACE) if n not in left_out]


def test_a_durable_replace_is_the_old_file_or_the_new_one_and_in_the_end_the_new_one() -> None:
    all_states = found(REPLACE)
    assert {held(state) for state in all_states} == {b"old", b"new!"}
    assert {held(state) for state in all_states if state.ended} == {b"new!"}


@pytest.mark.parametrize(
    ("left_out", "possible"),
    [
        ((2,), {b"", b"ne", b"\0\0\0\0", b"new!"}),  # the file not synced: its name is there, its bytes perhaps not
        ((4, 5), {b"old", b"new!"}),  # the folder not synced: the rename perhaps not
        ((2, 4, 5), {b"old", b"", b"ne", b"\0\0\0\0", b"new!"}),
    ],
)
def test_what_is_not_synced_may_be_lost_after_the_end(left_out: tuple[int, ...], possible: set[bytes]) -> None:
    assert {held(state) for state in found(without(*left_out)) if state.ended} == possible


def test_a_rename_is_whole_even_into_a_new_folder() -> None:
    lines = [f"mkdir({path('done')}, 0700) = 0", f"rename({path('x')}, {path('done/x')}) = 0"]
    for state in found(lines):
        assert [held(state), held(state, "done/x")].count(b"old") == 1


def test_a_mail_once_handed_over_and_followed_by_a_sync_was_handed_over() -> None:
    mail = "Message-ID: <a@b>\n\n"
    lines = [
        f"mkdir({path('out')}, 0700) = 0",
        f"mkdir({path('out/cur')}, 0700) = 0",
        opened("out/m", 3),
        f'write({fd(3, "out/m")}, "{hexed(mail)}", {len(mail)}) = {len(mail)}',
        f"rename({path('out/m')}, {path('out/cur/m')}) = 0",
        *REPLACE,
    ]
    all_states = found(lines)
    assert {state.handed for state in all_states} == {frozenset(), frozenset({"<a@b>"})}
    assert all(state.handed for state in all_states if held(state) == b"new!")


def test_of_many_choices_every_two_meet_once() -> None:
    variables = [(f"name {n}", (True, False)) for n in range(6)] + [(f"file {n}", HOW) for n in range(4)]
    met: set[Pair] = set()
    chosen = list(rows(variables, met))
    found = {pair for row in chosen for pair in combinations(enumerate(row), 2)}
    levels = [levels for _, levels in variables]
    assert found == {((a, x), (b, y)) for a, b in combinations(range(10), 2) for x in levels[a] for y in levels[b]}
    assert len(chosen) < 40
    assert len(list(rows([*variables, ("one more", (True, False))], met))) < 12
    assert len(list(rows([("name", (True, False)), ("file", HOW)], met))) == 8
