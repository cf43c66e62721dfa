"""Running the typer application: the home option anywhere, errors as one line or one JSON document, exit codes."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from io import StringIO
from typing import Any

import typer

from pbem.cli.completion import take_home_of_line
from pbem.cli.output import begin, flush_json, has_document, note, print_json
from pbem.core.behind import Ledger, keeping_ledger, leave_undone
from pbem.core.errors import Fault, Misuse, PbemError, Undone, without_promise
from pbem.core.words import Say, as_said


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
                raise Misuse(Say("--home needs a folder behind it."))
            os.environ["PBEM_HOME"] = folder
        elif arg.startswith("--home="):
            os.environ["PBEM_HOME"] = arg.removeprefix("--home=")
        else:
            rest.append(arg)
    return rest


def check_home(rest: list[str]) -> None:
    """Check that what `--home` names is there, also for commands that could do without a home; only `new --create`
    makes it."""
    from pbem.store.home import find_home

    making = rest[:1] == ["new"] and "--create" in rest
    if not {"--help", "-h"} & set(rest):
        find_home(None, create=making)


def narrowed(app: typer.Typer, args: list[str]) -> typer.Typer:
    """Cut the application down to the one command that is called: typer takes every function of the others apart, too,
    which a cold start need not pay for. Unknown words, help and completion meet the whole."""
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
    """Replace streams that were closed before we began: nobody reads there, so what would be written goes nowhere
    (fault 212)."""
    sys.stdout = sys.stdout or StringIO()
    sys.stderr = sys.stderr or StringIO()


def run(args: list[str]) -> int:
    open_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    begin()
    with keeping_ledger() as ledger:
        try:
            code = carry_out(args, ledger)
            return finish(ledger, code, "--json" in args)
        except BrokenPipeError:
            # The reader went away (`pbem show | head`): no traceback, and no second one at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as error:  # a full disk behind standard output
            note(disk_words(error).message)
        return 5 if ledger.saved else 1


def carry_out(args: list[str], ledger: Ledger) -> int:
    """Carry out the command itself; tell whatever it raises in one way."""
    from pbem.cli.app import app

    rest = args
    try:
        if "_PBEM_COMPLETE" in os.environ:
            take_home_of_line()
        rest = take_home(args)
        if rest != args:
            check_home(rest)
        with screen(rest):
            code = invoke(narrowed(app, rest), rest)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except typer.Exit as leave:
        return int(leave.exit_code)
    except typer.Abort:
        note(Say("stopped."))
        return 130
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        raise
    except OSError as error:
        return report(ledger, disk_words(error), "--json" in rest)
    except PbemError as error:
        return report(ledger, error, "--json" in rest)
    except typer.TyperException as error:
        return report_misuse(error, "--json" in rest)
    except Exception as error:
        from pbem.cli.mishap import mishap

        return report(ledger, mishap(error), "--json" in rest)


def invoke(app: typer.Typer, args: list[str]) -> Any:
    """Call the command; help, and what a shell offers, are in the language of the home."""
    if "--help" not in args and "-h" not in args and "_PBEM_COMPLETE" not in os.environ:
        return app(args, prog_name="pbem", standalone_mode=False)
    from pbem.cli.guide.manual import run_help

    return run_help(app, args)


def screen(args: list[str]) -> AbstractContextManager[None]:
    """Choose where a command prints: on a terminal long texts go to the pager."""
    if not sys.stdout.isatty():
        return nullcontext()
    from pbem.cli.terminal import paged

    return paged(args)


def report(ledger: Ledger, error: PbemError, as_json: bool) -> int:
    """Report an error as one line, or as one document. Behind a commit it is no refusal: the change counts (exit code
    5)."""
    if ledger.saved or isinstance(error, Undone):
        leave_undone(error if isinstance(error, Undone) else Undone(error.kind, without_promise(error.message)))
        return Undone.exit_code
    if ledger.prepared:
        error.message = Say(
            "{refusal} The roster was changed, and nothing else.", refusal=as_said(without_promise(error.message))
        )
    if as_json and not has_document():
        print_json({"error": error.data()})
    else:
        note(error.message)
    return error.exit_code


def finish(ledger: Ledger, code: int, as_json: bool) -> int:
    """Print the document, and what could not be done behind a commit: beside the ordinary result, or as lines."""
    undone = [problem.row() for problem in ledger.undone]
    for problem in ledger.undone:
        if problem.cause is not None and not isinstance(problem.cause, PbemError | OSError):
            from pbem.cli.mishap import mishap

            mishap(problem.cause)  # its details are kept as those of every mistake of ours
    if as_json and undone and not has_document():
        print_json({})
    as_json = as_json and has_document()
    flush_json(undone)
    sys.stdout.flush()
    for problem in ledger.undone if not as_json else []:
        note(problem.message)
    return code or (Undone.exit_code if undone else 0)


def disk_words(error: OSError) -> PbemError:
    """Put into a sentence that a disk gave way where no command expected it (full, read-only, no permission)."""
    from pbem.store.disk import DiskProblem, reason

    if error.errno is None and str(error):
        return DiskProblem(Fault("{problem}.", problem=error))
    place = error.filename or Say("standard output or a file")
    return DiskProblem(Fault("{place} cannot be used: {why}.", place=place, why=reason(error)))


def report_misuse(error: Any, as_json: bool) -> int:
    """Report a wrong command line, in typer's words."""
    from pbem.cli.guide.manual import help_words, misuse, speaking, translate

    message = misuse(error.format_message())
    context, words = getattr(error, "ctx", None), help_words()
    with nullcontext() if words is None else speaking(words):
        # Said by its class: a group without a command. Typer keeps that class to itself.
        alone = type(error).__name__ == "NoArgsIsHelpError"
        if context is not None and (alone or not message.strip()):
            if words is not None:
                translate(context.command, words)
            print(context.get_help())  # noqa: T201
            return 2
        usage = "" if context is None else context.get_usage()
    if as_json:
        data: dict[str, object] = {"kind": "misuse", "message": message, "line": None, "expected": [], "rule": None}
        print_json({"error": data})
        return 2
    if usage:
        sys.stderr.write(usage + "\n")
    note(message)
    return 2
