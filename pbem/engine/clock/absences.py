"""`away 3 Jul to 17 Jul`: reading the days of an absence, and the budget they are taken from.

Days are whole days in the player's zone, first and last included. What is not said (year, month) is the next that
comes. What was understood is said back by the caller (`wording.absence_text`); what can be read in two ways, such as
3.7., is refused with both readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import NamedTuple, NoReturn

from pbem.core.records import record
from pbem.core.words import Count, Say, Verbatim
from pbem.engine.clock.dates import days_ahead, month_number, plain, weekday_number, word_set
from pbem.engine.clock.deadlines import Absence
from pbem.engine.clock.durations import shorten
from pbem.engine.clock.fields import as_utc
from pbem.engine.clock.problems import ClockProblem
from pbem.engine.clock.rules import ClockRules
from pbem.engine.clock.zones import begins, ends, zone_of
from pbem.patterns import late

DAYS_AHEAD = 120
DAYS_LONG = 120
# How far back "3 Jul to 17 Jul" may begin when it is said on 5 Jul by somebody already away.
DAYS_BACK = 60
EXAMPLES = "3 Jul to 17 Jul, 2026-07-03 to 2026-07-17, Friday to Monday, until 17 Jul, 10 days"
DAY = timedelta(days=1)

_TOKEN = late(
    r"(?P<iso>[0-9]{4,}\s?[-./]\s?[0-9]{1,2}\s?[-./]\s?[0-9]{1,2}(?![0-9]))"
    r"|(?P<dmy>[0-9]{1,2}\s?[-./]\s?[0-9]{1,2}\s?[-./]\s?[0-9]{4,}(?![0-9]))"
    r"|(?P<dm>[0-9]{1,2}[./][0-9]{1,2}(?![0-9]))"
    r"|(?P<num>[0-9]+)(?:st|nd|rd|th|er)?\.?(?P<suffix>-?(?:tol|ig|an|en))?(?![a-z])"
    r"|(?P<word>[a-z]+)(?P<ending>-(?:tol|ig))?"
    r"|(?P<sep>\.\.+|[-–—/>→]+)"
    r"|(?P<blank>[\s,.;()]+)"
)
_SEPARATORS = word_set("to till til until through thru do bis au jusquau ig")
_FILLERS = word_set(
    "away absent vacation holiday holidays on the of der den dem de le la am for przez fur fuer pendant and incl "
    "inclusive including wlacznie einschliesslich i ill im be will"
)
_FROM = word_set("from since starting od von vom ab du")
_NEXT = word_set("next nastepny nastepna przyszly przyszla przyszlego nachster nachsten naechsten jovo")
_UNITS = {
    **dict.fromkeys(word_set("day days dzien dni tag tage tagen nap napig jour jours d"), 1),
    **dict.fromkeys(word_set("week weeks tydzien tygodnie tygodni woche wochen het hetig semaine semaines w"), 7),
}


@record()
class _Piece:
    """What was said of one day."""

    day: int | None = None
    month: int | None = None
    year: int | None = None
    weekday: int | None = None
    ahead: int | None = None
    length: int | None = None
    strictly_next: bool = False

    def says_nothing(self) -> bool:
        return self == _Piece()

    def says_only_length(self) -> bool:
        return self == _Piece(length=self.length)


class _Token(NamedTuple):
    kind: str
    text: str


def parse_absence(text: str, today: date, zone: str | None = "UTC", *, announced: datetime | None = None) -> Absence:
    """Read the absence meant by `text`, as said on `today` (a day in the player's zone, or an instant) in that zone."""
    place = zone_of(zone)
    if isinstance(today, datetime):
        announced = announced or as_utc(today)
        today = today.astimezone(place.info).date()
    first, last, notes = _Reader(text, today).days()
    return Absence(
        first=first,
        last=last,
        start=begins(first, time(0), place.info),
        end=ends(last + DAY, time(0), place.info),
        announced=announced,
        zone=place.name,
        note="; ".join([*notes, *([place.note] if place.note else [])]),
    )


class Budget(NamedTuple):
    """An absence held against the budget; days that two absences share are counted once."""

    total: int
    used: int
    asked: int

    @property
    def left(self) -> int:
        return max(0, self.total - self.used)

    @property
    def allowed(self) -> bool:
        return self.asked <= self.left


def budget(rules: ClockRules, taken: Iterable[Absence], asked: Absence | None = None) -> Budget:
    """Reckon what the absences already taken leave, and what `asked` would take on top. Only the moderator may go
    beyond."""
    used = _all_days(taken)
    new = _all_days([asked]) - used if asked is not None else set()
    return Budget(rules.absence_budget, len(used), len(new))


def require_budget(rules: ClockRules, taken: Iterable[Absence], asked: Absence) -> Budget:
    """Return the budget, or refuse and say what is left."""
    found = budget(rules, taken, asked)
    if not found.allowed:
        value = f"{asked.first} to {asked.last}"
        days = Count(found.asked, "{n} day", "{n} days")
        values = {"left": found.left, "total": found.total}
        why = Say("takes {days}, and {left} of {total} are left in this game", days=days, **values)
        raise ClockProblem("away", value, why, Say("a shorter absence, or ask the moderator"))
    return found


def absence_between(
    start: datetime, end: datetime, zone: str | None = "UTC", *, announced: datetime | None = None
) -> Absence:
    """Return the absence kept as two instants: the days, in that zone, that it touches."""
    place = zone_of(zone)
    begin, finish = as_utc(start), as_utc(end)
    last = (max(begin, finish - timedelta(microseconds=1))).astimezone(place.info).date()
    first = begin.astimezone(place.info).date()
    return Absence(first=first, last=last, start=begin, end=finish, announced=announced, zone=place.name)


def back_early(absence: Absence, now: datetime) -> Absence | None:
    """Return what remains of an absence when the player is back on `now`'s day; None when nothing does.

    The days given back return to the budget; deadlines already announced stay (`due_at(previous=...)`).
    """
    place = zone_of(absence.zone)
    today = as_utc(now).astimezone(place.info).date()
    if today > absence.last:
        return absence
    if today <= absence.first:
        return None
    return replace(absence, last=today - DAY, end=ends(today, time(0), place.info))


def _all_days(absences: Iterable[Absence]) -> set[date]:
    return {absence.first + n * DAY for absence in absences for n in range(absence.days)}


class _Reader:
    """One reading of one text: pieces on both sides of the separator, then days."""

    def __init__(self, text: str, today: date) -> None:
        self.text = text
        self.today = today
        self.month_first: bool | None = None
        self.until = False

    def days(self) -> tuple[date, date, list[str]]:
        left, right = self._pieces()
        try:
            first, last = self._span(left, right)
        except OverflowError:  # fault 245: a sum that leaves the calendar
            self._refuse(Say("is outside the calendar"))
        return self._checked(first, last)

    def _checked(self, first: date, last: date) -> tuple[date, date, list[str]]:
        if last < first:
            self._refuse(Say("ends ({last}) before it begins ({first})", last=Verbatim(last), first=Verbatim(first)))
        if last < self.today:
            self._refuse(Say("is over: {first} to {last}", first=Verbatim(first), last=Verbatim(last)))
        notes: list[str] = []
        if first < self.today:
            notes.append(Say("begins today: {first} is past", first=Verbatim(first)))
            first = self.today
        if (first - self.today).days > DAYS_AHEAD:
            self._refuse(Say("would begin on {first}, more than {n} days ahead", first=Verbatim(first), n=DAYS_AHEAD))
        if (last - first).days >= DAYS_LONG:
            self._refuse(
                Say(
                    "would be {first} to {last}, longer than {n} days",
                    first=Verbatim(first),
                    last=Verbatim(last),
                    n=DAYS_LONG,
                )
            )
        return first, last, notes

    def _span(self, left: _Piece, right: _Piece | None) -> tuple[date, date]:
        if right is None:
            first = self.today if left.says_only_length() else self._resolve(left, self.today)
            return first, first + ((left.length or 1) - 1) * DAY
        if right.length is not None:
            self._refuse(Say("gives a length where the last day is expected"))
        if left.says_nothing():
            return self.today, self._resolve(right, self.today)
        if left.day is not None and left.month is None and right.month is not None:
            last = self._resolve(right, self.today)
            return self._day_before(left, last), last
        return self._from_left(left, right)

    def _from_left(self, left: _Piece, right: _Piece) -> tuple[date, date]:
        if left.month is not None and left.year is None and right.year is not None:
            return self._with_year_of(left, right)
        first = self._resolve(left, self.today)
        if left.month is not None and left.year is None:
            begun = self._resolve(left, self.today - DAYS_BACK * DAY)
            last = self._resolve(right, begun)
            if begun < self.today <= last and (last - begun).days < DAYS_LONG:
                return begun, last
        return first, self._resolve(right, first, after=left.weekday is not None and left.day is None)

    def _with_year_of(self, left: _Piece, right: _Piece) -> tuple[date, date]:
        """Read `3 Jul to 17 Jul 2026`: the first day is the last such day before the last one."""
        last = self._resolve(right, self.today)
        left.year = last.year
        first = self._resolve(left, self.today)
        if first > last:
            left.year = last.year - 1
            first = self._resolve(left, self.today)
        return first, last

    def _day_before(self, left: _Piece, last: date) -> date:
        """Read `3 to 17 Jul`: the first day is the last 3rd before the last day."""
        day = last
        while day.day != left.day:
            day -= DAY
            if (last - day).days > 62:
                self._refuse(Say("has no day {day}", day=Verbatim(left.day)))
        self._check_weekday(left, day)
        return day

    def _resolve(self, piece: _Piece, base: date, after: bool = False) -> date:
        """Find the next day from `base` on that fits all that was said."""
        if piece.ahead is not None:
            return self.today + piece.ahead * DAY
        if piece.day is None:
            if piece.weekday is None or piece.month is not None or piece.year is not None:
                self._refuse(Say("names no day"))
            offset = (piece.weekday - base.weekday()) % 7
            return base + (7 if offset == 0 and (after or piece.strictly_next) else offset) * DAY
        found = next((day for day in _candidates(piece, base) if piece.year is not None or day >= base), None)
        if found is None:
            self._refuse(Say("names a day that does not exist"))
        self._check_weekday(piece, found)
        return found

    def _check_weekday(self, piece: _Piece, day: date) -> None:
        if piece.weekday is not None and piece.weekday != day.weekday():
            self._refuse(Say("names a weekday that {day} is not", day=Verbatim(day)))

    def _pieces(self) -> tuple[_Piece, _Piece | None]:
        tokens = list(self._tokens())
        self.month_first = self._order(tokens)
        pieces = [_Piece()]
        for number, token in enumerate(tokens):
            following = tokens[number + 1].text if number + 1 < len(tokens) else ""
            # `from 3 Jul - to 17 Jul` has two separators in a row; `until 17 Jul` has nothing on the left of one.
            parts = token.kind == "sep" or (token.kind == "iso" and pieces[-1].day is not None)
            if parts and (len(pieces) == 1 or not pieces[-1].says_nothing()):
                pieces.append(_Piece())
            if token.kind != "sep":
                self._take(pieces[-1], token, following)
        return self._both(pieces, begins=any(token.text in _FROM for token in tokens))

    def _both(self, pieces: list[_Piece], begins: bool) -> tuple[_Piece, _Piece | None]:
        if all(piece.says_nothing() for piece in pieces):
            self._refuse(Say("names no day"))
        if len(pieces) > 2:
            self._refuse(Say("names more than two days"))
        if len(pieces) == 2 and pieces[1].says_nothing():
            self._refuse(Say("does not say until when"))
        if len(pieces) == 1 and self.until:
            return _Piece(), pieces[0]
        if len(pieces) == 1 and begins and pieces[0].length is None:
            self._refuse(Say("does not say until when"))
        return pieces[0], pieces[1] if len(pieces) == 2 else None

    def _tokens(self) -> Iterator[_Token]:
        text, at = plain(self.text), 0
        if len(text) > 200:
            self._refuse(Say("is too long to be read as days"))
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                self._refuse(Say('has "{text}" in it, which is not understood', text=Verbatim(shorten(text[at]))))
            at = found.end()
            kind = {"suffix": "num", "ending": "word"}.get(found.lastgroup or "", found.lastgroup or "")
            if kind == "blank":
                continue
            word = found[kind]
            ending = found["suffix"] or found["ending"] or (word if weekday_number(word) is not None else "")
            # Hungarian puts "from" and "until" behind the day; "from" means that the last day follows.
            self.until = self.until or ending.endswith("ig")
            yield _Token("sep" if word in _SEPARATORS else kind, word)
            if ending.endswith("tol"):
                yield _Token("sep", "tol")

    def _order(self, tokens: list[_Token]) -> bool | None:
        """Tell whether digits are written month first, told by a date that fits one way only: `3.7.-17.7.` is clear."""
        pairs = [re.findall("[0-9]+", token.text)[:2] for token in tokens if token.kind in ("dmy", "dm")]
        orders = {int(one) <= 12 for one, two in pairs if (int(one) <= 12) != (int(two) <= 12)}
        return orders.pop() if len(orders) == 1 else None

    def _take(self, piece: _Piece, token: _Token, following: str) -> None:
        if token.kind in ("iso", "dmy", "dm"):
            self._take_digits(piece, token)
        elif token.kind == "num":
            self._take_number(piece, token.text, following)
        else:
            self._take_word(piece, token.text)

    def _take_digits(self, piece: _Piece, token: _Token) -> None:
        parts = [int(part) for part in re.findall("[0-9]+", token.text)]
        year = None
        if token.kind == "iso":
            year = parts.pop(0)
            month, day = parts
        else:
            year = parts.pop() if token.kind == "dmy" else None
            day, month = self._day_and_month(*parts)
        self._set(piece, day=day, month=month, year=year)

    def _day_and_month(self, one: int, two: int) -> tuple[int, int]:
        """Read digits alone: day first and month first are both common, so take only what fits one way."""
        if one == two or two <= 12 < one:
            return one, two
        if one <= 12 < two:
            return two, one
        if one > 12:
            self._refuse(Say("names a day that does not exist"))
        if self.month_first is not None:
            return (two, one) if self.month_first else (one, two)
        readings = f"{_say(one, two)} and {_say(two, one)}"
        self._refuse(Say("can be read as {readings}", readings=Verbatim(readings)))

    def _take_number(self, piece: _Piece, digits: str, following: str) -> None:
        number = int(digits[:9])
        if following in _UNITS:
            if not 0 < number <= 999:
                self._refuse(Say("is not a possible length"))
            self._set(piece, length=number * _UNITS[following])
        elif number >= 1000 or piece.day is not None:
            self._set(piece, year=number if number >= 1000 else 2000 + number)
        else:
            self._set(piece, day=number)

    def _take_word(self, piece: _Piece, word: str) -> None:
        if word in _FILLERS or word in _FROM or (word in _UNITS and piece.length is not None):
            return
        if word in _NEXT:
            piece.strictly_next = True
        elif (ahead := days_ahead(word)) is not None:
            self._set(piece, ahead=ahead)
        elif (month := month_number(word)) is not None:
            self._set(piece, month=month)
        elif (weekday := weekday_number(word)) is not None:
            self._set(piece, weekday=weekday)
        else:
            self._refuse(
                Say('has the word "{word}" in it, which is no day and no month we know', word=Verbatim(shorten(word)))
            )

    def _set(self, piece: _Piece, **values: int | None) -> None:
        for name, value in values.items():
            if value is None:
                continue
            if getattr(piece, name) is not None:
                self._refuse(Say("names two values for the {name}", name=Verbatim(name)))
            if name == "year" and not 2000 <= value <= 9000:
                self._refuse(Say("has the year {value} in it, which is not possible", value=Verbatim(value)))
            setattr(piece, name, value)

    def _refuse(self, why: str) -> NoReturn:
        raise ClockProblem("away", shorten(self.text), why, EXAMPLES)


def _candidates(piece: _Piece, base: date) -> Iterator[date]:
    """Yield days with this number (in this month, in this year), from the month of `base` on, in order."""
    assert piece.day is not None
    years = (
        [piece.year] if piece.year is not None else range(base.year, base.year + 9)
    )  # a leap day is 8 years off at most
    for year in years:
        for month in [piece.month] if piece.month is not None else range(1, 13):
            try:
                yield date(year, month, piece.day)
            except ValueError:  # no such day in this month
                continue


_SHORT_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def _say(day: int, month: int) -> str:
    return f"{day} {_SHORT_MONTHS[month - 1]}"
