"""What players and moderators read has a key: nothing that is raised, printed or noted is English prose.

The check reads the source: every literal sentence in a place from which it reaches a terminal or a mail must stand
inside `Say`, `Fault`, `Count` or a table of such. What stays English is listed here with its reason.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

PBEM = Path(__file__).parents[2] / "pbem"
READ = ("archive", "cli", "core", "desk", "engine", "kit", "mail", "store")
"""Where what people read is written; titles are read by `test_games`, the frame by `tests/mail`."""
REFUSALS = {
    "Refused", "Misuse", "NotSeated", "Ambiguous", "NotPossible", "NotAsked", "NotUnderstood", "Unfinished",
    "OutOfDate", "AlreadyCounted", "UnknownGame", "Busy", "unchanged", "Done", "DiskProblem", "GameFileProblem",
    "MailProblem", "Mishap", "NotNow", "Hold", "ZipProblem",
}  # fmt: skip
PRINTS = {"out", "note", "say", "Progress"}
"""What prints a line."""
LATER = {
    "ClockProblem": 2, "behind": 1, "Undone": 1, "undone_by": 2, "left_over": 2, "Handled": 1, "Lock": 1, "_tell": 1,
    "_tell_once": 1, "tell_moderator": 2, "tell_past_the_disk": 1, "RecordRefused": 1, "AuditProblem": 1,
    "OverlayError": 1, "Outcome": 2, "Check": 2, "Screen": 1,
}  # fmt: skip
"""Where another argument is the one that is read."""
KEPT = {"reason", "text", "would", "remarks"}
"""What notes of entries, mails and listings hold for people to read."""
LISTS = {"alerts", "problems", "remarks", "doubts"}
"""Lists of lines that a command prints: what is appended to them is read."""
SHELL = "the mail server's pipe: it is read by a program, or in its log"
ALLOWED = {
    "pbem/cli/receive.py": SHELL,
    "pbem/cli/demo.py": "`make demo`, which shows commands and is no command itself",
}
TYPED = re.compile(r"pbem (new|mod|roster|mail)\b|^\$ pbem|--option |^pbem: ")
"""Commands as they are typed."""
CHECKS = [path for name in ("component_check.py", "components.py") for path in (PBEM / "titles").rglob(name)]
CHECKS.append(PBEM / "titles" / "ankh" / "pharaoh" / "verbs" / "effect_values.py")
"""What is wrong with an owner's tables is told in sentences of a title."""
FILES = sorted([*(path for place in READ for path in (PBEM / place).rglob("*.py")), *CHECKS])
TITLES = sorted((PBEM / "titles").rglob("*.py"))


def prose(node: ast.expr) -> bool:
    """A sentence without a key: an f-string or a literal of several words, or such things added up."""
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values)
        return " " in text and re.search(r"[^\W\d_]{2}", text) is not None and TYPED.search(text) is None
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and " " in node.value.strip() and TYPED.search(node.value) is None
    if isinstance(node, ast.IfExp):
        return prose(node.body) or prose(node.orelse)
    return isinstance(node, ast.BinOp) and (prose(node.left) or prose(node.right))


