"""The picture of the board: well-formed, self-contained, every hex, edge and piece where it belongs."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from pbem.titles.ankh import TITLE
from pbem.titles.ankh.components import build, default_raw
from pbem.titles.ankh.map.geometry import DIRECTIONS
from pbem.titles.ankh.show import pieces
from pbem.titles.ankh.show.picture import picture
from pbem.titles.ankh.views.view import view
from tests.panels import beyond, too_wide
from tests.titles.ankh import court
from tests.titles.ankh.build import data
from tests.titles.ankh.positions import POSITIONS, five, merged

SVG = "{http://www.w3.org/2000/svg}"
every = pytest.mark.parametrize("name", list(POSITIONS))
Point = tuple[float, float]


def drawn(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture(view(POSITIONS[name](), None), data()))


def groups(root: ElementTree.Element) -> dict[str, list[ElementTree.Element]]:
    """Parts of the picture by their titles."""
    found: dict[str, list[ElementTree.Element]] = {}
    for part in root.iter(f"{SVG}g"):
        found.setdefault(part.findtext(f"{SVG}title") or "", []).append(part)
    return found


def hexes(root: ElementTree.Element) -> dict[str, list[Point]]:
    """The corners of each hex, from the north-eastern one clockwise."""
    found = {}
    for said, parts in groups(root).items():
        match = re.match(r"([A-K]\d), ", said)
        if match:
            polygon = parts[0].find(f"{SVG}polygon")
            assert polygon is not None
            points = (polygon.get("points") or "").split()
            found[match[1]] = [(float(x), float(y)) for x, y in (point.split(",") for point in points)]
    return found


def near(one: Point, other: Point) -> bool:
    return all(abs(a - b) <= 0.25 for a, b in zip(one, other, strict=True))


@every
def test_panels_hold_what_they_draw_and_fit_a_phone(name: str) -> None:
    assert beyond(drawn(name)) == []
    assert too_wide(picture(view(POSITIONS[name](), None), data())) == []


def test_a_new_turn_order_moves_no_board() -> None:
    """The reading page would mark all of them as changed."""
    v = view(five(), None)
    turned = v.model_copy(update={"gods": v.gods[::-1], "order": v.order[::-1]})
    boards = [re.findall(r'data-box="([^"]*)"><g><title>(\w+): Devotion', picture(one, data())) for one in (v, turned)]
    assert len(boards[0]) == 5 and boards[0] == boards[1]


@every
def test_hexes_lie_beside_each_other_as_on_the_map(name: str) -> None:
    """A-MAP-1: neighbours share the edge in their direction."""
    corners, geometry = hexes(drawn(name)), data().board
    assert set(corners) == set(geometry.hexes)
    for place, around in geometry.around.items():
        mine = corners[place]
        assert len(mine) == 6
        for turn, other in enumerate(around):
            if other:
                theirs = corners[other]
                assert near(mine[turn - 1], theirs[(turn + 3) % 6]), (place, DIRECTIONS[turn])
                assert near(mine[turn], theirs[(turn + 2) % 6]), (place, DIRECTIONS[turn])


@every
def test_rivers_and_camels_lie_on_their_edges(name: str) -> None:
    t, root = POSITIONS[name](), drawn(name)
    parts, corners = groups(root), hexes(root)
    lying = [(edge, "River") for edge in data().board.rivers] + [(edge, "Camel") for edge in t.camels]
    for edge, what in lying:
        part, *again = parts[f"{what} {edge}"]  # one between the halves of the map is drawn with both
        assert {*map(ElementTree.tostring, again)} <= {ElementTree.tostring(part)}
        line = part.find(f"{SVG}line")
        assert line is not None
        ends = [(float(line.get(f"x{n}") or 0), float(line.get(f"y{n}") or 0)) for n in (1, 2)]
        for place in edge.split("|"):
            assert all(any(near(end, corner) for corner in corners[place]) for end in ends), edge
    assert sum(said.startswith(("River ", "Camel ")) for said in parts) == len(lying)


@every
def test_every_piece_is_drawn(name: str) -> None:
    """Each unit and each Monument stands in a part of its own within its hex."""
    t, root = POSITIONS[name](), drawn(name)
    said = Counter(
        text.split(",")[0] for text, parts in groups(root).items() for _ in parts if re.match(r"[A-K]\d,", text)
    )
    assert said == Counter(data().board.hexes) + Counter(t.units.keys()) + Counter(t.monuments.keys())
    titles = list(groups(root))
    for place, unit in t.units.items():
        of = f"{data().names[unit.kind]} of {data().names[unit.owner]}"
        assert any(text.startswith(f"{place},") and of in text for text in titles)
    for place, monument in t.monuments.items():
        owner = f"of {data().names[monument.owner]}" if monument.owner else "neutral"
        assert any(
            text.startswith(f"{place},") and f"{data().names[monument.kind]}, {owner}" in text for text in titles
        )
    for token in t.tokens.values():
        assert any(text.startswith(f"Order token {token}: ") for text in titles)


def test_tracks_and_devotion() -> None:
    titles = set(groups(drawn("five")))
    assert "move: the next step is the event" in titles
    assert "Devotion 3, from bottom to top Isis, Osiris" in titles
    assert "Devotion 31" in titles
    assert "12: Conflict 3, then the gods merge" in titles
    assert "Ra: Devotion 21, Followers 1" in titles
    assert "I9, desert, region 3: Giant Scorpion of Isis, strength 1, claws N-NW" in titles


def test_everybody_gets_the_same_picture() -> None:
    t = five()
    assert (
        TITLE.picture(view(t, "ra"), t.data) == TITLE.picture(view(t, None), t.data) == picture(view(t, None), t.data)
    )


@every
def test_it_stands_alone(name: str) -> None:
    """No script, no reference to anything outside, nothing that asks a network."""
    text = picture(view(POSITIONS[name](), None), data())
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<script|href|url\(|<image|<style|\son\w+=", text)
    assert len(text) < 100_000


def test_it_says_what_it_shows() -> None:
    root = ElementTree.fromstring(picture(view(merged(), None), data()))
    assert root.get("role") == "img"
    said = {entry.get("id", ""): entry.text for entry in root if entry.get("id")}
    assert root.get("aria-labelledby") == " ".join(said)
    assert said["board-title"] == "Ankh, turn 60, Conflict 4"
    assert "Devotion in turn order: Ra 0, Isis 0, Amun 0." in (said["board-desc"] or "")


@every
def test_everything_lies_within_the_frame(name: str) -> None:
    root = drawn(name)
    width, height = map(float, (root.get("viewBox") or "").split()[2:])
    points = [corner for corners in hexes(root).values() for corner in corners]
    for part in root.iter(f"{SVG}rect"):
        x, y, w, h = (float(part.get(key) or 0) for key in ("x", "y", "width", "height"))
        points += [(x, y), (x + w, y + h)]
    points += [(float(part.get("x") or 0), float(part.get("y") or 0)) for part in root.iter(f"{SVG}text")]
    assert all(0 <= x <= width and 0 <= y <= height for x, y in points)


def test_texts_of_an_owner_are_escaped() -> None:
    """Names come from tables that an owner may correct."""
    bad = "</text><script>alert(1)</script>"
    raw = default_raw()
    for row in (row for name in ("ankh_powers", "battle_cards", "gods", "guardians") for row in raw[name]["list"]):
        row.update(dict.fromkeys({"name", "ability"} & row.keys(), bad))
    text = picture(view(five(), None), build(raw))
    assert "<script" not in text
    assert "&lt;script" in text
    ElementTree.fromstring(text)


def test_the_legend_shows_the_pharaoh_as_the_map_does() -> None:
    """P-PHAR-2: nobody's figure is drawn alike in both, and nothing else is drawn so."""
    t = court.table("ra", "isis")
    text = TITLE.picture(TITLE.view(t, None), t.data)
    diamond = re.compile(rf'<[^>]*"{pieces.NOBODYS}"[^>]*>')
    assert len(diamond.findall(text)) == 2
