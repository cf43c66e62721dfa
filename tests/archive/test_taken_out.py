"""What forgers take out of an archive or put into it: views, movers, things that run in pictures of boards."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from pbem.archive.checks import Failed
from pbem.archive.container import read_zip
from pbem.archive.models import Sight
from pbem.archive.other_builds import only_drawn
from pbem.archive.page import CLOSE, OPEN
from pbem.core.titles import get_title
from pbem.engine.gamefile import Entry
from tests.archive.forge import by_another_build, judged, refit, with_entries, with_member
from tests.archive.games import archived, finished

Members = dict[str, bytes]


@pytest.mark.parametrize(("title", "first"), [("tekhenu", 1), ("tekhenu", 20), ("ankh", 1), ("toy", 4)])
def test_a_view_that_was_taken_out(title: str, first: int) -> None:
    """Without their views entries of a public copy could not be played again, and a changed die, answer or result would
    be believed. Only entries that were written before there were views have none."""
    data = finished(title, 3 if title == "toy" else 2).archive("public")

    def change(entries: list[Entry]) -> list[Entry]:
        for entry in entries[first - 1 :]:
            entry.view = None
        return entries

    def fewer(raw: bytes) -> bytes:
        return b"".join(line for line in raw.splitlines(keepends=True) if json.loads(line)["n"] < first)

    forged = with_member(with_entries(data, change), "views.jsonl", fewer)
    if first == 1:
        members = read_zip(forged)
        del members["views.jsonl"]
        forged = refit(members)
    found = f"chain: journal.jsonl: entry {first}: it does not tell its view"
    assert judged(forged) == ("broken", found)


def test_a_game_that_is_older_than_views() -> None:
    """Whether a game may be one is its title's word: by its fixes and modules."""
    tekhenu, ankh = get_title("tekhenu"), get_title("ankh")
    assert tekhenu.silent(["F1", "F2", "F3"], []) and tekhenu.silent([], ["solo"])
    assert not tekhenu.silent(tekhenu.fixes, []) and not tekhenu.silent([], ["seth"]) and not ankh.silent([], [])


@pytest.mark.parametrize("variant", ["full", "public"])
@pytest.mark.parametrize("seat", ["another", "nobody", None])
def test_another_mover_chained_again(variant: str, seat: str | None) -> None:
    """A move is its seat's, whose answers it holds."""

    def change(entries: list[Entry]) -> list[Entry]:
        entry = next(entry for entry in entries if entry.kind == "move" and entry.n > 3)
        others = [one for one in entries[0].note["seats"] if one != entry.seat]
        entry.seat = others[0] if seat == "another" else seat
        changed.append((entry.n, entry.seat))
        return entries

    changed: list[tuple[int, str | None]] = []
    forged = with_entries(archived(variant), change)
    n, named = changed[0]
    assert judged(forged) == ("broken", f"chain: journal.jsonl: entry {n}: {named!r} is not the seat that moves")


def on_the_page(change: Callable[[dict[str, Any]], None]) -> Callable[[Members], None]:
    """Something else among the data of a page."""

    def lie(members: Members) -> None:
        page = members["page.html"].decode()
        start = page.index(OPEN) + len(OPEN)
        end = page.index(CLOSE, start)
        data = json.loads(page[start:end])
        change(data)
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        members["page.html"] = (page[:start] + text + page[end:]).encode()

    return lie


def with_shape(shape: str) -> Callable[[dict[str, Any]], None]:
    """A picture with something in front of its first shape."""

    def change(data: dict[str, Any]) -> None:
        at = next(at for at, line in enumerate(data["words"]) if line.startswith("<rect"))
        data["words"][at] = f"{shape}{data['words'][at]}"

    return change


@pytest.mark.parametrize("shape", [
    "<script>alert(1)</script>", '<rect onmouseover="alert(1)"/>', '<a href="https://example.org/">', "<iframe/>",
    '<image href="https://example.org/x.png"/>', '<rect fill="url(https://example.org/x)"/>', "<!-- note -->",
    '<use xlink:href="javascript:alert(1)"/>', "<rect onclick=alert(1)>", '<foreignObject width="9"/>', "a < b",
    '<rect fill="u&#114;l(https://example.org/x)"/>', '<use href="java&#10;script:alert(1)"/>',
])  # fmt: skip
def test_a_picture_holds_shapes_alone(shape: str) -> None:
    """However another build draws its boards, nothing in them runs or leads out of the page."""
    picture = '<svg xmlns="http://www.w3.org/2000/svg">{}<rect width="4" fill="#aabbcc"/><text>Ra &amp; 3</text></svg>'
    only_drawn([Sight(4, {}, "", picture.format('<g class="x"><path d="M0 0"/><use href="#x"/></g>'))])
    with pytest.raises(Failed, match=r"entry 4: its picture holds .*, which no pbem draws"):
        only_drawn([Sight(3, {}, "", picture.format("")), Sight(4, {}, "", picture.format(shape))])


@pytest.mark.modes
def test_a_picture_of_another_build() -> None:
    data = archived("public", "tekhenu")
    verdict, place = judged(by_another_build(data, on_the_page(with_shape("<script>alert(1)</script>"))))
    assert (verdict, "which no pbem draws" in place) == ("broken", True), place
    drawn = '<g class="x"><path d="M0 0"/><use href="#x"/></g>'
    assert judged(by_another_build(data, on_the_page(with_shape(drawn))))[0] == "proved-other-build"


def test_a_page_of_another_build_has_nothing_else() -> None:
    for change in (lambda data: data.update(note="x"), lambda data: data["entries"][2].update(note="x")):
        verdict, place = judged(by_another_build(archived("public"), on_the_page(change)))
        assert (verdict, place) == ("broken", "texts: page.html: note: unknown key")
