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
from pbem.desk.people.deletion import forget
from pbem.desk.site.builder import Site, refresh
from pbem.engine.computers.computer import turn_text
from pbem.store.roster import changing_roster
from tests.desk.mailing import Town
from tests.words.leftovers import leftovers
from tests.words.test_games import shown, strange

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
    assert '<td data-head="awaited">crane, heron, otter</td>' in found["index.html"], "a phone shows rows as cards"
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


def test_a_run_with_nothing_changed_looks_at_no_game(
    town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four files tell that nothing changed; a move, a person or another way to make the site is noticed."""
    folder = tmp_path / "www"
    build(town, folder)
    build(town, folder)  # a listing may have rewritten the index meanwhile

    def listing() -> list[dict[str, object]]:
        raise AssertionError("nothing changed")

    with monkeypatch.context() as patch:
        patch.setattr(town.desk, "listing", listing)
        assert build(town, folder).made.written == 0
        with pytest.raises(AssertionError, match="nothing changed"):
            build(town, folder, full=True)
        with changing_roster(town.home) as roster:
            roster.need("Ania").public = True
        with pytest.raises(AssertionError, match="nothing changed"):
            build(town, folder)
    town.reply("ania", "bid: 1")
    assert build(town, folder).made.written >= 2


def test_a_deleted_person_is_gone_from_the_site(tmp_path: Path) -> None:
    """Without waiting for the clock, where the settings name the site."""
    folder = tmp_path / "www"
    town = Town(tmp_path / "home", f'[site]\nfolder = "{folder}"\n')
    town.new_game()
    with changing_roster(town.home) as roster:
        roster.need("Ania").public = True
    play_out(town)
    refresh(town.desk)
    assert "Ania" in "".join(read(folder).values())
    assert forget(town.desk, "Ania").complete
    assert not any("Ania" in text for text in read(folder).values())


def test_a_broken_game_holds_nothing_up(town: Town, tmp_path: Path) -> None:
    town.new_game(game="lake")
    path = town.home.games / "lake.json"
    path.write_bytes(path.read_bytes()[:200])
    made = build(town, tmp_path / "www").made
    assert made.broken == ["lake"] and (tmp_path / "www" / "games" / "river.html").is_file()
    assert "lake" not in read(tmp_path / "www")["index.html"]


ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


@pytest.mark.parametrize("base", ["", "https://club.example/pbem/"])
def test_the_feed_is_what_rfc_4287_asks_for(town: Town, tmp_path: Path, base: str) -> None:
    """One id, title and moment for the feed and for each entry, an author, links that lead to pages; ids differ."""
    folder = tmp_path / "www"
    town.new_game(game="lake")
    Site(town.desk, folder, base=base).build()
    before = [entry.findtext(f"{ATOM}id") for entry in ElementTree.parse(folder / "feed.atom").iter(f"{ATOM}entry")]
    play_out(town)
    Site(town.desk, folder, base=base).build()
    feed = ElementTree.parse(folder / "feed.atom").getroot()
    entries = feed.findall(f"{ATOM}entry")
    assert feed.tag == f"{ATOM}feed" and feed.findtext(f"{ATOM}author/{ATOM}name") and len(entries) == 2
    for part in (feed, *entries):
        for name in ("id", "title", "updated"):
            assert len(part.findall(f"{ATOM}{name}")) == 1 and part.findtext(f"{ATOM}{name}")
        assert MOMENT.fullmatch(part.findtext(f"{ATOM}updated") or "")
        assert re.fullmatch(r"urn:pbem:[a-z0-9:-]+", part.findtext(f"{ATOM}id") or "")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == 2 and set(ids) != set(before), "news has an id of its own"
    for entry in entries:
        (link,) = entry.findall(f"{ATOM}link")
        assert link.attrib["href"].startswith(base) and (folder / link.attrib["href"].removeprefix(base)).is_file()
    newest = max(entry.findtext(f"{ATOM}updated") or "" for entry in entries)
    assert feed.findtext(f"{ATOM}updated") == newest
    assert [link.attrib.get("rel") for link in feed.findall(f"{ATOM}link")] == (["self", None] if base else [])


@pytest.mark.modes
def test_the_site_is_in_the_language_of_its_home(tmp_path: Path) -> None:
    town = Town(tmp_path / "home", 'language = "pl"\n')
    town.new_game(title="tekhenu")
    build(town, tmp_path / "site")
    pages = read(tmp_path / "site")
    assert '<html lang="pl">' in pages["index.html"] and "<h2>W toku</h2>" in pages["index.html"]
    texts = {name: shown(page) for name, page in pages.items() if name.endswith((".html", ".atom"))}
    found = [line for text in texts.values() for line in strange(text, "pl") + leftovers(text, "tekhenu", "pl")]
    assert list(dict.fromkeys(found)) == [] and len(texts) == 4
