"""Rulings, corrections of the position, and changed component tables."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pbem.core.errors import Misuse, Refused, unchanged
from pbem.core.set_up import set_up_only
from pbem.core.words import Say, Verbatim
from pbem.desk.verbs.acts import Act, Done
from pbem.engine.adjudication import moderation
from pbem.engine.adjudication.veiling import hidden_words, veil
from pbem.engine.create import parse_value
from pbem.store.tables import pin

if TYPE_CHECKING:
    from pbem.desk.interface import Session

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
    said = f" {option} is {made.value} from now on." if option else ""
    if option and set_up_only(session.title, option):
        said += " It decides the set-up only, and that is over: nothing changes in this game."
    stop = "" if made.reason.endswith((".", "!", "?")) else "."
    text = f"Ruling {made.number} by {act.author}: {made.reason}{stop}{said}\n"
    text += f"Whoever does not agree writes `appeal {made.number} TEXT`."
    sections = {info.seat: [("Ruling", text)] for info in session.game.seats}
    data = {"ruling": made.number, "option": option, "value": made.value, "rules": rules}
    would = f"This would be ruling {made.number}.{said.replace(' is ', ' would be ', 1)}"
    return Done(f"Ruling {made.number}.{said}", data, told=sections, would=would)


def patch(session: Session, act: Act) -> Done:
    text = " ".join(act.words)
    try:
        patch = json.loads(text)
    except ValueError as problem:
        raise Refused(unchanged(Say("The patch is not JSON: {problem}.", problem=Verbatim(problem)))) from None
    planned = moderation.plan_patch(session.play, patch, force=act.force)
    hidden = hidden_words(session.play)
    planned.problems = [veil(problem, hidden) for problem in planned.problems]
    moderation.correct(session.play, planned, patch, session.desk.now(), act.reason or "")
    sections = {
        info.seat: [("Before and after", _changes(planned, info.seat if info.role == "player" else None))]
        for info in session.game.seats
    }
    data: dict[str, Any] = {
        "changes": [{"place": p, "before": b, "after": a} for p, b, a in planned.shown[None]],
        "hidden": _hidden(planned, None), "problems": planned.problems,
    }  # fmt: skip
    if act.dry_run:  # what the correction would lay open is still covered
        shown = veil(_changes(planned, None), hidden, text)
        return Done(shown, json.loads(veil(json.dumps(data), hidden, text)), would=f"This would be corrected:\n{shown}")
    return Done(_changes(planned, None), data, told=sections)


def _hidden(planned: moderation.Correction, reader: str | None) -> bool:
    """Whether the correction touched something that this reader may not know."""
    return any(changes and changes != planned.shown[reader] for changes in planned.shown.values()) or (
        bool(planned.changes) and not planned.shown[reader]
    )


def _changes(planned: moderation.Correction, reader: str | None) -> str:
    """A correction as a reader may know it."""
    lines = [f"{place}: {_value(before)} -> {_value(after)}" for place, before, after in planned.shown[reader]]
    if _hidden(planned, reader):
        lines.append("Something that is hidden from you was corrected too.")
    lines += [f"Kept against an invariant: {problem}" for problem in planned.problems]
    return "\n".join(lines) or "Nothing that can be seen differs."


def _value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHORT else f"{text[: SHORT - 3]}..."


def data(session: Session, act: Act) -> Done:
    """Bring the tables and fixes that a game begun today would have into this one."""
    raw, fixes = session.desk.tables(session.title, session.game.rules.modules), list(session.title.fixes)
    new = [fix for fix in fixes if fix not in session.game.rules.fixes]
    differs = moderation.first_difference(session.game, session.title, raw, fixes, session.journal())
    said = f"Would have differed first: {differs[1]}." if differs else "No past entry would have differed."
    if not act.dry_run:
        pin(session.desk.home, raw)
    entry = moderation.change_data(
        session.play, raw, fixes, differs[0] if differs else None, session.desk.now(), act.reason or ""
    )
    text = f"Component tables and fixes as they are now hold from entry {entry.n} on. {said}"
    text += "".join(f"\nNew fix {fix}: {session.title.fix_notes.get(fix, 'see the rules')}." for fix in new)
    sections = {info.seat: [("Tables", text)] for info in session.game.seats}
    data = {"differs": differs[0] if differs else None, "data": entry.note["data"], "fixes": new}
    would = text.replace(" hold from entry", " would hold from entry")
    return Done(text, data, told=sections, would=would)
