"""Command words as people write them: what each command takes, and which command a line nearly is.

A command word one letter off, with nothing behind it that the command does not take, was meant as a command. It is
named and makes the mail NOT COUNTED, as a line does that is nearly an answer; it is never carried out. `Help, I am
losing` stays chat: `help` takes a topic.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

from pbem.engine.lines import fold, read_line, unmark

VERBS = (
    "preview", "options", "status", "show", "history", "help", "rules", "resend", "say", "orders", "away", "undo",
    "resign", "pass", "rulings", "appeal", "agree", "refuse", "address", "news", "language", "zone", "plain", "mod",
)  # fmt: skip
ALIASES = {"order": "orders", "option": "options", "rule": "rules", "ruling": "rulings", "consent": "agree"}
ELSEWHERE = {
    "list": "orders", "clear": "orders clear", "withdraw": "undo", "press": "say", "broadcast": "say", "message": "say",
    "@all": "say", "view": "show", "summary": "history", "absence": "away", "vacation": "away",
}  # fmt: skip
"""Words that players of other systems know by heart, with ours."""
READING = frozenset({"options", "status", "show", "history", "help", "rules", "resend", "rulings"})
"""Commands that only tell something: a question mark behind one does no harm."""
FREE = frozenset({"say", "appeal", "mod", "undo", "orders"})
"""Commands with free text: neither `;` nor `#` nor a polite word is taken out of it."""
MODERATOR = frozenset({
    "act", "undo", "redo", "patch", "rule", "extend", "pause", "resume", "substitute", "process", "announce", "end",
    "data", "answer",
})  # fmt: skip
_ORDINARY = (
    "review potions statue statues states how slow snow shop shot shoe shown shaw sow chow stow sho "
    "held hell helm heap hemp helo hely hel hela yelp welp kelp roles jules mules ruler ruled rulers rubles rudes rues "
    "fules brules resent rasend revend borders ordens und uno udo unto indo mundo unio design reign resin resigns "
    "past mass bass lass dass fass hass nass ass sass pans pals pads pats paws pays cass vass wass piss puss pacs pars "
    "paks pasa paso pasi pasc pasy passa passy spass passt way sway ajay "
    "ay bay day fay gay hay jay kay lay may nay pay ray tay yay sa sac sad sae sag sah sai sal sam san sao sap sar sas "
    "sat sau sav saw sax shay shy sky slay sly soy spy stay sy sny sady"
)
ORDINARY = frozenset(_ORDINARY.split())
"""Common words of our five languages (and names) that are one letter from a command."""
_WORD = re.compile(r"([^\W_]+)[^\w\s]*\s*(.*)", re.DOTALL)
_SAY = re.compile(r"say(?:\s+(?:to\s+)?(?P<to>[^:]{1,70}?))?\s*:\s*(?P<text>.*)", re.IGNORECASE | re.DOTALL)
_END = re.compile(r"[\s.!?,:]+$")
_PLEASE = (
    r"please|pls|plz|thanks|thank you|thx|bitte|danke|prosze|poprosze|dzieki|dziekuje|kerem|kerlek|koszonom|koszi|svp"
    r"|s'il te plait|s'il vous plait|stp|merci"
)
_POLITE_END = re.compile(rf"(?:[\s,.!]*\b(?:{_PLEASE}))+[\s.!,]*$")
_POLITE_START = re.compile(rf"^(?:(?:{_PLEASE})\b[\s,:!]*)+")


def say_form(text: str) -> re.Match[str] | None:
    """`say: TEXT`, `say to NAME: TEXT`."""
    return _SAY.fullmatch(text)


def without_please(rest: str) -> str:
    """What stands behind a command word, without a polite word at its end: `status please` is `status`."""
    folded = fold(rest)
    bare = _POLITE_END.sub("", folded)
    if bare == folded:
        return rest
    return " ".join(rest.split()[: len(bare.split())])


def fits(verb: str, rest: str) -> bool:
    """Whether what stands behind a command word has its form; else the line is talk that begins like one."""
    count = len(rest.split())
    bare = _END.sub("", rest)
    match verb:
        case "preview":
            return not bare or (read_line(0, rest) is not None and ":" in rest)
        case "pass" | "status" | "resend" | "rulings":
            return not bare
        case "resign":
            return fold(bare) in ("", "confirm", "confirmed", "yes", "cancel")
        case "show" | "history":
            return not bare or re.fullmatch(r"#?\d{1,7}", bare) is not None or fold(bare) in ("board", "all")
        case "help" | "rules" | "options":
            return count <= 3 or (verb == "options" and fold(rest).startswith("after"))
        case "agree" | "refuse":
            return re.fullmatch(r"#?\d{1,6}", bare) is not None
        case "orders":
            return not bare or fold(bare).split()[0] in ("list", "clear") or ":" in rest
        case "undo":
            return count <= 30
        case "away":
            return 0 < count <= 12
        case "address":
            return (count == 1 and "@" in rest) or (count == 2 and fold(rest).startswith("confirm "))
        case "news" | "plain" | "language" | "zone":
            return count == 1
        case "appeal" | "mod":
            return count >= 1
    return False


def takes(verb: str, rest: str, names: Collection[str]) -> bool:
    """Whether a command takes what stands behind its word, looked at closely: `names` are those of questions."""
    words = fold(_END.sub("", rest)).split()
    first = words[0] if words else ""
    if verb == "orders" and first in names:
        return True  # a forgotten colon
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
    """One letter too many, too few or wrong, or two neighbours exchanged."""
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
    """The command that an unread line was meant to be; '' if it is chat. `people` are first words of players' names."""
    text = _POLITE_START.sub("", fold(unmark(line)))
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
            if say_form(f"say {text[found.end(1):]}".replace("say :", "say:")) or named:
                return verb
        elif takes(verb, rest, names):
            return verb
    return ""


def command_meant(unread: list[str]) -> str:
    """The command that a short line nearly is, by spelling or in another system's words; said, never carried out."""
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
    """Whether a line of the text begins like a command; if not, it is a move and nothing else."""
    rows = text.replace("\r", "\n").split("\n")
    said = [piece for row in rows for piece in unmark(row).split(";")]
    return any(fold(word).rstrip(".!:") in VERBS for piece in said for word in unmark(piece).split()[:1])
