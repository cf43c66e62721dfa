"""`pbem roster`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pbem.cli.output import print_json, say, told_settings
from pbem.cli.terminal import table
from pbem.core.errors import Misuse
from pbem.core.titles import title_names
from pbem.core.words import Say, Verbatim
from pbem.desk.desk import here
from pbem.desk.people.addresses import OPERATOR, TYPED, change_address
from pbem.desk.people.deletion import forget as forget_person
from pbem.desk.people.players import Figures, reliability, running_turns
from pbem.engine.clock import zone_of
from pbem.store.roster import Person, changing_roster, check_address


def describe(person: Person, running: dict[str, Figures]) -> dict[str, Any]:
    figures = reliability(person, running)
    return {
        "name": person.name, "address": person.address, "also": person.also, "zone": person.zone,
        "language": person.language, "news": person.news or "usual", "plain": person.plain, "format": person.format,
        "public": person.public,
        "standby": person.standby, "hold": person.hold.reason if person.hold else None,
        "returned": len(person.returned),
        "in_time": Say("{n} of {of}", n=figures.in_time, of=figures.due), "excused": figures.excused,
        "kept": Say("{n} of {of}", n=figures.kept, of=figures.held),
        "decided": [line.model_dump() for line in person.decided],
    }  # fmt: skip


def run_roster(
    name: str | None,
    address: str | None,
    zone: str | None,
    language: str | None,
    news: str | None,
    plain: bool | None,
    format: str | None,
    forget: bool,
    json: bool,
    public: bool | None = None,
    standby: str | None = None,
    also: str | None = None,
    drop: str | None = None,
    reason: str | None = None,
    log: bool = False,
) -> int:
    desk = here()
    changes: dict[str, Any] = {"address": address, "zone": zone, "language": language, "news": news, "plain": plain}
    changes |= {"format": format, "public": public}
    changes["standby"] = None if standby is None else standing_by(standby)
    wanted = {key: value for key, value in changes.items() if value is not None}
    if name is None:
        if wanted or forget or also or drop or reason or log:
            raise Misuse(Say("Say whose entry to change: pbem roster NAME ..."))
        running = running_turns(desk)
        return show([describe(person, running) for person in desk.roster().people], json) or told_settings(desk)
    if forget:
        done = forget_person(desk, name)
        if json:
            print_json({"forgotten": name if done.complete else None, **asdict(done)})
        else:
            say(done.text(name))
        return 0
    if reason and not (wanted or also or drop):
        raise Misuse(Say("--reason goes with a change."))
    if wanted:
        change(desk, name, wanted, reason or TYPED)
    if also or drop:
        with changing_roster(desk.home) as roster, roster.deciding(name, desk.now(), OPERATOR, reason or TYPED):
            if also:
                roster.add_box(name, also)
            if drop:
                roster.drop_box(name, drop)
    if log and not json:
        return show_decided(desk.roster().need(name))
    shown = show([describe(desk.roster().need(name), running_turns(desk))], json)
    return shown if wanted or also or drop else told_settings(desk)


def show_decided(person: Person) -> int:
    """Show what was changed about a person, by whom and why."""
    heads = ["at", "what", "before", "after", "by", "reason"]
    table([[str(getattr(line, head)) for head in heads] for line in person.decided], heads)
    return 0


def change(desk: Any, name: str, wanted: dict[str, Any], reason: str = TYPED) -> None:
    from pydantic import ValidationError

    if "address" in wanted:
        wanted["address"] = check_address(str(wanted["address"]))
    if "zone" in wanted:
        check_zone(str(wanted["zone"]))
    address = wanted.pop("address", None)
    with changing_roster(desk.home) as roster, roster.deciding(name, desk.now(), OPERATOR, reason):
        known = roster.find(name)
        person = known or (roster.enter(name, address) if address is not None else roster.need(name))
        try:
            changed = Person.model_validate({**person.model_dump(), **wanted})
        except ValidationError as problem:
            first = problem.errors(include_url=False)[0]
            key = str(first["loc"][0])
            told = {"key": Verbatim(key), "value": Verbatim(repr(wanted.get(key)))}
            raise Misuse(Say("--{key} {value} is not possible: {known}.", known=possible(first), **told)) from None
        roster.people[roster.people.index(person)] = changed
    if known is not None and address is not None:
        change_address(desk, changed.name, address, reason)


def possible(problem: Mapping[str, Any]) -> str:
    """Say what a value may be, of an error of the model: its list of words, else the model's own sentence."""
    expected = problem.get("ctx", {}).get("expected")
    return (
        Say("one of {words}", words=Verbatim(expected.replace(" or ", ", "))) if expected else Verbatim(problem["msg"])
    )


def standing_by(text: str) -> list[str]:
    word = text.strip().lower()
    if word not in ("all", "none", *title_names()):
        told = {"value": Verbatim(f"{text!r:.40}"), "titles": Verbatim(", ".join(title_names()))}
        raise Misuse(Say("--standby {value} is not possible: all, none, or one of {titles}.", **told))
    return [] if word == "none" else [word]


def check_zone(zone: str) -> None:
    found = zone_of(zone)
    if found.note:
        raise Misuse(Say("--zone {zone}: this time zone is not known here.", zone=Verbatim(repr(zone))))


def show(rows: list[dict[str, Any]], json: bool) -> int:
    if json:
        print_json({"people": rows})
        return 0
    heads = ["name", "address", "zone", "language", "news", "hold", "in_time", "kept"]
    every = [{**row, "address": ", ".join([row["address"], *row["also"]])} for row in rows]
    table([[row[head] or "" for head in heads] for row in every], heads)
    return 0
