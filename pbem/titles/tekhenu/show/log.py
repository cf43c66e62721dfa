"""The log: one line for each event, as its reader knows it.

Lines are in the past tense, with `You` for the reader. What an event does not hold (because the reader may know its
twin only) is left out. Events that only repeat what the board or the next line says have no line.

The words of an event are a `Say` without its subject; a translation may let its verb agree with it:
`{who:buduje|budujesz}`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.core.events import Event
from pbem.core.questions import Seat
from pbem.core.words import Capital, Listed, Name, Noun, Say, Things, Who, about
from pbem.titles.tekhenu.board import counted, ordered, steps, words

__all__ = ["KINDS", "SILENT", "line"]

Data = dict[str, Any]

SILENT = frozenset({"turn_began"})
"""The mail's heading of the entry, and the line of the die, say it already."""


def line(event: Event, reader: Seat | None, further: Callable[[Data], str] | None = None) -> str:
    """Write the line of an event; empty if the reader may not know it, or if it is not worth one. `further` makes the
    line of a module's event."""
    known = event.seen_by(reader)
    if known is None or known.kind in SILENT:
        return ""
    said = KINDS.get(known.kind) or further
    text = said(Data(known.data)) if said else known.kind.replace("_", " ")
    if not text:
        return ""
    if not known.seat:
        return Capital(Say("{text}.", text=text))
    who = Who(known.seat, reader)
    return Capital(Say("{who} {text}.", who=who, text=about(text, who)))


# -- words -----------------------------------------------------------------------------------------------------------


def joined(things: Any) -> str:
    *first, last = [str(thing) for thing in things] or [Say("nothing")]
    return Listed((Listed(first), last), Say(" and ")) if first else last


def gains(amounts: Any) -> str:
    """Write `2 VP, population +1`; empty if there is nothing."""
    return steps(ordered(amounts))


def vp(number: int) -> str:
    return Say("{n:+d} VP", n=number) if number else counted(0, "vp")


def also(text: str, *parts: str) -> str:
    """Add to a text the parts that say something, behind a colon."""
    found = [part for part in parts if part]
    return Say("{text}: {more}", text=text, more=Listed(found)) if found else text


# -- set-up ----------------------------------------------------------------------------------------------------------


def laid_out(d: Data) -> str:
    text: str = Say(
        "The table is laid out: the arrow is before {god}, Starting cards {cards}, {seat} picks first",
        god=Name(d["god"]),
        cards=Listed(d["starting"]),
        seat=d["first"],
    )
    return Say("{text}; out of the game: {cards}", text=text, cards=Listed(d["removed"])) if d["removed"] else text


def decrees_dealt(d: Data) -> str:
    if "cards" in d:
        return Say("got the Decrees {cards} to choose from", cards=joined(d["cards"]))
    return Say("got {n} Decrees", n=d["count"])


def decree_kept(d: Data) -> str:
    return Say("kept Decree {card}", card=d["card"]) if "card" in d else Say("kept a Decree")


DRAWN = {
    "technology": Noun("{n} Technology", "{n} Technologies"),
    "blessing": Noun("{n} Blessing", "{n} Blessings"),
    "decree": Noun("{n} Decree", "{n} Decrees"),
}


def cards_drawn(d: Data) -> str:
    if "cards" in d:
        return Say("drew {cards} to keep one", cards=joined(d["cards"]))
    return Say("drew {cards} to keep one", cards=Things({d["deck"]: d["count"]}, DRAWN))


def destiny_taken(d: Data) -> str:
    word = d.get("word")
    if word and word != d["card"]:
        return Say("took Destiny card {card} for {word}", card=d["card"], word=word)
    return Say("took Destiny card {card}", card=d["card"])


# -- turns -----------------------------------------------------------------------------------------------------------


def took_die(d: Data) -> str:
    colour, value = str(d["die"]).split()
    changed = [str(d["colour"])] if d["colour"] != colour else []
    if int(value) != d["value"]:
        changed.append(str(d["value"]))
    how = Say("for an Anubis action") if d["purity"] == "anubis" else str(d["purity"])
    took = {"die": d["die"], "god": Name(d["god"]), "how": how}
    if changed:
        return Say("took {die} at {god} as {changed}, {how}", **took, changed=" ".join(changed))
    return Say("took {die} at {god}, {how}", **took)


def built_pillar(d: Data) -> str:
    text: str = Say("built a pillar on {tile} at {space}", tile=d["tile"], space=d["space"])
    if d["turn"]:
        text = Say("{text} turned {n}", text=text, n=d["turn"])
    text = Say(
        "{text}: {vp} (buildings {buildings}, edges {edges}, display {display})",
        text=text,
        vp=vp(d["vp"]),
        buildings=d["buildings"],
        edges=d["edges"],
        display=d["display"],
    )
    gained = gains(d.get("amounts", {}))
    return Say("{text}, {gained}", text=text, gained=gained) if gained else text


