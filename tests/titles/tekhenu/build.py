"""A tiny builder of positions for tests: a table without set-up, and a driver that answers by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from pbem.core.chance import SeedChance
from pbem.core.interpreter import Run
from pbem.core.procedures import Ask, Procedure
from pbem.core.questions import Pick, Question
from pbem.titles.tekhenu import TITLE
from pbem.titles.tekhenu.board import CARD_KINDS, ROW2
from pbem.titles.tekhenu.components import default_components
from pbem.titles.tekhenu.fixes import FIXES
from pbem.titles.tekhenu.options import Options
from pbem.titles.tekhenu.phases.market import open_section
from pbem.titles.tekhenu.seth.part import seth, tables
from pbem.titles.tekhenu.seth.setup import lay_seth
from pbem.titles.tekhenu.state import Player, Tekhenu

ME, YOU, THIRD, FOURTH = SEATS = ("orange", "blue", "red", "green")
SPARE = "osiris white 1"
PLAIN_TILES = ["P22", "P23", "P24", "P25", "P26", "P27"]


def tekhenu(
    seats: int = 2,
    dice: str = "",
    options: dict[str, Any] | None = None,
    spare: bool = True,
    fixes: Iterable[str] = FIXES,
    modules: Sequence[str] = (),
    **mine: Any,
) -> Tekhenu:
    """A position in which orange is to move. `dice`: `horus yellow 4, ra grey 2`; `mine`: fields of orange's player,
    and tokens of its stock by name. The arrow stands before Horus: Horus and Osiris are sunny, Ra and Thoth shaded,
    Hathor and Bastet dark. Positions 1 to 6 of Horus hold the gods in the order of the wheel. A spare die keeps `die`
    from answering itself."""
    data = TITLE.prepare(TITLE.components(modules)) if modules else default_components()
    live = TITLE.live(SeedChance(b"test" * 8, "test"), data, Options(**(options or {})), frozenset(fixes), modules)
    names = list(SEATS[:seats])
    t = Tekhenu(seats=names, players={name: new_player() for name in names}, order=list(names), round=1)
    t.live = live
    t.dice = {god: [] for god in (*data.gods, *modules)}
    for entry in [*filter(None, dice.split(", ")), *([SPARE] if spare else [])]:
        god, _, text = entry.partition(" ")
        t.dice[god].append(text)
    t.statues = {god: [] for god in (*data.gods, *modules)}
    t.horus = list(data.gods)
    t.gold_on = {spot.id: spot.gold for spot in data.people_spots} | {ROW2: data.row2_gold}
    t.ra = PLAIN_TILES[:3]
    t.tile_stack = [tile for tile in data.tiles if tile not in t.ra]
    for kind in CARD_KINDS:
        t.decks[kind] = [card.id for card in data.cards.values() if card.kind == kind and card.id not in taken(mine)]
    open_section(t, "I")
    open_section(t, "II")
    live.events.clear()
    if modules:
        begin_seth(t)
    player = t.players[ME]
    for name, value in mine.items():
        if name in player.stock:
            player.stock[name] = value
        else:
            assert name in Player.model_fields, name
            setattr(player, name, value)
    return t


def begin_seth(t: Tekhenu) -> None:
    """What the expansion keeps: markers on 0, C01 face up, all Artifacts beside their Destiny cards."""
    lay_seth(t)
    part = seth(t)
    part.face, *rest = tables(t).tiles
    part.stack = rest[::-1]
    part.artifacts = list(tables(t).artifacts)
    part.box = list(tables(t).followers)


def taken(mine: dict[str, Any]) -> set[str]:
    return {card for name in ("blessings", "technologies", "decrees") for card in mine.get(name, [])}


def new_player() -> Player:
    data = default_components()
    return Player(
        vp=10,
        happiness=2,
        population=5,
        production=dict.fromkeys(("papyrus", "bread", "limestone", "granite"), 2),
        buildings=data.buildings,
        pillars=data.pillars,
        statues=data.statues,
    )


class Watching(Run):
    """Remembers the questions that answered themselves, so that a line may say the same."""

    def __init__(self, t: Tekhenu, turn_over: list[str]) -> None:
        super().__init__(t, turn_over.append)
        self.forced: list[tuple[str, list[str]]] = []

    def _ask(self, ask: Any) -> None:
        if isinstance(ask, Ask) and ask.question.forced is not None:
            self.forced.append((ask.question.name, ask.question.forced))
        super()._ask(ask)


class Game:
    """Runs procedures and answers questions by lines `name: words`; windows without a line take their default."""

    def __init__(self, t: Tekhenu, *procedures: Procedure) -> None:
        self.t = t
        self.turn_over: list[str] = []
        if not t.stack:
            t.stack = list(procedures) or [t.book.procedures["turn"](seat=ME)]
        self.run = Watching(t, self.turn_over)
        self.run.advance()

    @property
    def me(self) -> Player:
        return self.t.players[ME]

    @property
    def asked(self) -> tuple[str, Question]:
        assert self.run.questions(), "nobody is asked anything"
        ((seat, question),) = self.run.questions().items()
        return seat, question

    def question(self, name: str) -> Question:
        """Go on by defaults to the question of that name."""
        while True:
            _, question = self.asked
            if question.name == name:
                return question
            assert question.default is not None, f"{name} wanted, asked is {question.name}: {question.options}"
            self.default()

    def options(self, name: str) -> list[str]:
        return list(self.question(name).options)

    def default(self) -> None:
        seat, question = self.asked
        assert question.default is not None, f"{question.name}: {list(question.options)}"
        self.run.give(seat, list(question.default))

    def say(self, *lines: str) -> Game:
        """Answer; a question in between that is a window takes its default."""
        for line in lines:
            name, _, words = line.partition(": ")
            keys = [] if words == "none" else words.split(", ")
            while (name, keys) not in self.run.forced:
                seat, question = self.asked
                if question.name == name:
                    assert question.allows(keys), f"{line}: {list(question.options)}"
                    self.run.forced.clear()
                    self.run.give(seat, keys)
                    break
                assert question.default is not None, f"{line}: asked is {question.name}: {question.options}"
                self.default()
            else:
                self.run.forced.remove((name, keys))
        return self

    def finish(self) -> Game:
        """Take all defaults to the end."""
        while not self.run.over:
            self.default()
        return self

    def kinds(self) -> list[str]:
        return [event.kind for event in self.t.live.events]

    def event(self, kind: str) -> dict[str, Any]:
        return next(event.data for event in self.t.live.events if event.kind == kind)


def at_random(question: Question, random: Random, options: Sequence[str] = (), count: int | None = None) -> list[str]:
    """Any answer to a question: so many of its options, or of those given, without what does not go together."""
    among = list(options or question.options)
    if count is None:
        count = random.randint(question.low, min(question.high, len(among)))
    keys = random.sample(among, count)
    while question.clash is not None and question.clash(keys) is not None:
        keys.pop()
    return keys


def why_not(question: Question, key: str) -> tuple[str, str]:
    assert isinstance(question, Pick) and question.why_not is not None
    reason = question.why_not(key)
    assert reason is not None
    return reason
