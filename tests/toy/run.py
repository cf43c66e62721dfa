"""`python -m tests.toy.run move ...`: the command line with Lantern Night among its titles."""

from __future__ import annotations

import sys

import tests.toy  # noqa: F401  (registers the title)

if __name__ == "__main__":
    from pbem.cli import main

    sys.exit(main())