def built_building(d: Data) -> str:
    return also(
        Say("built at the temple, {spot}", spot=d["spot"]),
        vp(d["vp"]) if d["vp"] else "",
        gains(d["amounts"]),
        gains({"population": d["population"]}),
    )


def built_works(d: Data) -> str:
    raised = [
        Say("{what} production +{n}", what=what, n=n)
        for what, n in ordered(d["production"], d["district"]).items()
        if n
    ]
    where = {"district": d["district"], "row": d["row"]}
    built = Say("built in {district} row {row}", **where)
    if not d["free"]:
        built = Say("built in {district} row {row} for 1 happiness", **where)
    gold = Say("{gold} that lay there", gold=counted(d["gold"], "gold")) if d["gold"] else ""
    return also(built, *raised, gains(d["amounts"]), gold)


def built_statue(d: Data) -> str:
    at = str(d["at"])
    built = PEOPLE.get(at) or Say("built a statue for {god}", god=Name(at))
    return also(built, vp(d["vp"]) if d["vp"] else "", gains({"gold": d["gold"]}))


PEOPLE = {
    "TE": Say("built a statue for the people at the temple (TE)"),
    "TN": Say("built a statue for the people at the temple (TN)"),
    "OW": Say("built a statue for the people above the workshops (OW)"),
    "OQ": Say("built a statue for the people above the quarries (OQ)"),
    "west": Say("built a statue for West"),
    "east": Say("built a statue for East"),
}


def festival(d: Data) -> str:
    return also(
        Say("held a festival with {value}", value=d["value"]),
        gains({"happiness": d["happiness"]}) or Say("happiness stays"),
        gains({"scribe": d["scribe"]}),
    )


def produced(d: Data) -> str:
    amount = counted(d["value"], d["resource"])
    if d["over"]:
        return Say("produced {amount}, {over} of them overproduced", amount=amount, over=d["over"])
    return Say("produced {amount}", amount=amount)


def paid(d: Data) -> str:
    mix = words(ordered(d["mix"], d["cost"]))
    if not mix:
        return Say("paid nothing")
    if list(d["mix"]) != [d["cost"]]:
        return Say("paid {mix} for {cost}", mix=mix, cost=d["cost"])
    return Say("paid {mix}", mix=mix)


def gained(d: Data) -> str:
    return Say("gained {amounts} ({why})", amounts=gains(d["amounts"]) or Say("nothing"), why=d["why"])


def played(d: Data) -> str:
    """Tell of a Blessing, whose id begins with a B, or a card of a module that is played as one."""
    card = d["card"]
    blessing = str(card).startswith("B")
    if d.get("word"):
        told = {"card": card, "word": d["word"]}
        return Say("played Blessing {card} ({word})", **told) if blessing else Say("used {card} ({word})", **told)
    return Say("played Blessing {card}", card=card) if blessing else Say("used {card}", card=card)


def drew_decree(d: Data) -> str:
    if "card" in d:
        return Say("drew Decree {card} ({why})", card=d["card"], why=d["why"])
    return Say("drew a Decree ({why})", why=d["why"])


def came(d: Data) -> str:
    return Listed(card for card in d["cards"] if card) or Say("nothing")


def refreshed(d: Data) -> str:
    gone = Listed(d["gone"]) or Say("nothing")
    return Say("refreshed section {section}: {gone} went, {came} came", section=d["section"], gone=gone, came=came(d))


def display(d: Data) -> str:
    return Say("Ra display now: {tiles}", tiles=Listed(tile or Say("empty") for tile in d["tiles"]))


# -- Maat and scoring ------------------------------------------------------------------------------------------------


def balanced(d: Data) -> str:
    balance = Say("{n:+d}", n=d["balance"]) if d["balance"] else "0"
    came = {"balance": balance, "n": d["faith"]}
    if not d["faith"]:
        return Say("came to a balance of {balance}", balance=balance)
    if d["left"]:
        return Say("came to a balance of {balance} with {n} faith on the left", **came)
    return Say("came to a balance of {balance} with {n} faith on the right", **came)


POINTS = ("districts", "temple", "statues", "happiness", "production", "buildings")
"""Steps 1 to 6 of T-SCORE; lines that a module adds stand behind them."""


def scored(d: Data) -> str:
    points = d["points"]
    order = [*(what for what in POINTS if what in points), *(what for what in points if what not in POINTS)]
    lines = [Say("{what} {n}", what=what, n=points[what]) for what in order if points[what]]
    return also(Say("scored {n} VP", n=d["total"]), *lines)


