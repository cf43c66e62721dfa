"""What engine and desk say to players and moderators has a key; nothing of it is put together as English prose."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PBEM = Path(__file__).parents[2] / "pbem"
READ = ("engine", "desk/verbs", "desk/commands", "desk/games", "desk/people")
"""Where what players and moderators read is written; what only operators read is English (docs/translating.md)."""
REFUSALS = {
    "Refused", "Misuse", "NotSeated", "Ambiguous", "NotPossible", "NotAsked", "NotUnderstood", "Unfinished",
    "OutOfDate", "AlreadyCounted", "ClockProblem", "unchanged",
}  # fmt: skip
KEPT = {"reason", "text"}
"""What notes of entries and mails hold for people to read."""
ALLOWED = {
    "pbem/desk/games/aftermath.py": "caught where it is raised",
    "pbem/desk/commands/information.py": "frame texts put together",
    "pbem/desk/commands/preferences.py": "frame texts put together",
}
FILES = sorted(path for place in READ for path in (PBEM / place).rglob("*.py"))


def prose(node: ast.expr) -> bool:
    """A sentence without a key: an f-string or a literal of several words, or such things added up."""
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(part, ast.Constant) and " " in str(part.value) for part in node.values)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and " " in node.value
    return isinstance(node, ast.BinOp) and (prose(node.left) or prose(node.right))


def spoken(tree: ast.AST) -> list[tuple[int, ast.expr]]:
    """Words of refusals, of what verbs did, and of notes."""
    found: list[tuple[int, ast.expr]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            at = 2 if name == "ClockProblem" else 0
            if name in REFUSALS | {"Done"} and len(node.args) > at:
                found.append((node.lineno, node.args[at]))
            found += [(node.lineno, one.value) for one in node.keywords if one.arg in {"would", *KEPT}]
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


def test_prose_is_told_from_keys() -> None:
    text = 'raise Refused(f"no {x} here")\nraise Refused(Say("no {x} here", x=x))\nDone("Done so.", would=say("k"))'
    assert [line for line, node in spoken(ast.parse(text)) if prose(node)] == [1, 3]
