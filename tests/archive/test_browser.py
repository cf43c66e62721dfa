"""The reading page in headless Chromium: `make test-page`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.archive.container import read_zip
from pbem.archive.opening import open_archive_bytes
from pbem.archive.page import shown_by
from pbem.archive.verify import passed, verify
from pbem.core.titles import get_title
from tests.archive.games import finished, moderated
from tests.archive.test_stored import STORED, stored_archive
from tests.titles.ankh.positions import POSITIONS

pytestmark = pytest.mark.page

GAMES = {
    "toy": lambda: finished().archive(),
    "moderated": lambda: moderated().archive("public"),
    **{f"tekhenu-{n}": (lambda n=n: finished("tekhenu", n).archive()) for n in (2, 3, 4)},
    **{f"ankh-{n}": (lambda n=n: finished("ankh", n).archive()) for n in (2, 5)},
    **{path.stem: (lambda path=path: stored_archive(path)) for path in STORED},
}

OVERLAPS = """
  const svg = document.querySelector('#picture svg'), all = svg.getBoundingClientRect();
  const boxes = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
  const found = [];
  boxes.forEach(([a, p], i) => {
    const out = p.left < all.left - 1 || p.right > all.right + 1 || p.bottom > all.bottom + 1;
    if (out) found.push(a + ' is outside');
    for (const [b, q] of boxes.slice(i + 1)) {
      const w = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const h = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (w > 2 && h > 0.45 * Math.min(p.height, q.height)) found.push(a + ' | ' + b);
    }
  });
  return found;
"""
"""Texts of the picture that lie over each other or leave it."""


WALK = """
  const get = (id) => document.getElementById(id).textContent, slider = document.getElementById('slider');
  return arguments[0].map((n, i) => {
    if (i && n === arguments[0][i - 1] + 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true, cancelable: true}));
    } else { slider.value = n; slider.dispatchEvent(new Event('input')); }
    const cells = [...document.querySelectorAll('#scores td.number')].map(c => [c.dataset.seat, c.textContent]);
    return [get('where'), Object.fromEntries(cells), get('text')]; });
