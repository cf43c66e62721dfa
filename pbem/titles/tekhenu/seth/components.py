"""The component tables of the Seth module: as shipped, prepared for the rules, and checked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pbem.core.errors import Fault
from pbem.core.overlay import unmarked
from pbem.core.words import Listed, Say, Verbatim
from pbem.titles.tekhenu.box_names import SETH
from pbem.titles.tekhenu.tables.component_parts import GAINS, LIGHTS, Amounts, Card, Components, PeopleSpot

WARRIOR, PRIEST = "warrior", "priest"
KINDS = {
    "blessings": "blessing",
    "technologies": "technology",
    "decrees": "decree",
    "starting_cards": "starting",
    "follower_powers": "follower",
    "artifacts": "artifact",
}
"""Tables of cards with the kind of each."""
COUNTED = (
    "blessings", "technologies", "decrees", "starting_cards", "follower_powers", "artifacts", "conquest_tiles",
    "regions",
)  # fmt: skip
"""Tables that have as many rows as the shipped ones, whatever an owner corrects (S-COMP-2, S-COMP-4)."""
ORDER = (*GAINS[:7], WARRIOR, PRIEST, *GAINS[7:])
"""The order in which several gains of one effect are given."""
HOUSE = " (h)"
"""Stands behind the text of every card that is a house value."""
DRAWN = ("blessing", "technology", "decree")
WINDOWS = ("any", "seth", "value", "pure", "action")
"""When an Artifact may be used."""
WAIVED = ("papyrus", "happiness")
"""What the action of an Artifact may leave unpaid or unlost."""


def default_raw() -> dict[str, Any]:
    """Read a fresh copy of the shipped table, sources included."""
    raw: dict[str, Any] = json.loads(Path(__file__).with_name("components.json").read_text(encoding="utf-8"))
    return raw


@dataclass(frozen=True, eq=False, repr=False)
class Effect:
    """What a region or a Conquest tile gives: amounts, a card of a deck, or a god action with a value."""

    gain: Amounts
    draw: str = ""
    god: str = ""
    value: int = 0


@dataclass(frozen=True, eq=False, repr=False)
class Region:
    """A region of the Seth board (S-SET-2 to S-SET-5)."""

    id: int
    name: str
    column: str
    reward: Effect
    #: By side of the board: Warriors and VP of the first and the second spot.
    spots: Mapping[str, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, eq=False, repr=False)
class SethData:
    """The tables of the module, ready for use."""

    regions: tuple[Region, ...]
    #: Columns from the west, each with the numbers of its regions.
    columns: Mapping[str, tuple[int, ...]]
    column_vp: int
    people_god: str
    people_value: int
    #: Spots for Statues in honour of Seth by number of players (S-R-13).
    statue_spots: Mapping[int, int]
    statue_priests: int
    #: What the bonus of such a Statue may be (S-R-09).
    bonus: tuple[str, ...]
    tiles: Mapping[str, Effect]
    followers: tuple[str, ...]
    artifacts: tuple[str, ...]
    names: Mapping[str, str]
    #: Priests that an Artifact costs.
    priests: Mapping[str, int]
    #: Warriors and Priests on Starting cards.
    start: Mapping[str, Amounts]
    #: What a die of a colour gives when it is taken (S-DICE-2).
    gives: Mapping[str, str]
    grey: Mapping[int, int]
    followers_dealt: Mapping[int, int]
    artifacts_dealt: Mapping[int, int]
    decrees_dealt: int
    starting_kept: int
    followers_kept: int
    track_max: int
    blood: int
    #: What Botankhamun does with the box (S-BOT).
    bot: Mapping[str, Any]
    house: frozenset[str]

    def spots(self, region: int, players: int) -> tuple[tuple[int, int], ...]:
        """Return the Warriors and VP of the spots of a region on the side for so many players (S-SETUP-1)."""
        return self.regions[region - 1].spots["1-2" if players <= 2 else "3-4"]


def prepare(data: Components, raw: Mapping[str, Any]) -> Components:
    """Extend the tables of the game by this box: more dice, cards and Statue spots; other Starting cards (S-SETUP-7,
    S-SETUP-9)."""
    made = {kind: [_card(entry, kind) for entry in raw[table]] for table, kind in KINDS.items()}
    base = {card.id: card for card in data.cards.values() if card.kind != "starting"}
    ids = {kind: tuple(card.id for card in cards) for kind, cards in made.items()}
    dice, per_colour = raw["dice"], unmarked(raw["dice"]["per_colour"])
    columns = tuple(PeopleSpot(entry["id"], False, "", -1, (), 0) for entry in raw["board"]["columns"])
    spots = (*data.people_spots, *columns)
    return replace(
        data,
        dice={**data.dice, **{colour: per_colour[colour] for colour in ("red", "blue", "green")}},
        dice_removed={n: unmarked(dice["removed_by_player_count"][str(n)]) for n in (2, 3, 4)},
        purity={**data.purity, **{colour: dict.fromkeys(LIGHTS, dice["purity"][colour]) for colour in per_colour}},
        produces={**data.produces, **dict.fromkeys(per_colour, "")},
        faces=dict.fromkeys(per_colour, tuple(dice["faces"]["value"])),
        caps=dict.fromkeys((WARRIOR, PRIEST), raw["tracks"]["max"]),
        cards={**base, **{card.id: card for cards in made.values() for card in cards}},
        blessings=(*data.blessings, *ids["blessing"]),
        technologies=(*data.technologies, *ids["technology"]),
        decrees=(*data.decrees, *ids["decree"]),
        starting_cards=ids["starting"],
        starting_dealt={n: raw["setup"]["starting_dealt"][str(n)] for n in (2, 3, 4)},
        people_spots=spots,
        people_spot_by_id={spot.id: spot for spot in spots},
        parts={**data.parts, SETH: _tables(raw, ids, data)},
    )


def _tables(raw: Mapping[str, Any], ids: Mapping[str, tuple[str, ...]], data: Components) -> SethData:
    board, setup = raw["board"], raw["setup"]
    columns = {entry["id"]: tuple(entry["regions"]) for entry in board["columns"]}
    return SethData(
        regions=tuple(_region(entry, columns) for entry in sorted(raw["regions"], key=lambda entry: int(entry["id"]))),
        columns=columns,
        column_vp=board["column_statue_vp"],
        people_god=board["people_statue"]["god"],
        people_value=board["people_statue"]["value"],
        statue_spots={n: board["god_statue_spots"][str(n)] for n in (2, 3, 4)},
        statue_priests=board["god_statue_priests"],
        bonus=tuple(board["statue_bonus"]["value"]),
        tiles={entry["id"]: _effect(entry["effect"]) for entry in raw["conquest_tiles"]},
        followers=ids["follower"],
        artifacts=ids["artifact"],
        names={entry["id"]: entry["name"] for entry in (*raw["follower_powers"], *raw["artifacts"])},
        priests={entry["id"]: entry["priests"] for entry in raw["artifacts"]},
        start={entry["id"]: {WARRIOR: entry["warriors"], PRIEST: entry["priests"]} for entry in raw["starting_cards"]},
        gives=unmarked(raw["dice"]["gives"]),
        grey={n: raw["dice"]["grey_on_seth_board"][str(n)] for n in (2, 3, 4)},
        followers_dealt={n: setup["followers_dealt"][str(n)] for n in (2, 3, 4)},
        artifacts_dealt={n: setup["artifacts"][str(n)] for n in (2, 3, 4)},
        decrees_dealt=setup["decrees_dealt"],
        starting_kept=setup["starting_kept"],
        followers_kept=setup["followers_kept"],
        track_max=raw["tracks"]["max"],
        blood=raw["blood"]["count"],
        bot=raw["bot"],
        house=data.house,
    )


def _card(entry: Mapping[str, Any], kind: str) -> Card:
    effect = dict(entry["effect"])
    for key in ("gain", "others"):
        if key in effect:
            effect[key] = in_order(effect[key])
    return Card(
        id=entry["id"],
        kind=kind,
        rule=entry["rule"],
        text=entry["text"] + (HOUSE if entry.get("source") == "house" else ""),
        when=tuple(entry.get("when", ())),
        effect=effect,
        type=entry["type"]["value"] if "type" in entry else "",
        initiative=entry.get("initiative", 0),
        ankh=entry.get("ankh", 0),
    )


def in_order(amounts: Amounts) -> dict[str, int]:
    return {what: amounts[what] for what in ORDER if what in amounts}


def _effect(raw: Mapping[str, Any]) -> Effect:
    action = raw.get("action", {})
    return Effect(in_order(raw.get("gain", {})), raw.get("draw", ""), action.get("god", ""), action.get("value", 0))


def _region(entry: Mapping[str, Any], columns: Mapping[str, tuple[int, ...]]) -> Region:
    number = int(entry["id"])
    column = next(name for name, regions in columns.items() if number in regions)
    spots = {side: tuple((spot["warriors"], spot["vp"]) for spot in entry["spots"][side]) for side in ("1-2", "3-4")}
    return Region(number, entry["name"], column, _effect(entry["reward"]), spots)


# -- checking ----------------------------------------------------------------------------------------------------------


def check(raw: Mapping[str, Any]) -> list[str]:
    """Find everything wrong with the tables, one message with its path for each; empty = good."""
    shipped = default_raw()
    missing: list[str] = [Fault("{path}: is missing", path=key) for key in shipped if key not in raw]
    if missing:
        return missing
    return [*_counts(raw, shipped), *_effects(raw), *_regions(raw), *_dice(raw), *_cards(raw)]


def _counts(raw: Mapping[str, Any], shipped: Mapping[str, Any]) -> Iterator[str]:
    for table in COUNTED:
        n, expected = len(raw[table]), len(shipped[table])
        if n != expected:
            yield Fault("{path}: {n} entries, expected {expected}", path=table, n=n, expected=expected)


def _effects(raw: Mapping[str, Any]) -> Iterator[str]:
    """Check that rewards of regions and tiles name what can be gained, drawn or performed."""
    for table, key in (("regions", "reward"), ("conquest_tiles", "effect")):
        for entry in raw[table]:
            where, effect = f"{table}[id={entry['id']}].{key}", entry[key]
            yield from _unknown(where, effect.get("gain", {}))
            if effect.get("draw", DRAWN[0]) not in DRAWN:
                yield Fault("{path}: there is no deck {deck}", path=where, deck=effect["draw"])
            if "action" in effect and (table == "regions" or effect["action"].get("value") not in range(1, 7)):
                yield Fault("{path}: an action needs a value from 1 to 6, and only Conquest tiles have any", path=where)
            if not {"gain", "draw", "action"}.issuperset(effect) or len(effect) != 1:
                yield Fault("{path}: one of gain, draw and action is needed", path=where)


def _unknown(path: str, gains: Mapping[str, Any]) -> Iterator[str]:
    for what, n in gains.items():
        if what not in ORDER:
            yield Fault("{path}: nobody can gain {what}", path=path, what=what)
        elif type(n) is not int or n < 0:
            yield Fault("{path}: {value} is of the wrong kind", path=f"{path}.{what}", value=f"{n!r:.40}")


def _regions(raw: Mapping[str, Any]) -> Iterator[str]:
    named = sorted(number for column in raw["board"]["columns"] for number in column["regions"])
    if named != [1, 2, 3, 4, 5, 6]:
        yield Fault("{path}: regions {values}, each of 1 to 6 is needed once", path="board.columns", values=named)
    if sorted(entry["id"] for entry in raw["regions"]) != [1, 2, 3, 4, 5, 6]:
        yield Fault("{path}: each of 1 to 6 is needed once", path="regions")
    for entry in raw["regions"]:
        for side in ("1-2", "3-4"):
            spots = entry["spots"].get(side, ())
            if len(spots) != 2 or any(spot["warriors"] < 0 or spot["vp"] < 0 for spot in spots):
                where = f"regions[id={entry['id']}].spots.{side}"
                yield Fault("{path}: two spots with Warriors and VP are needed", path=where)


def _dice(raw: Mapping[str, Any]) -> Iterator[str]:
    faces = raw["dice"]["faces"]["value"]
    if not faces or any(face not in range(1, 7) for face in faces):
        yield Fault("{path}: {values} are no faces of a die", path="dice.faces", values=faces)
    for colour, purity in unmarked(raw["dice"]["purity"]).items():
        if purity not in ("pure", "tainted"):
            where = f"dice.purity.{colour}"
            yield Fault("{path}: {value} is neither pure nor tainted", path=where, value=repr(purity))


def _cards(raw: Mapping[str, Any]) -> Iterator[str]:
    for table in KINDS:
        for entry in raw[table]:
            where = f"{table}[id={entry['id']}].effect"
            gains = {**entry["effect"].get("gain", {}), **entry["effect"].get("others", {})}
            yield from _unknown(where, gains)
    for entry in raw["artifacts"]:
        where = f"artifacts[id={entry['id']}]"
        if entry["ankh"] not in range(4) or not 0 <= entry["priests"] <= raw["tracks"]["max"]:
            yield Fault("{path}: Ankh 0 to 3 and a cost within the track are needed", path=where)
        if len(entry["when"]) != 1 or entry["when"][0] not in WINDOWS:
            yield Fault("{path}: one of {known} is needed", path=f"{where}.when", known=", ".join(WINDOWS))
        elif entry["when"] == ["action"]:
            yield from _artifact_action(f"{where}.effect.action", entry["effect"].get("action", {}))


def _artifact_action(where: str, action: Mapping[str, Any]) -> Iterator[str]:
    """Check the action: Thoth with a value, or Osiris with one or any; what need not be paid or lost stands in
    `waive`."""
    values = (*range(1, 7), *(["any"] if action.get("god") == "osiris" else []))
    if action.get("god") not in ("thoth", "osiris") or action.get("value") not in values:
        yield Fault("{path}: thoth with a value from 1 to 6, or osiris with one or with any, is needed", path=where)
    if not set(WAIVED).issuperset(action.get("waive", ["nothing"])):
        names = Listed([Verbatim(one) for one in WAIVED], Say(" and "))
        yield Fault("{path}: a list of {names} is needed", path=f"{where}.waive", names=names)
