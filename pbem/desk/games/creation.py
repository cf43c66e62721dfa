"""New games: what is asked for on the command line, judged before anything is made, and the game that comes of it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, PlayerError, Refused, unchanged
from pbem.core.titles import Title, get_title
from pbem.core.words import Say, Verbatim
from pbem.desk.people.addresses import stop_held
from pbem.desk.people.players import check_reliability, people_named
from pbem.engine.clock import clock_options, parse_clock_options, parse_minimum, split_options
from pbem.engine.clock.durations import duration_text, parse_duration
from pbem.engine.create import (
    Holder,
    box_of,
    check_game,
    check_number,
    check_seed,
    create_game,
    parse_value,
    split_pairs,
    split_wishes,
)
from pbem.engine.deals import INVITE
from pbem.engine.gamefile import ANONYMOUS, SUGGESTIONS
from pbem.engine.notices import notices_after
from pbem.store.files import add_game
from pbem.store.ids import check_id
from pbem.store.invited import is_invited, is_spent
from pbem.store.tables import tables_for

if TYPE_CHECKING:
    from pbem.desk.interface import Desk
    from pbem.engine.gamefile import Deal
    from pbem.engine.play import Play
    from pbem.store.checking import Loaded

MOST_OF_ID = 36
"""What is kept of an id that gets a number behind it."""
HOUSE_OPTIONS = ("reliability", "announce_secrets", ANONYMOUS, SUGGESTIONS, INVITE)


@dataclass(slots=True)
class Plan:
    """A game as it was asked for, before there is a seed."""

    id: str
    title: Title
    players: list[Holder]
    moderator: str | None
    observers: list[str]
    options: dict[str, Any]
    clock: dict[str, Any]
    """Options of the clock and of the house."""
    addresses: dict[str, str | None] = field(default_factory=dict)


def create(
    desk: Desk,
    title_name: str,
    players: Sequence[str],
    moderator: str | None,
    observers: Sequence[str],
    game_id: str | None,
    options: Sequence[str],
    seed: str | None,
) -> Loaded:
    """Make a game and save it; it owes its first mails."""
    plan = plan_game(desk, title_name, players, moderator, observers, game_id, options)
    if INVITE in plan.clock:
        raise Misuse(Say("Option invite goes with --invite: nobody is asked before this game begins."))
    drawn = bytes.fromhex(check_seed(seed)) if seed is not None else secrets.token_bytes(32)
    return begin(desk, plan, drawn, chance="given" if seed is not None else "seed", now=desk.now())


def plan_game(
    desk: Desk,
    title_name: str,
    players: Sequence[str],
    moderator: str | None,
    observers: Sequence[str],
    game_id: str | None,
    options: Sequence[str],
) -> Plan:
    """Plan what was asked for, if it is possible; change nothing."""
    title = get_title(title_name)
    wishes, players = split_wishes(title, players)
    people, addresses = people_named(desk, title, players, moderator, observers)
    given, clock, house = options_of(title, [*options, *home_zone(desk, options)])
    if not clock_asked(options) and sum(name in addresses for name in people["player"]) == 1:
        clock = {}
    check_reliability(desk, people["player"], house)
    named = check_id(f"{title.name}-{secrets.token_hex(3)}" if game_id is None else game_id)
    holders = [
        Holder(name, wish, computer=name not in addresses)
        for name, wish in zip(people["player"], wishes, strict=True)
    ]  # fmt: skip
    chosen = people["moderator"][0] if people["moderator"] else None
    if is_invited(desk.home, named):
        raise Refused(unchanged(Say("There is already an invitation to {game}.", game=Verbatim(named))))
    if desk.home.exists(named):
        raise Refused(unchanged(Say("There is already a game {game}.", game=Verbatim(named))))
    if is_spent(desk.home, named):
        raise Refused(unchanged(_spent(desk, named)))
    return Plan(named, title, holders, chosen, people["observer"], given, {**clock, **house}, addresses)


def _spent(desk: Desk, game: str) -> Say:
    """Say why an id is not used again, and name one that is free."""
    others = (f"{game[:MOST_OF_ID]}-{n}" for n in count(2))
    used = (desk.home.exists, partial(is_invited, desk.home), partial(is_spent, desk.home))
    free = next(one for one in others if not any(known(one) for known in used))
    return Say(
        "{game} was deleted: mails about it are still under way and would be taken for those of the new one. Give it "
        "another id, for example {free}.",
        game=Verbatim(game), free=Verbatim(free),
    )  # fmt: skip


def check_plan(plan: Plan) -> None:
    """Check that so many people can play with these options: what `create_game` judges, before anybody is asked."""
    check_number(plan.title, len(plan.players))
    check_game(plan.title, plan.options, len(plan.players))


def begin(
    desk: Desk, plan: Plan, seed: bytes, *, chance: str = "seed", now: datetime, deal: Deal | None = None
) -> Loaded:
    """Make the game, save it, name the first mails. Whoever calls holds no lock of it."""
    with desk.home.lock(plan.id, new=True):
        return add_game(desk.home, prepared(desk, plan, seed, chance=chance, now=now, deal=deal).game)


def prepared(
    desk: Desk, plan: Plan, seed: bytes, *, chance: str = "seed", now: datetime, deal: Deal | None = None
) -> Play:
    """Prepare the game as its file will hold it; put people on file who are not there yet."""
    raw, _ = tables_for(desk.home, plan.title, box_of(plan.title, plan.options, len(plan.players)))
    play = create_game(
        plan.title, game_id=plan.id, players=plan.players, moderator=plan.moderator, observers=plan.observers,
        options=plan.options, clock=plan.clock, seed=seed, chance_kind=chance, raw_data=raw, now=now,
        start=None if deal is None else {"deal": promised(deal)},
    )  # fmt: skip
    game = play.game
    game.rules.deal = deal
    if desk.home.exists(game.id):
        raise Refused(unchanged(Say("There is already a game {game}.", game=Verbatim(game.id))))
    if "announce_secrets" in plan.clock:
        game.moderation.announce_secrets = bool(plan.clock["announce_secrets"])
    desk.enter(plan.addresses)
    stop_held(desk, game, now)
    desk.set_deadlines(game)
    game.outbox = notices_after(game, game.recent, 0)
    return play


def promised(deal: Deal) -> str:
    """Return the promise that the invitation made: SHA-256 of the secret."""
    return sha256(bytes.fromhex(deal.secret or "")).hexdigest()


def options_of(title: Title, options: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Split options into those of the title, of the clock, and of the house."""
    clock, mine = split_options(split_pairs(list(options)))
    own = [key for key in HOUSE_OPTIONS if key in mine and key not in title.options_model.model_fields]
    try:
        house = {key: house_option(key, mine.pop(key)) for key in own}
        given = {key: parse_value(value) for key, value in mine.items()}
        return given, dict(clock_options(parse_clock_options(clock))), house
    except PlayerError as problem:
        raise Misuse(problem.message) from None


def home_zone(desk: Desk, options: Sequence[str]) -> list[str]:
    """Make the home's zone that of deadline windows, unless the game says otherwise."""
    named = any(option.partition("=")[0].strip() == "zone" for option in options)
    return [] if named or desk.home.settings.zone in (None, "UTC") else [f"zone={desk.home.settings.zone}"]


def house_option(key: str, text: str) -> Any:
    if key == "reliability":
        return f"{parse_minimum(text)}%"
    if key == INVITE:
        return duration_text(parse_duration(text, INVITE))
    value = parse_value(text)
    if not isinstance(value, bool):
        raise Misuse(
            Say(
                "Option {option}={text} is not possible: write yes or no.",
                option=Verbatim(key),
                text=Verbatim(f"{text!r:.40}"),
            )
        )
    return value


def clock_asked(options: Sequence[str]) -> bool:
    """Tell whether an option of the clock was given; who plays alone has a clock only then."""
    return bool(split_options(split_pairs(list(options)))[0])


def plan_data(clock: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of clock and house that a game keeps: how long its invitation stood is none of them."""
    return {key: value for key, value in clock.items() if key != INVITE}
