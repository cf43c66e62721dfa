"""The board and a reader's own things as documents."""

from __future__ import annotations

from pbem.core.document import Doc, Para, Section
from pbem.core.words import Count, Listed, Say
from pbem.titles.ankh.components import Components
from pbem.titles.ankh.show.boards import cards, followers, sections
from pbem.titles.ankh.show.map import kind_name
from pbem.titles.ankh.views.view_models import AnkhView, HexView

__all__ = ["board", "own"]


def board(v: AnkhView, data: Components) -> Doc:
    """Describe the whole board: what comes next, the map, and what lies beside it."""
    return Doc(sections(v, data))


def own(v: AnkhView, data: Components) -> Doc:
    """Describe the reader's units with their places, what lies in the pool, and the Battle cards."""
    mine = next((god for god in v.gods if god.seat == v.side), None)
    if v.reader is None or mine is None:
        return Doc([])
    if mine.status == "forgotten":
        return Doc([Section("", [Para(Say("{god} is forgotten and has nothing left.", god=data.names[mine.seat]))])])
    units = [space_words(data, space) for space in v.hexes if space.unit is not None and space.unit.owner == v.side]
    pool = [Count(mine.warriors, "{n} Warrior", "{n} Warriors"), *(kind_name(data, kind) for kind in mine.guardians)]
    said = [
        Say("Units: {units}.", units=Listed(units) if units else Say("none")),
        Say("{followers}. Pool: {pool}.", followers=followers(mine.followers), pool=Listed(pool)),
        Say("Cards in hand: {cards}.", cards=cards(v, data, mine.hand) or Say("none")),
    ]
    return Doc([Section("", [Para(words, "", "  ") for words in said])])


def space_words(data: Components, space: HexView) -> str:
    """Write `Warrior D4 (region 2)`."""
    assert space.unit is not None
    tokens = Listed([str(token) for token in space.tokens], " ")
    kind = kind_name(data, space.unit.kind)
    name = Say("Radiant {unit}", unit=kind) if space.unit.sun else kind
    return Say("{unit} {place} (region {tokens})", unit=name, place=space.id, tokens=tokens)
