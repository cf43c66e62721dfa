"""What players ask for: an undo, an appeal, days off. Each function works on an opened game; the caller commits.

An undo is granted at once where nothing was revealed and nobody acted since, and to whoever plays alone; otherwise it
waits for the moderator or for the consent of all other players. An appeal stops the clock once, until it is answered.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from pbem.core.errors import Refused
from pbem.core.kept import kept, text_of
from pbem.core.words import Listed, Say, Verbatim
from pbem.desk.games.turn_times import clock_rules, drop_pending, renew_deadlines
from pbem.desk.verbs.acts import Done
from pbem.desk.verbs.settlements import open_request, settle
from pbem.desk.verbs.takebacks import carry_undo
from pbem.engine.adjudication import moderation, undoing
from pbem.engine.clock import absence_between, back_early, budget, parse_absence, require_budget
from pbem.engine.clock.times import absence_text
from pbem.engine.gamefile import Absence, OwedMail, Request, Stop
from pbem.engine.journal import moment, stamp
from pbem.engine.notices import owed
from pbem.engine.people import find_seat, named_text
from pbem.engine.submission.lines import fold
from pbem.mail.typed.spelling import MOST_REASON, without_reason
from pbem.mail.words import word

if TYPE_CHECKING:
    from pbem.desk.interface import Session
    from pbem.engine.gamefile import Entry

_ENTRY = re.compile(r"(?:(?:back|to|before|move|entry|number)\s+)*#?(\d{1,7})\b\W*", re.IGNORECASE)
BACK = frozenset({"back", "cancel", "none", "over"})


Sentence = tuple[str, dict[str, object]]
"""A frame text by its key, with what stands in its slots: every reader of a mail gets it in their own language."""


def file_request(
    session: Session, kind: str, seat: str, text: str, now: datetime, language: str, why: str = "", **note: object
) -> Request:
    """Put a request on file and journal it; refuse the same one twice."""
    requests = session.game.moderation.requests
    mine = [r for r in requests if r.seat == seat and r.status == "open" and r.kind == kind]
    if any(r.note == note for r in mine):
        raise Refused(word(language, "request-waits"))
    request = Request(
        number=len(requests) + 1, seat=seat, kind=kind,  # type: ignore[arg-type]
        text=kept(text), entry=session.game.entry, at=stamp(now), note=dict(note),
    )  # fmt: skip
    requests.append(request)
    if kind != "appeal":  # which has an entry of its own kind
        moderation.request(session.play, seat, now, kind, request.number, why, **note)
    return request


def tell_all(session: Session, sentences: list[Sentence], request: Request, now: datetime) -> list[OwedMail]:
    """Owe a note to everybody in the game but who asked; the moderator also reads how to answer."""
    mails = []
    for info in session.game.seats:
        if info.seat == request.seat:
            continue
        answer: list[Sentence] = [("request-answer", {"r": request.number})] if info.role == "moderator" else []
        says = [*sentences, *answer]
        note = {"who": "pbem", "to": "all", "when": stamp(now), "says": [list(one) for one in says]}
        session.game.moderation.chat += 1
        mails.append(owed(session.game, info.seat, "message", note, session.game.moderation.chat))
    return mails


# -- undo ------------------------------------------------------------------------------------------------


def ask_undo(session: Session, seat: str, text: str, now: datetime, language: str = "en") -> tuple[str, list[OwedMail]]:
    """Deal with a player's request to take a move back: say what becomes of it, and which mails it calls for."""
    game = session.game
    moderation.need_open(game)
    named, text = _entry_and_words(text)
    if drop_pending(game, seat):
        return word(language, "undo-withdrawn"), []
    entries = list(session.journal())
    if any(entry.kind in undoing.TOUCHING for entry in session.new_entries()):
        raise Refused(word(language, "undo-same-text"))
    reveals = session.reveals()
    if game.alone:
        return undo_at_will(session, seat, named, text, entries, reveals, language), []
    alone = undoing.may_undo_alone(session.play, seat, entries, reveals)
    if alone is not None and named in (None, alone):
        plan = undoing.plan_undo(session.play, entries, alone, reveals)
        reason = Say("{seat} takes it back: nothing was revealed and nobody acted since", seat=seat)
        entry = carry_undo(session, plan, _in_words(reason, text), by="player")
        return word(language, "undo-done", n=alone, by=entry.n), []
    before, _ = named_undo(session, seat, named, entries, reveals, language)
    request = file_request(session, "undo", seat, text, now, language, text, before=before)
    asks = {"who": named_text(game, seat), "seat": seat, "n": before, "text": text, "r": request.number}
    said = word(language, "undo-asked", r=request.number, n=before)
    return said, tell_all(session, [("undo-told", asks)], request, now)