"""
"""From entry to entry, to the next with the arrow key: where the page says it is, the points, the board in words."""
FEW = 12
"""Entries looked at of a stored game; the others are walked through one by one."""


def opened(browser: Any, folder: Path, data: bytes) -> None:
    path = folder / "page.html"
    path.write_bytes(read_zip(data)["page.html"])
    browser.get_log("browser")
    browser.get(path.as_uri())


def shown_scores(browser: Any) -> dict[str, str]:
    cells = "[...document.querySelectorAll('#scores td.number')]"
    found: dict[str, str] = browser.execute_script(
        f"return Object.fromEntries({cells}.map(c => [c.dataset.seat, c.textContent]))"
    )
    return found


@pytest.mark.parametrize("name", GAMES)
def test_stepping_shows_the_scores_of_the_journal(browser: Any, tmp_path: Path, name: str) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    data = GAMES[name]()
    opened(browser, tmp_path, data)
    stored = any(path.stem == name for path in STORED)  # these are verified by `make test`
    assert stored or passed(verify(data)), "the scores in a full copy's page are those of the replayed journal"
    archive = open_archive_bytes(data)
    seen = {sight.n: sight for sight in shown_by(archive.members["page.html"].decode()).sights}
    step = max(1, len(archive.entries) // FEW) if stored else 1
    looked = [*archive.entries[:-1:step], archive.entries[-1]]
    walked = browser.execute_script(WALK, [entry.n for entry in looked])
    for entry, (where, scores, words) in zip(looked, walked, strict=True):
        assert where == f"Entry {entry.n} of {len(archive.entries)}"
        assert scores == {seat: str(n) for seat, n in seen[entry.n].scores.items()}
        assert words == seen[entry.n].text
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
    result = archive.game.moderation.result
    if result is not None and archive.game.status == "finished":
        assert shown_scores(browser) == {seat: str(n) for seat, n in result["scores"].items()}
    assert [line for line in browser.get_log("browser") if line["level"] in ("SEVERE", "WARNING")] == []
    fetched = "return performance.getEntriesByType('resource').map(r => r.name).filter(n => !n.startsWith('data:'))"
    assert browser.execute_script(fetched) == [], "nothing is loaded from anywhere"


def test_the_board_is_the_titles_picture(browser: Any, tmp_path: Path) -> None:
    played = finished("tekhenu", 4)
    opened(browser, tmp_path, played.archive("public"))
    browser.execute_script("document.getElementById('last').click()")
    title = get_title("tekhenu")
    wanted = title.picture(title.view(played.game.table, None), played.game.table.live.data)
    found = browser.execute_script("return document.querySelectorAll('#picture svg *:not(.fresh)').length")
    assert found == wanted.count("<") - wanted.count("</") - 1
    assert browser.execute_script("return document.querySelector('#picture svg').getBoundingClientRect().width") > 600
    plots = browser.execute_script("return [...document.querySelectorAll('.plot svg')].map(s => s.ariaLabel)")
    assert any(text.startswith("Victory points over the game") for text in plots)
    assert any(text.startswith("Balance at each Maat phase") for text in plots)


def test_a_card_explains_a_rule(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    opened(browser, tmp_path, finished("tekhenu", 2).archive("public"))
    browser.find_element(By.ID, "ident").send_keys("t-maat-4", Keys.ENTER)
    card = browser.find_element(By.ID, "card")
    assert card.is_displayed() and "negative balance" in card.text
    card.find_element(By.TAG_NAME, "button").click()
    field = browser.find_element(By.ID, "ident")
    field.clear()
    field.send_keys("T15", Keys.ENTER)
    assert "Ankh value is 5" in browser.find_element(By.ID, "card").text
    browser.find_element(By.ID, "card").find_element(By.TAG_NAME, "button").click()
    buttons = browser.find_elements(By.CSS_SELECTOR, "#log button.rule")
    assert buttons, "rule ids in the log can be opened"


def test_keys_and_names_for_screen_readers(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    opened(browser, tmp_path, finished().archive("public"))
    body, where = browser.find_element(By.TAG_NAME, "body"), browser.find_element(By.ID, "where")
    total = len(finished().entries)
    browser.find_element(By.ID, "last").click()
    assert where.text == f"Entry {total} of {total}"
    body.send_keys(Keys.ARROW_LEFT)
    assert where.text == f"Entry {total - 1} of {total}"
    browser.find_element(By.ID, "first").click()
    assert where.text == f"Entry 1 of {total}" and where.get_attribute("aria-live") == "polite"
    nameless = browser.execute_script(
        "return [...document.querySelectorAll('button, input, section, svg')].filter(e => !(e.textContent.trim() || "
        "e.getAttribute('aria-label') || e.labels?.length)).map(e => e.outerHTML.slice(0, 80))"
    )
    assert nameless == []
    assert browser.execute_script("return document.querySelectorAll('[aria-current=step]').length") == 1
    body.send_keys(Keys.ARROW_RIGHT)
    said = browser.execute_script("return document.getElementById('now-head').closest('[aria-live]').textContent")
    assert said.startswith("#2 "), "what happened at an entry is read out"


def test_no_words_overlap_on_the_board(browser: Any, tmp_path: Path) -> None:
    """At several steps of games of 2, 3 and 4: no two texts of the picture lie over each other, none leaves it."""
    for players in (2, 3, 4):
        played = finished("tekhenu", players)
        opened(browser, tmp_path, played.archive("public"))
        last = len(played.entries)
        for entry in (2, last // 3, last // 2, 2 * last // 3, last):
            slide = "slider.value = arguments[0]; slider.dispatchEvent(new Event('input'))"
            browser.execute_script(f"const slider = document.getElementById('slider'); {slide}", entry)
            assert browser.execute_script(OVERLAPS) == [], (players, entry)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_board_of_ankh(browser: Any, tmp_path: Path, name: str) -> None:
    """No two texts lie over each other, those of a god board stay on it, and a hex is found where it is drawn."""
    from pbem.titles.ankh.show.picture import picture
    from pbem.titles.ankh.views.view import view

    page, t = tmp_path / "board.html", POSITIONS[name]()
    page.write_text(f'<!doctype html><div id="picture">{picture(view(t, None), t.data)}</div>')
    browser.get(page.as_uri())
    assert browser.execute_script(OVERLAPS) == []
    boards = """
      const named = [...document.querySelectorAll('g')].filter(g => g.firstChild.tagName === 'title'
        && / Followers /.test(g.firstChild.textContent));
      const over = (g) => { const box = g.querySelector('rect').getBoundingClientRect();
        return [...g.querySelectorAll('text')].filter(t => { const b = t.getBoundingClientRect();
          return b.right > box.right || b.bottom > box.bottom; }).map(t => t.textContent); };
      return [named.length, named.flatMap(over)];
    """
    assert browser.execute_script(boards) == [len(POSITIONS[name]().seats), []]
    hexes = """
      return [...document.querySelectorAll('g')].filter(g =>
        g.firstChild.tagName === 'title' && /^[A-K][0-9], /.test(g.firstChild.textContent)).map(g => {
        g.scrollIntoView(); const b = g.getBoundingClientRect();
        const hit = document.elementFromPoint(b.left + b.width / 2, b.top + b.height * 0.92) || g;
        return [g.firstChild.textContent, hit.closest('g')?.firstChild.textContent]; });
    """
    found = {drawn: hit for drawn, hit in browser.execute_script(hexes)}
    assert len(found) == 101
    assert [
        hexagon for hexagon, hit in found.items() if hit != hexagon and not hit.startswith(("River", "Camel"))
    ] == []


def test_it_prints(browser: Any, tmp_path: Path) -> None:
    """On paper the whole log is there and the controls are not."""
    from base64 import b64decode

    opened(browser, tmp_path, finished("tekhenu", 2).archive("public"))
    paper = b64decode(browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
    assert paper.startswith(b"%PDF") and len(paper) > 20_000
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        hidden = browser.execute_script("return getComputedStyle(document.querySelector('.bar')).display")
        log = browser.execute_script("const l = document.getElementById('log'); return l.scrollHeight - l.clientHeight")
        assert (hidden, log) == ("none", 0)
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