def called(node: ast.Call) -> str:
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def spoken(tree: ast.AST) -> list[tuple[int, ast.expr]]:
    """Words of refusals, of lines that are printed, of what verbs did, of what was left behind a commit, of notes."""
    found: list[tuple[int, ast.expr]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = called(node)
            at = LATER.get(name, 0)
            read = name in REFUSALS | LATER.keys() or (name in PRINTS and isinstance(node.func, ast.Name))
            if read and len(node.args) > at:
                found.append((node.lineno, node.args[at]))
            if name == "append" and getattr(getattr(node.func, "value", None), "attr", "") in LISTS:
                found.append((node.lineno, node.args[0]))
            found += [(node.lineno, one.value) for one in node.keywords if one.arg in KEPT]
        elif isinstance(node, ast.Dict):
            keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
            found += [(node.lineno, value) for key, value in zip(keys, node.values, strict=True) if key in KEPT]
    return found


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_nothing_is_said_without_a_key() -> None:
    """A file whose sentences have keys by now is no exception any more."""
    found = {
        path.relative_to(PBEM.parent).as_posix(): [line for line, node in spoken(parsed(path)) if prose(node)]
        for path in FILES
    }
    assert {name: lines for name, lines in found.items() if lines and name not in ALLOWED} == {}
    assert [name for name in ALLOWED if not found[name]] == []


def test_prose_is_told_from_keys() -> None:
    text = (
        'raise Refused(f"no {x} here")\nraise Refused(Say("no {x} here", x=x))\nDone("Done so.", would=say("k"))\n'
        'note("a b" if x else Say("k"))\nrun.alerts.append(f"{x} waits")\nout(f"{x}: {y}")\nbehind("kind", "is not so")'
    )
    assert [line for line, node in spoken(ast.parse(text)) if prose(node)] == [1, 3, 4, 5, 7]


# -- every sentence of the source --------------------------------------------------------------------------------------

KEYED = {"Say": 0, "Fault": 0, "Flaw": 0, "Failed": 0, "Unchanged": 0, "Trouble": 1, "Count": 1, "Noun": 0}
"""What makes a text of a key, and which of its arguments that is."""
LOGS = {"debug", "info", "warning", "error", "_warn"}
"""Log files are English."""
BUGS = {
    "ValueError", "TypeError", "AssertionError", "AttributeError", "LookupError", "OSError", "FileNotFoundError",
    "RulesBug",
}  # fmt: skip
"""Mistakes of the program and of a title's author: whoever runs it is told that there was one, in words with a key."""
PATTERNS = {"compile", "late", "_run", "_look", "word_set", "once", "ContextVar"}
ENGLISH = re.compile(
    r"\b(?:the|is|are|was|were|not|no|of|an?|its?|has|have|cannot|there|this|that|with|for|in|to|or|and|by)\b"
)
UNKEYED = {
    **ALLOWED,
    "pbem/engine/computers/fuzz.py": "defects that `pbem fuzz` finds, for whoever mends the program",
    "pbem/engine/computers/sight.py": "the same",
    "pbem/store/schema_writer.py": "titles inside the JSON schemas",
    "pbem/store/schemas.py": "the words of the slow checker, of which `findings` makes a sentence",
    "pbem/core/interpreter.py": "part of a mistake in a title's rules",
    "pbem/engine/clock/absences.py": "words of dates that are understood, and examples as they may be typed",
    "pbem/engine/clock/reliability.py": "an example as it may be typed",
    "pbem/engine/clock/times.py": "a table of its own for each language",
    "pbem/engine/clock/zones.py": "a mark that nobody reads: `note` says only that a zone is not known",
    "pbem/archive/stats.py": "a name of a table, the same in `--json`",
    "pbem/desk/people/invitations.py": "words that are understood",
    "pbem/desk/post/optouts.py": "a name in the register",
    "pbem/desk/receiving/intake.py": "what SMTP answers to another server",
    "pbem/desk/receiving/listener.py": "what SMTP answers to another server, and the log",
    "pbem/desk/receiving/proof.py": "what SMTP answers to another server",
    "pbem/mail/reading/body.py": "marks in foreign mails",
    "pbem/mail/typed/previews.py": "words that are understood",
    "pbem/mail/register.py": "SQL",
    "pbem/mail/register_file.py": "SQL",
    "pbem/desk/post/confirmations.py": "a name in the register",
}
"""Files with sentences that have no key, and why."""


def sentence(text: str) -> bool:
    """Several words with one among them that English sentences have; no markup, no style sheet."""
    words = re.findall(r"[A-Za-z]{2,}", text)
    return (
        " " in text.strip()
        and len(words) > 2
        and "<" not in text
        and "{font" not in text
        and bool(ENGLISH.search(text))
    )


def unkeyed(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Sentences anywhere in the source that make no text of a key; docstrings, logs and patterns are none."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call) and called(node) in KEYED.keys() | LOGS | BUGS | PATTERNS | HELP:
        return
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values)
        inner = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
    else:
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        inner = [node.test] if isinstance(node, ast.Assert) else list(ast.iter_child_nodes(node))
    if sentence(text) and TYPED.search(text) is None:
        yield getattr(node, "lineno", 0), text
    for below in inner:
        yield from unkeyed(below)


HELP = {"Option", "Argument", "Typer", "command"}
"""The help of the command line is its own key; see `tests/cli/test_language.py`."""


def test_every_sentence_has_a_key() -> None:
    """Not only where we know that it is read: a sentence in a variable reaches people, too. An exception that is not
    needed any more is none."""
    found = {path.relative_to(PBEM.parent).as_posix(): [*unkeyed(parsed(path))] for path in FILES}
    assert {name: told for name, told in found.items() if told and name not in UNKEYED} == {}
    assert [name for name in UNKEYED if not found[name]] == []


def test_sentences_are_found_wherever_they_stand() -> None:
    text = (
        'what = f"the mails of {x} wait"\nlog.info("this is not read")\nwhy = Say("it is {x}", x="the end of it")\n'
        'raise Odd("this is new here")\ny = {"a": "it has no key"}\n"a docstring is not read"\nz = "first-of-all"'
    )
    assert [line for line, _ in unkeyed(ast.parse(text))] == [1, 4, 5]


def test_keys_have_their_values() -> None:
    """A place without its value would break in the rare moment when the sentence is needed."""
    wrong = []
    for node in (node for path in [*FILES, *TITLES] for node in ast.walk(parsed(path))):
        if not isinstance(node, ast.Call) or called(node) not in KEYED or not node.keywords:
            continue
        key, given = node.args[KEYED[called(node)]], {one.arg for one in node.keywords}
        if isinstance(key, ast.Constant) and None not in given:
            places = {name for _, name, _, _ in Formatter().parse(key.value) if name is not None}
            wrong += [key.value] if places != given else []
    assert wrong == []


RULE = re.compile(r"(?:[A-Z]+-)+[0-9A-Z]+[a-z]?")


def test_reasons_that_cite_a_rule_have_keys() -> None:
    """A title's reason stands beside its rule (`Asked`, `why_not`, `misplaced`): read in mails, in every language."""
    nodes = (node for path in TITLES for node in ast.walk(parsed(path)))
    pairs = [node.elts for node in nodes if isinstance(node, ast.Tuple) and len(node.elts) == 2]
    reasons = [first for first, rule in pairs if isinstance(rule, ast.Constant) and RULE.fullmatch(str(rule.value))]
    assert len(reasons) > 100
    assert [ast.unparse(one) for one in reasons if prose(one)] == []
