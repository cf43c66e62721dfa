"""Numbered corrections: what each one changes, that games begun before keep to what they began with, and how a
moderator brings the corrections into a running game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.cards import play, react
from pbem.titles.tekhenu.fixes import EACH_KIND, EXACT, FIXES, ONCE, SURE, WHOLE
from tests.saved.homes import copied
from tests.saved.maker import Hand
from tests.titles.tekhenu.brute import legal
from tests.titles.tekhenu.build import ME, Game, tekhenu, why_not

DOCS = Path(__file__).parents[3] / "docs"


def test_every_fix_is_told() -> None:
    """Numbered from 1 without a gap, each with its entry in the digest."""
    assert TITLE.fixes == FIXES == tuple(f"F{n}" for n in range(1, len(FIXES) + 1))
    text = (DOCS / "rules" / "tekhenu.md").read_text(encoding="utf-8")
    assert re.findall(r"^- (F\d+) \(", text, re.MULTILINE) == list(FIXES) == list(TITLE.fix_notes)
    assert all(re.search(r"\((T-|RUL-|S-)[A-Z0-9-]+\)$", note) for note in TITLE.fix_notes.values())


# -- F1: dice that cards in hand make usable -------------------------------------------------------------------------

WITHHELD: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "an extra action brings the bread": (
        "hathor grey 5",
        {"blessings": ["B20"]},
        ["extra: B20 osiris", "district: bread", "action: god", "spot: W1"],
    ),
    "turning the die brings gold": (
        "bastet grey 2",
        {"blessings": ["B09"], "technologies": ["T24"], "papyrus": 1},
        ["value: B09 3", "action: god", "pay: 1 papyrus 1 gold"],
    ),
    "a blessing of any moment brings gold": (
        "bastet grey 2",
        {"blessings": ["B07"], "technologies": ["T24"], "papyrus": 1},
        ["play: B07 population", "action: god", "pay: 1 papyrus 1 gold"],
    ),
    "steps of the track open the market": (
        "thoth grey 1",
        {"blessings": ["B07"], "happiness": 0},
        ["play: B07 happiness", "action: god", "cards: B24"],
    ),
}


@pytest.mark.parametrize("case", WITHHELD)
def test_f1_a_die_that_cards_make_usable_is_offered(case: str) -> None:
    """T-TURN-6: listed as the oracle has it, and the turn is played to its end. Before, it was refused."""
    die, mine, lines = WITHHELD[case]
    dice = f"{die}, horus white 2"  # with the spare die two others are left
    game = Game(tekhenu(dice=dice, **deepcopy(mine)))
    if "B07" in mine["blessings"]:
        game.say("play: none")
    assert legal(game.t)[1] == set(game.options("die")) and die in game.options("die")
    game.say(f"die: {die}", *lines).finish()
    assert game.me.dice == 1 and game.turn_over == [ME]
    before = Game(tekhenu(dice=dice, fixes=[fix for fix in FIXES if fix != EXACT], **deepcopy(mine)))
    question = before.question("die")
    assert die not in question.options and why_not(question, die)[1] == "T-TURN-6"


def test_rul_15_extra_actions_of_a_turn_without_an_action() -> None:
    """A grey 3 at Ra without limestone, and no other die: nothing is possible but by Blessings, which nobody has to
    play. B20 may be played all the same: the turn ends with `nothing` after it. So the list is right to offer it."""
    t = tekhenu(dice="ra grey 3", spare=False, blessings=["B20"], happiness=3, papyrus=2)
    game = Game(t)
    assert legal(t)[1] == {"B20 thoth"} == set(game.options("extra"))
    cards = game.t.market["I"][:2]
    game.say("extra: B20 thoth", f"cards: {', '.join(cards)}").finish()
    assert ("action", ["nothing"]) in game.run.forced and game.turn_over == [ME]


# -- F5: what a refresh is certain to bring ---------------------------------------------------------------------------


def no_decks(market: list[str], discards: list[str], dice: str, fixes: Iterable[str], **mine: Any) -> Game:
    t = tekhenu(dice=f"{dice}, horus white 2", fixes=fixes, happiness=3, **deepcopy(mine))
    t.market = {section: market if section == "I" else [] for section in t.market}
    t.decks = {kind: [] for kind in t.decks}
    t.discards = {kind: [card for card in discards if t.data.cards[card].kind == kind] for kind in t.decks}
    return Game(t)


def test_f5_known_discards_make_a_die_usable() -> None:
    """T-TURN-6, RUL-66: B20 and the discarded B13 fill both gaps of section I, and B13 spares the limestone of Ra."""
    lying: tuple[Any, ...] = (["", "", "T07"], ["B13"], "ra grey 1")
    game = no_decks(*lying, FIXES, blessings=["B20"], papyrus=1)
    assert legal(game.t)[1] == set(game.options("die")) and "ra grey 1" in game.options("die")
    game.say("die: ra grey 1", "extra: B20 thoth", "refresh: I", "cards: B13", "space: a1", "turn: 0").finish()
    assert game.me.dice == 1 and game.turn_over == [ME]
    before = no_decks(*lying, [fix for fix in FIXES if fix != SURE], blessings=["B20"], papyrus=1)
    assert "ra grey 1" not in before.question("die").options


@pytest.mark.parametrize("discards", [["B13", "B01"], ["B13", "B14", "B01"]])
def test_f5_luck_does_not_count(discards: list[str]) -> None:
    """Of three cards for two gaps B13 may stay away: whoever took the die could be left without an action."""
    game = no_decks(["", "", "T07"], discards, "ra grey 1", FIXES, blessings=["B20"], papyrus=1)
    assert "ra grey 1" not in game.options("die")


def test_f5_the_card_played_may_come_back() -> None:
    """RUL-47, RUL-66: two cards of section I, where one lies; the other is B20 itself, played for the action."""
    mine: dict[str, Any] = {"blessings": ["B20"], "papyrus": 3}
    game = no_decks(["B24", "", ""], [], "ra yellow 3", FIXES, **mine).say("die: ra yellow 3")
    assert "B20 thoth" in game.options("extra")
    game.say("extra: B20 thoth").finish()
    assert ("refresh", ["I"]) in game.run.forced and sorted(game.me.blessings) == ["B20", "B24"]
    before = no_decks(["B24", "", ""], [], "ra yellow 3", [fix for fix in FIXES if fix != SURE], **mine)
    assert before.say("die: ra yellow 3").run.over or before.asked[1].name != "extra"


# -- F7: a card that comes back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [1, 3])
def test_f7_a_card_that_comes_back_is_too_late(value: int) -> None:
    """RUL-46: the refresh lays B20 out again, and it is taken. Its time was the taking of the die, and is over."""
    mine: dict[str, Any] = {"blessings": ["B20"], "papyrus": 9}
    taken = "cards: B20, B24" if value > 1 else "cards: B20"
    lines = (f"die: ra yellow {value}", "extra: B20 thoth", "refresh: I", taken)
    for fixes, again in ((FIXES, False), ([fix for fix in FIXES if fix != WHOLE], True)):
        game = no_decks(["B24", "", "T07"], [], f"ra yellow {value}", fixes, **deepcopy(mine)).say(*lines)
        assert "B20" in game.me.blessings
        name = "" if game.run.over else game.asked[1].name
        assert (name == "extra" and "B20 thoth" in game.options("extra")) == again
        game.finish()


def test_f7_refreshes_carry_cards_from_one_section_to_another() -> None:
    """RUL-66: T22 lies out of reach in section III. A refresh of I mixes three cards for one gap, so the next ones are
    not known; III takes those, and what it held fills the gaps of II for certain. T22 pays the limestone of Ra."""
    for fixes, offered in ((FIXES, True), ([fix for fix in FIXES if fix != WHOLE], False)):
        mine: dict[str, Any] = {"blessings": ["B20"], "happiness": 6, "population": 12, "papyrus": 3, "granite": 2}
        t = tekhenu(dice="ra grey 2, horus white 2", fixes=fixes, **mine)
        t.market = {"I": ["", "", "T17"], "II": ["B11", "B24", "", ""], "III": ["B02", "T06", "T22", "D02"], "IV": []}
        t.decks = {"blessing": [], "technology": [], "decree": t.decks["decree"]}
        t.discards = {"blessing": [], "technology": ["T01", "T11"], "decree": []}
        t.ra = ["P22", "P22", "P22"]
        game = Game(t)
        assert ("ra grey 2" in game.options("die")) == offered
        assert not offered or legal(game.t)[1] == set(game.options("die"))


def test_f7_a_search_goes_on_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-TURN-6: games begun before give up after so many answers, and take what was not seen to lead on for illegal."""
    monkeypatch.setattr("pbem.titles.tekhenu.turns.outlook.MOST_TRIED", 2)
    die, mine, _ = WITHHELD["an extra action brings the bread"]
    for fixes, offered in ((FIXES, True), ([fix for fix in FIXES if fix != WHOLE], False)):
        game = Game(tekhenu(dice=f"{die}, horus white 2", fixes=fixes, **deepcopy(mine)))
        assert (die in game.options("die")) == offered


