"""Blessings of any moment (T-CARD-B07, T-CARD-B08, DEC-26): a window before every question of the own turn (RUL-70).

The steps of a turn and of its actions go on to what they ask by `then`, or by `first` where they ask themselves. A
window that nobody mentions is passed by, so it never stops a mail. Trials do without it: whatever such a card makes
possible, it does in the windows of the turn itself, before the action (T-TURN-6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.core.procedures import Ask, Call, Done, Next, Outcome, Procedure
from pbem.core.questions import Keys, Pick, Seat
from pbem.core.trial import supposed
from pbem.core.words import Listed, Say
from pbem.titles.tekhenu.board import card_said
from pbem.titles.tekhenu.cards import held, more_words, play, why_not_card
from pbem.titles.tekhenu.fixes import ANY_MOMENT
from pbem.titles.tekhenu.state import Tekhenu

Step = Callable[[Tekhenu], Outcome]


def due(t: Tekhenu, seat: Seat) -> bool:
    """Tell whether a seat may play such a card now, and a window has to say so."""
    if t.active != seat or ANY_MOMENT not in t.live.fixes or supposed(t):
        return False
    return bool(held(t, seat, "any"))


def then(t: Tekhenu, seat: Seat, step: Step) -> Outcome:
    """Go on with a step that asks, the window before it."""
    return Call(Moment(seat=seat), step) if due(t, seat) else Next(step)


def first(t: Tekhenu, seat: Seat, step: Step) -> Outcome:
    """Do the same for a step that asks in the name of the running one."""
    return Call(Moment(seat=seat), step) if due(t, seat) else step(t)


def choices(t: Tekhenu, seat: Seat) -> list[str]:
    """List `B07 happiness`: the cards in hand with what each may do."""
    return [key for card in held(t, seat, "any") for key in keys_of(t, seat, card)]


def keys_of(t: Tekhenu, seat: Seat, card: str) -> list[str]:
    """List `B07 happiness`, or the card alone where it leaves no choice."""
    words = t.book.words.get(card)
    if words is not None:
        return [f"{card} {word}" for word in words(t, seat)]
    effect = t.data.cards[card].effect
    return [f"{card} {word}" for one in effect["choose_one"] for word in one] if "choose_one" in effect else [card]


def offers(t: Tekhenu, card: str) -> Sequence[Mapping[str, int]]:
    """List what a card of any moment may bring, of which one comes."""
    effect = t.data.cards[card].effect
    found: Sequence[Mapping[str, int]] = effect.get("choose_one") or [effect.get("gain", {})]
    return found


def play_question(t: Tekhenu, seat: Seat) -> Pick:
    return Pick(
        "play",
        Say("Play a blessing now"),
        choices(t, seat),
        low=0,
        default=[],
        text=lambda key: play_text(t, seat, key),
        why_not=lambda key: why_not_play(t, seat, key),
        passes=lambda words: is_for_action(t, seat, words),
    )


def is_for_action(t: Tekhenu, seat: Seat, words: str) -> bool:
    """Tell whether words name a card in hand that is played with an action, and none of any moment: `play: R02` right
    behind the die is for the Seth action, whatever else could be played before it."""
    first = words.split(",")[0].split()
    card = first[0].upper() if first else ""
    return card not in held(t, seat, "any") and any(card in held(t, seat, window) for window in t.book.playing)


def play_text(t: Tekhenu, seat: Seat, key: str) -> str:
    card, _, word = key.partition(" ")
    if "choose_one" not in t.data.cards[card].effect:
        return Say("play {key}: {text}", key=key, text=card_said(t.data.cards[card].text))
    choice = next(one for one in t.data.cards[card].effect["choose_one"] if word in one)
    player = t.players[seat]
    room = player.population - player.happiness if word == "happiness" else t.data.track_max - player.population
    lost = choice[word] - min(choice[word], room)
    if not lost:
        return Say("play {card} for nothing: +{n} {word}", card=card, n=choice[word], word=word)
    return Say(
        "play {card} for nothing: +{n} {word}, {lost} of it lost", card=card, n=choice[word], word=word, lost=lost
    )


def why_not_play(t: Tekhenu, seat: Seat, key: str) -> tuple[str, str] | None:
    named = [word for known in choices(t, seat) if (word := known.partition(" ")[2])]
    said = Listed(dict.fromkeys(named), Say(" or ")) if named else Say("nothing")
    return more_words(t, seat, "any", key, said) or why_not_card(t, seat, key)


def join(t: Tekhenu, seat: Seat, question: Pick) -> None:
    """Let a question about Blessings take those of any moment too: two windows of one name would be told apart by
    nobody. Each of them is played once, for one of its choices."""
    if not due(t, seat):
        return
    mine, others = play_question(t, seat), question.text
    assert mine.text is not None and others is not None
    say, say_others = mine.text, others
    question.options = [*question.options, *mine.options]
    question.high += len(held(t, seat, "any"))
    question.text = lambda key: say(key) if key in mine.options else say_others(key)
    question.clash = lambda keys: _twice(t, keys)


def _twice(t: Tekhenu, keys: Sequence[str]) -> tuple[str, str] | None:
    cards = [key.split()[0] for key in keys]
    card = next((card for card in cards if cards.count(card) > 1), "")
    return (Say("{card} is played once, for one of the two", card=card), t.data.cards[card].rule) if card else None


@dataclass(eq=False, repr=False)
class Moment(Procedure):
    """The window before a question."""

    kind: ClassVar[str] = "tekhenu.moment"
    seat: Seat

    def start(self, t: Tekhenu) -> Outcome:
        question = play_question(t, self.seat)
        if self.risky(t):
            question.options = [key for key in question.options if t.book.leads_on(t, self, self.set_play, [key])]
        return Ask(self.seat, question, self.set_play) if question.options else Done()

    def set_play(self, t: Tekhenu, keys: Keys) -> Outcome:
        if not keys:
            return Done()
        card, _, word = keys[0].partition(" ")
        play(t, self.seat, card, word)
        return Next(self.start)

    def risky(self, t: Tekhenu) -> bool:
        """Tell whether the card might be needed otherwise for what the turn still has to do (T-TURN-6)."""
        turn: Any = next((frame for frame in t.stack if hasattr(frame, "at_risk")), None)
        if turn is None:
            return False
        if turn.pending:
            return bool(turn.at_risk(t))
        return bool(turn.section) and not turn.purity and not turn.easy(t)  # a die is named, and not yet on the scale