def _entry_and_words(text: str) -> tuple[int | None, str]:
    """Split `17 reason: I misread the form` into the entry and the words about it. A number among the words is no
    entry: `I wanted 2 gold`."""
    given, why = without_reason(text)
    found = _ENTRY.match(given)
    rest = given[found.end() :] if found else given
    return int(found[1]) if found else None, " ".join(f"{rest} {why}".split())


def named_undo(
    session: Session, seat: str, named: int | None, entries: list[Entry], reveals: dict[int, int], language: str
) -> tuple[int, undoing.UndoPlan]:
    """Find what an undo takes back: from the entry that was named, else from the seat's own last one."""
    before = named if named is not None else undoing.own_last(session.play, seat, entries)
    if before is None:
        raise Refused(word(language, "undo-none"))
    plan = undoing.plan_undo(session.play, entries, before, reveals)
    if not plan.entries:
        raise Refused(word(language, "undo-nothing", n=before))
    return before, plan


def undo_at_will(
    session: Session,
    seat: str,
    named: int | None,
    text: str,
    entries: list[Entry],
    reveals: dict[int, int],
    language: str,
) -> str:
    """Take back whatever somebody who plays alone likes; the same draws follow the same decisions, and the record says
    what had come to light."""
    before, plan = named_undo(session, seat, named, entries, reveals, language)
    lit = [learned.entry for learned in plan.learned]
    known = Say("; what came to light in {entries} is known", entries=entries_said(lit)) if lit else ""
    reason = Say("{seat} plays alone and takes it back{known}; the same draws follow", seat=seat, known=known)
    entry = carry_undo(session, plan, _in_words(reason, text), by="player")
    return word(language, "undo-done", n=before, by=entry.n)


def _in_words(reason: str, text: str) -> str:
    """Add to our reason for an undo what the player wrote about it."""
    return Say("{why} ({words})", why=reason, words=Verbatim(text)) if text else reason


def entries_said(numbers: list[int]) -> str:
    """Write `entry 4`, `entries 4 and 5`."""
    shown = [str(n) for n in sorted(set(numbers))]
    if len(shown) == 1:
        return Say("entry {n}", n=shown[0])
    return Say("entries {numbers} and {last}", numbers=Listed(shown[:-1]), last=shown[-1])


def consent(
    session: Session, seat: str, number: int, agrees: bool, now: datetime, language: str = "en", why: str = ""
) -> tuple[str, Done | None]:
    """Note a player's word on a request; the last one that is missing grants an undo."""
    game = session.game
    request = open_request(session, number)
    if request.seat == seat:
        raise Refused(word(language, "consent-own"))
    if request.kind not in ("undo", "vote"):
        raise Refused(word(language, "consent-moderator", r=number))
    others = [s for s in request.consents if s != seat]
    request.consents = [*others, seat] if agrees else others
    moderation.request(session.play, seat, now, "agree" if agrees else "refuse", number, why)
    if not agrees:
        return word(language, "consent-no", r=number), None
    people = [info.seat for info in game.players()]
    missing = [s for s in people if s != request.seat and s not in request.consents]
    if missing:
        return word(language, "consent-yes", r=number, who=", ".join(map(game.person, missing))), None
    why = Say("all players agree") if request.kind == "undo" else (
        Say("all players agree: {text}", text=text_of(request.text)))  # fmt: skip
    done = settle(session, request, True, why)
    return word(language, "consent-granted", r=number), done


# -- votes ------------------------------------------------------------------------------------------------


def ask_vote(session: Session, seat: str, text: str, now: datetime, language: str = "en") -> tuple[str, list[OwedMail]]:
    """Ask everybody by `vote end`: the game ends now, without a winner or with those named, once every player has
    agreed."""
    game = session.game
    moderation.need_open(game)
    if len(game.players()) < 2:
        raise Refused(word(language, "vote-alone"))
    text, why = without_reason(text)
    words = text.replace(",", " ").split()
    if not words or fold(words[0]).strip(".!") != "end":
        raise Refused(word(language, "vote-form"))
    winners = [find_seat(game, name.strip(".!"), asker="player").seat for name in words[1:]]
    rest = [other for other in game.table.seats if other not in winners]
    note: dict[str, object] = {"places": [winners, rest] if rest else [winners]} if winners else {}
    said: Say | Listed = Say("the game ends, won by {seats}", seats=Listed(winners)) if winners else (
        Say("the game ends without a winner"))  # fmt: skip
    said = Listed([said, Verbatim(why)], ": ") if why else said
    request = file_request(session, "vote", seat, said, now, language, why, **note)
    asks = {"who": named_text(game, seat), "seat": seat, "text": said, "r": request.number}
    return word(language, "vote-asked", r=request.number), tell_all(session, [("vote-told", asks)], request, now)


# -- appeals ---------------------------------------------------------------------------------------------


