"""A new game: seats, options, the committed seed, the set-up entry."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from difflib import get_close_matches
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pbem.core.chance import ChanceSource, SeedChance, commitment
from pbem.core.errors import Misuse
from pbem.core.interpreter import Run
from pbem.core.records import record
from pbem.core.table import VALUES, Live, Table
from pbem.core.titles import Title, make_options
from pbem.core.words import Say, Text, Verbatim
from pbem.engine.gamefile import GameFile, RulesPin, SeatInfo, Tenure
from pbem.engine.journal import GENESIS, digest
from pbem.engine.play import Play

MOST_LISTED = 20
"""How many values of a number a refusal lists."""


def parse_value(text: str) -> Any:
    """Read an option's value as typed on a command line."""
    lowered = text.strip().lower()
    if lowered in ("true", "yes", "on"):
        return True
    if lowered in ("false", "no", "off"):
        return False
    return int(lowered) if re.fullmatch(r"-?\d{1,9}", lowered) else text.strip()


def split_pairs(options: Sequence[str]) -> dict[str, str]:
    """Read `K=V` arguments into a mapping; refuse anything else by name."""
    pairs: dict[str, str] = {}
    for option in options:
        key, sign, value = option.partition("=")
        if not sign or not key.strip():
            raise Misuse(Say("--option {option} is not of the form K=V.", option=Verbatim(f"{option!r:.60}")))
        if key.strip() in pairs:
            raise Misuse(Say("--option {option} was given twice.", option=Verbatim(key.strip())))
        pairs[key.strip()] = value.strip()
    return pairs


