"""What may come next for a seat: questions that can be answered ahead, and the menu of a turn.

Ahead (DEC-03, DEC-04, DEC-30, DEC-40, DEC-41, DEC-50, DEC-51): rankings for the draft and the Destiny card, Faith,
bread, the extra action at happiness 21, Decree D23. So the fourth turn mail of a Maat cycle can carry all that would
otherwise need another mail. What is foreseen must not tell a secret: it is shown to its own seat only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from pbem.core.events import Event
from pbem.core.procedures import Ask, Outcome
from pbem.core.questions import Pick, Question, Seat
from pbem.core.words import Listed, Name, Say, Small
from pbem.kit.mixes import mixes
from pbem.titles.tekhenu.actions.any import AnyAction, any_text
from pbem.titles.tekhenu.actions.god import possible
from pbem.titles.tekhenu.actions.osiris import Osiris
from pbem.titles.tekhenu.actions.ra import Ra
from pbem.titles.tekhenu.actions.thoth import Thoth
from pbem.titles.tekhenu.board import ANUBIS_SCRIBES, BASIC, DICE, FORBIDDEN, PURE, VALUES, card_said
from pbem.titles.tekhenu.cards import held
from pbem.titles.tekhenu.cards.decrees import BEFORE_FINAL
from pbem.titles.tekhenu.cards.starting import processing_order
from pbem.titles.tekhenu.phases.decree import DecreeAction
from pbem.titles.tekhenu.phases.scoring import KEEP_GOLD, bread_due, bread_purse, bread_question
from pbem.titles.tekhenu.phases.setup import DRAFT_PICKS, reward_question, start_question
from pbem.titles.tekhenu.state import Tekhenu
from pbem.titles.tekhenu.turns.moments import keys_of, offers
from pbem.titles.tekhenu.turns.pay import funds

__all__ = [
    *("bread", "decree", "destiny", "extra", "faith", "foresee", "menu", "ranked", "rewards", "rewards_ahead", "start"),
]

ORDER = ("start", "faith", "bread", "destiny", "mix", "keep", "bonus", "decree")
"""In this order what may be answered ahead is shown; what modules add follows."""

FAITH_MORE = 4
BREAD_MORE = 2
"""How much more Faith, bread and Gold than now may be named: a turn may still bring some."""


def foresee(t: Tekhenu, seat: Seat) -> list[Question]:
    """List questions that this seat may answer before they are asked."""
    if seat not in t.players or t.over:
        return []
    kinds = t.book.questions
    names = [*ORDER, *(name for name in kinds if name not in ORDER)]
    return [question for name in names if name in kinds for question in kinds[name].foreseen(t, seat)]


def invites(t: Tekhenu, seat: Seat, question: Question, shown: Sequence[Event]) -> bool:
    """Tell whether an extra action could use what came to light: new cards within reach a Thoth action, a new tile a Ra
    action. Blessings of any moment and of a production, and payments, are worth the same before and after."""
    if question.name != "extra":
        return False
    sections = {event.data["section"] for event in shown if event.kind in ("market_opened", "refreshed")}
    displays: list[Any] = [event.data["tiles"] for event in shown if event.kind == "display"]
    tile = any(tiles[0] for tiles in displays)  # an empty stack leaves the left place empty
    for key in question.options:
        card, god = key.split()[:2]
        if (god == "ra" and tile) or (god == "thoth" and sections & _within_reach(t, seat, card)):
            return True
    return False


def _within_reach(t: Tekhenu, seat: Seat, card: str) -> set[str]:
    """Find the market sections from which an extra action by a card may take, with what Blessings of any moment add to
    it."""
    data, player = t.data, t.players[seat]
    steps = sum(max(one.get("happiness", 0) for one in offers(t, other)) for other in held(t, seat, "any"))
    cost = data.cards[card].effect.get("cost", {})
    happiness = min(player.happiness + steps, player.population) - cost.get("happiness", 0)
    return {section.id for section in data.sections if happiness >= section.needs_happiness}


def start(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield the question of the draft, as long as this seat still picks."""
    if not t.round and t.starting and len(t.players[seat].drafted) < DRAFT_PICKS:
        yield ranked(start_question(t, seat, 1), Say("a ranking serves all your picks"))


