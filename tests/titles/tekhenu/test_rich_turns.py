"""Random turns from rich positions: many cards in hand, so that windows, exchanges and extra actions meet.

Whole random games rarely hold more than a few cards at once; here every turn begins with a hand of them.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pbem.core.questions import Pick
from pbem.titles.tekhenu.board import DICE, TOKENS
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.build import ME, SEATS, Game, at_random, tekhenu


def rich(random: Random) -> Tekhenu:
    """A position with random dice, cards, tokens, pieces and markers."""
    seats = random.choice((2, 3, 4))
    t = tekhenu(seats, spare=False)
    t.arrow = random.randrange(6)
    for god in t.dice:
        t.dice[god] = random.sample([die for die in DICE if DICE[die][0] in t.data.dice], random.randrange(4))
    if not any(t.dice.values()):
        t.dice["horus"] = ["grey 3"]
    t.horus = random.sample(list(t.data.gods), 6)
    for seat in SEATS[:seats]:
        player = t.players[seat]
        for token in TOKENS:
            player.stock[token] = random.choice((0, 0, 1, 2, 4))
        player.population = random.randrange(3, 22)
        player.happiness = random.randrange(player.population + 1)
        player.reached = [at for at in (16, 19, 21) if player.happiness >= at]
        player.buildings, player.pillars, player.statues = (random.randrange(n) for n in (11, 9, 7))
    me = t.players[ME]
    for kind, hand in (("blessing", me.blessings), ("technology", me.technologies)):
        for _ in range(random.randrange(7)):
            hand.append(t.decks[kind].pop(random.randrange(len(t.decks[kind]))))
    for god in t.statues:
        if random.random() < 0.4:
            t.statues[god].append(random.choice(SEATS[:seats]))
    for space in random.sample(range(25), random.randrange(25)):
        t.tiles[space], t.pillars[space] = "P01", random.choice(SEATS[:seats])
    for space in range(24):
        if random.random() < 0.5:
            t.osiris[space] = random.choice(SEATS[:seats])
    t.ra = random.sample(list(t.data.tiles), 3)
    if random.random() < 0.2:
        t.ra[0], t.tile_stack = "", []
    return t


def counted(t: Tekhenu) -> Counter[str]:
    """Dice and cards wherever they are."""
    found: Counter[str] = Counter()
    for dice in t.dice.values():
        found.update(DICE[die][0] for die in dice)
    for player in t.players.values():
        found.update(DICE[die][0] for die in player.left + player.right + player.below)
        found.update(player.blessings + player.technologies + player.decrees)
    for piles in (t.market, t.decks, t.discards):
        for cards in piles.values():
            found.update(card for card in cards if card)
    return found


def play_on(game: Game, random: Random, names: Counter[str]) -> Game:
    """Answer at random to the end; every text and refusal must be sayable, every resting place loadable."""
    while not game.run.over:
        seat, question = game.asked
        names[question.name] += 1
        assert isinstance(question, Pick)
        assert question.default is None or question.allows(question.default)
        for key in question.options:
            assert question.describe(key)
        for word in ("B09 6", "anubis", "ra", "papyrus", "9", "I", "T01", "nonsense"):
            if question.why_not is not None and word not in question.options:
                question.why_not(word)
        keys = at_random(question, random)
        if random.random() < 0.2:
            loaded = Tekhenu.model_validate_json(game.t.model_dump_json())
            loaded.live = game.t.live
            game = Game(loaded)
            assert list(game.asked[1].options) == list(question.options)
        game.run.give(seat, keys)
        for player in game.t.players.values():
            assert min(player.stock.values()) >= 0 <= player.happiness <= player.population
            assert min(player.buildings, player.pillars, player.statues) >= 0
    return game


@pytest.mark.parametrize("seed", range(8))
def test_rich_turns(seed: int) -> None:
    random = Random(seed)
    names: Counter[str] = Counter()
    for _ in range(40):
        t = rich(random)
        before = counted(t)
        dice = sum(map(len, t.dice.values()))
        game = play_on(Game(t), random, names)
        assert counted(game.t) == before
        assert game.me.dice == 1 and sum(map(len, game.t.dice.values())) == dice - 1
        assert not game.t.extra and game.t.active == ""
    assert {"die", "as", "value", "extra", "play", "action", "pay"} <= set(names)
