"""The top folder holds what a visitor looks for, and no leftovers of a run."""

from __future__ import annotations

import subprocess
import sys

from tests.architecture.test_cold_start import ROOT

TOP = {
    ".ci", ".editorconfig", ".gitattributes", ".gitignore", ".pre-commit-config.yaml", "CHANGELOG.md",
    "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "bench", "docs", "games", "pbem",
    "pyproject.toml", "schemas", "templates", "tests",
}  # fmt: skip


def test_nothing_else_lies_in_the_top_folder() -> None:
    """`pbem fuzz` keeps a broken game beside where it was started: such files were committed once."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = listed.stdout.split("\n") if listed.returncode == 0 else []
    found = {name.split("/")[0] for name in names if name}
    assert found <= TOP, found - TOP


def test_the_linter_reads_every_source() -> None:
    """An exclusion that is meant for a folder of the top holds for every folder of that name: `games` once hid
    `pbem/desk/games`."""
    said = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--show-files", "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    read = set(said.stdout.split("\n"))
    ours = [path for name in ("pbem", "tests", "bench") for path in (ROOT / name).rglob("*.py")]
    assert len(ours) > 500 and [str(path) for path in ours if str(path) not in read] == []
