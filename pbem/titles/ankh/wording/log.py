"""The log: one line for each event, as its reader knows it.

Lines are in the past tense, with `You` for the reader. Events that only repeat what the board or the next line says
have no line. A Conflict is told region by region: who was there, cards, bids, strengths, gains, kills (A-PBEM-11).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.core.events import Event
from pbem.core.questions import Seat
from pbem.core.words import Capital, Count, Listed, Name, Say, about
from pbem.core.words import Who as Subject
from pbem.titles.ankh.components import DECLARED, shipped

__all__ = ["KINDS", "SILENT", "line", "thing"]

Data = Mapping[str, Any]
Who = Callable[[Seat], Subject]

SILENT = frozenset({"turn_began", "battle_over", "region_skipped"})
"""The heading of the entry, or the next line, says it already."""
THINGS: dict[str, str] = {
    **{row["id"]: row["name"] for table in DECLARED for row in shipped()[table]["list"]},
    "camel": "Camel Caravan", "control": "Control Monument", "god": "God",
}  # fmt: skip
"""What is not called by its id."""


SHORT = (Say("Lead Expedition"), Say("Legacy"), Say("Flock"))
"""Abilities whose ids are shorter than their names."""


DECLINED = {
    "move": "{who} moved no unit.", "summon": "{who} summoned no unit.", "unlock": "{who} unlocked no power.",
    "control": "{who} took no Monument.", "caravan": "{who} laid no caravan.",
}  # fmt: skip


SUMMONED = {
    False: "{who} summoned {unit} on {place}.",
    True: "{who} ransomed {unit} from Anubis for 1 Follower and summoned it on {place}.",
}


def thing(ident: str) -> str:
    """Name a piece, card, power, god or event, or what brought something about: `policy census`."""
    kind, _, name = ident.partition(" ")
    if name and kind in BROUGHT:
        return BROUGHT[kind](name)
    return Say(THINGS.get(ident) or ident.replace("_", " ").replace("-", " ").title())


BROUGHT: dict[str, Callable[[str], str]] = {
    "policy": lambda name: Say("Policy {what}", what=thing(name)),
    "chamber": lambda name: Say("Chamber {what}", what=Name(name)),
    "ability": lambda name: Say("Ability {what}", what=thing(name)),
}
"""Cards, chambers and abilities that brought something about."""


def things(idents: Sequence[str]) -> str:
    return Listed([thing(ident) for ident in idents], Say(" and ")) if idents else Say("nothing")


def line(event: Event, reader: Seat | None, further: Callable[[Any], str] | None = None) -> str:
    """Write the line of an event; empty if it is not worth one. `further` makes the line of a module's event."""
    if event.kind in SILENT:
        return ""

    def who(seat: Seat) -> Subject:
        return Subject(seat, reader)

    told = KINDS.get(event.kind)
    if told is not None:
        return told(dict(event.data), event.seat or "", who)
    if further is not None:
        said = further(dict(event.data))
        if not said or not event.seat:
            return said
        subject = who(event.seat)
        return Capital(Say("{who} {what}.", who=subject, what=about(said, subject)))
    return Say("{who}: {what}.", who=who(event.seat or ""), what=event.kind.replace("_", " ").replace("/", ": "))


def followers(n: int) -> str:
    return Count(n, "{n} Follower", "{n} Followers")


def by_side(numbers: Mapping[Seat, Any], who: Who) -> str:
    return Listed([Say("{who} {n}", who=who(side), n=n) for side, n in numbers.items()])


# -- turns -----------------------------------------------------------------------------------------------------------


def set_up(d: Data, seat: Seat, who: Who) -> str:
    order, guardians = Listed([thing(god) for god in d["order"]]), Listed([thing(kind) for kind in d["guardians"]])
    return Say("{scenario}. Turn order: {order}. Guardians: {guardians}.", scenario=thing(d["scenario"]), order=order,
               guardians=guardians)  # fmt: skip


def acted(d: Data, seat: Seat, who: Who) -> str:
    if not d["left"]:
        return Say("{who} took the {action} action and reached the event.", who=who(seat), action=thing(d["action"]))
    left = Count(d["left"], "{n} step to its event", "{n} steps to its event")
    return Say("{who} took the {action} action; {left}.", who=who(seat), action=thing(d["action"]), left=left)


def moved(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} moved {unit} {start}-{end}.", who=who(seat), unit=thing(d["unit"]), start=d["start"],
               end=d["end"])  # fmt: skip