def destiny(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield the choice of a Destiny card: in the set-up, and from the last turn of a Maat cycle on."""
    offered = destiny_due(t, seat)
    if offered is not None:
        yield ranked(t.book.numbers["destiny asked"](t, seat, offered), Say("or rank them"))


def rewards(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield what Starting cards ask, until the set-up is over."""
    if not t.round and destiny_due(t, seat) is not None:
        yield from rewards_ahead(t, seat)


def ranked(question: Pick, hint: str) -> Pick:
    """Prepare a question that is asked later: say how it can be answered now, with things that are on offer."""
    question.prompt = Say(
        "{prompt}; {hint}, as `{name}: {example}`",
        prompt=question.prompt,
        hint=hint,
        name=question.name,
        example=Listed([*list(question.options)[:2], "any"]),
    )
    return question


def rewards_ahead(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield what the drafted Starting cards will ask (DEC-05), one question of each name."""
    asked: dict[str, Question] = {}
    for card in processing_order(t.players[seat].drafted, t.book.starting):
        question = reward_question(t, seat, card)
        if question is not None:
            asked.setdefault(question.name, question)
    yield from asked.values()


def _cycle(t: Tekhenu) -> int:
    """Count the rounds between two Maat phases."""
    return t.data.rounds_per_rotation * t.data.rotations_per_maat


def _maat_near(t: Tekhenu, seat: Seat, *phases: str) -> bool:
    """Tell whether it is the seat's last turn of a cycle, or a Maat phase waits in one of these steps."""
    phase = _frame(t, "tekhenu.maat")
    return phase in phases if phase is not None else bool(t.round) and t.players[seat].dice >= _cycle(t) - 1


def faith(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield the question of Faith, from the last turn of a cycle on."""
    if _maat_near(t, seat, "ask_faith"):
        more = FAITH_MORE if _frame(t, "tekhenu.maat") is None else 0
        yield t.book.numbers["faith ahead"](t, seat, t.players[seat].stock["faith"] + more)


def bread(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield the payment for buildings, from the last turn of a cycle on, if a scoring follows."""
    if t.round % (_cycle(t) * t.data.maat_per_scoring) == 0 and _maat_near(t, seat, "ask_faith", "scored"):
        question = _bread(t, seat)
        if question is not None:
            yield question


def destiny_due(t: Tekhenu, seat: Seat) -> list[str] | None:
    """List the Destiny cards that a seat may choose from next; None while that is far off or over."""
    data, player = t.data, t.players[seat]
    if not t.round:
        return None if player.destiny else t.destinies
    phase = _frame(t, "tekhenu.maat")
    if phase is None and player.dice < data.rounds_per_rotation * data.rotations_per_maat - 1:
        return None
    if t.round == data.rounds or (phase and not player.dice and player.destiny):
        return None
    return t.destinies if phase == "destiny_taken" else list(data.destiny_cards)


def _bread(t: Tekhenu, seat: Seat) -> Question | None:
    """Ask ahead for the payment as things stand; what a last turn may still bring is known to a ranking."""
    question = bread_question(t, seat)
    due = bread_due(t, seat)
    purse = {"bread": 0, "gold": 0} | dict(bread_purse(t, seat))
    more = [(kind, min(n + BREAD_MORE, due + 1)) for kind, n in purse.items()]
    if question is None:
        if not due:
            return None
        question = Pick("bread", Say("Pay {due} bread for your buildings", due=due), [*mixes(more, due), KEEP_GOLD])
    question.known = frozenset((*mixes(more, due + 1), KEEP_GOLD))
    return question


def extra(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield the question of the extra action, once happiness 21 may be reached before the next own turn: by Horus
    bonuses of the own statues and by a Destiny card."""
    at = t.data.extra_action_at
    player = t.players[seat]
    if at in player.reached:
        return
    reach = {what: may_come(t, seat, what) for what in ("happiness", "population")}
    if player.happiness + reach["happiness"] >= at and player.population + reach["population"] >= at:
        yield named_action(t, seat, "bonus", "", lambda: AnyAction(seat=seat))


def may_come(t: Tekhenu, seat: Seat, what: str) -> int:
    """Count steps of the people track that may come off turn: one god action of each of the others, a Destiny card."""
    bonus = t.book.numbers["bonus"]
    bonuses = [bonus(t, seat, god) for god, owners in t.statues.items() if seat in owners]
    found: int = sum(amounts.get(what, 0) for amounts in bonuses)
    return found * (len(t.seats) - 1) + 1


def decree(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield the question of D23, with the last turn or while the last Maat phase waits."""
    if t.round < t.data.rounds:
        return
    for card in t.book.decrees.held(BEFORE_FINAL, t.players[seat].decrees):
        if card not in t.players[seat].scored:
            yield named_action(t, seat, "decree", f"{card} ", partial(DecreeAction, seat=seat, card=card))


def named_action(t: Tekhenu, seat: Seat, name: str, prefix: str, leads: Callable[[], AnyAction]) -> Pick:
    """Ask ahead for any action with any value, whether possible now or not: it is judged when it is asked. The lines of
    the action may come with it."""
    options = [f"{prefix}{what} {value}" for what in (*t.book.actions, *BASIC) for value in VALUES]
    skip, waive = len(prefix), leads().waive
    return Pick(
        name,
        Say("Perform one action with any value you name; the lines of the action may follow"),
        options,
        low=0,
        text=lambda key: any_text(t, seat, key[skip:], waive),
        private=bool(prefix),
        leads=leads,
    )


def _frame(t: Tekhenu, kind: str) -> str | None:
    """Find the step at which a procedure waits, if it is running."""
    return next((frame.step for frame in t.stack if frame.kind == kind), None)


# -- the menu of a turn ----------------------------------------------------------------------------------------------


def menu(t: Tekhenu, seat: Seat) -> list[Question]:
    """List what the actions of the dice that can be taken may ask as things stand, the best answers first; then what
    may be answered ahead."""
    if t.active != seat:
        return foresee(t, seat)
    from pbem.titles.tekhenu.computer import worth

    found: list[Question] = [*_while_taking(t, seat), _action_line(), *_with_cards(t, seat)]

    def add(
        lead: str, outcome: Outcome, judge: Callable[[str], float], then: str = "", prompt: str | None = None
    ) -> None:
        assert isinstance(outcome, Ask) and isinstance(outcome.question, Pick)
        question = outcome.question
        asked = Small(question.prompt if prompt is None else prompt)
        question.prompt = Say("{lead}: {asked}{then}", lead=lead, asked=asked, then=then)
        question.options = sorted(question.options, key=lambda key: -judge(key))
        if question.options:
            found.append(question)

    for god, values in _usable(t, seat).items():
        lead = Say("{god} action with {values}", god=Name(god), values=_either(values))
        if god == "horus":
            horus = t.book.actions[god](seat=seat, value=values[0], values=values)
            add(lead, horus.choose(t), lambda key: worth.statue(t, seat, key))
        elif god == "hathor":
            spots = t.book.actions[god](seat=seat, value=values[-1]).choose(t)
            # The prompt of the question itself names amounts that depend on the value.
            add(lead, spots, lambda key: worth.temple_spot(t, seat, key), prompt=Say("build at the temple"))
        elif god == "thoth":
            from pbem.titles.tekhenu.computer import greedy

            asked = Thoth(seat=seat, value=values[-1]).choose_section(t)
            add(lead, asked, lambda key: greedy.judge_section(t, seat, key), Say(", then name them (cards)"))
        elif god == "ra":
            for place in sorted({t.data.ra_place[value] for value in values}):
                fitting = [value for value in values if t.data.ra_place[value] == place]
                ra = t.book.actions[god](seat=seat, value=fitting[0], tile=t.ra[place])
                lead = Say("{god} action with {values}", god=Name(god), values=_either(fitting))
                add(lead, ra.choose_space(t), _space_worth(t, ra), Say(", then say its turn (turn)"))
        elif god == "osiris":
            for row in values:
                lead = Say("{god} action with {values}", god=Name(god), values=str(row))
                add(lead, Osiris(seat=seat, value=row).choose(t), partial(worth.district, t, seat, row))
        elif god in t.book.menus:
            more = t.book.menus[god](t, seat, values)
            if more is not None:
                add(lead, *more)
    return found + foresee(t, seat)


def _while_taking(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield what can be said of a die as it is taken: Scribes, and Blessings of that moment. Lines go right behind
    `die`."""
    scribes = funds(t, seat, "scribe")
    ways = t.book.numbers["anubis said"](t) if scribes >= ANUBIS_SCRIBES else {}
    ways |= {card: card_said(t.data.cards[card].text) for card in held(t, seat, "anubis")}
    ways |= {f"{card} white": card_said(t.data.cards[card].text) for card in held(t, seat, "colour")}
    ways |= {card: card_said(t.data.cards[card].text) for card in held(t, seat, PURE)}
    if ways:
        yield Pick("as", Say("Take the die in another way"), list(ways), text=ways.__getitem__)
    values: dict[str, str] = (
        {"5": Say("for example; a scribe moves it by 1 or 2, you have {scribes}", scribes=scribes)} if scribes else {}
    )
    values |= {f"{card} 5": card_said(t.data.cards[card].text) for card in held(t, seat, "value")}
    if values:
        yield Pick("value", Say("Change its value"), list(values), text=values.__getitem__)


def _with_cards(t: Tekhenu, seat: Seat) -> Iterator[Question]:
    """Yield how the other Blessings in hand are played, each in its place."""
    data = t.data
    extra = {f"{card} {data.gods[1]}": card_said(data.cards[card].text) for card in held(t, seat, "extra")}
    for card in held(t, seat, "action"):
        extra[f"{card} {data.cards[card].effect['action']['god']}"] = card_said(data.cards[card].text)
    if extra:
        yield Pick("extra", Say("Extra action, right before or after the other"), list(extra), text=extra.__getitem__)
    played = {
        key: card_said(data.cards[key.partition(" ")[0]].text)
        for card in held(t, seat, "any")
        for key in keys_of(t, seat, card)
    }
    played |= {card: card_said(data.cards[card].text) for window in t.book.playing for card in held(t, seat, window)}
    if played:
        yield Pick("play", Say("Play a Blessing"), list(played), text=played.__getitem__)
    waived = {
        card: card_said(data.cards[card].text)
        for window in ("ra", "bastet")
        for card in held(t, seat, f"waive {window}")
    }
    if waived:
        yield Pick("pay", Say("Instead of paying"), list(waived), text=waived.__getitem__)


def _action_line() -> Question:
    """Ask what every die asks after it."""
    words = {
        "god": Say("the action of the god it came from"),
        "produce": Say("resources of its colour; grey dice have none"),
    }
    return Pick("action", Say("Use the die for"), list(words), text=words.__getitem__)


def _either(values: list[int]) -> str:
    return Listed(map(str, values), Say(" or "))


def _space_worth(t: Tekhenu, frame: Ra) -> Callable[[str], float]:
    from pbem.titles.tekhenu.computer.worth import space_judge

    judge, by_name = space_judge(t, frame), t.data.space_by_name
    return lambda key: judge(by_name[key])


def _usable(t: Tekhenu, seat: Seat) -> dict[str, list[int]]:
    """Map each god to the values of dice in its section that are not Forbidden and make its action possible."""
    found: dict[str, list[int]] = {}
    for god, dice in t.dice.items():
        values = {DICE[die][1] for die in dice if t.purity(god, DICE[die][0]) != FORBIDDEN}
        usable = [value for value in sorted(values) if possible(t, seat, god, value)]
        if usable:
            found[god] = usable
    return found
