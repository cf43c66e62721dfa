"""The log: one line for each event, as its reader knows it.

Lines are in the past tense, with `You` for the reader. What an event does not hold (because the reader may know its
twin only) is left out. Events that only repeat what the board or the next line says have no line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.core.events import Event
from pbem.core.questions import Seat
from pbem.titles.tekhenu.board import ordered, words

__all__ = ["KINDS", "SILENT", "line"]

Data = dict[str, Any]

SILENT = frozenset({"turn_began"})
"""The mail's heading of the entry, and the line of the die, say it already."""


def line(event: Event, reader: Seat | None, further: Callable[[Data], str] | None = None) -> str:
    """The line of an event; empty if the reader may not know it, or if it is not worth one. `further` makes the line of
    a module's event."""
    known = event.seen_by(reader)
    if known is None or known.kind in SILENT:
        return ""
    said = KINDS.get(known.kind) or further
    text = said(Data(known.data)) if said else known.kind.replace("_", " ")
    if not text:
        return ""
    if not known.seat:
        return f"{text}."
    who = "You" if known.seat == reader else known.seat.capitalize()
    return f"{who} {text}."


# -- words -----------------------------------------------------------------------------------------------------------


def god(name: Any) -> str:
    return str(name).capitalize()


def joined(things: Any) -> str:
    *first, last = [str(thing) for thing in things] or ["nothing"]
    return f"{', '.join(first)} and {last}" if first else last


def gains(amounts: Any) -> str:
    """`2 VP, population +1`; empty if there is nothing."""
    return ", ".join(
        f"{what} +{n}" if what in ("population", "happiness") else words({what: n})
        for what, n in ordered(amounts).items()
        if n
    )


def vp(number: int) -> str:
    return f"{number:+d} VP" if number else "0 VP"


def also(*parts: str) -> str:
    """Parts that say something, behind a colon."""
    said = [part for part in parts if part]
    return f": {', '.join(said)}" if said else ""


# -- set-up ----------------------------------------------------------------------------------------------------------


def laid_out(d: Data) -> str:
    removed = f"; out of the game: {', '.join(d['removed'])}" if d["removed"] else ""
    cards = f"Starting cards {', '.join(d['starting'])}, {d['first']} picks first"
    return f"The table is laid out: the arrow is before {god(d['god'])}, {cards}{removed}"


def decrees_dealt(d: Data) -> str:
    return f"got the Decrees {joined(d['cards'])} to choose from" if "cards" in d else f"got {d['count']} Decrees"


def decree_kept(d: Data) -> str:
    return f"kept Decree {d['card']}" if "card" in d else "kept a Decree"


def cards_drawn(d: Data) -> str:
    many = "Technologies" if d["deck"] == "technology" else f"{god(d['deck'])}s"
    return f"drew {joined(d['cards'])} to keep one" if "cards" in d else f"drew {d['count']} {many} to keep one"


def destiny_taken(d: Data) -> str:
    word = d.get("word")
    return f"took Destiny card {d['card']}" + (f" for {word}" if word and word != d["card"] else "")


# -- turns -----------------------------------------------------------------------------------------------------------


def took_die(d: Data) -> str:
    colour, value = str(d["die"]).split()
    changed = [str(d["colour"])] if d["colour"] != colour else []
    if int(value) != d["value"]:
        changed.append(str(d["value"]))
    as_what = f" as {' '.join(changed)}" if changed else ""
    how = "for an Anubis action" if d["purity"] == "anubis" else str(d["purity"])
    return f"took {d['die']} at {god(d['god'])}{as_what}, {how}"


def built_pillar(d: Data) -> str:
    parts = [f"buildings {d['buildings']}", f"edges {d['edges']}", f"display {d['display']}"]
    turn = f" turned {d['turn']}" if d["turn"] else ""
    return f"built a pillar on {d['tile']} at {d['space']}{turn}: {vp(d['vp'])} ({', '.join(parts)}){_gained(d)}"


def _gained(d: Data) -> str:
    text = gains(d.get("amounts", {}))
    return f", {text}" if text else ""


def built_building(d: Data) -> str:
    return f"built at the temple, {d['spot']}" + also(
        vp(d["vp"]) if d["vp"] else "", gains(d["amounts"]), gains({"population": d["population"]})
    )


def built_works(d: Data) -> str:
    raised = [f"{what} production +{n}" for what, n in ordered(d["production"], d["district"]).items() if n]
    cost = "" if d["free"] else " for 1 happiness"
    gold = f"{d['gold']} gold that lay there" if d["gold"] else ""
    return f"built in {d['district']} row {d['row']}{cost}" + also(*raised, gains(d["amounts"]), gold)


def built_statue(d: Data) -> str:
    at = str(d["at"])
    where = PEOPLE.get(at, f"for {god(at)}")
    return f"built a statue {where}" + also(vp(d["vp"]) if d["vp"] else "", gains({"gold": d["gold"]}))


PEOPLE = {
    "TE": "for the people at the temple (TE)",
    "TN": "for the people at the temple (TN)",
    "OW": "for the people above the workshops (OW)",
    "OQ": "for the people above the quarries (OQ)",
}


def festival(d: Data) -> str:
    return f"held a festival with {d['value']}" + also(
        gains({"happiness": d["happiness"]}) or "happiness stays", gains({"scribe": d["scribe"]})
    )


def produced(d: Data) -> str:
    over = f", {d['over']} of them overproduced" if d["over"] else ""
    return f"produced {d['value']} {d['resource']}{over}"


