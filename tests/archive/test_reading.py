"""How the reading page reads: sizes, stacked panels, marks, cards, links, keys, and what a full copy opens."""

from __future__ import annotations

import re
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.archive.build import archive_bytes
from pbem.core.titles import get_title
from pbem.engine.computers.computer import turn_text
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from tests.archive.games import Played, finished
from tests.archive.test_browser import OVERLAPS, opened
from tests.browser import window
from tests.mail.gallery import BOXES

pytestmark = pytest.mark.page

SIZES = """
  const sizes = [...document.querySelectorAll('#picture text, .plot text')].map(text => {
    const m = text.getScreenCTM(); return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(m.a, m.b); });
  const words = [...document.querySelectorAll('main *')].filter(e => e.offsetParent && e.childNodes.length &&
    [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
    .map(e => parseFloat(getComputedStyle(e).fontSize));
  return [Math.min(...sizes), Math.min(...words), document.documentElement.scrollWidth - window.innerWidth];
"""
"""The smallest letters of the drawings and of the words, and how far the page reaches beyond the window."""
SIDEWAYS = """
  return [...document.querySelectorAll('#picture, .panels > div, .panels svg')].filter(e =>
    e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 0.5)
    .map(e => e.tagName + ' ' + e.scrollWidth + ' in ' + e.clientWidth);
"""
STARTS = """
  return [...document.querySelectorAll('.panels svg')].map(s => [s.querySelector('text, rect')?.outerHTML,
    s.childNodes.length]);
"""
"""What the drawn parts begin with: two slices of one panel begin alike."""
EMPTY = """
  return [...document.querySelectorAll('.panels svg')].filter(svg =>
    !svg.querySelector('text, rect, circle, path, polygon')).length;
"""
WHEELS = "[...document.querySelectorAll('.panels svg')].filter(s => s.getAttribute('viewBox').split(' ')[2] === '504')"
FRAMED = """[...svg.querySelectorAll('rect.fresh')].map(f => { const a = f.getBoundingClientRect();
  return [...svg.querySelectorAll('text, rect:not(.fresh), circle, polygon, path')].some(one => {
    const b = one.getBoundingClientRect();
    return b.left > a.left && b.right < a.right && b.top > a.top - 1 && b.bottom < a.bottom + 1; }); })"""
"""Whether each frame of a panel has something in it."""
ALONE = """return alone(['You paid 1 scribe.', 'You kept Decree D05.', 'Blue took 2.'],
  ['Orange paid 1 scribe.', 'Orange kept a Decree.', 'Blue took 2.'])"""
BROKEN = """
  const seen = [...document.querySelectorAll('.panels svg')].flatMap(svg => {
    const all = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()])
      .filter(([, b]) => b.right > all.left + 1 && b.left < all.right - 1)
      .map(([words, b]) => [words, b.left >= all.left - 1.5 && b.right <= all.right + 1.5]); });
  const whole = new Set(seen.filter(([, fits]) => fits).map(([words]) => words));
  return seen.map(([words]) => words).filter(words => !whole.has(words));
"""
"""Words of a stacked board that no slice shows whole."""


ON_SITE = """
  const seen = [...document.querySelectorAll('.whole, .stack')].filter(e => e.getBoundingClientRect().width);
  const large = (t) => parseFloat(t.getAttribute('font-size'));
  const sizes = seen.flatMap(e => [...e.querySelectorAll('svg')].flatMap(svg => {
    const m = svg.getScreenCTM(), use = svg.querySelector('use');
    const shapes = use ? document.querySelector(use.getAttribute('href')) : svg;
    return [...shapes.querySelectorAll('text')].map(t => large(t) * m.a); }));
  const wide = [...document.querySelectorAll('.wide, .stack, .stack svg, table')].filter(e =>
    e.scrollWidth > e.clientWidth + 1 && e.tagName !== 'svg' || e.getBoundingClientRect().right > innerWidth + 0.5)
    .map(e => e.tagName + ' ' + e.className + ' ' + e.textContent.slice(0, 40));
  return [seen.map(e => e.className), Math.min(...sizes), wide, document.documentElement.scrollWidth - innerWidth];
"""
"""Which picture a page of the site shows, its smallest letters, what scrolls sideways."""


@cache
def played(name: str) -> Played:
    title, players, options = BOXES[name]
    if not options:
        return finished(title, players)
    report = play_game(get_title(title), players, "reading", checks=NO_CHECKS, options=options)
    return Played(report.game, report.entries, get_title(title).components(report.game.rules.modules))


def go(browser: Any, entry: int) -> None:
    browser.execute_script("location.hash = '#' + arguments[0]", entry)
    for _ in range(50):
        if where(browser).startswith(f"Entry {entry} "):
            return
        time.sleep(0.05)
    raise AssertionError(f"#{entry} was not followed: {where(browser)}")


