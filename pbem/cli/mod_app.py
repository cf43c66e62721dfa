"""`pbem mod VERB GAME ...`: the moderator's commands."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.completion import As, Game, Json, NoSend, verbs
from pbem.cli.output import out, print_json
from pbem.cli.speech import words_of_game, words_of_home

Verb = Annotated[
    str,
    typer.Argument(
        help="act, undo, redo, patch, rule, extend, pause, resume, substitute, process, announce, end, data, answer, "
        "moderator, observe, person, delete or standby.",
        autocompletion=verbs,
    ),
]


def add_commands(app: typer.Typer) -> None:
    app.command(
        "mod",
        epilog="Examples: pbem mod undo karnak 12 --reason 'wrong card' --dry-run · pbem mod extend karnak ania 2d "
        "--reason illness · pbem mod substitute karnak ania 'Ola <ola@example.org>' --reason 'Ania left' · "
        "pbem mod rule karnak --rule RUL-03 --option T13_adjust=2 --reason 'as agreed' · pbem mod answer karnak 3 "
        "granted --reason 'you are right' · pbem mod data karnak --reason erratum --dry-run",
    )(mod)


def mod(
    verb: Verb,
    game: Game,
    words: Annotated[list[str] | None, typer.Argument(help="What the verb needs: a seat, an entry, a text.")] = None,
    reason: Annotated[str | None, typer.Option(help="Why; the players read it.")] = None,
    as_: As = None,
    entry: Annotated[int | None, typer.Option(help="undo: before this entry; process: the entry it stands at.")] = None,
    draws: Annotated[
        str, typer.Option(help="undo: same draws, fresh ones, or refuse if something hidden was learned.")
    ] = "same",
    orders: Annotated[str, typer.Option(help="undo: keep the orders on file, or restore those of that time.")] = "keep",
    rule: Annotated[list[str] | None, typer.Option("--rule", help="rule: ids the ruling is about.")] = None,
    option: Annotated[str | None, typer.Option(help="rule: K=V, set from now on.")] = None,
    file: Annotated[str | None, typer.Option("--file", "-f", help="act, patch: read a file; `-` is stdin.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen; change nothing.")] = False,
    force: Annotated[bool, typer.Option("--force", help="patch: although an invariant breaks; journaled.")] = False,
    no_send: NoSend = False,
    json: Json = False,
) -> int:
    """Adjudicate: move for a seat, undo, rule, correct, extend, pause, substitute, force, announce, end; bring changed
    tables into a game (data); answer a player's request (answer)."""
    from pbem.cli.play_commands import read_move
    from pbem.desk.desk import here
    from pbem.desk.verbs.moderator import Act, moderate
    from pbem.engine.clock.times import local

    said = list(words or [])
    if file is not None or said[-1:] == ["-"]:
        said = [*said[: len(said) - (said[-1:] == ["-"])], read_move([], file or "-")]
    desk = here()
    act = Act(
        verb, game, said, reason=reason, seat=as_, entry=entry, draws=draws, orders=orders, rules=list(rule or []),
        option=option, dry_run=dry_run, force=force, typed=True,
    )  # fmt: skip
    done = moderate(desk, act)
    if json:
        print_json({**done.data, "text": done.text})
    else:
        told = local(done.text, desk.home.settings.zone, desk.home.settings.language)
        out(told, words_of_game(desk, game) if verb != "delete" or dry_run else words_of_home(desk))
    return 0 if no_send or dry_run else desk.send(quiet=json)
