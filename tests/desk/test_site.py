"""The static site: public things only, drawn again only where something changed, foreign folders left alone."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pbem.archive.container import read_zip
from pbem.archive.models import PAGE, Variant
from pbem.archive.stored import archive_of
from pbem.core.errors import Refused
from pbem.desk.site.builder import Site, refresh
from pbem.engine.computer import turn_text
from pbem.store.roster import changing_roster
from tests.desk.mailing import Town

NAMES = ("Ania", "Béla", "Żaneta")


@pytest.fixture
def town(tmp_path: Path) -> Town:
    town = Town(tmp_path / "home")
    town.new_game()
    return town


def build(town: Town, folder: Path, **how: bool) -> Site:
    site = Site(town.desk, folder, **how)
    site.build()
    return site


def read(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*.*")) if path.is_file()}


def play_out(town: Town) -> None:
    while town.game().status == "running":
        play = town.desk.read("river").play
        seat = next(iter(play.questions()))
        with town.desk.game("river") as session:
            town.desk.take(session, seat, turn_text(play, seat, play.title.prefer))


def test_running_games_are_shown_as_everybody_may_see_them(town: Town, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    build(town, folder)
    found = read(folder)
    assert {"index.html", "figures.html", "feed.atom", "games/river.html", "site.json"} == set(found)
    page = found["games/river.html"]
    assert "Lantern Night" in page and "Awaited: crane, heron, otter" in page
    for name, text in found.items():
        assert not any(person in text for person in NAMES), name
        assert "@example.org" not in text and "<script" not in text and not re.search(r'(src|href)="https?:', text)
    ElementTree.fromstring(found["feed.atom"])


def test_names_by_consent(town: Town, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    build(town, folder)
    with changing_roster(town.home) as roster:
        roster.need("Ania").public = True
    build(town, folder)
    text = "".join(read(folder).values())
    assert "Ania" in text and "Béla" not in text
    with changing_roster(town.home) as roster:
        roster.need("Ania").public = False
    build(town, folder)
    assert "Ania" not in "".join(read(folder).values())


def test_a_run_with_nothing_changed_writes_nothing(town: Town, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    assert build(town, folder).made.written == 4
    assert build(town, folder).made.written == 0
    town.reply("ania", "bid: 1")
    assert build(town, folder).made.written >= 2


def test_a_finished_game_has_the_reading_page_of_its_public_copy(town: Town, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    build(town, folder)
    seed = town.game().seed
    play_out(town)
    build(town, folder)
    found = read(folder)
    assert "games/river.html" not in found and "finished/river.html" in found
    assert "finished/river.html" in found["index.html"]
    assert not any(name in text for name in NAMES for text in found.values())
    assert not any(seed in text for text in found.values())
    build(town, folder, full=True)
    made, _ = archive_of(town.desk.read("river").loaded, Variant(secrets=True, anonymous=True))
    assert read(folder)["finished/river.html"] == read_zip(made)[PAGE].decode()


def test_a_folder_with_other_files_is_left_alone(town: Town, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    folder.mkdir()
    (folder / "holiday.jpg").write_bytes(b"x")
    with pytest.raises(Refused, match=r"holiday\.jpg"):
        build(town, folder)
    assert [path.name for path in folder.iterdir()] == ["holiday.jpg"]


def test_a_page_that_somebody_put_there_is_not_replaced(town: Town, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    build(town, folder)
    town.new_game(game="lake")
    (folder / "games" / "lake.html").write_text("mine")
    with pytest.raises(Refused, match=r"lake\.html"):
        build(town, folder)
    assert (folder / "games" / "lake.html").read_text() == "mine"


def test_the_clock_makes_it_again_where_the_settings_name_a_folder(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", f'[site]\nfolder = "{tmp_path / "www"}"\n')
    town.new_game()
    refresh(town.desk)
    assert (tmp_path / "www" / "games" / "river.html").is_file()
