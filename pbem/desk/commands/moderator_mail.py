"""The moderator's commands by mail: `mod VERB ... reason: TEXT`, with the verbs and the words of `pbem mod`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.desk.verbs.moderator import LOOKING, Act, Done, dry_run, perform
from pbem.mail.typed.tongues import canonical

if TYPE_CHECKING:
    from pbem.core.catalogues import Words
    from pbem.desk.interface import Session

_REASON = re.compile(r"(?:^|\s)(?:--reason|reason)\s*[:=]?\s*", re.IGNORECASE)


def moderate(session: Session, text: str, author: str, words: Words | None = None) -> Done:
    """Carry one command out on the opened game; the caller saves. A dry run changes nothing. `words` is the language in
    which the moderator writes a player's move."""
    act = read_act(session.game.id, text)
    act.author = author
    if act.verb == "act":
        act.words[1:] = canonical(" ".join(act.words[1:]), words).split()
    if act.verb in LOOKING:
        act.dry_run = True
    if act.dry_run:
        return dry_run(session.desk, act)
    before = session.game.model_dump_json()
    try:
        return perform(session, act)
    except PbemError:
        session.restore(before)
        raise


def read_act(game: str, text: str) -> Act:
    """Read `extend Ania 2d reason: illness`, `undo 12 fresh dry-run reason: ...`, `rule R-3 wind=2 reason: ...`."""
    found = _REASON.search(text)
    before, reason = (text[: found.start()], text[found.end() :].strip()) if found else (text, None)
    words, trying = before.split(), False
    for flag in ("dry-run", "--dry-run"):  # in front of the verb as well
        if flag in words:
            words.remove(flag)
            trying = True
    act = Act(words[0].lower() if words else "", game, words[1:], reason or None, dry_run=trying)
    if act.verb == "undo" and "restore-orders" in act.words:
        act.words.remove("restore-orders")
        act.orders = "restore"
    if act.verb == "rule":
        act.option = next((word for word in act.words if "=" in word), None)
        act.rules = [word.strip(",") for word in act.words if "=" not in word]
        act.words = []
    return act
