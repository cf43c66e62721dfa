"""The command line. `main` answers what needs nothing before anything heavy is imported."""

from __future__ import annotations

import gc
import os
import sys

from pbem import __version__


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code (0 done, 1 refused, 2 misuse, 3 broken, 4 busy, 5 mail not sent)."""
    args = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        # A command lives for a moment and makes few cycles: looking for them every 700 objects costs a tenth of it.
        gc.set_threshold(50_000, 20, 100)
        # pydantic would look through every installed package for plugins; pbem uses none.
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    if args in (["--version"], ["-V"]):
        print(f"pbem {__version__}")  # noqa: T201
        return 0
    if args[:2] == ["mail", "receive"]:
        from pbem.cli.receive import receive

        return receive(args[2:])
    from pbem.cli.run import run

    return run(args)
