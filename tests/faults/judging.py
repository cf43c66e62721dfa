"""What must hold after a fault: the old state or the new one, every mail once, every word true."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from email import message_from_bytes
from pathlib import Path
from typing import Any

from tests.faults.calls import unnumbered
from tests.faults.running import Ended
from tests.faults.scenes import Scene

UNCHANGED = ("nothing was changed", "nothing was saved", "nothing was written", "nothing is left half done")
NO_GAME = "no game"
KILLED = -9
CLEARED = re.compile(r"/tmp/[^/]+$|(^|/)\.[^/]+\.tmp$|\.lock$|^pbem-errors\.log$|^mail/register\.broken$")
"""What a day's tidying clears away, locks, which stay, the details of what went wrong, and the last register that was
damaged, of which the handbook tells."""
_NOTE_FILE = re.compile(r"^mail/out/(new|cur)/note-#\.eml$")
_NOTE = re.compile(r"<page\.[0-9a-f]{24}@")
"""A note to a moderator."""
_ENTRY = re.compile(r"\.\d+(\.[a-z2-7]{16}(?=@)|\.(?=[a-z]))")
_SIGNED = re.compile(r"\.[a-z2-7]{16}@")


@dataclass(frozen=True, slots=True)
class Seen:
    """What a look at a home shows: where the game stands, the mails by Message-ID, the file the command makes."""

    entry: int
    state: str
    filed: bool
    mails: dict[str, set[str]]
    sent: frozenset[str]
    product: str

    @property
    def known(self) -> frozenset[str]:
        return frozenset(self.mails)


def look(work: Path, scene: Scene) -> Seen:
    """What is there now, read without the program: neither it nor its caches must know that somebody looked."""
    home = work / "home"
    mails: dict[str, set[str]] = {}
    sent = set()
    for box in ("out/new", "out/cur", "held/new"):
        for path in (home / "mail" / box).glob("*.eml"):
            raw = path.read_bytes()
            if box != "held/new" or raw.startswith(b"Return-Path:"):
                mails.setdefault(message_id(raw, scene), set()).add(f"composed {digest(raw)}")
    for path in (work / "taken").iterdir():
        raw = path.read_bytes()
        sent.add(message_id(raw, scene))
        mails.setdefault(message_id(raw, scene), set()).add(f"sent {digest(raw)}")
    entry, state, filed = game_state(home, scene)
    product = digest((work / scene.product).read_bytes()) if scene.product else ""
    return Seen(entry, state, filed, mails, frozenset(sent), product)


def game_state(home: Path, scene: Scene) -> tuple[int, str, bool]:
    """The entry, what tells this state from others, and whether the game lies among the finished ones."""
    places = [home / folder / f"{scene.game}.json" for folder in ("games", "games/finished")]
    found = [path for path in places if path.exists()]
    if not found:
        return 0, NO_GAME, False
    if len(found) > 1:
        return 0, "two files claim to be the game", False
    try:
        document: dict[str, Any] = json.loads(found[0].read_bytes())
    except ValueError as error:
        return 0, f"broken: {error}", False
    return document["entry"], told_state(document, scene), found[0].parent.name == "finished"


def told_state(document: dict[str, Any], scene: Scene) -> str:
    table = "" if scene.drawn else digest(json.dumps(document["table"], sort_keys=True).encode())
    return f"{document['status']} #{document['entry']} {table}"


def message_id(raw: bytes, scene: Scene) -> str:
    ident = str(message_from_bytes(head_of(raw))["Message-ID"])
    return _SIGNED.sub("@", ident) if scene.new_key else ident


def head_of(raw: bytes) -> bytes:
    """The head of a mail: its pages take long to read, and nobody asks for them here."""
    return re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[0] + b"\n\n"


def digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:16]


def litter(work: Path, expected: frozenset[str], *, refused: bool) -> str:
    """Files that nobody will ever use or clear away. Where something was refused a moderator may be told of it."""
    more = {path for path in files(work) - expected if not CLEARED.search(path)}
    if refused:
        more = {path for path in more if not _NOTE_FILE.match(path)}
    return f"left behind: {sorted(more)}" if more else ""


def files(work: Path) -> frozenset[str]:
    """The files of a home by names that are the same in every run."""
    home = work / "home"
    return frozenset(unnumbered(str(path.relative_to(home))) for path in home.rglob("*") if path.is_file())


# -- words -----------------------------------------------------------------------------------------------------------


def false_words(ended: Ended, old: Seen, new: Seen, now: Seen, scene: Scene, as_json: bool) -> str:
    """What a command said that is not so; empty if all of it is true."""
    said = ended.said.lower()
    done = (now.state, now.product) == (new.state, new.product)
    untouched = (now.state, now.product) == (old.state, old.product)
    if "traceback" in said:
        return f"a traceback: {ended.said}"
    # A command that looks after many things (clock, post) says it of one game.
    if any(words in said for words in UNCHANGED) and not (untouched and (scene.recovered or now.sent == old.sent)):
        return f"it says that nothing was changed, and something was: {ended.said}"
    if "counted as entry" in said and not done:
        return f"it says COUNTED, and nothing is saved: {ended.said}"
    if ended.code == KILLED:
        return ""
    if as_json:
        wrong = false_document(ended, scene)
        if wrong:
            return wrong
    if scene.redelivered:
        return "" if ended.code in (0, 75) else f"a mail server is told {ended.code}: {ended.said}"
    if ended.code == 0 and not (done and now.known >= new.known and now.sent >= new.sent):
        return f"exit code 0, but not everything is done: {ended.said}"
    if ended.code == 0 and now.filed != new.filed:
        return f"exit code 0, but the game is in the wrong folder: {ended.said}"
    if ended.code == 5 and not done and not scene.recovered:
        return f"exit code 5, but nothing is saved: {ended.said}"
    if ended.code in (1, 3, 4) and not untouched and not scene.recovered:
        return f"exit code {ended.code}, but the change is saved: {ended.said}"
    if ended.code not in (0, 1, 3, 4, 5):
        return f"exit code {ended.code}: {ended.said}"
    if ended.code and not ended.err.strip() and not as_json:
        return f"exit code {ended.code} without a word"
    return ""


def false_document(ended: Ended, scene: Scene) -> str:
    """What is wrong with the one JSON document of a command."""
    try:
        document = json.loads(ended.out)
    except ValueError:
        return f"not one JSON document: {ended.out!r}"
    if "error" in document and ended.code in (0, 5):
        return f"exit code {ended.code} with an error: {ended.out}"
    if "error" not in document and ended.code not in (0, 5) and not (scene.recovered and document.get("problems")):
        return f"exit code {ended.code} without an error: {ended.out}"
    if ended.code == 5:
        undone = document.get("undone")
        if not undone or any(set(one) != {"kind", "message"} for one in undone):
            return f"exit code 5, and the document does not say what could not be done: {ended.out}"
    return ""


# -- afterwards ------------------------------------------------------------------------------------------------------


def third_state(old: Seen, new: Seen, now: Seen, between: set[str]) -> str:
    """A game or a file that is neither the old one nor a new one."""
    if now.state not in (old.state, new.state) and now.state not in between:
        return f"a third state: {now.state}; possible are {old.state} and {new.state}"
    if now.product not in (old.product, new.product):
        return "the file is neither the old one nor the new one"
    return ""


def wrong_mails(expected: Seen, now: Seen, *, refused: bool = False) -> str:
    """Mails that are missing, that nobody owed, or that came in two forms under one Message-ID."""
    due, sent, known, out = expected.known, expected.sent, now.known, now.sent
    doubled = [ident for ident, forms in now.mails.items() if len({form.split()[0] for form in forms}) < len(forms)]
    if refused:
        # Somebody may be told of what was refused; and a mail that had to wait may stand behind others in the journal.
        known = frozenset(ident for ident in known if not _NOTE.match(ident))
        due, sent, known, out = (
            frozenset(_ENTRY.sub(".#.", ident) for ident in one) for one in (due, sent, known, out)
        )
    missing, more, unsent = due - known, known - due, sent - out
    found = [f"missing: {sorted(missing)}"] * bool(missing) + [f"not owed: {sorted(more)}"] * bool(more)
    found += [f"never sent: {sorted(unsent)}"] * bool(unsent) + [f"in two forms: {doubled}"] * bool(doubled)
    return "; ".join(found)