# -- F8: cards of every kind ------------------------------------------------------------------------------------------

HANGING: dict[str, tuple[dict[str, list[str]], dict[str, list[str]], dict[str, Any]]] = {
    "a blessing makes the section of T22 large enough": (
        {"I": ["B11", "B12", ""], "II": ["", "", "T22", ""]},
        {"blessing": ["B09"], "technology": []},
        {"blessings": ["B20"], "papyrus": 3},
    ),
    "T16 has to be taken, or T22 would not be certain to come": (
        {"I": ["B23", "B24", "T16"], "II": []},
        {"blessing": [], "technology": ["T22"]},
        {"blessings": ["B19", "B20"], "papyrus": 5},
    ),
}


@pytest.mark.parametrize("case", HANGING)
def test_f8_cards_of_another_kind_decide_what_a_refresh_brings(case: str) -> None:
    """RUL-47, RUL-66: the refresh has to bring T22, by which granite pays for the limestone of Ra."""
    market, discards, mine = HANGING[case]
    for fixes, offered in ((FIXES, True), ([fix for fix in FIXES if fix != EACH_KIND], False)):
        mine = {"happiness": 6, "population": 9, "granite": 3, **deepcopy(mine)}
        t = tekhenu(dice="ra grey 3, horus white 2", fixes=fixes, **mine)
        t.market = {"III": [], "IV": [], **deepcopy(market)}
        t.market = {section: t.market[section] for section in ("I", "II", "III", "IV")}
        t.decks = {"blessing": [], "technology": [], "decree": t.decks["decree"]}
        t.discards = {"decree": [], **deepcopy(discards)}
        t.ra = ["P22", "P22", "P22"]
        game = Game(t)
        assert ("ra grey 3" in game.options("die")) == offered
        assert not offered or legal(game.t)[1] == set(game.options("die"))


