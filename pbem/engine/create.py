"""A new game: seats, options, the committed seed, the set-up entry."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pbem.core.chance import ChanceSource, SeedChance, commitment
from pbem.core.errors import Misuse
from pbem.core.procedures import Run
from pbem.core.table import Live, Table
from pbem.core.titles import Title, make_options
from pbem.engine.gamefile import GameFile, RulesPin, SeatInfo, Tenure
from pbem.engine.journal import GENESIS, digest
from pbem.engine.lines import fold
from pbem.engine.play import Play

MAX_NAME = 60


def check_name(name: str) -> str:
    """A person's name as it may be shown and typed; anything else is refused here, once."""
    clean = " ".join(name.split())
    if not clean or clean != name.strip() or len(clean) > MAX_NAME or not clean.isprintable():
        raise Misuse(f"{name!r:.80} is not a usable name: 1 to {MAX_NAME} printable characters, single blanks.")
    if not re.search(r"\w", clean):
        raise Misuse(f"{name!r} is not a usable name: it has no letter or digit.")
    return clean


def check_people(names: Sequence[str], reserved: Sequence[str]) -> None:
    """Names that cannot be told apart, or that are colours or command words, are refused (fault 125)."""
    folded = [fold(name) for name in names]
    taken = {fold(word) for word in reserved}
    for at, name in enumerate(folded):
        shown = names[at]
        if name in taken:
            raise Misuse(f"The name {shown!r} is also a seat or a command word; please choose another.")
        for second, other in zip(names[at + 1 :], folded[at + 1 :], strict=True):
            if name == other:
                raise Misuse(f"Two players are called {shown!r}; names must differ.")
            if name.startswith(other) or other.startswith(name):
                raise Misuse(f"The names {shown!r} and {second!r} begin alike; one must change.")


def parse_value(text: str) -> Any:
    """An option's value as typed on a command line."""
    lowered = text.strip().lower()
    if lowered in ("true", "yes", "on"):
        return True
    if lowered in ("false", "no", "off"):
        return False
    return int(lowered) if re.fullmatch(r"-?\d{1,9}", lowered) else text.strip()


def split_pairs(options: Sequence[str]) -> dict[str, str]:
    """`K=V` arguments as a mapping; anything else is refused by name."""
    pairs: dict[str, str] = {}
    for option in options:
        key, sign, value = option.partition("=")
        if not sign or not key.strip():
            raise Misuse(f"--option {option!r:.60} is not of the form K=V.")
        if key.strip() in pairs:
            raise Misuse(f"--option {key.strip()} was given twice.")
        pairs[key.strip()] = value.strip()
    return pairs


def check_options(title: Title, given: Mapping[str, Any]) -> dict[str, Any]:
    """The title's options in full, defaults filled in; wrong ones are named."""
    from pydantic import ValidationError

    fields = title.options_model.model_fields
    for key in given:
        if key not in fields:
            from difflib import get_close_matches

            near = get_close_matches(key, fields, 1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise Misuse(f"{title.name} has no option {key!r}.{hint} Options: {', '.join(sorted(fields)) or 'none'}.")
    try:
        model = make_options(title, given)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        key = str(first["loc"][0]) if first["loc"] else "options"
        raise Misuse(f"Option {key}={given.get(key)!r} is not possible: {first['msg']}.") from None
    return model.model_dump(mode="json")


def box_of(title: Title, given: Mapping[str, Any], people: int) -> list[str]:
    """The modules that a game of so many people with these options is played by, besides the base."""
    return list(title.modules(make_options(title, check_options(title, given)), people))


def new_table(title: Title, seats: list[str], live: Live) -> Table:
    """The table after set-up, run to its first questions."""
    table = title.setup(seats, live)
    Run(table).advance()
    return table


def check_number(title: Title, players: int) -> None:
    if players not in title.players:
        low, high = title.players[0], title.players[-1]
        wanted = str(low) if low == high else f"{low} to {high}"
        raise Misuse(f"{title.full_name} takes {wanted} players; {players} were named.")


def seated(
    seats: Sequence[str], players: Sequence[str], moderator: str | None, observers: Sequence[str]
) -> list[SeatInfo]:
    """The persons of a game: players first, then moderator and observers."""
    people = [SeatInfo(seat=s, player=p) for s, p in zip(seats, players, strict=True)]
    if moderator:
        people.append(SeatInfo(seat="moderator", player=moderator, role="moderator"))
    return people + [SeatInfo(seat=f"observer-{n}", player=o, role="observer") for n, o in enumerate(observers, 1)]


def create_game(
    title: Title,
    *,
    game_id: str,
    players: Sequence[str],
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
    """A new game at its first questions, with its set-up entry written. `fixes` are those of the title's fixes that
    hold in it; all of them unless said otherwise."""
    pinned = list(title.fixes if fixes is None else fixes)
    check_number(title, len(players))
    seats = list(title.seat_names[: len(players)])
    chosen = check_options(title, options)
    modules = box_of(title, chosen, len(players))
    data = title.prepare(raw_data)
    live = title.live(
        source or SeedChance(seed, game_id), data, make_options(title, chosen), frozenset(pinned), modules
    )
    table = new_table(title, seats, live)
    game = GameFile(
        id=game_id,
        title=title.name,
        rules=RulesPin(
            version=title.version, fixes=pinned, data=digest(raw_data), chance=chance_kind, modules=modules  # type: ignore[arg-type]
        ),
        options={**chosen, **clock},
        seats=seated(seats, players, moderator, observers),
        seed_commitment=commitment(seed),
        seed=seed.hex(),
        entry=0,
        head=GENESIS,
        table=table,
    )
    game.moderation.tenures = [Tenure(seat=seat) for seat in seats]
    play = Play(game, title, data, source)
    play.table.live.events, play.table.live.draws = live.events, live.draws
    note = {
        "title": title.name, "version": title.version, "fixes": pinned, "data": game.rules.data,
        "options": chosen, "seats": seats, "commitment": game.seed_commitment, "chance": chance_kind, **(start or {}),
    }  # fmt: skip
    if modules:
        note["modules"] = modules
    play.write(now, None, "moderator", kind="setup", note=note)
    play.follow_orders(now)
    play.close(now)
    return play
