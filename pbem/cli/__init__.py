"""The command line. `main` answers what needs nothing before anything heavy is imported."""

from __future__ import annotations

import atexit
import gc
import os
import sys

import pbem
from pbem import __version__


def without_plugins() -> None:
    """Keep pydantic from looking through every installed package for plugins; pbem uses none.

    Switching them off is not enough: pydantic loads what would look for them, and with it `importlib.metadata`, csv,
    zipfile and tempfile, only to learn that it must not: a fiftieth of a cold move. Where it looks in another place one
    day, it finds them switched off.
    """
    if os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__") == "__all__":
        loader = type(sys)("pydantic.plugin._loader")
        loader.get_plugins = tuple  # type: ignore[attr-defined]
        sys.modules.setdefault(loader.__name__, loader)


def main(argv: list[str] | None = None) -> int:
    """Run one command and return its exit code (0 done, 1 refused, 2 misuse, 3 broken, 4 busy, 5 saved, but)."""
    args = list(sys.argv[1:] if argv is None else argv)
    if argv is None:
        # A command lives for a moment and makes few cycles: looking for them every 700 objects costs a tenth of it, and
        # the interpreter's own looks at the end, through everything that was ever imported, another twentieth.
        gc.set_threshold(200_000, 20, 100)
        atexit.register(gc.freeze)
        without_plugins()
        pbem.own_process = True
    if args in (["--version"], ["-V"]):
        print(f"pbem {__version__}")  # noqa: T201
        return 0
    if "receive" in args:
        from pbem.cli.receive import is_called, receive

        if is_called(args):
            code = receive(args)
            if argv is None:
                # Python would look at the streams once more, and a closed one would change the code.
                os._exit(code)
            return code
    try:
        from pbem.cli.run import run

        return run(args)
    except KeyboardInterrupt:  # while modules were still being loaded (fault 213)
        return 130
