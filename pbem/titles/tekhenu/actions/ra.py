"""Ra: one Pillar on a tile in the temple (T-RA)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.asking import Asked
from pbem.core.procedures import Ask, Call, Next, Outcome
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.words import Say
from pbem.titles.tekhenu.actions.god import GodAction
from pbem.titles.tekhenu.board import GREEDY, counted, house_mark, words
from pbem.titles.tekhenu.cards import adjusted
from pbem.titles.tekhenu.show.brief import short
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import then
from pbem.titles.tekhenu.turns.pay import paying

TURNS = ("0", "1", "2", "3")
"""Quarter turns clockwise."""


ASKED = (
    Asked("space", (Say("a tile is laid by a Ra action, one by each"), "T-RA-0"), judge=f"{GREEDY}:judge_space"),
    Asked("turn", (Say("a tile is turned by a Ra action, as it is laid"), "T-RA-0"), judge=f"{GREEDY}:judge_turn"),
)
"""The questions of this module."""


@dataclass(eq=False, repr=False)
class Ra(GodAction):
    """The value picks the tile; pay its Limestone, place it, then steps 1 to 7 of the rulebook (T-RA-0)."""

    kind: ClassVar[str] = "tekhenu.ra"
    god: ClassVar[str] = "ra"
    paid_in: ClassVar[str] = "limestone"
    house: ClassVar[str] = "HV-08"
    needs: ClassVar[str] = Say("there is no pillar, tile or empty space left for it")
    tile: str = ""
    space: int = -1
    turned: int = 0

    @classmethod
    def price(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> int | None:
        """Reckon the price; an empty place of the display cannot be used (RUL-43)."""
        data = t.data
        tile = t.ra[data.ra_place[value]]
        if not tile or not t.players[seat].pillars or "" not in t.tiles:
            return None
        return 0 if waive else data.tiles[tile].limestone

    @classmethod
    def thinkable(cls, t: Tekhenu, seat: Seat, value: int) -> bool:
        return cls.price(t, seat, value) is not None

    @classmethod
    def said(cls, t: Tekhenu, seat: Seat, value: int, waive: bool = False) -> str:
        place = t.data.ra_place[value]
        tile = t.ra[place]
        cost = (
            Say("nothing")
            if waive
            else Say(
                "{cost}{house}",
                cost=counted(t.data.tiles[tile].limestone, "limestone"),
                house=house_mark(t.data, cls.house),
            )
        )
        return Say("a pillar on {tile} for {cost}, +{vp} VP and more", tile=tile, cost=cost, vp=t.data.ra_vp[place])

    def act(self, t: Tekhenu) -> Outcome:
        self.tile = t.ra[t.data.ra_place[self.value]]
        return then(t, self.seat, self.choose_space)

    def choose_space(self, t: Tekhenu) -> Outcome:
        """Ask for the space, with `turn` and `ability` (DEC-19). A tile once built never moves (T-LIMIT-3)."""
        tiles = t.tiles
        return t.book.offer(
            t,
            self,
            Pick(
                "space",
                Say("Place tile {tile}", tile=self.tile),
                [space.name for space in t.data.spaces if not tiles[space.index]],
                text=lambda key: self.space_text(t, key),
                why_not=lambda key: self.why_not(t, key),
            ),
            self.put,
        )

    def put(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.space = t.data.space_by_name[keys[0]]
        return then(t, self.seat, self.choose_turn)

    def choose_turn(self, t: Tekhenu) -> Outcome:
        return Ask(
            self.seat,
            Pick(
                "turn",
                Say("Quarter turns clockwise of {tile}", tile=self.tile),
                TURNS,
                text=lambda key: self.turn_text(t, int(key)),
            ),
            self.pay,
        )

    def pay(self, t: Tekhenu, keys: Keys) -> Outcome:
        self.turned = int(keys[0])
        cost = t.data.tiles[self.tile].limestone
        return paying(t, self.seat, "limestone", cost, self.build, self.god, self.waive)

    def build(self, t: Tekhenu) -> Outcome:
        """Place the tile and give what it brings, in this order (T-RA-1 to T-RA-5)."""
        data = t.data
        place = t.ra.index(self.tile)
        t.ra[place] = ""
        buildings, edges = self.buildings(t), self.edges_vp(t, self.turned)
        t.tiles[self.space] = self.tile
        t.turns[self.space] = self.turned
        vp = buildings + edges + data.ra_vp[place]
        t.add_vp(self.seat, vp)
        space = data.spaces[self.space]
        reward = t.book.numbers["space"](t, self.space)
        t.gain(self.seat, reward)
        t.tell(
            "built_pillar",
            self.seat,
            tile=self.tile,
            space=space.name,
            turn=self.turned,
            vp=vp,
            buildings=buildings,
            edges=edges,
            display=data.ra_vp[place],
            amounts=dict(reward),
        )
        return self.rewarded(t)

    def rewarded(self, t: Tekhenu) -> Outcome:
        """Use the ability (T-RA-5), behind what a space brings besides amounts, which would come here."""
        return self.use_ability(t)

    def use_ability(self, t: Tekhenu) -> Outcome:
        ability = t.data.tiles[self.tile].ability
        if ability is None or not self.works(t, ability.light):
            return Next(self.crown)
        procedure = t.book.abilities[ability.kind](t, self, ability)
        return Next(self.crown) if procedure is None else Call(procedure, self.crown)

    def works(self, t: Tekhenu, light: str) -> bool:
        """Tell whether the ability works: the light now at the Ra section decides, not that of the die (T-RA-5)."""
        return light == t.light("ra") or adjusted(t, self.seat, "any light", False)

    def crown(self, t: Tekhenu) -> Outcome:
        """Put the Pillar; then the display slides right and its left place is refilled (T-RA-6, T-RA-7)."""
        t.players[self.seat].pillars -= 1
        t.pillars[self.space] = self.seat
        slide_display(t)
        return self.finish(t)

    def buildings(self, t: Tekhenu) -> int:
        """Count Buildings of any owner at the row and the column (T-RA-1, RUL-08)."""
        row, column = t.data.spaces[self.space].lines
        return t.buildings_at(row) + t.buildings_at(column)

    def matching(self, t: Tekhenu, turned: int) -> int:
        """Count edges of the tile that have the colour of what they touch: a neighbouring tile or the border."""
        data = t.data
        space = data.spaces[self.space]
        edges = data.tiles[self.tile].turned[turned]
        count = 0
        for side in range(4):
            beside = space.neighbours[side]
            if beside < 0:
                touching = space.border[side]
            elif t.tiles[beside]:
                touching = data.tiles[t.tiles[beside]].turned[t.turns[beside]][(side + 2) % 4]
            else:
                continue
            count += edges[side] == touching
        return count

    def edges_vp(self, t: Tekhenu, turned: int) -> int:
        """Reckon the VP of matching edges, doubled on corner spaces (T-RA-2)."""
        return self.matching(t, turned) * (t.data.corner_factor if t.data.spaces[self.space].corner else 1)

    # -- words -------------------------------------------------------------------------------------------------------

    def space_text(self, t: Tekhenu, key: str) -> str:
        there = Ra(seat=self.seat, value=self.value, tile=self.tile, space=t.data.space_by_name[key])
        place = t.data.ra_place[self.value]
        best = max(range(4), key=lambda turned: there.edges_vp(t, turned))
        vp = there.buildings(t) + there.edges_vp(t, best) + t.data.ra_vp[place]
        tile = t.data.tiles[self.tile]
        cost = Say("for nothing") if self.waive else Say("for {cost}", cost=counted(tile.limestone, "limestone"))
        ability = (
            Say("; {text}", text=Say(short(tile.text))) if tile.ability and self.works(t, tile.ability.light) else ""
        )
        reward = self.reward_said(t, there.space)
        house = house_mark(t.data, "HV-03", "HV-04", "HV-09", *(() if self.waive else (self.house,)))
        return Say(
            "{tile} {cost}, turn {best}: +{vp} VP, {reward}{ability}{house}",
            tile=self.tile,
            cost=cost,
            best=best,
            vp=vp,
            reward=reward,
            ability=ability,
            house=house,
        )

    def reward_said(self, t: Tekhenu, space: int) -> str:
        return words(t.data.spaces[space].reward)

    def turn_text(self, t: Tekhenu, turned: int) -> str:
        n, e, s, w = t.data.tiles[self.tile].turned[turned]
        matching = self.matching(t, turned)
        house = house_mark(t.data, "HV-04", "HV-09")
        return Say(
            "north {n}, east {e}, south {s}, west {w}: {matching} matching, +{vp} VP{house}",
            n=n,
            e=e,
            s=s,
            w=w,
            matching=matching,
            vp=self.edges_vp(t, turned),
            house=house,
        )

    def why_not(self, t: Tekhenu, key: str) -> tuple[str, str] | None:
        space = t.data.space_by_name.get(key.lower())
        if space is None:
            return None
        return Say("{space} is taken by tile {tile}", space=key.lower(), tile=t.tiles[space]), "T-RA-0"


def slide_display(t: Tekhenu) -> None:
    """Slide the display right and refill its left place (T-RA-7)."""
    left = [tile for tile in t.ra if tile]
    if t.tile_stack:
        left = t.draw(t.tile_stack) + left
    t.ra = [""] * (3 - len(left)) + left
    t.tell("display", tiles=list(t.ra))