def test_f8_a_card_that_turned_the_die_lies_among_the_discards() -> None:
    """RUL-66: B13 would come for certain behind B20, but B09 lies there as well, and section I has two places."""
    for fixes, offered in ((FIXES, False), ([fix for fix in FIXES if fix != EACH_KIND], True)):
        game = no_decks(["", "", "T07"], ["B13"], "ra grey 4", fixes, blessings=["B20", "B09"], papyrus=1)
        assert ("ra grey 4" in game.options("die")) == offered
        assert offered or legal(game.t)[1] == set(game.options("die"))


# -- F4: once in a turn ----------------------------------------------------------------------------------------------

NAMES = ("trigger_once_per_turn", "once_per_turn_rule_without_expansion")


@pytest.mark.parametrize("name", NAMES)
def test_f4_an_occasion_that_does_not_fit_uses_nothing_up(name: str) -> None:
    """RUL-16, S-R-33: T11 waits for an action with a 1, once; games begun before used it up on any action."""
    points = []
    for fixes in (FIXES, [fix for fix in FIXES if fix != ONCE]):
        t = tekhenu(technologies=["T11"], options={name: True}, happiness=8, fixes=fixes)
        before = t.players[ME].vp
        for value, district in ((2, "bread"), (1, "papyrus"), (1, "bread")):
            Game(t, Osiris(seat=ME, value=value)).say(f"district: {district}")
        points.append(t.players[ME].vp - before)
    assert points == [2, 0]


@pytest.mark.parametrize("card", ["T12", "T17"])
def test_f4_a_production_that_does_not_fit(card: str) -> None:
    """RUL-16: T12 waits for overproduced resources, T17 for bread."""
    gained = []
    for fixes in (FIXES, [fix for fix in FIXES if fix != ONCE]):
        t = tekhenu(technologies=[card], options={NAMES[0]: True}, fixes=fixes)
        before = t.players[ME].vp, dict(t.players[ME].stock)
        for resource, over in (("papyrus", 0), ("bread", 2)):
            react(t, ME, "produced", resource=resource, value=3, over=over)
        gained.append((t.players[ME].vp, dict(t.players[ME].stock)) != before)
    assert gained == [True, False]


def test_f4_what_is_not_limited() -> None:
    """RUL-16, S-R-16, S-R-21: T24 pays for every Blessing, and an action outside the own turn triggers anew."""
    t = tekhenu(technologies=["T24", "T01"], blessings=["B07", "B08"], options={NAMES[1]: True}, happiness=8)
    gold = t.players[ME].stock["gold"]
    for card in ("B07", "B08"):
        play(t, ME, card, "happiness")
    assert t.players[ME].stock["gold"] == gold + 2
    vp = t.players[ME].vp
    for district in ("bread", "papyrus"):
        Game(t, Osiris(seat=ME, value=2)).say(f"district: {district}")
        t.new_window()
    assert t.players[ME].vp == vp + 4


# -- into a running game ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("as_printed")
def test_a_moderator_brings_the_fixes_into_a_running_game(tmp_path: Path) -> None:
    """A game of an earlier build goes on without them; `mod data` tells what would have differed, pins them from its
    entry on, and the whole journal still replays."""
    village = copied("653b68f", "tekhenu", tmp_path)
    name = "window"
    session = village.desk.read(name)
    assert session.game.rules.fixes == [] and session.play.table.live.fixes == frozenset()
    plan = village.mod("data", game=name, dry_run=True)
    assert village.desk.read(name).game.rules.fixes == [] and "differed" in plan.text
    done = village.mod("data", game=name, reason="the corrections hold from here")
    assert done.data["fixes"] == list(FIXES) and "New fix F3: B07 and B08 can be played" in done.text
    session = village.desk.read(name)
    assert session.game.rules.fixes == list(FIXES) and session.play.table.live.fixes == frozenset(FIXES)
    assert session.game.recent[-1].note["fixes"] == list(FIXES)
    hand = Hand("after the fixes")
    for _ in range(4):
        seat = next(iter(village.desk.read(name).play.questions()))
        with village.desk.game(name) as session:
            village.desk.take(session, seat, hand.text(session.play, seat))
    village.audit(name)