def bread_paid(d: Data) -> str:
    mix = words(ordered(d["paid"]))
    text = Say("paid {mix} for {due} bread due", mix=mix, due=d["due"])
    if not mix:
        text = Say("paid nothing for {due} bread due", due=d["due"])
    if not d["unpaid"]:
        return text
    return Say("{text}: {n} unpaid, {vp}", text=text, n=d["unpaid"], vp=vp(-d["lost"]))


def decrees_scored(d: Data) -> str:
    parts = [Say("{card} {n}", card=card, n=n) for card, n in sorted(d["cards"].items())]
    cost = words(ordered(d["paid"]))
    text = also(Say("scored {n} VP for Decrees", n=d["total"]), *parts)
    return Say("{text} (paid {cost})", text=text, cost=cost) if cost else text


def game_over(d: Data) -> str:
    scores = d["scores"]
    places = [place if isinstance(place, list) else [place] for place in d["places"]]
    shown = [Say("{seats} {vp}", seats=joined(place), vp=scores[place[0]]) for place in places]
    return Say("The game is over. Winner: {seats}. VP: {scores}", seats=joined(places[0]), scores=Listed(shown))


def decrees_shown(d: Data) -> str:
    if not d["cards"]:
        return Say("had no Decrees")
    return Say("showed the Decrees {cards}", cards=joined(d["cards"]))


def took_cards(d: Data) -> str:
    return Say("took {cards} from section {section} of the market", cards=joined(d["cards"]), section=d["section"])


def raised(d: Data) -> str:
    return Say("raised {resource} production by {n}", resource=d["resource"], n=d["steps"])


def statue_bonus(d: Data) -> str:
    return Say("received the bonus of the statue at {god}: {amounts}", god=Name(d["god"]), amounts=gains(d["amounts"]))


def dice_added(d: Data) -> str:
    return Say("New dice at {god}: {dice}", god=Name(d["god"]), dice=Listed(d["dice"]) or Say("none"))


def turned(d: Data) -> str:
    return Say("Rotation {n}: the arrow is before {god}", n=d["rotation"], god=Name(d["god"]))


def reshuffled(d: Data) -> str:
    return Say("The {deck} deck was rebuilt from its discards ({n})", deck=d["deck"], n=d["cards"])


KINDS: dict[str, Callable[[Data], str]] = {
    "laid_out": laid_out,
    "decrees_dealt": decrees_dealt,
    "decree_kept": decree_kept,
    "drafted": lambda d: Say("drafted {cards}", cards=joined(d["cards"])),
    "cards_drawn": cards_drawn,
    "card_kept": lambda d: Say("kept {card} ({why})", card=d["card"], why=d["why"]),
    "destiny_taken": destiny_taken,
    "order_set": lambda d: Say("Turn order: {seats}", seats=Listed(d["order"])),
    "round_began": lambda d: Say("Round {n} began", n=d["number"]),
    "took_die": took_die,
    "built_pillar": built_pillar,
    "built_building": built_building,
    "built_works": built_works,
    "raised_production": raised,
    "built_statue": built_statue,
    "festival": festival,
    "produced": produced,
    "paid": paid,
    "gained": gained,
    "horus_bonus": statue_bonus,
    "happiness_reward": lambda d: Say("reached happiness {at}: {amounts}", at=d["at"], amounts=gains(d["amounts"])),
    "extra_action_due": lambda d: Say("reached happiness {at}: an extra action is due", at=d["at"]),
    "extra_action": lambda d: Say("took the extra action"),
    "extra_action_declined": lambda d: Say("let the extra action go"),
    "decree_used": lambda d: Say("showed Decree {card} and used it", card=d["card"]),
    "decree_not_used": lambda d: Say("did not use Decree {card}", card=d["card"]),
    "played": played,
    "drew_decree": drew_decree,
    "took_cards": took_cards,
    "refreshed": refreshed,
    "reshuffled": reshuffled,
    "market_opened": lambda d: Say("Market section {section} opened: {cards}", section=d["section"], cards=came(d)),
    "market_filled": lambda d: Say("Market section {section}: {cards} came", section=d["section"], cards=came(d)),
    "display": display,
    "wheel_turned": turned,
    "dice_added": dice_added,
    "maat_began": lambda d: Say("Maat phase {n} began", n=d["number"]),
    "balanced": balanced,
    "balance_penalty": lambda d: Say("lost {n} VP for the balance", n=d["lost"]),
    "scoring_began": lambda d: Say("Scoring {n} began", n=d["number"]),
    "scored": scored,
    "bread_paid": bread_paid,
    "decrees_shown": decrees_shown,
    "decrees_scored": decrees_scored,
    "game_over": game_over,
}
