"""House values are marked wherever players read them: in option texts, and on the board (HV-07, HV-13)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pbem.core.interpreter import Run
from pbem.core.questions import Pick
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.components import build, default_raw
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.show.wording import HOUSE
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.views.view import view
from tests.titles.tekhenu.build import ME
from tests.titles.tekhenu.test_board_text import confirm
from tests.titles.tekhenu.walk import middle_game, walk

Raw = dict[str, Any]


def statues(raw: Raw) -> None:
    raw["statues"]["costs_granite_left_to_right"]["value"] = [3, 3, 4, 4, 5, 5]


def row(raw: Raw) -> None:
    for slot in raw["building_row"]["left_to_right"]:
        slot["bread"] += 1


def spaces(raw: Raw) -> None:
    for space in raw["temple"]["spaces"]["list"]:
        space["reward"] = {what: n + 1 for what, n in space["reward"].items()}


def border(raw: Raw) -> None:
    edges = raw["temple"]["outer_edges"]
    for side in [key for key, value in edges.items() if isinstance(value, list)]:
        edges[side] = edges[side][1:] + edges[side][:1]


def spots(raw: Raw) -> None:
    for spot in raw["temple"]["building_spots"]["list"]:
        spot["bread"]["value"] = {2: 3, 3: 4, 4: 2}[spot["bread"]["value"]]


def bonuses(raw: Raw) -> None:
    for position in raw["horus"]["positions"]:
        if position["source"] == "house":
            position["bonus"] = {what: n + 1 for what, n in position["bonus"].items()}


def costs(raw: Raw) -> None:
    for tile in raw["pillar_tiles"]:
        tile["cost"]["limestone"] = tile["cost"]["limestone"] % 3 + 1


def edges(raw: Raw) -> None:
    tiles = raw["pillar_tiles"]
    rings = [tile["edges"] for tile in tiles]
    for tile, ring in zip(tiles, rings[1:] + rings[:1], strict=True):
        tile["edges"] = dict(ring)


def works(raw: Raw) -> None:
    """Row 3 and row 4 change their second resources."""
    by_row = {n: [space for space in raw["osiris"]["grid"] if space["row"] == n] for n in (3, 4)}
    for one, two in zip(by_row[3], by_row[4], strict=True):
        one["advance"], two["advance"] = two["advance"], one["advance"]


def types(raw: Raw) -> None:
    kinds = [decree["type"]["value"] for decree in raw["decrees"]]
    for decree, kind in zip(raw["decrees"], kinds[3:] + kinds[:3], strict=True):
        decree["type"]["value"] = kind


CHANGES: dict[str, Callable[[Raw], None]] = {
    "HV-01": statues, "HV-02": row, "HV-03": spaces, "HV-04": border, "HV-05": spots, "HV-06": bonuses, "HV-08": costs,
    "HV-09": edges, "HV-11": works, "HV-12": types,
}  # fmt: skip
"""A change of each house value that option texts may name."""


def texts(t: Tekhenu) -> Iterator[tuple[str, str, str]]:
    """Name, key and text of every option that is open, and of what may be answered ahead."""
    run = Run(t)
    run.advance()
    for seat, question in run.questions().items():
        for one in (question, *TITLE.foresee(t, seat), *TITLE.menu(t, seat)):
            if isinstance(one, Pick):
                asked = re.sub(r"Pay \d+", "Pay", one.prompt.partition(" (")[0])  # how much may be a house value
                yield from ((f"{one.name} of {seat}: {asked}", key, one.describe(key)) for key in one.options)


def under(t: Tekhenu, raw: Raw) -> Tekhenu:
    """The same table with other component tables."""
    copy = Tekhenu.model_validate_json(t.model_dump_json())
    live = t.live
    copy.live = TITLE.live(live.chance, build(raw), live.options, live.fixes)
    return copy


@pytest.mark.usefixtures("as_printed")
@pytest.mark.parametrize("players", [2, 4])
def test_a_text_that_names_a_house_value_is_marked(players: int) -> None:
    """Exchange each house value: whatever text of a game would read differently bears the mark. And each of them is
    met in some text."""
    other = {}
    for ident, change in CHANGES.items():
        other[ident] = default_raw()
        change(other[ident])
    met: set[str] = set()
    for t, _ in walk(players, "house marks", every=17):
        said = {(name, key): text for name, key, text in texts(under(t, default_raw()))}
        for ident, raw in other.items():
            for name, key, text in texts(under(t, raw)):
                before = said.get((name, key), text)
                if before != text:
                    met.add(ident)
                    assert HOUSE.strip() in before, (ident, name, key, before, text)
    assert met >= set(CHANGES), set(CHANGES) - met


def test_confirmed_values_bear_no_mark() -> None:
    raw = default_raw()
    confirm(raw)
    for t, _ in walk(3, "confirmed", every=23):
        assert not [text for _, _, text in texts(under(t, raw)) if HOUSE.strip() in text]


def test_hv_13_the_sides_of_the_temple_statues() -> None:
    t = middle_game()
    seen = view(t, None)
    assert "TN, TE statues (h)" in TITLE.summary(seen, t.data)
    alone = seen.model_copy(update={"house": ["HV-13"]})
    assert "HV-13" in seen.house and "Temple (h)" in TITLE.picture(alone, t.data)


@pytest.mark.parametrize(("layout", "marked"), [("beginner", True), ("random", False)])
def test_hv_07_the_printed_gods_are_marked_where_they_are_used(layout: str, marked: bool) -> None:
    t = middle_game()
    t.live = TITLE.live(t.live.chance, t.live.data, Options(horus_layout=layout), t.live.fixes)  # type: ignore[arg-type]
    seen = view(t, ME)
    assert ("HORUS die, god (h), bonus (h)" in TITLE.summary(seen, t.data)) == marked
    assert ("Statues at the gods (h)" in " ".join(TITLE.summary(seen, t.data, plain=True).split())) == marked
    assert ("gods on positions" in TITLE.picture(seen, t.data)) == marked
    assert ("printed_gods" in seen.model_dump_json()) == marked, "views of other games are written as they were"
