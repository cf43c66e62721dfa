"""Recognise commands as people spell them: what each command takes, and which command a line resembles.

A line was meant as a command if its first word is one, or one letter from it, and nothing follows that the command does
not take. A misspelt command is named and makes the mail NOT COUNTED; it is never carried out. `Help, I am losing` is
chat, because `help` takes a topic.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

from pbem.engine.submission.lines import bare_name, fold, read_line, unmark
from pbem.patterns import late

VERBS = (
    "preview", "options", "status", "show", "history", "help", "rules", "resend", "say", "orders", "away", "undo",
    "resign", "pass", "rulings", "appeal", "agree", "refuse", "address", "news", "language", "zone", "plain", "mod",
    "confirm", "format", "vote", "public", "standby", "draft",
)  # fmt: skip
ALIASES = {"order": "orders", "option": "options", "rule": "rules", "ruling": "rulings", "consent": "agree"}
ELSEWHERE = {
    "list": "orders", "clear": "orders clear", "withdraw": "undo", "press": "say", "broadcast": "say", "message": "say",
    "@all": "say", "view": "show", "summary": "history", "absence": "away", "vacation": "away",
}  # fmt: skip
"""From command words of other play-by-mail systems to ours."""
READING = frozenset({"options", "status", "show", "history", "help", "rules", "resend", "rulings"})
"""Read-only commands: a question mark behind one does no harm."""
FREE = frozenset({"say", "appeal", "mod", "undo", "orders"})
"""Commands with free text: it keeps its `;` and `#` and polite words."""
MODERATOR = frozenset({
    "act", "undo", "redo", "patch", "rule", "extend", "pause", "resume", "substitute", "process", "announce", "end",
    "data", "answer", "moderator", "observe", "person", "delete", "standby",
})  # fmt: skip
_ORDINARY = (
    "review potions statue statues states how slow snow shop shot shoe shown shaw sow chow stow sho "
    "held hell helm heap hemp helo hely hel hela yelp welp kelp roles jules mules ruler ruled rulers rubles rudes rues "
    "fules brules resent rasend revend borders ordens und uno udo unto indo mundo unio design reign resin resigns "
    "past mass bass lass dass fass hass nass ass sass pans pals pads pats paws pays cass vass wass piss puss pacs pars "
    "paks pasa paso pasi pasc pasy passa passy spass passt way sway ajay "
    "ay bay day fay gay hay jay kay lay may nay pay ray tay yay sa sac sad sae sag sah sai sal sam san sao sap sar sas "
    "sat sau sav saw sax shay shy sky slay sly soy spy stay sy sny sady raft craft graft drift drafts kraft"
)
ORDINARY = frozenset(_ORDINARY.split())
"""Common words and names of our five languages that are one letter from a command: they are chat."""
_WORD = late(r"([^\W_]+)[^\w\s]*\s*(.*)", re.DOTALL)
_SAY = late(r"say(?:\s+(?:to\s+)?(?P<to>[^:]{1,70}?))?\s*:\s*(?P<text>.*)", re.IGNORECASE | re.DOTALL)
_END = late(r"[\s.!?,:]+$")
_PLEASE = (
    "please", "pls", "plz", "thanks", "thank you", "thx", "bitte", "danke", "prosze", "poprosze", "dzieki", "dziekuje",
    "kerem", "kerlek", "koszonom", "koszi", "svp", "s'il te plait", "s'il vous plait", "stp", "merci",
)  # fmt: skip


def say_form(text: str) -> re.Match[str] | None:
    """Match `say: TEXT` or `say to NAME: TEXT`."""
    return _SAY.fullmatch(text)


def without_please(rest: str) -> str:
    """Remove polite words from the end of what follows a command word: `status please` is `status`."""
    words = rest.split()
    while words:
        end = " ".join(fold(word).strip(".,!") for word in words[-3:])
        polite = next((one for one in _PLEASE if end == one or end.endswith(f" {one}")), "")
        if not polite:
            break
        words = words[: -len(polite.split())]
    return rest if len(words) == len(rest.split()) else " ".join(words)


def _after_please(text: str) -> str:
    """Remove a polite word from the beginning of a folded line: `please undo` is `undo`."""
    polite = next((one for one in _PLEASE if text.startswith(one) and not text[len(one) : len(one) + 1].isalnum()), "")
    return text[len(polite) :].lstrip(" ,:!")


PERSONAL = frozenset(("address", "news", "plain", "format", "language", "zone", "public", "standby"))
"""Commands about a person's entry in the roster; each may say why."""
REASONED = PERSONAL | {"vote", "away", "resign", "agree", "refuse"}
_REASON = late(r"(?:^|\s)reason:", re.IGNORECASE)
MOST_REASON = 200
"""So much of a reason is kept with a person's entry or days off."""


def without_reason(rest: str) -> tuple[str, str]:
    """Split what a command is given from the reason behind it: `public no reason: I would rather not`."""
    found = _REASON.search(rest)
    return (rest[: found.start()].strip(), rest[found.end() :].strip()) if found else (rest.strip(), "")