def ask_appeal(
    session: Session, seat: str, text: str, now: datetime, language: str = "en"
) -> tuple[str, list[OwedMail]]:
    """Journal `appeal 2 TEXT` against ruling 2 (or `appeal #17 TEXT` about entry 17)."""
    game = session.game
    about, said = appeal_about(session, text, language)
    if not said:
        raise Refused(word(language, "appeal-empty"))
    first = not any(r.kind == "appeal" and r.note == about for r in game.moderation.requests)
    request = file_request(session, "appeal", seat, said, now, language, "", **about)
    moderation.appeal(session.play, seat, request.number, about, said, now)
    what, n = ("ruling", about["ruling"]) if "ruling" in about else ("entry", about["about"])
    if first:
        values = {"r": request.number, "seat": seat, "n": n}
        reason = Say("appeal {r} of {seat} about ruling {n}", **values) if what == "ruling" else (
            Say("appeal {r} of {seat} about entry {n}", **values))  # fmt: skip
        game.moderation.stops.append(Stop(start=stamp(now), reason=kept(reason), cause="appeal"))
    stops = "appeal-stops" if first else "appeal-again"
    told: list[Sentence] = [
        (f"appeal-{what}", {"who": named_text(game, seat), "seat": seat, "n": n, "text": said}), (stops, {}),
        ("request-is", {"r": request.number}),
    ]  # fmt: skip
    filed = word(language, f"appeal-about-{what}", n=n, r=request.number)
    return f"{filed} {word(language, stops)}", tell_all(session, told, request, now)


def appeal_about(session: Session, text: str, language: str = "en") -> tuple[dict[str, int], str]:
    """Find what an appeal is about, and its words. A bare number is a ruling if there is such a one, else an entry."""
    game = session.game
    number, _, rest = text.strip().partition(" ")
    digits = number.strip("#:.,")
    if not digits.isdecimal():
        return {"about": game.entry}, text.strip()
    n = int(digits)
    if not number.startswith("#") and 1 <= n <= len(game.rules.rulings):
        return {"ruling": n}, rest.strip()
    if not 1 <= n <= game.entry:
        rulings = len(game.rules.rulings)
        raise Refused(word(language, "appeal-nothing", n=n, rulings=rulings, entries=game.entry))
    return {"about": n}, rest.strip()


# -- absences --------------------------------------------------------------------------------------------


def ask_away(session: Session, seat: str, text: str, now: datetime, zone: str | None, language: str) -> str:
    """Announce days off: taken from the budget, and the running deadline is reckoned anew. `away back` ends them."""
    game = session.game
    moderation.need_open(game)
    if fold(without_reason(text)[0]).strip(" .!") in BACK:
        return come_back(session, seat, now, zone, language)
    rules = clock_rules(game)
    text, why = without_reason(text)
    absence = parse_absence(text, now, zone)
    mine = [a for a in game.moderation.absences if a.seat == seat]
    taken = [absence_between(moment(a.start), moment(a.end), zone) for a in mine]
    require_budget(rules, taken, absence)
    days = [str(absence.first), str(absence.last)]
    kept = Absence(seat=seat, start=stamp(absence.start), end=stamp(absence.end), at=stamp(now), days=days,
                   reason=why[:MOST_REASON])  # fmt: skip
    game.moderation.absences.append(kept)
    moderation.absence(session.play, seat, now, "away", days=days, **({"reason": kept.reason} if kept.reason else {}))
    if game.status == "running":
        renew_deadlines(game, now)
    found = budget(rules, [*taken, absence])
    used = word(language, "away-budget", used=found.used, total=found.total)
    return f"{absence_text(absence, language)}; {used}; {word(language, f'away-{rules.absence_policy}')}"


def away_text(session: Session, seat: str, now: datetime, who: str) -> str:
    """Say what the moderator is told of somebody's days off: those announced last, or that there are none left."""
    left = [one for one in session.game.moderation.absences if one.seat == seat and moment(one.end) > now]
    if not left:
        return Say("{who} is back.", who=who)
    first, last = left[-1].shown()
    if left[-1].reason:
        values = {"who": who, "first": Verbatim(first), "last": Verbatim(last), "reason": Verbatim(left[-1].reason)}
        return Say("{who} is away from {first} to {last}: {reason}", **values)
    return Say("{who} is away from {first} to {last}.", who=who, first=Verbatim(first), last=Verbatim(last))


def come_back(session: Session, seat: str, now: datetime, zone: str | None, language: str = "en") -> str:
    """End present and future absences today; the days return to the budget, deadlines stay where they were."""
    kept: list[Absence] = []
    ended = 0
    for absence in session.game.moderation.absences:
        if absence.seat != seat or moment(absence.end) <= now:
            kept.append(absence)
            continue
        rest = back_early(absence_between(moment(absence.start), moment(absence.end), zone), now)
        ended += 1
        if rest is not None:
            days = [absence.shown()[0], str(rest.last)]
            kept.append(absence.model_copy(update={"end": stamp(rest.end), "days": days}))
    if not ended:
        raise Refused(word(language, "away-none"))
    session.game.moderation.absences = kept
    moderation.absence(session.play, seat, now, "back")
    return word(language, "away-back")
