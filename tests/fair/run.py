"""`python -m tests.fair.run new fair ...`: the command line with Fair Day among its titles."""

from __future__ import annotations

import sys

import tests.fair  # noqa: F401  (registers the title)

if __name__ == "__main__":
    from pbem.cli import main

    sys.exit(main())