def pushed(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} pushed {unit} of {owner} {start}-{end}.", who=who(seat), unit=thing(d["unit"]),
               owner=thing(d["owner"]), start=d["start"], end=d["end"])  # fmt: skip


def claws(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} aimed the claws on {place} {claws}.", who=who(seat), place=d["place"], claws=d["claws"])


def summoned(d: Data, seat: Seat, who: Who) -> str:
    return Say(SUMMONED[bool(d.get("ransom"))], who=who(seat), unit=thing(d["unit"]), place=d["place"])


def radiant(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} made the unit on {place} Radiant.", who=who(seat), place=d["place"])


def gained(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} gained {n} ({why}).", who=who(seat), n=followers(d["n"]), why=thing(d["why"]))


def unlocked(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} unlocked {power}.", who=who(seat), power=thing(d["power"]))


def guardian_gained(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} took {guardian} into the pool.", who=who(seat), guardian=thing(d["guardian"]))


def declined(d: Data, seat: Seat, who: Who) -> str:
    return Say(DECLINED.get(d["what"], "{who} declined."), who=who(seat))


# -- events ----------------------------------------------------------------------------------------------------------


def event(d: Data, seat: Seat, who: Who) -> str:
    if d.get("conflict"):
        return Say("{who} triggered event {index}: Conflict {n}.", who=who(seat), index=d["index"], n=d["conflict"])
    return Say("{who} triggered event {index}: {type}.", who=who(seat), index=d["index"], type=thing(d["type"]))


def controlled(d: Data, seat: Seat, who: Who) -> str:
    before = Say(", until then of {owner}", owner=thing(d["before"])) if d["before"] else ""
    return Say("{who} took control of the {monument} on {place}{before}.", who=who(seat),
               monument=thing(d["monument"]), place=d["place"], before=before)  # fmt: skip


def no_monument(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} had no Monument to take.", who=who(seat))


def caravan(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} cut region {token} with Camels on {edges}: {small} and {large} spaces.", who=who(seat),
               token=d["token"], edges=Listed(d["edges"], " "), small=d["sizes"][0], large=d["sizes"][1])  # fmt: skip


def no_caravan(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} had no line of Camels to lay.", who=who(seat))


def tokens(d: Data, seat: Seat, who: Who) -> str:
    new = [Say("{place} is in region {token}", place=place, token=token) for place, token in d["tokens"].items()]
    return Say("New order tokens: {new}.", new=Listed(new))


def exchanged(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} exchanged the order tokens {tokens}.", who=who(seat), tokens=d["tokens"])


def consolidated(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} joined regions {tokens} (now {kept}); order token {gone} left the game.", who=who(seat),
               tokens=Listed(map(str, d["tokens"]), Say(" and ")), kept=d["kept"], gone=d["gone"])  # fmt: skip


def token_moved(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} moved order token {token}; the joined region is {kept}.", who=who(seat), token=d["token"],
               kept=d["kept"])  # fmt: skip


def destroyed(d: Data, seat: Seat, who: Who) -> str:
    owner = thing(d["owner"]) if d["owner"] else Say("neutral")
    return Say("The {monument} on {place} ({owner}) was destroyed ({why}).", monument=thing(d["monument"]),
               place=d["place"], owner=owner, why=thing(d["why"]))  # fmt: skip


# -- Conflicts -------------------------------------------------------------------------------------------------------


def conflict_began(d: Data, seat: Seat, who: Who) -> str:
    return Say("Conflict {n} began. Tie-breaker: {who}.", n=d["number"], who=who(seat))


def announced(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} announced two cards for region {token}.", who=who(seat), token=d["token"])


def battle_began(d: Data, seat: Seat, who: Who) -> str:
    return Say("Region {token}, Battle: {sides}.", token=d["token"], sides=Listed([who(side) for side in d["sides"]]))


def dominated(d: Data, seat: Seat, who: Who) -> str:
    return Say("Region {token}, dominance: {who}.", token=d["token"], who=who(seat))


def relocated(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} relocated {unit} {start}-{end}.", who=who(seat), unit=thing(d["unit"]), start=d["start"],
               end=d["end"])  # fmt: skip


def cards(d: Data, seat: Seat, who: Who) -> str:
    played = [Say("{who} {cards}", who=who(side), cards=things(ids)) for side, ids in d["cards"].items()]
    return Say("Region {token}, cards: {cards}.", token=d["token"], cards=Listed(played, "; "))


