"""Mails of every kind and box in headless Chromium, as phones and desktops show them: `make test-page`.

What the pictures of this test showed was looked at: `PBEM_SHOTS=FOLDER` keeps one of every page.
"""

from __future__ import annotations

import os
from base64 import b64decode
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import html5lib
import pytest

from tests.browser import window
from tests.mail.gallery import BOXES, gallery, page_of, pictures

pytestmark = pytest.mark.page

SHOTS = os.environ.get("PBEM_SHOTS")
WIDTHS = (360, 390, 1280)
SMALLEST, TABLES = 14.0, 12.0
TAP, CONTRAST = 24.0, 4.5
"""WCAG 2.2, AA: 2.5.8 and 1.4.3."""
BARE = 400
"""Without any style letters are wider, and a table may need a little more than the window."""
KINDS = {"start", "turn", "refusal", "over"}

LOOK = """
  const part = (v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = (c) => { const [r, g, b] = c.map(v => part(v / 255));
    return .2126 * r + .7152 * g + .0722 * b; };
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
  const ground = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c.slice(0, 3); }
    return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255]; };
  const own = [...document.body.querySelectorAll('*')].filter(e =>
    [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()));
  const size = (e) => parseFloat(getComputedStyle(e).fontSize);
  const pale = own.filter(e => { const [a, b] = [light(rgb(getComputedStyle(e).color).slice(0, 3)), light(ground(e))];
    return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) < arguments[0]; });
  const links = [...document.querySelectorAll('a')].map(a => a.getBoundingClientRect());
  return {wide: document.documentElement.scrollWidth,
    words: Math.min(...own.filter(e => !e.closest('table')).map(size)),
    cells: Math.min(99, ...own.filter(e => e.closest('table')).map(size)),
    pale: pale.map(e => e.textContent.slice(0, 40)),
    tap: Math.min(99, ...links.map(b => b.height)),
    over: links.slice(1).filter((b, i) => b.top < links[i].bottom - 1 && b.left < links[i].right).length,
    bullets: [...document.querySelectorAll('li.a')].filter(li =>
      li.querySelector('a').getBoundingClientRect().top - li.getBoundingClientRect().top > 3).length,
    hidden: own.filter(e => !e.getClientRects().length).length};
"""
"""Measures of a page: how far it reaches, its smallest letters, words that are pale, links that a thumb cannot hit."""


def shown(browser: Any, folder: Path, html: str) -> None:
    path = folder / "mail.html"
    path.write_text(html, encoding="utf-8")
    browser.get(path.as_uri())


def kept(browser: Any, name: str) -> None:
    """A picture of the page, for whoever wants to look at it."""
    if SHOTS:
        size = browser.execute_script("return [innerWidth, Math.min(4000, document.documentElement.scrollHeight)]")
        clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
        shot = browser.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        (Path(SHOTS) / f"{name}.png").write_bytes(b64decode(shot["data"]))


@pytest.mark.parametrize("box", BOXES)
def test_mails_are_read_on_phones_and_desktops(browser: Any, tmp_path: Path, box: str) -> None:
    mails = gallery(tmp_path / "home", box)
    assert mails.keys() >= KINDS and (box == "solo" or mails.keys() >= {"receipt", "reminder"})
    assert box != "ankh-2" or "question" in mails
    assert [len(picture) <= 60_000 for picture in pictures(mails["over"])] == [True]
    for kind, mail in mails.items():
        html = page_of(mail)
        assert html5lib.HTMLParser(strict=True).parse(html) is not None
        shown(browser, tmp_path, html)
        for width, scheme in ((360, "light"), (360, "dark"), (390, "light"), (1280, "dark")):
            with window(browser, width, scheme):
                found = browser.execute_script(LOOK, CONTRAST)
                kept(browser, f"{box}-{kind}-{width}-{scheme}")
            assert found["wide"] <= width, (kind, width, found)
            assert found["words"] >= SMALLEST and found["cells"] >= TABLES, (kind, width, found)
            assert (found["pale"], found["hidden"], found["over"], found["bullets"]) == ([], 0, 0, 0), (kind, found)
            assert found["tap"] >= TAP, (kind, width, found)
        heard(browser, kind, mail)
        stripped(browser, tmp_path, kind, mail, f"{box}-{kind}")


def heard(browser: Any, kind: str, mail: EmailMessage) -> None:
    """What a screen reader is told: headings, tables whose cells have names, links that are answers, the picture."""
    nodes = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    roles: dict[str, list[str]] = {}
    for node in nodes:
        if not node.get("ignored"):
            roles.setdefault(node["role"]["value"], []).append(str(node.get("name", {}).get("value", "")))
    tables = len(roles.get("table", []))
    assert tables == page_of(mail).count("<table>"), "each is a table, none is taken for layout"
    assert len([name for name in (*roles.get("rowheader", []), *roles.get("columnheader", [])) if name]) >= tables
    assert all(roles.get("heading", [""])) and all(roles.get("link", ["-"]))
    assert {"LayoutTable", "generic image"}.isdisjoint(roles)
    assert [bool(name) for name in roles.get("image", [])] == [True] * len(list(pictures(mail)))
    assert browser.execute_script("return document.documentElement.lang") == "en"
    assert (kind in ("news", "receipt")) or len(roles["heading"]) > 1 or kind in ("refusal", "reminder")


def stripped(browser: Any, folder: Path, kind: str, mail: EmailMessage, name: str) -> None:
    """With images off, and where a program takes the style away, everything is there and a phone shows it."""
    words = "return document.body.textContent.replace(/\\s+/g, ' ')"
    whole = browser.execute_script(words)
    if list(pictures(mail)):
        shown(browser, folder, page_of(mail, images=False))
        with window(browser, 360):
            image = "const i = document.querySelector('img'), b = i.getBoundingClientRect();"
            size, told, right = browser.execute_script(f"{image} return [i.naturalWidth, i.alt, b.right]")
            assert size == 0 and told and right <= 360
            assert browser.execute_script(LOOK, CONTRAST)["wide"] <= 360
            kept(browser, f"{name}-off")
    shown(browser, folder, page_of(mail, style=False))
    with window(browser, 360):
        found = browser.execute_script(LOOK, CONTRAST)
        kept(browser, f"{name}-bare")
    assert found["wide"] <= BARE and found["words"] >= SMALLEST and found["pale"] == [], (kind, found)
    assert browser.execute_script(words) == whole
