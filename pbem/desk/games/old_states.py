"""Earlier states of a game: how many are kept, and what of them outlives them.

A state can be made again by replay, so only the newest ones are kept; before any is deleted the whole journal is played
again with every hash compared. Orders on file are in no journal entry: those of a deleted state are kept in
`history/ID/orders.jsonl`, because an undo may ask for them.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Busy, PbemError
from pbem.engine.gamefile import GameFile, Orders
from pbem.engine.replay import Replayer
from pbem.medium import discard
from pbem.store.disk import durable_replace, read_plain
from pbem.store.files import history_entries

if TYPE_CHECKING:
    from pbem.desk.interface import Desk, Session
    from pbem.store.home import Home

log = logging.getLogger("pbem.clock")
ORDERS = "orders.jsonl"
LIMIT = 64_000_000


def trim(desk: Desk, game_id: str, most: int, *, over: bool) -> int:
    """Delete the oldest states of a game beyond `most`, once there are half as many again; of a game that is over all
    but the last. How many went."""
    kept = 1 if over else most
    if not most or len(history_entries(desk.home, game_id)) <= (kept if over else most + most // 2):
        return 0
    try:
        with desk.game(game_id, wait=0) as session:
            surplus = [n for n in history_entries(desk.home, game_id)[:-kept] if n not in needed(session.game)]
            return _delete(session, surplus) if surplus and _can_be_made_again(session) else 0
    except Busy:
        return 0  # somebody uses the game; tomorrow is soon enough


def needed(game: GameFile) -> set[int]:
    """Find entries whose state something still asks for: mails that are owed, and what players ask to go back to."""
    found = {mail.entry for mail in game.outbox}
    for request in game.moderation.requests:
        if request.status == "open":
            found |= {request.entry, int(request.note.get("before", 0)) - 1}
    return found


def _can_be_made_again(session: Session) -> bool:
    replayer = Replayer(session.game, session.title, session.loaded.tables, keep_states=False)
    replayer.find_tables = session.desk.pinned
    try:
        replayer.run(session.journal())
    except PbemError as problem:
        log.warning("%s: its earlier states are kept, because it cannot be replayed: %s", session.game.id, problem)
        return False
    return True


def _delete(session: Session, surplus: list[int]) -> int:
    home, game_id = session.desk.home, session.game.id
    folder = home.history_folder(game_id)
    keep_orders(home, game_id, {n: _orders(folder / f"{n}.json", home.game_limit) for n in surplus})
    for n in surplus:
        discard(folder / f"{n}.json")
    return len(surplus)


def _orders(path: Path, limit: int) -> Any:
    """Read the orders of a state; None if it cannot be read: then it had nothing for anybody."""
    with suppress(PbemError, OSError, ValueError, LookupError):
        return json.loads(read_plain(path, limit)[0])["orders"]
    return None


def keep_orders(home: Home, game_id: str, orders: dict[int, Any]) -> None:
    """Write down the orders of states that are about to be deleted. The caller holds the game's lock."""
    path = home.history_folder(game_id) / ORDERS
    kept = {**_read(path), **{n: found for n, found in orders.items() if found is not None}}
    lines = [json.dumps({"entry": n, "orders": kept[n]}, ensure_ascii=False) for n in sorted(kept)]
    durable_replace(path, ("\n".join(lines) + "\n").encode())


def orders_at(home: Home, game_id: str, entry: int) -> dict[str, Orders] | None:
    """Return everybody's orders after an entry whose state was deleted; None if they are not known."""
    found = _read(home.history_folder(game_id) / ORDERS).get(entry)
    return None if found is None else {seat: Orders.model_validate(one) for seat, one in found.items()}


def _read(path: Path) -> dict[int, Any]:
    try:
        lines = read_plain(path, LIMIT)[0].decode().splitlines()
        return {int(one["entry"]): one["orders"] for one in map(json.loads, lines)}
    except FileNotFoundError:
        return {}
    except (ValueError, LookupError, TypeError):
        log.warning("%s is damaged; the orders in it are lost", path)
        return {}
