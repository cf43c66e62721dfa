"""The cards of the expansion (S-CARD-...): Blessings, Technologies, Decrees, Starting cards, Artifacts, Followers.

Artifacts are played in the windows of Blessings: `any`, `seth` (with a Seth action), `value`, `pure` (taking a die),
`action` (before or after the action of the turn). Each is used once and then out of the game (S-MAAT-7).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.core.cards import Card, Deck, Facts, combined
from pbem.core.questions import Seat
from pbem.titles.tekhenu.cards.blessings import SHAPES, Shapes, declared, gain_printed
from pbem.titles.tekhenu.cards.decrees import Claim, Count
from pbem.titles.tekhenu.cards.decrees import declared as declared_decree
from pbem.titles.tekhenu.cards.starting import declared as declared_start
from pbem.titles.tekhenu.cards.technologies import EFFECTS as BASE_EFFECTS
from pbem.titles.tekhenu.cards.technologies import adjusting, belongs, effect_of, gaining
from pbem.titles.tekhenu.seth.components import PRIEST, WARRIOR, default_raw
from pbem.titles.tekhenu.seth.part import seth
from pbem.titles.tekhenu.state import Tekhenu

ROWS = default_raw()
"""Cards whose row says all that they do are declared by it."""
BLESSINGS, TECHNOLOGIES, DECREES = Deck("blessings"), Deck("technologies"), Deck("decrees")
STARTING, ARTIFACTS, FOLLOWERS = Deck("starting"), Deck("artifacts"), Deck("followers")
ACTION, PURE_DIE, WITH_SETH, WAIVE_SETH = "action", "pure", "seth", "waive seth"
"""Windows: an action before or after that of the turn, a die that counts as Pure, a Seth action, its Warriors."""


def blood_back(t: Tekhenu, seat: Seat, n: int) -> int:
    """Give Blood back to the supply; say how many."""
    blood = seth(t).blood
    n = min(n, blood[seat])
    blood[seat] -= n
    if n:
        t.tell("seth/blood_back", seat, count=n)
    return n


# -- Blessings ---------------------------------------------------------------------------------------------------------


def one_back(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    """Give one Blood back that is there (S-CARD-B28)."""
    blood_back(t, seat, effect_of(t, card)["blood_back"])


WITH_SETH_ACTION: Shapes = {
    ("god:seth", "waive_cost"): (WAIVE_SETH, None),
    ("god:seth", "no_blood"): (WITH_SETH, one_back),
}
BLESSINGS.add(*(declared(row, SHAPES | WITH_SETH_ACTION) for row in ROWS["blessings"]))


# -- Technologies ------------------------------------------------------------------------------------------------------


def one_more(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    """Gain one more of what the die gave, up to the end of the track, and its VP (S-CARD-T26, S-R-41)."""
    t.gain(seat, {facts["what"]: effect_of(t, card)["one_more"], **effect_of(t, card)["gain"]}, card)


def more_coming(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
    """Add what S-CARD-T26 will add to the gain of a die."""
    more: int = 0 if f"{seat} {card} die gave" in t.used else effect_of(t, card)["one_more"]
    return n + more


def cheaper(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
    """Lower the price of the first Seth action of a turn (S-CARD-T27, S-R-41)."""
    less: int = 0 if f"{seat} {card} before seth" in t.used else effect_of(t, card)["warriors_less"]
    return max(0, n - less)


def noted(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    """Do nothing: what the card changes was reckoned with already; it has had its use in this turn."""


def ignored(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
    """Leave more Blood out of the balance (S-CARD-T28)."""
    more: int = effect_of(t, card)["blood_ignored"]
    return n + more


def dearer_not(t: Tekhenu, seat: Seat, card: str, n: int) -> int:
    """Lower the cost of an Artifact (S-CARD-T29)."""
    less: int = effect_of(t, card)["priests_less"]
    return max(0, n - less)


def reward_too(t: Tekhenu, seat: Seat, card: str, had: bool) -> bool:
    """Tell whether the Destiny card that goes with an Artifact rewards as if it were taken (S-CARD-T29)."""
    return had or effect_of(t, card)["destiny_reward"] is True


EFFECTS = BASE_EFFECTS | {
    "gain": lambda row: belongs(row) if "one_more" in row["effect"] else gaining(row),
    "one_more": lambda row: Card(row["id"], reacts={"die gave": one_more}, adjusts={"die gives": more_coming}),
    "warriors_less": lambda row: Card(row["id"], reacts={"before seth": noted}, adjusts={"seth cost": cheaper}),
    "blood_ignored": adjusting("blood ignored", ignored),
    "priests_less": adjusting("artifact cost", dearer_not),
    "destiny_reward": adjusting("destiny reward", reward_too),
}
"""What members of the effect of a Technology declare, in the base game and here."""
TECHNOLOGIES.add(*(combined(row, EFFECTS) for row in ROWS["technologies"]))


# -- Decrees -----------------------------------------------------------------------------------------------------------


def seth_buildings(t: Tekhenu, seat: Seat) -> int:
    """Count the Buildings of a seat on the Seth board."""
    return sum(owners.count(seat) for owners in seth(t).regions)


def buildings_counted(t: Tekhenu, me: Seat, claim: Claim) -> int:
    """Count all Buildings built for D21; those on the Seth board by option (S-R-19)."""
    return t.buildings_built(me) - (0 if t.options.d21_counts_seth_buildings else seth_buildings(t, me))


COUNTS: dict[str, Count] = {
    "own_seth_buildings": lambda t, me, claim: seth_buildings(t, me),
    "own_warriors": lambda t, me, claim: claim.stock[WARRIOR],
    "own_priests": lambda t, me, claim: claim.stock[PRIEST],
    "own_artifacts_taken": lambda t, me, claim: seth(t).taken.get(me, 0),
}
"""What Decrees of the expansion count."""

DECREES.add(*map(declared_decree, ROWS["decrees"]))


# -- Starting cards ----------------------------------------------------------------------------------------------------

STARTING.add(*map(declared_start, ROWS["starting_cards"]))


# -- Artifacts ---------------------------------------------------------------------------------------------------------


def some_back(t: Tekhenu, seat: Seat, card: str, word: str) -> None:
    """Give as many Blood back as named (S-CARD-R05)."""
    blood_back(t, seat, int(word))
    gain_printed(t, seat, card, word)


def back_words(card: str) -> Callable[[Tekhenu, Seat], list[str]]:
    """Say how many Blood an Artifact may return, from the most to none (S-CARD-R05)."""

    def words(t: Tekhenu, seat: Seat) -> list[str]:
        most = min(effect_of(t, card)["blood_back"], seth(t).blood[seat])
        return [str(n) for n in range(most, -1, -1)]

    return words


ANY = "any"
USES: Shapes = {
    (ANY, "gain"): (ANY, gain_printed),
    (ANY, "blood_back"): (ANY, some_back),
    ("seth", "warriors_less"): (WITH_SETH, None),
    ("value", "gain"): ("value", gain_printed),
    ("pure", "treat_die_as"): (PURE_DIE, None),
    ("action", "action"): (ACTION, None),
}
"""What a row says of its moment and first of its effect -> the window, and what the Artifact does there."""
ARTIFACTS.add(*(declared(row, USES) for row in ROWS["artifacts"]))
WORDS = {row["id"]: back_words(row["id"]) for row in ROWS["artifacts"] if "blood_back" in row["effect"]}
"""With which words an Artifact is played."""


def artifacts_of(t: Tekhenu, seat: Seat) -> list[str]:
    """List the Artifacts that a seat may use: in its own turn only (S-MAAT-7, S-R-26)."""
    return seth(t).held.get(seat, []) if t.active == seat else []


def use_artifact(t: Tekhenu, seat: Seat, card: str) -> bool:
    """Take an Artifact out of the game, if the seat holds it."""
    part = seth(t)
    if card not in part.held.get(seat, []):
        return False
    part.held[seat].remove(card)
    part.used.append(card)
    return True


# -- Follower Powers ---------------------------------------------------------------------------------------------------


def followers_answer(t: Tekhenu, action: Any, working: object) -> None:
    """Give the owner's reward, then that of everybody else (S-FP-2); once in a turn (S-FP-3), and nobody decides
    anything (S-R-22)."""
    card = seth(t).follower.get(action.seat, "")
    power = t.book.decks["follower"].reacting["performed"].get(card)
    if power is not None:
        power(t, action.seat, card, {"god": action.god, "value": action.value})


def reward_all(t: Tekhenu, seat: Seat, card: str, facts: Facts) -> None:
    """Give what a Follower Power gives as its owner performs the action it names."""
    effect = effect_of(t, card)
    if facts["god"] != effect["performs"] or not t.round:  # S-SETUP-12: nothing during the set-up
        return
    if t.data.thoth_cards[facts["value"]] < effect.get("cards", 0) or not t.triggers(seat, card):
        return
    t.tell("seth/followers", seat, card=card, amounts=dict(effect["gain"]), others=dict(effect["others"]))
    t.gain(seat, effect["gain"])
    for other in t.others(seat):
        t.gain(other, t.book.numbers["follower reward"](t, other, effect["others"]))


FOLLOWERS.add(*(Card(row["id"], reacts={"performed": reward_all}) for row in ROWS["follower_powers"]))


def follower_reward(t: Tekhenu, seat: Seat, amounts: Any) -> Any:
    """Return what another player gets of it."""
    return amounts