def cards_back(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} took back all used cards: {cards}.", who=who(seat), cards=things(d["cards"]))


def built(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} built a {monument} on {place} for {cost}.", who=who(seat), monument=thing(d["monument"]),
               place=d["place"], cost=followers(d["cost"]))  # fmt: skip


def no_building(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} built nothing.", who=who(seat))


def plague(d: Data, seat: Seat, who: Who) -> str:
    end = Say("{who} spared", who=who(d["spared"])) if d["spared"] else Say("nobody spared")
    return Say("Plague by {who}, bids: {bids}; {end}.", who=who(seat), bids=by_side(d["bids"], who), end=end)


def killed(d: Data, seat: Seat, who: Who) -> str:
    dead = [Say("{unit} of {owner} ({place})", unit=thing(kind), owner=thing(owner), place=place)
            for owner, kind, place in d["units"]]  # fmt: skip
    return Say("Killed: {dead}.", dead=Listed(dead))


def kept(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} kept Protected units alive: {places}.", who=who(seat), places=Listed(d["places"]))


def trapped(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} trapped a Warrior of {owner}.", who=who(seat), owner=thing(d["owner"]))


def returned(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} brought {unit} back on {place}.", who=who(seat), unit=thing(d["unit"]), place=d["place"])


def strengths(d: Data, seat: Seat, who: Who) -> str:
    return Say("Strengths: {strengths}.", strengths=by_side(d["strengths"], who))


def tie_broken(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} flipped the Tie-breaker.", who=who(seat))


def battle_won(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} won region {token}.", who=who(seat), token=d["token"])


def battle_tied(d: Data, seat: Seat, who: Who) -> str:
    return Say("Nobody won region {token}.", token=d["token"])


def devotion_gained(d: Data, seat: Seat, who: Who) -> str:
    why = Say("{why}: {kinds}", why=thing(d["why"]), kinds=things(d["kinds"])) if d["kinds"] else thing(d["why"])
    more = Say(", Bountiful {n}", n=d["bonus"]) if d["bonus"] else ""
    return Say("{who} gained {n} Devotion ({why}{more}), now {space}.", who=who(seat), n=d["n"], why=why, more=more,
               space=d["space"])  # fmt: skip


def devotion_lost(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} lost {n} Devotion ({why}), now {space}.", who=who(seat), n=d["n"], why=thing(d["why"]),
               space=d["space"])  # fmt: skip


def devotion_cancelled(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} gained no Devotion ({why}): it was cancelled.", who=who(seat), why=thing(d["why"]))


def underworld(d: Data, seat: Seat, who: Who) -> str:
    if d["old"]:
        return Say("{who} moved an Underworld token {old}-{place}.", who=who(seat), old=d["old"], place=d["place"])
    return Say("{who} put an Underworld token on {place}.", who=who(seat), place=d["place"])


def worshipped(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} sacrificed {n} (Worshipful).", who=who(seat), n=followers(d["n"]))


def conflict_over(d: Data, seat: Seat, who: Who) -> str:
    return Say("Conflict {n} is over.", n=d["number"])


# -- merge and end ---------------------------------------------------------------------------------------------------


def merged(d: Data, seat: Seat, who: Who) -> str:
    return Say("{lesser} merged into {greater}: they play on as one side.", lesser=thing(d["lesser"]),
               greater=thing(seat))  # fmt: skip


def guardians_taken(d: Data, seat: Seat, who: Who) -> str:
    return Say("{who} took over {guardians}.", who=who(seat), guardians=things(d["guardians"]))


def forgotten(d: Data, seat: Seat, who: Who) -> str:
    return Say("{god} is forgotten, with Devotion {n}.", god=thing(seat), n=d["devotion"])


KINDS: dict[str, Callable[[Data, Seat, Who], str]] = {
    "followers_gained": gained,
    **{
        told.__name__: told
        for told in (
            set_up, acted, moved, pushed, claws, summoned, radiant, unlocked, guardian_gained, declined, event,
            controlled, no_monument, caravan, no_caravan, tokens, exchanged, consolidated, token_moved, destroyed,
            conflict_began, announced, battle_began, dominated, relocated, cards, cards_back, built, no_building,
            plague, killed, kept, trapped, returned, strengths, tie_broken, battle_won, battle_tied, devotion_gained,
            devotion_lost, devotion_cancelled, underworld, worshipped, conflict_over, merged, guardians_taken,
            forgotten,
        )
    },
}  # fmt: skip
"""How each kind of event is told."""
