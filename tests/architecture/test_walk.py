"""A mailed move is followed in at most twelve stops; `docs/architecture.md` lists them, and each leads to the next."""

from __future__ import annotations

import ast
import re

from pbem.desk.commands.handlers import PLACES, find_command
from pbem.mail.typed.spelling import VERBS
from tests.architecture.source import PBEM, SOURCES, relative, source

DOC = PBEM.parent / "docs" / "architecture.md"
STOP = re.compile(r"^(\d+)\. `(pbem/[\w/]+\.py)`, `([\w.]+)`", re.M)
MOST = 12


def stops() -> list[tuple[str, str]]:
    return [(path, name) for _, path, name in STOP.findall(DOC.read_text(encoding="utf-8"))]


def body(path: str, name: str) -> ast.AST:
    """The function of a file, or the method of a class of it."""
    node: ast.AST = ast.parse((PBEM.parent / path).read_bytes())
    for part in name.split("."):
        node = next(
            child
            for child in ast.iter_child_nodes(node)
            if isinstance(child, ast.FunctionDef | ast.ClassDef) and child.name == part
        )
    return node


def called(node: ast.AST) -> set[str]:
    """The last part of every name that is called in a piece of code."""
    found = set()
    for call in (one for one in ast.walk(node) if isinstance(one, ast.Call)):
        found.add(call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func))
    return found


def hands_on(path: str, name: str) -> bool:
    """Whether a function is nothing but one call of another file's."""
    node = body(path, name)
    assert isinstance(node, ast.FunctionDef)
    work = [line for line in node.body if not isinstance(line, ast.Import | ast.ImportFrom)]
    work = [line for line in work if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant))]
    if len(work) > 1 or not isinstance(work[0], ast.Return | ast.Expr) or not isinstance(work[0].value, ast.Call):
        return False
    return not called(work[0]) & source(PBEM.parent / path).functions.keys()


def test_a_mailed_move_is_followed_in_few_stops() -> None:
    found = stops()
    assert 8 <= len(found) <= MOST
    assert [int(number) for number, *_ in STOP.findall(DOC.read_text(encoding="utf-8"))] == [*range(1, len(found) + 1)]


def test_each_stop_is_called_by_one_before_it() -> None:
    found = stops()
    lost = []
    for at, (path, name) in enumerate(found):
        assert body(path, name)
        before = [called(ast.parse((PBEM.parent / earlier).read_bytes())) for earlier, _ in found[:at]]
        if at and not any(name.rpartition(".")[2] in calls for calls in before):
            lost.append(f"nothing before it calls {path} {name}")
    assert lost == []


def test_the_commit_is_seen_in_the_walk() -> None:
    """The six steps of the walk stand in its one function, in this order."""
    steps = [
        node.func.attr
        for node in ast.walk(body("pbem/desk/walk.py", "walk"))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    order = ["identify", "read", "carry_out", "commit", "compose", "answer"]
    source = ast.unparse(body("pbem/desk/walk.py", "walk"))
    assert set(order) <= set(steps)
    assert sorted(order, key=lambda step: source.index(f".{step}(")) == order


def test_every_command_is_one_class_of_the_folder() -> None:
    """The register names each once, with its own word, and whatever the mail's parser knows as a command is there."""
    named = [verb for verbs in PLACES.values() for verb in verbs]
    assert len(named) == len(set(named))
    for verb in named:
        found = find_command(verb)
        assert found is not None and found.verb == verb
        assert type(found).__module__.startswith("pbem.desk.commands.")
    assert find_command("pass") is None and find_command("xyzzy") is None
    assert set(VERBS) - {"pass", "preview"} == set(named)


def test_only_the_walk_and_the_desk_itself_commit_a_text() -> None:
    """A text that somebody sent is committed in the walk alone. Whoever changes a game by other means puts it back, and
    so composes its mails, too."""

    def calling(pattern: str) -> set[str]:
        return {relative(path) for path in SOURCES if re.search(pattern, path.read_text(encoding="utf-8"))}

    assert calling(r"\bsession\.commit\(") == {"pbem/desk/walk.py"}
    assert calling(r"\bself\.commit\(") == {"pbem/desk/desk.py"}
    back = calling(r"\bsession\.put_back\(")
    assert back and {path for path in back if not path.startswith("pbem/desk/") or "/commands/" in path} == set()
