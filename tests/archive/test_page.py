"""The reading page, without a browser: what it holds, and that its differences add up."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pbem.archive.audit import Spectator, readers_of
from pbem.archive.container import read_zip
from pbem.archive.page import CLOSE, OPEN, changes, cut, numbered, raw_data, shown_by
from pbem.core.errors import GameFileProblem
from pbem.core.table import Live
from pbem.core.titles import get_title
from pbem.engine.journal import full_answers
from pbem.titles.tekhenu.components import build, default_raw
from tests.archive.games import archived, finished
from tests.titles.tekhenu.walk import middle_game


def page(variant: str = "full", title: str = "toy") -> str:
    return read_zip(archived(variant, title))["page.html"].decode()


def data_of(text: str) -> Any:
    return json.loads(raw_data(text))


def test_boards_and_scores_come_out_again() -> None:
    played = finished("tekhenu")
    title = get_title("tekhenu")
    shows = shown_by(page(title="tekhenu"))
    assert [sight.n for sight in shows.sights] == [entry.n for entry in played.entries]
    last = shows.sights[-1]
    view = title.view(played.game.table, None)
    assert last.scores == dict(title.scores(played.game.table))
    assert last.picture.replace("\n", "") == title.picture(view, played.game.table.live.data).replace("\n", "")
    assert shows.rules["T-MAAT-4"] == title.explain("T-MAAT-4")


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "abc"), ("abc", ""), ("abcdef", "abXdef"), ("abcd", "xabcdy"), ("aaaa", "aa"), ("abab", "baba"), ("", "")],
)
def test_differences_add_up(before: str, after: str) -> None:
    words: dict[str, int] = {}
    old, new = numbered(words, list(before)), numbered(words, list(after))
    result = list(old)
    for place, count, lines in changes(old, new):
        result[place : place + count] = lines
    assert result == new


def test_a_picture_is_cut_at_its_tags() -> None:
    assert cut('<svg><g a="1"/></svg>') == ["<svg>", '<g a="1"/>', "</svg>"]
    assert cut("") == []


def test_nothing_from_outside_the_file_is_asked_for() -> None:
    text = page(title="tekhenu")
    without_data = text[: text.index(OPEN)] + text[text.index(CLOSE, text.index(OPEN)) :]
    links = re.findall(r"(?:https?:)?//[^\s\"'<>]+", without_data)
    assert [link for link in links if "www.w3.org" not in link and not link.startswith("// ")] == []
    assert "default-src 'none'" in text


def test_a_name_cannot_break_out_of_the_page() -> None:
    from pbem.archive.build import archive_bytes

    played = finished()
    game = played.game.model_copy(deep=True)
    game.seats[0].player = '</script><script>alert(1)</script> %%DATA%% & "x"'
    text = read_zip(archive_bytes(game, played.entries, played.tables))["page.html"].decode()
    assert text.count("<script") == 2 and text.count("</script>") == 2
    assert "&lt;/script&gt;" in text
    data = json.loads(text.split(OPEN, 1)[1].split(CLOSE, 1)[0])
    assert data["seats"][0]["player"] == game.seats[0].player


def test_the_page_shows_no_secret() -> None:
    """The full copy holds the secrets in its journal; its page shows what spectators saw."""
    played = finished()
    text = page()
    assert played.game.seed not in text
    assert '"bid: (sealed)"' in text
    for row in data_of(page("public"))["entries"]:
        assert not {"eyes", "sealed", "draws"} & set(row), "a public copy opens nothing"
    assert shown_by(text) == shown_by(page("public")), "what a spectator saw is the same in both"


def test_a_full_copy_of_a_finished_game_opens_every_seat() -> None:
    """Own things, sealed answers and hidden draws; not while the game runs, and nothing else differs."""
    played = finished()
    rows = data_of(page())["entries"]
    people = {info.seat for info in played.game.seats}
    assert all(set(row["eyes"]) == people for row in rows)
    bids = [line for row in rows for line in row["sealed"]]
    told = [answer for entry in played.entries for answer in full_answers(entry) if answer.name == "bid"]
    assert f"{told[0].seat}: bid: {', '.join(told[0].keys or ())}" in bids
    assert any(row["draws"] for row in rows)
    running = played.game.model_copy(update={"status": "running"})
    assert readers_of(played.game) == [info.seat for info in played.game.seats] and readers_of(running) == []


def test_a_public_copy_that_opens_a_seat_is_refused() -> None:
    """Whatever build is said to have made it."""
    from tests.archive.forge import by_another_build, judged

    def add(members: dict[str, bytes]) -> None:
        text = members["page.html"].decode()
        data = data_of(text)
        data["entries"][0]["eyes"] = {}
        raw = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        start = text.index(OPEN) + len(OPEN)
        members["page.html"] = (text[:start] + raw + text[text.index(CLOSE, start) :]).encode()

    verdict, place = judged(by_another_build(archived("public"), add))
    assert (verdict, "opens no seat's view" in place) == ("broken", True), place


def test_a_page_that_unfolds_without_end_is_refused() -> None:
    """A short line told a million times, entry after entry, is judged before it is written out (fault 200)."""
    row = {"n": 1, "scores": {}, "series": {}, "picture": [], "text": [[0, 0, [0] * 15_000]]}
    again = {**row, "text": []}
    bomb = {"words": ["x" * 5_000], "rules": {}, "entries": [row, *([again] * 50)]}
    with pytest.raises(GameFileProblem, match="its data are damaged"):
        shown_by(OPEN + json.dumps(bomb) + CLOSE)
    long = {**bomb, "entries": [{**row, "text": [[0, 0, [0] * 30_000]]}]}
    with pytest.raises(GameFileProblem, match="its data are damaged"):
        shown_by(OPEN + json.dumps(long) + CLOSE)


def test_no_page_that_was_shipped_is_lost() -> None:
    """`verify` knows the pages of earlier builds: whoever changes `templates/page.html` keeps the old one in
    `templates/pages/` under the next number, and adds the digest of the new one to `shipped_pages.txt`."""
    root = Path(__file__).parents[2] / "templates"
    here = {sha256(file.read_bytes()).hexdigest() for file in [root / "page.html", *(root / "pages").iterdir()]}
    shipped = (Path(__file__).parent / "shipped_pages.txt").read_text(encoding="utf-8").split()
    assert here == set(shipped)


def test_a_corrected_text_is_drawn_though_the_view_stays_the_same() -> None:
    """ADR 14: what is printed is no part of a view, so a board is drawn anew for other tables, too."""
    t = middle_game()
    raw = default_raw()
    raw["pillar_tiles"][16]["text"] = "gain 7 crowns"
    watching = Spectator(get_title("tekhenu"))
    entry = finished("tekhenu").entries[0]
    watching(entry, t)
    watching(entry, t)
    t.live = Live(t.live.chance, build(raw), t.live.options, t.live.fixes, t.live.book)
    watching(entry, t)
    boards = [(sight.text, sight.picture) for sight in watching.seen]
    assert boards[0] == boards[1] and boards[0] != boards[2]
    assert all("7 crowns" in shown for shown in boards[2]) and "crowns" not in boards[0][0]
