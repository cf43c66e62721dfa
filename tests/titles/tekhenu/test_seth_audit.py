"""Whole games of Time of Seth held against the digest by a second reading: what was told and how the table changed is
reckoned again from the raw tables, without the module's own functions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest

from pbem.core.events import Event
from pbem.core.interpreter import Run
from pbem.engine.computers.computer import Luck
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.solo.part import BOT
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.test_seth_games import table

RAW: dict[str, Any] = TITLE.components(["seth"])["seth"]
REGION = {entry["id"]: entry for entry in RAW["regions"]}
TILE = {entry["id"]: entry["effect"] for entry in RAW["conquest_tiles"]}
POWER = {entry["id"]: entry["effect"] for entry in RAW["follower_powers"]}
PERFORMED = {
    "built_works": "osiris", "festival": "bastet", "built_pillar": "ra", "took_cards": "thoth", "built_statue": "horus",
    "built_building": "hathor", "seth/built": "seth", "seth_solo/built": "seth",
    "solo/cards": "thoth", "solo/feast": "bastet",
}  # fmt: skip
ONCE = {"T01", "T02", "T03", "T04", "T06", "T11", "T12", "T13", "T17", "T20", "T21", "T23", "T25", "T26"}
"""Technologies that speak of performing, producing or using Anubis (S-R-16)."""
TRACKS = ("warrior", "priest")
GODS = ("horus", "ra", "hathor", "bastet", "thoth", "osiris")


@dataclass
class Window:
    """A turn, or an action outside one (S-R-21)."""

    actor: str
    done: list[str] = field(default_factory=list)
    paid: Counter[tuple[str, str]] = field(default_factory=Counter)
    statues: dict[str, list[str]] = field(default_factory=dict)
    at_once: int = 0


class Audit:
    """Follows a game from event to event."""

    def __init__(self, t: Tekhenu) -> None:
        self.t = t
        self.n = max(2, len([seat for seat in t.seats if seat != BOT]))
        self.side = "1-2" if self.n == 2 else "3-4"
        self.tracks = {(seat, what): 0 for seat in t.seats for what in TRACKS}
        self.window: Window | None = None
        self.regions: dict[int, list[str]] = {region: [] for region in REGION}
        self.rotating: list[str] = []
        self.dice: dict[str, list[str]] = {}
        self.arrow = 0
        self.owners: dict[str, list[str]] = {}
        self.people: set[str] = set()
        self.covers: dict[str, str] = {}
        self.spent = 0
        self.cards: list[str] = []
        self.seen: Counter[str] = Counter()

    # -- tracks ------------------------------------------------------------------------------------------------------

    def add(self, seat: str, amounts: dict[str, int]) -> None:
        """S-WP-1, S-WP-2: at most 10, never below 0."""
        for what in TRACKS:
            if amounts.get(what) and seat != BOT:
                self.tracks[seat, what] = min(10, self.tracks[seat, what] + amounts[what])
                assert self.tracks[seat, what] >= 0, (seat, what)

    def event(self, event: Event) -> None:
        kind, seat, data = event.kind, event.seat or "", event.data
        self.seen[kind] += 1
        self.lying(kind, seat, data)
        beside = kind == "extra_action" and (self.window is None or seat != self.window.actor)
        if beside or kind in ("turn_began", "decree_used"):
            self.close()
            self.window = Window(seat, statues=self.statues())
        elif kind in ("wheel_turned", "maat_began", "round_began"):
            self.close()
        if kind == "gained":
            self.add(seat, data["amounts"])
            if self.window is not None and data["why"] in ONCE:
                self.window.paid[seat, f"{data['why']} {' '.join(data['amounts'])}"] += 1
        elif kind == "seth/gave":
            self.add(seat, {data["what"]: data["n"]})
        elif kind == "seth/built":
            self.built(seat, data)
        elif kind == "seth_solo/built":
            self.stands(BOT, data["region"])
            assert data["vp"] == 2 + data["below"] and data["below"] in (0, 3)
        elif kind == "seth_solo/begins":
            self.stands(BOT, data["region"])
        elif kind == "seth/followers":
            self.followers(seat, data)
        elif kind == "paid":
            self.add(seat, {what: -n for what, n in data["mix"].items()})
            self.spent += data["mix"].get("warrior", 0)
        elif kind == "seth/artifact":
            self.add(seat, {"priest": -data["priests"]})
        elif kind == "played" and data["card"] in ("B25", "B26"):
            self.add(seat, {"warrior" if data["card"] == "B25" else "priest": 3})
        elif kind == "horus_bonus":
            self.bonus(seat, data["god"])
        elif kind == "seth/owed":
            self.bonus(seat, "seth")
        elif kind == "scored":
            self.scored(seat, data["points"])
        self.rotation(kind, data)
        if kind in PERFORMED and self.window is not None and seat == self.window.actor:
            self.window.done.append(PERFORMED[kind])

    # -- rules -------------------------------------------------------------------------------------------------------

    def statues(self) -> dict[str, list[str]]:
        return {god: list(owners) for god, owners in self.owners.items()}

    def lying(self, kind: str, seat: str, data: dict[str, Any]) -> None:
        """Where dice, Statues and Conquest tiles lie, from event to event."""
        if kind in ("solo/took", "seth_solo/took"):
            self.choice(data)
        if kind in ("took_die", "solo/took", "seth_solo/took"):
            self.dice[data["god"]].remove(data["die"])
        elif kind == "dice_added":
            self.dice[data["god"]] += data["dice"]
        elif kind == "seth/die_added":
            self.dice["seth"].append(data["die"])
        elif kind == "wheel_turned":
            self.arrow = (self.arrow + 1) % 6
            assert GODS[self.arrow] == data["god"]
        elif kind == "built_statue" and data["at"] in self.owners:
            self.owners[data["at"]].append(seat)
        elif kind == "built_statue":
            self.people.add(data["at"])
        elif kind in ("seth/covered", "seth_solo/covered"):
            self.covers[data["space"]] = data["tile"]
        elif kind == "played":
            self.cards.append(data["card"])
        elif kind == "built_pillar" and data["space"] in self.covers and seat != BOT:
            assert data["amounts"] == TILE[self.covers[data["space"]]].get("gain", {})  # S-RA-2
        if kind == "took_die":
            self.taken(data)

    def taken(self, data: dict[str, Any]) -> None:
        """S-DICE-1, S-DICE-4, S-DICE-5, S-SET-1, S-R-46."""
        physical, colour, value = data["die"].split()[0], data["colour"], data["value"]
        self.spent, self.cards = 0, [card for card in self.cards if card in ("R06", "B11", "B12", "B23")]
        if physical in ("red", "blue", "green"):
            assert 2 <= value <= 5
        if data["purity"] in ("pure", "tainted") and "R06" not in self.cards:
            beside = "pure" if colour == "green" else "tainted"
            fixed = {"red": "tainted", "blue": "tainted", "green": "pure"}
            assert data["purity"] == (beside if data["god"] == "seth" else fixed.get(colour, data["purity"])), data
        self.cards = []

    def purity(self, god: str, die: str) -> str:
        if god == "seth":
            return "tainted"
        data = self.t.data
        return data.purity[die.split()[0]][data.light_pattern[(GODS.index(god) - self.arrow) % 6]]

    def rating(self, god: str, die: str) -> tuple[int, int, int]:
        """S-BOT-2."""
        colour, value = die.split()[0], int(die.split()[1])
        named, pure = colour in ("red", "blue"), self.purity(god, die) == "pure"
        return int(value) + named, pure, (colour == "green") if pure else named

    def choice(self, data: dict[str, Any]) -> None:
        """S-BOT-2, S-BOT-3, S-BOT-5, S-BOT-7, S-R-38: the die that the tile asks for is among the best."""
        tile, chosen = data["tile"], (data["god"], data["die"])
        legal = [(god, die) for god in GODS for die in self.dice[god] if self.purity(god, die) != "forbidden"]
        if tile == "seth" and self.dice["seth"]:
            assert chosen[0] == "seth" and chosen[1][-1] == max(die[-1] for die in self.dice["seth"])
            return
        if not legal:
            return
        if tile in (*GODS, "seth"):
            at = GODS.index("horus" if tile == "seth" else tile)
            sections = [GODS[(at - step) % 6] for step in range(6)]
            first = next(god for god in sections if any(there == god for there, _ in legal))
            among = [(god, die) for god, die in legal if god == first]
            best = [one for one in among if self.rating(*one) == max(self.rating(*other) for other in among)]
            assert chosen in best, (tile, chosen, best)
            return
        if tile == "priest-warrior":
            groups = [("red", "blue")]
            pure = [(god, die) for god, die in legal if self.purity(god, die) == "pure"]
            among = [(god, die) for god, die in legal if die.split()[0] in groups[0]] or pure or legal
        else:
            colour = {resource: colour for colour, resource in self.t.data.produces.items() if resource}
            wanted = [colour[resource] for resource in tile.split("-")]
            by = [[(god, die) for god, die in legal if die.split()[0] == one] for one in wanted]
            among = next((group for group in by if group), legal)
        best = [one for one in among if self.rating(*one) == max(self.rating(*other) for other in among)]
        honoured = [one for one in best if BOT in self.owners[one[0]]]
        if honoured:
            high = max(self.t.position_of(god) for god, _ in honoured)
            best = [one for one in honoured if self.t.position_of(one[0]) == high]
        assert chosen in best, (tile, chosen, best)

    def stands(self, seat: str, region: int) -> None:
        assert seat not in self.regions[region] and len(self.regions[region]) < 2
        self.regions[region].append(seat)

    def built(self, seat: str, data: dict[str, Any]) -> None:
        """S-SET-3 to S-SET-6, S-R-41: what a region costs and gives."""
        assert self.window is not None
        entry = REGION[data["region"]]
        cost = entry["spots"][self.side][len(self.regions[data["region"]])]["warriors"]
        cost -= "T27" in self.t.players[seat].technologies and "seth" not in self.window.done
        cost -= 3 * ("R02" in self.cards)
        assert self.spent == (0 if "B27" in self.cards else max(0, cost)), (data, self.spent, cost, self.cards)
        assert data["blood"] == ({"R02", "B28"}.isdisjoint(self.cards))
        column = next(one["id"] for one in RAW["board"]["columns"] if data["region"] in one["regions"])
        assert data["vp"] == 3 * (column in self.people)
        self.spent, self.cards = 0, []
        self.stands(seat, data["region"])
        reward = entry["reward"]
        assert data["amounts"] == reward.get("gain", {})
        self.add(seat, reward.get("gain", {}))

    def followers(self, seat: str, data: dict[str, Any]) -> None:
        """S-FP-2, S-FP-3."""
        power = POWER[data["card"]]
        assert self.window is not None and seat == self.window.actor
        self.window.paid[seat, data["card"]] += 1
        self.add(seat, power["gain"])
        for other in self.t.seats:
            if other != seat:
                self.add(other, power["others"])

    def bonus(self, seat: str, god: str) -> None:
        if self.window is not None:
            self.window.paid[seat, f"statue {god}"] += 1

    def scored(self, seat: str, points: dict[str, int]) -> None:
        """S-SCORE-1: the VP at the spots, by the side of the board."""
        found = 0
        for region, owners in self.regions.items():
            if seat in owners:
                found += REGION[region]["spots"][self.side][owners.index(seat)]["vp"]
        assert points.get("seth", 0) == found, (seat, points, self.regions)

    def rotation(self, kind: str, data: dict[str, Any]) -> None:
        """S-ROT-1 to S-ROT-4: only before the first Shaded section is filled, at most one, one if there is a grey."""
        if kind == "wheel_turned":
            self.rotating = []
        elif kind == "seth/die_added":
            assert self.rotating == [] and len(self.dice["seth"]) <= self.n and data["die"].startswith("grey")
            self.rotating.append("seth")
        elif kind == "dice_added":
            first = "first" not in self.rotating
            moved = "seth" in self.rotating
            grey = any(die.startswith("grey") for die in data["dice"])
            assert len(data["dice"]) == self.n - (first and moved)
            assert not (first and not moved and len(self.dice["seth"]) < self.n and grey), data
            self.rotating.append("first")

    def close(self) -> None:
        """S-TRIG-1, S-TRIG-2: nothing twice; each Statue that stood before at a god who was asked pays once."""
        window, self.window = self.window, None
        if window is None:
            return
        twice = {key: n for key, n in window.paid.items() if n > 1}
        built = {f"statue {god}" for god, owners in window.statues.items() if owners != self.owners[god]}
        allowed = {key for key in twice if self.n == 3 and key[0] == window.actor and key[1] in built}
        assert not twice.keys() - allowed, (window.actor, twice, window.done)
        for god in set(window.done):
            for seat in set(window.statues[god]):
                if seat != window.actor or self.n == 2:
                    assert window.paid[seat, f"statue {god}"] == 1, (god, seat, window)
        for seat, what in window.paid:
            if what.startswith("statue ") and (seat, what) not in allowed and what not in built:
                assert what.removeprefix("statue ") in window.done, (seat, what, window.done)
        power = self.t.parts["seth"].follower.get(window.actor)  # type: ignore[attr-defined]
        if power and POWER[power].get("cards", 0) < 2:
            assert window.paid[window.actor, power] == (POWER[power]["performs"] in window.done)

    def stop(self) -> None:
        """The tracks as reckoned are those on the table."""
        for (seat, what), n in self.tracks.items():
            if seat in self.t.players and seat != BOT:
                assert self.t.players[seat].stock.get(what, 0) == n, (seat, what, n)
        if self.t.players:
            assert [sorted(owners) for owners in self.regions.values()] == [
                sorted(owners)
                for owners in self.t.parts["seth"].regions  # type: ignore[attr-defined]
            ]
        if not self.dice and self.t.dice:
            self.dice = {god: list(dice) for god, dice in self.t.dice.items()}
            self.owners, self.arrow = {god: list(owners) for god, owners in self.t.statues.items()}, self.t.arrow
        assert {god: sorted(dice) for god, dice in self.dice.items()} == {
            god: sorted(dice) for god, dice in self.t.dice.items()
        }
        assert self.owners == self.t.statues and self.arrow == self.t.arrow


def audited(players: int, seed: str, **options: Any) -> Audit:
    """A game, half of its answers the computer's and half by chance, looked at wherever it rests."""
    t = table(players, seed, **options)
    run, luck, audit = Run(t), Luck(sha256(seed.encode()).digest()), Audit(t)
    run.advance()
    told = 0
    while True:
        events = t.live.events
        for event in events[told:]:
            audit.event(event)
        told = len(events)
        audit.stop()
        if run.over:
            return audit
        seat, question = next(iter(run.questions().items()))
        run.give(seat, TITLE.prefer(t, seat, question) if luck.one_in(2) else luck.answer(question))


OPTIONS: list[dict[str, Any]] = [
    {}, {"deferred_picks": False, "hathor_resources_per_tile": False}, {"anubis_may_take_seth_die": True},
    {"conquest_tile_may_cover_conquest_tile": True, "seth_statue_bonus_allows_gold": True},
]  # fmt: skip


@pytest.mark.usefixtures("as_printed")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_agree_with_a_second_reading(players: int) -> None:
    """Tracks, triggers, rotations, prices and rewards of regions, scorings, and the dice that the bot takes."""
    compared(players, range(2))


@pytest.mark.modes
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_more_games_agree_with_a_second_reading(players: int) -> None:
    compared(players, range(2, 30))


def compared(players: int, seeds: range) -> None:
    seen: Counter[str] = Counter()
    for seed in seeds:
        more = {"difficulty": ("easy", "medium", "hard")[seed % 3]} if players == 1 else {}
        seen += audited(players, f"audit {seed}", **OPTIONS[(seed + players) % len(OPTIONS)], **more).seen
    assert {"seth/built", "seth/gave", "seth/followers", "horus_bonus", "scored"} <= seen.keys()
