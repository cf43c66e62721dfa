"""The heartbeat of the clock: when it last ran, and when this machine was away.

`games/.clock.json` is synced before it gets its name: emptied by a power cut, it would forget the outage that begins.
A silence is kept as an outage, and each game credits those that are longer than its own `outage` option; a step
back, or ahead by more than `limits.jump_days`, stops everything automatic until a moderator has looked (faults 240 to
242). Two machines whose clocks differ see each other's beat as such a step (fault 248).
"""

from __future__ import annotations

import json
import zlib
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from pbem.core.kept import kept
from pbem.core.words import Say
from pbem.engine.clock import clock_jump, jump_text
from pbem.engine.gamefile import Stop
from pbem.engine.journal import moment, stamp
from pbem.plain import read_file
from pbem.store.disk import make_folder, replace_whole

if TYPE_CHECKING:
    from pbem.desk.interface import Desk

KEPT = 60
SILENCE = timedelta(hours=1)
"""A shorter silence is kept by no game for an outage."""
REASON = kept(Say("the machine was not running"))


def read_beat(desk: Desk) -> dict[str, Any]:
    """Read the last beat; none if it is damaged: a wrong digit in an outage would move every deadline."""
    try:
        found = json.loads(read_file(desk.home.games / ".clock.json"))
    except (OSError, ValueError):
        return {}
    if not isinstance(found, dict) or found.pop("sum", None) not in (None, _checksum(found)):
        return {}
    return found


def _checksum(beat: dict[str, Any]) -> int:
    return zlib.crc32(json.dumps(beat, sort_keys=True).encode())


def write_beat(desk: Desk, beat: dict[str, Any]) -> None:
    make_folder(desk.home.games)
    summed = {**beat, "sum": _checksum(beat)}
    replace_whole(desk.home.games / ".clock.json", json.dumps(summed).encode() + b"\n")


def last_seen(beat: dict[str, Any]) -> datetime | None:
    """Say when the clock last ran, as the beat says; what is no time is no beat."""
    try:
        return moment(str(beat["seen"]))
    except (KeyError, ValueError):
        return None


def recorded(beat: dict[str, Any]) -> list[Stop]:
    try:
        return [Stop.model_validate(stop) for stop in beat.get("outages", [])][-KEPT:]
    except (ValueError, TypeError):
        return []


def believed(desk: Desk) -> timedelta:
    """Say how long the machine may have been away before its clock is not believed any more."""
    return timedelta(days=desk.home.settings.limits.jump_days)


def jump(desk: Desk, beat: dict[str, Any], now: datetime) -> str | None:
    """Say what to tell the moderator if the machine's clock cannot be believed; None if it can."""
    seen = last_seen(beat)
    if seen is None or clock_jump(seen, now, believed(desk)) is None:
        return None
    return Say(
        "{jump} If the time is right now, run `pbem clock --accept-jump`: the time between counts as an outage and is "
        "given back to the players. If not, set the clock right.",
        jump=jump_text(seen, now),
    )


def beat_now(desk: Desk, beat: dict[str, Any], now: datetime) -> Stop | None:
    """Note that we are here; return the silence before, if there was one that games may count as an outage."""
    seen = last_seen(beat)
    outages = recorded(beat)
    silence = None
    if seen is not None and now - seen > SILENCE:
        silence = Stop(start=stamp(seen), end=stamp(now), reason=REASON, cause="outage")
        outages.append(silence)
    kept = [stop.model_dump() for stop in outages[-KEPT:]]
    write_beat(desk, {"seen": stamp(now), "outages": kept, "blocked": beat.get("blocked", 0)})
    return silence


def outages(desk: Desk, now: datetime) -> list[Stop]:
    """List the outages to credit: those recorded, and the silence that lasts until now if the clock did not run yet."""
    beat = read_beat(desk)
    found = recorded(beat)
    seen = last_seen(beat)
    if seen is not None and now - seen > SILENCE and clock_jump(seen, now, believed(desk)) is None:
        found.append(Stop(start=stamp(seen), end=stamp(now), reason=REASON, cause="outage"))
    return found
