"""Whether a turn can still be completed: answers tried out on a copy of the table (T-TURN-6, RUL-26).

An action that cannot be carried out completely may not be chosen, and much can lie between taking a die and performing
its action: extra actions, Blessings, payments in many mixes, the action of happiness 21. So where an answer could leave
the turn unfinished, it is tried: the rules themselves run on a copy, every answer to what they ask is followed, and the
answer is offered if one way leads to the end. What a turn may count on must not depend on luck or on secrets: in the
copy every card and tile that would come to light is one that helps with nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from operator import ge
from typing import TYPE_CHECKING, Any

from pbem.core.procedures import Ask, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Question, Seat, Sifted
from pbem.core.trial import Search, answering, suppose, supposed, twin_frame
from pbem.titles.tekhenu.board import BASIC, VALUES
from pbem.titles.tekhenu.fixes import SURE, WHOLE
from pbem.titles.tekhenu.phases.market import worthless
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.known import Ahead, by_kind, certain, namesakes, serves, worth_refreshing
from pbem.titles.tekhenu.turns.prospects import ahead, beyond, card_to_come, hopeless, may_rise

if TYPE_CHECKING:
    from pbem.titles.tekhenu.turns.means import Means

MOST_TRIED = 4000
"""Answers followed before a search is given up, in games begun before F7."""
UNNOTED = 16
"""Answers followed before places are noted: most searches are over by then, and noting costs more than a try."""
MOST_DRAWN = 24
"""No turn draws more cards of a kind, or more tiles."""
POINTS_ONLY = frozenset(("matching_edges", "buildings_in_line"))
"""Kinds of tile abilities that bring nothing but VP."""


Dead = dict[str, list[tuple[int, ...]]]
"""Places of a turn, and what was owned there in vain."""


# -- asking ------------------------------------------------------------------------------------------------------------


def offer(t: Tekhenu, frame: Procedure, question: Pick, then: Callable[[Any, Keys], Outcome]) -> Ask:
    """Ask within a turn, without the answers after which it could not be completed. A window that may not be passed by
    becomes a question. Frames that are not running (a menu, a preview of texts) ask as they are."""
    seat: Seat = frame.seat  # type: ignore[attr-defined]
    turn = careful(t, seat) if t.stack and t.stack[-1] is frame else None
    if turn is not None:
        narrow(t, frame, question, then)
    return Ask(seat, question, then)


def narrow(t: Tekhenu, frame: Procedure, question: Pick, then: Callable[[Any, Keys], Outcome]) -> None:
    """Leave out what leads nowhere. If a search was given up and nothing is left, all stays: `Turn.actions` knows a way
    out (RUL-15)."""
    if question.low == len(question.options) == 1:
        return
    tried: dict[str, bool] = {}
    options = []
    dead: Dead = {}
    for key, kind in _kinds(t, question).items():
        if kind not in tried:
            tried[kind] = leads_on(t, frame, then, [key], dead)
        if tried[kind]:
            options.append(key)
    if question.low == 0 and not leads_on(t, frame, then, [], dead):
        question.low = 1
    if options or question.low == 0:
        question.options = options
    if question.default is not None and not question.allows(question.default):
        question.default = options[:1] if question.default else None


def careful(t: Tekhenu, seat: Seat) -> Means | None:
    """Return the turn in progress of a seat, if something it does now could leave it unfinished."""
    if supposed(t):
        return None
    for frame in t.stack:
        if getattr(frame, "seat", "") == seat and getattr(frame, "pending", ""):
            turn: Means = frame  # type: ignore[assignment]
            return turn if turn.at_risk(t) else None
    return None


def together(t: Tekhenu, frame: Procedure, question: Pick, then: Callable[[Any, Keys], Outcome]) -> bool:
    """Tell whether cards may be named in one line: not if some choices of them would leave the turn unfinished."""
    seat: Seat = frame.seat  # type: ignore[attr-defined]
    if not (t.stack and t.stack[-1] is frame) or careful(t, seat) is None:
        return True
    dead: Dead = {}
    return all(leads_on(t, frame, then, keys, dead) for keys in _answers(question) if question.allows(keys))


# -- trying ------------------------------------------------------------------------------------------------------------


def leads_on(
    t: Tekhenu, frame: Procedure, then: Callable[[Any, Keys], Outcome], keys: Keys, dead: Dead | None = None
) -> bool:
    """Tell whether the turn can be completed after an answer to what a running frame asks. The answers of one list may
    share what they found to lead nowhere."""
    assert t.stack[-1] is frame, f"{frame.kind} is not running"
    return _Search(t, dead).finds(imagine(t), lambda table: answering(table, then.__name__, keys))


def completes(t: Tekhenu, turn: Means, begin: Callable[[Any, Tekhenu], Outcome]) -> bool:
    """Tell whether a turn can be completed from a supposed state of it; `begin` does the next step on the twin."""
    table = imagine(t)
    at = next(i for i, frame in enumerate(table.stack) if frame.kind == turn.kind)
    twin = table.stack[at] = twin_frame(turn)
    del table.stack[at + 1 :]
    return _Search(t).finds(table, lambda table: begin(twin, table))


class _Search(Search[Tekhenu]):
    """One search: a way to the end of the turn. It ends with an answer however long it takes (F7)."""

    def __init__(self, t: Tekhenu, dead: Dead | None = None) -> None:
        self.whole = WHOLE in t.live.fixes
        super().__init__(t.live.trail if self.whole else None)
        self.most = None if self.whole else MOST_TRIED
        self.dead: Dead = {} if dead is None else dead
        self.seen: Dead = {}
        self.coming: Ahead | None = None
        self.served: dict[tuple[object, ...], bool] = {}

    def finds(self, t: Tekhenu, step: Callable[[Tekhenu], Outcome]) -> bool:
        """Tell whether there is a way. If there is none, every place that was seen leads nowhere."""
        found = self.leads_on(t, step)
        if self.whole and not found:
            for place, wealth in self.seen.items():
                self.dead.setdefault(place, []).extend(wealth)
        return found

    def _goes_on(self, t: Tekhenu, ask: object) -> bool:
        coming = self.coming
        found = super()._goes_on(t, ask)
        self.coming = coming
        return found

    def complete(self, t: Tekhenu, ask: object) -> bool:
        turn = turn_of(t)
        return turn is None or not isinstance(ask, Ask) or turn.complete(t)

    def hopeless(self, t: Tekhenu, ask: Ask) -> bool:
        turn = turn_of(t)
        if turn is None:
            return False
        inside = t.stack[-1] is not turn
        if not inside or ask.question.name == "refresh":  # only there may more come than before
            self.coming = ahead(t, turn)
            if self.coming is not None and beyond(t, turn, self.coming):
                return True
        if inside:
            return self.whole and self._was_better(t, turn, ask.question)
        return self._was_better(t, turn, ask.question) or (bool(turn.purity) and hopeless(t, turn))

    def answers(self, t: Tekhenu, question: Question) -> Iterable[Keys]:
        if isinstance(question, Pick):
            question.options = _worth_trying(t, question, self.coming)
        return _answers(question)

    def _was_better(self, t: Tekhenu, turn: Means, question: Question) -> bool:
        """Tell whether the same place was reached with as much of everything before: that way led nowhere."""
        if self.whole and self.tried < UNNOTED:
            return False
        me = t.players[turn.seat]
        wealth = (*me.stock.values(), *me.production.values(), me.happiness, me.population)
        place = _place(t, turn, question, _Said(t, turn, self.coming, self.served))
        known = self.seen.setdefault(place, [])
        if any(all(map(ge, before, wealth)) for before in (*known, *self.dead.get(place, ()))):
            return True
        known.append(wealth)
        return False


def turn_of(t: Tekhenu) -> Means | None:
    """Find the turn that is running."""
    frame: Any = next((frame for frame in t.stack if hasattr(frame, "at_risk")), None)
    return frame  # type: ignore[no-any-return]


def _answers(question: Question) -> Iterator[Keys]:
    """Yield answers worth trying. Passing a window by comes first, it is the shortest way. How a tile is turned brings
    VP only; of productions with a named value the highest brings the most; more cards are never worse than fewer."""
    if question.low == 0:
        yield []
    options: Iterable[str] = question.options
    if question.name == "turn":
        options = question.options[:1]
    elif question.name == "bonus":
        top = str(VALUES[-1])
        options = [key for key in options if key.split()[0] not in BASIC or key.split()[1] == top]
    if question.high == 1:
        yield from ([key] for key in (options.one_by_one() if isinstance(options, Sifted) else options))
        return
    for size in range(min(question.high, len(question.options)), max(question.low, 1) - 1, -1):
        for keys in combinations(options, size):
            yield list(keys)


def _ahead(t: Tekhenu, turn: Means) -> set[str]:
    """Find the gods whose action may still come in this turn, besides the standard action."""
    if t.extra or may_rise(t, turn):
        return set(t.book.actions)
    return {god for _, god in turn.extra_pairs(t)}


def _kinds(t: Tekhenu, question: Question, coming: Ahead | None = None) -> dict[str, str]:
    """Map options to what they bring: those of one kind lead to the same. If temple spaces may still matter for another
    action, all of them differ."""
    turn = turn_of(t)
    if question.name == "cards":
        left = by_kind(t, turn)
        useless = {card: t.data.cards[card].kind if left else "none that helps" for card in question.options}
        return {card: card if serves(t, card, coming) else kind for card, kind in useless.items()}
    if question.name == "extra" and WHOLE in t.live.fixes:
        same = namesakes(t.data)
        return {key: " ".join(same.get(word, word) for word in key.split()) for key in question.options}
    if turn is None or question.name not in ("space", "spot", *t.book.placing) or _ahead(t, turn) & {"ra", "hathor"}:
        return {key: key for key in question.options}
    if question.name in t.book.placing:
        return dict.fromkeys(question.options, "anywhere")
    data = t.data
    kinds: dict[str, str] = {}
    for key in question.options:
        if question.name == "space":
            kinds[key] = t.book.numbers["space kind"](t, data.space_by_name[key])
        else:
            spot = data.spot_by_id[key]
            kinds[key] = repr((spot.bread, t.book.numbers["temple line"](t, turn.seat, spot.line)[1]))
    return kinds


def _worth_trying(t: Tekhenu, question: Pick, coming: Ahead | None) -> Sequence[str]:
    """Choose options of which none stands for another. A refresh that nothing calls for costs papyrus for cards that
    help with nothing, unless they are known. Of several cards to be taken those that help come first, and others only
    where there are too few of them, what lies on the market cannot do more than the same card in hand; or some of each
    kind, where it matters which of them stay there (F8)."""
    if question.name == "refresh" and question.low == 0:
        return _called_for(t, question.options, coming)
    if question.high == 1:
        if isinstance(question.options, Sifted):
            return question.options  # no two are of one kind, and each is judged when it is tried
        return list({kind: key for key, kind in _kinds(t, question, coming).items()}.values())
    if question.name != "cards":
        return list(question.options)
    helping = [card for card in question.options if serves(t, card, coming)]
    others = [card for card in question.options if card not in helping]
    if by_kind(t, turn_of(t)):
        kinds = [t.data.cards[card].kind for card in others]
        return helping + [card for at, card in enumerate(others) if kinds[:at].count(kinds[at]) < question.low]
    return helping + others[: max(0, question.low - len(helping))]


def _called_for(t: Tekhenu, sections: Sequence[str], coming: Ahead | None) -> list[str]:
    """List the sections by whose refresh something may be gained although nothing forces it."""
    if SURE not in t.live.fixes:
        return []
    turn = turn_of(t)
    if turn is None or WHOLE not in t.live.fixes:
        return [section for section in sections if certain(t, section)]
    return worth_refreshing(t, turn, sections, coming)


def _place(t: Tekhenu, turn: Means, question: Question, said: _Said) -> str:
    """Write where a turn stands at a question, but for what it owns: all that decides how it can go on. Inside an
    action that is the whole board, what the turn does now, and how far the action has come."""
    me = t.players[turn.seat]
    inside = [] if t.stack[-1] is turn else [said.frame(frame) for frame in t.stack[t.stack.index(turn) :]]
    gods = set(t.book.actions) if inside else _ahead(t, turn)
    board: list[object] = [*inside]
    if gods & {"ra", "hathor"}:
        board += [[bool(tile) for tile in t.tiles], t.buildings.keys(), t.ra, t.light("ra")]
    if "horus" in gods:
        board += [t.people.keys(), t.statues, t.gold_on]
    if "osiris" in gods:
        board.append(t.osiris)
    if "thoth" in gods:
        board += said.market(bool(inside))
    standard = turn.gods(t)
    board += [part.model_dump() for part in t.parts.values()]
    return repr(
        (question.name, turn.stage, turn.value, turn.debt, sorted(set(turn.did)), turn.colour, turn.way, t.extra,
         said.cards(me.blessings), said.cards(me.technologies), me.reached, me.buildings, me.pillars,
         me.statues, t.used if t.single else "", board,
         [t.book.actions[god].price(t, turn.seat, turn.value) for god in standard])
    )  # fmt: skip


class _Said:
    """Cards of a place in words. Once the die is taken those that cannot serve any more stand for one another, and so
    do Blessings that say the same (F7)."""

    def __init__(self, t: Tekhenu, turn: Means, coming: Ahead | None, served: dict[tuple[object, ...], bool]) -> None:
        self.t, self.turn, self.coming, self.served = t, turn, coming, served
        self.aim = None if coming is None else (coming.gods, coming.owes)
        self.whole = WHOLE in t.live.fixes
        self.same = namesakes(t.data) if self.whole and turn.purity else None

    def cards(self, cards: Iterable[str]) -> list[str]:
        """List cards whose order does not matter."""
        return sorted(cards if self.same is None else [self._card(card, self.same) for card in cards])

    def _card(self, card: str, same: dict[str, str]) -> str:
        if card in self.turn.held:
            return "held " + same.get(card, card)
        serving = self.served.get((card, self.aim))
        if serving is None:
            serving = self.served[card, self.aim] = bool(card) and serves(self.t, card, self.coming)
        return same.get(card, card) if serving else card[:1]

    def market(self, inside: bool) -> list[object]:
        """Describe the market, and the piles where known cards may come from them."""
        t = self.t
        if not self.whole:
            return [t.market, t.discards] if card_to_come(t, self.turn) else [t.market]
        said: list[object] = [self.cards(cards) for cards in t.market.values()]
        if inside or card_to_come(t, self.turn):
            said += [self.cards(pile) for pile in t.discards.values()]
            said += [len(deck) for deck in t.decks.values()]
        return said

    def frame(self, frame: Procedure) -> object:
        """Describe a frame: sections were refreshed in any order."""
        return frame.kind, [
            self._listed(value) if isinstance(value, list) else value for value in frame.__dict__.values()
        ]

    def _listed(self, value: list[str]) -> list[str]:
        return sorted(value if self.same is None else [self.same.get(word, word) for word in value])


# -- the copy ----------------------------------------------------------------------------------------------------------


def imagine(t: Tekhenu) -> Tekhenu:
    """Copy the table so that a turn can be tried on it, what nobody can know exchanged for what helps with nothing."""
    return suppose(t, _hide)


def _hide(t: Tekhenu) -> None:
    """Hide cards and tiles that may come to light: behind them are cards that come too late to help, tiles at the
    highest price there may be, without a gain. How many there are is known to all, and so are the discards: what is
    drawn from them by chance is exchanged when that happens (`market`)."""
    data = t.data
    for piles in (t.decks,) if SURE in t.live.fixes else (t.decks, t.discards):
        for kind, pile in piles.items():
            piles[kind] = [worthless(t, kind)] * min(len(pile), MOST_DRAWN)
    if t.tile_stack:
        dearest = max(data.tiles[tile].limestone for tile in t.tile_stack)
        poor = [
            tile
            for tile, entry in data.tiles.items()
            if entry.limestone >= dearest and (entry.ability is None or entry.ability.kind in POINTS_ONLY)
        ]
        hidden = min(poor, key=lambda tile: data.tiles[tile].limestone) if poor else t.tile_stack[0]
        t.tile_stack = [hidden] * min(len(t.tile_stack), MOST_DRAWN)
    for hide in t.book.hiding.values():
        hide(t)
