"""Pictures for mails: one an entry and language, of what everybody may see, shared by all its readers.

They are made after the commit, in a process of their own: a mail never waits longer than two seconds for one, and then
goes without it. So it does where the extra `png` is not installed.
"""

from __future__ import annotations

import logging
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.mail.composing.context import MailContext

log = logging.getLogger("pbem.post")
PICTURED = frozenset({"start", "turn", "question", "over"})
"""Mails that show the board."""
MOST_BYTES = 60_000
MOST_SECONDS = 2.0


class Pictures:
    """Pictures of the entries that one run composes mails for."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.made: dict[tuple[str, int, str], bytes] = {}

    def of(self, context: MailContext) -> bytes:
        """Return the picture for a mail; empty where its kind or its reader has none, or it could not be made in
        time."""
        if not self.wanted or context.kind not in PICTURED or context.reader.format == "text":
            return b""
        key = context.game.id, context.entry, context.language
        if key not in self.made:
            self.made[key] = self._make(context)
        return self.made[key]

    def _make(self, context: MailContext) -> bytes:
        if not is_possible():
            return b""
        drawn = context.title.picture(context.play.view(None), context.play.data, context.words)
        if not drawn:
            return b""
        try:
            return render(drawn)
        except (OSError, ValueError) as problem:
            self.wanted = False  # what fails once would keep the other mails of this run waiting, too
            why = str(problem)
            log.warning(
                "no picture of %s at entry %d, its mails go without: %s", context.game.id, context.entry, why[:200]
            )
            return b""


def is_possible() -> bool:
    """Tell whether the extra is installed."""
    return all(find_spec(name) is not None for name in ("resvg_py", "PIL", "font_source_sans_pro"))


def render(drawn: str) -> bytes:
    """Draw a PNG of an SVG, small enough for a mail, by a process that is ended if it takes too long: the renderer
    cannot be interrupted."""
    import subprocess  # most mails have no picture of their own to be made

    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "pbem.raster", str(MOST_BYTES)], input=drawn.encode(), capture_output=True,
            timeout=MOST_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise ValueError("it took too long") from None
    if done.returncode or not done.stdout:
        raise ValueError(done.stderr.decode("utf-8", "replace").strip().split("\n")[-1] or "nothing was drawn")
    if len(done.stdout) > MOST_BYTES:
        raise ValueError(f"it has {len(done.stdout)} bytes")
    return done.stdout
