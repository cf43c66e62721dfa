"""Random small positions, and whole turns from them with every list compared with the oracle (`brute`)."""

from __future__ import annotations

from collections import Counter
from random import Random

from pbem.core.procedures import Ask
from pbem.titles.tekhenu.board import TOKENS
from pbem.titles.tekhenu.components import default_raw
from pbem.titles.tekhenu.state import Tekhenu
from tests.titles.tekhenu.brute import TooLarge, legal
from tests.titles.tekhenu.build import ME, YOU, Game, at_random, tekhenu

ACTING = ("B17", "B18", "B19", "B20", "B07")
HELPING = ("B01", "B02", "B03", "B04", "B05", "B06", "B09", "B11", "B13", "B15", "B21")
TECHNOLOGIES = ("T04", "T06", "T10", "T13", "T14", "T19", "T20", "T21", "T22", "T24")
ANY_DIE = ("B11", "B12", "B23", "B24")
"""With one of these every die can be used, so none can be missing in a list."""
BASIC_DICE = ("yellow", "white", "black", "brown")
BLESSINGS = tuple(card["id"] for card in default_raw()["blessings"] if card["id"] not in ANY_DIE)


def small(random: Random) -> Tekhenu:
    """A crowded board and an almost empty purse: few continuations, many of which fail. What may come to light helps
    with nothing, as the search supposes."""
    t = tekhenu(2, spare=False)
    t.arrow = random.randrange(6)
    gods = random.sample(list(t.dice), 2)
    for god in gods:
        t.dice[god] = [f"{random.choice(('grey', 'grey', 'yellow', 'white'))} {random.randint(1, 6)}"]
    fill(t, random)
    me = t.players[ME]
    me.blessings = random.sample(ACTING, random.choice((1, 1, 2))) + random.sample(HELPING, random.choice((0, 1)))
    me.technologies = random.sample(TECHNOLOGIES, random.choice((0, 1, 2)))
    if random.random() < 0.3:
        producing_first(t, random)
    return t


def crowd(t: Tekhenu, random: Random) -> None:
    """The same crowded board for a table of another box."""
    t.arrow = random.randrange(6)
    fill(t, random)


def fill(t: Tekhenu, random: Random) -> None:
    """Tokens, markers, pieces and piles of such a board."""
    t.horus = random.sample(list(t.data.gods), 6)
    me = t.players[ME]
    for token in TOKENS:
        me.stock[token] = random.choice((0, 0, 1, 1, 2))
    me.happiness, me.population = random.choice(((0, 5), (1, 5), (3, 8), (5, 9), (14, 16), (18, 21), (20, 21)))
    me.reached = [at for at in (16, 19) if me.happiness >= at]
    for space in random.sample(range(25), 23):
        t.tiles[space], t.pillars[space] = "P22", YOU
    for spot in random.sample([f"{side}{n}" for side in "WS" for n in range(1, 6)], 8):
        t.buildings[spot] = YOU
    for spot in random.sample([spot.id for spot in t.data.people_spots], 3):
        t.people[spot] = YOU
        t.gold_on.pop(spot)
    for god in t.statues:
        t.statues[god] = [random.choice((ME, YOU))] if random.random() < 0.8 else []
    t.osiris = [YOU if random.random() < 0.8 else "" for _ in t.osiris]
    t.ra = random.sample(["P01", "P03", "P04", "P16", "P19", "P22"], 3)
    t.tile_stack = ["P04"] * 3
    t.market = {"I": ["B15", "", "T22"], "II": ["B13", "", "", ""], "III": [], "IV": []}
    t.decks = {"blessing": ["B23"] * 12, "technology": ["T18"] * 12, "decree": ["D01"] * 12}


def producing_first(t: Tekhenu, random: Random) -> None:
    """Coloured dice and T19, with Blessings on which the god action behind the production may hang."""
    me = t.players[ME]
    me.technologies = ["T19", *[card for card in me.technologies if card != "T19"]]
    me.blessings = random.sample(("B01", "B02", "B03", "B04", "B05", "B06", "B21"), 2)
    if random.random() < 0.3:
        me.blessings.append(random.choice(ACTING))
    for dice in t.dice.values():
        dice[:] = [die.replace("grey", random.choice(("yellow", "white", "black", "brown"))) for die in dice]


