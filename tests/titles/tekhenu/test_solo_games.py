"""Whole games against Botankhamun: random play at each difficulty, what it tells, how many mails it takes."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.core.errors import Misuse
from pbem.engine.computers.fuzz import NO_CHECKS, Checks, Fuzz, Report, play_game
from pbem.engine.create import check_game
from pbem.engine.gamefile import Entry
from pbem.engine.journal import events_for
from pbem.engine.replay import Replayer
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.box_names import BOT_NAME
from pbem.titles.tekhenu.solo.part import BOT, solo

LEVELS = ("easy", "medium", "hard")


class Watch:
    """Sees every stop of a game: nobody waits for the bot, and the marker has made a step for each of its dice."""

    def __init__(self) -> None:
        self.headings: list[str] = []

    def __call__(self, fuzz: Fuzz) -> None:
        t = fuzz.table
        questions = fuzz.play_of.questions()
        assert BOT not in questions and set(questions) == {"orange"}
        row = next(n for n, places in enumerate(t.data.bot.pyramid) if solo(t).at in places) if solo(t).at >= 0 else 0
        steps = 0 if solo(t).at < 0 else 1 + row + t.data.bot.pyramid[row].index(solo(t).at)
        assert steps == t.players[BOT].dice
        if not self.headings:
            self.headings = [str(section.heading) for section in TITLE.board(TITLE.view(t, "orange"), t.live.data)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(4))
def test_random_games_of_each_difficulty(level: str, seed: int) -> None:
    """They end soundly, secrets kept; every event can be told, to the player and to everybody."""
    watch = Watch()
    report = play_game(
        TITLE, 1, f"{level} {seed}", options={"difficulty": level}, ahead=seed % 2 == 1, watch=watch, checks=Checks()
    )
    assert report.result is not None and sorted(report.result.scores) == ["orange", BOT]
    assert f"BOTANKHAMUN ({level})" in watch.headings
    for entry in report.entries:
        for reader in (None, "orange"):
            for event in events_for(entry, reader):
                assert TITLE.line(event, reader) is not None, event.kind
    assert {info.seat: info.player for info in report.game.automata()} == {BOT: BOT_NAME}


OTHERWISE: list[dict[str, Any]] = [
    {"bot_decree_vp": 8},
    {"bot_start_scribes": 0},
    {"bot_blocked_action_vp": 0},
    {"solo_random_starting_cards": True},
    {"difficulty": "hard", "bot_decree_vp": 8, "auto_decree_scoring": False, "trigger_once_per_turn": True},
]


@pytest.mark.parametrize("options", OTHERWISE, ids=lambda options: ",".join(options))
def test_switches_the_other_way(options: dict[str, Any]) -> None:
    """T-BOT-RUL-5, RUL-49, RUL-50, T-BOT-SETUP-3: each can be played to the end."""
    report = play_game(TITLE, 1, "switch", options=options, checks=Checks(secrecy=20))
    assert report.result is not None
    assert report.game.options.items() >= options.items()


@pytest.mark.parametrize("options", OTHERWISE[:4], ids=lambda options: ",".join(options))
def test_switches_of_the_bot_are_for_one_player(options: dict[str, Any]) -> None:
    with pytest.raises(Misuse, match="is for one player against Botankhamun"):
        check_game(TITLE, options, 2)


# -- mails -------------------------------------------------------------------------------------------------------------


PHASE = {"faith", "bread", "destiny", "decree"}
SEEDS = ("a", "b", "c")


class Count:
    """The submissions of a game by what they were for. `light`: asked again because something came to light."""

    def __init__(self, report: Report) -> None:
        self.setup = self.turns = self.light = 0
        self.phases: list[list[str]] = [[], [], [], []]
        shown = revealing(report)
        before, phase, begun = 0, 0, False
        for entry in report.entries:
            names = [answer.name for answer in entry.answers]
            if entry.by == "player":
                if "die" in names:
                    begun = True
                    self.turns += 1
                elif not begun:
                    self.setup += 1
                elif names[0] in PHASE:
                    self.phases[phase - 1].append(names[0])
                else:
                    self.light += 1
                    assert shown[before] or shown[entry.n], f"entry {entry.n}: nothing had come to light"
            phase += sum(event.kind == "maat_began" for event in entry.events)
            before = entry.n


def revealing(report: Report) -> dict[int, bool]:
    """Entries in which, played again, something came to light."""
    found: dict[int, bool] = {}
    last: list[Any] = [None, 0]

    def watch(entry: Entry, table: Any) -> None:
        live = table.live
        found[entry.n] = live.reveals > (last[1] if live is last[0] else 0)
        last[:] = [live, live.reveals]

    Replayer(report.game, TITLE, TITLE.components(["solo"]), watch=watch).run(report.entries)
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_mails_with_answers_ahead(seed: str) -> None:
    """Sixteen turns, two for the set-up, one for each thing that came to light, and none for the Maat phases."""
    report = play_game(TITLE, 1, seed, options={"difficulty": "hard"}, ahead=True, checks=NO_CHECKS)
    count = Count(report)
    assert count.turns == 16 and count.setup <= 2 and count.phases == [[], [], [], []]
    assert report.submissions == count.setup + 16 + count.light


@pytest.mark.parametrize("seed", SEEDS)
def test_mails_without(seed: str) -> None:
    """One more for each Maat phase; a second one only where the new pyramid came to light behind the first, or D23."""
    report = play_game(TITLE, 1, seed, options={"difficulty": "hard"}, checks=NO_CHECKS)
    count = Count(report)
    assert (count.turns, count.setup) == (16, 2)
    assert all(phase[1:] in ([], ["destiny"], ["decree"]) for phase in count.phases), count.phases
    assert report.submissions == 18 + count.light + sum(map(len, count.phases))
