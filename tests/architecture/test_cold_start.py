"""A cold start is paid for every mail: what a command does not need is not imported."""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.core.titles import SHIPPED, get_title

ROOT = Path(__file__).parents[2]
HEAVY = ("jsonschema", "jsonschema_rs", "asyncio", "aiosmtplib", "aiosmtpd", "rich", "imap_tools", "imaplib", "smtplib",
         "email.parser", "email.policy", "email.generator", "mailbox", "sqlite3", "multiprocessing",
         "pbem.titles.", "pbem.mail", "pbem.store")  # fmt: skip
"""`email.utils` comes with jsonschema_rs; parsers and policies are ours."""


NEVER = ("importlib.metadata", "zipfile", "csv", "pbem.core.catalogues", "pbem.mail.composing.html_part", "orjson")
"""What a typed move in English that sends no mail has no use for, whoever would load it: plugins of pydantic are not
looked for, no words of other languages are read, no page is laid out, no journal is played again (ADR 22)."""
MOST_MODULES = 125
"""Of pbem, in such a move of a small title. More is paid by every move: say so in `docs/performance.md`."""


def imported(*arguments: str, home: Path | None = None, stdin: str = "") -> set[str]:
    """The modules that one interpreter run loads."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=60, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80", "PBEM_HOME": str(home or ROOT)},
    )  # fmt: skip
    found = set(re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s+(\S+)$", done.stderr, re.M))
    assert "pbem" in found, "the interpreter's report could not be read"
    return found


def among(found: set[str], heavy: tuple[str, ...]) -> list[str]:
    return sorted(m for m in found for h in heavy if m == h or m.startswith(h if h.endswith(".") else f"{h}."))


@pytest.mark.parametrize("module", ["pbem.core.titles", "pbem.engine.play", "pbem.engine.create", "pbem.engine.replay"])
def test_core_and_engine_are_light(module: str) -> None:
    assert among(imported("-c", f"import {module}"), HEAVY) == []


def test_help_loads_no_title_and_nothing_heavy() -> None:
    found = imported("-m", "pbem", "--help")
    assert among(found, (*HEAVY, "pydantic")) == []


def test_version_loads_next_to_nothing() -> None:
    found = imported("-m", "pbem", "--version")
    assert among(found, (*HEAVY, "pydantic", "typer", "pbem.core", "pbem.engine")) == []


def test_a_mail_from_a_pipe_is_safe_before_anything_is_loaded(tmp_path: Path) -> None:
    """While `mail serve` holds its lock, `mail receive` stores the bytes and is done. No models are read for
    it: nothing that is wrong with them can make the mail server bounce a mail."""
    (tmp_path / "mail").mkdir()
    with (tmp_path / "mail" / "serve.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = imported("-m", "pbem", "mail", "receive", home=tmp_path, stdin="Subject: hello\n\nstatus\n")
    assert len(list((tmp_path / "mail" / "in" / "new").iterdir())) == 1
    ours = {name for name in found if name.partition(".")[0] == "pbem"}
    assert ours == {"pbem", "pbem.cli", "pbem.cli.receive", "pbem.medium", "pbem.plain"}
    assert among(found, ("pydantic", "typer", "email", "json", "typing")) == []


def test_a_mail_that_is_processed_loads_only_what_it_needs(tmp_path: Path) -> None:
    """Nothing of games to be begun and of offered seats, no other process, no table of named characters."""
    players = ["--player", "Ania <a@example.org>", "--player", "Bela <b@example.org>"]
    imported("-m", "pbem", "new", "tekhenu", *players, "--id", "cold", home=tmp_path)
    mail = "From: Ania <a@example.org>\nTo: pbem@localhost\nSubject: hello\nMessage-ID: <1@x>\n\nstatus\n"
    found = imported("-m", "pbem", "mail", "receive", home=tmp_path, stdin=mail)
    assert "pbem.desk.post.strangers" in found and "pbem.mail.composing.html_part" in found
    unneeded = ("subprocess", "html", "pbem.desk.people.invitations", "pbem.desk.post.offer_mail")
    assert among(found, (*NEVER[:4], "orjson", *unneeded)) == []


def test_a_title_is_loaded_when_it_is_asked_for() -> None:
    """Listing the titles' names imports none of them."""
    found = imported("-c", "from pbem.core.titles import title_names; assert 'tekhenu' in title_names()")
    assert among(found, ("pbem.titles.",)) == []


def test_a_move_loads_only_what_it_needs(tmp_path: Path) -> None:
    """A cold `pbem move` of one title: no other title, no event loop, no mail parser, no computer players."""
    players = ["--player", "Ania <a@example.org>", "--player", "Bela <b@example.org>"]
    imported("-m", "tests.toy.run", "new", "toy", *players, "--id", "cold", home=tmp_path)
    found = imported("-m", "tests.toy.run", "move", "cold", "bid: 1", "--as", "Ania", home=tmp_path)
    assert "tests.toy.rules" in found and "pbem.engine.play" in found
    unneeded = (*(h for h in HEAVY if h not in ("jsonschema_rs", "pbem.mail", "pbem.store")), *NEVER)
    ours = {name for name in found if name.partition(".")[0] == "pbem"}
    assert len(ours) <= MOST_MODULES and not found & set(NEVER)
    assert (
        among(
            found,
            (*unneeded, "pbem.engine.computers.fuzz", "pbem.engine.replay", "pbem.engine.adjudication.moderation"),
        )
        == []
    )


@pytest.mark.parametrize("name", SHIPPED)
def test_a_base_game_loads_no_module(name: str, tmp_path: Path) -> None:
    """Whoever plays without an expansion does not pay for it."""
    players = ["--player", "Ania <a@example.org>", "--player", "Bela <b@example.org>"]
    found = imported("-m", "pbem", "new", name, *players, "--id", "cold", home=tmp_path)
    modules = get_title(name).modules_at
    packages = [place.partition(":")[0].removesuffix(".module") for place in modules.values()]
    assert modules and among(found, tuple(packages)) == [] and not set(packages) & found


def test_looking_composes_no_mail(tmp_path: Path) -> None:
    players = ["--player", "Ania <a@example.org>", "--player", "Bela <b@example.org>"]
    imported("-m", "tests.toy.run", "new", "toy", *players, "--id", "cold", home=tmp_path)
    found = imported("-m", "tests.toy.run", "show", "cold", home=tmp_path)
    assert among(found, ("pbem.mail", "pbem.titles.", "asyncio", "email.parser", "pbem.engine.clock")) == []
