"""Whole games of Time of Seth: nothing is lost or doubled, the board stays small, what is owed is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.archive.audit import Spectator
from pbem.core.chance import SeedChance
from pbem.core.document import plain_lines
from pbem.core.interpreter import Run
from pbem.engine.computers.fuzz import NO_CHECKS, play_game
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.board import DICE
from pbem.titles.tekhenu.fixes import FIXES
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.seth.part import SETH, seth, tables
from pbem.titles.tekhenu.solo.part import BOT
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.vizier.part import vizier
from tests.conformance.exchange import Mailing
from tests.panels import too_wide
from tests.titles.tekhenu.build import SEATS, at_random

COLOURS = ("white", "black", "yellow", "brown", "grey", "red", "blue", "green")
DICE_OF = {1: (4, 4, 4, 4, 3), 2: (4, 4, 4, 4, 3), 3: (4, 4, 4, 4, 6), 4: (5, 5, 5, 5, 5)}
"""White, black, yellow, brown and grey dice in the game, those of the Seth board among them (S-SETUP-3)."""


def table(players: int, seed: str, **options: Any) -> Tekhenu:
    agreed = Options(**{"expansion": SETH, **options})
    box = list(TITLE.modules(agreed, players))
    data = TITLE.prepare(TITLE.components(box))
    live = TITLE.live(SeedChance(seed.encode(), "test"), data, agreed, frozenset(FIXES), box)
    seats = [*SEATS[:players], *([BOT] if players == 1 else [])]
    setup = TITLE.setup(seats, live)
    assert isinstance(setup, Tekhenu)
    return setup


def stops(players: int, seed: str, greedy: bool = False, **options: Any) -> Iterator[Tekhenu]:
    """The table of a game wherever it rests."""
    t = table(players, seed, **options)
    run, random = Run(t), Random(seed)
    run.advance()
    while not run.over:
        yield t
        seat, question = next(iter(run.questions().items()))
        run.give(seat, TITLE.prefer(t, seat, question) if greedy else at_random(question, random))
    yield t


def dice(t: Tekhenu) -> Counter[str]:
    lying = [die for dice in t.dice.values() for die in dice]
    for player in t.players.values():
        lying += player.left + player.right + player.below
    return Counter([*t.bag, *(DICE[die][0] for die in lying)])


def cards(t: Tekhenu) -> Counter[str]:
    found = [*t.removed, *t.unused, *t.starting, *t.destinies, *seth(t).cards()]
    for piles in (t.market, t.decks, t.discards):
        found += [card for pile in piles.values() for card in pile if card]
    for player in t.players.values():
        found += [*player.blessings, *player.technologies, *player.decrees, *player.drafted, *player.drawn]
        found += [player.destiny] if player.destiny else []
    for name in ("solo",):
        found += t.parts[name].cards() if name in t.parts else []  # type: ignore[attr-defined]
    return Counter(found)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_nothing_is_lost_or_doubled(players: int) -> None:
    """S-COMP-2 to S-COMP-4, S-R-48: dice of each colour, Conquest tiles, every card, and Blood as it came and went."""
    wanted = dict(zip(COLOURS, (*DICE_OF[players], 2, 2, 1), strict=True))
    n = max(players, 2)
    for t in stops(players, f"counts {players}", difficulty="hard" if players == 1 else "easy"):
        if not t.players:
            continue
        assert dice(t) == wanted
        assert sorted(seth(t).tiles()) == sorted(tables(t).tiles)
        assert set(cards(t).values()) == {1} and cards(t).keys() == t.data.cards.keys()
        assert 0 <= len(t.dice[SETH]) <= n and all(die.startswith("grey") for die in t.dice[SETH])
        events = t.live.events
        came = sum(1 for event in events if event.kind == "seth/built" and event.data["blood"])
        went = sum(event.data["count"] for event in events if event.kind == "seth/blood_back")
        assert sum(seth(t).blood.values()) == came - went <= tables(t).blood == 24
        if t.round and not any(player.dice for player in t.players.values()) and not t.stack[-1].kind.endswith("maat"):
            assert sum(map(len, t.dice.values())) <= 18 + n
    assert t.over


@cache
def boards(players: int) -> tuple[tuple[int, int, int], ...]:
    """By how many lines the board grows wherever a greedy game rests: drawn, in the plain form, on the reading page."""
    found = []
    for at, t in enumerate(stops(players, f"lines {players}", greedy=True)):
        if t.players and at % 16 == 0:
            view = TITLE.view(t, None)
            base = view.model_copy(update={"parts": {name: part for name, part in view.parts.items() if name != SETH}})
            shown = Spectator(TITLE)._board(view, t.data)[0], Spectator(TITLE)._board(base, t.data)[0]
            texts = [tuple(TITLE.summary(one, t.data, plain) for one in (view, base)) for plain in (False, True)]
            drawn, plain, page = (more.count("\n") - less.count("\n") for more, less in (*texts, shown))
            found.append((drawn, plain, page))
    return tuple(found)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_thirty_further_lines(players: int) -> None:
    """The Seth board, Warriors and Priests, Blood and Artifacts take at most 30 lines: drawn, in the plain form and on
    the reading page; less than 5 and they would not be there."""
    assert all(5 <= n <= 30 for lines in boards(players) for n in lines)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_thirty_further_lines_of_an_order_form(players: int) -> None:
    """An order form has at most 30 lines more than the base game allows."""
    mailing = Mailing(every=12)
    play_game(TITLE, players, "tall", checks=NO_CHECKS, watch=mailing, options={"expansion": SETH}, chooser="greedy")
    assert 0 < mailing.tallest <= TITLE.mail_lines(players) + 30


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_picture_shows_what_the_expansion_has(players: int) -> None:
    """Regions, dice, tracks, Blood, the Conquest tiles, Artifacts in hand and on offer; in a strip as high as 17 of
    its lines."""
    t = next(t for t in stops(players, f"picture {players}", greedy=True) if t.round == 6)
    view = TITLE.module(SETH).view(t, None)
    strip = TITLE.module(SETH).strip(view, t.data)
    assert too_wide(TITLE.picture(TITLE.view(t, None), t.data)) == []
    assert strip is not None and strip[0] <= 17 * 14
    shown = "".join(strip[1])
    for seat in t.seats if players > 1 else SEATS[:1]:
        warriors, priests = (t.players[seat].stock[what] for what in ("warrior", "priest"))
        counted = f"{warriors} Warrior{'s' * (warriors != 1)}, {priests} Priest{'s' * (priests != 1)}"
        assert f"{counted}, {seth(t).blood[seat]} Blood" in shown
        assert all(card in shown for card in seth(t).held[seat])
    assert all(f"{card} for " in shown for card in seth(t).artifacts) and seth(t).face in shown
    assert all(region.name in shown for region in tables(t).regions)


@pytest.mark.parametrize("options", [{}, {"vizier": True}, {"expansion": "none", "vizier": True}])
def test_the_picture_shows_conquest_tiles_and_the_vizier_where_they_lie(options: dict[str, Any]) -> None:
    """S-SET-6, S-VIZ-3: each tile on its temple space until a Pillar stands there, the Vizier in its section of the
    wheel or, on the Seth board, named in its strip; a base game has neither."""
    seen = set()
    for t in stops(2, "lying", greedy=True, **options):
        if t.round not in (3, 5, 9) or t.round in seen:
            continue
        seen.add(t.round)
        root = ElementTree.fromstring(TITLE.picture(TITLE.view(t, None), t.data))
        said = [entry.text or "" for entry in root.iter("{http://www.w3.org/2000/svg}title")]
        tiles = {text.partition(",")[0] for text in said if "Conquest tile" in text and text[2:3] == ":"}
        covers = enumerate(seth(t).covers) if SETH in t.parts else ()
        lying = {f"{t.data.spaces[at].name}: Conquest tile {tile}" for at, tile in covers if tile and not t.tiles[at]}
        assert tiles == lying
        area = vizier(t).area if "vizier" in t.parts else ""
        figures = [text for text in said if text.startswith("Vizier on")]
        assert len(figures) == (area in t.data.gods)
        words = "".join(root.itertext())
        assert (f"Vizier on {area.capitalize()}: a die that" in words) == bool(area)
    assert len(seen) == 3


# -- the owed resource -------------------------------------------------------------------------------------------------


def test_the_owed_resource_comes_without_a_mail_of_its_own() -> None:
    """S-R-10, SD-14: what is owed is asked together with the next turn of its owner and never alone; the board and the
    plain form show it meanwhile, and a line sent ahead for it is used."""
    owed_seen = asked = 0
    for seed in range(12):
        t = table(3, f"owed {seed}")
        run = Run(t)
        run.advance()
        while not run.over:
            questions = run.questions()
            seat, question = next(iter(questions.items()))
            part = seth(t)
            for other, n in part.owed.items():
                if n and other not in questions:
                    owed_seen += 1
                    sides = TITLE.module(SETH).board(TITLE.module(SETH).view(t, None), t.data)
                    plain = "\n".join(line for section in sides for line in plain_lines(section))
                    assert f"{n} resource{'s' if n > 1 else ''} owed" in " ".join(plain.split())
                    assert "owed" in {foreseen.name for foreseen in TITLE.foresee(t, other)}
            asked += question.name == "owed"
            keys = TITLE.prefer(t, seat, question)
            if question.name == "statue" and SETH in question.options:
                keys = [SETH]
            run.give(seat, keys)
        if owed_seen and asked:
            break
    assert owed_seen and asked


def test_a_line_for_an_owed_resource_lapses_with_the_scoring() -> None:
    """S-R-10, SD-19: its occasion is what is owed before the next Scoring, and not what comes after it."""
    t = next(t for t in stops(2, "occasion", greedy=True) if t.round == 8)
    t.statues[SETH] = [SEATS[0]]
    (before,) = (question for question in TITLE.foresee(t, SEATS[0]) if question.name == "owed")
    assert [occasion.mark for occasion in before.occasions] == [f"before scoring {t.scoring + 1}"]
    t.scoring += 1
    (after,) = (question for question in TITLE.foresee(t, SEATS[0]) if question.name == "owed")
    assert set(before.occasions).isdisjoint(after.occasions)


# -- switches ----------------------------------------------------------------------------------------------------------

SWITCHES = {
    name: (row.default, str(row.json_schema_extra["ruling"]))  # type: ignore[index, call-overload]
    for name, row in Options.model_fields.items()
    if str((row.json_schema_extra or {}).get("ruling", "")).startswith("S-R-")  # type: ignore[union-attr]
}
"""Every switch of the tables with its default and its ruling; `tests/moderation/test_seth.py` turns them while a game
runs."""


def test_the_switches_are_those_of_the_tables() -> None:
    """S-R-30 and S-R-49 stand in the tables of the Vizier and of the bot."""
    printed = {name: (row["value"], row["ruling"]) for name, row in TITLE.components([SETH])[SETH]["options"].items()}
    assert printed.items() <= SWITCHES.items()
    assert SWITCHES.keys() - printed.keys() == {"vizier_with_destiny_order", "solo_levels_bring_base_pieces"}


@pytest.mark.modes
@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_the_other_way_from_the_start(name: str) -> None:
    """Set at `new`: a whole game, every invariant on, without and with answers sent ahead."""
    alone = name == "solo_levels_bring_base_pieces"
    box = {} if name == "once_per_turn_rule_without_expansion" else {"expansion": SETH}
    vizier = {"vizier": True} if name == "vizier_with_destiny_order" else {}
    for ahead in (False, True):
        options = {**box, **vizier, name: not SWITCHES[name][0]}
        report = play_game(TITLE, 1 if alone else 2, f"switch {name}", ahead=ahead, options=options)
        assert report.result is not None and report.game.options[name] == (not SWITCHES[name][0])
