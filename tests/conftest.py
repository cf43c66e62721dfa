"""For every test."""

from __future__ import annotations

import gc
import os
import shutil

import tests.texts  # noqa: F401  (the text of a mail that has a page)

pytest_plugins = ["tests.areas", "tests.browser"]

os.environ.setdefault("PBEM_MAIL_PICTURES", "false")  # each costs a process; tests of pictures ask for them

MEMORY = "/dev/shm"
ROOM = 4 << 30
if os.access(MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    # Homes of tests are made durable thousands of times. In memory that costs nothing; what a disk may do to them is
    # tried with simulated disks and with strace.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of every later search for garbage: it stays until the end."""
    gc.collect()
    gc.freeze()
