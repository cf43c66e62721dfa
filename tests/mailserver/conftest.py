"""One pair of servers for a test, in a folder that their users can enter."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mailserver.servers import NEEDED, Program, Servers

PEOPLE = ("games", "ania", "bela", "kasia")


@pytest.fixture(scope="session")
def program() -> Iterator[Program]:
    root = Path(tempfile.mkdtemp(prefix="pbem-program-"))
    root.chmod(0o755)
    try:
        yield Program(root)
    finally:
        shutil.rmtree(root, ignore_errors=True)


@pytest.fixture
def servers(program: Program) -> Iterator[Servers]:
    assert os.geteuid() == 0, "make test-mail needs root: Postfix does not start without it"
    missing = [name for name in NEEDED if shutil.which(name) is None]
    assert not missing, f"not installed: {', '.join(missing)}; run `make mail-servers`"
    # pytest's own folders are closed to other users, and Postfix wants a short path.
    root = Path(tempfile.mkdtemp(prefix="pbem-mail-"))
    made = None
    try:
        made = Servers(root, PEOPLE, program)
        made.start()
        yield made
    finally:
        if made is not None:
            made.stop()
        if not os.environ.get("PBEM_TEST_KEEP"):
            shutil.rmtree(root, ignore_errors=True)
