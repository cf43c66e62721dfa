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
from pbem.desk.site import pages
from pbem.desk.site.builder import Site, refresh
from pbem.desk.site.stacked import LEAST, ROOM, stacked
from pbem.engine.computers.computer import turn_text
from pbem.kit import svg
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


def test_a_phone_sees_every_panel_once(tmp_path: Path) -> None:
    """In the order of the picture: drawn from the whole, with larger letters where it is kept whole, or in words."""
    town = Town(tmp_path / "home")
    town.new_game(["Ania <a@example.org>", "Olga <o@example.org>"], title="ankh")
    build(town, tmp_path / "www")
    page = read(tmp_path / "www")["games/river.html"]
    whole, stack = page.split('<div class="whole">')[1].split('<div class="stack"')
    named = re.findall(r'id="(panel-\d+)"', whole)
    used = re.findall(r'<use href="#(panel-\d+)"/>', stack)
    assert len(named) == whole.count('class="panel"') > 20 and set(used) < set(named) and len(set(used)) == len(used)
    said = re.findall(r'<p class="(?:head|said)">([^<]*)</p>', stack)
    assert {"Events", "Supply", "Pieces"} <= {*said} and any(text.startswith("Turn order: ") for text in said)
    grown = [float(size) for size in re.findall(r'font-size="([\d.]+)"', stack.split("</svg>")[1])]
    assert stack.count("<svg") == len(used) + 3, "both halves of the map and the action tracks are kept whole"
    (wide,) = re.findall(r'viewBox="[\d.]+ [\d.]+ ([\d.]+) ', stack.split("</svg>")[1])
    assert min(grown) * ROOM / float(wide) > LEAST - 0.1, "letters of the western half"


def test_letters_that_grow_lose_words_that_no_longer_fit() -> None:
    kinds = (("limestone", {"fit": 40}), ("a", {"short": " "}), ("b", {"below": "B"}))
    texts = [svg.text(5, 9, words, 12, **how) for words, how in kinds]  # type: ignore[arg-type]
    label = svg.panel(texts, 0, 0, 500, 20, whole=True)
    _, shown = stacked(f'<svg font-family="x" fill="#000">{label}</svg>')
    assert ">l.</text>" not in shown and ">lim.</text>" in shown and shown.count("<text") == 1
    assert shown.endswith('<p class="said">B</p></div>')
    assert stacked("<svg ></svg>") == ("<svg ></svg>", ""), "a picture without panels stays as it is"


def test_a_web_server_can_read_the_pages(town: Town, tmp_path: Path) -> None:
    """Whoever it runs as; what the pages were made from stays the owner's."""
    folder = tmp_path / "www"
    build(town, folder)
    modes = {name: (folder / name).stat().st_mode & 0o777 for name in ("index.html", "games", "games/river.html")}
    assert modes == {"index.html": 0o644, "games": 0o755, "games/river.html": 0o644}
    (folder / "games").chmod(0o750)
    play_out(town)
    build(town, folder)
    assert (folder / "games").stat().st_mode & 0o777 == 0o750, "a folder that was there is its owner's"
    assert folder.stat().st_mode & 0o005 == 0o005 and (folder / "site.json").stat().st_mode & 0o077 == 0


def test_a_first_run_that_was_cut_off_is_taken_up(town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "www"
    with monkeypatch.context() as cut:
        cut.setattr(pages, "figures", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            build(town, folder)
    assert (folder / "index.html").exists() and not (folder / "figures.html").exists()
    assert build(town, folder).made.written >= 2
    assert (folder / "figures.html").exists() and build(town, folder).made.written == 0


def test_names_stand_beside_their_seats(town: Town, tmp_path: Path) -> None:
    """Also where a finished game's page names nobody, because not all agreed."""
    with changing_roster(town.home) as roster:
        roster.need("Ania").public = True
    play_out(town)
    build(town, tmp_path / "www")
    found = read(tmp_path / "www")
    seat = next(info.seat for info in town.game().seats if info.player == "Ania")
    assert f"Ania ({seat})" in found["index.html"] and "Ania" not in found["finished/river.html"]
    assert not any("B\u00e9la" in text for text in found.values())
    forget(town.desk, "Ania")
    build(town, tmp_path / "www")
    assert "Ania" not in "".join(read(tmp_path / "www").values())
