"""What players and moderators read has a key: nothing that is raised, printed or noted is English prose.

The check reads the source: every literal sentence in a place from which it reaches a terminal or a mail must stand
inside `Say`, `Count` or a table of such. What stays English is listed here with its reason.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PBEM = Path(__file__).parents[2] / "pbem"
READ = ("archive", "cli", "desk", "engine", "store")
"""Where what players and moderators read is written; titles are read by `test_games`, the frame by `tests/mail`."""
REFUSALS = {
    "Refused", "Misuse", "NotSeated", "Ambiguous", "NotPossible", "NotAsked", "NotUnderstood", "Unfinished",
    "OutOfDate", "AlreadyCounted", "UnknownGame", "Busy", "unchanged", "Done", "DiskProblem",
}  # fmt: skip
PRINTS = {"out", "note", "say", "Progress"}
"""What prints a line."""
LATER = {
    "ClockProblem": 2, "behind": 1, "Undone": 1, "undone_by": 2, "left_over": 2, "Handled": 1, "Lock": 1, "_tell": 1,
    "_tell_once": 1, "tell_moderator": 2, "tell_past_the_disk": 1,
}  # fmt: skip
"""Where another argument is the one that is read."""
KEPT = {"reason", "text", "would", "remarks"}
"""What notes of entries, mails and listings hold for people to read."""
LISTS = {"alerts", "problems", "remarks"}
"""Lists of lines that a command prints: what is appended to them is read."""
MACHINE = "what only the operator of the machine reads: settings, mail servers, listening"
SHELL = "the mail server's pipe: it is read by a program, or in its log"
ALLOWED = {
    "pbem/store/settings.py": MACHINE,
    "pbem/desk/receiving/listener.py": MACHINE,
    "pbem/desk/receiving/mailboxes.py": MACHINE,
    "pbem/cli/receive.py": SHELL,
    "pbem/store/tables.py": "faults of a correction, which name keys of its file",
    "pbem/cli/demo.py": "`make demo`, which shows commands and is no command itself",
}
TYPED = re.compile(r"pbem (new|mod|roster|mail)\b|^\$ pbem|--option |^pbem: ")
"""Commands as they are typed."""
FILES = sorted(path for place in READ for path in (PBEM / place).rglob("*.py"))


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


def spoken(tree: ast.AST) -> list[tuple[int, ast.expr]]:
    """Words of refusals, of lines that are printed, of what verbs did, of what was left behind a commit, of notes."""
    found: list[tuple[int, ast.expr]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
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


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PBEM).as_posix())
def test_nothing_is_said_without_a_key(path: Path) -> None:
    if path.relative_to(PBEM.parent).as_posix() in ALLOWED:
        return
    wrong = [line for line, node in spoken(ast.parse(path.read_text(encoding="utf-8"))) if prose(node)]
    assert wrong == []


def test_every_exception_is_needed() -> None:
    """A file whose sentences have keys by now is no exception any more."""
    needed = {
        path.relative_to(PBEM.parent).as_posix()
        for path in FILES
        if any(prose(node) for _, node in spoken(ast.parse(path.read_text(encoding="utf-8"))))
    }
    assert set(ALLOWED) <= needed


def test_prose_is_told_from_keys() -> None:
    text = (
        'raise Refused(f"no {x} here")\nraise Refused(Say("no {x} here", x=x))\nDone("Done so.", would=say("k"))\n'
        'note("a b" if x else Say("k"))\nrun.alerts.append(f"{x} waits")\nout(f"{x}: {y}")\nbehind("kind", "is not so")'
    )
    assert [line for line, node in spoken(ast.parse(text)) if prose(node)] == [1, 3, 4, 5, 7]


RULE = re.compile(r"(?:[A-Z]+-)+[0-9A-Z]+[a-z]?")


def test_reasons_that_cite_a_rule_have_keys() -> None:
    """A title's reason stands beside its rule (`Asked`, `why_not`, `misplaced`): read in mails, in every language."""
    files = (PBEM / "titles").rglob("*.py")
    nodes = (node for path in files for node in ast.walk(ast.parse(path.read_text())))
    pairs = [node.elts for node in nodes if isinstance(node, ast.Tuple) and len(node.elts) == 2]
    reasons = [first for first, rule in pairs if isinstance(rule, ast.Constant) and RULE.fullmatch(str(rule.value))]
    assert len(reasons) > 100
    assert [ast.unparse(one) for one in reasons if prose(one)] == []
