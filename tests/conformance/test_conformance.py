"""What every title must hold, whatever its rules: it inherits these tests by being registered."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field
from pydantic_core import to_json

from pbem.core.chance import SeedChance
from pbem.core.errors import Misuse, NotAsked, PbemError
from pbem.core.interpreter import Run
from pbem.core.known.facts import facts_of, lay
from pbem.core.known.masks import known_bytes
from pbem.core.questions import Question
from pbem.core.table import Live, Table, View
from pbem.core.titles import Title, get_title
from pbem.core.words import Say
from pbem.desk.games.creation import HOUSE_OPTIONS
from pbem.engine.clock import CLOCK_KEYS
from pbem.engine.computers.fuzz import NO_CHECKS, Checks, Report
from pbem.engine.computers.sight import asked, unanswerable
from pbem.engine.create import box_of, check_game, check_number, check_options, split_wishes
from pbem.engine.journal import canonical, events_for
from pbem.engine.play import Play
from tests.conformance.titles import BATCHES, ONCE, TABLES, Kind, fewest, other_settings, played


@pytest.mark.parametrize(("kind", "seeds"), BATCHES)
def test_random_games_end_and_break_nothing(kind: Kind, seeds: range, tmp_path: Path) -> None:
    """Sent as whole turns, random legal play reaches a result; at every stop the invariants hold."""
    for seed in seeds:
        report = played(tmp_path, kind, str(seed))
        assert report.result is not None
        assert sum(len(place) for place in report.result.places) == len(report.game.table.seats)
        assert report.submissions <= report.decisions
        assert report.ahead == 0
        if seed == seeds[0]:
            every_event_has_words(kind.title, report)


@pytest.mark.slow
@pytest.mark.timeout(1800)  # half a minute of work each, but nobody watches over how busy the machine is
@pytest.mark.parametrize("first", range(1000, 2000, 50))
@pytest.mark.parametrize("kind", TABLES)
def test_a_thousand_random_games(kind: Kind, first: int, tmp_path: Path) -> None:
    """The same, without a budget: 1,000 games for each player count, half of them with answers sent ahead."""
    for seed in range(first, first + 50):
        checks = Checks(1, 1, 1, 1, 1, 1, 1) if seed % 50 == 0 else Checks()
        report = played(tmp_path, kind, str(seed), checks=checks, ahead=seed % 2 == 1)
        assert report.result is not None


@pytest.mark.parametrize("kind", TABLES)
def test_greedy_games_end(kind: Kind, tmp_path: Path) -> None:
    """What `prefer` answers is legal and leads to an end."""
    assert played(tmp_path, kind, "a", chooser="greedy", checks=Checks(round_trip=3, secrecy=20)).result is not None


@pytest.mark.parametrize("kind", TABLES)
def test_a_game_of_absent_players_ends(kind: Kind, tmp_path: Path) -> None:
    """What the clock plays for everybody, defaults and first options, is legal and comes to an end."""
    assert played(tmp_path, kind, "absent", chooser=lambda t, seat, q: q.harmless()).result is not None


SETTINGS = [
    pytest.param(title, options, id=f"{title.name}-{'-'.join(f'{k}={v}' for k, v in options.items())}")
    for title in ONCE
    for options in other_settings(title)
]


@pytest.mark.parametrize(("title", "options"), SETTINGS)
def test_every_option_can_be_played(title: Title, options: dict[str, Any], tmp_path: Path) -> None:
    """A ruling decided the other way gives a sound game too, to the end."""
    kind = Kind(title, fewest(title, options), options)
    report = played(tmp_path, kind, "options", checks=Checks(round_trip=3, secrecy=20, typed=20))
    assert report.result is not None
    assert {key: report.game.options[key] for key in options} == options


@pytest.mark.parametrize("title", ONCE, ids=lambda title: title.name)
def test_what_cannot_be_played_is_refused_in_a_sentence(title: Title) -> None:
    """Two options together and every number of people, one too few and one too many: a game, or the reason why not."""
    settings = other_settings(title)
    for one, two in combinations_with_replacement(settings, 2):
        for people in range(title.players[0] - 1, title.players[-1] + 2):
            reason = why_not(title, {**one, **two}, people)
            assert reason.endswith(".") or title.book(box_of(title, {**one, **two}, people)), reason


def why_not(title: Title, options: dict[str, Any], people: int) -> str:
    try:
        check_number(title, people)
        check_game(title, options, people)
    except Misuse as refusal:
        return str(refusal)
    return ""


WRONG = [
    ("fair", "length", "1.5", "it is one of 2, 3, 4"),
    ("fair", "length", 9, "it is one of 2, 3, 4"),
    ("ankh", "guardians", True, "it is one of cat_mummy, satet, apep, mummy, giant_scorpion, androsphinx"),
    ("ankh", "guardians", "mouse", "there is no Guardian 'mouse'; known: cat_mummy"),
    ("tekhenu", "remove_D03", "x", "it is one of yes, no"),
]


@pytest.mark.parametrize(("name", "option", "value", "why"), WRONG)
def test_a_wrong_value_is_refused_with_those_there_are(name: str, option: str, value: Any, why: str) -> None:
    with pytest.raises(Misuse, match=re.escape(f"Option {option}={value!r} is not possible: {why}")):
        check_options(get_title(name), {option: value})


@pytest.mark.parametrize("wish", ["", "nobody", "computer"])
@pytest.mark.parametrize("title", ONCE, ids=lambda title: title.name)
def test_sides_that_there_are_not_are_refused(title: Title, wish: str) -> None:
    with pytest.raises(Misuse, match=f"has no seat '{wish}'.*Seats: {title.seat_names[0]}"):
        split_wishes(title, [f"{wish}=Ania <ania@example.org>"])


@pytest.mark.parametrize("kind", TABLES)
def test_answers_sent_ahead_save_submissions(kind: Kind, tmp_path: Path) -> None:
    """Rankings of what `foresee` lists are understood, and used when their question comes."""
    games = (
        played(tmp_path, kind, f"ahead {n}", ahead=True, checks=NO_CHECKS if n else Checks(secrecy=20, typed=9))
        for n in range(20)
    )
    ranked = next((game for game in games if game.ahead), None)  # what is foreseen need not come in every random game
    assert ranked is not None
    assert ranked.result is not None


@pytest.mark.parametrize("kind", TABLES)
def test_one_game_from_all_sides(kind: Kind, tmp_path: Path) -> None:
    """A seed gives one game, to the last hash, whether it is checked on the way or not, and another gives another. It
    can be told, it fits a mail, and when it is over it asks nobody."""
    report = played(tmp_path, kind, "one", checks=NO_CHECKS)
    again = played(tmp_path, kind, "one", checks=Checks(round_trip=2, secrecy=10, typed=6))
    assert [entry.hash for entry in again.entries] == [entry.hash for entry in report.entries]
    assert again.game.head == report.entries[-1].hash
    if kind.players == kind.title.players[0]:
        assert played(tmp_path, kind, "two", checks=NO_CHECKS).game.head != report.game.head
    every_event_has_words(kind.title, report)
    texts_fit_a_mail(kind.title, report)
    views_hold_no_prose(kind, report)
    a_finished_game_asks_nobody(kind, report)


def every_event_has_words(title: Title, report: Report) -> None:
    """A log line can be made of every event as every reader knows it, and it is one tidy line."""
    for entry in report.entries:
        for reader in (None, *report.game.table.seats):
            for event in events_for(entry, reader):
                line = title.line(event, reader)
                assert line == " ".join(line.split()), f"{event.kind}: untidy line {line!r}"


def texts_fit_a_mail(title: Title, report: Report) -> None:
    """Board and own things have at most 78 columns; a spectator has no own things."""
    data = report.game.table.live.data
    for reader in (None, *report.game.table.seats):
        view = title.view(report.game.table, reader)
        for plain in (False, True):
            for text in (title.summary(view, data, plain), title.own(view, data, plain)):
                assert max((len(row) for row in text.splitlines()), default=0) <= 78, text
        assert bool(title.own(view, data)) == (reader is not None)


ID = re.compile(r"([a-z0-9_|-]+|[A-Z0-9_|-]+)( \d+)?|")
"""An id, as views name seats, places, cards and kinds: all small or all capital letters, a blank before a number only
(`red 6`). A name (`Ra`) and a sentence are none."""


def views_hold_no_prose(kind: Kind, report: Report) -> None:
    """A view is ids and numbers in memory as it is in a file: it stays the same whatever is printed on things, which is
    found in the tables of the game when it is drawn. Read back it shows the same board."""
    title, table = kind.title, report.game.table
    data, live = table.live.data, table.live
    texts = {text for text in (*title.phrases(), *title.vocabulary()) if not ID.fullmatch(text)}
    other = title.prepare(reprinted(kind.raw(), texts))
    for reader in (None, table.seats[0]):
        view = title.view(table, reader)
        assert [what for what in held(view) if not ID.fullmatch(what)] == []
        table.live = title.live(live.chance, other, live.options, live.fixes, kind.modules)
        assert title.view(table, reader) == view
        table.live = live
        assert (title.summary(view, other) != title.summary(view, data)) == bool(texts), "boards show what is printed"
        written = view.model_dump(mode="json")
        again = title.read_view(written)
        if again is not None:
            assert again == view and again.model_dump(mode="json") == written
            assert title.summary(again, data, plain=True) == title.summary(view, data, plain=True)
            assert title.own(again, data) == title.own(view, data)


def reprinted(raw: Any, texts: Collection[str]) -> Any:
    """Component tables with other texts on everything."""
    if isinstance(raw, dict):
        return {key: reprinted(value, texts) for key, value in raw.items()}
    if isinstance(raw, list):
        return [reprinted(value, texts) for value in raw]
    return f"{raw} (reprinted)" if isinstance(raw, str) and raw in texts else raw


def held(thing: Any) -> Iterator[str]:
    """Every string that lies in a view, names of fields aside. What is neither string nor number, a text with a key
    (`Say`) for one, is given as what Python calls it, which is no id. Nothing that lies there may stay out of files."""
    if isinstance(thing, BaseModel):
        fields = type(thing).model_fields
        assert vars(thing).keys() == fields.keys() and not thing.__pydantic_private__
        assert not [name for name, field in fields.items() if field.exclude], type(thing)
        thing = list(vars(thing).values())
    if isinstance(thing, Mapping):
        thing = [*thing.keys(), *thing.values()]
    if isinstance(thing, list | tuple):
        yield from (text for one in thing for text in held(one))
    elif type(thing) is str:
        yield thing
    elif thing is not None and not isinstance(thing, int):
        yield repr(type(thing))


def test_what_is_no_id_is_found_in_a_view() -> None:
    """The check above is no formality: it finds a sentence, a name, a text with its key, and whatever hangs there."""

    class Seen(View):
        things: Any
        aside: str = Field(default="", exclude=True)

    class Bare(View):
        things: Any

    for prose in ("gain 2 bread", "Ra", Say("ra"), {"Flood": 1}, [("ra", "Cat-Mummy")], object(), 0.5):
        assert [what for what in held(Bare(things=prose)) if not ID.fullmatch(what)], prose
    for known in ("ra", "T07", "D4|E4", "N-NE", "red 6", "cat_mummy", "", 7, None, {"gold": 1}, Bare(things=["ra"])):
        assert [what for what in held(Bare(things=known)) if not ID.fullmatch(what)] == []
    with pytest.raises(AssertionError, match="Seen"):
        list(held(Seen(things=1)))


def a_finished_game_asks_nobody(kind: Kind, report: Report) -> None:
    play = Play(report.game, kind.title, kind.title.prepare(kind.raw()))
    assert report.game.status == "finished"
    assert play.questions() == {}
    with pytest.raises(NotAsked):
        play.submit(report.game.table.seats[0], "anything: 1", datetime(2026, 2, 1, tzinfo=UTC))


@pytest.mark.parametrize("kind", TABLES)
def test_the_rules_alone(kind: Kind) -> None:
    """Played answer by answer without the engine: no stop is empty, and every stop survives writing and reading."""
    title = kind.title
    for seed in range(3):
        luck = random.Random(f"{title.name} {kind.players} {seed}")
        live = kind.live(luck.randbytes(32), "rules-alone")
        run = Run(kind.table(live))
        run.advance()
        conserved = dict(title.conserved(run.table))
        while not run.over:
            assert title.result(run.table) is None
            run = read_back(title, run, live)
            seat = luck.choice(sorted(run.questions()))
            question = run.questions()[seat]
            assert unanswerable(question) is None
            run.give(seat, any_answer(luck, question))
            if luck.random() < 0.1 or run.over:
                facts_are_the_spectators(title, run.table)
            assert title.problems(run.table) == []
            assert dict(title.conserved(run.table)) == conserved
        assert title.result(run.table) is not None


def read_back(title: Title, run: Run, live: Live) -> Run:
    """The table as a file would hold it, opened again: it must ask the same, and asking must change nothing."""
    written = run.table.model_dump_json()
    table = title.table_model.model_validate_json(written)
    table.live = live
    again = Run(table)
    again.advance()
    assert asked(again, None, show_all=True) == asked(run, None, show_all=True)
    again.reopen()
    assert table.model_dump_json() == written
    return again


def facts_are_the_spectators(title: Title, table: Table) -> None:
    """What everybody knows, as ids and numbers, tells nothing that a spectator does not see, and all that one sees: the
    same view is made from it."""
    facts = facts_of(table)
    assert facts is not None, f"{title.name}: a model does not say what is known of it (`Model.known`)"
    written = to_json(facts)
    assert written == canonical(json.loads(written)), "written in the order of their keys"
    laid = lay(title.table_model, json.loads(written), table.live.anew())
    assert title.view(laid, None).model_dump_json() == title.view(table, None).model_dump_json()
    assert (dict(title.scores(laid)), title.series(laid)) == (dict(title.scores(table)), title.series(table))
    exchanged = title.reshuffle(table, None, table.live.anew(SeedChance(b"other" * 8, "facts")))
    assert to_json(facts_of(exchanged)) == written
    masked = known_bytes(table)
    assert masked is not None and set(json.loads(masked)) == set(facts), "written at once, it tells the same"
    assert known_bytes(laid) == known_bytes(exchanged) == masked, "whatever is hidden"


def any_answer(luck: random.Random, question: Question) -> list[str]:
    options = list(question.options)
    keys = luck.sample(options, luck.randint(question.low, min(question.high, len(options))))
    return keys if question.clash is None or question.allows(keys) else question.harmless()


@pytest.mark.parametrize("kind", TABLES)
def test_reshuffle_exchanges_something(kind: Kind) -> None:
    """Secrecy is tested by exchanging what a reader does not know: at the start there is something, for everybody, in
    every box that hides anything."""
    live = kind.live(bytes(32), "secrets")
    title, table = kind.title, kind.table(live)
    hides = title.hides or title.book(kind.modules).hides
    before = table.model_dump(mode="json", exclude={"counters"})
    for reader in (None, *table.seats):
        other = live.anew(SeedChance(b"other" * 8, "secrets"))
        exchanged = title.reshuffle(table, reader, other)
        assert (exchanged.model_dump(mode="json", exclude={"counters"}) != before) == hides
        assert table.model_dump(mode="json", exclude={"counters"}) == before


@pytest.mark.parametrize("title", ONCE, ids=lambda title: title.name)
def test_the_interface_is_filled(title: Title) -> None:
    """Names, seats, options and rules are all there."""
    assert title.name == title.name.lower() and title.full_name and title.version
    assert len(title.seat_names) >= title.players[-1]
    assert len(set(title.seat_names)) == len(title.seat_names)
    assert not {*CLOCK_KEYS, *HOUSE_OPTIONS} & set(title.options_model.model_fields), "an option of the clock"
    assert title.check_components(title.components()) == []
    for ident in title.rule_ids():
        assert title.explain(ident), ident
    assert title.explain("no such rule") is None
    with pytest.raises(PbemError, match="no option"):
        check_options(title, {"no-such-option": 1})
