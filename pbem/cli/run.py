"""Running the typer application: the home option anywhere, errors as one line or one JSON document, exit codes."""

from __future__ import annotations

import os
import sys
from copy import copy
from io import StringIO
from typing import Any

import typer

from pbem.cli.output import begin, has_printed, note, print_json
from pbem.core.errors import Misuse, PbemError


def take_home(args: list[str]) -> list[str]:
    """Take `--home DIR` out of the arguments, wherever it stands, and put it into the environment."""
    rest: list[str] = []
    waiting = iter(args)
    for arg in waiting:
        if arg == "--":
            return [*rest, arg, *waiting]
        if arg == "--home":
            folder = next(waiting, None)
            if folder is None:
                raise Misuse("--home needs a folder behind it.")
            os.environ["PBEM_HOME"] = folder
        elif arg.startswith("--home="):
            os.environ["PBEM_HOME"] = arg.removeprefix("--home=")
        else:
            rest.append(arg)
    return rest


def narrowed(app: typer.Typer, args: list[str]) -> typer.Typer:
    """The application with the one command that is called: typer takes every function of the others apart, too, which
    a cold start need not pay for. Unknown words, help and completion meet the whole."""
    name = args[0] if args and not any(key.startswith("_PBEM") for key in os.environ) else ""
    commands = [info for info in app.registered_commands if info.name == name or _named(info.callback) == name]
    groups = [info for info in app.registered_groups if info.name == name]
    if len(commands) + len(groups) != 1:
        return app
    one = copy(app)
    one.registered_commands, one.registered_groups = commands, groups
    return one


def _named(function: Any) -> str:
    return str(getattr(function, "__name__", "")).lower().replace("_", "-")


def open_streams() -> None:
    """Where a stream was closed before we began, nobody reads: what would be written there goes nowhere (fault 212)."""
    sys.stdout = sys.stdout or StringIO()
    sys.stderr = sys.stderr or StringIO()


def run(args: list[str]) -> int:
    open_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    from pbem.cli.app import app

    begin()
    rest = args
    try:
        rest = take_home(args)
        code = narrowed(app, rest)(rest, prog_name="pbem", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except typer.Exit as leave:
        return int(leave.exit_code)
    except typer.Abort:
        note("stopped.")
        return 130
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader went away (`pbem show | head`): no traceback, and no second one at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return report_disk(error, "--json" in rest)
    except PbemError as error:
        return report(error.data(), error.message, error.exit_code, "--json" in rest)
    except typer.TyperException as error:
        return report_misuse(error, "--json" in rest)
    except Exception as error:
        from pbem.cli.mishap import mishap

        problem = mishap(error)
        return report(problem.data(), problem.message, problem.exit_code, "--json" in rest)


def report(data: dict[str, Any], message: str, code: int, as_json: bool) -> int:
    """One line, or one document: where the command has printed its own already, the line (it went wrong afterwards)."""
    if as_json and not has_printed():
        print_json({"error": data})
    else:
        note(message)
    return code


def report_disk(error: OSError, as_json: bool) -> int:
    """A disk that gave way where no command expected it (full, read-only, no permission): a sentence all the same."""
    from pbem.store.disk import DiskProblem, reason

    place = error.filename or "standard output or a file"
    said = str(error) if error.errno is None and str(error) else f"{place} cannot be used: {reason(error)}"
    problem = DiskProblem(f"{said}.")
    return report(problem.data(), problem.message, problem.exit_code, as_json)


def report_misuse(error: Any, as_json: bool) -> int:
    """A wrong command line, in typer's words."""
    message = error.format_message()
    context = getattr(error, "ctx", None)
    if not message.strip() and context is not None:
        print(context.get_help())  # noqa: T201
        return 2
    if as_json:
        data = {"kind": "misuse", "message": message, "line": None, "expected": [], "rule": None}
        print_json({"error": data})
        return 2
    if context is not None:
        sys.stderr.write(context.get_usage() + "\n")
    note(message)
    return 2
