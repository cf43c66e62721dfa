"""A new game: people, options and seed read, everything made and saved at once."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, PlayerError, Refused
from pbem.core.titles import Title, get_title
from pbem.desk.people.addresses import stop_held
from pbem.desk.people.players import check_reliability, people_named
from pbem.engine.clock import clock_options, parse_clock_options, parse_minimum, split_options
from pbem.engine.create import Holder, box_of, check_seed, create_game, parse_value, split_pairs, split_wishes
from pbem.engine.notices import notices_after
from pbem.store.checking import Loaded
from pbem.store.files import add_game
from pbem.store.ids import check_id
from pbem.store.tables import tables_for

if TYPE_CHECKING:
    from pbem.desk.interface import Desk

HOUSE_OPTIONS = ("reliability", "announce_secrets")


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
    title = get_title(title_name)
    wishes, players = split_wishes(title, players)
    people, addresses = people_named(desk, title, players, moderator, observers)
    given, clock, house = options_of(title, options)
    if not clock_asked(options) and sum(name in addresses for name in people["player"]) == 1:
        clock = {}
    check_reliability(desk, people["player"], house)
    game_id = check_id(f"{title.name}-{secrets.token_hex(3)}" if game_id is None else game_id)
    raw, _ = tables_for(desk.home, title, box_of(title, given, len(people["player"])))
    play = create_game(
        title,
        game_id=game_id,
        players=[
            Holder(name, wish, computer=name not in addresses)
            for name, wish in zip(people["player"], wishes, strict=True)
        ],
        moderator=people["moderator"][0] if people["moderator"] else None,
        observers=people["observer"],
        options=given,
        clock={**clock, **house},
        seed=bytes.fromhex(check_seed(seed)) if seed is not None else secrets.token_bytes(32),
        chance_kind="given" if seed is not None else "seed",
        raw_data=raw,
        now=desk.now(),
    )
    game = play.game
    if desk.home.exists(game.id):
        raise Refused(f"There is already a game {game.id}. Nothing was changed.")
    if "announce_secrets" in house:
        game.moderation.announce_secrets = bool(house["announce_secrets"])
    desk.enter(addresses)
    stop_held(desk, game, desk.now())
    desk.set_deadlines(game)
    game.outbox = notices_after(game, game.recent, 0)
    with desk.home.lock(game.id, new=True):
        return add_game(desk.home, game)


def options_of(title: Title, options: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Options of the title, of the clock, and of the house: `reliability` and `announce_secrets`."""
    clock, mine = split_options(split_pairs(list(options)))
    house: dict[str, Any] = {}
    for key in [key for key in HOUSE_OPTIONS if key in mine and key not in title.options_model.model_fields]:
        text = mine.pop(key)
        house[key] = f"{parse_minimum(text)}%" if key == "reliability" else parse_value(text)
        if key == "announce_secrets" and not isinstance(house[key], bool):
            raise Misuse(f"Option announce_secrets={text!r:.40} is not possible: write yes or no.")
    given = {key: parse_value(value) for key, value in mine.items()}
    try:
        return given, dict(clock_options(parse_clock_options(clock))), house
    except PlayerError as problem:
        raise Misuse(problem.message) from None


def clock_asked(options: Sequence[str]) -> bool:
    """Whether an option of the clock was given; who plays alone has a clock only then."""
    return bool(split_options(split_pairs(list(options)))[0])
