"""What a turn offers is exact (T-TURN-6): compared with an exhaustive search of all its continuations."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns import known, outlook
from tests.titles.tekhenu.brute import TooLarge
from tests.titles.tekhenu.build import ME, YOU, Game, tekhenu
from tests.titles.tekhenu.comparing import compare, deckless, full, rich, small, walk


@pytest.mark.parametrize("part", range(4))
def test_offers_against_every_continuation(part: int) -> None:
    names: Counter[str] = Counter()
    for number in range(25):
        random = Random(f"outlook {part} {number}")
        walk(small(random), random, names)
    assert names["too large"] < sum(names.values()) / 20
    assert {"die", "extra"} <= set(names)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.modes) for part in (1, 2, 3))])
def test_offers_to_a_full_hand(part: int) -> None:
    """Up to seven cards of each kind, and grey dice: what can be hoped for once a die is taken belongs to the list."""
    names: Counter[str] = Counter()
    for number in range(40):
        random = Random(f"full {part} {number}")
        walk(full(random), random, names, grey=True)
    assert names["too large"] < sum(names.values()) / 20
    assert {"die", "extra", "value", "play", "pay"} <= set(names)


@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_extra_actions_of_thoth_to_rich_hands(count: int) -> None:
    """`extra: B20 thoth` is offered where the turn can be completed after it, and only there: what the cards bring that
    Thoth lays out is counted, what a refresh may bring is not."""
    names: Counter[str] = Counter()
    for number in range(count):
        random = Random(f"thoth {number}")
        walk(rich(random), random, names, only="thoth")
    assert names["too large"] < sum(names.values()) / 20
    assert names["extra"] > count / 2


@pytest.mark.parametrize("count", [12, pytest.param(2000, marks=pytest.mark.slow)])
def test_offers_without_decks(count: int) -> None:
    """What a refresh is certain to lay out from the discards counts, the card played for it among them (RUL-66)."""
    names: Counter[str] = Counter()
    for number in range(1, count):
        random = Random(f"deckless {number}")
        walk(deckless(random), random, names, grey=True, only="" if number % 4 == 0 else "B")
    assert names["too large"] < sum(names.values()) / 20
    assert names["extra"] > count / 2


# -- the corners by hand -----------------------------------------------------------------------------------------------


def checked(game: Game, *lines: str) -> Game:
    """Say lines, each question on the way compared with the oracle where that is small enough."""
    for line in lines:
        with suppress(TooLarge):
            compare(game, Counter())
        game.say(line)
    return game


def crowded(dice: str, **mine: Any) -> Tekhenu:
    """Two temple spaces are empty, two building spots free, one spot for a statue of the people."""
    t = tekhenu(dice=dice, **mine)
    for space in range(2, 25):
        t.tiles[space], t.pillars[space] = "P22", YOU
    t.buildings = {f"{side}{n}": YOU for side in "WS" for n in range(1, 6) if f"{side}{n}" not in ("W1", "S5")}
    t.people = {spot.id: YOU for spot in t.data.people_spots[1:]}
    return t


def near_21() -> dict[str, Any]:
    return {"population": 21, "happiness": 18, "reached": [16], "blessings": ["B07"]}


def test_happiness_21_pays_for_the_standard_action() -> None:
    """A grey die at Hathor and no bread: B07 brings happiness 21, its action the bread. Neither may be left out."""
    game = Game(crowded("hathor grey 3", **near_21()))
    assert "hathor grey 3" in game.question("die").options, "it was not offered without counting that action"
    game.say("die: hathor grey 3")
    assert game.options("play") == ["B07 happiness"], "population would not help"
    game.say("play: none")
    assert ("play", ["B07 happiness"]) in game.run.forced, "now it has to be played"
    compare(game, Counter())
    bonus = game.question("bonus")
    assert bonus.low == 1 and not bonus.allows([])
    assert "bread 2" in bonus.options and "bread 1" not in bonus.options and "papyrus 6" not in bonus.options
    game.say("bonus: bread 2", "spot: W1").finish()
    assert (game.me.buildings, game.me.stock["bread"]) == (9, 1), "the empty space a1 shows one"


def test_happiness_21_does_not_help_where_nothing_can() -> None:
    game = Game(crowded("horus grey 3", statues=0, **near_21())).say("play: none")
    assert ("die", ["osiris white 1"]) in game.run.forced


@pytest.mark.parametrize(("limestone", "possible"), [(3, False), (4, True)])
def test_a_second_pillar_while_the_standard_action_is_due(limestone: int, possible: bool) -> None:
    """The right tile costs 1, the middle one that slides there costs 2 (the tile that comes is unknown)."""
    t = crowded("ra grey 1", limestone=limestone, **near_21())
    t.ra = ["P04", "P25", "P01"]  # 3, 2 and 2 limestone
    game = Game(t).say("die: ra grey 1", "play: B07 happiness")
    assert ("ra 1" in game.options("bonus")) == possible
    assert "ra 5" not in game.options("bonus"), "3 and 2 limestone"
    if possible:
        checked(game, "bonus: ra 1", "space: a1", "turn: 0", "turn: 0").finish()
        assert (game.me.pillars, game.me.stock["limestone"]) == (6, 0)


@pytest.mark.parametrize(("spots", "possible"), [(1, False), (2, True)])
def test_a_second_statue_while_the_standard_action_is_due(spots: int, possible: bool) -> None:
    t = crowded("horus grey 1", granite=4, **near_21())
    t.statues["horus"] = [YOU]
    if spots == 2:
        del t.people["TE" if "TE" in t.people else "OW"]
    game = Game(t).say("die: horus grey 1", "play: B07 happiness")
    assert ("horus 1" in game.options("bonus")) == possible
    if possible:
        checked(game, "bonus: horus 1").say(f"statue: {game.options('statue')[0]}").finish()
        assert game.me.statues == 4


@pytest.mark.parametrize(("blessings", "possible"), [([], False), (["B04"], False), (["B03"], True), (["B05"], True)])
def test_blessings_inside_the_production_of_t19(blessings: list[str], possible: bool) -> None:
    """A brown 1 at Hathor makes 1 bread, the building costs 2: B03 or B05 makes it possible and must be played then."""
    game = Game(crowded("hathor brown 1", technologies=["T19"], scribe=1, blessings=blessings))
    game.say("die: hathor brown 1", "value: 1")
    if not possible:
        assert ("action", ["produce"]) in game.run.forced
        return
    assert game.options("action") == ["produce", "god"]
    compare(game, Counter())
    game.say("action: god", "first: produce", f"play: {blessings[0]}", "spot: W1").finish()
    assert (game.me.buildings, game.me.blessings) == (9, [])


def test_blessings_of_t19_are_asked_one_by_one_where_they_are_needed() -> None:
    """Either B03 or B05 will do, but not none of them; more may follow."""
    game = Game(crowded("hathor brown 1", technologies=["T19"], scribe=1, blessings=["B03", "B04", "B05"]))
    game.say("die: hathor brown 1", "value: 1", "action: god")
    question = game.question("play")
    assert (question.low, question.high, question.again) == (1, 1, True)
    assert list(question.options) == ["B03", "B04", "B05"], "B04 may come first: another one follows"
    game.say("play: B04")
    assert list(game.question("play").options) == ["B03", "B05"] and game.question("play").low == 1
    game.say("play: B05")
    assert game.question("play").low == 0
    game.say("play: none", "spot: W1").finish()
    assert game.me.blessings == ["B03"]


def thoth_first(**mine: Any) -> Game:
    """A festival without papyrus, behind an extra Thoth action that brings 2 of 3 cards."""
    t = crowded("bastet grey 3", **{"blessings": ["B17"], "scribe": 1, "papyrus": 2, "happiness": 3, **mine})
    t.market["I"] = ["B15", "B01", "T22"]
    return Game(t).say("die: bastet grey 3")


def test_a_card_on_which_the_standard_action_hangs_is_taken() -> None:
    """The papyrus goes for cards, so B15 of the market has to be one of them."""
    game = thoth_first()
    assert game.options("extra") == ["B17 thoth"]
    compare(game, Counter())
    game.say("extra: B17 thoth")
    question = game.question("cards")
    assert (list(question.options), question.high, question.again) == (["B15", "B01", "T22"], 1, True)
    game.say("cards: T22")
    assert ("cards", ["B15"]) in game.run.forced
    game.finish()
    assert (game.me.happiness, game.me.blessings, game.me.technologies) == (5, [], ["T22"])


def test_what_comes_to_light_is_not_counted_on() -> None:
    """The next blessing of the deck would pay for the festival, but who knows it: no refresh, no extra action."""
    game = thoth_first(papyrus=2)
    game.t.market["I"] = ["B02", "B01", "T22"]
    game.t.decks["blessing"].append("B15")
    t = game.t
    t.dice["bastet"], t.players[ME].left, t.players[ME].right = ["grey 3"], [], []
    t.stack = []
    fresh = Game(t).say("die: bastet grey 3")
    assert fresh.run.over or "extra" not in fresh.asked[1].name
    assert "B17" in fresh.finish().me.blessings


def test_searches_stay_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """An open board, cards for three extra actions, and limestone that nothing can bring for the dearer tiles: what
    cannot help is not tried. Without that the search tried thousands of answers for each value, and gave up."""
    searches: list[Any] = []
    begin = outlook._Search.__init__

    def begun(search: Any, *found: Any) -> None:
        begin(search, *found)
        searches.append(search)

    monkeypatch.setattr(outlook._Search, "__init__", begun)
    t = tekhenu(
        3, "ra grey 6", blessings=["B22", "B19", "B17"], technologies=["T14", "T07"], happiness=5, population=10,
        papyrus=4, bread=2, granite=6, scribe=3,
    )  # fmt: skip
    t.market |= {"I": ["B10", "B09", "T02"], "II": ["B14", "B24", "T15", "T16"]}
    t.ra = ["P04", "P10", "P16"]  # 3 limestone each
    for space in (2, 3, 6, 7, 11, 13, 17, 18, 20, 21, 24):
        t.tiles[space], t.pillars[space] = "P22", YOU
    game = Game(t)
    assert "ra grey 6" in game.options("die"), "Anubis can use it"
    game.say("die: ra grey 6")
    assert game.options("as") == ["anubis"] and searches
    assert sum(search.tried for search in searches) < 600
    assert max(search.tried for search in searches) < outlook.MOST_TRIED / 20


def test_what_led_to_an_end_before_changes_no_list() -> None:
    """Answers of other turns are tried first, and then all others: only how long that takes hangs on them."""
    game = thoth_first()
    before = list(game.question("extra").options)
    game.t.live.trail.update({"extra": [[], ["B19 ra"]], "cards": [["T22"], ["B01"]], "pay": [["9 gold"]]})
    game.run.reopen()
    assert list(game.question("extra").options) == before == ["B17 thoth"]
    game.say("extra: B17 thoth", "cards: T22")
    assert ("cards", ["B15"]) in game.run.forced


@pytest.mark.usefixtures("as_printed")
def test_what_helps_within_a_turn() -> None:
    """Cards that come too late, or bring VP only, stand for one another in a search."""
    t = tekhenu()
    idle = {card for card in t.data.cards if card[0] in "BTD" and not known.helps(t, card)}
    assert set(t.data.decrees) <= idle
    late = {"B09", "B10", "B11", "B12", "B17", "B18", "B19", "B20", "B23", "B24"}
    points = {"T01", "T02", "T03", "T05", "T08", "T11", "T12", "T15", "T16", "T17", "T18", "T23"}
    assert {card for card in idle if card[0] != "D"} == late | points


def test_a_search_given_up_leaves_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """RUL-15: where nothing can be proved any more the die is placed without an action, and the game goes on."""
    game = Game(crowded("hathor grey 3", **near_21())).say("die: hathor grey 3", "play: none")
    monkeypatch.setattr("pbem.titles.tekhenu.turns.outlook.leads_on", lambda *args: False)
    game.run.reopen()
    game.say("bonus: papyrus 6")
    assert ("action", ["nothing"]) in game.run.forced
    assert game.finish().me.buildings == 10 and game.me.dice == 1