def paid(d: Data) -> str:
    mix = words(ordered(d["mix"], d["cost"]))
    return f"paid {mix}" + (f" for {d['cost']}" if list(d["mix"]) != [d["cost"]] else "") if mix else "paid nothing"


def gained(d: Data) -> str:
    return f"gained {gains(d['amounts']) or 'nothing'} ({d['why']})"


def played(d: Data) -> str:
    return f"played Blessing {d['card']}" + (f" ({d['word']})" if d.get("word") else "")


def drew_decree(d: Data) -> str:
    return (f"drew Decree {d['card']}" if "card" in d else "drew a Decree") + f" ({d['why']})"


def took_cards(d: Data) -> str:
    return f"took {joined(d['cards'])} from section {d['section']} of the market"


def came(d: Data) -> str:
    return ", ".join(card for card in d["cards"] if card) or "nothing"


def refreshed(d: Data) -> str:
    return f"refreshed section {d['section']}: {', '.join(d['gone']) or 'nothing'} went, {came(d)} came"


def display(d: Data) -> str:
    return f"Ra display now: {', '.join(tile or 'empty' for tile in d['tiles'])}"


# -- Maat and scoring ------------------------------------------------------------------------------------------------


def balanced(d: Data) -> str:
    faith = f" with {d['faith']} faith on the {'left' if d['left'] else 'right'}" if d["faith"] else ""
    return f"came to a balance of {d['balance']:+d}{faith}" if d["balance"] else f"came to a balance of 0{faith}"


POINTS = ("districts", "temple", "statues", "happiness", "production", "buildings")
"""Steps 1 to 6 of T-SCORE; lines that a module adds stand behind them."""


def scored(d: Data) -> str:
    points = d["points"]
    order = [*(what for what in POINTS if what in points), *(what for what in points if what not in POINTS)]
    return f"scored {d['total']} VP{also(*(f'{what} {points[what]}' for what in order if points[what]))}"


def bread_paid(d: Data) -> str:
    text = f"paid {words(ordered(d['paid'])) or 'nothing'} for {d['due']} bread due"
    return text + (f": {d['unpaid']} unpaid, {vp(-d['lost'])}" if d["unpaid"] else "")


def decrees_scored(d: Data) -> str:
    parts = [f"{card} {n}" for card, n in sorted(d["cards"].items())]
    cost = words(ordered(d["paid"]))
    return f"scored {d['total']} VP for Decrees{also(*parts)}" + (f" (paid {cost})" if cost else "")


def game_over(d: Data) -> str:
    scores = d["scores"]
    places = [joined(place) if isinstance(place, list) else str(place) for place in d["places"]]
    first = d["places"][0]
    shown = [
        f"{text} {scores[place[0] if isinstance(place, list) else place]}"
        for text, place in zip(places, d["places"], strict=True)
    ]
    return f"The game is over. Winner: {joined(first) if isinstance(first, list) else first}. VP: {', '.join(shown)}"


KINDS: dict[str, Callable[[Data], str]] = {
    "laid_out": laid_out,
    "decrees_dealt": decrees_dealt,
    "decree_kept": decree_kept,
    "drafted": lambda d: f"drafted {joined(d['cards'])}",
    "cards_drawn": cards_drawn,
    "card_kept": lambda d: f"kept {d['card']} ({d['why']})",
    "destiny_taken": destiny_taken,
    "order_set": lambda d: f"Turn order: {', '.join(d['order'])}",
    "round_began": lambda d: f"Round {d['number']} began",
    "took_die": took_die,
    "built_pillar": built_pillar,
    "built_building": built_building,
    "built_works": built_works,
    "raised_production": lambda d: f"raised {d['resource']} production by {d['steps']}",
    "built_statue": built_statue,
    "festival": festival,
    "produced": produced,
    "paid": paid,
    "gained": gained,
    "horus_bonus": lambda d: f"received the bonus of the statue at {god(d['god'])}: {gains(d['amounts'])}",
    "happiness_reward": lambda d: f"reached happiness {d['at']}: {gains(d['amounts'])}",
    "extra_action_due": lambda d: f"reached happiness {d['at']}: an extra action is due",
    "extra_action": lambda d: "took the extra action",
    "extra_action_declined": lambda d: "let the extra action go",
    "decree_used": lambda d: f"showed Decree {d['card']} and used it",
    "decree_not_used": lambda d: f"did not use Decree {d['card']}",
    "played": played,
    "drew_decree": drew_decree,
    "took_cards": took_cards,
    "refreshed": refreshed,
    "reshuffled": lambda d: f"The {d['deck']} deck was rebuilt from its discards, {d['cards']} cards",
    "market_opened": lambda d: f"Market section {d['section']} opened: {came(d)}",
    "market_filled": lambda d: f"Market section {d['section']}: {came(d)} came",
    "display": display,
    "wheel_turned": lambda d: f"Rotation {d['rotation']}: the arrow is before {god(d['god'])}",
    "dice_added": lambda d: f"New dice at {god(d['god'])}: {', '.join(d['dice']) or 'none'}",
    "maat_began": lambda d: f"Maat phase {d['number']} began",
    "balanced": balanced,
    "balance_penalty": lambda d: f"lost {d['lost']} VP for the balance",
    "scoring_began": lambda d: f"Scoring {d['number']} began",
    "scored": scored,
    "bread_paid": bread_paid,
    "decrees_shown": lambda d: f"showed the Decrees {joined(d['cards'])}" if d["cards"] else "had no Decrees",
    "decrees_scored": decrees_scored,
    "game_over": game_over,
}
