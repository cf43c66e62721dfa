"""The Vizier's challenge for two players, with and without Time of Seth (S-VIZ, S-R-29, S-R-30, S-R-45)."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from pbem.core.chance import SeedChance
from pbem.core.errors import Misuse
from pbem.core.interpreter import Run
from pbem.core.titles import make_options
from pbem.engine.computers.computer import Luck, turn_text
from pbem.engine.computers.fuzz import BEGINNING, Checks, play_game
from pbem.engine.create import box_of, check_game, create_game
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.fixes import FIXES
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.vizier.part import vizier

ALONE: dict[str, Any] = {"vizier": True}
WITH_SETH: dict[str, Any] = {"vizier": True, "expansion": "seth"}


def begun(seed: str, options: dict[str, Any]) -> Run:
    box = box_of(TITLE, options, 2)
    data = TITLE.prepare(TITLE.components(box))
    chance = SeedChance(seed.encode().ljust(32, b"."), "vizier")
    live = TITLE.live(chance, data, make_options(TITLE, options), frozenset(FIXES), box)
    run = Run(TITLE.setup(["orange", "blue"], live))
    run.advance()
    return run


def stops(seed: str, options: dict[str, Any]) -> Iterator[tuple[Run, Tekhenu, str, Any]]:
    """Every question of a random game, before it is answered."""
    run, luck = begun(seed, options), Luck(sha256(seed.encode()).digest())
    while not run.over:
        seat, question = next(iter(run.questions().items()))
        yield run, run.table, seat, question
        run.give(seat, luck.answer(question))


@pytest.mark.parametrize("options", [ALONE, WITH_SETH], ids=["alone", "seth"])
def test_S_VIZ_2_the_first_sets_one_other_card_aside_and_the_second_cannot_take_it(options: dict[str, Any]) -> None:
    """S-VIZ-2, S-R-45, SD-17: of three left; the second has two to choose from; it is back at the next Maat phase."""
    times = {"aside": 0, "second": 0}
    for _, t, seat, question in stops("aside", options):
        if question.name == "aside":
            times["aside"] += 1
            assert seat == t.order[0]
            assert sorted(question.options) == sorted(set(t.data.destiny_cards) - {t.players[seat].destiny})
            assert len(question.options) == 3
        if question.name == "destiny" and seat == t.order[1]:
            times["second"] += 1
            aside = vizier(t).aside
            assert aside and aside not in t.destinies and len(t.destinies) == 2
            assert all(aside not in question.describe(key).split(":")[0] for key in question.options)
        if question.name == "destiny" and seat == t.order[0] and t.round:
            assert vizier(t).aside == "" and len(t.destinies) == 4
    assert times == {"aside": 4, "second": 4}, "set-up and three Maat phases: none in the fourth (S-R-28)"


@pytest.mark.parametrize(("options", "areas"), [(ALONE, 6), (WITH_SETH, 7)], ids=["alone", "seth"])
def test_S_VIZ_3_the_vizier_goes_to_another_area(options: dict[str, Any], areas: int) -> None:
    """S-VIZ-3, SD-18: in the set-up any area, with the first turn; later another than now, after the second choice."""
    seen: list[int] = []
    for _, t, seat, question in stops("placed", options):
        if question.name != "vizier":
            continue
        seen.append(len(question.options))
        assert seat == t.order[0]
        now = vizier(t).area
        assert now not in question.options
        assert t.players[t.order[1]].destiny, "the second choice is made"
        if not now:
            assert t.round == 1 and not t.players[seat].dice
        else:
            assert question.why_not is not None
            reason = question.why_not(now)
            assert reason is not None and reason[1] == "S-VIZ-3"
    assert seen == [areas, areas - 1, areas - 1, areas - 1]


@pytest.mark.parametrize("options", [ALONE, WITH_SETH], ids=["alone", "seth"])
def test_X_25_the_second_player_pays_the_first(options: dict[str, Any]) -> None:
    """S-VIZ-4, S-R-29: for every die that the second takes from that area, whatever for; the first pays nobody."""
    paid = {True: 0, False: 0}
    for run, t, _, _ in (stop for seed in ("one", "two", "three") for stop in stops(f"pays {seed}", options)):
        events = run.table.live.events
        for at, event in enumerate(events):
            if event.kind != "took_die":
                continue
            behind = events[at + 1] if at + 1 < len(events) else None
            due = event.seat == t.order[1] and event.data["god"] == vizier(t).area
            got = behind is not None and behind.kind == "vizier/paid"
            assert due == got
            if got:
                assert behind is not None and behind.seat == t.order[0] and behind.data["vp"] == 2
            paid[got] += 1
        events.clear()
    assert paid[True] and paid[False]


def test_S_VIZ_4_two_points_before_the_action() -> None:
    """The points come when the die is taken; extra actions without a die pay nothing (S-R-29)."""
    from pbem.titles.tekhenu.vizier.choice import pay

    t = next(t for _, t, _, question in stops("points", ALONE) if question.name == "die")
    first, second = t.order
    before = t.players[first].vp, t.players[second].vp
    vizier(t).area = "thoth"
    pay(t, second, "thoth")
    assert (t.players[first].vp, t.players[second].vp) == (before[0] + 2, before[1])
    pay(t, second, "ra")
    pay(t, first, "thoth")
    assert (t.players[first].vp, t.players[second].vp) == (before[0] + 2, before[1])


@pytest.mark.parametrize("people", [1, 3, 4])
def test_S_VIZ_1_for_two_players_only(people: int) -> None:
    with pytest.raises(Misuse, match="S-VIZ-1"):
        check_game(TITLE, {"vizier": True}, people)


def test_S_R_30_the_place_may_depend_on_the_other_choice() -> None:
    """S-R-30: `vizier: thoth if A02, horus`: sent with the Destiny answer, played after the second choice."""
    play = create_game(
        TITLE, game_id="vizier", players=["Ania", "Bartek"], moderator=None, options=ALONE, clock={}, seed=bytes(32),
        chance_kind="given", raw_data=TITLE.components(box_of(TITLE, ALONE, 2)), now=BEGINNING,
    )  # fmt: skip
    while not (play.table.round == 4 and len(play.questions()) == 1):
        seat = next(iter(play.questions()))
        play.submit(seat, turn_text(play, seat, TITLE.prefer), BEGINNING)
    names = {question.name for question in TITLE.foresee(play.table, "orange")}
    assert {"destiny", "aside", "vizier"} <= names
    play.game.options["vizier_with_destiny_order"] = False
    play.lay(play.table)
    assert "vizier" not in {question.name for question in TITLE.foresee(play.table, "orange")}
    play.game.options["vizier_with_destiny_order"] = True
    play.lay(play.table)
    area = vizier(play.table).area
    lines = [f"vizier: {area} if A01, horus if A02, thoth, ra", "destiny: any", "aside: any"]
    for seat in ("orange", "blue"):
        if seat not in play.questions():
            play.submit(seat, "\n".join(lines), BEGINNING)
    while play.table.maat == 0 or play.table.round == 4:
        seat = next(iter(play.questions()))
        text = turn_text(play, seat, TITLE.prefer)
        play.submit(seat, text, BEGINNING)
    assert vizier(play.table).area != area


def test_bad_input() -> None:
    """The same area again, a card that is taken, the Vizier while nobody is asked: reason, rule and nearest answers."""
    for _, t, seat, question in stops("bad", ALONE):
        if question.name == "vizier" and vizier(t).area:
            assert question.why_not is not None
            assert question.why_not(vizier(t).area) == (
                "the Vizier must go to another area than the one it is on", "S-VIZ-3",
            )  # fmt: skip
            break
        if question.name == "aside":
            assert question.why_not is not None
            assert question.why_not(t.players[seat].destiny) == ("that Destiny card is taken", "S-VIZ-2")
    assert TITLE.misplaced(t, t.order[1], "aside", "A01") is not None


@pytest.mark.parametrize("options", [ALONE, WITH_SETH], ids=["alone", "seth"])
@pytest.mark.parametrize("ahead", [False, True])
def test_random_games_are_sound(options: dict[str, Any], ahead: bool) -> None:
    report = play_game(TITLE, 2, f"vizier {ahead}", options=options, ahead=ahead, checks=Checks())
    assert report.result is not None


def test_base_games_know_nothing_of_it() -> None:
    run = begun("base", {})
    assert "vizier" not in run.table.parts and "aside" not in run.table.live.book.questions
