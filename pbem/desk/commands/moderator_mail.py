"""The moderator's commands by mail: `mod VERB ... reason: TEXT`, with the verbs and the words of `pbem mod`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.errors import PbemError
from pbem.desk.verbs.acts import read_act
from pbem.desk.verbs.moderator import LOOKING, Done, dry_run, perform
from pbem.mail.typed.tongues import canonical

if TYPE_CHECKING:
    from pbem.core.catalogues import Words
    from pbem.desk.interface import Session


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