def check_options(title: Title, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the title's options in full, defaults filled in; name wrong ones."""
    from pydantic import ValidationError

    fields = title.options_model.model_fields
    for key in given:
        if key not in fields:
            near = get_close_matches(key, fields, 1)
            hint = Say(" Did you mean {name}?", name=Verbatim(near[0])) if near else ""
            raise Misuse(
                Say(
                    "{title} has no option {option}.{hint} Options: {options}.",
                    title=Verbatim(title.name),
                    option=Verbatim(f"{key!r}"),
                    hint=hint,
                    options=Verbatim(", ".join(sorted(fields)) or "none"),
                )
            )
    try:
        model = make_options(title, given)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        key = str(first["loc"][0]) if first["loc"] else "options"
        why = first.get("ctx", {}).get("error", first["msg"])  # a title's own check says it in its own words
        told = why.args[0] if isinstance(why, ValueError) and why.args else str(why)
        raise _impossible(title, key, given.get(key), told) from None
    return model.model_dump(mode="json")


def _impossible(title: Title, key: str, value: Any, problem: str) -> Misuse:
    """Say why an option cannot have this value, with its rule and the values there are."""
    field = title.options_model.model_fields.get(key)
    extra = field.json_schema_extra if field is not None else None
    rule = str(extra["ruling"]) if isinstance(extra, dict) and "ruling" in extra else None
    kind = field.annotation if field is not None else None
    values = ["yes", "no"] if kind is bool else [str(one) for one in get_args(kind) if get_origin(kind) is Literal]
    reason: str = problem if isinstance(problem, Text) else Verbatim(problem)
    listed = extra.get(VALUES) if isinstance(extra, dict) else None
    told_by_title = isinstance(problem, Text) and not values
    values = [str(one) for one in listed] if isinstance(listed, list) else values or _numbers(field)
    if values and not told_by_title:
        reason = Say("it is one of {values}", values=Verbatim(", ".join(values)))
    told = {"option": Verbatim(key), "value": Verbatim(repr(value)), "reason": reason}
    named = Verbatim(f" ({rule})" if rule else "")
    return Misuse(
        Say("Option {option}={value} is not possible: {reason}{rule}.", **told, rule=named), expected=values, rule=rule
    )


def _numbers(field: Any) -> list[str]:
    """List the whole numbers that an option may be, where both bounds are given and they are few."""
    limits = field.metadata if field is not None else []
    low = next((one.ge for one in limits if hasattr(one, "ge")), None)
    high = next((one.le for one in limits if hasattr(one, "le")), None)
    if low is None or high is None or high - low > MOST_LISTED:
        return []
    return [str(number) for number in range(low, high + 1)]


def box_of(title: Title, given: Mapping[str, Any], people: int) -> list[str]:
    """List the modules, besides the base, by which so many people play a game with these options."""
    return list(title.modules(make_options(title, check_options(title, given)), people))


def check_game(title: Title, given: Mapping[str, Any], people: int) -> dict[str, Any]:
    """Return the options in full, if so many people can play with them."""
    chosen = check_options(title, given)
    reason = title.check(make_options(title, chosen), people)
    if reason is not None:
        raise reason if isinstance(reason, Misuse) else Misuse(reason)
    return chosen


def new_table(title: Title, seats: list[str], live: Live, drawn: Mapping[str, int] | None = None) -> Table:
    """Lay the table after set-up, run to its first questions; `drawn` counts what was drawn before it was there."""
    table = title.setup(seats, live)
    table.counters = {**(drawn or {}), **table.counters}
    Run(table).advance()
    return table


COMPUTER = "Computer"
"""Who is seated by `--player computer`: the title's greedy player."""


@record(frozen=True)
class Holder:
    """Who is to hold a seat: a person or the computer, with the side that was asked for."""

    name: str
    wish: str | None = None
    computer: bool = False


def check_wishes(title: Title, wishes: Sequence[str | None]) -> None:
    """Refuse by name sides that do not exist, or that two want."""
    named = f" ({title.seat_rule})" if title.seat_rule else ""
    for wish in wishes:
        if wish is None:
            continue
        if wish not in title.seat_names:
            near = get_close_matches(wish, title.seat_names, 1)
            hint = Say(" Did you mean {name}?", name=Verbatim(near[0])) if near else ""
            raise Misuse(
                Say(
                    "{title} has no seat {wish}{named}.{hint} Seats: {seats}.",
                    title=Verbatim(title.full_name),
                    wish=Verbatim(f"{wish!r:.40}"),
                    named=named,
                    hint=hint,
                    seats=Verbatim(", ".join(title.seat_names)),
                ),
                expected=near or title.seat_names, rule=title.seat_rule,
            )  # fmt: skip
        if list(wishes).count(wish) > 1:
            free = [seat for seat in title.seat_names if seat not in wishes]
            raise Misuse(
                Say(
                    "The seat {wish} was given to two players{named}. Free: {free}.",
                    wish=Verbatim(wish),
                    named=named,
                    free=Verbatim(", ".join(free)),
                ),
                expected=free, rule=title.seat_rule,
            )  # fmt: skip


def split_wishes(title: Title, players: Sequence[str]) -> tuple[list[str | None], list[str]]:
    """Split `ra=Ania <ania@example.org>`: the side that a player asked for, apart from the player."""
    wishes: list[str | None] = []
    people: list[str] = []
    for text in players:
        wish, sign, person = text.partition("=")
        wanted = bool(sign) and "<" not in wish and "@" not in wish
        wishes.append(wish.strip().lower() if wanted else None)
        people.append(person.strip() if wanted else text)
    check_wishes(title, wishes)
    return wishes, people


def computer_name(taken: Sequence[str]) -> str:
    """Choose `Computer`, for the next one `Second computer`: names must not begin alike."""
    ordinals = ["", "Second ", "Third ", "Fourth ", "Fifth ", "Sixth "]
    names = (f"{ordinal}{COMPUTER.lower() if ordinal else COMPUTER}" for ordinal in ordinals)
    return next(name for name in names if name not in taken)


def check_seed(text: str) -> str:
    """Check a seed typed by a person: 64 hexadecimal digits."""
    clean = text.strip().lower()
    if len(clean) != 64 or any(c not in "0123456789abcdef" for c in clean):
        raise Misuse(Say("--seed needs 32 bytes, that is 64 hexadecimal digits."))
    return clean


class Seats(NamedTuple):
    """The seats of a new table: the people's in seating order, those of the title's automata with their names, and how
    often each label was drawn to find them."""

    people: list[str]
    automata: dict[str, str]
    drawn: dict[str, int]

    @property
    def all(self) -> list[str]:
        return [*self.people, *self.automata]


def take_seats(title: Title, wishes: Sequence[str | None], live: Live) -> Seats:
    """Seat people and the title's automata."""
    bare = Table(seats=[], live=live)
    people = title.seating(bare, wishes)
    return Seats(people, dict(title.automata(live.options, people)), dict(bare.counters))


def check_number(title: Title, players: int) -> None:
    if players not in title.players:
        low, high = title.players[0], title.players[-1]
        wanted: str = Verbatim(low) if low == high else Say("{low} to {high}", low=low, high=high)
        raise Misuse(
            Say(
                "{title} takes {wanted} players{rule}; {n} were named.",
                title=Verbatim(title.full_name),
                wanted=wanted,
                rule=Verbatim(f" ({title.number_rule})" if title.number_rule else ""),
                n=players,
            ),
            expected=[str(number) for number in title.players], rule=title.number_rule,
        )  # fmt: skip


def seated(seats: Mapping[str, Holder], moderator: str | None, observers: Sequence[str]) -> list[SeatInfo]:
    """List who takes part in a game: who holds the seats, then moderator and observers."""
    people = [
        SeatInfo(seat=seat, player=holder.name, role="automaton" if holder.computer else "player")
        for seat, holder in seats.items()
    ]
    if moderator:
        people.append(SeatInfo(seat="moderator", player=moderator, role="moderator"))
    return people + [SeatInfo(seat=f"observer-{n}", player=o, role="observer") for n, o in enumerate(observers, 1)]


def setup_note(
    game: GameFile,
    options: Mapping[str, Any],
    seats: list[str],
    wishes: Sequence[str | None],
    start: dict[str, Any],
) -> dict[str, Any]:
    """Write what the first entry says of how the game was begun. `wishes` are given where seats were drawn."""
    rules = game.rules
    note = {
        "title": game.title, "version": rules.version, "fixes": rules.fixes, "data": rules.data, "options": options,
        "seats": seats, "commitment": game.seed_commitment, "chance": rules.chance, **start,
    }  # fmt: skip
    computers = [info.seat for info in game.automata()]
    further = {"modules": rules.modules, "wishes": wishes, "automata": computers}
    return note | {name: value for name, value in further.items() if value}


def create_game(
    title: Title,
    *,
    game_id: str,
    players: Sequence[str | Holder],
    moderator: str | None,
    observers: Sequence[str] = (),
    options: Mapping[str, Any],
    clock: Mapping[str, Any],
    seed: bytes,
    chance_kind: str = "seed",
    raw_data: dict[str, Any],
    now: datetime,
    source: ChanceSource | None = None,
    start: dict[str, Any] | None = None,
    fixes: Sequence[str] | None = None,
) -> Play:
    """Make a new game at its first questions, with its set-up entry written. `fixes` are those of the title's fixes
    that hold in it; all of them unless said otherwise."""
    pinned = list(title.fixes if fixes is None else fixes)
    holders = [Holder(player) if isinstance(player, str) else player for player in players]
    check_number(title, len(players))
    wishes = [holder.wish for holder in holders]
    check_wishes(title, wishes)
    chosen = check_game(title, options, len(players))
    modules = box_of(title, chosen, len(players))
    data = title.prepare(raw_data)
    live = title.live(
        source or SeedChance(seed, game_id), data, make_options(title, chosen), frozenset(pinned), modules
    )
    taken = take_seats(title, wishes, live)
    seats, drawn = taken.all, taken.drawn
    holding = dict(zip(taken.people, holders, strict=True))
    holding |= {seat: Holder(name, computer=True) for seat, name in taken.automata.items()}
    table = new_table(title, seats, live, drawn)
    pin = RulesPin(version=title.version, fixes=pinned, data=digest(raw_data), chance=chance_kind, modules=modules)  # type: ignore[arg-type]
    game = GameFile(
        id=game_id, title=title.name, rules=pin, options={**chosen, **clock},
        seats=seated(holding, moderator, observers), seed_commitment=commitment(seed), seed=seed.hex(), entry=0,
        head=GENESIS, table=table,
    )  # fmt: skip
    game.moderation.tenures = [Tenure(seat=seat) for seat in seats if not holding[seat].computer]
    play = Play(game, title, data, source)
    play.table.live.events, play.table.live.draws = live.events, live.draws
    note = setup_note(game, chosen, seats, wishes if drawn else [], start or {})
    play.write(now, None, "moderator", kind="setup", note=note)
    play.follow_orders(now)
    play.close(now)
    return play