def where(browser: Any) -> str:
    found: str = browser.execute_script("return document.getElementById('where').textContent")
    return found


@pytest.mark.parametrize("name", BOXES)
def test_letters_can_be_read(browser: Any, tmp_path: Path, name: str) -> None:
    """9 pixels at 1280 and 12 on a phone, at several entries; the page never scrolls sideways, panels are stacked."""
    game = played(name)
    opened(browser, tmp_path, game.archive("public"))
    last = len(game.entries)
    for width, least in ((1280, 9.0), (360, 12.0)):
        with window(browser, width):
            for entry in (1, last // 2, last):
                go(browser, entry)
                drawn, words, beyond = browser.execute_script(SIZES)
                assert drawn >= least and words >= 12, (width, entry, drawn, words)
                assert beyond <= 0, (width, entry)
            tops = browser.execute_script(
                "return [...document.querySelectorAll('.panels > div')].map(d => [d.offsetTop, d.offsetHeight])"
            )
            assert (len(tops) > 5) == (width == 360), "panels stand alone on a phone only"
            wide = browser.execute_script("return document.querySelectorAll('.panels > div svg text').length")
            assert width == 1280 or wide > 100, "nothing of the board is lost"
            assert browser.execute_script(SIDEWAYS) == [], "no panel scrolls sideways or leaves the window"
            assert browser.execute_script(EMPTY) == 0, "every panel shows something"
            assert len(browser.execute_script(STARTS)) == len({*map(tuple, browser.execute_script(STARTS))}), (
                "no slices"
            )
            assert set(browser.execute_script(BROKEN)) == set(), "all words stand whole in some slice of their panel"
    go(browser, last // 2)
    assert browser.execute_script(OVERLAPS) == []


def test_a_phone_shows_the_wheel_whole(browser: Any, tmp_path: Path) -> None:
    """With larger letters; what they leave no room for stands below, and no frame stays where words went away."""
    game = finished("tekhenu", 2)
    opened(browser, tmp_path, game.archive("public"))
    with window(browser, 360):
        go(browser, len(game.entries) // 2)
        wheels = f"return {WHEELS}.map(svg => [...svg.querySelectorAll('text')].map(t => t.textContent))"
        (words,) = browser.execute_script(wheels)
        assert "Horus" in words and not any(", statue" in word or ": " in word for word in words if "Bag" not in word)
        below = browser.execute_script("return [...document.querySelectorAll('.panels p')].map(p => p.textContent)")
        assert len([line for line in below if ", statue " in line and "(" in line]) == 6
        empty = browser.execute_script(f"return {WHEELS}.map(svg => {FRAMED}).flat()")
        assert all(empty), empty


def test_what_changed_is_marked(browser: Any, tmp_path: Path) -> None:
    """A frame around what is new on the board, a mark at new lines of its words, the gain beside the points."""
    game = finished("tekhenu", 2)
    opened(browser, tmp_path, game.archive("public"))
    count = "return [document.querySelectorAll('.fresh').length, document.querySelectorAll('#text mark').length]"
    assert browser.execute_script(count) == [0, 0], "the first entry has nothing before it"
    moved = next(entry.n for entry in game.entries if any(answer.name == "die" for answer in entry.answers))
    go(browser, moved)
    frames, marks = browser.execute_script(count)
    shapes = browser.execute_script("return document.querySelectorAll('#picture svg text').length")
    assert 0 < frames < shapes / 2 and marks > 0
    gains = "return [...document.querySelectorAll('#scores .plus')].map(c => c.textContent)"
    gained = any(_gain(browser, n, gains) for n in range(2, len(game.entries) + 1))
    assert gained, "points that were gained are shown as such"


MARKED = """
  const svg = (parts) => { const made = drawn(['<svg xmlns="http://www.w3.org/2000/svg">' + parts + '</svg>']);
    document.body.append(made); return made; };
  return arguments[0].map(([before, after]) => { const now = svg(after); markFresh(now, svg(before));
    return now.querySelectorAll('.fresh').length; });
"""
RECT = '<g class="panel" data-box="0 0 300 300"><g><rect width="{w}" height="{w}" stroke="{rim}"/></g></g>'
LINE = '<g class="panel" data-box="0 0 300 300" data-words="{t}"><text x="{x}" y="20" font-size="12">{t}</text></g>'


def test_only_what_changed_is_marked(browser: Any, tmp_path: Path) -> None:
    """Not a sentence that moved along because the one before it grew, nor a board whose turn it is."""
    opened(browser, tmp_path, finished("tekhenu", 2).archive("public"))
    pairs = [
        (LINE.format(x=5, t="Next: a Conflict"), LINE.format(x=90, t="Next: a Conflict")),
        (LINE.format(x=5, t="Turn order: Ra"), LINE.format(x=5, t="Turn order: Isis")),
        (RECT.format(w=260, rim="#000"), RECT.format(w=260, rim="#999")),
        (RECT.format(w=260, rim="#000"), RECT.format(w=280, rim="#000")),
        (RECT.format(w=60, rim="#000"), RECT.format(w=60, rim="#999")),
    ]
    assert browser.execute_script(MARKED, pairs) == [0, 1, 0, 1, 1]


def _gain(browser: Any, entry: int, script: str) -> bool:
    go(browser, entry)
    return bool(browser.execute_script(script))


def test_links_keys_play_and_plots(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    game = finished("tekhenu", 2)
    total = len(game.entries)
    opened(browser, tmp_path, game.archive("public"))
    go(browser, 17)
    browser.find_element(By.ID, "next").click()
    assert browser.execute_script("return location.hash") == "#18", "the address tells the entry"
    link = browser.find_element(By.CSS_SELECTOR, "#log a[href='#20']")
    browser.execute_script("arguments[0].click()", link)
    time.sleep(0.2)
    assert where(browser) == f"Entry 20 of {total}" and link.text == "#20"
    browser.back()
    body = browser.find_element(By.TAG_NAME, "body")
    before = where(browser)
    browser.execute_script("window.taken = 0; addEventListener('keydown', e => { if (e.defaultPrevented) taken += 1 })")
    for key in (Keys.PAGE_DOWN, Keys.END, Keys.HOME, Keys.SPACE, Keys.ARROW_DOWN):
        body.send_keys(key)
    assert (where(browser), browser.execute_script("return window.taken")) == (before, 0), "scrolling keys scroll"
    go(browser, 5)
    browser.execute_script("document.getElementById('pace').value = '1'; document.getElementById('play').click()")
    time.sleep(1.6)
    assert where(browser) == f"Entry 6 of {total}"
    browser.execute_script("document.getElementById('play').click()")
    time.sleep(1.3)
    assert where(browser) == f"Entry 6 of {total}", "a pause is one"
    plot = browser.find_element(By.CSS_SELECTOR, "#plot svg")
    browser.execute_script("arguments[0].scrollIntoView()", plot)
    ActionChains(browser).move_to_element_with_offset(plot, -40, 0).click().perform()
    assert where(browser) != f"Entry 6 of {total}", "a plot leads to its entry"
    assert "at its end" in (plot.get_attribute("aria-label") or "")


def test_this_entry_is_directly_under_the_buttons(browser: Any, tmp_path: Path) -> None:
    opened(browser, tmp_path, finished("tekhenu", 2).archive("public"))
    order = "return [...document.querySelector('main').children].map(e => e.className || e.id || e.tagName)"
    assert browser.execute_script(order)[1:4] == ["bar", "now", "board"]


def test_names_and_cards(browser: Any, tmp_path: Path) -> None:
    """People stand beside their colours; a card tapped on the board or named in the log tells its text."""
    from selenium.webdriver.common.by import By

    source = finished("tekhenu", 2)
    game = source.game.model_copy(deep=True)
    game.seats[0].player, game.seats[1].player = "Ania", "Bartek"
    opened(browser, tmp_path, archive_bytes(game, source.entries, source.tables, "public"))
    seat = game.seats[0].seat
    log = browser.execute_script("return document.getElementById('log').textContent")
    assert f"{seat.capitalize()} (Ania)" in log and f"Ania ({seat})" in browser.find_element(By.ID, "scores").text
    go(browser, 20)
    tap = "[...document.querySelectorAll('#picture g > title')].find(t => /^[BTD][0-9]{2}: /.test(t.textContent))"
    text = browser.execute_script(
        f"const t = {tap}, face = t.parentNode.querySelector('rect'); "
        "face.dispatchEvent(new MouseEvent('click', {bubbles: true})); "
        "return [t.textContent, document.getElementById('card').open, document.getElementById('card-text').textContent]"
    )
    assert text[1] and text[2].startswith(text[0]) and "-CARD-" in text[2], "the text of the card and our wording"
    opened(browser, tmp_path, finished("ankh", 2).archive("public"))
    names = get_title("ankh").card_texts()
    buttons = browser.execute_script("return [...document.querySelectorAll('#log .rule')].map(b => b.textContent)")
    assert set(buttons) & set(names), "cards and powers of Ankh are known by name"
    for name, told in names.items():
        browser.execute_script("explain(arguments[0])", name)
        shown = browser.execute_script("return document.getElementById('card-text').textContent")
        assert shown.split() == told.split() and not re.search(r"[a-z,]\n +[a-z]", shown), "the window breaks lines"
        browser.execute_script("document.getElementById('card').close()")


def test_dark_rooms(browser: Any, tmp_path: Path) -> None:
    """Words stand out from their ground in both schemes: at least 4.5 to 1."""
    opened(browser, tmp_path, finished("tekhenu", 2).archive("public"))
    script = """
      const light = (c) => { const [r, g, b] = c.match(/[0-9.]+/g).map(v => v / 255).map(v =>
        v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const ground = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
        if (!c.startsWith('rgba(0, 0, 0, 0')) return c; } return 'rgb(255, 255, 255)'; };
      return [...document.querySelectorAll('h1, h2, p, li, button:not(:disabled), th, td, a, summary, label, option')]
        .filter(e => e.offsetParent && e.textContent.trim()).map(e => {
          const a = light(getComputedStyle(e).color), b = light(ground(e));
          return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.tagName + ' ' + e.textContent.slice(0, 30)]; })
        .filter(([ratio]) => ratio < 4.5);
    """
    grounds = set()
    for scheme in ("light", "dark"):
        with window(browser, 1280, scheme):
            go(browser, 20)
            assert browser.execute_script(script) == [], scheme
            grounds.add(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


def plain(told: str, game: Played) -> str:
    """A text of the page without the names that it puts beside the seats."""
    for info in game.game.seats:
        told = told.replace(f"{info.seat.capitalize()} ({info.player})", info.seat.capitalize())
    return told


@pytest.mark.parametrize("title", ["tekhenu", "ankh", "toy"])
def test_a_full_copy_opens_every_seat(browser: Any, tmp_path: Path, title: str) -> None:
    """A spectator's view stays the default; a switch shows what a seat knew, or everything. A public copy has none."""
    game = finished(title, 2)
    opened(browser, tmp_path, game.archive())
    last = len(game.entries)
    go(browser, last)
    state = """return [document.getElementById('eyes').value, document.getElementById('own').textContent,
      document.getElementById('now-answers').textContent, document.getElementById('as').textContent]"""
    assert browser.execute_script(state)[:2] == ["", ""]
    look = "const e = document.getElementById('eyes'); e.value = arguments[0]; e.dispatchEvent(new Event('change'));"
    rules = get_title(title)
    for info in game.game.seats:
        browser.execute_script(look, info.seat)
        own = rules.own(rules.view(game.game.table, info.seat), game.game.table.live.data)
        value, told, _, said = browser.execute_script(state)
        assert value == info.seat and own.strip() in plain(told, game) and info.seat in said
    browser.execute_script(look, "*")
    told = browser.execute_script(state)[1]
    for info in game.game.seats:
        assert rules.own(rules.view(game.game.table, info.seat), game.game.table.live.data).strip() in plain(told, game)
    sealed = [entry.n for entry in game.entries if any(answer.keys is None for answer in entry.answers)]
    for n in sealed[:2]:
        go(browser, n)
        assert "sealed, " in browser.execute_script(state)[2]
    assert browser.execute_script(ALONE) == ["You kept Decree D05."], "what everybody read is not told again"
    opened(browser, tmp_path, game.archive("public"))
    assert browser.execute_script("return document.getElementById('switch').hidden")
    assert browser.execute_script("return document.getElementById('eyes').options.length") == 0


@pytest.mark.parametrize("name", ["tekhenu-2", "seth", "solo", "ankh-5", "pharaoh"])
def test_a_running_game_on_the_site(browser: Any, tmp_path: Path, name: str) -> None:
    """On a phone the picture is stacked without a script, every letter has 12 pixels, nothing scrolls sideways."""
    from pbem.desk.site.builder import Site
    from tests.desk.mailing import Town

    title, players, options = BOXES[name]
    town = Town(tmp_path / "home")
    town.new_game([f"P{at} <p{at}@example.org>" for at in range(players)], "karnak", title, **options)
    for _ in range(9):
        with town.desk.game("karnak") as session:
            seat = next(iter(session.play.questions()))
            session.play.submit(seat, turn_text(session.play, seat, session.title.prefer), town.desk.now())
            session.put_back()
    Site(town.desk, tmp_path / "www").build()
    browser.get((tmp_path / "www" / "games" / "karnak.html").as_uri())
    for width, scheme in ((360, "light"), (390, "dark"), (1280, "light")):
        with window(browser, width, scheme):
            shown, smallest, wide, beyond = browser.execute_script(ON_SITE)
            assert shown == (["stack"] if width < 600 else ["whole"])
            assert smallest >= (12.0 if width < 600 else 9.0) and wide == [] and beyond <= 0, width
