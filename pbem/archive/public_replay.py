"""A public copy played again: its open answers and draws, with guesses for what is hidden.

Every entry is played from the table before it. What it tells (events, open draws, what everybody knows afterwards) must
come of its open answers; where it does not, hidden things change places and sealed answers are filled in otherwise,
until it does. If nothing hidden can make it come out, somebody changed the record.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf
from typing import Any

from pydantic_core import to_json

from pbem.archive.guesses import Exchange, Guess, GuessedChance, answers, distance, leaves, names, pairs, words
from pbem.archive.models import PublicGame, Tables, first_tables
from pbem.core.chance import ChanceSource
from pbem.core.errors import Fault, GameFileProblem, PbemError
from pbem.core.known.facts import facts_of, lay, overlaid
from pbem.core.questions import Keys, Question, Seat
from pbem.core.table import Table, table_bytes
from pbem.core.titles import Title
from pbem.engine.adjudication.undoing import go_back
from pbem.engine.gamefile import Entry, GameFile, PublicEvent
from pbem.engine.journal import form_of, record, same_view, split_events
from pbem.engine.replay import Replayer

Facts = dict[str, Any]
TRIES = 400
"""How many guesses are tried for one entry; honest records of all titles need few."""
LONG = 20
"""How many entries a sealed answer may wait to be opened, and its owner to be believed again."""
BROKEN = 1_000_000
"""The score of an entry that cannot be played to its end: worse than any that can."""
PLACE = ("stack", "owed", "itself", "seats", "counters")
"""Fields of every table in which nothing lies."""


@dataclass
class Seen:
    """What playing an entry led to."""

    told: dict[str, Any]
    wrong: str = ""
    """Why it could not be played to its end."""
    score: float = 0
    """How far it is from what the entry tells; 0 if it is that."""
    piles: list[list[str]] = field(default_factory=list)
    asked: dict[int, tuple[Question, Keys]] = field(default_factory=dict)
    """Sealed questions of the entry by their place, with the answers supposed."""


class PublicReplayer(Replayer):
    """Plays a journal without its secrets again; the first entry that nothing hidden explains raises."""

    def __init__(
        self, game: PublicGame, title: Title, entries: Sequence[Entry], tables: Tables, facts: Mapping[int, Facts]
    ) -> None:
        title.book(game.rules.modules)  # which makes the models of the parts known
        super().__init__(_unsealed(game), title, first_tables(entries, tables), hashes=False)
        self.tables, self.facts = tables, facts
        self.find_tables = tables.__getitem__
        self.guessed = GuessedChance()
        self.record = None
        self.answers = self.draws = self.guesses = 0
        self.patched = self.stopped = 0
        """The last correction whose secret part is missing: what comes behind it may not be explained. The
        entry with which playing ended for that reason."""
        self.journal = entries
        self.explained: dict[int, Guess] = {}
        self.supposed: dict[int, tuple[Entry, Mapping[int, tuple[Question, Keys]]]] = {}
        """Entries with sealed answers: what was asked, and what was supposed first."""
        self.seen_with: dict[int, set[tuple[Seat, str]]] = {}
        self.known = b"{}"
        """What everybody knows of the table before the entry that is played."""

    def _check_chain(self, entries: list[Entry]) -> None:
        """Check nothing: the chain was checked before, and there are no secrets."""

    def _chance(self) -> ChanceSource:
        return self.guessed

    def _feed(self, entry: Entry) -> None:
        pass

    def reseed(self, entry: Entry) -> None:
        """Do nothing: draws come from the record, whatever seed they had."""

    # -- one entry -----------------------------------------------------------------------------------------------------

    def step(self, entry: Entry) -> None:
        if self.stopped:
            return
        guess, seen = self._solve(entry)
        if seen.score and self.patched:
            self.stopped = entry.n
            return
        if seen.score:
            raise GameFileProblem(Fault("entry {n}: {problem}", n=entry.n, problem=self._difference(entry, seen)))
        assert self.play is not None
        self.answers += sum(answer.keys is not None for answer in entry.answers)
        self.draws += len(entry.chance)
        for n, (state, earlier) in guess.past.items():
            self.states[n], self.explained[n] = state, earlier
        self.states[entry.n] = table_bytes(self.play.table).decode()
        self.explained[entry.n] = replace(guess, past={})
        if seen.asked:
            self.supposed[entry.n] = entry, seen.asked
        self.known = to_json(facts_of(self.play.table))
        self.n = entry.n
        if self.watch is not None:
            self.watch(entry, self.play.table)

    def _difference(self, entry: Entry, seen: Seen) -> str:
        if seen.wrong:
            return Fault("its answers cannot be played: {wrong}", wrong=seen.wrong)
        if not seen.told:
            return Fault("the table before it cannot be laid")
        for told, found in zip(entry.events, seen.told["events"], strict=False):
            if _event(told) != found:
                return Fault("played again, it does not lead to the event {kind}", kind=told.kind)
        if len(entry.events) != len(seen.told["events"]):
            return Fault("played again, it leads to other events")
        if self._told(entry)["chance"] != seen.told["chance"]:
            return Fault("its draws are not those that its answers lead to")
        return Fault("played again, it leads to another board")

    def _solve(self, entry: Entry) -> tuple[Guess, Seen]:
        """Play an entry with better and better guesses, until one explains it or none is better."""
        guess, self.tries = Guess(), 0
        seen = self._attempt(entry, guess)
        while seen.score:
            found = (self._best(entry, group, seen) for group in self._groups(entry, guess, seen))
            better = next(filter(None, found), None)
            if better is None:
                break
            guess, seen = better
        self.guesses = max(self.guesses, self.tries)
        return guess, seen

    def _best(self, entry: Entry, group: Iterable[Guess], than: Seen) -> tuple[Guess, Seen] | None:
        """Choose the best of some guesses, if it is better than the last."""
        best: tuple[Guess, Seen] | None = None
        for guess in group:
            if self.tries > TRIES:
                return None
            found = self._attempt(entry, guess)
            if found.score < (best[1] if best else than).score:
                best = guess, found
                if not found.score:
                    break
        return best

    def _attempt(self, entry: Entry, guess: Guess) -> Seen:
        told = self._told(entry)
        self.tries += 1
        try:
            seen = self._played(entry, guess)
        except (PbemError, LookupError, AssertionError, ValueError, TypeError, AttributeError) as problem:
            events = self._events() if self.play is not None else []
            seen = Seen({"events": events}, str(problem) or type(problem).__name__)
            seen.score = BROKEN + distance(told["events"], events)
            seen.piles, seen.asked = self.guessed.piles, self.asked
            return seen
        if seen.score or ("view" in told and self._fits(entry, seen)):
            return seen
        if "view" not in told:
            seen.told.pop("view", None)
        seen.score = distance(told, seen.told) or float(to_json(told) != to_json(seen.told)) / 2
        return seen

    def _fits(self, entry: Entry, seen: Seen) -> bool:
        """Tell whether all is as told; the view by its digest, which is quicker than leaf by leaf."""
        told = self._told(entry)
        assert self.play is not None
        return all(told[name] == seen.told[name] for name in told if name != "view") and same_view(
            entry, self.play.table
        )

    def _told(self, entry: Entry) -> dict[str, Any]:
        """Return what an entry tells that playing it must lead to."""
        told: dict[str, Any] = {
            "events": [_event(event) for event in entry.events],
            "chance": [draw.model_dump() for draw in entry.chance],
        }
        for name in ("known", "unsealed"):
            if name in entry.note:
                told[name] = entry.note[name]
        if tells_view(entry, self.title):
            told["view"] = self.facts[entry.n]
        return told

    # -- playing -------------------------------------------------------------------------------------------------------

    def _played(self, entry: Entry, guess: Guess) -> Seen:
        self.guessed.begin(entry.chance, guess.in_piles)
        self.asked: dict[int, tuple[Question, Keys]] = {}
        state, known = self._from(entry, guess)
        if entry.kind != "setup" and not self._laid(guess.applied(state), known):
            return Seen({}, score=inf)
        opened: dict[str, Any] = {}
        if entry.kind == "move":
            self._move(entry, guess)
        elif entry.kind in ("undo", "redo"):
            opened = self._back(entry)
        elif entry.kind == "patch":
            self._correct(entry)
        else:
            self._apply(entry)
        assert self.play is not None
        live = self.play.table.live
        told: dict[str, Any] = {
            "events": self._events(), "chance": [record(draw).model_dump() for draw in live.draws if not draw.hidden],
            **opened, "view": json.loads(to_json(facts_of(self.play.table))),
        }  # fmt: skip
        return Seen(told, piles=self.guessed.piles, asked=self.asked)

    def _events(self) -> list[dict[str, Any]]:
        assert self.play is not None
        public, _ = split_events(self.play.table.live.events)
        return json.loads(to_json([_event(event) for event in public]))  # type: ignore[no-any-return]

    def _before(self, guess: Guess) -> str:
        """Return the table before the entry that is played."""
        return guess.past[self.n][0] if self.n in guess.past else self.states.get(self.n, "")

    def _from(self, entry: Entry, guess: Guess) -> tuple[str, bytes]:
        """Return the table from which an entry is played, and what everybody knew of it: an undo or a redo goes back to
        an earlier one, on which may lie what has come to light since."""
        if entry.kind not in ("undo", "redo"):
            return self._before(guess), self.known
        n = int(entry.note["before"] if entry.kind == "undo" else entry.note["undo"]) - 1
        state = guess.past[n][0] if n in guess.past else self.states[n]
        return state, to_json(self.facts[n])

    def _laid(self, state: str, known: bytes) -> bool:
        """Tell whether a guess is a table, and one of which everybody knows what they knew."""
        try:
            self._lay(state)
        except (PbemError, LookupError, AssertionError, ValueError, TypeError, AttributeError):
            return False
        assert self.play is not None
        return to_json(facts_of(self.play.table)) == known

    def _lay(self, state: str) -> None:
        assert self.play is not None
        table: Table = self.title.table_model.model_validate_json(state)
        self.play.lay(table)
        self.play.table.live.events, self.play.table.live.draws = [], []

    def _move(self, entry: Entry, guess: Guess) -> None:
        """Play a move as `Play.replay_answers` does, with sealed answers supposed."""
        assert self.play is not None
        run = self.play.run
        if entry.note.get("owed") and entry.seat is not None:
            run.take_up(entry.seat)
        for place, answer in enumerate(entry.answers):
            question = run.questions().get(answer.seat) or run.changeable().get(answer.seat)
            if question is None or question.name != answer.name:
                raise GameFileProblem(Fault("{seat} is not asked {name}", seat=answer.seat, name=answer.name))
            keys = answer.keys
            if keys is None:
                keys = guess.sealed[place] if place in guess.sealed else question.harmless()
                self.asked[place] = question, keys
            run.give(answer.seat, list(keys))

    def _back(self, entry: Entry) -> dict[str, Any]:
        """Play an undo or a redo, whose table is laid; tell again what it told of hands."""
        assert self.play is not None
        note = entry.note
        if "epoch" not in note:
            return {}
        return go_back(
            self.play, self.play.table, int(note["epoch"]), str(note.get("draws", "fresh")), opened="known" in note
        )

    def _correct(self, entry: Entry) -> None:
        """Put on the table what everybody knows of a correction; the correction is secret, and what follows may stay
        open."""
        assert self.play is not None
        self.patched = entry.n
        if entry.n in self.facts:
            laid = lay(self.title.table_model, self.facts[entry.n], self.play.table.live)
            self._lay(json.dumps(overlaid(json.loads(self.states[self.n]), laid)))

    # -- better guesses ------------------------------------------------------------------------------------------------

    def _groups(self, entry: Entry, guess: Guess, seen: Seen) -> Iterator[Iterator[Guess]]:
        """Yield guesses that may explain more, the likeliest first; the caller takes the best of a group."""
        told, (table, known) = self._told(entry), self._from(entry, guess)
        state = guess.applied(table)
        hidden = self._hidden(state, known, seen)
        differing = list(dict.fromkeys(pairs({name: told[name] for name in seen.told if name in told}, seen.told)))
        swaps = [pair for pair in differing if hidden.issuperset(pair)]
        hints = words(told)

        def exchanged(found: Iterable[tuple[str, str]]) -> Iterator[Guess]:
            return (each for pair in found for each in guess.exchanges(*pair, state, seen.piles))

        if len(swaps) > 1:
            yield iter([self._all(guess, swaps, seen)])
        yield exchanged(swaps)
        yield self._answered(guess, seen, differing, hints, hidden)
        yield self._revised(entry, guess, hints, hidden)
        held = [(thing, held) for seat, thing in self._later(entry, hidden) for held in self._held(state, seat, hidden)]
        yield exchanged(held)
        yield self._redealt(entry, guess, held)
        if seen.wrong:
            named = words([told["events"], [answer.keys for answer in entry.answers]]) & hidden
            yield exchanged(product(sorted(named), sorted(hidden - named)))

    def _revised(self, entry: Entry, guess: Guess, hints: set[str], hidden: set[str]) -> Iterator[Guess]:
        """Answer sealed questions of earlier entries otherwise, as they may count only now: the entries since are
        played again with them."""
        for n in [n for n in sorted(self.supposed, reverse=True) if n > entry.n - LONG]:
            told, asked = self.supposed[n]
            earlier = guess.past[n][1] if n in guess.past else self.explained[n]
            for place, (question, keys) in asked.items():
                for other in answers(earlier, place, question, hints, hidden):
                    if other.sealed[place] != earlier.sealed.get(place, keys):
                        past = self._again(told, other, entry.n, guess.past)
                        if past is not None:
                            yield replace(guess, past=past)

    def _redealt(self, entry: Entry, guess: Guess, held: Sequence[tuple[str, str]]) -> Iterator[Guess]:
        """Yield guesses with things that a seat may have held before the last few entries already, which decided who
        was asked."""
        for n, (thing, other) in product(range(entry.n - 1, max(entry.n - 4, 1), -1), held):
            earlier = guess.past[n][1] if n in guess.past else self.explained[n]
            past = self._again(self.journal[n - 1], earlier.exchanged(Exchange(thing, other), ()), entry.n, guess.past)
            if past is not None:
                yield replace(guess, past=past)

    def _again(
        self, first: Entry, guess: Guess, until: int, past: Mapping[int, tuple[str, Guess]]
    ) -> dict[int, tuple[str, Guess]] | None:
        """Play entries again with another guess for the first; return None if one of them is not explained any more."""
        now = self.n, self.known
        found = dict(past)
        try:
            for n in range(first.n, until):
                entry = self.journal[n - 1]
                each = guess if n == first.n else past[n][1] if n in past else self.explained[n]
                self.n, self.known = n - 1, to_json(self.facts[n - 1])
                if self.tries > TRIES or self._attempt(entry, replace(each, past=found)).score:
                    return None
                assert self.play is not None
                found[n] = table_bytes(self.play.table).decode(), each
        finally:
            self.n, self.known = now
        return found

    def _answered(
        self, guess: Guess, seen: Seen, differing: Sequence[tuple[str, str]], hints: set[str], hidden: set[str]
    ) -> Iterator[Guess]:
        """Yield other sealed answers, those first that stand where another was found."""
        for place, (question, keys) in seen.asked.items():
            exact = [key for key, other in differing if [other] == keys and question.allows([key])]
            yield from (guess.answered(place, [key]) for key in exact)
            for other in answers(guess, place, question, hints, hidden):
                if other.sealed[place] != keys:
                    yield other

    def _all(self, guess: Guess, swaps: Sequence[tuple[str, str]], seen: Seen) -> Guess:
        """Bring all things that lie elsewhere to their places, one after the other."""
        moved: dict[str, str] = {}
        for wanted, other in swaps:
            now = moved.get(other, other)
            if now != wanted:
                guess = guess.exchanged(Exchange(wanted, now), seen.piles)
                moved = {name: {wanted: now, now: wanted}.get(where, where) for name, where in moved.items()}
                moved.setdefault(other, wanted)
                moved.setdefault(wanted, now)
        return guess

    def _hidden(self, state: str, known: bytes, seen: Seen) -> set[str]:
        """Find the names that lie somewhere on the table, or in a pile shuffled just now, and that nobody has seen."""
        piles = {name for pile in seen.piles for name in pile}
        if not state:
            return piles
        table = {name: value for name, value in json.loads(state).items() if name not in PLACE}
        return {*(names(table) - names(json.loads(known))), *piles} - {""}  # an empty place is no thing

    def _later(self, entry: Entry, hidden: set[str]) -> Iterator[tuple[Seat, str]]:
        """Yield hidden things that are seen with a seat later: it may hold them now."""
        found: set[tuple[Seat, str]] = set()
        for n, facts in self.facts.items():
            if n >= entry.n and n not in self.seen_with:
                self.seen_with[n] = _with_seats(facts, facts["seats"])
            found |= self.seen_with[n] if n >= entry.n else set()
        yield from sorted((seat, name) for seat, name in found if name in hidden)

    def _held(self, state: str, seat: Seat, hidden: set[str]) -> list[str]:
        """List hidden things that lie with a seat."""
        table = json.loads(state) if state else {}
        return sorted(name for owner, name in _with_seats(table, [seat]) if owner == seat and name in hidden)


def _with_seats(value: Any, seats: Sequence[Seat]) -> set[tuple[Seat, str]]:
    """Collect texts that lie with a seat, by the place where they stand; of pairs the first is the place."""
    found = set()
    for path, leaf in leaves(value):
        if isinstance(leaf, str) and leaf not in seats:
            found |= {(part, leaf) for part in path if part in seats}
    return found  # type: ignore[return-value]


def tells_view(entry: Entry, title: Title) -> bool:
    """Tell whether an entry says what everybody knew after it, in a form that this build knows."""
    return form_of(entry.view, title.table_model) is not None


def _event(event: PublicEvent) -> dict[str, Any]:
    """Return what is compared of an event: what it tells, under its kind and seat; without data these alone."""
    return {f"{event.kind} {event.seat or ''}": event.data or True}


def _unsealed(game: PublicGame) -> GameFile:
    """Make a game file to play with: the seed of a public copy is nobody's, and no draw is made from it."""
    rules = game.rules.model_copy(update={"seeds": [], "chance": "record", "deal": None})
    return GameFile.model_construct(
        id=game.id, title=game.title, rules=rules, options=dict(game.options), seats=list(game.seats),
        seed_commitment=game.seed_commitment, seed="00" * 32, status="running", entry=0, head="", recent=[], orders={},
        outbox=[], deadlines={}, table=None,  # type: ignore[arg-type]
    )  # fmt: skip
