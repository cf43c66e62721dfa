"""For every test."""

from __future__ import annotations

import os

import tests.texts  # noqa: F401  (the text of a mail that has a page)

pytest_plugins = ["tests.areas"]

os.environ.setdefault("PBEM_MAIL_PICTURES", "false")  # each costs a process; tests of pictures ask for them