def fits(verb: str, rest: str) -> bool:
    """Tell whether the text behind a command word has the form of that command; if not, the line is talk."""
    if verb in REASONED:
        rest = without_reason(rest)[0]
    count = len(rest.split())
    bare = _END.sub("", rest)
    match verb:
        case "preview":
            return not bare or (read_line(0, rest) is not None and ":" in rest)
        case "pass" | "status" | "resend" | "rulings":
            return not bare
        case "draft":
            return fold(bare) in ("", "clear", "show")
        case "resign":
            return fold(bare) in ("", "confirm", "confirmed", "yes", "cancel")
        case "show" | "history":
            return not bare or re.fullmatch(r"#?\d{1,7}", bare) is not None or fold(bare) in ("board", "all")
        case "help" | "rules":
            return count <= 1  # one topic or id, or none
        case "options":
            return count <= 3 or fold(rest).startswith("after")
        case "agree" | "refuse":
            return re.fullmatch(r"#?\d{1,6}", bare) is not None
        case "orders":
            return not bare or fold(bare).split()[0] in ("list", "clear") or ":" in rest
        case "undo":
            return count <= 30
        case "away":
            return 0 < count <= 12
        case "address":
            first = fold(rest).split()[0] if rest.split() else ""
            other = count == 2 and first in ("also", "drop") and "@" in rest
            return (count == 1 and "@" in rest) or other or (count == 2 and first == "confirm")
        case "confirm":
            return re.fullmatch(r"[a-z0-9]{5}-[a-z0-9]{5}", bare, re.IGNORECASE) is not None
        case "news" | "plain" | "format" | "language" | "zone":
            return count == 1
        case "public":
            return fold(bare) in ("yes", "no", "on", "off")
        case "standby":
            return count == 1 and re.fullmatch(r"[\w-]{2,20}", bare) is not None
        case "vote":
            return 1 <= count <= 6 and fold(rest).split()[0].strip(".!") == "end"
        case "appeal" | "mod":
            return count >= 1
    return False


def names_question(name: str, names: Collection[str]) -> bool:
    """Tell whether a name is one of a question's, alone or for an occasion (`card-2`)."""
    return name in names or bare_name(name) in names


def takes(verb: str, rest: str, names: Collection[str]) -> bool:
    """Tell whether a command takes exactly what follows its word: stricter than `fits`. `names` are names of
    questions."""
    if verb in REASONED:
        rest = without_reason(rest)[0]
    words = fold(_END.sub("", rest)).split()
    first = words[0] if words else ""
    if verb == "orders" and first in names:
        return True  # the colon was forgotten
    if verb == "say" or not fits(verb, rest):
        return False
    match verb:
        case "help":
            from pbem.mail.help import TOPICS

            return not words or (len(words) == 1 and first in {*TOPICS, *VERBS})
        case "rules":
            return not words or (len(words) == 1 and any(c.isdigit() for c in first))
        case "options":
            return not words or first == "after" or (len(words) == 1 and first in names)
        case "away":
            return first == "back" or any(c.isdigit() for c in rest)
        case "news":
            return first in ("each", "daily", "digest", "asked", "none")
        case "plain":
            return first in ("on", "off", "yes", "no")
        case "format":
            return first in ("text", "html", "both")
        case "language":
            return len(first) == 2
        case "zone":
            return "/" in rest or rest.isupper()
        case "appeal":
            return first.lstrip("#").isdecimal()
        case "mod":
            return first in MODERATOR
    return True


def one_letter_off(word: str, verb: str) -> bool:
    """Tell whether one letter is missing, added or wrong, or two neighbours are exchanged."""
    if word == verb or abs(len(word) - len(verb)) > 1:
        return False
    if len(word) == len(verb):
        other = [at for at in range(len(word)) if word[at] != verb[at]]
        if len(other) == 2 and other[1] == other[0] + 1:
            return word[other[0]] == verb[other[1]] and word[other[1]] == verb[other[0]]
        return len(other) == 1
    short, long = sorted((word, verb), key=len)
    at = next((at for at in range(len(short)) if short[at] != long[at]), len(short))
    return short[at:] == long[at + 1 :]


def near_command(line: str, names: Collection[str] = (), people: Collection[str] = ()) -> str:
    """Find the command that an unread line was meant to be; '' if it is chat. `people` are words of players' names."""
    text = _after_please(fold(unmark(line)))
    found = _WORD.match(text)
    if found is None or found[1] in people:
        return ""
    first, rest = found[1], without_please(found[2])
    exact = ALIASES.get(first, first)
    meant = [exact] if exact in VERBS else [verb for verb in VERBS if one_letter_off(first, verb)]
    if exact not in VERBS and first in ORDINARY:
        return ""
    for verb in meant:
        if verb == "say":
            to = fold(rest).split()[1:2] if rest.startswith("to ") else []
            named = bool(to) and to[0].strip(",") in {*people, "all", "everybody", "everyone", "moderator", "gm"}
            if say_form(f"say {text[found.end(1) :]}".replace("say :", "say:")) or named:
                return verb
        elif takes(verb, rest, names):
            return verb
    return ""


def command_meant(unread: list[str]) -> str:
    """Find the command that a short line resembles, by spelling or in words of another system, to suggest it."""
    for line in unread[:5]:
        words = line.split()
        first = fold(words[0]).strip(".:!") if words else ""
        if first in ELSEWHERE and len(words) <= 6:
            return ELSEWHERE[first]
        close = get_close_matches(first, VERBS, 1, 0.7) if 0 < len(words) <= 2 else []
        if close:
            return close[0]
    return ""


def names_command(text: str) -> bool:
    """Tell whether a line of the text begins with a command word; if not, the text is a move and nothing else."""
    rows = text.replace("\r", "\n").split("\n")
    said = [piece for row in rows for piece in unmark(row).split(";")]
    return any(fold(word).rstrip(".!:") in VERBS for piece in said for word in unmark(piece).split()[:1])