def full(random: Random) -> Tekhenu:
    """The same with a hand full of cards and grey dice, which need them most; most often beside a die that can produce,
    so that a grey one is not offered for want of anything else (RUL-15)."""
    t = small(random)
    me = t.players[ME]
    for token in TOKENS:
        me.stock[token] = random.choice((0, 0, 0, 1, 1, 2))
    me.blessings = random.sample(BLESSINGS, random.randint(2, 6))
    if random.random() < 0.1:
        me.blessings.append(random.choice(ANY_DIE))
    me.technologies = random.sample(TECHNOLOGIES, random.randint(0, 4))
    for dice in t.dice.values():
        dice[:] = [f"grey {die.split()[1]}" for die in dice]
    if random.random() < 0.85:
        t.dice[random.choice([god for god in t.dice if t.light(god) == "sunny"])].append("white 1")
    return t


def rich(random: Random) -> Tekhenu:
    """A die of Ra with B20 in hand, which reaches Thoth: many cards of both kinds, and a market full of others that may
    help, and decks in which nothing helps."""
    t = small(random)
    me = t.players[ME]
    t.dice = {god: [] for god in t.dice}
    t.dice["ra"] = [f"{random.choice(('grey', 'grey', 'grey', *BASIC_DICE))} {random.randint(1, 6)}"]
    cards = [f"B{n:02}" for n in range(1, 25) if n != 20]
    cards += [card for card in t.book.technologies.cards if card.startswith("T")]
    random.shuffle(cards)
    mine = cards[: random.randint(0, 10)]
    me.blessings = ["B20", *(card for card in mine if card in t.book.blessings)]
    me.technologies = [card for card in mine if card not in t.book.blessings]
    for token in TOKENS:
        me.stock[token] = random.choice((0, 0, 1, 2, 3))
    me.happiness, me.population = random.choice(((1, 5), (2, 5), (4, 8), (6, 9), (9, 12), (14, 16), (18, 21), (20, 21)))
    me.reached = [at for at in (16, 19) if me.happiness >= at]
    rest = [card for card in cards[len(mine) :] if card not in ("B23", "T18")] + ["D02", "D05", "D06"]
    for section in t.data.sections:
        t.market[section.id] = []
        if section.opens_population <= me.population:
            for kind in section.slots:
                found = next((card for card in rest if t.data.cards[card].kind == kind), "")
                t.market[section.id].append(found if random.random() < 0.75 else "")
                rest = [card for card in rest if card != found]
    return t


def deckless(random: Random) -> Tekhenu:
    """The same with B17 as well and no decks: a refresh lays out what little was discarded, some of it for certain."""
    t = rich(random)
    me = t.players[ME]
    known = [*me.blessings, *me.technologies, *(card for cards in t.market.values() for card in cards)]
    if "B17" not in me.blessings:
        me.blessings = [card for card in me.blessings if card == "B20" or random.random() < 0.5] + ["B17"]
        t.market = {section: ["" if card == "B17" else card for card in cards] for section, cards in t.market.items()}
    rest = [card for card in t.data.cards if card[0] in "BT" and card not in (*known, "B17")]
    random.shuffle(rest)
    t.decks = {"blessing": [], "technology": [], "decree": ["D01"] * 12}
    few = (0, 0, 1, 2)
    for kind, letter in (("blessing", "B"), ("technology", "T")):
        t.discards[kind] = [card for card in rest if card[0] == letter][: random.choice(few)]
    me.stock["papyrus"], me.stock["limestone"] = random.randint(1, 5), 0
    return t


def compare(game: Game, names: Counter[str]) -> None:
    """The open question against the oracle."""
    ask = game.run.open
    assert isinstance(ask, Ask)
    question = ask.question
    name, options, low = legal(game.t)
    me = game.me
    place = (name, game.t.stack[0], me.stock, me.happiness, me.population, me.blessings, me.technologies)
    offered = set(question.options)
    assert question.name == name, place
    assert offered >= options, (options - offered, "withheld", *place)
    assert offered <= options, (offered - options, "offered", *place)
    assert question.low == low, (question.low, low, *place)
    names[name] += 1


def walk(t: Tekhenu, random: Random, names: Counter[str], grey: bool = False, only: str = "") -> None:
    """A turn from a position, every question of it compared, or those of one name that offer a thing. `grey`: by a grey
    die as it lies, if there is one."""
    game = Game(t)
    while not game.run.over:
        seat, question = game.asked
        try:
            if not only or (question.name == "extra" and any(only in option for option in question.options)):
                compare(game, names)
        except TooLarge:
            names["too large"] += 1
        options = sorted(set(question.options))
        if len(options) < question.low:
            return  # the market of such a position may show a card twice
        count = random.randint(question.low, min(question.high, len(options)))
        if grey and question.name == "die":
            options = [key for key in options if "grey" in key] or options
        if grey and question.name == "as" and not question.low:
            count = 0
        game.run.give(seat, at_random(question, random, options, count))
