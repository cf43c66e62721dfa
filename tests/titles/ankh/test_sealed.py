"""A sealed Conflict gives what the same orders give Battle by Battle, if none depends on what came before
(A-PBEM-3, A-PBEM-12)."""

from __future__ import annotations

import random

import pytest

from pbem.engine.play import Play
from pbem.titles.ankh.components import GODS, MONUMENTS
from pbem.titles.ankh.notation import label
from pbem.titles.ankh.rules.lookups import steps_of
from pbem.titles.ankh.state import Ankh
from tests.titles.ankh.build import data, put
from tests.titles.ankh.games import NOW, ankh, game, laid
from tests.titles.ankh.test_second import LEVELS, lies

CLAWS = ("N-NE", "NE-SE", "SE-S", "S-SW", "SW-NW", "NW-N")


def position(t: Ankh, luck: random.Random) -> None:
    """Units of everybody side by side, powers, Followers, a Conflict one step away."""
    free = [place for place in t.data.board.land if t.is_empty(place)]
    for side in t.order:
        for place in luck.sample(free, 3):
            free.remove(place)
            put(t, {place: f"{side} warrior"})
        t.gods[side].followers = luck.randrange(7)
        for level in LEVELS[: luck.randrange(7)]:
            had = t.gods[side].powers
            had.append(luck.choice([p.id for p in t.data.powers.values() if p.level == level and p.id not in had]))
        t.shift(side, 1 + luck.randrange(20))
        at = luck.choice(free)
        free.remove(at)
        t.raise_monument(at, "obelisk", side)
        kind = luck.choice([kind for kind in t.guardians if t.guardians[kind]])
        if t.bases_left(side, t.data.guardians[kind].base):
            place = luck.choice(free)
            free.remove(place)
            put(t, {place: f"{side} {kind}"}, claws=luck.choice(CLAWS) if kind == "giant_scorpion" else "")
    t.event = luck.choice([3, 7])
    t.tracks["gain"] = steps_of(t, "gain") - 1


def order(t: Ankh, side: str, luck: random.Random) -> str:
    """Lines for every region in which a side has units; each says the same whatever came before it."""
    lines = []
    for token in sorted({token for place in t.units_of(side) for token in t.tokens_at(place)}):
        spaces = luck.sample(t.lay.spaces[t.anchor_of(token)], 4)
        lines.append(f"card-{token}: {', '.join(luck.sample(data().preferred, len(data().preferred)))}")
        lines.append(f"bid-{token}: {luck.randrange(5)}")
        lines.append(f"build-{token}: {', '.join(f'{luck.choice(MONUMENTS)} {place}' for place in spaces)}")
        lines.append(f"tiebreak-{token}: {luck.choice(['yes', 'no'])}")
        if t.has(side, "relocate"):
            lines.append(f"relocate-{token}: {', '.join([*relocations(t, side, token, luck), 'none'])}")
            if any(t.units[place].kind == "giant_scorpion" for place in t.units_of(side)):
                lines.append(f"claws-{token}: {luck.choice(CLAWS)}")
        if t.has(side, "worship"):
            lines.append(f"worship-{token}: {luck.choice(['yes', 'no'])}")
        if side == "osiris":
            lines.append(f"underworld-{token}: {', '.join(spaces)}")
        if side == "anubis":
            lines.append(f"trap-{token}: {', '.join(luck.sample(t.enemies(side), len(t.enemies(side))))}")
    return "\n".join(lines)


def relocations(t: Ankh, side: str, token: int, luck: random.Random) -> list[str]:
    """Two of the units to spaces beside own Obelisks of the region."""
    obelisks = [place for place in t.monuments_of(side, "obelisk") if place in t.region(token)]
    spaces = sorted({at for place in obelisks for at in t.lay.adjacent[place] if t.open_to(side, at)})
    starts = luck.sample(t.units_of(side), 2)
    return [f"{label(t.units[start].kind)} {start}-{luck.choice(spaces)}" for start in starts if spaces]


def resolved(mode: str, seed: int) -> Play:
    """The Conflict after the orders of that seed, sent before the call."""
    luck = random.Random(seed)
    gods = luck.sample([god for god in GODS if god != "amun"], luck.choice([2, 3, 4]))
    play = laid(game(*gods, seed=1 + seed % 200, conflict_mode=mode), lambda t: position(t, luck))
    texts = {side: order(ankh(play), side, luck) for side in gods}
    for side in gods[1:]:
        if texts[side]:
            play.submit(side, texts[side], NOW)
    play.submit(gods[0], f"action: gain\n{texts[gods[0]]}", NOW)
    return play


@pytest.mark.parametrize("first", range(0, 12, 6))
def test_the_same_in_both_modes(first: int) -> None:
    """A-PBEM-3, A-PBEM-6, A-PBEM-12: with the orders sent before, both modes ask nobody and lead to one table."""
    fought = 0
    for seed in range(first, first + 6):
        sealed, by_battle = (resolved(mode, seed) for mode in ("sealed", "per_battle"))
        for play in (sealed, by_battle):
            assert ankh(play).conflict is None, (seed, ankh(play).stack[-1])
        assert lies(ankh(sealed)) == lies(ankh(by_battle)), seed
        fought += sum(event.kind == "battle_began" for entry in sealed.game.recent for event in entry.events)
    assert fought >= 6


def test_an_order_in_the_mail_that_triggers_the_conflict() -> None:
    """A-PBEM-1, A-PBEM-6: it is for this Conflict, not for the next one."""
    luck = random.Random(1)
    for mode in ("sealed", "per_battle"):
        play = laid(game("ra", "isis", conflict_mode=mode), lambda t: position(t, luck))
        side = max("ra", "isis", key=lambda god: god == ankh(play).active)
        play.submit(side, "action: gain\ncard: drought, plague, flood\nbid: all", NOW)
        conflict = ankh(play).conflict
        assert conflict is not None
        kept = [sent.occasion for sent in play.game.orders[side].ahead]
        assert set(kept) == {f"conflict {conflict.number}"}
