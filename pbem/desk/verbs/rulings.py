"""Rulings, corrections of the position, and changed component tables."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, Refused, unchanged
from pbem.core.set_up import module_of, set_up_only, typed_value
from pbem.core.words import Listed, Say, Verbatim
from pbem.desk.verbs.acts import Act, Done, no_more
from pbem.engine.adjudication import moderation
from pbem.engine.adjudication.veiling import Veil
from pbem.engine.create import parse_value
from pbem.engine.replay import first_difference
from pbem.store.tables import pin

if TYPE_CHECKING:
    from pbem.desk.interface import Session
    from pbem.engine.gamefile import Ruling

SHORT = 300


def rule(session: Session, act: Act) -> Done:
    typed = next((word for word in act.words if "=" in word), None)
    setting = act.option if act.option is not None else typed
    rules = [*act.rules, *(word.strip(",") for word in act.words if "=" not in word)]
    option, value = None, None
    if setting is not None:
        option, sign, text = setting.partition("=")
        if not sign:
            raise Misuse(Say("--option needs K=V."))
        value = parse_value(text)
    unknown = [ident for ident in rules if session.title.explain(ident) is None]
    if unknown:
        raise Refused(
            unchanged(
                Say("{title} has no rule {rule}.", title=session.title.full_name, rule=Verbatim(repr(unknown[0])))
            )
        )
    made = moderation.rule(session.play, session.desk.now(), act.author, act.reason or "", rules, option, value)
    sections = {info.seat: [("h-ruling", _ruling(session, act, made))] for info in session.game.seats}
    data = {"ruling": made.number, "option": option, "value": made.value, "rules": rules}
    done = Listed([Say("Ruling {n}.", n=made.number), *_switched(session, made)], " ")
    would = Listed([Say("This would be ruling {n}.", n=made.number), *_switched(session, made, would=True)], " ")
    return Done(done, data, told=sections, would=would)


def _ruling(session: Session, act: Act, made: Ruling) -> str:
    """Say what everybody is told of a ruling."""
    told = Say(
        "Ruling {n} by {author}: {reason}{stop}",
        n=made.number,
        author=Verbatim(act.author),
        reason=Verbatim(made.reason),
        stop="" if made.reason.endswith((".", "!", "?")) else ".",
    )
    appeal = Say("Whoever does not agree writes `appeal {n} TEXT`.", n=made.number)
    return Listed([Listed([told, *_switched(session, made)], " "), appeal], "\n")


def _switched(session: Session, made: Ruling, *, would: bool = False) -> list[str]:
    """Say what a ruling changes from now on."""
    if made.option is None:
        return []
    values = {"option": Verbatim(made.option), "value": Verbatim(typed_value(made.value))}
    said: list[str] = [Say("{option} would be {value} from now on.", **values) if would else (
        Say("{option} is {value} from now on.", **values))]  # fmt: skip
    module = module_of(session.title, made.option)
    if module is not None and module not in session.game.rules.modules:
        said.append(
            Say(
                "Only {module} reads it, which is not in the box: nothing changes in this game.",
                module=Verbatim(module),
            )
        )
    elif set_up_only(session.title, made.option):
        said.append(Say("It decides the set-up only, and that is over: nothing changes in this game."))
    return said


def patch(session: Session, act: Act) -> Done:
    text = " ".join(act.words)
    try:
        patch = json.loads(text)
    except ValueError as problem:
        raise Refused(unchanged(Say("The patch is not JSON: {problem}.", problem=Verbatim(problem)))) from None
    planned = moderation.plan_patch(session.play, patch, force=act.force)
    veil, typed = Veil(session.play), Veil(session.play, text)
    planned.problems = [veil.message(problem) for problem in planned.problems]
    moderation.correct(session.play, planned, patch, session.desk.now(), act.reason or "")
    sections = {
        info.seat: [("h-changes", _changes(planned, info.seat if info.role == "player" else None))]
        for info in session.game.seats
    }
    data: dict[str, Any] = {
        "changes": [{"place": p, "before": b, "after": a} for p, b, a in planned.shown[None]],
        "hidden": _hidden(planned, None), "problems": planned.problems,
    }  # fmt: skip
    if act.dry_run:  # nobody may see yet what the correction would lay open
        planned.shown = typed.over(planned.shown)
        shown = _changes(planned, None)
        would = Listed([Say("This would be corrected:"), shown], "\n")
        return Done(shown, typed.over(data), would=would)
    return Done(_changes(planned, None), data, told=sections)


def _hidden(planned: moderation.Correction, reader: str | None) -> bool:
    """Tell whether the correction touched something that this reader may not know."""
    return any(changes and changes != planned.shown[reader] for changes in planned.shown.values()) or (
        bool(planned.changes) and not planned.shown[reader]
    )


def _changes(planned: moderation.Correction, reader: str | None) -> str:
    """Tell a correction as a reader may know it."""
    lines: list[str] = [
        Verbatim(f"{place}: {_value(before)} -> {_value(after)}") for place, before, after in planned.shown[reader]
    ]
    if _hidden(planned, reader):
        lines.append(Say("Something that is hidden from you was corrected too."))
    lines += [Say("Kept against an invariant: {problem}", problem=problem) for problem in planned.problems]
    return Listed(lines, "\n") or Say("Nothing that can be seen differs.")


def _value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHORT else f"{text[: SHORT - 3]}..."


def data(session: Session, act: Act) -> Done:
    """Bring the tables and fixes that a game begun today would have into this one."""
    no_more(act, act.words)
    raw, fixes = session.desk.tables(session.title, session.game.rules.modules), list(session.title.fixes)
    new = [fix for fix in fixes if fix not in session.game.rules.fixes]
    differs = first_difference(session.game, session.title, raw, fixes, session.journal())
    said = Say("No past entry would have differed.")
    if differs:
        said = Say("Would have differed first: entry {n}.", n=differs[0])
    if not act.dry_run:
        pin(session.desk.home, raw)
    entry = moderation.change_data(
        session.play, raw, fixes, differs[0] if differs else None, session.desk.now(), act.reason or ""
    )
    holds = Say("Component tables and fixes as they are now hold from entry {n} on.", n=entry.n)
    would = Say("Component tables and fixes as they are now would hold from entry {n} on.", n=entry.n)
    fresh = [Say("New fix {fix}: {what}.", fix=Verbatim(fix), what=_fix(session, fix)) for fix in new]
    text = Listed([Listed([holds, said], " "), *fresh], "\n")
    sections = {info.seat: [("h-tables", text)] for info in session.game.seats}
    data = {"differs": differs[0] if differs else None, "data": entry.note["data"], "fixes": new}
    return Done(text, data, told=sections, would=Listed([Listed([would, said], " "), *fresh], "\n"))


def _fix(session: Session, fix: str) -> str:
    """Say what a fix of the rules changes, in the title's words."""
    return session.title.fix_notes.get(fix) or Say("see the rules")
