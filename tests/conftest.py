"""For every test."""

from __future__ import annotations

import tests.texts  # noqa: F401  (the text of a mail that has a page)
